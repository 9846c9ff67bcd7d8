/* 02_phases.c - where does the time of a matrix product go?

   WHAT YOU LEARN   To time copy-in, compute and copy-out apart, wait for the queue before and after each: GT_SCOPE_CL does. Leave
                    out the barrier before, and the second of two asynchronous commands pays for the first; leave out the one
                    after, and you time the launch. Barriers cost something too: the total with them is longer than without.
   EXPECTED OUTPUT  a row for each of ten problems; the same phases with a barrier left out; claims; the kit's report */

#include "common.h"

static void phases_apart(const gt_cl *cl, const ex_matmul *x)
{
    GT_SCOPE_CL(cl->queue, "total") {
        GT_SCOPE_CL(cl->queue, "copy-in") {
            GT_WORK(0, x->p.bytes_in);
            ex_copy_in(x, cl->queue, GT_EVENT, GT_EVENT);
        }
        GT_SCOPE_CL(cl->queue, "compute") {
            GT_WORK(x->p.flops, 0);
            ex_compute(x, cl->queue, GT_EVENT);
        }
        GT_SCOPE_CL(cl->queue, "copy-out") {
            GT_WORK(0, x->p.bytes_out);
            ex_copy_out(x, cl->queue, GT_EVENT);
        }
    }
}

static void phases_together(const gt_cl *cl, const ex_matmul *x)
{
    GT_SCOPE_CL(cl->queue, "total, no inner barriers") {
        ex_copy_in(x, cl->queue, GT_EVENT, GT_EVENT);
        ex_compute(x, cl->queue, GT_EVENT);
        ex_copy_out(x, cl->queue, GT_EVENT);
    }
}

static void barriers_left_out(const gt_cl *cl, const ex_matmul *x)
{
    ex_copy_in(x, cl->queue, NULL, NULL);
    GT_SCOPE("compute, no barrier before") {
        ex_compute(x, cl->queue, NULL);
        GT_CL(clFinish(cl->queue));
    }
    GT_SCOPE("compute, no barrier after") ex_compute(x, cl->queue, GT_EVENT);
    GT_SCOPE("copy-out behind it") {
        ex_copy_out(x, cl->queue, NULL);
        GT_CL(clFinish(cl->queue));
    }
}

static const gt_series *phase(const gt_snapshot *s, const char *name, int problem, int quick)
{
    char path[128];
    sprintf(path, "%s/%s", ex_problem_at(problem, quick).name, name);
    return gt_snapshot_find(s, path);
}

static double median_ms(const gt_series *s) { return s && s->n ? s->stats.median * 1e-6 : 0; }

static void barriers_print(const gt_snapshot *s, int quick)
{
    const gt_series *before = phase(s, "compute, no barrier before", 0, quick), *after = phase(s, "compute, no barrier after", 0, quick);
    if (!(median_ms(before) > 0)) return;
    printf("\n%s again, with a barrier left out (ms)\n", ex_problem_at(0, quick).name);
    printf("  compute %.3f; without the barrier before it %.3f: the copies are in it\n", median_ms(phase(s, "total/compute", 0, quick)),
           median_ms(before));
    printf("  compute without the barrier after it %.3f: the launch; and copy-out then takes %.3f instead of %.3f\n", median_ms(after),
           median_ms(phase(s, "copy-out behind it", 0, quick)), median_ms(phase(s, "total/copy-out", 0, quick)));
}

/* Returns by how much the total differs from the sum of the phases and of what the kit itself did between them (it is printed too). */
static double problem_print(const gt_snapshot *s, int i, int quick)
{
    ex_problem p = ex_problem_at(i, quick);
    const gt_series *all = phase(s, "total", i, quick);
    double in = median_ms(phase(s, "total/copy-in", i, quick)), compute = median_ms(phase(s, "total/compute", i, quick)),
           out = median_ms(phase(s, "total/copy-out", i, quick)), sum = in + compute + out, total = median_ms(all),
           kit = all && all->n ? all->kit_ns / (double)all->n * 1e-6 : 0;
    if (!(total > 0)) return -1;
    printf("%-15s%4lu %10.3f %10.3f %10.3f | %8.3f %6.3f %8.3f %18.3f | %9.2f %6.0f %%\n", p.name, (unsigned long)all->n, in, compute, out, sum,
           kit, total, median_ms(phase(s, "total, no inner barriers", i, quick)), p.flops / compute * 1e-6, 100 * (in + out) / sum);
    return fabs((sum + kit) / total - 1);
}

