#!/bin/sh
# gtlint: each fault that a list of times can show is named, and a list without it is silent; a bad line is
# named, and what stood before it is reported.
. "$(dirname "$0")/../lib/check.sh"

gtlint=${GT_BUILD_DIR:-build}/examples/gtlint
if [ ! -x "$gtlint" ]; then
    gtlint=$scratch/gtlint
    $CC -std=c99 -D_POSIX_C_SOURCE=200809L -O2 -I. -o "$gtlint" examples/tools/gtlint/gtlint.c -lm -pthread || exit 1
fi

# numbers N EXPRESSION: N numbers; in the expression of awk, i counts from 1, u is random between 0 and 1, and so is v.
numbers() {
    awk -v n="$1" "function random() { s = (s * 16807) % 2147483647; return s / 2147483647 }
        BEGIN { s = 12345; for (i = 1; i <= n; i++) { u = random(); v = random(); print $2 } }"
}
# lint OPTION...: reads numbers; leaves output and status in files, since it often ends a pipe.
lint() {
    status=0
    "$gtlint" "$@" >"$scratch/out" 2>"$scratch/err" || status=$?
    cat "$scratch/out" "$scratch/err"
    echo "status $status" | tee "$scratch/status"
}
exits() { [ "$(cat "$scratch/status")" = "status $1" ]; }
finds() { grep -q "^  input: $1: ." "$scratch/out" && exits 1; }      # lint has found that, among others
only() { finds "$1" && [ "$(grep -c '^  input: ' "$scratch/out")" -eq 1 ]; }
contains() { grep -qF -e "$1" "$scratch/$2"; }
lacks() { if contains "$1" "$2"; then return 1; fi; }

clean_series_have_no_finding() {
    for n in 6 10 30 100 1000; do
        numbers $n '1000 + 20 * (u + v)' | lint
        exits 0
        lacks '  input: ' out
    done
}
a_cold_first_sample_is_named() { numbers 30 '(i == 1 ? 5000 : 1000 + 20 * u)' | lint; only cold-first; }
a_warm_up_is_named() { numbers 100 '(1000 + 20 * u) * (i <= 20 ? 1.1 : 1)' | lint; finds warmup; }
a_drift_is_named() { numbers 100 '(1000 + 20 * u) * (1 + 0.1 * i / 100)' | lint; only drift; contains gradually out; }
a_step_is_named_with_its_place() {
    numbers 100 '(1000 + 20 * u) * (i > 60 ? 1.1 : 1)' | lint
    only drift
    contains 'in one step, at number 6' out
}
alternation_is_named() { numbers 100 '(1000 + 20 * u) * (i % 2 ? 1 : 1.05)' | lint; only alternate; }
two_speeds_are_named_with_their_shares() {
    numbers 200 '(v < 0.4 ? 2000 : 1000) + 20 * u' | lint
    only bimodal
    grep -qE 'two speeds, 10[01][0-9.]+ \((5[5-9]|6[0-5]) %\) and 20[01][0-9.]+ \((3[5-9]|4[0-5]) %\)' "$scratch/out"
}
spikes_are_named() { numbers 100 '(i == 50 ? 9000 : 1000 + 20 * u)' | lint; only outliers; }
correlation_is_named() { numbers 300 '1000 + 20 * u + (w = 0.8 * w + u - 0.5) * 40' | lint; only autocorr; }
a_coarse_clock_is_named() {
    numbers 100 '1000 + 20 * int(3 * u)' | lint --tick 20
    finds coarse
    numbers 100 '1000 + 20 * u' | lint --tick 1
    exits 0
}
few_samples_are_named() { numbers 5 '1000 + u' | lint; only few; numbers 6 '1000 + u' | lint; exits 0; }
negative_times_and_nan_are_named() {
    numbers 30 '(i == 9 ? -5 : 1000 + 20 * u)' | lint
    finds negative
    numbers 30 '(i % 3 ? 0 : 1000)' | lint
    finds coarse
    { numbers 30 '1000 + 20 * u'; echo nan; echo inf; } | lint
    only rejected
    contains 'n 30,' out
}
# A number of any size stands in digits, as in the report.
a_factor_has_no_exponent() {
    numbers 20 'i == 1 ? 4e6 : 1000 + 20 * u' | lint
    finds cold-first
    grep -qE 'the first is [34][0-9]{3} times the median of the others' "$scratch/out"
}
every_finding_has_a_remedy_and_a_paragraph() {
    for code in cold-first warmup drift alternate bimodal outliers autocorr coarse few negative rejected; do
        grep -q "^## $code\$" examples/FINDINGS.md
    done
    numbers 5 '1000 + u' | lint
    grep -q '^      -> .' "$scratch/out"
}

