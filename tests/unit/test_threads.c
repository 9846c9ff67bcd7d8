/* link: none */
/* tsan: yes */
/* Facts about threads: nothing is lost, order is kept per thread, others may look and reset meanwhile. */
#include <pthread.h>
#include <time.h>
#include "test.h"

#include "kit.h"
#include "host.h"

/* In all, of two names: each pass runs an outer and an inner one. make test-full: 64 threads, 10 million. */
enum { THREADS = FULL ? 64 : 8, SCOPES = FULL ? 10240000 : 1024000 / THINNER };

static uint32_t running, looks_taken, looks_awaited;   /* awaited: so many have to be taken while the threads record */

static void *record_passes(void *passes) {
    size_t i, n = *(const size_t *)passes;
    uint32_t awaited = __atomic_load_n(&looks_awaited, __ATOMIC_ACQUIRE);
    struct timespec pause = { 0, 100000 };
    for (i = 0; i < n; i++) {
        GT_SCOPE("pass") {
            GT_SCOPE("step") GT_WORK(1, 2);
        }
        while (i > n / 2 && __atomic_load_n(&looks_taken, __ATOMIC_ACQUIRE) < awaited) nanosleep(&pause, NULL);
    }
    __atomic_sub_fetch(&running, 1, __ATOMIC_ACQ_REL);
    return NULL;
}
static void start(pthread_t *thread, size_t *passes, uint32_t looks) {
    int i;
    running = THREADS;
    looks_taken = 0;
    looks_awaited = looks;
    for (i = 0; i < THREADS; i++) assert_int_equal(pthread_create(&thread[i], NULL, record_passes, passes), 0);
}
static void join(const pthread_t *thread) {
    int i;
    for (i = 0; i < THREADS; i++) assert_int_equal(pthread_join(thread[i], NULL), 0);
}
static int still_running(void) { return __atomic_load_n(&running, __ATOMIC_ACQUIRE) != 0; }

/* How many; each one's samples stand together, in the order of begin. */
static size_t threads_in_order(const gt_series *s) {
    size_t i, threads = s->kept > 0;
    for (i = 1; i < s->kept; i++) {
        assert_true(s->thread[i] >= s->thread[i - 1]);
        if (s->thread[i] != s->thread[i - 1]) threads++;
        else assert_true(s->begin_ns[i] >= s->begin_ns[i - 1]);
    }
    return threads;
}

