/* link: simcl */
/* asan: yes */
/* test_simcl.c - facts about the simulated device itself: its times, its lies, its faults, its books

   cc -std=c99 -D_POSIX_C_SOURCE=200809L test_simcl.c simcl.c -lcmocka -lm */
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "simcl.h"

#include <math.h>
#include <time.h>
#include "test.h"

#define NS 1000u                        /* ps */
static const char *const source = "kernel void add(global int *a, const int term) {}\n"
                                  "kernel void idle() {}\n"
                                  "__kernel __attribute__((vec_type_hint(float4))) void grow(__global float4 *a,\n"
                                  "    __constant float *b, __local int *c, float4 d, unsigned int e, size_t f) {}\n";

static cl_platform_id platform;
static cl_device_id device;
static cl_context context;
static cl_program program;
static cl_command_queue queue;
static cl_kernel add, idle;
static cl_mem buffer;
enum { N = 256 };

static void add_body(const simcl_launch *l) {
    int *a = l->arg[0].data;
    const int *term = l->arg[1].data;
    for (size_t i = l->offset[0]; i < l->offset[0] + l->global[0]; i++) {
        a[i] += *term;
    }
}

static cl_command_queue make_queue(cl_command_queue_properties properties) {
    cl_int err;
    cl_command_queue q = clCreateCommandQueue(context, device, properties, &err);
    assert_int_equal(err, CL_SUCCESS);
    return q;
}

/* A reset and everything that the tests need: a profiling queue, kernels, a buffer of zeros. */
static void begin(const simcl_script *script) {
    cl_int err;
    const int term = 1, zero = 0;
    const char *text = source;
    simcl_reset(script);
    assert_int_equal(simcl_kernel("add", add_body, (simcl_cost){.ns = 7000}), 0);
    assert_int_equal(simcl_kernel("idle", NULL, (simcl_cost){.ns = 0}), 0);
    assert_int_equal(clGetPlatformIDs(1, &platform, NULL), CL_SUCCESS);
    assert_int_equal(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), CL_SUCCESS);
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
    assert_int_equal(err, CL_SUCCESS);
    queue = make_queue(CL_QUEUE_PROFILING_ENABLE);
    program = clCreateProgramWithSource(context, 1, &text, NULL, &err);
    assert_int_equal(clBuildProgram(program, 1, &device, "-DX=1", NULL, NULL), CL_SUCCESS);
    add = clCreateKernel(program, "add", &err);
    assert_int_equal(err, CL_SUCCESS);
    idle = clCreateKernel(program, "idle", &err);
    assert_int_equal(err, CL_SUCCESS);
    buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, N * sizeof(int), NULL, &err);
    assert_int_equal(err, CL_SUCCESS);
    assert_int_equal(clSetKernelArg(add, 0, sizeof buffer, &buffer), CL_SUCCESS);
    assert_int_equal(clSetKernelArg(add, 1, sizeof term, &term), CL_SUCCESS);
    if (!script || !(script->device[0].touch.ns > 0 || script->device[0].touch.per_unit_ns > 0)) {
        assert_int_equal(clEnqueueFillBuffer(queue, buffer, &zero, 4, 0, N * 4, 0, NULL, NULL), CL_SUCCESS);
    }
    assert_int_equal(clFinish(queue), CL_SUCCESS);
}

static void end(void) {
    const char *text;
    assert_int_equal(clReleaseMemObject(buffer), CL_SUCCESS);
    assert_int_equal(clReleaseKernel(add), CL_SUCCESS);
    assert_int_equal(clReleaseKernel(idle), CL_SUCCESS);
    assert_int_equal(clReleaseProgram(program), CL_SUCCESS);
    assert_int_equal(clReleaseCommandQueue(queue), CL_SUCCESS);
    assert_int_equal(clReleaseContext(context), CL_SUCCESS);
    assert_int_equal(simcl_leaks(stderr), 0);
    assert_int_equal(simcl_alive(), 0);
    assert_int_equal(simcl_hangs(), 0);
    assert_int_equal(simcl_misuses(&text), 0);
    assert_string_equal(text, "");
}

static cl_event launch_on(cl_command_queue q, cl_kernel k, size_t items, cl_uint count, const cl_event *list) {
    cl_event e = NULL;
    assert_int_equal(clEnqueueNDRangeKernel(q, k, 1, NULL, &items, NULL, count, list, &e), CL_SUCCESS);
    return e;
}

/* The truth of a launch of `add` that nobody keeps the event of. */
static const simcl_command *launch(void) {
    const size_t items = N;
    assert_int_equal(clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, NULL), CL_SUCCESS);
    return simcl_command_at(simcl_command_count() - 1);
}

static const simcl_command *nth_last(size_t back) {
    return simcl_command_at(simcl_command_count() - 1 - back);
}

static void stamps_of(cl_event e, cl_ulong s[4]) {
    const cl_profiling_info which[4] = {CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT,
                                        CL_PROFILING_COMMAND_START, CL_PROFILING_COMMAND_END};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(clGetEventProfilingInfo(e, which[i], sizeof s[i], &s[i], NULL), CL_SUCCESS);
    }
}

static uint64_t finish_ps(void) {
    uint64_t before = simcl_now_ps();
    assert_int_equal(clFinish(queue), CL_SUCCESS);
    return simcl_now_ps() - before;
}

/* ---- time -------------------------------------------------------------------------------------------------------- */

TEST(host_time_passes_in_calls_alone) {
    simcl_script s = {.call = {.ns = 123}, .start_ns = 5000};
    simcl_reset(&s);
    assert_int_equal(simcl_now_ns(NULL), 5000);
    assert_int_equal(simcl_now_ns(NULL), 5000);
    cl_uint n;
    assert_int_equal(clGetPlatformIDs(0, NULL, &n), CL_SUCCESS);
    assert_int_equal(simcl_now_ns(NULL), 5123);
    simcl_spend_ns(0.25);
    assert_int_equal(simcl_now_ps(), 5123250);
}

TEST(clock_read_can_cost_time_after_its_value) {
    simcl_script s = {.clock_read = {.ns = 25}};
    simcl_reset(&s);
    uint64_t first = simcl_now_ns(NULL);
    assert_int_equal(simcl_now_ns(NULL), first + 25);
}

TEST(times_of_a_command_are_those_of_the_script) {
    simcl_script s = {.device[0] = {.launch = {.ns = 4000}, .submit = {.ns = 1500.5}, .notify = {.ns = 300},
                                    .finish = {.ns = 50}}};
    begin(&s);
    uint64_t begin_ps = simcl_now_ps();
    (void)launch();
    assert_int_equal(simcl_now_ps(), begin_ps + 4000 * NS);
    assert_int_equal(clFinish(queue), CL_SUCCESS);
    const simcl_command *t = nth_last(0);
    assert_int_equal(t->queued_ps, begin_ps);
    assert_int_equal(t->submit_ps, begin_ps + 4000 * NS);
    assert_int_equal(t->start_ps, begin_ps + 5500500);
    assert_int_equal(t->end_ps, begin_ps + 12500500);
    assert_int_equal(t->seen_ps, begin_ps + 12800500);
    assert_int_equal(simcl_now_ps(), t->seen_ps);
    assert_int_equal(t->status, CL_COMPLETE);
    assert_int_equal(t->items, N);
    assert_string_equal(t->name, "add");
    const simcl_call *c = simcl_call_at(t->call);
    assert_string_equal(c->name, "clEnqueueNDRangeKernel");
    assert_int_equal(c->begin_ps, t->queued_ps);
    assert_int_equal(c->end_ps, t->submit_ps);
    end();
}

