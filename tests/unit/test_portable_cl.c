/* link: simcl OpenCL */
/* asan: yes */
/* test_portable_cl.c - facts that hold on every OpenCL 1.2 device, the simulated one included

   Built twice: with simcl.c and -DSIMCL, and with -lOpenCL (PoCL or any other). It uses the OpenCL 1.2 API alone:
   where a test passes on a real runtime and on the simulator, the simulator is right about that. The kernels exist
   twice, as OpenCL C in `source` and, for the simulator, as C bodies in the block below.

   cc -std=c99 -D_POSIX_C_SOURCE=200809L -DSIMCL test_portable_cl.c simcl.c -lcmocka -lm
   cc -std=c99 -D_POSIX_C_SOURCE=200809L         test_portable_cl.c -lcmocka -lOpenCL */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <time.h>
#include "test.h"

static const char *const source =
    "// kernel void not_a_kernel(global int *a) {}\n"
    "kernel void affine(global int *a, const int factor, const int term) {\n"
    "    size_t i = get_global_id(0);\n"
    "    a[i] = a[i] * factor + term;\n"
    "}\n"
    "kernel void sum_groups(global const int *a, global int *sums, local int *part) {\n"
    "    size_t k = get_local_id(0);\n"
    "    part[k] = a[get_global_id(0)];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    if (k == 0) {\n"
    "        int sum = 0;\n"
    "        for (size_t i = 0; i < get_local_size(0); i++) { sum += part[i]; }\n"
    "        sums[get_group_id(0)] = sum;\n"
    "    }\n"
    "}\n";

#ifdef SIMCL
#include "simcl.h"

static void affine_body(const simcl_launch *l) {
    int *a = l->arg[0].data;
    const int *factor = l->arg[1].data, *term = l->arg[2].data;
    for (size_t i = l->offset[0]; i < l->offset[0] + l->global[0]; i++) {
        a[i] = a[i] * *factor + *term;
    }
}

static void sum_groups_body(const simcl_launch *l) {
    const int *a = l->arg[0].data;
    int *sums = l->arg[1].data, *part = l->arg[2].data;
    for (size_t group = 0; group < l->global[0] / l->local[0]; group++) {
        int sum = 0;
        for (size_t i = 0; i < l->local[0]; i++) {
            part[i] = a[group * l->local[0] + i];
            sum += part[i];
        }
        sums[group] = sum;
    }
}

static int register_bodies(void) {
    return simcl_kernel("affine", affine_body, (simcl_cost){.ns = 20000}) ||
           simcl_kernel("sum_groups", sum_groups_body, (simcl_cost){.per_unit_ns = 10});
}
#else
static int register_bodies(void) { return 0; }
#endif

enum { N = 1024 };

static cl_platform_id platform;
static cl_device_id device;
static cl_context context;
static cl_program program;
static cl_command_queue queue;          /* in order, with profiling */

static cl_command_queue make_queue(cl_command_queue_properties properties) {
    cl_int err;
    cl_command_queue q = clCreateCommandQueue(context, device, properties, &err);
    assert_int_equal(err, CL_SUCCESS);
    return q;
}

static cl_mem make_buffer(const int *content) {
    cl_int err;
    union { const int *from; int *to; } u;
    u.from = content;
    const cl_mem_flags flags = CL_MEM_READ_WRITE | (content ? CL_MEM_COPY_HOST_PTR : 0);
    cl_mem m = clCreateBuffer(context, flags, N * sizeof(int), u.to, &err);
    assert_int_equal(err, CL_SUCCESS);
    return m;
}

static cl_mem make_constant_buffer(int value) {
    int content[N];
    for (int i = 0; i < N; i++) {
        content[i] = value;
    }
    return make_buffer(content);
}

static cl_kernel make_kernel(const char *name) {
    cl_int err;
    cl_kernel k = clCreateKernel(program, name, &err);
    assert_int_equal(err, CL_SUCCESS);
    return k;
}

static cl_kernel make_affine(cl_mem m, int factor, int term) {
    cl_kernel k = make_kernel("affine");
    assert_int_equal(clSetKernelArg(k, 0, sizeof m, &m), CL_SUCCESS);
    assert_int_equal(clSetKernelArg(k, 1, sizeof factor, &factor), CL_SUCCESS);
    assert_int_equal(clSetKernelArg(k, 2, sizeof term, &term), CL_SUCCESS);
    return k;
}

static cl_event launch(cl_command_queue q, cl_kernel k, cl_uint count, const cl_event *list) {
    const size_t global = N;
    cl_event e = NULL;
    assert_int_equal(clEnqueueNDRangeKernel(q, k, 1, NULL, &global, NULL, count, list, &e), CL_SUCCESS);
    assert_non_null(e);
    return e;
}

