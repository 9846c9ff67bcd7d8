#!/bin/sh
# long: yes
# Each example, compiled with -include calls.h: every call of OpenCL in it is counted as often as
# a layer of the OpenCL loader sees it, and a command is in its report if the layer sees that its event was asked for.
. "$(dirname "$0")/../lib/check.sh"
: "${OPENCL_LIBS=-lOpenCL}"
unset GT_REPORT GT_CL_PROFILING GT_CL_OBJECTS GT_AUDIT

# The kit is a shared library here, so that the layer can leave its calls out. At exit it appends counts to CALLS_TO.
cat >"$scratch/kit.c" <<'END'
#include "examples/course/lib/kit.c"
__attribute__((destructor)) static void calls_at_exit(void) {
    const char *to = getenv("CALLS_TO");
    FILE *f = to ? fopen(to, "a") : NULL;
    int i;
    for (i = 0; f && i < GT_CL_CALL_COUNT_; i++)
        if (gt_cl_called_[i].n) fprintf(f, "%s %lu\n", gt_cl_calls_[i], (unsigned long)gt_cl_called_[i].n);
    if (f) fclose(f);
}
END
compile() {
    $CC -std=c99 -D_POSIX_C_SOURCE=200809L -D_GNU_SOURCE= -O1 -I. -Iexamples -Iexamples/tools ${OPENCL_CFLAGS-} \
        "-DGT_SOURCE_DIR=\"$PWD\"" "-DGT_KERNEL_DIR=\"$PWD/kernels\"" "-DGT_BUILD_DIR=\"$scratch\"" "$@" \
        $OPENCL_LIBS -lm -pthread
}
with_layer() { # with_layer NAME ARGUMENT...
    rm -f "$scratch/layer" "$scratch/calls"
    program=$1
    shift
    LD_LIBRARY_PATH="$scratch${LD_LIBRARY_PATH+:$LD_LIBRARY_PATH}" COUNT_PROGRAM=1 COUNT_TO="$scratch/layer" \
        OPENCL_LAYERS="$scratch/liblayer.so" CALLS_TO="$scratch/calls" "$scratch/$program" "$@" >"$scratch/$program.out"
}
kit_and_layer_are_there() {     # built once, by the first test
    [ ! -f "$scratch/libkit.so" ] || [ ! -f "$scratch/skips" ] || skip "$(cat "$scratch/skips")"
    [ ! -f "$scratch/libkit.so" ] || return 0
    compile -fPIC -shared -o "$scratch/libkit.so" "$scratch/kit.c"
    build devices
    if ! $CC -shared -fPIC -D_GNU_SOURCE -DCL_TARGET_OPENCL_VERSION=300 ${OPENCL_CFLAGS-} -o "$scratch/liblayer.so" \
        tests/lib/count_layer.c; then
        echo 'the layer does not compile: old OpenCL headers' >"$scratch/skips"
    elif ! with_layer devices; then
        echo 'no OpenCL device' >"$scratch/skips"
    elif build 04_spread && with_layer 04_spread --quick && [ ! -s "$scratch/layer" ]; then
        echo 'this OpenCL loader has no layers' >"$scratch/skips"
    fi
    [ ! -f "$scratch/skips" ] || skip "$(cat "$scratch/skips")"
}
build() {
    compile -include calls.h -o "$scratch/$1" examples/[ct]*/"$1.c" -L"$scratch" -lkit
}
sums() { # sums FILE FIELD: of all processes
    awk -v field="$2" '{ n[$1] += $field } END { for (call in n) if (n[call]) print call, n[call] }' "$1" | sort
}
# Of a call that the layer knows.
kit_counts() { sums "$scratch/calls" 2 | grep -wF "$(awk '{ print $1 }' "$scratch/layer")"; }

counts_are() { # SHARE NAME ARGUMENT...: those of the layer, times SHARE where a call came more than once
    share=$1
    shift
    kit_and_layer_are_there
    build "$1"
    with_layer "$@"
    sums "$scratch/layer" 2 | awk -v share="$share" '{ print $1, $2 == 1 ? 1 : $2 * share }' >"$scratch/expected"
    cat "$scratch/expected"
    [ "$(wc -l <"$scratch/expected")" -ge 4 ]
    kit_counts | diff "$scratch/expected" -
}
counts_are_those_of_the_layer() { counts_are 1 "$@"; } # ... NAME ARGUMENT...
# 09_data_warmup does all once while the kit is switched off, which counts nothing, and then three times.
counts_begin_where_the_kit_is_switched_on() { counts_are 0.75 09_data_warmup --quick --repeat 3; }
# A table of commands has those that had ended: all, but for one scope that waits for nothing and runs LEFT times.
commands_of_a_report_are_those_whose_events_were_asked_for() { # ... LEFT NAME ARGUMENT...
    left=$1
    shift
    kit_and_layer_are_there
    build "$1"
    with_layer "$@"
    asked=$(sums "$scratch/layer" 3 | awk '/^clEnqueue/ { n += $2 } END { print n }')
    sed -n '/^commands by kind/,/^$/p' "$scratch/$1.out" | tee "$scratch/table"
    ended=$(awk '$2 > 0 { n += $2 } END { print n }' "$scratch/table")
    echo "events $asked, in the report $ended, in scopes that wait for nothing $left"
    [ "$ended" -le "$asked" ]
    [ "$asked" -le $((ended + left)) ]
}

check counts_are_those_of_the_layer 01_holistic --quick --repeat 1
course=examples/course
for example in $course/0[2-8]_*.c $course/1[01]_*.c $course/1[3-9]_*.c $course/2[13-8]_*.c; do   # 12 uses no OpenCL
    name=$(basename "$example" .c)
    case $name in
    04_* | 18_*) check counts_are_those_of_the_layer "$name" --quick ;;
    *) check counts_are_those_of_the_layer "$name" --quick --repeat 3 ;;
    esac
done
check counts_begin_where_the_kit_is_switched_on
check commands_of_a_report_are_those_whose_events_were_asked_for 0 16_split_product --quick --repeat 3
check commands_of_a_report_are_those_whose_events_were_asked_for 4 06_sum_arrays --quick --repeat 4
