#!/bin/sh
# Grades the files of a class:
#
#     make grade-all DIR=submissions CSV=marks.csv [BOOK=gradebook.csv] [PAGE=marks.html]
#
# DIR holds a folder for each student (anna/03_mine.c), or files with the student's name in front (anna_03.c). CSV gets
# a row for each student and exercise; BOOK a row for each student, 1, 0 or nothing for each exercise; PAGE shows the
# class. BOOK and PAGE stand beside CSV if nothing is said. Programs are built in parallel and run one after the other.
# What was graded stays in build/grades: a run that was stopped goes on where it was, a file that has changed is graded
# again, and so is each that could not be graded at that time. GT_GRADE_BUDGET=s: after so many seconds the rest waits
# for the next run.
#
# Exit status: 0 all is graded, 2 wrong use, 3 some cannot be graded now.
set -u

here=${GT_SOURCE_DIR:-$(cd "$(dirname "$0")/../.." && pwd)}
. "$here/examples/exercises/course.sh"
reference=${REFERENCE:-$build/exercises-reference}
if [ "$1" = --build ]; then             # by xargs, below: $2 is the folder of one grading
    look_for_sandbox
    fetch_rules "$(cat "$2/id")"
    build_program "$2" "$(cat "$2/file")"
    exit 0
fi
fail_usage() { echo "grade-all: $1" >&2; exit 2; }
dir=${1-}
csv=${2-}
[ -d "$dir" ] || fail_usage "DIR is to be a folder with submissions, not '$dir'"
[ -n "$csv" ] || fail_usage 'CSV=marks.csv says where the marks go'
book=${3:-${csv%.csv}-book.csv}
page=${4:-${csv%.csv}.html}
: >>"$csv" || fail_usage "$csv cannot be written"
[ -x "$tools/judge" ] && [ -x "$build/gtprof" ] || fail_usage 'the judge is not built: use make grade-all'
dir=$(cd "$dir" && pwd)
export GT_HIDDEN="$dir"
look_for_sandbox
state=${GT_GRADES:-$build/grades}/$(printf %s "$dir" | cksum | tr ' ' -)
mkdir -p "$state" || exit 2
exec 9>"$state.lock"
! command -v flock >/dev/null || flock 9         # two runs of one folder, or what a stopped run has left
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
trap 'exit 2' HUP INT TERM
begin=$(date +%s)

# STUDENT tab NN tab FILE
list_files() {
    (cd "$dir" && find . -mindepth 1 -maxdepth 2 -name '*.c' -type f | sort) | awk -F / -v OFS="$tab" '
        { file = "_" $NF; student = "" }
        NF == 3 && match(file, /[^0-9][0-9][0-9][^0-9]/) { student = $2 }
        NF == 2 && match(file, /.[-_ ][0-9][0-9][^0-9]/) { RSTART++; student = substr(file, 2, RSTART - 2) }
        { id = substr(file, RSTART + 1, 2) }
        student != "" { print student, id, substr($0, 3) }'
}
list_files >"$scratch/files"
[ -s "$scratch/files" ] || fail_usage "no file in $dir has a name like anna/03_mine.c or anna_03.c"
twice=$(cut -f 1,2 "$scratch/files" | uniq -d | head -n 1)
[ -z "$twice" ] || fail_usage "there is more than one file of student and exercise $twice"

# What a mark depends on.
key_of() { cat "$1" "$tools/grader.o" "$folder/exercises.txt" "$folder/judge.awk" "$solution" 2>/dev/null | cksum; }

# ---- builds ---------------------------------------------------------------------------------------------------------

: >"$scratch/builds"
: >"$scratch/ids"
while IFS=$tab read -r student id file <&3; do
    fetch_rules "$id" || fail_usage "$file: there is no exercise $id"
    work=$state/$id.$(printf %s "$student" | cksum | tr ' ' -)
    mkdir -p "$work"
    key=$(key_of "$dir/$file")
    [ "$(cat "$work/key" 2>/dev/null)" = "$key" ] || rm -f "$work/$name"
    if [ ! -f "$work/verdict" ] || [ "$(cat "$work/key" 2>/dev/null)" != "$key" ] ||
        grep -q '^cannot' "$work/verdict"; then
        rm -f "$work/verdict"
        printf '%s\n' "$key" >"$work/key"
        printf '%s\n' "$id" >"$work/id"
        printf '%s\n' "$dir/$file" >"$work/file"
        printf '%s\n' "$student" >"$work/student"
        [ -x "$work/$name" ] || printf '%s\0' "$work" >>"$scratch/builds"      # else it was stopped after the build
        printf '%s\n' "$id" >>"$scratch/ids"
    fi
    printf '%s\t%s\t%s\n' "$student" "$id" "$work" >>"$scratch/works"
done 3<"$scratch/files"
total=$(wc -l <"$scratch/works")
open=$(wc -l <"$scratch/ids")
echo "$total files; $open to grade"
for id in $(sort -u "$scratch/ids"); do
    fetch_rules "$id"
    solution_here
    case $? in
    1) fail_usage "the solution of $id does not compile" ;;
    2) no_solution >&2; exit 2 ;;
    esac
done
xargs -0 -r -n 1 -P "$(getconf _NPROCESSORS_ONLN)" sh "$0" --build <"$scratch/builds" &
builder=$!
trap 'kill "$builder" 2>/dev/null; exit 2' HUP INT TERM
wait "$builder"
trap 'exit 2' HUP INT TERM

# ---- runs: up to four programs of an exercise after each run of the solution ----------------------------------------

judge_group() {
    [ $# -gt 0 ] || return 0
    if [ $(($(date +%s) - begin)) -lt "${GT_GRADE_BUDGET:-1000000}" ]; then
        solution_here
        judge_them "$@"
    else
        for work in "$@"; do verdict "$work" 'cannot now' - 'the time for this class is over'; done
    fi
    for work in "$@"; do
        printf '%s %s: %s\n' "$id" "$(cat "$work/student")" "$(cut -f 1 "$work/verdict")"
        grep -q '^cannot' "$work/verdict" || rm -f "$work/$name"
    done
}
for id in $(sort -u "$scratch/ids"); do
    fetch_rules "$id"
    set --
    while IFS=$tab read -r _ one work <&3; do
        [ "$one" = "$id" ] && [ ! -f "$work/verdict" ] || continue
        set -- "$@" "$work"
        [ $# -lt 4 ] || { judge_group "$@"; set --; }
    done 3<"$scratch/works"
    judge_group "$@"
done

# ---- marks ----------------------------------------------------------------------------------------------------------

ids=$(sed -n 's/^ *\([0-9][0-9]\) .*/\1/p' "$folder/exercises.txt" | tr '\n' ' ')
while IFS=$tab read -r student id work <&3; do
    printf '%s\t%s\t%s\n' "$student" "$id" "$(cat "$work/verdict")"
    sed 's/^/\t/' "$work/facts" 2>/dev/null
done 3<"$scratch/works" | awk -F "$tab" -v ids="$ids" -v table="$folder/exercises.txt" -v csv="$csv" -v book="$book" \
    -v page="$page" -v sandbox="$sandbox" -f "$folder/class.awk" || exit 2
echo "$total files, $open of them graded in $(($(date +%s) - begin)) s: $csv, $book, $page"
! cat "$state"/*/verdict | grep -q '^cannot' || exit 3
