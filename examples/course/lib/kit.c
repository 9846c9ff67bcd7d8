/* kit.c - the implementation of both headers and of common.h for all examples. It is a separate object, since it takes
           longer to compile than an example. */
#define GPUTIME_IMPLEMENTATION
#include "common.h"
#include "more/gauge.h"
#include "more/align.h"
#include "more/program_cache.h"
#include "more/ceilings.h"
#include "more/costs.h"
#include "more/frames.h"
#include "more/schedule.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- options ---- */

static const struct { const char *name, *value, *text; } ex_known[] = {
    { "device", "D", "a device: an index as `make devices` prints it (0:0), cpu, gpu, or a part of a name" },
    { "quick", "", "smaller sizes, fewer samples" },
    { "repeat", "N", "samples (or rounds) of each measurement, 1 to 1000000" },
    { "precision", "P", "stop when the interval is within +-P percent" },
    { "budget", "S", "spend about S seconds on the measurements" },
    { "csv", "FILE", "write every sample to FILE, one row each (columns: gt_write_csv in gputime.h)" },
};

static void ex_usage(const ex_about *a)
{
    int i;
    printf("usage: %s [options]\n\n%s\n\n", a->name, a->shows);
    for (i = 0; i < EX_COUNT(ex_known); i++)
        if (strstr(a->options, ex_known[i].name))
            printf("  --%-9s %-5s%s\n", ex_known[i].name, ex_known[i].value, ex_known[i].text);
    printf("  --help, -h       this text; options may also be written --name=value\n\n");
    if (a->usual_s > 0)
        printf("On an idle machine it takes at most about %.0f s, with --quick %.3g s; start and checks of results\n"
               "come on top.\n", a->usual_s, a->quick_s);
    if (a->usual_s > 0)
        printf("Exit status: 0 the results were right, 1 they were not or something failed, 2 wrong options.\n");
    else printf("Exit status: 0 no call failed, 1 one did, 2 wrong options.\n");
}

static void ex_bad_option(const ex_about *a, const char *what, const char *option)
{
    fprintf(stderr, "%s: %s '%s'; %s --help lists the options\n", a->name, what, option, a->name);
    exit(2);
}

/* Checks that a file can be written, before the measurement. Does not change the file. */
static void ex_try_file(const ex_about *a, const char *path)
{
    struct stat s;
    int device = !stat(path, &s) && S_ISCHR(s.st_mode), old = !access(path, F_OK), code = 0;
    FILE *f = fopen(path, "ab");
    if (!f) code = errno;
    else if (device && !isatty(fileno(f)) && fputc('\n', f) != EOF && fflush(f)) code = errno;
    if (f) fclose(f);
    if (!old && !code) remove(path);
    if (!code) return;
    fprintf(stderr, "%s: cannot write %s: %s; nothing was measured. Name a file in a folder that you can write to.\n",
            a->name, path, strerror(code));
    exit(2);
}

static double ex_number(const ex_about *a, const char *option, const char *value, double most)
{
    char *end, wanted[80];
    double x = strtod(value, &end);
    snprintf(wanted, sizeof wanted, "--%s takes a number above 0, up to %.0f, not", option, most);
    if (*end || end == value || !(x > 0) || x > most) ex_bad_option(a, wanted, value);
    if (!strcmp(option, "repeat") && x != floor(x)) ex_bad_option(a, "--repeat takes a whole number, not", value);
    return x;
}

static void ex_busy_warn(void);
static void ex_claims_forget(void);

static int ex_answer(const ex_options *o, const char *which)     /* in a separate process: "kind:descriptor:count" */
{
    double results[64] = { 0 };
    int kind, out, count, good;
    if (sscanf(which, "%d:%d:%d", &kind, &out, &count) != 3 || count < 1 || count > 64) return 2;
    good = o->about->run(o, kind, results) && !gt_error_first();
    if (write(out, results, (size_t)count * sizeof *results) < 0) good = 0;
    if (gt_error_first()) gt_fail(stderr);
    return good ? 0 : 1;
}

