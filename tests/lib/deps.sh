#!/bin/sh
# Installs what the examples and tests need and this machine lacks, with apt-get. Whether a thing is there is asked of
# the compiler and the loader's folder, not of the package manager: what came another way is not installed a second
# time. `deps.sh need THING...` installs nothing; it fails, and names `make deps`, if one is missing: opencl_headers,
# opencl_loader, pocl, cmocka, gnuplot, mpi. `deps.sh mpi` installs Open MPI alone. `deps.sh more` installs what only a
# few tests, `make plots` and `make ranks` need (chromium: 360 MB on the disk, 45 s here); what the package sources lack
# is left out, and those tests are skipped.
# Uses CC, CXX, OPENCL_CFLAGS, OPENCL_LIBS, CMOCKA_CFLAGS, CMOCKA_LIBS where set (the Makefile sets them).
set -u

: "${CC:=cc}" "${CXX:=c++}"
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT

# compiles SOURCE FLAGS...: does it compile and link? Several words in CC or in the flags are meant as such.
compiles() {
    printf '%b\n' "$1" >"$scratch/try.c"
    shift
    # shellcheck disable=SC2086,SC2048
    $CC $* -o "$scratch/try" "$scratch/try.c" ${libs-} >/dev/null 2>&1
}

have_opencl_headers() { libs='' compiles '#include <CL/cl.h>' -DCL_TARGET_OPENCL_VERSION=120 ${OPENCL_CFLAGS-} -c; }
have_opencl_loader() {
    libs=${OPENCL_LIBS:--lOpenCL} compiles 'int clGetPlatformIDs(void);\nint main(void) { return clGetPlatformIDs(); }'
}
have_pocl() { ls "${OCL_ICD_VENDORS:-/etc/OpenCL/vendors}" 2>/dev/null | grep -qi 'pocl'; }
have_cmocka() {
    libs=${CMOCKA_LIBS:--lcmocka} compiles '#include <stdarg.h>\n#include <stddef.h>\n#include <stdint.h>
#include <setjmp.h>\n#include <cmocka.h>\nint main(void) { return 0; }' ${CMOCKA_CFLAGS-}
}
have_jsonschema() { python3 -c 'import jsonschema' 2>/dev/null || /usr/bin/python3 -c 'import jsonschema' 2>/dev/null; }
have_gnuplot() { have_command gnuplot; }
have_mpi() { have_command "${MPICC:-mpicc}" && have_command "${MPIRUN:-mpirun}"; }
have_clhpp() { echo '#include <CL/opencl.hpp>' | $CXX -std=c++11 -x c++ ${OPENCL_CFLAGS-} -E - >/dev/null 2>&1; }
have_command() { command -v "${1%% *}" >/dev/null 2>&1; }

missing_packages() {
    if [ "$what" = mpi ] || [ "$what" = more ]; then
        have_mpi || echo openmpi-bin libopenmpi-dev
    fi
    [ "$what" != mpi ] || return 0
    if [ "$what" = more ]; then
        have_command chromium || echo chromium
        have_gnuplot || echo gnuplot-nox
        have_command clinfo || echo clinfo
        have_clhpp || echo opencl-clhpp-headers
        return
    fi
    have_opencl_headers || echo opencl-c-headers
    have_opencl_loader || echo ocl-icd-opencl-dev
    have_pocl || echo pocl-opencl-icd
    have_cmocka || echo libcmocka-dev
    have_jsonschema || echo python3-jsonschema
    have_command pkg-config || echo pkg-config
    have_command "$CXX" || echo g++
    have_command bwrap || echo bubblewrap
}

fail() {
    printf 'deps: %s\n' "$@" >&2
    exit 1
}

printf 'int main(void) { return 0; }\n' >"$scratch/main.c"
libs='' compiles 'int main(void) { return 0; }' ||
    fail "the C compiler '$CC' cannot build a program; install one first (Debian, Ubuntu: gcc and libc6-dev)"

if [ "${1-}" = need ]; then
    shift
    for thing in "$@"; do
        remedy='make deps'
        [ "$thing" != mpi ] || remedy='make deps-mpi, or install Open MPI or MPICH: mpicc and mpirun'
        [ "$thing" != gnuplot ] || remedy='make deps-more, or install gnuplot-nox by what name your system has for it'
        "have_$thing" || fail "missing here: $(echo "$thing" | tr '_' ' '); run: $remedy"
    done
    exit 0
fi

what=${1-}
all='OpenCL headers and loader, PoCL, cmocka, pkg-config, a C++ compiler, jsonschema, bubblewrap'
[ "$what" != more ] || all='chromium, gnuplot, clinfo, opencl.hpp, MPI'
[ "$what" != mpi ] || all='MPI'
missing=$(missing_packages | tr '\n' ' ')
missing=${missing% }
if [ -z "$missing" ]; then
    echo "deps: all there ($all)"
    exit 0
fi

have_command apt-get || fail "missing, by the names of Debian's packages: $missing" \
    "this system has no apt-get; install them with its own package manager, then run the command again"

if [ "$(id -u)" -eq 0 ]; then
    as_root=
elif have_command sudo; then
    as_root=sudo
else
    fail "missing: $missing" "neither root nor sudo is here; as root, run: apt-get update && apt-get install $missing"
fi

# A lock that another installation holds (a fresh Ubuntu updates itself) is waited for: by apt-get for dpkg's lock, here
# for those of its lists and downloads.
limit=''
apt() {
    tries=0
    while :; do
        apt_status=0
        $limit $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300 "$@" \
            2>"$scratch/apt" || apt_status=$?
        cat "$scratch/apt" >&2
        [ $apt_status -ne 0 ] && [ $tries -lt 48 ] && grep -q 'Could not get lock\|Unable to lock' "$scratch/apt" ||
            return $apt_status
        tries=$((tries + 1))
        sleep 5
    done
}

echo "deps: installing $missing"
there=''
apt update || echo "deps: the package lists could not all be updated; going on with those that are here" >&2
for package in $missing; do
    apt-cache show "$package" >/dev/null 2>&1 && { there="$there $package"; continue; }
    [ "$what" = more ] && { echo "deps: the package sources of this machine have no $package" >&2; continue; }
    fail "the package sources of this machine have no $package" \
        "on Ubuntu it is in 'universe': add-apt-repository universe"
done
# Large packages come over the network first, so that a slow one is given up before anything is half installed.
[ "$what" != more ] || limit='timeout 240'
# shellcheck disable=SC2086
if [ -n "$limit" ] && ! apt install -y --download-only --no-install-recommends $there; then
    [ $apt_status -ne 124 ] || fail "the packages did not come in 240 s"
    fail "apt-get could not download; as root, run: apt-get update && apt-get install $missing"
fi
limit=''
# shellcheck disable=SC2086
apt install -y --no-install-recommends $there ||
    fail "apt-get failed; as root, run: apt-get update && apt-get install $missing"

missing=$(missing_packages | tr '\n' ' ')
[ -z "$missing" ] || fail "installed, but still not usable: $missing"
echo "deps: done"
