/* link: simcl */
/* asan: yes */
/* test_truth.c - what phases report is what happened: brackets, device times, overhead against the simulator's logs */
#include "kit_cl.h"

#include "test.h"

#include "rig.h"

static int cases, exact;                /* phases that were compared with the truth; those without a difference */

static void judge(const char *difference, const char *what) {
    cases++;
    exact += !difference;
    if (difference && cases - exact <= 10) print_error("%s: %s\n", what, difference);
}
/* Of this test alone: nothing was different, and so many comparisons were made. */
static int cases_before, exact_before;
static int count_from_here(void **state) {
    (void)state;
    cases_before = cases;
    exact_before = exact;
    return 0;
}
static void assert_exact(int expected) {
    assert_int_equal(exact - exact_before, cases - cases_before);
    assert_int_equal(cases - cases_before, expected);
}

/* What a snapshot says of series `path`: `n` samples between the marks, and nothing that spoiled them. */
static void judge_series(const char *path, const mark *from, const mark *to, size_t n, const simcl_device *d,
                         const char *what) {
    gt_snapshot snap;
    const gt_series *s;
    assert_int_equal(gt_snapshot_take(&snap), GT_OK);
    s = gt_snapshot_find(&snap, path);
    assert_true(!s || s->n == n);
    for (size_t i = 0; i < n; i++) judge(spoiled(s) ? spoiled(s) : untrue(s, i, from[i], to[i], d), what);
    gt_snapshot_free(&snap);
}

/* ---- every combination ---- */

/* Work that still waits or runs when the phase is entered; nobody has asked for its events. */
static void leave_pending(double ns) {
    rig_launch(rig_queue, ns, NULL);
    rig_launch(rig_queue, 700.4, NULL);
    assert_int_equal(simcl_command_at(simcl_command_count() - 1)->end_ps, SIMCL_NEVER);
}

