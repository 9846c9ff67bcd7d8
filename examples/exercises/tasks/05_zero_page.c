/* 05_zero_page.c - the contents do not matter

   TASK      How fast does the device read its memory? Like many benchmarks of bandwidth this one makes a buffer, warms
             up, waits, and takes the median over many readings. It writes nothing into the buffer first: the contents
             cannot matter, says the author; the data come later, when the program needs them. On a device that is a
             processor, the number is far too good. Change measure() so that it returns the median time in ms of reading
             the buffer with x->in in it.
   LOOK      at the GB/s: is your memory that fast? Then copy the numbers first, and compare. If you tell the kit the
             bandwidth of your memory before the loop (for 20 GB/s: gt_peak(0, 20e9)), the report has the finding
             `implausible`.
   THINK     How much physical memory belongs to a buffer that was never written? In which cache does it fit? The
             repaired program reads 20 to 50 MB: does your processor have a cache of that size (lscpu)? Which memory
             does the program measure there?
   KEEP      the scope's name, at least 10 samples, GT_EVENT at the launch; the buffer holds x->in at the end
   GRADED    0.75 to 1.33 times the solution's number; the array comes to the device before the launches. (A device with
             memory of its own, or a kernel without such a page, gives both programs the same number. This one then
             fails for the order alone.) */

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
        gt_cl_warm_kernel(cl->queue, kernel, 1, NULL, &items, NULL);
        for (i = 0; i < 15; i++) {
            GT_SCOPE_CL(cl->queue, "read") {
                GT_WORK(0, (double)bytes);
                GT_CL(clEnqueueNDRangeKernel(cl->queue, kernel, 1, NULL, &items, NULL, 0, NULL, GT_EVENT));
            }
        }
        GT_CL(clEnqueueWriteBuffer(cl->queue, in, CL_TRUE, 0, bytes, x->in, 0, NULL, NULL));      /* here they are */
        GT_CL(clEnqueueReadBuffer(cl->queue, in, CL_TRUE, 0, bytes, x->out, 0, NULL, NULL));
    }
    if (in) GT_CL(clReleaseMemObject(in));
    if (sums) GT_CL(clReleaseMemObject(sums));
    if (kernel) GT_CL(clReleaseKernel(kernel));
    if (program) GT_CL(clReleaseProgram(program));
    return median_ms("read");
}
