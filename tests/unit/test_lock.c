/* test_lock.c - what several threads, a forked child and a signal handler do to the kit's locks, its first error and
   the fit of its clock. */
/* link: none */
/* tsan: yes */
#define _GNU_SOURCE
#include "kit.h"

#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "test.h"

#if defined(__SANITIZE_THREAD__)
#define UNDER_TSAN 1
#else
#define UNDER_TSAN 0
#endif

static uint32_t stage;
static void wait_for(uint32_t n) {
    while (__atomic_load_n(&stage, __ATOMIC_ACQUIRE) != n) gt_yield_();
}
static void go_to(uint32_t n) { __atomic_store_n(&stage, n, __ATOMIC_RELEASE); }

static void *hold(void *word) {
    gt_word_lock_((uint32_t *)word);
    go_to(1);
    wait_for(2);
    gt_word_unlock_((uint32_t *)word);
    return NULL;
}
/* 1: the child ended well within ten seconds. */
static int child_works_while_a_thread_holds(uint32_t *word, void (*work)(void)) {
    int status = 1;
    pthread_t thread;
    pid_t child;
    go_to(0);
    assert_int_equal(pthread_create(&thread, NULL, hold, word), 0);
    wait_for(1);
    child = fork();
    if (!child) {
        alarm(10);
        work();
        _exit(0);
    }
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_false(gt_word_try_lock_(word));              /* the parent's thread still has it */
    go_to(2);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_true(gt_word_try_lock_(word));
    gt_word_unlock_(word);
    return status == 0;
}
static void record_and_report(void) {
    FILE *nowhere = fopen("/dev/null", "w");
    GT_SCOPE("in a child") { gt_clock_ns(1); }
    gt_error_keep_(GT_ERR_ARGUMENT, 0, NULL, "in a child", "", 0, NULL);
    if (!nowhere || gt_report(nowhere) != GT_OK || gt_fail(nowhere) != 1) _exit(1);
    gt_reset();
}
static void use_the_clock(void) {
    if (!(gt_clock_info().hz > 0)) _exit(1);
}
TEST(child_forked_while_a_thread_holds_the_lock_works) {
    if (UNDER_TSAN) skip();                             /* it refuses threads in such a child */
    assert_true(child_works_while_a_thread_holds(&gt_lock_word_, record_and_report));
}
TEST(child_forked_while_a_thread_fits_the_clock_works) {
    if (UNDER_TSAN) skip();
    assert_true(child_works_while_a_thread_holds(&gt_clk_.fitting, use_the_clock));
}

