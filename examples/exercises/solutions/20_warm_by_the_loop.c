/* 20_warm_by_the_loop.c - the solution: before each launch other memory is written, more than a cache holds

   What was used last is what a cache keeps. A fill of 256 MiB, or as many other arrays, takes its place, outside of the
   scope and with a wait of its own. A loop over one set of data answers another question: how fast is the kernel where
   somebody has just touched its data? Both numbers are right; say which one you quote. */

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
    cl_mem other = GT_CL_NEW(clCreateBuffer(cl->context, CL_MEM_READ_WRITE, (size_t)256 << 20, NULL, GT_CL_ERR));
    int i;
    if (kernel && in && sums && other) {
        GT_CL(clSetKernelArg(kernel, 0, sizeof in, &in));
        GT_CL(clSetKernelArg(kernel, 1, sizeof sums, &sums));
        GT_CL(clSetKernelArg(kernel, 2, sizeof lines, &lines));
        GT_CL(clEnqueueWriteBuffer(cl->queue, in, CL_TRUE, 0, bytes, x->in, 0, NULL, NULL));
        gt_cl_warm_kernel(cl->queue, kernel, 1, NULL, &items, NULL);
        for (i = 0; i < 25; i++) {
            gt_cl_fill(cl->queue, other, &i, sizeof i);
            GT_SCOPE_CL(cl->queue, "read") {
                GT_WORK(0, (double)bytes);
                GT_CL(clEnqueueNDRangeKernel(cl->queue, kernel, 1, NULL, &items, NULL, 0, NULL, GT_EVENT));
            }
        }
        GT_CL(clEnqueueReadBuffer(cl->queue, in, CL_TRUE, 0, bytes, x->out, 0, NULL, NULL));
    }
    if (other) GT_CL(clReleaseMemObject(other));
    if (in) GT_CL(clReleaseMemObject(in));
    if (sums) GT_CL(clReleaseMemObject(sums));
    if (kernel) GT_CL(clReleaseKernel(kernel));
    if (program) GT_CL(clReleaseProgram(program));
    return median_ms("read");
}
