/* bench_phase.c - what phases and events cost beside the same done by hand: clFinish and a clock around each launch of
   an empty kernel, with and without its event and the four stamps; and 200 launches with their events in one scope. The
   ways alternate in random order; a round gives one ratio of each pair. The device is the one of GT_DEVICE.
   Tracy collects at 0.94 of the code by hand, since its zone does not wait for the queue before it begins: by hand
   without the first clFinish is 0.941 on an H100 (25.8 to 27.4 us).
   BUILD  cc -O2 -I. tests/bench/bench_phase.c -o bench_phase -lOpenCL -lm */
/* link: OpenCL */

#define _GNU_SOURCE     /* sched_setaffinity */
#define CL_TARGET_OPENCL_VERSION 120
#define GPUTIME_IMPLEMENTATION
#include "gputime_cl.h"
#include "bench.h"

enum { LAUNCHES = 200, PAIRS = 3, WAYS = 2 * PAIRS };
static const struct { const char *what; double bar; } pairs[PAIRS] = {
    { "GT_SCOPE_CL around each launch, to clFinish and clock by hand", 1.05 },
    { "GT_SCOPE_CL and GT_EVENT, to clFinish, clock, and four stamps by hand", 1.03 },
    { "GT_SCOPE_CL around 200 launches with GT_EVENT, to 200 events by hand", 1.03 }
};
static gt_cl cl;
static cl_kernel kernel;
static uint64_t sum;

static cl_int launch(cl_event *event) {
    const size_t one = 1;
    return clEnqueueNDRangeKernel(cl.queue, kernel, 1, NULL, &one, NULL, 0, NULL, event);
}
static cl_int stamps(cl_event event) {
    cl_ulong t[4];
    cl_int code = CL_SUCCESS;
    int i;
    for (i = 0; i < 4; i++) code |= clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_QUEUED + (cl_uint)i,
                                                            sizeof t[i], &t[i], NULL);
    sum += t[3] - t[2];
    return code | clReleaseEvent(event);
}
static cl_int by_hand(int with_event) {
    cl_event event = NULL;
    uint64_t begin;
    cl_int code = clFinish(cl.queue);
    begin = bench_begin();
    code |= launch(with_event ? &event : NULL) | clFinish(cl.queue);
    sum += bench_end() - begin;
    return with_event ? code | stamps(event) : code;
}
static BENCH_NOINLINE double ticks_of(int way, int *failed) {    /* of so many launches */
    static cl_event events[LAUNCHES];
    const uint64_t begin = bench_begin();
    int i;
    switch (way) {
    case 0: for (i = 0; i < LAUNCHES; i++) *failed |= by_hand(0); break;
    case 1: for (i = 0; i < LAUNCHES; i++) GT_SCOPE_CL(cl.queue, "phase") *failed |= launch(NULL); break;
    case 2: for (i = 0; i < LAUNCHES; i++) *failed |= by_hand(1); break;
    case 3: for (i = 0; i < LAUNCHES; i++) GT_SCOPE_CL(cl.queue, "phase with its event") *failed |= launch(GT_EVENT);
        break;
    case 4:
        *failed |= clFinish(cl.queue);
        for (i = 0; i < LAUNCHES; i++) *failed |= launch(&events[i]);
        *failed |= clFinish(cl.queue);
        for (i = 0; i < LAUNCHES; i++) *failed |= stamps(events[i]);
        break;
    default: GT_SCOPE_CL(cl.queue, "200 events") for (i = 0; i < LAUNCHES; i++) *failed |= launch(GT_EVENT);
    }
    return (double)(bench_end() - begin);
}

int main(int argc, char **argv) {
    const bench_options o = bench_read_options(argc, argv, "bench_phase: phases and events beside the same by hand",
                                               101, 41);
    double *ticks[WAYS], scale;
    int failed = 0, way, round, pair;
    cl_program program;
    if (gt_cl_open(&cl, NULL) != GT_OK) {
        printf("no OpenCL device\n");
        return 0;
    }
    program = gt_cl_program(&cl, "kernel void nothing(void) {}", "", "bench");
    kernel = program ? clCreateKernel(program, "nothing", NULL) : NULL;
    if (!kernel) return gt_fail(stderr);
    printf("bench_phase: %s; groups of %d launches, %d rounds\n", cl.name, LAUNCHES, o.rounds);
    bench_print_core(bench_pin());
    scale = 1e-3 * bench_side_by_side(ticks, WAYS, o.rounds, 2, ticks_of, &failed) / LAUNCHES;
    for (pair = 0; pair < PAIRS; pair++) {
        double *hand = ticks[2 * pair], *kit = ticks[2 * pair + 1];
        for (round = 0; round < o.rounds; round++) kit[round] /= hand[round];
        printf("by hand: %.2f us a launch\n", scale * bench_median(hand, o.rounds));
        bench_bar(pairs[pair].what, kit, o.rounds, pairs[pair].bar);
    }
    for (way = 0; way < WAYS; way++) free(ticks[way]);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    gt_cl_close(&cl);
    return failed || !sum;
}
