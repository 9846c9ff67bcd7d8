#!/bin/sh
# Grades the exercises, and prints a line for each:
#
#     make grade [EX=NN] [FILE=mine.c]      EX: only that one; FILE: your file, not the one in tasks/
#     make grade-reference [EX=NN] [REFERENCE=file]     measures the solutions, for a machine that has none
#
# The student's program and the solution run in turn, as separate processes. Both get the same work, which is drawn for
# each pair of runs. judge.c runs and observes them from outside. judge.awk decides: the rules of exercises.txt must
# hold in most pairs. A finding about the machine fails nobody. It leads to more pairs, up to GT_GRADE_PAIRS (7), and
# then to "cannot now". Whatever reads or runs the student's file does so in a sandbox (sandbox.sh). Without bubblewrap
# nothing is graded, unless SANDBOX=none allows it.
#
# Exit status: 0 all passed, 1 some failed, 2 wrong use, 3 none failed, but some cannot be graded now.
set -u

here=${GT_SOURCE_DIR:-$(cd "$(dirname "$0")/../../.." && pwd)}
. "$here/examples/exercises/grader/course.sh"
fail_usage() { echo "grade: $1" >&2; exit 2; }
wanted=${1-}
file=${2-}
reference=${REFERENCE:-$build/exercises-reference}
make_reference=0
if [ "$wanted" = reference ]; then      # reference NN FILE
    make_reference=1
    wanted=${2-}
    reference=${3:-$reference}
    file=''
fi
case $wanted in
'' | [0-9][0-9]) ;;
[0-9]) wanted=0$wanted ;;
*) fail_usage "EX must be a number, not '$wanted'" ;;
esac
[ -z "$file" ] || [ -n "$wanted" ] || fail_usage 'FILE needs EX=NN: which exercise is it?'
[ -z "$file" ] || [ -f "$file" ] || fail_usage "there is no file '$file'"
[ -z "$wanted" ] || fetch_rules "$wanted" || fail_usage "there is no exercise $wanted"
[ -x "$tools/judge" ] && [ -x "$build/gtprof" ] || fail_usage 'the judge is not built: use make grade'
GT_HIDDEN=''
hide "${file:-/}" "$reference"
look_for_sandbox
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
trap 'exit 2' HUP INT TERM

# Writes the solutions' numbers: for each exercise five sizes, each the median of three runs. Lines of other exercises
# are kept.
write_reference() {
    printf '%s\n' '# exercise n steps number device: of the solutions on this machine, times in ms' >"$scratch/new"
    for id in $ids; do
        fetch_rules "$id"
        [ -f "$solution" ] && build_solution || fail_usage "the solution of $id is not here"
        for pair in 1 2 3 4 5; do
            draw_work
            for _ in 1 2 3; do run_theirs "$scratch/theirs"; done |
                awk -v line="$id $run_n $run_steps" '
                    function middle(v) { return v[1] > v[2] ? mid(v[2], v[1], v[3]) : mid(v[1], v[2], v[3]) }
                    function mid(less, more, third) { return third < less ? less : third > more ? more : third }
                    $1 == "right" { right += $2 }
                    $1 == "number" { number[++k] = $2 }
                    $1 == "device" { device[k] = $2 }
                    END { if (right == 3) print line, middle(number), middle(device) }' >>"$scratch/new"
        done
        measured=$(grep -c "^$id " "$scratch/new")
        echo "$name: $measured sizes"
        [ "$measured" -eq 5 ] || fail_usage "the solution of $id does not run here"
    done
    { cat "$scratch/new"; [ ! -f "$reference" ] || grep -vE "^(#|$(echo $ids | tr ' ' '|')) " "$reference"; } \
        >"$scratch/all"
    cp "$scratch/all" "$reference" && echo "the figures are in $reference"
}

say() {
    IFS=$tab read -r word _ reasons <"$1"
    [ "$sandbox" = yes ] || reasons="$reasons${tab}(graded without a sandbox)"
    printf '%s\n' "$reasons" | tr '\t' '\n' | awk -v name="$name" -v word="$word" '
        { if (NR == 1) printf "%-28s %-12s %s\n", name, word, $0; else printf "%41s %s\n", "", $0 }'
    case $word in
    pass) passed=$((passed + 1)) ;;
    FAIL) failed=$((failed + 1)) ;;
    *) cannot=$((cannot + 1)) ;;
    esac
}

grade_one() {
    work=$scratch/$id
    mkdir "$work"
    solution_here
    case $? in
    1) verdict "$work" 'cannot now' - 'the solution does not compile' ;;
    2) no_solution >&2; exit 2 ;;
    esac
    if [ ! -f "$work/verdict" ] && build_program "$work" "${file:-$folder/tasks/$name.c}"; then
        cp "$work/$name" "$scratch/program" && mv "$scratch/program" "$tools/$name"     # to run alone
        judge_them "$work"
        ! may_try_again "$work" || judge_them "$work"
    fi
    [ -z "$wanted" ] || [ ! -f "$work/in/words" ] || cat "$work/in/words" >&2
    say "$work/verdict"
}

passed=0
failed=0
cannot=0
ids=${wanted:-$(sed -n 's/^ *\([0-9][0-9]\) .*/\1/p' "$grader/exercises.txt")}
if [ $make_reference -eq 1 ]; then
    write_reference
    exit
fi
for id in $ids; do
    fetch_rules "$id"
    grade_one
done
[ -n "$wanted" ] || echo "$passed passed, $failed failed, $cannot cannot be graded now"
[ -z "$wanted" ] || [ $failed -eq 0 ] || echo "(make hint EX=$id prints a hint)"
[ $failed -eq 0 ] || exit 1
[ $cannot -eq 0 ] || exit 3
