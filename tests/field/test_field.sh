#!/bin/sh
# The programs in tests/field: each makes a mistake that people make, and its mended twin does not. Both are built and
# run as a user would; the report of the first names the finding, that of the twin does not, and names no other fault
# or warning. What main returns is gt_verdict(GT_WARNING): 1 where the finding is a fault or a warning, else 0; 0 of
# the twin; 2 if findings or report are others when the run was written and read back. A line each:
#
#     field: NAME CODE n=N named 1/1 twin silent 1/1
#
#     sh tests/field/test_field.sh [WORD...]      only those with such a word in their names; V=1 shows their reports
#
# How a program says what it is: tests/field/field.h. What runs in real time gets five tries, and 20 more as long as
# other programs take time of the processors meanwhile; if they do to the end, nothing can be told (skip).
# FIELD_KEEP=FOLDER keeps programs and reports there.
set -u

cd "${GT_SOURCE_DIR:-$(dirname "$0")/../..}" || exit 1
: "${CC:=cc}" "${OPENCL_CFLAGS:=}" "${OPENCL_LIBS:=-lOpenCL}" "${CMOCKA_CFLAGS:=}" "${CMOCKA_LIBS:=-lcmocka}"
if [ "${1-}" != --one ]; then
    scratch=${FIELD_KEEP:-}
    if [ -n "$scratch" ]; then
        mkdir -p "$scratch" || exit 1
    else
        scratch=$(mktemp -d) || exit 1
        trap 'rm -rf "$scratch"' EXIT
    fi
    export scratch CC OPENCL_CFLAGS OPENCL_LIBS
fi

# build OUTPUT FLAG...: quick to compile, but for the programs, which are built as a user builds them.
build() {
    output=$1
    shift
    # shellcheck disable=SC2086
    $CC -std=c99 -D_POSIX_C_SOURCE=200809L -I. -Itests/lib -Iexamples/tools $OPENCL_CFLAGS -o "$output" "$@" \
        -lm -pthread
}
said() { sed -n "s@^/\* $2: \(.*\) \*/.*@\1@p" "$1"; }
severity() { sed -n 's@.*X_(GT_FINDING_[A-Z_]*, "'"$1"'", GT_\([A-Z]*\),.*@\1@p' gputime.h; }
# names CODE REPORT: whether the report has the finding. Figures that begin with "-", which stands for what is not
# known, name nothing.
names() { grep -E "^  (fault|warning|note|info) +(.*: )?$1: " "$2" | grep -qv ": - "; }

# spent: time since the start of the machine, time that its processors worked, and that of this test alone, in ms.
spent() {
    times >"$at.times"
    awk -v tick="$(getconf CLK_TCK)" '
        FILENAME == "/proc/uptime" { up = $1 }
        FILENAME == "/proc/stat" && $1 == "cpu" { all = ($2 + $3 + $4 + $7 + $8 + $9) / tick }
        FILENAME !~ /^.proc/ { for (i = 1; i <= 2; i++) { split($i, t, "[ms]"); own += 60 * t[1] + t[2] } }
        END { printf "%d %d %d\n", 1000 * up, 1000 * all, 1000 * own }' /proc/uptime /proc/stat "$at.times" 2>/dev/null
}
# others BEFORE AFTER: the percentage of one processor that other programs had (and the machine below a virtual one).
others() {
    echo "$1 $2" | awk '{ printf "%d", (NF == 6 && $4 > $1 ? 100 * (($5 - $2) - ($6 - $3)) / ($4 - $1) : 0) }'
}

