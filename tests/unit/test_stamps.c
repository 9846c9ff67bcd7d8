/* link: simcl */
/* asan: yes */
/* test_stamps.c - stamps that cannot be are detected, counted and named, and no number comes from them

   Only what can be told from one command and its bracket. A driver whose stamps are possible but wrong (all scaled
   down, always 1 ns apart, standing still) is for the findings, which look at many. */
#include "kit_cl.h"

#include "test.h"

#include "host.h"
#include "rig.h"

/* How stamps are broken, and what the kit has to call it. wrap: between which two stamps the counter begins anew. */
typedef struct lie { simcl_stamps kind; int wrap; int name; } lie;
static const lie lies[] = {
    {SIMCL_UNTOUCHED, 0, GT_STAMPS_UNTOUCHED},
    {SIMCL_ZERO, 0, GT_STAMPS_ZERO},
    {SIMCL_ZERO_END, 0, GT_STAMPS_ZERO},
    {SIMCL_SWAPPED, 0, GT_STAMPS_BACKWARDS},
    {SIMCL_WRAP_32, 0, GT_STAMPS_ORDER},          /* QUEUED | SUBMIT */
    {SIMCL_WRAP_32, 1, GT_STAMPS_ORDER},          /* SUBMIT | START */
    {SIMCL_WRAP_32, 2, GT_STAMPS_BACKWARDS},      /* START | END */
    {SIMCL_WRAP_36, 0, GT_STAMPS_ORDER},
    {SIMCL_WRAP_36, 1, GT_STAMPS_ORDER},
    {SIMCL_WRAP_36, 2, GT_STAMPS_BACKWARDS},
    {SIMCL_SCALED_UP, 0, GT_STAMPS_LONG},         /* where 125/3 of the device time is more than the bracket */
    {SIMCL_SUBMIT_AFTER_START, 0, GT_STAMPS_ORDER},
    {SIMCL_SUBMIT_BEFORE_QUEUED, 0, GT_STAMPS_ORDER},
    {SIMCL_START_BEFORE_QUEUED, 0, GT_STAMPS_ORDER},
    {SIMCL_HUGE_DIFFERENCE, 0, GT_STAMPS_HUGE},
    {SIMCL_LONGER_THAN_BRACKET, 0, GT_STAMPS_LONG},
    {SIMCL_ONE_NS_APART, 0, GT_STAMPS_STILL},
    {SIMCL_STILL_FROM_SUBMIT, 0, GT_STAMPS_STILL},
    {SIMCL_FROZEN, 0, GT_STAMPS_STILL},
};
enum { LIES = sizeof lies / sizeof *lies };
static int is_wrap(const lie *l) { return l->kind == SIMCL_WRAP_32 || l->kind == SIMCL_WRAP_36; }

/* Possible stamps, so that nothing may be said of one command alone. */
static const simcl_stamps possible[] = {SIMCL_HEALTHY, SIMCL_MARKER_EARLY, SIMCL_SUBMIT_IS_QUEUED};
/* Possible one by one, and found out by several. */
static const struct { simcl_stamps kind; const char *code; } together[] = {
    {SIMCL_QUEUED_EARLY, "event-broken: "}, {SIMCL_SCALED_UP, "event-scale: "}, {SIMCL_SCALED_DOWN, "event-scale: "}};

static int detected[LIES], tried[LIES]; /* per lie: in how many of the scenarios */
static int undetected;                  /* in the test that runs */
static unsigned named;                  /* bit per GT_STAMPS_... that was seen in a report */

/* ---- the scenario: in each pass a phase of one command, one of two, and a host scope that waits by itself ---- */

enum { PASSES = 5, SINGLE = 0, PAIR, HOST, PATHS, COMMANDS_IN_PASS = 4 };
static const char *const paths[PATHS] = {"single", "pair", "host"};
static const int first_of[PATHS + 1] = {0, 1, 3, 4};    /* which commands of a pass are whose */
static mark from[PATHS][PASSES], to[PATHS][PASSES];

