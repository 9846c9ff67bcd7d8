#!/bin/sh
# Runs test programs and scripts and adds up what they report:
#
#     tests/lib/run.sh LOG_FOLDER PROGRAM...        each with a slash in its path
#
# As many run at once as there are cores (JOBS=N: as many as that). Those that measure real time run alone, after the
# others: a program whose source tests/FOLDER/NAME.c has a line `/* alone: yes */`, a script that has `# alone: yes`.
# Its sanitized twins are slow anyway and need not be alone.
# A program reports through cmocka's standard output, or with lines `ok NAME`, `not ok NAME`, `skip NAME: REASON`.
# On the console stands one line for each program, with its seconds and those of the processors, its lines that begin
# with a word of $shown, the reasons of skips, and the details of failures; all the rest is in LOG_FOLDER/PROGRAM.log.
# The last line is the sum: `N passed, M failed, K skipped`. A program counts as one failed test if it crashes, hangs,
# ends with a status that its tests do not explain, or runs no test. Just before the sum stands every failed test once
# more, with a few of its lines (about 40 in all).
# tests/known.txt lists tests of defects that are known and not mended yet. Such a test must fail, and counts as
# skipped; one that passes counts as failed, so that the list is kept true.
set -u

shown='compare|field|coverage|control|simcl|align|slope|clean|planted|finding|cache'
limit_s=${GT_TEST_LIMIT_S:-900}      # ends what hangs; a busy machine is slow
log_folder=$1
shift
mkdir -p "$log_folder" || exit 1
twice=$([ "${1-}" = --one ] || for test in "$@"; do basename "$test" .sh; done | sort | uniq -d)
[ -z "$twice" ] || { echo "run.sh: two tests with one name, and so with one log: $twice" >&2; exit 2; }
# Newer compilers do so by default: variables of functions lie elsewhere than on the stack.
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_stack_use_after_return=1"
unset MAKEFLAGS MFLAGS MAKELEVEL    # a script that calls make starts one of its own

now_ms() { date +%s%N | awk '{ printf "%.0f", $0 / 1e6 }'; }

# run LOG COMMAND...: the exit status is the command's, or 124 when its time was up. What it writes stands beside LOG.
run() {
    run_log=$1
    shift
    mkdir -p "${run_log%.log}.files"
    GT_TEST_FOLDER=$(cd "${run_log%.log}.files" && pwd) timeout -k 5 "$limit_s" "$@" >"$run_log" 2>&1 </dev/null
}

# The thread sanitizer of gcc 12 cannot run where the kernel spreads addresses widely. Without that spread it can.
tsan_refused() { grep -q 'ThreadSanitizer: unexpected memory mapping' "$1"; }

run_test() {
    case $1 in
    *.sh) run "$2" sh "$1"; return ;;
    esac
    # shellcheck disable=SC2086
    run "$2" ${GT_TEST_UNDER:-} "$1"
    status=$?
    tsan_refused "$2" || return $status
    run "$2" setarch "$(uname -m)" -R "$1"
    status=$?
    grep -q 'setarch: ' "$2" || tsan_refused "$2" || return $status
    echo "skip $(basename "$1"): the thread sanitizer does not run on this kernel" >"$2"
}

# count LOG STATUS NAME: reads a log; prints "PASSED FAILED SKIPPED REMARK", and to NAME.failed, beside the log, what
# failed: the name of each test and at most 8 of its lines, those that name an error and the last ones.
count() {
    awk -v status="$2" -v limit="$limit_s" -v program="$3" -v failures="$log_folder/$3.failed" \
        -v plain="${3%.*}" -v known=tests/known.txt -v expected="$log_folder/$3.known" '
        BEGIN {
            while ((getline entry <known) > 0)
                if (split(entry, word, " ") > 2 && (word[1] == program || word[1] == plain)) {
                    reason = entry; sub(/^[^ ]+ +[^ ]+ +/, "", reason); defect[word[2]] = reason
                }
        }
        function is_known(test) { if (!(test in defect)) return 0; told[test] = 1; seen_known++; return 1 }
        function unexpected(test) { tell(test " passes: take it out of tests/known.txt") }
        function tell(test,   i, n, chosen) {
            print "  " program ": " test >failures
            for (i = 1; i <= lines && n < 4; i++)
                if (i == 1 || line[i] ~ /\[  ERROR   \]|rror: |Sanitizer:|does not hold/) { chosen[i] = 1; n++ }
            for (i = lines; i > 0 && n < 8; i--) if (!(i in chosen)) { chosen[i] = 1; n++ }
            for (i = 1; i <= lines; i++) if (i in chosen) print "      " substr(line[i], 1, 160) >failures
            lines = 0
        }
        function script_failed() { if (not_ok_name != "") tell(not_ok_name); not_ok_name = "" }

        /\[==========\].* Running [0-9]+ test/ {
            cmocka = 1; summary = 0
            n = $0; sub(/.* Running /, "", n); announced += n + 0
        }
        /\[==========\].* [0-9]+ test\(s\) run/ { summary = 1 }    # cmocka then lists the failed ones a second time
        summary { next }
        /\[ RUN      \] /  { running = $0; sub(/.*\[ RUN      \] /, "", running); lines = 0; next }
        /\[       OK \] /  {
            if (running in defect) { seen_failed++; unexpected(running) } else seen_passed++
            running = ""
        }
        /\[  FAILED  \] |\[  ERROR   \] [^-]/ {       # ERROR: its setup failed
            if (!is_known(running)) { seen_failed++; tell(running) }
            running = ""
        }
        /\[  SKIPPED \] /  { seen_skipped++; running = "" }
        /^(ok|not ok|skip) / { script_failed(); lines = 0 }
        /^ok / {
            if (substr($0, 4) in defect) { not_ok++; unexpected(substr($0, 4)) } else ok++
            next
        }
        /^not ok / { if (!is_known(substr($0, 8))) { not_ok++; not_ok_name = substr($0, 8) } next }
        /^skip /           { skip++; next }
        !(ok + not_ok + skip) || /^#/ { line[++lines] = $0 }
        END {
            passed = cmocka ? seen_passed : ok
            failed = cmocka ? seen_failed : not_ok
            skipped = (cmocka ? seen_skipped : skip) + seen_known
            lost = announced - passed - failed - skipped
            if (status == 124 || status == 137) remark = "ended after " limit " s"
            else if (status > 128) remark = "ended by signal " status - 128
            else if (status != 0 && !failed && !seen_known) remark = "exit status " status " without a failed test"
            else if (cmocka && lost > 0 && !failed) remark = "stopped early"
            else if (passed + failed + skipped == 0) remark = "ran no test"
            script_failed()
            if (remark != "") {
                failed++
                if (running != "") { remark = remark " in " running; lost-- }
                if (lost > 0) remark = remark ", " lost " not run"
                tell(remark)
            }
            printf "%d %d %d %s\n", passed, failed, skipped, remark
            for (test in told) print test ": " defect[test] >expected
        }' "$1"
}

