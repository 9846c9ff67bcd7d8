#!/bin/sh
# beside: programs of others by themselves, under gtprof, and under another tool, in turn. In each round each way runs
# once, in another order than in the round before; a ratio is that of two runs of one round. Prints for each program and
# way the median of the ratios with its interval of 95 % (by ranks), of the time on the wall and of processor time, and
# how much longer each command took. Programs that are not installed are left out. Device: the first one of --platform,
# for hashcat and ffmpeg too where that is 0; PoCL's cache of compiled kernels is filled before.
#
# Four programs take a number of commands: in Python `pyopencl` (cheap launches) and `arrays` (PyOpenCL's own
# arithmetic, sums and scans), and in C `launches` (an argument, a launch whose event is released at once, a wait after
# each hundred: what PyOpenCL does) and `waits` (a launch, a wait, two stamps: what clpeak does to measure its latency).
# Each of their rounds has runs with few commands, too. That tells what is constant (start and report) from what each
# command costs. A further way, `profiled`, is the program with queues that profile, and nothing else: what gtprof costs
# beyond that is its own.
set -u

usage='beside: programs by themselves, under gtprof, and under another tool, in turn
  --rounds N      rounds (default: 11; fewer than 6 have no interval)
  --other WORDS   another tool: what stands before the program, such as "cliloader -d -h"
  --only TEXT     programs whose name has that in it: clpeak ffmpeg hashcat pyopencl arrays launches waits
  --platform N    of clpeak, pyopencl, arrays, launches, waits (default: 0)
  --commands N    of pyopencl, arrays, launches, waits (default: 20000)
  --out FOLDER    keeps what the programs and tools print, and the times of all runs there
  --help          this text
  -- PROGRAM...   this program instead of those'
rounds=11 other='' only='' out='' own=0 platform=0 many=20000 few=500
while [ $# -gt 0 ]; do
    case $1 in
    --help) echo "$usage"; exit 0 ;;
    --rounds) rounds=${2:?}; shift ;;
    --other) other=${2:?}; shift ;;
    --only) only=${2:?}; shift ;;
    --platform) platform=${2:?}; shift ;;
    --commands) many=${2:?}; shift ;;
    --out) out=${2:?}; shift ;;
    --) shift; own=1; break ;;
    *) echo "beside: unknown option '$1' (try --help)" >&2; exit 2 ;;
    esac
    shift
done
folder=$PWD
cd "${GT_SOURCE_DIR:-$(dirname "$0")/../..}" || exit 1
: "${GT_BUILD_DIR:=$PWD/build}"
gtprof=$GT_BUILD_DIR/gtprof
[ -x "$gtprof" ] || { echo 'beside: gtprof is not built (make gtprof)'; exit 0; }
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM
: "${out:=$scratch/out}"
mkdir -p "$out" || exit 1
out=$(cd "$out" && pwd)

# ./cost FILE PROGRAM...: runs it, and writes s on the wall and of processor time to FILE.
cat >"$scratch/cost.c" <<'END_OF_C'
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
int main(int argc, char **argv) {
    struct timespec from, to;
    struct rusage u;
    int status = 1;
    FILE *f;
    clock_gettime(CLOCK_MONOTONIC, &from);
    const pid_t child = argc > 2 ? fork() : -1;
    if (!child) {
        execvp(argv[2], argv + 2);
        _exit(127);
    }
    if (child < 0 || waitpid(child, &status, 0) < 0) return 1;
    clock_gettime(CLOCK_MONOTONIC, &to);
    getrusage(RUSAGE_CHILDREN, &u);
    f = fopen(argv[1], "w");
    if (!f) return 1;
    fprintf(f, "%.6f %.6f\n", (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec),
            (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) + 1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec));
    fclose(f);
    return !WIFEXITED(status) || WEXITSTATUS(status);
}
END_OF_C
${CC:-cc} -std=gnu11 -O2 -w -o "$scratch/cost" "$scratch/cost.c" || exit 1

# Many cheap launches from Python, with a wait after each hundred: stress.py PLATFORM COUNT
cat >"$scratch/stress.py" <<'END_OF_PYTHON'
import sys, numpy, pyopencl as cl
context = cl.Context(cl.get_platforms()[int(sys.argv[1])].get_devices()[:1])
queue = cl.CommandQueue(context)
x = cl.Buffer(context, cl.mem_flags.READ_WRITE, 4096)
add = cl.Program(context, "kernel void add(global int *x) { x[get_global_id(0)]++; }").build().add
for i in range(int(sys.argv[2])):
    add(queue, (64,), (64,), x)
    if i % 100 == 99: queue.finish()
