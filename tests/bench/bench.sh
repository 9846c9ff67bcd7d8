#!/bin/sh
# Runs the benchmarks that are named, each a program or a script, and closes with a table of all bars: what was reached,
# and what other libraries reached beside the same floor. No figure of those is measured here: they are from one run in
# November 2026, each library as of that month, on the host of an H100 (an Intel Xeon guest at 2.1 GHz).
set -u
case ${1---help} in
-*)
    echo 'bench: runs the benchmarks that are named, programs or scripts, and closes with a table of all bars'
    echo 'usage: sh tests/bench/bench.sh build/tests/bench_scope tests/bench/bench_header.sh; make bench runs all'
    [ "${1---help}" = --help ]
    exit
    ;;
esac
log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT
trap 'exit 1' HUP INT TERM

for bench; do
    echo "== $(basename "$bench")"
    case $bench in
    *.sh) sh "$bench" ;;
    *) "$bench" ;;
    esac || { echo "$bench failed" >&2; exit 1; }
done | tee "$log"
grep -q '^bar: ' "$log" || exit 1

# The bar's name as its benchmark prints it | ratios of others
peers="GT_SCOPE with its sample kept / floor|spall 1.095, Tracy connected 1.131, two clock_gettime 1.85, \
easy_profiler 3.28
all kept, fresh memory / floor|Tracy without a server 1.83, Optick 2.36, LibSciBench 2.94, Caliper 12.1
a thread on each core, memory used before / floor|16 threads: spall 1.05, Tracy connected 1.44
a name at run time / floor|Remotery 3.0 (aggregate) and 5.5 (nested), minitrace 14.2
GT_SCOPE_CL and GT_EVENT, to clFinish, clock, and four stamps by hand|Tracy 0.944 (one clFinish, two stamps), \
cf4ocl 1.205
GT_SCOPE_CL around 200 launches with GT_EVENT, to 200 events by hand|Tracy, collected at the end 0.993"
echo
printf '%s\n' "$peers" | awk -F'|' '
    FNR == NR { peers[$1] = $2; next }
    !/^bar: / { next }
    {
        sub(/^bar: /, "")
        for (i = 1; i <= split("met|not met|cannot be decided", verdicts, "|"); i++) {
            at = index($0, ": " verdicts[i] " (")
            if (!at) continue
            what = substr($0, 1, at - 1)
            figures = substr($0, at + length(verdicts[i]) + 4)
            sub(/\)$/, "", figures)
            if (!n++)
                printf "%-14s  %s\n", "",
                    "bars of this run; below some, in brackets, peers of November 2026, an H100 and its Xeon"
            printf "%-14s  %s: %s\n", verdicts[i], what, figures
            if (what in peers) printf "%-14s  [%s]\n", "", peers[what]
            count[i]++
        }
    }
    END { printf "%d bars: %d met, %d not met, %d cannot be decided\n", n, count[1], count[2], count[3] }
' - "$log"
