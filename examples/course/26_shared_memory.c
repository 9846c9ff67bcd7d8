/* 26_shared_memory.c - buffers with copies, or memory that host and device share?

   WHAT IT SHOWS   Shared virtual memory (OpenCL 2.0) has one address on both sides: pointers stay valid, and nothing is
                   copied by hand. Memory of the coarse grain: the host maps what it touches, and a copy may hide in the
                   map. Memory of the fine grain needs no map, only an order. Where the copies go shows only if all
                   steps of a program are timed: fill, hand over, add, take back, read. Where a device lacks one of both
                   kinds, the program says so, and its claims stay open.
   WHAT TO SEE     each step and their sum, for three ways; where the time of the copies went */

#include "lib/shared.h"

enum { STEPS = 5 };
static const char *const ways[WAYS] = { "buffers, copies", "coarse grain, mapped", "fine grain" };
static const char *const steps[STEPS] = { "fill", "hand over", "add", "take back", "read" };
static const ex_claim claims[] = {
    { "shared memory saves copies: buffers take over 1.1 times as long as the coarse grain", "buffers, copies", EX_OVER,
      1.1, "coarse grain, mapped", 1 },
    { "shared memory saves copies: buffers take over 1.1 times as long as the fine grain", "buffers, copies", EX_OVER,
      1.1, "fine grain", 1 },
    { "the kernel is no slower in shared memory: under 1.1 times as long", "coarse grain, mapped/add", EX_UNDER, 1.1,
      "buffers, copies/add", 1 }
};
/* What a program does in a round, with other data each time: the sum of a step before cannot pass. 1: it was right. */
static int once(const sums *s, int way, int round)
{
    float *const a = s->x[way][0], *const b = s->x[way][1], *const c = s->x[way][2];
    const size_t bytes = s->n * sizeof(float);
    const float add = (float)(round % 1000);
    double sum = 0;
    size_t k, wrong = 0;
    gt_scope whole = gt_scope_begin(ways[way]);
    cl_uint i;
    GT_SCOPE_CL(s->queue, "fill") {
        for (i = 0; i < 2 && way == COARSE; i++) map(s, (int)i, CL_MAP_WRITE_INVALIDATE_REGION);
        for (k = 0; k < s->n; k++) {
            a[k] = (float)(k % 4096);
            b[k] = add;
        }
    }
    GT_SCOPE_CL(s->queue, "hand over")
        for (i = 0; i < 2; i++) {
            if (way == COPIES)
                GT_CL(clEnqueueWriteBuffer(s->queue, s->m[i], CL_FALSE, 0, bytes, i ? b : a, 0, NULL, GT_EVENT));
            if (way == COARSE) unmap(s, (int)i);
        }
    GT_SCOPE_CL(s->queue, "add") {
        for (i = 0; i < 3; i++) argument(s, way, i);
        GT_CL(clEnqueueNDRangeKernel(s->queue, s->kernel[way], 1, NULL, &s->n, NULL, 0, NULL, GT_EVENT));
    }
    GT_SCOPE_CL(s->queue, "take back") {
        if (way == COPIES)
            GT_CL(clEnqueueReadBuffer(s->queue, s->m[2], CL_FALSE, 0, bytes, c, 0, NULL, GT_EVENT));
        if (way == COARSE) map(s, 2, CL_MAP_READ | CL_MAP_WRITE);
    }
    GT_SCOPE("read") for (k = 0; k < s->n; k++) sum += (double)c[k];
    gt_scope_end(&whole);
    for (k = 0; k < s->n; k++) wrong += c[k] != (float)(k % 4096) + add;
    if (way == COARSE) unmap(s, 2);
    return (!wrong && sum > 0) || ex_wrong(ways[way]);
}

int main(int argc, char **argv)
{
    static const ex_about about = { "26_shared_memory", "Adds arrays in buffers and in shared virtual memory: each "
        "step that a program takes.", "device quick repeat budget csv", 8, 1.5, NULL };
    ex_options o = ex_options_read(argc, argv, &about);
    int right = 0, way, k;
    sums s;
    gt_cl cl;
    cl_program program = ex_open(&o, &cl, "sum_arrays.cl");

    if (!program) return 1;
    if (sums_open(&s, &cl, program, (size_t)1 << (o.quick ? 20 : 23)))
        for (way = 0, right = 1; way < WAYS; way++) right = (!s.x[way][0] || once(&s, way, 1)) && right;
    right = right && sums_edges(&s);
    gt_reset();                                         /* not counted: late compilation, first touch */
    while (right && ex_more(&o, claims, EX_COUNT(claims)))
        for (k = 0; k < WAYS; k++) {
            way = (o.rounds + k) % WAYS;
            if (s.x[way][0]) right = once(&s, way, o.rounds + 1) && right;
        }
    for (way = COARSE; way < WAYS; way++)
        if (!s.x[way][0]) printf("%s: this device or its headers have no such shared memory.\n", ways[way]);
    printf("%lu elements; medians, ms", (unsigned long)s.n);
    for (way = 0; way < WAYS; way++) printf(" %20s", ways[way]);
    for (k = 0; k <= STEPS; k++) {
        printf("\n%-25s", k < STEPS ? steps[k] : "all");
        for (way = 0; way < WAYS; way++) printf(" %20s", ex_ms_text(ex_path(ways[way], k < STEPS ? steps[k] : "")));
    }
    printf("\n\n");
    ex_report(claims, EX_COUNT(claims));
    sums_close(&s, &cl);
    return ex_close(&o, &cl, program, right);
}
