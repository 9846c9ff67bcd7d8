/* link: simcl OpenCL */
/* asan: yes */
/* flags: -DGPUTIME_CL_EVENTS=16 */
/* test_intercept.c - calls.h: calls of a file are collected, checked and named, and do what they always did

   (clFinish)(queue), with the name in brackets,
       is the call as OpenCL has it: each replaced call is compared with that. */
#include "kit_cl.h"
#include "calls.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>
#include "test.h"

#include "host.h"

/* ---- on any OpenCL: the same answers ---- */

static int same(const char *call, cl_int got, cl_int expected) {
    if (got != expected) print_error("%s: %ld, the original says %ld\n", call, (long)got, (long)expected);
    return got == expected;
}
/* One call with a code as its result; one that returns an object, with and without a place for the code. */
#define SAME(function, ...) do { \
    const cl_int expected = (function)(__VA_ARGS__); \
    compared++; \
    assert_true(expected != CL_SUCCESS); \
    assert_true(same(#function, function(__VA_ARGS__), expected)); \
    assert_int_equal(gt_error_first()->code, expected); \
    assert_string_equal(gt_error_first()->call, #function); \
    assert_string_equal(gt_error_first()->file, __FILE__); \
    assert_int_equal(gt_error_first()->line, line_of_these); \
    gt_reset(); \
} while (0)
#define SAME_NEW(function, ...) do { \
    cl_int expected = 1, code = 1; \
    compared++; \
    assert_null((function)(__VA_ARGS__, &expected)); \
    assert_true(expected < 0); \
    assert_null(function(__VA_ARGS__, &code)); \
    assert_true(same(#function, code, expected)); \
    assert_int_equal(gt_error_first()->code, expected); \
    assert_string_equal(gt_error_first()->call, #function); \
    assert_int_equal(gt_error_first()->line, line_of_these); \
    assert_null(function(__VA_ARGS__, NULL)); \
    gt_reset(); \
} while (0)
#define line_of_these __LINE__

/* Without a queue, a context, a program every call fails in its own way, on each driver. */
TEST(every_replaced_call_answers_nonsense_as_the_original, NULL, stop_looking) {
    const size_t n[3] = {1, 1, 1};
    static char p[64];
    cl_event event = NULL;
    int compared = 0;
    gt_reset();
    for (int within = 0; within < 2; within++) {
        gt_scope scope = {NULL, 0, 0, 0};
        if (within) scope = gt_scope_begin("within a scope");
        SAME(clGetPlatformIDs, 0, NULL, NULL);
        SAME(clGetDeviceIDs, NULL, 0, 0, NULL, NULL);
        SAME(clFinish, NULL);
        SAME(clEnqueueNDRangeKernel, NULL, NULL, 1, NULL, n, NULL, 0, NULL, &event);
        SAME(clEnqueueTask, NULL, NULL, 0, NULL, NULL);
        SAME(clEnqueueReadBuffer, NULL, NULL, CL_TRUE, 0, 1, p, 0, NULL, NULL);
        SAME(clEnqueueWriteBuffer, NULL, NULL, CL_TRUE, 0, 1, p, 0, NULL, &event);
        SAME(clEnqueueCopyBuffer, NULL, NULL, NULL, 0, 0, 1, 0, NULL, NULL);
        SAME(clEnqueueReadBufferRect, NULL, NULL, CL_TRUE, n, n, n, 0, 0, 0, 0, p, 0, NULL, NULL);
        SAME(clEnqueueWriteBufferRect, NULL, NULL, CL_TRUE, n, n, n, 0, 0, 0, 0, p, 0, NULL, NULL);
        SAME(clEnqueueCopyBufferRect, NULL, NULL, NULL, n, n, n, 0, 0, 0, 0, 0, NULL, NULL);
        SAME(clEnqueueReadBufferRect, NULL, NULL, CL_TRUE, NULL, NULL, NULL, 0, 0, 0, 0, p, 0, NULL, NULL);
        SAME(clEnqueueUnmapMemObject, NULL, NULL, p, 0, NULL, NULL);
        SAME(clEnqueueFillBuffer, NULL, NULL, p, 1, 0, 1, 0, NULL, NULL);
        SAME(clEnqueueMigrateMemObjects, NULL, 0, NULL, 0, 0, NULL, NULL);
        SAME(clEnqueueMarkerWithWaitList, NULL, 0, NULL, NULL);
        SAME(clEnqueueBarrierWithWaitList, NULL, 0, NULL, NULL);
        SAME(clCreateKernelsInProgram, NULL, 0, NULL, NULL);
        SAME(clBuildProgram, NULL, 0, NULL, NULL, NULL, NULL);
        SAME_NEW(clEnqueueMapBuffer, NULL, NULL, CL_TRUE, CL_MAP_READ, 0, 1, 0, NULL, NULL);
        SAME_NEW(clCreateCommandQueue, NULL, NULL, 0);
        SAME_NEW(clCreateContext, NULL, 0, NULL, NULL, NULL);
        SAME_NEW(clCreateBuffer, NULL, CL_MEM_READ_WRITE, 1, NULL);
        SAME_NEW(clCreateProgramWithSource, NULL, 0, NULL, NULL);
        SAME_NEW(clCreateProgramWithBinary, NULL, 0, NULL, NULL, NULL, NULL);
        SAME_NEW(clCreateKernel, NULL, "k");
        SAME_NEW(clCreateUserEvent, NULL);
        SAME(clSetEventCallback, NULL, CL_COMPLETE, NULL, NULL);
#ifndef SIMCL                           /* what the simulated device has not */
        SAME(clEnqueueNativeKernel, NULL, NULL, NULL, 0, 0, NULL, NULL, 0, NULL, NULL);
        SAME(clEnqueueReadImage, NULL, NULL, CL_TRUE, n, n, 0, 0, p, 0, NULL, NULL);
        SAME(clEnqueueWriteImage, NULL, NULL, CL_TRUE, n, n, 0, 0, p, 0, NULL, NULL);
        SAME(clEnqueueCopyImage, NULL, NULL, NULL, n, n, n, 0, NULL, NULL);
        SAME(clEnqueueCopyImageToBuffer, NULL, NULL, NULL, n, n, 0, 0, NULL, NULL);
        SAME(clEnqueueCopyBufferToImage, NULL, NULL, NULL, 0, n, n, 0, NULL, NULL);
        SAME(clEnqueueFillImage, NULL, NULL, p, n, n, 0, NULL, NULL);
        SAME(clCompileProgram, NULL, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL);
        SAME_NEW(clLinkProgram, NULL, 0, NULL, NULL, 0, NULL, NULL, NULL);
        SAME_NEW(clCreateSubBuffer, NULL, 0, CL_BUFFER_CREATE_TYPE_REGION, NULL);
        SAME_NEW(clCreateImage, NULL, 0, NULL, NULL, NULL);
        SAME_NEW(clEnqueueMapImage, NULL, NULL, CL_TRUE, CL_MAP_READ, n, n, NULL, NULL, 0, NULL, NULL);
        SAME_NEW(clCreateSampler, NULL, CL_TRUE, CL_ADDRESS_NONE, CL_FILTER_NEAREST);
        SAME_NEW(clCreateProgramWithBuiltInKernels, NULL, 0, NULL, NULL);
        SAME_NEW(clCloneKernel, NULL);
        SAME(clCreateSubDevices, NULL, NULL, 0, NULL, NULL);
#endif
        if (within) gt_scope_end(&scope);
    }
#ifdef SIMCL
    assert_int_equal(compared, 56);
#else
    assert_int_equal(compared, 88);
#endif
    assert_null(event);
}

#ifndef SIMCL

/* A whole program in the manner of many, on a real device: nothing but the include and the phases was added. */
TEST(an_ordinary_program_is_collected, NULL, stop_looking) {
    const char *source = "kernel void twice(global int *x) { x[get_global_id(0)] *= 2; }\n";
    enum { N = 256 };
    int x[N];
    const size_t items = N;
    cl_platform_id platform[8];
    cl_uint found = 0;
    cl_device_id device = NULL;
    cl_int err;
    cl_event done;
    gt_reset();
    if (clGetPlatformIDs(8, platform, &found) != CL_SUCCESS || !found) skip();
    for (cl_uint i = 0; i < found && i < 8 && !device; i++)
        if (clGetDeviceIDs(platform[i], CL_DEVICE_TYPE_ALL, 1, &device, NULL) != CL_SUCCESS) device = NULL;
    if (!device) skip();
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
    cl_command_queue queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &err);
    cl_program program;
    GT_SCOPE("set up") {
        program = clCreateProgramWithSource(context, 1, &source, NULL, &err);
        assert_int_equal(clBuildProgram(program, 1, &device, NULL, NULL, NULL), CL_SUCCESS);
    }
    cl_kernel kernel = clCreateKernel(program, "twice", &err);
    cl_mem m = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof x, NULL, &err);
    clSetKernelArg(kernel, 0, sizeof m, &m);
    for (int pass = 0; pass < 3; pass++) {
        for (int i = 0; i < N; i++) x[i] = i;
        GT_SCOPE_CL(queue, "work") {
            clEnqueueWriteBuffer(queue, m, CL_FALSE, 0, sizeof x, x, 0, NULL, NULL);
            clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, &done);
            clEnqueueReadBuffer(queue, m, CL_TRUE, 0, sizeof x, x, 1, &done, NULL);
        }
        for (int i = 0; i < N; i++) assert_int_equal(x[i], 2 * i);
        assert_int_equal(clWaitForEvents(1, &done), CL_SUCCESS);
        assert_int_equal(clReleaseEvent(done), CL_SUCCESS);
    }
    assert_null(gt_error_first());
    const gt_series *work = look("work");
    assert_int_equal(work->n, 3);
    assert_int_equal(work->known[GT_COLUMN_complete], 3);
    assert_int_equal(gt_series_sample(work, 2).commands, 3);
    assert_int_equal(look("work/twice")->n, 3);
    assert_number(gt_series_sample(look("work/write"), 0).bytes, sizeof x);
    assert_int_equal(look("set up")->builds, 1);
    assert_true(look("set up")->build_ns > 0);
    clReleaseMemObject(m);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
}

int main(void) {
    return test_all(NULL, NULL);
}

#else   /* ---- on the simulated device ---- */

#include "rig.h"

/* The same phase as a file without the mode would have it. */
static gt_cl_scope plain_phase(const char *name) { return gt_cl_scope_begin(rig_queue, name); }
static cl_int original_launch(cl_event *event) {
    const size_t items = 64;
    return (clEnqueueNDRangeKernel)(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL, event);
}
static cl_uint event_references(cl_event event) {
    cl_uint n = 0;
    assert_int_equal(clGetEventInfo(event, CL_EVENT_REFERENCE_COUNT, sizeof n, &n, NULL), CL_SUCCESS);
    return n;
}
static cl_mem some_buffer(size_t bytes) {
    cl_int err;
    cl_mem m = clCreateBuffer(rig_context, CL_MEM_READ_WRITE, bytes, NULL, &err);
    assert_int_equal(err, CL_SUCCESS);
    return m;
}
static size_t series_shown(void) {
    size_t n = 0;
    for (size_t i = 0; i < shown.count; i++) n += shown.series[i].n != 0;
    return n;
}

/* ---- the program sees no difference ---- */

static gt_status gt_fail_as_status(FILE *out) { return gt_fail(out) == 1 ? GT_OK : GT_ERR_ORDER; }

TEST(every_enqueue_is_collected_and_its_event_is_the_users, NULL, stop_looking) {
    static unsigned char from[256], to[256];
    const size_t zero[3] = {0, 0, 0}, region[3] = {8, 4, 2}, items = 64;
    for (int asked = 0; asked < 2; asked++) {
        cl_event own[16];
        cl_int err = 1;
        rig_open(NULL, 0);
        for (size_t i = 0; i < 256; i++) from[i] = (unsigned char)i;
        memset(own, 0, sizeof own);
        memset(to, 0, sizeof to);
        cl_mem a = some_buffer(256), b = some_buffer(256);
#define OWN(i) 0, NULL, asked ? &own[i] : NULL
        GT_SCOPE_CL(rig_queue, "all") {
            assert_int_equal(clEnqueueWriteBuffer(rig_queue, a, CL_TRUE, 0, 256, from, OWN(0)), CL_SUCCESS);
            memset(from, 0xEE, sizeof from);                    /* blocking is blocking still */
            assert_int_equal(clEnqueueCopyBuffer(rig_queue, a, b, 0, 0, 256, OWN(1)), CL_SUCCESS);
            assert_int_equal(clEnqueueReadBuffer(rig_queue, b, CL_TRUE, 0, 256, to, OWN(2)), CL_SUCCESS);
            for (size_t i = 0; i < 256; i++) assert_int_equal(to[i], i);
            unsigned char *p = clEnqueueMapBuffer(rig_queue, b, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 16, 64, OWN(3),
                &err);
            assert_int_equal(err, CL_SUCCESS);
            assert_int_equal(p[0], 16);
            p[0] = 99;
            assert_int_equal(clEnqueueUnmapMemObject(rig_queue, b, p, OWN(4)), CL_SUCCESS);
            assert_int_equal(clEnqueueReadBuffer(rig_queue, b, CL_TRUE, 16, 1, to, OWN(5)), CL_SUCCESS);
            assert_int_equal(to[0], 99);
            assert_int_equal(clEnqueueFillBuffer(rig_queue, b, "z", 1, 0, 256, OWN(6)), CL_SUCCESS);
            assert_int_equal(clEnqueueMigrateMemObjects(rig_queue, 1, &a, 0, OWN(7)), CL_SUCCESS);
            assert_int_equal(clEnqueueReadBufferRect(rig_queue, b, CL_TRUE, zero, zero, region, 0, 0, 0, 0, to,
                OWN(8)), CL_SUCCESS);
            assert_int_equal(to[63], 'z');
            assert_int_equal(clEnqueueWriteBufferRect(rig_queue, b, CL_TRUE, zero, zero, region, 0, 0, 0, 0, to,
                OWN(9)), CL_SUCCESS);
            assert_int_equal(clEnqueueCopyBufferRect(rig_queue, a, b, zero, zero, region, 0, 0, 0, 0, OWN(10)),
                CL_SUCCESS);
            assert_int_equal(clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, OWN(11)), CL_SUCCESS);
            assert_int_equal(clEnqueueTask(rig_queue, rig_kernel, OWN(12)), CL_SUCCESS);
        }
        const gt_series *all = look("all");
        assert_null(spoiled(all));
        assert_int_equal(gt_series_sample(all, 0).commands, 13);
        assert_int_equal(all->known[GT_COLUMN_complete], 1);
        assert_number(gt_series_sample(look("all/write"), 0).bytes, 256);
        assert_int_equal(look("all/map")->known[GT_COLUMN_bytes], 0);           /* who knows what a map moves */
        assert_number(gt_series_sample(look("all/read rect"), 0).bytes, 64);
        assert_number(gt_series_sample(look("all/fill"), 0).bytes, 256);
        assert_number(gt_series_sample(look("all/copy"), 0).bytes, 256);
        assert_int_equal(look("all/work")->n, 2);               /* after its kernel, launched in two ways */
        assert_int_equal(series_shown(), 1 + 10 + 1);    /* two reads are one row */
        for (int i = 0; asked && i < 13; i++) {
            assert_int_equal(event_references(own[i]), 1);      /* his, and nobody else's */
            assert_int_equal(simcl_command_of(own[i])->index, (size_t)i);
            assert_int_equal(clReleaseEvent(own[i]), CL_SUCCESS);
        }
        clReleaseMemObject(a);
        clReleaseMemObject(b);
        rig_close();
    }
}

TEST(event_that_is_asked_for_serves_in_wait_lists_and_chains, NULL, stop_looking) {
    const size_t items = 64;
    cl_event chain = NULL, before;
    rig_open(NULL, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    GT_SCOPE_CL(rig_queue, "chain") {
        assert_int_equal(clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL, &chain),
            CL_SUCCESS);
        for (int i = 0; i < 3; i++) {
            before = chain;             /* in the wait list and the place of the new one */
            assert_int_equal(clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 1, &chain, &chain),
                CL_SUCCESS);
            assert_true(chain != before);
            assert_int_equal(clReleaseEvent(before), CL_SUCCESS);
        }
        assert_int_equal(clWaitForEvents(1, &chain), CL_SUCCESS);
    }
    assert_int_equal(gt_series_sample(look("chain"), 0).commands, 4);
    for (size_t i = 1; i < 4; i++) assert_true(simcl_command_at(i)->start_ps >= simcl_command_at(i - 1)->end_ps);
    assert_int_equal(clReleaseEvent(chain), CL_SUCCESS);
    rig_close();
}

