#!/bin/sh
# make_honest.sh DIR: 144 honest files for `make grade-all DIR=DIR`, in folders of seven students: six forms of each
# solution (as it is; with the line ends of other systems; with tabs; with more code that nobody calls; with more
# samples; in C of one's own taste), under odd names, and 12 other repairs. None of them may fail. How many could not be
# graded: `grep -c ',cannot now,' marks.csv`; of those that failed: `grep ',fail,' marks.csv`.
set -eu
folder=$(cd "$(dirname "$0")/../../examples/exercises" && pwd)
dir=$1
mkdir -p "$dir/plain" "$dir/other ends" "$dir/tabs" "$dir/müller" "$dir/-more-" "$dir/o'taste" "$dir/repairs" \
    "$dir/repairs2"
for solution in "$folder"/solutions/[0-9][0-9]_*.c; do
    name=$(basename "$solution" .c)
    id=${name%%_*}
    cp "$solution" "$dir/plain/$name.c"
    sed 's/$/\r/' "$solution" >"$dir/other ends/$id mine (2).c"
    awk '{ while (sub(/^\t*    /, "&\001")) sub(/    \001/, "\t") } 1' "$solution" >"$dir/tabs/2026-11-23_$id.c"
    awk '{ print } /^#include "grade.h"/ {
        print "#include <stdio.h>\n#include <stdlib.h>\n#include <math.h>"
        print "static void debug_print(const exercise *x) { " \
            "fprintf(stderr, \"%lu %d\\n\", (unsigned long)x->n, x->steps); }" }
        /^double measure/ { in_measure = 1 }
        in_measure && /^    euler e/ { print "    debug_print(x);"; in_measure = 0 }' \
        "$solution" >"$dir/müller/${id}_lösung.c"
    sed -e 's/i < 12; i++/i < 18; i++/; s/i < 25; i++/i < 35; i++/; s/max_n = 30/max_n = 40/' \
        -e 's/i < 30; i++/i < 40; i++/' "$solution" >"$dir/-more-/-$id-.c"
    sed -e 's/^    euler e;/    const int zero = 0; (void)zero;\
&/; s/i++) {/i = i + 1) {/' "$solution" >"$dir/o'taste/ex$id;final.c"
done
# repair NN BASE SED: as tests/tools/test_exercises.sh has them; the second of an exercise is another student's.
repair() {
    base=$(ls "$folder/$2/$1"_*.c)
    to=$dir/repairs/$1.c
    [ ! -f "$to" ] || to=$dir/repairs2/$1.c
    sed "$3" "$base" >"$to"
    ! cmp -s "$base" "$to" || { echo "the edit of $1 changed nothing" >&2; exit 1; }
}
repair 01 tasks 's/\(euler_launch.*GT_EVENT);\)/\1 GT_CL(clFinish(cl->queue));/'
repair 06 solutions 's/GT_TRIAL("trial"/GT_TRIAL("euler"/'
repair 13 solutions 's/gt_budget budget/gt_stats s/
    s/return gt_budget.*/return gt_stats_of(frame_ns, FRAMES, 0, \&s) == GT_OK \&\& s.p90 <= period_ns;/'
repair 14 solutions 's/^ *ran = GT_EVENT;/\
GT_CL(clEnqueueBarrierWithWaitList(compute, 1, there, NULL));\
&/
    s/^ *GT_CL(clEnqueueReadBuffer/GT_CL(clEnqueueBarrierWithWaitList(copies, 1, ran, NULL));\
&/
    s/1, there, ran/0, NULL, ran/
    s/1, ran, GT_EVENT/0, NULL, GT_EVENT/'
repair 14 tasks 's/^ *euler_launch(&e, compute, x, GT_EVENT)/GT_CL(clFinish(copies));\
&/
    s/clFlush(compute)/clFinish(compute)/'
repair 15 solutions 's/size_t n = 64/size_t n = 192/; s/< 20 \&\&/< 60 \&\&/'
repair 16 solutions 's/^ *euler_launch(&e, cl->queue, x, GT_EVENT);/GT_SCOPE_CL(cl->queue, "old") &/
    s/^ *euler_launch(&leaps, cl->queue, x, GT_EVENT);/GT_SCOPE_CL(cl->queue, "new") &/'
repair 16 solutions 's/^ *euler_launch(.*GT_EVENT);/GT_SCOPE_CL(cl->queue, "run") &/'
repair 11 tasks '1d'
repair 17 tasks 's/8 \* numbers \* x->steps/8 * numbers/'
repair 17 solutions 's/return rate .*/return median_ms("copy") \/ median_ms("euler");/'
repair 11 solutions 's/median_ms("host") .*/gt_series_mean("host") \/ gt_series_mean("device");/
    s/^#include "grade.h"/&\
static double gt_series_mean(const char *name)\
{\
    gt_snapshot s;\
    const gt_series *found;\
    double ms = 0;\
    if (gt_snapshot_take(\&s) != GT_OK) return 0;\
    found = gt_snapshot_find(\&s, name);\
    if (found) ms = found->stats.mean * 1e-6;\
    gt_snapshot_free(\&s);\
    return ms;\
}/'
echo "$(find "$dir" -name '*.c' | wc -l) files"
