/* gtlint.c - which faults do times show that another tool has printed?

   WHAT IT SHOWS   A list of times shows how it was measured: a slow first time, drift, two speeds, spikes, a coarse
                   clock. The kit's statistics are plain functions of arrays, so any program can call them.
   WHAT TO SEE     for each series n, median, its 95 % interval, minimum and p90; below, the findings with remedies */

#define GPUTIME_IMPLEMENTATION
#include "gputime.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Codes of findings, a bit each, as the kit wrote them beside a number. */
typedef struct codes { int bit[GT_FINDING_COUNT]; } codes;
/* `key` tells series apart that have one name: with kind and device. */
typedef struct list { char *name, *key; double *x; size_t n, room; codes told; } list;
typedef struct lists { list *at; size_t count; unsigned long left_out; } lists;

static const char usage[] =
    "usage: gtlint [options] [FILE]\n"
    "       gtlint --runs FILE\n"
    "Statistics of the times in FILE, or in what is piped in, and what they show about how they were measured.\n"
    "FILE has one number a line, in order of measurement ('#' begins a comment), or is the CSV of gt_write_csv.\n\n"
    "  --unit U   the unit of the numbers: ns, us, ms or s (default: none is printed; a CSV has ns)\n"
    "  --tick T   the resolution of the clock that took them, in the same unit (default: unknown, taken as 0)\n"
    "  --runs     FILE is one of gt_runs_append: the median over runs of each series, and its interval\n"
    "  --help     this\n\n"
    "Exit status: 0 nothing was found, 1 there are findings, 2 bad input or wrong options. Of bad input the line is\n"
    "named, and what stood before it is reported all the same. Of runs, lines that are no rows are counted and left\n"
    "out. What a finding means: examples/FINDINGS.md.\n";

/* ---- input ---- */

static void out_of_memory(void)
{
    fprintf(stderr, "gtlint: out of memory\n");
    exit(2);
}

static char *copy_of(const char *text)
{
    char *copy = strdup(text);
    if (!copy) out_of_memory();
    return copy;
}

/* Adds the codes in `text`, which have blanks between them. 0: one of them is unknown. */
static int codes_add(codes *to, const char *text)
{
    while (*text) {
        size_t length = strcspn(text, " ");
        int c = 0;
        while (c < GT_FINDING_COUNT && (strlen(gt_finding_name((gt_finding_code)c)) != length ||
                                        strncmp(gt_finding_name((gt_finding_code)c), text, length))) c++;
        if (c == GT_FINDING_COUNT) return 0;
        to->bit[c] = 1;
        text += length + (text[length] == ' ');
    }
    return 1;
}

static list *add(lists *all, const char *name, const char *key, double x)
{
    list *l = all->count ? &all->at[all->count - 1] : NULL;
    size_t i;
    if (!l || strcmp(l->key, key)) {        /* series mostly come one after another */
        for (i = 0, l = NULL; i < all->count && !l; i++) if (!strcmp(all->at[i].key, key)) l = &all->at[i];
    }
    if (!l) {
        list *more = (list *)realloc(all->at, (all->count + 1) * sizeof *more);
        if (!more) out_of_memory();
        all->at = more;
        l = &more[all->count++];
        memset(l, 0, sizeof *l);
        l->name = copy_of(name);
        l->key = copy_of(key);
    }
    if (l->n == l->room) {
        size_t room = l->room ? 2 * l->room : 256;
        double *grown = (double *)realloc(l->x, room * sizeof *grown);
        if (!grown) out_of_memory();
        l->x = grown;
        l->room = room;
    }
    l->x[l->n++] = x;
    return l;
}

/* The next field of a row, in place, unquoted; *row moves behind it, and is NULL after the last. */
static char *field(char **row)
{
    char *from = *row, *to = from, *start = from;
    int quoted = *from == '"';
    if (quoted) from++;
    for (; *from && (quoted || *from != ','); from++) {
        if (quoted && *from == '"' && *++from != '"') quoted = 0;
        if (!*from || (!quoted && *from == ',')) break;
        *to++ = *from;
    }
    *row = *from ? from + 1 : NULL;
    *to = 0;
    return start;
}

/* The columns of gt_write_csv that are read: which one of the file each is, -1: there is none. */
enum { SERIES, THREAD, DURATION, COLD, KIND, DEVICE, FINDINGS, READ };
typedef struct columns { int of[READ]; } columns;

