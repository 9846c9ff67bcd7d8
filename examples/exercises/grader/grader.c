/* grader.c - the main of every exercise: makes the data, calls measure(), and reports its number and what the kit
   recorded

   usage: PROGRAM [WORK]    WORK 1 to 100: how much work there is (3; the judge: 2 to 5); GT_DEVICE chooses the device
   Run alone, the program checks its result and prints the number and the kit's report. The first two characters of its
   name select the exercise. With --judged it follows the judge's orders (judge.h). The judge takes only the number from
   here; all other lines can only count against a program. */

#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE         /* MAP_ANONYMOUS */
#endif
#include "../../course/lib/kit.c"
#define GRADER_HAS_KIT
#include "grade.h"
#include "judge.h"
#include <errno.h>
#include <locale.h>
#ifdef __GLIBC__
#include <printf.h>
#endif
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
long syscall(long number, ...);

/* Answers in the form of judge.h. No buffer may hold the word, since measure() could read it there. So lines about
   measure() are kept without the word until the process that answers sends them. */
static char word[33];
static struct { char text[1 << 16]; size_t used; int waits; } said;

static void send_line(const char *text)
{
    char line[512];
    size_t n = (size_t)snprintf(line, sizeof line - 1, "%s %s", word, text), done = 0;
    ssize_t wrote;
    if (n > sizeof line - 2) n = sizeof line - 2;
    line[n++] = '\n';
    while (done < n && (wrote = write(JUDGE_FD, line + done, n - done)) > 0) done += (size_t)wrote;
    memset(line, 0, sizeof line);
}

static void say(const char *format, ...)
{
    char line[440];
    size_t n;
    va_list list;
    va_start(list, format);
    n = (size_t)vsnprintf(line, sizeof line, format, list);
    va_end(list);
    if (n > sizeof line - 1) n = sizeof line - 1;
    while (n-- > 0) if (line[n] == '\n') line[n] = ' ';
    if (!said.waits) send_line(line);
    else if (said.used + strlen(line) + 2 < sizeof said.text)
        said.used += (size_t)snprintf(said.text + said.used, sizeof said.text - said.used, "%s\n", line);
}

typedef struct rules { char kind[8], scope[32], codes[128]; unsigned long n, seed; int steps; } rules;

/* Reads exercises.txt. The size is the middle of what the judge may ask for, scaled by `work`. */
static int rules_read(rules *r, const char *number, int work)
{
    FILE *f = fopen(GT_SOURCE_DIR "/examples/exercises/grader/exercises.txt", "r");
    char line[256], id[8], draw[32];
    int found = 0;
    if (!f) return 0;
    while (!found && fgets(line, sizeof line, f)) {
        found = sscanf(line, " %7s %7s %31s %*d %lu %d %31s %*f %*f %*s %127[^\n]", id, r->kind, r->scope, &r->n,
                       &r->steps, draw, r->codes) == 7 && !strcmp(id, number);
    }
    fclose(f);
    if (found && strncmp(draw, "steps", 5)) r->n *= (unsigned long)work;
    else if (found) r->steps *= work;
    r->seed = 7;
    return found;
}

/* Reads a line of standard input. Returns 0 if there is none. */
static int line_read(char *line, size_t room)
{
    size_t n = 0;
    while (n < room - 1 && read(0, line + n, 1) == 1 && line[n] != '\n') n++;
    line[n] = 0;
    return n > 0;
}

/* Reads the order without the buffer of stdin, where measure() could find the word. */
static int rules_ordered(rules *r)
{
    char line[256];
    int right;
    (void)line_read(line, sizeof line);
    right = sscanf(line, JUDGE_ORDER, word, r->kind, r->scope, &r->n, &r->steps, &r->seed, r->codes) == 7;
    memset(line, 0, sizeof line);
    return right;
}

