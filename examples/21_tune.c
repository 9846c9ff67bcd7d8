/* 21_tune.c - how fast can this device multiply matrices, and how honest is a search for the fastest kernel?

   WHAT IT SHOWS   A search in small steps. Each step changes one thing of the best kernel so far, compares the results
                   in random order, and keeps a change only if the interval of its gain lies above 1. The winner of a
                   search looks better than it is: the best of several noisy numbers is partly luck. So the winner is
                   measured once more in fresh runs, against the kernel with which all began.
   WHAT TO SEE     each step's gain with its interval; which kernel wins: a processor and a GPU want different ones; its
                   share of the measured ceiling of multiply-adds; how much of the promised gain fresh runs show

   Each kernel's product is checked before the kernel is timed, for the sizes at hand and for odd ones. Rates are work
   over device time, gains are ratios of brackets. */

#include "tuned.h"

enum { STEPS = 4, SIDES = 8, MOST = 64, LEAST = 12 /* rounds */ };
static const struct { const char *what; ex_shape tries[SIDES - 1]; } steps[STEPS] = {
    { "a block in registers, or tiles in local memory", {
        { .kernel = EX_REGISTERS, .group_x = 8, .group_y = 8, .columns = 4, .rows = 4, .vector = 4 },
        { .kernel = EX_LOCAL, .group_x = 16, .group_y = 16, .columns = 4, .rows = 4, .vector = 4, .depth = 16, .stages = 1 } } },
    { "results of a work-item", {
        { .columns = 8, .rows = 8 }, { .columns = 32, .rows = 8, .vector = 16 }, { .columns = 16, .rows = 8, .vector = 8 },
        { .columns = 8, .rows = 4 }, { .columns = 8, .rows = 16 } } },
    { "work-items of a group", {
        { .group_x = 1, .group_y = 64 }, { .group_x = 16, .group_y = 8 }, { .group_x = 8, .group_y = 16 },
        { .group_x = 1, .group_y = 16 }, { .group_x = 8, .group_y = 8 } } },
    { "depth of the tiles, and two of each in turn", { { .stages = 2 }, { .depth = 8 }, { .depth = 8, .stages = 2 } } }
};

typedef struct search {
    const ex_options *o;
    const gt_cl *cl;
    ex_tuned all[MOST];         /* built so far; the simple kernel is the first */
    int built, right;
    ex_sized odd, size;         /* odd sizes; those at hand */
    gt_interval ceiling;        /* of multiply-adds, GFLOP/s */
    double budget_s;            /* of a comparison */
    gt_stats time[MOST];        /* device time, ns, in the last comparison at these sizes; n 0: in none */
} search;

