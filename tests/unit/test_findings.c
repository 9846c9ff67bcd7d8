/* link: simcl */
/* asan: yes */
/* flags: -D_DEFAULT_SOURCE */
/* test_findings.c - every finding of the table: a fault that is planted and found under its name, and a healthy twin
   about which nothing is said; and what the list of findings, the report and the verdict make of them

   All on the simulated device and its clock, so that what was planted is known. Two things cannot be simulated there:
   page faults are real ones (fresh memory is touched in a phase), and the clocks that gt_check_clock tries are real
   clocks. Context switches, and that the process itself computes (as a compiler in it does), are planted where the kit
   reads them, in the answer of getrusage, which otherwise tells of none, so that what the machine does meanwhile cannot
   disturb. */
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <pthread.h>
#include <unistd.h>
#include <stdlib.h>
#include <time.h>

#define GPUTIME_MAX_SAMPLES 1024
#include "kit_cl.h"
#include "simcl.h"

static long planted_switches, planted_cpu_us;
static int pages_are_real;
static size_t rusage_calls;
static double rusage_ns;                /* what a call takes of the simulated time */
int kit_getrusage(int who, struct rusage *u) {
    const int failed = getrusage(who, u);
    rusage_calls++;
    if (rusage_ns > 0) simcl_spend_ns(rusage_ns);
    if (failed) return failed;
    u->ru_nivcsw = planted_switches;
    u->ru_utime.tv_sec = planted_cpu_us / 1000000;
    u->ru_utime.tv_usec = planted_cpu_us % 1000000;
    u->ru_stime.tv_sec = u->ru_stime.tv_usec = 0;
    if (!pages_are_real) u->ru_minflt = u->ru_majflt = 0;
    return 0;
}
static long allocation_that_fails;      /* counted down by each; 0: none does */
static int fails(void) { return allocation_that_fails && !--allocation_that_fails; }
void *kit_malloc(size_t bytes) { return fails() ? NULL : malloc(bytes); }
void *kit_calloc(size_t n, size_t bytes) { return fails() ? NULL : calloc(n, bytes); }
void *kit_realloc(void *p, size_t bytes) { return fails() ? NULL : realloc(p, bytes); }
#include <math.h>
#include "test.h"

#include "host.h"
#include "rig.h"
#include "laws.h"
#include "through.h"

enum { N = SANITIZED ? 2 : 20, PAGE = 4096 };

/* ---- what is measured ---- */

/* The kit's clock: the simulated one, which can step back, or by more than a nanosecond. */
static uint64_t set_back_ns;
static double clock_step_ns;
static uint64_t test_clock_ns(void *unused) {
    const uint64_t now = simcl_now_ns(NULL) - set_back_ns;
    (void)unused;
    return now - now % (uint64_t)clock_step_ns;
}
static void open_on(simcl_script s, size_t i) {
    static uint64_t starts;
    if (gt_self_) gt_self_->trial = NULL;       /* a test that failed in a trial has left it open */
    s.start_ns = ++starts * UINT64_C(1000000000000);
    s.seed = 7919 * i + 1;
    planted_switches = planted_cpu_us = 0;
    pages_are_real = 0;
    set_back_ns = 0;
    clock_step_ns = 1;
    gt_peak(0, 0);
    gt_cl_called_[GT_CL_CALL_clGetEventProfilingInfo_].n = 0;
    gt_cl_called_[GT_CL_CALL_clGetEventProfilingInfo_].failed = 0;
    rig_open(&s, 0);
    assert_int_equal(gt_clock_set(test_clock_ns, NULL, "simulated"), GT_OK);
    assert_int_equal(simcl_kernel("gt_null", NULL, (simcl_cost){.ns = 1500}), 0);
    seed(1000 * i + 17);
}
static simcl_script healthy(void) { return (simcl_script){.no_log = 1}; }

/* A time of about 100 us, with the noise of a law that depends on the case. */
static double (*noise)(void) = law_lnexp;
static double draw_ns(void) { return 1000 * noise(); }
static void draw_from(size_t i) {
    static double (*const steady[])(void) = {law_lnexp, law_norm1, law_lnfloor, law_gumbel};
    noise = steady[i % COUNT(steady)];
}

static void launch(cl_command_queue q, double ns, cl_event *event) {       /* which may fail */
    const size_t items = 64;
    (void)simcl_kernel("work", NULL, (simcl_cost){.ns = ns});
    (void)clEnqueueNDRangeKernel(q, rig_kernel, 1, NULL, &items, NULL, 0, NULL, event);
}
/* By name, so that nothing is said of how this file is compiled. */
static void phase_on(cl_command_queue q, const char *name, double ns) {
    gt_cl_scope s = gt_cl_scope_begin(q, name);
    launch(q, ns, GT_EVENT);
    gt_cl_scope_end(&s);
}
static void phase(double ns) { phase_on(rig_queue, "phase", ns); }
static void host(const char *name, double ns) {
    gt_scope s = gt_scope_begin(name);
    simcl_spend_ns(ns);
    gt_scope_end(&s);
}
static void phases(size_t n) { while (n--) phase(draw_ns()); }

/* A time as one of the three kinds of series that there are. */
static void sample(size_t i, double ns) {
    if (i % 3 == 0) phase(ns);
    else if (i % 3 == 1) host("host", ns);
    else assert_int_equal(gt_series_add("from elsewhere", ns), GT_OK);
}

/* ---- what is planted: each takes the fault (1) or the healthy twin (0), and the number of the case ---- */

static void failed_work(int bad, size_t i) {
    open_on(healthy(), i);
    if (bad && i % 2) assert_int_equal(simcl_fail_command(1 + i, CL_INVALID_VALUE), 0);
    else if (bad) assert_int_equal(simcl_fail("clEnqueueNDRangeKernel", 1 + i, CL_OUT_OF_RESOURCES), 0);
    phases(30);
}

static void event_broken(int bad, size_t i) {
    static const simcl_stamps lies[] = {
        SIMCL_UNTOUCHED, SIMCL_ZERO, SIMCL_ZERO_END, SIMCL_SWAPPED, SIMCL_SUBMIT_AFTER_START,
        SIMCL_SUBMIT_BEFORE_QUEUED, SIMCL_START_BEFORE_QUEUED, SIMCL_HUGE_DIFFERENCE,
        SIMCL_LONGER_THAN_BRACKET, SIMCL_ONE_NS_APART, SIMCL_STILL_FROM_SUBMIT, SIMCL_FROZEN, SIMCL_QUEUED_EARLY};
    static const simcl_stamps truths[] = {SIMCL_HEALTHY, SIMCL_SUBMIT_IS_QUEUED, SIMCL_MARKER_EARLY};
    open_on(healthy(), i);
    assert_int_equal(simcl_break_stamps(bad ? lies[i % COUNT(lies)] : truths[i % COUNT(truths)], 0), 0);
    phases(30);
    for (size_t k = 0; !bad && i % 4 == 3 && k < 30; k++) {     /* a marker takes no time: that is no lie */
        gt_cl_scope s = gt_cl_scope_begin(rig_queue, "marker");
        launch(rig_queue, draw_ns(), GT_EVENT);
        assert_int_equal(clEnqueueMarkerWithWaitList(rig_queue, 0, NULL, GT_EVENT), CL_SUCCESS);
        gt_cl_scope_end(&s);
    }
}

static void event_scale(int bad, size_t i) {
    simcl_script s = healthy();
    s.device[0].drift_ppm = i % 3 == 1 ? 200 : i % 3 == 2 ? -200 : 0;
    s.device[0].resolution_ns = i % 2 ? 1000 : 1;
    open_on(s, i);
    if (bad) assert_int_equal(simcl_break_stamps(i % 2 ? SIMCL_SCALED_DOWN : SIMCL_SCALED_UP, 0), 0);
    phases(30);
}

static void clock_step(int bad, size_t i) {
    open_on(healthy(), i);
    for (size_t k = 0; k < 30; k++) {
        gt_scope s = gt_scope_begin("host");
        simcl_spend_ns(draw_ns());
        if (bad && i % 2 && k == i) set_back_ns = 5000000;
        gt_scope_end(&s);
    }
    (void)gt_clock_info();
    gt_clk_.info.drift_ppm = i % 2 ? 0 : bad ? 60 : 40;     /* what the last report saw the counter's rate do */
}

