/* gtlint run: starts versions of a program in turn, in random order, until it is certain whether one is slower. Part
   of gtlint.c. */

typedef struct run_options {
    double budget_s;
    unsigned long warmup, rounds;       /* rounds: 0 for as many as are needed */
    int prof, whole, shown, ignored;
    const char *prepare, *html, *json, *history, *label, *junit;
    char *name, **value, *values;       /* of --parameter; name: "{NAME}"; value: ends with NULL, and lies in values */
    compared how;
} run_options;

static const char run_usage[] =
    "usage: gtlint run [options] -- PROGRAM [ARGUMENTS] [-- PROGRAM [ARGUMENTS]]...\n"
    "       gtlint run [options] -- 'SHELL COMMANDS' [-- 'SHELL COMMANDS']...\n"
    "Starts the programs in turn, in random order, until it is decided whether the others are slower than the first.\n"
    "Programs with gputime inside are compared by each series that they measure, others as whole processes.\n\n"
    "  --fail-slower P%  exits with 1 if a series is certainly slower by more than P%, or is faulty\n"
    "  --budget S        stops after S seconds, and says what is not decided                            (default: 60)\n"
    "  --rounds N        runs N rounds; in a round every version runs once              (default: as many as needed)\n"
    "  --warmup N        runs each version N times before the first round                                (default: 1)\n"
    "  --prepare CMD     runs a shell command before each run, without timing it\n"
    "  --parameter NAME=A,B,C   runs with each value instead of {NAME}; with one program it compares the values\n"
    "  --prof            starts gtprof in front of each program: for OpenCL programs without gputime inside\n"
    "  --whole           compares whole processes, also of programs with gputime inside\n"
    "  --ignore-failure  goes on if a program ends with a status above 0\n"
    "  --show-output     shows what the programs print\n"
    "  --markdown, --html FILE, --junit FILE, --json FILE  prints a table for a pull request; writes a page, a file\n"
    "                    for a CI server, a file for other programs\n"
    "  --history FILE    appends the result, and says whether it stands out from the last 30 in FILE\n"
    "  --label TEXT      names the result in --json and --history, by a commit for example\n"
    "  --anyway          compares runs that differ in device, driver, clock, settings or build\n\n"
    "Exit status: 0 the comparison was made, 1 as --fail-slower says, 2 bad options, or a program failed.\n\n"
    "Two builds, in CI:        gtlint run --fail-slower 5% --markdown -- ./before -- ./after\n"
    "Another setting:          gtlint run -- ./program -- env OMP_NUM_THREADS=4 ./program\n"
    "Values of an argument:    gtlint run --parameter SIZE=256,512,1024 -- ./program {SIZE}\n"
    "An OpenCL program without gputime inside:   gtlint run --prof -- ./before -- ./after\n"
    "With cold data:           gtlint run --prepare './flush_caches' -- ./before -- ./after\n"
    "One program, how long:    gtlint run -- ./program\n"
    "From commit to commit:    gtlint run --history history.jsonl --label \"$(git rev-parse HEAD)\" -- ./program\n";

/* ---- what to run ---- */

static char *joined(char *const *argument)
{
    char *text = copy_of(argument[0]);
    while (*++argument) {
        char *more = formed("%s %s", text, *argument);
        free(text);
        text = more;
    }
    return text;
}
/* Replaces each {NAME} by the value. The caller frees the result. */
static char *with_value(const char *text, const run_options *o, const char *value)
{
    const char *at = o->name ? strstr(text, o->name) : NULL;
    char *rest, *all;
    if (!at) return copy_of(text);
    rest = with_value(at + strlen(o->name), o, value);
    all = formed("%.*s%s%s", (int)(at - text), text, value, rest);
    free(rest);
    return all;
}
static void version_add(rounds *r, char *const *argument, const run_options *o, const char *value, int base)
{
    /* A single argument that holds blanks and is no file is a command line for the shell. */
    char *const line[] = { "/bin/sh", "-c", argument[0], NULL };
    const int is_line = !argument[1] && strpbrk(argument[0], " \t|;&<>") && access(argument[0], F_OK);
    const char *const prof[] = { start_gtprof(), "--quiet", "--output", start_file("report"),
                                 "--json", start_file("run.json") };
    version *v;
    int k, n = 0, front = o->prof ? (int)(sizeof prof / sizeof *prof) : 0;
    if (is_line) argument = line;
    r->of = resized(r->of, (size_t)(r->versions + 1) * sizeof *r->of);
    v = &r->of[r->versions++];
    memset(v, 0, sizeof *v);
    while (argument[n]) n++;
    v->argument = room_for((size_t)(n + front + 1), sizeof *v->argument);
    for (k = 0; k < front; k++) v->argument[k] = copy_of(prof[k]);
    for (k = 0; k < n; k++) v->argument[front + k] = with_value(argument[k], o, value);
    v->name = joined(v->argument + front + (is_line ? 2 : 0));
    (void)gt_plain_(v->name, 0);
    v->base = base < 0 ? r->versions - 1 : base;
}
/* Each program follows a "--". The first of several programs is the base of the others. If there is one program, the
   first value of its parameter is the base. */