TEST(finish_costs_its_own_time_when_nothing_is_left) {
    simcl_script s = {.device[0].finish = {.ns = 700}};
    begin(&s);
    assert_int_equal(finish_ps(), 700 * NS);
    (void)launch();
    simcl_spend_ns(1e6);
    assert_int_equal(finish_ps(), 700 * NS);
    end();
}

TEST(duration_grows_with_items_and_bytes) {
    int data[N];
    begin(NULL);
    assert_int_equal(simcl_kernel("add", add_body, (simcl_cost){.ns = 100, .per_unit_ns = 0.5}), 0);
    (void)launch();
    assert_int_equal(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL), CL_SUCCESS);
    assert_int_equal(nth_last(1)->end_ps - nth_last(1)->start_ps, (100 + N / 2) * NS);
    assert_int_equal(nth_last(0)->end_ps - nth_last(0)->start_ps, 1000 * NS + sizeof data * 100);
    assert_int_equal(nth_last(0)->bytes, sizeof data);
    end();
}

TEST(events_and_profiling_cost_what_the_script_says) {
    simcl_script s = {.device[0] = {.launch = {.ns = 1000}, .event_extra = {.ns = 30}, .profiling_extra = {.ns = 7}}};
    begin(&s);
    cl_command_queue plain = make_queue(0);
    const size_t items = 1;
    uint64_t t0 = simcl_now_ps();
    assert_int_equal(clEnqueueNDRangeKernel(plain, idle, 1, NULL, &items, NULL, 0, NULL, NULL), CL_SUCCESS);
    uint64_t t1 = simcl_now_ps();
    cl_event e = launch_on(queue, idle, 1, 0, NULL);
    uint64_t t2 = simcl_now_ps();
    assert_int_equal(t1 - t0, 1000 * NS);
    assert_int_equal(t2 - t1, 1037 * NS);
    clReleaseEvent(e);
    clReleaseCommandQueue(plain);
    end();
}

TEST(status_is_that_which_the_host_can_know) {
    simcl_script s = {.call = SIMCL_NOTHING, .device[0] = {.submit = {.ns = 1000}, .notify = {.ns = 500}}};
    begin(&s);
    cl_event e = launch_on(queue, add, N, 0, NULL);
    const cl_int expected[4] = {CL_SUBMITTED, CL_RUNNING, CL_RUNNING, CL_COMPLETE};
    const double wait[4] = {999, 1, 7000 + 499, 1};
    for (int i = 0; i < 4; i++) {
        cl_int status = 99;
        simcl_spend_ns(wait[i]);
        assert_int_equal(clGetEventInfo(e, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL),
                         CL_SUCCESS);
        assert_int_equal(status, expected[i]);
    }
    clReleaseEvent(e);
    end();
}

TEST(one_lane_serialises_queues_and_two_overlap_them) {
    for (unsigned lanes = 1; lanes <= 2; lanes++) {
        simcl_script s = {.device[0] = {.lanes = lanes, .launch = SIMCL_NOTHING}};
        begin(&s);
        cl_command_queue other = make_queue(0);
        cl_event a = launch_on(queue, add, N, 0, NULL), b = launch_on(other, add, N, 0, NULL);
        const cl_event both[2] = {a, b};
        assert_int_equal(clWaitForEvents(2, both), CL_SUCCESS);
        const simcl_command *first = nth_last(1), *second = nth_last(0);
        assert_int_equal(second->start_ps, lanes == 1 ? first->end_ps : first->start_ps);
        assert_int_equal(simcl_union_ps(first->index, 2, 0, SIMCL_NEVER), (lanes == 1 ? 14000 : 7000) * NS);
        assert_int_equal(simcl_running(first->index, 2, first->start_ps, first->end_ps), lanes);
        clReleaseEvent(a);
        clReleaseEvent(b);
        clReleaseCommandQueue(other);
        end();
    }
}

TEST(copy_engine_overlaps_transfers_with_kernels) {
    int value = 0;
    simcl_script s = {.device[0] = {.copy_engine = 1, .launch = SIMCL_NOTHING}};
    begin(&s);
    cl_command_queue other = make_queue(0);
    (void)launch();
    assert_int_equal(clEnqueueReadBuffer(other, buffer, CL_TRUE, 0, 4, &value, 0, NULL, NULL), CL_SUCCESS);
    assert_int_equal(finish_ps() > 0, 1);
    assert_int_equal(nth_last(0)->start_ps, nth_last(1)->start_ps);
    assert_int_equal(value, 0);         /* it was read before the kernel ended */
    clReleaseCommandQueue(other);
    end();
}

TEST(union_counts_overlaps_once_and_clips) {
    simcl_script s = {.device[0] = {.lanes = 8, .launch = {.ns = 1000}}, .call = SIMCL_NOTHING};
    begin(&s);
    cl_command_queue q = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    for (int i = 0; i < 3; i++) {
        clReleaseEvent(launch_on(q, add, N, 0, NULL));          /* each 7 us, one every us: 9 us in all */
    }
    simcl_spend_ns(20000);
    clReleaseEvent(launch_on(q, add, N, 0, NULL));
    assert_int_equal(clFinish(q), CL_SUCCESS);
    const simcl_command *first = nth_last(3);
    assert_int_equal(simcl_union_ps(first->index, 4, 0, SIMCL_NEVER), 16000 * NS);
    assert_int_equal(simcl_union_ps(first->index, 4, first->start_ps + 500 * NS, first->start_ps + 2000 * NS),
                     1500 * NS);
    assert_int_equal(simcl_running(first->index, 4, 0, first->end_ps), 3);
    clReleaseCommandQueue(q);
    end();
}

TEST(out_of_order_queue_can_begin_with_its_newest) {
    simcl_script s = {.device[0] = {.newest_first = 1, .launch = SIMCL_NOTHING}, .call = SIMCL_NOTHING};
    begin(&s);
    cl_command_queue q = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    for (int i = 0; i < 3; i++) {
        clReleaseEvent(launch_on(q, add, N, 0, NULL));
    }
    assert_int_equal(clFinish(q), CL_SUCCESS);
    assert_true(nth_last(0)->end_ps <= nth_last(1)->start_ps && nth_last(1)->end_ps <= nth_last(2)->start_ps);
    clReleaseCommandQueue(q);
    end();
}

TEST(gap_lies_between_dependent_commands) {
    simcl_script s = {.device[0] = {.gap = {.ns = 1300}, .launch = SIMCL_NOTHING}};
    begin(&s);
    simcl_spend_ns(1e6);
    (void)launch();
    (void)launch();
    (void)finish_ps();
    assert_int_equal(nth_last(0)->start_ps - nth_last(1)->end_ps, 1300 * NS);
    assert_int_equal(nth_last(1)->start_ps - nth_last(1)->submit_ps, 1000 * NS);
    end();
}

TEST(deferred_commands_wait_for_a_flush) {
    simcl_script s = {.device[0].defer_submit = 1};
    begin(&s);
    cl_event e = launch_on(queue, add, N, 0, NULL);
    simcl_spend_ns(1e6);
    assert_int_equal(simcl_command_of(e)->status, CL_QUEUED);
    uint64_t flush = simcl_now_ps();
    assert_int_equal(clFlush(queue), CL_SUCCESS);
    simcl_spend_ns(1e6);
    assert_int_equal(simcl_command_of(e)->status, CL_COMPLETE);
    assert_int_equal(simcl_command_of(e)->submit_ps, flush);
    clReleaseEvent(e);
    end();
}

