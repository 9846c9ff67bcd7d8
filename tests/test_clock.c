/* alone: yes */
/* link: none */
/* Facts about the clock: what it says of itself, that it agrees with the system's, how it is chosen and replaced. */
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "test.h"

#define GPUTIME_IMPLEMENTATION
#include "gputime.h"
#include "host.h"

#ifdef CLOCK_MONOTONIC_RAW
#define RAW_CLOCK CLOCK_MONOTONIC_RAW
#elif defined(__linux__)
#define RAW_CLOCK 4             /* its number in the kernel's interface; a strict POSIX hides the name */
#else
#define RAW_CLOCK CLOCK_MONOTONIC
#endif

static double raw_ns(void) {
    struct timespec t;
    assert_int_equal(clock_gettime(RAW_CLOCK, &t), 0);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}
static void sleep_ms(long ms) {
    struct timespec t;
    t.tv_sec = ms / 1000;
    t.tv_nsec = ms % 1000 * 1000000;
    nanosleep(&t, NULL);
}

/* ---- the kit's own clock ---- */

static void figures_of_own_clock_are_plausible(void **state) {
    gt_clock c = gt_clock_info();
    (void)state;
    assert_true(c.hz > 1e6 && c.hz < 1e11);
    assert_true(c.step_ns > 0 && c.step_ns < 1e6);
    assert_true(c.read_ns > 0 && c.read_ns < 1e5);
    assert_true(c.scope_ns > 0 && c.scope_ns < 1e6);
    assert_true(c.exact_ns > 0 && c.exact_ns < 1e6);
    if (strcmp(c.name, "os")) {
        assert_true(!strcmp(c.name, "tsc") || !strcmp(c.name, "cntvct"));
        assert_string_equal(c.reason, "");
        assert_true(c.fit_ms > 0);
    } else {
        assert_true(c.reason[0] != 0);
    }
}

static void empty_scope_figure_is_there_though_first_asked_for_while_off(void **state) {
    gt_clock c;
    (void)state;
    gt_enable(0);
    gt_clock_info();
    gt_enable(1);
    c = gt_clock_info();
    assert_true(c.scope_ns > 0);
    assert_true(c.exact_ns > 0);
}

/* The system's clock is read just outside and just inside, so that an interruption between two readings
   spoils nothing. */
static void assert_agrees_with_raw_clock(long ms, double part) {
    gt_timer t = {0};
    double outside = raw_ns(), inside, shorter, longer, measured;
    gt_timer_start(&t);
    inside = raw_ns();
    sleep_ms(ms);
    shorter = raw_ns() - inside;
    gt_timer_stop(&t);
    longer = raw_ns() - outside;
    measured = gt_timer_ns(&t);
    print_message("%s measures %.0f ns; CLOCK_MONOTONIC_RAW says %.0f to %.0f\n", gt_clock_info().name, measured,
                  shorter, longer);
    assert_true(measured >= shorter * (1 - part));
    assert_true(measured <= longer * (1 + part));
}
static void timer_agrees_with_raw_clock_over_200_ms(void **state) {
    (void)state;
    assert_agrees_with_raw_clock(200, 1e-4);
}
/* There are two ways to the rate: a fit over 1 ms when it is asked for early, and two endpoints 20 ms or more apart. */
static void rate_that_was_fitted_early_agrees_with_raw_clock(void **state) {
    (void)state;
    assert_true(gt_clock_info().fit_ms < 20);
    assert_agrees_with_raw_clock(100, 1e-4);
}
static void scope_agrees_with_timer_around_it(void **state) {
    gt_timer t = {0};
    const gt_series *s;
    (void)state;
    gt_timer_start(&t);
    GT_SCOPE("agrees") { sleep_ms(5); }
    gt_timer_stop(&t);
    s = look("agrees");
    assert_int_equal(s->n, 1);
    assert_true(s->sum_ns <= gt_timer_ns(&t) + 1000);
    assert_true(s->sum_ns >= 5e6 * (1 - 1e-4));
}

static void ticks_of_one_thread_never_step_back(void **state) {
    uint64_t last = gt_clock_ticks();
    int i, back = 0;
    (void)state;
    for (i = 0; i < 100000; i++) {
        uint64_t now = gt_clock_ticks();
        back += now < last;
        last = now;
    }
    assert_int_equal(back, 0);
}

static void one_second_of_ticks_is_one_second(void **state) {
    double ns = gt_clock_ns((uint64_t)gt_clock_info().hz);
    (void)state;
    assert_true(ns > 1e9 - 100 && ns < 1e9 + 100);
}

/* ---- another clock ---- */

