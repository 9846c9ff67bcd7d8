#!/bin/sh
# long: yes
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
        copy-clouds) printf 'the kit reports copy-clouds|copies belong before|' ;;
        -) printf 'times the solution|data could have come in|of the frames are late|array came to the device|starts no thread|' ;;
        *) printf 'the kit reports %s|' "$code" ;;
        esac
    done
    echo 'nothing else'
}
needs_a_device
mkdir -p "$scratch/class/broken" "$scratch/class/repaired"
cp $folder/[0-9][0-9]_*.c "$scratch/class/broken"
cp $folder/solutions/*.c "$scratch/class/repaired"
# Stopped after the first mark, and begun again: that mark stays.
sh $folder/class.sh "$scratch/class" "$scratch/marks.csv" >/dev/null 2>&1 &
stopped=$!
for _ in $(seq 600); do
    first=$(ls "$GT_GRADES"/*/*/verdict 2>/dev/null | head -n 1)
    [ -z "$first" ] || break
    sleep 0.1
done
kill "$stopped"
wait "$stopped" 2>/dev/null
ls -i "${first:-/}" >"$scratch/first"
GT_GRADE_PAIRS=5 GT_GRADE_BUDGET=180 class      # a test may take 300 s
a_mark_outlives_a_stop() {
    ! grep -q '^cannot' "$first" || skip 'that could not be graded, and was tried again'
    ls -i "$first" | diff "$scratch/first" -
}
check a_mark_outlives_a_stop
for id in $ids; do
    graded "broken_${id}_fails_for_its_reason" broken "$id" fail "$(reasons_of "$id")"
    graded "solution_${id}_passes" repaired "$id" pass "times the solution's number|few frames are late"
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
