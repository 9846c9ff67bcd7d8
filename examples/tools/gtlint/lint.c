/* What a list of times shows about how the times were measured. Part of gtlint.c. */

static int findings;            /* of all series */
static codes seen_codes;        /* of the series at hand */

/* Sentences, causes and remedies are those of the kit's own report. */
#define MEANING(code, name, severity, where, sentence, cause, remedy) { severity, sentence, cause, remedy },
static const struct { gt_severity severity; const char *sentence, *cause, *remedy; } meaning[] = {
    GT_FINDINGS(MEANING)
};

static int has_fault(const codes *told)
{
    int c;
    for (c = 0; c < GT_FINDING_COUNT; c++) if (told->runs[c] && meaning[c].severity == GT_FAULT) return 1;
    return 0;
}

#if GT_GNU_
__attribute__((format(printf, 3, 4)))
#endif
static void found(const list *l, gt_finding_code code, const char *figures, ...)
{
    va_list args;
    printf("  %s: %s: ", l->name, gt_finding_name(code));
    va_start(args, figures);
    vprintf(figures, args);
    va_end(args);
    printf("\n      -> %s\n", meaning[code].remedy);
    findings++;
    seen_codes.runs[code] = 1;
}

static const char *slower(double percent) { return percent > 0 ? "slower" : "faster"; }

static void drift_print(const list *l, const gt_diagnosis *d)
{
    double percent = fabs(d->drift.percent);
    const char *what = slower(d->drift.percent);
    if (d->drift.is_step)
        found(l, GT_FINDING_DRIFT, "%.3g %% %s, at once, at number %zu", percent, what, d->drift.at + 1);
    else
        found(l, GT_FINDING_DRIFT, "%.3g %% %s from the first to the last third, gradually", percent, what);
}

typedef struct scale { double by; const char *unit; } scale;     /* printed is a number times by */

static scale scale_of(const char *unit, double median)      /* unit NULL: they are ns, and any unit may be taken */
{
    static const scale all[] = { { 1, " ns" }, { 1e-3, " us" }, { 1e-6, " ms" }, { 1e-9, " s" } };
    const scale given = { 1, unit };
    return unit ? given : all[median >= 1e9 ? 3 : median >= 1e6 ? 2 : median >= 1e3 ? 1 : 0];
}

static void diagnosis_print(const list *l, const gt_diagnosis *d, scale s)
{
    if (d->cold_first.fired)
        found(l, GT_FINDING_COLD_FIRST, "the first is %.3g times the median of the others", d->cold_first.factor);
    if (d->warmup.fired)
        found(l, GT_FINDING_WARMUP, "the first %zu are %.3g %% slower", d->warmup.samples, d->warmup.percent);
    if (d->drift.fired) drift_print(l, d);
    if (d->alternate.fired)
        found(l, GT_FINDING_ALTERNATE, "every second one differs by %.3g %%", fabs(d->alternate.percent));
    if (d->bimodal.fired)
        found(l, GT_FINDING_BIMODAL, "two speeds, %.4g%s (%.0f %%) and %.4g%s (%.0f %%)", s.by * d->bimodal.low, s.unit,
              100 * d->bimodal.low_share, s.by * d->bimodal.high, s.unit, 100 - 100 * d->bimodal.low_share);
    if (d->coarse.fired)
        found(l, GT_FINDING_COARSE, "one step of the clock is %.2g %% of the median", d->coarse.percent);
    if (d->autocorr.fired && !d->drift.fired)
        found(l, GT_FINDING_AUTOCORR, "n=%zu is worth %.0f independent samples", d->n, d->autocorr.n_eff);
    if (d->outliers.fired)
        found(l, GT_FINDING_OUTLIERS, "%zu of %zu, up to %.3g times the median; the mean moves by %.2g %%",
              d->outliers.count, d->n, d->outliers.factor, d->outliers.mean_shift_percent);
}

