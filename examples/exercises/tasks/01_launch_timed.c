/* 01_launch_timed.c - the solver that takes no time

   TASK      However many steps the solver makes, this program reports a time of a few microseconds. The result is
             right, so the device did make the steps. Which part of the work did the program time? Change measure()
             so that it returns the median time of one run of the solver on the device, from the launch to its
             completion, in ms.
   LOOK      at the finding below the table. Run the program alone with the arguments 1 and 10, which multiply the
             steps (build/examples/exercises/01_launch_timed 10): does its number grow with the work? Once the program
             waits in the right place, the report has a table of medians with a column `device`: compare it with the
             bracket.
   KEEP      the scope's name, at least 20 samples, GT_EVENT at the launch
   GRADED    without the finding no-sync; 0.75 to 1.33 times the solution's number */

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
