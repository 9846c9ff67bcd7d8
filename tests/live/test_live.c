/* alone: yes */
/* link: OpenCL */
/* flags: -D_DEFAULT_SOURCE */
/* test_live.c - the faults that people really make, on the device that is there: found each time, and not in the mended
   program

   Compilers keep what they once built, so what has to be cold runs in processes of its own, each with an empty folder
   for PoCL's cache (CUDA_CACHE_DISABLE=1 for NVIDIA's). A fault must be found in each of 20 runs (make test-full;
   else 5: a fault that is found in half of the runs passes one time in 32), its mended twin must raise it in none.
   Nothing here asks how long anything takes: other programs may be running. */
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "kit_cl.h"

#include "test.h"

enum { RUNS = FULL ? 20 : 5, SAMPLES = 12, LONG_MS = 2 };

/* ---- processes ---- */

static char scratch[256];               /* a folder of this test's own */

static int make_scratch(void **unused) {
    const char *tmp = getenv("TMPDIR");
    (void)unused;
    snprintf(scratch, sizeof scratch, "%s/gputime_live_XXXXXX", tmp && tmp[0] && strlen(tmp) < 200 ? tmp : "/tmp");
    return mkdtemp(scratch) == NULL;
}
static int remove_scratch(void **unused) {
    (void)unused;
    test_folder_remove(scratch);
    return 0;
}

/* ---- a fault and its twin ---- */

/* run: the fault, or mended; 0: it failed. Several share a process. */
typedef struct experiment {
    const char *what;
    gt_finding_code code;
    int (*run)(int mended);
    gt_finding_code instead;        /* 0, or what else it may be called, since it is inferred */
} experiment;

#define NOTHING_ELSE ((gt_finding_code)0)

enum { MOST = 4 };
enum { NO_DEVICE = 1, RAN };
typedef struct result {
    int how, compiles_at_launch, over_budget;
    double others;                  /* the share of the processors that went to others meanwhile; 0 where none tells */
    uint64_t bad[MOST], good[MOST];
    char note[MOST][200];
} result;

/* Seconds of all processors since the machine started: all, and those in which they did not idle (steal is time of
   other guests). */
static int machine_s(double *all, double *used) {
    double t[8];
    FILE *f = fopen("/proc/stat", "r");
    const int known = f && fscanf(f, "cpu %lf %lf %lf %lf %lf %lf %lf %lf", t, t + 1, t + 2, t + 3, t + 4, t + 5, t + 6,
                                  t + 7) == 8;
    if (f) fclose(f);
    if (!known) return 0;
    *used = (t[0] + t[1] + t[2] + t[5] + t[6] + t[7]) / (double)sysconf(_SC_CLK_TCK);
    *all = *used + (t[3] + t[4]) / (double)sysconf(_SC_CLK_TCK);
    return 1;
}

static int findings_now(uint64_t *codes, gt_finding_code of, char *note) {
    gt_finding *list;
    size_t count, i;
    if (gt_findings(&list, &count) != GT_OK || gt_error_first()) return 0;
    for (*codes = 0, i = 0; i < count; i++) {
        *codes |= (uint64_t)1 << list[i].code;
        if (note && list[i].code == of)
            snprintf(note, 200, "%s: %.150s", gt_severity_text_(list[i].severity), list[i].figures);
    }
    free(list);
    gt_reset();
    return 1;
}

static gt_cl cl;
static int over_budget;                 /* something took far longer than it may, as it can beside other programs */
static void run_all(const experiment *e, size_t count, result *r) {
    size_t i;
    double all[2], used[2];
    const clock_t own = clock();
    const int told = machine_s(&all[0], &used[0]);
    gt_status status = gt_cl_open(&cl, NULL);
    if (status == GT_ERR_NO_DEVICE) r->how = NO_DEVICE;
    if (status != GT_OK) return;
    r->compiles_at_launch = strstr(cl.version, "PoCL") != NULL;
    for (i = 0; i < count; i++)
        if (!e[i].run(0) || !findings_now(&r->bad[i], e[i].code, r->note[i]) || !e[i].run(1) ||
            !findings_now(&r->good[i], e[i].code, NULL)) {
            gt_fail(stderr);
            return;
        }
    r->how = RAN;
    r->over_budget = over_budget;
    if (told && machine_s(&all[1], &used[1]) && all[1] > all[0])
        r->others = (used[1] - used[0] - (double)(clock() - own) / CLOCKS_PER_SEC) / (all[1] - all[0]);
}

