/* 13_average_fps.c - the solution: count the frames that are late

   A mean of 16 ms may be four frames of 8 ms and one of 48 ms, and the last one is what players see. A deadline asks
   for the share of frames that miss it, or for a high percentile, which says the same. gt_budget_of counts both. */

#include "grade.h"
#include "more/frames.h"

enum { FRAMES = 30 };
static const double period_ns = 1e9 / 60;

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
    double frame_ns[FRAMES];
    const int steps = steps_of(cl, x);
    exercise part = *x;
    gt_budget budget;
    int i;
    part.n = n;
    euler_launch(e, cl->queue, &part, NULL);    /* warm-up */
    GT_CL(clFinish(cl->queue));

    for (i = 0; i < FRAMES; i++) {
        gt_timer watch = { { 0 } };
        euler_args(e->kernel, e->in, e->out, i % 5 == 4 ? 6 * steps : steps);
        gt_timer_start(&watch);
        GT_SCOPE_CL(cl->queue, "frame") {
            euler_launch(e, cl->queue, &part, GT_EVENT);
        }
        gt_timer_stop(&watch);
        frame_ns[i] = gt_timer_ns(&watch);
    }
    return gt_budget_of(frame_ns, FRAMES, period_ns, &budget) == GT_OK && 10 * budget.missed <= FRAMES;
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
