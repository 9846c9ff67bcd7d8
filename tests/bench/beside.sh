#!/bin/sh
# beside: programs of others by themselves, under gtprof, and under another tool, in turn. In each round each way runs
# once, in another order than in the round before; a ratio is that of two runs of one round. Prints for each program and
# way the median of the ratios with its interval of 95 % (by ranks), of the time on the wall and of processor time, and
# how much longer each command took. Programs that are not installed are left out. Device: that which the programs
# choose; PoCL's cache of compiled kernels is filled before.
set -u

usage='beside: programs by themselves, under gtprof, and under another tool, in turn
  --rounds N      rounds (default: 11; fewer than 6 have no interval)
  --other WORDS   another tool: what stands before the program, such as "cliloader -d -h"
  --only TEXT     programs whose name has that in it: clpeak ffmpeg hashcat pyopencl
  --out FOLDER    keeps what the programs and tools print, and the times of all runs there
  --help          this text
  -- PROGRAM...   this program instead of those'
rounds=11 other='' only='' out='' own=0
while [ $# -gt 0 ]; do
    case $1 in
    --help) echo "$usage"; exit 0 ;;
    --rounds) rounds=${2:?}; shift ;;
    --other) other=${2:?}; shift ;;
    --only) only=${2:?}; shift ;;
    --out) out=${2:?}; shift ;;
    --) shift; own=1; break ;;
    *) echo "beside: unknown option '$1' (try --help)" >&2; exit 2 ;;
    esac
    shift
done
folder=$PWD
cd "${GT_SOURCE_DIR:-$(dirname "$0")/../..}" || exit 1
: "${GT_BUILD_DIR:=$PWD/build}"
gtprof=$GT_BUILD_DIR/gtprof
[ -x "$gtprof" ] || { echo 'beside: gtprof is not built (make gtprof)'; exit 0; }
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM
: "${out:=$scratch/out}"
mkdir -p "$out" || exit 1
out=$(cd "$out" && pwd)

# ./cost FILE PROGRAM...: runs it, and writes s on the wall and of processor time to FILE.
cat >"$scratch/cost.c" <<'END_OF_C'
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
int main(int argc, char **argv) {
    struct timespec from, to;
    struct rusage u;
    int status = 1;
    FILE *f;
    clock_gettime(CLOCK_MONOTONIC, &from);
    const pid_t child = argc > 2 ? fork() : -1;
    if (!child) {
        execvp(argv[2], argv + 2);
        _exit(127);
    }
    if (child < 0 || waitpid(child, &status, 0) < 0) return 1;
    clock_gettime(CLOCK_MONOTONIC, &to);
    getrusage(RUSAGE_CHILDREN, &u);
    f = fopen(argv[1], "w");
    if (!f) return 1;
    fprintf(f, "%.6f %.6f\n", (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec),
            (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) + 1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec));
    fclose(f);
    return !WIFEXITED(status) || WEXITSTATUS(status);
}
END_OF_C
${CC:-cc} -std=gnu11 -O2 -w -o "$scratch/cost" "$scratch/cost.c" || exit 1

# Many cheap launches from Python, with a wait after each hundred.
cat >"$scratch/stress.py" <<'END_OF_PYTHON'
import numpy, pyopencl as cl
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
x = cl.Buffer(context, cl.mem_flags.READ_WRITE, 4096)
add = cl.Program(context, "kernel void add(global int *x) { x[get_global_id(0)]++; }").build().add
for i in range(20000):
    add(queue, (64,), (64,), x)
    if i % 100 == 99: queue.finish()
END_OF_PYTHON
python=$(for p in python3 /usr/bin/python3; do "$p" -c 'import pyopencl' 2>/dev/null && echo "$p" && break; done)
printf 4711471147 | md5sum | cut -c1-32 >"$scratch/hash"
filters=format=yuv420p,hwupload,avgblur_opencl=3,unsharp_opencl,sobel_opencl,transpose_opencl,hwdownload,format=yuv420p

