#!/bin/sh
# The page of gtlint --html: well-formed, complete in itself, and of what the documents say. The golden document has
# names with HTML, quotes and ends of lines in them.
. "$(dirname "$0")/../lib/check.sh"

gtlint=${GT_BUILD_DIR:-build}/examples/gtlint
if [ ! -x "$gtlint" ]; then
    gtlint=$scratch/gtlint
    awk -f examples/tools/gtlint/findings.awk examples/FINDINGS.md >"$scratch/findings.inc"
    $CC -std=c99 -D_POSIX_C_SOURCE=200809L -O2 -I. -DGTLINT_FINDINGS="\"$scratch/findings.inc\"" -o "$gtlint" \
        examples/tools/gtlint/gtlint.c -lm -pthread || exit 1
fi
golden=$scratch/golden.json         # what the machine adds was cut off: the finding env
sed 's/{"code":"env"$/&,"severity":"info"}/' tests/data/golden.json >"$golden"
python=$(command -v python3) || { echo "skip test_page: no python3"; exit 0; }

page() { "$gtlint" --html "$scratch/page.html" "$@"; }
page_is_right() {
    "$python" tests/lib/page.py "$scratch/page.html" "$@" >"$scratch/page.txt" || { cat "$scratch/page.txt"; return 1; }
}
has() { grep -qF -e "$1" "$scratch/page.txt" || { echo "lacks: $1"; cat "$scratch/page.txt"; return 1; }; }
lacks() { if grep -qF -e "$1" "$scratch/$2"; then echo "has: $1"; return 1; fi; }
answer_is() {   # the first sentences, without marks
    sed -n '/class="answer/{ s/<[^>]*>//g; s/\xc2\xa0/ /g; p; }' "$scratch/page.html" >"$scratch/answer"
    cat "$scratch/answer"
    grep -qxF "$1" "$scratch/answer"
}
# document PYTHON: a document whose list of series, `series`, that code fills; series_of(name, durations, ...) is one.
document() {
    "$python" - "$scratch/made.json" "$1" <<'PYTHON'
import json, sys
def series_of(name, x, confidence=0.95, findings=(), **more):
    s = dict(series=name, kind="scope", command=None, device=1, file="a.c", line=3, optimised=1, cold=False, n=len(x),
             duration=dict(n=len(x), median=sorted(x)[len(x) // 2], min=min(x), max=max(x), p90=max(x), tick=1,
                           interval=dict(low=min(x), high=max(x), confidence=confidence)),
             device_time=None, stopped=None, counts={}, findings=list(findings),
             samples=dict(thread=[1] * len(x), duration_ns=x))
    s.update(more)
    return s
series, findings, comparisons, device, sections = [], [], [], "a device", []
aligned = 1                         # begins of commands are STARTs on the host's clock
exec(sys.argv[2])
json.dump(dict(schema=1, kit="0.1.0", date="2026-11-22T00:00:00Z", about=None, compiler="c", language="C 199901",
               settings={}, clock=dict(name="tsc", hz=1e9, step_ns=1, read_ns=20, scope_ns=20, reason=None), error=None,
               lost=0, devices=[dict(name=device, facts=[], step_ns=1, costs=[], state=dict(aligned=aligned))],
               series=series, batches=[], comparisons=comparisons, sections=sections, findings=findings),
          open(sys.argv[1], "w"))
PYTHON
}

the_golden_document_gives_a_page_that_is_complete_in_itself() { page "$golden"; page_is_right "$golden"; }
several_documents_share_a_page() {
    document 'series.append(series_of("one", [1000, 1010, 990, 1005, 1001, 999]))'
    page "$golden" "$scratch/made.json" "$golden"
    page_is_right "$golden"
    grep -q 'href="#f3"' "$scratch/page.html"
}
names_with_html_and_quotes_stay_text() {
    document 'evil = "</style><script>alert(1)</script>\"><img src=x onerror=1> & '"'"' \u202e\x07"
device = evil
series.append(series_of(evil, [1, 2, 3], kind=evil, file=evil, counts={evil: 1}, findings=[evil], stopped=evil))
comparisons.append(dict(comparison=evil, base=evil, side=evil, scope=evil, ratio=2, outcome=evil,
                        interval=None, rounds=3))
findings.append(dict(code=evil, severity=evil, series=evil, figures=evil, sentence=evil, cause=evil, remedy=evil))'
    cp "$scratch/made.json" "$scratch/\"><b>&'.json"
    page "$scratch/\"><b>&'.json"
    page_is_right "$scratch/made.json"
    has "figure </style><script>alert(1)</script>\"><img src=x onerror=1> & '"
}
findings_come_first_with_what_they_mean() {
    document 'series.append(series_of("launch", [1, 2, 3], findings=["no-sync"]))
for severity, code in ("note", "few"), ("fault", "no-sync"):
    findings.append(dict(code=code, severity=severity, series="launch", figures="n=3", sentence="S", cause="C",
                         remedy="R"))'
    page "$scratch/made.json"
    page_is_right "$scratch/made.json"
    awk '/<article class="finding fault"/ { fault = NR } /<article class="finding note"/ { note = NR }
         /Environment<.h3>/ { rest = NR } END { exit !(fault && fault < note && note < rest) }' "$scratch/page.html"
    "$python" -c 'import html, re, sys
section = open("examples/FINDINGS.md").read().split("## no-sync\n")[1].split("\n## ")[0]
section = section.split("<!-- rules")[0].replace("*Fault.* ", "")      # the rules name counters of the source
words = lambda text: re.sub(r"[*`]|\[|\]\([^)]*\)|\s", "", text)
page = html.unescape(re.sub(r"<[^>]*>", "", open(sys.argv[1]).read()))
sys.exit(words(section) not in words(page))' "$scratch/page.html"
    lacks unsynced page.html
    has 'cell 2.00 ns (faulty) 3 samples'
    grep -q '>1 fault</b>.*>0 warnings</b>.*>1 note</b>' "$scratch/page.html"
}
every_finding_of_the_kit_has_its_paragraph() {
    document 'import re
for code in re.findall(r"(?m)^## (.*)$", open("examples/FINDINGS.md").read()):
    findings.append(dict(code=code, severity="note", series=None, figures="x", sentence="S", cause=None, remedy=None))'
    page "$scratch/made.json"
    page_is_right "$scratch/made.json"
    [ "$(grep -c '^## ' examples/FINDINGS.md)" -eq "$(grep -c '>What this finding means<' "$scratch/page.html")" ]
}
an_interval_below_95_percent_is_none() {
    document 'series.append(series_of("two", [1000, 1500], confidence=0.5))'
    page "$scratch/made.json"
    page_is_right "$scratch/made.json"
    lacks ' to 1' page.txt
    lacks 'class="band"' page.html
}
an_interval_of_95_percent_is_shown() {
    document 'series.append(series_of("six", [1000, 1500, 1100, 1200, 1300, 1400]))'
    page "$scratch/made.json"
    page_is_right
    has '95 % interval 1.00 us to 1.50 us'
    grep -q 'class="band"' "$scratch/page.html"
}
a_comparison_with_a_faulty_side_has_no_outcome() {
    document 'bad = ["no-sync"]
series += [series_of("a", [1, 2, 3]), series_of("b", [1, 2, 3], findings=bad), series_of("c", [1, 2])]
for side in "b", "c":
    comparisons.append(dict(comparison="x", base="a", side=side, scope=None, ratio=2, outcome="faster", rounds=9,
                            interval=dict(low=1.5, high=2.5, confidence=0.95)))'
    page "$scratch/made.json"
    page_is_right
    [ "$(grep -c '^cell faulty$' "$scratch/page.txt")" -eq 1 ]
    [ "$(grep -c '^cell faster$' "$scratch/page.txt")" -eq 1 ]
    [ "$(grep -c '^cell 1.500 to 2.500$' "$scratch/page.txt")" -eq 1 ]
}
# Shares of 25 and 75 %: bars of 30 and 90.
a_distribution_shows_shares() {
    document 'series.append(series_of("two speeds", [1000 if i % 4 else 2000 for i in range(400)]))'
    page "$scratch/made.json"
    page_is_right
    grep -o 'class="bars" d="[^"]*"' "$scratch/page.html" | grep -o 'h[0-9.]*v' | sort >"$scratch/bars"
    [ "$(tr '\n' ' ' <"$scratch/bars")" = 'h30.0v h90.0v ' ]
}
# One long sample of 100 000 is drawn, or counted if it lies outside the axis.
few_samples_are_bars() {
    document 'series = [series_of("once", [5e6]), series_of("twice", [5e6, 2.5e6]), series_of("often", [5e6] * 6)]'
    page "$scratch/made.json" || return 1
    page_is_right "$scratch/made.json" || return 1
    sed -n '/id="f1-s0"/,/<\/figure>/p' "$scratch/page.html" >"$scratch/once"
    sed -n '/id="f1-s1"/,/<\/figure>/p' "$scratch/page.html" >"$scratch/twice"
    sed -n '/id="f1-s2"/,/<\/figure>/p' "$scratch/page.html" >"$scratch/often"
    [ "$(grep -o 'h286.0v12H70z' "$scratch/once" | wc -l)" -eq 1 ] && lacks 'how many' once || return 1
    grep -q 'h286.0v12H70z.*h143.0v12H70z' "$scratch/twice" && lacks 'how many' twice || return 1
    grep -q 'how many' "$scratch/often"
}
many_samples_are_thinned_and_no_spike_is_lost() {
    document 'x = [1000 + i % 50 for i in range(100000)]
x[77777] = 1150
series.append(series_of("inside", x))
x = list(x)
x[77777] = 10 ** 6
series.append(series_of("outside", x))'
    page "$scratch/made.json"
    page_is_right
    grep 'viewBox="0 0 360 156"' "$scratch/page.html" | grep -o 'class="points" d="[^"]*"' >"$scratch/points"
    [ "$(sed 's/[^M]//g' "$scratch/points" | tr -d '\n' | wc -c)" -eq 400 ]
    head -1 "$scratch/points" | tr M '\n' | awk '
        { sub("V.*", ""); if ($2 + 0 > 0 && (!top || $2 + 0 < top)) top = $2 + 0; n[$2]++ }
        END { exit !(top < 30 && n[top] == 1) }'
    # Each of the columns has the shortest.
    [ "$(head -1 "$scratch/points" | grep -o "V[0-9.]*" | sort | uniq -c | awk "{ print \$1 }")" = 200 ]
    [ "$(grep -c '1 above the axis' "$scratch/page.html")" -eq 1 ]
}
large_documents_keep_durations_in_the_download() {
    document 'x = [1000.123456789 + i for i in range(150000)]
series.append(series_of("s", x, samples=dict(thread=[1] * len(x), duration_ns=x, faults=[7] * len(x), begin_ns=x)))'
    page "$scratch/made.json"
    page_is_right
    "$python" -c 'import json, re, sys, urllib.parse
data = re.search("data:application/json,([^\"]*)", open(sys.argv[1]).read()).group(1)
short, whole = json.loads(urllib.parse.unquote(data)), json.load(open(sys.argv[2]))
samples = whole["series"][0]["samples"]
del samples["faults"], samples["begin_ns"]
sys.exit(short != whole)' "$scratch/page.html" "$scratch/made.json"
}
no_host_and_no_path_is_named() {
    mkdir -p "$scratch/secret"
    cp "$golden" "$scratch/secret/golden.json"
    page "$scratch/secret/golden.json"
    lacks secret page.html
    lacks "$PWD" page.html
    [ "$(uname -n | wc -c)" -lt 5 ] || lacks "$(uname -n)" page.html
}
refused() {     # TEXT ARGUMENT...: exit status 2, nothing written, the page that stood there stays
    wanted=$1
    shift
    echo '<!DOCTYPE html> before' >"$scratch/page.html"
    status=0
    "$gtlint" --html "$scratch/page.html" "$@" 2>"$scratch/err" || status=$?
    cat "$scratch/err"
    [ $status -eq 2 ]
    grep -qF -e "$wanted" "$scratch/err"
    [ "$(cat "$scratch/page.html")" = '<!DOCTYPE html> before' ]
}
bad_input_is_named_and_nothing_is_written() {
    : >"$scratch/empty.json"
    head -c 9000 "$golden" >"$scratch/half.json"
    echo '{"a":1}' >"$scratch/other.json"
    refused 'empty.json is empty' "$scratch/empty.json"
    refused 'half.json is not JSON, or its end is missing' "$golden" "$scratch/half.json"
    refused 'other.json is not a JSON document of gputime' "$scratch/other.json"
    refused 'none.json' "$scratch/none.json"
    refused '--html takes'
    refused '--html takes' --runs "$golden"
    if "$gtlint" --html "$scratch/no/page.html" "$golden" 2>"$scratch/err"; then return 1; fi
    grep -q 'no/page.html' "$scratch/err"
}
a_browser_has_nothing_to_complain_about() {
    command -v chromium >/dev/null || skip 'no chromium'
    document 'series.append(series_of("a-long-name-" * 30, [1, 2, 3]))
series.append(series_of("timer 1", [1000] * 9, kind="timer", threads=2, findings=["cpu-clock"]))
for n in 16, 32, 64:
    names = ["sizes of a long name/%d/%s" % (n, side) for side in ("one", "two")]
    for name in names: series.extend(series_of(name + more, [1000 * n] * 9) for more in ("", "/inside", "/inside/deep"))
    comparisons.append(dict(comparison="x", base=names[0], side=names[1], scope=None, ratio=n, rounds=9,
                            outcome="faster", threshold=0.01, interval=dict(low=n, high=2 * n, confidence=0.95)))'
    page "$golden" "$scratch/made.json"
    for look in '1280 light' '400 dark' '400 print'; do
        timeout 60 "$python" tests/lib/browser.py "$scratch/page.html" "${look% *}" '' "${look#* }" >"$scratch/browser"
        cat "$scratch/browser"
        grep -qx 'wide 0' "$scratch/browser"
        if grep -E '^(console|request)' "$scratch/browser"; then return 1; fi
    done
}

# A column in which no row has anything is left out, and with the bars the key of their colours.
a_column_without_anything_is_left_out() {
    document 'series.append(series_of("a", [1000] * 6))'
    page "$scratch/made.json"
    if grep -E 'class="key"|<th[^>]*>(rate|where the time goes)<' "$scratch/page.html"; then return 1; fi
    document 'series.append(series_of("a", [1000] * 6, flops_per_s=2e9))'
    page "$scratch/made.json"
    grep -q '>rate<' "$scratch/page.html"
    grep -q '>samples, in order<' "$scratch/page.html"
    document 'series.append(series_of("a", [1000]))'        # one sample: nothing to draw in an order
    page "$scratch/made.json"
    page_is_right "$scratch/made.json"
    lacks '>samples, in order<' page.html
}

# What a person asks first: a line a series, with its bar of parts and its strip; no box without something in it.
the_page_opens_with_a_line_for_each_series() {
    document 'parts = dict(kernel_ns=870.0, return_ns=130.0)
series.append(series_of("a", [1000, 1001, 999, 1002, 1003, 5000], findings=["outliers"], flops_per_s=2e9,
                        account=dict(typical=parts, mean=parts)))
begins = [10000.0 * i for i in range(6)]
series[0]["samples"]["begin_ns"] = begins
series.append(series_of("a/kernel", [870] * 6, kind="command", command="kernel"))
series[1]["samples"].update(begin_ns=[100 + b for b in begins], queue_ns=[20] * 6, submit_ns=[40] * 6)
series.append(series_of("one", [1000]))
series.append(dict(series_of("none", [7]), n=0, samples=None))
numbers = [dict(name="samples", value=1, unit=None), dict(name="of", value=6, unit=None)]
findings.append(dict(code="outliers", severity="note", series="a", figures="1 of 6", sentence="S", cause="C",
                     remedy="R", numbers=numbers))'
    page "$scratch/made.json"
    page_is_right
    has 'cell 1.00 us 999 ns to 5.00 us'
    has 'cell 2.00 GFLOP/s'
    has 'cell note outliers'
    has 'cell device 87 %, return 13 %'
    has 'figure a sample 4 of 6, 1.00 us akernel01.00 us The same as a tablewhatenqueuedbeginsendstakes '\
'a0.0000 us1.0020 us1.00 us kernel0.0400 us0.1000 us0.9700 us870 ns'
    lacks 'figure none' page.txt
    # In the order of what a reader asks, and the commands and the table folded.
    sed -n 's/.*class="\(overview\)".*/\1/p; s/.*<summary>\(All\) series as a table<.*/\1/p
        s/.*>\([A-Z][a-z]*\)<.h3>.*/\1/p' "$scratch/page.html" | tr '\n' ' ' >"$scratch/order"
    [ "$(cat "$scratch/order")" = 'Overview overview Findings Timelines Series Environment All Data ' ]
    grep -q '<summary>1 series of commands</summary>' "$scratch/page.html"
    # One sample of six is marked: the one that stands out.
    [ "$(grep -o 'class="marked" d="[^"]*"' "$scratch/page.html" | tr -cd M | wc -c)" -eq 1 ]
    [ "$(grep -c 'class="p0" x="0.0" y="1" width="139.2"' "$scratch/page.html")" -ge 1 ]
}

# Which numbers may be quoted is said before any of them.
the_page_says_first_what_may_be_quoted() {
    document 'series += [series_of("run/launch", [1, 2, 3], findings=["no-sync"]), series_of("c", [1] * 9),
           series_of("b", [1] * 9, findings=["drift"])]
for severity, code, name in ("fault", "no-sync", "run/launch"), ("warning", "drift", "b"):
    findings.append(dict(code=code, severity=severity, series=name, figures="x", sentence="S", cause="C", remedy="R"))'
    page "$scratch/made.json"
    page_is_right "$scratch/made.json"
    answer_is "fault Do not quote the 2.00 ns of run/launch: S (no-sync): x. What to do: R. Nor the 1.00 ns (median of \
9) of b as it is: S (drift): x."
    awk '/class="answer fault"/ { first = NR } /class="overview"/ { exit !first }' "$scratch/page.html"
    document 'series.append(series_of("c", [1] * 9))'
    page "$scratch/made.json"
    said='class="answer fine".*>clean<.* gputime found nothing that spoils this number;'
    grep -q "$said ± says how far the median may be off" "$scratch/page.html"
    document 'series.append(series_of("c", [1], confidence=0))'
    page "$scratch/made.json"
    grep -q "$said there are too few samples to say how far" "$scratch/page.html"
    # Of a batch the slope is the answer, and no group of passes.
    document 'series += [series_of("b/1 pass", [7, 8], kind="group"), series_of("c", [1] * 9)]
for severity, code in ("info", "env"), ("note", "few"), ("note", "outliers"):
    findings.append(dict(code=code, severity=severity, series="c", figures="x", sentence="S of " + code, cause="C",
                         remedy="R"))'
    page "$scratch/made.json"
    answer_is 'note The 1.00 ns (median of 9) of c can be quoted. S of few (few): x.'
    # A gap between two timings is none. Of a total it is said which readings it lies between.
    document 'series += [series_of("c/gap", [5], counts=dict(gaps=1), kind="timer"),
           series_of("t", [4000] * 6, kind="timer")]
series[1]["samples"]["commands"] = [100] * 6
series.append(series_of("t/k", [30] * 600, command="kernel"))
series.append(series_of("u", [90], kind="timer", findings=["drift"]))
findings += [dict(code="jit-in-region", severity="note", series="t, first to last", figures="x", sentence="S",
                  cause="C", remedy="R"),
             dict(code="drift", severity="note", series="u", figures="x", sentence="D", cause="C", remedy="R",
                  spoils=0.5)]'
    sed 's,c/gap,gap,' "$scratch/made.json" >"$scratch/gap.json"
    page "$scratch/gap.json"
    page_is_right "$scratch/gap.json"
    answer_is "note The 4.00 us (median of 6; 100 launches in each sample: 40.0 ns each) of t can be quoted. First of \
the notes: t, from the first reading of this clock to the last: S (jit-in-region)."
    grep -q '<small>a gap between two timings of the program</small>' "$scratch/page.html"
    # Of samples that do different work each may be quoted, and not their median.
    document 'series.append(series_of("t", [4000, 8000] * 3, kind="timer", counts=dict(other_work=3)))
series[0]["samples"]["commands"] = [100] * 6
series.append(series_of("t/k", [30] * 600, command="kernel"))
findings.append(dict(code="unequal-work", severity="note", series="t", figures="x", sentence="S", cause="C",
                     remedy="R"))'
    page "$scratch/made.json"
    answer_is "note Each of the 6 samples (4.00 us to 8.00 us; 100 launches in each sample: 40.0 ns to 80.0 ns \
each) of t by itself, not their median, can be quoted. S \
(unequal-work): x."
    has 'cell not judged'
}
# Commands that ran behind the samples are timed by their events. A sample that the median leaves out is named itself.
the_page_says_what_to_quote_of_what_ran_behind_a_timer() {
    document 'series += [series_of("program", [9e9], kind="program", sum_ns=9e9),
           series_of("program/k", [9e7] + [7e7] * 40 + [13e7] * 39, command="kernel", sum_ns=5.6e9),
           series_of("timer 1", [2e5] * 8, kind="timer", findings=["no-sync"], sum_ns=16e5),
           series_of("timer 2", [6e9] + [6e8] * 7, kind="timer", findings=["dirty-start"], sum_ns=1e10)]
series[3]["samples"]["earlier_ns"] = [5e9] + [0] * 7
findings += [dict(code="no-sync", severity="fault", series="timer 1", figures="x", sentence="S", cause="C", remedy="R"),
             dict(code="dirty-start", severity="warning", series="timer 2", figures="y", sentence="T", cause="C",
                  remedy="R", spoils=0.5, numbers=[dict(name=n, value=x, unit="ns") for n, x in
                                                   (("samples", 1), ("of", 8), ("spoils", 5e9))])]'
    page "$scratch/made.json"
    page_is_right "$scratch/made.json"
    answer_is "fault Do not quote the 200 us of timer 1: S (no-sync): x. Its 8 samples took 1.60 ms together, and \
kernel k ran for 5.60 s in 80 launches outside of the timers: of it, quote 70.0 ms a launch, on the device by events \
(median without the first). What to do: R. Nor the 6.00 s of sample 1 of 8 of timer 2: 5.00 s of it is spoiled, since \
T (dirty-start)."
}
# The timeline of a sample reaches to the end of the commands that were enqueued in it.
a_timeline_shows_what_ran_on_behind_a_sample() {
    document 'series += [series_of("program", [9e9], kind="program"),
           series_of("program/k", [7e7] * 3, command="kernel"),
           series_of("timer 1", [2e5] * 3, kind="timer", counts=dict(unsynced=3))]
