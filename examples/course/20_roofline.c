/* 20_roofline.c - how far is a kernel from what the device could do?

   WHAT IT SHOWS   A time alone does not say whether a kernel can be faster. Where the limit is 2 s, little can be
                   gained from 2.01 s. The limits come from short kernels that do nothing but read, write or calculate,
                   and by a formula from the data sheet where its figures are known. A kernel of I operations a byte
                   reaches at most the lesser of the arithmetic ceiling and of I x bandwidth: the roofline.
   WHAT TO SEE     a line for each ceiling, one for each kernel: intensity, rate, what it could reach, what bounds it

   After "2.2 Timing Kernel Functions", "Theoretical Performance Limit", whose example, a Tesla K10, stands first.
   The ceilings are kept in build/limits; remove that folder to measure again. */

#include "lib/roofline.h"

static void article(void)       /* its card, by the data sheet */
{
    const gt_figures k10 = { 745, 2, 8, { 192, 0, 0, 0 }, 0, 2500, 256, 2 };
    const gt_ceiling arithmetic = gt_ceiling_of(&k10, GT_CEILING_FLOAT), memory = gt_ceiling_of(&k10, GT_CEILING_READ);
    printf("Tesla K10: %s = %.2f TFLOP/s\n           %s = %.0f GB/s; ratio %.1f FLOP/B\n"
           "(\"2.2 Timing Kernel Functions\" has 32 times as much in the first formula, and 13.6 for the ratio)\n\n",
           arithmetic.formula, 1e-12 * arithmetic.theory, memory.formula, 1e-9 * memory.theory,
           arithmetic.theory / memory.theory);
}
static const ex_claim copies = {
    "copies by a kernel reach 85 % of clEnqueueCopyBuffer's rate: they take under 1.18 times as long", "kernels/copy",
    EX_UNDER, 1.18, "kernels/clEnqueueCopyBuffer", 1
};
/* Where each kernel is below the roof. Returns how many are above the roof by more than 10 %. */
static int roofline(const gt_limits *limits, const ex_kernels *k)
{
    int above = 0, i;
    gt_snapshot s;
    gt_roof r;
    if (gt_snapshot_take(&s) != GT_OK) return KERNELS;
    for (i = COPY; i < KERNELS; i++) {
        const gt_series *x = gt_snapshot_find(&s, ex_path("kernels", made[i].name));
        if (!x || gt_roof_of(limits, k->flops[i], k->bytes[i], x->stats.median, &r) != GT_OK) continue;
        if (x->device_stats.n && 2 * x->device_stats.median < x->stats.median) r.bound = "launch";  /* as reports say */
        printf("kernel: %s %.3g FLOP/B, %.4g %s, %.1f %% of the attainable %.4g, bound by %s\n", made[i].name,
               k->flops[i] / k->bytes[i], 1e-9 * r.share * r.attainable, k->flops[i] > 0 ? "GFLOP/s" : "GB/s",
               100 * r.share, 1e-9 * r.attainable, r.bound);
        above += r.share > 1.1;
    }
    printf("\n");
    gt_snapshot_free(&s);
    return above;
}

int main(int argc, char **argv)
{
    static const ex_about about = { "20_roofline", "Measures what the device reaches at most, and how far kernels of "
        "other examples are from that.", "device quick repeat budget csv", 6, 1, NULL };
    ex_options o = ex_options_read(argc, argv, &about);
    const size_t n = (size_t)1 << (o.quick ? 20 : 24);
    const gt_cl_limits_options options = { 0, GT_BUILD_DIR "/limits", o.quick ? (size_t)16 << 20 : 0,
                                           { 0, 0, 0, { 0, 0, 0, 0 }, 0, 0, 0, 0 } };
    int right, i;
    gt_limits limits;
    ex_kernels k;
    gt_cl cl;
    cl_program program = ex_open(&o, &cl, "matmul.cl");

    if (!program) return 1;
    article();
    right = ex_kernels_open(&k, &cl, program, n, ex_problem_at(7, o.quick)) &&
            gt_cl_limits(&cl, &options, &limits) == GT_OK;
    if (right) {
        gt_limits_print(stdout, &limits);
        GT_TRIAL("kernels", .budget_s = o.budget_s, .max_n = o.repeat, .progress = ex_progress())
            for (i = 0; i < KERNELS; i++) {
                ex_particles_size(&k.p, i == GRAVITY ? PAIRS : k.many);
                gt_cl_scope timed = gt_cl_scope_begin(cl.queue, made[i].name);
                gt_work(k.flops[i], k.bytes[i]);
                ex_kernel_launch(&k, i);
                gt_cl_scope_end(&timed);
            }
        right = ex_kernels_right(&k, &cl, program);
        i = roofline(&limits, &k);
        ex_report(NULL, 0);
        ex_claim_fact("no kernel is above its roof by more than 10 %", !i, "rates of medians");
        ex_claims(&copies, 1);
    }
    ex_kernels_close(&k);
    return ex_close(&o, &cl, program, right);
}