start() { # NAME WORD...: WORD... PROGRAM ARGUMENT...
    name=$1
    shift
    # shellcheck disable=SC2086
    case $name in
    clpeak) "$@" clpeak -p 0 -d 0 --kernel-latency ;;
    ffmpeg) "$@" ffmpeg -loglevel error -init_hw_device opencl=gpu:0.0 -filter_hw_device gpu -f lavfi \
        -i testsrc=size=640x360:rate=25:duration=6 -vf "$filters" -f null - ;;
    hashcat) "$@" hashcat -m 0 -a 3 --force --potfile-disable --self-test-disable --quiet -d 1 "$scratch/hash" \
        '?d?d?d?d?d?d?d?d' ;;
    pyopencl) "$@" "$python" "$scratch/stress.py" ;;
    own) (cd "$folder" && eval "\"\$@\" $own_words") ;;
    esac
}
# run NAME WAY TO: one run; s on the wall and of processor time in the file TO
run() {
    case $2 in
    bare) start "$1" "$scratch/cost" "$3" ;;
    gtprof) start "$1" "$scratch/cost" "$3" "$gtprof" --output "$out/$1.report" ;;
    # shellcheck disable=SC2086
    other) start "$1" "$scratch/cost" "$3" $other ;;
    esac >"$out/$1.$2.txt" 2>&1 </dev/null
}
# Of the ratios on the input their median, and the interval of 95 % that ranks give.
median() {
    sort -g | awk '
        { x[NR] = $1 }
        END {
            m = (x[int((NR + 1) / 2)] + x[int(NR / 2) + 1]) / 2
            p = 1 / 2 ^ NR
            for (k = sum = 0; 2 * (sum + p) <= 0.05; k++) { sum += p; p *= (NR - k) / (k + 1) }
            if (k) printf "%.3f (%.3f to %.3f)\n", m, x[k], x[NR + 1 - k]
            else printf "%.3f\n", m
        }'
}
commands_of() { # REPORT: how many there are in the table of device activities
    awk '/^device activities/ { on = 1; next } on && !/^  / { exit }
        on { for (i = 2; i + 3 <= NF; i++) if ($i == "%") { n += $(i + 3); break } } END { print n + 0 }' "$1"
}

# Words of a program of one's own, each in quotes.
own_words=
for word; do own_words="$own_words '$(printf %s "$word" | sed "s/'/'\\\\''/g")'"; done
names='clpeak ffmpeg hashcat pyopencl'
[ $own -eq 0 ] || names=own
ways=gtprof
[ -z "$other" ] || ways='gtprof other'
echo "rounds: $rounds; times without a tool; medians of ratios; load before: $(cut -d' ' -f1 /proc/loadavg 2>/dev/null)"
for name in $names; do
    case $name in *"$only"*) ;; *) continue ;; esac
    if [ "$name" = pyopencl ] && [ -z "$python" ]; then echo "$name: not installed"; continue; fi
    if [ "$name" != own ] && [ "$name" != pyopencl ] && ! command -v "$name" >/dev/null; then
        echo "$name: not installed"
        continue
    fi
    ok=1
    for way in bare $ways; do
        run "$name" "$way" "$scratch/first" || [ "$name" = hashcat ] ||    # hashcat ends with 1 if it finds nothing
            { echo "$name, $way: it failed: $(tail -n 1 "$out/$name.$way.txt")"; ok=0; break; }
    done
    [ $ok -eq 1 ] || continue
    rm -f "$out/$name".*.s
    for i in $(seq "$rounds"); do
        order="bare $ways"
        case $((i % 3)) in
        1) order="$ways bare" ;;
        2) [ "$ways" = gtprof ] || order='other bare gtprof' ;;
        esac
        for way in $order; do
            run "$name" "$way" "$scratch/s" || :
            cat "$scratch/s" >>"$out/$name.$way.s"
        done
    done
    n=$(commands_of "$out/$name.report")
    plain=$(cut -d' ' -f1 "$out/$name.bare.s" | sort -g | awk '{ x[NR] = $1 } END { print x[int((NR + 1) / 2)] }')
    echo "$name: $plain s by itself, $n commands"
    for way in $ways; do
        paste -d' ' "$out/$name.$way.s" "$out/$name.bare.s" >"$scratch/pairs"
        printf '  %-7s %s times as long on the wall, %s of processor time' "$way" \
            "$(awk '{ print $1 / $3 }' "$scratch/pairs" | median)" \
            "$(awk '{ print $2 / $4 }' "$scratch/pairs" | median)"
        if [ "$n" -gt 0 ]; then
            printf '; %s us more a command on the wall, %s of processor time' \
                "$(awk -v n="$n" '{ print 1e6 * ($1 - $3) / n }' "$scratch/pairs" | median)" \
                "$(awk -v n="$n" '{ print 1e6 * ($2 - $4) / n }' "$scratch/pairs" | median)"
        fi
        echo
    done
done
