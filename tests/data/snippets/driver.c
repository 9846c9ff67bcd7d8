/* What holds with every OpenCL driver: a phase around a kernel, its device time or the reason why it has none. Each
   line says what it checks, the last one how many held. For make portable; argument: a word in the platform's name. */
#define GPUTIME_IMPLEMENTATION
#include "gputime_cl.h"
#include <stdlib.h>

static int held, failed;
static void check(int holds, const char *what) {
    printf("%s %s\n", holds ? "ok" : "not ok", what);
    if (holds) held++;
    else failed++;
}

enum { SAMPLES = 12, ITEMS = 256, STEPS = 500 };
static const char source[] =
    "kernel void iterate(global const uint *x, global uint *y, const uint steps) {\n"
    "    uint v = x[get_global_id(0)];\n"
    "    for (uint i = 0; i < steps; i++) v = 1664525u * v + 1013904223u;\n"
    "    y[get_global_id(0)] = v;\n"
    "}\n";
static cl_uint numbers[ITEMS], expected[ITEMS];

static void phases(const gt_cl *cl, cl_mem x, cl_mem y, cl_kernel kernel) {
    const size_t global = ITEMS;
    const cl_uint steps = STEPS;
    int pass, wrong = 0, i;
    for (i = 0; i < ITEMS; i++) {
        cl_uint v = numbers[i] = (cl_uint)i * 2654435761u, s;
        for (s = 0; s < steps; s++) v = 1664525u * v + 1013904223u;
        expected[i] = v;
    }
    check(!GT_CL(clSetKernelArg(kernel, 0, sizeof x, &x)) && !GT_CL(clSetKernelArg(kernel, 1, sizeof y, &y)) &&
          !GT_CL(clSetKernelArg(kernel, 2, sizeof steps, &steps)), "arguments");
    check(GT_CL(clEnqueueWriteBuffer(cl->queue, x, CL_TRUE, 0, sizeof numbers, numbers, 0, NULL, NULL)) == CL_SUCCESS,
          "a buffer is written");
    check(gt_cl_warm_kernel(cl->queue, kernel, 1, NULL, &global, NULL) == GT_OK, "a kernel is warmed up");
    for (pass = 0; pass < SAMPLES; pass++)
        GT_SCOPE_CL(cl->queue, "compute")
            GT_CL(clEnqueueNDRangeKernel(cl->queue, kernel, 1, NULL, &global, NULL, 0, NULL, GT_EVENT));
    GT_SCOPE_CL(cl->queue, "copy")
        GT_CL(clEnqueueReadBuffer(cl->queue, y, CL_TRUE, 0, sizeof numbers, numbers, 0, NULL, GT_EVENT));
    for (i = 0; i < ITEMS; i++) wrong += numbers[i] != expected[i];
    check(!wrong, "the results are right");
}
/* A device time lies within its phase, and is no instant; else the report says what is wrong with the stamps. */
static void check_times(void) {
    gt_snapshot shown;
    const gt_series *s;
    size_t i, known = 0, within = 0;
    uint64_t broken = 0;
    check(gt_snapshot_take(&shown) == GT_OK, "a snapshot");
    s = gt_snapshot_find(&shown, "compute");
    check(s && s->n == SAMPLES && s->stats.min > 0, "each phase is a sample");
    for (i = 0; s && i < s->kept; i++) {
        const gt_sample row = gt_series_sample(s, i);
        if (!(row.device_ns >= 0)) continue;
        known++;
        within += row.device_ns > 20 && row.device_ns <= 1.001 * s->ns[i] + 1000;
    }
    for (i = 0; s && i < sizeof s->broken / sizeof s->broken[0]; i++) broken += s->broken[i];
    printf("%.0f device times, %.0f of them within their phase; %.0f commands with unusable stamps\n", (double)known,
           (double)within, (double)broken);
    check(known == within && known + broken >= SAMPLES, "device times are right, or refused");
    check(!s || s->unsynced + s->failed + s->wrong_queue == 0, "no command is said to run on or to have failed");
    gt_snapshot_free(&shown);
}

int main(int count, char **word) {
    gt_cl cl;
    cl_program program;
    cl_kernel kernel;
    cl_mem x, y;
    cl_int err = 0;
    if (gt_cl_open(&cl, count > 1 ? word[1] : NULL)) return gt_fail(stdout);
    printf("%s, %s, stamps of %.0f ns\n", cl.platform_name, cl.name, cl.resolution_ns);
    program = gt_cl_program(&cl, source, NULL, "iterate");
    if (!program) return gt_fail(stdout);
    kernel = clCreateKernel(program, "iterate", &err);
    x = clCreateBuffer(cl.context, CL_MEM_READ_WRITE, sizeof numbers, NULL, NULL);
    y = clCreateBuffer(cl.context, CL_MEM_READ_WRITE, sizeof numbers, NULL, NULL);
    check(err == CL_SUCCESS && x && y, "kernel and buffers");
    phases(&cl, x, y, kernel);
    check_times();
    check(gt_report(stdout) == GT_OK, "a report without an error");
    clReleaseMemObject(x);
    clReleaseMemObject(y);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    gt_cl_close(&cl);
    printf("%d of %d\n", held, held + failed);
    return failed != 0;
}
