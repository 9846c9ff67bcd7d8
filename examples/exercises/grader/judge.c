/* judge.c - runs a graded program once, observes it from outside, and prints facts about the run

   usage: judge SECONDS KIND SCOPE N STEPS SEED CODES COMMAND...
          judge --watch COMMAND...             (--watch-threads also counts the threads that have work)
          judge --bare COMMAND...              runs COMMAND with no other open files than 0, 1 and 2
   COMMAND runs the watcher in the sandbox. The watcher runs the program (grader.c) under gtprof, whose trace and report
   come through a pipe. The judge knows the sizes, the seed of the input and the expected result. The program gets sizes
   and seed over another pipe. The judge takes only the number from the program. Other lines of the program (KEY VALUE)
   are passed on, and grade.sh uses them only against the program. The judge adds what it observed: how the program
   ended, whether the result is right, and from the trace the launches, copies, queues, their times and what waited for
   what. It opens no file that a program could have made, and limits everything that it reads. */
/* flags: -std=gnu11 -D_GNU_SOURCE */
#include "judge.h"
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/keyctl.h>
#include <linux/seccomp.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static struct { const char *kind, *scope, *codes; double seconds; unsigned long n, seed; int steps; } order;

enum { PROCESSES = 512, SOCKETS = 256, COMMANDS = 500000, TRACE_MIB = 256, ANSWERS_KIB = 256, STEPS_MOST = 200000000,
    PASSES_MOST = 10000, MIXED_MOST = 200000 };

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void fail(const char *what)
{
    fprintf(stderr, "judge: %s: %s\n", what, strerror(errno));
    exit(2);
}

/* ---- the program ---- */

/* Processor time in seconds: of all processes since the machine started, or of this process's children that ended. */
static double processors_s(int all)
{
    double sum = 0, part[8] = { 0, 0, 0, 0, 0, 0, 0, 0 };
    struct rusage ours;
    FILE *f;
    int i;
    if (!all) {
        getrusage(RUSAGE_CHILDREN, &ours);
        return (double)(ours.ru_utime.tv_sec + ours.ru_stime.tv_sec) +
               1e-6 * (double)(ours.ru_utime.tv_usec + ours.ru_stime.tv_usec);
    }
    f = fopen("/proc/stat", "r");
    if (!f) return 0;
    if (fscanf(f, "cpu %lf %lf %lf %lf %lf %lf %lf %lf", &part[0], &part[1], &part[2], &part[3], &part[4], &part[5],
               &part[6], &part[7]) == 8)
        for (i = 0; i < 8; i++) sum += i == 3 || i == 4 ? 0 : part[i];     /* without idle time and waits for disks */
    fclose(f);
    return sum / (double)sysconf(_SC_CLK_TCK);
}

static void limit(int what, rlim_t most)
{
    struct rlimit r;
    if (getrlimit((__rlimit_resource_t)what, &r)) return;
    if (r.rlim_max == RLIM_INFINITY || r.rlim_max > most) r.rlim_cur = r.rlim_max = most;
    setrlimit((__rlimit_resource_t)what, &r);
}

/* The memory that a sandbox may use: 16 GiB, but at most three quarters of the machine's, and at most ulimit -d. */
static double memory_most(void)
{
    struct sysinfo machine;
    struct rlimit r;
    double most = 16 * 1073741824.0;
    if (!sysinfo(&machine)) most = fmin(most, 0.75 * (double)machine.totalram * machine.mem_unit);
    return getrlimit(RLIMIT_DATA, &r) || r.rlim_max == RLIM_INFINITY ? most : fmin(most, (double)r.rlim_max);
}

/* The number of threads of all programs on this machine. */
static unsigned long threads_there(void)
{
    struct sysinfo machine;
    return sysinfo(&machine) ? 0 : machine.procs;
}

static void limits_set(void)
{
    int f = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (f >= 0 && write(f, "1000", 4) != 4) errno = 0;      /* if memory runs out, it is killed before the judge */
    if (f >= 0) close(f);
    limit(RLIMIT_NPROC, threads_there() + PROCESSES);
    limit(RLIMIT_CORE, 1);              /* with 0, a program of the system may be given what is dumped */
    limit(RLIMIT_FSIZE, (rlim_t)256 << 20);
    limit(RLIMIT_DATA, (rlim_t)memory_most());
    limit(RLIMIT_MSGQUEUE, 0);
    limit(RLIMIT_NOFILE, 1024);         /* so that all its processes together leave files for the machine */
}

/* The judge's ends of the pipes. */
static struct { int order, answers, trace, end; } ends;

static void pipe_make(int *out, int *in)
{
    int both[2];
    if (pipe2(both, O_CLOEXEC)) fail("pipe");
    *out = both[0];
    *in = both[1];
}

/* Makes a pair of sockets. Unlike a pipe, it cannot be opened again by /proc/self/fd to read what others write, or to
   hold its lock. */
static void socket_make(int *ours, int *theirs)
{
    int both[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, both)) fail("socketpair");
    *ours = both[0];
    *theirs = both[1];
}

/* Closes all files from that number on. What a teacher's shell has left open could else be read by /proc/self/fd. */
static void close_from(int first)
{
    struct dirent *e;
    DIR *d = opendir("/proc/self/fd");
    while (d && (e = readdir(d)) != NULL)
        if (atoi(e->d_name) >= first && atoi(e->d_name) != dirfd(d)) close(atoi(e->d_name));
    if (!d) fail("/proc/self/fd");
    closedir(d);
}

/* Starts the command in a new session without a terminal, with only the files 0 to 5. */
static pid_t start(char **command)
{
    int in, answers, trace, end, nothing;
    pid_t child;
    socket_make(&ends.order, &in);
    socket_make(&ends.answers, &answers);
    pipe_make(&ends.trace, &trace);
    pipe_make(&ends.end, &end);
    fcntl(trace, F_SETPIPE_SZ, 1 << 20);
    child = fork();
    if (child < 0) fail("fork");
    if (child) {
        close(in);
        close(answers);
        close(trace);
        close(end);
        /* A program can fill its pipes, empty them and make them smaller. So the judge never waits at a pipe. */
        fcntl(ends.order, F_SETFL, O_NONBLOCK);
        fcntl(ends.answers, F_SETFL, O_NONBLOCK);
        fcntl(ends.trace, F_SETFL, O_NONBLOCK);
        fcntl(ends.end, F_SETFL, O_NONBLOCK);
        return child;
    }
    setsid();
    syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, NULL);     /* hides the teacher's keys */
    limits_set();
    nothing = open("/dev/null", O_WRONLY);
    in = fcntl(in, F_DUPFD, 16);        /* above the numbers that are assigned below */
    answers = fcntl(answers, F_DUPFD, 16);
    trace = fcntl(trace, F_DUPFD, 16);
    end = fcntl(end, F_DUPFD, 16);
    if (dup2(in, 0) < 0 || dup2(nothing, 1) < 0 || dup2(nothing, 2) < 0 || dup2(answers, JUDGE_FD) < 0 ||
        dup2(trace, JUDGE_TRACE) < 0 || dup2(end, JUDGE_END) < 0) _exit(127);
    close_from(JUDGE_END + 1);
    execvp(command[0], command);
    _exit(127);
}

/* Reads state, parent and session of a process or thread from its folder in /proc. Returns 0 if it has ended. */
static int state_read(const char *folder, char *state, long *parent, long *session)
{
    char path[80], line[512], *end;
    int right;
    FILE *f;
    snprintf(path, sizeof path, "/proc/%.60s/stat", folder);
    f = fopen(path, "r");
    right = f && fgets(line, sizeof line, f) && (end = strrchr(line, ')')) != NULL &&
        sscanf(end, ") %c %ld %*d %ld", state, parent, session) == 3;
    if (f) fclose(f);
    return right;
}

/* Ends all processes that the program left running; they became children of this process. Returns how many there
   were. */
static int end_the_rest(void)
{
    int left = 0, found, tries = 0;             /* counted in the first try, since dying processes are found again */
    do {
        struct dirent *e;
        DIR *d = opendir("/proc");
        found = 0;
        while (d && (e = readdir(d)) != NULL) {
            long parent, session;
            char state;
            if (!isdigit((unsigned char)e->d_name[0]) || !state_read(e->d_name, &state, &parent, &session)) continue;
            if (parent != (long)getpid()) continue;
            found++;
            left += !tries && state != 'Z';
            kill((pid_t)atol(e->d_name), SIGKILL);
        }
        if (d) closedir(d);
        if (getpid() == 1) kill(-1, SIGKILL);   /* all processes of this sandbox */
        while (found && waitpid(-1, NULL, WNOHANG) > 0) {}
        if (found) usleep(1000);
    } while (found && tries++ < 1000);
    return left;
}

/* Counts the threads of all visible processes, up to most + 1; without a sandbox, of those of this session. working:
   counts only threads of other processes that run or wait for a processor. */
static unsigned long threads_seen(unsigned long most, int working)
{
    unsigned long n = 0;
    struct dirent *e, *task;
    DIR *d = opendir("/proc"), *tasks;
    while (d && n <= most && (e = readdir(d)) != NULL) {
        char path[64], state;
        long parent, session;
        if (!isdigit((unsigned char)e->d_name[0]) || (working && atol(e->d_name) == (long)getpid())) continue;
        if (getpid() != 1 && !(state_read(e->d_name, &state, &parent, &session) && session == getsid(0))) continue;
        snprintf(path, sizeof path, "/proc/%.20s/task", e->d_name);
        tasks = opendir(path);
        while (tasks && n <= most && (task = readdir(tasks)) != NULL) {
            if (!isdigit((unsigned char)task->d_name[0])) continue;
            snprintf(path, sizeof path, "%.20s/task/%.20s", e->d_name, task->d_name);
            n += !working || (state_read(path, &state, &parent, &session) && state == 'R');
        }
        if (tasks) closedir(tasks);
    }
    if (d) closedir(d);
    return n;
}

