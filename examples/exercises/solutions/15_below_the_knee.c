/* 15_below_the_knee.c - the solution: a forecast from sizes above the knee

   Below the knee a run is a launch with hardly any work, and its time says little about the work: it does not grow, or
   it grows slowly. Above the knee the time grows with the work, here with the square of the size. So the program
   doubles the size until a run takes 20 ms, far above any launch, and goes on from there with the exponent that follows
   from the kernel's text. A GPU has a second knee: until all of its units have work, the time grows linearly. But a GPU
   may well run all x->n bodies. */

#include "grade.h"
#include <math.h>

#define PAIRS_SOURCE \
    "__kernel void pairs(__global const float *in, __global float *out, int n)\n" \
    "{\n" \
    "    float x = in[get_global_id(0)], sum = 0;\n" \
    "    for (int j = 0; j < n; j++) {\n" \
    "        float d = in[j] - x;\n" \
    "        sum += d / (d * d + 0.01f);\n" \
    "    }\n" \
    "    out[get_global_id(0)] = sum;\n" \
    "}\n"

/* The median time of a run with n bodies, in ms. */
static double run_ms(cl_command_queue queue, cl_kernel kernel, size_t n)
{
    enum { RUNS = 7 };
    size_t local = 64;
    cl_int count = (cl_int)n;
    double ms[RUNS];
    gt_stats stats;
    int i;
    GT_CL(clSetKernelArg(kernel, 2, sizeof count, &count));
    gt_cl_warm_kernel(queue, kernel, 1, NULL, &n, &local);
    for (i = 0; i < RUNS; i++) {
        gt_timer watch = { { 0 } };
        gt_timer_start(&watch);
        GT_SCOPE_CL(queue, "pairs") {
            GT_CL(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &n, &local, 0, NULL, GT_EVENT));
        }
        gt_timer_stop(&watch);
        ms[i] = gt_timer_ms(&watch);
    }
    return gt_stats_of(ms, RUNS, 0, &stats) == GT_OK ? stats.median : 0;
}

/* How long x->n bodies take. */
static double forecast_ms(cl_command_queue queue, cl_kernel kernel, const exercise *x)
{
    double ms = 0;
    size_t n = 64;
    while ((ms = run_ms(queue, kernel, n)) < 20 && n < x->n) n = 2 * n < x->n ? 2 * n : x->n;
    return ms * pow((double)x->n / (double)n, 2);
}

double measure(const gt_cl *cl, exercise *x)
{
    cl_program program = gt_cl_program(cl, PAIRS_SOURCE, NULL, "pairs");
    cl_kernel kernel = program ? GT_CL_NEW(clCreateKernel(program, "pairs", GT_CL_ERR)) : NULL;
    double ms = 0;
    euler e;
    if (kernel && euler_open(&e, cl, x)) {
        GT_CL(clSetKernelArg(kernel, 0, sizeof e.in, &e.in));
        GT_CL(clSetKernelArg(kernel, 1, sizeof e.out, &e.out));
        ms = forecast_ms(cl->queue, kernel, x);
        euler_launch(&e, cl->queue, x, NULL);       /* the result that the grader looks at */
        euler_read(&e, cl->queue, x);
        euler_close(&e);
    }
    if (kernel) GT_CL(clReleaseKernel(kernel));
    if (program) GT_CL(clReleaseProgram(program));
    return ms;
}
