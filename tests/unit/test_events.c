/* link: simcl */
/* asan: yes */
/* test_events.c - the four stamps of each command: waits of a phase, commands as series, events of the user, no leak

   The simulator knows when everything happened: what the kit says of waits, spans and commands must be exactly what a
   healthy device clock read at those instants. */
#include "kit_cl.h"

#include <unistd.h>
#include "test.h"

#include "host.h"
#include "rig.h"

#if SANITIZED
enum { LAUNCHES = 100000 };
#else
enum { LAUNCHES = 1000000 };
#endif

/* ---- the truth about waits ---- */

static uint64_t device_ns(const simcl_command *c, uint64_t host_ps) { return simcl_device_ns(c->device, host_ps); }
static double between(const simcl_command *c, uint64_t from_ps, uint64_t to_ps) {
    return (double)(device_ns(c, to_ps) - device_ns(c, from_ps));
}

/* Row i of a command series has the waits of that command of the log. */
static const char *untrue_waits(const gt_series *s, size_t i, size_t command) {
    const simcl_command *c = simcl_command_at(command);
    if (i >= s->kept) return "there is no such row";
    if (!is_near(gt_series_sample(s, i).queue_ns, between(c, c->queued_ps, c->submit_ps), 0)) return "queue";
    if (!is_near(gt_series_sample(s, i).submit_ns, between(c, c->submit_ps, c->start_ps), 0)) return "submit";
    return NULL;
}
/* From row *i on, a command series has those commands of the log that `device` ran. */
static const char *untrue_rows(const gt_series *s, size_t *i, mark from, mark to, unsigned device) {
    const char *untrue = NULL;
    for (size_t k = from.commands; k < to.commands && !untrue; k++)
        if (simcl_command_at(k)->device == device) untrue = untrue_waits(s, (*i)++, k);
    return untrue;
}

static int cases, wrong;
static void judge(const char *difference, const char *path, uint32_t seed) {
    cases++;
    wrong += difference != NULL;
    if (difference && wrong <= 10) print_error("seed %lu, %s: %s\n", (unsigned long)seed, path, difference);
}
static int count_from_here(void **state) {
    (void)state;
    cases = wrong = 0;
    return 0;
}

/* ---- random scripts and commands ---- */

static simcl_script some_script(uint32_t seed) {
    simcl_script s;
    memset(&s, 0, sizeof s);
    dice_state = seed * 2654435761u;
    s.seed = seed;
    s.devices = 2;
    s.call.ns = some_ns(500);
    for (int i = 0; i < 2; i++) {
        s.device[i].offset_ns = (int64_t)dice(2000000000) - 1000000000;
        s.device[i].drift_ppm = (double)dice(401) - 200;
        s.device[i].resolution_ns = dice(3) ? 1 : 1000;
        s.device[i].lanes = 1 + dice(4);
        s.device[i].newest_first = (int)dice(2);
        s.device[i].defer_submit = (int)dice(2);
        s.device[i].launch.ns = some_ns(5e3);
        s.device[i].submit = (simcl_cost){.ns = some_ns(9e3), .law = SIMCL_LOGNORMAL, .spread = 0.7};
        s.device[i].notify.ns = some_ns(5e3);
        s.device[i].gap.ns = dice(2) ? some_ns(20e3) : 0;
        s.device[i].noise = SIMCL_LOGNORMAL;
        s.device[i].noise_spread = 0.3;
    }
    return s;
}
static void launches(cl_command_queue q, unsigned least, unsigned most) {
    for (unsigned n = least + dice(most - least + 1); n-- > 0;) {
        if (dice(3) == 0) simcl_spend_ns(some_ns(40e3));
        rig_launch(q, 50 + some_ns(60e3), GT_EVENT);     /* a kernel of 20 ns is not believed */
    }
}
static size_t series_shown(void) {      /* those in which something happened since rig_open */
    size_t n = 0;
    for (size_t i = 0; i < shown.count; i++) n += shown.series[i].n != 0;
    return n;
}
static cl_mem some_buffer(size_t bytes) {
    cl_int err;
    cl_mem m = clCreateBuffer(rig_context, CL_MEM_READ_WRITE, bytes, NULL, &err);
    assert_int_equal(err, CL_SUCCESS);
    return m;
}

/* ---- waits ---- */

TEST(waits_of_each_command_are_the_truth, count_from_here, stop_looking) {
    enum { PASSES = 5 };
    for (uint32_t seed = 1; seed <= 300; seed++) {
        const simcl_script s = some_script(seed);
        mark from[PASSES], to[PASSES];
        rig_open(&s, seed % 3 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
        for (int i = 0; i < PASSES; i++) {
            if (i % 2) launches(rig_queue, 0, 2);           /* pending work of before */
            from[i] = mark_now();
            GT_SCOPE_CL(rig_queue, "phase") launches(rig_queue, seed % 5 ? 0 : 1, seed % 5 ? 8 : 1);
            to[i] = mark_now();
        }
        assert_null(spoiled(look("phase")));
        assert_int_equal(look("phase")->known[GT_COLUMN_queue_ns], 0);
        const gt_series *kernels = look("phase/kernel");
        size_t row = 0;
        for (size_t i = 0; i < PASSES; i++) judge(untrue_rows(kernels, &row, from[i], to[i], 0), "phase", seed);
        assert_int_equal(row, kernels->n);
        rig_close();
    }
    assert_int_equal(wrong, 0);
    assert_int_equal(cases, 300 * PASSES);
}

TEST(commands_of_phases_in_phases_have_their_own_waits, count_from_here, stop_looking) {
    for (uint32_t seed = 1; seed <= 300; seed++) {
        const simcl_script s = some_script(seed + 5000);
        static const char *const path[] = {"outer/kernel", "outer/first/kernel", "outer/first/innermost/kernel",
                                           "outer/second/kernel"};
        mark from[4], to[4];
        rig_open(&s, seed % 2 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
        from[0] = mark_now();
        GT_SCOPE_CL(rig_queue, "outer") {
            launches(rig_queue, 0, 2);
            from[1] = mark_now();
            GT_SCOPE_CL(rig_queue, "first") {
                launches(rig_queue, 0, 2);
                from[2] = mark_now();
                GT_SCOPE_CL(rig_queue, "innermost") launches(rig_queue, 0, 3);
                to[2] = mark_now();
                launches(rig_queue, 0, 2);
            }
            to[1] = mark_now();
            launches(rig_queue, 0, 2);
            from[3] = mark_now();
            GT_SCOPE_CL(rig_queue, "second") launches(rig_queue, 1, 3);
            to[3] = mark_now();
        }
        to[0] = mark_now();
        const mark own[4][4] = {{from[0], from[1], to[1], from[3]}, {from[1], from[2], to[2], to[1]},
                                {from[2], to[2], to[2], to[2]}, {from[3], to[3], to[3], to[3]}};
        for (int i = 0; i < 4; i++) {
            const gt_series *kernels = look(path[i]);
            size_t row = 0;
            judge(untrue_rows(kernels, &row, own[i][0], own[i][1], 0), path[i], seed);
            judge(untrue_rows(kernels, &row, own[i][2], own[i][3], 0), path[i], seed);
            assert_int_equal(row, kernels->n);
        }
        rig_close();
    }
    assert_int_equal(wrong, 0);
    assert_int_equal(cases, 2400);
}

static cl_command_queue queue_of(cl_context context, cl_device_id device, cl_command_queue_properties more) {
    cl_int err = CL_SUCCESS;
    cl_command_queue q = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE | more, &err);
    assert_int_equal(err, CL_SUCCESS);
    return q;
}
/* Stamps of two devices have nothing to do with each other. */
TEST(waits_are_those_of_the_device_of_the_queue, count_from_here, stop_looking) {
    for (uint32_t seed = 1; seed <= 100; seed++) {
        const simcl_script s = some_script(seed + 9000);
        const size_t items = 64;
        cl_platform_id platform;
        cl_device_id both[2];
        cl_int err;
        mark from[3], to[3];
        rig_open(&s, 0);
        assert_int_equal(clGetPlatformIDs(1, &platform, NULL), CL_SUCCESS);
        assert_int_equal(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 2, both, NULL), CL_SUCCESS);
        cl_context wide = clCreateContext(NULL, 2, both, NULL, NULL, &err);
        const char *source = "kernel void work() {}";
        cl_program program = clCreateProgramWithSource(wide, 1, &source, NULL, &err);
        assert_int_equal(clBuildProgram(program, 2, both, NULL, NULL, NULL), CL_SUCCESS);
        cl_kernel kernel = clCreateKernel(program, "work", &err);
        cl_command_queue q[3] = {queue_of(wide, both[0], 0), queue_of(wide, both[1], 0), queue_of(wide, both[0], 0)};
        from[0] = mark_now();
        GT_SCOPE_CL(q[0], "outer") {
            if (dice(2)) assert_int_equal(clEnqueueNDRangeKernel(q[0], kernel, 1, NULL, &items, NULL, 0, NULL,
                GT_EVENT), 0);
            from[1] = mark_now();
            GT_SCOPE_CL(q[1], "other device")
                assert_int_equal(clEnqueueNDRangeKernel(q[1], kernel, 1, NULL, &items, NULL, 0, NULL, GT_EVENT), 0);
            to[1] = from[2] = mark_now();
            GT_SCOPE_CL(q[2], "other queue")
                for (unsigned k = 1 + dice(3); k-- > 0;)
                    assert_int_equal(clEnqueueNDRangeKernel(q[2], kernel, 1, NULL, &items, NULL, 0, NULL, GT_EVENT), 0);
            to[2] = mark_now();
            if (dice(2)) assert_int_equal(clEnqueueNDRangeKernel(q[0], kernel, 1, NULL, &items, NULL, 0, NULL,
                GT_EVENT), 0);
        }
        to[0] = mark_now();
        size_t row[3] = {0, 0, 0};
        judge(untrue_rows(look("outer/kernel"), &row[0], from[0], from[1], 0), "outer, before", seed);
        judge(untrue_rows(look("outer/kernel"), &row[0], to[2], to[0], 0), "outer, behind", seed);
        judge(untrue_rows(look("outer/other device/kernel"), &row[1], from[1], to[1], 1), "other device", seed);
        judge(untrue_rows(look("outer/other queue/kernel"), &row[2], from[2], to[2], 0), "other queue", seed);
        for (int i = 0; i < 3; i++) clReleaseCommandQueue(q[i]);
        clReleaseKernel(kernel);
        clReleaseProgram(program);
        clReleaseContext(wide);
        rig_close();
    }
    assert_int_equal(wrong, 0);
    assert_int_equal(cases, 400);
}

