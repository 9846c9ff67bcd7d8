/* alone: yes */
/* link: OpenCL */
/* flags: -DGPUTIME_CL_EVENTS=16 */
/* Facts about the OpenCL part on a real device (any; PoCL will do). Where there is none, all but those about that are
   skipped. What only a misbehaving driver shows is tested on the simulated device. */
#include <math.h>
#include <pthread.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>
#include "test.h"

#include "kit_cl.h"

/* Between the kit and OpenCL: events are followed from the enqueue to their release, clFinish is counted, and fails if
   told to. */
enum { MOST_EVENTS = 4096 };
static cl_event alive[MOST_EVENTS];
static size_t events_alive, events_made, bad_releases, finishes, finish_fails_at;

static cl_int followed(cl_int code, cl_event *event) {
    if (code == CL_SUCCESS && event && events_alive < MOST_EVENTS) {
        alive[events_alive++] = *event;
        events_made++;
    }
    return code;
}
cl_int kit_clReleaseEvent(cl_event event) {
    size_t i;
    for (i = 0; i < events_alive && alive[i] != event; i++) {}
    if (i == events_alive) bad_releases++;
    else alive[i] = alive[--events_alive];
    return clReleaseEvent(event);
}
cl_int kit_clFinish(cl_command_queue queue) {
    if (__atomic_add_fetch(&finishes, 1, __ATOMIC_RELAXED) == finish_fails_at) return CL_OUT_OF_RESOURCES;
    return clFinish(queue);
}
#include "host.h"

static const char source[] =
    "kernel void spin(global float *x, const int n) {\n"
    "    float v = x[get_global_id(0)];\n"
    "    for (int i = 0; i < n; i++) v = v * 0.999f + 0.001f;\n"
    "    x[get_global_id(0)] = v;\n"
    "}\n"
    "kernel void light(global float *x) { x[get_global_id(0)] += 1.0f; }\n";

enum { ITEMS = 64 };
static gt_cl cl;
static cl_command_queue second;         /* of the same device and context, profiling too, attached */
static gt_cl cl_second;
static cl_program program;
static cl_kernel spin, light;
static cl_mem buffer;

static const size_t items = ITEMS;
static cl_int enqueue(cl_command_queue queue, cl_kernel kernel, cl_event *event) {
    return followed(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, event), event);
}

static double run_spin_ms(int n) {      /* the shortest of three, since a machine may be busy with other things */
    double shortest = 1e9;
    int i;
    clSetKernelArg(spin, 1, sizeof n, &n);
    for (i = 0; i < 3; i++) {
        gt_timer t = {0};
        gt_timer_start(&t);
        if (enqueue(cl.queue, spin, NULL) != CL_SUCCESS || clFinish(cl.queue) != CL_SUCCESS) return shortest;
        gt_timer_stop(&t);
        if (gt_timer_ms(&t) < shortest) shortest = gt_timer_ms(&t);
    }
    return shortest;
}
static int open_device(void **state) {
    cl_int code;
    int n = 1000;
    (void)state;
    if (gt_cl_open(&cl, NULL) != GT_OK) {
        gt_fail(stdout);
        return gt_error_first()->status != GT_ERR_NO_DEVICE;    /* without a device tests are skipped */
    }
    print_message("device: %s, %s\n", cl.name, cl.platform_name);
    program = gt_cl_program(&cl, source, NULL, "source of test_cl");
    if (!program) return gt_fail(stdout);
    spin = clCreateKernel(program, "spin", &code);
    light = clCreateKernel(program, "light", &code);
    buffer = clCreateBuffer(cl.context, CL_MEM_READ_WRITE, ITEMS * sizeof(cl_float), NULL, &code);
    second = clCreateCommandQueue(cl.context, cl.device, CL_QUEUE_PROFILING_ENABLE, &code);
    if (!spin || !light || !buffer || !second) return 1;
    clSetKernelArg(spin, 0, sizeof buffer, &buffer);
    clSetKernelArg(light, 0, sizeof buffer, &buffer);
    if (gt_cl_attach(&cl_second, cl.context, second) != GT_OK) return gt_fail(stdout);
    run_spin_ms(1);
    if (gt_cl_warm_kernel(cl.queue, light, 1, NULL, &items, NULL) != GT_OK) return gt_fail(stdout);
    while (run_spin_ms(n) < 10 && n < 1 << 29) n *= 2;     /* a kernel of 10 ms or more: long against a launch */
    return 0;
}
static int close_device(void **state) {
    gt_cl_close(&cl_second);
    if (buffer) clReleaseMemObject(buffer);
    if (spin) clReleaseKernel(spin);
    if (light) clReleaseKernel(light);
    if (program) clReleaseProgram(program);
    if (second) clReleaseCommandQueue(second);
    gt_cl_close(&cl);
    return stop_looking(state);
}
static int start_anew(void **state) {
    (void)state;
    if (gt_self_) gt_self_->current = gt_self_->root;
    gt_enable(1);
    gt_reset();
    if (cl.queue) {
        clFinish(cl.queue);
        clFinish(second);
    }
    gt_cl_mine_.rows.used = 0;       /* what a failed test left */
    events_alive = events_made = bad_releases = finishes = finish_fails_at = 0;
    return 0;
}
/* After every test: no event is left, none was released twice, no slot is in use. */
static int leave_clean(void **state) {
    (void)state;
    if (!events_alive && !bad_releases && !gt_cl_mine_.rows.used) return 0;
    print_error("%lu events left, %lu releases too many, %lu slots in use\n", (unsigned long)events_alive,
                (unsigned long)bad_releases, (unsigned long)gt_cl_mine_.rows.used);
    return 1;
}
static void need_device(void) {
    if (cl.queue) return;
    print_message("no OpenCL device; Debian, Ubuntu: apt-get install pocl-opencl-icd\n");
    skip();
}
static void expect_finding(const char *line) {
    char *text = report_text();
    if (!strstr(text, line)) print_error("no line \"%s\" in\n%s\n", line, text);
    assert_non_null(strstr(text, line));
    free(text);
}

