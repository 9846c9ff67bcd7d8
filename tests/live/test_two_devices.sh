#!/bin/sh
# 17_overlap on two devices: PoCL shows its processor twice with POCL_DEVICES="pthread pthread".
. "$(dirname "$0")/../lib/check.sh"

example=${GT_BUILD_DIR:-build}/examples/17_overlap
POCL_DEVICES='pthread pthread'
GT_DEVICE=portable
export POCL_DEVICES GT_DEVICE
[ "$("${GT_BUILD_DIR:-build}/examples/devices" 2>/dev/null | grep -c ' Portable Computing Language ')" -eq 2 ] ||
    { echo 'skip test_two_devices: no PoCL that shows two devices'; exit 0; }

# Right results are the exit status. Whether both work at once is up to the machine: the claim is decided, or is not.
each_gets_half_of_the_chunks_and_all_results_are_right() {
    GT_TRACE="$scratch/t.json" GT_JSON="$scratch/d.json" GT_JSON_SAMPLES=0 "$example" --quick --repeat 4 \
        >"$scratch/out" 2>&1
    grep -E 'claim.*devices|^two devices' "$scratch/out"
    tr -s '\n ' ' ' <"$scratch/out" |
        grep -qE 'claim: two devices work at the same time: (holds|does not hold|cannot be decided.*clocks)'
    grep -qE '^two devices +[0-9.]+ +[0-9]+ % ' "$scratch/out"
    # In the report, the device times of both in a row.
    grep -qE '^two devices .*\(12\) \+ .*\(12\)$' "$scratch/out"
    command -v python3 >/dev/null || return 0
    python3 tests/lib/files.py trace "$scratch/t.json"
    python3 - "$scratch/d.json" <<'END'
import json, sys
document = json.load(open(sys.argv[1], encoding="utf-8"))
assert len(document["devices"]) == 2, document["devices"]
ran = {s["series"] for s in document["series"] if s["kind"] == "command" and s["device"] == 2}
assert any(name.startswith("two devices/") for name in ran), ran
assert not any(name.startswith("three queues/") for name in ran), ran
END
}
one_device_says_that_it_is_one() {
    POCL_DEVICES=pthread "$example" --quick --repeat 2 >"$scratch/out" 2>&1
    tr -s '\n ' ' ' <"$scratch/out" |
        grep -q 'claim: two devices work at the same time: cannot be decided [a-z ]*(the platform has one'
    ! grep -q '^two devices  ' "$scratch/out"
}

check each_gets_half_of_the_chunks_and_all_results_are_right
check one_device_says_that_it_is_one
