/* 10_other_queue.c - the solution: wait for the queue that does the work

   clFinish waits for one queue and ignores all others; so does GT_SCOPE_CL. Name the queue that receives the commands.
   If the work is spread over several queues, wait for all of them (gt_cl_finish_all waits for the queues that the kit
   knows: gt_cl_attach). */

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
            GT_SCOPE_CL(compute, "euler") {
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