/* In a child, with a cache that is empty if it shall be cold. */
static void in_a_process(const experiment *e, size_t count, const char *audit, int cold, result *r) {
    static int runs;
    int ends[2], status;
    pid_t child;
    assert_int_equal(pipe(ends), 0);
    fflush(stdout);
    fflush(stderr);
    runs++;
    child = fork();
    assert_true(child >= 0);
    memset(r, 0, sizeof *r);
    if (child == 0) {
        char cache[300];
        snprintf(cache, sizeof cache, "%s/%s%d", scratch, cold ? "cold" : "warm", cold ? runs : 0);
        (void)mkdir(cache, 0700);
        setenv("POCL_CACHE_DIR", cache, 1);
        setenv("CUDA_CACHE_DISABLE", "1", 1);
        if (audit) setenv("GT_AUDIT", audit, 1);
        else unsetenv("GT_AUDIT");
        run_all(e, count, r);
        _exit(write(ends[1], r, sizeof *r) != (ssize_t)sizeof *r);  /* the driver's threads and handlers are its own */
    }
    close(ends[1]);
    if (read(ends[0], r, sizeof *r) != (ssize_t)sizeof *r) memset(r, 0, sizeof *r);
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
}

/* A busy machine spoils runs: a kernel ends before the enqueue call returns, or computing is taken for compiling. So
   few of all runs are made again, and beside others that take so much of the processors so many. A run that took too
   long is made again beside such others alone. */
enum { SPOILED = 3, SPOILED_BUSY = 20 };
#define BUSY 0.2
static int cannot_be_seen(const experiment *e) {
    return e->code == GT_FINDING_PAGE_FAULTS && !test_faults_are_counted();
}
static int is_as_planted(const experiment *e, size_t count, const result *r) {
    size_t i;
    for (i = 0; i < count; i++) {
        if (r->good[i] >> e[i].code & 1) return 0;
        if (!(r->bad[i] >> e[i].code & 1) && !cannot_be_seen(&e[i])) return 0;
    }
    return r->how == RAN && !r->over_budget;
}

static void check(const experiment *e, size_t count, const char *audit, int cold) {
    int again = 0, busy = 0, fired[MOST] = {0}, otherwise[MOST] = {0}, silent[MOST] = {0}, failed = 0, run;
    static result r;
    size_t i;
    for (run = 0; run < RUNS; run++) {
        do in_a_process(e, count, audit, cold, &r);
        while (r.how == RAN && !is_as_planted(e, count, &r) &&
               (r.others > BUSY ? busy++ < SPOILED_BUSY : !r.over_budget && again++ < SPOILED));
        if (r.how == NO_DEVICE) skip();
        if (r.how != RAN || r.over_budget) failed++;
        for (i = 0; i < count; i++) {
            if (r.bad[i] >> e[i].code & 1) fired[i]++;
            else if (e[i].instead && r.bad[i] >> e[i].instead & 1) otherwise[i]++;
            silent[i] += r.how == RAN && !(r.good[i] >> e[i].code & 1);
        }
    }
    for (i = 0; i < count; i++) {
        printf("finding: live %s%s fires %d/%d silent %d/%d", gt_finding_name(e[i].code), e[i].what, fired[i], RUNS,
               silent[i], RUNS);
        if (e[i].instead)
            printf(" (inferred from the processor time; else %s: %d)", gt_finding_name(e[i].instead), otherwise[i]);
        printf("\n    %s\n", r.note[i]);
    }
    if (busy) printf("made again beside others on the processors: %d runs\n", busy);
    assert_int_equal(failed, 0);
    for (i = 0; i < count; i++) {
        assert_int_equal(silent[i], RUNS);
        if (cannot_be_seen(&e[i])) continue;
        if (e[i].instead && !r.compiles_at_launch) continue;    /* nothing is made there, and nothing can be found */
        assert_int_equal(fired[i] + otherwise[i], RUNS);
        assert_true(otherwise[i] * 10 <= RUNS);
    }
}

