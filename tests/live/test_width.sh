# No line of a report or a claim of the examples has more than 100 characters. What an example prints itself is its own
# matter.
. "$(dirname "$0")/../lib/check.sh"

fits() {
    LC_ALL=C "$GT_BUILD_DIR/examples/$1" --quick >"$scratch/$1.txt" 2>/dev/null || skip "it does not run here"
    awk '/^clock .*, step / { inside = 1 } /^claim:/ { inside = 1; claims++ }
         inside { line = $0; gsub(/[\200-\277]/, "", line); lines++
                  if (length(line) > 100) { print; wide = 1 } }
         /^  info     env/ { inside = 0 }
         END { exit wide || !lines || !claims }' "$scratch/$1.txt"
}
# The same program, its stdout a terminal of that many columns.
on_terminal() { "$python" tests/lib/terminal.py stdout "$@"; }     # COLUMNS COMMAND...
# But for the outcome of a comparison, which is one cell.
widest() {
    LC_ALL=C awk '
        !/ times as fast \[/ { gsub(/[\200-\277\r]/, ""); if (length > most) most = length }
        END { print most }' "$1"
}
a_report_is_as_narrow_as_its_terminal() {
    python=$(command -v python3) || skip 'no python3'
    cat >"$scratch/narrow.c" <<'END'
#define GPUTIME_IMPLEMENTATION
#include "gputime.h"
int main(void) {
    for (int i = 0; i < 40; i++)
        GT_SCOPE("a name of some length, since names are what takes room") { GT_SCOPE("inner") { GT_TOUCH; } }
    GT_COMPARE("sides", .max_n = 20, .budget_s = 0.1) { GT_SIDE("first of two") { GT_TOUCH; } GT_SIDE("second") {} }
    return gt_report(stdout) != GT_OK;
}
END
    $quick_cc -std=c99 -O0 -D__OPTIMIZE__=1 -I. '-DGT_TOUCH=(void)getenv("PATH")' -o "$scratch/narrow" \
        "$scratch/narrow.c" -pthread
    export NO_COLOR=1
    for columns in 60 80 200 20; do
        on_terminal $columns "$scratch/narrow" >"$scratch/shown"
        cat "$scratch/shown"
        echo "widest: $(widest "$scratch/shown")"
        [ "$(widest "$scratch/shown")" -le $((columns < 40 ? 100 : columns > 112 ? 112 : columns)) ]
        [ "$(widest "$scratch/shown")" -gt $((columns > 60 || columns < 40 ? 70 : 50)) ]
        grep -q 'inner  ' "$scratch/shown"
    done
    GT_WIDE=1 on_terminal 60 "$scratch/narrow" >"$scratch/shown"
    [ "$(widest "$scratch/shown")" -gt 100 ]
    "$scratch/narrow" >"$scratch/shown"
    [ "$(widest "$scratch/shown")" -gt 70 ]
}
check a_report_is_as_narrow_as_its_terminal
# A terminal of 100 columns or more whose locale says UTF-8, and nothing else, has a bar of eight characters in each
# row.
shares_are_drawn_where_they_can_be_seen() {
    python=$(command -v python3) || skip 'no python3'
    shown() { LC_ALL=$1 on_terminal "$2" "$GT_BUILD_DIR/examples/02_phases" --quick >"$scratch/bars" 2>&1; }
    shown C.UTF-8 120 || skip "it does not run here"
    sed -n '/^where the time goes/,/^typical/p' "$scratch/bars"
    grep -q 'bar: █ device, ▓ launch, ▒ return' "$scratch/bars"
    "$python" - "$scratch/bars" <<'END'
import re, sys
rows = [line for line in open(sys.argv[1], encoding="utf-8") if re.search("[█▓▒░·] .*%", line)]
bars = [re.findall("[█▓▒░·]+", row)[0] for row in rows]
assert len(bars) >= 5 and all(len(bar) == 8 for bar in bars), bars
for row, bar in zip(rows, bars):
    share = re.search(r"(\d+) %", row)                 # the first column is the device's
    assert abs(bar.count("█") - int(share.group(1)) / 12.5) <= 1, row
END
    for as_other in 'C 120' 'C.UTF-8 90'; do
        shown ${as_other% *} ${as_other#* }
        ! grep -q '█' "$scratch/bars" || return 1
    done
    LC_ALL=C.UTF-8 "$GT_BUILD_DIR/examples/02_phases" --quick >"$scratch/bars" 2>&1
    ! grep -q '█' "$scratch/bars" || return 1
}
check shares_are_drawn_where_they_can_be_seen
# Parts that cannot be told apart are drawn as the rest is: not as the first of them.
parts_that_cannot_be_told_apart_have_one_character() {
    python=$(command -v python3) || skip 'no python3'
    GT_JSON=$scratch/run.json "$GT_BUILD_DIR/examples/02_phases" --quick >"$scratch/text" 2>&1 ||
        skip "it does not run here"
    "$python" - "$scratch/run.json" <<'END'
import json, sys
run = json.load(open(sys.argv[1]))
for s in run["series"]:
    samples = s["samples"] or {}
    if "doubtful" in samples:
        samples["doubtful"] = [2 ** 12 - 1] * len(samples["doubtful"])
json.dump(run, open(sys.argv[1], "w"))
END
    LC_ALL=C.UTF-8 on_terminal 120 "$GT_BUILD_DIR/examples/gtlint" "$scratch/run.json" >"$scratch/bars" 2>&1 || :
    sed -n '/^where the time goes/,/^typical/p' "$scratch/bars" | tee "$scratch/rows"
    grep -q '█.*·' "$scratch/rows"
    ! grep -q '[▓▒░]' "$scratch/rows" || return 1
    grep -q 'rest, and what cannot be told apart' "$scratch/bars"
}
check parts_that_cannot_be_told_apart_have_one_character
for example in 02_phases 03_speedup 06_sum_arrays 11_mapped; do check fits "$example"; done
