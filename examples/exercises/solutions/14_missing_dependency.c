/* 14_missing_dependency.c - the solution: events

   Commands of one queue run in their order. Between queues there is no order but the one that wait lists make. An order
   that comes out right because a copy happened to be fast is luck: it changes with the device, the driver and the load.
   A clFinish between two commands orders them too; the host then sits in between, and the device idles meanwhile. */

#include "grade.h"

double measure(const gt_cl *cl, exercise *x)
{
    size_t bytes = x->n * sizeof *x->in, local = 64;
    cl_command_queue copies = cl->queue;
    cl_command_queue compute = GT_CL_NEW(clCreateCommandQueue(cl->context, cl->device, CL_QUEUE_PROFILING_ENABLE,
                                                              GT_CL_ERR));
    euler e;
    int i;
    if (euler_open(&e, cl, x) && compute) {
        euler_launch(&e, compute, x, NULL);         /* warm-up */
        GT_CL(clFinish(compute));
        euler_args(e.kernel, e.in, e.in, x->steps);

        for (i = 0; i < 25; i++) {
            GT_SCOPE_CL(copies, "pass") {
                cl_event *there = GT_EVENT, *ran;
                GT_CL(clEnqueueWriteBuffer(copies, e.in, CL_FALSE, 0, bytes, x->in, 0, NULL, there));
                GT_CL(clFlush(copies));             /* what another queue waits for must be on its way */
                ran = GT_EVENT;
                GT_CL(clEnqueueNDRangeKernel(compute, e.kernel, 1, NULL, &x->n, &local, 1, there, ran));
                GT_CL(clFlush(compute));
                GT_CL(clEnqueueReadBuffer(copies, e.in, CL_FALSE, 0, bytes, x->out, 1, ran, GT_EVENT));
            }
        }
        GT_CL(clFinish(compute));
    }
    euler_close(&e);
    if (compute) GT_CL(clReleaseCommandQueue(compute));
    return median_ms("pass");
}
