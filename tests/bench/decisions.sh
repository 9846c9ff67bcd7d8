#!/bin/sh
# decisions: how often is a decision of gtlint run right? Makes decisions about real processes of about half a second:
# the same program on both sides, one that does 8 % more work (limit 5 %), one with 3 % more (limit 1 %). "series" is an
# OpenCL program with the kit inside, "process" one without, of which two threads do all the work. Each lane has a pair
# of processors of its own, which with --load it shares with a busy loop on each. Prints a line for each decision as it
# ends, and a table. Device: GT_DEVICE, better one that runs on the processor, such as PoCL.
set -u

usage='decisions: how often a decision of gtlint run is right
  --count N    decisions of each kind                       (default: 20)
  --lanes N    as many at once, each on two processors      (default: half of the processors, less one)
  --load       a busy loop on each processor
  --budget S   seconds for each decision                    (default: 60)
  --only TEXT  kinds whose name has that in it, such as "series 8", "process"
  --out DIR    where the results of each decision are kept  (default: nowhere)
  --help       this text'
count=20 lanes='' load=0 budget=60 only='' out=''
while [ $# -gt 0 ]; do
    case $1 in
    --help) echo "$usage"; exit 0 ;;
    --load) load=1 ;;
    --count) count=${2:?}; shift ;;
    --lanes) lanes=${2:?}; shift ;;
    --budget) budget=${2:?}; shift ;;
    --only) only=${2:?}; shift ;;
    --out) out=${2:?}; shift ;;
    *) echo "decisions: unknown option '$1' (try --help)" >&2; exit 2 ;;
    esac
    shift
done
cd "$(dirname "$0")/../.." || exit 1
processors=$(nproc)
[ "$lanes" ] || lanes=$((processors < 4 ? 1 : processors / 2 - 1))
scratch=$(mktemp -d) || exit 1
started=
# shellcheck disable=SC2154
trap 'for p in $started; do kill "$p" 2>/dev/null; done; rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM

# program WORK: 100 samples of a kernel, after a warm-up. program WORK alone: two threads, which meet 20 times.
cat >"$scratch/program.c" <<'END'
#define GPUTIME_IMPLEMENTATION
#include "gputime_cl.h"
#include <pthread.h>
#include <stdlib.h>
static void *spin(void *to)
{
    double y = *(double *)to;
    for (long i = (long)y; i > 0; i--) y = y * 0.999 + 1e-3;
    *(double *)to = y;
    return NULL;
}
static int alone(double work)
{
    for (int i = 0; i < 20; i++) {
        double x[2] = { work, work };
        pthread_t other;
        if (pthread_create(&other, NULL, spin, &x[1])) return 1;
        spin(&x[0]);
        pthread_join(other, NULL);
    }
    return 0;
}
static const char source[] =
    "__kernel void work(__global float *x, int n)\n"
    "{ float y = x[get_global_id(0)]; for (int i = 0; i < n; i++) y = y * 0.999f + 1e-3f; x[get_global_id(0)] = y; }";
int main(int argc, char **argv)
{
    const cl_int work = argc > 1 ? atoi(argv[1]) : 1000;
    const size_t items = 256, group = 64;
    const char *text = source;
    cl_int error;
    gt_cl cl;
    int i;
    if (argc > 2) return alone(1000.0 * work);
    if (gt_cl_open(&cl, NULL)) return gt_fail(stderr);
    cl_program program = clCreateProgramWithSource(cl.context, 1, &text, NULL, &error);
    clBuildProgram(program, 1, &cl.device, "", NULL, NULL);
    cl_kernel kernel = clCreateKernel(program, "work", &error);
    cl_mem x = clCreateBuffer(cl.context, CL_MEM_READ_WRITE, items * sizeof(float), NULL, &error);
    const float zero = 0;
    gt_cl_fill(cl.queue, x, &zero, sizeof zero);
    clSetKernelArg(kernel, 0, sizeof x, &x);
    clSetKernelArg(kernel, 1, sizeof work, &work);
    gt_cl_warm_kernel(cl.queue, kernel, 1, NULL, &items, &group);
    for (i = 0; i < 100; i++)
        GT_SCOPE_CL(cl.queue, "work")
            GT_CL(clEnqueueNDRangeKernel(cl.queue, kernel, 1, NULL, &items, &group, 0, NULL, GT_EVENT));
    return gt_error_first() != GT_OK;
}
END
# shellcheck disable=SC2086
${CC:-cc} -O2 -I. -o "$scratch/program" "$scratch/program.c" ${OPENCL_LIBS:--lOpenCL} -lm -pthread || exit 1
${CC:-cc} -std=c99 -D_POSIX_C_SOURCE=200809L -O2 -I. -o "$scratch/gtlint" examples/tools/gtlint/gtlint.c -lm -pthread ||
    exit 1

