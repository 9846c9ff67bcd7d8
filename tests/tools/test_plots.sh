#!/bin/sh
# plot.sh: pictures of stored files are made, with titles, units and the numbers of the files; wrong files and
# folders give an error that says what is wrong.
. "$(dirname "$0")/../lib/check.sh"

have_gnuplot() { command -v gnuplot >/dev/null || skip 'gnuplot is not there (Debian, Ubuntu: gnuplot-nox)'; }
plot() { sh examples/tools/plot.sh -o "$scratch/out" "$@"; }
holds() { grep -qF -- "$2" "$scratch/out/$1.svg" || { echo "$1.svg lacks: $2"; return 1; }; }

# What a picture must be: two files of the kinds that they claim, and marks, not only axes.
drawn() {
    head -c 200 "$scratch/out/$1.svg" | grep -q '<?xml' && tail -c 20 "$scratch/out/$1.svg" | grep -q '</svg>'
    [ "$(head -c 4 "$scratch/out/$1.png" | tail -c 3)" = PNG ]
    [ "$(wc -c <"$scratch/out/$1.svg")" -lt 61440 ]
    [ "$(wc -c <"$scratch/out/$1.png")" -gt 4000 ]
}

# 40 samples of 100 to 139 us, and one of 5 ms.
samples() {
    printf 'series,thread,sample,begin_ns,duration_ns,cold,kind,device,findings\r\n'
    i=0
    while [ $i -lt 40 ]; do
        printf '"a <b>, ""c""",1,%d,%d,%d,0,scope,"1 my device",drift\r\n' $i $((i * 1000000)) $((100000 + i * 1000))
        i=$((i + 1))
    done
    printf '"a <b>, ""c""",1,40,40000000,5000000,0,scope,"1 my device",drift\r\n'
    printf 'other,1,0,1,77,0,scope,,\r\n'
}

# A device of 100 GB/s and 1000 GFLOP/s, a kernel of 2 FLOP/B at 50 GFLOP/s.
a_kernel_is_drawn_below_its_roof() {
    have_gnuplot
    printf '%s\r\n' 'series,thread,sample,begin_ns,duration_ns,cold,kind,device,findings' \
        'k/mine,1,0,1,77,0,phase,"1 dev",' >"$scratch/20.csv"
    printf '%s\n' ' "date":"2026-11-22T10:00:00Z",' \
        '  {"name":"dev","costs":[],"ceilings":[{"name":"global read","unit":"B/s","measured":9.5e10},'\
'{"name":"global copy","unit":"B/s","measured":1e+11},'\
'{"name":"multiply-add float","unit":"FLOP/s","measured":1e+12}]}' \
        '  {"series":"k/mine","kind":"phase","cold":false,"flops_per_s":5e10,"bytes_per_s":2.5e10}' >"$scratch/20.json"
    plot -p 20_roofline "$scratch/20.csv"
    drawn 20_roofline
    holds 20_roofline 'roof: 100 GB/s x intensity, then 1000 GFLOP/s (from 10 FLOP/B on)'
    holds 20_roofline 'mine'
    holds 20_roofline 'intensity, FLOP/B'
    holds 20_roofline 'rate, GFLOP/s'
}

# Two kernels at nearly the same place: their names stand at two sides of it.
names_of_close_kernels_do_not_overlap() {
    have_gnuplot
    printf '%s\r\n' 'series,begin_ns,duration_ns,cold' 'k/simple,1,77,0' >"$scratch/20.csv"
    {
        echo '  {"name":"dev","ceilings":[{"name":"global copy","measured":1e+11},'\
'{"name":"multiply-add float","measured":1e+12}]}'
        echo '  {"series":"k/simple","kind":"phase","cold":false,"flops_per_s":5e10,"bytes_per_s":2.5e10}'
        echo '  {"series":"k/tiled","kind":"phase","cold":false,"flops_per_s":4.6e10,"bytes_per_s":2.3e10}'
        echo '  {"series":"k/none","kind":"scope","cold":false}'
        echo '  {"series":"k/other","kind":"phase","cold":false,"flops_per_s":9e9,"bytes_per_s":4.5e9}'
    } >"$scratch/20.json"
    plot -p 20_roofline "$scratch/20.csv"
    for name in simple:start tiled:end other:start; do
        grep -B 1 "<text>${name%:*}</text>" "$scratch/out/20_roofline.svg" | grep -q "text-anchor=\"${name#*:}\""
    done
}

