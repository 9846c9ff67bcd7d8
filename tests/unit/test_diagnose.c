/* link: none */
/* Facts about what a series shows of its own measurement: flags against an independent implementation, how often each
   fires on healthy series, and whether planted faults are found under their own name. Seeded. */
#include <math.h>
#include <time.h>
#include "test.h"
#include "kit.h"

static int memory_is_out;
static size_t allocated_bytes;

void *kit_malloc(size_t bytes) {
    allocated_bytes += bytes;
    return memory_is_out ? NULL : malloc(bytes);
}

#include "laws.h"
#include "reference.h"

enum part { COLD_FIRST, WARMUP, DRIFT, BIMODAL, AUTOCORR, ALTERNATE, OUTLIERS, COARSE, PARTS };
static const char *const part_names[] = {"cold-first", "warmup",    "drift",    "bimodal",
                                         "autocorr",   "alternate", "outliers", "coarse"};

static unsigned flags_of(const gt_diagnosis *d) {
    int fired[PARTS], p;
    unsigned flags = 0;
    fired[COLD_FIRST] = d->cold_first.fired;
    fired[WARMUP] = d->warmup.fired;
    fired[DRIFT] = d->drift.fired;
    fired[BIMODAL] = d->bimodal.fired;
    fired[AUTOCORR] = d->autocorr.fired;
    fired[ALTERNATE] = d->alternate.fired;
    fired[OUTLIERS] = d->outliers.fired;
    fired[COARSE] = d->coarse.fired;
    for (p = 0; p < PARTS; p++) flags |= fired[p] ? 1u << p : 0u;
    return flags;
}

static unsigned diagnosed(const double *x, size_t n, double tick) {
    gt_diagnosis d;
    assert_int_equal(gt_diagnose(x, n, tick, &d), GT_OK);
    return flags_of(&d);
}

/* ---- against the reference ---- */

static size_t diagnoses_compared, diagnoses_fired;

static void check_diagnosis(FILE *file, size_t i) {
    unsigned expected = (unsigned)number_from(file);
    size_t dropped = (size_t)number_from(file);
    gt_diagnosis d;
    assert_int_equal(gt_diagnose(stored[i].x, stored[i].n, stored[i].tick, &d), GT_OK);
    if (flags_of(&d) != expected || d.dropped != dropped) {
        fail_msg("%s: flags %#x, %lu dropped; the reference says %#x, %lu", stored[i].name, flags_of(&d),
                 (unsigned long)d.dropped, expected, (unsigned long)dropped);
    }
    diagnoses_compared++;
    diagnoses_fired += expected != 0;
}

TEST(flags_and_dropped_samples_equal_the_reference_on_stored_series) {
    each_record('D', check_diagnosis);
    printf("reference: %lu series, %lu of them with a fault\n", (unsigned long)diagnoses_compared,
           (unsigned long)diagnoses_fired);
    assert_true(diagnoses_compared >= 200 && diagnoses_fired >= 80);
    while (stored_count > 0) free(stored[--stored_count].x);
}

TEST(limits_of_the_rank_correlation_equal_the_t_distribution) {
    static const struct { size_t n; double limit; } table[] = {
        {8, 0.924904}, {10, 0.872115}, {20, 0.678781}, {30, 0.570317}, {100, 0.324194}, {1000, 0.103904},
    };
    size_t i;
    for (i = 0; i < COUNT(table); i++) assert_true(fabs(gt_correlation_limit_(table[i].n) - table[i].limit) < 4e-4);
}

static int near(double found, double expected, double slack) { return fabs(found - expected) <= slack; }

/* Its memory is the kit's until the next but one. */
static gt_ranking_ table_of(const double *x, size_t n) {
    static double *room[2];
    gt_ranking_ t = gt_ranking_of_(x, n, 0.0);
    assert_non_null(t.room);
    free(room[0]);
    room[0] = room[1];
    room[1] = t.room;
    return t;
}

