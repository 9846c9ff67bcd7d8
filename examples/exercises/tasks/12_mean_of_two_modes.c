/* 12_mean_of_two_modes.c - the frame that does not exist

   TASK      A simulation of particles keeps lists of neighbours. When the particles have moved too far since the lists
             were made, a frame makes them anew. Such a key frame takes four times as many steps; about two in five are
             key frames, as the particles happen to move. The author reports the mean time of a frame, as frames a
             second do, but no frame takes that long. Change measure() so that it returns the median time of an
             *ordinary* frame in ms.
   LOOK      at the finding `bimodal`: two times, each with its share of the frames. Where between them is the mean,
             which the program prints above the report? Is the median a better figure here? Run the program with
             GT_CSV=frames.csv in the environment: that file then holds every single time. Draw a histogram.
   THINK     Which figure would tell the owner of a screen whether frames are ready in time? Which figure would predict
             the electricity bill?
   KEEP      the name "frame" for the scope of ordinary frames, at least 20 samples of them, GT_EVENT at the launch; the
             key frames, in their order
   GRADED    without the findings bimodal and alternate; 0.75 to 1.33 times the solution's number */

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
    gt_timer watch = { { 0 } };
    float moved = 0;
    euler e;
    int i;
    if (euler_open(&e, cl, x)) {
        euler_launch(&e, cl->queue, x, NULL);       /* warm-up */
        GT_CL(clFinish(cl->queue));

        for (i = 0; i < FRAMES; i++) {
            euler_args(e.kernel, e.in, e.out, (rebuilds(x, i, &moved) ? 4 : 1) * SUBSTEPS * x->steps);
            gt_timer_start(&watch);
            GT_SCOPE_CL(cl->queue, "frame") {
                euler_launch(&e, cl->queue, x, GT_EVENT);
            }
            gt_timer_stop(&watch);
        }
        euler_args(e.kernel, e.in, e.out, x->steps);
        euler_launch(&e, cl->queue, x, NULL);
        euler_read(&e, cl->queue, x);
    }
    euler_close(&e);
    return gt_timer_ms(&watch) / (double)FRAMES;
}
