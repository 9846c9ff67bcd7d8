/* link: simcl */
/* asan: yes */
/* Ways to get a wrong number out of the kit, on the simulated device, where the truth is known: each comes with the
   finding, mark or error that names it, and each has a healthy twin. */
#include <math.h>
#include <pthread.h>
#include "test.h"

#include "kit_cl.h"

#include "host.h"
#include "rig.h"

static int says(const char *text, const char *what) { return strstr(text, what) != NULL; }

/* The finding of that name for the series of that path, "" if there is none: figures, cause and remedy in one text. */
static const char *finding_of(const char *name, const char *path) {
    static char text[1024];
    gt_finding *found;
    size_t count;
    text[0] = 0;
    assert_int_equal(gt_findings(&found, &count), GT_OK);
    for (size_t i = 0; i < count && !text[0]; i++)
        if (!strcmp(found[i].name, name) && !strcmp(found[i].path, path))
            snprintf(text, sizeof text, "%s | %s | %s -> %s", found[i].figures, found[i].sentence, found[i].cause,
                     found[i].remedy);
    free(found);
    return text;
}

/* Between its blocks a trial runs its body unrecorded, for a tenth of the budget: 25,000 launches of 2 us. A body that
   does not wait would give the device a backlog of minutes. */
TEST(a_trial_that_does_not_wait_leaves_no_flood) {
    for (int waits = 0; waits < 2; waits++) {
        gt_cl cl;
        rig_open(NULL, 0);
        assert_int_equal(gt_cl_attach(&cl, rig_context, rig_queue), GT_OK);
        const uint64_t begin = simcl_now_ps();
        GT_TRIAL("trial", .budget_s = 0.5, .max_n = 40) {
            rig_launch(rig_queue, 300000, NULL);
            if (waits) clFinish(rig_queue);
        }
        clFinish(rig_queue);
        assert_true((double)(simcl_now_ps() - begin) < 1e12);   /* twice the budget */
        assert_int_equal(says(finding_of("no-sync", "trial"), "ended while the queues were still at work"), !waits);
        gt_cl_close(&cl);
        rig_close();
    }
}
/* Nor does a queue get one that the kit does not know, beside one that it knows: neither where GT_CL sees launches and
   no wait for them, nor where a phase waits for the wrong queue. Warm-up and measured passes run, and no others. */
