#!/bin/sh
# long: yes
# Files that the kit writes, read by standard parsers: whole or not there, the same in every locale, with names that
# nobody would choose; and what a full disk or a bad folder leaves.
. "$(dirname "$0")/../lib/check.sh"
unset GT_JSON GT_CSV GT_MARKDOWN GT_TRACE GT_JSON_SAMPLES GT_REPORT GT_AUDIT SOURCE_DATE_EPOCH

# ./writes SCOPES: this many scopes in scopes; names that need care; never reports
cat >"$scratch/writes.c" <<'END'
#define GPUTIME_IMPLEMENTATION
#include "gputime.h"
int main(int argc, char **argv) {
    static const char *const names[] = {
        "a \"quote\", a comma", "two\r\nlines\t\001\033[31m\177", "<b>&amp;|`*_", "a/b\\c",
        "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", "bad \xff\xc3(\xed\xa0\x80\xf0\x80\x80\x80", "" };
    static char longest[10241];
    int i, n = argc > 1 ? atoi(argv[1]) : 30;
    gt_scope s;
    memset(longest, 'x', sizeof longest - 1);
    for (i = 0; i < 7; i++) {
        s = gt_scope_begin(names[i]);
        gt_scope_end(&s);
    }
    s = gt_scope_begin(longest);
    gt_scope_end(&s);
    for (i = 0; i < n; i++) GT_SCOPE("outer") { GT_SCOPE("inner") { GT_WORK(1, 2); } }
    gt_series_add("from elsewhere", 0.0 / argc + 1.5);
    gt_series_add("from elsewhere", 1e300 * 1e300);
    if (argc > 2) return gt_write_file(argv[2], gt_write_csv) != GT_OK && gt_report(stdout) == GT_OK;
    return 0;
}
END
strict='-std=c99 -D_POSIX_C_SOURCE=200809L -I. -DGPUTIME_FLAGS="-O1"'
quick="$quick_cc -O0 -D__OPTIMIZE__=1"      # says that it is optimised, so that no finding speaks of that
writes() { [ -x "$scratch/writes" ] || $quick $strict -o "$scratch/writes" "$scratch/writes.c"; }
python=''
for candidate in python3 /usr/bin/python3; do
    [ -n "$python" ] || ! $candidate -c 'import jsonschema' 2>/dev/null || python=$candidate
done
need_python() { [ -n "$python" ] || skip 'no python3 with jsonschema: make deps'; }
fresh() { rm -rf "$scratch/run"; mkdir "$scratch/run"; writes; }
refuses() { # CHECK FILE EXPRESSION...: FILE is no longer right after each of these expressions of sed, which change it
    refuses_what=$1 refuses_file=$2
    shift 2
    for wrong in "$@"; do
        sed "$wrong" "$refuses_file" >"$scratch/run/wrong.json"
        if cmp -s "$refuses_file" "$scratch/run/wrong.json"; then return 1; fi
        if $python tests/lib/files.py "$refuses_what" "$scratch/run/wrong.json"; then return 1; fi
    done
}
alone() { ls -A "$scratch/run" >"$scratch/there"; cat "$scratch/there"; [ "$(cat "$scratch/there")" = "$*" ]; }