/* Worked out by the reference's functions. */
TEST(rank_statistics_of_small_series_have_known_values) {
    double plain[] = {1, 4, 2, 5, 3, 6}, ties[] = {3, 1, 3, 5, 2, 5, 7, 7}, odd[] = {1, 5, 2, 6, 3, 7, 4};
    gt_ranking_ t = table_of(plain, 6);
    gt_order_ o;
    o = gt_order_of_(&t);
    assert_true(near(o.rho, 0.71428571, 1e-8) && near(o.bridge, 0.76376262, 1e-8) && o.at == 3);
    assert_true(near(o.lag1, -0.35714286, 1e-8) && near(o.odd_z, 1.96396101, 1e-8));
    assert_true(near(gt_head_against_rest_(&t, 2), -0.9258201, 1e-7));
    t = table_of(ties, 8);
    o = gt_order_of_(&t);
    assert_true(near(o.rho, 0.76376262, 1e-8) && near(o.bridge, 1.02890329, 1e-8) && o.at == 5);
    assert_true(near(o.lag1, 0.32098765, 1e-8) && near(o.odd_z, 0.44095855, 1e-8));
    assert_true(near(gt_head_against_rest_(&t, 3), -1.66987346, 1e-8));
    t = table_of(odd, 7);
    assert_true(near(gt_order_of_(&t).odd_z, 2.12132034, 1e-8));
}

TEST(taking_out_a_trend_leaves_what_the_noise_would_be) {
    double x[100];
    size_t i;
    int is_step, kind;
    for (kind = 0; kind < 2; kind++) {
        gt_ranking_ t;
        gt_trend_ trend;
        gt_order_ rest;
        seed(40);
        for (i = 0; i < 100; i++) x[i] = normal() + (kind == 0 ? 0.5 * (double)i : i < 60 ? 0.0 : 50.0);
        t = table_of(x, 100);
        trend = gt_trend_of_(&t, gt_order_of_(&t).at);
        rest = gt_without_trend_(&t, &trend, &is_step);
        assert_true(fabs(rest.lag1) < 0.3 && rest.tau < 2.0 && is_step == kind);
        assert_memory_equal(t.x, x, sizeof x);
        for (i = 1; i < 100; i++) assert_true(t.sorted[i - 1] <= t.sorted[i]);
    }
}

/* ---- healthy series ---- */

static double law_tick1(void) { return floor(law_lnexp() + uniform()); }

/* Of all laws and sizes the one where a part fired most often. */
typedef struct worst { size_t fired, trials; } worst;
static void keep_worst(worst *w, size_t fired, size_t trials) {
    if (w->trials == 0 || fired * w->trials > w->fired * trials) *w = (worst){fired, trials};
}

TEST(healthy_series_raise_at_most_1_percent, start_counting) {
    static const struct { size_t n, trials; } sizes[] = {{10, 10000}, {30, 10000}, {100, 8000}, {1000, 2500}};
    worst parts[PARTS] = {{0, 0}};
    double x[1000];
    size_t s, l, t, p;
    char name[60];
    for (s = 0; s < COUNT(sizes); s++) {
        worst any = {0, 0};
        for (l = 0; l <= COUNT(laws); l++) {
            size_t counts[PARTS] = {0}, fired = 0, trials = sizes[s].trials / THINNER;
            const char *law = l < COUNT(laws) ? laws[l].name : "tick1";
            seed(10 * s + l);
            for (t = 0; t < trials; t++) {
                unsigned flags;
                fill(x, sizes[s].n, l < COUNT(laws) ? laws[l].draw : law_tick1);
                flags = diagnosed(x, sizes[s].n, l < COUNT(laws) ? 0.0 : 1.0) & ~(1u << COARSE);
                for (p = 0; p < PARTS; p++) counts[p] += (flags >> p) & 1u;
                fired += flags != 0;
            }
            for (p = 0; p < COARSE; p++) {
                keep_worst(&parts[p], counts[p], trials);
                if (counts[p] * 100 > trials)
                    print_error("%s on %s, n=%lu\n", part_names[p], law, (unsigned long)sizes[s].n);
            }
            keep_worst(&any, fired, trials);
        }
        band("clean", "any worst law", sizes[s].n, any.fired, any.trials, 0.0, 1.5);
    }
    for (p = 0; p < COARSE; p++) {
        sprintf(name, "%s worst law", part_names[p]);
        band("clean", name, 0, parts[p].fired, parts[p].trials, 0.0, 1.0);
    }
    assert_int_equal(out_of_band, 0);
}

/* ---- planted faults, on the law lnexp with a spread of about 2 % ---- */

typedef double (*fault)(size_t i, size_t n, double x, double how_much, double where);

