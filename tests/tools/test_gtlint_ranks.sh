#!/bin/sh
# Documents of many ranks: names of their files, what gtlint --ranks says of them, and real ranks where mpirun is.
# shellcheck disable=SC2317
. "$(dirname "$0")/../lib/check.sh"

: "${GT_BUILD_DIR:=$PWD/build}"
make -s gtprof >"$scratch/make" 2>&1 ||
    { echo 'not ok gtlint is built'; sed 's/^/# /' "$scratch/make"; exit 1; }
gtlint=$GT_BUILD_DIR/examples/gtlint
gtprof=$GT_BUILD_DIR/gtprof

# ---- names of files --------------------------------------------------------------------------------------------------

cat >"$scratch/one.c" <<'END'
#define GPUTIME_IMPLEMENTATION
#include "gputime.h"
int main(void) {
    for (int i = 0; i < 20; i++) GT_SCOPE("work") { }
    return 0;
}
END
$CC -std=c99 -I. -o "$scratch/one" "$scratch/one.c" || echo 'not ok a program compiles'
# The launchers' variables, and nothing else of this machine's.
bare() { env -u OMPI_COMM_WORLD_RANK -u PMI_RANK -u PMIX_RANK -u SLURM_PROCID "$@"; }
ranks_of_every_launcher_stand_in_names() {
    cd "$scratch"
    for launcher in OMPI_COMM_WORLD_RANK PMI_RANK MV2_COMM_WORLD_RANK PALS_RANKID FLUX_TASK_RANK PMIX_RANK SLURM_PROCID
    do
        bare env $launcher=37 GT_JSON="$launcher-%r-%h.json" ./one
        [ -f "$launcher-37-$(uname -n | sed 's/[.].*//').json" ]
        grep -q '"rank":37' "$launcher"-37-*.json
    done
    bare env GT_JSON='alone-%r-%p%%.json' ./one
    ls alone-0-*%%.json
    if grep '"rank":' alone-0-*%%.json; then return 1; fi
}
slurm_does_not_hide_the_launcher_that_runs_below_it() {
    cd "$scratch"
    bare env SLURM_PROCID=1 SLURM_STEP_NUM_TASKS=2 OMPI_COMM_WORLD_RANK=5 OMPI_COMM_WORLD_SIZE=8 \
        GT_JSON='below-%r.json' ./one
    grep -q '"rank":5,' below-5.json
    grep -q '"ranks":8,' below-5.json
}
nonsense_is_no_rank() {
    cd "$scratch"
    for value in '' -1 x 1x 99999999999; do
        bare env PMI_RANK="$value" GT_JSON='odd-%r.json' ./one
        [ -f odd-0.json ]
        rm odd-0.json
    done
}

# ---- what is said of documents ---------------------------------------------------------------------------------------

