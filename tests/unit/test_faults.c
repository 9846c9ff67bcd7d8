/* link: simcl */
/* asan: yes */
/* test_faults.c - whatever call fails, examples 01 and 02 end in order or go on with a loss that they state

   The programs run as they are, in simulated time, once for each call that they make and each time it is made: then
   that one fails. A program has survived if it returned, left no OpenCL object, slot or open scope behind, kept every
   sample that was complete before, and either ended with a status that is not 0 and an error with call, code and place,
   or went on although the call is one of those in optional[]. Last comes the list of which is which. */
#define EX_ONE_PROCESS
#include "kit_cl.h"
#include "test.h"
#include "simcl.h"

/* The tables of an example ask for the same snapshot once for each number; copies of one take half of the time of a
   run. Where nothing was called, no time has passed and no error came, it is the same. */
static struct { gt_snapshot s; gt_status status; size_t calls; uint64_t ps; uint32_t errors; int is_there; } instant;
static void instant_over(void) {
    gt_snapshot_free(&instant.s);
    instant.is_there = 0;
}
static gt_status instant_take(gt_snapshot *out) {
    if (!instant.is_there || instant.calls != simcl_call_count() || instant.ps != simcl_now_ps()
        || instant.errors != gt_errors_) {
        instant_over();
        instant.status = gt_snapshot_take(&instant.s);
        instant.calls = simcl_call_count();
        instant.ps = simcl_now_ps();
        instant.errors = gt_errors_;
        instant.is_there = 1;
    }
    *out = instant.s;
    return instant.status;
}
static void instant_free(gt_snapshot *s) { (void)s; }
#define gt_snapshot_take instant_take
#define gt_snapshot_free instant_free
int example_01_main(int argc, char **argv);
int example_02_main(int argc, char **argv);
#include "../../examples/course/lib/kit.c"
#define claims claims_01
#define main example_01_main
#include "../../examples/course/01_holistic.c"
#undef main
#undef claims
#define main example_02_main
#include "../../examples/course/02_phases.c"
#undef main
#undef gt_snapshot_take
#undef gt_snapshot_free

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/common_interface_defs.h>
#include <sanitizer/lsan_interface.h>
#endif

/* Queries that a program can do without. says: what its report then holds, where it reports what was asked for.
   samples: how many can lose their device time. ends_too: some uses are vital. */
typedef struct optional_call { const char *call, *loss, *says; int samples, ends_too; } optional_call;
static const optional_call optional[] = {
    {"clGetPlatformInfo", "the platform has no name", "?", 0, 0},
    {"clGetDeviceInfo", "name or version unknown (the resolution is asked for again)", "?", 0, 0},
    {"clGetEventInfo", "queue unknown, so no device time of that command; status unknown: an error",
     "refused", 2, 1},
    {"clGetKernelInfo", "the kernel's name or arguments unknown to the kit", "?", 0, 0},
    {"clGetCommandQueueInfo", "no device time of that command", "refused", 2, 0},
    {"clGetEventProfilingInfo", "no device time of that command", "refused", 2, 0},
};

typedef struct example { const char *name; int (*run)(int argc, char **argv); int reports; } example;
static const example examples[] = {{"01_holistic", example_01_main, 0}, {"02_phases", example_02_main, 1}};
enum { EXAMPLES = 2, MOST_CALLS = 8192 };

/* ---- the kernel ---- */

/* What it has computed it remembers, since it is asked for the same three products some ten thousand times. */
static void matmul(const simcl_launch *l) {
    static struct { size_t a, b, c; unsigned char *bytes; } seen[8];
    const float *a = l->arg[0].data, *b = l->arg[1].data;
    float *c = l->arg[2].data;
    cl_uint m, n, w;
    size_t i = 0;
    memcpy(&m, l->arg[3].data, sizeof m);
    memcpy(&n, l->arg[4].data, sizeof n);
    memcpy(&w, l->arg[5].data, sizeof w);
    const size_t na = l->arg[0].bytes, nb = l->arg[1].bytes, nc = l->arg[2].bytes;
    for (; i < 8 && seen[i].bytes; i++) {
        const unsigned char *old = seen[i].bytes;
        if (seen[i].a != na || seen[i].b != nb || seen[i].c != nc) continue;
        if (memcmp(old, a, na) || memcmp(old + na, b, nb)) continue;
        memcpy(c, old + na + nb, nc);
        return;
    }
    for (size_t row = 0; row < m; row++) {
        for (size_t column = 0; column < w; column++) {
            float sum = 0;
            for (size_t k = 0; k < n; k++) sum += a[row * n + k] * b[k * w + column];
            c[row * w + column] = sum;
        }
    }
    if (i < 8 && (seen[i].bytes = malloc(na + nb + nc)) != NULL) {
        seen[i].a = na;
        seen[i].b = nb;
        seen[i].c = nc;
        memcpy(seen[i].bytes, a, na);
        memcpy(seen[i].bytes + na, b, nb);
        memcpy(seen[i].bytes + na + nb, c, nc);
    }
}

