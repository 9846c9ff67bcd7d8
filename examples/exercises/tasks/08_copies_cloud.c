/* 08_copies_cloud.c - a speedup of what, against what?

   TASK      The old program launches the solver for each step; the new program launches it once, for all steps.
             "Fewer passes over memory", writes the author, and reports a speedup. Both sides compute the right result,
             in as many steps. What else does one of them do? Change measure() so that it returns how many times as
             fast one launch is as many, with the input on the device beforehand and the result left there.
   LOOK      at the rows below each side of the comparison in the report
   THINK     When would you publish the speedup with copies, and when without? Why is it best to publish both?
   KEEP      the names "launches", "many", "one" and "compute"; GT_EVENT at the launches
   GRADED    without the finding copy-clouds, and without copies between the launches; the number follows from the
             kit's samples of both sides in the same run; 0.80 to 1.25 times the solution's number */

#include "grade.h"

static double speedup(void)
{
    gt_snapshot s;
    gt_ratio r;
    double times = 0;
    if (gt_snapshot_take(&s) != GT_OK) return 0;
    if (gt_snapshot_compare(&s, "launches", "one", NULL, &r) == GT_OK) times = r.ratio;
    gt_snapshot_free(&s);
    return times;
}

double measure(const gt_cl *cl, exercise *x)
{
    size_t bytes = x->n * sizeof *x->in;
    euler e;
    int i;
    if (euler_open(&e, cl, x)) {
        euler_launch(&e, cl->queue, x, NULL);       /* warm-up */
        GT_CL(clFinish(cl->queue));

        GT_COMPARE("launches", .budget_s = 1, .max_n = 30) {
            GT_SIDE("many") {
                GT_SCOPE_CL(cl->queue, "copy-in") {
                    GT_CL(clEnqueueWriteBuffer(cl->queue, e.in, CL_FALSE, 0, bytes, x->in, 0, NULL, GT_EVENT));
                }
                GT_SCOPE_CL(cl->queue, "compute") {
                    for (i = 0; i < x->steps; i++) {
                        euler_args(e.kernel, i ? e.out : e.in, e.out, 1);
                        euler_launch(&e, cl->queue, x, GT_EVENT);
                    }
                }
                GT_SCOPE_CL(cl->queue, "copy-out") {
                    GT_CL(clEnqueueReadBuffer(cl->queue, e.out, CL_FALSE, 0, bytes, x->out, 0, NULL, GT_EVENT));
                }
            }
            GT_SIDE("one") {
                GT_SCOPE_CL(cl->queue, "compute") {
                    euler_args(e.kernel, e.in, e.out, x->steps);
                    euler_launch(&e, cl->queue, x, GT_EVENT);
                }
            }
        }
        euler_read(&e, cl->queue, x);
    }
    euler_close(&e);
    return speedup();
}
