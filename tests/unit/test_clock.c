/* alone: yes */
/* link: none */
/* Facts about the clock: what it says of itself, that it agrees with the system's, how it is chosen and replaced. */
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "test.h"

#include "kit.h"
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

TEST_OF(own, figures_of_own_clock_are_plausible, use_own_clock) {
    gt_clock c = gt_clock_info();
    assert_true(c.hz > 1e6 && c.hz < 1e11);
    assert_true(c.step_ns > 0 && c.step_ns < 1e6);
    assert_true(c.read_ns > 0 && c.read_ns < 1e5);
    assert_true(c.scope_ns > 0 && c.scope_ns < 1e6);
    assert_true(c.exact_ns > 0 && c.exact_ns < 1e6);
    if (strcmp(c.name, "os")) {
        assert_string_equal(c.name, GT_TICK_NAME_);
        assert_string_equal(c.reason, "");
        assert_true(c.fit_ms > 0);
    } else {
        assert_true(c.reason[0] != 0);
    }
}

TEST_OF(own, empty_scope_figure_is_there_though_first_asked_for_while_off, use_own_clock) {
    gt_clock c;
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
TEST_OF(own, timer_agrees_with_raw_clock_over_200_ms, use_own_clock) {
    assert_agrees_with_raw_clock(200, 1e-4);
}
/* There are two ways to the rate: a fit over 1 to 15 ms when it is asked for early, and two endpoints 20 ms or more
   apart. On a busy machine early is late: it is tried again. */
TEST_OF(own, rate_that_was_fitted_early_agrees_with_raw_clock, use_own_clock) {
    int again = 50;
    while (gt_clock_info().fit_ms >= 20 && again--) gt_clock_set(NULL, NULL, NULL);
    assert_true(gt_clock_info().fit_ms < 20);
    assert_agrees_with_raw_clock(100, 1e-4);
}
TEST_OF(own, scope_agrees_with_timer_around_it, use_own_clock) {
    gt_timer t = {0};
    const gt_series *s;
    gt_timer_start(&t);
    GT_SCOPE("agrees") { sleep_ms(5); }
    gt_timer_stop(&t);
    s = look("agrees");
    assert_int_equal(s->n, 1);
    assert_true(s->sum_ns <= gt_timer_ns(&t) + 1000);
    assert_true(s->sum_ns >= 5e6 * (1 - 1e-4));
}

TEST_OF(own, ticks_of_one_thread_never_step_back, use_own_clock) {
    uint64_t last = gt_clock_ticks();
    int i, back = 0;
    for (i = 0; i < 100000; i++) {
        uint64_t now = gt_clock_ticks();
        back += now < last;
        last = now;
    }
    assert_int_equal(back, 0);
}

TEST_OF(own, one_second_of_ticks_is_one_second, use_own_clock) {
    double ns = gt_clock_ns((uint64_t)gt_clock_info().hz);
    assert_true(ns > 1e9 - 100 && ns < 1e9 + 100);
}

/* ---- can the processor's counter be trusted? ---- */

TEST_OF(own, counter_is_trusted_only_at_the_rate_that_its_processor_states, use_own_clock) {
    const double hz = gt_clock_info().hz;
    if (strcmp(gt_clock_info().name, GT_TICK_NAME_)) {
        print_message("%s\n", gt_clock_info().reason);
        skip();
    }
    sleep_ms(1);
    assert_true(gt_runs_at_(hz) && gt_runs_at_(hz * 1.01));
    assert_false(gt_runs_at_(hz * 1.04));
    assert_false(gt_runs_at_(hz * 0.96));
    assert_false(gt_runs_at_(hz * 2.5));        /* 62.5 MHz for a counter of 24 */
}
TEST_OF(own, stated_rate_is_used_where_the_fit_confirms_it, use_own_clock) {
    assert_number(gt_stated_or_(40.00003, 25e6), 40);
    assert_number(gt_stated_or_(40.01, 25e6), 40.01);
    assert_number(gt_stated_or_(40.00003, 0), 40.00003);
}
TEST_OF(own, another_clock_source_of_the_kernel_tells_that_the_counter_is_not_trusted, use_own_clock) {
    static const char *const counters[] = { "tsc\n",
                                            "arch_sys_counter\n", "riscv_clocksource\n", "tod\n", "timebase\n" };
    static const char *const others[] = { "hpet\n", "acpi_pm\n", "kvm-clock\n", "jiffies\n", "\n", "" };
    size_t i;
    for (i = 0; i < sizeof counters / sizeof counters[0]; i++) assert_true(gt_source_is_counter_(counters[i]));
    for (i = 0; i < sizeof others / sizeof others[0]; i++) assert_false(gt_source_is_counter_(others[i]));
}

/* ---- another clock ---- */

static uint64_t clock_ns(int id) {
    struct timespec t;
    assert_int_equal(clock_gettime(id, &t), 0);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}
static uint64_t real_ns(void *user) {
    (void)user;
    return clock_ns(CLOCK_MONOTONIC);
}

static uint64_t times_called;
static uint64_t count_calls(void *user) {
    ++*(uint64_t *)user;
    return 42;
}
TEST_OF(other, user_clock_gets_its_argument_and_counts_ns, use_fake_clock) {
    gt_clock c;
    times_called = 0;
    assert_int_equal(gt_clock_set(count_calls, &times_called, "simulated counter"), GT_OK);
    assert_int_equal(gt_clock_ticks(), 42);
    assert_true(times_called > 0);
    assert_number(gt_clock_ns(1234), 1234);
    c = gt_clock_info();
    assert_string_equal(c.name, "simulated counter");
    assert_string_equal(c.reason, "gt_clock_set");
    assert_number(c.hz, 1e9);
}
TEST_OF(other, name_of_user_clock_is_copied_and_cut, use_fake_clock) {
    char name[200];
    memset(name, 'x', sizeof name - 1);
    memcpy(name, "simulated", 9);
    name[sizeof name - 1] = 0;
    assert_int_equal(gt_clock_set(read_fake_clock, NULL, name), GT_OK);
    name[0] = 'y';
    assert_int_equal(gt_clock_info().name[0], 's');
    assert_true(strlen(gt_clock_info().name) < sizeof name - 1);
    assert_int_equal(gt_clock_set(real_ns, NULL, NULL), GT_OK);
    assert_true(gt_clock_info().name[0] != 0);
}
TEST_OF(other, change_is_refused_once_samples_were_recorded, use_fake_clock) {
    GT_SCOPE("recorded") { fake_ns += 5; }
    assert_int_equal(gt_clock_set(NULL, NULL, NULL), GT_ERR_CLOCK);
    assert_string_equal(gt_clock_info().name, "simulated");
    assert_number(look("recorded")->sum_ns, 5);
    gt_reset();
    assert_int_equal(gt_clock_set(NULL, NULL, NULL), GT_OK);
}
TEST_OF(other, change_is_refused_once_outside_numbers_were_added, use_fake_clock) {
    assert_int_equal(gt_series_add("outside", 5), GT_OK);
    assert_int_equal(gt_clock_set(NULL, NULL, NULL), GT_ERR_CLOCK);
    gt_reset();
    assert_int_equal(gt_clock_set(NULL, NULL, NULL), GT_OK);
}
TEST_OF(other, own_clock_is_calibrated_anew_after_another_one, use_fake_clock) {
    assert_int_equal(gt_clock_set(NULL, NULL, NULL), GT_OK);
    assert_true(strcmp(gt_clock_info().name, "simulated") != 0);
    assert_agrees_with_raw_clock(20, 1e-3);
}
TEST_OF(other, clock_can_be_changed_while_switched_off, use_fake_clock) {
    gt_enable(0);
    assert_int_equal(gt_clock_set(count_calls, &times_called, "simulated counter"), GT_OK);
    GT_SCOPE("off") { }
    gt_enable(1);
    GT_SCOPE("on") { }
    assert_int_equal(look("off")->n, 0);
    assert_int_equal(look("on")->n, 1);
}

/* ---- another clock is tried out when it is given ---- */

static uint64_t coarse_ns(void *user) { return real_ns(user) / 4000000 * 4000000; }
static uint64_t cpu_ns(void *user) {
    (void)user;
    return clock_ns(CLOCK_PROCESS_CPUTIME_ID);
}
static uint64_t us_for_ns(void *user) { return real_ns(user) / 1000; }
static uint64_t ms_for_ns(void *user) { return real_ns(user) / 1000000; }
static uint64_t ps_for_ns(void *user) { return real_ns(user) * 1000; }
static uint64_t half_as_fast_ns(void *user) { return real_ns(user) / 2; }
static uint64_t tenth_faster_ns(void *user) { return real_ns(user) / 10 * 11; }
static uint64_t little_faster_ns(void *user) { return real_ns(user) / 100 * 102; }
static uint64_t time_ns(void *user) {
    (void)user;
    return (uint64_t)time(NULL) * 1000000000u;
}
static uint64_t standing_ns(void *user) {
    (void)user;
    return 7;
}
/* Exactly these codes stand in the findings, beside what they say of the machine. */
static void assert_codes(const char *clock, const char *expected) {
    gt_finding *list;
    size_t count, i;
    char codes[200] = "";
    assert_int_equal(gt_findings(&list, &count), GT_OK);
    for (i = 0; i < count; i++) {
        if (list[i].severity == GT_INFO) continue;
        assert_string_equal(list[i].path, clock);
        snprintf(codes + strlen(codes), sizeof codes - strlen(codes), "%s%s", codes[0] ? " " : "", list[i].name);
    }
    free(list);
    if (strcmp(codes, expected)) print_error("of %s: '%s', not '%s'\n", clock, codes, expected);
    assert_string_equal(codes, expected);
}
TEST_OF(other, clocks_that_are_given_are_tried_out, use_fake_clock) {
    static const struct { const char *name; uint64_t (*now)(void *); const char *codes; } clocks[] = {
        { "CLOCK_MONOTONIC", real_ns, "" },
        { "steps of 4 ms", coarse_ns, "coarse" },
        { "processor time", cpu_ns, "cpu-clock" },
        { "microseconds", us_for_ns, "clock-unit" },
        { "milliseconds", ms_for_ns, "clock-unit" },
        { "picoseconds", ps_for_ns, "clock-unit" },
        { "half as fast", half_as_fast_ns, "clock-unit" },
        { "a tenth faster", tenth_faster_ns, "clock-unit" },
        { "2 % faster", little_faster_ns, "" },
        { "time()", time_ns, "coarse" },
        { "standing", standing_ns, "cpu-clock coarse" },
        { "simulated standing", standing_ns, "" },
    };
    size_t i;
    for (i = 0; i < sizeof clocks / sizeof clocks[0]; i++) {
        gt_reset();
        assert_int_equal(gt_clock_set(clocks[i].now, NULL, clocks[i].name), GT_OK);
        assert_codes(clocks[i].name, clocks[i].codes);
        gt_reset();                                     /* it still runs */
        assert_codes(clocks[i].name, clocks[i].codes);
    }
    assert_int_equal(gt_clock_set(NULL, NULL, NULL), GT_OK);
    assert_codes("", "");
}
TEST_OF(other, budget_is_of_seconds_whatever_a_clock_counts, use_fake_clock) {
    const uint64_t begin = real_ns(NULL);
    size_t passes = 0;
    assert_int_equal(gt_clock_set(us_for_ns, NULL, "microseconds"), GT_OK);
    gt_trial t = gt_trial_begin((gt_trial_options){ .name = "t", .budget_s = 0.1, .max_n = 60 });
    for (; gt_trial_next(&t) && real_ns(NULL) - begin < 5000000000u; passes++) {
        const uint64_t from = real_ns(NULL);
        while (real_ns(NULL) - from < 100000) {}
    }
    gt_trial_end(&t);
    assert_true(passes > 0);
    assert_true(real_ns(NULL) - begin < 5000000000u);
}
TEST_OF(other, step_and_reading_of_another_clock_are_measured, use_fake_clock) {
    gt_clock c;
    int i;
    for (i = 0; i < 60; i++) {      /* who is interrupted misses steps */
        assert_int_equal(gt_clock_set(coarse_ns, NULL, "steps of 4 ms"), GT_OK);
        if (gt_clock_info().step_ns < 4000002) break;
    }
    assert_true(gt_clock_info().step_ns >= 3999999 && gt_clock_info().step_ns <= 4000001);
    assert_int_equal(gt_clock_set(time_ns, NULL, "time()"), GT_OK);
    assert_number(gt_clock_info().step_ns, 1e9);
    assert_int_equal(gt_clock_set(real_ns, NULL, "CLOCK_MONOTONIC"), GT_OK);
    c = gt_clock_info();
    assert_true(c.step_ns < 5000);
    assert_true(c.read_ns > 0 && c.read_ns < 1e5);
    assert_int_equal(gt_clock_set(read_fake_clock, NULL, "simulated"), GT_OK);
    assert_number(gt_clock_info().step_ns, 1);
}
static uint64_t slow_ticks;
static uint64_t slow_ns(void *by) {     /* each reading takes that long, and sometimes 1 ns more */
    return slow_ticks += *(const uint64_t *)by + slow_ticks % 3 % 2;
}
static uint64_t stepping_ns(void *by) { return slow_ns(by) / 40 * 40; }
TEST_OF(other, readings_that_all_take_equally_long_make_no_step, use_fake_clock) {
    static uint64_t by = 1000, room[GT_STEP_READS_];
    assert_int_equal(gt_clock_set(slow_ns, &by, "simulated trap"), GT_OK);
    assert_number(gt_step_ticks_(room), 1);
    by = 23;
    assert_int_equal(gt_clock_set(stepping_ns, &by, "simulated steps"), GT_OK);
    assert_true(gt_step_ticks_(room) >= 40 && gt_step_ticks_(room) <= 41);
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
        execl(test_program(), "test_clock", role, (char *)NULL);
        _exit(99);
    }
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 99) {
        print_message("a program of this processor cannot be started here by itself\n");
        skip();
    }
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
static int child_with_audit(void) {     /* 2: it says that it audits */
    char *text = report_text();
    int found = strstr(text, "GT_AUDIT=1:") != NULL;
    free(text);
    return found ? 2 : 0;
}
TEST_OF(own, GT_CLOCK_os_selects_the_system_clock_and_says_why, use_own_clock) {
    assert_int_equal(run_as("os", "GT_CLOCK", "os"), 0);
}
TEST_OF(own, report_says_that_GT_CLOCK_was_set, use_own_clock) {
    assert_int_equal(run_as("report", "GT_CLOCK", "os"), 0);
}
TEST_OF(own, other_values_of_GT_CLOCK_change_nothing, use_own_clock) {
    assert_int_equal(run_as("os", "GT_CLOCK", "bogus"), strcmp(gt_clock_info().name, "os") ? 2 : 3);
    assert_int_equal(run_as("os", "GT_CLOCK", "OS"), strcmp(gt_clock_info().name, "os") ? 2 : 3);
}
static gt_status failure(FILE *out) { return gt_fail(out) == 1 ? GT_OK : GT_ERR_IO; }
static void assert_said(const char *text, int times) {     /* in the report, and by gt_fail */
    gt_status status;
    char *said[2];
    int i;
    said[0] = report_text();
    said[1] = text_of(failure, &status);
    for (i = 0; i < 2; i++) {
        if ((strstr(said[i], text) != NULL) != times) fail_msg("%d times '%s' in:\n%s", times, text, said[i]);
        free(said[i]);
    }
}
TEST_OF(own, values_that_no_variable_has_are_said_and_ignored, use_own_clock) {
    assert_said("in the environment", 0);
    setenv("GT_AUDIT", "no", 1);
    assert_said("GT_AUDIT=no in the environment is ignored; the values are: 0|1", 1);
    assert_said("GT_AUDIT=1:", 0);
    setenv("GT_AUDIT", "", 1);
    assert_said("in the environment", 0);
    setenv("GT_AUDIT", "0", 1);
    assert_said("in the environment", 0);
    setenv("GT_AUDIT", "0|1", 1);
    assert_said("is ignored", 1);
    unsetenv("GT_AUDIT");
    assert_int_equal(run_as("audit", "GT_AUDIT", "1"), 2);
    assert_int_equal(run_as("audit", "GT_AUDIT", "yes"), 0);
}
TEST_OF(own, control_characters_of_names_do_not_reach_a_terminal, use_own_clock) {
    char *text, *c;
    gt_status status;
    int i;
    setenv("GT_AUDIT", "\033[2Jno", 1);
    gt_report_about("about\033[31m");
    assert_int_equal(gt_series_add("red \033[31m\r\177 \xc2\x9b name", 1), GT_OK);
    (void)gt_error_keep_(GT_ERR_IO, 0, NULL, "a\033call", "a\033file", 1, "a log\n\033[31m of\ttwo lines");
    for (i = 0; i < 2; i++) {
        text = i ? text_of(failure, &status) : report_text();
        if (!i) assert_non_null(strstr(text, "red ?[31m?? ?? name"));
        assert_non_null(strstr(text, "a log\n?[31m of\ttwo lines"));
        assert_non_null(strstr(text, "GT_AUDIT=?[2Jno"));
        for (c = text; *c; c++)
            if (((unsigned char)*c < ' ' && *c != '\n' && *c != '\t') || *c == 127 || !strncmp(c, "\xc2\x9b", 2))
                fail_msg("character %d in:\n%s", (unsigned char)*c, text);
        free(text);
    }
    gt_report_about("");
    unsetenv("GT_AUDIT");
}