TEST(commands_of_a_host_scope_that_waits_have_waits_too, NULL, stop_looking) {
    rig_open(NULL, 0);
    const mark from = mark_now();
    GT_SCOPE("host") {
        rig_launch(rig_queue, 5e3, GT_EVENT);
        rig_launch(rig_queue, 7e3, GT_EVENT);
        assert_int_equal(clFinish(rig_queue), CL_SUCCESS);
    }
    GT_SCOPE("none") simcl_spend_ns(1000);
    size_t row = 0;
    assert_null(untrue_rows(look("host/kernel"), &row, from, mark_now(), 0));
    assert_int_equal(look("host/kernel")->n, 2);
    assert_int_equal(look("host")->known[GT_COLUMN_queue_ns], 0);
    rig_close();
}

/* ---- several devices ---- */

/* A context of both devices of the simulator, a queue on each, and a kernel for either. */
typedef struct pair {
    cl_context context;
    cl_program program;
    cl_kernel kernel;
    cl_command_queue q[2];
    cl_device_id device[2];
} pair;
static pair pair_open(void) {
    static const char *source = "kernel void work() {}";
    simcl_script s;
    cl_platform_id platform;
    cl_int err = CL_SUCCESS;
    pair p;
    memset(&s, 0, sizeof s);
    s.devices = 2;
    s.device[1].offset_ns = 3600000000000;
    rig_open(&s, 0);
    assert_int_equal(clGetPlatformIDs(1, &platform, NULL), CL_SUCCESS);
    assert_int_equal(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 2, p.device, NULL), CL_SUCCESS);
    p.context = clCreateContext(NULL, 2, p.device, NULL, NULL, &err);
    p.program = clCreateProgramWithSource(p.context, 1, &source, NULL, &err);
    assert_int_equal(clBuildProgram(p.program, 2, p.device, NULL, NULL, NULL), CL_SUCCESS);
    p.kernel = clCreateKernel(p.program, "work", &err);
    for (int i = 0; i < 2; i++) p.q[i] = queue_of(p.context, p.device[i], 0);
    return p;
}
static void pair_launch(const pair *p, int i, double ns, cl_event *event) {
    const size_t items = 64;
    assert_int_equal(simcl_kernel("work", NULL, (simcl_cost){.ns = ns}), 0);
    assert_int_equal(clEnqueueNDRangeKernel(p->q[i], p->kernel, 1, NULL, &items, NULL, 0, NULL, event), CL_SUCCESS);
}
static void pair_close(pair *p) {
    for (int i = 0; i < 2; i++) assert_int_equal(clReleaseCommandQueue(p->q[i]), CL_SUCCESS);
    assert_int_equal(clReleaseKernel(p->kernel), CL_SUCCESS);
    assert_int_equal(clReleaseProgram(p->program), CL_SUCCESS);
    assert_int_equal(clReleaseContext(p->context), CL_SUCCESS);
    rig_close();
}
TEST(a_failed_build_has_the_log_of_the_device_that_it_was_for, NULL, stop_looking) {
    for (int i = 0; i < 2; i++) {
        gt_cl cl;
        pair p = pair_open();
        assert_int_equal(gt_cl_attach(&cl, p.context, p.q[i]), GT_OK);
        assert_null(gt_cl_program(&cl, "#error no\n", NULL, "a broken one"));
        assert_non_null(strstr(gt_error_first()->detail, "1 error generated"));
        gt_cl_close(&cl);
        pair_close(&p);
    }
}
TEST(host_scope_has_a_device_time_for_each_device, NULL, stop_looking) {
    gt_snapshot snap;
    pair p = pair_open();
    for (int pass = 0; pass < 5; pass++) {
        GT_SCOPE("both") {
            if (pass & 1) pair_launch(&p, 1, 1000e3, GT_EVENT);     /* whichever is collected first */
            pair_launch(&p, 0, 2000e3, GT_EVENT);
            pair_launch(&p, 0, 2000e3, GT_EVENT);
            if (!(pass & 1)) pair_launch(&p, 1, 1000e3, GT_EVENT);
            for (int i = 0; i < 2; i++) assert_int_equal(clFinish(p.q[i]), CL_SUCCESS);
        }
    }
    assert_int_equal(gt_snapshot_take(&snap), GT_OK);
    const gt_series *both = gt_snapshot_find(&snap, "both"), *more = gt_snapshot_find(&snap, "both/on simcl device 1");
    assert_non_null(both);
    assert_non_null(more);
    assert_int_equal(both->wrong_queue, 0);
    assert_int_equal(both->device_stats.n, 5);
    assert_int_equal(more->n, 5);
    for (size_t i = 0; i < 5; i++) {
        assert_true(gt_abs_(gt_series_sample(both, i).device_ns - 4000e3) < 4e3);
        assert_true(gt_abs_(more->ns[i] - 1000e3) < 1e3);
        assert_int_equal((int)gt_series_sample(both, i).commands, 2);
        assert_int_equal((int)gt_series_sample(more, i).commands, 1);
    }
    gt_snapshot_free(&snap);
    char *text = report_text();
    assert_non_null(strstr(text, " 4.00 ms (2) + 1.00 ms (1)"));
    assert_null(strstr(text, "wrong-queue"));
    free(text);
    pair_close(&p);
}
TEST(a_phase_has_the_commands_of_another_device_too, NULL, stop_looking) {
    gt_snapshot snap;
    pair p = pair_open();
    for (int pass = 0; pass < 5; pass++) {
        GT_SCOPE_CL(p.q[1], "chain") {
            pair_launch(&p, 0, 1000e3, GT_EVENT_AS("first", 0));
            assert_int_equal(clFinish(p.q[0]), CL_SUCCESS);
            pair_launch(&p, 1, 2000e3, GT_EVENT_AS("second", 0));
        }
    }
    assert_int_equal(gt_snapshot_take(&snap), GT_OK);
    const gt_series *chain = gt_snapshot_find(&snap, "chain");
    const gt_series *first = gt_snapshot_find(&snap, "chain/first"), *second = gt_snapshot_find(&snap, "chain/second");
    assert_int_equal(chain->device_stats.n, 5);
    assert_non_null(first);
    assert_non_null(second);
    assert_int_equal(first->n, 5);
    assert_int_equal(second->n, 5);
    for (size_t i = 0; i < 5; i++) {
        assert_true(gt_abs_(gt_series_sample(chain, i).device_ns - 2000e3) < 4e3);
        assert_true(gt_abs_(first->ns[i] - 1000e3) < 2e3);
        assert_true(gt_abs_(second->ns[i] - 2000e3) < 2e3);
    }
    gt_snapshot_free(&snap);
    pair_close(&p);
}
TEST(a_name_on_two_devices_is_two_rows_and_the_head_lists_both, NULL, stop_looking) {
    gt_snapshot snap;
    size_t seen = 0;
    pair p = pair_open();
    for (int pass = 0; pass < 6; pass++)
        for (int i = 0; i < 2; i++)
            GT_SCOPE_CL(p.q[i], "phase") pair_launch(&p, i, i ? 1000e3 : 4000e3, GT_EVENT_AS("k", 8));
    assert_int_equal(gt_snapshot_take(&snap), GT_OK);
    for (size_t k = 0; k < snap.count; k++) {
        if (!snap.series[k].n) continue;
        seen++;
        const double most = snap.series[k].device_->id == (const void *)p.device[0] ? 4000e3 : 1000e3;
        assert_int_equal(snap.series[k].n, 6);
        if (snap.series[k].kind == GT_KIND_COMMAND)
            assert_true(gt_abs_(snap.series[k].stats.median - most) < 1e-3 * most);
        else
            assert_true(gt_abs_(snap.series[k].device_stats.median - most) < 1e-3 * most);
    }
    assert_int_equal(seen, 4);              /* with a row of the command below each */
    gt_snapshot_free(&snap);
    char *text = report_text();
    assert_non_null(strstr(text, "simcl device 0 | "));
    assert_non_null(strstr(text, "simcl device 1 | "));
    free(text);
    gt_reset();
    GT_SCOPE_CL(p.q[1], "phase") pair_launch(&p, 1, 1000e3, GT_EVENT);
    text = report_text();
    assert_null(strstr(text, "simcl device 0 | "));
    assert_non_null(strstr(text, "simcl device 1 | "));
    free(text);
    pair_close(&p);
}

