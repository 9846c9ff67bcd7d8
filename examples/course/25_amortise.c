/* 25_amortise.c - how often must data be used before the device is worth the way there?

   WHAT IT SHOWS   Send, process N times, receive: copies are paid once, each use once more. A loop on the host pays for
                   no copies. So the device loses at one use, if the work is light, and wins from some N on. Memory
                   that is used for the first time is a second price that is paid once: buffers that are new in each
                   pass, against buffers that were used before. Both prices become smaller a use, and smaller beside
                   more work an element.
   WHAT TO SEE     ms a use, at 1 to 64 uses: where "device" falls below "host"; the price of new buffers, as a part
                   of the time, at 1 to 64 uses, and at 1 to 64 steps an element

   After A. Moss, "Advanced Multicore Programming", "Typical Workload", and "Data warm up when measuring performance
   with C++ AMP", which has the first use of memory as a price that is amortised. */

#include "lib/chunks.h"

static const struct { int uses; cl_uint steps; } cases[] = {    /* steps: of each use, for an element */
    { 1, 1 }, { 2, 1 }, { 4, 1 }, { 8, 1 }, { 16, 1 }, { 32, 1 }, { 64, 1 }, { 64, 8 }, { 1, 8 }, { 1, 64 }
};
static const char *name_of(const char *where, int uses, cl_uint steps)
{
    static char name[16][64];
    static int next;
    char *text = name[next++ % 16];
    sprintf(text, "%s, %d use%s of %u", where, uses, uses > 1 ? "s" : "", steps);
    return text;
}
static cl_uint f(cl_uint v, cl_uint steps)      /* as kernels/iterate.cl */
{
    while (steps--) v = 1664525u * v + 1013904223u;
    return v;
}
/* Sends, processes so often, receives; in the buffers of p, or in new ones. A use reads what the one before wrote. */
static void on_device(const ex_chunks *p, const gt_cl *make, const char *name, int uses, cl_uint steps)
{
    const size_t bytes = p->n * sizeof *p->in;
    const cl_kernel kernel = p->kernel[0];
    cl_mem m[2] = { p->x[0], p->y[0] };
    gt_cl_scope timed;
    int i;
    for (i = 0; i < 2 && make; i++) m[i] = GT_CL_NEW(clCreateBuffer(make->context, 0, bytes, NULL, GT_CL_ERR));
    GT_CL(clSetKernelArg(kernel, 3, sizeof steps, &steps));
    timed = gt_cl_scope_begin(p->queue[0], name);
    GT_CL(clEnqueueWriteBuffer(p->queue[0], m[0], CL_FALSE, 0, bytes, p->in, 0, NULL, GT_EVENT));
    for (i = 0; i < uses; i++) {
        GT_CL(clSetKernelArg(kernel, 0, sizeof m[0], &m[i % 2]));
        GT_CL(clSetKernelArg(kernel, 1, sizeof m[0], &m[1 - i % 2]));
        GT_CL(clEnqueueNDRangeKernel(p->queue[0], kernel, 1, NULL, &p->n, NULL, 0, NULL, GT_EVENT));
    }
    GT_CL(clEnqueueReadBuffer(p->queue[0], m[uses % 2], CL_FALSE, 0, bytes, p->out, 0, NULL, GT_EVENT));
    gt_cl_scope_end(&timed);
    for (i = 0; i < 2 && make && m[i]; i++) GT_CL(clReleaseMemObject(m[i]));
}
static void on_host(const ex_chunks *p, const char *name, int uses, cl_uint steps)     /* one thread */
{
    gt_scope timed = gt_scope_begin(name);
    size_t i;
    int k;
    for (k = 0; k < uses; k++)
        for (i = 0; i < p->n; i++) p->out[i] = f(k ? p->out[i] : p->in[i], steps);
    gt_scope_end(&timed);
}
static int right(ex_chunks *p, cl_uint all)     /* each element; then nothing is left of them */
{
    size_t wrong;
    p->steps = all;
    wrong = ex_chunks_wrong(p);
    memset(p->out, 0xff, p->n * sizeof *p->out);
    return !wrong || ex_wrong("an element that was processed");
}
static int measured(ex_chunks *p, const gt_cl *cl, int uses, cl_uint steps)
{
    const cl_uint all = steps * (cl_uint)uses;
    int good;
    on_device(p, cl, name_of("new buffers", uses, steps), uses, steps);
    good = right(p, all);
    on_device(p, NULL, name_of("device", uses, steps), uses, steps);
    good = right(p, all) && good;
    on_host(p, name_of("host", uses, steps), uses, steps);
    return right(p, all) && good;
}
static void row(int uses, cl_uint steps)
{
    const double device = ex_ms(name_of("device", uses, steps)), fresh = ex_ms(name_of("new buffers", uses, steps));
    const double host = ex_ms(name_of("host", uses, steps));
    printf("%4d %10u %10.4f %10.4f %12.0f %%   %s\n", uses, steps, device / uses, host / uses,
           fresh > 0 ? 100 * (1 - device / fresh) : 0, device < host ? "device" : "host");
}

