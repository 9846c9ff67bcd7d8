#!/bin/sh
# long: yes
# gtprof where something is wrong: a folder without room, files that the program replaces, options that cannot be; and
# what its report should say of a program and does not yet (tests/known.txt).
. "$(dirname "$0")/../lib/check.sh"
. tests/lib/gtprof.sh

cat >"$scratch/cl.h" <<'END'
#include <CL/cl.h>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
extern char **environ;
static cl_device_id device;
static cl_context context;
static cl_command_queue queue;
static cl_mem x;
static cl_command_queue_properties stamps = CL_QUEUE_PROFILING_ENABLE;
static cl_kernel made(const char *text, const char *name) {
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, NULL);
    if (clBuildProgram(program, 1, &device, NULL, NULL, NULL)) exit(77);
    cl_kernel k = clCreateKernel(program, name, NULL);
    clSetKernelArg(k, 0, sizeof x, &x);
    return k;
}
static void opened(void) {
    cl_platform_id platform;
    if (clGetPlatformIDs(1, &platform, NULL)) exit(77);
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL)) exit(77);
    context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    queue = clCreateCommandQueue(context, device, stamps, NULL);
    x = clCreateBuffer(context, CL_MEM_READ_WRITE, 1 << 20, NULL, NULL);
}
static void launched(cl_kernel k, size_t items) {
    const size_t local = 16;
    clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, &local, 0, NULL, NULL);
}
END
# ./left HOW: 20 launches; then the map that the layer writes is replaced
cat >"$scratch/left.c" <<'END'
#include "cl.h"
int main(int argc, char **argv) {
    const char *how = argc > 1 ? argv[1] : "", *folder = getenv("GTPROF_DIR");
    DIR *d = folder ? opendir(folder) : NULL;
    struct dirent *e;
    char path[600];
    opened();
    if (!strcmp(how, "beyond")) return !clEnqueueReadBuffer(queue, x, CL_TRUE, 1 << 20, 1, path, 0, NULL, NULL);
    cl_kernel add = made("kernel void add(global int *x) { x[get_global_id(0)]++; }", "add");
    for (int i = 0; i < 20; i++) launched(add, 64);
    clFinish(queue);
    if (!strcmp(how, "exit full")) {    /* its own writes are not ended by a signal */
        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &(const struct rlimit){10000000, 10000000});
        for (int i = 0; i < 20000; i++) launched(add, 64);
    }
    for (; d && (e = readdir(d)) != NULL; ) {
        const char *dot = strrchr(e->d_name, '.');
        if (!dot || strcmp(dot, ".map")) continue;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (!strcmp(how, "cut") || !strcmp(how, "fifo")) unlink(path);
        if (!strcmp(how, "fifo")) mkfifo(path, 0600);
        if (!strcmp(how, "cut") || !strcmp(how, "overwrite")) {
            FILE *f = fopen(path, "r+");
            if (!f) f = fopen(path, "w");
            fputs("twelve bytes", f);
            fclose(f);
        }
    }
    puts("done");
    fflush(stdout);
    if (!strcmp(how, "exit cleared")) environ = NULL;
    if (!strcmp(how, "exit crowded")) {         /* one descriptor is free, that with this number */
        setrlimit(RLIMIT_NOFILE, &(const struct rlimit){64, 64});
        while (open("/dev/null", O_RDONLY) >= 0) {}
        close(atoi(argv[2]));
    }
    if (!strcmp(how, "exit limited")) setrlimit(RLIMIT_FSIZE, &(const struct rlimit){0, 0});
    if (strncmp(how, "exit", 4)) _exit(0);
    return !strcmp(how, "exit fails") ? 3 : 0;
}
END
# ./loops HOW [plain]: rounds of a kernel and what a program does behind it
cat >"$scratch/loops.c" <<'END'
#include "cl.h"
#include <time.h>
static volatile int worked;
static void works(void) { for (int i = 0; i < 100; i++) worked++; }
static double work_takes_ns(void) {
    struct timespec from, to;
    clock_gettime(CLOCK_MONOTONIC, &from);
    for (int i = 0; i < 10000; i++) works();
    clock_gettime(CLOCK_MONOTONIC, &to);
    return (1e9 * (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec)) / 10000;
}
int main(int argc, char **argv) {
    const char *how = argc > 1 ? argv[1] : "";
    const struct timespec pause = { 0, 1000000 };
    struct timespec now;
    static float host[1 << 11];
    if (argc > 2) stamps = 0;
    opened();
    cl_command_queue other = clCreateCommandQueue(
        context, device, strcmp(how, "unordered") ? 0 : CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, NULL);
    cl_kernel work = made("kernel void work(global float *x) { float y = x[get_global_id(0)];\n"
                          "for (int i = 0; i < 2000; i++) y = y * 0.5f + 1; x[get_global_id(0)] = y; }", "work");
    cl_kernel little = made("kernel void little(global int *x) { x[get_global_id(0)]++; }", "little");
    for (int i = 0; i < (!strcmp(how, "reads") ? 150 : !strcmp(how, "waits") ? 3000 : 10000); i++) {
        if (!strcmp(how, "changes")) {
            clEnqueueWriteBuffer(queue, x, CL_FALSE, 0, sizeof host, host, 0, NULL, NULL);
            clFinish(queue);
            memset(host, i, sizeof host);
            continue;
        }
        if (!strcmp(how, "latency")) {          /* how long a launch waits, by its stamps */
            const size_t items = 64;
            cl_ulong stamp = 0;
            cl_event event;
            clEnqueueNDRangeKernel(queue, little, 1, NULL, &items, NULL, 0, NULL, &event);
            clFinish(queue);
            clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_QUEUED, sizeof stamp, &stamp, NULL);
            clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof stamp, &stamp, NULL);
            clReleaseEvent(event);
            continue;
        }
        if (strstr("rates frames", how) && *how) {      /* times reads, and frames whose result it works with */
            static double each_ns;
            double work_ns = !strcmp(how, "frames") ? 30e3 : 0;
            if (!i) each_ns = work_takes_ns();
            clEnqueueReadBuffer(queue, x, CL_TRUE, 0, 256, host, 0, NULL, NULL);
            for (; work_ns > 0; work_ns -= each_ns) works();
            clock_gettime(CLOCK_MONOTONIC, &now);
            continue;
        }
        if (strstr("own queues unordered behind timed", how) && *how) {       /* each wait has its reason */
            const size_t items = 64;
            cl_command_queue q = i % 2 || !strcmp(how, "unordered") ? other : queue;
            if (!strcmp(how, "own") && !i) {
                cl_mem own = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, sizeof host, host, NULL);
                clSetKernelArg(little, 0, sizeof own, &own);
            }
            if (!strcmp(how, "own") || !strcmp(how, "timed")) q = queue;
            if (!strcmp(how, "behind")) {       /* `queue` reads the array until the second wait for it */
                clEnqueueWriteBuffer(queue, x, CL_FALSE, 0, sizeof host, host, 0, NULL, NULL);
                clFinish(other);
                q = queue;
            }
            clEnqueueNDRangeKernel(q, little, 1, NULL, &items, NULL, 0, NULL, NULL);
            clFinish(q);
            host[0]++;
            if (!strcmp(how, "timed")) clock_gettime(CLOCK_MONOTONIC, &now);
            continue;
        }
        launched(work, 64);
        if (!strcmp(how, "waits")) clFinish(queue);
        if (strcmp(how, "reads")) continue;
        for (int k = 0; k < 19; k++) launched(work, 64);        /* the device is what the read waits for */
        clEnqueueReadBuffer(queue, x, CL_TRUE, 0, 256, host, 0, NULL, NULL);
        nanosleep(&pause, NULL);
    }
    return 0;
}
END
built() { # NAME
    # shellcheck disable=SC2086
    $CC -std=c99 -D_POSIX_C_SOURCE=200809L -DCL_TARGET_OPENCL_VERSION=120 ${OPENCL_CFLAGS-} -I"$scratch" \
        -o "$scratch/$1" "$scratch/$1.c" $OPENCL_LIBS
    "$scratch/$1" >/dev/null || [ $? -ne 77 ] || skip 'there is no OpenCL device'
}
says() { grep -qE -- "$1" "$scratch/report" "$scratch/errors.txt"; }
never() { ! says "$1"; }

