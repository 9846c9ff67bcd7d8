/* link: none */
/* asan: yes */
/* Facts about clocks that stand still, as faked ones do and those of stopped machines: nothing waits for them for ever,
   and the report says it. The clock of this program's system stands when a test says so. */
#include <time.h>
#include <unistd.h>
#include "test.h"

#include "kit.h"
#include "host.h"

GT_EXTERN_C_ long kernel_call(long number, ...) __asm__("syscall");
#if defined(__x86_64__)
enum { CLOCK_GETTIME = 228 };
#elif defined(__aarch64__) || defined(__riscv)
enum { CLOCK_GETTIME = 113 };
#else
enum { CLOCK_GETTIME = -1 };
#endif

enum { RAW_CLOCK = 4 };         /* that of the kit: CLOCK_MONOTONIC_RAW in the interface of Linux */
static int stands;
static struct timespec stood_at;
int clock_gettime(clockid_t id, struct timespec *t) {
    if (!stands) return (int)kernel_call(CLOCK_GETTIME, (long)id, t);
    *t = stood_at;
    return 0;
}
static void stand(void) {
    assert_int_equal(clock_gettime(RAW_CLOCK, &stood_at), 0);
    stands = 1;
}

static int clock_that_can_stand(void **state) {
    (void)state;
    if (CLOCK_GETTIME < 0) skip();
    stands = 0;
    alarm(60);          /* what waits for ever ends here */
    return use_own_clock(NULL);
}
static int clock_runs_again(void **state) {
    stands = 0;
    alarm(0);
    (void)use_own_clock(NULL);
    return stop_looking(state);
}
static int is_in_report(const char *text) {
    char *report = report_text();
    const int is = strstr(report, text) != NULL;
    if (!is) print_error("'%s' is not in:\n%s", text, report);
    free(report);
    return is;
}

TEST(system_clock_that_stands_at_the_start_is_said_and_nothing_waits_for_it,
     clock_that_can_stand, clock_runs_again) {
    stand();
    assert_int_equal(gt_clock_set(NULL, NULL, NULL), GT_OK);
    for (int i = 0; i < 10; i++) GT_SCOPE("timeless") { }
    assert_string_equal(gt_clock_info().name, "os");
    assert_int_equal(look("timeless")->n, 10);
    assert_number(look("timeless")->sum_ns, 0);
    assert_true(is_in_report("cpu-clock: the system's clock stands still: no time can be told"));
    assert_int_equal(gt_verdict(GT_FAULT), 1);
}
TEST(clock_that_runs_is_not_said_to_stand, clock_that_can_stand, clock_runs_again) {
    char *report;
    GT_SCOPE("timed") { }
    report = report_text();
    assert_null(strstr(report, "stands still"));
    free(report);
}
TEST(counter_is_not_fitted_to_a_system_clock_that_has_stopped, clock_that_can_stand, clock_runs_again) {
    double fit_ms, rate;
    gt_clk_.first = gt_endpoint_read_(~UINT64_C(0));
    stand();
    rate = gt_fit_(&fit_ms);
    assert_number(rate, 0);
    assert_true(is_in_report("stands still: no time can be told"));
}
TEST(stated_rate_is_not_confirmed_by_a_system_clock_that_has_stopped, clock_that_can_stand, clock_runs_again) {
    gt_clk_.first = gt_endpoint_read_(~UINT64_C(0));
    stand();
    assert_false(gt_runs_at_(1e9));
}
static uint64_t calls;
static uint64_t count_calls(void *user) {
    (void)user;
    return ++calls;
}
TEST(another_clock_is_taken_though_that_of_the_system_stands, clock_that_can_stand, clock_runs_again) {
    stand();
    assert_int_equal(gt_clock_set(count_calls, NULL, "calls"), GT_OK);
    GT_SCOPE("counted") { }
    assert_int_equal(look("counted")->n, 1);
    assert_true(look("counted")->sum_ns > 0);
}
TEST(step_back_of_the_system_clock_is_not_mended_by_choosing_it, clock_that_can_stand, clock_runs_again) {
    char *report;
    gt_clk_.kind = GT_CLOCK_OS_;
    gt_state_change_(gt_running_mode_());
    stand();
    GT_SCOPE("set back") stood_at.tv_sec--;
    report = report_text();
    assert_non_null(strstr(report, "set back: clock-step: 1 "));
    assert_null(strstr(report, "GT_CLOCK=os in"));
    free(report);
}

int main(void) { return test_all(NULL, NULL); }
