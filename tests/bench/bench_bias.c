/* bench_bias: how far a scope's mean is from the truth, on code of known length.
   True length: the slope over back-to-back repetitions without a reading inside. Measured: the mean of the kit's
   samples, minus the cost of an empty scope that gt_clock_info states. All three are taken side by side in each round
   (gt_clock_set(NULL) makes the kit measure its cost anew), so that a core that changes its frequency does not matter;
   what is shown is the median over the rounds, with its interval. Means, not medians of samples: the counter may step
   by 10 ns, a mean averages that away. Samples longer than 1.1 of their median and five steps were interrupted; they
   are left out and counted (of loads, whose time varies: longer than 10 medians).
   BUILD  cc -O2 -I. tests/bench/bench_bias.c -o bench_bias -lm */
/* link: none */

#define _GNU_SOURCE     /* sched_setaffinity */
#define GPUTIME_IMPLEMENTATION
#include "gputime.h"
#include "bench.h"

/* Scopes of a body in a round (of an empty one, to see leaks of 0.1 ns), and how many of them only warm it up. */
enum { SAMPLES = 400, EMPTY_SAMPLES = 2000, WARM = 16 };

/* A scope begins at any phase of the counter's step, as in a program: multiplies before it, their number varies. */
static inline void dither(int i) {
    uint64_t v = 3;
    int k;
    for (k = i % 37; k > 0; k--) BENCH_CHAIN(v, 1);
}

/* ---- bodies --------------------------------------------------------------------------------------------------- */

static uint64_t keep;           /* results go here, so that nothing is optimised away */

enum { LINES = 1 << 19 };       /* of 64 bytes: 32 MB, more than caches hold */
static struct line { size_t after; char rest[64 - sizeof(size_t)]; } *far_memory;
static size_t position;         /* in a cycle through all lines in random order: each load waits for the one before */
static void far_memory_make(void) {
    size_t *order = (size_t *)bench_array(LINES, sizeof *order), i;
    far_memory = (struct line *)bench_array(LINES, sizeof *far_memory);
    for (i = 0; i < LINES; i++) order[i] = i;
    for (i = LINES - 1; i > 0; i--) {
        size_t j = bench_random() % (i + 1), t = order[i];
        order[i] = order[j];
        order[j] = t;
    }
    for (i = 0; i < LINES; i++) far_memory[order[i]].after = order[(i + 1) % LINES];
    free(order);
}

#define CHAIN(n) BENCH_CHAIN(v, n)
#define STREAM(n) BENCH_STREAM(n)
#define FAR_LOAD (position = far_memory[position].after)
#define NOTHING ((void)0)
#define DRAIN (keep += bench_begin())   /* an ordered reading waits until nothing is in flight */

/* Each body runs alone, in an exact and in a plain scope. */
#define BODY(id, kind, name, before, code, after) \
    static BENCH_NOINLINE void alone_##id(int n) { \
        uint64_t v = 3; \
        int i; \
        for (i = 0; i < n; i++) { code; } \
        keep = v; \
    } \
    static BENCH_NOINLINE void exact_##id(int n) { \
        uint64_t v = 3; \
        int i; \
        for (i = 0; i < n; i++) { \
            dither(i); \
            before; \
            GT_SCOPE_EXACT(name) { code; } \
            after; \
        } \
        keep = v; \
    } \
    static BENCH_NOINLINE void plain_##id(int n) { \
        uint64_t v = 3; \
        int i; \
        for (i = 0; i < n; i++) { \
            dither(i); \
            before; \
            GT_SCOPE(name) { code; } \
            after; \
        } \
        keep = v; \
    }

/* OF_LENGTH: for the bar on the bias. LEAK: empty ones with neighbours. OTHER and FAR: only for the band of the plain
   scope. A body that is drained begins and ends with nothing in flight, as one that stands alone in a program does. */