static int columns_of(char *header, columns *c)     /* 0: this is no header of gt_write_csv */
{
    static const char *const names[READ] = { "series", "thread", "duration_ns", "cold", "kind", "device", "findings" };
    int i, k;
    for (k = 0; k < READ; k++) c->of[k] = -1;
    for (i = 0; header; i++) {
        const char *name = field(&header);
        for (k = 0; k < READ; k++) if (!strcmp(name, names[k])) c->of[k] = i;
    }
    return c->of[SERIES] >= 0 && c->of[DURATION] >= 0;
}

static int number(const char *text, double *x)
{
    char *end;
    *x = strtod(text, &end);
    return end != text && !end[strspn(end, " \t")];
}

static int row_read(lists *all, char *row, const columns *c)
{
    const char *at[READ] = { "", "1", "", "0", "", "", "" };
    char *name, *key;
    size_t size;
    double x;
    int i, k;
    for (i = 0; row; i++) {
        const char *f = field(&row);
        for (k = 0; k < READ; k++) if (c->of[k] == i) at[k] = f;
    }
    if (!number(at[DURATION], &x)) return 0;
    if (!strcmp(at[COLD], "1") || !strcmp(at[KIND], "command")) {   /* as the kit's own findings do */
        all->left_out++;
        return 1;
    }
    size = strlen(at[SERIES]) + strlen(at[THREAD]) + strlen(at[KIND]) + strlen(at[DEVICE]) + 16;
    name = (char *)malloc(size);
    key = (char *)malloc(size);
    if (!name || !key) out_of_memory();
    strcpy(name, at[SERIES]);           /* each thread's samples have an order of their own */
    if (strcmp(at[THREAD], "1")) sprintf(name + strlen(name), " (thread %s)", at[THREAD]);
    sprintf(key, "%s\n%s%s%s", name, at[KIND], at[DEVICE][0] ? ", " : "", at[DEVICE]);
    (void)codes_add(&add(all, name, key, x)->told, at[FINDINGS]);
    free(name);
    free(key);
    return 1;
}

/* Series of one name are told apart by what else their keys say. */
static void names_mend(lists *all)
{
    size_t i, k;
    for (i = 0; i < all->count; i++) {
        list *l = &all->at[i];
        const char *more = strchr(l->key, '\n');
        size_t length = more ? (size_t)(more - l->key) : 0;
        for (k = 0; more && k < all->count; k++) {
            if (k == i || strncmp(all->at[k].key, l->key, length + 1)) continue;
            l->name = (char *)realloc(l->name, strlen(l->key) + 4);
            if (!l->name) out_of_memory();
            sprintf(l->name, "%.*s [%s]", (int)length, l->key, more + 1);
            more = NULL;
        }
    }
}

/* Reads all of it. 0: a line was bad, and was named on stderr; what stood before it is there. */
static int read_all(FILE *in, const char *file, lists *all, int *csv)
{
    char *line = NULL;
    size_t room = 0;
    unsigned long at = 0;
    columns c;
    int right = 1, begun = 0;
    *csv = 0;
    memset(&c, 0, sizeof c);
    while (right && getline(&line, &room, in) >= 0) {
        double x;
        char *text = line + strspn(line, " \t");
        at++;
        text[strcspn(text, "\r\n")] = 0;
        if (!*csv) text[strcspn(text, "#")] = 0;
        if (!*text) continue;
        if (!begun++ && !strncmp(text, "series,", 7)) {
            *csv = columns_of(text, &c);
            if (*csv) continue;
        }
        if (*csv) right = row_read(all, text, &c);
        else if ((right = number(text, &x)) != 0) add(all, file, file, x);
    }
    if (!right)
        fprintf(stderr, "gtlint: %s: line %lu is not %s\n", file, at, *csv ? "a row of such a CSV" : "one number");
    else if (ferror(in)) fprintf(stderr, "gtlint: cannot read %s\n", file);
    free(line);
    return right && !ferror(in);
}

/* ---- output ---- */

static int findings;            /* of all series */

/* Names, causes and remedies are those of the kit's own report. */
#define CAUSE(code, name, severity, where, sentence, cause, remedy) cause,
#define REMEDY(code, name, severity, where, sentence, cause, remedy) remedy,
#define SENTENCE(code, name, severity, where, sentence, cause, remedy) sentence,
#define SEVERITY(code, name, severity, where, sentence, cause, remedy) severity,
static const char *const causes[] = { GT_FINDINGS(CAUSE) }, *const remedies[] = { GT_FINDINGS(REMEDY) };
static const char *const sentences[] = { GT_FINDINGS(SENTENCE) };
static const gt_severity severities[] = { GT_FINDINGS(SEVERITY) };

