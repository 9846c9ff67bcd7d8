#!/bin/sh
# long: yes
# The program's own timers under gtprof: which readings of clocks count, what the times between them are called, and
# what is said of them; and that calls.h, compiled into the same program, finds the same.
. "$(dirname "$0")/../lib/check.sh"
. tests/lib/gtprof.sh

# ./timed HOW: one kernel, 12 times, between two readings of a clock
cat >"$scratch/timed.c" <<'END'
#include <CL/cl.h>
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>
static const char *how = "";
static int is(const char *word) { return strstr(how, word) != NULL; }
double read_elsewhere(void);
static double now_s(void) {
    struct timespec t;
    struct timeval v;
    struct rusage u;
    struct tms p;
#ifdef LIBRARY
    if (is("library")) return read_elsewhere();
#endif
    if (is("blind")) return 0;
    if (is("ticks")) return (double)clock() / CLOCKS_PER_SEC;
    if (is("usage")) {
        getrusage(RUSAGE_THREAD, &u);
        return (double)u.ru_utime.tv_sec + 1e-6 * (double)u.ru_utime.tv_usec;
    }
    if (is("tms")) return (times(&p), (double)p.tms_utime / (double)sysconf(_SC_CLK_TCK));
    if (is("day")) return (gettimeofday(&v, NULL), (double)v.tv_sec + 1e-6 * (double)v.tv_usec);
    if (is("c11")) return (timespec_get(&t, TIME_UTC), (double)t.tv_sec + 1e-9 * (double)t.tv_nsec);
    clock_gettime(is("thread") ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
static void say(void) {         /* a line of a log, or a time since the line before */
    struct timeval v;
    gettimeofday(&v, NULL);
    if (is("dated") && !localtime(&v.tv_sec)) abort();
}
static volatile double told_s;
static void CL_CALLBACK told(cl_event event, cl_int status, void *unused) {
    told_s = event && status <= CL_RUNNING && !unused ? now_s() : 0;
}
static void *launch_once(void *with) {          /* a queue and a kernel */
    void **of = (void **)with;
    const size_t items = 16;
    clEnqueueNDRangeKernel((cl_command_queue)of[0], (cl_kernel)of[1], 1, NULL, &items, &items, 0, NULL, NULL);
    clFinish((cl_command_queue)of[0]);
    return NULL;
}
int main(int argc, char **argv) {
    const char *source = "kernel void work(global float *x) { float y = x[get_global_id(0)];\n"
                         "for (int i = 0; i < 1000000; i++) y = y * 0.5f + 1; x[get_global_id(0)] = y; }\n"
                         "kernel void tiny(global float *x) { x[get_global_id(0)] = 1; }";
    const size_t items = 16, local = 16;
    cl_platform_id platform;
    cl_device_id device;
    if (argc > 1) how = argv[1];
    if (is("seeded")) srand((unsigned)clock());
    const double begin = is("setup") ? now_s() : 0;
    for (int i = 0; i < 2 && is("lines"); i++) say();
    if (clGetPlatformIDs(1, &platform, NULL)) return 77;
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL)) return 77;
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    cl_command_queue queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, NULL);
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
    if (clBuildProgram(program, 1, &device, is("unoptimised") ? "-cl-opt-disable" : "", NULL, NULL)) return 77;
    cl_kernel kernel = clCreateKernel(program, "work", NULL);
    cl_mem x = clCreateBuffer(context, CL_MEM_READ_WRITE, 4096, NULL, NULL);
    clSetKernelArg(kernel, 0, sizeof x, &x);
    if (is("lines")) say();
    cl_event first = NULL;
    cl_ulong first_ns[2] = { 0, 0 };
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &local, 0, NULL, is("first") ? &first : NULL);
    clFinish(queue);
    for (unsigned i = 0; first && i < 2; i++)       /* likewise read and released by then */
        clGetEventProfilingInfo(first, CL_PROFILING_COMMAND_START + i, 8, &first_ns[i], NULL);
    if (first) clReleaseEvent(first);
    if (is("lines")) return say(), 0;
    if (is("setup") && now_s() < begin) return 1;
    for (int i = 0; is("spins") && i < 1000; i++) now_s();
    if (is("stamps")) {     /* each is waited for, so that gtprof has read and released it before the program asks */
        cl_event write, read;
        cl_ulong begin_ns = 0, end_ns = 0;
        clEnqueueWriteBuffer(queue, x, CL_TRUE, 0, 4, &argc, 0, NULL, &write);
        usleep(is("apart") ? 20000 : 0);
        clEnqueueReadBuffer(queue, x, CL_TRUE, 0, 4, &argc, 0, NULL, &read);
        clFinish(queue);
        clGetEventProfilingInfo(is("apart") ? write : read, CL_PROFILING_COMMAND_START, 8, &begin_ns, NULL);
        clGetEventProfilingInfo(read, CL_PROFILING_COMMAND_END, 8, &end_ns, NULL);
        clReleaseEvent(write);
        clReleaseEvent(read);
        if (end_ns < begin_ns) return 1;
    }
    if (is("seconds")) {
        time_t now, begin = time(&now), end;
        if (is("seed")) srand((unsigned)begin);
        if (is("date") && !localtime(&begin)) return 1;
        for (int i = 0; i < (is("once") ? 1 : 3); i++) {
            clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &local, 0, NULL, NULL);
            clFinish(queue);
            if (is("one place") && difftime(time(NULL), begin) > 100) break;
        }
        if (!is("one place")) {
            end = time(NULL);
            if (is("difference") && difftime(end, begin) < 0) return 1;
        }
        return now < 0;
    }
    if (is("many")) {
        const int many = atoi(argv[2]);
        cl_kernel tiny = clCreateKernel(program, "tiny", NULL);
        const double from = now_s();
        clSetKernelArg(tiny, 0, sizeof x, &x);
        for (int i = 0; i < many; i++) {
            clEnqueueNDRangeKernel(queue, tiny, 1, NULL, &items, &local, 0, NULL, NULL);
            if (i % 100 == 99) clFinish(queue);
        }
        clFinish(queue);
        if (is("killed")) {
            usleep(30000);      /* a timer that has run for less than 20 ms is not looked into at a wait */
            clFinish(queue);
            kill(getpid(), SIGKILL);
        }
        if (is("memory")) system("grep VmHWM /proc/$PPID/status");
        printf("%.0f ns a launch\n", 1e9 * (now_s() - from) / many);
        return 0;
    }
    for (int i = 0; is("callback") && i < 12; i++) {
        cl_event ran, gate = clCreateUserEvent(context, NULL);
        clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &local, 1, &gate, &ran);
        clSetEventCallback(ran, is("begun") ? CL_RUNNING : CL_COMPLETE, told, NULL);
        clFlush(queue);
        const double from = now_s();
        clSetUserEventStatus(gate, CL_COMPLETE);
        clFinish(queue);
        if (told_s < from) return 1;
        clReleaseEvent(ran);
        clReleaseEvent(gate);
    }
    for (int i = 0; i < (is("one launch") || is("callback") ? 0 : 12); i++) {
        const double from = now_s();
        clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &local, 0, NULL, NULL); /* the line of the timer */
        if (is("tms")) usleep(100000); /* of which processor time is a small part */
        if (!is("launch")) clFinish(queue);
        const double to = now_s();
        clFinish(queue);
        if (is("sleeps")) usleep(100);
        if (to < from) return 1;
    }
    if (is("argument") || is("beside")) {       /* the time of a call, or of a launch by another thread */
        pthread_t other;
        void *with[2] = { queue, kernel };
        (void)clock();
        clSetKernelArg(kernel, 0, sizeof x, &x);
        if (is("beside") && !pthread_create(&other, NULL, launch_once, with)) pthread_join(other, NULL);
        (void)clock();
    }
    clReleaseMemObject(x);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    if (is("once")) (void)clock();
    puts("done");
    return 0;
}
END
cat >"$scratch/chrono.cpp" <<'END'
#include <chrono>
extern "C" double read_elsewhere(void) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
END
printf '#define GPUTIME_IMPLEMENTATION\n#include "gputime_cl.h"\n#include "calls.h"\n' >"$scratch/kit.c"
line=$(sed -n '/the line of the timer/=' "$scratch/timed.c")

