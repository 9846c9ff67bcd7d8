/* link: none */
/* tsan: yes */
/* Facts about threads that record, report, reset, fork and fail at once: nothing is lost, nothing races, nobody waits
   for ever. Each case runs in a process of its own. */
#include <pthread.h>
#include "test.h"

#include "kit.h"
#include "lone.h"

enum { THREADS = 16, NAMES = SANITIZED ? 500 : 10000, FORKS = SANITIZED ? 10 : 50, AT_ONCE_MS = FULL ? 1000 : 300 };

static int stop, reports, report_failures;

static FILE *nowhere(void) {
    FILE *file = fopen("/dev/null", "w");
    if (!file) abort();
    return file;
}
static void add(int *counter, int more) { __atomic_add_fetch(counter, more, __ATOMIC_ACQ_REL); }
static int value(int *counter) { return __atomic_load_n(counter, __ATOMIC_ACQUIRE); }

/* The loops that run until `stop` is set. */
static void *report_all_the_time(void *unused) {
    FILE *file = nowhere();
    while (!value(&stop)) {
        gt_snapshot snap;
        add(&report_failures, gt_report(file) != GT_OK);
        add(&report_failures, gt_write_csv(file) != GT_OK);
        if (gt_snapshot_take(&snap) == GT_OK) gt_snapshot_free(&snap);
        add(&reports, 1);
    }
    fclose(file);
    return unused;
}
static void *fail_all_the_time(void *unused) {
    while (!value(&stop)) gt_error_keep_(GT_ERR_IO, 5, "CODE", "call", "file.c", 7, "a detail");
    return unused;
}
static void *reset_all_the_time(void *unused) {
    while (!value(&stop)) gt_reset();
    return unused;
}
static void *print_error_all_the_time(void *unused) {
    FILE *file = nowhere();
    while (!value(&stop)) gt_fail(file);
    fclose(file);
    return unused;
}

static void pause_ms(long ms) {
    struct timespec pause;
    pause.tv_sec = ms / 1000;
    pause.tv_nsec = ms % 1000 * 1000000;
    nanosleep(&pause, NULL);
}

/* ---- many names at once ------------------------------------------------------------------------------------------ */

static void *record_names(void *unused) {
    int i;
    for (i = 0; i < NAMES; i++) {
        char name[32];
        gt_scope s;
        snprintf(name, sizeof name, "name %d", i);
        s = gt_scope_begin(name);
        gt_scope_end(&s);
    }
    return unused;
}
LONE(names_of_16_threads_are_all_there_though_reports_run_meanwhile, 120) {
    pthread_t thread[THREADS], reporter;
    gt_snapshot snap;
    double begin = lone_seconds(CLOCK_MONOTONIC);
    size_t i, wrong = 0;
    CHECK_EQUAL(pthread_create(&reporter, NULL, report_all_the_time, NULL), 0);
    for (i = 0; i < THREADS; i++) CHECK_EQUAL(pthread_create(&thread[i], NULL, record_names, NULL), 0);
    for (i = 0; i < THREADS; i++) CHECK_EQUAL(pthread_join(thread[i], NULL), 0);
    printf("compare: %d threads with %d names recorded in %.2f s", THREADS, NAMES,
           lone_seconds(CLOCK_MONOTONIC) - begin);
    add(&stop, 1);
    CHECK_EQUAL(pthread_join(reporter, NULL), 0);
    printf(", with %d reports meanwhile in %.2f s\n", reports, lone_seconds(CLOCK_MONOTONIC) - begin);
    CHECK_EQUAL(report_failures, 0);
    CHECK_EQUAL(gt_snapshot_take(&snap), GT_OK);
    CHECK_EQUAL(snap.count, NAMES);
    CHECK_EQUAL(snap.lost, 0);
    for (i = 0; i < snap.count; i++)
        wrong += snap.series[i].n != THREADS || snap.series[i].kept != THREADS || snap.series[i].threads != THREADS;
    CHECK_EQUAL(wrong, 0);
    gt_snapshot_free(&snap);
    return 0;
}

/* ---- fork -------------------------------------------------------------------------------------------------------- */

