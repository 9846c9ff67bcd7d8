#!/bin/sh
# long: yes
# alone: yes
# The exercises of examples/exercises: each broken program fails for the reason that exercises.txt names, and each
# solution passes, as two students of one class. On a machine that is too busy to tell, that is said (skip).
. "$(dirname "$0")/../lib/graded.sh"

# A finding of the shape of samples needs a machine that is still enough to show that shape: tests/unit/test_findings.c
# proves these findings on the simulated device, and here a number that is wrong is as good a reason.
# Pages are the system's; a device that has memory of its own shows the number alone.
on_cpu() { ! "$GT_BUILD_DIR/examples/devices" 2>/dev/null | grep -q '^ *[0-9]*:[0-9].* gpu '; }     # a GPU is preferred
reasons_of() {
    for code in $(codes_of "$1"); do
        case $code in
        bimodal | alternate | cold-first) printf 'the kit reports %s|times the solution|' "$code" ;;
        copy-clouds) printf 'the kit reports copy-clouds|copies belong before|' ;;
        page-faults) printf 'the kit reports page-faults|'; on_cpu || printf 'times the solution|' ;;
        -)
            printf 'times the solution|could not overlap any other launch|of the frames are late|'
            printf 'before the array was copied|starts no thread|'
            ;;
        *) printf 'the kit reports %s|' "$code" ;;
        esac
    done
    echo 'nothing else'
}
# ---- names, rosters, tables: of files that do not compile, so that nothing has to run --------------------------------