/* ---- phases ---- */

TEST(phase_holds_bracket_device_time_and_number_of_commands, start_anew, leave_clean) {
    const gt_series *s;
    int i, k;
    need_device();
    for (i = 0; i < 5; i++)
        GT_SCOPE_CL(cl.queue, "three commands")
            for (k = 0; k < 3; k++) GT_CL(enqueue(cl.queue, light, GT_EVENT));
    s = look("three commands");
    assert_int_equal(s->n, 5);
    assert_int_equal(s->kind, GT_KIND_PHASE);
    assert_true(s->known[GT_COLUMN_device_ns]);
    for (i = 0; i < 5; i++) {
        assert_int_equal(gt_series_sample(s, (size_t)i).commands, 3);
        assert_true(gt_series_sample(s, (size_t)i).device_ns > 0);
        assert_true(gt_series_sample(s, (size_t)i).device_ns <= s->ns[i] * 1.001 + cl.resolution_ns);
    }
    assert_int_equal(events_made, 15);
    assert_int_equal(s->failed + s->wrong_queue + s->unprofiled + s->uncounted + s->voided, 0);
}
TEST(phase_without_events_has_a_bracket_and_no_device_time, start_anew, leave_clean) {
    need_device();
    GT_SCOPE_CL(cl.queue, "no events") enqueue(cl.queue, light, NULL);
    assert_int_equal(look("no events")->n, 1);
    assert_int_equal(look("no events")->known[GT_COLUMN_device_ns], 0);
    assert_int_equal(gt_series_sample(look("no events"), 0).commands, 0);
}
TEST(phase_waits_before_and_after, start_anew, leave_clean) {
    size_t before;
    need_device();
    before = finishes;
    GT_SCOPE_CL(cl.queue, "waits") assert_int_equal(finishes, before + 1);
    assert_int_equal(finishes, before + 2);
}
/* How long an idle queue's clFinish takes is tried out once, also where phases wait for several queues in turn. */
TEST(phases_of_queues_in_turn_wait_twice_each, start_anew, leave_clean) {
    cl_command_queue queue[3];
    size_t before = 0;
    need_device();
    for (int i = 0; i < 3; i++) queue[i] = clCreateCommandQueue(cl.context, cl.device, 0, NULL);
    for (int k = 0; k < 33; k++) {
        if (k == 3) before = finishes;
        GT_SCOPE_CL(queue[k % 3], "in turn") enqueue(queue[k % 3], light, NULL);
    }
    assert_int_equal(finishes - before, 2 * 30);
    for (int i = 0; i < 3; i++) assert_int_equal(clReleaseCommandQueue(queue[i]), CL_SUCCESS);
}
/* Here too the shortest of several is looked at. */
TEST(work_enqueued_before_is_not_in_the_phase_and_its_own_is, start_anew, leave_clean) {
    double heavy, own;
    int i;
    need_device();
    for (i = 0; i < 5; i++) {
        GT_SCOPE_CL(cl.queue, "heavy") enqueue(cl.queue, spin, NULL);
        enqueue(cl.queue, spin, NULL);
        GT_SCOPE_CL(cl.queue, "behind heavy") enqueue(cl.queue, light, NULL);
    }
    heavy = look("heavy")->min_ns;
    own = look("behind heavy")->min_ns;
    print_message("heavy %.0f us, light behind a heavy one %.0f us\n", heavy / 1e3, own / 1e3);
    assert_true(own < heavy / 2);
}
/* What the kit is for: without a barrier the launch is timed, and that is said. */
TEST(scope_without_barrier_reads_far_less_and_is_a_finding, start_anew, leave_clean) {
    double with, without;
    int i;
    need_device();
    for (i = 0; i < 5; i++) {
        GT_SCOPE_CL(cl.queue, "with barrier") enqueue(cl.queue, spin, NULL);
        GT_SCOPE("without barrier") enqueue(cl.queue, spin, GT_EVENT);
        clFinish(cl.queue);
    }
    with = look("with barrier")->min_ns;
    without = look("without barrier")->min_ns;
    print_message("with a barrier %.0f us, without %.0f us\n", with / 1e3, without / 1e3);
    assert_true(without < with / 2);
    assert_true(look("without barrier")->unsynced > 0);
    expect_finding("without barrier: no-sync: ");
}
TEST(host_scope_that_waits_itself_gets_device_time, start_anew, leave_clean) {
    need_device();
    GT_SCOPE("waits itself") {
        enqueue(cl.queue, light, GT_EVENT);
        clFinish(cl.queue);
    }
    assert_int_equal(look("waits itself")->n, 1);
    assert_int_equal(look("waits itself")->unsynced, 0);
    assert_true(look("waits itself")->known[GT_COLUMN_device_ns]);
    assert_true(gt_series_sample(look("waits itself"), 0).device_ns <=
                look("waits itself")->ns[0] * 1.001 + cl.resolution_ns);
}
TEST(phases_inside_a_phase_hand_up_their_stamps, start_anew, leave_clean) {
    double inner;
    need_device();
    GT_SCOPE_CL(cl.queue, "outer phase") {
        GT_SCOPE_CL(cl.queue, "inner 1") {
            enqueue(cl.queue, light, GT_EVENT);
            enqueue(cl.queue, light, GT_EVENT);
        }
        GT_SCOPE("host between") {                              /* its command belongs to the phase around */
            enqueue(cl.queue, light, GT_EVENT);
            clFinish(cl.queue);
        }
        GT_SCOPE_CL(cl.queue, "inner 2") enqueue(cl.queue, spin, GT_EVENT);
    }
    look("outer phase");
    inner = gt_series_sample(gt_snapshot_find(&shown, "outer phase/inner 1"), 0).device_ns;
    inner += gt_series_sample(gt_snapshot_find(&shown, "outer phase/inner 2"), 0).device_ns;
    assert_int_equal(gt_series_sample(gt_snapshot_find(&shown, "outer phase/inner 1"), 0).commands, 2);
    assert_int_equal(gt_series_sample(gt_snapshot_find(&shown, "outer phase/inner 2"), 0).commands, 1);
    assert_int_equal(gt_series_sample(gt_snapshot_find(&shown, "outer phase"), 0).commands, 4);
    assert_true(gt_series_sample(gt_snapshot_find(&shown, "outer phase"), 0).device_ns >= inner - 2 * cl.resolution_ns);
    assert_int_equal(gt_snapshot_find(&shown, "outer phase/host between")->unsynced, 0);
}
TEST(phase_can_be_begun_and_ended_by_name, start_anew, leave_clean) {
    char name[] = "by hand";
    gt_cl_scope phase;
    need_device();
    phase = gt_cl_scope_begin(cl.queue, name);
    name[0] = '?';
    enqueue(cl.queue, light, GT_EVENT);
    gt_cl_scope_end(&phase);
    gt_cl_scope_end(&phase);
    assert_int_equal(look("by hand")->n, 1);
    assert_int_equal(gt_series_sample(look("by hand"), 0).commands, 1);
}
TEST(switched_off_a_phase_neither_waits_nor_collects, start_anew, leave_clean) {
    size_t before;
    need_device();
    gt_enable(0);
    before = finishes;
    GT_SCOPE_CL(cl.queue, "off") {
        cl_event *event = GT_EVENT;
        assert_null(event);
        enqueue(cl.queue, light, event);
    }
    gt_enable(1);
    assert_int_equal(finishes, before);
    assert_int_equal(events_made, 0);
    assert_int_equal(look("off")->n, 0);
}
TEST(event_outside_scopes_is_null, start_anew, leave_clean) {
    assert_null(GT_EVENT);
}
static void *phases_of_a_thread(void *queue) {
    int i;
    for (i = 0; i < 50; i++) GT_SCOPE_CL((cl_command_queue)queue, "of threads") {
        clEnqueueMarkerWithWaitList((cl_command_queue)queue, 0, NULL, NULL);
    }
    return NULL;
}
TEST(threads_with_a_queue_each_record_into_one_series, start_anew, leave_clean) {
    pthread_t thread[2];
    need_device();
    assert_int_equal(pthread_create(&thread[0], NULL, phases_of_a_thread, cl.queue), 0);
    assert_int_equal(pthread_create(&thread[1], NULL, phases_of_a_thread, second), 0);
    pthread_join(thread[0], NULL);
    pthread_join(thread[1], NULL);
    assert_int_equal(look("of threads")->n, 100);
    assert_int_equal(look("of threads")->threads, 2);
}
TEST(csv_has_device_time_and_commands, start_anew, leave_clean) {
    static const char begin[] = ",1,64,256,0,phase,,,";     /* without queue_ns and submit_ns, which commands have */
    char *text, *row;
    need_device();
    GT_SCOPE_CL(cl.queue, "in csv") {
        GT_WORK(64, 256);
        enqueue(cl.queue, light, GT_EVENT);
    }
    text = csv_text();
    row = strstr(text, "\r\n\"in csv\",");
    assert_non_null(row);
    *strstr(row + 2, "\r\n") = 0;
    row = strstr(row, begin);
    assert_non_null(row);
    row += strlen(begin);
    assert_ptr_equal(strstr(row, ",,"), strstr(row, ",,\""));   /* but `complete`, before the device: not intercepted */
    free(text);
}
TEST(report_begins_with_the_device_and_shows_commands, start_anew, leave_clean) {
    char *text;
    need_device();
    GT_SCOPE_CL(cl.queue, "shown") {
        enqueue(cl.queue, light, GT_EVENT);
        enqueue(cl.queue, light, GT_EVENT);
    }
    text = report_text();
    assert_int_equal(strncmp(text, cl.name, strlen(cl.name) < 100 ? strlen(cl.name) : 100), 0);
    assert_non_null(strstr(text, "(2)"));
    assert_non_null(strstr(text, "where the time goes"));
    free(text);
}

