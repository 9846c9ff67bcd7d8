/* Before and after: series by series, from two files. Part of gtlint.c. */

/* fail_slower 0: nothing fails; unit: of numbers alone, with a blank before it; "": none is known */
typedef struct compared { double fail_slower; int anyway, worse; const char *unit; } compared;

static int of_one_kind(const list *a, const list *b)        /* keys are "series\nkind, device" */
{
    const char *kind_a = strrchr(a->key, '\n'), *kind_b = strrchr(b->key, '\n');
    size_t length = kind_a ? (size_t)(kind_a - a->key) + strcspn(kind_a, ",") : 0;
    return kind_a && kind_b && length == (size_t)(kind_b - b->key) + strcspn(kind_b, ",") &&
           !memcmp(a->key, b->key, length);
}
/* How many series have a key that stands before this one, which counts as far as `length`. */
static size_t lists_before(const lists *all, const char *key, size_t length)
{
    size_t low = 0, high = all->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (strncmp(all->by_key[middle]->key, key, length) < 0) low = middle + 1;
        else high = middle;
    }
    return low;
}
/* The only one of that name and kind; NULL: there is none, or there are several, which stand together. */
static const list *list_of_kind(const lists *all, const list *l)
{
    const char *kind = strrchr(l->key, '\n');
    const size_t at = kind ? lists_before(all, l->key, (size_t)(kind - l->key) + strcspn(kind, ",")) : all->count;
    const int several = at + 1 < all->count && of_one_kind(all->by_key[at + 1], l);
    return at < all->count && of_one_kind(all->by_key[at], l) && !several ? all->by_key[at] : NULL;
}
/* The series of that key, or else the only one of its name and kind. */
static const list *list_like(const lists *all, const lists *others, const list *l)
{
    const size_t at = lists_before(all, l->key, strlen(l->key) + 1);
    if (all->count == 1 && others->count == 1 && !strchr(l->key, '\n')) return all->at;      /* numbers alone */
    if (at < all->count && !strcmp(all->by_key[at]->key, l->key)) return all->by_key[at];
    return list_of_kind(others, l) ? list_of_kind(all, l) : NULL;
}

/* Median and interval: those of the document, which knows how it was measured, else of the numbers. */
static void list_judge(list *l)
{
    gt_stats s;
    if (l->median > 0 || !l->n) return;
    if (gt_stats_of(l->x, l->n, l->tick, &s) != GT_OK) out_of_memory();
    l->median = s.median;
    l->low = s.ci.low;
    l->high = s.ci.high;
    l->confidence = s.ci.confidence;
    l->count = s.n;
}
/* How many times as fast `after` is. MOVER of Zou and Donner (Statistics in Medicine 27, 2008), on logarithms: the
   intervals of both medians hold for samples that repeat each other too. */
static gt_ratio ratio_of(const list *before, const list *after)
{
    const double d = log(before->median / after->median);
    gt_ratio r;
    memset(&r, 0, sizeof r);
    r.wanted = 0.95;
    r.ratio = exp(d);
    r.ci.low = r.ci.high = (double)NAN;
    if (!(before->confidence > 0.949 && after->confidence > 0.949 && before->low > 0 && after->low > 0)) return r;
    r.ci.confidence = 0.95;
    r.ci.low = exp(d - hypot(log(before->median / before->low), log(after->high / after->median)));
    r.ci.high = exp(d + hypot(log(before->high / before->median), log(after->median / after->low)));
    return r;
}

static const char *fact_of(const lists *all, const char *what, char *text, size_t size)
{
    size_t i, used = 0;
    text[0] = 0;
    for (i = 0; i < all->facts && used < size; i++)
        if (!strcmp(all->fact[i].what, what))
            used += (size_t)snprintf(text + used, size - used, "%s%s", used ? "; " : "", all->fact[i].is);
    return text[0] ? text : "none";
}
/* Names what differs in the environments. 0: the numbers are of different things. */
static int facts_agree(const lists *before, const lists *after, int anyway)
{
    static const char *const kinds[] = { "device", "driver", "clock", "setting", "build",
                                         "compiler", "language", "flags", "kit" };
    const int choose = 5;               /* those before choose the numbers */
    char b[600], a[600];
    int k, refused = 0, differs;
    for (k = 0; k < (int)(sizeof kinds / sizeof *kinds); k++) {
        differs = strcmp(fact_of(before, kinds[k], b, sizeof b), fact_of(after, kinds[k], a, sizeof a)) != 0;
        if (!before->facts || !after->facts || !differs) continue;
        if (b[0] && a[0]) say("differs: %s: %s, then %s", kinds[k], b, a);
        else if (k != 3 && (before->runs || after->runs)) continue;     /* files of runs know the device alone */
        else say("differs: %s: %s, then %s", kinds[k], b[0] ? b : "none", a[0] ? a : "none");
        refused |= k < choose;
    }
    if (!refused || anyway) return 1;
    fprintf(stderr, "gtlint: what is compared was not measured under the same conditions; --anyway compares it\n");
    return 0;
}

