/* 08_launch_cost.c - what does a launch cost?

   WHAT IT SHOWS   A kernel that does nothing, launched 1 to 4096 times between two barriers. One launch with a
                   wait takes a round trip at least, millions of times as long as one addition: small things cannot
                   be measured one by one. Time batches of 1 and K launches, and take the slope. Events and a
                   profiling queue cost time: a launch that you measure takes longer than one that you do not.
   WHAT TO SEE     the column of times per launch, how it falls; the slope beside its last row; the price list */

#include "vectors.h"
#include "more/costs.h"

static const int counts[] = { 1, 4, 16, 64, 256, 1024, 4096 };

static void launch(cl_command_queue queue, cl_kernel kernel)
{
    size_t one = 1;
    GT_CL(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
}
static const char *barrier(int launches)    /* the name of a phase */
{
    static char name[64];
    sprintf(name, "%d a barrier", launches);
    return name;
}

/* How long one addition takes, where millions run in one launch; and how long the way to the device and back. */
static int additions_and_round_trips(const ex_options *o, const gt_cl *cl, size_t n)
{
    cl_program program = gt_cl_program_file(cl, ex_kernel_file("sum_arrays.cl"), NULL);
    int right = 0;
    ex_vectors v;
    if (program && ex_vectors_open(&v, cl, program, n)) {
        ex_vectors_send(&v);
        gt_cl_warm_kernel(cl->queue, v.kernel, 1, NULL, &v.n, NULL);
        GT_TRIAL("many additions", .budget_s = 0.15 * o->budget_s, .precision = 0.02, .max_n = o->repeat)
            GT_SCOPE_CL(cl->queue, "sum") ex_vectors_add(&v, NULL);
        ex_vectors_receive(&v);
        right = !gt_error_first() && ex_vectors_right(&v) && ex_vectors_edges(&v);
        GT_TRIAL("round trip", .budget_s = 0.1 * o->budget_s, .precision = 0.02, .max_n = o->repeat)
            GT_SCOPE_CL(cl->queue, "write 4 bytes")
                GT_CL(clEnqueueWriteBuffer(cl->queue, v.da, CL_FALSE, 0, 4, v.a, 0, NULL, NULL));
        ex_vectors_close(&v);
    }
    if (program) GT_CL(clReleaseProgram(program));
    return right;
}

static int none_lost(const gt_cl *cl, cl_program program)      /* is every launch of a batch run? */
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
    return n == launches || ex_wrong("a launch was lost");
}

static void claim_price(const char *sentence, const gt_cl_cost *cost, double over_ns)
{
    ex_claim_number(sentence, &cost->ci, over_ns, HUGE_VAL, "ns a launch");
}

int main(int argc, char **argv)
{
    static const ex_about about = { "08_launch_cost", "Launches an empty kernel 1 to 4096 times between two barriers.",
                                    "device quick repeat precision budget csv runs", 12, 2.5, NULL };
    ex_options o = ex_options_read(argc, argv, &about);
    const size_t n = (size_t)1 << (o.quick ? 20 : 24);
    const ex_claim claims[] = {
        { "a launch with a barrier of its own takes over 1.5 times as long as one of 4096 between two barriers",
          "by hand/1 a barrier", EX_OVER, 1.5, "by hand/4096 a barrier", 4096 },
        { "a launch with a wait takes at least one round trip: over 0.5 times as long as a write of 4 bytes",
          "by hand/1 a barrier", EX_OVER, 0.5, "round trip/write 4 bytes", 1 },
        { "a launch with a wait takes over a million times as long as one of the additions of a large launch",
          "by hand/1 a barrier", EX_OVER, 1e6, "many additions/sum", (double)n },
        { "a launch with a wait takes over a thousand times as long as one addition",
          "by hand/1 a barrier", EX_OVER, 1e3, "many additions/sum", (double)n }
    };
    gt_cl_cost_table costs;
    int right = 0, i, k;
    cl_kernel null;
    gt_snapshot s;
    gt_batch b;
    gt_cl cl;
    cl_program program = ex_open(&o, &cl, "null.cl");

    if (!program) return 1;
    null = GT_CL_NEW(clCreateKernel(program, "null", GT_CL_ERR));
    if (null) {
        const size_t item = 1;
        gt_cl_warm_kernel(cl.queue, null, 1, NULL, &item, NULL);
        GT_TRIAL("by hand", .budget_s = 0.4 * o.budget_s, .precision = ex_precision(&o, 0.005), .max_n = o.repeat,
                 .progress = ex_progress())
            for (i = 0; i < EX_COUNT(counts); i++) {
                gt_cl_scope timed = gt_cl_scope_begin(cl.queue, barrier(counts[i]));
                for (k = 0; k < counts[i]; k++) launch(cl.queue, null);
                gt_cl_scope_end(&timed);
            }
        GT_BATCH_CL(cl.queue, "null kernel", .budget_s = 0.35 * o.budget_s, .precision = ex_precision(&o, 0.005),
                    .max_n = o.repeat, .progress = ex_progress())
            launch(cl.queue, null);
        right = additions_and_round_trips(&o, &cl, n) && none_lost(&cl, program);
    }
    if (right && gt_cl_costs(&cl, &costs) == GT_OK && gt_snapshot_take(&s) == GT_OK) {
        printf("launches a barrier       n   time of all, ms   per launch, us\n");
        for (i = 0; i < EX_COUNT(counts); i++) {
            const gt_stats t = ex_stats(ex_path("by hand", barrier(counts[i])));
            printf("%-18d %7lu %17.4f %16.3f\n", counts[i], (unsigned long)t.n, t.median * 1e-6,
                   t.median * 1e-3 / counts[i]);
        }
        printf("one addition: %.4g ns, as one of %lu in a launch\n\n", ex_ms("many additions/sum") * 1e6 / (double)n,
               (unsigned long)n);
        gt_cl_costs_print(stdout, &costs);
        printf("\n");
        ex_report(claims, EX_COUNT(claims));
        if (gt_snapshot_batch(&s, "null kernel", &b) == GT_OK)
            ex_claim_number("the time is linear in the number of launches, to 5 % half-way", &b.curvature, -0.05,
                            0.05, "of the time off the line");
        claim_price("an event costs over 3 us, where the program waits for each launch", &costs.event, 3000);
        claim_price("a profiling queue costs over 1 us a launch, even without events", &costs.profiling, 1000);
        gt_snapshot_free(&s);
    }
    if (null) GT_CL(clReleaseKernel(null));
    return ex_close(&o, &cl, program, right);
}
