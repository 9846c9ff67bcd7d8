/* link: simcl */
/* asan: yes */
/* Facts about scopes over several queues on the simulated device: what gt_schedule_take says of commands that the kit
   collected is what the device did, for random queues, orders and wait lists. Seeded. */
#include <math.h>
#include "test.h"

#include "kit_cl.h"

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
        r->in_order = in_order[queue];
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
TEST(schedules_of_random_queues_are_what_the_device_did) {
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
        size_t n = 0;
        rig_open(&script, 0);
        gt_commands_keep(1000);
        cl_mem buffer = clCreateBuffer(rig_context, CL_MEM_READ_WRITE, 4096, NULL, &err);
        for (size_t q = 0; q < count; q++) {
            in_order[q] = below(2) != 0;
            queues[q] = rig_queue_new(in_order[q] ? 0 : CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
        }
        for (int pass = 0; pass < 2; pass++)        /* the last sample is asked for, the first forgotten */
            GT_SCOPE_CL_ALL("all") n = random_commands(queues, count, in_order, buffer);
        assert_int_equal(gt_schedule_take("all", GT_SAMPLE_LAST, &s), GT_OK);
        assert_int_equal(s.n, n);
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
    printf("overlap: %d schedules of collected commands, %d exact\n", schedules, exact);
    assert_true(overlapped > schedules / 4);
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
        GT_SCOPE_CL_ALL("both") {
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
