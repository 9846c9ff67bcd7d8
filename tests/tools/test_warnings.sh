#!/bin/sh
# long: yes
# The warning matrix: every warning of the project is an error here, with gcc and clang (those that are there), C99 to
# C17 and C++11 to C++20. Both headers, and more.h, which includes those of examples/more, as declarations only and with
# the implementation, with and without GPUTIME_DISABLE; the snippet that uses every macro; examples, tests and benches.
# One line a compilation: `ok NAME` or `not ok NAME`. Full crossing is not worth its minutes: warnings that need the
# optimiser (-O2) are gcc's alone, and are looked for in the implementation (more.h brings that of both headers) by the
# oldest standard of each language, and in the snippet, with the C library's checks of sizes, which distributions switch
# on (_FORTIFY_SOURCE). Clang has some that need an object (-O0). All else is checked for its syntax only.
# GPUTIME_DISABLE changes only what stands outside of the implementation, and a version of OpenCL only what its headers
# declare, so that one standard of each language will do.
. "$(dirname "$0")/../lib/check.sh"

here='"/tmp"'
paths="-DGT_SOURCE_DIR=$here -DGT_BUILD_DIR=$here -DGT_TEST_DATA=$here -DGT_KERNEL_DIR=$here"

# one_job SCRATCH COMPILER STANDARD OPTIMISATION SWITCH SUBJECT
# SWITCH is enabled, disabled (GPUTIME_DISABLE), strict (no feature macro, so no POSIX names), or intercept with a
# version of OpenCL (-include calls.h; intercept0: with GPUTIME_DISABLE); SUBJECT is
# HEADER:declarations, HEADER:implementation or a file. The result goes to a file of its own, since two jobs run at a
# time.
one_job() {
    name="$2 $3 $4 $5 $6"
    result=$1/$(echo "$name" | tr -c 'A-Za-z0-9_.\n' '_')
    case $3 in
    c++*) language=c++; extra='' ;;
    *) language=c; extra=$WARNINGS_C ;;
    esac
    case $5 in
    strict) ;;
    *) extra="$extra -D_POSIX_C_SOURCE=200809L" ;;
    esac
    case $4 in
    syntax) output='-fsyntax-only' ;;
    O2) output="-O2 -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3 -c -o $result.o" ;;
    *) output="-$4 -c -o $result.o" ;;
    esac
    case $5 in
    disabled) extra="$extra -DGPUTIME_DISABLE" ;;
    intercept0) extra="$extra -DGPUTIME_DISABLE -include calls.h" ;;
    intercept*) extra="$extra -include calls.h -DCL_TARGET_OPENCL_VERSION=${5#intercept}" ;;
    esac

    source=$result.source
    case $6 in
    *:declarations) printf '#include "%s"\n' "${6%:*}" >"$source" ;;
    *:implementation) printf '#define GPUTIME_IMPLEMENTATION\n#include "%s"\n' "${6%:*}" >"$source" ;;
    *)
        source=$6
        extra="$extra $paths $(sed -n 's@^/\* flags: \(.*\) \*/.*@\1@p' "$6")"
        grep -q '^/\* link: simcl' "$6" && extra="$extra -DSIMCL"
        ;;
    esac
    # What kit.c defines is not static, and read is kit_read.
    [ "$6" != tests/lib/kit.c ] || extra="$extra -I$1/kit -Wno-missing-prototypes -Wno-shadow"
    # shellcheck disable=SC2086
    if "$2" -x $language -std="$3" -Werror $WARNINGS $extra -I. -Iexamples -Iexamples/more -Iexamples/tools \
        -Itests/lib "-I$1" -pthread ${OPENCL_CFLAGS-} ${CMOCKA_CFLAGS-} $output "$source" >"$result.log" 2>&1; then
        echo "ok $name" >"$result.verdict"
    else
        { echo "not ok $name"; cat "$result.log"; } >"$result.verdict"
    fi
}

compilers_for() { case $1 in c++*) compilers=$cxx_compilers ;; *) compilers=$c_compilers ;; esac; }

