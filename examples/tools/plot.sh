#!/bin/sh
# plot.sh - draws measurements, with gnuplot, as SVG and PNG.
#
#     make plots                  runs eleven experiments in full (minutes), and draws them all
#     make plots EX=08            only those that begin so; QUICK=--quick: short versions
#     sh examples/tools/plot.sh FILE.csv [SERIES]
#                                 anybody's series: run sequence and histogram
#     sh examples/tools/plot.sh -p 08_launch_cost FILE.csv
#                                 that picture again, from the files of an earlier run
#
# The script takes -o FOLDER; otherwise a picture stands beside its FILE.csv, and those of make plots in build/plots.
# FILE.csv is what GT_CSV or --csv writes (gt_write_csv in gputime.h); FILE.json beside it, from GT_JSON, adds date,
# load and intervals. All numbers of a picture come from these files.
#
# What you must see in each picture:
#     10_first_run     a column for each kind of process: which part of the first run each cache takes away
#     02_phases        how create, copy-in, compute and copy-out share the time as the product grows
#     02_where         where the time of each wait goes: work of the device, or waiting for it to begin and to be known
#     03_speedup       each kernel's speedup with its interval, above 1 or below; with its copies it is nearer to 1
#     04_spread        the samples of a kernel in their order and as a histogram; where the median lies
#     06_five_points   of what a host's clock shows, how much is the kernel: 2 to 4 in the stretch from 1 to 5
#     06_sum_arrays    local sizes do not matter much; what one element more costs, by each way to handle it
#     07_bounds        every bound lies above START to END; the fewer copies inside, the tighter
#     08_launch_cost   the time per launch falls with the batch and ends on the line of the slope
#     09_data_warmup   the first of five copies is slow where memory is cold; the page faults beside it say why
#     17_overlap       three queues as tracks; the lowest track shows when a copy hid behind a kernel
#     19_fine_particles flat while a launch is most of a kernel, then a line each; where it crosses the time of a frame
#     20_roofline      each kernel below the roof: left of the edge memory bounds it, right of the edge arithmetic
set -u

here=$(dirname "$0")
folder=''
all='02_phases 02_where 03_speedup 04_spread 06_five_points 06_sum_arrays 07_bounds 08_launch_cost 09_data_warmup
    10_first_run 17_overlap 19_fine_particles 20_roofline'
export LC_ALL=C
tab=$(printf '\t')

fail() { printf 'plot: %s\n' "$*" >&2; exit 2; }

# ---- what the files say ----

