/* 06_sum_arrays.c - how long does the sum of two arrays take, by the clocks of host and device?

   WHAT IT SHOWS   A launch has five points ("2.2 Timing Kernel Functions"): 1 the host launches, 2 the kernel starts,
                   3 control is back, 4 the kernel is over, 5 the host knows. You want 2 to 4; a host clock gets 1 to 5
                   with the final synchronisation, 1 to 3 without. A size that is no multiple of the local size needs
                   padding (and a bound check in the kernel), or a second launch or the host for the remainder.
   WHAT TO SEE     the five points of a launch; the bars of 2^24 and 2^24 + 1 elements with local sizes 256, 512, 1024
   HOW             Each pass runs all shapes in another order. In 12 passes each shape follows each other one once. */

#include "lib/five_points.h"
#include "lib/vectors.h"

typedef enum kind { ONE_LAUNCH, SECOND_LAUNCH, ON_HOST } kind;
static const struct shape { const char *name; kind how; size_t local; int more; } shapes[] = {
    { "even, 256", ONE_LAUNCH, 256, 0 }, { "even, 512", ONE_LAUNCH, 512, 0 }, { "even, 1024", ONE_LAUNCH, 1024, 0 },
    { "even, runtime's choice", ONE_LAUNCH, 0, 0 },                                 /* local 0: the runtime chooses */
    { "odd, padded to 256", ONE_LAUNCH, 256, 1 }, { "odd, padded to 512", ONE_LAUNCH, 512, 1 },
    { "odd, padded to 1024", ONE_LAUNCH, 1024, 1 }, { "odd, second launch", SECOND_LAUNCH, 256, 1 },
    { "odd, one on the host", ON_HOST, 256, 1 }, { "odd, runtime's choice", ONE_LAUNCH, 0, 1 },
    { "255 fewer, padded to 256", ONE_LAUNCH, 256, -255 }, { "a group more, 256", ONE_LAUNCH, 256, 256 }
};

#define SHAPE(name) "sum of arrays/" name
static const ex_claim claims[] = {
    { "without the final synchronisation the launch is timed: it takes under half as long as the kernel",
      SHAPE("even, 256, not waited for"), EX_UNDER, 0.5, SHAPE("even, 256"), 1 },
    { "the local size does not matter: 256 and 1024 take the same time, within 10 %", SHAPE("even, 256"), EX_SAME, 1.1,
      SHAPE("even, 1024"), 1 },
    { "padding for one more element costs time: over 1.1 times as long", SHAPE("odd, padded to 256"), EX_OVER,
      1.1, SHAPE("even, 256"), 1 },
    { "a second launch for one element takes over 1.05 times as long as padding", SHAPE("odd, second launch"), EX_OVER,
      1.05, SHAPE("odd, padded to 256"), 1 },
    { "one element on the host is as quick as padding, within 10 %", SHAPE("odd, one on the host"), EX_SAME, 1.1,
      SHAPE("odd, padded to 256"), 1 },
    { "the runtime's local size for one element more is a bad one: over 1.05 times as long as padding to 256",
      SHAPE("odd, runtime's choice"), EX_OVER, 1.05, SHAPE("odd, padded to 256"), 1 },
    { "padding within as many groups is free: as long as without, within 2 %", SHAPE("255 fewer, padded to 256"),
      EX_SAME, 1.02, SHAPE("even, 256"), 1 },
    { "padding takes as long as a whole group more, within 2 %", SHAPE("odd, padded to 256"), EX_SAME, 1.02,
      SHAPE("a group more, 256"), 1 }
};

static void launch(const ex_vectors *v, size_t offset, size_t items, size_t local)
{
    const size_t *o = offset ? &offset : NULL, *l = local ? &local : NULL;
    GT_CL(clEnqueueNDRangeKernel(v->queue, v->kernel, 1, o, &items, l, 0, NULL, GT_EVENT));
}
static void sum(ex_vectors *v, const struct shape *s, size_t even)
{
    const size_t unit = s->local ? s->local : 1;
    ex_vectors_size(v, even + (size_t)s->more);
    launch(v, 0, s->how == ONE_LAUNCH ? (v->n + unit - 1) / unit * unit : even, s->local);
    if (s->how == SECOND_LAUNCH) launch(v, even, 1, 0);
    if (s->how == ON_HOST) v->c[even] = v->a[even] + v->b[even];
}
static int warm_and_check(ex_vectors *v, const struct shape *s, size_t even)
{
    float nothing = -9;
    gt_cl_fill(v->queue, v->dc, &nothing, sizeof nothing);
    sum(v, s, even);            /* outside of all scopes GT_EVENT is NULL */
    if (s->how == ON_HOST) v->n--;
    ex_vectors_receive(v);
    if (s->how == ON_HOST) v->n++;
    return !gt_error_first() && ex_vectors_right(v);
}

int main(int argc, char **argv)
{
    static const ex_about about = { "06_sum_arrays", "Sums two arrays of 2^24 and 2^24 + 1 elements with several local "
        "sizes.", "device quick repeat precision budget csv", 12, 1, NULL };
    ex_options o = ex_options_read(argc, argv, &about);
    const size_t even = (size_t)1 << (o.quick ? 20 : 24);
    int right = 0, count = EX_COUNT(shapes), pass = 0, i, k;
    gt_interval longer;
    ex_vectors v;
    gt_cl cl;
    cl_program program = ex_open(&o, &cl, "sum_arrays.cl");
    if (!program) return 1;
    if (ex_vectors_open(&v, &cl, program, even + 256)) {
        size_t most = 0;
        ex_vectors_send(&v);
        GT_CL(clGetDeviceInfo(cl.device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof most, &most, NULL));
        for (i = 0, right = most >= 1024 && ex_vectors_edges(&v); i < count && right; i++)
            right = warm_and_check(&v, &shapes[i], even);
        if (most < 1024) fprintf(stderr, "this device has no local size of 1024\n");
        GT_TRIAL("sum of arrays", .budget_s = o.budget_s, .precision = ex_precision(&o, 0.005), .max_n = o.repeat,
                 .warmup = -1, .progress = ex_progress()) {
            for (pass++, k = 0; k < count; k++) {
                const struct shape *s = &shapes[ex_turn(pass, k, count)];
                gt_cl_scope timed = gt_cl_scope_begin(cl.queue, s->name);
                gt_work((double)even, 12.0 * (double)even);
                sum(&v, s, even);
                gt_cl_scope_end(&timed);
            }
            GT_SCOPE("even, 256, not waited for") sum(&v, &shapes[0], even);
            GT_CL(clFinish(cl.queue));
        }
    }
    longer = five_points(SHAPE("even, 256"), SHAPE("even, 256, not waited for"));
    printf("medians, ms; even: %lu elements, odd: one more\n", (unsigned long)even);
    for (i = 0; i < count; i++) {
        const gt_stats t = ex_stats(ex_path("sum of arrays", shapes[i].name));
        printf("  %-24s %8.3f  ", shapes[i].name, t.median * 1e-6);
        for (k = 0; t.n && k < 40 * t.median / (1.5 * ex_stats(SHAPE("even, 256")).median) && k < 60; k++) putchar('#');
        printf("\n");
    }
    gt_report_commands(stdout);
    ex_report(claims, EX_COUNT(claims));
    ex_claim_number("the clock of the host shows over 1.05 times what the device took", &longer, 1.05, HUGE_VAL,
                    "times START to END");
    ex_vectors_close(&v);
    return ex_close(&o, &cl, program, right);
}