TEST(compile_cost_is_paid_once_per_shape) {
    for (int where = SIMCL_IN_ENQUEUE; where <= SIMCL_IN_EXECUTION; where++) {
        simcl_script s = {.device[0] = {.launch = SIMCL_NOTHING, .submit = SIMCL_NOTHING, .finish = SIMCL_NOTHING,
                                        .notify = SIMCL_NOTHING, .first_launch = {.ns = 40000},
                                        .new_shape = {.ns = 60000},
                                        .compile_where = (simcl_where)where, .large_grid = 1000}};
        begin(&s);
        const size_t offset = 8, items[2] = {64, 1024}, local[2] = {8, 16};
        const struct { const size_t *offset, *global, *local; uint64_t extra; } launches[] = {
            {NULL, &items[0], NULL, 40000}, {NULL, &items[0], NULL, 0}, {NULL, &items[0], &local[0], 60000},
            {NULL, &items[0], &local[1], 60000}, {NULL, &items[0], &local[0], 0}, {&offset, &items[0], NULL, 60000},
            {&offset, &items[0], NULL, 0}, {NULL, &items[1], NULL, 60000}, {NULL, &items[1], NULL, 0}};
        for (size_t i = 0; i < sizeof launches / sizeof launches[0]; i++) {
            uint64_t t0 = simcl_now_ps();
            assert_int_equal(clEnqueueNDRangeKernel(queue, idle, 1, launches[i].offset, launches[i].global,
                                                    launches[i].local, 0, NULL, NULL), CL_SUCCESS);
            uint64_t t1 = simcl_now_ps();
            assert_int_equal(clFinish(queue), CL_SUCCESS);
            const simcl_command *t = nth_last(0);
            const uint64_t extra = launches[i].extra * NS, none = 10000 * NS;
            assert_int_equal(t1 - t0, where == SIMCL_IN_ENQUEUE ? extra : 0);
            assert_int_equal(t->start_ps - t->submit_ps, where == SIMCL_BEFORE_START ? extra : 0);
            assert_int_equal(t->end_ps - t->start_ps, none + (where == SIMCL_IN_EXECUTION ? extra : 0));
        }
        end();
    }
}

TEST(first_touch_is_paid_once_per_page_or_buffer) {
    int value = 1;
    for (int paged = 0; paged < 2; paged++) {
        simcl_script s = {.device[0] = {.launch = SIMCL_NOTHING, .touch = {.per_unit_ns = 10},
                                        .touch_page = paged ? 256 : 0}};
        begin(&s);
        const size_t offset[4] = {0, 0, 300, 252};
        const uint64_t fresh[2][4] = {{1024, 0, 0, 0}, {256, 0, 256, 0}};
        for (int i = 0; i < 4; i++) {
            uint64_t t0 = simcl_now_ps();
            assert_int_equal(clEnqueueFillBuffer(queue, buffer, &value, 4, offset[i], 8, 0, NULL, NULL), CL_SUCCESS);
            assert_int_equal(simcl_now_ps() - t0, fresh[paged][i] * 10 * NS);
        }
        uint64_t t0 = simcl_now_ps();
        (void)launch();                 /* a kernel touches the whole of its buffers */
        assert_int_equal(simcl_now_ps() - t0, (paged ? 512u : 0u) * 10 * NS);
        assert_int_equal(clFinish(queue), CL_SUCCESS);
        end();
    }
}

TEST(build_context_and_platform_have_their_cost) {
    simcl_script s = {.first_platform = {.ns = 1e9}, .context = {.ns = 1e8}, .device[0].build = {.ns = 5e8}};
    begin(&s);
    const simcl_call *build = simcl_last_call("clBuildProgram"), *made = simcl_last_call("clCreateContext");
    assert_int_equal(build->end_ps - build->begin_ps, 500000000ull * NS);
    assert_int_equal(made->end_ps - made->begin_ps, 100000100ull * NS);
    assert_int_equal(simcl_call_at(0)->end_ps - simcl_call_at(0)->begin_ps, 1000000100ull * NS);
    uint64_t t0 = simcl_now_ps();
    assert_int_equal(clGetPlatformIDs(1, &platform, NULL), CL_SUCCESS);
    assert_int_equal(simcl_now_ps() - t0, 100 * NS);
    end();
}

static double double_it(double units, double now_s, void *user) {
    (void)now_s;
    return *(double *)user + 2 * units;
}

TEST(laws_have_their_mean_and_spread_and_repeat_with_their_seed) {
    const struct { simcl_law law; double mean, deviation; } laws[] = {
        {SIMCL_FIXED, 1, 0}, {SIMCL_UNIFORM, 1, 0.0577}, {SIMCL_NORMAL, 1, 0.1}, {SIMCL_LOGNORMAL, 1.005, 0.1008},
        {SIMCL_EXPONENTIAL, 1.1, 0.1}, {SIMCL_TWO_MODES, 1.05, 0.05}, {SIMCL_SPIKES, 1.001, 0.00995}};
    const int n = 20000;
    for (size_t i = 0; i < sizeof laws / sizeof laws[0]; i++) {
        double sum[2] = {0, 0}, squares = 0;
        for (int run = 0; run < 2; run++) {
            simcl_script s = {.seed = 7, .call = {.ns = 1000, .law = laws[i].law, .spread = 0.1}};
            simcl_reset(&s);
            for (int k = 0; k < n; k++) {
                uint64_t t0 = simcl_now_ps();
                assert_int_equal(clUnloadPlatformCompiler(NULL), CL_INVALID_PLATFORM);
                double factor = (double)(simcl_now_ps() - t0) / 1e6;
                sum[run] += factor;
                squares += run ? 0 : (factor - laws[i].mean) * (factor - laws[i].mean);
            }
        }
        assert_memory_equal(&sum[0], &sum[1], sizeof sum[0]);
        assert_true(fabs(sum[0] / n - laws[i].mean) < 0.003);
        assert_true(fabs(sqrt(squares / n) - laws[i].deviation) < 0.003);
    }
}

TEST(function_replaces_a_cost) {
    double base = 50;
    begin(NULL);
    assert_int_equal(simcl_kernel("add", add_body, (simcl_cost){.fn = double_it, .user = &base}), 0);
    (void)launch();
    (void)finish_ps();
    assert_int_equal(nth_last(0)->end_ps - nth_last(0)->start_ps, (50 + 2 * N) * NS);
    end();
}

static double half_later(double start_s, void *user) {
    (void)user;
    return start_s < 1 ? 1 : 0.5;
}

TEST(durations_change_with_time_as_scripted) {
    simcl_script s = {.device[0] = {.slower_per_s = 0.1, .slowdown = half_later}};
    begin(&s);
    simcl_spend_ns(1002e9 - (double)simcl_now_ps() / 1000 - 3000);      /* START two seconds after the reset */
    (void)launch();
    (void)finish_ps();
    assert_int_equal(nth_last(0)->start_ps, 1002000000000ull * NS);
    assert_int_equal(nth_last(0)->end_ps - nth_last(0)->start_ps, 4200 * NS);
    end();
}

