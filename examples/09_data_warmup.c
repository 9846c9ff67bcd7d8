/* 09_data_warmup.c - what does the first use of memory cost, and what warms memory up?

   WHAT IT SHOWS   Memory that nobody has used yet is not there yet: the first of five copies pays for it, page by page;
                   the four others do not. One element warms some devices' buffers, never host memory. A source that was
                   only read is one shared page of zeros: copies of it look faster than they are.
   WHAT TO SEE     the five columns of each row: the first against the others; the mean of five (last column)

   Each run has fresh memory. The settings take turns, one run of each is a round. */

#define _DEFAULT_SOURCE         /* MAP_ANONYMOUS */
#include "common.h"

#include <sys/mman.h>

enum { COPIES = 5 };
typedef enum warmth { COLD, ELEMENT, READ, WRITTEN } warmth;
static const struct setting { const char *name; int on_device; warmth source, target; } settings[] = {
    { "device: nothing warmed", 1, COLD, COLD }, { "device: source warmed", 1, WRITTEN, COLD },
    { "device: both warmed", 1, WRITTEN, WRITTEN }, { "device: one element of both", 1, ELEMENT, ELEMENT },
    { "host: nothing warmed", 0, COLD, COLD }, { "host: source warmed", 0, WRITTEN, COLD },
    { "host: both warmed", 0, WRITTEN, WRITTEN }, { "host: one element of both", 0, ELEMENT, ELEMENT },
    { "host: source only read", 0, READ, WRITTEN }
};
static const ex_claim claims[] = {
    { "device: of five copies of cold buffers the first takes over 1.1 times as long as the second",
      "device: nothing warmed, copy 1", EX_OVER, 1.1, "device: nothing warmed, copy 2", 1 },
    { "device: warming the source alone leaves a cost: the first copy takes over 1.1 times as long as with both warmed",
      "device: source warmed, copy 1", EX_OVER, 1.1, "device: both warmed, copy 1", 1 },
    { "device: one element warms a buffer: the first copy takes under 1.1 times as long as with both warmed",
      "device: one element of both, copy 1", EX_UNDER, 1.1, "device: both warmed, copy 1", 1 },
    { "host: of five copies of cold memory the first takes over 1.1 times as long as the second",
      "host: nothing warmed, copy 1", EX_OVER, 1.1, "host: nothing warmed, copy 2", 1 },
    { "host: one element warms memory: the first copy takes under 1.1 times as long as with both warmed",
      "host: one element of both, copy 1", EX_UNDER, 1.1, "host: both warmed, copy 1", 1 },
    { "host: a source that was only read looks faster: a copy of real data takes over 1.1 times as long",
      "host: both warmed, copy 1", EX_OVER, 1.1, "host: source only read, copy 1", 1 }
};

static const char *copy_name(const struct setting *s, int copy)
{
    static char name[64];
    sprintf(name, "%s, copy %d", s->name, copy + 1);
    return name;
}

static int run_on_device(const gt_cl *cl, cl_kernel kernel, const struct setting *s, size_t n)
{
    const cl_int ones = 1;
    const cl_uint count = (cl_uint)n;
    cl_int last[2] = { 0, 1 };
    cl_mem m[2] = { NULL, NULL };
    cl_uint i;
    for (i = 0; i < 2; i++) {
        const warmth w = i ? s->target : s->source;
        m[i] = GT_CL_NEW(clCreateBuffer(cl->context, CL_MEM_READ_WRITE, 4 * n, NULL, GT_CL_ERR));
        GT_CL(clSetKernelArg(kernel, i, sizeof m[i], &m[i]));
        if (w == WRITTEN) gt_cl_fill(cl->queue, m[i], &ones, sizeof ones);
        if (w == ELEMENT) GT_CL(clEnqueueWriteBuffer(cl->queue, m[i], CL_TRUE, 0, 4, &ones, 0, NULL, NULL));
    }
    GT_CL(clSetKernelArg(kernel, 2, sizeof count, &count));
    for (i = 0; i < COPIES && !gt_error_first(); i++) {
        gt_cl_scope timed = gt_cl_scope_begin(cl->queue, copy_name(s, (int)i));
        GT_CL(clEnqueueNDRangeKernel(cl->queue, kernel, 1, NULL, &n, NULL, 0, NULL, GT_EVENT));
        gt_cl_scope_end(&timed);
    }
    for (i = 0; i < 2 && !gt_error_first(); i++)
        GT_CL(clEnqueueReadBuffer(cl->queue, m[i], CL_TRUE, 4 * n - 4, 4, &last[i], 0, NULL, NULL));
    for (i = 0; i < 2; i++) if (m[i]) GT_CL(clReleaseMemObject(m[i]));
    return !gt_error_first() && (s->source != WRITTEN || last[0] == last[1] || ex_wrong(s->name));
}