/* ---- rows ---- */

TEST(rows_are_kept_if_somebody_asks, NULL, stop_looking) {
    rig_open(NULL, 0);
    const size_t first = simcl_command_count() + 2;
    for (int pass = 0; pass < 4; pass++) {
        if (pass == 1) gt_commands_keep(4);
        GT_SCOPE_CL(rig_queue, "phase") {
            rig_launch(rig_queue, 1000, GT_EVENT);
            rig_launch(rig_queue, 2000, GT_EVENT_AS("named", 64));
        }
    }
    assert_int_equal(gt_kept_.rows.used, 4);
    assert_int_equal(gt_kept_.lost, 2);
    for (size_t i = 0; i < 4; i++) {
        const gt_command *r = &gt_kept_.rows.row[i];
        const simcl_command *c = simcl_command_at(first + i);
        assert_string_equal(r->kind, "kernel");
        assert_ptr_equal(r->queue, rig_queue);
        assert_ptr_equal(r->device->id, rig_device);
        assert_string_equal(r->scope->state->key.name, "phase");
        assert_int_equal(r->sample, 1 + i / 2);
        assert_int_equal(r->stamps, GT_STAMPS_GOOD);
        assert_int_equal(r->queued, device_ns(c, c->queued_ps));
        assert_int_equal(r->start, device_ns(c, c->start_ps));
        assert_int_equal(r->end, device_ns(c, c->end_ps));
        assert_true(r->before > 0);
    }
    assert_string_equal(gt_kept_.rows.row[0].name, "kernel");
    assert_string_equal(gt_kept_.rows.row[1].name, "named");
    assert_true(gt_kept_.rows.row[1].bytes > 63);
    gt_commands_keep(0);
    GT_SCOPE_CL(rig_queue, "phase") rig_launch(rig_queue, 1000, GT_EVENT);
    assert_int_equal(gt_kept_.rows.used, 0);
    assert_null(gt_kept_.rows.row);
    rig_close();
}
/* What phases leave for the one around them is bounded, and its device time is theirs all the same. */
TEST(a_phase_around_many_has_the_device_time_of_all, NULL, stop_looking) {
    enum { INNER = 3 * GT_COMMANDS_MOST_ };
    rig_open(NULL, 0);
    const mark from = mark_now();
    GT_SCOPE_CL(rig_queue, "outer")
        for (int i = 0; i < INNER; i++) GT_SCOPE_CL(rig_queue, "inner") rig_launch(rig_queue, 500, GT_EVENT);
    assert_int_equal(mark_now().commands - from.commands, INNER);
    const gt_series *outer = look("outer");
    assert_int_equal((int)gt_series_sample(outer, 0).commands, INNER);
    assert_true(gt_abs_(gt_series_sample(outer, 0).device_ns - 500.0 * INNER) <= INNER);
    assert_int_equal(outer->uncounted, 0);
    assert_true(gt_cl_mine_.rows.room <= 4 * GT_COMMANDS_MOST_);
    assert_int_equal(gt_cl_mine_.rows.used, 0);
    rig_close();
}

/* ---- commands as series ---- */

/* Row i of a command series is that command of the log. */
static const char *untrue_row(const gt_series *s, size_t i, size_t command) {
    const simcl_command *c = simcl_command_at(command);
    const double queued_ns = (double)(c->queued_ps - rig_start_ps) * 1e-3;
    if (i >= s->kept || s->kind != GT_KIND_COMMAND || s->kind == GT_KIND_PHASE || s->kind == GT_KIND_OUTSIDE ||
        s->kind == GT_KIND_TRIAL)
        return "no such row";
    if (!is_near(s->ns[i], between(c, c->start_ps, c->end_ps), 0)) return "duration";
    if (!is_near(s->begin_ns[i], queued_ns, 200)) return "begin";       /* asked for just before its enqueue */
    return untrue_waits(s, i, command);
}
static void assert_row(const char *path, size_t i, size_t command) {
    const char *untrue = untrue_row(look(path), i, command);
    if (untrue) fail_msg("%s, row %lu: %s", path, (unsigned long)i, untrue);
}

TEST(rows_are_named_by_kind, NULL, stop_looking) {
    static const char *const names[] = {"write", "kernel", "kernel", "fill", "copy", "map",
        "unmap", "migrate", "kernel", "read rect", "write rect", "copy rect", "read"};
    static const size_t kernels = 3, at[] = {0, 0, 1, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0};
    enum { N = sizeof names / sizeof *names, PASSES = 3 };
    static unsigned char data[256];
    const size_t origin[3] = {0, 0, 0}, region[3] = {8, 4, 2};
    size_t first[PASSES];
    cl_int err = CL_SUCCESS;
    simcl_script s = some_script(3);
    s.devices = 1;
    s.device[0].lanes = 1;
    rig_open(&s, 0);
    cl_mem a = some_buffer(256), b = some_buffer(256);
    for (int i = 0; i < PASSES; i++) {
        first[i] = simcl_command_count();
        GT_SCOPE_CL(rig_queue, "kinds") {
            void *p;
            assert_int_equal(clEnqueueWriteBuffer(rig_queue, a, CL_FALSE, 0, 256, data, 0, NULL, GT_EVENT), 0);
            rig_launch(rig_queue, some_ns(9e3), GT_EVENT);
            rig_launch(rig_queue, some_ns(9e3), GT_EVENT);
            assert_int_equal(clEnqueueFillBuffer(rig_queue, b, "x", 1, 0, 256, 0, NULL, GT_EVENT), 0);
            assert_int_equal(clEnqueueCopyBuffer(rig_queue, a, b, 0, 0, 100, 0, NULL, GT_EVENT), 0);
            p = clEnqueueMapBuffer(rig_queue, b, CL_TRUE, CL_MAP_READ, 0, 256, 0, NULL, GT_EVENT, &err);
            assert_int_equal(err, CL_SUCCESS);
            assert_int_equal(clEnqueueUnmapMemObject(rig_queue, b, p, 0, NULL, GT_EVENT), 0);
            assert_int_equal(clEnqueueMigrateMemObjects(rig_queue, 1, &b, 0, 0, NULL, GT_EVENT), 0);
            assert_int_equal(clEnqueueTask(rig_queue, rig_kernel, 0, NULL, GT_EVENT), 0);
            assert_int_equal(clEnqueueReadBufferRect(rig_queue, b, CL_FALSE, origin, origin, region, 0, 0, 0, 0, data,
                0, NULL, GT_EVENT), 0);
            assert_int_equal(clEnqueueWriteBufferRect(rig_queue, b, CL_FALSE, origin, origin, region, 0, 0, 0, 0, data,
                0, NULL, GT_EVENT), 0);
            assert_int_equal(clEnqueueCopyBufferRect(rig_queue, b, a, origin, origin, region, 0, 0, 0, 0, 0, NULL,
                GT_EVENT), 0);
            assert_int_equal(clEnqueueReadBuffer(rig_queue, b, CL_TRUE, 0, 256, data, 0, NULL, GT_EVENT), 0);
        }
    }
    for (size_t k = 0; k < N; k++) {
        char path[64];
        sprintf(path, "kinds/%s", names[k]);
        const size_t each = strcmp(names[k], "kernel") ? 1 : kernels;
        assert_int_equal(look(path)->n, PASSES * each);
        assert_string_equal(look(path)->what, names[k]);
        for (size_t i = 0; i < PASSES; i++) assert_row(path, i * each + at[k], first[i] + k);
    }
    assert_int_equal(look("kinds")->n, PASSES);
    assert_int_equal(series_shown(), N - 2 + 1);       /* and no row else */
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    rig_close();
}