# ---- its folder and files -------------------------------------------------------------------------------------------

a_full_folder_costs_the_program_nothing() { # SIZE
    mkdir -p "$scratch/small"
    mount -t tmpfs -o "size=$1" none "$scratch/small" 2>/dev/null || skip 'no file system can be mounted here'
    status=0
    TMPDIR=$scratch/small timeout 60 "$gtprof" "$scratch/left" >"$scratch/got.txt" 2>"$scratch/report" || status=$?
    umount "$scratch/small"
    cat "$scratch/report"
    [ "$status" -eq 0 ]
    [ "$(cat "$scratch/got.txt")" = done ]
    grep -q 'no room for what is counted' "$scratch/report"
}
# Nothing in a file of rows tells that some are missing, so that it is not left.
rows_that_do_not_fit_are_not_left() {
    mkdir -p "$scratch/full"
    mount -t tmpfs -o size=4k none "$scratch/full" 2>/dev/null || skip 'no file system can be mounted here'
    status=0
    "$gtprof" --rows "$scratch/full/rows.json" --output "$scratch/report" "$scratch/left" exit \
        >"$scratch/got.txt" 2>"$scratch/errors.txt" || status=$?
    ls "$scratch/full" >"$scratch/there"
    umount "$scratch/full"
    [ $status -eq 125 ]
    cat "$scratch/errors.txt"
    [ ! -s "$scratch/there" ]
    grep -qx "gtprof: --rows: $scratch/full/rows.json: No space left on device: removed, as rows are missing" \
        "$scratch/errors.txt"
    [ "$(cat "$scratch/got.txt")" = done ]
}
# Rows are in a file of gtprof's own until the program has ended. Behind a pipe stderr has no limit.
a_message_names_no_file_that_nobody_named() { # OPTION
    "$gtprof" "$1" "$scratch/named.csv" --output "$scratch/report" "$scratch/left" 'exit limited' 2>&1 |
        cat >"$scratch/errors.txt"
    cat "$scratch/errors.txt"
    what=rows
    [ "$1" = --rows ] || what="the page's timelines"
    said="gtprof: $what, which are written to $TMPDIR first (TMPDIR names another folder)"
    grep -qx "$said: cannot be written: File too large" "$scratch/errors.txt"
    if grep "gtprof\.of\." "$scratch/errors.txt"; then return 1; fi
}
a_folder_that_cannot_be_written_costs_nothing() {
    status=0
    TMPDIR=/nowhere/at/all "$gtprof" "$scratch/left" >"$scratch/got.txt" 2>"$scratch/report" || status=$?
    cat "$scratch/report"
    [ "$status" -eq 0 ]
    [ "$(cat "$scratch/got.txt")" = done ]
    grep -q '^  add ' "$scratch/report"
}
# ulimit -f: the system ends a program by SIGXFSZ that writes a larger file, as gtprof does at its end.
files_that_may_not_become_large_cost_the_program_nothing() { # OPTION...
    { "$gtprof" "$@" --output "$scratch/report" "$scratch/left" 'exit limited' || echo "status $?"; } 2>&1 |
        cat >"$scratch/got.txt"
    cat "$scratch/got.txt" "$scratch/report"
    [ "$(grep -v "^gtprof: $1: .*cannot be written: File too large" "$scratch/got.txt" | tr '\n' ' ')" = \
        'done status 125 ' ]
    grep -q '^  add ' "$scratch/report"
    [ "$(wc -l <"$scratch/got.txt")" -eq 3 ]
    [ ! -s "$2" ] || ! command -v python3 >/dev/null || python3 -m json.tool "$2" >/dev/null
}
# As with `2>errors.txt`: words of gtprof's own that the file does not take.
words_that_a_file_has_no_room_for_cost_the_program_nothing() {
    status=0
    "$gtprof" --quiet --json "$scratch/lost.json" --csv "$scratch/lost.csv" "$scratch/left" 'exit limited' \
        >"$scratch/got.txt" 2>"$scratch/errors.txt" || status=$?
    echo "status $status"
    cat "$scratch/got.txt"
    [ $status -eq 125 ]
    [ "$(cat "$scratch/got.txt")" = done ]
}
the_files_of_a_program_that_clears_its_environment_are_written() { # FILE
    "$gtprof" --quiet --json "$scratch/$1.json" --csv "$scratch/$1.csv" "$scratch/left" 'exit cleared'
    ls "$scratch"
    grep -q '"clFinish"' "$scratch/cleared".*json
    [ -s "$(ls "$scratch/cleared".*csv)" ]
    rm -f "$scratch/cleared".*
}
one_free_descriptor_is_enough_for_a_file() {
    "$gtprof" --quiet --json "$scratch/crowded.json" "$scratch/left" 'exit crowded' 50
    grep -q '"clFinish"' "$scratch/crowded.json"
}
# That of stdin is not taken: what reads stdin, or prints, would meet the file.
nothing_is_left_of_a_file_that_gets_no_descriptor() {
    mkdir "$scratch/crowded"
    status=0
    "$gtprof" --output "$scratch/report" --json "$scratch/crowded/run.json" "$scratch/left" 'exit crowded' 0 \
        2>"$scratch/errors.txt" || status=$?
    cat "$scratch/errors.txt"
    [ $status -eq 125 ]
    ls "$scratch/crowded"
    grep -q 'run.json: cannot be written: Too many open files' "$scratch/errors.txt"
    [ -z "$(ls "$scratch/crowded")" ]
    grep -q '^  add ' "$scratch/report"
}
# What the trace has on a disk that becomes full can be opened, and the reason is that of the system.
a_trace_on_a_full_disk_can_be_opened() {
    status=0
    "$gtprof" --trace "$scratch/cut.json" --output "$scratch/report" "$scratch/left" 'exit full' \
        >"$scratch/got.txt" 2>&1 || status=$?
    cat "$scratch/got.txt"
    [ $status -eq 125 ]
    grep -qx "gtprof: --trace: the rest of $scratch/cut.json: cannot be written: File too large" "$scratch/got.txt"
    grep -q '"cat":"call"' "$scratch/cut.json"
    ! command -v python3 >/dev/null || python3 -m json.tool "$scratch/cut.json" >/dev/null
}
# With ulimit -f 0 the layer gets no memory for what it counts, and clocks.c says which loader the program has.
a_program_that_may_write_no_file_ends_as_alone() {
    cat >"$scratch/asks.c" <<'END'
#include <CL/cl.h>
int main(void) {
    cl_uint n = 0;
    return clGetPlatformIDs(0, NULL, &n) ? 77 : 3;
}
END
    $CC -O1 -w ${OPENCL_CFLAGS-} -o "$scratch/asks" "$scratch/asks.c" $OPENCL_LIBS
    for mode in layer stand-in; do
        status=0
        "$gtprof" --mode $mode sh -c "ulimit -f 0; exec '$scratch/asks'" 2>"$scratch/report" || status=$?
        cat "$scratch/report"
        if [ $status = 77 ]; then skip 'there is no OpenCL'; fi
        [ $status = 3 ]
        grep -q 'not measured: its folder has no room' "$scratch/report"
    done
}
# The dynamic linker splits LD_PRELOAD at blanks and colons, and the OpenCL loader its list of layers at colons.
gtprof_works_in_a_folder_with_blanks_and_colons() {
    odd="$scratch/a folder: odd"
    mkdir "$odd"
    cp "$gtprof" "${gtprof%/*}"/libgtprof*.so "$odd"
    cat >"$scratch/builds.c" <<'END'
#include "plain.h"
int main(void) { return plain_kernel("kernel void add(global int *x) { x[0]++; }", "add") ? 0 : 77; }
END
    $CC -std=gnu99 -w -DCL_TARGET_OPENCL_VERSION=120 ${OPENCL_CFLAGS-} -Itests/lib -o "$scratch/builds" \
        "$scratch/builds.c" $OPENCL_LIBS
    for mode in layer stand-in; do
        for folder in "$TMPDIR" "$odd"; do
            status=0
            TMPDIR="$folder" "$odd/gtprof" --mode $mode --output "$scratch/report" "$scratch/builds" \
                2>"$scratch/errors.txt" || status=$?
            cat "$scratch/errors.txt" "$scratch/report"
            if [ $status = 77 ]; then skip 'there is no OpenCL'; fi
            [ ! -s "$scratch/errors.txt" ]
            grep -q '^  clCreateBuffer ' "$scratch/report"
        done
    done
    ! ls -d "$odd"/gtprof.* "$TMPDIR"/gtprof.* 2>/dev/null || return 1
}
# As SIGKILL leaves it: a folder in memory. One of a gtprof that runs, and a new one, stay.
what_a_killed_gtprof_left_is_removed() {
    [ -w /dev/shm ] || skip 'there is no /dev/shm'
    left=$(mktemp -d /dev/shm/gtprof.of.XXXXXX) new=$(mktemp -d /dev/shm/gtprof.of.XXXXXX)
    (unset TMPDIR && exec "$gtprof" sh -c "sleep 1; ls -d /dev/shm/gtprof.of.* >'$scratch/folders'") 2>/dev/null &
    sleep 0.3
    : >"$left/1.map"
    for folder in /dev/shm/gtprof.of.*; do [ "$folder" = "$new" ] || touch -c -d '2 minutes ago' "$folder"; done
    (unset TMPDIR && "$gtprof" --quiet true)
    wait $!
    there=$(ls -d "$left" "$new" 2>/dev/null || :)
    rm -rf "$left" "$new"
    cat "$scratch/folders"
    echo "$there"
    [ "$there" = "$new" ]
    [ "$(grep -c . "$scratch/folders")" -ge 2 ]         # `new` and its own
}
the_first_line_says_that_each_enqueue_failed() {
    under "$scratch/left" beyond
    says '^No command was enqueued: 1 call failed'
    never 'enqueues no command'
}
a_map_that_is_no_longer_there_is_said() { # HOW WORDS
    timeout 60 "$gtprof" --output "$scratch/report" "$scratch/left" "$1" >"$scratch/got.txt" 2>"$scratch/errors.txt"
    [ "$(cat "$scratch/got.txt")" = done ]
    says "$2"
    never 'no OpenCL call was seen'
}
# refuses.so: nobody gets a copy of its process (fork). The file PAGES lists who makes pages in one call, and how many
# bytes.
made_refusals() {
    cat >"$scratch/refuses.c" <<'END'
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>
pid_t fork(void) {
    errno = EAGAIN;
    return -1;
}
int madvise(void *at, size_t size, int how) {
    FILE *f = how == 23 ? fopen(getenv("PAGES"), "a") : NULL;
    if (f) fprintf(f, "%s %lu\n", program_invocation_short_name, (unsigned long)size);
    if (f) fclose(f);
    return (int)syscall(SYS_madvise, at, size, how);
}
END
    $CC -std=gnu99 -O1 -w -shared -fPIC -o "$scratch/refuses.so" "$scratch/refuses.c"
}
# To copy gtprof's memory takes milliseconds, and a page fault for each page several times as long as one call.
the_program_is_started_without_a_copy_of_gtprof_and_pages_are_made_together() {
    made_refusals
    PAGES=$scratch/pages.txt LD_PRELOAD=$scratch/refuses.so "$gtprof" --output "$scratch/report" "$scratch/left" exit \
        >"$scratch/got.txt" 2>&1
    cat "$scratch/got.txt" "$scratch/pages.txt"
    [ "$(cat "$scratch/got.txt")" = done ]
    grep -q '^  add ' "$scratch/report"
    awk '{ sum[$1] += $2 } END { exit !(sum["left"] > 300000 && sum["gtprof"] > 30000) }' "$scratch/pages.txt"
}
a_report_that_cannot_be_written_goes_to_stderr() {
    [ -e /dev/full ] || skip 'there is no /dev/full'
    status=0
    "$gtprof" --output /dev/full "$scratch/left" >"$scratch/got.txt" 2>"$scratch/errors.txt" || status=$?
    cat "$scratch/errors.txt"
    [ $status -eq 125 ]
    grep -q '^gtprof: --output: /dev/full: .*the report:' "$scratch/errors.txt"
    grep -q '^  add ' "$scratch/errors.txt"
}
a_file_that_cannot_be_written_is_said_once_by_its_option() { # OPTION [LEAVES]: how the program ends
    [ -e /dev/full ] || skip 'there is no /dev/full'
    status=0
    "$gtprof" --quiet --output "$scratch/report" "$1" /dev/full "$scratch/left" ${2+"$2"} \
        >"$scratch/got.txt" 2>"$scratch/errors.txt" || status=$?
    cat "$scratch/errors.txt"
    [ $status -eq 125 ]
    [ "$(cat "$scratch/got.txt")" = done ]
    [ "$(grep -c "^gtprof: $1: .*/dev/full" "$scratch/errors.txt")" -eq 1 ]
    [ "$(wc -l <"$scratch/errors.txt")" -eq 1 ] || [ "$1" = --html ]          # gtlint says why
    grep -q '^  add ' "$scratch/report"
}
# The program's own failure is the news: its exit code stays.
a_file_that_is_missing_hides_no_exit_code_of_the_program() {
    [ -e /dev/full ] || skip 'there is no /dev/full'
    status=0
    "$gtprof" --quiet --output "$scratch/report" --json /dev/full "$scratch/left" 'exit fails' \
        >"$scratch/got.txt" 2>"$scratch/errors.txt" || status=$?
    cat "$scratch/errors.txt"
    [ $status -eq 3 ]
    grep -q '^gtprof: --json: /dev/full: ' "$scratch/errors.txt"
}

