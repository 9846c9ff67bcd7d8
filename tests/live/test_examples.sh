#!/bin/sh
# The begin and the end that all examples share (examples/course/lib/kit.c): options, the device, an output that cannot
# be written.
. "$(dirname "$0")/../lib/check.sh"

examples=${GT_BUILD_DIR:-build}/examples
run() { # run EXAMPLE ARGUMENT...: its output and errors into out and err, its exit status into $status
    status=0
    example=$1
    shift
    timeout 100 "$examples/$example" "$@" >"$scratch/out" 2>"$scratch/err" || status=$?
    head -n 3 "$scratch/out" "$scratch/err"
}
help_has_a_long_and_a_short_name() {
    for option in --help -h; do
        run 02_phases $option
        [ $status -eq 0 ]
        grep -q '^usage: 02_phases' "$scratch/out"
    done
}
options_take_values_behind_a_blank_or_an_equals_sign() {
    for option in '--device nothing' --device=nothing; do
        # shellcheck disable=SC2086
        run 02_phases $option
        [ $status -eq 1 ]
        grep -q '^No OpenCL device matches "nothing"' "$scratch/err" || skip 'there is no OpenCL device'
    done
}
wrong_options_are_refused() {
    for option in --quick=1 --budget= --budget=-1 --budgets=1 --=1 -- -x word --device; do
        run 02_phases $option
        [ $status -eq 2 ]
        grep -q '02_phases --help lists the options' "$scratch/err"
    done
}
# Half a second is too long to learn that a name was misspelt.
without_its_device_an_example_prints_nothing_but_that() {
    run "$1" --device nothing
    [ $status -eq 1 ]
    [ ! -s "$scratch/out" ]
}
a_full_disk_is_no_success_and_the_document_is_kept() {
    [ -e /dev/full ] || skip 'there is no /dev/full'
    run 02_phases --quick --budget 0.2
    [ $status -eq 0 ] || skip 'the example does not run here'
    status=0
    GT_JSON="$scratch/run.json" timeout 100 "$examples/02_phases" --quick --budget 0.2 >/dev/full 2>"$scratch/err" ||
        status=$?
    cat "$scratch/err"
    [ $status -eq 1 ]
    grep -q '^gputime: gt_report.*: cannot write to stdout: ' "$scratch/err"
    [ "$(wc -l <"$scratch/run.json")" -gt 5 ]
}
# Each printed claim is a sentence of the document, with its outcome first, and in the report that gtlint prints of it.
claims_are_in_the_document() {
    GT_JSON="$scratch/run.json" GT_WIDE=1 run 06_sum_arrays --quick --budget 0.2
    [ $status -eq 0 ] || skip 'the example does not run here'
    claims=$(grep -c '^claim: ' "$scratch/out")
    [ "$claims" -gt 0 ]
    grep -o '"text":"claim [a-z ]*: ' "$scratch/run.json" >"$scratch/claims"
    cat "$scratch/claims"
    [ "$(grep -cE '"claim (holds|does not hold|cannot be decided)' "$scratch/claims")" -eq "$claims" ]
    "$examples/gtlint" "$scratch/run.json" >"$scratch/report" || [ $? -lt 2 ]
    [ "$(grep -cE '^claim (holds|does not hold|cannot be decided)' "$scratch/report")" -eq "$claims" ]
}

# An example that measures in processes of its own writes the file that the environment names; they write none.
processes_of_an_example_leave_its_files_alone() {
    mkdir "$scratch/files"
    GT_JSON="$scratch/files/run.json" GT_CSV="$scratch/files/run.csv" run 01_holistic --quick --repeat 1
    [ $status -eq 0 ] || skip 'the example does not run here'
    [ "$(ls "$scratch/files")" = "$(printf 'run.csv\nrun.json')" ]
}
check help_has_a_long_and_a_short_name
check options_take_values_behind_a_blank_or_an_equals_sign
check wrong_options_are_refused
check without_its_device_an_example_prints_nothing_but_that 02_phases
check without_its_device_an_example_prints_nothing_but_that 01_holistic     # which opens devices in other processes
check without_its_device_an_example_prints_nothing_but_that 10_first_run
check a_full_disk_is_no_success_and_the_document_is_kept
check claims_are_in_the_document
check processes_of_an_example_leave_its_files_alone
