/* particles.h - particles in a square, four kernels that move them, and the same on the host: for example 18 */

#ifndef EX_PARTICLES_H
#define EX_PARTICLES_H

#include "common.h"
#include "more/schedule.h"

enum { EX_ATTRACT, EX_BOUNCE, EX_INTEGRATE, EX_GRAVITY, EX_KERNELS };
static const char *const ex_kernel_names[EX_KERNELS] = { "attract", "bounce", "integrate", "gravity" };
#define EX_DT 0.001f

typedef struct ex_particles {
    size_t n;
    cl_command_queue queue;             /* not owned */
    cl_mem x, v;
    cl_float2 *host_x, *host_v;         /* the start */
    cl_program program[EX_KERNELS];
    cl_kernel kernel[EX_KERNELS];
} ex_particles;

static inline void ex_particles_size(ex_particles *p, size_t n)     /* from now on n particles, at most all */
{
    const cl_uint count = (cl_uint)n;
    p->n = n;
    for (int k = 0; k < EX_KERNELS; k++) GT_CL(clSetKernelArg(p->kernel[k], 2, sizeof count, &count));
}
static inline cl_float8 ex_points(int frame)    /* where the four points are */
{
    cl_float8 points;
    for (int j = 0; j < 4; j++) {
        const double turn = 0.01 * frame + 1.57 * j;
        points.s[2 * j] = (float)(0.5 + 0.4 * cos(turn));
        points.s[2 * j + 1] = (float)(0.5 + 0.4 * sin(turn));
    }
    return points;
}
static inline void ex_particles_start(const ex_particles *p)    /* all at their first places; waits */
{
    GT_CL(clEnqueueWriteBuffer(p->queue, p->x, CL_TRUE, 0, p->n * sizeof *p->host_x, p->host_x, 0, NULL, NULL));
    GT_CL(clEnqueueWriteBuffer(p->queue, p->v, CL_TRUE, 0, p->n * sizeof *p->host_v, p->host_v, 0, NULL, NULL));
}
static inline int ex_particles_open(ex_particles *p, const gt_cl *cl, size_t most)      /* 0: gt_fail */
{
    const float dt = EX_DT;
    char file[300];
    memset(p, 0, sizeof *p);
    p->queue = cl->queue;
    p->host_x = (cl_float2 *)(void *)ex_floats(2 * most);
    p->host_v = (cl_float2 *)(void *)ex_floats(2 * most);
    ex_random((float *)(void *)p->host_x, 2 * most, 1);
    ex_random((float *)(void *)p->host_v, 2 * most, 2);
    for (size_t i = 0; i < most; i++) for (int d = 0; d < 2; d++) p->host_x[i].s[d] = 0.5f + 0.5f * p->host_x[i].s[d];
    p->x = GT_CL_NEW(clCreateBuffer(cl->context, CL_MEM_READ_WRITE, most * sizeof(cl_float2), NULL, GT_CL_ERR));
    p->v = GT_CL_NEW(clCreateBuffer(cl->context, CL_MEM_READ_WRITE, most * sizeof(cl_float2), NULL, GT_CL_ERR));
    for (int k = 0; k < EX_KERNELS && !gt_error_first(); k++) {
        snprintf(file, sizeof file, GT_KERNEL_DIR "/%s.cl", ex_kernel_names[k]);
        p->program[k] = gt_cl_program_file(cl, file, NULL);
        if (!p->program[k]) return 0;
        p->kernel[k] = GT_CL_NEW(clCreateKernel(p->program[k], ex_kernel_names[k], GT_CL_ERR));
        if (!p->kernel[k]) return 0;
        GT_CL(clSetKernelArg(p->kernel[k], 0, sizeof p->x, &p->x));
        GT_CL(clSetKernelArg(p->kernel[k], 1, sizeof p->v, &p->v));
        if (k != EX_BOUNCE) GT_CL(clSetKernelArg(p->kernel[k], k == EX_ATTRACT ? 4 : 3, sizeof dt, &dt));
    }
    if (!gt_error_first()) {            /* all of them have places and velocities, whatever sizes are timed */
        ex_particles_size(p, most);
        ex_particles_start(p);
    }
    return !gt_error_first();
}
static inline void ex_particles_run(const ex_particles *p, int kernel, int frame, cl_event *event)
{
    const cl_float8 points = ex_points(frame);
    if (kernel == EX_ATTRACT) GT_CL(clSetKernelArg(p->kernel[EX_ATTRACT], 3, sizeof points, &points));
    GT_CL(clEnqueueNDRangeKernel(p->queue, p->kernel[kernel], 1, NULL, &p->n, NULL, 0, NULL, event));
}
static inline void ex_frame(const ex_particles *p, int gravity, int number)
{
    ex_particles_run(p, gravity ? EX_GRAVITY : EX_ATTRACT, number, NULL);
    ex_particles_run(p, EX_BOUNCE, number, NULL);
    ex_particles_run(p, EX_INTEGRATE, number, NULL);
}
static inline double ex_frame_ns(const ex_particles *p, int gravity, int frames)      /* the mean; one wait for all */
{
    gt_timer t;
    memset(&t, 0, sizeof t);
    gt_timer_start(&t);
    for (int i = 0; i < frames; i++) ex_frame(p, gravity, i);
    GT_CL(clFinish(p->queue));
    gt_timer_stop(&t);
    return gt_timer_ns(&t) / frames;
}
/* The host's frame 0 of particle i, with gravity by all or without. */
static inline void ex_particle_on_host(const ex_particles *p, size_t i, int gravity, double *x, double *v)
{
    const cl_float8 points = ex_points(0);
    const size_t drawing = gravity ? p->n : 4;
    double sum[2] = { 0, 0 };
    for (size_t j = 0; j < drawing; j++) {
        double way[2];
        for (int d = 0; d < 2; d++)
            way[d] = (double)(gravity ? p->host_x[j].s[d] : points.s[2 * j + (size_t)d]) - (double)p->host_x[i].s[d];
        for (int d = 0; d < 2; d++) sum[d] += way[d] / (way[0] * way[0] + way[1] * way[1] + 0.01);
    }
    for (int d = 0; d < 2; d++) {       /* bounce does nothing in frame 0: all are inside */
        v[d] = (double)p->host_v[i].s[d] + (double)EX_DT * sum[d] / (gravity ? (double)p->n : 1);
        x[d] = (double)p->host_x[i].s[d] + (double)EX_DT * v[d];
    }
}
static inline int ex_particles_right(const ex_particles *p, int gravity)       /* frame 0; 1, else says so */
{
    cl_float2 *x = (cl_float2 *)(void *)ex_floats(2 * p->n);
    int right = 1;
    ex_particles_start(p);
    ex_frame(p, gravity, 0);
    GT_CL(clEnqueueReadBuffer(p->queue, p->x, CL_TRUE, 0, p->n * sizeof *x, x, 0, NULL, NULL));
    for (size_t i = 0; i < p->n && right && !gt_error_first(); i += 1 + p->n / 1000) {
        double want[2], v[2];
        ex_particle_on_host(p, i, gravity, want, v);
        for (int d = 0; d < 2; d++) right = right && fabs((double)x[i].s[d] - want[d]) < 1e-5;
    }
    free(x);
    if (!right) ex_wrong(gravity ? "a particle's place, with gravity" : "a particle's place");
    return !gt_error_first() && right;
}
static inline void ex_particles_close(ex_particles *p)
{
    for (int k = 0; k < EX_KERNELS; k++) {
        if (p->kernel[k]) GT_CL(clReleaseKernel(p->kernel[k]));
        if (p->program[k]) GT_CL(clReleaseProgram(p->program[k]));
    }
    if (p->x) GT_CL(clReleaseMemObject(p->x));
    if (p->v) GT_CL(clReleaseMemObject(p->v));
    free(p->host_x);
    free(p->host_v);
}

#endif
