/* 03_speedup.c - how much faster is the better kernel, and who says so?

   WHAT YOU LEARN   Compare in random order, so that drift hits both sides; give an interval, not a slogan; and say of what: a
                    kernel that is many times as fast makes the whole computation, copies included, less so (Gregg and Hazelwood, ISPASS 2011).
   EXPECTED OUTPUT  for the tiled and the register-blocked matrix product against the simple one: speedup of the kernel and with the
                    copies, each with interval and verdict. The sizes are no multiples of the tile. */

#include "common.h"

#define TILE 16

static void product(const gt_cl *cl, const ex_matmul *x)
{
    GT_SCOPE_CL(cl->queue, "copy-in") ex_copy_in(x, cl->queue, GT_EVENT, GT_EVENT);
    GT_SCOPE_CL(cl->queue, "compute") {
        GT_WORK(x->p.flops, 0);
        ex_compute(x, cl->queue, GT_EVENT);
    }
    GT_SCOPE_CL(cl->queue, "copy-out") ex_copy_out(x, cl->queue, GT_EVENT);
}

static void claims(const gt_snapshot *s, const char *side)
{
    gt_ratio kernel, all;
    char what[128];
    if (gt_snapshot_compare(s, "speedup", side, "compute", &kernel) != GT_OK || gt_snapshot_compare(s, "speedup", side, NULL, &all) != GT_OK) return;
    sprintf(what, "the %s kernel is faster than the simple one", side);
    ex_claim(what, gt_ratio_outcome(&kernel, 0.01) == GT_FASTER ? EX_HOLDS : gt_ratio_outcome(&kernel, 0.01) == GT_NOT_SEPARATED
             ? EX_CANNOT_BE_TOLD : EX_DOES_NOT_HOLD, "%.3f times as fast, %.1f %% interval %.3f to %.3f, n=%lu", kernel.ratio,
             100 * kernel.ci.confidence, kernel.ci.low, kernel.ci.high, (unsigned long)kernel.rounds);
    sprintf(what, "the copies cloud the speedup of the %s kernel", side);
    ex_claim(what, !(all.ci.confidence > 0 && kernel.ci.confidence > 0) ? EX_CANNOT_BE_TOLD : fabs(kernel.ratio - 1) > fabs(all.ratio - 1) && (all.ci.high < kernel.ci.low || kernel.ci.high < all.ci.low)
             ? EX_HOLDS : all.ci.low <= kernel.ci.high && kernel.ci.low <= all.ci.high ? EX_CANNOT_BE_TOLD : EX_DOES_NOT_HOLD,
             "with them %.3f times as fast, interval %.3f to %.3f", all.ratio, all.ci.low, all.ci.high);
}

int main(int argc, char **argv)
{
    ex_options o = ex_parse(argc, argv, "Compares three matrix products, kernel alone and with the copies.");
    ex_problem p = ex_problem_at(o.quick ? 0 : 2, o.quick);
    ex_matmul simple, tiled, blocked;
    int right = 1;
    gt_snapshot s;
    gt_cl cl;
    cl_program program;

    p.m += 3;       /* no multiple of anything */
    p.n += 1;
    p.w += 5;
    p.flops = 2.0 * (double)p.m * (double)p.n * (double)p.w;
    sprintf(p.name, "%lux%lux%lu", (unsigned long)p.m, (unsigned long)p.n, (unsigned long)p.w);
    if (gt_cl_open(&cl, o.device)) return gt_fail(stderr);
    program = gt_cl_program_file(&cl, GT_KERNEL_DIR "/matmul.cl", NULL);
    ex_matmul_host(&simple, p);
    ex_matmul_host(&tiled, p);
    ex_matmul_host(&blocked, p);
    if (program && ex_matmul_device(&simple, &cl, program, "matmul_simple") && ex_matmul_device(&tiled, &cl, program, "matmul_tiled") &&
        ex_matmul_device(&blocked, &cl, program, "matmul_blocked")) {
        tiled.local[0] = tiled.local[1] = TILE;
        tiled.global[0] = (p.n + TILE - 1) / TILE * TILE;
        tiled.global[1] = (p.m + TILE - 1) / TILE * TILE;
        blocked.local[0] = 16;
        blocked.local[1] = 4;
        blocked.global[0] = ((p.n + 7) / 8 + 15) / 16 * 16;
        blocked.global[1] = ((p.m + 7) / 8 + 3) / 4 * 4;

        GT_COMPARE("speedup", .budget_s = ex_budget(&o, 8, 1), .precision = ex_precision(&o, 0.01), .max_n = o.repeat, .progress = ex_progress_file()) {
            GT_SIDE("simple") product(&cl, &simple);
            GT_SIDE("tiled") product(&cl, &tiled);
            GT_SIDE("blocked") product(&cl, &blocked);
        }
        if (!gt_error_first()) right = ex_matmul_right(&simple) & ex_matmul_right(&tiled) & ex_matmul_right(&blocked);
    }
    printf("matrix products of %s\n\n", p.name);
    gt_report(stdout);
    if (gt_snapshot_take(&s) == GT_OK) {
        printf("\nThe copies take the same time on all sides, so the speedup with them is nearer to 1 than that of the kernel.\n\n");
        claims(&s, "tiled");
        claims(&s, "blocked");
        gt_snapshot_free(&s);
    }
    ex_matmul_close(&simple);
    ex_matmul_close(&tiled);
    ex_matmul_close(&blocked);
    if (program) GT_CL(clReleaseProgram(program));
    gt_cl_close(&cl);
    return ex_end(&o, right);
}
