#!/bin/sh
# Does the kit work elsewhere? Compiles both headers and a program for each target of the table below, runs the program
# (under an emulator where the processor or system is another one), and ends with a table of all targets.
#     sh tests/lib/portable.sh [WORD...]      only targets with one of the words in their name
#     QUICK=1 sh tests/lib/portable.sh ...    the program is not optimised, and not run under emulators
#     sh tests/lib/portable.sh packages       Debian's packages that are missing: make deps-portable installs these
. "$(dirname "$0")/check.sh"

gcc_major=$(gcc -dumpversion 2>/dev/null | sed 's/\..*//')
# gcc-multilib has a link to that folder, but excludes the cross compilers.
multilib="-m32 -isystem /usr/include/x86_64-linux-gnu"
wine=$(command -v wine64 || command -v /usr/lib/wine/wine64)

apple="-nostdinc -isystem tests/data/snippets/apple -isystem $(clang -print-resource-dir 2>/dev/null)/include"
apple="$apple -isystem /usr/include/$(uname -m)-linux-musl"     # a C library's headers without glibc's peculiarities
# Visual Studio, by clang: as_msvc.h hides gcc and clang from the kit. Volatile accesses are ordered, as there.
msvc='-isystem tests/data/snippets/msvc -include tests/data/snippets/msvc/as_msvc.h'
like_msvc="-fms-extensions -Xclang -fms-volatile $msvc -Wno-unused-function -Wno-format-nonliteral"
clang_cl="-DLIKE_CLANG_CL $msvc -isystem /usr/x86_64-w64-mingw32/include"
windows_gnu="x86_64-w64-windows-gnu -Wno-unused-command-line-argument"
windows_gnu="$windows_gnu -L$(dirname "$(x86_64-w64-mingw32-gcc -print-libgcc-file-name 2>/dev/null)")"
ppc64le=libc6-dev-ppc64el-cross
hpp='-DCL_HPP_TARGET_OPENCL_VERSION=300 -DCL_HPP_MINIMUM_OPENCL_VERSION=300 -DCL_TARGET_OPENCL_VERSION=300'
vendors=${OCL_ICD_VENDORS:-/etc/OpenCL/vendors}
newer_compilers='gcc-16 clang-19 clang-22'       # than those that are called gcc and clang

