/* link: simcl */
/* asan: yes */
/* Facts about the statistics of plain arrays: values against an independent implementation (data/make_reference.py),
   what intervals really cover under known laws, and degenerate input. Everything is seeded. Each coverage is counted
   and printed, and each guarantee has a control: the tempting procedure that must fail where ours holds. */
#include <math.h>
#include <time.h>
#include "test.h"
#include "kit_cl.h"

static size_t allocations, allocated_bytes;
static int memory_is_out;

void *kit_malloc(size_t bytes) {
    allocations++;
    allocated_bytes += bytes;
    return memory_is_out ? NULL : malloc(bytes);
}

#include "laws.h"
#include "reference.h"

static int has(gt_interval ci, double value) { return ci.confidence > 0.0 && ci.low <= value && value <= ci.high; }

static gt_interval interval_of(double *x, size_t n, double tau, double tick, double confidence) {
    gt_sort_doubles_(x, n);
    return gt_median_interval_(x, n, tau, tick, confidence);
}

/* ---- the mathematics that stands in for the library ---- */

static double worst(double found, double expected, double before) {
    double off = fabs(found - expected) / (fabs(expected) > DBL_MIN ? fabs(expected) : DBL_MIN);
    return off > before ? off : before;
}

TEST(private_functions_agree_with_the_mathematics_library) {
    double log_off = 0.0, exp_off = 0.0, root_off = 0.0, x;
    int i;
    seed(1);
    for (i = 0; i < 400000; i++) {
        x = exp(1480.0 * (uniform() - 0.5)) * (1.0 + uniform());
        if (isfinite(x)) log_off = worst(gt_log_(x), log(x), log_off);
        if (isfinite(x)) root_off = worst(gt_sqrt_(x), sqrt(x), root_off);
        x = 1.0 + (uniform() - 0.5) * exp(-30.0 * uniform());
        log_off = worst(gt_log_(x), log(x), log_off);
        x = 1418.0 * (uniform() - 0.5);
        exp_off = worst(gt_exp_(x), exp(x), exp_off);
        x = exp(-40.0 * uniform()) * (uniform() - 0.5);
        exp_off = worst(gt_exp_(x), exp(x), exp_off);
    }
    printf("largest relative error: log %.2g, exp %.2g, sqrt %.2g\n", log_off, exp_off, root_off);
    assert_true(log_off < 1e-15 && exp_off < 1e-15 && root_off < 3e-16);
}

TEST(private_functions_are_right_at_the_ends) {
    double tiny = 4.9406564584124654e-324;
    assert_true(isnan(gt_log_(-1.0)) && isnan(gt_sqrt_(-1.0)) && isnan(gt_exp_(NAN)) && isnan(gt_log_(NAN)));
    assert_true(isinf(gt_log_(0.0)) && gt_log_(0.0) < 0.0 && isinf(gt_log_(INFINITY)) && isinf(gt_sqrt_(INFINITY)));
    assert_true(isinf(gt_exp_(INFINITY)) && isinf(gt_exp_(710.0)) && !isinf(gt_exp_(709.78)));
    assert_true(!(gt_exp_(-INFINITY) > 0.0) && !(gt_exp_(-800.0) > 0.0) && gt_exp_(-745.0) > 0.0);
    assert_true(fabs(gt_log_(tiny) - log(tiny)) < 1e-12 && fabs(gt_sqrt_(tiny) / sqrt(tiny) - 1.0) < 1e-15);
    assert_true(gt_sqrt_(DBL_MAX) < 1.35e154 && fabs(gt_sqrt_(DBL_MAX) / sqrt(DBL_MAX) - 1.0) < 1e-15);
    assert_true(gt_sqrt_(144.0) >= 12.0 && gt_sqrt_(144.0) <= 12.0 && gt_exp_(0.0) >= 1.0 && gt_exp_(0.0) <= 1.0);
}

/* ---- values ---- */

TEST(interval_ranks_equal_the_table) {
    static const struct { size_t n; double rank; } table[] = {
        {6, 1.3571}, {7, 1.7333}, {10, 2.6577}, {20, 6.2352}, {30, 10.2287}, {100, 40.7632}, {300, 133.5679},
        {1000, 469.5331},
    };
    double x[1000];
    size_t i;
    for (i = 0; i < 1000; i++) x[i] = (double)i + 1.0;      /* the value is its rank */
    for (i = 0; i < COUNT(table); i++) {
        gt_interval ci = gt_median_interval_(x, table[i].n, 1.0, 0.0, 0.95);
        assert_true(fabs(ci.low - table[i].rank) < 1e-4);
        assert_true(fabs(ci.low + ci.high - (double)table[i].n - 1.0) < 1e-9);
        assert_true(fabs(ci.confidence - 0.95) < 1e-15);
    }
}

TEST(interval_of_many_approaches_the_normal_law) {
    size_t n = 1000000;
    double rank = gt_hs_rank_(n, 0.95), half = ((double)n + 1.0) / 2.0 - rank;
    assert_true(fabs(half / (1.959964 * sqrt((double)n) / 2.0) - 1.0) < 1e-5);
}

TEST(few_samples_give_their_range_and_its_true_confidence) {
    static const double x[] = {1.0, 2.0, 4.0, 8.0, 16.0};
    static const double held[] = {0.0, 0.0, 0.5, 0.75, 0.875, 0.9375};
    size_t n;
    for (n = 0; n <= 5; n++) {
        gt_interval ci = gt_median_interval_(x, n, 1.0, 0.0, 0.95);
        assert_true(fabs(ci.confidence - held[n]) < 1e-15);
        if (n < 2) assert_true(isnan(ci.low) && isnan(ci.high));
        else assert_true(ci.low <= x[0] && ci.low >= x[0] && ci.high <= x[n - 1] && ci.high >= x[n - 1]);
    }
    assert_true(fabs(gt_median_interval_(x, 5, 1.0, 0.0, 0.9).confidence - 0.9) < 1e-15);
}