TEST(a_lone_command_without_a_name_has_its_row_too, NULL, stop_looking) {
    rig_open(NULL, 0);
    for (int i = 0; i < 3; i++) GT_SCOPE_CL(rig_queue, "lone") rig_launch(rig_queue, 5e3, GT_EVENT);
    GT_SCOPE_CL(rig_queue, "empty") {}
    assert_int_equal(look("lone")->n, 3);
    assert_int_equal(series_shown(), 3);
    assert_number(look("lone/kernel")->ns[2], 5e3);
    GT_SCOPE_CL(rig_queue, "named") rig_launch(rig_queue, 5e3, GT_EVENT_AS("its name", 0));
    assert_int_equal(look("named/its name")->n, 1);
    assert_string_equal(look("named/its name")->what, "kernel");
    assert_int_equal(series_shown(), 5);
    rig_close();
}

TEST(commands_of_one_name_share_a_row_and_have_a_rate, NULL, stop_looking) {
    static char data[4096];
    rig_open(NULL, 0);
    cl_mem m = some_buffer(4096);
    const size_t first = simcl_command_count();
    GT_SCOPE_CL(rig_queue, "phase") {
        for (int i = 0; i < 5; i++)
            assert_int_equal(clEnqueueWriteBuffer(rig_queue, m, CL_FALSE, 0, 4096, data, 0, NULL, GT_EVENT_AS("in",
                4096)), 0);
        rig_launch(rig_queue, 9e3, GT_EVENT);
        rig_launch(rig_queue, 9e3, GT_EVENT_AS("no bytes", 0));
    }
    const gt_series *in = look("phase/in");
    assert_int_equal(in->n, 5);
    for (size_t i = 0; i < 5; i++) assert_row("phase/in", i, first + i);
    in = look("phase/in");
    assert_true(in->known[GT_COLUMN_bytes]);
    assert_number(gt_series_sample(in, 4).bytes, 4096);
    assert_true(is_near(in->bytes_per_s, 4096 / in->stats.median * 1e9, 1));
    assert_true(in->bytes_per_s > 1e9 && in->bytes_per_s < 1e10);
    assert_int_equal(look("phase/no bytes")->known[GT_COLUMN_bytes], 0);
    assert_row("phase/kernel", 0, first + 5);
    assert_int_equal(look("phase")->known[GT_COLUMN_bytes], 0);              /* nobody claimed work of the phase */
    assert_int_equal(look("phase")->unclaimed, 0);
    assert_int_equal(series_shown(), 4);
    clReleaseMemObject(m);
    rig_close();
}

TEST(commands_of_a_loop_are_one_row, NULL, stop_looking) {
    rig_open(NULL, 0);
    const size_t first = simcl_command_count();
    GT_SCOPE_CL(rig_queue, "many") for (int i = 0; i < 20; i++) rig_launch(rig_queue, 1000 + 10 * i, GT_EVENT);
    assert_int_equal(look("many/kernel")->n, 20);
    for (size_t i = 0; i < 20; i++) assert_row("many/kernel", i, first + i);
    assert_int_equal(series_shown(), 2);
    rig_close();
}

/* A row and a scope of one name below the same phase are two series. */
TEST(a_scope_of_the_same_name_is_another_series, NULL, stop_looking) {
    rig_open(NULL, 0);
    GT_SCOPE_CL(rig_queue, "phase") {
        GT_SCOPE("twin") rig_launch(rig_queue, 5e3, GT_EVENT_AS("twin", 0));
    }
    (void)look("");
    int scopes = 0, commands = 0;
    for (size_t i = 0; i < shown.count; i++) {
        if (!shown.series[i].n || strcmp(shown.series[i].name, "twin")) continue;
        assert_int_equal(shown.series[i].n, 1);
        if (shown.series[i].kind == GT_KIND_COMMAND) {
            commands++;
            assert_number(shown.series[i].ns[0], 5e3);
        } else {
            scopes++;
        }
    }
    assert_int_equal(scopes, 1);
    assert_int_equal(commands, 1);
    rig_close();
}

/* ---- what is printed ---- */

static char *commands_text(void) {
    gt_status status;
    char *text = text_of(gt_report_commands, &status);
    assert_int_equal(status, GT_OK);
    return text;
}
static const char *line_of(const char *text, const char *begins, char *line /* of 300 */) {
    const char *at = text;
    size_t n;
    while (at && strncmp(at, begins, strlen(begins))) {
        at = strchr(at, '\n');
        if (at) at++;
    }
    if (!at) return NULL;
    n = strcspn(at, "\r\n");
    if (n > 299) n = 299;
    memcpy(line, at, n);
    line[n] = 0;
    return line;
}
/* Round numbers: the launch takes 2 us, the way to the device 3, each kernel 10, and 1 until the host knows. */
static void round_script(simcl_script *s) {
    memset(s, 0, sizeof *s);
    s->device[0].launch.ns = 2000;
    s->device[0].submit.ns = 3000;
    s->device[0].gap.ns = 500;
    s->device[0].finish = SIMCL_NOTHING;
    s->device[0].notify.ns = 1000;
}

/* Three phases of 10 ms, whose stamps are placed well enough, and one of 10 us, whose are not. */
TEST(report_joins_what_is_not_known_in_the_row_that_does_not_know_it, NULL, stop_looking) {
    char line[300];
    simcl_script s;
    const size_t items = 64;
    round_script(&s);
    rig_open(&s, 0);
    assert_int_equal(gt_cl_warm_kernel(rig_queue, rig_kernel, 1, NULL, &items, NULL), GT_OK);
    for (int i = 0; i < 4; i++) GT_SCOPE_CL(rig_queue, "short") rig_launch(rig_queue, 5e3, GT_EVENT);
    char *text = report_text();
    const char *table = strstr(text, "\nwhere the time goes  ");
    assert_non_null(table);
    assert_non_null(line_of(table + 1, "where the time goes       typical  device  launch  return", line));
    assert_non_null(line_of(table, "short                     11.0 us    45 %   55 %*       *", line));
    assert_non_null(strstr(text, "*: the columns so marked share one number in this row"));
    free(text);

    for (int i = 0; i < 4; i++) {
        GT_SCOPE_CL(rig_queue, "a kernel of a long name") rig_launch(rig_queue, 1e7, GT_EVENT);
        GT_SCOPE_CL(rig_queue, "two") {
            rig_launch(rig_queue, 1e6, GT_EVENT);
            assert_int_equal(clFinish(rig_queue), CL_SUCCESS);      /* the kit takes it for the program's code */
            simcl_spend_ns(500e3);
            rig_launch(rig_queue, 1e6, GT_EVENT);
        }
    }
    text = report_text();
    table = strstr(text, "\nwhere the time goes  ");
    assert_non_null(table);
    assert_non_null(line_of(table + 1, "where the time goes       typical  device  launch  return  host", line));
    assert_non_null(line_of(table, "a kernel of a long name   10.0 ms   100 %", line));
    assert_int_equal(strlen(line), strlen("a kernel of a long name   10.0 ms   100 %"));
    assert_non_null(line_of(table, "short                     11.0 us    45 %   55 %*       *", line));
    assert_non_null(line_of(table, "two                       2.51 ms    80 %           20 %*     *", line));
    free(text);
}

TEST(opened_report_says_where_the_bracket_goes, NULL, stop_looking) {
    char line[300], cell[8][32];
    unsigned long n;
    simcl_script s;
    const size_t items = 64;
    round_script(&s);
    rig_open(&s, 0);
    assert_int_equal(gt_cl_warm_kernel(rig_queue, rig_kernel, 1, NULL, &items, NULL), GT_OK);
    for (int i = 0; i < 4; i++) {
        GT_SCOPE_CL(rig_queue, "phase") {
            rig_launch(rig_queue, 10e3, GT_EVENT);
            rig_launch(rig_queue, 10e3, GT_EVENT_AS("second", 5000));
        }
        GT_SCOPE("host alone") simcl_spend_ns(1000);
        GT_SCOPE("around") GT_SCOPE_CL(rig_queue, "lone") rig_launch(rig_queue, 10e3, GT_EVENT);
    }
    char *text = commands_text();
    assert_non_null(line_of(text, "phase ", line));
    assert_int_equal(sscanf(line, "phase %lu %*s us %31s us %31s us (2)", &n, cell[0], cell[1]), 3);
    assert_int_equal(n, 4);
    assert_true(is_near(strtod(cell[0], NULL), 26.5, 0.11));
    assert_true(is_near(strtod(cell[1], NULL), 20, 0.001));
    assert_non_null(line_of(text, "  kernel ", line));
    assert_int_equal(sscanf(line, " kernel %lu %*s us %31s us %31s us %31s us", &n, cell[0], cell[1], cell[2]), 4);
    assert_true(is_near(strtod(cell[0], NULL), 2, 0.001));
    assert_true(is_near(strtod(cell[1], NULL), 3, 0.001));
    assert_true(is_near(strtod(cell[2], NULL), 10, 0.001));
    /* the account: 20 us of kernels, a gap of 0.5, 5 us until the first one starts, 1 until the host knows; where the
       stamps lie is not known to 0.5 us */
    const char *account = strstr(text, "\nthe account");
    assert_non_null(account);
    assert_non_null(line_of(account, "phase", line));
    assert_non_null(strstr(line, "26.5 us  26.5 us"));
    assert_non_null(line_of(account, "  kernel", line));
    assert_non_null(strstr(line, "20.0 us  20.0 us"));
    assert_non_null(line_of(account, "  gap", line));
    assert_true(is_near(strtod(line + strcspn(line, "0123456789"), NULL), 500, 2));
    assert_non_null(line_of(account, "  launch", line));
    assert_true(is_near(strtod(line + strcspn(line, "0123456789"), NULL), 5, 0.51));
    assert_non_null(line_of(account, "  return", line));
    assert_non_null(line_of(text, "  kernel ", line));
    assert_non_null(strstr(line, "10.0 us"));
    assert_null(strstr(line, "B/s"));
    assert_non_null(line_of(text, "  second ", line));
    assert_non_null(strstr(line, "500 MB/s"));
    assert_non_null(line_of(text, "around", line));             /* it leads to what stands below it */
    assert_non_null(line_of(text, "  lone ", line));
    assert_null(strstr(text, "host alone"));
    free(text);

    text = report_text();                                       /* the ordinary one has the sums */
    assert_null(strstr(text, "second"));
    assert_non_null(line_of(text, "kernel ", line));
    assert_int_equal(sscanf(line, "kernel %lu %31s us 100 %%", &n, cell[0]), 2);
    assert_int_equal(n, 12);
    assert_string_equal(cell[0], "120");
    assert_non_null(strstr(text, "gt_report_commands"));
    free(text);
    rig_close();
}