static int has_fault(const codes *told)
{
    int c;
    for (c = 0; c < GT_FINDING_COUNT; c++) if (told->bit[c] && severities[c] == GT_FAULT) return 1;
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
    printf("\n      -> %s\n", remedies[code]);
    findings++;
}

static const char *slower(double percent) { return percent > 0 ? "slower" : "faster"; }

static void drift_print(const list *l, const gt_diagnosis *d)
{
    double percent = fabs(d->drift.percent);
    const char *what = slower(d->drift.percent);
    if (d->drift.is_step)
        found(l, GT_FINDING_DRIFT, "%.3g %% %s, at once, at number %lu", percent, what, (unsigned long)d->drift.at + 1);
    else
        found(l, GT_FINDING_DRIFT, "%.3g %% %s from the first to the last third, gradually", percent, what);
}

typedef struct scale { double by; const char *unit; } scale;     /* printed is a number times by */

static scale scale_of(const char *unit, double median)      /* unit NULL: they are ns, and any unit may be taken */
{
    static const scale all[] = { { 1, " ns" }, { 1e-3, " us" }, { 1e-6, " ms" }, { 1e-9, " s" } };
    scale s = all[median >= 1e9 ? 3 : median >= 1e6 ? 2 : median >= 1e3 ? 1 : 0];
    if (unit) {
        s.by = 1;
        s.unit = unit;
    }
    return s;
}

static void diagnosis_print(const list *l, const gt_diagnosis *d, scale s)
{
    unsigned long n = (unsigned long)d->n;
    if (d->cold_first.fired)
        found(l, GT_FINDING_COLD_FIRST, "the first is %.3g times the median of the others", d->cold_first.factor);
    if (d->warmup.fired)
        found(l, GT_FINDING_WARMUP, "the first %lu are %.3g %% slower", (unsigned long)d->warmup.samples,
              d->warmup.percent);
    if (d->drift.fired) drift_print(l, d);
    if (d->alternate.fired)
        found(l, GT_FINDING_ALTERNATE, "every second one differs by %.3g %%", fabs(d->alternate.percent));
    if (d->bimodal.fired)
        found(l, GT_FINDING_BIMODAL, "two speeds, %.4g%s (%.0f %%) and %.4g%s (%.0f %%)", s.by * d->bimodal.low, s.unit,
              100 * d->bimodal.low_share, s.by * d->bimodal.high, s.unit, 100 - 100 * d->bimodal.low_share);
    if (d->coarse.fired)
        found(l, GT_FINDING_COARSE, "one step of the clock is %.2g %% of the median", d->coarse.percent);
    if (d->autocorr.fired && !d->drift.fired)
        found(l, GT_FINDING_AUTOCORR, "n=%lu is worth %.0f independent samples", n, d->autocorr.n_eff);
    if (d->outliers.fired)
        found(l, GT_FINDING_OUTLIERS, "%lu of %lu, up to %.3g times the median; the mean moves by %.2g %%",
              (unsigned long)d->outliers.count, n, d->outliers.factor, d->outliers.mean_shift_percent);
}

/* What the kit knew and the numbers do not show. */
static void told_print(const list *l)
{
    static const gt_finding_code seen_here[] = {
        GT_FINDING_NEGATIVE, GT_FINDING_REJECTED, GT_FINDING_COLD_FIRST, GT_FINDING_WARMUP, GT_FINDING_DRIFT,
        GT_FINDING_ALTERNATE, GT_FINDING_BIMODAL, GT_FINDING_COARSE };
    size_t i;
    int c;
    for (c = 0; c < GT_FINDING_COUNT; c++) {
        for (i = 0; i < sizeof seen_here / sizeof seen_here[0] && seen_here[i] != (gt_finding_code)c; i++) {}
        if (l->told.bit[c] && i == sizeof seen_here / sizeof seen_here[0])
            found(l, (gt_finding_code)c, "%s", sentences[c]);
    }
}

