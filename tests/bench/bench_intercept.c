/* bench_intercept.c - what a launch costs more with calls.h than with an event that the program takes by hand.
   Groups of launches of an empty kernel, on the host's clock, from the first call until the last one has returned; then
   clFinish, which is not timed. The four ways alternate in random order; a round gives one difference a way and launch.
   The device is the one of GT_DEVICE, as in all programs of the kit.
   BUILD  cc -O2 -I. tests/bench/bench_intercept.c -o bench_intercept -lOpenCL -lm */
/* link: OpenCL */

#define _GNU_SOURCE     /* sched_setaffinity */
#define CL_TARGET_OPENCL_VERSION 120
#define GPUTIME_IMPLEMENTATION
#include "gputime_cl.h"
#include "calls.h"
#include "calls.h"      /* once more: for the calls of this file */
#include "bench.h"

enum { LAUNCHES = 32, WAYS = 4 };
static const char *const ways[WAYS] = { "event by hand", "GT_EVENT", "intercepted, in a scope",
                                        "intercepted, event wanted" };
static gt_cl cl;
static cl_kernel kernel;

/* (clFinish)(...) and (clEnqueueNDRangeKernel)(...): the calls themselves, not what the kit has in their place. */
#define LAUNCH(call, event) call(cl.queue, kernel, 1, NULL, &one, NULL, 0, NULL, event)
#define GROUP(call, event) do { \
        begin = bench_read(); \
        for (i = 0; i < LAUNCHES; i++) failed |= LAUNCH(call, event); \
        ticks = bench_read() - begin; \
        failed |= (clFinish)(cl.queue); \
    } while (0)

static BENCH_NOINLINE double group_ticks(int way, int *failed_ever) {
    static cl_event events[LAUNCHES];
    const size_t one = 1;
    uint64_t begin = 0, ticks = 0;
    int i, failed = 0;
    switch (way) {
    case 0: GROUP((clEnqueueNDRangeKernel), &events[i]); break;
    case 1: GT_SCOPE("taken by GT_EVENT") GROUP((clEnqueueNDRangeKernel), GT_EVENT); break;
    case 2: GT_SCOPE("intercepted") GROUP(clEnqueueNDRangeKernel, NULL); break;
    default: GT_SCOPE("intercepted, with an event") GROUP(clEnqueueNDRangeKernel, &events[i]); break;
    }
    for (i = 0; i < LAUNCHES && way != 1 && way != 2; i++) failed |= way ? clReleaseEvent(events[i])
                                                                         : (clReleaseEvent)(events[i]);
    *failed_ever |= failed;
    return (double)ticks / LAUNCHES;
}

int main(int argc, char **argv) {
    const bench_options o =
        bench_read_options(argc, argv, "bench_intercept: a launch with calls.h", 2000, 300);
    double *ns[WAYS], scale;
    int failed = 0, way, round;
    cl_program program;
    if (gt_cl_open(&cl, NULL) != GT_OK) {
        printf("no OpenCL device\n");
        return 0;
    }
    program = gt_cl_program(&cl, "kernel void nothing(void) {}", "", "bench");
    kernel = program ? clCreateKernel(program, "nothing", NULL) : NULL;
    if (!kernel) return gt_fail(stderr);
    printf("bench_intercept: %s; groups of %d launches, %d rounds\n", cl.name, LAUNCHES, o.rounds);
    bench_print_core(bench_pin());
    scale = bench_side_by_side(ns, WAYS, o.rounds, 20, group_ticks, &failed);
    for (way = WAYS; way-- > 0;)
        for (round = 0; round < o.rounds; round++)
            ns[way][round] = scale * (ns[way][round] - (way ? ns[0][round] : 0)) * 1e-3;
    for (way = 1; way < WAYS; way++) {
        char what[80];
        snprintf(what, sizeof what, "%s: at most 0.2 us more a launch", ways[way]);
        bench_bar(what, ns[way], o.rounds, 0.2);
    }
    printf("a launch, event by hand: %.2f us\n", bench_median(ns[0], o.rounds));
    for (way = 0; way < WAYS; way++) free(ns[way]);
    (clReleaseKernel)(kernel);
    (clReleaseProgram)(program);
    gt_cl_close(&cl);
    return failed ? 1 : 0;
}