/* GT_CL knows when its call began, so that own code in front of a wait is no part of the wait. A sample that
   was interrupted may have that part in doubt: such a sample alone is measured again. */
TEST(own_code_before_a_wait_in_gt_cl_is_host, start_anew, leave_clean) {
    const unsigned host = 1u << (GT_COLUMN_host_ns - GT_COLUMN_kernel_ns);
    need_device();
    for (int tries = 1, doubtful = 1; doubtful; tries++) {
        GT_SCOPE("own code") {
            enqueue(cl.queue, light, GT_EVENT);
            GT_CL(clFinish(cl.queue));
            for (const uint64_t begin = gt_clock_ticks(); gt_clock_ns(gt_clock_ticks() - begin) < 5e6;) {}
            GT_CL(clFinish(cl.queue));
        }
        gt_snapshot s;
        assert_int_equal(gt_snapshot_take(&s), GT_OK);
        const gt_series *own = gt_snapshot_find(&s, "own code");
        assert_non_null(own);
        const gt_sample row = gt_series_sample(own, 0);
        assert_true(row.host_ns >= 5e6);
        doubtful = ((unsigned)row.doubtful & host) != 0;
        assert_true(!doubtful || (row.involuntary > 0 && tries < 20));
        gt_snapshot_free(&s);
        gt_reset();
    }
}

