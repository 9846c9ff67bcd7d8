/* spread.h - for example 04: the spread of samples, as a table of the first 1, 5, 30 and 100, and as a histogram */

#ifndef EX_SPREAD_H
#define EX_SPREAD_H

#include "common.h"

enum { BARS = 16 };

static void rows(const double *x, size_t n)
{
    static const size_t counts[] = { 1, 5, 30, 100 };
    printf("samples    median   95 %% interval of the median      mean   std. dev.   minimum   (ms)\n");
    for (size_t i = 0; i < 4 && counts[i] <= n; i++) {
        gt_stats t;
        gt_stats_of(x, counts[i], gt_clock_info().step_ns, &t);
        printf("%7lu %9.4f   ", (unsigned long)counts[i], t.median * 1e-6);
        if (t.ci.confidence > 0.949) printf("%9.4f to %9.4f (+-%4.1f %%)", t.ci.low * 1e-6, t.ci.high * 1e-6,
                                            50 * (t.ci.high - t.ci.low) / t.median);
        else printf("%-32s", "none: 6 samples are the least");
        printf(" %9.4f ", t.mean * 1e-6);
        if (t.n > 1) printf("%11.4f %9.4f\n", t.sd * 1e-6, t.min * 1e-6);
        else printf("%11s %9.4f\n", "-", t.min * 1e-6);
    }
}

static void histogram(const double *x, size_t n, const gt_stats *s)
{
    size_t count[BARS] = { 0 }, most = 1, i;
    const double width = (s->p90 - s->min) / BARS * 1.0001;
    for (i = 0; i < n && width > 0; i++) {
        const int k = x[i] > s->p90 ? 0 : (int)((x[i] - s->min) / width);
        if (x[i] <= s->p90 && ++count[k] > most) most = count[k];
    }
    printf("\nall %lu samples, without the slowest tenth, which reaches to %.3f ms\n", (unsigned long)n, s->max * 1e-6);
    for (int k = 0; k < BARS; k++) {
        printf("%10.3f ms |", (s->min + k * width) * 1e-6);
        for (int j = 0; j < (int)(count[k] * 50 / most); j++) putchar('#');
        printf(" %lu\n", (unsigned long)count[k]);
    }
}

#endif
