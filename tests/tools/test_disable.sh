#!/bin/sh
# GPUTIME_DISABLE leaves no code behind: what the compiler makes of tests/data/snippets/all_macros.c then has the
# instructions and calls of the same file without the macros.
. "$(dirname "$0")/../lib/check.sh"

c()   { $CC -std=c99 -w -I. ${OPENCL_CFLAGS-} "$@"; }
cxx() { $CXX -std=c++11 -w -I. ${OPENCL_CFLAGS-} -x c++ "$@"; }
# Which instructions each function has, and what it calls; not their order, how registers are moved and saved, and how
# the code is aligned: those are the compiler's whims.
code_of() {
    objdump -dr --no-show-raw-insn "$1" | awk '
        />:$/        { name = $2; print name; next }
        /: R_/       { print name, $3; next }
        /^ .*:\t/    { if ($0 !~ /\t(data16 )?(cs )?nop|\txchg +%ax,%ax|\tv?mov|\tpush|\tpop/) print name, $2 }' |
        LC_ALL=C sort
}

same_code() { # same_code COMPILER_FUNCTION LEVEL
    $1 "$2" -DGPUTIME_DISABLE -c -o "$scratch/off.o" tests/data/snippets/all_macros.c
    $1 "$2" -DGPUTIME_DISABLE -DPLAIN -c -o "$scratch/plain.o" tests/data/snippets/all_macros.c
    # One function cannot be had without the macros, since its break statements would mean another loop.
    code_of "$scratch/off.o" | grep -v leaves_early >"$scratch/off"
    code_of "$scratch/plain.o" >"$scratch/plain"
    [ "$(grep -c '>:$' "$scratch/plain")" -ge 11 ]
    diff "$scratch/off" "$scratch/plain" && echo "$2: $(wc -l <"$scratch/plain") lines of code alike"
}
c_code_is_as_without_macros_at_every_level_of_optimisation() {
    for level in -O1 -O2 -O3 -Os; do same_code c $level; done
}
cxx_code_is_as_without_macros_at_every_level_of_optimisation() {
    for level in -O1 -O2 -O3 -Os; do same_code cxx $level; done
}
switched_on_the_code_differs() {
    c -O2 -c -o "$scratch/on.o" tests/data/snippets/all_macros.c
    nm -u "$scratch/on.o"
    nm -u "$scratch/on.o" | grep -q ' gt_state_$'
    nm -u "$scratch/on.o" | grep -q ' gt_self_$'
    strings "$scratch/on.o" | grep -q 'named in all_macros'
}
no_symbol_of_the_kit_is_asked_for() {
    for level in -O0 -O1 -O2; do
        c $level -DGPUTIME_DISABLE -c -o "$scratch/off.o" tests/data/snippets/all_macros.c
        echo "at $level:"
        nm -u "$scratch/off.o"
        if nm -u "$scratch/off.o" | grep ' gt_'; then return 1; fi
    done
}
sides_of_a_comparison_begun_by_hand_run_once() {
    cat >"$scratch/sides.c" <<'END'
#define GPUTIME_IMPLEMENTATION
#include "gputime.h"
int main(void) {
    gt_trial_options o = { 0 };
    gt_trial t;
    int one = 0, two = 0, body = 0;
    o.name = "by hand";
    t = gt_compare_begin(o);
    while (gt_trial_next(&t)) {
        GT_SIDE("one") one++;
        GT_SIDE("two") two++;
    }
    gt_trial_end(&t);
    t = gt_trial_begin(o);
    while (gt_trial_next(&t)) body++;
    gt_trial_end(&t);
    if (gt_error_first()) return gt_fail(stdout);
    return one == 1 && two == 1 && body == 1 ? 0 : 2;
}
END
    for compiler in c cxx; do
        [ $compiler = c ] || command -v "$CXX" >/dev/null || continue
        $compiler -Wno-missing-field-initializers -DGPUTIME_DISABLE -o "$scratch/sides" "$scratch/sides.c" -lm
        "$scratch/sides"
    done
}
nothing_waits_for_a_queue() {
    c -O1 -DGPUTIME_DISABLE -c -o "$scratch/off.o" tests/data/snippets/all_macros.c
    if nm -u "$scratch/off.o" | grep clFinish; then return 1; fi
    nm -u "$scratch/off.o" | grep -q clEnqueueNDRangeKernel
}
names_and_sites_are_not_in_the_object() {
    c -O1 -DGPUTIME_DISABLE -c -o "$scratch/off.o" tests/data/snippets/all_macros.c
    if strings "$scratch/off.o" | grep 'named in all_macros'; then return 1; fi
    if nm "$scratch/off.o" | grep gt_here_; then return 1; fi
}
break_continue_return_and_arguments_do_the_same() {
    for compiler in c cxx; do
        [ $compiler = c ] || command -v "$CXX" >/dev/null || continue
        $compiler -o "$scratch/on" tests/data/snippets/same_when_off.c
        $compiler -DGPUTIME_DISABLE -o "$scratch/off" tests/data/snippets/same_when_off.c
        "$scratch/on" >"$scratch/on.txt"
        "$scratch/off" >"$scratch/off.txt"
        cat "$scratch/on.txt" "$scratch/off.txt"
        cmp "$scratch/on.txt" "$scratch/off.txt"
        grep -q '^608 inside, 10 behind, 7 returned, 4 arguments' "$scratch/on.txt"
    done
}
report_says_that_scopes_are_off() {
    printf '#define GPUTIME_IMPLEMENTATION\n#include "gputime.h"\nint main(void) { GT_SCOPE("a") {} %s }\n' \
        'return gt_report(stdout);' >"$scratch/report.c"
    c -DGPUTIME_DISABLE -o "$scratch/report" "$scratch/report.c"
    "$scratch/report" | grep '^(scopes are switched off: GPUTIME_DISABLE)$'
}
arguments_count_as_used() {
    # claims() and by_hand() in there have arguments that only macros use.
    for level in -O0 -O1; do
        $CC -std=c99 -Wall -Wextra -Wunused -Werror -I. ${OPENCL_CFLAGS-} $level -DGPUTIME_DISABLE \
            -c -o "$scratch/off.o" tests/data/snippets/all_macros.c
    done
}

