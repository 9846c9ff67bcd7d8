#!/bin/sh
# long: yes
# The headers can be included in any order and any number of times, in one file or in several, and beside macros that
# a program has under short names.
. "$(dirname "$0")/../lib/check.sh"

# compile LANGUAGE FILE FLAGS...: at -O0, where nothing that stands there unused is optimised away
compile() {
    compile_language=$1 compile_file=$2
    shift 2
    case $compile_language in
    c) set -- $CC -std=c99 $WARNINGS_C "$@" -x c ;;
    cpp) set -- $CXX -std=c++11 "$@" -x c++ ;;
    esac
    # shellcheck disable=SC2086
    "$@" $WARNINGS -Werror -O0 -I. -Iexamples/tools ${OPENCL_CFLAGS-} -c -o "$compile_file.o" "$compile_file"
}
# Which lines the compiler gets of a file in the end, whatever their order, and however often. Pragmas make no code.
text_of() {
    # shellcheck disable=SC2086
    $CC -std=c99 -I. -Iexamples/tools ${OPENCL_CFLAGS-} -E -P "$1" | grep -v '^#pragma' | LC_ALL=C sort -u | cksum
}
linker() { if [ "$1" = c ]; then echo "$CC"; else echo "$CXX"; fi; }

$CC -std=c99 -D_POSIX_C_SOURCE=200809L -O0 -I. ${OPENCL_CFLAGS-} -c -o "$scratch/simcl.o" tests/lib/simcl.c || exit 1
# One that uses both headers, ends with 0 and has a row of each in its report.
cat >"$scratch/main" <<'END'
int main(void) {
    cl_int value = 0;
    cl_mem memory;
    gt_cl cl;
    if (gt_cl_open(&cl, NULL)) return gt_fail(stderr);
    memory = clCreateBuffer(cl.context, CL_MEM_READ_WRITE, sizeof value, NULL, NULL);
    GT_SCOPE("host row") value++;
    GT_SCOPE_CL(cl.queue, "device row")
        GT_CL(clEnqueueWriteBuffer(cl.queue, memory, CL_FALSE, 0, sizeof value, &value, 0, NULL, GT_EVENT));
    clReleaseMemObject(memory);
    gt_cl_close(&cl);
    return gt_report(stdout);
}
END
cat >"$scratch/other" <<'END'
int other(void);
int other(void) {
    int n = 0;
    GT_SCOPE("other row") n++;
    return n;
}
END

# program NAME LINE...: each line stands once in the file, NAME.c, before main
program() {
    program_file=$scratch/$1.c
    shift
    printf '%s\n' "$@" >"$program_file"
    cat "$scratch/main" >>"$program_file"
}
works() { # works LANGUAGE OBJECT...
    works_linker=$(linker "$1")
    shift
    $works_linker -o "$scratch/program" "$@" "$scratch/simcl.o" -lm
    "$scratch/program" >"$scratch/report"
    cat "$scratch/report"
    grep -q 'host row' "$scratch/report"
    grep -q 'device row' "$scratch/report"
}
# The same lines in another order need not become a program once more.
one_file() {
    program one "$@"
    echo "$*"
    one_text=$(text_of "$scratch/one.c")
    compile c "$scratch/one.c" -fsyntax-only
    if ! grep -qxF "$one_text" "$scratch/texts"; then
        # shellcheck disable=SC2086
        $quick_cc -std=c99 -O0 -w -I. -Iexamples/tools ${OPENCL_CFLAGS-} -c -o "$scratch/one.c.o" "$scratch/one.c"
        works c "$scratch/one.c.o"
        echo "$one_text" >>"$scratch/texts"
    fi
    [ "$languages" = c ] || compile cpp "$scratch/one.c" -fsyntax-only
}
: >"$scratch/texts"

implement='#define GPUTIME_IMPLEMENTATION'
private='#define GPUTIME_STATIC'
host='#include "gputime.h"'
cl='#include "gputime_cl.h"'

