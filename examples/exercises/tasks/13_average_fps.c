/* 13_average_fps.c - sixty frames a second, on average

   TASK      A game moves particles with the solver, `steps` steps a frame. Every fifth frame also sorts the particles
             and makes six times as many. The display shows 60 frames a second, so a frame may take 16.7 ms;
             players accept one late frame in ten. The author tries more and more particles as long as the frames are
             in time, and returns the last number that was. Players report that the game stutters. Which figure does
             the program compare with 16.7 ms? Change measure() so that it returns the largest number of particles
             (a multiple of 64, at most x->n; to within a quarter) with at most one frame in ten over 16.7 ms.
   LOOK      at the frames with as many particles as the program returns: which of them are late? The report has one
             row for the frames of all sizes. GT_CSV=file in the environment gives every single time: the last 30 rows
             are of the first size that was not in time, the 30 rows before of the size that the program returns.
             gt_budget_of of more/frames.h compares frames with a deadline.
   THINK     How many frames does a 99th percentile need? Which share of late frames does this rule allow at most, and
             what does a display that waits for its refresh make of a frame of 17 ms?
   KEEP      the scope's name, GT_EVENT at the launch, every fifth frame as it is, and 30 frames or more at the number
             that you return
   GRADED    0.60 to 1.67 times the solution's number; at most one frame in ten late, as gtprof sees the frames. Where
             other programs delay frames, the second must hold, and more must be late at the next size that the program
             tries. */

#include "grade.h"

enum { FRAMES = 30 };
static const double period_ms = 1e3 / 60;

/* Of an ordinary frame: the more a device can do at once, the more there is to do. */
static int steps_of(const gt_cl *cl, const exercise *x)
{
    cl_uint units = 1;
    GT_CL(clGetDeviceInfo(cl->device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL));
    return 16 * (int)units * x->steps;
}

/* Moves the first n particles, frame after frame. 1: the frames are in time. */
static int fits(const euler *e, const gt_cl *cl, const exercise *x, size_t n)
{
    gt_timer watch = { { 0 } };
    const int steps = steps_of(cl, x);
    exercise part = *x;
    int i;
    part.n = n;
    euler_launch(e, cl->queue, &part, NULL);    /* warm-up */
    GT_CL(clFinish(cl->queue));

    for (i = 0; i < FRAMES; i++) {
        euler_args(e->kernel, e->in, e->out, i % 5 == 4 ? 6 * steps : steps);
        gt_timer_start(&watch);
        GT_SCOPE_CL(cl->queue, "frame") {
            euler_launch(e, cl->queue, &part, GT_EVENT);
        }
        gt_timer_stop(&watch);
    }
    return gt_timer_ms(&watch) / FRAMES <= period_ms;       /* the laps add up */
}

double measure(const gt_cl *cl, exercise *x)
{
    size_t n = 0, next = 64;
    euler e;
    if (euler_open(&e, cl, x)) {
        while (n < x->n && fits(&e, cl, x, next)) {
            n = next;
            next = n < 256 ? n + 64 : n + n / 256 * 64;         /* a quarter more */
            if (next > x->n) next = x->n;
        }
        euler_args(e.kernel, e.in, e.out, x->steps);
        euler_launch(&e, cl->queue, x, NULL);
        euler_read(&e, cl->queue, x);
    }
    euler_close(&e);
    return (double)n;
}