TEST(a_trial_of_another_queue_leaves_no_flood) {
    enum { TRIAL, PHASE, EVENT, WAYS };
    const size_t items = 64;
    for (int way = 0; way < WAYS; way++) for (int waits = 0; waits < 2; waits++) {
        int passes = 0;
        gt_cl cl;
        rig_open(NULL, 0);
        assert_int_equal(gt_cl_attach(&cl, rig_context, rig_queue), GT_OK);
        cl_command_queue own = rig_queue_new(0);
        assert_int_equal(simcl_kernel("work", NULL, (simcl_cost){.ns = 300000}), 0);
        GT_TRIAL("trial", .budget_s = 0.5, .max_n = 40) {
            cl_command_queue waited = waits ? own : rig_queue;
            passes++;
            if (way == TRIAL) {
                GT_CL(clEnqueueNDRangeKernel(own, rig_kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
                if (waits) GT_CL(clFinish(own));
            } else if (way == PHASE) {
                GT_SCOPE_CL(waited, "phase")
                    GT_CL(clEnqueueNDRangeKernel(own, rig_kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
            } else {
                GT_SCOPE_CL(waited, "phase") rig_launch(own, 300000, GT_EVENT);
            }
        }
        assert_int_equal(passes > 42, waits);
        assert_int_equal(finding_of("unseen", "trial")[0] != 0, !waits && way == TRIAL);
        assert_int_equal(finding_of("unseen", "trial/phase")[0] != 0, !waits && way == PHASE);
        assert_int_equal(finding_of("wrong-queue", "trial/phase")[0] != 0, !waits && way == EVENT);
        clFinish(own);
        clReleaseCommandQueue(own);
        gt_cl_close(&cl);
        rig_close();
    }
}
/* Warm-up passes hide it where a launch takes longer than the work: then the backlog of all passes shows it. */
TEST(a_backlog_behind_measured_passes_is_no_sync) {
    for (int waits = 0; waits < 2; waits++) {
        int calls = 0;
        gt_cl cl;
        rig_open(NULL, 0);
        assert_int_equal(gt_cl_attach(&cl, rig_context, rig_queue), GT_OK);
        GT_TRIAL("trial", .budget_s = 0.01, .max_n = 40) {
            rig_launch(rig_queue, calls++ < 2 ? 0 : 100000, NULL);
            if (waits) clFinish(rig_queue);
        }
        clFinish(rig_queue);
        assert_int_equal(finding_of("no-sync", "trial")[0] != 0, !waits);
        gt_cl_close(&cl);
        rig_close();
    }
}

/* An idle queue that was not asked for long takes some microseconds to say so: no backlog. */
static double cold_finish(double units, double now_s, void *user) {
    static double last_s;
    const double since_s = now_s - last_s;
    (void)units;
    (void)user;
    last_s = now_s;
    return since_s > 100e-6 ? 8000 : 10;
}
TEST(an_idle_queue_that_answers_late_is_no_backlog) {
    static const struct { const char *name; double ns, budget_ms; } body[] = {
        { "nanoseconds, in short", 3, 0.12 }, { "nanoseconds", 30, 20 }, { "a microsecond", 1000, 20 } };
    for (int i = 0; i < 3; i++) {
        simcl_script script = {0};
        gt_cl cl;
        script.device[0].finish.fn = cold_finish;
        rig_open(&script, 0);
        assert_int_equal(gt_cl_attach(&cl, rig_context, rig_queue), GT_OK);
        GT_TRIAL(body[i].name, .budget_s = 1e-3 * body[i].budget_ms, .precision = 1e-9) simcl_spend_ns(body[i].ns);
        assert_string_equal(finding_of("no-sync", body[i].name), "");
        gt_cl_close(&cl);
        rig_close();
    }
}

/* GT_CL sees the text of a macro's argument expanded: GT_EVENT and CL_TRUE do not stand in it any more. */
#define CHECK(call) GT_CL(call)
TEST(a_macro_of_the_programs_own_around_gt_cl_changes_no_finding) {
    enum { GOOD, LEFT, READ, WAYS };
    const size_t items = 64;
    simcl_script script = {0};
    script.device[0].defer_submit = 1;
    for (int way = 0; way < WAYS; way++) {
        cl_int value = 0, code;
        rig_open(&script, 0);
        cl_mem memory = clCreateBuffer(rig_context, CL_MEM_READ_WRITE, sizeof value, NULL, &code);
        for (int i = 0; i < 200; i++) {
            if (way != GOOD) CHECK(clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
            if (way == READ) CHECK(clEnqueueReadBuffer(rig_queue, memory, CL_TRUE, 0, 4, &value, 0, NULL, NULL));
            GT_SCOPE("scope") {
                CHECK(clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL, GT_EVENT));
                simcl_spend_ns(60e3);
                CHECK(clFinish(rig_queue));
            }
        }
        assert_int_equal(finding_of("dirty-start", "scope")[0] != 0, way == LEFT);
        clReleaseMemObject(memory);
        rig_close();
    }
}

/* A write that nobody waited for, and the event of a kernel that the program hands over: the account says how long the
   kernel waited for earlier work, and the finding is drawn from that. It is no code of the program's own. */
TEST(earlier_work_is_a_part_of_the_account_and_no_code_of_the_host) {
    static char bytes[1 << 16];
    const size_t items = 64;
    simcl_script script = {0};
    script.device[0].write.ns = 2e6;
    for (int waits = 0; waits < 2; waits++) {
        cl_int code;
        rig_open(&script, 0);
        simcl_kernel("work", NULL, (simcl_cost){.ns = 1e6});
        assert_int_equal(gt_cl_warm_kernel(rig_queue, rig_kernel, 1, NULL, &items, NULL), GT_OK);
        cl_mem memory = clCreateBuffer(rig_context, CL_MEM_READ_WRITE, sizeof bytes, NULL, &code);
        for (int i = 0; i < 10; i++) {
            cl_event event;
            clEnqueueWriteBuffer(rig_queue, memory, CL_FALSE, 0, sizeof bytes, bytes, 0, NULL, NULL);
            if (waits) clFinish(rig_queue);
            GT_SCOPE("kernel") {
                GT_CL(clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL, &event));
                gt_cl_event_add(event, "work", 0);
                clFinish(rig_queue);
            }
            clReleaseEvent(event);
        }
        const gt_series *s = look("kernel");
        for (size_t i = 0; i < s->kept; i++) {
            const gt_sample one = gt_series_sample(s, i);
            assert_true(waits ? one.earlier_ns < 1000 : one.earlier_ns > 1.99e6 && one.earlier_ns < 2.01e6);
            assert_true(one.host_ns < 5000);
        }
        assert_int_equal(finding_of("dirty-start", "kernel")[0] != 0, !waits);
        assert_string_equal(finding_of("host-inside", "kernel"), "");
        clReleaseMemObject(memory);
        rig_close();
    }
}

/* So it is where the earlier command is one of the scope around: its event tells when it ended. */
TEST(a_command_of_the_scope_around_is_earlier_work) {
    for (int waits = 0; waits < 2; waits++) {
        rig_open(NULL, 0);
        assert_int_equal(gt_cl_warm_kernel(rig_queue, rig_kernel, 1, NULL, &(size_t){64}, NULL), GT_OK);
        for (int i = 0; i < 10; i++) {
            GT_SCOPE("around") {
                rig_launch(rig_queue, 5e6, GT_EVENT);
                if (waits) clFinish(rig_queue);
                GT_SCOPE("inside") {
                    rig_launch(rig_queue, 1e6, GT_EVENT);
                    clFinish(rig_queue);
                }
            }
        }
        const gt_series *s = look("around/inside");
        for (size_t i = 0; i < s->kept; i++) {
            const gt_sample one = gt_series_sample(s, i);
            assert_true(waits ? one.earlier_ns < 1 : one.earlier_ns > 4.99e6 && one.earlier_ns < 5.01e6);
            assert_true(one.launch_ns < 10e3);
        }
        assert_int_equal(finding_of("dirty-start", "around/inside")[0] != 0, !waits);
        assert_string_equal(finding_of("held", "around/inside"), "");
        rig_close();
    }
}
/* A user event that is handed over belongs to no queue: no queue lacks profiling. */
TEST(a_user_event_is_on_no_queue_without_profiling) {
    cl_int code;
    rig_open(NULL, 0);
    for (int i = 0; i < 10; i++) {
        GT_SCOPE_CL(rig_queue, "phase") {
            cl_event event = clCreateUserEvent(rig_context, &code);
            gt_cl_event_add(event, NULL, 0);
            rig_launch(rig_queue, 1e6, GT_EVENT);
            clSetUserEventStatus(event, CL_COMPLETE);
            clReleaseEvent(event);
        }
    }
    assert_string_equal(finding_of("no-profiling", "phase"), "");
    rig_close();
}
/* Where the barrier behind a phase fails, the phase ends before its command does. The stamps of that are right. */
TEST(a_barrier_that_fails_makes_no_stamps_wrong) {
    rig_open(NULL, 0);
    gt_cl_mine_.idle[0].queue = NULL;   /* so that the kit measures it, behind the barrier that failed */
    for (int i = 0; i < 10; i++) {
        GT_SCOPE_CL(rig_queue, "phase") {
            rig_launch(rig_queue, 1e6, GT_EVENT);
            if (i == 1) simcl_fail("clFinish", simcl_calls("clFinish") + 1, CL_OUT_OF_RESOURCES);
        }
    }
    assert_int_equal(look("phase")->voided, 1);
    assert_string_equal(finding_of("event-broken", "phase"), "");
    rig_close();
}
/* The body of a trial is one and the same work. Where it grows all the way, the median is that of some pass. In a loop
   of scopes it may be the work that shrinks or grows. */
TEST(work_that_grows_all_the_way_is_drift_in_a_trial_and_none_in_a_loop) {
    for (int grows = 0; grows < 2; grows++) {
        double ns = 1e6;
        rig_open(NULL, 0);
        GT_TRIAL("trial", .budget_s = 1, .max_n = 40) {
            rig_launch(rig_queue, ns, GT_EVENT);
            clFinish(rig_queue);
            ns *= grows ? 1.05 : 1;
        }
        assert_int_equal(finding_of("drift", "trial")[0] != 0, grows);
        ns = 1e6;
        for (int i = 0; i < 40; i++) {
            GT_SCOPE_CL(rig_queue, "loop") rig_launch(rig_queue, ns *= grows ? 1.05 : 1, GT_EVENT);
        }
        assert_string_equal(finding_of("drift", "loop"), "");
        rig_close();
    }
}

/* A pass that waits for a kernel of the pass before holds that kernel's time, whether it launches its own before or
   after. A wait for what the pass itself has launched is none for earlier work, nor is a short one. */
TEST(a_wait_for_work_of_the_pass_before_is_told_in_a_trial) {
    enum { FIRST, LAST, BOTH, BEHIND, SHORT, WAYS };
    static const char *const says_ns[WAYS] = { "for 50.0 ms in total", "for 40.0 ms in total", "", "", "" };
    const size_t items = 64;
    for (int way = 0; way < WAYS; way++) {
        simcl_script script = {0};
        script.device[0].lanes = 2;
        rig_open(&script, 0);
        cl_command_queue own = rig_queue_new(0);
        cl_event event = clCreateUserEvent(rig_context, NULL);
        clSetUserEventStatus(event, CL_COMPLETE);
        GT_TRIAL("trial", .max_n = 10) {
            simcl_kernel("work", NULL, (simcl_cost){.ns = 1e6});
            if (way == FIRST || way == SHORT) GT_CL(clWaitForEvents(1, &event));
            GT_CL(clEnqueueNDRangeKernel(own, rig_kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
            if (way == BOTH) GT_CL(clWaitForEvents(1, &event));
            GT_CL(clFinish(own));
            if (way == LAST) GT_CL(clWaitForEvents(1, &event));
            clReleaseEvent(event);
            simcl_kernel("work", NULL, (simcl_cost){.ns = way == SHORT ? 1000 : 5e6});
            GT_CL(clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL, &event));
            if (way == BEHIND) GT_CL(clFinish(rig_queue));
        }
        const char *said = finding_of("dirty-start", "trial");
        assert_true(way < BOTH ? says(said, says_ns[way]) : !said[0]);
        clReleaseEvent(event);
        clFinish(rig_queue);
        clReleaseCommandQueue(own);
        rig_close();
    }
}

/* GT_CL has seen a launch whose event nobody collects: what comes behind the last collected command is its time, and so
   is what a collected command behind it waits, or a wait for it in GT_CL. One whose event is handed over is no such
   launch. */
TEST(a_launch_that_nobody_collects_is_told_from_launch_and_return_of_the_others) {
    enum { BEHIND, BEFORE, BETWEEN, CHOSEN, WAITED, HANDED, WAYS };
    const size_t items = 64;
    for (int way = 0; way < WAYS; way++) {
        rig_open(NULL, 0);
        simcl_kernel("work", NULL, (simcl_cost){.ns = 1e6});
        assert_int_equal(gt_cl_warm_kernel(rig_queue, rig_kernel, 1, NULL, &items, NULL), GT_OK);
        for (int i = 0; i < 10; i++) {
            cl_event event = NULL;
            GT_SCOPE_CL(rig_queue, "phase") {
                if (way == BETWEEN)
                    GT_CL(clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL, GT_EVENT));
                if (way == BEFORE || way == BETWEEN || way == WAITED)
                    GT_CL(clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
                if (way == WAITED) GT_CL(clFinish(rig_queue));
                GT_CL(clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL, GT_EVENT));
                if (way == BEHIND || way == HANDED)
                    GT_CL(clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL, &event));
                if (way == CHOSEN)
                    GT_CL(clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL,
                                                 way == HANDED ? GT_EVENT : NULL));
                if (way == HANDED) gt_cl_event_add(event, "handed", 0);
            }
            if (event) clReleaseEvent(event);
        }
        const gt_series *s = look("phase");
        for (size_t i = 0; i < s->kept; i++) {
            const gt_sample one = gt_series_sample(s, i);
            assert_int_equal(one.unseen_ns > 0.99e6 && one.unseen_ns < 1.02e6, way < HANDED);
            assert_int_equal(one.unseen_ns < 1000, way >= HANDED);
        }
        assert_int_equal(finding_of("partial", "phase")[0] != 0, way < HANDED);
        char *text = report_text();
        assert_int_equal(strstr(text, "unseen: a command that was not collected may have run") != NULL, way < HANDED);
        free(text);
        rig_close();
    }
}

/* The kit and what is unseen are parts that few readers know: where they have a column, a line says what they are. */
TEST(the_line_below_the_table_explains_its_columns) {
    for (int inner = 0; inner < 2; inner++) {
        rig_open(NULL, 0);
        for (int i = 0; i < 10; i++)
            GT_SCOPE_CL(rig_queue, "outer")
                for (int k = 0; k < 10; k++) {
                    gt_cl_scope s = inner ? gt_cl_scope_begin(rig_queue, "inner") : (gt_cl_scope){0};
                    rig_launch(rig_queue, 1e3, GT_EVENT);
                    if (inner) gt_cl_scope_end(&s);
                }
        char *text = report_text();
        assert_int_equal(strstr(text, "kit: the kit worked, or waited at") != NULL, inner);
        assert_null(strstr(text, "unseen: a command"));
        free(text);
        rig_close();
    }
}

/* A call in GT_CL that takes long is no code of the program: the kit knows when it began, also where GT_EVENT stands in
   it, and where it returns an object. */
TEST(a_call_that_lasts_is_not_the_code_of_the_scope_around_it) {
    static char bytes[4096];
    simcl_script script = {.clock_read.ns = 20};
    script.device[0].notify.ns = 200e3;
    for (int maps = 0; maps < 2; maps++) {
        cl_int code;
        rig_open(&script, 0);
        cl_mem memory = clCreateBuffer(rig_context, CL_MEM_READ_WRITE, sizeof bytes, NULL, &code);
        for (int i = 0; i < 10; i++) {
            void *at = NULL;
            GT_SCOPE("call") {
                if (maps)
                    at = GT_CL_NEW(clEnqueueMapBuffer(rig_queue, memory, CL_TRUE, CL_MAP_READ, 0, sizeof bytes, 0, NULL,
                                                      GT_EVENT, GT_CL_ERR));
                else
                    GT_CL(clEnqueueReadBuffer(rig_queue, memory, CL_TRUE, 0, sizeof bytes, bytes, 0, NULL, GT_EVENT));
            }
            if (at) clEnqueueUnmapMemObject(rig_queue, memory, at, 0, NULL, NULL);
            clFinish(rig_queue);
        }
        const gt_series *s = look("call");
        for (size_t i = 0; i < s->kept; i++) {
            const gt_sample one = gt_series_sample(s, i);
            assert_true(s->ns[i] > 200e3 && one.host_ns < 1000);
        }
        assert_string_equal(finding_of("host-inside", "call"), "");
        clReleaseMemObject(memory);
        rig_close();
    }
}

/* The sides' scopes claim, as page one shows: the work of the sides differs all the same. */
TEST(claims_of_scopes_in_sides_are_compared) {
    for (int more = 1; more < 3; more++) {
        rig_open(NULL, 0);
        GT_COMPARE("sizes", .max_n = 30, .precision = 1e-9) {
            GT_SIDE("a") GT_SCOPE_CL(rig_queue, "run") {
                rig_launch(rig_queue, 1e6, GT_EVENT);
                GT_WORK(1e6, 0);
            }
            GT_SIDE("b") GT_SCOPE_CL(rig_queue, "run") {
                rig_launch(rig_queue, 1e6 * more, GT_EVENT);
                GT_WORK(1e6 * more, 0);
            }
        }
        const char *said = finding_of("unequal-work", "sizes/b");
        assert_int_equal(strstr(said, "a claims 1.00 MFLOP, b 2.00 MFLOP in run") != NULL, more == 2);
        assert_int_equal(said[0] != 0, more == 2);
        rig_close();
    }
}

/* A ratio of two launch times says nothing of the kernels: its row says so. */
TEST(a_comparison_names_the_fault_of_its_sides) {
    for (int waits = 0; waits < 2; waits++) {
        rig_open(NULL, 0);
        GT_COMPARE("kernels", .budget_s = 0.5, .max_n = 40) {
            GT_SIDE("slow") {
                rig_launch(rig_queue, 900000, GT_EVENT);
                if (waits) clFinish(rig_queue);
            }
            GT_SIDE("quick") {
                rig_launch(rig_queue, 100000, GT_EVENT);
                if (waits) clFinish(rig_queue);
            }
        }
        clFinish(rig_queue);
        char *text = report_text();
        assert_int_equal(says(text, "; fault: no-sync"), !waits);
        assert_true(says(text, "times as fast"));
        free(text);
        rig_close();
    }
}

/* What a phase did on a queue that it does not wait for, without an event, cannot be seen: that nothing was seen
   can. */
TEST(a_phase_in_which_nothing_was_seen_says_so) {
    gt_cl cl;
    rig_open(NULL, 0);
    assert_int_equal(gt_cl_attach(&cl, rig_context, rig_queue), GT_OK);
    gt_cl_mine_.idle[0].queue = NULL;                              /* the idle queue is tried out, as in any program */
    cl_command_queue other = rig_queue_new(0);
    for (int i = 0; i < 10; i++) {
        GT_SCOPE_CL(rig_queue, "elsewhere") rig_launch(other, 300000, NULL);
        clFinish(other);
        GT_SCOPE_CL(GT_CL_ALL, "nowhere") rig_launch(other, 300000, NULL);
        clFinish(other);
        GT_SCOPE_CL(rig_queue, "empty") {}
        GT_SCOPE_CL(rig_queue, "plain") rig_launch(rig_queue, 300000, NULL);
        GT_SCOPE_CL(rig_queue, "collected") rig_launch(rig_queue, 300000, GT_EVENT);
        GT_SCOPE_CL(rig_queue, "around") {
            GT_SCOPE_CL(rig_queue, "inside") rig_launch(rig_queue, 300000, GT_EVENT);
        }
    }
    assert_true(says(finding_of("unseen", "elsewhere"), "in 10 of 10 samples the queue was idle"));
    assert_true(says(finding_of("unseen", "elsewhere"), "the kit saw no command of the phase"));
    assert_true(says(finding_of("unseen", "nowhere"), "in 10 of 10 samples"));
    assert_true(says(finding_of("unseen", "empty"), "in 10 of 10 samples"));
    assert_string_equal(finding_of("unseen", "plain"), "");
    assert_string_equal(finding_of("unseen", "collected"), "");
    assert_string_equal(finding_of("unseen", "around"), "");
    assert_string_equal(finding_of("unseen", "around/inside"), "");
    clReleaseCommandQueue(other);
    gt_cl_close(&cl);
    rig_close();
}

/* Numbers that are a round part of the time that passed are times in another unit. A part of a loop is none. */
TEST(numbers_of_another_unit_are_named) {
    static const struct { const char *name; double factor, rest; int named; } cases[] = {
        {"ns", 1, 0, 0}, {"us", 1e-3, 0, 1}, {"ms", 1e-6, 0, 1}, {"s", 1e-9, 0, 1}, {"part", 1e-6, 0.3, 0},
    };
    rig_open(NULL, 0);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (int k = 0; k < 20; k++) {
            const double ns = 1e6 * (1 + k % 7);
            simcl_spend_ns(ns * (1 + cases[i].rest));
            gt_series_add(cases[i].name, ns * cases[i].factor);
        }
        assert_int_equal(finding_of("clock-unit", cases[i].name)[0] != 0, cases[i].named);
    }
    assert_true(says(finding_of("clock-unit", "ms"), "19 of 20 numbers are the time since the one before, divided by "
                                                     "1000000"));
    rig_close();
}

