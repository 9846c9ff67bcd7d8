#!/bin/sh
# long: yes
# gtprof's layer, built with the thread sanitizer, in a program of threads that is built with it, too: threads that have
# ended, and threads that still run when the program ends.
. "$(dirname "$0")/../lib/check.sh"
. tests/lib/gtprof.sh

cat >"$scratch/threads.c" <<'END'
#include <CL/cl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
enum { THREADS = 4 };
static const char *const source =
    "kernel void even(global float *a) { a[get_global_id(0)] *= 0.5f; }\n"
    "kernel void odd(global float *a) { a[get_global_id(0)] += 1.0f; }\n";
static cl_device_id device;
static cl_context context;
static cl_program program;
static cl_command_queue shared;
static int over;
static double now_s(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
static void CL_CALLBACK told(cl_event event, cl_int status, void *unused) {
    struct timeval t;
    gettimeofday(&t, NULL);
    if (!event || status < 0 || unused) abort();
}
static void pass(cl_command_queue own, cl_command_queue other, cl_kernel kernel, cl_mem memory) {
    static const float data[1024];
    const size_t items = 1024;
    cl_event list[2] = { clCreateUserEvent(context, NULL), NULL }, event;
    struct rusage used;
    cl_ulong stamp;
    const double begin = now_s();
    clEnqueueWriteBuffer(own, memory, CL_FALSE, 0, sizeof data, data, 1, list, &list[1]);
    clEnqueueNDRangeKernel(other, kernel, 1, NULL, &items, NULL, 2, list, &event);
    clSetEventCallback(event, CL_COMPLETE, told, NULL);
    clSetUserEventStatus(list[0], CL_COMPLETE);
    void *p = clEnqueueMapBuffer(shared, memory, CL_TRUE, CL_MAP_READ, 0, sizeof data, 1, &event, NULL, NULL);
    clEnqueueUnmapMemObject(shared, memory, p, 0, NULL, NULL);
    clWaitForEvents(1, &event);
    clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof stamp, &stamp, NULL);
    clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof stamp, &stamp, NULL);
    clReleaseEvent(event);
    clReleaseEvent(list[0]);
    clReleaseEvent(list[1]);
    if (now_s() < begin || getrusage(RUSAGE_SELF, &used) || clock() < 0) abort();
}
static void *run(void *odd) {
    for (int i = 0; !__atomic_load_n(&over, __ATOMIC_RELAXED); i++) {
        cl_command_queue own = clCreateCommandQueue(context, device, i % 2 ? CL_QUEUE_PROFILING_ENABLE : 0, NULL);
        cl_kernel kernel = clCreateKernel(program, odd ? "odd" : "even", NULL);
        cl_mem memory = clCreateBuffer(context, CL_MEM_READ_WRITE, 1 << 18, NULL, NULL);
        clSetKernelArg(kernel, 0, sizeof memory, &memory);
        for (int k = 0; k < 10; k++) pass(own, k % 2 ? shared : own, kernel, memory);
        clFinish(own);
        clReleaseMemObject(memory);
        clReleaseKernel(kernel);
        clReleaseCommandQueue(own);
    }
    return NULL;
}
int main(int argc, char **argv) {
    pthread_t thread[THREADS];
    cl_platform_id platform;
    clGetPlatformIDs(1, &platform, NULL);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    shared = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, NULL);
    program = clCreateProgramWithSource(context, 1, (const char **)(size_t)&source, NULL, NULL);
    clBuildProgram(program, 1, &device, NULL, NULL, NULL);
    for (int i = 0; i < THREADS; i++) pthread_create(&thread[i], NULL, run, i % 2 ? argv : NULL);
    usleep(1500000);            /* gtprof writes an early report after a second */
    if (argc > 1) return 0;     /* they still run */
    __atomic_store_n(&over, 1, __ATOMIC_RELAXED);
    for (int i = 0; i < THREADS; i++) pthread_join(thread[i], NULL);
    return 0;
}
END

# The counts stand in a file that is mapped, which others may read at any time: so does a report of a program that goes
# on.
nothing_races() {
    gtprof_is_built
    echo 'int main(void) { return 0; }' >"$scratch/empty.c"
    $CC -fsanitize=thread -o "$scratch/empty" "$scratch/empty.c" 2>/dev/null || skip "$CC has no thread sanitizer"
    setarch "$(uname -m)" -R "$scratch/empty" || skip 'the thread sanitizer does not run here'
    $CC -O1 -g -fsanitize=thread -DCL_TARGET_OPENCL_VERSION=120 ${OPENCL_CFLAGS-} -o "$scratch/threads" \
        "$scratch/threads.c" $OPENCL_LIBS -pthread
    [ -x "$scratch/build/gtprof" ] || make -s BUILD="$scratch/build" config=tsan gtprof 2>&1
    rm -f "$scratch"/tsan.*
    TSAN_OPTIONS="exitcode=0 history_size=7 log_path=$scratch/tsan" setarch "$(uname -m)" -R \
        "$scratch/build/gtprof" --output "$scratch/report" "$scratch/threads" ${1:+"$1"}
    grep -q clEnqueueNDRangeKernel "$scratch/report" || skip 'there is no OpenCL device'
    cat "$scratch"/tsan.* 2>/dev/null | awk '
        /^=====/ { if (races && !(counts && reports)) { print text; bad++ } text = ""; races = counts = reports = 0 }
        { text = text $0 "\n" }
        /data race|use-after-free|deadlock/ { races = 1 }
        /^  Location is .*\.map\+/ { counts = 1 }
        / gtprof_(print|files|write|page_write) |failed to restore the stack/ { reports = 1 }
        END { exit bad > 0 }'
}
check nothing_races
check nothing_races running
