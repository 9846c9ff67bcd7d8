#!/bin/sh
# 22_unmodified.sh - what does a program that nobody changes spend its time on?
#
# WHAT IT SHOWS   gtprof runs lib/sum.c, a sum of arrays with gettimeofday around its parts, and prints the
#                 device's activities and the calls of OpenCL. The host's number for the kernel has the launch and the
#                 wait in it, and at a first launch all that the driver puts off until then.
# WHAT TO SEE     how small the kernel's part is of what the sum costs: the copies, and before them the build
#
# After "2.2 Timing Kernel Functions", whose nvprof gives the kernel 4 % of the time, and 2.1011 ms where the clock of
# the host shows 2.282: 1.086 times.
#
# make gtprof; sh examples/course/22_unmodified.sh [--quick]
set -eu

case ${1---quick} in
--help | -h) sed -n '2,13s/^# \{0,1\}//p' "$0"; exit ;;
--quick) ;;
*) echo "22_unmodified.sh: unknown option '$1'; --help explains this script" >&2; exit 2 ;;
esac
cd "${GT_SOURCE_DIR:-$(dirname "$0")/../..}"
build=${GT_BUILD_DIR:-$PWD/build}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
awk() { LC_ALL=C command awk "$@"; }        # in a locale with a decimal comma, some awks read 1.5 as 1
elements=16777216
[ "${1-}" != --quick ] || elements=2097152

${CC:-cc} -std=c99 -D_DEFAULT_SOURCE -DCL_TARGET_OPENCL_VERSION=120 -O2 ${OPENCL_CFLAGS-} -o "$scratch/sum" \
    examples/course/lib/sum.c ${OPENCL_LIBS--lOpenCL}
[ -x "$build/gtprof" ] || { echo "22_unmodified.sh: $build/gtprof is not there: run make gtprof" >&2; exit 1; }
status=0
"$build/gtprof" --output "$scratch/report" "$scratch/sum" $elements >"$scratch/sum.txt" || status=$?
if [ $status -eq 77 ]; then
    echo '22_unmodified.sh: no OpenCL device was found; make devices says why' >&2
    exit 1
fi
cat "$scratch/sum.txt"
echo
cat "$scratch/report"
echo
awk '
    function ms(value, unit) { return value * (unit == "ns" ? 1e-6 : unit == "us" ? 1e-3 : unit == "ms" ? 1 : 1e3) }
    function claim(text, holds, figures) {
        text = "claim: " text ": " (holds ? "holds" : "does not hold")
        print text (length(text figures) > 97 ? "\n       (" : " (") figures ")"
    }
    FNR == NR { all = $6; buffers = $9; host = $12; next }
    $3 != "%" { next }
    $1 == "sum" { kernel = ms($4, $5) }
    $1 == "write" || $1 == "read" { copies += ms($4, $5) }
    $1 == "clCreateBuffer" { create = ms($4, $5) }
    $1 == "clBuildProgram" { build = ms($4, $5) }
    END {
        device = kernel + copies
        printf "the kernel by the clock of the host %.3f ms, by the device %.3f ms\n", host, kernel
        printf "of the %.3f ms that the device worked, the kernel took %.1f %%, copies %.1f %%\n", device,
               100 * kernel / device, 100 * copies / device
        printf "beside that: buffers made in %.3f ms, the program built in %.3f ms\n\n", create, build
        claim("the kernel takes under half of the time that the device works", kernel < 0.5 * device,
              sprintf("%.1f %%", 100 * kernel / device))
        claim("the build takes longer than all work of the device", build > device,
              sprintf("%.1f ms and %.1f ms", build, device))
        claim("the clock of the host shows over 1.05 times what the device took for the kernel", host > 1.05 * kernel,
              sprintf("%.4g times", host / kernel))
    }' "$scratch/sum.txt" "$scratch/report"
exit $status