# documents CASE RANKS SLOW: one file as gt_ranks_write makes it, of 20 samples that spread by 1.5 %, with spikes; rank
# SLOW (-1: none) takes 3 % longer. The random numbers of Park and Miller are the same in every awk.
documents() {
    awk -v seed="$1" -v ranks="$2" -v slow="$3" -v series="${4:-1}" '
        function uniform() { state = state * 16807 % 2147483647; return state / 2147483647 }
        function normal() { return sqrt(-2 * log(uniform())) * cos(6.283185307 * uniform()) }
        function by_size(x, n,    i, k, t) {
            for (i = 2; i <= n; i++)
                for (k = i; k > 1 && x[k - 1] > x[k]; k--) { t = x[k]; x[k] = x[k - 1]; x[k - 1] = t }
        }
        BEGIN {
            state = seed * 7919 + 1
            for (i = 0; i < 10; i++) uniform()
            printf "{\"gathered\":["
            for (r = 0; r < ranks; r++) {
                printf "%s\n{\"rank\":%d,\"ranks\":%d,\"document\":{\"schema\":1,\"devices\":[],\"series\":[",
                    r ? "," : "", r, ranks
                for (s = 0; s < series; s++) {
                    list = ""
                    for (i = 1; i <= 20; i++) {
                        x[i] = int(1e6 * exp(0.015 * normal()) * (r == slow ? 1.03 : 1) * (uniform() < 0.05 ? 1.5 : 1))
                        list = list (i > 1 ? "," : "") x[i]
                    }
                    by_size(x, 20)
                    printf "%s{\"series\":\"step %d\",\"kind\":\"scope\",\"cold\":false,\"n\":20,\"sum_ns\":2e7,",
                        s ? "," : "", s
                    printf "\"duration\":{\"median\":%d,\"tau\":1,\"interval\":{\"low\":%d,\"high\":%d,",
                        (x[10] + x[11]) / 2, x[6], x[15]
                    printf "\"confidence\":0.95}},\"samples\":{\"duration_ns\":[%s]}}", list
                }
                printf "]}}"
            }
            printf "]}\n"
        }'
}
cases=${CASES:-100}
# reports_that_name WHICH SLOW LEAST: at least so many of $cases reports name those ranks alone.
reports_that_name() {
    for case in $(seq "$cases"); do
        documents "$case" 64 "$2" >"$scratch/case.json"
        "$gtlint" --ranks "$scratch/case.json" --json "$scratch/case.ranks" >/dev/null || [ $? -eq 1 ]
        grep -o '"differ":\[[^]]*\]' "$scratch/case.ranks" | grep -o '"rank":[0-9]*' | tr '\n' ' ' | sed 's/ $//'
        echo
    done >"$scratch/named"
    sort "$scratch/named" | uniq -c
    [ "$(grep -cx "$1" "$scratch/named")" -ge "$3" ]
}
a_rank_that_is_3_percent_slow_is_named_and_no_other() { reports_that_name '"rank":41' 41 $((cases * 95 / 100)); }
of_equal_ranks_none_is_named() { reports_that_name '' -1 $((cases * 99 / 100)); }