/* ---- one run ---- */

static int console[2] = {-1, -1}, printed = -1; /* stdout and stderr; the file that stands in for them during a run */
static char *text;                              /* what the last run printed */

static void to_console(void) {
    fflush(stdout);
    for (int i = 0; i < 2; i++) assert_true(dup2(console[i], i + 1) >= 0);
}
static int restore_console(void **state) {
    (void)state;
    (void)alarm(0);
    to_console();
    return 0;
}
static int open_console(void **state) {
    char path[] = GT_BUILD_DIR "/tests/printed-XXXXXX";
    (void)state;
    unsetenv("GT_DEVICE");
    fflush(stdout);
    console[0] = dup(1);
    console[1] = dup(2);
    printed = mkstemp(path);
    if (printed < 0) {
        perror(path);
        return -1;
    }
    unlink(path);                       /* it lives as long as it is open */
#ifdef __SANITIZE_ADDRESS__
    __sanitizer_set_report_fd((void *)(intptr_t)console[1]);
#endif
    return 0;
}

static void begin_anew(const simcl_script *script) {
    if (gt_self_) gt_self_->current = gt_self_->root;
    gt_reset();
    instant_over();
    /* The next one has the same handle, and is asked as the first was. */
    for (gt_device_ *d = gt_devices_; d; d = d->after)
        d->step_ns = d->described = 0;
    simcl_reset(script);
    assert_int_equal(gt_clock_set(simcl_now_ns, NULL, "simulated"), GT_OK);
    assert_int_equal(simcl_kernel("matmul_simple", matmul, (simcl_cost){.ns = 1000, .per_unit_ns = 10}), 0);
}

static int run_it(const example *e) {
    char name[32], quick[] = "--quick", repeat[] = "--repeat", rounds[] = "1";
    char *argv[] = {name, quick, repeat, rounds, NULL};
    int status;
    long size;
    strcpy(name, e->name);
    fflush(stdout);
    assert_true(ftruncate(printed, 0) == 0 && lseek(printed, 0, SEEK_SET) == 0);
    for (int i = 1; i <= 2; i++) assert_true(dup2(printed, i) >= 0);
    (void)alarm(30);                    /* ends what would never end */
    if (e->reports) strcpy(rounds, "6");             /* passes of 02; 01: one round of its processes */
    status = e->run(4, argv);
    (void)alarm(0);
    to_console();
    size = (long)lseek(printed, 0, SEEK_END);
    assert_true(size >= 0);
    free(text);
    text = calloc((size_t)size + 1, 1);
    assert_non_null(text);
    assert_true(pread(printed, text, (size_t)size, 0) == size);
    return status;
}

/* ---- what happens if nothing fails ---- */

typedef struct log_line { const char *name; size_t nth; uint64_t at_ps; } log_line;
typedef struct healthy {
    log_line call[MOST_CALLS];
    size_t calls, commands;
    gt_snapshot snap;
    char *text;
} healthy;
static healthy right[EXAMPLES];

