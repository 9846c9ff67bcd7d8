#!/bin/sh
# The rules of gputime.h, and what examples/FINDINGS.md says of them: below each paragraph stands when exactly a finding
# is said, as the table has it. `WRITE=1 sh tests/tools/test_rules.sh` writes these lines anew.
. "$(dirname "$0")/../lib/check.sh"

document=examples/FINDINGS.md
tab=$(printf '\t')
$quick_cc -std=c99 -D_POSIX_C_SOURCE=200809L -O0 -I. -o "$scratch/rules" tests/lib/rules.c -lm -pthread || exit 1

# others: the findings of rules that something else says too, with what that is.
others() {
    said() { sed -n "s/.*$2GT_FINDING_\([A-Z_]*\),.*/\1$tab$3/p" "$1"; }
    {
        said gputime.h 'gt_clock_finding_add_(' 'by a test of a clock (`gt_check_clock`, `gt_clock_set`)'
        said gputime_cl.h 'gt_clock_finding_add_(' 'of a build of kernels'
        said examples/tools/calls.h '' 'by `calls.h` and `gtprof`'
        said examples/tools/gtprof/findings.c '' 'by `gtprof`'
    } | LC_ALL=C sort -u | while IFS=$tab read -r code what; do
        sed -n "s/^ *X_(GT_FINDING_$code, \"\([a-z-]*\)\".*/\1$tab$what/p" gputime.h
    done
}
# with_rules: the document, with the lines that the table makes.
with_rules() {
    others >"$scratch/others"
    "$scratch/rules" | awk -F "$tab" '
        others { other[$1] = other[$1] (other[$1] == "" ? "" : "; ") $2; next }
        /^## / { say(); name = substr($0, 4) }
        /; by no rule: / { delete other[name] }
        { print }
        function say() { if (other[name] != "") print "- without a rule, as said above: " other[name] }
        END { say() }' others=1 "$scratch/others" others=0 - | awk '
        function wrapped(s,    n, word, i, line, out, hang) {
            hang = match(s, /^ *- /) ? sprintf("%" RLENGTH "s", "") : "  "
            n = split(s, word, " ")
            line = substr(hang, 3) word[1]
            for (i = 2; i <= n; i++)
                if (length(line " " word[i]) <= 118) line = line " " word[i]
                else { out = out line "\n"; line = hang word[i] }
            return out line "\n"
        }
        FILENAME == "-" && /^## / { name = $2; next }
        FILENAME == "-" { rules[name] = rules[name] wrapped($0); next }
        function end() {
            if (name in rules) printf "<!-- rules -->\n%s<!-- end of rules -->\n\n", rules[name]
            name = ""
        }
        FNR == 1 { name = "" }
        /^<!-- rules -->$/ { inside = 1 }
        !inside && /^## / { end(); name = $2 }
        !inside { print }
        /^<!-- end of rules -->$/ { inside = 0; skipped = 1; next }
        END { end() }' - $document | cat -s | sed -e '$ { /^$/d }'
}
lines_of_findings_are_those_of_the_table() {
    with_rules >"$scratch/document"
    [ "$(grep -c '^<!-- rules -->$' "$scratch/document")" -gt 50 ]
    diff $document "$scratch/document"
}
what_spoils_little_is_called_so_everywhere() {
    tr '\n' ' ' <$document | grep -q "spoils less than $("$scratch/rules" little) of the sum of a series is a note"
}
names_in_the_table_are_known_and_each_row_can_be_reached() {
    "$scratch/rules" check
}

if [ -n "${WRITE-}" ]; then
    with_rules >"$scratch/document" && cp "$scratch/document" $document
fi
check names_in_the_table_are_known_and_each_row_can_be_reached
check what_spoils_little_is_called_so_everywhere
check lines_of_findings_are_those_of_the_table
