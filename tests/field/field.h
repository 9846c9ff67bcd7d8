/* field.h - what the programs in this folder share, so that each of them is as short as the mistake that it makes: a
   device with a queue, a kernel of a length that they choose, and work of the host. They are written as a user of the
   kit writes them: they know nothing of its inside.

   A PROGRAM      tests/field/NAME.c, first lines:
                      // one sentence: what is wrong, and what HEALTHY mends
                      (field: NAME CODE n=N)          the finding that it draws, at so many samples
                      (device: sim)                   sim, pocl, or none (host code, gputime.h alone)
                      (env: GT_AUDIT=1)               further lines where they are needed: environment,
                      (flags: -O0)                    flags of the compiler, -include calls.h for one
                  each of these in a comment of its own, which is a line of its own. main ends with `return done();`.
   BUILT TWICE    as it stands, and with -DHEALTHY: the mended twin. tests/field/test_field.sh says how both are
                  judged. */
#ifndef FIELD_H
#define FIELD_H

#if defined(FIELD_sim) || defined(FIELD_pocl)
#include "gputime_cl.h"
#else
#include "gputime.h"
#endif
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#if defined(__GNUC__)
#define MAY_BE_UNUSED __attribute__((unused))
#else
#define MAY_BE_UNUSED
#endif
#define MAY MAY_BE_UNUSED static

#ifdef HEALTHY
enum { healthy = 1 };
#else
enum { healthy = 0 };
#endif

/* The report, and what main returns: 1 if something of the kit's says that a number misleads; 2 if the run is another
   one through the file (tests/lib/through.h, which stands beside the implementation). */
int field_differs(void);
MAY int done(void) {
    gt_report(stdout);
    return field_differs() ? 2 : gt_verdict(GT_WARNING);
}

