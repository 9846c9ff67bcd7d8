#!/bin/sh
# long: yes
# The exercises of examples/exercises: texts and table agree, the judge judges by its rules, and what only looks like a
# measurement fails. On a machine that is too busy to tell, that is said (skip).
. "$(dirname "$0")/../lib/graded.sh"

# ---- what stands where ----------------------------------------------------------------------------------------------

# The head of each program tells the rules that exercises.txt holds, each finding has its paragraph, the README a row.
heads_tables_and_paragraphs_agree() {
    for id in $ids; do
        program=$(ls $folder/tasks/"${id}"_*.c)
        test -f "$folder/solutions/$(basename "$program")"
        head=$(awk '/\*\/$/ && !/flags:/ { print; exit } { print }' "$program")
        low_to_high=$(awk -v id="$id" '$1 == id { print $8 " to " $9 }' $grader/exercises.txt)
        echo "$id: $low_to_high"
        echo "$head" | grep -q "$low_to_high times the solution"
        for code in $(codes_of "$id"); do
            echo "$id: $code"
            [ "$code" = - ] || echo "$head" | grep -q "GRADED.*$code"
            [ "$code" = - ] || grep -q "^## $code\$" examples/FINDINGS.md
        done
        grep -q "^| $id | .*(tasks/$(basename "$program"))" $folder/README.md
    done
}
# FINDINGS.md has a heading for each finding of the kit, in the kit's order, then of gtprof, and for nothing else.
headings_are_the_findings() {
    sed -n 's/^ *X_(GT_FINDING_[A-Z_]*, "\([a-z-]*\)".*/\1/p' gputime.h examples/tools/gtprof/gtprof.h >"$scratch/names"
    sed -n 's/^## //p' examples/FINDINGS.md | diff "$scratch/names" - && [ -s "$scratch/names" ]
}

# Devices may round a product and the sum behind it once, and the host twice. The judge takes both for right, for the
# input where they differ most: the nearest to -1 of a million numbers.
another_rounding_is_no_wrong_result() {
    cat >"$scratch/rounding.c" <<'END'
#include "judge.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    const int steps = atoi(argv[argc - 1]);
    const unsigned long numbers = 1 << 20;
    float least = 1;
    double most = 0;
    for (unsigned long k = 0; k < numbers; k++) least = fminf(least, judge_input(1, k));
    for (unsigned long k = 0; k < numbers; k++) {
        const float in = judge_input(1, k);
        float device = in;
        if (in > least + 1e-3f) continue;
        for (int s = 0; s < steps; s++) device = fmaf(0.001f, fmaf(-device, device, 1.0f), device);
        most = fmax(most, fabs((double)device - (double)judge_output(in, steps)));
    }
    printf("%d steps from %g: %g apart\n", steps, (double)least, most);
    return !(steps > 1000 && most > 0 && most < 2e-5);     /* a fifth of what the judge lets pass */
}
END
    $CC -O2 -ffp-contract=off -I$grader -o "$scratch/rounding" "$scratch/rounding.c" -lm
    "$scratch/rounding" "$(awk '$1 == 10 { print 5 * $6 }' $grader/exercises.txt)"
}

# ---- judge.awk ------------------------------------------------------------------------------------------------------

# verdict PAIRS LINE...: each line holds for every pair up to PAIRS ("yours number 2"), or begins with the one it is for
# ("3: yours code x"); what is not said is healthy.
verdict() {
    pairs=$1
    shift
    for pair in $(seq "$pairs"); do
        for side in yours theirs; do
            for fact in 'judged 1' 'end 1' 'right 1' 'on 1' 'clock 1' 'samples 20' 'commands 1' 'device 1' 'number 1' \
                'low 0.01' 'high 100' 'launches 21' 'writes 20' 'reads 20' 'queues 40' 'keys 1' 'half 0.01' 'span 90' \
                'host 5000' 'frames 60' 'heavy 0.2' 'late 0.1' 'slow 0.1' 'scatter 2' 'early 1' 'returned 1' 'among 0' \
                'sizes 6' 'largest 0.1' 'growth 1.9' 'ahead 1' 'loose 0' 'back 0' 'turns 20' 'seen 1' \
                'spread 0.02' 'from 0.98' "to 1.02$pair" \
                'middle 1' 'typical 1' \
                'beside 0.9' 'tardy 0' 'held 2' 'others 0' 'both 20' 'spent 30' 'computed 0.9'; do
                echo "$pair $side $fact"
            done
            case ",${needs-}," in *,host,*) printf '%s\n' "$pair $side passes 21" "$pair $side went 90" ;; esac
        done
        for line in "$@"; do
            case $line in
            [0-9]:*) [ "${line%%:*}" -ne "$pair" ] || echo "$pair ${line#*: }" ;;
            *) echo "$pair $line" ;;
            esac
        done
    done | awk -v pairs="$pairs" -v most=7 -v kind="${kind-time}" -v scope=work -v samples=20 -v low=0.75 -v high=1.33 \
        -v codes="${codes-no-sync few}" -v needs="${needs-}" -v calls="${calls-}" \
        -v level="${level-}" -v reference="${reference-0}" \
        -f $grader/judge.awk | tr '\t' '|'
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
    judged nor_are_two_beside_other_programs more 2 'theirs others 0.8'
    judged three_beside_others_are 'pass 1 times' 3 'theirs others 0.8'
    judged then_a_third_decides 'pass 1 times' 3 '1: yours number 1.5'
    judged a_finding_in_two_runs_is_not_enough more 2 'yours code few'
    judged a_finding_in_two_runs_with_a_wrong_number_is \
        'fail the kit reports few: examples/FINDINGS.md#few|your number is 1.5' 2 'yours code few' 'yours number 1.5'
    judged a_finding_in_most_runs_fails 'fail the kit reports few' 3 '1: yours code few' '3: yours code few'
    judged its_figures_stand_below \
        'fail the kit reports few: examples/FINDINGS.md#few|  1 of 8: 12 %|your number is 1 times' 3 \
        'yours code few 1 of 8: 12 %'
    judged a_finding_in_one_run_of_three_does_not pass 3 '1: yours code few'
    judged unless_a_sample_ended_before_its_launch 'fail the kit reports no-sync' 1 '1: yours code no-sync'
    codes='few cold-first'
    judged a_shape_in_most_runs_asks_for_more more 3 '1: yours code cold-first' '3: yours code cold-first'
    judged in_two_with_a_wrong_number_too more 2 'yours code cold-first' 'yours number 1.5'
    judged in_most_of_all_runs_it_decides_nothing 'cannot this machine shows cold-first in 4 of 7 runs, and' 7 \
        '1: yours code cold-first' '3: yours code cold-first' '5: yours code cold-first' '7: yours code cold-first'
    judged in_fewer_it_does_not_matter pass 5 '1: yours code cold-first' '3: yours code cold-first'
    judged in_each_run_it_fails 'fail the kit reports cold-first' 3 'yours code cold-first'
    judged unless_a_run_of_the_solution_shows_it more 4 'yours code cold-first' '2: theirs code cold-first'
    judged then_the_machine_may_be_the_cause \
        'cannot this machine shows cold-first in 6 of 6 runs (the solution: 1 of 7), and' 7 \
        'yours code cold-first' '2: theirs code cold-first'
    unset codes
    needs=alike
    set -- 'theirs others 0.8' '1: yours number 3.3' '1: yours device 3' '1: yours low 0.012' \
        '2: yours number 2.2' '2: yours device 2' '3: yours number 1.1'
    judged beside_others_a_number_is_in_launches_of_its_run \
        'pass 1.1 times the solution'\''s number, each divided by the time of its own launches' 3 "$@"
    judged on_a_still_machine_it_is_not 'fail your number is 2.2 times' 5 'yours number 2.2' 'yours device 2' \
        'yours low 0.02'
    judged a_number_that_is_no_such_launch_fails 'fail your number is 0.3 times' 5 'theirs others 0.8' \
        'yours number 0.9' 'yours device 3'
    judged nor_is_it_judged_by_launches_outside_of_the_samples 'fail your number is 3 times' 5 'theirs others 0.8' \
        'yours number 3' 'yours device 3' 'yours kernel 1' 'theirs kernel 1'
    judged shorter_launches_are_not_the_same 'cannot this machine shows other programs that take 80 % of the '\
'processors, launches whose shortest is 0.5 times as long' 7 'theirs others 0.8' 'yours number 0.5' \
        'yours device 0.5' 'yours low 0.005'
    needs=awaited
    judged launches_that_nobody_waits_for_fail 'fail the host waited 2 times for the queue of the launches' 2 \
        'yours awaited 2'
    judged waits_for_each_launch_pass pass 2 'yours awaited 26'
    judged as_do_barriers pass 2 'yours awaited 2' 'yours barred 25'
    judged and_launches_that_it_asks_for pass 2 'yours awaited 2' 'yours watched 0.97'
    unset needs
    judged other_findings_do_not_matter pass 3 'yours code coarse'
    judged findings_of_the_solution_are_not_the_students 'cannot the solution itself shows few' 7 \
        'theirs code few' 'yours code few'
    judged the_machine_fails_nobody pass 3 'yours code drift' 'yours code preempted' 'yours code outliers'
    judged the_same_time_twice_decides_nothing pass 2 '1: yours device 1.1'
    judged the_same_time_in_three_runs_was_not_measured 'fail your number is the same to all digits' 3 \
        '1: yours device 1.1' '2: yours device 1.2'
    judged a_number_out_of_the_band_asks_for_more more 4 'yours number 1.5'
    judged and_fails_after_five 'fail your number is 1.5 times' 5 'yours number 1.5'
    judged beside_other_programs_it_decides_nothing 'cannot this machine shows other programs' 7 'yours number 1.5' \
        'yours others 0.7' 'theirs others 0.2'
    # Beside none of the solution's runs: then it is the program that takes them.
    judged its_own_load_is_no_excuse 'fail your number is 1.8 times' 5 'yours number 1.8' 'yours others 0.7' \
        'theirs others 0.03'
    judged one_far_off_fails_there_too 'fail your number is 3 times' 5 'yours number 3' \
        'yours others 0.7' 'theirs others 0.2'
    judged one_far_off_fails_after_two 'fail your number is 3 times' 2 'yours number 3'
    judged one_that_is_less_far_off_there_asks_for_more more 2 'yours number 3' '2: yours number 2.6'
    judged a_number_on_both_sides_asks_for_more more 5 'yours number 1.5' '1: yours number 0.5'
    judged then_the_machine_is_asked_first 'cannot this machine shows drift' 7 'yours number 1.5' \
        '1: yours number 0.5' '2: theirs code drift'
    judged other_programs_are_the_machine_too 'cannot this machine shows other programs' 7 'yours number 1.5' \
        '1: yours number 0.5' '2: theirs others 0.5'
    judged short_launches_on_a_busy_machine_ask_for_more more 3 \
        'yours others 0.8' 'theirs others 0.2' 'yours device 0.3' 'yours low 0.001'
    judged and_decide_nothing_if_they_come_and_go 'cannot this machine shows other programs that take 80 %' 7 \
        'yours others 0.8' 'theirs others 0.2' 'yours device 0.3' 'yours low 0.001' '2: yours device 1' \
        '2: yours number 1.01'
    judged if_they_are_always_short_it_fails 'fail its launches' 5 \
        'yours others 0.8' 'theirs others 0.2' 'yours device 0.3' \
        'yours low 0.001'
    judged a_number_far_off_on_a_busy_machine_asks_for_more more 4 'theirs others 0.8' 'yours number 9'
    right="the solution's, 0.75 to 1.33 are right"
    off='fail the kit was switched off, GT_AUDIT changed, or the clock replaced'
    judged a_wrong_unit_is_asked_for "fail your number is 1e+03 times $right: is it in ms" 3 'yours number 1000' \
        'yours high 1000'
    judged one_run_with_another_reason_asks_nothing \
        "$off|your number is 4 times the solution's number; more runs" 1 'yours on 0' 'yours number 4'
    judged but_a_number_far_off_does "$off|your number is 0.001 times $right: what is not yet done" 1 'yours on 0' \
        'yours number 0.001' 'yours low 0.0001' 'yours typical 0.001'
    judged a_thousandth_of_the_samples_is_another_unit "$off|your number is 0.001 times $right: is it in ms?" 1 \
        'yours on 0' 'yours number 0.001' 'yours low 0.0001'
    needs=sampled
    said='your number, 20 ms, is not what the samples of "work" say: their median is 1 ms, their launches take 0.9 ms'
    judged more_than_the_samples_say_may_be_more_than_a_run \
        "$off|$said|your number is 20 times $right: is it the time of one run?" 1 'yours on 0' 'yours number 20' \
        'yours kernel 0.9'
    needs=''
    judged a_right_number_is_called_so "$off|your number is 1 times the solution's number, in the band" 1 'yours on 0'
    judged and_fails_if_it_always_is 'fail your number is 9 times' 5 'theirs others 0.8' 'yours number 9'
    judged and_without_any_of_that_it_fails 'fail your number is 1.5 times' 7 'yours number 1.5' '1: yours number 0.5'
    judged but_not_if_the_launches_vary_like_that 'cannot this machine shows launches that vary' 7 'yours number 1.5' \
        'yours device 1.5' '1: yours number 0.5' '1: yours device 0.5'
    # Unless the solution's launches took the same time in all runs: then it is the program that varies them.
    set -- 'yours number 1.5' 'yours device 1.5'
    for pair in 1 3 5; do set -- "$@" "$pair: yours number 0.6" "$pair: yours device 0.6"; done
    judged launches_that_vary_by_will_fail 'fail your number does not follow the work' 7 "$@" 'theirs work 1000'
    judged where_the_solutions_vary_too_they_leave_it_open 'cannot this machine shows launches that vary' 7 "$@" \
        'theirs work 1000' '3: theirs work 700'
    judged a_number_that_only_their_longer_launches_make_right_asks_for_more more 2 'theirs device 1.9'
    judged and_passes_if_most_runs_say_so 'pass 1 times' 3 '1: theirs device 1.9'
    judged and_in_most_runs_nobody_knows 'cannot this machine shows launches that vary' 7 'theirs device 1.9'
    judged launches_that_are_the_lesser_part_say_nothing 'pass 1 times' 2 'theirs device 0.4' 'yours device 0.2' \
        'yours low 0.2' 'theirs low 0.2'
    judged launches_that_are_always_longer_fail 'fail your number is 1.5 times' 5 'yours number 1.5' \
        'yours device 1.5' 'yours low 1.4' 'theirs low 0.9'
    for number in nan -nan inf 1e999 -1 0 0x1p3 1,5; do
        judged "number_${number}_fails" "fail your number $number is no finite number above 0" 1 "yours number $number"
        judged "number_${number}_of_the_solution_decides_nothing" "cannot the solution's number is no finite" 7 \
            "theirs number $number"
    done
    judged what_the_judge_refused_is_told 'fail your number nan is no finite number above 0' 1 'yours number' \
        'yours odd number nan'
    kind=ratio
    judged a_constant_asks_for_more more 3 '2: yours number 0.3'
    judged and_fails 'fail your number does not follow' 7 '2: yours number 0.3' '4: yours number 0.3' \
        '6: yours number 0.3'
    judged one_far_off_of_five_does_not_matter pass 5 '2: yours number 0.3'
    judged a_ratio_turned_over_is_named "fail your number is 0.16 times $right: is it one time over the other" \
        3 'yours number 0.4' 'theirs number 2.5'
    judged the_same_ratio_twice_was_not_measured 'fail your number is the same to all digits' 2 '1: yours device 1.1'
    judged where_launches_are_as_long_as_before_it_may_be pass 2 'theirs device 1.1'
    needs=host
    judged launches_that_vary_as_the_ratio_does_decide_nothing 'cannot this machine shows launches that vary' 7 \
        'yours number 1.7' 'yours device 0.6' '2: yours number 1' '2: yours device 1' '3: yours number 1.1'
    needs=''
    kind=share
    judged a_constant_share_fails_too 'fail your number does not follow' 7 '2: yours number 0.3' \
        '4: yours number 0.3' '6: yours number 0.3'
    kind=pass
    judged a_pass_may_be_longer_than_its_launches pass 2 'yours high 0.1'
    judged but_not_than_all_of_them 'fail your number is no time of the passes' 3 'yours number 10' 'theirs number 10'
    kind=ahead
    judged sizes_of_ones_own_are_not_compared pass 2 'yours device 0.1' 'yours low 0.1' 'yours high 0.1'
    judged a_forecast_follows_from_its_sizes 'fail your number does not follow from the largest' 3 'yours ahead 0.1'
    kind=time
    judged a_wrong_result_fails_at_once 'fail the result is wrong' 1 'yours right 0'
    judged a_failed_call_is_named 'fail a call of OpenCL failed: clFinish CL_OUT_OF_RESOURCES' 1 'yours right 0' \
        'yours error clFinish CL_OUT_OF_RESOURCES'
    case $(verdict 1 'yours right 0' 'yours samples 0' 'yours error clFinish CL_OUT_OF_RESOURCES') in
    *'|'*) echo 'not ok and_alone' ;;
    *) echo 'ok and_alone' ;;
    esac
    judged a_wrong_solution_fails_nobody 'cannot the solution does not compute' 7 'theirs right 0' 'yours right 0'
    judged a_judge_that_fails_fails_nobody 'cannot the judge itself' 7 'yours judged 0' 'yours end 0'
    judged too_few_samples_fail 'fail the scope "work" has 19 of 20' 1 'yours samples 19'
    judged too_few_on_a_busy_machine_do_not 'cannot other programs take 80 %' 7 'yours samples 19' \
        '1: yours samples 17' 'yours others 0.8' 'theirs others 0.2'
    judged as_few_in_each_run_ask_for_more_there more 3 'yours samples 19' 'yours others 0.8' 'theirs others 0.2'
    judged then_the_program_counts_and_not_the_machine 'fail the scope "work" has 19 of 20' 4 'yours samples 19' \
        'yours others 0.8' 'theirs others 0.2'
    judged one_that_still_measures_there_fails_nobody 'cannot other programs take 80 % of the processors, and' 2 \
        'yours why ran for longer than 60 s' 'yours others 0.8' 'theirs others 0.2' 'yours wall 60' 'yours span 55000'
    judged one_that_only_runs_does_fail 'fail the program ran for longer' 1 'yours why ran for longer than 60 s' \
        'yours others 0.8' 'theirs others 0.2' 'yours wall 60' 'yours span 500'
    judged none_fail_there_too 'fail the scope "work" has 0 of 20' 1 'yours samples 0' \
        'yours others 0.8' 'theirs others 0.2'
    judged a_kit_that_is_off_fails 'fail the kit was switched off' 1 'yours on 0'
    judged a_crash_is_told 'fail the program crashed: Aborted (signal 6)' 1 'yours end 0' \
        'yours why crashed: Aborted (signal 6)'
    judged a_crash_of_the_solution_fails_nobody 'cannot the solution crashed' 7 'theirs why crashed: Aborted (signal 6)'
    judged no_command_fails 'fail a sample of the scope "work" holds no' 3 'yours commands 0'
    judged too_few_launches_fail 'fail gtprof saw 19 of 20' 1 'yours launches 19'
    judged of_a_scope_with_no_sample_its_commands_are_not_asked \
        'fail the scope "work" has 0 of 20 samples: keep that name|your number is 1.5 times the solution'"'s number" 1 \
        'yours samples 0' 'yours commands 0' 'yours number 1.5'
    judged less_device_time_fails 'fail its launches are less than half' 3 'yours device 0.4' \
        'yours low 0.001'
    judged and_the_question_is_why "fail its launches are less than half as long as the solution's: do they do the \
same, with the same data?|your number is 0.2 times the solution's, 0.75 to 1.33 are right: why have the launches" 3 \
        'yours device 0.2' 'yours low 0.001' 'yours number 0.2'
    judged one_launch_as_long_is_enough pass 3 '1: yours device 0.4'
    judged if_its_number_follows_them 'fail your number is 0.4 times' 5 'yours device 0.4' 'yours number 0.4' \
        'theirs low 0.7' 'yours low 0.38'
    # PoCL on an idle EPYC guest of two cores: launches of the same work took one time, or twice that.
    set -- 'theirs device 1.4' 'theirs number 1.4' 'theirs low 0.68' 'yours device 0.71' 'yours number 0.71' \
        'yours low 0.68'
    judged launches_of_two_speeds_ask_for_more more 5 "$@"
    judged and_leave_it_open 'cannot this machine shows launches that vary as the numbers do' 7 "$@"
    judged unless_the_shortest_differ_too 'fail your number is 0.507 times' 5 "$@" 'yours low 0.36'
    judged or_the_number_does_not_follow_them 'fail your number is 0.5 times' 5 "$@" \
        'yours device 1.4' 'yours number 0.7'
    judged a_number_beside_its_launches_fails 'fail your number, 1 ms, is no time of one launch: gtprof saw 0.01' 3 \
        'yours high 0.8'
    judged on_a_busy_machine_waits_return_late more 4 'yours high 0.8' 'yours others 0.8' 'theirs others 0.2'
    set -- 'theirs high 0.2' 'theirs low 0.1' 'yours high 0.2' 'yours low 0.1' 'yours number 2'
    judged where_waits_return_late_a_number_asks_for_more more 4 "$@"
    judged and_one_that_is_near_leaves_it_open 'cannot this machine shows waits that return late' 7 "$@" \
        '3: yours number 1.1'
    judged and_if_it_always_is_it_fails 'fail your number, 2 ms, is no time of one launch' 5 "$@"
    judged unless_the_solutions_lies_beside_its_own_too pass 2 'yours high 0.6' 'theirs high 0.7'
    judged a_gtprof_that_sees_nothing_fails_nobody 'cannot gtprof sees no launches' 7 'theirs launches 0' \
        'yours launches 0'
    calls=clock
    judged a_clock_of_processors_fails 'fail it calls clock' 1
    calls=''
    needed copies 'gtprof saw 3 copies to the device' 1 'yours writes 3'
    needed warm 'each of its 21 launches is a sample' 1 'yours samples 21'
    needed copies 'gtprof saw the array copied there and back between 18 pairs of launches' 1 'yours both 18'
    needed apart 'gtprof saw the array copied 40 times among 21 launches' 1 'yours among 40'
    # What follows from the kit's own samples of the run.
    needed of:work/rest 'the scope "rest" has no samples' 1 'yours series 1 1 work'
    needed of:work/rest 'your number, 1, is not what the kit has of the same run: the medians of "work" and "rest" '\
