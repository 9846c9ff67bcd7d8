/* gtlint run: judges versions of a program that ran in turn, by rounds. Part of gtlint.c. */

/* What is kept of a series: lists with one value for each round. */
enum { BY_MEDIAN, BY_QUICKEST, BY_PROCESSOR, FIRST_PART, SEEN = FIRST_PART + LIST_PARTS };
/* The comparison of one series between two versions. */
typedef struct decision {
    const list *before, *after;     /* the median of each run */
    gt_ratio ratio[2];              /* by the medians of the runs, and by the second measure */
    gt_outcome by[2], is;
    const char *second, *who;       /* the name of the second measure, the least disturbed; which measure decided */
    int slower, cleared;            /* 1: certainly slower by more than the gate; certainly by less */
    char why[100];                  /* why there is no outcome; "" if there is one */
} decision;
typedef struct version {
    char **argument;
    char *name;                 /* its command line */
    int base;                   /* the version that it is compared with; its own index if there is none */
    lists kit[SEEN], whole[SEEN];   /* the series that the kit inside measured; the process as a whole */
    decision *decided;          /* one for each series that its base has too */
    size_t decisions;
} version;
typedef struct rounds {
    version *of;
    int versions;
    size_t count;
    int *order;                 /* the order of versions in this round */
    int whole;                  /* 1: a version has no kit inside, so processes are compared */
    double gate;                /* a version that is slower by more than this fails; 0: none fails */
} rounds;

enum { PROCESS_PARTS = 3 };
static const char *parts_name(const rounds *r, int k)
{
    static const char *const process[PROCESS_PARTS] = { "processor time", "behind other programs", "else" };
    return r->whole ? process[k] : list_parts[k].title;
}

/* Looking again and again, and stopping at the first difference, finds too many differences; trials have the same
   problem. So results are examined only after 10 rounds, and then each time after 1.5 times as many. With two measures
   at this confidence, at most 5 % of comparisons of a program with itself end in a difference (simulated: 1 to 3 %).
   Hence the intervals are printed as 95 %. */
static const double look_confidence = 1 - 0.015 / 2;
enum { FIRST_LOOK = 10 };
/* The fastest sample of a run is the least disturbed by other programs. An example: samples of 4 ms became 8 % longer,
   while eight programs ran on two cores. The median showed 3 %, the lowest tenth 4 %, and the minimum 8 %. Of whole
   processes it is their time without waiting for a processor. Where other programs disturb even that, processor time
   tells more: samples of 4 ms beside a busy loop on each of two cores had fastest ones of 2.0 to 4.0 ms, but least
   processor times within 3 % (12 runs). It is used if it varies less than this part of what the fastest samples do. */
static const double processor_varies = 0.5;

static void seen_add(lists *seen, const list *like, const char *name, const char *key, double x)
{
    list *l;
    if (!isfinite(x)) return;
    l = add(seen, name, key, x);
    if (!like) return;
    if (!l->count || like->n < l->count) l->count = like->n;    /* the smallest number of samples of any run */
    codes_join(l, &like->told);
}
/* Adds the results of one run of a version: what it measured, and how long its process took. */
static void round_add(version *v, const lists *now, const started *s)
{
    const double queued = isfinite(s->queued_ns) ? s->queued_ns : 0;
    const double process[FIRST_PART + PROCESS_PARTS] = {
        s->wall_ns, s->wall_ns - s->queued_ns, s->processor_ns, s->processor_ns, s->queued_ns, s->wall_ns - queued - s->processor_ns };
    size_t i;
    int k;
    for (k = 0; k < FIRST_PART + PROCESS_PARTS; k++)
        seen_add(&v->whole[k], NULL, "whole process", "whole process\nprocess", process[k]);
    for (i = 0; now && i < now->count; i++) {
        const list *l = &now->at[i];
        size_t n;
        double *sorted = sorted_of(l->x, l->n, &n);
        seen_add(&v->kit[BY_MEDIAN], l, l->name, l->key, n ? gt_median_of_sorted_(sorted, n) : l->median);
        seen_add(&v->kit[BY_QUICKEST], l, l->name, l->key, n ? sorted[0] : l->median);
        seen_add(&v->kit[BY_PROCESSOR], l, l->name, l->key, l->processor_ns > 0 ? l->processor_ns : (double)NAN);
        for (k = 0; l->part && k < LIST_PARTS; k++)
            seen_add(&v->kit[FIRST_PART + k], l, l->name, l->key, l->part[k]);
        free(sorted);
    }
    for (i = 0; now && i < now->facts; i++) fact_add(&v->kit[BY_MEDIAN], now->fact[i].what, now->fact[i].is);
}
static lists *version_seen(const rounds *r, int v) { return r->whole ? r->of[v].whole : r->of[v].kit; }

