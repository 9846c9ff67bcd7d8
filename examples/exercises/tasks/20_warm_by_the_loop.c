/* 20_warm_by_the_loop.c - the loop warms the cache that the program will not find

   TASK      A kernel walks through an array: each number says where the next one is, as in a list or a tree. In the
             program that this is for, other data pass through memory before each launch: hundreds of megabytes. The
             author times the kernel alone, again and again, on the same numbers, and promises the median. From the
             second launch on these numbers lie in a cache. Change measure() so that it returns the median time in ms of
             a launch that finds none of its data in a cache. The benchmark's own work against that must not be timed.
   LOOK      at the first samples (GT_CSV=file in the environment), and at the time of one of the 256 steps of a walk:
             a memory answers in 100 ns or more, a cache much sooner. make demo EX=24 shows the same with sums.
   THINK     Which number would you quote for a kernel whose input the kernel before has just written? Why is it no
             repair to flush inside the scope? What does NVBench do before each sample?
   KEEP      the scope's name, at least 20 samples, GT_EVENT at the launch; the array in the buffer before the launches
   GRADED    0.70 to 1.43 times the solution's number. */

#include "grade.h"

#define WALK_SOURCE \
    "__kernel void walk(__global const float *in, __global float *sums, uint lines)    /* 64 bytes each */\n" \
    "{\n" \
    "    uint at = (uint)get_global_id(0) * 256u * 257u % lines;\n" \
    "    float s = 0;\n" \
    "    for (int k = 0; k < 256; k++) {\n" \
    "        float v = in[16 * at];\n" \
    "        s += v;\n" \
    "        at += v > 2 ? 1 : 257;              /* the number says where the next one is */\n" \
    "        if (at >= lines) at -= lines;\n" \
    "    }\n" \
    "    sums[get_global_id(0)] = s;\n" \
    "}\n"

double measure(const gt_cl *cl, exercise *x)
{
    size_t bytes = x->n * sizeof *x->in, items = x->n / 16 / 256;
    cl_uint lines = (cl_uint)(x->n / 16);
    cl_program program = gt_cl_program(cl, WALK_SOURCE, NULL, "walk");
    cl_kernel kernel = program ? GT_CL_NEW(clCreateKernel(program, "walk", GT_CL_ERR)) : NULL;
    cl_mem in = GT_CL_NEW(clCreateBuffer(cl->context, CL_MEM_READ_WRITE, bytes, NULL, GT_CL_ERR));
    cl_mem sums = GT_CL_NEW(clCreateBuffer(cl->context, CL_MEM_READ_WRITE, items * sizeof(float), NULL, GT_CL_ERR));
    int i;
    if (kernel && in && sums) {
        GT_CL(clSetKernelArg(kernel, 0, sizeof in, &in));
        GT_CL(clSetKernelArg(kernel, 1, sizeof sums, &sums));
        GT_CL(clSetKernelArg(kernel, 2, sizeof lines, &lines));
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
