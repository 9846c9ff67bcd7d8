/* shared.h - for example 26: memory of three kinds, which are buffers with arrays on the host, coarse-grained and
              fine-grained shared memory. If the headers lack OpenCL 2.0, there are only buffers. */

#ifndef EX_SHARED_H
#define EX_SHARED_H

#include "common.h"

enum { COPIES, COARSE, FINE, WAYS };
typedef struct sums {
    size_t n;
    cl_command_queue queue;     /* not owned */
    cl_kernel kernel[WAYS];     /* one for each kind, so that its arguments stay buffers or pointers */
    float *x[WAYS][3];          /* two summands and the sum; NULL if the device lacks such memory */
    cl_mem m[3];                /* buffers of COPIES */
} sums;

#ifdef CL_VERSION_2_0
static inline int share(sums *s, const gt_cl *cl)     /* returns 0 without memory */
{
    cl_device_svm_capabilities can = 0;
    const size_t bytes = s->n * sizeof(float);
    int i, good = 1;
    if (clGetDeviceInfo(cl->device, CL_DEVICE_SVM_CAPABILITIES, sizeof can, &can, NULL)) return 1;   /* OpenCL 1.2 */
    for (i = 0; i < 3; i++) {
        if (can & CL_DEVICE_SVM_COARSE_GRAIN_BUFFER)
            good &= (s->x[COARSE][i] = (float *)clSVMAlloc(cl->context, CL_MEM_READ_WRITE, bytes, 0)) != NULL;
        if (can & CL_DEVICE_SVM_FINE_GRAIN_BUFFER)
            good &= (s->x[FINE][i] = (float *)clSVMAlloc(cl->context, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER,
                                                         bytes, 0)) != NULL;
    }
    return good;
}
static inline void unshare(sums *s, const gt_cl *cl)
{
    int i, way;
    for (way = COARSE; way < WAYS; way++)
        for (i = 0; i < 3; i++) if (s->x[way][i]) clSVMFree(cl->context, s->x[way][i]);
}
static inline void map(const sums *s, int i, cl_map_flags how)
{
    GT_CL(clEnqueueSVMMap(s->queue, CL_TRUE, how, s->x[COARSE][i], s->n * sizeof(float), 0, NULL, GT_EVENT));
}
static inline void unmap(const sums *s, int i)
{
    GT_CL(clEnqueueSVMUnmap(s->queue, s->x[COARSE][i], 0, NULL, GT_EVENT));
}
#else
static inline int share(sums *s, const gt_cl *cl) { return (void)s, (void)cl, 1; }
static inline void unshare(sums *s, const gt_cl *cl) { (void)s, (void)cl; }
static inline void map(const sums *s, int i, cl_map_flags how) { (void)s, (void)i, (void)how; }
static inline void unmap(const sums *s, int i) { (void)s, (void)i; }
#endif
static inline void argument(const sums *s, int way, cl_uint i)
{
#ifdef CL_VERSION_2_0
    if (way) GT_CL(clSetKernelArgSVMPointer(s->kernel[way], i, s->x[way][i]));
#endif
    if (!way) GT_CL(clSetKernelArg(s->kernel[way], i, sizeof s->m[i], &s->m[i]));
}

static inline int sums_open(sums *s, const gt_cl *cl, cl_program program, size_t n)
{
    const cl_uint count = (cl_uint)n;
    int i;
    memset(s, 0, sizeof *s);
    s->n = n;
    s->queue = cl->queue;
    for (i = 0; i < 3; i++) {
        s->x[COPIES][i] = ex_floats(n);
        s->m[i] = GT_CL_NEW(clCreateBuffer(cl->context, CL_MEM_READ_WRITE, (n + EX_BEYOND) * sizeof(float), NULL,
                                         GT_CL_ERR));
    }
    for (i = 0; i < WAYS; i++) {
        s->kernel[i] = GT_CL_NEW(clCreateKernel(program, "sum_arrays", GT_CL_ERR));
        if (s->kernel[i]) GT_CL(clSetKernelArg(s->kernel[i], 3, sizeof count, &count));
    }
    return (share(s, cl) || ex_wrong("out of shared memory")) && !gt_error_first();
}
/* Returns 1 if the kernel adds right, and writes nothing behind the sums. */
static inline int sums_edges(const sums *s)
{
    cl_uint i;
    for (i = 0; i < 3; i++) argument(s, COPIES, i);
    return ex_kernel_right(s->queue, s->kernel[COPIES], 3, s->m[2], s->x[COPIES][2], s->n, sizeof(float));
}
static inline void sums_close(sums *s, const gt_cl *cl)
{
    int i;
    if (s->queue) clFinish(s->queue);
    unshare(s, cl);
    for (i = 0; i < 3; i++) {
        if (s->m[i]) clReleaseMemObject(s->m[i]);
        free(s->x[COPIES][i]);
    }
    for (i = 0; i < WAYS; i++) if (s->kernel[i]) clReleaseKernel(s->kernel[i]);
}

#endif
