/* grade.h - every exercise includes this file: the data, a solver to measure, and measure(), which the exercise defines

   An exercise is a file NN_name.c with a function measure(). Its main is in grader.c: it opens the device, makes the
   data, calls measure() once, checks the result against the CPU, and reads what the kit has recorded. `make grade
   EX=NN` builds and grades the exercise. It leaves build/examples/exercises/NN_name, which also runs by itself and
   prints its number and the kit's report. */

#ifndef GRADE_H
#define GRADE_H

#if defined(GPUTIME_IMPLEMENTATION) && !defined(GRADER_HAS_KIT)
#error "the grader has the implementation already: do not define GPUTIME_IMPLEMENTATION"
#endif
#ifdef GPUTIME_DISABLE
#error "the grader sees only what the kit records: do not define GPUTIME_DISABLE"
#endif
#include "gputime_cl.h"
#include <string.h>

typedef struct exercise {
    size_t n;                   /* how many numbers there are to work on; a multiple of 64 */
    int steps;                  /* how many steps the solver takes; 0: nothing to compute, the result is `in` */
    const float *in;            /* the input: n numbers on the host */
    float *out;                 /* put the result here: n numbers on the host */
    double (*now_s)(void);      /* if the task says so: set it to the clock that you use, in seconds */
    double low, high;           /* if the task says so: set them to the ends of the 95 % interval of your number */
    unsigned passes;            /* if the task says so: set it to how many times the host has worked on `out` */
} exercise;

/* You write this function. It returns the number that the task asks for; a time is in ms. n and steps differ from run
   to run. */
double measure(const gt_cl *cl, exercise *x);

/* ---- a solver: `steps` explicit Euler steps of x' = 1 - x^2 for each number ---- */

typedef struct euler { cl_program program; cl_kernel kernel; cl_mem in, out; } euler;

#define EULER_SOURCE \
    "__kernel void euler(__global const float *in, __global float *out, int steps)\n" \
    "{\n" \
    "    size_t i = get_global_id(0);\n" \
    "    float x = in[i];\n" \
    "    for (int s = 0; s < steps; s++) x += 0.001f * (1.0f - x * x);\n" \
    "    out[i] = x;\n" \
    "}\n"

static inline void euler_args(cl_kernel kernel, cl_mem in, cl_mem out, int steps)
{
    cl_int count = steps;
    GT_CL(clSetKernelArg(kernel, 0, sizeof in, &in));
    GT_CL(clSetKernelArg(kernel, 1, sizeof out, &out));
    GT_CL(clSetKernelArg(kernel, 2, sizeof count, &count));
}

/* Builds the program, creates both buffers, writes the input into both (so that both have been touched), and sets the
   arguments. Launches nothing. Returns 0 if something failed; the report says what. */
static inline int solver_open(euler *e, const gt_cl *cl, const exercise *x, const char *source, const char *name)
{
    size_t bytes = x->n * sizeof *x->in;
    e->in = e->out = NULL;
    e->kernel = NULL;
    e->program = gt_cl_program(cl, source, NULL, name);
    if (!e->program) return 0;
    e->kernel = GT_CL_NEW(clCreateKernel(e->program, name, GT_CL_ERR));
    e->in = GT_CL_NEW(clCreateBuffer(cl->context, CL_MEM_READ_WRITE, bytes, NULL, GT_CL_ERR));
    e->out = GT_CL_NEW(clCreateBuffer(cl->context, CL_MEM_READ_WRITE, bytes, NULL, GT_CL_ERR));
    if (!e->kernel || !e->in || !e->out) return 0;
    GT_CL(clEnqueueWriteBuffer(cl->queue, e->in, CL_TRUE, 0, bytes, x->in, 0, NULL, NULL));
    GT_CL(clEnqueueWriteBuffer(cl->queue, e->out, CL_TRUE, 0, bytes, x->in, 0, NULL, NULL));
    euler_args(e->kernel, e->in, e->out, x->steps);
    return gt_error_first() == NULL;
}

static inline int euler_open(euler *e, const gt_cl *cl, const exercise *x)
{
    return solver_open(e, cl, x, EULER_SOURCE, "euler");
}

/* Launches the solver, and does not wait for it. */
static inline void euler_launch(const euler *e, cl_command_queue queue, const exercise *x, cl_event *event)
{
    size_t local = 64;
    GT_CL(clEnqueueNDRangeKernel(queue, e->kernel, 1, NULL, &x->n, &local, 0, NULL, event));
}

/* Copies the result to x->out, and waits for the copy. */
static inline void euler_read(const euler *e, cl_command_queue queue, const exercise *x)
{
    GT_CL(clEnqueueReadBuffer(queue, e->out, CL_TRUE, 0, x->n * sizeof *x->out, x->out, 0, NULL, NULL));
}

static inline void euler_close(euler *e)
{
    if (e->in) GT_CL(clReleaseMemObject(e->in));
    if (e->out) GT_CL(clReleaseMemObject(e->out));
    if (e->kernel) GT_CL(clReleaseKernel(e->kernel));
    if (e->program) GT_CL(clReleaseProgram(e->program));
}

/* ---- another solver, in whole numbers: `steps` rounds that mix the 24 bits of each number ---- */

#define MIX_SOURCE \
    "__kernel void mix_bits(__global const float *in, __global float *out, int steps)\n" \
    "{\n" \
    "    size_t i = get_global_id(0);\n" \
    "    uint v = (uint)((in[i] + 1) * 8388608);\n" \
    "    for (int s = 0; s < steps; s++) {\n" \
    "        v = (v * 747797u + (uint)s) & 0xffffffu;\n" \
    "        v ^= v >> 11;\n" \
    "    }\n" \
    "    out[i] = (float)v / 8388608 - 1;\n" \
    "}\n"

/* Does what euler_open does; euler_launch and euler_close work for it, too. Also copies the input to x->out, where the
   host works on it. */
static inline int mix_open(euler *e, const gt_cl *cl, exercise *x)
{
    memcpy(x->out, x->in, x->n * sizeof *x->in);
    return solver_open(e, cl, x, MIX_SOURCE, "mix_bits");
}

/* ---- what the kit has recorded ---- */

/* Returns the median of a scope in ms; 0: there is no such scope, or it never ran. If a trial and a scope in it share
   the name, the scope counts. */
static inline double median_ms(const char *scope)
{
    gt_snapshot s;
    const gt_series *found, *in;
    double ms = 0;
    if (gt_snapshot_take(&s) != GT_OK) return 0;
    found = gt_snapshot_find(&s, scope);
    for (in = found; in && ++in < s.series + s.count && in->depth > found->depth;)
        if (in->kept && !in->cold && in->kind != GT_KIND_COMMAND && !strcmp(in->name, scope)) found = in;
    if (found && found->kept) ms = found->stats.median * 1e-6;
    gt_snapshot_free(&s);
    return ms;
}

#endif
