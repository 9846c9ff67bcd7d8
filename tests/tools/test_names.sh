#!/bin/sh
# Names of a program that the macros of calls.h must leave alone (tests/known.txt).
. "$(dirname "$0")/../lib/check.sh"

# compiles COMPILER FLAG... FILE: as a file of recipe 2
compiles() {
    # shellcheck disable=SC2086
    "$@" -I. -Iexamples/tools ${OPENCL_CFLAGS-} -c -o "$scratch/out.o"
}
cat >"$scratch/clock.h" <<'END'
#include <time.h>
typedef struct device { clock_t (*clock)(void); int mhz; } device;
END
cat >"$scratch/member.c" <<'END'
#include "clock.h"
#include "calls.h"
clock_t now_of(const device *d) { return d->clock(); }
END
a_member_called_clock_stays_one() {
    compiles $CC -std=c99 -D_POSIX_C_SOURCE=200809L -I"$scratch" "$scratch/member.c"
}
a_member_called_clock_stays_one_in_cpp() { compiles $CXX -std=c++11 -x c++ -I"$scratch" "$scratch/member.c"; }
# A library has a class with a method clock; the program includes its header behind the kit, and links with it.
cat >"$scratch/library.h" <<'END'
struct gpu { int clock(); };
END
printf '#include "library.h"\nint gpu::clock() { return 7; }\n' >"$scratch/library.cpp"
printf '#define GPUTIME_IMPLEMENTATION\n#include "gputime_cl.h"\n#include "calls.h"\n' >"$scratch/kit.c"
cat >"$scratch/method.cpp" <<'END'
#include "calls.h"
#include "library.h"
int main() { gpu g; return g.clock() - 7; }
END
a_method_called_clock_links() {
    # shellcheck disable=SC2086
    $CC -std=c99 -D_POSIX_C_SOURCE=200809L -I. -Iexamples/tools ${OPENCL_CFLAGS-} -c -o "$scratch/kit.o" "$scratch/kit.c"
    # shellcheck disable=SC2086
    $CXX -std=c++11 -I. -Iexamples/tools -I"$scratch" ${OPENCL_CFLAGS-} -o "$scratch/method" "$scratch/method.cpp" \
        "$scratch/library.cpp" "$scratch/kit.o" ${OPENCL_LIBS--lOpenCL} -lm -pthread
    "$scratch/method"
}

check a_member_called_clock_stays_one
check_cxx a_member_called_clock_stays_one_in_cpp
check_cxx a_method_called_clock_links