TEST(real_time_is_really_spent) {
    struct timespec a, b;
    simcl_script s = {.real_time = 1, .device[0].build = SIMCL_NOTHING};
    begin(&s);
    assert_int_equal(simcl_kernel("add", add_body, (simcl_cost){.ns = 2e6}), 0);
    assert_int_equal(clock_gettime(CLOCK_MONOTONIC, &a), 0);
    (void)launch();
    assert_int_equal(clFinish(queue), CL_SUCCESS);
    assert_int_equal(clock_gettime(CLOCK_MONOTONIC, &b), 0);
    const simcl_command *t = nth_last(0);
    const uint64_t from = ((uint64_t)a.tv_sec * 1000000000u + (uint64_t)a.tv_nsec) * NS;
    const uint64_t to = ((uint64_t)b.tv_sec * 1000000000u + (uint64_t)b.tv_nsec) * NS;
    assert_int_equal(t->end_ps - t->start_ps, 2000000 * NS);
    assert_true(from <= t->queued_ps && t->seen_ps <= to && to - from >= 2000000u * NS);
    end();
}

TEST(presets_run_and_differ_in_where_first_use_hides) {
    for (int pocl = 0; pocl < 2; pocl++) {
        simcl_script s = pocl ? simcl_like_pocl() : simcl_like_h100();
        begin(&s);
        (void)launch();
        (void)finish_ps();
        const simcl_command *t = nth_last(0);
        assert_int_equal(t->end_ps - t->start_ps > 7000 * NS, pocl);
        end();
    }
}

/* ---- device clock and stamps ------------------------------------------------------------------------------------- */

TEST(stamps_follow_offset_drift_and_resolution) {
    const int64_t offsets[] = {0, 1000000000, -1000000000};
    const double drifts[] = {0, 200, -200, 0.25};
    const uint64_t resolutions[] = {1, 256, 1000};
    for (int i = 0; i < 36; i++) {
        const int64_t offset = offsets[i % 3];
        const double drift = drifts[i / 3 % 4];
        const uint64_t step = resolutions[i / 12];
        simcl_script s = {.device[0] = {.offset_ns = offset, .drift_ppm = drift, .resolution_ns = step}};
        begin(&s);
        size_t resolution = 0;
        cl_ulong stamp[4];
        assert_int_equal(clGetDeviceInfo(device, CL_DEVICE_PROFILING_TIMER_RESOLUTION, sizeof resolution, &resolution,
                                         NULL), CL_SUCCESS);
        assert_int_equal(resolution, step);
        simcl_spend_ns(1.5e9 + 0.3);
        cl_event e = launch_on(queue, add, N, 0, NULL);
        assert_int_equal(clFinish(queue), CL_SUCCESS);
        stamps_of(e, stamp);
        const simcl_command *t = simcl_command_of(e);
        const uint64_t truth[4] = {t->queued_ps, t->submit_ps, t->start_ps, t->end_ps};
        for (int k = 0; k < 4; k++) {
            const long double host = (long double)truth[k] / 1000, elapsed = host - 1e12L;
            const long double exact = host + (long double)offset + elapsed * (long double)drift * 1e-6L;
            assert_true(fabsl((long double)stamp[k] + (long double)step / 2 - exact) <= (long double)step / 2 + 0.002L);
            assert_int_equal(stamp[k] % step, 0);
            assert_int_equal(stamp[k], simcl_device_ns(0, truth[k]));
        }
        clReleaseEvent(e);
        end();
    }
}

TEST(device_and_host_timer_agree_with_the_truth_or_are_refused) {
    cl_ulong on_device = 0, on_host = 0;
    begin(NULL);
    assert_int_equal(clGetDeviceAndHostTimer(device, &on_device, &on_host), CL_INVALID_OPERATION);
    assert_null(clGetExtensionFunctionAddressForPlatform(platform, "clGetDeviceAndHostTimer"));
    end();
    simcl_script s = {.device[0] = {.device_timer = 1, .offset_ns = -5000}};
    begin(&s);
    assert_int_equal(clGetDeviceAndHostTimer(device, &on_device, &on_host), CL_SUCCESS);
    assert_int_equal(on_host - on_device, 5000);
    assert_int_equal(on_host, simcl_last_call("clGetDeviceAndHostTimer")->begin_ps / 1000);
    assert_non_null(clGetExtensionFunctionAddressForPlatform(platform, "clGetDeviceAndHostTimer"));
    end();
}

/* Whether stamps show the misbehaviour; h: healthy ones of the same command. */
static int shows(simcl_stamps kind, const cl_ulong s[4], const cl_ulong h[4]) {
    switch (kind) {
    case SIMCL_HEALTHY: return memcmp(s, h, 4 * sizeof s[0]) == 0;
    case SIMCL_UNTOUCHED: return s[0] == 77 && s[1] == 77 && s[2] == 77 && s[3] == 77;
    case SIMCL_ZERO: return !s[0] && !s[1] && !s[2] && !s[3];
    case SIMCL_ZERO_END: return s[2] == h[2] && s[3] == 0;
    case SIMCL_SWAPPED: return s[3] == h[2] && s[2] > s[3];
    case SIMCL_WRAP_32: return s[3] < ((cl_ulong)1 << 32) && (h[3] - s[3]) % ((cl_ulong)1 << 32) == 0;
    case SIMCL_WRAP_36: return s[3] < ((cl_ulong)1 << 36) && (h[3] - s[3]) % ((cl_ulong)1 << 36) == 0;
    case SIMCL_SCALED_UP: return fabs((double)(s[3] - s[2]) - (double)(h[3] - h[2]) * 125 / 3) <= 1;
    case SIMCL_SCALED_DOWN: return fabs((double)(s[3] - s[2]) - (double)(h[3] - h[2]) * 3 / 125) <= 1;
    case SIMCL_SUBMIT_AFTER_START: return s[1] > s[2];
    case SIMCL_SUBMIT_BEFORE_QUEUED: return s[1] < s[0];
    case SIMCL_START_BEFORE_QUEUED: return s[2] < s[0] && s[3] == h[3];
    case SIMCL_MARKER_EARLY: return memcmp(s, h, 4 * sizeof s[0]) == 0;     /* a kernel: see the test of markers */
    case SIMCL_ONE_NS_APART: return s[1] == s[0] + 1 && s[2] == s[0] + 2 && s[3] == s[0] + 3;
    case SIMCL_STILL_FROM_SUBMIT: return s[0] == h[0] && s[3] == h[3] && s[1] + 2 == s[3] && s[2] + 1 == s[3];
    case SIMCL_HUGE_DIFFERENCE: return s[3] - s[2] > ((cl_ulong)1 << 62);
    case SIMCL_LONGER_THAN_BRACKET: return s[3] - s[2] == h[3] - h[2] + 1000000000u;
    case SIMCL_QUEUED_EARLY:
        return s[0] == h[0] - 1000000000u && s[1] == h[1] - 1000000000u && s[2] == h[2] && s[3] == h[3];
    case SIMCL_SUBMIT_IS_QUEUED: return s[1] == s[0] && s[2] == h[2];
    case SIMCL_FROZEN: return s[3] == s[0];
    case SIMCL_STAMP_KINDS: break;
    }
    return 0;
}