export POCL_MAX_PTHREAD_COUNT=2 GT_DEVICE="${GT_DEVICE:-pocl}" POCL_CACHE_DIR="$scratch/pocl"
# Other platforms take time to load that has nothing to do with the work.
for icd in /etc/OpenCL/vendors/*pocl*.icd; do
    if [ -e "$icd" ] && OCL_ICD_VENDORS=$icd "$scratch/program" 100 2>/dev/null; then export OCL_ICD_VENDORS="$icd"; fi
done
# work [alone]: so much takes half a second, by the quickest of nine processes
work() {
    taskset -c 0,1 "$scratch/gtlint" run --whole --rounds 9 --budget 100 --json "$scratch/one" -- \
        "$scratch/program" 2000 "$@" -- "$scratch/program" 8000 "$@" >"$scratch/said" 2>&1 ||
        { cat "$scratch/said" >&2; exit 1; }
    sed 's/"quickest_ns":/\n/g' "$scratch/one" | awk 'NR > 1 { t[NR] = $1 * 1e-9 }
        END { printf "%.0f", 2000 + (0.5 - t[2]) / ((t[3] - t[2]) / 6000) }'
}
series=$(work) process=$(work alone)
echo "work $series, $process; $processors processors, $lanes at once, load $load"
more() { awk -v p="$1" -v w="$2" 'BEGIN { printf "%.0f", w * (1 + p / 100) }'; }     # more PERCENT WORK

decision() {    # decision LANE KIND PERCENT LIMIT NUMBER
    first=$((2 * ($1 % (processors / 2)))) base=$series alone=''
    [ "$2" = process ] && base=$process alone=alone
    status=0
    began=$(date +%s)
    # shellcheck disable=SC2086
    taskset -c "$first,$((first + 1))" "$scratch/gtlint" run --budget "$budget" --fail-slower "$4%" \
        --json "$scratch/json.$1" -- "$scratch/program" "$base" $alone -- \
        "$scratch/program" "$(more "$3" "$base")" $alone \
        >"$scratch/text.$1" 2>&1 || status=$?
    said=$(sed 's/.*"by_median":\(.*\)}\],*.*/\1/; s/[{}"]//g; s/times_as_fast://g; s/,\(low\|high\):/ /g' \
        "$scratch/json.$1")
    echo "$2 $3 % at $4 %|status $status|$(($(date +%s) - began)) s|$(sed -n 's/^\([0-9]* rounds*\) in .*/\1/p' \
        "$scratch/text.$1")|$said" | tee -a "$scratch/lines"
    if [ "$out" ]; then
        { cat "$scratch/text.$1" "$scratch/json.$1"; echo; } >>"$out/decisions.txt"
        cp "$scratch/lines" "$out/lines.txt"
    fi
}
number=0
while [ $number -lt "$count" ]; do
    for kind in 'series 0 5' 'series 8 5' 'series 3 1' 'process 0 5' 'process 8 5' 'process 3 1'; do
        case $load$kind in 1*3\ 1) continue ;; esac     # half a percent is not to be seen there
        case $kind in *"$only"*) echo "$kind" ;; esac
    done
    number=$((number + 1))
done >"$scratch/all"

lane=0
while [ $lane -lt "$lanes" ]; do
    first=$((2 * (lane % (processors / 2))))
    for processor in $first $((first + 1)); do
        [ $load = 1 ] || break
        taskset -c "$processor" sh -c 'while :; do :; done' &
        started="$started $!"
    done
    awk -v lane=$lane -v lanes="$lanes" 'NR % lanes == lane' "$scratch/all" | while read -r kind percent limit; do
        decision $lane "$kind" "$percent" "$limit"
    done &
    waits="${waits-} $!"
    lane=$((lane + 1))
done
# shellcheck disable=SC2086
wait $waits

awk -F'|' '
    { kinds[$1]++; failed[$1] += $2 == "status 1"; slower[$1] += $5 ~ /outcome:slower/; s[$1] += $3; wrong += $2 ~ /2/ }
    END {
        for (k in kinds) printf "%-20s %3d decisions, %3d failed, %3d slower, %5.1f s in the mean\n", k, kinds[k],
                failed[k], slower[k], s[k] / kinds[k]
        exit wrong > 0 }' "$scratch/lines" | sort