ex_options ex_options_read(int argc, char **argv, const ex_about *about)
{
    ex_options o;
    const char *apart = NULL;
    int i, k;
    memset(&o, 0, sizeof o);
    ex_claims_forget();
    o.about = about;
    o.argv = argv;
    for (i = 1; i < argc; i++) {
        const char *whole = argv[i], *equals = strchr(whole, '='), *value = equals ? equals + 1 : argv[i + 1];
        const size_t length = equals ? (size_t)(equals - whole) : strlen(whole);
        char name[16];
        if (!strcmp(whole, "--help") || !strcmp(whole, "-h")) {
            ex_usage(about);
            exit(fflush(stdout) ? 1 : 0);
        }
        if (strncmp(whole, "--", 2) || length - 2 >= sizeof name) ex_bad_option(about, "unknown option", whole);
        sprintf(name, "%.*s", (int)length - 2, whole + 2);
        if (!strcmp(whole, "--apart") && value && about->run) {
            apart = argv[++i];
            continue;
        }
        for (k = 0; k < EX_COUNT(ex_known) && strcmp(name, ex_known[k].name); k++) { }
        if (k == EX_COUNT(ex_known) || !strstr(about->options, name)) ex_bad_option(about, "unknown option", whole);
        if (!strcmp(name, "quick")) {
            if (equals) ex_bad_option(about, "--quick takes no value, not", whole);
            o.quick = 1;
            continue;
        }
        if (!value) ex_bad_option(about, "a value is missing after", whole);
        i += !equals;
        if (!strcmp(name, "device")) o.device = value;
        if (!strcmp(name, "csv")) o.csv = value;
        if (!strcmp(name, "repeat")) o.repeat = (int)ex_number(about, name, value, 1e6);
        if (!strcmp(name, "precision")) o.precision = ex_number(about, name, value, 100) / 100;
        if (!strcmp(name, "budget")) o.budget_s = ex_number(about, name, value, 1e6);
    }
    if (!(o.budget_s > 0)) o.budget_s = o.quick ? about->quick_s : about->usual_s;
    if (apart) exit(ex_answer(&o, apart));
    if (o.csv) ex_try_file(about, o.csv);
    if (about->usual_s > 0 && !strstr(about->options, "device")) ex_busy_warn();
    return o;
}

double ex_precision(const ex_options *o, double usual) { return o->precision > 0 ? o->precision : usual; }
FILE *ex_progress(void) { return isatty(2) ? stderr : NULL; }

/* ---- how busy is the machine? ---- */

#ifdef EX_ONE_PROCESS           /* simulated time: the machine is never busy */
static void ex_busy_warn(void) { }
#else
enum { EX_LOOPS = 60, EX_MOST = 16 };
typedef struct ex_probe { pthread_t thread; double passed[EX_LOOPS], used[EX_LOOPS]; } ex_probe;

