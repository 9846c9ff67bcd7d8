/* 12_mean_of_two_modes.c - the frame that does not exist

   TASK      A simulation draws frames. Most frames need `steps` steps. About two in five are key frames, which need
             four times as many steps and come without a pattern. The author reports the mean time of a frame, but no
             frame takes that long. Change measure() so that it returns the median time of an *ordinary* frame in ms.
   LOOK      at the finding `bimodal`: two times, each with its share of the frames. Where between them is the mean,
             which the program prints above the report? Is the median a better figure here? Run the program with
             GT_CSV=frames.csv in the environment: that file then holds every single time. Draw a histogram.
   THINK     Which figure would tell the owner of a screen whether frames are ready in time? Which figure would predict
             the electricity bill?
   KEEP      the name "frame" for the scope of ordinary frames, at least 20 samples of them, GT_EVENT at the launch; the
             key frames, in their order
   GRADED    without the findings bimodal and alternate; 0.75 to 1.33 times the solution's number */

#include "grade.h"

enum { FRAMES = 60 };

static int is_key(int frame)        /* about two in five, without a pattern */
{
    return ((unsigned)frame * 2654435761u >> 16) % 5 < 2;
}

double measure(const gt_cl *cl, exercise *x)
{
    gt_timer watch = { { 0 } };
    euler e;
    int i;
    if (euler_open(&e, cl, x)) {
        euler_launch(&e, cl->queue, x, NULL);       /* warm-up */
        GT_CL(clFinish(cl->queue));

        for (i = 0; i < FRAMES; i++) {
            euler_args(e.kernel, e.in, e.out, is_key(i) ? 4 * x->steps : x->steps);
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
    return gt_timer_ms(&watch) / FRAMES;
}
