/* bench_calibration: how well the kit knows the rate and the step of its counter, and what finding that out costs.
   The reference is taken in the same run: two ends 10 s apart, each the mean of many pairs of readings of the counter
   and of CLOCK_MONOTONIC_RAW. In between, the kit's own fit runs again and again: from a fresh start (1 ms of waiting,
   up to 15 ms where readings scatter), and with a first endpoint that is 20, 50 and 200 ms old. What is compared is
   agreement with the system's timescale, which reads the same counter; how far the crystal is off nobody here can tell.
   BUILD  cc -O2 -I. tests/bench/bench_calibration.c -o bench_calibration -lm */
/* link: none */

#define _GNU_SOURCE     /* sched_setaffinity, fork */
#define GPUTIME_IMPLEMENTATION
#include "gputime.h"
#include "bench.h"
#include <math.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- the reference -------------------------------------------------------------------------------------------- */

/* The mean over the quicker three quarters of 400 pairs of readings: not the kit's rule. */
static bench_moment reference_end(double base_tick, double base_ns) {
    enum { PAIRS = 400 };
    static double tick[PAIRS], ns[PAIRS], gap[PAIRS], sorted[PAIRS];
    bench_moment mean = { 0, 0 };
    int i, used = 0;
    for (i = 0; i < PAIRS; i++) {
        uint64_t a = bench_read(), b;
        ns[i] = bench_os_ns() - base_ns;
        b = bench_read();
        gap[i] = (double)(b - a);
        tick[i] = (double)a - base_tick + 0.5 * gap[i];
    }
    memcpy(sorted, gap, sizeof gap);
    bench_sort(sorted, PAIRS);
    for (i = 0; i < PAIRS; i++) {
        if (gap[i] > bench_quantile(sorted, PAIRS, 0.75)) continue;
        mean.tick += tick[i];
        mean.ns += ns[i];
        used++;
    }
    mean.tick = mean.tick / used + base_tick;
    mean.ns = mean.ns / used + base_ns;
    return mean;
}

static void sleep_until(double ns) {
    double left = ns - bench_os_ns();
    struct timespec t;
    if (left <= 0) return;
    t.tv_sec = (time_t)(left * 1e-9);
    t.tv_nsec = (long)(left - (double)t.tv_sec * 1e9);
    nanosleep(&t, NULL);
}

/* ---- the kit's calibration, again and again -------------------------------------------------------------------- */

enum { SLOT_MS = 10, METHODS = 4, KEPT = 32 };
static const struct { const char *name; int slots; } methods[METHODS] = {
    { "fresh start, 1 to 15 ms of waiting", 0 },
    { "endpoints 20 ms apart", 2 },
    { "endpoints 50 ms apart", 5 },
    { "endpoints 200 ms apart", 20 },
};
static double *found[METHODS];  /* ns per tick */
static double *fit_ms[METHODS], *fit_wall_ms;

static char saved[KEPT][sizeof gt_clk_];        /* the kit's clock as it was after its start, some slots ago */

static void slot(int k) {
    double begin;
    int m;
    gt_clock_choose_();
    memcpy(saved[k % KEPT], &gt_clk_, sizeof gt_clk_);
    begin = bench_os_ns();
    found[0][k] = gt_fit_(&fit_ms[0][k]);
    fit_wall_ms[k] = (bench_os_ns() - begin) * 1e-6;
    for (m = 1; m < METHODS; m++) {
        int from = k - methods[m].slots;
        if (from < 0) continue;
        memcpy(&gt_clk_, saved[from % KEPT], sizeof gt_clk_);
        found[m][k] = gt_fit_(&fit_ms[m][k]);
    }
}

typedef struct errors { double p50, p95, max; } errors;
static errors print_errors(int m, int slots, double reference) {
    double *ppm = (double *)bench_array((size_t)slots, sizeof *ppm);
    double *ms = (double *)bench_array((size_t)slots, sizeof *ms);
    errors e;
    int k, n = 0;
    for (k = methods[m].slots; k < slots; k++) {
        ppm[n] = fabs(found[m][k] / reference - 1) * 1e6;
        ms[n++] = m ? fit_ms[m][k] : fit_wall_ms[k];
    }
    bench_sort(ppm, n);
    e.p50 = bench_quantile(ppm, n, 0.5);
    e.p95 = bench_quantile(ppm, n, 0.95);
    e.max = ppm[n - 1];
    printf("  %-34s%6d%10.2f%10.4f%10.4f%10.4f\n", methods[m].name, n, bench_median(ms, n), e.p50, e.p95, e.max);
    free(ppm);
    free(ms);
    return e;
}

/* ---- the step, by another way than the kit's ------------------------------------------------------------------- */

/* Differences of unevenly spaced readings are multiples of the step: with the right period q, cos(2 pi d / q) is 1 for
   all of them. Tries periods from 500 ticks down, a quarter of what the differences span; the first whose mean cosine
   is above 0.9 wins. It need not be a whole number: a counter of 2.596 GHz that moves at 100 MHz steps by 25.96 ticks.
   0: no step above 3 ticks. */
static double step_by_period(void) {
    enum { READINGS = 20000, LONGEST = 2000 };
    static double times[LONGEST];
    const double pi = 3.14159265358979323846, finest = 1.0 / (20.0 * LONGEST);
    double f, best = 0, best_f = 0, sum, n = 0;
    uint64_t v = 3;
    int i, k;
    for (i = 0; i < READINGS; i++) {
        uint64_t a = bench_read(), d;
        for (k = (int)(bench_random() % 1000); k > 0; k--) BENCH_CHAIN(v, 1);
        d = bench_read() - a;
        if (d >= LONGEST) continue;
        times[d] += 1;
        n += 1;
    }
    for (f = 0.002; f < 1 / 3.0; f += finest) {
        for (sum = 0, i = 0; i < LONGEST; i++) if (times[i] > 0) sum += times[i] * cos(2 * pi * f * i);
        if (sum / n > best) {
            best = sum / n;
            best_f = f;
        } else if (best > 0.9) {
            break;              /* past the top of the first peak that counts */
        } else {
            best = 0;
        }
    }
    return best > 0.9 ? 1 / best_f : 0;
}

