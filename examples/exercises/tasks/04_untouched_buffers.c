/* 04_untouched_buffers.c - a fresh buffer for every run

   TASK      One step of the solver over many numbers does little more than read and write memory. The program waits in
             the right places, warms up and takes the median. Still, the memory of this machine seems to be many times
             slower than its maker states. Change measure() so that it returns the median time in ms of one run that
             writes to memory that was used before.
   LOOK      at the GB/s in the report, and at the finding: how many of the samples does it concern?
   THINK     A program asks for memory: at which moment does the system provide it? Who pays: the call that creates the
             buffer, or the first command that uses the buffer?
   KEEP      the scope's name, at least 10 samples, GT_EVENT at the launch
   GRADED    without the finding page-faults; 0.70 to 1.33 times the solution's number. (A device with memory of its own
             takes no page faults; there the number shows the fault.) */

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
