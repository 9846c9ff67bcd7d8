# course.sh - what grade.sh and class.sh share; $here is the folder of the checkout
#
# Each grading has a folder of its own (WORK below), so that any number can run at once. The folder holds in/ (where the
# file is compiled), NN_name (the program), yours/ and theirs/ (where program and solution run; made new for each run),
# facts, and at the end verdict: pass, FAIL or cannot now, then the number and the reasons, separated by tabs.

build=${GT_BUILD_DIR:-$here/build}
folder=$here/examples/exercises
grader=$folder/grader
tools=$build/examples/exercises
pairs_max=${GT_GRADE_PAIRS:-7}
seconds=${GT_GRADE_SECONDS:-45}
tab=$(printf '\t')
: "${CC:=cc}" "${WARNINGS:=-Wall -Wextra}" "${OPENCL_CFLAGS=}" "${OPENCL_LIBS=-lOpenCL}"
export GT_SOURCE_DIR="$here" GT_BUILD_DIR="$build"
# In a locale with a decimal comma some awks read 1.5 as 1. Compilers also translate their messages.
export LC_ALL=C
# Where a macro meets an error, gcc then names the line with the macro, as clang does, not the header that defines it.
own_lines=-ftrack-macro-expansion=0
$CC $own_lines -E -x c /dev/null >/dev/null 2>&1 || own_lines=''
# Settings of the kit in the teacher's shell must not change the student's measurement.
unset GT_AUDIT GT_CLOCK GT_REPORT GT_JSON GT_CSV GT_TRACE GT_WIDE OPENCL_LAYERS LD_PRELOAD LD_AUDIT

# fetch_rules NN: returns 1 if there is no such exercise.
fetch_rules() {
    rules=$(awk -v id="$1" '$1 == id' "$grader/exercises.txt")
    [ -n "$rules" ] || return 1
    # shellcheck disable=SC2034
    read -r id kind scope samples n steps draw low high needs codes <<RULES
$rules
RULES
    name=$(basename "$folder/tasks/${id}_"*.c .c)
    solution=$folder/solutions/$name.c
}
needs() { case ",$needs," in *",$1,"*) return 0 ;; esac; return 1; }

# verdict WORK WORD NUMBER REASONS
verdict() { printf '%s\t%s\t%s\n' "$2" "$3" "$4" >"$1/verdict.now" && mv "$1/verdict.now" "$1/verdict"; }

# ---- the sandbox ----------------------------------------------------------------------------------------------------

# Sets $sandbox to yes, or to none with SANDBOX=none. If no sandbox works, nothing is graded.
look_for_sandbox() {
    sandbox=${SANDBOX-}
    case $sandbox in
    yes) return ;;
    none)
        echo 'Without a sandbox a program can do whatever you can: read the solutions and your other files, change' \
            'files and marks, start programs, use the network, type into this terminal. Each mark says so.' >&2
        export SANDBOX
        return ;;
    '') ;;
    *) fail_usage "SANDBOX is none or not set, not '$sandbox'" ;;
    esac
    sandbox=yes
    inside=$(mktemp -d) || exit 2
    command -v bwrap >/dev/null || why='bubblewrap (bwrap) is not installed'
    if [ -z "${why-}" ] && ! sh "$grader/sandbox.sh" drop "$inside" true 2>/dev/null; then
        export GT_SANDBOX_NESTED=yes
        sh "$grader/sandbox.sh" drop "$inside" true 2>"$inside/why" || why=$(tail -n 1 "$inside/why")
    fi
    rm -r "$inside"
    [ -z "${why-}" ] || fail_usage "there is no sandbox here: $why
    make deps installs bubblewrap; inside a container it needs user namespaces (docker run --security-opt
    seccomp=unconfined). SANDBOX=none grades without, for files that you have written or read."
    export SANDBOX=yes
}