# ---- its options ----------------------------------------------------------------------------------------------------

refused_before_the_program_runs() { # WORDS OPTION...
    words=$1
    shift
    status=0
    "$gtprof" "$@" "$scratch/left" >"$scratch/got.txt" 2>"$scratch/errors.txt" || status=$?
    cat "$scratch/errors.txt"
    [ "$status" -eq 125 ]
    [ ! -s "$scratch/got.txt" ]
    grep -q -- "$words" "$scratch/errors.txt"
}
the_version_is_that_of_the_header() {
    version=$(sed -n '1s@^/\* gputime\.h - v\([0-9][0-9.]*\) .*@\1@p' gputime.h)
    [ "$("$gtprof" --version)" = "gtprof $version" ]
    [ "$("$GT_BUILD_DIR/examples/gtlint" --version)" = "gtlint $version" ]
}


a_pipe_is_written_if_somebody_reads_it() {
    for option in --output --trace --call-log; do
        rm -f "$scratch/pipe"
        mkfifo "$scratch/pipe"
        refused_before_the_program_runs 'nobody reads this pipe' $option "$scratch/pipe"
        cat "$scratch/pipe" >"$scratch/read.txt" &
        timeout 60 "$gtprof" --quiet $option "$scratch/pipe" "$scratch/left" exit \
            >"$scratch/got.txt" 2>"$scratch/errors.txt"
        wait $!
        [ "$(cat "$scratch/got.txt")" = done ]
        grep -q 'clEnqueueNDRangeKernel' "$scratch/read.txt"
    done
}
# as_nobody COMMAND...: root may write everywhere
as_nobody() {
    if [ "$(id -u)" -eq 0 ]; then setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; else "$@"; fi
}
# An output that cannot be written is refused before the program starts; nothing is made, cut off or left behind.
an_output_that_cannot_be_written_is_refused() { # WORDS FILE
    chmod 755 "$scratch"
    rm -rf "$scratch/closed"
    mkdir -p "$scratch/closed/folder"
    echo kept >"$scratch/closed/file"
    chmod 444 "$scratch/closed/file"
    chmod 555 "$scratch/closed"
    chmod 1777 "$TMPDIR"
    for option in --output --json --csv --html --trace --rows --call-log; do
        status=0
        as_nobody "$gtprof" $option "$scratch/closed/$2" "$scratch/left" >"$scratch/got.txt" 2>"$scratch/errors.txt" ||
            status=$?
        cat "$scratch/errors.txt"
        [ "$status" -eq 125 ]
        [ ! -s "$scratch/got.txt" ]
        [ "$(wc -l <"$scratch/errors.txt")" -eq 1 ]
        grep -q "^gtprof: $option: $scratch/closed/$2: .*$1" "$scratch/errors.txt"
        [ "$(ls "$scratch/closed" "$TMPDIR")" = "$(printf '%s:\nfile\nfolder\n\n%s:' "$scratch/closed" "$TMPDIR")" ]
        [ "$(cat "$scratch/closed/file")" = kept ]
    done
    chmod 755 "$scratch/closed"
}
a_refused_option_leaves_other_files_as_they_are() {
    echo kept >"$scratch/kept.csv"
    refused_before_the_program_runs 'two options name this file' --rows "$scratch/kept.csv" --csv "$scratch/kept.csv"
    for other in "$scratch/tmp/../kept.csv" "$(realpath --relative-to=. "$scratch")/kept.csv"; do
        refused_before_the_program_runs 'two options name this file' --output "$other" --json "$scratch/kept.csv"
    done
    refused_before_the_program_runs 'no such folder' --rows "$scratch/kept.csv" --json "$scratch/no/run.json"
    [ "$(cat "$scratch/kept.csv")" = kept ]
    deep=$scratch/$(printf '%0150d' 0)          # names that differ behind many letters
    mkdir -p "$deep"
    (cd "$deep" && "$gtprof" --quiet --output report --rows rows.csv "$scratch/left" >"$scratch/got.txt")
    grep -q done "$scratch/got.txt"
    for file in /dev/null /dev/full -; do
        status=0
        "$gtprof" --quiet --output "$scratch/report" --csv $file "$scratch/left" exit \
            >"$scratch/got.txt" 2>"$scratch/errors.txt" || status=$?
        grep -q done "$scratch/got.txt"
        [ $status -eq 0 ] || [ "$status $file" = '125 /dev/full' ]
    done
}
check gtprof_is_built
check gtprof_works_in_a_folder_with_blanks_and_colons
check refused_before_the_program_runs '--from is greater than --to' --from 5 --to 2
check refused_before_the_program_runs 'the same second' --to 0s
check refused_before_the_program_runs '--to: not a whole number, nor seconds with the suffix s: 1.5' --to 1.5
check refused_before_the_program_runs 'not a regular expression' --kernels '('
check refused_before_the_program_runs '--from: not a number of seconds' --from infs
check refused_before_the_program_runs '--from: this number is too large' --from 99999999999999999999
check refused_before_the_program_runs '--first: not a whole number: +5' --first +5
check refused_before_the_program_runs 'the first enqueue is 1' --to 0
check refused_before_the_program_runs 'the first enqueue is 1' --from 0
check refused_before_the_program_runs 'needs a file' --html -
check refused_before_the_program_runs 'a blank, not =, stands before' --json=run.json
check refused_before_the_program_runs 'two options name stdout' --json - --csv -
check refused_before_the_program_runs 'two options name stdout' --output - --call-log - --trace -
check what_a_killed_gtprof_left_is_removed
check the_version_is_that_of_the_header
built left
check a_full_folder_costs_the_program_nothing 64k
check a_full_folder_costs_the_program_nothing 1m
check rows_that_do_not_fit_are_not_left
for option in --rows --html; do check a_message_names_no_file_that_nobody_named $option; done
check a_folder_that_cannot_be_written_costs_nothing
check files_that_may_not_become_large_cost_the_program_nothing --trace "$scratch/limited.json"
check files_that_may_not_become_large_cost_the_program_nothing --json "$scratch/limited.json"
check words_that_a_file_has_no_room_for_cost_the_program_nothing
check the_files_of_a_program_that_clears_its_environment_are_written cleared
check the_files_of_a_program_that_clears_its_environment_are_written cleared.%p
check one_free_descriptor_is_enough_for_a_file
check nothing_is_left_of_a_file_that_gets_no_descriptor
check a_trace_on_a_full_disk_can_be_opened
check a_program_that_may_write_no_file_ends_as_alone
check the_first_line_says_that_each_enqueue_failed
check a_map_that_is_no_longer_there_is_said cut 'was cut off'
check a_map_that_is_no_longer_there_is_said fifo 'was replaced'
check a_map_that_is_no_longer_there_is_said overwrite 'was overwritten'
check the_program_is_started_without_a_copy_of_gtprof_and_pages_are_made_together
check a_report_that_cannot_be_written_goes_to_stderr
check a_pipe_is_written_if_somebody_reads_it
check an_output_that_cannot_be_written_is_refused 'mkdir -p' no/such/file
check an_output_that_cannot_be_written_is_refused 'another file' file
check an_output_that_cannot_be_written_is_refused 'name a file' folder
check an_output_that_cannot_be_written_is_refused 'another' new
check a_refused_option_leaves_other_files_as_they_are
for option in --json --csv --trace --rows --call-log --html; do
    check a_file_that_cannot_be_written_is_said_once_by_its_option $option exit