odd_names() {
    odd=$scratch/odd
    mkdir -p "$odd/anna" "$odd/empty" "$odd/bob/deep" "$odd/zoë müller"
    for file in 'anna/03 my good.c' 'anna/2026-11-23_01.c' 'bob/ex03.c' '-rf_01.c' "o'neil_03.c" 'a
b_01.c' 'c	d_03.c' '23.11.2026 carl_03.c' 'zoë müller/03_v2.c' '=HYPERLINK(x)_01.c' '＝1_01.c' 'x;=1+1_03.c' \
        "$(printf 'red\23331m_01.c')" "$(printf 'e\302\23331m_03.c')" "$(printf 'm\374ller_01.c')" \
        "$(printf 'm\366ller_01.c')" 'y;"=1+1_01.c' \
        "$(printf 'gus\034_01.c')" \
        "$(printf 'lee\355\240\200\340\200\233_01.c')" 'bob/01_old.c' 'bob/01_new.c' \
        20251224_03.c 20251205_03.c s20251224_01.c s20251205_01.c '2026-11-24T10:11:12 fay 01.c' 2026-11-24_03.c \
        dan_99.c 03.c bob/notes.txt bob/mine.c bob/02_later.c bob/deep/04.c; do echo nothing >"$odd/$file"; done
    touch -d '2 days ago' "$odd/bob/01_old.c"
    printf '%s\n' '#error \033]0;owned\007 of u' >"$odd/$(printf 'm\374ller_01.c')"
    echo '#error of o' >"$odd/$(printf 'm\366ller_01.c')"
    printf '#error \033[31m\033]0;red\007 \23331m \302\23331m \342\200\256 back\n' >"$odd/anna/2026-11-23_01.c"
    mkfifo "$odd/bob/04.c"
    ln -s /etc/passwd "$odd/bob/05.c"
    printf 'Name,mail\r\nanna,x\r\n"eva",y\r\ngil;z\r\n"Ohm, Ina ""Io""";z\r\n' >"$scratch/roster.csv"
    (EX=1,03 ROSTER=$scratch/roster.csv PSEUDONYMS=yes && export EX ROSTER PSEUDONYMS &&
        sh $grader/class.sh "$odd" "$scratch/odd.csv") >"$scratch/table" 2>"$scratch/stderr" || cat "$scratch/stderr"
    cat "$scratch/table" "$scratch/odd.csv"
}
every_file_appears_in_the_result() {
    # STUDENT NN MARK FILE
    while IFS='|' read -r student id mark file; do
        echo "$student|$id|$mark|$file"
        grep -qF "\"$student\",$id,$mark," "$scratch/odd.csv"
        grep -F "\"$student\",$id,$mark," "$scratch/odd.csv" | grep -qF "\"$file\""
    done <<'END'
anna|03|fail|anna/03 my good.c
anna|01|fail|anna/2026-11-23_01.c
bob|03|fail|bob/ex03.c
rf|01|fail|'-rf_01.c
o'neil|03|fail|o'neil_03.c
a?b|01|fail|a?b_01.c
c?d|03|fail|c?d_03.c
carl|03|fail|23.11.2026 carl_03.c
zoë müller|03|fail|zoë müller/03_v2.c
'=HYPERLINK(x)|01|fail|'=HYPERLINK(x)_01.c
'＝1|01|fail|'＝1_01.c
bob|01|fail|bob/01_new.c
bob|01|not graded|bob/01_old.c
x;'=1+1|03|fail|x;'=1+1_03.c
red?31m|01|fail|red?31m_01.c
e??31m|03|fail|e??31m_03.c
m?ller|01|fail|m?ller_01.c
m?ller (2)|01|fail|m?ller_01.c
y;'""=1+1|01|fail|y;'""=1+1_01.c
gus?|01|fail|gus?_01.c
lee??????|01|fail|lee??????_01.c
20251224|03|fail|20251224_03.c
20251205|03|fail|20251205_03.c
s20251224|01|fail|s20251224_01.c
s20251205|01|fail|s20251205_01.c
fay|01|fail|2026-11-24T10:11:12 fay 01.c
|03|not graded|2026-11-24_03.c
dan|99|not graded|dan_99.c
|03|not graded|03.c
bob||not graded|bob/notes.txt
bob||not graded|bob/mine.c
bob|02|not graded|bob/02_later.c
bob||not graded|bob/deep
bob||not graded|bob/04.c
bob||not graded|bob/05.c
empty||not graded|empty
eva|01|missing|
gil|01|missing|
Ohm, Ina ""Io""|01|missing|
END
    grep -q 'the newest of 2 files' "$scratch/odd.csv"
    grep -q 'it does not compile: 03 my good.c:1: ' "$scratch/odd.csv"
    [ "$(grep -c ',not graded,' "$scratch/odd.csv")" -eq 11 ]
    grep -E '^"m\?ller( \(2\))?",01,' "$scratch/odd.csv" | grep -c '#error' | grep -qx 2
    [ "$(grep -E '^"m\?ller",01,' "$scratch/odd.csv" | grep -c 'of u')" -ne \
        "$(grep -E '^"m\?ller \(2\)",01,' "$scratch/odd.csv" | grep -c 'of u')" ]
    grep -q '^25 files, ' "$scratch/table" && grep -q '^11 more files or folders were not graded' "$scratch/table"
}
# (A line that begins with "!" stops no test.)
holds_no() { if LC_ALL=C grep -aE "$1"; then return 1; fi; }
nothing_speaks_to_the_terminal() {
    # Controls of seven bits, of eight, and what turns text around.
    controls=$(printf '[\001-\010\013-\037\177]|\302[\200-\237]|[\001-\177][\200-\277]|\342\200[\252-\256]')
    grep -q '#error .31m' "$scratch/odd.csv"
    cat "$scratch/table" "$scratch/stderr" "$scratch"/odd*.csv "$scratch/odd.html" | holds_no "$controls"
    status=0
    grade 01 "$scratch/odd/anna/2026-11-23_01.c" || status=$?
    [ $status -eq 1 ] && grep -q 'error' "$scratch/stderr"
    cat "$scratch/table" "$scratch/stderr" | holds_no "$controls"
    # Some shells read a backslash in what they print.
    grade 01 "$scratch/odd/$(printf 'm\374ller_01.c')" || status=$?
    grep -qF '#error \033]0;owned\007' "$scratch/table"
    cat "$scratch/table" "$scratch/stderr" | holds_no "$controls"
    # A reason has an end.
    { printf '#error '; head -c 900000 /dev/zero | tr '\0' x; } >"$scratch/long.c"
    grade 01 "$scratch/long.c" || status=$?
    [ "$(wc -c <"$scratch/table")" -lt 1000 ]
}
a_page_of_signs_holds_no_name() {
    holds_no 'anna|bob|carl|eva|HYPERLINK|zo' <"$scratch/odd.html"
    sign=$(sed -n 's/^"anna",03,.*"\([0-9a-f]*\)"$/\1/p' "$scratch/odd.csv")
    [ ${#sign} -eq 6 ] && grep -q "<tr><td>$sign" "$scratch/odd.html"
    # Nor does the order of its rows tell them.
    sed -n '/Not graded/,$d; s/^<tr><td>\([0-9a-f]*\)$/\1/p' "$scratch/odd.html" >"$scratch/rows"
    [ "$(wc -l <"$scratch/rows")" -gt 10 ] && LC_ALL=C sort -c "$scratch/rows"
}
tables_are_tables() {
    command -v python3 >/dev/null || skip 'there is no python3'
    python3 - "$scratch/odd.csv" "$scratch/odd-book.csv" <<'END'
import csv, sys
for path in sys.argv[1:]:
    rows = list(csv.reader(open(path, newline="", encoding="utf-8")))
    assert len(rows) > 5 and all(len(row) == len(rows[0]) for row in rows), path
    for delimiter in ",;\t":
        rows = csv.reader(open(path, newline="", encoding="utf-8"), delimiter=delimiter)
        assert not any(cell[:1] in "=+@\t\r＝＋－＠" and cell[:1] for row in rows for cell in row), path
END
}
without_a_sandbox_nothing_is_graded() {
    mkdir -p "$scratch/no_bwrap"
    printf '#!/bin/sh\necho "bwrap: No permissions to create new namespace" >&2\nexit 1\n' >"$scratch/no_bwrap/bwrap"
    chmod +x "$scratch/no_bwrap/bwrap"
    status=0
    (unset SANDBOX; PATH=$scratch/no_bwrap:$PATH sh $grader/grade.sh 01) \
        >"$scratch/table" 2>"$scratch/stderr" || status=$?
    cat "$scratch/table" "$scratch/stderr"
    [ $status -eq 2 ] && grep -q 'no sandbox here: bwrap: No perm' "$scratch/stderr" &&
        grep -q 'SANDBOX=none' "$scratch/stderr"
    [ ! -s "$scratch/table" ]
}
# Between the look at the folder and the copy: the sort of the folder's names puts a link in the file's place.
a_link_swapped_in_is_not_followed() {
    mkdir -p "$scratch/swap/anna" "$scratch/swap_bin"
    echo nothing >"$scratch/swap/anna/01.c"
    echo 'int other;' >"$scratch/other.c"
    cat >"$scratch/swap_bin/sort" <<END
#!/bin/sh
sorted=\$(mktemp)
$(command -v sort) "\$@" >"\$sorted"
! grep -q 'anna/01.c' "\$sorted" || ln -sf "$scratch/other.c" "$scratch/swap/anna/01.c"
cat "\$sorted"
rm "\$sorted"
END
    chmod +x "$scratch/swap_bin/sort"
    PATH=$scratch/swap_bin:$PATH sh $grader/class.sh "$scratch/swap" "$scratch/swap.csv"
    [ -h "$scratch/swap/anna/01.c" ]
    cat "$scratch/swap.csv"
    grep -q '"anna",01,not graded,"it cannot be read"' "$scratch/swap.csv"
}
# Names with the same sum (of cksum): nobody gets another one's mark by choosing a name.
a_name_with_the_same_sum_is_another() {
    mkdir -p "$scratch/sums"
    [ "$(printf mjrvhliz | cksum)" = "$(printf hvyfhkfm | cksum)" ]
    for name in mjrvhliz hvyfhkfm; do echo "#error of $name" >"$scratch/sums/${name}_01.c"; done
    sh $grader/class.sh "$scratch/sums" "$scratch/sums.csv"
    for name in mjrvhliz hvyfhkfm; do
        grep "^\"$name\",01,fail," "$scratch/sums.csv" | grep "#error of $name"
    done
}
# A name behind a tab reads no other one's file; who is called so to the letter keeps the name, whoever came first; a
# letter of two characters is that of one.
a_name_is_its_owners() {
    mkdir -p "$scratch/owners"
    tab=$(printf '\t')
    for name in anna 'anna ' "${tab}anna" "$(printf 'dora\342\200\257')" "$(printf 'emil\342\200\250')" \
        "$(printf 'zoe\314\210')" "$(printf 'fritz\341\236\264')"; do
        mkdir "$scratch/owners/$name"
        printf '#error of <%s>\n' "$(printf %s "$name" | od -An -tx1 | tr -d ' \n')" >"$scratch/owners/$name/01.c"
    done
    touch -d '2 days ago' "$scratch/owners/anna /01.c"
    printf '#error of gina\n' >"$scratch/owners/gina_01.c"
    printf '#error of tab\n' >"$scratch/owners/${tab}gina_01.c"
    # A character that stands for a line end stands for itself, too.
    printf '#error of line\n' >"$scratch/owners/$(printf 'a\nb_01.c')"
    printf '#error of one\n' >"$scratch/owners/$(printf 'a\001b_01.c')"
    printf '%s\n' zoë "$(printf 'zoe\314\210')" "$(printf 'hugo\033[31m')" >"$scratch/owners.txt"
    EX=1 ROSTER=$scratch/owners.txt sh $grader/class.sh "$scratch/owners" "$scratch/owners.csv"
    cat "$scratch/owners.csv"
    while IFS='|' read -r student of; do
        grep "^\"$student\",01,fail," "$scratch/owners.csv" | grep -q "#error of $of[\";]"
    done <<'END'
anna|<616e6e61>
anna (2)|<616e6e6120>
?anna|<09616e6e61>
dora?|<646f7261e280af>
emil?|<656d696ce280a8>
fritz?|<667269747ae19eb4>
zoë|<7a6f65cc88>
gina|gina
?gina|tab
END
    for of in line one; do grep '^"a?b\( (2)\)*",01,fail,' "$scratch/owners.csv" | grep "#error of $of;"; done
    # Names of the roster are shown as those of files are: zoë is one, and none speaks to a terminal.
    [ "$(grep -c ',missing,' "$scratch/owners.csv")" -eq 1 ] && grep -qF '"hugo?[31m",01,missing' "$scratch/owners.csv"
}
what_a_folder_holds_has_an_end() {
    mkdir -p "$scratch/many/anna/deep"
    for k in $(seq 150); do : >"$scratch/many/anna/$k.txt"; done
    EX=1 && export EX
    sh $grader/class.sh "$scratch/many" "$scratch/many.csv"
    [ "$(grep -c 'not graded,"its name does not end' "$scratch/many.csv")" -le 100 ]
    grep -q '"anna",,not graded,"51 more files or folders are not listed"' "$scratch/many.csv"
}
odd_names >"$scratch/odd.log" 2>&1
# Runs differ: the numbers of a mark are those of the run nearest to the ratio of the reason, not of the last run.
numbers_of_a_mark_give_its_ratio() {
    for row in "anna	your number is 1.48 times the solution's" 'bob	the result is wrong'; do
        printf '%s\t01\t-\t01.c\t%s\t-\t%s\n' "${row%	*}" FAIL "${row#*	}"
        printf '\t%s\n' '1 theirs number 2' '1 yours number 3' '2 theirs number 4' '2 yours number 8'
    done >"$scratch/told"
    awk -F "$(printf '\t')" -v ids=01 -v table=$grader/exercises.txt -v csv="$scratch/told.csv" -v book=/dev/null \
        -v page=/dev/null -v sandbox=yes -v others=/dev/null -f $grader/class.awk "$scratch/told"
    cat "$scratch/told.csv"
    grep -q '^"anna",01,.*,3,2,' "$scratch/told.csv"
    grep -q '^"bob",01,.*,8,4,' "$scratch/told.csv"
}
check numbers_of_a_mark_give_its_ratio
check every_file_appears_in_the_result
check nothing_speaks_to_the_terminal
check a_page_of_signs_holds_no_name
check tables_are_tables
check a_link_swapped_in_is_not_followed
check a_name_with_the_same_sum_is_another
check a_name_is_its_owners
check what_a_folder_holds_has_an_end
check without_a_sandbox_nothing_is_graded
a_container_that_forbids_less_has_a_sandbox() {
    [ "$SANDBOX" = yes ] || skip 'no sandbox here'
    mkdir -p "$scratch/old_bwrap"
    printf '#!/bin/sh\ncase "$*" in *--disable-userns*) exit 1 ;; esac\nexec %s "$@"\n' "$(command -v bwrap)" \
        >"$scratch/old_bwrap/bwrap"
    chmod +x "$scratch/old_bwrap/bwrap"
    status=0
    (unset SANDBOX GT_SANDBOX_NESTED; PATH=$scratch/old_bwrap:$PATH \
        sh $grader/grade.sh 01 "$scratch/odd/anna/03 my good.c") >"$scratch/table" 2>&1 || status=$?
    cat "$scratch/table"
    [ $status -eq 1 ] && grep -q 'it does not compile: 03 my good.c:1' "$scratch/table"
}
check a_container_that_forbids_less_has_a_sandbox

needs_a_device
the_time_of_a_class_begins_when_all_is_built() {
    mkdir -p "$scratch/slow/anna"
    cp $folder/tasks/01_*.c "$scratch/slow/anna"
    printf '#!/bin/sh\ncase " $* " in *" source.c "*) sleep 6 ;; esac\nexec %s "$@"\n' "$CC" >"$scratch/slow/cc"
    chmod +x "$scratch/slow/cc"
    (SANDBOX=none CC=$scratch/slow/cc EX=1 GT_GRADE_PAIRS=1 GT_GRADE_BUDGET=5 &&
        export SANDBOX CC EX GT_GRADE_PAIRS GT_GRADE_BUDGET &&
        sh $grader/class.sh "$scratch/slow" "$scratch/slow.csv") || true        # 3: it could not be graded now
    grep '^"anna",01,' "$scratch/slow.csv"
    grep -c 'the time for this class is over' "$scratch/slow.csv" | grep -qx 0
}
check the_time_of_a_class_begins_when_all_is_built
mkdir -p "$scratch/class/broken" "$scratch/class/repaired"
cp $folder/tasks/[0-9][0-9]_*.c "$scratch/class/broken"
cp $folder/solutions/*.c "$scratch/class/repaired"
WARNINGS="$WARNINGS $WARNINGS_C"
export WARNINGS
# Stopped after the first mark, and begun again: that mark stays.
sh $grader/class.sh "$scratch/class" "$scratch/marks.csv" >/dev/null 2>&1 &
stopped=$!
for _ in $(seq 600); do
    first=$(ls "$GT_GRADES"/*/*/verdict 2>/dev/null | head -n 1)
    [ -z "$first" ] || break
    sleep 0.1
done
kill "$stopped"
wait "$stopped" 2>/dev/null
ls -i "${first:-/}" >"$scratch/first"
GT_GRADE_PAIRS=5 GT_GRADE_BUDGET=180 class
a_mark_outlives_a_stop() {
    [ -n "$first" ] || skip 'there was no mark in 60 s'
    ! grep -q '^cannot' "$first" || skip 'that could not be graded, and was tried again'
    ls -i "$first" | diff "$scratch/first" -
}
check a_mark_outlives_a_stop
programs_compile_without_a_warning() {
    [ "$(cat "$GT_GRADES"/*/*/in/source.c | grep -c 'include "grade.h"')" -ge 44 ]
    for words in "$GT_GRADES"/*/*."$(sign_of broken)"/in/words \
        "$GT_GRADES"/*/*."$(sign_of repaired)"/in/words; do
        echo "$words"
        [ ! -s "$words" ]
    done
}
check programs_compile_without_a_warning
for id in $ids; do
    graded "broken_${id}_fails_for_its_reason" broken "$id" fail "$(reasons_of "$id")"
    graded "solution_${id}_passes" repaired "$id" pass "times the solution's number"
done
what_was_graded_is_not_graded_again() {
    cp "$scratch/marks.csv" "$scratch/before"
    ! grep -q ',cannot now,' "$scratch/before" || skip 'some could not be graded, and are tried again'
    class
    grep -q '; 0 to grade' "$scratch/table"
    cmp "$scratch/before" "$scratch/marks.csv"
}
the_gradebook_counts() {
    cat "$scratch/marks-book.csv"
    expected=$(grep -c '^"repaired",.*,pass,' "$scratch/marks.csv")
    grep -q "^\"repaired\".*,$expected\$" "$scratch/marks-book.csv"
    grep -q '^"broken".*,0$' "$scratch/marks-book.csv"
    grep -q '<td class="fail" title="the kit reports no-sync' "$scratch/marks.html"
}
# Nothing is wider than the window, whatever the names and reasons are.
marks_fit_a_telephone() {
    command -v chromium >/dev/null && command -v python3 >/dev/null || skip 'there is no chromium'
    for page in marks odd; do
        python3 tests/lib/browser.py "$scratch/$page.html" 400 >"$scratch/browser"
        cat "$scratch/browser"
        grep -q '^wide 0$' "$scratch/browser"
    done
}
check what_was_graded_is_not_graded_again
check marks_fit_a_telephone
check the_gradebook_counts
