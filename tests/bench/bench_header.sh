#!/bin/sh
# bench_header: what including the kit costs: processor time of the compiler and bytes of the object file, and that
# GPUTIME_DISABLE leaves no code. Each round compiles every file once (implementations, which take long, in the first 5
# only); ratios are medians over the rounds, so that what slows a whole round cancels. Times are user + system, which
# other processes disturb less than the time on the wall.
set -u

rounds=25
usage='bench_header: compile time and object size of the headers, and what GPUTIME_DISABLE leaves
  --rounds N   rounds (default: 25)
  --quick      7 rounds, for a look
  --help       this text'
while [ $# -gt 0 ]; do
    case $1 in
    --help) echo "$usage"; exit 0 ;;
    --quick) rounds=7 ;;
    --rounds)
        rounds=${2-}
        case $rounds in
        '' | *[!0-9]* | 0) echo "bench_header: --rounds wants a number, not '$rounds'" >&2; exit 2 ;;
        esac
        shift
        ;;
    *) echo "bench_header: unknown option '$1' (try --help)" >&2; exit 2 ;;
    esac
    shift
done

cd "${GT_SOURCE_DIR:-$(dirname "$0")/../..}" || exit 1
include=$PWD
: "${OPENCL_CFLAGS=}"
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM

# PoCL brings a clang under the name of its version alone.
find_compiler() {
    command -v "$1" >/dev/null && { echo "$1"; return; }
    for folder in $(echo "$PATH" | tr ':' ' '); do ls "$folder" 2>/dev/null; done |
        grep -xE "$1-[0-9]+" | sort -V | tail -n 1
}
# shellcheck disable=SC2046
set -- $(find_compiler gcc) $(find_compiler clang)
compilers="$*"
[ -n "$compilers" ] || { echo 'bench_header: neither gcc nor clang is here' >&2; exit 1; }
first_compiler=$1

# ---- what is compiled -----------------------------------------------------------------------------------------------

cd "$scratch" || exit 1
file() { printf '%s\n' '#include <stdio.h>' "$2" >"$1.c"; }    # NAME TEXT
file stdio ''
file declarations '#include "gputime.h"'
printf '%s\n' '#define GPUTIME_DISABLE' '#include <stdio.h>' '#include "gputime.h"' >disabled.c
file implementation '#define GPUTIME_IMPLEMENTATION
#include "gputime.h"'
names='stdio declarations disabled implementation'
printf '#include <CL/cl.h>\n' >cl.c
if $first_compiler -fsyntax-only -DCL_TARGET_OPENCL_VERSION=120 $OPENCL_CFLAGS cl.c 2>/dev/null; then
    printf '#define CL_TARGET_OPENCL_VERSION 120\n#include <CL/cl.h>\n' >cl.c
    printf '#include "gputime_cl.h"\n' >cl_declarations.c
    printf '#define GPUTIME_IMPLEMENTATION\n#include "gputime_cl.h"\n' >cl_implementation.c
    names="$names cl cl_declarations cl_implementation"
else
    echo 'no OpenCL headers here: gputime_cl.h is left out'
fi
title() {
    case $1 in
    stdio) echo '<stdio.h> alone' ;;
    declarations) echo 'gputime.h, declarations' ;;
    disabled) echo 'gputime.h, GPUTIME_DISABLE' ;;
    implementation) echo 'gputime.h, implementation' ;;
    cl) echo '<CL/cl.h> alone' ;;
    cl_declarations) echo 'gputime_cl.h, declarations' ;;
    cl_implementation) echo 'both headers, implementation' ;;
    esac
}

# ---- measuring ------------------------------------------------------------------------------------------------------

