/* 04_spread.c - what is one number worth?

   WHAT YOU LEARN   The same measurement with 1, 5, 30 and 100 samples: the mean follows the outliers, the minimum falls as samples are added, the
                    median with its interval says what is known. What one more sample buys: the interval shrinks with the square root.
   EXPECTED OUTPUT  a row for each count, a histogram of all samples, claims */

#include "common.h"

enum { MOST = 100, BARS = 16 };

static void histogram(const double *sorted, size_t n)
{
    size_t count[BARS] = { 0 }, most = 1, i;
    double low = sorted[0], high = gt_quantile(sorted, n, 0.95), width = (high - low) / BARS * 1.0001;
    int k, j;
    if (!(width > 0)) return;
    for (i = 0; i < n && sorted[i] <= high; i++) {
        k = (int)((sorted[i] - low) / width);
        if (++count[k] > most) most = count[k];
    }
    printf("\nall %lu samples (the slowest 5 %% reach to %.3f ms)\n", (unsigned long)n, sorted[n - 1] * 1e-6);
    for (k = 0; k < BARS; k++) {
        printf("%10.3f ms |", (low + k * width) * 1e-6);
        for (j = 0; j < (int)(count[k] * 50 / most); j++) putchar('#');
        printf("%s %lu\n", count[k] ? "" : " ", (unsigned long)count[k]);
    }
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* How far apart are the answers of one statistic if the measurement is done with n samples again and again? (highest - lowest) / median of all */
static double disagreement(const double *x, size_t all, size_t n, int what)
{
    double least = HUGE_VAL, most = 0;
    size_t i;
    for (i = 0; i + n <= all; i += n) {
        gt_stats s;
        double v;
        if (gt_stats_of(x + i, n, 0, &s) != GT_OK) return 0;
        v = what == 0 ? s.median : what == 1 ? s.mean : s.min;
        if (v < least) least = v;
        if (v > most) most = v;
    }
    return most / least - 1;
}

int main(int argc, char **argv)
{
    static const size_t counts[] = { 1, 5, 30, 100 };
    ex_options o = ex_parse(argc, argv, "The same measurement with 1, 5, 30 and 100 samples.");
    size_t i, n = 0;
    double x[MOST], width[4] = { 0, 0, 0, 0 };
    gt_snapshot s;
    gt_cl cl;
    cl_program program;
    ex_matmul m;
    int right = 1;

    if (gt_cl_open(&cl, o.device)) return gt_fail(stderr);
    program = gt_cl_program_file(&cl, GT_KERNEL_DIR "/matmul.cl", NULL);
    ex_matmul_host(&m, ex_problem_at(0, o.quick));
    if (program && ex_matmul_device(&m, &cl, program, "matmul_simple")) {
        ex_copy_in(&m, cl.queue, NULL, NULL);
        GT_TRIAL("compute", .warmup = 2, .max_n = MOST, .precision = 1e-9, .budget_s = ex_budget(&o, 30, 2), .progress = ex_progress_file())
            GT_SCOPE_CL(cl.queue, "kernel") ex_compute(&m, cl.queue, GT_EVENT);
        ex_copy_out(&m, cl.queue, NULL);
        gt_cl_finish_all();
        if (!gt_error_first()) right = ex_matmul_right(&m);
    }
    if (gt_snapshot_take(&s) == GT_OK) {
        const gt_series *k = gt_snapshot_find(&s, "compute/kernel");
        n = k ? k->kept : 0;
        for (i = 0; i < n; i++) x[i] = k->ns[i];
        gt_snapshot_free(&s);
    }
    printf("samples      median   95 %% interval of the median       mean   minimum   (ms, %s)\n", m.p.name);
    for (i = 0; i < 4 && counts[i] <= n; i++) {
        gt_stats t;
        gt_stats_of(x, counts[i], gt_clock_info().step_ns, &t);
        printf("%7lu %11.4f   ", (unsigned long)counts[i], t.median * 1e-6);
        if (t.ci.confidence > 0.949) printf("%10.4f to %-10.4f (%4.1f %%)", t.ci.low * 1e-6, t.ci.high * 1e-6, 50 * (t.ci.high - t.ci.low) / t.median);
        else printf("%-33s", "none: 6 samples are the least");
        printf("%9.4f %9.4f\n", t.mean * 1e-6, t.min * 1e-6);
        width[i] = t.ci.confidence > 0.949 ? t.ci.high - t.ci.low : 0;
    }
    if (n == MOST) {
        double median = disagreement(x, n, 5, 0), mean = disagreement(x, n, 5, 1), one = disagreement(x, n, 1, 0);
        gt_stats all;
        gt_stats_of(x, n, 0, &all);
        qsort(x, n, sizeof *x, by_value);
        histogram(x, n);
        printf("\ndone again, answers differ by: one sample %.1f %%, mean of 5 %.1f %%, median of 5 %.1f %%\n\n", 100 * one, 100 * mean, 100 * median);
        ex_claim("the median of 5 is a steadier answer than one sample", median < 0.8 * one ? EX_HOLDS : median < one ? EX_CANNOT_BE_TOLD
                 : EX_DOES_NOT_HOLD, "20 medians differ by %.1f %%, 100 single samples by %.1f %%", 100 * median, 100 * one);
        ex_claim("the mean lies outside of the interval of the median", all.mean > all.ci.high || all.mean < all.ci.low ? EX_HOLDS : EX_DOES_NOT_HOLD,
                 "mean %.4f ms, interval %.4f to %.4f ms, n=%lu", all.mean * 1e-6, all.ci.low * 1e-6, all.ci.high * 1e-6, (unsigned long)n);
        ex_claim("100 samples give a narrower interval than 30", width[3] < 0.8 * width[2] ? EX_HOLDS : width[3] < width[2] ? EX_CANNOT_BE_TOLD
                 : EX_DOES_NOT_HOLD, "%.2f of its width; 0.55 if samples were independent and nothing drifted", width[3] / width[2]);
    } else if (!gt_error_first()) {
        ex_claim("more samples say more", EX_CANNOT_BE_TOLD, "only %lu samples fitted the time", (unsigned long)n);
    }
    printf("\n");
    gt_report(stdout);
    ex_matmul_close(&m);
    if (program) GT_CL(clReleaseProgram(program));
    gt_cl_close(&cl);
    return ex_end(&o, right);
}