statistics_are_those_of_the_numbers() {
    numbers 100 i | lint --unit us
    contains 'n 100, median 50.5 us, ' out
    contains 'min 1 us, p90 90.1 us' out
    numbers 30 i | lint
    contains 'p90 >= 27.1' out
}
comments_blanks_and_crlf_are_no_numbers() {
    printf '# a tool\n\n  1 \r\n2 # two\n\t3\n4\n5\n6\n7\n' | lint
    contains 'n 7, median 4, ' out
}
# Editors and shells of Windows begin a file with the mark of UTF-8. A file is mapped, and a pipe is read.
the_mark_of_utf8_is_no_part_of_a_file() {
    seq 1 40 >"$scratch/numbers.txt"
    for file in "$scratch/numbers.txt" tests/data/08_launch_cost.json tests/data/08_launch_cost.csv; do
        { printf '\357\273\277'; cat "$file"; } >"$scratch/marked"
        lint <"$file"
        grep -q . "$scratch/out"
        cp "$scratch/out" "$scratch/expected"
        lint <"$scratch/marked"
        diff "$scratch/expected" "$scratch/out"
        cat "$scratch/marked" | lint
        diff "$scratch/expected" "$scratch/out"
    done
}
a_bad_line_is_named_and_what_stood_before_it_is_reported() {
    { numbers 30 '1000 + 20 * u'; echo '12 ms'; echo 5; } | lint
    exits 2
    contains 'line 31 ' err
    contains 'n 30, ' out
    printf '1\0002\n3\n' | lint      # else 1 and 3
    exits 2
}
a_file_that_does_not_end_is_refused_at_its_first_zero() {
    [ -e /dev/zero ] || skip 'there is no /dev/zero'
    for option in '' --markdown --runs; do
        status=0
        # shellcheck disable=SC2086
        timeout 60 "$gtlint" $option /dev/zero >"$scratch/out" 2>"$scratch/err" || status=$?
        [ "$status" -eq 2 ]
    done
}
no_numbers_are_bad_input() { lint </dev/null; exits 2; echo '# nothing' | lint; exits 2; }
wrong_options_are_refused() {
    for options in '--unit min' '--tick -1' '--tick' '--what' '/nowhere' 'a b'; do
        # shellcheck disable=SC2086
        echo 1 | lint $options
        exits 2
        [ -s "$scratch/err" ]
    done
}
# Where the name behind --html is missing, the next word would be taken for it.
no_file_that_holds_something_else_is_overwritten() {
    for name in run.json other.json; do cp tests/data/08_launch_cost.json "$scratch/$name"; done
    ln -s run.json "$scratch/link"
    mkdir "$scratch/folder"
    numbers 20 i >"$scratch/times"
    for options in '--html @run.json @other.json' '--html @link @run.json' '--ranks --json @run.json @other.json' \
        '--ranks --trace @run.json @other.json' '--compare @run.json @other.json --junit @run.json' \
        '--html @times @run.json' '--html @folder @run.json' '--html @no/such @run.json' 'run --json @times -- true' \
        'run --html @a --json @a -- true' 'run --history @times -- true' 'run --html @no/such -- true'; do
        # shellcheck disable=SC2046
        lint $(echo "$options" | sed "s|@|$scratch/|g")
        exits 2
        grep -qE '^gtlint: --[a-z]+ [^:]*: .*(nam|put)' "$scratch/err"
        cmp "$scratch/run.json" tests/data/08_launch_cost.json
        [ "$(wc -l <"$scratch/times")" -eq 20 ]
        [ ! -e "$scratch/a" ]
    done
    for again in 1 2; do        # its own files it replaces
        lint --html "$scratch/page.html" "$scratch/run.json"
        exits 0
        lint run --rounds 1 --warmup 0 --json "$scratch/a" --history "$scratch/past" --junit "$scratch/b" \
            -- true -- true
        exits 0
    done
}
what_stdout_has_no_room_for_is_said() {
    [ -e /dev/full ] || skip 'there is no /dev/full'
    numbers 20 i >"$scratch/times"
    for options in --help 'run --help' --version --environment "$scratch/times" tests/data/08_launch_cost.json; do
        # shellcheck disable=SC2086
        if "$gtlint" $options >/dev/full 2>"$scratch/err"; then false; else [ $? -eq 2 ]; fi
        contains 'gtlint: not all was written to stdout: No space left' err
    done
}
# gtprof's own rows stand in test_gtprof.sh.
what_gtlint_does_read_is_said() {
    printf '[\n {"ph":"M","pid":1}\n]\n' >"$scratch/run.trace"
    lint "$scratch/run.trace"
    exits 2
    contains 'line 1 is not one number; gtlint reads what gtprof --json, GT_JSON and GT_CSV write, or numbers' err
}
help_tells_the_exit_status() { lint --help; exits 0; contains 'Exit status: 0' out; }

# What the kit itself writes, with names that need quotes, warm-up passes, and two series in turn.
csv_of_the_kit_is_read_per_series() {
    cat >"$scratch/writer.c" <<'END'
#define GPUTIME_IMPLEMENTATION
#include "gputime.h"
int main(void)
{
    int i;
    gt_scope s;
    for (i = 0; i < 40; i++) {
        gt_series_add("a, \"b\"", 1000.0 + i % 7);
        gt_series_add("c", i ? 2000.0 + i % 5 : 90000.0);
    }
    GT_TRIAL("trial", .max_n = 25, .budget_s = 1) {
        s = gt_scope_begin("inside");
        gt_scope_end(&s);
    }
    return gt_write_csv(stdout) != GT_OK;
}
END
    $CC -std=c99 -D_POSIX_C_SOURCE=200809L -O2 -I. -o "$scratch/writer" "$scratch/writer.c"
    "$scratch/writer" >"$scratch/kit.csv"
    lint "$scratch/kit.csv"
    exits 1
    contains 'a, "b": n 40, median 1.00 us, ' out
    contains '  c: cold-first: ' out
    lacks '  a, "b": cold-first' out
    contains 'trial/inside: n 2' out
    contains 'left out: 4' out      # two passes of warm-up, each with a scope inside
    { cat "$scratch/kit.csv"; echo 'c,1'; } | lint
    exits 2
    contains 'line 136 ' err        # of 1 + 40 + 40 + 27 + 27 there are 135
}

faults_in_the_csv_are_named_and_have_no_interval() {
    {
        echo series,thread,sample,duration_ns,cold,kind,device,findings
        numbers 30 '"a,1," i "," 2000 + u ",0,scope,\"1 gpu\",no-sync debug-build"'
        numbers 30 '"a,1," i "," 3000 + u ",0,outside,,"'
    } | lint
    exits 1
    contains 'a [scope, 1 gpu]: n 30, median 2.0' out
    contains 'us (faulty: see below), min' out
    contains '  a [scope, 1 gpu]: no-sync: ' out
    contains '  a [scope, 1 gpu]: debug-build: ' out
    contains 'a [outside]: n 30, median 3.0' out
    [ "$(grep -c ' interval ' "$scratch/out")" -eq 1 ]
    [ "$(grep -c '^  a \[outside\]' "$scratch/out")" -eq 0 ]
}