series[0]["samples"]["begin_ns"] = [0]
series[1]["samples"].update(begin_ns=[1e8, 3e8, 5e8], queue_ns=[1e6] * 3, submit_ns=[0] * 3)
series[2]["samples"]["begin_ns"] = [1e8 - 1.1e6, 3e8 - 1.1e6, 5e8 - 1.1e6]'
    page "$scratch/made.json"
    page_is_right "$scratch/made.json"
    sed "s/<[^>]*>//g; s/$(printf '\302\240')/ /g" "$scratch/page.html" >"$scratch/text"
    grep -q 'timer 1 sample 1 of 3, 200 us; its commands ended after 71.1 ms' "$scratch/text"
}
# One wrong clock of several timers: what it counted in each, and what else spoils the same numbers.
the_page_names_what_a_wrong_clock_counted() {
    document 'series += [series_of("timer 1", [4e7], kind="timer", findings=["cpu-clock", "no-sync"]),
           series_of("timer 2", [3.6e8], kind="timer", findings=["cpu-clock", "dirty-start"])]
def told(code, severity, series, sentence, remedy, **numbers):
    findings.append(dict(code=code, severity=severity, series=series, figures="x", sentence=sentence, cause="C",
                         remedy=remedy, numbers=[dict(name=n, value=x, unit="ns") for n, x in numbers.items()]))