static int first_of(cl_command_queue q, cl_mem m) {
    int value = -1;
    assert_int_equal(clEnqueueReadBuffer(q, m, CL_TRUE, 0, sizeof value, &value, 0, NULL, NULL), CL_SUCCESS);
    return value;
}

static cl_int status_of(cl_event e) {
    cl_int status = 99;
    assert_int_equal(clGetEventInfo(e, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL), CL_SUCCESS);
    return status;
}

static cl_ulong stamp_of(cl_event e, cl_profiling_info which) {
    cl_ulong stamp = 0;
    assert_int_equal(clGetEventProfilingInfo(e, which, sizeof stamp, &stamp, NULL), CL_SUCCESS);
    return stamp;
}

static int set_up(void **state) {
    (void)state;
    cl_int err = register_bodies() ? CL_OUT_OF_HOST_MEMORY : clGetPlatformIDs(1, &platform, NULL);
    err = err ? err : clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    if (!err) {
        context = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
    }
    if (!err) {
        const char *text = source;
        program = clCreateProgramWithSource(context, 1, &text, NULL, &err);
    }
    err = err ? err : clBuildProgram(program, 0, NULL, NULL, NULL, NULL);
    if (!err) {
        queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &err);
    }
    return err;
}

static int tear_down(void **state) {
    (void)state;
    int bad = clReleaseCommandQueue(queue) | clReleaseProgram(program) | clReleaseContext(context);
#ifdef SIMCL
    const char *text;
    bad |= simcl_leaks(stderr) != 0 || simcl_alive() != 0 || simcl_hangs() != 0;
    if (simcl_misuses(&text)) {
        print_error("%s\n", text);
        bad = 1;
    }
#endif
    return bad;
}

/* ---- queues ------------------------------------------------------------------------------------------------------ */

TEST(queue_tells_its_context_device_and_properties) {
    cl_context c = NULL;
    cl_device_id d = NULL;
    cl_command_queue_properties p = 0;
    size_t n = 0;
    assert_int_equal(clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof c, &c, &n), CL_SUCCESS);
    assert_int_equal(n, sizeof c);
    assert_int_equal(clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof d, &d, NULL), CL_SUCCESS);
    assert_int_equal(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof p, &p, NULL), CL_SUCCESS);
    assert_ptr_equal(c, context);
    assert_ptr_equal(d, device);
    assert_true(p & CL_QUEUE_PROFILING_ENABLE);
    assert_false(p & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
}

TEST(in_order_queue_runs_commands_in_the_order_of_their_calls) {
    cl_mem m = make_constant_buffer(1);
    cl_kernel twice = make_affine(m, 2, 0), plus = make_affine(m, 1, 3);
    const size_t global = N;
    for (int i = 0; i < 5; i++) {
        assert_int_equal(clEnqueueNDRangeKernel(queue, twice, 1, NULL, &global, NULL, 0, NULL, NULL), CL_SUCCESS);
        assert_int_equal(clEnqueueNDRangeKernel(queue, plus, 1, NULL, &global, NULL, 0, NULL, NULL), CL_SUCCESS);
    }
    assert_int_equal(first_of(queue, m), 1 * 32 + 3 * 31);
    clReleaseKernel(twice);
    clReleaseKernel(plus);
    clReleaseMemObject(m);
}

TEST(finish_leaves_every_command_of_the_queue_complete) {
    cl_mem m = make_constant_buffer(0);
    cl_kernel k = make_affine(m, 1, 1);
    cl_event e[8];
    for (int i = 0; i < 8; i++) {
        e[i] = launch(queue, k, 0, NULL);
    }
    assert_int_equal(clFinish(queue), CL_SUCCESS);
    for (int i = 0; i < 8; i++) {
        assert_int_equal(status_of(e[i]), CL_COMPLETE);
        clReleaseEvent(e[i]);
    }
    assert_int_equal(first_of(queue, m), 8);
    clReleaseKernel(k);
    clReleaseMemObject(m);
}

TEST(out_of_order_queue_obeys_wait_lists) {
    cl_command_queue q = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    cl_mem m = make_constant_buffer(1);
    cl_kernel twice = make_affine(m, 2, 0), plus = make_affine(m, 1, 3);
    cl_event last = NULL;
    for (int i = 0; i < 6; i++) {
        cl_event next = launch(q, i % 2 ? plus : twice, last ? 1 : 0, last ? &last : NULL);
        if (last) {
            clReleaseEvent(last);
        }
        last = next;
    }
    assert_int_equal(clWaitForEvents(1, &last), CL_SUCCESS);
    assert_int_equal(first_of(q, m), 1 * 8 + 3 * 7);
    clReleaseEvent(last);
    clReleaseKernel(twice);
    clReleaseKernel(plus);
    clReleaseMemObject(m);
    clReleaseCommandQueue(q);
}