static double cpu_s(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
static double good_s(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
static void cpu_clock(int bad, size_t i) {
    open_on(healthy(), i);
    assert_int_equal(gt_check_clock(bad ? cpu_s : good_s, "theirs"), GT_OK);
}

static uint64_t us_for_ns(void *unused) {
    (void)unused;
    return (uint64_t)(good_s() * 1e6);
}
static double us_for_s(void) { return good_s() * 1e6; }
static uint64_t good_ns(void *unused) {
    (void)unused;
    return (uint64_t)(good_s() * 1e9);
}
static void clock_unit(int bad, size_t i) {     /* checked, or given to the kit */
    open_on(healthy(), i);
    if (i % 2) assert_int_equal(gt_check_clock(bad ? us_for_s : good_s, "theirs"), GT_OK);
    else assert_int_equal(gt_clock_set(bad ? us_for_ns : good_ns, NULL, "theirs"), GT_OK);
}
static void negative(int bad, size_t i) {
    open_on(healthy(), i);
    for (size_t k = 0; k < (i % 2 ? 1 : 30); k++)
        assert_int_equal(gt_series_add("theirs", bad && k == (i % 2 ? 0 : i) ? -draw_ns() : draw_ns()), GT_OK);
}

static void wrong_queue(int bad, size_t i) {
    cl_command_queue other;
    open_on(healthy(), i);
    other = rig_queue_new(0);
    for (size_t k = 0; k < 30; k++) {
        gt_cl_scope s = gt_cl_scope_begin(bad ? rig_queue : other, "phase");
        launch(other, draw_ns(), GT_EVENT);
        gt_cl_scope_end(&s);
    }
    assert_int_equal(clFinish(other), CL_SUCCESS);
    assert_int_equal(clReleaseCommandQueue(other), CL_SUCCESS);
}

static void host_scope_with_events(int wait) {
    gt_scope s = gt_scope_begin("host");
    launch(rig_queue, draw_ns(), GT_EVENT);
    if (wait) assert_int_equal(clFinish(rig_queue), CL_SUCCESS);
    gt_scope_end(&s);
    assert_int_equal(clFinish(rig_queue), CL_SUCCESS);
}
static void no_sync(int bad, size_t i) {
    open_on(healthy(), i);
    for (size_t k = 0; k < 20; k++) host_scope_with_events(!bad || (i % 2 && k != i));  /* one is enough */
}

/* As GT_CL would tell of it. */
static void launched_before(void) {
    const size_t items = 64;
    GT_CL(clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
    GT_CL(clFinish(rig_queue));
}
static void marker(int bad, size_t i) {
    open_on(healthy(), i);
    for (size_t k = 0; k < 1 + i; k++) {
        gt_cl_scope s = gt_cl_scope_begin(rig_queue, "phase");
        launch(rig_queue, draw_ns(), bad ? NULL : GT_EVENT);
        if (i % 2)
            assert_int_equal(clEnqueueMarkerWithWaitList(rig_queue, 0, NULL, bad || i % 4 == 1 ? GT_EVENT : NULL),
                             CL_SUCCESS);
        else
            assert_int_equal(clEnqueueBarrierWithWaitList(rig_queue, 0, NULL, bad ? GT_EVENT : NULL), CL_SUCCESS);
        gt_cl_scope_end(&s);
    }
}
static void wait_for_user_events(int bad, size_t i, int complete) {
    const size_t items = 64;
    launched_before();
    for (size_t k = 0; k < 1 + i; k++) {
        cl_event go = clCreateUserEvent(rig_context, NULL);
        if (!bad) assert_int_equal(clSetUserEventStatus(go, CL_COMPLETE), CL_SUCCESS);
        gt_cl_scope s = gt_cl_scope_begin(rig_queue, "phase");
        s.complete = complete;
        (void)simcl_kernel("work", NULL, (simcl_cost){.ns = draw_ns()});
        assert_int_equal(clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 1, &go, GT_EVENT),
                         CL_SUCCESS);
        if (bad) simcl_spend_ns(60000 + 20000 * (double)i);
        if (bad) assert_int_equal(clSetUserEventStatus(go, CL_COMPLETE), CL_SUCCESS);
        gt_cl_scope_end(&s);
        clReleaseEvent(go);
    }
}
static void held(int bad, size_t i) {
    open_on(healthy(), i);
    wait_for_user_events(bad, i, 0);
}
static void host_inside(int bad, size_t i) {    /* before, between, behind the commands; the twin: while they run */
    open_on(healthy(), i);
    launched_before();
    for (size_t k = 0; k < 1 + i; k++) {
        gt_cl_scope s = gt_cl_scope_begin(rig_queue, "phase");
        if (bad && i % 3 == 0) simcl_spend_ns(300000);
        launch(rig_queue, draw_ns(), GT_EVENT);
        if (i % 3) assert_int_equal(clFlush(rig_queue), CL_SUCCESS);
        if (bad && i % 3) assert_int_equal(clFinish(rig_queue), CL_SUCCESS);
        if (i % 3) simcl_spend_ns(bad ? 300000 : 50000);
        if (i % 3 == 1) launch(rig_queue, draw_ns() / 4, GT_EVENT);
        gt_cl_scope_end(&s);
    }
}
static void unwarmed(int bad, size_t i) {
    open_on(healthy(), i);
    if (!bad && i % 2) assert_int_equal(gt_cl_warm_kernel(rig_queue, rig_kernel, 1, NULL, &(size_t){64}, NULL), GT_OK);
    else if (!bad) launched_before();
    if (i % 4 < 2) phases(1 + i % 2);
    else host_scope_with_events(1);
}
static void contended(int bad, size_t i) {
    simcl_script s = healthy();
    s.device[0].lanes = bad ? 2 + (unsigned)i % 3 : 1;
    open_on(s, i);
    cl_command_queue q = rig_queue_new(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    for (size_t k = 0; k < 6 + i; k++) {
        const double ns = draw_ns();
        gt_cl_scope p = gt_cl_scope_begin(q, "phase");
        launch(q, ns, GT_EVENT);
        launch(q, ns, GT_EVENT);
        gt_cl_scope_end(&p);
    }
    assert_int_equal(clReleaseCommandQueue(q), CL_SUCCESS);
}
static void unseen(int bad, size_t i) {
    open_on(healthy(), i);
    phases(30);
    for (size_t k = 0; k < 6 + i; k++) {
        gt_scope s = gt_scope_begin("host");
        launch(rig_queue, draw_ns(), bad ? NULL : GT_EVENT);
        assert_int_equal(clFinish(rig_queue), CL_SUCCESS);
        gt_scope_end(&s);
    }
}

static void implausible(int bad, size_t i) {
    open_on(healthy(), i);
    if (i % 2) gt_peak(1e12, 1e11);
    for (size_t k = 0; k < 30; k++) {
        const double ns = draw_ns(), factor = bad ? 1.5 : i % 2 ? 0.5 : 1e-8;
        gt_cl_scope s = gt_cl_scope_begin(rig_queue, "phase");
        gt_work(i % 2 ? 1e12 * 1e-4 * factor : i % 4 ? 1e20 * 1e-4 * factor : 0, i % 4 == 0 ? 1e15 * 1e-4 * factor : 0);
        launch(rig_queue, ns, GT_EVENT);
        gt_cl_scope_end(&s);
    }
}

static void dive(int depth) {
    gt_scope s = gt_scope_begin("dive");
    simcl_spend_ns(draw_ns());
    if (depth > 1) dive(depth - 1);
    gt_scope_end(&s);
}
static void lost(int bad, size_t i) {
    open_on(healthy(), i);
    for (int k = 0; k < 6; k++) dive(GPUTIME_MAX_DEPTH + (bad ? 1 + (int)i : 0));
}

static void partial(int bad, size_t i) {
    open_on(healthy(), i);
    for (size_t k = 0; k < 8; k++) {            /* as with calls.h; the bad twin is called in another file */
        gt_cl_scope s = gt_cl_scope_begin(rig_queue, "many");
        s.complete = 1;
        launch(rig_queue, 1000000, bad && k == i % 8 ? NULL : GT_EVENT);
        gt_cl_scope_end(&s);
    }
}

static void rejected(int bad, size_t i) {
    static const double nothing[] = {NAN, INFINITY, -INFINITY};
    open_on(healthy(), i);
    for (size_t k = 0; k < 30; k++)
        assert_int_equal(gt_series_add("theirs", bad && k == i ? nothing[i % 3] : draw_ns()), GT_OK);
}

static void abandoned(int bad, size_t i) {
    open_on(healthy(), i);
    for (size_t k = 0; k < 30; k++) {
        gt_scope outer = gt_scope_begin("outer"), inner = gt_scope_begin("inner");
        simcl_spend_ns(draw_ns());
        if (!bad || k != i) gt_scope_end(&inner);
        gt_scope_end(&outer);
    }
}

static void debug_build(int bad, size_t i) {    /* where the macro stands; test_live.c compiles such files */
    static gt_site_ slow = {"debug", "debug.c", 7, 0, 0}, fast = {"release", "release.c", 7, 1, 0};
    open_on(healthy(), i);
    for (size_t k = 0; k < 30; k++) {
        gt_scope s;
        gt_scope_enter_(&s, bad ? &slow : &fast, 0);
        simcl_spend_ns(draw_ns());
        gt_scope_leave_(&s, 0);
    }
}

static void dirty_start(int bad, size_t i) {    /* of a phase; of a host scope: below, in an audit */
    open_on(healthy(), i);
    gt_cl_mine_.idle[0].queue = NULL;              /* the rig has it that no queue is ever busy */
    for (size_t k = 0; k < 30; k++) {
        launch(rig_queue, 50000, NULL);
        if (!bad || k % 2) assert_int_equal(clFinish(rig_queue), CL_SUCCESS);
        phases(1);
    }
}

static gt_cl attached(void) {
    gt_cl cl;
    assert_int_equal(gt_cl_attach(&cl, rig_context, rig_queue), GT_OK);
    return cl;
}
static void build_here(void) {
    gt_cl cl = attached();
    cl_program p = gt_cl_program(&cl, "kernel void other() {}", NULL, "other");
    assert_non_null(p);
    assert_int_equal(clReleaseProgram(p), CL_SUCCESS);
    gt_cl_close(&cl);
}
static void jit_in_region(int bad, size_t i) {
    simcl_script s = healthy();
    s.device[0].first_launch.ns = 3e6;
    s.device[0].build.ns = 3e6;
    s.device[0].compile_where = SIMCL_BEFORE_START;
    open_on(s, i);
    if (!bad || i % 2 == 0) {                   /* warm: */
        launch(rig_queue, draw_ns(), NULL);
        assert_int_equal(clFinish(rig_queue), CL_SUCCESS);
    }
    if (!bad) build_here();
    for (size_t k = 0; k < (i % 4 == 2 ? 900 : 30); k++) {
        gt_cl_scope p = gt_cl_scope_begin(rig_queue, "phase");
        if (bad && i % 2 == 0 && k == (i % 8 ? 0 : 5)) build_here();
        if (bad && k == 0) planted_cpu_us += 2000;
        launch(rig_queue, draw_ns(), GT_EVENT);
        gt_cl_scope_end(&p);
    }
}

/* Fresh memory without pages, and never in large ones. */
static unsigned char *fresh_pages(size_t pages) {
    void *p = mmap(NULL, pages * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(p != MAP_FAILED);
    (void)madvise(p, pages * PAGE, MADV_NOHUGEPAGE);
    return p;
}
/* As a file with calls.h makes them. */
static void created_inside(int bad, size_t i) {
    open_on(healthy(), i);
    for (size_t k = 0; k < 30; k++) {
        gt_cl_call_ c;
        gt_cl_call_begin_(&c, GT_CL_CALL_clCreateBuffer_, GT_CL_MAKES_, __FILE__, __LINE__, 0);
        gt_cl_scope s;
        cl_int code = 1;
        cl_mem m;
        if (bad) s = gt_cl_scope_begin(rig_queue, "make");
        gt_cl_before_(&c);
        m = clCreateBuffer(rig_context, CL_MEM_READ_WRITE, 64, NULL, &code);
        simcl_spend_ns(200000);
        c.object = m;
        c.kind = GT_CL_OBJECT_cl_mem_;
        (void)gt_cl_after_(&c, code);
        if (!bad) s = gt_cl_scope_begin(rig_queue, "make");
        launch(rig_queue, draw_ns(), GT_EVENT);
        gt_cl_scope_end(&s);
        gt_cl_reference_(m, -1);
        clReleaseMemObject(m);
    }
}

/* Events that no one releases: as many as only a leak leaves before the end. */
static void leaked_events(int bad, size_t i) {
    static char events[2000];
    gt_cl_call_ c;
    gt_cl_call_begin_(&c, GT_CL_CALL_clEnqueueTask_, GT_CL_OTHER_, __FILE__, __LINE__, 0);
    open_on(healthy(), i);
    gt_cl_before_(&c);
    for (size_t k = 0; k < 1000; k++) gt_cl_object_add_(&c, GT_CL_OBJECT_cl_event_, &events[k]);
    for (size_t k = 0; !bad && k < 1000; k++) gt_cl_reference_(&events[k], -1);
    (void)gt_cl_after_(&c, CL_SUCCESS);
    phases(10);
}

/* As a file with calls.h asks. */
static cl_int asks(int id, const void *object, cl_uint what, void *value, size_t size, cl_int code) {
    gt_cl_call_ c;
    gt_cl_call_begin_(&c, id, GT_CL_ASKS_, "", 0, 0);
    c.object = object;
    c.what = what;
    c.result = value;
    c.size = size;
    gt_cl_before_(&c);
    return gt_cl_after_(&c, c.refused ? c.refused : code);
}
/* Stamps that a program reads though its queue has no profiling; the twin asks once, and believes the answer. */
static void stamps_refused(int bad, size_t i) {
    const int id = GT_CL_CALL_clGetEventProfilingInfo_;
    cl_ulong stamp = 0;
    open_on(healthy(), i);
    for (cl_uint what = CL_PROFILING_COMMAND_START; what <= CL_PROFILING_COMMAND_END - !bad; what++)
        (void)asks(id, &stamp, what, &stamp, sizeof stamp, CL_PROFILING_INFO_NOT_AVAILABLE);
    phases(10);
}

/* QUEUED to END of a kernel behind another; the twin reads START and END. */
static void stamps_apart(int bad, size_t i) {
    const cl_profiling_info what[] = { bad ? CL_PROFILING_COMMAND_QUEUED : CL_PROFILING_COMMAND_START,
                                       CL_PROFILING_COMMAND_END };
    cl_event event;
    open_on(healthy(), i);
    launch(rig_queue, 2e7, NULL);
    launch(rig_queue, 1e6, &event);
    clFinish(rig_queue);
    for (size_t k = 0; k < 2; k++) {
        cl_ulong stamp = 0;
        (void)clGetEventProfilingInfo(event, what[k], sizeof stamp, &stamp, NULL);
        (void)asks(GT_CL_CALL_clGetEventProfilingInfo_, event, what[k], &stamp, sizeof stamp, CL_SUCCESS);
    }
    clReleaseEvent(event);
    phases(10);
}

static void page_faults(int bad, size_t i) {
    const size_t pages = 64 + 10 * i;
    open_on(healthy(), i);
    pages_are_real = 1;
    for (size_t k = 0; k < 8; k++) {
        unsigned char *p = fresh_pages(pages);
        if (!bad) assert_int_equal(gt_touch(p, pages * PAGE, GT_TOUCH_FILL, 0, 1), GT_OK);
        gt_cl_scope s = gt_cl_scope_begin(rig_queue, "phase");
        if (k == 0 || i % 2) assert_int_equal(gt_touch(p, pages * PAGE, GT_TOUCH_WRITE, 0, 1), GT_OK);
        launch(rig_queue, draw_ns(), GT_EVENT);
        gt_cl_scope_end(&s);
        assert_int_equal(munmap(p, pages * PAGE), 0);
    }
}

static void cold_first(int bad, size_t i) {
    open_on(healthy(), i);
    for (size_t k = 0; k < 100; k++) sample(i, draw_ns() * (bad && k == 0 ? 2 + (double)i : 1));
}
static void warmup(int bad, size_t i) {
    open_on(healthy(), i);
    for (size_t k = 0; k < 100; k++) sample(i, draw_ns() * (bad && k < 20 ? 1.1 + 0.01 * (double)i : 1));
}
static void drift(int bad, size_t i) {
    open_on(healthy(), i);
    for (size_t k = 0; k < 100; k++)
        sample(i, draw_ns() * (!bad ? 1 : i % 2 ? 1 + 0.001 * (double)k : k < 60 ? 1 : 1.05 + 0.005 * (double)i));
}
static void alternate(int bad, size_t i) {
    open_on(healthy(), i);
    for (size_t k = 0; k < 100; k++) sample(i, draw_ns() * (bad && k % 2 ? 1.05 + 0.01 * (double)i : 1));
}
static void bimodal(int bad, size_t i) {
    open_on(healthy(), i);
    for (size_t k = 0; k < 100; k++) sample(i, draw_ns() * (bad && uniform() < 0.4 ? 1.15 + 0.01 * (double)i : 1));
}
static void autocorr(int bad, size_t i) {
    double z[300];
    open_on(healthy(), i);
    fill_ar(z, COUNT(z), bad ? 0.9 : 0);
    for (size_t k = 0; k < COUNT(z); k++) sample(i, 98000 + 2000 * exp(0.5 * z[k]));
}
static void outliers(int bad, size_t i) {
    open_on(healthy(), i);
    for (size_t k = 0; k < 100; k++) sample(i, draw_ns() * (bad && k == 50 + i ? 3 + (double)i : 1));
}
static void preempted(int bad, size_t i) {      /* what only comes later, or is only switched, is not preempted */
    open_on(healthy(), i);
    for (size_t k = 0; k < 50; k++) {
        const int here = k % 20 == 1 + i % 19;
        gt_cl_scope s = gt_cl_scope_begin(rig_queue, "phase");
        if (here && (bad || i % 2)) planted_switches++;
        launch(rig_queue, draw_ns() * (here && (bad || i % 2 == 0) ? 3 : 1), GT_EVENT);
        gt_cl_scope_end(&s);
    }
}

/* What the vendor's library says of the clock, every 100 ms. The twins are idle, or slow once. */
static unsigned long long planted_reasons;
static int read_reasons(void *handle, unsigned long long *reasons) {
    (void)handle;
    *reasons = planted_reasons;
    return 0;
}
static void throttled(int bad, size_t i) {
    gt_cl_gauge_state_ gauge;
    gt_device_ *d;
    open_on(healthy(), i);
    memset(&gauge, 0, sizeof gauge);
    gauge.handle = &gauge;
    d = gt_device_of_(rig_device);
    assert_non_null(d);
    d->gauge = &gauge;
    gt_gauge_ = gt_cl_gauge_due_;
    gt_cl_nvml_state_ = 3;
    gt_cl_nvml_.DeviceGetCurrentClocksThrottleReasons = read_reasons;
    for (size_t k = 0; k < 30; k++) {
        planted_reasons = bad ? 1u << (2 + i % 6) : i % 2 ? 1 : k / 3 == 1 ? 0x40 : 0;
        phase(draw_ns());
        simcl_spend_ns(4e7);
    }
    gt_cl_nvml_.DeviceGetCurrentClocksThrottleReasons = NULL;
    gt_cl_nvml_state_ = 0;
    d->gauge = NULL;
}

/* Threads that stand in scopes at once, on the real clock. */
static pthread_barrier_t together;
static void *stand_in_scopes(void *unused) {
    pthread_barrier_wait(&together);
    for (int k = 0; k < 8; k++) {
        gt_scope s = gt_scope_begin("crowd");
        pthread_barrier_wait(&together);
        gt_scope_end(&s);
        pthread_barrier_wait(&together);
    }
    return unused;
}
static void crowded(int bad, size_t i) {        /* the twins wait there, or are not more than there are processors */
    const unsigned processors = (unsigned)sysconf(_SC_NPROCESSORS_ONLN);
    const unsigned threads = bad || i % 2 ? 4 * processors + (unsigned)i % 3 : processors;
    pthread_t thread[200];
    assert_in_range(threads, 1, 200);
    open_on(healthy(), i);
    assert_int_equal(gt_clock_set(NULL, NULL, NULL), GT_OK);
    assert_int_equal(pthread_barrier_init(&together, NULL, threads), 0);
    for (unsigned k = 0; k < threads; k++)
        assert_int_equal(pthread_create(&thread[k], NULL, stand_in_scopes, NULL), 0);
    for (unsigned k = 0; k < threads; k++) assert_int_equal(pthread_join(thread[k], NULL), 0);
    pthread_barrier_destroy(&together);
    if (bad || i % 2 == 0) planted_switches = 1000000;
}

static void batch(simcl_script s, size_t i, double kernel_ns) {
    const size_t items = 1;
    open_on(s, i);
    assert_int_equal(simcl_kernel("work", NULL, (simcl_cost){.ns = kernel_ns, .law = SIMCL_NORMAL, .spread = 0.02}), 0);
    GT_BATCH_CL(rig_queue, "kernel", .max_n = 40, .batch = 64)
        assert_int_equal(clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL, NULL),
                         CL_SUCCESS);
}
static void nonlinear(int bad, size_t i) {
    simcl_script s = healthy();
    bounded.depth = 16;
    bounded.finishes = (size_t)-1;
    bounded.cheap = i % 2 ? 1000 : 20000;
    bounded.dear = !bad ? bounded.cheap : i % 2 ? 40000 : 5000;
    s.device[0].launch.fn = launch_into_a_queue;
    batch(s, i, i % 2 ? 10000 : 1000);
}
static void launch_bound(int bad, size_t i) {
    simcl_script s = healthy();
    s.device[0].launch.ns = 10000;
    batch(s, i, bad ? 1000 + 400 * (double)i : 13000 + 1000 * (double)i);
}

static void measure_costs(void) {
    gt_cl cl = attached();
    assert_int_equal(gt_cl_costs(&cl, NULL), GT_OK);
    gt_cl_close(&cl);
}
static void sync_bound(int bad, size_t i) {
    open_on(healthy(), i);
    measure_costs();
    for (size_t k = 0; k < 30; k++) phase(draw_ns() * (bad ? 0.02 : 2));
}
static void profiling_tax(int bad, size_t i) {
    simcl_script s = healthy();
    s.device[0].event_extra.ns = bad || i % 2 ? 8000 : 0;
    open_on(s, i);
    measure_costs();
    for (size_t k = 0; k < 30; k++) phase(draw_ns() * (bad ? 1.5 : 5));
}

static void coarse(int bad, size_t i) {
    simcl_script s = healthy();
    if (i % 2) s.device[0].resolution_ns = 1000;
    open_on(s, i);
    if (i % 2) for (size_t k = 0; k < 30; k++) phase(draw_ns() * (bad ? 0.05 : 0.5));   /* a device time of few steps */
    else for (size_t k = 0; k < 30; k++) host("short", draw_ns() * (bad ? 3e-4 : 0.3));
}

/* Two sides, each with a phase; the second with a copy too, or with a quicker phase that the copy clouds. */
static void copy_clouds(int bad, size_t i) {
    open_on(healthy(), i);
    GT_COMPARE("both", .max_n = 40, .precision = 0.2) {
        GT_SIDE("base") {
            host("compute", draw_ns());
            if (!bad || i % 2) host("copy", draw_ns());
        }
        GT_SIDE("other") {
            host("compute", draw_ns() * (bad && i % 2 ? 0.4 : 0.9));
            host("copy", draw_ns());
        }
    }
}
/* The first side builds a program in each pass, or has a longer kernel. */
static void not_the_kernel(int bad, size_t i) {
    simcl_script s = healthy();
    s.device[0].build.ns = 50e3 + 5e3 * (double)i;
    open_on(s, i);
    GT_COMPARE("sides", .max_n = 40, .precision = 0.2) {
        GT_SIDE("base") {
            if (bad) build_here();
            launch(rig_queue, (bad ? 1 : 1.5) * draw_ns(), GT_EVENT);
            (void)GT_CL(clFinish(rig_queue));
        }
        GT_SIDE("other") {
            launch(rig_queue, draw_ns(), GT_EVENT);
            (void)GT_CL(clFinish(rig_queue));
        }
    }
}
static void warm_cache(int bad, size_t i) {
    open_on(healthy(), i);
    GT_COMPARE("caches", .max_n = 40, .precision = 0.2, .flushed = "flushed") {
        GT_SIDE("hot") simcl_spend_ns(draw_ns());
        GT_SIDE("flushed") simcl_spend_ns(draw_ns() * (bad ? 1.2 + 0.1 * (double)i : 1.05));
    }
}
/* A clock that steps by so much, and says so. */
static void quantise(double step_ns) {
    (void)gt_clock_info();
    gt_clk_.info.step_ns = clock_step_ns = step_ns;
}
static void tied(int bad, size_t i) {
    open_on(healthy(), i);
    quantise(bad ? 10000 : 10);
    GT_COMPARE("the same", .max_n = 40, .precision = 0.2) {
        GT_SIDE("one") simcl_spend_ns(draw_ns());
        GT_SIDE("two") simcl_spend_ns(draw_ns());
    }
}
static void not_converged(int bad, size_t i) {
    open_on(healthy(), i);
    if (i % 2)
        GT_TRIAL("trial", .max_n = 30, .precision = bad ? 1e-5 : 0.05) host("work", draw_ns());
    else
        GT_TRIAL("trial", .budget_s = 3e-3, .precision = bad ? 1e-5 : 0.05) host("work", draw_ns());
}

/* On the kit's own clock, since no time passes on the simulated one where nothing is done. */
static void empty_body(int bad, size_t i) {
    volatile double sum = 0;
    open_on(healthy(), i);
    assert_int_equal(gt_clock_set(NULL, NULL, NULL), GT_OK);
    GT_TRIAL("body", .max_n = 30, .precision = 1e-9)
        for (size_t k = 0; k < (bad ? 0 : 2000 + 100 * i); k++) sum += (double)k;
    (void)sum;
}
static void unequal_work(int bad, size_t i) {
    open_on(healthy(), i);
    for (size_t k = 0; k < 6 + i; k++) {
        gt_scope s = gt_scope_begin("sizes");
        const double more = bad && k == i % 6 ? 1.1 + (double)i : 1 + 1e-6 * (double)k;
        gt_work(i % 2 ? 1e6 * more : 0, i % 2 ? 0 : 1e4 * more);
        simcl_spend_ns(draw_ns());
        gt_scope_end(&s);
    }
}
static void short_look(int bad, size_t i) {
    open_on(healthy(), i);
    GT_TRIAL("trial", .max_n = bad ? 2 + (int)i : 30 + (int)i, .precision = 0.2) host("work", draw_ns());
}

static void few(int bad, size_t i) {
    open_on(healthy(), i);
    for (size_t k = 0; k < (bad ? 1 + i % 5 : 6 + i); k++) sample(i, draw_ns());
}
static void not_kept(int bad, size_t i) {
    open_on(healthy(), i);
    for (size_t k = 0; k < GPUTIME_MAX_SAMPLES + (bad ? 1 + i : 0); k++) sample(1 + i % 2, draw_ns());
}
static void no_profiling(int bad, size_t i) {
    cl_int err = CL_SUCCESS;
    cl_command_queue plain;
    open_on(healthy(), i);
    plain = clCreateCommandQueue(rig_context, rig_device, bad ? 0 : CL_QUEUE_PROFILING_ENABLE, &err);
    assert_int_equal(err, CL_SUCCESS);
    for (size_t k = 0; k < 30; k++) phase_on(plain, "phase", draw_ns());
    assert_int_equal(clReleaseCommandQueue(plain), CL_SUCCESS);
}
static void voided(int bad, size_t i) {
    open_on(healthy(), i);
    for (size_t k = 0; k < 30; k++) {
        gt_scope s = gt_scope_begin("host");
        simcl_spend_ns(draw_ns());
        if (bad && k == i && i % 2) {
            gt_enable(0);
            gt_enable(1);
        } else if (bad && k == i) {
            (void)GT_CL(clFlush(NULL));
        }
        gt_scope_end(&s);
    }
}
static void left_early(int bad, size_t i) {
    open_on(healthy(), i);
    for (size_t k = 0; k < 30; k++) {
        if (i % 2) GT_SCOPE_CL(rig_queue, "left phase") {
            if (bad && k == i) break;
            launch(rig_queue, draw_ns(), GT_EVENT);
        } else GT_SCOPE("left host") {
            simcl_spend_ns(draw_ns());
            if (bad && k == i) break;
        }
    }
}
static void unclaimed(int bad, size_t i) {
    open_on(healthy(), i);
    for (size_t k = 0; k < 30; k++) {
        gt_scope s = gt_scope_begin("host");
        simcl_spend_ns(draw_ns());
        if (!bad || k != i) gt_work(i % 2 ? 1e6 : 0, i % 2 ? 0 : 1e6);
        gt_scope_end(&s);
    }
}
static void kit_time(int bad, size_t i) {       /* reading the clock takes time, and most scopes are empty */
    simcl_script s = healthy();
    s.clock_read.ns = 50;
    open_on(s, i);
    for (size_t k = 0; k < 10; k++) {
        gt_scope outer = gt_scope_begin("outer");
        for (size_t m = 0; m < 20; m++) host("inner", draw_ns() * (bad ? 0.01 : 1));
        gt_scope_end(&outer);
    }
}
static void env(int bad, size_t i) {
    (void)bad;
    open_on(healthy(), i);
    phases(10);
}

/* Told by gtlint --runs, which alone knows of other runs. */
static int told_between_runs;
static void between_runs(int bad, size_t i) {
    char file[] = "/tmp/gputime_runs_XXXXXX", name[64], *text;
    const int fd = mkstemp(file);
    int status;
    assert_true(fd >= 0);
    close(fd);
    assert_int_equal(remove(file), 0);
    for (size_t run = 0; run < 7; run++) {
        const double of_the_run = bad ? 1 + 0.02 * (double)((run * 3 + i) % 7) : 1;
        if (run > 0) rig_close();
        open_on(healthy(), 7 * i + run);
        for (size_t k = 0; k < 50; k++) phase(draw_ns() * of_the_run);
        snprintf(name, sizeof name, "%s.%zu.json", file, run);
        assert_int_equal(gt_write_file(name, gt_write_json), GT_OK);
    }
    text = lint_runs(file, &status);
    assert_in_range(status, 0, 1);
    told_between_runs = strstr(text, "\n  between-runs: +-") != NULL;
    free(text);
    for (size_t run = 0; run < 7; run++) {
        snprintf(name, sizeof name, "%s.%zu.json", file, run);
        assert_int_equal(remove(name), 0);
    }
}

/* ---- the table ---- */

#if GT_OPTIMISED_ == 1
#define OF_THIS_FILE 0
#else
#define OF_THIS_FILE AND(DEBUG_BUILD)       /* where GT_SCOPE itself is used */
#endif
#define AND(code) ((uint64_t)1 << GT_FINDING_##code)
/* The shapes are decided by tests that are wrong in at most 1 % of healthy series; all else is certain. */
#define SHAPES \
    (AND(COLD_FIRST) | AND(WARMUP) | AND(DRIFT) | AND(ALTERNATE) | AND(BIMODAL) | AND(AUTOCORR) | AND(OUTLIERS) | \
     AND(SHORT_LOOK))
#define REAL (SHAPES | AND(COARSE) | AND(KIT_TIME))      /* what any real machine may show */
#define CROWDED (SHAPES | AND(COARSE))      /* what threads that wait for each other look like */
static const struct plant {
    gt_finding_code code;
    void (*make)(int bad, size_t i);
    uint64_t beside;                /* what else is true of the fault */
    uint64_t beside_twin;           /* ... of the twin, whose fault it is not */
    const char *remark;
} plants[] = {
    {GT_FINDING_DEBUG_BUILD, debug_build, 0, 0, NULL},
    {GT_FINDING_FAILED_WORK, failed_work, AND(VOID), 0, NULL},
    {GT_FINDING_EVENT_BROKEN, event_broken, 0, 0, NULL},
    {GT_FINDING_EVENT_SCALE, event_scale, 0, 0, NULL},
    {GT_FINDING_CLOCK_STEP, clock_step, 0, 0, NULL},
    {GT_FINDING_CPU_CLOCK, cpu_clock, 0, 0, "on real clocks"},
    {GT_FINDING_CLOCK_UNIT, clock_unit, 0, 0, "on real clocks"},
    {GT_FINDING_NEGATIVE, negative, AND(FEW), AND(FEW), NULL},
    {GT_FINDING_WRONG_QUEUE, wrong_queue, 0, 0, NULL},
    {GT_FINDING_NO_SYNC, no_sync, 0, 0, NULL},
    {GT_FINDING_MARKER, marker, AND(FEW), AND(FEW) | AND(UNWARMED), NULL},
    {GT_FINDING_HELD, held, AND(FEW), AND(FEW), NULL},
    {GT_FINDING_HOST_INSIDE, host_inside, AND(FEW), AND(FEW), NULL},
    {GT_FINDING_UNWARMED, unwarmed, AND(FEW), AND(FEW), NULL},
    {GT_FINDING_CONTENDED, contended, 0, 0, NULL},
    {GT_FINDING_UNSEEN, unseen, 0, 0, NULL},
    {GT_FINDING_IMPLAUSIBLE, implausible, 0, 0, NULL},
    {GT_FINDING_EMPTY_BODY, empty_body, REAL, REAL, "on the real clock"},
    {GT_FINDING_UNEQUAL_WORK, unequal_work, 0, 0, NULL},
    {GT_FINDING_LOST, lost, AND(KIT_TIME), AND(KIT_TIME), NULL},
    {GT_FINDING_PARTIAL, partial, 0, 0, NULL},
    {GT_FINDING_REJECTED, rejected, 0, 0, NULL},
    {GT_FINDING_ABANDONED, abandoned, 0, 0, NULL},
    {GT_FINDING_DIRTY_START, dirty_start, 0, 0, NULL},
    {GT_FINDING_JIT_IN_REGION, jit_in_region, 0, 0, NULL},
    {GT_FINDING_CREATED_INSIDE, created_inside, AND(HOST_INSIDE), 0, NULL},
    {GT_FINDING_PAGE_FAULTS, page_faults, 0, 0, "real page faults"},
    {GT_FINDING_COLD_FIRST, cold_first, 0, 0, NULL},
    {GT_FINDING_WARMUP, warmup, 0, 0, NULL},
    {GT_FINDING_DRIFT, drift, 0, 0, NULL},
    {GT_FINDING_THROTTLED, throttled, 0, 0, NULL},
    {GT_FINDING_ALTERNATE, alternate, 0, 0, NULL},
    {GT_FINDING_BIMODAL, bimodal, 0, 0, NULL},
    {GT_FINDING_NONLINEAR, nonlinear, AND(LAUNCH_BOUND), AND(LAUNCH_BOUND), NULL},
    {GT_FINDING_LAUNCH_BOUND, launch_bound, 0, 0, NULL},
    {GT_FINDING_SYNC_BOUND, sync_bound, 0, 0, NULL},
    {GT_FINDING_PROFILING_TAX, profiling_tax, 0, 0, NULL},
    {GT_FINDING_COARSE, coarse, 0, 0, NULL},
    {GT_FINDING_COPY_CLOUDS, copy_clouds, 0, 0, NULL},
    {GT_FINDING_NOT_THE_KERNEL, not_the_kernel, AND(JIT_IN_REGION), 0, NULL},
    {GT_FINDING_WARM_CACHE, warm_cache, 0, 0, NULL},
    {GT_FINDING_AUTOCORR, autocorr, 0, 0, NULL},
    {GT_FINDING_SHORT_LOOK, short_look, AND(FEW) | AND(NOT_CONVERGED), 0, NULL},
    {GT_FINDING_PREEMPTED, preempted, 0, AND(OUTLIERS), "planted in getrusage"},
    {GT_FINDING_OUTLIERS, outliers, 0, 0, NULL},
    {GT_FINDING_TIED, tied, AND(COARSE) | AND(NOT_CONVERGED), 0, NULL},
    {GT_FINDING_NOT_CONVERGED, not_converged, 0, 0, NULL},
    {GT_FINDING_BETWEEN_RUNS, between_runs, 0, 0, "gtlint --runs"},
    {GT_FINDING_FEW, few, AND(UNWARMED), 0, NULL},
    {GT_FINDING_NOT_KEPT, not_kept, 0, 0, NULL},
    {GT_FINDING_NO_PROFILING, no_profiling, 0, 0, NULL},
    {GT_FINDING_VOID, voided, 0, 0, NULL},
    {GT_FINDING_LEAKED_EVENTS, leaked_events, 0, 0, NULL},
    {GT_FINDING_STAMPS_REFUSED, stamps_refused, 0, 0, NULL},
    {GT_FINDING_STAMPS_APART, stamps_apart, 0, 0, NULL},
    {GT_FINDING_LEFT_EARLY, left_early, OF_THIS_FILE, OF_THIS_FILE, NULL},
    {GT_FINDING_UNCLAIMED, unclaimed, 0, 0, NULL},
    {GT_FINDING_KIT_TIME, kit_time, 0, 0, NULL},
    {GT_FINDING_ENV, env, 0, 0, NULL},
};

static size_t others_seen, shapes_seen, series_seen;

/* Which findings there are now, a bit each; env is of the machine. */
static uint64_t findings_now(void) {
    gt_finding *now;
    size_t count, i;
    uint64_t codes = 0;
    through_findings(&now, &count);
    for (i = 0; i < count; i++) codes |= (uint64_t)1 << now[i].code;
    free(now);
    return codes;
}
static int fires(const struct plant *p, int bad, size_t i) {
    uint64_t codes, others;
    told_between_runs = 0;
    draw_from(i);
    p->make(bad, i);
    codes = findings_now();
    if (told_between_runs) codes |= AND(BETWEEN_RUNS);
    others = codes & ~((uint64_t)1 << p->code) & ~AND(ENV) & ~(bad ? p->beside : p->beside_twin);
    if (SANITIZED) others &= ~AND(DEBUG_BUILD);
    series_seen++;
    shapes_seen += (others & SHAPES) != 0;
    if (others) {
        print_error("%s %s %lu:", gt_finding_name(p->code), bad ? "planted" : "twin", (unsigned long)i);
        for (int c = 0; c < GT_FINDING_COUNT; c++)
            if (others >> c & 1) print_error(" %s", gt_finding_name((gt_finding_code)c));
        print_error("\n");
        others_seen += (others & ~SHAPES) != 0;
    }
    rig_close();
    return codes >> p->code & 1;
}

TEST(threads_that_crowd_the_processors_are_contended) {
    for (size_t i = 0; i < N; i++)
        for (int bad = 0; bad < 2; bad++) {
            int found = 0;
            for (int tries = 0; !found && tries < (bad ? 10 : 1); tries++) {  /* a busy machine starts them late */
                crowded(bad, i);
                found = findings_now() >> GT_FINDING_CONTENDED & 1;
                rig_close();
            }
            assert_int_equal(found, bad);
        }
}
TEST(every_finding_fires_on_its_fault_and_is_silent_on_its_twin) {
    int fired[GT_FINDING_COUNT] = {0}, silent[GT_FINDING_COUNT] = {0}, wrong = 0;
    const char *remark[GT_FINDING_COUNT] = {NULL};
    for (size_t p = 0; p < COUNT(plants); p++) {
        const gt_finding_code code = plants[p].code;
        remark[code] = plants[p].remark;
        if (code == GT_FINDING_PAGE_FAULTS && !test_faults_are_counted()) {
            remark[code] = "not tried";
            continue;
        }
        for (size_t i = 0; i < N; i++) silent[code] += !fires(&plants[p], 0, i);
        for (size_t i = 0; i < N; i++) {
            int tries = plants[p].beside == REAL ? 5 : 1;   /* on the real clock a busy machine may hide it */
            while (!fires(&plants[p], 1, i) && --tries) {}
            fired[code] += tries > 0;
        }
    }
    for (int c = 0; c < GT_FINDING_COUNT; c++) {
        if (c == GT_FINDING_ENV) {      /* of the machine, whatever is measured: it has no twin */
            printf("finding: %s fires %d/%d silent n/a\n", gt_finding_name((gt_finding_code)c), fired[c], N);
            wrong += fired[c] != N;
            continue;
        }
        printf("finding: %s fires %d/%d silent %d/%d%s%s%s\n", gt_finding_name((gt_finding_code)c), fired[c], N,
               silent[c], N, remark[c] ? " (" : "", remark[c] ? remark[c] : "", remark[c] ? ")" : "");
        if (c == GT_FINDING_PAGE_FAULTS && !test_faults_are_counted()) continue;
        /* A sanitizer has pages of its own for each, and works where a body is empty. */
        wrong += silent[c] != N && !(SANITIZED && c == GT_FINDING_PAGE_FAULTS);
        wrong += fired[c] != N && !(SANITIZED && c == GT_FINDING_EMPTY_BODY);
    }
    printf("finding: other names beside it: certain ones %lu, shapes %lu of %lu\n", (unsigned long)others_seen,
           (unsigned long)shapes_seen, (unsigned long)series_seen);
    assert_int_equal(wrong, 0);
    assert_int_equal(others_seen, 0);
    assert_true(shapes_seen * 100 <= 2 * series_seen);
}

/* ---- what is made of them ---- */

static gt_finding *list;
static size_t list_count;
static void list_anew(void) {
    free(list);
    through_findings(&list, &list_count);
    for (size_t i = 0; i < list_count; i++) {       /* each brace has a value, and the numbers stand in their text */
        const gt_finding *f = &list[i];
        if (strpbrk(f->figures, "{}")) fail_msg("%s: %s", f->name, f->figures);
        for (size_t k = 0; k < f->figure_count; k++) assert_true(f->figure[k].name[0] && strlen(f->figure[k].unit) < 7);
    }
}
static const gt_finding *told(gt_finding_code code) {  /* as of list_anew; NULL: not */
    for (size_t i = 0; i < list_count; i++) if (list[i].code == code) return &list[i];
    return NULL;
}
/* Exactly these, but for env. */
static void assert_told(uint64_t expected) {
    uint64_t codes = 0;
    list_anew();
    for (size_t i = 0; i < list_count; i++) codes |= (uint64_t)1 << list[i].code;
    for (int c = 0; c < GT_FINDING_ENV; c++)
        if ((codes ^ expected) >> c & 1)
            print_error("%s is %s\n", gt_finding_name((gt_finding_code)c), codes >> c & 1 ? "told" : "not told");
    assert_true((codes & ~AND(ENV)) == expected);
}
static int open_quiet(void **unused) {
    (void)unused;
    noise = law_norm1;
    open_on(healthy(), 1);
    return 0;
}
static int close_it(void **unused) {
    (void)unused;
    free(list);
    list = NULL;
    rig_close();
    return stop_looking(NULL);
}

TEST(table_has_texts_and_names_for_scripts) {
    for (int c = 0; c < GT_FINDING_COUNT; c++) {
        const char *name = gt_finding_name((gt_finding_code)c);
        assert_true(strlen(name) > 2 && strspn(name, "abcdefghijklmnopqrstuvwxyz-") == strlen(name));
        for (int k = 0; k < c; k++) assert_string_not_equal(name, gt_finding_name((gt_finding_code)k));
    }
    assert_string_equal(gt_finding_name(GT_FINDING_COUNT), "");
    assert_string_equal(gt_finding_name((gt_finding_code)-1), "");
    assert_string_equal(gt_severity_text_(GT_FAULT), "fault");
    assert_string_equal(gt_severity_text_(GT_INFO), "info");
    assert_string_equal(gt_severity_text_((gt_severity)4), "");
}

/* A few of each severity, in an order that is none. */
static void plant_many(void) {
    for (size_t k = 0; k < 3; k++) host("few", draw_ns());
    for (size_t k = 0; k < 30; k++) assert_int_equal(gt_series_add("cold", draw_ns() * (k ? 1 : 5)), GT_OK);
    for (size_t k = 0; k < 30; k++) assert_int_equal(gt_series_add("some are none", k ? draw_ns() : NAN), GT_OK);
    for (size_t k = 0; k < 30; k++) assert_int_equal(gt_series_add("spike", draw_ns() * (k == 9 ? 9 : 1)), GT_OK);
    for (size_t k = 0; k < 20; k++) host_scope_with_events(0);
    for (size_t k = 0; k < 20; k++) {
        gt_scope s = gt_scope_begin("claims");
        simcl_spend_ns(draw_ns());
        gt_work(1e18, 0);
        gt_scope_end(&s);
    }
}
static double spoilt(const gt_finding *f) {     /* the share of its number; of a fault, where that is not known, all */
    for (size_t i = 0; i < f->figure_count; i++) {
        gt_snapshot run;
        if (strcmp(f->figure[i].name, "spoils")) continue;
        assert_int_equal(gt_snapshot_take(&run), GT_OK);
        const double share = f->figure[i].value / run.series[f->series_ - 1].sum_ns;
        gt_snapshot_free(&run);
        return share < 1 ? share : 1;
    }
    return f->severity == GT_FAULT;
}
TEST(most_serious_come_first_then_those_that_spoil_most_of_a_number, open_quiet, close_it) {
    plant_many();
    assert_told(AND(FEW) | AND(COLD_FIRST) | AND(REJECTED) | AND(OUTLIERS) | AND(NO_SYNC) | AND(IMPLAUSIBLE)
                | AND(UNSEEN));
    assert_int_equal(list[0].code, GT_FINDING_NO_SYNC);
    for (size_t i = 1; i < list_count; i++) {
        assert_true(list[i].severity <= list[i - 1].severity);
        const int like = list[i].severity == list[i - 1].severity;
        assert_true(!like || spoilt(&list[i]) <= spoilt(&list[i - 1]));
        assert_true(!like || spoilt(&list[i]) < spoilt(&list[i - 1]) || list[i].code >= list[i - 1].code);
    }
    for (size_t i = 0; i < list_count; i++) {
        assert_string_equal(list[i].name, gt_finding_name(list[i].code));
        assert_true(list[i].figures[0] && strlen(list[i].figures) < sizeof list[i].figures - 1);
        assert_true(list[i].sentence[0] != 0);
        assert_true(list[i].code == GT_FINDING_ENV || strpbrk(list[i].figures, "0123456789"));   /* what it saw */
    }
    assert_string_equal(told(GT_FINDING_NO_SYNC)->path, "host");
    assert_string_equal(told(GT_FINDING_FEW)->path, "few");
}

/* Ten paragraphs; of the rest the codes, each once; all on request, and faults always. */
TEST(report_has_ten_findings_and_the_codes_of_the_rest, open_quiet, close_it) {
    gt_status status;
    char *report;
    plant_many();
    for (size_t k = 0; k < 60; k++) {
        assert_int_equal(gt_series_add("turns", draw_ns() * (k % 2 ? 1 : 1.5)), GT_OK);
        assert_int_equal(gt_series_add("speeds", draw_ns() * (k * 7 % 11 > 4 ? 1 : 2)), GT_OK);
        assert_int_equal(gt_series_add("drifts", draw_ns() * (1 + 0.02 * (double)k)), GT_OK);
        assert_int_equal(gt_series_add("warms", draw_ns() * (k < 8 ? 1.4 : 1)), GT_OK);
        GT_SCOPE("left") if (k) break;
        GT_SCOPE("claims less") if (k % 2) gt_work(1, 0);
    }
    report = text_of(gt_report, &status);
    assert_int_equal(status, GT_OK);
    assert_non_null(strstr(report, "\n  and "));
    assert_non_null(strstr(report, "left-early, "));
    assert_null(strstr(report, "left: left-early"));
    assert_non_null(strstr(report, "no-sync: "));
    free(report);
    report = report_text();         /* GT_WIDE=1 */
    assert_null(strstr(report, "\n  and "));
    assert_non_null(strstr(report, "left: left-early"));
    free(report);
}

TEST(lines_of_the_report_say_the_same_in_the_same_order, open_quiet, close_it) {
    char *report, *at, line[600];
    plant_many();
    list_anew();
    report = report_text();
    at = strstr(report, "\nfindings\n");
    assert_non_null(at);
    for (size_t i = 0; i < list_count; i++) {
        /* a note is one paragraph, a warning one for its causes too */
        const char *end = list[i].severity > GT_NOTE ? "\n" : list[i].cause[0] ? ": " : "\n";
        sprintf(line, "  %-9s%s%s%s: %s%s", gt_severity_text_(list[i].severity), list[i].path,
                list[i].path[0] ? ": " : "", list[i].name, list[i].figures, end);
        at = strstr(at, line);
        if (!at) print_error("not there, or not in order: %s", line);
        assert_non_null(at);
        at += strlen(line);
        if (!list[i].cause[0] || (i + 1 < list_count && list[i + 1].code == list[i].code)) continue;
        /* not again where the figures have it */
        assert_true(list[i].said_ || !strstr(list[i].figures, list[i].sentence));
        sprintf(line, "%*s%s%s%s%s%s\n", end[0] == ':' ? 0 : 15, "", list[i].said_ ? "" : list[i].sentence,
                list[i].said_ ? "" : ": ", list[i].cause, list[i].remedy[0] ? " -> " : "", list[i].remedy);
        if (strncmp(at, line, strlen(line))) print_error("not there:\n%sbut\n%.400s", line, at);
        assert_true(!strncmp(at, line, strlen(line)));
    }
    free(report);
}

TEST(of_one_cause_three_lines_stand_in_the_report, open_quiet, close_it) {
    char name[20], *report, *at;
    int lines = 0;
    for (int s = 0; s < 7; s++) {
        sprintf(name, "theirs %d", s);
        for (int k = 0; k < 30; k++) assert_int_equal(gt_series_add(name, k == 3 ? NAN : draw_ns()), GT_OK);
    }
    assert_told(AND(REJECTED));
    assert_true(list_count >= 7);
    report = report_text();
    for (at = report; (at = strstr(at, ": rejected: 1 number came out NaN or infinite\n")) != NULL; at++) lines++;
    assert_int_equal(lines, 3);
    assert_non_null(strstr(report, " rejected: 4 more of these\n"
                                   "               statistics leave NaN and infinities out -> "));
    free(report);
}
TEST(of_one_note_one_paragraph_stands_in_the_report, open_quiet, close_it) {
    char name[20], *report, *at;
    int lines = 0;
    for (int s = 0; s < 4; s++) {
        sprintf(name, "theirs %d", s);
        for (int k = 0; k < 30; k++) assert_int_equal(gt_series_add(name, k == 20 ? 1e7 : draw_ns()), GT_OK);
    }
    report = report_text();
    for (at = report; (at = strstr(at, ": outliers: 1 of 30 samples, up to ")) != NULL; at++) lines++;
    assert_int_equal(lines, 1);
    assert_non_null(strstr(report, " and 3 more: outliers: 1 of 30 samples, up to "));
    assert_non_null(strstr(report,
                           ": interrupts, a busy machine or rare paths; they move the mean, not the median -> "));
    free(report);
}
TEST(of_notes_about_no_series_the_report_says_how_many, open_quiet, close_it) {
    char *report;
    for (gt_clock_findings_.count = 0; gt_clock_findings_.count < 2; gt_clock_findings_.count++) {
        gt_finding *f = &gt_clock_findings_.f[gt_clock_findings_.count];
        memset(f, 0, sizeof *f);
        f->code = GT_FINDING_PREEMPTED;
    }
    report = report_text();
    assert_non_null(strstr(report, "  2 such: preempted: "));
    free(report);
}

/* Half of the samples have twice the work. Times that follow it are judged per unit of work, others as they are. */
TEST(times_that_follow_the_work_are_judged_per_unit_of_it) {
    static const struct { double longer; uint64_t also; const char *says; } t[] = {     /* than the first half */
        {2, 0, NULL}, {2.2, AND(DRIFT), "per unit of work: 10 % slower"},
        {1.2, AND(DRIFT), "times do not follow the work, and are taken as they are: 20 % slower"}};
    for (size_t i = 0; i < COUNT(t); i++) {
        open_quiet(NULL);
        for (size_t k = 0; k < 200; k++) {
            gt_scope s = gt_scope_begin("work");
            simcl_spend_ns(draw_ns() * (k < 100 ? 1 : t[i].longer));
            gt_work(k < 100 ? 1e6 : 2e6, 0);
            gt_scope_end(&s);
        }
        assert_told(AND(UNEQUAL_WORK) | t[i].also);
        if (t[i].says) assert_int_equal(strncmp(told(GT_FINDING_DRIFT)->figures, t[i].says, strlen(t[i].says)), 0);
        close_it(NULL);
    }
}

/* ---- precedence ---- */

TEST(launches_that_were_not_waited_for_have_no_shape, open_quiet, close_it) {
    for (size_t k = 0; k < 100; k++) {
        gt_scope s = gt_scope_begin("host");
        simcl_spend_ns(k == 0 ? 900000 : k < 30 ? 40000 : k == 70 ? 700000 : 20000 + 100 * (double)k);
        launch(rig_queue, 300000, GT_EVENT);
        gt_scope_end(&s);
        assert_int_equal(clFinish(rig_queue), CL_SUCCESS);
    }
    assert_told(AND(NO_SYNC));
}

/* ---- what the kit cannot know stands in the cause ---- */

static void short_phases(int complete) {
    measure_costs();
    for (size_t k = 0; k < 30; k++) {
        gt_cl_scope s;
        gt_cl_scope_enter_(&s, rig_queue, NULL, "phase", complete);
        launch(rig_queue, 100, GT_EVENT);
        gt_cl_scope_end(&s);
    }
    list_anew();
    assert_non_null(told(GT_FINDING_SYNC_BOUND));
}
TEST(commands_without_an_event_may_be_what_a_short_phase_waits_for, open_quiet, close_it) {
    short_phases(0);
    assert_non_null(strstr(told(GT_FINDING_SYNC_BOUND)->remedy, "pass GT_EVENT"));
    close_it(NULL);
    open_quiet(NULL);
    short_phases(1);                    /* calls.h misses none */
    assert_null(strstr(told(GT_FINDING_SYNC_BOUND)->remedy, "GT_EVENT"));
}
TEST(first_launches_are_of_the_device_where_no_kernels_are_known, open_quiet, close_it) {
    uint64_t *seen = &gt_cl_called_[GT_CL_CALL_clEnqueueNDRangeKernel_].n;
    for (unsigned kernels = 0; kernels < 2; kernels++) {
        if (kernels) open_quiet(NULL);
        *seen = kernels;
        phases(1);
        list_anew();
        assert_int_equal(!strcmp(told(GT_FINDING_UNWARMED)->sentence,
                                "this may hold the first launch: no earlier one is known"), !kernels);
        assert_int_equal(strstr(told(GT_FINDING_UNWARMED)->cause,
                                "(compile with -include calls.h to see them)") != NULL, !kernels);
        *seen = 0;
        if (!kernels) close_it(NULL);
    }
}

/* A first sample in which a kernel of 4 ms is made somewhere, and this happens to the process: */
typedef struct beginning { simcl_where where; int pages; long switched, cpu_us; uint64_t name; } beginning;
static void first_sample(const beginning *f) {
    unsigned char *fresh = f->pages ? fresh_pages((size_t)f->pages) : NULL;
    gt_cl_scope s = gt_cl_scope_begin(rig_queue, "phase");
    if (fresh) assert_int_equal(gt_touch(fresh, (size_t)f->pages * PAGE, GT_TOUCH_WRITE, 0, 1), GT_OK);
    planted_switches += f->switched;
    planted_cpu_us += f->cpu_us;
    launch(rig_queue, draw_ns(), GT_EVENT);
    gt_cl_scope_end(&s);
    if (fresh) assert_int_equal(munmap(fresh, (size_t)f->pages * PAGE), 0);
}
TEST(slow_first_sample_has_one_name) {
    static const beginning cases[] = {
        {SIMCL_IN_ENQUEUE, 0, 0, 3900, AND(COLD_FIRST)},        /* its excess is the host's */
        {SIMCL_BEFORE_START, 0, 0, 3900, AND(JIT_IN_REGION)},
        {SIMCL_IN_ENQUEUE, 0, 7, 2000, AND(COLD_FIRST)},        /* it was interrupted too, as long samples are */
        {SIMCL_IN_ENQUEUE, 0, 7, 20, AND(COLD_FIRST)},
        {SIMCL_IN_ENQUEUE, 0, 0, 0, AND(COLD_FIRST)},
        {SIMCL_IN_EXECUTION, 0, 0, 3900, AND(COLD_FIRST)},      /* the device's */
        {SIMCL_IN_ENQUEUE, 2000, 0, 3900, AND(PAGE_FAULTS)},    /* pages explain it */
        {SIMCL_IN_EXECUTION, 2000, 0, 3900, AND(PAGE_FAULTS)},
        {SIMCL_IN_ENQUEUE, 400, 0, 400, AND(PAGE_FAULTS) | AND(COLD_FIRST)},        /* a tenth of it */
        {SIMCL_BEFORE_START, 400, 0, 3900, AND(JIT_IN_REGION)},      /* the faults may be the compiler's */
        {SIMCL_IN_ENQUEUE, 150, 0, 150, AND(COLD_FIRST)},       /* a few pages do not */
    };
    for (size_t c = 0; c < COUNT(cases); c++) {
        simcl_script s = healthy();
        /* A sanitizer has pages of its own for each. */
        if (SANITIZED && cases[c].pages && cases[c].pages < 2000) continue;
        if (cases[c].pages && !test_faults_are_counted()) continue;
        s.device[0].first_launch.ns = 4e6;
        s.device[0].compile_where = cases[c].where;
        open_on(s, c);
        pages_are_real = cases[c].pages > 0;
        first_sample(&cases[c]);
        phases(29);
        assert_told(cases[c].name);
        if (cases[c].where == SIMCL_IN_ENQUEUE && told(GT_FINDING_COLD_FIRST))
            assert_non_null(strstr(told(GT_FINDING_COLD_FIRST)->cause, "may have been compiled"));
        if (cases[c].where == SIMCL_IN_EXECUTION && told(GT_FINDING_COLD_FIRST)) {
            assert_non_null(strstr(told(GT_FINDING_COLD_FIRST)->cause, "the execution itself was longer"));
            assert_null(strstr(told(GT_FINDING_COLD_FIRST)->remedy, "GT_TRIAL"));
        }
        if (told(GT_FINDING_JIT_IN_REGION))
            assert_non_null(strstr(told(GT_FINDING_JIT_IN_REGION)->figures, "inferred"));
        close_it(NULL);
    }
}
/* One launch that compiles, and touches memory for the first time: the finding of the larger part comes first. */
TEST(of_compilation_and_page_faults_the_larger_comes_first) {
    if (SANITIZED || !test_faults_are_counted()) skip();
    for (int longer = 0; longer < 2; longer++) {
        simcl_script s = healthy();
        s.device[0].first_launch.ns = 8e6;
        s.device[0].compile_where = SIMCL_BEFORE_START;
        open_on(s, 0);
        pages_are_real = 1;
        const size_t pages = longer ? 12000 : 4000;     /* each costs 1 us here; the compiler takes 8 ms */
        unsigned char *fresh = fresh_pages(pages);
        gt_cl_scope scope = gt_cl_scope_begin(rig_queue, "phase");
        assert_int_equal(gt_touch(fresh, pages * PAGE, GT_TOUCH_WRITE, 0, 1), GT_OK);
        planted_cpu_us += 8000;
        launch(rig_queue, 14e6, GT_EVENT);
        gt_cl_scope_end(&scope);
        assert_int_equal(munmap(fresh, pages * PAGE), 0);
        list_anew();
        const gt_finding *jit = told(GT_FINDING_JIT_IN_REGION), *faults = told(GT_FINDING_PAGE_FAULTS);
        assert_true(jit && faults);
        assert_int_equal(faults < jit, longer);
        close_it(NULL);
    }
}
/* A busy machine, on a device that computes in the process: starts are late, and the process has computed meanwhile. */
static double start_after_ns;
static double start_after(double units, double now_s, void *user) {
    (void)units, (void)now_s, (void)user;
    return start_after_ns;
}
static uint32_t other_thread_begins;        /* 1: another thread begins a phase on the device in each phase */
static void started_after(double ns) {
    gt_cl_scope s = gt_cl_scope_begin(rig_queue, "phase");
    gt_cl_queue_device_(rig_queue)->turns += other_thread_begins;
    start_after_ns = ns;
    planted_cpu_us += (long)(1e-3 * ns);
    launch(rig_queue, draw_ns(), GT_EVENT);
    gt_cl_scope_end(&s);
}
static void started(int late) { started_after(late ? 4e6 : 1000); }
TEST(late_start_behind_a_warm_up_is_no_compiler) {
    for (int trial = 0; trial < 2; trial++) {
        simcl_script s = healthy();
        size_t pass = 0;
        s.device[0].submit.fn = start_after;
        open_on(s, 0);
        if (trial) GT_TRIAL("trial", .max_n = 30, .precision = 1e-9) started(pass++ % 4 == 2);  /* two warm up */
        else while (pass < 30) started(pass++ % 4 == 0);
        list_anew();
        assert_int_equal(told(GT_FINDING_JIT_IN_REGION) != NULL, !trial);
        close_it(NULL);
    }
}
/* After a pause the first launch waits for longer than others, and computes all that time. Compilers take a
   millisecond or more. */
TEST(start_that_is_late_by_less_than_compilers_take_is_no_compiler) {
    for (int longer = 0; longer < 2; longer++) {
        simcl_script s = healthy();
        s.device[0].submit.fn = start_after;
        open_on(s, 0);
        for (int pass = 0; pass < 30; pass++) started_after(pass ? 5e3 : longer ? 1.2e6 : 0.8e6);
        list_anew();
        assert_int_equal(told(GT_FINDING_JIT_IN_REGION) != NULL, longer);
        assert_int_equal(told(GT_FINDING_COLD_FIRST) != NULL, !longer);
        close_it(NULL);
    }
}
/* The processor time of a process is that of all its threads. */
TEST(start_that_is_late_beside_another_thread_is_no_compiler) {
    for (int i = 0; i < 2; i++) {
        simcl_script s = healthy();
        s.device[0].submit.fn = start_after;
        open_on(s, 0);
        assert_int_equal(gt_cl_warm_kernel(rig_queue, rig_kernel, 1, NULL, &(size_t){64}, NULL), GT_OK);
        other_thread_begins = i == 1;
        for (int pass = 0; pass < 30; pass++) started_after(pass ? 5e3 : 30e6);
        other_thread_begins = 0;
        list_anew();
        assert_int_equal(told(GT_FINDING_JIT_IN_REGION) != NULL, i == 0);
        assert_int_equal(told(GT_FINDING_CONTENDED) != NULL, i == 1);
        close_it(NULL);
    }
}
static char bytes[64];          /* what some tests write to the device, and read */
static cl_mem memory_of_bytes(void) {
    return clCreateBuffer(rig_context, CL_MEM_READ_WRITE, sizeof bytes, NULL, NULL);
}
/* The device is a processor, so that the process computes while the write runs. What the scope itself enqueues is no
   earlier work. */
enum { WRITTEN_BEFORE, WRITTEN_WITH_AN_EVENT, WAITED_FOR, WRITTEN_INSIDE, READ_BEHIND };
static void scope_behind_a_write(int how, int event_of_its_own) {
    const size_t items = 64;
    cl_event event;
    cl_mem memory = memory_of_bytes();
    gt_scope scope;
    if (how == WRITTEN_INSIDE) scope = gt_scope_begin("scope");
    if (how == WRITTEN_WITH_AN_EVENT)       /* which is none, since no scope is open */
        GT_CL(clEnqueueWriteBuffer(rig_queue, memory, CL_FALSE, 0, sizeof bytes, bytes, 0, NULL, GT_EVENT));
    else if (how != READ_BEHIND)
        GT_CL(clEnqueueWriteBuffer(rig_queue, memory, CL_FALSE, 0, sizeof bytes, bytes, 0, NULL, NULL));
    if (how == WAITED_FOR) GT_CL(clFinish(rig_queue));
    if (how != WRITTEN_INSIDE) scope = gt_scope_begin("scope");
    if (event_of_its_own) {
        GT_CL(clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL, &event));
        gt_cl_event_add(event, "work", 0);
        clReleaseEvent(event);
    } else {
        GT_CL(clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL, GT_EVENT));
    }
    if (how == READ_BEHIND)
        GT_CL(clEnqueueReadBuffer(rig_queue, memory, CL_FALSE, 0, sizeof bytes, bytes, 0, NULL, NULL));
    GT_CL(clFinish(rig_queue));
    if (how != WAITED_FOR && how != READ_BEHIND) planted_cpu_us += 8000;
    gt_scope_end(&scope);
    clReleaseMemObject(memory);
}
TEST(kernel_behind_a_write_that_nobody_waited_for_is_dirty_and_not_compiled) {
    for (int how = WRITTEN_BEFORE; how <= READ_BEHIND; how++)
        for (int own = 0; own < 2; own++) {
            simcl_script s = healthy();
            const size_t items = 64;
            s.device[0].write.ns = 8e6;
            open_on(s, 0);
            assert_int_equal(gt_cl_warm_kernel(rig_queue, rig_kernel, 1, NULL, &items, NULL), GT_OK);
            scope_behind_a_write(how, own);
            list_anew();
            assert_int_equal(told(GT_FINDING_DIRTY_START) != NULL, how <= WRITTEN_WITH_AN_EVENT);
            assert_null(told(GT_FINDING_JIT_IN_REGION));
            close_it(NULL);
        }
}
/* What GT_CL knows of a command is of that command: not of a call that failed before it, nor of an earlier command. */
TEST(command_without_an_event_is_known_behind_a_call_that_failed_and_from_its_own_time_on) {
    const size_t items = 64;
    open_on(healthy(), 0);
    cl_mem memory = memory_of_bytes();
    gt_scope scope = gt_scope_begin("scope");
    assert_int_not_equal(GT_CL(clEnqueueNDRangeKernel(rig_queue, rig_kernel, 9, NULL, &items, NULL, 0, NULL, GT_EVENT)),
                         CL_SUCCESS);
    GT_CL(clEnqueueWriteBuffer(rig_queue, memory, CL_FALSE, 0, sizeof bytes, bytes, 0, NULL, NULL));
    assert_ptr_equal(gt_cl_mine_.pending, GT_CL_ALL);
    simcl_spend_ns(1e6);
    const uint64_t now = gt_clock_ticks();
    GT_CL(clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
    assert_true(gt_cl_bare_first_() != GT_CL_NEVER_ && gt_cl_bare_first_() >= now && gt_cl_mine_.pending_at < now);
    GT_CL(clFinish(rig_queue));
    gt_scope_end(&scope);
    clReleaseMemObject(memory);
    close_it(NULL);
}
/* A function may get the address from its caller, and call others before it enqueues. A command without an event is
   none with it, even if the address of another command is still to be used. */
static void launch_with(cl_event *event) {
    const size_t items = 64;
    GT_CL(clFlush(rig_queue));
    GT_CL(clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL, event));
}
static void launch_twice(cl_event *first, cl_event *second) {
    launch_with(first);
    assert_null(gt_cl_mine_.pending);
    launch_with(second);
}
TEST(command_whose_event_a_function_hands_on_is_one_with_an_event) {
    const size_t items = 64;
    open_on(healthy(), 0);
    cl_mem memory = memory_of_bytes();
    gt_scope scope = gt_scope_begin("scope");
    launch_with(GT_EVENT);
    assert_null(gt_cl_mine_.pending);
    clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL, GT_EVENT);
    GT_CL(clEnqueueWriteBuffer(rig_queue, memory, CL_FALSE, 0, sizeof bytes, bytes, 0, NULL, NULL));
    assert_ptr_equal(gt_cl_mine_.pending, GT_CL_ALL);
    gt_cl_mine_.pending = NULL;
    cl_event *const event = GT_EVENT, other = NULL, *const none = NULL;
    GT_CL(clEnqueueWriteBuffer(rig_queue, memory, CL_FALSE, 0, sizeof bytes, bytes, 0, NULL, (cl_event *)&other));
    assert_ptr_equal(gt_cl_mine_.pending, GT_CL_ALL);
    gt_cl_mine_.pending = NULL;
#define nullptr NULL    /* as in C++ */
    GT_CL(clEnqueueWriteBuffer(rig_queue, memory, CL_FALSE, 0, sizeof bytes, bytes, 0, nullptr, nullptr));
#undef nullptr
    assert_ptr_equal(gt_cl_mine_.pending, GT_CL_ALL);
    gt_cl_mine_.pending = NULL;
    launch_with(none);          /* the address of `event` is still to be used */
    assert_ptr_equal(gt_cl_mine_.pending, GT_CL_ALL);
    gt_cl_mine_.pending = NULL;
    launch_with(event);
    assert_null(gt_cl_mine_.pending);
    launch_with(none);
    assert_ptr_equal(gt_cl_mine_.pending, GT_CL_ALL);
    gt_cl_mine_.pending = NULL;
    launch_twice(GT_EVENT, GT_EVENT);
    assert_null(gt_cl_mine_.pending);
    launch_with(none);
    assert_ptr_equal(gt_cl_mine_.pending, GT_CL_ALL);
    GT_CL(clFinish(rig_queue));
    gt_scope_end(&scope);
    clReleaseEvent(other);
    clReleaseMemObject(memory);
    close_it(NULL);
}
/* Rows of a phase that has ended stand without their events in the log of the phase around it. */
TEST(command_whose_event_a_function_hands_on_behind_an_inner_phase_is_one_with_an_event) {
    open_on(healthy(), 0);
    GT_SCOPE_CL(rig_queue, "outer") {
        GT_SCOPE_CL(rig_queue, "inner") launch_twice(GT_EVENT, GT_EVENT);
        launch_twice(GT_EVENT, GT_EVENT);
        assert_null(gt_cl_mine_.pending);
        launch_with(NULL);
        assert_ptr_equal(gt_cl_mine_.pending, GT_CL_ALL);
    }
    close_it(NULL);
}
/* The barrier before a phase waits for what was enqueued before: a kernel that is late behind it was compiled. */
TEST(kernel_that_is_compiled_in_a_phase_is_named_where_the_queue_was_busy_before_too) {
    for (int busy = 0; busy < 2; busy++) {
        simcl_script s = healthy();
        s.device[0].first_launch.ns = 40e6;
        s.device[0].compile_where = SIMCL_BEFORE_START;
        s.device[0].write.ns = 8e6;
        open_on(s, 0);
        gt_cl_mine_.idle[0].queue = NULL;       /* the rig has it that no queue is ever busy */
        cl_mem memory = memory_of_bytes();
        (void)clEnqueueWriteBuffer(rig_queue, memory, CL_FALSE, 0, sizeof bytes, bytes, 0, NULL, NULL);
        if (!busy) assert_int_equal(clFinish(rig_queue), CL_SUCCESS);
        gt_cl_scope scope = gt_cl_scope_begin(rig_queue, "phase");
        launch(rig_queue, 1e6, GT_EVENT);
        planted_cpu_us += 40000;
        gt_cl_scope_end(&scope);
        list_anew();
        assert_int_equal(told(GT_FINDING_DIRTY_START) != NULL, busy);
        assert_non_null(told(GT_FINDING_JIT_IN_REGION));
        clReleaseMemObject(memory);
        close_it(NULL);
    }
}
/* Judges what is recorded once more, as if on a real machine with this load average, and as if so many samples of each
   series launched other kernels. The finding stays until the next call; NULL: there is none. */