/* ---- phases that end otherwise ---- */

TEST(phase_left_early_releases_its_events_and_is_no_sample, start_anew, leave_clean) {
    int i;
    need_device();
    for (i = 0; i < 3; i++)
        GT_SCOPE_CL(cl.queue, "left") {
            enqueue(cl.queue, light, GT_EVENT);
            if (i == 1) break;
        }
    assert_int_equal(look("left")->n, 2);
    assert_int_equal(look("left")->left_early, 1);
    assert_int_equal(events_made, 3);
}
TEST(phases_left_from_inside_keep_no_slot, start_anew, leave_clean) {
    int i;
    need_device();
    for (i = 0; i < 100; i++)
        GT_SCOPE_CL(cl.queue, "left around") {
            GT_SCOPE_CL(cl.queue, "done inside") enqueue(cl.queue, light, GT_EVENT);
            if (i < 99) break;
        }
    assert_int_equal(look("left around")->left_early, 99);
    assert_int_equal(gt_series_sample(look("left around"), 0).commands, 1);
    assert_int_equal(look("left around")->uncounted, 0);
    assert_int_equal(look("left around/done inside")->uncounted, 0);
}
TEST(abandoned_phase_releases_its_events, start_anew, leave_clean) {
    gt_cl_scope phase;
    need_device();
    GT_SCOPE("ends first") {
        phase = gt_cl_scope_begin(cl.queue, "abandoned");
        enqueue(cl.queue, light, GT_EVENT);
        GT_SCOPE_CL(cl.queue, "inner of it") enqueue(cl.queue, light, GT_EVENT);
    }
    gt_cl_scope_end(&phase);
    assert_int_equal(look("ends first/abandoned")->abandoned, 1);
    assert_int_equal(look("ends first/abandoned")->n, 0);
    GT_SCOPE_CL(cl.queue, "after it") enqueue(cl.queue, light, GT_EVENT);
    assert_int_equal(gt_series_sample(look("after it"), 0).commands, 1);
}
TEST(reset_inside_a_phase_voids_it_and_releases_its_events, start_anew, leave_clean) {
    need_device();
    GT_SCOPE_CL(cl.queue, "reset in it") {
        enqueue(cl.queue, light, GT_EVENT);
        gt_reset();
    }
    assert_int_equal(look("reset in it")->n, 0);
    assert_int_equal(look("reset in it")->voided, 1);
}
TEST(more_commands_than_slots_are_all_collected, start_anew, leave_clean) {
    const gt_series *s;
    int pass, k;
    need_device();
    for (pass = 0; pass < 6; pass++) {
        size_t made = events_made;
        GT_SCOPE_CL(cl.queue, "many commands")
            for (k = 0; k < 100; k++) enqueue(cl.queue, light, GT_EVENT);
        assert_int_equal(events_made - made, 100);
    }
    s = look("many commands");
    assert_int_equal(s->n, 6);
    assert_int_equal(s->uncounted, 0);
    for (k = 0; k < 6; k++) assert_int_equal(gt_series_sample(s, (size_t)k).commands, 100);
}

/* ---- queues of the user ---- */

TEST(attached_queue_without_profiling_has_brackets_and_a_finding, start_anew, leave_clean) {
    cl_int code;
    cl_command_queue plain;
    gt_cl mine;
    need_device();
    plain = clCreateCommandQueue(cl.context, cl.device, 0, &code);
    assert_int_equal(code, CL_SUCCESS);
    assert_int_equal(gt_cl_attach(&mine, cl.context, plain), GT_OK);
    assert_int_equal(mine.owned, 0);
    assert_string_equal(mine.name, cl.name);
    GT_SCOPE_CL(mine.queue, "unprofiled") enqueue(plain, light, GT_EVENT);
    assert_int_equal(look("unprofiled")->n, 1);
    assert_int_equal(look("unprofiled")->unprofiled, 1);
    assert_int_equal(look("unprofiled")->known[GT_COLUMN_device_ns], 0);
    assert_null(gt_error_first());
    expect_finding("no-profiling: ");
    gt_cl_close(&mine);
    assert_int_equal(enqueue(plain, light, NULL), CL_SUCCESS);     /* it is still the user's */
    assert_int_equal(clFinish(plain), CL_SUCCESS);
    clReleaseCommandQueue(plain);
}
TEST(command_of_another_queue_is_a_finding, start_anew, leave_clean) {
    cl_int code;
    need_device();
    const cl_event gate = clCreateUserEvent(cl.context, &code);     /* holds it back, however long the phase takes */
    assert_int_equal(code, CL_SUCCESS);
    /* (Not every driver makes what follows a marker wait for it.) */
    assert_int_equal(clEnqueueBarrierWithWaitList(second, 1, &gate, NULL), CL_SUCCESS);
    GT_SCOPE_CL(cl.queue, "another queue") {
        enqueue(cl.queue, light, GT_EVENT);
        enqueue(second, light, GT_EVENT);   /* which the phase does not wait for */
    }
    assert_int_equal(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    clFinish(second);
    clReleaseEvent(gate);
    assert_int_equal(look("another queue")->n, 1);
    assert_int_equal(look("another queue")->wrong_queue, 1);
    assert_int_equal(look("another queue")->known[GT_COLUMN_device_ns], 0);
    expect_finding("another queue: wrong-queue: 1 ");
}
TEST(finish_all_waits_for_every_open_queue, start_anew, leave_clean) {
    cl_event event;
    cl_int status = -1;
    need_device();
    assert_int_equal(enqueue(second, spin, &event), CL_SUCCESS);
    clFlush(second);
    assert_int_equal(gt_cl_finish_all(), GT_OK);
    clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
    assert_int_equal(status, CL_COMPLETE);
    kit_clReleaseEvent(event);
}
/* In a process of its own: nothing else of gputime_cl.h was called before the first GT_EVENT. The first scope may find
   no slot. */
static int child_with_host_scopes_only(void) {
    cl_platform_id platform;
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    cl_int code;
    cl_event gate;
    int i;
    if (clGetPlatformIDs(1, &platform, NULL)) return 77;
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL)) return 77;
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &code);
    for (i = 0; i < 3; i++) {
        gate = clCreateUserEvent(context, &code);       /* holds the command back beyond the end of the scope */
        GT_SCOPE("host only") {
            cl_event *event = GT_EVENT;
            if (followed(clEnqueueMarkerWithWaitList(queue, 1, &gate, event), event) != CL_SUCCESS) return 2;
        }
        clSetUserEventStatus(gate, CL_COMPLETE);
        clFinish(queue);
    }
    if (look("host only")->n != 3) return 3;
    if (look("host only")->unsynced < 2) return 4;
    if (events_alive || bad_releases) return 5;
    return 0;
}

