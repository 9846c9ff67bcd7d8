/* 09_missing_barrier.c - the second command pays for the first

   TASK      Before each run of the solver the last result goes out and new numbers come in, and neither copy
             blocks: good. Then the watch is started, the solver runs, the watch is stopped when it has finished. A
             colleague has put a GT_SCOPE_CL in, which does not agree with the watch at all. Who is right, and what
             is in the difference? Let measure() return the median time in ms that the solver takes alone, with the
             watch or without it.
   LOOK      at the findings: what was the queue doing when the scope began?
   THINK     The program as a whole loses nothing by not waiting. When is that what you want to time?
   KEEP      the scope's name, at least 20 samples, GT_EVENT at the launch; the copies in each pass
   GRADED    without dirty-start; 0.75 to 1.33 times the solution's number */

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
