/* What holds on every processor and system: each line says what it checks, the last one how many held. For
   tests/lib/portable.sh, which compiles this file for machines that have no cmocka: C99 and C++11, one thread or
   four. */
#define GPUTIME_IMPLEMENTATION
#include "gputime.h"
#include <stdlib.h>
#include <string.h>
#ifndef _WIN32
#include <pthread.h>
#endif

static int held, failed;
static void check(int holds, const char *what) {
    printf("%s %s\n", holds ? "ok" : "not ok", what);
    if (holds) held++;
    else failed++;
}
static int is_about(double x, double wanted, double part) {
    return x >= wanted * (1 - part) && x <= wanted * (1 + part);
}

static uint64_t fake_ns;
static uint64_t read_fake(void *user) {
    (void)user;
    return fake_ns += 100;
}
/* Of the series `path`: n, and the median of ns. */
static void check_series(const char *path, size_t n, double median) {
    gt_snapshot shown;
    const gt_series *s = gt_snapshot_take(&shown) == GT_OK ? gt_snapshot_find(&shown, path) : NULL;
    check(s && s->n == n && is_about(s->stats.median, median, 1e-9), path);
    printf("%.0f samples, median %.17g\n", s ? (double)s->n : 0, s ? s->stats.median : 0);
    gt_snapshot_free(&shown);
}
/* Also under -ffast-math, where neither a NaN nor a test for one may stand in this file: its bits tell. */
static int is_number(const double *x) {
    unsigned char bytes[sizeof *x];
    uint64_t bits;
    size_t i;
    for (i = 0; i < sizeof *x; i++) bytes[i] = ((const volatile unsigned char *)x)[i];
    memcpy(&bits, bytes, sizeof bits);
    return (bits >> 52 & 0x7FF) != 0x7FF;
}
static void check_what_is_no_number(void) {
    const uint64_t nan_bits = (uint64_t)0x7FF8 << 48;
    const double x[3] = {1, 2, 4}, y[3] = {2, 4, 8};
    double mixed[9] = {5, 5, 5, 5, 0, 5, 5, 5, 5}, p, at;
    gt_ratio r;
    gt_stats s;
    memcpy(&p, &nan_bits, sizeof p);
    memcpy(&mixed[4], &nan_bits, sizeof p);
    at = gt_quantile(x, 3, p);
    check(!is_number(&at), "the quantile at no number is no number");
    at = gt_quantile(x, 3, 0.5);
    check(is_number(&at) && at > 1.9 && at < 2.1, "the quantile at 0.5 is the median");
    memset(&r, 0, sizeof r);
    (void)gt_ratio_paired(x, y, 0, 0.95, &r);
    check(!is_number(&r.ratio) && !r.rounds, "the ratio of no rounds is no number");
    check(gt_ratio_paired(x, y, 3, 0.95, &r) == GT_OK && is_about(r.ratio, 0.5, 1e-9), "the ratio of three rounds");
    check(r.ci.confidence < 0.95, "three rounds have no interval of 95 %");
    check(gt_stats_of(mixed, 9, 0, &s) == GT_OK && s.rejected == 1 && s.n == 8 && is_about(s.mean, 5, 1e-12) &&
          is_about(s.median, 5, 1e-12), "the mean leaves out what is no number");
}
/* What `write` writes to a file that was opened as text: as many bytes as the file then has. Owner: the caller. */
static char *written(gt_status (*write)(FILE *), const char *mode, size_t *n) {
    static const char name[] = "portable.out";
    char *text = (char *)calloc(1, 1 << 16);
    FILE *f = fopen(name, mode);
    *n = 0;
    if (f && text) check(write(f) == GT_OK, "a file is written");
    if (f) fclose(f);
    f = fopen(name, "rb");
    if (f && text) *n = fread(text, 1, (1 << 16) - 1, f);
    if (f) fclose(f);
    remove(name);
    return text;
}
static int occurs(const char *text, const char *what) { return text && strstr(text, what) != NULL; }