'give 1.3' 3 'yours series 2.6 3 work' 'yours series 2 2 rest'
    needs=host,of:work/rest
    judged a_ratio_of_medians_passes pass 2 'yours series 2 3 work' 'yours series 2 2 rest'
    judged one_of_means_passes pass 2 'yours series 3 2 work' 'yours series 2.9 2 rest'
    judged one_of_a_comparison_passes pass 2 'yours series 2.2 2.2 work' 'yours series 2 2 rest' \
        'yours compared 1.0001 rest'
    judged another_asks_for_more more 6 'yours series 2.2 2.2 work' 'yours series 2 2 rest'
    # Seven runs: what the kit has of each, and a number of another kind that follows it; and one that does not.
    set -- 'yours series 2 2 rest' '1: yours series 2.2 2.2 work' '2: yours series 2 2.1 work' \
        '3: yours series 2.4 2.4 work' '4: yours series 2.1 2.1 work' '5: yours series 2 2.1 work' \
        '6: yours series 2.2 2.2 work' '7: yours series 1.9 2.2 work'
    judged one_that_follows_them_passes pass 7 "$@" '1: yours number 1.12' '2: yours number 1.02' \
        '3: yours number 1.21' '4: yours number 1.06' '5: yours number 1.01' '6: yours number 1.11' \
        '7: yours number 0.96'
    judged one_that_does_not_fails 'fail over 7 runs, your number does not follow' 7 "$@" '1: yours number 1.041' \
        '2: yours number 1.042' '3: yours number 1.043' '4: yours number 1.04' '5: yours number 1.045' \
        '6: yours number 1.039' '7: yours number 1.038'
    # One constant for both kinds of sizes, between them, and in the band.
    set -- 'yours series 2 2 rest'
    for k in 1 3 5 7; do
        set -- "$@" "$k: yours series 2.4 2.4 work" "$k: yours number 1.10$k" "$k: theirs number 1.2"
    done
    for k in 2 4 6; do set -- "$@" "$k: yours series 2 2 work" "$k: yours number 1.10$k"; done
    judged one_constant_for_both_kinds_fails 'fail over 7 runs, your number does not follow' 7 "$@"
    for k in 1 4 5; do set -- "$@" "$k: theirs code no-sync"; done
    judged too_few_runs_know_no_constant 'cannot in 3 of 7 runs the solution itself shows no-sync' 7 "$@"
    judged where_nothing_differs_nobody_can_tell pass 7 'yours series 2 2 rest' 'yours series 2.02 2.02 work'
    needed written '2 of its 21 launches ran before the array was copied to the device' 1 'yours early 2'
    needed written 'gtprof saw 0 % of the array come back' 1 'yours returned 0'
    needed queues 'copies and launches share a queue' 1 'yours queues 0'
    needed queues 'copies and launches share a queue' 1 'yours queues 19'
    needed keys 'the key frames' 3 'yours keys 0.6'
    needs=keys
    judged where_launches_are_too_short_to_show_it_passes pass 2 'yours keys 0.6' 'yours device 0.005' \
        'theirs device 0.005'
    needed precision 'its 21 launches do not determine the median to within 2 %: 10 %' 3 'yours half 0.1'
    needed host 'the host had no time' 1 'yours host 10'
    needs=host
    set -- 'yours went 1000' 'yours passes 240' 'theirs went 710' 'theirs passes 240'
    judged time_that_no_sample_tells_of_fails 'fail the host had 290 ms more than its samples and the launches take' \
        3 "$@"
    judged where_passes_are_too_short_to_tell_it_is_not_asked 'fail the host had 290 ms more' 4 "$@" \
        '1: yours passes 150' '1: yours went 400' '3: yours passes 150' '3: yours went 400'
    judged passes_that_are_not_counted_fail 'fail x->passes is 3: the task asks for at least 20 passes' \
        1 'yours passes 3'
    set -- "$@" 'yours others 0.8' 'theirs others 0.4'
    judged beside_other_programs_it_must_show_in_five 'fail the host had 290 ms more' 5 "$@"
    for k in 1 2 3 4 5 6; do set -- "$@" "$k: yours passes 60"; done
    judged one_of_seven_that_is_long_enough_to_show_it_decides_nothing 'cannot this machine shows other programs' 7 "$@"
    judged more_time_than_the_solution_has_is_no_fault_alone pass 2 'yours went 140'
    needs=''
    judged passes_of_another_exercise_fail 'fail x->passes is not for this exercise' 1 'yours passes 3'
    needed order 'nothing makes 9 of its launches wait for their data|' 1 'yours loose 9'
    needed order 'nothing makes 9 of its copies back wait for their launch|' 1 'yours back 9'
    needed order 'nothing makes 2 of its launches wait for their data, or 7 of its copies back wait' 1 \
        'yours loose 2' 'yours back 7'
    needed growth 'at the upper end of its sizes, time grows with the power 1.1' 3 'yours growth 1.1'
    needed growth 'gtprof saw 3 of 4 sizes' 1 'yours sizes 3'
    needed frames 'gtprof saw 4 of 20 frames with as many' 1 'yours frames 4'
    needed frames 'one frame in five is heavy; of yours 0 %' 3 'yours heavy 0'
    needed frames 'with as many items as your number says, 20 % of the frames' 3 'yours late 0.2'
    needs=frames
    judged heavy_frames_that_the_solution_does_not_show_are_not_asked_for pass 2 'yours heavy 0' 'theirs heavy 0'
    judged late_frames_in_one_run_decide_nothing 'cannot this machine shows' 7 '2: yours slow 0.2' \
        'yours others 0.5' 'theirs others 0.2'
    judged frames_that_it_scatters_itself_do_not_count 'fail your number is 2 times' 7 \
        'yours scatter 3' 'yours number 2'
    kind=size
    judged a_number_of_delayed_frames_is_compared_too 'cannot this machine shows other programs' 7 \
        'yours others 0.8' 'theirs others 0.2' \
        'yours number 0.4' 'yours late 0.2'
    judged one_far_off_fails_among_them 'fail your number is 0.2 times' 5 \
        'yours others 0.8' 'theirs others 0.2' 'yours number 0.2'
    judged five_times_late_fails_there_too 'fail with as many items as your number says, 20 %' 5 \
        'yours others 0.8' 'theirs others 0.2' \
        'yours number 0.2' 'yours slow 0.2'
    judged where_no_size_is_in_time_nobody_fails 'cannot something else delays frames' 7 \
        'yours others 0.8' 'theirs others 0.2' \
        'yours odd number 0' 'yours number' 'yours frames 0' 'yours late 0' 'yours slow 0'
    judged on_a_still_machine_that_fails 'fail your number 0 is no finite' 1 'yours odd number 0' 'yours number' \
        'yours frames 0'
    kind=time
    needs=''
    codes=page-faults
    judged faults_that_a_busy_machine_may_have_made_ask_for_more more 3 'yours others 0.8' 'theirs others 0.2' \
        '1: yours code page-faults' '3: yours code page-faults'
    judged faults_in_one_sample_of_many_are_not_the_programs pass 2 \
        'yours code page-faults 9 faults, in 1 of 12 samples' \
        'theirs code page-faults 16 page faults in sample 2; so in 3 of 12 samples'
    judged in_many_they_are 'fail the kit reports page-faults' 3 'yours code page-faults 9 faults, in 4 of 12 samples'
    judged without_other_programs_they_fail 'fail the kit reports page-faults' 3 '1: yours code page-faults' \
        '3: yours code page-faults'
    unset codes
    # What the kit says of the samples: a marker, the program's own code, the intervals, the launches.
    judged a_marker_is_no_launch 'fail a sample has the event of a marker or a barrier, and none of a launch' 1 \
        'yours code marker 20 samples'
    judged a_side_without_launches_fails 'fail of "" and "", some sample holds no launch' 1 'yours sides 1' \
        'theirs sides 2'
    judged own_code_in_the_samples_fails 'fail for 80 % of a sample the program' 3 'yours own_code 0.8' \
        'theirs own_code 0.1'
    judged as_much_as_in_the_solution_passes pass 2 'yours own_code 0.8' 'theirs own_code 0.6'
    needs=interval
    judged an_interval_of_other_samples_fails 'fail your interval, 0.98 to 1.02, does not follow from the samples' 3 \
        '1: yours to 1.02' '2: yours to 1.021' '3: yours to 1.022' 'yours kit_half 0.05 1' 'yours kit_half 0.1 1'
    judged one_of_these_samples_passes pass 2 'yours kit_half 0.05 1' 'yours kit_half 0.021 1.01'
    judged one_of_another_ratio_fails 'fail your interval, 0.98 to 1.02, does not follow from the samples' 3 \
        '1: yours to 1.02' '2: yours to 1.021' '3: yours to 1.022' 'yours kit_half 0.021 1.03'
    needs=sampled
    judged a_multiple_of_the_samples_fails 'fail your number, 1 ms, is not what the samples of "work" say' 3 \
        'yours typical 2.2' 'yours kernel 2'
    judged the_launches_in_the_samples_pass pass 2 'yours typical 2.2' 'yours kernel 1.1'
    needed fed 'in its batches the device idled for 500 ms, in the solution' 3 'yours idle 500' 'theirs idle 5'
    needs=watched
    judged a_loop_in_place_of_a_wait_fails 'fail when 90 % of its launches ended, the host was not in a call' 3 \
        'theirs watched 1' 'yours watched 0.1'
    judged a_wait_that_some_launches_outrun_passes pass 2 'theirs watched 1' 'yours watched 0.6'
    judged a_barrier_is_one pass 2 'theirs watched 1' 'yours watched 0.1' 'yours barred 25'
    judged where_no_solution_shows_it_nobody_fails pass 2 'theirs watched 0.2' 'yours watched 0.1'
    judged samples_that_know_nothing_of_their_launches_fail 'fail its samples are no longer where their launches are' \
        3 'yours follows 0.1' 'theirs follows 1.1'
    judged samples_that_follow_them_pass pass 2 'yours follows 0.9' 'theirs follows 1.1'
    judged where_the_solutions_do_not_nobody_fails pass 2 'yours follows 0.1' 'theirs follows 0.2'
    needs=precision
    judged few_samples_and_launches_for_show_fail 'fail its samples do not determine the median to within 2 %: 50 %' 3 \
        'yours sample_half 0.5' 'yours launches 200'
    judged launches_that_are_samples_pass pass 2 'yours sample_half 0.5'
    judged where_the_solution_cannot_either_they_pass pass 2 'yours sample_half 0.5' 'yours launches 200' \
        'theirs sample_half 0.3'
    unset needs
    codes=debug-build
    level=-O0
    judged a_level_without_optimization_fails 'fail its line of flags asks for -O0' 1 'yours on 1'
    unset codes level
    # Other programs beside, which is where one thread or a burner can have the solution's number.
    needs=host,threads
    set -- 'device 60' 'host 5000' 'span 9000' 'went 9000' 'cpu_s 5' 'alone 100' 'others 0.5'
    for fact in "$@"; do set -- "$@" "yours $fact" "theirs $fact"; shift; done
    judged all_threads_of_a_host_at_once_pass pass 3 "$@"
    judged one_thread_of_a_host_fails 'fail for 1000 ms more than in the solution, only one thread had work' 5 "$@" \
        'yours alone 1100'
    judged in_two_of_three_runs_it_decides_nothing more 3 "$@" 'yours alone 1100' '2: yours alone 200'
    judged a_burner_beside_it_fails 'fail its host takes 2 s of processors more' 5 "$@" 'yours cpu_s 7'
    judged twice_the_passes_are_twice_the_work pass 3 "$@" 'yours cpu_s 10' 'yours passes 42' 'yours went 10260'
    judged where_nothing_looked_at_threads_it_passes pass 3 "$@" 'yours alone '
    unset needs
    needs=growth
    judged a_size_that_is_run_need_not_grow pass 2 'yours growth 1.1' 'yours largest 1'
    needed turns 'the two kernels hardly take turns' 1 'yours turns 1'
    needed interval 'x->low and x->high are no interval' 1 'yours from 1.01'
    needed beside 'for 80 % of the launches, the copy of their data could not overlap any other launch: most of these '\
'copies were enqueued after the launch' 3 'yours beside 0.2' 'yours tardy 12'
    needed beside 'for 80 % of the launches, the copy of their data could not overlap any other launch: most of these '\
