#!/bin/sh
# Runs examples one after another, and prints the outcome of each claim:
#
#     examples/course/lib/demo.sh PROGRAM...        each with a slash in its path
#
# A single example runs in full, and its whole output is shown. Several run in short, all of them in some minutes. Then
# each claim has a line as soon as its example has ended, and build/demo/NAME.txt keeps the output. At the end, a table
# counts the claims by their sources, as in examples/README.md. If an example fails, the others still run.
# A claim is a line `claim: ...` of the output, with the following lines that begin with seven blanks.
set -u

awk() { LC_ALL=C command awk "$@"; }        # in a locale with a decimal comma, some awks read 1.5 as 1
here=$(dirname "$0")
kept=${GT_BUILD_DIR:-build}/demo
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$kept" || exit 1
[ -w "$kept" ] || { echo "demo: cannot write to $kept; build elsewhere: make demo BUILD=/tmp/gputime" >&2; exit 1; }
started_s=$(date +%s)
failed=''
: >"$scratch/all_claims"

# claims_of FILE: prints the claims of an output, each as OUTCOME tab FIGURE tab SENTENCE.
claims_of() {
    awk '
        function out(    outcome, figure) {
            if (claim == "") return
            gsub(/  +/, " ", claim)
            if (!match(claim, /: (holds|does not hold|cannot be decided[^(]*) ?\(/)) { claim = ""; return }
            outcome = substr(claim, RSTART + 2, RLENGTH - 2)
            sub(/ *\($/, "", outcome)
            sub(/cannot be decided on this machine/, "not here", outcome)
            sub(/cannot be decided: /, "", outcome)
            figure = substr(claim, RSTART + RLENGTH)
            if (match(figure, /in the median round [^ ,]* times/)) figure = substr(figure, RSTART + 20, RLENGTH - 20)
            else if (!match(figure, /^[-0-9.e+]+ to [-0-9.e+]+/)) figure = ""
            else {
                split(substr(figure, 1, RLENGTH), end, " to ")
                figure = sprintf("%.3g to %.3g", end[1], end[2])
            }
            sub(/: (holds|does not hold|cannot be decided).*/, "", claim)
            print outcome "\t" figure "\t" claim
            claim = ""
        }
        /^claim: / { out(); claim = substr($0, 8); next }
        /^       [^ ]/ && claim != "" { claim = claim substr($0, 7); next }
        { out() }
        END { out() }' "$1"
}

[ $# -eq 1 ] || printf 'for each claim: its outcome, the ratio or the range, and the claim\n'
for program in $(for each in "$@"; do echo "$(basename "$each") $each"; done | sort | cut -d' ' -f2); do
    name=$(basename "$program" .sh)
    question=$(sed -n "1,2s@^[/#]\** *$name\.[a-z]* - @@p" "$here/../$name.c" "$here/../$name.sh" 2>/dev/null)
    case $program in *.sh) run=sh ;; *) run='' ;; esac
    status=0
    rm -f "$kept/$name.txt"         # so that no claim of an earlier run counts
    if [ $# -eq 1 ]; then
        lines=''            # without stdbuf, the output would come through the pipe all at once
        stdbuf -oL true 2>/dev/null && [ -z "$run" ] && lines='stdbuf -oL'
        { $run $lines "$program" || echo $? >"$scratch/status"; } | tee "$kept/$name.txt"
        [ ! -e "$scratch/status" ] || status=$(cat "$scratch/status")
    else
        printf '\n%s  %s\n' "$name" "$question"
        GT_COLOR=never $run "$program" --quick >"$kept/$name.txt" 2>&1 || status=$?
        [ -e "$scratch/busy" ] || ! grep '^BUSY MACHINE' "$kept/$name.txt" | sed 's/^/  /' || : >"$scratch/busy"
    fi
    claims_of "$kept/$name.txt" >"$scratch/claims"
    [ $# -eq 1 ] || awk -F '\t' '{
        line = sprintf("  %-14s %20s  %s", $1, $2, $3)
        print (length(line) > 120 ? substr(line, 1, 117) "..." : line) }' "$scratch/claims"
    if [ $status -ne 0 ]; then
        failed="$failed $name (exit $status)"
        [ $# -eq 1 ] || { echo "  FAILED, exit $status:"; tail -n 3 "$kept/$name.txt" | sed 's/^/    /'; }
    fi
    awk -v name="$name" '{ print name "\t" $0 }' "$scratch/claims" >>"$scratch/all_claims"
done

# The table of examples/README.md has lines **A** for sources, and below each rows | NUMBER | words of a claim | ... |
printf '\nclaims of                                                      hold   do not   open   not here\n'
awk -F '\t' -v one=$(($# == 1)) '
    FNR == NR && /^- \*\*[A-D]\*\* / {
        match($0, /"[^"]*"/)
        title[substr($0, 5, 1)] = substr($0, 5, 1) "  " substr($0, RSTART + 1, RLENGTH - 2)
    }
    FNR == NR && /^\*\*[^*]*\*\*$/ { source = substr($0, 3, 1); next }
    FNR == NR && /^\| [0-9][0-9] \| / {
        split($0, part, / \| /)
        n++; of[n] = substr($0, 3, 2); words[n] = part[2]; from[n] = source
        next
    }
    FNR == NR { next }
    {
        at = "E"
        for (i = 1; i <= n; i++) if (of[i] == substr($1, 1, 2) && index($4, words[i])) {
            at = from[i] ~ /[A-D]/ ? from[i] : "E"
            break
        }
        count[at, $2 == "holds" ? 1 : $2 == "does not hold" ? 2 : $2 == "not here" ? 4 : 3]++
        all[$2 == "holds" ? 1 : $2 == "does not hold" ? 2 : $2 == "not here" ? 4 : 3]++
    }
    END {
        title["E"] = "   other claims of the experiments"
        for (s = 1; s <= 5; s++) {
            k = substr("ABCDE", s, 1)
            if (count[k, 1] + count[k, 2] + count[k, 3] + count[k, 4])
                printf "%-62s %4d %8d %6d %10d\n", title[k], count[k, 1], count[k, 2], count[k, 3], count[k, 4]
        }
        printf "%-62s %4d %8d %6d %10d\n", "all", all[1], all[2], all[3], all[4]
        if (all[3]) print "open: too noisy or too few rounds; run the example on an idle machine" \
            (one ? "" : ", in full: make demo EX=05")
    }' "$here/../../README.md" "$scratch/all_claims"
printf '%s example%s in %s s\n' $# "$([ $# -eq 1 ] || echo s)" $(($(date +%s) - started_s))
[ $# -eq 1 ] || echo "They ran in short. To run one in full: make demo EX=05. Their output: $kept"
echo 'make plots draws pictures in build/plots (needs gnuplot)'
[ -z "$failed" ] || { printf 'FAILED:%s\n' "$failed"; exit 1; }
