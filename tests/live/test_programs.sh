#!/bin/sh
# long: yes
# Programs of Debian that use OpenCL run under gtprof as they do without: they print the same, but for times, and end
# with the same code, with gtprof below the OpenCL loader and in place of the loader; and each call is counted as often
# as tests/lib/count_layer.c sees it in the same run. The packages: clinfo clpeak clfft-client hashcat ffmpeg
# starpu-examples python3-pyopencl. A program that is not there is skipped by name. hashcat's first run compiles for a
# minute. Then examples of this repository: their calls are counted too, and each device time that their own CSV file
# has is one that gtprof saw.
#
#     sh tests/live/test_programs.sh [WORD...]       only those with such a word in their names
. "$(dirname "$0")/../lib/check.sh"
. tests/lib/gtprof.sh

# In python3-pyopencl's python, which may not be the first one.
cat >"$scratch/twice.py" <<'END'
import numpy, pyopencl as cl
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
a = numpy.arange(4096, dtype=numpy.float32)
x = cl.Buffer(context, cl.mem_flags.READ_ONLY | cl.mem_flags.COPY_HOST_PTR, hostbuf=a)
y = cl.Buffer(context, cl.mem_flags.WRITE_ONLY, a.nbytes)
source = "kernel void twice(global const float *x, global float *y) { int i = get_global_id(0); y[i] = 2 * x[i]; }"
twice = cl.Program(context, source).build().twice
for i in range(50): twice(queue, a.shape, None, x, y)
result = numpy.empty_like(a)
cl.enqueue_copy(queue, result, y)
print(result.sum(), (result == 2 * a).all())
END
python=$(for p in python3 /usr/bin/python3; do "$p" -c 'import pyopencl' 2>/dev/null && echo "$p" && break; done)
starpu=$(ls -d /usr/lib/*/starpu/examples 2>/dev/null | head -n 1)
export STARPU_HOME="$scratch" STARPU_OPENCL_ON_CPUS=1 STARPU_OPENCL_ONLY_ON_CPUS=1 STARPU_NCPU=0 STARPU_SILENT=1
printf 4711 | md5sum | cut -c1-32 >"$scratch/hash"

number='[0-9]+[.][0-9]+'
filters=format=yuv420p,hwupload,avgblur_opencl=3,unsharp_opencl,sobel_opencl,transpose_opencl,hwdownload,format=yuv420p
hashcat='-m 0 -a 3 --force --potfile-disable --self-test-disable --quiet -d 1'
names='clinfo clpeak clfft_1d clfft_2d ffmpeg starpu_scal starpu_incrementer starpu_matvecmult pyopencl hashcat_found
hashcat_exhausted'

# start NAME WORD...: WORD... PROGRAM ARGUMENT...; $mask, a regular expression, is what differs between two runs
start() {
    name=$1 mask=
    shift
    # shellcheck disable=SC2086
    case $name in
    clinfo) "$@" clinfo ;;
    clpeak) mask=$number; "$@" clpeak -p 0 -d 0 --kernel-latency ;;
    clfft_1d) mask=$number; "$@" clFFT-client -x 1024 -b 16 -p 10 ;;
    clfft_2d) mask=$number; "$@" clFFT-client -x 64 -y 32 -o ;;
    ffmpeg) "$@" ffmpeg -loglevel error -init_hw_device opencl=gpu:0.0 -filter_hw_device gpu -f lavfi \
        -i testsrc=size=128x96:rate=5:duration=2 -vf "$filters" -f framemd5 - ;;
    starpu_scal) "$@" "$starpu/vector_scal" ;;
    starpu_matvecmult) "$@" "$starpu/matvecmult" ;;
    starpu_incrementer) mask="$number ms"; "$@" "$starpu/incrementer" ;;
    pyopencl) "$@" "${python:-python3-pyopencl}" "$scratch/twice.py" ;;
    hashcat_found) "$@" hashcat $hashcat "$scratch/hash" '?d?d?d?d' ;;
    hashcat_exhausted) "$@" hashcat $hashcat "$scratch/hash" '?d?d?d' ;;
    esac
}
is_there() { command -v "$1" >/dev/null || skip "${1##*/} is not installed"; }
masked() {      # FILE: without times and rates, and what a driver says of its compiler's cache
    sed -E "/warnings? generated/d${mask:+; s/$mask/N/g}" "$1"
}
runs_as_without() { # ... NAME
    gtprof_is_built
    start "$1" is_there
    start "$1" >"$scratch/first.txt" 2>&1 || true       # the driver compiles its kernels here
    expected=0
    start "$1" >"$scratch/plain.txt" 2>"$scratch/plain_errors.txt" || expected=$?
    for mode in layer stand-in; do
        start "$1" under --mode $mode
        [ "$status" -eq "$expected" ]
        if [ $mode = layer ] && grep -q 'nothing was seen' "$scratch/report"; then continue; fi
        [ "$(calls_of "$scratch/report" | wc -l)" -ge 3 ]
        masked "$scratch/plain.txt" >"$scratch/expected.txt"
        masked "$scratch/got.txt" | diff "$scratch/expected.txt" -
        masked "$scratch/plain_errors.txt" >"$scratch/expected.txt"
        masked "$scratch/errors.txt" | diff "$scratch/expected.txt" -
    done
}
calls_are_those_of_a_counting_layer() { # ... NAME
    gtprof_is_built
    start "$1" is_there
    start "$1" counted
}
example() { # NAME WORD...: WORD... PROGRAM ARGUMENT...
    name=$1
    shift
    set -- "$@" "$GT_BUILD_DIR/examples/$name" --quick
    case $name in
    01_*) "$@" --repeat 1 ;;
    08_*) "$@" ;;
    *) "$@" --repeat 3 ;;
    esac
}
example_is_counted() { # ... NAME
    gtprof_is_built
    example "$1" counted
    [ "$status" -eq 0 ]
}
# device_times FILE: of each command, without names, which differ where the example gives its own
device_times() {
    sed 's/^"[^"]*",//' "$1" | awk -F, '$10 == "command" { print $4 }' | sort
}
device_times_are_those_of_the_example() { # ... NAME
    gtprof_is_built
    export GT_CSV="$scratch/own.csv"
    example "$1" under --csv "$scratch/seen.csv"
    unset GT_CSV
    [ "$status" -eq 0 ]
    device_times "$scratch/own.csv" >"$scratch/own"
    device_times "$scratch/seen.csv" >"$scratch/seen"
    [ "$(wc -l <"$scratch/own")" -ge 9 ]
    echo "device times that the example has and gtprof has not:"
    comm -23 "$scratch/own" "$scratch/seen" | tee "$scratch/missed"
    [ ! -s "$scratch/missed" ]
}
wanted=$(echo "${*:-.}" | tr ' ' '|')
for name in $(printf '%s\n' $names | grep -E "$wanted"); do
    check runs_as_without "$name"
    check calls_are_those_of_a_counting_layer "$name"
done
examples='02_phases 06_sum_arrays 17_overlap'
case $GT_BUILD_DIR/${*:+full} in */full) examples="01_holistic 08_launch_cost $examples" ;; esac   # make test-full
for name in $(printf '%s\n' $examples | grep -E "$wanted"); do
    check example_is_counted "$name"
    case $name in 01_* | 08_*) ;; *) check device_times_are_those_of_the_example "$name" ;; esac
done