/* No interval for a number that is not what its name says. */
static void statistics_print(const list *l, const gt_stats *s, scale in)
{
    printf("%s: n %lu", l->name, (unsigned long)s->n);
    if (s->n) {
        printf(", median %.5g%s", in.by * s->median, in.unit);
        if (has_fault(&l->told)) printf(" (faulty: see below)");
        else if (s->ci.confidence > 0)
            printf(", %.3g %% interval %.5g to %.5g", 100 * s->ci.confidence, in.by * s->ci.low, in.by * s->ci.high);
        printf(", min %.5g, p90 %s%.5g", in.by * s->min, s->p90_is_bound ? ">= " : "", in.by * s->p90);
    }
    printf("\n");
}

static void list_print(const list *l, const char *unit, double tick)
{
    gt_stats s;
    gt_diagnosis d;
    scale in;
    size_t i, negative = 0, zeros = 0;
    if (gt_stats_of(l->x, l->n, tick, &s) != GT_OK || gt_diagnose(l->x, l->n, tick, &d) != GT_OK) out_of_memory();
    for (i = 0; i < l->n; i++) {
        negative += l->x[i] < 0;
        zeros += !(l->x[i] < 0) && !(l->x[i] > 0);
    }
    in = scale_of(unit, s.median);
    statistics_print(l, &s, in);
    told_print(l);
    if (negative) found(l, GT_FINDING_NEGATIVE, "%lu of %lu", (unsigned long)negative, (unsigned long)s.n);
    if (zeros * 2 > l->n)
        found(l, GT_FINDING_COARSE, "%lu of %lu times are 0", (unsigned long)zeros, (unsigned long)s.n);
    if (s.rejected) found(l, GT_FINDING_REJECTED, "not finite: %lu", (unsigned long)s.rejected);
    diagnosis_print(l, &d, in);
    if (s.n < 6) found(l, GT_FINDING_FEW, "n=%lu", (unsigned long)s.n);
    else if (s.n < 100)
        printf("  (n=%lu can show %s faults; 100 are needed for a clean bill of health)\n", (unsigned long)s.n,
               s.n < 20 ? "only a cold start, spikes and gross" : "only gross");
}

static int bad_value(const char *wanted, const char *value)
{
    fprintf(stderr, "gtlint: %s, not '%s'\n", wanted, value);
    return 2;
}

/* ---- runs: medians of several processes ---- */

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

static int is_kind(const char *name)
{
    int k = 0;
    while (k < GT_KIND_COUNT && strcmp(gt_kind_name_((gt_kind)k), name)) k++;
    return k < GT_KIND_COUNT;
}

/* What stands behind the interval: device,findings,kind; the kind comes last, so that a row that was cut is seen. */
static int run_parse_rest(char *rest, run *r)
{
    const char *device = field(&rest), *told = rest ? field(&rest) : "", *kind = rest ? field(&rest) : "";
    size_t size = strlen(device) + strlen(kind) + 3;
    if (rest || !is_kind(kind) || !codes_add(&r->told, told)) return 0;
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
    if (!rest++ || !decimal(&rest, &r->median)) return 0;
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
        if (all->count == all->room) {
            all->room = all->room ? 2 * all->room : 256;
            all->at = (run *)realloc(all->at, all->room * sizeof *all->at);
            if (!all->at) out_of_memory();
        }
        r = &all->at[all->count];
        if ((size_t)length != strlen(line) || !run_parse(line, r)) {
            all->left_out++;
            continue;
        }
        r->series = copy_of(r->series);
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

static void line_add(gt_sheet_ *table, const char *text)      /* of its own: it makes no column wider */
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
    gt_sheet_cell_(table, others ? name_with_kind(r) : r->series);
    gt_sheet_cell_(table, gt_text_("%lu", (unsigned long)n));
    gt_sheet_cell_(table, run_value(r, s.median));
    gt_sheet_cell_(table, n < 6 || faulty ? "" : run_value(r, s.ci.low));
    gt_sheet_cell_(table, faulty ? "faulty" : n < 6 ? "needs 6 runs" : run_value(r, s.ci.high));
    gt_sheet_cell_(table, s.median > 0 ? gt_percent_(100 * (s.max - s.min) / s.median) : "");
    gt_sheet_end_(table);
    runs_told(table, r, n);
    apart = (s.max - s.min) / 2;
    if (r->times || n < 3 || faulty || !(half > 0) || !(apart > 3 * half)) return;
    snprintf(text, sizeof text, "  %s: +-%s over runs, +-%s within the last one: %s -> %s",
             gt_finding_name(GT_FINDING_BETWEEN_RUNS), gt_time_(apart), gt_time_(half), causes[GT_FINDING_BETWEEN_RUNS],
             remedies[GT_FINDING_BETWEEN_RUNS]);
    line_add(table, text);
}