# hide FILE...: has the sandbox hide the folders of these files, but for those with programs and libraries.
hide() {
    for hidden; do
        hidden=$(cd "$(dirname -- "$hidden")" 2>/dev/null && pwd -P)
        case $hidden in /usr/local | /usr/bin | /usr/lib*) ;; /*/*) GT_HIDDEN="${GT_HIDDEN-}
$hidden" ;; esac
    done
    export GT_HIDDEN
}

# ---- builds ---------------------------------------------------------------------------------------------------------

build_seconds=10            # processor time, so that a busy machine does not stop a compiler

# The build, which runs in the sandbox since it reads the student's file: compiles source.c to program.o and links
# program. include/ is the only folder of the kit that it sees. It lists the functions that the file calls in `calls`,
# and code that would run outside of measure() in `outside`. A tool that fails, or whose time is over, ends the build:
# what it has not said could be what matters.
build_here='
    ulimit -c 0 && ulimit -t "$1" && ulimit -v 2097152 && ulimit -f 131072 || exit 1
    most=$1
    tools=$2
    libs=$3
    cc=$4
    shift 4
    # with COMMAND...: if it is there, with the time that those before have left.
    with() {
        command -v "$1" >/dev/null || return 0
        times >spent
        ulimit -t "$(awk -v most="$most" "NR == 2 { gsub(/[ms]/, \" \"); most -= 60 * (\$1 + \$3) + \$2 + \$4 }
            END { print (most < 1 ? 1 : int(most)) }" spent)"
        "$@"
    }
    # The assembler is a program of its own, with a limit of its own.
    "$@" -MD -MF files -S source.c -o program.s >log 2>&1 || exit $?
    with $cc -c program.s -o program.o >>log 2>&1 || exit $?
    rm program.s
    with nm -u program.o >told 2>/dev/null || exit 1
    awk "{ print \$NF }" told >calls
    # Sections that compilers make: what else begins with a dot, linkers and loaders may take for an order.
    with objdump -h program.o >told 2>/dev/null || exit 1
    awk "\$1 ~ /^[0-9]+\$/ && \$2 ~ /^[.]/ { print \$2 }" told |
        grep -vE "^[.](l?(text|data|rodata|bss)|tdata|tbss|note|debug|ARM)([._].*)?\$" |
        grep -vxE "[.](comment|eh_frame|sframe|group|llvm_addrsig|gcc_except_table|riscv.attributes)" >outside
    with readelf -sW program.o >told 2>/dev/null || exit 1
    awk "/ IFUNC / { print \"ifunc\" }" told >>outside
    with readelf -SW program.o >told 2>/dev/null || exit 1
    awk "/ (PREINIT|INIT|FINI)_ARRAY / { print \"init_array\" }" told >>outside
    # Whatever else the file defines stays inside it.
    if command -v objcopy >/dev/null; then
        with objcopy -G measure --redefine-sym clock_gettime=graded_clock program.o || exit 1
        with nm -g program.o >told 2>/dev/null || exit 1
        awk "\$(NF - 1) !~ /^[Uvw]/ && \$NF != \"measure\" { print \$NF }" told >>outside     # common ones
    fi
    with $cc -o program program.o "$tools/grader.o" $libs -lm -pthread >>log 2>&1 || exit 99'

# build IN FLAGS...: builds IN/program from IN/source.c, with messages in IN/log. Returns 99 if it does not link.
build() {
    in=$1
    shift
    mkdir -p "$in/include/tools" && cp "$here/examples/tools"/*.h "$in/include/tools"
    cp -R "$here/gputime.h" "$here/gputime_cl.h" "$here/examples/more" "$grader/grade.h" "$in/include"
    # shellcheck disable=SC2086
    set -- "$OPENCL_LIBS" "$CC" $CC -std=c99 -D_POSIX_C_SOURCE=200809L -O2 -fno-common $WARNINGS $own_lines "$@" \
        -Iinclude $OPENCL_CFLAGS
    if [ "$sandbox" = yes ]; then
        timeout -k 5 60 "$tools/judge" --bare sh "$grader/sandbox.sh" build "$in" \
            sh -c "$build_here" sh "$build_seconds" /tmp/tools "$@"
    else
        (cd "$in" && timeout -k 5 60 sh -c "$build_here" sh "$build_seconds" "$tools" "$@")
    fi >/dev/null 2>&1 </dev/null 9>&-
}

# build_program WORK FILE [NAME]: NAME is the student's name for the file. Returns 1 with a verdict if it cannot be
# graded.
build_program() {
    work=$1
    rm -rf "$work/in" "$work/verdict"
    mkdir -p "$work/in" && head -c 1048577 <"$2" >"$work/in/source.c" || return 1
    [ "$(wc -c <"$work/in/source.c")" -le 1048576 ] || { verdict "$work" FAIL - 'it is larger than 1 MiB'; return 1; }
    own=$(sed -n 's@^/\* flags: \(.*\) \*/.*@\1@p' "$work/in/source.c")
    if [ -n "$own" ] && ! needs flags; then
        verdict "$work" FAIL - "its line of flags is not for this exercise: take the line out"
        return 1
    fi
    case $own in
    '' | -O | -O[0-3sg]) ;;
    *)  verdict "$work" FAIL - \
            'its line of flags holds more than a level from -O0 to -O3: name a level alone, or take the line out'
        return 1 ;;
    esac
    echo "$own" >"$work/level"
    # shellcheck disable=SC2086
    build "$work/in" $own
    status=$?
    # In the compiler's messages, source.c becomes the name that the student knows.
    shown=$(basename -- "${3:-$2}" | LC_ALL=C tr -cd 'A-Za-z0-9._ -' | cut -c 1-60)
    # Messages quote the file. Characters that control a terminal or the direction of text are removed.
    [ ! -f "$work/in/log" ] || head -c 20000 "$work/in/log" | LC_ALL=C tr -d '\000-\010\013-\037\177' |
        LC_ALL=C tr '\200-\377' '?' |
        sed "s@source\\.c:@$shown:@g" >"$work/in/words"
    rm -rf "$work/in/log" "$work/in/program.s" "$work/in/program.o" "$work/in/include" "$work/in/told" "$work/in/spent"
    if [ $status -ne 0 ] && [ $status -ne 99 ]; then
        words=$(sed -n 's/\(:[0-9]*\)\(:[0-9]*\)*: \(fatal \)*error: /\1: /p' "$work/in/words" 2>/dev/null | head -n 1 |
            cut -c 1-300)
        limits="$build_seconds s of a processor, 64 MiB of a file and 2 GiB of memory"
        verdict "$work" FAIL - "it does not compile${words:+: }${words:- in $limits}"
        return 1
    fi
    others=$(tr ' \\' '\n\n' <"$work/in/files" | grep -E '\.(c|o|txt)$|/solutions/' |
        grep -vxE 'source\.c|program\.o:?' | head -n 1 | LC_ALL=C tr -cd 'A-Za-z0-9._/-' | cut -c 1-200)
    if [ -n "$others" ]; then
        verdict "$work" FAIL - "it includes $(basename "$others"): hand in one file"
        return 1
    fi
    if [ -s "$work/in/outside" ]; then
        outside=$(head -n 1 "$work/in/outside" | LC_ALL=C tr -cd 'A-Za-z0-9_.' | cut -c 1-200)
        verdict "$work" FAIL - "it has code that runs outside of measure() ($outside)"
        return 1
    fi
    waits='(u|nano|clock_nano|thrd_)?sleep|p?poll|p?select|epoll_p?wait2?|sem_(timed|clock)wait|sigtimedwait'
    sleeps=$(grep -xE "_*($waits)(_chk)?(@.*)?" "$work/in/calls" | head -n 1 | cut -c 1-40)
    if [ -n "$sleeps" ]; then
        verdict "$work" FAIL - "it calls $sleeps: time slept is not time measured"
        return 1
    fi
    if needs threads && ! grep -qE '^(pthread_create|thrd_create|GOMP_parallel)(@|$)' "$work/in/calls"; then
        verdict "$work" FAIL - "it starts no thread, so the host's side uses one processor"
        return 1
    fi
    if [ $status -eq 99 ] && ! nm "$tools/grader.o" 2>/dev/null | grep -q ' T main$'; then
        verdict "$work" 'cannot now' - "the grader's own part is incomplete: is make running here?"
        return 1
    fi
    if [ $status -eq 99 ]; then
        verdict "$work" FAIL - 'it does not link: is measure() there?'
        return 1
    fi
    clocks='clock|v?times|getrusage|(clock|pthread)_getcpuclockid|timer_create|[gs]etitimer'
    clocks="$clocks|clock_gettime@.*|__clock_gettime"
    needs clock && grep -xE "($clocks|syscall|dlv?sym)(@.*)?" "$work/in/calls" | head -n 1 >"$work/calls" ||
        : >"$work/calls"
    mv "$work/in/program" "$work/$name"
    rm -f "$work/in/calls" "$work/in/outside"
}

