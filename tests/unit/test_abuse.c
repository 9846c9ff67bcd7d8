/* link: none */
/* asan: yes */
/* Facts about programs that do what they should not: many short threads and names, scopes and trials that never end,
   reports to nowhere and from signal handlers. Each case runs in a process of its own. */
#define _DEFAULT_SOURCE     /* setitimer */
#include <pthread.h>
#include <sys/time.h>
#include "test.h"

#include "kit.h"
#include "lone.h"

/* ---- what was recorded ------------------------------------------------------------------------------------------- */

/* Scopes that a series knows of, in whatever way it counts them. */
static uint64_t scopes_of(const gt_series *s) { return s->n + s->voided + s->left_early + s->abandoned + s->open; }

/* Scopes of that name, wherever they stand in the tree; where the series do not know of `expected`, what the findings
   about them say. Prints what it sees. */
static uint64_t scopes_named(const char *name, uint64_t expected) {
    gt_snapshot snap;
    gt_finding *list = NULL;
    size_t i, count = 0;
    uint64_t counted = 0, found = 0;
    if (gt_snapshot_take(&snap) != GT_OK) return 0;
    for (i = 0; i < snap.count; i++) {
        const gt_series *s = &snap.series[i];
        if (strcmp(s->name, name)) continue;
        counted += scopes_of(s);
        printf("  %.40s: n %zu, void %llu, left %llu, abandoned %llu\n", s->path, s->n, (unsigned long long)s->voided,
               (unsigned long long)s->left_early, (unsigned long long)s->abandoned);
    }
    printf("  lost: %llu\n", (unsigned long long)snap.lost);
    if (gt_findings(&list, &count) != GT_OK) count = 0;
    for (i = 0; i < count; i++) {
        const char *last = strrchr(list[i].path, '/');
        printf("  finding %s: %s: %s\n", list[i].name, list[i].path, list[i].figures);
        if (!strcmp(last ? last + 1 : list[i].path, name) && list[i].figure_count)
            found += (uint64_t)list[i].figure[0].value;
    }
    free(list);
    gt_snapshot_free(&snap);
    return counted >= expected || counted >= found ? counted : found;
}

static FILE *nowhere(void) {
    FILE *file = fopen("/dev/null", "w");
    if (!file) abort();
    return file;
}

/* ---- many threads, one after another ----------------------------------------------------------------------------- */

static void *record_short(void *unused) {
    GT_SCOPE("outer") {
        GT_SCOPE("inner") {}
    }
    return unused;
}
static int run_threads(size_t count, void *(*body)(void *)) {
    size_t i;
    for (i = 0; i < count; i++) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, body, NULL) || pthread_join(thread, NULL)) return 1;
    }
    return 0;
}
static double resident_mb(void) {
    FILE *file = fopen("/proc/self/statm", "r");
    long all = 0, resident = 0;
    if (!file) return 0;
    if (fscanf(file, "%ld %ld", &all, &resident) != 2) resident = 0;
    fclose(file);
    return (double)resident * (double)sysconf(_SC_PAGESIZE) / 1e6;
}

LONE(memory_of_20000_ended_threads_is_reused_and_their_samples_are_kept, 60) {
    enum { FEW = 100, MANY = SANITIZED ? 2000 : 20000 };
    const gt_series *s;
    gt_snapshot snap;
    double before, grown;
    size_t i;
    CHECK(run_threads(FEW, record_short) == 0);
    before = resident_mb();
    CHECK(run_threads(MANY, record_short) == 0);
    grown = resident_mb() - before;
    printf("compare: resident memory grew by %.1f MB in %d threads\n", grown, MANY);
    CHECK_EQUAL(gt_snapshot_take(&snap), GT_OK);
    s = gt_snapshot_find(&snap, "outer/inner");
    CHECK(s != NULL);
    CHECK_EQUAL(s->n, FEW + MANY);
    CHECK_EQUAL(s->kept, FEW + MANY);
    CHECK_EQUAL(s->threads, FEW + MANY);
    for (i = 0; i < s->kept; i++) CHECK_EQUAL(s->thread[i], i + 1);
    CHECK_EQUAL(gt_snapshot_find(&snap, "outer")->n, FEW + MANY);
    CHECK_EQUAL(snap.lost, 0);
    gt_snapshot_free(&snap);
    CHECK(SANITIZED || grown < 40);
    return 0;
}

