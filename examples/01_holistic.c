/* 01_holistic.c - what does the first run of a process cost, and what avoids that?

   WHAT IT SHOWS   Ten matrix products, each timed whole. The first product of a process also pays for loading drivers,
                   for building the program and for a first launch. Two remedies are often named: query the devices
                   first; start the timer after the buffers exist. A third is a warm-up, at any size, as people say.
   WHAT TO SEE     the column cold / warm in the first row against all others; the first product with each remedy
   Each kind of process is started anew in every round, and gives its kernel a name that no cache knows. */

#include "matmul.h"

#include <unistd.h>

enum { COLD, WARM, DEVICES, BUFFERS, TINY, KINDS };     /* kinds of processes */
static const char *const kinds[KINDS] = {
    "cold", "warm", "devices queried first", "timer after the buffers", "warmed up at 1x1"
};
enum { DRIVERS = EX_PROBLEMS, CONTEXT, BUILD, FIRST_LAUNCH, RESULTS };     /* results: ten products, then these; ns */
static const char *const parts[] = { "loading drivers", "context and queue", "building the program", "first launch" };

static const ex_claim claims[] = {
    { "the first product of a cold process takes over 2 times as long as that of a warmed-up process",
      "cold: product 1", EX_OVER, 2, "warm: product 1", 1 },
    { "the second product of a cold process is no anomaly: under 2 times that of a warmed-up process",
      "cold: product 2", EX_UNDER, 2, "warm: product 2", 1 },
    { "without querying the devices first, the first product takes over 1.5 times as long",
      "cold: product 1", EX_OVER, 1.5, "devices queried first: product 1", 1 },
    { "with the timer started before the buffers exist, the first product takes over 1.5 times as long",
      "cold: product 1", EX_OVER, 1.5, "timer after the buffers: product 1", 1 },
    { "neither remedy avoids the build: the first product still takes over 2 times as long as after a warm-up",
      "timer after the buffers: product 1", EX_OVER, 2, "warm: product 1", 1 },
    { "the data size of the warm-up does not matter: after 1x1, under 2 times as long as after full size",
      "warmed up at 1x1: product 1", EX_UNDER, 2, "warm: product 1", 1 }
};

static cl_program build_anew(const gt_cl *cl, char *kernel /* of 64 */)
{
    char options[128];
    sprintf(kernel, "matmul_simple_%lx_%lx", (unsigned long)getpid(), (unsigned long)gt_clock_ticks());
    sprintf(options, "-Dmatmul_simple=%s", kernel);
    return gt_cl_program_file(cl, GT_KERNEL_DIR "/matmul.cl", options);
}

/* One process. Whatever it has not done before the timer starts is done in the first product. */
static int run(const ex_options *o, int kind, double *results)
{
    const int problems = kind > WARM ? 1 : o->quick ? 3 : EX_PROBLEMS;
    gt_timer build = { { 0 } }, launch = { { 0 } };
    cl_program program = NULL;
    char kernel[64];
    gt_cl cl;
    int i, right = 1, open = (kind == DEVICES || kind == BUFFERS) && gt_cl_open(&cl, o->device) == GT_OK;
    if (!open) memset(&cl, 0, sizeof cl);
    for (i = kind == WARM || kind == TINY ? -1 : 0; i < problems && right && !gt_error_first(); i++) { /* -1: warm-up */
        ex_problem p = ex_problem_at(i < 0 ? 0 : i, o->quick);
        gt_timer all = { { 0 } };
        ex_matmul x;
        if (i < 0 && kind == TINY) p.m = p.n = p.w = 1;
        ex_matmul_host(&x, p);
        if (kind == BUFFERS) ex_matmul_buffers(&x, &cl);

        gt_timer_start(&all);
        if (!open) open = gt_cl_open(&cl, o->device) == GT_OK;
        gt_timer_start(&build);
        if (open && !program) program = build_anew(&cl, kernel);
        gt_timer_stop(&build);
        if (open && kind != BUFFERS) ex_matmul_buffers(&x, &cl);
        if (program && !gt_error_first() && ex_matmul_kernel(&x, program, kernel, 0, 1) && ex_matmul_bind(&x)) {
            ex_copy_in(&x, NULL, NULL);
            GT_CL(clFinish(cl.queue));
            gt_timer_start(&launch);
            ex_compute(&x, NULL);
            GT_CL(clFinish(cl.queue));
            gt_timer_stop(&launch);
            ex_copy_out(&x, NULL);
            GT_CL(clFinish(cl.queue));
        }
        gt_timer_stop(&all);

        if (!(results[FIRST_LAUNCH] > 0)) results[FIRST_LAUNCH] = gt_timer_ns(&launch);
        if (i >= 0 && !gt_error_first()) {
            results[i] = gt_timer_ns(&all);
            right = ex_matmul_right(&x);
        }
        ex_matmul_close(&x);
    }
    results[DRIVERS] = cl.platform_ns;
    results[CONTEXT] = cl.context_ns;
    results[BUILD] = gt_timer_ns(&build);
    if (program) GT_CL(clReleaseProgram(program));
    gt_cl_close(&cl);
    return right;
}

static const char *series(int kind, int result)
{
    static char name[80];
    if (result < EX_PROBLEMS) sprintf(name, "%s: product %d", kinds[kind], result + 1);
    else sprintf(name, "%s: %s", kinds[kind], parts[result - EX_PROBLEMS]);
    return name;
}

int main(int argc, char **argv)
{
    static const ex_about about = { "01_holistic", "Times each of ten matrix products as a whole, in cold and warm "
        "processes,\nand the first one with two remedies.", "device quick repeat budget csv runs", 45, 12, run };
    ex_options o = ex_options_read(argc, argv, &about);
    int i, kind;

    while (ex_more(&o, claims, EX_COUNT(claims))) {
        for (kind = COLD; kind < KINDS && !o.failed; kind++) {
            double results[RESULTS] = { 0 };
            ex_apart(&o, kind, results, RESULTS);
            for (i = 0; i < RESULTS; i++) if (results[i] > 0) gt_series_add(series(kind, i), results[i]);
        }
    }
    printf("medians; each product as one: buffers, copy-in, compute, copy-out\n\n"
           "product                   cold            warm     cold / warm\n");
    for (i = 0; i < (o.quick ? 3 : EX_PROBLEMS); i++) {
        const double cold = ex_ms(series(COLD, i)), warm = ex_ms(series(WARM, i));
        printf("%-15s  %10s ms   %10s ms", ex_problem_at(i, o.quick).name, ex_ms_text(series(COLD, i)),
               ex_ms_text(series(WARM, i)));
        if (warm > 0) printf(" %14.1f\n", cold / warm);
        else printf("\n");
    }
    printf("\nthe first product, by kind of process, and the parts of its cost in a cold process\n");
    for (kind = COLD; kind < KINDS; kind++) printf("  %-24s  %10s ms\n", kinds[kind], ex_ms_text(series(kind, 0)));
    for (i = DRIVERS; i < RESULTS; i++) printf("    %-22s  %10s ms\n", parts[i - DRIVERS], ex_ms_text(series(COLD, i)));
    ex_claims(claims, EX_COUNT(claims));
    return ex_close(&o, NULL, NULL, 1);
}