TEST(each_kind_of_broken_stamps_is_broken_in_its_way) {
    for (int kind = 0; kind < SIMCL_STAMP_KINDS; kind++) {
        for (int by_script = 0; by_script < 2; by_script++) {
            simcl_script s = {.device[0].stamps = by_script ? (simcl_stamps)kind : SIMCL_HEALTHY};
            begin(&s);
            if (!by_script) {
                assert_int_equal(simcl_break_stamps((simcl_stamps)kind, 0), 0);
            }
            cl_ulong stamp[4] = {77, 77, 77, 77}, healthy[4];
            cl_event e = launch_on(queue, add, N, 0, NULL);
            assert_int_equal(clFinish(queue), CL_SUCCESS);
            stamps_of(e, stamp);
            const simcl_command *t = simcl_command_of(e);
            healthy[0] = simcl_device_ns(0, t->queued_ps);
            healthy[1] = simcl_device_ns(0, t->submit_ps);
            healthy[2] = simcl_device_ns(0, t->start_ps);
            healthy[3] = simcl_device_ns(0, t->end_ps);
            if (!shows((simcl_stamps)kind, stamp, healthy)) {
                fail_msg("%s: %s", simcl_stamps_name((simcl_stamps)kind), simcl_stamps_text((simcl_stamps)kind));
            }
            clReleaseEvent(e);
            end();
        }
    }
}

TEST(stamps_can_be_broken_for_one_command_alone) {
    begin(NULL);
    cl_event e[3];
    assert_int_equal(simcl_break_stamps(SIMCL_ZERO, simcl_command_count() + 2), 0);
    for (int i = 0; i < 3; i++) {
        e[i] = launch_on(queue, add, N, 0, NULL);
    }
    assert_int_equal(clFinish(queue), CL_SUCCESS);
    for (int i = 0; i < 3; i++) {
        cl_ulong stamp[4];
        stamps_of(e[i], stamp);
        assert_int_equal(stamp[3] == 0, i == 1);
        assert_int_equal(simcl_command_of(e[i])->stamps, i == 1 ? SIMCL_ZERO : SIMCL_HEALTHY);
        clReleaseEvent(e[i]);
    }
    end();
}

TEST(early_marker_ends_before_the_work_it_follows) {
    for (int early = 0; early < 2; early++) {
        simcl_script s = {.device[0].stamps = early ? SIMCL_MARKER_EARLY : SIMCL_HEALTHY};
        begin(&s);
        cl_ulong work[4], marked[4];
        cl_event marker, e = launch_on(queue, add, N, 0, NULL);
        assert_int_equal(clEnqueueMarkerWithWaitList(queue, 0, NULL, &marker), CL_SUCCESS);
        assert_int_equal(clFinish(queue), CL_SUCCESS);
        stamps_of(e, work);
        stamps_of(marker, marked);
        assert_int_equal(marked[3] < work[3], early);
        assert_true(simcl_command_of(marker)->end_ps >= simcl_command_of(e)->end_ps);
        clReleaseEvent(e);
        clReleaseEvent(marker);
        end();
    }
}

TEST(wrapping_clock_breaks_the_order_where_it_wraps) {
    const int bits[2] = {32, 36};
    for (int i = 0; i < 2; i++) {
        simcl_script s = {.start_ns = 1000000000000u, .device[0].stamps = i ? SIMCL_WRAP_36 : SIMCL_WRAP_32};
        s.device[0].offset_ns = simcl_offset_for_wrap(bits[i], s.start_ns + 1000000000u);
        begin(&s);
        cl_ulong stamp[4];
        simcl_spend_ns(1e9 - (double)(simcl_now_ps() / 1000 - s.start_ns) - 5000);      /* 5 us before it wraps */
        cl_event e = launch_on(queue, add, N, 0, NULL);
        assert_int_equal(clFinish(queue), CL_SUCCESS);
        stamps_of(e, stamp);
        assert_true(stamp[2] > stamp[3] && stamp[3] == 5000);
        clReleaseEvent(e);
        end();
    }
}

TEST(stamps_exist_only_with_profiling_and_after_the_end) {
    for (int always = 0; always < 2; always++) {
        simcl_script s = {.device[0].stamps_without_profiling = always};
        begin(&s);
        cl_command_queue plain = make_queue(0);
        cl_ulong stamp;
        cl_event e = launch_on(plain, add, N, 0, NULL);
        assert_int_equal(clGetEventProfilingInfo(e, CL_PROFILING_COMMAND_END, sizeof stamp, &stamp, NULL),
                         CL_PROFILING_INFO_NOT_AVAILABLE);
        assert_int_equal(clFinish(plain), CL_SUCCESS);
        assert_int_equal(clGetEventProfilingInfo(e, CL_PROFILING_COMMAND_END, sizeof stamp, &stamp, NULL),
                         always ? CL_SUCCESS : CL_PROFILING_INFO_NOT_AVAILABLE);
        clReleaseEvent(e);
        clReleaseCommandQueue(plain);
        end();
    }
}

/* ---- data -------------------------------------------------------------------------------------------------------- */

TEST(non_blocking_read_arrives_at_its_end) {
    int value = -1;
    cl_event e;
    begin(NULL);
    (void)launch();
    assert_int_equal(clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, 4, &value, 0, NULL, &e), CL_SUCCESS);
    assert_int_equal(value, -1);
    uint64_t now = simcl_now_ps();
    simcl_spend_ns(7000);               /* the kernel is about to end, the read has still to come */
    assert_int_equal(value, -1);
    assert_true(simcl_now_ps() == now + 7000 * NS);
    simcl_spend_ns(2000);
    assert_int_equal(value, 1);
    assert_int_equal(clWaitForEvents(1, &e), CL_SUCCESS);
    clReleaseEvent(e);
    end();
}

TEST(write_takes_what_the_host_has_at_its_end) {
    int out = 5, in = 0;
    begin(NULL);
    assert_int_equal(clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, 4, &out, 0, NULL, NULL), CL_SUCCESS);
    out = 6;                            /* too early: a mistake that shows */
    assert_int_equal(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4, &in, 0, NULL, NULL), CL_SUCCESS);
    assert_int_equal(in, 6);
    end();
}

TEST(queues_without_an_event_between_them_read_old_data) {
    int value = -1;
    simcl_script s = {.device[0].lanes = 2};
    begin(&s);
    cl_command_queue other = make_queue(0);
    cl_event e = launch_on(queue, add, N, 0, NULL);
    assert_int_equal(clEnqueueReadBuffer(other, buffer, CL_TRUE, 0, 4, &value, 0, NULL, NULL), CL_SUCCESS);
    assert_int_equal(value, 0);
    assert_int_equal(clEnqueueReadBuffer(other, buffer, CL_TRUE, 0, 4, &value, 1, &e, NULL), CL_SUCCESS);
    assert_int_equal(value, 1);
    clReleaseEvent(e);
    clReleaseCommandQueue(other);
    end();
}

TEST(unwritten_memory_is_not_zero) {
    cl_uint value = 0;
    begin(NULL);
    cl_mem m = clCreateBuffer(context, CL_MEM_READ_WRITE, 4, NULL, NULL);
    assert_int_equal(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, 4, &value, 0, NULL, NULL), CL_SUCCESS);
    assert_int_equal(value, 0xa5a5a5a5u);
    clReleaseMemObject(m);
    end();
}