compiled() { # OUTPUT FLAG...
    output=$1
    shift
    # shellcheck disable=SC2086
    $CC -O2 -D_GNU_SOURCE -DCL_TARGET_OPENCL_VERSION=120 ${OPENCL_CFLAGS-} -I. -Iexamples/tools -Itests/lib \
        -o "$scratch/$output" "$@" $OPENCL_LIBS -ldl -lm -pthread
}
programs_are_built() {
    compiled timed -g "$scratch/timed.c"
    "$scratch/timed" >/dev/null || [ $? -ne 77 ] || skip 'there is no OpenCL device'
    compiled bare -s "$scratch/timed.c"
    compiled symbols "$scratch/timed.c"
    compiled kit.o -c "$scratch/kit.c"
    compiled calls -include calls.h "$scratch/timed.c" "$scratch/kit.o"
}
timer_is() { # NAME N: the table of timers has it, so often
    sed -n "s@^  $1  *\([0-9]*\)  .*@\1@p" "$scratch/report" | tee "$scratch/n"
    [ "$(cat "$scratch/n")" = "$2" ]
}
# What is wrong with a time of the program.
judged() {
    grep -oE '^  (fault|warning) .*' "$1" |
        grep -oE '(no-sync|cpu-clock|coarse|jit-in-region|unwarmed|stamps-apart)' | sort -u
}
finds() { # FINDING HOW
    under "$scratch/timed" "$2"
    judged "$scratch/report" >"$scratch/found"
    [ "$(cat "$scratch/found")" = "$1" ]
}
lines_without_dates_are_timed() {       # the launch may be compiled already
    under "$scratch/timed" lines
    judged "$scratch/report" | grep -qE '^(jit-in-region|unwarmed)$'
}
a_timer_is_named_after_its_line() {
    under "$scratch/timed"
    timer_is "timer timed.c:$line" 12
    [ "$(cat "$scratch/got.txt")" = done ]
}
without_debug_information_it_has_the_function() {
    under "$scratch/symbols"
    timer_is 'timer [0-9] in main (clEnqueueNDRangeKernel)' 12
}
without_symbols_it_has_the_program() {
    under "$scratch/bare"
    timer_is 'timer [0-9] in bare (clEnqueueNDRangeKernel)' 12
}
a_function_in_rust_has_its_name() {
    cat >"$scratch/rust.c" <<'END'
#include "plain.h"
#include <dlfcn.h>
#include <stdio.h>
#include <time.h>
void run(cl_command_queue queue, cl_kernel kernel) __asm__("_ZN3job3run17h0123456789abcdefE");
void run(cl_command_queue queue, cl_kernel kernel) {
    const size_t items = 16;
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL);
    clFinish(queue);
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%ld\n", end.tv_nsec - begin.tv_nsec);
}
int main(void) {
    const cl_kernel kernel = plain_slow_kernel();
    run(plain_queue(0), kernel);
    return dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_NOLOAD) ? 0 : 77;
}
END
    compiled rust "$scratch/rust.c"
    under "$scratch/rust"
    [ "$status" -ne 77 ] || skip 'this driver brings no library of C++'
    timer_is 'timer 1 in job::run (clEnqueueNDRangeKernel)' 1
}
# Headers are inlined into programs, and programs into headers, as a function that a thread of C++ begins with. GNU
# addr2line 2.40 sometimes takes the innermost line for one of the program's file: 4610 here.
a_timer_has_no_line_of_a_header() { # LINE LINES-OF-THE-CALL LINES-OF-THE-READING
    mkdir -p "$scratch/answers"
    cat >"$scratch/answers/addr2line" <<END
#!/bin/sh
reading=
for at; do
    case \$at in 0x*) ;; *) continue ;; esac
    echo "\$at"
    if [ "\$reading" ]; then printf '%s\n' $3; reading=; else printf '%s\n' $2; reading=1; fi