TEST(outside_scopes_and_switched_off_no_event_is_asked_for, NULL, stop_looking) {
    rig_open(NULL, 0);
    const size_t released = simcl_calls("clReleaseEvent");
    rig_launch(rig_queue, 1000, NULL);
    gt_enable(0);
    GT_SCOPE_CL(rig_queue, "off") rig_launch(rig_queue, 1000, NULL);
    gt_enable(1);
    assert_int_equal(clFinish(rig_queue), CL_SUCCESS);
    assert_int_equal(simcl_calls("clReleaseEvent"), released);
    assert_int_equal(simcl_calls("clRetainKernel"), 0);
    GT_SCOPE_CL(rig_queue, "on") rig_launch(rig_queue, 1000, NULL);
    assert_int_equal(simcl_calls("clReleaseEvent"), released + 1);
    assert_int_equal(series_shown(), 0);
    assert_int_equal(look("on/work")->n, 1);
    rig_close();
}

TEST(failed_enqueue_leaves_the_users_event_alone_and_keeps_the_error, NULL, stop_looking) {
    cl_event own = (cl_event)(void *)&state;
    const size_t items = 64;
    int line = 0;
    rig_open(NULL, 0);
    simcl_fail("clEnqueueNDRangeKernel", 1, CL_OUT_OF_RESOURCES);
    GT_SCOPE_CL(rig_queue, "phase") {
        line = __LINE__ + 1;
        const cl_int code = clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL, &own);
        assert_int_equal(code, CL_OUT_OF_RESOURCES);
        assert_ptr_equal(own, &state);
        rig_launch(rig_queue, 1000, NULL);
    }
    const gt_error *e = gt_error_first();
    assert_int_equal(e->code, CL_OUT_OF_RESOURCES);
    assert_string_equal(e->call, "clEnqueueNDRangeKernel");
    assert_string_equal(e->file, __FILE__);
    assert_int_equal(e->line, line);
    assert_int_equal(look("phase")->voided, 1);
    GT_SCOPE_CL(rig_queue, "phase") rig_launch(rig_queue, 1000, NULL);
    assert_int_equal(look("phase")->n, 1);
    rig_close();
}

TEST(a_code_is_given_back_and_nobody_needs_to_ask, NULL, stop_looking) {
    cl_int code = 77;
    rig_open(NULL, 0);
    cl_mem m = clCreateBuffer(rig_context, CL_MEM_READ_WRITE, 64, NULL, &code);
    assert_int_equal(code, CL_SUCCESS);
    cl_mem unasked = clCreateBuffer(rig_context, CL_MEM_READ_WRITE, 64, NULL, NULL);
    assert_non_null(unasked);
    void *p = clEnqueueMapBuffer(rig_queue, m, CL_TRUE, CL_MAP_READ, 0, 64, 0, NULL, NULL, NULL);
    assert_non_null(p);
    assert_int_equal(clEnqueueUnmapMemObject(rig_queue, m, p, 0, NULL, NULL), CL_SUCCESS);
    assert_null(gt_error_first());
    GT_SCOPE_CL(rig_queue, "phase") assert_null(clEnqueueMapBuffer(rig_queue, m, CL_TRUE, CL_MAP_READ, 60, 64, 0, NULL,
        NULL, &code));
    assert_int_equal(code, CL_INVALID_VALUE);
    assert_string_equal(gt_error_first()->call, "clEnqueueMapBuffer");
    assert_null(clCreateBuffer(rig_context, CL_MEM_READ_WRITE, 0, NULL, NULL));
    assert_int_equal(clFinish(rig_queue), CL_SUCCESS);
    clReleaseMemObject(m);
    clReleaseMemObject(unasked);
    rig_close();
}

/* ---- styles ---- */

static const char *said;
static int checks;
#define CHECK(x) do { checks++; if ((x) != CL_SUCCESS) said = #x; } while (0)
#define CALL(name, ...) cl##name(__VA_ARGS__)
#define NAMED(f, ...) named(#f, f(__VA_ARGS__))
static cl_int named(const char *f, cl_int code) {
    said = f;
    return code;
}
static cl_int (CL_API_CALL *const finish)(cl_command_queue) = clFinish;        /* a pointer is left alone */

TEST(styles_of_calling_do_not_matter, NULL, stop_looking) {
    size_t items[] = {64};
    cl_event ev[2];
    int i = 0, code = 1, mine = 2, event = 3, file = 4, line = 5, n = 6, q = 7, slot = 8, row = 9;
        /* any name is the user's */
    rig_open(NULL, 0);
    said = "";
    checks = 0;
    GT_SCOPE_CL(rig_queue, "styles") {
        CHECK(clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, items, NULL, 0, NULL, NULL));
        assert_string_equal(said, "");
        if (clEnqueueTask(rig_queue, rig_kernel, 0, NULL, NULL) != CL_SUCCESS || clFinish(rig_queue) != CL_SUCCESS)
            fail();
        CHECK(CALL(EnqueueNDRangeKernel, rig_queue, rig_kernel, 1, NULL, (size_t[]){64, 1}, NULL, 0, NULL, &ev[i++]));
        CHECK(NAMED(clEnqueueTask, rig_queue, rig_kernel, 0, NULL, &ev[i++]));
        assert_string_equal(said, "clEnqueueTask");
        assert_int_equal(i, 2);         /* arguments are evaluated once */
        cl_int err = clEnqueueTask(rig_queue, rig_kernel, 0, NULL, NULL) | finish(rig_queue) | (clFinish)(rig_queue);
        assert_int_equal(err, CL_SUCCESS);
        CHECK(clEnqueueTask(rig_queue, NULL, 0, NULL, NULL));
    }
    assert_string_equal(said, "clEnqueueTask(rig_queue, NULL, 0, NULL, NULL)");
    assert_int_equal(checks, 4);
    assert_int_equal(code + mine + event + file + line + n + q + slot + row, 45);
    assert_int_equal(look("styles")->voided, 1);        /* by the last one */
    assert_int_equal(gt_error_first()->code, CL_INVALID_KERNEL);
    for (i = 0; i < 2; i++) clReleaseEvent(ev[i]);
    rig_close();
}

/* A program that has GT_EVENT in some places, and is then compiled with the mode: each command counts once. */
TEST(a_call_with_gt_event_is_collected_once, NULL, stop_looking) {
    const size_t items = 64;
    rig_open(NULL, 0);
    GT_SCOPE_CL(rig_queue, "both") {
        GT_CL(clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL, GT_EVENT));
        GT_CL(clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL, GT_EVENT_AS("mine", 8)));
        GT_CL(clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
    }
    const gt_series *both = look("both");
    assert_null(spoiled(both));
    assert_int_equal(gt_series_sample(both, 0).commands, 3);
    assert_int_equal(both->known[GT_COLUMN_complete], 1);
    assert_int_equal(look("both/mine")->n, 1);
    assert_number(gt_series_sample(look("both/mine"), 0).bytes, 8);
    assert_int_equal(look("both/work")->n, 2);
    assert_int_equal(series_shown(), 3);
    rig_close();
}

TEST(rows_are_called_after_kernels_that_may_be_gone, NULL, stop_looking) {
    const char *source = "kernel void alpha() {} kernel void beta() {}";
    const size_t items = 64;
    cl_kernel kernels[2];
    cl_uint found = 0;
    cl_int err;
    rig_open(NULL, 0);
    simcl_kernel("alpha", NULL, (simcl_cost){.ns = 3000});
    simcl_kernel("beta", NULL, (simcl_cost){.ns = 4000});
    cl_program p = clCreateProgramWithSource(rig_context, 1, &source, NULL, &err);
    assert_int_equal(clBuildProgram(p, 0, NULL, NULL, NULL, NULL), CL_SUCCESS);
    for (int pass = 0; pass < 2; pass++) {
        assert_int_equal(clCreateKernelsInProgram(p, 2, kernels, &found), CL_SUCCESS);
        assert_int_equal(found, 2);
        GT_SCOPE_CL(rig_queue, "phase") {
            for (int i = 0; i < 4; i++)
                assert_int_equal(clEnqueueNDRangeKernel(rig_queue, kernels[i % 2], 1, NULL, &items, NULL, 0, NULL,
                    NULL), CL_SUCCESS);
            for (int i = 0; i < 2; i++) assert_int_equal(clReleaseKernel(kernels[i]), CL_SUCCESS);  /* before the end */
        }
    }
    const char *names[] = {"phase/alpha", "phase/beta"};
    size_t at[2] = {0, 0};
    for (int i = 0; i < 2; i++) at[i] = strcmp(simcl_command_at((size_t)i)->name, "beta") ? 0 : 1;
    assert_int_equal(look(names[at[0]])->n, 4);
    assert_int_equal(look(names[at[1]])->n, 4);
    assert_number(look("phase/alpha")->ns[3], 3000);
    assert_number(look("phase/beta")->ns[0], 4000);
    assert_int_equal(clReleaseProgram(p), CL_SUCCESS);
    rig_close();                        /* the kernels are gone: nobody holds them */
}

/* A device whose kernels are compiled for 60 ms at their first launch, before they start. */
static void open_compiling(void) {
    simcl_script s;
    memset(&s, 0, sizeof s);
    s.device[0].first_launch.ns = 60e6;
    s.device[0].compile_where = SIMCL_BEFORE_START;
    rig_open(&s, 0);
}
/* Kernels that are compiled when they are launched first: what each of them adds is known, where it is not 0. */
TEST(compilations_of_several_kernels_add_up, NULL, stop_looking) {
    enum { KERNELS = 5 };
    const char *source = "kernel void a() {} kernel void b() {} kernel void c() {} "
                         "kernel void d() {} kernel void e() {}";
    const size_t items = 64;
    cl_kernel kernels[KERNELS];
    cl_int err;
    open_compiling();
    for (int i = 0; i < KERNELS; i++) simcl_kernel((char[]){(char)('a' + i), 0}, NULL, (simcl_cost){.ns = 3e6});
    cl_program p = clCreateProgramWithSource(rig_context, 1, &source, NULL, &err);
    assert_int_equal(clBuildProgram(p, 0, NULL, NULL, NULL, NULL), CL_SUCCESS);
    assert_int_equal(clCreateKernelsInProgram(p, KERNELS, kernels, NULL), CL_SUCCESS);
    gt_scope turns = gt_scope_begin("in turn");
    for (int i = 0; i < 3; i++) {
        clEnqueueNDRangeKernel(rig_queue, kernels[i], 1, NULL, &items, NULL, 0, NULL, NULL);
        clFinish(rig_queue);
    }
    gt_scope_end(&turns);
    gt_scope once = gt_scope_begin("at once");  /* this device compiles them at the same time */
    for (int i = 3; i < KERNELS; i++)
        clEnqueueNDRangeKernel(rig_queue, kernels[i], 1, NULL, &items, NULL, 0, NULL, NULL);
    clFinish(rig_queue);
    gt_scope_end(&once);
    assert_true(is_near(gt_series_sample(look("in turn"), 0).late_ns, 3 * 60e6, 1e6));
    assert_true(is_near(gt_series_sample(look("at once"), 0).late_ns, 60e6, 1e6));
    for (int i = 0; i < KERNELS; i++) clReleaseKernel(kernels[i]);
    clReleaseProgram(p);
    rig_close();
}

/* ---- programs ---- */

TEST(builds_inside_a_scope_are_counted, NULL, stop_looking) {
    const char *source = "kernel void k() {}", *broken = "#error no";
    cl_int err;
    int line;
    simcl_script s;
    memset(&s, 0, sizeof s);
    s.device[0].build.ns = 5e6;
    rig_open(&s, 0);
    cl_program p = clCreateProgramWithSource(rig_context, 1, &source, NULL, &err);
    cl_program bad = clCreateProgramWithSource(rig_context, 1, &broken, NULL, &err);
    assert_int_equal(clBuildProgram(p, 1, &rig_device, NULL, NULL, NULL), CL_SUCCESS);
    GT_SCOPE("outer") {
        GT_SCOPE("inner") {
            assert_int_equal(clBuildProgram(p, 1, &rig_device, NULL, NULL, NULL), CL_SUCCESS);
            assert_int_equal(clBuildProgram(p, 1, &rig_device, "-DX", NULL, NULL), CL_SUCCESS);
        }
        GT_SCOPE("other") simcl_spend_ns(10);
    }
    assert_int_equal(look("outer")->builds, 2);
    assert_int_equal(look("outer/inner")->builds, 2);
    assert_int_equal(look("outer/other")->builds, 0);
    assert_true(is_near(look("outer/inner")->build_ns, 10e6, 1000));
    assert_null(gt_error_first());
    line = __LINE__ + 1;
    assert_int_equal(clBuildProgram(bad, 1, &rig_device, NULL, NULL, NULL), CL_BUILD_PROGRAM_FAILURE);
    assert_int_equal(gt_error_first()->status, GT_ERR_BUILD);
    assert_int_equal(gt_error_first()->line, line);
    assert_non_null(strstr(gt_error_first()->file, "test_intercept"));
    assert_non_null(strstr(gt_error_first()->detail, "error"));         /* the compiler's log */
    clReleaseProgram(p);
    clReleaseProgram(bad);
    rig_close();
}

/* Legal without the kit: its kernel was released, so the program may be built again. */
TEST(a_program_may_be_built_again_behind_its_kernel, NULL, stop_looking) {
    const char *source = "kernel void work() {}";
    cl_int err;
    rig_open(NULL, 0);
    cl_program p = clCreateProgramWithSource(rig_context, 1, &source, NULL, &err);
    assert_int_equal(clBuildProgram(p, 1, &rig_device, NULL, NULL, NULL), CL_SUCCESS);
    GT_SCOPE_CL(rig_queue, "phase") {
        for (int i = 0; i < 2; i++) {
            cl_kernel k = clCreateKernel(p, "work", &err);
            assert_int_equal(clEnqueueTask(rig_queue, k, 0, NULL, NULL), CL_SUCCESS);
            assert_int_equal(clFinish(rig_queue), CL_SUCCESS);
            assert_int_equal(clReleaseKernel(k), CL_SUCCESS);
            assert_int_equal(clBuildProgram(p, 1, &rig_device, "-DX", NULL, NULL), CL_SUCCESS);
        }
    }
    assert_int_equal(look("phase")->n, 1);
    assert_int_equal(gt_series_sample(look("phase"), 0).commands, 2);
    clReleaseProgram(p);
    rig_close();
}

/* ---- what is complete, and what it is then called ---- */

TEST(launch_is_called_so_only_where_all_commands_were_collected, NULL, stop_looking) {
    rig_open(NULL, 0);
    for (int i = 0; i < 3; i++) GT_SCOPE_CL(rig_queue, "phase") rig_launch(rig_queue, 1000, NULL);
    assert_int_equal(look("phase")->known[GT_COLUMN_complete], 3);
    char *text = report_text();
    assert_non_null(strstr(text, "launch"));
    assert_null(strstr(text, "or for a command that was not collected"));
    free(text);
    /* One phase of a file without the mode, and the time until it ran may be that of other commands. */
    gt_cl_scope s = plain_phase("plain");
    rig_launch(rig_queue, 1000, NULL);
    gt_cl_scope_end(&s);
    assert_int_equal(look("plain")->known[GT_COLUMN_complete], 0);
    assert_int_equal(gt_series_sample(look("plain"), 0).commands, 1);
    text = report_text();
    assert_non_null(strstr(text, "or for a command that was not collected"));
    free(text);
    rig_close();
}

TEST(a_phase_with_more_commands_than_slots_is_complete, NULL, stop_looking) {
    enum { N = 3 * GPUTIME_CL_EVENTS + 1 };
    for (int wait = 0; wait < 2; wait++) {
        rig_open(NULL, 0);
        GT_SCOPE_CL(rig_queue, "around") {
            for (size_t i = 0; i < N; i++) {
                rig_launch(rig_queue, 1000, NULL);
                if (wait && i % 5 == 0) clFinish(rig_queue);
            }
            GT_SCOPE_CL(rig_queue, "inside") rig_launch(rig_queue, 1000, NULL);
        }
        assert_int_equal(look("around")->n, 1);
        assert_null(spoiled(look("around")));
        assert_int_equal(look("around")->known[GT_COLUMN_complete], 1);
        assert_int_equal(gt_series_sample(look("around"), 0).commands, N + 1);
        assert_number(gt_series_sample(look("around"), 0).device_ns, 1000 * (N + 1));
        assert_int_equal(look("around/work")->n, N);
        assert_int_equal(look("around/inside")->known[GT_COLUMN_complete], 1);
        rig_close();
    }
}