/* A trial or side whose queue nobody has named is as unseen as a scope: of a comparison in which nothing was seen, in a
   program of which nothing was seen, the ratio is one that nobody can check. */
TEST(trials_and_sides_in_which_nothing_was_seen_say_so) {
    for (int known = 0; known < 3; known++) {   /* 1: commands were seen elsewhere, 2: the kit knows the queue */
        gt_cl cl;
        rig_open(NULL, 0);
        if (known == 2) assert_int_equal(gt_cl_attach(&cl, rig_context, rig_queue), GT_OK);
        GT_CL((rig_launch(rig_queue, 1000, NULL), CL_SUCCESS));
        gt_cl_warm_kernel(rig_queue, rig_kernel, 1, NULL, &(size_t){64}, NULL);
        if (known == 1) GT_SCOPE_CL(rig_queue, "elsewhere") rig_launch(rig_queue, 300000, GT_EVENT);
        GT_TRIAL("trial", .budget_s = 0.1, .max_n = 20) {
            rig_launch(rig_queue, 300000, NULL);
            clFinish(rig_queue);
        }
        GT_COMPARE("kernels", .budget_s = 0.1, .max_n = 20) {
            GT_SIDE("a") rig_launch(rig_queue, 300000, NULL);
            GT_SIDE("b") {
                rig_launch(rig_queue, 300000, NULL);
                clFinish(rig_queue);
            }
        }
        clFinish(rig_queue);
        assert_true(says(finding_of("unseen", "kernels/a"), "samples; 2 more series") == (known < 2));
        assert_int_equal(says(finding_of("unseen", "kernels/a"), "may be a ratio of launches"), known == 0);
        if (known == 2) gt_cl_close(&cl);
        rig_close();
    }
}
/* References without OpenCL: before its first use, beside a side with commands, or in a file whose calls are all
   seen. */
