/* 09_missing_barrier.c - the solution: a barrier between the two commands

   In one queue a command waits for the commands before it, so a stopwatch that starts while they run times them too.
   With the barrier the stopwatch and the scope agree. GT_SCOPE_CL waits before it reads its clock in any case, and
   reports dirty-start if it had to wait. */

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
        GT_CL(clFinish(cl->queue));
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