done
check a_file_that_cannot_be_written_is_said_once_by_its_option --json
check a_file_that_is_missing_hides_no_exit_code_of_the_program

# ---- what its report and files should say ---------------------------------------------------------------------------

files_of_two_processes_are_whole() {
    mkdir "$scratch/two"
    cd "$scratch/two"
    under --trace trace.json --json run.json sh -c "$scratch/left exit; $scratch/left exit"
    python3 -c 'import glob, json, sys
for f in glob.glob(sys.argv[1] + "/*.json"): json.load(open(f))' "$scratch/two"
    [ "$(ls "$scratch"/two/run*.json | wc -l)" -eq 2 ]
}
kernels_are_chosen_by_their_names_whatever_their_shapes() {
    under --by-shape --kernels 'add$' "$scratch/left"
    says '^  add'
}
a_document_that_is_not_written_is_said() {
    rm -f "$scratch/run.json"
    under --json "$scratch/run.json" "$scratch/left"
    [ -s "$scratch/run.json" ] || says 'run.json'
}
the_page_names_no_place_that_is_none() {
    under --html "$scratch/page.html" "$scratch/left" exit
    ! grep -q 'gtprof:0' "$scratch/page.html" || return 1
    ! grep -q '<title>[^<]*[0-9]\.[0-9]\.json' "$scratch/page.html" || return 1
}
a_part_without_calls_is_said() {
    "$gtprof" --output - --from 1000 "$scratch/left" exit >"$scratch/report" 2>"$scratch/errors.txt"
    says 'no OpenCL call was seen in the part that --from and --to choose'
    [ ! -e ./- ] && [ ! -s "$scratch/errors.txt" ]
}
# A file of an earlier run may stand there.
files_that_nobody_writes_are_said() {
    for option in --json --csv --trace --call-log; do
        "$gtprof" $option "$scratch/none" true 2>"$scratch/errors.txt"
        cat "$scratch/errors.txt"
        grep -qx "gtprof: $option: did not write $scratch/none: no OpenCL call was seen" "$scratch/errors.txt"
        "$gtprof" --quiet $option "$scratch/none" true 2>"$scratch/errors.txt"
        [ ! -s "$scratch/errors.txt" ]
        under $option "$scratch/none" "$scratch/left" exit
        never 'did not write'
        [ -s "$scratch/none" ]
        rm "$scratch/none"
    done
    under --rows "$scratch/rows.csv" --quiet true
    never 'did not write'
}
a_refused_file_is_named_with_its_option() {
    for option in --output --json --csv --trace --call-log --html --rows; do
        refused_before_the_program_runs "^gtprof: $option: /nowhere/x: there is no such folder" $option /nowhere/x
    done
}
a_process_that_stays_behind_is_said() {
    under sh -c 'sleep 20 >/dev/null 2>&1 & echo $!; sleep 1'      # until it has begun
    says "process $(cat "$scratch/got.txt") still runs"
    under sh -c 'sleep 0'
    never 'still runs'
}
a_file_has_all_columns() {
    under "$scratch/loops" reads
    never 'GT_WIDE'
    says '^device activities .* mean .* queued .* rate$'
}
never_finds() { # FINDING HOW
    under "$scratch/loops" "$2"
    case " $(findings_of)" in *" $1 "*) return 1 ;; esac
}
# Where others use the processors, the program gets one late after each read, and the device stands still.
a_read_that_waits_for_the_device_is_no_stand_still() {
    for attempt in 1 2 3 4 5; do
        ! never_finds blocking-read reads || return 0
        sleep 1
    done
    awk -v cores="$(nproc)" '{ exit !($1 < cores / 2) }' /proc/loadavg || skip 'the machine is busy'
    false
}
# "frames" works with what it has read before it reads its clock.
reads_that_the_program_times_are_no_stand_still() {
    never_finds blocking-read rates
    for attempt in 1 2 3 4 5; do
        never_finds blocking-read frames || return 0
    done
    awk -v cores="$(nproc)" '{ exit !($1 < cores / 2) }' /proc/loadavg || skip 'the machine is busy'
    false
}
the_call_that_takes_most_of_the_others_is_named() {
    cat >"$scratch/binary.c" <<'END'
#include "cl.h"
int main(void) {
    cl_program program;
    unsigned char *binary;
    size_t size = 0;
    opened();
    cl_kernel add = made("kernel void add(global int *x) { x[get_global_id(0)]++; }", "add");
    clGetKernelInfo(add, CL_KERNEL_PROGRAM, sizeof program, &program, NULL);
    clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL);
    binary = calloc(size, 1);
    clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL);   /* PoCL compiles for it */
    launched(add, 64);
    return clFinish(queue);
}
END
    built binary
    POCL_CACHE_DIR=$scratch/cold
    export POCL_CACHE_DIR
    mkdir "$POCL_CACHE_DIR"
    under "$scratch/binary"
    unset POCL_CACHE_DIR
    awk '/^  clGetProgramInfo / { exit !($2 > 10) }' "$scratch/report" || skip 'this driver has the binary at once'
    tr -s ' \n' '  ' <"$scratch/report" | grep -q ' % other OpenCL calls, mostly clGetProgramInfo[,.]'
}
# Where others use the processors, builds can take most of a short run: its report is then about them.
under_building_little() {
    for attempt in 1 2 3 4 5; do
        under "$@"
        grep -q '^The program builds' "$scratch/report" || return 0
        sleep 1
    done
    awk -v cores="$(nproc)" '{ exit !($1 < cores / 2) }' /proc/loadavg || skip 'the machine is busy'
}
launches_that_a_program_measures_are_where_its_time_goes_and_no_mistake() {
    under_building_little "$scratch/loops" latency
    says '^  note     launch-bound: 10000 launches ran for '
    says 'unless launches are what you measure'
    never '^  (fault|warning)'
}
a_wait_that_is_needed_is_not_called_needless() { # HOW
    never_finds needless-wait "$1"
    says "^  clFinish .* [12]0000 "
}
what_the_device_did_is_not_known_without_its_times() { # HOW
    under_building_little --no-device-times "$scratch/loops" "$1" plain
    says 'what the device does meanwhile is not known'
    never '^  queue [12] .* 0 ns$'
    never 'needless-wait|blocking-read|while the device was idle|nothing to do|device idles'
}
needless_waits_cost_what_the_device_did_not_work() {
    under "$scratch/loops" waits
    awk 'function ns(x, unit) { return x * (unit ~ /^s/ ? 1e9 : unit ~ /^ms/ ? 1e6 : unit ~ /^us/ ? 1e3 : 1) }
        $1 == "work" { ran = ns($4, $5) }
        $1 == "clFinish" { waited = ns($4, $5) }
        { all = all " " $0 }
        END {
            if (!match(all, /these waits +took [0-9.]+ +[num]?s/)) exit 0      # on this machine they cost little
            n = split(substr(all, RSTART, RLENGTH), word, " +")
            print ran, waited, ns(word[n - 1], word[n])
            exit ns(word[n - 1], word[n]) > waited - 0.5 * ran
        }' "$scratch/report"
}