static const char *value_text(const list *l, double x, const compared *c)
{
    if (l->times) return gt_fixed_(x, 3, " x");
    return strchr(l->key, '\n') ? gt_time_(x) : gt_text_("%.5g%s", x, c->unit);     /* files of the kit have ns */
}
static void comparison_add(gt_sheet_ *table, const list *before, const list *after, compared *c)
{
    const int faulty = has_fault(&before->told) || has_fault(&after->told);
    gt_ratio r = ratio_of(before, after);
    char text[160];
    gt_outcome is;
    int code, fails;
    if (before->times) {                /* of speedups: more is better */
        const gt_interval ci = r.ci;
        r.ratio = 1 / r.ratio;
        r.ci.low = 1 / ci.high;
        r.ci.high = 1 / ci.low;
    }
    is = gt_ratio_outcome(&r, 0);
    fails = c->fail_slower > 0 && (faulty || gt_ratio_outcome(&r, c->fail_slower) == GT_SLOWER);
    if (faulty) snprintf(text, sizeof text, "faulty");
    else if (!(r.ci.confidence > 0))
        snprintf(text, sizeof text, "not known: n=%lu, n=%lu", (unsigned long)before->count,
                 (unsigned long)after->count);
    else if (is == GT_FASTER || is == GT_SLOWER)
        snprintf(text, sizeof text, "%s by %s", gt_outcome_text_(is),
                 gt_percent_(100 * (is == GT_FASTER ? r.ratio - 1 : 1 / r.ratio - 1)));
    else snprintf(text, sizeof text, "%s", gt_outcome_text_(is));
    for (code = 0; code < GT_FINDING_COUNT; code++)     /* in their order of precedence, of either file */
        if ((before->told.bit[code] || after->told.bit[code]) && severities[code] >= GT_WARNING) break;
    gt_sheet_row_(table, after->name, value_text(before, before->median, c),
                  value_text(after, after->median, c),
                  faulty ? "" : gt_fixed_(r.ratio, 3, ""),
                  faulty || !(r.ci.confidence > 0) ? ""
                  : gt_text_("[%s, %s]", gt_fixed_(r.ci.low, 3, ""), gt_fixed_(r.ci.high, 3, "")),
                  gt_text_("%s%s", text, fails ? ", FAILS" : ""), gt_finding_name((gt_finding_code)code));
    outcome_add(after->name, fails ? FAILED : r.ci.confidence > 0 && !faulty ? PASSED : SKIPPED, text);
    c->worse += fails;
}
static void missing_add(gt_sheet_ *table, const list *l, int before, compared *c)
{
    const int fails = before && c->fail_slower > 0;     /* a renamed series is compared no more */
    const char *text = before ? "is missing in the second file" : "is new";
    gt_sheet_row_(table, l->name, before ? value_text(l, l->median, c) : "",
                  before ? "" : value_text(l, l->median, c), "", "", gt_text_("%s%s", text, fails ? ", FAILS" : ""), "");
    outcome_add(l->name, fails ? FAILED : SKIPPED, text);
    c->worse += fails;
}
/* Of several files of a side each is a run: the samples are their medians. */
static int side_open(char *const *file, int files, lists *all)
{
    lists one;
    size_t i;
    int k, c, right = 1;
    if (files == 1) return lists_open(file[0], all);
    memset(all, 0, sizeof *all);
    for (k = 0; k < files && right; k++) {
        right = lists_open(file[k], &one);
        for (i = 0; i < one.count; i++) {
            list *l = &one.at[i], *to;
            list_judge(l);
            to = add(all, l->name, strchr(l->key, '\n') ? l->key : "numbers", l->median);
            to->times = l->times;
            for (c = 0; c < GT_FINDING_COUNT; c++) to->told.bit[c] |= l->told.bit[c];
        }
        for (i = 0; i < one.facts; i++) fact_add(all, one.fact[i].what, one.fact[i].is);
        lists_free(&one);
    }
    all->runs = 1;
    lists_sort(all);
    return right;
}
/* Of `files` files the first `before_files` are the first side. Returns the exit status. */
static int compare_print(char *const *file, int before_files, int files, compared *c)
{
    static const gt_column_ sheet[] = { { "series", -30, 0 }, { "before", 7, 0 }, { "after", 7, 0 },
                                        { "times as fast", 7, 0 }, { "95 %", 7, 0 }, { "outcome", -9, 0 },
                                        { "finding", -7, 0 } };
    gt_sheet_ table = gt_sheet_of_(sheet, sizeof sheet / sizeof *sheet);
    lists before, after;
    const list *other;
    size_t i, pairs = 0;
    int right = side_open(file, before_files, &before) & side_open(file + before_files, files - before_files, &after);
    if (right && !facts_agree(&before, &after, c->anyway)) right = 0;
    for (i = 0; right && i < before.count; i++) list_judge(&before.at[i]);
    for (i = 0; right && i < after.count; i++) {
        list_judge(&after.at[i]);
        other = list_like(&before, &after, &after.at[i]);
        if (other) comparison_add(&table, other, &after.at[i], c);
        else missing_add(&table, &after.at[i], 0, c);
        pairs += other != NULL;
    }
    for (i = 0; right && i < before.count; i++)
        if (!list_like(&after, &before, &before.at[i])) missing_add(&table, &before.at[i], 1, c);
    if (table.rows) sheet_print(&table);
    if (right && !pairs) fprintf(stderr, "gtlint: the files have no series in common\n");
    if (pairs && !(before.runs && after.runs))
        say("A file of one process: its intervals lack what differs from process to process (memory layout, clocks, "
            "load). Before you decide, compare six or more files of each side (--with).");
    lists_free(&before);
    lists_free(&after);
    return !right || !pairs ? 2 : c->worse ? 1 : 0;
}
