#!/bin/sh
# long: yes
# A program that nobody edits, compiled with -include calls.h: a report at exit, by GT_REPORT,
# has every call and every command, and nothing that the program sees or prints changes. The truth is a layer of the
# OpenCL loader that counts calls: tests/lib/count_layer.c.
. "$(dirname "$0")/../lib/check.sh"
: "${OPENCL_LIBS=-lOpenCL}"
unset GT_REPORT GT_CL_PROFILING GT_CL_OBJECTS GT_AUDIT

# ---- a program of many ----------------------------------------------------------------------------------------------

cat >"$scratch/kit.c" <<'END'
#define GPUTIME_IMPLEMENTATION
#include "gputime_cl.h"
#include "calls.h"
END
# ./launches COUNT HOW: on two queues; says what it computed and what its queues and events say of themselves
cat >"$scratch/launches.c" <<'END'
#include <CL/cl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
static void *leave(void *unused) { (void)unused; exit(0); }
int main(int argc, char **argv) {
    const char *source = "kernel void add(global int *x, int y) { x[get_global_id(0)] += y; }";
    const char *how = argc > 2 ? argv[2] : "";
    int count = argc > 1 ? atoi(argv[1]) : 10, data[64] = {0}, one = 1;
    const size_t items = 64;
    cl_platform_id platform;
    cl_device_id device;
    cl_int code;
    cl_event last = NULL;
    cl_ulong stamp = 0;
    cl_command_queue_properties is[2] = {9, 9};
    if (clGetPlatformIDs(1, &platform, NULL)) return 77;
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ACCELERATOR, 1, &device, NULL))     /* a probe that may fail */
        if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL)) return 77;
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    cl_command_queue q[2];
    for (int i = 0; i < 2; i++) q[i] = clCreateCommandQueue(context, device, 0, &code);
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &code);
    if (clBuildProgram(program, 1, &device, NULL, NULL, NULL)) return 77;
    cl_kernel add = clCreateKernel(program, "add", &code);
    cl_mem x = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof data, data, &code);
    clSetKernelArg(add, 0, sizeof x, &x);
    clSetKernelArg(add, 1, sizeof one, &one);
    if (!strcmp(how, "fails")) printf("no such argument: %d\n", clSetKernelArg(add, 7, sizeof one, &one));
    for (int i = 0; i < count; i++) {
        struct timespec now;
        if (strstr(how, "clock") && i % 4 == 0) clock_gettime(CLOCK_MONOTONIC, &now);
        clEnqueueNDRangeKernel(q[i % 2], add, 1, NULL, &items, NULL, 0, NULL, i == count - 1 ? &last : NULL);
        if (i % 100 == 99 || i == count - 1) printf("%d", clFinish(q[0]) | clFinish(q[1]));
        else if (i % 2) clFlush(q[1]), clFinish(q[0]), clFinish(q[1]);
        else clFinish(q[0]);
    }
    clEnqueueReadBuffer(q[1], x, CL_TRUE, 0, sizeof data, data, 1, &last, NULL);
    for (int i = 0; i < 2; i++) clGetCommandQueueInfo(q[i], CL_QUEUE_PROPERTIES, sizeof is[i], &is[i], NULL);
    code = clGetEventProfilingInfo(last, CL_PROFILING_COMMAND_END, sizeof stamp, &stamp, NULL);
    printf("\nsum %d, queues %d %d, stamps %d %d\n", data[7], (int)is[0], (int)is[1], code, stamp != 0);
    fflush(stdout);
    if (!strcmp(how, "leaks")) clRetainMemObject(x);
    else clReleaseEvent(last);
    clReleaseMemObject(x);
    clReleaseKernel(add);
    clReleaseProgram(program);
    if (!strcmp(how, "forks")) {
        if (!fork()) exit(0);
        wait(NULL);
    }
    if (!strcmp(how, "_exits")) _exit(0);
    if (!strncmp(how, "thread exits", 12)) {
        pthread_t thread;
        pthread_create(&thread, NULL, leave, NULL);
        pthread_join(thread, NULL);
    }
    clReleaseCommandQueue(q[0]);
    clReleaseCommandQueue(q[1]);
    clReleaseContext(context);
    return 0;
}
END
cat >"$scratch/reports.c" <<'END'
#include "gputime.h"
int main(int argc, char **argv) {
    GT_SCOPE("work") { (void)argv; }
    return argc > 1 ? gt_report(stdout) : 0;
}
END