TEST(quantiles_lie_between_neighbours) {
    static const double x[] = {10.0, 20.0, 40.0, 80.0};
    assert_true(fabs(gt_quantile(x, 4, 0.5) - 30.0) < 1e-12);       /* even count: middle of the middle two */
    assert_true(fabs(gt_quantile(x, 3, 0.5) - 20.0) < 1e-12);
    assert_true(fabs(gt_quantile(x, 4, 0.9) - 68.0) < 1e-12);       /* position 2.7 */
    assert_true(fabs(gt_quantile(x, 4, 0.0) - 10.0) < 1e-12 && fabs(gt_quantile(x, 4, 1.0) - 80.0) < 1e-12);
    assert_true(isnan(gt_quantile(x, 0, 0.5)) && isnan(gt_quantile(x, 4, 1.1)) && isnan(gt_quantile(x, 4, NAN)));
}

TEST(high_quantiles_of_few_samples_are_called_bounds) {
    static const struct { size_t n; int p90, p99; } cases[] = {{35, 1, 1}, {36, 0, 1}, {367, 0, 1}, {368, 0, 0}};
    double x[368];
    size_t i;
    seed(2);
    fill(x, COUNT(x), law_lnexp);
    for (i = 0; i < COUNT(cases); i++) {
        gt_stats s;
        assert_int_equal(gt_stats_of(x, cases[i].n, 0.0, &s), GT_OK);
        assert_int_equal(s.p90_is_bound, cases[i].p90);
        assert_int_equal(s.p99_is_bound, cases[i].p99);
    }
}

/* ---- stored series ---- */

static void check_statistics(FILE *file, size_t i) {
    gt_stats s;
    gt_interval ci;
    double sorted[1000];
    assert_int_equal(gt_stats_of(stored[i].x, stored[i].n, stored[i].tick, &s), GT_OK);
    assert_int_equal(s.n, stored[i].n);
    same_value(i, "median", s.median, number_from(file));
    same_value(i, "mean", s.mean, number_from(file));
    same_value(i, "sd", s.sd, number_from(file));
    same_value(i, "min", s.min, number_from(file));
    same_value(i, "max", s.max, number_from(file));
    same_value(i, "p90", s.p90, number_from(file));
    same_value(i, "p99", s.p99, number_from(file));
    same_value(i, "tau", s.tau, number_from(file));
    same_value(i, "tau", tau_of(stored[i].x, stored[i].n), s.tau);
    same_value(i, "spread", s.spread, number_from(file));
    same_value(i, "low", s.ci.low, number_from(file));
    same_value(i, "high", s.ci.high, number_from(file));
    memcpy(sorted, stored[i].x, stored[i].n * sizeof *sorted);
    ci = interval_of(sorted, stored[i].n, s.tau, stored[i].tick, 0.97);
    same_value(i, "97 % low", ci.low, number_from(file));
    same_value(i, "97 % high", ci.high, number_from(file));
}

static void check_paired(FILE *file, size_t unused) {
    size_t i = (size_t)number_from(file), j = (size_t)number_from(file);
    gt_ratio r, wide;
    (void)unused;
    assert_int_equal(gt_ratio_paired(stored[i].x, stored[j].x, stored[i].n, 0.95, &r), GT_OK);
    assert_int_equal(gt_ratio_paired(stored[i].x, stored[j].x, stored[i].n, 0.99, &wide), GT_OK);
    same_value(i, "ratio", r.ratio, number_from(file));
    same_value(i, "low ratio", r.ci.low, number_from(file));
    same_value(i, "high ratio", r.ci.high, number_from(file));
    same_value(i, "99 % low ratio", wide.ci.low, number_from(file));
    same_value(i, "99 % high ratio", wide.ci.high, number_from(file));
    assert_int_equal(r.tied, (size_t)number_from(file));
    assert_int_equal(r.rounds, stored[i].n);
    assert_int_equal(r.dropped, 0);
}

static void check_difference(FILE *file, size_t unused) {
    size_t i = (size_t)number_from(file), j = (size_t)number_from(file);
    double diff, tick;
    gt_interval ci;
    (void)unused;
    for (tick = 0.0; tick <= 0.5; tick += 0.5) {
        assert_int_equal(gt_cl_lab_difference_(stored[i].x, stored[i].n, stored[j].x, stored[j].n, tick, 0.95, &diff,
                                               &ci), GT_OK);
        if (!(tick > 0.0)) same_value(i, "difference", diff, number_from(file));
        same_value(i, "low difference", ci.low, number_from(file));
        same_value(i, "high difference", ci.high, number_from(file));
    }
}

static void check_slope(FILE *file, size_t unused) {
    size_t i = (size_t)number_from(file), j = (size_t)number_from(file), k;
    double batch[1000];
    gt_slope s;
    (void)unused;
    for (k = 0; k < stored[j].n; k++) batch[k] = 16.0 * stored[j].x[k];
    assert_int_equal(gt_slope_paired_(stored[i].x, batch, stored[i].n, 16.0, 0.0, 0.95, &s), GT_OK);
    same_value(i, "slope", s.slope, number_from(file));
    same_value(i, "low slope", s.slope_ci.low, number_from(file));
    same_value(i, "high slope", s.slope_ci.high, number_from(file));
    same_value(i, "fixed", s.fixed, number_from(file));
    same_value(i, "low fixed", s.fixed_ci.low, number_from(file));
    same_value(i, "high fixed", s.fixed_ci.high, number_from(file));
}

static int release_stored(void **unused) {
    (void)unused;
    while (stored_count > 0) free(stored[--stored_count].x);
    return 0;
}

TEST(values_equal_the_reference_on_stored_series, NULL, release_stored) {
    values_compared = 0;
    each_record('V', check_statistics);
    each_record('P', check_paired);
    each_record('N', check_difference);
    each_record('B', check_slope);
    printf("reference: %lu values of %lu series\n", (unsigned long)values_compared, (unsigned long)stored_count);
    assert_true(stored_count >= 200 && values_compared >= 20 * stored_count);
}

/* ---- what the interval of the median covers ---- */