/* A reset makes room; threads that come later still count. */
LONE(threads_are_counted_from_one_again_after_a_reset, 10) {
    const gt_series *s;
    gt_snapshot snap;
    CHECK(run_threads(50, record_short) == 0);
    gt_reset();
    CHECK(run_threads(5, record_short) == 0);
    CHECK_EQUAL(gt_snapshot_take(&snap), GT_OK);
    s = gt_snapshot_find(&snap, "outer");
    CHECK(s != NULL);
    CHECK_EQUAL(s->n, 5);
    CHECK_EQUAL(s->threads, 5);
    gt_snapshot_free(&snap);
    return 0;
}

/* ---- time grows with the number, not with its square ------------------------------------------------------------- */

static int with_threads(size_t n) { return run_threads(n, record_short); }
static int with_names(size_t n) {
    size_t i;
    for (i = 0; i < n; i++) {
        char name[32];
        gt_scope s;
        snprintf(name, sizeof name, "name %zu", i);
        s = gt_scope_begin(name);
        gt_scope_end(&s);
    }
    return 0;
}
/* The same names again, each found among all of them. */
static int with_names_twice(size_t n) { return with_names(n) + with_names(n); }

static int known(size_t n, const char *what) {      /* all of it was recorded */
    gt_snapshot snap;
    size_t i, scopes = 0;
    CHECK_EQUAL(gt_snapshot_take(&snap), GT_OK);
    for (i = 0; i < snap.count; i++) scopes += snap.series[i].n;
    gt_snapshot_free(&snap);
    printf("  %s: %zu scopes known of %zu\n", what, scopes, n);
    return scopes != n;
}

static gt_status (*write_it)(FILE *) = gt_report;
/* Processor time to record n and to write them, each size in a process of its own through a pipe. */
static int cost(int (*record)(size_t), size_t n, size_t scopes, double *seconds) {
    int ends[2];
    pid_t child;
    if (pipe(ends)) return 1;
    fflush(NULL);
    child = fork();
    if (child == 0) {
        FILE *out = nowhere();
        double begin = lone_seconds(CLOCK_PROCESS_CPUTIME_ID), recorded, wall = lone_seconds(CLOCK_MONOTONIC);
        int failed;
        alarm(LONE_SLOWER * 70);        /* in case the parent ends first */
        failed = record(n);
        recorded = lone_seconds(CLOCK_PROCESS_CPUTIME_ID);
        failed |= write_it(out) != GT_OK;
        *seconds = lone_seconds(CLOCK_PROCESS_CPUTIME_ID) - begin;
        wall = lone_seconds(CLOCK_MONOTONIC) - wall;
        printf("compare: %zu: recorded in %.3f s, reported in %.3f s of processor time; %.3f s on the wall\n", n,
               recorded - begin, *seconds - (recorded - begin), wall);
        failed |= known(scopes, "report");
        fflush(NULL);
        failed |= write(ends[1], seconds, sizeof *seconds) != (ssize_t)sizeof *seconds;
        _exit(failed);
    }
    if (lone_wait(child, 60) != 0) {
        printf("compare: %zu: no result within %d s\n", n, LONE_SLOWER * 60);
        return 1;
    }
    return read(ends[0], seconds, sizeof *seconds) != (ssize_t)sizeof *seconds;
}
/* Other programs take the caches away: what they spoil is tried again. */
static int grows_linearly(int (*record)(size_t), size_t scopes_each) {
    size_t n = SANITIZED ? 500 : 6250, last = n * 16;
    double before = 0, now = 0;
    for (; n <= last; n *= 4) {
        int tries = 4;
        do {
            if (cost(record, n, n * scopes_each, &now)) return 1;
            if (before > 0) printf("  4 times as many: %.1f times as long\n", now / before);
        } while (before > 0 && now >= 8 * before && now >= 0.05 && --tries);
        CHECK(tries);
        before = now;
    }
    return 0;
}
LONE(cost_of_threads_grows_with_their_number, 200) { return grows_linearly(with_threads, 2); }
LONE(cost_of_names_grows_with_their_number, 200) { return grows_linearly(with_names, 1); }
/* Each has a finding; they go into files. */
static gt_status write_files(FILE *out) {
    const gt_status json = gt_write_json(out);
    return json != GT_OK ? json : gt_write_csv(out);
}
LONE(cost_of_names_with_findings_grows_with_their_number, 300) {
    write_it = write_files;
    return grows_linearly(with_names, 1);
}
LONE(cost_of_known_names_grows_with_their_number, 200) { return grows_linearly(with_names_twice, 2); }

