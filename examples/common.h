/* common.h - the little that the examples share: options, claims, input, checks, matrices, vectors. All static inline.

   An example is  int main(int argc, char **argv):  ex_options, device, data, warm-up, timed phases, check, claims, ex_end. */

#ifndef EX_COMMON_H
#define EX_COMMON_H

#include "gputime_cl.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- options ---- */

typedef struct ex_options {
    const char *device;         /* NULL: $GT_DEVICE, else a GPU, else any */
    const char *csv, *runs;     /* NULL: none */
    int quick;                  /* smaller and fewer, for tests */
    int repeat;                 /* samples wanted; 0: the example's default */
    double precision, budget_s; /* 0: the example's default */
} ex_options;

static inline void ex_usage(FILE *out, const char *program, const char *about)
{
    fprintf(out, "usage: %s [options]\n%s\n\n"
            "  --device D    a device: an index as `make devices` prints it (0:0), cpu, gpu, or a part of a name\n"
            "  --quick       smaller and fewer, in under 3 s\n"
            "  --repeat N    samples of each measurement (default: what fits the example's time)\n"
            "  --precision P stop when the interval is within +-P percent (where the example repeats until it is good enough)\n"
            "  --budget S    spend about S seconds on the measurement\n"
            "  --csv FILE    write every sample to FILE, one row each (columns: gt_write_csv in gputime.h)\n"
            "  --runs FILE   append this run's medians to FILE, for gtlint --runs FILE\n"
            "  --help        this\n\n"
            "Exit status: 0 the results were right, 1 they were not or something failed, 2 wrong options.\n", program, about);
}

static inline void ex_bad_option(const char *program, const char *what, const char *option)
{
    fprintf(stderr, "%s: %s '%s'; try --help\n", program, what, option);
    exit(2);
}

static inline ex_options ex_parse(int argc, char **argv, const char *about)
{
    ex_options o = { NULL, NULL, NULL, 0, 0, 0, 0 };
    int i;
    for (i = 1; i < argc; i++) {
        const char *a = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
        char *end;
        if (!strcmp(a, "--help")) {
            ex_usage(stdout, argv[0], about);
            exit(0);
        } else if (!strcmp(a, "--quick")) {
            o.quick = 1;
            continue;
        } else if (strcmp(a, "--device") && strcmp(a, "--repeat") && strcmp(a, "--csv") && strcmp(a, "--runs") &&
                   strcmp(a, "--precision") && strcmp(a, "--budget")) {
            ex_bad_option(argv[0], "unknown option", a);
        }
        if (!value) ex_bad_option(argv[0], "a value is missing after", a);
        i++;
        if (!strcmp(a, "--device")) {
            o.device = value;
        } else if (!strcmp(a, "--csv")) {
            o.csv = value;
        } else if (!strcmp(a, "--runs")) {
            o.runs = value;
        } else if (strcmp(a, "--repeat")) {
            double x = strtod(value, &end);
            if (*end || end == value || !(x > 0) || x > 1e6) ex_bad_option(argv[0], "a number above 0 must follow, not", value);
            if (!strcmp(a, "--precision")) o.precision = x / 100;
            else o.budget_s = x;
        } else {
            long n;
            errno = 0;
            n = strtol(value, &end, 10);
            if (errno || *end || end == value || n < 1 || n > 1000000) ex_bad_option(argv[0], "--repeat takes 1 to 1000000, not", value);
            o.repeat = (int)n;
        }
    }
    if (o.csv) {    /* found out now, not after the measurement */
        FILE *f = fopen(o.csv, "wb");
        if (!f) {
            fprintf(stderr, "%s: cannot write %s: %s\n", argv[0], o.csv, strerror(errno));
            exit(2);
        }
        fclose(f);
    }
    return o;
}

/* ---- claims ---- */

typedef enum ex_verdict { EX_HOLDS, EX_DOES_NOT_HOLD, EX_CANNOT_BE_TOLD } ex_verdict;

/* holds if the whole interval of the ratio lies above `least`, does not hold if below; else it cannot be told */
static inline ex_verdict ex_ratio_above(const gt_ratio *r, double least)
{
    if (!(r->ci.confidence > r->wanted - 0.001)) return EX_CANNOT_BE_TOLD;     /* too few samples for what was asked */
    return r->ci.low > least ? EX_HOLDS : r->ci.high < least ? EX_DOES_NOT_HOLD : EX_CANNOT_BE_TOLD;
}

