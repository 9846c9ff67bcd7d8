/* link: simcl */
/* asan: yes */
/* Facts about scopes over several queues on the simulated device: what gt_schedule_take says of commands that the kit
   collected is what the device did, for random queues, orders, wait lists, markers and barriers; the trace shows the
   same waits as arrows, and the bytes in buffers. Seeded. */
#include <math.h>
#include "test.h"

#include "kit_cl.h"
#include "calls.h"

#include "laws.h"
#include "host.h"
#include "rig.h"
#include "schedules.h"

static size_t below(size_t n) { return (size_t)(uniform() * (double)n); }

/* Kernels and writes in random queues; some wait for events of earlier ones. The truth becomes `rows`. */
static size_t random_commands(cl_command_queue *queues, size_t queue_count, const int *in_order, cl_mem buffer) {
    static char data[4096];
    const size_t n = 1 + below(64), first = simcl_command_count(), items = 64;
    const cl_event *event[64];
    size_t i, w;
    for (i = 0; i < n; i++) {
        const size_t queue = below(queue_count);
        cl_event list[WAITS];
        gt_command *r = &rows[i];
        memset(r, 0, sizeof *r);
        r->waits = i ? (uint32_t)below(WAITS) : 0;
        for (w = 0; w < r->waits; w++) {
            list[w] = *event[below(i)];
            lists[i][w] = list[w];
        }
        r->kernel = below(3) != 0;
        r->queue = queues[queue];
        r->in_order = in_order[queue] != 0;
        r->waited = lists[i];
        event[i] = GT_EVENT_AFTER(r->waits, list);
        assert_non_null(event[i]);
        if (r->kernel) {
            assert_int_equal(simcl_kernel("work", NULL, (simcl_cost){.ns = 50 + (double)below(400)}), 0);
            assert_int_equal(clEnqueueNDRangeKernel(queues[queue], rig_kernel, 1, NULL, &items, NULL, r->waits,
                                                    r->waits ? list : NULL, (cl_event *)(uintptr_t)event[i]),
                             CL_SUCCESS);
        } else {
            assert_int_equal(clEnqueueWriteBuffer(queues[queue], buffer, CL_FALSE, 0, 64 + below(4000), data, r->waits,
                                                  r->waits ? list : NULL, (cl_event *)(uintptr_t)event[i]), CL_SUCCESS);
        }
        r->id = *event[i];
    }
    for (i = 0; i < queue_count; i++) clFinish(queues[i]);
    for (i = 0; i < n; i++) {
        const simcl_command *c = simcl_command_at(first + i);
        rows[i].start = simcl_device_ns(c->device, c->start_ps);
        rows[i].end = simcl_device_ns(c->device, c->end_ps);
    }
    return n;
}
/* A marker or barrier by any of the calls there are. event: where the call has one; NULL: none is asked for. Returns
   what waits: 1: it waits for all before it; 2: all behind wait for it; 3: both. */
static int random_mark(cl_command_queue queue, cl_uint waits, const cl_event *list, cl_event *event) {
    const cl_event *given = waits ? list : NULL;
    switch (below(event ? 3 : 5)) {
    case 0: assert_int_equal(clEnqueueMarkerWithWaitList(queue, waits, given, event), CL_SUCCESS); return !waits;
    case 1: assert_int_equal(clEnqueueBarrierWithWaitList(queue, waits, given, event), CL_SUCCESS); return 2 + !waits;
    case 2: if (event && !waits) return assert_int_equal(clEnqueueMarker(queue, event), CL_SUCCESS), 1; break;
    case 3: if (!waits) return assert_int_equal(clEnqueueBarrier(queue), CL_SUCCESS), 3; break;
    case 4: if (waits) return assert_int_equal(clEnqueueWaitForEvents(queue, waits, list), CL_SUCCESS), 2; break;
    }
    assert_int_equal(clEnqueueBarrierWithWaitList(queue, waits, given, event), CL_SUCCESS);
    return 2 + !waits;
}
/* The same as random_commands in a program that knows nothing of the kit: calls.h sees it all. *marks: how
   many commands do no work. */