/* The memory of a process in bytes, with what was swapped out and its page tables. shares: 1 to divide shared memory
   among its processes. */
static double memory_of(const char *process, int shares)
{
    char path[64], line[256];
    double resident = 0, swapped = 0, tables = 0;       /* KiB */
    FILE *f;
    snprintf(path, sizeof path, "/proc/%.20s/status", process);
    f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f)) {
        (void)sscanf(line, "VmRSS: %lf", &resident);
        (void)sscanf(line, "VmSwap: %lf", &swapped);
        (void)sscanf(line, "VmPTE: %lf", &tables);
    }
    if (f) fclose(f);
    snprintf(path, sizeof path, "/proc/%.20s/smaps_rollup", process);
    f = shares ? fopen(path, "r") : NULL;
    while (f && fgets(line, sizeof line, f)) (void)sscanf(line, "Pss: %lf", &resident);
    if (f) fclose(f);
    return 1024 * (resident + swapped + tables);
}

static double memory_of_all(int shares)
{
    struct dirent *e;
    double sum = 0;
    DIR *d = opendir("/proc");
    while (d && (e = readdir(d)) != NULL) if (isdigit((unsigned char)e->d_name[0])) sum += memory_of(e->d_name, shares);
    if (d) closedir(d);
    return sum;
}

/* The number of sockets in the sandbox's own network. Data in them are memory of the system, which has no limit. */
static unsigned long sockets_seen(void)
{
    unsigned long n = 0;
    char line[128];
    FILE *f = fopen("/proc/net/sockstat", "r");
    while (f && fgets(line, sizeof line, f) && sscanf(line, "sockets: used %lu", &n) != 1) {}
    if (f) fclose(f);
    return n;
}

/* Memory that neither is free, nor holds files, nor is part of a process: of semaphores, messages, locks, empty files,
   pipes, and pages that a process has put in a pipe and no longer has itself. A program can make it grow. */
static double memory_of_system(void)
{
    char line[128], key[32];
    double taken = 0, part;                     /* KiB */
    FILE *f = fopen("/proc/meminfo", "r");
    while (f && fgets(line, sizeof line, f)) {
        if (sscanf(line, "%31[^:]: %lf", key, &part) != 2) continue;
        if (!strcmp(key, "MemTotal")) taken += part;
        else if (!strcmp(key, "MemFree") || !strcmp(key, "Buffers") || !strcmp(key, "Cached") ||
                 !strcmp(key, "SwapCached") || !strcmp(key, "SReclaimable") || !strcmp(key, "AnonPages")) taken -= part;
    }
    if (f) fclose(f);
    return 1024 * taken;
}

/* Shared memory, files in memory among it, with what was swapped out of any memory. */
static double memory_shared(void)
{
    struct sysinfo machine;
    if (sysinfo(&machine)) return 0;
    return ((double)machine.sharedram + (double)machine.totalswap - (double)machine.freeswap) * machine.mem_unit;
}

/* Returns whether the sandbox uses too much memory. Shared memory, files without a name and memory of the system do not
   count for the limits of a process, so they are checked here. shared, taken: how much there was at the start. */
static int memory_is_over(double shared, double taken)
{
    const double most = memory_most();
    if (memory_shared() - shared > most) return 1;
    if (memory_of_system() - taken > most) return 1;
    return memory_of_all(0) > most && memory_of_all(1) > most;
}

/* What the system refuses the program:
   - sockets that a sandbox's network of its own does not hold back: those of a virtual machine (AF_VSOCK), for one,
     reach the machine that it runs on;
   - limits, rank and processors of process 1: with no file left to open, or no time to run, the watcher would see
     nothing;
   - what reaches into another process: the one that answers would inherit a filter of calls, by which a thread gives it
     other files, or be traced from its begin, or be readable as soon as it begins;
   - calls that no filter sees (io_uring), and keys, for which the system starts programs outside;
   - the system's messages (syslog), which tell of the whole machine;
   - a counter of the processor that a handler answers for;
   - leases on files, at which others would wait, and dumps of a crash, which some systems hand to a program outside;
   - calls of other kinds of processes, since there these have other numbers. */
static void calls_limit(void)
{
#if defined(__x86_64__) || defined(__aarch64__)
#ifdef __x86_64__
    enum { HERE = (int)AUDIT_ARCH_X86_64, OTHER = 0x40000000 };      /* calls of x32 begin at this number */
#else
    enum { HERE = (int)AUDIT_ARCH_AARCH64, OTHER = 0x7fffffff };
#endif
    enum { RINGS = 425 };               /* io_uring_setup, _enter, _register, also where headers are older */
#define LOOK(what) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)offsetof(struct seccomp_data, what))
#define IF(how, value, yes, no) BPF_JUMP(BPF_JMP | how | BPF_K, (unsigned)(value), yes, no)
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define REFUSE(why) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | why)
#define NOT_OF_1(call) IF(BPF_JEQ, call, 0, 4), LOOK(args[0]), IF(BPF_JEQ, 1, 0, 1), REFUSE(EPERM), ALLOW
#define NOT_AT_ALL(call) IF(BPF_JEQ, call, 0, 1), REFUSE(ENOSYS)
    struct sock_filter lines[] = {
        LOOK(arch), IF(BPF_JEQ, HERE, 1, 0), REFUSE(ENOSYS),
        LOOK(nr), IF(BPF_JGE, OTHER, 0, 1), REFUSE(ENOSYS),
        NOT_AT_ALL(SYS_seccomp), NOT_AT_ALL(SYS_ptrace), NOT_AT_ALL(SYS_process_vm_writev),
        NOT_AT_ALL(RINGS), NOT_AT_ALL(RINGS + 1), NOT_AT_ALL(RINGS + 2),
        NOT_AT_ALL(SYS_add_key), NOT_AT_ALL(SYS_request_key), NOT_AT_ALL(SYS_keyctl), NOT_AT_ALL(SYS_userfaultfd),
        NOT_AT_ALL(SYS_syslog),
        IF(BPF_JEQ, SYS_prctl, 0, 8), LOOK(args[0]), IF(BPF_JEQ, PR_SET_SECCOMP, 4, 0),
        IF(BPF_JEQ, PR_SET_TSC, 3, 0),
        IF(BPF_JEQ, PR_SET_DUMPABLE, 0, 3), LOOK(args[1]), IF(BPF_JEQ, 0, 1, 0), REFUSE(EINVAL), ALLOW,
        IF(BPF_JEQ, SYS_fcntl, 0, 4), LOOK(args[1]), IF(BPF_JEQ, F_SETLEASE, 0, 1), REFUSE(EPERM), ALLOW,
        IF(BPF_JEQ, SYS_setrlimit, 0, 4), LOOK(args[0]), IF(BPF_JEQ, RLIMIT_CORE, 0, 1), REFUSE(EPERM), ALLOW,
        IF(BPF_JEQ, SYS_prlimit64, 0, 4), LOOK(args[1]), IF(BPF_JEQ, RLIMIT_CORE, 0, 1), REFUSE(EPERM), LOOK(nr),
        NOT_OF_1(SYS_prlimit64), NOT_OF_1(SYS_sched_setscheduler), NOT_OF_1(SYS_sched_setparam),
        NOT_OF_1(SYS_sched_setattr), NOT_OF_1(SYS_sched_setaffinity),
        IF(BPF_JEQ, SYS_setpriority, 0, 6), LOOK(args[0]), IF(BPF_JEQ, PRIO_PROCESS, 0, 2),
        LOOK(args[1]), IF(BPF_JEQ, 1, 0, 1), REFUSE(EPERM), ALLOW,
        IF(BPF_JEQ, SYS_socket, 1, 0), ALLOW,
        LOOK(args[0]), IF(BPF_JEQ, AF_UNIX, 3, 0), IF(BPF_JEQ, AF_INET, 2, 0), IF(BPF_JEQ, AF_INET6, 1, 0),
        IF(BPF_JEQ, AF_NETLINK, 0, 1), ALLOW, REFUSE(EAFNOSUPPORT),
    };
    struct sock_fprog filter = { sizeof lines / sizeof *lines, lines };
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) _exit(127);
    /* SPEC_ALLOW keeps the system from slowing the program by its defence against speculation. */
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &filter) &&
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter)) _exit(127);
#undef LOOK
#undef IF
#undef ALLOW
#undef REFUSE
#undef NOT_OF_1
#undef NOT_AT_ALL
#endif
}

/* The number of the last process or thread that began in this sandbox: at least as many have begun. */
static unsigned long last_begun(void)
{
    unsigned long n = ULONG_MAX;
    FILE *f = fopen("/proc/loadavg", "r");
    if (f && fscanf(f, "%*s %*s %*s %*s %lu", &n) != 1) n = ULONG_MAX;
    if (f) fclose(f);
    return n;
}

/* Returns whether there are too many processes and threads in this sandbox. It stops them while it counts: else a
   program that makes more and more of them leaves it no processor. */
static int processes_are_over(unsigned long there)
{
    if (threads_there() < there + PROCESSES || last_begun() < PROCESSES) return 0;
    kill(-1, SIGSTOP);
    if (threads_seen(PROCESSES, 0) >= PROCESSES) return 1;
    kill(-1, SIGCONT);
    return 0;
}

/* The watcher runs in the sandbox beside the program. It is process 1 there, which no other process inside can end. It
   reports how the program ended, and what it left running. With `threads` it also reports for how many ms only one
   thread had work. It limits the number of processes, since the system's limit does not apply to root. */
