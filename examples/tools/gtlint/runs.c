/* Medians of several processes: of each a JSON document, or of all one file as gputime 0.1 has written it (CSV:
   run,series,n,median,unit,low,high,device,findings,kind). Part of gtlint.c. */

typedef struct run {
    char *series, *process, *of;    /* of: kind and device; "" in files of older versions, whose rows are a run each */
    double median, low, high;
    int times;
    codes told;
    size_t order;
} run;
typedef struct runs { run *at; size_t count, room; unsigned long left_out, replaced; } runs;

/* Digits, a point, an exponent, and behind them a comma or the end of the line. *text moves behind the number. */
static int decimal(const char **text, double *x)
{
    size_t length = strcspn(*text, ",\r\n");
    char *end;
    if (!length || !strchr("-.0123456789", **text) || strspn(*text, ".0123456789eE+-") < length) return 0;
    *x = strtod(*text, &end);
    if (end != *text + length) return 0;
    *text = end;
    return isfinite(*x);
}

/* Skips `word` at *text. 0: something else stands there. */
static int skipped(const char **text, const char *word)
{
    if (strncmp(*text, word, strlen(word))) return 0;
    *text += strlen(word);
    return 1;
}

/* What stands behind the interval: device,findings,kind; the kind comes last, so that a row that was cut is seen. */
static int run_parse_rest(char *rest, run *r)
{
    const char *device = field(&rest), *told = rest ? field(&rest) : "", *kind = rest ? field(&rest) : "";
    size_t size = strlen(device) + strlen(kind) + 3;
    if (rest || kind_of(kind) == GT_KIND_COUNT || !codes_add(&r->told, told)) return 0;
    r->of = (char *)malloc(size);
    if (!r->of) out_of_memory();
    snprintf(r->of, size, "%s%s%s", kind, device[0] ? ", " : "", device);
    return 1;
}

/* run,"series",n,median,unit and perhaps low,high: an interval, or two empty fields; and what stands behind them. In
   place. 0: it is no such row. */
static int run_parse(char *line, run *r)
{
    char *from = strchr(line, ','), *to;
    const char *rest;
    memset(r, 0, sizeof *r);
    if (!from || from[1] != '"') return 0;
    *from = 0;
    r->process = line;
    for (r->series = to = from + 1, from += 2; *from && (*from != '"' || from[1] == '"'); from++) {
        if (*from == '"') from++;
        *to++ = *from;
    }
    if (*from != '"' || from[1] != ',') return 0;
    *to = 0;
    rest = strchr(from + 2, ',');
    if (!rest) return 0;
    rest++;
    if (!decimal(&rest, &r->median)) return 0;
    r->times = skipped(&rest, ",times");
    if (!r->times && !skipped(&rest, ",ns")) return 0;
    r->low = r->high = r->median;
    if (!skipped(&rest, ",,") && skipped(&rest, ",") &&
        (!decimal(&rest, &r->low) || !skipped(&rest, ",") || !decimal(&rest, &r->high))) return 0;
    if (!strcmp(rest, "\r\n") || !strcmp(rest, "\n")) return r->median > 0 && r->low > 0 && r->high > 0;
    from = line + (rest - line);
    from[strcspn(from, "\r\n")] = 0;
    return skipped(&rest, ",") && run_parse_rest(from + 1, r);
}

static void runs_read(FILE *in, runs *all)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    while ((length = getline(&line, &room, in)) >= 0) {
        run *r;
        if (!strncmp(line, "run,series,n,median,unit", 24) && strchr(",\r\n", line[24])) continue;
        if (!line[strspn(line, "\r\n")] && (size_t)length == strlen(line)) continue;
        all->at = (run *)grown(all->at, all->count, &all->room, sizeof *all->at);
        r = &all->at[all->count];
        if ((size_t)length != strlen(line) || !run_parse(line, r)) {
            all->left_out++;
            continue;
        }
        r->series = copy_of(name_in_csv(r->series));
        r->process = copy_of(r->process);
        r->order = all->count++;
    }
    free(line);
}

