/* 02_first_run_in_the_mean.c - an average that no run resembles

   TASK      Twenty-five runs, and their mean: what could be fairer? Print the single times and see. What happens in
             the first run that happens in no other? Let measure() return the time in ms that a run takes once the
             program has been used before.
   LOOK      at the column max of the report, and at the median beside the mean that this program prints
   THINK     Is leaving the first sample out enough? Is the mean the right figure then? When would the first run be
             the right answer?
   KEEP      the scope's name, at least 20 samples, GT_EVENT at the launch
   GRADED    without cold-first and jit-in-region; 0.75 to 1.33 times the solution's number */

#include "grade.h"

enum { RUNS = 25 };

double measure(const gt_cl *cl, exercise *x)
{
    gt_timer watch = { { 0 } };
    euler e;
    int i;
    if (euler_open(&e, cl, x)) {
        for (i = 0; i < RUNS; i++) {
            GT_SCOPE_CL(cl->queue, "euler") {
                gt_timer_start(&watch);
                euler_launch(&e, cl->queue, x, GT_EVENT);
                GT_CL(clFinish(cl->queue));
                gt_timer_stop(&watch);
            }
        }
        euler_read(&e, cl->queue, x);
    }
    euler_close(&e);
    return gt_timer_ms(&watch) / RUNS;      /* the laps add up */
}