int main(int argc, char **argv)
{
    static const ex_about about = { "25_amortise", "Sends data, processes them 1 to 64 times, receives them; in new "
        "buffers and in used ones; and on the host.", "device quick repeat budget csv", 12, 2, NULL };
    static const ex_claim claims[] = {
        { "one light use is not worth the way: the device takes over 1.1 times as long as one thread of the host",
          "device, 1 use of 1", EX_OVER, 1.1, "host, 1 use of 1", 1 },
        { "64 uses are worth it: the device takes under 0.9 times as long as one thread of the host",
          "device, 64 uses of 8", EX_UNDER, 0.9, "host, 64 uses of 8", 1 },
        { "copies are paid once: a use of 64 takes under 0.8 times as long as one alone",
          "device, 64 uses of 1", EX_UNDER, 0.8, "device, 1 use of 1", 1.0 / 64 },
        { "new buffers cost the first use: one use takes over 1.1 times as long in them",
          "new buffers, 1 use of 1", EX_OVER, 1.1, "device, 1 use of 1", 1 },
        { "over 64 uses that becomes irrelevant: as long as in used buffers, within 10 %",
          "new buffers, 64 uses of 8", EX_SAME, 1.1, "device, 64 uses of 8", 1 },
        { "beside much work too: one use of 64 steps an element takes as long as in used buffers, within 10 %",
          "new buffers, 1 use of 64", EX_SAME, 1.1, "device, 1 use of 64", 1 }
    };
    ex_options o = ex_options_read(argc, argv, &about);
    int good = 0, i;
    ex_chunks p;
    gt_cl cl;
    cl_program program = ex_open(&o, &cl, "iterate.cl");

    if (!program) return 1;
    if (ex_chunks_open(&p, &cl, program, 1, (size_t)1 << (o.quick ? 18 : 20)) && ex_chunks_edges(&p)) {
        good = measured(&p, &cl, 2, 1);                 /* not counted: late compilation, first touch */
        gt_reset();
    }
    while (good && ex_more(&o, claims, EX_COUNT(claims)))
        for (i = 0; i < EX_COUNT(cases); i++) good = measured(&p, &cl, cases[i].uses, cases[i].steps) && good;
    printf("%lu elements; medians, ms a use; the price of buffers that are new, as a part of the time in them\n"
           "uses  steps each     device       host   new buffers   quicker\n", (unsigned long)p.n);
    for (i = 0; i < EX_COUNT(cases); i++) row(cases[i].uses, cases[i].steps);
    printf("\n");
    ex_report(claims, EX_COUNT(claims));
    ex_chunks_close(&p);
    return ex_close(&o, &cl, program, good);
}
