/* particles.h - for examples 18 to 20: particles in a square, four kernels that move them, and the same on the host */

#ifndef EX_PARTICLES_H
#define EX_PARTICLES_H

#include "common.h"
#include "more/frames.h"

enum { EX_ATTRACT, EX_BOUNCE, EX_INTEGRATE, EX_GRAVITY, EX_KERNELS };
enum { EX_FEW = 999 };          /* an odd number for checks; its last particle starts outside of the square */
static const char *const ex_kernel_names[EX_KERNELS] = { "attract", "bounce", "integrate", "gravity" };
#define EX_DT 0.001f
#define EX_LONG_DT 0.5f         /* a long step for checks, so that a missing summand shows in the velocity */

typedef struct ex_particles {
    size_t n;
    cl_command_queue queue;             /* not owned */
    cl_mem x, v;
    cl_float2 *host_x, *host_v;         /* places and velocities at the start */
    cl_program program[EX_KERNELS];
    cl_kernel kernel[EX_KERNELS];
} ex_particles;

static inline void ex_particles_size(ex_particles *p, size_t n)     /* uses the first n particles from now on */
{
    const cl_uint count = (cl_uint)n;
    p->n = n;
    for (int k = 0; k < EX_KERNELS; k++) GT_CL(clSetKernelArg(p->kernel[k], 2, sizeof count, &count));
}
static inline void ex_particles_step(const ex_particles *p, int kernel, float dt)       /* sets the length of a step */
{
    if (kernel != EX_BOUNCE) GT_CL(clSetKernelArg(p->kernel[kernel], kernel == EX_ATTRACT ? 4 : 3, sizeof dt, &dt));
}
static inline cl_float8 ex_points(int frame)    /* places of the four points of attraction */
{
    cl_float8 points;
    for (int j = 0; j < 4; j++) {
        const double turn = 0.01 * frame + 1.57 * j;
        points.s[2 * j] = (float)(0.5 + 0.4 * cos(turn));
        points.s[2 * j + 1] = (float)(0.5 + 0.4 * sin(turn));
    }
    return points;
}
static inline void ex_particles_start(const ex_particles *p)    /* writes the start of n + EX_BEYOND particles; waits */
{
    const size_t bytes = (p->n + EX_BEYOND) * sizeof *p->host_x;
    GT_CL(clEnqueueWriteBuffer(p->queue, p->x, CL_TRUE, 0, bytes, p->host_x, 0, NULL, NULL));
    GT_CL(clEnqueueWriteBuffer(p->queue, p->v, CL_TRUE, 0, bytes, p->host_v, 0, NULL, NULL));
}
static inline int ex_particles_open(ex_particles *p, const gt_cl *cl, size_t most)      /* returns 0; see gt_fail */
{
    const size_t all = most + EX_BEYOND;
    char file[64];
    memset(p, 0, sizeof *p);
    p->queue = cl->queue;
    p->host_x = (cl_float2 *)(void *)ex_floats(2 * all);
    p->host_v = (cl_float2 *)(void *)ex_floats(2 * all);
    ex_random((float *)(void *)p->host_x, 2 * all, 1);
    ex_random((float *)(void *)p->host_v, 2 * all, 2);
    for (size_t i = 0; i < all; i++)            /* a few start outside, so that bounce has work */
        for (int d = 0; d < 2; d++) p->host_x[i].s[d] = 0.5f + 0.6f * p->host_x[i].s[d];
    p->host_x[EX_FEW - 1].s[0] = 1.1f;
    p->x = GT_CL_NEW(clCreateBuffer(cl->context, CL_MEM_READ_WRITE, all * sizeof(cl_float2), NULL, GT_CL_ERR));
    p->v = GT_CL_NEW(clCreateBuffer(cl->context, CL_MEM_READ_WRITE, all * sizeof(cl_float2), NULL, GT_CL_ERR));
    for (int k = 0; k < EX_KERNELS && !gt_error_first(); k++) {
        sprintf(file, "%s.cl", ex_kernel_names[k]);
        p->program[k] = gt_cl_program_file(cl, ex_kernel_file(file), NULL);
        if (!p->program[k]) return 0;
        p->kernel[k] = GT_CL_NEW(clCreateKernel(p->program[k], ex_kernel_names[k], GT_CL_ERR));
        if (!p->kernel[k]) return 0;
        GT_CL(clSetKernelArg(p->kernel[k], 0, sizeof p->x, &p->x));
        GT_CL(clSetKernelArg(p->kernel[k], 1, sizeof p->v, &p->v));
        ex_particles_step(p, k, EX_DT);
    }
    if (!gt_error_first()) {            /* all particles get a start, whatever sizes are timed */
        ex_particles_size(p, most);
        ex_particles_start(p);
    }
    return !gt_error_first();
}
static inline void ex_particles_launch(const ex_particles *p, int kernel, int frame, size_t items, cl_event *event)
{
    const cl_float8 points = ex_points(frame);
    if (kernel == EX_ATTRACT) GT_CL(clSetKernelArg(p->kernel[EX_ATTRACT], 3, sizeof points, &points));
    GT_CL(clEnqueueNDRangeKernel(p->queue, p->kernel[kernel], 1, NULL, &items, NULL, 0, NULL, event));
}
static inline void ex_particles_run(const ex_particles *p, int kernel, int frame, cl_event *event)
{
    ex_particles_launch(p, kernel, frame, p->n, event);
}
static inline void ex_frame(const ex_particles *p, int gravity, int number)
{
    ex_particles_run(p, gravity ? EX_GRAVITY : EX_ATTRACT, number, NULL);
    ex_particles_run(p, EX_BOUNCE, number, NULL);
    ex_particles_run(p, EX_INTEGRATE, number, NULL);
}
static inline double ex_frame_ns(const ex_particles *p, int gravity, int frames)      /* the mean, with one wait */
{
    gt_timer t;
    memset(&t, 0, sizeof t);
    gt_timer_start(&t);
    for (int i = 0; i < frames; i++) ex_frame(p, gravity, i);
    GT_CL(clFinish(p->queue));
    gt_timer_stop(&t);
    return gt_timer_ns(&t) / frames;
}
/* Computes on the host what a kernel makes of particle i at the start. */
static inline void ex_particle_on_host(const ex_particles *p, int kernel, double dt, size_t i, double *x, double *v)
{
    static cl_float8 points;
    const size_t drawing = kernel == EX_GRAVITY ? p->n : 4;
    double sum[2] = { 0, 0 };
    if (!(points.s[0] > 0)) points = ex_points(0);      /* computed once */
    for (size_t j = 0; j < drawing && (kernel == EX_GRAVITY || kernel == EX_ATTRACT); j++) {
        double way[2];
        for (int d = 0; d < 2; d++)
            way[d] = (double)(kernel == EX_GRAVITY ? p->host_x[j].s[d] : points.s[2 * j + (size_t)d]) -
                     (double)p->host_x[i].s[d];
        for (int d = 0; d < 2; d++) sum[d] += way[d] / (way[0] * way[0] + way[1] * way[1] + 0.01);
    }
    for (int d = 0; d < 2; d++) {
        x[d] = (double)p->host_x[i].s[d];
        v[d] = (double)p->host_v[i].s[d] + dt * sum[d] / (kernel == EX_GRAVITY ? (double)p->n : 1);
        if (kernel == EX_BOUNCE && (x[d] < 0 || x[d] > 1)) v[d] *= -0.9;
        if (kernel == EX_BOUNCE) x[d] = x[d] < 0 ? 0 : x[d] > 1 ? 1 : x[d];
        if (kernel == EX_INTEGRATE) x[d] += dt * v[d];
    }
}
static inline int ex_particle_right(const ex_particles *p, int kernel, size_t i, cl_float2 x, cl_float2 v)
{
    const double most = 3e-5 + 2e-7 * sqrt((double)p->n);       /* allows for rounding */
    double want_x[2], want_v[2];
    int right = 1;
    ex_particle_on_host(p, kernel, (double)EX_LONG_DT, i, want_x, want_v);
    for (int d = 0; d < 2; d++)
        right = right && fabs((double)x.s[d] - want_x[d]) <= most && fabs((double)v.s[d] - want_v[d]) <= most;
    return right;
}
/* Returns 1 if a kernel gives each of n particles the right place and velocity, and does not change the EX_BEYOND
   behind them; else prints a message. Gravity takes n steps for each particle, so with many only a random part is
   checked. */
