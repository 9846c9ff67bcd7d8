/* --runs: combines several processes. Each has a JSON document, or all are in one file of medians as gputime 0.1 wrote
   it. Part of gtlint.c. */

/* ---- documents ---- */

/* Returns whether the series has that name or, if `below`, lies below a series of that name. */
static int is_in_series(const list *l, const char *name, int below)
{
    const size_t length = strlen(name);
    const char *rest = l->key + length;
    return !strncmp(l->key, name, length) &&
           (*rest == '\n' || !strncmp(rest, " (thread ", 9) || (below && *rest == '/'));
}
/* Adds a ratio, or the time of a pass if base is NULL. It inherits the faults of all series in its sides. */
static void ratio_add(lists *all, const char *name, double x, gt_interval ci, const char *side, const char *base)
{
    size_t i;
    if (!isfinite(x)) return;
    list *l = list_of(all, name, "1", base ? "comparison" : "batch", "");
    list_put(l, x);
    l->median = x;
    l->ci = ci;
    l->times = base != NULL;
    for (i = 0; i < all->count; i++)
        if (is_in_series(&all->at[i], side, base != NULL) || (base && is_in_series(&all->at[i], base, 1)))
            codes_join(l, &all->at[i].told);
}
static void document_ratios(const json *j, lists *all)
{
    const json *comparisons = json_of(j, "comparisons", JSON_LIST), *batches = json_of(j, "batches", JSON_LIST);
    const char *side, *base, *scope, *whole;
    gt_interval ci;
    char name[2000];
    double x;
    size_t i;
    for (i = 0; i < comparisons->count; i++) {
        json_fields(&comparisons->item[i], "comparison:s side:s base:s scope:s ratio:n interval:i", &whole, &side,
                    &base, &scope, &x, &ci);
        const size_t length = strlen(whole) + 1;
        if (strlen(side) < length || strlen(base) < length) continue;       /* the kit did not write this file */
        snprintf(name, sizeof name, "%s%s: %s as fast as %s", whole,
                 strlen(scope) > strlen(side) ? scope + strlen(side) : "", side + length, base + length);
        ratio_add(all, name, x, ci, side, base);
    }
    for (i = 0; i < batches->count; i++) {
        json_fields(&batches->item[i], "batch:s pass_ns:n pass_interval:i", &whole, &x, &ci);
        snprintf(name, sizeof name, "%s: a pass", whole);
        ratio_add(all, name, x, ci, whole, NULL);
    }
}
static int document_into(file_text *t, const char *file, lists *to)
{
    lists one;
    size_t i;
    const int right = lists_read(t, file, WITH_MEDIANS, &one);
    for (i = 0; i < one.count; i++) {
        const list *l = &one.at[i];
        list *all;
        if (!isfinite(l->median) || !is_marked(l, GT_ROW_)) continue;
        all = add(to, l->name, l->key, l->median);
        all->ci = l->ci;
        if (!(l->ci.confidence > 0.949)) all->ci.low = all->ci.high = l->median;
        all->times = l->times;
        codes_join(all, &l->told);
    }
    lists_free(&one);
    return right;
}

/* ---- what is printed ---- */

/* Prints faults that any run had, and warnings that half of the runs had. They follow the row of the series; in
   Markdown they follow the table. */
static void runs_told(gt_sheet_ *table, const list *l)
{
    char text[512];
    int c;
    for (c = 0; c < GT_FINDING_COUNT; c++) {
        const size_t had = l->told.runs[c];
        if (!had || (meaning[c].severity != GT_FAULT && had * 2 < l->n)) continue;
        snprintf(text, sizeof text, "  %s: %s, in %zu of %zu runs -> %s", gt_finding_name((gt_finding_code)c),
                 meaning[c].sentence, had, l->n, meaning[c].remedy);
        gt_sheet_line_(table, text);
        findings++;
    }
}

/* How many more runs bring the interval to +-1 %: its width shrinks with the square root of their number. At most
   10^9. */
static unsigned long more_runs(size_t n, const gt_stats *s)
{
    const double half = s->median > 0 ? (s->ci.high - s->ci.low) / 2 / s->median : 0;
    const double all = half > 0.01 ? ceil((double)n * (half / 0.01) * (half / 0.01)) : (double)n;
    return all < 1e9 ? (unsigned long)all - (unsigned long)n : 1000000000ul;
}
/* Prints the runs of one series. They differ if their spread is over three times the interval of the last run. */
static void runs_add(gt_sheet_ *table, const list *l)
{
    const gt_stats s = stats_of(l->x, l->n, 0, 0);
    const double half = (l->ci.high - l->ci.low) / 2, apart = (s.max - s.min) / 2;
    const int faulty = has_fault(&l->told);
    const gt_finding_code differ = GT_FINDING_BETWEEN_RUNS;
    char text[512];
    gt_sheet_row_(table, l->name, gt_text_("%zu", l->n), value_text(l, s.median, ""),
                  l->n < 6 || faulty ? "" : value_text(l, s.ci.low, ""),
                  faulty ? "faulty" : l->n < 6 ? "needs 6 runs" : value_text(l, s.ci.high, ""),
                  s.median > 0 ? gt_percent_(100 * (s.max - s.min) / s.median) : "");
    outcome_add(l->name, faulty ? FAILED : PASSED, faulty ? "a fault of the measurement" : "");
    if (!faulty && l->n >= 6 && more_runs(l->n, &s))
        gt_sheet_line_(table, gt_text_("  %lu more runs would bring the interval to +-1 %%", more_runs(l->n, &s)));
    runs_told(table, l);
    if (l->times || l->n < 3 || faulty || !(half > 0) || !(apart > 3 * half)) return;
    snprintf(text, sizeof text, "  %s: +-%s over runs, +-%s within the last one: %s -> %s",
             gt_finding_name(differ), gt_time_(apart), gt_time_(half), meaning[differ].cause, meaning[differ].remedy);
    gt_sheet_line_(table, text);
    findings++;
}
static int runs_show(lists *all, int right, const char *file)      /* sorted by name; frees the lists */
{
    static const gt_column_ sheet[] = { { "series", -40, 0 }, { "runs", 4, 0 }, { "median", 8, 0 }, { "", 8, 0 },
                                        { "95 % over runs", 8, 0 }, { "range / median", 8, 0 } };
    gt_sheet_ table = gt_sheet_of_(sheet, sizeof sheet / sizeof *sheet);
    size_t i;
    for (i = 0; i < all->count; i++) runs_add(&table, all->by_key[i]);
    gt_sheet_print_(stdout, &table);
    if (right && !all->count) fprintf(stderr, "gtlint: no run in %s\n", file);
    if (all->left_out) printf("left out: %s without a row of medians\n", gt_some_((double)all->left_out, "line"));
    if (all->replaced)
        printf("left out: %s that a later row of the same process replaced\n",
               gt_some_((double)all->replaced, "row"));
    right &= all->count > 0;
    lists_free(all);
    return !right ? 2 : findings ? 1 : 0;
}
static int runs_print(char *const *file, int files)     /* returns the exit status */
{
    file_text t;
    lists all;
    int k, right = 1;
    memset(&all, 0, sizeof all);
    all.runs = 1;
    for (k = 0; k < files; k++) {
        if (!text_open(file[k], &t)) right = 0;
        else if (*t.at == '{') right &= document_into(&t, file[k], &all);
        else right &= rows_read(&t, file[k], &all);
        text_free(&t);
    }
    names_mend(&all);
    return runs_show(&all, right, file[0]);
}