told("cpu-clock", "fault", "timer 1", "S", "R", count=1, counted=1e7, passed=4e7)
told("cpu-clock", "fault", "timer 2", "S", "R", count=1, counted=1.1e8, passed=3.6e8)
told("no-sync", "fault", "timer 1", "T", "Q")
told("dirty-start", "warning", "timer 2", "U", "P")'
    page "$scratch/made.json"
    page_is_right "$scratch/made.json"
    answer_is "fault Do not quote the 10.0 ms that the program's clock counted in timer 1 (in 1 sample, in which 40.0 \
ms passed) or the 110 ms that it counted in timer 2 (in 1 sample, in which 360 ms passed): S (cpu-clock). What to do: \
R. Then mend this too: T (no-sync): Q; U (dirty-start): P."
    has 'cell 360 ms ± 0 % 1 sample by gputime'
    grep -q '>2 faults</b>.*>1 warning</b>' "$scratch/page.html"        # as many as there are boxes
}
# A part of which it is not known what it was joins two colours of the bar only if it is large.
earlier_work_has_its_part_of_the_bar() {
    document 'series.append(series_of("a", [1000]))
series[0]["account"] = dict(typical=dict(earlier_ns=900, return_ns=50, launch_ns=50))
series[0]["samples"].update(doubt_ns=[20], doubtful=[384])'
    page "$scratch/made.json"
    page_is_right "$scratch/made.json"
    has 'cell waiting 5 %, return 5 %, earlier work 90 %'
    sed 's/"doubt_ns": .20./"doubt_ns": [200]/' "$scratch/made.json" >"$scratch/doubt.json"
    page "$scratch/doubt.json"
    page_is_right "$scratch/doubt.json"
    has 'cell waiting|return 10 %, earlier work 90 %'
}
the_first_sentence_says_what_misleads() {
    document 'series += [series_of("a", [1] * 9, findings=["drift"]), series_of("b", [1] * 9)]
findings.append(dict(code="drift", severity="warning", series="a", figures="x", sentence="S", cause="C", remedy="R"))'
    page "$scratch/made.json"
    answer_is 'warning Do not quote the 1.00 ns (median of 9) of a as it is: S (drift): x. What to do: R.'
    grep -q 'of <a href="#f1-s0"><code>a</code></a> as it is: S (<a href="#f1-x0">drift</a>)' "$scratch/page.html"
    sed 's/"code": "drift"/"code": "bimodal"/; s/"series": "b", /"series": "b", "findings": ["drift"], /
         s/"findings": \[{/&"code": "drift", "severity": "warning", "series": "b", "sentence": "T"}, {/' \
        "$scratch/made.json" >"$scratch/both.json"
    page "$scratch/both.json"
    answer_is 'warning Do not quote the 1.00 ns (median of 9) of b as it is: T (drift). 1 more of 2 series misleads.'
}
# The number that is wrong stands in the first sentence, with how much of it is spoiled, and by what else.
the_first_sentence_has_the_number_that_is_wrong() {
    of='dict(severity="warning", series="a", figures="F", sentence="s of a finding", cause="C", remedy="R", spoils=0.25,
             numbers=[dict(name="spoils", value=5e5, unit="ns")]'
    document 'series.append(series_of("a", [2e6]))
findings += ['"$of"', code="drift"), '"$of"', code="bimodal")]'
    page "$scratch/made.json"
    page_is_right "$scratch/made.json"
    answer_is 'warning Do not quote the 2.00 ms of a as it is: 500 us (25 %) of it is spoiled, since s of a finding '\
'(drift). Also: 500 us (25 %) of it is spoiled, since s of a finding (bimodal). What to do: R.'
    sed 's/"severity": "warning"/"severity": "fault"/' "$scratch/made.json" >"$scratch/faults.json"
    page "$scratch/faults.json"
    answer_is 'fault Do not quote the 2.00 ms of a: 500 us (25 %) of it is spoiled, since s of a finding (drift). '\
'Also: 500 us (25 %) of it is spoiled, since s of a finding (bimodal). What to do: R.'
    # A note that spoils much is said, too; samples far out leave the median alone.
    for code in warmup outliers; do
        document 'series.append(series_of("a", [2e6]))
findings += ['"$of"', code="drift"), dict('"$of"', code="'$code'"), severity="note", sentence="n")]'
        page "$scratch/made.json"
        also=' Also: 500 us (25 %) of it is spoiled, since n (warmup).'
        [ $code = warmup ] || also=''
        answer_is 'warning Do not quote the 2.00 ms of a as it is: 500 us (25 %) of it is spoiled, since s of a '\
"finding (drift).$also What to do: R."
    done
    document 'series.append(series_of("a", [2e6] * 9))
findings.append('"$of"', code="drift"))'
    page "$scratch/made.json"
    answer_is 'warning Do not quote the 2.00 ms (median of 9) of a as it is: 25 % of the sum of its samples is '\
