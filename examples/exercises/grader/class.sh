#!/bin/sh
# Grades the files of a class:
#
#     make grade-all DIR=submissions CSV=marks.csv [BOOK=gradebook.csv] [PAGE=marks.html]
#
# DIR holds a folder for each student (anna/03_mine.c), or files whose names begin with the student's (anna_03.c). CSV
# gets a row for each student and exercise, and for each file that is not graded. BOOK gets a row for each student, with
# 1, 0 or nothing for each exercise. PAGE shows the class. By default BOOK and PAGE lie beside CSV. If a student has
# several files for an exercise, the newest counts. In the environment, or as words of make:
#     EX=01,03                  only these exercises
#     ROSTER=names.csv          who belongs to the class, a name a line (more columns do not matter)
#     PSEUDONYMS=yes            PAGE shows a sign for each student, which CSV explains
#     SANDBOX=none              grades without a sandbox
#     GT_GRADE_BUDGET=s         stops so many seconds after the last build; the rest is "cannot now"
# Programs are built in parallel and run one after the other. Results are kept in build/grades: a run that was stopped
# continues where it was. A file that changed, or that could not be graded, is graded again.
#
# Exit status: 0 all is graded, 2 wrong use, 3 some cannot be graded now.
set -u

here=${GT_SOURCE_DIR:-$(cd "$(dirname "$0")/../../.." && pwd)}
. "$here/examples/exercises/grader/course.sh"
reference=${REFERENCE:-$build/exercises-reference}
if [ "$1" = --build ]; then             # called by xargs below; $2 is the folder of one grading
    look_for_sandbox
    fetch_rules "$(cat "$2/id")"
    build_program "$2" "$(cat "$2/file")" "$(cat "$2/shown")"
    exit 0
fi
fail_usage() { echo "grade-all: $1" >&2; exit 2; }
dir=${1-}
csv=${2-}
[ -d "$dir" ] || fail_usage "DIR must be the folder of the submissions, not '$dir'"
[ -n "$csv" ] || fail_usage 'CSV=marks.csv says where the marks go'
book=${3:-${csv%.csv}-book.csv}
page=${4:-${csv%.csv}.html}
: >>"$csv" || fail_usage "$csv cannot be written"
[ -x "$tools/judge" ] && [ -x "$build/gtprof" ] || fail_usage 'the judge is not built: use make grade-all'
dir=$(cd "$dir" && pwd -P)
state=${GT_GRADES:-$build/grades}/$(printf %s "$dir" | cksum | tr ' ' -)
mkdir -p "$state" || exit 2
GT_HIDDEN=''
hide "$dir/." "$state" "$csv" "$book" "$page" "${ROSTER:-/}" "$reference"
look_for_sandbox
exec 9>"$state.lock"
! command -v flock >/dev/null || flock 9         # waits for another run on the same folder
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
trap 'exit 2' HUP INT TERM
begin=$(date +%s)
one=$(printf '\1')

ids=$(sed -n 's/^ *\([0-9][0-9]\) .*/\1/p' "$grader/exercises.txt" | tr '\n' ' ')
wanted=$(echo "${EX:-$ids}" | tr ',' ' ')
chosen=''
for id in $wanted; do
    case $id in [1-9]) id=0$id ;; esac
    case " $ids " in *" $id "*) chosen="$chosen$id " ;; *) fail_usage "EX: there is no exercise '$id'" ;; esac
done
roster=${ROSTER-}
[ -z "$roster" ] || [ -f "$roster" ] || fail_usage "ROSTER: there is no file '$roster'"
# Reads the first column as spreadsheets write it: with or without quotes, separated by commas, semicolons or tabs.
LC_ALL=C awk '
    { sub(/\r$/, ""); sub(/^\357\273\277/, ""); sub(/^ +/, "") }
    /^"/ { name = substr($0, 2); gsub(/""/, "\001", name); sub(/".*/, "", name); gsub("\001", "\"", name) }
    !/^"/ { name = $0; sub(/[,;\t].*/, "", name) }
    { sub(/ +$/, "", name) }
    name != "" && (named++ || name !~ /^([Ss]tudent|[Nn]ame)$/) { print name }' \
    "${roster:-/dev/null}" >"$scratch/roster"

# Lists everything in DIR, in lines KIND tab TIME tab PATH. (A line end in a name becomes the character 1 and an n, and
# that character the same and an e.)
(cd "$dir" && find . -mindepth 1 -maxdepth 2 -printf '%y\t%T@\t%P\0') | sed -z 's/\x01/&e/g; s/\n/\x01n/g' |
    tr '\0' '\n' | LC_ALL=C sort >"$scratch/found"
# Writes two lists, separated by tabs. files: STUDENT, NN, a remark, the file's name, PATH. others, for what is not
# graded: STUDENT, NN, the reason, the file's name.
LC_ALL=C awk -F "$tab" -v OFS="$tab" -v ids=" $ids" -v chosen=" $chosen" -v files="$scratch/files" \
    -v others="$scratch/others" -v roster="$scratch/roster" -f "$grader/names.awk" "$scratch/found" || exit 2
[ ! -f "$scratch/roster.shown" ] || mv "$scratch/roster.shown" "$scratch/roster"
[ -s "$scratch/files" ] || [ -s "$scratch/others" ] || fail_usage "there is nothing in $dir"

