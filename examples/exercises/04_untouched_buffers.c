/* 04_untouched_buffers.c - a fresh buffer for every run

   TASK      One step of the solver over many numbers: little more than reading and writing memory. The program
             waits where it should, warms up, and takes the median, and yet the memory of this machine seems to be
             many times slower than its maker says. Let measure() return the median time of one run into memory that
             has been used before, in ms.
   LOOK      at what the report says of GB/s, and at its findings
   THINK     When does memory that was asked for become memory? Who pays, and where: the call that makes the buffer,
             or its first user?
   KEEP      the scope's name, at least 10 samples, GT_EVENT at the launch
   GRADED    without page-faults; 0.70 to 1.43 times the solution's number */

#include "grade.h"

double measure(const gt_cl *cl, exercise *x)
{
    size_t bytes = x->n * sizeof *x->in;
    euler e;
    int i;
    if (euler_open(&e, cl, x)) {
        euler_launch(&e, cl->queue, x, NULL);       /* warm-up */
        GT_CL(clFinish(cl->queue));

        for (i = 0; i < 12; i++) {
            cl_mem out = GT_CL_NEW(clCreateBuffer(cl->context, CL_MEM_READ_WRITE, bytes, NULL, GT_CL_ERR));
            if (!out) break;
            euler_args(e.kernel, e.in, out, x->steps);
            GT_SCOPE_CL(cl->queue, "euler") {
                GT_WORK(0, 2.0 * (double)bytes);
                euler_launch(&e, cl->queue, x, GT_EVENT);
            }
            GT_CL(clEnqueueReadBuffer(cl->queue, out, CL_TRUE, 0, bytes, x->out, 0, NULL, NULL));
            GT_CL(clReleaseMemObject(out));
        }
    }
    euler_close(&e);
    return median_ms("euler");
}