/* ---- errors ---- */

TEST(GT_CL_keeps_the_first_failure_with_its_place_and_voids_the_sample, start_anew, leave_clean) {
    const gt_error *e;
    int line = 0;
    need_device();
    GT_SCOPE("around failure") {
        GT_SCOPE_CL(cl.queue, "complete") GT_CL(enqueue(cl.queue, light, GT_EVENT));
        GT_SCOPE_CL(cl.queue, "failing") {
            size_t nothing = 0;
            cl_int code;
            line = __LINE__ + 1;
            code = GT_CL(clEnqueueNDRangeKernel(cl.queue, light, 7, NULL, &nothing, NULL, 0, NULL, GT_EVENT));
            assert_int_equal(code, CL_INVALID_WORK_DIMENSION);
            GT_CL(clSetKernelArg(light, 99, 1, &nothing));
        }
    }
    e = gt_error_first();
    assert_non_null(e);
    assert_int_equal(e->status, GT_ERR_OPENCL);
    assert_int_equal(e->code, CL_INVALID_WORK_DIMENSION);
    assert_string_equal(e->code_name, "CL_INVALID_WORK_DIMENSION");
    assert_non_null(strstr(e->call, "clEnqueueNDRangeKernel("));
    assert_string_equal(e->file, __FILE__);
    assert_int_equal(e->line, line);
    assert_int_equal(look("complete")->n, 1);
    assert_int_equal(look("failing")->n, 0);
    assert_int_equal(look("failing")->voided, 1);
    assert_int_equal(look("failing")->failed, 1);
    assert_int_equal(look("around failure")->voided, 1);
    expect_finding("CL_INVALID_WORK_DIMENSION (-53), at test_cl.c:");       /* reports are passed on: no folder */
}
TEST(failed_enqueue_is_noticed_by_its_empty_slot_alone, start_anew, leave_clean) {
    size_t nothing = 0;
    need_device();
    GT_SCOPE_CL(cl.queue, "unchecked failure")
        clEnqueueNDRangeKernel(cl.queue, light, 7, NULL, &nothing, NULL, 0, NULL, GT_EVENT);
    assert_int_equal(look("unchecked failure")->n, 0);
    assert_int_equal(look("unchecked failure")->voided, 1);
    assert_int_equal(look("unchecked failure")->failed, 1);
    expect_finding("unchecked failure: failed-work: 1 ");
}
TEST(clFinish_that_fails_before_or_after_voids_the_phase_and_is_kept, start_anew, leave_clean) {
    size_t which;
    need_device();
    for (which = 1; which <= 2; which++) {
        int line;
        gt_reset();
        finish_fails_at = finishes + which;
        line = __LINE__ + 1;
        GT_SCOPE_CL(cl.queue, "barrier fails") enqueue(cl.queue, light, GT_EVENT);
        finish_fails_at = 0;
        clFinish(cl.queue);
        assert_int_equal(look("barrier fails")->n, 0);
        assert_int_equal(look("barrier fails")->voided, 1);
        assert_non_null(gt_error_first());
        assert_string_equal(gt_error_first()->code_name, "CL_OUT_OF_RESOURCES");
        assert_non_null(strstr(gt_error_first()->call, "clFinish"));
        assert_string_equal(gt_error_first()->file, __FILE__);
        assert_int_equal(gt_error_first()->line, line);
    }
}
TEST(GT_CL_NEW_gives_the_object_or_keeps_the_error, start_anew, leave_clean) {
    cl_mem good, bad;
    int line;
    need_device();
    good = GT_CL_NEW(clCreateBuffer(cl.context, CL_MEM_READ_WRITE, 64, NULL, GT_CL_ERR));
    assert_non_null(good);
    assert_null(gt_error_first());
    line = __LINE__ + 1;
    bad = GT_CL_NEW(clCreateBuffer(cl.context, CL_MEM_READ_WRITE, 0, NULL, GT_CL_ERR));
    assert_null(bad);
    assert_non_null(gt_error_first());
    assert_string_equal(gt_error_first()->code_name, "CL_INVALID_BUFFER_SIZE");
    assert_int_equal(gt_error_first()->line, line);
    clReleaseMemObject(good);
}
TEST(success_is_passed_through_and_keeps_nothing, start_anew, leave_clean) {
    assert_int_equal(GT_CL(CL_SUCCESS), CL_SUCCESS);
    assert_null(gt_error_first());
}
TEST(codes_have_the_names_of_the_opencl_header, start_anew, leave_clean) {
#define NAMED(code) assert_string_equal(gt_cl_error_name_(code), #code)
    NAMED(CL_SUCCESS);
    NAMED(CL_DEVICE_NOT_FOUND);
    NAMED(CL_MEM_OBJECT_ALLOCATION_FAILURE);
    NAMED(CL_OUT_OF_HOST_MEMORY);
    NAMED(CL_PROFILING_INFO_NOT_AVAILABLE);
    NAMED(CL_BUILD_PROGRAM_FAILURE);
    NAMED(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    NAMED(CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
    NAMED(CL_INVALID_VALUE);
    NAMED(CL_INVALID_COMMAND_QUEUE);
    NAMED(CL_INVALID_MEM_OBJECT);
    NAMED(CL_INVALID_KERNEL_ARGS);
    NAMED(CL_INVALID_WORK_GROUP_SIZE);
    NAMED(CL_INVALID_EVENT);
    NAMED(CL_INVALID_GLOBAL_WORK_SIZE);
    NAMED(CL_INVALID_DEVICE_PARTITION_COUNT);
    assert_string_equal(gt_cl_error_name_(-1001), "CL_PLATFORM_NOT_FOUND_KHR");
    assert_non_null(strstr(gt_cl_error_name_(-12345), "unknown"));
}

/* ---- programs, warm-up ---- */

static void write_file(const char *path, const char *text, size_t size) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, size, file), size);
    fclose(file);
}
static const char broken[] = "kernel void broken(global int *x) { x[0] = undeclared_thing; }\n";