static int watch(char **command, int threads)
{
    const unsigned long there = threads_there();
    int status = 0, most = 0, left, length, turns = 0, looks = 0;
    const double shared = memory_shared(), taken = memory_of_system();
    double alone = 0, looked = now_s(), now;
    char line[64];
    pid_t child;
    fcntl(JUDGE_END, F_SETFD, FD_CLOEXEC);
    prctl(PR_SET_DUMPABLE, 0);          /* protects its memory and its files */
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    if (write(JUDGE_END, "begun ", 6) != 6) return 127;
    child = fork();
    if (!child) {
        if (getppid() == 1) calls_limit();
        execvp(command[0], command);
        _exit(127);
    }
    if (child < 0) return 127;
    close(0);
    close(JUDGE_FD);
    close(JUDGE_TRACE);
    while (waitpid(child, &status, WNOHANG) != child) {
        usleep(10000);
        if (threads && !(++turns % (getpid() == 1 ? 2 : 10))) {     /* the whole machine has more to look through */
            now = now_s();
            alone += threads_seen(1, 1) == 1 ? now - looked : 0;
            looked = now;
        }
        if (getpid() != 1) continue;
        if (processes_are_over(there)) most = 1;
        if (!most && !(++looks % 5) && memory_is_over(shared, taken)) most = 2;
        if (!most && sockets_seen() > SOCKETS) most = 3;
        if (!most) continue;
        while (kill(-1, SIGKILL) == 0 && waitpid(-1, &status, 0) != child) {}
        break;
    }
    left = end_the_rest();
    length = snprintf(line, sizeof line, "%d %d %d %.0f\n", status, left, most,
                      threads ? 1e3 * alone : -1);
    return write(JUDGE_END, line, (size_t)length) != length;
}

/* ---- the program's answers ---- */

static struct {
    int open, asked, end, right, values, told, strange;     /* strange: number of lines that main did not write */
    unsigned long passes;                                   /* how many passes of the host the result holds */
    unsigned long index[JUDGE_ASKED];
    double number, opened_s, asked_s;
} seen;
static char word[33];

/* Draws random numbers that cannot be predicted. */
static void draw(void *to, size_t bytes)
{
    if (getrandom(to, bytes, 0) != (ssize_t)bytes) fail("random numbers");
}

static void ask(void)
{
    char text[32 * JUDGE_ASKED];
    uint64_t random[JUDGE_ASKED];
    size_t used = 0;
    int i;
    for (i = 0; i < JUDGE_ASKED; i += 16) draw(random + i, 16 * sizeof *random);
    for (i = 0; i < JUDGE_ASKED; i++) {
        seen.index[i] = (unsigned long)(random[i] % order.n);
        used += (size_t)snprintf(text + used, sizeof text - used, "%lu\n", seen.index[i]);
    }
    seen.asked = 1;
    seen.asked_s = now_s();
    if (write(ends.order, text, used) != (ssize_t)used) seen.asked = 2;
}

/* Returns whether v is number k of the result. With many passes only some numbers are checked. */
static int is_right(unsigned long k, double v)
{
    const float in = judge_input((uint32_t)order.seed, k);
    if (!seen.passes) return fabs(v - (double)judge_output(in, order.steps)) <= 1e-4;
    if ((unsigned long)seen.values % (1 + seen.passes * (unsigned long)order.steps / MIXED_MOST)) return 1;
    return fabs(v - (double)judge_mixed(in, order.steps, seen.passes)) <= 1e-4;
}

/* Only a finite number above 0 counts. */
static int is_number(const char *text, double *v)
{
    char *end;
    *v = strtod(text, &end);
    return end != text && !*end && isfinite(*v) && *v > 0;
}

static void answer(const char *line)
{
    static const char *const keys[] = { "samples", "commands", "typical", "clock", "on", "code", "error", "series",
                                        "compared", "passes", "cpu", "taken", "sides", "own_code", "kit_half",
                                        "sample_half", "kernel", "follows" };
    static const char *const numbers[] = { "number", "from", "to" };
    static unsigned told[sizeof keys / sizeof *keys];
    const size_t length = strlen(word);
    char key[16], rest[320];
    unsigned long k;
    double v;
    size_t i;
    if (strncmp(line, word, length) || line[length] != ' ') {
        seen.strange++;
        return;
    }
    line += length + 1;
    if (sscanf(line, "value %lu %lf", &k, &v) == 2) {
        if (seen.values < JUDGE_ASKED && seen.index[seen.values] == k) seen.right += is_right(k, v);
        seen.values++;
    }
    if (!strcmp(line, "open 1") && !seen.open) {
        seen.open = 1;
        seen.opened_s = now_s();
    }
    if (!strcmp(line, "ask 1") && !seen.asked) ask();
    if (!strcmp(line, "end 1") && seen.asked) seen.end = 1;
    if (sscanf(line, "%15s %319[] -[^-~]", key, rest) != 2 || seen.asked) return;
    if (!strcmp(key, "passes")) seen.passes = (unsigned long)fmin(fmax(atof(rest), 0), PASSES_MOST);
    for (i = 0; i < sizeof keys / sizeof *keys; i++)
        if (!strcmp(key, keys[i]) && told[i]++ < JUDGE_LINES) printf("%s %s\n", key, rest);
    for (i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (strcmp(key, numbers[i])) continue;
        if (!is_number(rest, &v)) printf("odd %s %s\n", key, rest);
        else printf("%s %.9g\n", key, v);
        if (!i) seen.number = is_number(rest, &v) ? v : 0;
        if (!i) seen.strange += seen.told++;    /* main writes this line once */
    }
}

/* A pipe and the text that came through it. most: the largest size; a program that writes more is ended. */
typedef struct stream { int from, over; const size_t most; size_t used, room; char *text; } stream;

/* Returns 0 if there is nothing to read now. */
static int stream_read(stream *s)
{
    ssize_t got;
    if (s->room - s->used < 65536) {
        s->room = s->room ? 2 * s->room : 1 << 18;
        s->text = (char *)realloc(s->text, s->room);
        if (!s->text) fail("memory");
    }
    got = read(s->from, s->text + s->used, s->room - s->used - 1);
    if (!got) s->from = -1;
    if (got <= 0) return 0;
    s->used += (size_t)got;
    s->text[s->used] = 0;
    s->over = s->used > s->most;
    return 1;
}

static stream answers = { .most = (size_t)ANSWERS_KIB << 10 }, trace = { .most = (size_t)TRACE_MIB << 20 };

/* Reads until the program has ended or its time is over; returns 0 if the time is over. The trace is parsed later,
   because that uses a processor too. */
static int attend(pid_t child)
{
    const double until = now_s() + order.seconds;
    size_t at = 0;
    int over = 0, more;
    do {
        struct pollfd p[2] = { { answers.from, POLLIN, 0 }, { trace.from, POLLIN, 0 } };
        char *end;
        if (poll(p, 2, over ? 0 : 20) < 0 && errno != EINTR) fail("poll");
        more = (p[0].revents && stream_read(&answers)) + (p[1].revents && stream_read(&trace));
        while (answers.used > at && (end = strchr(answers.text + at, '\n')) != NULL) {
            *end = 0;
            answer(answers.text + at);
            at = (size_t)(end + 1 - answers.text);
        }
        if (!over && waitpid(child, NULL, WNOHANG) == child) over = more = 1;       /* it may have written since */
        if (now_s() < until && !answers.over && !trace.over && !seen.strange) continue;
        kill(-child, SIGKILL);
        kill(child, SIGKILL);
        if (!over) waitpid(child, NULL, 0);
        return 0;
    } while (!over || more);
    return 1;
}

/* Says in words what went wrong, to follow "the program". Returns NULL if nothing did. */
static const char *end_of(int in_time)
{
    static char text[200];
    const char *when = !seen.open ? "it had opened a device" : !seen.asked ? "measure() returned"
                                                                           : "it handed over its result";
    int status = -1, left = 0, most = 0, number = 0;
    double alone = -1;
    ssize_t got;
    got = read(ends.end, text, sizeof text - 1);
    text[got > 0 ? got : 0] = 0;
    if (strncmp(text, "begun", 5)) fail("the sandbox did not begin");
    if (sscanf(text, "begun %d %d %d %lf", &status, &left, &most, &alone) == 4)
        number = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status) > 128 ? WEXITSTATUS(status) - 128 : 0;
    left += end_the_rest();
    if (alone >= 0) printf("alone %.0f\n", alone);
    if (most == 2) snprintf(text, sizeof text, "takes more than %.3g GiB of memory", memory_most() / 1073741824);
    else if (most == 3) snprintf(text, sizeof text, "opens more than %d sockets", SOCKETS);
    else if (most) snprintf(text, sizeof text, "starts more than %d processes and threads", PROCESSES);
    else if (trace.over) snprintf(text, sizeof text, "launches more than %d MiB of trace hold", TRACE_MIB);
    else if (answers.over) snprintf(text, sizeof text, "writes to the judge's pipe without end");
    else if (seen.strange) snprintf(text, sizeof text, "writes to the judge's pipe itself");
    else if (!in_time) snprintf(text, sizeof text, "ran for longer than %g s and was stopped: a loop without end, or "
                                "launches that nobody waits for?", order.seconds);
    else if (left) snprintf(text, sizeof text, "leaves %d running %s behind", left, left > 1 ? "processes" : "process");
    else if (status < 0) snprintf(text, sizeof text, "ended before %s, and its sandbox with it", when);
    else if (number) snprintf(text, sizeof text, "crashed: %s (signal %d)", strsignal(number), number);
    else if (!seen.end) snprintf(text, sizeof text, "ended with status %d before %s", WEXITSTATUS(status), when);
    else return NULL;
    return text;
}

/* ---- the trace and the report of gtprof ---- */

enum { QUEUES = 64 };
typedef struct command {
    int queue, lane, listed;            /* listed: number of events in its wait list */
    char kind, name[32];                /* kind: k kernel, r read, w write, or another letter */
    double enqueue, start, end, off;    /* ms; off: how far start and end may be off */
    double bytes, items;
    double queue_handle, event;         /* the program's handles; 0: not known */
    int known;                          /* how many commands are in `waited` */
    size_t id, *waited;                 /* the commands that it had to wait for, also by a barrier: first their ids, and
                                           once the trace is read, their places in `commands` */
    size_t before;                      /* the place of the command before it in its queue; NONE: there is none */
} command;
static command *commands;               /* sorted by `enqueue` */
static size_t count;
static const size_t NONE = (size_t)-1;
static int unordered[QUEUES];
static int is_in(const command *c, double queue) { return c->queue_handle >= queue && c->queue_handle <= queue; }
static int is_ordered(const command *c) { return c->queue >= QUEUES || !unordered[c->queue]; }
/* Commands by the handle of their queue, and by their event: sorted by the handle, and then by their place. */
typedef struct place { double handle; size_t at; } place;
static place *of_queue, *of_event;
/* A call in which the host can wait: its times in ms, and its queue or events. how: f clFinish, w clWaitForEvents,
   g clGetEventInfo, c clSetEventCallback, e an enqueue, u clSetUserEventStatus. Of b, a barrier or marker, the events
   are those that the device waits for. is_cut: the trace lacks some of its events. */