/* ---- what runs there ---- */

static cl_kernel kernel_of(const char *source, const char *name) {
    cl_program program = gt_cl_program(&cl, source, NULL, name);
    return program ? clCreateKernel(program, name, NULL) : NULL;
}

/* Some milliseconds of work on any device. */
static const char *const spin_source =
    "kernel void spin(global uint *out, uint steps) {\n"
    "    uint x = (uint)get_global_id(0) + 1u;\n"
    "    for (uint i = 0; i < steps; i++) x = x * 1664525u + 1013904223u;\n"
    "    out[get_global_id(0)] = x;\n"
    "}\n";
static cl_kernel spin;
static cl_mem spin_out;
static const size_t spin_items = 64, spin_group = 64;

static cl_int launch_spin(cl_event *event) {
    return clEnqueueNDRangeKernel(cl.queue, spin, 1, NULL, &spin_items, &spin_group, 0, NULL, event);
}
static int make_spin(void) {
    const cl_uint zero = 0;
    cl_uint steps;
    double best = 0;
    if (spin) return 1;
    spin = kernel_of(spin_source, "spin");
    spin_out = clCreateBuffer(cl.context, CL_MEM_READ_WRITE, spin_items * sizeof(cl_uint), NULL, NULL);
    if (!spin || !spin_out || gt_cl_fill(cl.queue, spin_out, &zero, sizeof zero) != GT_OK) return 0;
    if (clSetKernelArg(spin, 0, sizeof spin_out, &spin_out) != CL_SUCCESS) return 0;
    for (steps = 1024; best < LONG_MS && steps < 1u << 30; steps *= 2) {
        gt_timer t = {0};
        if (clSetKernelArg(spin, 1, sizeof steps, &steps) != CL_SUCCESS || launch_spin(NULL) != CL_SUCCESS) return 0;
        clFinish(cl.queue);
        gt_timer_start(&t);
        if (launch_spin(NULL) != CL_SUCCESS || clFinish(cl.queue) != CL_SUCCESS) return 0;
        gt_timer_stop(&t);
        best = gt_timer_ms(&t);
    }
    return 1;
}

/* The launch is timed, not the execution. */
static int launches_timed(int mended) {
    int i;
    if (!make_spin()) return 0;
    for (i = 0; i < SAMPLES; i++) {
        GT_SCOPE("compute") {
            GT_CL(launch_spin(GT_EVENT));
            if (mended) GT_CL(clFinish(cl.queue));
        }
        GT_CL(clFinish(cl.queue));
    }
    return 1;
}
static int launches_timed_without_events(int mended) {
    int i;
    if (!make_spin()) return 0;
    for (i = 0; i < SAMPLES; i++) {
        GT_SCOPE("compute") {
            GT_CL(launch_spin(NULL));
            if (mended) GT_CL(clFinish(cl.queue));
        }
        GT_CL(clFinish(cl.queue));
    }
    return 1;
}
static void launch_side(int mended) {
    GT_CL(launch_spin(GT_EVENT));
    if (mended) GT_CL(clFinish(cl.queue));
}
/* Passes of microseconds would leave minutes of work in the queue while a comparison spreads its samples. */
static int sides_compared(int mended) {
    const double budget_s = 0.5;
    if (!make_spin()) return 0;
    const uint64_t begin = gt_clock_ticks();
    GT_COMPARE("sides", .budget_s = budget_s) {
        GT_SIDE("one") launch_side(mended);
        GT_SIDE("two") launch_side(mended);
    }
    GT_CL(clFinish(cl.queue));
    const double s = 1e-9 * gt_clock_ns(gt_clock_ticks() - begin);
    if (s <= 4 * budget_s) return 1;
    over_budget = 1;
    fprintf(stderr, "a comparison of %.1f s took %.1f s\n", budget_s, s);
    return 1;
}

