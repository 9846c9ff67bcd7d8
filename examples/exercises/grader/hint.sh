#!/bin/sh
# make hint EX=NN: shows one hint after the other. build/hints keeps how many were shown.
set -u
here=${GT_SOURCE_DIR:-$(cd "$(dirname "$0")/../../.." && pwd)}
build=${GT_BUILD_DIR:-$here/build}
id=${1-}
case $id in [0-9]) id=0$id ;; esac
hints() { sed -n "s/^$id //p" "$here/examples/exercises/grader/hints.txt"; }
wrapped() { fold -s -w 100 | sed 's/ *$//'; }
count=$(hints | wc -l)
case $id in [0-9][0-9]) ;; *) count=0 ;; esac
if [ "$count" -eq 0 ]; then
    echo "hint: there is no exercise '$id'; say EX=01" >&2
    exit 2
fi
mkdir -p "$build/hints" 2>/dev/null
shown=$(cat "$build/hints/$id" 2>/dev/null || echo 0)
if [ "$shown" -ge "$count" ]; then
    echo "These are all hints for exercise $id:"
    hints | wrapped | sed 's/^/  /'
    exit 0
fi
shown=$((shown + 1))
{ echo "$shown" >"$build/hints/$id"; } 2>/dev/null ||
    echo "hint: cannot write to $build, so this hint comes again; elsewhere: make BUILD=/tmp/gputime hint EX=$id" >&2
hints | sed -n "${shown}p" | wrapped
echo "(hint $shown of $count)"
