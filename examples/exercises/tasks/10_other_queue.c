/* 10_other_queue.c - one queue to compute, one to copy

   TASK      The program has two queues "so that copies and kernels can overlap". It reports almost no time for the
             solver. Every launch is in a barrier scope, the results are right, no call fails. Change measure() so that
             it returns the median time of one run of the solver in ms.
   LOOK      at the findings. The report has no column `device`, although the launch has GT_EVENT: why?
   THINK     What does clFinish wait for? What would wait for everything, and what would that cost a program that wants
             copies and kernels to overlap?
   KEEP      the scope's name, at least 20 samples, GT_EVENT at the launch; both queues: the result is read
             in the one, the launches are in the other
   GRADED    without the finding wrong-queue; 0.75 to 1.33 times the solution's number */

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
