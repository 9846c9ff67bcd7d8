/* link: simcl */
/* asan: yes */
/* test_intercept_cpp.cpp - calls.h in C++: qualified names, lambdas, templates, wrapper classes, exceptions */
#include <functional>
#include <stdexcept>
#include <utility>
#include <vector>
#include "test.h"

#define GPUTIME_IMPLEMENTATION
#include "gputime_cl.h"
#include "calls.h"
#include "calls.h"      /* once more: for the calls of this file */
#include "host.h"
#include "simcl.h"

/* A wrapper in the manner of many: owns its handle, converts to it, throws. */
static int checked;
static void check(cl_int code, const char *what) {
    checked++;
    if (code != CL_SUCCESS) throw std::runtime_error(what);
}
#define CHECK(x) check((x), #x)

template <typename T, cl_int (CL_API_CALL *release)(T)> class handle {
public:
    explicit handle(T owned) : it(owned) {}
    handle(handle &&other) : it(other.it) { other.it = nullptr; }
    ~handle() { if (it) release(it); }
    operator T() const { return it; }
private:
    T it;
    handle(const handle &);
    handle &operator=(const handle &);
};
typedef handle<cl_context, clReleaseContext> context_t;
typedef handle<cl_command_queue, clReleaseCommandQueue> queue_t;
typedef handle<cl_program, clReleaseProgram> program_t;
typedef handle<cl_kernel, clReleaseKernel> kernel_t;
typedef handle<cl_mem, clReleaseMemObject> mem_t;

static cl_device_id first_device() {
    cl_platform_id platform;
    cl_device_id device;
    CHECK(::clGetPlatformIDs(1, &platform, nullptr));
    CHECK(::clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr));
    return device;
}

struct bench {
    cl_device_id device;
    context_t context;
    queue_t queue;
    program_t program;
    kernel_t work;

    static program_t built(cl_context context, cl_device_id device) {
        const char *source = "kernel void work() {}";
        program_t p(::clCreateProgramWithSource(context, 1, &source, nullptr, nullptr));
        CHECK(::clBuildProgram(p, 1, &device, "", nullptr, nullptr));
        return p;
    }
    bench() : device(first_device()),
        context(clCreateContext(nullptr, 1, &device, [](const char *, const void *, size_t, void *) {}, nullptr,
            nullptr)),
        queue(clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, nullptr)),
        program(built(context, device)), work(clCreateKernel(program, "work", nullptr)) {}
    void launch(cl_event *event = nullptr) const {
        const size_t items = 64;
        CHECK(clEnqueueNDRangeKernel(queue, work, 1, nullptr, &items, nullptr, 0, nullptr, event));
    }
private:
    bench(const bench &);
    bench &operator=(const bench &);
};

static int anew(void **) {
    if (gt_self_) gt_self_->current = gt_self_->root;
    gt_enable(1);
    gt_reset();
    simcl_reset(nullptr);
    simcl_cost cost = simcl_cost();
    cost.ns = 1000;
    return simcl_kernel("work", nullptr, cost) || gt_clock_set(simcl_now_ns, nullptr, "simulated") != GT_OK;
}
static int nothing_left(void **state) {
    const char *misuse = "";
    stop_looking(state);
    const bool clean = !simcl_leaks(stderr) && !simcl_alive() && !simcl_misuses(&misuse) && !gt_cl_mine_.rows.used;
    if (misuse[0]) print_error("%s\n", misuse);
    return clean ? 0 : 1;
}

namespace somewhere {
using ::clFinish;
struct table { cl_int (CL_API_CALL *clFinish)(cl_command_queue); };     /* members of that name stand in brackets */
static cl_int qualified(cl_command_queue q) {
    const table t = {::clFinish};
    return ::clFinish(q) | clFinish(q) | (somewhere::clFinish)(q) | (t.clFinish)(q);
}
}