static void run_without_faults(int k) {
    healthy *h = &right[k];
    begin_anew(NULL);
    assert_int_equal(run_it(&examples[k]), 0);
    assert_null(gt_error_first());
    assert_int_equal(simcl_leaks(stderr), 0);
    assert_int_equal(simcl_misuses(NULL), 0);
    h->calls = simcl_call_count();
    h->commands = simcl_command_count();
    assert_true(h->calls > 0 && h->calls <= MOST_CALLS);
    for (size_t i = 0; i < h->calls; i++) {
        const simcl_call *c = simcl_call_at(i);
        h->call[i] = (log_line){c->name, c->nth, c->begin_ps};
    }
    assert_int_equal(gt_snapshot_take(&h->snap), GT_OK);
    h->text = text;
    text = NULL;
}
TEST(examples_run_in_simulated_time_and_get_right_results, NULL, restore_console) {
    for (int k = 0; k < EXAMPLES; k++) run_without_faults(k);
    assert_non_null(strstr(right[1].text, "copy-in"));
    assert_int_equal(gt_snapshot_find(&right[1].snap, "60x100x80/total/compute")->n, 6);
}

/* ---- what a run with a fault may not do ---- */

static const char *wrong(const char *a, const char *b, const char *c) {
    static char why[600];
    (void)snprintf(why, sizeof why, "%s%s%s", a, b, c);
    return why;
}

static int same(double a, double b) { return (a >= b && a <= b) || (a != a && b != b); }

/* The row of a table that begins with that name, from `at` on. */
static const char *row_of(const char *at, const char *name) {
    const char *line = at ? strchr(at, '\n') : NULL;
    for (; line; line = strchr(line, '\n')) {
        line++;
        const char *p = line + strspn(line, " ");
        if (!strncmp(p, name, strlen(name)) && !strncmp(p + strlen(name), "  ", 2)) return line;
    }
    return NULL;
}

/* Up to when samples must be there. What the kit asks for at the end of a scope touches the one that is just being
   closed: the last clFinish belongs to it. */
static uint64_t complete_until(const healthy *h, size_t fault) {
    static const char *const closing[] = {"clGetEventInfo", "clGetCommandQueueInfo", "clGetEventProfilingInfo",
                                          "clReleaseEvent", "clGetDeviceInfo"};
    size_t i = fault, k = 0;
    while (k < 5 && strcmp(h->call[fault].name, closing[k])) k++;
    while (k < 5 && i > 0 && strcmp(h->call[i].name, "clFinish")) i--;
    return h->call[i].at_ps;
}

/* A phase of which the device could not be asked stands in a row of its own, under the same path. */
static int has_sample(const gt_snapshot *snap, const gt_series *good, size_t k) {
    for (size_t i = 0; i < snap->count; i++) {
        const gt_series *now = &snap->series[i];
        if (strcmp(now->path, good->path) || now->kind != good->kind || now->cold != good->cold) continue;
        for (size_t j = 0; j < now->kept; j++)
            if (same(now->begin_ns[j], good->begin_ns[k]) && same(now->ns[j], good->ns[k]) &&
                same(now->known[GT_COLUMN_device_ns] ? gt_series_sample(now, j).device_ns : 0,
                     good->known[GT_COLUMN_device_ns] ? gt_series_sample(good, k).device_ns : 0)) return 1;
    }
    return 0;
}
/* Samples that ended before the fault are the same as without it, and stand in the printed report. */
static const char *lost_samples(const healthy *h, size_t fault, int reports) {
    const double fault_ns = (double)(complete_until(h, fault) / 1000 - gt_clk_.start);
    const char *lost = NULL, *table = strstr(text, "clock simulated");
    gt_snapshot snap;
    if (gt_snapshot_take(&snap) != GT_OK) return "no snapshot";
    for (size_t i = 0; i < h->snap.count && !lost; i++) {
        const gt_series *good = &h->snap.series[i];
        size_t k = 0;
        for (; k < good->kept && good->begin_ns[k] + good->ns[k] <= fault_ns && good->kind != GT_KIND_OUTSIDE &&
               good->kind != GT_KIND_COMMAND; k++) {
            if (has_sample(&snap, good, k)) continue;
            lost = wrong(good->path, ": a sample that was complete before is lost or changed", "");
            break;
        }
        if (!lost && k && reports && !row_of(table, good->name))
            lost = wrong(good->path, ": measured before, but not in the printed report", "");
    }
    gt_snapshot_free(&snap);
    return lost;
}

/* Example 01 takes numbers in a loop and prints them at the end: those that it had must be there. Each problem ends
   with the release of its kernel: three in the cold process, in the warm one two warm-ups and three. */
