#!/bin/sh
# make_class.sh DIR COUNT: files of COUNT invented students for `make grade-all DIR=DIR`, each with all exercises, and
# what each must get, DIR.expected: lines "STUDENT NN pass" or "STUDENT NN fail". Every third file is a solution, every
# third a broken program, every third a cheat: a solution whose measure() ends in another way.
set -eu
folder=$(cd "$(dirname "$0")/../../examples/exercises" && pwd)
dir=$1
: >"$dir.expected"
for student in $(seq "$2"); do
    mkdir -p "$dir/student$student"
    for program in "$folder"/tasks/[0-9][0-9]_*.c; do
        name=$(basename "$program")
        id=${name%%_*}
        to=$dir/student$student/$name
        turn=$((student + ${id#0}))
        mark=fail
        case $((turn % 3)),$((turn / 3 % 6)) in
        0,*) cp "$folder/solutions/$name" "$to"; mark=pass ;;
        1,*) cp "$program" "$to" ;;
        2,0) ending='gt_reset();' ;;
        2,1) ending='gt_enable(0);' ;;
        2,2) ending='x->out[0] = x->out[x->n / 2] = -7; x->out = NULL; *x->out = 0;' ;;
        2,3) ending='usleep(1000);' ;;
        2,4) ending='abort();' ;;
        2,5) ending='_Exit(0);' ;;
        esac
        # The last return of the file is that of measure().
        [ $((turn % 3)) -ne 2 ] || awk -v ending="$ending" '
            { line[NR] = $0 } /^    return / { last = NR }
            END { for (i = 1; i <= NR; i++) {
                if (i == last) print "    " ending
                print line[i]
                if (line[i] == "#include \"grade.h\"") print "#include <stdlib.h>\nextern int usleep(unsigned);"
            } }' "$folder/solutions/$name" >"$to"
        echo "student$student $id $mark" >>"$dir.expected"
    done
done