END_OF_PYTHON
# PyOpenCL's own algorithms on arrays of 1M to 16M numbers (a processor: 256K), eleven commands a pass, most of them of
# 50 to 1000 us: arrays.py PLATFORM COUNT
cat >"$scratch/arrays.py" <<'END_OF_PYTHON'
import sys, numpy, pyopencl as cl, pyopencl.array as array
from pyopencl.scan import GenericScanKernel
context = cl.Context(cl.get_platforms()[int(sys.argv[1])].get_devices()[:1])
queue = cl.CommandQueue(context)
sizes = (1 << 18,) if context.devices[0].type & cl.device_type.CPU else (1 << 20, 1 << 22, 1 << 24)
sums = GenericScanKernel(context, numpy.float32, arguments="const float *x, float *to", input_expr="x[i]",
                         scan_expr="a + b", neutral="0", output_statement="to[i] = item")
sets = []
for n in sizes:
    x = array.to_device(queue, numpy.ones(n, numpy.float32))
    sets.append((x, array.zeros_like(x), array.zeros_like(x)))
for i in range(int(sys.argv[2]) // 11):
    x, y, to = sets[i % len(sets)]
    y = x + y                                   # one command
    y *= 0.5                                    # one
    cl.enqueue_copy(queue, to.data, y.data)     # one
    sums(x, to)                                 # three
    array.sum(y), array.max(to).get()           # two each, and a read
END_OF_PYTHON
# ./stress launches|waits PLATFORM COUNT
cat >"$scratch/stress.c" <<'END_OF_C'
#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    const char *source = "kernel void add(global int *x) { x[get_global_id(0)]++; }";
    const size_t items = 64;
    const int waits = argc > 1 && argv[1][0] == 'w';
    const long count = argc > 3 ? atol(argv[3]) : 0;
    cl_platform_id platform[16];
    cl_uint n = 0, number = argc > 2 ? (cl_uint)atoi(argv[2]) : 0;
    cl_device_id device;
    cl_event event;
    cl_ulong stamp[2];
    if (clGetPlatformIDs(16, platform, &n) || number >= n) return 1;
    if (clGetDeviceIDs(platform[number], CL_DEVICE_TYPE_ALL, 1, &device, NULL)) return 1;
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    cl_command_queue queue = clCreateCommandQueue(context, device, waits ? CL_QUEUE_PROFILING_ENABLE : 0, NULL);
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
    if (clBuildProgram(program, 1, &device, NULL, NULL, NULL)) return 1;
    cl_kernel add = clCreateKernel(program, "add", NULL);
    cl_mem x = clCreateBuffer(context, CL_MEM_READ_WRITE, 4096, NULL, NULL);
    clSetKernelArg(add, 0, sizeof x, &x);
    for (long i = 0; i < count; i++) {
        if (!waits) clSetKernelArg(add, 0, sizeof x, &x);
        if (clEnqueueNDRangeKernel(queue, add, 1, NULL, &items, &items, 0, NULL, &event)) return 1;
        if (waits) {
            clFinish(queue);
            clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_QUEUED, sizeof *stamp, &stamp[0], NULL);
            clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof *stamp, &stamp[1], NULL);
        }
        clReleaseEvent(event);
        if (!waits && i % 100 == 99) clFinish(queue);
    }
    clFinish(queue);
    clReleaseMemObject(x);
    clReleaseKernel(add);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    return clReleaseContext(context);
}
END_OF_C
# LD_PRELOAD=./profiled.so: queues profile.
cat >"$scratch/profiled.c" <<'END_OF_C'
#define _GNU_SOURCE
#define CL_TARGET_OPENCL_VERSION 200
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <dlfcn.h>
#include <string.h>
static void *next(const char *name) {
    void *opencl = dlsym(RTLD_NEXT, name);
    return opencl ? opencl : dlsym(dlopen("libOpenCL.so.1", RTLD_LAZY), name);
}
cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device, cl_command_queue_properties how,
                                      cl_int *code) {
    cl_command_queue (*make)(cl_context, cl_device_id, cl_command_queue_properties, cl_int *) =
        next("clCreateCommandQueue");
    return make(context, device, how | CL_QUEUE_PROFILING_ENABLE, code);
}
cl_command_queue clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                    const cl_queue_properties *list, cl_int *code) {
    cl_command_queue (*make)(cl_context, cl_device_id, const cl_queue_properties *, cl_int *) =
        next("clCreateCommandQueueWithProperties");
    cl_queue_properties with[32] = { CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE };
    int n = 2;
    for (; list && *list && n < 30; list += 2) {
        if (*list == CL_QUEUE_PROPERTIES) with[1] |= list[1];
        else memcpy(&with[n], list, 2 * sizeof *list), n += 2;
    }
    return make(context, device, with, code);
}
END_OF_C
# shellcheck disable=SC2086
${CC:-cc} -std=gnu11 -O2 -w ${OPENCL_CFLAGS-} -o "$scratch/stress" "$scratch/stress.c" ${OPENCL_LIBS--lOpenCL} &&
    ${CC:-cc} -std=gnu11 -O2 -w ${OPENCL_CFLAGS-} -fPIC -shared -o "$scratch/profiled.so" "$scratch/profiled.c" -ldl ||
    exit 1
