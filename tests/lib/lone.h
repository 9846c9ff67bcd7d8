/* For tests whose cases run in separate processes. A crash or a hang is then one failed test, and each case has a fresh
   kit. Include after test.h and the implementation. POSIX. */
#ifndef LONE_H
#define LONE_H

#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* For use in a case: if the condition does not hold, prints it and ends the case. After a failed assertion of cmocka,
   the new process would run the next test. */
#define CHECK(condition) do { if (!(condition)) return lone_failed(__LINE__, #condition); } while (0)
#define CHECK_EQUAL(got, expected) \
    do { if ((long long)(got) != (long long)(expected)) \
        return lone_differs(__LINE__, #got, (long long)(got), (long long)(expected)); } while (0)

static inline int lone_failed(int line, const char *condition) {
    printf("line %d: does not hold: %s\n", line, condition);
    return 1;
}
static inline int lone_differs(int line, const char *what, long long got, long long expected) {
    printf("line %d: %s is %lld, not %lld\n", line, what, got, expected);
    return 1;
}

static inline double lone_seconds(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Whether seconds(n, how), processor time, grows from n = few to n = many by more than `most` times, and to more than
   `least` seconds. On a busy machine it may do so by chance, so it does only if it did in each of five tries. */
static inline int lone_grows(double (*seconds)(size_t n, int how), int how, size_t few, size_t many, double most,
                             double least) {
    int tries = 5;
    double short_s, long_s;
    do {
        short_s = seconds(few, how);
        long_s = seconds(many, how);
        printf("compare: %d: %.3f and %.3f us for each\n", how, short_s * 1e6 / (double)few,
               long_s * 1e6 / (double)many);
    } while (long_s > most * short_s && long_s > least && --tries);
    return !tries;
}

enum { LONE_SLOWER = SANITIZED ? 10 : 1 };      /* times in seconds are for a program without sanitizers */

/* Returns the wait status of a process, or -1 if it had to be killed after `seconds`. */
static inline int lone_wait(pid_t child, double seconds) {
    const struct timespec pause = { 0, 2000000 };
    double end = lone_seconds(CLOCK_MONOTONIC) + LONE_SLOWER * seconds;
    int status = 0;
    while (waitpid(child, &status, WNOHANG) == 0) {
        if (lone_seconds(CLOCK_MONOTONIC) > end) {
            kill(child, SIGKILL);
            waitpid(child, &status, 0);
            return -1;
        }
        nanosleep(&pause, NULL);
    }
    return status;
}

/* Runs a case in a new process. The case returns 0 if all conditions hold. */
static inline void lone_run(int (*body)(void), double seconds) {
    pid_t child;
    int status;
    fflush(NULL);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        int failed;
        signal(SIGSEGV, SIG_DFL);   /* cmocka's handler would run the next test in this process */
        signal(SIGBUS, SIG_DFL);
        signal(SIGFPE, SIG_DFL);
        alarm(LONE_SLOWER * (unsigned)seconds + 5);   /* in case the parent ends first */
        failed = body();
        fflush(NULL);
        _exit(failed);
    }
    status = lone_wait(child, seconds);
    if (status == -1) fail_msg("it hangs: ended after %.0f s", LONE_SLOWER * seconds);
    if (WIFSIGNALED(status)) fail_msg("it crashed: signal %d", WTERMSIG(status));
    if (WEXITSTATUS(status)) fail_msg("exit status %d", WEXITSTATUS(status));
}

/* LONE(name, seconds) { ... } defines a case, and a test of that name that runs it. */
#define LONE(name, seconds) \
    static int name(void); \
    static void test_##name(void **state) { (void)state; lone_run(name, seconds); } \
    TEST_ADD_(tests, name, test_##name, NULL, NULL) \
    static int name(void)

#endif
