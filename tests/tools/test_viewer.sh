#!/bin/sh
# long: yes
# The trace in a real browser: chromium's own viewer, the panel Performance of its developer tools, draws each slice and
# each track. (ui.perfetto.dev needs the network.) Installed by `make deps-more`.
. "$(dirname "$0")/../lib/check.sh"

command -v chromium >/dev/null || { echo 'skip test_viewer: no chromium: make deps-more'; exit 0; }
python=$(command -v python3) || { echo 'skip test_viewer: no python3'; exit 0; }

# Threads, and names with HTML; ./traced forever: until it is killed. The viewer draws no slice of length 0.
cat >"$scratch/traced.c" <<'END'
#define GPUTIME_IMPLEMENTATION
#include "gputime.h"
#include <pthread.h>
static void spin(int times) { volatile int i; for (i = 0; i < times; i++) {} }
static void *work(void *unused) {
    int i;
    for (i = 0; i < 100; i++) GT_SCOPE("<b>outer</b> \"&'") { GT_SCOPE("inner \xe2\x82\xac \xff") spin(3000); }
    return unused;
}
int main(int argc, char **argv) {
    pthread_t other;
    pthread_create(&other, NULL, work, argv);
    work(NULL);
    pthread_join(other, NULL);
    while (argc > 1) GT_SCOPE("for ever") spin(100000);
    return 0;
}
END
$quick_cc -std=c99 -D_POSIX_C_SOURCE=200809L -I. -O0 -o "$scratch/traced" "$scratch/traced.c" -pthread || exit 1

view() {        # view FILE: what the viewer says of it; 0: it has drawn something
    timeout -k 5 60 "$python" tests/lib/browser.py trace "$1" 1280 >"$scratch/viewer" || :
    cat "$scratch/viewer"
    ! grep -q '^viewer changed' "$scratch/viewer" || skip "$(head -1 "$scratch/viewer")"
    grep -q '^slices' "$scratch/viewer"
}
# drawn FILE: as many slices as the file has, but for 2 %: some browsers leave a few of the shortest out. A browser
# that draws nothing twice, on a busy machine, is asked for the plainest trace there is.
echo '[{"ph":"X","pid":1,"tid":1,"name":"a","cat":"c","ts":1,"dur":1}]' >"$scratch/plain.json"
drawn() {
    [ ! -e "$scratch/slow" ] || skip 'the browser is too slow here'
    if ! view "$1" && ! view "$1"; then
        view "$scratch/plain.json" || { : >"$scratch/slow"; skip 'the browser is too slow here: 60 s'; }
        return 1
    fi
    all=$(grep -c '"ph":"X"' "$1") there=$(sed -n '1s/^slices //p' "$scratch/viewer")
    [ "$there" -le "$all" ] && [ $((there * 50)) -ge $((all * 49)) ]
}
the_viewer_draws_threads_and_their_scopes() {
    GT_TRACE="$scratch/t.json" "$scratch/traced"
    drawn "$scratch/t.json"
    grep -q '^track process [0-9]* (1)' "$scratch/viewer"
    grep -q '^track thread 1 ' "$scratch/viewer"
    grep -q '^track thread 2 ' "$scratch/viewer"
}
the_viewer_draws_queues_and_their_commands() {
    overlap=${GT_BUILD_DIR:-build}/examples/17_overlap
    [ -x "$overlap" ] || skip "$overlap is not there"
    GT_TRACE="$scratch/o.json" "$overlap" --quick --repeat 2 >"$scratch/out" 2>&1 ||
        skip 'the example does not run here'
    "$python" tests/lib/files.py trace "$scratch/o.json"
    grep -q '"ph":"s",.*"name":"wait"' "$scratch/o.json"
    drawn "$scratch/o.json"
    grep -q '^track queue 3: ' "$scratch/viewer"
    grep -q '^track running 1 ' "$scratch/viewer"
}
the_viewer_draws_what_a_killed_program_leaves() {
    GT_TRACE="$scratch/k.json" "$scratch/traced" forever &
    for wait in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        sleep 0.3
        ! grep -q '"for ever"' "$scratch/k.json" || break
    done
    kill -9 $!
    wait $! || :
    drawn "$scratch/k.json"
}

