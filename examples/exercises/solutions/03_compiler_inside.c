/* 03_compiler_inside.c - the solution: work that is needed once stands before the scope

   The program builds the program and creates the kernel once; the scope holds the launch alone. A program that calls
   the solve() of a library a single time does pay for the build, and may time the build in a scope of its own. */

#include "grade.h"

double measure(const gt_cl *cl, exercise *x)
{
    size_t bytes = x->n * sizeof *x->in, local = 64;
    cl_mem in = GT_CL_NEW(clCreateBuffer(cl->context, CL_MEM_READ_ONLY, bytes, NULL, GT_CL_ERR));
    cl_mem out = GT_CL_NEW(clCreateBuffer(cl->context, CL_MEM_READ_WRITE, bytes, NULL, GT_CL_ERR));
    cl_program program = gt_cl_program(cl, EULER_SOURCE, NULL, "euler");
    cl_kernel kernel = program ? GT_CL_NEW(clCreateKernel(program, "euler", GT_CL_ERR)) : NULL;
    int i;
    if (in && out && kernel) {
        GT_CL(clEnqueueWriteBuffer(cl->queue, in, CL_TRUE, 0, bytes, x->in, 0, NULL, NULL));
        euler_args(kernel, in, out, x->steps);
        gt_cl_warm_kernel(cl->queue, kernel, 1, NULL, &x->n, &local);
        for (i = 0; i < 25; i++) {
            GT_SCOPE_CL(cl->queue, "euler") {
                GT_CL(clEnqueueNDRangeKernel(cl->queue, kernel, 1, NULL, &x->n, &local, 0, NULL, GT_EVENT));
            }
        }
        GT_CL(clEnqueueReadBuffer(cl->queue, out, CL_TRUE, 0, bytes, x->out, 0, NULL, NULL));
    }
    if (kernel) GT_CL(clReleaseKernel(kernel));
    if (program) GT_CL(clReleaseProgram(program));
    if (in) GT_CL(clReleaseMemObject(in));
    if (out) GT_CL(clReleaseMemObject(out));
    return median_ms("euler");
}