static void *work(void *nothing) {
    int i;
    for (i = 0; i < 1000; i++) GT_SCOPE("thread") {}
    return nothing;
}
#ifdef _WIN32
static void in_threads(void) { int i; for (i = 0; i < 4; i++) work(NULL); }
#else
static void in_threads(void) {
    pthread_t thread[4];
    int i, made = 0;
    while (made < 4 && !pthread_create(&thread[made], NULL, work, NULL)) made++;
    for (i = 0; i < made; i++) pthread_join(thread[i], NULL);
    for (; made < 4; made++) work(NULL);
}
#endif

static void exact_times(void) {
    static const double x[] = { 5, 1, 4, 2, 3, 9, 7, 6, 8 };
    gt_stats s;
    size_t n;
    int i;
    char *text;
    check(gt_clock_set(read_fake, NULL, "simulated") == GT_OK, "a clock of the program's own");
    for (i = 0; i < 7; i++)
        GT_SCOPE("outer") { GT_SCOPE("inner") { fake_ns += 1000; } fake_ns += 4294967296u; }    /* beyond 32 bits */
    check_series("outer", 7, 4294967296.0 + 1400);
    check_series("outer/inner", 7, 1100);
    check(gt_series_add("added", 12.5) == GT_OK, "a sample is added");
    check_series("added", 1, 12.5);
    check(gt_stats_of(x, 9, 0, &s) == GT_OK && is_about(s.median, 5, 1e-12) && s.n == 9, "median of nine");
    GT_COMPARE("sides") {
        GT_SIDE("slow") { fake_ns += 40000; }
        GT_SIDE("quick") { fake_ns += 20000; }
    }
    text = written(gt_write_csv, "w", &n);
    check(n > 0 && occurs(text, "outer/inner") && occurs(text, "\r\n") && !occurs(text, "\r\r"),
          "lines of CSV end in CRLF");
    free(text);
    text = written(gt_write_json, "wb", &n);
    check(n > 0 && occurs(text, "\"median\"") && !occurs(text, ":nan") && !occurs(text, ": nan"),
          "numbers of JSON are finite");
    free(text);
    text = written(gt_report, "w", &n);
    check(occurs(text, "4.29") && occurs(text, "quick"), "report");
    check(occurs(text, "1.995 times as fast"), "a side is twice as fast");
    free(text);
}
static void own_clock(void) {
    gt_clock c;
    gt_timer t = { { 0 } };
    size_t n;
    uint64_t begin;
    char *text;
    gt_reset();
    check_what_is_no_number();
    check(gt_clock_set(NULL, NULL, NULL) == GT_OK, "the kit's own clock");
    c = gt_clock_info();
    printf("clock %s, step %.3g ns, %s\n", c.name, c.step_ns, c.reason);
    check(c.step_ns > 0 && c.step_ns < 1e7 && c.read_ns > 0, "the clock has a step and a price");
    gt_timer_start(&t);
    GT_SCOPE_EXACT("a while") {
        begin = gt_clock_ticks();
        while (gt_clock_ns(gt_clock_ticks() - begin) < 3e6) {}
    }
    gt_timer_stop(&t);
    check(gt_timer_ms(&t) > 2.9 && gt_timer_ms(&t) < 3000, "a timer");
    in_threads();
    {
        gt_snapshot shown;
        const gt_series *s;
        check(gt_snapshot_take(&shown) == GT_OK, "a snapshot");
        s = gt_snapshot_find(&shown, "thread");
        check(s && s->n == 4000, "no sample of four threads is lost");
        s = gt_snapshot_find(&shown, "a while");
        check(s && s->stats.median > 2.9e6, "an exact scope");
        gt_snapshot_free(&shown);
    }
    text = written(gt_report, "w", &n);
    check(occurs(text, "thread"), "report of the kit's clock");
    free(text);
}

int main(void) {
    exact_times();
    own_clock();
    printf("%d of %d\n", held, held + failed);
    return failed != 0;
}