static double first_times(size_t i, size_t n, double x, double k, double w) {
    (void)n, (void)w;
    return i == 0 ? x * k : x;
}
static double decaying(size_t i, size_t n, double x, double a, double tau) {
    (void)n;
    return x * (1.0 + a * exp(-(double)i / tau));
}
static double linear(size_t i, size_t n, double x, double a, double w) {
    (void)w;
    return x * (1.0 + a * (double)i / (double)n);
}
static double step(size_t i, size_t n, double x, double a, double at) {
    return (double)i >= at * (double)n ? x * (1.0 + a) : x;
}
static double second_mode(size_t i, size_t n, double x, double by, double share) {
    (void)i, (void)n;
    return uniform() < share ? x + by : x;
}
static double every_second(size_t i, size_t n, double x, double a, double w) {
    (void)n, (void)w;
    return i % 2 ? x * (1.0 + a) : x;
}
static double one_times(size_t i, size_t n, double x, double k, double at) {
    return i == (size_t)(at * (double)n) ? x * k : x;
}
static double repeating(size_t i, size_t n, double x, double phi, double w) {
    static double z;
    (void)n, (void)x, (void)w;
    z = i == 0 ? normal() : phi * z + sqrt(1.0 - phi * phi) * normal();
    return 98.0 + 2.0 * exp(0.5 * z);
}

#define BIT(part) (1u << (part))

static const struct planted {
    const char *name;
    fault make;
    double how_much, where;
    size_t n;
    unsigned want;          /* one of these fires */
    double least;           /* percent */
    unsigned beside;        /* may fire too */
} faults[] = {
    {"first-x2", first_times, 2.0, 0.0, 100, BIT(COLD_FIRST), 99.0, 0},
    {"first-x2", first_times, 2.0, 0.0, 10, BIT(COLD_FIRST), 96.0, 0},
    {"+50%-decaying", decaying, 0.5, 5.0, 100, BIT(WARMUP) | BIT(COLD_FIRST), 99.0, 0},
    {"linear+5%", linear, 0.05, 0.0, 100, BIT(DRIFT), 99.0, 0},
    {"linear+2%", linear, 0.02, 0.0, 1000, BIT(DRIFT), 99.0, 0},
    {"step+3%", step, 0.03, 0.6, 100, BIT(DRIFT), 99.0, 0},
    {"step+10%", step, 0.1, 0.6, 100, BIT(DRIFT), 99.0, 0},
    {"mode+10us-half", second_mode, 10.0, 0.5, 100, BIT(BIMODAL), 99.0, 0},
    {"mode+20us-30%", second_mode, 20.0, 0.3, 100, BIT(BIMODAL), 99.0, 0},
    {"mode+20us-10%", second_mode, 20.0, 0.1, 1000, BIT(BIMODAL), 99.0, 0},
    {"every-2nd+5%", every_second, 0.05, 0.0, 100, BIT(ALTERNATE), 99.0, 0},
    {"one-x10", one_times, 10.0, 0.5, 100, BIT(OUTLIERS), 99.0, 0},
    {"ar-0.9", repeating, 0.9, 0.0, 100, BIT(AUTOCORR), 98.0, 0},
    {"ar-0.7", repeating, 0.7, 0.0, 1000, BIT(AUTOCORR), 99.0, 0},
};

static void plant(double *x, const struct planted *f, size_t n) {
    size_t i;
    for (i = 0; i < n; i++) x[i] = f->make(i, n, law_lnexp(), f->how_much, f->where);
}

TEST(planted_faults_are_found_under_their_own_name, start_counting) {
    double x[1000];
    size_t f, t, p;
    char name[60];
    for (f = 0; f < COUNT(faults); f++) {
        size_t found = 0, counts[PARTS] = {0}, trials = (faults[f].n < 1000 ? 2500 : 800) / THINNER;
        seed(500 + f);
        for (t = 0; t < trials; t++) {
            unsigned flags;
            plant(x, &faults[f], faults[f].n);
            flags = diagnosed(x, faults[f].n, 0.0);
            found += (flags & faults[f].want) != 0;
            for (p = 0; p < PARTS; p++) counts[p] += (flags >> p) & 1u;
        }
        band("planted", faults[f].name, faults[f].n, found, trials, faults[f].least, 100.0);
        for (p = 0; p < PARTS; p++) {
            if (((faults[f].want | faults[f].beside) >> p) & 1u || faults[f].n != 100) continue;
            sprintf(name, "%s called %s", faults[f].name, part_names[p]);
            if (counts[p] * 20 >= trials) band("planted", name, faults[f].n, counts[p], trials, 0.0, 10.0);
        }
    }
    assert_int_equal(out_of_band, 0);
}