TEST(median_interval_covers_95_percent_under_every_law, start_counting) {
    static const size_t sizes[] = {6, 10, 30, 100, 1000};
    double x[1000];
    size_t l, s, t, trials = 10000 / THINNER;
    for (l = 0; l < COUNT(laws); l++) {
        double truth = laws[l].median();
        for (s = 0; s < COUNT(sizes); s++) {
            size_t hits = 0;
            seed(100 + 10 * l + s);
            for (t = 0; t < trials; t++) {
                fill(x, sizes[s], laws[l].draw);
                hits += (size_t)has(interval_of(x, sizes[s], 1.0, 0.0, 0.95), truth);
            }
            covers(laws[l].name, sizes[s], hits, trials, 93.9, 96.1);
        }
    }
    assert_int_equal(out_of_band, 0);
}

TEST(interval_of_the_mean_misses_the_median, start_counting) {
    double x[100], truth = true_lnexp(), half;
    size_t t, hits = 0, trials = 10000 / THINNER;
    gt_stats s;
    seed(200);
    for (t = 0; t < trials; t++) {
        fill(x, 100, law_lnexp);
        gt_stats_of(x, 100, 0.0, &s);
        half = 1.984217 * s.sd / 10.0;                              /* Student, 99 degrees of freedom */
        hits += fabs(s.mean - truth) <= half;
    }
    control("mean-with-student-t-lnexp-n=100", hits, trials, 0.0, 10.0);
    assert_int_equal(out_of_band, 0);
}

static double quantised(double x, double tick, int locked) {
    return floor(locked ? x / tick : x / tick + uniform()) * tick;
}

TEST(interval_covers_in_spite_of_the_tick, start_counting) {
    static const struct { const char *name; double base, noise, tick; } cases[] = {
        {"tick-25%", 4.0, 0.05, 1.0}, {"tick-5%", 20.0, 0.2, 1.0}, {"tick-1%", 100.0, 2.0, 1.0},
        {"tick-0.1%", 100.0, 2.0, 0.1},
    };
    static const size_t sizes[] = {10, 100, 1000};
    double x[1000];
    size_t c, s, t, i, bare = 0, trials = 3000 / THINNER;
    char name[60];
    int locked;
    for (c = 0; c < COUNT(cases); c++) {
        for (s = 0; s < COUNT(sizes); s++) {
            for (locked = 0; locked <= 1; locked++) {
                double truth = cases[c].base + cases[c].noise;
                size_t hits = 0, missed = 0;
                seed(300 + 100 * c + 10 * s + (size_t)locked);
                for (t = 0; t < trials; t++) {
                    gt_stats st;
                    for (i = 0; i < sizes[s]; i++) {
                        x[i] = quantised(cases[c].base + cases[c].noise * exp(0.5 * normal()), cases[c].tick, locked);
                    }
                    gt_stats_of(x, sizes[s], cases[c].tick, &st);
                    hits += (size_t)has(st.ci, truth);
                    missed += !has(interval_of(x, sizes[s], st.tau, 0.0, 0.95), truth);
                }
                sprintf(name, "%s-%s", cases[c].name, locked ? "locked" : "running");
                covers(name, sizes[s], hits, trials, 95.0, 100.0);
                if (c == 1 && sizes[s] == 100 && locked) bare = trials - missed;
            }
        }
    }
    control("without-the-tick-5%-locked-n=100", bare, trials, 0.0, 50.0);
    assert_int_equal(out_of_band, 0);
}

TEST(interval_is_stretched_for_correlated_samples, start_counting) {
    static const struct { double phi, low, high; size_t n, trials; } cases[] = {
        {0.5, 92.0, 100.0, 100, 10000}, {0.5, 94.0, 100.0, 1000, 4000}, {0.7, 93.0, 100.0, 1000, 4000},
        {0.0, 95.0, 98.0, 30, 10000},   {0.0, 95.0, 98.0, 100, 10000},  {0.0, 95.0, 98.0, 1000, 5000},
    };
    double x[1000];
    size_t c, t, i, plain = 0;
    char name[40];
    for (c = 0; c < COUNT(cases); c++) {
        size_t hits = 0;
        seed(400 + c);
        for (t = 0; t < cases[c].trials / THINNER; t++) {
            gt_stats s;
            fill_ar(x, cases[c].n, cases[c].phi);
            for (i = 0; i < cases[c].n; i++) x[i] = 98.0 + 2.0 * exp(0.5 * x[i]);
            gt_stats_of(x, cases[c].n, 0.0, &s);
            hits += (size_t)has(s.ci, 100.0);
            if (c == 0) plain += (size_t)has(interval_of(x, cases[c].n, 1.0, 0.0, 0.95), 100.0);
        }
        sprintf(name, "ar-%.1f", cases[c].phi);
        covers(name, cases[c].n, hits, cases[c].trials / THINNER, cases[c].low, cases[c].high);
    }
    control("tau-off-ar-0.5-n=100", plain, cases[0].trials / THINNER, 0.0, 85.0);
    assert_int_equal(out_of_band, 0);
}

/* ---- stopping ---- */

/* The interval in force when its relative half-width first reaches the target, or after 1000 samples. */
static gt_interval stopped_interval(const double *x, double target) {
    double sorted[1000];
    size_t n = 20;
    for (;;) {
        gt_interval ci;
        memcpy(sorted, x, n * sizeof *x);
        ci = interval_of(sorted, n, tau_of(x, n), 0.0, 0.97);
        if (n == 1000 || (ci.high - ci.low) / 2.0 <= target * gt_quantile(sorted, n, 0.5)) return ci;
        n = (3 * n + 1) / 2 < 1000 ? (3 * n + 1) / 2 : 1000;
    }
}

TEST(stopping_at_a_precision_keeps_the_interval_honest, start_counting) {
    static const struct { const char *law; double target[2]; } cases[] = {
        {"norm1", {0.005, 0.002}}, {"lnexp", {0.005, 0.002}}, {"wide", {0.1, 0.05}}, {"expo", {0.01, 0.005}},
    };
    double x[1000];
    size_t c, k, t, trials = 3000 / THINNER;
    char name[60];
    for (c = 0; c < COUNT(cases); c++) {
        const struct law *law = law_named(cases[c].law);
        double truth = law->median();
        for (k = 0; k < 2; k++) {
            size_t hits = 0;
            seed(500 + 10 * c + k);
            for (t = 0; t < trials; t++) {
                fill(x, 1000, law->draw);
                hits += (size_t)has(stopped_interval(x, cases[c].target[k]), truth);
            }
            sprintf(name, "stopped-at-%g%%-%s", 100.0 * cases[c].target[k], law->name);
            covers(name, 0, hits, trials, 94.5, 100.0);
        }
    }
    assert_int_equal(out_of_band, 0);
}

