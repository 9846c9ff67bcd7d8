/* Medians of several processes: of each a JSON document, or of all one file as gputime 0.1 has written it (CSV:
   run,series,n,median,unit,low,high,device,findings,kind). Part of gtlint.c. */

/* A row of such a file, in place. kind NULL: it is of an older version, in which each row is a run. */
typedef struct run {
    char *series, *process;
    const char *kind, *device;
    double median, low, high;
    int times;
    codes told;
} run;

/* A finite number above 0. */
static int run_number(const char *text, double *x) { return number(text, x) && *x > 0 && isfinite(*x); }
/* run,"series",n,median,unit and perhaps low,high: an interval, or two empty fields; and perhaps device,findings,kind:
   the kind comes last, so that a row that was cut is seen. In place. 0: it is no such row. */
static int run_parse(char *line, run *r)
{
    const char *told;
    char median[40], unit[8], low[40], high[40], *rest = strchr(line, ',');
    int length = 0;
    memset(r, 0, sizeof *r);
    r->process = line;
    r->device = "";
    if (!rest || rest[1] != '"') return 0;
    *rest++ = 0;
    r->series = field(&rest);
    if (!rest || rest[-2] != '"') return 0;
    if (sscanf(rest, "%*[^,],%39[-+.0-9eE],%7[a-z]%n", median, unit, &length) < 2) return 0;
    rest += length;
    r->times = !strcmp(unit, "times");
    if ((!r->times && strcmp(unit, "ns")) || !run_number(median, &r->median)) return 0;
    r->low = r->high = r->median;
    if (!strncmp(rest, ",,", 2)) {
        rest += 2;
    } else if (*rest) {
        if (sscanf(rest, ",%39[-+.0-9eE],%39[-+.0-9eE]%n", low, high, &length) < 2) return 0;
        if (!run_number(low, &r->low) || !run_number(high, &r->high)) return 0;
        rest += length;
    }
    if (!*rest) return 1;
    if (*rest++ != ',') return 0;
    r->device = field(&rest);
    told = rest ? field(&rest) : "";
    r->kind = rest ? field(&rest) : "";
    return !rest && kind_of(r->kind) != GT_KIND_COUNT && codes_add(&r->told, told);
}

/* Adds one more run of the series of that name, kind and device. The last interval is kept. */
static list *run_add(lists *to, const char *name, const char *kind, const char *device, double median)
{
    list *l = list_of(to, name, "1", kind, device);
    list_put(l, median);
    l->median = l->low = l->high = median;
    return l;
}
/* If a process has written several rows for one series, the last one stays. */
static void row_into(lists *to, const run *r)
{
    const char *device = strchr(r->device, ' ');
    list *l = run_add(to, name_in_csv(r->series), r->kind ? r->kind : "no kind", r->device, r->median);
    l->times = r->times;
    l->low = r->low;
    l->high = r->high;
    if (r->kind && l->process && !strcmp(l->process, r->process)) {
        l->x[--l->n - 1] = r->median;
        to->replaced++;
    }
    free(l->process);
    l->process = copy_of(r->process);
    codes_join(l, &r->told);
    if (device) fact_add(to, "device", device + 1);
}
static int rows_into(FILE *in, const char *file, lists *to)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    run r;
    while ((length = getline(&line, &room, in)) >= 0) {
        const int whole = strlen(line) == (size_t)length && line[length - 1] == '\n';
        if (whole) line[length - 1 - (length > 1 && line[length - 2] == '\r')] = 0;
        if (!strncmp(line, "run,series,n,median,unit", 24) && strchr(",\r\n", line[24])) continue;
        if (whole && run_parse(line, &r)) row_into(to, &r);
        else if (!whole || *line) to->left_out++;
    }
    free(line);
    if (ferror(in)) fprintf(stderr, "gtlint: cannot read %s\n", file);
    return !ferror(in);
}

/* ---- documents ---- */