/* Work from before is still running. */
static int read_behind_others(int mended) {
    int i;
    if (!make_spin()) return 0;
    for (i = 0; i < SAMPLES; i++) {
        GT_CL(launch_spin(NULL));
        if (mended) GT_CL(clFinish(cl.queue));
        GT_SCOPE("read back") {
            cl_uint x;
            GT_CL(clEnqueueReadBuffer(cl.queue, spin_out, CL_TRUE, 0, sizeof x, &x, 0, NULL, NULL));
        }
    }
    return 1;
}
static int phase_behind_others(int mended) {
    int i;
    if (!make_spin()) return 0;
    for (i = 0; i < SAMPLES; i++) {
        GT_CL(launch_spin(NULL));
        if (mended) GT_CL(clFinish(cl.queue));
        GT_SCOPE_CL(cl.queue, "phase") GT_CL(launch_spin(GT_EVENT));
    }
    return 1;
}

/* The compiler runs in the first sample: on PoCL when a kernel is launched first, elsewhere when it is built. */
static const char *const add_source =
    "kernel void add(global const float *a, global const float *b, global float *c) {\n"
    "    size_t i = get_global_id(0);\n"
    "    c[i] = a[i] + b[i];\n"
    "}\n";
enum { ADD_ITEMS = 65536 };
static cl_mem add_buffer[3];
static int make_buffers(size_t bytes, int fill) {
    const cl_float one = 1;
    int i;
    for (i = 0; i < 3; i++) {
        add_buffer[i] = clCreateBuffer(cl.context, CL_MEM_READ_WRITE, bytes, NULL, NULL);
        if (!add_buffer[i] || (fill && gt_cl_fill(cl.queue, add_buffer[i], &one, sizeof one) != GT_OK)) return 0;
    }
    return 1;
}
static void release_buffers(void) {
    int i;
    for (i = 0; i < 3; i++) {
        if (add_buffer[i]) clReleaseMemObject(add_buffer[i]);
        add_buffer[i] = NULL;
    }
}
static int set_buffers(cl_kernel k) {
    cl_uint i;
    for (i = 0; i < 3; i++) if (clSetKernelArg(k, i, sizeof add_buffer[i], &add_buffer[i]) != CL_SUCCESS) return 0;
    return 1;
}
static const size_t add_items = ADD_ITEMS, many_items = (size_t)6 << 20, add_group = 64;
static cl_int launch_add(cl_kernel k, const size_t *items) {
    return clEnqueueNDRangeKernel(cl.queue, k, 1, NULL, items, &add_group, 0, NULL, GT_EVENT);
}
/* Kernels that the compiler has not yet seen: each with another number in it. */
static cl_kernel new_add(void) {
    static int number;
    char source[600];
    cl_kernel k;
    snprintf(source, sizeof source, "#define NUMBER %d\n%s", ++number, add_source);
    k = kernel_of(source, "add");
    return k && set_buffers(k) ? k : NULL;
}
static int time_adds(cl_kernel k) {
    int i;
    for (i = 0; i < SAMPLES; i++) GT_SCOPE_CL(cl.queue, "add") GT_CL(launch_add(k, &add_items));
    return 1;
}
static int built_inside(int mended) {
    cl_kernel k = NULL;
    int i;
    if (!add_buffer[0] && !make_buffers(ADD_ITEMS * sizeof(cl_float), 1)) return 0;
    if (mended && (k = new_add()) == NULL) return 0;
    if (mended && gt_cl_warm_kernel(cl.queue, k, 1, NULL, &add_items, &add_group) != GT_OK) return 0;
    for (i = 0; i < SAMPLES; i++)
        GT_SCOPE_CL(cl.queue, "build and add") {
            if (!k) k = new_add();
            if (k) GT_CL(launch_add(k, &add_items));
        }
    return k != NULL;
}
static int launched_first_inside(int mended) {
    cl_kernel k;
    if (!add_buffer[0] && !make_buffers(ADD_ITEMS * sizeof(cl_float), 1)) return 0;
    k = new_add();
    if (!k || (mended && gt_cl_warm_kernel(cl.queue, k, 1, NULL, &add_items, &add_group) != GT_OK)) return 0;
    return time_adds(k);
}

