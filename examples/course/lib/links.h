/* links.h - for example 28: work-items that follow links through memory (kernels/local.cl) */

#ifndef EX_LINKS_H
#define EX_LINKS_H

#include "common.h"

typedef struct links {
    size_t n;               /* a power of two */
    cl_uint *host;
    cl_mem next, y, at_once;
    cl_kernel kernel;
    cl_command_queue queue;
} links;

static cl_uint link_of(cl_uint i) { return 1664525u * i + 1013904223u; }       /* modulo n, a power of two */

static int links_open(links *x, const gt_cl *cl, cl_program program, size_t count)     /* returns 0; see gt_fail */
{
    const cl_uint n = (cl_uint)count;
    cl_uint i;
    memset(x, 0, sizeof *x);
    x->n = count;
    x->queue = cl->queue;
    x->host = (cl_uint *)ex_floats(x->n);
    for (i = 0; i < n; i++) x->host[i] = link_of(i) & (n - 1);
    x->next = GT_CL_NEW(clCreateBuffer(cl->context, CL_MEM_READ_ONLY, 4 * x->n, NULL, GT_CL_ERR));
    x->y = GT_CL_NEW(clCreateBuffer(cl->context, CL_MEM_READ_WRITE, 4 * x->n, NULL, GT_CL_ERR));
    x->at_once = GT_CL_NEW(clCreateBuffer(cl->context, CL_MEM_READ_WRITE, 8, NULL, GT_CL_ERR));
    x->kernel = GT_CL_NEW(clCreateKernel(program, "follow", GT_CL_ERR));
    if (!x->next || !x->y || !x->at_once || !x->kernel) return 0;
    GT_CL(clEnqueueWriteBuffer(x->queue, x->next, CL_TRUE, 0, 4 * x->n, x->host, 0, NULL, NULL));
    GT_CL(clSetKernelArg(x->kernel, 0, sizeof x->next, &x->next));
    GT_CL(clSetKernelArg(x->kernel, 1, sizeof x->y, &x->y));
    return !gt_error_first();
}
/* Launches once for n elements, into cleared memory, and checks each element and those behind. The end of `steps` links
   is computed by one product and one sum. groups: counts how many groups ran at once, which takes longer; or NULL. */
static int links_follow(const links *x, cl_uint n, size_t local, size_t bytes, cl_uint steps, const char *name,
                  cl_uint *groups)
{
    const cl_uint none = 0xffffffff, mask = (cl_uint)x->n - 1;
    cl_uint sum = 0, factor = 1, count[2] = { 0, 0 }, i, wrong = 0;
    for (i = 0; i < steps; i++) sum = link_of(sum), factor *= 1664525u;
    gt_cl_fill(x->queue, x->y, &none, sizeof none);
    gt_cl_fill(x->queue, x->at_once, &count[0], sizeof count[0]);
    GT_CL(clSetKernelArg(x->kernel, 2, sizeof n, &n));
    GT_CL(clSetKernelArg(x->kernel, 3, sizeof steps, &steps));
    GT_CL(clSetKernelArg(x->kernel, 4, bytes, NULL));
    GT_CL(clSetKernelArg(x->kernel, 5, sizeof x->at_once, groups ? &x->at_once : NULL));
    gt_cl_scope timed = gt_cl_scope_begin(x->queue, name);
    GT_CL(clEnqueueNDRangeKernel(x->queue, x->kernel, 1, NULL, &x->n, &local, 0, NULL, GT_EVENT));
    gt_cl_scope_end(&timed);
    GT_CL(clEnqueueReadBuffer(x->queue, x->y, CL_TRUE, 0, 4 * x->n, x->host, 0, NULL, NULL));
    GT_CL(clEnqueueReadBuffer(x->queue, x->at_once, CL_TRUE, 0, sizeof count, count, 0, NULL, NULL));
    for (i = 0; i < x->n; i++) {
        const cl_uint l = i % (cl_uint)local, mirror = i - l + (cl_uint)local - 1 - l;
        wrong += x->host[i] != (i >= n ? none : mirror >= n ? mirror : (factor * mirror + sum) & mask);
    }
    if (groups) *groups = count[1];
    wrong += count[0] != 0 || count[1] > x->n / local || !groups != !count[1];
    return !wrong || ex_wrong(name);
}
static void links_close(links *x)
{
    if (x->next) GT_CL(clReleaseMemObject(x->next));
    if (x->y) GT_CL(clReleaseMemObject(x->y));
    if (x->at_once) GT_CL(clReleaseMemObject(x->at_once));
    if (x->kernel) GT_CL(clReleaseKernel(x->kernel));
    free(x->host);
}

#endif