static void claim_ratio(const char *what, const gt_series *a, const gt_series *b, double least)
{
    gt_ratio r;
    if (!a || !b || gt_ratio_unpaired(a->ns, a->kept, b->ns, b->kept, 0, 0.95, &r) != GT_OK) {
        ex_claim(what, EX_CANNOT_BE_TOLD, "not measured");
        return;
    }
    ex_claim(what, ex_ratio_above(&r, least), "%.3f ms against %.3f ms: %.3g times, 95 %% interval %.3g to %.3g, n=%lu",
             a->stats.median * 1e-6, b->stats.median * 1e-6, r.ratio, r.ci.low, r.ci.high, (unsigned long)r.rounds);
}

int main(int argc, char **argv)
{
    ex_options o = ex_parse(argc, argv, "Times copy-in, compute and copy-out of ten matrix products apart.");
    int problems = o.quick ? 3 : EX_PROBLEMS, repeat = o.repeat ? o.repeat : o.quick ? 6 : 30, i, k, right = 1;
    double budget_s = ex_budget(&o, 16, 1.5), flops_all = 0, worst_sum = -1;
    gt_timer timer = { { 0 } };
    gt_snapshot s;
    gt_cl cl;
    cl_program program;

    if (gt_cl_open(&cl, o.device)) return gt_fail(stderr);
    program = gt_cl_program_file(&cl, GT_KERNEL_DIR "/matmul.cl", NULL);
    for (i = 0; i < problems; i++) flops_all += ex_problem_at(i, o.quick).flops;

    for (i = 0; program && i < problems && !gt_error_first(); i++) {
        ex_matmul x;
        ex_matmul_host(&x, ex_problem_at(i, o.quick));
        if (ex_matmul_device(&x, &cl, program, "matmul_simple")) {
            double share_s = budget_s * x.p.flops / flops_all + 0.02;
            gt_scope problem;
            float zero = 0;
            gt_cl_fill(cl.queue, x.da, &zero, sizeof zero);     /* first touch of device memory, */
            gt_cl_fill(cl.queue, x.db, &zero, sizeof zero);
            gt_cl_fill(cl.queue, x.dc, &zero, sizeof zero);
            ex_copy_in(&x, cl.queue, NULL, NULL);               /* of the way there and back, */
            gt_cl_warm_kernel(cl.queue, x.kernel, 2, NULL, x.global, x.local);  /* and what is compiled late */
            ex_copy_out(&x, cl.queue, NULL);
            gt_cl_finish_all();
            ex_progress(x.p.name, i + 1, problems);

            gt_timer_reset(&timer);
            gt_timer_start(&timer);
            problem = gt_scope_begin(x.p.name);
            for (k = 0; k < repeat && (k < 2 || o.repeat || 1e-3 * gt_timer_ms(&timer) < share_s) && !gt_error_first(); k++) {
                phases_apart(&cl, &x);
                if (k == 0 || o.repeat || 1e-3 * gt_timer_ms(&timer) < share_s / 2) phases_together(&cl, &x);
                if (i == 0) barriers_left_out(&cl, &x);
            }
            gt_scope_end(&problem);
            right = right && (gt_error_first() || ex_matmul_right(&x));
        }
        ex_matmul_close(&x);
    }
    ex_progress("", 0, 0);

    if (gt_snapshot_take(&s) == GT_OK) {
        printf("medians, ms       n    copy-in    compute   copy-out |      sum  + kit    total  no inner barriers |   GFLOP/s   copies\n");
        for (i = 0; i < problems; i++) {
            double apart = problem_print(&s, i, o.quick);
            if (apart > worst_sum) worst_sum = apart;
        }
        barriers_print(&s, o.quick);
        printf("\n");
        gt_report(stdout);
        printf("\n");
        ex_claim("with barriers, the phases and the kit's own work add up to the total", worst_sum < 0 ? EX_CANNOT_BE_TOLD : worst_sum < 0.05 ? EX_HOLDS : EX_DOES_NOT_HOLD,
                 "worst of the problems: %.1f %% apart", 100 * worst_sum);
        claim_ratio("without the barrier after it, only the launch of compute is timed", phase(&s, "total/compute", 0, o.quick),
                    phase(&s, "compute, no barrier after", 0, o.quick), 2);
        claim_ratio("the second of two asynchronous commands pays for the first", phase(&s, "copy-out behind it", 0, o.quick),
                    phase(&s, "total/copy-out", 0, o.quick), 1.1);
        gt_snapshot_free(&s);
    }
    if (program) GT_CL(clReleaseProgram(program));
    gt_cl_close(&cl);
    return ex_end(&o, right);
}
