/* 15_below_the_knee.c - a forecast from small sizes

   TASK      Each of x->n bodies pulls at each other one, so a run with all of them may take minutes. The author
             measures a few small sizes, draws a line through the times on logarithmic axes, and reads off how long
             all bodies will take. The points lie near the line, and the forecast is far too small. Change measure() so
             that it returns the time in ms that one run of the kernel takes with x->n bodies. You need not run that
             size, and on a processor you cannot: a program may take 60 s.
   LOOK      at the exponent that the program uses (print it). Which exponent follows from the kernel's text? Draw the
             times of the sizes 64, 128, 256, ... up to some ten thousand on logarithmic axes: where is the knee?
   THINK     What does a run of 64 bodies consist of, on a processor and on a GPU? Where would the knee of the solver of
             the other exercises be, whose work grows linearly? How far beyond the largest size that you have measured
             do you trust a forecast?
   KEEP      the kernel; the scope's name, GT_EVENT at the launch; at least 4 sizes with 3 samples or more each, and 20
             samples or more altogether
   GRADED    the times that gtprof saw must grow with the square of the size at the upper end;
             0.50 to 2.00 times the solution's number */

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
    double first = run_ms(queue, kernel, 64), last = first, exponent;
    size_t n = 64;
    while (n < 512) last = run_ms(queue, kernel, n *= 2);
    exponent = log(last / first) / log((double)n / 64);
    return last * pow((double)x->n / (double)n, exponent);
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
