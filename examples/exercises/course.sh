# course.sh - what grade.sh and class.sh share; $here is the folder of the checkout
#
# One grading is a folder of its own (WORK below): any number of them never meet. In it stand in/ (where the file is
# compiled), NN_name (the program), yours/ and theirs/ (where program and solution run, anew each time), facts, and at
# last verdict: pass, FAIL or cannot now, the number, and the reasons, with tabs between.

build=${GT_BUILD_DIR:-$here/build}
folder=$here/examples/exercises
tools=$build/examples/exercises
pairs_max=${GT_GRADE_PAIRS:-7}
seconds=${GT_GRADE_SECONDS:-60}
tab=$(printf '\t')
: "${CC:=cc}" "${WARNINGS:=-Wall -Wextra}" "${OPENCL_CFLAGS=}" "${OPENCL_LIBS=-lOpenCL}"
export GT_SOURCE_DIR="$here" GT_BUILD_DIR="$build"
# What a shell says of the kit is not the student's measurement.
unset GT_AUDIT GT_CLOCK GT_REPORT GT_JSON GT_CSV GT_TRACE GT_WIDE OPENCL_LAYERS LD_PRELOAD LD_AUDIT

# fetch_rules NN: 1: there is no such exercise.
fetch_rules() {
    rules=$(awk -v id="$1" '$1 == id' "$folder/exercises.txt")
    [ -n "$rules" ] || return 1
    # shellcheck disable=SC2034
    read -r id kind scope samples n steps draw low high needs codes <<RULES
$rules
RULES
    name=$(basename "$folder/${id}_"*.c .c)
    solution=$folder/solutions/$name.c
}
needs() { case ",$needs," in *",$1,"*) return 0 ;; esac; return 1; }

# verdict WORK WORD NUMBER REASONS
verdict() { printf '%s\t%s\t%s\n' "$2" "$3" "$4" >"$1/verdict.now" && mv "$1/verdict.now" "$1/verdict"; }

# ---- a place of its own ---------------------------------------------------------------------------------------------

# sandbox: yes or no. Asked once; GT_GRADE_SANDBOX=no goes without.
look_for_sandbox() {
    sandbox=${GT_GRADE_SANDBOX-}
    [ -z "$sandbox" ] || return 0
    sandbox=no
    inside=$(mktemp -d) || return 0
    if command -v bwrap >/dev/null && sh "$folder/sandbox.sh" "$inside" true >/dev/null 2>&1; then sandbox=yes; fi
    rmdir "$inside"
    export GT_GRADE_SANDBOX="$sandbox"
}

# compile IN TEXT FLAGS...: IN/TEXT to IN/program.o, with IN/include as the only folder of the kit; words to IN/log.
compile() {
    in=$1
    text=$2
    shift 2
    rm -rf "$in/include"
    mkdir -p "$in/include"
    cp -R "$here/gputime.h" "$here/gputime_cl.h" "$here/examples/more" "$folder/grade.h" "$in/include"
    # shellcheck disable=SC2086
    set -- $CC -std=c99 -D_POSIX_C_SOURCE=200809L -O2 $WARNINGS "$@" -Iinclude $OPENCL_CFLAGS -MD -MF files -c "$text" \
        -o program.o
    if [ "$sandbox" = yes ]; then sh "$folder/sandbox.sh" "$in" "$@"; else (cd "$in" && exec "$@"); fi >"$in/log" 2>&1
}

