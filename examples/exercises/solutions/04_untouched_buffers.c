/* 04_untouched_buffers.c - the solution: one buffer for all runs, written before the first run

   The system provides each page at its first touch, with one page fault per page. euler_open has written both buffers,
   so their pages exist, and the program keeps the buffers between the runs. If a program does need a new buffer for
   each run, the page faults are part of its cost: time them. */

#include "grade.h"

double measure(const gt_cl *cl, exercise *x)
{
    size_t bytes = x->n * sizeof *x->in;
    euler e;
    int i;
    if (euler_open(&e, cl, x)) {
        euler_launch(&e, cl->queue, x, NULL);       /* warm-up */
        GT_CL(clFinish(cl->queue));

        for (i = 0; i < 12; i++) {
            GT_SCOPE_CL(cl->queue, "euler") {
                GT_WORK(0, 2.0 * (double)bytes);
                euler_launch(&e, cl->queue, x, GT_EVENT);
            }
        }
        euler_read(&e, cl->queue, x);
    }
    euler_close(&e);
    return median_ms("euler");
}
