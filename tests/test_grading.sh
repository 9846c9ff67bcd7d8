#!/bin/sh
# alone: yes
# The exercises of examples/exercises: each broken program fails for the reason that exercises.txt names, and each
# solution passes. On a machine that is too busy to tell, that is said (skip).
. "$(dirname "$0")/graded.sh"

a_failure_is_the_status() { [ "$1" -eq 1 ]; }
broken_tests() {
    status=0
    grade || status=$?
    for id in $ids; do
        pattern="(^|; )($(codes_of "$id" | tr '\n' '|' | sed 's/|$//'));"
        [ "$(codes_of "$id")" != - ] || pattern="times the solution's number"
        graded "broken_${id}_fails_for_its_reason" "$id" FAIL "$pattern"
    done
    check a_failure_is_the_status "$status"
}
solution_tests() {
    for id in $ids; do
        grade "$id" "$(ls $folder/solutions/"${id}"_*.c)"
        graded "solution_${id}_passes" "$id" pass "times the solution's number"
    done
}

needs_a_device
broken_tests
solution_tests