static int found(search *s, ex_shape shape)     /* its place among all; -1: this device cannot run it */
{
    int i = 0;
    while (i < s->built && memcmp(&s->all[i].shape, &shape, sizeof shape)) i++;
    if (i == MOST) return -1;
    if (i == s->built && ex_tuned_open(&s->all[s->built++], shape, s->cl))
        s->right = s->right && ex_tuned_right(&s->all[i], &s->odd);
    return s->all[i].kernel && s->right ? i : -1;
}
static double once_ns(const search *s, int i)
{
    gt_timer t = { { 0 } };
    gt_timer_start(&t);
    ex_tuned_run(&s->all[i], &s->size, NULL);
    GT_CL(clFinish(s->cl->queue));
    gt_timer_stop(&t);
    return gt_timer_ns(&t);
}
/* Compares the sides. Returns the one that gains most over the first, of those that surely gain; else the first. */
static int fastest(search *s, const char *step, const int *side, int sides, gt_ratio *gain)
{
    double budget_s = s->budget_s, round_s = 0;
    char name[100];
    int i, best = 0;
    gt_snapshot snap;
    for (i = 0; i < sides; i++) round_s += 1e-9 * once_ns(s, side[i]);
    if (budget_s < LEAST * round_s) budget_s = LEAST * round_s;
    sprintf(name, "%.40s: %.50s", s->size.x.p.name, step);
    GT_COMPARE(name, .budget_s = budget_s, .precision = ex_precision(s->o, 0.005), .max_n = s->o->repeat,
               .warmup = 1, .progress = ex_progress()) {
        for (i = 0; i < sides; i++)
            for (gt_scope v = gt_side_begin(s->all[side[i]].name); v.live; gt_side_end(&v))
                GT_SCOPE_CL(s->cl->queue, "kernel") ex_tuned_run(&s->all[side[i]], &s->size, GT_EVENT);
    }
    memset(gain, 0, sizeof *gain);
    if (gt_snapshot_take(&snap) != GT_OK) return side[0];
    for (i = 0; i < sides; i++) {
        const gt_series *x;
        gt_ratio r;
        char path[200];
        sprintf(path, "%s/%s/kernel", name, s->all[side[i]].name);
        x = gt_snapshot_find(&snap, path);
        if (x && x->device_stats.n) s->time[side[i]] = x->device_stats;
        if (!i || gt_snapshot_compare(&snap, name, s->all[side[i]].name, "kernel", &r) != GT_OK || !r.rounds) continue;
        if (r.ci.low > 1 && r.ci.confidence >= r.wanted - 0.001 && (!best || r.ratio > gain->ratio)) best = i;
        if (best == i || (!best && (i == 1 || r.ratio > gain->ratio))) *gain = r;
    }
    gt_snapshot_free(&snap);
    return side[best];
}
/* The kernels of a step that are right, and in a first run less than 3 times as slow as the best one so far. */
static int candidates(search *s, const ex_shape *tries, int best, int *side)
{
    int k, sides = 1;
    double least;
    side[0] = best;
    once_ns(s, best);
    least = once_ns(s, best);
    for (k = 0; k < (s->o->quick ? 2 : SIDES - 1); k++) {
        const int at = found(s, ex_shape_on(s->all[best].shape, tries[k]));
        double ns;
        if (at < 0 || at == best || !(s->right = ex_tuned_right(&s->all[at], &s->size))) continue;
        ns = once_ns(s, at);
        if (ns > 3 * least) printf("  left out: %s, %.1f times as slow\n", s->all[at].name, ns / least);
        else side[sides++] = at;
        if (ns < least) least = ns;
    }
    return sides;
}
/* One size: the search, and what fresh runs show of its promise. */
static void tune(search *s)
{
    int i, best = 0, side[SIDES];
    double promised = 1;
    gt_stats searched;
    gt_ratio gain;
    gt_interval share;
    memset(s->time, 0, sizeof s->time);
    printf("\n%s: the search, from the simple kernel on\n", s->size.x.p.name);
    for (i = 0; i < STEPS && s->right && !gt_error_first() && (!i || best); i++) {
        const int sides = candidates(s, steps[i].tries, best, side);
        int winner;
        if (sides < 2 || !s->right) continue;
        winner = fastest(s, steps[i].what, side, sides, &gain);
        printf("  %s, best of %d\n    %s  %.3f times as fast [%.3f, %.3f]\n", steps[i].what, sides - 1,
               winner == best ? "nothing is surely faster:" : s->all[winner].name, gain.ratio, gain.ci.low, gain.ci.high);
        if (winner != best) promised *= gain.ratio;
        best = winner;
    }
    side[0] = 0;
    side[1] = best;
    if (!best || !s->right || gt_error_first()) return;
    searched = s->time[best];
    fastest(s, "fresh runs", side, 2, &gain);
    printf("  the search promised %.3f times the simple kernel, fresh runs show %.3f [%.3f, %.3f]: the winner looked %.2f %%\n"
           "  better than it is; by its device time in its last step %.2f %%\n\n", promised, gain.ratio, gain.ci.low,
           gain.ci.high, 100 * (promised / gain.ratio - 1), 100 * (s->time[best].median / searched.median - 1));
    for (i = 0; i < s->built; i++) {
        const double rate = s->size.x.p.flops / s->time[i].median;
        if (s->time[i].n) printf("kernel: %s %.1f GFLOP/s, %.1f %% of the measured ceiling\n", s->all[i].name, rate,
                                 100 * rate / s->ceiling.low);
    }
    printf("\n");
    share = s->time[best].ci;
    share.low = s->size.x.p.flops / s->time[best].ci.high / s->ceiling.high;
    share.high = s->size.x.p.flops / s->time[best].ci.low / s->ceiling.low;
    ex_claim_number("the best product reaches a quarter of the measured ceiling of multiply-adds", &share, 0.25, HUGE_VAL,
                    "of the ceiling");
}

/* The sizes to tune for: the largest of the ten products that takes the simple kernel less than 0.1 s (or the first), and
   4096 x 4096 x 4096 if that does too. Returns how many. */
static int sizes_of(search *s, ex_problem *sizes)
{
    ex_problem p = ex_problem_at(0, s->o->quick);
    double ns_per_flop = 0;
    int i = EX_PROBLEMS - 1;
    s->right = s->right && ex_sized_open(&s->size, p, s->cl, s->all[0].program);
    if (s->right) ns_per_flop = (once_ns(s, 0), once_ns(s, 0)) / p.flops;
    ex_sized_close(&s->size);
    while (i && ex_problem_at(i, s->o->quick).flops * ns_per_flop > 1e8) i--;
    sizes[0] = ex_problem_at(i, s->o->quick);
    p.m = p.n = p.w = 4096;
    p.flops = 2.0 * 4096 * 4096 * 4096;
    strcpy(p.name, "4096x4096x4096");
    sizes[1] = p;
    return s->o->quick || p.flops * ns_per_flop > 1e8 ? 1 : 2;
}

int main(int argc, char **argv)
{
    static const ex_about about = { "21_tune", "Searches for the fastest matrix product in small steps, and measures the "
        "winner once more.", "device quick repeat precision budget csv runs", 10, 2, NULL };
    ex_options o = ex_options_read(argc, argv, &about);
    const ex_shape simple = { .kernel = EX_SIMPLE };
    ex_problem odd = ex_problem_at(0, 1), sizes[2];
    static search s;
    int i, count;
    gt_cl cl;
    cl_program program = ex_open(&o, &cl, "matmul.cl");

    if (!program) return 1;
    s.o = &o;
    s.cl = &cl;
    s.ceiling = ex_ceiling(&cl);
    odd.m = 131;
    odd.n = 77;
    odd.w = 203;
    s.right = ex_sized_open(&s.odd, odd, &cl, program);
    s.right = found(&s, simple) == 0;
    count = s.right ? sizes_of(&s, sizes) : 0;
    s.budget_s = o.budget_s / (count * (STEPS + 1) + 1);
    for (i = 0; i < count && s.right && !gt_error_first(); i++) {
        s.right = ex_sized_open(&s.size, sizes[i], &cl, program);
        if (s.right) tune(&s);
        ex_sized_close(&s.size);
    }
    ex_sized_close(&s.odd);
    for (i = 0; i < s.built; i++) ex_tuned_close(&s.all[i]);
    printf("\n");
    gt_report(stdout);
    return ex_close(&o, &cl, program, s.right);
}