done
END
    chmod +x "$scratch/answers/addr2line"
    (PATH=$scratch/answers:$PATH && under "$scratch/timed" && timer_is "timer $1" 12)
}
# Debug information may be huge, or lie on a disk that does not answer.
a_report_does_not_wait_for_lines_for_ever() {
    mkdir -p "$scratch/stuck"
    printf '#!/bin/sh\nexec sleep 60\n' >"$scratch/stuck/addr2line"
    chmod +x "$scratch/stuck/addr2line"
    (PATH=$scratch/stuck:$PATH && under "$scratch/timed" &&
     timer_is 'timer 1 in main (clEnqueueNDRangeKernel)' 12)
    grep -q '^  Lines of some timers are not known: addr2line took longer than 10 s.$' "$scratch/report"
}
timers_of_one_line_are_told_apart_by_where_it_was_inlined() {
    cat >"$scratch/inlined.c" <<'END'
#include <stdio.h>
#include <time.h>
#include "plain.h"
static cl_command_queue queue;
static cl_kernel kernel;
static void __attribute__((noinline)) work(void) {
    const size_t one = 1;
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL);  /* the line of the call */
    clFinish(queue);
}
static inline __attribute__((always_inline)) double timed(void) {
    struct timespec from, to;
    clock_gettime(CLOCK_MONOTONIC, &from);                                      /* the line of the reading */
    work();
    clock_gettime(CLOCK_MONOTONIC, &to);
    return (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
}
int main(void) {
    kernel = plain_slow_kernel();
    if (!kernel) return 77;
    queue = plain_queue(0);
    work();
    const double one = timed();                                                 /* inlined once */
    const double other = timed();                                               /* inlined twice */
    return printf("%f %f\n", one, other) < 0;
}
END
    compiled inlined -g "$scratch/inlined.c"
    under "$scratch/inlined"
    [ "$status" != 77 ] || skip 'there is no OpenCL device'
    line_of() { echo "inlined.c:$(sed -n "/$1 \*/=" "$scratch/inlined.c")"; }
    call=$(line_of 'of the call')
    read=$(line_of 'of the reading')
    for once in once twice; do
        timer_is "timer $call (read at $read, called at $(line_of "inlined $once"))" 1
    done
}
the_first_reading_may_come_before_the_first_call() {
    under "$scratch/timed" setup
    timer_is "timer timed.c:$line" 12
    timer_is "timer timed.c:$(sed -n '/clGetPlatformIDs(1/=' "$scratch/timed.c")" 1
    awk '/^  timer/ && $3 == 1 { found = $4 " " $5 } /^  clBuildProgram/ { built = $4 " " $5 }
        function ns(x, n) { split(x, n, " "); return n[1] * (n[2] == "s" ? 1e9 : n[2] == "ms" ? 1e6 : 1e3) }
        END { print found, built; exit !(ns(found) > ns(built)) }' "$scratch/report"       # it has the build
}
a_build_without_optimisation_has_no_place() {
    under "$scratch/timed" unoptimised
    grep -q '^  warning  program: debug-build: its kernels were built with -cl-opt-disable' "$scratch/report"
}
readings_in_a_library_count() {
    "${CXX:-g++}" -O2 -g -fPIC -shared -o "$scratch/libchrono.so" "$scratch/chrono.cpp" ||
        skip 'there is no C++ compiler'
    compiled library -g -DLIBRARY "$scratch/timed.c" -L"$scratch" -lchrono "-Wl,-rpath,$scratch"
    under "$scratch/library" 'library launch'
    timer_is "timer timed.c:$line" 12
    [ "$(judged "$scratch/report")" = no-sync ]
}
# The kit in a program reads the system's clock and the process's resources for itself, around each phase too.
python_can_run() {
    python3 -c 'import ctypes' 2>/dev/null || skip 'there is no python3'
    cat >"$scratch/run.c" <<'END'
#include "plain.h"
static cl_command_queue queue;
static cl_kernel kernel;
int prepare(void) {
    kernel = plain_kernel("kernel void work(global float *x) { x[get_global_id(0)] = 1; }", "work");
    if (kernel) queue = plain_queue(0);
    return kernel ? 0 : 77;
}
int run(void) {
    const size_t items = 16;
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL);
    return clFinish(queue);
}
END
    compiled run.so -shared -fPIC "$scratch/run.c"
}
# Readings of Python's own library do not count: a file has a lock, which reads the clock.
a_timer_in_python_is_named_after_the_line_of_its_reading() {
    python_can_run
    cat >"$scratch/script.py" <<END
import ctypes, logging, time
library = ctypes.CDLL("$scratch/run.so")
library.prepare()
library.run()
for i in range(12):
    begin = time.perf_counter()
    library.run()
    open(__file__).read()
    logging.debug("a record has a time")
    print(time.perf_counter() - begin)
END
    under python3 "$scratch/script.py"
    [ $status -eq 0 ]
    timer_is 'timer script.py:6 (clEnqueueNDRangeKernel)' 12
    ! grep -q '^  timer .*script.py:[^6]' "$scratch/report" || return 1
}
# One line reads for all functions below a decorator, and for all uses of a context manager. PyDLL keeps Python's lock,
# as PyOpenCL does.
a_timer_in_python_says_whose_it_is() {
    python_can_run
    cat >"$scratch/script.py" <<END
import contextlib, ctypes, time
library = ctypes.PyDLL("$scratch/run.so")
library.prepare()
library.run()
def timed(f):
    def wrapper():
        begin = time.perf_counter()
        f()
        print(time.perf_counter() - begin)
    return wrapper
@timed
def one(): library.run()
@timed
def two(): library.run()
@contextlib.contextmanager
def timer():
    begin = time.perf_counter()
    yield
    print(time.perf_counter() - begin)
for i in range(12):
    one()
    two()
    with timer():
        library.run()
END
    under python3 "$scratch/script.py"
    [ $status -eq 0 ]
    timer_is 'timer script.py:7 of one (clEnqueueNDRangeKernel)' 12
    timer_is 'timer script.py:7 of two (clEnqueueNDRangeKernel)' 12
    timer_is 'timer script.py:23 (clEnqueueNDRangeKernel)' 12
}
pythons_readings_for_a_lock_and_a_sleep_do_not_count() {
    python_can_run
    cat >"$scratch/script.py" <<END
import ctypes, threading, time
library = ctypes.PyDLL("$scratch/run.so")
library.prepare()
library.run()
lock = threading.Lock()
for i in range(12):
    begin = time.perf_counter()
    lock.acquire()
    lock.release()
    library.run()
    time.sleep(0.0001)
    print(time.perf_counter() - begin)
END
    under python3 "$scratch/script.py"
    [ $status -eq 0 ]
    timer_is 'timer script.py:7 (clEnqueueNDRangeKernel)' 12
    ! grep -q '^  timer .*script.py:[^7]' "$scratch/report" || return 1
}
# libjvm.so reads for the program in a function that code outside of all modules calls; else it reads for itself. It
# reads a clock of processor time one function deeper. The machine of Mono is known by a function of its own.
readings_of_a_machine_are_not_the_programs() { # ... LIBRARY
    cat >"$scratch/jvm.c" <<'END'
#include <time.h>
long long JVM_NanoTime(void), JVM_Works(void), MACHINE(void), JVM_ThreadTime(void);
static __attribute__((noinline)) long long now(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return 1000000000ll * t.tv_sec + t.tv_nsec;
}
long long JVM_NanoTime(void) { return now(CLOCK_MONOTONIC) + 1; }
long long JVM_Works(void) { return now(CLOCK_MONOTONIC) + 2; }
long long MACHINE(void) { return 0; }
long long JVM_ThreadTime(void) { return now(CLOCK_THREAD_CPUTIME_ID) + 1; }
END
    cat >"$scratch/java.c" <<'END'
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include "plain.h"
long long JVM_NanoTime(void), JVM_Works(void), JVM_ThreadTime(void);
static long long call(long long (*f)(void)) { return f(); }
static long long (*made)(long long (*)(void)) = call;       /* does the same by code that is made at run time */
static void make(void) {
#ifdef __x86_64__
    static const unsigned char code[] = { 0x48, 0x83, 0xec, 8, 0xff, 0xd7, 0x48, 0x83, 0xc4, 8, 0xc3 };
    void *at = mmap(NULL, sizeof code, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at != MAP_FAILED) memcpy(&made, &at, sizeof made), memcpy(at, code, sizeof code);
#endif
}
int main(int argc, char **argv) {
    static const size_t items = 16;
    long long (*const time)(void) = argc > 1 ? JVM_ThreadTime : JVM_NanoTime;
    cl_kernel kernel = plain_slow_kernel();
    cl_command_queue queue = kernel ? plain_queue(0) : NULL;
    int i;
    make();
    if (argc > 1 && made == call) return 77;
    for (i = 0; i < 13; i++) {
        const long long begin = made(time);
        clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL);
        if (i % 4 == 3) made(JVM_Works);
        clFinish(queue);
        printf("%s %lld\n", argv[0], made(time) - begin);
    }
    return 0;
}
END
    $CC -O1 -fPIC -shared "-DMACHINE=$2" -o "$scratch/lib$1.so" "$scratch/jvm.c"
    compiled java "$scratch/java.c" -L"$scratch" "-l$1" "-Wl,-rpath,$scratch"
    under "$scratch/java"
    timer_is 'timer 1 in main (clEnqueueNDRangeKernel)' 13
    if grep no-sync "$scratch/report"; then return 1; fi
    under "$scratch/java" thread
    [ $status -ne 77 ] || return 0
    timer_is 'timer 1 in main (clEnqueueNDRangeKernel)' 13
    grep -q 'fault .*timer 1 in main.*cpu-clock' "$scratch/report"
}
# A library that waits for events reads the clock, calls the program, and reads it again. The program may read it by a
# function of the same library.
readings_of_a_loop_of_events_are_not_the_programs() {
    cat >"$scratch/uv.c" <<'END'
#include <time.h>
long long uv_hrtime(void);
int uv_run(int (*call)(void));
static __attribute__((noinline)) long long now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1000000000ll * t.tv_sec + t.tv_nsec;
}
static long long loop_time;
static __attribute__((noinline)) void update(void) { loop_time = now(); }
long long uv_hrtime(void) { return now() + 1; }
int uv_run(int (*call)(void)) {
    do update(); while (call());
    update();
    return 0;
}
END
    cat >"$scratch/events.c" <<'END'