TEST(sums_by_kind_are_exact, NULL, stop_looking) {
    static char data[4096];
    char line[300];
    simcl_script s;
    round_script(&s);
    rig_open(&s, 0);
    cl_mem m = some_buffer(4096);
    const size_t first = simcl_command_count();
    for (int i = 0; i < 4; i++) {
        GT_SCOPE_CL(rig_queue, "copy-in")
            for (int k = 0; k < 5; k++)
                assert_int_equal(clEnqueueWriteBuffer(rig_queue, m, CL_FALSE, 0, 4096, data, 0, NULL,
                                                      k % 2 ? GT_EVENT : GT_EVENT_AS("in", 4096)), 0);
        GT_SCOPE("frame") GT_SCOPE_CL(rig_queue, "compute") {
            rig_launch(rig_queue, 30e3, GT_EVENT);
            rig_launch(rig_queue, 60e3, GT_EVENT_AS("in", 0));
        }
    }
    double written = 0;
    for (size_t i = 0; i < 28; i++)
        if (i % 7 < 5) written += between(simcl_command_at(first + i), simcl_command_at(first + i)->start_ps,
                                          simcl_command_at(first + i)->end_ps);
    char *text = report_text(), share[32];
    assert_non_null(line_of(text, "kernel ", line));
    assert_non_null(strstr(line, "   8   360 us  "));
    assert_non_null(strstr(line, "  45.0 us"));
    assert_non_null(line_of(text, "write ", line));
    sprintf(share, " %s  ", gt_share_text_(written, written + 360e3));
    assert_non_null(strstr(line, "  20  "));
    assert_non_null(strstr(line, gt_time_(written)));
    assert_non_null(strstr(line, share));
    assert_null(strstr(line, "B/s"));                           /* of some, nobody knows the bytes */
    free(text);
    clReleaseMemObject(m);
    rig_close();
}
TEST(opened_report_says_when_there_is_nothing, NULL, stop_looking) {
    rig_open(NULL, 0);
    GT_SCOPE_CL(rig_queue, "phase") rig_launch(rig_queue, 10e3, NULL);
    char *text = commands_text();
    assert_non_null(strstr(text, "no command was collected"));
    assert_null(strstr(text, "phase"));
    free(text);
    rig_close();
}

/* Column `k` of a CSV line, from 0; cells have no comma inside here. */
static const char *cell_of(const char *line, int k, char *cell /* of 64 */) {
    size_t n;
    while (k-- > 0 && line) {
        line = strchr(line, ',');
        if (line) line++;
    }
    assert_non_null(line);
    n = strcspn(line, ",\r\n");
    assert_true(n < 64);
    memcpy(cell, line, n);
    cell[n] = 0;
    return cell;
}

TEST(csv_has_a_row_for_each_command, NULL, stop_looking) {
    enum { THREAD = 1, SAMPLE, BEGIN, DURATION, DEVICE, COMMANDS, FLOPS, BYTES, COLD, KIND, QUEUE, SUBMIT };
    char cell[64], line[300];
    simcl_script s;
    int commands = 0, phases = 0;
    round_script(&s);
    rig_open(&s, 0);
    for (int i = 0; i < 3; i++) {
        GT_SCOPE_CL(rig_queue, "phase") {
            rig_launch(rig_queue, 10e3, GT_EVENT);
            rig_launch(rig_queue, 10e3, GT_EVENT_AS("second", 5000));
        }
    }
    GT_SCOPE("scope") {}
    gt_series_add("outside", 5);
    char *csv = csv_text();
    assert_non_null(line_of(csv, "series,thread,sample,", line));
    assert_string_equal(cell_of(line, KIND, cell), "kind");
    for (const char *p = csv; p && *p; p = strchr(p, '\n') ? strchr(p, '\n') + 1 : NULL) {
        cell_of(p, KIND, cell);
        commands += !strcmp(cell, "command");
        phases += !strcmp(cell, "phase");
    }
    assert_int_equal(commands, 6);
    assert_int_equal(phases, 3);
    assert_non_null(line_of(csv, "\"phase\",1,2,", line));
    assert_string_equal(cell_of(line, QUEUE, cell), "");
    assert_string_equal(cell_of(line, SUBMIT, cell), "");
    assert_number(strtod(cell_of(line, DEVICE, cell), NULL), 20000);
    assert_non_null(line_of(csv, "\"phase/second\",1,2,", line));
    assert_string_equal(cell_of(line, KIND, cell), "command");
    assert_number(strtod(cell_of(line, DURATION, cell), NULL), 10000);
    assert_number(strtod(cell_of(line, BYTES, cell), NULL), 5000);
    assert_number(strtod(cell_of(line, QUEUE, cell), NULL), 2000);
    assert_string_equal(cell_of(line, DEVICE, cell), "");
    assert_non_null(line_of(csv, "\"scope\",", line));
    assert_string_equal(cell_of(line, KIND, cell), "scope");
    assert_string_equal(cell_of(line, QUEUE, cell), "");
    assert_non_null(line_of(csv, "\"outside\",", line));
    assert_string_equal(cell_of(line, KIND, cell), "outside");
    free(csv);
    rig_close();
}

/* ---- trials, comparisons and runs leave commands alone ---- */

/* Two kernels that together always take 40 us, and are a different part of it in each pass. */
static void one_pass(int pass) {
    const double part = 1e3 + 38e3 * (double)((unsigned)pass * 7919u % 97u) / 97;
    GT_SCOPE_CL(rig_queue, "phase") {
        rig_launch(rig_queue, part, GT_EVENT_AS("restless", 0));
        rig_launch(rig_queue, 40e3 - part, GT_EVENT);
    }
}
TEST(trial_does_not_judge_its_commands, NULL, stop_looking) {
    int pass = 0;
    rig_open(NULL, 0);
    gt_trial_options o = {0};
    o.name = "trial";
    o.precision = 0.01;
    o.max_n = 60;
    gt_trial t = gt_trial_begin(o);
    for (; gt_trial_next(&t); pass++) one_pass(pass);
    gt_trial_end(&t);
    const gt_series *trial = look("trial");
    assert_int_equal(trial->stop, GT_STOP_PRECISION);
    assert_true(trial->n <= 45);
    const gt_series *restless = gt_snapshot_find(&shown, "trial/phase/restless");
    assert_non_null(restless);
    assert_int_equal(restless->n, trial->n);
    assert_true(restless->stats.max > 2 * restless->stats.min);     /* they would have gone on and on */
    int cold = 0;
    for (size_t i = 0; i < shown.count; i++)
        cold += shown.series[i].kind == GT_KIND_COMMAND && shown.series[i].cold && shown.series[i].n;
    assert_int_equal(cold, 2);                      /* warm-up passes have rows of their own */
    rig_close();
}

TEST(comparisons_and_runs_leave_commands_out, NULL, stop_looking) {
    char path[] = "/tmp/gt_test_events_XXXXXX", *runs;
    int file = mkstemp(path), pass = 0, status;
    assert_true(file >= 0);
    rig_open(NULL, 0);
    GT_COMPARE("both") {
        GT_SIDE("a") {
            one_pass(pass++);
            rig_launch(rig_queue, 2e3, GT_EVENT_AS("direct", 0));   /* of the side itself, which is a host scope */
            assert_int_equal(clFinish(rig_queue), CL_SUCCESS);
        }
        GT_SIDE("b") {
            one_pass(pass++);
            rig_launch(rig_queue, 4e3, GT_EVENT_AS("direct", 0));
            assert_int_equal(clFinish(rig_queue), CL_SUCCESS);
        }
    }
    assert_true(look("both/a/direct")->n >= 5 && look("both/a/direct")->kind == GT_KIND_COMMAND);
    char *text = report_text();
    assert_non_null(strstr(text, "phase"));
    assert_null(strstr(text, "restless"));
    assert_null(strstr(text, "direct"));
    free(text);
    assert_int_equal(gt_write_file(path, gt_write_json), GT_OK);
    runs = lint_runs(path, &status);
    assert_non_null(strstr(runs, "both/a/phase"));
    assert_null(strstr(runs, "restless"));
    assert_null(strstr(runs, "ndrange"));
    assert_null(strstr(runs, "direct"));
    free(runs);
    close(file);
    unlink(path);
    rig_close();
}

