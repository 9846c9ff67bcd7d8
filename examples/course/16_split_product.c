/* 16_split_product.c - what does it cost to split one kernel into several?

   WHAT IT SHOWS   A matrix product is split in two ways. Ranges of its inner product: one launch after the other, with
                   the range as an argument; programs do so whose kernels would run for too long. A third dimension: a
                   second kernel adds up the partial sums; that takes more work-items, and more memory. Each further
                   launch has a price: what the bracket grows by beyond the device time. The stamps give it exactly. It
                   also has a gain: its range of B may fit into a cache, where all of B does not. Where the gain is more
                   than the price, many launches are quicker than one.
   WHAT TO SEE     bracket and device time of each version; the price of one more launch, and what all of them gain

   After A. Moss, "Advanced Multicore Programming", "Event Queues II". Each version's result is checked. Each
   round runs all versions, in an order of its own. */

#include "lib/split.h"

static const ex_claim claims[] = {
    { "4 launches take as long as one, within 5 %", "4 ranges", EX_SAME, 1.05, "one launch", 1 },
    { "16 launches take as long as one, within 5 %", "16 ranges", EX_SAME, 1.05, "one launch", 1 },
    { "splitting wins: 16 launches take under 0.95 times as long", "16 ranges", EX_UNDER, 0.95, "one launch", 1 },
    { "the third dimension makes the product quicker: under 0.95 times as long", "third dimension", EX_UNDER, 0.95,
      "one launch", 1 }
};

static double rest_ns(const gt_series *x, size_t i) { return x->ns[i] - gt_series_sample(x, i).device_ns; }
static void table(void)
{
    double each[1000];
    const gt_series *x[VERSIONS];
    gt_snapshot s;
    gt_stats t;
    size_t n = 0;
    if (gt_snapshot_take(&s) != GT_OK) return;
    printf("medians, us        launches    bracket     device\n");
    for (int i = 0; i < VERSIONS; i++) {
        x[i] = gt_snapshot_find(&s, versions[i]);
        if (x[i] && x[i]->n) printf("  %-16s %8d %10.1f %10.1f\n", versions[i], launches[i], x[i]->stats.median * 1e-3,
                                    x[i]->device_stats.median * 1e-3);
    }
    /* What a further launch adds to bracket minus device time, round by round. */
    for (; x[RANGES] && x[MANY_RANGES] && n < x[RANGES]->kept && n < x[MANY_RANGES]->kept && n < 1000; n++)
        each[n] = (rest_ns(x[MANY_RANGES], n) - rest_ns(x[RANGES], n)) * 1e-3 / (MANY - FEW);
    if (gt_stats_of(each, n, 0, &t) == GT_OK && t.n)
        printf("a further launch costs %.2f us beyond its device time [%.2f, %.2f]%s\n\n", t.median, t.ci.low,
               t.ci.high, t.ci.low <= 0 ? ": too noisy to tell" : "");
    gt_snapshot_free(&s);
}

int main(int argc, char **argv)
{
    static const ex_about about = { "16_split_product", "A matrix product in one launch, in several, and with a third "
        "dimension.", "device quick repeat budget csv", 6, 2, NULL };
    ex_options o = ex_options_read(argc, argv, &about);
    int right = 0, i;
    split s = { NULL, NULL, NULL, NULL };
    ex_matmul x;
    gt_cl cl;
    cl_program program = ex_open(&o, &cl, "matmul.cl"), splitting = NULL;

    if (!program) return 1;
    splitting = gt_cl_program_file(&cl, ex_kernel_file("split.cl"), NULL);
    ex_matmul_host(&x, ex_problem_at(o.quick ? 4 : 0, o.quick));
    if (splitting && ex_matmul_guarded(&x, &cl) && ex_matmul_kernel(&x, program, "matmul_simple", 0, 1) &&
        ex_matmul_bind(&x) && opened(&s, &x, &cl, splitting)) {
        right = edges_right(&cl, program, splitting);
        for (i = 0; i < VERSIONS && right; i++) right = checked(&x, &s, i);     /* a first run, outside of all scopes */
        while (right && ex_more(&o, claims, EX_COUNT(claims))) {
            for (i = 0; i < VERSIONS; i++) {
                const int version = ex_turn(o.rounds, i, VERSIONS);
                gt_cl_scope timed = gt_cl_scope_begin(cl.queue, versions[version]);
                product(&x, &s, version);
                gt_cl_scope_end(&timed);
            }
        }
    }
    table();
    ex_report(claims, EX_COUNT(claims));
    closed(&s);
    if (splitting) GT_CL(clReleaseProgram(splitting));
    ex_matmul_close(&x);
    return ex_close(&o, &cl, program, right);
}