static void versions_add(rounds *r, char **argument, const run_options *o)
{
    static char *none[] = { "", NULL };
    char **value = o->value ? o->value : none;
    int k, first, v;
    for (v = 0; value[v]; v++) {
        const int base = r->versions;
        int programs = 0;
        for (k = 0; argument[k]; k = first) {
            char *end;
            for (first = ++k; argument[first] && strcmp(argument[first], "--"); first++) {}
            end = argument[first];
            argument[first] = NULL;
            version_add(r, argument + k, o, value[v], programs++ ? base : -1);
            argument[first] = end;
        }
        if (programs == 1 && v) r->of[base].base = 0;
    }
}
static char **values_of(char *text, run_options *o)     /* splits NAME=A,B,C in place */
{
    char **value, *at = strchr(text, '=');
    size_t n = 0;
    if (!at || at == text || !at[1]) return NULL;
    value = room_for(strlen(text) + 2, sizeof *value);
    *at++ = 0;
    o->name = formed("{%s}", text);
    o->values = text;
    while (at) {
        value[n++] = at;
        at = strchr(at, ',');
        if (at) *at++ = 0;
    }
    return value;
}
/* Returns the index of the first "--". */
static int run_options_of(int argc, char **argv, run_options *o)
{
    int k, markup = 0, i;
    char *parameter = NULL;
    const option options[] = {
        { "--prepare", TEXT, &o->prepare }, { "--html", PAGE, &o->html }, { "--json", RESULT, &o->json },
        { "--history", RESULT, &o->history }, { "--label", TEXT, &o->label }, { "--junit", JUNIT, &o->junit },
        { "--parameter", TEXT, &parameter }, { "--prof", NOTHING, &o->prof }, { "--whole", NOTHING, &o->whole },
        { "--show-output", NOTHING, &o->shown }, { "--ignore-failure", NOTHING, &o->ignored },
        { "--anyway", NOTHING, &o->how.anyway }, { "--markdown", NOTHING, &markup }, { "--warmup", WHOLE, &o->warmup },
        { "--rounds", WHOLE, &o->rounds }, { "--budget", NUMBER, &o->budget_s },
        { "--fail-slower", PERCENT, &o->how.fail_slower }, { NULL, NOTHING, NULL } };
    for (k = 2; k < argc && strcmp(argv[k], "--"); k++) {
        if (!strcmp(argv[k], "--help")) exit(printed(fputs(run_usage, stdout) < 0 ? 2 : 0));
        if (!option_of(options, argc, argv, &k))
            exit(bad_value("expected an option of gtlint run --help, or -- and a program", argv[k]));
    }
    if (!outputs_right(options, NULL, 0)) exit(2);
    if (markup) gt_marked_up_ = &markdown;
    if (parameter && !(o->value = values_of(copy_of(parameter), o)))
        exit(bad_value("--parameter takes NAME=A,B,C", parameter));
    for (i = k; o->name && i < argc && !strstr(argv[i], o->name); i++) {}
    if (o->name && i >= argc) exit(bad_value(formed("no program has %s for the values", o->name), NULL));
    for (i = k; i < argc; i++)
        if (!strcmp(argv[i], "--") && (!argv[i + 1] || !strcmp(argv[i + 1], "--"))) k = argc;
    if (k >= argc) exit(bad_value("gtlint run needs a program after each --: gtlint run -- ./a -- ./b", NULL));
    return k;
}

/* ---- rounds ---- */