'spoiled, since s of a finding (drift). What to do: R.'
    # Of a program as a whole the figures say what is meant.
    document 'series.append(series_of("program", [2e6], kind="program"))
findings.append(dict('"$of"', code="unwarmed"), series="program", spoils=None))'
    page "$scratch/made.json"
    answer_is 'warning S of a finding (unwarmed): F. What to do: R.'
    # Figures that hold the sentence: the cause says more.
    sed 's/"figures": "F"/&, "said": true/' "$scratch/made.json" >"$scratch/said.json"
    page "$scratch/said.json"
    answer_is 'warning S of a finding (unwarmed): C. What to do: R.'
}
# Where the run has a better number, the first sentence names it: the samples without those that the finding marks, or
# the time of the commands alone. Not if something else spoils that, too.
the_first_sentence_says_what_may_be_quoted_instead() {
    document 'series.append(series_of("a", [9e6] + [1e6 + i for i in range(8)], findings=["cold-first"]))
findings.append(dict(code="cold-first", severity="warning", series="a", figures="F", sentence="S", cause="C",
                     remedy="R"))'
    page "$scratch/made.json"
    page_is_right "$scratch/made.json"
    answer_is 'warning Do not quote the 9.00 ms of sample 1 of 9 of a: S (cold-first): F. Quote 1.00 ms instead, the '\
'median of the other 8 samples.'
    bimodal='"code": "bimodal", "severity": "warning", "series": "a", "sentence": "T", "remedy": "Q"'
    sed "s/\"findings\": \[{/&$bimodal}, {/" "$scratch/made.json" >"$scratch/two.json"
    page "$scratch/two.json"
    ! grep 'Quote 1' "$scratch/page.html" || return 1
    document 'series.append(series_of("a", [9e6, 2e6, 3e6], findings=["cold-first"]))
findings.append(dict(code="cold-first", severity="warning", series="a", figures="F", sentence="S", cause="C",
                     remedy="R"))'
    page "$scratch/made.json"
    answer_is 'warning Do not quote the 9.00 ms of sample 1 of 3 of a: S (cold-first): F. Quote 2.00 ms instead, the '\
'fastest of the other 2 samples.'
    # Of a kernel that was compiled at its first launch: the later ones, if they are of one size.
    for size in 1 9; do
        document 'series.append(series_of("a", [9e6]))
series.append(series_of("a/k", [4e6] + [1e3] * 3 + [1e3 * '$size'] * 4, kind="command", command="kernel", sum_ns=5e6))
findings.append(dict(code="jit-in-region", severity="warning", series="a", figures="F", sentence="S", cause="C",
                     remedy="R"))'
        page "$scratch/made.json"
        page_is_right "$scratch/made.json"
        answer_is "warning Do not quote the 9.00 ms of a as it is: S (jit-in-region): F. $(if [ $size -eq 1 ]; then
            echo 'Of the kernel alone (k) quote 1.00 us a launch, on the device by events: the median without the '\
'first.'
        else echo 'What to do: R.'; fi)"
    done
    # The launch was timed; the events have the kernel's time, unless it ran for the first time.
    for first in 0 9; do
        document 'series.append(series_of("a", [1e3] * 9, findings=["no-sync"], counts=dict(unwarmed='$first')))
