#!/bin/sh
# alone: yes
# The exercises of examples/exercises: each broken program fails for the reason that exercises.txt names, and each
# solution passes, as two students of one class. On a machine that is too busy to tell, that is said (skip).
. "$(dirname "$0")/graded.sh"

# A finding of the shape of samples needs a machine that is still enough to show that shape: tests/test_findings.c
# proves these findings on the simulated device, and here a number that is wrong is as good a reason.
reasons_of() {
    for code in $(codes_of "$1"); do
        case $code in
        bimodal | alternate | cold-first) printf 'the kit reports %s|times the solution|' "$code" ;;
        copy-clouds) printf 'the kit reports copy-clouds|as many copies as launches|' ;;
        -) printf 'times the solution|' ;;
        *) printf 'the kit reports %s|' "$code" ;;
        esac
    done
    echo 'nothing else'
}
needs_a_device
mkdir -p "$scratch/class/broken" "$scratch/class/repaired"
cp $folder/[01][0-9]_*.c "$scratch/class/broken"
cp $folder/solutions/*.c "$scratch/class/repaired"
class
for id in $ids; do
    graded "broken_${id}_fails_for_its_reason" broken "$id" fail "$(reasons_of "$id")"
    graded "solution_${id}_passes" repaired "$id" pass "times the solution's number"
done
what_was_graded_is_not_graded_again() {
    cp "$scratch/marks.csv" "$scratch/before"
    ! grep -q ',cannot now,' "$scratch/before" || skip 'some could not be graded, and are tried again'
    class
    grep -q '; 0 to grade' "$scratch/table"
    cmp "$scratch/before" "$scratch/marks.csv"
}
the_gradebook_counts() {
    cat "$scratch/marks-book.csv"
    expected=$(grep -c '^"repaired",.*,pass,' "$scratch/marks.csv")
    grep -q "^\"repaired\".*,$expected\$" "$scratch/marks-book.csv"
    grep -q '^"broken".*,0$' "$scratch/marks-book.csv"
    grep -q '<td class="fail" title="the kit reports no-sync' "$scratch/marks.html"
}
check what_was_graded_is_not_graded_again
check the_gradebook_counts