/* Memory is touched for the first time inside: that of buffers where the device is the processor, else that of the host
   behind a read. */
static int fresh_buffers(int mended) {
    const size_t bytes = many_items * sizeof(cl_float);
    static cl_kernel k;
    int i;
    release_buffers();
    if (!k) {
        if (!make_buffers(bytes, 1) || (k = new_add()) == NULL) return 0;
        if (gt_cl_warm_kernel(cl.queue, k, 1, NULL, &many_items, &add_group) != GT_OK) return 0;
    }
    for (i = 0; i < 3; i++) {
        release_buffers();
        if (!make_buffers(bytes, mended) || !set_buffers(k)) return 0;
        GT_SCOPE_CL(cl.queue, "add") GT_CL(launch_add(k, &many_items));
    }
    return 1;
}
static int fresh_memory(int mended) {
    const size_t bytes = (size_t)40 << 20;      /* more than C libraries keep for reuse */
    int i;
    release_buffers();
    if (!make_buffers(bytes, 1)) return 0;
    for (i = 0; i < 3; i++) {
        void *p = malloc(bytes);
        if (!p || (mended && gt_touch(p, bytes, GT_TOUCH_FILL, 0, 1) != GT_OK)) return 0;
        GT_SCOPE_CL(cl.queue, "read")
            GT_CL(clEnqueueReadBuffer(cl.queue, add_buffer[0], CL_TRUE, 0, bytes, p, 0, NULL, GT_EVENT));
        free(p);
    }
    return 1;
}
static int first_touch(int mended) {
    return cl.type & CL_DEVICE_TYPE_CPU ? fresh_buffers(mended) : fresh_memory(mended);
}

/* One launch of a kernel that is new, over memory that is: compilation is one part of that time, page faults are
   another. */
static int cold_and_fresh(int mended) {
    release_buffers();
    if (!make_buffers(many_items * sizeof(cl_float), mended)) return 0;
    cl_kernel k = new_add();
    if (!k || (mended && gt_cl_warm_kernel(cl.queue, k, 1, NULL, &many_items, &add_group) != GT_OK)) return 0;
    GT_SCOPE_CL(cl.queue, "once") GT_CL(launch_add(k, &many_items));
    return 1;
}
static int fresh_when_cold(int mended) {
    return cl.type & CL_DEVICE_TYPE_CPU ? cold_and_fresh(mended) : fresh_memory(mended);
}

