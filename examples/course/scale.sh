#!/bin/sh
# What do more processes gain? Runs examples/course/ranks.c with 1, 2, 4, ... ranks, up to MOST. In strong scaling all
# ranks share one product, in weak scaling each has one of the same size:
#
#     sh examples/course/scale.sh [MOST (4) [ARGUMENTS of ranks, as --quick]]
#
# Prints a line for each number of ranks: the median pass of the slowest rank, its 95 % interval, the speedup, and the
# efficiency. That is time of one rank / (ranks * time) for strong scaling, and time of one rank / time for weak
# scaling. Files, and a picture if gnuplot is installed, go to build/scale. Ranks that share a device or a core gain
# nothing, so compare with the number of your devices.
set -u

case ${1-4} in
--help | -h) sed -n '2,11s/^# \{0,1\}//p' "$0"; exit ;;
'' | *[!0-9]*) echo "scale.sh: MOST must be a number, not '$1'; --help explains this script" >&2; exit 2 ;;
esac
cd "$(dirname "$0")/../.." || exit 1
awk() { LC_ALL=C command awk "$@"; }        # in a locale with a decimal comma, some awks read 1.5 as 1
most=${1:-4}
[ $# -eq 0 ] || shift
to=${GT_BUILD_DIR:-build}/scale
examples=${GT_BUILD_DIR:-build}/examples
mkdir -p "$to" || exit 1
sh tests/lib/deps.sh need mpi || exit 1
[ -x "$examples/ranks" ] && [ -x "$examples/gtlint" ] || make -s "$examples/ranks" "$examples/gtlint" || exit 1

# one KIND RANKS ARGUMENTS...: prints "KIND RANKS median low high", in ms
one() {
    kind=$1 ranks=$2
    shift 2
    [ "$kind" = strong ] || set -- --weak "$@"
    sh examples/course/lib/mpirun.sh "$ranks" "$examples/ranks" "$@" "$to/$kind.$ranks.json" >"$to/$kind.$ranks.txt" ||
        { cat "$to/$kind.$ranks.txt" >&2; return 1; }
    "$examples/gtlint" --ranks "$to/$kind.$ranks.json" --json "$to/$kind.$ranks.ranks.json" >>"$to/$kind.$ranks.txt"
    [ $? -le 1 ] || return 1
    awk -v kind="$kind" -v ranks="$ranks" '
        function number(key) {
            return match(most, "\"" key "\":[-0-9.e+]+") ? substr(most, RSTART + length(key) + 3) / 1e6 : "-"
        }
        /"series":"pass",/ {
            most = substr($0, index($0, "\"most\":"))
            print kind, ranks, number("median"), number("low"), number("high")
        }' "$to/$kind.$ranks.ranks.json"
}

for kind in strong weak; do
    ranks=1
    while [ "$ranks" -le "$most" ]; do
        one $kind $ranks "$@" || exit 1
        ranks=$((2 * ranks))
    done
done >"$to/passes"

# Intervals of ratios are by Zou and Donner (Statistics in Medicine 27, 2008), on logarithms.
awk '
    function interval(e, a, b, c, d) { return exp(log(e) - sqrt(a * a + b * b)) ", " exp(log(e) + sqrt(c * c + d * d)) }
    BEGIN { OFMT = CONVFMT = "%.3g"; printf "%-7s %5s %10s %22s %8s %11s %20s\n", "scaling", "ranks", "pass, ms",
            "95 %", "speedup", "efficiency", "95 %" }
    {
        if ($2 == 1) { one = $3; low = $4; high = $5 }
        efficiency = one / $3 / ($1 == "strong" ? $2 : 1)
        sure = $4 != "-" && low != "-" && $4 > 0 && low > 0
        range = $2 > 1 && sure ? interval(efficiency, log(one / low), log($5 / $3), log(high / one), log($3 / $4)) : ""
        printf "%-7s %5d %10.4g %22s %8.3g %11.3g %20s\n", $1, $2, $3, sure ? $4 + 0 " to " $5 + 0 : "",
            efficiency * $2, efficiency, range == "" ? "" : "[" range "]"
        split(range, end, ", ")
        print $1, $2, efficiency, range == "" ? efficiency : end[1], range == "" ? efficiency : end[2] >to
    }' to="$to/efficiency" "$to/passes"

command -v gnuplot >/dev/null || { echo 'No picture: gnuplot is missing (make deps-more).'; exit 0; }
gnuplot <<END
set terminal svg size 640,400 background "white"
set output "$to/scale.svg"
set logscale x 2
set yrange [0:*]
set xlabel "ranks"
set ylabel "efficiency"
set grid
plot "< grep ^strong $to/efficiency" using 2:3:4:5 with yerrorlines title "strong: one product for all", \
     "< grep ^weak $to/efficiency" using 2:3:4:5 with yerrorlines title "weak: one product each"
END
echo "The picture: $to/scale.svg"
