#!/bin/sh
# The kernels of kernels/ under oclgrind: none reads or writes outside of its buffers, reads what nobody wrote, or has a
# data race, also where the range is rounded up beyond the data. (Of local memory oclgrind does not see whether it was
# written.) The same kernels, broken on purpose, are caught.
. "$(dirname "$0")/../lib/check.sh"

# FILE KERNEL GLOBAL LOCAL ARGUMENT...: of each kernel, with sizes that are no multiples of the local size. Arguments:
# in:BYTES, links:BYTES (numbers of elements), out:BYTES (holds nothing before), local:BYTES, by value u:NUMBER,
# f:NUMBER and points (a float8); -DNAME: of the build.
cases() {
    cat <<'END'
attract attract 64,1,1 16,1,1 in:400 in:400 u:50 points f:0.01
bounce bounce 64,1,1 16,1,1 in:400 in:400 u:50
gravity gravity 64,1,1 16,1,1 in:400 in:400 u:50 f:0.01
integrate integrate 64,1,1 16,1,1 in:400 in:400 u:50 f:0.01
iterate iterate 64,1,1 16,1,1 in:200 out:200 u:50 u:7
local follow 64,1,1 16,1,1 links:200 out:200 u:50 u:7 local:64 in:8
matmul matmul_simple 24,24,1 8,8,1 in:1540 in:2940 out:924 u:11 u:35 u:21
matmul matmul_tiled 32,16,1 16,16,1 in:1540 in:2940 out:924 u:11 u:35 u:21
matmul matmul_blocked 3,3,1 1,1,1 in:1540 in:2940 out:924 u:11 u:35 u:21
null null 16,1,1 8,1,1
null count 1,1,1 1,1,1 in:4
split matmul_range 24,16,1 8,8,1 in:1540 in:2940 in:924 u:11 u:35 u:21 u:10 u:35
split matmul_range 24,16,1 8,8,1 in:1540 in:2940 out:924 u:11 u:35 u:21 u:0 u:10
split matmul_parts 24,16,5 8,8,1 in:1540 in:2940 out:3696 u:11 u:35 u:21 u:4
split matmul_reduce 24,16,1 8,8,1 in:3696 out:924 u:11 u:21 u:4
sum_arrays sum_arrays 64,1,1 16,1,1 in:200 in:200 out:200 u:50
tuned matmul_registers 16,16,1 8,8,1 in:1540 in:2940 out:924 u:11 u:35 u:21
tuned matmul_local 8,8,1 8,8,1 in:1540 in:2940 out:924 u:11 u:35 u:21 -DDEPTH=8 -DSTAGES=1
tuned matmul_local 8,8,1 8,8,1 in:1540 in:2940 out:924 u:11 u:35 u:21 -DDEPTH=8 -DSTAGES=2
vector copy_int 64,1,1 16,1,1 in:200 out:200 u:50
vector add_float 64,1,1 16,1,1 in:200 in:200 out:200 u:50
END
}
# simulate FOLDER CASE...: what oclgrind says of it goes to $scratch/seen
simulate() {
    sim=$scratch/case.sim
    { echo "$1/$2.cl"; echo "$3"; echo "$4,$5" | sed 's/,/ /g; s/\([0-9]* [0-9]* [0-9]*\) /\1\n/'; } >"$sim"
    shift 5
    options='-DVECTOR=4 -DGROUP_X=8 -DGROUP_Y=8 -DCOLUMNS=4 -DROWS=4'      # of the build, where a kernel wants some
    case $* in *-D*) ;; *) options='' ;; esac
    for argument in "$@"; do
        case $argument in
        in:*) echo "<size=${argument#*:} fill=0.5 float>" ;;
        links:*) echo "<size=${argument#*:} fill=3 uint>" ;;
        local:*) echo "<size=${argument#*:}>" ;;
        out:*) echo "<size=${argument#*:} noinit float>" ;;
        u:*) echo "<size=4 uint> ${argument#*:}" ;;
        f:*) echo "<size=4 float> ${argument#*:}" ;;
        points) echo '<size=32 float> 0 0 0 1 1 0 1 1' ;;
        -D*) options="$options $argument" ;;
        esac
    done >>"$sim"
    cat "$sim"
    timeout 60 oclgrind-kernel --data-races --uninitialized ${options:+--build-options "$options"} "$sim" \
        >"$scratch/seen" 2>&1 || echo "oclgrind-kernel: status $?" >>"$scratch/seen"
    cat "$scratch/seen"
}

every_kernel_has_a_case() {
    cases | awk '{ print $1, $2 }' | sort -u >"$scratch/tried"
    for file in kernels/*.cl; do
        name=$(basename "$file" .cl)
        awk -v name="$name" '/^__kernel/ { on = 1 } on && match($0, /[a-z_0-9]+\((__global|void|const)/) {
            k = substr($0, RSTART); sub(/\(.*/, "", k); print name, k; on = 0 }' "$file"
    done | sort -u | diff "$scratch/tried" -
}
kernel_is_clean() {
    # shellcheck disable=SC2046
    simulate kernels $(cases | sed -n "$1p")
    [ ! -s "$scratch/seen" ]
}

# caught KERNEL COMMAND_OF_SED WHAT_OCLGRIND_SAYS
caught() {
    mkdir -p "$scratch/broken"
    set -- "$(cases | grep " $1 " | head -n 1)" "$2" "$3"
    sed "$2" "kernels/${1%% *}.cl" >"$scratch/broken/${1%% *}.cl"
    if cmp "kernels/${1%% *}.cl" "$scratch/broken/${1%% *}.cl"; then return 1; fi
    # shellcheck disable=SC2086
    simulate "$scratch/broken" $1
    grep -q "$3" "$scratch/seen"
}
access_out_of_bounds_is_caught() { caught sum_arrays 's/if (i < n)/if (i <= n)/' 'Invalid write of size 4'; }
race_is_caught() { caught matmul_tiled 's/barrier(.*);/;/' 'data race'; }
use_of_what_nobody_wrote_is_caught() { caught matmul_simple 's/float sum = 0.0f/float sum = c[row * w]/' ninitialized; }

if command -v oclgrind-kernel >/dev/null; then
    check every_kernel_has_a_case
    i=0
    for each in $(cases | tr ' ' '/'); do
        i=$((i + 1))
        check kernel_is_clean $i "$each"
    done
    check access_out_of_bounds_is_caught
    check race_is_caught
    check use_of_what_nobody_wrote_is_caught
else
    echo 'skip kernels under oclgrind: no oclgrind-kernel (apt-get install oclgrind)'
fi