#define BODIES(X) \
    X(empty,      OTHER,     "nothing",                      NOTHING, NOTHING, NOTHING) \
    X(chain1,     OF_LENGTH, "1 dependent multiply",         NOTHING, CHAIN(1), NOTHING) \
    X(chain4,     OF_LENGTH, "4 dependent multiplies",       NOTHING, CHAIN(4), NOTHING) \
    X(chain16,    OF_LENGTH, "16 dependent multiplies",      NOTHING, CHAIN(16), NOTHING) \
    X(chain64,    OF_LENGTH, "64 dependent multiplies",      NOTHING, CHAIN(64), NOTHING) \
    X(chain256,   OF_LENGTH, "256 dependent multiplies",     NOTHING, CHAIN(256), NOTHING) \
    X(chain1024,  OF_LENGTH, "1024 dependent multiplies",    NOTHING, CHAIN(1024), NOTHING) \
    X(stream4,    OF_LENGTH, "16 additions, 4 at a time",    NOTHING, STREAM(4), NOTHING) \
    X(stream16,   OF_LENGTH, "64 additions",                 NOTHING, STREAM(16), NOTHING) \
    X(stream64,   OF_LENGTH, "256 additions",                NOTHING, STREAM(64), NOTHING) \
    X(stream256,  OF_LENGTH, "1024 additions",               NOTHING, STREAM(256), NOTHING) \
    X(stream1024, OF_LENGTH, "4096 additions",               NOTHING, STREAM(1024), NOTHING) \
    X(drained16,  OF_LENGTH, "16 multiplies, drained",       DRAIN,   CHAIN(16), DRAIN) \
    X(drained64,  OF_LENGTH, "64 multiplies, drained",       DRAIN,   CHAIN(64), DRAIN) \
    X(drained256, OF_LENGTH, "256 multiplies, drained",      DRAIN,   CHAIN(256), DRAIN) \
    X(before64,   LEAK,      "nothing, 64 multiplies before", CHAIN(64), NOTHING, NOTHING) \
    X(after64,    LEAK,      "nothing, 64 multiplies after", NOTHING, NOTHING, CHAIN(64)) \
    X(before_add, LEAK,      "nothing, 256 additions before", STREAM(64), NOTHING, NOTHING) \
    X(after_add,  LEAK,      "nothing, 256 additions after", NOTHING, NOTHING, STREAM(64)) \
    X(far_load,   FAR,       "1 load from far memory, drained", DRAIN, FAR_LOAD, DRAIN)
BODIES(BODY)

#define BODY_ID(id, kind, name, before, code, after) body_##id,
enum { BODIES(BODY_ID) BODY_COUNT };