static void one_pass(int i) {
    from[SINGLE][i] = mark_now();
    GT_SCOPE_CL(rig_queue, "single") rig_launch(rig_queue, 20e3, GT_EVENT);
    to[SINGLE][i] = from[PAIR][i] = mark_now();
    GT_SCOPE_CL(rig_queue, "pair") {
        rig_launch(rig_queue, 20e3, GT_EVENT);
        rig_launch(rig_queue, 30e3, GT_EVENT);
    }
    to[PAIR][i] = from[HOST][i] = mark_now();
    GT_SCOPE("host") {
        rig_launch(rig_queue, 20e3, GT_EVENT);
        assert_int_equal(clFinish(rig_queue), CL_SUCCESS);
    }
    to[HOST][i] = mark_now();
}
static void scenario(const simcl_script *s, const lie *l, size_t nth) {
    rig_open(s, 0);
    if (l) assert_int_equal(simcl_break_stamps(l->kind, nth), 0);
    for (int i = 0; i < PASSES; i++) one_pass(i);
}

/* A counter of few bits begins anew within command `nth`; the stamps of all commands are cut to these bits. */
static void scenario_of_wrap(const lie *l, size_t nth, simcl_script *s) {
    scenario(s, NULL, 0);
    const simcl_command *t = simcl_command_at(nth - 1);
    const uint64_t instants[4] = {t->queued_ps, t->submit_ps, t->start_ps, t->end_ps};
    s->device[0].offset_ns = simcl_offset_for_wrap(l->kind == SIMCL_WRAP_32 ? 32 : 36,
                                                   (instants[l->wrap] + instants[l->wrap + 1]) / 2000);
    rig_close();
    scenario(s, l, 0);
}

static int is_in(size_t command, int path, size_t pass) {
    const int k = (int)(command - pass * COMMANDS_IN_PASS);
    return command / COMMANDS_IN_PASS == pass && k >= first_of[path] && k < first_of[path + 1];
}
static uint64_t broken_in_all(const gt_series *s) {
    uint64_t sum = 0;
    for (int i = 0; i < 16; i++) sum += s->broken[i];
    return sum;
}

/* Sample i of a scope is as it would be without lies; host scopes have no barriers of the kit to look for. */
static int is_healthy(const gt_series *s, int path, size_t i, const simcl_device *d) {
    if (path != HOST) return !untrue(s, i, from[path][i], to[path][i], d);
    return s->known[GT_COLUMN_device_ns]
        && is_near(gt_series_sample(s, i).device_ns, truth_of_commands(from[path][i], to[path][i]).stamped_ns, 0)
        && gt_series_sample(s, i).commands == 1;
}

/* The finding stands in the report, with the scope, the number and the reason. */
static int is_named(const char *report, const char *path, uint64_t count, int name) {
    char line[300];
    sprintf(line, "  %s: event-broken: %lu command%s with stamps that cannot be right: %s", path, (unsigned long)count,
            count == 1 ? "" : "s", gt_stamp_text_((int)name));
    named |= 1u << name;
    return strstr(report, line) != NULL;
}

static int device_cells(const char *csv, const char *path) {    /* rows of that series with a device time */
    char head[40];
    int n = 0;
    sprintf(head, "\"%s\",", path);
    for (const char *p = strstr(csv, head); p; p = strstr(p + 1, head)) {
        const char *cell = p;
        for (int k = 0; k < 5; k++) cell = strchr(cell, ',') + 1;
        n += *cell != ',';
    }
    return n;
}

/* One command was broken: its sample has no device time, is counted and named; other numbers are as they were. */
static int one_is_detected(size_t nth, int name, const simcl_device *d) {
    char *report = report_text(), *csv = csv_text();
    gt_snapshot snap;
    int good = 1;
    assert_int_equal(gt_snapshot_take(&snap), GT_OK);
    for (int path = 0; path < PATHS; path++) {
        const gt_series *s = gt_snapshot_find(&snap, paths[path]);
        int hit = 0;
        for (size_t i = 0; i < PASSES; i++) {
            if (is_in(nth - 1, path, i)) {
                hit = 1;
                good = good && s->known[GT_COLUMN_device_ns]
                    && gt_series_sample(s, i).device_ns != gt_series_sample(s, i).device_ns && s->ns[i] > 20e3;
            } else {
                good = good && is_healthy(s, path, i, d);
            }
        }
        good = good && s->n == PASSES && s->device_stats.n == (hit ? PASSES - 1 : PASSES)
            && s->rest_stats.n == s->device_stats.n;
        good = good && s->broken[name] == (hit ? 1 : 0) && broken_in_all(s) == s->broken[name];
        good = good && device_cells(csv, paths[path]) == (hit ? PASSES - 1 : PASSES);
        good = good && is_named(report, paths[path], 1, name) == hit;
    }
    gt_snapshot_free(&snap);
    free(report);
    free(csv);
    return good;
}

