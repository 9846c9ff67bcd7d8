/* 17_close_to_the_ceiling.c - nothing left to gain, or so it seems

   TASK      How far is the solver from what the memory could do? The ceiling is measured: the solver with no steps
             copies its input to its output. The author counts 8 bytes for each number and step, "a step reads x and
             writes x", and finds that little is left to gain, or more than 100 %. The times, each from the launch to
             its completion, are right. Change measure() so that it returns the share of the copy's rate that the
             solver reaches (1: as fast as the copy), counting the bytes that go to the memory and back.
   LOOK      at the kernel in grade.h: where is x between two steps? Add GT_WORK(FLOPS, BYTES) to both scopes, and the
             report has a column with the rates. Run the program with the arguments 1 and 5, and work out by hand what
             you expect.
   THINK     Which share would show that more memory bandwidth makes the solver no faster? What bounds the solver
             then? (gt_cl_limits measures more ceilings, in 10 s; example 20 draws the roofline.)
   KEEP      the scopes' names, at least 20 samples, GT_EVENT at each launch
   GRADED    the number follows from the kit's samples of both scopes in the same run; 0.60 to 1.67 times the solution's
             number */

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
                euler_launch(&e, cl->queue, x, GT_EVENT);
            }
            euler_args(e.kernel, e.in, e.out, x->steps);
            GT_SCOPE_CL(cl->queue, "euler") {
                euler_launch(&e, cl->queue, x, GT_EVENT);
            }
        }
        euler_read(&e, cl->queue, x);
    }
    euler_close(&e);
    ceiling = 8 * numbers / median_ms("copy");
    rate = 8 * numbers * x->steps / median_ms("euler");
    return rate / ceiling;
}