# Just below the flat roof, and above the slope, a name at the right of its point would lie on the roof. The long name
# would lie on the next point there.
names_lie_on_no_roof_and_on_no_point() {
    have_gnuplot
    printf '%s\r\n' 'series,begin_ns,duration_ns,cold' 'k/flat,1,77,0' >"$scratch/20.csv"
    {
        echo '  {"name":"dev","ceilings":[{"name":"global copy","measured":1e+11},'\
'{"name":"multiply-add float","measured":1e+12}]}'
        echo '  {"series":"k/flat","kind":"phase","cold":false,"flops_per_s":9e11,"bytes_per_s":9e9}'
        echo '  {"series":"k/cached","kind":"phase","cold":false,"flops_per_s":1.2e11,"bytes_per_s":1.2e11}'
        echo '  {"series":"k/with a long name","kind":"phase","cold":false,"flops_per_s":5e9,"bytes_per_s":1e8}'
        echo '  {"series":"k/beside it","kind":"phase","cold":false,"flops_per_s":5e9,"bytes_per_s":2e7}'
    } >"$scratch/20.json"
    plot -p 20_roofline "$scratch/20.csv"
    for name in flat:middle cached:end 'with a long name:end' 'beside it:start'; do
        grep -B 1 "<text>${name%:*}</text>" "$scratch/out/20_roofline.svg" | grep -q "text-anchor=\"${name#*:}\""
    done
}
a_full_disk_leaves_the_earlier_picture() {
    have_gnuplot
    samples >"$scratch/mine.csv"
    plot "$scratch/mine.csv" >/dev/null
    cp "$scratch/out/mine_series.svg" "$scratch/before.svg"
    ls -A "$scratch/out" >"$scratch/files"
    mkdir "$scratch/full"
    printf '%s\n' '#!/bin/sh' 'head -c 100 "$1" >"$2"' 'echo "cp: $2: No space left on device" >&2; exit 1' \
        >"$scratch/full/cp"
    chmod +x "$scratch/full/cp"
    status=0
    (PATH=$scratch/full:$PATH; plot "$scratch/mine.csv") >"$scratch/said" 2>&1 || status=$?
    [ $status -eq 2 ] && grep -q 'cannot write .*/mine_series.svg: No space left on device' "$scratch/said"
    cmp "$scratch/before.svg" "$scratch/out/mine_series.svg"
    ls -A "$scratch/out" | cmp - "$scratch/files"
}

