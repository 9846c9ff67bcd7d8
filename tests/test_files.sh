#!/bin/sh
# Files that the kit writes, read by standard parsers: whole or not there, the same in every locale, with names that
# nobody would choose; and what a full disk or a bad folder leaves.
. "$(dirname "$0")/check.sh"
unset GT_JSON GT_CSV GT_MARKDOWN GT_TRACE GT_JSON_SAMPLES GT_REPORT GT_AUDIT SOURCE_DATE_EPOCH

# ./writes SCOPES: this many scopes in scopes; names that need care; never reports
cat >"$scratch/writes.c" <<'END'
#define GPUTIME_IMPLEMENTATION
#include "gputime.h"
int main(int argc, char **argv) {
    static const char *const names[] = { "a \"quote\", a comma", "two\r\nlines\t\001\033[31m\177", "<b>&amp;|`*_", "a/b\\c",
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
writes() { [ -x "$scratch/writes" ] || $CC -std=c99 -D_POSIX_C_SOURCE=200809L -O1 -I. -o "$scratch/writes" "$scratch/writes.c"; }
python=''
for candidate in python3 /usr/bin/python3; do
    [ -n "$python" ] || ! $candidate -c 'import jsonschema' 2>/dev/null || python=$candidate
done
need_python() { [ -n "$python" ] || skip 'no python3 with jsonschema: make deps'; }
fresh() { rm -rf "$scratch/run"; mkdir "$scratch/run"; writes; }
alone() { ls -A "$scratch/run" >"$scratch/there"; cat "$scratch/there"; [ "$(cat "$scratch/there")" = "$*" ]; }

a_program_that_never_reports_writes_a_valid_document() {
    need_python
    fresh
    GT_JSON="$scratch/run/x.json" "$scratch/writes" >"$scratch/out" 2>&1
    [ ! -s "$scratch/out" ]
    alone x.json
    $python tests/files.py schema "$scratch/run/x.json"
}
a_document_without_a_field_or_with_another_type_is_refused() {    # the check above can fail
    need_python
    fresh
    GT_JSON="$scratch/run/x.json" "$scratch/writes"
    for wrong in 's/"lost":0/"lost":"0"/' 's/"kit":/"kot":/' 's/"severity":"warning"/"severity":"bad"/' 's/"lost":0/"lost":0,"lost":0/'; do
        sed "$wrong" "$scratch/run/x.json" >"$scratch/run/y.json"
        if cmp -s "$scratch/run/x.json" "$scratch/run/y.json"; then return 1; fi
        if $python tests/files.py schema "$scratch/run/y.json"; then return 1; fi
    done
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
assert got[0].decode() == names[0] and got[1].decode() == names[1] and got[5] == bad and got[7].decode() == names[7], got
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
    (cd "$scratch/run" && GT_JSON=a%p-%p.json "$scratch/writes" && GT_CSV=- "$scratch/writes" >b)
    grep -q '^series,thread,sample,' "$scratch/run/b"
    ls "$scratch/run" | grep -qE '^a([0-9]+)-\1\.json$'
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
a_failure_leaves_what_was_there() {
    fresh
    echo old >"$scratch/run/x"
    cat >"$scratch/fails.c" <<'END'
#define GPUTIME_IMPLEMENTATION
#include "gputime.h"
static gt_status half(FILE *out) { fputs("half", out); return GT_ERR_MEMORY; }
int main(int argc, char **argv) {
    return argc == 2 && gt_write_file(argv[1], half) == GT_ERR_MEMORY && gt_write_file(NULL, half) == GT_ERR_ARGUMENT ? 0 : 1;
}
END
    $CC -std=c99 -D_POSIX_C_SOURCE=200809L -O0 -I. -o "$scratch/fails" "$scratch/fails.c"
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
a_killed_program_leaves_a_whole_file_or_none() {
    fresh
    GT_JSON="$scratch/run/x" "$scratch/writes" 30000
    whole=0
    for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25; do
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

check a_program_that_never_reports_writes_a_valid_document
check a_document_without_a_field_or_with_another_type_is_refused
check names_come_back_from_a_standard_parser
check samples_are_those_of_the_csv
check the_process_and_stdout_can_be_named
check a_bad_folder_or_a_full_disk_is_said_and_the_report_still_comes
check a_failure_leaves_what_was_there
check devices_and_links_are_written_in_place
check a_killed_program_leaves_a_whole_file_or_none
