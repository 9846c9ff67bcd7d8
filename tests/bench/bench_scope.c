/* bench_scope: what a scope costs, beside the floor of two bare readings of the counter, in one run.
   Each round times a batch of every row, in an order of its own; the ratio to the floor is the median over the rounds,
   so that what slows a whole round, such as the core's frequency, cancels. Samples are kept; gt_reset between batches
   bounds the memory.
   What GPUTIME_DISABLE leaves is not to be timed but to be seen in an object file: bench_header.sh.
   BUILD  cc -O2 -I. tests/bench/bench_scope.c -o bench_scope -lm */
/* link: none */

#define _GNU_SOURCE     /* sched_setaffinity */
#include <stdlib.h>

#define GPUTIME_IMPLEMENTATION
#include "gputime.h"
#include "bench.h"

/* ---- rows: each function does it n times ---------------------------------------------------------------------- */

#define ROW(id, code) static BENCH_NOINLINE void run_##id(uint64_t n) { uint64_t i; for (i = 0; i < n; i++) { code } }

static uint64_t keep;           /* results go here, so that nothing is optimised away */

static inline void clock_pair(void) {
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    clock_gettime(CLOCK_MONOTONIC, &b);
    keep = (uint64_t)(b.tv_nsec - a.tv_nsec);
}
static BENCH_NOINLINE void run_floor(uint64_t n) {
    uint64_t i, sum = 0;
    for (i = 0; i < n; i++) {
        uint64_t a = bench_read();
        sum += bench_read() - a;
    }
    keep = sum;
}
ROW(loop, BENCH_KEEP(i);)
ROW(read, uint64_t t = bench_read(); BENCH_KEEP(t);)
static BENCH_NOINLINE void run_ordered(uint64_t n) {
    uint64_t i, sum = 0;
    for (i = 0; i < n; i++) {
        uint64_t a = bench_begin();
        sum += bench_end() - a;
    }
    keep = sum;
}
ROW(clock_pair, clock_pair();)
ROW(scope, GT_SCOPE("scope") {})
ROW(exact, GT_SCOPE_EXACT("exact") {})
static BENCH_NOINLINE void run_nested(uint64_t n) {
    uint64_t i;
    for (i = 0; i < n; i++) {
        GT_SCOPE("outer") {
            GT_SCOPE("inner") {}
        }
    }
}
ROW(two, GT_SCOPE("a") {} GT_SCOPE("b") {})
ROW(changing, GT_SCOPE("a") {} if (i & 1) GT_SCOPE("b") {} else GT_SCOPE("c") {})
ROW(work, GT_SCOPE("work") { GT_WORK(2.0, 8.0); })
ROW(name, gt_scope s = gt_scope_begin("by name"); gt_scope_end(&s);)
ROW(timer, gt_timer t = {0}; gt_timer_start(&t); gt_timer_stop(&t); keep = t.v_[0];)

/* In context: around code that waits for itself all the time, and around code that fills the processor. */
static BENCH_NOINLINE void run_chain(uint64_t n) {
    uint64_t i, v = 3;
    for (i = 0; i < n; i++) BENCH_CHAIN(v, 64);
    keep = v;
}
static BENCH_NOINLINE void run_chain_in_scope(uint64_t n) {
    uint64_t i, v = 3;
    for (i = 0; i < n; i++) GT_SCOPE("chain") { BENCH_CHAIN(v, 64); }
    keep = v;
}
ROW(stream, BENCH_STREAM(64);)
ROW(stream_in_scope, GT_SCOPE("stream") { BENCH_STREAM(64); })

static void switch_off(void) { gt_enable(0); }
static void switch_on(void) { gt_enable(1); }

/* `scopes`: how many a repetition has; a row shows the cost of one. */
#define ROWS(X) \
    X(floor,           "floor: two bare readings",         1, NULL) \
    X(read,            "one reading",                      1, NULL) \
    X(ordered,         "two ordered readings",             1, NULL) \
    X(clock_pair,      "two clock_gettime",                1, NULL) \
    X(loop,            "the loop alone",                   1, NULL) \
    X(scope,           "GT_SCOPE, sample kept",            1, NULL) \
    X(nested,          "GT_SCOPE in GT_SCOPE, each",       2, NULL) \
    X(two,             "GT_SCOPE a, b in turn, each",      2, NULL) \
    X(changing,        "GT_SCOPE a, b, a, c in turn, each", 2, NULL) \
    X(exact,           "GT_SCOPE_EXACT",                   1, NULL) \
    X(work,            "GT_SCOPE with GT_WORK",            1, NULL) \
    X(name,            "gt_scope_begin/end by name",       1, NULL) \
    X(timer,           "gt_timer start, stop",             1, NULL) \
    X(scope_off,       "GT_SCOPE after gt_enable(0)",      1, switch_off) \
    X(exact_off,       "GT_SCOPE_EXACT after gt_enable(0)", 1, switch_off) \
    X(chain,           "64 dependent multiplies",          1, NULL) \
    X(chain_in_scope,  "the same in GT_SCOPE",             1, NULL) \
    X(stream,          "256 additions, 4 at a time",       1, NULL) \
    X(stream_in_scope, "the same in GT_SCOPE",             1, NULL)