TEST(code_of_the_host_is_not_called_unseen) {
    static gt_site_ seen = { "in a seen file", "seen.c", 1, 1 + GT_SEEN_, 0 };
    rig_open(NULL, 0);
    for (int i = 0; i < 10; i++) GT_SCOPE("before") simcl_spend_ns(1e6);
    GT_SCOPE_CL(rig_queue, "phase") rig_launch(rig_queue, 300000, GT_EVENT);
    for (int i = 0; i < 10; i++) {
        gt_scope s = gt_scope_begin_other_(&seen, seen.name, 0);
        simcl_spend_ns(1e6);
        gt_scope_end(&s);
    }
    GT_COMPARE("processors", .budget_s = 0.1, .max_n = 20) {
        GT_SIDE("host") GT_SCOPE("compute") simcl_spend_ns(1e6);
        GT_SIDE("plain host") simcl_spend_ns(1e6);
        GT_SIDE("device") GT_SCOPE_CL(rig_queue, "compute") rig_launch(rig_queue, 300000, GT_EVENT);
    }
    char *text = report_text();
    assert_false(says(text, "unseen"));
    free(text);
    for (int i = 0; i < 10; i++) GT_SCOPE("behind") simcl_spend_ns(1e6);
    assert_true(says(finding_of("unseen", "behind"), "a command in none of 10 samples |"));
    rig_close();
}

