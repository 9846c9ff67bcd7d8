/* Random numbers, distributions of a time, and counts of how often an interval covers the truth. Include after
   gputime.h and the C headers. */
#ifndef LAWS_H
#define LAWS_H

#define PI 3.14159265358979323846
#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- random numbers: splitmix64, so that every machine draws the same ---- */

static uint64_t law_state;

static inline void seed(uint64_t value) { law_state = value * 1000003; }

static inline double uniform(void) {
    uint64_t z = law_state += (uint64_t)0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30)) * (uint64_t)0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * (uint64_t)0x94D049BB133111EB;
    return ((double)((z ^ (z >> 31)) >> 11) + 0.5) / 9007199254740992.0;
}

static inline double normal(void) {
    static double kept;
    static uint64_t kept_for;
    double radius, angle;
    if (kept_for == law_state) {        /* the second number of a pair, unless others were drawn since */
        kept_for = 0;
        return kept;
    }
    radius = sqrt(-2.0 * log(uniform()));
    angle = 2.0 * PI * uniform();
    kept = radius * sin(angle);
    kept_for = law_state;
    return radius * cos(angle);
}

static inline double exponential(double mean) { return -mean * log(uniform()); }

/* ---- distributions of a time, with a median of about 100 us ---- */

static inline double law_norm1(void) { return 100.0 * (1.0 + 0.01 * normal()); }
static inline double law_lnfloor(void) { return 98.0 + 2.0 * exp(0.5 * normal()); }
static inline double law_lnexp(void) {
    double x = law_lnfloor();
    return uniform() < 0.2 ? x + exponential(5.0) : x;
}
static inline double law_gumbel(void) { return 100.0 - 2.0 * log(-log(uniform())); }
static inline double law_expo(void) { return 95.0 + exponential(5.0); }
static inline double law_unif(void) { return 95.0 + 10.0 * uniform(); }
static inline double law_wide(void) { return 100.0 * exp(0.3 * normal()); }

/* The median of scale * exp(sigma z) with z normal, plus, with probability w, an exponential with that mean. Found by
   bisection; the probability is by the trapezoidal rule, which is practically exact here. share: the share of samples
   without far spikes. */
static inline double median_of_sum(double scale, double sigma, double w, double mean, double share) {
    double low = 0.0, high = 100.0 * scale, z;
    int i;
    for (i = 0; i < 60; i++) {
        double middle = (low + high) / 2.0, p = 0.0;
        for (z = -8.0; z < 8.0; z += 0.002) {
            double rest = middle - scale * exp(sigma * z);
            if (rest > 0.0) p += 0.002 * exp(-z * z / 2.0) * (1.0 - w * exp(-rest / mean));
        }
        if (p * share / sqrt(2.0 * PI) < 0.5) low = middle;
        else high = middle;
    }
    return low;
}

static inline double true_norm1(void) { return 100.0; }
static inline double true_lnexp(void) { return 98.0 + median_of_sum(2.0, 0.5, 0.2, 5.0, 1.0); }
static inline double true_gumbel(void) { return 100.0 - 2.0 * log(log(2.0)); }
static inline double true_expo(void) { return 95.0 + 5.0 * log(2.0); }

static const struct law {
    const char *name;
    double (*draw)(void);
    double (*median)(void);
} laws[] = {
    {"norm1", law_norm1, true_norm1},    {"lnfloor", law_lnfloor, true_norm1}, {"lnexp", law_lnexp, true_lnexp},
    {"gumbel", law_gumbel, true_gumbel}, {"expo", law_expo, true_expo},        {"unif", law_unif, true_norm1},
    {"wide", law_wide, true_norm1},
};

static inline const struct law *law_named(const char *name) {
    size_t i;
    for (i = 0; strcmp(laws[i].name, name) != 0; i++) assert_true(i + 1 < COUNT(laws));
    return &laws[i];
}

static inline void fill(double *x, size_t n, double (*draw)(void)) {
    size_t i;
    for (i = 0; i < n; i++) x[i] = draw();
}

/* Fills x with AR(1) noise of variance 1. */
static inline void fill_ar(double *x, size_t n, double phi) {
    size_t i;
    for (i = 0; i < n; i++) x[i] = i == 0 ? normal() : phi * x[i - 1] + sqrt(1.0 - phi * phi) * normal();
}

/* Makes an order for which each pivot is the worst possible: the two smallest values of the rest come first and in the
   middle. `id` follows the swaps that the partition will make. */
static inline void make_hard_to_sort(double *x, size_t n) {
    size_t *id = (size_t *)malloc(n * sizeof *id), from, i;
    double value = 0.0;
    for (i = 0; i < n; i++) id[i] = i;
    for (from = 0; from + 24 < n; from += 2) {
        size_t middle = from + (n - from) / 2, held = id[from + 1];
        x[id[from]] = value++;
        x[id[middle]] = value++;
        id[from + 1] = id[middle];
        id[middle] = held;
    }
    for (i = from; i < n; i++) x[id[i]] = value++;
    free(id);
}

/* ---- statistics of a series ---- */

static inline double tau_of(const double *x, size_t n) {
    double *sorted, tau;
    size_t count;
    if (n < 20) return 1.0;
    sorted = gt_scratch_(n);
    if (!sorted) return gt_nan_();
    count = gt_copy_finite_(x, n, sorted);
    gt_sort_doubles_(sorted, count);
    tau = gt_tau_about_(x, n, gt_median_of_sorted_(sorted, count), (signed char *)(sorted + n));
    free(sorted);
    return tau;
}

/* ---- counts ---- */

static int out_of_band;

/* How far chance may exceed a percentage, with any seed: one standard error in a full run, two in other runs. */
static inline double chance(double percent, size_t trials) {
    return (FULL ? 1 : 2) * sqrt(percent * (100 - percent) / (double)trials);
}
/* Prints the hits of all trials in percent, and counts them as out of band if they are not within low..high. Under a
   sanitizer there are too few trials to judge. */
static inline double band(const char *kind, const char *what, size_t n, size_t hits, size_t trials, double low,
                          double high) {
    double percent = 100.0 * (double)hits / (double)trials;
    low -= chance(low, trials);
    high += chance(high, trials);
    printf("%s: %s", kind, what);
    if (n > 0) printf(" n=%lu", (unsigned long)n);
    printf(" %.2f %%", percent);
    if (!SANITIZED && !(percent >= low && percent <= high)) {
        printf("   <- not in %.1f..%.1f", low, high);
        out_of_band++;
    }
    printf("\n");
    return percent;
}

static inline double covers(const char *what, size_t n, size_t hits, size_t trials, double low, double high) {
    return band("coverage", what, n, hits, trials, low, high);
}

static inline double control(const char *what, size_t hits, size_t trials, double low, double high) {
    return band("control", what, 0, hits, trials, low, high);
}

static inline int start_counting(void **unused) {
    (void)unused;
    out_of_band = 0;
    return 0;
}

#endif