#include <stdio.h>
#include "plain.h"
long long uv_hrtime(void);
int uv_run(int (*call)(void));
static cl_kernel kernel;
static cl_command_queue queue;
static int own, waits, n;
static int called(void) {
    static const size_t items = 16;
    const long long begin = own ? uv_hrtime() : 0;
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL);
    if (waits) clFinish(queue);
    if (own) printf("%lld\n", uv_hrtime() - begin);
    if (own && !waits) clFinish(queue);
    clFlush(queue);
    return ++n < 13;
}
int main(int argc, char **argv) {
    own = argc > 1;
    waits = argc > 1 && argv[1][0] == 'w';
    kernel = plain_slow_kernel();
    queue = kernel ? plain_queue(0) : NULL;
    uv_run(called);
    clFinish(queue);
    return 0;
}
END
    $CC -O1 -fPIC -shared -o "$scratch/libloop.so" "$scratch/uv.c"
    compiled events "$scratch/events.c" -L"$scratch" -lloop "-Wl,-rpath,$scratch"
    under "$scratch/events"
    [ -z "$(judged "$scratch/report")" ]
    if grep "the program's timers  " "$scratch/report"; then return 1; fi
    under "$scratch/events" own
    timer_is 'timer 1 in called (clEnqueueNDRangeKernel)' 13
    [ "$(judged "$scratch/report")" = no-sync ]
    under "$scratch/events" waits
    timer_is 'timer 1 in called (clEnqueueNDRangeKernel)' 13
    if grep no-sync "$scratch/report"; then return 1; fi
}
# A condition variable of C++ reads the clock for its limit, in the program's own code. Its wait ends with a callback.
# Timings around the wait are complete, and those of the launch alone (limits) are not. Both ways find the same.
readings_for_the_limit_of_a_wait_are_no_ends_of_timings() { # FINDING PROGRAM
    cat >"$scratch/limits.cpp" <<'END'
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include "plain.h"
static std::mutex m;
static std::condition_variable changed;
static bool over;
static void CL_CALLBACK told(cl_event, cl_int, void *) {
    std::lock_guard<std::mutex> lock(m);
    over = true;
    changed.notify_one();
}
int main() {
    const cl_kernel kernel = plain_slow_kernel();
    if (!kernel) return 77;
    const cl_command_queue queue = plain_queue(0);
    const size_t one = 1;
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL);
    clFinish(queue);
    double sum = 0;
    for (int i = 0; i < 10; i++) {
        cl_event event;
        over = false;
        const auto begin = std::chrono::steady_clock::now();
        clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, &event);
        const auto end = std::chrono::steady_clock::now();
        clSetEventCallback(event, CL_COMPLETE, told, NULL);
        clFlush(queue);
        std::unique_lock<std::mutex> lock(m);
        while (!over) changed.wait_for(lock, std::chrono::seconds(5));
        sum += std::chrono::duration<double>(end - begin).count();
        clReleaseEvent(event);
    }
    std::printf("%f\n", sum);
    return 0;
}
END
    awk '/const auto end/ { end = $0; next } /sum \+=/ { print end } { print }' "$scratch/limits.cpp" \
        >"$scratch/whole.cpp"
    flags="-std=c++11 -O2 -w -DCL_TARGET_OPENCL_VERSION=120 ${OPENCL_CFLAGS-} -I. -Iexamples/tools -Itests/lib"
    # shellcheck disable=SC2086
    "${CXX:-g++}" $flags -o "$scratch/limits" "$scratch/$2.cpp" $OPENCL_LIBS -pthread ||
        skip 'there is no C++ compiler'
    # shellcheck disable=SC2086
    "${CXX:-g++}" $flags -include calls.h -o "$scratch/limits.kit" "$scratch/$2.cpp" "$scratch/kit.o" $OPENCL_LIBS \
        -ldl -lm -pthread
    under "$scratch/limits"
    [ "$status" != 77 ] || skip 'there is no OpenCL device'
    GT_REPORT="$scratch/limits.txt" GT_WIDE=1 "$scratch/limits.kit"
    for report in "$scratch/report" "$scratch/limits.txt"; do
        judged "$report" | tee "$scratch/found"
        [ "$(cat "$scratch/found")" = "$1" ]
    done
    rm -f "$scratch/limits.txt"
}
# Ruby's collector reads the clock of processor time, in a library that also reads clocks for the program.
readings_of_rubys_collector_are_not_the_programs() {
    cat >"$scratch/ruby.c" <<'END'
#include <time.h>
double rb_clock(void);
void rb_gc(void);
double rb_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
void rb_gc(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
}
END
    cat >"$scratch/collects.c" <<'END'
#include <stdio.h>
#include "plain.h"
double rb_clock(void);
void rb_gc(void);
int main(void) {
    static const size_t items = 16;
    cl_kernel kernel = plain_slow_kernel();
    cl_command_queue queue = kernel ? plain_queue(0) : NULL;
    int i;
    for (i = 0; i < 13; i++) {
        const double begin = rb_clock();
        clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL);
        rb_gc();
        rb_gc();
        clFinish(queue);
        printf("%.6f\n", rb_clock() - begin);
    }
    return 0;
}
END
    $CC -O1 -fPIC -shared -o "$scratch/libruby.so" "$scratch/ruby.c"
    compiled collects "$scratch/collects.c" -L"$scratch" -lruby "-Wl,-rpath,$scratch"
    under "$scratch/collects"
    grep -qE '^  timer 1 in .*clEnqueueNDRangeKernel\) +13 ' "$scratch/report"
    if grep -E 'cpu-clock|no-sync' "$scratch/report"; then return 1; fi
}
a_program_that_traps_invalid_operations_runs_as_without() {
    cat >"$scratch/traps.c" <<'END'
#include <fenv.h>
#include "plain.h"
int main(void) {
    static const size_t items = 16;
    cl_kernel kernel = plain_kernel("kernel void work(global float *x) { x[get_global_id(0)] = 1; }", "work");
    cl_command_queue queue = kernel ? plain_queue(0) : NULL;
    int i;
    feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW);
    feraiseexcept(FE_INEXACT);
    for (i = 0; i < 20; i++) {
        clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL);
        clFinish(queue);
    }
    return fegetexcept() != (FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW) || !fetestexcept(FE_INEXACT);
}
END
    compiled traps "$scratch/traps.c"
    "$scratch/traps" || skip 'this program fails alone'
    under "$scratch/traps"
    [ $status -eq 0 ]
    [ "$(n_of clEnqueueNDRangeKernel)" -eq 20 ]
}
clocks_of_go_are_said_to_be_unseen() {
    command -v go >/dev/null || skip 'there is no Go'
    mkdir "$scratch/go"
    cat >"$scratch/go/main.go" <<'END'
package main

// #cgo LDFLAGS: -lOpenCL
// int clGetPlatformIDs(unsigned n, void *platforms, unsigned *count);
import "C"

func main() { var n C.uint; C.clGetPlatformIDs(0, nil, &n) }
END
    (cd "$scratch/go" && GOCACHE=$scratch/go/cache GOFLAGS=-mod=mod GO111MODULE=off go build -o ../of_go .) ||
        skip 'Go cannot compile'
    under "$scratch/of_go"
    grep -q "own timers are not seen: Go reads clocks without the C library" "$scratch/report"
    sed -n 1p "$scratch/report" | grep -qE "^gtprof: of_go, process [0-9]+$"
}
# A program in Go ends within the first second, and without exit: it is judged by what was known when it read stamps.
# If it goes on to launch, that says too little.
stamps_that_go_reads_are_judged_at_once() {
    command -v go >/dev/null || skip 'there is no Go'
    mkdir -p "$scratch/go_stamps"
    cat >"$scratch/go_stamps/main.go" <<'END'
package main

// #cgo LDFLAGS: -lOpenCL
// #include "plain.h"
// static cl_kernel kernel;
// static cl_command_queue queue;
// static int open_it(void) {
//     kernel = plain_kernel("kernel void work(global float *x) { x[get_global_id(0)] = 1; }", "work");
//     if (kernel) queue = plain_queue(CL_QUEUE_PROFILING_ENABLE);
//     return kernel != NULL;
// }
// static cl_ulong launch(void) {
//     const size_t items = 64;
//     cl_event event;
//     cl_ulong start = 0, end = 0;
//     clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, &event);
//     clWaitForEvents(1, &event);
//     clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL);
//     clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL);
//     clReleaseEvent(event);
//     return end - start;
// }
import "C"
import ("fmt"; "os")

func main() {
	if C.open_it() == 0 { os.Exit(77) }
	least := C.launch()
	for i := 1; i < len(os.Args) * 10 - 10; i++ {
		ns := C.launch()
		if ns < least { least = ns }
	}
	fmt.Println(least)
}
END
    (cd "$scratch/go_stamps" && GOFLAGS=-mod=mod GOCACHE=$scratch/go_stamps/cache GO111MODULE=off \
        CGO_CFLAGS="-I$GT_SOURCE_DIR/tests/lib -DCL_TARGET_OPENCL_VERSION=120" go build -o ../in_go .) ||
        skip 'Go cannot compile'
    under "$scratch/in_go"
    grep -qE '^  warning  program: unwarmed: .* in 1 launch' "$scratch/report"
    under "$scratch/in_go" more
    if grep -E '^  (fault|warning)' "$scratch/report"; then return 1; fi
}
readings_of_a_kit_inside_are_not_the_programs() {
    cat >"$scratch/inside.c" <<'END'
#define GPUTIME_IMPLEMENTATION
#include "gputime_cl.h"
int main(void) {
    const char *source = "kernel void work(global float *x) { x[get_global_id(0)] = 1; }";
    const size_t items = 1024;
    gt_cl cl;
    cl_int error;
    if (gt_cl_open(&cl, NULL) != GT_OK) return 1;
    cl_mem x = clCreateBuffer(cl.context, CL_MEM_READ_WRITE, items * sizeof(float), NULL, &error);
    cl_program program = gt_cl_program(&cl, source, NULL, "work");
    cl_kernel work = clCreateKernel(program, "work", &error);
    clSetKernelArg(work, 0, sizeof x, &x);
    for (int i = 0; i < 20; i++)
        GT_SCOPE_CL(cl.queue, "work")
            GT_CL(clEnqueueNDRangeKernel(cl.queue, work, 1, NULL, &items, NULL, 0, NULL, GT_EVENT));
    GT_TRIAL("trial", .max_n = 20)
        GT_CL(clEnqueueNDRangeKernel(cl.queue, work, 1, NULL, &items, NULL, 0, NULL, GT_EVENT));
    return gt_report(stdout) != GT_OK;
}
END
    compiled inside -g -D_POSIX_C_SOURCE=200809L -I. "$scratch/inside.c"
    under "$scratch/inside"
    [ "$(n_of clEnqueueNDRangeKernel)" -ge 20 ]
    if grep -E '^  timer|cpu-clock' "$scratch/report"; then return 1; fi
}
sleeps_are_calls() {
    under --call-log "$scratch/log" "$scratch/timed" sleeps
    [ "$(n_of usleep)" = 12 ]
    [ "$(grep -cE '^[0-9.]+ ms  thread [0-9]+  usleep\(100\) = 0  [0-9.]+ [num]s$' "$scratch/log")" -eq 12 ]
}
# A write makes the memory of its buffer. Ten writes into one that is written before are timed, and their stamps read,
# when the layer has released the rows of these commands. Their rows stay in tests/field/stamps_of_fresh.c.
stamps_of_a_first_write_are_a_finding_where_the_program_reads_them() { # HOW CODE
    cat >"$scratch/writes.c" <<'END'
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "plain.h"
static double now_s(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
static double lasted_ns(cl_event e) {
    cl_ulong start = 0, end = 0;
    clGetEventProfilingInfo(e, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL);
    clGetEventProfilingInfo(e, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL);
    return (double)(end - start);
}
int main(int argc, char **argv) {
    enum { small = 1 << 20, large = 1 << 26 };
    char *const bytes = calloc(1, large);
    cl_event e;
    double ns = 0;
    if (!plain_kernel("kernel void work(global float *x) { x[0] = 1; }", "work")) return 77;
    const cl_command_queue queue = plain_queue(CL_QUEUE_PROFILING_ENABLE);
    const cl_mem to[2] = { clCreateBuffer(plain_context, CL_MEM_READ_WRITE, large, NULL, NULL),
                           clCreateBuffer(plain_context, CL_MEM_READ_WRITE, small, NULL, NULL) };
    memset(bytes, 1, large);
    clEnqueueWriteBuffer(queue, to[1], CL_TRUE, 0, small, bytes, 0, NULL, NULL);
    clEnqueueWriteBuffer(queue, to[0], CL_TRUE, 0, large, bytes, 0, NULL, &e);
    if (argc > 1 && !strcmp(argv[1], "first")) ns += lasted_ns(e);
    clReleaseEvent(e);
    for (int i = 0; i < 10; i++) {
        const double from = now_s();
        clEnqueueWriteBuffer(queue, to[1], CL_FALSE, 0, small, bytes, 0, NULL, &e);
        clFinish(queue);
        if (now_s() < from) return 1;
        ns += lasted_ns(e);
        clReleaseEvent(e);
    }
    return ns > 0 ? 0 : 1;
}
END
    compiled writes "$scratch/writes.c"
    under "$scratch/writes" "$1"
    grep -oE '/write: unwarmed' "$scratch/report" | sort -u >"$scratch/found"
    [ "$(cat "$scratch/found")" = "$2" ]
}
a_program_that_cannot_be_looked_into_is_told_so() {
    cp "$scratch/timed" "$scratch/other"
    chmod u+s "$scratch/other" || skip 'no such rights here'
    under "$scratch/other"
    tr -s ' \n' '  ' <"$scratch/report" | grep -q "own timers are not seen: it runs with the rights of another user"
}
first_launches_are_a_warning_where_a_launch_lies_between_two_readings_and_else_a_note() {
    for how in 'blind, one launch:note' 'blind, one launch once:note' 'blind, one launch argument:note' \
        'blind, one launch beside:warning'; do
        under --json "$scratch/run.json" "$scratch/timed" "${how%:*}"
        GT_REPORT="$scratch/calls.txt" "$scratch/calls" "${how%:*}"
        grep -q "^  ${how#*:}  *program: unwarmed:" "$scratch/calls.txt"
        rm "$scratch/calls.txt"
        grep -o '"code":"unwarmed","severity":"[a-z]*","series":"program"' "$scratch/run.json" | tee "$scratch/said"
        grep -q "\"severity\":\"${how#*:}\"" "$scratch/said"
        [ "${how#*:}" = note ] || grep -q '^  warning  *program: unwarmed:' "$scratch/report"
    done
}
# Two marks a loop, and two of a loop that does nothing else: those next to calls.
readings_are_marks_of_the_trace() { # WAY HOW CLOCK N
    rm -f "$scratch/marks.json"
    case $1 in
    gtprof) under --trace "$scratch/marks.json" "$scratch/timed" "$2" ;;
    calls) GT_REPORT=/dev/null GT_TRACE="$scratch/marks.json" "$scratch/calls" "$2" ;;
    esac
    grep '"ph":"i",.*"cat":"clock"' "$scratch/marks.json" | tee "$scratch/marks"
    [ "$(grep -c "\"name\":\"$3\"" "$scratch/marks")" -eq "$4" ]
    [ "$(wc -l <"$scratch/marks")" -eq "$4" ]
    ! command -v python3 >/dev/null || python3 tests/lib/files.py trace "$scratch/marks.json"
    # Between two marks in turn stand the launch and the wait that they time.
    python3 - "$scratch/marks.json" <<'END' || { command -v python3 >/dev/null && return 1; }
