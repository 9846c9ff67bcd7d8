/* Writes the result of gtlint run for other programs, and compares it with earlier results. Part of gtlint.c. */

enum { HISTORY_MOST = 30, HISTORY_LEAST = 8, HISTORY_FEW = 5 };
static struct result { const rounds *r; const run_options *o; const char *why, *machine; } result;

/* Describes device, clock and machine. Only results with the same text can be compared. */
static const char *result_where(const rounds *r, char *text, size_t size)
{
    const lists *seen = &version_seen(r, r->versions - 1)[BY_MEDIAN];
    char device[600], clock[600];
    snprintf(text, size, "%s; %s; %s", r->whole ? "" : fact_of(seen, "device", device, sizeof device),
             r->whole ? "" : fact_of(seen, "clock", clock, sizeof clock), result.machine);
    return text;
}
/* The value of a series in a history: the time of its fastest samples, or of its fastest runs. */
static double result_quickest(const rounds *r, int v, const list *like)
{
    const list *l = list_in(&version_seen(r, v)[BY_QUICKEST], like->key);
    size_t n;
    if (!l) l = like;           /* waits for a processor are not known */
    double *sorted = sorted_of(l->x, l->n, &n);
    const double x = gt_quantile(sorted, n, l->count < HISTORY_FEW ? 0.1 : 0.5);
    free(sorted);
    return x;
}
static void result_ratio(gt_json_ *to, const char *key, const gt_ratio *r)
{
    if (!(r->ci.confidence >= r->wanted)) gt_json_fields_(to, "*:k", key, NULL);
    else gt_json_object_(to, key, "times_as_fast:n low:n high:n", r->ratio, r->ci.low, r->ci.high);
}
static void result_series(gt_json_ *to, const rounds *r, int v, const list *l)
{
    gt_json_open_(to, NULL, "{");
    gt_json_fields_(to, "series:s version:n base:n median_ns:n quickest_ns:n", l->name, (double)v,
                    (double)r->of[v].base, median_of(l), result_quickest(r, v, l));
    for (size_t i = 0; i < r->of[v].decisions; i++) {
        const decision *d = &r->of[v].decided[i];
        if (d->after != l) continue;
        result_ratio(to, "by_median", &d->ratio[BY_MEDIAN]);
        result_ratio(to, "by_quickest", &d->ratio[BY_QUICKEST]);
        gt_json_fields_(to, "outcome:s decided_by:s", decision_text(d, r->gate), d->who);
    }
    gt_json_close_(to, "}");
}
static gt_status result_write(FILE *out)        /* one line */
{
    const rounds *r = result.r;
    char room[4096], where[1500];
    gt_json_ to = { out, room, 0, sizeof room, 0, 0, 0, 0, NULL };
    size_t i;
    int v;
    gt_json_open_(&to, NULL, "{");
    gt_json_fields_(&to, "gtlint_run:n kit:s date:s label:s where:s stopped:s rounds:n", 1.0, GPUTIME_VERSION,
                    gt_date_(), result.o->label ? result.o->label : "", result_where(r, where, sizeof where),
                    result.why, (double)r->count);
    gt_json_open_(&to, "versions", "[");
    for (v = 0; v < r->versions; v++) gt_json_fields_(&to, "*:s", NULL, r->of[v].name);
    gt_json_close_(&to, "]");
    gt_json_open_(&to, "series", "[");
    for (v = 0; v < r->versions; v++) {
        const lists *seen = &version_seen(r, v)[BY_MEDIAN];
        for (i = 0; i < seen->count; i++) result_series(&to, r, v, &seen->at[i]);
    }
    gt_json_close_(&to, "]");
    gt_json_close_(&to, "}\n");
    return to.cause || ferror(out) ? GT_ERR_IO : GT_OK;
}

/* ---- earlier runs ---- */

/* Reads one earlier result. If it comes from the same `where`, the values of its last version go to a list for each
   series, the oldest first. Otherwise it is counted in *elsewhere. */