'copies were enqueued in time' 3 'yours beside 0.2' 'yours held 12'
    needed beside 'its launches compute 1.5 times as many numbers' 1 'yours computed 1.5'
    needed beside 'its launches compute 14 arrays in chunks, and it copies 12 back' 1 'yours chunks 14' \
        'yours returned 12'
    needed beside 'nothing makes 30 of its launches wait for their chunk|' 1 'yours unready 30'
    needed beside 'nothing makes 30 of its copies back wait for their launch|' 1 'yours unread 30'
    needed turns 'the two kernels hardly take turns' 1 'yours taken 1'
    needs=interval
    judged an_interval_beside_the_launches_fails 'fail your interval, 0.98 to 1.02, does not hold' 3 'yours seen 1.2' \
        'theirs number 1.2'
    judged unless_the_solution_is_there pass 2 'yours seen 1.2'
    judged an_interval_that_never_changes_fails 'fail your interval has the same relative width' 2 'yours to 1.02'
    judged ends_that_are_no_numbers_fail 'fail x->low and x->high' 1 'yours from nan' 'yours to nan'
    judged one_that_is_too_wide_fails 'fail your interval, 0.5 to 2, does not follow' 3 'yours from 0.5' 'yours to 2'
    judged one_that_is_too_narrow_fails 'fail your interval, 1 to 1, does not follow' 3 'yours from 1' 'yours to 1'
    judged on_a_busy_machine_that_decides_nothing 'cannot this machine' 7 \
        'yours others 0.8' 'theirs others 0.2' 'yours from 1' \
        'yours to 1' '2: yours to 1.02'
    judged none_at_all_fails_there_too 'fail x->low and x->high' 3 'yours others 0.8' 'theirs others 0.2' 'yours from 0'
    needed precision 'your number, 1 ms, is not the median of your launches: that is 1.08 ms' 3 'yours typical 1.1' \
        'yours middle 1.08' 'yours device 0.9'
    needs=precision
    set -- 'yours typical 1' 'yours middle 0.4' 'yours device 0.4' 'yours low 0.3'
    judged a_median_of_samples_beside_its_launches_fails 'fail your number, 1 ms, is not the median of your launches' \
        5 "$@"
    judged beside_other_programs_its_waits_may_return_late 'cannot this machine shows other programs' 7 "$@" \
        'theirs others 0.8'
    judged half_a_second_is_enough pass 3 'yours half 0.1' 'yours spent 150'
    judged half_a_second_between_launches_is_not 'fail its 21 launches do not determine the median' 3 'yours half 0.1' \
        'yours span 500'
    needs=''
    reference=1
    judged a_finding_fails_there_too 'fail the kit reports few' 3 'yours others 0.3' 'yours code few'
    judged without_the_solution_a_busy_machine_decides_nothing 'cannot other programs take up to 30 %' 7 \
        'yours others 0.3' 'yours number 3'
    judged and_a_still_one_does 'fail your number is 3 times' 3 'yours number 3' 'yours others 0.1' 'theirs launches 0'
    reference=0
}
# traced NAME KIND FACTS: what the judge says of the trace that comes on standard input, a line for each thing:
#     launch|write|whole|read QUEUE ENQUEUE START END [AFTER...]      in us, with what is waited for: numbers of lines,
#                                                                     from 1; whole: a write of the whole array
#     CALL BEGIN END [queue Q|event N...]                     such as clFinish; N are numbers of lines
#     unordered QUEUE
traced() {
    awk '
        function line(ph, pid, name, cat, rest, lane) {         # each fourth command of a queue has the same lane
            printf "{\"ph\":\"%s\",\"pid\":%d,\"tid\":%d,\"name\":\"%s\",\"cat\":\"%s\"%s},\n", ph, pid, 1 + lane % 4,
                name, cat, rest
        }
        $1 == "unordered" {
            printf "{\"ph\":\"M\",\"pid\":%d,\"tid\":0,\"name\":\"process_name\"," \
                "\"args\":{\"name\":\"queue %d (out of order)\"}},\n",
                1 + $2, $2
        }
        /^cl/ {
            list = ""
            for (i = 5; i <= NF; i++) list = list (i > 5 ? "," : "") 1000 + $i
            line("X", 1, $1, "call", sprintf(",\"ts\":%.3f,\"dur\":%.3f,\"args\":{%s}", $2, $3 - $2,
                $4 == "queue" ? "\"queue\":" 100 + $5 : $4 == "event" ? "\"events\":[" list "]" : ""))
        }
        /^(launch|write|whole|read) / {
            bytes = $1 == "whole" ? 262144 : 32768
            launches += $1 == "launch"
            sub(/^whole/, "write")
            queue[NR] = $2
            end[NR] = $5
            line("X", 1 + $2, $1 == "launch" ? "euler 8192 by 64" : $1, $1 == "launch" ? "kernel" : $1, \
                sprintf(",\"ts\":%.3f,\"dur\":%.3f,\"args\":{\"uncertainty_ns\":900,%s\"waits\":%d,\"queue\":%d," \
                "\"event\":%d}", $4, $5 - $4, $1 == "launch" ? "" : "\"bytes\":" bytes ",", NF - 5, 100 + $2,
                1000 + NR), NR)
            line("s", 1, "enqueue", "enqueue", sprintf(",\"ts\":%.3f", $3))
            for (i = 6; i <= NF; i++) {
                line("s", 1 + queue[$i], "wait", "wait", sprintf(",\"ts\":%.3f", end[$i] - 0.01), $i)
                line("f", 1 + $2, "wait", "wait", sprintf(",\"ts\":%.3f", $4), NR)
            }
        }
        END { print "gtprof: \n clEnqueueNDRangeKernel 50 % 1 ms " launches }' >"$scratch/trace"
    # shellcheck disable=SC2016
    "$GT_BUILD_DIR/examples/exercises/judge" 20 "$2" euler ${array:-65536} 16 7 - sh -c 'read -r word _
        printf "%s %s 1\n" "$word" open "$word" ask "$word" end >&3
        cat "$1" >&4
        echo begun 0 0 0 -1 >&5' sh "$scratch/trace" >"$scratch/traced"
    for fact in $3 end=1; do
        if grep -qx "${fact%%=*} ${fact#*=}" "$scratch/traced"; then continue; fi
        echo "not ok $1"
        sed "s/^/# $fact: /" "$scratch/traced"
        return
    done
    echo "ok $1"
}
trace_tests() {
    # A launch of 1 ms that is over when its call returns, on a busy machine, and what the kit asks about it then.
    for k in $(seq 0 29); do echo "$((2000 * k))"; done >"$scratch/times"
    awk '{ print "launch 1", $1, $1 + 5, $1 + 1005
        for (k = 0; k < 3; k++) print "clGetEventInfo", $1 + 1009 + k, $1 + 1009.5 + k, "event", NR * 4 - 3 }' \
        "$scratch/times" | traced a_launch_that_is_over_at_once_is_not_waited_for time 'launches=30 watched=0.000'
    awk '{ print "launch 1", $1, $1 + 5, $1 + 1005
        for (k = 0; k < 300; k++)
            print "clGetEventInfo", $1 + 10 + 3.33 * k, $1 + 11 + 3.33 * k, "event", NR * 301 - 300 }' \
        "$scratch/times" | traced one_that_is_asked_about_until_it_is_over_is time 'launches=30 watched=1.000'
    awk '{ print "launch 1", $1, $1 + 5, $1 + 1005; print "clFinish", $1 + 20, $1 + 1030, "queue", 1 }' \
        "$scratch/times" | traced nor_one_that_a_finish_waits_for time 'launches=30 watched=1.000'
    # A pass of 18: each copy beside the launch before; and what a clFinish of an unordered queue waits for.
    awk '{ print "write 1", 10 * NR, $1, $1 + 100
        print "launch 2", 10 * NR + 5, $1 + 100, $1 + 900, NR * 2 - 1 }' "$scratch/times" |
        traced copies_in_a_queue_of_their_own_go_beside pass 'beside=1.000 unready=0'
    awk '{ print "write 1", $1, $1 + 5, $1 + 100
        print "launch 2", $1 + 5, $1 + 100, $1 + 900, NR * 3 - 2
        print "clFinish", $1 + 20, $1 + 950, "queue", 2 }' "$scratch/times" |
        traced copies_behind_a_finish_do_not pass 'beside=0.000 tardy=29'
    { echo unordered 1; awk '{ print "write 1", $1, $1 + 5, $1 + 100
        print "launch 1", $1 + 5, $1 + 100, $1 + 900, NR * 4 - 2
        print "read 1", $1 + 10, $1 + 12, $1 + 20
        print "clFinish", $1 + 20, $1 + 950, "queue", 1 }' "$scratch/times"; } |
        traced a_finish_of_a_queue_without_an_order_waits_for_all_of_it pass 'beside=0.000 tardy=29'
    # A wait for many events is one for each of them, and a command that lists many waits for no other.
    { echo unordered 3; awk '{ k = NR * 8 - 6
        for (i = 0; i < 6; i++) print i < 5 ? "read 3" : "write 1", $1 + i, $1 + 10 + i, $1 + (i < 5 ? 20 : 100)
        print "clWaitForEvents", $1 + 20, $1 + 150, "event", k, k + 1, k + 2, k + 3, k + 4, k + 5
        print "launch 2", $1 + 200, $1 + 210, $1 + 900 }' "$scratch/times"; } |
        traced the_last_of_six_events_is_waited_for pass 'unready=0'
    awk '{ k = NR * 11 - 10
        for (i = 0; i < 9; i++) print "read 3", $1 + i, $1 + 5 + i, $1 + 9 + i
        print "write 1", $1 + 9, $1 + 15, $1 + 100
        print "launch 2", $1 + 10, $1 + 110, $1 + 900, k, k + 1, k + 2, k + 3, k + 4, k + 5, k + 6, k + 7, k + 8
        }' "$scratch/times" | traced who_lists_nine_copies_does_not_wait_for_another pass 'unready=30'
    # The second of two launches in one queue need not say again what the first has waited for.
    array=8192
    awk '{ print "write 1", $1, $1 + 5, $1 + 100
        print "launch 2", $1 + 5, $1 + 100, $1 + 400, NR * 4 - 3
        print "launch 2", $1 + 10, $1 + 400, $1 + 900
        print "read 1", $1 + 15, $1 + 900, $1 + 950, NR * 4 - 1 }' "$scratch/times" |
        traced what_comes_behind_a_launch_has_waited_too pass 'loose=0 back=0'
    awk '{ print "write 1", $1, $1 + 5, $1 + 100
        print "launch 2", $1 + 5, $1 + 100, $1 + 400
        print "read 1", $1 + 15, $1 + 900, $1 + 950, NR * 3 - 1 }' "$scratch/times" |
        traced and_one_that_nothing_makes_wait_has_not pass 'loose=30 back=0'
    # Lists of commands that have lists, in queues with an order; and, of all passes, one array that comes before them.
    { echo whole 3 0 0 10; seq 1 3000 | awk '{ t = 20 * NR; k = 3 * NR - 1
        print "write 1", t, t + 1, t + 3, (NR > 2 ? k - 5 : "")
        print "launch 2", t + 1, t + 3, t + 9, (NR > 2 ? k " " k - 4 : k)
        print "read 1", t + 2, t + 15, t + 18, k + 1 }'; } >"$scratch/lists"
    traced many_lists_are_looked_at pass 'loose=0 back=0' <"$scratch/lists"
    unset array
    traced many_lists_of_chunks_are_looked_at pass 'unready=0 unread=0' <"$scratch/lists"
    # Commands of three queues that nobody waits for cost the judge no more than others do.
    seq 1 20000 | awk '{ print "write 1", NR, 4 * NR + 20, 4 * NR + 22
        print "launch 2", NR + 0.3, 4 * NR + 22, 4 * NR + 25, NR * 3 - 2
        print "write 3", NR + 0.6, 4 * NR + 20, 4 * NR + 21 }' |
        traced many_commands_that_nobody_waits_for_are_looked_at pass 'beside=1.000 unready=0'
}
# needed WHAT REASON PAIRS LINE...: an exercise that needs it fails for it, and another does not.
needed() {
    needs=$1
    reason=$2
    shift 2
    judged "without_${needs}_it_fails" "fail $reason" "$@"
    name=without_${needs}_another_passes
    needs=''
    shift
    judged "$name" pass 2 "$@"
}

# ---- cheats ---------------------------------------------------------------------------------------------------------

# Most of them are for make test-full; CHEATS=REGEX runs those with such a name.
full() {
    case $GT_BUILD_DIR${CHEATS:+/full} in */full) "$@" ;; esac
}
# cheat NAME NN BASE PATTERN SED_SCRIPT [HEAD]: a broken program, or the solution, edited, that must fail for that
# reason; HEAD stands in place of its #include. All are graded at once, as a class.
cheat() {
    echo "$1" | grep -qE "${CHEATS-.}" || return 0
    [ ! -e "$scratch/class/$1" ] || { echo "not ok $1"; echo '# another one has that name'; return 0; }
    case $3 in
    broken) base=$(file_of "$2" $folder/tasks) ;;
    solution) base=$(file_of "$2" $folder/solutions) ;;
    esac
    mkdir -p "$scratch/class/$1"
    printf '%s\n' "${6-#include \"grade.h\"}" >"$scratch/head"
    sed -e "$5" "$base" | awk -v head="$scratch/head" '
        /^#include "grade.h"/ { while ((getline < head) > 0) print; next } 1' >"$scratch/class/$1/$2.c"
    if cmp -s "$base" "$scratch/class/$1/$2.c"; then
        echo "not ok $1"
        echo '# the edit changed nothing'
        rm -r "$scratch/class/$1"
    else
        printf '%s\t%s\t%s\t%s\n' "$1" "$2" "$mark" "$4" >>"$scratch/cheats"
    fi
}
mark=fail
# The same for what must pass: an honest repair unlike the solution.
repair() {
    mark=pass
    cheat "$1" "$2" "$3" "times the solution's number" "$4" ${5+"$5"}
    mark=fail
}
at_begin='s/^    euler e;/&\
    begin();/'
at_end='s/^    euler_close(&e);.*/&'
phase='GT_SCOPE_CL(cl->queue, "euler")'
launch='s/\(euler_launch.*GT_EVENT);\)/\1'
with_stdlib='#include "grade.h"
#include <stdlib.h>'