/* ---- without scopes ---- */

static void program_began(const simcl_script *script) {     /* as $GT_REPORT has it */
    rig_open(script, 0);
    gt_exit_for_ = 1;
    gt_cl_process_.scoped = gt_cl_process_.exiting = 0;
    gt_cl_asker_leave_();
    memset(&gt_cl_timing_, 0, sizeof gt_cl_timing_);    /* no clock was read yet */
}
static void program_ended(void) {
    gt_cl_programs_end_();
    gt_exit_for_ = gt_cl_process_.exiting = 0;
}

/* What is kept of readings is freed when a thread ends that has called OpenCL: other threads may make dates, too. */
TEST(a_date_without_a_reading_takes_no_memory, NULL, stop_looking) {
    program_began(NULL);
    gt_cl_seconds_named_(1.7e9);
    assert_null(gt_cl_loop_);
    gt_cl_clock_wall_(NULL, 0, 0, 0, &gt_cl_loop_, NULL);
    assert_non_null(gt_cl_loop_);
    program_ended();
    assert_null(gt_cl_loop_);
    rig_close();
}
TEST(a_program_without_scopes_is_one, NULL, stop_looking) {
    enum { N = 60000 };
    simcl_script s;
    memset(&s, 0, sizeof s);
    s.no_log = 1;
    program_began(&s);
    const size_t alive = simcl_alive(), zero = 0;
    cl_command_queue second = clCreateCommandQueue(rig_context, rig_device, CL_QUEUE_PROFILING_ENABLE, NULL);
    cl_mem m = some_buffer(64);
    double sum = 0;
    for (int i = 0; i < N; i++) {
        rig_launch(i % 3 ? rig_queue : second, 1000 + i % 10, NULL);
        sum += 1000 + i % 10;
        if (i % 3 == 2) {
            clFinish(second);
            clFinish(rig_queue);
        }
    }
    assert_int_equal(clEnqueueFillBuffer(second, m, "x", 1, 0, 64, 0, NULL, NULL), CL_SUCCESS);
    assert_int_equal(clFinish(second), CL_SUCCESS);
    assert_int_equal(clEnqueueNDRangeKernel(rig_queue, rig_kernel, 7, NULL, &zero, NULL, 0, NULL, NULL),
        CL_INVALID_WORK_DIMENSION);     /* and it goes on */
    clReleaseMemObject(m);
    clReleaseCommandQueue(second);
    program_ended();
    const gt_series *program = look("program");
    assert_int_equal(program->kind, GT_KIND_PROGRAM);
    assert_int_equal(program->n, 1);
    assert_int_equal(gt_series_sample(program, 0).commands, N + 1);
    assert_int_equal(program->uncounted, 0);
    assert_int_equal(program->foreign, 0);
    assert_int_equal(look("program/work")->n, N);
    assert_number(look("program/work")->sum_ns, sum);
    assert_int_equal(look("program/fill")->n, 1);
    assert_int_equal(simcl_alive(), alive);
    rig_close();
}

/* Two timings, of a copy and of a kernel; then a launch that fails, behind the last reading. */
TEST(what_is_no_timing_of_the_program_stands_behind, NULL, stop_looking) {
    const size_t zero = 0;
    gt_finding *list;
    size_t count, few = 0;
    char to[64];
    program_began(NULL);
    cl_mem m = some_buffer(64);
    gt_cl_clock_wall_(NULL, 0, 0, 0, NULL, NULL);
    assert_int_equal(clEnqueueReadBuffer(rig_queue, m, CL_TRUE, 0, 64, to, 0, NULL, NULL), CL_SUCCESS);
    gt_cl_clock_wall_(NULL, 0, 0, 0, NULL, NULL);
    rig_launch(rig_queue, 1000, NULL);
    clFinish(rig_queue);
    gt_cl_clock_wall_(NULL, 0, 0, 0, NULL, NULL);
    assert_int_equal(clEnqueueNDRangeKernel(rig_queue, rig_kernel, 7, NULL, &zero, NULL, 0, NULL, NULL),
        CL_INVALID_WORK_DIMENSION);
    clReleaseMemObject(m);
    program_ended();
    assert_int_equal(look("program")->failed, 1);
    for (size_t i = 0; i < shown.count; i++)
        if (shown.series[i].kind == GT_KIND_TIMER) assert_int_equal(shown.series[i].failed, 0);
    assert_int_equal(gt_findings(&list, &count), GT_OK);
    for (size_t i = 0; i < count; i++) {
        if (list[i].code != GT_FINDING_FEW) continue;
        const gt_series *s = look(list[i].path);
        few++;
        assert_int_equal(s->kind, GT_KIND_TIMER);
        assert_string_equal(s[1].name, "work");
    }
    assert_int_equal(few, 1);
    free(list);
    rig_close();
}

/* A call that fails inside a timing makes the sample void, and a finding says so, since the program prints that time.
   A reference that cannot be counted (of NULL) is no work that the time lacks: the sample stays. */
TEST(a_failed_call_makes_a_timing_void_but_a_failed_reference_does_not, NULL, stop_looking) {
    for (int call = 0; call < 3; call++) {
        gt_finding *list;
        size_t count, told = 0;
        program_began(NULL);
        gt_cl_clock_wall_(NULL, 0, 0, 0, NULL, NULL);
        if (!call) assert_int_equal(clSetKernelArg(rig_kernel, 99, sizeof call, &call), CL_INVALID_ARG_INDEX);
        if (call == 1) assert_int_equal(clRetainProgram(NULL), CL_INVALID_PROGRAM);
        if (call == 2) assert_int_equal(clReleaseKernel(NULL), CL_INVALID_KERNEL);
        rig_launch(rig_queue, 1000, NULL);
        clFinish(rig_queue);
        gt_cl_clock_wall_(NULL, 0, 0, 0, NULL, NULL);
        program_ended();
        for (size_t i = 0; i < shown.count; i++) {
            const gt_series *s = &shown.series[i];
            if (s->kind == GT_KIND_TIMER) assert_int_equal(s->voided, !call);
            if (s->kind == GT_KIND_TIMER) assert_int_equal(s->n, !!call);
        }
        assert_int_equal(gt_findings(&list, &count), GT_OK);
        for (size_t i = 0; i < count; i++) told += list[i].code == GT_FINDING_VOID;
        assert_int_equal(told, !call);
        assert_int_equal(gt_error_first() != NULL, !call);
        free(list);
        rig_close();
    }
}

/* A time around a loop of four readings a pass: once the loop is seen, what its first pass was counted as is taken
   back, but nothing that gt_reset has forgotten. */
TEST(a_loop_takes_back_nothing_from_before_a_reset, NULL, stop_looking) {
    static const char place[5];
    for (int reset = 0; reset < 2; reset++) {
        size_t odd = 0;
        program_began(NULL);
        gt_cl_clock_wall_(NULL, 0, 0, 0, &place[0], NULL);
        for (int i = 0; i < 12; i++) {
            if (reset && i == 4) gt_reset();
            gt_cl_clock_wall_(NULL, 0, 0, 0, &place[1 + i % 4], NULL);
            rig_launch(rig_queue, 1000, NULL);
            clFinish(rig_queue);
        }
        program_ended();
        (void)look("program");
        for (size_t i = 0; i < shown.count; i++) {
            assert_true(shown.series[i].odd < 100 && shown.series[i].gaps < 100 && shown.series[i].laps < 100);
            odd += shown.series[i].odd;
        }
        assert_int_equal(odd, reset ? 4 : 6);
        rig_close();
    }
}

/* Launches behind the only reading have no row of a timer, however many they are. */
TEST(beside_a_row_of_a_timer_no_clock_is_missed, NULL, stop_looking) {
    static const struct { int before, launches, behind, unseen; } t[] = {
        {0, 1, 0, 1}, {0, 600, 0, 1}, {1, 1, 0, 1}, {0, 1, 1, 1}, {1, 600, 0, 1}, {1, 1, 1, 0}};
    for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
        gt_finding *list;
        size_t count;
        int unseen = 0;
        memset(gt_cl_called_, 0, sizeof gt_cl_called_);
        program_began(NULL);
        if (t[k].before) gt_cl_clock_wall_(NULL, 0, 0, 0, NULL, NULL);
        for (int i = 0; i < t[k].launches; i++) rig_launch(rig_queue, 1000, NULL);
        clFinish(rig_queue);
        if (t[k].behind) gt_cl_clock_wall_(NULL, 0, 0, 0, NULL, NULL);
        program_ended();
        assert_int_equal(gt_findings(&list, &count), GT_OK);
        for (size_t i = 0; i < count; i++) unseen |= list[i].code == GT_FINDING_UNSEEN;
        free(list);
        if (unseen != t[k].unseen)
            fail_msg("%d readings before %d launches, %d behind: %d", t[k].before, t[k].launches, t[k].behind, unseen);
        rig_close();
    }
}

/* Only the first use of a buffer takes the lock of the objects. Here another process seems to hold that lock, which a
   thread that wants it takes over after a second. */
TEST(a_buffer_in_use_is_known_without_a_lock, NULL, stop_looking) {
    int x = 0;
    gt_cl_call_ c;
    program_began(NULL);
    for (int again = 0; again < 2; again++) {           /* the second buffer may have the address of the first */
        cl_mem m = some_buffer(1 << 20);
        memset(&c, 0, sizeof c);
        assert_number(gt_cl_moves_(&c, m, 0, sizeof x, &x), sizeof x);
        assert_int_equal(c.fresh, 1);
        gt_cl_objects_.lock = 1;
        const uint32_t process = gt_cl_objects_.process;
        gt_cl_objects_.process = process + 1;
        assert_number(gt_cl_moves_(&c, m, 0, sizeof x, &x), sizeof x);
        assert_int_equal(c.fresh, 0);
        assert_int_equal(gt_cl_objects_.process, process + 1);
        gt_cl_objects_.process = process;
        gt_cl_objects_.lock = 0;
        clReleaseMemObject(m);
    }
    program_ended();
    rig_close();
}

/* Launches with a wait between are repeated on purpose; those between which nobody waits may be parts of one. */
TEST(launches_behind_a_wait_are_counted, NULL, stop_looking) {
    program_began(NULL);
    cl_mem m = some_buffer(64);
    char to[64];
    for (int i = 0; i < 4; i++) {
        rig_launch(rig_queue, 1000, NULL);
        rig_launch(rig_queue, 1000, NULL);
        if (i == 1) assert_int_equal(clEnqueueReadBuffer(rig_queue, m, CL_TRUE, 0, 64, to, 0, NULL, NULL), CL_SUCCESS);
        if (i == 2) assert_int_equal(clFlush(rig_queue), CL_SUCCESS);
        if (i == 3) assert_int_equal(clFinish(rig_queue), CL_SUCCESS);
    }
    clReleaseMemObject(m);
    program_ended();
    assert_int_equal(look("program/work")->n, 8);
    assert_int_equal(look("program/work")->waves, 2);
    rig_close();
}

/* What a program row says, and all rows of commands together, against the log of the device: to a ns for each. */
static void program_is_true(double left_out) {
    const size_t count = simcl_command_count();
    double sum = 0, rows = 0, to = 0, n = 0;
    for (size_t i = 0; i < count; i++) {
        const simcl_command *c = simcl_command_at(i);
        if (c->end_ps > simcl_now_ps()) continue;
        sum += (double)(c->end_ps - c->start_ps) / 1000;
        if ((double)c->end_ps > to) to = (double)c->end_ps;
        n++;
    }
    const gt_sample row = gt_series_sample(look("program"), 0);
    const double busy = (double)simcl_union_ps(0, count, 0, (uint64_t)to) / 1000;
    for (size_t i = 0; i < shown.count; i++) {
        const gt_series *s = &shown.series[i];
        if (s->kind != GT_KIND_COMMAND || !strncmp(s->name, "on ", 3)) continue;
        rows += s->sum_ns;
        n -= (double)s->n;
    }
    assert_number(n, 0);
    assert_number(row.commands, (double)count);
    assert_number(look("program")->unsynced, left_out);
    if (!is_near(row.device_ns, busy, (double)count) || !is_near(rows, sum, (double)count))
        fail_msg("device %.0f of %.0f ns, commands %.0f of %.0f ns", row.device_ns, busy, rows, sum);
}
static int is_found(const char *path, gt_finding_code code) {
    gt_finding *list;
    size_t count, found = 0;
    assert_int_equal(gt_findings(&list, &count), GT_OK);
    for (size_t i = 0; i < count; i++) found += list[i].code == code && !strcmp(list[i].path, path);
    free(list);
    return found > 0;
}

/* If no command is outstanding, the rows of those that are over become one, as nothing can overlap them any more. A
   command on a second queue that runs meanwhile does: with it none is lost. */
TEST(a_log_stays_short_where_all_commands_are_over, NULL, stop_looking) {
    simcl_script s;
    memset(&s, 0, sizeof s);
    s.device[0].lanes = 2;
    for (int beside = 0; beside < 2; beside++) {
        size_t most = 0;
        program_began(&s);
        cl_command_queue second = clCreateCommandQueue(rig_context, rig_device, CL_QUEUE_PROFILING_ENABLE, NULL);
        if (beside) rig_launch(second, 1000000, NULL);
        for (int pass = 0; pass < 100; pass++) {
            for (int i = 0; i < 3; i++) rig_launch(rig_queue, 1000 + pass, NULL);
            clFinish(rig_queue);
            gt_cl_harvest_(gt_cl_mine_.program, 0);         /* as gtprof does behind waits */
            if (gt_cl_mine_.rows.used > most) most = gt_cl_mine_.rows.used;
            simcl_spend_ns(500);
        }
        clFinish(second);
        assert_true(beside ? most > 250 : most <= GPUTIME_CL_EVENTS / 2 + 3);
        program_ended();
        program_is_true(0);
        assert_int_equal(look("program/work")->n, 300 + beside);
        clReleaseCommandQueue(second);
        rig_close();
    }
}

/* `waits`: the program waits once in so many passes; 0: never. With a clock of its own it reads that around each pass:
   the commands between are those of a timer row, and count for the program like all others. */
TEST(a_program_row_has_the_commands_of_its_timers_too, NULL, stop_looking) {
    static const int waits[] = {1, 3, 0};
    simcl_script s;
    memset(&s, 0, sizeof s);
    s.device[0].lanes = 2;
    for (int k = 0; k < 3 * 2 * 2 * 2; k++) {
        const int wait = waits[k % 3], reads = k / 3 % 2, queues = 1 + k / 6 % 2, ends = k / 12;
        program_began(&s);
        cl_command_queue queue[2] = {rig_queue, clCreateCommandQueue(rig_context, rig_device,
                                                                     CL_QUEUE_PROFILING_ENABLE, NULL)};
        for (int pass = 0; pass < 40; pass++) {
            rig_launch(rig_queue, 500, NULL);
            if (reads) gt_cl_clock_wall_(NULL, 0, 0, 0, NULL, NULL);
            for (int i = 0; i < 7; i++) rig_launch(queue[i % queues], 1000 + 400 * i, NULL);
            for (int i = 0; wait && pass % wait == 0 && i < 2; i++) clFinish(queue[i]);
            if (reads) gt_cl_clock_wall_(NULL, 0, 0, 0, NULL, NULL);
            simcl_spend_ns(3000);
        }
        simcl_spend_ns(1e6);
        if (ends) rig_launch(rig_queue, 1e9, NULL);     /* and does not wait for that */
        program_ended();
        program_is_true(ends);
        assert_int_equal(is_found("program", GT_FINDING_PARTIAL), ends);
        clReleaseCommandQueue(queue[1]);
        rig_close();
    }
}

/* When a queue goes, the kit takes what it holds of commands: those of a timer that is open, and those before it. */
TEST(a_queue_that_is_released_costs_no_row_its_commands, NULL, stop_looking) {
    for (int k = 0; k < 6; k++) {
        const int behind = k % 3, inside = k / 3;       /* launches behind the last reading; released before it */
        program_began(NULL);
        cl_command_queue q = clCreateCommandQueue(rig_context, rig_device, CL_QUEUE_PROFILING_ENABLE, NULL);
        cl_command_queue other = clCreateCommandQueue(rig_context, rig_device, CL_QUEUE_PROFILING_ENABLE, NULL);
        for (int i = 0; i < 3; i++) rig_launch(q, 700, NULL);
        clFinish(q);
        for (int pass = 0; pass < 6; pass++) {
            gt_cl_clock_wall_(NULL, 0, 0, 0, NULL, NULL);
            for (int i = 0; i < 4; i++) rig_launch(q, 1000, NULL);
            clFinish(q);
            if (inside && pass == 3) clReleaseCommandQueue(other);
            gt_cl_clock_wall_(NULL, 0, 0, 0, NULL, NULL);
        }
        for (int i = 0; i < behind; i++) rig_launch(q, 300, NULL);
        clFinish(q);
        clReleaseCommandQueue(q);
        if (!inside) clReleaseCommandQueue(other);
        program_ended();
        program_is_true(0);
        for (size_t i = 0; i < shown.count; i++) {
            const gt_series *s = &shown.series[i];
            if (s->kind != GT_KIND_TIMER || !s->n) continue;
            assert_int_equal(s->n, 6);
            for (size_t j = 0; j < 6; j++) assert_number(gt_series_sample(s, j).commands, 4);
        }
        rig_close();
    }
}