/* ---- what the kit costs, by its own account and by the loop around it; a busy machine may spoil a round ---- */

static volatile unsigned done;
/* A reading closes the work. Without it, the processor would begin the next round while this one's instructions are in
   flight, and a scope between them would cost what waiting for them takes, too: no work of the kit. */
static void work_a_little(void) {
    unsigned i;
    for (i = 0; i < 200; i++) done += i;
    (void)gt_clock_ticks();
}
/* 1000 rounds of some work in a scope; with, in each of them, an empty scope. */
static void loop(int with_scopes) {
    int i;
    if (with_scopes) GT_SCOPE("with") for (i = 0; i < 1000; i++) {
        work_a_little();
        GT_SCOPE("empty") {}
    }
    else GT_SCOPE("without") for (i = 0; i < 1000; i++) work_a_little();
}
TEST_OF(own, kit_time_is_what_the_loop_takes_longer, use_own_clock) {
    double ratio = 0;
    int tries, i;
    for (i = 0; i < 80; i++) loop(i % 2);      /* first uses are work of the kit, too, and would hide a missing scope */
    for (tries = 0; tries < 20 && !(ratio > 0.4 && ratio < 2.5); tries++) {
        double longer, kit;
        gt_reset();
        for (i = 0; i < 80; i++) loop(i % 2);
        longer = look("with")->stats.median;
        kit = look("with")->kit_ns / (double)look("with")->n;
        longer -= look("without")->stats.median;
        ratio = kit / longer;
    }
    printf("clock: the kit's time for scopes is %.2f of what they cost (try %d)\n", ratio, tries);
    assert_true(ratio > 0.4 && ratio < 2.5);
}
/* Here with a function call around it, which costs as much again. */
TEST_OF(own, a_reading_costs_what_is_stated, use_own_clock) {
    double ratio = 0;
    int tries, i;
    for (tries = 0; tries < 20 && !(ratio > 0.25 && ratio < 1.5); tries++) {
        double each[101];
        gt_stats s;
        int k;
        for (k = 0; k < 101; k++) {
            const double begin = raw_ns();
            for (i = 0; i < 1000; i++) (void)gt_clock_ticks();
            each[k] = (raw_ns() - begin) / 1000;
        }
        assert_int_equal(gt_stats_of(each, 101, 0, &s), GT_OK);
        ratio = gt_clock_info().read_ns / s.median;
    }
    printf("clock: a reading is said to take %.2f of what it takes (try %d)\n", ratio, tries);
    assert_true(ratio > 0.25 && ratio < 1.5);
}