/* Runs a version once. measured: 0 for a warm-up run. Returns 0 with a message if it failed. */
static int version_run(rounds *r, int v, const run_options *o, int measured)
{
    version *is = &r->of[v];
    const char *const shell[] = { "/bin/sh", "-c", o->prepare, NULL };
    started s;
    lists now;
    char file[PATH_MAX];
    int right = 1;
    if (o->prepare) s = start_program((char *const *)(uintptr_t)shell, o->shown, 0);
    if (o->prepare && s.status && !interrupted) {
        start_failed(o->prepare, &s, "");
        return 0;
    }
    start_clear();
    s = start_program(is->argument, o->shown, r->whole || !r->count);
    if (interrupted) return 1;
    if (s.status && (!o->ignored || s.status == 127)) {
        start_failed(is->name, &s, s.status == 127 ? "" : " (--ignore-failure goes on)");
        return 0;
    }
    if (!measured) return 1;
    memset(&now, 0, sizeof now);
    snprintf(file, sizeof file, "%s", start_file("run.json"));
    if (!o->whole && !access(file, F_OK)) right = lists_open(file, WITH_PARTS | WITH_PROCESSOR, &now);
    else if (o->prof) {
        fprintf(stderr, "gtlint: gtprof saw no OpenCL call in '%s'\n", is->name);
        right = 0;
    }
    if (right) round_add(is, now.count ? &now : NULL, &s);
    lists_free(&now);
    return right;
}
/* Each round runs all versions in random order. Every second round reverses the one before, so that drift cancels. */
static void order_of_round(int *order, int n, size_t round, uint32_t *random)
{
    int i, keep;
    for (i = 0; !round && i < n; i++) order[i] = i;
    for (i = n - 1; round % 2 == 0 && i > 0; i--) gt_shuffle_step_(random, order, i);
    for (i = n - 1; round % 2 && i > (n - 1) / 2; i--) {
        keep = order[i];
        order[i] = order[n - 1 - i];
        order[n - 1 - i] = keep;
    }
}
static void run_progress(const rounds *r, const list *open, double left_s, int last)
{
    static double said;
    const int terminal = isatty(STDERR_FILENO);
    if (last && terminal) fprintf(stderr, "\r%78s\r", "");
    if (last || seconds_now() - said < (terminal ? 0.2 : 10)) return;
    if (said > 0 || terminal)
        fprintf(stderr, "%s%s%s%.30s, at most %.0f s left%s", terminal ? "\r" : "",
                gt_some_((double)r->count, "round"), open ? ", not decided: " : "", open ? open->name : "", left_s,
                terminal ? "    " : "\n");
    said = seconds_now();
}
/* Checks the first round: versions are compared by their series only if all have the kit inside, and all must have
   measured under the same conditions. */
static int first_round_agrees(rounds *r, const run_options *o)
{
    int v;
    for (v = 0, r->whole = o->whole; v < r->versions; v++) r->whole |= !r->of[v].kit[BY_MEDIAN].count;
    for (v = 0; v < r->versions; v++)
        if (r->of[v].base != v &&
            !facts_agree(&version_seen(r, r->of[v].base)[BY_MEDIAN], &version_seen(r, v)[BY_MEDIAN], o->how.anyway))
            return 0;
    return 1;
}
/* Returns why it stopped, or NULL with a message if a program failed. */
static const char *rounds_run(rounds *r, const run_options *o)
{
    const double began = seconds_now(), end = began + o->budget_s;
    uint32_t random = gt_seed_of_trial_("gtlint run", 0);
    int v;
    unsigned long warm;
    size_t look = FIRST_LOOK;
    const list *open = NULL;
    const char *why = NULL;
    double longest = 0;
    r->order = room_for((size_t)r->versions, sizeof *r->order);
    setenv("GT_JSON", start_file("run.json"), 1);
    unsetenv("GT_JSON_SAMPLES");
    for (warm = 0; warm < o->warmup && !interrupted; warm++)
        for (v = 0; v < r->versions; v++) if (!version_run(r, v, o, 0)) return NULL;
    while (!why) {
        const double round_began = seconds_now();
        order_of_round(r->order, r->versions, r->count, &random);
        for (v = 0; v < r->versions && !interrupted; v++) if (!version_run(r, r->order[v], o, 1)) return NULL;
        if (interrupted) return "interrupted";
        if (!r->count++ && !first_round_agrees(r, o)) return NULL;
        longest = fmax(0.9 * longest, seconds_now() - round_began);
        if (r->count >= (o->rounds ? o->rounds : look)) {
            look = r->count + (r->count + 1) / 2;
            if (rounds_decided(r, &open)) why = "decided";
        }
        if (o->rounds && r->count >= o->rounds) why = "the rounds are done";
        else if (!why && seconds_now() + longest > end) why = "the budget is spent";
        run_progress(r, open, end - seconds_now(), why != NULL);
    }
    return why;
}