static const char *lost_rows(const healthy *h, size_t fault) {
    size_t done = 0;
    for (size_t i = 0; i < fault; i++) done += !strcmp(h->call[i].name, "clReleaseKernel");
    for (size_t p = 0; p < 3; p++) {
        char figure[2][32];
        ex_problem problem = ex_problem_at(4 + (int)p, 1);
        const char *good = row_of(h->text, problem.name), *now = row_of(text, problem.name);
        if (!good || sscanf(good, "%*s %31s ms %31s ms", figure[0], figure[1]) != 2)
            return "the table of a healthy run cannot be read";
        for (int warm = 0; warm < 2; warm++) {
            char both[2][32] = {"", ""};
            if (done <= p + (warm ? 5 : 0)) continue;
            if (!now || sscanf(now, warm ? "%*s %31s ms %31s ms" : "%*s %31s", both[0], both[1]) != warm + 1
                || strcmp(both[warm], figure[warm]))
                return wrong(problem.name, warm ? ", warmed up" : ", cold", ": measured before, but not printed");
        }
    }
    return NULL;
}

static const char *left_behind(size_t leaks_allowed) {
    const char *misuse = "";
    const size_t leaks = simcl_leaks(NULL);
    if (simcl_hangs()) return "a wait could never have ended";
    if (simcl_misuses(&misuse)) return wrong("a handle was misused: ", misuse, "");
    if (leaks > leaks_allowed) return "OpenCL objects are left";
    if (!leaks && simcl_alive()) return "OpenCL objects are alive";
    if (gt_cl_open_queues_.count) return "the kit still knows a queue";
    if (gt_cl_mine_.rows.used) return "event slots are in use";
    if (gt_self_ && gt_self_->current != gt_self_->root) return "a scope is open";
    return NULL;
}

/* Call, code and place in the first error, and all of it printed. */
static const char *error_unclear(const char *call, cl_int code) {
    const gt_error *e = gt_error_first();
    char place[300];
    if (!e) return "it ended without an error";
    if (!strstr(e->call, call)) return wrong("its error names ", e->call, " instead");
    if (e->code != code || strcmp(e->code_name, gt_cl_error_name_(code)))
        return wrong("its error has the code ", e->code_name, "");
    if (!e->file[0] && !strstr(e->call, " in gt_")) return wrong("its error in ", e->call, " has no place");
    (void)snprintf(place, sizeof place, e->line ? "%s:%d" : "%s", e->file, e->line);
    if (!strstr(text, e->call) || !strstr(text, e->code_name) || !strstr(text, place))
        return wrong("its error in ", e->call, " was not printed");
    return NULL;
}

/* Device times that are not there although they could be; -1 if anything else is missing. */
static int device_times_lost(const healthy *h) {
    gt_snapshot snap;
    int lost = 0;
    if (gt_snapshot_take(&snap) != GT_OK) return -1;
    for (size_t i = 0; i < h->snap.count; i++) {
        const gt_series *good = &h->snap.series[i];
        size_t n = 0, device = 0;
        if (good->kind == GT_KIND_COMMAND) continue;        /* without stamps there is none */
        for (size_t j = 0; j < snap.count; j++) {
            const gt_series *now = &snap.series[j];
            if (strcmp(now->path, good->path) || now->kind != good->kind || now->cold != good->cold) continue;
            n += now->voided || now->failed ? 0 : now->n;
            device += now->device_stats.n;
        }
        if (n != good->n) return gt_snapshot_free(&snap), -1;
        lost += (int)(good->device_stats.n - device);
    }
    gt_snapshot_free(&snap);
    return lost;
}

/* Two reports, without the tables of where the time goes: a query that fails moves the commands on which the placing of
   stamps rests, so that a part may be known better or worse. */
static int same_but_for_parts(const char *a, const char *b) {
    static const char table[] = "where the time goes";
    while (1) {
        const char *to_a = strstr(a, table), *to_b = strstr(b, table);
        if (!to_a || !to_b) return !strcmp(a, b);
        if (to_a - a != to_b - b || strncmp(a, b, (size_t)(to_a - a))) return 0;
        a = strstr(to_a, "\n\n");
        b = strstr(to_b, "\n\n");
        if (!a || !b) return a == b;
    }
}

