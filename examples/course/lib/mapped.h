/* mapped.h - for example 11: a matrix product in five kinds of buffers, which are made, mapped and released */

#ifndef EX_MAPPED_H
#define EX_MAPPED_H

#include "matmul.h"

enum { EXPLICIT, USE_HOST, ALLOC_HOST, VIEW, ACCESS, WAYS };

typedef struct way { ex_matmul x; void *own[3]; int kind; double sum; } way;   /* x.a, x.b, x.c: own, or mapped */

static int way_open(way *w, const gt_cl *cl, cl_program program, ex_problem p, int kind)
{
    const cl_mem_flags flags = kind == EXPLICIT ? 0 : kind == ALLOC_HOST ? CL_MEM_ALLOC_HOST_PTR : CL_MEM_USE_HOST_PTR;
    const size_t bytes[3] = { p.m * p.n * sizeof(float), p.n * p.w * sizeof(float), p.m * p.w * sizeof(float) };
    float **host[3];
    cl_mem *m[3];
    int i;
    w->kind = kind;
    w->x.p = p;
    w->x.queue = cl->queue;
    m[0] = &w->x.da, m[1] = &w->x.db, m[2] = &w->x.dc;
    host[0] = &w->x.a, host[1] = &w->x.b, host[2] = &w->x.c;
    for (i = 0; i < 3; i++) {
        if (posix_memalign(&w->own[i], 4096, bytes[i])) return ex_wrong("out of memory");
        memset(w->own[i], 0, bytes[i]);
        *host[i] = (float *)w->own[i];
        *m[i] = GT_CL_NEW(clCreateBuffer(cl->context, (i < 2 ? CL_MEM_READ_ONLY : CL_MEM_WRITE_ONLY) | flags, bytes[i],
                                         flags == CL_MEM_USE_HOST_PTR ? w->own[i] : NULL, GT_CL_ERR));
        if (!*m[i]) return 0;
    }
    return ex_matmul_kernel(&w->x, program, "matmul_simple", 0, 1) && ex_matmul_bind(&w->x);
}

static float *map(const way *w, cl_mem m, size_t elements, cl_map_flags how, cl_bool wait)
{
    return (float *)GT_CL_NEW(clEnqueueMapBuffer(w->x.queue, m, wait, how, 0, elements * sizeof(float), 0, NULL,
                                                 GT_EVENT, GT_CL_ERR));
}
static void unmap(const way *w, cl_mem m, void *p)
{
    GT_CL(clEnqueueUnmapMemObject(w->x.queue, m, p, 0, NULL, GT_EVENT));
}
static void way_close(way *w)
{
    int i, idle = !w->x.queue || clFinish(w->x.queue) == CL_SUCCESS;     /* 0: commands may still use the memory */
    ex_matmul_release(&w->x);
    if (w->x.kernel) GT_CL(clReleaseKernel(w->x.kernel));
    for (i = 0; i < 3 && idle; i++) free(w->own[i]);
}

#endif