static size_t random_calls(cl_command_queue *queues, size_t queue_count, const int *in_order, cl_mem buffer,
                           size_t *marks) {
    static char data[4096];
    const size_t n = 1 + below(64), first = simcl_command_count(), items = 64;
    cl_event event[64] = {0};
    size_t i, w, known[64], knows = 0;
    *marks = 0;
    for (i = 0; i < n; i++) {
        const size_t queue = below(queue_count);
        cl_event list[WAITS], *mine = below(3) ? &event[i] : NULL;
        gt_command *r = &rows[i];
        memset(r, 0, sizeof *r);
        r->waits = knows ? (uint32_t)below(WAITS) : 0;
        for (w = 0; w < r->waits; w++) lists[i][w] = list[w] = event[known[below(knows)]];
        r->queue = queues[queue];
        r->in_order = in_order[queue] != 0;
        r->waited = lists[i];
        simcl_spend_ns(1);          /* else two calls are made at the same time */
        if (!below(5)) {
            r->empty = 1;
            r->barrier = 3u & (unsigned)random_mark(queues[queue], r->waits, list, mine);
            ++*marks;
        } else if ((r->kernel = below(3) != 0) != 0) {
            assert_int_equal(simcl_kernel("work", NULL, (simcl_cost){.ns = 50 + (double)below(400)}), 0);
            assert_int_equal(clEnqueueNDRangeKernel(queues[queue], rig_kernel, 1, NULL, &items, NULL, r->waits,
                                                    r->waits ? list : NULL, mine), CL_SUCCESS);
        } else {
            assert_int_equal(clEnqueueWriteBuffer(queues[queue], buffer, CL_FALSE, 0, 64 + below(4000), data, r->waits,
                                                  r->waits ? list : NULL, mine), CL_SUCCESS);
        }
        r->id = event[i];
        if (mine) known[knows++] = i;
    }
    for (i = 0; i < queue_count; i++) clFinish(queues[i]);
    for (i = 0; i < n; i++) {
        const simcl_command *c = simcl_command_at(first + i);
        if (!rows[i].empty) rows[i].start = simcl_device_ns(c->device, c->start_ps);
        if (!rows[i].empty) rows[i].end = simcl_device_ns(c->device, c->end_ps);
        if (event[i]) clReleaseEvent(event[i]);
    }
    return n;
}
static void check_schedules(int plain) {
    const int schedules = SANITIZED ? 20 : 200;
    int exact = 0, overlapped = 0;
    simcl_script script = {0};
    script.device[0].lanes = 5;
    script.device[0].copy_engine = 1;
    script.device[0].launch.ns = 30;
    script.device[0].submit.ns = 10;
    seed(20261122);
    for (int at = 0; at < schedules; at++) {
        const size_t count = 1 + below(8);
        cl_command_queue queues[8];
        int in_order[8];
        cl_int err;
        gt_schedule s;
        size_t n = 0, marks = 0;
        rig_open(&script, 0);
        gt_commands_keep(1000);
        cl_mem buffer = clCreateBuffer(rig_context, CL_MEM_READ_WRITE, 4096, NULL, &err);
        for (size_t q = 0; q < count; q++) {
            in_order[q] = below(2) != 0;
            queues[q] = rig_queue_new(in_order[q] ? 0 : CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
        }
        for (int pass = 0; pass < 2; pass++)        /* the last sample is asked for, the first forgotten */
            GT_SCOPE_CL(GT_CL_ALL, "all")
                n = plain ? random_calls(queues, count, in_order, buffer, &marks)
                          : random_commands(queues, count, in_order, buffer);
        assert_int_equal(gt_schedule_take("all", GT_SAMPLE_LAST, &s), GT_OK);
        assert_int_equal(s.n, n - marks);
        assert_int_equal(s.dropped + s.lost + s.outside, 0);
        assert_ran_as_computed(&s, n);
        assert_waited_as_computed(&s, n);
        overlapped += s.running_ns[2] > 0;
        exact++;
        gt_schedule_free(&s);
        gt_commands_keep(0);
        for (size_t q = 0; q < count; q++) clReleaseCommandQueue(queues[q]);
        clReleaseMemObject(buffer);
        rig_close();
    }
    printf("overlap: %d schedules of %s, %d exact\n", schedules, plain ? "intercepted calls" : "collected commands",
           exact);
    assert_true(overlapped > schedules / 4);
}
TEST(schedules_of_random_queues_are_what_the_device_did) { check_schedules(0); }
TEST(schedules_of_a_program_with_markers_and_barriers_are_what_the_device_did) { check_schedules(1); }

/* Of a sample, of all samples of a scope with those inside it, of all that is kept. */
TEST(schedules_are_of_a_sample_a_scope_or_everything) {
    static const struct { const char *scope; long sample; size_t n; } asked[] = {
        {"a", 1, 2}, {"a", GT_SAMPLE_LAST, 4}, {"a", GT_SAMPLES_ALL, 10}, {"outer", GT_SAMPLES_ALL, 14},
        {"outer", 0, 1}, {NULL, GT_SAMPLES_ALL, 16}, {"b", 0, 2}, {"nobody", GT_SAMPLES_ALL, 0}, {"a", 9, 0}};
    gt_schedule s;
    rig_open(NULL, 0);
    gt_commands_keep(100);
    for (int i = 0; i < 4; i++) {
        GT_SCOPE("outer") {
            GT_SCOPE_CL(rig_queue, "a") for (int k = 0; k <= i; k++) rig_launch(rig_queue, 100, NULL);
            rig_launch(rig_queue, 100, NULL);
            clFinish(rig_queue);
        }
    }
    GT_SCOPE_CL(rig_queue, "b") for (int k = 0; k < 2; k++) rig_launch(rig_queue, 100, NULL);
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        const gt_status status = gt_schedule_take(asked[i].scope, asked[i].sample, &s);
        print_message("%s %ld: %lu\n", asked[i].scope ? asked[i].scope : "all", asked[i].sample, (unsigned long)s.n);
        assert_int_equal(s.n, asked[i].n);
        assert_int_equal(status, asked[i].n ? GT_OK : GT_ERR_ARGUMENT);
        if (!asked[i].n) assert_non_null(strstr(gt_error_first()->detail, "no command is kept for \""));
        if (!asked[i].n) assert_non_null(strstr(gt_error_first()->detail, "without the scopes around it"));
        gt_schedule_free(&s);
    }
    gt_commands_keep(0);
    gt_reset();
    rig_close();
}