# NAME; COMPILER FLAGS; STANDARD; RUNS WITH; PACKAGES. Runs with: nothing (here), a command, "no" (compiled and linked
# only), "parse" (for its syntax only). Of targets named "option" the flags must each change what is compiled; those
# named "driver" run tests/data/snippets/driver.c.
targets() {
    for standard in 99 11 17 2x; do      # the oldest of each language as a release, the others sooner
        level=$([ $standard = 99 ] && echo -O2 || echo -O1)
        echo "gcc c$standard; gcc $level; c$standard; ; gcc"
        echo "clang c$standard; clang $level; c$standard; ; clang"
    done
    for standard in 11 17 20 2b; do
        level=$([ $standard = 11 ] && echo -O2 || echo -O1)
        echo "g++ c++$standard; g++ $level; c++$standard; ; g++"
        echo "clang++ c++$standard; clang++ $level; c++$standard; ; clang"
    done
    for newer in $newer_compilers; do
        cxx=$(echo "$newer" | sed 's/gcc/g++/; s/clang/clang++/')
        echo "$newer c17; $newer -O2; c17; ; $newer"
        echo "$newer c2y; $newer -O2; c2y; ; $newer"
        echo "$cxx c++26; $cxx -O2; c++26; ; $(echo "$cxx" | sed 's/clang++/clang/')"
    done
    for flags in -O0 -Os '-O3 -flto=auto' '-O2 -ffast-math' '-O2 -DGPUTIME_STATIC'; do
        echo "option gcc $flags; gcc $flags; c99; ; gcc"
        echo "option clang $flags; clang $flags -Wno-unknown-warning-option; c99; ; clang"
    done
    for newer in 19 22; do
        for flags in '-O1 -ffast-math' '-O2 -ffast-math' '-O1 -ffinite-math-only'; do
            echo "option clang-$newer $flags; clang-$newer $flags; c99; ; clang-$newer"
        done
    done
    for flags in '-O1 -ffinite-math-only' '-O3 -ffast-math'; do
        echo "option clang $flags; clang $flags; c99; ; clang"
        echo "option gcc $flags; gcc $flags; c99; ; gcc"
    done
    for flags in -fno-exceptions -fno-threadsafe-statics -DGPUTIME_STATIC; do
        echo "option g++ $flags; g++ -O2 $flags; c++11; ; g++"
        echo "option clang++ $flags; clang++ -O2 $flags; c++11; ; clang"
    done
    for version in 100 110 120 200 210 220 300; do
        target="-DCL_TARGET_OPENCL_VERSION=$version -include CL/cl.h"
        echo "OpenCL headers $version; gcc $target; c99; parse; opencl-c-headers"
    done
    cat <<END_OF_TARGETS
opencl.hpp before; g++ -O1 $hpp -include CL/opencl.hpp; c++11; ; opencl-clhpp-headers
opencl.hpp behind; g++ -O1 $hpp -include gputime_cl.h -include CL/opencl.hpp; c++11; ; opencl-clhpp-headers
gcc -m32; gcc $multilib -O2; c99; ; gcc-$gcc_major-multilib
g++ -m32; g++ $multilib -O2; c++11; ; g++-$gcc_major-multilib
clang -m32; clang $multilib -O2; c99; ; clang gcc-$gcc_major-multilib
clang-19 -m32; clang-19 $multilib -O2; c99; ; clang-19 gcc-$gcc_major-multilib
musl static; musl-gcc -O2 -static; c99; ; musl-tools
aarch64; aarch64-linux-gnu-gcc -O2 -static; c99; qemu-aarch64; gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user
riscv64; riscv64-linux-gnu-gcc -O2 -static; c99; qemu-riscv64; gcc-riscv64-linux-gnu libc6-dev-riscv64-cross qemu-user
s390x; s390x-linux-gnu-gcc -O2 -static; c99; qemu-s390x; gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user
ppc64le; powerpc64le-linux-gnu-gcc -O2 -static; c99; qemu-ppc64le; gcc-powerpc64le-linux-gnu $ppc64le qemu-user
macOS arm64; clang -target arm64-apple-macos12 $apple -D_POSIX_C_SOURCE=200809L; c99; parse; clang musl-tools
macOS x86-64; clang -target x86_64-apple-macos12 $apple -D_POSIX_C_SOURCE=200809L; c11; parse; clang musl-tools
mingw-w64; x86_64-w64-mingw32-gcc -O2; c99; ${wine:-wine64}; gcc-mingw-w64-x86-64 wine64
mingw-w64 c++; x86_64-w64-mingw32-g++ -O2 -static; c++11; ${wine:-wine64}; g++-mingw-w64-x86-64 wine64
MSVC by clang; clang -target x86_64-pc-windows-msvc19.40 $clang_cl; c11; parse; clang gcc-mingw-w64-x86-64
as MSVC, here; clang -D_GNU_SOURCE -O2 $like_msvc; c11; ; clang
as MSVC, here, c++; clang++ -O2 $like_msvc; c++11; ; clang
as MSVC, Windows; clang -target $windows_gnu -O2 $like_msvc; c11; ${wine:-wine64}; clang gcc-mingw-w64-x86-64 wine64
driver PoCL; gcc -O2; c99; env OCL_ICD_VENDORS=$vendors/pocl.icd; pocl-opencl-icd ocl-icd-opencl-dev
driver rusticl; gcc -O2; c99; env OCL_ICD_VENDORS=$vendors/rusticl.icd RUSTICL_ENABLE=llvmpipe; mesa-opencl-icd
driver Oclgrind; gcc -O2; c99; oclgrind --data-races --uninitialized; oclgrind
END_OF_TARGETS
}