/* holds if the whole interval lies above `least`, does not hold if below */
static inline ex_verdict ex_above(const gt_interval *ci, double least)
{
    if (!(ci->confidence > 0.949)) return EX_CANNOT_BE_TOLD;       /* too few samples */
    return ci->low > least ? EX_HOLDS : ci->high < least ? EX_DOES_NOT_HOLD : EX_CANNOT_BE_TOLD;
}

/* holds if the whole interval lies within -bound .. bound, does not hold if outside */
static inline ex_verdict ex_within(const gt_interval *ci, double bound)
{
    if (!(ci->confidence > 0.949)) return EX_CANNOT_BE_TOLD;
    if (ci->low > -bound && ci->high < bound) return EX_HOLDS;
    return ci->low > bound || ci->high < -bound ? EX_DOES_NOT_HOLD : EX_CANNOT_BE_TOLD;
}

/* How many times as long as b a takes, from samples that were taken in turn: sample i of both belong together. The
   99 % interval, since a program asks several such questions. 0: one was not measured. */
static inline int ex_paired(const gt_series *a, const gt_series *b, gt_ratio *r)
{
    memset(r, 0, sizeof *r);
    if (!a || !b) return 0;
    return gt_ratio_paired(a->ns, b->ns, a->kept < b->kept ? a->kept : b->kept, 0.99, r) == GT_OK && r->rounds > 0;
}

#if GT_GNU_
__attribute__((format(printf, 3, 4)))
#endif
static inline void ex_claim(const char *what, ex_verdict v, const char *figures, ...)
{
    static const char *const text[] = { "holds", "does not hold", "cannot be told" };
    va_list args;
    printf("claim: %s: %s (", what, text[v]);
    va_start(args, figures);
    vprintf(figures, args);
    va_end(args);
    printf(")\n");
}

/* Claims that a ratio, that of ex_paired for one, lies above `least`. known 0: it was not measured. */
static inline void ex_claim_above(const char *what, int known, const gt_ratio *r, double least)
{
    if (!known) ex_claim(what, EX_CANNOT_BE_TOLD, "not measured");
    else ex_claim(what, ex_ratio_above(r, least), "%.4g times, %.0f %% interval %.4g to %.4g, n=%lu", r->ratio,
                  100 * r->ci.confidence, r->ci.low, r->ci.high, (unsigned long)r->rounds);
}

/* ---- data and checks ---- */

static inline void ex_random(float *x, size_t n, uint32_t seed)     /* -1 .. 1, the same on every machine */
{
    uint32_t s = seed * 2654435761u + 1;
    size_t i;
    for (i = 0; i < n; i++) {
        s ^= s << 13;
        s ^= s >> 17;
        s ^= s << 5;
        x[i] = (float)(s >> 8) / 8388608.0f - 1.0f;
    }
}

static inline float *ex_floats(size_t n)
{
    float *x = (float *)malloc(n * sizeof *x);
    if (!x) {
        fprintf(stderr, "out of memory: %lu MB are needed\n", (unsigned long)(n * sizeof *x >> 20));
        exit(1);
    }
    return x;
}

/* Relative error of C = A * B in some of its rows, against sums in double precision: |C - ref| / |ref|. */
static inline double ex_matmul_error(const float *a, const float *b, const float *c, size_t m, size_t n, size_t w, size_t rows)
{
    double *ref = (double *)malloc(n * sizeof *ref), wrong = 0, size = 0;
    size_t r, k, j;
    if (!ref) return HUGE_VAL;
    if (rows > m) rows = m;
    for (r = 0; r < rows; r++) {
        size_t i = rows > 1 ? r * (m - 1) / (rows - 1) : 0;
        for (j = 0; j < n; j++) ref[j] = 0;
        for (k = 0; k < w; k++)
            for (j = 0; j < n; j++) ref[j] += (double)a[i * w + k] * (double)b[k * n + j];
        for (j = 0; j < n; j++) {
            double d = (double)c[i * n + j] - ref[j];
            wrong += d * d;
            size += ref[j] * ref[j];
        }
    }
    free(ref);
    return wrong == wrong && size > 0 ? sqrt(wrong / size) : HUGE_VAL;
}

/* ---- the experiment of ten products: C (m x n) = A (m x w) * B (w x n) ---- */

enum { EX_PROBLEMS = 10 };
typedef struct ex_problem { size_t m, n, w; double flops, bytes_in, bytes_out; char name[32]; } ex_problem;

