/* Finds faults in a list of times. Part of gtlint.c. */

static int findings;            /* number of findings in all series */
static codes seen_codes;        /* findings of the current series */

/* Sentences, causes and remedies are the same as in the kit's report. */
#define MEANING(code, name, severity, where, sentence, cause, remedy) { severity, sentence, cause, remedy },
static const struct { gt_severity severity; const char *sentence, *cause, *remedy; } meaning[] = {
    GT_FINDINGS(MEANING)
};

static int has_fault(const codes *told)
{
    for (int c = 0; c < GT_FINDING_COUNT; c++) if (told->runs[c] && meaning[c].severity == GT_FAULT) return 1;
    return 0;
}

static void found(const list *l, gt_finding_code code, const char *figures)
{
    printf("  %s: %s: %s\n      -> %s\n", l->name, gt_finding_name(code), figures, meaning[code].remedy);
    findings++;
    seen_codes.runs[code] = 1;
}

static const char *slower(double percent) { return percent > 0 ? "slower" : "faster"; }

/* Formats a value of the series. unit: the unit of plain numbers; files of the kit hold ns. */
static const char *value_text(const list *l, double x, const char *unit)
{
    if (l->times) return gt_fixed_(x, 3, " x");
    return strchr(l->key, '\n') ? gt_time_(x) : gt_text_("%.5g%s", x, unit);
}
static const char *factor_text(double x) { return gt_fixed_(x, x < 100 ? 2 : 0, ""); }
static void diagnosis_print(const list *l, const gt_diagnosis *d, const char *unit)
{
    if (d->cold_first.fired)
        found(l, GT_FINDING_COLD_FIRST, gt_text_("the first is %s times the median of the others",
                                                 factor_text(d->cold_first.factor)));
    if (d->warmup.fired)
        found(l, GT_FINDING_WARMUP, gt_text_("the first %zu are %.3g %% slower", d->warmup.samples,
                                             d->warmup.percent));
    if (d->drift.fired)
        found(l, GT_FINDING_DRIFT, gt_text_("%.3g %% %s%s", fabs(d->drift.percent), slower(d->drift.percent),
              d->drift.is_step ? gt_text_(", in one step, at number %zu", d->drift.at + 1)
                               : " from the first to the last third, gradually"));
    if (d->alternate.fired)
        found(l, GT_FINDING_ALTERNATE, gt_text_("every second one differs by %.3g %%", fabs(d->alternate.percent)));
    if (d->bimodal.fired)
        found(l, GT_FINDING_BIMODAL, gt_text_("two speeds, %s (%.0f %%) and %s (%.0f %%)",
              value_text(l, d->bimodal.low, unit), 100 * d->bimodal.low_share, value_text(l, d->bimodal.high, unit),
              100 - 100 * d->bimodal.low_share));
    if (d->coarse.fired)
        found(l, GT_FINDING_COARSE, gt_text_("one step of the clock is %.2g %% of the median", d->coarse.percent));
    if (d->autocorr.fired && !d->drift.fired)
        found(l, GT_FINDING_AUTOCORR, gt_text_("n=%zu, effective sample size %.0f", d->n, d->autocorr.n_eff));
    if (d->outliers.fired)
        found(l, GT_FINDING_OUTLIERS, gt_text_("%zu of %zu, up to %s times the median; the mean moves by %s",
              d->outliers.count, d->n, factor_text(d->outliers.factor), gt_percent_(d->outliers.mean_shift_percent)));
}

/* Prints findings that stand in the file but do not follow from the numbers. */
static void told_print(const list *l)
{
    static const gt_finding_code seen_here[] = {
        GT_FINDING_NEGATIVE, GT_FINDING_REJECTED, GT_FINDING_COLD_FIRST, GT_FINDING_WARMUP, GT_FINDING_DRIFT,
        GT_FINDING_ALTERNATE, GT_FINDING_BIMODAL, GT_FINDING_COARSE };
    codes unseen = l->told;
    size_t i;
    int c;
    for (i = 0; i < sizeof seen_here / sizeof seen_here[0]; i++) unseen.runs[seen_here[i]] = 0;
    for (c = 0; c < GT_FINDING_COUNT; c++) if (unseen.runs[c]) found(l, (gt_finding_code)c, meaning[c].sentence);
}

/* A series with a fault gets no interval, since its number is not what its name says. */
static void stats_print(const list *l, const gt_stats *s, const char *unit)
{
    printf("%s: n %zu", l->name, s->n);
    if (s->n) printf(", median %s", value_text(l, s->median, unit));
    if (s->n && has_fault(&l->told)) printf(" (faulty: see below)");
    else if (s->n && s->ci.confidence > 0)
        printf(", %.3g %% interval %s to %s", 100 * s->ci.confidence, value_text(l, s->ci.low, unit),
               value_text(l, s->ci.high, unit));
    if (s->n)
        printf(", min %s, p90 %s%s", value_text(l, s->min, unit), s->p90_is_bound ? ">= " : "",
               value_text(l, s->p90, unit));
    printf("\n");
}
/* Asks the kit's table of kinds for a flag: GT_FEW_, more samples can be taken; GT_ROW_, reports have a row for it.
   Returns 1 if the kit does not know the kind. */
static int is_marked(const list *l, int mark)
{
    const char *kind = strrchr(l->key, '\n');
    const gt_kind is = kind_of(kind ? gt_text_("%.*s", (int)strcspn(kind + 1, ","), kind + 1) : "");
    return is == GT_KIND_COUNT || gt_is_kind_(is, mark);
}
static void list_show(const list *l, const char *unit, double tick)
{
    gt_diagnosis d;
    size_t i, negative = 0, zeros = 0;
    const gt_stats s = stats_of(l->x, l->n, tick, 0);
    counted(gt_diagnose(l->x, l->n, tick, &d));
    for (i = 0; i < l->n; i++) {
        negative += l->x[i] < 0;
        zeros += l->x[i] >= 0 && l->x[i] <= 0;
    }
    stats_print(l, &s, unit);
    told_print(l);
    if (negative) found(l, GT_FINDING_NEGATIVE, gt_text_("%zu of %zu", negative, s.n));
    if (zeros * 2 > l->n) found(l, GT_FINDING_COARSE, gt_text_("%zu of %zu times are 0", zeros, s.n));
    if (s.rejected)
        found(l, GT_FINDING_REJECTED, gt_text_("%zu of %zu are not finite numbers (nan, inf)", s.rejected, l->n));
    diagnosis_print(l, &d, unit);
    if (!is_marked(l, GT_FEW_)) return;
    if (s.n < 6) found(l, GT_FINDING_FEW, gt_text_("n=%zu", s.n));
    else if (s.n < 100)
        printf("  (n=%zu shows %s faults; take 100 or more to be sure)\n", s.n,
               s.n < 20 ? "only a cold start, spikes and gross" : "only gross");
}
static void list_print(const list *l, const char *unit, double tick)
{
    char text[512] = "";
    int c;
    memset(&seen_codes, 0, sizeof seen_codes);
    list_show(l, unit, tick);
    for (c = 0; c < GT_FINDING_COUNT; c++)
        if (seen_codes.runs[c])
            snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", text[0] ? " " : "",
                     gt_finding_name((gt_finding_code)c));
    outcome_add(l->name, text[0] ? FAILED : PASSED, text);
}