static int of_one_series(const run *x, const run *y)       /* as strcmp */
{
    int c = strcmp(x->series, y->series);
    return c ? c : strcmp(x->of ? x->of : "", y->of ? y->of : "");
}
static int run_order(const void *a, const void *b)
{
    const run *x = (const run *)a, *y = (const run *)b;
    int c = of_one_series(x, y);
    if (!c && x->of) c = strcmp(x->process, y->process);
    return c ? c : (x->order > y->order) - (x->order < y->order);
}
static void run_free(run *r)
{
    free(r->series);
    free(r->process);
    free(r->of);
}

/* Of the rows of a process for one series the last one stays. They are in order. */
static void runs_replace(runs *all)
{
    size_t i, n = 0;
    for (i = 0; i < all->count; i++) {
        run *r = &all->at[i];
        if (i + 1 < all->count && r->of && !of_one_series(r, r + 1) && !strcmp(r->process, r[1].process)) {
            run_free(r);
            all->replaced++;
        } else {
            all->at[n++] = *r;
        }
    }
    all->count = n;
}

/* Table and texts are those of the kit's own reports, so that they read alike. */
static const char *run_value(const run *r, double x) { return r->times ? gt_fixed_(x, 3, " x") : gt_time_(x); }

static char *shown;             /* a name with what tells it from another */
static const char *name_with_kind(const run *r)
{
    const char *of = r->of ? r->of : "no kind";
    size_t size = strlen(r->series) + strlen(of) + 4;
    shown = (char *)realloc(shown, size);
    if (!shown) out_of_memory();
    snprintf(shown, size, "%s [%s]", r->series, of);
    return shown;
}

static const char *name_as_key(const run *r)        /* as that of a list: "series\nkind, device" */
{
    (void)name_with_kind(r);
    snprintf(shown, strlen(r->series) + strlen(r->of ? r->of : "") + 2, "%s\n%s", r->series, r->of ? r->of : "");
    return shown;
}
/* What is said of a series stands behind its row; in Markdown below the table. */
static void line_add(gt_sheet_ *table, const char *text)
{
    gt_sheet_line_(table, text);
    findings++;
}

/* A fault of any run, and a warning that half of them had. */
static void runs_told(gt_sheet_ *table, const run *r, size_t n)
{
    char text[512];
    size_t i, had;
    int c;
    for (c = 0; c < GT_FINDING_COUNT; c++) {
        for (i = had = 0; i < n; i++) had += (size_t)r[i].told.bit[c];
        if (!had || (severities[c] != GT_FAULT && had * 2 < n)) continue;
        snprintf(text, sizeof text, "  %s: %s, in %lu of %lu runs -> %s", gt_finding_name((gt_finding_code)c),
                 sentences[c], (unsigned long)had, (unsigned long)n, remedies[c]);
        line_add(table, text);
    }
}

/* How many more runs bring the interval to +-1 %: its width goes with the root of their number. 10^9 at most. */
static unsigned long more_runs(size_t n, const gt_stats *s)
{
    const double half = s->median > 0 ? (s->ci.high - s->ci.low) / 2 / s->median : 0;
    const double all = half > 0.01 ? ceil((double)n * (half / 0.01) * (half / 0.01)) : (double)n;
    return all < 1e9 ? (unsigned long)all - (unsigned long)n : 1000000000ul;
}
/* The runs of one series. They differ if they are further apart than three times what the interval of the last says.
   others: there are series of the same name. */
static void runs_add(gt_sheet_ *table, const run *r, size_t n, int others)
{
    double *x = (double *)malloc(n * sizeof *x), half = (r[n - 1].high - r[n - 1].low) / 2, apart;
    char text[512];
    gt_stats s;
    size_t i, faulty = 0;
    for (i = 0; x && i < n; i++) {
        x[i] = r[i].median;
        faulty += (size_t)has_fault(&r[i].told);
    }
    if (!x || gt_stats_of(x, n, 0, &s) != GT_OK) out_of_memory();
    free(x);
    gt_sheet_row_(table, others ? name_with_kind(r) : r->series, gt_text_("%lu", (unsigned long)n),
                  run_value(r, s.median), n < 6 || faulty ? "" : run_value(r, s.ci.low),
                  faulty ? "faulty" : n < 6 ? "needs 6 runs" : run_value(r, s.ci.high),
                  s.median > 0 ? gt_percent_(100 * (s.max - s.min) / s.median) : "");
    outcome_add(r->series, faulty ? FAILED : PASSED, faulty ? "a fault of the measurement" : "");
    if (!faulty && n >= 6 && more_runs(n, &s))
        gt_sheet_line_(table, gt_text_("  %lu more runs would bring the interval to +-1 %%", more_runs(n, &s)));
    runs_told(table, r, n);
    apart = (s.max - s.min) / 2;
    if (r->times || n < 3 || faulty || !(half > 0) || !(apart > 3 * half)) return;
    snprintf(text, sizeof text, "  %s: +-%s over runs, +-%s within the last one: %s -> %s",
             gt_finding_name(GT_FINDING_BETWEEN_RUNS), gt_time_(apart), gt_time_(half), causes[GT_FINDING_BETWEEN_RUNS],
             remedies[GT_FINDING_BETWEEN_RUNS]);
    line_add(table, text);
}