# one PROGRAM: runs it, prints its part of the console, and leaves its counts in LOG_FOLDER/NAME.count.
one() {
    name=$(basename "$1" .sh)
    log=$log_folder/$name.log
    started_ms=$(now_ms)
    run_test "$1" "$log"
    status=$?
    took_ms=$(($(now_ms) - started_ms))
    times >"$log_folder/$name.times"
    count "$log" "$status" "$name" >"$log_folder/$name.count"
    read -r passed failed skipped remark <"$log_folder/$name.count"

    counts="$passed passed"
    [ "$failed" -eq 0 ] || counts="$counts, $failed FAILED"
    [ "$skipped" -eq 0 ] || counts="$counts, $skipped skipped"
    awk -v name="$name" -v counts="$counts" -v ms="$took_ms" -v remark="$remark" '
        function seconds(text,   part) { split(text, part, "m"); return part[1] * 60 + part[2] }
        END {
            printf "  %-28s %-32s %6.1f s %6.1f s of cpu%s\n", name, counts, ms / 1000, seconds($1) + seconds($2),
                remark == "" ? "" : "  " remark
        }' "$log_folder/$name.times"
    grep -aE "^($shown):" "$log"
    grep -aE '^skip ' "$log" | sed 's/^/    /'
    [ ! -e "$log_folder/$name.known" ] || sed 's/^/    known: /' "$log_folder/$name.known"
    if [ "$failed" -ne 0 ]; then
        # The bar keeps a line of the log from being taken for one of this report.
        grep -avE '\[ RUN      \]|\[       OK \]|^ok ' "$log" | tail -n 60 | sed 's/^/    | /'
        echo "    all of it: $log"
    fi
}
if [ "${1-}" = --one ]; then
    part=$(one "$2")        # in one piece, since others print too
    printf '%s\n' "$part"
    exit 0
fi

is_alone() {
    case $1 in
    *.sh) grep -q '^# alone: yes' "$1" ;;
    *.asan | *.tsan) return 1 ;;
    *) grep -qs '^/\* alone: yes \*/' tests/*/"$(basename "$1" .simcl).c" ;;
    esac
}
rm -f "$log_folder"/*.count "$log_folder"/*.failed "$log_folder"/*.known
alone='' together=''
for program in "$@"; do
    if is_alone "$program"; then alone="$alone $program"; else together="$together $program"; fi
done
jobs=${JOBS:-$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)}
# shellcheck disable=SC2086
[ -z "$together" ] || printf '%s\n' $together | xargs -n 1 -P "$jobs" sh "$0" "$log_folder" --one
for program in $alone; do sh "$0" "$log_folder" --one "$program"; done

# Whoever has only the end of this output finds there what failed.
set -- "$log_folder"/*.failed
if [ -e "$1" ]; then
    echo
    echo 'failed:'
    tests=$(cat "$@" | grep -c '^  [^ ]')
    awk -v each=$((tests < 5 ? 8 : 40 / tests)) '
        /^  [^ ]/ { shown = 0 }
        shown++ <= each
        END { if (each < 8) print "  more lines: in NAME.log" }' "$@"
fi
cat "$log_folder"/*.count | awk '
    { passed += $1; failed += $2; skipped += $3 }
    END {
        printf "%d passed, %d failed", passed, failed
        if (skipped) printf ", %d skipped", skipped
        print ""
        exit failed || !passed
    }'
