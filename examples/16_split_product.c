/* 16_split_product.c - what does it cost to split one kernel into several?

   WHAT IT SHOWS   The inner product of a matrix product is split in two ways: into ranges, one launch after the
                   other, with the range as a constant argument (as programs do whose kernels would run for too long);
                   and by a third dimension, whose partial sums a second kernel adds up (more work-items, and more
                   memory). Each further launch has a price, which the stamps give exactly: what the bracket grows by
                   beyond the device time.
   WHAT TO SEE     bracket, device time and the rest of each version; the price of one more launch

   Each version's result is checked. Each round runs all versions, and begins with another one. */

#include "matmul.h"

enum { ONE, RANGES, MANY_RANGES, PARTS, VERSIONS, FEW = 4, MANY = 16 };
static const char *const versions[VERSIONS] = { "one launch", "4 ranges", "16 ranges", "third dimension" };
static const int launches[VERSIONS] = { 1, FEW, MANY, 2 };

static const ex_claim claims[] = {
    { "4 launches take as long as one, to 5 %", "4 ranges", EX_SAME, 1.05, "one launch", 1 },
    { "16 launches take as long as one, to 5 %", "16 ranges", EX_SAME, 1.05, "one launch", 1 },
    { "the third dimension makes the product quicker: under 0.95 times as long", "third dimension", EX_UNDER, 0.95,
      "one launch", 1 }
};

typedef struct split { cl_kernel range, parts, reduce; cl_mem sums; } split;

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
    s->sums = GT_CL_NEW(clCreateBuffer(cl->context, CL_MEM_READ_WRITE, FEW * x->p.m * x->p.w * sizeof(float), NULL,
                                       GT_CL_ERR));
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
static int checked(ex_matmul *x, const split *s, int version)   /* its first run: outside of all scopes */
{
    memset(x->c, 0xff, x->p.m * x->p.w * sizeof *x->c);
    product(x, s, version);
    ex_copy_out(x, NULL);
    GT_CL(clFinish(x->queue));
    return !gt_error_first() && ex_matmul_right(x);
}
static double rest_ns(const gt_series *x, size_t i) { return x->ns[i] - gt_series_sample(x, i).device_ns; }
static void table(void)
{
    double each[1000];
    const gt_series *x[VERSIONS];
    gt_snapshot s;
    gt_stats t;
    size_t n = 0;
    if (gt_snapshot_take(&s) != GT_OK) return;
    printf("medians, us        launches    bracket     device\n");
    for (int i = 0; i < VERSIONS; i++) {
        x[i] = gt_snapshot_find(&s, versions[i]);
        if (x[i] && x[i]->n) printf("  %-16s %8d %10.1f %10.1f\n", versions[i], launches[i], x[i]->stats.median * 1e-3,
                                    x[i]->device_stats.median * 1e-3);
    }
    /* What a further launch adds to bracket minus device time, round by round. */
    for (; x[RANGES] && x[MANY_RANGES] && n < x[RANGES]->kept && n < x[MANY_RANGES]->kept && n < 1000; n++)
        each[n] = (rest_ns(x[MANY_RANGES], n) - rest_ns(x[RANGES], n)) * 1e-3 / (MANY - FEW);
    if (gt_stats_of(each, n, 0, &t) == GT_OK && t.n)
        printf("a further launch costs %.2f us beyond its device time [%.2f, %.2f]%s\n\n", t.median, t.ci.low,
               t.ci.high, t.ci.low <= 0 ? ": too noisy to tell" : "");
    gt_snapshot_free(&s);
}

int main(int argc, char **argv)
{
    static const ex_about about = { "16_split_product", "A matrix product in one launch, in several, and with a third "
        "dimension.", "device quick repeat budget csv runs", 6, 2, NULL };
    ex_options o = ex_options_read(argc, argv, &about);
    int right = 0, first = 0, i;
    split s = { NULL, NULL, NULL, NULL };
    ex_matmul x;
    gt_cl cl;
    cl_program program = ex_open(&o, &cl, "matmul.cl"), splitting = NULL;

    if (!program) return 1;
    splitting = gt_cl_program_file(&cl, GT_KERNEL_DIR "/split.cl", "");
    ex_matmul_host(&x, ex_problem_at(o.quick ? 4 : 0, o.quick));
    if (splitting && ex_matmul_device(&x, &cl, program, "matmul_simple") && opened(&s, &x, &cl, splitting)) {
        ex_copy_in(&x, NULL, NULL);
        for (i = 0, right = 1; i < VERSIONS; i++) right &= checked(&x, &s, i);
        while (right && ex_more(&o, claims, EX_COUNT(claims))) {
            for (i = 0, first++; i < VERSIONS; i++) {
                gt_cl_scope timed = gt_cl_scope_begin(cl.queue, versions[(first + i) % VERSIONS]);
                product(&x, &s, (first + i) % VERSIONS);
                gt_cl_scope_end(&timed);
            }
        }
    }
    table();
    ex_report(claims, EX_COUNT(claims));
    if (s.range) GT_CL(clReleaseKernel(s.range));
    if (s.parts) GT_CL(clReleaseKernel(s.parts));
    if (s.reduce) GT_CL(clReleaseKernel(s.reduce));
    if (s.sums) GT_CL(clReleaseMemObject(s.sums));
    if (splitting) GT_CL(clReleaseProgram(splitting));
    ex_matmul_close(&x);
    return ex_close(&o, &cl, program, right);
}