# small NAME BYTES BODY: code and constants of a program that asks for nothing at exit
small() {
    printf '#define GPUTIME_IMPLEMENTATION\n#include "gputime.h"\nint main(void) { %s return 0; }\n' "$3" \
        >"$scratch/$1.c"
    for code in '-fPIE -pie' '-fno-PIE -no-pie'; do
        c -O2 -DGPUTIME_NO_EXIT $code $sections -o "$scratch/$1" "$scratch/$1.c"
        bytes=$(size "$scratch/$1" | awk 'END { print $1 }')
        echo "$1 $code: $bytes bytes, at most $2"
        [ "$bytes" -le "$2" ]
        # The recorder calls nothing that stands above it: no judge, report or writer, not the trace's either.
        above='gt_(json|find|findings|list|report|snapshot|trace_takes)_'
        if nm "$scratch/$1" | grep -E " [tT] $above"; then return 1; fi
    done
}
a_program_that_prints_no_report_links_no_report() {
    sections='-ffunction-sections -Wl,--gc-sections'
    [ "$(uname -m) $(uname -s)" = 'x86_64 Linux' ] || skip 'sizes are those of Linux on x86-64'
    # clang puts all texts of a file into one section, which GNU ld keeps or drops as a whole.
    if $CC --version | grep -q clang; then sections="$sections -fuse-ld=lld"; fi
    echo 'int main(void) { return 0; }' >"$scratch/empty.c"
    c $sections -o "$scratch/empty" "$scratch/empty.c" || skip 'this linker drops no sections'
    small stopwatch 40960 'gt_timer t = {0}; gt_timer_start(&t); gt_timer_stop(&t); printf("%%.3f", gt_timer_ms(&t));'
    # A stopwatch has no use for scopes.
    if nm "$scratch/stopwatch" | grep -E ' [tT] gt_(child|node|store)_'; then return 1; fi
    c -O2 $sections -o "$scratch/asks" "$scratch/stopwatch.c"
    asks=$(size "$scratch/asks" | awk 'END { print $1 }')
    echo "$asks bytes with what variables ask for at exit"
    [ "$asks" -gt $((bytes + 50000)) ]
    small trial 71680 'GT_TRIAL("t") { GT_SCOPE("s") { } }'
    (cd "$scratch" && GT_REPORT=1 GT_JSON=run.json GT_TRACE=run.trace ./trial 2>trial.err)
    [ ! -s "$scratch/trial.err" ] && [ ! -e "$scratch/run.json" ] && [ ! -e "$scratch/run.trace" ]
}

# What each thread and each process pays for before anything runs.
static_memory_is_small() {
    [ "$(uname -m) $(uname -s)" = 'x86_64 Linux' ] || skip 'sizes are those of Linux on x86-64'
    printf '#define GPUTIME_IMPLEMENTATION\n#include "gputime_cl.h"\n' >"$scratch/both.c"
    c -O2 ${OPENCL_CFLAGS-} -c -o "$scratch/both.o" "$scratch/both.c"
    size -A "$scratch/both.o" >"$scratch/sizes"
    awk '$1 ~ /^\.t(bss|data)/ { tls += $2 } $1 ~ /^\.bss/ { bss += $2 }
         END { print tls, "bytes a thread, at most 2048;", bss, "bytes of bss, at most 40960"
               exit tls > 2048 || bss > 40960 }' "$scratch/sizes"
    printf '#include "examples/tools/calls.h"\n' >>"$scratch/both.c"
    c -O2 ${OPENCL_CFLAGS-} -c -o "$scratch/calls.o" "$scratch/both.c"
    size -A "$scratch/calls.o" >"$scratch/sizes"
    awk '$1 ~ /^\.t(bss|data)/ { tls += $2 }
        END { print tls, "bytes a thread with calls.h, at most 3584"; exit tls > 3584 }' \
        "$scratch/sizes"
}

check c_code_is_as_without_macros_at_every_level_of_optimisation
check_cxx cxx_code_is_as_without_macros_at_every_level_of_optimisation
check switched_on_the_code_differs
check no_symbol_of_the_kit_is_asked_for
check nothing_waits_for_a_queue
check names_and_sites_are_not_in_the_object
check break_continue_return_and_arguments_do_the_same
check arguments_count_as_used
check report_says_that_scopes_are_off
check sides_of_a_comparison_begun_by_hand_run_once
check a_program_that_prints_no_report_links_no_report
check static_memory_is_small