typedef struct call { double begin, end, queue, *event; int events, is_cut; char how; } call;
static call *calls;
static size_t call_count;

static int by_enqueue(const void *a, const void *b)
{
    const command *x = (const command *)a, *y = (const command *)b;
    return (x->enqueue > y->enqueue) - (x->enqueue < y->enqueue);
}

static int by_call_end(const void *a, const void *b)
{
    const call *x = (const call *)a, *y = (const call *)b;
    return (x->end > y->end) - (x->end < y->end);
}

static int by_handle(const void *a, const void *b)
{
    const place *x = (const place *)a, *y = (const place *)b;
    if (x->handle < y->handle || x->handle > y->handle) return x->handle < y->handle ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Reads the number behind a key in a line; 0 if there is none. */
static double field(const char *line, const char *key)
{
    const char *at = strstr(line, key);
    const double v = at ? atof(at + strlen(key)) : 0;
    return isfinite(v) ? v : 0;
}

/* Reads the name of a launch, which gtprof's --by-shape writes as "KERNEL 640x480 by 64". */
static void name_read(command *c, const char *name)
{
    double size[3] = { 0, 0, 0 };
    int dimensions, i;
    sscanf(name, "%31[A-Za-z0-9_]", c->name);
    dimensions = sscanf(name, "%*[^ ] %lfx%lfx%lf", &size[0], &size[1], &size[2]);
    for (c->items = dimensions > 0, i = 0; i < dimensions; i++) c->items *= size[i];
    if (!isfinite(c->items)) c->items = 0;
}

/* Work that grows faster than the trace counts a step for each comparison. The number of steps has a limit. */
static unsigned long steps;
static int has_steps(void) { return ++steps < STEPS_MOST; }
enum { HALVES = 20 };                   /* steps of a binary search */

/* An end of an arrow: s at the command that another one waited for, f at the one that waited. The trace has arrows in
   pairs, and each says where a command is drawn: the lanes of a queue are for commands that overlap. */
typedef struct arrow { int queue, lane; double at; char end; } arrow;
static arrow *arrows;
static size_t arrow_count;
static void arrow_read(char end, int queue, int lane, double at)
{
    static size_t room;
    const arrow here = { queue, lane, at, end };
    if (arrow_count == room) arrows = (arrow *)realloc(arrows, (room = room ? 2 * room : 1024) * sizeof *arrows);
    if (!arrows) fail("memory");
    arrows[arrow_count++] = here;
}
static int by_lane(const void *a, const void *b)
{
    const command *x = (const command *)a, *y = (const command *)b;
    if (x->queue != y->queue) return x->queue < y->queue ? -1 : 1;
    if (x->lane != y->lane) return x->lane < y->lane ? -1 : 1;
    return (x->start > y->start) - (x->start < y->start);
}
/* Returns an array of n with room for one more. */
static void *with_one_more(void *array, int n, size_t size)
{
    if (n & (n - 1)) return array;      /* the room is always a power of two */
    array = realloc(array, (n ? 2 * (size_t)n : 1) * size);
    if (!array) fail("memory");
    return array;
}
static void waited_add(command *c, size_t id)
{
    c->waited = (size_t *)with_one_more(c->waited, c->known, sizeof *c->waited);
    c->waited[c->known++] = id;
}
/* Hands each arrow to its commands. */
static void arrows_take(void)
{
    size_t i, waited = NONE;
    if (count) qsort(commands, count, sizeof *commands, by_lane);
    for (i = 0; i < arrow_count; i++) {
        command key = { .queue = arrows[i].queue, .lane = arrows[i].lane, .start = arrows[i].at + 0.5e-6 }, *c;
        size_t from = 0, to = count;
        while (from < to) {
            const size_t half = (from + to) / 2;
            if (by_lane(&commands[half], &key) > 0) to = half;
            else from = half + 1;
        }
        c = from ? &commands[from - 1] : NULL;
        if (c && (c->queue != key.queue || c->lane != key.lane || arrows[i].at > c->end + 1e-6)) c = NULL;
        if (arrows[i].end == 's') waited = c ? c->id : NONE;
        else if (c) waited_add(c, waited);
    }
    free(arrows);
}

static void call_read(const char *name, double begin, double length, const char *args)
{
    static size_t room;
    const char how = !strncmp(name, "clFinish\"", 9) ? 'f' : !strncmp(name, "clWaitForEvents\"", 16) ? 'w'
                   : !strncmp(name, "clGetEventInfo\"", 15) ? 'g'
                   : !strncmp(name, "clEnqueueBarrier", 16) || !strncmp(name, "clEnqueueMarker", 15) ||
                     !strncmp(name, "clEnqueueWaitForEvents", 22) ? 'b' : !strncmp(name, "clEnqueue", 9) ? 'e'
                   : !strncmp(name, "clSetEventCallback\"", 19) ? 'c'
                   : !strncmp(name, "clSetUserEventStatus\"", 21) ? 'u' : 0;
    const char *list;
    char *end;
    call *c;
    if (strstr(args, "\"code\":")) return;             /* it failed: nothing was waited for */
    if (!how || call_count == COMMANDS) return;
    if (call_count == room) calls = (call *)realloc(calls, (room = room ? 2 * room : 1024) * sizeof *calls);
    if (!calls) fail("memory");
    c = &calls[call_count++];
    memset(c, 0, sizeof *c);
    c->begin = begin;
    c->end = begin + length;
    c->how = how;
    c->queue = field(args, "\"queue\":");
    c->is_cut = strstr(args, "\"events_left_out\":") != NULL;
    list = strstr(args, "\"events\":[");
    for (list = list ? list + 10 : NULL; list; list = *end == ',' ? end + 1 : NULL) {
        c->event = (double *)with_one_more(c->event, c->events, sizeof *c->event);
        c->event[c->events++] = strtod(list, &end);
    }
}

static int processes;                   /* how many processes used OpenCL */
static unsigned long launched;          /* launches that gtprof counted */

static void trace_line(char *line)
{
    static command c;
    static size_t room;
    const char *cat = strstr(line, "\"cat\":\""), *name = strstr(line, "\"name\":\""), *at;
    char how;
    double ts, length;
    int pid, lane;
    if (sscanf(line, " {\"ph\":\"%c\",\"pid\":%d,\"tid\":%d", &how, &pid, &lane) != 3 || !name || pid < 0) return;
    if (how == 'M' && pid == 1 && !strncmp(name + 8, "process_name", 12)) processes++;
    if (how == 'M' && pid < QUEUES && strstr(line, "\"queue ")) unordered[pid] = strstr(line, "(out of o") != NULL;
    if (!cat) return;
    if (how == 'X' && !strncmp(cat + 7, "call\"", 5)) {
        call_read(name + 8, field(cat, "\"ts\":") * 1e-3, field(cat, "\"dur\":") * 1e-3, cat);
    } else if ((!strncmp(cat + 7, "wait\"", 5) || !strncmp(cat + 7, "order\"", 6)) && strstr(line, "\"ts\":")) {
        arrow_read(how, pid, lane, field(line, "\"ts\":") * 1e-3);
    } else if (how == 'X' && pid > 1) {
        at = strstr(cat, "\"ts\":");
        memset(&c, 0, sizeof c);
        if (!at || sscanf(at, "\"ts\":%lf,\"dur\":%lf", &ts, &length) != 2) return;
        if (!isfinite(ts) || !isfinite(length)) return;
        if (!strncmp(cat + 7, "kernel", 6)) c.kind = 'k';
        else if (strstr(cat, "write") || strstr(cat, "unmap")) c.kind = 'w';
        else if (strstr(cat, "read") || strstr(cat, "map")) c.kind = 'r';
        c.queue = pid;
        c.lane = lane;
        c.start = ts * 1e-3;
        c.end = (ts + length) * 1e-3;
        c.bytes = field(line, "\"bytes\":");
        c.listed = (int)fmin(1e6, fmax(0, field(line, "\"waits\":")));
        c.queue_handle = field(line, "\"queue\":");
        c.event = field(line, "\"event\":");
        c.off = field(line, "\"uncertainty_ns\":") * 1e-6;
        if (c.kind == 'k') name_read(&c, name + 8);
    } else if (c.kind && how == 's' && strstr(line, "\"ts\":")) {
        c.enqueue = field(line, "\"ts\":") * 1e-3;
        if (count == room) commands = (command *)realloc(commands, (room = room ? 2 * room : 1024) * sizeof *commands);
        if (!commands) fail("memory");
        c.id = count;
        if (count < COMMANDS) commands[count++] = c;
        c.kind = 0;
    }
}

/* gtprof's report, behind its trace: a line for each function, with its share, its time and how often it was called.
   Files of the program's folder, which it could have written, go into that. */
static void report_line(const char *line)
{
    char name[64];
    unsigned long n;
    if (sscanf(line, " cl%60s %*s %% %*s %*s %lu", name, &n) != 2) return;
    if (!strcmp(name, "EnqueueNDRangeKernel") || !strcmp(name, "EnqueueTask")) launched += n;
}

/* Finds the place of each command: in wait lists, in queues, and by its handles. */
static void places_find(void)
{
    size_t *place_of = (size_t *)calloc(count + 1, sizeof *place_of), i;
    int w;
    of_queue = (place *)calloc(count + 1, sizeof *of_queue);
    of_event = (place *)calloc(count + 1, sizeof *of_event);
    if (!place_of || !of_queue || !of_event) fail("memory");
    for (i = 0; i < count; i++) place_of[commands[i].id] = i;
    for (i = 0; i < count; i++) {
        command *c = &commands[i];
        for (w = 0; w < c->known; w++) c->waited[w] = c->waited[w] < count ? place_of[c->waited[w]] : NONE;
        of_queue[i].at = i;
        of_queue[i].handle = c->queue;
        c->before = NONE;
    }
    qsort(of_queue, count, sizeof *of_queue, by_handle);
    for (i = 1; i < count; i++) {
        command *c = &commands[of_queue[i].at];
        if (commands[of_queue[i - 1].at].queue == c->queue) c->before = of_queue[i - 1].at;
    }
    for (i = 0; i < count; i++) {
        of_queue[i].at = of_event[i].at = i;
        of_queue[i].handle = commands[i].queue_handle;
        of_event[i].handle = commands[i].event;
    }
    qsort(of_queue, count, sizeof *of_queue, by_handle);
    qsort(of_event, count, sizeof *of_event, by_handle);
    free(place_of);
}
/* Returns the last of the first n commands that has that handle; NONE: there is none. */
static size_t last_of(const place *of, double handle, size_t n)
{
    size_t from = 0, to = count;
    steps += HALVES;
    while (from < to) {
        const size_t half = (from + to) / 2;
        if (of[half].handle > handle || (of[half].handle >= handle && of[half].at >= n)) to = half;
        else from = half + 1;
    }
    return handle > 0 && from > 0 && of[from - 1].handle >= handle ? of[from - 1].at : NONE;
}

static void trace_read(void)
{
    char *line = trace.text, *end;
    int is_report = 0;
    while (line && (end = strchr(line, '\n')) != NULL) {
        *end = 0;
        is_report |= strstr(line, "gtprof: ") != NULL;      /* behind a line that a program cut off by its end, too */
        if (is_report) report_line(line);
        else if (strstr(line, "{\"ph\"")) trace_line(line);
        line = end + 1;
    }
    arrows_take();
    if (count) qsort(commands, count, sizeof *commands, by_enqueue);
    if (call_count) qsort(calls, call_count, sizeof *calls, by_call_end);
    places_find();
}

/* Says what is wrong with the trace itself. Returns NULL if nothing is. */
static const char *trace_fault(void)
{
    static char text[160];
    const double went_by = 1e3 * (seen.asked_s - seen.opened_s);
    unsigned long launches = 0;
    double first = HUGE_VAL, last = -HUGE_VAL;
    size_t i;
    for (i = 0; i < count; i++) {
        launches += commands[i].kind == 'k';
        first = fmin(first, commands[i].enqueue);
        last = fmax(last, commands[i].end);
    }
    if (processes > 1) return "starts a second process that uses OpenCL";
    if (count == COMMANDS || steps >= STEPS_MOST) return "launches more than the judge can look at";
    if (launches > launched)
        snprintf(text, sizeof text, "shows %lu launches, and called for %lu: who wrote its trace?", launches, launched);
    else if (count && last - first > went_by + 100)
        snprintf(text, sizeof text, "shows commands over %.3g ms, and ran for %.3g ms: who wrote its trace?",
                 last - first, went_by);
    else return NULL;
    return text;
}

static double median(double *v, size_t n)
{
    if (!n) return 0;
    qsort(v, n, sizeof *v, by_value);
    return n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

/* Exercise 12: some frames rebuild their lists, and the input decides which. Returns how well the launches show that
   pattern, at the place where they show it best. strays: launches outside of all such places. */
static double keys_of(const double *device, size_t n, double middle, size_t *strays)
{
    enum { FRAMES = 60 };
    int is_key[FRAMES];
    float moved = 0;
    double best = 0;
    size_t at, i;
    for (i = 0; i < FRAMES; i++) {
        moved += 0.3f + 0.45f * fabsf(judge_input((uint32_t)order.seed, i));
        is_key[i] = moved >= 1;
        if (is_key[i]) moved = 0;
    }
    for (at = *strays = 0; at + FRAMES <= n;) {
        int same = 0;
        for (i = 0; i < FRAMES; i++) same += (device[at + i] > 2 * middle) == is_key[i];
        if (same > best * FRAMES) best = (double)same / FRAMES;
        *strays += same < 0.8 * FRAMES;
        at += same < 0.8 * FRAMES ? 1 : FRAMES;
    }
    *strays += n - at;
    return best;
}

/* Half the width of the 95 % interval of the median, relative to the median. Sorts v. Returns 9 for too few values. */
static double half_of(double *v, size_t n)
{
    const double middle = median(v, n);
    const size_t rank = (size_t)fmax(0, floor((double)n / 2 - 0.98 * sqrt((double)n)));
    return n > 5 ? fmax(middle - v[rank], v[n - 1 - rank] - middle) / middle : 9;
}

/* Exercise 16: compares the solver with the other kernel, by the times from call to END. Prints how often they take
   turns, the ratio, and half the relative width of its interval. */
static void turns_print(void)
{
    double *whole[2] = { (double *)calloc(count + 1, sizeof **whole), (double *)calloc(count + 1, sizeof **whole) };
    size_t n[2] = { 0, 0 }, turns = 0, i;
    int last = -1;
    if (!whole[0] || !whole[1]) fail("memory");
    for (i = 0; i < count; i++) {
        const int other = strcmp(commands[i].name, "euler") != 0;
        if (commands[i].kind != 'k') continue;
        whole[other][n[other]++] = commands[i].end - commands[i].enqueue;
        turns += last >= 0 && last != other;
        last = other;
    }
    printf("turns %lu\nspread %.4f\n", (unsigned long)turns, hypot(half_of(whole[0], n[0]), half_of(whole[1], n[1])));
    printf("seen %.6g\n", n[0] && n[1] ? median(whole[0], n[0]) / median(whole[1], n[1]) : 0);
    free(whole[0]);
    free(whole[1]);
}

/* Prints facts about all launches but the first one, which may be far slower. Times are in ms. */
static void launches_print(void)
{
    double *device = (double *)calloc(count + 1, sizeof *device), *sorted = (double *)calloc(count + 1, sizeof *sorted);
    double *whole = (double *)calloc(count + 1, sizeof *whole), middle;
    double busy = 0, until = 0, low = 0, high = 0;
    size_t i, first = 0, launch, last = 0, n = 0, writes = 0, reads = 0, beside = 0;    /* beside: in another queue */
    double among = 0, later = 0;        /* bytes copied between launches; bytes copied since the last launch */
    size_t strays = 0;
    size_t both = 0, came = 0, went = 0;    /* both: launches since whose predecessor the array was copied both ways */
    double spent = 0;                   /* sum over launches, from the call to END */
    size_t early = 0, before = 0;       /* launches before the array first came to the device */
    double returned = 0;                /* bytes copied back; a map counts as the whole array */
    if (!device || !sorted || !whole) fail("memory");
    while (first < count && commands[first].kind != 'k') first++;
    launch = first;
    for (i = 0; i < count; i++) {
        const command *c = &commands[i];
        const int big = c->kind != 'k' && c->bytes >= 4.0 * (double)order.n;
        if (c->kind == 'k' && i > first) {
            device[n] = c->end - c->start;
            whole[n] = c->end - c->enqueue;
            if (!n || device[n] < low) low = device[n];
            if (!n || whole[n] > high) high = whole[n];
            spent += whole[n];
            n++;
            last = i;
            among += later;
            later = 0;
            both += came && went;
            came = went = 0;
        } else if (i > first) later += !strchr("rw", c->kind) ? 0 : c->bytes > 0 ? c->bytes : 4.0 * (double)order.n;
        before += c->kind == 'k';
        returned += c->kind != 'r' ? 0 : c->bytes > 0 ? c->bytes : 4.0 * (double)order.n;
        if (big && c->kind == 'w' && !early) early = before + 1;
        came += i > first && big && c->kind == 'w';
        went += i > first && big && c->kind == 'r';
        if (i > first && big && c->kind == 'w') writes++;
        if (i > first && big && c->kind == 'r') reads++;
        if (i > first && big && c->queue != commands[launch].queue) beside++;
        if (i >= first && c->kind == 'k') launch = i;
        if (i >= first && c->end > until) {
            busy += c->end - (c->start > until ? c->start : until);
            until = c->end;
        }
    }
    memcpy(sorted, device, n * sizeof *device);
    middle = median(sorted, n);
    printf("launches %lu\ndevice %.9g\nlow %.9g\nhigh %.9g\n", (unsigned long)(n + (first < count)), middle, low, high);
    printf("work %.9g\n", (double)order.n * (order.steps ? order.steps : 1));
    printf("writes %lu\nreads %lu\nqueues %lu\n", (unsigned long)writes, (unsigned long)reads, (unsigned long)beside);
    printf("early %lu\nreturned %.3f\n", (unsigned long)(early ? early - 1 : 0), returned / (4 * (double)order.n));
    printf("among %.3f\n", among / (4 * (double)order.n));
    printf("keys %.3f\n", keys_of(device, n, middle, &strays));
    printf("strays %lu\n", (unsigned long)strays);
    printf("host %.9g\n", n ? commands[last].end - commands[first].enqueue - busy : 0);
    printf("went %.9g\n", seen.asked ? 1e3 * (seen.asked_s - seen.opened_s) : 0);
    printf("span %.9g\n", n ? commands[last].end - commands[first].enqueue : 0);
    printf("both %lu\nspent %.9g\n", (unsigned long)both, spent);
    printf("half %.4f\nmiddle %.9g\n", half_of(whole, n), median(whole, n));
    turns_print();
    free(device);
    free(sorted);
    free(whole);
}

/* Exercise 13: launches with as many items as the program's number says, from the call to END. late: the share over a
   60th of a second; slow: the same for the execution alone; scatter: mean over median. */
static void frames_print(void)
{
    const double deadline = 1e3 / 60;
    double *device = (double *)calloc(count + 1, sizeof *device), *whole = (double *)calloc(count + 1, sizeof *whole);
    double middle, sum = 0;
    size_t i, n = 0, heavy = 0, late = 0, slow = 0;
    if (!device || !whole) fail("memory");
    for (i = 0; i < count; i++) {
        const command *c = &commands[i];
        if (c->kind != 'k' || fabs(c->items - seen.number) >= 1) continue;
        device[n] = c->end - c->start;
        whole[n] = fmax(device[n], c->end - c->enqueue - c->off);
        slow += device[n] > deadline;
        late += whole[n] > deadline;
        sum += whole[n++];
    }
    middle = median(device, n);
    for (i = 0; i < n; i++) heavy += device[i] > 3 * middle;
    middle = median(whole, n);
    printf("frames %lu\nheavy %.3f\nlate %.3f\nscatter %.3f\n", (unsigned long)n, (double)heavy / (double)(n + !n),
           (double)late / (double)(n + !n), n ? sum / (double)n / middle : 0);
    printf("slow %.3f\n", (double)slow / (double)(n + !n));
    free(device);
    free(whole);
}

/* Exercise 15: looks at launches of the kernel that is named as the scope, and at sizes with three launches or more.
   growth: the exponent between the two largest sizes, from the fastest launch of each, which is the least disturbed.
   ahead: the time for order.n that follows from the largest size by the square. largest: that size over order.n. */
typedef struct run { double items, ms; } run;
static int by_items(const void *a, const void *b)
{
    const run *x = (const run *)a, *y = (const run *)b;
    const int more = (x->items < y->items) - (x->items > y->items);
    return more ? more : (x->ms > y->ms) - (x->ms < y->ms);
}
static void growth_print(void)
{
    run *runs = (run *)calloc(count + 1, sizeof *runs);
    double items[2] = { 0, 0 }, least[2] = { 0, 0 }, ms = 0;
    unsigned long sizes = 0;
    size_t i, n = 0, same;
    if (!runs) fail("memory");
    for (i = 0; i < count; i++) {
        if (commands[i].kind != 'k' || strcmp(commands[i].name, order.scope)) continue;
        runs[n].items = commands[i].items;
        runs[n++].ms = commands[i].end - commands[i].start;
    }
    qsort(runs, n, sizeof *runs, by_items);
    for (i = 0; i < n; i += same) {             /* sorted: the largest size first, its fastest launch first */
        for (same = 1; i + same < n && !(runs[i + same].items < runs[i].items);) same++;
        if (same < 3) continue;
        if (sizes < 2) {
            items[sizes] = runs[i].items;
            least[sizes] = runs[i].ms;
        }
        if (!sizes++) ms = same % 2 ? runs[i + same / 2].ms : (runs[i + same / 2 - 1].ms + runs[i + same / 2].ms) / 2;
    }
    free(runs);
    if (sizes < 2) return;
    printf("sizes %lu\nlargest %.4f\ngrowth %.3f\nahead %.9g\n", sizes, items[0] / (double)order.n,
           log(least[0] / least[1]) / log(items[0] / items[1]), ms * pow((double)order.n / items[0], 2));
}

/* Returns 1 if c waits for that command by the order of its queue, or by wait lists and barriers. */
static int is_behind(const command *c, const command *needed, int depth)
{
    int w;
    if (c <= needed) return c == needed;
    if (c->queue == needed->queue && is_ordered(c)) return 1;
    for (w = 0; w < c->known && depth > 0 && has_steps(); w++)
        if (c->waited[w] != NONE && is_behind(&commands[c->waited[w]], needed, depth - 1)) return 1;
    return 0;
}
/* Returns how many commands were enqueued by that time. */
static size_t enqueued_by(double when)
{
    size_t from = 0, to = count;
    steps += HALVES;
    while (from < to) {
        const size_t half = (from + to) / 2;
        if (commands[half].enqueue > when) to = half;
        else from = half + 1;
    }
    return from;
}
/* Returns 1 if the host itself, in another thread, set an event while that call waited. */
static int is_set_by_host(const call *w)
{
    enum { NEAR = 64 };
    const call *v = w;
    while (v-- > calls && v->end > w->begin && has_steps()) if (v->how == 'u' && v->begin > w->begin) return 1;
    for (v = w + 1; v < calls + call_count && v < w + NEAR && has_steps(); v++)
        if (v->how == 'u' && v->begin > w->begin && v->begin < w->end) return 1;
    return 0;
}
/* Whether a call waits, or asks whether a command is over. (Without its queue, a call that enqueues does not block.) */
static int is_wait(const call *w) { return strchr("fwg", w->how) || (w->how == 'e' && w->queue > 0); }
/* Whether the trace does not say what the call waits for. */
static int is_wait_for_all(const call *w) { return w->how == 'f' ? !(w->queue > 0) : w->how != 'e' && !w->events; }
static int is_finish_of(const call *w, const command *c)
{
    return w->how == 'f' && is_in(c, w->queue) && c->enqueue < w->begin + 0.01;
}
static int events_of(const call *w) { return strchr("wgc", w->how) ? w->events : 1; }
/* Returns the command that the call waits for: the last of its queue, or that of its event k. NONE: it is not in the
   trace, as that of a marker's event. */
static size_t target_of(const call *w, int k)
{
    size_t i;
    if (strchr("wgc", w->how)) return last_of(of_event, w->event[k], enqueued_by(w->end));
    i = last_of(of_queue, w->queue, enqueued_by(w->how == 'e' ? w->end : w->begin + 0.01));
    return i != NONE && w->how == 'e' && commands[i].enqueue < w->begin - 0.01 ? NONE : i;
}
/* Returns 1 if the call, of which no command is known, can have waited for that one. */
static int can_wait_for(const call *w, const command *needed)
{
    return w->how != 'f' && (w->how != 'e' || is_in(needed, w->queue)) && w->begin < needed->end;
}
/* Returns 1 if the call returns only after that command: it waits for it, or for one that waits for it. */
static int is_wait_for(const call *w, const command *needed)
{
    int known = 0, k;
    if (!is_wait(w)) return 0;
    if (is_wait_for_all(w) || is_finish_of(w, needed)) return 1;
    for (k = 0; k < events_of(w); k++) {
        const size_t i = target_of(w, k);
        if (i == NONE) continue;
        if (is_behind(&commands[i], needed, 8)) return 1;
        known = 1;
    }
    return (!known || w->is_cut) && can_wait_for(w, needed) && !is_set_by_host(w);
}
/* Returns the first call that ended at that time or later. */
static size_t first_call(double end)
{
    size_t from = 0, to = call_count;
    steps += HALVES;
    while (from < to) {
        const size_t half = (from + to) / 2;
        if (calls[half].end < end) from = half + 1;
        else to = half;
    }
    return from;
}
/* Returns whether the host asked about a command before it ended. Looks only at calls near its end. */
static int is_asked(const command *needed, double off)
{
    enum { NEAR = 64 };
    const size_t at = first_call(needed->end - off);
    size_t i;
    for (i = at > NEAR ? at - NEAR : 0; i < call_count && i <= at && has_steps(); i++)
        if (calls[i].how == 'g' && calls[i].begin > needed->enqueue && calls[i].begin < needed->end + off &&
            calls[i].events && !(calls[i].event[0] < needed->event) && !(calls[i].event[0] > needed->event)) return 1;
    return 0;
}
/* Exercise 14: looks whether the host waited for a command before it enqueued c. It did if a call that waits or asks
   returned between the end of the command and the enqueue of c. Otherwise it was luck that the command had ended by
   then. ASKED_ONCE: the host asked only after the end, so that it is not known whether it would have waited. */
enum { AWAITED = 1, ASKED, ASKED_ONCE };
static int is_awaited(const command *c, const command *needed)
{
    const double off = c->off + needed->off + 0.05;
    size_t from = first_call(needed->end - off);
    int asked = 0;
    for (; from < call_count && calls[from].end < c->enqueue + 0.01 && has_steps(); from++) {
        if (!is_wait_for(&calls[from], needed)) continue;
        if (calls[from].how != 'g') return AWAITED;
        asked = 1;
    }
    /* The trace does not show when a callback ran. If one was set, a command that had ended counts as waited for. */
    for (from = 0; from < call_count && c->enqueue > needed->end && has_steps(); from++)
        if (calls[from].how == 'c' && calls[from].begin < c->enqueue && calls[from].events &&
            calls[from].event[0] == needed->event && needed->event > 0) return AWAITED;
    return !asked ? 0 : is_asked(needed, off) ? ASKED : ASKED_ONCE;
}
/* Returns whether the host waited for the end of a command: it was in a call that waits for it, asked about it for
   certain before its end and then after it, or had set a callback. A program that only lets time pass does none of
   these, nor does one whose launch is over when the call that enqueues it returns, as on a busy machine. Looks only at
   calls near the begin and the end. */
static int is_watched(const command *c)
{
    enum { NEAR = 64 };
    const double off = c->off + 0.05, certain = c->end - fmin(c->off, (c->end - c->start) / 2);
    const size_t at = first_call(c->end - off), first = first_call(c->enqueue);
    int before = 0, behind = 0;
    size_t i;
    for (i = first < at ? first : at; i < call_count && i < at + NEAR && has_steps(); i++) {
        const call *w = &calls[i = i == first + NEAR && i + NEAR < at ? at - NEAR : i];
        const int is_own = w->events && w->begin > c->enqueue && !(w->event[0] < c->event) && !(w->event[0] > c->event);
        if (w->how == 'c' && is_own) return 1;
        before |= w->how == 'g' && is_own && w->begin < certain;
        behind |= w->how == 'g' && is_own && i >= at;
        if (i >= at && strchr("fwe", w->how) && w->begin < c->end + off && is_wait_for(w, c)) return 1;
    }
    return before && behind;
}
/* The share of launches that are watched, estimated from a thousand of them. */
static double watched_share(void)
{
    size_t i, launches = 0, every, seen_of = 0, n = 0;
    for (i = 0; i < count; i++) launches += commands[i].kind == 'k';
    every = launches / 1000 + 1;
    for (i = launches = 0; i < count; i++) {
        if (commands[i].kind != 'k' || launches++ % every) continue;
        seen_of++;
        n += (size_t)is_watched(&commands[i]);
    }
    return seen_of ? (double)n / (double)seen_of : 0;
}

enum { NEAR_BY = 256 };                 /* so many commands are looked at, where a search has no other end */
/* The commands that command k had to wait for: that before it in its queue (w: 0), and those of its wait list (w: 1 to
   known). NONE: there is none. */
static size_t needed_by(size_t k, int w)
{
    const command *c = &commands[k];
    const size_t i = w ? c->waited[w - 1] : is_ordered(c) ? c->before : NONE;
    return i < k ? i : NONE;
}
/* Whether command k waited for an event of the host, and so for whatever was over before. */
static int is_held_by_host(size_t k, size_t i)
{
    const command *c = &commands[k];
    return c->listed > c->known && c->start > commands[i].end - 0.01;
}

/* Returns the later of two places; NONE is none. */
static size_t later(size_t a, size_t b) { return a == NONE || (b != NONE && b > a) ? b : a; }
/* last[k]: the last of the commands with what[i] & `which` that command k had to wait for: by the order of its queue,
   by its wait list, because the host waited before it enqueued k, or for another command that had to wait for it.
   known[i]: when the host knew that command i was over. NULL: waits of the host do not count. */
static void last_find(size_t *last, const char *what, int which, const double *known)
{
    place *over = (place *)malloc((count + 1) * sizeof *over);
    size_t *with = (size_t *)malloc((count + 1) * sizeof *with);        /* the same, with command k itself */
    size_t host = NONE, n = 0, at = 0, i, k;
    int w;
    if (!over || !with) fail("memory");
    for (i = 0; known && i < count; i++) {
        if (!(known[i] < HUGE_VAL)) continue;
        over[n].handle = known[i];
        over[n++].at = i;
    }
    qsort(over, n, sizeof *over, by_handle);
    for (k = 0; k < count; k++) {
        for (; at < n && over[at].handle < commands[k].enqueue + 0.01 && over[at].at < k; at++)
            host = later(host, with[over[at].at]);
        last[k] = host;
        for (w = 0; w <= commands[k].known; w++)
            if ((i = needed_by(k, w)) != NONE) last[k] = later(last[k], with[i]);
        for (i = k; known && commands[k].listed > commands[k].known && i-- > 0 && i + NEAR_BY > k && has_steps();)
            if (is_held_by_host(k, i)) last[k] = later(last[k], with[i]);
        with[k] = later(last[k], what[k] & which ? k : NONE);
    }
    free(with);
    free(over);
}

/* Exercise 14: finds launches and copies back that need a command of another queue, and that nothing makes wait for it.
   last: the last command of its kind that c waits for by queues and lists. */
static size_t asked, asked_once;
static int is_loose(const command *c, size_t last, size_t needed)
{
    const int how = last == needed ? AWAITED : is_awaited(c, &commands[needed]);
    asked += how == ASKED;
    asked_once += how == ASKED_ONCE;
    return !how;
}

/* The queue with the most launches. */
static double queue_of_launches(void)
{
    double queue[QUEUES] = { 0 };
    unsigned long n[QUEUES] = { 0 };
    size_t i, k, most = 0;
    for (i = 0; i < count; i++) {
        if (commands[i].kind != 'k') continue;
        for (k = 0; k < QUEUES - 1 && n[k] && !is_in(&commands[i], queue[k]);) k++;
        queue[k] = commands[i].queue_handle;
        if (++n[k] > n[most]) most = k;
    }
    return queue[most];
}
/* How often the host waited for that queue when something new was in it. */
static unsigned long waits_for_queue(double queue)
{
    unsigned long waits = 0;
    size_t i, k, from = 0;
    for (i = 0; i < call_count && queue > 0; i++) {
        const call *w = &calls[i];
        const int is_own = (w->how == 'f' || w->how == 'e') && !(w->queue < queue) && !(w->queue > queue);
        const size_t until = enqueued_by(w->how == 'e' ? w->end : w->begin);
        int e, met = 0;
        if (!is_own && w->how != 'w') continue;
        for (k = from; k < until && !met && has_steps(); k++) {
            if (!is_in(&commands[k], queue)) continue;
            met = is_own;
            for (e = 0; e < w->events && w->how == 'w'; e++)
                met |= commands[k].event >= w->event[e] && commands[k].event <= w->event[e];
        }
        if (!met) continue;
        waits++;
        from = until;
    }
    return waits;
}

/* How many barriers and markers wait for a launch: what comes behind them, or their own event, is over after it. */
static unsigned long barriers_for_launches(void)
{
    double *event = (double *)calloc(count + 1, sizeof *event);
    unsigned long found = 0;
    size_t n = 0, i;
    int e;
    if (!event) fail("memory");
    for (i = 0; i < count; i++) if (commands[i].kind == 'k') event[n++] = commands[i].event;
    qsort(event, n, sizeof *event, by_value);
    for (i = 0; i < call_count; i++) {
        for (e = 0; calls[i].how == 'b' && e < calls[i].events; e++) {
            if (!bsearch(&calls[i].event[e], event, n, sizeof *event, by_value)) continue;
            found++;
            break;
        }
    }
    free(event);
    return found;
}

static void order_print(void)
{
    enum { IS_WRITE = 1, IS_LAUNCH = 2 };
    char *what = (char *)calloc(count + 1, 1);
    size_t *wrote = (size_t *)malloc((count + 1) * sizeof *wrote), *ran = (size_t *)malloc((count + 1) * sizeof *ran);
    size_t write = NONE, launch = NONE, i, lists = 0;
    int loose = 0, back = 0;    /* lists: copies with wait lists: a wait for such a copy is a wait for a launch */
    if (!what || !wrote || !ran) fail("memory");
    for (i = 0; i < count; i++) {
        if (commands[i].kind == 'k') what[i] = IS_LAUNCH;
        if (commands[i].kind == 'w' && commands[i].bytes >= 4.0 * (double)order.n) what[i] = IS_WRITE;
    }
    last_find(wrote, what, IS_WRITE, NULL);
    last_find(ran, what, IS_LAUNCH, NULL);
    for (i = 0; i < count; i++) {
        const command *c = &commands[i];
        if (c->kind == 'k' && write != NONE) loose += is_loose(c, wrote[i], write);
        lists += c->kind != 'k' && c->listed;
        if (c->kind == 'r' && launch != NONE && c->bytes >= 4.0 * (double)order.n) back += is_loose(c, ran[i], launch);
        if (what[i] == IS_LAUNCH) launch = i;
        if (what[i] == IS_WRITE) write = i;
    }
    free(what);
    free(wrote);
    free(ran);
    /* A polling loop asks before the end too, unless something stopped it for a moment. */
    if (asked_once > 3 * asked) loose += (int)asked_once;
    printf("loose %d\nback %d\n", loose, back);
    if (!strcmp(order.kind, "time")) printf("watched %.3f\n", watched_share());
    printf("awaited %lu\nbarred %lu\n", waits_for_queue(queue_of_launches()),
           barriers_for_launches() + (unsigned long)lists);
}

/* The usual number of items of a launch: launches with at least this many have half of all items. */
static double usual_items(void)
{
    double *items = (double *)calloc(count + 1, sizeof *items), sum = 0, above = 0, usual;
    size_t i, n = 0;
    if (!items) fail("memory");
    for (i = 0; i < count; i++) if (commands[i].kind == 'k') sum += items[n++] = commands[i].items;
    qsort(items, n, sizeof *items, by_value);
    for (i = n; i > 1 && (above += items[i - 1]) < sum / 2;) i--;
    usual = n ? items[i - 1] : 0;
    free(items);
    return usual;
}

/* Exercise 18: counts launches and copies back that could have run too early (unready, unread). A launch must have
   waited for copies that brought as many numbers as all launches so far compute. A copy back must have waited for
   launches that computed as many numbers as all copies so far bring back. A deficit is forgotten when the host waited
   for everything, as after a warm-up. copy[i], ran[i]: the last copy to the device and the last launch that command i
   waited for. Commands for the whole array are no chunks. chunks: the items of all others, over those of the array. */
typedef struct turn { double need; size_t early; } turn;
static void turn_take(turn *t, const double *sum, size_t waited, double size)
{
    t->need += size;
    t->early += t->need > 1.001 * sum[waited];
}
static void chunks_print(const size_t *copy, const size_t *ran)
{
    double *came = (double *)calloc(count + 1, sizeof *came), *computed = (double *)calloc(count + 1, sizeof *computed);
    double until = -HUGE_VAL, in = 0, out = 0;
    turn launches = { 0, 0 }, back = { 0, 0 };
    size_t i;
    if (!came || !computed) fail("memory");
    for (i = 0; i < count; i++) {
        const command *c = &commands[i];
        const double size = c->kind == 'k' ? c->items : c->bytes / 4;
        if (c->enqueue > until) {               /* all earlier commands had ended */
            launches.need = fmin(launches.need, in);
            back.need = fmin(back.need, out);
        }
        until = fmax(until, c->end);
        came[i] = in;
        computed[i] = out;
        if (size >= (double)order.n || size < (double)order.n / 64) continue;
        if (c->kind == 'w') came[i] = in += size;
        if (c->kind == 'k') computed[i] = out += size;
        if (c->kind == 'k') turn_take(&launches, came, copy[i] != NONE ? copy[i] : count, size);
        if (c->kind == 'r') turn_take(&back, computed, ran[i] != NONE ? ran[i] : count, size);
    }
    printf("unready %lu\nunread %lu\n", (unsigned long)launches.early, (unsigned long)back.early);
    printf("chunks %.3f\n", out / (double)order.n);
    free(came);
    free(computed);
}

/* Exercise 18: when the host knew that a command was over: the end of the first call that waits for it or asks, or the
   end of the command, if a callback was set by then. HUGE_VAL: never. */
static double *told_find(void)
{
    double *told = (double *)malloc((count + 1) * sizeof *told);
    size_t v, i, n;
    int k, known;
    if (!told) fail("memory");
    for (i = 0; i < count; i++) told[i] = HUGE_VAL;
    for (v = 0; v < call_count && has_steps(); v++) {
        const call *w = &calls[v];
        if (!is_wait(w) && w->how != 'c') continue;
        for (known = k = 0; k < events_of(w); k++) {
            i = target_of(w, k);
            if (i == NONE) continue;
            known = 1;
            if (w->how == 'g' && w->end < commands[i].end - commands[i].off - 0.05) continue;
            told[i] = fmin(told[i], w->how == 'c' ? fmax(w->begin, commands[i].end) : w->end);
            for (n = 0; w->how == 'f' && i != NONE && !is_ordered(&commands[i]) && n++ < NEAR_BY && has_steps();) {
                told[i] = fmin(told[i], w->end);
                i = commands[i].before;
            }
        }
        if (known || w->how == 'c' || (w->how == 'f' && w->queue > 0)) continue;
        if (!is_wait_for_all(w) && is_set_by_host(w)) continue;
        for (i = enqueued_by(w->end), n = 0; i-- > 0 && n++ < NEAR_BY && has_steps();)
            if (commands[i].end < w->end + commands[i].off + 0.05 &&
                (is_wait_for_all(w) || can_wait_for(w, &commands[i]))) told[i] = fmin(told[i], w->end);
    }
    return told;
}

/* Exercise 18: finds partners for copies that feed a launch: a launch, no other copy's partner, so that neither had to
   wait for the other. It looks at the next commands only: at more than a pass of 64 chunks has. A launch that ended
   before a command was enqueued counts as waited for: the host was late, for whatever reason, and that is a wait. A
   copy may have ended by chance before that, so the host must be seen to wait. */
enum { IS_BIG = 1, IS_LARGE = 2, FEEDS = 4, IS_LONG = 8, IS_TARDY = 16, HAS_PARTNER = 32 };
static void partners_find(char *what, const double *told)
{
    char *after = (char *)malloc(count + 1);
    const int either = FEEDS | IS_LONG;
    size_t i, k, needed;
    int w;
    if (!after) fail("memory");
    for (i = 0; i < count; i++) {
        double known = what[i] & IS_LONG ? commands[i].end : told[i];
        if (!(what[i] & either) || what[i] & HAS_PARTNER) continue;
        for (k = i + 1; k < count && k < i + NEAR_BY && commands[k].enqueue <= known - 0.01 && has_steps(); k++) {
            after[k] = (char)is_held_by_host(k, i);
            for (w = 0; w <= commands[k].known && !after[k]; w++)
                after[k] = (needed = needed_by(k, w)) != NONE && (needed == i || (needed > i && after[needed]));
            if (after[k]) known = fmin(known, told[k]);
            if (after[k] || what[k] & HAS_PARTNER || (what[k] & either) != either - (what[i] & either)) continue;
            what[i] |= HAS_PARTNER;
            what[k] |= HAS_PARTNER;
            break;
        }
    }
    free(after);
}

/* Exercise 18: the share of launches whose data could be copied while another launch ran. For each launch it takes the
   last copy that the launch waited for, of at least a 64th of the input. The launch counts if there is a partner for
   that copy. Whether they really overlapped depends on the device. Launches are left out that have less than half of
   the usual items, or take less than a third of the usual time for them. tardy: the host enqueued the copy after the
   launch before had ended. held: all other launches that do not count. computed: items of all launches over numbers
   copied to the device. */
static void beside_print(void)
{
    char *what = (char *)calloc(count + 1, 1);
    size_t *copy = (size_t *)malloc((count + 1) * sizeof *copy), *ran = (size_t *)malloc((count + 1) * sizeof *ran);
    double *told = told_find(), *ended = (double *)malloc((count + 1) * sizeof *ended);
    size_t launches = 0, found = 0, tardy = 0, launch = NONE, i;
    const double usual = usual_items();
    double items = 0, came = 0, ms = 0;
    if (!what || !copy || !ran || !ended) fail("memory");
    for (i = 0; i < count; i++) {
        const command *c = &commands[i];
        const int is_copy = c->kind == 'w', is_launch = c->kind == 'k';
        if (is_copy) came += c->bytes / 4;
        if (is_launch) items += c->items;
        if (is_launch) ms += c->end - c->start;
        if (is_copy && c->bytes >= 4.0 / 64 * (double)order.n) what[i] = IS_BIG;
        if (is_launch && c->items >= 0.5 * usual) what[i] = IS_LARGE;
        ended[i] = is_launch ? c->end : HUGE_VAL;
    }
    last_find(copy, what, IS_BIG, told);
    last_find(ran, what, IS_LARGE, ended);
    for (i = 0; i < count; i++) {
        const command *c = &commands[i];
        if (what[i] & IS_BIG && launch != NONE && commands[launch].end < c->enqueue + 0.01) what[i] |= IS_TARDY;
        if (c->kind != 'k') continue;
        launch = i;
        if (copy[i] != NONE) what[copy[i]] |= FEEDS;
        if (what[i] & IS_LARGE && 3 * (c->end - c->start) * items > ms * c->items) what[i] |= IS_LONG;
    }
    partners_find(what, told);
    for (i = 0; i < count && commands[i].kind != 'k';) i++;
    for (i++; i < count; i++) {             /* without the first launch */
        if (!(what[i] & IS_LONG)) continue;
        launches++;
        if (copy[i] == NONE) continue;
        if (what[copy[i]] & HAS_PARTNER) found++;
        else tardy += (what[copy[i]] & IS_TARDY) != 0;
    }
    printf("beside %.3f\ntardy %lu\nheld %lu\n", launches ? (double)found / (double)launches : 0,
           (unsigned long)tardy, (unsigned long)(launches - found - tardy));
    printf("computed %.3f\n", came > 0 ? items / came : 0);
    chunks_print(copy, ran);
    free(what);
    free(copy);
    free(ran);
    free(told);
    free(ended);
}

/* Exercise 21: for how many ms no launch ran inside of batches. A batch ends where the host waits. If the host waits
   after every few launches, there are no batches, and all idle time counts. */
static int waits_between(double from, double to)
{
    size_t i;
    for (i = first_call(from); i < call_count && calls[i].begin < to && has_steps(); i++)
        if (calls[i].begin > from && (strchr("fw", calls[i].how) || (calls[i].how == 'e' && calls[i].queue > 0)))
            return 1;
    return 0;
}
static void batches_print(void)
{
    const command *last = NULL;
    double inside = 0, between = 0, until = 0;
    size_t launches = 0, batches = 0, i;
    for (i = 0; i < count; i++) {
        const command *c = &commands[i];
        const double gap = last ? fmax(0, c->start - until) : 0;
        int is_end;
        if (c->kind != 'k') continue;
        is_end = last && waits_between(last->enqueue, c->enqueue);
        if (is_end) between += gap;
        else inside += gap;
        batches += (size_t)is_end;
        until = fmax(until, c->end);
        last = c;
        launches++;
    }
    printf("idle %.9g\n", 10 * batches > launches ? inside + between : inside);
}

int main(int argc, char **argv)
{
    const double all = processors_s(1), begin = now_s();
    const char *why;
    char line[512];
    uint64_t random[2];
    double others, passed;
    pid_t child;
    int length, in_time;
    if (argc > 2 && !strcmp(argv[1], "--bare")) {
        close_from(3);
        execvp(argv[2], argv + 2);
        fail(argv[2]);
    }
    if (argc > 2 && !strcmp(argv[1], "--watch")) return watch(argv + 2, 0);
    if (argc > 2 && !strcmp(argv[1], "--watch-threads")) return watch(argv + 2, 1);
    if (argc < 9) {
        fprintf(stderr, "usage: %s SECONDS KIND SCOPE N STEPS SEED CODES COMMAND...\n", argv[0]);
        return 2;
    }
    order.seconds = atof(argv[1]);
    order.kind = argv[2];
    order.scope = argv[3];
    order.n = strtoul(argv[4], NULL, 10);
    order.steps = atoi(argv[5]);
    order.seed = strtoul(argv[6], NULL, 10);
    order.codes = argv[7];
    if (!order.n || !(order.seconds > 0)) return 2;
    signal(SIGPIPE, SIG_IGN);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    draw(random, sizeof random);
    snprintf(word, sizeof word, "%016llx%016llx", (unsigned long long)random[0], (unsigned long long)random[1]);
    child = start(argv + 8);
    prctl(PR_SET_DUMPABLE, 0);          /* else, without a sandbox, a program could read the word in this memory */
    answers.from = ends.answers;
    trace.from = ends.trace;
    length = snprintf(line, sizeof line, "%s %s %s %lu %d %lu %s\n", word, order.kind, order.scope, order.n,
                      order.steps, order.seed, order.codes);
    if (write(ends.order, line, (size_t)length) != length) seen.asked = 0;      /* the program has ended already */
    in_time = attend(child);
    why = end_of(in_time);
    trace_read();
    if (!why) why = trace_fault();
    printf("judged 1\n");
    launches_print();
    frames_print();
    order_print();
    if (!strcmp(order.kind, "pass")) beside_print();
    growth_print();
    if (!strcmp(order.kind, "time")) batches_print();
    if (!why) why = trace_fault();      /* again, since the limit of steps may be reached now */
    if (why) printf("why %s\n", why);
    else printf("end 1\n");
    printf("right %d\n", seen.right == JUDGE_ASKED);
    passed = (now_s() - begin) * (double)sysconf(_SC_NPROCESSORS_ONLN);
    others = passed > 0 ? (processors_s(1) - all - processors_s(0)) / passed : 0;
    printf("others %.3f\nwall %.3f\ncpu_s %.3f\n", others > 0 ? others : 0, now_s() - begin, processors_s(0));
    return 0;
}