TEST(barrier_orders_an_out_of_order_queue) {
    cl_command_queue q = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    cl_mem m = make_constant_buffer(1);
    cl_kernel twice = make_affine(m, 2, 0), plus = make_affine(m, 1, 3);
    for (int i = 0; i < 6; i++) {
        clReleaseEvent(launch(q, i % 2 ? plus : twice, 0, NULL));
        assert_int_equal(clEnqueueBarrierWithWaitList(q, 0, NULL, NULL), CL_SUCCESS);
    }
    assert_int_equal(first_of(q, m), 1 * 8 + 3 * 7);
    clReleaseKernel(twice);
    clReleaseKernel(plus);
    clReleaseMemObject(m);
    clReleaseCommandQueue(q);
}

TEST(two_queues_meet_at_an_event) {
    cl_command_queue other = make_queue(0);
    cl_mem m = make_constant_buffer(5);
    cl_kernel twice = make_affine(m, 2, 0), plus = make_affine(m, 1, 3);
    cl_event first = launch(queue, twice, 0, NULL);
    assert_int_equal(clFlush(queue), CL_SUCCESS);
    cl_event second = launch(other, plus, 1, &first);
    assert_int_equal(clFinish(other), CL_SUCCESS);
    assert_int_equal(status_of(first), CL_COMPLETE);
    assert_int_equal(first_of(other, m), 13);
    clReleaseEvent(first);
    clReleaseEvent(second);
    clReleaseKernel(twice);
    clReleaseKernel(plus);
    clReleaseMemObject(m);
    clReleaseCommandQueue(other);
}