/* It waits for nothing and reads its clock all the time: what has ended is taken, and becomes few rows. */
TEST(a_program_that_never_waits_keeps_few_events, NULL, stop_looking) {
    enum { N = 60000 };
    simcl_script s;
    memset(&s, 0, sizeof s);
    s.no_log = 1;
    program_began(&s);
    double sum = 0;
    for (int i = 0; i < N; i++) {
        if (i % 10 < 2) gt_cl_clock_wall_(NULL, 0, 0, 0, NULL, NULL);
        rig_launch(rig_queue, 1000 + i % 7, NULL);
        sum += 1000 + i % 7;
    }
    simcl_spend_ns(1e5);
    assert_in_range(gt_cl_mine_.rows.used - gt_cl_mine_.done, 0, 512);
    assert_in_range(gt_cl_mine_.rows.used, 1, 2 * GT_COMMANDS_OF_PROGRAM_);
    program_ended();
    const gt_sample row = gt_series_sample(look("program"), 0);
    assert_number(row.commands, N);
    assert_number(row.device_ns, sum);
    rig_close();
}

/* Of a program that reads no clock. A launch that took the lock would wait here for good. */
TEST(launches_of_known_work_take_no_lock, NULL, stop_looking) {
    program_began(NULL);
    gt_cl_timing_.read = 0;
    rig_launch(rig_queue, 1000, NULL);
    alarm(20);
    gt_lock_();
    for (int i = 0; i < 10; i++) rig_launch(rig_queue, 1000, NULL);
    gt_unlock_();
    alarm(0);
    program_ended();
    program_is_true(0);
    rig_close();
}

/* The program reads its clock, launches more than there are slots for, and never reads it again. */
TEST(commands_behind_the_last_reading_are_the_programs, NULL, stop_looking) {
    program_began(NULL);
    for (int pass = 0; pass < 3; pass++) {
        gt_cl_clock_wall_(NULL, 0, 0, 0, NULL, NULL);
        for (int i = 0; i < 600; i++) rig_launch(rig_queue, 1000, NULL);
        clFinish(rig_queue);
    }
    program_ended();
    program_is_true(0);
    rig_close();
}

/* That a compiler ran is inferred from a late start, and said as probable. A build in the same time is spoiled too. */
TEST(a_build_beside_a_late_kernel_is_spoiled_too, NULL, stop_looking) {
    const char *source = "kernel void slow() {}";
    const size_t items = 64;
    gt_finding *list;
    size_t count, found = 0;
    cl_int err;
    simcl_script s;
    memset(&s, 0, sizeof s);
    s.device[0].build.ns = 200e6;
    s.device[0].first_launch.ns = 60e6;
    s.device[0].compile_where = SIMCL_BEFORE_START;
    rig_open(&s, 0);
    simcl_kernel("slow", NULL, (simcl_cost){.ns = 3e6});
    gt_scope all = gt_scope_begin("all");
    cl_program p = clCreateProgramWithSource(rig_context, 1, &source, NULL, &err);
    assert_int_equal(clBuildProgram(p, 0, NULL, NULL, NULL, NULL), CL_SUCCESS);
    cl_kernel k = clCreateKernel(p, "slow", &err);
    assert_int_equal(clEnqueueNDRangeKernel(rig_queue, k, 1, NULL, &items, NULL, 0, NULL, NULL), CL_SUCCESS);
    clFinish(rig_queue);
    gt_scope_end(&all);
    assert_int_equal(gt_findings(&list, &count), GT_OK);
    for (size_t i = 0; i < count; i++) {
        if (list[i].code != GT_FINDING_JIT_IN_REGION) continue;
        found++;
        assert_string_equal(list[i].sentence, "a kernel ran late, as if compiled");
        assert_int_equal(strncmp(list[i].figures, "builds took 200 ms of 2", 23), 0);   /* before what waited */
        for (size_t n = 0; n < list[i].figure_count; n++)
            if (!strcmp(list[i].figure[n].name, "spoils")) assert_true(is_near(list[i].figure[n].value, 260e6, 2e6));
    }
    assert_int_equal(found, 1);
    free(list);
    clReleaseKernel(k);
    clReleaseProgram(p);
    rig_close();
}

/* The kit's events hold the queue; what they say of its kernel's first launch is kept. */
TEST(a_queue_is_freed_when_the_program_releases_it, NULL, stop_looking) {
    simcl_script s;
    memset(&s, 0, sizeof s);
    s.device[0].first_launch.ns = 60e6;
    s.device[0].compile_where = SIMCL_BEFORE_START;
    program_began(&s);
    const size_t alive = simcl_alive();
    gt_cl_clock_wall_(NULL, 0, 0, 0, NULL, NULL);
    cl_command_queue own = clCreateCommandQueue(rig_context, rig_device, CL_QUEUE_PROFILING_ENABLE, NULL);
    for (int i = 0; i < 3; i++) rig_launch(own, 1000, NULL);
    clFinish(own);
    clReleaseCommandQueue(own);
    assert_int_equal(simcl_alive(), alive);
    gt_cl_clock_wall_(NULL, 0, 0, 0, NULL, NULL);
    program_ended();
    (void)look("program");
    for (size_t i = 0; i < shown.count; i++) {
        if (shown.series[i].kind != GT_KIND_TIMER || !shown.series[i].n) continue;
        const gt_sample row = gt_series_sample(&shown.series[i], 0);
        assert_number(row.commands, 3);
        assert_true(is_near(row.late_ns, 60e6, 1e6));
        assert_int_equal(shown.series[i].unwarmed, 1);
    }
    rig_close();
}

/* Programs as texts. A capital reads the clock in that place, behind an apostrophe a steady clock, a digit one of
   processor time, d makes a date of what was read; k launches and waits, l only launches, r reads back, e is earlier
   work of another kernel, s a set-up; (...) runs ten times. A launch fails at x, a read that waits at y, clFinish at z.
   The first launch compiles for 60 ms; a kernel takes 1 ms. */
static void fails(const char *call, cl_int code) {
    assert_int_equal(simcl_fail(call, simcl_calls(call) + 1, code), 0);
}
static void run_text(const char *text, cl_kernel earlier, cl_mem m) {
    static char data[64];
    const char *again = text;
    const size_t items = 64;
    int passes = 0;
    for (; *text; text++) {
        const int steady = *text == '\'';
        text += steady;
        if (*text >= 'A' && *text <= 'Z') gt_cl_clock_wall_(NULL, 0, 0, steady, (const void *)(uintptr_t)*text, NULL);
        if (*text >= '1' && *text <= '9')
            gt_cl_clock_read_(NULL, "clock()", (double)simcl_now_ns(NULL), 0, (const void *)(uintptr_t)*text);
        if (*text == 'd') gt_cl_seconds_named_(1.7e9);
        if (*text == 'k' || *text == 'l') rig_launch(rig_queue, 1e6, NULL);
        if (*text == 'k') clFinish(rig_queue);
        if (*text == 'e')
            assert_int_equal(clEnqueueNDRangeKernel(rig_queue, earlier, 1, NULL, &items, NULL, 0, NULL, NULL), 0);
        if (*text == 'r')
            assert_int_equal(clEnqueueReadBuffer(rig_queue, m, CL_TRUE, 0, 64, data, 0, NULL, NULL), CL_SUCCESS);
        if (*text == 's')
            clReleaseCommandQueue(clCreateCommandQueue(rig_context, rig_device, CL_QUEUE_PROFILING_ENABLE, NULL));
        if (*text == 'x') fails("clEnqueueNDRangeKernel", CL_INVALID_KERNEL_ARGS);
        if (*text == 'x')
            assert_int_equal(clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL, NULL),
                             CL_INVALID_KERNEL_ARGS);
        if (*text == 'y')
            assert_int_equal(clEnqueueReadBuffer(rig_queue, m, CL_TRUE, 0, 128, data, 0, NULL, NULL), CL_INVALID_VALUE);
        if (*text == 'z') fails("clFinish", CL_INVALID_COMMAND_QUEUE);
        if (*text == 'z') assert_int_equal(clFinish(rig_queue), CL_INVALID_COMMAND_QUEUE);
        if (*text == '(') again = text;
        if (*text == '(') passes = 0;
        if (*text == ')' && ++passes < 10) text = again;
    }
}
static void run_program(const char *text) {     /* rig_close() follows */
    const char *const other = "kernel void other() { }";
    const size_t items = 64;
    simcl_script s;
    memset(&s, 0, sizeof s);
    s.device[0].first_launch.ns = 60e6;
    s.device[0].compile_where = SIMCL_BEFORE_START;
    program_began(&s);
    assert_int_equal(simcl_kernel("other", NULL, (simcl_cost){ .ns = 20e6 }), 0);
    cl_program p = clCreateProgramWithSource(rig_context, 1, (const char **)(uintptr_t)&other, NULL, NULL);
    clBuildProgram(p, 1, &rig_device, NULL, NULL, NULL);
    cl_kernel k = clCreateKernel(p, "other", NULL);
    cl_mem m = some_buffer(64);
    assert_int_equal(clEnqueueNDRangeKernel(rig_queue, k, 1, NULL, &items, NULL, 0, NULL, NULL), 0);
    clFinish(rig_queue);
    run_text(text, k, m);
    clFinish(rig_queue);
    clReleaseMemObject(m);
    clReleaseKernel(k);
    clReleaseProgram(p);
    program_ended();
}
/* A call that failed is no launch and no wait: what is launched next is the first, and earlier work still runs. */
TEST(a_call_that_failed_is_no_launch_and_no_wait, NULL, stop_looking) {
    static const struct { const char *program; gt_finding_code code; } t[] = {
        { "AkB", GT_FINDING_JIT_IN_REGION }, { "xAkB", GT_FINDING_JIT_IN_REGION }, { "kxAkB", GT_FINDING_COUNT },
        { "keAkB", GT_FINDING_DIRTY_START }, { "keyAkB", GT_FINDING_DIRTY_START },
        { "kezAkB", GT_FINDING_DIRTY_START }, { "kerAkB", GT_FINDING_COUNT },
    };
    for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
        gt_finding_code code = GT_FINDING_COUNT;
        gt_finding *list;
        size_t count;
        run_program(t[i].program);
        assert_int_equal(gt_findings(&list, &count), GT_OK);
        for (size_t f = 0; f < count; f++)
            if (list[f].severity == GT_WARNING && list[f].code != GT_FINDING_UNWARMED) code = list[f].code;
        if (code != t[i].code) fail_msg("%s: %s", t[i].program, gt_finding_name(code));
        free(list);
        rig_close();
    }
}
/* Behind a set-up and the first launch a loop begins, with two timings. What a clock of processor time has read between
   two of its readings is for that clock's timers alone. */
TEST(a_gap_by_a_clock_of_processor_time_is_none_of_another_timer, NULL, stop_looking) {
    static const char *const programs[] = { "XCsk(DrkEk)", "XCsk(D1r2kEk)" };
    for (int k = 0; k < 2; k++) {
        int seen = 0;
        run_program(programs[k]);
        (void)look("program");
        for (size_t i = 0; i < shown.count; i++) {
            const gt_series *s = &shown.series[i];
            if (s->kind != GT_KIND_TIMER || s->n != 1) continue;
            assert_int_equal(s->gaps, 1);
            seen++;
        }
        assert_int_equal(seen, 1);
        rig_close();
    }
}
/* What is said of "first to last": the finding, and how serious it is. */
TEST(what_a_program_can_print_as_last_less_first_is_judged, NULL, stop_looking) {
    static const struct { const char *program; gt_finding_code code; gt_severity is; } t[] = {
        /* wrong: a loop whose total holds the first launch */
        { "A(kBrC)D", GT_FINDING_JIT_IN_REGION, GT_WARNING },
        { "A(BkC)D", GT_FINDING_JIT_IN_REGION, GT_WARNING },
        { "AkBrCkBrCkBrCD", GT_FINDING_JIT_IN_REGION, GT_WARNING },        /* the first launch is 0.95 of the total */
        { "A(BkC)rD", GT_FINDING_JIT_IN_REGION, GT_WARNING },
        { "A(kBdrC)D", GT_FINDING_JIT_IN_REGION, GT_WARNING },      /* the first line of a log stands in the loop, */
        { "A(kBrC)Dd", GT_FINDING_JIT_IN_REGION, GT_WARNING },      /* or behind it, */
        { "Ed'A(kBrC)'D", GT_FINDING_JIT_IN_REGION, GT_WARNING },   /* or no log makes a date of this clock, */
        { "EdA(kBrC)'D", GT_FINDING_JIT_IN_REGION, GT_WARNING },
        { "'Ad(kBrC)D", GT_FINDING_JIT_IN_REGION, GT_WARNING },     /* also where one behind it is made of another's */
        { "XA(kBrC)DkE", GT_FINDING_JIT_IN_REGION, GT_NOTE },       /* launched again behind it: a warm-up? */
        { "A(kB)C(kB)C(kB)C", GT_FINDING_JIT_IN_REGION, GT_WARNING },
        { "A(kB)C(kB)D", GT_FINDING_JIT_IN_REGION, GT_NOTE },       /* the first loop may be a warm-up */
        /* wrong: earlier work, work that was not waited for */
        { "keA(rB)C", GT_FINDING_DIRTY_START, GT_WARNING },
        { "kA(lB)C", GT_FINDING_NO_SYNC, GT_FAULT },
        /* right, warmed up before the first reading */
        { "kA(kBrC)D", GT_FINDING_COUNT, GT_INFO },
        { "kA(BkC)D", GT_FINDING_COUNT, GT_INFO },
        { "keA(lB)kC", GT_FINDING_COUNT, GT_INFO },
        /* right, with a clock around everything, or an early reading for a seed */
        { "Ask(BkC)D", GT_FINDING_JIT_IN_REGION, GT_NOTE },
        { "Ak(BkC)D", GT_FINDING_JIT_IN_REGION, GT_NOTE },
        { "As(BkC)D", GT_FINDING_JIT_IN_REGION, GT_NOTE },
        { "Ak(BkC)", GT_FINDING_JIT_IN_REGION, GT_NOTE },
        { "AkB(kC)D", GT_FINDING_JIT_IN_REGION, GT_NOTE },
        /* nobody knows: lines of a log, which makes a date of the first in each second; */
        { "Ad(kBrC)D", GT_FINDING_JIT_IN_REGION, GT_NOTE },
        { "EdA(BkC)D", GT_FINDING_JIT_IN_REGION, GT_NOTE },
        /* times of passes, of which the program may leave the first out, or frames a second */
        { "A(kB)", GT_FINDING_JIT_IN_REGION, GT_NOTE },
        { "AkBsC", GT_FINDING_COUNT, GT_INFO },                    /* the timer that is nearly all of it has the note */
        { "AeeeerBkCeeeerD", GT_FINDING_JIT_IN_REGION, GT_NOTE },  /* of three timings in a row the total, too */
        /* no loop: two calls of a function that reads the clock, and the first may be a warm-up; but a loop that is
           left early is one */
        { "AeBkCrDeBkCrE", GT_FINDING_JIT_IN_REGION, GT_NOTE },
        { "A(eBkCrD)eBkCE", GT_FINDING_JIT_IN_REGION, GT_WARNING },
        /* no first reading of its own: a timer, whose first sample stands out */
        { "(BkC)", GT_FINDING_COUNT, GT_INFO },
    };
    for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
        gt_finding *list;
        size_t count, n = 0;
        run_program(t[i].program);
        assert_int_equal(gt_findings(&list, &count), GT_OK);
        for (size_t f = 0; f < count; f++) {
            if (!strstr(list[f].path, "first to last")) continue;
            if (list[f].code != t[i].code || list[f].severity != t[i].is)
                fail_msg("%s: %s, %d: %s", t[i].program, list[f].name, (int)list[f].severity, list[f].figures);
            /* What runs on behind a total is no share of it, and may be longer. */
            assert_int_equal(!strstr(list[f].figures, " %) of the "), t[i].code == GT_FINDING_NO_SYNC);
            n++;
        }
        if (n != (t[i].code < GT_FINDING_COUNT)) fail_msg("%s: %d findings", t[i].program, (int)n);
        free(list);
        rig_close();
    }
}