# Both headers as declarations and implementation, those of examples/more and examples/tools together, and every macro:
# how many of the six compile. Object code is made of one, since clang warns of atomic accesses only then; the optimiser
# looks at the program below.
compile_all() {
    compiled=0
    printf '#include "gputime.h"\n' >"$scratch/plain.c"
    printf '#include "gputime_cl.h"\n' >"$scratch/plain_cl.c"
    printf '#define GPUTIME_IMPLEMENTATION\n#include "gputime.h"\n' >"$scratch/whole.c"
    printf '#define GPUTIME_IMPLEMENTATION\n#include "gputime_cl.h"\n' >"$scratch/whole_cl.c"
    { echo '#define GPUTIME_IMPLEMENTATION'; printf '#include "%s"\n' examples/more/*.h examples/tools/*.h; } \
        >"$scratch/whole_more.c"
    for source in "$scratch"/*.c tests/data/snippets/all_macros.c; do
        echo "== $source"
        case $source$runner in
        *whole_cl.c*parse) output=-fsyntax-only ;;
        *whole_cl.c*) output=-c ;;
        *) output=-fsyntax-only ;;
        esac
        $compile -O0 $output -o "$scratch/unit.o" "$source" && compiled=$((compiled + 1))
    done
}

# Does each of the options in $compiler do something? The same file without the option must give other code (-O0: with
# -O2 in its place), while twice the same command gives the same.
options_work() {
    cat >"$scratch/option.c" <<'END'
#include "gputime.h"
int outside(int i);
double zero(double x);
float sum(const float *x, int n);
double zero(double x) { return x - x; }
float sum(const float *x, int n) { float s = 0; for (int i = 0; i < n; i++) s += x[i]; return s; }
#ifdef __cplusplus
struct object { object(); ~object(); };
void constructs();
void constructs() { static object once; object each; outside(1); }
#endif
void scope(void);
void scope(void) { GT_SCOPE("a") outside(2); }
END
    object_of $compiler && cp "$scratch/option.o" "$scratch/with.o" && object_of $compiler &&
        cmp "$scratch/option.o" "$scratch/with.o" || return 1
    for word in $compiler; do
        case $word in -O2 | -W* | [!-]*) continue ;; esac
        echo "== without $word"
        object_of $(for other in $compiler; do [ "$other" = "$word" ] || echo "$other"; done) \
            $(case $word in -O0) echo -O2 ;; esac) || return 1
        if cmp "$scratch/option.o" "$scratch/with.o" >/dev/null; then echo "$word changes nothing"; return 1; fi
    done
}
object_of() { "$@" -std=$standard -frandom-seed=1 -I. -x $language -c -o "$scratch/option.o" "$scratch/option.c"; }

# one_target FOLDER LINE: its row of the table goes to a file of FOLDER, all that compilers and program say beside it.
one_target() {
    name=${2%%; *}
    result=$1/$(echo "$name" | tr -c 'A-Za-z0-9+.\n' '_')
    compiler=$(echo "$2" | cut -d ';' -f 2)
    standard=$(echo "$2" | cut -d ';' -f 3 | tr -d ' ')
    runner=$(echo "$2" | cut -d ';' -f 4)
    packages=$(echo "$2" | cut -d ';' -f 5)
    runner=${runner# }
    case $standard in c++*) language=c++; warnings=$WARNINGS ;; *) language=c; warnings="$WARNINGS $WARNINGS_C" ;; esac
    compiler=${compiler# }
    compile="${compiler%% *} $warnings ${compiler#* } -std=$standard -I. -isystem $1/include -x $language"
    case $name in
    driver*) program=tests/data/snippets/driver.c library='-lOpenCL -lm' ;;
    opencl.hpp*) program=tests/data/snippets/portable.c library='-lOpenCL -lm' ;;
    *) program=tests/data/snippets/portable.c library=-lm ;;
    esac

    printf '#include <stdio.h>\nint main(void) { return puts("") < 0; }\n' >"$scratch/try.c"
    [ "$runner" != parse ] || { compile="$compile -fsyntax-only"; library=''; }
    # shellcheck disable=SC2086
    if ! $compile -o "$scratch/try" "$scratch/try.c" $library >"$result.log" 2>&1; then
        echo "skip $name: no compiler, C library or headers (make deps-portable:$packages)" | tee "$result.row"
        return
    fi
    runs_here=yes       # a kernel without 32 bits cannot
    [ -n "$runner" ] || "$scratch/try" >/dev/null 2>&1 || runs_here=no
    rm "$scratch/try.c"
    compiled='1 of 1' ran=no tests=- options=-
    case $name in driver*) ;; *) compile_all >"$result.log" 2>&1; compiled="$compiled of 6" ;; esac
    case $name in option*)
        options=no
        # shellcheck disable=SC2086
        options_work >>"$result.log" 2>&1 && options=yes
    esac
    # shellcheck disable=SC2086
    if $compile ${QUICK:+-O0} -o "$scratch/program.exe" $program $library >>"$result.log" 2>&1; then
        case $runner${QUICK:+.quick} in
        no | parse | [a-z/]*.quick) ran=- ;;
        '' | .quick) [ $runs_here = yes ] || ran='- (the system here runs no such program)' ;;
        ?*) is_there $runner || ran="- (make deps-portable:$packages)" ;;
        esac
    fi
    if [ "$ran" = no ]; then
        # shellcheck disable=SC2086
        (cd "$scratch" && WINEPREFIX=$1/wine WINEDEBUG=-all timeout 120 $runner ./program.exe) \
            >"$result.run" 2>&1 && ran=yes
        ! grep -E 'Invalid (read|write)|data race|ninitialized value' "$result.run" || ran=no
        tests=$(sed -n 's/^\([0-9]* of [0-9]*\).*/\1/p' "$result.run")
        cat "$result.run" >>"$result.log"
    fi
    warned=$(grep -c 'warning:' "$result.log")
    clock=$(sed -n 's/^clock \([^ ,]*\).*/\1/p' "$result.log" | tail -n 1)
    printf "$columns" "$name" "$compiled" "$warned" "$options" "${clock:--}" "${tests:--}" "$ran" >"$result.row"
    case "$compiled $warned $options $ran" in
    '6 of 6 0 '[y-]*' '[y-]* | '1 of 1 0 - '[y-]*) echo "ok $name" ;;
    *) echo "not ok $name"; : >"$result.bad"; sed 's/^/# /' "$result.log" ;;
    esac
}
is_there() { # a command, and the driver that it chooses
    command -v "$1" >/dev/null || return 1
    for word; do
        case $word in OCL_ICD_VENDORS=*) [ -f "${word#*=}" ] || return 1 ;; esac
    done
}
columns='%-38s %-9s %-8s %-7s %-7s %-9s %s\n'