# build_program WORK FILE: 1: it cannot be graded, and the verdict says why.
build_program() {
    work=$1
    rm -rf "$work/in" "$work/verdict"
    mkdir -p "$work/in" && cp "$2" "$work/in/" || return 1
    own=$(sed -n 's@^/\* flags: \(.*\) \*/.*@\1@p' "$2")
    if [ -n "$own" ] && { ! needs flags || ! echo "$own" | grep -qE '^-O[0-3sg]?$'; }; then
        if needs flags; then may='holds more than a level from -O0 to -O3: name a level alone, or'
        else may='is not for this exercise:'; fi
        verdict "$work" FAIL - "its line of flags, $own, $may take the line out"
        return 1
    fi
    # shellcheck disable=SC2086
    if ! compile "$work/in" "$(basename "$2")" $own; then
        words=$(sed -n 's/\(:[0-9]*\)\(:[0-9]*\)*: \(fatal \)*error: /\1: /p' "$work/in/log" | head -n 1)
        verdict "$work" FAIL - "it does not compile: $words"
        return 1
    fi
    others=$(tr ' \\' '\n\n' <"$work/in/files" | grep -E '\.(c|o|txt)$|/solutions/' | grep -vxF "$(basename "$2")" |
        grep -v '^program\.o' | head -n 1)
    if [ -n "$others" ]; then
        verdict "$work" FAIL - "it includes $(basename "$others"): a solution stands in one file"
        return 1
    fi
    if needs flags && grep -qE 'optimize(__)? *\(|optnone|GCC +optimize' "$2"; then
        verdict "$work" FAIL - 'it sets the level of optimisation itself: the exercise does that'
        return 1
    fi
    calls=$(nm -u "$work/in/program.o" 2>/dev/null | awk '{ print $NF }')
    sleeps=$(echo "$calls" | grep -xE '(u|nano|clock_nano)?sleep' | head -n 1)
    if [ -n "$sleeps" ]; then
        verdict "$work" FAIL - "it calls $sleeps: time slept is not time measured"
        return 1
    fi
    if needs threads && ! echo "$calls" | grep -qE '^(pthread_create|thrd_create|GOMP_parallel)(@|$)'; then
        verdict "$work" FAIL - "it starts no thread: the host's side has one processor"
        return 1
    fi
    needs clock && echo "$calls" | grep -xE 'clock|times|getrusage' | head -n 1 >"$work/calls" || : >"$work/calls"
    # Whatever else the file defines stays inside it.
    ! command -v objcopy >/dev/null || objcopy -G measure "$work/in/program.o"
    link "$work/in/program.o" "$work/in/program" "$work/in/log" && mv "$work/in/program" "$work/$name" ||
        { verdict "$work" FAIL - "it does not link: is measure() there?"; return 1; }
}
link() {
    # shellcheck disable=SC2086
    $CC -o "$2" "$1" "$tools/grader.o" $OPENCL_LIBS -lm -pthread >>"$3" 2>&1
}

# build_solution: to $tools/NN_name.solution, which any number of gradings may do at once. 1: it does not compile.
build_solution() {
    theirs=$tools/$name.solution
    if [ -x "$theirs" ] && [ -n "$(find "$theirs" -newer "$solution" -newer "$folder/grade.h" -newer "$tools/grader.o" \
        -newer "$here/gputime.h" -newer "$here/gputime_cl.h" -newer "$here/examples/more/schedule.h" -newer "$here/examples/more/frames.h")" ]; then return 0; fi
    made=$(mktemp -d "$tools/made.XXXXXX") || return 1
    cp "$solution" "$made/" && compile "$made" "$name.c" && link "$made/program.o" "$made/$name" "$made/log" &&
        mv "$made/$name" "$theirs"
    status=$?
    [ $status -eq 0 ] || cat "$made/log" >&2
    rm -rf "$made"
    return $status
}

# ---- runs -----------------------------------------------------------------------------------------------------------

random() { od -An -N4 -tu4 /dev/urandom | tr -d ' \n'; }

pair=0
first_draw=0
# draw_work: how much there is to do, to $run_n and $run_steps; the seed of the input to $seed.
draw_work() {
    run_n=$n
    run_steps=$steps
    times=$((32 + $(random) % 49))      # of 16
    case $draw in
    steps) run_steps=$((steps * times / 16)) ;;
    n) run_n=$((n * times / 16)) ;;
    both)                               # in turn, so that no constant fits
        run_n=$((n * times / 16))
        if [ $(((first_draw + pair) % 2)) -eq 0 ]; then
            run_n=$((run_n / 64))
            run_steps=$((4 * steps))
        fi ;;
    esac
    seed=$(random)
}