# Two queues, of which the second waits for each launch of the first; a second thread that reads at the end.
cat >"$scratch/chain.c" <<'END'
#include "plain.h"
#include <pthread.h>
#include <stdio.h>
enum { N = 20 };
static cl_command_queue q[2];
static int data[256];
static void *reads(void *unused) {
    clEnqueueReadBuffer(q[1], plain_buffer, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL);
    return unused;
}
int main(void) {
    const char *source = "kernel void add(global int *x) { for (int i = 0; i < 1000; i++) x[get_global_id(0)] += i; }";
    const size_t items = 256, local = 16;
    const cl_kernel add = plain_kernel(source, "add");
    pthread_t thread;
    if (!add) return 77;
    for (int i = 0; i < 2; i++) q[i] = plain_queue(0);
    for (int i = 0; i < N; i++) {
        cl_event first;
        clEnqueueNDRangeKernel(q[0], add, 1, NULL, &items, &local, 0, NULL, &first);
        clFlush(q[0]);
        clEnqueueNDRangeKernel(q[1], add, 1, NULL, &items, &local, 1, &first, NULL);
        clReleaseEvent(first);
        clFinish(q[1]);
    }
    pthread_create(&thread, NULL, reads, NULL);
    pthread_join(thread, NULL);
    return 0;
}
END
count() { grep -c "$1" "$scratch/g.json" || :; }        # lines of the trace
the_viewer_draws_each_call_command_and_arrow_of_a_program() {
    gtprof=${GT_BUILD_DIR:-build}/gtprof
    [ -x "$gtprof" ] || skip 'gtprof is not built'
    # shellcheck disable=SC2086
    $CC -std=c99 -O1 -w -DCL_TARGET_OPENCL_VERSION=120 ${OPENCL_CFLAGS-} -Itests/lib -o "$scratch/chain" \
        "$scratch/chain.c" ${OPENCL_LIBS--lOpenCL} -pthread
    "$gtprof" --output "$scratch/report" --trace "$scratch/g.json" "$scratch/chain" || skip 'there is no OpenCL device'
    # Slices for calls and commands, as many as the report counts, with the sizes of launches.
    calls=$(awk '/^API calls/ { on = 1; next } on && !/^  / { exit } on { n += $6 } END { print n }' "$scratch/report")
    echo "$calls calls"
    [ "$calls" -gt 100 ]
    [ "$(count '"ph":"X",.*"cat":"call"')" -eq "$calls" ]
    [ "$(count '"ph":"X",.*"cat":"kernel",.*"global":"256","local":"16"')" -eq 40 ]
    [ "$(count '"ph":"X",.*"cat":"read",.*"bytes":1024')" -eq 1 ]
    # Arrows from each call to its command, and from each launch to the one that waits for it.
    [ "$(count '"ph":"s",.*"name":"enqueue"')" -eq 41 ]
    [ "$(count '"ph":"s",.*"name":"wait"')" -eq 20 ]
    "$python" tests/lib/files.py trace "$scratch/g.json"
    drawn "$scratch/g.json"
    grep -q "^drawn call $calls\$" "$scratch/viewer"
    grep -q '^drawn kernel 40$' "$scratch/viewer"
    grep -q '^drawn read 1$' "$scratch/viewer"
    grep -q "^arrows $(count '"ph":"s"')\$" "$scratch/viewer"
}

check the_viewer_draws_threads_and_their_scopes
check the_viewer_draws_queues_and_their_commands
check the_viewer_draws_what_a_killed_program_leaves
check the_viewer_draws_each_call_command_and_arrow_of_a_program