# Two notes: of a timer that is nearly all build, and of waits or the build, which are a part of the whole. The file has
# them in the same order, and more: those of `program`, which the report says as remarks.
findings_of_the_file_stand_in_the_order_of_the_report() {
    [ -x "$GT_BUILD_DIR/examples/gtlint" ] || skip 'gtlint is not built (make gtprof)'
    cat >"$scratch/order.c" <<'END'
#include "cl.h"
#include <time.h>
int main(void) {
    struct timespec t;
    opened();
    clock_gettime(CLOCK_MONOTONIC, &t);
    cl_kernel add = made("kernel void add(global int *x) { x[get_global_id(0)]++; }", "add");
    launched(add, 64);
    clFinish(queue);
    clock_gettime(CLOCK_MONOTONIC, &t);
    for (int i = 0; i < 3000; i++) {
        launched(add, 64);
        clFinish(queue);
    }
    return 0;
}
END
    built order
    GT_WIDE=1
    export GT_WIDE
    under --json "$scratch/run.json" "$scratch/order"
    "$GT_BUILD_DIR/examples/gtlint" "$scratch/run.json" >"$scratch/again"
    unset GT_WIDE
    for from in report again; do
        sed -n -e '/ program: /d' \
            -e 's/^  \(note\|warning\|fault\)  *\(timer [^:]*\(:[0-9]*\)\{0,1\}: \)\{0,1\}\([a-z-]*\):.*/\1 \4/p' \
            "$scratch/$from" >"$scratch/$from.codes"
    done
    if ! grep -qE "needless-wait|build-bound" "$scratch/report.codes" ||
        ! grep -q jit-in-region "$scratch/report.codes"; then
        skip 'on this machine these waits or the build cost little'
    fi
    diff "$scratch/report.codes" "$scratch/again.codes"
}

