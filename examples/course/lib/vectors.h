/* vectors.h - for examples 05 to 08 and 20: c = a + b with n elements each (kernels/sum_arrays.cl) */

#ifndef EX_VECTORS_H
#define EX_VECTORS_H

#include "common.h"

typedef struct ex_vectors {
    size_t n;
    cl_command_queue queue;     /* not owned */
    float *a, *b, *c;           /* arrays on the host */
    cl_mem da, db, dc;
    cl_kernel kernel;
} ex_vectors;

static inline void ex_vectors_size(ex_vectors *v, size_t n)     /* uses the first n elements from now on */
{
    cl_uint count = (cl_uint)n;
    v->n = n;
    GT_CL(clSetKernelArg(v->kernel, 3, sizeof count, &count));
}
static inline int ex_vectors_open(ex_vectors *v, const gt_cl *cl, cl_program program, size_t n)     /* 0: see gt_fail */
{
    size_t bytes = n * sizeof(float);
    memset(v, 0, sizeof *v);
    v->queue = cl->queue;
    v->a = ex_floats(n);
    v->b = ex_floats(n);
    v->c = ex_floats(n);
    ex_random(v->a, n, 1);
    ex_random(v->b, n, 2);
    memset(v->c, 0xff, bytes);                  /* NaN, so that a missing element is noticed */
    v->da = GT_CL_NEW(clCreateBuffer(cl->context, CL_MEM_READ_ONLY, bytes, NULL, GT_CL_ERR));
    v->db = GT_CL_NEW(clCreateBuffer(cl->context, CL_MEM_READ_ONLY, bytes, NULL, GT_CL_ERR));
    v->dc = GT_CL_NEW(clCreateBuffer(cl->context, CL_MEM_READ_WRITE, bytes + EX_BEYOND * sizeof(float), NULL,
                                     GT_CL_ERR));
    v->kernel = GT_CL_NEW(clCreateKernel(program, "sum_arrays", GT_CL_ERR));
    if (!v->da || !v->db || !v->dc || !v->kernel) return 0;
    GT_CL(clSetKernelArg(v->kernel, 0, sizeof v->da, &v->da));
    GT_CL(clSetKernelArg(v->kernel, 1, sizeof v->db, &v->db));
    GT_CL(clSetKernelArg(v->kernel, 2, sizeof v->dc, &v->dc));
    ex_vectors_size(v, n);
    return gt_error_first() == NULL;
}
static inline void ex_vectors_send(const ex_vectors *v)
{
    GT_CL(clEnqueueWriteBuffer(v->queue, v->da, CL_FALSE, 0, v->n * sizeof(float), v->a, 0, NULL, NULL));
    GT_CL(clEnqueueWriteBuffer(v->queue, v->db, CL_FALSE, 0, v->n * sizeof(float), v->b, 0, NULL, NULL));
}
static inline void ex_vectors_add(const ex_vectors *v, cl_event *event)     /* the runtime chooses the local size */
{
    GT_CL(clEnqueueNDRangeKernel(v->queue, v->kernel, 1, NULL, &v->n, NULL, 0, NULL, event));
}
static inline void ex_vectors_receive(const ex_vectors *v)      /* waits */
{
    GT_CL(clEnqueueReadBuffer(v->queue, v->dc, CL_TRUE, 0, v->n * sizeof(float), v->c, 0, NULL, NULL));
}
static inline int ex_vectors_right(const ex_vectors *v)         /* compares exactly; prints a message if wrong */
{
    size_t i;
    for (i = 0; i < v->n && v->c[i] == v->a[i] + v->b[i]; i++) { }
    return i == v->n || ex_wrong("a sum of two elements");
}
/* Returns 1 if the kernel writes each sum and nothing behind the last one (ex_kernel_right). a and b are on the device.
   */
static inline int ex_vectors_edges(const ex_vectors *v)
{
    float *want = ex_floats(v->n);
    size_t i;
    int right;
    for (i = 0; i < v->n; i++) want[i] = v->a[i] + v->b[i];
    right = ex_kernel_right(v->queue, v->kernel, 3, v->dc, want, v->n, sizeof *want);
    free(want);
    return right;
}
static inline void ex_vectors_close(ex_vectors *v)
{
    int idle = !v->queue || !gt_error_first() || clFinish(v->queue) == CL_SUCCESS;     /* 0: memory may be in use */
    if (v->da) GT_CL(clReleaseMemObject(v->da));
    if (v->db) GT_CL(clReleaseMemObject(v->db));
    if (v->dc) GT_CL(clReleaseMemObject(v->dc));
    if (v->kernel) GT_CL(clReleaseKernel(v->kernel));
    if (idle) {
        free(v->a);
        free(v->b);
        free(v->c);
    }
    memset(v, 0, sizeof *v);
}

#endif
