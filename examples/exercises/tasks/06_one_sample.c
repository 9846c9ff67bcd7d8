/* 06_one_sample.c - the number is right, is it not?

   TASK      This program makes none of the common mistakes: it warms up, waits, and times one run. Start it ten times
             and write the numbers down. How far apart are they? Which one would you publish? Change measure() so that
             it repeats the run until the median is known to 2 %, and returns that median in ms. On a busy machine
             2 % can take long: half a second of runs is then enough.
   LOOK      at the column ±95 % of the report: what does it show for one sample? for three? for six?
   KEEP      the scope's name, at least 6 samples, GT_EVENT at the launch
   GRADED    without the finding few; 0.70 to 1.43 times the solution's number; launches whose median is known to
             2 %, or half a second of them */

#include "grade.h"

double measure(const gt_cl *cl, exercise *x)
{
    euler e;
    if (euler_open(&e, cl, x)) {
        euler_launch(&e, cl->queue, x, NULL);       /* warm-up */
        GT_CL(clFinish(cl->queue));

        GT_SCOPE_CL(cl->queue, "euler") {
            euler_launch(&e, cl->queue, x, GT_EVENT);
        }
        euler_read(&e, cl->queue, x);
    }
    euler_close(&e);
    return median_ms("euler");
}