/* Whether the series has that name, or stands below the series of that name. */
static int is_in_series(const list *l, const char *name, int below)
{
    const size_t length = strlen(name);
    const char *rest = l->key + length;
    return !strncmp(l->key, name, length) &&
           (*rest == '\n' || !strncmp(rest, " (thread ", 9) || (below && *rest == '/'));
}
/* A ratio or the time of a pass, with its interval. It has the faults of all that is in its sides. */
static void ratio_add(lists *all, const char *name, double x, const json *ci, const char *side, const char *base)
{
    size_t i;
    if (!isfinite(x)) return;
    list *l = run_add(all, name, base ? "comparison" : "batch", "", x);
    l->times = base != NULL;
    if (number_in(ci, "confidence") > 0.949) {
        l->low = number_in(ci, "low");
        l->high = number_in(ci, "high");
    }
    for (i = 0; i < all->count; i++)
        if (is_in_series(&all->at[i], side, base != NULL) || (base && is_in_series(&all->at[i], base, 1)))
            codes_join(l, &all->at[i].told);
}
static void document_ratios(const json *j, lists *all)
{
    const json *comparisons = json_of(j, "comparisons", JSON_LIST), *batches = json_of(j, "batches", JSON_LIST);
    char name[2000];
    size_t i;
    for (i = 0; i < comparisons->count; i++) {
        const json *c = &comparisons->item[i];
        const char *side = text_in(c, "side"), *base = text_in(c, "base"), *scope = text_in(c, "scope");
        const char *whole = text_in(c, "comparison");
        const size_t length = strlen(whole) + 1;
        if (strlen(side) < length || strlen(base) < length) continue;       /* of no file of the kit */
        snprintf(name, sizeof name, "%s%s: %s as fast as %s", whole,
                 strlen(scope) > strlen(side) ? scope + strlen(side) : "", side + length, base + length);
        ratio_add(all, name, number_in(c, "ratio"), json_in(c, "interval"), side, base);
    }
    for (i = 0; i < batches->count; i++) {
        const char *batch = text_in(&batches->item[i], "batch");
        snprintf(name, sizeof name, "%s: a pass", batch);
        ratio_add(all, name, number_in(&batches->item[i], "pass_ns"), json_in(&batches->item[i], "pass_interval"),
                  batch, NULL);
    }
}
static int document_into(char *file, lists *to)
{
    lists one;
    size_t i;
    int kit;
    const int right = lists_open(file, WITH_MEDIANS, &one, &kit);
    for (i = 0; i < one.count; i++) {
        const list *l = &one.at[i];
        list *all;
        if (!isfinite(l->median) || !is_marked(l, GT_ROW_)) continue;
        all = add(to, l->name, l->key, l->median);
        all->low = l->confidence > 0.949 || l->times ? l->low : l->median;
        all->high = l->confidence > 0.949 || l->times ? l->high : l->median;
        all->times = l->times;
        codes_join(all, &l->told);
    }
    lists_free(&one);
    return right;
}

/* ---- what is printed ---- */

/* A fault of any run, and a warning that half of them had. Text about a series stands behind its row; in Markdown below
   the table. */
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

/* How many more runs bring the interval to +-1 %: its width goes with the root of their number. 10^9 at most. */
static unsigned long more_runs(size_t n, const gt_stats *s)
{
    const double half = s->median > 0 ? (s->ci.high - s->ci.low) / 2 / s->median : 0;
    const double all = half > 0.01 ? ceil((double)n * (half / 0.01) * (half / 0.01)) : (double)n;
    return all < 1e9 ? (unsigned long)all - (unsigned long)n : 1000000000ul;
}
/* A time, or how many times as fast. */
static const char *run_value(const list *l, double x) { return l->times ? gt_fixed_(x, 3, " x") : gt_time_(x); }
/* The runs of one series. They differ if they are further apart than three times what the interval of the last says. */
static void runs_add(gt_sheet_ *table, const list *l)
{
    const gt_stats s = stats_of(l->x, l->n, 0, 0);
    const double half = (l->high - l->low) / 2, apart = (s.max - s.min) / 2;
    const int faulty = has_fault(&l->told);
    const gt_finding_code differ = GT_FINDING_BETWEEN_RUNS;
    char text[512];
    gt_sheet_row_(table, l->name, gt_text_("%zu", l->n), run_value(l, s.median),
                  l->n < 6 || faulty ? "" : run_value(l, s.ci.low),
                  faulty ? "faulty" : l->n < 6 ? "needs 6 runs" : run_value(l, s.ci.high),
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
static int runs_show(lists *all, int right, const char *file)      /* in the order of their names; frees them */
{
    static const gt_column_ sheet[] = { { "series", -40, 0 }, { "runs", 4, 0 }, { "median", 8, 0 }, { "", 8, 0 },
                                        { "95 % over runs", 8, 0 }, { "max - min", 8, 0 } };
    gt_sheet_ table = gt_sheet_of_(sheet, sizeof sheet / sizeof *sheet);
    size_t i;
    for (i = 0; i < all->count; i++) runs_add(&table, all->by_key[i]);
    gt_sheet_print_(stdout, &table);
    if (right && !all->count) fprintf(stderr, "gtlint: there is no run in %s\n", file);
    if (all->left_out) printf("left out: %s without a row of medians\n", gt_some_((double)all->left_out, "line"));
    if (all->replaced)
        printf("left out: %s with a later one of the same process, which is one run\n",
               gt_some_((double)all->replaced, "row"));
    right &= all->count > 0;
    lists_free(all);
    return !right || fflush(stdout) || ferror(stdout) ? 2 : findings ? 1 : 0;
}
static int runs_print(char *const *file, int files)     /* returns the exit status */
{
    lists all;
    int k, right = 1;
    memset(&all, 0, sizeof all);
    for (k = 0; k < files; k++) {
        FILE *in = opened(file[k]);
        if (!in) right = 0;
        else if (is_document(in)) right &= document_into(file[k], &all);
        else right &= rows_into(in, file[k], &all);
        if (in && in != stdin) fclose(in);
    }
    names_mend(&all);
    return runs_show(&all, right, file[0]);
}
