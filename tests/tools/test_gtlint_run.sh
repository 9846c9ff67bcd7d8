#!/bin/sh
# gtlint run: what it says of programs that it starts in turn. The programs here write the documents that the kit would,
# with times that the test chooses, so that nothing depends on the machine; two tests start programs that sleep.
. "$(dirname "$0")/../lib/check.sh"

gtlint=${GT_BUILD_DIR:-build}/examples/gtlint
if [ ! -x "$gtlint" ]; then
    gtlint=$scratch/gtlint
    $CC -std=c99 -D_POSIX_C_SOURCE=200809L -O2 -I. -o "$gtlint" examples/tools/gtlint/gtlint.c -lm -pthread || exit 1
fi
export GT_WIDE=1

# fake MEDIAN NOISE TAIL [DEVICE [FAULT]]: writes 20 samples around MEDIAN; NOISE: of a run, in per cent; TAIL: percent
# by which more than half of the samples are slower. Counts its runs.
cat >"$scratch/fake" <<'END_OF_FAKE'
#!/bin/sh
echo x >>"$COUNT"
awk -v m="$1" -v noise="$2" -v tail="$3" -v seed="$(wc -l <"$COUNT")" -v device="${4:-a GPU}" -v fault="${5:-}" 'BEGIN {
    srand(7919 * seed); for (i = 0; i < 9; i++) rand()
    run = 1 + noise / 100 * rand() ^ 2
    printf "{\"schema\":1,\"kit\":\"0.1.0\",\"date\":\"2026-11-23T10:00:00Z\",\"clock\":{\"name\":\"tsc\",\"hz\":2e9},"
    printf "\"devices\":[{\"name\":\"%s\",\"facts\":[]}],\"series\":[{\"series\":\"step\",\"kind\":\"phase\",", device
    printf "\"device\":1,\"n\":20,\"threads\":1,\"findings\":[%s],\"device_time\":{\"median\":%g},", fault, m * 0.9
    printf "\"elsewhere\":{\"median\":100},\"duration\":{\"n\":20,\"median\":%g,\"tick\":1},", m
    printf "\"samples\":{\"duration_ns\":["
    for (i = 0; i < 20; i++)
        printf "%s%.1f", i ? "," : "", i ? m * run * (i < 13 ? 1 + tail / 100 : 1) + rand() : m + rand()
    print "]}}]}" }' >"$GT_JSON"
END_OF_FAKE
chmod +x "$scratch/fake"
fake=$scratch/fake
export COUNT="$scratch/count"

run() {
    status=0
    : >"$COUNT"
    "$gtlint" run "$@" >"$scratch/out" 2>"$scratch/err" || status=$?
    cat "$scratch/out" "$scratch/err"
    echo "status $status" | tee "$scratch/status"
}
exits() { [ "$(cat "$scratch/status")" = "status $1" ]; }
says() { grep -qE -e "$1" "$scratch/out"; }
warns() { grep -qF -e "$1" "$scratch/err"; }
runs() { [ "$(wc -l <"$COUNT")" -eq "$1" ]; }