# two_speeds OWN: 99 phases on a busy machine, of which a third takes four times as long. 1: the process computed for as
# long; 0: other programs ran meanwhile.
two_speeds() {
    {
        echo '{"schema":1,"clock":{"name":"tsc","hz":2e9,"step_ns":0.5},"devices":[{"name":"a","facts":[],"step_ns":1,'
        echo '"state":{"worked":1}}],"state":{"is_real":1,"processors":2,"load":9,"hooked":1,"worked":1},"series":['
        echo '{"series":"frame","kind":"phase","device":1,"n":99,"state":{},"samples":{'
        awk -v own="$1" '
            function put(name, text) { of[name] = of[name] (i ? "," : "") text }
            BEGIN {
                for (i = 0; i < 99; i++) {
                    x = (x * 1103 + 12345) % 65521
                    ns = 1e6 * (x < 22000 ? 4 : 1) * (1 + x % 97 / 5000)
                    put("thread", 1); put("commands", 1); put("begin_ns", at); put("duration_ns", ns)
                    put("device_ns", ns); put("kernel_ns", ns); put("involuntary", ns > 2e6)
                    put("cpu_us", int(own ? ns / 1000 : 1000 + x % 20))
                    n = split("copy first_run gap earlier held first launch return setup kit host unseen", part, " ")
                    for (k = 1; k <= n; k++) put(part[k] "_ns", 0)
                    at += ns
                }
                for (name in of) { printf "%s\"%s\":[%s]", comma, name, of[name]; comma = ",\n" }
            }'
        echo '}}]}'
    }
}
speeds_of_own_work_are_not_blamed_on_other_programs() {
    two_speeds 0 | lint
    contains 'of the excess is device, and those samples were interrupted' out
    contains 'share a core with other programs' out
    two_speeds 1 | lint
    contains 'frame: bimodal: ' out
    lacks 'interrupted' out
    lacks 'share a core' out
    contains 'or other work' out
}

a_whole_program_needs_no_repetition() {
    header='series,thread,sample,duration_ns,cold,kind,device'
    { echo "$header"; echo 'program,1,0,5000000,0,program,1 cpu'; } | lint
    exits 0
    contains 'program: n 1, median 5.00 ms' out
    { echo "$header"; echo 'timer a.c:3,1,0,5000000,0,timer,1 cpu'; } | lint
    exits 1
    contains '  timer a.c:3: few: n=1' out
}
single_commands_are_left_out() {
    {
        echo series,thread,sample,duration_ns,cold,kind
        numbers 30 '"a,1," i "," 1000 + 20 * u ",0,phase"'
        echo a/kernel,1,0,77,0,command
    } | lint
    exits 0
    contains 'n 30,' out
    lacks a/kernel out
    contains 'left out: 1' out
}

runs_of() {     # BY: seven runs of two series, one of which differs by BY percent from run to run
    printf 'run,series,n,median,unit,low,high\r\n'
    awk -v by="$1" 'BEGIN { for (i = 0; i < 7; i++) {
        printf "%d,\"a, b\",50,%g,ns,%g,%g\r\n", i, 1000 + 10 * by * i, 999 + 10 * by * i, 1001 + 10 * by * i
        printf "%d,\"a, b: x as fast as y\",50,%g,times,,\r\n", i, 2 + i / 10 } }'
}
runs_that_differ_by_more_than_the_last_says_are_a_finding() {
    runs_of 2 >"$scratch/runs.csv"
    GT_WIDE=1 lint --runs "$scratch/runs.csv"
    exits 1
    grep -qE '^a, b  +7  +1\.06 us  +1\.01 us  +1\.11 us  +11 %$' "$scratch/out"
    contains '  122 more runs would bring the interval to +-1 %' out
    grep -qE '^a, b: x as fast as y  +7  +2\.300 x ' "$scratch/out"
    grep -q '^  between-runs: +-60.0 ns over runs, +-1.00 ns within the last one: .* -> ' "$scratch/out"
    runs_of 0.01 >"$scratch/runs.csv"
    lint --runs "$scratch/runs.csv"
    exits 0
    lacks between-runs out
}
# The threads of a program do different things: the longest is the time of the process, a median of them is none.
a_run_of_several_threads_took_as_long_as_the_longest() {
    echo '{"schema":1,"series":[{"series":"program","kind":"program","threads":2,"n":2,"cold":0,
        "duration":{"n":2,"min":2e9,"median":3e9,"max":4e9}}]}' >"$scratch/threads.json"
    lint --runs "$scratch/threads.json"
    grep -qE '^program +1 +4\.00 s ' "$scratch/out"
}
runs_that_are_no_file_are_bad_input() {
    lint --runs /nowhere
    exits 2
    lint --runs
    exits 2
    lint --runs /dev/null
    exits 2
    contains 'no number in /dev/null' err
}


# ---- before and after -----------------------------------------------------------------------------------------------