/* r: reads the clock, c: one that stands still, w: writes without a wait, for 1 ms, k: launches, for so many, f:
   waits */
static void go_on(const char *calls, double ms, cl_mem m) {
    static const char data[100];
    for (; *calls; calls++) {
        if (*calls == 'r') gt_cl_clock_wall_(NULL, 0, 0, 0, NULL, NULL);
        if (*calls == 'c') gt_cl_clock_read_(NULL, "clock()", 0, 0, NULL);
        if (*calls == 'k') rig_launch(rig_queue, 1e6 * ms, NULL);
        if (*calls == 'f') assert_int_equal(clFinish(rig_queue), CL_SUCCESS);
        if (*calls == 'w')
            assert_int_equal(clEnqueueWriteBuffer(rig_queue, m, CL_FALSE, 0, 100, data, 0, NULL, NULL), CL_SUCCESS);
    }
}
TEST(samples_by_a_clock_of_processor_time_say_so, NULL, stop_looking) {
    double by = 0;
    program_began(NULL);
    for (int i = 0; i < 3; i++) {
        gt_cl_clock_read_(NULL, "clock()", 0, 0, NULL);
        rig_launch(rig_queue, 20e6, NULL);
        clFinish(rig_queue);
        gt_cl_clock_read_(NULL, "clock()", i ? 1e3 : 20e6, 0, NULL);
    }
    program_ended();
    (void)look("program");
    for (size_t i = 0; i < shown.count; i++) by += (double)shown.series[i].by_cpu_clock;
    assert_number(by, 3);
    gt_finding *list;
    size_t count, told = 0;
    assert_int_equal(gt_findings(&list, &count), GT_OK);
    for (size_t i = 0; i < count; i++) {        /* one fact, one finding */
        if (list[i].code != GT_FINDING_CPU_CLOCK) continue;
        told++;
        assert_non_null(strstr(list[i].figures, "3 samples: the clock counted "));
        assert_non_null(strstr(list[i].figures, "; clock()"));
        assert_string_equal(list[i].figure[1].name, "counted");
        assert_in_range((int)(list[i].figure[1].value * 1e-3), 19000, 22000);   /* 1 us each of two */
        assert_string_equal(list[i].figure[2].name, "passed");
        assert_in_range((int)(list[i].figure[2].value * 1e-3), 50000, 400000000);
    }
    free(list);
    assert_int_equal(told, 1);
    rig_close();
}

/* A sample with a failed command does not count: no time of it is quoted. What the clock did is told of the clock. */
TEST(a_void_sample_is_none_by_a_clock_of_processor_time, NULL, stop_looking) {
    const size_t none = 0;
    gt_finding *list;
    size_t count, told = 0;
    program_began(NULL);
    for (int i = 0; i < 3; i++) {
        gt_cl_clock_read_(NULL, "clock()", 0, 0, NULL);
        rig_launch(rig_queue, 20e6, NULL);
        if (i) clEnqueueNDRangeKernel(rig_queue, rig_kernel, 9, NULL, &none, NULL, 0, NULL, NULL);
        clFinish(rig_queue);
        gt_cl_clock_read_(NULL, "clock()", 1e6, 0, NULL);
    }
    program_ended();
    assert_int_equal(gt_findings(&list, &count), GT_OK);
    for (size_t i = 0; i < count; i++) {
        if (list[i].code != GT_FINDING_CPU_CLOCK) continue;
        told++;
        if (!strstr(list[i].figures, "1 sample: the clock counted ")) fail_msg("%s", list[i].figures);
    }
    free(list);
    assert_int_equal(told, 1);
    rig_close();
}

/* Which clock was read is the fact; how much it happened to differ makes it a fault, a warning or a note. */
TEST(a_clock_of_processor_time_around_kernels_is_named_however_much_it_counts, NULL, stop_looking) {
    static const struct { double counts, own_ms; int severity; } t[] = {
        { 0.1, 0, GT_FAULT }, { 2, 0, GT_FAULT }, { 0.85, 0, GT_WARNING }, { 1.2, 0, GT_WARNING },
        { 1.002, 0, GT_NOTE },
        { 0.1, 10, -1 }, { 1, 10, -1 },         /* the clock times the program's own code before each kernel */
    };
    for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
        gt_finding *list;
        size_t count;
        double says = 1e6;
        int severity = -1;
        program_began(NULL);
        rig_launch(rig_queue, 2e6, NULL);
        clFinish(rig_queue);
        for (int i = 0; i < 8; i++) {
            gt_cl_clock_read_(NULL, "clock()", says, 0, NULL);
            simcl_spend_ns(1e6 * t[k].own_ms);
            if (t[k].own_ms > 0) gt_cl_clock_read_(NULL, "clock()", says += 1e6 * t[k].own_ms, 0, NULL);
            const double begin = (double)simcl_now_ns(NULL);
            rig_launch(rig_queue, 2e6, NULL);
            clFinish(rig_queue);
            says += t[k].counts * ((double)simcl_now_ns(NULL) - begin);
            if (!(t[k].own_ms > 0)) gt_cl_clock_read_(NULL, "clock()", says, 0, NULL);
        }
        program_ended();
        assert_int_equal(gt_findings(&list, &count), GT_OK);
        for (size_t i = 0; i < count; i++)
            if (list[i].code == GT_FINDING_CPU_CLOCK) severity = (int)list[i].severity;
        free(list);
        if (severity != t[k].severity) fail_msg("%g, own code %g ms: %d", t[k].counts, t[k].own_ms, severity);
        rig_close();
    }
}

static void CL_CALLBACK reads_a_clock(cl_event event, cl_int status, void *place) {
    (void)event;
    (void)status;
    gt_cl_clock_wall_(NULL, 0, 0, 0, place, NULL);
}
static void CL_CALLBACK reads_late(cl_event event, cl_int status, void *place) {
    simcl_spend_ns(3e6);
    reads_a_clock(event, status, place);
}
/* t, u: reads the clock, in two places; g: makes a user event; k: launches, behind the event if there is one; m: behind
   one that is set already, too; r, c: a callback reads the clock when the kernel begins, when it is over; l: 3 ms after
   its begin; b: launches once more; o: sets the user event; O: by a call that calls.h does not see; w: waits for the
   first kernel, f: for all; s: the host works on */
static void pass_with_callbacks(const char *pass) {
    static const char place[4];
    const size_t items = 64;
    cl_event gate = NULL, event = NULL, list[2] = { NULL, NULL };
    for (; *pass; pass++) {
        if (*pass == 'm') {
            list[0] = clCreateUserEvent(rig_context, NULL);
            list[1] = gate;
            assert_int_equal(clSetUserEventStatus(list[0], CL_COMPLETE), CL_SUCCESS);
            assert_int_equal(clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 2, list, &event),
                             CL_SUCCESS);
            clReleaseEvent(list[0]);
        }
        if (*pass == 't' || *pass == 'u') gt_cl_clock_wall_(NULL, 0, 0, 0, &place[*pass == 'u' ? 3 : 0], NULL);
        if (*pass == 'g') gate = clCreateUserEvent(rig_context, NULL);
        if (*pass == 'k')
            assert_int_equal(clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, gate != NULL,
                                                    gate ? &gate : NULL, &event), CL_SUCCESS);
        if (*pass == 'r' || *pass == 'c')
            assert_int_equal(clSetEventCallback(event, *pass == 'r' ? CL_RUNNING : CL_COMPLETE, reads_a_clock,
                                                (void *)(uintptr_t)&place[*pass == 'r' ? 1 : 2]), CL_SUCCESS);
        if (*pass == 'l')
            assert_int_equal(clSetEventCallback(event, CL_RUNNING, reads_late, (void *)(uintptr_t)&place[1]),
                             CL_SUCCESS);
        if (*pass == 'b') rig_launch(rig_queue, 20e6, NULL);
        if (*pass == 'o') assert_int_equal(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
        if (*pass == 'O') assert_int_equal((clSetUserEventStatus)(gate, CL_COMPLETE), CL_SUCCESS);
        if (*pass == 'w') assert_int_equal(clWaitForEvents(1, &event), CL_SUCCESS);
        if (*pass == 'f') assert_int_equal(clFinish(rig_queue), CL_SUCCESS);
        if (*pass == 's') simcl_spend_ns(3e6);
    }
    clReleaseEvent(event);
    if (gate) clReleaseEvent(gate);
}
/* OpenCL calls a callback when the command is over, or when it begins. The clock that is read there has waited, or has
   not: it ends a timing too early, or begins one. */
TEST(a_clock_that_is_read_in_a_callback_is_judged_by_what_the_callback_was_told, NULL, stop_looking) {
    const gt_finding_code none = GT_FINDING_COUNT;
    const struct { const char *pass; double ms; gt_finding_code code; } t[] = {
        { "tkcfs", 20, none }, { "tkrfs", 0, GT_FINDING_NO_SYNC },              /* the end, by a callback */
        { "gkctofs", 20, none }, { "gkrtofs", 0, GT_FINDING_NO_SYNC },          /* the kernel begins behind the first */
        { "gkrofts", 20, none }, { "krfts", 20, none },                         /* the begin, by a callback */
        { "krcfs", 20, none }, { "tkrcfs", 20, none },                          /* both, beside one that nobody uses */
        { "tklcfs", 17, GT_FINDING_DIRTY_START },       /* the callback of the begin comes late */
        { "gktofus", 20, none }, { "gmtofus", 20, none },                       /* the program itself lets it begin */
        { "gktOfus", 20, none }, { "tgkoufs", 0, GT_FINDING_NO_SYNC }, { "tgkOufs", 0, GT_FINDING_NO_SYNC },
        { "tkrfus", 10, none }, { "tkcfus", 20, none },         /* the end, behind a callback's; every second is 0 */
        { "tkcbwfs", 20, none }, { "tkcbwsf", 20, none },                       /* what is behind the kernel may run */
    };
    for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
        gt_finding *list;
        size_t count;
        program_began(NULL);
        rig_launch(rig_queue, 20e6, NULL);
        clFinish(rig_queue);
        for (int i = 0; i < 8; i++) pass_with_callbacks(t[k].pass);
        clFinish(rig_queue);
        program_ended();
        (void)look("program");
        double ms = 0;
        for (size_t i = 0; i < shown.count; i++) {
            const gt_series *s = &shown.series[i];
            if (s->kind == GT_KIND_TIMER && s->n >= 7 && s->n <= 8) ms = 1e-6 * s->stats.median;
            else if (s->kind == GT_KIND_TIMER && s->n) fail_msg("%s: %s, %d times", t[k].pass, s->name, (int)s->n);
        }
        if (ms < t[k].ms - 0.01 || ms > t[k].ms + 0.1) fail_msg("%s: %g ms", t[k].pass, ms);
        gt_finding_code code = none;
        assert_int_equal(gt_findings(&list, &count), GT_OK);
        for (size_t i = 0; i < count; i++)
            if (list[i].severity >= GT_WARNING) code = list[i].code;
        if (code != t[k].code) fail_msg("%s: %s", t[k].pass, gt_finding_name(code));
        free(list);
        rig_close();
    }
}

/* A callback may end the program, and so may a signal handler, while its thread is in a call. The driver may then hold
   locks, and is asked nothing. */
static size_t asked_at_end = SIZE_MAX;
static void CL_CALLBACK ends_the_program(cl_event event, cl_int status, void *unused) {
    const size_t calls = simcl_call_count();
    gt_cl_programs_end_();
    asked_at_end = simcl_call_count() - calls;
    assert_true(event && status == CL_COMPLETE && !unused);
}
TEST(the_end_of_a_program_inside_a_call_asks_the_driver_nothing, NULL, stop_looking) {
    cl_event event, left[2];
    program_began(NULL);
    const size_t first = gt_cl_mine_.rows.used;
    rig_launch(rig_queue, 1e6, &event);
    rig_launch(rig_queue, 1e6, NULL);
    assert_int_equal(gt_cl_mine_.rows.used, first + 2);
    for (size_t i = 0; i < 2; i++) left[i] = *gt_cl_event_at_(first + i);
    assert_int_equal(clSetEventCallback(event, CL_COMPLETE, ends_the_program, NULL), CL_SUCCESS);
    clFinish(rig_queue);
    assert_int_equal(asked_at_end, 0);
    for (size_t i = 0; i < 2; i++) clReleaseEvent(left[i]);
    clReleaseEvent(event);
    program_ended();
    assert_int_equal(look("program")->n, 1);
    rig_close();
}
/* While a call runs, another thread may end the program and collect what is in all logs. The program gets its event. */
TEST(a_call_during_which_the_program_ends_gives_its_event, NULL, stop_looking) {
    const size_t items = 64;
    cl_event event = NULL;
    gt_cl_call_ c;
    program_began(NULL);
    rig_launch(rig_queue, 1e6, NULL);
    gt_cl_call_begin_(&c, GT_CL_CALL_clEnqueueNDRangeKernel_, GT_CL_LAUNCHES_, __FILE__, __LINE__, 0);
    c.queue = rig_queue;
    c.kernel = rig_kernel;
    c.event = &event;
    gt_cl_before_(&c);
    assert_non_null(c.place);
    gt_cl_process_.exiting = 1;
    assert_int_equal(gt_cl_after_(&c, (clEnqueueNDRangeKernel)(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL,
                                                               c.place)), CL_SUCCESS);
    assert_non_null(event);
    assert_int_equal(clFinish(rig_queue), CL_SUCCESS);
    assert_int_equal(gt_cl_mine_.rows.used, 0);
    assert_int_equal(clReleaseEvent(event), CL_SUCCESS);
    program_ended();
    rig_close();
}
/* A child that is forked while another thread collects has no such thread: it waits for nobody. */
TEST(a_child_does_not_wait_for_a_collector_of_its_parent, NULL, stop_looking) {
    int status = 0;
    program_began(NULL);
    gt_cl_collects_ = gt_process_();
    gt_cl_collector_ = 1;
    const pid_t child = fork();
    if (!child) {
        gt_cl_log_begins_();
        _exit(gt_cl_collector_ != 0);
    }
    gt_cl_collector_ = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    program_ended();
    rig_close();
}
/* A callback may read the clock while its thread is in a call, which is then longer than the interval. */
TEST(time_outside_of_calls_is_never_longer_than_the_interval, NULL, stop_looking) {
    program_began(NULL);
    rig_launch(rig_queue, 20e6, NULL);
    clFinish(rig_queue);
    memset(gt_cl_timing_.turn, 0, sizeof gt_cl_timing_.turn);
    for (int i = 0; i < 8; i++) pass_with_callbacks("tkcbfs");
    for (int i = 0; i < 2; i++) assert_true(gt_cl_timing_.turn[i].host <= gt_cl_timing_.turn[i].ticks);
    program_ended();
    rig_close();
}

static size_t ticks_read;
static uint64_t counts_ticks(void *unused) {
    ticks_read++;
    return simcl_now_ns(unused);
}
/* Each tick lies in an interval of the program. One says when the program read its clock, one when it goes on. */
TEST(a_reading_takes_two_ticks, NULL, stop_looking) {
    static const char place;
    program_began(NULL);
    assert_int_equal(gt_clock_set(counts_ticks, NULL, "counted"), GT_OK);
    for (int by_cpu = 0; by_cpu < 2; by_cpu++) {
        for (int i = -2; i < 100; i++) {
            if (!i) ticks_read = 0;
            if (by_cpu) gt_cl_clock_read_(NULL, "clock()", 1e6 * i, 0, &place);
            else gt_cl_clock_wall_(NULL, 0, 1e3, 0, &place, NULL);
        }
        assert_int_equal(ticks_read, 200);
    }
    program_ended();
    rig_close();
}

