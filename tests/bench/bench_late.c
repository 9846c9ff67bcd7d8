/* bench_late.c - how late commands start, and how late the call of a transfer ends. Kernels are known ones, which wait
   for nothing; new ones, which most drivers compile at their first launch; and known ones behind work that was in the
   queue before their scope began. Of new ones also: how much of that time the process computes. The constants of
   >>inference and GT_STAGING_NS_ in gputime.h, and GT_CL_EARLIER_... in gputime_cl.h, are set against this. The device
   is the one of GT_DEVICE.
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
/* In a host scope that waits. before: a kernel that is in the queue already, for 2^16 values; NULL: none. */
static void waited(const char *name, cl_kernel kernel, cl_kernel before, cl_mem x) {
    const size_t n = 4096, many = 1 << 16;
    cl_int code = clSetKernelArg(kernel, 0, sizeof x, &x);
    if (before) code |= clEnqueueNDRangeKernel(cl.queue, before, 1, NULL, &many, NULL, 0, NULL, NULL);
    if (before) code |= clFlush(cl.queue);
    gt_scope s = gt_scope_begin(name);
    code |= clEnqueueNDRangeKernel(cl.queue, kernel, 1, NULL, &n, NULL, 0, NULL, GT_EVENT);
    code |= clFinish(cl.queue);
    gt_scope_end(&s);
    if (code != CL_SUCCESS) exit(1);
}
static double stamp(cl_event event, cl_profiling_info which) {
    cl_ulong ns = 0;
    (void)clGetEventProfilingInfo(event, which, sizeof ns, &ns, NULL);
    return (double)ns;
}
/* Returns for how long the call of a blocking transfer lasts beyond QUEUED to END, in ns. *length gets START to END. */
static double beyond(int reads, cl_mem x, char *host, size_t bytes, double *length) {
    cl_event event;
    const uint64_t t = gt_clock_ticks();
    cl_int code = reads ? clEnqueueReadBuffer(cl.queue, x, CL_TRUE, 0, bytes, host, 0, NULL, &event)
                        : clEnqueueWriteBuffer(cl.queue, x, CL_TRUE, 0, bytes, host, 0, NULL, &event);
    const double ns = gt_clock_ns(gt_clock_ticks() - t);
    if (code != CL_SUCCESS) exit(1);
    const double end = stamp(event, CL_PROFILING_COMMAND_END), queued = stamp(event, CL_PROFILING_COMMAND_QUEUED);
    *length = end - stamp(event, CL_PROFILING_COMMAND_START);
    clReleaseEvent(event);
    return ns - (end - queued);
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
static void show_row(const char *name, double *x, size_t n) {
    if (n) qsort(x, n, sizeof *x, larger);
    if (!n) printf("%-18s no stamps\n", name);
    else printf("%-18s %6zu %10.4f %10.4f %10.4f %10.4f\n", name, n, 1e-6 * x[0], 1e-6 * x[n / 2],
                1e-6 * x[n - 1 - n / 100], 1e-6 * x[n - 1]);
}
/* submit 1: from QUEUED to SUBMIT; 0: from QUEUED to START. */
static void show_wait(const gt_snapshot *run, const char *name, int submit) {
    const gt_series *s = gt_snapshot_find(run, name);
    double *x = s ? (double *)malloc(s->kept * sizeof *x) : NULL;
    size_t n = 0;
    for (size_t i = 0; x && i < s->kept; i++) {
        const gt_sample row = gt_series_sample(s, i);
        if (row.queue_ns >= 0) x[n++] = row.queue_ns + (submit ? 0 : row.submit_ns);
    }
    show_row(name, x, n);
    free(x);
}
/* Of each size: for how long the call lasts beyond its stamps, and that without four times START to END. */
static void show_transfers(int reads, cl_mem x, int rounds) {
    static char host[64 << 20];
    double *more = (double *)malloc(2 * (size_t)rounds * sizeof *more), length;
    char name[64];
    for (size_t bytes = 4; more && bytes <= sizeof host; bytes *= 64) {
        for (int i = 0; i < rounds; i++) {
            if (i % 8 == 0) memset(host, i, bytes);
            more[i] = beyond(reads, x, host, bytes, &length);
            more[rounds + i] = more[i] - 4 * length;
        }
        snprintf(name, sizeof name, "%s %zu B", reads ? "read" : "write", bytes);
        show_row(name, more, (size_t)rounds);
        show_row("  less 4 times", more + rounds, (size_t)rounds);
    }
    free(more);
}
int main(int argc, char **argv) {
    const bench_options o = bench_read_options(argc, argv, "how late known and new kernels start", 4000, 1000);
    const unsigned long seed = (unsigned long)time(NULL) % 1000000 * 1000;
    gt_snapshot run;
    cl_int code;
    if (gt_cl_open(&cl, NULL)) return gt_fail(stderr);
    cl_mem x = clCreateBuffer(cl.context, CL_MEM_READ_WRITE, (size_t)64 << 20, NULL, &code);
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
    for (int i = 0; i < o.rounds; i++) waited("idle", known, NULL, x);
    for (int i = 0; i < o.rounds / 10; i++) waited("behind a kernel", known, known, x);
    if (gt_snapshot_take(&run) != GT_OK) return 1;
    printf("%s\nfrom SUBMIT to START, ms; computed: processor time beyond the execution, by that time\n"
           "%-18s %6s %10s %10s %10s %10s %9s %9s\n", cl.name, "launches", "n", "least", "median", "99.9 %",
           "most", "computed", "median");
    show(&run, "known");
    show(&run, "new");
    show(&run, "new, again");
    for (int submit = 1; submit >= 0; submit--) {
        printf("from QUEUED to %s, ms, in a host scope that waits (the third figure: 99 %%)\n",
               submit ? "SUBMIT" : "START");
        show_wait(&run, "idle/kernel", submit);
        show_wait(&run, "behind a kernel/kernel", submit);
    }
    printf("how long the call of a blocking transfer lasts beyond QUEUED to END, ms (likewise)\n");
    for (int reads = 0; reads < 2; reads++) show_transfers(reads, x, o.rounds / 10);
    gt_snapshot_free(&run);
    clReleaseKernel(known);
    clReleaseMemObject(x);
    gt_cl_close(&cl);
    return 0;
}