#define run_scope_off run_scope
#define run_exact_off run_exact

#define ROW_ID(id, name, scopes, before) row_##id,
enum { ROWS(ROW_ID) ROW_COUNT };

typedef struct row {
    const char *name;
    void (*run)(uint64_t n);
    int scopes;
    void (*before)(void);
    uint64_t n;                 /* repetitions in a batch */
    double *ticks;              /* of one scope, by round */
} row;
#define ROW_ENTRY(id, name, scopes, before) { name, run_##id, scopes, before, 0, NULL },
static row rows[ROW_COUNT] = { ROWS(ROW_ENTRY) };

/* ---- measuring ------------------------------------------------------------------------------------------------ */

static double batch(const row *r, uint64_t n) {
    uint64_t begin, ticks;
    if (r->before) r->before();
    r->run(n / 8 + 1);          /* caches, branch predictors */
    begin = bench_begin();
    r->run(n);
    ticks = bench_end() - begin;
    if (r->before) switch_on();
    gt_reset();
    return (double)ticks;
}
static void choose_length(row *r, double wanted) {
    double ticks = 0;
    r->n = 16;
    while (r->n < 1u << 20 && (ticks = batch(r, r->n)) < wanted / 4) r->n *= 2;
    if (ticks > 0) r->n = (uint64_t)((double)r->n * wanted / ticks) + 8;
}

static double *ratios(int of, int to, int rounds) {
    double *x = (double *)bench_array((size_t)rounds, sizeof *x);
    int i;
    for (i = 0; i < rounds; i++) x[i] = rows[of].ticks[i] / rows[to].ticks[i];
    return x;
}
static double ratio(int of, int to, int rounds) {
    double *x = ratios(of, to, rounds), median = bench_median(x, rounds);
    free(x);
    return median;
}
static void bar(const char *what, int of, int to, double limit, int rounds) {
    double *x = ratios(of, to, rounds);
    bench_bar(what, x, rounds, limit);
    free(x);
}
static void context(const char *what, int with, int without, int rounds, double tick_ns) {
    double *added = (double *)bench_array((size_t)rounds, sizeof *added), median;
    int i;
    for (i = 0; i < rounds; i++) added[i] = rows[with].ticks[i] - rows[without].ticks[i];
    median = bench_median(added, rounds);
    for (i = 0; i < rounds; i++) added[i] = (rows[with].ticks[i] - rows[without].ticks[i]) / rows[row_floor].ticks[i];
    printf("a scope around %s adds %.2f ns, %.3f of the floor\n", what, median * tick_ns, bench_median(added, rounds));
    free(added);
}

static double bytes_of_blocks(void) {
    double bytes = 0;
    const gt_node_ *n;
    const gt_block_ *b;
    for (n = gt_self_->root->state->children; n; n = n->state->sibling)
        for (b = n->state->blocks; b; b = b->after)
            bytes += (double)(sizeof *b + b->size * (sizeof(gt_ticks_) +
                                                     (b->row ? gt_row_size_(n->state) * sizeof *b->row : 0)));
    return bytes;
}
/* Bytes for each sample that is kept, and the cost while memory grows: pages of new blocks are touched for the first
   time. A sample has 16; the head of a block, shared by up to 4096 samples, is rounded away. */
static void measure_memory(int rounds, double tick_ns) {
    const uint64_t all = 1 << 19, part = 1 << 14;
    const int parts = (int)(all / part);
    double *growing = (double *)bench_array((size_t)parts, sizeof *growing), *floor = rows[row_floor].ticks;
    double bytes, median, before;
    int i;
    gt_reset();
    run_scope(10000);           /* blocks have their final size */
    gt_reset();
    run_scope(4096);
    before = bytes_of_blocks();
    for (i = 0; i < parts; i++) {
        uint64_t begin = bench_begin();
        run_scope(part);
        growing[i] = (double)(bench_end() - begin) / (double)part;
    }
    bytes = (bytes_of_blocks() - before) / (double)all;
    median = bench_median(growing, parts);
    printf("%d scopes on memory never used before: %.2f ns each, %.3f of the floor\n", (int)all, median * tick_ns,
           median / bench_median(floor, rounds));
    bench_verdict("bytes kept for a sample", bytes <= 16.05, "%.3f: %d of the sample, the rest for heads of blocks; "
                  "bar 16", bytes, (int)sizeof(gt_ticks_));
    gt_reset();
    free(growing);
}

