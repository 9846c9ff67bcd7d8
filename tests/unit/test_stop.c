/* link: none */
/* Facts about when a trial stops: how often its interval misses the truth with nothing said, under noise that has a
   memory, and what that costs where noise has none. The clock is simulated; the laws are others than those that the
   rule was tuned on (normal, log-normal, exponential; AR(1); two levels with exponential stays; sine).
   STOP_TRIALS=4000 in the environment runs that many of each (default: 120) and prints the same table. */
#include <math.h>
#include "test.h"

#include "kit.h"
#include "host.h"
#include "laws.h"

/* ---- laws of the time of a pass: its value at `now`, in ms; each is about 1 ms long and moves the clock on ---- */

enum { STATES = 4 };
static double level[STATES], until_ms, now_ms;     /* of the law that runs */
static double parameter;

static double laplace(double spread) { return uniform() < 0.5 ? exponential(spread) : -exponential(spread); }
static double gamma_two(double mean) { return exponential(mean / 2) + exponential(mean / 2); }
static void begin_law(double p) {
    int i;
    for (i = 0; i < STATES; i++) level[i] = normal();
    parameter = p;
    now_ms = until_ms = 0;
}
/* A value with a memory of `memory_ms` and a variance of 1, pushed by what is far from normal. */
static double remembers(double *z, double memory_ms, double passed_ms) {
    double f = exp(-passed_ms / memory_ms);
    return *z = f * *z + sqrt(1 - f * f) * laplace(sqrt(0.5));
}
static double last_ms;
static double passed(void) {
    double by = now_ms - last_ms;
    last_ms = now_ms;
    return by > 0 ? by : 1;
}

static double independent_quiet(void) { return 1 + laplace(0.003); }
static double independent_noisy(void) { return 0.95 + gamma_two(0.05); }
static double independent_coarse(void) { return floor(50 * (1 + 0.03 * normal()) + 0.5) / 50; }   /* in steps of 2 % */
static double with_a_memory(void) { return 1 + 0.02 * remembers(&level[0], parameter, passed()); }
static double two_memories(void) {
    double by = passed();
    return 1 + 0.015 * remembers(&level[0], parameter, by) + 0.015 * remembers(&level[1], 10 * parameter, by);
}
static double moving_mean(void) {       /* of the last eight */
    static double kept[8];
    static int at;
    double sum = 0;
    int i;
    kept[at++ % 8] = exponential(0.05);
    for (i = 0; i < 8; i++) sum += kept[i];
    return 0.95 + sum / 8;
}
/* Levels that last for a while, neither a fixed nor an exponential one; which one comes next is drawn. */
static double stays(int levels, const double *height, const double *share, double passed_ms) {
    static int at;
    (void)passed_ms;
    while (until_ms <= now_ms) {
        double u = uniform();
        for (at = 0; at < levels - 1 && u >= share[at]; at++) u -= share[at];
        until_ms += gamma_two(parameter);
    }
    return 1 + height[at] + 0.01 * laplace(0.7);
}
static double two_levels(void) {
    static const double height[] = { 0, 0.03 }, share[] = { 0.5, 0.5 };
    return stays(2, height, share, 0);
}
static double rare_level(void) {
    static const double height[] = { 0, 0.03 }, share[] = { 0.7, 0.3 };
    return stays(2, height, share, 0);
}
static double three_levels(void) {
    static const double height[] = { 0, 0.02, 0.05 }, share[] = { 0.3, 0.4, 0.3 };
    return stays(3, height, share, 0);
}

static const struct family {
    const char *name;
    double (*pass)(void);
    double parameter;
    int silent_percent;     /* most misses with nothing said; 0: no bound */
    double price;           /* most samples, of what looks at 20 and signs would take; 0: no bound */
} families[] = {
    { "independent, Laplace 0.4 %", independent_quiet, 0, 7, 2.5 },
    { "independent, gamma tail", independent_noisy, 0, 7, 1.3 },
    { "independent, steps of 2 %", independent_coarse, 0, 7, 0 },
    { "memory, AR(1) of 0.6", with_a_memory, 2, 7, 0 },
    { "memory, AR(1) of 0.9", with_a_memory, 9.5, 7, 0 },
    { "memory, AR(1) of 0.99", with_a_memory, 99.5, 7, 0 },
    { "two memories, 3 and 30", two_memories, 3, 7, 0 },
    { "two memories, 30 and 300", two_memories, 30, 7, 0 },
    { "moving mean of 8", moving_mean, 0, 7, 0 },
    { "two levels, stay 10", two_levels, 5, 7, 0 },
    { "two levels, stay 30", two_levels, 15, 7, 0 },
    { "two levels, stay 100", two_levels, 50, 7, 0 },
    { "rare level, stay 43 and 100", rare_level, 30, 7, 0 },
    { "three levels, stay 50", three_levels, 33, 7, 0 },
    { "three levels, stay 100", three_levels, 67, 7, 0 },
    { "two levels, stay 1000", two_levels, 500, 0, 0 },
};