static inline ex_problem ex_problem_at(int i, int quick)    /* quick: a fifth in each direction */
{
    ex_problem p;
    size_t k = (size_t)i, d = quick ? 5 : 1;
    p.m = (300 + 100 * k) / d;
    p.n = (500 + 100 * k) / d;
    p.w = (400 + 100 * k) / d;
    p.flops = 2.0 * (double)p.m * (double)p.n * (double)p.w;
    p.bytes_in = 4.0 * (double)(p.m * p.w + p.w * p.n);
    p.bytes_out = 4.0 * (double)(p.m * p.n);
    sprintf(p.name, "%lux%lux%lu", (unsigned long)p.m, (unsigned long)p.n, (unsigned long)p.w);
    return p;
}

/* What one product needs on host and device. */
typedef struct ex_matmul {
    ex_problem p;
    cl_command_queue queue;     /* whose commands use it; not owned */
    float *a, *b, *c;           /* on the host */
    cl_mem da, db, dc;
    cl_kernel kernel;
    size_t global[2], local[2];
} ex_matmul;

static inline void ex_matmul_host(ex_matmul *x, ex_problem p)
{
    memset(x, 0, sizeof *x);
    x->p = p;
    x->a = ex_floats(p.m * p.w);
    x->b = ex_floats(p.w * p.n);
    x->c = ex_floats(p.m * p.n);
    ex_random(x->a, p.m * p.w, 1);
    ex_random(x->b, p.w * p.n, 2);
    memset(x->c, 0xff, p.m * p.n * sizeof *x->c);       /* NaN: what is not written shows */
}

static inline int ex_matmul_device(ex_matmul *x, const gt_cl *cl, cl_program program, const char *kernel)   /* 0: gt_fail says what */
{
    cl_uint m = (cl_uint)x->p.m, n = (cl_uint)x->p.n, w = (cl_uint)x->p.w;
    x->queue = cl->queue;
    x->da = GT_CL_NEW(clCreateBuffer(cl->context, CL_MEM_READ_ONLY, x->p.m * x->p.w * sizeof(float), NULL, GT_CL_ERR));
    x->db = GT_CL_NEW(clCreateBuffer(cl->context, CL_MEM_READ_ONLY, x->p.w * x->p.n * sizeof(float), NULL, GT_CL_ERR));
    x->dc = GT_CL_NEW(clCreateBuffer(cl->context, CL_MEM_WRITE_ONLY, x->p.m * x->p.n * sizeof(float), NULL, GT_CL_ERR));
    x->kernel = GT_CL_NEW(clCreateKernel(program, kernel, GT_CL_ERR));
    if (!x->da || !x->db || !x->dc || !x->kernel) return 0;
    GT_CL(clSetKernelArg(x->kernel, 0, sizeof x->da, &x->da));
    GT_CL(clSetKernelArg(x->kernel, 1, sizeof x->db, &x->db));
    GT_CL(clSetKernelArg(x->kernel, 2, sizeof x->dc, &x->dc));
    GT_CL(clSetKernelArg(x->kernel, 3, sizeof m, &m));
    GT_CL(clSetKernelArg(x->kernel, 4, sizeof n, &n));
    GT_CL(clSetKernelArg(x->kernel, 5, sizeof w, &w));
    x->local[0] = 16;
    x->local[1] = 4;
    x->global[0] = (x->p.n + 15) / 16 * 16;
    x->global[1] = (x->p.m + 3) / 4 * 4;
    return gt_error_first() == NULL;
}

static inline void ex_copy_in(const ex_matmul *x, cl_command_queue queue, cl_event *a, cl_event *b)
{
    GT_CL(clEnqueueWriteBuffer(queue, x->da, CL_FALSE, 0, x->p.m * x->p.w * sizeof(float), x->a, 0, NULL, a));
    GT_CL(clEnqueueWriteBuffer(queue, x->db, CL_FALSE, 0, x->p.w * x->p.n * sizeof(float), x->b, 0, NULL, b));
}
static inline void ex_compute(const ex_matmul *x, cl_command_queue queue, cl_event *event)
{
    GT_CL(clEnqueueNDRangeKernel(queue, x->kernel, 2, NULL, x->global, x->local, 0, NULL, event));
}
static inline void ex_copy_out(const ex_matmul *x, cl_command_queue queue, cl_event *event)
{
    GT_CL(clEnqueueReadBuffer(queue, x->dc, CL_FALSE, 0, x->p.m * x->p.n * sizeof(float), x->c, 0, NULL, event));
}

static inline void ex_matmul_close(ex_matmul *x)
{
    /* After a failure commands may still be under way. If not even that can be waited for, the memory that they use stays. */
    int idle = !x->queue || !gt_error_first() || clFinish(x->queue) == CL_SUCCESS;
    if (x->da) GT_CL(clReleaseMemObject(x->da));
    if (x->db) GT_CL(clReleaseMemObject(x->db));
    if (x->dc) GT_CL(clReleaseMemObject(x->dc));
    if (x->kernel) GT_CL(clReleaseKernel(x->kernel));
    if (idle) {
        free(x->a);
        free(x->b);
        free(x->c);
    }
    memset(x, 0, sizeof *x);
}