/* ---- the trace ---- */

static char *trace_text(void) {         /* ends the trace; the strict checker reads it too, where there is a python3 */
    static char text[1 << 20];
    char command[1200];
    FILE *f;
    assert_int_equal(gt_write_trace(NULL), GT_OK);
    snprintf(command, sizeof command, "python3 '%s/tests/lib/files.py' trace '%s'", GT_SOURCE_DIR,
             test_file("trace.json"));
    if (!system("python3 -c '' 2>/dev/null")) assert_int_equal(system(command), 0);
    f = fopen(test_file("trace.json"), "rb");
    assert_non_null(f);
    text[fread(text, 1, sizeof text - 1, f)] = 0;
    fclose(f);
    return text;
}
/* What stands behind `key` in the nth line with both texts, ns; NaN: there is none. */
static double in_trace(const char *text, const char *what, const char *and, int nth, const char *key) {
    char line[2000];
    const char *end;
    for (; (end = strchr(text, '\n')) != NULL; text = end + 1) {
        const size_t length = (size_t)(end - text) < sizeof line ? (size_t)(end - text) : sizeof line - 1;
        memcpy(line, text, length);
        line[length] = 0;
        if (!strstr(line, what) || !strstr(line, and) || nth--) continue;
        return strstr(line, key) ? round(1e3 * strtod(strstr(line, key) + strlen(key), NULL)) : NAN;
    }
    return NAN;
}
TEST(the_trace_has_an_arrow_for_each_wait) {
    simcl_script script = {0};
    cl_event first, one, two;
    cl_command_queue other;
    const char *text;
    script.device[0].lanes = 2;
    rig_open(&script, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    other = rig_queue_new(0);
    assert_int_equal(gt_write_trace(test_file("trace.json")), GT_OK);
    GT_SCOPE_CL(GT_CL_ALL, "waits") {
        const size_t items = 64;
        cl_event both[2];
        rig_launch(rig_queue, 1000, &first);
        simcl_kernel("work", NULL, (simcl_cost){.ns = 5000});
        clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 1, &first, &one);
        simcl_kernel("work", NULL, (simcl_cost){.ns = 3000});
        clEnqueueNDRangeKernel(other, rig_kernel, 1, NULL, &items, NULL, 1, &first, &two);
        both[0] = one;
        both[1] = two;
        simcl_kernel("work", NULL, (simcl_cost){.ns = 7000});
        clEnqueueNDRangeKernel(other, rig_kernel, 1, NULL, &items, NULL, 2, both, NULL);
    }
    text = trace_text();
    for (int i = 0; i < 5; i++) {       /* the fifth is not there */
        const double from = in_trace(text, "\"ph\":\"s\"", "\"wait\"", i, "\"ts\":");
        const double to = in_trace(text, "\"ph\":\"f\"", "\"wait\"", i, "\"ts\":");
        const int waited = i < 2 ? 0 : i - 1, waiter = i < 2 ? i + 1 : 3;
        const double end = in_trace(text, "\"X\"", "uncertainty", waited, "\"ts\":") +
                           in_trace(text, "\"X\"", "uncertainty", waited, "\"dur\":");
        if (i == 4) assert_true(isnan(from) && isnan(to));
        if (i == 4) break;
        assert_number(from, end - 1);
        assert_number(to, in_trace(text, "\"X\"", "uncertainty", waiter, "\"ts\":"));
        assert_true(from < to);
    }
    assert_number(in_trace(text, "\"X\"", "uncertainty", 3, "\"waits\":"), 2e3);
    clReleaseEvent(first);
    clReleaseEvent(one);
    clReleaseEvent(two);
    clReleaseCommandQueue(other);
    rig_close();
}
/* Between the blocks of a trial the body runs unrecorded. What the device did then stands below what the host did. */
TEST(the_trace_has_a_slice_of_the_host_for_rounds_that_are_not_recorded) {
    simcl_script script = {0};
    int kernels = 0, recorded = 0, unrecorded = 0, warm = 0, all = 0;
    const char *text;
    rig_open(&script, 0);
    simcl_kernel("work", NULL, (simcl_cost){.ns = 5e6});
    assert_int_equal(gt_write_trace(test_file("trace.json")), GT_OK);
    GT_TRIAL("trial", .budget_s = 5, .precision = 0.05) {
        all++;
        GT_SCOPE_CL(rig_queue, "phase") rig_launch(rig_queue, 5e6, GT_EVENT);
    }
    text = trace_text();
    while (!isnan(in_trace(text, "\"X\"", "uncertainty", kernels, "\"ts\":"))) kernels++;
    while (!isnan(in_trace(text, "\"trial\"", "\"warm-up\"", warm, "\"ts\":"))) warm++;
    while (!isnan(in_trace(text, "\"trial\"", "\"cat\":\"trial\"", recorded, "\"ts\":"))) recorded++;
    while (!isnan(in_trace(text, "\"trial\"", "\"unrecorded\"", unrecorded, "\"ts\":"))) unrecorded++;
    assert_int_equal(kernels, all);
    assert_true(unrecorded > recorded);
    assert_int_equal(warm + recorded + unrecorded, all);
    gt_reset();
    rig_close();
}
/* What the thread loses just after it has read the clock, as when another program gets its core. */
static double lost_ns;
static double lost(double units, double now_s, void *user) {
    (void)units, (void)now_s, (void)user;
    return lost_ns;
}
TEST(commands_that_were_enqueued_late_stand_where_they_ran) {
    const size_t items = 64;
    simcl_script script = { .clock_read = { .fn = lost } };
    script.device[0].offset_ns = -123456789;
    rig_open(&script, 0);
    simcl_kernel("work", NULL, (simcl_cost){.ns = 5000});
    assert_int_equal(gt_write_trace(test_file("trace.json")), GT_OK);
    const size_t first = simcl_command_count();
    for (int i = 0; i < 10; i++) {
        lost_ns = i % 3 == 2 ? 3e6 : 50;
        GT_SCOPE_CL(rig_queue, "phase")
            clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL, NULL);
    }
    lost_ns = 0;
    const char *text = trace_text();
    for (int i = 0; i < 10; i++) {
        const double start = in_trace(text, "\"X\"", "uncertainty", i, "\"ts\":");
        const double ran = (double)(simcl_command_at(first + (size_t)i)->start_ps - rig_start_ps) * 1e-3;
        if (!is_near(start, ran, 1000)) print_error("command %d stands at %.0f ns, and ran at %.0f\n", i, start, ran);
        assert_true(is_near(start, ran, 1000));
    }
    rig_close();
}
/* Of some commands START alone is known, which may be long after their calls. */
TEST(a_start_alone_is_no_upper_bound_of_a_clock) {
    double ran[3];
    simcl_script script = {0};
    rig_open(&script, 0);
    assert_int_equal(gt_write_trace(test_file("trace.json")), GT_OK);
    for (int i = 0; i < 3; i++) GT_SCOPE("command") {
        gt_command r;
        memset(&r, 0, sizeof r);
        r.kind = r.name = "kernel";
        r.queue = (const void *)rig_queue;
        r.device = gt_device_of_((const void *)rig_device);
        r.stamps = i ? GT_STAMPS_BRIEF : GT_STAMPS_GOOD;
        r.before = gt_now_();
        simcl_spend_ns(100);
        r.after = gt_now_();
        if (i) simcl_spend_ns(50e3);
        ran[i] = gt_trace_ns_(gt_now_());
        r.start = (uint64_t)ran[i] + 1000000000;
        r.end = r.start + 1000;
        if (!i) r.queued = r.submit = r.start - 100;
        simcl_spend_ns(5e3);
        gt_trace_commands_(&r, 1, gt_self_->current);
    }
    const char *text = trace_text();
    for (int i = 0; i < 3; i++) {
        const double start = in_trace(text, "\"X\"", "uncertainty", i, "\"ts\":");
        if (!is_near(start, ran[i], 1000)) print_error("command %d: at %.0f ns, it ran at %.0f\n", i, start, ran[i]);
        assert_true(is_near(start, ran[i], 1000));
    }
    rig_close();
}
/* The host's clock may be another one than during the last trace. Here bounds of both fit one another. */
TEST(a_trace_does_not_use_what_an_earlier_one_knew) {
    const size_t items = 64;
    for (int i = 0; i < 2; i++) {
        simcl_script script = {0};
        script.device[0].offset_ns = 1000000000 + 800000 * i;
        script.device[0].launch.ns = 1e6;
        rig_open(&script, 0);
        assert_int_equal(gt_write_trace(test_file("trace.json")), GT_OK);
        const size_t first = simcl_command_count();
        GT_SCOPE_CL(rig_queue, "phase")
            clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL, NULL);
        const double start = in_trace(trace_text(), "\"X\"", "uncertainty", 0, "\"ts\":");
        const double ran = (double)(simcl_command_at(first)->start_ps - rig_start_ps) * 1e-3;
        if (!is_near(start, ran, 1000)) print_error("trace %d: at %.0f ns, it ran at %.0f\n", i, start, ran);
        assert_true(is_near(start, ran, 1000));
        rig_close();
    }
}
/* An aligned clock places stamps with an error, so that a command may seem over before its call, or as it begins. */
TEST(a_command_is_in_flight_before_it_ends) {
    for (int at_once = 0; at_once < 2; at_once++) {
        simcl_script script = {0};
        rig_open(&script, 0);
        assert_int_equal(gt_write_trace(test_file("trace.json")), GT_OK);
        GT_SCOPE("early") {
            gt_command r;
            memset(&r, 0, sizeof r);
            r.kind = r.name = "kernel";
            r.stamps = GT_STAMPS_GOOD;
            r.device = gt_device_of_((const void *)rig_device);
            r.start = 1000;
            r.end = at_once ? 1000 : 1500;
            simcl_spend_ns(50e3);
            r.begin = gt_now_();
            if (!at_once) simcl_spend_ns(20e3);
            r.before = gt_now_();
            gt_trace_commands_(&r, 1, gt_self_->current);
        }
        assert_number(in_trace(trace_text(), "\"C\"", "commands in flight", 0, "\"commands\":"), 1e3);
        rig_close();
    }
}
/* Three commands in order are two arrows. Behind a barrier, which has no track, each command waits for the one that
   ended last before it; a command that also has that one in its wait list still gets one arrow. */
