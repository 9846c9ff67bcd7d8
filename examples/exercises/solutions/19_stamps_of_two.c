/* 19_stamps_of_two.c - the solution: START and END of one command

   Stamps are exact, and still say only what lies between them. Two stamps of one command frame its execution; stamps of
   two commands frame all that the device did in between, and all that it waited for: copies, gaps, the compilation of a
   kernel. The kit prints the same number as "device", without a call for stamps. */

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
            ms[i] = stamp_ms(ran, CL_PROFILING_COMMAND_END) - stamp_ms(ran, CL_PROFILING_COMMAND_START);
            for (k = 0; k < 3; k++) GT_CL(clReleaseEvent(k == 0 ? sent : k == 1 ? ran : back));
        }
        euler_read(&e, cl->queue, x);
    }
    euler_close(&e);
    return gt_stats_of(ms, STEPS, 0, &stats) == GT_OK ? stats.median : 0;
}