case ${1-} in
one_target) one_target "$2" "$3"; exit 0 ;;
packages)
    { targets | cut -d ';' -f 5; echo cmake; } | tr ' ' '\n' | sort -u | while read -r package; do
        [ -n "$package" ] || continue
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q ' installed' && continue
        if apt-cache madison "$package" | grep -q .; then echo "$package"; else echo "not to be had: $package" >&2; fi
    done
    exit 0
    ;;
esac

mkdir "$scratch/include" "$scratch/wine"
# Headers of the machine itself, but for OpenCL's, would be those of another system.
for folder in ${OPENCL_CFLAGS-} /usr/include; do
    [ ! -d "${folder#-I}/CL" ] || ln -sfn "${folder#-I}/CL" "$scratch/include/CL"
done
targets | grep -F -e "$(printf '%s\n' "${@:-;}")" >"$scratch/chosen"
tr '\n' '\0' <"$scratch/chosen" | xargs -0 -P "${JOBS:-2}" -I LINE sh tests/lib/portable.sh one_target "$scratch" LINE
# shellcheck disable=SC2059
printf "\n$columns" target compiles warnings options clock tests runs
cut -d ';' -f 1 "$scratch/chosen" | while IFS= read -r name; do
    cat "$scratch/$(echo "$name" | tr -c 'A-Za-z0-9+.\n' '_').row"
done
! ls "$scratch"/*.bad >/dev/null 2>&1