# A checksum of all that a mark depends on.
key_of() {
    { cat "$1" "$tools/grader.o" "$grader/exercises.txt" "$grader/judge.awk" "$solution" 2>/dev/null
        echo "$sandbox"; } |
        sign
}
sign() { sha256sum | cut -c 1-32; }     # cryptographic, so that no other file or name with the same sum can be made
# Copies the file itself. If it, or its folder, was replaced by a link or a pipe, the copy fails.
copy_of() {
    # shellcheck disable=SC2016
    timeout 10 sh -c 'exec 8<"$1" && [ -f /proc/self/fd/8 ] || exit 1
        [ ! -e /proc/self/fd/8 ] || [ "$(readlink /proc/self/fd/8; echo .)" = "$(printf "%s\n." "$1")" ] || exit 1
        head -c 1048577 <&8' sh "$1"
}

# ---- builds ---------------------------------------------------------------------------------------------------------

: >"$scratch/builds"
: >"$scratch/ids"
: >"$scratch/works"
mkdir "$scratch/copies"
k=0
while IFS=$tab read -r student id remark shown path <&3; do
    fetch_rules "$id"
    k=$((k + 1))
    copy=$scratch/copies/$k.c           # a name without special characters
    case $path in *"$one"*) path=$(printf %s. "$path" | sed 's/\x01n/\n/g; s/\x01e/\x01/g') && path=${path%.} ;; esac
    if ! copy_of "$dir$path" >"$copy" 2>/dev/null; then
        printf '%s\t%s\tit cannot be read\t%s\n' "$student" "$id" "$shown" >>"$scratch/others"
        continue
    fi
    work=$state/$id.$(printf %s "$student" | sign)
    mkdir -p "$work"
    key=$(key_of "$copy")
    [ "$(cat "$work/key" 2>/dev/null)" = "$key" ] || rm -f "$work/$name"
    if [ ! -f "$work/verdict" ] || [ "$(cat "$work/key" 2>/dev/null)" != "$key" ] ||
        grep -q '^cannot' "$work/verdict"; then
        rm -f "$work/verdict" "$work/facts"
        printf '%s\n' "$key" >"$work/key"
        printf '%s\n' "$id" >"$work/id"
        printf '%s\n' "$copy" >"$work/file"
        printf '%s\n' "$student" >"$work/student"
        printf '%s\n' "$shown" >"$work/shown"
        [ -x "$work/$name" ] || printf '%s\0' "$work" >>"$scratch/builds"      # it may be built from a stopped run
        printf '%s\n' "$id" >>"$scratch/ids"
    fi
    printf '%s\t%s\t%s\t%s\t%s\n' "$student" "$id" "$work" "$remark" "$shown" >>"$scratch/works"
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
xargs -0 -r -n 1 -P "$(getconf _NPROCESSORS_ONLN)" sh "$0" --build <"$scratch/builds" 9>&- &
builder=$!
trap 'kill "$builder" 2>/dev/null; exit 2' HUP INT TERM
wait "$builder"
trap 'exit 2' HUP INT TERM

# ---- runs: up to four programs of an exercise after each run of the solution ----------------------------------------

built=$(date +%s)
is_time_left() { [ $(($(date +%s) - built)) -lt "${GT_GRADE_BUDGET:-1000000}" ]; }
judge_group() {
    [ $# -gt 0 ] || return 0
    if is_time_left; then
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
    while IFS=$tab read -r _ one work _ <&3; do
        [ "$one" = "$id" ] && [ ! -f "$work/verdict" ] || continue
        set -- "$@" "$work"
        [ $# -lt 4 ] || { judge_group "$@"; set --; }
    done 3<"$scratch/works"
    judge_group "$@"
done
# Tries those again that could not be graded: the machine may be less busy now.
for id in $(sort -u "$scratch/ids"); do
    fetch_rules "$id"
    while IFS=$tab read -r _ one work _ <&3; do
        [ "$one" = "$id" ] && may_try_again "$work" || continue
        ! is_time_left || judge_group "$work"
    done 3<"$scratch/works"
done

# ---- marks ----------------------------------------------------------------------------------------------------------

# A secret key keeps signs from being guessed.
if [ -n "${PSEUDONYMS-}" ]; then
    [ -s "$state/key" ] || (umask 077; od -An -N16 -tx1 /dev/urandom | tr -d ' \n' >"$state/key")
    { cut -f 1 "$scratch/works" "$scratch/others"; cat "$scratch/roster"; } | awk '$0 != "" && !seen[$0]++' |
        while IFS= read -r student; do
            printf '%s\t%s\n' "$student" "$(printf '%s %s' "$(cat "$state/key")" "$student" | sha256sum | cut -c 1-6)"
        done | LC_ALL=C sort -t "$tab" -k 2 >"$scratch/signs"
fi
while IFS=$tab read -r student id work remark shown <&3; do
    printf '%s\t%s\t%s\t%s\t%s\n' "$student" "$id" "$remark" "$shown" "$(cat "$work/verdict")"
    sed 's/^/\t/' "$work/facts" 2>/dev/null
done 3<"$scratch/works" | LC_ALL=C awk -F "$tab" -v ids="$chosen" -v table="$grader/exercises.txt" \
    -v csv="$csv" -v book="$book" -v page="$page" -v sandbox="$sandbox" -v others="$scratch/others" \
    -v roster="${roster:+$scratch/roster}" -v signs="${PSEUDONYMS:+$scratch/signs}" -f "$grader/class.awk" || exit 2
echo "$total files, $open of them graded in $(($(date +%s) - begin)) s: $csv, $book, $page"
left=$(wc -l <"$scratch/others")
[ "$left" -eq 0 ] || echo "$left more files or folders were not graded: the marks say why"
while IFS=$tab read -r _ _ work _ <&3; do
    ! grep -q '^cannot' "$work/verdict" || exit 3
done 3<"$scratch/works"