/* A compilation inside one of many phases leaves their median, and is part of the one number around them. */
TEST(what_one_sample_took_too_long_is_named_where_the_number_is) {
    for (int compiles = 0; compiles < 3; compiles++) {      /* 2: for less than 1 % of the sum */
        simcl_script script = { 0 };
        script.device[0].first_launch.ns = compiles == 1 ? 60e6 : 2e6;
        script.device[0].compile_where = SIMCL_BEFORE_START;
        rig_open(&script, 0);
        if (!compiles) rig_launch(rig_queue, 1000, NULL);
        clFinish(rig_queue);
        GT_SCOPE("all steps")
            for (int i = 0; i < 500; i++)
                GT_SCOPE_CL(rig_queue, "step") rig_launch(rig_queue, 1000000, GT_EVENT);
        for (int i = 0; i < 20; i++)
            GT_SCOPE("often")
                GT_SCOPE_CL(rig_queue, "once") rig_launch(rig_queue, 1000000, GT_EVENT);
        assert_int_equal(says(finding_of("jit-in-region", "all steps/step"), "of sample 1 passed"), compiles > 0);
        assert_int_equal(says(finding_of("jit-in-region", "all steps"),
                              "60.0 ms of its 563 ms are due to sample 1 of step"), compiles == 1);
        char *text = report_text();
        assert_int_equal(says(text, "  warning  all steps/step: jit-in-region"), compiles == 1);
        assert_int_equal(says(text, "  note     all steps/step: jit-in-region"), compiles == 2);
        free(text);
        assert_true(says(finding_of("few", "all steps"), "n=1 |"));
        rig_close();
    }
}
/* A median of many, and one phase of few inside, which says so itself. */
TEST(few_samples_are_named_once_where_they_are) {
    rig_open(NULL, 0);
    GT_SCOPE("around") for (int i = 0; i < 3; i++) GT_SCOPE("inside") simcl_spend_ns(1e6);
    assert_true(says(finding_of("few", "around/inside"), "n=3 |"));
    gt_reset();
    GT_SCOPE("around") GT_TRIAL("trial", .max_n = 30) simcl_spend_ns(1e6);
    assert_string_equal(finding_of("few", "around"), "");
    rig_close();
}
TEST(claims_of_nothing_say_so) {
    rig_open(NULL, 0);
    for (int i = 0; i < 20; i++) {
        GT_SCOPE("integers") {
            gt_work(512 * 512 / 1000000000, 0);
            simcl_spend_ns(1e6);
        }
        GT_SCOPE("bytes alone") {
            gt_work(0, 1e6);
            simcl_spend_ns(1e6);
        }
    }
    assert_true(says(finding_of("unclaimed", "integers"), "claims of 0 FLOP and 0 B in each of 20 samples"));
    assert_string_equal(finding_of("unclaimed", "bytes alone"), "");
    rig_close();
}
/* A sweep of many trials is not a page of lines that are alike. */
TEST(lines_of_many_trials_that_are_alike_are_one) {
    for (int trials = 3; trials < 5; trials++) {
        rig_open(NULL, 0);
        for (int i = 0; i < trials; i++) {
            char name[16];
            sprintf(name, "n=%d", i);
            GT_TRIAL(name, .max_n = 6) simcl_spend_ns(1e6 * (i + 1));
        }
        char *text = report_text();
        assert_int_equal(says(text, "\nn=0: stopped: maximum reached after 6 samples; 'n=0' has too few samples for "
                              "1.0 %; and 3 more, for the same reason\n"),
                         trials == 4);
        assert_int_equal(says(text, "\nn=3: warm-up, 2 passes: first 4.00 ms; last 4.00 ms; and 3 more, with shorter "
                              "first passes\n"), trials == 4);
        assert_int_equal(says(text, "\nn=1: stopped: "), trials == 3);
        assert_int_equal(says(text, "\nn=1: warm-up, "), trials == 3);
        free(text);
        rig_close();
    }
}