static double varies(const list *l)
{
    const gt_stats s = stats_of(l->x, l->n, 0, 0);
    return s.spread / s.median;
}
/* Returns 1 if processor time is a better second measure than `least`: it varies less from run to run, it is at least
   half of the time of a run of each version (so processors do the work), and as far as the runs tell both versions keep
   as many processors busy. */
static int is_by_processor(const list *const *least, const list *const *ran, double confidence)
{
    const size_t n = least[0]->n;
    double *busy, most[2] = { 0, 0 };
    gt_ratio r;
    size_t i;
    if (!ran[0] || !ran[1] || ran[0]->n != n || ran[1]->n != n) return 0;
    busy = room_for(2 * n, sizeof *busy);
    for (i = 0; i < 2 * n; i++) {
        busy[i] = ran[i / n]->x[i % n] / least[i / n]->x[i % n];
        most[i / n] = fmax(most[i / n], busy[i]);
    }
    counted(gt_ratio_looked_(busy, busy + n, n, confidence, &r, NULL));
    free(busy);
    return fmin(most[0], most[1]) >= 0.5 && r.ci.confidence >= r.wanted && r.ci.low <= 1 && r.ci.high >= 1 &&
           varies(ran[0]) + varies(ran[1]) < processor_varies * (varies(least[0]) + varies(least[1]));
}
static void measure_judge(decision *d, int by, const list *before, const list *after, double confidence, double gate)
{
    gt_ratio *r = &d->ratio[by];
    double tau;
    counted(gt_ratio_looked_(before->x, after->x, before->n, confidence, r, &tau));
    const int known = r->ci.confidence >= r->wanted;
    d->by[by] = gt_ratio_outcome(r, 0);
    d->slower |= known && r->ci.high < 1 / (1 + gate);
    d->cleared &= known && r->ci.low >= 1 / (1 + gate);
}
/* The median shows a tail that grew. The fastest samples show a difference that other programs hide. Either decides. */
static void decision_end(decision *d)
{
    const gt_outcome m = d->by[BY_MEDIAN], q = d->by[BY_QUICKEST];
    const int median = m == GT_FASTER || m == GT_SLOWER, quick = q == GT_FASTER || q == GT_SLOWER;
    d->is = median ? m : quick ? q : m == GT_SAME ? m : q;
    d->who = m == q ? "both" : d->is == m ? "median" : d->second;
    if (median && quick && m != q) {
        d->is = GT_NOT_SEPARATED;
        snprintf(d->why, sizeof d->why, "%s by the median, %s by the %s", gt_outcome_text_(m), gt_outcome_text_(q),
                 d->second);
    }
    if (d->is == GT_NOT_SEPARATED) d->who = "";
}
static decision decide(const rounds *r, int v, const list *before, const list *after)
{
    const double confidence = 1 - (1 - look_confidence) / (r->versions > 2 ? r->versions - 1 : 1);
    const lists *b = version_seen(r, r->of[v].base), *a = version_seen(r, v);
    const list *second[2] = { list_in(&b[BY_QUICKEST], before->key), list_in(&a[BY_QUICKEST], after->key) };
    const list *processor[2] = { list_in(&b[BY_PROCESSOR], before->key), list_in(&a[BY_PROCESSOR], after->key) };
    const double gate = r->gate > 0 ? r->gate : 0.01;
    decision d;
    memset(&d, 0, sizeof d);
    d.before = before;
    d.after = after;
    d.second = r->whole ? "undisturbed" : "quickest";
    d.cleared = 1;
    d.who = "";
    if (has_fault(&before->told) || has_fault(&after->told)) {
        snprintf(d.why, sizeof d.why, "faulty");
    } else if (before->n != r->count || after->n != r->count) {
        snprintf(d.why, sizeof d.why, "was measured in %zu and %zu of %zu runs", before->n, after->n, r->count);
    } else {
        measure_judge(&d, BY_MEDIAN, before, after, confidence, gate);
        if (!second[0] || !second[1] || second[0]->n != r->count || second[1]->n != r->count) {
            second[0] = before;         /* the same measure for both */
            second[1] = after;
        }
        if (is_by_processor(second, processor, confidence)) {
            d.second = "processor time";
            memcpy(second, processor, sizeof second);
        }
        measure_judge(&d, BY_QUICKEST, second[0], second[1], confidence, gate);
        if (d.ratio[BY_MEDIAN].ci.confidence >= d.ratio[BY_MEDIAN].wanted) decision_end(&d);
        else snprintf(d.why, sizeof d.why, "not decided: %s; %d are needed", gt_some_((double)r->count, "round"),
                      FIRST_LOOK);
    }
    d.cleared &= !d.why[0];
    return d;
}
/* Returns 1 if more rounds would not change the result. */
static int is_decided(const rounds *r, const decision *d)
{
    if (d->why[0]) return 0;
    if (r->gate > 0) return d->slower || d->cleared;
    return d->is == GT_FASTER || d->is == GT_SLOWER || (d->is == GT_SAME && d->by[BY_MEDIAN] == d->by[BY_QUICKEST]);
}
/* A single version is done when the intervals of its medians are within +-1 %. */
static int is_precise(const rounds *r, const list **worst)
{
    const lists *seen = &version_seen(r, 0)[BY_MEDIAN];
    double most = 0;
    size_t i;
    for (i = 0; i < seen->count; i++) {
        const gt_stats s = stats_of(seen->at[i].x, seen->at[i].n, 0, 1);
        const double width = gt_half_width_(&s.ci, s.median);
        if (width > most) *worst = &seen->at[i];
        most = fmax(most, width);
    }
    return seen->count && most <= 0.01;
}
/* Judges each version against its base: all series that both have. */
static void rounds_judge(rounds *r)
{
    size_t i;
    int v;
    for (v = 0; v < r->versions; v++) lists_sort(&version_seen(r, v)[BY_MEDIAN]);
    for (v = 0; v < r->versions; v++) {
        version *is = &r->of[v];
        const lists *b = &version_seen(r, is->base)[BY_MEDIAN], *a = &version_seen(r, v)[BY_MEDIAN];
        free(is->decided);
        is->decided = room_for(a->count, sizeof *is->decided);
        is->decisions = 0;
        for (i = 0; v != is->base && i < a->count; i++) {
            const list *before = list_like(b, a, &a->at[i]);
            if (before) is->decided[is->decisions++] = decide(r, v, before, &a->at[i]);
        }
    }
}
/* Returns 1 if nothing is left to decide. *open is a series that is not decided. */
static int rounds_decided(rounds *r, const list **open)
{
    int v, all = 1;
    size_t i;
    *open = NULL;
    rounds_judge(r);
    if (r->versions == 1) return is_precise(r, open);
    for (v = 0; v < r->versions; v++)
        for (i = 0; i < r->of[v].decisions; i++) {
            const decision *d = &r->of[v].decided[i];
            if (is_decided(r, d) || !strcmp(d->why, "faulty")) continue;
            *open = d->after;
            all = 0;
        }
    return all;
}
