/* link: simcl */
/* test_large.c - what a scope with very many commands takes: memory, and time at its end. Each case runs in a process
   of its own, which has had no memory to use again. */
#include "test.h"

#include "kit_cl.h"
#include "calls.h"

#include "lone.h"
#include "rig.h"

/* 160 bytes of a command are its row, 8 its event, 72 its sample, as many those in which its account is made. What does
   not grow with the commands is left in. */
enum { LARGE = 1000000, BYTES_MOST = 300 };

static double most_bytes(void) {        /* that the process has had in memory at once */
    struct rusage u;
    return getrusage(RUSAGE_SELF, &u) ? 0 : 1024 * (double)u.ru_maxrss;
}
static void enqueue(size_t n, size_t between, int seen) {       /* seen: by calls.h */
    const size_t items = 64;
    for (size_t i = 1; i <= n; i++) {
        if (seen) clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL, NULL);
        else (clEnqueueNDRangeKernel)(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL, GT_EVENT);
        if (i % between == 0) clFinish(rig_queue);
    }
}
static int is_small(int host, size_t between, int seen) {
    simcl_script s = {0};
    gt_snapshot run;
    s.no_log = 1;
    rig_open(&s, 0);
    const double before = most_bytes();
    gt_scope around = host ? gt_scope_begin("large") : (gt_scope){0};
    gt_cl_scope phase = host ? (gt_cl_scope){0} : gt_cl_scope_begin(rig_queue, "large");
    enqueue(LARGE, between, seen);
    const double begin = lone_seconds(CLOCK_PROCESS_CPUTIME_ID);
    if (host) gt_scope_end(&around);
    else gt_cl_scope_end(&phase);
    printf("%d commands: %.0f bytes each; their scope ends in %.2f s\n", LARGE, (most_bytes() - before) / LARGE,
           lone_seconds(CLOCK_PROCESS_CPUTIME_ID) - begin);
    CHECK(SANITIZED || most_bytes() - before < (double)LARGE * BYTES_MOST);     /* it has memory of its own */
    CHECK_EQUAL(gt_snapshot_take(&run), GT_OK);
    const gt_series *large = gt_snapshot_find(&run, "large");
    CHECK(large && large->n == 1);
    const gt_sample row = gt_series_sample(large, 0);
    double sum = 0;
#define ADD(field, title) sum += row.field##_ns;
    GT_PARTS(ADD)
    CHECK(!(row.commands < LARGE) && !(sum < large->ns[0]) && !(sum > large->ns[0]));
    gt_snapshot_free(&run);
    return 0;
}
LONE(a_command_of_a_large_phase_takes_300_bytes_at_most, 60) { return is_small(0, LARGE, 0); }
LONE(a_command_of_a_large_host_scope_takes_300_bytes_at_most, 60) { return is_small(1, 1000, 0); }
LONE(a_launch_that_calls_h_sees_takes_300_bytes_at_most, 60) { return is_small(0, 100000, 1); }
/* Rows behind the used ones are in memory, so that no page fault falls between two readings of the clock, but only so
   many that they stay in the processor's caches. */
LONE(few_rows_behind_the_used_ones_are_in_memory, 60) {
    simcl_script s = {0};
    struct rusage before, after;
    rig_open(&s, 0);
    gt_scope around = gt_scope_begin("large");
    for (int i = 0; i < 50; i++) {
        enqueue(1001, 1000, 0);
        const gt_commands_ *c = &gt_cl_mine_.rows;
        CHECK(gt_cl_mine_.full > c->used && gt_cl_mine_.touched < c->used + 1500);
        if (getrusage(RUSAGE_SELF, &before)) abort();
        memset(c->row + c->used, 0, (gt_cl_mine_.full - c->used) * sizeof *c->row);
        if (getrusage(RUSAGE_SELF, &after)) abort();
        CHECK_EQUAL(after.ru_minflt, before.ru_minflt);
    }
    gt_scope_end(&around);
    return 0;
}

/* Events of calls that calls.h saw, in the scope or before it, and of calls that it did not see: how long one takes to
   hand over, and whether its command counts once. */
static double handing_seconds(size_t n, int how) {
    const size_t items = 64;
    simcl_script s = {0};
    gt_snapshot run;
    s.no_log = 1;
    rig_open(&s, 0);
    cl_event *event = (cl_event *)calloc(n, sizeof *event);
    double seconds = -1;
    if (!event) abort();
    for (size_t i = 0; how == 1 && i < n; i++)
        clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL, &event[i]);
    GT_SCOPE_CL(rig_queue, "handed") {
        clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL, NULL);
        for (size_t i = 0; how == 0 && i < n; i++)
            clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL, &event[i]);
        for (size_t i = 0; how == 2 && i < n; i++)
            (clEnqueueNDRangeKernel)(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL, &event[i]);
        seconds = lone_seconds(CLOCK_PROCESS_CPUTIME_ID);
        for (size_t i = 0; i < n; i++) if (gt_cl_event_add(event[i * 7919 % n], NULL, 0) != GT_OK) abort();
        seconds = lone_seconds(CLOCK_PROCESS_CPUTIME_ID) - seconds;
    }
    for (size_t i = 0; i < n; i++) clReleaseEvent(event[i]);
    if (gt_snapshot_take(&run) != GT_OK) abort();
    const gt_series *handed = gt_snapshot_find(&run, "handed");
    if (!handed || gt_series_sample(handed, 0).commands != (double)n + 1) abort();
    gt_snapshot_free(&run);
    free(event);
    rig_close();
    gt_reset();
    return seconds;
}
LONE(cost_of_handing_an_event_over_does_not_grow_with_their_number, 100) {
    enum { FEW = 1000, MANY = 8 * FEW };            /* more would measure the caches of a busy processor */
    for (int how = 0; how < 3; how++)               /* the square is 64 */
        CHECK(!lone_grows(handing_seconds, how, FEW, MANY, 45, 0));
    return 0;
}

int main(void) { return test_all(NULL, NULL); }