/* It went on: then it had to be right, the call was one that it can do without, and what is missing is said. */
static const char *loss_unclear(const example *e, const healthy *h, const char *call, int always) {
    for (size_t i = 0; i < sizeof optional / sizeof *optional; i++) {
        if (strcmp(optional[i].call, call)) continue;
        const int lost = device_times_lost(h);
        if (e->reports && !same_but_for_parts(text, h->text) && !strstr(text, optional[i].says) &&
                !row_of(text, "command"))
            return "it prints something else, but not why";
        return lost < 0 || (lost > optional[i].samples && !always) ? "it lost more than it may" : NULL;
    }
    return wrong("it went on as if ", call, " had not failed");
}

/* ---- the sweep ---- */

static int is_release(const char *call) { return !strncmp(call, "clRelease", 9); }

static size_t injected, survived, complaints;
typedef struct tally { const char *call; size_t times, ended, went_on; } tally;
static tally tallies[64];

static tally *tally_of(const char *call) {
    size_t i = 0;
    while (i < 63 && tallies[i].call && strcmp(tallies[i].call, call)) i++;
    tallies[i].call = call;
    return &tallies[i];
}

static void judge(const char *complaint, const example *e, const char *what, size_t nth, cl_int code) {
    injected += simcl_faults_fired() > 0;
    survived += simcl_faults_fired() > 0 && !complaint;
    if (complaint && complaints++ < 30)
        print_error("%s: %s, use %lu, fails with %s: %s\n", e->name, what, (unsigned long)nth, gt_cl_error_name_(code),
                    complaint);
}

/* The fault is the call with that index in the log of the healthy run. */
static const char *verdict(int k, size_t fault, cl_int code, int status) {
    const healthy *h = &right[k];
    const char *call = h->call[fault].name, *complaint = left_behind((size_t)is_release(call));
    tally *t = tally_of(call);
    t->times++;
    t->ended += status != 0;
    t->went_on += status == 0;
    if (simcl_faults_fired() != 1) return "it never came to that call";
    if (!complaint && status) complaint = error_unclear(call, code);
    if (!complaint && !status) complaint = loss_unclear(&examples[k], h, call, 0);
    if (!complaint) complaint = lost_samples(h, fault, examples[k].reports);
    if (!complaint && !examples[k].reports) complaint = lost_rows(h, fault);
    return complaint;
}

/* The first uses of each call, and of the others, which passes of one loop make, a part: all of them in a full run. */
static int is_left_out(const log_line *call, size_t i) {
    return !FULL && call->nth > (SANITIZED ? 2 : 8) && i % (SANITIZED ? 61 : 7);
}
TEST(any_call_may_fail_at_any_time, NULL, restore_console) {
    complaints = 0;
    for (int k = 0; k < EXAMPLES; k++) {
        for (size_t i = 0; i < right[k].calls; i++) {
            const log_line *call = &right[k].call[i];
            const cl_int code = i % 2 ? CL_OUT_OF_RESOURCES : CL_OUT_OF_HOST_MEMORY;
            if (is_left_out(call, i)) continue;
            begin_anew(NULL);
            assert_int_equal(simcl_fail(call->name, call->nth, code), 0);
            const int status = run_it(&examples[k]);
            judge(verdict(k, i, code, status), &examples[k], call->name, call->nth, code);
        }
    }
    printf("simcl: %lu faults at the %lu calls of 01 and %lu of 02\n", (unsigned long)injected,
           (unsigned long)right[0].calls, (unsigned long)right[1].calls);
    assert_int_equal(complaints, 0);
}