a_program_that_never_reports_writes_a_valid_document() {
    need_python
    fresh
    GT_JSON="$scratch/run/x.json" "$scratch/writes" >"$scratch/out" 2>&1
    [ ! -s "$scratch/out" ]
    alone x.json
    $python tests/lib/files.py schema "$scratch/run/x.json"
    grep -q '"flags":"-O1"' "$scratch/run/x.json"
}
a_document_without_a_field_or_with_another_type_is_refused() {    # the check above can fail
    need_python
    fresh
    GT_JSON="$scratch/run/x.json" "$scratch/writes"
    refuses schema "$scratch/run/x.json" 's/"lost":0/"lost":"0"/' 's/"kit":/"kot":/' \
        's/"severity":"warning"/"severity":"bad"/' 's/"lost":0/"lost":0,"lost":0/'
}
names_come_back_from_a_standard_parser() {
    need_python
    fresh
    GT_JSON="$scratch/run/x.json" GT_CSV="$scratch/run/x.csv" "$scratch/writes"
    $python - "$scratch/run" <<'END'
import csv, json, sys
bad = b"bad \xff\xc3(\xed\xa0\x80\xf0\x80\x80\x80"
names = ['a "quote", a comma', "two\r\nlines\t\x01\x1b[31m\x7f", "<b>&amp;|`*_", "a\\/b\\\\c", "\xe9\u20ac\U0001f600",
         None, "", "x" * 10240]
document = json.load(open(sys.argv[1] + "/x.json", encoding="utf-8"))
got = [s["series"] for s in document["series"]]
for i, name in enumerate(names):
    assert got[i] == name or i == 5, (i, got[i][:100])
assert got[5] == "bad \ufffd\ufffd(" + 7 * "\ufffd", got[5]
rows = list(csv.reader(open(sys.argv[1] + "/x.csv", encoding="latin-1", newline="")))
got = [r[0].encode("latin-1") for r in rows[1:9]]
assert got[0].decode() == names[0] and got[1].decode() == names[1], got
assert got[5] == bad and got[7].decode() == names[7], got
assert all(len(r) == len(rows[0]) for r in rows)
END
}
samples_are_those_of_the_csv() {
    need_python
    fresh
    GT_JSON="$scratch/run/x.json" GT_CSV="$scratch/run/x.csv" "$scratch/writes" 200
    GT_JSON_SAMPLES=0 GT_JSON="$scratch/run/small.json" "$scratch/writes" 200
    $python - "$scratch/run" <<'END'
import csv, json, sys
document = json.load(open(sys.argv[1] + "/x.json", encoding="utf-8"))
rows = list(csv.DictReader(open(sys.argv[1] + "/x.csv", encoding="latin-1", newline="")))
number = lambda text: float(text) if text else None
at = 0
for s in document["series"]:
    for k in range(s["kept"]):
        for column, values in s["samples"].items():
            assert number(rows[at][column]) == values[k], (s["series"], column, k)
        at += 1
assert at == len(rows) > 400
small = json.load(open(sys.argv[1] + "/small.json", encoding="utf-8"))
assert not any("samples" in s for s in small["series"]) and small["settings"] == {"GT_JSON_SAMPLES": "0"}
END
}
the_process_and_stdout_can_be_named() {
    fresh
    (cd "$scratch/run" && GT_JSON=a%p.json "$scratch/writes" && GT_CSV=- "$scratch/writes" >b)
    grep -q '^series,thread,sample,' "$scratch/run/b"
    ls "$scratch/run" | grep -qE '^a[0-9]+\.json$'
}

the_report_goes_to_stdout_and_to_a_file_of_the_process_too() {
    fresh
    (cd "$scratch/run" && GT_REPORT=- "$scratch/writes" >"$scratch/out" && GT_REPORT=a%p.txt "$scratch/writes")
    grep -q '^outer  *30 ' "$scratch/out"
    ls "$scratch/run" | tee "$scratch/there" | grep -qE '^a[0-9]+\.txt$'
    [ "$(wc -l <"$scratch/there")" -eq 1 ]
    grep -q '^outer  *30 ' "$scratch/run"/a*.txt
}