/* Each command of a scope waits for the one before it, or all for the first, or all for one of another scope. */
static double parts_seconds(size_t n, int for_whom) {
    const size_t bytes = n * sizeof(gt_command);
    gt_command *row = (gt_command *)malloc(bytes);
    const void **waited = (const void **)malloc(n * sizeof *waited);
    gt_device_ *device = NULL;
    gt_commands_ commands;
    gt_scope_rows_ scope;
    gt_node_ node;
    gt_series_state_ state;
    double seconds;
    if (!row || !waited) abort();
    memset(row, 0, bytes);
    memset(&commands, 0, sizeof commands);
    memset(&scope, 0, sizeof scope);
    memset(&node, 0, sizeof node);
    memset(&state, 0, sizeof state);
    node.state = &state;
    scope.scope = &node;
    scope.log = &commands;
    for (size_t i = 0; i < n; i++) {
        gt_command *r = &row[i];
        waited[i] = for_whom == 2 ? (void *)waited : for_whom == 1 || !i ? (void *)row : (void *)(r - 1);
        r->id = r;
        r->device = device;
        r->waited = &waited[i];
        r->waits = i || for_whom == 2;
        r->kernel = 1;
        r->stamps = GT_STAMPS_GOOD;
        r->before = r->queued = 1000 * i;
        r->submit = r->start = r->queued + 100;
        r->end = r->start + 500;
    }
    commands.row = row;
    commands.used = n;
    seconds = lone_seconds(CLOCK_PROCESS_CPUTIME_ID);
    gt_rows_held_(&scope);
    seconds = lone_seconds(CLOCK_PROCESS_CPUTIME_ID) - seconds;
    if ((for_whom == 2) != row[n - 1].held_) abort();
    free(waited);
    free(row);
    return seconds;
}
LONE(cost_of_a_scopes_end_grows_with_the_commands_that_wait_for_others, 100) {
    enum { FEW = 3000, MANY = 16 * FEW };
    for (int for_whom = 0; for_whom < 3; for_whom++)            /* the square is 256 */
        CHECK(!lone_grows(parts_seconds, for_whom, FEW, MANY, 100, 0.02));
    return 0;
}

LONE(two_names_in_one_buffer_are_two_series, 10) {
    const gt_series *one, *two;
    gt_snapshot snap;
    char name[8];
    int i;
    for (i = 0; i < 100000; i++) {
        gt_scope s;
        strcpy(name, i & 1 ? "odd" : "even");
        s = gt_scope_begin(name);
        gt_scope_end(&s);
    }
    CHECK_EQUAL(gt_snapshot_take(&snap), GT_OK);
    one = gt_snapshot_find(&snap, "odd");
    two = gt_snapshot_find(&snap, "even");
    CHECK(one && two);
    CHECK_EQUAL(snap.count, 2);
    CHECK_EQUAL(one->n, 50000);
    CHECK_EQUAL(two->n, 50000);
    gt_snapshot_free(&snap);
    return 0;
}

/* ---- scopes that never end --------------------------------------------------------------------------------------- */

enum { LOST = 20 };

static void *exit_inside(void *unused) {
    GT_SCOPE("left by its thread") pthread_exit(NULL);
    return unused;
}
LONE(scopes_that_a_thread_exits_in_are_counted, 10) {
    CHECK(run_threads(LOST, exit_inside) == 0);
    CHECK_EQUAL(scopes_named("left by its thread", LOST), LOST);
    return 0;
}
static void *exit_two_inside(void *unused) {
    GT_SCOPE("around") {
        GT_SCOPE("left by its thread") pthread_exit(NULL);
    }
    return unused;
}
LONE(scopes_around_and_inside_are_counted_when_the_thread_exits, 10) {
    CHECK(run_threads(LOST, exit_two_inside) == 0);
    CHECK_EQUAL(scopes_named("left by its thread", LOST), LOST);
    CHECK_EQUAL(scopes_named("around", LOST), LOST);
    return 0;
}

