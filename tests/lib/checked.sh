#!/bin/sh
# What CI has no time for: all test programs and examples with the sanitizers of the compiler and under valgrind, one
# tool after the other, and a table at the end (make checked; CHECKED='tsan valgrind': these; TEST=name: only programs
# with that in their name). A program that has passed since it was built is not run again: a run that was stopped goes
# on where it was. A report of a tool in any process is a failure, but for what tests/data/suppressions names: drivers
# alone, each with its reason. Logs and reports stand in build/TOOL/checked.
set -u
cd "$(dirname "$0")/../.." || exit 1
suppressions=$PWD/tests/data/suppressions
export GT_TEST_LIMIT_S="${GT_TEST_LIMIT_S:-3600}"

# under_tool REPORT: a command to put before a program's, in words; what the tool reports goes to REPORT.PROCESS.
# gcc 12's thread sanitizer cannot run where the kernel spreads addresses widely.
under_tool() {
    case $tool in
    tsan) echo "setarch $(uname -m) -R" ;;
    valgrind)
        echo "valgrind -q --log-file=$1.%p --error-exitcode=99 --leak-check=full --show-leak-kinds=definite" \
            "--errors-for-leak-kinds=definite --suppressions=$suppressions/valgrind --fair-sched=try"
        ;;
    esac
}
# one PROGRAM: leaves NAME.count, as tests/lib/run.sh does.
one() {
    name=$(basename "$1")
    result=$logs/$name
    if [ -n "$(find "$result.count" -newer "$1" 2>/dev/null)" ] && grep -q '^[0-9]* 0 ' "$result.count"; then return; fi
    rm -f "$result.count" "$result".report.*
    export LSAN_OPTIONS="suppressions=$suppressions/leaks:print_suppressions=0"
    export ASAN_OPTIONS="exitcode=99:log_path=$result.report" UBSAN_OPTIONS="print_stacktrace=1:log_path=$result.report"
    export TSAN_OPTIONS="suppressions=$suppressions/races:ignore_noninstrumented_modules=1:exitcode=99"
    TSAN_OPTIONS="$TSAN_OPTIONS:log_path=$result.report"
    GT_TEST_UNDER=$(under_tool "$result.report")
    export GT_TEST_UNDER
    case $1 in
    */examples/*)
        # shellcheck disable=SC2086
        timeout "$GT_TEST_LIMIT_S" $GT_TEST_UNDER "$1" --quick >"$result.log" 2>&1
        status=$?
        if [ $status -eq 0 ]; then echo '1 0 0'; else echo "0 1 0 exit status $status"; fi >"$result.count"
        echo "  $name: exit status $status"
        ;;
    *) sh tests/lib/run.sh "$logs" --one "$1" ;;
    esac
    find "$logs" -name "$name.report.*" -size 0 -exec rm {} +
    set -- "$result".report.*
    [ -e "$1" ] || return
    sed "s@^@    | @" "$@" | head -n 60
    echo "    reports of $tool: $*"
    echo "0 1 0 reports of $tool" >"$result.count"
}
if [ "${1-}" = --one ]; then
    part=$(one "$2")        # in one piece, since others print too
    [ -z "$part" ] || printf '%s\n' "$part"
    exit 0
fi

# sum PROGRAM...: "N passed, M failed, K skipped" and the names of those with failures
sum() {
    for program; do
        name=$(basename "$program")
        echo "$name $(cat "$logs/$name.count" || echo 0 1 0)"
    done | awk '
        { passed += $2; failed += $3; skipped += $4 }
        $3 && !($1 in wrong) { wrong[$1]; names = names " " $1 }
        END { printf "%d passed, %d failed, %d skipped%s\n", passed, failed, skipped, names == "" ? "" : ":" names }'
}
table=''
for tool in ${CHECKED:-asan tsan valgrind}; do
    if [ "$tool" = valgrind ] && ! command -v valgrind >/dev/null; then
        table="$table
  valgrind  skipped: apt-get install valgrind"
        continue
    fi
    build=build/$tool
    under=''                            # valgrind is as slow as a sanitizer, which the compiler does not know
    [ "$tool" != valgrind ] || under=-DSANITIZED=2
    make --no-print-directory config="$tool" ASAN= TSAN= CFLAGS="${CFLAGS-} $under" CXXFLAGS="${CXXFLAGS-} $under" \
        tests examples || exit 1
    logs=$PWD/$build/checked
    mkdir -p "$logs"
    tests=$(find "$build/tests" -maxdepth 1 -type f -perm -u+x -name 'test_*' -name "*${TEST-}*" ! -name '*san' | sort)
    examples=$(find "$build/examples" -maxdepth 1 -type f -perm -u+x -name '[0-9]*' -name "*${TEST-}*" | sort)
    export tool logs GT_BUILD_DIR="$PWD/$build" GT_SOURCE_DIR="$PWD"
    printf '%s\n' "$tests" "$examples" | xargs -n 1 -P "${JOBS:-$(getconf _NPROCESSORS_ONLN)}" sh "$0" --one
    # shellcheck disable=SC2086
    table="$table
  $(printf '%-8s' "$tool")  tests: $(sum $tests)
            examples: $(sum $examples)"
done
echo
echo "checked:$table"
! echo "$table" | grep -q ' [1-9][0-9]* failed'
