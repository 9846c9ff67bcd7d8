#!/bin/sh
# Runs test programs and scripts one after another and adds up what they report:
#
#     tests/run.sh LOG_FOLDER PROGRAM...        each with a slash in its path
#
# A program reports through cmocka's standard output, or with lines `ok NAME`, `not ok NAME`, `skip NAME: REASON`.
# On the console stands one line for each program, its lines that begin with a word of $shown, the reasons of skips,
# and the details of failures; all the rest is in LOG_FOLDER/PROGRAM.log. The last line is the sum: `N passed, M
# failed, K skipped`. A program counts as one failed test if it crashes, hangs, ends with a status that its tests do
# not explain, or runs no test.
set -u

shown='compare|coverage|control|simcl|align|slope|clean|planted|finding|cache'
limit_s=${GT_TEST_LIMIT_S:-300}
log_folder=$1
shift
mkdir -p "$log_folder" || exit 1
unset MAKEFLAGS MFLAGS MAKELEVEL    # a script that calls make starts one of its own

now_ms() { date +%s%N | awk '{ printf "%.0f", $0 / 1e6 }'; }

# run LOG COMMAND...: the exit status is the command's, or 124 when its time was up.
run() {
    run_log=$1
    shift
    timeout -k 5 "$limit_s" "$@" >"$run_log" 2>&1 </dev/null
}

# The thread sanitizer of gcc 12 cannot run where the kernel spreads addresses widely. Without that spread it can.
tsan_refused() { grep -q 'ThreadSanitizer: unexpected memory mapping' "$1"; }

run_test() {
    case $1 in
    *.sh) run "$2" sh "$1"; return ;;
    esac
    run "$2" "$1"
    status=$?
    tsan_refused "$2" || return $status
    run "$2" setarch "$(uname -m)" -R "$1"
    status=$?
    grep -q 'setarch: ' "$2" || tsan_refused "$2" || return $status
    echo "skip $(basename "$1"): the thread sanitizer does not run on this kernel" >"$2"
}

# Reads a log, knows the exit status; prints "PASSED FAILED SKIPPED REMARK".
count() {
    awk -v status="$2" -v limit="$limit_s" '
        /\[==========\].* Running [0-9]+ test/ {
            cmocka = 1; summary = 0
            n = $0; sub(/.* Running /, "", n); announced += n + 0
        }
        /\[==========\].* [0-9]+ test\(s\) run/ { summary = 1 }    # cmocka then lists the failed ones a second time
        summary { next }
        /\[ RUN      \] /  { running = $0; sub(/.*\[ RUN      \] /, "", running) }
        /\[       OK \] /  { seen_passed++; running = "" }
        /\[  FAILED  \] /  { seen_failed++; running = "" }
        /\[  SKIPPED \] /  { seen_skipped++; running = "" }
        /^ok /             { ok++ }
        /^not ok /         { not_ok++ }
        /^skip /           { skip++ }
        END {
            passed = cmocka ? seen_passed : ok
            failed = cmocka ? seen_failed : not_ok
            skipped = cmocka ? seen_skipped : skip
            lost = announced - passed - failed - skipped
            if (status == 124 || status == 137) remark = "ended after " limit " s"
            else if (status > 128) remark = "ended by signal " status - 128
            else if (status != 0 && !failed) remark = "exit status " status " without a failed test"
            else if (cmocka && lost > 0 && !failed) remark = "stopped early"
            else if (passed + failed + skipped == 0) remark = "ran no test"
            if (remark != "") {
                failed++
                if (running != "") { remark = remark " in " running; lost-- }
                if (lost > 0) remark = remark ", " lost " not run"
            }
            printf "%d %d %d %s\n", passed, failed, skipped, remark
        }' "$1"
}

all_passed=0
all_failed=0
all_skipped=0
for program in "$@"; do
    name=$(basename "$program" .sh)
    log=$log_folder/$name.log
    started_ms=$(now_ms)
    run_test "$program" "$log"
    status=$?
    took_ms=$(($(now_ms) - started_ms))

    read -r passed failed skipped remark <<END
$(count "$log" "$status")
END
    all_passed=$((all_passed + passed))
    all_failed=$((all_failed + failed))
    all_skipped=$((all_skipped + skipped))

    counts="$passed passed"
    [ "$failed" -eq 0 ] || counts="$counts, $failed FAILED"
    [ "$skipped" -eq 0 ] || counts="$counts, $skipped skipped"
    awk -v name="$name" -v counts="$counts" -v ms="$took_ms" -v remark="$remark" \
        'BEGIN { printf "  %-28s %-32s %6.1f s%s\n", name, counts, ms / 1000, remark == "" ? "" : "  " remark }'
    grep -aE "^($shown):" "$log"
    grep -aE '^skip ' "$log" | sed 's/^/    /'
    if [ "$failed" -ne 0 ]; then
        # The bar keeps a line of the log from being taken for one of this report.
        grep -avE '\[ RUN      \]|\[       OK \]|^ok ' "$log" | tail -n 60 | sed 's/^/    | /'
        echo "    all of it: $log"
    fi
done

sum="$all_passed passed, $all_failed failed"
[ "$all_skipped" -eq 0 ] || sum="$sum, $all_skipped skipped"
echo "$sum"
[ "$all_failed" -eq 0 ] && [ "$all_passed" -gt 0 ]