/* ---- the result ---- */

static const char *times_text(const gt_ratio *r)
{
    if (r->ci.confidence < r->wanted) return "";
    return gt_text_("%s [%s, %s]", gt_fixed_(r->ratio, 3, ""), gt_fixed_(r->ci.low, 3, ""),
                    gt_fixed_(r->ci.high, 3, ""));
}
static double median_of(const list *l) { return stats_of(l->x, l->n, 0, 0).median; }
static const char *decision_text(const decision *d, double gate)
{
    if (d->why[0]) return d->why;
    if (d->is == GT_NOT_SEPARATED && gate > 0 && d->cleared)
        return gt_text_("not slower by %s", gt_percent_(100 * gate));
    return outcome_said(d->is, &d->ratio[d->told]);
}
/* Names the part of the time that makes the difference, by the rounds. Gives "" if none does, or it is not known. */
static void parts_say(const rounds *r, int v, const decision *d, char *text, size_t size)
{
    const lists *b = version_seen(r, r->of[v].base), *a = version_seen(r, v);
    double *x = room_for(r->count, sizeof *x), all = 0;
    size_t i;
    int k;
    text[0] = 0;
    for (k = -1; (d->is == GT_FASTER || d->is == GT_SLOWER) && k < (r->whole ? PROCESS_PARTS : LIST_PARTS); k++) {
        const int seen = k < 0 ? BY_MEDIAN : FIRST_PART + k;
        const list *before = list_in(&b[seen], d->before->key), *after = list_in(&a[seen], d->after->key);
        if (!before || !after || before->n != r->count || after->n != r->count) continue;
        for (i = 0; i < r->count; i++) x[i] = after->x[i] - before->x[i];
        const gt_stats s = stats_of(x, r->count, 0, 0);
        if (k < 0) all = fabs(s.median);
        if (k < 0) snprintf(text, size, "  the difference, %s in the median", gt_time_(s.median));
        else if (r->whole || k >= LIST_DEVICE || fabs(s.median) >= 0.05 * all)      /* small parts are left out */
            part_add(text, size, parts_name(r, k), s.median, &s.ci);
    }
    free(x);
    if (!strchr(text, ';')) text[0] = 0;
}
static int decision_fails(const rounds *r, const decision *d)
{
    return r->gate > 0 && (d->slower || !strcmp(d->why, "faulty"));
}
static void version_print(const rounds *r, int v, run_options *o)
{
    gt_column_ sheet[] = { { "series", -30, 0 }, { "before", 7, 1 }, { "after", 7, 1 }, { "times as fast, 95 %", 9, 0 },
                           { "undisturbed", 9, 2 }, { "outcome", -9, 0 }, { "decided by", -6, 0 } };
    gt_sheet_ table = gt_sheet_of_(sheet, sizeof sheet / sizeof *sheet);
    size_t i;
    gt_say_(stdout, 4, "before: %s", r->of[r->of[v].base].name);
    gt_say_(stdout, 4, "after:  %s", r->of[v].name);
    for (i = 0; i < r->of[v].decisions; i++) {
        const decision *d = &r->of[v].decided[i];
        const int fails = decision_fails(r, d);
        char parts[600] = "";
        const char *text = gt_text_("%s%s", decision_text(d, r->gate), fails ? ", FAILS" : "");
        gt_sheet_row_(&table, d->after->name, gt_time_(median_of(d->before)), gt_time_(median_of(d->after)),
                      d->why[0] ? "" : times_text(&d->ratio[BY_MEDIAN]),
                      d->why[0] ? "" : times_text(&d->ratio[BY_QUICKEST]), text, d->who);
        outcome_add(d->after->name, fails ? FAILED : d->why[0] ? SKIPPED : PASSED, text);
        parts_say(r, v, d, parts, sizeof parts);
        work_add(&table, d->before, d->after);
        if (parts[0]) gt_sheet_line_(&table, parts);
        o->how.worse += fails;
        o->how.runs++;
    }
    if (table.rows) gt_sheet_print_(stdout, &table);
}
/* Prints a version that is compared with nothing. */
static void alone_print(const rounds *r)
{
    static const gt_column_ sheet[] = { { "series", -30, 0 }, { "median", 7, 0 }, { "95 % over runs", 9, 0 },
                                        { "min", 7, 0 }, { "max", 7, 0 }, { "processor time", 7, 1 } };
    gt_sheet_ table = gt_sheet_of_(sheet, sizeof sheet / sizeof *sheet);
    const lists *seen = version_seen(r, 0);
    size_t i;
    gt_say_(stdout, 4, "program: %s", r->of[0].name);
    for (i = 0; i < seen[BY_MEDIAN].count; i++) {
        const list *l = &seen[BY_MEDIAN].at[i], *processor = r->whole ? list_in(&seen[BY_PROCESSOR], l->key) : NULL;
        const gt_stats s = stats_of(l->x, l->n, 0, 1);
        gt_sheet_row_(&table, l->name, gt_time_(s.median),
                      s.ci.confidence > 0.949 ? gt_text_("[%s, %s]", gt_time_(s.ci.low), gt_time_(s.ci.high)) : "",
                      gt_time_(s.min), gt_time_(s.max), processor ? gt_time_(median_of(processor)) : "");
    }
    gt_sheet_print_(stdout, &table);
}

