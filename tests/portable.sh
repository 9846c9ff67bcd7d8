#!/bin/sh
# Does the kit work elsewhere? Compiles both headers and a program for each target of the table below, runs the program
# (under an emulator where the processor or system is another one), and ends with a table of all targets.
#     sh tests/portable.sh [WORD...]      only targets with one of the words in their name
#     QUICK=1 sh tests/portable.sh ...    the program is not optimised, and not run under emulators
#     sh tests/portable.sh packages       Debian's packages that are missing: make deps-portable installs these
. "$(dirname "$0")/check.sh"

gcc_major=$(gcc -dumpversion 2>/dev/null | sed 's/\..*//')
multilib="-m32 -isystem /usr/include/x86_64-linux-gnu"      # gcc-multilib has a link there, and excludes cross compilers
wine=$(command -v wine64 || command -v /usr/lib/wine/wine64)

apple="-nostdinc -isystem tests/snippets/apple -isystem $(clang -print-resource-dir 2>/dev/null)/include"
apple="$apple -isystem /usr/include/$(uname -m)-linux-musl"     # a C library's headers without glibc's peculiarities

# NAME; COMPILER FLAGS; STANDARD; RUNS WITH; PACKAGES. Runs with: nothing (here), a command, "no" (compiled and linked
# only), "parse" (for its syntax only).
targets() {
    for standard in c99 c11 c17 c2x; do
        echo "gcc $standard; gcc -O2; $standard; ; gcc"
        echo "clang $standard; clang -O2; $standard; ; clang"
    done
    for standard in c++11 c++17 c++20; do
        echo "g++ $standard; g++ -O2; $standard; ; g++"
        echo "clang++ $standard; clang++ -O2; $standard; ; clang"
    done
    for flags in -O0 -Os '-O3 -flto' '-O2 -ffast-math' '-O2 -DGPUTIME_STATIC'; do
        echo "gcc $flags; gcc $flags; c99; ; gcc"
        echo "clang $flags; clang $flags -Wno-unknown-warning-option; c99; ; clang"
    done
    for flags in -fno-exceptions -fno-threadsafe-statics -DGPUTIME_STATIC; do
        echo "g++ $flags; g++ -O2 $flags; c++11; ; g++"
    done
    cat <<END_OF_TARGETS
gcc -m32; gcc $multilib -O2; c99; ; gcc-$gcc_major-multilib
g++ -m32; g++ $multilib -O2; c++11; ; g++-$gcc_major-multilib
clang -m32; clang $multilib -O2; c99; ; clang gcc-$gcc_major-multilib
musl static; musl-gcc -O2 -static; c99; ; musl-tools
aarch64; aarch64-linux-gnu-gcc -O2 -static; c99; qemu-aarch64; gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user
riscv64; riscv64-linux-gnu-gcc -O2 -static; c99; qemu-riscv64; gcc-riscv64-linux-gnu libc6-dev-riscv64-cross qemu-user
s390x; s390x-linux-gnu-gcc -O2 -static; c99; qemu-s390x; gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user
macOS arm64; clang -target arm64-apple-macos12 $apple -D_POSIX_C_SOURCE=200809L; c99; parse; clang musl-tools
macOS x86-64; clang -target x86_64-apple-macos12 $apple -D_POSIX_C_SOURCE=200809L; c11; parse; clang musl-tools
mingw-w64; x86_64-w64-mingw32-gcc -O2; c99; ${wine:-wine64}; gcc-mingw-w64-x86-64 wine64
mingw-w64 c++; x86_64-w64-mingw32-g++ -O2 -static; c++11; ${wine:-wine64}; g++-mingw-w64-x86-64 wine64
END_OF_TARGETS
}

