/* link: none */
/* asan: yes */
/* Facts about trials: what is a sample, what stops them, how far their interval can be trusted; and files of runs. */
#include <locale.h>
#include <math.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>
#include "test.h"

#include "kit.h"
#include "host.h"
#include "laws.h"

static void spend(uint64_t ns) { fake_ns += ns; }
/* Whether the pass that runs is not recorded: it passes the time between two blocks. */
static int resting(void) { return gt_self_->trial->resting; }

/* Another start than that of the other tests: a test that failed in a trial has left it open. */
static int anew(void **unused) {
    if (gt_self_) gt_self_->trial = NULL;
    seed(1);
    return use_fake_clock(unused);
}
static int anew_on_own_clock(void **unused) {
    if (gt_self_) gt_self_->trial = NULL;
    return use_own_clock(unused);
}

/* The warm-up passes of `path`, as of a look taken now. */
static const gt_series *look_cold(const char *path) {
    static gt_series nothing;
    size_t i;
    (void)look(path);
    for (i = 0; i < shown.count; i++)
        if (shown.series[i].cold && !strcmp(shown.series[i].path, path)) return &shown.series[i];
    return &nothing;
}
/* A sentence that ends in ... may go on. */
static void assert_stopped(const char *path, gt_stop stop, const char *sentence) {
    const gt_series *s = look(path);
    const char *got = s->stopped ? s->stopped : "", *dots = strstr(sentence, "...");
    char *report, line[400];
    assert_int_equal(s->stop, stop);
    if (!dots || strncmp(got, sentence, (size_t)(dots - sentence)) != 0) assert_string_equal(got, sentence);
    sprintf(line, "\n%s: stopped: %.40s", path, got);     /* long ones are wrapped behind that */
    report = report_text();
    if (!strstr(report, line)) print_error("not in the report: %s\n%s", line, report);
    assert_non_null(strstr(report, line));
    free(report);
}
static void assert_reported(const char *text, int is_there) {
    char *report = report_text();
    if ((strstr(report, text) != NULL) != is_there)
        print_error("'%s' %s the report:\n%s", text, is_there ? "is not in" : "stands in", report);
    assert_int_equal(strstr(report, text) != NULL, is_there);
    free(report);
}
static uint64_t noisy(double ns, double spread) { return (uint64_t)(ns * exp(spread * normal()) + 0.5); }

/* ---- what is a sample ---- */

/* What GT_SCOPE says of how this file is compiled. */
#if GT_OPTIMISED_ == 1
#define BUILD ""
#else
#define BUILD "debug-build"
#endif
/* 1: one row begins so, and has no value behind that but the description of the build. */
static int is_row(const char *csv, const char *begin)
{
    const char *row = strstr(csv, begin);
    if (!row) return 0;
    row += strlen(begin);
    row += strspn(row, ",");
    return !strncmp(row, BUILD "\r\n", strlen(BUILD) + 2);
}
TEST(warm_up_passes_are_apart_and_no_samples, anew) {
    int pass = 0, i;
    const gt_series *s;
    char *csv;
    GT_TRIAL("warm", .warmup = 3, .max_n = 7) {
        uint64_t ns = ++pass <= 3 ? 100000 - 10000 * (uint64_t)pass : 1000 + (uint64_t)pass;
        spend(10);
        GT_SCOPE("phase") spend(ns);
    }
    assert_int_equal(pass, 10);
    s = look("warm");
    assert_int_equal(s->n, 7);
    assert_int_equal(s->kept, 7);
    assert_true(s->kind == GT_KIND_TRIAL && s->looked && !s->cold && s->kind != GT_KIND_COMPARISON);
    for (i = 0; i < 7; i++) assert_number(s->ns[i], 1014 + i);
    s = look("warm/phase");
    assert_int_equal(s->n, 7);
    assert_number(s->min_ns, 1004);
    assert_number(s->max_ns, 1010);
    s = look_cold("warm");
    assert_int_equal(s->n, 3);
    for (i = 0; i < 3; i++) assert_number(s->ns[i], 90010 - 10000 * i);
    s = look_cold("warm/phase");
    assert_int_equal(s->n, 3);
    assert_number(s->ns[0], 90000);
    assert_reported("\nwarm: warm-up, 3 passes: first 90.0 us, phase 90.0 us; last 70.0 us\n", 1);
    csv = csv_text();
    assert_true(is_row(csv, "\r\n\"warm\",1,0,0,90010,,,,,1,trial,"));
    assert_true(is_row(csv, "\r\n\"warm/phase\",1,2,170030,70000,,,,,1,scope,"));
    assert_true(is_row(csv, "\r\n\"warm/phase\",1,0,240040,1004,,,,,0,scope,"));
    free(csv);
}
TEST(warm_up_is_two_passes_unless_another_number_is_given, anew) {
    int pass = 0;
    GT_TRIAL("two", .max_n = 5) {
        pass++;
        spend(1000);
    }
    assert_int_equal(pass, 7);
    assert_int_equal(look("two")->n, 5);
    assert_int_equal(look_cold("two")->n, 2);
    pass = 0;
    GT_TRIAL("none", .max_n = 5, .warmup = -1) {
        pass++;
        spend(3);
    }
    assert_int_equal(pass, 5);
    assert_int_equal(look("none")->n, 5);
    assert_int_equal(look("none")->passes, 1);
    assert_number(look("none")->sum_ns, 15);
    assert_int_equal(look_cold("none")->n, 0);
    assert_reported("none: warm-up", 0);
}
TEST(options_of_zeros_are_the_defaults, anew) {
    gt_trial_options o = { 0 };
    gt_trial t = gt_trial_begin(o);
    int pass = 0;
    while (gt_trial_next(&t)) {
        pass += !resting();
        spend(noisy(1000, 0.02));
    }
    gt_trial_end(&t);
    assert_int_equal(pass, look("trial")->n + 2);
    assert_int_equal(look_cold("trial")->n, 2);
    assert_stopped("trial", GT_STOP_PRECISION, "precision of 1.0 % reached after ...");
    pass = 0;
    t = gt_trial_begin(o);
    while (gt_trial_next(&t)) spend((pass += !resting()) % 2 ? 2000 : 1000);    /* no interval of two modes is short */
    assert_int_equal(pass, 1002);
    assert_int_equal(look("trial")->stop, GT_STOP_MAXIMUM);
    t = gt_trial_begin(o);
    for (pass = 0; gt_trial_next(&t); pass++) spend(pass % 2 ? 500000000 : 1000000000);
    assert_stopped("trial", GT_STOP_BUDGET,
                   "budget of 10.0 s spent after 13 samples; 'trial' has not reached 1.0 % (...");
}
TEST(by_hand_it_runs_as_the_macro_does, anew) {
    gt_trial_options o = gt_trial_options_of("by hand");
    gt_trial t;
    int pass = 0;
    o.max_n = 4;
    for (t = gt_trial_begin(o); gt_trial_next(&t); pass++) spend(500);
    assert_int_equal(pass, 6);
    assert_int_equal(gt_trial_next(&t), 0);
    gt_trial_end(&t);
    gt_trial_end(&t);
    assert_int_equal(gt_trial_next(&t), 0);
    assert_stopped("by hand", GT_STOP_MAXIMUM,
                   "maximum reached after 4 samples; 'by hand' has too few samples for 1.0 %");
    o.name = "by hand, ended early";
    t = gt_trial_begin(o);
    for (pass = 0; pass < 4 && gt_trial_next(&t); pass++) spend(500);
    gt_trial_end(&t);
    gt_trial_end(&t);
    assert_int_equal(gt_trial_next(&t), 0);
    assert_stopped("by hand, ended early", GT_STOP_LEFT, "left after 1 sample");
    assert_int_equal(look("by hand, ended early")->left_early, 1);
    assert_null(gt_error_first());
}
TEST(ended_before_its_first_pass_it_says_left, anew) {
    gt_trial_options o = gt_trial_options_of("never ran");
    gt_trial t = gt_trial_begin(o);
    gt_trial_end(&t);
    assert_int_equal(gt_trial_next(&t), 0);
    assert_stopped("never ran", GT_STOP_LEFT, "left after 0 samples");
    o.name = "never ran cold";
    o.warmup = -1;
    t = gt_trial_begin(o);
    gt_trial_end(&t);
    assert_int_equal(gt_trial_next(&t), 0);
    assert_stopped("never ran cold", GT_STOP_LEFT, "left after 0 samples");
    t = gt_trial_begin(o);
    gt_enable(0);
    assert_int_equal(gt_trial_next(&t), 0);
    gt_enable(1);
    gt_trial_end(&t);
    GT_TRIAL("after those", .max_n = 3) spend(1000);
    assert_int_equal(look("after those")->n, 3);
}
TEST(its_name_is_copied, anew) {
    char name[16] = "one";
    gt_trial t = gt_trial_begin(gt_trial_options_of(name));
    int pass = 0;
    strcpy(name, "two");
    for (; pass < 8 && gt_trial_next(&t); pass++) spend(1000);
    gt_trial_end(&t);
    GT_TRIAL(name, .max_n = 3) spend(1000);
    assert_int_equal(look("one")->n, 5);
    assert_int_equal(look("two")->n, 3);
}
TEST(same_name_twice_appends, anew) {
    int round;
    for (round = 0; round < 2; round++)
        GT_TRIAL("again", .max_n = 30 + round, .precision = 1e-9) {
            GT_SCOPE("phase") spend(noisy(1000 * (round + 1), 0.1));
        }
    assert_int_equal(look("again")->n, 61);
    assert_int_equal(look("again/phase")->n, 61);
    assert_int_equal(look_cold("again")->n, 4);
    assert_true(look("again")->ns[29] < 1500 && look("again")->ns[30] > 1500);
    assert_int_equal(look("again")->stop, GT_STOP_MAXIMUM);
    assert_non_null(strstr(look("again")->stopped, "after 31 samples"));
}
TEST(samples_of_an_earlier_trial_are_not_looked_at, anew) {
    GT_TRIAL("earlier", .max_n = 50, .precision = 1e-9) spend(noisy(1000, 0.5));
    GT_TRIAL("earlier") spend(1000);
    assert_stopped("earlier", GT_STOP_PRECISION, "precision of 1.0 % reached after 30 samples...");
    GT_TRIAL("earlier", .max_n = 25) spend(noisy(1000, 0.5));
    assert_int_equal(look("earlier")->stop, GT_STOP_MAXIMUM);
    assert_int_equal(look("earlier")->n, 105);
}
TEST(samples_before_a_reset_are_not_looked_at_though_the_clock_began_anew, anew) {
    uint64_t start = fake_ns;
    GT_TRIAL("before", .max_n = 60, .precision = 1e-9) spend(1000);
    gt_reset();
    fake_ns = start - 1000000;
    assert_int_equal(gt_clock_set(read_fake_clock, NULL, "simulated"), GT_OK);
    GT_TRIAL("before", .max_n = 50) spend(noisy(1000, 0.5));
    assert_int_equal(look("before")->stop, GT_STOP_MAXIMUM);
    assert_int_equal(look("before")->n, 50);
}
TEST(trial_belongs_to_the_scope_around_it, anew) {
    GT_SCOPE("around") {
        GT_TRIAL("inner trial", .max_n = 3) GT_SCOPE("phase") spend(1000);
        GT_SCOPE("beside") spend(1);
    }
    assert_int_equal(look("around/inner trial/phase")->n, 3);
    assert_int_equal(look("around/beside")->n, 1);
    assert_int_equal(look("around")->n, 1);
    assert_number(look("around")->sum_ns, 5001);
    assert_stopped("around/inner trial", GT_STOP_MAXIMUM,
                   "maximum reached after 3 samples; 'phase' has too few samples for 1.0 %");
}