series[0]["device_time"] = dict(series[0]["duration"], median=7e6)
findings.append(dict(code="no-sync", severity="fault", series="a", figures="F", sentence="S", cause="C", remedy="R"))'
        page "$scratch/made.json"
        page_is_right "$scratch/made.json"
        answer_is "fault Do not quote the 1.00 us of a: S (no-sync): F. $(if [ $first -eq 0 ]; then
            echo 'For its commands alone, quote 7.00 ms, their time on the device by events.'
        else echo 'What to do: R.'; fi)"
    done
}
# A title is what ran, if the file says it.
the_title_is_what_ran() {
    document 'series.append(series_of("a", [1] * 9))'
    page "$scratch/made.json"
    grep -q '<title>made: gputime</title>' "$scratch/page.html"
    sed 's/"about": null/"about": "matmul 1024 <x>"/' "$scratch/made.json" >"$scratch/about.json"
    page "$scratch/about.json"
    page_is_right "$scratch/about.json"
    grep -q '<h1>matmul 1024 &#60;x&#62;</h1>' "$scratch/page.html"
    awk '/Measured by gputime on a device, .*2026-11-22 00:00 UTC/ { is = NR } /class="answer/ { exit !is }' \
        "$scratch/page.html"
    page "$scratch/about.json" "$scratch/made.json"
    grep -q '<h2>matmul 1024 &#60;x&#62; <small>about.json</small></h2>' "$scratch/page.html"
}
# Builds and commands, those first that take longest, stand below the name of what holds them.
a_row_says_what_is_inside() {
    document 'series.append(series_of("run", [9e6], counts=dict(builds=2, build_ns=4e6)))
for name, x, n in ("a", 1000, 1), ("b", 2000, 7), ("c", 5000, 1), ("d", 1, 1):
    series.append(series_of("run/" + name, [x] * n, kind="command", command="kernel", sum_ns=x * n))
series.append(series_of("other", [9e6]))'
    page "$scratch/made.json"
    page_is_right "$scratch/made.json"
    sed -n '/class="overview"/,/<\/table>/p' "$scratch/page.html" | sed 's/<[^>]*>/|/g; s/\xc2\xa0/ /g' >"$scratch/rows"
    grep -q 'run|*2 builds 4.00 ms, b 14.0 us (7), c 5.00 us, a 1.00 us, 1 more|' "$scratch/rows"
    grep -q 'other|*9.00 ms' "$scratch/rows"
    # Of several samples the sum stands before its parts.
    document 'series.append(series_of("run", [1e6, 9e6], sum_ns=10e6))
series.append(series_of("run/a", [2e6, 5e6], kind="command", command="kernel", sum_ns=7e6))'
    page "$scratch/made.json"
    sed -n '/class="overview"/,/<\/table>/p' "$scratch/page.html" | sed 's/<[^>]*>/|/g; s/\xc2\xa0/ /g' >"$scratch/rows"
    grep -q 'run|*of 10.0 ms in all: a 7.00 ms (2)|' "$scratch/rows"
}
# A build and a first launch that comes late are one part, which has the frame. The words above name only pictures that
# are there.
the_words_above_findings_name_the_pictures_that_are_there() {
    document 'parts = dict(kernel_ns=750.0, first_ns=150.0, setup_ns=100.0)
series.append(series_of("a", [1000], account=dict(typical=parts, mean=parts)))
numbers = [dict(name=name, value=x, unit=None) for name, x in (("late", 250), ("samples", 1), ("of", 1))]
findings.append(dict(code="jit-in-region", severity="warning", series="a", figures="x", sentence="S", cause="C",
                     remedy="R", numbers=numbers))'
    page "$scratch/made.json"
    page_is_right "$scratch/made.json"
    grep -q 'class="is" x="120.0" y="1" width="40.0"' "$scratch/page.html"
    grep -q '>Beside a finding: where the time goes, the part of the finding in a frame\.<' "$scratch/page.html"
    # The overview has the frame too.
    sed -n '/class="overview"/,/<\/table>/p' "$scratch/page.html" >"$scratch/overview"
    grep -q 'class="is" x="120.0" y="1" width="40.0"' "$scratch/overview"
    # A kernel that is late, but not known to be new, waits.
    sed 's/"first_ns"/"launch_ns"/g; s/"setup_ns"/"host_ns"/g' "$scratch/made.json" >"$scratch/late.json"
    page "$scratch/late.json"
    grep -q 'class="is" x="120.0" y="1" width="24.0"' "$scratch/page.html"
    document 'series.append(series_of("a", [1000]))
findings.append(dict(code="outliers", severity="warning", series="a", figures="x", sentence="S", cause="C", remedy="R",
                     numbers=[dict(name=name, value=1, unit=None) for name in ("samples", "of")]))'
    page "$scratch/made.json"
    lacks 'Beside a finding' page.html
    lacks 'class="shown"' page.html
}
# Light, dark, printed: no part of a bar looks like the colour of faults.
no_part_has_the_colour_of_faults() {
    page "$golden"
    "$python" - "$scratch/page.html" <<'PYTHON'
import re, sys
roots = re.findall(r":root \{([^}]*)\}", open(sys.argv[1]).read())
for root in roots:
    of = {name: [int(colour[i:i + 2], 16) for i in (0, 2, 4)]
          for name, colour in re.findall(r"--(\w+): #([0-9a-f]{6})", root)}
    for part in "p0", "p1", "p2", "p3", "p4", "p5":
        apart = sum((a - b) ** 2 for a, b in zip(of[part], of["fault"])) ** 0.5
        print(part, round(apart))
        if apart < 60: sys.exit(part)
sys.exit(len(roots) != 3)
PYTHON
}
# A build or a clock is a finding about the whole run. Each series whose number it spoils has its code.
a_finding_about_the_run_stands_beside_the_series_that_it_spoils() {
    document 'series += [series_of("a", [1] * 9, findings=["debug-build"]), series_of("b", [1] * 9)]
findings += [dict(code="debug-build", severity="warning", series=None, figures="x", sentence="S", cause="C",
                  remedy="R"),
             dict(code="few", severity="note", series="a", figures="x", sentence="F", cause="C", remedy="R")]'
    page "$scratch/made.json"
    page_is_right "$scratch/made.json"
    has 'cell warning debug-buildSfew: F'
    # A name has as much room as the longest needs: 12 characters of 8 at least, 40 at most.
    grep -q 'class="overview" style="max-width: 728px"' "$scratch/page.html"
    has 'cell nothing found'
}
# The run has one such finding, which names the first of the series. Nothing is found in the others: they are short.
series_of_few_samples_are_not_said_to_be_fine() {
    document 'series += [series_of("a", [1] * 4, confidence=0.875), series_of("b", [1] * 4, confidence=0.875)]
findings.append(dict(code="few", severity="note", series="a", figures="n=4; 1 more series", sentence="F", cause="C",
                     remedy="R"))'
    page "$scratch/made.json"
    page_is_right "$scratch/made.json"
    has 'cell too few samples'
    lacks 'cell nothing found' page.txt
    document 'series.append(series_of("a", [1], kind="program"))'      # there are no more
    page "$scratch/made.json"
    page_is_right "$scratch/made.json"
    has 'cell nothing found'
}
# Launch, return and host cannot be told apart: the bar has stripes of their three colours. The finding that is about
# one of the three frames them all. A finding that neither picture shows has none.
parts_that_cannot_be_told_apart_are_stripes() {
    document 'parts = dict(kernel_ns=250.0, launch_ns=250.0, return_ns=250.0, host_ns=250.0)
series.append(series_of("a", [1000] * 6, account=dict(typical=parts, mean=parts)))
series[0]["samples"]["doubtful"] = [2 ** 12 - 1] * 6
findings.append(dict(code="host-inside", severity="warning", series="a", figures="x", sentence="S", cause="C",
                     remedy="R"))'
    page "$scratch/made.json"
    page_is_right "$scratch/made.json"
    has 'cell device 25 %, waiting|return|host 75 %'
    grep -q 'class="p1" x="40.0" y="1" width="6.0".*class="p2" x="46.0".*class="p3" x="52.0".*class="p1" x="58.0"' \
        "$scratch/page.html"
    [ "$(grep -o 'class="is" x="40.0" y="1" width="120.0"' "$scratch/page.html" | wc -l)" -eq 2 ]
    grep -q 'Beside a finding: ' "$scratch/page.html"
    sed -i 's/host-inside/few/' "$scratch/made.json"
    page "$scratch/made.json"
    lacks 'class="shown"' page.html
    lacks 'Beside a finding: ' page.html
}
# The strip has no numbers. Its axis is 2 % of the median at least: 0.1 % is no more than a pixel of its 24.
small_differences_look_small_on_a_strip() {
    document 'series.append(series_of("a", [1000, 1001] * 4))'
    page "$scratch/made.json"
    grep 'class="strip"' "$scratch/page.html" | grep -o 'class="points" d="[^"]*"' | sed 's/h0//g' |
        grep -o ' [0-9][0-9]*' | sort -n >"$scratch/heights"
    [ $(($(tail -1 "$scratch/heights") - $(head -1 "$scratch/heights"))) -le 2 ]
}
very_many_series_are_folded() {
    document 'series += [series_of("s%02d" % i, [1000] * 6) for i in range(40)]'
    page "$scratch/made.json"
    page_is_right "$scratch/made.json"
    grep -q '<summary>16 more series</summary>' "$scratch/page.html"
    document 'series += [series_of("s%02d" % i, [1000] * 6) for i in range(32)]'
    page "$scratch/made.json"
    lacks ' more series<' page.html
}
notes_are_folded_below_what_is_worse() {
    document 'series.append(series_of("a", [1] * 9))
for severity, code in ("warning", "drift"), ("note", "few"), ("info", "env"):
    findings.append(dict(code=code, severity=severity, series="a", figures="x", sentence="S", cause="C", remedy="R"))'
    page "$scratch/made.json"
    page_is_right "$scratch/made.json"
    grep -q '<details class="notes"><summary>1 note to read before you quote a number, and the state of the machine<' \
        "$scratch/page.html"
    document 'findings.append(dict(code="few", severity="note", series="a", figures="x", sentence="S", cause="C",
                     remedy="R"))'
    page "$scratch/made.json"
    grep -q '<details class="notes" open><summary>1 note to read' "$scratch/page.html"
}
counters_have_words() {
    document 'series.append(series_of("a", [1] * 9, counts={"unsynced": 3, "kit_ns": 2000, "new_one": 4}))'
    page "$scratch/made.json"
    page_is_right "$scratch/made.json"
    grep -q "<br>samples that ended before their commands: 3, *gputime.*s own work: 2.00.*us, new_one: 4<" \
        "$scratch/page.html"
    sed -n '/^#define GT_COUNTS(/,/^typedef/s/^ *X_(\([a-z_]*\),.*/\1/p' gputime.h >"$scratch/counters"
    [ "$(wc -l <"$scratch/counters")" -gt 30 ]
    while read -r counter; do grep -qF "{ \"$counter\", \"" examples/tools/gtlint/page.c; done <"$scratch/counters"
}
# In a document warm-up stands in front of its series, and commands stand behind it.
warm_up_and_commands_are_folded_below_their_series() {
    document 'warm = lambda name, x: dict(series_of(name, [x]), cold=True)
series += [warm("a", 9), series_of("a", [1] * 9), series_of("a/kernel", [1] * 9, kind="command", command="kernel"),
           warm("b", 8), series_of("b", [2] * 9)]'
    page "$scratch/made.json"
    page_is_right "$scratch/made.json"
    sed -n '/id="f1-series"/,/id="f1-environment"/p' "$scratch/page.html" |
        grep -oE '<code>[a-z/]*|<summary>[^<]*|</details>' | tr '\n' ' ' >"$scratch/order"
    cat "$scratch/order"
    [ "$(cat "$scratch/order")" = '<code>a <summary>1 series of commands, warm-up <code>a <code>a/kernel </details> '\
'<code>b <summary>warm-up <code>b </details> ' ]
}
# 1/4 to 4: an axis from 14 to 246 with 1 in its middle; the rows of scopes name the scope alone.
comparisons_share_one_axis() {
    document 'series += [series_of("a", [1, 2, 3]), series_of("b", [1, 2, 3])]
for scope, ratio, low, high in (None, 1, 0.25, 4), ("b/copy", 4, 3, 4):
    comparisons.append(dict(comparison="x", base="a", side="b", scope=scope, ratio=ratio, outcome="faster", rounds=9,
                            threshold=0.01, interval=dict(low=low, high=high, confidence=0.95)))'
    page "$scratch/made.json"
    page_is_right
    grep -q '<text class="m" x="14.0" y="14">0.25</text>.*x="130.0" y="14">1</text>.*x="246.0" y="14">4</text>' \
        "$scratch/page.html"
    grep -o 'class="dot" cx="[0-9.]*"' "$scratch/page.html" | tr '\n' ' ' >"$scratch/dots"
    [ "$(cat "$scratch/dots")" = 'class="dot" cx="130.0" class="dot" cx="246.0" ' ]
    grep -q 'class="in">in <code>copy</code>' "$scratch/page.html"
}
# Without an alignment of clocks begin_ns is the tick before the enqueue call, also behind an alignment. The scope takes
# 10 us, 252 wide; the command runs from 4 to 8 us, queued at 1 us.
a_timeline_shows_when_a_command_ran() {
    for begin in 4000 1000 '1000; aligned = 0'; do
        document 'series.append(series_of("a", [10000] * 3))
series.append(series_of("a/kernel", [4000] * 3, kind="command", command="kernel"))
begins = [100000.0 * i for i in range(3)]
series[0]["samples"]["begin_ns"] = begins
start = '"$begin"'
series[1]["samples"].update(begin_ns=[b + start for b in begins], queue_ns=[1000] * 3, submit_ns=[2000] * 3)'
        page "$scratch/made.json"
        page_is_right "$scratch/made.json"
        grep -qF 'class="arrow" d="M129.2 24v6m0 -3H204.8"' "$scratch/page.html"
        grep -qF 'class="p0" x="204.8" y="23" width="100.8"' "$scratch/page.html"
    done
}
# A read that is enqueued while a kernel runs begins behind it, and not at its enqueue call. Rows that have no room are
# counted, though none is too short to be drawn.
the_table_of_a_timeline_has_every_command() {
    document 'aligned = 0
series.append(series_of("a", [10000.0]))
series.append(series_of("a/kernel", [4000.0], kind="command", command="kernel"))
series.append(series_of("a/read", [500.0], kind="command", command="read"))
series.append(series_of("a/write", [1.0] * 24, kind="command", command="write"))
for s, at, waits in zip(series, (0, 1000, 2000, 9000), (None, 3000, 6000, 10)):
    s["samples"]["begin_ns"] = [100000.0 + at] * s["n"]
    if waits: s["samples"].update(queue_ns=[0] * s["n"], submit_ns=[waits] * s["n"])'
    page "$scratch/made.json"
    page_is_right "$scratch/made.json"
    has 'kernel1.000 us4.000 us8.000 us4.00 us read2.000 us8.000 us8.500 us500 ns write9.000 us9.010 us'
    [ "$(grep -c '<th scope="row">write</th>' "$scratch/page.html")" -eq 20 ]
    has 'and 4 more of write'
    # Where nobody knows how long a command waited, its begin is not known.
    sed 's/"queue_ns"/"no"/g' "$scratch/made.json" >"$scratch/less.json"
    page "$scratch/less.json"
    page_is_right "$scratch/less.json"
    has 'read2.000 us500 ns'
}
# 1000 commands in a scope of 1 ms, which is 252 wide: the bars reach from its begin to its end, and none hides another.
a_timeline_shows_a_sample_with_many_commands_as_a_whole() {
    document 'series.append(series_of("a", [1e6]))
series.append(series_of("a/kernel", [500] * 1000, kind="command", command="kernel"))
series[0]["samples"]["begin_ns"] = [0.0]
series[1]["samples"]["begin_ns"] = [1000.0 * i for i in range(1000)]'
    page "$scratch/made.json"
    page_is_right "$scratch/made.json"
    grep -oE 'class="p0" x="[0-9.]*" y="23"' "$scratch/page.html" | tr -cd '0-9. \n' |
        awk '{ print $2 }' >"$scratch/bars"
    wc -l <"$scratch/bars"
    sed -n '1p;$p' "$scratch/bars" | tr '\n' ' '
    awk '{ wrong += ($1 - last < 0.4) } NR == 1 { wrong += ($1 > 105) } { last = $1 }
        END { exit wrong || NR < 100 || NR > 600 || last < 354 }' "$scratch/bars"
}
# Of six samples with page faults the finding counts one: that with the most.
as_many_samples_are_marked_as_a_finding_counts() {
    document 'series.append(series_of("a", [1000, 1001, 999, 1002, 1003, 5000]))
series[0]["samples"]["faults"] = [2, 1, 3, 40, 2, 1]
numbers = [dict(name="samples", value=1, unit=None), dict(name="of", value=6, unit=None)]
findings.append(dict(code="page-faults", severity="warning", series="a", figures="1 of 6", sentence="S", cause="C",
                     remedy="R", numbers=numbers))'
    page "$scratch/made.json"
    page_is_right "$scratch/made.json"
    [ "$(grep -o 'class="marked" d="[^"]*"' "$scratch/page.html" | tr -cd M | wc -c)" -eq 1 ]
    [ "$(grep -o 'class="marked" d="M[0-9]*' "$scratch/page.html")" = 'class="marked" d="M92' ]
}

# A finding about stamps begins with the time that the program shows: that must not be quoted. What stands in brackets
# behind it is said below.
the_time_that_stamps_show_stands_in_the_first_sentence() {
    stamps='dict(severity="warning", figures="2.00 us of kernel k, in 1 launch (1 kernel)", sentence="S", cause="C",
                 remedy="R", numbers=[dict(name="ran", value=2000, unit="ns")]'
    document 'series.append(series_of("program", [9e6], kind="program"))
findings.append('"$stamps"', code="unwarmed", series="program"))'
    page "$scratch/made.json"
    page_is_right "$scratch/made.json"
    answer_is 'warning Do not quote the 2.00 us of kernel k, in 1 launch: S (unwarmed). What to do: R.'
    grep -q 'class="answer.*the <b>2.00.us</b> of kernel k' "$scratch/page.html"
    sed 's/"name": "ran", .*"unit": "ns"}/&, {"name": "kernels", "value": 3, "unit": null}/' "$scratch/made.json" \
        >"$scratch/three.json"
    page "$scratch/three.json"
    answer_is 'warning Do not quote the 2.00 us of kernel k, in 1 launch, or that of 2 more kernels: S (unwarmed). '\
'What to do: R.'
    # Beside a series that misleads, both are forbidden.
    document 'series += [series_of("program", [9e6], kind="program"), series_of("a", [5e6], kind="timer")]
findings += [dict(code="drift", severity="warning", series="a", figures="F", sentence="T", cause="C", remedy="R"),
             '"$stamps"', code="unwarmed", series="program")]'
    page "$scratch/made.json"
    answer_is 'warning Do not quote the 5.00 ms of a as it is: T (drift): F. Nor the 2.00 us of kernel k, in 1 '\
'launch: S (unwarmed). What to do: R.'
    sed 's/\(.*\)"remedy": "R"/\1"remedy": "Q"/' "$scratch/made.json" >"$scratch/two.json"
    page "$scratch/two.json"
    grep -q 'What to do: R; Q\.' "$scratch/page.html"
}
# What failed first stands below the first sentence, with what to do; of a compiler's log its first line.
the_first_error_is_on_the_first_screen() {
    document 'series.append(series_of("a", [2e6]))'
    sed 's@"error": null@"error": {"status": "a call failed", "call": "clFoo", "code": "CL_BAD", "file": "a.c", \
        "line": 7, "detail": "<log>\\nmore of it"}@' "$scratch/made.json" >"$scratch/failed.json"
    page "$scratch/failed.json"
    page_is_right "$scratch/failed.json"
    grep -qF '<p>The first error: <b>CL_BAD</b> of clFoo, a.c, line 7: &#60;log&#62;.</p>' "$scratch/page.html"
    answer_is 'note A call failed in this run, as the next line says: check that the work was done before you quote a '\
'time.'
}
# A name with a slash in it is no path: the document writes it as "\/".
a_slash_in_a_name_is_shown_as_one() {
    document 'series.append(series_of("time/of clock()\\/2", [2e6]))'
    page "$scratch/made.json"
    page_is_right
    has 'figure time/of clock()∕2'
}

# By such a clock the program prints another number than gputime, whose number stands on the page.
a_wrong_clock_of_the_program_leaves_the_number_of_gputime() {
    document 'series.append(series_of("timer 1", [1000] * 9, kind="timer", findings=["cpu-clock"]))
findings.append(dict(code="cpu-clock", severity="fault", series="timer 1", figures="x", sentence="S", cause="C",
                     remedy="R"))'
    page "$scratch/made.json"
    page_is_right "$scratch/made.json"
    has "cell 1.00 us ± 0 % 9 samples by gputime's clock, not the program's"
    answer_is "fault Do not quote what the program prints for timer 1: S (cpu-clock): x. The times on this page are \
gputime's own: quote these."
    lacks '(faulty)' page.html
    # The numbers that such a clock counted stand there, and what is wrong with gputime's own time.
    document 'series.append(series_of("timer 1", [2e6], kind="timer", findings=["cpu-clock", "drift"]))
numbers = [dict(name=name, value=x, unit="ns") for name, x in (("spoils", 1e6), ("counted", 3e6), ("passed", 8e6),
                                                               ("count", 1))]
findings += [dict(code="cpu-clock", severity="fault", series="timer 1", figures="x", sentence="S", cause="C",
                  remedy="R", numbers=numbers[1:]),
             dict(code="drift", severity="warning", series="timer 1", figures="x", sentence="T", cause="C",
                  remedy="R", numbers=numbers[:1], spoils=0.5)]'
    page "$scratch/made.json"
    page_is_right "$scratch/made.json"
    answer_is "fault Do not quote the 3.00 ms that the program's clock counted in timer 1 (in 1 sample, in which 8.00 \
ms passed): S (cpu-clock). The times on this page are gputime's own, and this one misleads too: timer 1 took 2.00 ms: \
1.00 ms (50 %) of it is spoiled, since T (drift)."
    sed 's/"severity": "warning"/"severity": "note"/' "$scratch/made.json" >"$scratch/note.json"
    page "$scratch/note.json"
    grep -q 'is spoiled, since T (' "$scratch/page.html"
    sed 's/"spoils": 0.5/"spoils": 0.05/' "$scratch/note.json" >"$scratch/made.json"
    page "$scratch/made.json"
    lacks 'spoiled' page.html
    document 'series.append(series_of("timer 1", [1000] * 9, kind="timer", findings=["cpu-clock"]))
findings.append(dict(code="cpu-clock", severity="fault", series="timer 1", figures="x", sentence="S", cause="C",
                     remedy="R"))'
    sed 's/"timer 1", "kind": "timer"/"timer 1", "kind": "scope"/' "$scratch/made.json" >"$scratch/scope.json"
    page "$scratch/scope.json"
    page_is_right "$scratch/scope.json"
    has 'cell 1.00 us (faulty)'
}
# A kernel on untouched memory: all of it is time of the device, and half of that page faults.
page_faults_are_a_line_below_the_bar() {
    for samples in 5 1; do
        document 'parts = dict(kernel_ns=990.0, return_ns=10.0)
series.append(series_of("a", [1000] * 9, findings=["page-faults"], account=dict(typical=parts, mean=parts)))
numbers = [dict(name=name, value=x, unit=None) for name, x in
           [("cost", 500), ("length", 1000), ("samples", '$samples'), ("of", 9)]]
findings.append(dict(code="page-faults", severity="warning", series="a", figures="x", sentence="S", cause="C",
                     remedy="R", numbers=numbers))'
        page "$scratch/made.json"
        page_is_right "$scratch/made.json"
        if [ $samples -eq 1 ]; then     # in few samples: a typical one has none
            lacks 'are page faults' page.html
            lacks 'class="faults"' page.html
        else
            has 'cell device 99 %, return 1 %; about 50 % are page faults'
            grep -q 'class="faults" d="M0 16.5H80.0"' "$scratch/page.html"
            grep -q '<b>page faults</b>:</span> inside the other parts, estimated' "$scratch/page.html"
            sed 's/"code": "page-faults",/& "spoils": 0.6,/' "$scratch/made.json" >"$scratch/all.json"
            page "$scratch/all.json"
            page_is_right "$scratch/all.json"
            has 'about 60 % are page faults'
        fi
    done
}
a_finding_of_all_samples_marks_all_of_them() {
    for samples in 9 8; do
        document 'series.append(series_of("a", [1000 + i for i in range(9)]))
numbers = [dict(name="samples", value='$samples', unit=None), dict(name="of", value=9, unit=None)]
findings.append(dict(code="host-inside", severity="warning", series="a", figures="x", sentence="S", cause="C",
                     remedy="R", numbers=numbers))'
        page "$scratch/made.json"
        page_is_right "$scratch/made.json"
        grep -o 'class="marked" d="[^"]*"' "$scratch/page.html" >"$scratch/marked" || :
        [ "$(tr -cd M <"$scratch/marked" | wc -c)" -eq $((samples == 9 ? 9 : 0)) ]
        sed 's/host-inside/cpu-clock/; s/"samples"\(, "value"\)/"count"\1/' "$scratch/made.json" >"$scratch/c.json"
        page "$scratch/c.json"
        grep -o 'class="marked" d="[^"]*"' "$scratch/page.html" >"$scratch/marked" || :
        [ "$(tr -cd M <"$scratch/marked" | wc -c)" -eq $((samples == 9 ? 9 : 0)) ]
    done
}
# Two threads with a sample each are not two samples of one.
samples_of_threads_are_told_apart() {
    document 'series.append(series_of("a", [5e6, 4e6], threads=2))
series.append(series_of("b", [1000 + i for i in range(12)], threads=2))
series[0]["samples"].update(thread=[1, 2], begin_ns=[0.0, 100.0])
series[1]["samples"]["thread"] = [3] * 6 + [4] * 6
series.insert(1, series_of("a/kernel", [2e6, 1e6], kind="command", command="kernel"))
series[1]["samples"].update(thread=[1, 2], begin_ns=[10.0, 110.0])'
    page "$scratch/made.json"
    page_is_right "$scratch/made.json"
    has 'figure a thread 1, sample 1 of its 1'
    has 'cell min 4.00 ms, max 5.00 ms; 2 threads'
    sed -n '/id="f1-s0"/,/<\/figure>/p' "$scratch/page.html" | grep -q '>thread 1<.*>thread 2<'
    sed -n '/id="f1-s2"/,/<\/figure>/p' "$scratch/page.html" | grep -q 'class="thread" d="M152.0.*>thread 4<'
}
# Of a run with comparisons a person asks which side is faster: before any table.
outcomes_of_comparisons_come_first() {
    document 'series += [series_of("a", [1, 2, 3]), series_of("b", [1, 2, 3])]
comparisons.append(dict(comparison="x", base="a", side="b", scope=None, ratio=2, outcome="faster", rounds=9,
                        threshold=0.01, interval=dict(low=1.5, high=2.5, confidence=0.95)))'
    page "$scratch/made.json"
    page_is_right "$scratch/made.json"
    sed 's/<[^>]*>//g' "$scratch/page.html" >"$scratch/text"
    grep -qx 'b against a: faster, 2.000 times as fast (95 % interval 1.500 to 2.500)' "$scratch/text"
    awk '/class="outcomes"/ { first = NR } /<table>/ { exit !first }' "$scratch/page.html"
    awk '/id="f1-comparisons"/ { first = NR } /class="overview"/ { exit !first }' "$scratch/page.html"
}
# sizes RATIO...: sides s and t at a size for each ratio, 16, 32, ...
sizes() {
    document 'for i, ratio in enumerate(('"$(echo "$*" | tr ' ' ',')"',)):
    names = ["x/%d/%s" % (16 << i, side) for side in ("s", "t")]
    series += [series_of(name, [1000] * 6) for name in names]
    comparisons.append(dict(comparison="x", base=names[0], side=names[1], scope=None, ratio=ratio, rounds=9,
                            outcome="faster" if ratio > 1 else "slower", threshold=0.01,
                            interval=dict(low=ratio * 0.9, high=ratio * 1.1, confidence=0.95)))'
    page "$scratch/made.json"
    page_is_right "$scratch/made.json"
}
comparisons_at_several_sizes_are_a_chart_and_a_line() {
    sizes 0.5 2 4
    sed 's/<[^>]*>//g' "$scratch/page.html" >"$scratch/text"
    grep -qx 't against s: faster in 2 of 3 comparisons, slower in 1 of 3; 0.500 to 4.000 times as fast' "$scratch/text"
    has 'figure times as fast as s, against the size'
    has 'The same as a tablesizet 160.5 322 644'
    [ "$(grep -o 'class="k0"' "$scratch/page.html" | wc -l)" -eq 4 ]       # a mark for each, and one for the name
    sizes 0.5 2                                                             # two sizes make no line
    lacks 'against the size' page.html
}
# Numbers in a row are steps or threads; numbers inside a word are no sizes.
series_that_differ_by_a_size_are_a_chart() {
    document 'for n, rate in (1024, 1e9), (4096, 2e9), (16384, 3e9):
    series.append(series_of("copy %d B" % n, [1000] * 6, bytes_per_s=rate))'
    page "$scratch/made.json"
    page_is_right "$scratch/made.json"
    has 'figure rate, against the size in the name'
    # Names of sizes do not overlap: that in the middle stands where there is room.
    document 'for n in 100, 120, 140: series.append(series_of("%dx%dx%d/sum" % (n, n, n), [n ** 3] * 6))'
    page "$scratch/made.json"
    page_is_right "$scratch/made.json"
    lacks '>120x120x120</text>' page.html
    has '100x100x100140x140x140'
    document 'for n in 256, 1, 16: series.append(series_of("sum/%d KiB" % n, [1000 * n] * 6))'
    page "$scratch/made.json"
    page_is_right "$scratch/made.json"
    has 'figure median, against the size in the name 1.00 us10.0 us100 ussum1 KiB16 KiB256 KiB'
    for name in step%d part/%d v2.%d; do
        document 'for n in 1, 2, 3, 4: series.append(series_of("'$name'" % n, [1000 * n] * 6))'
        page "$scratch/made.json"
        lacks 'against the size' page.html
    done
}
what_is_inside_is_folded_if_there_is_much() {
    many='for a in "abcdef": series.extend(series_of(a + below, [1000] * 6) for below in ("", "/in", "/in/x"))'
    document "$many"'
series[4]["findings"] = ["drift"]
findings.append(dict(code="drift", severity="warning", series="b/in", figures="x", sentence="S", cause="C",
                     remedy="R"))'
    page "$scratch/made.json"
    page_is_right "$scratch/made.json"
    sed 's/<[^>]*>//g' "$scratch/page.html" >"$scratch/text"
    grep -qx '2 inside a: in 1.00.us' "$scratch/text"
    grep -qx '2 inside b: in 1.00.us warning' "$scratch/text"
    # What has a fault is not hidden.
    lacks '<details class="inside" open' page.html
    sed 's/"severity": "warning"/"severity": "fault"/' "$scratch/made.json" >"$scratch/fault.json"
    page "$scratch/fault.json"
    grep -q '<details class="inside" open><summary>2 inside <code>b<' "$scratch/page.html"
    document 'for a in "abcd": series.extend(series_of(a + below, [1000] * 6) for below in ("", "/in", "/in/x"))'
    page "$scratch/made.json"
    lacks ' inside <code>' page.html
    # If all rows are folded, the head stands above those of each fold, and not above nothing.
    document 'for a in "abcdefghi": series.extend(series_of(a + below, [1000] * 6) for below in ("/in", "/out"))'
    "$python" - "$scratch/made.json" <<'PYTHON'
import json, sys
run = json.load(open(sys.argv[1]))
run["series"] = [one for i, s in enumerate(run["series"]) for one in
                 ([dict(s, series=s["series"].split("/")[0], n=0, samples=None), s] if i % 2 == 0 else [s])]
json.dump(run, open(sys.argv[1], "w"))
PYTHON
    page "$scratch/made.json"
    [ "$(grep -c '<table aria-label="series">' "$scratch/page.html")" -eq 9 ]
}
# A part of the series around it; at the top of the program, or else of all at the top.
the_overview_has_shares() {
    document 'series += [series_of("a", [1000] * 6, sum_ns=6000), series_of("a/in", [250] * 6, sum_ns=1500),
           series_of("b", [3000] * 6, sum_ns=18000)]'
    page "$scratch/made.json"
    page_is_right "$scratch/made.json"
    grep '^cell [0-9]* %$' "$scratch/page.txt" | tr '\n' ' ' >"$scratch/shares"
    [ "$(cat "$scratch/shares")" = 'cell 25 % cell 25 % cell 75 % ' ]
    document 'series += [series_of("program", [8000], sum_ns=8000, kind="program"),
           series_of("a", [2000], sum_ns=2000)]'
    page "$scratch/made.json"
    page_is_right "$scratch/made.json"
    has 'cell 25 %'
    # What is around the sides of a comparison is no time, so that a side has no share.
    document 'series += [dict(series_of("c", [7], kind="comparison"), n=0, samples=None),
           series_of("c/a", [1000], sum_ns=1000, kind="side"), series_of("c/a/copy", [300], sum_ns=300),
           series_of("c/b", [4000], sum_ns=4000, kind="side"), series_of("d", [9000], sum_ns=9000)]'
    page "$scratch/made.json"
    grep -o 'data-head="share">[0-9]* %' "$scratch/page.html" >"$scratch/shares"
    [ "$(cat "$scratch/shares")" = 'data-head="share">30 %' ]
}
# Of a program under gtprof a person asks first where its time goes.
the_largest_parts_of_a_program_stand_at_the_top() {
    document 'series.append(series_of("program", [1000], kind="program"))'
    "$python" - "$scratch/made.json" <<'PYTHON'
import json, sys
run = json.load(open(sys.argv[1]))
rows = [[dict(text=name), dict(text=share, value=1), dict(text="1 s", value=1)] for name, share in
        [("own code", "72 %"), ("kernels", "20 %"), ("copies", "4 %"), ("builds", "3 %"), ("gtprof", "1 %")]]
run["sections"] = [dict(title="the whole program", columns=[dict(name=n) for n in ("part", "share", "time")],
                        rows=rows, sentences=[])]
run["sections"].append(dict(run["sections"][0], title="folded", sentences=[dict(text="of the folded", numbers=[])]))
json.dump(run, open(sys.argv[1], "w"))
PYTHON
    page "$scratch/made.json"
    page_is_right "$scratch/made.json"
    # A sentence is folded with its table.
    awk '/<summary>folded/ { on = 1 } /<p>of the folded</ { ok = on } /<\/details>/ { on = 0 } END { exit !ok }' \
        "$scratch/page.html"
    sed "s/<[^>]*>//g; s/$(printf '\302\240')/ /g" "$scratch/page.html" >"$scratch/text"
    grep -qx 'Where the time goes: 72 % own code, 20 % kernels, 4 % copies, 3 % builds.' "$scratch/text"
    awk '/Where the time goes: / { first = NR } /class="overview"/ { exit !first }' "$scratch/page.html"
}
claims_of_the_program_are_on_the_page() {
    document 'series.append(series_of("a", [1000] * 6))'
    "$python" - "$scratch/made.json" <<'PYTHON'
import json, sys
j = json.load(open(sys.argv[1]))
j["sections"] = [dict(title="claims", columns=[dict(name="claims")], rows=[],
                      sentences=[dict(text="claim holds: a: b (c)", numbers=[])])]
json.dump(j, open(sys.argv[1], "w"))
PYTHON
    page "$scratch/made.json"
    page_is_right "$scratch/made.json"
    grep -q '<li><b>claim holds</b>: a: b (c)</li>' "$scratch/page.html"
    grep -q '<a href="#f1-claims">Claims</a>' "$scratch/page.html"
    lacks 'More results' page.html
}

