/* gtlint run: starts a program once, and measures how long it took. Part of gtlint.c. */

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/wait.h>

/* queued_ns: how long the program waited for a processor that other programs used; NaN if not known, or if its children
   do the work. status: the exit status as a shell reports it. */
typedef struct started { double wall_ns, processor_ns, queued_ns; int status; } started;

static char start_folder[PATH_MAX];         /* holds what programs write for gtlint: run.json, stderr */
static volatile sig_atomic_t interrupted;

/* The end of a program ends a wait for it. Other signals ask gtlint to end. */
static void start_signal(int number) { interrupted |= number != SIGCHLD; }
static const char *start_file(const char *name) { return gt_text_("%s/%s", start_folder, name); }
static void start_clear(void)
{
    DIR *folder = start_folder[0] ? opendir(start_folder) : NULL;
    struct dirent *entry;
    while (folder && (entry = readdir(folder)) != NULL)
        if (entry->d_name[0] != '.') (void)remove(start_file(entry->d_name));
    if (folder) closedir(folder);
}
static void start_end(void)                 /* runs at exit */
{
    start_clear();
    if (start_folder[0]) (void)rmdir(start_folder);
    start_folder[0] = 0;
}
static int start_begin(void)                /* returns 0 with a message if it fails */
{
    const char *place = getenv("TMPDIR");
    struct sigaction on;
    memset(&on, 0, sizeof on);
    on.sa_handler = start_signal;        /* without SA_RESTART, so that it ends a wait for the program */
    snprintf(start_folder, sizeof start_folder, "%s/gtlint.XXXXXX", place && place[0] ? place : "/tmp");
    if (!mkdtemp(start_folder)) {
        fprintf(stderr, "gtlint: cannot make a folder in '%s': %s; set TMPDIR\n", place ? place : "/tmp",
                strerror(errno));
        start_folder[0] = 0;
        return 0;
    }
    atexit(start_end);
    sigaction(SIGINT, &on, NULL);
    sigaction(SIGTERM, &on, NULL);
    sigaction(SIGCHLD, &on, NULL);
    return 1;
}