TEST(user_event_holds_a_command_back_until_it_is_set) {
    cl_int err;
    cl_mem m = make_constant_buffer(4);
    cl_kernel k = make_affine(m, 2, 0);
    cl_event gate = clCreateUserEvent(context, &err);
    assert_int_equal(err, CL_SUCCESS);
    cl_event e = launch(queue, k, 1, &gate);
    assert_int_equal(clFlush(queue), CL_SUCCESS);
    for (int i = 0; i < 1000; i++) {
        assert_true(status_of(e) > CL_RUNNING);
    }
    assert_int_equal(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    assert_int_equal(clSetUserEventStatus(gate, CL_COMPLETE), CL_INVALID_OPERATION);
    assert_int_equal(clWaitForEvents(1, &e), CL_SUCCESS);
    assert_int_equal(first_of(queue, m), 8);
    clReleaseEvent(e);
    clReleaseEvent(gate);
    clReleaseKernel(k);
    clReleaseMemObject(m);
}

TEST(waiting_for_a_failed_user_event_is_an_error) {
    cl_event gate = clCreateUserEvent(context, NULL);
    assert_int_equal(clSetUserEventStatus(gate, -7), CL_SUCCESS);
    assert_int_equal(status_of(gate), -7);
    assert_int_equal(clWaitForEvents(1, &gate), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    clReleaseEvent(gate);
}

/* ---- events ------------------------------------------------------------------------------------------------------ */

TEST(stamps_of_a_command_are_in_order) {
    cl_mem m = make_constant_buffer(0);
    cl_kernel k = make_affine(m, 1, 1);
    for (int i = 0; i < 20; i++) {
        cl_event e = launch(queue, k, 0, NULL);
        assert_int_equal(clWaitForEvents(1, &e), CL_SUCCESS);
        cl_ulong queued = stamp_of(e, CL_PROFILING_COMMAND_QUEUED), submit = stamp_of(e, CL_PROFILING_COMMAND_SUBMIT);
        cl_ulong start = stamp_of(e, CL_PROFILING_COMMAND_START), end = stamp_of(e, CL_PROFILING_COMMAND_END);
        assert_true(queued > 0 && queued <= submit && submit <= start && start <= end);
        clReleaseEvent(e);
    }
    clReleaseKernel(k);
    clReleaseMemObject(m);
}

TEST(commands_of_an_in_order_queue_do_not_overlap) {
    cl_mem m = make_constant_buffer(0);
    cl_kernel k = make_affine(m, 1, 1);
    cl_event e[10];
    for (int i = 0; i < 10; i++) {
        e[i] = launch(queue, k, 0, NULL);
    }
    assert_int_equal(clFinish(queue), CL_SUCCESS);
    for (int i = 1; i < 10; i++) {
        assert_true(stamp_of(e[i], CL_PROFILING_COMMAND_START) >= stamp_of(e[i - 1], CL_PROFILING_COMMAND_END));
    }
    for (int i = 0; i < 10; i++) {
        clReleaseEvent(e[i]);
    }
    clReleaseKernel(k);
    clReleaseMemObject(m);
}

TEST(queue_without_profiling_has_no_stamps) {
    cl_command_queue q = make_queue(0);
    cl_mem m = make_constant_buffer(0);
    cl_kernel k = make_affine(m, 1, 1);
    cl_event e = launch(q, k, 0, NULL);
    cl_ulong stamp;
    assert_int_equal(clFinish(q), CL_SUCCESS);
    assert_int_equal(clGetEventProfilingInfo(e, CL_PROFILING_COMMAND_END, sizeof stamp, &stamp, NULL),
                     CL_PROFILING_INFO_NOT_AVAILABLE);
    clReleaseEvent(e);
    clReleaseKernel(k);
    clReleaseMemObject(m);
    clReleaseCommandQueue(q);
}

TEST(marker_is_complete_only_after_the_commands_before_it) {
    cl_mem m = make_constant_buffer(0);
    cl_kernel k = make_affine(m, 1, 1);
    cl_event marker, e = launch(queue, k, 0, NULL);
    assert_int_equal(clEnqueueMarkerWithWaitList(queue, 0, NULL, &marker), CL_SUCCESS);
    assert_int_equal(clWaitForEvents(1, &marker), CL_SUCCESS);
    assert_int_equal(status_of(e), CL_COMPLETE);
    clReleaseEvent(marker);
    clReleaseEvent(e);
    clReleaseKernel(k);
    clReleaseMemObject(m);
}

TEST(event_tells_its_queue_context_and_type) {
    cl_command_queue q = NULL;
    cl_context c = NULL;
    cl_command_type type = 0;
    int value = 1;
    cl_mem m = make_buffer(NULL);
    cl_event e;
    assert_int_equal(clEnqueueWriteBuffer(queue, m, CL_TRUE, 0, sizeof value, &value, 0, NULL, &e), CL_SUCCESS);
    assert_int_equal(clGetEventInfo(e, CL_EVENT_COMMAND_QUEUE, sizeof q, &q, NULL), CL_SUCCESS);
    assert_int_equal(clGetEventInfo(e, CL_EVENT_CONTEXT, sizeof c, &c, NULL), CL_SUCCESS);
    assert_int_equal(clGetEventInfo(e, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL), CL_SUCCESS);
    assert_ptr_equal(q, queue);
    assert_ptr_equal(c, context);
    assert_int_equal(type, CL_COMMAND_WRITE_BUFFER);
    assert_int_equal(status_of(e), CL_COMPLETE);
    clReleaseEvent(e);
    clReleaseMemObject(m);
}

static volatile int callbacks;
static volatile cl_int callback_status = 99;

static void CL_CALLBACK count_callback(cl_event e, cl_int status, void *data) {
    (void)e;
    (void)data;
    callback_status = status;
    callbacks = callbacks + 1;
}

TEST(callback_comes_once_and_with_complete) {
    cl_mem m = make_constant_buffer(0);
    cl_kernel k = make_affine(m, 1, 1);
    cl_event e = launch(queue, k, 0, NULL);
    callbacks = 0;
    assert_int_equal(clSetEventCallback(e, CL_COMPLETE, count_callback, NULL), CL_SUCCESS);
    assert_int_equal(clFinish(queue), CL_SUCCESS);
    for (time_t begin = time(NULL); !callbacks && time(NULL) < begin + 10;) {
        (void)status_of(e);
    }
    assert_int_equal(callbacks, 1);
    assert_int_equal(callback_status, CL_COMPLETE);
    clReleaseEvent(e);
    clReleaseKernel(k);
    clReleaseMemObject(m);
}

/* ---- reference counts -------------------------------------------------------------------------------------------- */

#define COUNT_FOLLOWS(object, query, what, retain, release) do { \
        cl_uint before_ = 0, after_ = 0; \
        assert_int_equal(query(object, what, sizeof before_, &before_, NULL), CL_SUCCESS); \
        assert_true(before_ >= 1); \
        assert_int_equal(retain(object), CL_SUCCESS); \
        assert_int_equal(query(object, what, sizeof after_, &after_, NULL), CL_SUCCESS); \
        assert_int_equal(after_, before_ + 1); \
        assert_int_equal(release(object), CL_SUCCESS); \
        assert_int_equal(query(object, what, sizeof after_, &after_, NULL), CL_SUCCESS); \
        assert_int_equal(after_, before_); \
    } while (0)

TEST(reference_counts_follow_retain_and_release) {
    cl_mem m = make_constant_buffer(0);
    cl_kernel k = make_affine(m, 1, 1);
    cl_event e = clCreateUserEvent(context, NULL);      /* a command's event may be held by its queue for a while */
    COUNT_FOLLOWS(context, clGetContextInfo, CL_CONTEXT_REFERENCE_COUNT, clRetainContext, clReleaseContext);
    COUNT_FOLLOWS(queue, clGetCommandQueueInfo, CL_QUEUE_REFERENCE_COUNT, clRetainCommandQueue, clReleaseCommandQueue);
    COUNT_FOLLOWS(program, clGetProgramInfo, CL_PROGRAM_REFERENCE_COUNT, clRetainProgram, clReleaseProgram);
    COUNT_FOLLOWS(k, clGetKernelInfo, CL_KERNEL_REFERENCE_COUNT, clRetainKernel, clReleaseKernel);
    COUNT_FOLLOWS(m, clGetMemObjectInfo, CL_MEM_REFERENCE_COUNT, clRetainMemObject, clReleaseMemObject);
    COUNT_FOLLOWS(e, clGetEventInfo, CL_EVENT_REFERENCE_COUNT, clRetainEvent, clReleaseEvent);
    clReleaseEvent(e);
    clReleaseKernel(k);
    clReleaseMemObject(m);
}

TEST(new_buffer_and_user_event_have_one_reference) {
    cl_uint count = 0;
    cl_mem m = make_constant_buffer(0);
    cl_event e = clCreateUserEvent(context, NULL);
    assert_int_equal(clGetMemObjectInfo(m, CL_MEM_REFERENCE_COUNT, sizeof count, &count, NULL), CL_SUCCESS);
    assert_int_equal(count, 1);
    assert_int_equal(clGetEventInfo(e, CL_EVENT_REFERENCE_COUNT, sizeof count, &count, NULL), CL_SUCCESS);
    assert_int_equal(count, 1);
    clReleaseEvent(e);
    clReleaseMemObject(m);
}

TEST(queue_keeps_its_context_and_event_its_stamps) {
    cl_int err;
    cl_context own = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
    assert_int_equal(err, CL_SUCCESS);
    cl_command_queue q = clCreateCommandQueue(own, device, CL_QUEUE_PROFILING_ENABLE, &err);
    assert_int_equal(err, CL_SUCCESS);
    cl_mem m = clCreateBuffer(own, CL_MEM_READ_WRITE, 64, NULL, &err);
    assert_int_equal(err, CL_SUCCESS);
    assert_int_equal(clReleaseContext(own), CL_SUCCESS);
    const int seven = 7;
    cl_event e;
    assert_int_equal(clEnqueueFillBuffer(q, m, &seven, sizeof seven, 0, 64, 0, NULL, &e), CL_SUCCESS);
    assert_int_equal(first_of(q, m), 7);
    assert_int_equal(clReleaseMemObject(m), CL_SUCCESS);
    assert_int_equal(clReleaseCommandQueue(q), CL_SUCCESS);
    assert_true(stamp_of(e, CL_PROFILING_COMMAND_END) >= stamp_of(e, CL_PROFILING_COMMAND_START));
    assert_int_equal(clReleaseEvent(e), CL_SUCCESS);
}

TEST(objects_in_use_may_be_released_before_the_command_ran) {
    cl_int err;
    cl_event gate = clCreateUserEvent(context, &err);
    cl_mem m = make_constant_buffer(4);
    cl_kernel k = make_affine(m, 2, 1);
    int value = 0;
    cl_event e = launch(queue, k, 1, &gate), read;
    assert_int_equal(clEnqueueReadBuffer(queue, m, CL_FALSE, 0, sizeof value, &value, 0, NULL, &read), CL_SUCCESS);
    assert_int_equal(clReleaseKernel(k), CL_SUCCESS);
    assert_int_equal(clReleaseMemObject(m), CL_SUCCESS);
    assert_int_equal(clReleaseEvent(e), CL_SUCCESS);
    assert_int_equal(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    assert_int_equal(clWaitForEvents(1, &read), CL_SUCCESS);
    assert_int_equal(value, 9);
    clReleaseEvent(read);
    clReleaseEvent(gate);
}

/* ---- data -------------------------------------------------------------------------------------------------------- */

TEST(what_was_written_is_read_back_at_any_offset) {
    unsigned char out[256], in[256];
    cl_mem m = make_buffer(NULL);
    for (int i = 0; i < 256; i++) {
        out[i] = (unsigned char)(i * 7);
    }
    assert_int_equal(clEnqueueWriteBuffer(queue, m, CL_FALSE, 100, 256, out, 0, NULL, NULL), CL_SUCCESS);
    assert_int_equal(clEnqueueReadBuffer(queue, m, CL_TRUE, 100, 256, in, 0, NULL, NULL), CL_SUCCESS);
    assert_memory_equal(in, out, 256);
    assert_int_equal(clEnqueueReadBuffer(queue, m, CL_TRUE, 110, 10, in, 0, NULL, NULL), CL_SUCCESS);
    assert_memory_equal(in, out + 10, 10);
    clReleaseMemObject(m);
}

TEST(fill_and_copy_touch_their_range_alone) {
    int seen[N];
    const int one = 1, two[2] = {2, 3};
    cl_mem a = make_constant_buffer(0), b = make_constant_buffer(9);
    assert_int_equal(clEnqueueFillBuffer(queue, a, &one, 4, 0, N * 4, 0, NULL, NULL), CL_SUCCESS);
    assert_int_equal(clEnqueueFillBuffer(queue, a, two, 8, 16, 32, 0, NULL, NULL), CL_SUCCESS);
    assert_int_equal(clEnqueueCopyBuffer(queue, a, b, 8, 4, 16, 0, NULL, NULL), CL_SUCCESS);
    assert_int_equal(clEnqueueReadBuffer(queue, a, CL_TRUE, 0, sizeof seen, seen, 0, NULL, NULL), CL_SUCCESS);
    for (int i = 0; i < N; i++) {
        assert_int_equal(seen[i], i >= 4 && i < 12 ? 2 + i % 2 : 1);
    }
    assert_int_equal(clEnqueueReadBuffer(queue, b, CL_TRUE, 0, sizeof seen, seen, 0, NULL, NULL), CL_SUCCESS);
    const int expected[7] = {9, 1, 1, 2, 3, 9, 9};
    assert_memory_equal(seen, expected, sizeof expected);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
}

TEST(rectangles_go_to_their_place) {
    unsigned char grid[8][16], small[3][4];
    const size_t origin[3] = {5, 2, 0}, zero[3] = {0, 0, 0}, region[3] = {4, 3, 1};
    cl_mem m = make_buffer(NULL);
    memset(grid, 1, sizeof grid);
    for (unsigned i = 0; i < 12; i++) {
        small[i / 4][i % 4] = (unsigned char)(100 + i);
    }
    assert_int_equal(clEnqueueWriteBuffer(queue, m, CL_TRUE, 0, sizeof grid, grid, 0, NULL, NULL), CL_SUCCESS);
    assert_int_equal(clEnqueueWriteBufferRect(queue, m, CL_TRUE, origin, zero, region, 16, 0, 4, 0, small, 0, NULL,
                                              NULL), CL_SUCCESS);
    assert_int_equal(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, sizeof grid, grid, 0, NULL, NULL), CL_SUCCESS);
    for (int y = 0; y < 8; y++) {
        for (int x = 0; x < 16; x++) {
            const int inside = y >= 2 && y < 5 && x >= 5 && x < 9;
            assert_int_equal(grid[y][x], inside ? 100 + (y - 2) * 4 + (x - 5) : 1);
        }
    }
    memset(small, 0, sizeof small);
    assert_int_equal(clEnqueueReadBufferRect(queue, m, CL_TRUE, origin, zero, region, 16, 0, 4, 0, small, 0, NULL,
                                              NULL), CL_SUCCESS);
    assert_int_equal(small[2][3], 111);
    clReleaseMemObject(m);
}

TEST(mapped_memory_shows_and_takes_data) {
    cl_int err;
    cl_mem m = make_constant_buffer(3);
    int *p = clEnqueueMapBuffer(queue, m, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, N * sizeof(int), 0, NULL, NULL, &err);
    assert_int_equal(err, CL_SUCCESS);
    assert_int_equal(p[N - 1], 3);
    p[0] = 21;
    assert_int_equal(clEnqueueUnmapMemObject(queue, m, p, 0, NULL, NULL), CL_SUCCESS);
    cl_kernel k = make_affine(m, 2, 0);
    clReleaseEvent(launch(queue, k, 0, NULL));
    assert_int_equal(first_of(queue, m), 42);
    clReleaseKernel(k);
    clReleaseMemObject(m);
}

TEST(arguments_are_those_at_the_enqueue_call) {
    cl_mem a = make_constant_buffer(1), b = make_constant_buffer(1);
    cl_kernel k = make_affine(a, 1, 10);
    const int hundred = 100;
    clReleaseEvent(launch(queue, k, 0, NULL));
    assert_int_equal(clSetKernelArg(k, 0, sizeof b, &b), CL_SUCCESS);
    assert_int_equal(clSetKernelArg(k, 2, sizeof hundred, &hundred), CL_SUCCESS);
    clReleaseEvent(launch(queue, k, 0, NULL));
    assert_int_equal(first_of(queue, a), 11);
    assert_int_equal(first_of(queue, b), 101);
    clReleaseKernel(k);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
}

TEST(offset_and_range_choose_the_items) {
    int seen[N];
    const size_t offset = 16, global = 32, local = 8;
    cl_mem m = make_constant_buffer(1);
    cl_kernel k = make_affine(m, 5, 0);
    assert_int_equal(clEnqueueNDRangeKernel(queue, k, 1, &offset, &global, &local, 0, NULL, NULL), CL_SUCCESS);
    assert_int_equal(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, sizeof seen, seen, 0, NULL, NULL), CL_SUCCESS);
    for (int i = 0; i < N; i++) {
        assert_int_equal(seen[i], i >= 16 && i < 48 ? 5 : 1);
    }
    clReleaseKernel(k);
    clReleaseMemObject(m);
}

