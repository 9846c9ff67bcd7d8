/* 03_compiler_inside.c - the convenient function

   TASK      solve() does everything that a run needs: you pass two buffers, and the second one gets the results. A
             library should offer such a function, and this program times calls of it. But the question was how long
             the *solver* takes. Change measure() so that it returns the median time of one run of the kernel, from
             the launch to its completion, in ms, without the work that is needed only once.
   LOOK      at "where the time goes" in the report: which share is `device`, and which part takes the rest?
   THINK     Which of the calls below would you make again for each of the next thousand runs?
   KEEP      the scope's name, at least 20 samples, GT_EVENT at the launch
   GRADED    without the finding jit-in-region; 0.75 to 1.33 times the solution's number */

#include "grade.h"

static void solve(const gt_cl *cl, const exercise *x, cl_mem in, cl_mem out)
{
    size_t local = 64;
    cl_program program = gt_cl_program(cl, EULER_SOURCE, NULL, "euler");
    cl_kernel kernel = program ? GT_CL_NEW(clCreateKernel(program, "euler", GT_CL_ERR)) : NULL;
    if (kernel) {
        euler_args(kernel, in, out, x->steps);
        GT_CL(clEnqueueNDRangeKernel(cl->queue, kernel, 1, NULL, &x->n, &local, 0, NULL, GT_EVENT));
        GT_CL(clReleaseKernel(kernel));
    }
    if (program) GT_CL(clReleaseProgram(program));
}

double measure(const gt_cl *cl, exercise *x)
{
    size_t bytes = x->n * sizeof *x->in;
    cl_mem in = GT_CL_NEW(clCreateBuffer(cl->context, CL_MEM_READ_ONLY, bytes, NULL, GT_CL_ERR));
    cl_mem out = GT_CL_NEW(clCreateBuffer(cl->context, CL_MEM_READ_WRITE, bytes, NULL, GT_CL_ERR));
    int i;
    if (in && out) {
        GT_CL(clEnqueueWriteBuffer(cl->queue, in, CL_TRUE, 0, bytes, x->in, 0, NULL, NULL));
        solve(cl, x, in, out);      /* warm-up */
        for (i = 0; i < 20; i++) {
            GT_SCOPE_CL(cl->queue, "euler") {
                solve(cl, x, in, out);
            }
        }
        GT_CL(clEnqueueReadBuffer(cl->queue, out, CL_TRUE, 0, bytes, x->out, 0, NULL, NULL));
    }
    if (in) GT_CL(clReleaseMemObject(in));
    if (out) GT_CL(clReleaseMemObject(out));
    return median_ms("euler");
}
