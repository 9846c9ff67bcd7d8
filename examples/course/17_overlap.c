/* 17_overlap.c - do copies hide behind kernels?

   WHAT IT SHOWS   Data goes through the device in chunks: copy in, compute, copy out. In one in-order queue each
                   command waits for the one before. With several queues, or one without order, and events for what
                   really depends on what, chunk k + 1 can be copied in while chunk k is computed. Two buffers each way
                   are enough: chunk k waits until chunk k - 2 has left its buffers. The stamps say for how long a
                   kernel and a copy really ran together. Where the platform has two devices, each also gets every
                   second chunk.
   WHAT TO SEE     the column "hidden", share of the copies' time behind kernels; the speedup against one queue, with
                   its interval; of the last pass with three queues: who ran beside whom, gaps, and the critical path

   After A. Moss, "Advanced Multicore Programming", "Synchronisation II". calls.h collects commands and wait lists. */

#include "tools/calls.h"
#include "lib/chunks.h"

enum { CHUNKS = 8, TWO_DEVICES = EX_QUEUES, WAYS };
static const char *const ways[WAYS] = { "one queue", "two queues", "three queues", "without order", "two devices" };
static const ex_claim claims[] = {
    { "events and three queues are worth it: one queue takes over 1.1 times as long", "one queue", EX_OVER, 1.1,
      "three queues", 1 },
    { "a queue without order is as quick as three queues, within 10 %", "without order", EX_SAME, 1.1,
      "three queues", 1 },
    { "two queues are enough: as quick as three, within 10 %", "two queues", EX_SAME, 1.1, "three queues", 1 },
    { "two devices are worth it: one queue takes over 1.5 times as long", "one queue", EX_OVER, 1.5, "two devices", 1 }
};