# ./named [NAME...]: a scope of each name
cat >"$scratch/named.c" <<'END'
#define GPUTIME_IMPLEMENTATION
#include "gputime.h"
int main(int argc, char **argv) {
    int i, k;
    for (i = 1; i < argc; i++)
        for (k = 0; k < 7; k++) {
            gt_scope s = gt_scope_begin(argv[i]);
            gt_scope_end(&s);
        }
    return 0;
}
END
named() { [ -x "$scratch/named" ] || $quick $strict -o "$scratch/named" "$scratch/named.c"; }
gtlint() {
    gtlint=${GT_BUILD_DIR:-build}/examples/gtlint
    if [ ! -x "$gtlint" ]; then
        gtlint=$scratch/gtlint
        [ -x "$gtlint" ] || $quick $strict -o "$gtlint" examples/tools/gtlint/gtlint.c -lm -pthread || return 2
    fi
    "$gtlint" "$@" || [ $? -eq 1 ]
}
# A spreadsheet computes a cell that begins with = + - or @. Numbers stay numbers.
no_name_in_a_csv_is_a_formula_and_gtlint_has_the_name() {
    need_python
    fresh
    named
    tab=$(printf '\t')
    set -- '=1+1' '+1' '-1' '@sum(a)' "$tab=1" "'=1" "'plain" 'a=1' -
    GT_CSV="$scratch/run/x.csv" GT_JSON="$scratch/run/x.json" "$scratch/named" "$@"
    $python - "$scratch/run" "$@" <<'END'
import csv, sys
rows = list(csv.reader(open(sys.argv[1] + "/x.csv", newline="")))[1:]
names = list(dict.fromkeys(r[0] for r in rows))
assert names == ["'" + n if n.strip("'\t")[:1] in tuple("=+-@") else n for n in sys.argv[2:]], names
assert not any(cell.strip("'\t")[:1] in tuple("=+@") and cell[:1] != "'" for r in rows for cell in r), rows
END
    for name; do printf '%s\n' "$name"; done | tr '\t' '?' | sort >"$scratch/names"
    gtlint "$scratch/run/x.csv" | sed -n 's/: n [0-9].*//p' | sort | diff "$scratch/names" -
    gtlint --runs "$scratch/run/x.json" | sed -n 's/^\([^ ][^ ]*\)  *1  .*/\1/p' | sort | diff "$scratch/names" -
}
# They hide in a name or turn what stands around it: in a table that is another name.
characters_that_nobody_sees_are_seen() {
    need_python
    fresh
    named
    set -- "$(printf 'a\342\200\256b')" "$(printf 'c\342\200\213d')" "$(printf 'e\357\273\277f')" \
        "$(printf 'g\363\240\201\201h')" "$(printf 'i\330\234j')" "$(printf 'k\302\205l')" \
        "$(printf '\303\251 \360\237\230\200')"
    GT_JSON="$scratch/run/x.json" GT_REPORT="$scratch/run/x.txt" GT_CSV="$scratch/run/x.csv" "$scratch/named" "$@"
    gtlint --markdown "$scratch/run/x.json" >"$scratch/run/x.md"
    gtlint --html "$scratch/run/x.html" "$scratch/run/x.json"
    gtlint "$scratch/run/x.csv" >"$scratch/run/lint.txt"
    $python - "$scratch/run" "$@" <<'END'
import json, re, sys
unseen = re.compile("[\x80-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e0fff]")
for file in "x.json", "x.txt", "x.md", "x.html", "lint.txt":
    text = open(sys.argv[1] + "/" + file, encoding="utf-8").read()
    assert not unseen.search(text), (file, ascii(unseen.search(text).group()))
    assert "\xe9 \U0001f600" in text, file
report = open(sys.argv[1] + "/x.txt", encoding="utf-8").read()
assert all(re.search("(?m)^" + name + " ", report) for name in
           (r"a\?+b", r"c\?+d", r"e\?+f", r"g\?+h", r"i\?+j", r"k\?+l"))
document = json.load(open(sys.argv[1] + "/x.json", encoding="utf-8"))
assert [s["series"] for s in document["series"]] == sys.argv[2:], document["series"]
END
}

# Only what a process that is gone has left of this very file, and not lately: another machine may have that process.
what_killed_processes_left_is_cleared_by_the_next() {
    fresh
    sleep 0 &
    gone=$!
    wait
    others="other.json.$gone.part x.json.$$.part x.json.part x.json.a$gone.part x.json.$gone.part2"
    for file in x.json.$gone.part $others; do
        echo old >"$scratch/run/$file"
        touch -t 202601010000 "$scratch/run/$file"
    done
    (cd "$scratch/run" && GT_JSON=x.json "$scratch/writes")
    [ ! -e "$scratch/run/x.json.$gone.part" ]
    for file in x.json $others; do [ -s "$scratch/run/$file" ]; done
    echo young >"$scratch/run/x.json.$gone.part"
    GT_JSON="$scratch/run/x.json" "$scratch/writes"
    [ -s "$scratch/run/x.json.$gone.part" ]
}

