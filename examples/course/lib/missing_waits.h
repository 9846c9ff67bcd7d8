/* missing_waits.h - for example 02: the commands of a product, with waits between them and without */

#ifndef EX_MISSING_WAITS_H
#define EX_MISSING_WAITS_H

#include "matmul.h"

static double one_pass_s(const ex_matmul *x)            /* the second of two passes: the first may compile */
{
    const double first_s = ex_matmul_pass_s(x), second_s = ex_matmul_pass_s(x);
    memset(x->c, 0xff, x->p.m * x->p.w * sizeof *x->c);     /* NaN, so that a missing element is noticed */
    return fmin(first_s, second_s);
}
static void with_and_without_waits(const gt_cl *cl, const ex_matmul *x)
{
    cl_event copied[2] = { NULL, NULL };
    GT_SCOPE_CL(cl->queue, "kernel") ex_compute(x, GT_EVENT);
    GT_SCOPE_CL(cl->queue, "copies in") ex_copy_in(x, GT_EVENT, GT_EVENT);
    GT_SCOPE_CL(cl->queue, "copy-out") ex_copy_out(x, GT_EVENT);

    GT_SCOPE("first kernel") ex_compute(x, GT_EVENT);       /* two kernels without a wait between them */
    GT_SCOPE("second kernel") {
        ex_compute(x, GT_EVENT);
        GT_CL(clFinish(cl->queue));
    }
    ex_copy_in(x, NULL, NULL);
    GT_SCOPE("kernel after copies") {
        ex_compute(x, GT_EVENT);
        GT_CL(clFinish(cl->queue));
    }
    ex_copy_in(x, NULL, NULL);
    GT_SCOPE_CL(cl->queue, "kernel after finished copies") ex_compute(x, GT_EVENT);
    ex_copy_in(x, &copied[0], &copied[1]);
    if (copied[0] && copied[1]) GT_CL(clWaitForEvents(2, copied));
    for (int i = 0; i < 2; i++) if (copied[i]) GT_CL(clReleaseEvent(copied[i]));
    GT_SCOPE("kernel after awaited copies") {
        ex_compute(x, GT_EVENT);
        GT_CL(clFinish(cl->queue));
    }
    ex_compute(x, NULL);
    GT_SCOPE("copy-out after a kernel") {
        ex_copy_out(x, GT_EVENT);
        GT_CL(clFinish(cl->queue));
    }
    GT_SCOPE_CL(cl->queue, "product, 3 waits") {
        ex_copy_in(x, NULL, NULL);
        GT_CL(clFinish(cl->queue));
        ex_compute(x, NULL);
        GT_CL(clFinish(cl->queue));
        ex_copy_out(x, NULL);
    }
    GT_SCOPE_CL(cl->queue, "product, 1 wait") {
        ex_copy_in(x, NULL, NULL);
        ex_compute(x, NULL);
        ex_copy_out(x, NULL);
    }
}
/* Claims by how much a kernel seems longer after copies without a wait, as a part of the copies' time, for each pass.
   */
static void claim_excess(void)
{
    static const char *const names[] = { "waits/kernel after copies", "waits/kernel after finished copies",
                                         "waits/copies in" };
    const gt_series *x[3];
    double excess[200];
    gt_stats stats;
    gt_snapshot s;
    size_t i, n = 200;
    if (gt_snapshot_take(&s) != GT_OK) return;
    for (i = 0; i < 3; i++) {
        x[i] = gt_snapshot_find(&s, names[i]);
        if (!x[i] || x[i]->kept < n) n = x[i] ? x[i]->kept : 0;
    }
    for (i = 0; i < n; i++) excess[i] = (x[0]->ns[i] - x[1]->ns[i]) / gt_series_sample(x[2], i).device_ns;
    if (n && gt_stats_of(excess, n, 0, &stats) == GT_OK)
        ex_claim_number("copies, then a kernel: without a wait it seems longer by half of the copies' time or more",
                        &stats.ci, 0.5, HUGE_VAL, "times the copies' time");
    gt_snapshot_free(&s);
}

#endif