a_version_that_is_slower_fails_as_soon_as_that_is_certain() {
    run --fail-slower 5% -- "$fake" 1000 1 0 -- "$fake" 1080 1 0
    exits 1
    says '^step  +1\.0. us  +1\.0. us  +0\.9[23]. \[0\.9.., 0\.9..\]  .*slower by (7\.[5-9]|8\.[0-5]) %, FAILS  +both$'
    says '^10 rounds in .* stopped: decided'
    says 'the difference, (7[5-9]|8[0-5])\.. ns in the median; device \+72\.0 ns'
    runs 22                             # one of each to warm up
}
# A kernel of 900 ns, and the rest of each sample is launch.
cat >"$scratch/fake_parts" <<'END_OF_FAKE'
#!/bin/sh
"$FAKE" "$1" 0 0
sed -i "s/\"samples\"/\"account\":{\"typical\":{\"kernel_ns\":900,\"launch_ns\":$(($1 - 900))}},&/" "$GT_JSON"
END_OF_FAKE
chmod +x "$scratch/fake_parts"
the_part_that_makes_the_difference_is_named() {
    FAKE=$fake run --fail-slower 5% -- "$scratch/fake_parts" 1000 -- "$scratch/fake_parts" 1080
    exits 1
    says 'the difference, .* in the median; launch \+80\.0 ns'
    if says 'kernel|outside of device'; then return 1; fi
}
a_version_that_is_as_fast_passes() {
    run --fail-slower 5% -- "$fake" 1000 1 0 -- "$fake" 1001 1 0
    exits 0
    says 'same|not slower by 5\.0 %'
    says 'stopped: decided'
    run --fail-slower 5% -- "$fake" 1080 1 0 -- "$fake" 1000 1 0
    exits 0
    says 'faster by'
}
the_quickest_samples_decide_where_a_busy_machine_spoils_the_median() {
    run --rounds 15 --fail-slower 5% -- "$fake" 1000 300 0 -- "$fake" 1080 300 0
    exits 1
    says 'slower by [0-9.]* %, FAILS  +(quickest|both)$'        # by chance the medians tell, too
}
# shared NS CPU_US [STATE [DEVICE]]: other programs disturb each sample of a run of NS, by up to its double; its
# processor time is CPU_US. STATE, DEVICE: members of the document's state, and of its device's.
cat >"$scratch/shared" <<'END_OF_FAKE'
#!/bin/sh
"$FAKE" "$1" 0 0
awk -v m="$1" -v cpu="$2" -v state="${3:-}" -v device="${4:-}" -v seed="$(wc -l <"$COUNT")" '{
    srand(7919 * seed); for (i = 0; i < 9; i++) rand()
    run = sin(12.9898 * seed) * 43758.5453
    run = m * (1 + run - int(run - (run < 0)))
    for (i = 0; i < 20; i++) {
        x = x (i ? "," : "") run * (1 + 0.1 * rand())
        c = c (i ? "," : "") cpu * (1 + 0.02 * rand())
    }
    sub(/"samples":.*/, "\"samples\":{\"duration_ns\":[" x "],\"cpu_us\":[" c "]}}]}")
    sub(/"devices":\[{/, "\"state\":{" state "},&\"state\":{" device "},")
    print
}' "$GT_JSON" >"$GT_JSON.new"
mv "$GT_JSON.new" "$GT_JSON"
END_OF_FAKE
chmod +x "$scratch/shared"
shared=$scratch/shared
processor_time_decides_where_other_programs_disturb_each_sample() {
    export FAKE="$fake"
    run --rounds 15 --fail-slower 5% -- "$shared" 1e6 1000 -- "$shared" 1.08e6 1080
    exits 1
    says ' 0\.92[4-8] \[.*slower by [0-9.]* %, FAILS  +(processor time|both)$'
    run --rounds 15 --fail-slower 5% -- "$shared" 1e6 1000 -- "$shared" 3e6 3000      # both decide; this one knows more
    says 'slower by (199|200|201) %, FAILS  +both$'
    run --rounds 15 --fail-slower 5% -- "$shared" 1e6 1000 -- "$shared" 1e6 1000
    exits 0
    run --rounds 15 --fail-slower 5% -- "$shared" 1e6 1000 '"accelerator":1' '"processor":1' -- \
        "$shared" 1.08e6 1080 '"accelerator":1' '"processor":1'
    says '(processor time|both)$'
    exits 1
}
# A device may do the work; a version may wait instead, or keep more processors busy.
processor_time_decides_nothing_where_it_is_not_the_time() {
    export FAKE="$fake"
    run --rounds 15 -- "$shared" 1e6 1000 '"accelerator":1' -- "$shared" 1.08e6 1080 '"accelerator":1'
    if says 'processor time'; then return 1; fi
    run --rounds 15 -- "$shared" 1e6 200 -- "$shared" 1.08e6 216
    if says 'processor time'; then return 1; fi
    run --rounds 15 -- "$shared" 1e6 1000 -- "$shared" 1e6 3000
    if says 'processor time'; then return 1; fi
}
# Four threads for each processor wait for each other. How long is known of a program, and not of what a shell starts:
# then neither side is judged without its waits.
what_is_known_of_one_process_alone_decides_nothing() {
    printf '%s\n' '#include <pthread.h>' '#include <time.h>' '#include <unistd.h>' \
        'static void *work(void *arg) {' \
        '    struct timespec t; double end; clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);' \
        '    end = t.tv_sec + 1e-9 * t.tv_nsec + 0.006;' \
        '    do clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t); while (t.tv_sec + 1e-9 * t.tv_nsec < end);' \
        '    return arg;' '}' \
        'int main(void) {' \
        '    pthread_t id[64]; long n = 4 * sysconf(_SC_NPROCESSORS_ONLN), k; if (n > 64) n = 64;' \
        '    for (k = 0; k < n; k++) if (pthread_create(&id[k], NULL, work, NULL)) return 1;' \
        '    for (k = 0; k < n; k++) pthread_join(id[k], NULL);' \
        '    return 0;' '}' >"$scratch/crowd.c"
    $CC -D_POSIX_C_SOURCE=200809L -O1 -pthread -o "$scratch/crowd" "$scratch/crowd.c" || return 1
    run --rounds 30 --fail-slower 60% -- "$scratch/crowd" -- "$scratch/crowd; true"
    exits 0
    if says 'undisturbed *$'; then return 1; fi
}
a_tail_that_grew_shows_in_the_median_alone() {
    run --fail-slower 5% -- "$fake" 1000 1 0 -- "$fake" 1000 1 20
    exits 1
    says 'slower by (19|20|21) %, FAILS  +median$'
}
what_is_not_decided_by_the_budget_is_said() {
    run --budget 0.001 --fail-slower 5% -- "$fake" 1000 300 0 -- "$fake" 1080 300 0
    exits 0
    says 'not decided: 1 round; 10 are needed'
    says '^1 round in .* stopped: the budget is spent'
}
a_program_that_fails_ends_it() {
    run -- "$fake" 1000 1 0 -- sh -c 'echo out of cheese >&2; exit 3'
    exits 2
    warns 'ended with status 3 (--ignore-failure goes on)'
    warns 'out of cheese'
    run --rounds 2 --ignore-failure -- sh -c 'exit 3' -- sh -c 'exit 4'
    exits 0
    run -- /nowhere
    exits 2
    warns 'cannot start it'
    warns 'ended with status 127'
    if warns 'ignore-failure'; then return 1; fi        # that option would not help
    run -- "$fake" 1 1 0 -- sh -c 'kill -9 $$'
    exits 2
    warns 'ended with status 137'
}
faults_and_other_devices_are_no_comparison() {
    run --rounds 10 --fail-slower 5% -- "$fake" 1000 1 0 -- "$fake" 1000 1 0 'a GPU' '"no-sync"'
    exits 1
    says 'faulty, FAILS'
    run --rounds 10 -- "$fake" 1000 1 0 -- "$fake" 1000 1 0 'b GPU'
    exits 2
    says 'differs: device: a GPU, then b GPU'
    runs 4
    run --rounds 2 --anyway -- "$fake" 1000 1 0 -- "$fake" 1000 1 0 'b GPU'
    exits 0
}
programs_without_the_kit_are_compared_as_processes() {
    run --rounds 10 -- sleep 0.01 -- sleep 0.05
    exits 0
    says '^whole process .* slower by [0-9]+ %'
    says 'else .[34][0-9.]+ ms'
    run --rounds 3 -- sleep 0.01
    exits 0
    says '^whole process '
}
a_line_for_the_shell_is_one_argument() {
    run --rounds 2 --warmup 0 -- "echo a >>'$scratch/line'; true" -- "echo b | cat >>'$scratch/line'"
    exits 0
    says "^after: +echo b | cat >>'"
    [ "$(sort "$scratch/line" | tr -d '\n')" = aabb ]
}
values_preparations_and_warm_up() {
    run --rounds 10 --warmup 3 --prepare "echo x >>'$scratch/prepared'" --parameter N=1000,1100,1200 -- \
        "$fake" '{N}' 1 0
    exits 0
    runs 39
    [ "$(wc -l <"$scratch/prepared")" -eq 39 ]
    says '^after: .*fake 1100 1 0'
    [ "$(grep -c 'slower by' "$scratch/out")" -eq 2 ]
    run --rounds 10 --prepare 'exit 5' -- "$fake" 1000 1 0
    exits 2
    warns 'ended with status 5'
    if warns 'ignore-failure'; then return 1; fi
}
what_is_wrong_on_the_command_line_is_said() {
    for options in '' '--' '-- --' '--budget x -- a' '--parameter N -- a' '--what -- a' '--fail-slower 5% -- true' \
        '--rounds -1 -- true' 'true -- true'; do
        # shellcheck disable=SC2086
        run $options
        exits 2
        [ -s "$scratch/err" ]
    done
    run --rounds 2 --parameter N=1,2 -- true
    exits 2
    warns 'no program has {N} for the values'
}
results_go_to_servers_pages_and_pull_requests() {
    run --rounds 10 --fail-slower 5% --markdown --junit "$scratch/junit.xml" --json "$scratch/run.json" \
        --html "$scratch/run.html" -- "$fake" 1000 1 0 -- "$fake" '1080' 1 0
    exits 1
    says '^\| step \| 1\.0. us \| .* FAILS \| both \|$'
    grep -qF '<testsuite name="gtlint" tests="1" failures="1"' "$scratch/junit.xml"
    grep -qF 'times as fast, a point a round' "$scratch/run.html"
    grep -q 'class="answer fault".*<code>step</code>: slower by' "$scratch/run.html"
    if command -v python3 >/dev/null; then
        python3 -c "import sys, json
s = json.load(open(sys.argv[1]))['series'][1]
print(s['outcome'], 0.9 < s['by_median']['high'] < 1)" "$scratch/run.json" | grep -q 'slower by .* True'
        python3 tests/lib/page.py "$scratch/run.html"
    fi
    run --rounds 2 --json "$scratch/no/run.json" -- "$fake" 1000 1 0
    exits 2
}
a_history_tells_a_run_that_stands_out() {
    for i in 1 2 3 4 5 6 7 8 9 10; do
        run --rounds 2 --warmup 0 --history "$scratch/history" --label "commit $i" -- "$fake" "$((1000 + i % 3))" 1 0
        exits 0
        if [ "$i" -eq 2 ]; then says 'history of step: 1 earlier run; 8 are needed'; fi
    done
    says 'history of step: as the 9 before'
    [ "$(wc -l <"$scratch/history")" -eq 10 ]
    run --rounds 2 --warmup 0 --history "$scratch/history" -- "$fake" 1100 1 0
    says 'history of step: stands out: (9\.[0-9]|10) % slower than the 10 before'
    for i in 1 2 3 4 5 6 7 8 9 10; do
        run --rounds 2 --warmup 0 --history "$scratch/history" -- "$fake" "$((1100 + i % 3))" 1 0
    done
    says 'history of step: step: (9\.[0-9]|10) % slower since the run (9|10|11) before this one'
    run --rounds 2 --warmup 0 --history "$scratch/history" -- "$fake" 1100 1 0 'b GPU'
    says 'history of step: 0 earlier runs'
    says 'left out of the history: 21 runs'
}
# Their commands, with a program that is slower in the place of ./app: as short as they are, they fail.
snippets_for_servers_are_short_and_fail_a_slower_program() {
    mkdir -p "$scratch/job/before"
    printf '#!/bin/sh\nexec "%s" 1000 1 0\n' "$fake" >"$scratch/job/before/app"
    printf '#!/bin/sh\nexec "%s" 1080 1 0\n' "$fake" >"$scratch/job/app"
    chmod +x "$scratch/job/app" "$scratch/job/before/app"
    case $gtlint in /*) ln -sf "$gtlint" "$scratch/job/gtlint" ;; *) ln -sf "$PWD/$gtlint" "$scratch/job/gtlint" ;; esac
    for snippet in .github/speed.*.yml; do
        [ "$(wc -l <"$snippet")" -lt 10 ]
        [ -e "$(sed -n 's/.* gputime\/\([^ ]*\.c\).*/\1/p' "$snippet")" ]
        command=$(sed -n 's/.*\(\.\/gtlint run .*\)/\1/p' "$snippet")
        [ -n "$command" ]
        status=0
        (cd "$scratch/job" && GITHUB_STEP_SUMMARY=summary sh -c "$command" >out) || status=$?
        cat "$scratch/job/out"
        [ $status -eq 1 ]
    done
    grep -q '^| step ' "$scratch/job/summary"
    grep -q '<failure' "$scratch/job/speed.xml"
}

check a_version_that_is_slower_fails_as_soon_as_that_is_certain
check the_part_that_makes_the_difference_is_named
check a_version_that_is_as_fast_passes
check the_quickest_samples_decide_where_a_busy_machine_spoils_the_median
check processor_time_decides_where_other_programs_disturb_each_sample
check processor_time_decides_nothing_where_it_is_not_the_time
check what_is_known_of_one_process_alone_decides_nothing
check a_tail_that_grew_shows_in_the_median_alone
check what_is_not_decided_by_the_budget_is_said
check a_program_that_fails_ends_it
check faults_and_other_devices_are_no_comparison
check programs_without_the_kit_are_compared_as_processes
check a_line_for_the_shell_is_one_argument
check values_preparations_and_warm_up
check what_is_wrong_on_the_command_line_is_said
check results_go_to_servers_pages_and_pull_requests
check a_history_tells_a_run_that_stands_out
check snippets_for_servers_are_short_and_fail_a_slower_program