#include "history.c"
#include "rounds_page.c"

static void rounds_free(rounds *r)
{
    int v, k;
    for (v = 0; v < r->versions; v++) {
        for (k = 0; r->of[v].argument[k]; k++) free(r->of[v].argument[k]);
        for (k = 0; k < SEEN; k++) {
            lists_free(&r->of[v].kit[k]);
            lists_free(&r->of[v].whole[k]);
        }
        free(r->of[v].argument);
        free(r->of[v].decided);
        free(r->of[v].name);
    }
    free(r->of);
    free(r->order);
}
static int versions_run(int argc, char **argv)      /* returns the exit status */
{
    run_options o;
    rounds r;
    char machine[256];
    const double load = start_load(), warm = start_temperature(), began = seconds_now();
    const char *why;
    int v, status = 2;
    memset(&o, 0, sizeof o);
    memset(&r, 0, sizeof r);
    o.budget_s = 60;
    o.warmup = 1;
    o.how.unit = "";
    v = run_options_of(argc, argv, &o);
    if (!start_begin()) return 2;
    versions_add(&r, argv + v, &o);
    r.gate = o.how.fail_slower;
    if (r.gate > 0 && r.versions == 1)
        exit(bad_value("--fail-slower needs two programs, or values of --parameter", NULL));
    start_machine(machine, sizeof machine);
    why = rounds_run(&r, &o);
    if (why && r.count) {
        rounds_judge(&r);
        if (r.versions == 1) alone_print(&r);
        for (v = 0; v < r.versions; v++) if (r.of[v].base != v) version_print(&r, v, &o);
        gt_say_(stdout, 4, "%s in %s, in random order; stopped: %s%s", gt_some_((double)r.count, "round"),
                gt_time_(1e9 * (seconds_now() - began)), why, r.whole ? "; whole processes" : "");
        gt_say_(stdout, 4, "machine: %s; load %s, then %s; temperature %s, then %s", machine, gt_fixed_(load, 1, ""),
                gt_fixed_(start_load(), 1, ""), gt_fixed_(warm, 0, " C"), gt_fixed_(start_temperature(), 0, " C"));
        if (!r.whole && r.versions > 1 && !o.how.runs)
            fprintf(stderr, "gtlint: the programs have no series in common\n");
        status = interrupted || (r.versions > 1 && !o.how.runs) ? 2 : o.how.worse ? 1 : 0;
        result = (struct result){ &r, &o, why, machine };
        if (!history_of(&r, &o) || !rounds_page(&o)) status = 2;
    }
    status = junit_write(o.junit, status);
    rounds_free(&r);
    free(o.value);
    free(o.name);
    free(o.values);
    return status;
}
