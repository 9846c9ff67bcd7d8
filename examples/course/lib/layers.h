/* layers.h - for example 23: a graph of kernels, in which each kernel adds two values of the layer before */

#ifndef EX_LAYERS_H
#define EX_LAYERS_H

#include "common.h"
#include "more/schedule.h"

enum { LAYERS = 6, WIDTH = 8 };

typedef struct graph {
    cl_command_queue in_order, free;
    cl_mem value[LAYERS + 1][WIDTH];
    cl_kernel add[LAYERS][WIDTH];       /* one for each node: its arguments never change */
    size_t n;
    float *host;
} graph;

static inline int graph_open(graph *g, const gt_cl *cl, cl_program program, cl_uint n)
{
    int l, k;
    memset(g, 0, sizeof *g);
    g->n = n;
    g->host = ex_floats(n);
    g->in_order = cl->queue;
    g->free = clCreateCommandQueue(cl->context, cl->device, CL_QUEUE_PROFILING_ENABLE |
                                   CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, NULL);
    for (l = 0; l <= LAYERS; l++)
        for (k = 0; k < WIDTH; k++)
            g->value[l][k] = clCreateBuffer(cl->context, 0, (g->n + EX_BEYOND) * sizeof(float), NULL, NULL);
    for (l = 0; l < LAYERS; l++)
        for (k = 0; k < WIDTH; k++) {
            g->add[l][k] = clCreateKernel(program, "sum_arrays", NULL);
            clSetKernelArg(g->add[l][k], 0, sizeof(cl_mem), &g->value[l][k]);
            clSetKernelArg(g->add[l][k], 1, sizeof(cl_mem), &g->value[l][(k + 1) % WIDTH]);
            clSetKernelArg(g->add[l][k], 2, sizeof(cl_mem), &g->value[l + 1][k]);
            clSetKernelArg(g->add[l][k], 3, sizeof n, &n);
        }
    return !gt_error_first();
}
/* Sets element i of input k to i % 100 + k, and all later layers to NaN. */
static inline void graph_fill(const graph *g)
{
    const float nan = nanf("");
    size_t i;
    int l, k;
    for (k = 0; k < WIDTH; k++) {
        for (i = 0; i < g->n; i++) g->host[i] = (float)(i % 100 + (size_t)k);
        clEnqueueWriteBuffer(g->in_order, g->value[0][k], CL_TRUE, 0, g->n * sizeof(float), g->host, 0, NULL, NULL);
    }
    for (l = 1; l <= LAYERS; l++) for (k = 0; k < WIDTH; k++) gt_cl_fill(g->in_order, g->value[l][k], &nan, sizeof nan);
}
static inline int graph_right(const graph *g)      /* small whole numbers: their sums are exact */
{
    int from[WIDTH], l, k;
    size_t i, wrong = 0;
    for (k = 0; k < WIDTH; k++) from[k] = k;                /* the part of a value beside 2^LAYERS * (i % 100) */
    for (l = 0; l < LAYERS; l++) {
        const int first = from[0];
        for (k = 0; k < WIDTH; k++) from[k] += k + 1 < WIDTH ? from[k + 1] : first;
    }
    for (k = 0; k < WIDTH; k++) {
        clEnqueueReadBuffer(g->in_order, g->value[LAYERS][k], CL_TRUE, 0, g->n * sizeof(float), g->host, 0, NULL, NULL);
        for (i = 0; i < g->n; i++) wrong += g->host[i] != (float)((1 << LAYERS) * (int)(i % 100) + from[k]);
    }
    return !wrong && !gt_error_first();
}
/* Returns 1 if the first kernel is right, and writes nothing behind its data. */
static inline int graph_edges(const graph *g)
{
    size_t i;
    graph_fill(g);
    for (i = 0; i < g->n; i++) g->host[i] = (float)(2 * (i % 100) + 1);
    return ex_kernel_right(g->in_order, g->add[0][0], 3, g->value[1][0], g->host, g->n, sizeof(float));
}
static inline void graph_close(graph *g)
{
    int l, k;
    if (g->free) clFinish(g->free);
    for (l = 0; l <= LAYERS; l++)
        for (k = 0; k < WIDTH; k++) {
            if (g->value[l][k]) clReleaseMemObject(g->value[l][k]);
            if (l < LAYERS && g->add[l][k]) clReleaseKernel(g->add[l][k]);
        }
    if (g->free) clReleaseCommandQueue(g->free);
    free(g->host);
}

#endif