TEST(parameters_are_read_from_the_source) {
    begin(NULL);
    assert_int_equal(simcl_kernel("grow", NULL, (simcl_cost){.ns = 0}), 0);
    cl_int err;
    cl_uint count = 0, u = 1;
    const cl_float d[4] = {0, 0, 0, 0};
    const cl_ulong f = 1;
    cl_kernel grow = clCreateKernel(program, "grow", &err);
    assert_int_equal(err, CL_SUCCESS);
    assert_int_equal(clGetKernelInfo(grow, CL_KERNEL_NUM_ARGS, sizeof count, &count, NULL), CL_SUCCESS);
    assert_int_equal(count, 6);
    assert_int_equal(clSetKernelArg(grow, 0, sizeof buffer, &buffer), CL_SUCCESS);
    assert_int_equal(clSetKernelArg(grow, 1, sizeof buffer, &buffer), CL_SUCCESS);
    assert_int_equal(clSetKernelArg(grow, 2, 64, NULL), CL_SUCCESS);
    assert_int_equal(clSetKernelArg(grow, 2, 4, &u), CL_INVALID_ARG_VALUE);
    assert_int_equal(clSetKernelArg(grow, 3, sizeof d, d), CL_SUCCESS);
    assert_int_equal(clSetKernelArg(grow, 3, 4, d), CL_INVALID_ARG_SIZE);
    assert_int_equal(clSetKernelArg(grow, 4, sizeof u, &u), CL_SUCCESS);
    assert_int_equal(clSetKernelArg(grow, 5, sizeof f, &f), CL_SUCCESS);
    assert_int_equal(clSetKernelArg(grow, 6, sizeof f, &f), CL_INVALID_ARG_INDEX);
    assert_int_equal(clReleaseKernel(grow), CL_SUCCESS);
    end();
}

TEST(kernels_without_a_body_exist_only_if_the_script_says_so) {
    cl_int err;
    for (int any = 0; any < 2; any++) {
        simcl_script s = {.any_kernel = any};
        begin(&s);
        simcl_forget_kernels();
        cl_kernel k = clCreateKernel(program, "grow", &err);
        assert_int_equal(err, any ? CL_SUCCESS : CL_INVALID_KERNEL_NAME);
        if (any) {
            assert_int_equal(clReleaseKernel(k), CL_SUCCESS);
            clReleaseEvent(launch_on(queue, idle, 1, 0, NULL));
            (void)finish_ps();
            assert_string_equal(nth_last(0)->name, "idle");
        }
        end();
    }
}

/* ---- errors ------------------------------------------------------------------------------------------------------ */

TEST(released_and_foreign_handles_are_errors_and_counted) {
    const char *text;
    union { int *at; cl_command_queue q; cl_mem m; cl_event e; } foreign;
    int here = 0;
    foreign.at = &here;
    begin(NULL);
    cl_mem m = clCreateBuffer(context, CL_MEM_READ_WRITE, 4, NULL, NULL);
    assert_int_equal(clReleaseMemObject(m), CL_SUCCESS);
    assert_int_equal(clReleaseMemObject(m), CL_INVALID_MEM_OBJECT);
    assert_int_equal(simcl_misuses(&text), 1);
    assert_string_equal(text, "clReleaseMemObject: buffer used after its release");
    assert_int_equal(clFinish(foreign.q), CL_INVALID_COMMAND_QUEUE);
    assert_int_equal(clReleaseMemObject(foreign.m), CL_INVALID_MEM_OBJECT);
    assert_int_equal(clWaitForEvents(1, &foreign.e), CL_INVALID_EVENT);
    assert_int_equal(clFinish(NULL), CL_INVALID_COMMAND_QUEUE);
    assert_int_equal(simcl_misuses(NULL), 1);
    cl_event e = launch_on(queue, add, N, 0, NULL);
    assert_int_equal(clReleaseEvent(e), CL_SUCCESS);
    assert_int_equal(clReleaseEvent(e), CL_INVALID_EVENT);       /* its queue still has it */
    assert_int_equal(simcl_misuses(&text), 2);
    assert_string_equal(text, "clReleaseEvent: event released too often; the runtime alone holds it");
    assert_int_equal(clFinish(queue), CL_SUCCESS);
    simcl_reset(NULL);
}

TEST(wrong_wait_lists_kernels_and_contexts_are_refused) {
    const size_t items = 1;
    int value = 0;
    begin(NULL);
    cl_context other = clCreateContextFromType(NULL, CL_DEVICE_TYPE_GPU, NULL, NULL, NULL);
    cl_mem m = clCreateBuffer(other, CL_MEM_READ_WRITE, 4, NULL, NULL);
    cl_event gate = clCreateUserEvent(other, NULL);
    assert_int_equal(clEnqueueTask(queue, idle, 1, NULL, NULL), CL_INVALID_EVENT_WAIT_LIST);
    assert_int_equal(clEnqueueTask(queue, idle, 0, &gate, NULL), CL_INVALID_EVENT_WAIT_LIST);
    assert_int_equal(clEnqueueNDRangeKernel(queue, idle, 1, NULL, &items, NULL, 1, &gate, NULL), CL_INVALID_CONTEXT);
    assert_int_equal(clEnqueueNDRangeKernel(queue, NULL, 1, NULL, &items, NULL, 0, NULL, NULL), CL_INVALID_KERNEL);
    assert_int_equal(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, 4, &value, 0, NULL, NULL), CL_INVALID_CONTEXT);
    clReleaseMemObject(m);
    clReleaseEvent(gate);
    clReleaseContext(other);
    end();
}

TEST(memory_has_an_end) {
    cl_int err;
    simcl_script s = {.device[0] = {.memory_bytes = 4096, .alloc_bytes = 2048}};
    begin(&s);
    assert_null(clCreateBuffer(context, CL_MEM_READ_WRITE, 2049, NULL, &err));
    assert_int_equal(err, CL_INVALID_BUFFER_SIZE);
    cl_mem m = clCreateBuffer(context, CL_MEM_READ_WRITE, 2048, NULL, &err);
    assert_int_equal(err, CL_SUCCESS);
    assert_null(clCreateBuffer(context, CL_MEM_READ_WRITE, 2048, NULL, &err));
    assert_int_equal(err, CL_MEM_OBJECT_ALLOCATION_FAILURE);
    clReleaseMemObject(m);
    m = clCreateBuffer(context, CL_MEM_READ_WRITE, 2048, NULL, &err);
    assert_int_equal(err, CL_SUCCESS);
    clReleaseMemObject(m);
    end();
}

TEST(platforms_and_devices_are_as_many_as_scripted) {
    cl_platform_id platforms[4];
    cl_device_id devices[4];
    cl_uint count = 0;
    char name[64];
    simcl_script s = {.platforms = 2, .devices = 2, .device[3] = {.name = "odd one", .type = CL_DEVICE_TYPE_CPU}};
    simcl_reset(&s);
    assert_int_equal(clGetPlatformIDs(4, platforms, &count), CL_SUCCESS);
    assert_int_equal(count, 2);
    assert_int_equal(clGetDeviceIDs(platforms[1], CL_DEVICE_TYPE_ALL, 4, devices, &count), CL_SUCCESS);
    assert_int_equal(count, 2);
    assert_int_equal(clGetDeviceIDs(platforms[1], CL_DEVICE_TYPE_CPU, 4, devices, &count), CL_SUCCESS);
    assert_int_equal(count, 1);
    assert_int_equal(clGetDeviceInfo(devices[0], CL_DEVICE_NAME, sizeof name, name, NULL), CL_SUCCESS);
    assert_string_equal(name, "odd one");
    assert_int_equal(clGetDeviceIDs(platforms[0], CL_DEVICE_TYPE_CPU, 4, devices, &count), CL_DEVICE_NOT_FOUND);
    simcl_script none = {.no_platform = 1}, bare = {.no_device = 1};
    simcl_reset(&none);
    assert_int_equal(clGetPlatformIDs(4, platforms, &count), -1001);
    assert_int_equal(count, 0);
    simcl_reset(&bare);
    assert_int_equal(clGetPlatformIDs(4, platforms, &count), CL_SUCCESS);
    assert_int_equal(clGetDeviceIDs(platforms[0], CL_DEVICE_TYPE_ALL, 4, devices, &count), CL_DEVICE_NOT_FOUND);
}