python=$(for p in python3 /usr/bin/python3; do "$p" -c 'import pyopencl' 2>/dev/null && echo "$p" && break; done)
printf 4711471147 | md5sum | cut -c1-32 >"$scratch/hash"
filters=format=yuv420p,hwupload,avgblur_opencl=3,unsharp_opencl,sobel_opencl,transpose_opencl,hwdownload,format=yuv420p

start() { # NAME COUNT WORD...: WORD... PROGRAM ARGUMENT...
    name=$1 count=$2
    shift 2
    # shellcheck disable=SC2086
    case $name in
    clpeak) "$@" clpeak -p "$platform" -d 0 --kernel-latency ;;
    ffmpeg) "$@" ffmpeg -loglevel error -init_hw_device opencl=gpu:0.0 -filter_hw_device gpu -f lavfi \
        -i testsrc=size=640x360:rate=25:duration=6 -vf "$filters" -f null - ;;
    hashcat) "$@" hashcat -m 0 -a 3 --force --potfile-disable --self-test-disable --quiet -d 1 "$scratch/hash" \
        '?d?d?d?d?d?d?d?d' ;;
    pyopencl) "$@" "$python" "$scratch/stress.py" "$platform" "$count" ;;
    # Its arrays come from the C library's heap in each way. Whether that gives memory back after each pass would be
    # chance, and is worth 30 % of the time.
    arrays) MALLOC_MMAP_THRESHOLD_=1000000000 MALLOC_TRIM_THRESHOLD_=1000000000 \
        "$@" "$python" "$scratch/arrays.py" "$platform" "$count" ;;
    launches | waits) "$@" "$scratch/stress" "$name" "$platform" "$count" ;;
    own) (cd "$folder" && eval "\"\$@\" $own_words") ;;
    esac
}
# run NAME COUNT WAY TO: one run; s on the wall and of processor time in the file TO
run() {
    # shellcheck disable=SC2086
    case $3 in
    bare) start "$1" "$2" "$scratch/cost" "$4" ;;
    profiled) start "$1" "$2" "$scratch/cost" "$4" env LD_PRELOAD="$scratch/profiled.so" ;;
    gtprof) start "$1" "$2" "$scratch/cost" "$4" "$gtprof" --output "$out/$1.report" ;;
    other) start "$1" "$2" "$scratch/cost" "$4" $other ;;
    esac >"$out/$1.$3.txt" 2>&1 </dev/null
}
# Of the ratios on the input their median, and the interval of 95 % that ranks give.
median() {
    sort -g | awk '
        { x[NR] = $1 }
        END {
            m = (x[int((NR + 1) / 2)] + x[int(NR / 2) + 1]) / 2
            p = 1 / 2 ^ NR
            for (k = sum = 0; 2 * (sum + p) <= 0.05; k++) { sum += p; p *= (NR - k) / (k + 1) }
            if (k) printf "%.3f (%.3f to %.3f)\n", m, x[k], x[NR + 1 - k]
            else printf "%.3f\n", m
        }'
}
commands_of() { # REPORT: how many there are in the table of device activities
    awk '/^device activities/ { on = 1; next } on && !/^  / { exit }
        on { for (i = 2; i + 3 <= NF; i++) if ($i == "%") { n += $(i + 3); break } } END { print n + 0 }' "$1"
}

