/* matmul.h - for examples 01 to 04 and 11: the experiment of ten matrix products

   C (M x W) = A (M x N) * B (N x W), with M, N, W = 300, 500, 400 and 100 more for each of ten problems. */

#ifndef EX_MATMUL_H
#define EX_MATMUL_H

#include "common.h"

enum { EX_PROBLEMS = 10 };
typedef struct ex_problem { size_t m, n, w; double flops, bytes_in, bytes_out; char name[40]; } ex_problem;

static inline ex_problem ex_problem_at(int i, int quick)    /* quick: a fifth of each size */
{
    ex_problem p;
    size_t k = (size_t)i, d = quick ? 5 : 1;
    p.m = (300 + 100 * k) / d;
    p.n = (500 + 100 * k) / d;
    p.w = (400 + 100 * k) / d;
    p.flops = 2.0 * (double)p.m * (double)p.n * (double)p.w;
    p.bytes_in = 4.0 * (double)(p.m * p.n + p.n * p.w);
    p.bytes_out = 4.0 * (double)(p.m * p.w);
    sprintf(p.name, "%lux%lux%lu", (unsigned long)p.m, (unsigned long)p.n, (unsigned long)p.w);
    return p;
}

/* Memory, kernel and queue of one product. */
typedef struct ex_matmul {
    ex_problem p;
    cl_command_queue queue;     /* the queue that uses it; not owned */
    float *a, *b, *c;           /* matrices on the host */
    cl_mem da, db, dc;
    cl_kernel kernel;
    size_t global[2], local[2];
} ex_matmul;

static inline void ex_matmul_host(ex_matmul *x, ex_problem p)
{
    memset(x, 0, sizeof *x);
    x->p = p;
    x->a = ex_floats(p.m * p.n);
    x->b = ex_floats(p.n * p.w);
    x->c = ex_floats(p.m * p.w);
    ex_random(x->a, p.m * p.n, 1);
    ex_random(x->b, p.n * p.w, 2);
    memset(x->c, 0xff, p.m * p.w * sizeof *x->c);       /* NaN, so that a missing element is noticed */
}

/* tile: work-groups have tile x tile items; 0: 16 x 4. block: a work-item computes block x block elements of C. */
static inline int ex_matmul_kernel(ex_matmul *x, cl_program program, const char *name, size_t tile, size_t block)
{
    cl_uint size[3], i;
    size[0] = (cl_uint)x->p.m;
    size[1] = (cl_uint)x->p.n;
    size[2] = (cl_uint)x->p.w;
    x->kernel = GT_CL_NEW(clCreateKernel(program, name, GT_CL_ERR));
    for (i = 0; x->kernel && i < 3; i++) GT_CL(clSetKernelArg(x->kernel, 3 + i, sizeof size[i], &size[i]));
    x->local[0] = tile ? tile : 16;
    x->local[1] = tile ? tile : 4;
    x->global[0] = ((x->p.w + block - 1) / block + x->local[0] - 1) / x->local[0] * x->local[0];
    x->global[1] = ((x->p.m + block - 1) / block + x->local[1] - 1) / x->local[1] * x->local[1];
    return x->kernel != NULL;
}
static inline int ex_matmul_buffers(ex_matmul *x, const gt_cl *cl)     /* returns 0 if it fails; see gt_fail */
{
    const size_t bytes_in[2] = { x->p.m * x->p.n * sizeof(float), x->p.n * x->p.w * sizeof(float) };
    x->queue = cl->queue;
    x->da = GT_CL_NEW(clCreateBuffer(cl->context, CL_MEM_READ_ONLY, bytes_in[0], NULL, GT_CL_ERR));
    x->db = GT_CL_NEW(clCreateBuffer(cl->context, CL_MEM_READ_ONLY, bytes_in[1], NULL, GT_CL_ERR));
    x->dc = GT_CL_NEW(clCreateBuffer(cl->context, CL_MEM_WRITE_ONLY, x->p.m * x->p.w * sizeof(float), NULL, GT_CL_ERR));
    return x->da && x->db && x->dc;
}
static inline int ex_matmul_bind(const ex_matmul *x)        /* sets arguments; returns 0 if it fails; see gt_fail */
{
    GT_CL(clSetKernelArg(x->kernel, 0, sizeof x->da, &x->da));
    GT_CL(clSetKernelArg(x->kernel, 1, sizeof x->db, &x->db));
    GT_CL(clSetKernelArg(x->kernel, 2, sizeof x->dc, &x->dc));
    return gt_error_first() == NULL;
}
static inline int ex_matmul_device(ex_matmul *x, const gt_cl *cl, cl_program program, const char *kernel)
{
    return ex_matmul_buffers(x, cl) && ex_matmul_kernel(x, program, kernel, 0, 1) && ex_matmul_bind(x);
}

