/* What the benchmarks share: options, a core of one's own, code of known length, medians, and the verdict on a bar.
   Include it after gputime.h and its implementation: a benchmark looks inside. gcc or clang. */

#ifndef BENCH_H
#define BENCH_H

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef __linux__
#include <sched.h>
#endif

/* Aligned, since where a loop lies can change its speed by 10 %. */
#define BENCH_NOINLINE __attribute__((noinline, unused, aligned(64)))

/* ---- options -------------------------------------------------------------------------------------------------- */

typedef struct bench_options { int rounds, quick; } bench_options;

static bench_options bench_read_options(int argc, char **argv, const char *about, int rounds, int quick_rounds) {
    bench_options o = { 0, 0 };
    int i;
    for (i = 1; i < argc; i++) {
        char *end = NULL;
        if (!strcmp(argv[i], "--quick")) {
            o.quick = 1;
        } else if (!strcmp(argv[i], "--help")) {
            printf("%s\n  --rounds N   rounds (default: %d)\n  --quick      fewer and shorter rounds (%d), for a look\n"
                   "  --help       this text\n", about, rounds, quick_rounds);
            exit(0);
        } else if (!strcmp(argv[i], "--rounds")) {
            const char *number = i + 1 < argc ? argv[++i] : "";
            long n = strtol(number, &end, 10);
            if (*end || n < 40 || n > 100000) {
                fprintf(stderr, "%s: --rounds wants a number from 40 to 100000, not '%s'\n", argv[0], number);
                exit(2);
            }
            o.rounds = (int)n;
        } else {
            fprintf(stderr, "%s: unknown option '%s' (try --help)\n", argv[0], argv[i]);
            exit(2);
        }
    }
    if (!o.rounds) o.rounds = o.quick ? quick_rounds : rounds;
    return o;
}

/* ---- a core of one's own -------------------------------------------------------------------------------------- */

/* Pins to the last core that is allowed, as the first one serves most interrupts, and returns it; -1: not pinned. */
GT_UNUSED_ static int bench_pin(void) {
#ifdef __linux__
    cpu_set_t allowed, one;
    size_t core = CPU_SETSIZE - 1;
    if (sched_getaffinity(0, sizeof allowed, &allowed)) return -1;
    while (core > 0 && !CPU_ISSET(core, &allowed)) core--;
    CPU_ZERO(&one);
    CPU_SET(core, &one);
    return sched_setaffinity(0, sizeof one, &one) ? -1 : (int)core;
#else
    return -1;
#endif
}
GT_UNUSED_ static void bench_print_core(int core) {
    if (core >= 0) printf("pinned to core %d\n", core);
    else printf("not pinned to a core\n");
}

/* ---- memory and chance ---------------------------------------------------------------------------------------- */

static inline void *bench_array(size_t count, size_t size) {
    void *p = calloc(count, size);
    if (!p) {
        fprintf(stderr, "no memory\n");
        exit(1);
    }
    return p;
}

/* An array of its own, to be sorted. Number by number: of a memcpy of n numbers compilers warn that n may be
   negative. */
static inline double *bench_copy(const double *x, int n) {
    double *copy = (double *)bench_array((size_t)(n > 0 ? n : 0), sizeof *copy);
    for (int i = 0; i < n; i++) copy[i] = x[i];
    return copy;
}

static inline uint32_t bench_random(void) {     /* xorshift: an order of rounds, not statistics */
    static uint32_t x = 2463534242u;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return x;
}
static inline void bench_shuffle(int *order, int n) {
    int i;
    for (i = n - 1; i > 0; i--) {
        int j = (int)(bench_random() % (uint32_t)(i + 1)), t = order[i];
        order[i] = order[j];
        order[j] = t;
    }
}

/* ---- time, apart from the kit's own calibration --------------------------------------------------------------- */

static inline uint64_t bench_read(void) {       /* the target's own tick, bare; elsewhere the OS's clock */
#ifndef GT_NO_TICK_
    return gt_tick_();
#else
    return gt_os_ns_();
#endif
}
#ifndef GT_NO_TICK_
static inline uint64_t bench_begin(void) { return gt_tick_begin_(); }
static inline uint64_t bench_end(void) { return gt_tick_end_(); }
#else
static inline uint64_t bench_begin(void) { return bench_read(); }
static inline uint64_t bench_end(void) { return bench_read(); }
#endif

