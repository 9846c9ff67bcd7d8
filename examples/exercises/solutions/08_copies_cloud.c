/* 08_copies_cloud.c - the solution: both sides do the same work, and the copies stand outside

   The program compares many launches with one, and nothing else: each step takes its input from where the step before
   left its result, on the device. The time that the whole program saves by leaving copies out is another speedup, of
   another change: print it beside this one. How much one launch saves depends on how much each of the many has to do:
   the speedup of a small array is another one than that of a large array. */

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
    euler e;
    int i;
    if (euler_open(&e, cl, x)) {
        euler_launch(&e, cl->queue, x, NULL);       /* warm-up */
        GT_CL(clFinish(cl->queue));

        GT_COMPARE("launches", .budget_s = 1, .max_n = 30) {
            GT_SIDE("many") {
                GT_SCOPE_CL(cl->queue, "compute") {
                    for (i = 0; i < x->steps; i++) {
                        euler_args(e.kernel, i ? e.out : e.in, e.out, 1);
                        euler_launch(&e, cl->queue, x, GT_EVENT);
                    }
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