static jmp_buf out;

static void jump_out(void) { GT_SCOPE("jumped out of") longjmp(out, 1); }
static void jump_back_here(void (*body)(void)) { if (!setjmp(out)) body(); }

LONE(scopes_inside_another_that_longjmp_leaves_are_counted, 10) {
    int i;
    for (i = 0; i < LOST; i++) GT_SCOPE("around") jump_back_here(jump_out);
    CHECK_EQUAL(scopes_named("jumped out of", LOST), LOST);
    CHECK_EQUAL(scopes_named("around", LOST), LOST);
    return 0;
}
LONE(scopes_at_the_top_that_longjmp_leaves_are_counted, 10) {
    int i;
    for (i = 0; i < LOST; i++) jump_back_here(jump_out);
    GT_SCOPE("after") {}
    CHECK_EQUAL(scopes_named("jumped out of", LOST), LOST);
    CHECK_EQUAL(scopes_named("after", 1), 1);
    return 0;
}

LONE(scopes_open_at_report_time_are_counted_then_and_once_in_the_end, 10) {
    uint64_t outer = 0, inner = 0;
    GT_SCOPE("outer") {
        GT_SCOPE("inner") {
            outer = scopes_named("outer", 1);
            inner = scopes_named("inner", 1);
        }
    }
    CHECK_EQUAL(outer, 1);
    CHECK_EQUAL(inner, 1);
    CHECK_EQUAL(scopes_named("outer", 1), 1);
    CHECK_EQUAL(scopes_named("inner", 1), 1);
    return 0;
}

LONE(scope_without_a_name_is_an_error, 10) {
    gt_scope s = gt_scope_begin(NULL);
    gt_scope_end(&s);
    CHECK(gt_error_first() && gt_error_first()->status == GT_ERR_ARGUMENT);
    return 0;
}

/* ---- trials that never end, or never should begin ---------------------------------------------------------------- */

static void jump_out_of_trial(void) { GT_TRIAL("left", .max_n = 10, .budget_s = 0.1) longjmp(out, 1); }
static void jump_out_of_comparison(void) {
    GT_COMPARE("compared", .max_n = 10, .budget_s = 0.1) {
        GT_SIDE("one") {}
        GT_SIDE("two") longjmp(out, 1);
    }
}

/* The next trial runs and reports as if the one before had not been. */
static int next_trial_runs(const char *name) {
    gt_snapshot snap;
    const gt_series *s;
    int passes = 0;
    GT_TRIAL(name, .max_n = 20, .budget_s = 1) {
        GT_SCOPE("step") passes++;
    }
    printf("  %s: %d passes\n", name, passes);
    CHECK(passes >= 20);
    CHECK_EQUAL(gt_snapshot_take(&snap), GT_OK);
    s = gt_snapshot_find(&snap, name);
    CHECK(s && s->kind == GT_KIND_TRIAL && s->n >= 20 && s->depth == 0);
    gt_snapshot_free(&snap);
    return 0;
}
LONE(trial_that_longjmp_leaves_does_not_block_the_next, 20) {
    jump_back_here(jump_out_of_trial);
    CHECK(next_trial_runs("next") == 0);
    jump_back_here(jump_out_of_trial);
    CHECK(next_trial_runs("after the second jump") == 0);
    return 0;
}
LONE(comparison_that_longjmp_leaves_does_not_block_the_next_trial, 20) {
    jump_back_here(jump_out_of_comparison);
    CHECK(next_trial_runs("next") == 0);
    return 0;
}
LONE(trial_inside_a_trial_is_still_an_error, 10) {
    int inner = 0;
    GT_TRIAL("outer", .max_n = 20, .warmup = -1, .budget_s = 1) {
        int before = inner;
        GT_TRIAL("inner", .max_n = 10, .warmup = -1, .budget_s = 0.1) inner++;
        CHECK_EQUAL(inner, before + 10);
    }
    CHECK(gt_error_first() != NULL);
    CHECK_EQUAL(gt_error_first()->status, GT_ERR_ORDER);
    return 0;
}