# document FILE MEDIAN HALF [SED]: a document without samples, of two series; SED changes it
document() {
    awk -v m="$2" -v h="$3" 'BEGIN {
        statistics = "\"n\":250,\"median\":%g,\"tick\":1,\"interval\":{\"low\":%g,\"high\":%g,\"confidence\":0.95}"
        series = "{\"series\":\"%s\",\"kind\":\"phase\",\"device\":1,\"cold\":false,\"n\":250,\"optimised\":1,"
        series = series "\"threads\":1,\"findings\":[%s],\"duration\":{" statistics "}}"
        printf "{\"schema\":1,\"kit\":\"0.1.0\",\"compiler\":\"gcc 12\",\"settings\":{\"GT_JSON_SAMPLES\":\"0\"},"
        printf "\"clock\":{\"name\":\"tsc\",\"hz\":2.1e9},"
        printf "\"devices\":[{\"name\":\"a GPU\",\"facts\":[\"OpenCL 3.0\",\"empty barrier 2.%d us\",", m % 10
        printf "\"idle clFinish 2.%d us\"]}],", m % 10
        printf "\"series\":["
        printf series ",", "a\\\"b\\u20ac", "", m, m - h, m + h
        printf series "]}\n", "steady", "\"drift\"", 500, 499, 501 }' | sed "${4-}" >"$scratch/$1"
}
a_slower_series_is_named_and_fails_only_beyond_the_limit() {
    document before 1000 10
    document after 1100 11
    lint --compare "$scratch/before" "$scratch/after"
    exits 0
    grep -qE '^a"b€  +1\.00 us  +1\.10 us  +0\.909  +\[0\.896, 0\.922\]  slower by 10 %' "$scratch/out"
    grep -qE '^steady .* 1\.000  +\[0\.997, 1\.003\]  same  +drift$' "$scratch/out"
    head -1 "$scratch/out" | grep -q 'One process a side is one sample'
    lint --compare "$scratch/before" "$scratch/after" --fail-slower 5%
    exits 1
    contains 'slower by 10 %, FAILS' out
    lint --compare "$scratch/before" "$scratch/after" --fail-slower 9%      # the interval reaches 8.5 %
    exits 0
    lint --compare "$scratch/after" "$scratch/before" --fail-slower 5%
    exits 0
    contains 'faster by 10 %' out
}
other_work_before_and_after_is_named() {
    for side in before:1000:flops:4e12 after:500:flops:4e12 same:500:flops:8e12 bytes:500:bytes:8e12; do
        IFS=: read -r name median claim rate <<END
$side
END
        document "$name" "$median" 1 "s/\"duration\"/\"${claim}_per_s\":$rate,&/"
    done
    lint --compare "$scratch/before" "$scratch/after"
    exits 0
    grep -qE '^a"b€ .* faster by 100 %' "$scratch/out"
    contains 'unequal-work: a sample claims 4.00 MFLOP before, 2.00 MFLOP after: compare rates' out
    for other in before same bytes; do
        lint --compare "$scratch/before" "$scratch/$other"
        lacks unequal-work out
    done
    for i in 1 2 3 4 5 6; do
        document "before$i" $((1000 + i)) 10 's/"duration"/"bytes_per_s":8e9,&/'
        document "after$i" $((500 + i)) 5 's/"duration"/"bytes_per_s":8e9,&/'
    done
    lint --compare "$scratch"/before[1-6] --with "$scratch"/after[1-6]
    contains 'unequal-work: a sample claims 8.05 kB before, 4.05 kB after: compare rates' out
}
a_wide_interval_decides_nothing() {
    document before 1000 150
    document after 1100 160
    lint --compare "$scratch/before" "$scratch/after" --fail-slower 1%
    exits 0
    contains 'not separated' out
}
what_was_measured_elsewhere_is_refused() {
    document before 1000 10
    for change in 's/a GPU/b GPU/' 's/OpenCL 3.0/OpenCL 1.2/' 's/"tsc"/"os"/' 's/2.1e9/2.2e9/' \
        's/"optimised":1/"optimised":0/g' 's/"settings":{/"settings":{"GT_AUDIT":"1",/'; do
        document after 1000 10 "$change"
        lint --compare "$scratch/before" "$scratch/after"
        exits 2
        contains 'differs: ' out
        contains 'not measured under the same conditions' err
        lint --compare "$scratch/before" "$scratch/after" --anyway
        exits 0
        contains 'differs: ' out
    done
    document after 1000 10 's/gcc 12/gcc 13/'           # what may be compared is marked alone
    lint --compare "$scratch/before" "$scratch/after"
    exits 0
    contains 'differs: compiler: gcc 12, then gcc 13' out
    document after 1003 10
    lint --compare "$scratch/before" "$scratch/after"
    lacks 'differs: ' out
}
missing_and_faulty_series_fail() {
    document before 1000 10
    document after 1000 10 's/"steady"/"other"/'
    lint --compare "$scratch/before" "$scratch/after" --fail-slower 5%
    exits 1
    contains 'is missing in the second file, FAILS' out
    contains 'is new' out
    document after 1000 10 's/"drift"/"no-sync"/'
    lint --compare "$scratch/before" "$scratch/after" --fail-slower 5%
    exits 1
    grep -qE '^steady .* faulty, FAILS  +no-sync' "$scratch/out"
}
processes_of_a_side_are_its_samples() {
    for i in 1 2 3 4 5 6; do
        document "before$i" $((1000 + 10 * i)) 1
        document "after$i" $((1005 + 10 * i)) 1
        document "slow$i" $((1205 + 10 * i)) 1
    done
    # By the interval of one process these differ; by what differs from process to process they do not.
    lint --compare "$scratch/before1" "$scratch/after6" --fail-slower 2%
    exits 1
    lint --compare "$scratch"/before[1-6] --with "$scratch"/after[1-6] --fail-slower 2%
    exits 0
    contains 'not separated' out
    lacks 'One process a side' out
    lint --compare "$scratch"/before[1-6] --with "$scratch"/slow[1-6] --fail-slower 2%
    exits 1
    contains 'FAILS' out
}
# part FILE MEDIAN LAUNCH: a document whose time is 600 ns of kernel, LAUNCH ns of launch, and return
part() {
    account="\"kernel_ns\":600,\"launch_ns\":$3,\"return_ns\":$(($2 - 600 - $3))"
    document "$1" "$2" 1 "s/\"duration\"/\"account\":{\"typical\":{$account}},&/"
}
the_part_that_became_slower_is_named() {
    part before 1000 300
    part after 1100 395
    GT_WIDE=1 lint --compare "$scratch/before" "$scratch/after"
    grep -qE '^ +the difference, 100 ns in the median; launch \+95\.0 ns; return \+5\.00 ns$' "$scratch/out"
    for i in 1 2 3 4 5 6; do
        part "before$i" $((1000 + i)) 300
        part "after$i" $((1100 + i)) 400
    done
    GT_WIDE=1 lint --compare "$scratch"/before[1-6] --with "$scratch"/after[1-6]
    grep -qE '^ +the difference, 100 ns in the median; launch \+100 ns$' "$scratch/out"
}
files_made_in_turn_are_compared_in_pairs() {
    for i in 1 2 3 4 5 6; do        # the machine becomes slower: by their medians the sides are one
        document "before$i" $((1000 + 200 * i)) 1 "s/\"kit\"/\"date\":\"2026-11-23T10:0$i:01Z\",&/"
        document "after$i" $((1080 + 216 * i)) 1 "s/\"kit\"/\"date\":\"2026-11-23T10:0$i:31Z\",&/"
    done
    GT_WIDE=1 lint --compare "$scratch"/before[1-6] --with "$scratch"/after[1-6] --fail-slower 5%
    exits 1
    contains 'The files were made in turn' out
    grep -qE '^a"b€ .* slower by 8.0 %, FAILS' "$scratch/out"
    document after3 1728 1 's/"kit"/"date":"2026-11-23T11:00:00Z",&/'
    lint --compare "$scratch"/before[1-6] --with "$scratch"/after[1-6] --fail-slower 5%
    exits 0
    lacks 'in turn' out
    contains 'not separated' out
}
few_or_dependent_samples_of_one_process_decide_nothing() {
    numbers 249 '1000 + 20 * u' >"$scratch/x"
    numbers 249 '1200 + 20 * u' >"$scratch/y"
    lint --compare "$scratch/x" "$scratch/y" --fail-slower 5%
    exits 0
    contains 'not decided: n=249, 250 are needed' out
    numbers 250 '1000 + 20 * u + (w = 0.95 * w + u - 0.5) * 40' >"$scratch/x"
    numbers 250 '1200 + 20 * u + (w = 0.95 * w + v - 0.5) * 40' >"$scratch/y"
    lint --compare "$scratch/x" "$scratch/y" --fail-slower 5%
    exits 0
    grep -qE 'not decided: 250 samples, effectively [0-9]+' "$scratch/out"
}
outcomes_reach_the_server_and_the_pull_request() {
    document before 1000 10
    document after 1100 11 's/steady/<st\&eady>/'
    lint --compare "$scratch/before" "$scratch/after" --fail-slower 5% --junit "$scratch/junit.xml" --markdown
    exits 1
    cat "$scratch/junit.xml"
    grep -qF '| a"b€ | 1.00 us | 1.10 us | 0.909 | \[0.896, 0.922\] | slower by 10 %, FAILS |' "$scratch/out"
    grep -qF '<testsuite name="gtlint" tests="3" failures="2" errors="0" skipped="1">' "$scratch/junit.xml"
    grep -qF 'name="&#60;st&#38;eady&#62;"' "$scratch/junit.xml"
    if command -v python3 >/dev/null; then
        python3 -c "import sys, xml.dom.minidom as d
print(d.parse(sys.argv[1]).getElementsByTagName('failure').length)" "$scratch/junit.xml" | grep -qx 2
    fi
    numbers 5 '1000 + u' | lint --junit "$scratch/junit.xml"
    grep -qF '<failure message="few"/>' "$scratch/junit.xml"
    lint --compare "$scratch/before" "$scratch/after" --junit "$scratch/nowhere/junit.xml"
    exits 2
}
what_is_no_document_is_bad_input() {
    document before 1000 10
    size=$(wc -c <"$scratch/before")
    for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        head -c $((size * i / 21)) "$scratch/before" >"$scratch/cut"
        lint "$scratch/cut"
        exits 2
        lint --html "$scratch/page" "$scratch/cut"
        exits 2
    done
    for text in '{}' '{"schema":"1"}' '{"schema":1,}' '[1]' '{"schema":1}x' '{"schema":1,"a":"\u12"}' \
        '{"schema":0x1}' '{"schema":1,"a":-inf}' "{$(printf '\001')}"; do
        printf '%s' "$text" | lint
        exits 2
    done
    echo '{"schema":1,"settings":[1],"devices":{"a":1},"series":[]}' | lint      # nothing is where it should be
    exits 2
    awk 'BEGIN { printf "{\"schema\":1,\"a\":"; for (i = 0; i < 100000; i++) printf "["; }' | lint
    exits 2
}
# What a process that crashed has left: an empty file.
an_empty_file_is_said_to_be_one() {
    document before 1000 10
    : >"$scratch/none"
    for options in '' "--compare $scratch/before" --compare --runs; do
        case $options in --compare) set -- "$scratch/before" ;; *) set -- ;; esac
        # shellcheck disable=SC2086
        lint $options "$scratch/none" "$@"
        exits 2
        contains "no number in $scratch/none" err
        lacks 'in common' err
    done
}
what_a_newer_version_wrote_is_said_to_be_that() {
    document before 1000 10
    document after 1000 10 's/"schema":1/"schema":2/'
    for options in '' --markdown --runs "--compare $scratch/before"; do
        # shellcheck disable=SC2086
        lint $options "$scratch/after"
        [ "$(grep -c 'is of a newer version' "$scratch/err")" -eq 1 ]
    done
}
# A list of numbers alone has no items in the tree.
numbers_in_the_place_of_objects_are_passed_over() {
    document before 1000 10 's/"devices":\[{.*}\],"series"/"devices":[1,2],"sections":[3],"findings":[4],"series"/'
    grep -qF '"devices":[1,2]' "$scratch/before"
    echo '{"schema":1,"series":[1,2]}' >"$scratch/after"
    for options in '' --markdown --runs --ranks "--html $scratch/page" "--compare $scratch/before"; do
        # shellcheck disable=SC2086
        lint $options "$scratch/before"
        [ "$(cat "$scratch/status")" = 'status 0' ] || exits 1
        # shellcheck disable=SC2086
        lint $options "$scratch/after"
        exits 2
    done
}
# pairs KIND: of 100 pairs of lists with the same truth, ten numbers each, how many are called faster or slower. KIND
# says of what each number remembers 0.9: its `neighbour` or its `process`, which is 2 % slower or faster than others.
pairs() {
    pair=0 told=0
    while [ $pair -lt 100 ]; do
        for side in x y; do
            awk -v kind="$1" -v seed="$pair$side" 'BEGIN {
                srand(1000 * seed + (seed ~ /x/) + 7)
                for (i = -20; i <= 10; i++) {
                    u = sqrt(-2 * log(1 - rand())) * cos(6.283185307 * rand())
                    if (i == -20) process = u
                    state = i > -20 ? 0.9 * state + sqrt(1 - 0.81) * u : u
                    if (i > 0) print kind == "neighbour" ? 1000 + 20 * state : 1000 + 20 * process + 2 * u
                }
            }' >"$scratch/$side"
        done
        lint --compare "$scratch/x" "$scratch/y" --unit ns >/dev/null
        if grep -qE 'slower|faster' "$scratch/out"; then told=$((told + 1)); fi
        pair=$((pair + 1))
    done
    echo "$1: of 100 pairs with one truth $told are told apart"
}
numbers_that_remember_their_neighbours_are_not_told_apart() {
    pairs neighbour
    [ $told -le 10 ]
}
processes_that_differ_are_not_told_apart_by_one_file_a_side() {
    pairs process
    [ $told -le 10 ]
}
# peak DOCUMENT [OPTION]: what gtlint takes of memory for it, in KiB, at most half more than the document
peak() {
    cat >"$scratch/peak.c" <<\END
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
int main(int count, char **of)
{
    struct rusage used;
    const pid_t child = fork();
    (void)count;
    if (!child) _exit(execv(of[1], of + 1));
    wait(NULL);
    getrusage(RUSAGE_CHILDREN, &used);
    return fprintf(stderr, "%ld\n", used.ru_maxrss) < 0;       /* KiB */
}
END
    $CC -o "$scratch/peak" "$scratch/peak.c"
    document=$1
    shift
    "$scratch/peak" "$gtlint" "$@" "$document" >"$scratch/out" 2>"$scratch/err"
    kb=$(($(wc -c <"$document") / 1024))
    echo "$(tail -1 "$scratch/err") KiB of memory for a document of $kb KiB"
    [ "$(tail -1 "$scratch/err")" -le $((kb * 3 / 2)) ]
}
# 20 MB of many short series, of which no more than one is to stand in memory as a tree.
a_document_takes_little_more_memory_than_its_text() {
    awk 'BEGIN {
        printf "{\"schema\":1,\"devices\":[],\"series\":["
        for (i = 0; i < 25000; i++) {
            printf "%s{\"series\":\"s%d\",\"kind\":\"scope\",\"device\":0,\"n\":6,", i ? "," : "", i
            printf "\"threads\":1,\"findings\":[],\"duration\":{\"n\":6,\"median\":1000,\"tick\":1},"
            printf "\"samples\":{\"duration_ns\":[1,2,3,4,5,6]},\"facts\":["
            for (k = 0; k < 80; k++) printf "%s\"fact\"", k ? "," : ""
            printf "]}"
        }
        print "]}" }' >"$scratch/many"
    kb=$(($(wc -c <"$scratch/many") / 1024))
    (ulimit -v $((3 * kb + 16384)) && exec "$gtlint" --compare "$scratch/many" "$scratch/many") >"$scratch/out" \
        2>"$scratch/err" || [ $? -eq 1 ]
    head -3 "$scratch/err"
    [ "$(grep -cE '^s[0-9]+ ' "$scratch/out")" -eq 25000 ]
    lacks 'out of memory' err
    # The report is made of what the program had in memory, 2 KB a series, beside the text; here these have 700 B.
    (ulimit -v $((8 * kb + 16384)) && exec "$gtlint" "$scratch/many") >"$scratch/out" 2>"$scratch/err" || [ $? -eq 1 ]
    [ "$(grep -cE '^s[0-9]+ +6( |$)' "$scratch/out")" -eq 25000 ]
    lacks 'out of memory' err
}
# 33 MB, nearly all of them samples, judged and reported.
a_report_of_many_samples_takes_half_as_much_memory_again_as_their_text() {
    awk 'BEGIN {
        n = 800000
        printf "{\"schema\":1,\"devices\":[],\"state\":{\"is_real\":1},\"series\":["
        printf "{\"series\":\"s\",\"kind\":\"scope\",\"n\":%d,\"kept\":%d,", n, n
        printf "\"threads\":1,\"counts\":{},\"state\":{},\"samples\":{\"thread\":[1"
        for (i = 1; i < n; i++) printf ",1"
        printf "],\"begin_ns\":[0.25"
        for (i = 1; i < n; i++) printf ",%d.47619044854", i * 2000
        printf "],\"duration_ns\":[1000.5"
        for (i = 1; i < n; i++) printf ",%d.80952242743", 1000 + i * 7919 % 97
        print "]}}]}" }' >"$scratch/many"
    peak "$scratch/many"
    grep -E '^s +800000' "$scratch/out"
}
# 28 MB of many short series, a third of it what the program found in each.
findings_of_a_document_do_not_stay_in_memory() {
    awk 'BEGIN {
        printf "{\"schema\":1,\"devices\":[],\"series\":["
        for (i = 0; i < 25000; i++) {
            printf "%s{\"series\":\"s%d\",\"kind\":\"scope\",\"device\":0,\"n\":6,", i ? "," : "", i
            printf "\"threads\":1,\"findings\":[\"few\"],\"duration\":{\"n\":6,\"median\":1000,\"tick\":1},"
            printf "\"samples\":{\"duration_ns\":[1,2,3,4,5,6]},\"counts\":{"
            for (k = 0; k < 60; k++) printf "%s\"%d\":0", k ? "," : "", 1e6 + k
            printf "}}"
        }
        printf "],\"findings\":["
        for (i = 0; i < 25000; i++) {
            printf "%s{\"code\":\"few\",\"severity\":\"info\",\"series\":\"s%d\",\"figures\":\"n=6\",", i ? "," : "", i
            for (k = 0; k < 12; k++) printf "\"member %d\":\"\",", k
            printf "\"numbers\":[{\"name\":\"n\",\"value\":6,\"unit\":\"\"}]}"
        }
        print "]}" }' >"$scratch/many"
    peak "$scratch/many" --runs
    [ "$(grep -cE '^s[0-9]+ ' "$scratch/out")" -eq 25000 ]
}
numbers_are_compared_in_their_unit() {
    numbers 30 '10 + u' >"$scratch/x"
    numbers 30 '20 + u' >"$scratch/y"
    lint --compare "$scratch/x" "$scratch/y" --unit ms
    grep -qE '10\.[0-9]+ ms +20\.[0-9]+ ms' "$scratch/out"
    lint --compare "$scratch/x" "$scratch/y"
    grep -qE '10\.[0-9]+ +20\.[0-9]+ ' "$scratch/out"
    lacks ' ns' out
}
nan_alone_is_no_time_of_0() {
    echo nan | lint
    contains '1 of 1 are not finite numbers' out
    lacks 'times are 0' out
    exits 1
}
two_files_are_compared_whatever_their_format() {
    numbers 250 '1000 + 20 * u' >"$scratch/x"
    numbers 250 '2000 + 20 * u' >"$scratch/y"
    lint --compare "$scratch/x" "$scratch/y" --fail-slower 50%
    exits 1
    contains 'slower by 99 %' out
    runs_of 0.1 >"$scratch/x"
    runs_of 0.2 >"$scratch/y"
    lint --compare "$scratch/x" "$scratch/y"
    exits 0
    grep -qE '^a, b  +1\.00 us  +1\.01 us' "$scratch/out"
    lint --compare "$scratch/x"
    exits 2
    lint --compare "$scratch/x" "$scratch/nowhere"
    exits 2
}