static inline void ex_copy_in(const ex_matmul *x, cl_event *a, cl_event *b)
{
    GT_CL(clEnqueueWriteBuffer(x->queue, x->da, CL_FALSE, 0, x->p.m * x->p.n * sizeof(float), x->a, 0, NULL, a));
    GT_CL(clEnqueueWriteBuffer(x->queue, x->db, CL_FALSE, 0, x->p.n * x->p.w * sizeof(float), x->b, 0, NULL, b));
}
static inline void ex_compute(const ex_matmul *x, cl_event *event)
{
    GT_CL(clEnqueueNDRangeKernel(x->queue, x->kernel, 2, NULL, x->global, x->local, 0, NULL, event));
}
static inline void ex_copy_out(const ex_matmul *x, cl_event *event)
{
    GT_CL(clEnqueueReadBuffer(x->queue, x->dc, CL_FALSE, 0, x->p.m * x->p.w * sizeof(float), x->c, 0, NULL, event));
}

static inline double ex_matmul_pass_s(const ex_matmul *x)   /* makes a whole product with one wait; returns its time */
{
    gt_timer t = { { 0 } };
    gt_timer_start(&t);
    ex_copy_in(x, NULL, NULL);
    ex_compute(x, NULL);
    ex_copy_out(x, NULL);
    GT_CL(clFinish(x->queue));
    gt_timer_stop(&t);
    return 1e-3 * gt_timer_ms(&t);
}

static inline void ex_matmul_release(ex_matmul *x)          /* releases the buffers */
{
    if (x->da) GT_CL(clReleaseMemObject(x->da));
    if (x->db) GT_CL(clReleaseMemObject(x->db));
    if (x->dc) GT_CL(clReleaseMemObject(x->dc));
    x->da = x->db = x->dc = NULL;
}
static inline void ex_matmul_close(ex_matmul *x)
{
    /* After a failure commands may still run. If a wait fails too, the memory that they use is not freed. */
    int idle = !x->queue || !gt_error_first() || clFinish(x->queue) == CL_SUCCESS;
    ex_matmul_release(x);
    if (x->kernel) GT_CL(clReleaseKernel(x->kernel));
    if (idle) {
        free(x->a);
        free(x->b);
        free(x->c);
    }
    memset(x, 0, sizeof *x);
}

/* Returns 1 if each element of C is that of A B, but for rounding; else prints a message. It needs no second product:
   for a random vector r, C r must be A (B r), and a wrong element shows in its row (Freivalds, 1977). In double
   precision. */
static inline int ex_matmul_right(const ex_matmul *x)
{
    const size_t m = x->p.m, n = x->p.n, w = x->p.w;
    const double most = 2e-7 * (double)n * sqrt((double)w);         /* rounding causes a tenth of this */
    float *r = ex_floats(w);
    double *br = (double *)(void *)ex_floats(2 * n), got, want;
    size_t i, j, k;
    ex_random(r, w, 3);
    for (j = 0; j < w; j++) r[j] += r[j] < 0 ? -1 : 1;              /* a small r[j] could hide a wrong element */
    for (k = 0; k < n; k++) for (br[k] = 0, j = 0; j < w; j++) br[k] += (double)x->b[k * w + j] * (double)r[j];
    for (i = 0; i < m; i++) {
        for (got = 0, j = 0; j < w; j++) got += (double)x->c[i * w + j] * (double)r[j];
        for (want = 0, k = 0; k < n; k++) want += (double)x->a[i * n + k] * br[k];
        if (!(fabs(got - want) <= most)) break;                     /* also if NaN, where nothing was written */
    }
    free(r);
    free(br);
    return i == m || ex_wrong(x->p.name);
}

/* Makes buffers with A and B in them, and one for C; see ex_guarded. Returns 0 if it fails; see gt_fail. */
static inline int ex_matmul_guarded(ex_matmul *x, const gt_cl *cl)
{
    x->queue = cl->queue;
    x->da = ex_guarded(cl->context, x->a, x->p.m * x->p.n * sizeof(float));
    x->db = ex_guarded(cl->context, x->b, x->p.n * x->p.w * sizeof(float));
    x->dc = ex_guarded(cl->context, NULL, x->p.m * x->p.w * sizeof(float));
    return x->da && x->db && x->dc;
}
static inline ex_problem ex_problem_odd(void)       /* one row and column less than whole blocks, to test bounds */
{
    const ex_problem p = { 39, 29, 47, 2.0 * 39 * 29 * 47, 0, 0, "39x29x47" };
    return p;
}
/* Returns 1 if a kernel is right at odd sizes, and reads and writes nothing beyond the matrices, with more work-items
   than C has elements. Else prints a message. tile, block: as for ex_matmul_kernel. */
static inline int ex_matmul_edges(const gt_cl *cl, cl_program program, const char *name, size_t tile, size_t block)
{
    ex_matmul x;
    int right;
    ex_matmul_host(&x, ex_problem_odd());
    right = ex_matmul_guarded(&x, cl) && ex_matmul_kernel(&x, program, name, tile, block) && ex_matmul_bind(&x);
    if (right) {
        x.global[0] += x.local[0];
        x.global[1] += x.local[1];
        ex_compute(&x, NULL);
        right = ex_guarded_read(x.queue, x.dc, x.c, x.p.m * x.p.w * sizeof(float)) && ex_matmul_right(&x);
    }
    x.queue = NULL;         /* no command uses the host's matrices, so they can be freed without a wait */
    ex_matmul_close(&x);
    return right && !gt_error_first();
}

#endif