static int result_right(const rules *r, const float *in, const float *out, unsigned passes)
{
    size_t k, every = r->n / 1024 + 1;
    for (k = 0; k < r->n; k += every)
        if (!(fabs((double)(out[k] - (passes ? judge_mixed(in[k], r->steps, passes)
                                             : judge_output(in[k], r->steps)))) <= 1e-4)) return 0;  /* or NaN */
    return 1;
}

/* What lies in the scope: all series of that name, of those inside each other the innermost. typical: the largest of
   their medians, in ms; kernel: of the times of their launches; host: of their shares of the program's own code; half:
   the least of the relative halves of the intervals of their medians; follows: the largest of follows_of. */
typedef struct content { size_t samples; double commands, typical, kernel, host, half, follows; } content;

static int is_innermost(const gt_snapshot *snap, size_t i)
{
    const gt_series *s = &snap->series[i];
    const size_t length = strlen(s->path);
    for (i++; i < snap->count && snap->series[i].depth > s->depth; i++)
        if (!strcmp(snap->series[i].name, s->name) && !strncmp(snap->series[i].path, s->path, length)) return 0;
    return 1;
}

/* The number of commands of a sample, or 0 if no kernel ran in it: a marker is no work. Without stamps all count. */
static double commands_in(const gt_series *s, size_t k)
{
    gt_sample one;
    if (!s->known[GT_COLUMN_commands]) return 0;
    one = gt_series_sample(s, k);
    return one.kernel_ns + one.first_run_ns <= 0 ? 0 : one.commands;    /* NaN, not known, counts as run */
}

