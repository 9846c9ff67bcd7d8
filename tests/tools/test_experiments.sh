#!/bin/sh
# The table of experiments in examples/README.md: every experiment stands in it, every claim in it is one that its
# example makes, and examples/course/lib/figures.sh puts into it what the examples print.
. "$(dirname "$0")/../lib/check.sh"

table=examples/README.md
numbers() { sort -u | tr '\n' ' '; }
experiments() {
    ls examples/course/[0-9][0-9]_*.c examples/course/[0-9][0-9]_*.sh | sed 's@examples/course/\(..\)_.*@\1@'
}

every_experiment_has_a_question_and_a_claim() {
    experiments | numbers >"$scratch/there"
    sed -n '/^## The experiments/,/^## The sources/s/^| \([0-9][0-9]\) | .* | \([0-9][0-9]\) | .*/\1\n\2/p' $table |
        numbers | diff "$scratch/there" -
    sed -n '/^## Claims and figures/,$s/^| \([0-9][0-9]\) | .*/\1/p' $table | numbers | diff "$scratch/there" -
}
# The texts of an example and of the headers that it includes, those that stand side by side joined.
texts() {
    for file in "$@"; do
        cat "$file"
        sed -n 's@^#include "\([a-z_/]*\.h\)".*@examples/course/\1@p' "$file" | while read -r header; do
            [ ! -f "$header" ] || cat "$header"
        done
    done | tr '\n' ' ' | sed 's/"  *"//g'
}
every_claim_of_the_table_is_one_of_its_example() {
    sed -n '/^## Claims and figures/,$s/^| \([0-9][0-9]\) | \([^|]*\) | .*/\1 \2/p' $table >"$scratch/rows"
    [ "$(wc -l <"$scratch/rows")" -ge 60 ]
    while read -r number claim; do
        texts examples/course/"$number"_* >"$scratch/texts"
        grep -qF "$claim" "$scratch/texts" || { echo "example $number does not say: $claim"; missing=yes; }
    done <"$scratch/rows"
    [ -z "${missing-}" ]
}
# Figures of experiments stand in that table, and nowhere else.
the_main_readme_has_no_figure_of_an_experiment() {
    if grep -nE '^- `[0-9][0-9]_[a-z_]+`|^ +\*(PoCL|GPU|Short)[^*]*:\*' README.md; then return 1; fi
}

# A copy of the script beside a table of three rows; stand-ins for two examples.
stand_ins() {
    mkdir -p "$scratch/examples/course/lib" "$scratch/build/examples"
    cp examples/course/lib/figures.sh "$scratch/examples/course/lib"
    cat >"$scratch/examples/README.md" <<'END'
- *PoCL*: not run
- *GPU*: not run

| | claim | where | its figure | PoCL | H100 |
| --- | --- | --- | --- | --- | --- |
| 31 | one takes over 2 times | A | 42 ms | not run | not run |
| 32 | a fact | B | - | not run | 3 (2026-11-21) |
END
    cat >"$scratch/build/examples/31_one" <<'END'
#!/bin/sh
echo 'a processor | OpenCL 3.0 | a platform | idle clFinish 40 ns'
echo 'claim: one takes over 2 times as long as'
echo '       two: holds'
echo '       (medians 69.4 us and 28.7 us; in the median round 2.44 times, 99 % interval 2.39 to 2.49,'
echo '       n=1000)'
END
    cat >"$scratch/build/examples/32_two" <<'END'
#!/bin/sh
echo 'claim: a fact: does not hold (in 2 of 3 passes)'
exit ${STATUS-0}
END
    chmod +x "$scratch/build/examples"/*
}
figures() { GT_BUILD_DIR="$scratch/build" sh "$scratch/examples/course/lib/figures.sh" "$@"; }

figures_are_put_into_their_column_and_nothing_else_changes() {
    stand_ins
    cp "$scratch/examples/README.md" "$scratch/before"
    figures --column GPU
    sed -e 's/| not run |$/| holds: 69.4 us and 28.7 us; 2.44 times [2.39, 2.49] |/' \
        -e 's/| 3 (2026-11-21) |$/| does not hold: in 2 of 3 passes |/' -e '/^- \*GPU/d' \
        "$scratch/before" >"$scratch/expected"
    grep -q '^- \*GPU\*: a processor | OpenCL 3.0 | a platform, 20' "$scratch/examples/README.md"
    sed '/^- \*GPU/d' "$scratch/examples/README.md" | diff "$scratch/expected" -
}
without_a_column_the_table_stays_as_it_is() {
    stand_ins
    cp "$scratch/examples/README.md" "$scratch/before"
    figures 31 >"$scratch/out"
    grep -qF '| 31 | one takes over 2 times | holds: 69.4 us and 28.7 us; 2.44 times [2.39, 2.49] |' "$scratch/out"
    if grep '^| 32 ' "$scratch/out"; then return 1; fi
    cmp "$scratch/before" "$scratch/examples/README.md"
}
a_row_without_its_claim_and_an_example_that_fails_are_errors() {
    stand_ins
    if STATUS=1 figures 2>"$scratch/errors"; then return 1; fi
    grep -q 'failed: 32 (exit 1)' "$scratch/errors"
    sed -i 's/a fact/another fact/' "$scratch/examples/README.md"
    if figures 2>"$scratch/errors"; then return 1; fi
    grep -q 'no claim of example 32 has: another fact' "$scratch/errors"
    if figures --column H200; then return 1; fi
}

# The compiler is a stand-in that looks for the source from where the script has gone.
example_22_runs_from_any_folder() {
    root=$PWD
    printf '#!/bin/sh\n[ ! -f examples/course/lib/sum.c ] || exit 9\n' >"$scratch/cc"
    chmod +x "$scratch/cc"
    status=0
    (unset GT_SOURCE_DIR; cd /; CC="$scratch/cc" sh "$root/examples/course/22_unmodified.sh") || status=$?
    [ "$status" -eq 9 ]
}

check every_experiment_has_a_question_and_a_claim
check every_claim_of_the_table_is_one_of_its_example
check the_main_readme_has_no_figure_of_an_experiment
check example_22_runs_from_any_folder
check figures_are_put_into_their_column_and_nothing_else_changes
check without_a_column_the_table_stays_as_it_is
check a_row_without_its_claim_and_an_example_that_fails_are_errors
