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

#include "tuned.h"
#include "more/ceilings.h"

enum { STEPS = 4, LEAST_ROUNDS = 12 };
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

/* Compares the sides. Returns the one that gains most over the first, of those that surely gain; else the first. */
static int fastest(ex_search *s, const char *step, double budget_s, const int *side, int sides, gt_ratio *gain)
{
    double round_s = 0;
    char name[100], path[200];
    int i, best = 0;
    gt_snapshot snap;
    sprintf(name, "%.40s %.50s", s->size.x.p.name, step);
    for (i = 0; i < sides; i++) round_s += 1e-9 * ex_search_once_ns(s, side[i]);
    GT_COMPARE(name, .budget_s = fmax(budget_s, LEAST_ROUNDS * round_s), .precision = ex_precision(s->o, 0.005),
               .max_n = s->o->repeat, .warmup = 1, .progress = ex_progress()) {
        for (i = 0; i < sides; i++)
            for (gt_scope v = gt_side_begin(s->all[side[i]].name); v.live; gt_side_end(&v))
                GT_SCOPE_CL(s->cl->queue, "kernel") ex_tuned_run(&s->all[side[i]], &s->size, GT_EVENT);
    }
    memset(gain, 0, sizeof *gain);
    if (gt_snapshot_take(&snap) != GT_OK) return side[0];
    for (i = 0; i < sides; i++) {
        const gt_series *x;
        gt_ratio r;
        sprintf(path, "%s/%s/kernel", name, s->all[side[i]].name);
        x = gt_snapshot_find(&snap, path);
        if (x) s->time[side[i]] = x->device_stats;
        if (!i || gt_snapshot_compare(&snap, name, s->all[side[i]].name, "kernel", &r) != GT_OK || !r.rounds) continue;
        if (r.ci.low > 1 && r.ci.confidence >= r.wanted - 0.001 && (!best || r.ratio > gain->ratio)) best = i;
        if (best == i || (!best && (i == 1 || r.ratio > gain->ratio))) *gain = r;
    }
    gt_snapshot_free(&snap);
    return side[best];
}
/* One size: the search, and what fresh runs show of its promise. */
static void tune(ex_search *s, const gt_ceiling *ceiling, double budget_s)
{
    int i, best = 0, side[EX_SIDES] = { 0 };
    double promised = 1;
    char claim[120];
    gt_interval share;
    gt_ratio gain;
    memset(s->time, 0, sizeof s->time);
    printf("%s: the search, from the simple kernel on\n", s->size.x.p.name);
    for (i = 0; i < STEPS && s->right && (!i || best); i++) {
        int sides = ex_search_candidates(s, steps[i].tries, best, side), winner;
        if (sides < 2 || !s->right) continue;
        winner = fastest(s, steps[i].name, budget_s, side, sides, &gain);
        printf("  %s, best of %d\n    %s %.3f times as fast [%.3f, %.3f]\n", steps[i].what, sides - 1, winner == best ?
               "nothing surely gains:" : s->all[winner].name, gain.ratio, gain.ci.low, gain.ci.high);
        promised *= winner == best ? 1 : gain.ratio;
        best = winner;
    }
    if (!s->right) return;
    if ((side[1] = best) != 0) {
        side[0] = 0;
        fastest(s, "fresh runs", budget_s, side, 2, &gain);
        printf("  found: %s\n  promised by the search: %.3f times as fast as the simple kernel; in fresh runs %.3f "
               "[%.3f, %.3f]:\n  the winner looked %.1f %% %s than it is\n\n", s->all[best].name, promised, gain.ratio,
               gain.ci.low, gain.ci.high, 100 * fabs(promised / gain.ratio - 1),
               promised > gain.ratio ? "better" : "worse");
    }
    for (i = 0; i < s->built; i++)
        if (s->time[i].n) printf("kernel: %s %.1f GFLOP/s, %.1f %% of the measured ceiling\n", s->all[i].name,
                                 s->size.x.p.flops / s->time[i].median,
                                 100e9 * s->size.x.p.flops / s->time[i].median / ceiling->measured);
    share = s->time[best].ci;
    share.low = 1e9 * s->size.x.p.flops / s->time[best].ci.high / ceiling->ci.high;
    share.high = 1e9 * s->size.x.p.flops / s->time[best].ci.low / ceiling->ci.low;
    if (share.low > 1) printf("above the ceiling: other programs disturbed it; remove %s, and run again\n", folder);
    printf("\n");
    sprintf(claim, "%.40s: the best product reaches a quarter of the ceiling of multiply-adds", s->size.x.p.name);
    ex_claim_number(claim, &share, 0.25, HUGE_VAL, "of the ceiling");
    printf("\n");
}

int main(int argc, char **argv)
{
    static const ex_about about = { "21_tune", "Searches for the fastest matrix product in small steps, and measures "
        "the winner once more.", "device quick repeat precision budget csv runs", 6, 1, NULL };
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