/* The fewest commands in a sample of that series. If the series has none itself, those of a series inside it. */
static double commands_of(const gt_snapshot *snap, size_t i)
{
    const gt_series *s = &snap->series[i];
    double least = HUGE_VAL, inside = 0;
    size_t k;
    for (k = 0; k < s->kept; k++) least = fmin(least, commands_in(s, k));
    for (k = i + 1; least < 1 && k < snap->count && snap->series[k].depth > s->depth; k++)
        if (snap->series[k].kind != GT_KIND_COMMAND && snap->series[k].kept)
            inside = fmax(inside, commands_of(snap, k));
    return fmax(least, inside);
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Medians over the samples: host, the share in which the program's own code ran for certain, and no command of the
   sample did; kernel, the time of its launches on the device, in ms. 0: not known. Where the clock of the device is
   placed badly, a short launch may have run while the account says host: doubt_ns says by how much. */
static double part_of(const gt_series *s, int host)
{
    double *part = (double *)malloc((s->kept + 1) * sizeof *part), middle = 0;
    const int tried = host && s->known[GT_COLUMN_doubt_ns];
    size_t k, n = 0;
    for (k = 0; part && k < s->kept; k++) {
        const gt_sample one = gt_series_sample(s, k);
        const double certain = tried ? fmax(0, one.host_ns - one.doubt_ns) : one.host_ns;
        if (tried && !isfinite(one.doubt_ns)) continue;
        part[n] = host ? certain / s->ns[k] : 1e-6 * (one.kernel_ns + one.first_run_ns);
        n += isfinite(part[n]) != 0;
    }
    if (n) qsort(part, n, sizeof *part, by_value);
    if (n) middle = part[n / 2];
    free(part);
    return middle;
}

/* By how much a sample is longer at most, for each second that its launches are longer: the slope of a line and three
   times its error. 9: not known, or the launches all take the same time. */
static double follows_of(const gt_series *s)
{
    double x = 0, y = 0, xx = 0, xy = 0, yy = 0, slope;
    size_t k, n = 0, pass;
    for (pass = 0; pass < 2; pass++) {
        for (k = 0; k < s->kept; k++) {
            const gt_sample one = gt_series_sample(s, k);
            const double launches = one.kernel_ns + one.first_run_ns;
            if (!isfinite(launches)) continue;
            if (!pass) {
                x += launches;
                y += s->ns[k];
                n++;
            } else {
                xx += (launches - x / (double)n) * (launches - x / (double)n);
                xy += (launches - x / (double)n) * (s->ns[k] - y / (double)n);
                yy += (s->ns[k] - y / (double)n) * (s->ns[k] - y / (double)n);
            }
        }
        if (n < 10) return 9;
    }
    if (sqrt(xx / (double)n) < fmax(1e4, 0.01 * x / (double)n)) return 9;
    slope = xy / xx;
    return slope + 3 * sqrt(fmax(0, yy - slope * xy) / (double)(n - 2) / xx);
}

static double half_of(gt_interval i, double middle) { return (i.high - i.low) / 2 / middle; }

/* Relative half width of the interval of the median, as if samples did not depend on each other. It is large where the
   samples are few, and small where a device drifts. */
static double half_of_samples(const gt_series *s)
{
    double *sorted = (double *)malloc((s->kept + 1) * sizeof *sorted), half = HUGE_VAL;
    gt_interval ci;
    if (!sorted) return half;
    memcpy(sorted, s->ns, s->kept * sizeof *sorted);
    qsort(sorted, s->kept, sizeof *sorted, by_value);
    ci = gt_median_interval_(sorted, s->kept, 1, 0, 0.95);
    if (ci.confidence >= 0.949) half = half_of(ci, s->stats.median);
    free(sorted);
    return half;
}

static content content_of(const gt_snapshot *snap, const char *scope)
{
    content c = { 0, HUGE_VAL, 0, 0, 0, HUGE_VAL, -HUGE_VAL };
    size_t i;
    for (i = 0; i < snap->count; i++) {
        const gt_series *s = &snap->series[i];
        if (s->cold || s->kind == GT_KIND_COMMAND || strcmp(s->name, scope) || !is_innermost(snap, i)) continue;
        c.samples += s->kept;
        if (s->kept) c.typical = fmax(c.typical, s->stats.median * 1e-6);
        c.host = fmax(c.host, part_of(s, 1));
        c.kernel = fmax(c.kernel, part_of(s, 0));
        if (s->kept) c.follows = fmax(c.follows, follows_of(s));
        c.half = fmin(c.half, half_of_samples(s));
        c.commands = fmin(c.commands, commands_of(snap, i));
    }
    if (!c.samples) c.commands = 0;
    return c;
}

/* Reads the two names that are compared, of:A/B, which stand before the codes. Returns 0 if there are none. */
static int sides_of(const rules *r, char name[2][32])
{
    return sscanf(r->codes, "of:%31[^/ ]/%31[^ ]", name[0], name[1]) == 2;
}

/* Half the relative width of an interval of the kit, the ratio of the two sides that it is for, and the number of its
   samples. group: the intervals of the same samples have the same one. */
static void half_print(double half, double ratio, unsigned group, size_t n)
{
    say("kit_half %.4g %.9g %u %lu", half, ratio, group, (unsigned long)n);
}

/* Prints the intervals for two series: by rounds, and by both medians. */
static void halves_print(const gt_series *old, const gt_series *late, unsigned group)
{
    const size_t n = old->kept < late->kept ? old->kept : late->kept;
    gt_ratio r;
    if (gt_ratio_paired(old->ns, late->ns, n, 0.95, &r) == GT_OK && r.ci.confidence > 0)
        half_print(half_of(r.ci, r.ratio), r.ratio, group, n);
    half_print(hypot(half_of(old->stats.ci, old->stats.median), half_of(late->stats.ci, late->stats.median)),
               old->stats.median / late->stats.median, group, n);
}

/* Prints median and mean of each scope and side, and what the kit has of the two sides: of each comparison with each
   other, and of the scopes of their names that have most samples. */
static void series_print(const gt_snapshot *snap, const rules *r)
{
    const gt_series *first = NULL, *most[2] = { NULL, NULL };
    const char *comparison = "";
    char name[2][32] = { "", "" };
    unsigned group = 0, told = 0;
    size_t i;
    gt_ratio ratio;
    int turned;
    (void)sides_of(r, name);
    for (i = 0; i < snap->count && told < 32; i++) {
        const gt_series *s = &snap->series[i];
        if (s->kind == GT_KIND_COMPARISON) {
            comparison = s->name;
            first = NULL;
        }
        if (s->cold || s->kind == GT_KIND_COMMAND || s->kind == GT_KIND_OUTSIDE || !s->kept) continue;
        say("series %.9g %.9g \"%s\"", s->stats.median * 1e-6, s->stats.mean * 1e-6, s->name);
        told++;
        turned = !strcmp(s->name, name[1]);
        if (s->kind != GT_KIND_SIDE && !strcmp(s->name, name[turned]) &&
            (!most[turned] || most[turned]->kept < s->kept)) most[turned] = s;
        if (s->kind != GT_KIND_SIDE) continue;
        if (!first) first = s;
        turned = !strcmp(first->name, name[1]);
        if (strcmp(first->name, name[turned]) || strcmp(s->name, name[!turned])) continue;
        halves_print(turned ? s : first, turned ? first : s, ++group);
        if (gt_snapshot_compare(snap, comparison, s->name, NULL, &ratio) != GT_OK) continue;
        if (!turned) say("compared %.9g \"%s\"", ratio.ratio, s->name);
        if (ratio.ci.confidence > 0)
            half_print(half_of(ratio.ci, ratio.ratio), turned ? 1 / ratio.ratio : ratio.ratio, group, s->kept);
    }
    if (most[0] && most[1]) halves_print(most[0], most[1], 0);
}

/* Returns whether a finding counts: it is about the whole run, the clock, the scope or what is inside it, or one of the
   sides. */
static int concerns(const char *path, const rules *r)
{
    const char *at;
    size_t length = strlen(r->scope);
    if (!path[0] || !strcmp(path, "now_s") || !strcmp(r->kind, "ratio")) return 1;
    for (at = path; at; at = strchr(at, '/') ? strchr(at, '/') + 1 : NULL)
        if (!strncmp(at, r->scope, length) && (!at[length] || at[length] == '/')) return 1;
    return 0;
}

static void findings_print(const rules *r)
{
    gt_finding *list = NULL;
    size_t i, count = 0;
    if (gt_findings(&list, &count) != GT_OK) return;
    for (i = 0; i < count; i++)
        if (concerns(list[i].path, r)) say("code %s %s", list[i].name, list[i].figures);
    free(list);
}

/* measure() calls this function for clock_gettime. Clocks of processor time are 2, 3, and all numbers below 0. */
static int asked_cpu;
int graded_clock(clockid_t id, struct timespec *t);
int graded_clock(clockid_t id, struct timespec *t)
{
    asked_cpu |= id == CLOCK_PROCESS_CPUTIME_ID || id == CLOCK_THREAD_CPUTIME_ID || id < 0;
    return clock_gettime(id, t);
}

/* Prints in how many of the two sides each sample holds a launch, and the larger share of the program's own code.
   host: that share of the scope. */
static void sides_print(const gt_snapshot *snap, const rules *r, double host)
{
    char name[2][32];
    int side, launch = 0;
    for (side = 0; side < 2 && sides_of(r, name); side++) {
        const content c = content_of(snap, name[side]);
        launch += c.commands >= 1;
        if (c.commands >= 1) host = fmax(host, c.host);
    }
    if (side) say("sides %d", launch);
    say("own_code %.4f", host);
}

/* Counts how often the samples of the two sides take turns, sorted by begin. */
typedef struct taken { double begin; int side; } taken;
static int by_begin(const void *a, const void *b)
{
    const taken *x = (const taken *)a, *y = (const taken *)b;
    return (x->begin > y->begin) - (x->begin < y->begin);
}
static void turns_print(const gt_snapshot *snap, const rules *r)
{
    char name[2][32];
    size_t i, k, n = 0, all = 0, turns = 0;
    taken *list;
    int side;
    if (!sides_of(r, name)) return;
    for (i = 0; i < snap->count; i++) all += snap->series[i].kept;
    list = (taken *)calloc(all + 1, sizeof *list);
    for (i = 0; list && i < snap->count; i++) {
        const gt_series *s = &snap->series[i];
        for (side = 0; side < 2 && strcmp(s->name, name[side]); side++) {}
        if (side == 2 || s->cold || s->kind == GT_KIND_COMMAND || !s->begin_ns) continue;
        for (k = 0; k < s->kept; k++, n++) {
            list[n].begin = s->begin_ns[k];
            list[n].side = side;
        }
    }
    if (n) qsort(list, n, sizeof *list, by_begin);
    for (k = 1; k < n; k++) turns += list[k].side != list[k - 1].side;
    say("taken %lu", (unsigned long)turns);
    free(list);
}

static int kit_is_on(void)      /* tries a scope: it must record a sample, by the kit's own clock */
{
    const gt_series *s;
    gt_snapshot snap;
    gt_scope probe = gt_scope_begin("the grader's own");
    int on;
    gt_scope_end(&probe);
    if (gt_snapshot_take(&snap) != GT_OK) return 0;
    s = gt_snapshot_find(&snap, "the grader's own");
    on = s && s->n == 1 && strcmp(gt_clock_info().reason, "gt_clock_set");
    gt_snapshot_free(&snap);
    return on;
}

static void facts_print(const rules *r, const exercise *x, double number, const char *audit)
{
    const char *after = getenv("GT_AUDIT");
    gt_snapshot snap;
    content c;
    if (gt_snapshot_take(&snap) != GT_OK) return;
    c = content_of(&snap, r->scope);
    series_print(&snap, r);
    turns_print(&snap, r);
    sides_print(&snap, r, c.host);
    gt_snapshot_free(&snap);
    say("number %.9g", number);
    if (x->passes) say("passes %u", x->passes);
    say("samples %lu", (unsigned long)c.samples);
    say("commands %g", c.commands);
    say("typical %.9g", c.typical);
    say("kernel %.9g", c.kernel);
    say("sample_half %.4g", c.half < 9 ? c.half : 9);
    if (c.samples) say("follows %.4g", c.follows);
    if (x->low != 0 || x->high != 0) {
        say("from %.9g", x->low);
        say("to %.9g", x->high);
    }
    say("clock %d", !strstr(r->codes, "cpu-clock") || x->now_s);
    if (asked_cpu) say("cpu 1");
    if (gt_error_first()) say("error %s %s", gt_error_first()->call, gt_error_first()->code_name);
    findings_print(r);
    say("on %d", kit_is_on() && !strcmp(audit, after ? after : ""));
}

/* The judge's files as they were before measure(). */
static struct stat files[2];
static int is_same(int file, const struct stat *was)
{
    struct stat is;
    return !fstat(file, &is) && is.st_dev == was->st_dev && is.st_ino == was->st_ino;
}

/* Numbers are printed as C says: not by functions of measure()'s (register_printf_specifier), nor by its locale. */
static void plain_numbers(void)
{
#ifdef __GLIBC__
    int c;
    for (c = 0; c < 256; c++) register_printf_specifier(c, NULL, NULL);
#endif
    uselocale(LC_GLOBAL_LOCALE);
    setlocale(LC_ALL, "C");
}

/* Answers in a process of its own, where no thread, handler or file of measure()'s goes on, and by a copy of the
   result, made there before anybody knows which numbers are asked for. */
static void answer_judge(const rules *r, const float *out)
{
    float *copy;
    char line[32], *at = said.text, *end;
    sigset_t all, mask;
    unsigned long k;
    pid_t child;
    int i;
    fflush(NULL);
    prctl(PR_SET_DUMPABLE, 0);          /* protects the memory of the new process */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &mask);
    child = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);     /* fork() would run handlers of pthread_atfork */
    while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR) {}
    if (child) {
        pthread_sigmask(SIG_SETMASK, &mask, NULL);
        prctl(PR_SET_DUMPABLE, 1);
        return;
    }
    prctl(PR_SET_DUMPABLE, 0);
    plain_numbers();
    if (!is_same(0, &files[0]) || !is_same(JUDGE_FD, &files[1])) _exit(1);
    copy = (float *)mmap(NULL, r->n * sizeof *copy, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (copy == MAP_FAILED) _exit(1);
    memcpy(copy, out, r->n * sizeof *copy);
    for (; (end = strchr(at, '\n')) != NULL; at = end + 1) {
        *end = 0;
        send_line(at);
    }
    send_line("ask 1");
    said.waits = 0;
    for (i = 0; i < JUDGE_ASKED && line_read(line, sizeof line); i++) {
        k = strtoul(line, NULL, 10);
        if (k < r->n) say("value %lu %.9g", k, (double)copy[k]);
    }
    say("end 1");
    _exit(0);
}