/* What callbacks of a thread read that has ended is for nobody. It takes no place from the readings for others. */
static void *asks_and_ends(void *unused) {
    static const char place;
    const size_t items = 64;
    cl_event event = NULL;
    clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL, &event);
    for (int i = 0; i < 2 * GT_CL_TOLD_MOST_; i++)
        clSetEventCallback(event, CL_COMPLETE, reads_a_clock, (void *)(uintptr_t)&place);
    clReleaseEvent(event);
    return unused;
}
TEST(readings_for_a_thread_that_has_ended_are_left_out, NULL, stop_looking) {
    pthread_t thread;
    program_began(NULL);
    rig_launch(rig_queue, 20e6, NULL);
    clFinish(rig_queue);
    assert_int_equal(pthread_create(&thread, NULL, asks_and_ends, NULL), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    clFinish(rig_queue);
    for (int i = 0; i < 8; i++) pass_with_callbacks("tkcfs");
    program_ended();
    (void)look("program");
    double ms = 0;              /* without the pause of 3 ms behind the callback's reading */
    for (size_t i = 0; i < shown.count; i++)
        if (shown.series[i].kind == GT_KIND_TIMER && shown.series[i].n == 8) ms = 1e-6 * shown.series[i].stats.median;
    assert_in_range((int)(1000 * ms), 19990, 20100);
    rig_close();
}

/* What lies between two timings is no timing, though it launches, too. */
TEST(a_gap_between_two_timings_by_processor_time_is_none, NULL, stop_looking) {
    static const char begins = 0, ends = 0;
    program_began(NULL);
    for (int i = 0; i < 3; i++) {
        gt_cl_clock_read_(NULL, "clock()", 0, 0, &begins);
        rig_launch(rig_queue, 20e6, NULL);
        clFinish(rig_queue);
        gt_cl_clock_read_(NULL, "clock()", 0, 0, &ends);
        for (int k = 0; k < 2; k++) rig_launch(rig_queue, 20e6, NULL);
        clFinish(rig_queue);
    }
    program_ended();
    (void)look("program");
    double by = 0;
    for (size_t i = 0; i < shown.count; i++) by += (double)shown.series[i].by_cpu_clock;
    assert_number(by, 3);
    rig_close();
}

/* A reading that begins or ends no timing says nothing. */
TEST(a_clock_of_processor_time_is_judged_where_it_times, NULL, stop_looking) {
    static const struct { const char *first, *pass; int fault; } t[] = {
        {"", "rkfrc", 0}, {"", "ckfcwf", 1}, {"", "ccwf", 0}, {"", "rcrkfr", 0}, {"", "rkfrcwf", 0},
        {"", "cwwwwwwf", 1},
        {"", "ckfc", 1}, {"c", "kfc", 1}, {"c", "ckfc", 1}, {"", "rckfrc", 1}, {"", "crkfcr", 1}, {"", "crkfrc", 1}};
    for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
        gt_finding *list;
        size_t count;
        int fault = 0;
        simcl_script s;
        memset(&s, 0, sizeof s);
        s.device[0].write.ns = 10e6;
        program_began(&s);
        cl_mem m = some_buffer(100);
        go_on(t[k].first, 20, m);
        for (int i = 0; i < 3; i++) go_on(t[k].pass, 20, m);
        clReleaseMemObject(m);
        program_ended();
        assert_int_equal(gt_findings(&list, &count), GT_OK);
        for (size_t i = 0; i < count; i++) fault |= list[i].code == GT_FINDING_CPU_CLOCK;
        free(list);
        if (fault != t[k].fault) fail_msg("%s 3 x %s: %d", t[k].first, t[k].pass, fault);
        rig_close();
    }
}

/* A second kernel is launched late in a loop: what stands out is its compilation, no interrupt. */
TEST(a_new_kernel_is_the_cause_of_an_outlier, NULL, stop_looking) {
    const char *source = "kernel void other() {}";
    const size_t items = 64;
    gt_finding *list;
    size_t count, named = 0;
    cl_int err;
    open_compiling();
    simcl_kernel("other", NULL, (simcl_cost){.ns = 1e6});
    cl_program p = clCreateProgramWithSource(rig_context, 1, &source, NULL, &err);
    assert_int_equal(clBuildProgram(p, 0, NULL, NULL, NULL, NULL), CL_SUCCESS);
    cl_kernel other = clCreateKernel(p, "other", &err);
    rig_launch(rig_queue, 1e6, NULL);
    clFinish(rig_queue);
    for (int i = 0; i < 40; i++)
        GT_SCOPE_CL(rig_queue, "steps") {
            if (i == 20) clEnqueueNDRangeKernel(rig_queue, other, 1, NULL, &items, NULL, 0, NULL, NULL);
            else rig_launch(rig_queue, 1e6, NULL);
        }
    assert_int_equal(gt_findings(&list, &count), GT_OK);
    for (size_t i = 0; i < count; i++)
        named += list[i].code == GT_FINDING_OUTLIERS && strstr(list[i].cause, "compiled") != NULL;
    assert_int_equal(named, 1);
    free(list);
    clReleaseKernel(other);
    clReleaseProgram(p);
    rig_close();
}

TEST(scopes_tell_more_than_the_program, NULL, stop_looking) {
    program_began(NULL);
    for (int i = 0; i < 5; i++) rig_launch(rig_queue, 1000, NULL);
    GT_SCOPE_CL(rig_queue, "phase") rig_launch(rig_queue, 1000, NULL);
    rig_launch(rig_queue, 1000, NULL);
    clFinish(rig_queue);
    program_ended();
    assert_int_equal(look("program")->n, 0);
    assert_int_equal(gt_series_sample(look("phase"), 0).commands, 1);
    rig_close();
}

/* The first phase stands where later ones do, not below a row for the program's clock. */
TEST(a_phase_between_two_readings_is_below_no_timer, NULL, stop_looking) {
    program_began(NULL);
    for (int pass = 0; pass < 3; pass++) {
        gt_cl_clock_wall_(NULL, 0, 0, 0, NULL, NULL);
        if (!pass) rig_launch(rig_queue, 1000, NULL);
        GT_SCOPE_CL(rig_queue, "phase") rig_launch(rig_queue, 1000, NULL);
        gt_cl_clock_wall_(NULL, 0, 0, 0, NULL, NULL);
    }
    program_ended();
    assert_int_equal(look("phase")->n, 3);
    rig_close();
}

/* A write that still runs when the clock is read: who reads the clock at the begin and at the end has timed it or not.
   first: a reading before all; severity: of no-sync, GT_INFO: none. */
TEST(gaps_between_timings_are_no_timings, NULL, stop_looking) {
    static const struct {
        const char *first, *pass;
        int passes;
        const char *last;
        int severity, dirty;
        double ms;
    } t[] = {
        {"", "wrkfr", 6, "", GT_INFO, 1, 1},    {"", "wrkfr", 6, "", GT_NOTE, 0, 100},
        {"", "rkfrw", 6, "f", GT_INFO, 1, 1},   {"", "rkfrw", 6, "f", GT_NOTE, 0, 100},
        {"", "rkfrw", 2, "rkfr", GT_NOTE, 0, 100}, {"r", "wrkfr", 6, "r", GT_NOTE, 1, 1},
        {"", "rwrkf", 6, "", GT_FAULT, 1, 1},   {"", "rwrrkfr", 6, "", GT_FAULT, 1, 1},
        {"", "rwrkfr", 6, "", GT_FAULT, 1, 1},  {"", "rwrkfr", 1, "", GT_FAULT, 1, 1},
        {"", "rwr", 6, "f", GT_FAULT, 0, 1}};
    for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
        gt_finding *list;
        size_t count, others = 0;
        int severity = GT_INFO, dirty = 0;
        simcl_script s;
        memset(&s, 0, sizeof s);
        s.device[0].write.ns = 1e6;
        program_began(&s);
        cl_mem m = some_buffer(100);
        go_on("kf", t[k].ms, m);
        go_on(t[k].first, t[k].ms, m);
        for (int i = 0; i < t[k].passes; i++) go_on(t[k].pass, t[k].ms, m);
        go_on(t[k].last, t[k].ms, m);
        go_on("f", t[k].ms, m);
        clReleaseMemObject(m);
        program_ended();
        assert_int_equal(gt_findings(&list, &count), GT_OK);
        for (size_t i = 0; i < count; i++) {
            if (list[i].code == GT_FINDING_NO_SYNC) severity = (int)list[i].severity;
            dirty |= list[i].code == GT_FINDING_DIRTY_START;
            others += list[i].path[0] && look(list[i].path)->unsynced && list[i].code != GT_FINDING_NO_SYNC;
        }
        free(list);
        if (severity != t[k].severity || dirty != t[k].dirty || (severity < GT_FAULT && others))
            fail_msg("%s %d x %s %s: no-sync %d, dirty-start %d, others %d", t[k].first, t[k].passes, t[k].pass,
                     t[k].last, severity, dirty, (int)others);
        rig_close();
    }
}

/* A queue that works for a while for commands of others. */
TEST(work_of_other_files_is_said, NULL, stop_looking) {
    for (int seen = 0; seen < 2; seen++) {
        rig_open(NULL, 0);
        clFinish(rig_queue);
        GT_SCOPE("host") {
            simcl_kernel("work", NULL, (simcl_cost){.ns = 1e6});
            if (seen) rig_launch(rig_queue, 1e6, NULL);
            else assert_int_equal(original_launch(NULL), CL_SUCCESS);
            clFinish(rig_queue);
            clFinish(rig_queue);
        }
        GT_SCOPE_CL(rig_queue, "phase") {
            if (seen) rig_launch(rig_queue, 1e6, NULL);
            else assert_int_equal(original_launch(NULL), CL_SUCCESS);
        }
        assert_int_equal(look("host")->foreign, !seen);
        assert_int_equal(look("phase")->foreign, !seen);
        char *text = report_text();
        assert_int_equal(strstr(text, ": partial: ") != NULL, !seen);
        assert_int_equal(strstr(text, "-include calls.h") != NULL, !seen);
        free(text);
        rig_close();
    }
}

/* As two threads, each of which waits for the queue: one wait ends before the other one. */
static void launch_for_1_ms(int seen) {
    if (seen) rig_launch(rig_queue, 1e6, NULL);
    else assert_int_equal(original_launch(NULL), CL_SUCCESS);
}
static void two_wait(int seen, int launch_in_wait) {
    gt_cl_call_ first;
    gt_cl_call_begin_(&first, GT_CL_CALL_clFinish_, GT_CL_WAITS_, __FILE__, __LINE__, 0);
    first.queue = rig_queue;
    first.blocks = 1;
    gt_cl_call_ second = first;
    if (!launch_in_wait) launch_for_1_ms(seen);
    gt_cl_before_(&first);
    if (launch_in_wait) launch_for_1_ms(seen);
    else gt_cl_before_(&second);
    if (!launch_in_wait) assert_int_equal((clFinish)(rig_queue), CL_SUCCESS);
    (void)gt_cl_after_(&first, CL_SUCCESS);
    if (launch_in_wait) gt_cl_before_(&second);
    assert_int_equal((clFinish)(rig_queue), CL_SUCCESS);
    (void)gt_cl_after_(&second, CL_SUCCESS);
}
TEST(a_wait_beside_that_of_another_thread_is_for_seen_commands, NULL, stop_looking) {
    for (int k = 0; k < 4; k++) {
        const int seen = k % 2 == 0;
        rig_open(NULL, 0);
        simcl_kernel("work", NULL, (simcl_cost){.ns = 1e6});
        clFinish(rig_queue);
        GT_SCOPE("host") two_wait(seen, k / 2);
        if (look("host")->foreign != (uint64_t)!seen)
            fail_msg("%s, launched %s: %d", seen ? "seen" : "not seen", k / 2 ? "while the first one waits" : "before",
                     (int)look("host")->foreign);
        rig_close();
    }
}
TEST(many_queues_are_kept_apart, NULL, stop_looking) {
    enum { N = 600 };
    static cl_command_queue q[N];
    simcl_script s;
    memset(&s, 0, sizeof s);
    s.no_log = 1;
    rig_open(&s, 0);
    simcl_kernel("work", NULL, (simcl_cost){.ns = 1e6});
    for (int i = 0; i < N; i++) q[i] = clCreateCommandQueue(rig_context, rig_device, 0, NULL);
    GT_SCOPE("host") {
        for (int i = 0; i < N; i++) rig_launch(q[i], 1e6, NULL);
        for (int i = 0; i < N; i++) clFinish(q[i]);
    }
    assert_int_equal(look("host")->foreign, 0);
    for (int i = 0; i < N; i++) clReleaseCommandQueue(q[i]);
    rig_close();
}

/* ---- objects ---- */

static int objects_of(int kind) {
    int n = 0;
    for (const gt_cl_object_ *o = gt_cl_object_next_(NULL); o; o = gt_cl_object_next_(o)) n += o->kind == kind;
    return n;
}
TEST(what_was_not_released_is_known, NULL, stop_looking) {
    enum { N = 500 };
    cl_event events[N];
    cl_mem buffers[N];
    rig_open(NULL, 0);
    const int before = objects_of(GT_CL_OBJECT_cl_mem_) + objects_of(GT_CL_OBJECT_cl_event_);
    assert_int_equal(before, 0);
    for (int i = 0; i < N; i++) {
        buffers[i] = some_buffer(64);
        rig_launch(rig_queue, 1000, &events[i]);
    }
    clFinish(rig_queue);
    assert_int_equal(objects_of(GT_CL_OBJECT_cl_mem_), N);
    assert_int_equal(objects_of(GT_CL_OBJECT_cl_event_), N);
    clRetainEvent(events[3]);
    for (int i = 0; i < N; i++) {
        clReleaseMemObject(buffers[i]);
        clReleaseEvent(events[i]);
    }
    assert_int_equal(objects_of(GT_CL_OBJECT_cl_mem_), 0);
    assert_int_equal(objects_of(GT_CL_OBJECT_cl_event_), 1);       /* the one that was retained */
    assert_int_equal(gt_cl_object_find_(events[3])->count, 1);
    cl_int (CL_API_CALL *release)(cl_event) = clReleaseEvent;   /* by a pointer too */
    assert_int_equal(release(events[3]), CL_SUCCESS);
    assert_int_equal(objects_of(GT_CL_OBJECT_cl_event_), 0);
    rig_close();
    assert_int_equal(gt_cl_objects_.used, 0);
}

/* The table begins with 1024 lists, and has never more objects than lists. */
TEST(a_table_of_objects_that_grows_loses_none, NULL, stop_looking) {
    enum { N = 5000 };
    static cl_mem buffers[N];
    rig_open(NULL, 0);
    for (int i = 0; i < N; i++) buffers[i] = some_buffer(64);
    assert_true(gt_cl_objects_.used >= N && gt_cl_objects_.used <= (size_t)1 << gt_cl_objects_.bits);
    assert_int_equal(objects_of(GT_CL_OBJECT_cl_mem_), N);
    for (int half = 0; half < 2; half++) {
        for (int i = half; i < N; i += 2) {
            const gt_cl_object_ *const o = gt_cl_object_find_(buffers[i]);
            assert_true(o && o->id == (const void *)buffers[i] && o->count == 1);
            clReleaseMemObject(buffers[i]);
        }
        assert_int_equal(objects_of(GT_CL_OBJECT_cl_mem_), half ? 0 : N / 2);
    }
    rig_close();
    assert_int_equal(gt_cl_objects_.used, 0);
}

TEST(making_objects_inside_a_scope_is_counted, NULL, stop_looking) {
    rig_open(NULL, 0);
    GT_SCOPE("outer") {
        GT_SCOPE("inner") {
            cl_mem m = some_buffer(64);
            cl_kernel k = clCreateKernel(rig_program, "work", NULL), all[1];
            cl_uint n = 0;
            assert_int_equal(clCreateKernelsInProgram(rig_program, 0, NULL, &n), CL_SUCCESS);      /* makes none */
            assert_int_equal(n, 1);
            assert_int_equal(clCreateKernelsInProgram(rig_program, 1, all, NULL), CL_SUCCESS);
            clReleaseMemObject(m);
            clReleaseKernel(k);
            clReleaseKernel(all[0]);
        }
    }
    assert_int_equal(look("outer")->created, 3);
    assert_int_equal(look("outer/inner")->created, 3);
    rig_close();
}

/* An event or a kernel that the kit holds beside the program. */
TEST(reference_counts_are_those_of_the_program, NULL, stop_looking) {
    cl_event event;
    cl_uint n = 0;
    rig_open(NULL, 0);
    GT_SCOPE_CL(rig_queue, "phase") {
        rig_launch(rig_queue, 1000, &event);
        assert_int_equal(clFinish(rig_queue), CL_SUCCESS);      /* until then the device holds them */
        assert_int_equal(event_references(event), 1);
        assert_int_equal(clGetKernelInfo(rig_kernel, CL_KERNEL_REFERENCE_COUNT, sizeof n, &n, NULL), CL_SUCCESS);
        assert_int_equal(n, 1);
    }
    assert_int_equal(clReleaseEvent(event), CL_SUCCESS);
    rig_close();
}

/* Commands have the names of their kernels when those are gone and other programs have been built: a name is kept as
   text, and no kernel is held. */