static void one_combination(const simcl_script *s, double ns, int out_of_order, int pending) {
    char what[200];
    mark from, to;
    rig_open(s, out_of_order ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
    if (pending) leave_pending(3 * ns);
    from = mark_now();
    GT_SCOPE_CL(rig_queue, "phase") rig_launch(rig_queue, ns, GT_EVENT);
    to = mark_now();
    const simcl_device *d = &s->device[0];
    sprintf(what, "%g ns, launch %g, notify %g, offset %ld, drift %g, resolution %lu, %s, %s", ns, d->launch.ns,
            d->notify.ns, (long)d->offset_ns, d->drift_ppm, (unsigned long)d->resolution_ns,
            out_of_order ? "out of order" : "in order", pending ? "work pending" : "queue empty");
    judge_series("phase", &from, &to, 1, d, what);
    rig_close();
}

TEST(bracket_device_time_and_overhead_are_the_truth_in_every_combination, count_from_here) {
    static const double length_ns[] = {1e3, 10e3, 100e3, 1e6, 10e6, 100e6, 1e9}, drift_ppm[] = {-200, 0, 200};
    static const double launch_ns[] = {-1, 2e3, 41.7e3}, notify_ns[] = {-1, 1e3, 50e3};    /* -1: nothing */
    static const int64_t offset_ns[] = {-1000000000, 0, 1000000000};
    for (int k = 0; k < 7 * 3 * 3 * 3 * 3 * 2 * 2 * 2; k++) {
        int i = k;
        simcl_script s;
        memset(&s, 0, sizeof s);
        const double ns = length_ns[i % 7] + 0.123;     /* ends between two readings of any clock */
        s.device[0].launch.ns = launch_ns[(i /= 7) % 3];
        s.device[0].notify.ns = notify_ns[(i /= 3) % 3];
        s.device[0].offset_ns = offset_ns[(i /= 3) % 3];
        s.device[0].drift_ppm = drift_ppm[(i /= 3) % 3];
        s.device[0].resolution_ns = (i /= 3) % 2 ? 1000 : 1;
        s.device[0].lanes = (i /= 2) % 2 ? 2 : 1;
        one_combination(&s, ns, s.device[0].lanes == 2, i / 2);
    }
    assert_exact(7 * 3 * 3 * 3 * 3 * 2 * 2 * 2);
}

/* ---- phases of other shapes ---- */

/* A script of which everything is random but repeats with its seed. */
static simcl_script some_script(uint32_t seed) {
    simcl_script s;
    memset(&s, 0, sizeof s);
    dice_state = seed * 2654435761u;
    s.seed = seed;
    s.call.ns = some_ns(500);
    s.clock_read.ns = dice(2) ? some_ns(50) : 0;
    s.device[0].offset_ns = (int64_t)dice(2000000000) - 1000000000;
    s.device[0].drift_ppm = (double)dice(401) - 200;
    s.device[0].resolution_ns = dice(2) ? 1000 : 1;
    s.device[0].lanes = 1 + dice(4);
    s.device[0].newest_first = (int)dice(2);
    s.device[0].copy_engine = (int)dice(2);
    s.device[0].defer_submit = (int)dice(2);
    s.device[0].launch.ns = some_ns(5e3);
    s.device[0].submit.ns = some_ns(5e3);
    s.device[0].notify = (simcl_cost){.ns = some_ns(5e3), .law = SIMCL_LOGNORMAL, .spread = 0.5};
    s.device[0].gap.ns = dice(2) ? some_ns(20e3) : 0;
    s.device[0].noise = SIMCL_LOGNORMAL;
    s.device[0].noise_spread = 0.3;
    return s;
}

static cl_mem some_buffer(size_t bytes) {
    cl_int err;
    cl_mem m = clCreateBuffer(rig_context, CL_MEM_READ_WRITE, bytes, NULL, &err);
    assert_int_equal(err, CL_SUCCESS);
    return m;
}

/* Some commands of several kinds, with pauses; those that block too. */
static void some_commands(cl_command_queue q, cl_mem m, unsigned most) {
    static char data[4096];
    const char zero = 0;
    for (unsigned n = dice(most + 1); n-- > 0;) {
        const size_t bytes = 1 + dice(sizeof data);
        const cl_bool blocks = dice(4) == 0;
        cl_int err = CL_SUCCESS;
        if (dice(3) == 0) simcl_spend_ns(some_ns(40e3));
        switch (dice(5)) {
        case 0: err = clEnqueueWriteBuffer(q, m, blocks, 0, bytes, data, 0, NULL, GT_EVENT); break;
        case 1: err = clEnqueueReadBuffer(q, m, blocks, 0, bytes, data, 0, NULL, GT_EVENT); break;
        case 2: err = clEnqueueFillBuffer(q, m, &zero, 1, 0, bytes, 0, NULL, GT_EVENT); break;
        default: rig_launch(q, some_ns(60e3), GT_EVENT); break;
        }
        assert_int_equal(err, CL_SUCCESS);
    }
}

TEST(device_time_of_several_commands_is_the_union_of_theirs, count_from_here) {
    uint32_t overlapped = 0, gaps = 0;
    for (uint32_t seed = 1; seed <= 600; seed++) {
        const simcl_script s = some_script(seed);
        char what[40];
        mark from, to;
        rig_open(&s, seed % 3 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
        cl_mem m = some_buffer(4096);
        if (seed % 2) some_commands(rig_queue, m, 6);
        from = mark_now();
        GT_SCOPE_CL(rig_queue, "several") some_commands(rig_queue, m, 12);
        to = mark_now();
        truth t = truth_of(from, to);
        overlapped += t.host_device_ns > 0 && simcl_running(from.commands, t.commands, 0, SIMCL_NEVER) > t.islands;
        gaps += t.islands > 1;
        sprintf(what, "seed %lu", (unsigned long)seed);
        judge_series("several", &from, &to, 1, &s.device[0], what);
        clReleaseMemObject(m);
        rig_close();
    }
    assert_true(overlapped > 100 && gaps > 100);
    assert_exact(600);
}

TEST(overlapping_kernels_of_an_out_of_order_queue_count_once, count_from_here) {
    simcl_script s;
    gt_snapshot snap;
    memset(&s, 0, sizeof s);
    s.device[0].lanes = 4;
    s.device[0].launch.ns = 1000;
    rig_open(&s, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    GT_SCOPE_CL(rig_queue, "overlap") for (int i = 0; i < 4; i++) rig_launch(rig_queue, 50e3, GT_EVENT);
    GT_SCOPE_CL(rig_queue, "alone") rig_launch(rig_queue, 50e3, GT_EVENT);
    assert_int_equal(gt_snapshot_take(&snap), GT_OK);
    const gt_series *overlap = gt_snapshot_find(&snap, "overlap"), *alone = gt_snapshot_find(&snap, "alone");
    assert_true(is_near(gt_series_sample(overlap, 0).device_ns, 53e3, 0));   /* each begins 1 us after the one before */
    assert_true(is_near(gt_series_sample(alone, 0).device_ns, 50e3, 0));
    assert_true(is_near(overlap->ns[0], 53e3 + 1000 + 1000 + 1000, 0));     /* launch, submission, notification */
    gt_snapshot_free(&snap);
    rig_close();
}

TEST(nested_phases_are_each_true, count_from_here) {
    for (uint32_t seed = 1; seed <= 150; seed++) {
        const simcl_script s = some_script(seed + 1000);
        enum { OUTER, FIRST, SECOND, INNERMOST, N };
        static const char *const path[N] = {"outer", "outer/first", "outer/second", "outer/second/innermost"};
        mark from[N], to[N];
        rig_open(&s, seed % 2 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
        cl_mem m = some_buffer(4096);
        some_commands(rig_queue, m, 3);
        from[OUTER] = mark_now();
        GT_SCOPE_CL(rig_queue, "outer") {
            some_commands(rig_queue, m, 3);
            from[FIRST] = mark_now();
            GT_SCOPE_CL(rig_queue, "first") some_commands(rig_queue, m, 4);
            to[FIRST] = mark_now();
            some_commands(rig_queue, m, 3);             /* pending when the next one begins */
            from[SECOND] = mark_now();
            GT_SCOPE_CL(rig_queue, "second") {
                some_commands(rig_queue, m, 2);
                from[INNERMOST] = mark_now();
                GT_SCOPE_CL(rig_queue, "innermost") some_commands(rig_queue, m, 4);
                to[INNERMOST] = mark_now();
            }
            to[SECOND] = mark_now();
            some_commands(rig_queue, m, 3);
        }
        to[OUTER] = mark_now();
        for (int i = 0; i < N; i++) judge_series(path[i], &from[i], &to[i], 1, &s.device[0], path[i]);
        clReleaseMemObject(m);
        rig_close();
    }
    assert_exact(150 * 4);
}

TEST(each_pass_of_a_loop_is_a_true_sample, count_from_here) {
    enum { PASSES = 300 };
    static mark from[PASSES], to[PASSES];
    const simcl_script s = some_script(77);
    rig_open(&s, 0);
    cl_mem m = some_buffer(4096);
    for (int i = 0; i < PASSES; i++) {
        from[i] = mark_now();
        GT_SCOPE_CL(rig_queue, "pass") {
            rig_launch(rig_queue, some_ns(1e6), GT_EVENT);
            some_commands(rig_queue, m, 3);
        }
        to[i] = mark_now();
        if (i % 3 == 0) rig_launch(rig_queue, some_ns(1e6), NULL);
    }
    judge_series("pass", from, to, PASSES, &s.device[0], "loop");
    clReleaseMemObject(m);
    rig_close();
    assert_exact(PASSES);
}

/* More commands than a thread has slots for in the beginning: the first phase says so, a later one has them all. */
TEST(many_commands_in_one_phase_are_all_collected_or_counted, count_from_here) {
    simcl_script s;
    gt_snapshot snap;
    mark from[4], to[4];
    memset(&s, 0, sizeof s);
    rig_open(&s, 0);
    for (int i = 0; i < 4; i++) {
        from[i] = mark_now();
        GT_SCOPE_CL(rig_queue, "many") for (int k = 0; k < 700; k++) rig_launch(rig_queue, 500, GT_EVENT);
        to[i] = mark_now();
    }
    assert_int_equal(gt_snapshot_take(&snap), GT_OK);
    const gt_series *many = gt_snapshot_find(&snap, "many");
    uint64_t without_slot = 0;
    int whole = 0;
    for (size_t i = 0; i < 4; i++) {
        without_slot += 700 - (uint64_t)gt_series_sample(many, i).commands;
        if (gt_series_sample(many, i).commands < 700) continue;
        whole++;
        judge(untrue(many, i, from[i], to[i], &s.device[0]), "many");
    }
    assert_int_equal(many->uncounted, without_slot);
    assert_true(gt_series_sample(many, 3).commands == 700);
    gt_snapshot_free(&snap);
    rig_close();
    assert_exact(whole);
}

/* Device time is partial where a command found no slot, and must not pass for the whole. */
TEST(device_time_without_all_commands_is_counted_as_partial, count_from_here) {
    gt_snapshot snap;
    rig_open(NULL, 0);
    GT_SCOPE_CL(rig_queue, "own queue") rig_launch(rig_queue, 5000, GT_EVENT);
    cl_command_queue other = rig_queue_new(0);
    GT_SCOPE_CL(rig_queue, "other queue") {
        rig_launch(rig_queue, 5000, GT_EVENT);
        rig_launch(other, 900e3, GT_EVENT);
    }
    assert_int_equal(clFinish(other), CL_SUCCESS);
    assert_int_equal(gt_snapshot_take(&snap), GT_OK);
    const gt_series *own = gt_snapshot_find(&snap, "own queue"), *both = gt_snapshot_find(&snap, "other queue");
    assert_null(spoiled(own));
    assert_int_equal(both->wrong_queue, 1);
    assert_int_equal(both->known[GT_COLUMN_device_ns], 0);
    assert_true(both->ns[0] < 900e3);
    gt_snapshot_free(&snap);
    clReleaseCommandQueue(other);
    rig_close();
}

/* ---- host scopes and timers ---- */

static uint64_t now_ns(void) { return simcl_now_ps() / 1000; }

TEST(host_scopes_and_timers_are_true_to_a_nanosecond, count_from_here) {
    gt_snapshot snap;
    for (uint32_t seed = 1; seed <= 100; seed++) {
        simcl_script s = some_script(seed + 2000);
        gt_timer timer = {{0}};
        gt_scope named;
        uint64_t t[5] = {0};
        s.clock_read.ns = 0;            /* the test reads the clock too */
        rig_open(&s, 0);
        simcl_spend_ns(some_ns(1e6));
        t[0] = now_ns();
        assert_int_equal(gt_timer_start(&timer), GT_OK);
        named = gt_scope_begin("named");
        GT_SCOPE("plain") {
            simcl_spend_ns(some_ns(1e6));
            t[1] = now_ns();
            GT_SCOPE_EXACT("exact") {
                rig_launch(rig_queue, some_ns(1e6), NULL);
                simcl_spend_ns(some_ns(1e3));
            }
            t[2] = now_ns();
            simcl_spend_ns(some_ns(1e6));
            t[3] = now_ns();
        }
        simcl_spend_ns(some_ns(1e3));
        gt_scope_end(&named);
        assert_int_equal(gt_timer_stop(&timer), GT_OK);
        t[4] = now_ns();
        assert_int_equal(gt_snapshot_take(&snap), GT_OK);
        const struct { const char *path; uint64_t from, to; } expected[] = {
            {"named", t[0], t[4]}, {"named/plain", t[0], t[3]}, {"named/plain/exact", t[1], t[2]}};
        for (int i = 0; i < 3; i++) {
            const gt_series *h = gt_snapshot_find(&snap, expected[i].path);
            const char *wrong = spoiled(h);
            if (!wrong && !is_near(h->ns[0], (double)(expected[i].to - expected[i].from), 1)) wrong = "length";
            judge(wrong, expected[i].path);
        }
        judge(is_near(gt_timer_ns(&timer), (double)(t[4] - t[0]), 1) ? NULL : "length", "timer");
        gt_snapshot_free(&snap);
        assert_int_equal(clFinish(rig_queue), CL_SUCCESS);
        rig_close();
    }
    assert_exact(400);
}

/* A host scope that waits for its own commands has their device time; one that does not is told so. */
TEST(host_scope_has_device_time_only_if_its_commands_are_over, count_from_here) {
    gt_snapshot snap;
    mark from, to;
    rig_open(NULL, 0);
    from = mark_now();
    GT_SCOPE("waits") {
        rig_launch(rig_queue, 5e3, GT_EVENT);
        rig_launch(rig_queue, 7e3, GT_EVENT);
        assert_int_equal(clFinish(rig_queue), CL_SUCCESS);
    }
    to = mark_now();
    GT_SCOPE("does not wait") rig_launch(rig_queue, 5e3, GT_EVENT);
    assert_int_equal(clFinish(rig_queue), CL_SUCCESS);
    assert_int_equal(gt_snapshot_take(&snap), GT_OK);
    const gt_series *waits = gt_snapshot_find(&snap, "waits"), *hasty = gt_snapshot_find(&snap, "does not wait");
    const truth t = truth_of_commands(from, to);
    assert_null(spoiled(waits));
    assert_true(is_near(gt_series_sample(waits, 0).device_ns, t.stamped_ns, 0));
    assert_int_equal(gt_series_sample(waits, 0).commands, 2);
    assert_int_equal(hasty->unsynced, 1);
    assert_int_equal(hasty->known[GT_COLUMN_device_ns], 0);
    gt_snapshot_free(&snap);
    rig_close();
}

/* After the end of a phase the kit asks for stamps. Scopes around it contain that, and say how much it was. */
TEST(time_of_the_kit_is_shown_in_the_scope_around, count_from_here) {
    gt_snapshot snap;
    mark from, to;
    rig_open(NULL, 0);
    GT_SCOPE("around") {
        from = mark_now();
        GT_SCOPE_CL(rig_queue, "phase") {
            rig_launch(rig_queue, 5e3, GT_EVENT);
            rig_launch(rig_queue, 7e3, GT_EVENT);
        }
        to = mark_now();
    }
    const truth t = truth_of(from, to);
    const uint64_t over_ps = simcl_call_at(to.calls - 1)->end_ps;       /* the last call that the kit made */
    assert_true(over_ps > t.end_ps);
    assert_int_equal(gt_snapshot_take(&snap), GT_OK);
    const gt_series *around = gt_snapshot_find(&snap, "around"), *phase = gt_snapshot_find(&snap, "around/phase");
    assert_true(is_near(around->kit_ns, (double)(over_ps - t.end_ps) * 1e-3, 1));
    assert_true(is_near(phase->kit_ns, 0, 0));
    assert_true(is_near(around->ns[0], (double)(over_ps - simcl_call_at(from.calls)->begin_ps) * 1e-3, 1));
    gt_snapshot_free(&snap);
    rig_close();
}

static int print_count(void **state) {
    (void)state;
    printf("simcl: truth %d cases, %d exact\n", cases, exact);
    return 0;
}

int main(void) {
    /* Its clock costs time to read: between the ticks and the barriers none is read but those. */
    setenv("GT_AUDIT", "0", 1);
    return test_all(NULL, print_count);
}
