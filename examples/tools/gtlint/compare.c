/* Before and after: series by series, from two files. Part of gtlint.c. */

/* fail_slower: the gate; 0 means that nothing fails. runs: 1 if each side holds several processes. unit: the unit of
   plain numbers, with a blank before it; "" if none is known. */
typedef struct compared { double fail_slower; int anyway, worse, runs; const char *unit; } compared;

static size_t kind_end(const list *l)       /* keys are "series\nkind, device"; returns 0 for plain numbers */
{
    const char *kind = strrchr(l->key, '\n');
    return kind ? (size_t)(kind - l->key) + strcspn(kind, ",") : 0;
}
static int of_one_kind(const list *a, const list *b)
{
    return kind_end(a) && kind_end(a) == kind_end(b) && !memcmp(a->key, b->key, kind_end(a));
}
/* Finds the only series of that name and kind. Returns NULL if there is none or more than one. Series of one name stand
   next to each other. */
static const list *list_of_kind(const lists *all, const list *l)
{
    const size_t length = kind_end(l);
    size_t low = 0, high = all->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (strncmp(all->by_key[middle]->key, l->key, length) < 0) low = middle + 1;
        else high = middle;
    }
    if (low == all->count || !of_one_kind(all->by_key[low], l)) return NULL;
    return low + 1 < all->count && of_one_kind(all->by_key[low + 1], l) ? NULL : all->by_key[low];
}
/* Finds the series with that key, or else the only one with its name and kind. */
static const list *list_like(const lists *all, const lists *others, const list *l)
{
    const list *same = list_in(all, l->key);
    if (same) return same;
    return list_of_kind(others, l) ? list_of_kind(all, l) : NULL;
}

/* The least number of samples for a comparison of two processes. A machine changes between states, such as two clock
   rates. If a state lasts longer than a process, all samples of one process lie in one state and all samples of the
   other in another state, and the files do not show it. In a simulation with states of about 100 samples, this
   happened in 18 % of pairs with 50 samples, in 7 % with 100, and in 1 % with 200. Each state must also occur many
   times (`least_of_tau`). With both limits at most 3.2 % of equal series are called different where states last 100
   samples or fewer (tests/bench/compare_table.c). Independent samples have a tau below `independent`. */
enum { LEAST_SAMPLES = 250 };
static const double least_of_tau = GT_SEEN_BY_, independent = 2.5;

/* Computes median, interval and tau from the samples. Without samples, the figures of the document stay. Samples of one
   process are judged as by a trial, which looks for states of the machine. */
static void list_judge(list *l, int of_runs)
{
    if (!l->n) return;
    const gt_stats s = stats_of(l->x, l->n, l->tick, !of_runs);
    l->median = s.median;
    l->ci = s.ci;
    l->tau = s.tau;
    l->count = s.n;
}
/* The interval of the median, widened for that tau. */
static gt_interval list_interval(const list *l, double tau)
{
    gt_interval ci = l->ci;
    size_t n;
    if (!l->n || tau <= l->tau) return ci;
    double *sorted = sorted_of(l->x, l->n, &n);
    ci = gt_median_interval_(sorted, n, tau, l->tick, GT_LOOK_CONFIDENCE_);
    free(sorted);
    return ci;
}
/* Says why two series, each of one process, cannot be compared. Returns "" if they can. */
static const char *undecided(const list *before, const list *after, double tau)
{
    const size_t n = before->count < after->count ? before->count : after->count;
    if (n < LEAST_SAMPLES) return gt_text_("n=%zu, %d are needed", n, LEAST_SAMPLES);
    if (tau > independent && (double)n < least_of_tau * tau)
        return gt_text_("%zu samples, effectively %.0f", n, (double)n / tau);
    return "";
}
/* Computes how many times as fast `after` is. The interval is by MOVER (Zou and Donner, Statistics in Medicine 27,
   2008), on logarithms. It needs only the intervals of both medians, which hold for dependent samples too. *why says
   why there is no interval. why is NULL if the samples are medians of processes. */