static inline int ex_all_right(const ex_particles *p, int kernel)
{
    enum { STEPS = 100000000, SEED = 18 };
    const float usual = EX_DT;
    const size_t all = p->n + EX_BEYOND, part = kernel == EX_GRAVITY && p->n > STEPS / p->n ? STEPS / p->n : p->n;
    cl_float2 *x = (cl_float2 *)(void *)ex_floats(2 * all), *v = (cl_float2 *)(void *)ex_floats(2 * all);
    uint64_t draw = SEED;
    int right;
    ex_particles_start(p);
    ex_particles_step(p, kernel, EX_LONG_DT);
    ex_particles_launch(p, kernel, 0, all, NULL);
    ex_particles_step(p, kernel, usual);
    GT_CL(clEnqueueReadBuffer(p->queue, p->x, CL_TRUE, 0, all * sizeof *x, x, 0, NULL, NULL));
    GT_CL(clEnqueueReadBuffer(p->queue, p->v, CL_TRUE, 0, all * sizeof *v, v, 0, NULL, NULL));
    right = !gt_error_first() && !memcmp(x + p->n, p->host_x + p->n, EX_BEYOND * sizeof *x) &&
            !memcmp(v + p->n, p->host_v + p->n, EX_BEYOND * sizeof *v);
    if (part < p->n) printf("gravity of %lu particles: %lu are checked, drawn with the seed %d\n",
                            (unsigned long)p->n, (unsigned long)part, SEED);
    for (size_t k = 0; k < part && right; k++) {
        draw = draw * 6364136223846793005u + 1442695040888963407u;
        const size_t i = part < p->n ? (size_t)(draw >> 20) % p->n : k;
        right = ex_particle_right(p, kernel, i, x[i], v[i]);
    }
    free(x);
    free(v);
    return right || gt_error_first() ? right : ex_wrong(ex_kernel_names[kernel]);
}
/* The same for n particles (at least 1000), and for an odd number of them. */
static inline int ex_particles_right(ex_particles *p, int kernel)
{
    const size_t n = p->n;
    int right;
    ex_particles_size(p, EX_FEW);
    right = ex_all_right(p, kernel);
    ex_particles_size(p, n);
    return ex_all_right(p, kernel) && right;
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