# Two copies of the kit in a program, one in a library that hides its names, one in a file with GPUTIME_STATIC.
copies() {
    [ ! -x "$scratch/copies" ] || return 0
    for copy in main second library; do
        cat >"$scratch/$copy.c" <<END
$([ $copy = main ] || echo '#define GPUTIME_STATIC')
#define GPUTIME_IMPLEMENTATION
#include "gputime.h"
void second(void);
__attribute__((visibility("default"))) void library(void);
$([ $copy = main ] && echo 'int main(void)' || echo "void $copy(void)") {
    GT_SCOPE("in $copy") { }
$([ $copy != main ] || echo '    second(); library(); return 0;')
}
END
    done
    sed 1d "$scratch/library.c" >"$scratch/hidden.c"
    $quick $strict -fPIC -fvisibility=hidden -c -o "$scratch/hidden.o" "$scratch/hidden.c"
    echo '{ global: library; local: *; };' >"$scratch/hidden.map"
    $CC -shared -Wl,--version-script="$scratch/hidden.map" -o "$scratch/libhidden.so" "$scratch/hidden.o" -pthread
    $quick $strict -Wno-unused-function -o "$scratch/copies" "$scratch/main.c" "$scratch/second.c" -L"$scratch" \
        -lhidden -Wl,-rpath,"$scratch" -pthread
}
each_copy_of_the_kit_in_a_program_has_a_file_of_its_own() {
    fresh
    (set -e; copies)
    for again in 1 2 3; do      # as often as one likes: there are no more files than copies
        (cd "$scratch/run" && GT_JSON=./x.json GT_TRACE=t GT_CSV=x.csv "$scratch/copies" 2>"$scratch/err")
        cat "$scratch/err"
        [ "$(ls "$scratch/run" | LC_ALL=C sort | tr '\n' ' ')" = \
            't t.2 t.3 x.2.csv x.2.json x.3.csv x.3.json x.csv x.json ' ]
        for kind in json csv; do
            for copy in main second library; do
                [ "$(cd "$scratch/run" && cat x*.$kind | grep -c "\"in $copy\"")" -ge 1 ]
            done
        done
        for trace in t t.2 t.3; do [ "$(grep -c '"name":"in ' "$scratch/run/$trace")" -eq 1 ]; done
        [ "$(grep -c '^gputime: GT_JSON=./x.json: another copy .* ./x.[23].json$' "$scratch/err")" -eq 2 ]
    done
}

# Two libraries that were each linked with the kit: the linker takes one copy, and one report has all.
static_libraries_with_the_kit_share_one_copy() {
    for library in one two; do
        printf '#include "gputime.h"\nvoid %s(void);\nvoid %s(void) { GT_SCOPE("in %s") { } }\n' \
            $library $library $library >"$scratch/$library.c"
        printf '#define GPUTIME_IMPLEMENTATION\n#include "gputime.h"\n' >"$scratch/kit.c"
        $quick $strict -c -o "$scratch/$library.o" "$scratch/$library.c"
        $quick $strict -c -o "$scratch/kit_$library.o" "$scratch/kit.c"
        ar rc "$scratch/lib$library.a" "$scratch/$library.o" "$scratch/kit_$library.o"
    done
    printf 'void one(void);\nvoid two(void);\nint main(void) { one(); two(); return 0; }\n' >"$scratch/both.c"
    $CC $strict -o "$scratch/both" "$scratch/both.c" -L"$scratch" -lone -ltwo -pthread
    GT_REPORT=- "$scratch/both" >"$scratch/out"
    grep -q '^in one  *1 ' "$scratch/out"
    grep -q '^in two  *1 ' "$scratch/out"
}

# The kit's lock asks which process this is: as often for many rows of a file as for few.
rows_of_a_csv_do_not_take_the_lock() {
    cat >"$scratch/rows.c" <<'END'
#define GPUTIME_IMPLEMENTATION
#include "gputime.h"
static unsigned long asked;
pid_t getpid(void) { asked++; return 77; }
int main(int argc, char **argv) {
    static int it;
    gt_device_ *d;
    int i, n = argc > 1 ? atoi(argv[1]) : 1;
    d = gt_device_of_(&it);
    for (i = 0; i < n; i++) GT_SCOPE("scope") { gt_self_->current->state->key.device = d; }
    asked = 0;
    if (gt_write_csv(stdout)) return 1;
    fprintf(stderr, "%lu\n", asked);
    return 0;
}
END
    $quick $strict -o "$scratch/rows" "$scratch/rows.c"
    "$scratch/rows" 10 >"$scratch/few.csv" 2>"$scratch/few"
    "$scratch/rows" 2000 >"$scratch/many.csv" 2>"$scratch/many_rows"
    cat "$scratch/few" "$scratch/many_rows"
    [ "$(grep -c '"1 ' "$scratch/many.csv")" -eq 2000 ]
    [ "$(cat "$scratch/many_rows")" -lt $(($(cat "$scratch/few") + 100)) ]
}

markdown_has_the_rows_of_the_report_and_no_name_breaks_a_row() {
    fresh
    GT_JSON="$scratch/run/x.json" "$scratch/writes"
    gtlint --markdown "$scratch/run/x.json" >"$scratch/run/x.md"
    head -40 "$scratch/run/x.md" | cut -c1-200
    grep -q '^| outer | 30 | ' "$scratch/run/x.md"
    grep -q '^| &emsp;inner | 30 | ' "$scratch/run/x.md"
    grep -q '^- \*\*note\*\* outer: ' "$scratch/run/x.md"
    grep -qF '| \<b>\&amp;\|\`\*\_ | 1 | ' "$scratch/run/x.md"
    # Every row of a table has as many cells as its head, but for those that end early.
    sed 's/\\|//g' "$scratch/run/x.md" |
        awk -F'|' '/^\|/ { if (!cells) cells = NF; if (NF > cells) exit 1; next } { cells = 0 }'
    if grep -q "$(printf '[\001-\010\033]')" "$scratch/run/x.md"; then return 1; fi
    GT_MARKDOWN="$scratch/run/gone.md" "$scratch/writes" 2>"$scratch/run/err"
    cat "$scratch/run/err"
    grep -q '^gputime: GT_MARKDOWN=.*gone.md: .* gtlint --markdown run.json' "$scratch/run/err"
    [ ! -e "$scratch/run/gone.md" ]
}

# The kit asks for the load of the machine where it takes a run.
at_exit_all_files_and_the_report_are_of_one_run() {
    fresh
    [ -e /proc/loadavg ] || skip 'there is no /proc/loadavg'
    mkdir -p "$scratch/once"
    cat >"$scratch/once/main.c" <<'END'
#include <stdio.h>
#include <string.h>
static int runs;
static FILE *counted_open(const char *file, const char *how) {
    runs += !strcmp(file, "/proc/loadavg");
    return fopen(file, how);
}
#define fopen counted_open
#define GPUTIME_IMPLEMENTATION
#include "gputime.h"
static void say(void) { printf("%d\n", runs); }
int main(void) {
    atexit(say);                /* it is called last */
    GT_SCOPE("x") { }
    return 0;
}
END
    $CC -std=c99 -D_POSIX_C_SOURCE=200809L -O0 -I. -o "$scratch/once/main" "$scratch/once/main.c"
    one=$(GT_JSON="$scratch/run/x.json" "$scratch/once/main")
    all=$(GT_JSON="$scratch/run/x.json" GT_CSV="$scratch/run/x.csv" GT_TRACE="$scratch/run/x.trace" \
        GT_REPORT="$scratch/run/x.txt" "$scratch/once/main")
    echo "runs taken: $one for one file, $all for three and the report"
    [ "$one" -gt 0 ] && [ "$all" = "$one" ]
    grep -q '^x ' "$scratch/run/x.txt"
}

# One line in a table makes a column or a finding of every format.
a_new_column_or_finding_is_a_line_and_every_format_has_it() {
    need_python
    fresh
    mkdir -p "$scratch/new"
    cat >"$scratch/new/lines.sed" <<'END'
s/^    .*X_(cpu_us, number) X_(complete, number)$/& X_(demo, number)/
s/^#define GT_FINDINGS(X_) .*$/&\
    X_(GT_FINDING_DEMO, "demo-code", GT_WARNING, EACH, "a demo", "a cause", "a remedy") \\/
s/^    gt_rules_ask_(&run, GT_OF_RUN_);$/&\
    gt_finding_add_(l, NULL, GT_FINDING_DEMO, "{took:ns} of {times}", GT_VALUES_(gt_x_(1.5e6), gt_n_(3)));/
END
    sed -f "$scratch/new/lines.sed" gputime.h >"$scratch/new/gputime.h"
    cat >"$scratch/new/main.c" <<'END'
#define GPUTIME_IMPLEMENTATION
#include "gputime.h"
int main(void) {
    gt_scope s = gt_scope_begin("x");
    gt_sample row = gt_sample_unknown_();
    row.demo = 5;
    gt_scope_close_(&s, gt_clock_ticks(), &row);
    return 0;
}
END
    $CC -std=c99 -D_POSIX_C_SOURCE=200809L -O0 -I"$scratch/new" -o "$scratch/new/main" "$scratch/new/main.c"
    (cd "$scratch/run" && GT_JSON=x.json GT_CSV=x.csv GT_TRACE=x.trace ../new/main)
    $python tests/lib/files.py schema "$scratch/run/x.json"
    $python tests/lib/files.py trace "$scratch/run/x.trace"
    head -3 "$scratch/run/x.csv"
    head -1 "$scratch/run/x.csv" | grep -q ',complete,demo,'
    grep -q '"demo":\[5\]' "$scratch/run/x.json"
    grep '"code":"demo-code"' "$scratch/run/x.json" |
        grep '"figures":"1.50 ms of 3"' |
        grep -q '"numbers":\[{"name":"took","value":1500000,"unit":"ns"},{"name":"times","value":3,"unit":null}\]'
    grep -q '"name":"warning: demo-code"' "$scratch/run/x.trace"
    grep -q 'demo-code' "$scratch/run/x.csv"
}

# ---- what cannot be written -----------------------------------------------------------------------------------------

a_bad_folder_or_a_full_disk_is_said_and_the_report_still_comes() {
    fresh
    for to in "$scratch/nowhere/x" /dev/full; do
        [ -e /dev/full ] || continue
        if GT_JSON=$to GT_REPORT=1 "$scratch/writes" 30 "$to" >"$scratch/out" 2>"$scratch/err"; then return 1; fi
        cat "$scratch/err"
        grep -q "^gputime: GT_JSON=$to: .*\(No such file\|No space left\)" "$scratch/err"
        grep -q '^FAILED: gt_write_file: ' "$scratch/out"
        grep -q 'No such file\|No space left' "$scratch/out"
        grep -q '^outer  *30 ' "$scratch/out"
    done
    [ ! -e /dev/full ] || [ -c /dev/full ]
}
# Not the cause of the first error that the program had.
each_file_that_fails_has_its_own_cause() {
    fresh
    [ -e /dev/full ] || skip 'there is no /dev/full'
    GT_JSON=$scratch/nowhere/x GT_CSV=/dev/full "$scratch/writes" 30 2>"$scratch/err" || :
    cat "$scratch/err"
    grep -q "^gputime: GT_JSON=$scratch/nowhere/x: .*No such file" "$scratch/err"
    grep -q "^gputime: GT_CSV=/dev/full: .*No space left" "$scratch/err"
    GT_JSON=$scratch/nowhere/x GT_REPORT=1 "$scratch/writes" 30 2>"$scratch/err" || :
    [ "$(grep -c nowhere "$scratch/err")" -eq 1 ]
    GT_REPORT=/dev/full GT_TRACE=/dev/full "$scratch/writes" 30 2>"$scratch/err" || :
    grep -q "^gputime: GT_REPORT=/dev/full: .*No space left" "$scratch/err"
    grep -q "^gputime: GT_TRACE=/dev/full: .*No space left" "$scratch/err"
}
a_failure_leaves_what_was_there() {
    fresh
    echo old >"$scratch/run/x"
    cat >"$scratch/fails.c" <<'END'
#define GPUTIME_IMPLEMENTATION
#include "gputime.h"
static gt_status half(FILE *out) { fputs("half", out); return GT_ERR_MEMORY; }
int main(int argc, char **argv) {
    if (argc != 2 || gt_write_file(argv[1], half) != GT_ERR_MEMORY) return 1;
    return gt_write_file(NULL, half) != GT_ERR_ARGUMENT;
}
END
    $CC $strict -O0 -o "$scratch/fails" "$scratch/fails.c"
    "$scratch/fails" "$scratch/run/x"
    alone x
    [ "$(cat "$scratch/run/x")" = old ]
}
devices_and_links_are_written_in_place() {
    fresh
    echo old >"$scratch/run/target"
    ln -s target "$scratch/run/link"
    mkfifo "$scratch/run/pipe"
    cat "$scratch/run/pipe" >"$scratch/piped" &
    GT_JSON="$scratch/run/link" GT_CSV="$scratch/run/pipe" "$scratch/writes"
    wait
    [ -h "$scratch/run/link" ]
    [ -p "$scratch/run/pipe" ]
    grep -q '^ "schema":1' "$scratch/run/target"
    grep -q '^series,thread' "$scratch/piped"
}
a_pipe_that_nobody_reads_is_said() {
    for variable in GT_JSON GT_CSV GT_TRACE GT_REPORT; do
        fresh
        mkfifo "$scratch/run/pipe"
        status=0
        env $variable="$scratch/run/pipe" timeout 60 "$scratch/writes" 2>"$scratch/err" || status=$?
        [ $status -eq 0 ]
        cat "$scratch/err"
        grep -q "^gputime: $variable=.*/pipe: cannot be written: nobody reads this pipe$" "$scratch/err"
        [ -p "$scratch/run/pipe" ]
    done
}
a_report_does_not_follow_what_another_variable_wrote() {
    for variable in GT_JSON GT_CSV GT_TRACE; do
        fresh
        (cd "$scratch/run" && env $variable=x GT_REPORT=./x "$scratch/writes" 2>"$scratch/err")
        grep -qx "gputime: GT_REPORT=./x: $variable names this file too, so the report stands here" "$scratch/err"
        grep -q '^outer ' "$scratch/err"
        ! grep '^outer ' "$scratch/run/x" || return 1
        alone x
    done
    fresh
    (cd "$scratch/run" && GT_JSON=x GT_REPORT=y "$scratch/writes" 2>"$scratch/err")
    [ ! -s "$scratch/err" ]
    grep -q '^outer ' "$scratch/run/y"
}
a_killed_program_leaves_a_whole_file_or_none() {
    fresh
    GT_JSON="$scratch/run/x" "$scratch/writes" 30000
    whole=0
    for i in $(awk 'BEGIN { for (i = 1; i <= 25; i++) print i }'); do
        GT_JSON="$scratch/run/x" GT_CSV="$scratch/run/y" "$scratch/writes" 30000 &
        sleep "$(awk -v i=$i 'BEGIN { srand(i); print rand() * 0.4 }')"
        kill -9 $! 2>/dev/null || :
        wait $! || :
        for file in x y; do
            [ -e "$scratch/run/$file" ] || continue
            tail -c 3 "$scratch/run/$file" | grep -qE "^}$|[0-9,a-z]$" && whole=$((whole + 1))
            [ "$file" = y ] || [ "$(tail -c 3 "$scratch/run/x")" = '
}' ]
        done
    done
    [ $whole -ge 25 ]
}

# ---- the trace ------------------------------------------------------------------------------------------------------

# ./many N: in each of two threads N scopes in scopes, some in trials; how much memory that took, in KB, and how much
# processor time, in us
cat >"$scratch/many.c" <<'END'
#define GPUTIME_IMPLEMENTATION
#include "gputime.h"
#include <pthread.h>
static int n;
static void *work(void *unused) {
    int i, k;
    for (i = 0; i < n / 10; i++) GT_SCOPE("outer") { for (k = 0; k < 9; k++) GT_SCOPE("inner") {} }
    return unused;
}
int main(int argc, char **argv) {
    struct rusage used;
    pthread_t other;
    n = argc > 1 ? atoi(argv[1]) : 1000;
    pthread_create(&other, NULL, work, NULL);
    work(NULL);
    pthread_join(other, NULL);
    GT_TRIAL("trial", .max_n = 30, .budget_s = 0.01) { GT_SCOPE("in it") {} }
    GT_COMPARE("sides", .max_n = 30, .budget_s = 0.01) { GT_SIDE("a") {} GT_SIDE("b") { GT_SCOPE("in b") {} } }
    getrusage(RUSAGE_SELF, &used);
    fprintf(stderr, "%ld %ld\n", used.ru_maxrss, 1000000 * (long)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
            (long)(used.ru_utime.tv_usec + used.ru_stime.tv_usec));
    while (argc > 2) GT_SCOPE("for ever") { volatile int spin; for (spin = 0; spin < 3000; spin++) {} }
    return 0;
}
END
many() {
    [ -x "$scratch/many" ] || $CC $strict -O2 -o "$scratch/many" "$scratch/many.c" -pthread
    fresh
}
a_trace_of_a_million_scopes_loses_none_and_takes_no_memory() {
    many
    "$scratch/many" 500000 2>"$scratch/without"
    GT_TRACE="$scratch/run/t.json" "$scratch/many" 500000 2>"$scratch/with"
    cat "$scratch/without" "$scratch/with"
    [ "$(grep -c '^ {"ph":"X",.*"name":"inner"' "$scratch/run/t.json")" -eq 900000 ]
    [ "$(grep -c '^ {"ph":"X",.*"name":"outer"' "$scratch/run/t.json")" -eq 100000 ]
    [ "$(cut -d' ' -f1 "$scratch/with")" -lt $(($(cut -d' ' -f1 "$scratch/without") + 2000)) ]
}
# The number, 100 ns a scope at most, is what `make bench` decides (bench_trace); here, what any machine must show: with
# a trace a scope takes a few times as long as without, not a system call.
a_traced_scope_takes_a_few_times_as_long() {
    many
    for try in 1 2 3 4; do
        "$scratch/many" 200000 2>"$scratch/without"
        GT_TRACE="$scratch/run/t.json" "$scratch/many" 200000 2>"$scratch/with"
        cat "$scratch/without" "$scratch/with"
        [ "$(cut -d' ' -f2 "$scratch/with")" -ge $((8 * $(cut -d' ' -f2 "$scratch/without"))) ] || return 0
    done
    return 1
}
a_trace_passes_the_strict_checker() {
    need_python
    many
    GT_TRACE="$scratch/run/t.json" "$scratch/many" 20000
    $python tests/lib/files.py trace "$scratch/run/t.json"
    GT_TRACE="$scratch/run/names.json" "$scratch/writes" 100
    $python tests/lib/files.py trace "$scratch/run/names.json"
    # The checker sees what is wrong: a longer child, a negative time, a slice without its thread's name.
    refuses trace "$scratch/run/t.json" 's/\(.*"name":"inner".*"dur":\)0\./\1999999./' \
        's/"ts":\([0-9]\)/"ts":-\1/' '/"thread 2"/d' '$d'
}
a_killed_program_leaves_a_trace_that_loads() {
    need_python
    many
    for i in $(awk 'BEGIN { for (i = 1; i <= 50; i++) print i }'); do
        GT_TRACE="$scratch/run/$i.json" "$scratch/many" 1000 forever 2>/dev/null &
        sleep "$(awk -v i=$i 'BEGIN { srand(i); print 0.03 + rand() * 0.15 }')"
        kill -9 $!
        wait $! || :
        [ -s "$scratch/run/$i.json" ] || echo '[]' >"$scratch/run/$i.json"
    done
    # Whole documents, but for those that were killed within a write: those lack their end.
    [ "$($python tests/lib/files.py killed "$scratch"/run/*.json)" -ge 40 ]
    # Most of them had begun.
    [ "$(grep -l '"for ever"' "$scratch"/run/*.json | wc -l)" -gt 10 ]
}
a_trace_that_cannot_be_written_is_said_once() {
    [ -e /dev/full ] || skip 'no /dev/full here'
    fresh
    GT_TRACE=/dev/full GT_REPORT=1 "$scratch/writes" 2>"$scratch/err"
    cat "$scratch/err"
    grep -q '^gputime: GT_TRACE=/dev/full: .*No space left' "$scratch/err"
    [ "$(grep -c /dev/full "$scratch/err")" -eq 1 ]
    grep -q '^outer  *30 ' "$scratch/err"
    GT_TRACE="$scratch/nowhere/t" GT_REPORT=1 "$scratch/writes" 2>"$scratch/err"
    grep -q "^gputime: GT_TRACE=$scratch/nowhere/t: " "$scratch/err"
    [ "$(grep -c nowhere "$scratch/err")" -eq 1 ]
    grep -q '^outer  *30 ' "$scratch/err"
}

check a_program_that_never_reports_writes_a_valid_document
check a_document_without_a_field_or_with_another_type_is_refused
check names_come_back_from_a_standard_parser
check samples_are_those_of_the_csv
check the_process_and_stdout_can_be_named
check the_report_goes_to_stdout_and_to_a_file_of_the_process_too
check no_name_in_a_csv_is_a_formula_and_gtlint_has_the_name
check characters_that_nobody_sees_are_seen
check what_killed_processes_left_is_cleared_by_the_next
check each_copy_of_the_kit_in_a_program_has_a_file_of_its_own
check static_libraries_with_the_kit_share_one_copy
check rows_of_a_csv_do_not_take_the_lock
check markdown_has_the_rows_of_the_report_and_no_name_breaks_a_row
check at_exit_all_files_and_the_report_are_of_one_run
check a_new_column_or_finding_is_a_line_and_every_format_has_it
check a_bad_folder_or_a_full_disk_is_said_and_the_report_still_comes
check each_file_that_fails_has_its_own_cause
check a_failure_leaves_what_was_there
check devices_and_links_are_written_in_place
check a_pipe_that_nobody_reads_is_said
check a_report_does_not_follow_what_another_variable_wrote
check a_killed_program_leaves_a_whole_file_or_none
check a_trace_of_a_million_scopes_loses_none_and_takes_no_memory
check a_traced_scope_takes_a_few_times_as_long
check a_trace_passes_the_strict_checker
check a_killed_program_leaves_a_trace_that_loads
check a_trace_that_cannot_be_written_is_said_once
