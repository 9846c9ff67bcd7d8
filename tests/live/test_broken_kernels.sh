#!/bin/sh
# Each kernel of kernels/, broken on purpose in three ways: it drops a term, stops early (some only at odd sizes),
# ignores a bound. Every example that uses it says that a result is wrong, and ends with an error. (A barrier that is
# missing may do no harm on a device: test_kernels looks for that.) In short each break is tried on one example or more,
# and each example with one break of each of its kernels; config=full tries all of them.
. "$(dirname "$0")/../lib/check.sh"

examples=${GT_BUILD_DIR:-build}/examples

# FILE KERNEL : EXAMPLE...
users() {
    cat <<'END'
attract attract : 18 19 20
bounce bounce : 18 19
gravity gravity : 18 19 20
integrate integrate : 18 19 20
iterate iterate : 15 17 25
local follow : 28
matmul matmul_simple : 01 02 03 04 11 13 16 20 21
matmul matmul_tiled : 03 20
matmul matmul_blocked : 03 04 20
null count : 08 27
split matmul_range : 16
split matmul_parts : 16
split matmul_reduce : 16
sum_arrays sum_arrays : 05 06 07 08 20 23 24 26
tuned matmul_registers : 21
tuned matmul_local : 21
vector copy_int : 09 20
END
}
# KERNEL WAY COMMAND_OF_SED, for the lines of that kernel
breaks() {
    cat <<'END'
attract term /s67/,/sum/d
attract early s/i >= n/i >= n - n % 2/
attract bound s/i >= n/i > 0xfffffff0u/
bounce term s/speed.y \*= -0.9f/speed.y *= -1.0f/
bounce early s/i >= n/i >= n - n % 2/
bounce bound s/clamp(at, 0.0f, 1.0f)/at/
gravity term s/ + 0.01f//
gravity early s/j < n;/j < n - n % 2;/
gravity bound s/i >= n/i > 0xfffffff0u/
integrate term s/dt \* v/v/
integrate early s/i < n/i < n - n % 2/
integrate bound s/i < n/true/
iterate term s/ + 1013904223u//
iterate early s/s < steps/s + 1 < steps/
iterate bound s/i >= n/i > 0xfffffff0u/
follow term s/get_local_size(0) - 1 - l/l/
follow early s/s < steps/s + 1 < steps/
follow bound /barrier/,/}/s/i < n/true/
matmul_simple term s/uint k = 0/uint k = 1/
matmul_simple early s/k < n/k + 1 < n/
matmul_simple bound s/row >= m || column >= w/row >= m/
matmul_tiled term s/uint i = 0/uint i = 1/
matmul_tiled early s/k < n;/k + TILE < n;/
matmul_tiled bound s/row < m && column < w)/row < m)/
matmul_blocked term s/uint k = 0; k < n; k++) {/uint k = 1; k < n; k++) {/
matmul_blocked early s/k < n; k++)$/k + 1 < n; k++)/
matmul_blocked bound s/column + 8 <= w/column + 8 <= w + 1/
count term s/n\[0\]++/n[0] += n[0] % 5 > 0/
count early s/n\[0\]++/n[0] += n[0] < 1000/
count bound s/n\[0\]++/n[1]++/
matmul_range term s/uint k = from/uint k = from + 1/
matmul_range early s/k < to/k + 1 < to/
matmul_range bound s/row >= m || column >= w/row >= m/
matmul_parts term s/uint k = from/uint k = from + 1/
matmul_parts early s/k < to/k + 1 < to/
matmul_parts bound s/min(from + each, n)/from + each/
matmul_reduce term s/uint p = 0/uint p = 1/
matmul_reduce early s/p < parts/p + 1 < parts/
matmul_reduce bound s/row >= m || column >= w/row >= m/
sum_arrays term s/ + b\[i\]//
sum_arrays early s/i < n/i < n - n % 2/
sum_arrays bound s/i < n/true/
matmul_registers term s/uint k = 0; k < n; k++) {/uint k = 1; k < n; k++) {/
matmul_registers early s/k < n; k++) {/k + 1 < n; k++) {/
matmul_registers bound s/row + r >= m || //
matmul_local term s/uint d = 0/uint d = 1/
matmul_local early s/k < n;/k + DEPTH < n;/
matmul_local bound s/row >= m || column >= w) continue/row >= m) continue/
copy_int term s/= x\[i\]/= x[i] \& 0xffffff/
copy_int early s/i < n/i < n - n % 2/
copy_int bound s/i < n/true/
END
}