# build_solution: builds $tools/NN_name.solution; several gradings may do so at once. Returns 1 if it does not compile.
build_solution() {
    theirs=$tools/$name.solution
    if [ -x "$theirs" ] && [ -n "$(find "$theirs" -newer "$solution" -newer "$grader/grade.h" -newer "$tools/grader.o" \
        -newer "$here/gputime.h" -newer "$here/gputime_cl.h" -newer "$here/examples/more/schedule.h" \
        -newer "$here/examples/more/frames.h" -newer "$here/examples/tools/calls.h")" ]; then return 0; fi
    made=$(mktemp -d "$tools/made.XXXXXX") || return 1
    # shellcheck disable=SC2046
    cp "$solution" "$made/source.c" &&
        build "$made" $(sed -n 's@^/\* flags: \(.*\) \*/.*@\1@p' "$solution") && mv "$made/program" "$theirs"
    status=$?
    [ $status -eq 0 ] || cat "$made/log" >&2
    rm -rf "$made"
    return $status
}

# ---- runs -----------------------------------------------------------------------------------------------------------

random() { od -An -N4 -tu4 /dev/urandom | tr -d ' \n'; }

pair=0
first_draw=0
# draw_work: draws the size of a run ($run_n, $run_steps) and the seed of the input ($seed).
draw_work() {
    run_n=$n
    run_steps=$steps
    times=$((32 + $(random) % 49))      # in sixteenths: 2 to 5
    case $draw in
    steps*) run_steps=$((steps * times / 16)) ;;
    n*) run_n=$((n * times / 16)) ;;
    esac
    case $(((first_draw + pair) % 2)),$draw in
    0,*:*:*)
        divided=${draw#*:}
        run_n=$((run_n / ${divided%:*}))
        run_steps=$((run_steps * ${divided#*:})) ;;
    esac
    seed=$(random)
}

# run keep|drop FOLDER PROGRAM: runs a program and prints the facts, one a line. The folder is made new, and gets the
# kernels that drivers compiled for the solution. drop: what the program writes is lost with its sandbox.
run() {
    keep=$1
    runs_in=$2
    rm -rf "$runs_in"
    mkdir -p "$runs_in" && cp "$3" "$runs_in/$name" || return 1
    # Most exercises launch the same kernel as 01.
    cp -r "$tools/cache/$id" "$runs_in/cache" 2>/dev/null || cp -r "$tools/cache/01" "$runs_in/cache" 2>/dev/null ||
        mkdir "$runs_in/cache"
    case " $codes " in      # if the exercise is about first runs, drivers must not use kernels of earlier runs
    *' cold-first '*) export POCL_KERNEL_CACHE=0 CUDA_CACHE_DISABLE=1 ;;
    *) unset POCL_KERNEL_CACHE CUDA_CACHE_DISABLE ;;
    esac
    of=''
    case $needs in *of:*) of=of:${needs#*of:} && of="${of%%,*} " ;; esac
    set -- "${run_seconds:-$seconds}" "$kind" "$scope" "$run_n" "$run_steps" "$seed" "$of$codes"
    pipe=/proc/self/fd/4        # JUDGE_TRACE
    watch=--watch
    if needs threads; then watch=--watch-threads; fi
    if [ "$sandbox" = yes ]; then
        # shellcheck disable=SC2016
        "$tools/judge" "$@" sh "$grader/sandbox.sh" "$keep" "$runs_in" sh -c \
            '[ ! -d /tmp/given ] || cp -r /tmp/given/. /tmp/sandbox; exec "$@"' sh /tmp/tools/judge $watch \
            /tmp/tools/gtprof --quiet --by-shape --trace $pipe --output $pipe "/tmp/sandbox/$name" --judged
    else
        (cd "$runs_in" && POCL_CACHE_DIR="$runs_in/cache" TMPDIR="$runs_in" exec "$tools/judge" "$@" "$tools/judge" \
            $watch "$build/gtprof" --quiet --by-shape --trace $pipe --output $pipe "$runs_in/$name" --judged)
    fi </dev/null 9>&-
}
run_theirs() {
    run keep "$1" "$theirs"
    [ ! -d "$tools/cache/$id" ] || return 0
    { mkdir -p "$tools/cache" && cp -r "$1/cache" "$1/kept" && mv -T "$1/kept" "$tools/cache/$id"; } 2>/dev/null
    return 0
}

# solution_here: returns 1 if the solution does not compile; 2 if it is missing, and $reference has no numbers of it.
solution_here() {
    theirs=''
    if [ -f "$solution" ]; then build_solution; return; fi
    [ -f "$reference" ] && grep -q "^$id " "$reference" || return 2
}
no_solution() {
    echo "exercise $id has neither its solution, examples/exercises/solutions/$name.c, nor reference figures,"
    echo "$reference."
    echo 'On a machine of this kind that has the solutions, the teacher makes these with: make grade-reference'
}

# facts_of_theirs WORK: runs the solution, or takes its number from the reference, for a size that is listed there.
facts_of_theirs() {
    draw_work
    if [ -n "$theirs" ]; then
        run_theirs "$1/theirs" >"$1/theirs.facts"
        return
    fi
    read -r _ run_n run_steps number device <<PICK
$(awk -v id="$id" '$1 == id' "$reference" | awk -v r="$(random)" '{ line[NR] = $0 } END { print line[1 + r % NR] }')
PICK
    printf '%s\n' 'end 1' 'right 1' "number $number" "device $device" >"$1/theirs.facts"
}

# seconds_left FACTS: all runs of a program together may take $seconds, or three times the solution's time if that is
# more.
seconds_left() {
    awk -v most="$seconds" '$3 == "wall" { if ($2 == "theirs") theirs += $4; else yours += $4 }
        END {
            left = (3 * theirs > most ? 3 * theirs : most) - yours
            print (left < 1 ? 1 : left > most ? most : left)
        }' "$1"
}

# judge_them WORK...: runs programs of one exercise in turn with the solution, with the same work, until each has a
# verdict. The time of an earlier try counts, as that of pair 0.
judge_them() {
    for work in "$@"; do
        touch "$work/facts"
        spent=$(awk '$3 == "wall" { sum[$2] += $4 }
            END { for (side in sum) print 0, side, "wall", sum[side] }' "$work/facts")
        { [ -z "$spent" ] || printf '%s\n' "$spent"; } >"$work/facts"
        rm -f "$work/verdict"
    done
    pair=0
    first_draw=$(random)
    waiting=$#
    while [ $waiting -gt 0 ]; do
        pair=$((pair + 1))
        run_seconds=''
        facts_of_theirs "$1"
        for work in "$@"; do
            [ ! -f "$work/verdict" ] || continue
            sed "s/^/$pair theirs /" "$1/theirs.facts" >>"$work/facts"
            run_seconds=$(seconds_left "$work/facts")
            run drop "$work/yours" "$work/$name" | sed "s/^/$pair yours /" >>"$work/facts"
            say_verdict "$work" && waiting=$((waiting - 1))
        done
    done
    rm -rf "$1/theirs"
}
# may_try_again WORK: whether a program that could not be graded is worth another try: half of its time must be left.
may_try_again() {
    [ -x "$1/$name" ] && grep '^cannot' "$1/verdict" | grep -qv 'finds no OpenCL device' &&
        awk -v most="$seconds" '$2 == "yours" && $3 == "wall" { sum += $4 } END { exit 2 * sum > most }' "$1/facts"
}
# say_verdict WORK: returns 1 if there is no verdict yet.
say_verdict() {
    said=$(awk -v pairs="$pair" -v most="$pairs_max" -v kind="$kind" -v scope="$scope" -v samples="$samples" \
        -v low="$low" -v high="$high" -v needs="$needs" -v codes="$codes" -v calls="$(cat "$1/calls")" \
        -v level="$(cat "$1/level")" \
        -v reference="$([ -n "$theirs" ]; echo $?)" -f "$grader/judge.awk" "$1/facts")
    [ "$said" != more ] || return 1
    rm -rf "$1/yours"
    mine=$(awk '$2 == "yours" && $3 == "number" { print $4 }' "$1/facts" | tail -n 1)
    case $said in
    pass*) verdict "$1" pass "${mine:--}" "${said#pass }" ;;
    fail*) verdict "$1" FAIL "${mine:--}" "${said#fail }" ;;
    *) verdict "$1" 'cannot now' "${mine:--}" "${said#cannot }" ;;
    esac
}
