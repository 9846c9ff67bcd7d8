/* 03_speedup.c - how much faster is the better kernel, and of what?

   WHAT IT SHOWS   Three kernels compute the same product, at ten sizes. They run in random order, so that drift hits
                   all of them alike. A speedup comes with an interval. A kernel may be many times as fast, and the
                   whole computation, copies included, gains less (Gregg and Hazelwood, ISPASS 2011). "How to measure
                   the performance of C++ AMP algorithms?" leaves the copies out, since they might cloud the speedup.
   WHAT TO SEE     a row for each size: speedup of the kernel, then with the copies; how both change with the size */

#include "lib/matmul.h"

enum { SIMPLE, TILED, BLOCKED, SIDES, LEAST_ROUNDS = 8 };     /* whatever they take: 7 have an interval */
static const char *const names[SIDES] = { "simple", "tiled", "blocked" };

static const ex_claim faster[] = {
    { "the tiled kernel is faster: the simple one takes over 1.01 times as long",
      "simple/compute", EX_OVER, 1.01, "tiled/compute", 1 },
    { "the register-blocked kernel is faster: the simple one takes over 1.01 times as long",
      "simple/compute", EX_OVER, 1.01, "blocked/compute", 1 },
    { "the register-blocked kernel is faster than the tiled one, which takes over 1.01 times as long",
      "tiled/compute", EX_OVER, 1.01, "blocked/compute", 1 },
};

static void product(const gt_cl *cl, const ex_matmul *x)
{
    GT_SCOPE_CL(cl->queue, "copy-in") ex_copy_in(x, GT_EVENT, GT_EVENT);
    GT_SCOPE_CL(cl->queue, "compute") {
        GT_WORK(x->p.flops, 0);
        ex_compute(x, GT_EVENT);
    }
    GT_SCOPE_CL(cl->queue, "copy-out") ex_copy_out(x, GT_EVENT);
}

static int compare(const ex_options *o, const gt_cl *cl, cl_program program, ex_problem p, double budget_s)
{
    static const char *const kernels[SIDES] = { "matmul_simple", "matmul_tiled", "matmul_blocked" };
    static const size_t tile[SIDES] = { 0, 16, 0 }, block[SIDES] = { 1, 1, 8 };
    double round_s = 0;
    ex_matmul x[SIDES];
    int i, right = 1;
    for (i = 0; i < SIDES; i++) {
        ex_matmul_host(&x[i], p);
        if (!ex_matmul_buffers(&x[i], cl) || !ex_matmul_kernel(&x[i], program, kernels[i], tile[i], block[i]) ||
            !ex_matmul_bind(&x[i])) right = 0;
        if (right) round_s += ex_matmul_pass_s(&x[i]);     /* a warm-up; not counted */
    }
    budget_s = fmax(budget_s, (LEAST_ROUNDS + 0.5) * round_s);
    if (right) {
        GT_COMPARE(p.name, .budget_s = budget_s, .precision = ex_precision(o, 0.01), .max_n = o->repeat,
                   .warmup = -1, .progress = ex_progress()) {
            GT_SIDE("simple") product(cl, &x[SIMPLE]);
            GT_SIDE("tiled") product(cl, &x[TILED]);
            GT_SIDE("blocked") product(cl, &x[BLOCKED]);
        }
        for (i = 0; i < SIDES; i++)
            right = right && !gt_error_first() && ex_matmul_right(&x[i]) &&
                    ex_matmul_edges(cl, program, kernels[i], tile[i], block[i]);
    }
    for (i = 0; i < SIDES; i++) ex_matmul_close(&x[i]);
    return right;
}

/* Speedups of the kernel and with the copies, and a bar of a length that goes with the first. */
static void row(const gt_snapshot *s, const char *problem)
{
    int i, k;
    for (i = TILED; i < SIDES; i++) {
        gt_ratio kernel, all;
        if (gt_snapshot_compare(s, problem, names[i], "compute", &kernel) != GT_OK ||
            gt_snapshot_compare(s, problem, names[i], NULL, &all) != GT_OK || !kernel.rounds) continue;
        printf("%-15s %-8s %4lu %7.3f", problem, names[i], (unsigned long)kernel.rounds, kernel.ratio);
        if (kernel.ci.confidence >= kernel.wanted - 0.001)
            printf(" [%6.3f, %6.3f] %8.3f [%6.3f, %6.3f] ", kernel.ci.low, kernel.ci.high, all.ratio, all.ci.low,
                   all.ci.high);
        else
            printf(" %-16s %8.3f %-16s ", "(too few)", all.ratio, "(too few)");
        for (k = 0; k < 30 && k < 2 * kernel.ratio; k++) putchar('#');
        printf("\n");
    }
}

/* Does the difference that the kernels make shrink when the copies count too? Both from the same rounds. */
static void claim_clouds(const gt_snapshot *s, const char *problem)
{
    static const char *const sides[] = { "simple/compute", "blocked/compute", "simple", "blocked" };
    const gt_series *x[4];
    double gain[200];
    gt_stats stats;
    size_t i, n = 200;
    for (i = 0; i < 4; i++) {
        x[i] = gt_snapshot_find(s, ex_path(problem, sides[i]));
        if (!x[i] || x[i]->kept < n) n = x[i] ? x[i]->kept : 0;
    }
    for (i = 0; i < n; i++) gain[i] = exp(fabs(log(x[0]->ns[i] / x[1]->ns[i])) - fabs(log(x[2]->ns[i] / x[3]->ns[i])));
    if (n && gt_stats_of(gain, n, 0, &stats) == GT_OK)
        ex_claim_number("with its copies included, the register-blocked kernel has a speedup nearer to 1",
                        &stats.ci, 1, HUGE_VAL, "times the speedup with its copies");
}

int main(int argc, char **argv)
{
    static const ex_about about = { "03_speedup", "Compares three matrix products at ten sizes, kernel alone and with "
        "the copies.", "device quick repeat precision budget csv", 95, 2, NULL };
    ex_options o = ex_options_read(argc, argv, &about);
    const ex_problem first = ex_problem_at(0, o.quick);
    double flops = 0;
    int i, right = 1;
    gt_snapshot s;
    gt_cl cl;
    cl_program program = ex_open(&o, &cl, "matmul.cl");

    if (!program) return 1;
    for (i = 0; i < EX_PROBLEMS; i++) flops += ex_problem_at(i, o.quick).flops;
    for (i = 0; i < EX_PROBLEMS && right; i++) {
        ex_problem p = ex_problem_at(i, o.quick);
        right = compare(&o, &cl, program, p, o.budget_s * (0.05 + 0.5 * p.flops / flops));
    }
    if (gt_snapshot_take(&s) == GT_OK) {
        printf("speedup over the simple kernel, 95 %% intervals; bar: that of the kernel alone, ## each time\n\n"
               "product         kernel      n  the kernel alone           with its copies\n");
        for (i = 0; i < EX_PROBLEMS; i++) row(&s, ex_problem_at(i, o.quick).name);
        printf("\n");
        gt_report(stdout);
        printf("\nthe claims are about the product %s\n", first.name);
        for (i = 0; i < EX_COUNT(faster); i++) ex_claim_below(first.name, &faster[i]);
        claim_clouds(&s, first.name);
        gt_snapshot_free(&s);
    }
    return ex_close(&o, &cl, program, right);
}