static gt_ratio ratio_of(const list *before, const list *after, const char **why)
{
    const double d = log(before->median / after->median);
    const double tau = why ? fmax(1, fmax(before->tau, after->tau)) : 0;
    const gt_interval b = list_interval(before, tau), a = list_interval(after, tau);
    gt_ratio r = { .ratio = exp(d), .ci = { (double)NAN, (double)NAN, 0 }, .wanted = 0.95 };
    if (why && (*why = undecided(before, after, tau))[0]) return r;
    if (!(b.confidence > 0.949 && a.confidence > 0.949 && b.low > 0 && a.low > 0)) return r;
    r.ci.confidence = 0.95;
    r.ci.low = exp(d - hypot(log(before->median / b.low), log(a.high / after->median)));
    r.ci.high = exp(d + hypot(log(b.high / before->median), log(after->median / a.low)));
    return r;
}

/* ---- files that were made in turn ---- */

/* The files of both sides, in the order in which they were written. `place` is the file's index in its side. */
typedef struct turn { char written[64]; int after, place; } turn;
typedef struct turns { turn *at; int count, paired; } turns;

static void turn_add(turns *t, const lists *one, int after, int place)
{
    t->at = resized(t->at, (size_t)(t->count + 1) * sizeof *t->at);
    turn *n = &t->at[t->count++];
    memcpy(n->written, one->written, sizeof n->written);
    n->after = after;
    n->place = place;
}
static int turn_order(const void *a, const void *b)
{
    return strcmp(((const turn *)a)->written, ((const turn *)b)->written);
}
/* Files are pairs if each two in a row come from different sides, and no two were written at the same time. */
static void turns_pair(turns *t)
{
    if (t->count) qsort(t->at, (size_t)t->count, sizeof *t->at, turn_order);
    t->paired = t->count >= 4 && t->count % 2 == 0;
    for (int k = 0; k < t->count; k++) {
        if (t->at[k].written[0] <= ' ' || (k && !turn_order(&t->at[k - 1], &t->at[k]))) t->paired = 0;
        if (k % 2 && t->at[k].after == t->at[k - 1].after) t->paired = 0;
    }
}
/* Compares a series in pairs of files. Returns 0 if the files are no pairs, or if a file lacks the series. */
static int ratio_in_turn(const turns *t, const list *before, const list *after, gt_ratio *r)
{
    const size_t n = (size_t)t->count / 2;
    if (!t->paired || before->n != n || after->n != n) return 0;
    double *a = room_for(2 * n, sizeof *a);
    for (int k = 0; k < t->count; k++) {
        const turn *at = &t->at[k];
        a[at->after ? n + (size_t)k / 2 : (size_t)k / 2] = (at->after ? after : before)->x[at->place];
    }
    counted(gt_ratio_paired(a, a + n, n, 0.95, r));
    free(a);
    return 1;
}

static const char *fact_of(const lists *all, const char *what, char *text, size_t size)
{
    size_t i;
    text[0] = 0;
    for (i = 0; i < all->facts; i++) {
        if (strcmp(all->fact[i].what, what)) continue;
        snprintf(text + strlen(text), size - strlen(text), "%s%s", text[0] ? "; " : "", all->fact[i].is);
    }
    return text[0] ? text : "none";
}
/* Prints what differs in the environments. Returns 0 if the numbers cannot be compared. */
static int facts_agree(const lists *before, const lists *after, int anyway)
{
    static const char *const kinds[] = { "device", "driver", "clock", "setting", "build",
                                         "compiler", "language", "flags", "kit" };
    const int choose = 5;               /* a difference in one of the first five changes the numbers */
    char b[600], a[600];
    int k, refused = 0;
    for (k = 0; k < (int)(sizeof kinds / sizeof *kinds); k++) {
        const char *was = fact_of(before, kinds[k], b, sizeof b), *is = fact_of(after, kinds[k], a, sizeof a);
        const int known = k == 3 || (!before->runs && !after->runs) || (b[0] && a[0]);
        if (!known || !before->facts || !after->facts || !strcmp(was, is)) continue;    /* runs know only devices */
        gt_say_(stdout, 4, "differs: %s: %s, then %s", kinds[k], was, is);
        refused |= k < choose;
    }
    if (!refused || anyway) return 1;
    fprintf(stderr, "gtlint: what is compared was not measured under the same conditions; --anyway compares it\n");
    return 0;
}

/* Appends a part, such as "; return +405 us [398 us, 411 us]", to "  the difference, 412 us in the median". ci is NULL
   if no interval is known. */
