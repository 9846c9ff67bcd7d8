/* 06_one_sample.c - the solution: as many samples as the precision needs, and an interval

   Below six samples no interval of the median holds 95 %: the samples do not say where the next run would lie.
   GT_TRIAL warms up, repeats until the interval is narrow enough or the budget is spent, and reports which of the two
   ended it. */

#include "grade.h"

double measure(const gt_cl *cl, exercise *x)
{
    euler e;
    if (euler_open(&e, cl, x)) {
        GT_TRIAL("trial", .budget_s = 0.5, .precision = 0.02) {
            GT_SCOPE_CL(cl->queue, "euler") {
                euler_launch(&e, cl->queue, x, GT_EVENT);
            }
        }
        euler_read(&e, cl->queue, x);
    }
    euler_close(&e);
    return median_ms("euler");
}