TEST(looking_at_every_sample_makes_the_interval_lie, start_counting) {
    double sorted[1000], truth = true_expo();
    size_t t, n, at, hits = 0, trials = 2000 / THINNER;
    seed(590);
    for (t = 0; t < trials; t++) {
        gt_interval ci = gt_no_interval_();
        for (n = 0; n < 1000; n++) {
            double value = law_expo();
            for (at = n; at > 0 && value < sorted[at - 1]; at--) sorted[at] = sorted[at - 1];
            sorted[at] = value;
            if (n + 1 < 10) continue;
            ci = gt_median_interval_(sorted, n + 1, 1.0, 0.0, 0.95);
            if ((ci.high - ci.low) / 2.0 <= 0.01 * gt_quantile(sorted, n + 1, 0.5)) break;
        }
        hits += (size_t)has(ci, truth);
    }
    control("look-at-every-sample-from-10-expo", hits, trials, 0.0, 93.0);
    assert_int_equal(out_of_band, 0);
}

/* ---- comparing ---- */

enum disturbance { QUIET, DRIFT_2, DRIFT_10, AR_9, STEP_5, DISTURBANCES };
static const char *const disturbance_names[] = {"quiet", "drift-2%", "drift-10%", "ar-0.9-2%", "step-5%"};

/* factors by which each of n moments in time is slower */
static void disturb(double *factor, size_t n, enum disturbance kind) {
    double at = uniform() * (double)n, amount = kind == DRIFT_2 ? 0.02 : kind == DRIFT_10 ? 0.1 : 0.0;
    size_t i;
    if (kind == AR_9) fill_ar(factor, n, 0.9);
    for (i = 0; i < n; i++) {
        if (kind == AR_9) factor[i] = exp(0.02 * factor[i]);
        else factor[i] = kind == STEP_5 ? ((double)i >= at ? 1.05 : 1.0) : 1.0 + amount * (double)i / (double)n;
    }
}

/* Rounds of two moments each; which side goes first is drawn for every pair of rounds: ABBA or BAAB. */
static void run_rounds(double *a, double *b, size_t rounds, double slower_a, enum disturbance kind) {
    double factor[2000];
    size_t r;
    int first = 0;
    disturb(factor, 2 * rounds, kind);
    for (r = 0; r < rounds; r++) {
        first = r % 2 == 0 ? uniform() < 0.5 : !first;
        a[r] = slower_a * law_lnexp() * factor[2 * r + (size_t)!first];
        b[r] = law_lnexp() * factor[2 * r + (size_t)first];
    }
}

static int excludes_one(const gt_ratio *r) { return r->ci.confidence > 0.0 && !has(r->ci, 1.0); }

TEST(comparing_a_thing_with_itself_claims_a_difference_in_5_percent, start_counting) {
    double a[100], b[100];
    size_t n, t, trials = 8000 / THINNER;
    int kind;
    char name[60];
    gt_ratio r;
    for (kind = 0; kind < DISTURBANCES; kind++) {
        for (n = 30; n <= 100; n += 70) {
            size_t claims = 0, verdicts = 0;
            seed(600 + 10 * (size_t)kind + n);
            for (t = 0; t < trials; t++) {
                run_rounds(a, b, n, 1.0, (enum disturbance)kind);
                gt_ratio_paired(a, b, n, 0.95, &r);
                claims += (size_t)excludes_one(&r);
                verdicts += gt_ratio_outcome(&r, 0.0) == GT_FASTER || gt_ratio_outcome(&r, 0.0) == GT_SLOWER;
            }
            sprintf(name, "a/a-claims-%s", disturbance_names[kind]);
            covers(name, n, claims, trials, 3.5, 6.5);
            sprintf(name, "a/a-verdicts-%s", disturbance_names[kind]);
            covers(name, n, verdicts, trials, 0.0, 100.0 * (double)claims / (double)trials);
        }
    }
    assert_int_equal(out_of_band, 0);
}

TEST(a_true_difference_of_3_percent_is_found_and_one_of_half_a_percent_is_not_called, start_counting) {
    double a[100], b[100];
    size_t t, trials = 5000 / THINNER, kind;
    char name[60];
    gt_ratio r;
    for (kind = QUIET; kind <= DRIFT_10; kind += DRIFT_10) {
        size_t found = 0, turned = 0, small = 0;
        seed(700 + kind);
        for (t = 0; t < trials; t++) {
            run_rounds(a, b, 100, 1.03, (enum disturbance)kind);
            gt_ratio_paired(a, b, 100, 0.95, &r);
            found += gt_ratio_outcome(&r, 0.0) == GT_FASTER;
            gt_ratio_paired(b, a, 100, 0.95, &r);
            turned += gt_ratio_outcome(&r, 0.0) == GT_SLOWER;
            run_rounds(a, b, 100, 1.005, (enum disturbance)kind);
            gt_ratio_paired(a, b, 100, 0.95, &r);
            small += gt_ratio_outcome(&r, 0.0) == GT_FASTER || gt_ratio_outcome(&r, 0.0) == GT_SLOWER;
        }
        sprintf(name, "faster-by-3%%-%s", disturbance_names[kind]);
        covers(name, 100, found, trials, 99.0, 100.0);
        sprintf(name, "slower-by-3%%-%s", disturbance_names[kind]);
        covers(name, 100, turned, trials, 99.0, 100.0);
        sprintf(name, "called-at-0.5%%-%s-n=100", disturbance_names[kind]);
        control(name, small, trials, 0.0, 2.0);
    }
    assert_int_equal(out_of_band, 0);
}

