/* 08_launch_cost.c - what does a launch cost?

   WHAT YOU LEARN   One launch between two barriers pays for the barrier and for waking up whoever waits: many times
                    what a launch costs in a row of them. Time batches of 1 and K launches and take the slope. Events
                    and a profiling queue have a price of their own: what you measure is dearer than what you run.
   EXPECTED OUTPUT  time per launch for 1 to 4096 launches a barrier; slope and fixed part with intervals; the price
                    list of this device; claims */

#include "common.h"

static const int counts[] = { 1, 4, 16, 64, 256, 1024, 4096 };
enum { COUNTS = sizeof counts / sizeof *counts };

static void launch(cl_command_queue queue, cl_kernel kernel)
{
    size_t one = 1;
    GT_CL(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
}

/* Is every launch of a batch run, one after the other? */
static int none_lost(const gt_cl *cl, cl_program program)
{
    cl_uint n = 0, launches = 4096, i;
    cl_kernel count = GT_CL_NEW(clCreateKernel(program, "count", GT_CL_ERR));
    cl_mem x = GT_CL_NEW(clCreateBuffer(cl->context, CL_MEM_READ_WRITE, sizeof n, NULL, GT_CL_ERR));
    if (count && x && gt_cl_fill(cl->queue, x, &n, sizeof n) == GT_OK) {
        GT_CL(clSetKernelArg(count, 0, sizeof x, &x));
        for (i = 0; i < launches; i++) launch(cl->queue, count);
        GT_CL(clEnqueueReadBuffer(cl->queue, x, CL_TRUE, 0, sizeof n, &n, 0, NULL, NULL));
    }
    if (x) GT_CL(clReleaseMemObject(x));
    if (count) GT_CL(clReleaseKernel(count));
    if (n != launches) printf("WRONG RESULT: %lu launches ran, not %lu\n", (unsigned long)n, (unsigned long)launches);
    return n == launches;
}

static const gt_series *find(const gt_snapshot *s, int count)
{
    char path[64];
    sprintf(path, "by hand/%d a barrier", count);
    return gt_snapshot_find(s, path);
}

static void print(const gt_snapshot *s, const gt_batch *b, const gt_cl_cost_table *costs)
{
    int i;
    printf("launches a barrier       n   time of all   per launch    +-95 %%\n");
    for (i = 0; i < COUNTS; i++) {
        const gt_series *t = find(s, counts[i]);
        if (!t || !t->n) continue;
        printf("%-18d %7lu %10.1f us %9.3f us %7.1f %%\n", counts[i], (unsigned long)t->n, t->stats.median * 1e-3,
               t->stats.median * 1e-3 / counts[i], 50 * (t->stats.ci.high - t->stats.ci.low) / t->stats.median);
    }
    printf("\nGT_BATCH_CL: %.3f us a launch [%.3f, %.3f], %.2f us once [%.2f, %.2f]; batches of %.0f, n=%lu\n\n",
           b->slope.slope * 1e-3, b->slope.slope_ci.low * 1e-3, b->slope.slope_ci.high * 1e-3, b->slope.fixed * 1e-3,
           b->slope.fixed_ci.low * 1e-3, b->slope.fixed_ci.high * 1e-3, b->K, (unsigned long)b->slope.rounds);
    gt_cl_costs_print(stdout, costs);
    printf("\n");
}

static void claim_price(const char *what, double ns, const gt_interval *ci)
{
    ex_claim(what, ex_above(ci, 0), "%.0f ns a launch, 95 %% interval %.0f to %.0f", ns, ci->low, ci->high);
}
static void claims(const gt_snapshot *s, const gt_batch *b, const gt_cl_cost_table *costs)
{
    const gt_series *one = find(s, 1), *most = find(s, counts[COUNTS - 1]);
    const gt_cl_cost *bare = &costs->cost[GT_CL_COST_BATCH], *with = &costs->cost[GT_CL_COST_BATCH_EVENT];
    double k = counts[COUNTS - 1];
    gt_interval d;
    gt_ratio r;
    int known = ex_paired(one, most, &r);
    r.ratio *= k;       /* per launch */
    r.ci.low *= k;
    r.ci.high *= k;
    ex_claim_above("one launch a barrier seems more than twice as dear as one of 4096 a barrier", known, &r, 2);
    ex_claim("the time is linear in the launches, to 5 % of it half-way", ex_within(&b->curvature, 0.05),
             "half-way %.2f %% to %.2f %% off the line, batches of %.0f", 100 * b->curvature.low,
             100 * b->curvature.high, b->K);
    if (most && most->stats.ci.confidence > 0.949) {
        d.low = most->stats.ci.low / k / b->slope.slope_ci.high - 1;    /* the worst of both intervals */
        d.high = most->stats.ci.high / k / b->slope.slope_ci.low - 1;
        d.confidence = b->slope.slope_ci.confidence;
        ex_claim("the slope foretells what one of 4096 a barrier costs, to 20 %", ex_within(&d, 0.2),
                 "it costs %.3f us, the slope is %.3f us", most->stats.median * 1e-3 / k, b->slope.slope * 1e-3);
    }
    claim_price("an event costs something, where each launch is waited for", costs->event.ns, &costs->event.ci);
    d.low = with->ci.low - bare->ci.high;
    d.high = with->ci.high - bare->ci.low;
    d.confidence = with->ci.confidence < bare->ci.confidence ? with->ci.confidence : bare->ci.confidence;
    claim_price("an event costs something in a batch", with->ns - bare->ns, &d);
    claim_price("a profiling queue costs something, without any event", costs->profiling.ns, &costs->profiling.ci);
}

int main(int argc, char **argv)
{
    ex_options o = ex_parse(argc, argv, "Launches a kernel that does nothing, 1 to 4096 times a barrier.");
    int right = 0, i, k;
    double budget_s = ex_budget(&o, 10, 1);
    gt_cl_cost_table costs;
    cl_kernel null = NULL;
    cl_program program;
    gt_snapshot s;
    gt_batch b;
    gt_cl cl;

    if (gt_cl_open(&cl, o.device)) return gt_fail(stderr);
    program = gt_cl_program_file(&cl, GT_KERNEL_DIR "/null.cl", NULL);
    if (program) null = GT_CL_NEW(clCreateKernel(program, "null", GT_CL_ERR));
    if (null) {
        size_t item = 1;
        gt_cl_warm_kernel(cl.queue, null, 1, NULL, &item, NULL);
        GT_TRIAL("by hand", .budget_s = 0.6 * budget_s, .precision = ex_precision(&o, 0.005), .max_n = o.repeat,
                 .progress = ex_progress_file())
            for (i = 0; i < COUNTS; i++) {
                char name[64];
                gt_cl_scope timed;
                sprintf(name, "%d a barrier", counts[i]);
                timed = gt_cl_scope_begin(cl.queue, name);
                for (k = 0; k < counts[i]; k++) launch(cl.queue, null);
                gt_cl_scope_end(&timed);
            }
        GT_BATCH_CL(cl.queue, "null kernel", .budget_s = 0.4 * budget_s, .precision = ex_precision(&o, 0.005),
                    .max_n = o.repeat, .progress = ex_progress_file())
            launch(cl.queue, null);
        right = none_lost(&cl, program);
    }
    if (right && gt_cl_costs(&cl, &costs) == GT_OK && gt_snapshot_take(&s) == GT_OK) {
        if (gt_snapshot_batch(&s, "null kernel", &b) == GT_OK) {
            print(&s, &b, &costs);
            gt_report(stdout);
            printf("\n");
            claims(&s, &b, &costs);
        } else {
            right = 0;
        }
        gt_snapshot_free(&s);
    }
    if (null) GT_CL(clReleaseKernel(null));
    if (program) GT_CL(clReleaseProgram(program));
    gt_cl_close(&cl);
    return ex_end(&o, right);
}