/* A clock that stands still while one waits. */
static double cpu_s(void) { return (double)clock() / CLOCKS_PER_SEC; }
static double wall_s(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
static int clocks(int mended) {
    return (mended ? gt_check_clock(wall_s, "CLOCK_MONOTONIC") : gt_check_clock(cpu_s, "clock()")) == GT_OK;
}

/* ---- the tests ---- */

#define COUNT(array) (sizeof(array) / sizeof *(array))

TEST(faults_are_found_and_their_mended_twins_are_not) {
    static const experiment e[] = {
        {"", GT_FINDING_NO_SYNC, launches_timed, NOTHING_ELSE},
        {" of a phase", GT_FINDING_DIRTY_START, phase_behind_others, NOTHING_ELSE},
        {"", GT_FINDING_PAGE_FAULTS, first_touch, NOTHING_ELSE},
        {"", GT_FINDING_CPU_CLOCK, clocks, NOTHING_ELSE},
    };
    check(e, COUNT(e), NULL, 0);
}
TEST(comparison_whose_sides_do_not_wait_keeps_to_its_budget_and_is_found) {
    static const experiment e[] = { {" of a comparison", GT_FINDING_NO_SYNC, sides_compared, NOTHING_ELSE} };
    check(e, COUNT(e), NULL, 0);
}
TEST(audit_finds_what_no_event_tells) {
    static const experiment e[] = {
        {" in an audit", GT_FINDING_NO_SYNC, launches_timed_without_events, NOTHING_ELSE},
        {" in an audit", GT_FINDING_DIRTY_START, read_behind_others, NOTHING_ELSE},
    };
    check(e, COUNT(e), "1", 0);
}
TEST(compiler_in_the_timed_region_is_found) {
    static const experiment e[] = {
        {", build inside", GT_FINDING_JIT_IN_REGION, built_inside, NOTHING_ELSE},
        {", launched first inside", GT_FINDING_JIT_IN_REGION, launched_first_inside, GT_FINDING_COLD_FIRST},
    };
    check(e, COUNT(e), NULL, 1);
}

TEST(compiler_and_page_faults_of_one_launch_are_both_found) {
    static const experiment e[] = {
        {" in a cold launch", GT_FINDING_JIT_IN_REGION, cold_and_fresh, GT_FINDING_COLD_FIRST},
        {" in a cold launch", GT_FINDING_PAGE_FAULTS, fresh_when_cold, NOTHING_ELSE},
    };
    check(e, COUNT(e), NULL, 1);
}

/* A program in two files: the kit, and the code that is timed; only how that is compiled counts. */
static int compile(const char *options, const char *from, const char *to) {
    const char *cc = getenv("CC");
    char command[1200];
    snprintf(command, sizeof command, "%s -std=c99 -D_POSIX_C_SOURCE=200809L -I'%s' %s -o '%s/%s' %s >'%s/log' 2>&1",
             cc && cc[0] ? cc : "cc", GT_KERNEL_DIR "/..", options, scratch, to, from, scratch);
    return system(command) == 0;
}
static void write_file(const char *name, const char *text) {
    char path[300];
    FILE *f;
    snprintf(path, sizeof path, "%s/%s", scratch, name);
    f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    assert_int_equal(fclose(f), 0);
}
TEST(code_without_optimisation_is_found) {
    static const char *const names[] = {"debug", "release"};
    int told[2] = {0, 0}, k, i;
    char from[700], options[40], command[700];
    write_file("kit.c", "#define GPUTIME_IMPLEMENTATION\n#include \"gputime.h\"\n");
    write_file("timed.c",
               "#include \"gputime.h\"\n#include <stdlib.h>\n"
               "int main(void) {\n"
               "    volatile double x = 1;\n    gt_finding *list;\n    size_t count, i;\n    int found = 0, k, m;\n"
               "    for (k = 0; k < 20; k++) GT_SCOPE(\"loop\") for (m = 0; m < 1000; m++) x = x * 1.0001;\n"
               "    if (gt_findings(&list, &count) != GT_OK) return 2;\n"
               "    for (i = 0; i < count; i++) found |= list[i].code == GT_FINDING_DEBUG_BUILD;\n"
               "    free(list);\n    return found;\n}\n");
    snprintf(from, sizeof from, "-c '%s/kit.c'", scratch);
    assert_true(compile("-O1", from, "kit.o"));
    for (k = 0; k < 2; k++) {
        snprintf(options, sizeof options, k ? "-O2" : "-O0");
        snprintf(from, sizeof from, "'%s/timed.c' '%s/kit.o'", scratch, scratch);
        assert_true(compile(options, from, names[k]));
        for (i = 0; i < RUNS; i++) {
            int status;
            snprintf(command, sizeof command, "'%s/%s'", scratch, names[k]);
            status = system(command);
            assert_true(WIFEXITED(status) && WEXITSTATUS(status) <= 1);
            told[k] += WEXITSTATUS(status);
        }
    }
    printf("finding: live debug-build fires %d/%d silent %d/%d\n", told[0], RUNS, RUNS - told[1], RUNS);
    assert_int_equal(told[0], RUNS);
    assert_int_equal(told[1], 0);
}

int main(void) {
    return test_all(make_scratch, remove_scratch);
}
