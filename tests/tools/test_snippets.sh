#!/bin/sh
# long: yes
# What people copy works: the recipes in the headers' comments, the programs in README.md, and the program of 2012 with
# three scopes.
. "$(dirname "$0")/../lib/check.sh"

: "${OPENCL_LIBS=-lOpenCL}"

# ---- the headers' comments ------------------------------------------------------------------------------------------

# Code stands in the first comment; what it says of it stands behind three spaces or more.
part_of() { awk -v from="$2" '/\*\// { exit } $0 ~ "^   " from { on = 1 } on && /^ *$/ { exit } on' "$1" |
    sed -e "1s/^   $2[^;{#]*\$//" -e "1s/^   $2 */    /" -e 's/^ *//' -e 's/    *[^;{} ].*//' -e '/^$/d'; }
recipe_of() { part_of "$1" 'DO THIS' | grep '^#' | sed 's/  *(.*//'; }

recipe_and_use_of_gputime_h_are_a_program() {
    {
        recipe_of gputime.h
        echo 'static void read_file(void) { }'
        echo 'int main(void) {'
        part_of gputime.h USE
        echo '    return 0;'
        echo '}'
    } >"$scratch/host.c"
    cat "$scratch/host.c"
    grep -q '^GT_SCOPE("load input")' "$scratch/host.c"
    grep -q '^gt_report(stdout);' "$scratch/host.c"
    # As the line BUILD says, in a folder with nothing but the header.
    build=$(sed -n 's/^   BUILD *\(cc .*\.c\) .*/\1/p' gputime.h)
    echo "$build"
    mkdir -p "$scratch/host"
    cp gputime.h "$scratch/host"
    cp "$scratch/host.c" "$scratch/host/main.c"
    (cd "$scratch/host" && $CC ${build#cc} -o main && ./main) >"$scratch/host.txt"
    cat "$scratch/host.txt"
    grep -q '^load input  *1 ' "$scratch/host.txt"
}
# device_program HEADER COMPILER EDIT: what its page one says, with a device; EDIT, for sed, changes the flags that it
# names. What it prints goes to $scratch/device.txt
device_program() {
    {
        recipe_of "$1"
        cat <<'END'
int main(void) {
    size_t global[2] = { 8, 8 }, *local = NULL;
    const char *source = "kernel void nothing(void) { }", *options = NULL;
    gt_cl cl;
    cl_program program;
    cl_kernel kernel;
    cl_command_queue queue;
    if (gt_cl_open(&cl, NULL)) return gt_fail(stdout), 77;
    program = gt_cl_program(&cl, source, options, "recipe");
    kernel = program ? clCreateKernel(program, "nothing", NULL) : NULL;
    queue = cl.queue;
    {
END
        part_of "$1" USE
        echo '    }'
        echo '    return gt_error_first() ? gt_fail(stdout) : 0;'
        echo '}'
    } >"$scratch/main.c"
    cat "$scratch/main.c"
    build=$(sed -n 's/^   BUILD *\(mpi\)*\(cc .*\.c\) -lOpenCL.*/\2/p' "$1")
    echo "$build"
    rm -rf "$scratch/device"
    mkdir "$scratch/device"
    cp gputime.h gputime_cl.h "$scratch/device"
    cp examples/more/*.h "$scratch/device"      # a recipe may name others that one can want beside it
    cp "$scratch/main.c" "$scratch/device"
    case $1 in */ranks.h) build="$build $PWD/tests/lib/one_rank/mpi.c" ;; esac
    (cd "$scratch/device" && $2 $(echo "${build#cc}" | sed "$3") ${OPENCL_CFLAGS-} -o main $OPENCL_LIBS)
    status=0
    (cd "$scratch/device" && ./main) >"$scratch/device.txt" || status=$?
    cat "$scratch/device.txt"
    [ $status -ne 77 ] || skip 'no OpenCL device'
    [ $status -eq 0 ]
}
recipe_and_use_of_gputime_cl_h_are_a_program() {
    device_program gputime_cl.h "$CC" ''
    grep -q '^GT_SCOPE_CL(queue, "compute") {' "$scratch/main.c"
    grep -q 'GT_EVENT));' "$scratch/main.c"
    grep -q '^compute  *[0-9].* (1)\( \|$\)' "$scratch/device.txt"
}
# The same for a header beside gputime.h alone.
host_program() {
    {
        recipe_of "$1"
        echo 'int main(void) {'
        case $1 in */roofs.h) printf '    gt_limits limits = {0};\n    double flops = 1, bytes = 1, ns = 1;\n' ;; esac
        part_of "$1" USE
        printf '    puts("used");\n    return 0;\n}\n'
    } >"$scratch/main.c"
    cat "$scratch/main.c"
    build=$(sed -n 's/^   BUILD *\(cc .*\.c\)$/\1/p' "$1")
    echo "$build"
    rm -rf "$scratch/device"
    mkdir "$scratch/device"
    cp gputime.h examples/more/*.h "$scratch/main.c" "$scratch/device"
    (cd "$scratch/device" && $CC ${build#cc} -o main)
    "$scratch/device/main" >"$scratch/device.txt"
}
recipe_and_use_of_a_header_to_copy_are_a_program() {
    if ! sed '/\*\//q' "$1" | grep -q 'gputime_cl\.h'; then
        host_program "$1"
        grep -qx used "$scratch/device.txt"
        return
    fi
    device_program "$1" "$quick_cc" 's/-O2/-O0/'
    [ -s "$scratch/device.txt" ]
}
timer_recipe_of_gputime_h_is_a_program() {
    {
        recipe_of gputime.h
        echo 'static void work(void) { }'
        echo 'int main(void) {'
        sed -n 's@^/\* *\(gt_timer t = {0};.*;\) *$@    \1@p' gputime.h
        echo '    return !(gt_timer_ns(&t) > 0);'
        echo '}'
    } >"$scratch/timer.c"
    cat "$scratch/timer.c"
    grep -q 'gt_timer_stop' "$scratch/timer.c"
    $CC -std=c99 -I. -o "$scratch/timer" "$scratch/timer.c"
    "$scratch/timer"
    "$scratch/timer" | grep -qE '^[0-9]+\.[0-9]{3} ms$'
}
options_of_a_trial_in_old_cxx_are_as_page_one_shows() {
    {
        recipe_of gputime.h
        echo 'int main() {'
        sed -n '/\*\//q; /^   C++ before C++20/,/^   Everything/{/^       /p}' gputime.h | sed 's/{ \.\.\. }/{ }/'
        echo '    return gt_report(stdout); }'
    } >"$scratch/old.cpp"
    cat "$scratch/old.cpp"
    grep -q 'gt_trial_next' "$scratch/old.cpp"
    sed -i 's/budget_s = 5/budget_s = 0.01/' "$scratch/old.cpp"
    $CXX -std=c++11 -Wall -Wextra -Werror -I. -o "$scratch/old" "$scratch/old.cpp" -pthread
    "$scratch/old" | grep '^name [ /]*[0-9]'
}

# ---- README.md ------------------------------------------------------------------------------------------------------

recipes='README.md examples/tools/README.md examples/tools/gtlint/README.md'

readme_blocks() { # readme_blocks LANGUAGE: each block that holds a main goes to a file of its own; prints their names
    cat $recipes | awk -v language="$1" -v scratch="$scratch" '
        /^```/ {
            if (on) { close(file); if (has_main) print name; on = 0; next }
            if ($0 !~ "^```(" language ")$") next
            on = 1
            has_main = 0
            name = "README.md_line_" NR
            file = scratch "/" name
            printf "" >file
            next
        }
        on { print >file }
        on && /(^|[^A-Za-z0-9_])main *\(/ { has_main = 1 }'
}
readme_program_compiles_and_runs() {
    case $1 in
    c) compile="$CC -std=c99 -x c" ;;
    *) compile="$CXX -std=c++11 -x c++" ;;
    esac
    cat "$scratch/$2"
    $compile -Wall -Wextra -D_POSIX_C_SOURCE=200809L -I. ${OPENCL_CFLAGS-} -o "$scratch/$2.program" "$scratch/$2" \
        -x none $OPENCL_LIBS -lm -pthread
    timeout 60 "$scratch/$2.program"
}

# What is printed onto a full disk is an error of the program.
complete_program_fails_where_its_report_cannot_be_written() {
    [ -e /dev/full ] || skip 'there is no /dev/full'
    program=$(grep -l "return gt_error_first" $(find "$scratch" -name "README.md_line_*" ! -name "*.program")).program
    status=0
    timeout 60 "$program" >/dev/full 2>"$scratch/full" || status=$?
    cat "$scratch/full"
    [ $status -eq 1 ]
    grep -q '^gputime: gt_report: cannot write to stdout: ' "$scratch/full"
}

# readme_block HEADING LANGUAGE [WHICH]: the first such block below that heading, or a later one.
readme_block() {
    cat $recipes | awk -v heading="## $1" -v fence="\`\`\`$2" -v which="${3:-1}" '
        index($0, heading) == 1 { below = 1 } on && /^```/ { exit }
        on { print } below && $0 == fence { on = ++seen == which }'
}
readme_recipe_1_compiles() {
    {
        echo '#include "gputime_cl.h"'
        echo 'void recipe(cl_command_queue queue, cl_kernel k, size_t n);'
        echo 'void recipe(cl_command_queue queue, cl_kernel k, size_t n) {'
        readme_block 'Recipe 1' c
        echo '}'
    } >"$scratch/recipe1.c"
    cat "$scratch/recipe1.c"
    grep -q GT_SCOPE_CL "$scratch/recipe1.c"
    $CC -std=c99 $WARNINGS $WARNINGS_C -Werror -I. ${OPENCL_CFLAGS-} -c -o "$scratch/recipe1.o" "$scratch/recipe1.c"
}
# main_of HEADER KERNELS: the begin of a main with a device and the variables that the README's snippets of OpenCL name.
main_of() {
    cat <<END
#define GPUTIME_IMPLEMENTATION
#include "gputime_cl.h"
$1
int main(void) {
    const char *source = "kernel void scale(global float *x) { x[get_global_id(0)] *= 1.5f; }";
    const size_t n = 1 << 12;
    gt_cl cl;
    if (gt_cl_open(&cl, NULL)) return gt_fail(stdout), 77;
    cl_program program = gt_cl_program(&cl, source, NULL, "scale");
    cl_mem x = clCreateBuffer(cl.context, CL_MEM_READ_WRITE, n * sizeof(float), NULL, NULL);
END
    for kernel in $2; do
        echo "    cl_kernel $kernel = clCreateKernel(program, \"scale\", NULL);"
        echo "    clSetKernelArg($kernel, 0, sizeof x, &x);"
    done
}
snippet_runs() { # snippet_runs COMPILER...: what it prints goes to $scratch/out
    echo '    gt_report(stdout); return gt_error_first() ? gt_fail(stdout) : 0; }' >>"$scratch/snippet"
    cat "$scratch/snippet"
    "$@" -I. ${OPENCL_CFLAGS-} -o "$scratch/snippet.program" "$scratch/snippet" -x none $OPENCL_LIBS -lm -pthread
    status=0
    timeout 60 "$scratch/snippet.program" >"$scratch/out" || status=$?
    cat "$scratch/out"
    [ $status -ne 77 ] || skip 'no OpenCL device'
    [ $status -eq 0 ]
}
readme_compares_kernels_and_names_at_run_time() {
    {
        main_of '' 'simple tiled'
        echo '    cl_command_queue queue = cl.queue;'
        readme_block 'Repeat and compare' c 2
    } | sed 's/budget_s = 2/budget_s = 0.1/' >"$scratch/snippet"
    snippet_runs $CC -std=c99 -Wall -Wextra -Werror -x c
    grep -q '^  simple  *[0-9]' "$scratch/out"
    grep -q '^simple, 1024 items .* (1)\( \|$\)' "$scratch/out"
}
readme_names_options_before_cxx20() {
    {
        printf '#define GPUTIME_IMPLEMENTATION\n#include "gputime.h"\n'
        readme_block 'Repeat and compare' c | sed -n '/^static double sum/,/^}/p'
        printf 'int main() {\n    static double x[1 << 16];\n    volatile double sink = 0;\n'
        readme_block 'Repeat and compare' cpp
    } | sed 's/budget_s = 2/budget_s = 0.1/' >"$scratch/snippet"
    snippet_runs $CXX -std=c++17 -Wall -Wextra -Werror -Wno-unused-but-set-variable -x c++
    grep -q '^  rows  *[0-9]' "$scratch/out"
}
readme_collects_events_of_the_cxx_bindings() {
    printf '#include <CL/opencl.hpp>\n' >"$scratch/there.cpp"
    $CXX -I. ${OPENCL_CFLAGS-} -DCL_HPP_TARGET_OPENCL_VERSION=120 -DCL_HPP_MINIMUM_OPENCL_VERSION=120 -fsyntax-only \
        "$scratch/there.cpp" 2>/dev/null || skip 'no opencl.hpp'
    {
        printf '#define CL_HPP_TARGET_OPENCL_VERSION 120\n#define CL_HPP_MINIMUM_OPENCL_VERSION 120\n'
        main_of '#include <CL/opencl.hpp>' handle
        echo '    cl::CommandQueue queue(cl.queue, true);'
        echo '    cl::Kernel k(handle);'
        readme_block 'C++ bindings' cpp
    } >"$scratch/snippet"
    snippet_runs $CXX -std=c++17 -x c++
    grep -q '^scale  *[0-9].* (1)\( \|$\)' "$scratch/out"
}
# The commands as they stand there, on the program as it stands there: the row that the README shows is in the report,
# and after the change that the README names the finding is gone.
recipe2_of_the_readme() { # recipe2_of_the_readme EDIT
    mkdir -p "$scratch/recipe2"
    readme_block 'Recipe 2' c >"$scratch/recipe2/kit.c"
    readme_block 'Recipe 2' sh >"$scratch/recipe2/run.sh"
    readme_block 'The program of recipe 2' c | sed "$1" >"$scratch/recipe2/main.c"
    cat "$scratch/recipe2/run.sh" "$scratch/recipe2/main.c"
    status=0
    (cd "$scratch/recipe2" && CPATH="$GT_SOURCE_DIR:$GT_SOURCE_DIR/examples/tools" sh -e run.sh) \
        >"$scratch/recipe2/out" 2>&1 || status=$?
    cat "$scratch/recipe2/out"
    [ $status -ne 77 ] || skip 'no OpenCL device'
    [ $status -eq 0 ]
    row=$(cat $recipes | sed -n 's/^\(timer main\.c:[0-9]*\)  *10 .*/\1/p')
    echo "README: $row"
    [ -n "$row" ] && grep -q "^$row  *10 " "$scratch/recipe2/out"
    grep -q '^program  *1 ' "$scratch/recipe2/out"
    grep -q '^share: part of the total of the enclosing row; at the top, of the program' "$scratch/recipe2/out"
    grep -q '^clEnqueueNDRangeKernel  *10 .* 0$' "$scratch/recipe2/out"
}
readme_recipe_2_finds_the_missing_wait() {
    recipe2_of_the_readme ''
    grep -q '^  fault  *timer main\.c:[0-9]*: no-sync: 10 samples' "$scratch/recipe2/out"
}
readme_recipe_2_is_content_with_the_wait() {
    recipe2_of_the_readme '/clEnqueueNDRange/s/$/ clFinish(queue);/'
    if grep no-sync "$scratch/recipe2/out"; then return 1; fi
}
# Each finding of the kit, then of gtprof, stands in the list of FINDINGS.md, and its link leads to the paragraph of
# that name.
findings_are_listed_by_severity() {
    sed -n 's/^ *X_(GT_FINDING_[A-Z_]*, "\([a-z-]*\)".*/\1/p' gputime.h examples/tools/gtprof/gtprof.h >"$scratch/codes"
    [ -s "$scratch/codes" ]
    sed -n '/^- \*/,/^$/p' examples/FINDINGS.md | grep -o '\[[a-z-]*\](#[a-z-]*)' | sed 's/^\[\(.*\)\](#\1)$/\1/' |
        diff "$scratch/codes" -
}

# links_of FILE: what each of its links leads to, without those to other hosts.
links_of() {
    sed '/^```/,/^```/d' "$1" | grep -oE '\]\([^) ]+\)|^\[[^]]+\]: [^ ]+' | sed -E 's/^\]\((.*)\)$/\1/; s/^.*\]: //' |
        grep -vE '^(https?|mailto):' || :
}
# As GitHub makes them: lower case, blanks become dashes, other marks but dashes and underscores go.
anchors_of() {
    sed '/^```/,/^```/d' "$1" | sed -n 's/^##* *//p' | tr 'A-Z' 'a-z' | sed -E 's/[^a-z0-9 _-]//g; s/ /-/g'
    sed -n 's/.*<a [a-z]*="\([^"]*\)".*/\1/p' "$1"
}
links_and_anchors_resolve() {
    git ls-files '*.md' >"$scratch/texts" 2>/dev/null || find . -name '*.md' ! -path './build/*' >"$scratch/texts"
    [ -s "$scratch/texts" ]
    while read -r text; do
        for link in $(links_of "$text"); do
            file=${link%%#*}
            [ -n "$file" ] && file=$(dirname "$text")/$file || file=$text
            [ -e "$file" ] || echo "$text: $link: there is no such file"
            case $link in *#*) ;; *) continue ;; esac
            [ -d "$file" ] || anchors_of "$file" | grep -qxF "${link#*#}" || echo "$text: $link: no such heading"
        done
    done <"$scratch/texts" >"$scratch/wrong"
    cat "$scratch/wrong"
    [ ! -s "$scratch/wrong" ]
}

# ---- 2012 -----------------------------------------------------------------------------------------------------------

year2012() { # year2012 LANGUAGE OPENCL_VERSION
    case $1 in
    c) compile="$CC -std=c99 -x c $WARNINGS $WARNINGS_C" ;;
    *) compile="$CXX -std=c++11 -x c++ $WARNINGS" ;;
    esac
    $compile -Werror -DCL_TARGET_OPENCL_VERSION="$2" -I. ${OPENCL_CFLAGS-} -o "$scratch/year2012" \
        tests/data/snippets/year2012.c $OPENCL_LIBS
}
program_of_2012_gets_a_phase_table() {
    year2012 "$1" "$2"
    status=0
    "$scratch/year2012" >"$scratch/year2012.txt" || status=$?
    cat "$scratch/year2012.txt"
    [ $status -ne 77 ] || skip 'no OpenCL device'
    [ $status -eq 0 ]
    for phase in copy-in compute copy-out; do grep -q "^$phase  *10 " "$scratch/year2012.txt"; done
    if grep -E 'FAILED|: (void|left-early|abandoned|partial|failed-work):' "$scratch/year2012.txt"; then return 1; fi
}
program_of_2012_needed_an_include_three_scopes_and_a_report() {
    added=$(grep -c '/\* added \*/$' tests/data/snippets/year2012.c)
    echo "$added lines were added"
    [ "$added" -eq 6 ]
    sed '/\/\* added \*\/$/d' tests/data/snippets/year2012.c >"$scratch/before.c"
    if grep -i 'gt_\|gputime' "$scratch/before.c"; then return 1; fi
    $CC -std=c99 $WARNINGS $WARNINGS_C -Werror -DCL_TARGET_OPENCL_VERSION=110 ${OPENCL_CFLAGS-} -o "$scratch/before" \
        "$scratch/before.c" $OPENCL_LIBS
    status=0
    "$scratch/before" || status=$?
    [ $status -ne 77 ] || skip 'no OpenCL device'
    [ $status -eq 0 ]
}

check recipe_and_use_of_gputime_h_are_a_program
check timer_recipe_of_gputime_h_is_a_program
check recipe_and_use_of_gputime_cl_h_are_a_program
for header in examples/more/*.h; do check recipe_and_use_of_a_header_to_copy_are_a_program "$header"; done
check_cxx options_of_a_trial_in_old_cxx_are_as_page_one_shows
check program_of_2012_needed_an_include_three_scopes_and_a_report
check program_of_2012_gets_a_phase_table c 110
check program_of_2012_gets_a_phase_table c 120
check_cxx program_of_2012_gets_a_phase_table c++ 120
if [ -f README.md ]; then
    check findings_are_listed_by_severity
    check links_and_anchors_resolve
    check readme_recipe_1_compiles
    check readme_compares_kernels_and_names_at_run_time
    check_cxx readme_names_options_before_cxx20
    check_cxx readme_collects_events_of_the_cxx_bindings
    check readme_recipe_2_finds_the_missing_wait
    check readme_recipe_2_is_content_with_the_wait
    for block in $(readme_blocks c); do check readme_program_compiles_and_runs c "$block"; done
    check complete_program_fails_where_its_report_cannot_be_written
    for language in cpp 'c[+][+]'; do
        for block in $(readme_blocks "$language"); do check_cxx readme_program_compiles_and_runs c++ "$block"; done
    done
else
    echo 'skip readme_programs_compile_and_run: there is no README.md'
fi
