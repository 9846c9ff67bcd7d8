/* chunks.h - data that goes through the device in chunks, as examples 15 and 17 need: copy in, compute, copy out */

#ifndef EX_CHUNKS_H
#define EX_CHUNKS_H

#include "common.h"
#include "more/align.h"
#include "more/schedule.h"

enum { EX_QUEUES = 4 };
typedef struct ex_chunks {
    size_t chunks, n;                   /* n: elements in a chunk */
    cl_uint steps;
    cl_uint *in, *out;
    cl_command_queue queue[EX_QUEUES];  /* copies in, kernels, copies out; the last one is out of order */
    cl_mem x[2], y[2];
    cl_kernel kernel[2];
    struct ex_chunks *other;            /* the same data on another device, or NULL */
    gt_cl other_cl;
    cl_program other_program;
} ex_chunks;

static inline int ex_chunks_prepare(ex_chunks *p, const gt_cl *cl, cl_program program)
{
    const size_t bytes = (p->n + EX_BEYOND) * sizeof *p->in;     /* EX_BEYOND: see ex_kernel_right */
    cl_uint count = (cl_uint)p->n;
    for (int i = 0; i < EX_QUEUES; i++)
        p->queue[i] = GT_CL_NEW(clCreateCommandQueue(cl->context, cl->device, CL_QUEUE_PROFILING_ENABLE |
                                (i == 3 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0), GT_CL_ERR));
    for (int i = 0; i < 2; i++) {
        p->x[i] = GT_CL_NEW(clCreateBuffer(cl->context, CL_MEM_READ_WRITE, bytes, NULL, GT_CL_ERR));
        p->y[i] = GT_CL_NEW(clCreateBuffer(cl->context, CL_MEM_READ_WRITE, bytes, NULL, GT_CL_ERR));
        p->kernel[i] = GT_CL_NEW(clCreateKernel(program, "iterate", GT_CL_ERR));
        if (!p->kernel[i]) return 0;
        clSetKernelArg(p->kernel[i], 0, sizeof p->x[i], &p->x[i]);
        clSetKernelArg(p->kernel[i], 1, sizeof p->y[i], &p->y[i]);
        clSetKernelArg(p->kernel[i], 2, sizeof count, &count);
    }
    return p->in && p->out && !gt_error_first();
}
static inline int ex_chunks_open(ex_chunks *p, const gt_cl *cl, cl_program program, size_t chunks, size_t n)
{
    memset(p, 0, sizeof *p);
    p->chunks = chunks;
    p->n = n;
    p->in = malloc(chunks * n * sizeof *p->in);
    p->out = calloc(chunks, n * sizeof *p->out);
    if (!p->in || !p->out)
        fprintf(stderr, "out of memory: %lu kB are needed\n", (unsigned long)(chunks * n * sizeof *p->in >> 9));
    for (size_t i = 0; p->in && i < chunks * n; i++) p->in[i] = (cl_uint)(2654435761u * i);
    return ex_chunks_prepare(p, cl, program);
}
/* Opens another device of the same platform. Returns 1 if there is one. */
static inline int ex_chunks_other(ex_chunks *p, ex_options o, const gt_cl *cl)
{
    cl_platform_id platform[16];
    cl_device_id device[16];
    cl_uint platforms = 0, devices = 0, at = 0, i = 0;
    char index[32];
    if (clGetPlatformIDs(16, platform, &platforms) ||
        clGetDeviceIDs(cl->platform, CL_DEVICE_TYPE_ALL, 16, device, &devices)) return 0;
    while (at < platforms && at < 15 && platform[at] != cl->platform) at++;
    while (i < devices && i < 15 && device[i] != cl->device) i++;
    if (devices < 2 || devices > 16 || !(p->other = malloc(sizeof *p))) return 0;
    *p->other = *p;
    p->other->other = NULL;
    sprintf(index, "%u:%u", (unsigned)at, (unsigned)((i + 1) % devices));
    o.device = index;
    p->other_program = ex_open(&o, &p->other_cl, "iterate.cl");
    return p->other_program && ex_chunks_prepare(p->other, &p->other_cl, p->other_program);
}
/* Aligns both clocks with the host's, so that commands of both devices share one axis. */
static inline void ex_chunks_align(const ex_chunks *p, const gt_cl *cl)
{
    if (gt_cl_align(cl, NULL) != GT_OK || gt_cl_align(&p->other_cl, NULL) != GT_OK) gt_fail(stderr);
}
static inline void ex_chunks_both(const ex_chunks *p, const char *scope, const char *other_sentence)
{
    static const char sentence[] = "two devices work at the same time";
    gt_schedule s;
    double both;
    if (!p->other) {
        ex_claim_not_here(sentence, "the platform has one device");
        ex_claim_not_here(other_sentence, "the platform has one device");
    } else if (gt_schedule_take(scope, GT_SAMPLE_LAST, &s) == GT_OK) {
        both = s.span_ns - s.running_ns[0] - s.running_ns[1];
        if (s.dropped || (both > 0 && both < 10 * s.doubt_ns))
            ex_claim_not_here(sentence, "their clocks cannot be compared so well");
        else
            ex_claim_fact(sentence, s.devices > 1 && both > 0, "by their stamps in the last pass");
        gt_schedule_free(&s);
    }
}
static inline void ex_chunks_steps(ex_chunks *p, double steps)
{
    if (p->other) ex_chunks_steps(p->other, steps);
    const cl_uint count = p->steps = steps < 1 ? 1 : steps > 1e6 ? 1000000 : (cl_uint)steps;
    for (int i = 0; i < 2; i++) clSetKernelArg(p->kernel[i], 3, sizeof count, &count);
}
/* The right value of element k: f applied p->steps times, which is factor * v + sum. */
static inline cl_uint ex_chunks_want(const ex_chunks *p, size_t k)
{
    static cl_uint factor = 1, sum, steps;
    if (steps != p->steps)
        for (factor = 1, sum = steps = 0; steps < p->steps; steps++) {
            factor *= 1664525u;
            sum = 1664525u * sum + 1013904223u;
        }
    return factor * p->in[k] + sum;
}
static inline size_t ex_chunks_wrong(const ex_chunks *p)        /* returns how many values are wrong */
{
    size_t k, wrong = 0;
    for (k = 0; k < p->chunks * p->n; k++) wrong += p->out[k] != ex_chunks_want(p, k);
    return wrong;
}
/* Returns 1 if the kernel is right for the first chunk, from x[0] to y[0] in 100 steps, and writes nothing behind. */
static inline int ex_chunks_edges(ex_chunks *p)
{
    size_t k;
    ex_chunks_steps(p, 100);
    GT_CL(clEnqueueWriteBuffer(p->queue[0], p->x[0], CL_TRUE, 0, p->n * sizeof *p->in, p->in, 0, NULL, NULL));
    for (k = 0; k < p->n; k++) p->out[k] = ex_chunks_want(p, k);
    return ex_kernel_right(p->queue[0], p->kernel[0], 2, p->y[0], p->out, p->n, sizeof *p->out);
}
static inline void ex_chunks_release(ex_chunks *p)
{
    for (int i = 0; i < EX_QUEUES; i++) if (p->queue[i]) clReleaseCommandQueue(p->queue[i]);
    for (int i = 0; i < 2; i++) {
        if (p->x[i]) clReleaseMemObject(p->x[i]);
        if (p->y[i]) clReleaseMemObject(p->y[i]);
        if (p->kernel[i]) clReleaseKernel(p->kernel[i]);
    }
}
static inline void ex_chunks_close(ex_chunks *p)
{
    ex_chunks_release(p);
    if (p->other) ex_chunks_release(p->other);
    if (p->other_program) clReleaseProgram(p->other_program);
    if (p->other) gt_cl_close(&p->other_cl);
    free(p->other);
    free(p->in);
    free(p->out);
}

#endif