implementation_may_come_with_the_first_include() {
    one_file "$implement" "$cl"
    one_file "$implement" "$cl" "$cl" "$host"
    one_file "$implement" "$host" "$host" "$cl" "$cl"
}
implementation_may_come_with_a_later_include() {
    one_file "$cl" "$implement" "$cl"
    one_file "$host" "$implement" "$cl" "$host"
    one_file "$cl" "$implement" "$host" "$cl"
}
private_copies_need_nothing_else() {
    one_file "$private" "$host" "$cl"
    one_file "$private" "$implement" "$cl" "$host"
}
several_files_include_in_different_orders() {
    program one "$implement" "$cl"
    for language in $languages; do
        compile $language "$scratch/one.c"
        for order in "$host
$cl" "$cl
$host"; do
            printf '%s\n' "$order" >"$scratch/two.c"
            cat "$scratch/other" >>"$scratch/two.c"
            compile $language "$scratch/two.c"
            works $language "$scratch/one.c.o" "$scratch/two.c.o"
        done
    done
}
several_files_may_each_have_a_private_copy() { # LANGUAGE INCLUDE
    program one "$private" "$cl"
    printf '%s\n' "$private" "$2" >"$scratch/two.c"
    cat "$scratch/other" >>"$scratch/two.c"
    compile $1 "$scratch/one.c"
    compile $1 "$scratch/two.c"
    works $1 "$scratch/one.c.o" "$scratch/two.c.o"
    if nm -g --defined-only "$scratch/one.c.o" | grep ' gt_'; then return 1; fi
}
calls_h_works_in_any_order() {
    calls='#include "calls.h"'
    one_file "$implement" "$calls"
    one_file "$implement" "$calls" "$calls"
    one_file "$implement" "$cl" "$calls" "$cl" "$calls"
    one_file "$implement" "$host" "$calls" "$calls" "$cl"
    one_file "$private" "$calls" "$calls"
}
opencl_before_is_left_as_it_is() {
    for target in 110 200; do
        one_file "#define CL_TARGET_OPENCL_VERSION $target" '#define CL_USE_DEPRECATED_OPENCL_1_2_APIS' \
            '#include <CL/cl.h>' "$implement" "$cl"
    done
}
# Calls of OpenCL 1.1 that 1.2 deprecates, and one of 2.0, behind the kit.
old_and_new_opencl_code_behind_draws_no_warning() {
    program one "$implement" "$cl" 'void f(cl_command_queue q, cl_context c, cl_event *e);' \
        'void f(cl_command_queue q, cl_context c, cl_event *e) {' \
        '    (void)clEnqueueMarker(q, e); (void)clEnqueueTask(q, NULL, 0, NULL, NULL); (void)clUnloadCompiler();' \
        '    (void)clCreateImage2D(c, 0, NULL, 1, 1, 0, NULL, NULL); (void)clSVMAlloc(c, 0, 1, 0);' \
        '    (void)clCreateCommandQueue(c, NULL, 0, NULL); }'
    for language in $languages; do compile $language "$scratch/one.c"; done
}
opencl_hpp_may_come_before_or_behind() {
    [ "$languages" != c ] || skip 'no C++ compiler'
    echo '#include <CL/opencl.hpp>' | $CXX -std=c++11 -x c++ ${OPENCL_CFLAGS-} -E - >/dev/null ||
        skip 'no CL/opencl.hpp'
    for target in 120 300; do
        hpp="#define CL_HPP_TARGET_OPENCL_VERSION $target
#define CL_HPP_MINIMUM_OPENCL_VERSION $target
#include <CL/opencl.hpp>"
        for order in "$implement
$cl
$hpp" "$hpp
$implement
$cl"; do
            printf '%s\n' "$order" 'cl::Buffer buffer_of_the_program;' >"$scratch/hpp.cpp"
            compile cpp "$scratch/hpp.cpp" -fsyntax-only
        done
    done
}

# ---- macros of the program ------------------------------------------------------------------------------------------

# Every header that the kit may bring in, so far as it is there: the program's macros stand behind them.
system_headers() {
    sed -n 's/^ *# *include \(<[a-z_0-9/]*\.h>\).*/\1/p' gputime.h gputime_cl.h | sort -u | while read -r header; do
        ! echo "#include $header" | $CC -E - >/dev/null 2>&1 || echo "#include $header"
    done
    echo '#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>'
}
user_macros() {
    awk 'BEGIN {
        letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        for (i = 1; i <= 26; i++) print "#define " substr(letters, i, 1) " 12345"
        for (i = 1; i <= 26; i++) for (k = 1; k <= 26; k++)
            print "#define " substr(letters, i, 1) substr(letters, k, 1) " 12345"
        print "#define min(a, b) ((a) < (b) ? (a) : (b))"
        print "#define max(a, b) ((a) > (b) ? (a) : (b))"
        n = split("small near far interface PAGE PAGES SIZE WIDTH ERROR MOST PLACES WARM TILE BLOCK", name, " ")
        for (i = 1; i <= n; i++) print "#define " name[i] " 12345"
    }'
}
short_macros_of_the_program_do_no_harm() { # LANGUAGE LINE...
    language=$1
    shift
    case " $languages " in *" $language "*) ;; *) skip 'no C++ compiler' ;; esac
    { system_headers; user_macros; printf '%s\n' "$@"; } >"$scratch/macros.c"
    [ "$(grep -c '^#define' "$scratch/macros.c")" -gt 700 ]
    cat "$scratch/main" >>"$scratch/macros.c"
    case $language:$* in
    c:*"$implement"*)
        compile $language "$scratch/macros.c" -D_POSIX_C_SOURCE=200809L
        works $language "$scratch/macros.c.o"
        ;;
    *) compile $language "$scratch/macros.c" -D_POSIX_C_SOURCE=200809L -fsyntax-only ;;
    esac
}

check implementation_may_come_with_the_first_include
check implementation_may_come_with_a_later_include
check private_copies_need_nothing_else
check several_files_include_in_different_orders
check several_files_may_each_have_a_private_copy c "$host"
check_cxx several_files_may_each_have_a_private_copy cpp "$cl"
check calls_h_works_in_any_order
check opencl_before_is_left_as_it_is
check old_and_new_opencl_code_behind_draws_no_warning
check opencl_hpp_may_come_before_or_behind
for each in c cpp; do
    check short_macros_of_the_program_do_no_harm $each "$cl"
    check short_macros_of_the_program_do_no_harm $each "$implement" "$cl"
    check short_macros_of_the_program_do_no_harm $each '#include "calls.h"'
done
