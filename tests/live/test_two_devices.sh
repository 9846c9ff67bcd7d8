#!/bin/sh
# Programs with two devices: 17_overlap, and one under gtprof. PoCL shows its processor twice with
# POCL_DEVICES="pthread pthread".
. "$(dirname "$0")/../lib/check.sh"
. "$(dirname "$0")/../lib/gtprof.sh"

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
    ! grep -q '^two devices  ' "$scratch/out" || return 1
}
gtprof_says_how_long_each_device_worked() {
    gtprof_is_built
    cat >"$scratch/two.c" <<'END'
#include <CL/cl.h>
#include <stdio.h>
#include <time.h>
int main(void) {
    const char *source = "kernel void add(global int *x) { x[get_global_id(0)]++; }";
    const size_t items = 1024;
    cl_platform_id platform[8];
    cl_device_id device[2];
    cl_command_queue queue[2];
    cl_uint n = 0, platforms = 0;
    for (clGetPlatformIDs(8, platform, &platforms); platforms-- > 0 && n < 2;)
        if (clGetDeviceIDs(platform[platforms], CL_DEVICE_TYPE_CPU, 2, device, &n)) n = 0;
    cl_context context = clCreateContext(NULL, 2, device, NULL, NULL, NULL);
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
    if (n < 2 || clBuildProgram(program, 2, device, NULL, NULL, NULL)) return 1;
    cl_kernel add = clCreateKernel(program, "add", NULL);
    cl_mem x = clCreateBuffer(context, CL_MEM_READ_WRITE, items * sizeof(cl_int), NULL, NULL);
    clSetKernelArg(add, 0, sizeof x, &x);
    for (int i = 0; i < 2; i++) queue[i] = clCreateCommandQueue(context, device[i], CL_QUEUE_PROFILING_ENABLE, NULL);
    for (int pass = 0; pass < 10; pass++) {
        struct timespec from, to;
        clock_gettime(CLOCK_MONOTONIC, &from);
        for (int i = 0; i < 2; i++) clEnqueueNDRangeKernel(queue[i], add, 1, NULL, &items, NULL, 0, NULL, NULL);
        for (int i = 0; i < 2; i++) clFinish(queue[i]);
        clock_gettime(CLOCK_MONOTONIC, &to);
        printf("%.9f\n", (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec));
    }
    return 0;
}
END
    # shellcheck disable=SC2086
    ${CC:-cc} -std=gnu11 -w -DCL_TARGET_OPENCL_VERSION=120 ${OPENCL_CFLAGS-} -o "$scratch/two" "$scratch/two.c" \
        $OPENCL_LIBS
    under "$scratch/two"
    grep -qE '^  timer 1 .* [0-9.]+ [mun]?s \+ [0-9.]+ [mun]?s$' "$scratch/report"
}

check each_gets_half_of_the_chunks_and_all_results_are_right
check one_device_says_that_it_is_one
check gtprof_says_how_long_each_device_worked
