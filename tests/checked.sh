#!/bin/sh
# What CI has no time for: all test programs and examples with the sanitizers of the compiler and under valgrind, one
# after the other, and a table at the end (make checked; CHECKED=tsan: that one alone). An hour on two idle cores.
# A report of a tool is a failure, but for what tests/suppressions names: drivers alone, each with its reason.
set -u
cd "$(dirname "$0")/.." || exit 1
suppressions=$PWD/tests/suppressions
export LSAN_OPTIONS="suppressions=$suppressions/leaks:print_suppressions=0"
export ASAN_OPTIONS=exitcode=99 UBSAN_OPTIONS=print_stacktrace=1
export TSAN_OPTIONS="suppressions=$suppressions/races:ignore_noninstrumented_modules=1:exitcode=99"
export GT_TEST_LIMIT_S="${GT_TEST_LIMIT_S:-3600}"
memcheck="valgrind -q --error-exitcode=99 --leak-check=full --show-leak-kinds=definite \
--errors-for-leak-kinds=definite --suppressions=$suppressions/valgrind"

# under COMMAND...: the thread sanitizer of gcc 12 cannot run where the kernel spreads addresses widely.
under() {
    case $tool in
    tsan) setarch "$(uname -m)" -R "$@" ;;
    valgrind) $memcheck "$@" ;;
    *) "$@" ;;
    esac
}
# examples: prints how many were right, and keeps the logs of the others.
examples() {
    right=0 wrong=''
    for example in "$build"/examples/[0-9]*; do
        case $example in *.*) continue ;; esac
        log=$build/tests/$(basename "$example").checked
        under timeout "$GT_TEST_LIMIT_S" "$example" --quick >"$log" 2>&1
        status=$?
        if [ $status -ne 0 ] || grep -qE 'Sanitizer: |runtime error: |^==[0-9]+== (Inv|Cond|Use)' "$log"; then
            wrong="$wrong $(basename "$example")"
        else
            right=$((right + 1))
        fi
    done
    echo "$right right${wrong:+; see $build/tests/NAME.checked:$wrong}"
}

table=''
for tool in ${CHECKED:-asan tsan valgrind}; do
    if [ $tool = valgrind ] && ! command -v valgrind >/dev/null; then
        table="$table
  valgrind  skipped: apt-get install valgrind"
        continue
    fi
    build=build/$tool
    make --no-print-directory config=$tool tests examples || exit 1
    programs=$(find "$build/tests" -maxdepth 1 -type f -perm -u+x -name 'test_*' ! -name '*san' | sort)
    export GT_BUILD_DIR="$PWD/$build" GT_SOURCE_DIR="$PWD" GT_TEST_UNDER=''
    [ $tool != valgrind ] || GT_TEST_UNDER=$memcheck
    # shellcheck disable=SC2086
    sh tests/run.sh "$build/tests" $programs | tee "$build/tests/checked.log"
    table="$table
  $tool  tests: $(tail -n 1 "$build/tests/checked.log")  examples: $(examples)"
done
echo
echo "checked:$table"
! echo "$table" | grep -qE ' [1-9][0-9]* failed|; see '