/* ---- events of the user ---- */

static cl_uint references(cl_event event) {
    cl_uint n = 0;
    assert_int_equal(clGetEventInfo(event, CL_EVENT_REFERENCE_COUNT, sizeof n, &n, NULL), CL_SUCCESS);
    return n;
}

/* A command that ran before one that was enqueued earlier shared no time with it. gated 0: they do run together. */
TEST(commands_that_ran_in_another_order_did_not_overlap, NULL, stop_looking) {
    const size_t items = 64;
    for (int gated = 0; gated < 2; gated++) {
        simcl_script script = {0};
        script.device[0].lanes = 2;
        rig_open(&script, 0);
        cl_command_queue q = rig_queue_new(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
        cl_event gate = clCreateUserEvent(rig_context, NULL);
        GT_SCOPE_CL(q, "phase") {
            simcl_kernel("work", NULL, (simcl_cost){.ns = 500000});
            clEnqueueNDRangeKernel(q, rig_kernel, 1, NULL, &items, NULL, (cl_uint)gated, gated ? &gate : NULL,
                                   GT_EVENT);
            cl_event *second = GT_EVENT;
            clEnqueueNDRangeKernel(q, rig_kernel, 1, NULL, &items, NULL, 0, NULL, second);
            clWaitForEvents(1, second);
            clSetUserEventStatus(gate, CL_COMPLETE);
        }
        clReleaseEvent(gate);
        clReleaseCommandQueue(q);
        const gt_series *p = look("phase");
        assert_non_null(p);
        assert_int_equal(gt_series_sample(p, 0).commands, 2);
        assert_int_equal(p->overlapped, !gated);
        rig_close();
    }
}
TEST(event_of_the_user_stays_his, NULL, stop_looking) {
    cl_event mine, other;
    rig_open(NULL, 0);
    rig_launch(rig_queue, 1000, &mine);
    assert_int_equal(clFinish(rig_queue), CL_SUCCESS);
    const cl_uint before = references(mine);        /* of a command that is over: his alone */
    clReleaseEvent(mine);
    const size_t retained = simcl_calls("clRetainEvent"), released = simcl_calls("clReleaseEvent");
    const size_t first = simcl_command_count();
    GT_SCOPE_CL(rig_queue, "phase") {
        rig_launch(rig_queue, 5e3, &mine);
        rig_launch(rig_queue, 7e3, &other);
        assert_int_equal(gt_cl_event_add(mine, "mine", 77), GT_OK);
        assert_int_equal(gt_cl_event_add(other, NULL, 0), GT_OK);
    }
    assert_int_equal(simcl_calls("clRetainEvent"), retained + 2);
    assert_int_equal(simcl_calls("clReleaseEvent"), released + 2);
    assert_int_equal(references(mine), before);
    assert_int_equal(references(other), before);
    const gt_series *p = look("phase");
    assert_null(spoiled(p));
    assert_int_equal(gt_series_sample(p, 0).commands, 2);
    assert_number(gt_series_sample(p, 0).device_ns, 12e3);
    assert_null(untrue_waits(look("phase/mine"), 0, first));
    assert_null(untrue_waits(look("phase/kernel"), 0, first + 1));
    assert_number(look("phase/mine")->ns[0], 5e3);
    assert_number(gt_series_sample(look("phase/mine"), 0).bytes, 77);
    assert_number(look("phase/kernel")->ns[0], 7e3);
    clReleaseEvent(mine);
    clReleaseEvent(other);
    rig_close();                                    /* not one reference too many, nor too few */
}

TEST(events_handed_over_where_nothing_is_recorded_do_no_harm, NULL, stop_looking) {
    cl_event event;
    rig_open(NULL, 0);
    rig_launch(rig_queue, 5e3, &event);
    const size_t calls = simcl_call_count();
    assert_int_equal(gt_cl_event_add(event, "outside", 0), GT_OK);
    gt_enable(0);
    GT_SCOPE_CL(rig_queue, "off") assert_int_equal(gt_cl_event_add(event, "off", 0), GT_OK);
    gt_enable(1);
    assert_int_equal(simcl_call_count(), calls);    /* no OpenCL call at all */
    assert_int_equal(clFinish(rig_queue), CL_SUCCESS);
    assert_int_equal(references(event), 1);
    (void)look("");
    assert_int_equal(series_shown(), 0);
    clReleaseEvent(event);
    rig_close();
}

TEST(errors_of_handing_over_are_kept, NULL, stop_looking) {
    cl_event event;
    rig_open(NULL, 0);
    simcl_fail("clRetainEvent", 1, CL_OUT_OF_HOST_MEMORY);
    rig_launch(rig_queue, 5e3, &event);
    GT_SCOPE_CL(rig_queue, "phase") {
        assert_int_equal(gt_cl_event_add(event, "a", 0), GT_ERR_OPENCL);
        rig_launch(rig_queue, 5e3, GT_EVENT);
    }
    assert_int_equal(gt_error_first()->code, CL_OUT_OF_HOST_MEMORY);
    assert_non_null(strstr(gt_error_first()->call, "clRetainEvent"));
    assert_int_equal(look("phase")->voided, 1);
    gt_reset();
    GT_SCOPE_CL(rig_queue, "phase") assert_int_equal(gt_cl_event_add(NULL, "a", 0), GT_ERR_OPENCL);
    assert_int_equal(gt_error_first()->code, CL_INVALID_EVENT);
    assert_int_equal(look("phase")->voided, 1);
    clReleaseEvent(event);
    rig_close();
}

/* Its stamps begin before the scope: device time is taken, its waits are not. */
TEST(event_of_a_command_from_before_the_scope_tells_no_waits, NULL, stop_looking) {
    for (int over = 0; over < 2; over++) {
        cl_event event;
        rig_open(NULL, 0);
        rig_launch(rig_queue, 10e6, NULL);
        rig_launch(rig_queue, 5e6, &event);         /* queued for 10 ms before the scope */
        simcl_spend_ns(7e6);
        if (over) clFinish(rig_queue);
        GT_SCOPE("scope") {
            assert_int_equal(gt_cl_event_add(event, "a", 0), GT_OK);
            if (over) simcl_spend_ns(10e6);
            else clFinish(rig_queue);
        }
        const gt_series *s = look("scope");
        assert_number(gt_series_sample(s, 0).device_ns, 5e6);
        assert_number(gt_series_sample(s, 0).late_ns, 0);
        assert_int_equal(s->dirty, 0);
        assert_null(spoiled(s));
        assert_int_equal(look("scope/a")->n, 1);
        assert_int_equal(look("scope/a")->known[GT_COLUMN_queue_ns], 0);
        clReleaseEvent(event);
        rig_close();
    }
}

TEST(event_that_is_added_twice_counts_once, NULL, stop_looking) {
    cl_event event;
    rig_open(NULL, 0);
    GT_SCOPE_CL(rig_queue, "phase") {
        rig_launch(rig_queue, 5e3, &event);
        for (int i = 0; i < 3; i++) assert_int_equal(gt_cl_event_add(event, i ? "a" : NULL, 0), GT_OK);
    }
    assert_int_equal(gt_series_sample(look("phase"), 0).commands, 1);
    assert_int_equal(look("phase/a")->n, 1);
    assert_null(gt_error_first());
    assert_int_equal(references(event), 1);
    clReleaseEvent(event);
    rig_close();
}

/* With others between, and in a phase around the one that has it. */
TEST(event_that_is_added_again_later_counts_once, NULL, stop_looking) {
    enum { MANY = 13 };
    cl_event event[MANY];
    rig_open(NULL, 0);
    GT_SCOPE_CL(rig_queue, "phase") {
        GT_SCOPE_CL(rig_queue, "inner") {
            for (int i = 0; i < MANY; i++) {
                rig_launch(rig_queue, 5e3, &event[i]);
                assert_int_equal(gt_cl_event_add(event[i], NULL, 0), GT_OK);
            }
            for (int i = 0; i < MANY; i++) assert_int_equal(gt_cl_event_add(event[i], NULL, 0), GT_OK);
            assert_int_equal(gt_cl_event_add(event[0], "a", 8), GT_OK);
        }
        assert_int_equal(gt_cl_event_add(event[1], NULL, 0), GT_OK);
    }
    assert_int_equal(gt_series_sample(look("phase/inner"), 0).commands, MANY);
    assert_int_equal(gt_series_sample(look("phase"), 0).commands, MANY);
    assert_number(gt_series_sample(look("phase"), 0).device_ns, MANY * 5e3);
    assert_int_equal(look("phase/inner/a")->n, 1);
    assert_int_equal(look("phase/inner/kernel")->n, MANY - 1);
    for (int i = 0; i < MANY; i++) {
        assert_int_equal(references(event[i]), 1);
        clReleaseEvent(event[i]);
    }
    rig_close();
}

/* More than there are slots: waited for in between, as in a loop, or not at all; in phases and in host scopes, and
   beside slots that a scope around holds. */
TEST(any_number_of_commands_is_collected, NULL, stop_looking) {
    enum { N = 5 * GPUTIME_CL_EVENTS + 3 };
    for (int how = 0; how < 8; how++) {
        const int finish = how & 1, host = how & 2, around = how & 4;
        char name[20], path[32], kernel[40];
        gt_cl_scope phase;
        gt_scope outer, scope;
        simcl_script s;
        memset(&s, 0, sizeof s);
        s.no_log = 1;
        sprintf(name, "many %d", how);
        sprintf(path, "%s%s", around ? "around/" : "", name);
        sprintf(kernel, "%s/k", name);
        rig_open(&s, 0);
        if (around) {
            outer = gt_scope_begin("around");
            for (int i = 0; i < 10; i++) rig_launch(rig_queue, 100, GT_EVENT);
        }
        if (host) scope = gt_scope_begin(name);
        else phase = gt_cl_scope_begin(rig_queue, name);
        for (int i = 0; i < N; i++) {
            rig_launch(rig_queue, 1000 + i % 7, GT_EVENT_AS("k", 8));
            if (finish) clFinish(rig_queue);
        }
        if (host) {
            clFinish(rig_queue);
            gt_scope_end(&scope);
        } else {
            gt_cl_scope_end(&phase);
        }
        double sum = 0;
        for (int i = 0; i < N; i++) sum += 1000 + i % 7;
        if (around) gt_scope_end(&outer);
        const gt_series *many = look(path);
        assert_null(spoiled(many));
        assert_int_equal(many->n, 1);
        assert_int_equal(gt_series_sample(many, 0).commands, N);
        assert_number(gt_series_sample(many, 0).device_ns, sum);
        const gt_series *k = look(kernel);
        assert_int_equal(k->n, N);
        assert_number(k->sum_ns, sum);
        if (around) assert_int_equal(gt_series_sample(look("around"), 0).commands, N + 10);
        rig_close();
    }
}

/* ---- queues without profiling, stamps that cannot be ---- */

TEST(queue_without_profiling_keeps_its_bracket, NULL, stop_looking) {
    cl_int err;
    rig_open(NULL, 0);
    cl_command_queue plain = clCreateCommandQueue(rig_context, rig_device, 0, &err);
    mark from[3], to[3];
    for (int i = 0; i < 3; i++) {
        from[i] = mark_now();
        GT_SCOPE_CL(plain, "plain") {
            rig_launch(plain, 5e3, GT_EVENT);
            rig_launch(plain, 7e3, GT_EVENT_AS("named", 100));
        }
        to[i] = mark_now();
    }
    const gt_series *p = look("plain");
    assert_int_equal(p->n, 3);
    assert_int_equal(p->unprofiled, 6);
    for (size_t i = 0; i < 3; i++) {
        const truth t = truth_of(from[i], to[i]);
        assert_true(is_near(p->ns[i], (double)(t.end_ps - t.begin_ps) * 1e-3, 1));
    }
    assert_int_equal(p->known[GT_COLUMN_device_ns], 0);
    assert_int_equal(series_shown(), 1);
    char *text = report_text(), *at = strstr(text, "no-profiling");
    assert_non_null(at);
    assert_null(strstr(at + 1, "no-profiling"));    /* once, not for each sample */
    free(text);
    text = commands_text();
    assert_non_null(strstr(text, "\n(6 commands on queues without profiling: no device times)\n"));
    free(text);
    clReleaseCommandQueue(plain);
    rig_close();
}

/* The middle one of three commands lies: nothing comes from it, in its sample or as a row. */
TEST(broken_stamps_give_no_row_and_no_waits, NULL, stop_looking) {
    static const simcl_stamps lies[] = {SIMCL_UNTOUCHED, SIMCL_ZERO, SIMCL_ZERO_END, SIMCL_SWAPPED,
        SIMCL_SUBMIT_AFTER_START, SIMCL_SUBMIT_BEFORE_QUEUED, SIMCL_START_BEFORE_QUEUED,
        SIMCL_HUGE_DIFFERENCE, SIMCL_LONGER_THAN_BRACKET};
    for (size_t k = 0; k < sizeof lies / sizeof *lies; k++) {
        mark from[2];
        rig_open(NULL, 0);
        assert_int_equal(simcl_break_stamps(lies[k], 2), 0);
        for (int i = 0; i < 2; i++) {
            from[i] = mark_now();
            GT_SCOPE_CL(rig_queue, "phase") {
                rig_launch(rig_queue, 3e3, GT_EVENT_AS("first", 0));
                rig_launch(rig_queue, 5e3, GT_EVENT_AS("liar", 0));
                rig_launch(rig_queue, 7e3, GT_EVENT);
            }
        }
        const char *lie = simcl_stamps_name(lies[k]);
        if (look("phase/liar")->n != 1 || look("phase/liar")->ns[0] > 5e3) fail_msg("%s: a row", lie);
        assert_row("phase/liar", 0, from[1].commands + 1);
        const gt_series *p = look("phase");
        assert_int_equal(p->n, 2);
        assert_true(gt_series_sample(p, 0).device_ns != gt_series_sample(p, 0).device_ns);
        const gt_series *first = look("phase/first");
        assert_in_range(first->n, 1, 2);
        assert_null(untrue_waits(first, first->n - 1, from[1].commands));
        rig_close();
    }
}

/* What happened in a sample that does not count is no sample of a command either. */
TEST(void_phase_gives_no_rows, NULL, stop_looking) {
    const size_t none[1] = {0};
    rig_open(NULL, 0);
    GT_SCOPE_CL(rig_queue, "phase") {
        rig_launch(rig_queue, 3e3, GT_EVENT_AS("good", 0));
        assert_int_not_equal(GT_CL(clEnqueueNDRangeKernel(rig_queue, rig_kernel, 4, NULL, none, NULL, 0, NULL,
            GT_EVENT)), 0);
    }
    assert_int_equal(look("phase")->voided, 1);
    assert_int_equal(look("phase")->n, 0);
    assert_int_equal(look("phase/good")->n, 0);
    rig_close();
}

/* ---- leaving, failing, going on for long ---- */

static void leave(int how) {
    cl_event event;
    rig_launch(rig_queue, 5e3, &event);
    for (int i = 0; i < 2; i++) {
        GT_SCOPE_CL(rig_queue, "left") {
            GT_SCOPE_CL(rig_queue, "inside") {
                rig_launch(rig_queue, 5e3, GT_EVENT_AS("x", 8));
                gt_cl_event_add(event, "y", 0);
                clReleaseEvent(event);
                if (how == 0) return;
                if (how == 1) goto out;
                break;
            }
            return;
        }
    }
out:
    return;
}
TEST(no_event_is_kept_by_a_phase_that_was_left, NULL, stop_looking) {
    rig_open(NULL, 0);
    for (int how = 0; how < 3; how++) leave(how);
    assert_int_equal(clFinish(rig_queue), CL_SUCCESS);
    assert_int_equal(look("left/inside")->left_early, 3);
    assert_int_equal(look("left/inside/x")->n, 0);
    rig_close();
}

/* Whoever leaves a phase inside a phase leaves its commands to that one, which waits for them. */
TEST(a_phase_has_the_commands_of_one_that_was_left_inside_it, NULL, stop_looking) {
    rig_open(NULL, 0);
    for (int i = 0; i < 3; i++) {
        GT_SCOPE_CL(rig_queue, "outer") {
            rig_launch(rig_queue, 1e6, GT_EVENT_AS("own", 0));
            GT_SCOPE_CL(rig_queue, "left") {
                rig_launch(rig_queue, 1e6, GT_EVENT_AS("of left", 0));
                if (i) break;
            }
            rig_launch(rig_queue, 1e6, GT_EVENT_AS("own", 0));
        }
    }
    assert_int_equal(look("outer/left")->left_early, 2);
    assert_int_equal(look("outer/of left")->n, 2);
    const gt_series *s = look("outer");
    for (size_t i = 0; i < 3; i++) {
        const gt_sample one = gt_series_sample(s, i);
        assert_number(one.commands, 3);
        assert_number(one.device_ns, 3e6);
        assert_number(one.kernel_ns + one.first_run_ns, 3e6);
    }
    rig_close();
}

/* A host scope with commands of its own has the time of those that phases and scopes inside it collect, whether these
   are left early or not. Where its own commands come last, the others are gone: it has no account then, and no wrong
   one. */
TEST(a_host_scope_has_the_commands_of_scopes_inside_it, NULL, stop_looking) {
    enum { PHASE, HOST, LEFT, LATE, WAYS };
    for (int way = 0; way < WAYS; way++) {
        rig_open(NULL, 0);
        assert_int_equal(gt_cl_warm_kernel(rig_queue, rig_kernel, 1, NULL, &(size_t){64}, NULL), GT_OK);
        for (int i = 0; i < 3; i++) {
            GT_SCOPE("step") {
                if (way != LATE) rig_launch(rig_queue, 1e6, GT_EVENT);
                if (way != LATE) clFinish(rig_queue);
                for (int k = 0; k < 2; k++) {
                    if (way == PHASE || way == LATE) {
                        GT_SCOPE_CL(rig_queue, "phase inside") rig_launch(rig_queue, 1e6, GT_EVENT);
                        continue;
                    }
                    GT_SCOPE("inside") {
                        rig_launch(rig_queue, 1e6, GT_EVENT);
                        clFinish(rig_queue);
                        if (way == LEFT) break;
                    }
                }
                rig_launch(rig_queue, 1e6, GT_EVENT);
                clFinish(rig_queue);
            }
        }
        const gt_series *s = look("step");
        assert_int_equal(s->n, 3);
        for (size_t i = 0; i < 3; i++) {
            const gt_sample one = gt_series_sample(s, i);
            if (way == LATE) {
                assert_int_equal(s->known[GT_COLUMN_kernel_ns], 0);
                continue;
            }
            assert_number(one.commands, 4);
            assert_number(one.device_ns, 4e6);
            assert_number(one.kernel_ns, 4e6);
            assert_true(one.host_ns + one.kit_ns + one.return_ns < 20e3);
        }
        for (size_t i = 0; way != LEFT && i < look("step/inside")->n; i++)
            assert_number(gt_series_sample(look("step/inside"), i).commands, 1);
        rig_close();
    }
}

/* A scenario with everything; whichever of the calls that collecting makes fails. */
static void everything_once(void) {
    static char data[64];
    cl_event own = NULL;
    cl_int err;
    cl_mem m = clCreateBuffer(rig_context, CL_MEM_READ_WRITE, 64, NULL, &err);
    const size_t items = 64;
    GT_SCOPE("host") {
        GT_SCOPE_CL(rig_queue, "outer") {
            GT_CL(clEnqueueWriteBuffer(rig_queue, m, CL_FALSE, 0, 64, data, 0, NULL, GT_EVENT_AS("in", 64)));
            GT_SCOPE_CL(rig_queue, "inner") {
                GT_CL(clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL, GT_EVENT));
                if (GT_CL(clEnqueueTask(rig_queue, rig_kernel, 0, NULL, &own)) == CL_SUCCESS) {
                    gt_cl_event_add(own, "own", 0);
                    GT_CL(clReleaseEvent(own));
                }
            }
            GT_CL(clEnqueueReadBuffer(rig_queue, m, CL_TRUE, 0, 64, data, 0, NULL, GT_EVENT));
        }
        GT_CL(clEnqueueTask(rig_queue, rig_kernel, 0, NULL, GT_EVENT_AS("of the host", 0)));
        GT_CL(clFinish(rig_queue));
    }
    clReleaseMemObject(m);
}
TEST(any_call_may_fail_while_collecting, NULL, stop_looking) {
    static const char *const calls[] = {"clFinish", "clEnqueueWriteBuffer", "clEnqueueNDRangeKernel", "clEnqueueTask",
        "clEnqueueReadBuffer", "clRetainEvent", "clReleaseEvent", "clGetEventInfo", "clGetEventProfilingInfo",
        "clGetCommandQueueInfo", "clGetDeviceInfo"};
    size_t tried = 0;
    for (size_t k = 0; k < sizeof calls / sizeof *calls; k++) {
        for (size_t nth = 1;; nth++) {
            rig_open(NULL, 0);
            for (gt_device_ *d = gt_devices_; d; d = d->after) d->step_ns = d->described = 0;
            everything_once();                      /* one pass that is whole */
            const size_t before = simcl_calls(calls[k]);
            assert_int_equal(simcl_fail(calls[k], before + nth, CL_OUT_OF_RESOURCES), 0);
            everything_once();
            const size_t fired = simcl_faults_fired();
            /* A release that failed has released nothing: the simulator cannot tell that from a leak of ours. */
            const int leaks = fired && !strcmp(calls[k], "clReleaseEvent");
            const gt_series *outer = look("host/outer");
            if (fired) {
                tried++;
                uint64_t told = outer->voided + outer->failed + outer->wrong_queue;
                for (size_t i = 0; i < shown.count; i++)
                    for (int b = 0; b < 16; b++) told += shown.series[i].broken[b];
                /* What kind of command it was, it can do without; and the resolution was asked for before. */
                for (size_t i = 0; i < shown.count; i++) told += !strcmp(shown.series[i].what, "command");
                told += !strcmp(calls[k], "clGetDeviceInfo");
                told += !strcmp(calls[k], "clGetEventInfo") && nth % 3 == 1;
                if (!told && !gt_error_first()) fail_msg("%s, use %lu: nothing is told", calls[k], (unsigned long)nth);
                outer = look("host/outer");
            }
            assert_true(outer->kept >= 1 && outer->known[GT_COLUMN_device_ns] &&
                        gt_series_sample(outer, 0).device_ns > 0);
            size_t in = 0;                          /* with its kind, and once perhaps without */
            for (size_t i = 0; i < shown.count; i++) in += strcmp(shown.series[i].name, "in") ? 0 : shown.series[i].n;
            assert_true(in >= 1);
            assert_int_equal(gt_cl_mine_.rows.used, 0);
            assert_true(gt_self_->current == gt_self_->root);
            if (leaks) {
                rig_close_but_one();
            } else {
                rig_close();
            }
            if (!fired) break;
        }
    }
    assert_true(tried >= 50);
}

