#!/bin/sh
# long: yes
# gtprof: the kit under programs that nobody compiles again. What such a program prints, returns and dies of stays as
# it is; every call and command is counted, whatever its end; the four faults that show from outside are found, each
# in a program that has it, and none in one that has not. The truth about calls is the layer tests/lib/count_layer.c.
. "$(dirname "$0")/../lib/check.sh"
. tests/lib/gtprof.sh

# ./work COUNT HOW: COUNT launches, a wait after each tenth, one read
cat >"$scratch/work.c" <<'END'
#include <CL/cl.h>
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
static const char *how = "";
static int is(const char *word) { return strstr(how, word) != NULL; }
static cl_command_queue apart;
static volatile int launched;
static void *comes_late(void *kernel) {     /* waits for its launch when many others are over */
    const size_t items = 64;
    clEnqueueNDRangeKernel(apart, (cl_kernel)kernel, 1, NULL, &items, NULL, 0, NULL, NULL);
    clFlush(apart);
    launched = 1;
    while (launched == 1) usleep(1000);
    clFinish(apart);
    return NULL;
}
static void *leave(void *unused) { (void)unused; exit(0); }
static int by_value(const void *a, const void *b) {
    const cl_ulong x = *(const cl_ulong *)a, y = *(const cl_ulong *)b;
    return (x > y) - (x < y);
}
static cl_context context;
static cl_device_id device;
static cl_program built(void) {
    const char *source = "kernel void add(global int *x, int y) { x[get_global_id(0)] += y; }\n"
                         "kernel void spin(global int *x, int y) {\n"
                         "    for (int i = 0; i < 100000 * y; i++) x[get_global_id(0)] = 3 * x[get_global_id(0)] + 1;\n"
                         "}\n"
                         "kernel void sub(global int *x, int y) { x[get_global_id(0)] -= y; }";
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
    if (clBuildProgram(program, 1, &device, NULL, NULL, NULL)) exit(77);
    return program;
}
int main(int argc, char **argv) {
    int count = argc > 1 ? atoi(argv[1]) : 10, data[64] = {0}, one = 1, i;
    const size_t items = 64, half = 32;
    cl_platform_id platform;
    cl_int code;
    cl_event last = NULL;
    cl_ulong stamp[2] = {0}, sum = 0, *ran = calloc((size_t)count + 1, sizeof *ran);
    cl_command_queue_properties has = 9;
    if (argc > 2) how = argv[2];
    if (clGetPlatformIDs(1, &platform, NULL)) return 77;
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ACCELERATOR, 1, &device, NULL))     /* a probe that may fail */
        if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL)) return 77;
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    cl_command_queue q = clCreateCommandQueue(context, device, is("stamps") ? CL_QUEUE_PROFILING_ENABLE : 0, &code);
    cl_command_queue other = is("queues") ? clCreateCommandQueue(context, device, 0, &code) : NULL;
    cl_program program = built();
    cl_kernel add = clCreateKernel(program, is("computes") ? "spin" : "add", &code);
    cl_kernel sub = clCreateKernel(program, "sub", &code);
    cl_mem x = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof data, data, &code);
    clSetKernelArg(add, 0, sizeof x, &x);
    clSetKernelArg(add, 1, sizeof one, &one);
    clSetKernelArg(sub, 0, sizeof x, &x);
    clSetKernelArg(sub, 1, sizeof one, &one);
    if (is("fails")) printf("no such argument: %d\n", clSetKernelArg(add, 7, sizeof one, &one));
    if (is("writes")) for (i = 0; i < 30000; i++) clEnqueueWriteBuffer(q, x, CL_FALSE, 0, 4, data, 0, NULL, NULL);
    if (is("builds")) for (i = 0; i < 5; i++) clReleaseProgram(built());
    pthread_t late;
    if (is("late")) {
        apart = clCreateCommandQueue(context, device, 0, &code);
        pthread_create(&late, NULL, comes_late, sub);
        while (!launched) usleep(1000);
    }
    for (i = 0; i < count; i++) {
        cl_event *event = i == count - 1 || is("stamps") || is("leaks") || is("queues") ? &last : NULL;
        clEnqueueNDRangeKernel(is("queues") && i % 2 ? other : q, add, 1, NULL,
                               is("shapes") && i % 4 == 0 ? &half : &items, NULL, 0, NULL, event);
        if (is("stamps")) {
            clWaitForEvents(1, &last);
            clGetEventProfilingInfo(last, CL_PROFILING_COMMAND_START, 8, &stamp[0], NULL);
            clGetEventProfilingInfo(last, CL_PROFILING_COMMAND_END, 8, &stamp[1], NULL);
            sum += ran[i] = stamp[1] - stamp[0];
            if (i < count - 1) clReleaseEvent(last);
        }
        if (is("queues") && i % 2) clWaitForEvents(1, event);
        if (i % 10 == 9 || i == count - 1 || is("waits")) clFinish(q);
        if (is("reads")) clEnqueueReadBuffer(q, x, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL);
    }
    launched = 2;
    if (is("dies")) kill(getpid(), SIGKILL);
    if (is("late")) pthread_join(late, NULL);
    clEnqueueNDRangeKernel(q, sub, 1, NULL, &items, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(q, x, CL_TRUE, 0, sizeof data, data, 1, &last, NULL);
    clGetCommandQueueInfo(q, CL_QUEUE_PROPERTIES, sizeof has, &has, NULL);
    code = clGetEventProfilingInfo(last, CL_PROFILING_COMMAND_END, sizeof *stamp, stamp, NULL);
    qsort(ran, (size_t)count, sizeof *ran, by_value);
    if (is("stamps")) printf("total %lu median %lu\n", (unsigned long)sum, (unsigned long)ran[count / 2]);
    else if (!is("silent")) printf("sum %d, queue %d, stamps %d\n", data[7], (int)has, code);
    if (is("memory")) system("grep VmHWM /proc/$PPID/status");
    fflush(stdout);
    if (is("pause")) sleep(is("pause30") ? 30 : is("pause8") ? 8 : 2);
    if (is("pause")) clFinish(q);
    if (is("KILL")) kill(getpid(), SIGKILL);
    if (is("SEGV")) *(volatile int *)(size_t)argc = 1;
    if (is("crash")) clEnqueueNDRangeKernel(q, add, 1, NULL, (const size_t *)8, NULL, 0, NULL, NULL);
    if (is("ABRT")) abort();
    if (is("quick")) quick_exit(4);
    if (is("clocks")) for (const clock_t from = clock(); clock() - from < CLOCKS_PER_SEC;) {}
    if (is("_exits")) _exit(3);
    if (is("execs")) execl(argv[0], argv[0], "40", "", (char *)NULL);
    if (is("sleeps")) for (;;) sleep(1);
    if (is("open")) return 5;
    if (is("forks")) {
        if (!fork()) exit(0);
        wait(NULL);
    }
    if (is("thread")) {
        pthread_t thread;
        pthread_create(&thread, NULL, leave, NULL);
        pthread_join(thread, NULL);
    }
    clReleaseEvent(last);
    clReleaseMemObject(x);
    clReleaseKernel(add);
    clReleaseKernel(sub);
    clReleaseProgram(program);
    clReleaseCommandQueue(q);
    clReleaseContext(context);
    return is("code") ? 42 : 0;
}
END
# Finds its OpenCL while it runs, and closes it again.
cat >"$scratch/opens.c" <<'END'
#include <CL/cl.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    const int clears = argc > 1;
    if (clears) clearenv();
    void *lib = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    cl_int (*platforms)(cl_uint, cl_platform_id *, cl_uint *);
    cl_int (*devices)(cl_platform_id, cl_device_type, cl_uint, cl_device_id *, cl_uint *);
    cl_platform_id platform;
    cl_uint n = 0;
    if (!lib) return 77;
    *(void **)&platforms = dlsym(lib, "clGetPlatformIDs");
    *(void **)&devices = dlsym(lib, "clGetDeviceIDs");
    if (platforms(1, &platform, NULL)) return 77;
    printf("%d", devices(platform, CL_DEVICE_TYPE_ALL, 0, NULL, &n));
    printf(" %u\n", n);
    return clears ? 0 : dlclose(lib);
}
END

# Copies of eight sizes in three directions, and a second thread that reads; the times of the writes by its own stamps.
cat >"$scratch/copies.c" <<'END'
#include <CL/cl.h>
#include <pthread.h>
#include <stdio.h>
static char data[1 << 20];
static cl_command_queue q;
static cl_mem x;
static void *reads(void *unused) {
    for (int i = 0; i < 7; i++) clEnqueueReadBuffer(q, x, CL_TRUE, 0, 100, data, 0, NULL, NULL);
    return unused;
}
int main(int argc, char **argv) {
    static const size_t size[] = { 1, 4095, 4096, 5000, 8191, 8192, sizeof data - 1, sizeof data };
    cl_platform_id platform;
    cl_device_id device;
    cl_ulong queued = 0, submit, at;
    pthread_t thread;
    if (clGetPlatformIDs(1, &platform, NULL)) return 77;
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL)) return 77;
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    q = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, NULL);
    x = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof data, NULL, NULL);
    for (int i = 0; i < 8; i++) {
        cl_event e;
        clEnqueueWriteBuffer(q, x, CL_TRUE, 0, size[i], data, 0, NULL, &e);
        clGetEventProfilingInfo(e, CL_PROFILING_COMMAND_QUEUED, 8, &at, NULL);
        clGetEventProfilingInfo(e, CL_PROFILING_COMMAND_SUBMIT, 8, &submit, NULL);
        queued += submit - at;
        clReleaseEvent(e);
    }
    clEnqueueCopyBuffer(q, x, x, 0, 1 << 19, 600, 0, NULL, NULL);
    clEnqueueFillBuffer(q, x, data, 1, 0, 600, 0, NULL, NULL);
    clFinish(q);
    if (argc > 1 && *argv[1] == 'o') {          /* reads memory into itself */
        const size_t many = (size_t)1 << 26;
        cl_mem own = clCreateBuffer(context, CL_MEM_ALLOC_HOST_PTR, many, NULL, NULL);
        void *p = clEnqueueMapBuffer(q, own, CL_TRUE, CL_MAP_WRITE, 0, many, 0, NULL, NULL, NULL);
        for (int i = 0; i < 9; i++) clEnqueueReadBuffer(q, own, CL_TRUE, 0, many, p, 0, NULL, NULL);
    } else if (argc > 1) {
        pthread_create(&thread, NULL, reads, argv);
        pthread_join(thread, NULL);
    } else reads(NULL);
    printf("queued %lu\n", (unsigned long)queued);
    return 0;
}
END

# ./images: each copy of images once, of all 64 x 32 pixels with 4 bytes or of 16 x 8 of them; and a wrong one
cat >"$scratch/images.c" <<'END'
#include <CL/cl.h>
static unsigned char data[64 * 32 * 4];
int main(void) {
    const cl_image_format format = { CL_RGBA, CL_UNORM_INT8 };
    const size_t none[3] = { 0, 0, 0 }, all[3] = { 64, 32, 1 }, part[3] = { 16, 8, 1 };
    const cl_float color[4] = { 0, 0, 0, 0 };
    cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 64, .image_height = 32 };
    cl_platform_id platform;
    cl_device_id device;
    cl_bool images = CL_FALSE;
    if (clGetPlatformIDs(1, &platform, NULL)) return 77;
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL)) return 77;
    if (clGetDeviceInfo(device, CL_DEVICE_IMAGE_SUPPORT, sizeof images, &images, NULL) || !images) return 77;
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    cl_command_queue q = clCreateCommandQueue(context, device, 0, NULL);
    cl_mem image = clCreateImage(context, CL_MEM_READ_WRITE, &format, &desc, NULL, NULL);
    cl_mem other = clCreateImage(context, CL_MEM_READ_WRITE, &format, &desc, NULL, NULL);
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof data, NULL, NULL);
    if (!image || !other) return 77;
    clEnqueueWriteImage(q, image, CL_TRUE, none, all, 0, 0, data, 0, NULL, NULL);
    clEnqueueFillImage(q, other, color, none, part, 0, NULL, NULL);
    clEnqueueCopyImage(q, image, other, none, none, part, 0, NULL, NULL);
    clEnqueueCopyImageToBuffer(q, image, buffer, none, all, 0, 0, NULL, NULL);
    clEnqueueCopyBufferToImage(q, buffer, image, 0, none, all, 0, NULL, NULL);
    clEnqueueReadImage(q, other, CL_TRUE, none, part, 0, 0, data, 0, NULL, NULL);
    return clEnqueueReadImage(q, NULL, CL_TRUE, none, part, 0, 0, data, 0, NULL, NULL) == CL_SUCCESS;
}
END