TEST(noise_that_repeats_itself_is_not_called_drift, start_counting) {
    struct planted noise = {"ar-0.7", repeating, 0.7, 0.0, 100, 0, 0.0, 0};
    double x[100];
    size_t t, drifts = 0, trials = 4000 / THINNER;
    seed(600);
    for (t = 0; t < trials; t++) {
        plant(x, &noise, 100);
        drifts += (diagnosed(x, 100, 0.0) & BIT(DRIFT)) != 0;
    }
    band("planted", "ar-0.7 called drift", 100, drifts, trials, 0.0, 6.0);
    assert_int_equal(out_of_band, 0);
}

/* The tempting way: the cut of the smallest standard error, without the test that decides. */
TEST(the_cut_alone_takes_samples_off_healthy_series, start_counting) {
    double x[100];
    size_t t, cuts = 0, trials = 3000 / THINNER;
    seed(700);
    for (t = 0; t < trials; t++) {
        gt_ranking_ table;
        fill(x, 100, law_lnexp);
        table = table_of(x, 100);
        cuts += gt_cut_(&table) > 0;
    }
    control("warm-up-cut-of-healthy-series-without-a-test-n=100", cuts, trials, 30.0, 100.0);
    assert_int_equal(out_of_band, 0);
}

/* ---- the evidence ---- */

static gt_diagnosis diagnosis_of(const struct planted *f, size_t n, uint64_t s) {
    double x[1000];
    gt_diagnosis d;
    seed(s);
    plant(x, f, n);
    assert_int_equal(gt_diagnose(x, n, 0.0, &d), GT_OK);
    return d;
}

TEST(evidence_tells_the_size_of_what_was_planted) {
    static const struct planted cold = {"", first_times, 3.0, 0.0, 0, 0, 0.0, 0};
    static const struct planted slow = {"", linear, 0.15, 0.0, 0, 0, 0.0, 0};
    static const struct planted fast = {"", step, -0.1, 0.6, 0, 0, 0.0, 0};
    static const struct planted late = {"", step, 0.1, 0.95, 0, 0, 0.0, 0};
    static const struct planted modes = {"", second_mode, 20.0, 0.3, 0, 0, 0.0, 0};
    static const struct planted pairs = {"", every_second, 0.1, 0.0, 0, 0, 0.0, 0};
    static const struct planted spike = {"", one_times, 10.0, 0.5, 0, 0, 0.0, 0};
    gt_diagnosis d;
    d = diagnosis_of(&cold, 100, 1);
    assert_true(d.cold_first.fired && near(d.cold_first.factor, 3.0, 0.3) && d.dropped == 1 && d.fired == 1);
    d = diagnosis_of(&slow, 300, 3);
    assert_true(d.drift.fired && near(d.drift.percent, 10.0, 1.5) && !d.drift.is_step);
    d = diagnosis_of(&fast, 300, 4);
    assert_true(d.drift.fired && d.drift.is_step && near((double)d.drift.at, 180.0, 4.0));
    assert_true(near(d.drift.percent, -10.0, 2.0));
    d = diagnosis_of(&late, 1000, 5);
    assert_true(d.drift.fired && d.drift.is_step && near((double)d.drift.at, 950.0, 8.0));
    assert_true(near(d.drift.percent, 10.0, 2.0));
    d = diagnosis_of(&modes, 500, 6);
    assert_true(d.bimodal.fired && near(d.bimodal.high - d.bimodal.low, 20.0, 2.0));
    assert_true(near(d.bimodal.low, 100.0, 2.0) && near(d.bimodal.low_share, 0.7, 0.08));
    d = diagnosis_of(&pairs, 100, 7);
    assert_true(d.alternate.fired && near(d.alternate.percent, -100.0 / 11.0, 2.0));
    d = diagnosis_of(&spike, 100, 8);
    assert_true(d.outliers.fired && d.outliers.count == 1 && near(d.outliers.factor, 10.0, 1.0));
    assert_true(near(d.outliers.mean_shift_percent, 9.0, 1.0));
}