static void print_row(const row *r, const double *cycles_per_tick, int rounds, double tick_ns) {
    double *x = bench_copy(r->ticks, rounds), *cycles = bench_copy(r->ticks, rounds);
    double core;
    int i;
    for (i = 0; i < rounds; i++) cycles[i] *= cycles_per_tick[i];
    core = bench_median(cycles, rounds);
    bench_sort(x, rounds);
    printf("%-36s%8.2f%8.2f%8.2f%8.1f%8.1f%8.3f\n", r->name, bench_quantile(x, rounds, 0.5) * tick_ns,
           bench_quantile(x, rounds, 0.05) * tick_ns, bench_quantile(x, rounds, 0.95) * tick_ns,
           bench_quantile(x, rounds, 0.5), core, ratio((int)(r - rows), row_floor, rounds));
    free(x);
    free(cycles);
}

static void print_bars(int rounds, double cycles_per_tick) {
    double *one = bench_copy(rows[row_read].ticks, rounds), cycles, limit;
    cycles = bench_median(one, rounds) * cycles_per_tick;
    limit = cycles < 20 ? 1.10 : 1.05;      /* a cheap reading hides less of the rest */
    free(one);
    bar("GT_SCOPE with its sample kept / floor", row_scope, row_floor, limit, rounds);
    bar("GT_SCOPE in GT_SCOPE, each / floor", row_nested, row_floor, limit, rounds);
    bar("GT_SCOPE a, b in turn, each / floor", row_two, row_floor, limit, rounds);
    bar("GT_SCOPE a, b, a, c in turn, each / floor", row_changing, row_floor, 1.3, rounds);
    bar("GT_SCOPE with GT_WORK / floor", row_work, row_floor, 1.3, rounds);
    bar("GT_SCOPE switched off at run time / floor", row_scope_off, row_floor, 0.1, rounds);
    bar("GT_SCOPE_EXACT switched off at run time / floor", row_exact_off, row_floor, 0.1, rounds);
    bar("GT_SCOPE_EXACT / two clock_gettime", row_exact, row_clock_pair, 0.95, rounds);
}

int main(int argc, char **argv) {
    static const char about[] = "bench_scope: what a scope costs, beside two bare readings of the counter";
    bench_options o = bench_read_options(argc, argv, about, 400, 60);
    double *cycles_per_tick = (double *)bench_array((size_t)o.rounds, sizeof *cycles_per_tick), tick_ns, core;
    double *floor;
    int order[ROW_COUNT], core_number = bench_pin(), i, k;
    bench_moment start;
    gt_clock_ticks();
    start = bench_now();
    while (bench_now().ns < start.ns + 2e7) {}
    tick_ns = bench_ns_per_tick(start, bench_now());
    for (i = 0; i < ROW_COUNT; i++) {
        order[i] = i;
        rows[i].ticks = (double *)bench_array((size_t)o.rounds, sizeof *rows[i].ticks);
        choose_length(&rows[i], (o.quick ? 60e3 : 150e3) / tick_ns);
    }
    for (k = 0; k < o.rounds; k++) {
        bench_shuffle(order, ROW_COUNT);
        cycles_per_tick[k] = bench_core_cycles_per_tick();
        for (i = 0; i < ROW_COUNT; i++) {
            row *r = &rows[order[i]];
            r->ticks[k] = batch(r, r->n) / (double)r->n / r->scopes;
        }
    }
    tick_ns = bench_ns_per_tick(start, bench_now());

    printf("%d rounds, clock %s, tick %.6f GHz, ", o.rounds, gt_clk_.name, 1 / tick_ns);
    bench_print_core(core_number);
    printf("%-36s%8s%8s%8s%8s%8s%8s\n", "", "ns p50", "p5", "p95", "ticks", "cycles", "ratio");
    for (i = 0; i < ROW_COUNT; i++) print_row(&rows[i], cycles_per_tick, o.rounds, tick_ns);
    floor = bench_copy(rows[row_floor].ticks, o.rounds);
    bench_watch(floor, o.rounds);
    core = bench_median(cycles_per_tick, o.rounds);
    printf("cycles: of the core, %.3f a tick (%.2f GHz), from multiplies of 3 cycles; ratio: to the floor\n\n", core,
           core / tick_ns);
    context("64 dependent multiplies", row_chain_in_scope, row_chain, o.rounds, tick_ns);
    context("256 additions", row_stream_in_scope, row_stream, o.rounds, tick_ns);
    print_bars(o.rounds, core);
    bench_doubt[0] = 0;         /* bytes need neither a quiet machine nor a clock */
    measure_memory(o.rounds, tick_ns);
    free(floor);
    free(cycles_per_tick);
    return 0;
}