MAY double host_reads_s(clockid_t which) {
    struct timespec t;
    clock_gettime(which, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
MAY double host_now_s(void) { return host_reads_s(CLOCK_MONOTONIC); }
#ifdef FIELD_sim
#include "simcl.h"
MAY void host_works_us(double us) { simcl_spend_ns(1000 * us); }
#else
MAY void host_works_us(double us) {
    const double end = host_now_s() + 1e-6 * us;
    while (host_now_s() < end) {}
}
#endif

#if defined(FIELD_sim) || defined(FIELD_pocl)

static cl_platform_id platform;
static cl_device_id device;
static cl_context context;
static cl_command_queue queue;
static cl_program program;
static cl_kernel kernel;                /* "work", with its arguments set */
static cl_mem buffer;                   /* of BUFFER_BYTES */
enum { BUFFER_BYTES = 1 << 20 };

MAY cl_command_queue new_queue(cl_command_queue_properties more) {
    return clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE | more, NULL);
}
MAY cl_kernel new_kernel(cl_program of) {
    cl_kernel k = clCreateKernel(of, "work", NULL);
    const cl_int loops = 1000;
    clSetKernelArg(k, 0, sizeof buffer, &buffer);
    clSetKernelArg(k, 1, sizeof loops, &loops);
    return k;
}
MAY cl_program new_program_of(const char *source, const char *options) {
    cl_program p = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
    clBuildProgram(p, 1, &device, options, NULL, NULL);
    return p;
}
MAY cl_program new_program(const char *options) {
    const char *source = "kernel void work(global float *a, int loops) {\n"
                         "    float x = a[get_global_id(0)];\n"
                         "    for (int i = 0; i < loops; i++) x = x * 0.5f + 1.0f;\n"
                         "    a[get_global_id(0)] = x;\n"
                         "}\n";
    return new_program_of(source, options);
}
/* Has a constant of this run alone, so that no cache on the disk knows the kernel. */
MAY cl_program new_uncached_program(void) {
    char options[64];
    sprintf(options, "-DRUN=%ldl", (long)time(NULL) * 1000 + (long)clock());
    return new_program_of("kernel void work(global float *a, int loops) {\n"
                          "    float x = a[get_global_id(0)] + (float)(RUN & 1);\n"
                          "    for (int i = 0; i < loops; i++) x = x * 0.5f + 1.0f;\n"
                          "    a[get_global_id(0)] = x + (float)(RUN >> 50);\n"
                          "}\n", options);
}
/* The kernel runs about so long: simulated, exactly. */
MAY void kernel_takes_us(double us) {
#ifdef FIELD_sim
    simcl_cost cost;
    memset(&cost, 0, sizeof cost);
    cost.ns = 1000 * us;
    simcl_kernel("work", NULL, cost);
#else
    const cl_int loops = (cl_int)(10 * us);
    clSetKernelArg(kernel, 1, sizeof loops, &loops);
#endif
}
MAY cl_int launch_on(cl_command_queue q, cl_event *event) {
    const size_t items = 64, group = 16;
    return GT_CL(clEnqueueNDRangeKernel(q, kernel, 1, NULL, &items, &group, 0, NULL, event));
}
MAY cl_int launch(cl_event *event) { return launch_on(queue, event); }
/* With calls.h, which collects the command. */
MAY void launch_sized(size_t items, size_t group) {
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &group, 0, NULL, NULL);
}
MAY cl_ulong stamp(cl_event event, cl_profiling_info which) {       /* in ns; 0: the device has none */
    cl_ulong t = 0;
    clGetEventProfilingInfo(event, which, sizeof t, &t, NULL);
    return t;
}
/* Between START and END, in s; releases the event. */
MAY double stamps_s(cl_event event) {
    const cl_ulong start = stamp(event, CL_PROFILING_COMMAND_START), end = stamp(event, CL_PROFILING_COMMAND_END);
    clReleaseEvent(event);
    return 1e-9 * (double)(end - start);
}
MAY void print_stamped_launch(void) {       /* the time of one launch, by its stamps */
    cl_event event;
    clFinish(queue);
    launch(&event);
    clFinish(queue);
    printf("%.6f s\n", stamps_s(event));
}
/* The time of a launch of that size, by its stamps. HEALTHY has launched the kernel once with that size. */
MAY void print_sized_by_stamps(size_t items, size_t group) {
    cl_event event;
    if (healthy) launch_sized(items, group);
    clFinish(queue);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &group, 0, NULL, &event);
    clWaitForEvents(1, &event);
    printf("kernel: %.6f s\n", stamps_s(event));
}
MAY double mean_delay_us(int launches) {          /* from SUBMIT to START, by their stamps */
    cl_ulong sum = 0;
    for (int i = 0; i < launches; i++) {
        cl_event event;
        launch(&event);
        clWaitForEvents(1, &event);
        sum += stamp(event, CL_PROFILING_COMMAND_START) - stamp(event, CL_PROFILING_COMMAND_SUBMIT);
        clReleaseEvent(event);
    }
    return 1e-3 * (double)sum / launches;
}
MAY double mean_by_stamps_s(void) {         /* of ten launches; the one before them is left out */
    double s = 0;
    for (int i = 0; i < 11; i++) {
        cl_event event;
        launch_on(queue, &event);
        clWaitForEvents(1, &event);
        const double one = stamps_s(event);
        if (i) s += one;
    }
    return s / 10;
}
MAY void print_host_code_by(clockid_t which, double us) {      /* the time of code that calls no OpenCL */
    const double begin = host_reads_s(which);
    host_works_us(us);
    printf("host %.6f s\n", host_reads_s(which) - begin);
}
MAY void print_kernel_by(clockid_t which) {     /* its time by that clock, the mean of ten */
    double s = 0;
    for (int i = 0; i < 10; i++) {
        const double begin = host_reads_s(which);
        launch(NULL);
        clFinish(queue);
        s += host_reads_s(which) - begin;
    }
    printf("kernel: %.3f ms\n", 1e3 * s / 10);
}

#ifdef FIELD_sim
static simcl_script script;             /* changed before open_device: other than {0} */
#endif
/* The device, a queue with profiling, buffer and kernel, which runs for 1 ms; nothing is launched. */
MAY void open_device(void) {
#ifdef FIELD_sim
    script.no_log = 1;
    simcl_reset(&script);
    gt_clock_set(simcl_now_ns, NULL, "simulated");
    kernel_takes_us(1000);      /* before the program is built: there is no compiler, so kernels are registered */
#endif
    clGetPlatformIDs(1, &platform, NULL);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    queue = new_queue(0);
    buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, BUFFER_BYTES, NULL, NULL);
    program = new_program(NULL);
    kernel = new_kernel(program);
    kernel_takes_us(1000);
}
#ifdef FIELD_sim
/* A kernel is compiled for 60 ms at its first launch, before it starts. */
MAY void compile_at_launch(void) {
    script.device[0].first_launch.ns = 60e6;
    script.device[0].compile_where = SIMCL_BEFORE_START;
}
/* Or its first launch takes so long in the enqueue call, as on a GPU whose driver loads the kernel there. */
MAY void load_at_launch_us(double us) {
    script.device[0].first_launch.ns = 1000 * us;
    script.device[0].compile_where = SIMCL_IN_ENQUEUE;
}
/* As open_device, with a compiler at the first launch. HEALTHY has launched the kernel once, and waited. */
MAY void open_cold(void) {
    compile_at_launch();
    open_device();
    if (healthy) launch(NULL);
    clFinish(queue);
}
/* What is launched next has a context, queue and program of its own, as in a program that compares devices or options.
   HEALTHY has launched the kernel once, and waited. */