static inline double bench_os_ns(void) {
    struct timespec t;
#ifdef CLOCK_MONOTONIC_RAW
    clock_gettime(CLOCK_MONOTONIC_RAW, &t);
#else
    clock_gettime(CLOCK_MONOTONIC, &t);
#endif
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

typedef struct bench_moment { double tick, ns; } bench_moment;

static inline bench_moment bench_now(void) {    /* the quickest of 100 pairs of readings */
    bench_moment best = { 0, 0 };
    uint64_t quickest = UINT64_MAX;
    int i;
    for (i = 0; i < 100; i++) {
        uint64_t a = bench_read();
        double ns = bench_os_ns();
        uint64_t gap = bench_read() - a;
        if (gap >= quickest) continue;
        quickest = gap;
        best.tick = (double)a + 0.5 * (double)gap;
        best.ns = ns;
    }
    return best;
}
static inline double bench_ns_per_tick(bench_moment from, bench_moment to) {
    return (to.ns - from.ns) / (to.tick - from.tick);
}

/* ---- code of known length ------------------------------------------------------------------------------------- */

/* A chain of n dependent multiplies: 3 n core cycles on every x86-64 since 2008 and on most AArch64 processors.
   A stream of n steps of four independent additions: bound by throughput, and by n cycles of latency. Its registers are
   fixed, since operands could be loaded and stored around it, inside the scope. */
#if defined(__x86_64__)
#define BENCH_CHAIN(v, n) __asm__ volatile(".rept " #n "\n\timul %0, %0\n\t.endr" : "+r"(v))
#define BENCH_STREAM(n) \
    __asm__ volatile(".rept " #n "\n\tadd $1, %%r8\n\tadd $1, %%r9\n\tadd $1, %%r10\n\tadd $1, %%r11\n\t.endr" \
                     : : : "r8", "r9", "r10", "r11", "cc")
#elif defined(__aarch64__)
#define BENCH_CHAIN(v, n) __asm__ volatile(".rept " #n "\n\tmul %0, %0, %0\n\t.endr" : "+r"(v))
#define BENCH_STREAM(n) \
    __asm__ volatile(".rept " #n "\n\tadd x9, x9, #1\n\tadd x10, x10, #1\n\tadd x11, x11, #1\n\tadd x12, x12, #1\n\t" \
                     ".endr" : : : "x9", "x10", "x11", "x12")
#else
#define BENCH_CHAIN(v, n) do { int k_; for (k_ = 0; k_ < (n); k_++) { (v) *= (v); BENCH_KEEP(v); } } while (0)
#define BENCH_STREAM(n) \
    do { uint64_t w_ = 0; int k_; for (k_ = 0; k_ < 4 * (n); k_++) { w_ += 3; BENCH_KEEP(w_); } } while (0)
#endif
#define BENCH_KEEP(v) __asm__ volatile("" : "+r"(v) : : "memory")

static BENCH_NOINLINE double bench_core_cycles_per_tick(void) {
    double best = 0;
    uint64_t v = 3;
    int i, k;
    for (k = 0; k < 5; k++) {
        uint64_t a = bench_begin(), ticks;
        double cycles = 200 * 64 * 3;
        for (i = 0; i < 200; i++) BENCH_CHAIN(v, 64);
        ticks = bench_end() - a;
        if (ticks && cycles / (double)ticks > best) best = cycles / (double)ticks;
    }
    return best;
}

/* ---- ways side by side ---------------------------------------------------------------------------------------- */

enum { BENCH_WAYS = 8 };
/* So many rounds of all ways, in random order, after `warm` rounds that do not count: x[way][round] is what ticks_of
   returns. Owner of x[way]: the caller. Returns ns a tick. */
static inline double bench_side_by_side(double **x, int ways, int rounds, int warm,
                                        double (*ticks_of)(int way, int *failed), int *failed) {
    int order[BENCH_WAYS], way, round;
    bench_moment from;
    for (way = 0; way < ways; way++) {
        x[way] = (double *)bench_array((size_t)rounds, sizeof(double));
        order[way] = way;
    }
    for (round = 0; round < warm * ways; round++) (void)ticks_of(round % ways, failed);
    from = bench_now();
    for (round = 0; round < rounds; round++) {
        bench_shuffle(order, ways);
        for (way = 0; way < ways; way++) x[order[way]][round] = ticks_of(order[way], failed);
    }
    return bench_ns_per_tick(from, bench_now());
}

/* ---- medians and bars ----------------------------------------------------------------------------------------- */

static int bench_by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}
static inline void bench_sort(double *x, int n) { qsort(x, (size_t)n, sizeof *x, bench_by_size); }
static inline double bench_quantile(const double *sorted, int n, double p) { return gt_quantile(sorted, (size_t)n, p); }
static inline double bench_median(double *x, int n) {    /* sorts x */
    bench_sort(x, n);
    return bench_quantile(x, n, 0.5);
}

/* Why no bar can be decided in this run; "" as long as there is no reason. */
static char bench_doubt[128];

__attribute__((format(printf, 3, 4)))       /* met: 1, 0, or -1: cannot be decided */
static inline void bench_verdict(const char *what, int met, const char *format, ...) {
    va_list figures;
    printf("bar: %s: %s (", what, bench_doubt[0] || met < 0 ? "cannot be decided" : met ? "met" : "not met");
    if (bench_doubt[0]) printf("%s; ", bench_doubt);
    va_start(figures, format);
    vprintf(format, figures);
    va_end(figures);
    printf(")\n");
}

/* Is the median of x[0..n) at most the limit? Told when its 95 % interval lies on one side. Sorts x. */
static inline void bench_bar(const char *what, double *x, int n, double limit) {
    double median = bench_median(x, n);
    gt_interval ci = gt_median_interval_(x, (size_t)n, 1, 0, 0.95);
    int met = ci.high <= limit ? 1 : ci.low > limit ? 0 : -1;
    bench_verdict(what, met, "%.3f, 95 %% interval %.3f to %.3f, bar %.3g, %d rounds", median, ci.low, ci.high, limit,
                  n);
}

/* x[0..n): times of the floor, which nothing but the machine can slow. Ratios are of one round: what is disturbed there
   widens their interval, which decides. Sorts x. */
static inline void bench_watch(double *x, int n) {
    double ratio = 0;
    bench_sort(x, n);
    ratio = bench_quantile(x, n, 0.95) / bench_quantile(x, n, 0.5);
    if (ratio > 1.3)
        printf("the machine is disturbed: the floor's p95/p50 is %.2f; intervals of ratios decide\n", ratio);
    if (gt_clk_.kind != GT_CLOCK_TICK_)
        snprintf(bench_doubt, sizeof bench_doubt, "the kit runs on the clock '%s' here", gt_clk_.name);
}

#endif /* BENCH_H */