static const char *unit_of(const char *kind)
{
    return !strcmp(kind, "ratio") || !strcmp(kind, "share") ? "times" : !strcmp(kind, "size") ? "items" : "ms";
}

int main(int argc, char **argv)
{
    const char *slash = strrchr(argv[0], '/'), *name = slash ? slash + 1 : argv[0];
    int judged = argc == 2 && !strcmp(argv[1], "--judged"), work = argc > 1 && !judged ? atoi(argv[1]) : 3, right = 1;
    char number[3] = "", audit[16] = "";
    exercise x = { 0, 0, NULL, NULL, NULL, 0, 0, 0 };
    float *in, *out;
    double answer;
    rules r;
    size_t k;
    gt_cl cl;
    const int misused = argc > 2 || work < 1 || work > 100;

    if (getenv("GT_AUDIT")) strncat(audit, getenv("GT_AUDIT"), sizeof audit - 1);
    strncat(number, name, 2);
    if (misused || (judged ? !rules_ordered(&r) : !rules_read(&r, number, work))) {
        fprintf(stderr, misused ? "usage: %s [WORK]: how much work there is, 1 to 100 (default: 3)\n"
                                : "%s: the name must begin with the number of an exercise, as in 01_mine\n", argv[0]);
        return 2;
    }
    if (gt_cl_open(&cl, NULL)) return gt_fail(stderr);
    if (judged) {
        say("open 1");
        close(JUDGE_TRACE);             /* the layer has opened its own */
        if (fstat(0, &files[0]) || fstat(JUDGE_FD, &files[1])) return 2;
    }
    in = ex_floats(r.n);
    out = ex_floats(r.n);
    for (k = 0; k < r.n; k++) in[k] = judge_input((uint32_t)r.seed, k);
    memset(out, 0xff, r.n * sizeof *out);
    x.n = r.n;
    x.steps = r.steps;
    x.in = in;
    x.out = out;
    (void)gt_clock_info();          /* starts the kit, which reads its environment, before measure() runs */

    answer = measure(&cl, &x);
    if (!judged) right = result_right(&r, in, out, x.passes) && !gt_error_first();
    if (x.now_s) gt_check_clock(x.now_s, "now_s");
    plain_numbers();
    if (judged) {
        said.waits = 1;
        facts_print(&r, &x, answer, audit);
        answer_judge(&r, out);
    } else {
        printf("%s: %.*g %s", name, strcmp(r.kind, "size") ? 4 : 9, answer, unit_of(r.kind));
        if (x.high > 0) printf(" [%.4g, %.4g]%s", x.low, x.high,
                               x.low <= 1 && x.high >= 1 ? ", cannot be decided" : "");
        printf("; the result is %s\n\n", right ? "right" : "WRONG");
        gt_report(stdout);
    }
    if (right && !judged) {         /* otherwise commands may still run */
        free(in);
        free(out);
    }
    gt_cl_close(&cl);
    return fflush(stdout) || !right ? 1 : 0;
}