static simcl_script some_device(int coarse) {
    simcl_script s;
    memset(&s, 0, sizeof s);
    s.device[0].offset_ns = 123456789;
    s.device[0].resolution_ns = coarse ? 1000 : 1;
    s.device[0].submit.ns = 3e3;        /* a place for a wrap between any two stamps, whatever the resolution */
    return s;
}

static void judge(int good, size_t i, const char *where) {
    if (!good) {
        print_error("%s %d (%s): not detected as it should be, %s\n", simcl_stamps_name(lies[i].kind), lies[i].wrap,
                    simcl_stamps_text(lies[i].kind), where);
    }
    detected[i] += good;
    tried[i]++;
    undetected += !good;
}
static int count_from_here(void **state) {
    (void)state;
    undetected = 0;
    return 0;
}

/* Commands are named by their number: a single one, the first and the second of a pair, the one of a host scope. Of a
   pair a wrap can hit both. */
TEST(a_broken_stamp_voids_the_device_time_of_its_sample_alone, count_from_here) {
    for (size_t i = 0; i < LIES; i++) {
        for (size_t nth = 2 * COMMANDS_IN_PASS + 1; nth <= 3 * COMMANDS_IN_PASS; nth++) {
            for (int coarse = 0; coarse < 2; coarse++) {
                if (coarse && lies[i].name == GT_STAMPS_STILL) continue;      /* such steps can be so */
                simcl_script s = some_device(coarse);
                if (is_wrap(&lies[i]) && is_in(nth - 1, PAIR, 2)) continue;
                if (is_wrap(&lies[i])) scenario_of_wrap(&lies[i], nth, &s);
                else scenario(&s, &lies[i], nth);
                const int good = one_is_detected(nth, lies[i].name, &s.device[0]);
                rig_close();
                judge(good, i, coarse ? "steps of 1 us" : "steps of 1 ns");
            }
        }
    }
    assert_int_equal(undetected, 0);
}

/* Every stamp is broken. A bracket is compared with all its commands together, so it counts as one. */
TEST(a_device_that_always_lies_gives_no_device_time_at_all, count_from_here) {
    for (size_t i = 0; i < LIES; i++) {
        simcl_script s = some_device(0);
        gt_snapshot snap;
        int good = 1;
        if (is_wrap(&lies[i])) continue;            /* these lie once in 4 or 69 s */
        if (lies[i].kind == SIMCL_SCALED_UP) continue;      /* that is a clock: see below */
        s.device[0].stamps = lies[i].kind;
        scenario(&s, NULL, 0);
        char *report = report_text();
        assert_int_equal(gt_snapshot_take(&snap), GT_OK);
        for (int path = 0; path < PATHS; path++) {
            const gt_series *p = gt_snapshot_find(&snap, paths[path]);
            const uint64_t expected = PASSES * (path == PAIR && lies[i].name != GT_STAMPS_LONG ? 2 : 1);
            good = good && !p->known[GT_COLUMN_device_ns] && p->n == PASSES && p->broken[lies[i].name] == expected
                && broken_in_all(p) == expected;
            good = good && is_named(report, paths[path], expected, lies[i].name);
        }
        good = good && !strstr(report, "where the time goes");  /* no table of what nobody knows */
        gt_snapshot_free(&snap);
        free(report);
        rig_close();
        judge(good, i, "always");
    }
    assert_int_equal(undetected, 0);
}

/* What a phase hands up to the one around it: not the stamps that it does not believe, and not silence about them. The
   outer bracket is longer than any of these lies but one, so that it cannot find them out by itself. */
