/* gtlint.c - what do the times say that another tool has printed?

   WHAT YOU LEARN   A list of times tells how it was measured: a slow first one, a slow drift, two speeds, spikes, a
                    coarse clock. The kit's statistics are plain functions of arrays, so any program can ask them.
   EXPECTED OUTPUT  for each series n, median, its 95 % interval, minimum and p90; below, what was found, with a remedy */

#define GPUTIME_IMPLEMENTATION
#include "gputime.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

typedef struct list { char *name; double *x; size_t n, room; } list;
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

static void add(lists *all, const char *name, double x)
{
    list *l = all->count ? &all->at[all->count - 1] : NULL;
    size_t i;
    if (!l || strcmp(l->name, name)) {      /* series mostly come one after another */
        for (i = 0, l = NULL; i < all->count && !l; i++) if (!strcmp(all->at[i].name, name)) l = &all->at[i];
    }
    if (!l) {
        list *more = (list *)realloc(all->at, (all->count + 1) * sizeof *more);
        if (!more) out_of_memory();
        all->at = more;
        l = &more[all->count++];
        memset(l, 0, sizeof *l);
        l->name = (char *)malloc(strlen(name) + 1);
        if (!l->name) out_of_memory();
        strcpy(l->name, name);
    }
    if (l->n == l->room) {
        size_t room = l->room ? 2 * l->room : 256;
        double *grown = (double *)realloc(l->x, room * sizeof *grown);
        if (!grown) out_of_memory();
        l->x = grown;
        l->room = room;
    }
    l->x[l->n++] = x;
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

typedef struct columns { int series, thread, duration, cold, kind; } columns;     /* -1: there is none */

static int columns_of(char *header, columns *c)     /* 0: this is no header of gt_write_csv */
{
    int i;
    c->series = c->thread = c->duration = c->cold = c->kind = -1;
    for (i = 0; header; i++) {
        const char *name = field(&header);
        if (!strcmp(name, "series")) c->series = i;
        if (!strcmp(name, "thread")) c->thread = i;
        if (!strcmp(name, "duration_ns")) c->duration = i;
        if (!strcmp(name, "cold")) c->cold = i;
        if (!strcmp(name, "kind")) c->kind = i;
    }
    return c->series >= 0 && c->duration >= 0;
}

static int number(const char *text, double *x)
{
    char *end;
    *x = strtod(text, &end);
    return end != text && !end[strspn(end, " \t")];
}

static int row_read(lists *all, char *row, const columns *c)
{
    const char *series = "", *thread = "1", *duration = "", *cold = "0", *kind = "";
    char *name;
    double x;
    int i;
    for (i = 0; row; i++) {
        const char *f = field(&row);
        if (i == c->series) series = f;
        if (i == c->thread) thread = f;
        if (i == c->duration) duration = f;
        if (i == c->cold) cold = f;
        if (i == c->kind) kind = f;
    }
    if (!number(duration, &x)) return 0;
    if (!strcmp(cold, "1") || !strcmp(kind, "command")) {   /* as the kit's own findings do */
        all->left_out++;
        return 1;
    }
    name = (char *)malloc(strlen(series) + strlen(thread) + 16);
    if (!name) out_of_memory();
    strcpy(name, series);               /* each thread's samples have an order of their own */
    if (strcmp(thread, "1")) sprintf(name + strlen(name), " (thread %s)", thread);
    add(all, name, x);
    free(name);
    return 1;
}

/* Reads all of it. 0: a line was bad, and was named on stderr; what stood before it is there. */
static int read_all(FILE *in, const char *file, lists *all, int *csv)
{
    char *line = NULL;
    size_t room = 0;
    unsigned long at = 0;
    columns c = { -1, -1, -1, -1, -1 };
    int right = 1, begun = 0;
    *csv = 0;
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
        else if ((right = number(text, &x)) != 0) add(all, file, x);
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
static const char *const causes[] = { GT_FINDINGS(CAUSE) }, *const remedies[] = { GT_FINDINGS(REMEDY) };
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

static void statistics_print(const list *l, const gt_stats *s, scale in)
{
    printf("%s: n %lu", l->name, (unsigned long)s->n);
    if (s->n) {
        printf(", median %.5g%s", in.by * s->median, in.unit);
        if (s->ci.confidence > 0)
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
    size_t i, negative = 0;
    if (gt_stats_of(l->x, l->n, tick, &s) != GT_OK || gt_diagnose(l->x, l->n, tick, &d) != GT_OK) out_of_memory();
    for (i = 0; i < l->n; i++) negative += l->x[i] < 0;
    in = scale_of(unit, s.median);
    statistics_print(l, &s, in);
    if (negative)
        found(l, GT_FINDING_CLOCK_STEP, "times below 0: %lu; take a monotonic clock", (unsigned long)negative);
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

typedef struct run { char *series; double median, low, high; int times; size_t order; } run;
typedef struct runs { run *at; size_t count, room; unsigned long left_out; } runs;

/* Digits, a point, an exponent, and behind them a comma or the end of the line. *text moves behind the number. */
static int decimal(const char **text, double *x)
{
    size_t length = strcspn(*text, ",\r\n");
    char *end;
    if (!strchr(".0123456789", **text) || strspn(*text, ".0123456789eE+-") < length) return 0;
    *x = strtod(*text, &end);
    if (end != *text + length) return 0;
    *text = end;
    return isfinite(*x) && *x > 0;
}

/* Skips `word` at *text. 0: something else stands there. */
static int skipped(const char **text, const char *word)
{
    if (strncmp(*text, word, strlen(word))) return 0;
    *text += strlen(word);
    return 1;
}

/* run,"series",n,median,unit and perhaps low,high: an interval, or two empty fields. The name is unquoted in place. 0: it
   is no such row. */
static int run_parse(char *line, run *r)
{
    char *from = strchr(line, ','), *to;
    const char *rest;
    if (!from || from[1] != '"') return 0;
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
    return !strcmp(rest, "\r\n") || !strcmp(rest, "\n");
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
        r->series = strdup(r->series);
        if (!r->series) out_of_memory();
        r->order = all->count++;
    }
    free(line);
}

static int run_order(const void *a, const void *b)
{
    const run *x = (const run *)a, *y = (const run *)b;
    int c = strcmp(x->series, y->series);
    return c ? c : (x->order > y->order) - (x->order < y->order);
}

/* Table and texts are those of the kit's own reports, so that they read alike. */
static const char *run_value(const run *r, double x) { return r->times ? gt_fixed_(x, 3, " x") : gt_time_(x); }

/* The runs of one series. They differ if they are further apart than three times what the interval of the last says. */
static void runs_add(gt_sheet_ *table, const run *r, size_t n)
{
    double *x = (double *)malloc(n * sizeof *x), half = (r[n - 1].high - r[n - 1].low) / 2, apart;
    char text[512];
    gt_stats s;
    size_t i;
    for (i = 0; x && i < n; i++) x[i] = r[i].median;
    if (!x || gt_stats_of(x, n, 0, &s) != GT_OK) out_of_memory();
    free(x);
    gt_sheet_cell_(table, r->series);
    gt_sheet_cell_(table, gt_text_("%lu", (unsigned long)n));
    gt_sheet_cell_(table, run_value(r, s.median));
    gt_sheet_cell_(table, n < 6 ? "" : run_value(r, s.ci.low));
    gt_sheet_cell_(table, n < 6 ? "needs 6 runs" : run_value(r, s.ci.high));
    gt_sheet_cell_(table, gt_percent_(100 * (s.max - s.min) / s.median));
    gt_sheet_end_(table);
    apart = (s.max - s.min) / 2;
    if (r->times || n < 3 || !(half > 0) || !(apart > 3 * half)) return;
    snprintf(text, sizeof text, "  %s: +-%s over runs, +-%s within the last one: %s -> %s",
             gt_finding_name(GT_FINDING_BETWEEN_RUNS), gt_time_(apart), gt_time_(half), causes[GT_FINDING_BETWEEN_RUNS],
             remedies[GT_FINDING_BETWEEN_RUNS]);
    gt_sheet_line_(table, text);
    findings++;
}

static int runs_print(const char *file)     /* returns the exit status */
{
    static const gt_column_ sheet[] = { { "series", -40, 0 }, { "runs", 4, 0 }, { "median", 8, 0 }, { "", 8, 0 },
                                        { "95 % over runs", 8, 0 }, { "max - min", 8, 0 } };
    runs all = { NULL, 0, 0, 0 };
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
    for (i = 1; i <= all.count; i++)
        if (i == all.count || strcmp(all.at[i].series, all.at[first].series)) {
            runs_add(&table, all.at + first, i - first);
            first = i;
        }
    gt_sheet_print_(stdout, &table);
    if (all.left_out) printf("%lu lines were no rows of medians and are left out\n", all.left_out);
    for (i = 0; i < all.count; i++) free(all.at[i].series);
    free(all.at);
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
    for (i = 0; i < all.count; i++) list_print(&all.at[i], csv ? NULL : unit, tick);
    if (all.left_out) printf("rows of warm-up passes and of single commands, left out: %lu\n", all.left_out);
    if (right && !all.count) {
        fprintf(stderr, "gtlint: there is no number in %s\n", file ? file : "the input");
        right = 0;
    }
    for (i = 0; i < all.count; i++) {
        free(all.at[i].name);
        free(all.at[i].x);
    }
    free(all.at);
    if (in != stdin) fclose(in);
    return !right || fflush(stdout) ? 2 : findings ? 1 : 0;
}