import json, sys
events = json.load(open(sys.argv[1]))
at = sorted(e["ts"] for e in events if e.get("cat") == "clock")[-24:]
calls = [(e["ts"], e["name"]) for e in events if e.get("cat") == "call"]
for begin, end in zip(at[::2], at[1::2]):
    timed = [name for ts, name in sorted(calls) if begin <= ts <= end]
    assert timed == ["clEnqueueNDRangeKernel", "clFinish"], timed
END
}
# Two queues whose commands wait for each other by barriers alone: 20 arrows between queues, in a program that reads a
# clock and in one that reads none.
barriers_are_arrows_between_queues() { # HOW
    cat >"$scratch/barriers.c" <<'END'
#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <time.h>
static void barrier(cl_command_queue queue, cl_event event) { clEnqueueBarrierWithWaitList(queue, 1, &event, NULL); }
int main(int argc, char **argv) {
    const char *source = "kernel void work(global float *x) { x[get_global_id(0)] += 1; }";
    static float host[1024];
    const size_t items = 1024;
    cl_platform_id platform[8];
    cl_device_id device = NULL;
    cl_uint platforms;
    cl_int error;
    struct timespec now;
    clGetPlatformIDs(8, platform, &platforms);
    for (cl_uint i = 0; i < platforms && !device; i++)
        clGetDeviceIDs(platform[i], CL_DEVICE_TYPE_CPU, 1, &device, NULL);
    if (!device) clGetDeviceIDs(platform[0], CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    cl_command_queue copies = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &error);
    cl_command_queue compute = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &error);
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
    clBuildProgram(program, 1, &device, "", NULL, NULL);
    cl_kernel work = clCreateKernel(program, "work", &error);
    cl_mem x = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof host, NULL, &error);
    clSetKernelArg(work, 0, sizeof x, &x);
    for (int i = 0; i < 10; i++) {
        cl_event there, ran;
        if (argc > 1) clock_gettime(CLOCK_MONOTONIC, &now);
        clEnqueueWriteBuffer(copies, x, CL_FALSE, 0, sizeof host, host, 0, NULL, &there);
        clFlush(copies);
        barrier(compute, there);
        clEnqueueNDRangeKernel(compute, work, 1, NULL, &items, NULL, 0, NULL, &ran);
        clFlush(compute);
        barrier(copies, ran);
        clEnqueueReadBuffer(copies, x, CL_FALSE, 0, sizeof host, host, 0, NULL, NULL);
        clFinish(copies);
        clReleaseEvent(there);
        clReleaseEvent(ran);
    }
    return 0;
}
END
    compiled barriers -g -D_POSIX_C_SOURCE=200809L "$scratch/barriers.c"
    # shellcheck disable=SC2086
    under --trace "$scratch/barriers.json" "$scratch/barriers" $1
    command -v python3 >/dev/null || skip 'there is no python3'
    python3 - "$scratch/barriers.json" <<'END'
