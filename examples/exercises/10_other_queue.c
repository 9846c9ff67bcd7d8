/* 10_other_queue.c - one queue to compute, one to copy

   TASK      "So that copies and kernels can overlap" the program has two queues. The solver's time comes out as
             next to nothing. Every launch stands in a barrier scope, the results are right, no error is reported.
             Let measure() return the median time of one run of the solver in ms.
   LOOK      at the findings, and at the missing column `device`
   THINK     What does clFinish wait for? What would wait for everything, and what would that cost a program that
             wants to overlap?
   KEEP      the scope's name, at least 20 samples, GT_EVENT at the launch; both queues
   GRADED    without wrong-queue; 0.75 to 1.33 times the solution's number */

#include "grade.h"

double measure(const gt_cl *cl, exercise *x)
{
    cl_command_queue copies = cl->queue;
    cl_command_queue compute = GT_CL_NEW(clCreateCommandQueue(cl->context, cl->device, CL_QUEUE_PROFILING_ENABLE,
                                                              GT_CL_ERR));
    euler e;
    int i;
    if (euler_open(&e, cl, x) && compute) {
        euler_launch(&e, compute, x, NULL);         /* warm-up */
        GT_CL(clFinish(compute));

        for (i = 0; i < 25; i++) {
            GT_SCOPE_CL(copies, "euler") {
                euler_launch(&e, compute, x, GT_EVENT);
            }
        }
        GT_CL(clFinish(compute));
        euler_read(&e, copies, x);
    }
    euler_close(&e);
    if (compute) GT_CL(clReleaseCommandQueue(compute));
    return median_ms("euler");
}
