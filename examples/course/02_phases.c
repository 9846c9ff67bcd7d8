/* 02_phases.c - where does the time of a matrix product go?

   WHAT IT SHOWS   To time copy-in, compute and copy-out apart, wait for the queue before and after each; GT_SCOPE_CL
                   does that. Without the wait between two asynchronous commands the first one seems to take as long as
                   its launch, and the second one as long as both. A wait for the events of the copies does as well as
                   one for the queue. Each wait has a price: phases need not add up to a product that waits once.
   WHAT TO SEE     how the shares change with the size; below, the same commands with a wait left out (no-sync)

   After "How to measure the performance of C++ AMP algorithms?", "Kernel execution time vs memory copy operations",
   with its ten sizes, and buffers that are made anew in each pass. The waits are left out of a flat product, whose
   copies are a good part of its time. */

#include "lib/missing_waits.h"

static const ex_claim claims[] = {
    { "kernel after kernel: without a wait between them the second seems to take over 1.5 times as long",
      "waits/second kernel", EX_OVER, 1.5, "waits/kernel", 1 },
    { "kernel after kernel: without a wait the first seems to take under half as long: its launch is timed",
      "waits/first kernel", EX_UNDER, 0.5, "waits/kernel", 1 },
    { "copies, then a kernel: with a wait for their events the kernel takes as long as after clFinish, within 10 %",
      "waits/kernel after awaited copies", EX_SAME, 1.1, "waits/kernel after finished copies", 1 },
    { "kernel, then copy: without a wait copy-out seems to take over 1.5 times as long",
      "waits/copy-out after a kernel", EX_OVER, 1.5, "waits/copy-out", 1 },
    { "waits cost time: with one after each phase the product takes over 1.02 times as long as with one in all",
      "waits/product, 3 waits", EX_OVER, 1.02, "waits/product, 1 wait", 1 }
};

static void product_in_phases(const gt_cl *cl, ex_matmul *x)
{
    GT_SCOPE_CL(cl->queue, "total") {
        gt_timer create = { { 0 } };
        gt_timer_start(&create);
        if (ex_matmul_buffers(x, cl)) ex_matmul_bind(x);
        gt_timer_stop(&create);
        gt_series_add("create", gt_timer_ns(&create));
        if (gt_error_first()) return;
        GT_SCOPE_CL(cl->queue, "copy-in") {
            GT_WORK(0, x->p.bytes_in);
            ex_copy_in(x, GT_EVENT, GT_EVENT);
        }
        GT_SCOPE_CL(cl->queue, "compute") {
            GT_WORK(x->p.flops, 0);
            ex_compute(x, GT_EVENT);
        }
        GT_SCOPE_CL(cl->queue, "copy-out") {
            GT_WORK(0, x->p.bytes_out);
            ex_copy_out(x, GT_EVENT);
        }
    }
}

static void row(ex_problem p)
{
    const char *in = ex_path(p.name, "total/copy-in"), *compute = ex_path(p.name, "total/compute");
    const char *out = ex_path(p.name, "total/copy-out"), *total = ex_path(p.name, "total");
    const double all = ex_ms(total);
    if (!(all > 0)) return;
    printf("%-15s %4lu %9s %9s %9s %9s %9s %9.0f %%\n", p.name, (unsigned long)ex_stats(total).n,
           ex_ms_text(ex_path(p.name, "total/create")), ex_ms_text(in), ex_ms_text(compute), ex_ms_text(out),
           ex_ms_text(total), 100 * (ex_ms(in) + ex_ms(out)) / all);
}

int main(int argc, char **argv)
{
    static const ex_about about = { "02_phases", "Times the phases of ten matrix products apart, and what happens to "
        "the times where a wait is missing.", "device quick repeat precision budget csv", 40, 2, NULL };
    ex_options o = ex_options_read(argc, argv, &about);
    const int problems = o.quick ? 3 : EX_PROBLEMS, most = o.repeat ? o.repeat : o.quick ? 6 : 30;
    double flops = 0;
    int i, right = 1;
    gt_cl cl;
    cl_program program = ex_open(&o, &cl, "matmul.cl");

    if (!program) return 1;
    for (i = 0; i < problems; i++) flops += ex_problem_at(i, o.quick).flops;
    for (i = -1; i < problems && right && !gt_error_first(); i++) {
        ex_problem p = ex_problem_at(i < 0 ? EX_PROBLEMS - 1 : i, o.quick);
        ex_matmul x;
        if (i < 0) {                                        /* the flat one: 4 rows of C */
            p.m = 4;
            strcpy(p.name, "flat");
        }
        ex_matmul_host(&x, p);
        if (ex_matmul_device(&x, &cl, program, "matmul_simple")) {
            const double pass_s = one_pass_s(&x), share_s = o.budget_s / 2 * (i < 0 ? 1 : p.flops / flops);
            if (i < 0)      /* without fresh buffers: waits alone make the difference */
                GT_TRIAL("waits", .warmup = -1, .budget_s = share_s, .precision = ex_precision(&o, 0.005),
                         .max_n = o.repeat ? o.repeat : 100, .progress = ex_progress())
                    with_and_without_waits(&cl, &x);
            else {
                ex_matmul_release(&x);
                GT_TRIAL(p.name, .warmup = -1, .budget_s = fmax(share_s, 7 * pass_s), .max_n = most,
                         .precision = ex_precision(&o, 0.005), .progress = ex_progress()) {
                    product_in_phases(&cl, &x);     /* fresh buffers in each pass, as the article has them */
                    ex_matmul_release(&x);
                }
            }
            right = gt_error_first() || ex_matmul_right(&x);
        }
        ex_matmul_close(&x);
    }
    right = right && !gt_error_first() && ex_matmul_edges(&cl, program, "matmul_simple", 0, 1);
    printf("medians, ms        n    create   copy-in   compute  copy-out     total   copies\n");
    for (i = 0; i < problems; i++) row(ex_problem_at(i, o.quick));
    printf("\nwaits left out, medians, ms   clFinish   no wait before   a wait for the events    no wait after\n"
           "  kernel (and kernel)        %9s %16s %23s %16s\n", ex_ms_text("waits/kernel"),
           ex_ms_text("waits/second kernel"), "", ex_ms_text("waits/first kernel"));
    printf("  kernel after copies        %9s %16s %23s\n", ex_ms_text("waits/kernel after finished copies"),
           ex_ms_text("waits/kernel after copies"), ex_ms_text("waits/kernel after awaited copies"));
    printf("  copy-out                   %9s %16s\n  the copies in alone: %s\n\n", ex_ms_text("waits/copy-out"),
           ex_ms_text("waits/copy-out after a kernel"), ex_ms_text("waits/copies in"));
    ex_report(claims, EX_COUNT(claims));
    claim_excess();
    return ex_close(&o, &cl, program, right);
}