import json, sys
events = json.load(open(sys.argv[1]))
ends = {e["id"]: e["pid"] for e in events if e["ph"] == "f" and e["name"] in ("wait", "order")}
between = [e for e in events if e["ph"] == "s" and e["name"] in ("wait", "order") and ends[e["id"]] != e["pid"]]
print(len(between), "arrows between queues")
assert len(between) == 20, between
END
}
# All commands between two readings are kept until the second one.
many_launches_between_two_readings_cost_no_more_each() {
    for try in 1 2 3; do
        few=$("$gtprof" --output /dev/null "$scratch/timed" many 4000 | sed 's/ ns.*//')
        many=$(timeout 60 "$gtprof" --output /dev/null "$scratch/timed" many 80000 | sed 's/ ns.*//')
        echo "$try: $few ns a launch of 4,000, $many ns of 80,000"
        [ -n "$few" ] && [ -n "$many" ] && [ "$many" -lt $((4 * few)) ] && return 0
    done
    return 1
}
# A timer with very many launches is folded as it runs, and its length is still told.
a_timer_with_many_launches_takes_little_memory() {
    for n in 40000 400000; do
        under "$scratch/timed" 'many, memory' $n
        eval "kb_$n=$(sed -n 's/^VmHWM:[^0-9]*\([0-9]*\) kB/\1/p' "$scratch/got.txt")"
        [ "$(n_of tiny)" = $n ]
        grep -qE '^  timer timed.c:[0-9]*  *1  *[0-9]' "$scratch/report"
    done
    echo "$kb_40000 kB, then $kb_400000 kB"
    [ $((kb_400000 - kb_40000)) -lt 16000 ]
}
# Its last reading of a clock stands before all of its launches.
commands_behind_the_last_reading_are_counted_if_the_program_is_killed() {
    under "$scratch/timed" 'many, killed' 5000
    [ "$status" -eq 137 ]
    [ "$(n_of tiny)" = 5000 ]
}
both_ways_find_the_same() { # HOW
    rm -f "$scratch/calls.txt"
    GT_REPORT="$scratch/calls.txt" "$scratch/calls" "$1"
    under "$scratch/timed" "$1"
    cat "$scratch/calls.txt"
    judged "$scratch/calls.txt" >"$scratch/one"
    judged "$scratch/report" | diff "$scratch/one" -
}

