/* 06_one_sample.c - the number is right, is it not?

   TASK      This program is free of gross faults: it warms up, waits, and times a run. Start it ten times and write
             the numbers down. How far apart are they? Which one would you publish? Let measure() return the median
             of as many runs as it takes to know it to 2 %, in ms.
   LOOK      at the column ±95 % of the report: what does it say for one sample? for three? for six?
   KEEP      the scope's name, at least 6 samples, GT_EVENT at the launch
   GRADED    without few; 0.70 to 1.43 times the solution's number */

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