static int run_on_host(const struct setting *s, size_t n)
{
    cl_int *m[2];
    int i, right = 0;
    for (i = 0; i < 2; i++) {
        const warmth w = i ? s->target : s->source;
        m[i] = (cl_int *)mmap(NULL, 4 * n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if ((void *)m[i] == MAP_FAILED) return ex_wrong("out of memory");
        if (w == READ) gt_touch(m[i], 4 * n, GT_TOUCH_READ, 0, 1);
        if (w == ELEMENT) m[i][0] = 1;
        if (w == WRITTEN) memset(m[i], 1, 4 * n);
    }
    for (i = 0; i < COPIES; i++) {
        gt_scope timed = gt_scope_begin(copy_name(s, i));
        memcpy(m[1], m[0], 4 * n);
        gt_scope_end(&timed);
    }
    right = !memcmp(m[0], m[1], 4 * n) || ex_wrong(s->name);
    for (i = 0; i < 2; i++) munmap(m[i], 4 * n);
    return right;
}

int main(int argc, char **argv)
{
    static const ex_about about = { "09_data_warmup", "Copies 32 Mi int five times a run, on device and host, with "
        "nothing warmed, the source, both, one element.", "device quick repeat budget csv runs", 20, 2.5, NULL };
    ex_options o = ex_options_read(argc, argv, &about);
    const size_t n = (size_t)(o.quick ? 4 : 32) << 20;
    int right = 1, i, k;
    cl_kernel kernel;
    gt_cl cl;
    cl_program program = ex_open(&o, &cl, "vector.cl");

    if (!program) return 1;
    kernel = GT_CL_NEW(clCreateKernel(program, "copy_int", GT_CL_ERR));
    gt_enable(0);               /* what is compiled late, and memory that this machine has never used, is not counted */
    for (i = 0; i < EX_COUNT(settings) && right && kernel; i++)
        right = settings[i].on_device ? run_on_device(&cl, kernel, &settings[i], n) : run_on_host(&settings[i], n);
    gt_enable(1);
    while (right && kernel && ex_more(&o, claims, EX_COUNT(claims)))
        for (i = 0; i < EX_COUNT(settings) && right; i++)
            right = settings[i].on_device ? run_on_device(&cl, kernel, &settings[i], n) : run_on_host(&settings[i], n);
    printf("%lu Mi int, medians, ms       copy 1   copy 2   copy 3   copy 4   copy 5   mean / copy 5\n",
           (unsigned long)(n >> 20));
    for (i = 0; i < EX_COUNT(settings); i++) {
        double all = 0;
        printf("%-26s", settings[i].name);
        for (k = 0; k < COPIES; k++) {
            printf(" %8s", ex_ms_text(copy_name(&settings[i], k)));
            all += ex_ms(copy_name(&settings[i], k)) / COPIES;
        }
        if (all > 0) printf(" %15.2f", all / ex_ms(copy_name(&settings[i], COPIES - 1)));
        printf("\n");
    }
    printf("\n");
    ex_report(claims, EX_COUNT(claims));
    if (kernel) GT_CL(clReleaseKernel(kernel));
    return ex_close(&o, &cl, program, right);
}