# ---- many series ----------------------------------------------------------------------------------------------------

many() {        # KIND SERIES MEDIAN: a file of so many series
    awk -v kind="$1" -v n="$2" -v m="$3" 'BEGIN {
        if (kind == "csv") print "series,thread,sample,duration_ns,cold,kind,device"
        if (kind == "runs") print "run,series,n,median,unit,low,high,device,findings,kind"
        if (kind == "json")
            printf "{\"schema\":1,\"clock\":{\"name\":\"tsc\",\"hz\":2e9},\"devices\":[{\"name\":\"gpu\"}],\"series\":["
        for (i = 0; i < n; i++)
            if (kind == "runs") printf "7,\"series %d\",50,%d,ns,%d,%d,1 gpu,,phase\r\n", i, m, m - 1, m + 1
            else if (kind == "csv") printf "series %d,1,0,%d,0,phase,1 gpu\n", i, m
            else printf "%s{\"series\":\"series %d\",\"kind\":\"phase\",\"device\":1,\"n\":9," \
                        "\"findings\":[\"drift\"],\"duration\":{\"n\":9,\"median\":%d,\"tick\":1}}",
                        i ? "," : "", i, m
        if (kind != "json") exit
        printf "],\"findings\":["
        for (i = 0; i < n; i++)
            printf "%s{\"code\":\"drift\",\"severity\":\"warning\",\"series\":\"series %d\"}", i ? "," : "", i
        print "]}" }'
}
processor_ms() {        # COMMAND...: by the shell's own count of what its children took
    ( "$@" >"$scratch/out" 2>"$scratch/err" || [ $? -eq 1 ] || exit; times ) | awk 'NR == 2 {
        for (i = 1; i <= 2; i++) { split($i, t, /[ms]/); sum += 60000 * t[1] + 1000 * t[2] }
        printf "%.0f\n", sum }'
}
eight_times() { for i in 1 2 3 4 5 6 7 8; do "$@" || [ $? -eq 1 ] || return 2; done; }
# Eight times 2,000 series are as many as 16,000: a growth like n log n takes 1.3 times as long, a quadratic one 8
# times. A busy machine may spoil a try.
growth_is_far_from_quadratic() {        # KIND OPTION...
    kind=$1
    shift
    [ "${1-}" != --html ] || set -- --html "$scratch/page"
    for n in 2000 16000; do
        many "$kind" $n 1000 >"$scratch/before.$n"
        many "$kind" $n 1010 >"$scratch/after.$n"
    done
    for try in 1 2 3 4 5; do
        case ${1-} in
        --compare) few="$scratch/before.2000 $scratch/after.2000" all="$scratch/before.16000 $scratch/after.16000" ;;
        *) few=$scratch/before.2000 all=$scratch/before.16000 ;;
        esac
        # shellcheck disable=SC2086
        eight=$(processor_ms eight_times "$gtlint" "$@" $few)
        # shellcheck disable=SC2086
        one=$(processor_ms "$gtlint" "$@" $all)
        echo "$kind $*, try $try: 8 x 2,000 series in $eight ms, 16,000 in $one ms"
        [ -n "$one" ] && [ -n "$eight" ]
        [ "$one" -lt $((3 * eight)) ] && return 0
    done
    return 1
}

