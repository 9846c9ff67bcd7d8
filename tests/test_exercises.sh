#!/bin/sh
# The exercises of examples/exercises: texts and table agree, the judge judges by its rules, and what only looks like a
# measurement fails. On a machine that is too busy to tell, that is said (skip).
. "$(dirname "$0")/graded.sh"

# ---- what stands where ----------------------------------------------------------------------------------------------

# The head of each program tells the rules that exercises.txt holds, each finding has its paragraph, the README a row.
heads_tables_and_paragraphs_agree() {
    for id in $ids; do
        program=$(ls $folder/"${id}"_*.c)
        test -f "$folder/solutions/$(basename "$program")"
        head=$(awk '/\*\/$/ && !/flags:/ { print; exit } { print }' "$program")
        low_to_high=$(awk -v id="$id" '$1 == id { print $8 " to " $9 }' $folder/exercises.txt)
        echo "$id: $low_to_high"
        echo "$head" | grep -q "$low_to_high times the solution"
        for code in $(codes_of "$id"); do
            echo "$id: $code"
            [ "$code" = - ] || echo "$head" | grep -q "GRADED.*$code"
            [ "$code" = - ] || grep -q "^## $code\$" examples/FINDINGS.md
        done
        grep -q "^| $id | .*($(basename "$program"))" $folder/README.md
    done
}
# FINDINGS.md has a heading for each finding of the kit, in the kit's order, then of gtprof, and for nothing else.
headings_are_the_findings() {
    sed -n 's/^ *X_(GT_FINDING_[A-Z_]*, "\([a-z-]*\)".*/\1/p' gputime.h >"$scratch/names"
    sed -n '/^static const struct own /,/^};/s/^    { "\([a-z-]*\)", .*/\1/p' examples/gtprof/gtprof.c >"$scratch/own"
    [ -s "$scratch/own" ]
    cat "$scratch/own" >>"$scratch/names"
    sed -n 's/^## //p' examples/FINDINGS.md | diff "$scratch/names" - && [ -s "$scratch/names" ]
}
programs_compile_without_a_warning() {
    for file in $folder/*.c $folder/solutions/*.c; do
        # shellcheck disable=SC2086
        ${CC:-cc} -std=c99 -D_POSIX_C_SOURCE=200809L -DGT_SOURCE_DIR='"/tmp"' -DGT_KERNEL_DIR='"/tmp"' \
            ${WARNINGS:--Wall -Wextra} ${WARNINGS_C-} -Werror -I. -I$folder ${OPENCL_CFLAGS-} -fsyntax-only "$file" ||
            return 1
    done
}

# ---- judge.awk ------------------------------------------------------------------------------------------------------

# verdict PAIRS LINE...: each line holds for every pair up to PAIRS ("yours number 2"), or begins with the one it is for
# ("3: yours code x"); what is not said is healthy.
verdict() {
    pairs=$1
    shift
    for pair in $(seq "$pairs"); do
        for side in yours theirs; do
            for fact in 'end 1' 'right 1' 'on 1' 'clock 1' 'samples 20' 'commands 1' 'device 1' 'number 1' 'low 0.01' \
                'high 100'; do
                echo "$pair $side $fact"
            done
        done
        for line in "$@"; do
            case $line in
            [0-9]:*) [ "${line%%:*}" -ne "$pair" ] || echo "$pair ${line#*: }" ;;
            *) echo "$pair $line" ;;
            esac
        done
    done | awk -v pairs="$pairs" -v most=7 -v kind=time -v samples=20 -v low=0.75 -v high=1.33 -v codes='no-sync few' \
        -f $folder/judge.awk
}
# judged NAME VERDICT PAIRS LINE...: VERDICT is the beginning of what must come out.
judged() {
    name=$1
    expected=$2
    shift 2
    got=$(verdict "$@")
    case $got in
    "$expected"*) echo "ok $name" ;;
    *) echo "not ok $name"; echo "# it says: $got" ;;
    esac
}
judge_tests() {
    judged one_pair_is_not_enough more 1
    judged like_the_solution_passes 'pass 1 times' 2
    judged two_pairs_that_differ_are_not_enough more 2 '1: yours number 1.5'
    judged then_a_third_decides 'pass 1 times' 3 '1: yours number 1.5'
    judged a_finding_in_two_runs_is_not_enough more 2 'yours code few'
    judged a_finding_in_two_runs_with_a_wrong_number_is 'fail few; 1.5' 2 'yours code few' 'yours number 1.5'
    judged a_finding_in_most_runs_fails 'fail no-sync' 3 '1: yours code no-sync' '3: yours code no-sync'
    judged a_finding_in_one_run_of_three_does_not pass 3 '1: yours code no-sync'
    judged other_findings_do_not_matter pass 3 'yours code coarse'
    judged findings_of_the_solution_are_not_the_students 'cannot the solution itself shows few' 7 \
        'theirs code few' 'yours code few'
    judged the_machine_fails_nobody pass 3 'yours code drift' 'yours code preempted' 'yours code outliers'
    judged a_number_out_of_the_band_asks_for_more more 4 'yours number 1.5'
    judged and_fails_after_five 'fail 1.5 times' 5 'yours number 1.5'
    judged one_far_off_fails_after_three 'fail 3 times' 3 'yours number 3'
    judged a_number_on_both_sides_asks_for_more more 5 'yours number 1.5' '1: yours number 0.5'
    judged then_the_machine_is_asked_first 'cannot this machine shows drift' 7 'yours number 1.5' \
        '1: yours number 0.5' '2: theirs code drift'
    judged and_without_such_a_finding_it_fails 'fail 1.5 times' 7 'yours number 1.5' '1: yours number 0.5'
    judged a_wrong_result_fails_at_once 'fail the result is wrong' 1 'yours right 0'
    judged a_wrong_solution_fails_nobody 'cannot the solution does not compute' 7 'theirs right 0' 'yours right 0'
    judged too_few_samples_fail 'fail fewer than 20 samples' 1 'yours samples 19'
    judged a_kit_that_is_off_fails 'fail the kit was switched off' 1 'yours on 0'
    judged no_end_fails 'fail it does not come to its end' 1 'yours end 0'
    judged no_command_fails 'fail no collected command' 3 'yours commands 0'
    judged less_device_time_fails 'fail in its scope the device' 3 'yours device 0.4'
    judged a_number_beside_its_samples_fails 'fail its number lies outside' 3 'yours high 0.8'
}

# ---- cheats ---------------------------------------------------------------------------------------------------------

# cheat NAME PATTERN SED_SCRIPT [NN]: the solution, edited, must fail with that reason.
cheat() {
    id=${4:-01}
    sed -e "$3" "$(ls $folder/solutions/"${id}"_*.c)" >"$scratch/cheat.c"
    if cmp -s "$scratch/cheat.c" "$(ls $folder/solutions/"${id}"_*.c)"; then
        echo "not ok $1"
        echo '# the edit changed nothing'
        return
    fi
    grade "$id" "$scratch/cheat.c"
    graded "$1" "$id" FAIL "$2"
}
cheat_tests() {
    phase='GT_SCOPE_CL(cl->queue, "euler")'
    cheat without_a_measurement_it_fails 'fewer than 20 samples' "s/$phase//"
    cheat a_constant_fails 'outside of its samples|times the solution' 's/return median_ms.*/return 1e3;/'
    cheat a_sleep_fails 'it calls usleep' "s/$phase/GT_SCOPE(\"euler\")/
        s/^#include.*/&\\
#include <unistd.h>\\
extern int usleep(unsigned);/
        s/\(euler_launch.*GT_EVENT);\)/\1 usleep(3000);/"
    cheat waiting_in_a_loop_fails "times the solution's number" "s/\(euler_launch.*GT_EVENT);\)/\1 wait_ms(20);/
        s/^double measure.*/static void wait_ms(double ms) \\
{ gt_timer t = { { 0 } }; gt_timer_start(\&t); while (gt_timer_ms(\&t) < ms) {} }\\
&/"
    cheat forgetting_the_samples_fails 'fewer than 20 samples' 's/^    euler_close.*/& gt_reset();/'
    cheat switching_the_kit_off_fails 'switched off' 's/^    euler_close.*/& gt_enable(0);/'
    cheat switching_findings_off_fails 'GT_AUDIT' 's/^    euler_close.*/& setenv("GT_AUDIT", "0", 1);/
        s/^#include.*/&\
#include <stdlib.h>/'
    cheat disabling_the_kit_fails 'does not compile' 's/^#include.*/#define GPUTIME_DISABLE\
&/'
    cheat less_work_in_the_scope_fails 'less than half as long' "s/$phase {/euler_args(e.kernel, e.in, e.out, 1);\\
&/
        s/^        euler_read/euler_args(e.kernel, e.in, e.out, x->steps); euler_launch(\&e, cl->queue, x, NULL);\\
&/"
    cheat a_wrong_result_fails 'result is wrong' 's/^        euler_read.*//'
    cheat leaving_early_fails 'does not come to its end' 's/^    euler_close.*/exit(0);/
        s/^#include.*/&\
#include <stdlib.h>/'
    cheat hiding_the_clock_fails 'now_s is not set' 's/x->now_s = now_s;//' 07
}

check heads_tables_and_paragraphs_agree
check headings_are_the_findings
check programs_compile_without_a_warning
judge_tests
needs_a_device
cheat_tests
