/* Starts a program once, and says how long it took: of gtlint run. Part of gtlint.c. */

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* queued: how long it stood in the queue of the processors, behind other programs; NaN: not known, or it has children
   that do the work. status: as a shell has it */
typedef struct started { double wall_ns, processor_ns, queued_ns; int status; } started;

static char start_folder[PATH_MAX];         /* what programs write for gtlint: run.json, stderr */
static volatile sig_atomic_t interrupted;

static void start_interrupt(int number)
{
    (void)number;
    interrupted = 1;
}
static const char *start_file(const char *name) { return gt_text_("%s/%s", start_folder, name); }
static void start_clear(void)
{
    DIR *folder = start_folder[0] ? opendir(start_folder) : NULL;
    struct dirent *entry;
    while (folder && (entry = readdir(folder)) != NULL)
        if (entry->d_name[0] != '.') (void)remove(start_file(entry->d_name));
    if (folder) closedir(folder);
}
static void start_end(void)                 /* atexit */
{
    start_clear();
    if (start_folder[0]) (void)rmdir(start_folder);
    start_folder[0] = 0;
}
static int start_begin(void)                /* 0: it cannot be, and that was said */
{
    const char *place = getenv("TMPDIR");
    struct sigaction on;
    memset(&on, 0, sizeof on);
    on.sa_handler = start_interrupt;        /* without SA_RESTART: a wait for the program ends */
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
    return 1;
}

static void start_stream(int to, const char *file, int flags)   /* in the child */
{
    const int from = open(file, flags, 0600);
    if (from < 0 || dup2(from, to) < 0) _exit(126);
    if (from != to) close(from);
}
static double processor_ns_of_children(void)
{
    struct rusage u;
    if (getrusage(RUSAGE_CHILDREN, &u)) return (double)NAN;
    return 1e9 * (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
           1e3 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}
/* Of a process that has ended and was not waited for yet: Linux keeps what its first thread ran, and how long it was
   ready to run and did not. */
static void start_queued(pid_t child, double *ran, double *queued)
{
    FILE *in = fopen(gt_text_("/proc/%ld/schedstat", (long)child), "r");
    unsigned long long run_ns, wait_ns;
    *ran = *queued = (double)NAN;
    if (in && fscanf(in, "%llu %llu", &run_ns, &wait_ns) == 2) {
        *ran = (double)run_ns;
        *queued = (double)wait_ns;
    }
    if (in) fclose(in);
}
/* Runs a program to its end, without a shell; what it prints goes nowhere, but for the end of stderr if it fails. */
static started start_program(char *const *argument, int show)
{
    started s = { 0, processor_ns_of_children(), (double)NAN, 0 };
    siginfo_t info;
    double ran = (double)NAN;
    struct timespec from, to;
    int status = 0;
    pid_t child;
    fflush(NULL);
    clock_gettime(CLOCK_MONOTONIC, &from);
    child = fork();
    if (!child) {
        start_stream(0, "/dev/null", O_RDONLY);
        if (!show) start_stream(1, "/dev/null", O_WRONLY);
        if (!show) start_stream(2, start_file("stderr"), O_WRONLY | O_CREAT | O_TRUNC);
        execvp(argument[0], argument);
        fprintf(stderr, "cannot start it: %s\n", strerror(errno));
        fflush(stderr);
        _exit(127);
    }
    while (child > 0 && waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT) < 0)
        if (errno == EINTR && interrupted) kill(child, SIGTERM);
    clock_gettime(CLOCK_MONOTONIC, &to);
    if (child > 0) start_queued(child, &ran, &s.queued_ns);
    if (child > 0) (void)waitpid(child, &status, 0);
    s.wall_ns = 1e9 * (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec);
    s.processor_ns = processor_ns_of_children() - s.processor_ns;
    if (!(ran > 0.5 * s.processor_ns)) s.queued_ns = (double)NAN;
    s.status = child < 0 ? 127 : WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return s;
}
/* Says that it failed, with the end of what it wrote to stderr. */
static void start_failed(const char *name, const started *s)
{
    FILE *in = fopen(start_file("stderr"), "r");
    char last[5][200];
    int lines = 0, k;
    fprintf(stderr, "gtlint: '%s' ended with status %d (--ignore-failure goes on)\n", name, s->status);
    while (in && fgets(last[lines % 5], sizeof last[0], in)) lines++;
    for (k = lines > 5 ? lines - 5 : 0; k < lines; k++) {
        last[k % 5][strcspn(last[k % 5], "\n")] = 0;
        (void)gt_plain_(last[k % 5], 0);
        fprintf(stderr, "    %s\n", last[k % 5]);
    }
    if (in) fclose(in);
}
/* gtprof lies beside gtlint, or in the folder above, or is found by PATH. */
static const char *start_gtprof(void)
{
    static char path[PATH_MAX];
    static const char *const beside[] = { "gtprof", "../gtprof" };
    char self[PATH_MAX] = "";
    struct stat is;
    size_t i;
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    char *last = length > 0 ? strrchr(self, '/') : NULL;
    if (last) last[1] = 0;
    for (i = 0; last && i < 2; i++) {
        if (strlen(self) + strlen(beside[i]) >= sizeof path) continue;
        strcpy(path, self);
        strcat(path, beside[i]);
        if (!stat(path, &is) && S_ISREG(is.st_mode) && !access(path, X_OK)) return path;
    }
    return "gtprof";
}

/* What the machine was like: said, not changed. */
static const char *start_word(const char *file, char *word, size_t size)
{
    FILE *in = fopen(file, "r");
    word[0] = 0;
    if (in && !fgets(word, (int)size, in)) word[0] = 0;
    if (in) fclose(in);
    word[strcspn(word, "\n")] = 0;
    return word;
}
static double start_load(void)
{
    char word[64];
    return start_word("/proc/loadavg", word, sizeof word)[0] ? strtod(word, NULL) : (double)NAN;
}
static double start_temperature(void)       /* of the hottest zone, degrees Celsius; NaN: not known */
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