/* Commands without stamps have been seen all the same. */
TEST(commands_on_a_queue_without_profiling_are_seen) {
    cl_int code;
    rig_open(NULL, 0);
    cl_command_queue plain = clCreateCommandQueue(rig_context, rig_device, 0, &code);
    for (int i = 0; i < 10; i++)
        GT_SCOPE("host") {
            rig_launch(plain, 100000, GT_EVENT);
            clFinish(plain);
        }
    assert_string_equal(finding_of("unseen", "host"), "");
    assert_true(says(finding_of("no-profiling", "host"), "10 commands"));
    clReleaseCommandQueue(plain);
    rig_close();
}

/* A thread that runs a phase while another one is in a phase on the device: one after the other, as the simulator
   asks. */
static void *run_a_phase(void *queue) {
    GT_SCOPE_CL((cl_command_queue)queue, "meanwhile") rig_launch((cl_command_queue)queue, 200000, GT_EVENT);
    return NULL;
}
TEST(phases_of_two_threads_on_a_device_are_contended) {
    rig_open(NULL, 0);
    cl_command_queue other = rig_queue_new(0);
    for (int i = 0; i < 20; i++) {
        pthread_t thread;
        GT_SCOPE_CL(rig_queue, "shared") {
            rig_launch(rig_queue, 100000, GT_EVENT);
            assert_int_equal(pthread_create(&thread, NULL, run_a_phase, i % 2 ? rig_queue : other), 0);
            pthread_join(thread, NULL);
        }
        GT_SCOPE_CL(rig_queue, "alone") {
            GT_SCOPE_CL(rig_queue, "within") rig_launch(rig_queue, 100000, GT_EVENT);
        }
        assert_int_equal(pthread_create(&thread, NULL, run_a_phase, other), 0);
        pthread_join(thread, NULL);
    }
    assert_true(says(finding_of("contended", "shared"), "in 20 of 20 samples another thread used the device"));
    assert_string_equal(finding_of("contended", "alone"), "");
    assert_string_equal(finding_of("contended", "alone/within"), "");
    clReleaseCommandQueue(other);
    rig_close();
}