static int by_value(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}
static double true_median(const struct family *f) {
    enum { DRAWS = 40001 };
    static double x[DRAWS];
    double step = 20 * (f->parameter > 0 ? f->parameter : 1);
    size_t i;
    begin_law(f->parameter);
    for (i = 0; i < DRAWS; i++) {
        now_ms += step * (0.5 + uniform());
        x[i] = f->pass();
    }
    qsort(x, DRAWS, sizeof *x, by_value);
    return x[DRAWS / 2];
}
/* How many samples it would take to stop at 20, 30, 45, ... by the interval that independent samples have. */
static double plain_price(const struct family *f) {
    static double x[1000], sorted[1000];
    size_t n, look = 20;
    begin_law(f->parameter);
    for (n = 0; n < COUNT(x); now_ms += x[n++]) {
        gt_interval ci;
        if (n == look) {
            memcpy(sorted, x, n * sizeof *x);
            qsort(sorted, n, sizeof *sorted, by_value);
            ci = gt_median_interval_(sorted, n, tau_of(x, n), 0, 0.97);
            if (ci.confidence > 0.969 && (ci.high - ci.low) / 2 <= 0.01 * gt_quantile(sorted, n, 0.5)) return (double)n;
            look += (look + 1) / 2;
        }
        x[n] = f->pass();
    }
    return (double)n;
}
/* What speaks of a measurement that did not see enough. */
static int is_said(void) {
    static const char *const names[] = { "short-look", "autocorr", "drift", "warmup", "bimodal", "alternate",
                                         "not-converged" };
    gt_finding *list;
    size_t count, i, k;
    int said = 0;
    assert_int_equal(gt_findings(&list, &count), GT_OK);
    for (i = 0; i < count; i++) for (k = 0; k < COUNT(names); k++) said += !strcmp(list[i].name, names[k]);
    free(list);
    return said;
}
struct tally { size_t missed, silent, said; double n, wall_s, plain_n; };
static void try_family(const struct family *f, size_t trials, double budget_s, struct tally *sum) {
    const double truth = 1e6 * true_median(f);
    size_t t;
    memset(sum, 0, sizeof *sum);
    for (t = 0; t < trials; t++) {
        const gt_series *s;
        uint64_t begin;
        int missed, said;
        (void)use_fake_clock(NULL);
        begin = fake_ns;
        begin_law(f->parameter);
        last_ms = -1000 * f->parameter;
        sum->plain_n += plain_price(f) / (double)trials;
        begin_law(f->parameter);
        last_ms = -1000 * f->parameter;
        GT_TRIAL("trial", .budget_s = budget_s) {
            now_ms = (double)(fake_ns - begin) * 1e-6;
            fake_ns += (uint64_t)(1e6 * f->pass() + 0.5);
        }
        s = look("trial");
        missed = !(s->stats.ci.low <= truth && truth <= s->stats.ci.high);
        said = is_said();
        sum->missed += (size_t)missed;
        sum->silent += (size_t)(missed && !said);
        sum->said += (size_t)(!missed && said);
        sum->n += (double)s->n / (double)trials;
        sum->wall_s += (double)(fake_ns - begin) * 1e-9 / (double)trials;
    }
}
TEST(silent_misses_are_few_under_noise_with_a_memory, use_fake_clock, stop_looking) {
    const char *wanted = getenv("STOP_TRIALS");
    const size_t trials = wanted ? (size_t)atol(wanted) : THIN ? 24 : 120;
    size_t i;
    int wrong = 0;
    for (i = 0; i < COUNT(families); i++) {
        const struct family *f = &families[i];
        /* of few trials so many more may miss by chance: three standard errors */
        double more = 300 * sqrt(0.07 * 0.93 / (double)trials), silent;
        struct tally sum;
        seed(1000 + i);
        try_family(f, trials, 10, &sum);
        silent = 100 * (double)sum.silent / (double)trials;
        printf("stop: %-28s silent %4.1f %%, missed %4.1f %%, said without need %5.1f %%; n %4.0f in %5.2f s, "
               "plain rule %4.0f\n", f->name, silent, 100 * (double)sum.missed / (double)trials,
               100 * (double)sum.said / (double)trials, sum.n, sum.wall_s, sum.plain_n);
        wrong += f->silent_percent && silent > f->silent_percent + more;
        wrong += f->price > 0 && sum.n > f->price * sum.plain_n * (1 + 2 / sqrt((double)trials));
    }
    assert_int_equal(wrong, 0);
}

int main(void) {
    return test_all(NULL, NULL);
}