# one FILE: prints its lines.
one() {
    # shellcheck disable=SC2046
    set -- "$1" $(said "$1" field)
    file=$1 name=${2:-$(basename "$1" .c)} code=${3:-none} n=${4:-n=?}
    device=$(said "$file" device) flags=$(said "$file" flags) settings=$(said "$file" env)
    at=$scratch/$name
    case $device in
    sim) objects="$scratch/kit_cl.o $scratch/simcl.o" ;;
    pocl) objects="$scratch/kit_cl.o $OPENCL_LIBS" ;;
    none) objects="$scratch/kit.o" ;;
    *) echo "not ok $name: its device is '$device', not sim, pocl or none"; return ;;
    esac
    if [ "$device" = pocl ] && [ ! -e "$scratch/pocl" ]; then
        echo "skip $name: there is no OpenCL device"
        return
    fi
    if [ "$code" = page-faults ] && [ ! -e "$scratch/faults" ]; then
        echo "skip $name: this system counts no page faults"
        return
    fi
    for twin in '' .twin; do
        # shellcheck disable=SC2086
        if ! build "$at$twin" -O2 -DFIELD_"$device" ${twin:+-DHEALTHY} $flags "$file" $objects \
            >"$at$twin.log" 2>&1; then
            echo "not ok $name: it does not compile"
            sed 's/^/# /' "$at$twin.log" | head -20
            return
        fi
    done
    case $(severity "$code") in
    FAULT | WARNING) verdict=1 ;;
    NOTE | INFO) verdict=0 ;;
    *) echo "not ok $name: no finding is called $code"; return ;;
    esac
    case ${5-} in note) verdict=0 ;; warning) verdict=1 ;; esac # a finding whose severity depends on its place
    tries=1
    [ "$device" = sim ] || tries=5
    named=0 silent=0 more=20 disturbed=0
    while [ $tries -gt 0 ] && [ $named$silent != 11 ]; do
        tries=$((tries - 1))
        before=$(spent)
        # shellcheck disable=SC2086
        if [ $named = 0 ]; then
            env $settings timeout 60 "$at" >"$at.out" 2>"$at.err"
            status=$?
            if [ $status -eq $verdict ] && names "$code" "$at.out"; then named=1; fi
        fi
        # shellcheck disable=SC2086
        if [ $silent = 0 ]; then
            env $settings timeout 60 "$at.twin" >"$at.twin.out" 2>"$at.twin.err"
            twin_status=$?
            if [ $twin_status -eq 0 ] && ! names "$code" "$at.twin.out"; then silent=1; fi
        fi
        disturbed=$(others "$before" "$(spent)")
        if [ $tries -eq 0 ] && [ $more -gt 0 ] && [ "$device" != sim ] && [ "$disturbed" -ge 10 ]; then
            tries=1 more=$((more - 1))
            sleep 0.5
        fi
    done
    echo "field: $name $code $n named $named/1 twin silent $silent/1"
    if [ $named$silent = 11 ]; then
        echo "ok $name"
    elif [ "$device" != sim ] && [ "$disturbed" -ge 10 ]; then
        echo "skip $name: in 25 tries other programs worked meanwhile, at last for $disturbed % of a processor"
    else
        echo "not ok $name"
    fi
    if [ $named = 0 ] || [ -n "${V-}" ]; then
        echo "# $name ended with $status, which should be $verdict:"
        cat "$at.out" "$at.err" | sed 's/^/#   /'
    fi
    if [ $silent = 0 ] || [ -n "${V-}" ]; then
        echo "# the twin of $name ended with $twin_status, which should be 0:"
        cat "$at.twin.out" "$at.twin.err" | sed 's/^/#   /'
    fi
}
if [ "${1-}" = --one ]; then
    part=$(one "$2")        # in one piece, since others print too
    printf '%s\n' "$part"
    exit 0
fi

through='#include "through.h"
int field_differs(void);
int field_differs(void) {
    gt_list_ l;
    int differ = gt_list_open_(&l) != GT_OK || through_differs(&l);
    return gt_list_close_(&l) != GT_OK || differ;
}
'
printf '#define GPUTIME_IMPLEMENTATION\n#include "gputime_cl.h"\n#include "calls.h"\n%s' "$through" >"$scratch/kit_cl.c"
printf '#define GPUTIME_IMPLEMENTATION\n#include "gputime.h"\n%s' "$through" >"$scratch/kit.c"
printf '#include <CL/cl.h>\nint main(void) { cl_platform_id p[16]; cl_device_id d; cl_uint n = 0, i;\n%s\n' \
    'clGetPlatformIDs(16, p, &n); for (i = 0; i < n && i < 16; i++) if (!clGetDeviceIDs(p[i], CL_DEVICE_TYPE_ALL, 1, &d,
     0)) return 0; return 1; }' >"$scratch/look.c"
build "$scratch/kit_cl.o" -O2 -c "$scratch/kit_cl.c" &
first=$!
build "$scratch/kit.o" -O2 -c "$scratch/kit.c" || { echo "not ok gputime.h compiles"; exit 1; }
build "$scratch/simcl.o" -O2 -c tests/lib/simcl.c || { echo "not ok simcl.c compiles"; exit 1; }
wait $first || { echo "not ok gputime_cl.h compiles"; exit 1; }
# shellcheck disable=SC2086
if build "$scratch/look" "$scratch/look.c" $OPENCL_LIBS >/dev/null 2>&1 && "$scratch/look"; then : >"$scratch/pocl"; fi
printf '#include "test.h"\nint main(void) { return !test_faults_are_counted(); }\n' >"$scratch/faults.c"
# shellcheck disable=SC2086
build "$scratch/count" -DGT_BUILD_DIR='""' $CMOCKA_CFLAGS "$scratch/faults.c" $CMOCKA_LIBS ||
    { echo "not ok test.h compiles"; exit 1; }
if "$scratch/count" >/dev/null; then : >"$scratch/faults"; fi

chosen=
for file in tests/field/*.c; do
    [ $# -gt 0 ] || chosen="$chosen $file"
    for word; do
        case $file in *"$word"*) chosen="$chosen $file"; break ;; esac
    done
done
# shellcheck disable=SC2086
printf '%s\n' $chosen | xargs -n 1 -P "${JOBS:-$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)}" sh "$0" --one