# parts NAME WAY COLUMN: of each round, ms that are constant and us a command, beyond the bare program. Column 1: on the
# wall, 2: processor time.
parts() {
    paste -d' ' "$out/$1.$few.bare.s" "$out/$1.$many.bare.s" "$out/$1.$few.$2.s" "$out/$1.$many.$2.s" |
        awk -v c="$3" -v few="$few" -v many="$many" '{
            each = ($(6 + c) - $(2 + c) - $(4 + c) + $c) / (many - few)
            print 1e3 * ($(4 + c) - $c - few * each), 1e6 * each
        }'
}
print_parts() { # NAME WAY...
    name=$1
    shift
    for c in 1 2; do
        case $c in 1) what='on the wall' ;; *) what='processor time' ;; esac
        for way; do
            parts "$name" "$way" $c >"$scratch/parts.$way"
            echo "    $way, $what: constant $(cut -d' ' -f1 "$scratch/parts.$way" | median) ms, and a command" \
                "$(cut -d' ' -f2 "$scratch/parts.$way" | median) us"
        done
        echo "    gtprof beyond profiling, $what: a command" \
            "$(paste -d' ' "$scratch/parts.gtprof" "$scratch/parts.profiled" | awk '{ print $2 - $4 }' | median) us"
    done
}

# Words of a program of one's own, each in quotes.
own_words=
for word; do own_words="$own_words '$(printf %s "$word" | sed "s/'/'\\\\''/g")'"; done
names='clpeak ffmpeg hashcat pyopencl arrays launches waits'
[ $own -eq 0 ] || names=own
echo "rounds: $rounds; times without a tool; medians of ratios; load before: $(cut -d' ' -f1 /proc/loadavg 2>/dev/null)"
for name in $names; do
    case $name in *"$only"*) ;; *) continue ;; esac
    case $name in
    pyopencl | arrays) [ -n "$python" ] ;;
    own | launches | waits) ;;
    *) command -v "$name" >/dev/null ;;
    esac || { echo "$name: not installed"; continue; }
    counts=$many ways=gtprof
    case $name in pyopencl | arrays | launches | waits) counts="$few $many" ways='profiled gtprof' ;; esac
    [ -z "$other" ] || ways="$ways other"
    ok=1
    for way in bare $ways; do
        run "$name" "$many" "$way" "$scratch/first" ||
            [ "$name" = hashcat ] ||            # it ends with 1 if it finds nothing
            { echo "$name, $way: it failed: $(tail -n 1 "$out/$name.$way.txt")"; ok=0; break; }
    done
    [ $ok -eq 1 ] || continue
    rm -f "$out/$name".*.s
    # shellcheck disable=SC2086
    set -- bare $ways
    for _ in $(seq "$rounds"); do
        first=$1
        shift
        set -- "$@" "$first"
        for count in $counts; do
            for way; do
                run "$name" "$count" "$way" "$scratch/s" || :
                cat "$scratch/s" >>"$out/$name.$count.$way.s"
            done
        done
    done
    case $counts in "$many") n=$(commands_of "$out/$name.report") ;; *) n=$many ;; esac
    plain=$(cut -d' ' -f1 "$out/$name.$many.bare.s" | sort -g |
                awk '{ x[NR] = $1 } END { print x[int((NR + 1) / 2)] }')
    echo "$name: $plain s by itself, $n commands"
    for way in $ways; do
        paste -d' ' "$out/$name.$many.$way.s" "$out/$name.$many.bare.s" >"$scratch/pairs"
        printf '  %-8s %s times as long on the wall, %s of processor time' "$way" \
            "$(awk '{ print $1 / $3 }' "$scratch/pairs" | median)" \
            "$(awk '{ print $2 / $4 }' "$scratch/pairs" | median)"
        if [ "$n" -gt 0 ]; then
            printf '; %s us more a command on the wall, %s of processor time' \
                "$(awk -v n="$n" '{ print 1e6 * ($1 - $3) / n }' "$scratch/pairs" | median)" \
                "$(awk -v n="$n" '{ print 1e6 * ($2 - $4) / n }' "$scratch/pairs" | median)"
        fi
        echo
    done
    # shellcheck disable=SC2086
    [ "$counts" = "$many" ] || print_parts "$name" $ways
done