static inline int ex_matmul_right(const ex_matmul *x)       /* 1; else says so */
{
    double error = ex_matmul_error(x->a, x->b, x->c, x->p.m, x->p.n, x->p.w, 8);
    if (error < 1e-4) return 1;
    printf("WRONG RESULT: %s has a relative error of %.1e\n", x->p.name, error);
    return 0;
}

/* ---- the sum of arrays: c = a + b, n elements each ---- */

typedef struct ex_vectors {
    size_t n;
    cl_command_queue queue;     /* not owned */
    float *a, *b, *c;           /* on the host */
    cl_mem da, db, dc;
    cl_kernel kernel;           /* sum_arrays of kernels/sum_arrays.cl */
} ex_vectors;

static inline void ex_vectors_size(ex_vectors *v, size_t n)     /* from now on n elements, at most all */
{
    cl_uint count = (cl_uint)n;
    v->n = n;
    GT_CL(clSetKernelArg(v->kernel, 3, sizeof count, &count));
}
static inline int ex_vectors_open(ex_vectors *v, const gt_cl *cl, cl_program program, size_t n)     /* 0: gt_fail */
{
    size_t bytes = n * sizeof(float);
    memset(v, 0, sizeof *v);
    v->queue = cl->queue;
    v->a = ex_floats(n);
    v->b = ex_floats(n);
    v->c = ex_floats(n);
    ex_random(v->a, n, 1);
    ex_random(v->b, n, 2);
    memset(v->c, 0xff, bytes);                  /* NaN: what is not written shows */
    v->da = GT_CL_NEW(clCreateBuffer(cl->context, CL_MEM_READ_ONLY, bytes, NULL, GT_CL_ERR));
    v->db = GT_CL_NEW(clCreateBuffer(cl->context, CL_MEM_READ_ONLY, bytes, NULL, GT_CL_ERR));
    v->dc = GT_CL_NEW(clCreateBuffer(cl->context, CL_MEM_READ_WRITE, bytes, NULL, GT_CL_ERR));
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
static inline int ex_vectors_right(const ex_vectors *v)         /* 1; else says so. One addition has one right result */
{
    size_t i;
    for (i = 0; i < v->n; i++) {
        float sum = v->a[i] + v->b[i];
        if (v->c[i] == sum) continue;
        printf("WRONG RESULT: element %lu is %g instead of %g\n", (unsigned long)i, (double)v->c[i], (double)sum);
        return 0;
    }
    return 1;
}
static inline void ex_vectors_close(ex_vectors *v)
{
    int idle = !v->queue || !gt_error_first() || clFinish(v->queue) == CL_SUCCESS;     /* as ex_matmul_close */
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

/* CPU time that the calling thread has burned so far. */
static inline double ex_thread_cpu_ns(void)
{
    struct timespec t;
    return clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t) ? 0 : (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* ---- progress and the end ---- */

static inline double ex_budget(const ex_options *o, double usual_s, double quick_s)
{
    return o->budget_s > 0 ? o->budget_s : o->quick ? quick_s : usual_s;
}
static inline double ex_precision(const ex_options *o, double usual) { return o->precision > 0 ? o->precision : usual; }
static inline FILE *ex_progress_file(void) { return isatty(2) ? stderr : NULL; }

static inline void ex_progress(const char *what, int done, int all)     /* only where somebody looks; all 0 wipes it out */
{
    if (!isatty(2)) return;
    if (all) fprintf(stderr, "\r%s, %d of %d    ", what, done, all);
    else fprintf(stderr, "\r%60s\r", "");
    fflush(stderr);
}

/* Writes the samples if asked to. Returns the exit status: 1 if a result was wrong or a call failed. */
static inline int ex_end(const ex_options *o, int right)
{
    if (o->csv) {
        FILE *f = fopen(o->csv, "wb");
        int bad = !f || gt_write_csv(f) != GT_OK;
        if (f && fclose(f)) bad = 1;
        if (bad) {
            fprintf(stderr, "cannot write %s: %s\n", o->csv, strerror(errno));
            right = 0;
        }
    }
    if (o->runs && !gt_error_first() && gt_runs_append(o->runs) == GT_OK)
        printf("\nover the runs: gtlint --runs %s\n", o->runs);
    if (fflush(stdout) || ferror(stdout)) right = 0;
    if (gt_error_first()) return gt_fail(stderr);
    return right ? 0 : 1;
}

#endif