TEST(a_claim_that_is_no_number_is_an_error) {
    const double bad[][2] = {{NAN, 1}, {1, NAN}, {INFINITY, 1}, {-1, 1}, {1, -1}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        rig_open(NULL, 0);
        for (int k = 0; k < 5; k++)
            GT_SCOPE_CL(rig_queue, "work") {
                rig_launch(rig_queue, 100000, GT_EVENT);
                GT_WORK(bad[i][0], bad[i][1]);
            }
        assert_non_null(gt_error_first());
        assert_int_equal(gt_error_first()->status, GT_ERR_ARGUMENT);
        assert_string_equal(gt_error_first()->call, "gt_work");
        rig_close();
    }
}

/* No device moves a terabyte in 100 us; the name of the command is part of the path. */
TEST(bytes_of_a_command_are_judged) {
    rig_open(NULL, 0);
    for (int i = 0; i < 10; i++) {
        GT_SCOPE_CL(rig_queue, "far") rig_launch(rig_queue, 100000, GT_EVENT_AS("much", 1e15));
        GT_SCOPE_CL(rig_queue, "near") rig_launch(rig_queue, 100000, GT_EVENT_AS("some", 1e6));
    }
    assert_true(says(finding_of("implausible", "far/much"), "are claimed"));
    assert_string_equal(finding_of("implausible", "near/some"), "");
    rig_close();
}

/* Stamps are held against the host's clock. If that is the program's own and wrong, nobody blames the driver. */
static uint64_t thousandth(void *user) { return simcl_now_ns(user) / 1000; }
TEST(a_wrong_clock_of_the_program_does_not_make_stamps_wrong) {
    gt_finding *found;
    size_t count, units = 0;
    rig_open(NULL, 0);
    gt_reset();
    assert_int_equal(gt_clock_set(thousandth, NULL, "simulated thousandth"), GT_OK);
    for (int i = 0; i < 10; i++) GT_SCOPE_CL(rig_queue, "phase") rig_launch(rig_queue, 5000000, GT_EVENT);
    assert_true(says(finding_of("event-broken", "phase"), "longer than the bracket") ||
                says(finding_of("event-scale", "phase"), "times as fast"));
    gt_clock_finding_add_(GT_FINDING_CLOCK_UNIT, "simulated thousandth", 1, "it runs {factor:.3} times as fast",
                          GT_VALUES_(gt_x_(0.001)));
    assert_int_equal(gt_findings(&found, &count), GT_OK);
    for (size_t i = 0; i < count; i++) {
        units += found[i].code == GT_FINDING_CLOCK_UNIT;
        assert_true(found[i].code != GT_FINDING_EVENT_BROKEN && found[i].code != GT_FINDING_EVENT_SCALE);
    }
    assert_int_equal(units, 1);
    free(found);
    rig_close();
}

