/* 05_clocks.c - what do clocks say of the same interval?

   WHAT YOU LEARN   clock() counts the processor time of all threads: it stands still while the host sleeps, and while a
                    device works it tells how busy the driver keeps the processor. A counter is only as good as the
                    frequency that you divide it by. What serialises its reading can cost more than the reading.
   EXPECTED OUTPUT  six clocks: smallest step seen, cost of a reading, what each says while the host sleeps and while it
                    waits for a device that works; off: against the kit's clock, median and 95 % interval; claims */

#include "common.h"

#include <sys/time.h>

enum { CLOCKS = 6, CPUINFO = 3, CPUID = 4, KIT = 5 };

#if defined(__x86_64__) && GT_GNU_
static uint64_t read_tsc(void)
{
    uint32_t low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high) : : "memory");
    return (uint64_t)high << 32 | low;
}
static uint64_t read_cpuid_tsc(void)    /* nothing passes cpuid; in a virtual machine it calls the hypervisor */
{
    uint32_t low, high;
    __asm__ volatile("cpuid\n\trdtsc" : "=a"(low), "=d"(high) : "a"(0), "c"(0) : "rbx", "memory");
    return (uint64_t)high << 32 | low;
}
#define COUNTER 1
#else
static uint64_t read_tsc(void) { return 0; }
static uint64_t read_cpuid_tsc(void) { return 0; }
#define COUNTER 0
#endif
static uint64_t read_clock(void) { return (uint64_t)clock(); }
static uint64_t read_monotonic(void)
{
    struct timespec t;
    return clock_gettime(CLOCK_MONOTONIC, &t) ? 0 : (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}
static uint64_t read_gettimeofday(void)
{
    struct timeval t;
    return gettimeofday(&t, NULL) ? 0 : (uint64_t)t.tv_sec * 1000000u + (uint64_t)t.tv_usec;
}

typedef struct timepiece {
    const char *name, *reading, *asleep, *waiting;  /* and what its series are called */
    uint64_t (*read)(void);
    double ns;              /* of one unit; 0: it is not to be had here */
    double step_ns;         /* smallest step seen */
} timepiece;
#define TIMEPIECE(name, read, ns) { name, "reading " name, "asleep, " name, "waiting, " name, read, ns, 0 }

static double cpuinfo_mhz(void)         /* of the first processor; 0: it does not say */
{
    char line[256];
    double mhz = 0;
    FILE *f = fopen("/proc/cpuinfo", "r");
    while (f && !(mhz > 0) && fgets(line, sizeof line, f))
        if (!strncmp(line, "cpu MHz", 7) && strchr(line, ':')) mhz = strtod(strchr(line, ':') + 1, NULL);
    if (f) fclose(f);
    return mhz;
}

static double smallest_step(const timepiece *c)
{
    uint64_t least = 0, last = c->read();
    gt_timer t = { { 0 } };
    int i;
    gt_timer_start(&t);
    for (i = 0; i < 3000 && gt_timer_ms(&t) < 50; i++) {
        uint64_t now = c->read();
        if (now > last && (!least || now - last < least)) least = now - last;
        last = now;
    }
    return (double)least * c->ns;
}

static void read_all(const timepiece *clocks, uint64_t *ticks)
{
    static const int order[CLOCKS] = { CPUID, 0, 1, 2, CPUINFO, KIT };      /* cpuid disturbs those behind it */
    int i;
    for (i = 0; i < 2 * CLOCKS; i++) {      /* twice: after a wait the first reading is slow */
        int k = order[i % CLOCKS];
        ticks[k] = clocks[k].read();
    }
}
static void keep(const timepiece *clocks, const uint64_t *from, const uint64_t *to, int asleep)
{
    int i;
    for (i = 0; i < CLOCKS; i++) {
        double ns = (double)(to[i] - from[i]) * clocks[i].ns;
        if (clocks[i].ns > 0) gt_series_add(asleep ? clocks[i].asleep : clocks[i].waiting, ns);
    }
}

static double let_work(const ex_vectors *v, int launches)      /* ms */
{
    gt_timer t = { { 0 } };
    gt_timer_start(&t);
    while (launches--) ex_vectors_add(v, NULL);
    GT_CL(clFinish(v->queue));
    gt_timer_stop(&t);
    return gt_timer_ms(&t);
}

/* By how much a clock is off from the kit's, a share of the interval: median over the rounds, and its interval. */
static gt_stats off_by(const gt_snapshot *s, const timepiece *c, const timepiece *kit, int asleep)
{
    const gt_series *a = gt_snapshot_find(s, asleep ? c->asleep : c->waiting);
    const gt_series *b = gt_snapshot_find(s, asleep ? kit->asleep : kit->waiting);
    size_t i, n = a && b ? a->kept < b->kept ? a->kept : b->kept : 0;
    double *off = n ? (double *)malloc(n * sizeof *off) : NULL;
    gt_stats stats;
    gt_stats_of(NULL, 0, 0, &stats);
    for (i = 0; off && i < n; i++) off[i] = a->ns[i] / b->ns[i] - 1;
    if (off) gt_stats_of(off, n, (c->step_ns + kit->step_ns) / b->stats.median, &stats);
    free(off);
    return stats;
}
static const char *share(const gt_stats *off, char *text /* of 64 */)
{
    double half = (off->ci.high - off->ci.low) / 2;
    if (!off->n) return "-";
    if (fabs(off->median) < 0.01) sprintf(text, "%+.1f ppm +- %.1f", 1e6 * off->median, 1e6 * half);
    else sprintf(text, "%+.2f %% +- %.2f", 100 * off->median, 100 * half);
    return text;
}

static void print(const gt_snapshot *s, const timepiece *clocks)
{
    int i;
    printf("clock                step seen   a reading |%11s%23s |%11s%23s\n", "asleep", "off", "waiting", "off");
    for (i = 0; i < CLOCKS; i++) {
        const timepiece *c = &clocks[i];
        const gt_series *reading = gt_snapshot_find(s, c->reading), *asleep = gt_snapshot_find(s, c->asleep),
                        *waiting = gt_snapshot_find(s, c->waiting);
        gt_stats a = off_by(s, c, &clocks[KIT], 1), w = off_by(s, c, &clocks[KIT], 0);
        char x[64], y[64];
        if (!reading || !asleep || !waiting) {
            printf("%-18s  not to be had: %s\n", c->name, COUNTER ? "no frequency in /proc/cpuinfo" : "no x86-64");
            continue;
        }
        printf("%-18s %8.0f ns %8.0f ns | %7.3f ms %22s | %7.3f ms %22s\n", c->name, c->step_ns, reading->stats.median,
               asleep->stats.median * 1e-6, i == KIT ? "" : share(&a, x), waiting->stats.median * 1e-6,
               i == KIT ? "" : share(&w, y));
    }
    printf("\n");
}

static void claim(const char *what, ex_verdict verdict, const gt_stats *off)
{
    char text[64];
    ex_claim(what, verdict, "off by %s, n=%lu", share(off, text), (unsigned long)off->n);
}
static void claims(const gt_snapshot *s, const timepiece *clocks)
{
    const timepiece *kit = &clocks[KIT];
    gt_stats sleeps = off_by(s, &clocks[0], kit, 1), waits = off_by(s, &clocks[0], kit, 0);
    gt_stats monotonic = off_by(s, &clocks[2], kit, 1), cpuinfo = off_by(s, &clocks[CPUINFO], kit, 1);
    const gt_series *with = gt_snapshot_find(s, clocks[CPUID].reading);
    const gt_series *bare = gt_snapshot_find(s, clocks[CPUINFO].reading);
    gt_interval lost = { -sleeps.ci.high, -sleeps.ci.low, sleeps.ci.confidence };
    gt_ratio r;
    int known;
    claim("clock() stands still while the host sleeps", ex_above(&lost, 0.95), &sleeps);
    claim("clock() tells how long a device took, to 1 %", ex_within(&waits.ci, 0.01), &waits);
    claim("CLOCK_MONOTONIC and the kit's clock agree to 100 ppm", ex_within(&monotonic.ci, 1e-4), &monotonic);
    claim("the counter by the frequency of /proc/cpuinfo is right to 100 ppm", ex_within(&cpuinfo.ci, 1e-4), &cpuinfo);
    known = with && bare && gt_ratio_unpaired(with->ns, with->kept, bare->ns, bare->kept, 0, 0.99, &r) == GT_OK;
    ex_claim_above("cpuid makes a reading of the counter more than twice as dear", known, &r, 2);
}

int main(int argc, char **argv)
{
    ex_options o = ex_parse(argc, argv, "Reads six clocks before and after the same intervals.");
    double mhz = cpuinfo_mhz(), budget_s = ex_budget(&o, 8, 1.5);
    timepiece clocks[CLOCKS] = {
        TIMEPIECE("clock()", read_clock, 1e9 / (double)CLOCKS_PER_SEC),
        TIMEPIECE("gettimeofday", read_gettimeofday, 1e3), TIMEPIECE("CLOCK_MONOTONIC", read_monotonic, 1),
        TIMEPIECE("rdtsc, cpuinfo", read_tsc, 0), TIMEPIECE("cpuid, rdtsc", read_cpuid_tsc, 0),
        TIMEPIECE("gputime", gt_clock_ticks, 0)
    };
    struct timespec pause = { 0, o.quick ? 5000000 : 20000000 };
    uint64_t from[CLOCKS], to[CLOCKS];
    volatile uint64_t sink = 0;
    int i, launches = 1, right = 1;
    cl_program program;
    ex_vectors v;
    gt_snapshot s;
    gt_cl cl;

    if (gt_cl_open(&cl, o.device)) return gt_fail(stderr);
    program = gt_cl_program_file(&cl, GT_KERNEL_DIR "/sum_arrays.cl", NULL);
    clocks[CPUINFO].ns = clocks[CPUID].ns = COUNTER && mhz > 0 ? 1e3 / mhz : 0;
    clocks[KIT].ns = 1e9 / gt_clock_info().hz;
    for (i = 0; i < CLOCKS; i++) {
        if (!(clocks[i].ns > 0)) continue;
        clocks[i].step_ns = smallest_step(&clocks[i]);
        GT_TRIAL(clocks[i].reading, .budget_s = budget_s / 50) sink = clocks[i].read();     /* in batches */
    }
    (void)sink;
    memset(&v, 0, sizeof v);
    if (program && ex_vectors_open(&v, &cl, program, (size_t)1 << (o.quick ? 20 : 24))) {
        ex_vectors_send(&v);
        let_work(&v, 1);        /* what is compiled late */
        while (let_work(&v, launches) < (o.quick ? 2 : 5) && launches < 4096) launches *= 2;
        GT_TRIAL("the same interval", .budget_s = budget_s, .precision = ex_precision(&o, 1e-5),
                 .max_n = o.repeat ? o.repeat : 200, .phase = clocks[KIT].asleep, .progress = ex_progress_file()) {
            read_all(clocks, from);
            nanosleep(&pause, NULL);
            read_all(clocks, to);
            keep(clocks, from, to, 1);
            read_all(clocks, from);
            let_work(&v, launches);
            read_all(clocks, to);
            keep(clocks, from, to, 0);
        }
        ex_vectors_receive(&v);
        right = !gt_error_first() && ex_vectors_right(&v);
    }
    printf("the kit's clock: %s, %.6f MHz; cpu MHz in /proc/cpuinfo: %.3f\n"
           "(on many machines that of a core at this moment, not that of the counter)\n\n", gt_clock_info().name,
           gt_clock_info().hz * 1e-6, mhz);
    if (gt_snapshot_take(&s) == GT_OK) {
        print(&s, clocks);
        gt_report(stdout);
        printf("\n");
        claims(&s, clocks);
        gt_snapshot_free(&s);
    }
    ex_vectors_close(&v);
    if (program) GT_CL(clReleaseProgram(program));
    gt_cl_close(&cl);
    return ex_end(&o, right);
}
