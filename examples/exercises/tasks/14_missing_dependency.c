/* 14_missing_dependency.c - three commands in a row, or so it looks

   TASK      In each pass one queue copies the numbers to the device, the other queue runs the solver on them, in place,
             and the first queue copies the result back. The lines stand in the right order, and once, on the author's
             machine, the result was right. Who says that the commands run in that order? Change measure() so that each
             command waits for the one that it needs, and return the median time of a pass in ms.
   LOOK      at the result, in several runs, and at the report's findings: why does the launch still run when the scope
             ends? Would a scope that waits for both queues put the commands in order? Write a trace (GT_TRACE=file in
             the environment) and open the file in ui.perfetto.dev: which commands run at the same time?
   THINK     Why may the result be right on one machine and wrong on another? What do you pay for a clFinish between two
             commands, and what for an event? When are two queues worth their trouble?
   KEEP      the scope's name, at least 20 samples, GT_EVENT at one command or more of each pass; in each pass both
             copies in the one queue and the launch in the other. (euler_launch has no wait list; grade.h shows the
             call that it makes. Each GT_EVENT is a new cl_event *: keep one in a variable, pass the variable to the
             call, and it points to the command's event until the scope ends. Other commands can wait for that event.)
   GRADED    gtprof must see what each launch and each copy back waits for; the right result;
             0.70 to 1.43 times the solution's number */

#include "grade.h"

double measure(const gt_cl *cl, exercise *x)
{
    size_t bytes = x->n * sizeof *x->in;
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
                GT_CL(clEnqueueWriteBuffer(copies, e.in, CL_FALSE, 0, bytes, x->in, 0, NULL, GT_EVENT));
                euler_launch(&e, compute, x, GT_EVENT);
                GT_CL(clFlush(compute));
                GT_CL(clEnqueueReadBuffer(copies, e.in, CL_FALSE, 0, bytes, x->out, 0, NULL, GT_EVENT));
            }
        }
        GT_CL(clFinish(compute));
    }
    euler_close(&e);
    if (compute) GT_CL(clReleaseCommandQueue(compute));
    return median_ms("pass");
}