TEST(failed_build_keeps_the_log_and_the_name_of_the_file, start_anew, leave_clean) {
    const gt_error *e;
    char path[] = GT_BUILD_DIR "/broken_on_purpose.cl";
    need_device();
    write_file(path, broken, strlen(broken));
    assert_null(gt_cl_program_file(&cl, path, NULL));
    memset(path, '?', 3);
    e = gt_error_first();
    assert_non_null(e);
    assert_int_equal(e->status, GT_ERR_BUILD);
    assert_string_equal(e->code_name, "CL_BUILD_PROGRAM_FAILURE");
    assert_non_null(strstr(e->detail, "broken_on_purpose.cl"));
    assert_non_null(strstr(e->detail, "undeclared_thing"));
    assert_non_null(strstr(e->file, GT_BUILD_DIR));
    expect_finding("undeclared_thing");
}
TEST(failed_build_of_a_string_names_it, start_anew, leave_clean) {
    need_device();
    assert_null(gt_cl_program(&cl, broken, NULL, "my string"));
    assert_int_equal(gt_error_first()->status, GT_ERR_BUILD);
    assert_non_null(strstr(gt_error_first()->detail, "my string"));
    gt_reset();
    assert_null(gt_cl_program(&cl, broken, NULL, NULL));
    assert_int_equal(gt_error_first()->status, GT_ERR_BUILD);
}
TEST(options_reach_the_compiler, start_anew, leave_clean) {
    cl_program p;
    need_device();
    assert_null(gt_cl_program(&cl, "kernel void k(global int *x) { x[0] = OPTION; }", NULL, "options"));
    p = gt_cl_program(&cl, "kernel void k(global int *x) { x[0] = OPTION; }", "-DOPTION=3", "options");
    assert_non_null(p);
    clReleaseProgram(p);
}
/* It is no code of the host. Another program may have the processor between two readings of the clock. */
TEST(a_program_that_gt_cl_builds_is_set_up, start_anew, leave_clean) {
    double took = 0, set_up = 0, host = 0;
    need_device();
    for (int tries = 0; tries < 5 && !(set_up > 0.8 * took && host < 0.2 * took); tries++) {
        const char *text = source;
        gt_reset();
        cl_program p = GT_CL_NEW(clCreateProgramWithSource(cl.context, 1, &text, NULL, GT_CL_ERR));
        GT_SCOPE_CL(cl.queue, "builds") {
            const uint64_t begin = gt_clock_ticks();
            GT_CL(clBuildProgram(p, 1, &cl.device, NULL, NULL, NULL));
            took = gt_clock_ns(gt_clock_ticks() - begin);
            enqueue(cl.queue, light, GT_EVENT);
        }
        clReleaseProgram(p);
        const gt_series *s = look("builds");
        set_up = gt_series_sample(s, 0).setup_ns;
        host = gt_series_sample(s, 0).host_ns;
        assert_true(s->builds == 1 && s->build_ns > 0 && s->build_ns <= took && set_up <= took);
    }
    assert_true(set_up > 0.8 * took && host < 0.2 * took);
}
TEST(program_from_a_file_works, start_anew, leave_clean) {
    static const char path[] = GT_BUILD_DIR "/good.cl";
    cl_program p;
    cl_kernel k;
    need_device();
    write_file(path, source, strlen(source));
    p = gt_cl_program_file(&cl, path, NULL);
    assert_non_null(p);
    assert_null(gt_error_first());
    k = GT_CL_NEW(clCreateKernel(p, "light", GT_CL_ERR));
    assert_non_null(k);
    clReleaseKernel(k);
    clReleaseProgram(p);
}
TEST(file_that_cannot_be_read_is_an_io_error_with_its_path, start_anew, leave_clean) {
    static const char *const paths[] = { GT_BUILD_DIR "/absent.cl", GT_BUILD_DIR, GT_BUILD_DIR "/zero.cl",
                                         GT_BUILD_DIR "/empty.cl" };
    size_t i;
    need_device();
    write_file(paths[2], "kernel\0void", 11);
    write_file(paths[3], "", 0);
    for (i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        gt_reset();
        assert_null(gt_cl_program_file(&cl, paths[i], NULL));
        assert_non_null(gt_error_first());
        assert_int_equal(gt_error_first()->status, GT_ERR_IO);
        assert_string_equal(gt_error_first()->file, paths[i]);
    }
}
TEST(fill_overwrites_all_of_the_buffer, start_anew, leave_clean) {
    cl_float x[ITEMS], pattern = 2.5f;
    size_t i;
    need_device();
    assert_int_equal(gt_cl_fill(cl.queue, buffer, &pattern, sizeof pattern), GT_OK);
    assert_int_equal(clEnqueueReadBuffer(cl.queue, buffer, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL), CL_SUCCESS);
    for (i = 0; i < ITEMS; i++) assert_number(x[i], 2.5);
    assert_int_equal(gt_cl_fill(cl.queue, buffer, &pattern, 3), GT_ERR_OPENCL);
    assert_non_null(gt_error_first());
}
TEST(warming_a_kernel_runs_it_once, start_anew, leave_clean) {
    cl_float x[ITEMS], zero = 0;
    need_device();
    gt_cl_fill(cl.queue, buffer, &zero, sizeof zero);
    assert_int_equal(gt_cl_warm_kernel(cl.queue, light, 1, NULL, &items, NULL), GT_OK);
    assert_int_equal(clEnqueueReadBuffer(cl.queue, buffer, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL), CL_SUCCESS);
    assert_number(x[ITEMS - 1], 1);
    assert_int_equal(gt_cl_warm_kernel(cl.queue, light, 7, NULL, &items, NULL), GT_ERR_OPENCL);
}
static void assert_calls_known(void) {
    const gt_command *r = gt_cl_last_();
    const gt_log_row_ *last = gt_cl_mine_.calls ? &gt_cl_mine_.call[gt_cl_mine_.calls - 1] : NULL;
    assert_true(r && r->after >= r->before);
    assert_true(last && last->what == GT_LOG_WAIT_ && !last->loose && last->before >= r->after);
}
TEST(calls_of_warming_and_filling_are_known_from_begin_to_end, start_anew, leave_clean) {
    cl_float zero = 0;
    need_device();
    GT_SCOPE("own calls") {
        assert_int_equal(gt_cl_warm_kernel(cl.queue, light, 1, NULL, &items, NULL), GT_OK);
        assert_calls_known();
        assert_int_equal(gt_cl_fill(cl.queue, buffer, &zero, sizeof zero), GT_OK);
        assert_calls_known();
    }
    assert_int_equal(bad_releases, 2);      /* events of launches that this file did not make, and so did not follow */
    bad_releases = 0;
}

