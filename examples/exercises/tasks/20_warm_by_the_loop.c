/* 20_warm_by_the_loop.c - the loop warms the cache that the program will not find

   TASK      In the program that this is for, other data pass through memory before each launch: hundreds of megabytes.
             The author times the kernel alone, again and again, on the same numbers, and promises the median. From the
             second launch on these numbers lie in a cache. Change measure() so that it returns the median time in ms of
             a launch that finds none of its data in a cache. The benchmark's own work against that must not be timed.
   LOOK      at the GB/s in the report, and at what memory can do: make demo EX=24 shows both. Which of the two numbers
             does your program come to?
   THINK     Which number would you quote for a kernel whose input the kernel before has just written? Why is it no
             repair to flush inside the scope? What does NVBench do before each sample?
   KEEP      the scope's name, at least 20 samples, GT_EVENT at the launch; the array in the buffer before the launches
   GRADED    0.70 to 1.43 times the solution's number. (A device with caches that are as slow as its memory, or with a
             launch that takes longer than the kernel, gives both programs the same number.) */

#include "grade.h"

#define SUM_SOURCE \
    "__kernel void sum(__global const float16 *in, __global float *sums)    /* each adds 64 vectors: 4 KiB */\n" \
    "{\n" \
    "    size_t i = get_global_id(0);\n" \
    "    float16 s = 0;\n" \
    "    for (int k = 0; k < 64; k++) s += in[64 * i + k];\n" \
    "    sums[i] = s.s0 + s.s5 + s.sa + s.sf;\n" \
    "}\n"

double measure(const gt_cl *cl, exercise *x)
{
    size_t bytes = x->n * sizeof *x->in, items = x->n / 1024;
    cl_program program = gt_cl_program(cl, SUM_SOURCE, NULL, "sum");
    cl_kernel kernel = program ? GT_CL_NEW(clCreateKernel(program, "sum", GT_CL_ERR)) : NULL;
    cl_mem in = GT_CL_NEW(clCreateBuffer(cl->context, CL_MEM_READ_WRITE, bytes, NULL, GT_CL_ERR));
    cl_mem sums = GT_CL_NEW(clCreateBuffer(cl->context, CL_MEM_READ_WRITE, items * sizeof(float), NULL, GT_CL_ERR));
    int i;
    if (kernel && in && sums) {
        GT_CL(clSetKernelArg(kernel, 0, sizeof in, &in));
        GT_CL(clSetKernelArg(kernel, 1, sizeof sums, &sums));
        GT_CL(clEnqueueWriteBuffer(cl->queue, in, CL_TRUE, 0, bytes, x->in, 0, NULL, NULL));
        gt_cl_warm_kernel(cl->queue, kernel, 1, NULL, &items, NULL);
        for (i = 0; i < 25; i++) {
            GT_SCOPE_CL(cl->queue, "read") {
                GT_WORK(0, (double)bytes);
                GT_CL(clEnqueueNDRangeKernel(cl->queue, kernel, 1, NULL, &items, NULL, 0, NULL, GT_EVENT));
            }
        }
        GT_CL(clEnqueueReadBuffer(cl->queue, in, CL_TRUE, 0, bytes, x->out, 0, NULL, NULL));
    }
    if (in) GT_CL(clReleaseMemObject(in));
    if (sums) GT_CL(clReleaseMemObject(sums));
    if (kernel) GT_CL(clReleaseKernel(kernel));
    if (program) GT_CL(clReleaseProgram(program));
    return median_ms("read");
}
