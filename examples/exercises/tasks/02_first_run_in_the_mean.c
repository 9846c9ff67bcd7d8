/* 02_first_run_in_the_mean.c - an average that no run resembles

   TASK      The program makes twenty-five runs and returns their mean. What could be fairer? Run it alone with the
             driver's cache of compiled kernels switched off, as the grader does (PoCL: POCL_KERNEL_CACHE=0 in the
             environment; NVIDIA: CUDA_CACHE_DISABLE=1). What happens in the first run and in no other? Change
             measure() so that it returns the time in ms of one run in a program that is warmed up.
   LOOK      at the columns mean, median and max of the report, and at the finding
   THINK     Is it enough to leave the first sample out? Is the mean the right figure then? When is the first run the
             right answer?
   KEEP      the scope's name, at least 20 samples, GT_EVENT at the launch
   GRADED    without the findings cold-first and jit-in-region; a launch before the samples;
             0.75 to 1.33 times the solution's number */

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