TEST(warm_ups_are_cut_where_they_end, start_counting) {
    static const struct planted warm = {"", step, -1.0 / 11.0, 0.2, 0, 0, 0.0, 0};
    size_t t, found = 0, cut = 0, sized = 0, trials = 1000 / THINNER;
    for (t = 0; t < trials; t++) {
        gt_diagnosis d = diagnosis_of(&warm, 200, 7000 + t);
        found += d.warmup.fired && d.dropped == d.warmup.samples;
        cut += d.warmup.fired && d.warmup.samples >= 40 && d.warmup.samples <= 50;
        sized += d.warmup.fired && near(d.warmup.percent, 10.0, 2.0);
    }
    covers("warm-up-of-40-found", 200, found, trials, 99.0, 100.0);
    covers("warm-up-of-40-cut-at-40-to-50", 200, cut, trials, 75.0, 100.0);
    covers("warm-up-of-10%-said-to-be-8-to-12%", 200, sized, trials, 80.0, 100.0);
    assert_int_equal(out_of_band, 0);
}

TEST(first_sample_is_cold_only_if_slower_than_the_slowest_5_percent) {
    double x[100];
    size_t i, slow;
    for (slow = 0; slow <= 10; slow++) {
        seed(50);
        fill(x, 100, law_norm1);
        x[0] = 150.0;
        for (i = 0; i < slow; i++) x[9 * i + 5] = 200.0;
        assert_int_equal(diagnosed(x, 100, 0.0) & BIT(COLD_FIRST), slow <= 5 ? BIT(COLD_FIRST) : 0);
    }
}

TEST(modes_of_ticked_readings_are_centred) {
    double x[200];
    size_t i;
    gt_diagnosis d;
    seed(60);
    for (i = 0; i < 200; i++) x[i] = uniform() < 0.4 ? 100.0 : 120.0;
    assert_int_equal(gt_diagnose(x, 200, 1.0, &d), GT_OK);
    assert_true(d.bimodal.fired && near(d.bimodal.low, 100.0, 0.5) && near(d.bimodal.high, 120.0, 0.5));
    assert_true(near(d.bimodal.low_share, 0.4, 0.1) && d.fired == 1);
}

TEST(fewer_than_20_samples_are_asked_for_gross_drift_only) {
    struct planted pairs = {"", every_second, 0.2, 0.0, 0, 0, 0.0, 0};
    double x[20];
    seed(70);
    plant(x, &pairs, 20);
    assert_int_equal(diagnosed(x, 19, 0.0), 0);
    assert_int_equal(diagnosed(x, 20, 0.0), BIT(ALTERNATE));
}

TEST(steps_are_told_from_lines, start_counting) {
    static const struct planted line = {"", linear, 0.10, 0.0, 0, 0, 0.0, 0};
    static const struct planted jump = {"", step, 0.08, 0.6, 0, 0, 0.0, 0};
    size_t t, line_right = 0, jump_right = 0, at_right = 0, trials = 1000 / THINNER;
    for (t = 0; t < trials; t++) {
        gt_diagnosis d = diagnosis_of(&line, 100, 8000 + t);
        line_right += d.drift.fired && !d.drift.is_step;
        d = diagnosis_of(&jump, 100, 9000 + t);
        jump_right += d.drift.fired && d.drift.is_step;
        at_right += d.drift.fired && near((double)d.drift.at, 60.0, 3.0);
    }
    covers("gradual-drift-called-gradual", 100, line_right, trials, 95.0, 100.0);
    covers("step-called-a-step", 100, jump_right, trials, 98.0, 100.0);
    covers("step-found-within-3-samples", 100, at_right, trials, 95.0, 100.0);
    assert_int_equal(out_of_band, 0);
}

TEST(evidence_does_not_depend_on_the_unit) {
    double x[300], y[300], unit = 1.0 / 1048576.0 / 1048576.0 / 1048576.0;      /* a power of 2 does not round */
    size_t i, f;
    for (f = 0; f < COUNT(faults); f++) {
        gt_diagnosis a, b;
        seed(900 + f);
        plant(x, &faults[f], 300);
        for (i = 0; i < 300; i++) y[i] = x[i] * unit;
        assert_int_equal(gt_diagnose(x, 300, 0.0, &a), GT_OK);
        assert_int_equal(gt_diagnose(y, 300, 0.0, &b), GT_OK);
        assert_int_equal(flags_of(&a), flags_of(&b));
        b.bimodal.low /= unit;
        b.bimodal.high /= unit;
        b.outliers.above /= unit;
        assert_memory_equal(&a, &b, sizeof a);
    }
}