# What stays on the device is no transfer: neither the finding nor its remedy speaks of the host then.
fills_are_no_transfers() {
    cat >"$scratch/moves.c" <<'END'
#include "cl.h"
#include <time.h>
int main(int argc, char **argv) {
    enum { bytes = 1 << 26 };
    char *host = calloc(bytes, 1);
    const int fills = argc > 1 && argv[1][0] == 'f';
    opened();
    cl_mem y = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, NULL);
    for (const time_t begin = time(NULL); time(NULL) - begin < 4;) {
        if (fills) clEnqueueFillBuffer(queue, y, "", 1, 0, bytes, 0, NULL, NULL);
        else clEnqueueWriteBuffer(queue, y, CL_FALSE, 0, bytes, host, 0, NULL, NULL);
        clFinish(queue);
    }
    return 0;
}
END
    built moves
    for how in fills writes; do
        under "$scratch/moves" $how
        grep -q transfer-bound "$scratch/report" || skip 'other programs had the machine'
        tr -s '\n ' '  ' <"$scratch/report" >"$scratch/report.$how"
        grep -q 'The device copies and fills, mostly by' "$scratch/report"
    done
    grep -q 'fills, and copies from one buffer to another, take most of that' "$scratch/report.fills"
    ! grep -q 'data move between host and device' "$scratch/report.fills" || return 1
    grep -q 'data move between host and device' "$scratch/report.writes"
}