static void compare_steps(void) {
    static uint64_t room[GT_STEP_READS_];
    double kit[9], own = step_by_period(), median, low, high;
    int i, right = 0;
    for (i = 0; i < 9; i++) kit[i] = gt_step_ticks_(room);
    median = bench_median(kit, 9);
    low = own > 0 ? own - 1 : 0;
    high = own > 0 ? own + 1 : 4;
    for (i = 0; i < 9; i++) right += kit[i] >= low && kit[i] <= high;
    if (own > 0) printf("step of the counter: %.2f ticks by its period, %.0f by the kit\n", own, median);
    else printf("step of the counter: 3 ticks or less by its period, %.0f by the kit\n", median);
    bench_verdict("the kit finds the counter's step", right == 9, "%d of 9 times within a tick, bar: all", right);
}

/* ---- what it costs at the start -------------------------------------------------------------------------------- */

/* The first reading of a program, in children that have not called the kit before. NaN where there is no fork. */
static double start_us(int conversion) {
    enum { CHILDREN = 15 };
    double us[CHILDREN];
    int i, n = 0, ends[2];
    for (i = 0; i < CHILDREN; i++) {
        double value = 0;
        pid_t child;
        if (pipe(ends)) break;
        child = fork();
        if (child == 0) {
            double begin;
            bench_os_ns();
            if (conversion) gt_clock_ticks();
            begin = bench_os_ns();
            if (conversion) gt_clock_info();
            else gt_clock_ticks();
            value = (bench_os_ns() - begin) * 1e-3;
            _exit(write(ends[1], &value, sizeof value) != (ssize_t)sizeof value);
        }
        close(ends[1]);
        if (child > 0 && read(ends[0], &value, sizeof value) == (ssize_t)sizeof value) us[n++] = value;
        close(ends[0]);
        if (child > 0) waitpid(child, NULL, 0);
    }
    return n ? bench_median(us, n) : (double)NAN;
}

static void start_parts(void) {
    double doubt[50], pairs[50];
    int i;
    for (i = 0; i < 50; i++) {
        double begin = bench_os_ns(), middle;
        gt_clock_doubt_();
        middle = bench_os_ns();
        gt_endpoint_read_(UINT64_MAX);
        doubt[i] = (middle - begin) * 1e-3;
        pairs[i] = (bench_os_ns() - middle) * 1e-3;
    }
    printf("  once warm: %.1f us to find out whether the counter can be trusted, %.1f us for the endpoint\n",
           bench_median(doubt, 50), bench_median(pairs, 50));
}

int main(int argc, char **argv) {
    static const char about[] = "bench_calibration: rate and step of the counter as the kit finds them\n"
                                "(rounds: of 10 ms; the reference takes as long as all of them)";
    bench_options o = bench_read_options(argc, argv, about, 1000, 200);
    double first_us = start_us(0), info_us = start_us(1), reference, slot_begin;
    errors e[METHODS];
    bench_moment from, to;
    int core = bench_pin(), k, m;
    gt_clock_ticks();
    printf("clock %s, ", gt_clk_.name);
    bench_print_core(core);
    printf("the first reading of a program costs %.1f us, the first conversion to ns %.0f us\n", first_us, info_us);
    start_parts();
    if (gt_clk_.kind != GT_CLOCK_TICK_) {
        printf("there is nothing to calibrate: %s\n", gt_clk_.reason);
        return 0;
    }
    for (m = 0; m < METHODS; m++) {
        found[m] = (double *)bench_array((size_t)o.rounds, sizeof *found[m]);
        fit_ms[m] = (double *)bench_array((size_t)o.rounds, sizeof *fit_ms[m]);
    }
    fit_wall_ms = (double *)bench_array((size_t)o.rounds, sizeof *fit_wall_ms);
    from = reference_end((double)gt_tick_(), bench_os_ns());
    slot_begin = bench_os_ns();
    for (k = 0; k < o.rounds; k++) {
        slot(k);
        sleep_until(slot_begin + (k + 1) * (SLOT_MS * 1e6));
    }
    to = reference_end((double)gt_tick_(), bench_os_ns());
    reference = bench_ns_per_tick(from, to);
    printf("reference: %.9f GHz over %.2f s\n", 1 / reference, (to.ns - from.ns) * 1e-9);
    printf("%-36s%6s%10s%10s%10s%10s\n", "error of the rate, ppm", "n", "ms", "p50", "p95", "max");
    for (m = 0; m < METHODS; m++) e[m] = print_errors(m, o.rounds, reference);
    bench_verdict("rate from a fresh start, p50", e[0].p50 <= 0.05, "%.4f ppm, bar 0.05", e[0].p50);
    bench_verdict("rate from a fresh start, p95", e[0].p95 <= 0.2, "%.4f ppm, bar 0.2", e[0].p95);
    bench_verdict("rate from endpoints 20 ms apart, p50", e[1].p50 <= 0.05, "%.4f ppm, bar 0.05", e[1].p50);
    bench_verdict("rate from endpoints 20 ms apart, p95", e[1].p95 <= 0.2, "%.4f ppm, bar 0.2", e[1].p95);
    compare_steps();
    return 0;
}