typedef enum body_kind { OTHER, OF_LENGTH, LEAK, FAR } body_kind;
typedef struct body {
    const char *name;
    body_kind kind;
    void (*alone)(int n), (*scoped[2])(int n);  /* [0] exact, [1] plain */
    int repetitions, samples;
    double *truth, *mean[2];                    /* by round, ns */
    size_t used[2], left_out[2];
} body;
#define BODY_ENTRY(id, kind, name, before, code, after) \
    { name, kind, alone_##id, { exact_##id, plain_##id }, 0, SAMPLES, NULL, { NULL, NULL }, { 0, 0 }, { 0, 0 } },
static body bodies[BODY_COUNT] = { BODIES(BODY_ENTRY) };

/* ---- measuring ------------------------------------------------------------------------------------------------ */

static double ns_per_tick;      /* of this program, not the kit's */

static double ticks_alone(const body *b, int n) {
    uint64_t begin = bench_begin();
    b->alone(n);
    return (double)(bench_end() - begin);
}
static int is_empty(const body *b) { return b->kind == LEAK || b == &bodies[body_empty]; }
static void choose_repetitions(body *b) {       /* the longer of two runs takes about 30 us */
    int n = 10;
    if (is_empty(b)) b->samples = EMPTY_SAMPLES;
    while (n < 40000 && ticks_alone(b, n) * ns_per_tick < 10e3) n *= 2;
    b->repetitions = n;
}
static double true_ns(const body *b) {
    int n = b->repetitions;
    double once;
    if (is_empty(b)) return 0;
    ticks_alone(b, n / 8 + 1);
    once = ticks_alone(b, n);
    return (ticks_alone(b, 3 * n) - once) / (2.0 * n) * ns_per_tick;
}

static double mean_ns(body *b, int plain, double step_ns) {
    gt_snapshot snap;
    const gt_series *s;
    double sum = 0, longest;
    size_t i, used = 0;
    gt_reset();
    b->scoped[plain](b->samples);
    if (gt_snapshot_take(&snap) != GT_OK || !(s = gt_snapshot_find(&snap, b->name)) || (int)s->kept != b->samples) {
        fprintf(stderr, "bench_bias: the kit did not keep the samples of '%s'\n", b->name);
        exit(1);
    }
    longest = (b->kind == FAR ? 10 : 1.1) * s->stats.median + 5 * step_ns;
    for (i = WARM; i < s->kept; i++) {
        if (s->ns[i] > longest) continue;
        sum += s->ns[i];
        used++;
    }
    b->used[plain] += used;
    b->left_out[plain] += s->kept - WARM - used;
    gt_snapshot_free(&snap);
    return sum / (double)used;
}

/* ---- what is printed ------------------------------------------------------------------------------------------ */

typedef struct bias { double truth, raw, net; gt_interval ci; } bias;

/* net: raw mean - truth - empty, which stands there by round: the stated cost, or the mean of an empty one. */
static bias bias_of(const body *b, int plain, const double *empty, int rounds) {
    double *x = bench_copy(b->truth, rounds), *raw = bench_copy(b->mean[plain], rounds);
    bias r;
    int k;
    r.truth = bench_median(x, rounds);
    r.raw = bench_median(raw, rounds);
    free(raw);
    for (k = 0; k < rounds; k++) x[k] = b->mean[plain][k] - empty[k] - b->truth[k];
    r.net = bench_median(x, rounds);
    r.ci = gt_median_interval_(x, (size_t)rounds, 1, 0, 0.95);
    free(x);
    return r;
}

static double largest(double a, double b) { return a > b ? a : b; }
static double size_of(double x) { return x < 0 ? -x : x; }

/* most: the largest bias; its size lies between low and high, by the intervals of all bodies */
typedef struct worst { double most, low, high; const char *name; } worst;
static void keep_worst(worst *w, const bias *b, const char *name) {
    w->high = largest(w->high, largest(-b->ci.low, b->ci.high));
    w->low = largest(w->low, largest(b->ci.low, -b->ci.high));      /* below 0 where the interval holds 0 */
    if (w->name && size_of(b->net) <= size_of(w->most)) return;
    w->most = b->net;
    w->name = name;
}
static void worst_bar(const char *what, const worst *w, double limit, size_t n) {
    int met = w->high <= limit ? 1 : w->low > limit ? 0 : -1;
    bench_verdict(what, met, "worst %+.3f ns: %s; intervals within %.3f ns, bar %.1f ns, %lu or more samples each",
                  w->most, w->name, w->high, limit, (unsigned long)n);
}

static size_t fewest_samples(int plain) {
    size_t n = bodies[0].used[plain];
    int i;
    for (i = 1; i < BODY_COUNT; i++) if (bodies[i].used[plain] < n) n = bodies[i].used[plain];
    return n;
}

static void print_stated(const double *stated, int rounds) {
    double *x = bench_copy(stated, rounds), median;
    median = bench_median(x, rounds);
    printf("bias: raw mean - true - the stated cost of an empty one (median %.3f ns, p5 %.3f, p95 %.3f)\n", median,
           bench_quantile(x, rounds, 0.05), bench_quantile(x, rounds, 0.95));
    free(x);
}

static void print_exact(const double *stated, int rounds) {
    worst body_worst = { 0, 0, 0, NULL }, leak_worst = { 0, 0, 0, NULL };
    size_t out = 0;
    int i;
    printf("\nGT_SCOPE_EXACT, ns%20s%10s%10s%10s   95 %% interval\n", "", "true", "raw mean", "bias");
    for (i = 0; i < BODY_COUNT; i++) {
        const body *b = &bodies[i];
        bias r = bias_of(b, 0, b->kind == LEAK ? bodies[body_empty].mean[0] : stated, rounds);
        printf("  %-35s%10.3f%10.3f%+10.3f   %+.3f to %+.3f\n", b->name, r.truth, r.raw, r.net, r.ci.low, r.ci.high);
        if (b->kind == OF_LENGTH) keep_worst(&body_worst, &r, b->name);
        if (b->kind == LEAK) keep_worst(&leak_worst, &r, b->name);
        out += b->left_out[0];
    }
    print_stated(stated, rounds);
    printf("with neighbours: raw mean - that of an empty one; %lu interrupted samples left out\n", (unsigned long)out);
    worst_bar("bias of GT_SCOPE_EXACT, bodies up to 1 us", &body_worst, 1.0, fewest_samples(0));
    worst_bar("leak from neighbours into GT_SCOPE_EXACT", &leak_worst, 0.1, fewest_samples(0));
}

/* The band as the report states it: "GT_SCOPE reads up to 73 ns short (more where loads miss the caches) or
   19 ns long", or one number for both. without_far: the statement excepts loads that miss. 0: it states none. */
typedef struct band { double low, high; int without_far; } band;
static int stated_band(band *b) {
    static const char before[] = "GT_SCOPE reads up to ";
    char text[8192], *at, *end;
    FILE *f = tmpfile();
    if (!f) return 0;
    gt_report(f);
    rewind(f);
    text[fread(text, 1, sizeof text - 1, f)] = 0;
    fclose(f);
    if (!(at = strstr(text, before))) return 0;
    b->low = b->high = strtod(at + sizeof before - 1, &end);
    if (strncmp(end, " ns short", 9)) return 0;
    if ((end = strchr(at, '\n')) != NULL) *end = 0;
    b->without_far = strstr(at, "loads miss the caches") != NULL;
    if ((end = strstr(at, " or ")) != NULL && strncmp(end, " or long", 8)) b->high = strtod(end + 4, NULL);
    return b->low > 0 && b->high > 0;
}

static void print_plain(const double *stated, int rounds) {
    static const char what[] = "the error band of GT_SCOPE that the report states covers the truth";
    band b = { 0, 0, 0 };
    double low = 0, high = 0;
    int has_band = stated_band(&b), i, covered = 0, count = 0;
    printf("\nGT_SCOPE, ns%26s%10s%10s%10s%12s\n", "", "true", "raw mean", "bias", "raw - true");
    for (i = 0; i < BODY_COUNT; i++) {
        bias r = bias_of(&bodies[i], 1, stated, rounds);
        double raw = r.raw - r.truth;
        printf("  %-35s%10.3f%10.3f%+10.3f%+12.3f\n", bodies[i].name, r.truth, r.raw, r.net, raw);
        if (bodies[i].kind == FAR && b.without_far) continue;
        covered += r.net >= -b.low && raw <= b.high;    /* net is below raw */
        count++;
        if (r.net < low) low = r.net;
        if (raw > high) high = raw;
    }
    print_stated(stated, rounds);
    if (has_band)
        bench_verdict(what, covered == count, "%d of %d bodies, raw and with the empty scope subtracted; errors %+.1f "
                      "to %+.1f ns, stated %+.1f to %+.1f%s; bar: all", covered, count, low, high, -b.low, b.high,
                      b.without_far ? ", more where loads miss the caches" : "");
    else
        bench_verdict(what, 0, "the report states none");
}

static void watch_machine(int rounds) {     /* the floor here: the true length of a plain body */
    double *x = bench_copy(bodies[body_chain256].truth, rounds);
    bench_watch(x, rounds);
    free(x);
}

/* The kit measures its clock and its own cost anew; nothing may be recorded. */
static gt_clock clock_again(void) {
    gt_reset();
    if (gt_clock_set(NULL, NULL, NULL) != GT_OK) {
        fprintf(stderr, "bench_bias: the kit does not take its own clock again\n");
        exit(1);
    }
    return gt_clock_info();
}

static void measure_round(body *b, int k, double step_ns) {
    double before = true_ns(b);
    b->mean[0][k] = mean_ns(b, 0, step_ns);
    b->truth[k] = 0.5 * (before + true_ns(b));
    b->mean[1][k] = mean_ns(b, 1, step_ns);
}

int main(int argc, char **argv) {
    static const char about[] = "bench_bias: how far a scope's mean is from the true length of its body";
    bench_options o = bench_read_options(argc, argv, about, 400, 40);
    int order[BODY_COUNT], core = bench_pin(), i, k;
    double *stated[2];
    bench_moment start;
    gt_clock clock;
    gt_clock_ticks();
    start = bench_now();
    while (bench_now().ns < start.ns + 1e8) {}
    ns_per_tick = bench_ns_per_tick(start, bench_now());
    far_memory_make();
    stated[0] = (double *)bench_array((size_t)o.rounds, sizeof *stated[0]);
    stated[1] = (double *)bench_array((size_t)o.rounds, sizeof *stated[1]);
    for (i = 0; i < BODY_COUNT; i++) {
        body *b = &bodies[i];
        order[i] = i;
        choose_repetitions(b);
        b->truth = (double *)bench_array((size_t)o.rounds, sizeof *b->truth);
        b->mean[0] = (double *)bench_array((size_t)o.rounds, sizeof *b->truth);
        b->mean[1] = (double *)bench_array((size_t)o.rounds, sizeof *b->truth);
    }
    for (k = 0; k < o.rounds; k++) {
        bench_shuffle(order, BODY_COUNT);
        clock = clock_again();
        stated[0][k] = clock.exact_ns;
        stated[1][k] = clock.scope_ns;
        for (i = 0; i < BODY_COUNT; i++) measure_round(&bodies[order[i]], k, clock.step_ns);
    }
    clock = clock_again();
    printf("%d rounds of %d scopes a body (%d empty ones), clock %s, step %.2f ns, ", o.rounds, SAMPLES - WARM,
           EMPTY_SAMPLES - WARM, clock.name, clock.step_ns);
    bench_print_core(core);
    watch_machine(o.rounds);
    print_exact(stated[0], o.rounds);
    print_plain(stated[1], o.rounds);
    free(stated[0]);
    free(stated[1]);
    return 0;
}