static uint64_t times_called;
static uint64_t count_calls(void *user) {
    ++*(uint64_t *)user;
    return 42;
}
static void user_clock_gets_its_argument_and_counts_ns(void **state) {
    gt_clock c;
    (void)state;
    times_called = 0;
    assert_int_equal(gt_clock_set(count_calls, &times_called, "counter"), GT_OK);
    assert_int_equal(gt_clock_ticks(), 42);
    assert_true(times_called > 0);
    assert_number(gt_clock_ns(1234), 1234);
    c = gt_clock_info();
    assert_string_equal(c.name, "counter");
    assert_string_equal(c.reason, "gt_clock_set");
    assert_number(c.hz, 1e9);
}
static void name_of_user_clock_is_copied_and_cut(void **state) {
    char name[200];
    (void)state;
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = 0;
    assert_int_equal(gt_clock_set(read_fake_clock, NULL, name), GT_OK);
    name[0] = 'y';
    assert_int_equal(gt_clock_info().name[0], 'x');
    assert_true(strlen(gt_clock_info().name) < sizeof name - 1);
    assert_int_equal(gt_clock_set(read_fake_clock, NULL, NULL), GT_OK);
    assert_true(gt_clock_info().name[0] != 0);
}
static void change_is_refused_once_samples_were_recorded(void **state) {
    (void)state;
    GT_SCOPE("recorded") { fake_ns += 5; }
    assert_int_equal(gt_clock_set(NULL, NULL, NULL), GT_ERR_CLOCK);
    assert_string_equal(gt_clock_info().name, "fake");
    assert_number(look("recorded")->sum_ns, 5);
    gt_reset();
    assert_int_equal(gt_clock_set(NULL, NULL, NULL), GT_OK);
}
static void change_is_refused_once_outside_numbers_were_added(void **state) {
    (void)state;
    assert_int_equal(gt_series_add("outside", 5), GT_OK);
    assert_int_equal(gt_clock_set(NULL, NULL, NULL), GT_ERR_CLOCK);
    gt_reset();
    assert_int_equal(gt_clock_set(NULL, NULL, NULL), GT_OK);
}
static void own_clock_is_calibrated_anew_after_another_one(void **state) {
    (void)state;
    assert_int_equal(gt_clock_set(NULL, NULL, NULL), GT_OK);
    assert_true(strcmp(gt_clock_info().name, "fake") != 0);
    assert_agrees_with_raw_clock(20, 1e-3);
}
static void clock_can_be_changed_while_switched_off(void **state) {
    (void)state;
    gt_enable(0);
    assert_int_equal(gt_clock_set(count_calls, &times_called, "counter"), GT_OK);
    GT_SCOPE("off") { }
    gt_enable(1);
    GT_SCOPE("on") { }
    assert_int_equal(look("off")->n, 0);
    assert_int_equal(look("on")->n, 1);
}

/* ---- the environment: this program starts itself with another one ---- */

/* A process without a recorder of its own yet. Returns its exit status; -1 if it ended otherwise. */
static int run_as(const char *role, const char *variable, const char *value) {
    int status = -1;
    pid_t child;
    fflush(NULL);
    child = fork();
    if (child == 0) {
        setenv(variable, value, 1);
        execl("/proc/self/exe", "test_clock", role, (char *)NULL);
        _exit(99);
    }
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
static int child_with_os_clock(void) {
    gt_clock c;
    GT_SCOPE("a") { sleep_ms(1); }
    c = gt_clock_info();
    if (strcmp(c.name, "os")) return 2;
    if (!strstr(c.reason, "GT_CLOCK")) return 3;
    if (!(c.step_ns > 0 && c.hz > 1e6 && c.read_ns > 0 && c.scope_ns > 0)) return 4;
    assert_agrees_with_raw_clock(20, 1e-3);
    if (look("a")->n != 1 || look("a")->sum_ns < 1e6) return 5;
    return 0;
}
static int child_says_reason_in_its_report(void) {
    char *text = report_text();
    int found = strstr(text, "clock os") && strstr(text, "GT_CLOCK=os");
    free(text);
    return found ? 0 : 2;
}
static void GT_CLOCK_os_selects_the_system_clock_and_says_why(void **state) {
    (void)state;
    assert_int_equal(run_as("os", "GT_CLOCK", "os"), 0);
}
static void report_says_that_GT_CLOCK_was_set(void **state) {
    (void)state;
    assert_int_equal(run_as("report", "GT_CLOCK", "os"), 0);
}
static void other_values_of_GT_CLOCK_change_nothing(void **state) {
    (void)state;
    assert_int_equal(run_as("os", "GT_CLOCK", "bogus"), strcmp(gt_clock_info().name, "os") ? 2 : 3);
}

int main(int argc, char **argv) {
    const struct CMUnitTest own[] = {
        cmocka_unit_test_setup(figures_of_own_clock_are_plausible, use_own_clock),
        cmocka_unit_test_setup(empty_scope_figure_is_there_though_first_asked_for_while_off, use_own_clock),
        cmocka_unit_test_setup(timer_agrees_with_raw_clock_over_200_ms, use_own_clock),
        cmocka_unit_test_setup(rate_that_was_fitted_early_agrees_with_raw_clock, use_own_clock),
        cmocka_unit_test_setup(scope_agrees_with_timer_around_it, use_own_clock),
        cmocka_unit_test_setup(ticks_of_one_thread_never_step_back, use_own_clock),
        cmocka_unit_test_setup(one_second_of_ticks_is_one_second, use_own_clock),
        cmocka_unit_test_setup(GT_CLOCK_os_selects_the_system_clock_and_says_why, use_own_clock),
        cmocka_unit_test_setup(report_says_that_GT_CLOCK_was_set, use_own_clock),
        cmocka_unit_test_setup(other_values_of_GT_CLOCK_change_nothing, use_own_clock),
    };
    const struct CMUnitTest other[] = {
        cmocka_unit_test_setup(user_clock_gets_its_argument_and_counts_ns, use_fake_clock),
        cmocka_unit_test_setup(name_of_user_clock_is_copied_and_cut, use_fake_clock),
        cmocka_unit_test_setup(change_is_refused_once_samples_were_recorded, use_fake_clock),
        cmocka_unit_test_setup(change_is_refused_once_outside_numbers_were_added, use_fake_clock),
        cmocka_unit_test_setup(own_clock_is_calibrated_anew_after_another_one, use_fake_clock),
        cmocka_unit_test_setup(clock_can_be_changed_while_switched_off, use_fake_clock),
    };
    if (argc > 1) {
        int code = !strcmp(argv[1], "os") ? child_with_os_clock() : child_says_reason_in_its_report();
        gt_snapshot_free(&shown);
        return code;
    }
    return cmocka_run_group_tests_name("own clock", own, NULL, stop_looking)
         + cmocka_run_group_tests_name("other clock", other, NULL, stop_looking);
}