# What Debian's loader offers since 2.3; another one may ignore layers: then the counts stay empty.
layer_is_there() {
    [ -f "$scratch/liblayer.so" ] ||
        $CC -shared -fPIC -D_GNU_SOURCE -DCL_TARGET_OPENCL_VERSION=300 ${OPENCL_CFLAGS-} -o "$scratch/liblayer.so" \
            tests/lib/count_layer.c || skip 'the layer does not compile: old OpenCL headers'
    OPENCL_LAYERS="$scratch/liblayer.so" COUNT_TO="$scratch/tried" "$scratch/plain" 3 >/dev/null
    [ -s "$scratch/tried" ] || skip 'this OpenCL loader has no layers'
}
build() { # build NAME SOURCE FLAGS...: as it is, and with the two options
    build_source=$2
    build_name=$1
    shift 2
    flags='-std=c99 -D_POSIX_C_SOURCE=200809L -DCL_TARGET_OPENCL_VERSION=120 -O2 -Itests/lib'
    $CC $flags ${OPENCL_CFLAGS-} -o "$scratch/$build_name" "$build_source" $OPENCL_LIBS -pthread "$@"
    $CC $flags -I. -Iexamples/tools -include calls.h ${OPENCL_CFLAGS-} -o "$scratch/$build_name.kit" \
        "$build_source" "$scratch/kit.o" $OPENCL_LIBS -pthread "$@"
}
programs_are_there() {      # built once, by the first test
    if [ ! -x "$scratch/plain.kit" ]; then
        $CC -std=c99 -D_POSIX_C_SOURCE=200809L -O1 -I. -Iexamples/tools ${OPENCL_CFLAGS-} -c -o "$scratch/kit.o" \
            "$scratch/kit.c"
        build plain "$scratch/launches.c"
    fi
    "$scratch/plain" 3 || skip 'no OpenCL device'
}
calls_of() { sed -n 's/^\(cl[A-Z][A-Za-z]*\)  *\([0-9][0-9]*\) .*/\1 \2/p' "$1"; }
commands_of() { awk '/^clEnqueue/ { n += $2 } END { print n + 0 }' "$1"; }
# Every line of the layer, but the kit's own: references to events and kernels.
counts_are_equal() { # counts_are_equal LAYER REPORT
    grep -vE '^cl(Retain|Release)(Event|Kernel) ' "$1" | cut -d ' ' -f 1,2 | sort >"$scratch/expected"
    calls_of "$2" | grep -F "$(sed 's/ .*/ /' "$scratch/expected")" | sort >"$scratch/counted"
    cat "$scratch/counted"
    diff "$scratch/expected" "$scratch/counted"
    commands=$(commands_of "$1")
    echo "$commands commands"
    grep -q "^program .* ($commands)" "$2"
}

# ---- tests ----------------------------------------------------------------------------------------------------------

