/* grader.c - the main of every exercise: opens the device, makes the data, calls measure(), checks the result against
   the CPU, and prints what the kit recorded

   usage: PROGRAM [WORK]    WORK 2 to 5: how much work there is; GT_DEVICE chooses the device
   Run alone, the program prints the number, whether the result is right, and the report. grade.sh puts a word into
   GT_GRADE; the program then prints lines that begin with that word instead, with facts collected after the student's
   code has run. The first two characters of the program's name select the exercise. */

#include "../kit.c"
#include "grade.h"

typedef struct rules { char kind[8], scope[32], draw[8], codes[128]; unsigned long n; int samples, steps; } rules;

static int rules_read(rules *r, const char *number)
{
    FILE *f = fopen(GT_SOURCE_DIR "/examples/exercises/exercises.txt", "r");
    char line[256], id[8];
    int found = 0;
    if (!f) return 0;
    while (!found && fgets(line, sizeof line, f)) {
        r->codes[0] = 0;
        found = sscanf(line, " %7s %7s %31s %d %lu %d %7s %*f %*f %127[^\n]", id, r->kind, r->scope, &r->samples, &r->n,
                       &r->steps, r->draw, r->codes) == 8 && !strcmp(id, number);
    }
    fclose(f);
    return found;
}

static int result_right(const exercise *x)
{
    size_t k, every = x->n / 1024 + 1;
    for (k = 0; k < x->n; k += every) {
        float v = x->in[k];
        int s;
        for (s = 0; s < x->steps; s++) v += 0.001f * (1.0f - v * v);
        if (!(fabs((double)(x->out[k] - v)) <= 1e-4)) return 0;     /* also NaN, which is there before */
    }
    return 1;
}

/* What lies in the scope: all series of that name. */
typedef struct content { size_t samples; double commands, low_ms, high_ms, device_ms; } content;

static int is_answer(const gt_series *s, const char *scope)
{
    return !s->cold && s->kind != GT_KIND_COMMAND && !strcmp(s->name, scope);
}

static content content_of(const gt_snapshot *snap, const char *scope)
{
    content c = { 0, HUGE_VAL, HUGE_VAL, 0, 0 };
    gt_stats device;
    double *all;
    size_t i, k, n = 0;
    for (i = 0; i < snap->count; i++)
        if (is_answer(&snap->series[i], scope)) c.samples += snap->series[i].kept;
    all = (double *)malloc((c.samples + 1) * sizeof *all);
    for (i = 0; all && i < snap->count; i++) {
        const gt_series *s = &snap->series[i];
        for (k = 0; is_answer(s, scope) && k < s->kept; k++) {
            double commands = s->known[GT_COLUMN_commands] ? gt_series_sample(s, k).commands : 0;
            if (commands < c.commands) c.commands = commands;
            if (s->ns[k] * 1e-6 < c.low_ms) c.low_ms = s->ns[k] * 1e-6;
            if (s->ns[k] * 1e-6 > c.high_ms) c.high_ms = s->ns[k] * 1e-6;
            all[n++] = s->known[GT_COLUMN_device_ns] ? gt_series_sample(s, k).device_ns * 1e-6 : 0;
        }
    }
    if (!n) c.commands = c.low_ms = 0;
    if (all && gt_stats_of(all, n, 0, &device) == GT_OK && device.n) c.device_ms = device.median;
    free(all);
    return c;
}

/* A finding counts that stands for all, for the clock, for the scope or what is inside it, or for what is compared. */
static int concerns(const char *path, const rules *r)
{
    const char *at;
    size_t length = strlen(r->scope);
    if (!path[0] || !strcmp(path, "now_s") || !strcmp(r->kind, "ratio")) return 1;
    for (at = path; at; at = strchr(at, '/') ? strchr(at, '/') + 1 : NULL)
        if (!strncmp(at, r->scope, length) && (!at[length] || at[length] == '/')) return 1;
    return 0;
}

