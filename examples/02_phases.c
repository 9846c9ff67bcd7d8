/* 02_phases.c - where does the time of a matrix product go?

   WHAT IT SHOWS   To time copy-in, compute and copy-out apart, wait for the queue before and after each: GT_SCOPE_CL
                   does. Leave out the barrier between two asynchronous commands, and the first one seems to take as
                   long as its launch, the second one as long as both.
   WHAT TO SEE     how the shares change with the size; below, the same commands with a barrier left out (no-sync) */

#include "matmul.h"

static const ex_claim claims[] = {
    { "kernel after kernel: without a barrier between them the second seems to take over 1.5 times as long",
      "barriers/second kernel", EX_OVER, 1.5, "barriers/kernel", 1 },
    { "kernel after kernel: without a barrier the first seems to take under half as long: its launch is timed",
      "barriers/first kernel", EX_UNDER, 0.5, "barriers/kernel", 1 },
    { "copy, then kernel: without a barrier the kernel seems to take over 1.1 times as long",
      "barriers/kernel behind copies", EX_OVER, 1.1, "barriers/kernel", 1 },
    { "kernel, then copy: without a barrier copy-out seems to take over 1.5 times as long",
      "barriers/copy-out behind a kernel", EX_OVER, 1.5, "barriers/copy-out", 1 },
    { "barriers cost time: with one after each phase the product takes over 1.02 times as long as with one in all",
      "barriers/product, 4 barriers", EX_OVER, 1.02, "barriers/product, 1 barrier", 1 }
};

static void product_in_phases(const gt_cl *cl, ex_matmul *x)
{
    GT_SCOPE_CL(cl->queue, "total") {
        GT_SCOPE_CL(cl->queue, "create") if (ex_matmul_buffers(x, cl)) ex_matmul_bind(x);
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

static void with_and_without_barriers(const gt_cl *cl, const ex_matmul *x)
{
    GT_SCOPE_CL(cl->queue, "kernel") ex_compute(x, GT_EVENT);
    GT_SCOPE_CL(cl->queue, "copy-out") ex_copy_out(x, GT_EVENT);

    GT_SCOPE("first kernel") ex_compute(x, GT_EVENT);       /* kernel after kernel, no barrier between them */
    GT_SCOPE("second kernel") {
        ex_compute(x, NULL);
        GT_CL(clFinish(cl->queue));
    }
    ex_copy_in(x, NULL, NULL);
    GT_SCOPE("kernel behind copies") {
        ex_compute(x, NULL);
        GT_CL(clFinish(cl->queue));
    }
    ex_compute(x, NULL);
    GT_SCOPE("copy-out behind a kernel") {
        ex_copy_out(x, NULL);
        GT_CL(clFinish(cl->queue));
    }
    GT_SCOPE_CL(cl->queue, "product, 4 barriers") {
        ex_copy_in(x, NULL, NULL);
        GT_CL(clFinish(cl->queue));
        ex_compute(x, NULL);
        GT_CL(clFinish(cl->queue));
        ex_copy_out(x, NULL);
    }
    GT_SCOPE_CL(cl->queue, "product, 1 barrier") {
        ex_copy_in(x, NULL, NULL);
        ex_compute(x, NULL);
        ex_copy_out(x, NULL);
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
        "the times where a barrier is missing.", "device quick repeat precision budget csv runs", 25, 2, NULL };
    ex_options o = ex_options_read(argc, argv, &about);
    const int problems = o.quick ? 3 : EX_PROBLEMS, most = o.repeat ? o.repeat : o.quick ? 6 : 30;
    double flops = 0;
    int i, right = 1;
    gt_cl cl;
    cl_program program = ex_open(&o, &cl, "matmul.cl");

    if (!program) return 1;
    for (i = 0; i < problems; i++) flops += ex_problem_at(i, o.quick).flops;
    for (i = 0; i < problems && !gt_error_first(); i++) {
        ex_matmul x;
        ex_matmul_host(&x, ex_problem_at(i, o.quick));
        if (ex_matmul_device(&x, &cl, program, "matmul_simple")) {
            gt_cl_warm_kernel(cl.queue, x.kernel, 2, NULL, x.global, x.local);
            if (!i)     /* without fresh buffers: barriers alone make the difference */
                GT_TRIAL("barriers", .warmup = -1, .budget_s = o.budget_s / 2, .precision = ex_precision(&o, 0.005),
                         .max_n = o.repeat ? o.repeat : 100, .progress = ex_progress())
                    with_and_without_barriers(&cl, &x);
            ex_matmul_release(&x);
            GT_TRIAL(x.p.name, .warmup = -1, .budget_s = o.budget_s / 2 * x.p.flops / flops + 0.02, .max_n = most,
                     .precision = ex_precision(&o, 0.005), .progress = ex_progress()) {
                product_in_phases(&cl, &x);     /* fresh buffers in each pass, as the article has them */
                ex_matmul_release(&x);
            }
            right = right && (gt_error_first() || ex_matmul_right(&x));
        }
        ex_matmul_close(&x);
    }
    printf("medians, ms        n    create   copy-in   compute  copy-out     total   copies\n");
    for (i = 0; i < problems; i++) row(ex_problem_at(i, o.quick));
    printf("\nthe smallest, ms         alone   no barrier before it   no barrier after it\n");
    printf("  kernel (and kernel)  %9s %22s %21s\n", ex_ms_text("barriers/kernel"),
           ex_ms_text("barriers/second kernel"), ex_ms_text("barriers/first kernel"));
    printf("  kernel behind copies %9s %22s\n", "the same", ex_ms_text("barriers/kernel behind copies"));
    printf("  copy-out             %9s %22s\n\n", ex_ms_text("barriers/copy-out"),
           ex_ms_text("barriers/copy-out behind a kernel"));
    ex_report(claims, EX_COUNT(claims));
    return ex_close(&o, &cl, program, right);
}