without_the_variable_nothing_is_printed() {
    programs_are_there
    "$scratch/plain" 20 >"$scratch/expected.txt"
    "$scratch/plain.kit" 20 >"$scratch/got.txt" 2>&1
    diff "$scratch/expected.txt" "$scratch/got.txt"
    GT_REPORT=0 "$scratch/plain.kit" 20 2>&1 | diff "$scratch/expected.txt" -
}
output_is_the_same_and_the_report_goes_to_stderr() { # ... HOW
    programs_are_there
    "$scratch/plain" 30 "$1" >"$scratch/expected.txt"
    GT_REPORT=1 GT_CL_PROFILING=1 "$scratch/plain.kit" 30 "$1" >"$scratch/got.txt" 2>"$scratch/report"
    cat "$scratch/got.txt" "$scratch/report"
    diff "$scratch/expected.txt" "$scratch/got.txt"
    case $1 in
    _exits) [ ! -s "$scratch/report" ]; return ;;
    esac
    [ "$(grep -c '^clFinish ' "$scratch/report")" -eq 1 ]       # one report
    grep -q '^program .* (31)' "$scratch/report"
    grep -q '^kernel  *30 ' "$scratch/report"
    grep -q '^  add  *30 ' "$scratch/report" || grep -q '^timer launches.c:' "$scratch/report"
    case $1 in
    fails) grep -A1 FAILED "$scratch/report" | grep -q 'clSetKernelArg: CL_INVALID_ARG_INDEX (-49), at .*launches.c' ;;
    *) if grep FAILED "$scratch/report"; then return 1; fi ;;
    esac
}
objects_are_listed_on_request() {
    programs_are_there
    GT_CL_OBJECTS=1 GT_REPORT=1 "$scratch/plain.kit" 9 2>"$scratch/report" >/dev/null
    grep -q '^objects that were never released: none' "$scratch/report"
    if grep 'leaked-events' "$scratch/report"; then return 1; fi
    GT_CL_OBJECTS=1 GT_REPORT=1 "$scratch/plain.kit" 9 leaks 2>"$scratch/report" >/dev/null
    cat "$scratch/report"
    grep -q '^  1 event by clEnqueueNDRangeKernel, .*launches.c:[0-9]*$' "$scratch/report"
    grep -q '^  1 memory object by clCreateBuffer, .*launches.c:[0-9]*$' "$scratch/report"
    grep -q 'note     leaked-events: 1 event' "$scratch/report"
}
a_file_gets_one_report_after_the_other() {
    programs_are_there
    rm -f "$scratch/file"
    for i in 1 2 3; do GT_REPORT="$scratch/file" "$scratch/plain.kit" 9 >/dev/null; done
    [ "$(grep -c '^clFinish ' "$scratch/file")" -eq 3 ]
    GT_REPORT=/nowhere/at/all "$scratch/plain.kit" 9 2>&1 >/dev/null |
        grep -q 'GT_REPORT=/nowhere/at/all: .*No such file'
}
report_comes_out_of_its_file_to_the_byte() { # ... WIDE
    programs_are_there
    rm -f "$scratch/file"
    GT_WIDE=$1 GT_JSON="$scratch/run.json" GT_REPORT="$scratch/file" GT_CL_PROFILING=1 "$scratch/plain.kit" 30 clock \
        >/dev/null
    grep -q '^clFinish ' "$scratch/file"
    grep -q '^the account ' "$scratch/file"
    GT_WIDE=$1 "$GT_BUILD_DIR/examples/gtlint" "$scratch/run.json" >"$scratch/again" || [ $? -eq 1 ]
    diff "$scratch/file" "$scratch/again"
}
a_program_with_a_report_of_its_own_gets_no_other() {
    $CC -std=c99 -D_POSIX_C_SOURCE=200809L -I. -DGPUTIME_IMPLEMENTATION -o "$scratch/reports" "$scratch/reports.c" \
        -lm -pthread
    [ "$(GT_REPORT=1 "$scratch/reports" own 2>&1 | grep -c '^work  *1 ')" -eq 1 ]
    [ "$(GT_REPORT=1 "$scratch/reports" 2>&1 | grep -c '^work  *1 ')" -eq 1 ]
    [ "$("$scratch/reports" 2>&1 | grep -c '^work  *1 ')" -eq 0 ]
}
counts_are_those_of_the_layer() { # ... COUNT
    programs_are_there
    layer_is_there
    rm -f "$scratch/layer"
    OPENCL_LAYERS="$scratch/liblayer.so" COUNT_TO="$scratch/layer" GT_REPORT="$scratch/report.$1" GT_CL_PROFILING=1 \
        "$scratch/plain.kit" "$1" >/dev/null
    counts_are_equal "$scratch/layer" "$scratch/report.$1"
    if grep partial "$scratch/report.$1"; then return 1; fi
}
commands_of_another_file_are_said() {
    programs_are_there
    cat >"$scratch/main.c" <<'END'
#include "plain.h"
cl_int launch(cl_command_queue q, cl_kernel k);
int main(void) {
    const cl_kernel k = plain_kernel("kernel void work(global float *x) {\n"
                                     "    float y = x[0];\n"
                                     "    for (int i = 0; i < 20000000; i++) y = y * 1.0001f + 0.1f;\n"
                                     "    x[0] = y; }", "work");
    if (!k) return 77;
    const cl_command_queue q = plain_queue(0);
    launch(q, k);
    return clFinish(q);
}
END
    cat >"$scratch/other.c" <<'END'
#include <CL/cl.h>
cl_int launch(cl_command_queue q, cl_kernel k);
cl_int launch(cl_command_queue q, cl_kernel k) {
    const size_t one = 1;
    return clEnqueueNDRangeKernel(q, k, 1, NULL, &one, NULL, 0, NULL, NULL);
}
END
    for both in 0 1; do
        flags='-std=c99 -D_POSIX_C_SOURCE=200809L -DCL_TARGET_OPENCL_VERSION=120 -O1 -I. -Iexamples/tools -Itests/lib'
        with='-include calls.h'
        $CC $flags ${OPENCL_CFLAGS-} $with -c -o "$scratch/main.o" "$scratch/main.c"
        [ $both -eq 1 ] || with=
        $CC $flags ${OPENCL_CFLAGS-} $with -c -o "$scratch/other.o" "$scratch/other.c"
        $CC -o "$scratch/two" "$scratch/main.o" "$scratch/other.o" "$scratch/kit.o" $OPENCL_LIBS -pthread
        GT_REPORT=1 GT_CL_PROFILING=1 "$scratch/two" 2>"$scratch/report"
        cat "$scratch/report"
        [ "$(grep -c 'note  *program: partial: the queue worked for' "$scratch/report")" -eq $((1 - both)) ]
    done
}
a_program_without_a_clock_is_said() {
    programs_are_there
    cat >"$scratch/clock.c" <<'END'
#include "plain.h"
#include <time.h>
static long now(void) {
    struct timespec t = { 0, 0 };
#ifdef CLOCK
    clock_gettime(CLOCK_MONOTONIC, &t);
#endif
    return t.tv_nsec;
}
int main(void) {
    const size_t one = 1;
    const cl_kernel k = plain_kernel("kernel void work(global int *x) { x[0] = 1; }", "work");
    if (!k) return 77;
    const cl_command_queue q = plain_queue(0);
    long sum = -now();
    clEnqueueNDRangeKernel(q, k, 1, NULL, &one, NULL, 0, NULL, NULL);
    clFinish(q);
    sum += now();
    return sum == 1;
}
END
    for clock in 0 1; do
        build clock "$scratch/clock.c" $([ $clock -eq 0 ] || echo -DCLOCK)
        GT_REPORT=1 GT_CL_PROFILING=1 "$scratch/clock.kit" 2>"$scratch/report"
        cat "$scratch/report"
        [ "$(grep -c 'program: unseen: 1 kernel launched' "$scratch/report")" -eq $((1 - clock)) ]
    done
}
opencl_hpp_may_stand_before_and_behind() { # ... FLAGS...
    command -v "$CXX" >/dev/null || skip 'no C++ compiler'
    programs_are_there
    printf '#include <CL/opencl.hpp>\n' | $CXX ${OPENCL_CFLAGS-} "$@" -x c++ -fsyntax-only - 2>/dev/null ||
        skip 'opencl.hpp is not installed (opencl-clhpp-headers)'
    cat >"$scratch/hpp.cpp" <<'END'
#ifdef KIT_BEHIND
#include <CL/opencl.hpp>
#include "calls.h"
#else
#include <CL/opencl.hpp>
#endif
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <thread>
int main() {
    cl::Device device;
    try { device = cl::Device::getDefault(); } catch (...) { return 77; }
    cl::Context context(device);
    cl::CommandQueue queue(context, device, (cl_command_queue_properties)0);
    cl::Program program(context, "kernel void add(global int *x) { x[get_global_id(0)]++; }", true);
    cl::Buffer x(context, CL_MEM_READ_WRITE, 256);
    cl::KernelFunctor<cl::Buffer> add(program, "add");
    cl::Event event;
    for (int i = 0; i < 25; i++) event = add(cl::EnqueueArgs(queue, cl::NDRange(64)), x);
    queue.finish();
    int holders = 1000;     // a thread of the driver lets go of the event a little after finish()
    for (int i = 0; i < 40; i++) {
        holders = std::min(holders, (int)event.getInfo<CL_EVENT_REFERENCE_COUNT>());
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    std::printf("%d %d %d\n", holders, (int)queue.getInfo<CL_QUEUE_PROPERTIES>(),
                (int)event.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>());
    return 0;
}
END
    flags="-std=c++11 -O1 -I. -Iexamples/tools -DCL_HPP_ENABLE_EXCEPTIONS $*"
    $CXX $flags ${OPENCL_CFLAGS-} -o "$scratch/hpp" "$scratch/hpp.cpp" $OPENCL_LIBS -pthread
    status=0; "$scratch/hpp" >"$scratch/expected.txt" || status=$?
    [ $status -ne 77 ] || skip 'no OpenCL device'
    $CXX $flags ${OPENCL_CFLAGS-} -include calls.h -o "$scratch/hpp.kit" "$scratch/hpp.cpp" \
        "$scratch/kit.o" $OPENCL_LIBS -pthread
    GT_CL_OBJECTS=1 GT_REPORT="$scratch/report.hpp" GT_CL_PROFILING=1 "$scratch/hpp.kit" >"$scratch/got.txt"
    cat "$scratch/report.hpp"
    diff "$scratch/expected.txt" "$scratch/got.txt"
    grep -q '^program .* (25)' "$scratch/report.hpp"
    grep -q '^  add  *25 ' "$scratch/report.hpp"
    if grep -E 'leaked-events|FAILED' "$scratch/report.hpp"; then return 1; fi
    # Behind it: its calls are not seen, and the program still works.
    $CXX $flags ${OPENCL_CFLAGS-} -DKIT_BEHIND -o "$scratch/hpp.behind" "$scratch/hpp.cpp" \
        "$scratch/kit.o" $OPENCL_LIBS -pthread
    "$scratch/hpp.behind" | diff "$scratch/expected.txt" -
}

# Wrappers of a header make the calls, as C++ bindings do: the line in the header tells none of the measurements.
timers_of_calls_in_headers_are_told_apart_by_the_reading() {
    command -v "$CXX" >/dev/null || skip 'no C++ compiler'
    programs_are_there
    cat >"$scratch/wrap.hpp" <<'END'
#include <CL/cl.h>
struct device {
    cl_platform_id platform;
    cl_device_id id;
    cl_context context;
    cl_command_queue queue;
    cl_mem x;
    device() {
        const bool there = !clGetPlatformIDs(1, &platform, 0) &&
                           !clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &id, 0);
        context = there ? clCreateContext(0, 1, &id, 0, 0, 0) : 0;
        queue = there ? clCreateCommandQueue(context, id, 0, 0) : 0;
        x = there ? clCreateBuffer(context, CL_MEM_READ_WRITE, 64, 0, 0) : 0;
    }
    void write() { int data[16] = { 0 }; clEnqueueWriteBuffer(queue, x, CL_TRUE, 0, 64, data, 0, 0, 0); }
    void read() { int data[16]; clEnqueueReadBuffer(queue, x, CL_TRUE, 0, 64, data, 0, 0, 0); }
};
__attribute__((noinline)) inline double helper() {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec;
}
END
    cat >"$scratch/stamp.cpp" <<'END'
#include <chrono>
long stamp() { return (long)std::chrono::system_clock::now().time_since_epoch().count(); }
END
    $CXX -std=c++11 -O1 -fPIC -shared -o "$scratch/libstamp.so" "$scratch/stamp.cpp"
    cat >"$scratch/wrap.cpp" <<'END'
#include <chrono>
#include <ctime>
#include "wrap.hpp"
long stamp();
int main() {
    device d;
    clock_t (*pointer)() = clock, begin = std::clock();     // place 1
    if (!d.x) return 77;
    d.write();
    clock_t end = clock() - begin;                          // place 2
    d.write();
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);                     // place 3; 4 and 5 are those of std::chrono
    d.read();
    std::chrono::steady_clock::time_point one = std::chrono::steady_clock::now();
    d.read();
    std::chrono::steady_clock::time_point two = std::chrono::steady_clock::now();
    d.read();
    long stamps = 0;            // a shared library's readings are none of the program's
    for (int i = 0; i < 2; i++) helper(), d.read(), stamps += stamp(), helper(), stamps += stamp(), d.write();
    helper();
    clEnqueueWriteBuffer(d.queue, d.x, CL_TRUE, 0, sizeof t, &t, 0, 0, 0); /* LINE_4 */
    return helper() < 0 || pointer() < 0 || end < 0 || two < one || stamps < 0;
}
END
    $CXX -std=c++11 -O1 -w -I. -Iexamples/tools ${OPENCL_CFLAGS-} -include calls.h -o "$scratch/wrap" \
        "$scratch/wrap.cpp" "$scratch/kit.o" "$scratch/libstamp.so" $OPENCL_LIBS -pthread
    rm -f "$scratch/wrap.txt"
    status=0; GT_WIDE=1 GT_REPORT="$scratch/wrap.txt" "$scratch/wrap" || status=$?
    [ $status -ne 77 ] || skip 'no OpenCL device'
    cat "$scratch/wrap.txt"
    for i in 1 2; do grep -q "^timer $i in wrap.cpp (clEnqueueWriteBuffer)  *1 " "$scratch/wrap.txt"; done
    grep -q '^timer 3 in wrap.cpp (clEnqueueReadBuffer)  *1 ' "$scratch/wrap.txt"
    for i in 4 5; do grep -q "^timer $i (clEnqueueReadBuffer)  *1 " "$scratch/wrap.txt"; done
    for call in Read Write; do      # all readings of the helper stand in one place
        grep -q "^timer 6 in wrap.cpp (clEnqueue${call}Buffer)  *2 " "$scratch/wrap.txt"
    done
    line=$(grep -n LINE_4 "$scratch/wrap.cpp" | cut -d: -f1)
    grep -q "^timer wrap.cpp:$line  *1 " "$scratch/wrap.txt"
}