# run FOLDER PROGRAM: facts, a line each. The folder is made anew, with what drivers have compiled for the solution.
run() {
    rm -rf "$1"
    mkdir -p "$1" && cp "$2" "$1/$name" || return 1
    cp -r "$tools/cache/$id" "$1/cache" 2>/dev/null || mkdir "$1/cache"
    case " $codes " in      # where a first run is the matter, drivers must not remember the one of yesterday
    *' cold-first '*) export POCL_KERNEL_CACHE=0 CUDA_CACHE_DISABLE=1 ;;
    *) unset POCL_KERNEL_CACHE CUDA_CACHE_DISABLE ;;
    esac
    set -- "$1" "$seconds" "$kind" "$scope" "$run_n" "$run_steps" "$seed" "$codes"
    if [ "$sandbox" = yes ]; then
        "$tools/judge" "$@" sh "$folder/sandbox.sh" "$1" /tmp/gtprof/gtprof --quiet --by-shape \
            --trace /tmp/sandbox/trace.%p --output /tmp/sandbox/report.txt "/tmp/sandbox/$name" --judged
    else
        (cd "$1" && POCL_CACHE_DIR="$1/cache" TMPDIR="$1" exec "$tools/judge" "$@" "$build/gtprof" --quiet --by-shape \
            --trace "$1/trace.%p" --output "$1/report.txt" "$1/$name" --judged)
    fi
}
run_theirs() {
    run "$1" "$theirs"
    [ ! -d "$tools/cache/$id" ] || return 0
    { mkdir -p "$tools/cache" && cp -r "$1/cache" "$1/kept" && mv -T "$1/kept" "$tools/cache/$id"; } 2>/dev/null
    return 0
}

# solution_here: 1: it does not compile; 2: it is not here, and $reference has no numbers of it either.
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

# facts_of_theirs WORK: of the solution; or from the reference, of a size that it has.
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

# judge_them WORK...: runs programs of one exercise, each after the solution and with the same work, until each of them
# has a verdict.
judge_them() {
    for work in "$@"; do
        : >"$work/facts"
        rm -f "$work/verdict"
    done
    pair=0
    first_draw=$(random)
    waiting=$#
    while [ $waiting -gt 0 ]; do
        pair=$((pair + 1))
        facts_of_theirs "$1"
        for work in "$@"; do
            [ ! -f "$work/verdict" ] || continue
            sed "s/^/$pair theirs /" "$1/theirs.facts" >>"$work/facts"
            run "$work/yours" "$work/$name" | sed "s/^/$pair yours /" >>"$work/facts"
            say_verdict "$work" && waiting=$((waiting - 1))
        done
    done
    rm -rf "$1/theirs"
}
# say_verdict WORK: 1: there is none yet.
say_verdict() {
    said=$(awk -v pairs="$pair" -v most="$pairs_max" -v kind="$kind" -v scope="$scope" -v samples="$samples" \
        -v low="$low" -v high="$high" -v needs="$needs" -v codes="$codes" -v calls="$(cat "$1/calls")" \
        -v reference="$([ -n "$theirs" ]; echo $?)" -f "$folder/judge.awk" "$1/facts")
    [ "$said" != more ] || return 1
    rm -rf "$1/yours"
    mine=$(awk '$2 == "yours" && $3 == "number" { print $4 }' "$1/facts" | tail -n 1)
    case $said in
    pass*) verdict "$1" pass "${mine:--}" "${said#pass }" ;;
    fail*) verdict "$1" FAIL "${mine:--}" "${said#fail }" ;;
    *) verdict "$1" 'cannot now' "${mine:--}" "${said#cannot }" ;;
    esac
}