a_clock_that_is_asked_for_nothing_fails_as_it_does_without_gtprof() {
    printf '%s\n' '#include <stddef.h>' '#include <time.h>' 'int main(void) {' \
        '    struct timespec *volatile nothing = NULL;' \
        '    return clock_gettime(CLOCK_PROCESS_CPUTIME_ID, nothing) == -1 ? 42 : 0;' '}' >"$scratch/nothing.c"
    compiled nothing "$scratch/nothing.c"
    under "$scratch/nothing"
    [ "$status" -eq 42 ]
}

# gtlint gets the trace too, so that the timeline of a timer has its calls: a launch and a wait.
a_page_with_a_trace_shows_calls() {
    [ -x "$GT_BUILD_DIR/examples/gtlint" ] || skip 'gtlint is not built (make gtprof)'
    under --html "$scratch/page.html" --trace "$scratch/page.trace" "$scratch/timed" monotonic
    [ ! -s "$scratch/errors.txt" ]
    grep -q 'calls: clFinish .*, clEnqueueNDRangeKernel ' "$scratch/page.html"
    under --html "$scratch/page.html" "$scratch/timed" monotonic
    if grep -q 'calls: clFinish' "$scratch/page.html"; then return 1; fi
}

# A loop launches and reads back. One function reads the clock: before the loop, around each read, and behind the loop.
a_total_of_a_loop_is_judged() { # HOW VERDICT...
    cat >"$scratch/total.c" <<'END'
#include <CL/cl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
__attribute__((noinline)) static double now_s(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
int main(int argc, char **argv) {
    const char *how = argc > 1 ? argv[1] : "", *source =
        "kernel void work(global float *x) { x[get_global_id(0)] = 1; }";
    const size_t items = 16;
    float y[16];
    cl_platform_id platform;
    cl_device_id device;
    double begin = strstr(how, "around") ? now_s() : 0, reads = 0;
    if (clGetPlatformIDs(1, &platform, NULL)) return 77;
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL)) return 77;
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    cl_command_queue queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, NULL);
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
    if (clBuildProgram(program, 1, &device, NULL, NULL, NULL)) return 77;
    cl_kernel kernel = clCreateKernel(program, "work", NULL);
    cl_mem x = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof y, NULL, NULL);
    clSetKernelArg(kernel, 0, sizeof x, &x);
    if (strstr(how, "warm")) clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL);
    clFinish(queue);
    if (!strstr(how, "around")) begin = now_s();
    for (int i = 0; i < 20; i++) {
        clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL);
        clFinish(queue);
        const double from = now_s();
        clEnqueueReadBuffer(queue, x, CL_TRUE, 0, sizeof y, y, 0, NULL, NULL);
        reads += now_s() - from;
    }
    const double total = now_s() - begin;
    printf("%f s, reads %f s\n", total, reads);
    return 0;
}
END
    compiled total -g "$scratch/total.c"
    compiled total_calls -include calls.h "$scratch/total.c" "$scratch/kit.o"
    rm -rf "$scratch/cold.gtprof" "$scratch/cold.calls" "$scratch/calls.txt"
    POCL_CACHE_DIR=$scratch/cold.gtprof && export POCL_CACHE_DIR
    mkdir -p "$POCL_CACHE_DIR"
    under "$scratch/total" "$1"
    POCL_CACHE_DIR=$scratch/cold.calls
    mkdir -p "$POCL_CACHE_DIR"
    GT_REPORT=$scratch/calls.txt "$scratch/total_calls" "$1" >/dev/null
    unset POCL_CACHE_DIR
    for report in "$scratch/report" "$scratch/calls.txt"; do
        grep -E '^  (fault|warning|note) .*, first to last: jit-in-region' "$report" | sed 's/^  //; s/ .*//' |
            tee "$scratch/found"
        [ "$(cat "$scratch/found")" = "$2" ]
    done
    [ "$2" ] || [ -z "$(judged "$scratch/report")" ]
    rm -rf "$scratch/cold.gtprof" "$scratch/cold.calls" "$scratch/calls.txt"
}