# The word of the program.
number_cheats() {
    full cheat a_constant_fails 01 solution 'is no time of one launch|times the solution' \
        's/return median_ms.*/return 1e3;/'
    cheat a_constant_ratio_fails 08 solution 'same to all digits' 's/return speedup.*/return 1.75;/'
    # A number that is near the right one, and new in each run. The noise of several runs tells it, not each time.
    invented="times the solution's,|does not follow|is not what the kit has"
    full cheat a_constant_that_differs_fails 08 solution "$invented" \
        's/return speedup.*/return 1.75 + 1e-3 * x->in[0];/'
    full cheat a_constant_of_11_that_differs_fails 11 solution "$invented" \
        's/return median_ms("host").*/return 1.1 + 1e-3 * x->in[0];/'
    full cheat a_constant_of_16_that_differs_fails 16 solution "$invented|does not hold" \
        's/^        times = r.ratio;/times = 1.17 + 1e-3 * x->in[0];/
        s/x->low = .*/x->low = r.ci.low \/ r.ratio * times;/
        s/x->high = .*/x->high = r.ci.high \/ r.ratio * times;/'
    full cheat a_constant_share_that_differs_fails 17 solution "$invented" \
        's/return rate .*/return 0.1 + 1e-4 * x->in[0];/'
    full cheat a_constant_of_22_that_differs_fails 22 solution "$invented" \
        's/return median_ms("host").*/return 1.1 + 1e-3 * x->in[0];/'
    full cheat a_constant_of_11_fails 11 solution "same to all digits|$invented" \
        's/return median_ms("host").*/return 1.1;/'
    full cheat added_samples_fail 01 broken "times the solution's," \
        's/return median_ms.*/{ int k; for (k = 0; k < 99; k++) \
gt_series_add("euler", 5e9); } &/'
}
# The kit.
kit_cheats() {
    cheat forgetting_the_samples_fails 01 solution '0 of 20 samples' "$at_end gt_reset();/"
    full cheat forgetting_them_in_02_fails 02 broken 'of 20 samples' "$at_end gt_reset();/"
    full cheat switching_the_kit_off_fails 01 solution 'switched off' "$at_end gt_enable(0);/"
    cheat switching_findings_off_fails 01 solution 'GT_AUDIT' "$at_end setenv(\"GT_AUDIT\", \"0\", 1);/" "$with_stdlib"
    cheat a_clock_of_ones_own_fails 11 solution 'the clock replaced' \
        's/^        for (i = 0; i < 12; i++) {/        gt_clock_set(fake, NULL, "os");\
&/
        s/^                host_mix(x);/&told += 1700000 + (uint64_t)(1e4 * x->in[i]);/
        s/^                euler_launch.*/&told += 1000000;/' '#include "grade.h"
static uint64_t told;
static uint64_t fake(void *user) { (void)user; return told += 10; }'
    cheat disabling_the_kit_fails 01 solution 'does not compile: .*GPUTIME_DISABLE' '' '#define GPUTIME_DISABLE
#include "grade.h"'
    cheat flags_of_ones_own_fail 01 solution 'line of flags' '1s@^@/* flags: -DGPUTIME_DISABLE */\
@'
    cheat more_flags_than_a_level_fail 11 solution 'holds more than a level' '1s@^@/* flags: -O3 -ffast-math */\
@'
    full cheat a_private_kit_of_ones_own_fails 01 broken 'do not define GPUTIME_IMPLEMENTATION' '' \
        '#define GPUTIME_STATIC
#define GPUTIME_IMPLEMENTATION
#include "grade.h"'
    full cheat findings_of_ones_own_fail 01 broken "no-sync|times the solution's," '' '#include "grade.h"
gt_status gt_findings(gt_finding **list, size_t *n) { *list = 0; *n = 0; return GT_OK; }'
    full cheat a_printf_of_ones_own_fails 01 broken 'no-sync' '' '#include "grade.h"
int fprintf(FILE *f, const char *text, ...) { (void)f; (void)text; return 0; }'
    [ "$(uname -m)" != x86_64 ] || full cheat findings_patched_in_memory_fail 01 broken "times the solution's," \
        "$at_end patch();/" '#include "grade.h"
#include <string.h>
#include <sys/mman.h>
static void patch(void)
{
    char *at = (char *)(size_t)&gt_findings;
    mprotect((char *)((size_t)at & ~(size_t)4095), 8192, 7);
    memcpy(at, "\x31\xc0\xc3", 3);
}'
}
# Work that is not done, or not there.
work_cheats() {
    full cheat without_a_measurement_it_fails 01 solution '0 of 20 samples' "s/$phase//"
    cheat a_sleep_fails 01 solution 'it calls usleep' "$launch usleep(3000);/" '#include "grade.h"
extern int usleep(unsigned);'
    full cheat a_sleep_by_its_private_name_fails 01 solution 'it calls __nanosleep' \
        "$launch __nanosleep(\&wait, NULL);/" \
        '#define _GNU_SOURCE
#include "grade.h"
#include <time.h>
int __nanosleep(const struct timespec *, struct timespec *);
static const struct timespec wait = { 0, 3000000 };'
    full cheat waiting_in_a_loop_fails 01 solution "times the solution's," "$launch wait_ms(60);/" '#include "grade.h"
static void wait_ms(double ms) { gt_timer t = { { 0 } }; gt_timer_start(&t); while (gt_timer_ms(&t) < ms) {} }'
    # As long as the launch before took, by its stamps.
    full cheat a_loop_as_long_as_a_launch_fails 01 broken "was not in a call that waits|no-sync|times the solution's," \
        's/^        euler_launch(&e, cl->queue, x, NULL);.*/euler_launch(\&e, cl->queue, x, \&ran);/
        s/^        GT_CL(clFinish.*/&\
        clGetEventProfilingInfo(ran, CL_PROFILING_COMMAND_START, sizeof from, \&from, NULL);\
        clGetEventProfilingInfo(ran, CL_PROFILING_COMMAND_END, sizeof to, \&to, NULL);/
        s/^    int i;/&\
    cl_event ran;\
    cl_ulong from = 0, to = 0;/
        s/\(euler_launch.*GT_EVENT);\)/\1 clFlush(cl->queue); spin(1.1e-6 * (double)(to - from) + 0.03);/' "$spin"
    # Nor is one with a marker behind it, which waits for nothing.
    full cheat a_loop_before_a_marker_is_no_wait 01 broken \
        "was not in a call that waits|no-sync|times the solution's," \
        's/^        euler_launch(&e, cl->queue, x, NULL);.*/euler_launch(\&e, cl->queue, x, \&ran);/
        s/^        GT_CL(clFinish.*/&\
        clGetEventProfilingInfo(ran, CL_PROFILING_COMMAND_START, sizeof from, \&from, NULL);\
        clGetEventProfilingInfo(ran, CL_PROFILING_COMMAND_END, sizeof to, \&to, NULL);/
        s/^    int i;/&\
    cl_event ran;\
    cl_ulong from = 0, to = 0;\
    cl_command_queue third = clCreateCommandQueue(cl->context, cl->device, 0, NULL);/
        s/\(euler_launch.*GT_EVENT);\)/\1 clFlush(cl->queue); spin(1.1e-6 * (double)(to - from) + 0.03); \
clEnqueueMarkerWithWaitList(third, 0, NULL, NULL);/' "$spin"
    # Nor is one beside a callback that nobody waits for. (The launches take turns at two lengths.)
    full cheat a_callback_beside_a_loop_is_no_wait 01 broken \
        'samples are no longer where their launches are|no-sync|times the solution' \
        's/^        euler_launch(&e, cl->queue, x, NULL);.*/euler_launch(\&e, cl->queue, x, \&ran);/
        s/^        GT_CL(clFinish.*/&\
        clGetEventProfilingInfo(ran, CL_PROFILING_COMMAND_START, sizeof from, \&from, NULL);\
        clGetEventProfilingInfo(ran, CL_PROFILING_COMMAND_END, sizeof to, \&to, NULL);/
        s/^    int i;/&\
    cl_event ran, *told;\
    cl_ulong from = 0, to = 0;/
        s/^            GT_SCOPE/            euler_args(e.kernel, e.in, e.out,\
                i % 2 ? x->steps : x->steps - x->steps \/ 8);\
&/
        s/euler_launch(&e, cl->queue, x, GT_EVENT);/told = GT_EVENT; euler_launch(\&e, cl->queue, x, told); \
clSetEventCallback(*told, CL_COMPLETE, nothing, NULL); clFlush(cl->queue);\
spin(1.3e-6 * (double)(to - from) + 0.03);/' \
        "$spin
static void CL_CALLBACK nothing(cl_event e, cl_int state, void *user) { (void)e; (void)state; (void)user; }"
    full cheat polling_fails 01 broken "no-sync|times the solution's," \
        "s/GT_EVENT);/GT_EVENT); usual(cl->queue);/" '#include "grade.h"
static void usual(cl_command_queue q) { int i; for (i = 0; i < 1000; i++) clFlush(q); }'
    full cheat a_system_call_that_waits_fails 01 solution "times the solution's," \
        "$launch syscall(SYS_nanosleep, wait, 0);/" '#define _GNU_SOURCE
#include "grade.h"
#include <sys/syscall.h>
long syscall(long, ...);
static long wait[2] = { 0, 60000000 };'
    full cheat less_work_in_the_scope_fails 01 solution 'less than half as long' \
        "s/$phase {/euler_args(e.kernel, e.in, e.out, 1);\\
&/
        s/^        euler_read/euler_args(e.kernel, e.in, e.out, x->steps); euler_launch(\&e, cl->queue, x, NULL);\\
&/"
    full cheat fewer_steps_fail 01 solution 'result is wrong' \
        's/^        euler_launch/euler_args(e.kernel, e.in, e.out, 1);&/'
    full cheat a_wrong_result_fails 01 solution 'result is wrong' 's/^        euler_read.*//'
    cheat nothing_to_check_fails 01 solution 'result is wrong' 's/^        euler_read.*/x->n = 0;/'
    full cheat a_finish_of_ones_own_fails 03 broken "jit-in-region|times the solution's," '' '#include "grade.h"
static cl_int none(void) { return 0; }
#define clFinish(q) none()'
    cheat a_clock_of_processors_fails 07 broken 'it calls clock' 's/x->now_s = now_s/x->now_s = real_s/
        s/^double measure/static double real_s(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, \&t);\
return (double)t.tv_sec + (double)t.tv_nsec * 1e-9; }\
&/'
    another='s/^double measure/static double cpu_s(void) { struct timespec t;\
clock_gettime(CLOCK_PROCESS_CPUTIME_ID, \&t);\
return (double)t.tv_sec + (double)t.tv_nsec * 1e-9; }\
&/
        s/start = now_s();/start = cpu_s();/; s/(now_s() - start)/(cpu_s() - start)/'
    cheat another_clock_than_the_one_to_check_fails 07 solution 'clock_gettime for a clock that counts' "$another"
    full cheat asking_for_its_number_first_fails 07 solution 'it calls clock_getcpuclockid' \
        "$another
        s/clock_gettime(CLOCK_PROCESS_CPUTIME_ID, /clockid_t id; clock_getcpuclockid(0, \\&id); clock_gettime(id, /"
    cheat its_name_with_a_version_fails 07 solution 'it calls clock_gettime@GLIBC' "$(echo "$another" |
        sed 's/clock_gettime(/versioned(/')" '#include "grade.h"
#include <time.h>
int versioned(clockid_t, struct timespec *);
__asm__(".symver versioned, clock_gettime@GLIBC_2.17");'
    full cheat its_private_name_fails 07 solution 'it calls __clock_gettime' "$(echo "$another" |
        sed 's/clock_gettime(/__clock_gettime(/')" '#include "grade.h"
#include <time.h>
int __clock_gettime(clockid_t, struct timespec *);'
    full cheat a_timer_of_processors_fails 07 solution 'it calls getitimer' \
        "$at_end { struct itimerval v; getitimer(ITIMER_PROF, \&v); }/" '#define _GNU_SOURCE
#include "grade.h"
#include <sys/time.h>'
    full cheat hiding_the_clock_fails 07 solution 'now_s is not set' 's/x->now_s = now_s;//'
    cheat copies_in_a_heap_fail 09 solution 'there and back between' '/CL_FALSE, 0, bytes/{
        s/^ *//
        s/.*/if (i == RUNS - 1) for (int k = 0; k < RUNS; k++) &/
    }'
    cheat copies_left_out_fail 09 solution 'gtprof saw [0-9] copies' 's/^ *GT_CL(clEnqueue\(Write\|Read\)Buffer.*//'
    full cheat small_copies_fail 09 solution 'gtprof saw [0-9] copies' 's/CL_FALSE, 0, bytes/CL_FALSE, 0, 4/'
    full cheat one_queue_fails 10 solution 'share a queue' 's/^    euler e;/&\
    copies = compute;/'
    full cheat the_other_queue_alone_fails 10 solution 'share a queue' 's/^    euler e;/&\
    compute = copies;/
        s/^    if (compute).*//'
    cheat a_finish_behind_the_scope_fails 10 broken "wrong-queue|waited [0-9]* times|times the solution's," \
        '/GT_SCOPE_CL/,/^            }/s/^            }/&\
            GT_CL(clFinish(compute));/'
    full cheat no_key_frames_fail 12 solution 'key frames' 's/key ? 4 : 1/1/'
    full cheat key_frames_at_the_end_fail 12 solution 'key frames' 's/rebuilds(x, i, &moved);/i > 35;/'
    cheat six_samples_and_idle_time_fail 06 solution 'do not determine the median' \
        's/GT_TRIAL([^{]*{/for (int i = 0; i < 6; i++) { spin(80);/' "$spin"
    full cheat six_samples_fail 06 solution 'do not determine the median' \
        's/GT_TRIAL([^{]*{/for (int i = 0; i < 6; i++) {/'
    cheat a_loop_left_out_fails 11 solution 'host had no time|has no samples' \
        's/^            GT_SCOPE("host") {/&if (i > 99)/
        s/return median_ms("host").*/return 3.2;/'
    cheat a_slow_loop_fails 11 solution "times the solution's," \
        's|^        unsigned v = .*|&\n        for (volatile int idle = 0; idle < 8 * x->steps; idle++) {}|'
    cheat turns_in_the_warmup_alone_fail 16 broken 'hardly take turns' 's/RUNS = 5/RUNS = 25/
        s/^ *euler_launch(&leaps, cl->queue, x, NULL);.*/for (i = 0; i < 50; i++) {\
            euler_launch(i % 2 ? \&e : \&leaps, cl->queue, x, NULL);\
            clFinish(cl->queue); }/'
    cheat one_after_the_other_fails 16 broken 'hardly take turns' 's/RUNS = 5/RUNS = 25/'
    full cheat an_interval_that_says_nothing_fails 16 solution 'does not follow' \
        's/x->low = .*/x->low = 0.001;/
        s/x->high = .*/x->high = 1000;/'
    full cheat an_invented_ratio_fails 16 solution 'does not hold|times the solution' \
        's/return times;/x->low = 8; x->high = 9; return 8.5;/'
    cheat a_nan_fails 17 solution 'number nan is no finite' 's/return rate .*/return rate * ceiling * NAN;/' \
        '#include <math.h>
#include "grade.h"'
    full cheat the_first_sample_fails 06 solution 'is not the median of your|times the solution' \
        's/return median_ms("euler");/return first_ms();/' '#include "grade.h"
static double first_ms(void)
{
    gt_snapshot s;
    const gt_series *found;
    double ms = 0;
    if (gt_snapshot_take(&s) != GT_OK) return 0;
    found = gt_snapshot_find(&s, "euler");
    if (found) ms = found->ns[0] * 1e-6;
    gt_snapshot_free(&s);
    return 1.1 * ms;
}'
    full cheat a_median_of_ones_own_fails 06 solution 'is not the median of your|times the solution' \
        's/return median_ms("euler");/return shifted_ms();/' '#include "grade.h"
