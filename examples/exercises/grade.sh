#!/bin/sh
# Grades the exercises, a line each:
#
#     make grade [EX=NN] [FILE=mine.c]      EX: that one alone; FILE: that file for it, not the one in this folder
#
# The student's program and the solution are built and run in turn, as processes of their own, with the same work, which
# is drawn anew for each pair. Judged is what the grader's main has seen once the student's code was over: the number
# beside the solution's, the result, the samples and commands in the scope, the findings. What exercises.txt asks for
# must hold in most of the pairs. A finding about the machine never fails anybody: it asks for more pairs, up to
# GT_GRADE_PAIRS (7), and then for another time.
#
# Exit status: 0 all passed, 1 some failed, 2 wrong use, 3 none failed, but some cannot be graded now.
set -u

here=${GT_SOURCE_DIR:-$(cd "$(dirname "$0")/../.." && pwd)}
build=${GT_BUILD_DIR:-$here/build}/examples/exercises
folder=$here/examples/exercises
pairs_max=${GT_GRADE_PAIRS:-7}
: "${CC:=cc}" "${WARNINGS:=-Wall -Wextra}" "${OPENCL_CFLAGS=}" "${OPENCL_LIBS=-lOpenCL}"
wanted=${1-}
file=${2-}
unset GT_AUDIT GT_CLOCK                 # what the student's shell says of the kit is not the student's measurement

fail_usage() { echo "grade: $1" >&2; exit 2; }
case $wanted in
'' | [0-9][0-9]) ;;
[0-9]) wanted=0$wanted ;;
*) fail_usage "EX must be a number, not '$wanted'" ;;
esac
[ -z "$file" ] || [ -n "$wanted" ] || fail_usage 'FILE needs EX=NN: which exercise is it?'
[ -z "$file" ] || [ -f "$file" ] || fail_usage "there is no file '$file'"
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT

# compile SOURCE PROGRAM: the compiler's words go to the terminal if they matter.
compile() {
    own=$(sed -n 's@^/\* flags: \(.*\) \*/.*@\1@p' "$1")
    # shellcheck disable=SC2086
    $CC -std=c99 -D_POSIX_C_SOURCE=200809L -O2 -g $WARNINGS -I"$here" -I"$folder" $own $OPENCL_CFLAGS -c "$1" \
        -o "$2.o" && $CC -o "$2" "$2.o" "$build/grader.o" $OPENCL_LIBS -lm -pthread
}

limit=''
command -v timeout >/dev/null && limit='timeout 60'

# is_current PROGRAM SOURCE: it is newer than all that it is made of.
is_current() {
    [ -x "$1" ] && [ -n "$(find "$1" -newer "$2" -newer "$folder/grade.h" -newer "$build/grader.o")" ]
}

# run PAIR SIDE PROGRAM WORK: appends "PAIR SIDE KEY VALUE" to $seen.
run() {
    word="grade$$x$(date +%N)x$1"
    GT_GRADE=$word ${limit:-} "$3" "$4" 2>"$scratch/$2" </dev/null |
        awk -v word="$word" -v pair="$1" -v side="$2" '$1 == word { $1 = ""; print pair, side $0 }' >>"$seen"
}
# judge PAIRS: prints what judge.awk says after so many.
judge() {
    awk -v pairs="$1" -v most="$pairs_max" -v kind="$kind" -v samples="$samples" -v low="$low" -v high="$high" \
        -v codes="$codes" -f "$folder/judge.awk" "$seen"
}

say() {
    printf '%-28s %-12s %s\n' "$name" "$1" "$2"
    case $1 in
    pass) passed=$((passed + 1)) ;;
    FAIL) failed=$((failed + 1)) ;;
    *) cannot=$((cannot + 1)) ;;
    esac
}

# grade_one: of the exercise in $id $kind $samples $low $high $codes.
grade_one() {
    solution=$(ls "$folder/solutions/${id}_"*.c 2>/dev/null | head -n 1)
    name=$(basename "$solution" .c)
    source=${file:-$folder/$name.c}
    compile "$source" "$build/$name" || { say FAIL 'it does not compile'; return; }
    is_current "$build/$name.solution" "$solution" || compile "$solution" "$build/$name.solution" ||
        { say 'cannot now' 'the solution does not compile'; return; }
    sleeps=$(nm -u "$build/$name.o" 2>/dev/null | awk '$NF ~ /^(u|nano|clock_nano)?sleep(@|$)/ { print $NF }')
    [ -z "$sleeps" ] || { say FAIL "it calls $sleeps: time slept is not time measured"; return; }
    case " $codes " in      # where a first run is the matter, drivers must not remember the one of yesterday
    *' cold-first '*) POCL_KERNEL_CACHE=0 CUDA_CACHE_DISABLE=1; export POCL_KERNEL_CACHE CUDA_CACHE_DISABLE ;;
    esac
    seen=$scratch/$id
    : >"$seen"
    pair=0
    verdict=more
    while [ "$verdict" = more ]; do
        pair=$((pair + 1))
        work=$(date +%N | awk '{ srand($1 % 1000003); print 2 + int(4 * rand()) }')
        run $pair yours "$build/$name" "$work"
        run $pair theirs "$build/$name.solution" "$work"
        verdict=$(judge $pair)
    done
    unset POCL_KERNEL_CACHE CUDA_CACHE_DISABLE
    case $verdict in
    pass*) say pass "${verdict#pass }" ;;
    fail*) say FAIL "${verdict#fail }" ;;
    *) say 'cannot now' "${verdict#cannot }" ;;
    esac
    case $verdict in *'does not come to its end'*) tail -n 3 "$scratch/yours" "$scratch/theirs" >&2 ;; esac
}

passed=0
failed=0
cannot=0
grep -E '^ *[0-9][0-9] ' "$folder/exercises.txt" >"$scratch/table"
while read -r id kind scope samples n steps draw low high codes <&3; do
    [ -z "$wanted" ] || [ "$wanted" = "$id" ] || continue
    grade_one
done 3<"$scratch/table"
total=$((passed + failed + cannot))
[ $total -gt 0 ] || fail_usage "there is no exercise $wanted"
[ $total -eq 1 ] || echo "$passed passed, $failed failed, $cannot cannot be graded now"
[ $failed -eq 0 ] || exit 1
[ $cannot -eq 0 ] || exit 3
