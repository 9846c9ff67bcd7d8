/* 07_synchronise.c - eight ways to learn that a kernel is done

   WHAT IT SHOWS   From the host you see no kernel's time, only upper bounds of it: with both copies (strategy II), with
                   the copy back (III), with clFinish (IV) each bound is tighter. One can also wait for the event, ask
                   the event again and again, be called back, or read a little; these ways differ in what they add and
                   in how much processor time they burn. clFlush waits for nothing.
   WHAT TO SEE     the three strategies first, each bound against START to END; then the column thread CPU

   After A. Moss, "Advanced Multicore Programming", "Synchronisation II" to "IV", whose numbers the strategies keep.
   Each interval begins at an idle queue, with the copy to the device behind it, except in strategy II, where that copy
   is inside. The ways take turns in random order. */

#include "lib/waits.h"

#include <time.h>

static const struct way { const char *name; int sends, needs_event; void (*wait)(rig *r, cl_event *event); } ways[] = {
    { "II: send, process, receive", 1, 0, by_reading_back }, { "III: process, receive", 0, 0, by_reading_back },
    { "IV: process, clFinish", 0, 0, by_finish }, { "clWaitForEvents", 0, 1, by_event },
    { "asking the event", 0, 1, by_polling }, { "callback", 0, 1, by_callback },
    { "blocking read, 4 bytes", 0, 0, by_reading_4_bytes }, { "clFlush alone", 0, 0, not_at_all }
};

#define BOUND(way) "one kernel/" way "/bound"
#define CPU(way) "one kernel/" way "/thread CPU"
#define DEVICE "one kernel/clWaitForEvents/START to END"
static const ex_claim claims[] = {
    { "strategy II, both copies inside, bounds START to END from above", BOUND("II: send, process, receive"), EX_OVER,
      1, DEVICE, 1 },
    { "strategy III, the copy back inside, bounds START to END from above", BOUND("III: process, receive"), EX_OVER, 1,
      DEVICE, 1 },
    { "strategy IV, clFinish, bounds START to END from above", BOUND("IV: process, clFinish"), EX_OVER, 1, DEVICE, 1 },
    { "strategy III is tighter than II: II takes longer", BOUND("II: send, process, receive"), EX_OVER, 1,
      BOUND("III: process, receive"), 1 },
    { "strategy IV is tighter than III: III takes longer", BOUND("III: process, receive"), EX_OVER, 1,
      BOUND("IV: process, clFinish"), 1 },
    { "asking the event in a loop burns more processor time than clFinish", CPU("asking the event"), EX_OVER, 1,
      CPU("IV: process, clFinish"), 1 },
    { "asking the event in a loop makes the kernel take over 1.05 times as long: both compete for processors",
      BOUND("asking the event"), EX_OVER, 1.05, BOUND("IV: process, clFinish"), 1 },
    { "clFlush alone waits for nothing: it takes under half as long as clFinish", BOUND("clFlush alone"), EX_UNDER, 0.5,
      BOUND("IV: process, clFinish"), 1 }
};

static double thread_cpu_ns(void)
{
    struct timespec t;
    return clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t) ? 0 : (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void once(rig *r, const struct way *way)
{
    cl_event event = NULL;
    double cpu_ns;
    if (!way->sends) ex_vectors_send(&r->v);
    GT_CL(clFinish(r->v.queue));
    cpu_ns = thread_cpu_ns();
    GT_SCOPE_EXACT("bound") {
        if (way->sends) ex_vectors_send(&r->v);
        ex_vectors_add(&r->v, way->needs_event ? &event : way->wait == not_at_all ? GT_EVENT : NULL);
        if (!way->needs_event || event) way->wait(r, &event);
    }
    gt_series_add("thread CPU", thread_cpu_ns() - cpu_ns);
    GT_CL(clFinish(r->v.queue));
    if (event) {
        cl_ulong from = 0, to = 0;          /* what the bounds are bounds of; those of rusticl lie 1 ns apart */
        clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof from, &from, NULL);
        clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof to, &to, NULL);
        if (from && to > from + 20) gt_series_add("START to END", (double)(to - from));
        GT_CL(clReleaseEvent(event));
    }
}

int main(int argc, char **argv)
{
    static const ex_about about = { "07_synchronise", "Times one kernel from the host in eight ways.",
                                    "device quick repeat precision budget csv", 12, 1, NULL };
    ex_options o = ex_options_read(argc, argv, &about);
    int right = 0, i;
    char name[64];
    gt_cl cl;
    rig r;
    cl_program program = ex_open(&o, &cl, "sum_arrays.cl");

    if (!program) return 1;
    memset(&r, 0, sizeof r);
    pthread_mutex_init(&r.lock, NULL);
    pthread_cond_init(&r.news, NULL);
    if (ex_vectors_open(&r.v, &cl, program, (size_t)1 << (o.quick ? 18 : 22))) {
        gt_cl_warm_kernel(cl.queue, r.v.kernel, 1, NULL, &r.v.n, NULL);
        GT_COMPARE("one kernel", .budget_s = o.budget_s, .precision = ex_precision(&o, 0.005), .max_n = o.repeat,
                   .progress = ex_progress()) {
            for (i = 0; i < EX_COUNT(ways); i++) {
                gt_scope side = gt_side_begin(ways[i].name);
                if (!side.live) continue;
                once(&r, &ways[i]);
                gt_side_end(&side);
            }
        }
        ex_vectors_receive(&r.v);
        right = !gt_error_first() && ex_vectors_right(&r.v) && ex_vectors_edges(&r.v);
    }
    printf("medians, ms                         n      bound  thread CPU\n");
    for (i = 0; i < EX_COUNT(ways); i++) {
        sprintf(name, "one kernel/%s", ways[i].name);
        printf("%-30s %6lu %10s %11s\n", ways[i].name, (unsigned long)ex_stats(ex_path(name, "bound")).n,
               ex_ms_text(ex_path(name, "bound")), ex_ms_text(ex_path(name, "thread CPU")));
    }
    printf("START to END, of the device           %10s\n\n", ex_ms_text(DEVICE));
    ex_report(claims, EX_COUNT(claims));
    ex_vectors_close(&r.v);
    return ex_close(&o, &cl, program, right);
}