# Both headers as declarations and implementation, and every macro: how many of the five compile. Object code is made
# of one, since clang warns of atomic accesses only then; the optimiser looks at the program below.
compile_all() {
    compiled=0
    printf '#include "gputime.h"\n' >"$scratch/plain.c"
    printf '#include "gputime_cl.h"\n' >"$scratch/plain_cl.c"
    printf '#define GPUTIME_IMPLEMENTATION\n#include "gputime.h"\n' >"$scratch/whole.c"
    printf '#define GPUTIME_IMPLEMENTATION\n#include "gputime_cl.h"\n' >"$scratch/whole_cl.c"
    for source in "$scratch"/*.c tests/snippets/all_macros.c; do
        echo "== $source"
        case $source$runner in *whole_cl.c*parse) output=-fsyntax-only ;; *whole_cl.c*) output=-c ;; *) output=-fsyntax-only ;; esac
        $compile -O0 $output -o "$scratch/unit.o" "$source" && compiled=$((compiled + 1))
    done
}

# one_target FOLDER LINE: its row of the table goes to a file of FOLDER, all that compilers and program say beside it.
one_target() {
    name=${2%%; *}
    result=$1/$(echo "$name" | tr -c 'A-Za-z0-9+.\n' '_')
    compiler=$(echo "$2" | cut -d ';' -f 2)
    standard=$(echo "$2" | cut -d ';' -f 3)
    runner=$(echo "$2" | cut -d ';' -f 4)
    packages=$(echo "$2" | cut -d ';' -f 5)
    runner=${runner# }
    case $standard in *c++*) language=c++; warnings=$WARNINGS ;; *) language=c; warnings="$WARNINGS $WARNINGS_C" ;; esac
    compile="$compiler -std=${standard# } $warnings -I. -I$1/include -x $language"

    printf '#include <stdio.h>\nint main(void) { return puts(""); }\n' >"$scratch/try.c"
    library=-lm
    [ "$runner" != parse ] || { compile="$compile -fsyntax-only"; library=''; }
    # shellcheck disable=SC2086
    if ! $compile -o "$scratch/try" "$scratch/try.c" >"$result.log" 2>&1; then
        echo "skip $name: no compiler or C library (apt-get install$packages)" | tee "$result.row"
        return
    fi
    rm "$scratch/try.c"
    compile_all >"$result.log" 2>&1
    ran=no tests=-
    # shellcheck disable=SC2086
    if $compile ${QUICK:+-O0} -o "$scratch/portable.exe" tests/snippets/portable.c $library >>"$result.log" 2>&1; then
        case $runner${QUICK:+.quick} in
        no | parse | [a-z/]*.quick) ran=- ;;
        .quick) ;;
        ?*) command -v "$runner" >/dev/null || ran="- (apt-get install$packages)" ;;
        esac
    fi
    if [ "$ran" = no ]; then
        # shellcheck disable=SC2086
        (cd "$scratch" && WINEPREFIX=$1/wine WINEDEBUG=-all timeout 120 $runner ./portable.exe) >"$result.run" 2>>"$result.log" &&
            ran=yes
        tests=$(sed -n 's/^\([0-9]* of [0-9]*\).*/\1/p' "$result.run")
        cat "$result.run" >>"$result.log"
    fi
    warned=$(grep -c 'warning:' "$result.log")
    printf '%-26s %-9s %-9s %-5s %s\n' "$name" "$compiled of 5" "$warned" "$ran" "${tests:--}" >"$result.row"
    case "$compiled $warned $ran" in '5 0 '[y-]*) echo "ok $name" ;; *) echo "not ok $name"; sed 's/^/# /' "$result.log" ;; esac
}

case ${1-} in
one_target) one_target "$2" "$3"; exit 0 ;;
packages)
    targets | cut -d ';' -f 5 | tr ' ' '\n' | sort -u | while read -r package; do
        [ -z "$package" ] || dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q ' installed' || echo "$package"
    done
    exit 0
    ;;
esac

mkdir "$scratch/include" "$scratch/wine"
# Headers of the machine itself, but for OpenCL's, would be those of another system.
for folder in ${OPENCL_CFLAGS-} /usr/include; do
    [ ! -d "${folder#-I}/CL" ] || ln -sfn "${folder#-I}/CL" "$scratch/include/CL"
done
targets | grep -F "$(printf '%s\n' "${@:-;}")" >"$scratch/chosen"
tr '\n' '\0' <"$scratch/chosen" | xargs -0 -P "${JOBS:-2}" -I LINE sh tests/portable.sh one_target "$scratch" LINE
printf '\n%-26s %-9s %-9s %-5s %s\n' target compiles warnings runs tests
cut -d ';' -f 1 "$scratch/chosen" | while IFS= read -r name; do
    cat "$scratch/$(echo "$name" | tr -c 'A-Za-z0-9+.\n' '_').row"
done
! grep -vqE '^skip|^.{26} 5 of 5 +0 +(yes|-)' "$scratch"/*.row
