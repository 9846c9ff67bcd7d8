/* bench_late.c - how late kernels start: known ones, which wait for nothing, and new ones, which most drivers compile at
   their first launch; and how much of that time the process computes. The constants of >>inference in gputime.h are set
   against this. The device is the one of GT_DEVICE.
   BUILD  cc -O2 -I. tests/bench/bench_late.c -o bench_late -lOpenCL -lm */
/* link: OpenCL */

#define _GNU_SOURCE     /* sched_setaffinity */
#define CL_TARGET_OPENCL_VERSION 120
#define GPUTIME_IMPLEMENTATION
#include "gputime_cl.h"
#include "bench.h"

static gt_cl cl;

static cl_kernel made(unsigned long number) {      /* a kernel that no cache of the driver has */
    char text[256];
    const char *source = text;
    snprintf(text, sizeof text, "kernel void k(global float *x) { size_t i = get_global_id(0); float s = x[i]; "
             "for (int j = 0; j < 64; j++) s = s * 1.000001f + %lu.5f; x[i] = s; }", number);
    cl_int code;
    cl_program program = clCreateProgramWithSource(cl.context, 1, &source, NULL, &code);
    if (code == CL_SUCCESS) code = clBuildProgram(program, 1, &cl.device, "", NULL, NULL);
    cl_kernel kernel = code == CL_SUCCESS ? clCreateKernel(program, "k", &code) : NULL;
    if (program) clReleaseProgram(program);
    return code == CL_SUCCESS ? kernel : NULL;
}
static void launch(const char *name, cl_kernel kernel, cl_mem x) {
    const size_t n = 4096;
    gt_cl_scope s = gt_cl_scope_begin(cl.queue, name);
    cl_int code = clSetKernelArg(kernel, 0, sizeof x, &x);
    code |= clEnqueueNDRangeKernel(cl.queue, kernel, 1, NULL, &n, NULL, 0, NULL, GT_EVENT);
    gt_cl_scope_end(&s);
    if (code != CL_SUCCESS) exit(1);
}
static int larger(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}
static void show(const gt_snapshot *run, const char *name) {
    const gt_series *s = gt_snapshot_find(run, name);
    size_t n = 0;
    double *late = s ? (double *)malloc(2 * s->kept * sizeof *late) : NULL, *cpu = late ? late + s->kept : NULL;
    for (size_t i = 0; late && i < s->kept; i++) {
        const gt_sample row = gt_series_sample(s, i);
        if (!(row.late_ns >= 0) || !(row.cpu_us >= 0)) continue;
        late[n] = row.late_ns;
        cpu[n++] = (1e3 * row.cpu_us - row.device_ns) / row.late_ns;
    }
    if (!n) {
        printf("%-18s no stamps\n", name);
        return;
    }
    qsort(late, n, sizeof *late, larger);
    qsort(cpu, n, sizeof *cpu, larger);
    printf("%-18s %6zu %10.3f %10.3f %10.3f %10.3f %9.2f %9.2f\n", name, n, 1e-6 * late[0], 1e-6 * late[n / 2],
           1e-6 * late[n - 1 - n / 1000], 1e-6 * late[n - 1], cpu[0], cpu[n / 2]);
    free(late);
}
int main(int argc, char **argv) {
    const bench_options o = bench_read_options(argc, argv, "how late known and new kernels start", 4000, 1000);
    const unsigned long seed = (unsigned long)time(NULL) % 1000000 * 1000;
    gt_snapshot run;
    cl_int code;
    if (gt_cl_open(&cl, NULL)) return gt_fail(stderr);
    cl_mem x = clCreateBuffer(cl.context, CL_MEM_READ_WRITE, 4096 * sizeof(float), NULL, &code);
    cl_kernel known = made(seed);
    if (code != CL_SUCCESS || !known) return 1;
    launch("warm", known, x);
    for (int i = 0; i < o.rounds; i++) launch("known", known, x);
    for (int i = 0; i < o.rounds / 40; i++) {
        cl_kernel kernel = made(seed + 1 + (unsigned long)i);
        if (!kernel) return 1;
        launch("new", kernel, x);
        launch("new, again", kernel, x);
        clReleaseKernel(kernel);
    }
    if (gt_snapshot_take(&run) != GT_OK) return 1;
    printf("%s\nfrom SUBMIT to START, ms; computed: processor time beyond the execution, by that time\n"
           "%-18s %6s %10s %10s %10s %10s %9s %9s\n", cl.name, "launches", "n", "least", "median", "99.9 %",
           "most", "computed", "median");
    show(&run, "known");
    show(&run, "new");
    show(&run, "new, again");
    gt_snapshot_free(&run);
    clReleaseKernel(known);
    clReleaseMemObject(x);
    gt_cl_close(&cl);
    return 0;
}
