/* 19_stamps_of_two.c - the device's own clock cannot be wrong

   TASK      Each step sends the input, launches the solver, and brings the result back. "I use the stamps of the
             device, so no host disturbs me", writes the author, and subtracts START of the first command from END of
             the last one. Of what is that the time? Change measure() so that it returns the median time in ms for which
             the device ran the *solver*, by its stamps.
   LOOK      at the table of commands by kind in the report: which of them lie between the two stamps? Leave the copies
             out for once: does the number change, although the solver does the same?
   THINK     Which two stamps of one command would show that the queue was full? And what does it mean if END of one
             command and START of the next one are far apart?
   KEEP      the copies to and from the device in each step, the scope's name, at least 20 samples; the launch's event
             handed to the kit (GT_EVENT, or gt_cl_event_add as here)
   GRADED    0.75 to 1.33 times the solution's number */

#include "grade.h"

enum { STEPS = 25 };

static double stamp_ms(cl_event event, cl_profiling_info which)
{
    cl_ulong ns = 0;
    GT_CL(clGetEventProfilingInfo(event, which, sizeof ns, &ns, NULL));
    return (double)ns * 1e-6;
}

double measure(const gt_cl *cl, exercise *x)
{
    size_t bytes = x->n * sizeof *x->in, local = 64;
    double ms[STEPS] = { 0 };
    gt_stats stats;
    euler e;
    int i, k;
    if (euler_open(&e, cl, x)) {
        euler_launch(&e, cl->queue, x, NULL);       /* warm-up */
        GT_CL(clFinish(cl->queue));

        for (i = 0; i < STEPS; i++) {
            cl_event sent = NULL, ran = NULL, back = NULL;
            GT_SCOPE_CL(cl->queue, "step") {
                GT_CL(clEnqueueWriteBuffer(cl->queue, e.in, CL_FALSE, 0, bytes, x->in, 0, NULL, &sent));
                GT_CL(clEnqueueNDRangeKernel(cl->queue, e.kernel, 1, NULL, &x->n, &local, 0, NULL, &ran));
                gt_cl_event_add(ran, "euler", 0);
                GT_CL(clEnqueueReadBuffer(cl->queue, e.out, CL_FALSE, 0, bytes, x->out, 0, NULL, &back));
            }
            ms[i] = stamp_ms(back, CL_PROFILING_COMMAND_END) - stamp_ms(sent, CL_PROFILING_COMMAND_START);
            for (k = 0; k < 3; k++) GT_CL(clReleaseEvent(k == 0 ? sent : k == 1 ? ran : back));
        }
        euler_read(&e, cl->queue, x);
    }
    euler_close(&e);
    return gt_stats_of(ms, STEPS, 0, &stats) == GT_OK ? stats.median : 0;
}