static void copy_in(const ex_chunks *p, int queue, int k, const cl_event *freed, cl_event *copied)
{
    const size_t bytes = p->n * sizeof *p->in;
    clEnqueueWriteBuffer(p->queue[queue], p->x[k % 2], CL_FALSE, 0, bytes, p->in + (size_t)k * p->n, k >= 2,
                         k >= 2 ? freed : NULL, copied);
}
static void pass(ex_chunks *all, int way)
{
    const int in = way == 3 ? 3 : 0, run = way == 3 ? 3 : way == 1 || way == 2, out = way == 2 ? 2 : in;
    const size_t bytes = all->n * sizeof *all->in;
    ex_chunks *const on[2] = { all, way == TWO_DEVICES ? all->other : all };
    cl_event copied[3 * CHUNKS] = { 0 }, *ran = copied + CHUNKS, *left = ran + CHUNKS;
    int k;
    copy_in(all, in, 0, NULL, &copied[0]);
    for (k = 0; k < CHUNKS; k++) {      /* chunk k leaves behind chunk k + 1 coming in: one queue has both */
        ex_chunks *const p = on[k % 2];
        const cl_event before[2] = { copied[k], k >= 2 ? left[k - 2] : NULL };
        clEnqueueNDRangeKernel(p->queue[run], p->kernel[k % 2], 1, NULL, &p->n, NULL, k >= 2 ? 2 : 1, before, &ran[k]);
        if (k + 1 < CHUNKS) copy_in(on[(k + 1) % 2], in, k + 1, k ? &ran[k - 1] : NULL, &copied[k + 1]);
        clEnqueueReadBuffer(p->queue[out], p->y[k % 2], CL_FALSE, 0, bytes, p->out + (size_t)k * p->n, 1, &ran[k],
                            &left[k]);
        for (int i = 0; i < EX_QUEUES; i++) clFlush(p->queue[i]);
    }
    for (k = 0; k < 3 * CHUNKS; k++) clReleaseEvent(copied[k]);
}
/* So many steps that a kernel takes as long as the two copies of its chunk, which leaves most to hide. */
static void balance(ex_chunks *p)
{
    gt_schedule s;
    ex_chunks_steps(p, 64);
    pass(p, 0);                         /* the first use of buffers and kernels */
    clFinish(p->queue[0]);
    GT_SCOPE_CL(GT_CL_ALL, "calibration") pass(p, 0);
    if (gt_schedule_take("calibration", GT_SAMPLE_LAST, &s) != GT_OK) return;
    if (s.kernel_ns > 0) ex_chunks_steps(p, 64 * s.copy_ns / s.kernel_ns);
    gt_schedule_free(&s);
}
static void row(int way)
{
    gt_ratio gain;
    gt_schedule s;
    gt_snapshot snap;
    if (gt_snapshot_take(&snap) != GT_OK) return;
    gain = ex_ratio(gt_snapshot_find(&snap, ways[0]), gt_snapshot_find(&snap, ways[way]));
    gt_snapshot_free(&snap);
    if (gt_schedule_take(ways[way], GT_SAMPLE_LAST, &s) != GT_OK) return;
    printf("%-15s %8s %9.0f %% %9.0f %%   %6.2f times", ways[way], ex_ms_text(ways[way]),
           s.copy_ns > 0 ? 100 * s.hidden_ns / s.copy_ns : 0, 100 * s.busy_ns / s.span_ns, gain.ratio);
    if (gain.ci.confidence > 0) printf(" [%.2f, %.2f]", gain.ci.low, gain.ci.high);
    printf("\n");
    gt_schedule_free(&s);
}
int main(int argc, char **argv)
{
    static const ex_about about = { "17_overlap", "Copies chunks in, computes, copies them out: by one queue, several, "
        "and one without order.", "device quick repeat budget csv", 8, 1.5, NULL };
    ex_options o = ex_options_read(argc, argv, &about);
    const char *trace = getenv("GT_TRACE") ? NULL : GT_BUILD_DIR "/17_overlap.trace.json";
    int all_right = 0, count = EX_QUEUES, i;
    gt_schedule s;
    ex_chunks p;
    gt_cl cl;
    cl_program program = ex_open(&o, &cl, "iterate.cl");

    if (!program) return 1;
    gt_commands_keep(100000);
    if (trace && gt_write_trace(trace) != GT_OK) trace = NULL;
    if (ex_chunks_open(&p, &cl, program, CHUNKS, (size_t)1 << (o.quick ? 18 : 22)) && ex_chunks_edges(&p)) {
        if (ex_chunks_other(&p, o, &cl)) count = WAYS;
        balance(&p);
        GT_SCOPE_CL(GT_CL_ALL, "warm-up") for (i = 0; i < count; i++) pass(&p, i);
        while (ex_more(&o, claims, EX_COUNT(claims))) {
            if (count == WAYS) ex_chunks_align(&p, &cl);
            for (i = 0; i < count; i++) {
                gt_cl_scope timed = gt_cl_scope_begin(GT_CL_ALL, ways[ex_turn(o.rounds, i, count)]);
                pass(&p, ex_turn(o.rounds, i, count));
                gt_cl_scope_end(&timed);
            }
        }
        for (i = 0, all_right = 1; i < count; i++) {
            memset(p.out, 0, CHUNKS * p.n * sizeof *p.out);
            GT_SCOPE_CL(GT_CL_ALL, "check") pass(&p, i);
            all_right = (!ex_chunks_wrong(&p) || ex_wrong(ways[i])) && all_right;
        }
    }
    printf("%d chunks of %lu KiB, steps for each element: %u\n\n", CHUNKS, (unsigned long)(p.n * sizeof *p.in / 1024),
           p.steps);
    printf("                median, ms    hidden       busy   speedup against one queue\n");
    for (i = 0; i < count; i++) row(i);
    printf("hidden: share of the copies' time in which a kernel ran too; busy: share of the time "
           "in which a command\nran; both for the last pass\n\n");
    ex_chunks_both(&p, ways[TWO_DEVICES], claims[EX_COUNT(claims) - 1].sentence);
    printf("the last pass with three queues: ");
    if (gt_schedule_take("three queues", GT_SAMPLE_LAST, &s) == GT_OK) {
        gt_report_schedule(stdout, &s);
        ex_claim_fact("the device runs a kernel and a copy at the same time", s.hidden_ns > 10 * s.doubt_ns,
                      s.hidden_ns > 0 ? "see \"hidden\"" : "never at the same time");
    }
    gt_schedule_free(&s);
    if (trace) printf("timeline, for ui.perfetto.dev: %s\n", trace);
    printf("\n");
    ex_report(claims, EX_COUNT(claims) - !p.other);
    ex_chunks_close(&p);
    return ex_close(&o, &cl, program, all_right);
}