# Runs a command and prints its processor time and that of its children in us. The shell's own `times` counts in 10 ms.
cat >cputime.c <<'END'
#include <stdio.h>
#include <unistd.h>
#include <sys/resource.h>
#include <sys/wait.h>
static double us(struct timeval t) { return (double)t.tv_sec * 1e6 + (double)t.tv_usec; }
int main(int argc, char **argv)
{
    struct rusage u;
    int status = 0;
    pid_t child = fork();
    if (argc < 2 || child < 0) return 127;
    if (child == 0) {
        execvp(argv[1], argv + 1);
        _exit(127);
    }
    waitpid(child, &status, 0);
    getrusage(RUSAGE_CHILDREN, &u);
    printf("%.0f\n", us(u.ru_utime) + us(u.ru_stime));
    return !WIFEXITED(status) || WEXITSTATUS(status);
}
END
$first_compiler -O1 -o cputime cputime.c || exit 1

compile() { ./cputime "$1" -O2 -I"$include" $OPENCL_CFLAGS -c "$2.c" -o "$2.$1.o"; }    # COMPILER NAME; prints us

round=0
while [ $round -le "$rounds" ]; do      # the first one only warms the caches up
    for compiler in $compilers; do
        for name in $names; do
            case $name in *implementation) [ $round -le 5 ] || continue ;; esac
            us=$(compile "$compiler" "$name") || {
                echo "bench_header: $compiler does not compile $name.c" >&2
                exit 1
            }
            [ $round -eq 0 ] || echo "$us" >>"$name.$compiler.us"
        done
    done
    round=$((round + 1))
done

quantile() {    # P: of the numbers on the input, between neighbours as gt_quantile does
    sort -n | awk -v p="$1" '{ x[NR] = $1 }
        END { at = 1 + (NR - 1) * p; i = int(at); x[NR + 1] = x[NR]; print x[i] + (at - i) * (x[i + 1] - x[i]) }'
}
ms() { quantile 0.5 <"$1.$2.us" | awk '{ printf "%.1f", $1 / 1000 }'; }                    # NAME COMPILER
ratios() { paste "$1.$3.us" "$2.$3.us" | awk 'NF == 2 { print $1 / $2 }' | sort -n; }      # NAME BASE COMPILER
ratio() { ratios "$@" | quantile 0.5; }
sections() { size -A "$1" | awk -v names="^[.]($2)" '$1 ~ names { n += $2 } END { print n + 0 }'; }     # OBJECT NAMES

# ---- what is printed ------------------------------------------------------------------------------------------------

echo "$rounds rounds, -O2; ms: processor time, median; bytes: code with constants, data, and bss, which no file holds"
printf '%-30s%-10s%8s%10s%10s%8s%8s%8s\n' '' '' ms '/ stdio' '/ cl.h' code data bss
for name in $names; do
    for compiler in $compilers; do
        object=$name.$compiler.o
        cl=-
        case $name in cl*) cl=$(ratio "$name" cl "$compiler" | awk '{ printf "%.2f", $1 }') ;; esac
        printf '%-30s%-10s%8s%10.2f%10s%8d%8d%8d\n' "$(title "$name")" "$compiler" "$(ms "$name" "$compiler")" \
            "$(ratio "$name" stdio "$compiler")" "$cl" "$(sections "$object" 'text|rodata')" \
            "$(sections "$object" data)" "$(sections "$object" bss)"
    done
done

doubt=
for compiler in $compilers; do
    spread=$(echo "$(quantile 0.95 <"stdio.$compiler.us") $(quantile 0.5 <"stdio.$compiler.us")" |
        awk '{ printf "%.2f", $1 / $2 }')
    [ "$(echo "$spread" | awk '{ print ($1 > 1.3) }')" -eq 0 ] ||
        doubt="the machine is disturbed: p95/p50 of stdio.h is $spread; "
done

