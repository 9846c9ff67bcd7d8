#!/bin/sh
# Runs examples one after another and ends with the claims of all of them:
#
#     examples/demo.sh PROGRAM...        each with a slash in its path
#
# Several run in short, so that all of them together take less than a minute; one alone runs in full.
# A claim is a line `claim: ...` of an example's output, with those behind it that begin with seven blanks. When an
# example fails, the later ones still run.
set -u

scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
started_s=$(date +%s)
lines=''            # in a pipe, what an example prints would come all at once at its end
stdbuf -oL true 2>/dev/null && lines='stdbuf -oL'
failed=''

for program in "$@"; do
    name=$(basename "$program")
    short=''
    [ $# -eq 1 ] || short=--quick
    printf '\n======== %s ========\n\n' "$name${short:+ $short}"
    case $program in *.sh) run=sh ;; *) run=$lines ;; esac
    { $run "$program" $short; echo $? >"$scratch/status"; } | tee "$scratch/output"
    status=$(cat "$scratch/status")
    [ "$status" -eq 0 ] || failed="$failed $name (exit $status)"

    awk -v name="$name" '
        /^claim: / { if (claim) print claim; claim = "  " name "  " substr($0, 8); next }
        /^       [^ ]/ && claim { claim = claim substr($0, 7); next }
        claim { print claim; claim = "" }
        END { if (claim) print claim }' "$scratch/output" >"$scratch/claims"
    [ -s "$scratch/claims" ] || {
        if [ "$status" -eq 0 ]; then echo "  $name  made no claim"; else echo "  $name  failed: see above"; fi
    } >"$scratch/claims"
    cat "$scratch/claims" >>"$scratch/all_claims"
done

printf '\n======== claims ========\n\n'
awk '{
    line = "  " $1 " "
    for (i = 2; i <= NF; i++) {
        if (length(line) + length($i) >= 100) { print line; line = "     " }
        line = line " " $i
    }
    print line
}' "$scratch/all_claims"
count() { grep -cE "$1" "$scratch/all_claims"; }
holds=$(count ': holds \(')
fails=$(count ': does not hold \(')
here=$(count ': cannot be decided on this machine \(')
noisy=$(($(count ': cannot be decided') - here))
printf '\nclaims: %s; that hold: %s, that do not hold: %s, too noisy or too few rounds to decide: %s\n' \
    $((holds + fails + noisy + here)) "$holds" "$fails" "$noisy"
[ "$noisy" -eq 0 ] || echo '(these need an idle machine, and the example in full: make demo EX=05)'
[ "$here" -eq 0 ] || echo "that no run on this machine can decide: $here"
printf '%s example%s in %s s\n' $# "$([ $# -eq 1 ] || echo s)" $(($(date +%s) - started_s))
[ $# -eq 1 ] || echo 'They ran in short; in full, one by one: make demo EX=05, for example'
echo 'As pictures, in build/plots: make plots (needs gnuplot)'
[ -z "$failed" ] || { printf 'FAILED:%s\n' "$failed"; exit 1; }
