/* 05_clocks.c - how do clocks differ on the same interval?

   WHAT IT SHOWS   clock() counts the processor time of all threads: it stands still while the host sleeps. A wall clock
                   can be set back within an interval. Cycles become seconds by a frequency, and are no better than that
                   (A. Moss takes it from /proc/cpuinfo). 32 bits of them wrap within seconds. cpuid keeps readings in
                   order, and can cost more than a reading.
   WHAT TO SEE     each clock's row: its step, the cost of a reading, and by how much it is off from the kit's clock
                   while the host sleeps and while it waits for a device that works */

#include "lib/clocks.h"
#include "lib/vectors.h"

enum { CLOCK, WALL, SET_BACK, MONOTONIC, CPUINFO, CPUID, KIT, CLOCKS, MOST = 400 };
enum { ASLEEP, WAITING };

static struct { const char *name; uint64_t (*read)(void); double unit_ns, step_ns; } clocks[CLOCKS] = {
    { "clock()", read_clock, 1e9 / (double)CLOCKS_PER_SEC, 0 }, { "gettimeofday", read_wall, 1e3, 0 },
    { "gettimeofday, set back", read_set_back, 1e3, 0 }, { "CLOCK_MONOTONIC", read_monotonic, 1, 0 },
    { "rdtsc, cpuinfo", read_tsc, 0, 0 }, { "cpuid, rdtsc", read_cpuid_tsc, 0, 0 }, { "gputime", gt_clock_ticks, 0, 0 }
};
static double off[2][CLOCKS][MOST];     /* from the kit's clock, % of the interval; the last MOST of each */

static double smallest_step(int clock)
{
    uint64_t least = 0, last = clocks[clock].read(), now;
    int i;
    for (i = 0; i < 20000; i++, last = now) {
        now = clocks[clock].read();
        if (now > last && (!least || now - last < least)) least = now - last;
    }
    return (double)least * clocks[clock].unit_ns;
}
static const char *reading(int clock) { return ex_path("reading", clocks[clock].name); }

/* One interval, read by all clocks. The kit's stands last: closest to what happens inside. */
static void one_interval(const ex_vectors *v, int what, int launches, double *of)
{
    const struct timespec pause = { 0, 5000000 };
    uint64_t from[CLOCKS], to[CLOCKS];
    double kit_ns;
    int i;
    for (i = 0; i < 2 * CLOCKS; i++) from[i % CLOCKS] = clocks[i % CLOCKS].read();     /* the first are slow */
    if (what == ASLEEP) nanosleep(&pause, NULL);
    while (what == WAITING && launches--) ex_vectors_add(v, NULL);
    if (what == WAITING) GT_CL(clFinish(v->queue));
    set_back_us = 1000000;
    for (i = 0; i < 2 * CLOCKS; i++) to[i % CLOCKS] = clocks[i % CLOCKS].read();
    set_back_us = 0;
    kit_ns = (double)(to[KIT] - from[KIT]) * clocks[KIT].unit_ns;
    gt_series_add(what == ASLEEP ? "asleep" : "waiting", kit_ns);
    for (i = 0; i < CLOCKS; i++)
        of[i * MOST] = 100 * (double)(int64_t)(to[i] - from[i]) * clocks[i].unit_ns / kit_ns - 100;
}

static gt_stats off_by(int what, int clock, int n)
{
    gt_stats s;
    gt_stats_of(off[what][clock], (size_t)(n < MOST ? n : MOST), 0, &s);
    return s;
}