/* ---- degenerate input, cost ---- */

TEST(medians_of_parts_are_those_of_the_part_sorted_alone) {
    double x[60], part[60];
    size_t from, to, step, i, trial;
    seed(71);
    for (trial = 0; trial < 20; trial++) {
        gt_ranking_ t;
        for (i = 0; i < 60; i++) x[i] = trial % 2 ? normal() : floor(9.0 * uniform());
        t = table_of(x, 60);
        t.backwards = trial % 4 > 1;
        for (from = 0; from < 60; from++) {
            for (to = from + 1; to <= 60; to++) {
                for (step = 1; step <= (t.backwards ? 1u : 2u); step++) {
                    gt_level_ level = gt_level_of_(&t, from, to, step, 0.0);
                    size_t n = 0;
                    double upper;
                    for (i = from; i < to; i += step) part[n++] = x[t.backwards ? 59 - i : i];
                    gt_sort_doubles_(part, n);
                    upper = gt_median_of_sorted_(part + n / 2, n - n / 2);
                    assert_true(near(level.median, gt_median_of_sorted_(part, n), 0.0));
                    assert_true(near(level.spread, gt_spread_(level.median, upper, 0.0), 0.0));
                }
            }
        }
    }
}

TEST(what_is_dropped_leaves_the_table_of_the_rest) {
    double x[80], rest[80];
    size_t drop, i, n;
    seed(72);
    for (drop = 1; drop < 30; drop++) {
        gt_ranking_ t, u;
        for (i = 0, n = 0; i < 80; i++) {
            x[i] = i % 7 == 3 ? NAN : floor(20.0 * uniform());
            if (i % 7 != 3) rest[n++] = x[i];
        }
        t = table_of(x, 80);
        gt_ranking_drop_(&t, drop);
        u = table_of(rest + drop, n - drop);
        assert_int_equal(t.n, u.n);
        assert_memory_equal(t.x, u.x, t.n * sizeof *t.x);
        assert_memory_equal(t.sorted, u.sorted, t.n * sizeof *t.x);
        assert_memory_equal(t.ranks, u.ranks, t.n * sizeof *t.ranks);
        assert_true(near(t.rank_squares, u.rank_squares, 0.0));
        for (i = 0; i < t.n; i++) assert_true(near(t.x[t.order[i]], t.sorted[i], 0.0));
        gt_ranking_read_(&t);
        assert_memory_equal(t.x, u.x, t.n * sizeof *t.x);
    }
}

TEST(a_coarse_clock_is_seen_in_any_number_of_samples) {
    static const double x[] = {5.0, 6.0, 5.0, 6.0, 5.0, 6.0, 5.0, 6.0, 5.0, 6.0};
    size_t n;
    gt_diagnosis d;
    for (n = 1; n <= COUNT(x); n++) {
        assert_int_equal(gt_diagnose(x, n, 1.0, &d), GT_OK);
        assert_true(d.coarse.fired && d.coarse.percent > 16.0 && d.coarse.percent <= 20.0);
        assert_int_equal(diagnosed(x, n, 0.0499), 0);     /* 0.05 is the limit itself: with an x87 beyond it */
    }
}

/* A clock that steps by 10 shows 20 or 30, and one more or less where its steps are rounded. */
TEST(two_modes_within_a_step_of_the_clock_are_one) {
    static const double shown[] = {20, 30, 31, 30, 29, 30, 20, 30, 31, 20, 30, 29, 30, 20, 31, 20, 30, 31, 20, 30};
    double x[200];
    gt_diagnosis d;
    for (size_t i = 0; i < COUNT(x); i++) x[i] = shown[i * 7 % 20];
    for (int step = 1; step < 20; step += 9) {
        assert_int_equal(gt_diagnose(x, COUNT(x), step, &d), GT_OK);
        assert_int_equal(d.bimodal.fired, step < 10);
    }
}

