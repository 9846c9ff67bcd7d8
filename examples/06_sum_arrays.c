/* 06_sum_arrays.c - how long does the sum of two arrays take, and what does the host's clock make of it?

   WHAT YOU LEARN   Without the final synchronisation a host clock times the launch. With it, it times the kernel and
                    the way there and back: the device's own stamps tell them apart. A size that is no multiple of the
                    local size needs padding (and a bound check in the kernel), or a second launch for the remainder.
   EXPECTED OUTPUT  2^24 elements and one more, local sizes 256, 512, 1024 and the runtime's choice: bracket, device
                    time, by how much the host's number is longer, what a missing synchronisation makes of it; claims

   Each pass runs all of them in random order, so that what disturbs one disturbs all. */

#include "common.h"

typedef enum kind { EVEN, PADDED, REMAINDER, ODD } kind;
static const struct { kind kind; size_t local; const char *name; } shapes[] = {     /* local 0: the runtime's choice */
    { EVEN, 256, "even, local 256" }, { EVEN, 512, "even, local 512" }, { EVEN, 1024, "even, local 1024" },
    { EVEN, 0, "even, runtime's choice" }, { ODD, 0, "odd, runtime's choice" },
    { PADDED, 256, "odd, padded to 256" }, { PADDED, 512, "odd, padded to 512" },
    { PADDED, 1024, "odd, padded to 1024" }, { REMAINDER, 256, "odd, 256 + remainder" },
    { REMAINDER, 512, "odd, 512 + remainder" }, { REMAINDER, 1024, "odd, 1024 + remainder" },
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static void launch(const ex_vectors *v, size_t offset, size_t items, size_t local)
{
    const size_t *o = offset ? &offset : NULL, *l = local ? &local : NULL;
    GT_CL(clEnqueueNDRangeKernel(v->queue, v->kernel, 1, o, &items, l, 0, NULL, GT_EVENT));
}
static void sum(const ex_vectors *v, int shape)
{
    size_t local = shapes[shape].local, n = v->n;
    if (shapes[shape].kind == PADDED) n = (n + local - 1) / local * local;
    if (shapes[shape].kind == REMAINDER) n = n / local * local;
    launch(v, 0, n, local);
    if (n < v->n) launch(v, n, v->n - n, 0);
}

/* Once each shape, not timed: what is compiled for it is compiled now; and is it right? */
static int warm_and_check(ex_vectors *v, int shape)
{
    float nothing = -9;
    gt_cl_fill(v->queue, v->dc, &nothing, sizeof nothing);
    sum(v, shape);      /* outside of all scopes GT_EVENT is NULL */
    ex_vectors_receive(v);
    return !gt_error_first() && ex_vectors_right(v);
}

static void run(ex_vectors *v, int shape)
{
    gt_cl_scope timed = gt_cl_scope_begin(v->queue, shapes[shape].name);
    gt_work((double)v->n, 12.0 * (double)v->n);
    sum(v, shape);
    gt_cl_scope_end(&timed);
    if (shapes[shape].kind == EVEN) {
        char name[64];
        gt_scope launched;
        sprintf(name, "%s, not waited for", shapes[shape].name);
        launched = gt_scope_begin(name);
        sum(v, shape);
        gt_scope_end(&launched);
        GT_CL(clFinish(v->queue));
    }
}

static const gt_series *find(const gt_snapshot *s, const char *name, const char *more)
{
    char path[128];
    sprintf(path, "sum of arrays/%s%s", name, more);
    return gt_snapshot_find(s, path);
}

static void print(const gt_snapshot *s, size_t even)
{
    int i;
    printf("even: %lu elements, odd: %lu; medians, +-: 95 %% interval\n", (unsigned long)even, (unsigned long)even + 1);
    printf("                              n      bracket              device    host longer by   not waited for\n");
    for (i = 0; i < SHAPES; i++) {
        const gt_series *x = find(s, shapes[i].name, ""), *launched = find(s, shapes[i].name, ", not waited for");
        if (!x) continue;
        printf("%-26s %5lu %9.3f ms +-%4.1f %%", shapes[i].name, (unsigned long)x->n, x->stats.median * 1e-6,
               50 * (x->stats.ci.high - x->stats.ci.low) / x->stats.median);
        if (x->known[GT_COLUMN_device_ns])
            printf(" %9.3f ms %6.1f us (%4.1f %%)", x->device_stats.median * 1e-6, x->rest_stats.median * 1e-3,
                   100 * x->rest_stats.median / x->device_stats.median);
        else
            printf("%31s", "no device time");
        if (launched) printf(" %9.3f ms", launched->stats.median * 1e-6);
        printf("\n");
    }
    printf("\nNot waited for: the interval ends with the launch, the kernel still runs (no-sync, below).\n\n");
}

static void claim_longer(const gt_snapshot *s, const char *what, const char *base, const char *other)
{
    gt_ratio r;
    if (ex_paired(find(s, other, ""), find(s, base, ""), &r)) ex_claim_above(what, 1, &r, 1.01);
}   /* else the device does not allow that local size */

static void claims(const gt_snapshot *s)
{
    const gt_series *even = find(s, shapes[0].name, "");
    ex_verdict matters = EX_DOES_NOT_HOLD;
    double least = 1, most = 1;
    gt_ratio r;
    int i, known = ex_paired(even, find(s, shapes[0].name, ", not waited for"), &r);
    ex_claim_above("without the synchronisation the launch is timed: with it, more than twice as long", known, &r, 2);
    if (even && even->known[GT_COLUMN_device_ns])
        ex_claim("with it the host's number is longer than the device's", ex_above(&even->rest_stats.ci, 0),
                 "by %.1f us, %.0f %% interval %.1f to %.1f, n=%lu", even->rest_stats.median * 1e-3,
                 100 * even->rest_stats.ci.confidence, even->rest_stats.ci.low * 1e-3, even->rest_stats.ci.high * 1e-3,
                 (unsigned long)even->n);
    for (i = 1; i < SHAPES; i++) {
        gt_outcome v;
        if (shapes[i].kind != EVEN || !ex_paired(find(s, shapes[i].name, ""), even, &r)) continue;
        v = gt_ratio_outcome(&r, 0.01);
        if (r.ratio < least) least = r.ratio;
        if (r.ratio > most) most = r.ratio;
        if (v == GT_FASTER || v == GT_SLOWER) matters = EX_HOLDS;
        else if (v == GT_NOT_SEPARATED && matters != EX_HOLDS) matters = EX_CANNOT_BE_TOLD;
    }
    ex_claim("the local size matters by more than 1 %", matters, "%.3f to %.3f times the time of 256", least, most);
    claim_longer(s, "padding for one more element costs more than 1 %", "even, local 256", "odd, padded to 256");
    claim_longer(s, "a launch for the remainder costs over 1 % more", "odd, padded to 256", "odd, 256 + remainder");
    claim_longer(s, "the runtime's choice for it costs over 1 % more", "odd, padded to 256", "odd, runtime's choice");
}

int main(int argc, char **argv)
{
    ex_options o = ex_parse(argc, argv, "Sums two arrays of 2^24 and 2^24 + 1 elements with several local sizes.");
    size_t even = (size_t)1 << (o.quick ? 20 : 24), most = 0;
    int right = 1, order[SHAPES], count = 0, i;
    uint32_t random = 1;
    cl_program program;
    ex_vectors v;
    gt_snapshot s;
    gt_cl cl;

    if (gt_cl_open(&cl, o.device)) return gt_fail(stderr);
    memset(&v, 0, sizeof v);
    program = gt_cl_program_file(&cl, GT_KERNEL_DIR "/sum_arrays.cl", NULL);
    if (program && ex_vectors_open(&v, &cl, program, even + 1)) {
        ex_vectors_send(&v);
        GT_CL(clGetKernelWorkGroupInfo(v.kernel, cl.device, CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most, NULL));
        for (i = 0; i < SHAPES && right; i++) {
            if (shapes[i].local > most) continue;
            order[count++] = i;
            ex_vectors_size(&v, even + (shapes[i].kind != EVEN));
            right = warm_and_check(&v, i);
            ex_progress("warm-up", i + 1, SHAPES);
        }
        ex_progress("", 0, 0);
        GT_TRIAL("sum of arrays", .budget_s = ex_budget(&o, 10, 1), .precision = ex_precision(&o, 0.005),
                 .max_n = o.repeat, .warmup = -1, .progress = ex_progress_file()) {
            for (i = 0; i < count; i++) {
                ex_vectors_size(&v, even + (shapes[order[i]].kind != EVEN));
                run(&v, order[i]);
            }
            for (i = count - 1; i > 0; i--) {       /* the order of the next pass */
                int k = (int)((random = random * 1664525u + 1013904223u) >> 16) % (i + 1), shape = order[k];
                order[k] = order[i];
                order[i] = shape;
            }
        }
    }
    if (gt_snapshot_take(&s) == GT_OK) {
        print(&s, even);
        gt_report(stdout);
        printf("\n");
        claims(&s);
        gt_snapshot_free(&s);
    }
    ex_vectors_close(&v);
    if (program) GT_CL(clReleaseProgram(program));
    gt_cl_close(&cl);
    return ex_end(&o, right);
}