static const gt_finding *judged_anew(double load, uint64_t other_work, gt_finding_code code) {
    static gt_finding found;
    gt_list_ l;
    assert_int_equal(gt_list_open_(&l), GT_OK);
    gt_list_ again = l;
    again.f = NULL;
    again.count = again.room = 0;
    gt_facts_ *facts = l.snap.facts_;
    const double load_then = facts->load, processors_then = facts->processors;
    const int real_then = facts->is_real;
    facts->load = load;
    facts->processors = 2;
    facts->is_real = 1;
    for (size_t i = 0; i < l.snap.count; i++) l.snap.series[i].other_work = other_work;
    gt_list_judge_(&again, 0);
    facts->load = load_then;
    facts->processors = processors_then;
    facts->is_real = real_then;
    for (size_t i = 0; i < l.snap.count; i++) l.snap.series[i].other_work = 0;
    size_t at = 0;
    while (at < again.count && again.f[at].code != code) at++;
    const int there = at < again.count;
    if (there) found = again.f[at];
    free(again.f);
    gt_list_close_(&l);
    return there ? &found : NULL;
}
/* Slow samples on a busy machine: other programs are to blame, but not where the program itself computed for longer. */
TEST(load_is_no_cause_where_the_program_itself_computes) {
    for (int computes = 0; computes < 2; computes++) {
        open_quiet(NULL);
        for (size_t k = 0; k < 100; k++) {
            const double ns = draw_ns() * (k % 3 ? 1 : 1.5);
            gt_cl_scope s = gt_cl_scope_begin(rig_queue, "phase");
            launch(rig_queue, ns, GT_EVENT);
            planted_cpu_us += computes ? (long)(1e-3 * ns) : 100;
            gt_cl_scope_end(&s);
        }
        const gt_finding *f = judged_anew(9, 0, GT_FINDING_BIMODAL);
        assert_non_null(f);
        assert_int_equal(strstr(f->figures, "load average") == NULL, computes);
        assert_int_equal(strstr(f->cause, "other programs") == NULL, computes);
        close_it(NULL);
    }
}
/* A finding that blames the load is a note: on a busy machine a right program's commands are late, too. */
TEST(load_is_the_cause_of_a_wait_on_a_busy_machine_where_no_reason_is_known) {
    static const struct { double load; int known; gt_severity severity; } t[] = {
        {9, 0, GT_NOTE}, {9, 1, GT_WARNING}, {0, 0, GT_WARNING}};
    for (size_t i = 0; i < COUNT(t); i++) {
        open_quiet(NULL);
        wait_for_user_events(1, 9, t[i].known);
        const gt_finding *f = judged_anew(t[i].load, 0, GT_FINDING_HELD);
        assert_non_null(f);
        assert_int_equal(f->severity, t[i].severity);
        assert_int_equal(strstr(f->figures, "load average") != NULL, t[i].severity == GT_NOTE);
        close_it(NULL);
    }
}
/* A busy machine lets a process wait for a processor in any sample. A first event of the kit can take 50 us. */
TEST(first_sample_may_have_waited_for_a_processor_or_for_the_kit) {
    static const struct { double longer_ns, load; long cpu_us; gt_severity severity; } t[] = {
        {4e6, 9, 0, GT_NOTE}, {4e6, 9, 3900, GT_WARNING}, {4e6, 0, 0, GT_WARNING},
        {40e3, 0, 40, GT_NOTE}, {90e3, 0, 90, GT_WARNING}};
    for (size_t i = 0; i < COUNT(t); i++) {
        const beginning first = {SIMCL_IN_ENQUEUE, 0, 0, t[i].cpu_us, 0};
        simcl_script s = healthy();
        s.device[0].first_launch.ns = t[i].longer_ns;
        s.device[0].compile_where = first.where;
        noise = law_norm1;
        open_on(s, 1);
        first_sample(&first);
        phases(29);
        const gt_finding *f = judged_anew(t[i].load, 0, GT_FINDING_COLD_FIRST);
        assert_non_null(f);
        assert_int_equal(f->severity, t[i].severity);
        close_it(NULL);
    }
}
/* Own code cannot compute for longer than the process does. On a busy machine interruptions may be the rest: each is
   as long as the programs are many that share a processor. */