TEST(blocks_instead_of_rounds_take_drift_for_a_difference, start_counting) {
    double a[100], b[100], factor[200];
    size_t t, i, claims = 0, trials = 3000 / THINNER;
    double diff;
    gt_interval ci;
    seed(800);
    for (t = 0; t < trials; t++) {
        disturb(factor, 200, DRIFT_2);
        for (i = 0; i < 100; i++) a[i] = law_lnexp() * factor[i];
        for (i = 0; i < 100; i++) b[i] = law_lnexp() * factor[100 + i];
        gt_cl_lab_difference_(a, 100, b, 100, 0.0, 0.95, &diff, &ci);
        claims += (size_t)(ci.low > 0 || ci.high < 0);
    }
    control("a/a-claims-in-blocks-drift-2%-n=100", claims, trials, 40.0, 100.0);
    assert_int_equal(out_of_band, 0);
}

static gt_ratio ratio_with(double low, double high, double held) {
    gt_ratio r;
    memset(&r, 0, sizeof r);
    r.rounds = 100;
    r.ratio = (low + high) / 2.0;
    r.ci.low = low;
    r.ci.high = high;
    r.ci.confidence = held;
    r.wanted = 0.95;
    return r;
}

TEST(verdicts_follow_the_interval_and_the_threshold) {
    static const struct { double low, high, held, threshold; gt_outcome verdict; } cases[] = {
        {1.02, 1.04, 0.95, 0.0, GT_FASTER},          {1.005, 1.04, 0.95, 0.0, GT_NOT_SEPARATED},
        {1.005, 1.04, 0.95, -1.0, GT_FASTER},        {0.96, 0.98, 0.95, 0.0, GT_SLOWER},
        {0.96, 0.995, 0.95, 0.0, GT_NOT_SEPARATED},  {0.995, 1.005, 0.95, 0.0, GT_SAME},
        {1.002, 1.008, 0.95, 0.0, GT_SAME},          {1.02, 1.04, 0.95, 0.05, GT_SAME},
        {1.02, 1.04, 0.9375, 0.0, GT_NOT_SEPARATED}, {1.02, 1.04, 0.0, 0.0, GT_NOT_SEPARATED},
        {NAN, NAN, 0.0, 0.0, GT_NOT_SEPARATED},      {1.02, 1.04, 0.95, NAN, GT_NOT_SEPARATED},
        {0.98, 1.03, 0.95, 0.0, GT_NOT_SEPARATED},   {0.9, 1.1, 0.95, 0.0, GT_NOT_SEPARATED},
    };
    size_t i;
    for (i = 0; i < COUNT(cases); i++) {
        gt_ratio r = ratio_with(cases[i].low, cases[i].high, cases[i].held);
        assert_string_equal(gt_outcome_texts_[gt_ratio_outcome(&r, cases[i].threshold)],
                            gt_outcome_texts_[cases[i].verdict]);
    }
    assert_int_equal(gt_ratio_outcome(NULL, 0.0), GT_NOT_SEPARATED);
    assert_string_equal(gt_outcome_texts_[GT_NOT_SEPARATED], "not separated");
}

TEST(rounds_without_a_time_are_dropped_and_counted) {
    static const double a[] = {2.0, 4.0, NAN, 6.0, 0.0, 8.0, 3.0, 5.0, -1.0, 10.0};
    static const double b[] = {1.0, 4.0, 1.0, 3.0, 1.0, 4.0, INFINITY, 5.0, 2.0, 5.0};
    gt_ratio r;
    assert_int_equal(gt_ratio_paired(a, b, COUNT(a), 0.95, &r), GT_OK);
    assert_int_equal(r.rounds, 6);
    assert_int_equal(r.dropped, 4);
    assert_int_equal(r.tied, 2);
    assert_true(fabs(r.ratio - 2.0) < 1e-12);
}

TEST(too_few_rounds_give_no_verdict) {
    static const double a[] = {3.0, 3.1, 3.0, 3.2, 3.0, 3.1}, b[] = {1.0, 1.1, 1.0, 1.2, 1.0, 1.1};
    gt_ratio r;
    size_t n;
    for (n = 0; n <= 6; n++) {
        gt_ratio_paired(a, b, n, 0.95, &r);
        assert_int_equal(gt_ratio_outcome(&r, 0.0), n < 6 ? GT_NOT_SEPARATED : GT_FASTER);
    }
}

/* ---- slopes, overheads, runs ---- */

static double jitter(void) {
    double x = 1.5 * exp(0.6 * normal());
    if (uniform() < 0.2) x += exponential(5.0);
    return uniform() < 0.005 ? x + 20.0 + 180.0 * uniform() : x;
}

/* 8 us + jitter + k * 5 us, with 1 % common and 2 % independent noise of the launches */
static double batch_time(double k) {
    return 8.0 + jitter() + k * 5.0 * (1.0 + 0.01 * normal()) + sqrt(k) * 5.0 * 0.02 * normal();
}

TEST(slope_of_a_batch_covers_the_cost_of_a_launch, start_counting) {
    static const size_t rounds[] = {10, 30, 100};
    static const double batches[] = {16.0, 64.0};
    double t1[100], tK[100], fixed = 8.0 + median_of_sum(1.5, 0.6, 0.2, 5.0, 0.995);
    size_t i, k, t, r, trials = 6000 / THINNER;
    char name[60];
    gt_slope s;
    for (i = 0; i < COUNT(rounds); i++) {
        for (k = 0; k < COUNT(batches); k++) {
            size_t slope_hits = 0, fixed_hits = 0, drift_hits = 0, n = rounds[i];
            double drifted = 5.0 * (1.0 + 0.1 * ((double)n - 1.0) / 2.0 / (double)n);
            seed(900 + 10 * i + k);
            for (t = 0; t < trials; t++) {
                for (r = 0; r < n; r++) t1[r] = batch_time(1.0);
                for (r = 0; r < n; r++) tK[r] = batch_time(batches[k]);
                gt_slope_paired_(t1, tK, n, batches[k], 0.0, 0.95, &s);
                slope_hits += (size_t)has(s.slope_ci, 5.0);
                fixed_hits += (size_t)has(s.fixed_ci, fixed);
                for (r = 0; r < n; r++) t1[r] *= 1.0 + 0.1 * (double)r / (double)n;
                for (r = 0; r < n; r++) tK[r] *= 1.0 + 0.1 * (double)r / (double)n;
                gt_slope_paired_(t1, tK, n, batches[k], 0.0, 0.95, &s);
                drift_hits += (size_t)has(s.slope_ci, drifted);
            }
            sprintf(name, "slope-k=%g", batches[k]);
            covers(name, n, slope_hits, trials, 93.5, 96.5);
            sprintf(name, "fixed-k=%g", batches[k]);
            covers(name, n, fixed_hits, trials, 92.0, 100.0);
            sprintf(name, "slope-k=%g-drift-10%%", batches[k]);
            covers(name, n, drift_hits, trials, 95.0, 100.0);
        }
    }
    assert_int_equal(out_of_band, 0);
}