static size_t resident_pages(void) {
    unsigned long size = 0, resident = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (!f) return 0;
    if (fscanf(f, "%lu %lu", &size, &resident) != 2) resident = 0;
    fclose(f);
    return resident;
}
static void timed_launches(int n) {
    for (int i = 0; i < n; i++) {
        const size_t items = 64;
        cl_event own;
        GT_SCOPE_CL(rig_queue, "phase") {
            clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL, GT_EVENT_AS("work", 64));
            if (i % 4 == 0) {
                clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL, &own);
                gt_cl_event_add(own, NULL, 0);
                clReleaseEvent(own);
                i++;
            }
        }
    }
}
TEST(a_host_scope_with_commands_reads_signals_and_the_innermost_has_them, NULL, stop_looking) {
    rig_open(NULL, 0);
    for (int i = 0; i < 3; i++) {
        GT_SCOPE("none") simcl_spend_ns(1000);
        GT_SCOPE("commands") {
            for (int k = 0; k < 3; k++) rig_launch(rig_queue, 1e6, GT_EVENT);
            clFinish(rig_queue);
        }
        GT_SCOPE("around") {
            rig_launch(rig_queue, 1e6, GT_EVENT);
            GT_SCOPE("inside") {
                rig_launch(rig_queue, 1e6, GT_EVENT);
                clFinish(rig_queue);
            }
        }
    }
    assert_int_equal(look("none")->known[GT_COLUMN_faults], 0);
    assert_int_equal(look("commands")->known[GT_COLUMN_faults], 3);
    assert_int_equal(look("commands")->known[GT_COLUMN_cpu_us], 3);
    assert_int_equal(look("around")->known[GT_COLUMN_faults], 0);
    assert_int_equal(look("around/inside")->known[GT_COLUMN_faults], 3);
    rig_close();
}
TEST(not_one_event_leaks_in_a_million_launches, NULL, stop_looking) {
    enum { CHUNK = 10000 };
    simcl_script s;
    size_t warm_pages = 0;
    memset(&s, 0, sizeof s);
    s.no_log = 1;
    rig_open(&s, 0);
    const size_t objects = simcl_alive();
    for (int i = 0; i < LAUNCHES / CHUNK; i++) {
        timed_launches(CHUNK);
        gt_reset();
        assert_int_equal(simcl_alive(), objects);
        if (i == LAUNCHES / CHUNK / 10) warm_pages = resident_pages();
    }
    assert_true(simcl_calls("clEnqueueNDRangeKernel") >= (size_t)LAUNCHES);
    const long grown = (long)resident_pages() - (long)warm_pages;
#if SANITIZED                        /* it keeps for a while what was freed */
    (void)grown;
#else
    printf("simcl: %lu launches timed, memory grew by %ld pages\n",
        (unsigned long)simcl_calls("clEnqueueNDRangeKernel"), grown);
    assert_true(grown <= LAUNCHES / 4096);      /* less than a byte for each */
#endif
    rig_close();
}

int main(void) {
    return test_all(NULL, NULL);
}
