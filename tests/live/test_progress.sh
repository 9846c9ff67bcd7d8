#!/bin/sh
# long: yes
# Progress of examples: on a terminal a line that rewrites itself, with the time left, and is wiped; elsewhere nothing.
# A program of one's own shows none unasked (tests/unit/test_trial.c has the line of trials).
. "$(dirname "$0")/../lib/check.sh"

examples=${GT_BUILD_DIR:-build}/examples
python=$(command -v python3) || { echo 'skip test_progress: no python3'; exit 0; }
# on_terminal COMMAND...: its stderr is a terminal, as is a file of what came there.
on_terminal() { "$python" tests/lib/terminal.py stderr 80 "$@" >"$scratch/shown"; }
# The clocks' example measures until its time is spent.
rounds_are_shown_on_a_terminal_with_the_time_left() {
    on_terminal "$examples/05_clocks" --budget 4 || skip 'the example does not run here'
    tr '\r' '\n' <"$scratch/shown" >"$scratch/lines"
    sed -n '1,3p; $p' "$scratch/lines"
    grep -v '^05_clocks: [0-9]* rounds, up to [0-9]* s left   $' "$scratch/lines" | grep '[^ ]' || true
    grep -q '^05_clocks: [0-9]* rounds, up to [0-2] s left   $' "$scratch/lines"
    awk '/05_clocks: / { wiped = 0 } /^ +$/ { wiped = 1 } END { exit !wiped }' "$scratch/lines"
}
elsewhere_nothing_is_shown() {
    "$examples/05_clocks" --budget 4 >/dev/null 2>"$scratch/shown" || skip 'the example does not run here'
    [ ! -s "$scratch/shown" ]
}
trials_of_examples_are_shown_on_a_terminal() {
    on_terminal "$examples/04_spread" --budget 6 || skip 'the example does not run here'
    tr '\r' '\n' <"$scratch/shown" | tee "$scratch/lines" | head -3
    grep -q '^compute: n=[0-9]*.* left   $' "$scratch/lines"
}
# What a program of one's own does: nothing but what it was asked for.
a_program_prints_nothing_unasked_on_a_terminal() {
    cat >"$scratch/own.c" <<'END'
#define GPUTIME_IMPLEMENTATION
#include "gputime.h"
int main(void) {
    volatile int i;
    GT_TRIAL("own", .budget_s = 4, .max_n = 1000000, .precision = 1e-9) for (i = 0; i < 10000; i++) {}
    return 0;
}
END
    $CC -std=c99 -D_POSIX_C_SOURCE=200809L -I. -O0 -o "$scratch/own" "$scratch/own.c"
    on_terminal "$scratch/own"
    [ ! -s "$scratch/shown" ]
    export GT_PROGRESS=1
    on_terminal "$scratch/own"
    tr '\r' '\n' <"$scratch/shown" | grep '^own: n=[0-9]*.* left   $'
}

check rounds_are_shown_on_a_terminal_with_the_time_left
check elsewhere_nothing_is_shown
check trials_of_examples_are_shown_on_a_terminal
check a_program_prints_nothing_unasked_on_a_terminal