static void start_stream(int to, const char *file, int flags)   /* runs in the child */
{
    const int from = open(file, flags, 0600);
    if (from < 0 || dup2(from, to) < 0) _exit(126);
    if (from != to) close(from);
}
static double seconds_now(void) { return 1e-9 * (double)gt_os_ns_(); }
static double processor_ns_of_children(void)
{
    struct rusage u;
    if (getrusage(RUSAGE_CHILDREN, &u)) return (double)NAN;
    return 1e9 * (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
           1e3 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}
/* How long a thread ran, and how long it waited for a processor, as Linux counts it. */
typedef struct thread_time { char name[16]; double ran_ns, queued_ns; } thread_time;
enum { THREADS = 256 };                     /* with more threads than this, queued_ns is not known */
typedef struct thread_times { thread_time at[THREADS]; int count; } thread_times;

/* Reads the first line of a file, or "". */
static const char *start_word(const char *file, char *word, size_t size)
{
    FILE *in = fopen(file, "r");
    if (!in || !fgets(word, (int)size, in)) word[0] = 0;
    if (in) fclose(in);
    word[strcspn(word, "\n")] = 0;
    return word;
}
/* Reads the times of all threads that exist now. Threads that ended keep the times that were read last. */
static void threads_look(pid_t child, thread_times *all)
{
    DIR *folder = opendir(gt_text_("/proc/%ld/task", (long)child));
    struct dirent *entry;
    char word[128];
    while (folder && (entry = readdir(folder)) != NULL) {
        int k = 0;
        if (entry->d_name[0] == '.' || strlen(entry->d_name) >= sizeof all->at[0].name) continue;
        while (k < all->count && strcmp(all->at[k].name, entry->d_name)) k++;
        if (k == THREADS) continue;
        if (k == all->count) {
            memset(&all->at[k], 0, sizeof all->at[k]);
            strcpy(all->at[all->count++].name, entry->d_name);
        }
        (void)start_word(gt_text_("/proc/%ld/task/%s/schedstat", (long)child, entry->d_name), word, sizeof word);
        (void)sscanf(word, "%lf %lf", &all->at[k].ran_ns, &all->at[k].queued_ns);
    }
    if (folder) closedir(folder);
}
/* How long the process was delayed, because its threads waited for a processor. That is the sum of their waits, divided
   by the mean number of threads that could run. NaN if not known, or if other processes did the work. */
static double threads_queued(const thread_times *all, double wall_ns, double processor_ns)
{
    double ran = 0, queued = 0;
    for (int k = 0; k < all->count; k++) {
        ran += all->at[k].ran_ns;
        queued += all->at[k].queued_ns;
    }
    return all->count < THREADS && ran > 0.5 * processor_ns ? queued / fmax(1, (ran + queued) / wall_ns) : (double)NAN;
}
/* Blocks SIGCHLD, so that the end of a child is seen only in a wait. before: the signal mask that the child gets. */
static void start_watch(sigset_t *before)
{
    sigset_t ends;
    sigemptyset(&ends);
    sigaddset(&ends, SIGCHLD);
    (void)sigprocmask(SIG_BLOCK, &ends, before);
}
/* Waits for the end of the child, without reaping it. looked: 1 to read the times of its threads meanwhile. The pause
   between two readings grows by 2 % each time, so that reading costs little. */
static void start_wait(pid_t child, const sigset_t *open, int looked, thread_times *all)
{
    struct timespec pause = { looked ? 0 : 1, looked ? 5000000 : 0 };
    siginfo_t info;
    all->count = 0;
    for (;;) {
        info.si_pid = 0;
        if (waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT | WNOHANG) < 0 || info.si_pid) return;
        if (interrupted) kill(child, SIGTERM);
        if (pselect(0, NULL, NULL, NULL, &pause, open) || !looked) continue;
        threads_look(child, all);
        if (pause.tv_nsec < 500000000) pause.tv_nsec += pause.tv_nsec / 50;
    }
}
/* Runs a program to its end, without a shell. Its output is discarded, but the end of stderr is shown if it fails. */
static started start_program(char *const *argument, int show, int looked)
{
    started s = { 0, processor_ns_of_children(), (double)NAN, 0 };
    thread_times threads;
    double began;
    sigset_t before;
    int status = 0;
    pid_t child;
    fflush(NULL);
    start_watch(&before);
    began = seconds_now();
    child = fork();
    if (!child) {
        (void)sigprocmask(SIG_SETMASK, &before, NULL);
        start_stream(0, "/dev/null", O_RDONLY);
        if (!show) start_stream(1, "/dev/null", O_WRONLY);
        if (!show) start_stream(2, start_file("stderr"), O_WRONLY | O_CREAT | O_TRUNC);
        execvp(argument[0], argument);
        fprintf(stderr, "cannot start it: %s\n", strerror(errno));
        fflush(stderr);
        _exit(127);
    }
    if (child > 0) start_wait(child, &before, looked, &threads);
    s.wall_ns = 1e9 * (seconds_now() - began);
    if (child > 0 && looked) threads_look(child, &threads);
    if (child > 0) (void)waitpid(child, &status, 0);
    (void)sigprocmask(SIG_SETMASK, &before, NULL);
    s.processor_ns = processor_ns_of_children() - s.processor_ns;
    if (child > 0 && looked) s.queued_ns = threads_queued(&threads, s.wall_ns, s.processor_ns);
    s.status = child < 0 ? 127 : WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return s;
}
/* Prints that a program failed, what helps, and the last lines of its stderr. */
static void start_failed(const char *name, const started *s, const char *helps)
{
    FILE *in = fopen(start_file("stderr"), "r");
    char last[5][200];
    int lines = 0, k;
    fprintf(stderr, "gtlint: '%s' ended with status %d%s\n", name, s->status, helps);
    while (in && fgets(last[lines % 5], sizeof last[0], in)) lines++;
    for (k = lines > 5 ? lines - 5 : 0; k < lines; k++) {
        last[k % 5][strcspn(last[k % 5], "\n")] = 0;
        (void)gt_plain_(last[k % 5], 0);
        fprintf(stderr, "    %s\n", last[k % 5]);
    }
    if (in) fclose(in);
}
/* Finds gtprof: beside gtlint, in the folder above it, or by PATH. */
static const char *start_gtprof(void)
{
    static char path[PATH_MAX + 16];
    char self[PATH_MAX] = "";
    struct stat is;
    int k;
    const int known = readlink("/proc/self/exe", self, sizeof self - 1) > 0;
    for (k = 0; known && k < 2; k++) {
        snprintf(path, sizeof path, "%.*s/%sgtprof", (int)(strrchr(self, '/') - self), self, k ? "../" : "");
        if (!stat(path, &is) && S_ISREG(is.st_mode) && !access(path, X_OK)) return path;
    }
    return "gtprof";
}

/* The state of the machine is printed; gtlint does not change it. */
static double start_load(void)
{
    char word[64];
    return start_word("/proc/loadavg", word, sizeof word)[0] ? strtod(word, NULL) : (double)NAN;
}
static double start_temperature(void)       /* the hottest zone in degrees Celsius; NaN if not known */
{
    double most = (double)NAN;
    char word[64];
    int k;
    for (k = 0; k < 64; k++) {
        const char *text = start_word(gt_text_("/sys/class/thermal/thermal_zone%d/temp", k), word, sizeof word);
        if (text[0] && !(strtod(text, NULL) / 1000 <= most)) most = strtod(text, NULL) / 1000;
    }
    return most;
}
/* "4 processors, may run on 0-1 (not pinned), governor performance" */
static void start_machine(char *to, size_t size)
{
    char line[256], allowed[64] = "", word[64];
    FILE *in = fopen("/proc/self/status", "r");
    while (in && fgets(line, sizeof line, in))
        if (sscanf(line, "Cpus_allowed_list: %63s", allowed) == 1) break;
    if (in) fclose(in);
    (void)start_word("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", word, sizeof word);
    snprintf(to, size, "%s%s%s%s, governor %s", gt_some_((double)gt_processors_(), "processor"),
             allowed[0] ? ", may run on " : "", allowed,
             strpbrk(allowed, ",-") ? " (not pinned)" : allowed[0] ? " (pinned)" : "", word[0] ? word : "unknown");
}
