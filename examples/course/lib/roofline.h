/* roofline.h - for example 20: kernels of other examples on one device, with the work of each */

#ifndef EX_ROOFLINE_H
#define EX_ROOFLINE_H

#include "matmul.h"
#include "vectors.h"
#include "particles.h"
#include "more/ceilings.h"

enum { DRIVER, COPY, SUM, INTEGRATE, ATTRACT, GRAVITY, SIMPLE, TILED, BLOCKED, KERNELS };
enum { COPIES = 8 /* in a phase, so that the cost of a launch is small */, PAIRS = 4096 };
static const struct { const char *name, *kernel; double flops, bytes; } made[KERNELS] = {     /* work per element */
    { "clEnqueueCopyBuffer", "", 0, 8.0 * COPIES }, { "copy", "copy_int", 0, 8.0 * COPIES },
    { "sum", "sum_arrays", 1, 12 },
    { "integrate", "", 4, 24 }, { "attract", "", 44, 24 }, { "gravity (N^2)", "", 10.0 * PAIRS + 5, 24 },
    { "matmul simple", "matmul_simple", 0, 0 }, { "matmul tiled", "matmul_tiled", 0, 0 },
    { "matmul blocked", "matmul_blocked", 0, 0 } };
typedef struct ex_kernels {
    ex_vectors v;
    ex_particles p;
    ex_matmul x[3];
    cl_program sums, copies;
    cl_kernel copy;
    size_t many;                            /* number of particles */
    double flops[KERNELS], bytes[KERNELS];  /* work of a launch */
} ex_kernels;

static inline int ex_kernels_open(ex_kernels *k, const gt_cl *cl, cl_program products, size_t n, ex_problem problem)
{
    static const size_t tile[3] = { 0, 16, 0 }, block[3] = { 1, 1, 8 };
    const cl_uint count = (cl_uint)n;
    int i, right;
    memset(k, 0, sizeof *k);
    k->many = n / 16;
    k->sums = gt_cl_program_file(cl, ex_kernel_file("sum_arrays.cl"), NULL);
    k->copies = gt_cl_program_file(cl, ex_kernel_file("vector.cl"), NULL);
    right = k->sums && k->copies && ex_vectors_open(&k->v, cl, k->sums, n) &&
            ex_particles_open(&k->p, cl, k->many);
    for (i = 0; i < 3; i++) ex_matmul_host(&k->x[i], problem);
    for (i = 0; i < 3 && right; i++)
        right = ex_matmul_buffers(&k->x[i], cl) &&
                ex_matmul_kernel(&k->x[i], products, made[SIMPLE + i].kernel, tile[i], block[i]) &&
                ex_matmul_bind(&k->x[i]);
    if (right) k->copy = GT_CL_NEW(clCreateKernel(k->copies, made[COPY].kernel, GT_CL_ERR));
    if (!right || !k->copy) return 0;
    GT_CL(clSetKernelArg(k->copy, 0, sizeof k->v.da, &k->v.da));
    GT_CL(clSetKernelArg(k->copy, 1, sizeof k->v.dc, &k->v.dc));
    GT_CL(clSetKernelArg(k->copy, 2, sizeof count, &count));
    ex_vectors_send(&k->v);
    for (i = 0; i < 3; i++) ex_copy_in(&k->x[i], NULL, NULL);
    for (i = 0; i < KERNELS; i++) {
        const double elements = (double)(i <= SUM ? n : i == GRAVITY ? PAIRS : k->many);
        k->flops[i] = i < SIMPLE ? elements * made[i].flops : problem.flops;
        k->bytes[i] = i < SIMPLE ? elements * made[i].bytes : problem.bytes_in + problem.bytes_out;
    }
    return gt_error_first() == NULL;
}
static inline void ex_kernel_launch(ex_kernels *k, int kernel)
{
    static const int moves[] = { EX_INTEGRATE, EX_ATTRACT, EX_GRAVITY };
    const ex_vectors *v = &k->v;
    for (int i = 0; kernel == DRIVER && i < COPIES; i++)
        GT_CL(clEnqueueCopyBuffer(v->queue, v->da, v->dc, 0, 0, v->n * sizeof(float), 0, NULL, GT_EVENT));
    for (int i = 0; kernel == COPY && i < COPIES; i++)
        GT_CL(clEnqueueNDRangeKernel(v->queue, k->copy, 1, NULL, &v->n, NULL, 0, NULL, GT_EVENT));
    if (kernel == SUM) ex_vectors_add(v, GT_EVENT);
    if (kernel >= SIMPLE) ex_compute(&k->x[kernel - SIMPLE], GT_EVENT);
    else if (kernel >= INTEGRATE) ex_particles_run(&k->p, moves[kernel - INTEGRATE], 0, GT_EVENT);
}
/* Returns 1 if the results of the last pass are right, and each kernel is right up to the edges of its data. */
static inline int ex_kernels_right(ex_kernels *k, const gt_cl *cl, cl_program products)
{
    static const int moves[] = { EX_INTEGRATE, EX_ATTRACT, EX_GRAVITY };
    static const size_t tile[3] = { 0, 16, 0 }, block[3] = { 1, 1, 8 };
    int i, right;
    ex_vectors_receive(&k->v);
    right = ex_vectors_right(&k->v) && ex_vectors_edges(&k->v) &&
            ex_kernel_right(k->v.queue, k->copy, 2, k->v.dc, k->v.a, k->v.n, sizeof *k->v.a);
    for (i = 0; i < 3; i++) ex_copy_out(&k->x[i], NULL);
    GT_CL(clFinish(k->v.queue));
    for (i = 0; i < 3 && right; i++) {
        ex_particles_size(&k->p, moves[i] == EX_GRAVITY ? PAIRS : k->many);
        right = ex_particles_right(&k->p, moves[i]) && ex_matmul_right(&k->x[i]) &&
                ex_matmul_edges(cl, products, made[SIMPLE + i].kernel, tile[i], block[i]);
    }
    return right && !gt_error_first();
}
static inline void ex_kernels_close(ex_kernels *k)
{
    for (int i = 0; i < 3; i++) ex_matmul_close(&k->x[i]);
    ex_particles_close(&k->p);
    ex_vectors_close(&k->v);
    if (k->copy) GT_CL(clReleaseKernel(k->copy));
    if (k->copies) GT_CL(clReleaseProgram(k->copies));
    if (k->sums) GT_CL(clReleaseProgram(k->sums));
}

#endif
