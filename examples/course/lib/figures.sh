#!/bin/sh
# figures.sh - runs the experiments, and prints the outcome of each claim in the table of examples/README.md:
#
#     make figures                               prints the table with the figures of this machine
#     GT_DEVICE=gpu make figures COLUMN=GPU     also writes them to that column of the table (columns: PoCL, GPU)
#     sh examples/course/lib/figures.sh --quick 08 23       runs only examples 08 and 23, in short
#
# A row of the table names an example by its number, and a claim by some of its words. It is an error if the example
# prints no such claim (except in short, which leaves some out), and if an example fails. build/figures keeps the output
# of the examples.
set -u

awk() { LC_ALL=C command awk "$@"; }        # in a locale with a decimal comma, some awks read 1.5 as 1
here=$(dirname "$0")
build=${GT_BUILD_DIR:-$here/../../../build}
table=$here/../../README.md
kept=$build/figures
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
short='' column='' wanted=''
while [ $# -gt 0 ]; do
    case $1 in
    --quick) short=--quick ;;
    --column) column=${2-}; shift ;;
    [0-9][0-9]) wanted="$wanted $1" ;;
    '') ;;
    *) sed -n '2,10s/^# \{0,1\}//p' "$0"; exit 2 ;;
    esac
    shift
done
[ -z "$column" ] || grep -q "^- \*$column\*: " "$table" ||
    { echo "figures: the table has no column $column" >&2; exit 2; }
[ -n "$wanted" ] || wanted=$(sed -n 's/^| \([0-9][0-9]\) | .*/\1/p' "$table" | sort -u | tr '\n' ' ')

failed=''
mkdir -p "$kept" || exit 1
: >"$scratch/claims"
for number in $wanted; do
    program=$(ls "$build"/examples/"$number"_* "$here"/../"$number"_*.sh 2>/dev/null | grep -vE '\.(o|d|dep)$' |
        head -n 1)
    [ -n "$program" ] || { failed="$failed $number (not built: make examples)"; continue; }
    echo "== $(basename "$program")" >&2
    case $program in *.sh) run=sh ;; *) run='' ;; esac
    # shellcheck disable=SC2086
    GT_COLOR=never $run "$program" $short >"$kept/$number.txt" 2>"$scratch/errors" || failed="$failed $number (exit $?)"
    tail -n 3 "$scratch/errors" >&2
    # Joins the lines of a claim to one: "NUMBER sentence: outcome (figures)".
    awk -v number="$number" '
        function out() { if (claim != "") { gsub(/  +/, " ", claim); print number "\t" claim } claim = "" }
        /^claim: / { out(); claim = substr($0, 8); next }
        /^       [^ ]/ && claim != "" { claim = claim substr($0, 7); next }
        { out() }
        END { out() }' "$kept/$number.txt" >>"$scratch/claims"
    # The head of the report names the device: in the lines up to "| idle clFinish", or in gtprof's first line.
    [ -s "$scratch/device" ] || awk '/ \| / { on = 1 } on && (/^$/ || /^device /) { exit } on { text = text " " $0 }
            / idle clFinish/ { exit }
        END { gsub(/  +/, " ", text); sub(/ \| idle clFinish.*/, "", text); sub(/^ /, "", text); print text }' \
        "$kept/$number.txt" | grep ' | ' >"$scratch/device"
done

awk -F '\t' -v wanted=" $wanted " -v short="$short" -v failures="$scratch/missing" '
    function cell(text,    a, outcome) {
        outcome = text ~ /: holds \(/ ? "holds" : text ~ /: does not hold \(/ ? "does not hold" : \
            text ~ /on this machine \(/ ? "not here" : text ~ /: too few rounds \(/ ? "too few rounds" : "too noisy"
        sub(/^.*: (holds|does not hold|too noisy|too few rounds|cannot be decided on this machine) \(/, "", text)
        sub(/\)$/, "", text)
        if (text ~ /in the median round/) {
            gsub(/medians |, n=[0-9]*$|, [0-9]+ against .*$/, "", text)
            sub(/; in the median round /, "; ", text)
            if (match(text, /, 99 % interval .* to .*$/)) {
                a = substr(text, RSTART)
                text = substr(text, 1, RSTART - 1)
                sub(/, 99 % interval /, "", a)
                sub(/ to /, ", ", a)
                text = text " [" a "]"
            }
        }
        return outcome ": " text
    }
    FNR == NR { n++; of[n] = $1; claim[n] = $2; next }
    /^\| [0-9][0-9] \| / {
        number = substr($0, 3, 2)
        if (split($0, part, / \| /) == 6 && index(wanted, " " number " ")) {
            for (i = n; i > 0 && !(of[i] == number && index(claim[i], part[2])); i--) { }
            if (!i && !short) print "no claim of example " number " has: " part[2] >failures
            print number "\t" part[2] "\t" (i ? cell(claim[i]) : short ? "not in short" : "no such claim")
        }
    }' "$scratch/claims" "$table" >"$scratch/cells"
about="$(cat "$scratch/device"), $(date +%Y-%m-%d), \
load average $(cut -d' ' -f1 /proc/loadavg 2>/dev/null || echo unknown) \
on $(getconf _NPROCESSORS_ONLN) processors at the end${short:+, $short}"
echo "$about"
awk -F '\t' '{ printf "| %s | %s | %s |\n", $1, $2, $3 }' "$scratch/cells"

if [ -n "$column" ] && [ -s "$scratch/cells" ]; then
    awk -F '\t' -v column="$column" -v about="$about" '
        FNR == NR { new[$1 "\t" $2] = $3; next }
        index($0, "- *" column "*: ") == 1 { print "- *" column "*: " about; next }
        /^\| [0-9][0-9] \| / {
            n = split(substr($0, 3), part, / \| /)
            sub(/ \|$/, "", part[n])
            key = part[1] "\t" part[2]
            if (n == 6 && key in new) part[column == "PoCL" ? 5 : 6] = new[key]
            line = "|"
            for (i = 1; i <= n; i++) line = line " " part[i] " |"
            print line
            next
        }
        { print }' "$scratch/cells" "$table" >"$scratch/table" && cat "$scratch/table" >"$table"
fi
[ ! -s "$scratch/missing" ] || { cat "$scratch/missing" >&2; exit 1; }
[ -z "$failed" ] || { echo "figures: failed:$failed" >&2; exit 1; }