TEST(local_memory_has_the_size_that_was_set) {
    int sums[4];
    const size_t global = 64, local = 16;
    cl_mem a = make_constant_buffer(2), b = make_constant_buffer(0);
    cl_kernel k = make_kernel("sum_groups");
    assert_int_equal(clSetKernelArg(k, 0, sizeof a, &a), CL_SUCCESS);
    assert_int_equal(clSetKernelArg(k, 1, sizeof b, &b), CL_SUCCESS);
    assert_int_equal(clSetKernelArg(k, 2, local * sizeof(int), NULL), CL_SUCCESS);
    assert_int_equal(clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, &local, 0, NULL, NULL), CL_SUCCESS);
    assert_int_equal(clEnqueueReadBuffer(queue, b, CL_TRUE, 0, sizeof sums, sums, 0, NULL, NULL), CL_SUCCESS);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(sums[i], 32);
    }
    clReleaseKernel(k);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
}

TEST(program_from_its_binary_computes_the_same) {
    size_t bytes = 0;
    cl_int err, status = 99;
    assert_int_equal(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof bytes, &bytes, NULL), CL_SUCCESS);
    assert_true(bytes > 0);
    unsigned char *binary = malloc(bytes);
    assert_non_null(binary);
    assert_int_equal(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL), CL_SUCCESS);
    const unsigned char *in = binary;
    cl_program again = clCreateProgramWithBinary(context, 1, &device, &bytes, &in, &status, &err);
    assert_int_equal(err, CL_SUCCESS);
    assert_int_equal(status, CL_SUCCESS);
    assert_int_equal(clBuildProgram(again, 1, &device, NULL, NULL, NULL), CL_SUCCESS);
    cl_kernel k = clCreateKernel(again, "affine", &err);
    assert_int_equal(err, CL_SUCCESS);
    const int factor = 3, term = 1;
    cl_mem m = make_constant_buffer(2);
    assert_int_equal(clSetKernelArg(k, 0, sizeof m, &m), CL_SUCCESS);
    assert_int_equal(clSetKernelArg(k, 1, sizeof factor, &factor), CL_SUCCESS);
    assert_int_equal(clSetKernelArg(k, 2, sizeof term, &term), CL_SUCCESS);
    clReleaseEvent(launch(queue, k, 0, NULL));
    assert_int_equal(first_of(queue, m), 7);
    clReleaseMemObject(m);
    clReleaseKernel(k);
    clReleaseProgram(again);
    free(binary);
}

