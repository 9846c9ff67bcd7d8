# What the tests of the exercises begin with: . "$(dirname "$0")/graded.sh". They grade programs as a student does.
. "$(dirname "$0")/check.sh"

folder=examples/exercises
# Not called by make, which has built them: now, since an old grader.o and new headers do not fit.
[ -n "${GT_BUILD_DIR-}" ] || make -s build/examples/exercises/grader.o build/examples/devices || exit 1
GT_SOURCE_DIR=$(pwd)
GT_BUILD_DIR=${GT_BUILD_DIR:-$GT_SOURCE_DIR/build}
export GT_SOURCE_DIR GT_BUILD_DIR
ids=$(sed -n 's/^ *\([0-9][0-9]\) .*/\1/p' $folder/exercises.txt)
codes_of() { awk -v id="$1" '$1 == id { for (i = 10; i <= NF; i++) print $i }' $folder/exercises.txt; }

grade() { sh $folder/grade.sh "$@" >"$scratch/table" 2>"$scratch/stderr"; }
verdict_of() { sed -n "s/^$1_[a-z_]* *\(FAIL\|pass\|cannot now\) .*/\1/p" "$scratch/table"; }
reason_of() { sed -n "s/^$1_[a-z_]* *\(FAIL\|pass\|cannot now\) *//p" "$scratch/table"; }

# graded NAME NN VERDICT PATTERN: what the table says of NN.
graded() {
    got=$(verdict_of "$2")
    if [ "$got" = "$3" ] && reason_of "$2" | grep -qE -e "$4"; then
        echo "ok $1"
    elif [ "$got" = 'cannot now' ]; then
        echo "skip $1: $(reason_of "$2")"
    else
        echo "not ok $1"
        cat "$scratch/table" "$scratch/stderr" | grep -E "^$2|warning|error" | sed 's/^/# /' | head -20
    fi
}

needs_a_device() {
    "$GT_BUILD_DIR/examples/devices" 2>/dev/null | grep -q '^ *[0-9]*:[0-9]' && return
    echo 'skip exercises: no OpenCL device'
    exit 0
}
