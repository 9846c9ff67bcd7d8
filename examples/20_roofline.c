/* 20_roofline.c - how far is a kernel from what the device could do?

   WHAT IT SHOWS   A time alone does not say whether a kernel can be faster: 2.01 s is the end where the limit is 2 s.
                   The limits come from short kernels that do nothing but read, write or calculate, and by a formula
                   from the data sheet where its figures are known. A kernel of I operations a byte reaches at most
                   the lesser of the arithmetic ceiling and of I x bandwidth: the roofline.
   WHAT TO SEE     a line for each ceiling, one for each kernel: intensity, rate, what it could reach, what bounds it

   The ceilings are kept in build/limits; remove that folder to measure again. */

#include "matmul.h"
#include "vectors.h"
#include "particles.h"

enum { DRIVER, COPY, SUM, INTEGRATE, ATTRACT, GRAVITY, SIMPLE, TILED, BLOCKED, KERNELS, COPIES = 16, PAIRS = 4096 };
static const struct { const char *name, *kernel; } made[KERNELS] = {
    { "clEnqueueCopyBuffer", "" }, { "copy", "copy_int" }, { "sum", "sum_arrays" }, { "integrate", "" },
    { "attract", "" }, { "gravity (N^2)", "" }, { "matmul simple", "matmul_simple" },
    { "matmul tiled", "matmul_tiled" }, { "matmul blocked", "matmul_blocked" } };
static double flops[KERNELS], bytes[KERNELS];

static void course(void)        /* its card, by the data sheet */
{
    const gt_figures k10 = { 745, 2, 8, { 192, 0, 0, 0 }, 0, 2500, 256, 2 };
    const gt_ceiling arithmetic = gt_ceiling_of(&k10, GT_CEILING_FLOAT), memory = gt_ceiling_of(&k10, GT_CEILING_READ);
    printf("Tesla K10: %s = %.2f TFLOP/s; %s = %.0f GB/s; ratio %.1f FLOP/B\n(the slides of the course have 32 times "
           "as much in the first formula, and 13.6 for the ratio)\n\n", arithmetic.formula, 1e-12 * arithmetic.theory,
           memory.formula, 1e-9 * memory.theory, arithmetic.theory / memory.theory);
}
static void claim(int kernel, double operations, double moved)
{
    flops[kernel] = operations;
    bytes[kernel] = moved;
}
static void launch(int kernel, const ex_vectors *v, cl_kernel copy, ex_particles *p, const ex_matmul *x)
{
    static const int moves[] = { EX_INTEGRATE, EX_ATTRACT, EX_GRAVITY };
    if (kernel == DRIVER)
        for (int i = 0; i < COPIES; i++)
            GT_CL(clEnqueueCopyBuffer(v->queue, v->da, v->dc, 0, 0, v->n * sizeof(float), 0, NULL, GT_EVENT));
    else if (kernel == COPY)
        GT_CL(clEnqueueNDRangeKernel(v->queue, copy, 1, NULL, &v->n, NULL, 0, NULL, GT_EVENT));
    else if (kernel == SUM) ex_vectors_add(v, GT_EVENT);
    else if (kernel <= GRAVITY) ex_particles_run(p, moves[kernel - INTEGRATE], 0, GT_EVENT);
    else ex_compute(&x[kernel - SIMPLE], GT_EVENT);
}
/* 1: the results of the last pass are right, and that of a copy is. */
static int checked(const ex_vectors *v, cl_kernel copy, const ex_matmul *x)
{
    int i, right;
    ex_vectors_receive(v);
    right = ex_vectors_right(v);
    GT_CL(clEnqueueNDRangeKernel(v->queue, copy, 1, NULL, &v->n, NULL, 0, NULL, NULL));
    ex_vectors_receive(v);
    right = right && (!memcmp(v->c, v->a, v->n * sizeof *v->c) || ex_wrong("a copy"));
    for (i = 0; i < 3; i++) {
        ex_copy_out(&x[i], NULL);
        GT_CL(clFinish(v->queue));
        right = right && !gt_error_first() && ex_matmul_right(&x[i]);
    }
    return right;
}
/* Where each kernel is below the roof. Returns how many are above it by more than 10 %. */
static int roofline(const gt_limits *limits)
{
    int above = 0, i;
    gt_snapshot s;
    gt_roof r;
    if (gt_snapshot_take(&s) != GT_OK) return KERNELS;
    for (i = COPY; i < KERNELS; i++) {
        const gt_series *x = gt_snapshot_find(&s, ex_path("kernels", made[i].name));
        if (!x || gt_roof_of(limits, flops[i], bytes[i], x->stats.median, &r) != GT_OK) continue;
        printf("kernel: %s %.3g FLOP/B, %.4g %s, %.1f %% of the attainable %.4g, bound by %s\n", made[i].name,
               flops[i] / bytes[i], 1e-9 * r.share * r.attainable, flops[i] > 0 ? "GFLOP/s" : "GB/s", 100 * r.share,
               1e-9 * r.attainable, r.bound);
        above += r.share > 1.1;
    }
    printf("\n");
    gt_snapshot_free(&s);
    return above;
}

