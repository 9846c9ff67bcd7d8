/* 01_launch_timed.c - the solver that takes no time

   TASK      However many steps the solver makes, this program says that it takes some microseconds. Its result is
             right, so the steps were made. What was timed? Let measure() return the median time of one run of the
             solver on the device, from its launch to its completion, in ms.
   LOOK      at the findings below the report, and at the column `device`: can a part be longer than the whole?
   KEEP      the scope's name, at least 20 samples, GT_EVENT at the launch
   GRADED    without no-sync; 0.75 to 1.33 times the solution's number */

#include "grade.h"

double measure(const gt_cl *cl, exercise *x)
{
    euler e;
    int i;
    if (euler_open(&e, cl, x)) {
        euler_launch(&e, cl->queue, x, NULL);       /* warm-up */
        GT_CL(clFinish(cl->queue));

        for (i = 0; i < 30; i++) {
            GT_SCOPE("euler") {
                euler_launch(&e, cl->queue, x, GT_EVENT);
            }
        }
        euler_read(&e, cl->queue, x);
    }
    euler_close(&e);
    return median_ms("euler");
}