TEST(binary_that_is_none_is_refused) {
    cl_int err = 99;
    const unsigned char noise[64] = {1, 2, 3};
    const unsigned char *in = noise;
    const size_t bytes = sizeof noise;
    assert_null(clCreateProgramWithBinary(context, 1, &device, &bytes, &in, NULL, &err));
    assert_int_equal(err, CL_INVALID_BINARY);
}

/* ---- errors ------------------------------------------------------------------------------------------------------ */

TEST(failed_build_has_a_log) {
    cl_int err;
    const char *text = "#error this cannot be\nkernel void k(global int *a) {}\n";
    char log[4096] = "";
    cl_program bad = clCreateProgramWithSource(context, 1, &text, NULL, &err);
    assert_int_equal(err, CL_SUCCESS);
    assert_int_equal(clBuildProgram(bad, 0, NULL, NULL, NULL, NULL), CL_BUILD_PROGRAM_FAILURE);
    assert_int_equal(clGetProgramBuildInfo(bad, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL), CL_SUCCESS);
    assert_non_null(strstr(log, "this cannot be"));
    cl_kernel none = clCreateKernel(bad, "k", &err);
    assert_null(none);
    assert_int_equal(err, CL_INVALID_PROGRAM_EXECUTABLE);
    clReleaseProgram(bad);
}

