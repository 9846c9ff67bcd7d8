# What test scripts of gtprof share, behind tests/lib/check.sh.
: "${OPENCL_LIBS=-lOpenCL}"
: "${GT_BUILD_DIR:=$PWD/build}"
gtprof=$GT_BUILD_DIR/gtprof
TMPDIR=$scratch/tmp
mkdir "$TMPDIR"
export TMPDIR
unset GT_REPORT GT_CL_PROFILING GT_CL_OBJECTS GT_AUDIT OPENCL_LAYERS

gtprof_is_built() {
    [ -x "$gtprof" ] || skip 'gtprof is not built (make gtprof)'
    case ${GT_BUILD_DIR##*/} in asan | tsan) skip 'a sanitized layer needs its library first' ;; esac
}
# under ARGUMENT...: the exit code is in $status, the report in $scratch/report
under() {
    status=0
    "$gtprof" --output "$scratch/report" "$@" >"$scratch/got.txt" 2>"$scratch/errors.txt" || status=$?
    cat "$scratch/got.txt" "$scratch/errors.txt" "$scratch/report"
    if ls "$TMPDIR"/gtprof.* 2>/dev/null; then return 1; fi    # nothing is left behind
}
calls_of() { awk '/^  cl[A-Z]/ && $3 == "%" { print $1, $6 }' "$1"; }
n_of() { sed -n "s/^  $1  *[<0-9.]* %  *[0-9.]* [num]*s  *\([0-9]*\) .*/\1/p" "$scratch/report"; }
findings_of() {
    sed -n 's/^  \(note\|warning\|fault\)  *\([a-z]*: \)\{0,1\}\([a-z-]*\):.*/\3/p' "$scratch/report" |
        sort | tr '\n' ' '
}
# counted PROGRAM ARGUMENT...: each call is in the report as often as tests/lib/count_layer.c sees it in the same run,
# as a layer or, where the loader has none, preloaded, which sees nothing of programs that dlopen
counter() { # NAME FLAG...
    [ "$(uname -m)" = x86_64 ] || skip 'the counting layer knows x86-64 alone'
    name=$1
    shift
    tr ';' '\n' <"$GT_BUILD_DIR/examples/gtprof/opencl.map" |
        awk '$NF ~ /^cl[A-Z]/ && $NF !~ /Layer/ { print "X_(" $NF ")" }' >"$scratch/calls.h"
    $CC -shared -fPIC -O0 -D_GNU_SOURCE -DCL_TARGET_OPENCL_VERSION=300 ${OPENCL_CFLAGS-} \
        "-DALL_CALLS=\"$scratch/calls.h\"" "$@" -o "$scratch/lib$name.so" tests/lib/count_layer.c -ldl
}
counted() {
    [ -f "$scratch/liblayer.so" ] || counter layer
    rm -f "$scratch/counts"
    export OPENCL_LAYERS="$scratch/liblayer.so" COUNT_TO="$scratch/counts"
    under --mode layer "$@"
    unset OPENCL_LAYERS
    if grep -q 'nothing was seen' "$scratch/report"; then
        [ -f "$scratch/libpreload.so" ] || counter preload -DPRELOAD
        export LD_PRELOAD="$scratch/libpreload.so"
        under --mode stand-in "$@"
        unset LD_PRELOAD
    fi
    unset COUNT_TO
    [ -s "$scratch/counts" ] || skip 'the calls of this program cannot be counted with this loader'
    cut -d" " -f1,2 "$scratch/counts" | sort >"$scratch/expected.txt"
    calls_of "$scratch/report" | sort | diff "$scratch/expected.txt" -
}