TEST(own_code_that_was_interrupted_is_a_note_on_a_busy_machine) {
    static const struct { double load; long cpu_us, switches; gt_severity severity; } t[] = {
        {9, 1000, 8, GT_NOTE}, {9, 1000, 2, GT_NOTE}, {2.5, 1000, 6, GT_NOTE},
        {9, 1000, 0, GT_WARNING}, {9, 1000, 1, GT_WARNING}, {2.5, 1000, 5, GT_WARNING},     /* it slept: too few */
        {9, 25000, 8, GT_WARNING}, {0, 1000, 8, GT_WARNING}};   /* it computed; no other program did */
    for (size_t i = 0; i < COUNT(t); i++) {
        open_quiet(NULL);
        launched_before();
        for (size_t k = 0; k < 10; k++) {
            gt_cl_scope p = gt_cl_scope_begin(rig_queue, "phase");
            simcl_spend_ns(30e6);
            launch(rig_queue, draw_ns(), GT_EVENT);
            planted_cpu_us += t[i].cpu_us;
            planted_switches += t[i].switches;
            gt_cl_scope_end(&p);
        }
        const gt_finding *f = judged_anew(t[i].load, 0, GT_FINDING_HOST_INSIDE);
        assert_non_null(f);
        assert_int_equal(f->severity, t[i].severity);
        close_it(NULL);
    }
}
TEST(speeds_that_differ_little_are_a_note_on_a_busy_machine) {
    for (int busy = 0; busy < 2; busy++) {
        open_quiet(NULL);
        for (size_t k = 0; k < 110; k++) phase(draw_ns() * (k * 7 % 11 > 6 ? 1.1 : 1));
        const gt_finding *f = judged_anew(busy ? 9 : 0, 0, GT_FINDING_BIMODAL);
        assert_non_null(f);
        assert_int_equal(f->severity, busy ? GT_NOTE : GT_WARNING);
        close_it(NULL);
    }
}
/* Samples of other kernels make a median worthless where the times fall into groups, not where a few stand out. */
TEST(single_samples_of_other_kernels_are_a_note) {
    for (int many = 0; many < 2; many++) {
        open_quiet(NULL);
        for (size_t k = 0; k < 100; k++) phase(draw_ns() * ((many ? k % 2 : k % 17 == 16) ? 8 : 1));
        const gt_finding *f = judged_anew(0, many ? 50 : 6, GT_FINDING_UNEQUAL_WORK);
        assert_non_null(f);
        assert_int_equal(f->severity, many ? GT_WARNING : GT_NOTE);
        assert_null(judged_anew(0, many ? 50 : 6, many ? GT_FINDING_ALTERNATE : GT_FINDING_OUTLIERS));
        close_it(NULL);
    }
}
/* Of a kernel that is new, 50 ms late and then ran for 100 ms: an execution may compute for less than it lasts, and the
   program's own code may have computed, not a compiler. */
