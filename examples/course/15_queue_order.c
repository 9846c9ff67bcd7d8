/* 15_queue_order.c - in which order do commands run, and who says so?

   WHAT IT SHOWS   Each pass works on what the pass before has written: x to y, then y to x (ping-pong). Long passes and
                   short ones take turns. A queue in order keeps that right by itself. A queue without order may begin a
                   pass as soon as the device is free: it needs an event between each two. Without events the result is
                   wrong where passes run at once or in another order. It can also be right by luck, so that a test on
                   one device proves nothing. The number of steps is a kernel argument, set anew before each launch. A
                   launch takes its arguments when it is enqueued, whatever is set later.
   WHAT TO SEE     the table: results, how many commands began before an earlier one, and how many ran at once

   After A. Moss, "Advanced Multicore Programming", "Event Queues" to "Event Queues III". calls.h collects all commands
   and sees their wait lists. */

#include "tools/calls.h"
#include "lib/chunks.h"

enum { IN_ORDER, EVENTS, NO_EVENTS, WAYS, PASSES = 16 };
static const char *const ways[WAYS] = { "in order", "without order, events", "without order, no events" };

static const ex_claim claims[] = {
    { "order by events costs little: as quick as the queue in order, within 10 %", "without order, events", EX_SAME,
      1.1, "in order", 1 },
    { "without order and events the passes take less time: under 0.9 times as long as in order",
      "without order, no events", EX_UNDER, 0.9, "in order", 1 }
};

static void set_steps(const ex_chunks *p, int kernel, cl_uint steps)
{
    clSetKernelArg(p->kernel[kernel], 3, sizeof steps, &steps);
}
/* Returns how often f is applied in all. */
static cl_uint passes(ex_chunks *p, int way, cl_uint steps)
{
    const cl_command_queue queue = p->queue[way == IN_ORDER ? 0 : 3];
    cl_event done[PASSES] = { 0 };
    cl_uint all = 0;
    for (int k = 0; k < PASSES; k++) {
        const cl_uint now = k % 2 ? steps / 8 : steps + (cl_uint)k;
        const cl_uint waits = way == EVENTS && k;
        set_steps(p, k % 2, now);
        clEnqueueNDRangeKernel(queue, p->kernel[k % 2], 1, NULL, &p->n, NULL, waits, waits ? &done[k - 1] : NULL,
                               &done[k]);
        set_steps(p, k % 2, 1);         /* too late for the launch above */
        all += now;
    }
    for (int k = 0; k < PASSES; k++) clReleaseEvent(done[k]);
    return all;
}
static void send(const ex_chunks *p)
{
    clEnqueueWriteBuffer(p->queue[0], p->x[0], CL_TRUE, 0, p->n * sizeof *p->in, p->in, 0, NULL, NULL);
}
static int checked(ex_chunks *p, cl_uint all)     /* 1: all passes ran, one after the other; says nothing */
{
    p->steps = all;
    clEnqueueReadBuffer(p->queue[0], p->x[0], CL_TRUE, 0, p->n * sizeof *p->out, p->out, 0, NULL, NULL);
    return ex_chunks_wrong(p) == 0;
}
/* So many steps that a long pass takes about 1 ms (quick: 0.2). */
static cl_uint balanced(ex_chunks *p, int quick)
{
    gt_schedule s;
    double ns = 0;
    passes(p, IN_ORDER, 64);
    clFinish(p->queue[0]);
    GT_SCOPE_CL(GT_CL_ALL, "calibration") passes(p, IN_ORDER, 640);
    if (gt_schedule_take("calibration", GT_SAMPLE_LAST, &s) == GT_OK) ns = s.kernel_ns / (PASSES / 2);
    gt_schedule_free(&s);
    return ns > 0 ? (cl_uint)fmin(1e6, fmax(64, 640 * (quick ? 2e5 : 1e6) / ns)) : 64;
}

int main(int argc, char **argv)
{
    static const ex_about about = { "15_queue_order", "Passes that build on each other: in a queue in order, and in "
        "one without order with events and without.", "device quick repeat budget csv", 5, 1.5, NULL };
    ex_options o = ex_options_read(argc, argv, &about);
    int right[WAYS] = { 0 }, rounds = 0, first = 0, i;
    const char *why = "this device kept the order; another may not";
    cl_uint steps = 1;
    ex_chunks p;
    gt_cl cl;
    cl_program program = ex_open(&o, &cl, "iterate.cl");

    if (!program) return 1;
    gt_commands_keep(100000);
    if (ex_chunks_open(&p, &cl, program, 1, (size_t)1 << 14) && ex_chunks_edges(&p)) {
        clSetKernelArg(p.kernel[1], 0, sizeof p.y[0], &p.y[0]);     /* back from y to x */
        clSetKernelArg(p.kernel[1], 1, sizeof p.x[0], &p.x[0]);
        steps = balanced(&p, o.quick);
        while (ex_more(&o, claims, EX_COUNT(claims))) {
            for (i = 0, first++, rounds++; i < WAYS; i++) {
                const int way = (first + i) % WAYS;
                cl_uint all;
                send(&p);
                gt_cl_scope timed = gt_cl_scope_begin(GT_CL_ALL, ways[way]);
                all = passes(&p, way, steps);
                gt_cl_scope_end(&timed);
                right[way] += checked(&p, all);
            }
        }
    }
    printf("%d passes, of %u steps and of %u in turn; the last round\n\n", PASSES, steps, steps / 8);
    printf("                           median, ms  right results  began early  time with two at once\n");
    for (i = 0; i < WAYS; i++) {
        gt_schedule s;
        if (gt_schedule_take(ways[i], GT_SAMPLE_LAST, &s) != GT_OK) continue;
        printf("%-26s %10s  %5d of %4d  %11lu  %19.0f %%\n", ways[i], ex_ms_text(ways[i]), right[i], rounds,
               (unsigned long)s.reordered, 100 * (1 - (s.running_ns[0] + s.running_ns[1]) / s.span_ns));
        if (i == NO_EVENTS && right[i] < rounds)
            why = s.reordered ? "passes began before earlier ones" : "passes ran at once; none began before another";
        gt_schedule_free(&s);
    }
    printf("\n");
    ex_report(claims, EX_COUNT(claims));
    ex_claim_fact("a launch keeps the arguments that were set when it was enqueued, whatever is set later",
                  rounds > 0 && right[IN_ORDER] == rounds, "each result of the queue in order was checked");
    ex_claim_fact("without order and events, the result is wrong", rounds > 0 && right[NO_EVENTS] < rounds, why);
    ex_chunks_close(&p);
    return ex_close(&o, &cl, program, rounds > 0 && right[IN_ORDER] == rounds && right[EVENTS] == rounds);
}
