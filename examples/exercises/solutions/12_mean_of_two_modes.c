/* 12_mean_of_two_modes.c - the solution: two kinds of frames, two names

   Work that takes different times for a known reason belongs in two series. Each series then has one speed, and its
   median describes it. If you do not know the reason, find it before you quote any figure: until then print both
   speeds and their shares, as the kit does. */

#include "grade.h"

enum { FRAMES = 60 };

static int is_key(int frame)        /* about two in five, without a pattern */
{
    return ((unsigned)frame * 2654435761u >> 16) % 5 < 2;
}

double measure(const gt_cl *cl, exercise *x)
{
    euler e;
    int i;
    if (euler_open(&e, cl, x)) {
        euler_launch(&e, cl->queue, x, NULL);       /* warm-up */
        GT_CL(clFinish(cl->queue));

        for (i = 0; i < FRAMES; i++) {
            euler_args(e.kernel, e.in, e.out, is_key(i) ? 4 * x->steps : x->steps);
            if (is_key(i)) {
                GT_SCOPE_CL(cl->queue, "key frame") {
                    euler_launch(&e, cl->queue, x, GT_EVENT);
                }
            } else {
                GT_SCOPE_CL(cl->queue, "frame") {
                    euler_launch(&e, cl->queue, x, GT_EVENT);
                }
            }
        }
        euler_args(e.kernel, e.in, e.out, x->steps);
        euler_launch(&e, cl->queue, x, NULL);
        euler_read(&e, cl->queue, x);
    }
    euler_close(&e);
    return median_ms("frame");
}