# Told when the 95 % interval of the median lies on one side of the bar (order statistics, normal approximation).
ratio_bar() {       # bar|aim WHAT NAME BASE COMPILER LIMIT UNIT
    ratios "$3" "$4" "$5" | awk -v head="$1: $2, $5:" -v kind="$1" -v limit="$6" -v unit="$7" -v doubt="$doubt" '
        { x[NR] = $1 }
        END {
            n = NR; low = int((n - 1.96 * sqrt(n)) / 2); high = n + 1 - low
            if (low < 1) { low = 1; high = n }
            median = n % 2 ? x[(n + 1) / 2] : (x[n / 2] + x[n / 2 + 1]) / 2
            verdict = x[high] <= limit ? "met" : x[low] > limit ? "not met" : "cannot be decided"
            if (doubt != "") verdict = "cannot be decided"
            printf "%s %s (%s%.3f of %s, interval %.3f to %.3f, %s %s)\n", head, verdict, doubt, median, unit, x[low],
                x[high], kind, limit
        }'
}
for compiler in $compilers; do
    ratio_bar bar 'declarations of gputime.h' declarations stdio "$compiler" 1.2 '<stdio.h>'
    case $names in
    *cl_declarations*) ratio_bar bar 'declarations of gputime_cl.h' cl_declarations cl "$compiler" 1.2 '<CL/cl.h>' ;;
    esac
    ratio_bar aim 'implementation of gputime.h' implementation stdio "$compiler" 7 '<stdio.h>'
    object=$(sections "implementation.$compiler.o" 'text|rodata|data')
    verdict='not met'
    [ "$object" -gt 16384 ] || verdict=met
    echo "aim: object of gputime.h, $compiler: $verdict ($object bytes, aim 16384)"
done

# ---- GPUTIME_DISABLE leaves no code ----------------------------------------------------------------------------------

# The same function with the macros and with nothing in their place.
cat >code.c <<'END'
#ifdef WITH_SCOPES
#include "gputime.h"
#else
#define GT_SCOPE(name)
#define GT_SCOPE_EXACT(name)
#define GT_WORK(flops, bytes) (void)0
#endif
double sum(const double *x, int n);
double sum(const double *x, int n)
{
    double s = 0;
    int i;
#ifdef WITH_SCOPES
    gt_scope whole = gt_scope_begin("whole");
#endif
    GT_SCOPE("all") {
        GT_WORK(n, 8.0 * n);
        for (i = 0; i < n; i++) {
            GT_SCOPE_EXACT("one") {
                s += x[i] * x[i];
            }
        }
    }
#ifdef WITH_SCOPES
    gt_scope_end(&whole);
#endif
    return s;
}
END
# The instructions by name, sorted: gcc may put the same ones in another order, and fills up with nops.
instructions() {
    objdump -d --no-show-raw-insn "$1" | awk -F '\t' 'NF > 1 { split($2, word, " "); print word[1] }' |
        grep -vE '^(nop.*|data16|cs)$' | sort
}
data() { sections "$1" 'rodata|data|bss|tbss|tdata|init_array'; }
for compiler in $compilers; do
    for level in -O1 -O2 -O3 -Os; do
        "$compiler" $level -c code.c -o without.o || exit 1
        "$compiler" $level -I"$include" -DWITH_SCOPES -c code.c -o enabled.o || exit 1
        "$compiler" $level -I"$include" -DWITH_SCOPES -DGPUTIME_DISABLE -c code.c -o with.o || exit 1
        for object in without with enabled; do instructions $object.o >$object.s; done
        if cmp -s without.s enabled.s; then
            echo 'bench_header: scopes that are on leave no code either: this comparison is blind' >&2
            exit 1
        fi
        more=$(($(data with.o) - $(data without.o)))
        undefined=$(nm -u with.o | wc -l)
        verdict='not met'
        cmp -s without.s with.s && [ $more -eq 0 ] && [ "$undefined" -eq 0 ] && verdict=met
        echo "bar: GPUTIME_DISABLE leaves no code, $compiler $level: $verdict ($(wc -l <with.s) instructions," \
            "$(wc -l <without.s) without scopes, $(wc -l <enabled.s) with scopes on; $more more bytes of data," \
            "$undefined undefined symbols)"
    done
done