/* Threads share the run that was judged last, and the last that reads it frees it. */
static void *report_again(void *unused) {
    FILE *out = fopen("/dev/null", "w");
    for (int i = 0; out && i < 20; i++) {
        gt_finding *list;
        size_t count, k;
        if (i % 5 == 0) GT_SCOPE("now and then") {}
        (void)gt_report(out);
        (void)gt_verdict(GT_WARNING);
        if (gt_findings(&list, &count) != GT_OK) continue;
        for (k = 0; k < count; k++) if (!list[k].name[0] || !list[k].sentence[0]) return NULL;
        free(list);
    }
    if (out) fclose(out);
    return out ? (void *)&running : unused;
}
TEST(threads_share_the_run_that_was_judged_last, use_own_clock) {
    pthread_t thread[THREADS];
    void *good;
    for (int i = 0; i < 100; i++) GT_SCOPE("before") {}
    for (int i = 0; i < THREADS; i++) assert_int_equal(pthread_create(&thread[i], NULL, report_again, NULL), 0);
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(thread[i], &good), 0);
        assert_non_null(good);
    }
    assert_int_equal(look("now and then")->n, 4 * THREADS);
}
TEST(scopes_of_many_threads_are_all_there_though_reports_ran_meanwhile, use_own_clock) {
    pthread_t thread[THREADS];
    size_t passes = SCOPES / 2 / THREADS, last = 0;
    const gt_series *pass, *step;
    gt_status report = GT_OK;
    uint32_t looks;
    start(thread, &passes, 3);
    for (looks = 0; looks < 3; __atomic_store_n(&looks_taken, ++looks, __ATOMIC_RELEASE)) {
        if (looks == 1) {
            free(text_of(gt_report, &report));
            if (report != GT_OK) break;
            continue;
        }
        pass = look("pass");
        /* No assertion: threads are to be joined first. */
        if (pass->n < last || pass->n > SCOPES / 2 || pass->backwards) break;
        last = pass->n;
    }
    __atomic_store_n(&looks_taken, 3, __ATOMIC_RELEASE);
    join(thread);
    assert_int_equal(looks, 3);
    look("pass");
    pass = gt_snapshot_find(&shown, "pass");
    step = gt_snapshot_find(&shown, "pass/step");
    assert_int_equal(pass->n, SCOPES / 2);
    assert_int_equal(step->n, SCOPES / 2);
    assert_int_equal(pass->kept, SCOPES / 2);
    assert_int_equal(pass->threads, THREADS);
    assert_int_equal(threads_in_order(pass), THREADS);
    assert_int_equal(threads_in_order(step), THREADS);
    assert_int_equal(step->unclaimed, 0);
    assert_int_equal(pass->voided + pass->left_early + pass->abandoned + pass->backwards, 0);
    assert_int_equal(shown.lost, 0);
}
TEST(report_names_the_number_of_threads, use_own_clock) {
    pthread_t thread[THREADS];
    size_t passes = 10;
    char *text, named[32];
    start(thread, &passes, 0);
    join(thread);           /* their samples outlive them */
    text = report_text();
    snprintf(named, sizeof named, "[%d threads]", THREADS);
    assert_non_null(strstr(text, named));
    free(text);
}
static int plausible(const gt_series *s, size_t most) {
    size_t k;
    if (s->backwards || s->n > most || s->kept > s->n) return 0;
    for (k = 0; k < s->kept; k++)
        if (!(s->ns[k] >= 0 && s->ns[k] < 1e11) || (k && s->thread[k] < s->thread[k - 1])) return 0;
    return 1;
}
TEST(resets_and_snapshots_meanwhile_leave_nothing_wrong_behind, use_own_clock) {
    pthread_t thread[THREADS];
    size_t passes = 20000 / THINNER, wrong = 0, failed = 0;
    uint32_t looks = 0;
    start(thread, &passes, 50);
    while (still_running()) {
        gt_snapshot snap;
        size_t i;
        gt_reset();
        failed += gt_snapshot_take(&snap) != GT_OK;
        for (i = 0; i < snap.count; i++) wrong += !plausible(&snap.series[i], THREADS * passes);
        gt_snapshot_free(&snap);
        __atomic_store_n(&looks_taken, ++looks, __ATOMIC_RELEASE);
    }
    join(thread);
    assert_true(looks >= 50);
    assert_int_equal(failed, 0);
    assert_int_equal(wrong, 0);
    gt_reset();
    look("pass");
    assert_int_equal(gt_snapshot_find(&shown, "pass")->n, 0);
    assert_int_equal(gt_snapshot_find(&shown, "pass")->voided, 0);
    passes = 10;
    start(thread, &passes, 0);
    join(thread);
    assert_int_equal(look("pass")->n, 10 * THREADS);
    assert_int_equal(look("pass/step")->n, 10 * THREADS);
}
static void *report_some(void *unused) {
    int i;
    (void)unused;
    for (i = 0; i < 5; i++) {
        gt_snapshot snap;
        if (gt_snapshot_take(&snap) == GT_OK) gt_snapshot_free(&snap);
        (void)gt_clock_info().drift_ppm;
        (void)gt_error_first();
    }
    return NULL;
}
TEST(two_threads_may_report_at_a_time, use_own_clock) {
    pthread_t other;
    GT_SCOPE("one") { }
    assert_int_equal(pthread_create(&other, NULL, report_some, NULL), 0);
    report_some(NULL);
    assert_int_equal(pthread_join(other, NULL), 0);
    assert_int_equal(look("one")->n, 1);
}
static void *switch_often(void *unused) {
    int i;
    (void)unused;
    for (i = 0; i < 2000; i++) gt_enable(i & 1);
    gt_enable(1);
    return NULL;
}
TEST(switching_meanwhile_makes_scopes_void_or_skipped_but_never_wrong, use_own_clock) {
    pthread_t thread[THREADS], other;
    size_t passes = 20000;
    start(thread, &passes, 0);
    assert_int_equal(pthread_create(&other, NULL, switch_often, NULL), 0);
    join(thread);
    assert_int_equal(pthread_join(other, NULL), 0);
    look("pass");
    assert_true(gt_snapshot_find(&shown, "pass")->n + gt_snapshot_find(&shown, "pass")->voided <= THREADS * passes);
    assert_int_equal(gt_snapshot_find(&shown, "pass")->abandoned, 0);
    assert_int_equal(shown.lost, 0);
    gt_reset();
    passes = 5;
    start(thread, &passes, 0);
    join(thread);
    assert_int_equal(look("pass")->n, 5 * THREADS);
    assert_int_equal(look("pass")->depth, 0);
}

static void *first_tick(void *ticks) {
    *(uint64_t *)ticks = gt_clock_ticks();
    GT_SCOPE("first") { }
    return NULL;
}
TEST(clock_starts_once_whoever_is_first) {  /* runs first, before any other use of the kit */
    pthread_t thread[THREADS];
    uint64_t ticks[THREADS];
    int i;
    for (i = 0; i < THREADS; i++) assert_int_equal(pthread_create(&thread[i], NULL, first_tick, &ticks[i]), 0);
    join(thread);
    for (i = 0; i < THREADS; i++) assert_true(ticks[i] != 0);
    assert_int_equal(look("first")->n, THREADS);
    assert_int_equal(look("first")->threads, THREADS);
}

int main(void) {
    return test_all(NULL, stop_looking);
}