TEST(what_was_computed_is_unknown_where_the_execution_or_own_code_may_have_been) {
    static const struct { double cpu_ms, host_ms; int unwarmed, computed; } t[] = {
        {150, 0, 1, 1}, {150, 0, 0, 1}, {90, 0, 1, -1}, {90, 0, 0, 0},  {1, 0, 1, 0}, {1, 0, 0, 0},
        {150, 5, 0, 1}, {105, 5, 0, -1}, {105, 1, 0, 1}, {150, 48, 0, -1}};
    for (size_t i = 0; i < COUNT(t); i++) {
        double cpu_us = 1e3 * t[i].cpu_ms, device_ns = 100e6, host_ns = 1e6 * t[i].host_ms;
        gt_facts_ facts;
        gt_series s;
        gt_list_ l;
        memset(&facts, 0, sizeof facts);
        memset(&s, 0, sizeof s);
        memset(&l, 0, sizeof l);
        l.snap.facts_ = &facts;         /* no run was taken: the rule asks nobody else */
        s.column[GT_COLUMN_cpu_us] = &cpu_us;
        s.column[GT_COLUMN_device_ns] = &device_ns;
        s.column[GT_COLUMN_host_ns] = &host_ns;
        s.unwarmed = (uint64_t)t[i].unwarmed;
        gt_usual_ usual = {-1, -1};
        assert_int_equal(gt_has_computed_(&facts, &s, 0, 50e6, &usual), t[i].computed);
    }
}
/* Of a kernel that is known, 50 ms late in a series of four: two processors work for a sample. */
TEST(what_samples_usually_compute_is_no_compilers) {
    static const struct { double cpu_ms, usual_ms, device_ms, load; size_t at; int computed; } t[] = {
        {61, 60, 30, 0, 0, 0}, {61, 60, 30, 0, 2, 0}, {75, 60, 30, 0, 0, 1},
        {20, 5, 100, 0, 0, 1},          /* other programs made the execution longer, which took 5 ms of a processor */
        {30, 200, 1, 0, 0, 1},          /* a sweep: a small size, before larger ones */
        {9, 1, 1, 9, 0, 1}, {9, 1, 1, 0, 2, 1}, {9, 1, 1, 9, 2, 0}, {12, 1, 1, 9, 2, 1},    /* any sample waits there */
        {9, 1, 1, 9, 3, 1}};            /* the first one of another thread */
    for (size_t i = 0; i < COUNT(t); i++) {
        double cpu_us[4], device_ns[4];
        gt_usual_ usual = {-1, -1};
        gt_facts_ facts;
        gt_series s;
        memset(&facts, 0, sizeof facts);
        memset(&s, 0, sizeof s);
        for (size_t k = 0; k < COUNT(cpu_us); k++) {
            cpu_us[k] = 1e3 * (k == t[i].at ? t[i].cpu_ms : t[i].usual_ms);
            device_ns[k] = 1e6 * (k == t[i].at ? t[i].device_ms : 0.5 * t[i].usual_ms);
        }
        facts.processors = 2;
        facts.load = t[i].load;
        s.kept = COUNT(cpu_us);
        s.column[GT_COLUMN_cpu_us] = cpu_us;
        s.column[GT_COLUMN_device_ns] = device_ns;
        s.thread = (uint32_t[COUNT(cpu_us)]){1, 1, 1, 2};
        print_message("%lu\n", (unsigned long)i);
        assert_int_equal(gt_has_computed_(&facts, &s, t[i].at, 50e6, &usual), t[i].computed);
    }
}
/* Of a kernel that is late in one of three samples of 100 ms: when a compiler is inferred. Every other sample computes
   for 1 ms, and for as long as its kernel runs. Processor time below 0 is not known. */