misspelt_variables_are_said_and_those_of_other_programs_are_not() {
    for name in GT_CLCK:GT_CLOCK GT_AUDIT_:GT_AUDIT GT_Audit:GT_AUDIT GT_DEVCE:GT_DEVICE GT_JSNO:GT_JSON \
        GT_RPEORT:GT_REPORT; do
        status=0
        env "${name%:*}=1" "$gtlint" --environment >"$scratch/environment" || status=$?
        cat "$scratch/environment"
        [ $status -eq 1 ]
        grep -q "^${name%:*}=1 in the environment has no meaning: is it ${name#*:}?" "$scratch/environment"
    done
    # Those of page one have a meaning; those of others are not the kit's business.
    own=$(sed -n '/STOP HERE/q; s/^  *\(GT_[A-Z_]*\)=.*/\1/p' gputime.h gputime_cl.h)
    for name in $own GT_SOURCE_DIR GT_ GT_A GTX_CLOCK GT_COLUMNS_OF_X \
        GT_A_NAME_THAT_IS_LONGER_THAN_ALL_OF_OURS_BY_FAR; do
        if env "$name=1" "$gtlint" --environment >"$scratch/environment"; then :; fi
        if grep 'has no meaning' "$scratch/environment"; then echo "$name"; return 1; fi
    done
}

