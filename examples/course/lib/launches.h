/* launches.h - for example 08: launches of short kernels, beside other traffic, ordered by events or by the host */

#ifndef EX_LAUNCHES_H
#define EX_LAUNCHES_H

#include "vectors.h"

enum { EX_CHAIN = 64 };                     /* launches in a chain: each waits for the one before */

static void launch(cl_command_queue queue, cl_kernel kernel)
{
    const size_t one = 1;
    GT_CL(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
}

/* Launches a chain. Launches are ordered by the queue alone, also by events, or by waits of the host. */
static void chain(cl_command_queue queue, cl_kernel kernel, int events, int waits)
{
    const size_t one = 1;
    cl_event done[EX_CHAIN] = { NULL };
    for (int i = 0; i < EX_CHAIN; i++) {
        const cl_uint edges = events && i && done[i - 1];
        GT_CL(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, edges, edges ? &done[i - 1] : NULL,
                                     events ? &done[i] : NULL));
        if (waits) GT_CL(clFinish(queue));
    }
    for (int i = 0; i < EX_CHAIN; i++) if (done[i]) GT_CL(clReleaseEvent(done[i]));
}
static void chains(const ex_options *o, cl_command_queue queue, cl_kernel kernel)
{
    GT_TRIAL("chain", .budget_s = 0.1 * o->budget_s, .precision = 0.02, .max_n = o->repeat) {
        GT_SCOPE_CL(queue, "order of the queue") chain(queue, kernel, 0, 0);
        GT_SCOPE_CL(queue, "edges") chain(queue, kernel, 1, 0);
        GT_SCOPE_CL(queue, "waits of the host") chain(queue, kernel, 0, 1);
    }
}

/* Measures three times: one addition, where millions run in one launch; a round trip, which is an empty command and its
   wait; launches beside little traffic and beside much. Returns 1 if the sums are right. */
static int additions_and_traffic(const ex_options *o, const gt_cl *cl, cl_kernel null, size_t n)
{
    const cl_command_queue queue = cl->queue;
    cl_program program = gt_cl_program_file(cl, ex_kernel_file("sum_arrays.cl"), NULL);
    int right = 0;
    ex_vectors v;
    if (program && ex_vectors_open(&v, cl, program, n)) {
        ex_vectors_send(&v);
        gt_cl_warm_kernel(queue, v.kernel, 1, NULL, &v.n, NULL);
        GT_TRIAL("many additions", .budget_s = 0.15 * o->budget_s, .precision = 0.02, .max_n = o->repeat)
            GT_SCOPE_CL(queue, "sum") ex_vectors_add(&v, NULL);
        ex_vectors_receive(&v);
        right = !gt_error_first() && ex_vectors_right(&v) && ex_vectors_edges(&v);
        GT_TRIAL("beside", .budget_s = 0.1 * o->budget_s, .precision = 0.02, .max_n = o->repeat) {
            GT_SCOPE_CL(queue, "round trip") GT_CL(clEnqueueMarkerWithWaitList(queue, 0, NULL, NULL));
            GT_SCOPE_CL(queue, "launch") launch(queue, null);
            GT_SCOPE_CL(queue, "launch and 4 bytes") {
                GT_CL(clEnqueueWriteBuffer(queue, v.da, CL_FALSE, 0, 4, v.a, 0, NULL, NULL));
                launch(queue, null);
            }
            GT_SCOPE_CL(queue, "launch and 4 MiB") {
                GT_CL(clEnqueueWriteBuffer(queue, v.da, CL_FALSE, 0, (size_t)4 << 20, v.a, 0, NULL, NULL));
                launch(queue, null);
            }
        }
        ex_vectors_close(&v);
    }
    if (program) GT_CL(clReleaseProgram(program));
    return right;
}

static int none_lost(const gt_cl *cl, cl_program program)      /* checks that each launch of a batch runs */
{
    cl_uint n = 0, launches = 4096, i;
    cl_kernel count = GT_CL_NEW(clCreateKernel(program, "count", GT_CL_ERR));
    cl_mem x = GT_CL_NEW(clCreateBuffer(cl->context, CL_MEM_READ_WRITE, sizeof n, NULL, GT_CL_ERR));
    if (count && x && gt_cl_fill(cl->queue, x, &n, sizeof n) == GT_OK) {
        GT_CL(clSetKernelArg(count, 0, sizeof x, &x));
        for (i = 0; i < launches; i++) launch(cl->queue, count);
        GT_CL(clEnqueueReadBuffer(cl->queue, x, CL_TRUE, 0, sizeof n, &n, 0, NULL, NULL));
    }
    if (x) GT_CL(clReleaseMemObject(x));
    if (count) GT_CL(clReleaseKernel(count));
    return n == launches || ex_wrong("a launch was lost");
}

#endif