# ./lists COUNT: COUNT launches in one queue, one in another that waits for all of them, and a wait of the host for
# these
# ./lists COUNT thread: COUNT launches of a thread that ends before they begin
cat >"$scratch/lists.c" <<'END'
#include "plain.h"
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
static cl_command_queue one;
static cl_kernel add;
static cl_event gate;
static void *leaves(void *count) {
    const size_t items = 64;
    struct timespec t;
    cl_uint i;
    clock_gettime(CLOCK_MONOTONIC, &t);
    for (i = 0; i < *(cl_uint *)count; i++) clEnqueueNDRangeKernel(one, add, 1, NULL, &items, NULL, 1, &gate, NULL);
    clock_gettime(CLOCK_MONOTONIC, &t);
    return NULL;
}
int main(int argc, char **argv) {
    const char *source = "kernel void add(global int *x) { x[get_global_id(0)]++; }";
    cl_uint count = argc > 1 ? (cl_uint)atoi(argv[1]) : 1;
    const size_t items = 64;
    pthread_t thread;
    cl_event *all = calloc(count, sizeof *all), last;
    cl_uint i;
    add = plain_kernel(source, "add");
    if (!add) return 77;
    one = plain_queue(0);
    cl_command_queue other = plain_queue(0);
    gate = clCreateUserEvent(plain_context, NULL);
    if (argc > 2) {
        for (i = 0; i < 2; i++)
            if (pthread_create(&thread, NULL, leaves, &count) || pthread_join(thread, NULL)) return 1;
        clSetUserEventStatus(gate, CL_COMPLETE);
        return clFinish(one) | clReleaseCommandQueue(one);
    }
    for (i = 0; i < count; i++) clEnqueueNDRangeKernel(one, add, 1, NULL, &items, NULL, 1, &gate, &all[i]);
    if (count <= 10) {                              /* all are over before the list is made */
        clSetUserEventStatus(gate, CL_COMPLETE);
        clFinish(one);
        clReleaseEvent(all[0]);                     /* the next event gets its address, if the driver does so */
        all[0] = clCreateUserEvent(plain_context, NULL);
        gate = all[0];
    }
    clEnqueueNDRangeKernel(other, add, 1, NULL, &items, NULL, count, all, &last);
    clSetUserEventStatus(gate, CL_COMPLETE);        /* only now, so that none is over when the list is made */
    clWaitForEvents(count, all);
    clWaitForEvents(1, &last);
    return 0;
}
END

# ./reads COUNT: after COUNT launches and a wait, prints the processor time of reading a stamp of each, in ns
cat >"$scratch/reads.c" <<'END'
#include "plain.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
int main(int argc, char **argv) {
    const int count = argc > 1 ? atoi(argv[1]) : 1;
    const size_t items = 64;
    const cl_kernel kernel = plain_kernel("kernel void one(global int *x) { x[get_global_id(0)]++; }", "one");
    cl_event *event = calloc((size_t)count, sizeof *event);
    cl_ulong ns;
    if (!kernel) return 77;
    cl_command_queue queue = plain_queue(CL_QUEUE_PROFILING_ENABLE);
    for (int i = 0; i < count; i++)
        clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, &event[i]);
    clFinish(queue);
    const clock_t begin = clock();
    for (int i = 0; i < count; i++)
        clGetEventProfilingInfo(event[i], CL_PROFILING_COMMAND_START, sizeof ns, &ns, NULL);
    printf("%.0f\n", 1e9 / CLOCKS_PER_SEC * (double)(clock() - begin) / count);
    return 0;
}
END