/* The tempting way: from the medians instead of round by round. They stand on different sides of the jitter. */
TEST(slope_from_two_medians_covers_less, start_counting) {
    double t1[100], tK[100], diff;
    size_t t, r, hits = 0, trials = 6000 / THINNER;
    gt_interval ci;
    seed(980);
    for (t = 0; t < trials; t++) {
        for (r = 0; r < 100; r++) t1[r] = batch_time(1.0);
        for (r = 0; r < 100; r++) tK[r] = batch_time(64.0);
        gt_cl_lab_difference_(tK, 100, t1, 100, 0.0, 0.95, &diff, &ci);
        hits += ci.low <= 63.0 * 5.0 && 63.0 * 5.0 <= ci.high;
    }
    control("slope-from-two-medians-k=64-n=100", hits, trials, 0.0, 90.0);
    assert_int_equal(out_of_band, 0);
}

static double overhead(void) {
    double x = 8.0 + 1.5 * exp(0.6 * normal());
    return uniform() < 0.2 ? x + exponential(5.0) : x;
}

TEST(net_time_covers_and_subtracting_the_minimum_does_not, start_counting) {
    static const size_t sizes[] = {10, 30, 100};
    static const double nets[] = {2.0, 8.0, 40.0};
    double x[100], empty[200], diff;
    size_t i, k, t, r, biased = 0, trials = 6000 / THINNER;
    char name[60];
    gt_interval ci;
    for (k = 0; k < COUNT(nets); k++) {
        for (i = 0; i < COUNT(sizes); i++) {
            size_t hits = 0, n = sizes[i];
            seed(1000 + 10 * k + i);
            for (t = 0; t < trials; t++) {
                for (r = 0; r < n; r++) x[r] = nets[k] + overhead();
                fill(empty, 200, overhead);
                gt_cl_lab_difference_(x, n, empty, 200, 0.0, 0.95, &diff, &ci);
                hits += (size_t)has(ci, nets[k]);
                if (n < 100 || k > 0) continue;
                ci = interval_of(x, n, 1.0, 0.0, 0.95);
                gt_sort_doubles_(empty, 200);
                biased += ci.low - empty[0] <= nets[k] && nets[k] <= ci.high - empty[0];
            }
            sprintf(name, "net-time-%g-us", nets[k]);
            covers(name, n, hits, trials, 94.0, 97.0);
        }
    }
    control("net-of-the-minimum-2-us-n=100", biased, trials, 0.0, 50.0);
    assert_int_equal(out_of_band, 0);
}

TEST(medians_of_runs_cover_and_pooled_samples_do_not, start_counting) {
    static const size_t runs[] = {6, 10, 20};
    double medians[20], pooled[1000], truth = true_lnexp();
    size_t i, t, r, k, trials = 6000 / THINNER;
    char name[60];
    for (i = 0; i < COUNT(runs); i++) {
        size_t hits = 0, pooled_hits = 0;
        seed(1100 + i);
        for (t = 0; t < trials; t++) {
            for (r = 0; r < runs[i]; r++) {
                double run = exp(0.03 * normal()), *x = pooled + 50 * r;
                gt_stats s;
                for (k = 0; k < 50; k++) x[k] = run * law_lnexp();
                gt_stats_of(x, 50, 0.0, &s);
                medians[r] = s.median;
            }
            hits += (size_t)has(interval_of(medians, runs[i], 1.0, 0.0, 0.95), truth);
            pooled_hits += (size_t)has(interval_of(pooled, 50 * runs[i], 1.0, 0.0, 0.95), truth);
        }
        covers("medians-of-runs", runs[i], hits, trials, 94.0, 96.0);
        sprintf(name, "samples-of-%lu-runs-pooled", (unsigned long)runs[i]);
        control(name, pooled_hits, trials, 0.0, 50.0);
    }
    assert_int_equal(out_of_band, 0);
}

/* ---- degenerate input ---- */

TEST(nothing_gives_no_number) {
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    gt_stats s;
    size_t n;
    for (n = 0; n <= 3; n++) {
        assert_int_equal(gt_stats_of(n ? bad : NULL, n, 0.0, &s), GT_OK);
        assert_int_equal(s.n, 0);
        assert_int_equal(s.rejected, n);
        assert_true(isnan(s.median) && isnan(s.mean) && isnan(s.sd) && isnan(s.min) && isnan(s.max) && isnan(s.p90));
        assert_true(isnan(s.ci.low) && isnan(s.ci.high) && !(s.ci.confidence > 0.0) && isnan(s.spread));
        assert_true(s.p90_is_bound && s.p99_is_bound);
    }
}

TEST(one_to_five_samples_promise_no_more_than_they_hold) {
    static const double x[] = {7.0, 5.0, 6.0, 9.0, 8.0};
    gt_stats s;
    size_t n;
    for (n = 1; n <= 5; n++) {
        assert_int_equal(gt_stats_of(x, n, 0.5, &s), GT_OK);
        assert_true(s.n == n && isfinite(s.median) && isfinite(s.mean));
        assert_int_equal(isnan(s.sd) != 0, n < 2);
        assert_true(n < 2 ? isnan(s.ci.low) && !(s.ci.confidence > 0.0) : s.ci.confidence <= 0.9375);
        if (n >= 2) assert_true(fabs(s.ci.low - (s.min - 0.5)) < 1e-12 && fabs(s.ci.high - (s.max + 0.5)) < 1e-12);
        assert_true(s.tau >= 1.0 && s.tau <= 1.0);
    }
}

