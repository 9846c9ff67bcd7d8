/* 13_release_build.c - what does a debug build do to a measurement?

   WHAT IT SHOWS   "Measure a release build": the same function on the host without and with optimisation, the same
                   kernel with -cl-opt-disable and without. A debug build is not slower by a constant factor: host and
                   kernel change by different ones, so that even the speedup of the device over the host changes.
   WHAT TO SEE     the two factors, and the speedup of the device over the host in both builds */

#include "matmul.h"

#if defined(__clang__)
#define DEBUG_BUILD __attribute__((optnone, noinline))
#define RELEASE_BUILD __attribute__((noinline))
#elif defined(__GNUC__)
#define DEBUG_BUILD __attribute__((optimize("O0"), noinline))
#define RELEASE_BUILD __attribute__((optimize("O2"), noinline))
#else
#define DEBUG_BUILD
#define RELEASE_BUILD
#endif

#define PRODUCT                                                                     \
    {                                                                               \
        size_t i, j, k;                                                             \
        for (i = 0; i < p.m; i++) {                                                 \
            for (j = 0; j < p.w; j++) c[i * p.w + j] = 0;                           \
            for (k = 0; k < p.n; k++)                                               \
                for (j = 0; j < p.w; j++) c[i * p.w + j] += a[i * p.n + k] * b[k * p.w + j]; \
        }                                                                           \
    }
DEBUG_BUILD static void product_debug(const float *a, const float *b, float *c, ex_problem p) PRODUCT
RELEASE_BUILD static void product_release(const float *a, const float *b, float *c, ex_problem p) PRODUCT

#define SIDE(name) "builds/" name
static const ex_claim claims[] = {
    { "on the host, a debug build (-O0) takes over 1.5 times as long as a release build (-O2)",
      SIDE("host, debug"), EX_OVER, 1.5, SIDE("host, release"), 1 },
    { "on the device, a debug build (-cl-opt-disable) takes over 1.5 times as long as a release build",
      SIDE("device, debug"), EX_OVER, 1.5, SIDE("device, release"), 1 }
};

/* Is the speedup of the device over the host another one in the debug build? Of each round, in %. */
static void claim_speedup(void)
{
    static const char *const names[] = { SIDE("host, debug"), SIDE("device, debug"), SIDE("host, release"),
                                         SIDE("device, release") };
    const gt_series *x[4];
    double change[1000], debug, release;
    gt_stats stats;
    gt_snapshot s;
    size_t i, n = 1000;
    if (gt_snapshot_take(&s) != GT_OK) return;
    for (i = 0; i < 4; i++) {
        x[i] = gt_snapshot_find(&s, names[i]);
        if (!x[i] || x[i]->kept < n) n = x[i] ? x[i]->kept : 0;
    }
    for (i = 0; i < n; i++)
        change[i] = 100 * ((x[0]->ns[i] / x[1]->ns[i]) / (x[2]->ns[i] / x[3]->ns[i]) - 1);
    if (n && gt_stats_of(change, n, 0, &stats) == GT_OK) {
        debug = x[0]->stats.median / x[1]->stats.median;
        release = x[2]->stats.median / x[3]->stats.median;
        printf("the device is %.3g times as fast as the host in the debug build, %.3g times in the release build\n\n",
               debug, release);
        ex_claim_number("both builds show the same speedup of the device over the host, to 10 %", &stats.ci, -10, 10,
                        "% more in the debug build");
    }
    gt_snapshot_free(&s);
}

int main(int argc, char **argv)
{
    static const ex_about about = { "13_release_build", "A matrix product on host and device, each in a debug and a "
        "release build.", "device quick repeat precision budget csv runs", 10, 1, NULL };
    ex_options o = ex_options_read(argc, argv, &about);
    int right = 0;
    ex_matmul debug, release;
    gt_cl cl;
    cl_program program = ex_open(&o, &cl, "matmul.cl"), slow = NULL;

    if (!program) return 1;
    slow = gt_cl_program_file(&cl, ex_kernel_file("matmul.cl"), "-cl-opt-disable");
    ex_matmul_host(&debug, ex_problem_at(0, o.quick));
    ex_matmul_host(&release, debug.p);
    if (slow && ex_matmul_device(&debug, &cl, slow, "matmul_simple") &&
        ex_matmul_device(&release, &cl, program, "matmul_simple")) {
        ex_copy_in(&debug, NULL, NULL);
        ex_copy_in(&release, NULL, NULL);
        GT_COMPARE("builds", .budget_s = o.budget_s, .precision = ex_precision(&o, 0.01), .max_n = o.repeat,
                   .progress = ex_progress()) {
            GT_SIDE("host, debug") product_debug(debug.a, debug.b, debug.c, debug.p);
            GT_SIDE("host, release") product_release(release.a, release.b, release.c, release.p);
            GT_SIDE("device, debug") GT_SCOPE_CL(cl.queue, "kernel") ex_compute(&debug, GT_EVENT);
            GT_SIDE("device, release") GT_SCOPE_CL(cl.queue, "kernel") ex_compute(&release, GT_EVENT);
        }
        right = ex_matmul_right(&debug) & ex_matmul_right(&release);    /* the host's; then the device's */
        ex_copy_out(&debug, NULL);
        ex_copy_out(&release, NULL);
        gt_cl_finish_all();
        right = right && !gt_error_first() && ex_matmul_right(&debug) && ex_matmul_right(&release) &&
                ex_matmul_edges(&cl, slow, "matmul_simple", 0, 1) &&
                ex_matmul_edges(&cl, program, "matmul_simple", 0, 1);
    }
    printf("medians, ms      debug     release\nhost    %12s %11s\n", ex_ms_text(SIDE("host, debug")),
           ex_ms_text(SIDE("host, release")));
    printf("device  %12s %11s\n\n", ex_ms_text(SIDE("device, debug")), ex_ms_text(SIDE("device, release")));
    ex_report(claims, EX_COUNT(claims));
    claim_speedup();
    ex_matmul_close(&debug);
    ex_matmul_close(&release);
    if (slow) GT_CL(clReleaseProgram(slow));
    return ex_close(&o, &cl, program, right);
}