/* -- of a document -- */

/* A row: a median, or a ratio, with its interval. NULL: it has none. */
static run *run_add(runs *all, const char *name, const char *process, const char *of, double median, const json *ci)
{
    run *r;
    if (!isfinite(median)) return NULL;
    all->at = (run *)grown(all->at, all->count, &all->room, sizeof *all->at);
    r = &all->at[all->count];
    memset(r, 0, sizeof *r);
    r->series = copy_of(name);
    r->process = copy_of(process);
    r->of = copy_of(of);
    r->median = r->low = r->high = median;
    if (json_number(json_in(ci, "confidence")) > 0.949) {
        r->low = json_number(json_in(ci, "low"));
        r->high = json_number(json_in(ci, "high"));
    }
    r->order = all->count++;
    return r;
}
/* The findings of a series, and of those below it: a ratio has the faults of all that is in its sides. */
static void run_told(run *r, const json *all, const char *name, int below)
{
    const size_t length = strlen(name);
    size_t i, k;
    for (i = 0; r && i < all->count; i++) {
        const json *told = json_of(&all->item[i], "findings", JSON_LIST);
        const char *is = json_text(json_in(&all->item[i], "series"));
        if (strcmp(is, name) && !(below && !strncmp(is, name, length) && is[length] == '/')) continue;
        for (k = 0; k < told->count; k++) (void)codes_add(&r->told, json_text(&told->item[k]));
    }
}
static void series_run(const json *j, const json *s, const char *process, runs *all)
{
    const json *devices = json_of(j, "devices", JSON_LIST), *is = json_in(s, "duration");
    const json *told = json_of(s, "findings", JSON_LIST);
    const size_t device = json_count(json_in(s, "device"));
    const char *kind = json_text(json_in(s, "kind"));
    char of[300];
    size_t k;
    run *r;
    if (!is_row(s)) return;
    snprintf(of, sizeof of, "%.40s", kind);
    if (device && device <= devices->count)
        snprintf(of, sizeof of, "%.40s, %lu %.200s", kind, (unsigned long)device,
                 json_text(json_in(&devices->item[device - 1], "name")));
    r = run_add(all, json_text(json_in(s, "series")), process, of, json_number(json_in(is, "median")),
                json_in(is, "interval"));
    for (k = 0; r && k < told->count; k++) (void)codes_add(&r->told, json_text(&told->item[k]));
}
static void comparison_run(const json *j, const json *c, const char *process, runs *all)
{
    const json *series = json_of(j, "series", JSON_LIST);
    const char *side = json_text(json_in(c, "side")), *base = json_text(json_in(c, "base"));
    const char *whole = json_text(json_in(c, "comparison")), *scope = json_text(json_in(c, "scope"));
    const size_t length = strlen(whole) + 1, size = strlen(side) + strlen(base) + strlen(scope) + length + 40;
    char *name = (char *)malloc(size);
    run *r;
    if (!name) out_of_memory();
    if (strlen(side) < length || strlen(base) < length) {       /* of no file of the kit */
        free(name);
        return;
    }
    snprintf(name, size, "%s%s: %s as fast as %s", whole, strlen(scope) > strlen(side) ? scope + strlen(side) : "",
             side + length, base + length);
    r = run_add(all, name, process, "comparison", json_number(json_in(c, "ratio")), json_in(c, "interval"));
    if (r) r->times = 1;
    run_told(r, series, side, 1);
    run_told(r, series, base, 1);
    free(name);
}
static void batch_run(const json *j, const json *b, const char *process, runs *all)
{
    const char *batch = json_text(json_in(b, "batch"));
    char *name = (char *)malloc(strlen(batch) + 16);
    if (!name) out_of_memory();
    sprintf(name, "%s: a pass", batch);
    run_told(run_add(all, name, process, "batch", json_number(json_in(b, "pass_ns")), json_in(b, "pass_interval")),
             json_of(j, "series", JSON_LIST), batch, 0);
    free(name);
}
/* 0: it is none, and that was said. */
static int document_runs(const char *file, runs *all)
{
    page_file f;
    size_t i;
    int right;
    memset(&f, 0, sizeof f);
    right = page_open(file, &f);
    for (i = 0; right && i < json_of(&f.j, "series", JSON_LIST)->count; i++)
        series_run(&f.j, &json_in(&f.j, "series")->item[i], file, all);
    for (i = 0; right && i < json_of(&f.j, "comparisons", JSON_LIST)->count; i++)
        comparison_run(&f.j, &json_in(&f.j, "comparisons")->item[i], file, all);
    for (i = 0; right && i < json_of(&f.j, "batches", JSON_LIST)->count; i++)
        batch_run(&f.j, &json_in(&f.j, "batches")->item[i], file, all);
    json_free(&f.j);
    free(f.whole);
    free(f.text);
    return right;
}

