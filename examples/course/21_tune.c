/* 21_tune.c - how fast can this device multiply matrices, and how honest is a search for the fastest kernel?

   WHAT IT SHOWS   A search in small steps. Each step changes one thing of the best kernel so far, compares the results
                   in random order, and keeps a change only if the interval of its gain lies above 1. The winner of a
                   search looks better than it is: the best of several noisy numbers is partly luck. So the winner is
                   measured once more in fresh runs, against the kernel with which all began.
   WHAT TO SEE     each step's gain; which kernel wins, and its share of the ceiling of multiply-adds: a processor and a
                   GPU want different ones, and so do two sizes; how much of the promised gain fresh runs show

   "local 16x16 of 8x8 f4 k16x2" stands for tiles in local memory, groups of 16x16 work-items, 8x8 results of each,
   vectors of 4 floats, tiles 16 deep, places for two. Each kernel's product is checked before the kernel is timed, for
   the sizes at hand and for odd ones. Gains are ratios of brackets, rates are work over device time. */

#include "lib/tuned.h"
#include "more/ceilings.h"

enum { STEPS = 4 };
static const struct { const char *name, *what; ex_shape tries[EX_SIDES - 1]; } steps[STEPS] = {
    { "memory", "a block in registers, or tiles in local memory",
      { { .kernel = EX_REGISTERS, .group_x = 8, .group_y = 8, .columns = 4, .rows = 4, .vector = 4 },
        { .kernel = EX_LOCAL, .group_x = 16, .group_y = 16, .columns = 4, .rows = 4, .vector = 4, .depth = 16,
          .stages = 1 } } },
    { "results", "results of a work-item",
      { { .columns = 8, .rows = 8 }, { .columns = 32, .rows = 8, .vector = 16 },
        { .columns = 16, .rows = 8, .vector = 8 }, { .columns = 8, .rows = 16 } } },
    { "groups", "work-items of a group",
      { { .group_x = 1, .group_y = 64 }, { .group_x = 8, .group_y = 16 }, { .group_x = 8, .group_y = 8 },
        { .group_x = 1, .group_y = 24 } } },
    { "depth", "depth of the tiles, and two places for them", { { .stages = 2 }, { .depth = 8 } } }
};
static const char folder[] = GT_BUILD_DIR "/limits";    /* of ceilings that were measured before */

/* What the search has promised, against a run of its winners and of the kernel with which it began. */
static void promise(const ex_search *s, int best, double promised)
{
    const gt_ratio r = ex_search_gain_of(s, "fresh runs", best);
    printf("  found: %s\n  promised by the search: %.3f times as fast as the simple kernel; in fresh runs %.3f "
           "[%.3f, %.3f]:\n", s->all[best].name, promised, r.ratio, r.ci.low, r.ci.high);
    if (r.ci.low < promised && promised < r.ci.high) printf("  they cannot tell the two apart\n\n");
    else printf("  the winner looked %.1f %% %s than it is\n\n", 100 * fabs(promised / r.ratio - 1),
                promised > r.ratio ? "better" : "worse");
}
/* One size: the search, and what fresh runs show of its promise. */
static void tune(ex_search *s, const gt_ceiling *ceiling, double budget_s)
{
    int winners[STEPS + 1] = { 0 }, count = 1, i, best = 0, side[EX_SIDES] = { 0 };     /* the first: simple */
    double promised = 1;
    char claim[120];
    gt_interval share;
    gt_ratio gain;
    printf("%s: the search, from the simple kernel on\n", s->size.x.p.name);
    for (i = 0; i < STEPS && s->right && (!i || best); i++) {
        int sides = ex_search_candidates(s, steps[i].tries, best, side), winner;
        if (sides < 2 || !s->right) continue;
        ex_search_compare(s, steps[i].name, budget_s, side, sides);
        winner = ex_search_fastest(s, steps[i].name, side, sides, &gain);
        printf("  %s, best of %d\n    %s %.3f times as fast [%.3f, %.3f]\n", steps[i].what, sides - 1, winner == best ?
               "nothing is certainly faster:" : s->all[winner].name, gain.ratio, gain.ci.low, gain.ci.high);
        promised *= winner == best ? 1 : gain.ratio;
        if (winner != best) winners[count++] = winner;
        best = winner;
    }
    if (!s->right) return;
    sprintf(claim, "%.40s: the best product reaches a quarter of the ceiling of multiply-adds", s->size.x.p.name);
    if (count < 2) {
        ex_claim_not_here(claim, "nothing surely gained on the simple kernel");
        return;
    }
    ex_search_compare(s, "fresh runs", budget_s, winners, count);
    if (best) promise(s, best, promised);
    printf("the winners of the steps, in fresh runs\n");
    for (i = 0; i < count; i++)
        if (s->time[winners[i]].n)
            printf("kernel: %s %.1f GFLOP/s, %.1f %% of the measured ceiling\n", s->all[winners[i]].name,
                   s->size.x.p.flops / s->time[winners[i]].median,
                   100e9 * s->size.x.p.flops / s->time[winners[i]].median / ceiling->measured);
    share = s->time[best].ci;
    share.low = 1e9 * s->size.x.p.flops / s->time[best].ci.high / ceiling->ci.high;
    share.high = 1e9 * s->size.x.p.flops / s->time[best].ci.low / ceiling->ci.low;
    if (share.low > 1) printf("above the ceiling: other programs disturbed it; remove %s, and run again\n", folder);
    printf("\n");
    ex_claim_number(claim, &share, 0.25, HUGE_VAL, "of the ceiling");
    printf("\n");
}

int main(int argc, char **argv)
{
    static const ex_about about = { "21_tune", "Searches for the fastest matrix product in small steps, and measures "
        "the winner once more.", "device quick repeat precision budget csv", 6, 1, NULL };
    ex_options o = ex_options_read(argc, argv, &about);
    static ex_search s;
    ex_problem sizes[2];
    const gt_cl_limits_options kept = { 0, folder, o.quick ? (size_t)16 << 20 : 0,
                                        { 0, 0, 0, { 0, 0, 0, 0 }, 0, 0, 0, 0 } };
    gt_limits limits;
    int i, count;
    gt_cl cl;
    cl_program program = ex_open(&o, &cl, "matmul.cl");

    if (!program) return 1;
    if (gt_cl_limits(&cl, &kept, &limits) != GT_OK) return ex_close(&o, &cl, program, 0);
    ex_search_open(&s, &o, &cl, program);
    count = ex_search_sizes(&s, sizes);
    for (i = 0; i < count && s.right; i++) {
        s.right = ex_sized_open(&s.size, sizes[i], &cl, program);
        if (s.right) tune(&s, &limits.ceiling[GT_CEILING_FLOAT], o.budget_s / (count * (STEPS + 1)));
        ex_sized_close(&s.size);
    }
    ex_search_close(&s);
    ex_report(NULL, 0);
    return ex_close(&o, &cl, program, s.right);
}