TEST(a_phase_around_a_broken_stamp_has_no_device_time_either, count_from_here) {
    for (size_t i = 0; i < LIES; i++) {
        simcl_script s = some_device(0);
        gt_snapshot snap;
        if (is_wrap(&lies[i])) continue;
        rig_open(&s, 0);
        assert_int_equal(simcl_break_stamps(lies[i].kind, 3), 0);
        for (int pass = 0; pass < 2; pass++) {
            GT_SCOPE_CL(rig_queue, "outer") {
                rig_launch(rig_queue, 5e3, GT_EVENT);
                GT_SCOPE_CL(rig_queue, "inner") rig_launch(rig_queue, 5e3, GT_EVENT);
                GT_SCOPE_CL(rig_queue, "beside") rig_launch(rig_queue, 5e3, GT_EVENT);
                simcl_spend_ns(4e18 / 1e3);
            }
        }                               /* commands 1 to 3, then 4 to 6: the third is in "beside" of the first pass */
        assert_int_equal(gt_snapshot_take(&snap), GT_OK);
        const gt_series *outer = gt_snapshot_find(&snap, "outer"), *inner = gt_snapshot_find(&snap, "outer/inner"),
                        *beside = gt_snapshot_find(&snap, "outer/beside");
        int good = beside->known[GT_COLUMN_device_ns]
            && gt_series_sample(beside, 0).device_ns != gt_series_sample(beside, 0).device_ns
            && beside->broken[lies[i].name] == 1;
        good = good && is_near(gt_series_sample(beside, 1).device_ns, 5e3, 0)
            && is_near(gt_series_sample(inner, 0).device_ns, 5e3, 0)
            && !broken_in_all(inner);
        good = good && outer->known[GT_COLUMN_device_ns]
            && gt_series_sample(outer, 0).device_ns != gt_series_sample(outer, 0).device_ns
            && is_near(gt_series_sample(outer, 1).device_ns, 15e3, 0);
        gt_snapshot_free(&snap);
        rig_close();
        judge(good, i, "in a phase inside another");
    }
    assert_int_equal(undetected, 0);
}

/* ---- the driver does not answer, or lies about being done ---- */

/* QUEUED alone is wrong there, and the device time stays: of few commands that is a note, of more a fault. */
TEST(a_rare_early_stamp_is_a_note) {
    for (int bad = 1; bad <= 3; bad++) {
        simcl_script s = some_device(0);
        gt_finding *list = NULL;
        size_t count, i, seen = 0;
        rig_open(&s, 0);
        for (int k = 0; k < bad; k++) assert_int_equal(simcl_break_stamps(SIMCL_QUEUED_EARLY, 50 + 20 * (size_t)k), 0);
        for (int k = 0; k < 200; k++) GT_SCOPE_CL(rig_queue, "kernel") rig_launch(rig_queue, 1e6, GT_EVENT);
        assert_int_equal(gt_findings(&list, &count), GT_OK);
        for (i = 0; i < count; i++) {
            if (list[i].code != GT_FINDING_EVENT_BROKEN) continue;
            assert_int_equal(list[i].severity, bad < 2 ? GT_NOTE : GT_FAULT);
            seen++;
        }
        assert_int_equal(seen, 1);
        free(list);
        rig_close();
    }
}

static double slow_ns;
static double read_slowly(double units, double now_s, void *user) {
    (void)units, (void)now_s, (void)user;
    return slow_ns;
}
/* The kit asks for the status after the scope has ended. A command that ran in between has true stamps, and the
   scope did not wait for it. */
TEST(what_runs_between_a_scope_and_the_question_for_it_was_not_waited_for) {
    simcl_script s = some_device(0);
    gt_snapshot snap;
    slow_ns = 0;
    s.device[0].submit.ns = 300e3;
    s.clock_read.fn = read_slowly;
    rig_open(&s, 0);
    GT_SCOPE("host") {
        rig_launch(rig_queue, 10e3, GT_EVENT);
        slow_ns = 500e3;
    }
    slow_ns = 0;
    assert_int_equal(gt_snapshot_take(&snap), GT_OK);
    assert_int_equal(gt_snapshot_find(&snap, "host")->unsynced, 1);
    assert_false(broken_in_all(gt_snapshot_find(&snap, "host")));
    gt_snapshot_free(&snap);
    rig_close();
}

TEST(stamps_that_the_driver_refuses_are_named_so) {
    for (size_t nth = 2 * COMMANDS_IN_PASS + 1; nth <= 3 * COMMANDS_IN_PASS; nth++) {
        for (size_t which = 1; which <= 4; which++) {
            simcl_script s = some_device(0);
            rig_open(&s, 0);
            assert_int_equal(simcl_fail("clGetEventProfilingInfo", 4 * (nth - 1) + which, CL_INVALID_VALUE), 0);
            for (int i = 0; i < PASSES; i++) one_pass(i);
            assert_int_equal(simcl_faults_fired(), 1);
            assert_true(one_is_detected(nth, GT_STAMPS_REFUSED, &s.device[0]));
            assert_null(gt_error_first());
            rig_close();
        }
    }
}