static double shifted_ms(void)
{
    const double ms = 1.35 * median_ms("euler") + 0.2;
    int k;
    for (k = 0; k < 20000; k++) gt_series_add("euler", ms * 1e6);
    return ms;
}'
    full cheat another_array_for_show_fails 05 broken "times the solution's,|half as long" \
        's/^ *GT_CL(clEnqueueWriteBuffer(.*/        GT_CL(clEnqueueReadBuffer(cl->queue, shown, CL_TRUE, 0, bytes,\
            x->out, 0, NULL, NULL));/
        s/^ *GT_CL(clEnqueueReadBuffer(cl->queue, in.*//
        s/^    if (kernel \&\& in.*/    cl_mem shown = clCreateBuffer(cl->context, CL_MEM_READ_WRITE, bytes,\
        NULL, NULL);\
    clEnqueueWriteBuffer(cl->queue, shown, CL_TRUE, 0, bytes, x->in, 0, NULL, NULL);\
&/'
    full cheat an_invented_interval_fails 16 solution 'the same relative width|times the solution' \
        's/x->low = .*/x->low = 0.97 * times;/
        s/x->high = .*/x->high = 1.03 * times;/;s/return times;/x->low = 0.97 * times; x->high = 1.03 * times; &/'
    # As wide as one of many intervals that the kit has, of what takes times of every scatter.
    cheat an_interval_of_other_work_fails 16 solution 'does not follow from the samples|times the solution' \
        's/^    leaps_close(&leaps);/    scatter();\
&/
        s/x->low = .*/x->low = times * (0.96 - 0.001 * x->in[0]);/
        s/x->high = .*/x->high = times * (1.04 + 0.001 * x->in[0]);/' "$spin"'
static void scatter(void)
{
    static char name[9][2] = { "1", "2", "3", "4", "5", "6", "7", "8", "9" };
    double most = 0.001;
    unsigned k, r = 1;
    for (k = 0; k < 9; k++, most *= 1.55) {
        GT_COMPARE(name[k], .budget_s = 0.3, .max_n = 20) {
            r = r * 1664525u + 1013904223u;
            GT_SIDE("a") { spin(0.1 + most * (r >> 24) / 256); }
            GT_SIDE("b") { spin(0.1 + most * (r >> 16 & 255) / 256); }
        }
    }
}'
    cheat an_array_that_was_never_there_fails 05 broken 'of the array come back' 's/^ *GT_CL(clEnqueueWriteBuffer.*//
        s/^ *GT_CL(clEnqueueReadBuffer.*/memcpy(x->out, x->in, bytes);/' '#include <string.h>
#include "grade.h"'
    full cheat a_share_of_no_time_fails 17 solution "times the solution's," \
        's/GT_SCOPE_CL(cl->queue, "euler")/GT_SCOPE("euler")/'
    full cheat a_constant_share_fails 17 solution "times the solution's,|does not follow" \
        's/return rate .*/return 0.7;/'
    full cheat fewer_steps_in_the_scope_fail 17 solution "times the solution's," \
        's/e.out, x->steps);/e.out, 1);/
        s/^        euler_read/euler_args(e.kernel, e.in, e.out, x->steps); euler_launch(\&e, cl->queue, x, NULL);\
&/'
    cheat half_a_repair_fails 18 broken 'could not overlap any other launch' \
        's/clFinish(p->copies); .*/clFlush(p->copies);/'
    # A launch for show, which nothing waits for, beside each copy; a small one, and one of full size at every other.
    show='s/^        clEnqueueWriteBuffer(p->copies/        show(p, e, k);\
&/
        s/^static void pass(/static cl_command_queue third;\
static void show(const pipeline *p, const euler *e, int k) {\
    const size_t few = 64;\
    euler_args(e->kernel, p->in[k % 2], p->out[k % 2], 0);\
    clEnqueueNDRangeKernel(third, e->kernel, 1, NULL, \&few, NULL, 0, NULL, NULL);\
    clFlush(third);\
}\
&/
        s/^    gt_commands_keep/    third = clCreateCommandQueue(cl->context, cl->device, 0, NULL);\
&/'
    cheat launches_for_show_fail 18 broken 'could not overlap any other launch' "$show"
    full cheat large_launches_for_show_fail 18 broken "times as many numbers|times the solution's," \
        "$(echo "$show" | sed 's/1, NULL, \\&few/1, NULL, k % 2 ? \\\&p->n : \\\&few/')"
    full cheat copies_for_show_fail 18 broken 'could not overlap any other launch' \
        's/^        clFinish(p->copies);.*/clEnqueueWriteBuffer(p->copies, p->in[(k + 1) % 2], CL_FALSE, 0, bytes,\
x->in, 0, NULL, NULL);\
&/'
    # A second pipeline beside each chunk, whose launches do nothing, and bring nothing back.
    beside='s/k > 1 ? 2 : 1, needed/1, needed/
        s/^    for (k = 0; k < CHUNKS; k++) {/    beside(p, e, x, k = 0);\
&/
        s/k > 1 ? &ran.k - 2. : NULL, &copied.k.);/&\
        beside(p, e, x, 1);/
        s/^        clFinish(p->copies);.*/&\
        if (k == CHUNKS - 1) clFinish(third);/
        s/^    gt_commands_keep/    third = clCreateCommandQueue(cl->context, cl->device,\
        CL_QUEUE_PROFILING_ENABLE, NULL);\
    for (i = 0; i < 2; i++) shown[i] = clCreateBuffer(cl->context, CL_MEM_READ_WRITE, x->n, NULL, NULL);\
&/
        s/^static void pass(/static cl_command_queue third;\
static cl_mem shown[2];\
static void beside(const pipeline *p, const euler *e, const exercise *x, int launch) {\
    const size_t local = 64, half = p->n \/ 128 * 64 + 64;\
    clEnqueueWriteBuffer(third, shown[0], CL_FALSE, 0, 4 * half, x->in, 0, NULL, NULL);\
    euler_args(e->kernel, shown[0], shown[1], 0);\
    if (launch) clEnqueueNDRangeKernel(third, e->kernel, 1, NULL, \&half, \&local, 0, NULL, NULL);\
    clFlush(third);\
}\
&/'
    cheat a_pipeline_for_show_fails 18 broken 'could not overlap any other launch|copies 1[0-9] back' "$beside"
    # Nor one that does bring its numbers back.
    full cheat a_whole_pipeline_for_show_fails 18 broken 'could not overlap any other launch|copies 1[0-9] back' \
        "$(echo "$beside" | sed 's/^static cl_mem shown.*/&\
static float back[1 << 20];\\/
            s/^    clFlush(third).*/    if (launch) clEnqueueReadBuffer(third, shown[1], CL_FALSE, 0, 4 * half, back,\\\
                0, NULL, NULL);\\\
&/')"
    # Commands that wait for nothing, or for the chunk before, while the host computes the result.
    loose='s/^        clFinish(p->copies);.*//
        s/k > 1,$/0,/; s/k > 1 ? &ran.k - 2. : NULL, &copied/NULL, \&copied/; s/1, &ran.k.,$/0, NULL,/
        s/^        clReleaseEvent(copied.*/clFinish(p->compute); clFinish(p->copies);\
&/
        s/^    pipeline_close(&p);/computed(x);\
&/'
    computed='#include "grade.h"
static void computed(exercise *x)
{
    size_t i;
    int s;
    memcpy(x->out, x->in, x->n * sizeof *x->in);
    for (i = 0; i < x->n; i++) for (s = 0; s < x->steps; s++) x->out[i] += 0.001f * (1.0f - x->out[i] * x->out[i]);
}'
    cheat chunks_that_nothing_orders_fail 18 broken 'nothing makes .* of its copies back wait' "$loose" "$computed"
    cheat the_chunk_before_is_not_theirs 18 broken 'nothing makes .* of its launches wait for their chunk' \
        "$loose; s/k > 1 ? 2 : 1, needed/k > 0, k > 0 ? \&copied[k - 1] : NULL/" "$computed"
    # All copies, then all launches, then all results; each chunk has its own memory.
    repair one_phase_after_the_other_repairs_18 18 broken 's/cl_mem in.2., out.2./cl_mem in[CHUNKS], out[CHUNKS]/
        s/i < 2; i++/i < CHUNKS; i++/; s/k % 2/k/g; s/{ NULL, NULL }, { NULL, NULL }, 0/{ NULL }, { NULL }, 0/
        s/k > 1,$/0,/; s/k > 1 ? &ran.k - 2. : NULL, &copied/NULL, \&copied/; s/k > 1 ? 2 : 1, needed/1, needed/
        s/^        needed.1. .*//
        s/^        cl_event needed.*//; s/^    int k;/&\
    cl_event needed[1];/
        s/^        clFlush(p->co.*/&\
    }\
    for (k = 0; k < CHUNKS; k++) {/
        s/^        clFinish(p->copies);.*//
        s/^        clReleaseEvent(copied.*/clFinish(p->copies);\
&/'
    # A queue without an order is over, at a clFinish, when all of its commands are, not when the last one is.
    full cheat a_last_read_for_show_fails 18 broken 'could not overlap any other launch: .*what does the host wait' \
        's/p->copies = clCreateCommandQueue(cl->context, cl->device, CL_Q/&UEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_Q/
        s/^        clFinish(p->copies);.*/{ static float last;\
        clEnqueueReadBuffer(p->copies, p->out[k % 2], CL_FALSE, 0, 4, \&last, 0, NULL, NULL); }\
&/'
    # So many passes once took the judge more steps than it has.
    full repair many_passes_repair_18 18 solution 's/PASSES = 12/PASSES = 150/; s/keep(1000)/keep(20000)/'
    full repair a_warm_up_of_the_whole_array_is_no_chunk 18 solution \
        's/^        pass(&p, &e, x);/euler_launch(\&e, cl->queue, x, NULL);\
GT_CL(clFinish(cl->queue));\
&/'
    [ -z "$(full echo yes)" ] || ! unoptimised_is_slow ||
        cheat a_pragma_fails 11 solution "times the solution's," '' '#include "grade.h"
#pragma GCC optimize ("O0")'
}
# Whether the loop of exercise 11 takes half as long again without optimisation: processors that rename memory need
# none.
unoptimised_is_slow() {
    cat >"$scratch/loop.c" <<'LOOP'
#include <stdio.h>
#include <time.h>
int main(void) {
    struct timespec t[2];
    unsigned v = (unsigned)clock_gettime(CLOCK_MONOTONIC, &t[0]);
    for (int s = 0; s < 20000000; s++) {
        v = (v * 747797u + (unsigned)s) & 0xffffffu;
        v ^= v >> 11;
    }
    clock_gettime(CLOCK_MONOTONIC, &t[1]);
    return printf("%f %u\n", (double)(t[1].tv_sec - t[0].tv_sec) + 1e-9 * (double)(t[1].tv_nsec - t[0].tv_nsec), v) < 0;
}
LOOP
    for level in 0 2; do
        $CC -O$level -o "$scratch/loop" "$scratch/loop.c" || return 1
        for run in 1 2 3; do "$scratch/loop"; done | sort -n | head -n 1
    done | awk '{ t[NR] = $1 } END { exit !(t[1] > 1.5 * t[2]) }' && return
    echo 'skip a_pragma_fails: unoptimised code is as fast here'
    return 1
}
# A host that spins as long as a ratio asks for, in place of its work.
spin='#include "grade.h"
static void spin(double ms) { gt_timer t = { { 0 } }; gt_timer_start(&t); while (gt_timer_ms(&t) < ms) {} }
static double asked(void) { const double ms = median_ms("device"); return ms > 0 ? ms : 5; }'
spun='s/^                host_mix(x);/                spin(asked()); /'
spin_cheats() {
    wrong='ms more than its samples|debug-build|starts no thread'      # of 11, of 22
    for id in 11 22; do
        one=full
        [ $id = 11 ] || one=''
        $one cheat spinning_in_${id}_fails $id solution 'x->passes is' "$spun" "$spin"
        $one cheat spinning_and_counting_in_${id}_fails $id solution 'result is wrong' "${spun%?}x->passes++;/" "$spin"
        full cheat working_before_and_spinning_in_${id}_fails $id broken "$wrong" \
            "${spun}
            s/^        host_mix(x);/for (i = 0; i < 13; i++) host_mix(x);/" "$spin"
        full cheat working_after_and_spinning_in_${id}_fails $id broken "$wrong" \
            "${spun}
            s/^    euler_close/for (i = 0; i < 12; i++) host_mix(x);&/" "$spin"
        $one cheat working_between_and_spinning_in_${id}_fails $id broken "$wrong" \
            "${spun}
            s/^            GT_SCOPE(\"host\")/host_mix(x);&/" "$spin"
        full cheat one_pass_for_all_in_${id}_fails $id solution 'result is wrong' "${spun%?}x->passes++;/
            s/^        host_mix(x);/&memcpy(x->out, x->in, 4 * x->n);&x->passes = 1;/" "$spin"
    done
}
# The program's own sizes, frames and waits.
choice_cheats() {
    full cheat a_number_that_was_not_run_fails 13 solution 'frames with as many items' \
        's/return (double)n;/return 1.1 * (double)n + 1;/'
    # A size of which few frames are late, and a next one whose frames a spin makes late.
    full cheat a_small_size_fails 13 solution "times the solution's," \
        's/^    return (double)n;/    return (double)(n \/ 256 * 64);/
        s/^        euler_args(e.kernel, e.in/        if (n > 255) { fits(\&e, cl, x, n \/ 256 * 64);\
            for (int k = 0; k < 35; k++) { exercise part = *x;\
            part.n = n \/ 256 * 64 + 64;\
            GT_SCOPE_CL(cl->queue, "frame") euler_launch(\&e, cl->queue, \&part, GT_EVENT);\
            spin(20); } }\
&/' "$spin"
    full cheat light_frames_fail 13 solution "one frame in five is heavy|times the solution's," \
        's/? 6 \* steps/? steps/'
    full cheat a_later_deadline_fails 13 solution 'of the frames are late' 's@1e9 / 60@1e9 / 20@'
    # Nothing orders them but the time that passes; a list of what is over orders nothing.
    lucky='s/^    int i;/&\
    const size_t local = 64;\
    cl_event over = NULL;/
        s/euler_launch(&e, compute, x, NULL);/GT_CL(clEnqueueNDRangeKernel(compute, e.kernel,\
            1, NULL, \&x->n, \&local, 0, NULL, \&over));/
        s/euler_launch(&e, compute, x, GT_EVENT);/spin(5);\
GT_CL(clEnqueueNDRangeKernel(compute, e.kernel, 1, NULL, \&x->n, \&local, 1, \&over, GT_EVENT));/
        s/^ *GT_CL(clEnqueueReadBuffer/spin(5);\
&/
        s/x->out, 0, NULL, GT_EVENT/x->out, 1, \&over, GT_EVENT/'
    cheat time_that_passes_is_no_order 14 broken 'nothing makes' "$lucky" "$spin"
    # Nor does what a process that never was has left for the report of gtprof: a clFinish each 10 us.
    cheat a_report_of_ones_own_is_no_order 14 broken 'nothing makes' "$lucky
        s/^    euler_close/    report();\\
&/" "$spin"'
#include <dirent.h>
#include <stdlib.h>
static void report(void)
{
    static char path[512], text[65536];
    const char *folder = getenv("GTPROF_DIR");
    DIR *d = opendir(folder ? folder : ".");
    struct dirent *e;
    FILE *in = NULL, *out;
    double at;
    size_t n;
    while (!in && d && (e = readdir(d)) != NULL) {
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (strstr(path, ".map")) in = fopen(path, "r");
    }
    snprintf(path, sizeof path, "%s/99999.0.map", folder);
    out = fopen(path, "w");
    while (in && out && (n = fread(text, 1, sizeof text, in)) > 0) fwrite(text, 1, n, out);
    if (out) fclose(out);
    snprintf(path, sizeof path, "%s/99999.0.txt", folder);
    out = fopen(path, "w");
    for (at = 0; out && at < 3e6; at += 10)
        fprintf(out, "{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"name\":\"clFinish\",\"cat\":\"call\","
            "\"ts\":%.0f,\"dur\":2.0},\n", at);
    if (out) fclose(out);
}'
    # Nor does a wait for another queue, or a question about another event.
    hoped='s/^    int i;/&\
    cl_command_queue third = clCreateCommandQueue(cl->context, cl->device, 0, NULL);/
        s/euler_launch(&e, compute, x, GT_EVENT);/spin(5); clFinish(third);\
&/
        s/^ *GT_CL(clEnqueueReadBuffer/spin(5); clFinish(third);\
&/'
    cheat a_wait_for_another_queue_is_no_order 14 broken 'nothing makes' "$hoped" "$spin"
    # Nor a wait that fails.
    cheat a_wait_that_fails_is_no_order 14 broken 'nothing makes' "$(echo "$hoped" |
        sed 's/spin(5); clFinish(third)/spin(30); clWaitForEvents(0, NULL); clFinish(NULL)/')" "$spin"
    # Nor one for an event of the host's own, which a thread sets when time has passed. (What fills memory comes before
    # each command, so that it takes longer than the call that enqueues it.)
    full cheat a_wait_for_the_hosts_own_event_is_no_order 14 broken 'nothing makes [12][0-9] of its launches' \
        's/^ *GT_CL(clEnqueueWriteBuffer/slow(copies);\
&/
        s/euler_launch(&e, compute, x, GT_EVENT);/clFlush(copies); host_wait(); slow(compute);\
&/
        s/^ *GT_CL(clEnqueueReadBuffer/host_wait();\
&/' "$spin"'
#include <pthread.h>
static cl_event host[200];
static cl_mem memory;
static int used;
static void *later(void *user) { spin(150); clSetUserEventStatus(host[used], CL_COMPLETE); return user; }
static void slow(cl_command_queue q)
{
    const int zero = 0;
    cl_context c;
    int k;
    clGetCommandQueueInfo(q, CL_QUEUE_CONTEXT, sizeof c, &c, NULL);
    for (k = 0; !memory && k < 200; k++) host[k] = clCreateUserEvent(c, NULL);
    if (!memory) memory = clCreateBuffer(c, CL_MEM_READ_WRITE, 64 << 20, NULL, NULL);
    clEnqueueFillBuffer(q, memory, &zero, sizeof zero, 0, 64 << 20, 0, NULL, NULL);
}
static void host_wait(void)
{
    pthread_t t;
    pthread_create(&t, NULL, later, NULL);
    clWaitForEvents(1, &host[used]);
    pthread_join(t, NULL);
    used++;
}'
    # Nor a call that blocks for another queue, whenever that begins and ends.
    cheat a_read_of_another_queue_is_no_order 14 broken 'nothing makes 2[0-9] of its launches' "$(echo "$hoped" |
        sed 's/spin(5); clFinish(third);/reads(third, x);/
            s/device, 0, NULL/device, CL_QUEUE_PROFILING_ENABLE, NULL/')" \
        '#include "grade.h"
static void reads(cl_command_queue q, const exercise *x)
{
    static cl_mem other;
    static char to[1 << 20];
    cl_context c;
    gt_timer t = { { 0 } };
    clGetCommandQueueInfo(q, CL_QUEUE_CONTEXT, sizeof c, &c, NULL);
    if (!other) other = clCreateBuffer(c, CL_MEM_COPY_HOST_PTR, sizeof to, (void *)(size_t)x->in, NULL);
    gt_timer_start(&t);
    while (gt_timer_ms(&t) < 5) clEnqueueReadBuffer(q, other, CL_TRUE, 0, sizeof to, to, 0, NULL, NULL);
}'
    # Nor a single question, when all is over.
    cheat a_question_is_no_order 14 broken 'nothing makes [345][0-9] of its launches' \
        's/^ *euler_launch(&e, compute, x, GT_EVENT)/ran = GT_EVENT;\
euler_launch(\&e, compute, x, ran)/
        s/^ *GT_CL(clEnqueueWriteBuffer(copies, e.in, CL_FALSE, 0, bytes, x->in, 0, NULL, GT_EVENT));/\
cl_event *there = GT_EVENT, *ran;\
GT_CL(clEnqueueWriteBuffer(copies, e.in, CL_FALSE, 0, bytes, x->in, 0, NULL, there));\
clFlush(copies); ask(there);/
        s/^ *GT_CL(clFlush(compute));/& ask(ran);/' "$spin
static void ask(cl_event *e)
{
    cl_int state;
    spin(10);
    clGetEventInfo(*e, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL);
}"
    full cheat barriers_without_a_list_are_none 14 broken 'nothing makes' \
        's/euler_launch(&e, compute, x, GT_EVENT);/spin(5);\
GT_CL(clEnqueueBarrierWithWaitList(compute, 0, NULL, NULL));\
&/
        s/^ *GT_CL(clEnqueueReadBuffer/spin(5);\
GT_CL(clEnqueueBarrierWithWaitList(copies, 0, NULL, NULL));\
&/' "$spin"
    cheat waiting_for_the_wrong_event_fails 14 solution 'nothing makes' 's/1, ran, GT_EVENT/1, there, GT_EVENT/'
    full cheat one_queue_in_14_fails 14 solution 'share a queue' 's/^    euler e;/&\
    copies = compute;/'
    full cheat the_launch_in_the_queue_of_the_copies_fails 14 broken 'share a queue' \
        's/euler_launch(&e, compute, x, GT_EVENT)/euler_launch(\&e, copies, x, GT_EVENT)/'
    full cheat one_copy_for_all_passes_fails 14 solution 'gtprof saw [0-9] copies' \
        's/^ *GT_CL(clEnqueueWriteBuffer(copies.*/if (i == 0) &/; s/1, there, ran/i == 0, i ? NULL : there, ran/'
    full cheat a_linear_kernel_fails 15 solution 'time grows with the power|times the solution' \
        's/j < n; j++/j < 64; j++/'
    full cheat a_constant_forecast_fails 15 solution 'does not follow from the largest' 's/return ms;/return 1e3;/'
    cheat three_sizes_fail 15 solution 'of 4 sizes' 's/n < x->n) n = .*/n < 256) n *= 2;/'
}
# Stamps, caches, batches, processors: exercises 19 to 22.
fair_cheats() {
    full cheat small_copies_in_19_fail 19 solution 'gtprof saw [0-9] copies' 's/CL_FALSE, 0, bytes/CL_FALSE, 0, 4/'
    full cheat the_whole_step_fails 19 solution "times the solution's," \
        's/return gt_stats_of.*/return median_ms("step");/'
    cheat a_constant_stamp_fails 19 solution 'is no time of one launch|times the solution' \
        's/return gt_stats_of.*/return 1e3;/'
    full cheat a_flush_inside_the_scope_fails 20 solution "times the solution's," 's/^            gt_cl_fill.*//
        s/GT_WORK(0, (double)bytes);/gt_cl_fill(cl->queue, other, \&i, sizeof i);/'
    full cheat a_small_flush_fails 20 solution "times the solution's,|less than half as long" 's/256 << 20/256 << 10/'
    cheat memory_that_nobody_has_written_fails 20 solution 'ran before the array was copied' \
        's/^        GT_CL(clEnqueueWriteBuffer.*//
        s/^        GT_CL(clEnqueueReadBuffer/GT_CL(clEnqueueWriteBuffer(cl->queue, in, CL_TRUE, 0, bytes, x->in,\
0, NULL, NULL));\
&/'
    full cheat a_batch_of_five_fails 21 solution "times the solution's,|is no time of one launch" \
        's/k < LAUNCHES/k < 5/'
    full cheat a_batch_without_a_wait_fails 21 solution "times the solution's,|is no time of one launch|no command" \
        's/GT_SCOPE_CL(cl->queue, "batch")/GT_SCOPE("batch")/'
    cheat launches_that_do_nothing_fail 21 solution 'result is wrong' 's/e.out, steps);/e.out, 0);/'
    full cheat one_thread_a_pass_fails 22 broken "only one thread had work|times the solution's" \
        's/^\( *\)host_mix(x);/\1{ pthread_t t; if (!pthread_create(\&t, NULL, mix_there, x)) pthread_join(t, NULL); }/
        s/^double measure/static void *mix_there(void *x) { host_mix((exercise *)x); return NULL; }\
&/' '#include "grade.h"
#include <pthread.h>'
    full cheat a_burner_beside_one_thread_fails 22 broken "of processors more|times the solution's" \
        's/^\( *\)host_mix(x);/\1{ pthread_t t; over = 0; pthread_create(\&t, NULL, burn, x); host_mix(x); over = 1;\
pthread_join(t, NULL); }/
        s/^double measure/static volatile int over; static void *burn(void *x) { while (!over) { } return x; }\
&/' '#include "grade.h"
#include <pthread.h>'
    cheat a_marker_in_place_of_the_launch_fails 01 broken 'event of a marker' \
        's/^\( *\)euler_launch(&e, cl->queue, x, GT_EVENT);/\1GT_CL(clEnqueueMarkerWithWaitList(cl->queue,\
0, NULL, GT_EVENT));\
euler_launch(\&e, cl->queue, x, NULL);/'
    full cheat a_macro_that_denies_the_level_fails 11 broken 'asks for -O0' '' '#define __OPTIMIZE__ 1
#include "grade.h"'
    full cheat a_thousand_sockets_fail 01 solution 'opens more than 256 sockets' \
        's/^    euler_close/    { int two[2];\
for (i = 0; i < 400; i++) if (socketpair(AF_UNIX, SOCK_STREAM, 0, two)) break;\
spin(200); }\
&/' "$spin
#include <sys/socket.h>"
    full cheat a_multiple_of_the_median_fails 20 broken 'is not what the samples|times the solution|half as long' \
        's/return median_ms("read");/return 2 * median_ms("read");/'
    cheat threads_for_show_fail 22 solution 'starts no thread|times the solution' \
        's/const size_t count = .*/const size_t count = 1;/'
    # The work under another name, and a spun scope for each sample.
    cheat one_core_and_spun_samples_fail 22 broken 'ms more than its samples|only one thread had work' \
        's/^            GT_SCOPE("host") {/            GT_SCOPE("host") { spin(asked()); }\
            GT_SCOPE("work") {/
        s/^    euler e;/&\
    pthread_t t; if (!pthread_create(\&t, NULL, nothing, NULL)) pthread_join(t, NULL);/' "$spin
#include <pthread.h>
static void *nothing(void *x) { return x; }"
    full cheat half_of_the_numbers_fail 22 solution 'result is wrong' 's/(k + 1) \/ count/(k + 1) \/ count \/ 2/'
    full cheat a_loop_left_out_of_22_fails 22 solution 'host had no time|has no samples' \
        's/^            GT_SCOPE("host") {/&if (i > 99)/
        s/return median_ms("host").*/return 9;/'
}
# Honest repairs.
repairs() {
    in_10='s/^ *euler_launch(&e, compute, x, GT_EVENT);/cl_event *ran = GT_EVENT; euler_launch(\&e, compute, x, ran);'
    full repair a_finish_by_hand_repairs_01 01 broken "$launch GT_CL(clFinish(cl->queue));/"
    full repair a_word_about_the_compiler_repairs_11 11 broken \
        '1s@.*@/* without flags the compiler may optimize (inline) it */@'
    full repair an_event_repairs_10 10 broken "$in_10 GT_CL(clWaitForEvents(1, ran));/"
    full repair a_barrier_in_the_other_queue_repairs_10 10 broken \
        "$in_10 clFlush(compute); GT_CL(clEnqueueBarrierWithWaitList(copies, 1, ran, NULL));/"
    repair a_call_back_repairs_10 10 broken "$in_10 told = 0; \
GT_CL(clSetEventCallback(*ran, CL_COMPLETE, tell, NULL)); \
GT_CL(clFlush(compute)); listen();/" '#include "grade.h"
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t call = PTHREAD_COND_INITIALIZER;
static int told;
static void CL_CALLBACK tell(cl_event e, cl_int state, void *user)
{
    (void)e; (void)state; (void)user;
    pthread_mutex_lock(&lock);
    told = 1;
    pthread_cond_signal(&call);
    pthread_mutex_unlock(&lock);
}
static void listen(void)
{
    pthread_mutex_lock(&lock);
    while (!told) pthread_cond_wait(&call, &lock);
    pthread_mutex_unlock(&lock);
}'
    repair a_copy_that_waits_repairs_10 10 broken \
        "$in_10 clFlush(compute); GT_CL(clEnqueueReadBuffer(copies, e.out, CL_TRUE, 0, 4, x->out, 1, ran, NULL));/"
    # Numbers with a comma, by a locale of its own.
    full repair a_comma_in_its_numbers_repairs_01 01 solution "$at_end comma();/" '#define _GNU_SOURCE
#include "grade.h"
#include <locale.h>
#include <stdlib.h>
#include <sys/stat.h>
static void comma(void)
{
    static const char text[59] =
        "\24\21\3\40\6\0\0\0\40\0\0\0\42\0\0\0\43\0\0\0\44\0\0\0\50\0\0\0\54\0\0\0\54\0\0\0\54\0\0\0\0\0\0\0A"
        "NSI_X\63\56\64-\61\71\66\70";
    FILE *f;
    mkdir("comma", 0700);
    f = fopen("comma/LC_NUMERIC", "w");
    if (!f) return;
    fwrite(text, 1, sizeof text, f);
    fclose(f);
    setenv("LOCPATH", ".", 1);
    setlocale(LC_NUMERIC, "comma");
}'
    full repair a_trial_of_the_same_name_repairs_06 06 solution 's/GT_TRIAL("trial"/GT_TRIAL("euler"/'
    full repair a_percentile_repairs_13 13 solution 's/gt_budget budget/gt_stats s/
        s/return gt_budget.*/return gt_stats_of(frame_ns, FRAMES, 0, \&s) == GT_OK \&\& s.p90 <= period_ns;/'
    # With few readings of clocks, gtprof once lost what commands wait for behind a barrier.
    repair barriers_repair_14 14 solution 's/^ *ran = GT_EVENT;/\
GT_CL(clEnqueueBarrierWithWaitList(compute, 1, there, NULL));\
&/
        s/^ *GT_CL(clEnqueueReadBuffer/GT_CL(clEnqueueBarrierWithWaitList(copies, 1, ran, NULL));\
&/
        s/1, there, ran/0, NULL, ran/
        s/1, ran, GT_EVENT/0, NULL, GT_EVENT/'
    full repair waits_for_events_repair_14 14 broken 's/^ *euler_launch(&e, compute, x, GT_EVENT)/ran = GT_EVENT;\
euler_launch(\&e, compute, x, ran)/
        s/^ *GT_CL(clEnqueueWriteBuffer(copies, e.in, CL_FALSE, 0, bytes, x->in, 0, NULL, GT_EVENT));/\
cl_event *there = GT_EVENT, *ran;\
GT_CL(clEnqueueWriteBuffer(copies, e.in, CL_FALSE, 0, bytes, x->in, 0, NULL, there));\
clFlush(copies); over(there);/
        s/^ *GT_CL(clFlush(compute));/& over(ran);/' '#include "grade.h"
static void over(cl_event *e) { clWaitForEvents(1, e); }'
    full repair finishes_repair_14 14 broken 's/^ *euler_launch(&e, compute, x, GT_EVENT)/GT_CL(clFinish(copies));\
&/
        s/clFlush(compute)/clFinish(compute)/'
    full repair scopes_inside_sides_repair_16 16 solution \
        's/^ *euler_launch(&e, cl->queue, x, GT_EVENT);/GT_SCOPE_CL(cl->queue, "old") &/
        s/^ *euler_launch(&leaps, cl->queue, x, GT_EVENT);/GT_SCOPE_CL(cl->queue, "new") &/'
    full repair phases_inside_sides_repair_16 16 solution \
        's/^ *euler_launch(.*GT_EVENT);/GT_SCOPE_CL(cl->queue, "run") &/'
    repair steps_found_before_each_batch_repair_21 21 broken 's/^            GT_SCOPE_CL(cl->queue, "batch")/\
            int steps[LAUNCHES];\
            for (k = 0; k < LAUNCHES; k++) steps[k] = steps_for(x);\
&/
        s/steps_for(x));/steps[k]);/'
    full repair other_sizes_repair_15 15 solution 's/size_t n = 64/size_t n = 192/; s/< 20 \&\&/< 60 \&\&/'
}
# What stands between main and the judge, or goes on behind measure().
reach_cheats() {
    # A thread that hands on what main says of 5 samples as of 25, and no finding.
    cheat another_file_for_the_answers_fails 01 solution 'before measure|before it handed over|was stopped' \
        "$at_end filter_answers();/; s/i < 25/i < 5/" '#define _GNU_SOURCE
#include "grade.h"
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
static int judge_of_old, filtered;
static volatile int through;
static void *filter(void *user) {
    static char line[1024], text[1200];
    FILE *in = fdopen(filtered, "r");
    while (fgets(line, sizeof line, in)) {
        char *key = strchr(line, 0x20);
        if (!key++ || !strncmp(key, "code ", 5)) continue;
        if (!strncmp(key, "samples ", 8)) snprintf(text, sizeof text, "%.*ssamples 25\n", (int)(key - line), line);
        else snprintf(text, sizeof text, "%s", line);
        if (write(judge_of_old, text, strlen(text)) < 0 || !strcmp(key, "end 1\n")) break;
    }
    through = 1;
    return user;
}
static void is_through(void)
{
    gt_timer t = { { 0 } };
    gt_timer_start(&t);
    while (!through && gt_timer_ms(&t) < 3000) {}
}
static void filter_answers(void) {
    pthread_t t;
    int p[2];
    if (pipe(p)) return;
    judge_of_old = dup(3);
    dup2(p[1], 3);
    close(p[1]);
    filtered = p[0];
    pthread_create(&t, NULL, filter, NULL);
    atexit(is_through);
}'
    # Nothing is read back: a thread reads what the judge asks for, and works out that alone.
    cheat answers_to_what_is_asked_alone_fail 01 solution 'result is wrong|was stopped|before it handed over' \
        "s/^ *euler_read.*//
        $at_end answer_later(x);/" '#define _GNU_SOURCE
#include "grade.h"
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
static volatile int holds;
static void *answers(void *user) {
    const exercise *x = user;
    static char text[65536];
    char *at;
    int p[2];
    size_t k;
    int s;
    flockfile(stdin);
    holds = 1;
    if (pipe(p) || tee(0, p[1], sizeof text, 0) <= 0 || read(p[0], text, sizeof text - 1) <= 0) return user;
    for (at = text; *at; at = strchr(at, 10) + 1) {
        if ((k = strtoul(at, NULL, 10)) >= x->n) continue;
        x->out[k] = x->in[k];
        for (s = 0; s < x->steps; s++) x->out[k] += 0.001f * (1.0f - x->out[k] * x->out[k]);
    }
    funlockfile(stdin);
    return user;
}
static void answer_later(exercise *x) {
    static exercise kept;
    pthread_t t;
    kept = *x;
    pthread_create(&t, NULL, answers, &kept);
    while (!holds) {}
}'
    # Nothing is read back: what fork() calls in the process that answers computes the result there.
    cheat a_handler_of_fork_answers_nothing 01 solution 'result is wrong' \
        "s/^ *euler_read.*//
        $at_end of = x; pthread_atfork(NULL, NULL, compute);/" '#define _GNU_SOURCE
#include "grade.h"
#include <pthread.h>
static exercise *of;
static void compute(void)
{
    size_t i;
    int s;
    memcpy(of->out, of->in, of->n * sizeof *of->in);
    for (i = 0; i < of->n; i++)
        for (s = 0; s < of->steps; s++) of->out[i] += 0.001f * (1.0f - of->out[i] * of->out[i]);
}'
    # Nor does what prints the numbers of the answers.
    cheat a_printf_of_ones_own_answers_nothing 01 solution 'result is wrong|does not compile' \
        "s/^ *euler_read.*//
        $at_end of = x; \
register_printf_specifier('u', whole, whole_is); register_printf_specifier('g', part, part_is);/" '#define _GNU_SOURCE
#include "grade.h"
#include <printf.h>
static exercise *of;
static unsigned long k;
static int is_asked;
static int whole_is(const struct printf_info *i, size_t n, int *type, int *size)
{
    if (n) *type = PA_INT | (i->is_long ? PA_FLAG_LONG : 0);
    if (n) *size = i->is_long ? sizeof(long) : sizeof(int);
    return 1;
}
static int part_is(const struct printf_info *i, size_t n, int *type, int *size)
{
    (void)i;
    if (n) *type = PA_DOUBLE;
    if (n) *size = sizeof(double);
    return 1;
}
static int whole(FILE *f, const struct printf_info *i, const void *const *args)
{
    k = i->is_long ? *(const unsigned long *)args[0] : *(const unsigned *)args[0];
    is_asked = 1;
    return fprintf(f, "%ld", (long)k);
}
static int part(FILE *f, const struct printf_info *i, const void *const *args)
{
    double v = *(const double *)args[0];
    if (is_asked && i->prec == 9 && k < of->n) {
        float w = of->in[k];
        int s;
        for (s = 0; s < of->steps; s++) w += 0.001f * (1.0f - w * w);
        v = w;
    }
    is_asked = 0;
    return fprintf(f, "%.9e", v);
}'
    cheat a_resolver_with_a_blank_in_its_name_fails 01 solution 'runs outside of measure' '' '#include "grade.h"
__attribute__((used)) static void *mine(void) { return (void *)0; }
__asm__(".text\n.type \"a b\", @gnu_indirect_function\n.set \"a b\", mine\n.data\n.balign 8\n.quad \"a b\"\n.text\n");'
    # Launches of a queue whose functions stand in the program: here they are handed on, elsewhere they need not be.
    cheat a_queue_of_ones_own_launches_nothing 01 solution 'gtprof saw [0-9]* of 20 launches|gtprof saw 0' \
        's/euler_launch(&e, cl->queue/euler_launch(\&e, own_queue(cl->queue)/' '#include "grade.h"
#include <CL/cl_icd.h>
static cl_icd_dispatch own, *drivers;
static cl_command_queue true_queue;
static cl_int CL_API_CALL launch(cl_command_queue q, cl_kernel k, cl_uint n, const size_t *from, const size_t *global,
                                 const size_t *local, cl_uint waits, const cl_event *list, cl_event *event)
{
    (void)q;
    return drivers->clEnqueueNDRangeKernel(true_queue, k, n, from, global, local, waits, list, event);
}
static cl_int CL_API_CALL told(cl_command_queue q, cl_command_queue_info what, size_t size, void *to, size_t *used)
{
    (void)q;
    return drivers->clGetCommandQueueInfo(true_queue, what, size, to, used);
}
static cl_command_queue own_queue(cl_command_queue queue)
{
    static cl_icd_dispatch *mine = &own;
    true_queue = queue;
    memcpy(&drivers, (void *)queue, sizeof drivers);
    own = *drivers;
    own.clEnqueueNDRangeKernel = launch;
    own.clGetCommandQueueInfo = told;
    return (cl_command_queue)&mine;
}'
    cheat a_name_with_a_blank_is_another_name 17 solution 'scope .*copy.* has no samples' 's/"copy"/" copy"/g'
    full cheat the_frames_of_another_loop_fail 12 solution 'belong to no sequence of frames' \
        's/^        for (i = 0; i < FRAMES; i++) {/for (i = 0; i < FRAMES; i++) {\
euler_args(e.kernel, e.in, e.out, (rebuilds(x, i, \&moved) ? 4 : 1) * SUBSTEPS * x->steps);\
euler_launch(\&e, cl->queue, x, NULL);\
}\
moved = -1e6f;\
&/'
    full cheat launches_behind_the_batches_fail 21 broken 'device idled|times the solution' \
        's/return median_ms("batch").*/return single;/
        s/^    euler_close/{ gt_timer t = { { 0 } };\
gt_timer_start(\&t); for (k = 0; k < 3; k++) { euler_launch(\&e, cl->queue, x, NULL); GT_CL(clFinish(cl->queue)); }\
single = gt_timer_ms(\&t) \/ 3; }\
&/
        s/^    euler e;/&\
double single = 0;/'
}
# Processes.
process_cheats() {
    # Its own questions fill the pipe of the judge's, nobody reads, and it never ends.
    full cheat a_full_pipe_stops_nobody 01 solution 'ran for longer' "$at_end fill(); if (getchar() >= 0) fill();\
        atexit(rest);/" '#define _GNU_SOURCE
#include "grade.h"
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
static void rest(void) { for (;;) pause(); }
static void fill(void) {
    static char x[4096];
    int f = open("/proc/self/fd/0", O_WRONLY | O_NONBLOCK);
    while (write(f, x, sizeof x) > 0) {}
}'
    cheat data_for_the_loader_fail 01 solution 'runs outside of measure.. ..rela.text.x' '' '#include "grade.h"
static const long order[64] __attribute__((used, section(".rela.text.x"))) = { 1 };'
    cheat a_kit_of_ones_own_fails 01 solution 'do not define GPUTIME_IMPLEMENTATION' '' '#define GPUTIME_IMPLEMENTATION
#include "grade.h"'
    cheat words_of_the_linker_fail 01 solution 'is measure.. there' "s/^double measure/double other/" \
"#include \"grade.h\"
#warning undefined reference to 'main'"
    cheat leaving_early_fails 01 solution 'ended with status 0 before measure' "$at_end exit(0);/" "$with_stdlib"
    full cheat a_crash_fails 01 solution 'crashed: .*signal 6' "$at_end abort();/" "$with_stdlib"
    full cheat an_endless_loop_fails 01 solution 'ran for longer than' "$at_end for (;;) {}/"
    cheat code_before_main_fails 01 solution 'runs outside of measure' '' '#include "grade.h"
int raise(int);
__attribute__((constructor)) static void begin(void) { raise(9); }'
    cheat a_symbol_for_all_fails 01 broken 'outside of measure.*write' '' '#include "grade.h"
__asm__(".comm write,8,8");'
    full cheat another_program_fails 01 broken 'ended with status 0 before measure' "$at_begin" '#include "grade.h"
int execl(const char *, const char *, ...);
static void begin(void) { execl("/bin/true", "true", (char *)0); }'
    full cheat a_program_without_the_layer_fails 01 broken 'ran for longer|ended with status' "$at_begin" \
        '#include "grade.h"
#include <stdlib.h>
int execl(const char *, const char *, ...);
static void begin(void)
{
    if (!getenv("OPENCL_LAYERS") && !getenv("GTPROF_REAL")) return;
    unsetenv("OPENCL_LAYERS");
    unsetenv("GTPROF_REAL");
    unsetenv("GTPROF_DIR");
    unsetenv("LD_LIBRARY_PATH");
    execl("/proc/self/exe", "01_launch_timed", "--judged", (char *)0);
}'
    # All that the judge asks for, right, without a device.
    cheat an_answer_of_ones_own_fails 01 solution "writes to the judge's pipe itself" \
        's/^    if (euler_open.*/    answers(x);\
&/' '#include "grade.h"
#include <stdio.h>
#include <stdlib.h>
FILE *fdopen(int, const char *);
static void answers(const exercise *x)
{
    FILE *f = fdopen(3, "w");
    unsigned long k;
    int i, s;
    fputs("number 4\nsamples 30\ncommands 1\nclock 1\non 1\nlaunches 30\ndevice 4\nright 1\nask\n", f);
    fflush(f);
    for (i = 0; i < 512 && scanf("%lu", &k) == 1; i++) {
        float v = x->in[k];
        for (s = 0; s < x->steps; s++) v += 0.001f * (1.0f - v * v);
        fprintf(f, "value %lu %.9g\n", k, (double)v);
    }
    fputs("end 1\n", f);
    fflush(f);
    exit(0);
}'
}
# Pipes, terminals, places.
place_cheats() {
    full cheat an_answer_without_end_fails 01 solution "pipe without end" "$at_begin" '#include "grade.h"
#include <unistd.h>
static void begin(void) { static char text[65536]; while (write(3, text, sizeof text) > 0) {} }'
    full cheat a_trace_of_ones_own_fails 01 broken 'who wrote its trace|no-sync' "$at_begin" '#include "grade.h"
#include <string.h>
#include <unistd.h>
static void begin(void)
{
    const char *line = "{\"ph\":\"X\",\"pid\":2,\"tid\":1,\"name\":\"euler\",\"cat\":\"kernel\",\"ts\":9.000,\"dur\":"
        "3.000,\"args\":{}},\n"
        "{\"ph\":\"s\",\"pid\":1,\"tid\":1,\"name\":\"enqueue\",\"cat\":\"enqueue\",\"ts\":8.0},\n";
    int f, i;
    for (f = 4; f < 64; f++) for (i = 0; i < 30; i++) if (write(f, line, strlen(line)) < 0) break;
}'
    full cheat a_trace_without_end_fails 01 solution 'MiB of trace' "$at_begin" '#include "grade.h"
#include <unistd.h>
static void begin(void)
{
    static char text[65536];
    int f;
    for (f = 4; f < 64; f++) while (write(f, text, sizeof text) > 0) {}
}'
    full cheat closing_all_files_fails 01 solution 'before measure|gtprof saw 0' "$at_begin" '#include "grade.h"
#include <unistd.h>
static void begin(void) { int f; for (f = 0; f < 1024; f++) close(f); }'
    full cheat stopping_itself_fails 01 solution 'ran for longer' "$at_begin" '#include "grade.h"
int raise(int);
static void begin(void) { raise(19); }'
    cheat a_child_left_behind_fails 01 solution 'leaves [12] running process' "$at_begin" '#include "grade.h"
#include <sys/prctl.h>
#include <unistd.h>
static void begin(void) { if (fork() == 0) for (prctl(PR_SET_NAME, "bwrap");;) pause(); }'
    full cheat a_second_line_of_flags_fails 11 solution 'holds more than a level' '1s@^@/* flags: -O1 */\
/* flags: -wrapper,true */\
@'
    full cheat a_macro_without_end_fails 01 solution 'does not compile in 10 s' '' "#include \"grade.h\"
#define A0 1 + 1 +
$(for k in $(seq 27); do echo "#define A$k A$((k - 1)) A$((k - 1))"; done)
static const double many = A27 1;"
    # The word of main, found in memory, and all answers as they should be: the number is left.
    full cheat a_word_found_in_memory_fails 01 broken 'is no time of one launch|times the solution' \
        's/^    euler_close(&e);/&\
    answers(x, median_ms("euler"));/' '#include "grade.h"
#include <ctype.h>
#include <unistd.h>
extern char __bss_start, _end;
static void answers(const exercise *x, double number)
{
    const char *at = &__bss_start;
    char word[33], line[256];
    unsigned long k;
    int i = 0, s;
    for (; i < 32 && at < &_end; at++) i = isxdigit((unsigned char)*at) ? i + 1 : 0;
    if (i < 32) return;
    memcpy(word, at - 32, 32);
    word[32] = 0;
#define SAY(...) (i = snprintf(line, sizeof line, __VA_ARGS__), (void)!write(3, line, (size_t)i))
    SAY("%s number %.9g\n%s samples 30\n", word, number, word);
    SAY("%s commands 1\n%s clock 1\n", word, word);
    SAY("%s on 1\n", word);
    SAY("%s ask 1\n", word);
    for (s = 0; s < 512 && scanf("%lu", &k) == 1; s++) {
        float v = x->in[k];
        int t;
        for (t = 0; t < x->steps; t++) v += 0.001f * (1.0f - v * v);
        SAY("%s value %lu %.9g\n", word, k, (double)v);
    }
    SAY("%s end 1\n", word);
    _exit(0);
}'
    full cheat a_thread_that_answers_fails 01 solution "writes to the judge's pipe itself" "$at_begin" \
        '#include "grade.h"
#include <pthread.h>
#include <unistd.h>
static void *answer(void *at) { for (;;) if (write(3, "end 1\n", 6) < 0) return at; }
static void begin(void) { pthread_t t; (void)pthread_create(&t, NULL, answer, NULL); }'
    full cheat leaving_the_thread_fails 01 solution 'before measure|ran for longer' "$at_end pthread_exit(NULL);/" \
        '#include "grade.h"
#include <pthread.h>'
    full cheat stopping_gtprof_fails 01 solution 'ran for longer' "$at_begin" '#include "grade.h"
int kill(int, int);
int getppid(void);
static void begin(void) { kill(getppid(), 19); }'
    full cheat a_kernel_without_end_fails 01 solution 'ran for longer' "$at_end forever(cl);/" '#include "grade.h"
static void forever(const gt_cl *cl)
{
    const size_t n = 1;
    cl_program p = gt_cl_program(cl, "kernel void f(global int *x) { while (x[0] != 7) x[0] *= 2; }", NULL, "f");
    cl_kernel k = clCreateKernel(p, "f", NULL);
    cl_mem m = clCreateBuffer(cl->context, CL_MEM_READ_WRITE, 4, NULL, NULL);
    int zero = 0;
    gt_cl_fill(cl->queue, m, &zero, sizeof zero);
    clSetKernelArg(k, 0, sizeof m, &m);
    clEnqueueNDRangeKernel(cl->queue, k, 1, NULL, &n, NULL, 0, NULL, NULL);
    clFinish(cl->queue);
}'
    cheat a_file_that_waits_fails 01 solution 'does not compile' '' '#include "grade.h"
#include "/dev/ptmx"'
    [ "$SANDBOX" = yes ] || return 0
    # Whatever is there of gtprof, or of a sandbox of ones own, ends the program.
    cheat what_is_there_of_gtprof_fails 01 broken 'no-sync' "$at_begin" '#define _GNU_SOURCE
#include "grade.h"
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
static void found(int what) { if (what) abort(); }
static void begin(void)
{
    const struct rlimit no_files = { 0, 0 };
    const struct sched_param last = { 0 };
    cpu_set_t first;
    char path[64];
    int pid, f;
    /* A filter or a tracer that the process which answers would have, and its memory; rings, keys. */
    found(syscall(SYS_seccomp, 1, 0, NULL) == 0 || errno != ENOSYS);
    found(prctl(PR_SET_SECCOMP, 2, NULL) == 0 || errno != EINVAL);
    found(ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0);
    found(prctl(PR_SET_DUMPABLE, 1) == 0);
    found(prctl(PR_SET_TSC, PR_TSC_SIGSEGV) == 0);              /* a handler could answer for the clock of the kit */
    found(fcntl(open("/usr/bin/env", O_RDONLY), F_SETLEASE, F_WRLCK) == 0);     /* whoever opens it would wait */
    found(setrlimit(RLIMIT_CORE, &no_files) == 0);      /* some systems hand what is dumped to a program of theirs */
    found(syscall(SYS_io_uring_setup, 1, NULL) >= 0 || errno != ENOSYS);
    found(syscall(SYS_keyctl, 0, -3, 0) >= 0 || errno != ENOSYS);
    CPU_ZERO(&first);
    CPU_SET(0, &first);
    found(prlimit(1, RLIMIT_NOFILE, &no_files, NULL) == 0);     /* of the watcher, which would see nothing then */
    found(sched_setscheduler(1, SCHED_IDLE, &last) == 0);
    found(sched_setaffinity(1, sizeof first, &first) == 0);
    found(setpriority(PRIO_PROCESS, 1, 19) == 0 || setpriority(PRIO_USER, 0, 19) == 0);
    found(setpriority(PRIO_PROCESS, 0, 19) != 0);               /* its own it may */
    for (pid = 1; pid < 32; pid++) {
        snprintf(path, sizeof path, "/proc/self/task/%d", pid);
        if (access(path, F_OK) == 0) continue;
        for (f = 0; f < 16; f++) {
            snprintf(path, sizeof path, "/proc/%d/fd/%d", pid, f);
            found(open(path, O_WRONLY) >= 0);
        }
        snprintf(path, sizeof path, "/proc/%d/mem", pid);
        found(open(path, O_RDWR) >= 0);
        found(ptrace(PTRACE_ATTACH, pid, NULL, NULL) == 0);
    }
    found(open("/tmp/tools/gtprof", O_RDONLY) >= 0);
    found(open("/dev/ptmx", O_RDWR) >= 0);
    '"${GT_SANDBOX_NESTED:+if (0) }"'found(unshare(CLONE_NEWUSER) == 0);
}'
    full cheat a_thousand_children_fail 01 solution 'starts more than 512 processes' "$at_begin" '#include "grade.h"
#include <unistd.h>
static void begin(void) { for (;;) if (fork() == 0) pause(); }'
    # Whatever is there of the teacher ends the program.
    cheat what_is_there_of_the_teacher_fails 01 broken 'no-sync' "$at_begin" "#define _GNU_SOURCE
#include \"grade.h\"
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>
static void found(int what) { if (what) abort(); }
static void begin(void)
{
    static const char *const place[] = { \"/run\", \"/home\", \"/root\", \"/var\", \"/etc/passwd\", \"/dev/console\",
        \"/tmp/given/../yours\", \"$scratch\", \"$GT_BUILD_DIR/gtprof\", \"$GT_SOURCE_DIR/gputime.h\",
        \"/proc/1/environ\" };
    static const char *const made[] = { \"/x\", \"/etc/x\", \"/usr/x\", \"/tmp/x\", \"/dev/x\", \"/tmp/tools/x\",
        \"/tmp/given/x\", \"/proc/sys/vm/drop_caches\", \"/proc/sys/kernel/core_pattern\" };
    struct sockaddr_in to = { 0 };
    size_t i;
    int f;
    for (i = 0; i < sizeof place / sizeof *place; i++) found(open(place[i], O_RDONLY) >= 0);
    for (i = 0; i < sizeof made / sizeof *made; i++) found(open(made[i], O_WRONLY | O_CREAT, 0600) >= 0);
    found(getenv(\"GT_TEST_SECRET\") != NULL);
    found(open(\"/dev/tty\", O_RDWR) >= 0);
    found(dup2(0, 1024) >= 0);                  /* of so many the system has no more for others */
    for (f = 0; f < 64; f++) found(ioctl(f, TIOCSTI, \"x\") == 0);
    found(kill(1, 0) == 0 && kill(1, SIGKILL) == 0 && getppid() == 0);
    to.sin_family = AF_INET;
    to.sin_port = htons(53);
    to.sin_addr.s_addr = htonl(0x01010101);
    f = socket(AF_INET, SOCK_DGRAM, 0);
    found(f >= 0 && connect(f, (struct sockaddr *)&to, sizeof to) == 0);
    found(socket(40, SOCK_STREAM, 0) >= 0);     /* AF_VSOCK: to the machine around this one */
}"
}
# Files that a sandbox hides.
file_cheats() {
    cheat the_solution_included_fails 01 broken 'does not compile|it includes' '' "#define measure ours
#include \"grade.h\"
#undef measure
#include \"$GT_SOURCE_DIR/$(file_of 01 $folder/solutions)\"
double ours(const gt_cl *cl, exercise *x);"
    [ "$SANDBOX" = yes ] || { echo 'skip cheats_with_files: no sandbox here'; return; }
    cheat the_program_of_the_solution_fails 01 broken 'no-sync' "$at_begin" "#include \"grade.h\"
int execl(const char *, const char *, ...);
static void begin(void)
{
    execl(\"$GT_BUILD_DIR/examples/exercises/01_launch_timed.solution\", \"01\", \"--judged\", (char *)0);
}"
    full eval 'echo untouched >"$scratch/class/canary"'
    full cheat writing_the_marks_fails 01 broken 'no-sync' "$at_begin" "#include \"grade.h\"
#include <stdio.h>
static void begin(void)
{
    FILE *f = fopen(\"$scratch/class/canary\", \"w\");
    if (f) fclose(f);
}"
    cheat killing_the_judge_fails 01 broken 'crashed: Killed|leaves 1 running' "$at_begin" '#include "grade.h"
int kill(int, int);
static void begin(void) { kill(-1, 9); }'
}
the_files_of_others_are_out_of_reach() {
    [ -f "$scratch/class/canary" ] || skip 'no program here tries that'
    [ "$(cat "$scratch/class/canary")" = untouched ]
}
cheat_tests() {
    number_cheats
    kit_cheats
    work_cheats
    spin_cheats
    choice_cheats
    fair_cheats
    repairs
    reach_cheats
    process_cheats
    place_cheats
    file_cheats
    GT_TEST_SECRET=word && export GT_TEST_SECRET
    begin=$(date +%s)
    GT_GRADE_BUDGET=0 class         # builds, which may take minutes: some programs are graded all the same
    budget=180
    full eval 'budget=$((${GT_TEST_LIMIT_S:-900} - 250))'
    budget=$((budget - ($(date +%s) - begin)))
    [ $budget -gt 60 ] || budget=60
    GT_GRADE_SECONDS=30 GT_GRADE_BUDGET=$budget class
    for try in 1 2; do          # cheats that passed beside other programs, or failed for another reason, once more
        spoiled=''
        while IFS=$(printf '\t') read -r name id mark pattern <&3; do
            row=$(mark_of "$name" "$id")
            case $mark:$row in fail:*",$id,pass,"* | fail:*",$id,fail,"*) ;; *) continue ;; esac
            is_said "$row" "$id" "$mark" "$pattern" || ! was_crowded "$name" "$id" ||
                { rm "$GT_GRADES"/*/"$id.$(sign_of "$name")/verdict" && spoiled="$name"; }
        done 3<"$scratch/cheats"
        [ -z "$spoiled" ] || { echo "# $try: $spoiled and others again"; GT_GRADE_SECONDS=30 class; }
    done
    while IFS=$(printf '\t') read -r name id mark pattern <&3; do
        graded "$name" "$name" "$id" "$mark" "$pattern"
    done 3<"$scratch/cheats"
    [ "$SANDBOX" = none ] || full check the_files_of_others_are_out_of_reach
    full check markers_that_wait_for_nothing_are_no_waits
}

markers_that_wait_for_nothing_are_no_waits() {
    facts=$(ls "$GT_GRADES"/*/"01.$(sign_of a_loop_before_a_marker_is_no_wait)/facts" 2>/dev/null) ||
        skip 'no program here tries that'
    grep ' yours barred ' "$facts"
    [ "$(grep ' yours barred ' "$facts" | grep -vc ' 0$')" -eq 0 ]
}

# ---- around the marks -----------------------------------------------------------------------------------------------

the_status_is_that_of_the_marks() {
    echo 'int measure(void' >"$scratch/cut.c"
    status=0
    grade 01 "$scratch/cut.c" || status=$?
    [ $status -eq 1 ]
    grep -q '^01_launch_timed *FAIL *it does not compile: cut.c:[0-9]*: ' "$scratch/table"
    grep -q 'make hint EX=01' "$scratch/table"
    # An error that a macro meets is at the line with the macro, not in the kit's header.
    printf '#include "grade.h"\nint f(void);\nint f(void) {\n    int x = 3\n    GT_SCOPE("s") { x++; }\n}\n' \
        >"$scratch/semicolon.c"
    status=0
    grade 01 "$scratch/semicolon.c" || status=$?
    [ $status -eq 1 ]
    grep -q '^01_launch_timed *FAIL *it does not compile: semicolon.c:[45]: ' "$scratch/table"
    status=0
    grade 99 || status=$?
    [ $status -eq 2 ]
    make -s grade EX=99 2>"$scratch/stderr" || status=$?
    [ $status -eq 2 ] && grep -q 'there is no exercise 99' "$scratch/stderr"
}
a_graded_program_runs_alone() {
    "$GT_BUILD_DIR/examples/exercises/01_launch_timed.solution" 1 >"$scratch/alone"
    cat "$scratch/alone"
    grep -q '^01_launch_timed.solution: .* ms; the result is right' "$scratch/alone"
    for work in 0 101 abc --help '1 2'; do
        status=0
        # shellcheck disable=SC2086
        "$GT_BUILD_DIR/examples/exercises/01_launch_timed.solution" $work 2>"$scratch/alone" || status=$?
        [ $status -eq 2 ] && grep -q 'WORK.*1 to 100' "$scratch/alone"
    done
    cp "$GT_BUILD_DIR/examples/exercises/01_launch_timed.solution" "$scratch/mine"
    "$scratch/mine" 2>"$scratch/alone" || status=$?
    grep -q 'the name must begin with the number of an exercise' "$scratch/alone"
}
without_solution_and_figures_it_says_so() {
    mkdir -p "$scratch/bare/examples"
    cp gputime.h gputime_cl.h "$scratch/bare"
    cp -r $folder examples/more examples/tools "$scratch/bare/examples"
    rm -r "$scratch/bare/$folder/solutions"
    status=0
    (GT_SOURCE_DIR=$scratch/bare REFERENCE=$scratch/none && export GT_SOURCE_DIR REFERENCE && grade 01) || status=$?
    [ $status -eq 2 ]
    grep -q 'exercise 01 has neither its solution' "$scratch/stderr"
    grep -q 'make grade-reference' "$scratch/stderr"
}
figures_stand_for_the_solution() {
    sh $grader/grade.sh reference 01 "$scratch/figures"
    [ "$(grep -c '^01 65536 [0-9]* [0-9.]* [0-9.]*$' "$scratch/figures")" -eq 5 ]
    status=0
    (GT_SOURCE_DIR=$scratch/bare REFERENCE=$scratch/figures && export GT_SOURCE_DIR REFERENCE && grade 01) || status=$?
    [ $status -eq 1 ]
    grep -q 'the kit reports no-sync' "$scratch/table"
    (GT_SOURCE_DIR=$scratch/bare REFERENCE=$scratch/figures && export GT_SOURCE_DIR REFERENCE &&
        grade 01 "$(file_of 01 $folder/solutions)") || skip "$(cat "$scratch/table")"
}
# Memory that is shared, or has no name, no limit of a process holds, nor the tables of pages that were only read. (16
# GiB here would be the machine's.)
memory_without_end_fails() {
    [ "$SANDBOX" = yes ] || skip 'no sandbox here'
    for way in 'PROT_READ | PROT_WRITE, MAP_SHARED |/4096' 'PROT_READ, MAP_PRIVATE |/2097152'; do
        sed -e "$at_begin" "$(file_of 01 $folder/solutions)" | sed "s@^#include \"grade.h\"@#define _GNU_SOURCE\\
&\\
#include <sys/mman.h>\\
static void begin(void)\\
{\\
    const size_t step = ${way#*/}, most = step * 1572864;\\
    volatile char *p = (volatile char *)mmap(NULL, most, ${way%/*} MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);\\
    size_t k;\\
    if (p == MAP_FAILED) return;\\
    madvise((void *)p, most, MADV_NOHUGEPAGE);\\
    for (k = 0; k < most; k += step) if (step > 4096 ? p[k] : (p[k] = 1) != 1) return;\\
}@" >"$scratch/memory.c"
        (ulimit -d 2097152 && grade 01 "$scratch/memory.c") || [ $? -eq 1 ]
        cat "$scratch/table" "$scratch/stderr"
        grep -q 'FAIL .*takes more than 2 GiB of memory' "$scratch/table"
    done
}
# What the system keeps for a program is no process's: 700 sets of semaphores of 2 MB.
memory_of_the_system_without_end_fails() {
    [ "$SANDBOX" = yes ] || skip 'no sandbox here'
    sed -e "$at_begin" "$(file_of 01 $folder/solutions)" | sed 's@^#include "grade.h"@#define _GNU_SOURCE\
&\
#include <sys/ipc.h>\
#include <sys/sem.h>\
static void begin(void)\
{\
    gt_timer t = { { 0 } };\
    int k = 0;\
    while (k < 700 \&\& semget(IPC_PRIVATE, 32000, IPC_CREAT | 0600) >= 0) k++;\
    gt_timer_start(\&t);\
    while (k == 700 \&\& gt_timer_ms(\&t) < 2000) {}\
}@' >"$scratch/memory.c"
    (ulimit -d 1048576 && grade 01 "$scratch/memory.c") || [ $? -eq 1 ]
    cat "$scratch/table" "$scratch/stderr"
    grep -q 'FAIL .*takes more than 1 GiB of memory' "$scratch/table"
}
# Nor do pages in pipes belong to a process: 192,000 pipes, of up to two pages each. (Two pages are what the system
# gives at first; of a user with many pipes it keeps only what describes them.)
memory_in_pipes_without_end_fails() {
    [ "$SANDBOX" = yes ] || skip 'no sandbox here'
    sed -e "$at_begin" "$(file_of 01 $folder/solutions)" | sed 's@^#include "grade.h"@#define _GNU_SOURCE\
&\
#include <fcntl.h>\
#include <unistd.h>\
static void begin(void)\
{\
    static char page[8192];\
    gt_timer t = { { 0 } };\
    int child, k, two[2];\
    for (child = 0; child < 384; child++) {\
        if (fork()) continue;\
        for (k = 0; k < 500 \&\& !pipe2(two, O_NONBLOCK) \&\& write(two[1], page, sizeof page) > 0; k++) {}\
        for (;;) pause();\
    }\
    gt_timer_start(\&t);\
    while (gt_timer_ms(\&t) < 15000) {}\
}@' >"$scratch/memory.c"
    (ulimit -d 262144 && grade 01 "$scratch/memory.c") || [ $? -eq 1 ]
    cat "$scratch/table" "$scratch/stderr"
    grep -q 'FAIL .*takes more than 0.25 GiB of memory' "$scratch/table"
}
# What a shell has left open is no file of the program, nor of the compiler.
what_the_teacher_has_open_is_not_seen() {
    [ "$SANDBOX" = yes ] || skip 'no sandbox here'
    echo '#error seen' >"$scratch/open"
    printf '#include "/proc/self/fd/7"\n#include "grade.h"\n' >"$scratch/reads.c"
    (exec 7<"$scratch/open" && grade 01 "$scratch/reads.c") || [ $? -eq 1 ]
    cat "$scratch/table"
    grep -q 'does not compile: .*No such file' "$scratch/table"
}
# A compiler and its assembler, as programs of two seconds each.
the_tools_of_a_build_have_one_time() {
    cat >"$scratch/burn.c" <<'BURN'
#include <time.h>
int main(void) { while (clock() < 2 * CLOCKS_PER_SEC) { } return 0; }
BURN
    $CC -o "$scratch/burn" "$scratch/burn.c"
    cat >"$scratch/slow_cc" <<END
case "\$*" in
*' -S '*) "$scratch/burn" && : >program.s ;;
*' -c source.c '*) "$scratch/burn" && "$scratch/burn" && : >program.o ;;
*' -c '*) "$scratch/burn" && : >program.o ;;
*) exit 3 ;;
esac
END
    mkdir "$scratch/slow"
    (CC="sh $scratch/slow_cc" SANDBOX=none && here=$GT_SOURCE_DIR && . "$here/$grader/course.sh" && sandbox=none &&
        build_seconds=3 && build "$scratch/slow") || true
    ls "$scratch/slow"
    [ -f "$scratch/slow/program.s" ] && [ ! -f "$scratch/slow/program.o" ]
}
# While make builds grader.o anew, it is incomplete.
a_grader_that_is_being_built_fails_nobody() {
    mkdir -p "$scratch/part/examples/exercises"
    cp "$GT_BUILD_DIR"/gtprof "$GT_BUILD_DIR"/libgtprof*.so "$scratch/part"
    cp "$GT_BUILD_DIR/examples/exercises/judge" "$(file_of 01 $folder/solutions)" "$scratch/part/examples/exercises"
    echo 'int nothing_yet;' | $CC -x c -c -o "$scratch/part/examples/exercises/grader.o" -
    cp "$GT_BUILD_DIR"/examples/exercises/01_launch_timed.solution "$scratch/part/examples/exercises"
    touch "$scratch/part/examples/exercises/01_launch_timed.solution"
    status=0
    (GT_BUILD_DIR=$scratch/part && export GT_BUILD_DIR && grade 01 "$(file_of 01 $folder/solutions)") || status=$?
    cat "$scratch/table"
    [ $status -eq 3 ] && grep -q "cannot now   the grader's own part is incomplete" "$scratch/table"
}
# One pair decides nothing.
what_cannot_be_graded_is_tried_once_more() {
    mkdir -p "$scratch/again/anna"
    cp "$(file_of 01 $folder/solutions)" "$scratch/again/anna"
    status=0
    GT_GRADE_PAIRS=1 sh $grader/class.sh "$scratch/again" "$scratch/again.csv" >"$scratch/table" || status=$?
    cat "$scratch/table"
    [ $status -eq 3 ]
    [ "$(grep -c '^01 anna: cannot now' "$scratch/table")" -eq 2 ]
    # The time of the first try counts.
    cat "$GT_GRADES"/*/"01.$(sign_of anna)/facts" | tee "$scratch/tried" | head -n 3
    grep -q '^0 yours wall [0-9]' "$scratch/tried"
    # Not if it has had half of its time.
    status=0
    GT_GRADE_SECONDS=0.1 GT_GRADE_PAIRS=1 sh $grader/class.sh "$scratch/again" "$scratch/again.csv" \
        >"$scratch/table" || status=$?
    cat "$scratch/table"
    [ "$(grep -c '^01 anna: ' "$scratch/table")" -eq 1 ]
}
all_runs_have_one_time() {
    printf '1 %s\n' 'theirs wall 0.5' 'yours wall 30' 'yours number 2' >"$scratch/facts"
    left() {
        GT_GRADE_SECONDS=45 && here=$GT_SOURCE_DIR && . "$here/$grader/course.sh" && seconds_left "$scratch/facts"
    }
    [ "$(left)" = 15 ]
    # More where the solution itself takes a third of that.
    echo '2 theirs wall 19.5' >>"$scratch/facts"
    [ "$(left)" = 30 ]
    echo '2 yours wall 44' >>"$scratch/facts"
    [ "$(left)" = 1 ]
}
# Whatever folder of theirs the sandbox shows, as one in /opt, it shows no file of others, and no marks.
the_folder_of_a_file_is_hidden() {
    [ "$SANDBOX" = yes ] || skip 'no sandbox here'
    shown=$(mktemp -d /var/tmp/shown.XXXXXX)         # /tmp is never shown
    trap 'rm -r "$shown"' EXIT
    mkdir -p "$shown/in" "$shown/out"
    for place in in/bob.c out/marks.csv; do
        echo nothing >"$shown/$place"
        echo "    if (fopen(\"$shown/$place\", \"r\")) abort();"
    done >"$scratch/opens"
    awk -v opens="$scratch/opens" '{ print } /^    euler e;/ { while ((getline line < opens) > 0) print line }
        /^#include "grade.h"/ { print "#include <stdio.h>\n#include <stdlib.h>" }' "$(file_of 01 $folder/tasks)" \
        >"$shown/in/01_anna.c"
    sed '/out.marks/d' "$shown/in/01_anna.c" >"$scratch/one.c"
    mv "$scratch/one.c" "$shown/in/anna_01.c"
    (GT_SANDBOX_ALSO=$shown && export GT_SANDBOX_ALSO && grade 01 "$shown/in/anna_01.c") || [ $? -eq 1 ]
    cat "$scratch/table"
    grep -q 'no-sync' "$scratch/table"
    mkdir -p "$shown/in/anna"
    mv "$shown/in/01_anna.c" "$shown/in/anna/01.c"
    GT_SANDBOX_ALSO=$shown EX=1 sh $grader/class.sh "$shown/in" "$shown/out/marks.csv"
    cat "$shown/out/marks.csv"
    grep '^"anna",01,' "$shown/out/marks.csv" | grep -q 'no-sync'
}
# Nor does it show the checkout, whatever link has led to it.
a_checkout_behind_a_link_is_hidden() {
    [ "$SANDBOX" = yes ] || skip 'no sandbox here'
    shown=$(mktemp -d /var/tmp/shown.XXXXXX)
    trap 'rm -r "$shown"' EXIT
    mkdir -p "$shown/tree/examples"
    ln -s "$shown/tree" "$scratch/link"
    cp gputime.h gputime_cl.h "$shown/tree"
    cp -r $folder examples/more examples/tools "$shown/tree/examples"
    awk -v of="$shown/tree/$folder/solutions/01_launch_timed.c" '{ print }
        /^    euler e;/ { print "    if (fopen(\"" of "\", \"r\")) abort();" }
        /^#include "grade.h"/ { print "#include <stdio.h>\n#include <stdlib.h>" }' "$(file_of 01 $folder/tasks)" \
        >"$scratch/looks.c"
    (GT_SANDBOX_ALSO=$shown GT_SOURCE_DIR=$scratch/link && export GT_SANDBOX_ALSO GT_SOURCE_DIR &&
        grade 01 "$scratch/looks.c") || [ $? -eq 1 ]
    cat "$scratch/table" "$scratch/stderr"
    grep -q 'no-sync' "$scratch/table"
}
# A locale whose numbers have a comma: some awks read no others then.
a_comma_in_the_teachers_numbers_changes_no_mark() {
    mkdir -p "$scratch/comma"
    for bytes in '\024\021\003\040\006\000\000\000\040\000\000\000\042\000\000\000\043\000\000\000\044\000\000\000' \
        '\050\000\000\000\054\000\000\000\054\000\000\000\054\000\000\000\000\000\000\000\101\116\123\111' \
        '\137\130\063\056\064\055\061\071\066\070\000'; do printf "$bytes"; done >"$scratch/comma/LC_NUMERIC"
    (unset LC_ALL; LOCPATH=$scratch LC_NUMERIC=comma && export LOCPATH LC_NUMERIC && all_runs_have_one_time)
}
a_file_that_cannot_be_read_stops_nobody() {
    mkdir -p "$scratch/locked/anna" "$scratch/locked/bob" "$scratch/locked_grades"
    echo nothing >"$scratch/locked/anna/01.c"
    echo nothing >"$scratch/locked/bob/01.c"
    chmod 000 "$scratch/locked/anna/01.c"
    if [ "$(id -u)" -eq 0 ]; then
        command -v setpriv >/dev/null || skip 'root reads everything, and there is no setpriv'
        chmod 755 "$scratch"
        chmod 777 "$scratch/locked_grades" "$scratch/locked"
        as='setpriv --reuid=65534 --regid=65534 --clear-groups'
    fi
    (SANDBOX=none GT_GRADES=$scratch/locked_grades && export SANDBOX GT_GRADES &&
        ${as-} sh $grader/class.sh "$scratch/locked" "$scratch/locked/marks.csv" 2>&1)
    cat "$scratch/locked/marks.csv"
    grep -q '"anna",01,not graded,"it cannot be read"' "$scratch/locked/marks.csv"
    grep -q '"bob",01,fail,' "$scratch/locked/marks.csv"
}
a_process_left_behind_fails() {
    awk '{ print } /^    euler_close/ { print "    if (fork() == 0) for (;;) pause();" }' \
        "$(file_of 01 $folder/solutions)" | sed 's/^#include.*/&\
#include <unistd.h>/' >"$scratch/left.c"
    (SANDBOX=none && export SANDBOX && grade 01 "$scratch/left.c") || [ $? -eq 1 ]
    cat "$scratch/table" "$scratch/stderr"
    if grep -q 'cannot now' "$scratch/table"; then skip 'this machine is too busy to grade'; fi
    grep -q 'leaves [0-9]* running process[es]* behind' "$scratch/table"
    grep -q 'graded without a sandbox' "$scratch/table"
}
gradings_at_once_do_not_meet() {
    for k in 1 2 3; do
        sh $grader/grade.sh 01 "$scratch/class/leaving_early_fails/01.c" >"$scratch/at_once.$k" 2>&1 &
    done
    sh $grader/grade.sh 11 "$scratch/class/a_loop_left_out_fails/11.c" >"$scratch/at_once.4" 2>&1 &
    wait
    cat "$scratch"/at_once.[1234]
    if grep -q 'cannot now' "$scratch"/at_once.[1234]; then skip 'this machine is too busy to grade'; fi
    [ "$(cat "$scratch"/at_once.[123] | grep -c 'FAIL .*ended with status 0 before measure')" -eq 3 ]
    grep -qE 'host had no time|has no samples|passes of the host' "$scratch/at_once.4"
}
no_temporary_path_is_shown() {
    ! sed 's/.*files, .* graded in .*//' "$scratch/table" "$scratch/marks.csv" "$scratch/marks.html" |
        grep -E '/tmp\.|sandbox/|/grades'
}

check heads_tables_and_paragraphs_agree
check headings_are_the_findings
check another_rounding_is_no_wrong_result
judge_tests
trace_tests
needs_a_device
check the_status_is_that_of_the_marks
cheat_tests
check no_temporary_path_is_shown
check without_solution_and_figures_it_says_so
check a_graded_program_runs_alone
full check figures_stand_for_the_solution
check a_process_left_behind_fails
check memory_without_end_fails
check memory_of_the_system_without_end_fails
check memory_in_pipes_without_end_fails
check what_the_teacher_has_open_is_not_seen
full check the_tools_of_a_build_have_one_time
check a_grader_that_is_being_built_fails_nobody
check what_cannot_be_graded_is_tried_once_more
check all_runs_have_one_time
check the_folder_of_a_file_is_hidden
check a_checkout_behind_a_link_is_hidden
check a_comma_in_the_teachers_numbers_changes_no_mark
check a_file_that_cannot_be_read_stops_nobody
[ -n "${CHEATS-}" ] || check gradings_at_once_do_not_meet
