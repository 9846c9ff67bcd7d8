/* gtlint run: judges versions of a program that ran in turn, by rounds. Part of gtlint.c. */

/* What is kept of a series: lists with one value for each round. */
enum { BY_MEDIAN, BY_QUICKEST, BY_PROCESSOR, FIRST_PART, SEEN = FIRST_PART + LIST_PARTS };
/* The comparison of one series between two versions. */
typedef struct decision {
    const list *before, *after;     /* the median of each run */
    gt_ratio ratio[2];              /* by the medians of the runs, and by the second measure */
    gt_outcome by[2], is;
    const char *second, *who;       /* the name of the second measure, the least disturbed; which measure decided */
    int slower, cleared, told;      /* 1: certainly slower by more than the gate; certainly by less; the outcome quotes
                                       the second ratio */
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
   tells more: samples of 4 ms beside a busy loop on each of two cores had fastest ones of 2.0 to 4.0 ms, but processor
   times within 4 % (lowest tenth, 12 runs). It is used if the interval of its ratio is less than this part as wide. */
static const double processor_width = 0.5;

static void seen_add(lists *seen, const list *like, const char *name, const char *key, double x)
{
    list *l;
    if (!isfinite(x)) return;
    l = add(seen, name, key, x);
    if (!like) return;
    if (!l->count || like->n < l->count) l->count = like->n;    /* the smallest number of samples of any run */
    codes_join(l, &like->told);
    memcpy(l->work, like->work, sizeof l->work);
}
/* Adds the results of one run of a version: what it measured, and how long its process took. */
static void round_add(version *v, const lists *now, const started *s)
{
    const double queued = isfinite(s->queued_ns) ? s->queued_ns : 0;
    const double process[FIRST_PART + PROCESS_PARTS] = {
        s->wall_ns, s->wall_ns - s->queued_ns, s->processor_ns,
        s->processor_ns, s->queued_ns, s->wall_ns - queued - s->processor_ns };
    size_t i;
    int k;
    for (k = 0; k < FIRST_PART + PROCESS_PARTS; k++)
        seen_add(&v->whole[k], NULL, "whole process", "whole process\nprocess", process[k]);
    for (i = 0; now && i < now->count; i++) {
        const list *l = &now->at[i];
        size_t n;
        double *sorted = sorted_of(l->x, l->n, &n);
        seen_add(&v->kit[BY_MEDIAN], l, l->name, l->key, n ? gt_quantile(sorted, n, 0.5) : l->median);
        seen_add(&v->kit[BY_QUICKEST], l, l->name, l->key, n ? sorted[0] : l->median);
        seen_add(&v->kit[BY_PROCESSOR], l, l->name, l->key, l->processor_ns > 0 ? l->processor_ns : (double)NAN);
        for (k = 0; l->part && k < LIST_PARTS; k++)
            seen_add(&v->kit[FIRST_PART + k], l, l->name, l->key, l->part[k]);
        free(sorted);
    }
    for (i = 0; now && i < now->facts; i++) fact_add(&v->kit[BY_MEDIAN], now->fact[i].what, now->fact[i].is);
}
static lists *version_seen(const rounds *r, int v) { return r->whole ? r->of[v].whole : r->of[v].kit; }

static gt_ratio ratio_looked(const list *const *seen, double confidence)     /* of two lists of as many rounds */
{
    gt_ratio r;
    double tau;
    counted(gt_ratio_looked_(seen[0]->x, seen[1]->x, seen[0]->n, confidence, &r, &tau));
    return r;
}
static int is_known(const gt_ratio *r) { return r->ci.confidence >= r->wanted; }
static double width_of(const gt_ratio *r) { return log(r->ci.high / r->ci.low); }
/* Returns 1 if processor time is a better second measure than `least`: its ratio `p` is known much better than that
   ratio `r`, it is at least half of the time (so processors do the work), and both ratios agree (so both versions keep
   as many processors busy, as far as the runs tell). */
static int is_by_processor(const gt_ratio *r, const gt_ratio *p, const list *const *least, const list *const *ran)
{
    int k;
    for (k = 0; k < 2; k++)
        if (stats_of(ran[k]->x, ran[k]->n, 0, 0).min < 0.5 * stats_of(least[k]->x, least[k]->n, 0, 0).min) return 0;
    return is_known(r) && is_known(p) && p->ratio >= r->ci.low && p->ratio <= r->ci.high &&
           width_of(p) < processor_width * width_of(r);
}
/* The median shows a tail that grew. The fastest samples show a difference that other programs hide. Either decides. If
   both do, the ratio that is known better is quoted. */
static void decision_end(decision *d)
{
    const gt_outcome m = d->by[BY_MEDIAN], q = d->by[BY_QUICKEST];
    const int median = m == GT_FASTER || m == GT_SLOWER, quick = q == GT_FASTER || q == GT_SLOWER;
    d->is = median ? m : quick ? q : m == GT_SAME ? m : q;
    d->who = m == q ? "both" : d->is == m ? "median" : d->second;
    d->told = d->who == d->second || (m == q && width_of(&d->ratio[BY_QUICKEST]) < width_of(&d->ratio[BY_MEDIAN]));
    if (median && quick && m != q) {
        d->is = GT_NOT_SEPARATED;
        snprintf(d->why, sizeof d->why, "%s by the median, %s by the %s", gt_outcome_texts_[m], gt_outcome_texts_[q],
                 d->second);
    }
    if (d->is == GT_NOT_SEPARATED) d->who = "";
}
/* Finds the lists of a measure for two series. Returns 0 if a round lacks it. */
static int are_measured(const rounds *r, int v, int by, const list *const *series, const list **seen)
{
    seen[0] = list_in(&version_seen(r, r->of[v].base)[by], series[0]->key);
    seen[1] = list_in(&version_seen(r, v)[by], series[1]->key);
    return seen[0] && seen[1] && seen[0]->n == r->count && seen[1]->n == r->count;
}
/* Compares two series, by their medians and by a second measure. */
static void measures_judge(const rounds *r, int v, decision *d)
{
    const double confidence = 1 - (1 - look_confidence) / (r->versions > 2 ? r->versions - 1 : 1);
    const double gate = r->gate > 0 ? r->gate : 0.01;
    const list *const series[2] = { d->before, d->after };
    const list *least[2], *ran[2];
    int k;
    const list *const *second = are_measured(r, v, BY_QUICKEST, series, least) ? least : series;
    d->ratio[BY_MEDIAN] = ratio_looked(series, confidence);
    d->ratio[BY_QUICKEST] = ratio_looked(second, confidence);
    if (are_measured(r, v, BY_PROCESSOR, series, ran)) {
        const gt_ratio p = ratio_looked(ran, confidence);
        if (is_by_processor(&d->ratio[BY_QUICKEST], &p, second, ran)) {
            d->second = "processor time";
            d->ratio[BY_QUICKEST] = p;
        }
    }
    for (k = 0; k < 2; k++) {
        d->by[k] = gt_ratio_outcome(&d->ratio[k], 0);
        d->slower |= is_known(&d->ratio[k]) && d->ratio[k].ci.high < 1 / (1 + gate);
        d->cleared &= is_known(&d->ratio[k]) && d->ratio[k].ci.low >= 1 / (1 + gate);
    }
}
static decision decide(const rounds *r, int v, const list *before, const list *after)
{
    decision d = { .before = before, .after = after, .second = r->whole ? "undisturbed" : "quickest", .who = "",
                   .cleared = 1 };
    if (has_fault(&before->told) || has_fault(&after->told)) {
        snprintf(d.why, sizeof d.why, "faulty");
    } else if (before->n != r->count || after->n != r->count) {
        snprintf(d.why, sizeof d.why, "was measured in %zu and %zu of %zu runs", before->n, after->n, r->count);
    } else {
        measures_judge(r, v, &d);
        if (is_known(&d.ratio[BY_MEDIAN]) || is_known(&d.ratio[BY_QUICKEST])) decision_end(&d);
        else if (r->count < FIRST_LOOK)
            snprintf(d.why, sizeof d.why, "not decided: %s; %d are needed", gt_some_((double)r->count, "round"),
                     FIRST_LOOK);
        else snprintf(d.why, sizeof d.why, "not decided: the %zu rounds depend on each other", r->count);
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
