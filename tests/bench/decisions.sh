#!/bin/sh
# decisions: how often is a decision of gtlint run right? Makes decisions about real OpenCL processes of about half a
# second: the same program on both sides, one whose kernels do 8 % more work (limit 5 %), one with 3 % more (limit 1 %);
# by the series that the program measures, and by its whole process, which is to take as much more. Each lane has a pair
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

# program WORK: 100 samples of a kernel, after a warm-up
cat >"$scratch/program.c" <<'END'
#define GPUTIME_IMPLEMENTATION
#include "gputime_cl.h"
#include <stdlib.h>
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
# seconds WORK WORK: medians of 15 processes of each, in turn
seconds() {
    taskset -c 0,1 "$scratch/gtlint" run --whole --rounds 15 --budget 100 --json "$scratch/one" -- \
        "$scratch/program" "$1" -- "$scratch/program" "$2" >"$scratch/said" 2>&1 || { cat "$scratch/said" >&2; exit 1; }
    sed 's/"median_ns":/\n/g' "$scratch/one" | awk -F, 'NR > 1 { printf "%s ", $1 * 1e-9 }'
}
# A process takes fixed + each * WORK seconds.
# shellcheck disable=SC2046
set -- $(seconds 4000 20000)
each=$(awk -v a="$1" -v b="$2" 'BEGIN { print (b - a) / 16000 }')
base=$(awk -v a="$1" -v e="$each" 'BEGIN { printf "%.0f", 4000 + (0.5 - a) / e }')
more() {    # more PERCENT process|series: the work of the other side
    awk -v p="$1" -v w="$base" -v e="$each" -v kind="$2" \
        'BEGIN { printf "%.0f", w + (kind == "process" ? 0.5 * p / 100 / e : w * p / 100) }'
}
echo "work $base and $(more 8 process): $(seconds "$base" "$(more 8 process)")s a process, of which the work takes $(
    awk -v e="$each" -v w="$base" 'BEGIN { printf "%.3f", e * w }'); $processors processors, $lanes at once, load $load"

decision() {    # decision LANE KIND PERCENT LIMIT NUMBER
    first=$((2 * ($1 % (processors / 2)))) whole=''
    [ "$2" = process ] && whole=--whole
    status=0
    began=$(date +%s)
    # shellcheck disable=SC2086
    taskset -c "$first,$((first + 1))" "$scratch/gtlint" run $whole --budget "$budget" --fail-slower "$4%" \
        --json "$scratch/json.$1" -- "$scratch/program" "$base" -- "$scratch/program" "$(more "$3" "$2")" \
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