static int refused(gt_trial_options options, const char *what) {
    const gt_error *error;
    gt_trial trial = gt_trial_begin(options);
    int bodies = 0;
    while (gt_trial_next(&trial) && bodies < 2) bodies++;
    gt_trial_end(&trial);
    error = gt_error_first();
    printf("  %s: %d bodies, status %d\n", what, bodies, error ? (int)error->status : 0);
    CHECK(bodies <= 1);
    CHECK(error != NULL);
    CHECK_EQUAL(error->status, GT_ERR_ARGUMENT);
    gt_reset();
    return 0;
}
LONE(warmup_beyond_reason_is_refused, 20) {
    gt_trial_options o = gt_trial_options_of("long");
    o.warmup = 2000000000;
    CHECK(refused(o, "warmup 2000000000") == 0);
    return 0;
}

/* ---- reports ----------------------------------------------------------------------------------------------------- */

LONE(report_to_null_is_an_error_value, 10) { CHECK(gt_report(NULL) < 0); return 0; }
LONE(csv_to_null_is_an_error_value, 10) { CHECK(gt_write_csv(NULL) < 0); return 0; }
LONE(report_of_commands_to_null_is_an_error_value, 10) { CHECK(gt_report_commands(NULL) < 0); return 0; }

LONE(failure_to_null_prints_nothing, 10) { CHECK_EQUAL(gt_fail(NULL), 1); return 0; }
LONE(no_snapshot_is_freed, 10) { gt_snapshot_free(NULL); return 0; }
LONE(side_without_a_name_is_no_side, 10) {
    int runs = 0;
    GT_COMPARE("sides", .max_n = 5, .budget_s = 0.1) {
        gt_scope nameless = gt_side_begin(NULL);
        runs += nameless.live;
        gt_side_end(&nameless);
        GT_SIDE("a") runs++;
        GT_SIDE("b") runs++;
    }
    CHECK(!gt_error_first() && runs > 10);
    return 0;
}
LONE(report_of_scopes_that_are_all_open_says_so, 10) {
    FILE *file = tmpfile();
    char text[4096] = "";
    gt_scope open = gt_scope_begin("open");
    CHECK_EQUAL(gt_report(file), GT_OK);
    rewind(file);
    CHECK(fread(text, 1, sizeof text - 1, file) > 0 && strstr(text, "no scope has ended yet"));
    gt_scope_end(&open);
    fclose(file);
    return 0;
}

static FILE *handler_file;
static volatile sig_atomic_t in_report, signals_seen, signals_in_report;

static void signal_in_a_ms(void) {      /* each by hand: between those of a timer a slow program has no time */
    const struct itimerval once = { { 0, 0 }, { 0, 1000 } };
    setitimer(ITIMER_REAL, &once, NULL);
}
static void report_in_handler(int number) {
    (void)number;
    signals_seen++;
    signals_in_report += in_report;
    if (in_report || signals_seen < 20) (void)gt_report(handler_file);
    signal_in_a_ms();
}
LONE(report_in_a_signal_handler_returns_though_one_is_running, 60) {
    enum { SIGNALS = SANITIZED ? 50 : 500 };
    FILE *file = nowhere();
    const time_t begin = time(NULL);
    int reports = 0, failed = 0;
    struct sigaction action;
    handler_file = nowhere();
    with_names_twice(300);
    memset(&action, 0, sizeof action);
    action.sa_handler = report_in_handler;
    sigaction(SIGALRM, &action, NULL);
    signal_in_a_ms();
    /* Fewer where it is busy. */
    while (signals_seen < SIGNALS && (signals_in_report < 5 || time(NULL) - begin < 10)) {
        in_report = 1;
        failed += gt_report(file) != GT_OK;
        in_report = 0;
        reports++;
    }
    signal(SIGALRM, SIG_IGN);
    printf("compare: %d signals, %d of them during a report; %d reports, %d of them with an error\n", (int)signals_seen,
           (int)signals_in_report, reports, failed);
    CHECK(signals_in_report > 0);
    CHECK_EQUAL(failed, 0);
    return 0;
}

int main(void) {
    return test_all(NULL, NULL);
}