TEST(samples_that_are_not_finite_change_nothing_but_their_count) {
    double clean[60], dirty[80];
    gt_stats a, b;
    size_t i, n = 0;
    seed(3);
    fill(clean, 60, law_lnexp);
    for (i = 0; i < 60; i++) {
        if (i % 3 == 0) dirty[n++] = i % 2 ? NAN : i % 4 ? INFINITY : -INFINITY;
        dirty[n++] = clean[i];
    }
    assert_int_equal(gt_stats_of(clean, 60, 0.1, &a), GT_OK);
    assert_int_equal(gt_stats_of(dirty, 80, 0.1, &b), GT_OK);
    assert_int_equal(b.rejected, 20);
    b.rejected = 0;
    assert_memory_equal(&a, &b, sizeof a);
    assert_true(tau_of(dirty, 80) >= a.tau && tau_of(dirty, 80) <= a.tau);
}

TEST(equal_zero_negative_and_tiny_samples_are_handled) {
    static const double values[] = {0.0, 5.0, -3.0, 4.9406564584124654e-324, -1e-310, 1e308, -1e308, 1e-200};
    double x[200];
    size_t v, n, i;
    for (v = 0; v < COUNT(values); v++) {
        for (n = 1; n <= 200; n = n < 8 ? n + 1 : 5 * n / 2) {
            gt_stats s;
            for (i = 0; i < n; i++) x[i] = values[v];
            assert_int_equal(gt_stats_of(x, n, 0.0, &s), GT_OK);
            assert_true(s.median >= values[v] && s.median <= values[v] && s.p99 >= values[v] && s.p99 <= values[v]);
            assert_true(fabs(s.mean - values[v]) <= 1e-14 * fabs(values[v]));
            assert_true(n < 2 || s.sd <= 1e-7 * fabs(values[v]));
            assert_true(n < 2 || (s.ci.low >= values[v] && s.ci.high <= values[v]));
            assert_true(s.spread >= 0.0);
        }
    }
    for (i = 0; i < 200; i++) x[i] = i % 2 ? 1.7e308 : -1.7e308;
    {
        gt_stats s;
        assert_int_equal(gt_stats_of(x, 200, 0.0, &s), GT_OK);
        assert_true(isfinite(s.median) && isfinite(s.mean) && s.sd > 1.6e308);
    }
}

TEST(wide_ranges_keep_the_mean_and_the_standard_deviation) {
    static const double scales[] = {1e-300, 1e-150, 1.0, 1e150, 1e300};
    double x[100], y[100];
    gt_stats s, t;
    size_t i, k;
    seed(4);
    fill(x, 100, law_lnexp);
    gt_stats_of(x, 100, 0.0, &s);
    for (k = 0; k < COUNT(scales); k++) {
        for (i = 0; i < 100; i++) y[i] = x[i] * scales[k];
        gt_stats_of(y, 100, 0.0, &t);
        assert_true(fabs(t.sd / scales[k] / s.sd - 1.0) < 1e-12 && fabs(t.mean / scales[k] / s.mean - 1.0) < 1e-13);
    }
}

TEST(few_independent_samples_are_said_to_be_few) {
    double x[100];
    gt_stats s;
    size_t i;
    for (i = 0; i < 100; i++) x[i] = 100.0 + (double)i;             /* one trend: hardly more than one sample */
    gt_stats_of(x, 100, 0.0, &s);
    assert_true(s.tau > 25.0 && s.ci.confidence > 0.0 && s.ci.confidence < 0.95);
    assert_true(s.ci.low <= 100.0 && s.ci.high >= 199.0);
    seed(5);
    fill(x, 100, law_lnexp);
    gt_stats_of(x, 100, 0.0, &s);
    assert_true(s.ci.confidence >= 0.95);
    gt_sort_doubles_(x, 100);
    assert_true(!(gt_median_interval_(x, 100, 100.0, 0.0, 0.95).confidence > 0.0));
}

TEST(arguments_out_of_range_are_errors_and_give_no_interval) {
    double x[30], diff = 1.0;
    gt_stats s;
    gt_ratio r;
    gt_slope slope;
    gt_interval ci;
    seed(6);
    fill(x, 30, law_lnexp);
    assert_int_equal(gt_stats_of(NULL, 1, 0.0, &s), GT_ERR_ARGUMENT);
    assert_int_equal(gt_stats_of(x, 30, -1.0, &s), GT_ERR_ARGUMENT);
    assert_int_equal(gt_stats_of(x, 30, NAN, &s), GT_ERR_ARGUMENT);
    assert_int_equal(gt_stats_of(x, 30, 0.0, NULL), GT_ERR_ARGUMENT);
    assert_true(s.n == 0 && isnan(s.median) && isnan(s.ci.low));
    assert_int_equal(gt_ratio_paired(x, NULL, 30, 0.95, &r), GT_ERR_ARGUMENT);
    assert_int_equal(gt_ratio_paired(x, x, 30, 1.0, &r), GT_ERR_ARGUMENT);
    assert_int_equal(gt_ratio_paired(x, x, 30, 0.95, NULL), GT_ERR_ARGUMENT);
    assert_true(isnan(r.ratio) && isnan(r.ci.low));
    assert_int_equal(gt_cl_lab_difference_(x, 30, x, 30, INFINITY, 0.95, &diff, &ci), GT_ERR_ARGUMENT);
    assert_true(isnan(diff) && isnan(ci.low));
    assert_int_equal(gt_slope_paired_(x, x, 30, 1.0, 0.0, 0.95, &slope), GT_ERR_ARGUMENT);
    assert_true(isnan(slope.slope) && isnan(slope.fixed_ci.low));
    gt_sort_doubles_(x, 30);
    assert_true(isnan(gt_median_interval_(x, 30, 0.5, 0.0, 0.95).low));
    assert_true(isnan(gt_median_interval_(x, 30, NAN, 0.0, 0.95).low));
    assert_true(isnan(gt_median_interval_(x, 30, 1.0, NAN, 0.95).low));
    assert_true(isnan(gt_median_interval_(x, 30, 1.0, 0.0, 1.0).low));
    assert_true(isnan(gt_median_interval_(x, 30, 1.0, 0.0, 0.0).low));
}