TEST(unknown_kernel_names_are_refused) {
    cl_int err = 0;
    assert_null(clCreateKernel(program, "absent", &err));
    assert_int_equal(err, CL_INVALID_KERNEL_NAME);
    assert_null(clCreateKernel(program, "not_a_kernel", &err));
    assert_int_equal(err, CL_INVALID_KERNEL_NAME);
}

TEST(wrong_arguments_are_refused) {
    const int one = 1;
    cl_mem m = make_constant_buffer(0);
    cl_kernel k = make_affine(m, 1, 1);
    assert_int_equal(clSetKernelArg(k, 3, sizeof one, &one), CL_INVALID_ARG_INDEX);
    assert_int_equal(clSetKernelArg(k, 1, 1, &one), CL_INVALID_ARG_SIZE);
    assert_int_equal(clSetKernelArg(k, 0, 1, &m), CL_INVALID_ARG_SIZE);
    clReleaseKernel(k);
    clReleaseMemObject(m);
}

TEST(wrong_launches_are_refused) {
    const size_t global = 64, local = 7;
    cl_mem m = make_constant_buffer(0);
    cl_kernel bare = make_kernel("affine"), k = make_affine(m, 1, 1);
    cl_event e = NULL;
    assert_int_equal(clEnqueueNDRangeKernel(queue, bare, 1, NULL, &global, NULL, 0, NULL, &e), CL_INVALID_KERNEL_ARGS);
    assert_int_equal(clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, &local, 0, NULL, &e),
                     CL_INVALID_WORK_GROUP_SIZE);
    assert_int_equal(clEnqueueNDRangeKernel(queue, k, 0, NULL, &global, NULL, 0, NULL, &e), CL_INVALID_WORK_DIMENSION);
    assert_int_equal(clEnqueueNDRangeKernel(queue, k, 4, NULL, &global, NULL, 0, NULL, &e), CL_INVALID_WORK_DIMENSION);
    assert_int_equal(clEnqueueNDRangeKernel(NULL, k, 1, NULL, &global, NULL, 0, NULL, &e), CL_INVALID_COMMAND_QUEUE);
    assert_null(e);
    clReleaseKernel(bare);
    clReleaseKernel(k);
    clReleaseMemObject(m);
}

