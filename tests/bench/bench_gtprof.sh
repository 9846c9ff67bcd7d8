#!/bin/sh
# bench_gtprof: what gtprof costs a program: clpeak's time (if clpeak is here) with and without, an enqueue with and
# without, what is constant and what each command costs, and memory over a million enqueues. Rounds run in pairs, in
# turns the one or the other first; ratios and differences are medians over rounds. Beside the time on the wall stands
# processor time, which other programs disturb less. Device: GT_DEVICE, as in the examples (default: the first one), and
# CLPEAK, clpeak's path and options (default: clpeak -p 0 -d 0 --kernel-latency, the part in which gtprof costs most).
set -u

usage='bench_gtprof: what gtprof costs
  --rounds N     pairs (default: 5)
  --enqueues N   for the memory (default: 1000000)
  --quick        100000 enqueues
  --whole        all of clpeak, which takes minutes on a processor
  --help         this text'
rounds=5 enqueues=1000000 tests=--kernel-latency
while [ $# -gt 0 ]; do
    case $1 in
    --help) echo "$usage"; exit 0 ;;
    --quick) enqueues=100000 ;;
    --whole) tests= ;;
    --rounds) rounds=${2:?}; shift ;;
    --enqueues) enqueues=${2:?}; shift ;;
    *) echo "bench_gtprof: unknown option '$1' (try --help)" >&2; exit 2 ;;
    esac
    shift
done
cd "${GT_SOURCE_DIR:-$(dirname "$0")/../..}" || exit 1
: "${GT_BUILD_DIR:=$PWD/build}" "${CLPEAK=clpeak -p 0 -d 0 $tests}"
gtprof=$GT_BUILD_DIR/gtprof
[ -x "$gtprof" ] || { echo 'bench_gtprof: gtprof is not built (make gtprof)'; exit 0; }
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT

# ./cost launch COUNT plain|stamps: prints ns of an enqueue (median over batches of 100 and their wait) and of processor
# time, and kB of memory after a tenth and at the end. stamps: as a program does that profiles itself.
# ./cost run PROGRAM...: prints s on the wall and of processor time to the file COST_TO.
cat >"$scratch/cost.c" <<'END'
#define GPUTIME_IMPLEMENTATION
#include "gputime_cl.h"
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifndef BATCH
#define BATCH 100
#endif
static double wall_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}
static double worked_ns(int who) {
    struct rusage u;
    getrusage(who, &u);
    return 1e9 * (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
           1e3 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}
static long kb(void) {
    char line[256];
    long is = 0;
    FILE *f = fopen("/proc/self/status", "r");
    while (f && fgets(line, sizeof line, f)) sscanf(line, "VmRSS: %ld", &is);
    if (f) fclose(f);
    return is;
}
static int by_value(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}
static int launch(long count, int stamps) {
    const char *source = "kernel void null(global int *x) { if (get_global_id(0) == 1000000) x[0] = 1; }";
    const size_t items = 1, batches = (size_t)count / BATCH;
    double *ns = malloc((batches + 1) * sizeof *ns), worked = 0;
    cl_event event[BATCH];
    cl_ulong stamp, sum = 0;
    long tenth = 0;
    gt_cl cl;
    if (gt_cl_open(&cl, NULL) != GT_OK) return 77;
    cl_command_queue queue = clCreateCommandQueue(cl.context, cl.device, stamps ? CL_QUEUE_PROFILING_ENABLE : 0, NULL);
    cl_program program = clCreateProgramWithSource(cl.context, 1, &source, NULL, NULL);
    if (clBuildProgram(program, 1, &cl.device, NULL, NULL, NULL)) return 1;
    cl_kernel kernel = clCreateKernel(program, "null", NULL);
    cl_mem x = clCreateBuffer(cl.context, CL_MEM_READ_WRITE, 4, NULL, NULL);
    clSetKernelArg(kernel, 0, sizeof x, &x);
    for (size_t b = 0; b < batches; b++) {
        const double begin = wall_ns();
        if (b == batches / 10) tenth = kb(), worked = worked_ns(RUSAGE_SELF);
        for (int i = 0; i < BATCH; i++)
            if (clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, stamps ? &event[i] : NULL))
                return 1;
        clFinish(queue);
        for (int i = 0; stamps && i < BATCH; i++) {
            for (cl_profiling_info what = CL_PROFILING_COMMAND_QUEUED; what <= CL_PROFILING_COMMAND_END; what++)
                if (!clGetEventProfilingInfo(event[i], what, sizeof stamp, &stamp, NULL)) sum += stamp;
            clReleaseEvent(event[i]);
        }
        ns[b] = (wall_ns() - begin) / BATCH;
    }
    worked = (worked_ns(RUSAGE_SELF) - worked) / (double)(count - count / 10);
    qsort(ns, batches, sizeof *ns, by_value);
    printf("%.0f %.0f %ld %ld\n", ns[batches / 2], worked, tenth, kb());
    return stamps && !sum;
}
int main(int argc, char **argv) {
    if (argc == 4 && !strcmp(argv[1], "launch")) return launch(atol(argv[2]), !strcmp(argv[3], "stamps"));
    const double begin = wall_ns();
    int status = 1;
    const pid_t child = fork();
    if (!child) {
        execvp(argv[2], argv + 2);
        _exit(127);
    }
    waitpid(child, &status, 0);
    FILE *to = fopen(getenv("COST_TO"), "w");
    fprintf(to, "%.4f %.4f\n", 1e-9 * (wall_ns() - begin), 1e-9 * worked_ns(RUSAGE_CHILDREN));
    fclose(to);
    return !WIFEXITED(status) || WEXITSTATUS(status);
}
END
cost=$scratch/cost
# shellcheck disable=SC2086
${CC:-cc} -std=gnu11 -O2 -w -I. ${OPENCL_CFLAGS-} -o "$cost" "$cost.c" ${OPENCL_LIBS--lOpenCL} -lm -pthread || exit 1