static void codes_print(const list *l, const codes *which)
{
    int c;
    for (c = 0; c < GT_FINDING_COUNT; c++) if (which->runs[c]) found(l, (gt_finding_code)c, "%s", meaning[c].sentence);
}
/* Findings that the kit knew and the numbers do not show. */
static void told_print(const list *l)
{
    static const gt_finding_code seen_here[] = {
        GT_FINDING_NEGATIVE, GT_FINDING_REJECTED, GT_FINDING_COLD_FIRST, GT_FINDING_WARMUP, GT_FINDING_DRIFT,
        GT_FINDING_ALTERNATE, GT_FINDING_BIMODAL, GT_FINDING_COARSE };
    codes unseen = l->told;
    size_t i;
    for (i = 0; i < sizeof seen_here / sizeof seen_here[0]; i++) unseen.runs[seen_here[i]] = 0;
    codes_print(l, &unseen);
}

/* No interval for a number that is not what its name says. */
static void median_print(const list *l, size_t n, double median, gt_interval ci, scale in)
{
    printf("%s: n %zu", l->name, n);
    if (n) printf(", median %.5g%s", in.by * median, in.unit);
    if (n && has_fault(&l->told)) printf(" (faulty: see below)");
    else if (n && ci.confidence > 0)
        printf(", %.3g %% interval %.5g to %.5g", 100 * ci.confidence, in.by * ci.low, in.by * ci.high);
}
static void list_outcome(const list *l)
{
    char text[512] = "";
    size_t used = 0;
    int c;
    for (c = 0; c < GT_FINDING_COUNT && used < sizeof text - 40; c++)
        if (seen_codes.runs[c])
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", used ? " " : "",
                                     gt_finding_name((gt_finding_code)c));
    outcome_add(l->name, used ? FAILED : PASSED, text);
}
/* Whether the kit's table of kinds has that mark for it: GT_FEW_, there is something to repeat; GT_ROW_, reports have a
   row of it. 1 where the kind is not of the kit. */
static int is_marked(const list *l, int mark)
{
    char name[32] = "";
    const char *kind = strrchr(l->key, '\n');
    if (kind) snprintf(name, sizeof name, "%.*s", (int)strcspn(kind + 1, ","), kind + 1);
    return kind_of(name) == GT_KIND_COUNT || gt_is_kind_(kind_of(name), mark);
}
static void list_show(const list *l, const char *unit, double tick)
{
    gt_diagnosis d;
    size_t i, negative = 0, zeros = 0;
    const gt_stats s = stats_of(l->x, l->n, tick, 0);
    const scale in = scale_of(unit, s.median);
    counted(gt_diagnose(l->x, l->n, tick, &d));
    for (i = 0; i < l->n; i++) {
        negative += l->x[i] < 0;
        zeros += l->x[i] >= 0 && l->x[i] <= 0;
    }
    median_print(l, s.n, s.median, s.ci, in);
    if (s.n) printf(", min %.5g, p90 %s%.5g", in.by * s.min, s.p90_is_bound ? ">= " : "", in.by * s.p90);
    printf("\n");
    told_print(l);
    if (negative) found(l, GT_FINDING_NEGATIVE, "%zu of %zu", negative, s.n);
    if (zeros * 2 > l->n)
        found(l, GT_FINDING_COARSE, "%zu of %zu times are 0", zeros, s.n);
    if (s.rejected)
        found(l, GT_FINDING_REJECTED, "%zu of %zu are no finite numbers (nan, inf)", s.rejected, l->n);
    diagnosis_print(l, &d, in);
    if (!is_marked(l, GT_FEW_)) return;
    if (s.n < 6) found(l, GT_FINDING_FEW, "n=%zu", s.n);
    else if (s.n < 100)
        printf("  (n=%zu can show %s faults; 100 are needed for a clean bill of health)\n", s.n,
               s.n < 20 ? "only a cold start, spikes and gross" : "only gross");
}
static void list_print(const list *l, const char *unit, double tick)
{
    memset(&seen_codes, 0, sizeof seen_codes);
    list_show(l, unit, tick);
    list_outcome(l);
}