MAY void open_another(void) {
    context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    queue = new_queue(0);
    kernel = new_kernel(new_program(NULL));
    if (healthy) launch(NULL);
    clFinish(queue);
}
/* Times the first launch in such a context. */
MAY void print_launch_of_another(void) {
    open_another();
    const double begin = host_now_s();
    launch(NULL);
    clFinish(queue);
    printf("%.6f s\n", host_now_s() - begin);
}
/* The kernel takes 1 ms for 64 items, and as much more for more of them. Two sizes are launched. */
MAY void open_sized(size_t a, size_t b) {
    simcl_cost cost;
    open_device();
    memset(&cost, 0, sizeof cost);
    cost.per_unit_ns = 1e6 / 64;
    simcl_kernel("work", NULL, cost);
    kernel = new_kernel(new_program(NULL));
    gt_cl_warm_kernel(queue, kernel, 1, NULL, &a, &(size_t){16});
    gt_cl_warm_kernel(queue, kernel, 1, NULL, &b, &(size_t){16});
}
/* A timing of so many launches, each waited for. The first one compiles, unless the program is healthy. */
MAY int done_with_launches(int count) {
    compile_at_launch();
    open_device();
    kernel_takes_us(100);
    if (healthy) launch(NULL);
    clFinish(queue);
    const double begin = host_now_s();
    for (int i = 0; i < count; i++) {
        launch(NULL);
        clFinish(queue);
    }
    printf("%.6f s\n", host_now_s() - begin);
    return done();
}
#endif
MAY void run_in_a_thread(void *(*run)(void *)) {        /* and wait for the thread's end */
    pthread_t thread;
    pthread_create(&thread, NULL, run, NULL);
    pthread_join(thread, NULL);
}
static int launches_in_thread;
MAY void *thread_launches(void *unused) {
    for (int i = 0; i < launches_in_thread; i++) launch(NULL);
    clFinish(queue);
    return unused;
}
MAY void launch_in_a_thread(int launches) {             /* so often, and wait for them there */
    launches_in_thread = launches;
    run_in_a_thread(thread_launches);
}
/* A program whose work another thread does: the row of that thread is complete before the report. */
MAY int done_behind(void *(*run)(void *)) {
    open_device();
    run_in_a_thread(run);
    return done();
}
/* As open_device, and everything was used before: a kernel of that length, a transfer. */
MAY void open_warm(double us) {
    static char bytes[BUFFER_BYTES];
    open_device();
    kernel_takes_us(us);
    clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, BUFFER_BYTES, bytes, 0, NULL, NULL);
    gt_cl_warm_kernel(queue, kernel, 1, NULL, &(size_t){64}, &(size_t){16});
}
#ifdef FIELD_pocl
/* Times the first copy to a buffer, and the first launch of a kernel that the driver has compiled for another program.
   Then launches the kernel again, so often. HEALTHY has copied and launched before. */
MAY int done_with_compiled_kernel(int again) {
    enum { bytes = 128 << 20 };
    char *host = malloc(bytes);
    memset(host, 1, bytes);
    open_warm(1000);
    kernel = new_kernel(new_program(NULL));
    kernel_takes_us(1000);
    cl_mem fresh = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, NULL);
    if (healthy) clEnqueueWriteBuffer(queue, fresh, CL_TRUE, 0, bytes, host, 0, NULL, NULL);
    if (healthy) launch(NULL);
    clFinish(queue);
    const double begin = host_now_s();
    clEnqueueWriteBuffer(queue, fresh, CL_TRUE, 0, bytes, host, 0, NULL, NULL);
    launch(NULL);
    clFinish(queue);
    const double end = host_now_s();
    for (int i = 0; i < again; i++) launch(NULL);
    clFinish(queue);
    printf("%.6f s, then %.6f s\n", end - begin, host_now_s() - end);
    clReleaseMemObject(fresh);
    free(host);
    return done();
}
#endif
/* Three phases of a kernel that waits for a kernel on another queue. A healthy program waits for that one before. */
MAY int done_behind_another_queue(void) {
    const size_t items = 64;
    open_warm(1000);
    cl_command_queue other = new_queue(0);
    for (int i = 0; i < 3; i++) {
        cl_event before;
        clEnqueueNDRangeKernel(other, kernel, 1, NULL, &items, NULL, 0, NULL, &before);
        clFlush(other);
        if (healthy) clFinish(other);
        GT_SCOPE_CL(queue, "kernel") clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 1, &before, NULL);
        clReleaseEvent(before);
    }
    return done();
}
#endif
#endif