static double ex_now_ns(clockid_t clock)
{
    struct timespec t;
    return clock_gettime(clock, &t) ? 0 : (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}
static void *ex_probe_run(void *user)       /* repeats some work, and times it by two clocks */
{
    ex_probe *p = (ex_probe *)user;
    int i, k;
    for (i = 0; i < EX_LOOPS; i++) {
        const double passed = ex_now_ns(CLOCK_MONOTONIC), used = ex_now_ns(CLOCK_THREAD_CPUTIME_ID);
        volatile double sink = 1;
        for (k = 0; k < 400000; k++) sink = sink * 1.0000001;
        p->used[i] = ex_now_ns(CLOCK_THREAD_CPUTIME_ID) - used;
        p->passed[i] = ex_now_ns(CLOCK_MONOTONIC) - passed;
    }
    return NULL;
}
/* Runs a thread on each processor. If other programs use the processors too, more time passes than the threads use. */
static void ex_busy_warn(void)
{
    static ex_probe probe[EX_MOST];
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    int count = cores < 1 ? 1 : cores > EX_MOST ? EX_MOST : (int)cores, i, k;
    double passed = 0, used = 0, wide = 0, wide_used = 0;
    static int once;
    if (once++) return;
    for (i = 0; i < count; i++)
        if (pthread_create(&probe[i].thread, NULL, ex_probe_run, &probe[i])) count = i;
    for (i = 0; i < count; i++) {
        gt_stats s, t;
        pthread_join(probe[i].thread, NULL);
        for (k = 0; k < EX_LOOPS; k++) {
            passed += probe[i].passed[k];
            used += probe[i].used[k];
        }
        gt_stats_of(probe[i].passed, EX_LOOPS, 0, &s);
        gt_stats_of(probe[i].used, EX_LOOPS, 0, &t);
        wide += (s.ci.high - s.ci.low) / s.median / count;
        wide_used += (t.ci.high - t.ci.low) / t.median / count;
    }
    if (!(passed > 1.1 * used) || !(wide_used > 0)) return;
    printf("BUSY MACHINE: other programs take %.0f %% of the processors. Claims may be too close to decide.\n",
           100 * (1 - used / passed));
    if (wide >= 1.5 * wide_used)
        printf("Expect intervals %.3g times as wide: that of a fixed loop is +-%.3g %% here, and would be +-%.3g %%\n"
               "without those programs.\n", wide / wide_used, 50 * wide, 50 * wide_used);
    printf("\n");
}
#endif

/* ---- begin and end ---- */

cl_program ex_open(const ex_options *o, gt_cl *cl, const char *file)
{
    cl_program program = NULL;
    memset(cl, 0, sizeof *cl);
    if (gt_cl_open(cl, o->device) == GT_OK && gt_cl_gauge(cl->device) == GT_OK)
        program = gt_cl_program_file(cl, ex_kernel_file(file), NULL);
    if (program) ex_busy_warn();
    if (program) return program;
    gt_fail(stderr);
    gt_cl_close(cl);
    return NULL;
}

/* Writes the samples. If FILE cannot be written any more, they go to a temporary file, so that they are not lost. */
static int ex_write_csv(const char *path)
{
    const char *folder = getenv("TMPDIR");
    char other[300];
    FILE *f = fopen(path, "wb");
    int code, good = f && gt_write_csv(f) == GT_OK;
    if (f && fclose(f)) good = 0;
    if (good) return 1;
    code = errno;
    sprintf(other, "%.250s/gputime-%ld.csv", folder && *folder ? folder : "/tmp", (long)getpid());
    f = fopen(other, "wb");
    good = f && gt_write_csv(f) == GT_OK;
    if (f && fclose(f)) good = 0;
    fprintf(stderr, "cannot write %s: %s; %s %s\n", path, strerror(code),
            good ? "the samples are in" : "they could not be saved either in", other);
    return 0;
}

int ex_close(const ex_options *o, gt_cl *cl, cl_program program, int right)
{
    if (program) GT_CL(clReleaseProgram(program));
    if (cl) gt_cl_close(cl);
    if (o->csv && !ex_write_csv(o->csv)) right = 0;
    errno = 0;
    if (fflush(stdout) || ferror(stdout)) {
        fprintf(stderr, "%s: cannot write its output: %s; write to another place%s\n", o->about->name,
                errno ? strerror(errno) : "an earlier write failed",
                strstr(o->about->options, "csv") ? ", or keep the samples by --csv FILE" : "");
        return 1;
    }
    if (gt_error_first()) return gt_fail(stderr);
    return right && !o->failed ? 0 : 1;
}

/* ---- numbers ---- */

gt_ratio ex_ratio(const gt_series *a, const gt_series *b)
{
    gt_status status = GT_OK;
    gt_ratio r;
    memset(&r, 0, sizeof r);
    if (a && b) status = gt_ratio_paired(a->ns, b->ns, a->kept < b->kept ? a->kept : b->kept, 0.99, &r);
    if (status == GT_ERR_MEMORY) fprintf(stderr, "no memory for a ratio\n");
    if (status != GT_OK) r.rounds = 0;
    return r;
}

gt_stats ex_stats(const char *path)
{
    const gt_series *x;
    gt_snapshot s;
    gt_stats stats;
    memset(&stats, 0, sizeof stats);
    if (gt_snapshot_take(&s) != GT_OK) return stats;
    x = gt_snapshot_find(&s, path);
    if (x && x->stats.n) stats = x->stats;
    gt_snapshot_free(&s);
    return stats;
}
double ex_ms(const char *path) { return ex_stats(path).median * 1e-6; }
const char *ex_ms_text(const char *path)
{
    static char text[8][32];
    static int next;
    const gt_stats s = ex_stats(path);
    char *t = text[next++ % 8];
    if (s.n) sprintf(t, "%.3f", s.median * 1e-6);
    else strcpy(t, "-");
    return t;
}
const char *ex_path(const char *parent, const char *name)
{
    static char text[16][200];
    static int next;
    char *t = text[next++ % 16];
    sprintf(t, "%.99s%s%.98s", parent, *name ? "/" : "", name);
    return t;
}

/* ---- claims ---- */

typedef enum ex_outcome { EX_HOLDS, EX_DOES_NOT_HOLD, EX_OPEN, EX_FEW, EX_NOT_HERE } ex_outcome;

static const char *const ex_outcomes[] = { "holds", "does not hold", "cannot be decided: too noisy",
                                           "cannot be decided: too few rounds", "cannot be decided on this machine" };
/* What was printed of claims, for the files of the run (GT_JSON) and their page. */
enum { EX_CLAIMS = 64 };
static struct { char *sentence, *figures; ex_outcome outcome; } ex_decided[EX_CLAIMS];
static int ex_decisions;

static void ex_claims_section(gt_section_ *to, const gt_snapshot *run)
{
    static const gt_column_ column = { "claims", -24, 0 };
    int i;
    (void)run;
    to->column = &column;
    to->columns = 1;
    for (i = 0; i < ex_decisions; i++)
        gt_section_say_(to, "claim {}: {} ({})",
                        GT_VALUES_(gt_t_(ex_outcomes[ex_decided[i].outcome]), gt_t_(ex_decided[i].sentence),
                                   gt_t_(ex_decided[i].figures)));
}
static void ex_claims_forget(void)
{
    while (ex_decisions > 0) {
        free(ex_decided[--ex_decisions].sentence);
        free(ex_decided[ex_decisions].figures);
    }
}
static void ex_keep(const char *sentence, ex_outcome outcome, const char *figures)
{
    if (ex_decisions == EX_CLAIMS) return;
    ex_decided[ex_decisions].sentence = gt_copy_of_(sentence);
    ex_decided[ex_decisions].figures = gt_copy_of_(figures);
    ex_decided[ex_decisions].outcome = outcome;
    if (!ex_decided[ex_decisions].sentence || !ex_decided[ex_decisions].figures) return;
    ex_decisions++;
    gt_lock_();
    gt_section_add_(ex_claims_section);
    gt_unlock_();
}
static void ex_print(const char *sentence, ex_outcome outcome, const char *figures)
{
    const char *const *text = ex_outcomes;
    const int fits = strlen(sentence) + strlen(text[outcome]) + strlen(figures) <= 88;
    if (fits) ex_say(7, "claim: %s: %s (%s)", sentence, text[outcome], figures);
    else ex_say(7, "claim: %s: %s", sentence, text[outcome]);
    if (!fits) ex_say(7, "       (%s)", figures);
    ex_keep(sentence, outcome, figures);
}

/* Returns 1 if all of x are above `times` all of y, -1 if all are below, and 0 otherwise. */
static int ex_apart_by(const gt_series *x, const gt_series *y, size_t n, double times)
{
    double low[2] = { HUGE_VAL, HUGE_VAL }, high[2] = { 0, 0 };
    size_t i;
    for (i = 0; i < n; i++) {
        const double v[2] = { x->ns[i], times * y->ns[i] };
        int k;
        for (k = 0; k < 2; k++) {
            if (v[k] < low[k]) low[k] = v[k];
            if (v[k] > high[k]) high[k] = v[k];
        }
    }
    return low[0] > high[1] ? 1 : high[0] < low[1] ? -1 : 0;
}
static double ex_permutations(size_t n)     /* how many ways there are to choose n of 2 n */
{
    double ways = 1;
    size_t i;
    for (i = 1; i <= n; i++) ways = ways * (double)(n + i) / (double)i;
    return ways;
}

/* Writes three digits that count, and no exponent: "2170", not "2.17e+03". */
static const char *ex_digits(double x, char *text)
{
    const double by = x >= 999.5 && x < HUGE_VAL ? pow(10, floor(log10(x)) - 2) : 0;
    sprintf(text, by > 0 ? "%.0f" : x > 0 && x < 1e-4 ? "%.7f" : "%.3g",
            by > 0 ? floor(x / by + 0.5) * by : x);
    return text;
}
static const char *ex_time(double ns, char *text)
{
    const double by = ns >= 1e9 ? 1e-9 : ns >= 1e6 ? 1e-6 : ns >= 1e3 ? 1e-3 : 1;
    ex_digits(ns * by, text);
    return strcat(text, ns >= 1e9 ? " s" : ns >= 1e6 ? " ms" : ns >= 1e3 ? " us" : " ns");
}

/* low, high: the bounds of the ratio. */
static ex_outcome ex_outcome_of(const ex_claim *c, double low, double high)
{
    const double least = c->side == EX_OVER ? c->times : c->side == EX_SAME ? 1 / c->times : 0;
    const double most = c->side == EX_OVER ? HUGE_VAL : c->times;
    return low >= least && high <= most ? EX_HOLDS : high < least || low > most ? EX_DOES_NOT_HOLD : EX_OPEN;
}

/* Decides a claim by a snapshot. figures (room for 400) gets the numbers that decided it. */
static ex_outcome ex_decide(const gt_snapshot *s, const ex_claim *c, char *figures)
{
    const gt_series *a = gt_snapshot_find(s, c->a), *b = gt_snapshot_find(s, c->b);
    const double parts = c->parts > 0 ? c->parts : 1;
    const gt_ratio r = ex_ratio(a, b);
    const unsigned long n = (unsigned long)r.rounds;
    char x[32], y[32], z[32];
    if (!n || !(r.ratio > 0)) {
        strcpy(figures, "not measured");
        return EX_NOT_HERE;
    }
    figures += sprintf(figures, "medians %s and %s; in the median round %s times", ex_time(a->stats.median, x),
                       ex_time(b->stats.median / parts, y), ex_digits(parts * r.ratio, z));
    if (r.ci.confidence > 0.989 && n >= 8) {
        sprintf(figures, ", 99 %% interval %s to %s, n=%lu", ex_digits(parts * r.ci.low, x),
                ex_digits(parts * r.ci.high, y), n);
        return ex_outcome_of(c, parts * r.ci.low, parts * r.ci.high);
    }
    if (n >= 4 && c->side != EX_SAME) {
        const int beyond = ex_apart_by(a, b, r.rounds, c->times / parts);
        sprintf(figures, beyond ? ", %lu against %lu samples, all %s %.3g times the others: p = %.2g"
                                : ", %lu against %lu samples, some %s %.3g times the others, some not", n, n,
                beyond < 0 ? "below" : "above", c->times, 2 / ex_permutations(r.rounds));
        return !beyond ? EX_OPEN : (beyond > 0) == (c->side == EX_OVER) ? EX_HOLDS : EX_DOES_NOT_HOLD;
    }
    sprintf(figures, ", n=%lu: %d are the least", n, c->side == EX_SAME ? 8 : 4);
    return EX_FEW;
}

static void ex_claims_as(const char *parent, const ex_claim *table, int count)
{
    gt_snapshot s;
    char figures[400];
    int i;
    if (gt_snapshot_take(&s) != GT_OK) return;
    for (i = 0; i < count; i++) {
        ex_claim c = table[i];
        ex_outcome outcome;
        if (parent) {
            c.a = ex_path(parent, c.a);
            c.b = ex_path(parent, c.b);
        }
        outcome = ex_decide(&s, &c, figures);
        ex_print(c.sentence, outcome, figures);
    }
    gt_snapshot_free(&s);
}
void ex_claims(const ex_claim *table, int count) { ex_claims_as(NULL, table, count); }
static int is_prime(int n)
{
    int d = 2;
    while (d < n && n % d) d++;
    return d == n;
}
/* Takes multiples of a step modulo the next prime, without those above count. Each round has another step. */
int ex_turn(int round, int k, int count)
{
    int prime = count + 1, step, at;
    while (!is_prime(prime)) prime++;
    at = step = 1 + round % (prime - 1);
    while (at > count || k-- > 0) at = (at + step) % prime;
    return at - 1;
}

void ex_report(const ex_claim *table, int count)
{
    gt_report(stdout);
    printf("\n");
    ex_claims(table, count);
}
void ex_claim_below(const char *parent, const ex_claim *claim) { ex_claims_as(parent, claim, 1); }

void ex_claim_number(const char *sentence, const gt_interval *ci, double low, double high, const char *unit)
{
    char figures[200];
    if (!(ci->confidence > 0.949)) {
        ex_print(sentence, EX_FEW, "6 are the least for an interval of 95 %");
        return;
    }
    sprintf(figures, "%.4g to %.4g %.60s, %.0f %% interval", ci->low, ci->high, unit, 100 * ci->confidence);
    ex_print(sentence, ci->low >= low && ci->high <= high ? EX_HOLDS : ci->high < low || ci->low > high ?
             EX_DOES_NOT_HOLD : EX_OPEN, figures);
}
void ex_claim_fact(const char *sentence, int holds, const char *figure)
{
    ex_print(sentence, holds ? EX_HOLDS : EX_DOES_NOT_HOLD, figure);
}
void ex_claim_not_here(const char *sentence, const char *why) { ex_print(sentence, EX_NOT_HERE, why); }

/* Shows progress as trials do: on a terminal in one line, which the last call clears; elsewhere, with GT_PROGRESS=1, by
   a line every 10 s. */
static void ex_show(ex_options *o, double spent_s, int more)
{
    const int terminal = isatty(2), done = o->rounds - 1;
    const double due_s = !terminal ? o->shown_s + 10 : o->shown_s > 0 ? o->shown_s + 0.2 : 2;
    const double left_s = o->repeat ? spent_s / done * (o->repeat - done) : o->budget_s - spent_s;
    if (!terminal && !getenv("GT_PROGRESS")) return;
    if (!more && terminal && o->shown_s > 0) fprintf(stderr, "\r%78s\r", "");
    if (!more || spent_s < due_s) return;
    fprintf(stderr, terminal ? "\r%.30s: %d rounds, up to %.0f s left   " : "%.30s: %d rounds, up to %.0f s left\n",
            o->about->name, done, left_s > 0 ? left_s : 0);
    o->shown_s = spent_s;
}
static int ex_wants_more(ex_options *o, double spent_s, const ex_claim *table, int count)
{
    int i, open = !table;
    if (!o->rounds++) gt_timer_start(&o->spent);
    if (gt_error_first() || o->failed) return 0;
    if (o->repeat) return o->rounds <= o->repeat;
    if (o->rounds <= 4) return 1;
    if (spent_s * o->rounds / (o->rounds - 1) > o->budget_s) return 0;      /* there is no time for another round */
    if (table && o->rounds != 5 && (o->rounds < 9 || o->rounds % 4 != 1)) return 1;    /* decides after 4, 8, 12, ... */
    if (table) {
        gt_snapshot s;
        char figures[400];
        if (gt_snapshot_take(&s) != GT_OK) return 0;
        for (i = 0; i < count; i++) {
            const ex_outcome outcome = ex_decide(&s, &table[i], figures);
            open |= outcome == EX_OPEN || outcome == EX_FEW;
        }
        gt_snapshot_free(&s);
    }
    return open;
}
int ex_more(ex_options *o, const ex_claim *table, int count)
{
    const double spent_s = 1e-3 * gt_timer_ms(&o->spent);
    const int more = ex_wants_more(o, spent_s, table, count);
    if (o->rounds > 1) ex_show(o, spent_s, more);
    return more;
}

/* ---- data ---- */

float *ex_floats(size_t n)
{
    float *x = (float *)malloc(n * sizeof *x);
    if (x) return x;
    fprintf(stderr, "out of memory: %lu MB are needed; close other programs, or use --quick\n",
            (unsigned long)(n * sizeof *x >> 20));
    exit(1);
}
void ex_random(float *x, size_t n, uint32_t seed)
{
    uint32_t s = seed * 2654435761u + 1;
    size_t i;
    for (i = 0; i < n; i++) {
        s ^= s << 13;
        s ^= s >> 17;
        s ^= s << 5;
        x[i] = (float)(s >> 8) / 8388608.0f - 1.0f;
    }
}
void ex_say(int hang, const char *format, ...)
{
    char line[1400];
    va_list values;
    va_start(values, format);
    vsnprintf(line, sizeof line, format, values);
    va_end(values);
    gt_wrap_(stdout, line, 0, hang);
}
int ex_wrong(const char *what)
{
    printf("WRONG RESULT: %s\n", what);
    return 0;
}


/* ---- a separate process ---- */

int ex_apart(ex_options *o, int kind, double *results, int count)
{
#ifdef EX_ONE_PROCESS           /* tests on the simulated device run all in one process */
    (void)count;
    o->failed = !o->about->run(o, kind, results) || gt_error_first();
    o->answers++;       /* what was measured before a failure is here, too */
    return !o->failed;
#else
    const size_t bytes = (size_t)count * sizeof *results;
    char **argv, which[64];
    int ends[2], status = 1, n = 0;
    size_t got = 0;
    ssize_t more = 0;
    pid_t child;
    while (o->argv[n]) n++;
    argv = (char **)calloc((size_t)n + 3, sizeof *argv);
    fflush(stdout);
    if (!argv || pipe(ends) || (child = fork()) < 0) {
        perror("cannot start a process");
        free(argv);
        o->failed = 1;
        return 0;
    }
    if (!child) {
        static const char *const files[] = { "GT_JSON", "GT_CSV", "GT_TRACE", "GT_REPORT" };     /* the parent's */
        static char option[] = "--apart";
        size_t k;
        for (k = 0; k < sizeof files / sizeof *files; k++) unsetenv(files[k]);
        memcpy(argv, o->argv, (size_t)n * sizeof *argv);
        sprintf(which, "%d:%d:%d", kind, ends[1], count);
        argv[n] = option;
        argv[n + 1] = which;
        close(ends[0]);
        if (strchr(argv[0], '/')) execv(argv[0], argv);       /* valgrind cannot run the link below */
        execv("/proc/self/exe", argv);
        perror("cannot start this program once more");
        _exit(1);
    }
    free(argv);
    close(ends[1]);
    while (got < bytes && (more = read(ends[0], (char *)results + got, bytes - got)) > 0) got += (size_t)more;
    close(ends[0]);
    if (waitpid(child, &status, 0) != child || status || got != bytes) o->failed = 1;
    o->answers += !o->failed;
    if (!o->failed) ex_busy_warn();
    else
        fprintf(stderr, "%s: a process of its own has failed; %s\n", o->about->name,
                o->answers ? "what was measured before stands below" : "nothing was measured");
    return !o->failed;
#endif
}

#ifndef EX_ONE_PROCESS          /* such tests have the implementation in another file */
#include "tools/calls.h"
#endif
