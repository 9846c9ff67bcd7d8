/* 08_launch_cost.c - what does a launch cost?

   WHAT IT SHOWS   A kernel that does nothing, launched 1 to 4096 times between two barriers. One launch with a
                   wait takes a round trip at least, millions of times as long as one addition: small things cannot
                   be measured one by one. Time batches of 1 and K launches, and take the slope. Events and a
                   profiling queue cost time: a launch that you measure takes longer than one that you do not.
   WHAT TO SEE     the column of times per launch, how it falls; the slope beside its last row; what order costs by
                   events and by waits; the price list

   After A. Moss, "Advanced Multicore Programming", "Measuring Performance" II and III, "Event Queues III". */

#include "lib/launches.h"
#include "more/costs.h"

static const int counts[] = { 1, 4, 16, 64, 256, 1024, 4096 };

static const char *barrier(int launches)    /* the name of a phase */
{
    static char name[64];
    sprintf(name, "%d a barrier", launches);
    return name;
}

/* What an edge and a wait of the host cost beyond the order of the queue, pass by pass. */
static void price_of_order(void)
{
    static const char *const ways[] = { "chain/order of the queue", "chain/edges", "chain/waits of the host" };
    const gt_series *x[3];
    double each[1000];
    gt_snapshot s;
    gt_stats t;
    if (gt_snapshot_take(&s) != GT_OK) return;
    for (int k = 0; k < 3; k++) {
        size_t n = 0;
        x[k] = gt_snapshot_find(&s, ways[k]);
        for (; k && x[0] && x[k] && n < x[0]->kept && n < x[k]->kept && n < 1000; n++)
            each[n] = 1e-3 * (x[k]->ns[n] - x[0]->ns[n]) / (EX_CHAIN - 1);
        if (n && gt_stats_of(each, n, 0, &t) == GT_OK)
            printf("%s %.2f us [%.2f, %.2f]%s", k == 1 ? "an event and the wait for it (an edge) cost" :
                   "a wait of the host", t.median, t.ci.low, t.ci.high, k == 1 ? ", " : "\n\n");
    }
    gt_snapshot_free(&s);
}
static void claim_price(const char *sentence, const gt_cl_cost *cost, double over_ns)
{
    ex_claim_number(sentence, &cost->ci, over_ns, HUGE_VAL, "ns a launch");
}

int main(int argc, char **argv)
{
    static const ex_about about = { "08_launch_cost", "Launches an empty kernel 1 to 4096 times between two barriers.",
                                    "device quick repeat precision budget csv", 20, 2.5, NULL };
    ex_options o = ex_options_read(argc, argv, &about);
    const size_t n = (size_t)1 << (o.quick ? 20 : 24);
    const ex_claim claims[] = {
        { "a launch with a barrier of its own takes over 1.5 times as long as one of 4096 between two barriers",
          "by hand/1 a barrier", EX_OVER, 1.5, "by hand/4096 a barrier", 4096 },
        { "a launch with a wait takes at least one round trip: as long as a marker and its answer, or longer",
          "beside/launch", EX_OVER, 1, "beside/round trip", 1 },
        { "with unequal traffic the overhead is not constant: beside 4 MiB a launch takes over 2 times that beside 4 B",
          "beside/launch and 4 MiB", EX_OVER, 2, "beside/launch and 4 bytes", 1 },
        { "an edge, a wait for an event, is of low weight: 64 take under half as long as 64 waits of the host",
          "chain/edges", EX_UNDER, 0.5, "chain/waits of the host", 1 },
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
        chains(&o, cl.queue, null);
        right = additions_and_traffic(&o, &cl, null, n) && none_lost(&cl, program);
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
        price_of_order();
        gt_cl_costs_print(stdout, &costs);
        printf("\n");
        ex_report(claims, EX_COUNT(claims));
        if (gt_snapshot_batch(&s, "null kernel", &b) == GT_OK) {
            b.curvature.low *= 100;
            b.curvature.high *= 100;
            ex_claim_number("the time is linear in the number of launches, within 5 % half-way", &b.curvature, -5, 5,
                            "% off the line");
        }
        claim_price("an event costs over 3 us, where the program waits for each launch", &costs.event, 3000);
        claim_price("a profiling queue costs over 1 us a launch, even without events", &costs.profiling, 1000);
        gt_snapshot_free(&s);
    }
    if (null) GT_CL(clReleaseKernel(null));
    return ex_close(&o, &cl, program, right);
}