# run WAY: prints s on the wall and of processor time of clpeak
run() {
    # shellcheck disable=SC2086
    case $1 in
    with) COST_TO="$scratch/s" "$cost" run "$gtprof" --output "$scratch/report" $CLPEAK ;;
    *) COST_TO="$scratch/s" "$cost" run $CLPEAK ;;
    esac >"$scratch/clpeak.$1" 2>&1 || { cat "$scratch/clpeak.$1" >&2; return 1; }
    cat "$scratch/s"
}
launch() { # WAY COUNT
    case $1 in
    with) "$gtprof" --output "$scratch/report" "$cost" launch "$2" plain ;;
    *) "$cost" launch "$2" "$1" ;;
    esac
}
median() { sort -g | awk '{ x[NR] = $1 } END { print (x[int((NR + 1) / 2)] + x[int(NR / 2) + 1]) / 2 }'; }
bar() { # WHAT FIGURES LIMIT UNIT, the values of the rounds on the input: their median decides
    sort -g | awk -v what="$1" -v figures="$2" -v limit="$3" -v unit="$4" '
        { x[NR] = $1 }
        END {
            m = (x[int((NR + 1) / 2)] + x[int(NR / 2) + 1]) / 2
            printf "bar: %s: %s (%.3f%s, rounds %.3f to %.3f, bar %s; %s)\n", what, m <= limit ? "met" : "not met", m,
                unit, x[1], x[NR], limit, figures
        }'
}

# ---- clpeak ---------------------------------------------------------------------------------------------------------

clpeak=${CLPEAK%% *}
if command -v "$clpeak" >/dev/null && run first >/dev/null; then
    for i in $(seq "$rounds"); do
        order='without with'
        [ $((i % 2)) -eq 0 ] || order='with without'
        for way in $order; do run "$way" >>"$scratch/clpeak_$way.s" || exit 1; done
    done
    paste "$scratch/clpeak_with.s" "$scratch/clpeak_without.s" >"$scratch/pairs"
    sed -n '1,2p' "$scratch/report"
    awk '{ print $1 / $3 }' "$scratch/pairs" | bar "$CLPEAK, wall" \
        "without gtprof $(cut -f1 -d' ' "$scratch/clpeak_without.s" | median) s" 1.05 ' times'
    awk '{ print $2 / $4 }' "$scratch/pairs" | bar "$CLPEAK, processor time" \
        "without gtprof $(cut -f2 -d' ' "$scratch/clpeak_without.s" | median) s" 1.05 ' times'
else
    echo "bench_gtprof: $clpeak is not here, or does not run; its time is left out"
fi

# ---- an enqueue -----------------------------------------------------------------------------------------------------

status=0
launch plain 2000 >/dev/null || status=$?
[ $status -ne 77 ] || { echo 'bench_gtprof: no OpenCL device'; exit 0; }
for i in $(seq "$rounds"); do
    order='plain stamps with'
    [ $((i % 2)) -eq 0 ] || order='with stamps plain'
    for way in $order; do launch "$way" 20000 >>"$scratch/launch_$way" || exit 1; done
done
for column in 1 2; do
    what='time on the wall'
    [ $column -eq 1 ] || what='processor time'
    figures=
    for way in plain stamps with; do
        figures="$figures, $way $(cut -d' ' -f$column "$scratch/launch_$way" | median)"
    done
    paste -d' ' "$scratch/launch_with" "$scratch/launch_stamps" | awk -v c=$column '{ print $c - $(c + 4) }' |
        bar "$what of an enqueue under gtprof, beyond that of a program that profiles itself" "${figures#, } ns" 3000 \
            ' ns'
done

# ---- start and report, and each command ----

# whole WAY COUNT: prints s on the wall and of processor time of the whole process
whole() {
    # shellcheck disable=SC2086
    case $1 in
    with) COST_TO="$scratch/s" "$cost" run "$gtprof" --output "$scratch/report" "$cost" launch "$2" plain ;;
    *) COST_TO="$scratch/s" "$cost" run "$cost" launch "$2" "$1" ;;
    esac >/dev/null || return 1
    cat "$scratch/s"
}
few=2000 many=200000
for i in $(seq "$rounds"); do
    for count in $few $many; do
        for way in plain stamps with; do whole $way $count >>"$scratch/whole_${way}_$count" || exit 1; done
    done
done
for way in stamps with; do
    for count in $few $many; do     # processor time beyond that of the plain program
        paste -d' ' "$scratch/whole_${way}_$count" "$scratch/whole_plain_$count" |
            awk '{ print $2 - $4 }' | median
    done | awk -v way=$way -v few=$few -v many=$many '
        { x[NR] = $1 }
        END {
            each = (x[2] - x[1]) / (many - few)
            printf "processor time %s, beyond the plain program: %.1f ms, and %.2f us a command\n",
                way == "with" ? "under gtprof" : "of a program that profiles itself", 1e3 * (x[1] - few * each),
                1e6 * each
        }'
done

# ---- memory ---------------------------------------------------------------------------------------------------------

for way in plain with; do
    launch $way "$enqueues" | awk -v way=$way -v n="$enqueues" '
        { printf "memory, %s: %d kB after %d enqueues, %d kB after %d\n",
                 way == "with" ? "under gtprof" : "without", $3, n / 10, $4, n }'
done