static void findings_print(const char *word, const rules *r)
{
    gt_finding *list = NULL;
    size_t i, count = 0;
    if (gt_findings(&list, &count) != GT_OK) return;
    for (i = 0; i < count; i++) if (concerns(list[i].path, r)) printf("%s code %s\n", word, list[i].name);
    free(list);
}

static int kit_is_on(void)      /* a scope of the grader's own leaves a sample */
{
    const gt_series *s;
    gt_snapshot snap;
    gt_scope probe = gt_scope_begin("the grader's own");
    int on;
    gt_scope_end(&probe);
    if (gt_snapshot_take(&snap) != GT_OK) return 0;
    s = gt_snapshot_find(&snap, "the grader's own");
    on = s && s->n == 1;
    gt_snapshot_free(&snap);
    return on;
}

static int facts_print(const char *word, const rules *r, const exercise *x, double number, int right, const char *audit)
{
    const char *after = getenv("GT_AUDIT");
    gt_snapshot snap;
    content c;
    if (gt_snapshot_take(&snap) != GT_OK) return 1;
    c = content_of(&snap, r->scope);
    gt_snapshot_free(&snap);
    printf("\n%s number %.9g\n%s right %d\n", word, number, word, right);
    printf("%s samples %lu\n%s commands %g\n", word, (unsigned long)c.samples, word, c.commands);
    printf("%s device %.9g\n", word, c.device_ms);
    printf("%s low %.9g\n%s high %.9g\n", word, c.low_ms, word, c.high_ms);
    printf("%s clock %d\n", word, !strstr(r->codes, "cpu-clock") || x->now_s);
    findings_print(word, r);
    printf("%s on %d\n", word, kit_is_on() && !strcmp(audit, after ? after : ""));
    printf("%s end 1\n", word);
    return 0;
}

int main(int argc, char **argv)
{
    const char *slash = strrchr(argv[0], '/'), *name = slash ? slash + 1 : argv[0];
    char number[3] = "", word[64] = "", audit[16] = "";
    int work = argc > 1 ? atoi(argv[1]) : 3, right, status = 0;
    double answer;
    float *in;
    exercise x = { 0, 0, NULL, NULL, NULL };
    rules r;
    gt_cl cl;

    if (getenv("GT_GRADE")) sprintf(word, "%.60s", getenv("GT_GRADE"));
    if (getenv("GT_AUDIT")) strncat(audit, getenv("GT_AUDIT"), sizeof audit - 1);
    unsetenv("GT_GRADE");
    strncat(number, name, 2);
    if (argc > 2 || work < 1 || work > 100 || !rules_read(&r, number)) {
        fprintf(stderr, "usage: %s [WORK]\nIts name must begin with a number of exercises.txt.\n", argv[0]);
        return 2;
    }
    if (gt_cl_open(&cl, NULL)) return gt_fail(stderr);
    x.n = r.n * (!strcmp(r.draw, "n") ? (size_t)work : 1);
    x.steps = r.steps * (!strcmp(r.draw, "steps") ? work : 1);
    x.in = in = ex_floats(x.n);
    x.out = ex_floats(x.n);
    ex_random(in, x.n, 7);
    memset(x.out, 0xff, x.n * sizeof *x.out);
    (void)gt_clock_info();          /* so that the kit has started, and has read its environment, before */

    answer = measure(&cl, &x);
    right = result_right(&x) && !gt_error_first();
    if (x.now_s) gt_check_clock(x.now_s, "now_s");
    if (word[0]) {
        status = facts_print(word, &r, &x, answer, right, audit);
    } else {
        printf("%s: %.4g %s; the result is %s\n\n", name, answer, !strcmp(r.kind, "time") ? "ms" : "times",
               right ? "right" : "WRONG");
        gt_report(stdout);
    }
    if (right) {                    /* else commands may still be under way */
        free(in);
        free(x.out);
    }
    gt_cl_close(&cl);
    return fflush(stdout) || !right ? 1 : status;
}