TEST(queue_kinds_can_be_refused) {
    cl_int err;
    simcl_script s = {.device[0] = {.no_out_of_order = 1}};
    begin(&s);
    assert_null(clCreateCommandQueue(context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &err));
    assert_int_equal(err, CL_INVALID_QUEUE_PROPERTIES);
    const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
    cl_command_queue q = clCreateCommandQueueWithProperties(context, device, list, &err);
    assert_int_equal(err, CL_SUCCESS);
    clReleaseCommandQueue(q);
    end();
}

/* ---- faults ------------------------------------------------------------------------------------------------------ */

#define TRY(call) do { if (!err) { err = (call); } } while (0)

/* A small program of the ordinary kind: it keeps its first error and always cleans up. */
static cl_int small_program(void) {
    cl_platform_id p = NULL;
    cl_device_id d = NULL;
    cl_context c = NULL;
    cl_command_queue q = NULL;
    cl_program built = NULL;
    cl_kernel k = NULL;
    cl_mem m = NULL;
    cl_event e[2] = {NULL, NULL};
    cl_int err = CL_SUCCESS;
    static int data[N];
    const int one = 1;
    const size_t items = N;
    cl_ulong stamp = 0;
    TRY(clGetPlatformIDs(1, &p, NULL));
    TRY(clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, NULL));
    c = err ? NULL : clCreateContext(NULL, 1, &d, NULL, NULL, &err);
    q = err ? NULL : clCreateCommandQueue(c, d, CL_QUEUE_PROFILING_ENABLE, &err);
    const char *text = source;
    built = err ? NULL : clCreateProgramWithSource(c, 1, &text, NULL, &err);
    TRY(clBuildProgram(built, 0, NULL, NULL, NULL, NULL));
    k = err ? NULL : clCreateKernel(built, "add", &err);
    m = err ? NULL : clCreateBuffer(c, CL_MEM_READ_WRITE, sizeof data, NULL, &err);
    TRY(clSetKernelArg(k, 0, sizeof m, &m));
    TRY(clSetKernelArg(k, 1, sizeof one, &one));
    TRY(clEnqueueFillBuffer(q, m, &one, sizeof one, 0, sizeof data, 0, NULL, NULL));
    TRY(clEnqueueNDRangeKernel(q, k, 1, NULL, &items, NULL, 0, NULL, &e[0]));
    TRY(clEnqueueNDRangeKernel(q, k, 1, NULL, &items, NULL, 1, &e[0], &e[1]));
    TRY(clWaitForEvents(2, e));
    TRY(clGetEventProfilingInfo(e[1], CL_PROFILING_COMMAND_END, sizeof stamp, &stamp, NULL));
    TRY(clEnqueueReadBuffer(q, m, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL));
    TRY(clFinish(q));
    if (!err && (data[0] != 3 || data[N - 1] != 3)) {
        err = 1;
    }
    for (int i = 0; i < 2; i++) {
        err = e[i] && clReleaseEvent(e[i]) && !err ? 2 : err;
    }
    err = m && clReleaseMemObject(m) && !err ? 2 : err;
    err = k && clReleaseKernel(k) && !err ? 2 : err;
    err = built && clReleaseProgram(built) && !err ? 2 : err;
    err = q && clReleaseCommandQueue(q) && !err ? 2 : err;
    err = c && clReleaseContext(c) && !err ? 2 : err;
    return err;
}

TEST(every_call_can_fail_at_every_use) {
    const char *names[64];
    size_t uses[64], sweeps = 0;
    begin(NULL);
    end();
    simcl_reset(NULL);
    assert_int_equal(small_program(), CL_SUCCESS);
    size_t n = simcl_names(names, 64), total = 0;
    for (size_t i = 0; i < n; i++) {
        uses[i] = simcl_calls(names[i]);
        total += uses[i];
    }
    assert_int_equal(total, simcl_call_count());
    for (size_t i = 0; i < n; i++) {
        for (size_t nth = 1; nth <= uses[i]; nth++, sweeps++) {
            const int release = strstr(names[i], "clRelease") != NULL;
            simcl_reset(NULL);
            assert_int_equal(simcl_fail(names[i], nth, -42), 0);
            assert_int_equal(small_program(), release ? 2 : -42);
            assert_int_equal(simcl_faults_fired(), 1);
            assert_int_equal(simcl_last_call(names[i])->nth >= nth, 1);
            size_t leaks = simcl_leaks(NULL);
            if (leaks != (release ? 1u : 0u) || simcl_misuses(NULL) || simcl_hangs()) {
                (void)simcl_leaks(stderr);
                fail_msg("%s, use %u: %u leaks", names[i], (unsigned)nth, (unsigned)leaks);
            }
        }
    }
    assert_int_equal(sweeps, total);
    simcl_reset(NULL);
    assert_int_equal(simcl_fail("clNoSuchCall", 1, -1), -1);
    assert_int_equal(simcl_fail("clFinish", 0, -5), 0);
    assert_int_equal(clFinish(NULL), -5);
    assert_int_equal(clFinish(NULL), -5);
    assert_int_equal(simcl_call_at(1)->faulted, 1);
}

TEST(every_allocation_can_fail) {
    cl_int err = -1;
    size_t nth = 0;
    do {
        simcl_reset(NULL);
        simcl_fail_alloc(++nth);
        err = small_program();
        assert_int_equal(err != CL_SUCCESS, simcl_faults_fired() == 1);
        assert_true(err <= 0);
        assert_int_equal(simcl_leaks(stderr), 0);
        assert_int_equal(simcl_alive(), 0);
        assert_true(nth < 1000);
    } while (err);
    assert_true(nth > 10);
}