TEST(kernel_that_is_late_was_compiled_if_all_else_says_so) {
    enum { TIMED = 1, NEW = 2, LOAD = 4, HELD_KNOWN = 8, WARMED = 16, WARMED_EMPTY = 32, WARMED_OTHER = 64,
           ALONE = 128, SHARED = 256, HELD_OFTEN = 512 };
    static const struct { double late_ms, held_ms, cpu_ms, others_late_ms; size_t at; int is; double found_ms; } t[] = {
        {50, 0, 40, 0, 0, 0, 50}, {50, 0, 1, 0, 0, 0, 0}, {4, 0, 40, 0, 0, 0, 0}, {50, 0, 40, 12, 0, 0, 0},
        /* on a busy machine a known kernel may be late, too; so may one beside another thread's */
        {50, 0, -1, 0, 0, 0, 50}, {50, 0, -1, 0, 0, LOAD, 0}, {50, 0, -1, 0, 0, LOAD | NEW, 50},
        {50, 0, -1, 0, 0, LOAD | TIMED, 50}, {50, 0, 40, 0, 0, LOAD, 50}, {50, 0, 40, 0, 0, SHARED, 0},
        /* behind the first sample, or behind warm-up passes */
        {10, 0, 40, 0, 0, 0, 10}, {10, 0, 40, 0, 1, 0, 0}, {50, 0, 40, 0, 1, 0, 50}, {50, 0, -1, 0, 1, 0, 0},
        {10, 0, 40, 0, 2, 0, 10}, {10, 0, 40, 0, 0, WARMED, 0}, {10, 0, 40, 0, 0, WARMED_EMPTY, 10},
        {10, 0, 40, 0, 0, WARMED_OTHER, 10},
        /* one sample; one of several timings, which may be a warm-up */
        {8, 0, 7, 0, 0, ALONE, 8}, {3, 0, -1, 0, 0, ALONE, 0}, {8, 0, -1, 0, 0, ALONE, 8}, {10, 0, 40, 0, 0, TIMED, 0},
        {10, 0, 40, 0, 0, TIMED | ALONE, 10},
        /* before SUBMIT, if no event of others is known */
        {0, 50, 40, 0, 0, 0, 50}, {0, 50, 1, 0, 0, 0, 0}, {0, 50, -1, 0, 0, 0, 0}, {0, 50, 40, 0, 0, HELD_KNOWN, 0},
        {0, 50, 40, 0, 1, 0, 0}, {0, 50, 40, 0, 0, HELD_OFTEN, 0}};
    for (size_t i = 0; i < COUNT(t); i++) {
        char phase[] = "phase", other[] = "other";
        double ns[3], late[3], held[3], complete[3], cpu[3], device[3];
        gt_usual_ usual = {-1, -1};
        gt_facts_ facts;
        gt_series s[2];
        gt_snapshot run;
        memset(&facts, 0, sizeof facts);
        memset(s, 0, sizeof s);
        memset(&run, 0, sizeof run);
        for (size_t k = 0; k < COUNT(ns); k++) {
            const int is = k == t[i].at;
            ns[k] = 100e6;
            late[k] = 1e6 * (is ? t[i].late_ms : t[i].others_late_ms);
            held[k] = is || t[i].is & HELD_OFTEN ? 1e6 * t[i].held_ms : 0;
            complete[k] = is && t[i].is & HELD_KNOWN;
            cpu[k] = is && t[i].cpu_ms < 0 ? NAN : 1e3 * (is ? t[i].cpu_ms : 1);
            device[k] = 1e6;
        }
        s[0].path = phase;
        s[1].path = t[i].is & WARMED_OTHER ? other : phase;
        s[1].cold = (t[i].is & (WARMED | WARMED_EMPTY | WARMED_OTHER)) != 0;
        s[1].kept = !(t[i].is & WARMED_EMPTY);
        s[0].kind = t[i].is & TIMED ? GT_KIND_TIMER : GT_KIND_PHASE;
        s[0].kept = t[i].is & ALONE ? 1 : COUNT(ns);
        s[0].unwarmed = (t[i].is & NEW) != 0;
        s[0].shared = (t[i].is & SHARED) != 0;
        s[0].ns = ns;
        s[0].thread = (uint32_t [COUNT(ns)]){1, 1, 2};
        s[0].column[GT_COLUMN_late_ns] = late;
        s[0].column[GT_COLUMN_held_ns] = held;
        s[0].column[GT_COLUMN_complete] = complete;
        s[0].column[GT_COLUMN_cpu_us] = cpu;
        s[0].column[GT_COLUMN_device_ns] = device;
        facts.processors = 2;
        facts.is_real = 1;
        facts.load = t[i].is & LOAD ? 9 : 0;
        run.series = s;
        run.count = COUNT(s);
        run.facts_ = &facts;
        print_message("%lu\n", (unsigned long)i);
        assert_int_equal((int)(1e-6 * gt_late_in_(&run, s, t[i].at, 0.05, 1e6, &usual) + 0.5), (int)t[i].found_ms);
    }
}
/* Of commands that waited in some of three samples, or of one: how many samples count, and how many are inferred. */
TEST(wait_for_others_is_known_or_inferred_from_a_process_that_computes_nothing) {
    static const struct {
        double ms, late_ms, held_ms, cpu_ms;
        int known;
        size_t in, kept;
        double n;
        size_t inferred;
    } t[] = {
        {100, 0, 30, 1, 1, 1, 3, 1, 0}, {100, 0, 30, 40, 1, 1, 3, 1, 0}, {100, 0, 15, 1, 1, 1, 3, 0, 0},
        {2, 0, 0.5, 0, 1, 1, 3, 1, 0}, {0.1, 0, 0.03, 0, 1, 1, 3, 0, 0},
        /* in more than half of the samples, if it is inferred */
        {100, 0, 30, 1, 0, 3, 3, 3, 3}, {100, 0, 30, 1, 0, 1, 3, 0, 1}, {100, 0, 30, 40, 0, 3, 3, 0, 0},
        {2, 0, 0.5, 0, 0, 3, 3, 0, 0}, {2, 0, 1.5, 0, 0, 3, 3, 3, 3}, {2, 0, 1.5, 0, 0, 1, 1, 0, 0},
        {2, 0, 0.5, -1, 0, 3, 3, 3, 3},
        /* behind SUBMIT */
        {10, 8, 0, 0, 0, 3, 3, 3, 3}, {10, 4, 0, 0, 0, 3, 3, 0, 0}, {10, 8, 0, 0, 0, 1, 1, 0, 0},
        {100, 30, 0, 0, 0, 1, 1, 1, 1}, {10, 8, 3, 0, 1, 3, 3, 3, 3}};
    for (size_t i = 0; i < COUNT(t); i++) {
        double ns[3], late[3], held[3], complete[3], cpu[3], device[3];
        gt_facts_ facts;
        gt_series s;
        gt_seen_ z;
        memset(&facts, 0, sizeof facts);
        memset(&s, 0, sizeof s);
        memset(&z, 0, sizeof z);
        for (size_t k = 0; k < COUNT(ns); k++) {
            const int is = k < t[i].in;
            ns[k] = 1e6 * t[i].ms;
            late[k] = is ? 1e6 * t[i].late_ms : 0;
            held[k] = is ? 1e6 * t[i].held_ms : 0;
            complete[k] = is && t[i].known;
            cpu[k] = t[i].cpu_ms < 0 ? NAN : is ? 1e3 * t[i].cpu_ms : 0;
            device[k] = 0;
        }
        s.kind = GT_KIND_TIMER;         /* of which nothing is usual */
        s.kept = t[i].kept;
        s.ns = ns;
        s.thread = (uint32_t [COUNT(ns)]){1, 1, 1};
        s.known[GT_COLUMN_held_ns] = s.kept;
        s.column[GT_COLUMN_late_ns] = late;
        s.column[GT_COLUMN_held_ns] = held;
        s.column[GT_COLUMN_complete] = complete;
        s.column[GT_COLUMN_cpu_us] = cpu;
        s.column[GT_COLUMN_device_ns] = device;
        facts.processors = 2;
        print_message("%lu\n", (unsigned long)i);
        assert_int_equal((int)gt_held_of_(&facts, &s, 0.2, 5e4, &z), (int)t[i].n);
        assert_int_equal(z.inferred, t[i].inferred);
    }
}
/* Page faults explain a slow first sample only where they are a finding themselves: from 16 of them on. */
TEST(few_page_faults_explain_no_first_sample) {
    if (SANITIZED || !test_faults_are_counted()) skip();
    const beginning first = {SIMCL_IN_ENQUEUE, 10, 0, 30, 0};
    simcl_script s = healthy();
    s.device[0].first_launch.ns = 30e3;
    s.device[0].compile_where = first.where;
    noise = law_norm1;
    open_on(s, 1);
    pages_are_real = 1;
    first_sample(&first);
    phases(29);
    assert_told(AND(COLD_FIRST));
    close_it(NULL);
}
/* Copies and several small launches are commands as one kernel is. */
TEST(host_code_and_launches_count_whatever_the_commands_are) {
    for (int copies = 0; copies < 2; copies++) {
        open_quiet(NULL);
        launched_before();
        cl_mem memory = memory_of_bytes();
        for (int k = 0; k < 6; k++) {
            gt_cl_scope s = gt_cl_scope_begin(rig_queue, "phase");
            if (copies) {
                assert_int_equal(clEnqueueWriteBuffer(rig_queue, memory, CL_FALSE, 0, sizeof bytes, bytes, 0, NULL,
                                                      GT_EVENT), CL_SUCCESS);
                simcl_spend_ns(300000);
            } else {
                for (int n = 0; n < 5; n++) launch(rig_queue, 100, GT_EVENT);
            }
            gt_cl_scope_end(&s);
        }
        list_anew();
        assert_non_null(told(copies ? GT_FINDING_HOST_INSIDE : GT_FINDING_SYNC_BOUND));
        clReleaseMemObject(memory);
        close_it(NULL);
    }
}
/* Who wants to know how long objects take to create times them alone, in a scope without commands. */
TEST(objects_that_are_made_in_a_scope_without_commands_are_what_it_times) {
    for (int launches = 0; launches < 2; launches++) {
        open_quiet(NULL);
        for (int k = 0; k < 6; k++) {
            gt_cl_call_ c;
            gt_cl_call_begin_(&c, GT_CL_CALL_clCreateBuffer_, GT_CL_MAKES_, __FILE__, __LINE__, 0);
            cl_int code = 1;
            gt_scope s = gt_scope_begin("make");
            gt_cl_before_(&c);
            cl_mem m = clCreateBuffer(rig_context, CL_MEM_READ_WRITE, 64, NULL, &code);
            simcl_spend_ns(200000);
            c.object = m;
            c.kind = GT_CL_OBJECT_cl_mem_;
            (void)gt_cl_after_(&c, code);
            if (launches) launch(rig_queue, draw_ns(), GT_EVENT);
            if (launches) assert_int_equal(clFinish(rig_queue), CL_SUCCESS);
            gt_scope_end(&s);
            gt_cl_reference_(m, -1);
            clReleaseMemObject(m);
        }
        list_anew();
        assert_int_equal(told(GT_FINDING_CREATED_INSIDE) != NULL, launches);
        close_it(NULL);
    }
}
/* Scopes from before the first use of OpenCL hold no commands. Of samples that are only counted nothing is known. */
TEST(samples_beyond_those_that_are_kept_make_no_scope_unseen) {
    for (int kept = 0; kept < 2; kept++) {
        open_quiet(NULL);
        for (int k = 0; k < GPUTIME_MAX_SAMPLES - kept; k++) host("host", 1000);
        phases(1);
        for (int k = 0; k < 3; k++) host("host", 1000);
        list_anew();
        assert_int_equal(told(GT_FINDING_UNSEEN) != NULL, kept);
        close_it(NULL);
    }
}
/* What a program times between two readings of its clock, and whether a first use in it spoils a result. */
TEST(first_use_in_a_timing_counts_unless_it_is_a_warm_up_or_no_part_of_what_is_quoted) {
    static const struct {
        size_t kept;
        gt_first_ found;        /* at, launches, again, same, itself, stamped, between, first, later */
        uint64_t builds;
        double part;
        int own;
        gt_severity severity;
    } t[] = {
        {3, {1, 1, 0, 0, 0, 0, 0, 0, 0}, 0, 1, 0, GT_INFO},         /* of another sample */
        {3, {0, 1, 0, 0, 0, 0, 0, 0, 0}, 0, 1, 0, GT_WARNING},
        {3, {0, 1, 1, 0, 0, 0, 1, 0, 0}, 0, 1, 0, GT_INFO}, {3, {0, 1, 1, 0, 0, 0, 0, 0, 0}, 0, 1, 0, GT_WARNING},
        {3, {0, 1, 1, 0, 0, 0, 1, 0, 0}, 0, 1, 1, GT_WARNING}, {3, {0, 1, 1, 0, 1, 0, 1, 0, 0}, 0, 1, 1, GT_INFO},
        {3, {0, 1, 1, 1, 1, 0, 0, 0, 0}, 0, 1, 0, GT_INFO}, {3, {0, 1, 1, 1, 1, 0, 0, 0, 0}, 0, 1, 1, GT_WARNING},
        {1, {0, 1, 1, 1, 1, 0, 0, 0, 0}, 0, 1, 0, GT_NOTE}, {1, {0, 1, 1, 1, 0, 0, 0, 0, 0}, 0, 1, 0, GT_WARNING},
        {3, {0, 1, 1, 0, 1, 0, 0, 0, 0}, 0, 1, 0, GT_WARNING},
        /* the program reads stamps */
        {3, {0, 2, 0, 0, 0, 2, 0, 0, 0}, 0, 0.4, 0, GT_NOTE}, {3, {0, 2, 0, 0, 0, 2, 0, 0, 0}, 0, 0.6, 0, GT_WARNING},
        {3, {0, 2, 0, 0, 0, 1, 0, 0, 0}, 0, 0.4, 0, GT_WARNING}, {3, {0, 2, 0, 0, 0, 2, 1, 0, 0}, 0, 0.6, 0, GT_INFO},
        {3, {0, 2, 0, 0, 0, 2, 0, 0, 0}, 1, 0.6, 0, GT_NOTE}, {3, {0, 2, 0, 0, 0, 2, 0, 0, 1}, 1, 0.6, 0, GT_WARNING}};
    for (size_t i = 0; i < COUNT(t); i++) {
        gt_first_ found = t[i].found;
        gt_series s;
        memset(&s, 0, sizeof s);
        s.kind = GT_KIND_TIMER;
        s.kept = t[i].kept;
        s.builds = t[i].builds;
        s.first_ = &found;
        s.first_count_ = 1;
        print_message("%lu\n", (unsigned long)i);
        assert_int_equal(gt_first_use_(&s, 0, t[i].part, t[i].own, GT_WARNING), t[i].severity);
    }
}
/* Of six timings, or fewer: how many are so much longer that they stand out, and hold a first launch of what runs
   again; the first one if no timing does. */
TEST(timings_that_first_launch_what_runs_again_stand_out_if_they_are_far_longer) {
    static const struct { double us[6]; size_t kept, again; uint64_t other_work; double n; } t[] = {
        {{900, 100, 100, 100, 100, 100}, 6, 0, 0, 1}, {{190, 100, 100, 100, 100, 100}, 6, 0, 0, 0},
        {{210, 100, 100, 100, 100, 100}, 6, 0, 0, 0},       /* less than a fifth of what the others take */
        {{900, 100, 100, 100, 100, 100}, 6, 5, 0, 1}, {{900, 100, 100, 100, 100, 100}, 6, 5, 2, 0},
        {{900, 100, 100, 100, 100, 100}, 6, 0, 2, 1}, {{100, 900, 100, 100, 100, 100}, 6, 1, 0, 1},
        {{900, 900, 100, 100, 100, 100}, 6, 0, 0, 0},       /* another one takes as long */
        {{900, 100, 100, 0, 0, 0}, 3, 0, 0, 1}, {{400, 100, 100, 0, 0, 0}, 3, 0, 0, 0},
        {{900, 0, 0, 0, 0, 0}, 1, 0, 0, 0}, {{0}, 0, 0, 0, 0}};
    for (size_t i = 0; i < COUNT(t); i++) {
        double ns[6];
        gt_first_ found;
        gt_series s;
        gt_seen_ z;
        memset(&found, 0, sizeof found);
        memset(&s, 0, sizeof s);
        memset(&z, 0, sizeof z);
        found.at = t[i].again;
        found.launches = found.again = 1;
        s.kind = GT_KIND_TIMER;
        s.n = s.kept = t[i].kept;
        s.ns = ns;
        s.min_ns = 1e5;
        s.other_work = t[i].other_work;
        s.first_ = &found;
        s.first_count_ = 1;
        for (size_t k = 0; k < s.kept; k++) s.sum_ns += ns[k] = 1e3 * t[i].us[k];
        print_message("%lu\n", (unsigned long)i);
        assert_int_equal(gt_pairs_of_(&s, &z), t[i].n > 0);
        if (t[i].n > 0) assert_int_equal((int)z.n, (int)t[i].n);
    }
}
/* What a side of a comparison does in a pass: a kernel (k), a write (w), a map (m), host code (h); K, W: in a phase. */
static void side_does(const char *what, cl_mem memory) {
    for (; *what; what++) {
        cl_int code = CL_SUCCESS;
        if (*what == 'K') GT_SCOPE_CL(rig_queue, "kernel") side_does("k", memory);
        if (*what == 'W') GT_SCOPE_CL(rig_queue, "copy") side_does("w", memory);
        if (*what == 'k') launch(rig_queue, draw_ns(), GT_EVENT);
        if (*what == 'h') simcl_spend_ns(draw_ns());
        if (*what == 'w')
            code = clEnqueueWriteBuffer(rig_queue, memory, CL_FALSE, 0, sizeof bytes, bytes, 0, NULL, GT_EVENT);
        if (*what == 'm') {
            void *at = clEnqueueMapBuffer(rig_queue, memory, CL_TRUE, CL_MAP_READ, 0, sizeof bytes, 0, NULL, GT_EVENT,
                                          &code);
            assert_int_equal(clEnqueueUnmapMemObject(rig_queue, memory, at, 0, NULL, GT_EVENT), CL_SUCCESS);
        }
        assert_int_equal(code, CL_SUCCESS);
    }
    (void)GT_CL(clFinish(rig_queue));
}
TEST(parts_that_one_side_lacks_are_named_unless_a_map_stands_for_them) {
    static const struct { const char *base, *other; int missing; } t[] = {
        {"k", "k", 0}, {"kw", "k", 1}, {"k", "kw", 1}, {"kw", "kw", 0}, {"kw", "km", 0}, {"km", "kw", 0},
        {"h", "kw", 0}, {"kw", "h", 0}, {"h", "K", 0}, {"K", "h", 0}, {"h", "KW", 1}, {"KW", "h", 1}, {"K", "KW", 1}};
    for (size_t i = 0; i < COUNT(t); i++) {
        simcl_script s = healthy();
        s.device[0].write.ns = 1e5;
        open_on(s, i);
        cl_mem memory = memory_of_bytes();
        GT_COMPARE("sides", .max_n = 40, .precision = 0.2) {
            GT_SIDE("base") side_does(t[i].base, memory);
            GT_SIDE("other") side_does(t[i].other, memory);
        }
        list_anew();
        print_message("%s against %s\n", t[i].other, t[i].base);
        const gt_finding *f = told(GT_FINDING_COPY_CLOUDS);
        assert_int_equal(f && strstr(f->figures, "has none"), t[i].missing);
        clReleaseMemObject(memory);
        close_it(NULL);
    }
}
TEST(build_that_was_seen_is_no_cold_first_sample_and_no_outlier) {
    for (size_t when = 0; when <= 50; when += 25) {
        open_quiet(NULL);
        for (size_t k = 0; k < 400; k++) {
            gt_cl_scope s = gt_cl_scope_begin(rig_queue, "phase");
            if (k == when) build_here();
            launch(rig_queue, draw_ns(), GT_EVENT);
            gt_cl_scope_end(&s);
        }
        assert_told(AND(JIT_IN_REGION));
        assert_non_null(strstr(told(GT_FINDING_JIT_IN_REGION)->figures, "1 build inside"));
        close_it(NULL);
    }
}
/* Who wants to know how long builds take times them alone, in a scope without commands. */
TEST(build_is_named_in_a_scope_without_commands_unless_it_is_most_of_it) {
    for (int most = 0; most < 2; most++) {
        simcl_script s = healthy();
        s.device[0].build.ns = 3e6;
        open_on(s, 0);
        for (int k = 0; k < 10; k++) {
            gt_scope scope = gt_scope_begin("set-up");
            build_here();
            simcl_spend_ns(most ? 3e5 : 3e6);
            gt_scope_end(&scope);
        }
        list_anew();
        assert_int_equal(told(GT_FINDING_JIT_IN_REGION) != NULL, !most);
        close_it(NULL);
    }
}
/* A trial looks behind a few passes. Work that was left there is in the time of any pass. */
TEST(passes_of_a_trial_that_were_not_waited_for_have_no_shape, open_quiet, close_it) {
    gt_cl cl = attached();
    size_t pass = 0;
    GT_TRIAL("trial", .max_n = 200, .precision = 1e-9) {
        simcl_spend_ns(draw_ns() * (pass++ % 2 ? 1 : 1.5));
        launch(rig_queue, 1e5, NULL);
    }
    list_anew();
    assert_non_null(told(GT_FINDING_NO_SYNC));
    assert_null(told(GT_FINDING_ALTERNATE));
    gt_cl_close(&cl);
}

/* ---- facts of series that are made by hand ---- */