anybodys_series_is_drawn() {
    have_gnuplot
    samples >"$scratch/mine.csv"
    plot "$scratch/mine.csv" >"$scratch/said"
    grep -q 'of 2 series' "$scratch/said"
    drawn mine_series
    holds mine_series 'a &lt;b'
    holds mine_series 'my device, '
    holds mine_series 'duration, µs'
    holds mine_series 'n = 41, median 120 µs (dashed)'
    holds mine_series '1 above the frame, up to 5000 µs'
    holds mine_series 'findings: drift'
    plot "$scratch/mine.csv" other
    holds mine_series_other 'n = 1, median 77 ns'
    holds mine_series 'n = 41, median 120 µs (dashed)'
}
# 45 of 60 samples are alike: by steps of five, the names on the narrow axis of the histogram would run together.
an_axis_in_a_small_panel_has_few_names() {
    have_gnuplot
    { echo series,sample,duration_ns
      for i in $(seq 60); do echo "a,$i,$((i % 4 ? 100000 : 100000 + 500 * i))"; done; } >"$scratch/peak.csv"
    plot "$scratch/peak.csv" >/dev/null
    holds peak_series '<text> 50</text>'
    ! grep -q '<text> 45</text>' "$scratch/out/peak_series.svg" || return 1
}
a_name_like_a_formula_is_drawn_without_its_apostrophe() {
    have_gnuplot
    samples | sed "s/a <b>/'=1+2/" >"$scratch/formula.csv"
    plot "$scratch/formula.csv" '=1+2, "c"'
    [ "$(cat "$scratch"/out/formula_series*.svg | grep -c "'=1+2")" -eq 0 ]
    cat "$scratch"/out/formula_series*.svg | grep -q '=1+2'
}
a_picture_of_ones_own_file_stands_beside_it() {
    have_gnuplot
    mkdir -p "$scratch/own"
    samples >"$scratch/own/mine.csv"
    (unset GT_BUILD_DIR; sh examples/tools/plot.sh "$scratch/own/mine.csv" >/dev/null)
    [ -s "$scratch/own/mine_series.svg" ]
}
long_options_are_understood_or_refused() {
    sh examples/tools/plot.sh --help | grep -q 'sh examples/tools/plot.sh FILE.csv'
    status=0
    sh examples/tools/plot.sh --draw 2>"$scratch/said" || status=$?
    [ "$status" -eq 2 ]
    ! grep -qi 'illegal' "$scratch/said" || return 1
}

names_over_two_lines_are_drawn() {
    have_gnuplot
    plot tests/data/golden.csv >/dev/null
    drawn golden_series
    holds golden_series 'simcl device 0, 2009-02-13'
    holds golden_series 'n = 24, median 25 µs'
}

# The pictures of two examples, from shortened files of a real run.
pictures_of_examples_are_drawn() {
    have_gnuplot
    plot -p 08_launch_cost tests/data/08_launch_cost.csv
    drawn 08_launch_cost
    holds 08_launch_cost 'What does a launch cost?'
    holds 08_launch_cost 'pthread-skylake-avx512-Intel(R) Xeon(R) Processor, 2026-11-22, load average 5.1 on 2 cores'
    holds 08_launch_cost 'time per launch, µs'
    slope=$(sed -n 's/.*"pass_ns":\([0-9]*\).*/\1/p' tests/data/08_launch_cost.json | awk '{ printf "%.3g", $1 / 1e3 }')
    holds 08_launch_cost "slope of batches: $slope µs a launch"
    holds 08_launch_cost 4096
}

# 10_first_run's own file names no device: it is that of the list, where a long line goes on in an indented one.
the_chosen_device_is_read_from_a_list_of_long_lines() {
    have_gnuplot
    mkdir -p "$scratch/build/examples"
    cat >"$scratch/build/examples/10_first_run" <<'END'
#!/bin/sh
printf '%s\n' 'series,begin_ns,duration_ns,cold' 'cold: building,1,5000,0' >"$GT_CSV"
echo '  {"series":"cold: building","kind":"outside","cold":false,"duration":{"n":1,"median":5000}}' >"$GT_JSON"
END
    cat >"$scratch/build/examples/devices" <<'END'
#!/bin/sh
echo 'index type  device                                    platform                          version'
echo '0:0  gpu   another one                               A Platform                       OpenCL 3.0'
echo '1:0  cpu   a processor of many words                 A Platform                       OpenCL'
echo '              3.0 with a version that is long  <- chosen'
END
    chmod +x "$scratch/build/examples/10_first_run" "$scratch/build/examples/devices"
    GT_BUILD_DIR=$scratch/build plot -r 10
    holds 10_first_run 'a processor of many words, '
}

# Of 4 us a kernel ran for half; a quarter went by until earlier work was done, and one until the wait returned.
shares_of_a_sample_are_those_of_its_account() {
    have_gnuplot
    printf '%s\n' 'series,begin_ns,duration_ns,device_ns,cold,kind,queue_ns,submit_ns' \
        '"waits/second kernel",1000,4000,2000,0,scope,,' >"$scratch/02.csv"
    for series in 'second kernel' 'second kernel/kernel'; do
        printf '  {"series":"waits/%s","kind":"scope","cold":false,"duration":{"median":4000},"account":' "$series"
        echo '{"typical":{"kernel_ns":2000,"earlier_ns":1000,"return_ns":1000},"mean":{"kernel_ns":9000}}}'
    done >"$scratch/02.json"
    plot -p 02_where "$scratch/02.csv"
    drawn 02_where
    holds 02_where 'second kernel'
    holds 02_where '4 µs'
    if holds 02_where 'second kernel/kernel'; then return 1; fi
    sed -n "s/.*<polygon .* points = '\([0-9.]*\),[0-9.]* \([0-9.]*\),.*/\1 \2/p" "$scratch/out/02_where.svg" |
        awk '$2 - $1 > 60 { print; from[++n] = $1; to[n] = $2 }
            function near(a, b) { return (a - b) * (a - b) < 1 }
            END {
                wide = to[n] - from[1]
                exit !(n == 3 && near(to[1], from[1] + wide / 2) && near(from[2], to[1]) && near(from[3], to[2]) &&
                    near(to[2], from[1] + 3 * wide / 4))
            }'
}

# Means of whole numbers of ns: END, at 19.1 ms, and the end of the wait, at 19.9 ms, are two points. Control is back
# (3) before the kernel starts (2) here.
five_points_stand_where_they_are_and_are_numbered_as_in_their_source() {
    have_gnuplot
    {
        echo 'series,begin_ns,duration_ns,device_ns,cold,kind,first_ns,launch_ns'
        for i in 1 2; do
            echo "\"sum of arrays/even, 256\",$i,19900000,18000000,0,phase,200000,900000"
            echo "\"sum of arrays/even, 256, not waited for\",$i,300000,,0,scope,,"
        done
    } >"$scratch/06.csv"
    echo '{}' >"$scratch/06.json"
    plot -p 06_five_points "$scratch/06.csv"
    drawn 06_five_points
    holds 06_five_points '2  the kernel starts (START), at 1.1 ms'
    holds 06_five_points '3  control is back, at 300 µs'
    holds 06_five_points '5  the host knows, at 19.9 ms'
    holds 06_five_points 'wanted, 2 to 4: 18 ms'
    holds 06_five_points 'without one, 1 to 3: 300 µs'
    awk '/translate/ { sub(/.*translate\(/, ""); x = $0 + 0 }
        />[1-5]  / { at[++n] = x }
        END { exit !(n == 5 && at[1] < at[3] && at[3] < at[2] && at[2] < at[4] && at[4] < at[5]) }' \
        "$scratch/out/06_five_points.svg"
}

# Copies run from 0 to 10 us and from 15 to 30 us, a kernel from 5 to 20 us: 10 of 25 us are hidden.
hidden_time_is_that_of_both() {
    have_gnuplot
    printf '%s\n' 'series,begin_ns,duration_ns,device_ns,cold,kind,queue_ns,submit_ns' \
        '"three queues",1000,40000,,0,phase,,' '"three queues/write",1000,10000,,0,command,0,0' \
        '"three queues/iterate",2000,15000,,0,command,1000,3000' \
        '"three queues/read",3000,15000,,0,command,5000,8000' >"$scratch/17.csv"
    echo '{}' >"$scratch/17.json"
    plot -p 17_overlap "$scratch/17.csv"
    drawn 17_overlap
    holds 17_overlap 'a copy and a kernel run, 40 % of the time in which copies run'
    holds 17_overlap 'time from the begin of the pass to its end, µs'
}

# Two sizes of one kernel, one of another: as medians of the JSON; with the time of a frame beside them.
growth_of_particles_is_drawn() {
    have_gnuplot
    printf '%s\n' 'series,begin_ns,duration_ns,device_ns,cold,kind,queue_ns,submit_ns' \
        '1024/attract,0,30000,,0,phase,,' >"$scratch/18.csv"
    for series in 1024/attract:30000 4096/attract:90000 1024/gravity:20000000; do
        echo '  {"series":"'"${series%:*}"'","kind":"","cold":false,'\
'"duration":{"median":'"${series#*:}"',"device_time":0}'
    done >"$scratch/18.json"
    plot -p 19_fine_particles "$scratch/18.csv"
    drawn 19_fine_particles
    for text in 'gravity: pairs' '30 frames/s' '60 frames/s' '1 Ki' '4 Ki' 'time of a kernel, ms'; do
        holds 19_fine_particles "$text"
    done
}

# fails_with TEXT ARGUMENT...: status 2, a line that holds TEXT, no picture.
fails_with() {
    text=$1
    shift
    status=0
    sh examples/tools/plot.sh "$@" >"$scratch/said" 2>&1 || status=$?
    cat "$scratch/said"
    [ $status -eq 2 ] && grep -qF -- "$text" "$scratch/said" && [ ! -e "$scratch/none/x_series.svg" ]
}
wrong_files_are_named() {
    have_gnuplot
    : >"$scratch/x.csv"
    fails_with 'x.csv is empty' -o "$scratch/none" "$scratch/x.csv"
    head -n 1 tests/data/golden.csv >"$scratch/x.csv"
    fails_with 'holds no sample' -o "$scratch/none" "$scratch/x.csv"
    printf 'time,value\n1,2\n' >"$scratch/x.csv"
    fails_with "has no columns 'series'" -o "$scratch/none" "$scratch/x.csv"
    fails_with 'cannot read' -o "$scratch/none" "$scratch/absent.csv"
    fails_with "no samples of a series 'nobody'" -o "$scratch/none" tests/data/golden.csv nobody
    printf '{}\n' >"$scratch/x.json"
    printf 'series,duration_ns\na,1\n' >"$scratch/x.csv"
    fails_with 'x.json has no ceilings' -o "$scratch/none" -p 20_roofline "$scratch/x.csv"
    fails_with "no picture '99_none'" -o "$scratch/none" -p 99_none tests/data/golden.csv
    fails_with 'usage' -o "$scratch/none" || grep -q 'make plots' "$scratch/said"
}
a_folder_without_writing_is_named() {
    have_gnuplot
    mkdir "$scratch/locked"
    chmod 555 "$scratch/locked"
    locked=$scratch/locked/x
    [ "$(id -u)" -ne 0 ] || locked=/proc/x      # root may write anywhere else
    fails_with "cannot write into the folder $locked" -o "$locked" tests/data/golden.csv
}
without_gnuplot_the_package_is_named() {
    mkdir -p "$scratch/bin"
    for tool in sh dirname printf; do ln -sf "$(command -v $tool)" "$scratch/bin/$tool"; done
    status=0
    PATH=$scratch/bin sh examples/tools/plot.sh tests/data/golden.csv >"$scratch/said" 2>&1 || status=$?
    cat "$scratch/said"
    [ $status -eq 2 ] && grep -q 'gnuplot-nox' "$scratch/said"
}

check anybodys_series_is_drawn
check an_axis_in_a_small_panel_has_few_names
check a_name_like_a_formula_is_drawn_without_its_apostrophe
check a_picture_of_ones_own_file_stands_beside_it
check long_options_are_understood_or_refused
check a_kernel_is_drawn_below_its_roof
check names_of_close_kernels_do_not_overlap
check names_lie_on_no_roof_and_on_no_point
check a_full_disk_leaves_the_earlier_picture
check names_over_two_lines_are_drawn
check pictures_of_examples_are_drawn
check the_chosen_device_is_read_from_a_list_of_long_lines
check shares_of_a_sample_are_those_of_its_account
check five_points_stand_where_they_are_and_are_numbered_as_in_their_source
check hidden_time_is_that_of_both
check growth_of_particles_is_drawn
check wrong_files_are_named
check a_folder_without_writing_is_named
check without_gnuplot_the_package_is_named