TEST(failed_command_does_nothing_and_dooms_those_that_wait_for_it) {
    int value = -1;
    cl_int status = 0;
    cl_ulong stamp;
    simcl_script s = {.device[0].finish_reports_failure = 1};
    begin(&s);
    assert_int_equal(simcl_fail_command(simcl_command_count() + 1, CL_OUT_OF_RESOURCES), 0);
    cl_event bad = launch_on(queue, add, N, 0, NULL), doomed = launch_on(queue, add, N, 1, &bad);
    cl_event healthy = launch_on(queue, add, N, 0, NULL);
    assert_int_equal(clWaitForEvents(1, &bad), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    assert_int_equal(clWaitForEvents(1, &healthy), CL_SUCCESS);
    assert_int_equal(clGetEventInfo(bad, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL), CL_SUCCESS);
    assert_int_equal(status, CL_OUT_OF_RESOURCES);
    assert_int_equal(simcl_command_of(doomed)->status, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    assert_int_equal(clGetEventProfilingInfo(bad, CL_PROFILING_COMMAND_END, sizeof stamp, &stamp, NULL),
                     CL_PROFILING_INFO_NOT_AVAILABLE);
    assert_int_equal(clFinish(queue), CL_OUT_OF_RESOURCES);
    assert_int_equal(clFinish(queue), CL_SUCCESS);
    assert_int_equal(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4, &value, 1, &doomed, NULL),
                     CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    assert_int_equal(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4, &value, 0, NULL, NULL), CL_SUCCESS);
    assert_int_equal(value, 1);         /* the healthy one alone has added */
    clReleaseEvent(bad);
    clReleaseEvent(doomed);
    clReleaseEvent(healthy);
    end();
}

TEST(wait_without_end_is_reported_not_endless) {
    begin(NULL);
    cl_event gate = clCreateUserEvent(context, NULL), e = launch_on(queue, add, N, 1, &gate);
    assert_int_equal(clFinish(queue), CL_OUT_OF_RESOURCES);
    assert_int_equal(clWaitForEvents(1, &e), CL_OUT_OF_RESOURCES);
    assert_int_equal(simcl_hangs(), 2);
    assert_int_equal(clSetUserEventStatus(gate, -3), CL_SUCCESS);
    assert_int_equal(clFinish(queue), CL_SUCCESS);
    assert_int_equal(simcl_command_of(e)->status, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    assert_int_equal(simcl_hangs(), 2);
    simcl_reset(NULL);
}

/* ---- books ------------------------------------------------------------------------------------------------------- */

TEST(leak_is_listed_with_the_call_that_made_it) {
    char text[512] = "";
    begin(NULL);
    cl_mem m = clCreateBuffer(context, CL_MEM_READ_WRITE, 4, NULL, NULL);
    assert_int_equal(clRetainMemObject(m), CL_SUCCESS);
    assert_int_equal(clReleaseMemObject(buffer), CL_SUCCESS);
    assert_int_equal(clReleaseKernel(add), CL_SUCCESS);
    assert_int_equal(clReleaseKernel(idle), CL_SUCCESS);
    assert_int_equal(clReleaseProgram(program), CL_SUCCESS);
    assert_int_equal(clReleaseCommandQueue(queue), CL_SUCCESS);
    assert_int_equal(clReleaseContext(context), CL_SUCCESS);
    FILE *out = tmpfile();
    assert_non_null(out);
    assert_int_equal(simcl_leaks(out), 1);      /* the context lives on too, but nobody failed to release it */
    assert_int_equal(simcl_alive(), 2);
    rewind(out);
    size_t n = fread(text, 1, sizeof text - 1, out);
    text[n] = '\0';
    (void)fclose(out);
    assert_non_null(strstr(text, "simcl: buffer not released (2): made by clCreateBuffer, use 2, call "));
    simcl_reset(NULL);
}

TEST(event_that_is_kept_keeps_no_memory_of_its_command) {
    const int zero = 0;
    begin(NULL);
    size_t alive = simcl_alive();
    cl_event e;
    cl_mem m = clCreateBuffer(context, CL_MEM_READ_WRITE, 4, NULL, NULL);
    assert_int_equal(clEnqueueFillBuffer(queue, m, &zero, 4, 0, 4, 0, NULL, &e), CL_SUCCESS);
    assert_int_equal(clReleaseMemObject(m), CL_SUCCESS);
    assert_int_equal(simcl_alive(), alive + 2);
    assert_int_equal(clFinish(queue), CL_SUCCESS);
    assert_int_equal(simcl_alive(), alive + 1);
    clReleaseEvent(e);
    end();
}

TEST(calls_are_logged_with_time_use_and_result) {
    begin(NULL);
    size_t before = simcl_call_count();
    assert_int_equal(clFlush(queue), CL_SUCCESS);
    assert_int_equal(clFlush(NULL), CL_INVALID_COMMAND_QUEUE);
    const simcl_call *first = simcl_call_at(before), *second = simcl_call_at(before + 1);
    assert_string_equal(first->name, "clFlush");
    assert_int_equal(first->result, CL_SUCCESS);
    assert_int_equal(first->end_ps - first->begin_ps, 100 * NS);
    assert_int_equal(second->begin_ps, first->end_ps);
    assert_int_equal(second->nth, 2);
    assert_int_equal(second->result, CL_INVALID_COMMAND_QUEUE);
    assert_int_equal(simcl_calls("clFlush"), 2);
    assert_int_equal(simcl_calls("clEnqueueMarker"), 0);
    assert_null(simcl_call_at(before + 2));
    end();
}

TEST(hundred_thousand_launches_leave_nothing_behind) {
    simcl_script s = {.no_log = 1};
    begin(&s);
    size_t alive = simcl_alive(), commands = simcl_command_count();
    for (int i = 0; i < 100000; i++) {
        cl_event e = launch_on(queue, idle, 1, 0, NULL);
        assert_int_equal(clFinish(queue), CL_SUCCESS);
        assert_int_equal(clReleaseEvent(e), CL_SUCCESS);
    }
    assert_int_equal(simcl_alive(), alive);
    assert_int_equal(simcl_command_count(), commands + 100000);
    assert_null(simcl_command_at(0));
    end();
}

static uint64_t called_at[2];
static size_t calls_back;

static void CL_CALLBACK note_time(cl_event e, cl_int status, void *data) {
    (void)data;
    assert_int_equal(status, CL_COMPLETE);
    called_at[calls_back++] = simcl_now_ps();
    assert_int_equal(clReleaseEvent(e), CL_SUCCESS);
}

TEST(callbacks_come_when_the_host_can_know) {
    begin(NULL);
    calls_back = 0;
    for (int i = 0; i < 2; i++) {
        cl_event e = launch_on(queue, add, N, 0, NULL);
        assert_int_equal(clSetEventCallback(e, CL_COMPLETE, note_time, NULL), CL_SUCCESS);
    }
    assert_int_equal(clFinish(queue), CL_SUCCESS);
    assert_int_equal(calls_back, 2);
    assert_int_equal(called_at[0], nth_last(1)->seen_ps);
    assert_int_equal(called_at[1], nth_last(0)->seen_ps);
    end();
}

TEST(old_markers_and_barriers_order_a_queue) {
    simcl_script s = {.device[0].lanes = 4};
    begin(&s);
    cl_command_queue q = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    cl_event marker = NULL, a = launch_on(q, add, N, 0, NULL);
    assert_int_equal(clEnqueueMarker(q, &marker), CL_SUCCESS);
    assert_int_equal(clEnqueueMarker(q, NULL), CL_INVALID_VALUE);
    assert_int_equal(clEnqueueBarrier(q), CL_SUCCESS);
    cl_event b = launch_on(q, add, N, 0, NULL);
    assert_int_equal(clEnqueueWaitForEvents(q, 1, &b), CL_SUCCESS);
    assert_int_equal(clEnqueueTask(q, idle, 0, NULL, NULL), CL_SUCCESS);
    assert_int_equal(clFinish(q), CL_SUCCESS);
    assert_true(simcl_command_of(marker)->end_ps >= simcl_command_of(a)->end_ps);
    assert_true(simcl_command_of(b)->start_ps >= simcl_command_of(a)->end_ps);
    assert_true(nth_last(0)->start_ps >= simcl_command_of(b)->end_ps);
    assert_int_equal(nth_last(0)->type, CL_COMMAND_TASK);
    clReleaseEvent(a);
    clReleaseEvent(b);
    clReleaseEvent(marker);
    clReleaseCommandQueue(q);
    end();
}

TEST(migration_touches_and_costs_like_a_write) {
    simcl_script s = {.device[0] = {.touch = {.ns = 5000}, .launch = SIMCL_NOTHING}};
    begin(&s);
    uint64_t t0 = simcl_now_ps();
    assert_int_equal(clEnqueueMigrateMemObjects(queue, 1, &buffer, 0, 0, NULL, NULL), CL_SUCCESS);
    assert_int_equal(simcl_now_ps() - t0, 5000 * NS);
    (void)finish_ps();
    assert_int_equal(nth_last(0)->end_ps - nth_last(0)->start_ps, 1000 * NS + N * 4 * 100);
    t0 = simcl_now_ps();
    (void)launch();
    assert_int_equal(simcl_now_ps(), t0);
    (void)finish_ps();
    end();
}

int main(void) {
    return test_all(NULL, NULL);
}