static int runs_open(char *const *file, int files, runs *all)       /* in order; 0: bad, and said */
{
    int k, right = 1;
    memset(all, 0, sizeof *all);
    for (k = 0; k < files; k++) {
        FILE *in = fopen(file[k], "rb");
        if (!in) return unreadable(file[k]);
        if (is_document(in)) {
            fclose(in);
            right &= document_runs(file[k], all);
            continue;
        }
        runs_read(in, all);
        if (ferror(in)) fprintf(stderr, "gtlint: cannot read %s\n", file[k]);
        right &= !ferror(in);
        fclose(in);
    }
    if (all->count) qsort(all->at, all->count, sizeof *all->at, run_order);
    runs_replace(all);
    return right;
}
/* For comparisons: the medians of the runs are the samples, and a fault of any run is one of all. */
static int runs_into(char *file, lists *to)
{
    runs all;
    size_t i;
    int c, right = runs_open(&file, 1, &all);
    for (i = 0; i < all.count; i++) {
        list *l = add(to, all.at[i].series, name_as_key(&all.at[i]), all.at[i].median);
        const char *device = all.at[i].of ? strchr(all.at[i].of, ' ') : NULL;
        for (c = 0; c < GT_FINDING_COUNT; c++) l->told.bit[c] |= all.at[i].told.bit[c];
        l->times = all.at[i].times;
        if (device) fact_add(to, "device", strchr(device + 1, ' ') ? strchr(device + 1, ' ') + 1 : device + 1);
        run_free(&all.at[i]);
    }
    free(all.at);
    to->runs = 1;
    lists_sort(to);
    return right;
}
static int runs_print(char *const *file, int files)     /* returns the exit status */
{
    static const gt_column_ sheet[] = { { "series", -40, 0 }, { "runs", 4, 0 }, { "median", 8, 0 }, { "", 8, 0 },
                                        { "95 % over runs", 8, 0 }, { "max - min", 8, 0 } };
    runs all;
    gt_sheet_ table = gt_sheet_of_(sheet, sizeof sheet / sizeof *sheet);
    size_t i, first = 0;
    int right = runs_open(file, files, &all);
    for (i = 1; i <= all.count; i++)
        if (i == all.count || of_one_series(&all.at[i], &all.at[first])) {
            runs_add(&table, all.at + first, i - first,
                     (first && !strcmp(all.at[first - 1].series, all.at[first].series)) ||
                         (i < all.count && !strcmp(all.at[i].series, all.at[first].series)));
            first = i;
        }
    sheet_print(&table);
    if (right && !all.count) {
        fprintf(stderr, "gtlint: there is no run in %s\n", file[0]);
        right = 0;
    }
    if (all.left_out) printf("left out: %s without a row of medians\n", gt_some_((double)all.left_out, "line"));
    if (all.replaced)
        printf("left out: %s with a later one of the same process, which is one run\n",
               gt_some_((double)all.replaced, "row"));
    for (i = 0; i < all.count; i++) run_free(&all.at[i]);
    free(all.at);
    free(shown);
    shown = NULL;
    return !right || fflush(stdout) || ferror(stdout) ? 2 : findings ? 1 : 0;
}

