/* 09_missing_barrier.c - the second command pays for the first

   TASK      Before each run of the solver the last result is read and new numbers are written. Neither copy blocks,
             which is good. The stopwatch then starts, the solver runs, and the stopwatch stops when the solver has
             finished. A colleague has added a GT_SCOPE_CL; its median and the median of the stopwatch (the number
             above the report) differ widely. Which one is right, and what is the difference? Change measure() so that
             both agree: the queue is empty when a clock starts. Return the median time in ms of the solver alone, by
             the stopwatch or by the scope.
   LOOK      at the findings: what was the queue doing when the scope began?
   THINK     The program as a whole gains by not waiting. When is the time of the whole what you want to know?
   KEEP      the scope's name, at least 20 samples, GT_EVENT at the launch; the copies in each pass
   GRADED    without the finding dirty-start, be it only a note; 0.75 to 1.33 times the solution's number */

#include "grade.h"

enum { RUNS = 25 };

double measure(const gt_cl *cl, exercise *x)
{
    size_t bytes = x->n * sizeof *x->in;
    double ms[RUNS];
    gt_stats stats;
    euler e;
    int i;
    if (!euler_open(&e, cl, x)) {
        euler_close(&e);
        return 0;
    }
    euler_launch(&e, cl->queue, x, NULL);       /* warm-up */
    GT_CL(clFinish(cl->queue));

    for (i = 0; i < RUNS; i++) {
        gt_timer watch = { { 0 } };
        GT_CL(clEnqueueReadBuffer(cl->queue, e.out, CL_FALSE, 0, bytes, x->out, 0, NULL, NULL));
        GT_CL(clEnqueueWriteBuffer(cl->queue, e.in, CL_FALSE, 0, bytes, x->in, 0, NULL, NULL));
        gt_timer_start(&watch);
        GT_SCOPE_CL(cl->queue, "euler") {
            euler_launch(&e, cl->queue, x, GT_EVENT);
        }
        gt_timer_stop(&watch);
        ms[i] = gt_timer_ms(&watch);
    }
    euler_read(&e, cl->queue, x);
    euler_close(&e);
    return gt_stats_of(ms, RUNS, 0, &stats) == GT_OK ? stats.median : 0;
}
