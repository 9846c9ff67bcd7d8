/* 12_mean_of_two_modes.c - the solution: two kinds of frames, two names

   Work that takes different times for a known reason belongs in two series. Each series then has one speed, and its
   median describes it. If you do not know the reason, find it before you quote any figure: until then print both
   speeds and their shares, as the kit does. */

#include "grade.h"

enum { FRAMES = 60, SUBSTEPS = 128 };     /* x->steps times as many are a frame */

/* 1: since the lists were made the particles have moved too far. About two in five frames, as the particles move. */
static int rebuilds(const exercise *x, int frame, float *moved)
{
    *moved += 0.3f + 0.45f * (x->in[frame] < 0 ? -x->in[frame] : x->in[frame]);
    if (*moved < 1) return 0;
    *moved = 0;
    return 1;
}

double measure(const gt_cl *cl, exercise *x)
{
    float moved = 0;
    euler e;
    int i;
    if (euler_open(&e, cl, x)) {
        euler_launch(&e, cl->queue, x, NULL);       /* warm-up */
        GT_CL(clFinish(cl->queue));

        for (i = 0; i < FRAMES; i++) {
            const int key = rebuilds(x, i, &moved);
            euler_args(e.kernel, e.in, e.out, (key ? 4 : 1) * SUBSTEPS * x->steps);
            if (key) {
                GT_SCOPE_CL(cl->queue, "rebuild") {
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
