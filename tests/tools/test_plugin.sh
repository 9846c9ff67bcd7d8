#!/bin/sh
# Plugins: shared objects that use GT_SCOPE, with the kit's implementation in the program that loads them. What they
# recorded outlives them, and what is loaded at the same address later is something else.
. "$(dirname "$0")/../lib/check.sh"

include=$PWD
cd "$scratch" || exit 1

cat >plugin.c <<'END_OF_C'
#include "gputime.h"
void record(int times);
void record(int times)
{
    int i;
    for (i = 0; i < times; i++) GT_SCOPE(NAME) {}
}
END_OF_C

# program STEP...: NAME.so runs that plugin 10 times and unloads it, `keep:NAME.so` keeps it; other words name a step.
cat >program.c <<'END_OF_C'
#define GPUTIME_IMPLEMENTATION
#include "gputime.h"
#include <dlfcn.h>

static void *last_address;

static int run_plugin(const char *file, int unload)
{
    void (*record)(int);
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        fprintf(stderr, "%s\n", dlerror());
        return 1;
    }
    *(void **)&record = dlsym(library, "record");
    if (last_address) printf("address: %s\n", *(void **)&record == last_address ? "same" : "other");
    last_address = *(void **)&record;
    record(10);
    return unload ? dlclose(library) : 0;
}
static void show(void)
{
    gt_snapshot snap;
    size_t i;
    if (gt_snapshot_take(&snap)) exit(1);
    for (i = 0; i < snap.count; i++) {
        const gt_series *s = &snap.series[i];
        const char *slash = strrchr(s->file, '/');
        printf("series: %s %lu %s\n", s->path, (unsigned long)s->n, slash ? slash + 1 : s->file);
    }
    gt_snapshot_free(&snap);
}
int main(int argc, char **argv)
{
    int i, k, failed = 0;
    for (i = 1; i < argc; i++) {
        const char *step = argv[i];
        if (!strcmp(step, "report")) failed |= gt_report(stdout) != GT_OK;
        else if (!strcmp(step, "csv")) failed |= gt_write_csv(stdout) != GT_OK;
        else if (!strcmp(step, "reset")) gt_reset();
        else if (!strcmp(step, "show")) show();
        else if (!strcmp(step, "own")) for (k = 0; k < 10; k++) GT_SCOPE("own") {}
        else if (!strncmp(step, "keep:", 5)) failed |= run_plugin(step + 5, 0);
        else failed |= run_plugin(step, 1);
    }
    return failed;
}
END_OF_C

plugin() {      # FILE NAME
    $CC -std=gnu99 -O1 -shared -fPIC -I"$include" -DNAME="\"$2\"" -o "$1" plugin.c
}

if ! plugin probe.so probe 2>build.log ||
    ! $CC -std=gnu99 -O1 -rdynamic -pthread -I"$include" -o program program.c -lm -ldl 2>>build.log; then
    sed 's/^/# /' build.log
    echo "skip test_plugin: $CC makes no shared objects here"
    exit 0
fi
plugin ./one.so 'plugin one'
plugin ./two.so 'plugin two'

run() {
    ./program "$@" >output 2>&1
    status=$?
    cat output
    [ $status -eq 0 ] || { echo "exit status $status of: program $*"; return 1; }
}
series() { grep -c "^series: $1 $2 $3\$" output; }      # NAME SAMPLES FILE: how many such rows

report_after_an_unload_works_and_has_the_name() {
    run ./one.so report csv show || return 1
    grep -q '^ *plugin one  *10 ' output && [ "$(series 'plugin one' 10 plugin.c)" -eq 1 ]
}
unload_after_a_report_and_a_reset_leaves_nothing_that_crashes() {
    run ./one.so report reset report own show || return 1
    [ "$(series own 10 program.c)" -eq 1 ]
}
reset_after_an_unload_leaves_nothing_that_crashes() {
    run keep:./one.so reset ./two.so report reset own report show || return 1
    [ "$(series own 10 program.c)" -eq 1 ]
}
plugin_at_the_address_of_another_has_a_series_of_its_own() {
    run ./one.so ./two.so show report || return 1
    [ "$(series 'plugin one' 10 plugin.c)" -eq 1 ] && [ "$(series 'plugin two' 10 plugin.c)" -eq 1 ]
}
plugins_that_take_turns_at_one_address_keep_their_samples_apart() {
    run ./one.so ./two.so ./one.so own ./two.so ./one.so show report || return 1
    [ "$(series 'plugin one' 30 plugin.c)" -eq 1 ] && [ "$(series 'plugin two' 20 plugin.c)" -eq 1 ] &&
        [ "$(series own 10 program.c)" -eq 1 ]
}
plugins_that_stay_are_apart_too() {
    run keep:./one.so keep:./two.so keep:./one.so show || return 1
    [ "$(series 'plugin one' 20 plugin.c)" -eq 1 ] && [ "$(series 'plugin two' 10 plugin.c)" -eq 1 ]
}

# Without this the facts above would be about something else.
second_plugin_comes_to_the_address_of_the_first() {
    run ./one.so ./two.so && grep -q '^address: same$' output
}
if second_plugin_comes_to_the_address_of_the_first >check.log 2>&1; then
    echo 'ok second_plugin_comes_to_the_address_of_the_first'
else
    echo 'skip second_plugin_comes_to_the_address_of_the_first: the loader gave it another address'
fi
check report_after_an_unload_works_and_has_the_name
check unload_after_a_report_and_a_reset_leaves_nothing_that_crashes
check reset_after_an_unload_leaves_nothing_that_crashes
check plugin_at_the_address_of_another_has_a_series_of_its_own
check plugins_that_take_turns_at_one_address_keep_their_samples_apart
check plugins_that_stay_are_apart_too