static void history_line(char *line, const char *where, lists *past, size_t *elsewhere)
{
    json j;
    size_t i;
    if (!json_parse(line, NULL, &j)) return;
    if (strcmp(text_in(&j, "where"), where)) {
        (*elsewhere)++;
    } else {
        const json *all = json_of(&j, "series", JSON_LIST);
        const double last = (double)json_of(&j, "versions", JSON_LIST)->count - 1;
        for (i = 0; i < all->count; i++) {
            const json *s = &all->item[i];
            const double x = number_in(s, "quickest_ns"), v = number_in(s, "version");
            const char *name = text_in(s, "series");
            if (x > 0 && v >= last) seen_add(past, NULL, name, name, x);
        }
    }
    json_free(&j);
}
static const char *history_text(const double *x, size_t n)      /* the last value is of this run */
{
    gt_diagnosis d;
    if (n <= HISTORY_LEAST) return gt_text_("%s; %d are needed", gt_some_((double)n - 1, "earlier run"), HISTORY_LEAST);
    const gt_stats s = stats_of(x, n - 1, 0, 0);
    counted(gt_diagnose(x, n, 0, &d));
    const double off = x[n - 1] - s.median;
    if (d.drift.fired && d.drift.is_step)
        return gt_text_("step: %s %s since the run %zu before this one", gt_percent_(fabs(d.drift.percent)),
                        slower(d.drift.percent), n - 1 - d.drift.at);
    if (d.drift.fired)
        return gt_text_("drift: %s %s from the first to the last third of %zu runs", gt_percent_(fabs(d.drift.percent)),
                        slower(d.drift.percent), n);
    if (fabs(off) > 5 * fmax(s.spread, 0.004 * s.median))
        return gt_text_("stands out: %s %s than the %zu before", gt_percent_(100 * fabs(off) / s.median), slower(off),
                        n - 1);
    return gt_text_("as the %zu before", n - 1);
}
static void history_print(const rounds *r, const lists *past)
{
    const lists *seen = &version_seen(r, r->versions - 1)[BY_MEDIAN];
    size_t i, n;
    for (i = 0; i < seen->count; i++) {
        const list *l = list_in(past, seen->at[i].name);
        double x[HISTORY_MOST + 1];
        n = !l ? 0 : l->n < HISTORY_MOST ? l->n : HISTORY_MOST;
        if (l) memcpy(x, l->x + l->n - n, n * sizeof *x);
        x[n++] = result_quickest(r, r->versions - 1, &seen->at[i]);
        gt_say_(stdout, 4, "history of %s: %s", seen->at[i].name, history_text(x, n));
    }
}
static int history_append(const char *file)
{
    FILE *out = fopen(file, "ab");
    const int written = out && result_write(out) == GT_OK, right = out && !fclose(out) && written;
    if (!right) fprintf(stderr, "gtlint: cannot write '%s': %s\n", file, strerror(errno));
    return right;
}
/* Writes the files of --json and --history. Returns 0 with a message if it fails. */
static int history_of(const rounds *r, const run_options *o)
{
    char where[1500], *rest, *line;
    size_t elsewhere = 0;
    file_text t;
    lists past;
    if (o->json && gt_write_file(o->json, result_write) != GT_OK) return !gt_fail(stderr);
    if (!o->history) return 1;
    memset(&past, 0, sizeof past);
    (void)result_where(r, where, sizeof where);
    if (!access(o->history, F_OK) && text_open(o->history, &t)) {
        for (rest = text_of_rows(&t); (line = next_row(&rest, 0)) != NULL;)
            history_line(line, where, &past, &elsewhere);
        text_free(&t);
    }
    history_print(r, &past);
    if (elsewhere)
        gt_say_(stdout, 4, "left out of the history: %s of another device, clock or machine",
                gt_some_((double)elsewhere, "run"));
    lists_free(&past);
    return history_append(o->history);
}