TEST(names_of_kernels_outlive_them, NULL, stop_looking) {
    const char *source = "kernel void work() {} kernel void other() {}";
    const size_t items = 64;
    rig_open(NULL, 0);
    simcl_kernel("other", NULL, (simcl_cost){.ns = 3000});
    GT_SCOPE_CL(rig_queue, "all") {
        for (int i = 0; i < 6; i++) {
            cl_program p = clCreateProgramWithSource(rig_context, 1, &source, NULL, NULL);
            assert_int_equal(clBuildProgram(p, 1, &rig_device, NULL, NULL, NULL), CL_SUCCESS);
            cl_kernel k = clCreateKernel(p, i % 3 ? "other" : "work", NULL);
            assert_int_equal(clEnqueueNDRangeKernel(rig_queue, k, 1, NULL, &items, NULL, 0, NULL, NULL), CL_SUCCESS);
            assert_int_equal(clFinish(rig_queue), CL_SUCCESS);
            assert_int_equal(clReleaseKernel(k), CL_SUCCESS);
            assert_int_equal(clReleaseProgram(p), CL_SUCCESS);
        }
    }
    assert_int_equal(look("all/other")->n, 4);
    assert_int_equal(look("all/work")->n, 2);
    assert_int_equal(look("all/kernel")->n, 0);
    assert_int_equal(simcl_calls("clRetainKernel"), 0);
    rig_close();
}
/* Every second launch runs on after the timer that made it: it is the same work all the same. */
TEST(a_launch_that_runs_on_is_work_of_its_timer, NULL, stop_looking) {
    enum { N = 20 };
    static const char place[2];
    size_t timers = 0;
    program_began(NULL);
    rig_launch(rig_queue, 1e6, NULL);
    clFinish(rig_queue);
    for (int i = 0; i < N; i++) {
        gt_cl_clock_wall_(NULL, 0, 0, 0, &place[0], NULL);
        rig_launch(rig_queue, 1e6, NULL);
        if (i % 2) clFinish(rig_queue);
        gt_cl_clock_wall_(NULL, 0, 0, 0, &place[1], NULL);
        clFinish(rig_queue);
    }
    program_ended();
    (void)look("program");
    for (size_t i = 0; i < shown.count; i++) {
        const gt_series *s = &shown.series[i];
        if (s->kind != GT_KIND_TIMER || s->n != N) continue;
        assert_int_equal(s->unsynced, N / 2);
        assert_int_equal(s->other_work, 0);
        timers++;
    }
    assert_int_equal(timers, 1);
    rig_close();
}
/* The simulated device has no clones: another kernel of the same program is one. */
CL_API_ENTRY cl_kernel CL_API_CALL (clCloneKernel)(cl_kernel kernel, cl_int *code) {
    return kernel ? (clCreateKernel)(rig_program, "work", code) : NULL;
}
/* However a kernel was made, its launch is the same work as that of another one of its program. */
TEST(a_kernel_is_known_however_it_was_made, NULL, stop_looking) {
    static const char place[2];
    const size_t items = 64;
    for (int how = 0; how < 3; how++) {
        program_began(NULL);
        rig_launch(rig_queue, 1e6, NULL);
        clFinish(rig_queue);
        cl_kernel made[6] = { NULL };
        for (int i = 0; i < 6; i++) {
            cl_uint n = 0;
            if (how == 2) made[i] = clCloneKernel(rig_kernel, NULL);
            else assert_int_equal(clCreateKernelsInProgram(rig_program, 1, &made[i], how ? &n : NULL), CL_SUCCESS);
            gt_cl_clock_wall_(NULL, 0, 0, 0, &place[0], NULL);
            assert_int_equal(clEnqueueNDRangeKernel(rig_queue, made[i], 1, NULL, &items, NULL, 0, NULL, NULL), 0);
            clFinish(rig_queue);
            gt_cl_clock_wall_(NULL, 0, 0, 0, &place[1], NULL);
        }
        for (int i = 0; i < 6; i++) assert_non_null(gt_cl_object_find_((const void *)made[i]));
        for (int i = 0; i < 6; i++) clReleaseKernel(made[i]);
        program_ended();
        (void)look("program");
        size_t n = 0;
        for (size_t i = 0; i < shown.count; i++) {
            const gt_series *s = &shown.series[i];
            if (s->kind != GT_KIND_TIMER || s->n != 6) continue;
            assert_int_equal(s->other_work, 0);
            assert_string_equal(s[1].name, "work");
            n++;
        }
        assert_int_equal(n, 1);
        rig_close();
    }
}
/* A kernel that runs once is said where the program reads the clock for other work; not where it times the kernel. */
TEST(a_kernel_that_runs_once_is_said_beside_other_timings, NULL, stop_looking) {
    for (int timed = 0; timed < 2; timed++) {
        program_began(NULL);
        clFinish(rig_queue);
        gt_cl_clock_wall_(NULL, 0, 0, 0, NULL, NULL);
        simcl_spend_ns(1e6);
        gt_cl_clock_wall_(NULL, 0, 0, 0, NULL, NULL);
        rig_launch(rig_queue, 1e6, NULL);
        clFinish(rig_queue);
        if (timed) gt_cl_clock_wall_(NULL, 0, 0, 0, NULL, NULL);
        program_ended();
        char *text = report_text();
        assert_int_equal(strstr(text, "unwarmed: 1.00 ms of kernel work, in 1 launch (1 kernel") != NULL, !timed);
        free(text);
        rig_close();
    }
}

static cl_ulong stamp_read(cl_event event, cl_profiling_info what) {
    cl_ulong ns = 0;
    assert_int_equal(clGetEventProfilingInfo(event, what, sizeof ns, &ns, NULL), CL_SUCCESS);
    return ns;
}
/* Between QUEUED and END of a command those before it in the queue run: the finding says how long that command ran, and
   not that the device idled. */
TEST(between_two_stamps_of_a_command_others_may_run, NULL, stop_looking) {
    cl_event event[4];
    program_began(NULL);
    for (int i = 0; i < 4; i++) rig_launch(rig_queue, i ? 5e6 : 20e6, &event[i]);
    clFinish(rig_queue);
    for (int i = 0; i < 4; i++) {
        (void)stamp_read(event[i], CL_PROFILING_COMMAND_QUEUED);
        (void)stamp_read(event[i], CL_PROFILING_COMMAND_END);
        clReleaseEvent(event[i]);
    }
    program_ended();
    char *text = report_text();
    assert_non_null(strstr(text, "of work, in which these ran for 15.0 ms (3 of 4 differences that end at END)"));
    assert_null(strstr(text, "no command ran"));
    free(text);
    rig_close();
}
/* Findings about stamps name the kernels whose stamps the program reads, and their times. */
TEST(stamps_that_mislead_are_named_by_their_kernels, NULL, stop_looking) {
    cl_event event[2];
    program_began(NULL);
    for (int i = 0; i < 2; i++) {
        rig_launch(rig_queue, 1e6, &event[i]);
        clFinish(rig_queue);
        simcl_spend_ns(20e6);
    }
    const cl_ulong from = stamp_read(event[0], CL_PROFILING_COMMAND_START);
    assert_true(stamp_read(event[1], CL_PROFILING_COMMAND_END) > from + 20000000);
    for (int i = 0; i < 2; i++) clReleaseEvent(event[i]);
    program_ended();
    char *text = report_text();
    assert_non_null(strstr(text, "stamps-apart: 22.0 ms from work to work, in which commands ran for 2.00 ms (1 of 1 "
                                 "differences that end at END)\n"));
    assert_non_null(strstr(text, "program: unwarmed: 2.00 ms of kernel work, in 2 launches (1 kernel); how much of it "
                                 "is due to first launches is not known: none ran six times at one size\n"));
    assert_non_null(strstr(text, "the stamps that the program reads are of first launches"));
    free(text);
    rig_close();
}

/* Of work that was launched often the kit asks for all four stamps of about one launch in eight, and for START and END
   of the others; for END alone if the program has read START. Who wants a row for each command gets all stamps. */
static void no_rows(const gt_command *row, size_t n) { (void)row, (void)n; }
static size_t asked_of(size_t launches, int reads_start) {
    const size_t before = simcl_calls("clGetEventProfilingInfo");
    for (size_t i = 0; i < launches; i++) {
        cl_event event;
        rig_launch(rig_queue, 1e3, reads_start ? &event : NULL);
        clFinish(rig_queue);
        if (!reads_start) continue;
        (void)stamp_read(event, CL_PROFILING_COMMAND_START);
        clReleaseEvent(event);
    }
    gt_cl_harvest_all_();
    return simcl_calls("clGetEventProfilingInfo") - before - (reads_start ? launches : 0);
}
TEST(all_stamps_are_asked_for_of_few_launches_of_known_work, NULL, stop_looking) {
    enum { n = 800 };
    program_began(NULL);
    GT_POKE_(&gt_cl_objects_.gates, 0);         /* programs of other tests made user events */
    assert_int_equal(asked_of(257, 0), 4 * 257);
    const size_t two = asked_of(n, 0), one = asked_of(n, 1);
    assert_in_range(two, 2 * n + 2 * n / 16, 2 * n + 2 * n / 4);
    assert_in_range(one, n + 3 * n / 16, n + 3 * n / 4);
    GT_STORE_(&gt_commands_kept_by_, no_rows);
    assert_int_equal(asked_of(n, 0), 4 * n);
    GT_STORE_(&gt_commands_kept_by_, NULL);
    assert_int_equal(clReleaseEvent(clCreateUserEvent(rig_context, NULL)), CL_SUCCESS);
    assert_int_equal(asked_of(n, 0), 4 * n);    /* what such an event holds back may have no true START and END */
    program_ended();
    rig_close();
}

/* t, e: readings around a timing; k: launches; f: waits for all; r: gt_reset. l: a reading for a limit of 5 ms, q: for
   one that is no whole number of ms; a: waits until that limit, o: looks behind the wait whether it is over. x: a
   reading after which a timer of the system is set to 5 ms behind l, n: one before x that looks which are over. */
static void pass_with_limits(const char *pass) {
    static const char place[128];
    double now = 0, limit = 0;
    for (; *pass; pass++) {
        if (strchr("telqoxn", *pass)) {
            now = (double)simcl_now_ns(NULL);
            gt_cl_clock_wall_(NULL, now, 0, 1, &place[(int)*pass], NULL);
            simcl_spend_ns(2000);
        }
        if (*pass == 'l' || *pass == 'q') limit = now + (*pass == 'l' ? 5e6 : 5123456);
        if (*pass == 'a') gt_cl_wait_limited_(limit, 0);
        if (*pass == 'x') gt_cl_wait_limited_(limit > now ? limit - now : 1e6, 1);
        if (*pass == 'r') gt_reset();
        if (*pass == 'k') rig_launch(rig_queue, 2e6, NULL);
        if (*pass == 'f') assert_int_equal(clFinish(rig_queue), CL_SUCCESS);
        if (*pass == 'f') simcl_spend_ns(123456);
    }
}
/* A program that waits for a limit, or sets a timer of the system to it, has read the clock for the limit. */
TEST(readings_for_the_limit_of_a_wait_are_no_ends_of_timings, NULL, stop_looking) {
    const struct { const char *pass; size_t timers; int unsynced; } t[] = {
        { "tklaofe", 11, 0 },           /* it waits for a callback, say, with a limit */
        { "tkqaofe", 11, 1 },           /* no limit is made of that reading */
        { "tklaoef", 11, 1 },           /* the wait ends before the command, and the program takes its time there */
        { "klao", 0, 0 },               /* a worker that launches now and then */
        { "tklxfe", 11, 0 }, { "nxtklxfe", 11, 0 }, { "tknxfe", 11, 1 },
        { "tkelaof", 11, 1 }, { "tkelxf", 11, 1 },              /* a launch that is timed without a wait */
    };
    for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
        size_t n = 0, unsynced = 0;
        program_began(NULL);
        rig_launch(rig_queue, 1000, NULL);
        clFinish(rig_queue);
        for (int pass = 0; pass < 11; pass++) pass_with_limits(t[i].pass);
        program_ended();
        (void)look("program");
        for (size_t k = 0; k < shown.count; k++) {
            const gt_series *s = &shown.series[k];
            if (s->kind != GT_KIND_TIMER) continue;
            n += s->n;
            unsynced += s->unsynced;
        }
        if (n != t[i].timers || (unsynced > 0) != t[i].unsynced)
            fail_msg("%s: %zu timers, %zu no-sync", t[i].pass, n, unsynced);
        rig_close();
    }
}

/* The wait shows that the reading before gt_reset was for a limit; what that ended is forgotten. */
TEST(what_ended_before_a_reset_is_not_taken_back_behind_it, NULL, stop_looking) {
    program_began(NULL);
    rig_launch(rig_queue, 1000, NULL);
    clFinish(rig_queue);
    pass_with_limits("tklraofe");
    for (int pass = 0; pass < 9; pass++) pass_with_limits("tklaofe");
    program_ended();
    (void)look("program");
    size_t n = 0;
    for (size_t i = 0; i < shown.count; i++) {
        if (shown.series[i].kind != GT_KIND_TIMER) continue;
        assert_int_equal(shown.series[i].unsynced, 0);
        n += shown.series[i].n;
    }
    assert_int_equal(n, 9);
    rig_close();
}

/* The difference is told from the command that begins it to the one that ends it, whichever stamp is read first. */
TEST(two_commands_are_named_in_their_order, NULL, stop_looking) {
    for (int end_first = 0; end_first < 2; end_first++) {
        static char bytes[64];
        cl_event event[2];
        program_began(NULL);
        cl_mem buffer = clCreateBuffer(rig_context, CL_MEM_READ_WRITE, sizeof bytes, NULL, NULL);
        rig_launch(rig_queue, 1e6, &event[0]);
        clFinish(rig_queue);
        simcl_spend_ns(20e6);
        clEnqueueReadBuffer(rig_queue, buffer, CL_TRUE, 0, sizeof bytes, bytes, 0, NULL, &event[1]);
        if (end_first) stamp_read(event[1], CL_PROFILING_COMMAND_END);
        stamp_read(event[0], CL_PROFILING_COMMAND_START);
        if (!end_first) stamp_read(event[1], CL_PROFILING_COMMAND_END);
        for (int i = 0; i < 2; i++) clReleaseEvent(event[i]);
        clReleaseMemObject(buffer);
        program_ended();
        char *text = report_text();
        assert_non_null(strstr(text, " from work to read, in which commands ran for "));
        free(text);
        rig_close();
    }
}

/* A driver may give an event the address of one that is released. Stamps of these two are no pair of one command. */
TEST(an_event_at_the_address_of_a_released_one_is_another, NULL, stop_looking) {
    cl_event event;
    program_began(NULL);
    rig_launch(rig_queue, 1e6, &event);
    clFinish(rig_queue);
    const cl_ulong from = stamp_read(event, CL_PROFILING_COMMAND_QUEUED);
    assert_int_equal(clRetainEvent(event), CL_SUCCESS);
    assert_int_equal(clReleaseEvent(event), CL_SUCCESS);
    assert_true(gt_cl_read_.seen == 1 && gt_cl_read_.first == from);
    assert_int_equal(clReleaseEvent(event), CL_SUCCESS);
    simcl_spend_ns(20e6);
    rig_launch(rig_queue, 1e6, &event);
    clFinish(rig_queue);
    gt_cl_read_.event = event;          /* as if it had been there before */
    assert_true(stamp_read(event, CL_PROFILING_COMMAND_END) > from + 20000000);
    assert_int_equal(gt_cl_read_.seen, 8);
    assert_int_equal(clReleaseEvent(event), CL_SUCCESS);
    program_ended();
    rig_close();
}