/* Codes that mean something of their own there. Whatever is done about it, it is done in order. */
TEST(codes_with_a_meaning_of_their_own_are_no_surprise, NULL, restore_console) {
    static const struct { const char *call; cl_int code; int status[EXAMPLES]; const char *says; } cases[] = {
        {"clGetPlatformIDs", -1001, {-1, -1}, "No OpenCL device was found"},
        {"clGetDeviceIDs", CL_DEVICE_NOT_FOUND, {1, 1}, "No OpenCL device was found"},
        {"clBuildProgram", CL_BUILD_PROGRAM_FAILURE, {1, 1}, "CL_BUILD_PROGRAM_FAILURE"},
        {"clCreateCommandQueue", CL_INVALID_QUEUE_PROPERTIES, {1, 1}, "CL_INVALID_QUEUE_PROPERTIES"},
        {"clGetEventProfilingInfo", CL_PROFILING_INFO_NOT_AVAILABLE, {0, 0}, "no-profiling"},
        {"clEnqueueReadBuffer", 7777, {1, 1}, "an unknown OpenCL code"},
        {"clEnqueueReadBuffer", -9999, {1, 1}, "an unknown OpenCL code"},
    };
    complaints = 0;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        for (int k = 0; k < EXAMPLES; k++) {
            for (size_t i = 0, used = 0; i < right[k].calls && used < 20; i++) {
                const log_line *call = &right[k].call[i];
                const char *complaint;
                if (strcmp(call->name, cases[c].call)) continue;
                used++;
                begin_anew(NULL);
                assert_int_equal(simcl_fail(call->name, call->nth, cases[c].code), 0);
                const int status = run_it(&examples[k]), expected = cases[c].status[k];
                complaint = left_behind(0);
                if (!complaint && expected >= 0 && status != expected) complaint = "unexpected status";
                if (!complaint && (status || examples[k].reports) && !same_but_for_parts(text, right[k].text)
                    && !strstr(text, cases[c].says))
                    complaint = wrong("it does not say \"", cases[c].says, "\"");
                judge(complaint, &examples[k], call->name, call->nth, cases[c].code);
            }
        }
    }
    assert_int_equal(complaints, 0);
}

/* A call that never works: also all that is done about its failure. And two that fail together. */
TEST(calls_that_always_fail_are_survived, NULL, restore_console) {
    static const char *const pairs[][2] = {{"clBuildProgram", "clGetProgramBuildInfo"},
                                           {"clBuildProgram", "clReleaseProgram"},
                                           {"clCreateCommandQueue", "clReleaseContext"}, {"clFinish", "clReleaseEvent"},
                                           {"clCreateKernel", "clReleaseMemObject"},
                                           {"clEnqueueNDRangeKernel", "clFinish"},
                                           {"clGetEventInfo", "clReleaseEvent"}};
    complaints = 0;
    for (int k = 0; k < EXAMPLES; k++) {
        const char *names[64];
        size_t count;
        begin_anew(NULL);
        assert_int_equal(run_it(&examples[k]), 0);
        count = simcl_names(names, 64);
        for (size_t i = 0; i < count + sizeof pairs / sizeof *pairs; i++) {
            const char *first = i < count ? names[i] : pairs[i - count][0];
            const char *second = i < count ? NULL : pairs[i - count][1];
            begin_anew(NULL);
            assert_int_equal(simcl_fail(first, 0, CL_OUT_OF_RESOURCES), 0);
            if (second) assert_int_equal(simcl_fail(second, 0, CL_OUT_OF_HOST_MEMORY), 0);
#ifdef __SANITIZE_ADDRESS__
            /* what the device may still write to is not freed when nothing tells that it is done */
            __lsan_disable();
#endif
            const int status = run_it(&examples[k]);
#ifdef __SANITIZE_ADDRESS__
            __lsan_enable();
#endif
            const char *complaint = left_behind(is_release(first) || (second && is_release(second)) ? (size_t)-1 : 0);
            if (!complaint && status && !gt_error_first()) complaint = "it ended without an error";
            if (!complaint && status && !strstr(gt_error_first()->call, first)
                && !(second && strstr(gt_error_first()->call, second)))
                complaint = wrong("its error names ", gt_error_first()->call, " instead");
            if (!complaint && !status) complaint = loss_unclear(&examples[k], &right[k], first, 1);
            judge(complaint, &examples[k], first, 0, CL_OUT_OF_RESOURCES);
        }
    }
    assert_int_equal(complaints, 0);
}

/* The driver runs out of memory: the call that needed it fails, and is the one in the error. The first 150 times, then
   each seventh; in a run that is not full fewer. */