typedef struct by_hand {
    gt_facts_ facts;
    gt_list_ l;
    gt_of_ of;
    gt_series s[5];
    double ns[60], begin_ns[60], x[2][60];
} by_hand;
static gt_of_ *nothing_of(by_hand *h) {         /* the first series; nothing is known of it */
    memset(h, 0, sizeof *h);
    h->l.snap.facts_ = &h->facts;
    h->l.snap.series = h->s;
    h->l.end = h->s;
    h->facts.devices = 1;
    for (size_t i = 0; i < COUNT(h->s); i++) {
        h->s[i].what = "";
        h->s[i].name = "it";
        h->s[i].ns = h->ns;
        h->s[i].begin_ns = h->begin_ns;
    }
    h->of = gt_of_series_(&h->l, h->s);
    return &h->of;
}
static int is_so(int fact, gt_of_ *of) {
    gt_seen_ z;
    memset(&z, 0, sizeof z);
    return gt_is_fact_(fact, of, &z);
}
static gt_series *command_below(gt_series *s, double ns) {      /* a kernel in each of ten samples; 0: none */
    s[0].kind = GT_KIND_SIDE;
    s[0].n = s[0].kept = 10;
    s[0].below_ = ns > 0;
    s[1].kind = GT_KIND_COMMAND;
    s[1].what = "kernel";
    s[1].n = s[1].kept = 10;
    s[1].stats.median = ns;
    return s;
}
TEST(machine_is_something_to_tell_of_if_others_load_it) {
    static const struct { int real; double load; int is; } t[] = {{1, 9, 1}, {1, 0, 0}, {0, 9, 0}};
    by_hand h;
    for (size_t i = 0; i < COUNT(t); i++) {
        gt_of_ *of = nothing_of(&h);
        h.facts.is_real = t[i].real;
        h.facts.load = t[i].load;
        assert_int_equal(is_so(GT_IS_machine_, of), t[i].is);
    }
}
TEST(system_clock_that_stands_is_of_no_program_with_a_clock_of_its_own) {
    by_hand h;
    for (int own = 0; own < 2; own++) {
        gt_of_ *of = nothing_of(&h);
        h.facts.stands = "it stands";
        h.facts.clock_kind = own ? GT_CLOCK_USER_ : GT_CLOCK_OS_;
        assert_int_equal(is_so(GT_IS_stands_, of), !own);
    }
}
/* A long sample is interrupted, too, whatever makes it long. */
TEST(an_interruption_is_no_cause_where_another_one_is_known) {
    gt_shape_ h;
    memset(&h, 0, sizeof h);
    h.more[GT_COLUMN_involuntary] = 1;
    h.excess = 1e6;
    for (h.carries = -1; h.carries < GT_PART_COUNT_; h.carries++) {
        const int known = h.carries == GT_PART_first || h.carries == GT_PART_setup || h.carries == GT_PART_held;
        assert_int_equal(gt_were_interrupted_(&h), !known);
    }
}
TEST(ten_samples_show_that_a_body_is_empty) {
    by_hand h;
    for (size_t n = 9; n < 11; n++) {
        gt_of_ *of = nothing_of(&h);
        h.s->n = n;
        h.s->stats.median = 40;
        h.facts.clock.exact_ns = 60;
        assert_int_equal(is_so(GT_IS_empty_, of), n == 10);
    }
}
/* Of five timings: where most build, a first launch is no warm-up of the others, though all run the same program. */
TEST(builds_in_most_timings_are_each_their_own) {
    by_hand h;
    for (uint64_t builds = 2; builds < 4; builds++) {
        gt_of_ *of = nothing_of(&h);
        gt_first_ found = { 0, 1, 1, 1, 0, 0, 0, 0, 0 };        /* launches, again, same */
        h.s->kind = GT_KIND_TIMER;
        h.s->n = h.s->kept = 5;
        h.s->first_ = &found;
        h.s->first_count_ = 1;
        h.s->builds = builds;
        (void)is_so(GT_IS_built_, of);
        assert_int_equal(gt_first_use_(h.s, 0, 1, of->own, GT_WARNING), builds > 2 ? GT_WARNING : GT_INFO);
    }
}
/* A wrong clock of the program explains stamps that disagree with it; a failed command those that are refused. */
TEST(stamps_are_broken_unless_a_clock_or_a_failed_command_explains_them) {
    static const struct { int kind, stays, failed, is; } t[] = {
        {GT_STAMPS_SCALE, 0, 0, 1}, {GT_STAMPS_SCALE, 1, 0, 0}, {GT_STAMPS_REFUSED, 1, 0, 1},
        {GT_STAMPS_REFUSED, 0, 1, 0}, {GT_STAMPS_SCALE, 0, 1, 1}};
    by_hand h;
    for (size_t i = 0; i < COUNT(t); i++) {
        gt_of_ *of = nothing_of(&h);
        of->i = t[i].kind;
        h.s->broken[of->i] = 1;
        h.s->failed = (uint64_t)t[i].failed;
        h.facts.clock_findings = 1;
        h.facts.clock_finding[0].order_ = (size_t)t[i].stays;
        assert_int_equal(is_so(GT_IS_stamps_, of), t[i].is);
    }
}
TEST(rate_of_local_memory_is_one_of_bytes) {
    by_hand h;
    for (int of_bytes = 0; of_bytes < 2; of_bytes++) {
        gt_of_ *of = nothing_of(&h);
        gt_seen_ z;
        memset(&z, 0, sizeof z);
        z.x[0] = 1.4e12;
        z.unit = of_bytes ? "B/s" : "FLOP/s";
        h.facts.device[0].local = 1e12;
        assert_int_equal(gt_is_fact_(GT_IS_local_, of, &z), of_bytes);
    }
}
TEST(sides_of_host_code_are_no_ratio_of_launches_where_the_kit_knows_a_queue) {
    by_hand h;
    for (int queues = 0; queues < 2; queues++) {
        gt_of_ *of = nothing_of(&h);
        gt_seen_ z;
        memset(&z, 0, sizeof z);
        z.x[1] = 2;
        h.facts.cl.queues = queues;
        assert_int_equal(gt_is_fact_(GT_IS_ratio_, of, &z), !queues);
    }
}
/* Sides that claim flops or bytes, each in its only sample. */
TEST(claims_of_sides_differ_if_they_are_of_one_kind) {
    static const struct { int kind[2]; double work[2]; int is; } t[] = {
        {{GT_COLUMN_flops, GT_COLUMN_flops}, {10, 10}, 0}, {{GT_COLUMN_flops, GT_COLUMN_flops}, {10, 11}, 1},
        {{GT_COLUMN_bytes, GT_COLUMN_bytes}, {11, 10}, 1}, {{GT_COLUMN_flops, GT_COLUMN_bytes}, {10, 99}, 0}};
    by_hand h;
    for (size_t i = 0; i < COUNT(t); i++) {
        gt_seen_ z;
        (void)nothing_of(&h);
        memset(&z, 0, sizeof z);
        for (size_t k = 0; k < 2; k++) {
            h.x[k][0] = t[i].work[k];
            h.s[k].n = h.s[k].kept = h.s[k].known[t[i].kind[k]] = 1;
            h.s[k].column[t[i].kind[k]] = h.x[k];
        }
        assert_int_equal(gt_claims_differ_(&h.s[0], &h.s[1], &z), t[i].is);
    }
}
TEST(rounds_of_a_side_are_too_few_by_number_or_by_what_they_depend_on_each_other) {
    static const struct { size_t rounds; double tau; int is; } t[] = {{60, 1, 0}, {60, 10, 1}, {20, 1, 1}, {1, 1, 0}};
    by_hand h;
    for (size_t i = 0; i < COUNT(t); i++) {
        gt_of_ *of = nothing_of(&h);
        h.s->kind = GT_KIND_SIDE;
        of->whole.rounds = t[i].rounds;
        of->tau = t[i].tau;
        assert_int_equal(is_so(GT_IS_short_side_, of), t[i].is);
    }
}
TEST(other_work_is_of_more_than_one_sample_and_of_more_than_few) {
    static const struct { size_t other, n; int is; } t[] = {{1, 5, 0}, {2, 5, 1}, {5, 100, 0}, {6, 100, 1}};
    by_hand h;
    for (size_t i = 0; i < COUNT(t); i++) {
        (void)nothing_of(&h);
        h.s->other_work = t[i].other;
        h.s->n = t[i].n;
        assert_int_equal(gt_has_other_work_(h.s), t[i].is);
    }
}
/* A side without a command, against one whose kernel takes `kernel` of its times. */
TEST(side_that_is_too_fast_for_host_code_does_nothing) {
    static const struct { double ratio, kernel, commands; int hooked, is; size_t failed; } t[] = {
        {2000, 0, 0, 1, 1, 0}, {200, 150, 0, 1, 1, 0}, {200, 50, 0, 1, 0, 0}, {2000, 0, 1, 1, 0, 0},
        {2000, 0, 0, 0, 0, 0}, {200, 0, 0, 1, 0, 0}, {200, 0, 0, 1, 1, 9}, {5, 0, 0, 1, 0, 9}};
    by_hand h;
    for (size_t i = 0; i < COUNT(t); i++) {
        gt_of_ *of = nothing_of(&h);
        of->base = command_below(h.s + 1, t[i].kernel);
        h.s->kind = GT_KIND_SIDE;
        h.s->n = h.s->kept = h.s->known[GT_COLUMN_commands] = 1;
        h.s->column[GT_COLUMN_commands] = h.x[0];
        h.x[0][0] = t[i].commands;
        h.s->stats.median = 1;
        h.s->failed = t[i].failed;
        of->whole.ratio = t[i].ratio;
        h.facts.hooked = h.facts.worked = t[i].hooked;
        assert_int_equal(is_so(GT_IS_nothing_, of), t[i].is);
    }
}
/* Sides that make objects: the one with ten passes of 100 ns each, the other as many as `others`. */
TEST(objects_of_one_side_count_where_both_launch_and_the_other_makes_none) {
    static const struct { double kernel; size_t made, others; double made_ns; int is; } t[] = {
        {50, 10, 0, 40, 1}, {0, 10, 0, 40, 0}, {50, 9, 0, 40, 0}, {50, 10, 1, 40, 0}, {50, 10, 0, 60, 0}};
    by_hand h;
    for (size_t i = 0; i < COUNT(t); i++) {
        gt_of_ *of = nothing_of(&h);
        of->s = command_below(h.s, 50);
        of->base = command_below(h.s + 2, t[i].kernel);
        h.s[0].created = t[i].made;
        h.s[0].created_ns = t[i].made_ns;
        h.s[0].sum_ns = 1000;
        h.s[2].created = t[i].others;
        assert_int_equal(is_so(GT_IS_made_beside_, of), t[i].is);
    }
}
/* A program that launches a kernel `n` times, `waves` of them behind a wait, and reads stamps of first and later
   ones. */
TEST(first_launches_weigh_in_few_launches_or_where_half_of_them_are_read) {
    static const struct { size_t n, waves, first, later; int is; } t[] = {
        {3, 0, 0, 0, 1}, {3, 0, 1, 2, 1}, {3, 0, 0, 3, 0}, {6, 0, 0, 0, 0}, {5, 3, 0, 0, 0}, {6, 6, 3, 3, 1},
        {6, 6, 2, 0, 0}};
    by_hand h;
    for (size_t i = 0; i < COUNT(t); i++) {
        gt_of_ *of = nothing_of(&h);
        gt_first_ first;
        memset(&first, 0, sizeof first);
        first.launches = 1;
        first.first = t[i].first;
        first.later = t[i].later;
        (void)command_below(h.s, 50);
        h.s[0].kind = GT_KIND_PROGRAM;
        h.s[0].first_ = &first;
        h.s[0].first_count_ = 1;
        h.s[1].n = t[i].n;
        h.s[1].waves = t[i].waves;
        h.l.end = h.s + 2;
        assert_int_equal(is_so(GT_IS_launched_, of), t[i].is);
    }
}
TEST(numbers_that_are_all_alike_have_no_step) {
    const double alike[] = {7, 7, 7, 7}, two[] = {7, 9, 7, 9}, all[] = {7, 8, 9, 10};
    assert_true(gt_grid_(alike, COUNT(alike)) <= 0);
    assert_true(gt_grid_(two, COUNT(two)) > 1.9 && gt_grid_(two, COUNT(two)) < 2.1);
    assert_true(gt_grid_(all, COUNT(all)) <= 0);
}
TEST(host_code_in_a_phase_is_no_scope_in_which_commands_are_missing, open_quiet, close_it) {
    for (int k = 0; k < 20; k++) {
        gt_cl_scope s = gt_cl_scope_begin(rig_queue, "phase");
        host("inside", 5000);
        launch(rig_queue, draw_ns(), GT_EVENT);
        gt_cl_scope_end(&s);
    }
    list_anew();
    assert_null(told(GT_FINDING_UNSEEN));
}
TEST(claims_of_0_beside_samples_without_a_claim_are_told_once, open_quiet, close_it) {
    size_t times = 0;
    for (int k = 0; k < 20; k++) {
        gt_scope s = gt_scope_begin("host");
        if (k % 2) gt_work(0, 0);
        simcl_spend_ns(draw_ns());
        gt_scope_end(&s);
    }
    list_anew();
    for (size_t i = 0; i < list_count; i++) times += list[i].code == GT_FINDING_UNCLAIMED;
    assert_int_equal(times, 1);
}

/* ---- false alarms that programs of others drew ---- */

static const gt_finding *told_of(double (*time_of)(size_t k, size_t n), size_t n, gt_finding_code code) {
    open_quiet(NULL);
    for (size_t k = 0; k < n; k++) assert_int_equal(gt_series_add("theirs", time_of(k, n)), GT_OK);
    list_anew();
    return told(code);
}
static double slowly(size_t k, size_t n) { return draw_ns() * (1 + 0.018 * (double)k / (double)n); }
static double faster(size_t k, size_t n) { return draw_ns() * (1 + 0.06 * (double)k / (double)n); }
static double shrinking(size_t k, size_t n) {
    const double rest = (double)(n - k) / (double)n;
    return 1e6 * rest * rest * draw_ns() / 1e5 + 1000;
}
static double growing(size_t k, size_t n) { return (double)(k + 1) * draw_ns() * 50 / (double)n; }
static double cold_of_many(size_t k, size_t n) { return draw_ns() * (k ? 1 : 1 + 0.0005 * (double)n); }
TEST(little_drift_is_a_note_and_work_that_shrinks_is_none) {
    const gt_finding *f = told_of(slowly, 1000, GT_FINDING_DRIFT);
    assert_true(f && f->severity == GT_NOTE);
    close_it(NULL);
    f = told_of(faster, 1000, GT_FINDING_DRIFT);
    assert_true(f && f->severity == GT_WARNING);
    close_it(NULL);
    f = told_of(cold_of_many, 1000, GT_FINDING_COLD_FIRST);
    assert_true(f && f->severity == GT_NOTE);
    close_it(NULL);
    for (size_t n = 12; n < 1000; n *= 3) {
        (void)told_of(shrinking, n, GT_FINDING_DRIFT);
        assert_null(told(GT_FINDING_DRIFT));
        assert_null(told(GT_FINDING_WARMUP));
        assert_null(told(GT_FINDING_COLD_FIRST));
        close_it(NULL);
        assert_null(told_of(growing, n, GT_FINDING_DRIFT));
        close_it(NULL);
    }
}
TEST(nobody_in_a_comparison_is_sent_to_one, open_quiet, close_it) {
    const gt_finding *f;
    size_t k = 0;
    GT_COMPARE("sides", .max_n = 60, .precision = 1e-9) {
        const double slower = 1 + 0.004 * (double)k++;
        GT_SIDE("one") simcl_spend_ns(draw_ns() * slower);
        GT_SIDE("two") simcl_spend_ns(draw_ns() * slower);
    }
    list_anew();
    f = told(GT_FINDING_DRIFT);
    assert_non_null(f);
    assert_null(strstr(f->remedy, "GT_COMPARE"));
    assert_non_null(strstr(f->remedy, "ratio"));
}
TEST(numbers_of_which_none_is_one_are_no_times_of_0, open_quiet, close_it) {
    for (int i = 0; i < 3; i++) (void)gt_series_add("theirs", (double)NAN);
    list_anew();
    assert_non_null(told(GT_FINDING_REJECTED));
    assert_null(told(GT_FINDING_COARSE));
}
/* Compares a kernel with code of the host that is so many times as fast: alone, in a phase, or in a phase whose queue
   worked for that time on a command without an event. */
enum { ALONE, IN_A_PHASE, AT_WORK };
static const gt_finding *side_without_commands(int how, double times) {
    open_quiet(NULL);
    gt_cl_mine_.idle[0].queue = NULL;                   /* the idle queue is tried out, as in any program */
    GT_COMPARE("sides", .max_n = 20, .precision = 1e-9) {
        GT_SIDE("kernel") {
            launch(rig_queue, 10e6, GT_EVENT);
            (void)GT_CL(clFinish(rig_queue));
        }
        GT_SIDE("other") {
            gt_cl_scope s = { 0 };
            if (how != ALONE) s = gt_cl_scope_begin(rig_queue, "phase");
            if (how == AT_WORK) launch(rig_queue, 10e6 / times, NULL);
            else simcl_spend_ns(10e6 / times);
            if (how != ALONE) gt_cl_scope_end(&s);
        }
    }
    list_anew();
    return told(GT_FINDING_IMPLAUSIBLE);
}
TEST(a_side_without_commands_that_is_too_fast_is_warned_of) {
    static const double fast[] = { 300, 30, 300 };
    for (int how = ALONE; how <= AT_WORK; how++) {
        const gt_finding *f = side_without_commands(how, fast[how]);
        assert_non_null(f);
        assert_string_equal(f->path, "sides/other");
        assert_int_equal(f->severity, GT_WARNING);
        assert_null(told(GT_FINDING_COPY_CLOUDS));
        close_it(NULL);
        assert_null(side_without_commands(how, fast[how] / 10));
        close_it(NULL);
    }
}
TEST(outliers_that_were_interrupted_are_called_preempted) {
    for (size_t twice = 0; twice < 2; twice++) {
        open_quiet(NULL);
        for (size_t k = 0; k < 100; k++) {
            gt_cl_scope s = gt_cl_scope_begin(rig_queue, "phase");
            if (k == 40) planted_switches++;
            launch(rig_queue, draw_ns() * (k == 40 || (twice && k == 70) ? 8 : 1), GT_EVENT);
            gt_cl_scope_end(&s);
        }
        assert_told(AND(PREEMPTED));
        close_it(NULL);
    }
}

TEST(drift_explains_two_speeds, open_quiet, close_it) {
    for (size_t k = 0; k < 200; k++) phase(draw_ns() * (k < 100 ? 1 : 1.3));
    assert_told(AND(DRIFT));
}

TEST(what_a_scope_inside_tells_is_not_told_again_around_it, open_quiet, close_it) {
    for (size_t k = 0; k < 100; k++) {
        gt_scope outer = gt_scope_begin("outer");
        host("slower", draw_ns() * (1 + 0.003 * (double)k));
        gt_scope_end(&outer);
    }
    assert_told(AND(DRIFT));
    assert_string_equal(told(GT_FINDING_DRIFT)->path, "outer/slower");
    close_it(NULL);
    open_quiet(NULL);
    for (size_t k = 0; k < 100; k++) {      /* of the scope around alone */
        gt_scope outer = gt_scope_begin("outer");
        host("steady", draw_ns());
        simcl_spend_ns(draw_ns() * (1 + 0.006 * (double)k));
        gt_scope_end(&outer);
    }
    assert_told(AND(DRIFT));
    assert_string_equal(told(GT_FINDING_DRIFT)->path, "outer");
}
TEST(name_that_only_begins_alike_is_no_scope_inside, open_quiet, close_it) {
    for (size_t k = 0; k < 100; k++) {
        host("slow", draw_ns() * (1 + 0.003 * (double)k));
        host("slower", draw_ns() * (1 + 0.003 * (double)k));
    }
    assert_told(AND(DRIFT));
    assert_true(list_count >= 2);
    assert_string_equal(list[strcmp(list[0].path, "slow") != 0].path, "slow");
    assert_string_equal(list[strcmp(list[0].path, "slow") == 0].path, "slower");
}

/* ---- exit codes, errors, memory, reset ---- */