/* ---- choosing a device ---- */

static void expect_opens(const char *which, const char *name) {
    gt_cl other;
    gt_status status = gt_cl_open(&other, which);
    if (status != GT_OK) print_error("\"%s\" gives %d\n", which, status);
    assert_int_equal(status, GT_OK);
    if (name) assert_string_equal(other.name, name);
    assert_int_equal(other.owned, 1);
    assert_non_null(other.queue);
    assert_non_null(other.context);
    gt_cl_close(&other);
    assert_null(other.queue);
}
static void expect_no_device(const char *which) {
    static const gt_cl zero;
    gt_cl other;
    gt_reset();
    memset(&other, 0x55, sizeof other);
    assert_int_equal(gt_cl_open(&other, which), GT_ERR_NO_DEVICE);
    assert_memory_equal(&other, &zero, sizeof other);
    assert_non_null(gt_error_first());
    assert_int_equal(gt_error_first()->status, GT_ERR_NO_DEVICE);
    gt_cl_close(&other);
}
static const char *type_of_device(void) {
    return cl.type & CL_DEVICE_TYPE_GPU ? "gpu" : cl.type & CL_DEVICE_TYPE_CPU ? "cpu" : "accelerator";
}
static void change_case(char *text, int upper) {
    for (; *text; text++) {
        if (upper && *text >= 'a' && *text <= 'z') *text = (char)(*text - 'a' + 'A');
        if (!upper && *text >= 'A' && *text <= 'Z') *text = (char)(*text - 'A' + 'a');
    }
}
TEST(device_is_chosen_by_index_type_or_part_of_a_name_in_any_case, start_anew, leave_clean) {
    char part[sizeof cl.name];
    int upper;
    need_device();
    expect_opens("0:0", NULL);
    expect_opens(type_of_device(), NULL);
    expect_opens(cl.name, cl.name);
    expect_opens(cl.platform_name, NULL);
    expect_opens(cl.version, NULL);
    for (upper = 0; upper <= 1; upper++) {
        strcpy(part, cl.name + strlen(cl.name) / 4);
        change_case(part, upper);
        expect_opens(part, cl.name);
        strcpy(part, type_of_device());
        change_case(part, upper);
        expect_opens(part, NULL);
    }
}
/* A number is the line of the list, from 0; it is not looked for in names, which hold most digits ("OpenCL 3.0"). */
TEST(number_is_a_line_of_the_list_and_no_part_of_a_name, start_anew, leave_clean) {
    char *text, *line, number[16];
    gt_status status;
    int lines = 0, i;
    need_device();
    text = text_of(gt_cl_list, &status);
    for (line = text; (line = strchr(line, '\n')) != NULL; line++) lines++;
    free(text);
    assert_in_range(lines, 1, 64);
    expect_opens("0", NULL);
    for (i = lines; i < 100; i++) {
        sprintf(number, "%d", i);
        expect_no_device(number);
    }
}
TEST(nonsense_gives_no_device_and_names_the_remedy, start_anew, leave_clean) {
    gt_status status;
    char *text;
    static const char *const nonsense[] = { "no such device anywhere", "9:9", "0:9", "0:0x", "64:64", "99999999999:0" };
    size_t i;
    need_device();
    for (i = 0; i < sizeof nonsense / sizeof nonsense[0]; i++) expect_no_device(nonsense[i]);
    expect_no_device(nonsense[0]);
    assert_non_null(strstr(gt_error_first()->detail, nonsense[0]));
    assert_non_null(strstr(gt_error_first()->detail, cl.name));
    text = text_of(gt_cl_list, &status);
    assert_int_equal(status, GT_OK);
    assert_int_equal(strncmp(text, "0:0 ", 4), 0);
    assert_non_null(strstr(text, cl.name));
    free(text);
    expect_finding("apt-get install pocl-opencl-icd");
}
TEST(GT_DEVICE_decides_where_nothing_else_is_asked_for, start_anew, leave_clean) {
    need_device();
    setenv("GT_DEVICE", "no such device anywhere", 1);
    expect_no_device(NULL);
    expect_no_device("");
    expect_opens("0:0", NULL);
    setenv("GT_DEVICE", type_of_device(), 1);
    expect_opens(NULL, NULL);
    setenv("GT_DEVICE", "", 1);
    expect_opens(NULL, cl.name);
    unsetenv("GT_DEVICE");
}
TEST(closing_twice_or_what_was_never_open_is_harmless, start_anew, leave_clean) {
    gt_cl other;
    memset(&other, 0, sizeof other);
    gt_cl_close(&other);
    need_device();
    assert_int_equal(gt_cl_open(&other, NULL), GT_OK);
    gt_cl_close(&other);
    gt_cl_close(&other);
    assert_null(gt_error_first());
}
TEST(many_open_queues_are_all_waited_for, start_anew, leave_clean) {
    enum { MANY = 70 };
    cl_command_queue queue[MANY];
    gt_cl mine[MANY];
    size_t before, i;
    need_device();
    for (i = 0; i < MANY; i++) {
        cl_int code;
        queue[i] = clCreateCommandQueue(cl.context, cl.device, 0, &code);
        assert_int_equal(code, CL_SUCCESS);
        assert_int_equal(gt_cl_attach(&mine[i], cl.context, queue[i]), GT_OK);
    }
    before = finishes;
    assert_int_equal(gt_cl_finish_all(), GT_OK);
    assert_int_equal(finishes - before, MANY + 2);
    for (i = 0; i < MANY; i++) {
        gt_cl_close(&mine[i]);
        clReleaseCommandQueue(queue[i]);
    }
    before = finishes;
    gt_cl_finish_all();
    assert_int_equal(finishes - before, 2);
}