TEST(qualified_names_and_pointers_work, anew, nothing_left) {
    bench b;
    const size_t before = simcl_calls("clFinish");
    cl_int (CL_API_CALL *pointer)(cl_command_queue) = &::clFinish;
    const std::function<cl_int(cl_command_queue)> function = clFinish;
    GT_SCOPE_CL(b.queue, "qualified") {
        b.launch();
        assert_int_equal(::clFinish(b.queue), CL_SUCCESS);
        assert_int_equal(somewhere::qualified(b.queue), CL_SUCCESS);
        assert_int_equal(pointer(b.queue) | function(b.queue) | (::clFinish)(b.queue), CL_SUCCESS);
    }
    assert_int_equal(simcl_calls("clFinish"), before + 10);
    assert_int_equal(look("qualified")->known[GT_COLUMN_complete], 1);
    assert_int_equal(look("qualified/work")->n, 1);
    const decltype(clFinish(b.queue)) code = CL_SUCCESS;
    assert_int_equal(code, CL_SUCCESS);
}
template <typename F> static auto in_phase(const bench &b, F body) -> decltype(body()) {
    GT_SCOPE_CL(b.queue, "template") return body();
    return decltype(body())();
}
template <int N> static void launches(const bench &b) {
    GT_SCOPE_CL(b.queue, "many") {
        for (int i = 0; i < N; i++) b.launch();
    }
}
TEST(lambdas_and_templates_are_collected, anew, nothing_left) {
    bench b;
    const auto launch = [&](int n) {
        GT_SCOPE_CL(b.queue, "lambda") while (n-- > 0) CHECK(clEnqueueTask(b.queue, b.work, 0, nullptr, nullptr));
    };
    launch(3);
    launch(2);
    launches<4>(b);
    assert_int_equal(in_phase(b, [&] { return clEnqueueTask(b.queue, b.work, 0, nullptr, nullptr); }), CL_SUCCESS);
    assert_int_equal(look("lambda")->n, 2);
    assert_int_equal(look("lambda")->known[GT_COLUMN_complete], 2);
    assert_int_equal(look("lambda/work")->n, 5);
    assert_int_equal(look("many/work")->n, 4);
    assert_int_equal(look("template")->left_early, 1);
}

TEST(arguments_are_converted_as_ever, anew, nothing_left) {
    bench b;
    std::vector<unsigned char> data(64, 7), back(64);
    const mem_t m(clCreateBuffer(b.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, data.size(), data.data(),
        nullptr));
    cl_int code = 1;
    std::vector<cl_event> waits(1);
    GT_SCOPE_CL(b.queue, "converted") {
        CHECK(clEnqueueWriteBuffer(b.queue, m, true, 0, 64, data.data(), 0, nullptr, waits.data()));
        CHECK(clEnqueueReadBuffer(b.queue, m, CL_TRUE, 0, back.size(), &back[0], cl_uint(waits.size()), &waits[0],
            nullptr));
        auto p = static_cast<unsigned char *>(clEnqueueMapBuffer(b.queue, m, CL_TRUE, CL_MAP_WRITE, 0, 64, 0, nullptr,
            nullptr, &code));
        CHECK(code);
        p[3] = 9;
        CHECK(clEnqueueUnmapMemObject(b.queue, m, p, 0, nullptr, nullptr));
    }
    assert_true(back == data);
    assert_int_equal(gt_series_sample(look("converted"), 0).commands, 4);
    assert_number(gt_series_sample(look("converted/write"), 0).bytes, 64);
    CHECK(clReleaseEvent(waits[0]));
}

static void failed_launch(const bench &b) {
    const size_t none = 0;
    cl_event own = nullptr;
    GT_SCOPE_CL(b.queue, "phase") {
        b.launch(&own);
        b.launch();
        CHECK(clReleaseEvent(own));
        CHECK(clEnqueueNDRangeKernel(b.queue, b.work, 7, nullptr, &none, nullptr, 0, nullptr, nullptr));
        fail();
    }
}
TEST(exception_out_of_a_phase_keeps_nothing, anew, nothing_left) {
    bench b;
    int caught = 0;
    for (int i = 0; i < 3; i++) {
        try {
            failed_launch(b);
        } catch (const std::runtime_error &e) {
            caught += strncmp(e.what(), "clEnqueueNDRangeKernel(b.queue", 30) == 0;     /* the text of the program */
        }
    }
    assert_int_equal(caught, 3);
    assert_int_equal(look("phase")->left_early, 3);
    assert_int_equal(gt_error_first()->code, CL_INVALID_WORK_DIMENSION);
    assert_string_equal(gt_error_first()->call, "clEnqueueNDRangeKernel");
    assert_non_null(strstr(gt_error_first()->file, "test_intercept_cpp"));
    assert_int_equal(clFinish(b.queue), CL_SUCCESS);
}

/* Thrown in the middle of a statement that holds several calls, behind GT_EVENT. */
static cl_uint thrower() { throw std::runtime_error("argument"); }
TEST(exception_in_an_argument_keeps_nothing, anew, nothing_left) {
    bench b;
    int caught = 0;
    try {
        GT_SCOPE_CL(b.queue, "argument") {
            b.launch();
            CHECK(clEnqueueTask(b.queue, b.work, thrower(), nullptr, GT_EVENT));
        }
    } catch (const std::runtime_error &) {
        caught++;
    }
    assert_int_equal(caught, 1);
    assert_int_equal(look("argument")->left_early, 1);
    assert_int_equal(clFinish(b.queue), CL_SUCCESS);
}

int main() {
    return test_all(nullptr, nullptr);
}
