/* 04_spread.c - what is one number worth?

   WHAT IT SHOWS   Mean and standard deviation follow the outliers, the minimum falls as samples are added; the median
                   with its interval says what is known. A constant overhead spoils ratios, but no differences.
   WHAT TO SEE     the column of standard deviations against that of intervals; the histogram; the last table */

#include "lib/matmul.h"
#include "lib/spread.h"

enum { MOST = 100 };

/* Measured once more, who is nearer to the median of all: the median of five, or these five on average? */
static void claim_steadier(const double *x, size_t n, double middle)
{
    double closer[MOST / 5];
    gt_stats s;
    size_t i, j, k = 0;
    for (i = 0; i + 5 <= n; i += 5, k++) {
        gt_stats_of(x + i, 5, 0, &s);
        closer[k] = -100 * fabs(s.median / middle - 1);
        for (j = 0; j < 5; j++) closer[k] += 20 * fabs(x[i + j] / middle - 1);
    }
    if (k && gt_stats_of(closer, k, 0, &s) == GT_OK)
        ex_claim_number("the median of 5 samples is nearer to the median of all samples than single samples are", &s.ci,
                        0, HUGE_VAL, "% nearer");
}

/* a - b and a / b of each round, by brackets and by the device's own times. */
static void compared(const gt_snapshot *s, gt_stats *stats)      /* of the ratio, of the difference */
{
    const gt_series *a = gt_snapshot_find(s, "two kernels/simple/kernel");
    const gt_series *b = gt_snapshot_find(s, "two kernels/blocked/kernel");
    double off[2][MOST];    /* by brackets instead of device times: of the ratio, of the difference; % */
    size_t i, n = a && b ? a->kept < b->kept ? a->kept : b->kept : 0;
    if (!n || !a->device_stats.n || !b->device_stats.n) return;         /* no device times */
    for (i = 0; i < n; i++) {
        const double da = gt_series_sample(a, i).device_ns, db = gt_series_sample(b, i).device_ns;
        off[0][i] = 100 * ((a->ns[i] / b->ns[i]) / (da / db) - 1);
        off[1][i] = 100 * ((a->ns[i] - b->ns[i]) / (da - db) - 1);
    }
    printf("\ntwo kernels       bracket      device    overhead   (ms)\n");
    for (i = 0; i < 2; i++) {
        const gt_series *x = i ? b : a;
        gt_stats_of(off[i], n, 0, &stats[i]);
        printf("  %-8s    %11.4f %11.4f %11.4f\n", i ? "blocked" : "simple", x->stats.median * 1e-6,
               x->device_stats.median * 1e-6, x->rest_stats.median * 1e-6);
    }
    printf("  by brackets instead of device times, the ratio is off by %+.2f %%, the difference by %+.2f %%\n\n",
           stats[0].median, stats[1].median);
}
static void claim_overhead(const gt_stats *stats)
{
    if (!stats[1].n) return;
    ex_claim_number("two brackets differ by as much as their device times, within 5 %: the overhead is constant",
                    &stats[1].ci, -5, 5, "% off");
    ex_claim_number("the ratio of two brackets equals that of their device times, within 1 %, in spite of the overhead",
                    &stats[0].ci, -1, 1, "% off");
}

int main(int argc, char **argv)
{
    static const ex_about about = { "04_spread", "The same measurement with 1, 5, 30 and 100 samples; two kernels by "
        "brackets and by device times.", "device quick budget csv", 12, 2, NULL };
    ex_options o = ex_options_read(argc, argv, &about);
    ex_matmul m, faster;
    const gt_series *k = NULL;
    gt_stats stats[2];
    gt_snapshot s;
    gt_cl cl;
    int right = 1;
    cl_program program = ex_open(&o, &cl, "matmul.cl");
    if (!program) return 1;
    ex_matmul_host(&m, ex_problem_at(0, o.quick));
    ex_matmul_host(&faster, m.p);
    if (ex_matmul_device(&m, &cl, program, "matmul_simple") && ex_matmul_buffers(&faster, &cl) &&
        ex_matmul_kernel(&faster, program, "matmul_blocked", 0, 8) && ex_matmul_bind(&faster)) {
        ex_copy_in(&m, NULL, NULL);
        ex_copy_in(&faster, NULL, NULL);
        GT_TRIAL("compute", .max_n = MOST, .precision = 1e-9, .budget_s = o.budget_s / 2, .progress = ex_progress())
            GT_SCOPE_CL(cl.queue, "kernel") ex_compute(&m, GT_EVENT);
        GT_COMPARE("two kernels", .max_n = MOST, .precision = 1e-9, .budget_s = o.budget_s / 2) {
            GT_SIDE("simple") GT_SCOPE_CL(cl.queue, "kernel") ex_compute(&m, GT_EVENT);
            GT_SIDE("blocked") GT_SCOPE_CL(cl.queue, "kernel") ex_compute(&faster, GT_EVENT);
        }
        ex_copy_out(&m, NULL);
        ex_copy_out(&faster, NULL);
        right = gt_cl_finish_all() == GT_OK && !gt_error_first() && ex_matmul_right(&m) && ex_matmul_right(&faster);
        right = right && ex_matmul_edges(&cl, program, "matmul_simple", 0, 1) &&
                ex_matmul_edges(&cl, program, "matmul_blocked", 0, 8);
    }
    memset(stats, 0, sizeof stats);
    if (gt_snapshot_take(&s) == GT_OK && (k = gt_snapshot_find(&s, "compute/kernel")) != NULL) {
        rows(k->ns, k->kept);
        histogram(k->ns, k->kept, &k->stats);
        compared(&s, stats);
    }
    ex_report(NULL, 0);
    if (k) {
        claim_overhead(stats);
        claim_steadier(k->ns, k->kept, k->stats.median);
    }
    gt_snapshot_free(&s);
    ex_matmul_close(&m);
    ex_matmul_close(&faster);
    return ex_close(&o, &cl, program, right);
}