check gtprof_is_built
check programs_are_built
check a_total_of_a_loop_is_judged cold warning
check a_total_of_a_loop_is_judged warm ''
check a_total_of_a_loop_is_judged 'warm, around' ''         # the timer that holds it all has a note
check a_page_with_a_trace_shows_calls
check a_timer_is_named_after_its_line
check without_debug_information_it_has_the_function
check without_symbols_it_has_the_program
check a_function_in_rust_has_its_name
check a_timer_has_no_line_of_a_header main.cpp:57 'cl.hpp:4610 cl.hpp:6896 main.cpp:57' main.cpp:55
check a_timer_has_no_line_of_a_header main.cpp:57 'main.cpp:4610 cl.hpp:6896 main.cpp:57' main.cpp:55
check a_timer_has_no_line_of_a_header main.cpp:55 'main.cpp:4610 cl.hpp:6896' main.cpp:55
check a_timer_has_no_line_of_a_header main.cpp:57 'main.cpp:57 main.cpp:90' main.cpp:55
check a_timer_has_no_line_of_a_header main.cpp:55 "$scratch/timed.c:4610" main.cpp:55
check a_timer_has_no_line_of_a_header main.cpp:55 'main.cpp:57 invoke.h:61' 'main.cpp:55 invoke.h:61'
check a_report_does_not_wait_for_lines_for_ever
check timers_of_one_line_are_told_apart_by_where_it_was_inlined
check the_first_reading_may_come_before_the_first_call
for way in gtprof calls; do
    check readings_are_marks_of_the_trace $way monotonic clock 24
    check readings_are_marks_of_the_trace $way ticks 'clock()' 24
    check readings_are_marks_of_the_trace $way spins clock 25
done
check a_build_without_optimisation_has_no_place
check many_launches_between_two_readings_cost_no_more_each
check a_timer_with_many_launches_takes_little_memory
check commands_behind_the_last_reading_are_counted_if_the_program_is_killed
check first_launches_are_a_warning_where_a_launch_lies_between_two_readings_and_else_a_note
check finds '' monotonic
check finds no-sync launch
check finds '' callback
check finds no-sync 'callback begun'
check finds cpu-clock usage
check finds cpu-clock tms
check finds stamps-apart 'stamps apart'
check finds '' stamps
check finds unwarmed 'blind, one launch first'
check finds unwarmed 'blind, one launch first seeded'
check finds '' 'blind, one launch seeded'
check finds '' 'blind, one launch'
# A clock around everything, with stamps that are read inside: by a program that quotes it, and by one of many readings.
check finds 'jit-in-region
unwarmed' 'setup first, one launch'
check finds unwarmed 'setup first, one launch, spins'
check finds coarse 'seconds'
check finds coarse 'seconds difference'
check finds '' 'seconds one place'
check finds '' 'seconds date'
check finds '' 'seconds seed'
check lines_without_dates_are_timed
check finds '' 'lines dated'
check readings_in_a_library_count
check a_timer_in_python_is_named_after_the_line_of_its_reading
check a_timer_in_python_says_whose_it_is
check pythons_readings_for_a_lock_and_a_sleep_do_not_count
check readings_of_a_machine_are_not_the_programs jvm JVM_Halts
check readings_of_a_machine_are_not_the_programs machine mono_get_root_domain
check readings_of_a_loop_of_events_are_not_the_programs
check readings_for_the_limit_of_a_wait_are_no_ends_of_timings '' whole
check readings_for_the_limit_of_a_wait_are_no_ends_of_timings no-sync limits
check readings_of_rubys_collector_are_not_the_programs
check a_program_that_traps_invalid_operations_runs_as_without
check clocks_of_go_are_said_to_be_unseen
check stamps_that_go_reads_are_judged_at_once
check readings_of_a_kit_inside_are_not_the_programs
check barriers_are_arrows_between_queues ''
check barriers_are_arrows_between_queues clocked
check sleeps_are_calls
check stamps_of_a_first_write_are_a_finding_where_the_program_reads_them first /write:\ unwarmed
check stamps_of_a_first_write_are_a_finding_where_the_program_reads_them later ''
check a_program_that_cannot_be_looked_into_is_told_so
check a_clock_that_is_asked_for_nothing_fails_as_it_does_without_gtprof
for how in monotonic launch day 'day launch' 'c11 launch' thread callback 'callback begun' setup 'stamps apart' \
    'blind, one launch first' 'setup first, one launch' 'setup first, one launch, spins' seconds 'seconds difference' \
    'seconds once' 'seconds one place' 'seconds date' 'seconds seed' 'lines dated'; do
    check both_ways_find_the_same "$how"
done
