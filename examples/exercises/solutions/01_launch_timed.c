/* 01_launch_timed.c - the solution: wait inside the scope

   An enqueue call returns as soon as the command is in the queue. GT_SCOPE_CL waits for the queue before its first
   reading of the clock, so that no earlier command is still running, and before its second reading, so that your
   command has completed. */

#include "grade.h"

double measure(const gt_cl *cl, exercise *x)
{
    euler e;
    int i;
    if (euler_open(&e, cl, x)) {
        euler_launch(&e, cl->queue, x, NULL);       /* warm-up */
        GT_CL(clFinish(cl->queue));

        for (i = 0; i < 30; i++) {
            GT_SCOPE_CL(cl->queue, "euler") {
                euler_launch(&e, cl->queue, x, GT_EVENT);
            }
        }
        euler_read(&e, cl->queue, x);
    }
    euler_close(&e);
    return median_ms("euler");
}