/* ---- when it stops ---- */

static int by_value(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}
/* What half-width over median the first n samples of x have, by the rule that trials promise. */
static double half_width(const double *x, size_t n) {
    double sorted[1000], tau = gt_tau_looked_(x, n, NULL);
    gt_interval ci;
    if (30 * tau > (double)n) return 1e9;
    memcpy(sorted, x, n * sizeof *x);
    qsort(sorted, n, sizeof *sorted, by_value);
    ci = gt_median_interval_(sorted, n, tau, 1, 0.97);
    return ci.confidence > 0.9699 ? (ci.high - ci.low) / 2 / gt_quantile(sorted, n, 0.5) : 1e9;
}
/* `most` where none of the looks is enough. */
static size_t expected_stop(const double *x, size_t most, double precision) {
    static const size_t looks[] = { 30, 45, 68, 102, 153, 230, 345, 518, 777 };
    size_t i;
    for (i = 0; i < COUNT(looks) && looks[i] < most; i++) if (half_width(x, looks[i]) <= precision) return looks[i];
    return most;
}

TEST(it_looks_after_30_45_68_and_half_as_many_more, anew) {
    static const double precision[] = { 0.1, 0.05, 0.04, 0.03, 0.025, 0.02, 0.015, 0.012, 0.01, 0.008, 0.006 };
    static double x[1000];
    size_t i, k, at, seen = 0, last = 0;
    for (i = 0; i < COUNT(precision); i++)
        for (k = 0; k < 6; k++) {
            gt_reset();
            seed(100 + k);
            for (at = 0; at < 1000; at++) x[at] = (double)noisy(100000, 0.1);
            at = 0;
            GT_TRIAL("looks", .precision = precision[i], .budget_s = 1e6, .warmup = -1)
                spend((uint64_t)(resting() ? 1e6 : x[at++]));
            assert_int_equal(look("looks")->n, at);
            assert_int_equal(at, expected_stop(x, 1000, precision[i]));
            assert_int_equal(look("looks")->stop, at < 1000 ? GT_STOP_PRECISION : GT_STOP_MAXIMUM);
            seen += at != last;
            last = at;
        }
    assert_true(seen > 15);
}
TEST(stopped_by_precision_says_so, anew) {
    GT_TRIAL("precise", .precision = 0.025) spend(1000);
    assert_stopped("precise", GT_STOP_PRECISION, "precision of 2.5 % reached after 30 samples...");
}
TEST(budget_counts_from_the_first_measured_pass, anew) {
    int pass = 0;
    GT_TRIAL("budget", .budget_s = 1, .precision = 1e-9) {
        pass++;
        spend(pass <= 2 ? 5000000000u : 95000000 + (uint64_t)(pass % 3) * 10000000);
    }
    assert_int_equal(pass, 12);
    assert_int_equal(look("budget")->n, 10);
    assert_stopped("budget", GT_STOP_BUDGET,
                   "budget of 1.00 s spent after 10 samples");
}
TEST(maximum_names_the_phase_that_is_farthest_from_the_precision, anew) {
    GT_TRIAL("maximum", .max_n = 25) {
        GT_SCOPE("steady") spend(1000);
        GT_SCOPE("worst") spend(noisy(1000, 0.3));
        GT_SCOPE("bad") spend(noisy(1000, 0.1));
    }
    assert_int_equal(look("maximum")->n, 25);
    assert_stopped("maximum", GT_STOP_MAXIMUM, "maximum reached after 25 samples; 'worst' has not reached 1.0 % (...");
}
TEST(a_precision_missed_by_little_is_not_rounded_to_what_was_asked_for, anew) {
    int pass = 0;
    GT_TRIAL("close", .max_n = 50) spend(pass++ % 2 ? 1019 : 1000);     /* two values: the interval has both */
    assert_int_equal(look("close")->stop, GT_STOP_MAXIMUM);
    assert_non_null(strstr(look("close")->stopped, "'close' has not reached 1.0 % (1.0"));
    assert_null(strstr(look("close")->stopped, "(1.0 %)"));
}
TEST(maximum_below_the_first_look_runs_so_many, anew) {
    GT_TRIAL("few", .max_n = 1) spend(1000);
    assert_int_equal(look("few")->n, 1);
    assert_stopped("few", GT_STOP_MAXIMUM, "maximum reached after 1 sample; 'few' has too few samples for 1.0 %");
}
TEST(break_ends_it_and_the_pass_is_no_sample, anew) {
    int pass = 0;
    GT_TRIAL("break") {
        spend(1000);
        if (++pass == 6) break;
    }
    assert_int_equal(pass, 6);
    assert_int_equal(look("break")->n, 3);
    assert_int_equal(look("break")->left_early, 1);
    assert_stopped("break", GT_STOP_LEFT, "left after 3 samples");
    GT_SCOPE("after break") spend(1);
    assert_int_equal(look("after break")->depth, 0);
    GT_TRIAL("next", .max_n = 2) spend(1000);
    assert_int_equal(look("next")->n, 2);
    assert_null(gt_error_first());
}
static int returns_from_a_scope_in_a_trial(void) {
    int pass = 0;
    GT_TRIAL("return") {
        GT_SCOPE("in it") {
            spend(1000);
            if (++pass == 5) return pass;
        }
    }
    return 0;
}
TEST(return_ends_it_too, anew) {
    assert_int_equal(returns_from_a_scope_in_a_trial(), 5);
    assert_int_equal(look("return")->n, 2);
    assert_int_equal(look("return")->left_early, 1);
    assert_int_equal(look("return/in it")->n, 2);
    assert_int_equal(look("return/in it")->left_early, 1);
    assert_stopped("return", GT_STOP_LEFT, "left after 2 samples");
    GT_SCOPE("after return") spend(1);
    assert_int_equal(look("after return")->depth, 0);
}
TEST(left_in_the_warm_up_is_in_the_report, anew) {
    GT_TRIAL("left at once") {
        spend(1000);
        break;
    }
    assert_reported("left at once: stopped: left after 0 samples", 1);
    GT_SCOPE("after it") spend(1);
    assert_int_equal(look("after it")->depth, 0);
}
TEST(continue_ends_a_pass_as_its_end_does, anew) {
    GT_TRIAL("continue", .max_n = 5) {
        spend(1000);
        if (fake_ns) continue;
        spend(1000);
    }
    assert_int_equal(look("continue")->n, 5);
    assert_number(look("continue")->max_ns, 1000);
}
TEST(error_ends_it_and_the_pass_is_void, anew) {
    int pass = 0;
    GT_TRIAL("fails") {
        GT_SCOPE("phase") spend(1000);
        if (++pass == 6) gt_error_keep_(GT_ERR_OPENCL, -5, "CL_OUT_OF_RESOURCES", "clFinish", "here.c", 1, NULL);
    }
    assert_int_equal(pass, 6);
    assert_int_equal(look("fails")->n, 3);
    assert_int_equal(look("fails")->voided, 1);
    assert_stopped("fails", GT_STOP_FAILED, "an error happened after ...");
    assert_non_null(strstr(look("fails")->stopped, "after 3 samples"));
    GT_SCOPE("after it failed") spend(1);
    assert_int_equal(look("after it failed")->depth, 0);
}
TEST(error_in_the_warm_up_is_in_the_report, anew) {
    int pass = 0;
    GT_TRIAL("fails cold") {
        spend(1000);
        if (++pass == 1) gt_error_keep_(GT_ERR_OPENCL, -5, "CL_OUT_OF_RESOURCES", "clFinish", "here.c", 1, NULL);
    }
    assert_int_equal(pass, 1);
    assert_reported("fails cold: stopped: an error", 1);
}
TEST(switching_off_ends_it, anew) {
    int pass = 0;
    GT_TRIAL("switched off") {
        spend(1000);
        if (++pass == 6) gt_enable(0);
    }
    gt_enable(1);
    assert_int_equal(pass, 6);
    assert_int_equal(look("switched off")->n, 3);
    assert_int_equal(look("switched off")->voided, 1);
    assert_int_equal(look("switched off")->stop, GT_STOP_FAILED);
    assert_non_null(strstr(look("switched off")->stopped, "switched off"));
    assert_null(gt_error_first());
}
TEST(switched_off_its_body_runs_once_and_nothing_is_recorded, anew) {
    int pass = 0;
    gt_enable(0);
    GT_TRIAL("off") pass++;
    GT_COMPARE("off too") {
        GT_SIDE("a") pass += 10;
        GT_SIDE("b") pass += 100;
    }
    gt_enable(1);
    assert_int_equal(pass, 111);
    (void)look("off");
    assert_null(gt_snapshot_find(&shown, "off"));
    assert_null(gt_snapshot_find(&shown, "off too"));
}
TEST(reset_inside_ends_it, anew) {
    int pass = 0;
    GT_TRIAL("reset in it") {
        spend(1000);
        if (++pass == 6) gt_reset();
    }
    assert_int_equal(pass, 6);
    assert_int_equal(look("reset in it")->n, 0);
    assert_stopped("reset in it", GT_STOP_FAILED, "gt_reset or gt_clock_set was called inside after 3 samples");
    GT_TRIAL("reset in it", .max_n = 4) spend(2000);
    assert_int_equal(look("reset in it")->n, 4);
    assert_number(look("reset in it")->min_ns, 2000);
    assert_stopped("reset in it", GT_STOP_MAXIMUM,
                   "maximum reached after 4 samples; 'reset in it' has too few samples for 1.0 %");
}
TEST(after_a_reset_the_report_does_not_say_why_forgotten_ones_stopped, anew) {
    GT_TRIAL("forgotten", .max_n = 3) spend(1000);
    GT_COMPARE("forgotten too", .max_n = 3) {
        GT_SIDE("a") spend(1000);
        GT_SIDE("b") spend(1000);
    }
    assert_reported("forgotten", 1);
    gt_reset();
    assert_reported("forgotten", 0);
    assert_reported("nan", 0);
}
TEST(trial_inside_another_ends_it_and_is_an_error, anew) {
    int outer = 0, inner = 0;
    GT_TRIAL("outer") {
        outer++;
        spend(1000);
        GT_TRIAL("nested", .max_n = 5, .warmup = -1) {
            spend(1000);
            inner++;
        }
    }
    assert_int_equal(outer, 1);
    assert_int_equal(inner, 5);
    assert_int_equal(look("nested")->depth, 0);
    assert_int_equal(look("outer")->stop, GT_STOP_LEFT);
    assert_non_null(gt_error_first());
    assert_int_equal(gt_error_first()->status, GT_ERR_ORDER);
    assert_reported("another trial, comparison or batch was begun inside a trial, and ended it\n", 1);
    assert_reported("outer: stopped: left", 1);
    gt_reset();
    GT_TRIAL("outer", .max_n = 2) spend(1000);
    assert_int_equal(look("outer")->n, 2);
}
/* The scope and the side around are over too, and end without harm. */
TEST(trial_inside_a_scope_or_side_of_another_ends_that_too, anew) {
    int inner = 0;
    GT_TRIAL("outer") {
        GT_SCOPE("phase") {
            GT_TRIAL("in a scope", .max_n = 5, .warmup = -1) inner++;
        }
    }
    assert_int_equal(inner, 5);
    assert_true(gt_self_->current == gt_self_->root);
    GT_COMPARE("sides") {
        GT_SIDE("a") spend(1000);
        GT_SIDE("b") {
            GT_TRIAL("in a side", .max_n = 5, .warmup = -1) inner++;
        }
    }
    assert_int_equal(inner, 10);
    assert_true(gt_self_->current == gt_self_->root);
    assert_int_equal(look("in a side")->n, 5);
}
static jmp_buf back_here;
__attribute__((noinline)) static void leave_a_trial(void) {
    GT_TRIAL("jumped out of", .max_n = 5) longjmp(back_here, 1);
}
__attribute__((noinline)) static int passes_of(const char *name) {
    volatile int passes = 0;
    GT_TRIAL(name, .max_n = 5, .warmup = -1) {
        spend(1000);
        passes++;
    }
    return passes;
}
/* Also by a function that begins its frame at the same place, and by the same trial again. */
TEST(trial_that_longjmp_left_ends_when_the_next_begins, anew) {
    volatile int i;
    for (i = 0; i < 3; i++)
        if (!setjmp(back_here)) leave_a_trial();
    assert_int_equal(passes_of("after it"), 5);
    assert_null(gt_error_first());
    assert_null(gt_self_->trial);
    assert_true(gt_self_->current == gt_self_->root);
    assert_int_equal(look("jumped out of")->stop, GT_STOP_LEFT);
}
TEST(trial_that_longjmp_left_ends_when_the_next_begins_in_one_function, anew) {
    volatile int passes = 0;
    if (!setjmp(back_here)) GT_TRIAL("jumped out of", .max_n = 5) longjmp(back_here, 1);
    GT_TRIAL("runs", .max_n = 5, .warmup = -1) {
        spend(1000);
        passes++;
    }
    assert_int_equal(passes, 5);
    assert_null(gt_error_first());
}
/* A coroutine that is thrown away in the middle of its trial takes its stack along. The child crashes, not the test. */
static ucontext_t main_context, fiber_context;
static void leave_a_trial_on_the_fiber(void) {
    GT_TRIAL("on a fiber", .max_n = 5) {
        spend(1000);
        swapcontext(&fiber_context, &main_context);
    }
}
static int passes_behind;
static void run_a_trial_on_the_fiber(void) {
    GT_TRIAL("behind it", .max_n = 5) {
        spend(1000);
        passes_behind++;
    }
}
enum { STACK = 1 << 18 };
static int on_a_fiber(char *stack, void (*function)(void)) {
    if (getcontext(&fiber_context)) return 1;
    fiber_context.uc_stack.ss_sp = stack;
    fiber_context.uc_stack.ss_size = STACK;
    fiber_context.uc_link = &main_context;
    makecontext(&fiber_context, function, 0);
    return swapcontext(&main_context, &fiber_context);
}
static int trial_behind_a_fiber(void) {     /* the second stack lies below the first, as those of a stack that grows */
    const int zeros = open("/dev/zero", O_RDWR);       /* a strict POSIX has no MAP_ANONYMOUS */
    char *stacks = (char *)mmap(NULL, 2 * STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE, zeros, 0);
    if ((void *)stacks == MAP_FAILED || on_a_fiber(stacks + STACK, leave_a_trial_on_the_fiber)) return 2;
    if (munmap(stacks + STACK, STACK) || on_a_fiber(stacks, run_a_trial_on_the_fiber)) return 2;
    return passes_behind >= 5 ? 0 : 1;
}
TEST(trial_behind_one_that_a_freed_fiber_left_runs, anew) {
    int status = 0;
    const pid_t child = fork();
    assert_true(child >= 0);
    if (!child) {
        signal(SIGSEGV, SIG_DFL);       /* cmocka's goes on with the next test */
        _exit(trial_behind_a_fiber());
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}
TEST(comparison_inside_a_trial_ends_it_and_is_an_error, anew) {
    int outer = 0, a = 0, b = 0;
    GT_TRIAL("with a comparison") {
        outer++;
        spend(1000);
        GT_COMPARE("nested", .max_n = 4, .warmup = -1) {
            GT_SIDE("a") a++;
            GT_SIDE("b") b++;
        }
    }
    assert_int_equal(outer, 1);
    assert_int_equal(a, 4);
    assert_int_equal(b, 4);
    assert_int_equal(gt_error_first()->status, GT_ERR_ORDER);
}
TEST(where_scopes_are_too_deep_it_is_an_error, anew) {
    gt_scope deep[GPUTIME_MAX_DEPTH];
    int i, warm = 0, cold = 0;
    (void)cold;
    for (i = 0; i < GPUTIME_MAX_DEPTH; i++) deep[i] = gt_scope_begin("deep");
    GT_TRIAL("too deep", .max_n = 3) warm++;
    assert_non_null(gt_error_first());
    assert_int_equal(gt_error_first()->status, GT_ERR_MEMORY);
    for (i = GPUTIME_MAX_DEPTH; i-- > 0;) gt_scope_end(&deep[i]);
    gt_reset();
    for (i = 0; i < GPUTIME_MAX_DEPTH; i++) deep[i] = gt_scope_begin("deep");
    GT_TRIAL("too deep", .max_n = 3, .warmup = -1) cold++;
    for (i = GPUTIME_MAX_DEPTH; i-- > 0;) gt_scope_end(&deep[i]);
    assert_int_equal(warm, 1);
    assert_non_null(gt_error_first());
    assert_int_equal(gt_error_first()->status, GT_ERR_MEMORY);
}
TEST(clock_that_stands_still_ends_it_all_the_same, anew) {
    int pass = 0;
    GT_TRIAL("still", .max_n = 30) if (++pass > 1000000) break;
    assert_true(pass <= 1000000);
    assert_int_equal(look("still")->n, 30);
}

static uint64_t always_0(void *unused) { return (void)unused, (uint64_t)0; }
static uint64_t by_reading(void *unused) { return (void)unused, fake_ns += 10; }
/* So do clocks of a program that do not follow its bodies, and no text calls a number "nan" or "inf". */
TEST(clocks_that_do_not_follow_the_body_end_it_too, anew) {
    uint64_t (*const clocks[])(void *) = { always_0, by_reading };
    size_t i;
    for (i = 0; i < 2; i++) {
        int pass = 0;
        char *text;
        gt_reset();
        assert_int_equal(gt_clock_set(clocks[i], NULL, "simulated"), GT_OK);
        GT_TRIAL("wild", .max_n = 30, .budget_s = 0.01) if (++pass > 30000000) break;
        assert_int_equal(look("wild")->stop, GT_STOP_MAXIMUM);
        GT_COMPARE("wild pair", .max_n = 5, .budget_s = 0.01) {
            GT_SIDE("a") pass++;
            GT_SIDE("b") pass++;
        }
        text = report_text();
        assert_null(strstr(text, " nan "));
        assert_null(strstr(text, " inf "));
        free(text);
    }
}
static uint64_t backwards(void *unused) { return (void)unused, fake_ns -= 7; }
TEST(comparison_without_a_ratio_says_in_a_line_of_its_own_why_it_stopped, anew) {
    fake_ns = 1000000;
    assert_int_equal(gt_clock_set(backwards, NULL, "simulated"), GT_OK);
    GT_COMPARE("backwards", .max_n = 5, .budget_s = 0.01) {
        GT_SIDE("a") spend(0);
        GT_SIDE("b") spend(0);
    }
    assert_reported("\nbackwards: stopped: ", 1);
}

/* 30 samples are spread over a second: between blocks of five the body runs, and nothing of that is recorded. */
TEST(first_samples_are_spread_over_a_tenth_of_the_budget_and_the_body_runs_meanwhile, anew) {
    int all = 0, apart = 0, i;
    const gt_series *s;
    GT_TRIAL("spread", .budget_s = 5, .precision = 0.05) {
        all++;
        GT_SCOPE("phase") spend(1000000);
    }
    assert_int_equal(look("spread/phase")->n, 30);
    s = look("spread");
    assert_int_equal(s->n, 30);
    assert_true(all > 300 && all < 32 + 900);
    assert_int_equal(s->unrecorded, all - 32);
    for (i = 1; i < 30; i++) {
        double gap = s->begin_ns[i] - s->begin_ns[i - 1] - s->ns[i - 1];
        if (gap > 0) apart++;
        assert_true(i % 5 == 0 ? gap >= 15e6 && gap <= 176e6 : gap < 1);
    }
    assert_int_equal(apart, 5);
    assert_true(s->begin_ns[29] - s->begin_ns[0] >= 0.35e9 && s->begin_ns[29] - s->begin_ns[0] <= 0.65e9);
    all = 0;
    GT_TRIAL("without", .precision = 1e-9, .max_n = 40) {
        all++;
        spend(1000000);
    }
    GT_TRIAL("few", .max_n = 29) {
        all++;
        spend(1000000);
    }
    assert_int_equal(all, 42 + 31);
    for (i = 0; (size_t)i < shown.count; i++) assert_true(shown.series[i].cold < 2);
}
/* Of short bodies many passes make a sample; a comparison counts rounds. */
TEST(runs_of_the_body_that_no_sample_has_are_in_the_sentence_and_in_the_count, anew) {
    char line[200];
    size_t all = 0, of_a = 0;
    GT_TRIAL("short", .budget_s = 1, .precision = 0.5) {
        all++;
        spend(10);
    }
    const size_t passes = look("short")->passes, recorded = look("short")->n * passes, cold = look_cold("short")->n;
    assert_true(passes > 1 && look("short")->unrecorded > 10 * passes);
    assert_int_equal(look("short")->unrecorded % passes, 0);
    assert_true(all > look("short")->unrecorded + recorded);
    assert_true(all <= look("short")->unrecorded + recorded + cold * passes);
    sprintf(line, "reached after 30 samples, spread over time by %lu more passes that were not recorded; it lasted ",
            (unsigned long)look("short")->unrecorded);
    assert_non_null(strstr(look("short")->stopped, line));
    GT_COMPARE("sides", .max_n = 40, .budget_s = 1) {
        GT_SIDE("a") {
            of_a++;
            spend(100000 + 50000 * (of_a % 2));
        }
        GT_SIDE("b") spend(100000);
    }
    assert_int_equal(look("sides/a")->unrecorded, of_a - look("sides/a")->n - look_cold("sides/a")->n);
    assert_int_equal(look("sides/b")->unrecorded, look("sides/a")->unrecorded);
    assert_true(look("sides/a")->unrecorded > 100);
    sprintf(line, " rounds, spread over time by %lu more rounds", (unsigned long)look("sides/a")->unrecorded);
    assert_non_null(strstr(look("sides")->stopped, line));
}
TEST(trial_left_between_two_blocks_says_so_and_keeps_whole_blocks, anew) {
    GT_TRIAL("left there") {
        spend(1000000);
        if (resting()) break;
    }
    assert_int_equal(look("left there")->n, 5);
    assert_int_equal(look("left there")->left_early, 1);
    assert_int_equal(look("left there")->stop, GT_STOP_LEFT);
}

/* ---- phases ---- */

TEST(every_phase_must_reach_the_precision, anew) {
    static double a[1000], b[1000];
    size_t k, i, at_a, at_b, by_a = 0, by_b = 0;
    for (k = 0; k < 12; k++) {
        double spread = k % 2 ? 0.1 : 0.02;
        gt_reset();
        for (i = 0; i < 1000; i++) {
            a[i] = (double)noisy(100000, spread);
            b[i] = (double)noisy(50000, 0.05);
        }
        i = 0;
        GT_TRIAL("each", .precision = 0.015, .warmup = -1, .max_n = 800, .budget_s = 1e6) {
            GT_SCOPE("a") spend((uint64_t)(resting() ? 1e6 : a[i]));
            GT_SCOPE("b") spend((uint64_t)(resting() ? 1e6 : b[i]));
            i += !resting();
        }
        at_a = expected_stop(a, 800, 0.015);
        at_b = expected_stop(b, 800, 0.015);
        assert_int_equal(look("each")->n, i);
        assert_int_equal(look("each")->stop, i < 800 ? GT_STOP_PRECISION : GT_STOP_MAXIMUM);
        /* the last one decides; one that was there before may have left again */
        assert_true(i >= at_a && i >= at_b);
        if (k < 8 && at_a != at_b) assert_true(half_width(a, i) <= 0.015 && half_width(b, i) <= 0.015);
        by_a += at_a > at_b && i == at_a;
        by_b += at_b > at_a && i == at_b;
    }
    assert_true(by_a >= 4);
    assert_true(by_b >= 4);
}
TEST(whole_body_is_not_judged_where_it_has_phases, anew) {
    GT_TRIAL("around phases", .max_n = 100) {
        spend(noisy(10000, 0.5));
        GT_SCOPE("phase") spend(1000);
    }
    assert_stopped("around phases", GT_STOP_PRECISION, "precision of 1.0 % reached after 30 samples...");
}
TEST(scopes_at_any_depth_are_phases, anew) {
    GT_TRIAL("depths", .max_n = 60) {
        GT_SCOPE("one") {
            spend(100000);
            GT_SCOPE("two") GT_SCOPE("three") spend(noisy(1000, 0.4));
        }
    }
    assert_int_equal(look("depths")->stop, GT_STOP_MAXIMUM);
    assert_non_null(strstr(look("depths")->stopped, "'three' has not reached 1.0 %"));
}
TEST(only_the_named_phase_is_judged, anew) {
    GT_TRIAL("named", .phase = "steady", .max_n = 100) {
        GT_SCOPE("noisy") {
            spend(noisy(10000, 0.5));
            GT_SCOPE("steady") spend(1000);
        }
    }
    assert_stopped("named", GT_STOP_PRECISION, "precision of 1.0 % reached after 30 samples...");
    GT_TRIAL("other", .phase = "noisy", .max_n = 25) {
        GT_SCOPE("steady") spend(1000);
        GT_SCOPE("noisy") spend(noisy(10000, 0.5));
    }
    assert_non_null(strstr(look("other")->stopped, "; 'noisy' has not reached 1.0 % ("));
}
TEST(phase_that_is_not_there_is_said, anew) {
    GT_TRIAL("misspelt", .phase = "stedy", .max_n = 100) {
        GT_SCOPE("steady") spend(1000);
        GT_SCOPE("noisy") spend(noisy(10000, 0.5));
    }
    assert_non_null(strstr(look("misspelt")->stopped, "stedy"));
    assert_int_not_equal(look("misspelt")->stop, GT_STOP_PRECISION);
}
TEST(phase_twice_in_a_pass_is_judged_by_its_own_count, anew) {
    static double x[2000];
    static const size_t looks[] = { 30, 45, 68, 102, 153, 230, 345 };
    size_t i, at = 0, n;
    for (i = 0; i < 2000; i++) x[i] = (double)noisy(100000, 0.1);
    GT_TRIAL("twice", .precision = 0.02, .warmup = -1, .budget_s = 1e6) {
        for (i = 0; i < 2; i++) GT_SCOPE("phase") spend((uint64_t)(resting() ? 1e6 : x[at++]));
    }
    n = look("twice")->n;
    assert_int_equal(look("twice/phase")->n, 2 * n);
    assert_int_equal(at, 2 * n);
    assert_int_equal(look("twice")->stop, GT_STOP_PRECISION);
    for (i = 0; i < COUNT(looks) && half_width(x, 2 * looks[i]) > 0.02; i++) {}
    assert_int_equal(n, looks[i]);
    assert_true(half_width(x, n) > 0.02);           /* with all it is reached, with half of them it is not */
}
TEST(phase_now_and_then_is_judged_by_its_own_count, anew) {
    static double x[1000];
    size_t i, pass = 0, at = 0, k;
    static const size_t looks[] = { 30, 45, 68, 102, 153, 230, 345, 518, 777 };
    for (i = 0; i < 1000; i++) x[i] = (double)noisy(100000, 0.02);
    GT_TRIAL("rarely", .precision = 0.02, .warmup = -1, .budget_s = 1e6) {
        GT_SCOPE("always") spend(1000);
        if (!resting() && pass++ % 10 == 0) GT_SCOPE("tenth") spend((uint64_t)x[at++]);
    }
    assert_int_equal(look("rarely")->stop, GT_STOP_PRECISION);
    assert_int_equal(look("rarely/tenth")->n, (pass + 9) / 10);
    for (k = 0; k < COUNT(looks) && half_width(x, (looks[k] + 9) / 10) > 0.02; k++) {}
    assert_int_equal(pass, looks[k]);
    assert_true(pass >= 68);
}
TEST(phase_of_the_warm_up_alone_is_not_judged_but_the_body_is, anew) {
    int pass = 0;
    GT_TRIAL("once", .max_n = 40) {
        if (pass++ == 0) GT_SCOPE("init") spend(50);
        spend(noisy(10000, 0.5));
    }
    assert_int_equal(look("once")->stop, GT_STOP_MAXIMUM);
    assert_non_null(strstr(look("once")->stopped, "'once' has not reached 1.0 % ("));
    pass = 0;
    GT_TRIAL("once and a phase", .max_n = 40) {
        if (pass++ == 0) GT_SCOPE("init") spend(50);
        GT_SCOPE("phase") spend(1000);
    }
    assert_stopped("once and a phase", GT_STOP_PRECISION, "precision of 1.0 % reached after 30 samples...");
}
TEST(numbers_from_elsewhere_are_a_phase_and_those_that_are_none_are_left_out, anew) {
    int i = 0;
    GT_TRIAL("elsewhere", .max_n = 100) {
        spend(1000);
        gt_series_add("device", 5000.0 + i % 3);
        gt_series_add("device", i++ % 2 ? NAN : INFINITY);
    }
    assert_stopped("elsewhere", GT_STOP_PRECISION, "precision of 1.0 % reached after 30 samples...");
    assert_int_equal(look("elsewhere/device")->rejected, 30);
}

/* ---- batches ---- */

TEST(short_body_is_batched_to_100_steps_and_a_sample_is_one_pass, anew) {
    uint64_t passes = 0, warm = 0;
    const gt_series *s;
    GT_TRIAL("batch", .max_n = 50, .precision = 1e-9) {
        passes++;
        GT_WORK(6, 24);
        spend(3);
    }
    s = look("batch");
    assert_int_equal(s->n, 50);
    assert_true((double)s->passes * 3 >= 100);
    assert_true(s->passes <= 3000);
    assert_number(s->min_ns, 3);
    assert_number(s->max_ns, 3);
    assert_number(s->stats.median, 3);
    assert_number(gt_series_sample(s, 49).flops, 6);
    assert_number(gt_series_sample(s, 49).bytes, 24);
    assert_true(fabs(s->flops_per_s - 2e9) < 1 && fabs(s->bytes_per_s - 8e9) < 1);
    assert_int_not_equal(s->kind, GT_KIND_OUTSIDE);
    warm = passes - 50 * (uint64_t)s->passes;
    s = look_cold("batch");
    assert_true(s->n >= 2 && warm > s->n);
    assert_number(s->max_ns, 3);
    assert_number(gt_series_sample(s, s->n - 1).flops, 6);
    s = look("batch");
    {
        char name[64];
        sprintf(name, "\nbatch /%lu ", s->passes);
        assert_reported(name, 1);
    }
}
TEST(batch_follows_the_step_of_the_clock, anew) {
    const gt_series *s;
    (void)gt_clock_info();
    gt_clk_.info.step_ns = 40;
    GT_TRIAL("coarse clock", .max_n = 20) spend(7);
    gt_clk_.info.step_ns = 1;
    s = look("coarse clock");
    assert_true((double)s->passes * 7 >= 4000);
    assert_true((double)s->passes * 7 <= 80000);
    assert_number(s->stats.median, 7);
}
TEST(body_of_100_steps_is_not_batched, anew) {
    int pass = 0;
    GT_TRIAL("long enough", .max_n = 20) {
        pass++;
        spend(100);
    }
    assert_int_equal(look("long enough")->passes, 1);
    assert_int_equal(pass, 22);
}
TEST(body_with_a_scope_is_not_batched, anew) {
    int pass = 0;
    GT_TRIAL("short with a scope", .max_n = 40, .precision = 1e-9) {
        pass++;
        GT_SCOPE("short") spend(3);
    }
    assert_int_equal(look("short with a scope")->passes, 1);
    assert_int_equal(look("short with a scope/short")->n, 40);
    assert_int_equal(pass, 42);
}
TEST(break_in_a_batch_leaves_no_sample_of_a_part, anew) {
    uint64_t pass = 0;
    GT_TRIAL("left in a batch", .precision = 1e-9) {
        spend(3);
        if (++pass == 2000) break;
    }
    assert_true(look("left in a batch")->passes > 1);
    assert_true(look("left in a batch")->n > 2);
    assert_number(look("left in a batch")->max_ns, 3);
    assert_int_equal(look("left in a batch")->left_early, 1);
    assert_int_equal(look("left in a batch")->stop, GT_STOP_LEFT);
}
TEST(short_body_is_batched_on_the_real_clock_too, anew_on_own_clock) {
    volatile unsigned v = 1;
    uint64_t passes = 0;
    const gt_series *s;
    double step = gt_clock_info().step_ns;
    for (int tries = 0;; tries++) {   /* what runs beside it makes a warm-up or a sample long */
        gt_reset();
        passes = 0;
        GT_TRIAL("real", .max_n = 60, .budget_s = 2) {
            passes++;
            v = v * 3u;
            GT_WORK(1, 0);
        }
        s = look("real");
        if (tries == 4 || (s->n >= 20 && (double)s->passes * s->stats.median >= 70 * step)) break;
    }
    assert_true(s->n >= 20);
    /* The warm-up found 100 steps, a little slower. A clock of very small steps needs one pass only. */
    assert_true((double)s->passes * s->stats.median >= 70 * step);
    assert_true(s->passes >= 2 || s->stats.median >= 70 * step);
    assert_true(s->stats.median > 0 && (SANITIZED || s->stats.median < 1000));
    assert_number(gt_series_sample(s, 0).flops, 1);
    assert_true(passes > s->n * s->passes);
}

/* ---- what the interval is worth ---- */

TEST(printed_as_95_percent_is_the_97_percent_interval, anew) {
    double sorted[1000];
    const gt_series *s;
    gt_interval ci;
    char row[64], *report, *at;
    GT_TRIAL("interval", .precision = 0.02) {
        GT_SCOPE("phase") spend(noisy(100000, 0.05));
    }
    assert_int_equal(look("interval")->stop, GT_STOP_PRECISION);
    s = look("interval/phase");
    assert_true(s->looked);
    memcpy(sorted, s->ns, s->n * sizeof *sorted);
    qsort(sorted, s->n, sizeof *sorted, by_value);
    ci = gt_median_interval_(sorted, s->n, gt_tau_looked_(s->ns, s->n, NULL), 1, 0.97);
    assert_number(s->stats.ci.low, ci.low);
    assert_number(s->stats.ci.high, ci.high);
    assert_number(s->stats.ci.confidence, 0.95);
    sprintf(row, "%s", gt_percent_(50 * (ci.high - ci.low) / s->stats.median));
    report = report_text();
    at = strstr(report, "\n  phase ");
    assert_non_null(at);
    assert_non_null(strstr(at, row));
    assert_true(strstr(at, row) < strchr(at + 1, '\n'));
    free(report);
}

static uint64_t draw_ns(const struct law *law) { return (uint64_t)(law->draw() * 1e4 + 0.5); }   /* median about 1 ms */
static int trial_covers(const struct law *law, double median, double precision, size_t *samples) {
    gt_snapshot snap;
    const gt_series *s;
    size_t i = 0;
    int hit;
    gt_reset();
    GT_TRIAL("covered", .precision = precision, .warmup = -1, .budget_s = 1e6) {
        i += !resting();
        spend(resting() ? 10000000 : draw_ns(law));
    }
    assert_int_equal(gt_snapshot_take(&snap), GT_OK);
    s = gt_snapshot_find(&snap, "covered");
    assert_int_equal(s->n, i);
    *samples += i;
    hit = s->stats.ci.confidence > 0.949 && s->stats.ci.low <= median && median <= s->stats.ci.high;
    gt_snapshot_free(&snap);
    return hit;
}
TEST(interval_of_a_trial_covers_the_median_though_it_looked, anew) {
    static const struct { const char *law; double precision[2]; } cases[] = {
        { "norm1", { 0.002, 0.004 } }, { "lnexp", { 0.003, 0.005 } },
        { "expo", { 0.006, 0.012 } }, { "wide", { 0.05, 0.1 } },
    };
    enum { TRIALS = 2000 / THINNER };
    size_t c, p, t;
    for (c = 0; c < COUNT(cases); c++)
        for (p = 0; p < 2; p++) {
            const struct law *law = law_named(cases[c].law);
            double median = law->median() * 1e4;
            size_t hits = 0, samples = 0;
            char what[64];
            seed(7 + 2 * c + p);
            for (t = 0; t < TRIALS; t++) hits += (size_t)trial_covers(law, median, cases[c].precision[p], &samples);
            sprintf(what, "trial %s to %g %%, on average", cases[c].law, 100 * cases[c].precision[p]);
            covers(what, (samples + TRIALS / 2) / TRIALS, hits, TRIALS, 94.5, 98.5);
        }
    assert_int_equal(out_of_band, 0);
}
/* A loop that looks at the plain interval after each sample from the tenth on: what looking seldom at 97 % is for. */
TEST(control_that_looks_at_every_sample_covers_less, anew) {
    enum { TRIALS = 2000 / THINNER };
    const struct law *law = law_named("expo");
    static double sorted[1000];
    double median = law->median() * 1e4;
    size_t t, n, i, hits = 0;
    seed(11);
    for (t = 0; t < TRIALS; t++) {
        gt_interval ci = gt_no_interval_();
        for (n = 0; n < 1000;) {
            double x = (double)draw_ns(law);
            for (i = n++; i > 0 && sorted[i - 1] > x; i--) sorted[i] = sorted[i - 1];
            sorted[i] = x;
            if (n < 10) continue;
            ci = gt_median_interval_(sorted, n, 1, 0, 0.95);
            if ((ci.high - ci.low) / 2 <= 0.006 * gt_quantile(sorted, n, 0.5)) break;
        }
        hits += ci.low <= median && median <= ci.high;
    }
    control("expo covered, looking at each sample from 10 on", hits, TRIALS, 50, 93);
    assert_int_equal(out_of_band, 0);
}

/* ---- progress ---- */

static char *text_in(FILE *file) {      /* owner: the caller */
    long size = ftell(file);
    char *text = (char *)calloc((size_t)size + 1, 1);
    assert_non_null(text);
    rewind(file);
    assert_int_equal(fread(text, 1, (size_t)size, file), (size_t)size);
    return text;
}
static size_t count_of(const char *text, char c) {
    size_t n = 0;
    for (; *text; text++) n += *text == c;
    return n;
}
/* What a terminal of one endless line shows in the end. */
static void assert_wiped(const char *text) {
    char screen[1000];
    size_t at = 0, i;
    memset(screen, ' ', sizeof screen);
    for (; *text; text++) {
        assert_true(*text != '\n');
        if (*text == '\r') at = 0;
        else screen[at++] = *text;
        assert_true(at < sizeof screen);
    }
    assert_int_equal(at, 0);
    for (i = 0; i < sizeof screen; i++) assert_int_equal(screen[i], ' ');
}
TEST(progress_is_a_line_that_rewrites_itself_at_most_5_times_a_second, anew) {
    FILE *file = tmpfile();
    char *text, *line;
    int pass = 0;
    (void)pass;
    size_t lines;
    assert_non_null(file);
    GT_TRIAL("a trial", .progress = file, .precision = 1e-9, .max_n = 400, .budget_s = 30) {
        pass++;
        GT_SCOPE("the phase") spend(noisy(10000000, 0.1));
    }
    text = text_in(file);
    assert_wiped(text);
    lines = count_of(text, '\r') - 2;           /* the wiping one takes two */
    assert_true(lines >= 15);
    assert_true(lines <= 20);                   /* 400 passes of 10 ms */
    line = strstr(text, "\ra trial: n=");
    assert_non_null(line);
    assert_non_null(strstr(text, "the phase"));
    assert_non_null(strstr(text, " s left"));
    assert_null(strstr(text, ", 0 ns left"));
    free(text);
    fclose(file);
}
TEST(longest_line_of_progress_is_wiped_too, anew) {
    FILE *file = tmpfile();
    char *text;
    assert_non_null(file);
    GT_TRIAL("a name that is longer than anybody will ever want to read in a terminal", .progress = file,
             .precision = 1e-9, .max_n = 200) {
        GT_SCOPE("a phase with a long name as well, so that the line gets long") spend(noisy(40000000, 0.1));
    }
    text = text_in(file);
    assert_non_null(strstr(text, "a name that is longer"));
    assert_wiped(text);
    free(text);
    fclose(file);
}
/* On a file that is no terminal: nothing, or a line every 10 s where GT_PROGRESS asks for it. */
TEST(progress_for_no_terminal_is_a_line_every_ten_seconds, anew) {
    char *text;
    int asked, saved;
    FILE *file;
    for (asked = 0; asked < 2; asked++) {
        if (asked) setenv("GT_PROGRESS", "1", 1);
        file = tmpfile();
        assert_non_null(file);
        fflush(stderr);
        saved = dup(2);
        dup2(fileno(file), 2);
        GT_TRIAL("asked", .precision = 1e-9, .max_n = 300, .budget_s = 300) spend(noisy(150000000, 0.1));
        GT_TRIAL("short", .precision = 1e-9, .max_n = 10, .budget_s = 300) spend(noisy(150000000, 0.1));
        fflush(stderr);
        dup2(saved, 2);
        close(saved);
        unsetenv("GT_PROGRESS");
        fseek(file, 0, SEEK_END);
        text = text_in(file);
        assert_int_equal(count_of(text, '\n'), asked ? 4 : 0);      /* of 45 s */
        assert_int_equal(count_of(text, '\r'), 0);
        assert_int_equal(!asked || (strstr(text, "asked: n=") && strstr(text, " s left\n")), 1);
        assert_null(strstr(text, "short"));
        free(text);
        fclose(file);
    }
}
TEST(progress_of_a_comparison_is_the_same, anew) {
    FILE *file = tmpfile();
    char *text;
    assert_non_null(file);
    GT_COMPARE("sides", .progress = file, .precision = 1e-9, .max_n = 100, .budget_s = 30) {
        GT_SIDE("a") spend(noisy(10000000, 0.1));
        GT_SIDE("b") spend(noisy(10000000, 0.1));
    }
    text = text_in(file);
    assert_wiped(text);
    assert_true(count_of(text, '\r') - 2 >= 7);
    assert_true(count_of(text, '\r') - 2 <= 10);
    free(text);
    fclose(file);
}
TEST(nothing_is_printed_without_a_file, anew) {
    char path[] = "/tmp/gputime_silent_XXXXXX";
    int file = mkstemp(path), out, err;
    struct stat size;
    assert_true(file >= 0);
    fflush(stdout);
    fflush(stderr);
    out = dup(1);
    err = dup(2);
    dup2(file, 1);
    dup2(file, 2);
    GT_TRIAL("silent", .max_n = 50, .precision = 1e-9) spend(noisy(100000000, 0.1));
    GT_TRIAL("silent", .budget_s = 0.01) break;
    fflush(stdout);
    fflush(stderr);
    dup2(out, 1);
    dup2(err, 2);
    close(out);
    close(err);
    assert_int_equal(fstat(file, &size), 0);
    close(file);
    unlink(path);
    assert_int_equal(size.st_size, 0);
}

/* ---- threads ---- */

static volatile unsigned sink[8];
static pthread_barrier_t both;
static void *run_a_trial(void *number) {
    const size_t me = *(const size_t *)number;
    volatile unsigned *v = &sink[4 * me];
    GT_TRIAL("of a thread", .max_n = (int)(60 + 10 * me), .precision = 1e-9) {
        GT_SCOPE("phase") for (unsigned i = 0; i < 2000; i++) *v = *v * 3u + 1;
    }
    GT_COMPARE("sides of a thread", .max_n = 19) {      /* too few to look */
        pthread_barrier_wait(&both);                    /* so that the threads run pass by pass beside each other */
        GT_SIDE("one") GT_SCOPE("phase") for (unsigned i = 0; i < 2000; i++) *v = *v * 3u + 1;
        GT_SIDE("two") GT_SCOPE("phase") for (unsigned i = 0; i < 4000; i++) *v = *v * 3u + 1;
    }
    return NULL;
}
TEST(two_threads_can_run_trials_at_once, anew_on_own_clock) {
    static const size_t number[2] = { 0, 1 };
    pthread_t thread[2];
    const gt_series *one, *two, *a, *b;
    gt_ratio whole, phase;
    size_t i, k;
    assert_int_equal(pthread_barrier_init(&both, NULL, 2), 0);
    for (i = 0; i < 2; i++) {
        size_t *mine = (size_t *)(uintptr_t)&number[i];
        assert_int_equal(pthread_create(&thread[i], NULL, run_a_trial, mine), 0);
    }
    for (i = 0; i < 2; i++) assert_int_equal(pthread_join(thread[i], NULL), 0);
    assert_int_equal(pthread_barrier_destroy(&both), 0);
    assert_null(gt_error_first());
    assert_int_equal(look("of a thread")->n, 130);
    assert_int_equal(look("of a thread")->threads, 2);
    assert_int_equal(look("of a thread/phase")->n, 130);
    assert_int_equal(look("of a thread")->stop, GT_STOP_MAXIMUM);
    assert_int_equal(look_cold("of a thread")->n, 4);
    one = look("sides of a thread/one");
    assert_int_equal(one->n, 38);
    assert_int_equal(gt_snapshot_compare(&shown, "sides of a thread", "two", NULL, &whole), GT_OK);
    assert_int_equal(gt_snapshot_compare(&shown, "sides of a thread", "two", "phase", &phase), GT_OK);
    assert_int_equal(whole.rounds, 38);
    assert_true(whole.ratio < 0.9);
    /* each phase is in its own side's sample, whatever the other thread did then */
    one = gt_snapshot_find(&shown, "sides of a thread/one");
    two = gt_snapshot_find(&shown, "sides of a thread/two");
    a = gt_snapshot_find(&shown, "sides of a thread/one/phase");
    b = gt_snapshot_find(&shown, "sides of a thread/two/phase");
    {
        gt_ratio direct;
        assert_int_equal(gt_ratio_paired(a->ns, b->ns, 38, 0.95, &direct), GT_OK);
        assert_number(phase.ratio, direct.ratio);
        assert_int_equal(phase.rounds, direct.rounds);
        assert_int_equal(phase.dropped, 0);
    }
    for (k = 0; k < 38; k++) assert_true(a->ns[k] <= one->ns[k] && b->ns[k] <= two->ns[k]);
}

/* ---- runs ---- */

static char runs_path[64];
static int new_runs(void **unused) {
    int file;
    if (anew(unused)) return 1;
    strcpy(runs_path, "/tmp/gputime_runs_XXXXXX");
    file = mkstemp(runs_path);
    return file < 0 || close(file);
}
static int end_runs(void **unused) {
    char command[200];
    (void)unused;
    sprintf(command, "rm '%s'*", runs_path);
    return system(command);
}
static void keep_run(void) {        /* a document of each process; the file of medians that 0.1 wrote is not there */
    char name[100];
    sprintf(name, "%s.%%p.json", runs_path);
    gt_write_file(name, gt_write_json);
    unlink(runs_path);
}
static char *runs_text(void) {
    int status;
    char *text = lint_runs(runs_path, &status);
    assert_in_range(status, 0, 1);
    return text;
}
static void write_runs(const void *bytes, size_t size) {
    FILE *f = fopen(runs_path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, size, f), size);
    assert_int_equal(fclose(f), 0);
}
static int ran_in_a_child(void (*body)(int), int number) {
    int status = -1;
    pid_t child;
    fflush(stdout);
    fflush(stderr);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        body(number);
        _exit(gt_error_first() ? 1 : 0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}
/* A row of the report: cut at two blanks or more. */
static int cells_of(const char *text, const char *name, char cell[8][80]) {
    const char *at = strstr(text, name);
    int n = 0;
    while (at && at > text && at[-1] != '\n') at = strstr(at + 1, name);
    while (at && *at && *at != '\n' && n < 8) {
        size_t length = 0;
        while (at[length] && at[length] != '\n' && !(at[length] == ' ' && at[length + 1] == ' ')) length++;
        if (length > 79) return 0;
        memcpy(cell[n], at, length);
        cell[n++][length] = 0;
        for (at += length; *at == ' '; at++) {}
    }
    return n;
}

static void one_run(int number) {
    int i;
    for (i = 0; i < 30; i++) GT_SCOPE("kernel") spend(1000000 + (uint64_t)number * 10000);
    GT_COMPARE("tiling", .max_n = 10) {
        GT_SIDE("simple") GT_SCOPE("compute") spend(3000000);
        GT_SIDE("tiled") GT_SCOPE("compute") spend(1000000 + (uint64_t)number * 10000);
    }
    keep_run();
}
TEST(from_six_processes_on_the_median_over_runs_has_an_interval, new_runs, end_runs) {
    char cell[8][80], *text;
    int i;
    for (i = 0; i < 5; i++) assert_true(ran_in_a_child(one_run, i));
    text = runs_text();
    assert_int_equal(cells_of(text, "kernel ", cell), 5);
    assert_string_equal(cell[1], "5");
    assert_string_equal(cell[2], "1.02 ms");
    assert_string_equal(cell[3], "needs 6 runs");
    assert_string_equal(cell[4], "3.9 %");
    free(text);
    for (; i < 7; i++) assert_true(ran_in_a_child(one_run, i));
    text = runs_text();
    assert_int_equal(cells_of(text, "kernel ", cell), 6);
    assert_string_equal(cell[1], "7");
    assert_string_equal(cell[2], "1.03 ms");
    assert_string_equal(cell[3], "1.01 ms");    /* ranks 1.7333 and 6.2667 of 1.00 ... 1.06 */
    assert_string_equal(cell[4], "1.05 ms");
    assert_null(strstr(text, "left out"));
    assert_int_equal(cells_of(text, "tiling: tiled as fast as simple ", cell), 6);
    assert_string_equal(cell[1], "7");
    assert_string_equal(cell[2], "2.913 x");
    assert_string_equal(cell[3], "2.850 x");
    assert_int_equal(cells_of(text, "tiling/compute: tiled as fast as simple ", cell), 6);
    assert_string_equal(cell[2], "2.913 x");
    free(text);
}
static void record_names(int number) {
    static const char *const names[] = { "comma, in it", "quote \" in it", "\"", "\"quoted, wholly\"", ",",
                                         "naive 100 % %s %n" };
    size_t i;
    for (i = 0; i < COUNT(names); i++) {
        gt_scope s = gt_scope_begin(names[i]);
        spend(1000 * (i + 1) + (uint64_t)number);
        gt_scope_end(&s);
    }
    keep_run();
}
static void append_what_is_named_alike(int number) {
    char name[700];
    gt_scope s;
    GT_SCOPE("load") GT_SCOPE("parse") spend(1000 + (uint64_t)number);
    GT_SCOPE("load/parse") spend(2000);
    assert_int_equal(gt_series_add("load/parse", 3000), GT_OK);
    memset(name, 'n', sizeof name);
    for (name[699] = 0; name[698] < 'p'; name[698]++) {
        s = gt_scope_begin(name);
        spend(4000);
        gt_scope_end(&s);
    }
    keep_run();
}
TEST(series_of_one_path_and_of_long_names_stay_apart, new_runs, end_runs) {
    char cell[8][80], *text;
    int i;
    for (i = 0; i < 6; i++) assert_true(ran_in_a_child(append_what_is_named_alike, i));
    text = runs_text();
    assert_int_equal(cells_of(text, "load/parse ", cell), 6);
    assert_string_equal(cell[1], "6");
    assert_string_equal(cell[2], "1.00 us");
    assert_int_equal(cells_of(text, "load\\/parse [scope]", cell), 6);
    assert_string_equal(cell[1], "6");
    assert_string_equal(cell[2], "2.00 us");
    assert_int_equal(cells_of(text, "load\\/parse [outside]", cell), 6);
    assert_string_equal(cell[1], "6");
    assert_string_equal(cell[2], "3.00 us");
    if (!BUILD[0]) assert_int_equal(count_of(text, '\n'), 7);      /* `load`, two long names; nothing found */
    free(text);
}
TEST(six_rows_of_one_process_are_one_run, new_runs, end_runs) {
    char cell[8][80], *text, rows[600] = "run,series,n,median,unit,low,high,device,findings,kind\r\n";
    int i;
    for (i = 0; i < 6; i++) sprintf(rows + strlen(rows), "7,\"again\",%d,100%d,ns,,,,,scope\r\n", i + 1, i);
    write_runs(rows, strlen(rows));
    text = runs_text();
    assert_int_equal(cells_of(text, "again ", cell), 5);
    assert_string_equal(cell[1], "1");
    assert_string_equal(cell[3], "needs 6 runs");
    assert_non_null(strstr(text, "\nleft out: 5 rows that a later row of the same process replaced"));
    free(text);
}
static void append_a_fault(int number) {
    GT_SCOPE("good") spend(2000 + (uint64_t)number);
    assert_int_equal(gt_series_add("bad", -2000), GT_OK);
    GT_COMPARE("sides", .max_n = 6) {
        GT_SIDE("one") spend(1000);
        GT_SIDE("two") {
            spend(1000);
            assert_int_equal(gt_series_add("below", -1), GT_OK);
        }
    }
    keep_run();
}
TEST(faults_travel_with_their_rows, new_runs, end_runs) {
    char cell[8][80], *text;
    int i;
    for (i = 0; i < 6; i++) assert_true(ran_in_a_child(append_a_fault, i));
    text = runs_text();
    assert_int_equal(cells_of(text, "good ", cell), 6);
    assert_string_equal(cell[3], "2.00 us");
    assert_true(cells_of(text, "bad ", cell) >= 4);
    assert_string_equal(cell[3], "faulty");
    assert_non_null(strstr(text, "\n  negative: times came out below zero, in 6 of 6 runs -> "));
    assert_true(cells_of(text, "sides: two as fast as one ", cell) >= 4);
    assert_string_equal(cell[3], "faulty");
    free(text);
}
TEST(names_with_commas_and_quotes_come_back_as_they_were, new_runs, end_runs) {
    char cell[8][80], *text;
    int i;
    for (i = 0; i < 6; i++) assert_true(ran_in_a_child(record_names, i));
    text = runs_text();
    assert_null(strstr(text, "left out"));
    assert_int_equal(cells_of(text, "comma, in it ", cell), 6);
    assert_string_equal(cell[2], "1.00 us");
    assert_int_equal(cells_of(text, "quote \" in it ", cell), 6);
    assert_string_equal(cell[2], "2.00 us");
    assert_int_equal(cells_of(text, "\" ", cell), 6);
    assert_string_equal(cell[2], "3.00 us");
    assert_int_equal(cells_of(text, "\"quoted, wholly\" ", cell), 6);
    assert_int_equal(cells_of(text, ", ", cell), 6);
    assert_int_equal(cells_of(text, "naive 100 % %s %n ", cell), 6);
    assert_string_equal(cell[1], "6");
    free(text);
}
static void record_what_has_no_median(int number) {
    (void)number;
    GT_SCOPE("zero") spend(0);
    gt_series_add("not a number", NAN);
    gt_series_add("negative", -5);
    GT_SCOPE("good") spend(100);
    keep_run();
}
TEST(what_is_appended_can_be_read, new_runs, end_runs) {
    char *text;
    assert_true(ran_in_a_child(record_what_has_no_median, 0));
    text = runs_text();
    if (strstr(text, "left out")) print_error("%s", text);
    assert_null(strstr(text, "left out"));
    assert_non_null(strstr(text, "\ngood "));
    free(text);
}
static void record_a_name_with_a_newline(int number) {
    gt_scope s = gt_scope_begin("two\nlines");
    spend(100 + (uint64_t)number);
    gt_scope_end(&s);
    keep_run();
}
TEST(newline_in_a_name_does_not_break_its_row, new_runs, end_runs) {
    char *text;
    assert_true(ran_in_a_child(record_a_name_with_a_newline, 0));
    text = runs_text();
    if (strstr(text, "left out")) print_error("%s", text);
    assert_null(strstr(text, "left out"));
    free(text);
}
TEST(numbers_are_the_same_under_a_locale_with_a_comma, new_runs, end_runs) {
    static const char rows[] = "run,series,n,median,unit\r\n1,\"a\",5,1.5e3,ns\r\n"
                               "2,\"a\",5,2500.5,ns\r\n3,\"a\",5,.35E+4,ns\n";
    char cell[8][80], *text;
    const char *old = setlocale(LC_NUMERIC, NULL);
    write_runs(rows, sizeof rows - 1);
    (void)setlocale(LC_NUMERIC, "de_DE.UTF-8");         /* where it is installed */
    text = runs_text();
    (void)setlocale(LC_NUMERIC, old ? old : "C");
    assert_int_equal(cells_of(text, "a ", cell), 5);
    assert_string_equal(cell[1], "3");
    assert_string_equal(cell[2], "2.50 us");
    assert_null(strstr(text, "left out"));
    free(text);
}

#define GOOD "1,\"good\",5,1000,ns\r\n"
/* Six good rows, and `bad` of the given size among them, which is so many lines. */
static void check_bad_lines(const void *bad, size_t size, size_t lines, const char *what) {
    char *text, cell[8][80], *all = (char *)malloc(size + 400), left_out[80];
    size_t at;
    assert_non_null(all);
    at = (size_t)sprintf(all, "run,series,n,median,unit\r\n" GOOD GOOD GOOD);
    memcpy(all + at, bad, size);
    at += size;
    memcpy(all + at, GOOD GOOD GOOD, 3 * (sizeof GOOD - 1));
    write_runs(all, at + 3 * (sizeof GOOD - 1));
    free(all);
    text = runs_text();
    sprintf(left_out, "\nleft out: %lu line%s without a row", (unsigned long)lines, lines == 1 ? "" : "s");
    if (cells_of(text, "good ", cell) != 6 || strcmp(cell[1], "6") || !strstr(text, left_out))
        print_error("%s:\n%s", what, text);
    assert_int_equal(cells_of(text, "good ", cell), 6);
    assert_string_equal(cell[1], "6");
    assert_string_equal(cell[2], "1.00 us");
    assert_non_null(strstr(text, left_out));
    assert_null(strstr(text, "\nbad"));
    free(text);
}
#define BAD(lines, count) check_bad_lines(lines, sizeof(lines) - 1, count, lines)
TEST(lines_that_are_no_rows_are_counted_and_skipped, new_runs, end_runs) {
    BAD("nonsense\r\n,\r\n,,,,\r\n\"\r\n", 4);
    BAD("1,\"bad,5,1000,ns\r\n", 1);
    BAD("1,\"bad\",5,1000,ns,,,\r\n1,\"bad\",5,1000,ns,1,2,,,phase,\r\n", 2);
    BAD("1,\"bad\",5,,ns\r\n1,\"bad\",5,nan,ns\r\n1,\"bad\",5,inf,ns\r\n1,\"bad\",5,-7,ns\r\n1,\"bad\",5,0,ns\r\n", 5);
    BAD("1,\"bad\",5,0x10,ns\r\n1,\"bad\",5,12 ,ns\r\n1,\"bad\",5,1e999,ns\r\n1,\"bad\",5,1e-999,ns\r\n", 4);
    BAD("1,\"bad\",5,1e99999999999999999999999999999,ns\r\n1,\"bad\",5,1e,x\r\n", 2);
    BAD("1,\"bad\",5,1000,ms\r\n1,\"bad\",5,1000,nsx\r\n1,\"bad\",5,1000,timesx\r\n", 3);
    BAD("run,series,n,median\r\n", 1);
}
/* A spreadsheet that saves them again puts quotes elsewhere. */
TEST(rows_are_the_same_with_other_quotes, new_runs, end_runs) {
    static const char rows[] = "run,series,n,median,unit\n1,a,5,1000,ns\n"
                               "\"2\",\"a\",\"5\",\"2000\",\"ns\"\n3,a,5,3000,ns\n";
    char cell[8][80], *text;
    write_runs(rows, sizeof rows - 1);
    text = runs_text();
    assert_int_equal(cells_of(text, "a ", cell), 5);
    assert_string_equal(cell[1], "3");
    assert_string_equal(cell[2], "2.00 us");
    assert_null(strstr(text, "left out"));
    free(text);
}
/* A process that appends while another one does may leave some. */
TEST(empty_lines_are_passed_over, new_runs, end_runs) {
    char *text, cell[8][80];
    write_runs("\r\n" GOOD "\r\n\r\n" GOOD "\n\n", 2 * sizeof GOOD - 2 + 8);
    text = runs_text();
    assert_int_equal(cells_of(text, "good ", cell), 5);
    assert_string_equal(cell[1], "2");
    assert_null(strstr(text, "left out"));
    free(text);
}
TEST(line_that_was_cut_is_no_row, new_runs, end_runs) {
    BAD("1,\"bad\",5,1000\r\n", 1);
    BAD("1,\"bad\",5,1000,\r\n", 1);
    BAD("1,\"bad\",5,1000,n\r\n", 1);
    BAD("1,\"bad\",5\r\n1,\"bad\r\n1,\r\n1\r\n", 4);
}
TEST(last_line_that_was_cut_is_no_row, new_runs, end_runs) {
    static const char row[] = "1,\"bad\",5,12345.5,ns";
    size_t cut;
    for (cut = 1; cut < sizeof row - 1; cut++) {
        char all[100], *text;
        int n = sprintf(all, GOOD "%.*s", (int)cut, row);
        write_runs(all, (size_t)n);
        text = runs_text();
        if (strstr(text, "\nbad") || !strstr(text, "\nleft out: 1 line without a row"))
            print_error("%s\n%s", all, text);
        assert_null(strstr(text, "\nbad"));
        assert_non_null(strstr(text, "\nleft out: 1 line without a row"));
        free(text);
    }
}
TEST(row_of_ten_fields_that_was_cut_is_no_row, new_runs, end_runs) {
    static const char row[] = "7,\"bad\",5,12345.5,ns,12,13,\"1 device\",no-sync,phase";
    size_t cut;
    for (cut = sizeof "7,\"bad\",5,12345.5,ns,12,13," - 1; cut < sizeof row - 1; cut++) {
        char all[100];
        int n = sprintf(all, "%.*s\r\n", (int)cut, row);
        check_bad_lines(all, (size_t)n, 1, all);
    }
    BAD("7,\"bad\",5,12345.5,ns,12,13,\"1 device\",no-such-code,phase\r\n", 1);
}
TEST(bytes_of_zero_in_a_line_make_it_no_row, new_runs, end_runs) {
    BAD("1,\"bad\",5,1000,ns\0\r\n", 1);
    BAD("\0\0\0\0\r\n", 1);
    BAD("1,\"bad\",5,1000,ns\r\0\n", 1);
}
TEST(bytes_of_zero_in_a_name_are_seen, new_runs, end_runs) {
    static const char rows[] = "1,\"a\0b\",5,1000,ns\n2,\"a\",5,1000,ns\n";
    char *text;
    write_runs(rows, sizeof rows - 1);
    text = runs_text();
    assert_non_null(strstr(text, "\na?b "));
    assert_non_null(strstr(text, "\na "));
    free(text);
}
TEST(huge_line_is_one_line, new_runs, end_runs) {
    static const size_t sizes[] = { 1000, 1022, 1023, 1024, 1025, 2046, 2047, 5000, 4000000 };
    size_t i, k;
    for (i = 0; i < COUNT(sizes); i++) {
        char *line = (char *)malloc(sizes[i]);
        assert_non_null(line);
        memset(line, 'x', sizes[i]);
        line[sizes[i] - 1] = '\n';
        check_bad_lines(line, sizes[i], 1, "a line of x");
        memset(line, '"', sizes[i] - 1);
        check_bad_lines(line, sizes[i], 1, "a line of quotes");
        /* wherever it is cut, a row may seem to begin */
        for (k = 0; k + 20 < sizes[i]; k++) line[k] = "1,\"bad\",5,1000,ns\r\r"[k % 19];
        check_bad_lines(line, sizes[i], 1, "a line of rows");
        for (k = 0; k + 1 < sizes[i]; k++) line[k] = ' ';
        if (sizes[i] > 1100) memcpy(line + 1023, "1,\"bad\",5,1000,ns", 17);
        check_bad_lines(line, sizes[i], 1, "a line with a row where a buffer ends");
        free(line);
    }
}
TEST(no_file_of_any_bytes_breaks_the_report, new_runs, end_runs) {
    static const char rows[] = "run,series,n,median,unit\r\n" GOOD "2,\"a \"\"b\"\", c\",7,1.5e3,ns\r\n"
                               "3,\"x: y as fast as z\",9,1.25,times\r\n";
    static const char special[] = "\"\",,\n\r\0e.-9";
    char bytes[4 * sizeof rows];
    int i, k;
    seed(5);
    for (i = 0; i < 400; i++) {
        size_t size = 0;
        int status;
        char *text;
        for (k = 0; k < 3; k++, size += sizeof rows - 1) memcpy(bytes + size, rows, sizeof rows - 1);
        for (k = 0; k < 1 + i % 12; k++) {
            size_t at = (size_t)(uniform() * (double)size);
            if (i % 4 == 0) size = at + 1;
            bytes[at] = i % 3 ? special[(size_t)(uniform() * (sizeof special - 1))] : (char)(uniform() * 256);
        }
        write_runs(bytes, size);
        text = lint_runs(runs_path, &status);
        assert_in_range(status, 0, 2);      /* 2: no run is left */
        assert_non_null(strstr(text, "series"));
        free(text);
    }
}
TEST(empty_file_has_no_runs, new_runs, end_runs) {
    int status;
    char *text;
    write_runs("", 0);
    text = lint_runs(runs_path, &status);
    assert_int_equal(status, 2);
    assert_int_equal(count_of(text, '\n'), 1);
    free(text);
}
static void check_unreadable(const char *path) {
    int status;
    char command[300], *text;
    FILE *f;
    sprintf(command, "'%s/examples/gtlint' --runs '%s' 2>&1 >/dev/null", GT_BUILD_DIR, path);
    f = popen(command, "r");
    assert_non_null(f);
    text = (char *)calloc(1, 1000);
    assert_non_null(text);
    assert_true(fread(text, 1, 999, f) > 0);
    status = pclose(f);
    assert_int_equal(WEXITSTATUS(status), 2);
    assert_non_null(strstr(text, path));
    free(text);
}
TEST(file_that_cannot_be_read_is_an_error_with_its_path) {
    check_unreadable("/no such folder/runs.csv");
    check_unreadable("/tmp");
}
TEST(table_of_runs_on_a_full_disk_is_an_error, new_runs, end_runs) {
    char command[300];
    int status;
    if (access("/dev/full", W_OK)) skip();
    write_runs(GOOD, sizeof GOOD - 1);
    sprintf(command, "'%s/examples/gtlint' --runs '%s' >/dev/full", GT_BUILD_DIR, runs_path);
    status = system(command);
    assert_int_equal(WEXITSTATUS(status), 2);
}


int main(void) {
    /* Coverage comes first: each snapshot looks at all series that there ever were. */
    return test_all(NULL, stop_looking);
}