files_have_the_program_and_its_commands() {
    programs_are_there
    GT_JSON="$scratch/x.json" GT_TRACE="$scratch/x.trace" GT_CL_PROFILING=1 \
        "$scratch/plain.kit" 10 >"$scratch/got.txt" 2>&1
    "$scratch/plain" 10 2>&1 | diff - "$scratch/got.txt"
    grep -q '^  {"series":"program","kind":"program"' "$scratch/x.json"
    grep -q '^  {"series":"program/add","kind":"command"' "$scratch/x.json"
    python3 -c 'import jsonschema' || skip 'no python3 with jsonschema: make deps'
    python3 tests/lib/files.py schema "$scratch/x.json"
    python3 tests/lib/files.py trace "$scratch/x.trace"
    [ "$(grep -c '"ph":"X".*"name":"add"' "$scratch/x.trace")" -eq 10 ]
}

check without_the_variable_nothing_is_printed
check timers_of_calls_in_headers_are_told_apart_by_the_reading
check files_have_the_program_and_its_commands
for how in plain clock fails leaks forks 'thread exits' 'thread exits, clock' _exits; do
    check output_is_the_same_and_the_report_goes_to_stderr "$how"
done
check objects_are_listed_on_request
check a_file_gets_one_report_after_the_other
check report_comes_out_of_its_file_to_the_byte 0
check report_comes_out_of_its_file_to_the_byte 1
check a_program_with_a_report_of_its_own_gets_no_other
check counts_are_those_of_the_layer 10
check counts_are_those_of_the_layer 60000
check commands_of_another_file_are_said
check a_program_without_a_clock_is_said
check opencl_hpp_may_stand_before_and_behind
check opencl_hpp_may_stand_before_and_behind -DCL_HPP_TARGET_OPENCL_VERSION=120 -DCL_HPP_MINIMUM_OPENCL_VERSION=120
