# What test scripts begin with: . "$(dirname "$0")/../lib/check.sh". They then stand in the project's folder, have the
# compilers in $CC and $CXX, and an empty folder, $scratch, that goes with them.
set -u

cd "${GT_SOURCE_DIR:-$(dirname "$0")/../..}" || exit 1
: "${GT_SOURCE_DIR:=$PWD}"
: "${CC:=cc}" "${CXX:=c++}"
: "${WARNINGS=-Wall -Wextra -pedantic -Wshadow -Wconversion -Wsign-conversion -Wcast-qual -Wundef -Wformat=2}"
: "${WARNINGS_C=-Wstrict-prototypes -Wmissing-prototypes}"
# What includes mpi.h, without MPI's own compiler, gets a stand-in for it.
export CPATH="$PWD/tests/lib/one_rank${CPATH:+:$CPATH}"
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT

# find_compiler NAME: that, or the newest of those with a version in their name: PoCL brings such a clang.
find_compiler() {
    command -v "$1" >/dev/null && { echo "$1"; return; }
    for find_folder in $(echo "$PATH" | tr ':' ' '); do ls "$find_folder" 2>/dev/null; done |
        grep -xE "$(echo "$1" | sed 's/+/[+]/g')-[0-9]+" | sort -V | tail -n 1
}
# Where the implementation is only wanted as an object, by whatever compiler: at -O0, clang takes a third of gcc's time.
quick_cc=$(find_compiler clang) quick_cxx=$(find_compiler clang++)
: "${quick_cc:=$CC}" "${quick_cxx:=$CXX}"

# check NAME ARGUMENT...: a test is a function that must come to its end: the shell stops it at the first command that
# fails. Inside, `skip REASON` ends it too.
check() {
    rm -f "$scratch/skip"
    (set -e; "$@") >"$scratch/check.log" 2>&1
    if [ $? -eq 0 ]; then
        echo "ok $*"
    elif [ -f "$scratch/skip" ]; then
        echo "skip $*: $(cat "$scratch/skip")"
    else
        echo "not ok $*"
        awk '{ line[NR] = $0 } END { for (i = 1; i <= NR; i++) if (i <= 15 || NR - i < 45) print "# " line[i] }' \
            "$scratch/check.log"
    fi
}
skip() { echo "$1" >"$scratch/skip"; exit 1; }

languages=c
if command -v "$CXX" >/dev/null; then languages='c cpp'; fi
check_cxx() {
    if [ "$languages" = c ]; then echo "skip $*: no C++ compiler"; else check "$@"; fi
}
