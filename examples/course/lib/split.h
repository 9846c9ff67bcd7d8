/* split.h - for example 16: a matrix product in one launch, in several, and with a third dimension */

#ifndef EX_SPLIT_H
#define EX_SPLIT_H

#include "matmul.h"

enum { ONE, RANGES, MANY_RANGES, PARTS, VERSIONS, FEW = 4, MANY = 16 };
static const char *const versions[VERSIONS] = { "one launch", "4 ranges", "16 ranges", "third dimension" };
static const int launches[VERSIONS] = { 1, FEW, MANY, 2 };

typedef struct split { cl_kernel range, parts, reduce; cl_mem sums; } split;

/* Makes a kernel and sets its arguments: buffers, then numbers. */
static cl_kernel kernel_of(cl_program program, const char *name, const cl_mem *buffers, cl_uint count,
                           const cl_uint *numbers, cl_uint more)
{
    cl_kernel k = GT_CL_NEW(clCreateKernel(program, name, GT_CL_ERR));
    for (cl_uint i = 0; k && i < count; i++) GT_CL(clSetKernelArg(k, i, sizeof buffers[i], &buffers[i]));
    for (cl_uint i = 0; k && i < more; i++) GT_CL(clSetKernelArg(k, count + i, sizeof numbers[i], &numbers[i]));
    return k;
}
static int opened(split *s, const ex_matmul *x, const gt_cl *cl, cl_program program)
{
    const cl_uint all[4] = { (cl_uint)x->p.m, (cl_uint)x->p.n, (cl_uint)x->p.w, FEW }, two[3] = { all[0], all[2], FEW };
    cl_mem buffers[3] = { x->da, x->db, x->dc };
    s->range = kernel_of(program, "matmul_range", buffers, 3, all, 3);
    s->sums = ex_guarded(cl->context, NULL, FEW * x->p.m * x->p.w * sizeof(float));
    buffers[2] = s->sums;
    s->parts = kernel_of(program, "matmul_parts", buffers, 3, all, 4);
    buffers[0] = s->sums;
    buffers[1] = x->dc;
    s->reduce = kernel_of(program, "matmul_reduce", buffers, 2, two, 3);
    return s->range && s->parts && s->reduce && !gt_error_first();
}
static void product(const ex_matmul *x, const split *s, int version)
{
    const size_t three[3] = { x->global[0], x->global[1], FEW }, local[3] = { x->local[0], x->local[1], 1 };
    if (version == ONE) ex_compute(x, GT_EVENT);
    else if (version == PARTS) {
        GT_CL(clEnqueueNDRangeKernel(x->queue, s->parts, 3, NULL, three, local, 0, NULL, GT_EVENT));
        GT_CL(clEnqueueNDRangeKernel(x->queue, s->reduce, 2, NULL, x->global, x->local, 0, NULL, GT_EVENT));
    } else for (int i = 0; i < launches[version]; i++) {
        const cl_uint from = (cl_uint)(x->p.n * (size_t)i / (size_t)launches[version]);
        const cl_uint to = (cl_uint)(x->p.n * (size_t)(i + 1) / (size_t)launches[version]);
        GT_CL(clSetKernelArg(s->range, 6, sizeof from, &from));
        GT_CL(clSetKernelArg(s->range, 7, sizeof to, &to));
        GT_CL(clEnqueueNDRangeKernel(x->queue, s->range, 2, NULL, x->global, x->local, 0, NULL, GT_EVENT));
    }
}
static void closed(split *s)
{
    if (s->range) GT_CL(clReleaseKernel(s->range));
    if (s->parts) GT_CL(clReleaseKernel(s->parts));
    if (s->reduce) GT_CL(clReleaseKernel(s->reduce));
    if (s->sums) GT_CL(clReleaseMemObject(s->sums));
}
/* Returns 1 if each element of a version is right, and it writes nothing behind C or the partial sums. C is a guarded
   buffer. */
static int checked(ex_matmul *x, const split *s, int version)
{
    const size_t bytes = x->p.m * x->p.w * sizeof(float);
    const cl_uint nan = 0xffffffffu;
    float *sums = ex_floats(FEW * x->p.m * x->p.w);
    int right;
    GT_CL(clEnqueueFillBuffer(x->queue, x->dc, &nan, sizeof nan, 0, bytes, 0, NULL, NULL));
    product(x, s, version);
    right = ex_guarded_read(x->queue, x->dc, x->c, bytes) && ex_guarded_read(x->queue, s->sums, sums, FEW * bytes) &&
            !gt_error_first() && ex_matmul_right(x);
    free(sums);
    return right;
}
/* Checks all versions at odd sizes, with more work-items than elements. */
static int edges_right(const gt_cl *cl, cl_program program, cl_program splitting)
{
    split s = { NULL, NULL, NULL, NULL };
    ex_matmul x;
    int right, i;
    ex_matmul_host(&x, ex_problem_odd());
    right = ex_matmul_guarded(&x, cl) && ex_matmul_kernel(&x, program, "matmul_simple", 0, 1) && ex_matmul_bind(&x) &&
            opened(&s, &x, cl, splitting);
    x.global[0] += x.local[0];
    x.global[1] += x.local[1];
    for (i = 0; i < VERSIONS && right; i++) right = checked(&x, &s, i);
    closed(&s);
    ex_matmul_close(&x);
    return right;
}

#endif