is_there() {        # built once, by the first test
    gtprof_is_built
    [ -x "$scratch/work" ] ||
        for name in work opens copies lists reads; do
            $CC -std=gnu11 -DCL_TARGET_OPENCL_VERSION=120 -O2 ${OPENCL_CFLAGS-} -Itests/lib -o "$scratch/$name" \
                "$scratch/$name.c" $OPENCL_LIBS -pthread -ldl
        done
    status=0
    "$scratch/work" 3 >/dev/null || status=$?
    [ $status -ne 77 ] || skip 'no OpenCL device'
    [ -z "${mode-}" ] || [ "$mode" = stand-in ] || layers_are_there
}
layers_are_there() {
    "$gtprof" --mode layer --output "$scratch/tried" "$scratch/work" 3 >/dev/null
    if grep -q 'nothing was seen' "$scratch/tried"; then skip 'this OpenCL loader has no layers'; fi
}
programs_run_as_without() { # ... MODE HOW
    mode=$1
    is_there
    expected=0
    "$scratch/work" 35 "$2" >"$scratch/expected.txt" || expected=$?
    under --mode "$mode" "$scratch/work" 35 "$2"
    [ "$status" -eq "$expected" ]
    diff "$scratch/expected.txt" "$scratch/got.txt"
    [ ! -s "$scratch/errors.txt" ]
    [ "$(grep -c '^gtprof:' "$scratch/report")" -eq 1 ]        # one report
    [ "$(n_of add)" -eq 35 ]
    [ "$(n_of sub)" -eq 1 ]
    [ "$(n_of clEnqueueNDRangeKernel)" -eq 36 ]
    case $2 in
    fails) grep -q '^error CL_INVALID_ARG_INDEX (-49) of clSetKernelArg: 1 time$' "$scratch/report" ;;
    open) grep -A9 '^objects that were never released' "$scratch/report" | grep -q '^  2 kernels by clCreateKernel' ;;
    plain) if grep 'never released' "$scratch/report"; then return 1; fi ;;
    esac
}
each_of_several_queues_has_a_line() {
    mode=layer
    is_there
    under "$scratch/work" 35 queues
    grep -q '^  queue 1  *20  *19  *5  ' "$scratch/report"      # 18 + sub and the read; four clFinish and the read
    grep -q '^  queue 2  *17  *17  *17  ' "$scratch/report"
    "$gtprof" --json "$scratch/queues.json" "$scratch/work" 35 queues >"$scratch/printed" 2>&1
    "$GT_BUILD_DIR/examples/gtlint" "$scratch/queues.json" >"$scratch/lint.txt"
    grep -q '^queue 1  *20  *19  *5  ' "$scratch/lint.txt"
    under "$scratch/work" 35 plain
    if grep '^queues' "$scratch/report"; then return 1; fi      # of one queue the other tables say all
}
counts_are_those_of_a_counting_layer() {
    mode=layer
    is_there
    counted "$scratch/work" 500 leaks,waits
    grep -q '^clFinish 500$' "$scratch/expected.txt"
}
everything_else_runs_as_without() { # ... MODE
    mode=$1
    is_there
    $CC -std=c99 -D_POSIX_C_SOURCE=200809L -O1 ${OPENCL_CFLAGS-} -o "$scratch/every" tests/lib/every_call.c \
        $OPENCL_LIBS -pthread || skip 'old OpenCL headers'
    "$scratch/every" >"$scratch/expected.txt"
    under --mode "$mode" "$scratch/every"
    [ "$status" -eq 0 ]
    diff "$scratch/expected.txt" "$scratch/got.txt"
    [ ! -s "$scratch/errors.txt" ]
    # Every launch has a device time; so have those of the extension, where the driver has it.
    launches=$(n_of clEnqueueNDRangeKernel)
    [ "$(n_of 'add.*' | awk '{ n += $1 } END { print n }')" -eq "$launches" ]
    if grep -q '^command buffer 0' "$scratch/got.txt"; then
        [ "$(n_of 'command buffer (command).*')" -eq 3 ]
        [ "$(n_of clEnqueueCommandBufferKHR)" -eq 3 ]
        # A function whose types gtprof does not know has no times.
        [ "$(uname -m)" != x86_64 ] || grep -qE '^  clCommandNDRangeKernelKHR  *-  *-  *1  *-  *-' "$scratch/report"
    fi
    [ -z "$(findings_of | sed 's/build-bound //')" ]     # on a busy machine its builds take seconds
}
# A program may name the C library before OpenCL. Then libgtprof.so stands behind it where functions are looked up.
the_c_library_may_come_first() {
    $CC -O1 -w ${OPENCL_CFLAGS-} -o "$scratch/libc_first" "$scratch/work.c" -Wl,--no-as-needed -lc $OPENCL_LIBS \
        -pthread -ldl
    under --mode stand-in "$scratch/libc_first" 20
    [ "$status" -eq 0 ]
    grep -q '^  clEnqueueNDRangeKernel ' "$scratch/report"
}
nothing_is_lost_at_a_sudden_end() { # ... HOW
    is_there
    expected=0
    "$scratch/work" 35 "$1" >"$scratch/expected.txt" 2>/dev/null || expected=$?
    runs=4
    case $GT_BUILD_DIR in */full) runs=20 ;; esac       # make test-full
    for i in $(seq $runs); do
        under "$scratch/work" 35 "$1"
        [ "$status" -eq "$expected" ]
        [ "$(n_of add)" -eq 35 ]
        [ "$(n_of sub)" -eq 1 ]
        [ "$(n_of clFinish)" -eq 4 ]
        if [ "$1" = open ]; then
            grep -A9 '^objects that were never released' "$scratch/report" | grep -q '^  2 kernels by clCreateKernel'
        else
            grep -qE '^gtprof: work, process .*, (killed by signal [0-9]+ .SIG[A-Z]+.|ended early)$' "$scratch/report"
        fi
    done
}
# Behind short waits gtprof reads a command's stamps when the next one has been enqueued, or that of several waits
# together. Of what was done at least 1000 times a kill can lose one; behind 6000 waits, two; behind 24000, eight.
what_is_put_off_is_counted() { # ... HOW: waits, stamps, reads; and HOW it ends
    is_there
    under "$scratch/work" 3000 "$1"
    [ "$(n_of add)" -eq 3000 ]
    [ "$(n_of sub)" -eq 1 ]
    [ "$(n_of clEnqueueNDRangeKernel)" -eq 3001 ]
}
few_are_lost_that_were_put_off() { # ... WAITS, MOST
    is_there
    under "$scratch/work" "$1" waits,dies
    echo "$(n_of add) of $1"
    [ "$(n_of add)" -ge $(($1 - $2)) ]
    [ "$(n_of clEnqueueNDRangeKernel)" -eq "$1" ]
}
a_process_that_did_not_end_by_exit_has_a_document() {
    is_there
    [ -x "$GT_BUILD_DIR/examples/gtlint" ] || skip 'gtlint is not built (make gtprof)'
    more=$(printf '%030d %030d %030d' 1 2 3)
    for how in _exits KILL; do
        # shellcheck disable=SC2086
        under --json "$scratch/early.json" --html "$scratch/early.html" "$scratch/work" 30 $how $more
        grep -q '"series":"program/add","kind":"command".*"n":30,' "$scratch/early.json"
        grep -q 'early.json has no samples of a process that did not end by exit' "$scratch/errors.txt"
        grep -q "<h1>.*work 30 $how" "$scratch/early.html"
        if python3 -c 'import jsonschema' 2>/dev/null; then
            python3 tests/lib/files.py schema "$scratch/early.json"
        fi
        "$GT_BUILD_DIR/examples/gtlint" "$scratch/early.json" >"$scratch/lint.txt"
        grep -q '^program  *1 ' "$scratch/lint.txt"
        grep -q '^clEnqueueNDRangeKernel .* 31  ' "$scratch/lint.txt"
        grep -q ' was busy for ' "$scratch/lint.txt"
        tr -s ' \n' ' ' <"$scratch/lint.txt" |
            grep -q "^work 30 $how $more (it did not end by exit: counts, no samples)"
        rm "$scratch/early.json" "$scratch/early.html"
    done
    under --json "$scratch/early.json" sh -c "'$scratch/work' 40; '$scratch/work' 30 _exits"
    grep -q '"series":"program/add".*"n":40,' "$scratch/early.json"     # by the process itself
    grep -q 'did not write .*early.json for a process that did not end by exit' "$scratch/errors.txt"
    under --json "$scratch/early.%p.json" \
        sh -c "'$scratch/work' 40; for n in 30 20; do '$scratch/work' \$n _exits; done"
    killed=$(sed -n 's/^gtprof: work, process \([0-9]*\), ended early$/\1/p' "$scratch/report")
    n=30
    for process in $killed; do
        grep -q "\"series\":\"program/add\".*\"n\":$n," "$scratch/early.$process.json"
        [ "$(grep -c '"series":"program/add"' "$scratch/early.$process.json")" -eq 1 ]
        n=$((n - 10))
    done
    [ $n -eq 10 ]
    under --json "$scratch/execs.%p.json" "$scratch/work" 30 execs
    grep -q '"series":"program/add".*"n":40,' "$scratch"/execs.*.json
    grep -q 'no document has what process [0-9]* did before exec' "$scratch/errors.txt"
}
# gtprof does not see how a child of its program ends. What that counted last is the end, here a reading of a clock.
no_share_is_more_than_all() {
    is_there
    under sh -c "'$scratch/work' 30 clocks,_exits; true"
    grep -q ', ended early$' "$scratch/report"
    if sed -n 3,5p "$scratch/report" | grep -E '[0-9]{3,} %' | grep -v ' 100 %'; then return 1; fi
    sed -n 3,5p "$scratch/report" | grep -q "%.* the program's own code"
}
# What a killed program's rows lack is in the list $lacking: 0, or as many calls and commands as are missing.
rows_and_those_that_lack_are_all() { # ... HOW it ends
    how=$1 lacking=
    under --rows "$scratch/rows.csv" "$scratch/work" 35 "$how"
    for kind in call command; do
        lack=$(tr -s ' \n' ' ' <"$scratch/report" | grep -o "lack the last [0-9]* of [0-9]* $kind" | tr -dc '0-9 ')
        # shellcheck disable=SC2086
        set -- $lack 0 0
        listed=$(awk -F, -v kind="$kind" 'NR > 1 && ($11 == "call") == (kind == "call")' "$scratch/rows.csv" | wc -l)
        echo "$kind: $listed listed, $1 of $2 lack"
        [ $((listed + $1)) -eq "$2" ] || [ "$1 $2" = '0 0' ]
        lacking="$lacking $1"
    done
}
rows_that_were_not_yet_written_are_counted() { # ... HOW it ends
    is_there
    lost=0
    for i in $(seq 40); do
        rows_and_those_that_lack_are_all "$1"
        [ "$lacking" = ' 0 0' ] || lost=$((lost + 1))
        [ $lost -eq 0 ] || break
    done
    [ "$1" != KILL ] || [ $lost -gt 0 ]
}
# The program makes a call two seconds before it is killed, and one just before.
rows_and_trace_outlive_a_kill() {
    is_there
    rows_and_those_that_lack_are_all pause,KILL
    [ "$lacking" = ' 0 0' ]
    calls=$(calls_of "$scratch/report" | awk '{ n += $2 } END { print n }')
    [ "$listed" -eq 37 ]
    [ "$(grep -c ',call,cl' "$scratch/rows.csv")" -eq "$calls" ]
    under --trace "$scratch/killed.json" "$scratch/work" 35 pause,KILL
    [ "$(grep -o '"name":"cl[A-Za-z]*","cat":"call"' "$scratch/killed.json" | wc -l)" -eq "$calls" ]
    python3 -m json.tool "$scratch/killed.json" >/dev/null
}
findings_outlive_a_kill() {
    is_there
    under "$scratch/work" 1000 leaks,pause,KILL
    [ "$(findings_of)" = 'leaked-events ' ]
    tr -s ' \n' ' ' <"$scratch/report" | grep -q 'findings of gputime are from [0-9.]* [mun]*s earlier'
}
events_that_leak_have_no_place_that_is_none() {
    is_there
    "$gtprof" --json "$scratch/leaks.json" --output "$scratch/report" "$scratch/work" 1000 leaks >"$scratch/printed"
    grep -q leaked-events "$scratch/leaks.json"
    ! grep -q 'gtprof:0' "$scratch/leaks.json" || return 1
}
the_call_that_a_crash_was_in_is_named() {
    is_there
    under "$scratch/work" 35 crash
    [ "$status" -eq 139 ]
    tr -s ' \n' ' ' <"$scratch/report" | grep -q 'crash-in-call: signal 11 (SIGSEGV) in clEnqueueNDRangeKernel: '
    under "$scratch/work" 35 crash,fails
    tr -s ' \n' ' ' <"$scratch/report" |
        grep -qE 'crash-in-call: signal 11 .SIGSEGV. in clEnqueueNDRangeKernel; 1 call failed .* as clSetKernelArg: '
    under "$scratch/work" 35 SEGV
    [ -z "$(findings_of)" ]
}
# A driver may call a callback inside a call, and the callback may call OpenCL: times count once, for the outer call. A
# crash behind the inner call is in the outer one.
calls_in_a_callback_are_inside_the_call_around_it() {
    cat >"$scratch/within.c" <<'END'
#include <CL/cl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
static pthread_t ran_in;
static void CL_CALLBACK then(cl_event event, cl_int status, void *crash) {
    ran_in = pthread_self();
    for (int i = 0; i < 100; i++)
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
    while (crash) raise(SIGSEGV);       /* PoCL has a handler for the first one */
    usleep(200000);
}
int main(int argc, char **argv) {
    cl_platform_id platform;
    cl_device_id device;
    if (clGetPlatformIDs(1, &platform, NULL) || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL))
        return 77;
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    cl_event event = clCreateUserEvent(context, NULL);
    clSetEventCallback(event, CL_COMPLETE, then, argc > 1 ? argv[1] : NULL);
    clSetUserEventStatus(event, CL_COMPLETE);
    clReleaseEvent(event);
    clReleaseContext(context);
    printf("%d\n", pthread_equal(ran_in, pthread_self()) != 0);
    return 0;
}
END
    $CC -O1 -w ${OPENCL_CFLAGS-} -o "$scratch/within" "$scratch/within.c" $OPENCL_LIBS -lpthread
    under "$scratch/within"
    if [ "$(cat "$scratch/got.txt")" != 1 ]; then skip 'this driver has a thread for callbacks'; fi
    tr -s ' \n' ' ' <"$scratch/report" >"$scratch/line"
    grep -q ' % other OpenCL calls' "$scratch/line"
    if grep -q ' % sleeps' "$scratch/line"; then return 1; fi
    under "$scratch/within" crash
    tr -s ' \n' ' ' <"$scratch/report" | grep -q 'crash-in-call: signal 11 (SIGSEGV) in clSetUserEventStatus: '
}
# A signal handler may call exit while the driver holds a lock: gtprof asks it nothing then. POSIX does not allow exit
# there: a program that calls it may wait for any other lock that the interrupted code holds. So two of twelve may.
an_exit_in_a_signal_handler_ends_the_program() {
    cat >"$scratch/exits.c" <<'END'
#include "plain.h"
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>
static void ends(int signal) { exit(signal == SIGALRM ? 3 : 4); }
int main(int argc, char **argv) {
    const size_t items = 16;
    float got[16];
    cl_event event;
    cl_kernel kernel = plain_kernel("kernel void work(global float *a) { a[get_global_id(0)] = 1; }", "work");
    if (!kernel) return 77;
    cl_command_queue queue = plain_queue(CL_QUEUE_PROFILING_ENABLE);
    const struct itimerval when = { { 0, 0 }, { 0, 1000 * atoi(argv[argc - 1]) } };
    for (int i = 0;; i++) {
        clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, &event);
        clEnqueueReadBuffer(queue, plain_buffer, CL_TRUE, 0, sizeof got, got, 1, &event, NULL);
        clReleaseEvent(event);
        if (!i) signal(SIGALRM, ends);
        if (!i) setitimer(ITIMER_REAL, &when, NULL);
    }
}
END
    $CC -O1 -w ${OPENCL_CFLAGS-} -Itests/lib -o "$scratch/exits" "$scratch/exits.c" $OPENCL_LIBS
    waited=0
    for ms in 1 2 3 5 7 11 13 17 19 23 29 31; do
        status=0
        timeout -k 5 20 "$gtprof" --output "$scratch/report" "$scratch/exits" $ms || status=$?
        if [ $status = 77 ]; then skip 'there is no OpenCL device'; fi
        if [ $status -ge 124 ]; then
            waited=$((waited + 1))
            continue
        fi
        [ $status = 3 ]
        grep -q clEnqueueNDRangeKernel "$scratch/report"
    done
    rm -rf "$TMPDIR"/gtprof.*
    [ $waited -le 2 ]
}
# The same where gtprof itself was interrupted while it got memory: it asks for no more then.
an_exit_where_gtprof_gets_memory_asks_for_none() {
    cat >"$scratch/grows.c" <<'END'
#include "plain.h"
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
void *__libc_malloc(size_t);
void *__libc_realloc(void *, size_t);
static volatile int armed, inside;
static void ends(int signal) { exit(signal == SIGUSR1 ? 3 : 4); }
void *malloc(size_t size) {
    if (inside) _exit(9);               /* the C library would wait for its lock */
    return __libc_malloc(size);
}
void *realloc(void *p, size_t size) {
    if (inside) _exit(9);
    if (armed && size > 65536) {
        inside = 1;
        raise(SIGUSR1);
    }
    return __libc_realloc(p, size);
}
int main(void) {
    const size_t items = 16;
    cl_event event;
    cl_kernel kernel = plain_kernel("kernel void work(global float *a) { a[get_global_id(0)] = 1; }", "work");
    if (!kernel) return 77;
    cl_command_queue queue = plain_queue(CL_QUEUE_PROFILING_ENABLE);
    signal(SIGUSR1, ends);
    for (int i = 0; i < 20000; i++) {
        clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, &event);
        clFinish(queue);
        clReleaseEvent(event);
        armed = 1;
    }
    return 5;
}
END
    $CC -O1 -w -rdynamic ${OPENCL_CFLAGS-} -Itests/lib -o "$scratch/grows" "$scratch/grows.c" $OPENCL_LIBS
    under "$scratch/grows"
    if [ $status = 77 ]; then skip 'there is no OpenCL device'; fi
    [ $status = 3 ]
    grep -q clEnqueueNDRangeKernel "$scratch/report"
}
# A program may leave a call by longjmp: it goes on outside of that call.
a_call_that_is_left_by_a_jump_is_over() {
    cat >"$scratch/jumps.c" <<'END'
#include "plain.h"
#include <setjmp.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>
static jmp_buf out;
static double now_s(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
static void CL_CALLBACK then(cl_program program, void *unused) { if (program && !unused) longjmp(out, 1); }
int main(void) {
    static volatile int left;
    const char *source = "kernel void work(global float *a) { a[get_global_id(0)] = 1; }";
    const size_t items = 64;
    double s = 0;
    cl_kernel kernel = plain_kernel(source, "work");
    if (!kernel) return 77;
    cl_command_queue queue = plain_queue(CL_QUEUE_PROFILING_ENABLE);
    cl_program program = clCreateProgramWithSource(plain_context, 1, &source, NULL, NULL);
    if (!setjmp(out)) clBuildProgram(program, 1, &plain_device, "", then, NULL);
    else left = 1;
    usleep(500000);
    for (int i = 0; i < 20; i++) {
        const double begin = now_s();
        clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL);
        clFinish(queue);
        s += now_s() - begin;
    }
    printf("%d\n", left && s > 0);
    return 0;
}
END
    $CC -O1 -w ${OPENCL_CFLAGS-} -Itests/lib -o "$scratch/jumps" "$scratch/jumps.c" $OPENCL_LIBS
    under "$scratch/jumps"
    if [ "$(cat "$scratch/got.txt")" != 1 ]; then skip 'this driver has a thread for callbacks'; fi
    grep -q '^  timer .*  20  *[0-9]' "$scratch/report"
    if grep -q 'gtprof itself takes' "$scratch/report"; then return 1; fi
}
a_signal_is_handed_on() {
    is_there
    rm -f "$scratch/got.txt"
    "$gtprof" --output "$scratch/report" "$scratch/work" 35 sleeps >"$scratch/got.txt" &
    for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        [ -s "$scratch/got.txt" ] && break
        sleep 0.5
    done
    i=0
    while [ $i -lt 20000 ] && kill -TERM $!; do i=$((i + 1)); done      # timeout sends a signal twice, too
    status=0
    wait $! || status=$?
    cat "$scratch/report"
    [ $status -eq 143 ]
    [ "$(n_of add)" -eq 35 ]
    grep -q 'killed by signal 15 (SIGTERM)' "$scratch/report"
}
times_are_those_of_the_program() { # ... HOW: stamps that it reads itself
    is_there
    (GT_WIDE=1 && export GT_WIDE && under "$scratch/work" 255 "$1")     # with the column of means
    median=$(sed -n 's/^total .* median //p' "$scratch/got.txt")
    total=$(sed -n 's/^total \([0-9]*\) .*/\1/p' "$scratch/got.txt")
    awk -v total="$total" -v median="$median" '
        function ns(value, unit) { return value * (unit == "ns" ? 1 : unit == "us" ? 1e3 : unit == "ms" ? 1e6 : 1e9) }
        function off(a, b) { return (a > b ? a - b : b - a) / b }
        $1 == "add" && $3 == "%" {
            seen = 1
            print "total", ns($4, $5), total, "median", ns($9, $10), median
            bad = off(ns($4, $5), total) > 0.01 || off(ns($9, $10), median) > 0.01
        }
        END { exit !seen || bad }' "$scratch/report"
}
# A finding needs its share of the time: on a busy machine something else may have that in one run, not in three.
faults_are_found() { # ... HOW FINDINGS
    is_there
    for attempt in 1 2 3; do
        under "$scratch/work" "${3:-1000}" "$1"
        echo "found: $(findings_of)"
        [ "$(n_of clEnqueueNDRangeKernel)" -gt 1000 ]
        [ "$(findings_of)" != "$2" ] || return 0
    done
    # where builds take most of the time, what costs a twentieth of it is something else
    ! grep -qE '^[0-9.]+ m?s from .*: [5-9][0-9] % first use' "$scratch/report" || skip 'the machine is busy'
    false
}
reads_that_wait_for_kernels_take_no_time_of_their_own() {
    is_there
    under "$scratch/work" 1500 reads,computes
    [ "$(n_of clEnqueueReadBuffer)" -gt 1000 ]
    tr -s '\n ' '  ' <"$scratch/report" >"$scratch/line"
    grep -qE 'clEnqueueReadBuffer [5-9][0-9] % ' "$scratch/line"
    ! grep -qE 'their calls took [^,]*, [3-9][0-9] % of the time' "$scratch/line" || return 1
}
# ./polls: asks 11,000 times whether a kernel is over, which a user event holds back, between two readings of a clock
cat >"$scratch/polls.c" <<'END'
#include "plain.h"
#include <stdio.h>
#include <time.h>
static double now_s(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
int main(void) {
    const cl_kernel add = plain_kernel("kernel void add(global int *x) { x[get_global_id(0)]++; }", "add");
    const size_t items = 64;
    cl_int status;
    int pass, i;
    if (!add) return 77;
    cl_command_queue queue = plain_queue(0);
    for (pass = 0; pass < 2; pass++) {
        cl_event gate = clCreateUserEvent(plain_context, NULL), event;
        const double begin = now_s();
        clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 1, &gate, &event);
        for (i = 0; pass && i < 11000; i++)
            clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
        clSetUserEventStatus(gate, CL_COMPLETE);
        clFinish(queue);
        printf("%.3f ms\n", 1e3 * (now_s() - begin));
    }
    return 0;
}
END
polls() {               # polls OPTION...: runs it, with a JSON document
    is_there
    $CC -std=gnu99 -O1 -w -DCL_TARGET_OPENCL_VERSION=120 ${OPENCL_CFLAGS-} -Itests/lib -o "$scratch/polls" \
        "$scratch/polls.c" $OPENCL_LIBS
    under "$@" --json "$scratch/polls.json" "$scratch/polls"
    [ "$(n_of clGetEventInfo)" -ge 11000 ]
}
# What lies between two queries, such as the writing of a trace, is no code of the program.
what_a_trace_takes_inside_a_timer_is_its_part_kit() {
    polls --trace "$scratch/polls.trace"
    tr -d '\n ' <"$scratch/polls.json" | awk -v RS='"series":"' '
        function behind(what) { return match($0, what) ? substr($0, RSTART + RLENGTH) + 0 : 0 }
        /^timer/ && (counted = behind("\"counts\":[{][^}]*\"kit_ns\":")) > 0 {
            parts = behind("\"kit_ns\":[[]") + behind("\"kit_ns\":[[][0-9]+,")
            printf "counted %d ns, parts %d ns\n", counted, parts
            ok = parts > 0.8 * counted
        }
        END { exit !ok }'
}
rows_of_commands_alone_leave_calls_out_of_their_trace() {
    polls --rows "$scratch/polls.csv" --gpu-trace --trace-size 1
    [ "$(grep -c ',kernel,' "$scratch/polls.csv")" -eq 2 ]
    ! grep 'rows end' "$scratch/report" || return 1
}
page_faults_of_gtprof_itself_are_none_of_a_timer() {
    polls
    # of both passes; without memory of its own for 11,000 calls, the second has few
    sed -n 's/.*"faults":\[\([0-9]*,[0-9]*\)\].*/\1/p' "$scratch/polls.json" >"$scratch/faults"
    cat "$scratch/faults"
    awk -F , 'NR == 1 { n = NF; second = $2 } END { exit !(n == 2 && second < 40) }' "$scratch/faults"
}
# ./rests: sleeps for a second. With an argument it is killed after three seconds in clFinish. With two arguments,
# another thread is in clFinish then.
cat >"$scratch/rests.c" <<'END'
#include "plain.h"
#include <pthread.h>
#include <unistd.h>
static void *waits(void *queue) { return clFinish((cl_command_queue)queue) ? queue : NULL; }
int main(int argc, char **argv) {
    pthread_t thread;
    const cl_kernel add = plain_kernel("kernel void add(global int *x) { x[get_global_id(0)]++; }", "add");
    const size_t items = 64;
    cl_event gate;
    int i;
    if (!add) return 77;
    cl_command_queue queue = plain_queue(0);
    gate = clCreateUserEvent(plain_context, NULL);
    for (i = 0; argc < 2 && i < 50; i++) usleep(20000);
    if (argc > 1 && argv[1][0] == 'n' && alarm(1) == 0) return clWaitForEvents(1, &gate);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 1, &gate, NULL);
    if (argc > 1) alarm(3);
    else clSetUserEventStatus(gate, CL_COMPLETE);
    if (argc > 2 && !pthread_create(&thread, NULL, waits, queue)) pthread_join(thread, NULL);
    return clFinish(queue);
}
END
seconds_of() {          # seconds_of PART: that long it took, by the verdict
    tr -s ' \n' '  ' <"$scratch/report" |
        sed -n "s/.*[.] \([0-9.]* m*s\) from the first OpenCL call [^:]*: \(.*, \)*\([0-9.]*\) % $1.*/\1 \3/p" |
        awk '{ print $1 * ($2 == "s" ? 1 : 1e-3) * $3 / 100 }'
}
sleeps_and_calls_that_did_not_return_have_their_parts() {
    is_there
    $CC -std=gnu99 -O1 -w -DCL_TARGET_OPENCL_VERSION=120 ${OPENCL_CFLAGS-} -Itests/lib -o "$scratch/rests" \
        "$scratch/rests.c" $OPENCL_LIBS -pthread
    under "$scratch/rests"
    awk -v s="$(seconds_of sleeps)" 'BEGIN { print s; exit !(s > 0.9) }'
    ! grep -E 'in OpenCL calls.* (9[0-9]|100) %' "$scratch/report" || return 1      # sleeps are no OpenCL calls
    for stuck in stuck 'stuck thread'; do
        under "$scratch/rests" $stuck
        [ "$status" -eq 142 ]
        sed -n 1p "$scratch/report" | grep -q 'killed by signal 14 (SIGALRM) in clFinish$'
        awk -v s="$(seconds_of 'in clFinish, which did not return')" 'BEGIN { print s; exit !(s > 2.7) }'
    done
    under "$scratch/rests" no-command
    sed -n 2p "$scratch/report" | grep -q '^The program was in clWaitForEvents, which did not return; '
}
# The thread that makes all commands prepares their data before its first call.
cat >"$scratch/prepares.c" <<'END'
#include <CL/cl.h>
#include <pthread.h>
#include <time.h>
static cl_platform_id platform;
static void *works(void *unused) {
    const struct timespec prepares = { 1, 500000000 };
    cl_device_id device;
    int data[64] = {0};
    nanosleep(&prepares, NULL);
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL)) return unused;
    const cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    const cl_command_queue q = clCreateCommandQueue(context, device, 0, NULL);
    const cl_mem x = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof data, NULL, NULL);
    for (int i = 0; i < 20; i++) clEnqueueWriteBuffer(q, x, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL);
    return unused;
}
int main(void) {
    pthread_t thread;
    if (clGetPlatformIDs(1, &platform, NULL)) return 77;
    pthread_create(&thread, NULL, works, NULL);
    return pthread_join(thread, NULL);
}
END
# A document has all parts of the time, also those that are nearly nothing; a finding about one has the same figure.
parts_of_the_time_are_whole() {
    is_there
    $CC -std=gnu99 -O1 -w -DCL_TARGET_OPENCL_VERSION=120 ${OPENCL_CFLAGS-} -o "$scratch/prepares" \
        "$scratch/prepares.c" $OPENCL_LIBS -pthread
    under --json "$scratch/parts.json" "$scratch/prepares"
    sed -n 's/^ *{"title":"the whole program",.*"rows":\(.*\),"sentences":.*/\1/p' "$scratch/parts.json" |
        sed 's/\],\[/\n/g' >"$scratch/parts"
    cat "$scratch/parts"
    sed -n 's/.*"name":"share","value":\([0-9.e+-]*\),.*/\1/p' "$scratch/parts" |
        awk '{ sum += $1 } END { print sum; exit !(sum > 99.999999 && sum < 100.000001) }'
    sed -n "s/.*\"text\":\"the program's own code\".*\"name\":\"time\",\"value\":\([0-9]*\),.*/\1/p" "$scratch/parts" \
        >"$scratch/own_code"
    sed -n 's/^ *{"code":"host-bound",.*"name":"host","value":\([0-9]*\),.*/\1/p' "$scratch/parts.json" |
        diff "$scratch/own_code" -
    [ "$(cat "$scratch/own_code")" -gt 1400000000 ]
}
# Releases all that it made in a function that runs after those that were registered during its run, as the destructor
# of a static object does.
cat >"$scratch/last.c" <<'END'
#include "plain.h"
#include <stdlib.h>
static cl_kernel add;
static cl_command_queue queue;
static cl_event event;
static void releases(void) {
    cl_program program;
    clGetKernelInfo(add, CL_KERNEL_PROGRAM, sizeof program, &program, NULL);
    clReleaseEvent(event);
    clReleaseKernel(add);
    clReleaseMemObject(plain_buffer);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(plain_context);
}
int main(void) {
    const size_t items = 64;
    atexit(releases);
    add = plain_kernel("kernel void add(global int *x) { x[get_global_id(0)]++; }", "add");
    if (!add) return 77;
    queue = plain_queue(0);
    clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, NULL, 0, NULL, &event);
    return clFinish(queue);
}
END
what_is_released_last_is_released() {
    is_there
    $CC -std=c99 -O1 -w -DCL_TARGET_OPENCL_VERSION=120 ${OPENCL_CFLAGS-} -Itests/lib -o "$scratch/last" \
        "$scratch/last.c" $OPENCL_LIBS
    under --trace "$scratch/last.trace" --json "$scratch/last.json" "$scratch/last"
    ! grep -E 'never released|leaked-events' "$scratch/report" "$scratch/last.json" || return 1
    grep -q '"clReleaseContext"' "$scratch/last.json"
    calls=$(calls_of "$scratch/report" | awk '{ n += $2 } END { print n }')
    [ "$(grep -c '"cat":"call"' "$scratch/last.trace")" -eq "$calls" ]
    ! command -v python3 >/dev/null || python3 tests/lib/files.py trace "$scratch/last.trace"
}
the_largest_share_comes_first() {
    is_there
    under "$scratch/work" 2000 'waits,writes,builds,leaks'
    tr -s ' \n' '  ' <"$scratch/report" | sed 's/ device activities.*//; s/ note /\n/g' |
        sed -n 's/^\([a-z-]*\): .* \([0-9.]*\) % of the time.*/\1 \2/p; s/^\(leaked-events\):.*/\1 0/p' |
        awk 1 >"$scratch/shares"
    cat "$scratch/shares"
    [ "$(wc -l <"$scratch/shares")" -ge 3 ]
    sort -s -k2,2gr "$scratch/shares" | diff "$scratch/shares" -
}
shapes_names_and_ranges_can_be_chosen() {
    is_there
    under --by-shape "$scratch/work" 40 shapes
    [ "$(n_of 'add 64')" -eq 30 ]
    [ "$(n_of 'add 32')" -eq 10 ]
    under --kernels '^s' "$scratch/work" 40
    [ -z "$(n_of add)" ]
    [ "$(n_of sub)" -eq 1 ]
    under --from 11 --to 30 "$scratch/work" 40
    [ "$(n_of add)" -eq 20 ]
    [ "$(n_of clEnqueueNDRangeKernel)" -eq 20 ]
    (cd "$scratch" && "$gtprof" --quiet --csv file.%p.csv --json file.json --trace file.trace ./work 40) 2>&1
    [ "$(grep -c 'program/add"\{0,1\},' "$scratch"/file.[0-9]*.csv)" -eq 40 ]
    grep -q 'program/add"' "$scratch/file.json"
    grep -q '"title": *"API calls"' "$scratch/file.json"
    if [ -x "$GT_BUILD_DIR/examples/gtlint" ]; then
        "$GT_BUILD_DIR/examples/gtlint" "$scratch/file.json" >"$scratch/again"
        grep -qE '^clEnqueueNDRangeKernel .* 41 ' "$scratch/again"
        grep -q '^the whole program ' "$scratch/again"
    fi
    [ "$(grep -o '"name":"add"' "$scratch/file.trace" | wc -l)" -ge 40 ]
    grep -q '"ph":"C",.*"bytes in buffers",.*"bytes":[1-9]' "$scratch/file.trace"
    ! command -v python3 >/dev/null || python3 tests/lib/files.py trace "$scratch/file.trace"
    # A slice for each call, as the table of calls counts them.
    (cd "$scratch" && "$gtprof" --output calls.report --trace calls.trace ./work 40) 2>&1
    awk '/^API calls/ { on = 1; next } on && !/^  / { exit } on { print $1, $6 }' "$scratch/calls.report" \
        >"$scratch/calls"
    [ "$(wc -l <"$scratch/calls")" -gt 10 ]
    while read -r call n; do
        echo "$call $n $(grep -o "\"name\":\"$call\",\"cat\":\"call\"" "$scratch/calls.trace" | wc -l)"
    done <"$scratch/calls" >"$scratch/compared"
    ! awk '$2 != $3' "$scratch/compared" | grep . || return 1
    under --gpu-trace --api-trace "$scratch/work" 40
    [ "$(grep -c '^add 64 .* ms ' "$scratch/report")" -eq 40 ]
    [ "$(grep -c '^clEnqueueNDRangeKernel .* ms ' "$scratch/report")" -eq 41 ]
    # The same rows in files, exact; names and times choose some of them.
    under --rows "$scratch/rows.csv" "$scratch/work" 40
    head -n 1 "$scratch/rows.csv" | grep -q '^process,start_ns,duration_ns,.*,kind,name,global,local$'
    [ "$(grep -cE ',kernel,add,64,[0-9]*$' "$scratch/rows.csv")" -eq 40 ]
    [ "$(grep -c ',call,clEnqueueNDRangeKernel,,$' "$scratch/rows.csv")" -eq 41 ]
    ! grep -q '^add 64' "$scratch/report" || return 1
    under --rows "$scratch/rows.json" --calls 'NDRange|Finish' --kernels nothing "$scratch/work" 40
    [ "$(grep -c '"kind":"call","name":"clEnqueueNDRangeKernel"' "$scratch/rows.json")" -eq 41 ]
    [ "$(grep -c '"name":"add"' "$scratch/rows.json")" -eq 0 ]
    [ "$(awk '/^API calls/ { on = 1; next } on && !/^  cl/ { exit } on { n++ } END { print n }' \
        "$scratch/report")" -eq 2 ]
    # No table is cut without a word.
    grep -qE '^  [1-9][0-9]* calls that --calls does not name left out\.$' "$scratch/report"
    grep -qE '^  [1-9][0-9]* kernels? that --kernels does not name left out\.$' "$scratch/report"
    ! command -v python3 >/dev/null || python3 -m json.tool "$scratch/rows.json" >/dev/null
    for file in rows.csv rows.json; do
        ! "$GT_BUILD_DIR/examples/gtlint" "$scratch/$file" 2>"$scratch/lint.txt"
        grep -q "$file: line 1 is not one number; gtlint reads what gtprof --json, GT_JSON" "$scratch/lint.txt"
    done
    under --rows "$scratch/rows.json" "$scratch/work" 1000
    [ "$(grep -c '"duration_ns":[0-9]' "$scratch/rows.json")" -gt 2000 ]
    ! grep -m 3 -E '_ns":[0-9]*[.e]' "$scratch/rows.json" || return 1               # stamps are whole nanoseconds
    under --rows "$scratch/rows.csv" --api-trace --from 3600s "$scratch/work" 40
    [ "$(wc -l <"$scratch/rows.csv")" -le 1 ]
    # One header and one list, also where the first process has no row.
    for kind in csv json; do
        under --rows "$scratch/rows.$kind" --gpu-trace sh -c "'$scratch/opens'; '$scratch/work' 40"
        [ "$(grep -cE '"kind":"kernel"|,kernel,' "$scratch/rows.$kind")" -eq 41 ]
    done
    [ "$(grep -c '^process,' "$scratch/rows.csv")" -eq 1 ]
    ! command -v python3 >/dev/null || python3 -m json.tool "$scratch/rows.json" >/dev/null
    status=0
    "$gtprof" --from 2s --to 1s "$scratch/work" 2>"$scratch/errors.txt" || status=$?
    [ $status -eq 125 ]
    grep -q 'from is greater than --to' "$scratch/errors.txt"
    status=0
    "$gtprof" --api-trace --trace "$scratch/no.json" "$scratch/work" 2>"$scratch/errors.txt" || status=$?
    [ $status -eq 125 ]
    grep -q 'cannot be combined with --gpu-trace' "$scratch/errors.txt"
    under --api-trace --calls nosuch "$scratch/work" 40
    grep -qx 'no call to list: --calls names none' "$scratch/report"
}
# A trace has what --api-trace and --gpu-trace list: a slice for each call and each command. An arrow leads to each
# command from the call that enqueued it, and each arrow has both ends.
ns_of_part() {
    sed -n 's/^\([0-9.]* [nmu]*s\) in the part that --from and --to choose: .*/\1/p' "$scratch/report" |
        awk 'NR == 1 { print $1 * ($2 == "s" ? 1e9 : $2 == "ms" ? 1e6 : $2 == "us" ? 1e3 : 1) }'
}
# Neither the build before it nor what comes behind it belongs to the part.
a_chosen_part_has_an_account_of_its_own() {
    is_there
    under --rows "$scratch/rows.csv" --from 11 --to 30 "$scratch/work" 40
    [ "$(grep -c ',call,clEnqueueNDRangeKernel,,$' "$scratch/rows.csv")" -eq 20 ]
    ! grep -E 'clBuildProgram|clReleaseContext|clGetPlatformIDs' "$scratch/rows.csv" || return 1
    awk -F, 'NR > 1 { from = NR > 2 && from < $2 ? from : $2; to = to > $2 + $3 ? to : $2 + $3 }
        END { print from, to }' "$scratch/rows.csv" >"$scratch/span"
    ns_of_part | awk -v span="$(cat "$scratch/span")" '{
        split(span, row, " ")
        print $1, row[1], row[2]
        exit !(row[1] > 1e6 && $1 > 0.9 * (row[2] - row[1]) && $1 < 3 * (row[2] - row[1]) + 3e6) }'
    under --to 0.000001s "$scratch/work" 40
    grep -q 'first use and builds' "$scratch/report" || grep -q 'no OpenCL call was seen' "$scratch/report"
    under --from 2 --json "$scratch/part.json" "$scratch/work" 40
    grep -q 'in the part that --from and --to choose, with 0 builds' "$scratch/part.json"
    # The document's series `program` is about that part, too.
    grep '"series":"program",' "$scratch/part.json" >"$scratch/program"
    ! grep '"builds"' "$scratch/program" || return 1
    sed 's/.*"sum_ns":\([0-9]*\),.*/\1/' "$scratch/program" | awk -v part="$(ns_of_part)" '{
        print $1, part
        exit !(part > 0 && $1 > 0.9 * part - 3e6 && $1 < 1.1 * part + 3e6) }'
}
# ./held FIRST: the launch before the last one is held for 50 ms. It is the kernel's first one if FIRST is given.
a_launch_before_the_part_is_the_first_one() {
    cat >"$scratch/held.c" <<'END'
#include "plain.h"
#include <pthread.h>
#include <unistd.h>
static void *lets(void *gate) {
    usleep(50000);
    clSetUserEventStatus((cl_event)gate, CL_COMPLETE);
    return NULL;
}
int main(int argc, char **argv) {
    const size_t items = 64;
    pthread_t thread;
    cl_kernel kernel = plain_kernel("kernel void add(global int *x) { x[get_global_id(0)]++; }", "add");
    if (!kernel) return 77;
    cl_command_queue queue = plain_queue(0);
    cl_event gate = clCreateUserEvent(plain_context, NULL);
    if (argc < 2) clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL);
    else clEnqueueWriteBuffer(queue, plain_buffer, CL_TRUE, 0, sizeof items, &items, 0, NULL, NULL);
    clFinish(queue);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 1, &gate, NULL);
    pthread_create(&thread, NULL, lets, gate);
    clFinish(queue);
    pthread_join(thread, NULL);
    return clFinish(queue);
}
END
    # shellcheck disable=SC2086
    $CC -std=gnu99 -w -DCL_TARGET_OPENCL_VERSION=120 ${OPENCL_CFLAGS-} -Itests/lib -o "$scratch/held" \
        "$scratch/held.c" $OPENCL_LIBS -lpthread
    under --from 2 "$scratch/held" first
    grep -q 'uses kernels for the first time: 1 first launch' "$scratch/report"
    under --from 2 "$scratch/held"
    ! grep -q 'for the first time' "$scratch/report" || return 1
}
a_trace_has_each_call_command_and_arrow() {
    is_there
    command -v python3 >/dev/null || skip 'python3 is missing'
    under --trace "$scratch/all.trace" "$scratch/work" 40
    under --rows "$scratch/all.csv" --gpu-trace --api-trace "$scratch/work" 40
    python3 - "$scratch/all.trace" "$scratch/all.csv" <<'END'
import collections, csv, json, sys
events = json.load(open(sys.argv[1]))
events = events["traceEvents"] if isinstance(events, dict) else events
rows = list(csv.DictReader(open(sys.argv[2])))
def slices(of): return collections.Counter(e["name"] for e in events if e["ph"] == "X" and of(e.get("cat")))
def listed(of): return collections.Counter(r["name"] for r in rows if of(r["kind"]))
def ends(ph, name): return sorted(e["id"] for e in events if e["ph"] == ph and e.get("cat") == name)
calls, commands = listed(lambda kind: kind == "call"), listed(lambda kind: kind != "call")
kinds = {r["kind"] for r in rows} - {"call"}
arrows = {name: ends("s", name) for name in {e["cat"] for e in events if e["ph"] == "s"}}
print(sum(calls.values()), "calls,", sum(commands.values()), "commands, arrows:", {a: len(arrows[a]) for a in arrows})
assert len(calls) > 10 and sum(commands.values()) > 40
assert slices(lambda cat: cat == "call") == calls
assert sum(slices(lambda cat: cat in kinds).values()) == sum(commands.values())
assert len(arrows["enqueue"]) == sum(commands.values())
for name, begins in arrows.items(): assert len(set(begins)) == len(begins) and begins == ends("f", name), name
END
}
a_trace_has_all_events_of_a_list() {
    is_there
    command -v python3 >/dev/null || skip 'python3 is missing'
    for n in 10 40 300; do
        under --trace "$scratch/lists.trace" "$scratch/lists" $n
        python3 - "$scratch/lists.trace" $n <<'END'
import json, sys
events, n = json.load(open(sys.argv[1])), int(sys.argv[2])
lists = [(e["name"], e["args"]) for e in events if e.get("cat") == "call" and len(e["args"].get("events", [])) > 1]
print([(name, len(args["events"]), args.get("events_left_out")) for name, args in lists])
assert sorted(name for name, args in lists) == ["clEnqueueNDRangeKernel", "clWaitForEvents"]
for name, args in lists: assert (len(args["events"]), args.get("events_left_out", 0)) == (min(n, 256), max(0, n - 256))
assert lists[0][1]["events"] == lists[1][1]["events"] and len(set(lists[0][1]["events"])) == min(n, 256)
assert n > 40 or sum(e["ph"] == "s" and e["cat"] == "wait" for e in events) == (n if n > 10 else n - 1)
END
    done
}
commands_of_a_thread_that_ended_before_are_counted() {
    is_there
    under --trace "$scratch/lists.trace" "$scratch/lists" 40 thread
    [ "$(n_of add)" -eq 80 ]
    [ "$(grep -c '"ph":"X",.*"name":"add"' "$scratch/lists.trace")" -eq 80 ]
    ! grep 'without device time' "$scratch/report" || return 1
    # Each arrow begins at the call of its own thread, and timers lie inside their thread's time.
    ! command -v python3 >/dev/null || python3 tests/lib/files.py trace "$scratch/lists.trace"
}
copies_stand_by_size_and_direction() {
    is_there
    under --json "$scratch/copies.json" "$scratch/copies"
    if [ -x "$GT_BUILD_DIR/examples/gtlint" ]; then
        "$GT_BUILD_DIR/examples/gtlint" "$scratch/copies.json" >"$scratch/again"
        sed -n '/^copies by size/,/^$/p' "$scratch/again" | cat - "$scratch/report" >"$scratch/both"
        mv "$scratch/both" "$scratch/report"
        times=2
    else
        times=1
    fi
    for row in 'to the device, 1 B  *1  *1.00 B' 'to the device, 2 to 4 KiB  *1  *4.0[0-9]* kB' \
        'to the device, 4 to 8 KiB  *3  *17.3 kB' 'to the device, 8 to 16 KiB  *1  *8.19 kB' \
        'to the device, 512 KiB to 1 MiB  *1  *1.05 MB' 'to the device, 1 to 2 MiB  *1  *1.05 MB' \
        'to the host, 64 to 128 B  *7  *700 B' 'on the device, 512 B to 1 KiB  *1  *600 B'; do
        echo "$row"
        [ "$(grep -cE "^ *$row .*B/s$" "$scratch/report")" -eq $times ]
    done
    ! grep 'moved none' "$scratch/report" || return 1
    # Their times are those of all copies.
    awk 'function ns(x, unit) { return x * (unit == "ns" ? 1 : unit == "us" ? 1e3 : unit == "ms" ? 1e6 : 1e9) }
        /^  to the device/ { sum += ns($(NF - 3), $(NF - 2)) }
        $1 == "write" && $3 == "%" { all = ns($4, $5) }
        END { print sum, all; exit !(all > 0 && sum / all > 0.98 && sum / all < 1.02) }' "$scratch/report"
    under "$scratch/work" 40
    ! grep '^copies by size' "$scratch/report" || return 1          # one read
}
copies_of_images_have_their_bytes() {
    is_there
    # shellcheck disable=SC2086
    $CC -O1 -DCL_TARGET_OPENCL_VERSION=120 ${OPENCL_CFLAGS-} -o "$scratch/images" "$scratch/images.c" $OPENCL_LIBS ||
        skip 'no program with images'
    under "$scratch/images"
    [ "$status" -ne 77 ] || skip 'there is no device with images'
    [ "$status" -eq 0 ]
    for row in 'write image .* 8.19 kB' 'read image .* 512 B' 'copy image .* 512 B' 'fill image .* 512 B' \
        'copy image to buffer .* 8.19 kB' 'copy buffer to image .* 8.19 kB'; do
        echo "$row"
        sed -n '/^device activities/,/^$/p' "$scratch/report" | grep -q "^  $row .*B/s *$"
    done
    grep -q '^  to the device, 8 to 16 KiB  *1  *8.19 kB' "$scratch/report"
    grep -q '^  to the host, 512 B to 1 KiB  *1  *512 B' "$scratch/report"
}
# Such a row has no rate: 64 MiB in a microsecond.
copies_that_no_device_can_make_have_no_rate() {
    is_there
    under --json "$scratch/copies.json" "$scratch/copies" own
    grep -qE '^  to the host, 64 to 128 MiB  *9  *604 MB  .* moved none$' "$scratch/report"
    grep -q '"text": *"moved none"' "$scratch/copies.json"
}
each_thread_has_its_calls() {
    is_there
    under --json "$scratch/copies.json" "$scratch/copies" threads
    grep -qE '^  thread 1 \(copies\)  *4[0-9]  *[0-9.]+ [mun]?s  *9  *[0-9.]+ [mun]?s  *10$' "$scratch/report"
    grep -qE '^  thread 2 \(copies\)  *7  *[0-9.]+ [mun]?s  *7  *[0-9.]+ [mun]?s  *7$' "$scratch/report"
    grep -q '"title": *"calls by thread"' "$scratch/copies.json"
    grep -q '^  Times are sums over 2 threads, so shares can exceed 100 %\.$' "$scratch/report"
    grep -q 'Times are sums over 2 threads' "$scratch/copies.json"
    # All calls of all threads, in the table of calls.
    awk '/^[a-zA-Z]/ { table = $1 $2 } table == "APIcalls" && /^  cl/ { all += $6 }
        table == "callsby" && /^  thread/ { sum += $4 } END { print sum, all; exit !(sum == all) }' "$scratch/report"
    under "$scratch/copies"
    ! grep -E '^calls by thread|sums over' "$scratch/report" || return 1
}
the_time_in_a_queue_is_that_of_the_program() {
    is_there
    under --rows "$scratch/rows.csv" "$scratch/copies"
    queued=$(sed -n 's/^queued //p' "$scratch/got.txt")
    awk -v FS=, -v all="$queued" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
        NR > 1 && $at["name"] == "write" { n++; sum += $at["queued_ns"] }
        END { print n, sum, all; exit !(n == 8 && sum - all < 5 && all - sum < 5) }' "$scratch/rows.csv"
    under "$scratch/copies"
    queued=$(sed -n 's/^queued //p' "$scratch/got.txt")
    awk -v all="$queued" 'function ns(x, unit) { return x * (unit == "ns" ? 1 : unit == "us" ? 1e3 : 1e6) }
        /^device activities/ { there = / queued / }
        $1 == "write" && $3 == "%" { got = ns($(NF - 7), $(NF - 6)) }
        END { print got, all / 8; exit !(there && got > 0.98 * all / 8 && got < 1.02 * all / 8) }' "$scratch/report"
}
what_runs_in_command_buffers_is_not_known() {
    is_there
    [ -x "$GT_BUILD_DIR/examples/27_command_buffers" ] || skip 'the examples are not built'
    under "$GT_BUILD_DIR/examples/27_command_buffers"
    grep -q clEnqueueCommandBufferKHR "$scratch/report" || skip 'the device has no command buffers'
    tr '\n' ' ' <"$scratch/report" | grep -q '[0-9]* command buffers: *gtprof does *not *see the'
    ! tr '\n' ' ' <"$scratch/report" | grep -q 'waits while the *device was idle' || return 1
}
# Commands of kinds that few programs have: a rectangle, a function of the host.
commands_of_every_kind_have_rows_and_a_function_of_the_host_computes() {
    is_there
    cat >"$scratch/kinds.c" <<'END'
#include <time.h>
#include "plain.h"
static void CL_CALLBACK of_host(void *unused) {
    const struct timespec pause = { 0, 5000000 };
    (void)unused;
    nanosleep(&pause, NULL);
}
int main(void) {
    static const size_t from[] = { 0, 0, 0 }, size[] = { 64, 4, 1 };
    static char host[256];
    if (!plain_kernel("kernel void none(global float *x) { x[0] = 0; }", "none")) return 77;
    cl_command_queue queue = plain_queue(0);
    for (int i = 0; i < 30; i++) {
        if (clEnqueueNativeKernel(queue, of_host, NULL, 0, 0, NULL, NULL, 0, NULL, NULL)) return 77;
        clFinish(queue);
        clEnqueueReadBufferRect(queue, plain_buffer, CL_TRUE, from, from, size, 64, 0, 64, 0, host, 0, NULL, NULL);
    }
    return clFinish(queue);
}
END
    $CC -D_GNU_SOURCE -Itests/lib ${OPENCL_CFLAGS-} -o "$scratch/kinds" "$scratch/kinds.c" $OPENCL_LIBS
    under --rows "$scratch/kinds.csv" --gpu-trace "$scratch/kinds"
    [ "$status" -ne 77 ] || skip 'this device runs no functions of the host'
    for kind in native 'read rect'; do [ "$(grep -c ",$kind,$kind,," "$scratch/kinds.csv")" -eq 30 ]; done
    grep -qE '% kernels' "$scratch/report"
    under --from 51 "$scratch/kinds"
    if grep 'partial:' "$scratch/report"; then return 1; fi     # what is left out is so by that option
    under "$scratch/kinds"
    grep -E '% copies' "$scratch/report" >"$scratch/share" || return 0
    ! grep -qE '([5-9]|[1-9][0-9]) % copies' "$scratch/share" || return 1
}
wrong_choices_of_rows_are_said() {
    is_there
    for wrong in '--first 2 --last 2 --api-trace' '--first 2' '--last 0 --api-trace' '--first -1' '--trace-size x' \
        '--trace-size 5'; do
        status=0
        "$gtprof" $wrong "$scratch/work" 2>"$scratch/errors.txt" || status=$?
        cat "$scratch/errors.txt"
        [ $status -eq 125 ]
        [ "$(wc -l <"$scratch/errors.txt")" -eq 1 ]
    done
    under --gpu-trace --api-trace --first 3 "$scratch/work" 40
    [ "$(grep -c '^add 64 .* ms ' "$scratch/report")" -eq 3 ]
    [ "$(grep -c '^cl[A-Z][A-Za-z]* .*\.[0-9]* ms ' "$scratch/report")" -eq 3 ]
    under --rows - --gpu-trace --last 2 "$scratch/work" 40
    [ "$(grep -c '^sub 64 .* ms ' "$scratch/got.txt")" -eq 1 ]
    [ "$(grep -c '^read .* ms ' "$scratch/got.txt")" -eq 1 ]
    [ "$(grep -c '^add 64 .* ms ' "$scratch/got.txt")" -eq 0 ]
}
# What gtprof writes goes to a pipe, and its reader ends: the program does as without gtprof, and nothing is left
# behind.
a_dead_reader_ends_nothing() {
    is_there
    for how in "" "--json -" "--trace -" "--rows - --gpu-trace" "--call-log -"; do
        echo "$how"
        # shellcheck disable=SC2086
        { "$gtprof" $how "$scratch/work" 200 silent,code >"$scratch/dead" 2>&1 || echo $? >"$scratch/status"; } &
        (: <"$scratch/dead")            # opens it and ends
        wait $!
        [ "$(cat "$scratch/status")" -eq 42 ]
    done
    for how in --json --trace --call-log; do
        echo "$how FIFO"
        { "$gtprof" --output "$scratch/report" $how "$scratch/dead" "$scratch/work" 200 code >"$scratch/got.txt" 2>&1 ||
              echo $? >"$scratch/status"; } &
        (: <"$scratch/dead")
        wait $!
        [ "$(cat "$scratch/status")" -eq 42 ]
        grep -q "^sum" "$scratch/got.txt"
    done
    ! ls "$TMPDIR"/gtprof.* 2>/dev/null || return 1
}
# A document is larger than a stream's buffer: the write that fails comes long before the last one, which does not.
a_full_stdout_has_its_cause() {
    is_there
    [ -e /dev/full ] || skip 'there is no /dev/full'
    for how in --json --csv --trace --rows; do
        status=0
        "$gtprof" --output "$scratch/report" $how - "$scratch/work" 200 silent,code >/dev/full 2>"$scratch/err" ||
            status=$?
        cat "$scratch/err"
        [ "$status" -eq 42 ]
        grep -q 'No space left' "$scratch/err"
        ! grep -v 'No space left' "$scratch/err"
    done
}
# The program closes all its files and opens its own, which get the numbers of those that it closed; or it is started
# without stdin and stdout, whose numbers the next files would have. Nothing that gtprof writes has these numbers.
files_of_the_program_have_its_text_alone() {
    is_there
    cat >"$scratch/files.c" <<'END'
#include <CL/cl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
int main(int argc, char **argv) {
    static const char data[64];
    char name[512], link[64] = "/proc/self/fd/0";
    struct stat about;
    cl_platform_id platform;
    cl_device_id device;
    clGetPlatformIDs(1, &platform, NULL);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    cl_command_queue q = clCreateCommandQueue(context, device, 0, NULL);
    cl_mem x = clCreateBuffer(context, 0, sizeof data, NULL, NULL);
    for (int i = 3; argc > 2 && i < 1000; i++) close(i);
    for (; argc == 2 && link[14] < '3'; link[14]++) {
        const ssize_t n = readlink(link, name, sizeof name - 1);
        fprintf(stderr, "number %c: %.*s\n", link[14], n > 0 ? (int)n : 4, n > 0 ? name : "none");
    }
    for (int i = 0; argc > 2 && i < 300; i++) {
        snprintf(name, sizeof name, "%s/%d", argv[1], i);
        if (!fopen(name, "w")) return 1;
    }
    for (int i = 0; i < 1000; i++) clEnqueueWriteBuffer(q, x, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL);
    for (int i = 0; argc > 2 && i < 300; i++) {
        snprintf(name, sizeof name, "%s/%d", argv[1], i);
        if (stat(name, &about) || about.st_size) fprintf(stderr, "%s: %ld bytes\n", name, (long)about.st_size);
    }
    return 0;
}
END
    mkdir "$scratch/own"
    $CC -std=gnu11 -DCL_TARGET_OPENCL_VERSION=120 ${OPENCL_CFLAGS-} -o "$scratch/files" "$scratch/files.c" $OPENCL_LIBS
    for option in --trace --rows --call-log --json --html; do
        for how in '' closes; do
            echo "$option $how"
            rm -f "$scratch/one.csv"            # a page does not replace other files
            # shellcheck disable=SC2086
            set -- --output "$scratch/report" $option "$scratch/one.csv" "$scratch/files" "$scratch/own" $how
            # What the program closed is missing: that is 125, as for any file that was asked for.
            if [ "$how" ]; then "$gtprof" "$@" 2>"$scratch/errors.txt" || [ $? -eq 125 ]
            else "$gtprof" "$@" <&- >&- 2>"$scratch/errors.txt"; fi
            cat "$scratch/errors.txt"
            if grep -qE 'own/.* bytes|^number .*(one\.csv|gtprof\.)' "$scratch/errors.txt"; then return 1; fi
            [ "$(n_of clEnqueueWriteBuffer)" -eq 1000 ]
        done
    done
}
# It is measured in another process, which starts the driver again.
what_profiling_costs_is_measured_only_if_that_is_a_small_part() {
    is_there
    under "$scratch/work" 1100
    [ "$(grep -c '^cost of profiling' "$scratch/report")" -eq 0 ]
    for how in pause pause8 pause30; do
        under "$scratch/work" 1100 $how
        ! grep -q '^cost of profiling' "$scratch/report" || return 0
    done
    return 1
}
a_long_trace_is_whole_or_ends_where_it_should() {
    is_there
    under --trace "$scratch/long.trace" "$scratch/work" 1100
    [ "$(grep -o '"name":"add","cat":"kernel"' "$scratch/long.trace" | wc -l)" -eq 1100 ]
    ! grep -q 'the trace ends at' "$scratch/report" || return 1
    under --trace-size 1 --trace "$scratch/long.trace" "$scratch/work" 10000 waits
    grep -q 'the trace ends at 1 MB' "$scratch/report"
    size=$(wc -c <"$scratch/long.trace")
    [ "$size" -ge 900000 ]
    [ "$size" -le 1000000 ]
    ! command -v python3 >/dev/null || python3 -m json.tool "$scratch/long.trace" >/dev/null
}
first_launches_are_counted() {
    is_there
    export POCL_CACHE_DIR="$scratch/cold"       # PoCL compiles at the first launch
    mkdir "$POCL_CACHE_DIR"
    under --json "$scratch/run.json" "$scratch/work" 40
    unset POCL_CACHE_DIR
    grep -q 'first use and builds,' "$scratch/report" || skip 'this driver compiles in no time'
    sed -n 2p "$scratch/report" | grep -q ' for the first time: 1 build, 2 first launches\.$'   # the answer first
    grep -q '^first use: add: the first waited [0-9.]* m*s to start, later ones [0-9.]* [num]*s$' "$scratch/report"
    grep -q '"title": *"first uses of kernels"' "$scratch/run.json"
    cat >"$scratch/only.c" <<'END'
#include "plain.h"
int main(void) { return plain_kernel("kernel void add(global int *x) { x[get_global_id(0)]++; }", "add") ? 0 : 77; }
END
    $CC -std=gnu99 -w -DCL_TARGET_OPENCL_VERSION=120 ${OPENCL_CFLAGS-} -Itests/lib -o "$scratch/only" \
        "$scratch/only.c" $OPENCL_LIBS
    under "$scratch/only"
    sed -n 2p "$scratch/report" | grep -qx 'The program builds: 1 build\.'
    cat >"$scratch/named.c" <<'END'
#include <time.h>
#include "plain.h"
/* Two programs have a kernel of one name: each is compiled at its first launch. A timer of the program holds both. */
int main(void) {
    const char *const source[] = { "kernel void add(global int *x) { x[get_global_id(0)]++; }",
                                   "kernel void add(global int *x) { x[get_global_id(0)] += 2; }" };
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    for (int i = 0; i < 2; i++) {
        const cl_kernel add = plain_kernel(source[i], "add");
        if (!add) return 77;
        const cl_command_queue queue = plain_queue(0);
        const size_t one = 1;
        for (int k = 0; k < 2; k++) {
            clEnqueueNDRangeKernel(queue, add, 1, NULL, &one, &one, 0, NULL, NULL);
            clFinish(queue);
        }
    }
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 0;
}
END
    $CC -std=gnu99 -w -DCL_TARGET_OPENCL_VERSION=120 ${OPENCL_CFLAGS-} -Itests/lib -o "$scratch/named" \
        "$scratch/named.c" $OPENCL_LIBS
    export POCL_CACHE_DIR="$scratch/named.cold"
    mkdir "$POCL_CACHE_DIR"
    under "$scratch/named"
    unset POCL_CACHE_DIR
    sed -n 2p "$scratch/report" | grep -q ' for the first time: 2 builds, 2 first launches\.$'
}
# The read was enqueued behind a kernel, and waited for that.
a_wait_for_other_commands_is_no_first_use() {
    is_there
    under "$scratch/work" 2 'computes reads'
    ! grep '^first use: read: ' "$scratch/report" || return 1
}
# Commands that came too late: their overlap with others is not known, rather than none.
what_came_too_late_is_not_known() {
    is_there
    under "$scratch/work" 1500 waits,late
    grep -q 'overlap of commands not known (1 command read too late to be placed)' "$scratch/report" ||
        { tr '\n' ' ' <"$scratch/report" | grep -q 'overlap of *commands *not known (1 *command *read *too *late'; }
}
# What gtprof takes for a trace is not the program's own code.
the_time_of_a_trace_is_gtprofs() {
    is_there
    for try in 1 2 3; do
        under --trace "$scratch/own.trace" "$scratch/work" 3000
        tr '\n' ' ' <"$scratch/report" | sed 's/  */ /g' >"$scratch/verdict"
        own=$(sed -n "s/.*[ :,]\([0-9.]*\) % the program's own code.*/\1/p" "$scratch/verdict")
        kit=$(sed -n 's/.*[ :,]\([0-9.]*\) % gtprof[,.].*/\1/p' "$scratch/verdict")
        if awk "BEGIN { exit !(${kit:-0} > 2 * ${own:-0}) }"; then return 0; fi
    done
    return 1
}
each_call_has_a_line_with_its_arguments() {
    is_there
    under --call-log "$scratch/log" "$scratch/work" 40
    cat "$scratch/log" | head -n 40
    launch='clEnqueueNDRangeKernel\(0x[0-9a-f]+, add, 1, NULL, \[64\], NULL, 0, NULL, '
    [ "$(grep -cE "^[0-9.]+ ms  thread [0-9]+  $launch" "$scratch/log")" -eq 40 ]
    [ "$(grep -c 'clEnqueueNDRangeKernel(.*) = CL_SUCCESS  [0-9.]* [num]*s$' "$scratch/log")" -eq 41 ]
    grep -q 'clCreateKernel(0x[0-9a-f]*, "add") = 0x[0-9a-f]*  ' "$scratch/log"
    grep -q 'clSetKernelArg(add, 0, 8, &0x[0-9a-f]*) = CL_SUCCESS' "$scratch/log"
    grep -q 'clGetEventProfilingInfo(.*) = CL_PROFILING_INFO_NOT_AVAILABLE' "$scratch/log"
    # As many lines as the table of calls counts.
    awk '/^API calls/ { on = 1; next } on && !/^  cl/ { exit } on { print $1, $6 }' "$scratch/report" >"$scratch/calls"
    while read -r call n; do
        echo "$call $n $(grep -c "  $call(" "$scratch/log")"
    done <"$scratch/calls" >"$scratch/compared"
    ! awk '$2 != $3' "$scratch/compared" | grep . || return 1
    ! grep -vE '^[0-9.]+ ms  thread [0-9]+  cl[A-Za-z]+\(.*\) = (CL_[A-Z_]+|0x[0-9a-f]+)  [0-9.]+ [num]?s$' \
        "$scratch/log" || return 1
    under --call-log /nowhere/log "$scratch/work" 40
    grep -q 'gtprof: --call-log: /nowhere/log: there is no such folder' "$scratch/errors.txt"
}
a_page_has_all_processes_and_their_findings() {
    is_there
    [ -x "$GT_BUILD_DIR/examples/gtlint" ] || skip 'gtlint is not built (make gtprof)'
    under --html "$scratch/page.html" --json "$scratch/file.%p.json" \
        sh -c "'$scratch/work' 20; '$scratch/work' 20 builds"
    [ ! -s "$scratch/errors.txt" ]
    grep -q '<h1>2 files</h1>' "$scratch/page.html"
    [ "$(grep -c '<h2>work .*<small>work, process [0-9]*\.json</small></h2>' "$scratch/page.html")" -eq 2 ]
    # The timelines: a slice for each command and call, and an arrow from each call to its command.
    [ "$(grep -c '<h2>The whole run on a line of time, process [0-9]*</h2>' "$scratch/page.html")" -eq 2 ]
    [ "$(grep -c '<rect class="p0" .*<title>add, .*, global 64' "$scratch/page.html")" -eq 40 ]
    [ "$(grep -c '<rect class="p4" .*<title>clEnqueueNDRangeKernel, ' "$scratch/page.html")" -eq 42 ]
    [ "$(grep -cE '^<path class="arrow" d="M[0-9.]+ 10L' "$scratch/page.html")" -eq 44 ]
    grep -q 'build-in-loop' "$scratch/page.html"
    long=$TMPDIR/$(printf 'a long name %.0s' 1 2 3 4 5 6 7 8 9 10 11 12 13)
    mkdir "$long"
    TMPDIR=$long "$gtprof" --output /dev/null --html "$scratch/long.html" "$scratch/work" 20
    grep -q '<h2>The whole run on a line of time, process [0-9]*</h2>' "$scratch/long.html"
    rmdir "$long"
    grep -l '"build-in-loop"' "$scratch"/file.[0-9]*.json | wc -l | grep -qx 1
    status=0
    "$gtprof" --html "$scratch/no.html" --output "$scratch/report" false 2>"$scratch/errors.txt" || status=$?
    [ $status -eq 1 ]
    grep -q 'did not write .*no.html: no process' "$scratch/errors.txt"
    [ ! -e "$scratch/no.html" ]
    [ -z "$(ls "$TMPDIR")" ]
}
# With --trace the timeline is that of the trace: of programs that ended, and of one that was killed.
a_page_with_a_trace_has_its_timeline() {
    is_there
    [ -x "$GT_BUILD_DIR/examples/gtlint" ] || skip 'gtlint is not built (make gtprof)'
    for name in whole.trace whole.%p.trace; do
        under --html "$scratch/page.html" --trace "$scratch/$name" \
            sh -c "'$scratch/work' 20; '$scratch/work' 2000 pause,KILL"      # more calls than wait to be written
        cat "$scratch/errors.txt"
        ! grep 'left out' "$scratch/errors.txt" || return 1
        [ "$(grep -c '<h2>The whole run on a line of time, process [0-9]*</h2>' "$scratch/page.html")" -eq 2 ]
        [ "$(grep -c '<rect class="p4" .*<title>clEnqueueNDRangeKernel, ' "$scratch/page.html")" -ge 21 ]
    done
}
queues_are_left_alone_on_request() {
    is_there
    under --no-device-times "$scratch/work" 40
    [ -z "$(n_of add)" ]
    [ "$(n_of clEnqueueNDRangeKernel)" -eq 41 ]
    grep -q '^commands without device time: 42 of 42' "$scratch/report"
}
a_library_that_is_opened_and_closed_is_seen() { # ... MODE
    mode=$1
    is_there
    "$scratch/opens" >"$scratch/expected.txt"
    under --mode "$1" "$scratch/opens"
    [ "$status" -eq 0 ]
    diff "$scratch/expected.txt" "$scratch/got.txt"
    [ "$(n_of clGetDeviceIDs)" -eq 1 ]
}
a_program_that_clears_its_environment_runs_as_without() { # ... MODE
    mode=$1
    is_there
    "$scratch/opens" clear >"$scratch/expected.txt"
    TMPDIR=$scratch/$(printf '%0130d' 0)
    mkdir -p "$TMPDIR"
    under --mode "$1" "$scratch/opens" clear
    [ "$status" -eq 0 ]
    diff "$scratch/expected.txt" "$scratch/got.txt"
    grep -q 'it has cleared its environment' "$scratch/report"
}
# Two loaders may be installed: libOpenCL.so of a vendor's toolkit, and libOpenCL.so.1 of the system.
each_name_of_the_loader_has_the_library_that_it_has_without() {
    is_there
    cat >"$scratch/other.c" <<'END'
int clGetPlatformIDs(unsigned most, void **list, unsigned *count) { return *count = 77, 0; }
END
    cat >"$scratch/asks.c" <<'END'
#include <dlfcn.h>
#include <stdio.h>
int main(int argc, char **argv) {
    void *loader = dlopen(argv[1], RTLD_NOW);
    int (*get)(unsigned, void **, unsigned *) = loader ? dlsym(loader, "clGetPlatformIDs") : NULL;
    unsigned count = 0;
    const int code = get ? get(0, NULL, &count) : 1;
    printf("%s: %d, %u\n", argv[1], code, count);
    return 0;
}
END
    mkdir "$scratch/other"
    $CC -std=gnu99 -O1 -w -shared -fPIC -o "$scratch/other/libOpenCL.so" "$scratch/other.c"
    $CC -std=gnu99 -O1 -w -o "$scratch/asks" "$scratch/asks.c" -ldl
    for name in libOpenCL.so libOpenCL.so.1; do
        LD_LIBRARY_PATH=$scratch/other "$scratch/asks" $name >"$scratch/expected.txt"
        LD_LIBRARY_PATH=$scratch/other under --mode stand-in "$scratch/asks" $name
        diff "$scratch/expected.txt" "$scratch/got.txt"
    done
    if grep -q 77 "$scratch/got.txt"; then return 1; fi
}
each_process_has_a_report() {
    is_there
    under sh -c "'$scratch/work' 20; '$scratch/work' 30 code"
    [ "$status" -eq 42 ]
    [ "$(grep -c '^gtprof: work' "$scratch/report")" -eq 2 ]
    [ "$(n_of add | tr '\n' ' ')" = '20 30 ' ]
}
what_was_not_seen_is_said() {
    is_there
    under true
    grep -q '^gtprof: nothing was seen' "$scratch/report"
    printf 'int main(void) { return 0; }\n' >"$scratch/nothing.c"
    if $CC -static -o "$scratch/nothing" "$scratch/nothing.c"; then
        under "$scratch/nothing"
        grep -q '^gtprof: nothing was seen: it is linked statically$' "$scratch/report"
    fi
    printf 'int clIcdGetPlatformIDsKHR(void) { return 0; }\n' >"$scratch/driver.c"
    printf 'int clIcdGetPlatformIDsKHR(void); int main(void) { return clIcdGetPlatformIDsKHR(); }\n' \
        >"$scratch/direct.c"
    $CC -shared -fPIC -o "$scratch/libpretend.so" "$scratch/driver.c"
    $CC -o "$scratch/direct" "$scratch/direct.c" -L"$scratch" -lpretend "-Wl,-rpath,$scratch"
    under "$scratch/direct"
    tr -s ' \n' '  ' <"$scratch/report" | grep -q 'it calls the driver [^ ]*/libpretend\.so itself'
    under --quiet true
    [ ! -s "$scratch/report" ]
    status=0
    "$gtprof" --nonsense 2>"$scratch/errors.txt" || status=$?
    [ "$status" -eq 125 ]
    "$gtprof" --help | grep -q -- --by-shape
}
# not_run STATUS WORDS ARGUMENT...: the program does not run, and one line says why
not_run() {
    wanted=$1
    words=$2
    shift 2
    status=0
    (cd "$scratch" && "$gtprof" "$@" >got.txt 2>errors.txt) || status=$?
    cat "$scratch/errors.txt"
    [ "$status" -eq "$wanted" ]
    [ ! -s "$scratch/got.txt" ]
    [ "$(wc -l <"$scratch/errors.txt")" -eq 1 ]
    grep -q -- "$words" "$scratch/errors.txt"
}
why_a_program_does_not_run_is_said() {
    gtprof_is_built
    printf 'int main(void) { return 0; }\n' >"$scratch/nothing.c"
    $CC -o "$scratch/binary" "$scratch/nothing.c"
    $CC -o "$scratch/other_library" "$scratch/nothing.c" -Wl,--dynamic-linker=/nowhere/ld-other.so.1
    printf '#!/nowhere/at/all\n' >"$scratch/no_interpreter"
    printf '#!/bin/sh\r\n' >"$scratch/lines_of_dos"
    echo true >"$scratch/not_executable"
    cp "$scratch/binary" "$scratch/other_processor"     # byte 18 is its processor: one that never was
    printf '\376' | dd of="$scratch/other_processor" bs=1 seek=18 conv=notrunc 2>/dev/null
    chmod +x "$scratch/no_interpreter" "$scratch/lines_of_dos"
    not_run 127 'No such file' /nowhere/at/all
    not_run 127 "no such program in PATH.*gtprof sh -c 'COMMAND'" NAME=value
    not_run 127 'not in PATH.* write \./binary$' binary
    not_run 127 'interpreter that does not exist: #!/nowhere/at/all$' ./no_interpreter
    not_run 127 'interpreter that does not exist: #!/bin/sh with a carriage return' ./lines_of_dos
    not_run 127 'made for another C library or word size' ./other_library
    not_run 126 'this is a folder' "$scratch"
    not_run 126 'not executable: chmod +x' ./not_executable
    not_run 126 'made for another processor or word size' ./other_processor
    not_run 125 "the program's name is empty" ''
    not_run 125 'no program stands behind the options' --json run.json
    mkfifo "$scratch/page.pipe"
    not_run 125 'a page cannot go to stdout or a pipe' --html "$scratch/page.pipe" ./work
}
# Where the value of an option is missing, the next word is taken for it: the program, which must not be overwritten.
a_program_is_no_output() {
    is_there
    printf '#!/bin/sh\n' >"$scratch/script"
    for option in --output --json --csv --html --trace --rows --call-log; do
        cp "$scratch/work" "$scratch/not_output"
        not_run 125 'this is a program, and would be overwritten' $option ./not_output ./work
        not_run 125 'this is a program, and would be overwritten' $option script ./work
        cmp "$scratch/work" "$scratch/not_output"
        [ "$(cat "$scratch/script")" = '#!/bin/sh' ]
    done
    not_run 125 'this option is given twice: --kernels' --kernels add --kernels sub ./work
}
memory_stays_flat() {
    is_there
    for n in 20000 200000; do
        under "$scratch/work" $n memory
        eval "kb_$n=$(sed -n 's/^VmHWM:[^0-9]*\([0-9]*\) kB/\1/p' "$scratch/got.txt")"
        [ "$(n_of add)" -eq $n ]
    done
    echo "$kb_20000 kB, then $kb_200000 kB"
    [ $((kb_200000 - kb_20000)) -lt 8000 ]
}
reading_a_stamp_costs_the_same_after_many_commands() {
    is_there
    for try in 1 2 3 4 5; do
        under "$scratch/reads" 500
        few=$(cat "$scratch/got.txt")
        under "$scratch/reads" 8000
        many=$(cat "$scratch/got.txt")
        echo "$few ns each of 500, $many ns each of 8000"
        if [ "$many" -lt $((5 * few)) ]; then return; fi
    done
    return 1
}
for mode in layer stand-in; do
    for how in plain fails open leaks forks thread code; do
        check programs_run_as_without $mode $how
    done
    check a_library_that_is_opened_and_closed_is_seen $mode
    check a_program_that_clears_its_environment_runs_as_without $mode
    check the_c_library_may_come_first
    check everything_else_runs_as_without $mode
done
mode=
check each_of_several_queues_has_a_line
check counts_are_those_of_a_counting_layer
for how in KILL SEGV ABRT quick _exits open; do check nothing_is_lost_at_a_sudden_end $how; done
for how in waits stamps reads waits,KILL stamps,KILL; do check what_is_put_off_is_counted $how; done
check few_are_lost_that_were_put_off 5000 1
check few_are_lost_that_were_put_off 30000 8
check a_process_that_did_not_end_by_exit_has_a_document
check no_share_is_more_than_all
for how in KILL open; do check rows_that_were_not_yet_written_are_counted $how; done
check findings_outlive_a_kill
check rows_and_trace_outlive_a_kill
check events_that_leak_have_no_place_that_is_none
check the_call_that_a_crash_was_in_is_named
check calls_in_a_callback_are_inside_the_call_around_it
check an_exit_in_a_signal_handler_ends_the_program
check an_exit_where_gtprof_gets_memory_asks_for_none
check a_call_that_is_left_by_a_jump_is_over
check page_faults_of_gtprof_itself_are_none_of_a_timer
check what_a_trace_takes_inside_a_timer_is_its_part_kit
check rows_of_commands_alone_leave_calls_out_of_their_trace
check sleeps_and_calls_that_did_not_return_have_their_parts
check a_signal_is_handed_on
check times_are_those_of_the_program stamps
check faults_are_found healthy ''
check faults_are_found waits 'needless-wait '
check faults_are_found writes 'small-transfers '
check faults_are_found builds 'build-in-loop '
check faults_are_found reads 'blocking-read small-transfers ' 10000
check reads_that_wait_for_kernels_take_no_time_of_their_own
check faults_are_found leaks 'leaked-events '
check faults_are_found 'waits,writes,builds,leaks' 'build-in-loop leaked-events needless-wait small-transfers ' 2000
check what_is_released_last_is_released
check parts_of_the_time_are_whole
check the_largest_share_comes_first
check shapes_names_and_ranges_can_be_chosen
check a_chosen_part_has_an_account_of_its_own
check a_launch_before_the_part_is_the_first_one
check a_trace_has_each_call_command_and_arrow
check a_trace_has_all_events_of_a_list
check commands_of_a_thread_that_ended_before_are_counted
check copies_stand_by_size_and_direction
check copies_of_images_have_their_bytes
check copies_that_no_device_can_make_have_no_rate
check each_thread_has_its_calls
check the_time_in_a_queue_is_that_of_the_program
check what_runs_in_command_buffers_is_not_known
check commands_of_every_kind_have_rows_and_a_function_of_the_host_computes
check wrong_choices_of_rows_are_said
mkfifo "$scratch/dead"
check a_dead_reader_ends_nothing
check a_full_stdout_has_its_cause
check files_of_the_program_have_its_text_alone
check what_profiling_costs_is_measured_only_if_that_is_a_small_part
check a_long_trace_is_whole_or_ends_where_it_should
check first_launches_are_counted
check a_wait_for_other_commands_is_no_first_use
check what_came_too_late_is_not_known
check the_time_of_a_trace_is_gtprofs
check each_call_has_a_line_with_its_arguments
check a_page_has_all_processes_and_their_findings
check a_page_with_a_trace_has_its_timeline
check queues_are_left_alone_on_request
check each_name_of_the_loader_has_the_library_that_it_has_without
check each_process_has_a_report
check what_was_not_seen_is_said
check why_a_program_does_not_run_is_said
check a_program_is_no_output
check memory_stays_flat
check reading_a_stamp_costs_the_same_after_many_commands