/* ---- without a device: this program starts itself where the loader finds none ---- */

static int child_without_device(void) {
    gt_cl none;
    gt_status status = gt_cl_open(&none, NULL);
    if (status == GT_OK) return 77;
    GT_SCOPE("host work goes on") { }
    if (look("host work goes on")->n != 1) return 3;
    gt_snapshot_free(&shown);
    if (gt_report(stdout) != GT_OK) return 4;
    return status == GT_ERR_NO_DEVICE ? gt_fail(stdout) : 5;
}
static char child_output[16384];
static int run_as(const char *role, const char *variable, const char *value) {
    int ends[2], status = -1;
    size_t length = 0;
    ssize_t got;
    pid_t child;
    fflush(NULL);
    assert_int_equal(pipe(ends), 0);
    child = fork();
    if (child == 0) {
        dup2(ends[1], 1);
        close(ends[0]);
        if (variable) setenv(variable, value, 1);
        execl(test_program(), "test_cl", role, (char *)NULL);
        _exit(99);
    }
    close(ends[1]);
    assert_true(child > 0);
    while ((got = read(ends[0], child_output + length, sizeof child_output - 1 - length)) > 0) length += (size_t)got;
    child_output[length] = 0;
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 99) {
        print_message("a program of this processor cannot be started here by itself\n");
        skip();
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
TEST(without_a_device_the_message_names_the_remedy_and_host_scopes_go_on, start_anew, leave_clean) {
    int status;
    mkdir(GT_BUILD_DIR "/no_vendors", 0777);
    status = run_as("without-device", "OCL_ICD_VENDORS", GT_BUILD_DIR "/no_vendors");
    if (status == 77) {
        print_message("this OpenCL loader finds devices without OCL_ICD_VENDORS\n");
        skip();
    }
    if (status != 1) print_error("exit status %d, output:\n%s\n", status, child_output);
    assert_int_equal(status, 1);
    assert_non_null(strstr(child_output, "apt-get install pocl-opencl-icd"));
    assert_non_null(strstr(child_output, "\nhost work goes on  "));
}
TEST(host_scopes_alone_notice_commands_that_still_run, start_anew, leave_clean) {
    int status;
    need_device();
    status = run_as("host-only", NULL, NULL);
    if (status) print_error("exit status %d, output:\n%s\n", status, child_output);
    assert_int_equal(status, 0);
}

int main(int argc, char **argv) {
    if (argc > 1) return !strcmp(argv[1], "host-only") ? child_with_host_scopes_only() : child_without_device();
    return test_all(open_device, close_device);
}