static double seconds_of(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
/* It holds the kit's lock for 60 ms. */
static double released_s;
static void *hold_long(void *unused) {
    (void)unused;
    gt_lock_();
    go_to(1);
    gt_sleep_(60);
    released_s = seconds_of(CLOCK_MONOTONIC);
    gt_unlock_();
    return NULL;
}
static void hold_the_lock_while(void (*work)(void)) {
    pthread_t thread;
    go_to(0);
    assert_int_equal(pthread_create(&thread, NULL, hold_long, NULL), 0);
    wait_for(1);
    work();
    assert_int_equal(pthread_join(thread, NULL), 0);
}
/* A thread with a higher priority than the holder's does not leave the processor to it by a yield. */
static void lock_and_unlock(void) {
    gt_lock_();
    gt_unlock_();
}
TEST(who_waits_long_for_the_lock_leaves_the_processor) {
    const double begin = seconds_of(CLOCK_MONOTONIC), cpu = seconds_of(CLOCK_THREAD_CPUTIME_ID);
    hold_the_lock_while(lock_and_unlock);
    const double took = seconds_of(CLOCK_MONOTONIC) - begin, spent = seconds_of(CLOCK_THREAD_CPUTIME_ID) - cpu;
    printf("compare: waited %.1f ms, with %.1f ms of the processor\n", 1e3 * took, 1e3 * spent);
    assert_true(took > 0.05);
    assert_true(spent < took / 2);
}
/* A report holds the lock while it copies all: a wait for it is the kit's part of the time. */
static double asked_s;
static void first_use(void) {
    asked_s = seconds_of(CLOCK_MONOTONIC);
    GT_SCOPE("used for the first time") {}
}
TEST(wait_for_the_lock_at_a_first_use_is_the_kits_time) {
    double held_s = 0, kit_s = 0;
    int tries = 20;
    do {                        /* on a busy machine this thread may run late, before its wait or when that is over */
        gt_snapshot snap;
        gt_reset();
        GT_SCOPE("around") hold_the_lock_while(first_use);
        held_s = released_s - asked_s;
        assert_int_equal(gt_snapshot_take(&snap), GT_OK);
        const gt_series *around = gt_snapshot_find(&snap, "around");
        assert_non_null(around);
        assert_true(around->ns[0] > 50e6);
        kit_s = 1e-9 * around->kit_ns;
        gt_snapshot_free(&snap);
        printf("compare: the lock was held for %.1f ms, of which the kit has %.1f ms\n", 1e3 * held_s, 1e3 * kit_s);
    } while ((held_s < 0.05 || kit_s <= 0.8 * held_s) && --tries);
    assert_true(tries);
    gt_reset();
}

static int handled, refused;
static void handler(int number) {
    (void)number;
    handled++;
    if (!gt_busy_begin_()) refused++;
    else gt_busy_end_();
}
TEST(handler_learns_whether_its_thread_is_inside_of_the_kit) {
    signal(SIGUSR1, handler);
    assert_true(gt_busy_begin_());
    raise(SIGUSR1);
    assert_int_equal(refused, 1);
    gt_busy_end_();
    raise(SIGUSR1);
    assert_int_equal(refused, 1);
    assert_int_equal(handled, 2);
    signal(SIGUSR1, SIG_DFL);
}

enum { ROUNDS = 300 };
static void *fail_and_reset(void *unused) {
    char text[100];
    (void)unused;
    for (int i = 0; i < ROUNDS; i++) {
        memset(text, 'a' + i % 26, sizeof text - 1);
        text[sizeof text - 1] = 0;
        gt_error_keep_(GT_ERR_ARGUMENT, 0, text, text, text, i, text);
        for (int k = 0; k < 20; k++) gt_yield_();           /* long enough to be printed */
        gt_reset();
    }
    return NULL;
}
static void *print(void *unused) {
    FILE *nowhere = fopen("/dev/null", "w");
    (void)unused;
    for (int i = 0; nowhere && i < ROUNDS; i++) {
        gt_kept_error_ kept;
        gt_fail(nowhere);
        if (!gt_error_copy_(&kept)) continue;
        for (const char *s = kept.error.detail; *s; s++) assert_int_equal(*s, kept.error.call[0]);
    }
    fclose(nowhere);
    return NULL;
}
TEST(first_error_is_whole_while_others_fail_and_reset) {
    pthread_t thread[4];
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, i % 2 ? print : fail_and_reset, NULL), 0);
    for (int i = 0; i < 4; i++) pthread_join(thread[i], NULL);
    gt_reset();
}

static void *inform(void *info) {
    *(gt_clock *)info = gt_clock_info();
    return NULL;
}
TEST(clock_that_was_fitted_while_off_is_measured_once_by_all_threads) {
    gt_clock info[4];
    pthread_t thread[4];
    assert_int_equal(gt_clock_set(NULL, NULL, NULL), GT_OK);
    gt_enable(0);
    assert_true(gt_clock_info().hz > 0);
    assert_true(gt_clock_info().scope_ns == 0.0);
    gt_enable(1);
    for (int i = 0; i < 4; i++) assert_int_equal(pthread_create(&thread[i], NULL, inform, &info[i]), 0);
    for (int i = 0; i < 4; i++) pthread_join(thread[i], NULL);
    for (int i = 0; i < 4; i++) {
        assert_true(info[i].scope_ns > 0 && info[i].read_ns > 0);
        assert_true(info[i].scope_ns >= info[0].scope_ns && info[i].scope_ns <= info[0].scope_ns);
    }
}

int main(void) {
    return test_all(NULL, NULL);
}