TEST(verdict_fails_on_findings_of_its_severity_or_worse) {
    static const struct { void (*make)(int bad, size_t i); gt_severity severity; } cases[] = {
        {env, GT_INFO}, {unclaimed, GT_NOTE}, {drift, GT_WARNING}, {no_sync, GT_FAULT}};
    for (size_t c = 0; c < COUNT(cases); c++) {
        noise = law_norm1;
        cases[c].make(1, 0);
        list_anew();
        for (int s = list[list_count - 1].code == GT_FINDING_ENV ? GT_INFO : GT_NOTE; s <= GT_FAULT; s++)
            assert_int_equal(gt_verdict((gt_severity)s), s <= (int)cases[c].severity);
        close_it(NULL);
    }
    open_quiet(NULL);
    assert_int_equal(gt_verdict(GT_FAULT), 0);
    (void)GT_CL(clFlush(NULL));
    assert_int_equal(gt_verdict(GT_FAULT), 1);      /* an error that was kept */
    close_it(NULL);
}

TEST(any_allocation_may_fail_and_nothing_is_left_out_silently, open_quiet, close_it) {
    gt_finding *some;
    size_t count, failures = 0;
    plant_many();
    list_anew();
    for (long nth = 1;; nth++) {
        allocation_that_fails = nth;
        gt_status status = gt_findings(&some, &count);
        const int over = allocation_that_fails > 0;
        allocation_that_fails = 0;
        failures += status != GT_OK;
        if (status != GT_OK) {
            assert_int_equal(status, GT_ERR_MEMORY);
            assert_null(some);
            assert_int_equal(count, 0);
        } else if (count < list_count) {
            fail_msg("allocation %ld failed, and %lu of %lu findings came without an error", nth, (unsigned long)count,
                     (unsigned long)list_count);
        }
        free(some);
        if (over) break;
        allocation_that_fails = nth;
        if (status != GT_OK) assert_int_equal(gt_verdict(GT_FAULT), 1);
        allocation_that_fails = 0;
    }
    assert_true(failures >= 10);
}

TEST(reset_forgets_clocks_that_were_checked, open_quiet, close_it) {
    for (int tries = 0; tries < 5; tries++) {       /* on a busy machine the try itself may be spoiled */
        gt_reset();
        assert_int_equal(gt_check_clock(cpu_s, "theirs"), GT_OK);
        list_anew();
        if (told(GT_FINDING_CPU_CLOCK)) break;
    }
    assert_told(AND(CPU_CLOCK));
    gt_reset();
    assert_told(0);
    assert_int_equal(gt_verdict(GT_NOTE), 0);
}

/* ---- clocks that are not the kit's ---- */

static double stepping_s(void) {        /* back by 3 us, each 40th reading */
    static int readings;
    return good_s() - (++readings % 40 ? 0 : 3e-6);
}
static double in_steps(double step_s) { return floor(good_s() / step_s) * step_s; }
static double half_millisecond_s(void) { return in_steps(0.5e-3); }
static double sixteenth_s(void) { return in_steps(1 / 64.0); }
static double standing_s(void) { return 5; }
static double nothing_s(void) { return NAN; }

TEST(clocks_that_others_use_are_tried_out, open_quiet, close_it) {
    static const struct { const char *name; double (*now_s)(void); uint64_t expected; } clocks[] = {
        {"CLOCK_MONOTONIC", good_s, 0},
        {"CLOCK_PROCESS_CPUTIME_ID", cpu_s, AND(CPU_CLOCK)},
        {"steps back", stepping_s, AND(CLOCK_STEP)},
        {"steps of 0.5 ms", half_millisecond_s, AND(COARSE)},
        {"steps of 15.6 ms", sixteenth_s, AND(COARSE)},         /* it does not stand still */
        {"stands still", standing_s, AND(CPU_CLOCK) | AND(COARSE)},
        {"not a number", nothing_s, AND(CPU_CLOCK) | AND(COARSE)},
    };
    assert_int_equal(gt_check_clock(NULL, "none"), GT_ERR_ARGUMENT);
    for (size_t c = 0; c < COUNT(clocks); c++) {
        assert_int_equal(gt_check_clock(clocks[c].now_s, clocks[c].name), GT_OK);
        if (clocks[c].expected) printf("%s\n", clocks[c].name);
        assert_told(clocks[c].expected);
        for (size_t i = 0; i < list_count; i++)
            if (list[i].code != GT_FINDING_ENV) {
                assert_string_equal(list[i].path, clocks[c].name);
                printf("%s: %s: %s\n", list[i].path, list[i].name, list[i].figures);
            }
        gt_reset();
    }
    assert_int_equal(gt_check_clock(cpu_s, NULL), GT_OK);
    assert_told(AND(CPU_CLOCK));
    assert_string_equal(list[0].path, "a clock");
}

/* ---- few samples ---- */

TEST(report_says_what_so_few_samples_cannot_show) {
    static const struct { size_t n; const char *line; } cases[] = {
        {7, "\n1 series has 2 to 99 samples (fewest: 7): too few to find anything but a cold first sample.\n"},
        {8, "(fewest: 8): too few to find anything but cold starts, outliers and gross drift.\n"},
        {19, "(fewest: 19): too few to find anything but cold starts, outliers and gross drift.\n"},
        {20, "(fewest: 20): too few to find drift under 10 %, or a second speed in under a third of the samples.\n"},
        {99, "(fewest: 99): too few to find drift under 10 %, or a second speed in under a third of the samples.\n"},
        {100, NULL},
    };
    for (size_t c = 0; c < COUNT(cases); c++) {
        char *report;
        open_quiet(NULL);
        phases(cases[c].n);
        report = report_text();
        if (cases[c].line) assert_non_null(strstr(report, cases[c].line));
        else assert_null(strstr(report, "too few to find"));
        free(report);
        close_it(NULL);
    }
}

/* ---- signals ---- */

TEST_OF(first, phases_read_signals_twice_and_host_scopes_if_they_have_commands, open_quiet, close_it) {
    size_t before;
    host("without", draw_ns());
    assert_int_equal(rusage_calls, 0);
    host_scope_with_events(1);
    assert_int_equal(rusage_calls, 2);
    phases(1);
    before = rusage_calls;
    phases(100);
    assert_int_equal(rusage_calls - before, 200);
    assert_true(look("phase")->known[GT_COLUMN_faults]);
    assert_true(look("host")->known[GT_COLUMN_faults]);
    assert_int_equal(look("without")->known[GT_COLUMN_faults], 0);
}
TEST_OF(first, short_host_scopes_read_signals_in_the_first_sample_alone, open_quiet, close_it) {
    const size_t before = rusage_calls;
    rusage_ns = 3000;
    for (size_t k = 0; k < 8; k++) host_scope_with_events(1);
    assert_int_equal(rusage_calls - before, 2);
    rusage_ns = 300;            /* little beside a scope */
    for (size_t k = 0; k < 8; k++) {
        gt_scope s = gt_scope_begin("long");
        launch(rig_queue, draw_ns(), GT_EVENT);
        assert_int_equal(clFinish(rig_queue), CL_SUCCESS);
        gt_scope_end(&s);
    }
    assert_int_equal(rusage_calls - before, 18);
    assert_int_equal(look("long")->known[GT_COLUMN_faults], 8);
    rusage_ns = 0;
}
/* One phase in ten is interrupted behind the 256th: those that read it tell. All have their device times. */
TEST_OF(first, short_phases_read_signals_and_all_stamps_in_one_of_sixteen_behind_256, open_quiet, close_it) {
    const size_t before = rusage_calls;
    size_t read;
    rusage_ns = 3000;
    phases(256);
    assert_int_equal(rusage_calls - before, 512);
    for (size_t k = 0; k < 768; k++) {
        gt_cl_scope s = gt_cl_scope_begin(rig_queue, "phase");
        planted_switches += k % 10 == 3;
        launch(rig_queue, draw_ns() * (k % 10 == 3 ? 1.8 : 1), GT_EVENT);
        gt_cl_scope_end(&s);
    }
    read = (rusage_calls - before) / 2;
    assert_in_range(read, 256 + 36, 256 + 60);
    assert_int_equal(look("phase")->known[GT_COLUMN_involuntary], read);
    assert_int_equal(look("phase/kernel")->known[GT_COLUMN_queue_ns], read);
    assert_int_equal(look("phase/kernel")->known[GT_COLUMN_submit_ns], read);
    assert_int_equal(look("phase")->known[GT_COLUMN_device_ns], 1024);
    list_anew();
    assert_non_null(told(GT_FINDING_PREEMPTED));
    rusage_ns = 300;            /* little beside a phase: all read */
    for (size_t k = 0; k < 300; k++) phase_on(rig_queue, "long", draw_ns());
    assert_int_equal(rusage_calls - before, 2 * read + 600);
    rusage_ns = 0;
}
/* A phase reads signals before its begin and behind its end. The second reading is counted as the kit's when it
   happens; so a snapshot adds the first alone. A simulated clock does not tell what a reading costs: nothing is
   added. */
TEST_OF(first, of_two_readings_of_signals_the_one_behind_a_phase_is_counted, open_quiet, close_it) {
    double without;
    GT_SCOPE("around") phase_on(rig_queue, "phase", 5e4);
    without = look("around")->kit_ns;
    rusage_ns = 1e6;
    GT_SCOPE("read") phase_on(rig_queue, "phase", 5e4);
    rusage_ns = 0;
    assert_in_range(look("read")->kit_ns - without, 0.99e6, 1.01e6);
}

/* ---- GT_AUDIT=1 ---- */

typedef enum way { BY_MACRO, BY_NAME, WAYS } way;
static void audited(way how, int wait_before, int wait_inside) {
    launch(rig_queue, draw_ns(), NULL);
    if (wait_before) assert_int_equal(clFinish(rig_queue), CL_SUCCESS);
    if (how == BY_MACRO) {
        GT_SCOPE("audited") {
            launch(rig_queue, draw_ns(), NULL);
            if (wait_inside) assert_int_equal(clFinish(rig_queue), CL_SUCCESS);
        }
    } else {
        gt_scope s = gt_scope_begin("audited");
        launch(rig_queue, draw_ns(), NULL);
        if (wait_inside) assert_int_equal(clFinish(rig_queue), CL_SUCCESS);
        gt_scope_end(&s);
    }
    assert_int_equal(clFinish(rig_queue), CL_SUCCESS);
}
static int audited_fires(gt_finding_code code, way how, size_t i, int wait_before, int wait_inside) {
    int there;
    gt_cl cl;
    draw_from(i);
    open_on(healthy(), i);
    cl = attached();
    for (size_t k = 0; k < 20; k++) audited(how, wait_before, wait_inside);
    list_anew();
    there = told(code) != NULL;
    if (there) assert_int_equal(told(code)->severity, code == GT_FINDING_NO_SYNC ? GT_FAULT : GT_WARNING);
    gt_cl_close(&cl);
    close_it(NULL);
    return there;
}
TEST_OF(all_signals, audit_finds_work_that_leaks_in_or_out_without_any_event) {
    int wrong = 0;
    for (int code = 0; code < 2; code++) {
        const gt_finding_code c = code ? GT_FINDING_DIRTY_START : GT_FINDING_NO_SYNC;
        int fired = 0, silent = 0;
        for (size_t i = 0; i < N; i++) {
            fired += audited_fires(c, (way)(i % WAYS), i, c != GT_FINDING_DIRTY_START, c != GT_FINDING_NO_SYNC);
            silent += !audited_fires(c, (way)(i % WAYS), i, 1, 1);
        }
        printf("finding: audit %s fires %d/%d silent %d/%d\n", gt_finding_name(c), fired, N, silent, N);
        wrong += fired != N || silent != N;
    }
    assert_int_equal(wrong, 0);
}
/* A tenth of one sample, of a thousand: 0.01 % of the number. Of all samples it is a fault. */
TEST_OF(all_signals, what_spoils_little_of_a_number_is_a_note) {
    for (int all = 0; all < 2; all++) {
        open_quiet(NULL);
        gt_cl cl = attached();
        for (int k = 0; k < 1000; k++) {
            gt_scope s = gt_scope_begin("host");
            simcl_spend_ns(1000000);
            if (all || k == 500) launch(rig_queue, 1e5, NULL);
            gt_scope_end(&s);
        }
        list_anew();
        assert_non_null(told(GT_FINDING_NO_SYNC));
        assert_int_equal(told(GT_FINDING_NO_SYNC)->severity, all ? GT_FAULT : GT_NOTE);
        gt_cl_close(&cl);
        close_it(NULL);
    }
}
TEST_OF(all_signals, audit_leaves_phases_alone, open_quiet, close_it) {
    gt_cl cl = attached();
    size_t finishes;
    phases(1);
    finishes = simcl_calls("clFinish");
    for (int k = 0; k < 10; k++) {
        gt_cl_scope outer = gt_cl_scope_begin(rig_queue, "outer");
        host("inside", draw_ns());
        gt_cl_scope_end(&outer);
    }
    assert_int_equal(simcl_calls("clFinish") - finishes, 20);
    assert_true(look("outer/inside")->n == 10 && look("outer/inside")->leaked == 0 && look("outer/inside")->dirty == 0);
    gt_cl_close(&cl);
}
TEST_OF(all_signals, audit_lets_events_tell_where_there_are_some, open_quiet, close_it) {
    gt_cl cl = attached();
    for (int k = 0; k < 10; k++) host_scope_with_events(0);
    assert_told(AND(NO_SYNC));
    assert_non_null(strstr(told(GT_FINDING_NO_SYNC)->figures, "10 samples ended while commands inside still ran"));
    assert_int_equal(look("host")->leaked, 0);
    gt_cl_close(&cl);
}

/* ---- GT_AUDIT=0 ---- */

TEST_OF(no_signals, without_signals_none_is_read, open_quiet, close_it) {
    phases(100);
    assert_int_equal(rusage_calls, 0);
    assert_int_equal(look("phase")->known[GT_COLUMN_faults], 0);
    assert_told(0);
}
/* Some drivers answer for a map that moves nothing with START and END of an earlier command, and 0 as QUEUED. Here that
   is the kernel before the phase, which is none of its commands. */
static void map_that_moves_nothing(int phases) {
    simcl_script s = healthy();
    s.device[0].stamps_of_another = 1;
    open_on(s, 5);
    cl_mem m = clCreateBuffer(rig_context, CL_MEM_READ_WRITE, 64, NULL, NULL);
    for (int i = 0; i < phases; i++) {
        rig_launch(rig_queue, 20e3, NULL);
        clFinish(rig_queue);
        GT_SCOPE_CL(rig_queue, "map") {
            void *at = clEnqueueMapBuffer(rig_queue, m, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, 0, 64, 0, NULL,
                                          GT_EVENT, NULL);
            simcl_spend_ns(i % 8 ? 100 : 100e3);        /* shorter than the kernel ran, or longer */
            clEnqueueUnmapMemObject(rig_queue, m, at, 0, NULL, NULL);
        }
    }
    clReleaseMemObject(m);
    const gt_series *map = look("map");
    for (int kind = 0; kind < 16; kind++) assert_int_equal(map->broken[kind], 0);
    assert_int_equal(map->known[GT_COLUMN_device_ns], 0);
}
TEST_OF(all_signals, stamps_of_another_command_are_not_those_of_a_map, open_quiet, close_it) {
    map_that_moves_nothing(16);
}
/* In most phases after the first 256 only START and END are read: of a map QUEUED is needed there, too. */
TEST_OF(no_signals, maps_are_asked_for_all_stamps, open_quiet, close_it) {
    map_that_moves_nothing(1000);
}
static void make_mixture(void) {
    noise = law_lnexp;
    open_on(healthy(), 5);
    for (size_t k = 0; k < 200; k++) {
        phase(draw_ns() * (k < 120 ? 1 : 1.2));
        sample(1, draw_ns() * (k ? 1 : 4));
        sample(2, draw_ns() * (k % 2 ? 1.1 : 1));
    }
    plant_many();
    gt_self_->trials = 0;               /* in the same order each time */
    GT_COMPARE("sides", .max_n = 40) {
        GT_SIDE("one") simcl_spend_ns(draw_ns());
        GT_SIDE("two") simcl_spend_ns(draw_ns() * 1.1);
    }
}
static char *json_of_sides(const char *one, const char *two) {
    gt_status status;
    open_on(healthy(), 5);
    for (size_t k = 0; k < 20; k++) phase(draw_ns());
    gt_trial t = gt_compare_begin((gt_trial_options){ .name = "sides", .max_n = 8 });
    while (gt_trial_next(&t)) {
        for (int side = 0; side < 2; side++) {
            gt_scope s = gt_side_begin(side ? two : one);
            if (s.live) simcl_spend_ns(10000);
            if (s.live) gt_side_end(&s);
        }
    }
    gt_trial_end(&t);
    return text_of(gt_write_json, &status);
}
TEST_OF(no_signals, digits_of_names_are_no_evidence) {
    char *text = json_of_sides("tile 16 of 32", "tile 8 of 64"), *at = strstr(text, "\"findings\"");
    assert_non_null(at);
    assert_non_null(strstr(at, "tile 8 of 64"));
    for (; (at = strstr(at, "\"numbers\":[")) != NULL; at++) {
        char numbers[512];
        snprintf(numbers, sizeof numbers, "%.*s", (int)strcspn(at, "]"), at);
        if (strstr(numbers, "64") || strstr(numbers, "32")) fail_msg("%s", numbers);
    }
    free(text);
    close_it(NULL);
}
TEST_OF(no_signals, same_input_gives_the_same_findings_to_the_byte) {
    char *first, *second;
    gt_finding *held;
    size_t n;
    make_mixture();
    list_anew();
    held = list;
    n = list_count;
    list = NULL;
    first = report_text();
    close_it(NULL);
    make_mixture();
    list_anew();
    second = report_text();
    assert_int_equal(list_count, n);
    assert_true(n > 8);
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(list[i].code, held[i].code);
        assert_int_equal(list[i].severity, held[i].severity);
        assert_string_equal(list[i].path, held[i].path);
        assert_string_equal(list[i].figures, held[i].figures);
    }
    assert_string_equal(strstr(second, "\nfindings\n"), strstr(first, "\nfindings\n"));
    free(held);
    free(first);
    free(second);
    close_it(NULL);
}

/* GT_AUDIT is looked at once, so each mode has a process of its own. */
static int in_a_process_with(const char *audit, int (*run)(void)) {
    int status = 0;
    pid_t child;
    fflush(stdout);
    child = fork();
    if (child == 0) {
        setenv("GT_AUDIT", audit, 1);
        status = run();
        fflush(stdout);
        exit(status);
    }
    if (child < 0 || waitpid(child, &status, 0) != child) return 1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
static int run_with_all_signals(void) { return test_group("all_signals", NULL, stop_looking); }
static int run_without_signals(void) { return test_group("no_signals", NULL, stop_looking); }

int main(void) {
    int failed;
    unsetenv("GT_AUDIT");
    failed = in_a_process_with("1", run_with_all_signals);
    failed += in_a_process_with("0", run_without_signals);
    failed += test_group("first", NULL, stop_looking);
    return failed + test_all(NULL, stop_looking);
}