TEST(empty_comparisons_are_not_separated) {
    static const double x[] = {1.0, 2.0}, bad[] = {NAN, -1.0};
    gt_ratio r;
    gt_slope s;
    gt_interval ci;
    double diff;
    assert_int_equal(gt_ratio_paired(NULL, NULL, 0, 0.95, &r), GT_OK);
    assert_true(r.rounds == 0 && isnan(r.ratio) && gt_ratio_outcome(&r, 0.0) == GT_NOT_SEPARATED);
    assert_int_equal(gt_cl_lab_difference_(x, 2, NULL, 0, 0.0, 0.95, &diff, &ci), GT_OK);
    assert_true(isnan(diff) && !(ci.confidence > 0.0));
    assert_int_equal(gt_slope_paired_(x, bad, 1, 16.0, 0.0, 0.95, &s), GT_OK);
    assert_true(s.rounds == 0 && s.dropped == 1 && isnan(s.slope) && !(s.slope_ci.confidence > 0.0));
}

TEST(running_out_of_memory_is_an_error_value) {
    double x[50], diff;
    gt_stats s;
    gt_ratio r;
    gt_slope slope;
    gt_interval ci;
    seed(7);
    fill(x, 50, law_lnexp);
    memory_is_out = 1;
    assert_int_equal(gt_stats_of(x, 50, 0.0, &s), GT_ERR_MEMORY);
    assert_true(s.n == 50 && isfinite(s.mean) && isfinite(s.sd) && s.max > s.min && isnan(s.median) && isnan(s.ci.low));
    assert_true(isnan(tau_of(x, 50)));
    assert_int_equal(gt_ratio_paired(x, x, 50, 0.95, &r), GT_ERR_MEMORY);
    assert_true(r.rounds == 50 && r.tied == 50 && isnan(r.ratio));
    assert_int_equal(gt_cl_lab_difference_(x, 50, x, 50, 0.0, 0.95, &diff, &ci), GT_ERR_MEMORY);
    assert_int_equal(gt_slope_paired_(x, x, 50, 16.0, 0.0, 0.95, &slope), GT_ERR_MEMORY);
    memory_is_out = 0;
}

/* ---- cost and repeatability ---- */

TEST(sorting_is_right_and_never_slow) {
    size_t n = 200000, i, kind;
    double *x = (double *)malloc(n * sizeof *x), sum, sorted_sum;
    clock_t begin = clock();
    for (kind = 0; kind < 7; kind++) {
        seed(8);
        for (i = 0, sum = 0.0; i < n; i++) {
            double at = (double)i;
            x[i] = kind == 0 ? at : kind == 1 ? -at : kind == 2 ? 1.0 : kind == 3 ? (double)(i % 7) :
                   kind == 4 ? (i < n / 2 ? at : (double)(n - i)) :
                   kind == 5 ? ldexp(1.0 + uniform(), -(int)(i % 1000)) : floor(1e6 * uniform());
            sum += x[i];
        }
        gt_sort_doubles_(x, n);
        for (i = 1, sorted_sum = x[0]; i < n; i++) {
            assert_true(x[i - 1] <= x[i]);
            sorted_sum += x[i];
        }
        assert_true(fabs(sum - sorted_sum) <= 1e-9 * fabs(sum));
    }
    free(x);
    assert_true((double)(clock() - begin) / CLOCKS_PER_SEC < 3.0);
}

TEST(sorting_the_worst_order_is_not_quadratic) {
    size_t n = 400000, i;
    double *x = (double *)malloc(n * sizeof *x);
    clock_t begin;
    make_hard_to_sort(x, n);
    begin = clock();
    gt_sort_doubles_(x, n);
    assert_true((double)(clock() - begin) / CLOCKS_PER_SEC < 1.0);
    for (i = 0; i < n; i++) assert_true(x[i] >= (double)i && x[i] <= (double)i);
    free(x);
}

TEST(a_million_samples_take_less_than_a_second_and_a_little_more_room_than_their_copy) {
#ifdef __OPTIMIZE__
    const double second = SANITIZED ? 20.0 : 1.0;
#else
    const double second = 5.0;      /* not what anybody ships */
#endif
    size_t n = 1000000;
    double *x = (double *)malloc(n * sizeof *x), seconds;
    clock_t begin;
    gt_stats s;
    int kind;
    for (kind = 0; kind < 3; kind++) {
        size_t before = allocated_bytes, i;
        seed(9);
        if (kind == 0) fill(x, n, law_lnexp);
        if (kind == 1) fill_ar(x, n, 0.999);                         /* every lag is looked at */
        if (kind == 2) for (i = 0; i < n; i++) x[i] = 1e6 + (double)i;
        begin = clock();
        assert_int_equal(gt_stats_of(x, n, 0.0, &s), GT_OK);
        seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
        printf("1000000 samples, tau %.1f: %.3f s\n", s.tau, seconds);
        assert_true(seconds < second && s.n == n);
        assert_true(allocated_bytes - before < 3 * n * sizeof *x);
    }
    free(x);
}

TEST(the_same_input_gives_the_same_bits) {
    double x[300], y[300];
    gt_stats a, b;
    gt_ratio p, q;
    seed(10);
    fill(x, 300, law_lnexp);
    fill(y, 300, law_expo);
    memset(&a, 1, sizeof a);
    memset(&b, 2, sizeof b);
    gt_stats_of(x, 300, 0.1, &a);
    gt_stats_of(x, 300, 0.1, &b);
    assert_memory_equal(&a, &b, sizeof a);
    memset(&p, 1, sizeof p);
    memset(&q, 2, sizeof q);
    gt_ratio_paired(x, y, 300, 0.95, &p);
    gt_ratio_paired(x, y, 300, 0.95, &q);
    assert_memory_equal(&p, &q, sizeof p);
    x[17] *= 1.000001;                                               /* control: one other sample, other bits */
    gt_stats_of(x, 300, 0.1, &b);
    assert_true(memcmp(&a, &b, sizeof a) != 0);
}

int main(void) {
    return test_all(NULL, NULL);
}
