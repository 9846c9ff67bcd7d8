/* 16_old_then_new.c - the new kernel wins, whatever it does

   TASK      A new kernel makes two steps in one from step 128 on. The author checks its result, times five runs of the
             old kernel and then five runs of the new one, and divides the means: the new kernel wins by far. With the
             argument 2 the program makes 128 steps, so that both kernels do the same: the new kernel still wins.
             Change measure() so that it returns how many times as fast the new kernel is (from the launch to its
             completion, in a program that is warmed up), and puts the ends of a 95 % interval of that ratio into
             x->low and x->high. The program then prints the ratio with its interval, or that it cannot be decided.
   LOOK      at the findings. Exchange the two loops: which kernel wins now?
   THINK     A machine that becomes slower while the program runs: which kernel pays for that? What do you write if 1
             lies in the interval? How many samples would a difference of 1 % need?
   KEEP      both kernels; "old" and "new" as the names of scopes or of sides, at least 20 samples of each, GT_EVENT at
             each launch
   GRADED    without the findings no-sync, few and jit-in-region; the two kernels take turns; an interval
             that holds the ratio of the launches that gtprof sees, and suits their spread; the number follows from the
             kit's samples of both in the same run;
             0.85 to 1.18 times the solution's number */

#include "grade.h"

enum { RUNS = 5 };

#define LEAPS_SOURCE \
    "__kernel void leaps(__global const float *in, __global float *out, int steps)\n" \
    "{\n" \
    "    size_t i = get_global_id(0);\n" \
    "    float x = in[i];\n" \
    "    int s = 0;\n" \
    "    for (; s < steps && s < 128; s++) x += 0.001f * (1.0f - x * x);\n" \
    "    for (; s + 1 < steps; s += 2) x += (1.0f - x * x) * (0.002f - 0.000002f * x);    /* two steps */\n" \
    "    for (; s < steps; s++) x += 0.001f * (1.0f - x * x);\n" \
    "    out[i] = x;\n" \
    "}\n"

/* The same data, with the new kernel. 0: it failed. */
static int leaps_open(euler *leaps, const euler *e, const gt_cl *cl, const exercise *x)
{
    *leaps = *e;
    leaps->kernel = NULL;
    leaps->program = gt_cl_program(cl, LEAPS_SOURCE, NULL, "leaps");
    if (leaps->program) leaps->kernel = GT_CL_NEW(clCreateKernel(leaps->program, "leaps", GT_CL_ERR));
    if (leaps->kernel) euler_args(leaps->kernel, e->in, e->out, x->steps);
    return leaps->kernel != NULL;
}

static void leaps_close(euler *leaps)       /* the buffers belong to the other one */
{
    leaps->in = leaps->out = NULL;
    euler_close(leaps);
}

double measure(const gt_cl *cl, exercise *x)
{
    gt_timer before = { { 0 } }, after = { { 0 } };
    euler e, leaps = { NULL, NULL, NULL, NULL };
    int i;
    if (euler_open(&e, cl, x) && leaps_open(&leaps, &e, cl, x)) {
        euler_launch(&leaps, cl->queue, x, NULL);       /* is its result right? */
        euler_read(&leaps, cl->queue, x);

        for (i = 0; i < RUNS; i++) {
            GT_SCOPE_CL(cl->queue, "old") {
                gt_timer_start(&before);
                euler_launch(&e, cl->queue, x, GT_EVENT);
                GT_CL(clFinish(cl->queue));
                gt_timer_stop(&before);
            }
        }
        for (i = 0; i < RUNS; i++) {
            GT_SCOPE_CL(cl->queue, "new") {
                gt_timer_start(&after);
                euler_launch(&leaps, cl->queue, x, GT_EVENT);
                GT_CL(clFinish(cl->queue));
                gt_timer_stop(&after);
            }
        }
        euler_read(&leaps, cl->queue, x);
    }
    leaps_close(&leaps);
    euler_close(&e);
    return gt_timer_ms(&before) / gt_timer_ms(&after);      /* the laps add up */
}