# put RANK RANKS FILE [WHAT]: a small document of that rank, with WHAT in its object of ranks
put() {
    printf '{"schema":1,"rank":{"rank":%s,"ranks":%s,"host":"%s","job":"%s","start_ns":0,"ended":%s},' \
        "$1" "$2" "${host-a}" "${job-1}" "${ended-null}"
    printf '"devices":[{"name":"gpu","facts":[],"place":"%s","step_ns":1,"costs":[]}],' "${place-0000:01:00.0}"
    printf '"series":[{"series":"step","kind":"scope","cold":false,"n":3,"sum_ns":%s,"duration":{"median":%s,"tau":1,' \
        "$((3 * (1000 + $1)))" "$((1000 + $1))"
    printf '"interval":null},"device_time":{"median":900},"elsewhere":{"median":%s}}]}\n' "$((100 + $1))"
} >"$3"
run_lint() {
    status=0
    "$gtlint" "$@" >"$scratch/out" 2>&1 || status=$?
    cat "$scratch/out"
    echo "exit status $status"
}
missing_and_ended_ranks_are_named() {
    for rank in 0 1 4 7; do put $rank 8 "$scratch/m-$rank.json"; done
    ended='"killed by signal 9"' put 5 8 "$scratch/m-5.json"
    run_lint --ranks "$scratch"/m-*.json
    [ $status -eq 1 ]
    grep -q '^5 of 8 ranks on 1 host' "$scratch/out"
    grep -q 'missing: no document of rank 2 to 3, 6 of 8' "$scratch/out"
    grep -q 'ended early: rank 5: killed by signal 9' "$scratch/out"
}
shared_devices_are_named() {
    for rank in 0 1 2 3; do place=0000:0$((rank / 2)):00.0 put $rank 4 "$scratch/s-$rank.json"; done
    run_lint --ranks "$scratch"/s-*.json
    [ $status -eq 0 ]
    tr '\n' ' ' <"$scratch/out" |
        grep -q 'shared: ranks 0 to 1 use one device, gpu on a: .*shared: ranks 2 to 3 use one'
    for rank in 0 1 2 3; do host=h$rank put $rank 4 "$scratch/s-$rank.json"; done
    run_lint --ranks "$scratch"/s-*.json
    grep -q '^4 of 4 ranks on 4 hosts' "$scratch/out"
    if grep 'shared' "$scratch/out"; then return 1; fi
}
sums_imbalance_and_part_are_those_of_the_documents() {
    for rank in 0 1 2 3; do put $rank 4 "$scratch/i-$rank.json"; done
    run_lint --ranks "$scratch"/i-*.json --json "$scratch/i.ranks"
    cat "$scratch/i.ranks"
    grep -q '"n":12,"sum_ns":12018,"median":1001.5' "$scratch/i.ranks"
    grep -q '"imbalance":0.00149775' "$scratch/i.ranks"
    grep -q '"most":{"rank":3,"host":"a","device":"gpu","median":1003' "$scratch/i.ranks"
    grep -q '"least":{"rank":0,' "$scratch/i.ranks"
    grep -q '^step .*1\.00 us (0)  *1\.00 us (3) ' "$scratch/out"
}
parts_of_an_account_take_the_place_of_device_time() {
    for rank in 0 1 2 3; do
        put $rank 4 "$scratch/plain"
        gap=$((rank * 100))
        kernel=$((500 + rank))
        sed -e "s/\"elsewhere\"/\"account\":{\"typical\":{\"kernel_ns\":$kernel,\"gap_ns\":$gap}},&/" \
            -e "s/\"median\":100[0-3]/\"median\":$((1000 + gap))/" "$scratch/plain" >"$scratch/p-$rank.json"
    done
    run_lint --ranks "$scratch"/p-*.json
    grep -q '^step .* gap 100 %$' "$scratch/out"
}
documents_that_do_not_belong_together_are_refused() {
    put 0 2 "$scratch/b-0.json"
    job=2 put 1 2 "$scratch/b-1.json"
    run_lint --ranks "$scratch/b-0.json" "$scratch/b-1.json"
    [ $status -eq 2 ]
    grep -q 'different runs (1, 2); remove old files' "$scratch/out"
    put 1 4 "$scratch/b-1.json"
    run_lint --ranks "$scratch/b-0.json" "$scratch/b-1.json"
    [ $status -eq 2 ]
    grep -q 'of 2 ranks, .* of 4: they are of different runs' "$scratch/out"
    run_lint --ranks "$scratch/b-0.json" "$scratch/b-0.json"
    [ $status -eq 2 ]
    grep -q 'are both of rank 0' "$scratch/out"
    (cd "$scratch" && bare env GT_JSON=none.json ./one)
    run_lint --ranks "$scratch/b-0.json" "$scratch/none.json"
    [ $status -eq 2 ]
    grep -q 'none.json has no rank: .*GT_JSON=run-%r.json mpirun' "$scratch/out"
    run_lint --ranks
    [ $status -eq 2 ]
    grep -q 'takes the documents of all ranks' "$scratch/out"
    run_lint --ranks "$scratch/missing.json"
    [ $status -eq 2 ]
    run_lint --json "$scratch/x" "$scratch/b-0.json"
    [ $status -eq 2 ]
    grep -q 'need --ranks' "$scratch/out"
}
clocks_of_several_hosts_have_no_axis_unless_they_were_aligned() {
    put 0 2 "$scratch/c-0.json"
    host=other put 1 2 "$scratch/c-1.json"
    run_lint --ranks "$scratch/c-0.json" "$scratch/c-1.json" --trace "$scratch/c.trace"
    [ $status -eq 2 ]
    grep -q 'have no common axis' "$scratch/out"
    put 1 2 "$scratch/c-1.json"
    run_lint --ranks "$scratch/c-0.json" "$scratch/c-1.json" --trace "$scratch/c.trace"
    [ $status -eq 0 ]
}
a_page_names_what_the_report_names() {
    documents 7 12 5 >"$scratch/page.json"
    run_lint --ranks "$scratch/page.json" --html "$scratch/page.html"
    [ $status -eq 1 ]
    grep -q 'rank 5 takes .* longer than the others' "$scratch/page.html"
    grep -c '<circle' "$scratch/page.html" || :
    [ "$(grep -o '<circle' "$scratch/page.html" | wc -l)" -eq 12 ]
    [ "$(grep -o 'fill="#c33"' "$scratch/page.html" | wc -l)" -eq 1 ]
    if grep -E '<script|http[s]?://[^w]' "$scratch/page.html"; then return 1; fi
}

# ---- real ranks ------------------------------------------------------------------------------------------------------

: "${MPICC:=mpicc}" "${MPIRUN:=mpirun}"
need_mpi() {
    command -v "$MPICC" >/dev/null && command -v "${MPIRUN%% *}" >/dev/null ||
        skip 'no MPI (make deps-mpi); real ranks were not tried'
}
mpirun() { bare timeout 100 sh examples/course/lib/mpirun.sh "$@"; }
# What real ranks write is compared with their own files by python.
python=python3
built() {       # $scratch/ranks: the example; PoCL of one thread each, and a rank that does a third more
    [ -x "$scratch/ranks" ] || CPATH='' make -s BUILD="$GT_BUILD_DIR" "$GT_BUILD_DIR/examples/ranks"
    cp "$GT_BUILD_DIR/examples/ranks" "$scratch/ranks"
}
real_ranks_add_up_and_their_trace_is_in_order() {
    need_mpi
    built
    GT_JSON="$scratch/own-%r.json" mpirun 4 "$scratch/ranks" --quick --passes 12 "$scratch/all.json"
    run_lint --ranks "$scratch/all.json" --json "$scratch/all.ranks" --trace "$scratch/all.trace"
    [ $status -le 1 ]
    run_lint --ranks "$scratch"/own-?.json --json "$scratch/own.ranks" --trace "$scratch/own.trace"
    [ $status -le 1 ]
    $python tests/lib/ranks.py "$scratch/all.ranks" "$scratch/own.ranks" "$scratch/all.trace" "$scratch"/own-?.json
}
messages_arrive_behind_their_sends_on_one_axis() {
    need_mpi
    cat >"$scratch/ring.c" <<'END'
#define GPUTIME_IMPLEMENTATION
#include "gputime.h"
#include "ranks.h"
int main(int argc, char **argv) {
    int rank, size, token = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    gt_ranks_begin(MPI_COMM_WORLD);
    for (int i = 0; i < 50; i++) {
        if (rank) MPI_Recv(&token, 1, MPI_INT, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&token, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD);
        if (!rank) MPI_Recv(&token, 1, MPI_INT, size - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    int bad = gt_ranks_write(MPI_COMM_WORLD, argv[1]) != GT_OK;
    MPI_Finalize();
    return bad ? gt_fail(stderr) : 0;
}
END
    CPATH='' OMPI_CC=$CC MPICH_CC=$CC $MPICC -std=c99 -I. -Iexamples/more -o "$scratch/ring" "$scratch/ring.c" \
        examples/more/ranks_pmpi.c
    mpirun 4 "$scratch/ring" "$scratch/ring.json"
    run_lint --ranks "$scratch/ring.json" --trace "$scratch/ring.trace"
    [ $status -le 1 ]
    $python tests/lib/ranks.py messages "$scratch/ring.trace"
}
a_slow_rank_is_named() {
    need_mpi
    built
    for passes in 16 48 144; do     # a busy machine hides it in a few, or makes the other rank wait longer
        POCL_MAX_PTHREAD_COUNT=1 mpirun 2 "$scratch/ranks" --passes $passes --slow 1 "$scratch/slow.json"
        run_lint --ranks "$scratch/slow.json"
        [ $status -eq 1 ] && grep -q 'rank 1 takes .* longer than the others\|rank 1 waits least' "$scratch/out" &&
            return
    done
    if awk -v cores="$(nproc)" '{ exit !($1 > cores) }' /proc/loadavg; then
        skip 'other programs keep the processors busy'
    fi
    return 1
}
a_file_that_cannot_be_written_is_an_error_in_all_ranks() {
    need_mpi
    [ -x "$scratch/ring" ] || skip 'the program of the messages was not built'
    status=0
    mpirun 2 "$scratch/ring" "$scratch/no/such/folder.json" >"$scratch/out" 2>&1 || status=$?
    cat "$scratch/out"
    [ $status -ne 0 ]
    grep -q 'no/such/folder.json' "$scratch/out"
}
a_rank_that_is_killed_is_named_and_the_others_reported() {
    need_mpi
    cat >"$scratch/killed.c" <<'END'
#define GPUTIME_IMPLEMENTATION
#include "gputime_cl.h"
#include <mpi.h>
#include <signal.h>
int main(int argc, char **argv) {
    int rank;
    size_t n = 4096;
    gt_cl cl;
    gt_enable(0);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (gt_cl_open(&cl, NULL)) return gt_fail(stderr);
    cl_program program = gt_cl_program(&cl, "kernel void add(global int *x) { x[get_global_id(0)]++; }", NULL, "add");
    cl_kernel add = clCreateKernel(program, "add", NULL);
    cl_mem x = clCreateBuffer(cl.context, CL_MEM_READ_WRITE, n * 4, NULL, NULL);
    clSetKernelArg(add, 0, sizeof x, &x);
    for (int i = 0; i < 60; i++) {
        clEnqueueNDRangeKernel(cl.queue, add, 1, NULL, &n, NULL, 0, NULL, NULL);
        clFinish(cl.queue);
        if (rank == 1 && i == 30) raise(SIGKILL);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
END
    # shellcheck disable=SC2086
    CPATH='' OMPI_CC=$CC MPICH_CC=$CC $MPICC -std=c99 -D_POSIX_C_SOURCE=200809L -I. ${OPENCL_CFLAGS-} \
        -o "$scratch/killed" "$scratch/killed.c" $OPENCL_LIBS
    status=0
    mpirun 3 "$gtprof" --json "$scratch/killed-%r.json" --output "$scratch/killed-%r.txt" "$scratch/killed" || status=$?
    [ $status -ne 0 ]
    ls "$scratch"/killed-?.*
    for rank in 0 1 2; do [ -f "$scratch/killed-$rank.json" ]; done
    run_lint --ranks "$scratch"/killed-?.json
    [ $status -eq 1 ]
    grep -q '^3 of 3 ranks' "$scratch/out"
    grep -q 'ended early: rank 1: killed by signal 9' "$scratch/out"
    grep -q 'program/add' "$scratch/out"
    # The end of the last command may not have been seen yet.
    grep -o '"series":"program/add","kind":"command".*"n":3[01],' "$scratch/killed-1.json"
}

check ranks_of_every_launcher_stand_in_names
check slurm_does_not_hide_the_launcher_that_runs_below_it
check nonsense_is_no_rank
check a_rank_that_is_3_percent_slow_is_named_and_no_other
check of_equal_ranks_none_is_named
check missing_and_ended_ranks_are_named
check shared_devices_are_named
check sums_imbalance_and_part_are_those_of_the_documents
check parts_of_an_account_take_the_place_of_device_time
check documents_that_do_not_belong_together_are_refused
check clocks_of_several_hosts_have_no_axis_unless_they_were_aligned
check a_page_names_what_the_report_names
check real_ranks_add_up_and_their_trace_is_in_order
check messages_arrive_behind_their_sends_on_one_axis
check a_slow_rank_is_named
check a_file_that_cannot_be_written_is_an_error_in_all_ranks
check a_rank_that_is_killed_is_named_and_the_others_reported
