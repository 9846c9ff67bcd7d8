/* 01_holistic.c - what does a first run pay?

   WHAT YOU LEARN   Time a whole computation once, as one, and the first one in a process also pays for loading drivers, building the
                    program, and what the driver does at the first launch. A process that warmed up first does not pay it again.
   EXPECTED OUTPUT  ten matrix products in a cold process and in one that warmed up, one sample each; what the first run paid; claims

   The kernel gets a name that was never used before, so that no cache of the driver's hides the cost of building it. */

#include "common.h"

#include <sys/wait.h>
#include <time.h>

typedef struct run {            /* all in ns */
    double runtime, context, build, first_launch, second_launch;
    double problem[EX_PROBLEMS];    /* 0: not measured */
    int right;
} run;

static cl_program build_anew(const gt_cl *cl, char *kernel /* of 64 */)
{
    char options[128];
    sprintf(kernel, "matmul_simple_%lx_%lx", (unsigned long)getpid(), (unsigned long)gt_clock_ticks());
    sprintf(options, "-Dmatmul_simple=%s", kernel);
    return gt_cl_program_file(cl, GT_KERNEL_DIR "/matmul.cl", options);
}

/* Copy-in, compute, copy-out. The launch has a timer of its own, because of the first. */
static double product(const gt_cl *cl, const ex_matmul *x)
{
    gt_timer launch = { { 0 } };
    ex_copy_in(x, cl->queue, NULL, NULL);
    GT_CL(clFinish(cl->queue));
    gt_timer_start(&launch);
    ex_compute(x, cl->queue, NULL);
    GT_CL(clFinish(cl->queue));
    gt_timer_stop(&launch);
    ex_copy_out(x, cl->queue, NULL);
    GT_CL(clFinish(cl->queue));
    return gt_timer_ns(&launch);
}

/* Each product timed as one, whatever it pays. cold: device and program are opened inside the first; else before, with a launch. */
static void measure(run *r, const ex_options *o, int cold)
{
    gt_timer build = { { 0 } };
    cl_program program = NULL;
    char kernel[64];
    gt_cl cl;
    int i, open = 0, problems = o->quick ? 3 : EX_PROBLEMS;
    memset(&cl, 0, sizeof cl);
    memset(r, 0, sizeof *r);
    r->right = 1;
    for (i = cold ? 0 : -1; i < problems && !gt_error_first(); i++) {   /* -1: the warm-up */
        gt_timer all = { { 0 } };
        ex_matmul x;
        double launch = 0;
        ex_matmul_host(&x, ex_problem_at(i < 0 ? 0 : i, o->quick));
        gt_timer_start(&all);
        if (!open++ && gt_cl_open(&cl, o->device) == GT_OK) {
            gt_timer_start(&build);
            program = build_anew(&cl, kernel);
            gt_timer_stop(&build);
        }
        if (program && ex_matmul_device(&x, &cl, program, kernel)) {
            launch = product(&cl, &x);
            if (i < 1 && cold == (i == 0)) r->first_launch = launch;
            if (i < 0 && !gt_error_first()) r->second_launch = product(&cl, &x);
        }
        gt_timer_stop(&all);
        if (i >= 0 && !gt_error_first()) {
            r->problem[i] = gt_timer_ns(&all);
            r->right = r->right && ex_matmul_right(&x);
        }
        ex_matmul_close(&x);
        ex_progress(cold ? "cold process" : "warmed up", i + 1, problems);
    }
    ex_progress("", 0, 0);
    r->runtime = cl.platform_ns;
    r->context = cl.context_ns;
    r->build = gt_timer_ns(&build);
    if (program) GT_CL(clReleaseProgram(program));
    gt_cl_close(&cl);
}

