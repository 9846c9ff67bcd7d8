/* copies.h - for example 09: copies in fresh memory, on device and host, warmed up in five ways */

#ifndef EX_COPIES_H
#define EX_COPIES_H

#include "common.h"

#include <sys/mman.h>

enum { COPIES = 5 };
typedef enum warmth { COLD, ELEMENT, READ, WRITTEN } warmth;
static const struct setting { const char *name; int on_device; warmth source, target; } settings[] = {
    { "device: nothing warmed", 1, COLD, COLD }, { "device: source warmed", 1, WRITTEN, COLD },
    { "device: both warmed", 1, WRITTEN, WRITTEN }, { "device: target warmed", 1, COLD, WRITTEN },
    { "device: one element of both", 1, ELEMENT, ELEMENT },
    { "host: nothing warmed", 0, COLD, COLD }, { "host: source warmed", 0, WRITTEN, COLD },
    { "host: both warmed", 0, WRITTEN, WRITTEN }, { "host: one element of both", 0, ELEMENT, ELEMENT },
    { "host: source only read", 0, READ, WRITTEN }
};
static cl_int *back, *pattern;          /* what is read back; what is copied, different for each copy */

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
    cl_mem m[2] = { NULL, NULL };
    cl_uint i;
    for (i = 0; i < 2; i++) {
        const warmth w = i ? s->target : s->source;
        m[i] = GT_CL_NEW(clCreateBuffer(cl->context, CL_MEM_READ_WRITE, 4 * (n + EX_BEYOND), NULL, GT_CL_ERR));
        GT_CL(clSetKernelArg(kernel, i, sizeof m[i], &m[i]));
        if (w == WRITTEN && !i) GT_CL(clEnqueueWriteBuffer(cl->queue, m[i], CL_TRUE, 0, 4 * n, pattern, 0, NULL, NULL));
        if (w == WRITTEN && i) gt_cl_fill(cl->queue, m[i], &ones, sizeof ones);
        if (w == ELEMENT) GT_CL(clEnqueueWriteBuffer(cl->queue, m[i], CL_TRUE, 0, 4, &ones, 0, NULL, NULL));
    }
    GT_CL(clSetKernelArg(kernel, 2, sizeof count, &count));
    for (i = 0; i < COPIES && !gt_error_first(); i++) {
        gt_cl_scope timed = gt_cl_scope_begin(cl->queue, copy_name(s, (int)i));
        GT_CL(clEnqueueNDRangeKernel(cl->queue, kernel, 1, NULL, &n, NULL, 0, NULL, GT_EVENT));
        gt_cl_scope_end(&timed);
    }
    int right = 1;
    if (s->source == WRITTEN && !gt_error_first()) {
        GT_CL(clEnqueueReadBuffer(cl->queue, m[1], CL_TRUE, 0, 4 * n, back, 0, NULL, NULL));
        right = !memcmp(back, pattern, 4 * n) || ex_wrong(s->name);
        if (s->target == WRITTEN) right = right && ex_kernel_right(cl->queue, kernel, 2, m[1], pattern, n, 4);
    }
    for (i = 0; i < 2; i++) if (m[i]) GT_CL(clReleaseMemObject(m[i]));
    return !gt_error_first() && right;
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
        gt_timer t = { { 0 } };
        gt_timer_start(&t);
        memcpy(m[1], m[0], 4 * n);
        gt_timer_stop(&t);
        gt_series_add(copy_name(s, i), gt_timer_ns(&t));
    }
    right = !memcmp(m[0], m[1], 4 * n) || ex_wrong(s->name);
    for (i = 0; i < 2; i++) munmap(m[i], 4 * n);
    return right;
}

#endif