# The rows of a CSV of the kit (RFC 4180), tab-separated, in the order: series sample begin_ns duration_ns device_ns
# cold kind queue_ns submit_ns faults device findings first_ns launch_ns; the title line is left out. A line end in a
# name becomes a blank; the apostrophe that keeps a name from being a formula goes.
csv_rows() {
    awk -v wanted="series sample begin_ns duration_ns device_ns cold kind queue_ns submit_ns faults device findings \
first_ns launch_ns" '
        function odd_quotes(s) { return gsub(/"/, "", s) % 2 }
        function split_row(s,    n) {
            n = 0
            do {
                if (!match(s, /^"([^"]|"")*"/)) match(s, /^[^,]*/)
                f[++n] = substr(s, 1, RLENGTH)
                if (f[n] ~ /^"/) { f[n] = substr(f[n], 2, RLENGTH - 2); gsub(/""/, "\"", f[n]) }
                if (f[n] ~ /^\047[\047 \t\r\n]*[=+@-]/) f[n] = substr(f[n], 2)
                gsub(/\t/, " ", f[n])
                s = substr(s, RLENGTH + 1)
                more = s ~ /^,/
                s = substr(s, 2)
            } while (more)
            return n
        }
        { while (odd_quotes($0) && (getline next_line) > 0) $0 = $0 " " next_line; sub(/\r$/, ""); gsub(/\r/, "") }
        NR == 1 || !columns {
            columns = split_row($0)
            for (i = 1; i <= columns; i++) at[f[i]] = i
            if (!("series" in at) || !("duration_ns" in at)) exit 3
            count = split(wanted, name, " ")
            next
        }
        split_row($0) == columns {
            for (i = 1; i <= count; i++) printf "%s%s", (name[i] in at ? f[at[name[i]]] : ""), (i < count ? "\t" : "\n")
        }' "$1"
}

# The series of a JSON of the kit, tab-separated: series n median low high, ns; warm-up passes are left out.
json_series() {
    awk "$library"'/^  \{"series":/ && /"cold":false/ {
        name = $0; sub(/^  \{"series":"/, "", name); sub(/","kind":.*/, "", name)
        sub(/.*"duration":/, ""); sub(/"device_time":.*/, "")
        if ($0 ~ /^\{/) printf "%s\t%s\t%s\t%s\t%s\n", name, get("n"), get("median"), get("low"), get("high")
    }' "$json"
}

# Functions for the awk programs below. get: a number of a JSON line; unit_of: sets unit and its length for a picture
# whose largest value is `most` ns; said: a name for gnuplot.
library='
    function get(field) {
        if (!match($0, "\"" field "\":[-0-9.e+]+")) return "NaN"
        return substr($0, RSTART + length(field) + 3, RLENGTH - length(field) - 3)
    }
    function unit_of(most) {
        unit = most < 1e4 ? "ns" : most < 1e7 ? "µs" : most < 1e10 ? "ms" : "s"
        length_ns = most < 1e4 ? 1 : most < 1e7 ? 1e3 : most < 1e10 ? 1e6 : 1e9
    }
    function said(s) { gsub(/["\\]/, "\\\\&", s); gsub(/\n/, "\\n", s); return "\"" s "\"" }
    function wrapped(s,    n, i, word, line, all) {        # two lines at most, in a caption
        n = split(s, word, " ")
        for (i = 1; i <= n; i++) {
            if (length(line) + length(word[i]) > 125) {
                if (all != "") return all line " ..."
                all = line "\n"; line = ""
            }
            line = line (line == "" ? "" : " ") word[i]
        }
        return all line
    }
    function in_unit(x) { return x == "NaN" || x == "" ? "NaN" : x / length_ns }
'

# Faults and warnings of the series that match $1, an extended expression.
codes() {
    awk -F"$tab" -v series="$1" '$1 ~ series && $6 != 1 { n = split($12, code, " ")
        for (i = 1; i <= n; i++) if (!seen[code[i]]++) all = all " " code[i]
    } END { print all == "" ? "" : "; findings:" all }' "$rows"
}

# Device, date, load.
about() {
    device=$(awk -F"$tab" '$11 != "" { sub(/^[0-9]+ /, "", $11); print $11; exit }' "$rows")
    # 10_first_run opens its devices in other processes, so that its own file names none.
    [ -n "$device" ] || [ ! -f "${csv%.csv}.device" ] || device=$(cat "${csv%.csv}.device")
    date=$(date -r "$csv" +%Y-%m-%d 2>/dev/null)
    load=''
    if [ -f "$json" ]; then
        date=$(sed -n 's/^ "date":"\([^T]*\).*/\1/p' "$json")
        load=$(sed -n 's/.*"code":"env".*\(load average [0-9.]* on [0-9]* cores*\).*/, \1/p' "$json")
    fi
    echo "${device:-no device}, ${date:-date not known}$load"
}

# ---- drawing ----

# draw NAME HEADING NOTE <COMMANDS: NAME.svg and NAME.png.
draw() {
    cat >"$scratch/commands.gp"
    heading=$2 about=$(about) note=$3 awk "$library"'BEGIN {       # ENVIRON: -v would take a backslash for an escape
        printf "heading = %s\nabout = %s\nnote = %s\n", said(ENVIRON["heading"]), said(ENVIRON["about"]),
            said(wrapped(ENVIRON["note"]))
    }' >"$scratch/head.gp"
    for format in svg png; do
        LC_ALL=C.UTF-8 gnuplot -e "format = '$format'; file = '$scratch/picture'" "$scratch/head.gp" "$here/plot.gp" \
            "$scratch/commands.gp" >"$scratch/errors" 2>&1 && [ -s "$scratch/picture" ] ||
            fail "gnuplot cannot draw $1: $(head -n 5 "$scratch/errors")"
        # Beside it, then renamed: where the disk is full, an earlier picture stays, and no half of the new one.
        beside=$folder/.$1.$format.$$
        cp "$scratch/picture" "$beside" 2>"$scratch/errors" && mv "$beside" "$folder/$1.$format" 2>"$scratch/errors" ||
            { rm -f "$beside"; fail "cannot write $folder/$1.$format: $(sed 's/.*: //' "$scratch/errors")"; }
        rm "$scratch/picture"
    done
    echo "$folder/$1.svg .png"
}

# table ROWS_EXPRESSION COLUMNS_EXPRESSION: medians of the series "ROW between COLUMN"; both lists are separated by "|".
# Gives the datablock $d (row, its columns), and the variable unit.
table() {
    json_series | awk -F"$tab" -v rows="$1" -v between="$2" -v columns="$3" "$library"'
        { median[$1] = $3; first[NR] = $1 }
        END {
            r = split(rows, row, "|"); c = split(columns, column, "|")
            for (i = 1; i <= r; i++) for (k = 1; k <= c; k++) {
                value[i, k] = median[row[i] between column[k]]
                sum[i] += value[i, k]
                if (sum[i] > most) most = sum[i]
            }
            unit_of(most)
            print "$d << EOD"
            for (i = 1; i <= r; i++) if (sum[i] > 0) {
                printf "%s", said(row[i])
                for (k = 1; k <= c; k++) printf " %.9g", value[i, k] / length_ns
                print ""
            }
            print "EOD\nunit = " said(unit)
        }'
}
stacked='set style data histograms
set style histogram rowstacked
set boxwidth 0.7
set yrange [0:*]
set offsets 0, 0, graph 0.08, 0
set ylabel "median, " . unit'

draw_10_first_run() {
    { table "cold|vendor's cache|kit's cache|on a thread|cold, again" ': ' \
        'loading drivers|context and queue|building|first launch'
      echo "$stacked
set xlabel 'kind of process (cold, again: the same once more in the cold process)'
plot \$d using 2:xtic(1) title 'loading drivers' linetype 1, '' using 3 title 'context and queue' linetype 2, \
    '' using 4 title 'building' linetype 3, '' using 5 title 'first launch' linetype 4"
    } | draw 10_first_run 'What does a process pay before its first result?' \
        'Medians, stacked; they do not add up. On a thread: cold, while data are made. Example 10_first_run.'
}

draw_02_phases() {
    sizes=$(json_series | sed -n "s@/total/compute$tab.*@@p" | tr '\n' '|')
    { table "${sizes%|}" '/total/' 'create|copy-in|compute|copy-out'
      echo "$stacked
set xlabel 'product, M x N x W'
set xtics rotate by 30 right
set bmargin at screen 0.28
plot \$d using 2:xtic(1) title 'create' linetype 5, '' using 3 title 'copy-in' linetype 3, \
    '' using 4 title 'compute' linetype 1, '' using 5 title 'copy-out' linetype 4, \
    '' using 0:(\$2+\$3+\$4+\$5):(sprintf('%.2g %%', 100*(\$3+\$5)/(\$2+\$3+\$4+\$5))) with labels offset 0,0.7 notitle"
    } | draw 02_phases 'Where does the time of a matrix product go?' \
        "Medians, stacked; they need not add up. Above each column: the share of both copies. \
Example 02_phases$(codes '/total/')."
}

# Shares of a typical sample, as "where the time goes" in a report has them.
draw_02_where() {
    { awk "$library"'
        function sum(fields,    n, i, field, all) {
            n = split(fields, field, " ")
            for (i = 1; i <= n; i++) if (get(field[i] "_ns") != "NaN") all += get(field[i] "_ns")
            return all + 0
        }
        /^  \{"series":"waits\/[^\/]*","kind"/ && /"cold":false/ && /"typical":\{/ {
            name = $0; sub(/^  \{"series":"waits\//, "", name); sub(/","kind":.*/, "", name)
            sub(/.*"typical":\{/, ""); sub(/\}.*/, "")
            part[1] = sum("kernel copy first_run"); part[2] = sum("gap earlier held first"); part[3] = sum("launch")
            part[4] = sum("return"); part[5] = sum("setup kit host unseen"); all = 0
            for (k = 1; k <= 5; k++) all += part[k]
            if (!all) next
            label[++n] = name; row[n] = ""; from = 0
            for (k = 1; k <= 5; k++) { row[n] = row[n] " " from; from += 100 * part[k] / all }
            unit_of(all < 1e3 ? 1 : all < 1e6 ? 1e4 : all < 1e9 ? 1e7 : 1e10)
            row[n] = row[n] " 100 " said(sprintf("%.3g %s", all / length_ns, unit))
        }
        END {
            print "$d << EOD"
            for (i = 1; i <= n; i++) print n - i row[i]
            printf "EOD\nset yrange [-0.6:%d.4]\nset ytics scale 0 (", n
            for (i = 1; i <= n; i++) printf "%s%s %d", (i > 1 ? ", " : ""), said(label[i]), n - i
            print ")"
        }' "$json"
        cat <<'EOD'
set lmargin at screen 0.27
set rmargin at screen 0.9
set xrange [0:100]
set xlabel '% of a typical sample, whose length stands at the right'
set grid xtics noytics
plot $d using 2:1:2:3:($1-0.3):($1+0.3) with boxxyerror linetype 1 title 'device', \
    '' using 3:1:3:4:($1-0.3):($1+0.3) with boxxyerror linetype 3 title 'earlier', \
    '' using 4:1:4:5:($1-0.3):($1+0.3) with boxxyerror linetype 4 title 'launch', \
    '' using 5:1:5:6:($1-0.3):($1+0.3) with boxxyerror linetype 2 title 'return', \
    '' using 6:1:6:7:($1-0.3):($1+0.3) with boxxyerror linetype 5 title 'host', \
    '' using (100):1:8 with labels left offset 1,0 notitle
EOD
    } | draw 02_where 'Where does the time go? Phases that begin with, and without, a wait' \
        "Device: the command ran. Other work first: it waited for earlier commands. Launch: until it started. Return: \
until the wait knew that it had ended. Example 02_phases$(codes '^waits/')."
}

draw_03_speedup() {
    {
        awk "$library"'/^  \{"comparison":/ && /"base":"[^"]*\/simple"/ {
            size = $0; sub(/^  \{"comparison":"/, "", size); sub(/".*/, "", size)
            kernel = $0; sub(/.*"side":"[^"]*\//, "", kernel); sub(/".*/, "", kernel)
            what = /"scope":"[^"]*\/compute"/ ? "compute" : /"scope":null/ ? "all" : ""
            if (what == "") next
            if (!(size in number)) { number[size] = ++sizes; name[sizes] = size }
            text = sprintf("%d %s %s %s\n", number[size], get("ratio"), get("low"), get("high"))
            data[kernel, what] = data[kernel, what] text
        }
        END {
            printf "$tiled << EOD\n%sEOD\n$tiled_all << EOD\n%sEOD\n", data["tiled", "compute"], data["tiled", "all"]
            printf "$blocked << EOD\n%sEOD\n$blocked_all << EOD\n%sEOD\n", data["blocked", "compute"],
                data["blocked", "all"]
            printf "set xtics ("
            for (i = 1; i <= sizes; i++) printf "%s%s %d", (i > 1 ? ", " : ""), said(name[i]), i
            printf ")\nset xrange [0.5:%d.5]\n", sizes
        }' "$json"
        cat <<'EOD'
set xtics rotate by 30 right
set bmargin at screen 0.28
set xlabel 'product, M x N x W'
set ylabel 'times as fast as the simple kernel'
set yrange [0:*]
set errorbars small
set arrow from graph 0, first 1 to graph 1, first 1 nohead linetype 9 dashtype 2
plot $blocked using ($1-0.2):2:3:4 with yerrorbars linetype 1 dashtype 1 title 'blocked, kernel', \
    $blocked_all using ($1-0.07):2:3:4 with yerrorbars linetype 1 dashtype 1 pointtype 6 title 'blocked, with copies', \
    $tiled using ($1+0.07):2:3:4 with yerrorbars linetype 3 dashtype 1 pointtype 5 title 'tiled, kernel', \
    $tiled_all using ($1+0.2):2:3:4 with yerrorbars linetype 3 dashtype 1 pointtype 4 title 'tiled, with copies'
EOD
    } | draw 03_speedup 'How much faster is the better kernel, and of what?' \
        "Bars: intervals as the comparison has them; none with too few rounds. Example 03_speedup$(codes 'x[0-9]+/')."
}

# Any series, in time order: run sequence, histogram, median. Samples beyond the frame stand as triangles at its edge.
draw_series() {
    series=$2 awk -F"$tab" '$1 == ENVIRON["series"] && $4 != "" {
        warm = $6 != 1; if (warm) warmed = 1; line[NR] = (warm ? "w" : "c") "\t" $3 "\t" $4 }
        END { for (i in line) if (!warmed || line[i] ~ /^w/) print substr(line[i], 3) }' "$rows" |
        sort -g -k 1,1 >"$scratch/series"
    n=$(wc -l <"$scratch/series")
    [ "$n" -gt 0 ] || fail "$csv has no samples of a series '$2'; its series:
$(cut -f 1 "$rows" | sort -u)"
    cut -f 2 "$scratch/series" | sort -g >"$scratch/sorted"
    {
        awk -F"$tab" "$library"'
            function quantile(p,    x, i) { x = 1 + p * (n - 1); i = int(x)
                return i < n ? v[i] + (x - i) * (v[i + 1] - v[i]) : v[n] }
            NR == FNR { v[++n] = $1; next }
            { y[FNR] = $2; count = FNR }
            END {
                median = quantile(0.5); spread = quantile(0.75) - quantile(0.25)
                top = quantile(0.75) + 4 * spread; bottom = quantile(0.25) - 4 * spread
                if (top > v[n]) top = v[n]
                if (bottom < v[1]) bottom = v[1]
                if (!(top > bottom)) { top += 0.02 * (top > 0 ? top : 1); bottom -= 0.02 * (bottom > 0 ? bottom : 1) }
                unit_of(top)
                bins = spread > 0 ? int((top - bottom) / (2 * spread / exp(log(n) / 3))) + 1 : 12
                if (bins < 8) bins = 8
                if (bins > 40) bins = 40
                width = (top - bottom) / bins
                print "$inside << EOD"
                for (i = 1; i <= count; i++) if (y[i] <= top && y[i] >= bottom) print i, y[i] / length_ns
                print "EOD\n$outside << EOD"
                for (i = 1; i <= count; i++) {
                    if (y[i] > top) { print i, top / length_ns; above++ }
                    if (y[i] < bottom) { print i, bottom / length_ns; below++ }
                }
                if (!above && !below) print "NaN NaN"
                print "EOD\n$bars << EOD"
                for (i = 1; i <= n; i++) if (v[i] >= bottom && v[i] <= top) {
                    k = int((v[i] - bottom) / width); size[k < bins ? k : bins - 1]++
                }
                for (k = 0; k < bins; k++)
                    printf "0 %.9g 0 %d %.9g %.9g\n", (bottom + (k + 0.5) * width) / length_ns, size[k],
                        (bottom + k * width) / length_ns, (bottom + (k + 1) * width) / length_ns
                print "EOD"
                for (k in size) if (size[k] > tallest) tallest = size[k]
                print "tallest = " tallest + 0
                beyond = ""
                number = v[n] < 9999.5 * length_ns ? "%.4g" : "%.0f"         # no exponent
                if (above) beyond = sprintf("; %d above the frame, up to " number " %s", above, v[n] / length_ns, unit)
                if (below) beyond = beyond sprintf("; %d below, down to %.4g %s", below, v[1] / length_ns, unit)
                printf "unit = %s\nmedian = %.9g\nbeyond = %s\n", said(unit), median / length_ns, said(beyond)
                printf "low = %.9g\nhigh = %.9g\nn = %d\n", (bottom > width ? bottom - width : 0) / length_ns,
                    (top + width) / length_ns, n
            }' "$scratch/sorted" "$scratch/series"
        cat <<'EOD'
set multiplot title heading . "\n" . about
unset title
set tmargin at screen 0.88
cut = low > 0.1 * high ? '; the axis does not begin at 0' : ''
set label 1001 sprintf("n = %d, median %.4g %s (dashed)", n, median, unit) . cut . beyond . note
set yrange [low:high]
set bmargin at screen 0.21
set rmargin at screen 0.70
unset key
set xlabel 'sample, in the order of time'
set ylabel 'duration, ' . unit
set xrange [0:n+1]
set arrow 1 from graph 0, first median to graph 1, first median nohead linetype 9 dashtype 2
plot $inside using 1:2 with points linetype 2 dashtype 1 pointtype 7 pointsize 0.5, \
    $outside using 1:2 with points linetype 3 pointtype 9 pointsize 1.2
unset label 1001
set lmargin at screen 0.75
set rmargin at screen 0.97
unset ylabel
set format y ''
set xlabel 'samples'
set xrange [0:*]
set xtics tallest < 8 ? 1 : few(tallest)
plot $bars using 1:2:3:4:5:6 with boxxyerror linetype 2
unset multiplot
EOD
    } | draw "$1" "$3" "$(codes_of "$2")"
}
codes_of() {
    series=$1 awk -F"$tab" '$1 == ENVIRON["series"] && $6 != 1 {
        print $12 != "" ? "; findings: " $12 : ""; exit }' "$rows"
}

draw_04_spread() { draw_series 04_spread compute/kernel 'What is one number worth? The samples of a kernel'; }

# Means, as the example prints them: means of parts add up.
draw_06_five_points() {
    awk -F"$tab" "$library"'
        $6 == 1 { next }
        $1 == "sum of arrays/even, 256" && $14 != "" && $5 != "" {
            n++; before += $13 + $14; d += $5; all += $4
        }
        $1 == "sum of arrays/even, 256, not waited for" { m++; launch += $4 }
        END {
            if (!n || !m) exit 3
            unit_of(all / n)
            printf "unit = %s\nper = %.1f\nat2 = %.9g\nat3 = %.9g\nat4 = %.9g\nat5 = %.9g\n", said(unit), length_ns,
                before / n, launch / m, (before + d) / n, all / n
        }' "$rows" >"$scratch/points" || fail "$csv has no device times of 06_sum_arrays: that picture needs a queue \
with profiling"
    { cat "$scratch/points" - <<'EOD'
at1 = 0
set xrange [-0.01*at5/per:1.4*at5/per]
set yrange [-4.2:7]
unset ytics
unset key
set border 1
set grid noytics
set lmargin at screen 0.03
set bmargin at screen 0.21
shown(x) = sprintf("%.4g ", x / (x < 999 ? 1 : x < 999e3 ? 1e3 : x < 999e6 ? 1e6 : 1e9)) . \
    (x < 999 ? 'ns' : x < 999e3 ? 'µs' : x < 999e6 ? 'ms' : 's')
set xlabel 'time since the host began the call, ' . unit
set object 1 rectangle from 0, 0 to at5/per, 1 fillstyle solid 0.3 border fillcolor rgb grey
set object 2 rectangle from at2/per, 0 to at4/per, 1 fillcolor rgb blue
mark(x, y, text) = sprintf("set arrow from %.9g, 0 to %.9g, %g nohead linecolor rgb dark; ", x/per, x/per, y) . \
    sprintf("set label \"%s\" at %.9g, %g left offset 0.5,0", text, x/per, y)
# The earlier a point, the higher its text: no line crosses a text, though control may be back before the kernel starts.
high(x) = 6.2 - 1.1 * ((at1 < x) + (at2 < x) + (at3 < x) + (at4 < x))
eval mark(at1, high(at1), '1  the host launches')
eval mark(at2, high(at2), '2  the kernel starts (START), at ' . shown(at2))
eval mark(at3, high(at3), '3  control is back, at ' . shown(at3))
eval mark(at4, high(at4), '4  it is over (END), at ' . shown(at4))
eval mark(at5, high(at5), '5  the host knows, at ' . shown(at5))
span(a, b, y, text) = sprintf("set arrow from %.9g, %g to %.9g, %g heads size screen 0.008,20 linecolor rgb dark; ", \
    a/per, y, b/per, y) . sprintf("set label \"%s\" at %.9g, %g left offset 0.8,0", text, b/per, y)
eval span(at2, at4, -1, 'wanted, 2 to 4: ' . shown(at4 - at2))
eval span(at1, at5, -2.2, 'with a wait, 1 to 5: ' . shown(at5))
eval span(at1, at3, -3.4, 'without one, 1 to 3: ' . shown(at3))
plot NaN
EOD
    } | draw 06_five_points 'What does a clock on the host see of a launch?' \
        "Numbered as in \"2.2 Timing Kernel Functions\"; means, which add up (3: of other launches); the sum of two \
arrays, local size 256. Example 06_sum_arrays$(codes '^sum of arrays/even, 256')."
}

# bars NAME...: rows of the series, from above; medians with intervals. Gives $d (row, median, low, high) and ytics.
bars() {
    json_series | awk -F"$tab" -v prefix="$1" -v names="$2" "$library"'
        { median[$1] = $3; low[$1] = $4; high[$1] = $5 }
        END {
            n = split(names, name, "|")
            for (i = 1; i <= n; i++) {
                if (median[prefix name[i]] > most) most = median[prefix name[i]]
                if (high[prefix name[i]] != "NaN" && high[prefix name[i]] > most) most = high[prefix name[i]]
            }
            unit_of(most)
            print "$d << EOD"
            for (i = 1; i <= n; i++) {
                s = prefix name[i]
                if (s in median) print n - i, in_unit(median[s]), in_unit(low[s]), in_unit(high[s]), (s ~ /\/odd|START/)
            }
            print "EOD\ndevice = " in_unit(median[prefix name[n]])
            printf "unit = %s\nmost = %.9g\nset yrange [-0.6:%d.4]\nset ytics scale 0 (", said(unit), in_unit(most), n
            for (i = 1; i <= n; i++) {
                label = name[i]; sub(/\/bound$/, "", label); sub(/.*\//, "", label)
                printf "%s%s %d", (i > 1 ? ", " : ""), said(label), n - i
            }
            print ")\nset xlabel \"median with its 95 % interval, \" . unit\nset xrange [0:*]\nset grid xtics noytics"
            print "set lmargin at screen 0.27\nset key inside top right horizontal\nset errorbars small"
        }'
}
bar0='using ($5 == 1 ? NaN : 0):1:(0):2:($1-0.3):($1+0.3) with boxxyerror'       # column 5: which of two fills
bar1='using ($5 == 1 ? 0 : NaN):1:(0):2:($1-0.3):($1+0.3) with boxxyerror'
interval="using 2:1:3:4 with xerrorbars linetype 1 linecolor rgb 'black' pointtype 7 pointsize 0.4 notitle"

draw_06_sum_arrays() {
    { bars 'sum of arrays/' "even, 256|even, 512|even, 1024|even, runtime's choice|odd, padded to 256|odd, padded to \
512|odd, padded to 1024|odd, second launch|odd, one on the host|odd, runtime's choice"
      echo "plot \$d $bar0 linetype 2 title 'even size', \
    \$d $bar1 linetype 4 title 'one element more', \
    \$d $interval"
    } | draw 06_sum_arrays 'Which local size, and what does one element more cost?' \
        "The sum of two arrays by local size; even sizes divide. Example 06_sum_arrays$(codes '^sum of arrays/')."
}

draw_07_bounds() {
    { bars 'one kernel/' 'II: send, process, receive/bound|III: process, receive/bound|IV: process, clFinish/bound|'\
'clWaitForEvents/START to END'
      cat <<EOD
set arrow from device, -0.6 to device, 3.8 nohead linetype 9 dashtype 2 front
set xrange [0:1.1*most]
plot \$d $bar0 linetype 4 title 'bound, by a clock on the host', \
    \$d $bar1 linetype 2 title 'by the device', \
    \$d $interval, \
    \$d using 2:1:(sprintf('%.3g %s', \$2, unit)) with labels left offset 0.5,1 notitle
EOD
    } | draw 07_bounds 'How tight is a bound of a kernel from the host?' \
        "Each way bounds START to END (dashed) from above. Example 07_synchronise$(codes '/bound$')."
}

draw_08_launch_cost() {
    {
        json_series | awk -F"$tab" "$library"'BEGIN { print "$d << EOD" }
            $1 ~ /^by hand\/[0-9]+ a barrier$/ {
                n = $1; sub(/^by hand\//, "", n); n += 0
                printf "%d %.9g %s %s\n", n, $3 / n / 1e3, $4 == "NaN" ? $3 / n / 1e3 : $4 / n / 1e3,
                    $5 == "NaN" ? $3 / n / 1e3 : $5 / n / 1e3
            } END { print "EOD" }'
        awk "$library"'/^  \{"batch":"null kernel"/ {
            printf "slope = %.9g\nfixed = %.9g\n", get("pass_ns") / 1e3, get("fixed_ns") / 1e3 }' "$json"
        cat <<'EOD'
set logscale xy
set xlabel 'launches between two barriers'
set ylabel 'time per launch, µs'
set xrange [0.8:5200]
set xtics (1, 4, 16, 64, 256, 1024, 4096)
set grid xtics ytics
set key inside top right vertical maxrows 4
set errorbars small
plot slope linetype 3 dashtype 1 linewidth 2 title sprintf('slope of batches: %.3g µs a launch', slope), \
    slope + fixed / x linetype 9 dashtype 2 title sprintf('line of the batches: %.3g µs + n times that', fixed), \
    $d using 1:2:3:4 with yerrorbars linetype 1 pointsize 1.1 title 'batches timed by hand: median, 95 % interval'
EOD
    } | draw 08_launch_cost 'What does a launch cost?' "Example 08_launch_cost$(codes '^by hand/')."
}

draw_09_data_warmup() {
    {
        json_series >"$scratch/series"
        awk -F"$tab" "$library"'
            NR == FNR { ms[$1] = $3 / 1e6; next }
            $6 != 1 && $10 != "" { faults[$1] += $10; counts[$1]++ }
            END {
                split("device host", place, " "); split("nothing source both", warm, " ")
                print "$d << EOD"
                for (p = 1; p <= 2; p++) for (k = 1; k <= 5; k++) {
                    printf "%d %d", k, p
                    for (w = 1; w <= 3; w++) {
                        s = place[p] ": " warm[w] " warmed, copy " k
                        counted[p] += counts[s]
                        printf " %s %s", (s in ms ? ms[s] : "NaN"), (counts[s] ? faults[s] / counts[s] : "NaN")
                        if (counts[s] && faults[s] / counts[s] > most[p]) most[p] = faults[s] / counts[s]
                    }
                    print ""
                }
                printf "EOD\ncounted = \"%d %d\"\nmost = \"%d %d\"\n", counted[1], counted[2], most[1] + 1, most[2] + 1
            }' "$scratch/series" "$rows"
        cat <<'EOD'
set multiplot title heading . "\n" . about
unset title
set xrange [0.7:5.3]
set xtics 1
do for [p = 1:2] {
    set lmargin at screen 0.12 + 0.48 * (p - 1)
    set rmargin at screen 0.50 + 0.48 * (p - 1)
    set tmargin at screen 0.84
    set label 1 p == 1 ? 'on the device' : 'on the host' at graph 0.5, graph 1 center offset 0,0.8
    faults = word(counted, p) > 0
    set bmargin at screen faults ? 0.53 : 0.24
    set format x (faults ? '' : '%g')
    set xlabel (faults ? '' : 'copy')
    set ylabel 'time, ms'
    set yrange [0:*]
    if (p == 1) { set key inside top right vertical maxrows 3 } else { unset key }
    plot for [w = 1:3] $d using 1:(column(2) == p ? column(2 * w + 1) : NaN) with linespoints linetype w dashtype w \
        title word('nothing source both', w) . ' warmed'
    unset key
    unset label 1
    unset label 1001
    if (faults) {
        set tmargin at screen 0.47
        set bmargin at screen 0.24
        set format x '%g'
        set xlabel 'copy'
        set ylabel 'page faults'
        set yrange [0:1 < *]
        set ytics few(word(most, p) + 0)
        plot for [w = 1:3] $d using 1:(column(2) == p ? column(2 * w + 2) : NaN) with linespoints linetype w dashtype w
        set ytics autofreq
    }
}
unset multiplot
EOD
    } | draw 09_data_warmup 'What does the first use of memory cost?' \
        "Medians of runs with fresh memory; page faults: means, counted in scopes of a queue. \
Example 09_data_warmup$(codes ', copy')."
}

# Commands are placed on the host's clock by their enqueue calls: START is begin + QUEUED to SUBMIT + SUBMIT to START.
draw_17_overlap() {
    {
        awk -F"$tab" "$library"'
            $1 == "three queues" && $6 != 1 { from = $3; to = $3 + $4 }
            $1 ~ /^three queues\// && $7 == "command" && $8 != "" && $9 != "" {
                kind[++n] = $1; sub(/.*\//, "", kind[n])
                begin[n] = $3; start[n] = $3 + $8 + $9; end[n] = start[n] + $4
            }
            function track(s) { return s == "write" ? 3 : s == "read" ? 1 : 2 }
            END {
                unit_of(to - from)
                print "$d << EOD"
                for (i = 1; i <= n; i++) {
                    if (begin[i] < from || begin[i] > to) continue
                    printf "%.9g %.9g %d\n", (start[i] - from) / length_ns, (end[i] - from) / length_ns, track(kind[i])
                    row[++m] = i; edge[2 * m - 1] = start[i]; edge[2 * m] = end[i]
                }
                for (i = 2; i <= 2 * m; i++) for (k = i; k > 1 && edge[k - 1] > edge[k]; k--) {
                    x = edge[k]; edge[k] = edge[k - 1]; edge[k - 1] = x
                }
                for (i = 1; i < 2 * m; i++) {       # between two edges nothing begins or ends
                    kernel = copy = 0
                    for (k = 1; k <= m; k++) if (start[row[k]] <= edge[i] && end[row[k]] >= edge[i + 1])
                        if (track(kind[row[k]]) == 2) kernel = 1; else copy = 1
                    if (copy) copies += edge[i + 1] - edge[i]
                    if (!copy || !kernel || edge[i + 1] <= edge[i]) continue
                    hidden += edge[i + 1] - edge[i]
                    printf "%.9g %.9g 0\n", (edge[i] - from) / length_ns, (edge[i + 1] - from) / length_ns
                }
                print "EOD\nunit = " said(unit) "\nend = " (to - from) / length_ns
                printf "hidden = %.9g\n", (copies ? 100 * hidden / copies : 0)
            }' "$rows"
        cat <<'EOD'
set ytics scale 0 ('copy in' 3, 'kernels' 2, 'copy out' 1, 'hidden' 0)
set yrange [-0.6:3.6]
set xrange [0:end]
set grid xtics noytics
unset key
set bmargin at screen 0.21
set xlabel 'time from the begin of the pass to its end, ' . unit
set label 1001 sprintf("Hidden: a copy and a kernel run, %.0f %% of the time in which copies run. ", hidden) . note
plot $d using ($3 == 0 || $3 == 2 ? NaN : $1):3:1:2:($3-0.3):($3+0.3) with boxxyerror linetype 3, \
    $d using ($3 == 2 ? $1 : NaN):3:1:2:($3-0.3):($3+0.3) with boxxyerror linetype 2, \
    $d using ($3 == 0 ? $1 : NaN):3:1:2:($3-0.3):($3+0.3) with boxxyerror linetype 1
EOD
    } | draw 17_overlap 'Do copies hide behind kernels? The last pass with three queues' \
        "Placed by the enqueue calls. Example 17_overlap$(codes '^three queues')."
}

draw_19_fine_particles() {
    {
        json_series | awk -F"$tab" "$library"'
            function or(x, y) { return x == "NaN" ? y : x }
            $1 ~ /^[0-9]+\/(attract|bounce|integrate|gravity)$/ {
                split($1, part, "/")
                rows[part[2]] = rows[part[2]] sprintf("%d %.9g %.9g %.9g\n", part[1], $3 / 1e6, or($4, $3) / 1e6,
                    or($5, $3) / 1e6)
            }
            END {
                split("attract bounce integrate gravity", kernel, " ")
                for (k in kernel) printf "$%s << EOD\nNaN NaN NaN NaN\n%sEOD\n", kernel[k], rows[kernel[k]]
            }'
        cat <<'EOD'
set logscale xy
set xlabel 'particles'
set ylabel 'time of a kernel, ms'
set xtics ('1 Ki' 1024, '4 Ki' 4096, '16 Ki' 16384, '64 Ki' 65536, '256 Ki' 262144, '1 Mi' 1048576, '4 Mi' 4194304, \
    '16 Mi' 16777216)
set xrange [800:*<2.5e7]
set format y '%g'
set grid xtics ytics
set key inside bottom right vertical maxrows 4
set errorbars small
set rmargin at screen 0.87
frame(fps) = sprintf("set arrow from graph 0, first %.9g to graph 1, first %.9g nohead linetype 9 dashtype 2; ", \
    1e3/fps, 1e3/fps) . sprintf("set label \"%d frames/s\" at graph 1.01, first %.9g left", fps, 1e3/fps)
eval frame(60)
eval frame(30)
plot $gravity using 1:2:3:4 with yerrorlines linetype 3 pointtype 9 title 'gravity: pairs', \
    $attract using 1:2:3:4 with yerrorlines linetype 1 pointtype 7 title 'attract: each alone', \
    $bounce using 1:2:3:4 with yerrorlines linetype 2 dashtype 2 pointtype 4 title 'bounce: each alone', \
    $integrate using 1:2:3:4 with yerrorlines linetype 9 dashtype 3 pointtype 6 title 'integrate: each alone'
EOD
    } | draw 19_fine_particles 'How does the time grow with the number of particles?' \
        "Medians with 95 % intervals, launch and wait included. Example 19_fine_particles$(codes '^[0-9]+/')."
}

draw_20_roofline() {
    awk "$library"'
        function claimed(field) { return get(field) != "NaN" && get(field) + 0 > 0 }
        # Places in the frame, in points of the screen: 765 wide, 336 high.
        function across(x) { return 765 * log(x / 0.02) / log(most_x / 0.02) }
        function up(y) { return 336 * log(y / (arithmetic / 30000)) / log(120000) }
        function roof(at,    y) {
            y = memory * 0.02 * exp(at / 765 * log(most_x / 0.02))
            return up(y < arithmetic ? y : arithmetic)
        }
        # How much a name in this box is in the way of the roof, of points, of names that have their place, of the edge.
        function harm(left, low, wide,    i, n, right, high) {
            right = left + wide; high = low + 14
            n += roof(left) < high && roof(right) > low
            n += left < 0 || right > 765 || low < 0 || high > 336
            for (i = 1; i <= points; i++)
                n += px[i] > left - 5 && px[i] < right + 5 && py[i] > low - 3 && py[i] < high + 3
            for (i = 1; i <= named; i++)
                n += box_left[i] < right && box_right[i] > left && box_low[i] < high && box_low[i] + 14 > low
            return n
        }
        # Names a point at its right, at its left, above it or below it: where that does least harm.
        function put_name(i,    wide, k, least, best, n, left, low) {
            wide = 7.2 * length(name[i])
            for (k = 1; k <= 4; k++) {
                left[k] = k == 1 ? px[i] + 9 : k == 2 ? px[i] - 9 - wide : px[i] - wide / 2
                low[k] = k == 3 ? py[i] + 6 : k == 4 ? py[i] - 20 : py[i] - 5
                n = harm(left[k], low[k], wide)
                if (k == 1 || n < least) { least = n; best = k }
            }
            named++
            box_left[named] = left[best]; box_right[named] = left[best] + wide; box_low[named] = low[best]
            split("left offset 1,0.2;right offset -1,0.2;center offset 0,0.9;center offset 0,-0.7", side, ";")
            printf "set label %s at %.6g,%.6g %s\n", said(name[i]), x[i], y[i], side[best]
        }
        /^  \{"name":.*"ceilings":/ {
            for (k = split($0, part, /\{"name":"/); k > 1; k--) {
                $0 = part[k]
                if (/^global / && get("measured") / 1e9 > memory) memory = get("measured") / 1e9
                if (/^multiply-add float"/) arithmetic = get("measured") / 1e9
            }
        }
        /^  \{"series":/ && /"cold":false/ && claimed("flops_per_s") && claimed("bytes_per_s") {
            text = $0; sub(/^  \{"series":"/, "", text); sub(/","kind":.*/, "", text); sub(/.*\//, "", text)
            name[++points] = text; x[points] = get("flops_per_s") / get("bytes_per_s")
            y[points] = get("flops_per_s") / 1e9
        }
        END {
            if (!(memory > 0) || !(arithmetic > 0)) exit 3
            most_x = 10000 * (arithmetic > memory ? arithmetic / memory : 1)
            printf "memory = %.6g\narithmetic = %.6g\nmost_x = %.6g\n", memory, arithmetic, most_x
            for (i = 1; i <= points; i++) { px[i] = across(x[i]); py[i] = up(y[i]) }
            for (i = 1; i <= points; i++) put_name(i)
            print "$d << EOD"
            for (i = 1; i <= points; i++) printf "%.6g %.6g\n", x[i], y[i]
            print "EOD"
        }' "$json" >"$scratch/points" || fail "$json has no ceilings of a device, which 20_roofline measures"
    {
        cat "$scratch/points" - <<'EOD'
set logscale xy
set xlabel 'intensity, FLOP/B'
set ylabel 'rate, GFLOP/s'
edge = arithmetic / memory
set xrange [0.02:most_x]
set yrange [arithmetic / 30000.:4 * arithmetic]
set grid xtics ytics
set samples 500
set key inside bottom right vertical maxrows 4
plot x < edge ? memory * x : arithmetic linetype 3 linewidth 2.5 \
        title sprintf('roof: %.4g GB/s x intensity, then %.4g GFLOP/s (from %.3g FLOP/B on)', memory, arithmetic, \
                      edge), \
    $d using 1:2 with points linetype 1 pointsize 1.2 title 'kernels: medians'
EOD
    } | draw 20_roofline 'How far is each kernel from what the device could do?' \
        "Work as claimed, time between two barriers; data in a cache can be above the slope. Example 20_roofline."
}

# ---- what is asked for ----

usage() { sed -n '2,/^# What you must see/{/^# What/d;s/^# \{0,1\}//p;}' "$0"; exit "$1"; }

# open_data FILE.csv: sets csv, json, rows.
open_data() {
    csv=$1
    json=${csv%.csv}.json
    rows=$scratch/rows
    [ -f "$csv" ] && [ -r "$csv" ] || fail "cannot read $csv"
    [ -s "$csv" ] || fail "$csv is empty"
    csv_rows "$csv" >"$rows" || fail "$csv has no columns 'series' and 'duration_ns': give the file that GT_CSV or" \
        "--csv has written (gt_write_csv in gputime.h)"
    [ -s "$rows" ] || fail "$csv holds no sample: the program ended before it measured anything, or measured nothing"
}

# The name of the chosen device, from the list of `make devices`, which continues long lines on indented ones.
chosen_device() {
    awk '/^[^ ]/ { line = $0 } /<- chosen$/ { sub(/^[^ ]+ +[^ ]+ +/, "", line); sub(/  .*/, "", line); print line }'
}

# Runs the examples of the pictures that begin with $1, with the other arguments, and draws these.
draw_all() {
    begin=$1
    shift
    examples=${GT_BUILD_DIR:-$here/../../build}/examples
    ran=''
    failed=''
    for picture in $all; do
        case $picture in "$begin"*) ;; *) continue ;; esac
        name=$(basename "$here/../course/${picture%%_*}"_*.c .c)
        csv=$folder/$name.csv
        if [ "$name" != "$ran" ]; then
            [ -x "$examples/$name" ] || fail "$examples/$name is not there; run: make examples"
            echo "running $name $*"
            rm -f "$csv"
            GT_JSON_SAMPLES=0 GT_CSV=$csv GT_JSON=${csv%.csv}.json "$examples/$name" "$@" >"${csv%.csv}.txt" 2>&1 ||
                { echo "plot: $name failed; see ${csv%.csv}.txt" >&2; rm -f "$csv"; }
            "$examples/devices" | chosen_device >"${csv%.csv}.device"
        fi
        ran=$name
        [ -f "$csv" ] && (open_data "$csv" && "draw_$picture") || failed=yes    # the others are drawn all the same
    done
    [ -n "$ran" ] || fail "no picture begins with '$begin'; there are:" $all
    [ -z "$failed" ]
}

picture=''
run=''
case ${1-} in
--help) usage 0 ;;
--*) usage 2 >&2 ;;
esac
while getopts ro:p:h option; do
    case $option in
    r) run=yes ;;
    o) folder=$OPTARG ;;
    p) picture=$OPTARG ;;
    h) usage 0 ;;
    *) usage 2 >&2 ;;
    esac
done
shift $((OPTIND - 1))
command -v gnuplot >/dev/null || fail "gnuplot is not there; on Debian and Ubuntu: apt-get install gnuplot-nox"
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
if [ -n "$run" ]; then default=${GT_BUILD_DIR:-$here/../../build}/plots; else default=$(dirname "${1-.}"); fi
: "${folder:=$default}"
{ mkdir -p "$folder" && [ -w "$folder" ] && : >"$folder/.try" && rm "$folder/.try"; } 2>/dev/null ||
    fail "cannot write into the folder $folder; name another: -o FOLDER"

if [ -n "$run" ]; then
    draw_all "$@"
    exit
fi
[ $# -eq 1 ] || [ $# -eq 2 ] || usage 2 >&2
open_data "$1"
if [ -n "$picture" ]; then
    case " $(echo $all) " in *" $picture "*) ;; *) fail "there is no picture '$picture'; there are:" $all ;; esac
    [ -f "$json" ] || fail "the pictures of the examples need $json too; write it with GT_JSON"
    "draw_$picture"
    exit
fi
series=${2-$(awk -F"$tab" '$6 != 1 { if (++n[$1] > most) { most = n[$1]; name = $1 } } END { print name }' "$rows")}
# One that is asked for has its name in that of the picture, as far as file names have its letters.
name=$(basename "${csv%.csv}")_series
[ $# -eq 1 ] || name=${name}_$(printf '%s' "$series" | tr -c 'A-Za-z0-9.-' '_')
draw_series "$name" "$series" "$series" || exit
others=$(cut -f 1 "$rows" | sort -u | wc -l)
[ "$others" -eq 1 ] || [ $# -eq 2 ] || echo "drawn: '$series', of $others series; another one: $0 $csv SERIES"