static void part_add(char *text, size_t size, const char *name, double ns, const gt_interval *ci)
{
    const int known = ci && ci->confidence > 0.949;
    const char *range = known ? gt_text_(" [%s, %s]", gt_time_(ci->low), gt_time_(ci->high)) : "";
    snprintf(text + strlen(text), size - strlen(text), "; %s%s%s%s", name, ns > 0 ? " +" : " ", gt_time_(ns), range);
}
/* Prints which parts of a typical sample make the difference. A part is its mean over the samples between the
   quartiles, so that parts add up. For several processes it is the mean over processes. */
static void difference_add(gt_sheet_ *table, const list *before, const list *after)
{
    const double all = after->median - before->median;
    char text[600];
    if (!before->part || !after->part) return;
    snprintf(text, sizeof text, "  the difference, %s in the median", gt_time_(all));
    for (int k = 0; k < LIST_PARTS; k++) {
        const double ns = after->part[k] - before->part[k];
        if (isfinite(ns) && fabs(ns) >= 0.05 * fabs(all))
            part_add(text, sizeof text, list_parts[k].title, ns, NULL);
    }
    if (strchr(text, ';')) gt_sheet_line_(table, text);
}
static const char *outcome_said(gt_outcome is, const gt_ratio *r)      /* "slower by 8 %" */
{
    if (is != GT_FASTER && is != GT_SLOWER) return gt_outcome_texts_[is];
    return gt_text_("%s by %s", gt_outcome_texts_[is],
                    gt_percent_(100 * (is == GT_FASTER ? r->ratio - 1 : 1 / r->ratio - 1)));
}
/* Says that samples claim other work than before: a shorter time is then no proof of a faster program. */
static void work_add(gt_sheet_ *table, const list *before, const list *after)
{
    for (int k = 0; k < 2; k++) {
        const double b = before->work[k], a = after->work[k];
        if (b > 0 && a > 0 && (gt_is_other_work_(b, a) || gt_is_other_work_(a, b)))
            gt_sheet_line_(table, gt_text_("  unequal-work: a sample claims %s before, %s after: compare rates",
                                           gt_rate_(b, k ? "B" : "FLOP"), gt_rate_(a, k ? "B" : "FLOP")));
    }
}
static void comparison_add(gt_sheet_ *table, const list *before, const list *after, const turns *t, compared *c)
{
    const int faulty = has_fault(&before->told) || has_fault(&after->told);
    const char *why = "";
    gt_ratio r = ratio_of(before, after, c->runs ? NULL : &why);
    char text[160];
    int code;
    (void)ratio_in_turn(t, before, after, &r);
    if (before->times) {                /* the values are speedups: more is better */
        r.ratio = 1 / r.ratio;
        r.ci = (gt_interval){ 1 / r.ci.high, 1 / r.ci.low, r.ci.confidence };
    }
    const gt_outcome is = gt_ratio_outcome(&r, 0);
    const int fails = c->fail_slower > 0 && (faulty || gt_ratio_outcome(&r, c->fail_slower) == GT_SLOWER);
    if (faulty) snprintf(text, sizeof text, "faulty");
    else if (why[0]) snprintf(text, sizeof text, "not decided: %s", why);
    else if (r.ci.confidence < r.wanted)
        snprintf(text, sizeof text, "not decided: n=%zu and %zu", before->count, after->count);
    else snprintf(text, sizeof text, "%s", outcome_said(is, &r));
    for (code = 0; code < GT_FINDING_COUNT; code++)     /* findings of either file, in their order of precedence */
        if ((before->told.runs[code] || after->told.runs[code]) && meaning[code].severity >= GT_WARNING) break;
    gt_sheet_row_(table, after->name, value_text(before, before->median, c->unit),
                  value_text(after, after->median, c->unit), faulty ? "" : gt_fixed_(r.ratio, 3, ""),
                  faulty || r.ci.confidence < r.wanted ? ""
                  : gt_text_("[%s, %s]", gt_fixed_(r.ci.low, 3, ""), gt_fixed_(r.ci.high, 3, "")),
                  gt_text_("%s%s", text, fails ? ", FAILS" : ""), gt_finding_name((gt_finding_code)code));
    outcome_add(after->name, fails ? FAILED : r.ci.confidence >= r.wanted && !faulty ? PASSED : SKIPPED, text);
    work_add(table, before, after);
    if (!faulty && !why[0] && (is == GT_FASTER || is == GT_SLOWER)) difference_add(table, before, after);
    c->worse += fails;
}
static void missing_add(gt_sheet_ *table, const list *l, int before, compared *c)
{
    const int fails = before && c->fail_slower > 0;     /* else renaming a series would pass the gate */
    const char *text = before ? "is missing in the second file" : "is new";
    gt_sheet_row_(table, l->name, before ? value_text(l, l->median, c->unit) : "",
                  before ? "" : value_text(l, l->median, c->unit), "", "",
                  gt_text_("%s%s", text, fails ? ", FAILS" : ""), "");
    outcome_add(l->name, fails ? FAILED : SKIPPED, text);
    c->worse += fails;
}
/* Adds the parts of one more run to the means in `to`. */
static void parts_add(list *to, const list *one)
{
    int k;
    if (!to->part) to->part = room_for(LIST_PARTS, sizeof *to->part);
    for (k = 0; k < LIST_PARTS; k++)
        to->part[k] += ((one->part ? one->part[k] : (double)NAN) - to->part[k]) / (double)to->n;
}
/* Reads one side. If it has several files, each is a run, and the medians of the runs are the samples. */
static int side_open(char *const *file, int files, int after, lists *all, turns *t)
{
    lists one;
    size_t i;
    int k, right = 1;
    if (files == 1) return lists_open(file[0], WITH_PARTS, all);
    memset(all, 0, sizeof *all);
    for (k = 0; k < files && right; k++) {
        right = lists_open(file[k], WITH_PARTS, &one);
        for (i = 0; i < one.count; i++) {
            list *l = &one.at[i], *to;
            list_judge(l, one.runs);
            to = add(all, l->name, l->key, l->median);
            to->times = l->times;
            parts_add(to, l);
            codes_join(to, &l->told);
            memcpy(to->work, l->work, sizeof to->work);
        }
        for (i = 0; i < one.facts; i++) fact_add(all, one.fact[i].what, one.fact[i].is);
        turn_add(t, &one, after, k);
        lists_free(&one);
    }
    all->runs = 1;
    lists_sort(all);
    return right;
}
/* Compares two sides. The first `before_files` of the `files` files are the first side. Returns the exit status. */
static int compare_print(char *const *file, int before_files, int files, compared *c)
{
    static const gt_column_ sheet[] = { { "series", -30, 0 }, { "before", 7, 0 }, { "after", 7, 0 },
                                        { "times as fast", 7, 0 }, { "95 %", 7, 0 }, { "outcome", -9, 0 },
                                        { "finding", -7, 1 } };
    gt_sheet_ table = gt_sheet_of_(sheet, sizeof sheet / sizeof *sheet);
    lists before, after;
    turns t = { NULL, 0, 0 };
    size_t i, pairs = 0;
    int right = side_open(file, before_files, 0, &before, &t) &
                side_open(file + before_files, files - before_files, 1, &after, &t);
    c->runs = before.runs && after.runs;
    turns_pair(&t);
    right = right && facts_agree(&before, &after, c->anyway);
    if (right && !c->runs)
        gt_say_(stdout, 4, "One process a side is one sample: no interval here covers what differs between processes "
                "(memory layout, clocks, load). To decide, let gtlint run start both versions in turn, or "
                "compare six or more files of each side (--with).");
    if (right && t.paired)
        gt_say_(stdout, 4, "The files were made in turn, before and after: they are compared in pairs.");
    for (i = 0; right && i < before.count; i++) list_judge(&before.at[i], before.runs);
    for (i = 0; right && i < after.count; i++) {
        list_judge(&after.at[i], after.runs);
        const list *other = list_like(&before, &after, &after.at[i]);
        if (other) comparison_add(&table, other, &after.at[i], &t, c);
        else missing_add(&table, &after.at[i], 0, c);
        pairs += other != NULL;
    }
    for (i = 0; right && i < before.count; i++)
        if (!list_like(&after, &before, &before.at[i])) missing_add(&table, &before.at[i], 1, c);
    if (table.rows) gt_sheet_print_(stdout, &table);
    if (right && !pairs) fprintf(stderr, "gtlint: the files have no series in common\n");
    free(t.at);
    lists_free(&before);
    lists_free(&after);
    return !right || !pairs ? 2 : c->worse ? 1 : 0;
}