# GOLDEN=write sh tests/tools/test_gtlint.sh writes the file anew.
markdown_of_a_document_is_that_of_the_data_folder() {
    sed 's/{"code":"env"$/&,"severity":"info"}/' tests/data/golden.json >"$scratch/golden.json"
    lint --markdown "$scratch/golden.json"
    exits 0
    [ -z "${GOLDEN-}" ] || cp "$scratch/out" tests/data/golden.md
    diff "$scratch/out" tests/data/golden.md
    lint --markdown tests/data/golden.csv
    exits 2
    contains 'is not a JSON document of gputime (GT_JSON), or is cut off' err
}

# options TEXT: the options with which lines of a --help begin.
options() { printf '%s\n' "$1" | grep '^ *--' | grep -oE -e '--[a-z][a-z-]+' | sort -u; }
# explained MANUAL TEXT: the manual has each option of --help, and examples.
explained() {
    sed 's/\\-/-/g' "$1" >"$scratch/manual"
    for option in $(options "$2"); do
        grep -qE -e "$option($|[^a-z-])" "$scratch/manual" || { echo "lacks $option"; return 1; }
    done
    grep -q '^\.SH EXAMPLES' "$scratch/manual"
}
the_manuals_have_each_option_and_examples() {
    explained examples/tools/gtlint/gtlint.1 "$("$gtlint" --help)"
    explained examples/tools/gtlint/gtlint.1 "$("$gtlint" run --help)"
    # gtprof's text stands in its source: no OpenCL is needed here.
    explained examples/tools/gtprof/gtprof.1 "$(sed -n 's/^    "\( *--.*\)\\n"$/\1/p' examples/tools/gtprof/gtprof.c)"
}
# Lines of code, without comments and empty lines.
gtlint_without_pages_and_ranks_stays_small() {
    $CC --version | grep -q 'Free Software Foundation' || skip "$CC does not take comments out of a file"
    for file in examples/tools/gtlint/*.c; do
        case $file in *page*|*ranks*) ;; *) cat "$file" ;; esac
    done | $CC -x c -fpreprocessed -dD -E -P - >"$scratch/code"
    echo "$(grep -c . "$scratch/code") lines of code"
    [ "$(grep -c . "$scratch/code")" -le 3000 ]
}

check clean_series_have_no_finding
check a_cold_first_sample_is_named
check a_warm_up_is_named
check a_drift_is_named
check a_step_is_named_with_its_place
check alternation_is_named
check two_speeds_are_named_with_their_shares
check spikes_are_named
check correlation_is_named
check a_coarse_clock_is_named
check few_samples_are_named
check negative_times_and_nan_are_named
check a_factor_has_no_exponent
check every_finding_has_a_remedy_and_a_paragraph
check statistics_are_those_of_the_numbers
check comments_blanks_and_crlf_are_no_numbers
check the_mark_of_utf8_is_no_part_of_a_file
check a_bad_line_is_named_and_what_stood_before_it_is_reported
check a_file_that_does_not_end_is_refused_at_its_first_zero
check no_numbers_are_bad_input
check wrong_options_are_refused
check no_file_that_holds_something_else_is_overwritten
check what_stdout_has_no_room_for_is_said
check what_gtlint_does_read_is_said
check help_tells_the_exit_status
check csv_of_the_kit_is_read_per_series
check faults_in_the_csv_are_named_and_have_no_interval
check speeds_of_own_work_are_not_blamed_on_other_programs
check a_whole_program_needs_no_repetition
check single_commands_are_left_out
check runs_that_differ_by_more_than_the_last_says_are_a_finding
check a_run_of_several_threads_took_as_long_as_the_longest
check runs_that_are_no_file_are_bad_input
check a_slower_series_is_named_and_fails_only_beyond_the_limit
check other_work_before_and_after_is_named
check a_wide_interval_decides_nothing
check what_was_measured_elsewhere_is_refused
check missing_and_faulty_series_fail
check processes_of_a_side_are_its_samples
check the_part_that_became_slower_is_named
check files_made_in_turn_are_compared_in_pairs
check few_or_dependent_samples_of_one_process_decide_nothing
check outcomes_reach_the_server_and_the_pull_request
check what_is_no_document_is_bad_input
check an_empty_file_is_said_to_be_one
check what_a_newer_version_wrote_is_said_to_be_that
check numbers_in_the_place_of_objects_are_passed_over
check numbers_that_remember_their_neighbours_are_not_told_apart
check processes_that_differ_are_not_told_apart_by_one_file_a_side
check numbers_are_compared_in_their_unit
check a_document_takes_little_more_memory_than_its_text
check a_report_of_many_samples_takes_half_as_much_memory_again_as_their_text
check findings_of_a_document_do_not_stay_in_memory
check nan_alone_is_no_time_of_0
check two_files_are_compared_whatever_their_format
check growth_is_far_from_quadratic csv
check growth_is_far_from_quadratic runs
check growth_is_far_from_quadratic json
check growth_is_far_from_quadratic csv --compare
check growth_is_far_from_quadratic runs --compare
check growth_is_far_from_quadratic json --html
check misspelt_variables_are_said_and_those_of_other_programs_are_not
check markdown_of_a_document_is_that_of_the_data_folder
check the_manuals_have_each_option_and_examples
check gtlint_without_pages_and_ranks_stays_small