/* NVIDIA's driver does that for an unmap that has nothing to move. */
TEST(an_unmap_without_stamps_is_no_broken_one) {
    for (int unmaps = 0; unmaps < 2; unmaps++) {
        gt_snapshot snap;
        cl_mem m;
        rig_open(NULL, 0);
        m = clCreateBuffer(rig_context, CL_MEM_READ_WRITE, 64, NULL, NULL);
        assert_int_equal(simcl_break_stamps(SIMCL_ZERO, unmaps ? 3 : 2), 0);
        GT_SCOPE_CL(rig_queue, "phase") {
            void *at = clEnqueueMapBuffer(rig_queue, m, CL_TRUE, CL_MAP_READ, 0, 64, 0, NULL, GT_EVENT, NULL);
            rig_launch(rig_queue, 20e3, GT_EVENT);
            clEnqueueUnmapMemObject(rig_queue, m, at, 0, NULL, GT_EVENT);
        }
        clReleaseMemObject(m);
        assert_int_equal(gt_snapshot_take(&snap), GT_OK);
        assert_int_equal(broken_in_all(gt_snapshot_find(&snap, "phase")), !unmaps);
        assert_int_equal(gt_snapshot_find(&snap, "phase")->known[GT_COLUMN_device_ns], 0);
        gt_snapshot_free(&snap);
        rig_close();
    }
}

TEST(stamps_refused_beside_a_failed_command_are_explained_by_it) {
    for (int fails = 0; fails < 2; fails++) {
        simcl_script s = some_device(0);
        rig_open(&s, 0);
        if (fails) assert_int_equal(simcl_fail_command(1, CL_OUT_OF_RESOURCES), 0);
        assert_int_equal(simcl_fail("clGetEventProfilingInfo", 9, CL_OUT_OF_RESOURCES), 0);
        for (int i = 0; i < PASSES; i++) GT_SCOPE_CL(rig_queue, "phase") rig_launch(rig_queue, 20e3, GT_EVENT);
        char *report = report_text();
        assert_int_equal(strstr(report, "event-broken") != NULL, !fails);
        assert_int_equal(strstr(report, "failed-work: 1 command failed") != NULL, fails);
        free(report);
        rig_close();
    }
}

/* Calls that fail leave no event and no stamps: the report has the error, and blames neither driver nor queue. */
TEST(a_phase_without_a_queue_has_no_broken_stamps) {
    gt_finding *list;
    size_t count, failed = 0;
    simcl_script s;
    memset(&s, 0, sizeof s);
    s.call.ns = s.device[0].finish.ns = 7000;
    rig_open(&s, 0);
    for (int i = 0; i < 3; i++) {
        simcl_spend_ns(1e6);
        GT_SCOPE_CL(NULL, "no queue")
            assert_int_equal(clEnqueueNDRangeKernel(NULL, rig_kernel, 1, NULL, &(size_t){1}, NULL, 0, NULL, GT_EVENT),
                             CL_INVALID_COMMAND_QUEUE);
    }
    assert_int_equal(gt_error_first()->code, CL_INVALID_COMMAND_QUEUE);
    assert_int_equal(gt_findings(&list, &count), GT_OK);
    for (size_t i = 0; i < count; i++) {
        failed += list[i].code == GT_FINDING_FAILED_WORK;
        if (list[i].code == GT_FINDING_EVENT_BROKEN || list[i].code == GT_FINDING_DIRTY_START)
            fail_msg("%s: %s", list[i].name, list[i].figures);
    }
    assert_int_equal(failed, 1);
    free(list);
    rig_close();
}

TEST(a_command_that_a_finish_did_not_wait_for_is_not_synchronised) {
    simcl_script s = some_device(0);
    gt_snapshot snap;
    s.device[0].finish_returns_early = 1;
    rig_open(&s, 0);
    for (int i = 0; i < 3; i++) {
        GT_SCOPE_CL(rig_queue, "phase") rig_launch(rig_queue, 1e6, GT_EVENT);
        simcl_spend_ns(1e9);
    }
    GT_SCOPE_CL(rig_queue, "patient") {
        rig_launch(rig_queue, 1e6, GT_EVENT);
        simcl_spend_ns(1e9);
    }
    char *report = report_text();
    assert_int_equal(gt_snapshot_take(&snap), GT_OK);
    const gt_series *phase = gt_snapshot_find(&snap, "phase"), *patient = gt_snapshot_find(&snap, "patient");
    assert_int_equal(phase->known[GT_COLUMN_device_ns], 0);
    assert_int_equal(phase->unsynced, 3);
    assert_int_equal(broken_in_all(phase), 0);
    assert_non_null(strstr(report, "phase: no-sync: 3 samples ended while commands inside still ran"));
    assert_non_null(strstr(report, "this driver's barrier does not wait"));
    assert_null(spoiled(patient));
    assert_true(is_near(gt_series_sample(patient, 0).device_ns, 1e6, 0));
    gt_snapshot_free(&snap);
    free(report);
    rig_close();
}