TEST(the_trace_has_an_arrow_for_each_order) {
    static const double lengths[] = {1000, 9000, 5000, 2000, 3000};
    simcl_script script = {0};
    const size_t items = 64;
    const char *text;
    cl_event e[5];
    int queue, i;
    script.device[0].lanes = 4;
    for (queue = 0; queue < 2; queue++) {
        rig_open(&script, queue ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
        assert_int_equal(gt_write_trace(test_file("trace.json")), GT_OK);
        GT_SCOPE_CL(rig_queue, "orders") {
            for (i = 0; i < (queue ? 5 : 3); i++) {
                simcl_kernel("work", NULL, (simcl_cost){.ns = lengths[i]});
                if (queue && i == 3) clEnqueueBarrierWithWaitList(rig_queue, 0, NULL, NULL);
                clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, queue && i == 4,
                                       queue && i == 4 ? &e[1] : NULL, &e[i]);
            }
        }
        text = trace_text();
        for (i = 0; i < 3; i++) {       /* the third is not there */
            const int waited = queue ? 1 : i, waiter = queue ? 3 + i : i + 1;
            const char *why = queue && i ? "\"wait\"" : "\"order\"";
            const double from = in_trace(text, "\"ph\":\"s\"", why, queue ? 0 : i, "\"ts\":");
            const double to = in_trace(text, "\"ph\":\"f\"", why, queue ? 0 : i, "\"ts\":");
            if (i == 2) assert_true(queue ? isnan(in_trace(text, "\"ph\":\"s\"", why, 1, "\"ts\":")) : isnan(from));
            if (i == 2) break;
            assert_number(from, in_trace(text, "\"X\"", "uncertainty", waited, "\"ts\":") +
                                in_trace(text, "\"X\"", "uncertainty", waited, "\"dur\":") - 1);
            assert_number(to, in_trace(text, "\"X\"", "uncertainty", waiter, "\"ts\":"));
        }
        for (i = 0; i < (queue ? 5 : 3); i++) clReleaseEvent(e[i]);
        rig_close();
    }
}
/* As many arrows as waits for commands of the scope; the strict checker sees where each begins and ends. */
TEST(arrows_of_random_queues_are_as_many_as_their_waits) {
    simcl_script script = {0};
    const int in_order[3] = {0, 1, 0};
    cl_command_queue queues[3];
    size_t waits = 0, n = 0, marks, i, k;
    cl_int err;
    script.device[0].lanes = 2;         /* a queue has tracks for four commands at once */
    script.device[0].copy_engine = 1;
    rig_open(&script, 0);
    cl_mem buffer = clCreateBuffer(rig_context, CL_MEM_READ_WRITE, 4096, NULL, &err);
    for (i = 0; i < 3; i++) queues[i] = rig_queue_new(in_order[i] ? 0 : CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    assert_int_equal(gt_write_trace(test_file("trace.json")), GT_OK);
    for (int pass = 0; pass < 20; pass++) {
        GT_SCOPE_CL(GT_CL_ALL, "all") n = random_calls(queues, 3, in_order, buffer, &marks);
        for (i = 0; i < n; i++)
            for (k = 0; k < i; k++) {       /* a list may name an event twice */
                uint32_t w = 0;
                while (w < rows[i].waits && rows[k].id != rows[i].waited[w]) w++;
                waits += !rows[i].empty && !rows[k].empty && w < rows[i].waits;
            }
    }
    const char *text = trace_text();
    for (i = 0; !isnan(in_trace(text, "\"ph\":\"f\"", "\"wait\"", (int)i, "\"ts\":")); i++) {}
    assert_int_equal(i, waits);
    assert_true(waits > 100);
    for (i = 0; i < 3; i++) clReleaseCommandQueue(queues[i]);
    clReleaseMemObject(buffer);
    rig_close();
}
TEST(the_trace_counts_bytes_in_buffers) {
    static const double levels[] = {1000, 4000, 3000, 3500, 500, 0};
    cl_mem a, b, c = NULL;
    cl_int err;
    rig_open(NULL, 0);
    assert_int_equal(gt_write_trace(test_file("trace.json")), GT_OK);
    a = clCreateBuffer(rig_context, CL_MEM_READ_WRITE, 1000, NULL, &err);
    simcl_spend_ns(100);
    b = clCreateBuffer(rig_context, CL_MEM_READ_WRITE, 3000, NULL, &err);
    assert_null(clCreateBuffer(rig_context, CL_MEM_READ_WRITE, 0, NULL, &err));
    clRetainMemObject(a);
    clReleaseMemObject(a);
    clReleaseMemObject(a);
    GT_SCOPE("inside") c = clCreateBuffer(rig_context, CL_MEM_READ_WRITE, 500, NULL, NULL);
    clReleaseMemObject(b);
    clReleaseMemObject(c);
    const char *text = trace_text();
    for (int i = 0; i < 6; i++)
        assert_number(in_trace(text, "\"C\"", "bytes in buffers", i, "\"bytes\":"), 1e3 * levels[i]);
    assert_true(isnan(in_trace(text, "\"C\"", "bytes in buffers", 6, "\"bytes\":")));
    assert_number(in_trace(text, "\"C\"", "bytes in buffers", 1, "\"ts\":") -
                  in_trace(text, "\"C\"", "bytes in buffers", 0, "\"ts\":") >= 100, 1);
    /* Those that there are when a trace begins; many changes between two looks at the file. */
    a = clCreateBuffer(rig_context, CL_MEM_READ_WRITE, 1000, NULL, &err);
    assert_int_equal(gt_write_trace(test_file("trace.json")), GT_OK);
    for (int i = 0; i < 1500; i++) {
        b = clCreateBuffer(rig_context, CL_MEM_READ_WRITE, 10 + (size_t)i, NULL, &err);
        clReleaseMemObject(b);
    }
    clReleaseMemObject(a);
    text = trace_text();
    assert_number(in_trace(text, "\"C\"", "bytes in buffers", 0, "\"bytes\":"), 1e6);
    assert_number(in_trace(text, "\"C\"", "bytes in buffers", 2999, "\"bytes\":"), (1000 + 10 + 1499) * 1e3);
    assert_number(in_trace(text, "\"C\"", "bytes in buffers", 3001, "\"bytes\":"), 0);
    rig_close();
}

/* A scope over several queues waits for all of them, also for those that the kit did not make, and that is no fault. */
TEST(a_scope_over_all_queues_waits_for_each) {
    gt_finding *found;
    size_t count;
    gt_cl cl;
    rig_open(NULL, 0);
    cl_command_queue other = rig_queue_new(0);
    assert_int_equal(gt_cl_attach(&cl, rig_context, rig_queue), GT_OK);
    for (int i = 0; i < 10; i++) {
        GT_SCOPE_CL(GT_CL_ALL, "both") {
            rig_launch(rig_queue, 20000, GT_EVENT);
            rig_launch(other, 300000, GT_EVENT);
        }
        assert_true(simcl_command_at(simcl_command_count() - 1)->end_ps < simcl_now_ps());
    }
    assert_true(look("both")->min_ns > 300000);
    assert_number(look("both")->device_stats.n, 10);
    assert_int_equal(gt_findings(&found, &count), GT_OK);
    for (size_t i = 0; i < count; i++)      /* of those that a busy machine does not cause */
        if (found[i].code == GT_FINDING_WRONG_QUEUE || found[i].code == GT_FINDING_NO_SYNC ||
            found[i].code == GT_FINDING_CONTENDED || found[i].code == GT_FINDING_PARTIAL ||
            found[i].code == GT_FINDING_DIRTY_START)
            fail_msg("%s: %s", found[i].name, found[i].figures);
    free(found);
    stop_looking(NULL);
    gt_cl_close(&cl);
    clReleaseCommandQueue(other);
    rig_close();
}

int main(void) {
    return test_all(NULL, NULL);
}