static cl_event of_others[11];
static void *launch_for_others(void *unused) {
    for (int i = 0; i < 11; i++) {
        if (i == 5) rig_launch(rig_queue, 80e6, NULL);
        rig_launch(rig_queue, 1e6, &of_others[i]);
        clFinish(rig_queue);
    }
    return unused;
}
/* Of two waits that are long, the first one alone is of the kernel's first launch. */
TEST(a_command_of_another_thread_is_no_first_launch, NULL, stop_looking) {
    pthread_t thread;
    cl_event event;
    open_compiling();
    gt_exit_for_ = 1;
    gt_cl_process_.scoped = gt_cl_process_.exiting = 0;
    rig_launch(rig_queue, 1e6, &event);
    clFinish(rig_queue);
    assert_int_equal(pthread_create(&thread, NULL, launch_for_others, NULL), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    for (int i = -1; i < 11; i++) {
        const cl_event of = i < 0 ? event : of_others[i];
        assert_true(stamp_read(of, CL_PROFILING_COMMAND_START) >= stamp_read(of, CL_PROFILING_COMMAND_SUBMIT));
    }
    program_ended();
    char *text = report_text();
    assert_non_null(strstr(text, "(2 of 12 differences that end at START)\n"));
    free(text);
    for (int i = 0; i < 11; i++) clReleaseEvent(of_others[i]);
    clReleaseEvent(event);
    rig_close();
}

static void *launch_in_a_thread(void *unused) {
    rig_launch(rig_queue, 1e6, NULL);
    clFinish(rig_queue);
    return unused;
}
TEST(a_program_of_several_threads_has_a_sum_and_no_median, NULL, stop_looking) {
    program_began(NULL);
    for (int i = 0; i < 2; i++) {
        pthread_t thread;
        assert_int_equal(pthread_create(&thread, NULL, launch_in_a_thread, NULL), 0);
        assert_int_equal(pthread_join(thread, NULL), 0);
    }
    program_ended();
    assert_int_equal(look("program")->threads, 2);
    char *text = report_text();
    assert_non_null(strstr(text, "program [2 threads]"));
    assert_null(strstr(text, "median"));
    free(text);
    gt_status status;
    text = text_of(gt_report_commands, &status);
    assert_non_null(strstr(text, "\nprogram [2 threads]\n"));        /* nothing of its own; commands have rows below */
    free(text);
    rig_close();
}

TEST(no_device_of_that_type_is_no_failure, NULL, stop_looking) {
    char *text;
    gt_status status;
    gt_reset();
    assert_int_equal(GT_CL(CL_DEVICE_NOT_FOUND), CL_DEVICE_NOT_FOUND);
    assert_null(gt_error_first());
    text = report_text();
    assert_null(strstr(text, "FAILED"));
    free(text);
    text = text_of(gt_fail_as_status, &status);         /* whoever asks is told */
    assert_non_null(strstr(text, "CL_DEVICE_NOT_FOUND"));
    free(text);
    (void)GT_CL(CL_INVALID_VALUE);
    (void)GT_CL(CL_DEVICE_NOT_FOUND);
    assert_int_equal(gt_error_first()->code, CL_INVALID_VALUE);
    gt_reset();
}

/* Without a driver the first error is that, and not what follows from it; the report says what to do. */
TEST(a_machine_without_a_driver_is_named, NULL, stop_looking) {
    char text[1000] = "";
    simcl_script s;
    cl_uint found = 0;
    FILE *f = tmpfile();
    memset(&s, 0, sizeof s);
    s.no_platform = 1;
    gt_reset();
    simcl_reset(&s);
    assert_int_equal(setenv("OCL_ICD_VENDORS", "/tmp/empty", 1), 0);
    assert_int_equal(clGetPlatformIDs(0, NULL, &found), -1001);
    assert_null(clCreateContext(NULL, 0, NULL, NULL, NULL, NULL));
    assert_string_equal(gt_error_first()->call, "clGetPlatformIDs");
    assert_non_null(f);
    assert_int_equal(gt_fail(f), 1);
    rewind(f);
    (void)!fread(text, 1, sizeof text - 1, f);
    fclose(f);
    for (char *at = text; (at = strchr(at, '\n')) != NULL;) *at = ' ';
    if (!strstr(text, "CL_PLATFORM_NOT_FOUND_KHR (-1001)") || !strstr(text, "-> install a driver"))
        fail_msg("%s", text);
    assert_non_null(strstr(text, "OCL_ICD_VENDORS=/tmp/empty"));
    assert_null(strstr(text, "specification"));
    assert_int_equal(unsetenv("OCL_ICD_VENDORS"), 0);
    gt_reset();
}

/* A driver has no stamps while a command runs, and none are missed if it ends between that answer and the next. */
TEST(a_command_that_ends_while_it_is_looked_at_has_stamps, NULL, stop_looking) {
    for (int k = 0; k < 60; k++) {
        simcl_script s = {0};
        s.call.ns = 1e6;
        program_began(&s);
        rig_launch(rig_queue, 1e5 * k, NULL);
        gt_cl_harvest_(gt_cl_mine_.program, 0);
        clFinish(rig_queue);
        program_ended();
        if (look("program")->unprofiled) fail_msg("%.1f ms", 0.1 * k);
        rig_close();
    }
}
/* The first such call of a program loads the drivers. */
TEST(asking_for_platforms_and_devices_is_set_up, NULL, stop_looking) {
    const size_t items = 64;
    simcl_script s = {0};
    cl_platform_id platform = NULL;
    s.call.ns = 1e6;
    rig_open(&s, 0);
    GT_SCOPE("asks") {
        clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL, NULL);
        clFinish(rig_queue);
        assert_int_equal(clGetPlatformIDs(1, &platform, NULL), CL_SUCCESS);
        assert_int_equal(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &rig_device, NULL), CL_SUCCESS);
    }
    const gt_sample row = gt_series_sample(look("asks"), 0);
    assert_in_range(row.setup_ns, 1990000, 2010000);
    assert_in_range(row.return_ns, 0, 100000);
    rig_close();
}

/* A code that many programs get has a remedy of its own, another one the general one. */
TEST(a_code_says_what_to_do, NULL, stop_looking) {
    gt_reset();
    (void)gt_cl_check(-52, "clEnqueueNDRangeKernel", "main.c", 3);
    assert_non_null(strstr(gt_error_first()->detail, "clSetKernelArg"));
    gt_reset();
    (void)gt_cl_check(-70, "clEnqueueNDRangeKernel", "main.c", 3);
    assert_string_equal(gt_error_first()->detail, "");
    gt_reset();
    (void)gt_cl_check(-30, "clGetDeviceIDs", "main.c", 3);
    assert_null(strstr(gt_error_first()->detail, "buffer"));
    assert_non_null(strstr(gt_error_first()->detail, "query"));
    gt_reset();
}

/* The call that took longest comes first. */
TEST(calls_are_sorted_by_their_total, NULL, stop_looking) {
    double before = 1e300;
    simcl_script s;
    gt_section_ calls;
    gt_list_ l;
    memset(&s, 0, sizeof s);
    memset(&calls, 0, sizeof calls);
    s.device[0].finish.ns = 1e9;
    rig_open(&s, 0);
    memset(gt_cl_called_, 0, sizeof gt_cl_called_);
    for (int i = 0; i < 3; i++) rig_launch(rig_queue, 1000, NULL);
    clFlush(rig_queue);
    clFinish(rig_queue);
    assert_int_equal(gt_list_open_(&l), GT_OK);
    gt_cl_tool_->program.section(&calls, &l.snap);
    assert_int_equal(l.snap.facts_->listed, 1);
    assert_int_equal(calls.cells, 3 * calls.columns);
    for (size_t i = 0; i < calls.cells; i += calls.columns) {
        assert_memory_equal(calls.cell[i].text, "cl", 2);
        assert_string_equal(calls.cell[i + 2].figure[0].name, "total");
        assert_true(calls.cell[i + 2].figure[0].value <= before);
        before = calls.cell[i + 2].figure[0].value;
    }
    gt_section_free_(&calls);
    gt_list_close_(&l);
    rig_close();
}

TEST(nested_phase_that_is_not_complete_makes_the_outer_one_so, NULL, stop_looking) {
    rig_open(NULL, 0);
    GT_SCOPE_CL(rig_queue, "whole") {
        gt_cl_scope s = plain_phase("inner");
        assert_int_equal(original_launch(NULL), CL_SUCCESS);
        gt_cl_scope_end(&s);
    }
    assert_int_equal(look("whole")->n, 1);
    assert_int_equal(look("whole")->known[GT_COLUMN_complete], 0);
    rig_close();
}

/* What was enqueued in a phase that was left is a command of the one around it, which then has all. */
TEST(nested_phase_that_was_left_leaves_the_outer_one_complete, NULL, stop_looking) {
    rig_open(NULL, 0);
    GT_SCOPE_CL(rig_queue, "whole") {
        GT_SCOPE_CL(rig_queue, "left") {
            rig_launch(rig_queue, 5000, NULL);
            break;
        }
        rig_launch(rig_queue, 1000, NULL);
    }
    assert_int_equal(look("whole/left")->left_early, 1);
    assert_int_equal(look("whole")->n, 1);
    assert_int_equal(gt_series_sample(look("whole"), 0).commands, 2);
    assert_int_equal(look("whole")->known[GT_COLUMN_complete], 1);
    rig_close();
}

TEST(commands_of_the_kit_itself_are_in_a_complete_phase_too, NULL, stop_looking) {
    const size_t items = 64;
    rig_open(NULL, 0);
    cl_mem m = some_buffer(64);
    GT_SCOPE_CL(rig_queue, "fill") assert_int_equal(gt_cl_fill(rig_queue, m, "x", 1), GT_OK);
    GT_SCOPE_CL(rig_queue, "warm") assert_int_equal(gt_cl_warm_kernel(rig_queue, rig_kernel, 1, NULL, &items, NULL),
        GT_OK);
    const gt_series *fill = look("fill");
    assert_true(gt_series_sample(fill, 0).commands == 1 || !fill->known[GT_COLUMN_complete]);
    assert_true(gt_series_sample(look("warm"), 0).commands == 1 || !look("warm")->known[GT_COLUMN_complete]);
    clReleaseMemObject(m);
    rig_close();
}

/* ---- queues ---- */

static cl_command_queue_properties properties_of(cl_command_queue q) {     /* as the program sees them */
    cl_command_queue_properties p = 0;
    assert_int_equal(clGetCommandQueueInfo(q, CL_QUEUE_PROPERTIES, sizeof p, &p, NULL), CL_SUCCESS);
    return p;
}
static cl_int stamp_of(cl_command_queue q) {
    cl_event event;
    cl_ulong t = 0;
    rig_launch(q, 1000, &event);
    assert_int_equal(clFinish(q), CL_SUCCESS);
    const cl_int code = clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof t, &t, NULL);
    assert_int_equal(t != 0, code == CL_SUCCESS);
    clReleaseEvent(event);
    return code;
}
#undef clGetCommandQueueInfo
static cl_command_queue_properties true_properties_of(cl_command_queue q) {
    cl_command_queue_properties p = 0;
    assert_int_equal(clGetCommandQueueInfo(q, CL_QUEUE_PROPERTIES, sizeof p, &p, NULL), CL_SUCCESS);
    return p;
}
#define clGetCommandQueueInfo gt_clGetCommandQueueInfo_
TEST(the_environment_can_switch_profiling_on, NULL, stop_looking) {
    static const struct { const char *value; cl_command_queue_properties asked, got; } cases[] = {
        {NULL, 0, 0}, {"0", 0, 0}, {"", 0, 0}, {"1", 0, CL_QUEUE_PROFILING_ENABLE},
        {"1", CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
            CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE},
        {"1", CL_QUEUE_PROFILING_ENABLE, CL_QUEUE_PROFILING_ENABLE}, {NULL, CL_QUEUE_PROFILING_ENABLE,
            CL_QUEUE_PROFILING_ENABLE}};
    rig_open(NULL, 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cl_int err = 1;
        if (cases[i].value) setenv("GT_CL_PROFILING", cases[i].value, 1);
        else unsetenv("GT_CL_PROFILING");
        cl_command_queue q = clCreateCommandQueue(rig_context, rig_device, cases[i].asked, &err);
        assert_int_equal(err, CL_SUCCESS);
        assert_int_equal(true_properties_of(q), cases[i].got);
        assert_int_equal(properties_of(q), cases[i].asked);
        assert_int_equal(stamp_of(q), cases[i].asked & CL_QUEUE_PROFILING_ENABLE ? CL_SUCCESS
            : CL_PROFILING_INFO_NOT_AVAILABLE);
        const cl_command_queue other = (clCreateCommandQueue)(rig_context, rig_device, cases[i].asked, &err);
        assert_int_equal(properties_of(other), cases[i].asked);         /* not of this file's calls */
        GT_SCOPE_CL(q, "phase") rig_launch(q, 1000, NULL);
        clReleaseCommandQueue(q);
        clReleaseCommandQueue(other);
    }
    unsetenv("GT_CL_PROFILING");
    assert_int_equal(look("phase")->unprofiled, 3);
    rig_close();
}

/* ---- faults, and going on for long ---- */

static void everything_once(void) {
    static char data[64];
    const char *source = "kernel void extra() {}";
    cl_event own = NULL;
    cl_program p = clCreateProgramWithSource(rig_context, 1, &source, NULL, NULL);
    cl_mem m = clCreateBuffer(rig_context, CL_MEM_READ_WRITE, 64, NULL, NULL);
    GT_SCOPE("host") {
        if (p && clBuildProgram(p, 1, &rig_device, NULL, NULL, NULL) == CL_SUCCESS) {
            cl_kernel k = clCreateKernel(p, "extra", NULL);
            GT_SCOPE_CL(rig_queue, "outer") {
                if (m) clEnqueueWriteBuffer(rig_queue, m, CL_FALSE, 0, 64, data, 0, NULL, NULL);
                GT_SCOPE_CL(rig_queue, "inner") if (k) clEnqueueTask(rig_queue, k, 0, NULL, &own);
                if (k) clReleaseKernel(k);
                if (m) clEnqueueReadBuffer(rig_queue, m, CL_TRUE, 0, 64, data, own != NULL, own ? &own : NULL, NULL);
            }
            clFinish(rig_queue);
        }
    }
    if (own) clReleaseEvent(own);
    if (m) clReleaseMemObject(m);
    if (p) clReleaseProgram(p);
}
TEST(any_call_may_fail_while_collecting, NULL, stop_looking) {
    static const char *const calls[] = {"clFinish", "clEnqueueWriteBuffer", "clEnqueueTask", "clEnqueueReadBuffer",
        "clRetainEvent",
        "clRetainKernel", "clGetKernelInfo", "clGetEventInfo", "clGetEventProfilingInfo", "clGetCommandQueueInfo",
            "clBuildProgram",
        "clCreateProgramWithSource", "clCreateBuffer", "clCreateKernel"};
    size_t tried = 0;
    for (size_t k = 0; k < sizeof calls / sizeof *calls; k++) {
        for (size_t nth = 1;; nth++) {
            rig_open(NULL, 0);
            everything_once();                      /* one pass that is whole */
            const size_t before = simcl_calls(calls[k]);
            assert_int_equal(simcl_fail(calls[k], before + nth, CL_OUT_OF_RESOURCES), 0);
            everything_once();
            const size_t fired = simcl_faults_fired();
            const gt_series *outer = look("host/outer");
            tried += fired;
            assert_true(outer->kept >= 1 && outer->known[GT_COLUMN_device_ns] &&
                        gt_series_sample(outer, 0).device_ns > 0 && outer->known[GT_COLUMN_complete] >= 1);
            if (fired && !gt_error_first()) {       /* then it is only a name or a time that is not known,
                and that shows */
                uint64_t told = look("host/outer/inner/kernel")->n + look("host/outer/inner/?")->n
                    + look("host/outer/command")->n + (look("host/outer/inner/extra")->n == 1);
                for (size_t i = 0; i < shown.count; i++) for (int b = 0; b < 16; b++) told += shown.series[i].broken[b];
                if (!told) fail_msg("%s, use %lu: nothing is told", calls[k], (unsigned long)nth);
            }
            rig_close();
            if (!fired) break;
        }
    }
    assert_true(tried >= 21);
}

TEST(nothing_is_held_after_many_launches, NULL, stop_looking) {
    enum { N = 200000, CHUNK = 10000 };
    simcl_script s;
    memset(&s, 0, sizeof s);
    s.no_log = 1;
    rig_open(&s, 0);
    const size_t objects = simcl_alive(), items = 64;
    for (int i = 0; i < N; i++) {
        cl_event own = NULL;
        GT_SCOPE_CL(rig_queue, "phase") {
            clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL, i % 2 ? &own : NULL);
            if (i % 7 == 0) break;
        }
        if (own) clReleaseEvent(own);
        if (i % CHUNK) continue;
        clFinish(rig_queue);
        gt_reset();
        assert_int_equal(simcl_alive(), objects);
    }
    cl_uint references = 0;
    assert_int_equal(clGetKernelInfo(rig_kernel, CL_KERNEL_REFERENCE_COUNT, sizeof references, &references, NULL),
        CL_SUCCESS);
    clFinish(rig_queue);
    assert_int_equal(clGetKernelInfo(rig_kernel, CL_KERNEL_REFERENCE_COUNT, sizeof references, &references, NULL),
        CL_SUCCESS);
    assert_int_equal(references, 1);
    rig_close();
}

int main(void) {
    return test_all(NULL, NULL);
}
#endif
