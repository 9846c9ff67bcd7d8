/* 07_cpu_clock.c - the clock that everybody knows

   TASK      Every book on C has clock(). Here clock() times the solver, with a wait before each reading. Compare the
             result with the kit's median. Depending on the device the result is too large (how many cores run your
             solver?), too small (what does your program do while it waits?), or right by accident. Change measure()
             so that it returns the median time of one run in ms, measured with a clock that advances whatever the
             program does.
   LOOK      up what clock() counts, and what CLOCK_MONOTONIC counts. Which clocks can somebody set back?
   KEEP      x->now_s = now_s, so that the grader can check your clock; the scope's name, at least 20 samples, GT_EVENT
             at the launch
   GRADED    without the finding cpu-clock; no call of clock(), times() or getrusage();
             0.75 to 1.33 times the solution's number */

#include "grade.h"

#include <time.h>

enum { RUNS = 25 };

static double now_s(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

double measure(const gt_cl *cl, exercise *x)
{
    double ms[RUNS], start;
    gt_stats stats;
    euler e;
    int i;
    x->now_s = now_s;
    if (!euler_open(&e, cl, x)) {
        euler_close(&e);
        return 0;
    }
    euler_launch(&e, cl->queue, x, NULL);       /* warm-up */
    GT_CL(clFinish(cl->queue));

    for (i = 0; i < RUNS; i++) {
        GT_SCOPE_CL(cl->queue, "euler") {
            start = now_s();
            euler_launch(&e, cl->queue, x, GT_EVENT);
            GT_CL(clFinish(cl->queue));
            ms[i] = (now_s() - start) * 1e3;
        }
    }
    euler_read(&e, cl->queue, x);
    euler_close(&e);
    return gt_stats_of(ms, RUNS, 0, &stats) == GT_OK ? stats.median : 0;
}