every_kernel_of_an_example_is_broken() {
    users | awk '{ print $1, $2 }' | sort >"$scratch/tried"
    for file in kernels/*.cl; do
        name=$(basename "$file" .cl)
        awk -v name="$name" '/^__kernel/ { on = 1 } on && match($0, /[a-z_0-9]+\((__global|void|const)/) {
            k = substr($0, RSTART); sub(/\(.*/, "", k); print name, k; on = 0 }' "$file"
    done | sort | grep -vx -e 'null null' -e 'vector add_float' | diff "$scratch/tried" -   # no result; no example
    breaks | awk '{ print $1 }' | sort | uniq -c | awk '{ print $1, $2 }' >"$scratch/ways"
    users | awk '{ print 3, $2 }' | sort -k 2 | diff "$scratch/ways" -
}

# claims FILE: each in one line
claims() {
    awk '/^claim: / { if (all) print all; all = $0; next }
         all && /^ / { sub(/^ +/, " "); all = all $0; next }
         all { print all; all = "" }
         END { if (all) print all }' "$1"
}

# one FOLDER FILE KERNEL WAY EXAMPLE: breaks the kernel in a folder of its own, and leaves a line there
one() {
    to=$1/$3.$4.$5
    mkdir -p "$to"
    cp kernels/*.cl "$to"
    command=$(breaks | sed -n "s/^$3 $4 //p")
    sed "/[ ]$3(/,/^}/{ $command
}" "kernels/$2.cl" >"$to/$2.cl"
    program=$examples/$(basename examples/course/"$5"_*.c .c)
    repeat='--repeat 1'
    case $5 in 04 | 18) repeat='' ;; esac
    case $5 in 18) budget='' ;; *) budget='--budget 0.02' ;; esac
    status=0
    # shellcheck disable=SC2086
    GT_KERNEL_DIR="$to" timeout 300 "$program" --quick $budget $repeat >"$to/out" 2>&1 || status=$?
    if cmp -s "kernels/$2.cl" "$to/$2.cl"; then
        said='not ok the break changes nothing'
    elif grep -q '^No OpenCL device' "$to/out"; then
        said='skip'
    elif [ $status -gt 128 ] || { [ $status -ne 0 ] &&
        grep -qE '^WRONG RESULT|: a process of its own has failed' "$to/out"; }; then
        # what writes beyond may crash it
        said='ok'
    elif [ $status -eq 0 ] && ! claims "$to/out" | grep -qv 'cannot be decided on this machine'; then
        said='skip'         # what the example needs of a driver is not here
    else
        said="not ok status $status"
    fi
    echo "$said" >"$to/said"
}
if [ "${1-}" = --one ]; then
    shift
    trap - EXIT
    rm -rf "$scratch"
    one "$@"
    exit
fi

is_noticed() { # is_noticed KERNEL WAY EXAMPLE
    to=$scratch/all/$1.$2.$3
    said=$(cat "$to/said")
    [ "$said" != skip ] || skip 'there is no OpenCL device, or it has not what the example needs'
    tail -n 5 "$to/out"
    echo "$said"
    [ "$said" = ok ]
}

check every_kernel_of_an_example_is_broken
users | awk -v full="$(case ${GT_BUILD_DIR-} in */full) echo yes ;; esac)" '
    BEGIN { split("term early bound", ways, " ") }
    { uses = NF - 3
      for (u = 0; u < uses || u < 3; u++) for (w = 0; w < 3; w++)
          if (full ? u < uses : w == u % 3) print $1, $2, ways[w + 1], $(4 + u % uses) }' |
    sort -k 4 -r >"$scratch/list"
mkdir -p "$scratch/all"
xargs -L 1 -P "$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)" sh "$0" --one "$scratch/all" <"$scratch/list"
while read -r file kernel way example; do check is_noticed "$kernel" "$way" "$example"; done <"$scratch/list"