/* Two speeds, a drift and a slow start may come from other programs: where the load is high, the finding says so. It
   may be that of the program's own threads: the load does not tell whose it is. */
static const char *load_is_planted;
FILE *kit_fopen(const char *file, const char *how) {
    if (!load_is_planted || strcmp(file, "/proc/loadavg")) return fopen(file, how);
    FILE *f = tmpfile();
    if (!f) return NULL;
    fprintf(f, "%s 1/100 1234\n", load_is_planted);
    rewind(f);
    return f;
}
static void two_speeds_drift_and_slow_start_at(const char *load, int is_high) {
    unsigned random = 7, i;
    size_t n, k, seen = 0;
    gt_finding *list;
    load_is_planted = load;
    for (i = 0; i < 100; i++) {
        random = random * 1103515245u + 12345u;
        gt_series_add("two speeds", (random >> 20 & 1 ? 2e6 : 1e6) + (double)(random >> 16 & 15) * 1e3);
        gt_series_add("drifts", 1e6 + 1.5e3 * i + (double)(random >> 16 & 15) * 1e3);
        gt_series_add("warms up", (i < 10 ? 2e6 - 5e4 * i : 1e6) + (double)(random >> 16 & 15) * 1e3);
    }
    assert_int_equal(gt_findings(&list, &n), GT_OK);
    load_is_planted = NULL;
    for (k = 0; k < n; k++) {
        size_t which = list[k].code == GT_FINDING_BIMODAL ? 1 : list[k].code == GT_FINDING_DRIFT ? 2
                       : list[k].code == GT_FINDING_WARMUP ? 4 : 0;
        if (!which) continue;
        seen |= which;
        assert_int_equal(!!strstr(list[k].figures, ", at a load average "), is_high);
        assert_int_equal(!!strstr(list[k].cause, "with other threads of this one"), is_high);
        assert_int_equal(!!strstr(list[k].remedy, "close other programs, and run no more threads"), is_high);
    }
    free(list);
    assert_int_equal(seen, 7);
}
TEST_OF(own, two_speeds_drift_and_slow_start_are_put_to_the_load_where_there_is_one, use_own_clock) {
    if (access("/proc/loadavg", R_OK)) skip();
    two_speeds_drift_and_slow_start_at("0.25", 0);
    gt_reset();
    two_speeds_drift_and_slow_start_at("9999.00", 1);
}

int main(int argc, char **argv) {
    if (argc > 1) {
        int code = !strcmp(argv[1], "os")    ? child_with_os_clock()
                 : !strcmp(argv[1], "audit") ? child_with_audit() : child_says_reason_in_its_report();
        gt_snapshot_free(&shown);
        return code;
    }
    return test_group("own", NULL, stop_looking)
         + test_group("other", NULL, stop_looking);
}