TEST(transfers_beyond_a_buffer_are_refused) {
    unsigned char byte[4] = {0, 0, 0, 0};
    cl_mem m = make_constant_buffer(0);
    const size_t end = N * sizeof(int);
    assert_int_equal(clEnqueueReadBuffer(queue, m, CL_TRUE, end, 1, byte, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_int_equal(clEnqueueWriteBuffer(queue, m, CL_TRUE, end - 2, 4, byte, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_int_equal(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, 4, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_int_equal(clEnqueueReadBuffer(queue, NULL, CL_TRUE, 0, 4, byte, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
    assert_int_equal(clEnqueueFillBuffer(queue, m, byte, 3, 0, 12, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_int_equal(clEnqueueCopyBuffer(queue, m, m, 0, 4, 8, 0, NULL, NULL), CL_MEM_COPY_OVERLAP);
    clReleaseMemObject(m);
}

TEST(objects_that_cannot_be_are_refused) {
    cl_int err = 0;
    cl_uint count;
    int value = 0;
    assert_null(clCreateBuffer(context, CL_MEM_READ_WRITE, 0, NULL, &err));
    assert_int_equal(err, CL_INVALID_BUFFER_SIZE);
    assert_null(clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, 4, NULL, &err));
    assert_int_equal(err, CL_INVALID_HOST_PTR);
    assert_null(clCreateBuffer(context, CL_MEM_READ_WRITE, 4, &value, &err));
    assert_int_equal(err, CL_INVALID_HOST_PTR);
    assert_null(clCreateContext(NULL, 0, NULL, NULL, NULL, &err));
    assert_int_equal(err, CL_INVALID_VALUE);
    assert_null(clCreateCommandQueue(NULL, device, 0, &err));
    assert_int_equal(err, CL_INVALID_CONTEXT);
    assert_int_equal(clGetContextInfo(context, CL_CONTEXT_NUM_DEVICES, 1, &count, NULL), CL_INVALID_VALUE);
    assert_int_equal(clWaitForEvents(0, NULL), CL_INVALID_VALUE);
}

int main(void) {
    return test_all(set_up, tear_down);
}