TEST(any_allocation_of_the_driver_may_fail, NULL, restore_console) {
    complaints = 0;
    for (int k = 0; k < EXAMPLES; k++) {
        int more = 1;
        for (size_t nth = 1; more; nth += nth < 150 / THINNER ? 1 : FULL ? 7 : SANITIZED ? 61 : 23) {
            const char *complaint, *call = "?";
            begin_anew(NULL);
            simcl_fail_alloc(nth);
            const int status = run_it(&examples[k]);
            more = simcl_faults_fired() > 0;
            for (size_t i = 0; i < simcl_call_count() && more; i++) {
                if (simcl_call_at(i)->result >= 0) continue;
                call = simcl_call_at(i)->name;
                break;
            }
            if (!more) break;
            complaint = left_behind(0);
            if (!complaint && !status) complaint = "it went on";
            if (!complaint) complaint = error_unclear(call, gt_error_first() ? gt_error_first()->code : 0);
            judge(complaint, &examples[k], "an allocation", nth, CL_OUT_OF_HOST_MEMORY);
        }
    }
    assert_int_equal(complaints, 0);
}

/* Commands fail on the device, long after the call that enqueued them was fine. A clFinish that reports it ends the
   program; where none does, only a collected command tells, and then the results have to be right all the same. */
TEST(any_command_may_fail_on_the_device, NULL, restore_console) {
    complaints = 0;
    size_t unnoticed = 0, silent = 0;
    for (int reported = 0; reported < 2; reported++) {
        for (int k = 0; k < EXAMPLES; k++) {
            simcl_script s;
            memset(&s, 0, sizeof s);
            s.device[0].finish_reports_failure = reported;
            for (size_t nth = 1; nth <= right[k].commands; nth += FULL || nth < 12 ? 1 : SANITIZED ? 37 : 5) {
                const char *complaint;
                begin_anew(&s);
                assert_int_equal(simcl_fail_command(nth, CL_OUT_OF_RESOURCES), 0);
                const int status = run_it(&examples[k]);
                complaint = left_behind(0);
                if (!complaint && reported && !status) complaint = "clFinish told it, but it went on";
                const gt_error *e = gt_error_first();
                if (!complaint && e && e->code != CL_OUT_OF_RESOURCES           /* or that of a wait for its event */
                    && e->code != CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) complaint = "another error came first";
                if (!complaint && status && !e && !strstr(text, "WRONG RESULT")) complaint = "it ended without a word";
                silent += !reported;
                unnoticed += !reported && !status;
                judge(complaint, &examples[k], "a command", nth, CL_OUT_OF_RESOURCES);
            }
        }
    }
    printf("where clFinish does not tell, %lu commands failed, %lu unnoticed: warm-up, or without GT_EVENT\n",
           (unsigned long)silent, (unsigned long)unnoticed);
    assert_int_equal(complaints, 0);
}

TEST(only_the_listed_calls_may_fail_without_ending_the_program, NULL, restore_console) {
    printf("%-28s %6s %6s %8s\n", "call", "failed", "ended", "went on");
    for (size_t i = 0; i < 63 && tallies[i].call; i++) {
        const tally *t = &tallies[i];
        const optional_call *may = NULL;
        for (size_t k = 0; k < sizeof optional / sizeof *optional; k++)
            if (!strcmp(optional[k].call, t->call)) may = &optional[k];
        printf("%-28s %6lu %6lu %8lu  %s\n", t->call, (unsigned long)t->times, (unsigned long)t->ended,
               (unsigned long)t->went_on, may ? may->loss : "");
        assert_int_equal(t->ended + t->went_on, t->times);
        assert_true(may ? t->went_on > 0 && (may->ends_too || t->ended == 0) : t->went_on == 0);
    }
}

static int print_count(void **state) {
    (void)state;
    for (int k = 0; k < EXAMPLES; k++) {
        gt_snapshot_free(&right[k].snap);
        free(right[k].text);
    }
    instant_over();
    free(text);
    printf("simcl: faults %lu injected, %lu survived\n", (unsigned long)injected, (unsigned long)survived);
    return 0;
}

int main(void) {
    setenv("GT_WIDE", "1", 1);   /* sentences are looked for, which would be folded */
    setenv("GT_AUDIT", "0", 1);       /* reports are compared: signals of the real machine are not the same twice */
    return test_all(open_console, print_count);
}