# under_driver NAME PROGRAM ARGUMENT...: with a layer in place of a driver that has more or less than the machine's;
# NAME.c has its functions and `changes`, which puts them into `mine`
under_driver() {
    cat - "$scratch/$1.c" >"$scratch/lib$1.c" <<'END'
#include <CL/cl.h>
#include <CL/cl_icd.h>
#include <CL/cl_layer.h>
#include <string.h>
static cl_icd_dispatch next, mine;
static void changes(void);
cl_int CL_API_CALL clGetLayerInfo(cl_layer_info what, size_t size, void *value, size_t *length) {
    const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
    if (what != CL_LAYER_API_VERSION) return CL_INVALID_VALUE;
    if (value && size >= sizeof version) memcpy(value, &version, sizeof version);
    if (length) *length = sizeof version;
    return CL_SUCCESS;
}
cl_int CL_API_CALL clInitLayer(cl_uint n, const cl_icd_dispatch *target, cl_uint *own, const cl_icd_dispatch **layer) {
    memcpy(&next, target, n * sizeof next.clFinish);
    mine = next;
    changes();
    *layer = &mine;
    *own = n;
    return CL_SUCCESS;
}
END
    # shellcheck disable=SC2086
    $CC -shared -fPIC -DCL_TARGET_OPENCL_VERSION=300 ${OPENCL_CFLAGS-} -o "$scratch/lib$1.so" \
        "$scratch/lib$1.c" || skip 'the headers know no layers'
    loader=$(ldd "$2" | sed -n 's/.*libOpenCL.* => \([^ ]*\).*/\1/p')
    grep -q OPENCL_LAYERS "$loader" || skip 'the loader has no layers'
    export OPENCL_LAYERS="$scratch/lib$1.so"
    shift
    under --mode stand-in "$@"
    unset OPENCL_LAYERS
}
a_driver_that_refuses_profiling_gets_queues_without() {
    cat >"$scratch/refuses.c" <<'END'
static cl_command_queue CL_API_CALL made(cl_context context, cl_device_id device, cl_command_queue_properties has,
                                         cl_int *code) {
    if (!(has & CL_QUEUE_PROFILING_ENABLE)) return next.clCreateCommandQueue(context, device, has, code);
    if (code) *code = CL_INVALID_QUEUE_PROPERTIES;
    return NULL;
}
static void changes(void) { mine.clCreateCommandQueue = made; }
END
    under_driver refuses "$scratch/loops" waits plain
    [ "$status" -eq 0 ]
    says '^  clEnqueueNDRangeKernel .* 3000 '
    says '^commands without device time: 3000 of 3000 '
    never 'failed'
}
# That driver's commands are those of shared virtual memory.
copies_of_unified_shared_memory_are_seen() {
    cat >"$scratch/usm.c" <<'END'
static cl_int CL_API_CALL copy(cl_command_queue q, cl_bool waits, void *to, const void *from, size_t n, cl_uint count,
                               const cl_event *list, cl_event *event) {
    return next.clEnqueueSVMMemcpy(q, waits, to, from, n, count, list, event);
}
static cl_int CL_API_CALL fill(cl_command_queue q, void *to, const void *from, size_t many, size_t n, cl_uint count,
                               const cl_event *list, cl_event *event) {
    return next.clEnqueueSVMMemFill(q, to, from, many, n, count, list, event);
}
static void *CL_API_CALL found(cl_platform_id platform, const char *name) {
    if (!strcmp(name, "clEnqueueMemcpyINTEL")) return (void *)copy;
    if (!strcmp(name, "clEnqueueMemFillINTEL")) return (void *)fill;
    return next.clGetExtensionFunctionAddressForPlatform(platform, name);
}
static void changes(void) { mine.clGetExtensionFunctionAddressForPlatform = found; }
END
    cat >"$scratch/moves.c" <<'END'
#include "cl.h"
static cl_int (*copy)(cl_command_queue, cl_bool, void *, const void *, size_t, cl_uint, const cl_event *, cl_event *);
static cl_int (*fill)(cl_command_queue, void *, const void *, size_t, size_t, cl_uint, const cl_event *, cl_event *);
int main(void) {
    static char from[1 << 20], to[1 << 20];
    cl_platform_id platform;
    cl_event event;
    opened();
    clGetPlatformIDs(1, &platform, NULL);
    *(void **)&copy = clGetExtensionFunctionAddressForPlatform(platform, "clEnqueueMemcpyINTEL");
    *(void **)&fill = clGetExtensionFunctionAddressForPlatform(platform, "clEnqueueMemFillINTEL");
    for (int i = 0; copy && i < 20; i++) {
        if (fill(queue, from, "x", 1, sizeof from, 0, NULL, &event)) return 1;
        if (copy(queue, CL_FALSE, to, from, sizeof from, 1, &event, NULL)) return 2;
        if (copy(queue, CL_TRUE, from, to, 1000, 0, NULL, NULL)) return 3;
        if (clReleaseEvent(event)) return 4;            /* the last reference is the program's */
    }
    printf("%d\n", to[sizeof to - 1]);
    return 0;
}
END
    built moves
    under_driver usm "$scratch/moves"
    [ "$status" -eq 0 ]
    [ "$(cat "$scratch/got.txt")" = 120 ]
    says '^  usm copy .* 40 .* 21.0 MB '
    says '^  usm fill .* 20 .* 21.0 MB '
    says '^  clEnqueueMemcpyINTEL .* 40 .* 20$'
    says '^  clEnqueueMemFillINTEL .* 20 '
    never 'commands without device time'
}
# That driver refuses whatever it is asked for, so that each function can be called without anything.
each_function_of_the_loader_is_counted() {
    tr -s ' ;' '\n' <"$GT_BUILD_DIR/examples/gtprof/opencl.map" | grep '^cl[A-Z]' | grep -v Layer |
        sort >"$scratch/expected.txt"
    {
        echo 'static void *CL_API_CALL none(void) { return NULL; }'
        echo 'static cl_int CL_API_CALL refused(void) { return CL_INVALID_OPERATION; }'
        echo 'static void changes(void) {'
        awk '{ makes = /^clCreate|Map|^clLink|^clClone|^clSVMAlloc|FunctionAddress/ && !/SubDevices|KernelsIn|SVMMap/
               print "    *(void **)&mine." $1 " = (void *)" (makes ? "none" : "refused") ";" }' "$scratch/expected.txt"
        echo '}'
    } >"$scratch/nothing.c"
    {
        sed 's/.*/void *&(long, ...);/' "$scratch/expected.txt"
        echo 'int main(void) {'
        sed 's/.*/    &(0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L);/' "$scratch/expected.txt"
        echo '    return 0;'
        echo '}'
    } >"$scratch/calls.c"
    built calls
    under_driver nothing "$scratch/calls"
    [ "$status" -eq 0 ]
    calls_of "$scratch/report" | sed -n 's/ 1$//p' | sort | diff "$scratch/expected.txt" -
}
# Makes gtprof and its libraries of 32 bits, in $scratch/32. The loader and programs are made here, too: there may be no
# others of 32 bits.
narrow_is_built() {
    narrow="$CC -m32 -I$GT_BUILD_DIR/examples/gtprof -I/usr/include/x86_64-linux-gnu ${OPENCL_CFLAGS-}"
    [ ! -e "$scratch/32/libgtprof-clocks.so" ] || return 0
    mkdir -p "$scratch/32"
    cat >"$scratch/32/opencl.c" <<'END'
int clGetPlatformIDs(unsigned n, void *ids, unsigned *found) { return n || ids || !found ? -30 : (*found = 7, 0); }
END
    cat >"$scratch/32/asks.c" <<'END'
int clGetPlatformIDs(unsigned n, void *ids, unsigned *found);
int main(void) { unsigned n = 0; return clGetPlatformIDs(0, 0, &n) || n != 7 || !clGetPlatformIDs(1, 0, &n); }
END
    $narrow -shared -fPIC -Wl,-soname,libOpenCL.so.1 -o "$scratch/32/libOpenCL.so.1" "$scratch/32/opencl.c" ||
        skip 'nothing is compiled for 32 bits here'
    $narrow -o "$scratch/32/asks" "$scratch/32/asks.c" "$scratch/32/libOpenCL.so.1"
    for part in gtprof layer clocks clocks64; do
        flags=$(sed -n 's,^/\* flags: \(.*\) \*/$,\1,p' "examples/tools/gtprof/$part.c")
        $narrow $flags -I. -fPIC -ftls-model=global-dynamic -c "examples/tools/gtprof/$part.c" \
            -o "$scratch/32/$part.o"
    done
    $narrow -o "$scratch/32/gtprof" "$scratch/32/gtprof.o" -lm -ldl -lpthread
    $narrow -shared -o "$scratch/32/libgtprof.so" "$scratch/32/layer.o" -lm -ldl -lpthread \
        "-Wl,--version-script=$GT_BUILD_DIR/examples/gtprof/opencl.map" -Wl,-z,nodelete
    $narrow -shared -o "$scratch/32/libgtprof-clocks.so" "$scratch/32/clocks.o" "$scratch/32/clocks64.o" -lm -ldl
}
programs_of_32_bits_have_a_gtprof_of_32_bits() {
    narrow_is_built
    export LD_LIBRARY_PATH="$scratch/32"
    "$scratch/32/asks" || skip 'no program of 32 bits runs here'
    wide=$gtprof
    gtprof=$scratch/32/gtprof
    under --mode stand-in "$scratch/32/asks"
    [ "$status" -eq 0 ]
    says '^  clGetPlatformIDs .* 2  .* 1$'
    gtprof=$wide
    under "$scratch/32/asks"
    [ "$status" -eq 0 ]
    tr -s ' \n' '  ' <"$scratch/report" | grep -q 'it is a 32-bit program, and this gtprof a 64-bit one'
    unset LD_LIBRARY_PATH
}
# The program stands in for the layer, and compares what it is told with what it reads. Times have 32 bits or 64, and a
# point of time of C++ is a class.
clocks_of_32_bits_are_seen_and_say_the_same() {
    narrow_is_built
    cat >"$scratch/32/reads.c" <<'END'
#define _GNU_SOURCE
#include "examples/tools/gtprof/gtprof.h"
#include <stdio.h>
#include <sys/resource.h>
#include <sys/time.h>
extern gtprof_clocks gtprof_clocks_of_program;
typedef struct chrono { int64_t count; } chrono;
chrono steady_now(void) __asm__("_ZNSt6chrono3_V212steady_clock3nowEv");
static double told;
static void hear(const gtprof_reading *r) { told = r->says_ns; }
static int same(const char *name, double ns) {
    if (ns > 0 && fabs(told - ns) < 1000) return 1;
    fprintf(stderr, "%s: told %.0f, read %.0f\n", name, told, ns);
    return 0;
}
int main(void) {
    struct timespec t;
    struct timeval v;
    struct rusage u;
    int right = 1;
    gtprof_clocks_of_program.read = hear;
    clock_gettime(CLOCK_MONOTONIC, &t);
    right &= same("clock_gettime", 1e9 * (double)t.tv_sec + (double)t.tv_nsec);
    timespec_get(&t, TIME_UTC);
    right &= same("timespec_get", 1e9 * (double)t.tv_sec + (double)t.tv_nsec);
    gettimeofday(&v, NULL);
    right &= same("gettimeofday", 1e9 * (double)v.tv_sec + 1e3 * (double)v.tv_usec);
    right &= same("chrono", (double)steady_now().count);
    do getrusage(RUSAGE_SELF, &u); while (!u.ru_utime.tv_usec);
    right &= same("getrusage", 1e9 * (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
                               1e3 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec));
    return right ? 0 : 1;
}
END
    for bits in 32 64; do
        defines=
        [ "$bits" = 32 ] || defines='-D_TIME_BITS=64 -D_FILE_OFFSET_BITS=64'
        $narrow $defines -std=gnu11 -O1 -I. -o "$scratch/32/reads" "$scratch/32/reads.c" \
            "$scratch/32/libgtprof-clocks.so" -Wl,-rpath,"$scratch/32"
        code=0
        "$scratch/32/reads" || code=$?
        if [ "$code" -eq 126 ]; then code=0; qemu-i386-static "$scratch/32/reads" || code=$?; fi
        [ "$code" -ne 127 ] || skip 'no program of 32 bits runs here, nor qemu-i386-static'
        [ "$code" -eq 0 ]
    done
}
if [ "$(uname -m)" = x86_64 ]; then
    check programs_of_32_bits_have_a_gtprof_of_32_bits
    check clocks_of_32_bits_are_seen_and_say_the_same
fi
built loops
check a_driver_that_refuses_profiling_gets_queues_without
check copies_of_unified_shared_memory_are_seen
check each_function_of_the_loader_is_counted
check files_of_two_processes_are_whole
check kernels_are_chosen_by_their_names_whatever_their_shapes
check a_document_that_is_not_written_is_said
check the_page_names_no_place_that_is_none
check a_part_without_calls_is_said
check files_that_nobody_writes_are_said
check a_refused_file_is_named_with_its_option
check a_process_that_stays_behind_is_said
check a_file_has_all_columns
check needless_waits_cost_what_the_device_did_not_work
check fills_are_no_transfers
check findings_of_the_file_stand_in_the_order_of_the_report
check a_read_that_waits_for_the_device_is_no_stand_still
check reads_that_the_program_times_are_no_stand_still
for how in changes own queues unordered behind timed; do check a_wait_that_is_needed_is_not_called_needless $how; done
for how in waits reads queues; do check what_the_device_did_is_not_known_without_its_times $how; done
check launches_that_a_program_measures_are_where_its_time_goes_and_no_mistake
check the_call_that_takes_most_of_the_others_is_named