int main(int argc, char **argv)
{
    static const ex_about about = { "20_roofline", "Measures what the device reaches at most, and how far kernels of "
        "other examples are from that.", "device quick repeat budget csv runs", 6, 1, NULL };
    ex_options o = ex_options_read(argc, argv, &about);
    const size_t n = (size_t)1 << (o.quick ? 20 : 24), many = n / 16;
    const cl_uint count = (cl_uint)n;
    const ex_problem problem = ex_problem_at(7, o.quick);
    const gt_cl_limits_options options = { 0, GT_BUILD_DIR "/limits", o.quick ? (size_t)16 << 20 : 0,
                                           { 0, 0, 0, { 0, 0, 0, 0 }, 0, 0, 0, 0 } };
    static const size_t tile[3] = { 0, 16, 0 }, block[3] = { 1, 1, 8 };
    int right, above = KERNELS, i;
    gt_limits limits;
    ex_vectors v;
    ex_particles p;
    ex_matmul x[3];
    gt_cl cl;
    cl_program program = ex_open(&o, &cl, "matmul.cl"), sums, copies;
    cl_kernel copy = NULL;

    if (!program) return 1;
    course();
    sums = gt_cl_program_file(&cl, GT_KERNEL_DIR "/sum_arrays.cl", NULL);
    copies = gt_cl_program_file(&cl, GT_KERNEL_DIR "/vector.cl", NULL);
    if (copies) copy = GT_CL_NEW(clCreateKernel(copies, made[COPY].kernel, GT_CL_ERR));
    right = gt_cl_limits(&cl, &options, &limits) == GT_OK && sums && copy && ex_vectors_open(&v, &cl, sums, n) &&
            ex_particles_open(&p, &cl, many);
    for (i = 0; i < 3; i++) ex_matmul_host(&x[i], problem);
    for (i = 0; i < 3 && right; i++)
        right = ex_matmul_buffers(&x[i], &cl) &&
                ex_matmul_kernel(&x[i], program, made[SIMPLE + i].kernel, tile[i], block[i]) && ex_matmul_bind(&x[i]);
    if (right) {
        for (i = SIMPLE; i < KERNELS; i++) claim(i, problem.flops, problem.bytes_in + problem.bytes_out);
        claim(DRIVER, 0, COPIES * 8.0 * (double)n);
        claim(COPY, 0, 8.0 * (double)n);
        claim(SUM, (double)n, 12.0 * (double)n);
        claim(INTEGRATE, 4.0 * (double)many, 24.0 * (double)many);
        claim(ATTRACT, 36.0 * (double)many, 24.0 * (double)many);
        claim(GRAVITY, 9.0 * PAIRS * PAIRS, 24.0 * PAIRS);
        gt_limits_print(stdout, &limits);
        GT_CL(clSetKernelArg(copy, 0, sizeof v.da, &v.da));
        GT_CL(clSetKernelArg(copy, 1, sizeof v.dc, &v.dc));
        GT_CL(clSetKernelArg(copy, 2, sizeof count, &count));
        ex_vectors_send(&v);
        for (i = 0; i < 3; i++) ex_copy_in(&x[i], NULL, NULL);
        right = ex_particles_right(&p, 0);
        GT_TRIAL("kernels", .budget_s = o.budget_s, .max_n = o.repeat, .progress = ex_progress())
            for (i = 0; i < KERNELS; i++) {
                ex_particles_size(&p, i == GRAVITY ? PAIRS : many);
                gt_cl_scope timed = gt_cl_scope_begin(cl.queue, made[i].name);
                gt_work(flops[i], bytes[i]);
                launch(i, &v, copy, &p, x);
                gt_cl_scope_end(&timed);
            }
        right = right && checked(&v, copy, x);
        above = roofline(&limits);
    }
    ex_report(NULL, 0);
    ex_claim_fact("no kernel is above its roof by more than 10 %", !above, "rates of medians");
    if (right)
        ex_claim_fact("the ceiling of copies is 85 % of clEnqueueCopyBuffer's rate or more",
                      limits.ceiling[GT_CEILING_COPY].measured * 1e-3 * ex_ms(made[DRIVER].name) > 0.85 * bytes[DRIVER],
                      "the quickest against a median");
    for (i = 0; i < 3; i++) ex_matmul_close(&x[i]);
    if (right) {
        ex_particles_close(&p);
        ex_vectors_close(&v);
    }
    if (copy) GT_CL(clReleaseKernel(copy));
    if (copies) GT_CL(clReleaseProgram(copies));
    if (sums) GT_CL(clReleaseProgram(sums));
    return ex_close(&o, &cl, program, right);
}