/* Findings of one code with two causes: each cause is printed, behind its findings. */
TEST(each_cause_is_printed) {
    rig_open(NULL, 0);
    cl_command_queue idle = rig_queue_new(0);
    gt_cl_mine_.idle[0].queue = NULL;
    for (int i = 0; i < 10; i++) {
        GT_SCOPE("host") simcl_spend_ns(1000);
        GT_SCOPE_CL(idle, "phase") simcl_spend_ns(1000);
    }
    char *text = report_text();
    assert_true(says(text, "the kit saw no command of the phase: "));
    assert_true(says(text, "the kit saw no OpenCL command in host scopes: "));
    free(text);
    clReleaseCommandQueue(idle);
    rig_close();
}

/* Names of commands are texts: their places differ from series to series. */
static gt_schedule in_turn;
static gt_status print_schedule(FILE *out) { return gt_report_schedule(out, &in_turn); }
TEST(the_critical_path_adds_up_commands_of_one_name) {
    static char name[4][8];
    gt_command rows[4];
    gt_status status;
    memset(rows, 0, sizeof rows);
    for (uint64_t i = 0; i < 4; i++) {
        strcpy(name[i], "step");
        rows[i].name = rows[i].kind = name[i];
        rows[i].id = rows + i;
        rows[i].queue = rows;
        rows[i].in_order = 1;
        rows[i].queued = rows[i].submit = rows[i].start = 1000 + 1000 * i;
        rows[i].end = rows[i].start + 1000;
        rows[i].stamps = GT_STAMPS_GOOD;
    }
    assert_int_equal(gt_schedule_of(rows, 4, &in_turn), GT_OK);
    char *text = text_of(print_schedule, &status);
    assert_true(says(text, "of which 100 % is \"step\""));
    free(text);
    gt_schedule_free(&in_turn);
}

/* Between two samples of a scope others ran: in a schedule of all samples that time is no idleness of the scope. */
TEST(a_schedule_of_all_samples_says_so) {
    const long which[] = {GT_SAMPLE_LAST, GT_SAMPLES_ALL};
    rig_open(NULL, 0);
    gt_commands_keep(100);
    for (int i = 0; i < 2; i++) {
        GT_SCOPE_CL(rig_queue, "frame") rig_launch(rig_queue, 100000, GT_EVENT);
        GT_SCOPE_CL(rig_queue, "other") rig_launch(rig_queue, 900000, GT_EVENT);
    }
    for (int i = 0; i < 2; i++) {
        gt_status status;
        assert_int_equal(gt_schedule_take("frame", which[i], &in_turn), GT_OK);
        char *text = text_of(print_schedule, &status);
        assert_int_equal(says(text, "time between samples counts as idle"), i);
        free(text);
        gt_schedule_free(&in_turn);
    }
    gt_commands_keep(0);
    rig_close();
}

/* Of few frames the 99th percentile is a lower bound, and what it leaves of the deadline an upper one. */
static gt_budget budget;
static gt_status print_budget(FILE *out) { return gt_report_budget(out, "frame", &budget); }
TEST(headroom_of_few_frames_is_a_bound) {
    static double frame[400];
    for (size_t n = 40; n <= 400; n += 360) {
        gt_status status;
        for (size_t i = 0; i < n; i++) frame[i] = 10e6 + 1e5 * (double)(i % 10);
        assert_int_equal(gt_budget_of(frame, n, 1e9 / 60, &budget), GT_OK);
        char *text = text_of(print_budget, &status);
        assert_int_equal(says(text, "headroom <= "), n == 40);
        assert_true(says(text, "headroom "));
        free(text);
    }
}
/* Of no frame there are no figures. */
TEST(no_frame_has_no_figures) {
    gt_status status;
    assert_int_equal(gt_budget_of(NULL, 0, 1e9 / 60, &budget), GT_OK);
    char *text = text_of(print_budget, &status);
    assert_int_equal(status, GT_OK);
    assert_string_equal(text, "frame: no frame was measured; the deadline is 16.7 ms\n");
    free(text);
}

/* The cause of a missing device: no driver, or drivers that offer nothing. */
TEST(a_missing_device_has_a_cause) {
    simcl_script script = {0};
    gt_cl cl;
    script.no_device = 1;
    gt_reset();
    simcl_reset(&script);
    assert_int_equal(gt_cl_open(&cl, NULL), GT_ERR_NO_DEVICE);
    assert_true(says(gt_error_first()->detail, "found on any of these platforms: "));
    assert_false(says(gt_error_first()->detail, "found no driver"));
    script.no_device = 0;
    script.no_platform = 1;
    gt_reset();
    simcl_reset(&script);
    assert_int_equal(gt_cl_open(&cl, NULL), GT_ERR_NO_DEVICE);
    assert_true(says(gt_error_first()->detail, "the OpenCL loader found no driver"));
    assert_false(says(gt_error_first()->detail, "PoCL"));
    gt_reset();
}

int main(void) {
    return test_all(NULL, NULL);
}
