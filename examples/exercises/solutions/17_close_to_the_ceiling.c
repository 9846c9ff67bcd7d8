/* 17_close_to_the_ceiling.c - the solution: each number is read once and written once

   Between two steps x stays in a register. What counts is the least that must go to the memory and back, 4 bytes each
   way for each number, whatever the program says how often. A share of 1 would mean that only a faster memory helps; a
   small one means that something else bounds the kernel (here the chain of additions and multiplications), and a share
   above 1 that the bytes are counted wrongly, or come from a closer cache than those of the ceiling. */

#include "grade.h"

double measure(const gt_cl *cl, exercise *x)
{
    double numbers = (double)x->n, ceiling, rate;       /* bytes a ms */
    euler e;
    int i;
    if (euler_open(&e, cl, x)) {
        euler_launch(&e, cl->queue, x, NULL);       /* warm-up */
        GT_CL(clFinish(cl->queue));

        for (i = 0; i < 25; i++) {
            euler_args(e.kernel, e.in, e.out, 0);
            GT_SCOPE_CL(cl->queue, "copy") {
                GT_WORK(0, 8 * numbers);
                euler_launch(&e, cl->queue, x, GT_EVENT);
            }
            euler_args(e.kernel, e.in, e.out, x->steps);
            GT_SCOPE_CL(cl->queue, "euler") {
                GT_WORK(4 * numbers * x->steps, 8 * numbers);
                euler_launch(&e, cl->queue, x, GT_EVENT);
            }
        }
        euler_read(&e, cl->queue, x);
    }
    euler_close(&e);
    ceiling = 8 * numbers / median_ms("copy");
    rate = 8 * numbers / median_ms("euler");
    return rate / ceiling;
}