int main(int argc, char **argv)
{
    static const ex_about about = { "05_clocks", "Reads seven clocks before and after the same intervals.",
                                    "device quick repeat budget csv", 8, 2, NULL };
    static const ex_claim dear = { "cpuid makes a reading of the counter take over 2 times as long",
                                   "reading/cpuid, rdtsc", EX_OVER, 2, "reading/rdtsc, cpuinfo", 1 };
    ex_options o = ex_options_read(argc, argv, &about);
    const uint64_t start = gt_clock_ticks();
    const double mhz = cpuinfo_mhz();
    double wrap_s, run_s;
    volatile uint64_t sink = 0;
    int i, n = 0, launches, right = 0;
    char text[200];
    gt_stats a, w;
    ex_vectors v;
    gt_cl cl;
    cl_program program = ex_open(&o, &cl, "sum_arrays.cl");

    if (!program) return 1;
    clocks[CPUINFO].unit_ns = clocks[CPUID].unit_ns = mhz > 0 && read_tsc() ? 1e3 / mhz : 0;
    clocks[KIT].unit_ns = 1e9 / gt_clock_info().hz;
    for (i = 0; i < CLOCKS; i++) {
        clocks[i].step_ns = smallest_step(i);
        GT_TRIAL(reading(i), .budget_s = o.budget_s / 50) sink = clocks[i].read();      /* in batches */
    }
    if (ex_vectors_open(&v, &cl, program, (size_t)1 << (o.quick ? 18 : 22))) {
        ex_vectors_send(&v);
        ex_vectors_add(&v, NULL);                       /* what is compiled late */
        GT_SCOPE_CL(cl.queue, "one sum") ex_vectors_add(&v, NULL);
        launches = 1 + (int)(5 / (ex_ms("one sum") + 0.001));
        for (; ex_more(&o, NULL, 0); n++) {
            one_interval(&v, ASLEEP, 0, &off[ASLEEP][0][n % MOST]);
            one_interval(&v, WAITING, launches, &off[WAITING][0][n % MOST]);
        }
        ex_vectors_receive(&v);
        right = !gt_error_first() && ex_vectors_right(&v) && ex_vectors_edges(&v);
    }
    (void)sink;
    printf("the kit's clock: %s, %.3f MHz; cpu MHz in /proc/cpuinfo: %.3f (often that of a core at this moment)\n"
           "off: from the kit's clock, in intervals of %s ms asleep and %s ms waiting for the device, n=%d\n\n"
           "clock                    step seen    a reading   off, asleep  off, waiting\n", gt_clock_info().name,
           gt_clock_info().hz * 1e-6, mhz, ex_ms_text("asleep"), ex_ms_text("waiting"), n);
    for (i = 0; i < CLOCKS; i++) {
        a = off_by(ASLEEP, i, n);
        w = off_by(WAITING, i, n);
        if (!(clocks[i].unit_ns > 0) || !n) printf("%-22s   its frequency is not known\n", clocks[i].name);
        else printf("%-22s %8.3g ns %9.1f ns %11.4f %% %11.4f %%\n", clocks[i].name, clocks[i].step_ns,
                    ex_ms(reading(i)) * 1e6, a.median, w.median);
    }
    printf("\n");
    ex_report(&dear, 1);
    a = off_by(ASLEEP, CLOCK, n);
    w = off_by(WAITING, CLOCK, n);
    ex_claim_number("clock() stands still while the host sleeps: it shows under 5 %", &a.ci, -100, -95, "% off");
    ex_claim_number("clock() shows how long a device took, within 1 %", &w.ci, -1, 1, "% off");
    a = off_by(ASLEEP, SET_BACK, n);
    ex_claim_number("a wall clock that is set back shows negative intervals", &a.ci, -HUGE_VAL, -100, "% off");
    a = off_by(ASLEEP, MONOTONIC, n);
    ex_claim_number("CLOCK_MONOTONIC and the kit's clock agree to 0.1 %", &a.ci, -0.1, 0.1, "% off");
    a = off_by(ASLEEP, CPUINFO, n);
    if (clocks[CPUINFO].unit_ns > 0) ex_claim_number("the frequency of /proc/cpuinfo can be taken as exact: to 100 ppm",
                                                     &a.ci, -0.01, 0.01, "% off");
    wrap_s = 4294967296.0 / gt_clock_info().hz;
    run_s = gt_clock_ns(gt_clock_ticks() - start) * 1e-9;
    sprintf(text, "2^32 cycles are %.3f s; this run of %.3f s would read %.3f s", wrap_s, run_s, fmod(run_s, wrap_s));
    ex_claim_fact("32 bits of the counter are too few for this run: they wrap within it", run_s > wrap_s, text);
    ex_vectors_close(&v);
    return ex_close(&o, &cl, program, right);
}