jobs() {
    for header in gputime.h gputime_cl.h more.h; do
        for switch in enabled disabled; do
            for standard in $c_standards $cxx_standards; do
                compilers_for $standard
                for compiler in $compilers; do
                    echo "$compiler $standard syntax $switch $header:declarations"
                    case $header:$standard:$switch:$compiler in
                    more.h:c99:enabled:gcc* | gputime_cl.h:c++11:enabled:g++*) level=O2 ;;
                    more.h:c99:enabled:*) level=O0 ;;
                    *) level=syntax ;;
                    esac
                    echo "$compiler $standard $level $switch $header:implementation"
                done
            done
        done
        for compiler in $c_compilers; do
            echo "$compiler c99 syntax strict $header:declarations"
            echo "$compiler c99 syntax strict $header:implementation"
        done
    done
    for version in 110 120 200 300; do
        for standard in c99 c++11; do
            compilers_for $standard
            for compiler in $compilers; do
                echo "$compiler $standard syntax intercept$version calls.h:declarations"
            done
        done
    done
    for snippet in tests/data/snippets/all_macros.c; do
        [ -f $snippet ] || continue
        for switch in enabled disabled intercept0 intercept120; do
            for standard in $c_standards $cxx_standards; do
                compilers_for $standard
                for compiler in $compilers; do
                    case $standard:$compiler in
                    c99:gcc* | c++11:g++*) echo "$compiler $standard O2 $switch $snippet" ;;
                    esac
                    echo "$compiler $standard syntax $switch $snippet"
                done
            done
        done
    done
    for file in examples/course/*.c examples/course/lib/kit.c examples/tools/*.c examples/tools/gtlint/gtlint.c \
        tests/unit/*.c tests/live/*.c tests/bench/*.c tests/lib/*.c; do
        [ -f "$file" ] || continue
        [ "$file" != examples/course/lib/sum.c ] || continue    # a program as others write it: without a version
        for compiler in $c_compilers; do echo "$compiler c99 syntax enabled $file"; done
    done
    for file in tests/unit/*.cpp tests/live/*.cpp; do
        [ -f "$file" ] || continue
        for compiler in $cxx_compilers; do echo "$compiler c++11 syntax enabled $file"; done
    done
}

if [ "${1-}" = one_job ]; then
    shift
    one_job "$@"
    exit 0
fi

c_standards='c99 c11 c17'
cxx_standards='c++11 c++20'
c_compilers="$(find_compiler gcc) $(find_compiler clang)"
cxx_compilers="$(find_compiler g++) $(find_compiler clang++)"
for compiler in gcc clang g++ clang++; do
    [ -n "$(find_compiler $compiler)" ] || echo "skip $compiler: not installed"
done

mkdir "$scratch/kit" "$scratch/private"
for header in gputime.h gputime_cl.h examples/more/*.h examples/tools/*.h; do
    awk -v kit="$scratch/kit/${header##*/}" -v private="$scratch/private/${header##*/}" -f tests/lib/kit.awk $header
done
printf '#include "%s"\n' examples/more/*.h examples/tools/*.h >"$scratch/more.h"
jobs | sort -u | sed "s|^|$scratch |" | xargs -P 2 -I JOB sh -c "sh tests/tools/test_warnings.sh one_job JOB"
cat "$scratch"/*.verdict
expected=$(jobs | sort -u | wc -l)
[ "$(ls "$scratch" | grep -c '\.verdict$')" -eq "$expected" ] || echo "not ok all $expected compilations were run"
# gtprof and the judge of exercises include files that make writes. What gcc says of them, each build shows.
clang=$(find_compiler clang)
made=$scratch/made
if [ -z "$clang" ]; then
    echo "skip clang: gtprof and the judge: not installed"
elif make -s BUILD="$made" CC="$clang" CFLAGS='-O0 -Werror' "$made/gtprof" "$made/libgtprof.so" \
    "$made/libgtprof-clocks.so" "$made/examples/exercises/judge" >"$made.log" 2>&1; then
    echo "ok $clang: gtprof and the judge"
else
    cat "$made.log"
    echo "not ok $clang: gtprof and the judge" | tee "$made.verdict"
fi
! grep -q '^not ok' "$scratch"/*.verdict