/* In a process of its own, forked before this one has touched OpenCL. 0: it failed, and has said why. */
static int measure_apart(run *r, const ex_options *o, int cold)
{
#ifdef EX_ONE_PROCESS           /* tests on the simulated device see all of it */
    measure(r, o, cold);
    if (gt_error_first()) gt_fail(stderr);
    return gt_error_first() == NULL;
#else
    int ends[2], status = 1;
    size_t got = 0;
    ssize_t n = 0;
    pid_t child;
    fflush(stdout);
    if (pipe(ends) || (child = fork()) < 0) {
        perror("01_holistic: fork");
        return 0;
    }
    if (!child) {
        measure(r, o, cold);
        if (write(ends[1], r, sizeof *r) != (ssize_t)sizeof *r) _exit(1);
        if (gt_error_first()) gt_fail(stderr);
        fflush(stdout);
        _exit(gt_error_first() ? 1 : 0);
    }
    close(ends[1]);
    while (got < sizeof *r && (n = read(ends[0], (char *)r + got, sizeof *r - got)) > 0) got += (size_t)n;
    close(ends[0]);
    return waitpid(child, &status, 0) == child && got == sizeof *r && status == 0;
#endif
}

static void figure(double ns)
{
    if (ns > 0) printf(" %12.2f ms", ns * 1e-6);
    else printf(" %15s", "-");
}

int main(int argc, char **argv)
{
    static const char about[] = "Times ten matrix products as one each, in a cold process and in one that warmed up first.";
    ex_options o = ex_parse(argc, argv, about);
    int problems = o.quick ? 3 : EX_PROBLEMS, i, good;
    double per_flop[2][2], paid, excess;
    run cold, warm;

    memset(&cold, 0, sizeof cold);
    memset(&warm, 0, sizeof warm);
    good = measure_apart(&cold, &o, 1) && measure_apart(&warm, &o, 0);

    printf("one sample each, as one: buffers, copy-in, compute, copy-out; cold: also all that the first run pays\n\n");
    printf("problem            cold process       warmed up      cold / warm\n");
    for (i = 0; i < problems; i++) {
        char name[64];
        ex_problem p = ex_problem_at(i, o.quick);
        printf("%-15s", p.name);
        figure(cold.problem[i]);
        figure(warm.problem[i]);
        if (!good) {            /* what was measured before the failure */
            printf("\n");
            continue;
        }
        printf(" %14.1f\n", cold.problem[i] / warm.problem[i]);
        sprintf(name, "cold %s", p.name);
        gt_series_add(name, cold.problem[i]);
        sprintf(name, "warm %s", p.name);
        gt_series_add(name, warm.problem[i]);
        if (i < 2) {
            per_flop[0][i] = cold.problem[i] / p.flops;
            per_flop[1][i] = warm.problem[i] / p.flops;
        }
    }
    if (!good) return 1;
    paid = cold.runtime + cold.context + cold.build + cold.first_launch - warm.second_launch;
    excess = cold.problem[0] - warm.problem[0];
    printf("\nwhat the first run paid, measured apart in the same process\n");
    printf("  loading the drivers (first platform query)  %9.2f ms\n", cold.runtime * 1e-6);
    printf("  context and queue                           %9.2f ms\n", cold.context * 1e-6);
    printf("  building the program                        %9.2f ms\n", cold.build * 1e-6);
    printf("  first launch %.2f ms, of which a second pays %5.2f ms\n", cold.first_launch * 1e-6, warm.second_launch * 1e-6);
    printf("  together %.2f ms; the first run took %.2f ms longer than after warm-up\n\n", paid * 1e-6, excess * 1e-6);

    ex_claim("the first run in a process is an anomaly", per_flop[0][0] > 2 * per_flop[0][1] ? EX_HOLDS
             : per_flop[0][0] < 1.2 * per_flop[0][1] ? EX_DOES_NOT_HOLD : EX_CANNOT_BE_TOLD,
             "per FLOP the first takes %.1f times as long as the second, one sample each", per_flop[0][0] / per_flop[0][1]);
    ex_claim("after a warm-up it is none", per_flop[1][0] < 0.5 * per_flop[0][0] && per_flop[1][0] < 3 * per_flop[1][1] ? EX_HOLDS
             : EX_DOES_NOT_HOLD, "%.1f times", per_flop[1][0] / per_flop[1][1]);
    ex_claim("drivers, context, build and first launch explain the anomaly",
             !(excess > 0) ? EX_CANNOT_BE_TOLD : fabs(paid / excess - 1) < 0.2 ? EX_HOLDS : EX_DOES_NOT_HOLD,
             "they are %.0f %% of it", 100 * paid / excess);
    return ex_end(&o, cold.right && warm.right);
}