static int runs_print(const char *file)     /* returns the exit status */
{
    static const gt_column_ sheet[] = { { "series", -40, 0 }, { "runs", 4, 0 }, { "median", 8, 0 }, { "", 8, 0 },
                                        { "95 % over runs", 8, 0 }, { "max - min", 8, 0 } };
    runs all = { NULL, 0, 0, 0, 0 };
    gt_sheet_ table = gt_sheet_of_(sheet, sizeof sheet / sizeof *sheet);
    size_t i, first = 0;
    int right;
    FILE *in = fopen(file, "rb");
    if (!in) return bad_value("FILE must be readable", file);
    runs_read(in, &all);
    right = !ferror(in);
    fclose(in);
    if (!right) fprintf(stderr, "gtlint: cannot read %s\n", file);
    if (all.count) qsort(all.at, all.count, sizeof *all.at, run_order);
    runs_replace(&all);
    for (i = 1; i <= all.count; i++)
        if (i == all.count || of_one_series(&all.at[i], &all.at[first])) {
            runs_add(&table, all.at + first, i - first,
                     (first && !strcmp(all.at[first - 1].series, all.at[first].series)) ||
                         (i < all.count && !strcmp(all.at[i].series, all.at[first].series)));
            first = i;
        }
    gt_sheet_print_(stdout, &table);
    if (all.left_out) printf("%lu lines were no rows of medians and are left out\n", all.left_out);
    if (all.replaced)
        printf("%lu rows were replaced by later ones of the same process, which is one run\n", all.replaced);
    for (i = 0; i < all.count; i++) run_free(&all.at[i]);
    free(all.at);
    free(shown);
    return !right || fflush(stdout) || ferror(stdout) ? 2 : findings ? 1 : 0;
}

static const char *value_after(int argc, char **argv, int i)
{
    if (i + 1 < argc) return argv[i + 1];
    fprintf(stderr, "gtlint: a value is missing after %s; try --help\n", argv[i]);
    exit(2);
}

int main(int argc, char **argv)
{
    static const char *const units[] = { " ns", " us", " ms", " s" };
    const char *file = NULL, *unit = "";
    double tick = 0;
    lists all = { NULL, 0, 0 };
    size_t i;
    int k, right, csv;
    FILE *in = stdin;

    for (k = 1; k < argc; k++) {
        if (!strcmp(argv[k], "--help")) return fputs(usage, stdout) < 0;
        if (!strcmp(argv[k], "--runs") && argc == k + 2) return runs_print(argv[k + 1]);
        if (!strcmp(argv[k], "--unit")) {
            const char *u = value_after(argc, argv, k++);
            for (unit = NULL, i = 0; i < 4; i++) if (!strcmp(u, units[i] + 1)) unit = units[i];
            if (!unit) return bad_value("--unit takes ns, us, ms or s", u);
        } else if (!strcmp(argv[k], "--tick")) {
            const char *t = value_after(argc, argv, k++);
            if (!number(t, &tick) || !(tick >= 0 && tick < 1e300)) return bad_value("--tick takes a time from 0 on", t);
        } else if (file || (argv[k][0] == '-' && argv[k][1])) {
            return bad_value("one file, and options that --help tells", argv[k]);
        } else {
            file = argv[k];
        }
    }
    if (file && strcmp(file, "-") && !(in = fopen(file, "r"))) return bad_value("FILE must be readable", file);
    right = read_all(in, file ? file : "input", &all, &csv);
    names_mend(&all);
    for (i = 0; i < all.count; i++) list_print(&all.at[i], csv ? NULL : unit, tick);
    if (all.left_out) printf("rows of warm-up passes and of single commands, left out: %lu\n", all.left_out);
    if (right && !all.count) {
        fprintf(stderr, "gtlint: there is no number in %s\n", file ? file : "the input");
        right = 0;
    }
    for (i = 0; i < all.count; i++) {
        free(all.at[i].name);
        free(all.at[i].key);
        free(all.at[i].x);
    }
    free(all.at);
    if (in != stdin) fclose(in);
    return !right || fflush(stdout) ? 2 : findings ? 1 : 0;
}
