/* 13_release_build.c - what does a debug build do to a measurement?

   WHAT IT SHOWS   "Measure a release build": the same function on the host without and with optimisation, the same
                   kernel with -cl-opt-disable and without. A debug build is not slower by a constant factor: host and
                   kernel change by different ones, so that even the speedup of the device over the host changes. And
                   what is the host: one core of it, or all?
   WHAT TO SEE     the two factors, and the speedup of the device over one core in both builds, and over all cores

   After the conclusions of "How to measure the performance of C++ AMP algorithms?": measure "Release", and make sure
   that the new algorithm performs better than the sequential or multicore one before. */

#include "lib/host_products.h"

#define SIDE(name) "builds/" name
static const ex_claim claims[] = {
    { "on the host, a debug build (-O0) takes over 1.5 times as long as a release build (-O2)",
      SIDE("host, debug"), EX_OVER, 1.5, SIDE("host, release"), 1 },
    { "on the device, a debug build (-cl-opt-disable) takes over 1.5 times as long as a release build",
      SIDE("device, debug"), EX_OVER, 1.5, SIDE("device, release"), 1 },
    { "the device performs better than one core, which takes over 1.1 times as long",
      SIDE("host, release"), EX_OVER, 1.1, SIDE("device, release"), 1 },
    { "the device performs better than all cores, which take over 1.1 times as long",
      SIDE("host, all cores"), EX_OVER, 1.1, SIDE("device, release"), 1 }
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
        printf("the device is %.3g times as fast as one core in the debug build, %.3g times in the release build\n\n",
               debug, release);
        ex_claim_number("both builds show the same speedup of the device over the host, within 10 %", &stats.ci, -10,
                        10, "% more in the debug build");
    }
    gt_snapshot_free(&s);
}

int main(int argc, char **argv)
{
    static const ex_about about = { "13_release_build", "A matrix product on host and device, each in a debug and a "
        "release build.", "device quick repeat precision budget csv", 20, 1, NULL };
    ex_options o = ex_options_read(argc, argv, &about);
    int right = 0;
    ex_matmul debug, release, all;
    gt_cl cl;
    cl_program program = ex_open(&o, &cl, "matmul.cl"), slow = NULL;

    if (!program) return 1;
    slow = gt_cl_program_file(&cl, ex_kernel_file("matmul.cl"), "-cl-opt-disable");
    ex_matmul_host(&debug, ex_problem_at(0, o.quick));
    ex_matmul_host(&release, debug.p);
    ex_matmul_host(&all, debug.p);
    if (slow && ex_matmul_device(&debug, &cl, slow, "matmul_simple") &&
        ex_matmul_device(&release, &cl, program, "matmul_simple")) {
        ex_copy_in(&debug, NULL, NULL);
        ex_copy_in(&release, NULL, NULL);
        GT_COMPARE("builds", .budget_s = o.budget_s, .precision = ex_precision(&o, 0.01), .max_n = o.repeat,
                   .progress = ex_progress()) {
            GT_SIDE("host, debug") product_debug(debug.a, debug.b, debug.c, debug.p, 0, debug.p.m);
            GT_SIDE("host, release") product_release(release.a, release.b, release.c, release.p, 0, debug.p.m);
            GT_SIDE("host, all cores") product_on_all_cores(&all);
            GT_SIDE("device, debug") GT_SCOPE_CL(cl.queue, "kernel") ex_compute(&debug, GT_EVENT);
            GT_SIDE("device, release") GT_SCOPE_CL(cl.queue, "kernel") ex_compute(&release, GT_EVENT);
        }
        right = ex_matmul_right(&debug) & ex_matmul_right(&release) & ex_matmul_right(&all);   /* host, then device */
        ex_copy_out(&debug, NULL);
        ex_copy_out(&release, NULL);
        gt_cl_finish_all();
        right = right && !gt_error_first() && ex_matmul_right(&debug) && ex_matmul_right(&release) &&
                ex_matmul_edges(&cl, slow, "matmul_simple", 0, 1) &&
                ex_matmul_edges(&cl, program, "matmul_simple", 0, 1);
    }
    printf("medians, ms         debug     release\none core   %12s %11s\n", ex_ms_text(SIDE("host, debug")),
           ex_ms_text(SIDE("host, release")));
    printf("%3lu cores  %12s %11s\n", (unsigned long)cores(), "", ex_ms_text(SIDE("host, all cores")));
    printf("device     %12s %11s\n\n", ex_ms_text(SIDE("device, debug")), ex_ms_text(SIDE("device, release")));
    ex_report(claims, EX_COUNT(claims));
    claim_speedup();
    ex_matmul_close(&debug);
    ex_matmul_close(&release);
    ex_matmul_close(&all);
    if (slow) GT_CL(clReleaseProgram(slow));
    return ex_close(&o, &cl, program, right);
}