/* Returns 1 if the report says that another process has samples of this one, too. */
static int says_forked(void) {
    gt_finding *list;
    size_t count;
    int says = 0;
    if (gt_findings(&list, &count) != GT_OK) return -1;
    for (size_t i = 0; i < count; i++)
        says |= list[i].code == GT_FINDING_ENV && strstr(list[i].figures, "forked: process ") != NULL;
    free(list);
    return says;
}
static int child_of_fork(void) {
    gt_snapshot snap;
    FILE *file = nowhere();
    const gt_series *s;
    GT_SCOPE("in the child") {}
    if (gt_report(file) != GT_OK) return 2;
    if (gt_snapshot_take(&snap) != GT_OK) return 3;
    s = gt_snapshot_find(&snap, "in the child");
    if (!s || s->n != 1) return 4;
    if (says_forked() != 1) return 5;
    gt_reset();
    return says_forked() ? 6 : 0;
}
LONE(fork_while_another_thread_reports_leaves_a_child_that_works, 200) {
    pthread_t reporter;
    int i, hung = 0, failed = 0;
    for (i = 0; i < 2000; i++) GT_SCOPE("before") {}
    CHECK_EQUAL(pthread_create(&reporter, NULL, report_all_the_time, NULL), 0);
    while (value(&reports) < 2) pause_ms(1);
    for (i = 0; i < FORKS && hung < 3; i++) {
        pid_t child = fork();
        int status;
        CHECK(child >= 0);
        if (child == 0) {
            const int wrong = child_of_fork();
            /* valgrind would say that what the reporter holds is lost */
            if (!wrong) execl("/bin/true", "true", (char *)NULL);
            _exit(wrong);
        }
        status = lone_wait(child, 10);
        hung += status == -1;
        failed += status != 0;
        pause_ms(1);
    }
    add(&stop, 1);
    CHECK_EQUAL(pthread_join(reporter, NULL), 0);
    printf("compare: %d forks, %d children hung, %d failed or hung; %d reports meanwhile\n", i, hung, failed, reports);
    CHECK_EQUAL(failed, 0);
    CHECK_EQUAL(report_failures, 0);
    CHECK_EQUAL(says_forked(), 0);
    return 0;
}

/* ---- errors and trials ------------------------------------------------------------------------------------------- */

static int run_at_once(void *(*const bodies[])(void *), size_t count, long ms) {
    pthread_t thread[8];
    size_t i;
    for (i = 0; i < count; i++) CHECK_EQUAL(pthread_create(&thread[i], NULL, bodies[i], NULL), 0);
    pause_ms(ms);
    add(&stop, 1);
    for (i = 0; i < count; i++) CHECK_EQUAL(pthread_join(thread[i], NULL), 0);
    return 0;
}
LONE(errors_are_kept_printed_and_forgotten_at_once, 200) {
    void *(*const bodies[])(void *) = { fail_all_the_time, fail_all_the_time, print_error_all_the_time,
                                        reset_all_the_time, report_all_the_time };
    CHECK(run_at_once(bodies, 5, AT_ONCE_MS) == 0);
    gt_reset();
    CHECK(gt_error_first() == NULL);
    return 0;
}

static void *try_all_the_time(void *unused) {
    while (!value(&stop)) {
        GT_TRIAL("trial", .max_n = 30, .budget_s = 0.1) {}
        GT_COMPARE("comparison", .max_n = 10, .budget_s = 0.1, .threshold = 0.05) {
            GT_SIDE("one") {}
            GT_SIDE("two") {}
        }
    }
    return unused;
}
static void *record_all_the_time(void *unused) {
    while (!value(&stop)) {
        GT_SCOPE("outer") {
            GT_SCOPE_EXACT("inner") GT_WORK(1, 2);
        }
        (void)gt_series_add("elsewhere", 5);
    }
    return unused;
}
LONE(trials_run_while_others_report, 200) {
    void *(*const bodies[])(void *) = { try_all_the_time, try_all_the_time, record_all_the_time, report_all_the_time,
                                        report_all_the_time };
    CHECK(run_at_once(bodies, 5, AT_ONCE_MS) == 0);
    CHECK_EQUAL(report_failures, 0);
    return 0;
}
LONE(everything_runs_while_others_reset, 200) {
    void *(*const bodies[])(void *) = { try_all_the_time, record_all_the_time, record_all_the_time, report_all_the_time,
                                        reset_all_the_time };
    CHECK(run_at_once(bodies, 5, AT_ONCE_MS) == 0);
    return 0;
}

/* Threads begin and end all the time, so that the memory of one serves the next. */
static void *record_once(void *unused) {
    GT_SCOPE("outer") {
        GT_SCOPE("inner") {}
    }
    return unused;
}
static void *start_threads(void *count) {
    int i;
    for (i = 0; i < *(const int *)count; i++) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, record_once, NULL) || pthread_join(thread, NULL)) break;
    }
    return NULL;
}
LONE(threads_begin_and_end_while_others_report, 200) {
    int each = SANITIZED ? 200 : 2000;
    pthread_t starter[4], reporter;
    gt_snapshot snap;
    size_t i;
    CHECK_EQUAL(pthread_create(&reporter, NULL, report_all_the_time, NULL), 0);
    for (i = 0; i < 4; i++) CHECK_EQUAL(pthread_create(&starter[i], NULL, start_threads, &each), 0);
    for (i = 0; i < 4; i++) CHECK_EQUAL(pthread_join(starter[i], NULL), 0);
    add(&stop, 1);
    CHECK_EQUAL(pthread_join(reporter, NULL), 0);
    CHECK_EQUAL(report_failures, 0);
    CHECK_EQUAL(gt_snapshot_take(&snap), GT_OK);
    CHECK_EQUAL(snap.count, 2);
    CHECK_EQUAL(snap.series[0].n, 4 * each);
    CHECK_EQUAL(snap.series[1].n, 4 * each);
    CHECK_EQUAL(snap.series[0].threads, 4 * each);
    CHECK_EQUAL(snap.lost, 0);
    gt_snapshot_free(&snap);
    return 0;
}

int main(void) {
    return test_all(NULL, NULL);
}