check the_first_sentence_has_the_number_that_is_wrong
check the_first_sentence_says_what_may_be_quoted_instead
check the_title_is_what_ran
check a_row_says_what_is_inside
check the_words_above_findings_name_the_pictures_that_are_there
check no_part_has_the_colour_of_faults
check a_wrong_clock_of_the_program_leaves_the_number_of_gputime
check the_time_that_stamps_show_stands_in_the_first_sentence
check the_first_error_is_on_the_first_screen
check a_slash_in_a_name_is_shown_as_one
check page_faults_are_a_line_below_the_bar
check a_finding_of_all_samples_marks_all_of_them
check samples_of_threads_are_told_apart
check outcomes_of_comparisons_come_first
check comparisons_at_several_sizes_are_a_chart_and_a_line
check series_that_differ_by_a_size_are_a_chart
check what_is_inside_is_folded_if_there_is_much
check the_overview_has_shares
check the_largest_parts_of_a_program_stand_at_the_top
check claims_of_the_program_are_on_the_page
check the_page_says_first_what_may_be_quoted
check the_page_says_what_to_quote_of_what_ran_behind_a_timer
check a_timeline_shows_what_ran_on_behind_a_sample
check the_page_names_what_a_wrong_clock_counted
check earlier_work_has_its_part_of_the_bar
check the_first_sentence_says_what_misleads
check a_finding_about_the_run_stands_beside_the_series_that_it_spoils
check series_of_few_samples_are_not_said_to_be_fine
check parts_that_cannot_be_told_apart_are_stripes
check small_differences_look_small_on_a_strip
check very_many_series_are_folded
check notes_are_folded_below_what_is_worse
check warm_up_and_commands_are_folded_below_their_series
check counters_have_words
check comparisons_share_one_axis
# timed MORE: a phase of three samples with a kernel each, as in the test above; MORE changes them.
timed() {
    document 'series.append(series_of("a", [10000] * 3, kind="phase"))
series.append(series_of("a/kernel", [4000] * 3, kind="command", command="kernel"))
begins = [100000.0 * i for i in range(1, 4)]
series[0]["samples"]["begin_ns"] = begins
series[1]["samples"].update(begin_ns=[b + 4000 for b in begins], queue_ns=[1000] * 3, submit_ns=[2000] * 3)
'"$1"
}
# made_trace BEGIN: the trace of that run, if BEGIN is 100: in each sample a launch of 2 us, then a wait of 7 us.
made_trace() {
    "$python" - "$scratch/made.trace" "$1" <<'PYTHON'
import sys
slice = ' {"ph":"X","pid":1,"tid":%d,"name":"%s","cat":"%s","ts":%.3f,"dur":%.3f,"args":{%s}}'
lines = []
for at in [float(sys.argv[2]) + 100 * i for i in range(3)]:
    lines += [slice % (1, "clEnqueueNDRangeKernel", "call", at, 2, ""),
              slice % (1, "clFinish", "call", at + 2, 7, '"queue":77'), slice % (2, "clFlush", "call", at, 1, ""),
              slice % (1, "a", "phase", at, 10, "")]
open(sys.argv[1], "w").write("[\n" + ",\n".join(lines) + "\n]\n")
PYTHON
}
# END is at 8 us of 10: the pictures are 252 wide, from 104 on.
a_phase_waits_for_its_last_command() {
    timed ''
    page "$scratch/made.json"
    page_is_right "$scratch/made.json"
    grep -qF 'class="wait" d="M305.6 23L356.0 15' "$scratch/page.html"
    lacks '>calls<' page.html
    timed 'series[0]["kind"] = "scope"'
    page "$scratch/made.json"
    lacks 'class="wait"' page.html
}
# The call that waits ends at 9 us, so that the phase has nothing left to wait for.
calls_of_a_trace_stand_above_the_commands() {
    timed ''
    made_trace 100
    for files in "made.json made.trace" "made.trace made.json"; do
        set -- $files
        page "$scratch/$1" "$scratch/$2"
        page_is_right "$scratch/made.json"
        grep -qF 'class="p4" x="104.0" y="23" width="50.4" height="8"' "$scratch/page.html"
        grep -qF 'class="waits" x="154.4" y="23" width="176.4" height="8"' "$scratch/page.html"
        grep -qF 'class="wait" d="M305.6 40L330.8 32m' "$scratch/page.html"
        [ "$(grep -o 'class="wait"' "$scratch/page.html" | wc -l)" -eq 1 ]
        has 'calls: clFinish 7.00 us, clEnqueueNDRangeKernel 2.00 us'
        lacks clFlush page.txt
    done
}
# A trace has no slices for them.
numbers_from_elsewhere_are_in_no_trace() {
    timed 'series.append(series_of("set up", [5] * 3, kind="outside"))
series[2]["samples"]["begin_ns"] = [7.0, 8.0, 9.0]'
    made_trace 100
    page "$scratch/made.json" "$scratch/made.trace"
    page_is_right "$scratch/made.json"
    has 'calls: clFinish 7.00 us'
}
a_trace_of_another_run_is_left_out() {
    timed ''
    made_trace 101
    page "$scratch/made.json" "$scratch/made.trace" 2>"$scratch/said"
    page_is_right "$scratch/made.json"
    grep -qF 'made.trace is not the whole trace of one of these runs, and was left out' "$scratch/said"
    lacks '>calls<' page.html
    if page "$scratch/made.trace" 2>"$scratch/said"; then return 1; fi
    grep -qF 'needs a JSON document' "$scratch/said"
}
# A comparison has no row of its own, so that the finding about it stands in the first sentence.
a_finding_of_no_row_is_named_first() {
    document 'series.append(series_of("a", [1000] * 9))
for series_name, code in ("kernels", "unseen"), (None, "env"):
    findings.append(dict(code=code, severity="warning", series=series_name, figures="x", sentence="S of " + code,
                         cause="C", remedy="R"))'
    page "$scratch/made.json"
    page_is_right "$scratch/made.json"
    answer_is 'warning kernels: S of unseen (unseen): x. Also: S of env (env): x. What to do: R.'
}
# First launches of two sizes: the two longest samples, wherever they are.
first_launches_of_several_sizes_are_marked() {
    document 'series.append(series_of("a", [1000, 9000, 1000, 8000] + [1000] * 5))
findings.append(dict(code="cold-first", severity="note", series="a", figures="x", sentence="S", cause="C", remedy="R",
                     numbers=[dict(name="samples", value=2), dict(name="of", value=9)]))'
    page "$scratch/made.json"
    [ "$(grep -o 'class="marked" d="[^"]*"' "$scratch/page.html" | tr -cd M)" = MM ]
}
# A finding that was inferred has no column of its own, but says which sample it is, or that it is all of them.
an_inferred_sample_is_marked() {
    document 'series.append(series_of("a", [9000] + [1000] * 29, findings=["jit-in-region"]))
series[0]["samples"]["setup_ns"] = [0] * 30
findings.append(dict(code="jit-in-region", severity="warning", series="a", figures="x", sentence="S", cause="C",
                     remedy="R", numbers=[dict(name="sample", value=1), dict(name="samples", value=1),
                                          dict(name="of", value=30)]))'
    page "$scratch/made.json"
    page_is_right "$scratch/made.json"
    [ "$(grep -o 'class="marked" d="[^"]*"' "$scratch/page.html" | grep -o M | wc -l)" -eq 1 ]
    sed -i 's/"samples", "value": 1/"samples", "value": 30/' "$scratch/made.json"
    page "$scratch/made.json"
    [ "$(grep -o 'class="marked" d="[^"]*"' "$scratch/page.html" | grep -o M | wc -l)" -eq 30 ]
}
check a_timeline_shows_when_a_command_ran
check the_table_of_a_timeline_has_every_command
check a_timeline_shows_a_sample_with_many_commands_as_a_whole
check a_phase_waits_for_its_last_command
check calls_of_a_trace_stand_above_the_commands
check numbers_from_elsewhere_are_in_no_trace
check a_trace_of_another_run_is_left_out
check first_launches_of_several_sizes_are_marked
check an_inferred_sample_is_marked
check a_finding_of_no_row_is_named_first
check as_many_samples_are_marked_as_a_finding_counts
check a_column_without_anything_is_left_out
check the_page_opens_with_a_line_for_each_series
check the_golden_document_gives_a_page_that_is_complete_in_itself
check several_documents_share_a_page
check names_with_html_and_quotes_stay_text
check findings_come_first_with_what_they_mean
check every_finding_of_the_kit_has_its_paragraph
check an_interval_below_95_percent_is_none
check an_interval_of_95_percent_is_shown
check a_comparison_with_a_faulty_side_has_no_outcome
check a_distribution_shows_shares
check few_samples_are_bars
check many_samples_are_thinned_and_no_spike_is_lost
check large_documents_keep_durations_in_the_download
check no_host_and_no_path_is_named
check bad_input_is_named_and_nothing_is_written
check a_browser_has_nothing_to_complain_about
