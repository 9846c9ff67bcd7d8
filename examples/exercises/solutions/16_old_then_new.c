/* 16_old_then_new.c - the solution: both kernels warmed up, in turn, and the ratio with an interval

   The first launch of the old kernel pays for compilation; five samples have no interval; and what happens to the
   machine between the two loops belongs to one side alone. GT_COMPARE warms up both sides, runs them in random order,
   in pairs, until the ratio is known to 1 % or the budget is spent, and gives the interval. If 1 lies in it, the
   program cannot tell which kernel is faster: the answer then is "at most so much", the ends of the interval. */

#include "grade.h"

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

static double speedup(exercise *x)
{
    gt_snapshot s;
    gt_ratio r;
    double times = 0;
    if (gt_snapshot_take(&s) != GT_OK) return 0;
    if (gt_snapshot_compare(&s, "kernels", "new", NULL, &r) == GT_OK) {
        times = r.ratio;
        x->low = r.ci.low;
        x->high = r.ci.high;
    }
    gt_snapshot_free(&s);
    return times;
}

double measure(const gt_cl *cl, exercise *x)
{
    euler e, leaps = { NULL, NULL, NULL, NULL };
    if (euler_open(&e, cl, x) && leaps_open(&leaps, &e, cl, x)) {
        GT_COMPARE("kernels", .budget_s = 2, .max_n = 60) {
            GT_SIDE("old") {
                euler_launch(&e, cl->queue, x, GT_EVENT);
                GT_CL(clFinish(cl->queue));
            }
            GT_SIDE("new") {
                euler_launch(&leaps, cl->queue, x, GT_EVENT);
                GT_CL(clFinish(cl->queue));
            }
        }
        euler_read(&leaps, cl->queue, x);
    }
    leaps_close(&leaps);
    euler_close(&e);
    return speedup(x);
}
