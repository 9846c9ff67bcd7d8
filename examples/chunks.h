/* chunks.h - data that goes through the device in chunks, as examples 15 and 17 need: copy in, compute, copy out */

#ifndef chunks_H
#define chunks_H

#include "common.h"

enum { EX_QUEUES = 4 };
typedef struct ex_chunks {
    size_t chunks, n;                   /* n: elements of a chunk */
    cl_uint steps;
    cl_uint *in, *out;
    cl_command_queue queue[EX_QUEUES];  /* copies in, kernels, copies out; the last one has no order */
    cl_mem x[2], y[2];
    cl_kernel kernel[2];
} ex_chunks;

static inline int ex_chunks_open(ex_chunks *p, const gt_cl *cl, cl_program program, size_t chunks, size_t n)
{
    const size_t bytes = n * sizeof *p->in;
    cl_uint count = (cl_uint)n;
    size_t i;
    memset(p, 0, sizeof *p);
    p->chunks = chunks;
    p->n = n;
    p->in = malloc(chunks * bytes);
    p->out = calloc(chunks, bytes);
    for (i = 0; p->in && i < chunks * n; i++) p->in[i] = (cl_uint)(2654435761u * i);
    for (i = 0; i < EX_QUEUES; i++)
        p->queue[i] = GT_CL_NEW(clCreateCommandQueue(cl->context, cl->device, CL_QUEUE_PROFILING_ENABLE |
                                (i == 3 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0), GT_CL_ERR));
    for (i = 0; i < 2; i++) {
        p->x[i] = GT_CL_NEW(clCreateBuffer(cl->context, CL_MEM_READ_WRITE, bytes, NULL, GT_CL_ERR));
        p->y[i] = GT_CL_NEW(clCreateBuffer(cl->context, CL_MEM_READ_WRITE, bytes, NULL, GT_CL_ERR));
        p->kernel[i] = GT_CL_NEW(clCreateKernel(program, "iterate", GT_CL_ERR));
        if (!p->kernel[i]) return 0;
        clSetKernelArg(p->kernel[i], 0, sizeof p->x[i], &p->x[i]);
        clSetKernelArg(p->kernel[i], 1, sizeof p->y[i], &p->y[i]);
        clSetKernelArg(p->kernel[i], 2, sizeof count, &count);
    }
    if (!p->in || !p->out) fprintf(stderr, "out of memory: %lu kB are needed\n", (unsigned long)(chunks * bytes >> 9));
    return p->in && p->out && !gt_error_first();
}
static inline void ex_chunks_steps(ex_chunks *p, double steps)
{
    const cl_uint count = p->steps = steps < 1 ? 1 : steps > 1e6 ? 1000000 : (cl_uint)steps;
    for (int i = 0; i < 2; i++) clSetKernelArg(p->kernel[i], 3, sizeof count, &count);
}
static inline size_t ex_chunks_wrong(const ex_chunks *p)   /* how many; f applied so often: factor v + sum */
{
    cl_uint factor = 1, sum = 0, i;
    size_t k, wrong = 0;
    for (i = 0; i < p->steps; i++) {
        factor *= 1664525u;
        sum = 1664525u * sum + 1013904223u;
    }
    for (k = 0; k < p->chunks * p->n; k++) wrong += p->out[k] != factor * p->in[k] + sum;
    return wrong;
}
static inline void ex_chunks_close(ex_chunks *p)
{
    for (int i = 0; i < EX_QUEUES; i++) if (p->queue[i]) clReleaseCommandQueue(p->queue[i]);
    for (int i = 0; i < 2; i++) {
        if (p->x[i]) clReleaseMemObject(p->x[i]);
        if (p->y[i]) clReleaseMemObject(p->y[i]);
        if (p->kernel[i]) clReleaseKernel(p->kernel[i]);
    }
    free(p->in);
    free(p->out);
}


#endif