TEST(degenerate_series_show_nothing) {
    static const double values[] = {0.0, 5.0, -3.0, 4.9406564584124654e-324, 1e308, -1e308, 1e-200};
    double x[200], nothing[] = {NAN, INFINITY, -INFINITY};
    size_t v, n, i;
    gt_diagnosis d;
    assert_int_equal(diagnosed(NULL, 0, 0.0), 0);
    assert_int_equal(gt_diagnose(nothing, 3, 1.0, &d), GT_OK);
    assert_true(d.n == 0 && d.rejected == 3 && d.fired == 0);
    for (v = 0; v < COUNT(values); v++) {
        for (i = 0; i < 200; i++) x[i] = values[v];
        for (n = 1; n <= 200; n++) assert_int_equal(diagnosed(x, n, 0.0), 0);
    }
    for (i = 0; i < 200; i++) x[i] = i % 2 ? 1.7e308 : -1.7e308;
    for (n = 0; n <= 200; n++) diagnosed(x, n, 0.0);
    for (i = 0; i < 200; i++) x[i] = i % 3 ? 0.0 : 1.0;
    for (n = 0; n <= 200; n++) diagnosed(x, n, 1.0);
}

TEST(samples_that_are_not_finite_are_skipped_and_counted) {
    double clean[100], dirty[150];
    size_t i, n = 0;
    gt_diagnosis a, b;
    seed(20);
    plant(clean, &faults[4], 100);
    for (i = 0; i < 100; i++) {
        if (i % 2) dirty[n++] = i % 3 ? NAN : INFINITY;
        dirty[n++] = clean[i];
    }
    assert_int_equal(gt_diagnose(clean, 100, 0.0, &a), GT_OK);
    assert_int_equal(gt_diagnose(dirty, n, 0.0, &b), GT_OK);
    assert_int_equal(b.rejected, 50);
    b.rejected = 0;
    assert_memory_equal(&a, &b, sizeof a);
}

TEST(wrong_arguments_and_no_memory_are_error_values) {
    double x[] = {1.0, 2.0, NAN};
    gt_diagnosis d;
    assert_int_equal(gt_diagnose(x, 3, 0.0, NULL), GT_ERR_ARGUMENT);
    assert_int_equal(gt_diagnose(NULL, 3, 0.0, &d), GT_ERR_ARGUMENT);
    assert_int_equal(gt_diagnose(x, 3, -1.0, &d), GT_ERR_ARGUMENT);
    memory_is_out = 1;
    assert_int_equal(gt_diagnose(x, 3, 0.0, &d), GT_ERR_MEMORY);
    memory_is_out = 0;
    assert_true(d.n == 2 && d.rejected == 1 && d.fired == 0);
}

TEST(middle_half_of_many_samples_is_the_same_by_a_part_of_them_whatever_their_period) {
    const size_t n = 65536;
    double *x = (double *)malloc(n * sizeof *x), *sorted = (double *)malloc(n * sizeof *x), mean;
    unsigned char *mark = (unsigned char *)calloc(n, 1);
    seed(31);
    for (size_t period = 8; period <= 1024; period *= 2) {
        double sum = 0, known = 0;
        fill(x, n, law_lnexp);
        for (size_t i = 0; i < n; i += period) x[i] *= 100;
        memcpy(sorted, x, n * sizeof *x);
        gt_sort_doubles_(sorted, n);
        for (size_t i = n / 4; i < n - n / 4; i++, known++) sum += sorted[i];
        gt_means_of_(x, mark, 0, n, 1, &x, 1, 0, &mean);
        assert_true(fabs(mean / (sum / known) - 1) < 0.01);
    }
    free(x);
    free(sorted);
    free(mark);
}

TEST(a_million_samples_are_diagnosed_within_a_second) {
#ifdef __OPTIMIZE__
    const double second = SANITIZED ? 20.0 : 1.0;
#else
    const double second = 5.0;      /* not what anybody ships */
#endif
    size_t n = 1000000, kind, i, before;
    double *x = (double *)malloc(n * sizeof *x), seconds;
    clock_t begin;
    gt_diagnosis d;
    for (kind = 0; kind < 3; kind++) {
        seed(30);
        fill(x, n, law_lnexp);
        if (kind == 1) for (i = 0; i < n; i++) x[i] *= 1.0 + 0.1 * (double)i / (double)n;
        if (kind == 2) for (i = 0; i < n; i++) x[i] = floor(x[i]);
        before = allocated_bytes;
        begin = clock();
        assert_int_equal(gt_diagnose(x, n, 0.0, &d), GT_OK);
        seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
        printf("1000000 samples, flags %#x: %.3f s\n", flags_of(&d), seconds);
        assert_true(d.drift.fired == (kind == 1));
        assert_true(allocated_bytes - before < 3 * n * sizeof *x + n);
        assert_true(seconds < second);
    }
    free(x);
}

int main(void) {
    return test_all(NULL, NULL);
}