/* Some drivers answer for a command that a user event holds back, with START and END of an earlier one. */
TEST(stamps_of_another_command_do_not_end_one_that_waits) {
    enum { RUNS = 30, MANY = 700 };
    const size_t items = 64;
    simcl_script s = {.device[0].stamps_of_another = 1};
    gt_snapshot snap;
    rig_open(&s, 0);
    cl_command_queue other = rig_queue_new(0);
    rig_launch(rig_queue, 5000, NULL);
    for (int i = 0; i < RUNS; i++) {
        cl_event gate = clCreateUserEvent(rig_context, NULL);
        GT_SCOPE_CL(rig_queue, "phase") {
            rig_launch(rig_queue, 5000, GT_EVENT);
            clEnqueueNDRangeKernel(other, rig_kernel, 1, NULL, &items, NULL, 1, &gate, GT_EVENT);
        }
        GT_SCOPE("added") {
            for (int k = 0; k < MANY; k++) {        /* so many that the kit looks for what is over before the end */
                cl_event e;
                clEnqueueNDRangeKernel(other, rig_kernel, 1, NULL, &items, NULL, 1, &gate, &e);
                assert_int_equal(gt_cl_event_add(e, NULL, 0), GT_OK);
                clReleaseEvent(e);
            }
            assert_int_equal(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
            assert_int_equal(clFinish(other), CL_SUCCESS);
        }
        clReleaseEvent(gate);
    }
    assert_int_equal(gt_snapshot_take(&snap), GT_OK);
    const gt_series *phase = gt_snapshot_find(&snap, "phase"), *added = gt_snapshot_find(&snap, "added");
    assert_int_equal(phase->wrong_queue, RUNS);
    assert_int_equal(phase->known[GT_COLUMN_device_ns], 0);
    assert_null(spoiled(added));
    for (size_t i = 0; i < RUNS; i++) assert_true(is_near(gt_series_sample(added, i).device_ns, 5000.0 * MANY, 0));
    gt_snapshot_free(&snap);
    clReleaseCommandQueue(other);
    rig_close();
}

TEST(a_queue_without_profiling_is_no_broken_one) {
    gt_snapshot snap;
    cl_int err;
    rig_open(NULL, 0);
    cl_command_queue plain = clCreateCommandQueue(rig_context, rig_device, 0, &err);
    GT_SCOPE_CL(plain, "plain") rig_launch(plain, 5e3, GT_EVENT);
    char *report = report_text();
    assert_int_equal(gt_snapshot_take(&snap), GT_OK);
    const gt_series *s = gt_snapshot_find(&snap, "plain");
    assert_int_equal(s->known[GT_COLUMN_device_ns], 0);
    assert_int_equal(s->unprofiled, 1);
    assert_int_equal(broken_in_all(s), 0);
    assert_non_null(strstr(report, "no-profiling"));
    gt_snapshot_free(&snap);
    free(report);
    clReleaseCommandQueue(plain);
    rig_close();
}

/* ---- the healthy twin, and what only looks odd ---- */

TEST(possible_stamps_are_believed_in_silence) {
    for (size_t i = 0; i < sizeof possible / sizeof *possible; i++) {
        for (int coarse = 0; coarse < 2; coarse++) {
            simcl_script s = some_device(coarse);
            gt_snapshot snap;
            s.device[0].stamps = possible[i];
            scenario(&s, NULL, 0);
            char *report = report_text();
            assert_null(strstr(report, "event-broken"));
            assert_int_equal(gt_snapshot_take(&snap), GT_OK);
            for (int path = 0; path < PATHS; path++) {
                const gt_series *p = gt_snapshot_find(&snap, paths[path]);
                assert_null(spoiled(p));
                assert_int_equal(p->device_stats.n, PASSES);
                for (size_t k = 0; k < PASSES; k++) {
                    if (possible[i] == SIMCL_HEALTHY) assert_true(is_healthy(p, path, k, &s.device[0]));
                }
            }
            gt_snapshot_free(&snap);
            free(report);
            rig_close();
        }
    }
}

/* On a device whose clock runs 200 ppm fast, a command that fills its bracket is longer than it. */
TEST(drift_and_coarse_steps_alone_never_make_a_command_too_long) {
    for (int coarse = 0; coarse < 2; coarse++) {
        for (double ns = 1; ns < 2e9; ns *= 3.7) {
            simcl_script s = some_device(coarse);
            s.device[0].drift_ppm = 200;
            s.device[0].launch = s.device[0].submit = s.device[0].notify = s.device[0].finish = SIMCL_NOTHING;
            rig_open(&s, 0);
            for (int i = 0; i < 20; i++) {
                simcl_spend_ns(137);
                GT_SCOPE_CL(rig_queue, "full") rig_launch(rig_queue, ns, GT_EVENT);
            }
            assert_null(spoiled(look("full")));
            rig_close();
        }
    }
}

/* The END of a marker may come before the work that it follows. */
TEST(a_marker_adds_nothing_to_the_device_time) {
    for (int early = 0; early < 2; early++) {
        simcl_script s = some_device(0);
        s.device[0].stamps = early ? SIMCL_MARKER_EARLY : SIMCL_HEALTHY;
        rig_open(&s, 0);
        GT_SCOPE_CL(rig_queue, "marked") {
            assert_int_equal(clEnqueueMarkerWithWaitList(rig_queue, 0, NULL, GT_EVENT), CL_SUCCESS);
            simcl_spend_ns(50e3);
            rig_launch(rig_queue, 20e3, GT_EVENT);
            assert_int_equal(clEnqueueMarkerWithWaitList(rig_queue, 0, NULL, GT_EVENT), CL_SUCCESS);
        }
        const gt_series *marked = look("marked");
        assert_null(spoiled(marked));
        assert_number(gt_series_sample(marked, 0).device_ns, 20e3);
        assert_int_equal(gt_series_sample(marked, 0).commands, 3);
        rig_close();
    }
}

TEST(lies_that_no_single_stamp_shows_are_found_together) {
    for (size_t i = 0; i < sizeof together / sizeof *together; i++) {
        simcl_script s = some_device(0);
        gt_snapshot snap;
        s.device[0].stamps = together[i].kind;
        scenario(&s, NULL, 0);
        if (strstr(together[i].code, "scale"))     /* a clock is known by what it says over a while */
            for (int more = 0; more < 20; more++) one_pass(PASSES - 1);
        char *report = report_text();
        if (!strstr(report, together[i].code))
            print_error("%s: not found:\n%s", simcl_stamps_name(together[i].kind), report);
        assert_non_null(strstr(report, together[i].code));
        assert_int_equal(gt_snapshot_take(&snap), GT_OK);
        if (together[i].kind == SIMCL_QUEUED_EARLY) {       /* the waits are gone, the device time stays */
            const gt_series *single = gt_snapshot_find(&snap, paths[SINGLE]);
            assert_true(is_named(report, paths[SINGLE], PASSES, GT_STAMPS_EARLY));
            assert_int_equal(single->device_stats.n, PASSES);
            const gt_series *commands = gt_snapshot_find(&snap, "single/kernel");
            assert_int_equal(commands->n, PASSES);
            assert_int_equal(commands->known[GT_COLUMN_queue_ns], 0);
        }
        if (strstr(together[i].code, "scale")) {
            named |= 1u << GT_STAMPS_SCALE;
            const double scale = gt_scale_of_(gt_device_of_(rig_device)) *
                                 (together[i].kind == SIMCL_SCALED_UP ? 3.0 / 125 : 125.0 / 3);
            assert_true(scale > 0.95 && scale < 1.05);
            for (size_t k = 0; k < snap.count; k++) assert_int_equal(snap.series[k].known[GT_COLUMN_device_ns], 0);
        }
        gt_snapshot_free(&snap);
        free(report);
        rig_close();
    }
}
/* Behind 256 commands a device's clock is compared with the host's less often. */
TEST(a_clock_that_goes_wrong_late_is_found) {
    simcl_script s = some_device(0);
    scenario(&s, NULL, 0);
    for (int more = 0; more < 100; more++) one_pass(PASSES - 1);
    assert_true(gt_device_of_(rig_device)->grain_n > 512);
    assert_true(gt_scale_of_(gt_device_of_(rig_device)) == 0);
    assert_int_equal(simcl_break_stamps(SIMCL_SCALED_UP, 0), 0);
    for (int more = 0; more < 100; more++) one_pass(PASSES - 1);
    char *report = report_text();
    assert_non_null(strstr(report, "event-scale: "));
    free(report);
    rig_close();
}
TEST(a_command_outside_of_its_phase_on_the_aligned_clock_is_not_believed) {
    simcl_script s = some_device(0);
    gt_cl cl;
    rig_open(&s, 0);
    assert_int_equal(gt_cl_attach(&cl, rig_context, rig_queue), GT_OK);
    assert_int_equal(gt_cl_align(&cl, NULL), GT_OK);
    GT_SCOPE_CL(rig_queue, "right") rig_launch(rig_queue, 20e3, GT_EVENT);
    assert_int_equal(simcl_break_stamps(SIMCL_LONGER_THAN_BRACKET, simcl_command_count() + 1), 0);
    GT_SCOPE_CL(rig_queue, "elsewhere") rig_launch(rig_queue, 20e3, GT_EVENT);
    char *report = report_text();
    assert_true(is_named(report, "elsewhere", 1, GT_STAMPS_MISPLACED));
    assert_null(strstr(report, "right: event-broken"));
    free(report);
    gt_cl_close(&cl);
    rig_close();
}

/* An event that the program hands over again is of a command that ended in an earlier sample. A clock that jumps back
   is that of the samples behind it. */
TEST(an_event_of_an_earlier_sample_is_not_believed) {
    enum { AGAIN, OWN, BACK, WAYS };
    const size_t items = 64;
    for (int way = 0; way < WAYS; way++) {
        simcl_script s = {0};
        s.device[0].offset_ns = simcl_offset_for_wrap(32, UINT64_C(1000000000000) + 5000000);
        rig_open(&s, 0);
        if (way == BACK) simcl_break_stamps(SIMCL_WRAP_32, 0);
        simcl_kernel("work", NULL, (simcl_cost){.ns = 1e6});
        cl_event first = NULL, event;
        for (int i = 0; i < 10; i++)
            GT_SCOPE_CL(rig_queue, "phase") {
                assert_int_equal(clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL, &event),
                                 CL_SUCCESS);
                gt_cl_event_add(way == AGAIN && first ? first : event, NULL, 0);
                if (first) clReleaseEvent(event);
                else first = event;
            }
        char *report = report_text();
        const gt_series *phase = look("phase");
        const uint64_t old = phase->broken[GT_STAMPS_OLD];
        assert_int_equal(old, way == AGAIN ? 9 : way == BACK);
        assert_int_equal(is_named(report, "phase", old, GT_STAMPS_OLD), old > 0);
        /* where the clock jumps back, START and END of one command contradict each other */
        assert_int_equal(phase->device_stats.n, 10 - old - (way == BACK));
        free(report);
        clReleaseEvent(first);
        rig_close();
    }
}

/* ---- the books ---- */

TEST(every_lie_of_the_simulator_and_every_name_of_the_kit_was_used) {
    int used[SIMCL_STAMP_KINDS] = {0};
    unsigned all = 0;
    for (size_t i = 0; i < LIES; i++) used[lies[i].kind] = 1;
    for (size_t i = 0; i < sizeof possible / sizeof *possible; i++) used[possible[i]] = 1;
    for (size_t i = 0; i < sizeof together / sizeof *together; i++) used[together[i].kind] = 1;
    for (int i = 0; i < SIMCL_STAMP_KINDS; i++) assert_true(used[i]);
#define BIT(code, value, text) all |= 1u << code;
    GT_STAMPS_(BIT)
#undef BIT
    assert_int_equal(named, all);
}

static int print_count(void **state) {
    int kinds = 0;
    for (size_t i = 0; i < LIES; i++) kinds += tried[i] > 0 && detected[i] == tried[i];
    printf("simcl: stamps %d kinds broken, %d detected\n", (int)LIES, kinds);
    return stop_looking(state);
}

int main(void) {
    return test_all(NULL, print_count);
}
