#!/bin/sh
# Names of a program that calls.h leaves alone: members, pointers and definitions that have the name of a C clock.
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
    $CC -std=c99 -D_POSIX_C_SOURCE=200809L -I. -Iexamples/tools ${OPENCL_CFLAGS-} -c -o "$scratch/kit.o" \
        "$scratch/kit.c"
    # shellcheck disable=SC2086
    $CXX -std=c++11 -I. -Iexamples/tools -I"$scratch" ${OPENCL_CFLAGS-} -o "$scratch/method" "$scratch/method.cpp" \
        "$scratch/library.cpp" "$scratch/kit.o" ${OPENCL_LIBS--lOpenCL} -lm -pthread
    "$scratch/method"
}

# In a file that has calls.h last: behind a first use, and as a member. A program that defines a clock itself has its
# own. Every call is seen, also before the include and without optimisation; by a pointer, where the compiler follows
# it.
cat >"$scratch/clocks.c" <<'END'
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <sys/time.h>
#include <time.h>
static clock_t before(void) { return clock(); }
#include "calls.h"
struct clocks {
    clock_t (*clock)(void);
    int (*gettimeofday)(struct timeval *, void *), (*clock_gettime)(int), (*timespec_get)(int);
};
static int same(int x) { return x; }
#ifdef OWN
#ifdef __cplusplus
extern "C" int gettimeofday(struct timeval *__restrict t, void *__restrict zone) noexcept { return t && zone ? 5 : 7; }
#else
int gettimeofday(struct timeval *restrict t, void *restrict zone) { return t && zone ? 5 : 7; }
#endif
#endif
int main(void) {
    struct clocks c = { clock, NULL, same, same };
    struct timeval day;
    struct timespec t;
    clock_t (*pointer)(void) = &clock;
    (void)before();
    (void)clock();
    (void)gettimeofday(&day, NULL);
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    (void)timespec_get(&t, TIME_UTC);
    return c.clock_gettime(0) + c.timespec_get(0) + (c.clock() < 0) + (pointer() < 0);
}
END
cat >"$scratch/count.c" <<'END'
#include <stdio.h>
#include <string.h>
static int walls, others, files, said;
void gt_cl_clock_wall_(const char *file, double says_ns, double step_ns, int steady, const void *place,
                       const void *caller);
void gt_cl_clock_read_(const char *file, const char *name, double says_ns, double step_ns, const void *place);
void gt_cl_clock_wall_(const char *file, double says_ns, double step_ns, int steady, const void *place,
                       const void *caller) {
    (void)step_ns;
    (void)steady;
    (void)caller;
    walls++;
    said += says_ns > 0;
    files += strstr(file, "clocks.c") && !place;
}
void gt_cl_clock_read_(const char *file, const char *name, double says_ns, double step_ns, const void *place) {
    others += !strcmp(name, "clock()") && says_ns >= 0 && !(step_ns > 0) && !place;
    files += strstr(file, "clocks.c") != NULL;
}
__attribute__((destructor)) static void tell(void) { printf("%d %d %d %d\n", walls, others, files, said); }
END
clocks_are_seen_by() { # clocks_are_seen_by LANGUAGE COMPILER FLAG...
    language=$1
    shift
    $CC -O1 -c -o "$scratch/count.o" "$scratch/count.c"
    echo 'int main(void) { return 0; }' >"$scratch/empty.c"
    for level in -O0 -O2 '-O2 -flto' '-O1 -fsanitize=address'; do
        # shellcheck disable=SC2086
        case $level in
        *-f*) "$1" $level -o "$scratch/empty" "$scratch/empty.c" || continue ;;     # this compiler cannot do that here
        esac
        # shellcheck disable=SC2086
        "$@" -Wall -Wextra -pedantic -Werror $level -I. -Iexamples/tools ${OPENCL_CFLAGS-} -c -o "$scratch/clocks.o" \
            -x "$language" "$scratch/clocks.c"
        # shellcheck disable=SC2086
        "$1" $level -o "$scratch/clocks" "$scratch/clocks.o" "$scratch/count.o" ${OPENCL_LIBS--lOpenCL}
        read -r walls others files said <<RAN
$("$scratch/clocks")
RAN
        echo "$* $level: $walls readings of wall clocks, $others of clock(), $files in clocks.c"
        [ "$walls" -eq 3 ]
        [ "$others" -ge 2 ]
        [ "$files" -eq $((walls + others)) ]
        [ "$said" -eq "$walls" ]        # each tells what it read
        case $1 in clang++) continue ;; esac        # takes no second definition of an inlined function
        # shellcheck disable=SC2086
        "$@" $level -DOWN -I. -Iexamples/tools ${OPENCL_CFLAGS-} -fsyntax-only -x "$language" "$scratch/clocks.c"
    done
}
clocks_are_seen_in_c() {
    clocks_are_seen_by c $CC -std=c11
    command -v clang >/dev/null || return 0
    clocks_are_seen_by c clang -std=c11
}
clocks_are_seen_in_cpp() {
    clocks_are_seen_by c++ $CXX -std=c++17
    command -v clang++ >/dev/null || return 0
    clocks_are_seen_by c++ clang++ -std=c++17
}
# A program with names of its own for a clock keeps them.
a_macro_called_clock_stays_one() {
    printf '#include <time.h>\n#define clock my_clock\n#define gettimeofday(t) my_day(t)\n#include "calls.h"\n%s\n' \
        'int my_clock(void); int my_day(int); int f(void); int f(void) { return clock() + gettimeofday(7); }' \
        >"$scratch/macro.c"
    compiles $CC -std=c99 -D_POSIX_C_SOURCE=200809L -Werror=implicit-function-declaration "$scratch/macro.c"
    nm -u "$scratch/out.o" | grep -q my_clock
}

check a_member_called_clock_stays_one
check clocks_are_seen_in_c
check_cxx clocks_are_seen_in_cpp
check a_macro_called_clock_stays_one
check_cxx a_member_called_clock_stays_one_in_cpp
check_cxx a_method_called_clock_links
