/* tuned.h - for example 21: kernels for matrix products in many shapes (kernels/tuned.cl), and the search among them */

#ifndef EX_TUNED_H
#define EX_TUNED_H

#include "matmul.h"

/* ---- sizes with their right products ---- */

typedef struct ex_sized { ex_matmul x; float *right; } ex_sized;

/* Returns 0 if it fails: see gt_fail, or a line on stderr. Close with ex_sized_close. */
static inline int ex_sized_open(ex_sized *s, ex_problem p, const gt_cl *cl, cl_program simple)
{
    int right;
    s->right = NULL;
    ex_matmul_host(&s->x, p);
    if (!ex_matmul_guarded(&s->x, cl) || !ex_matmul_kernel(&s->x, simple, "matmul_simple", 0, 1) ||
        !ex_matmul_bind(&s->x)) return 0;
    ex_compute(&s->x, NULL);
    right = ex_guarded_read(cl->queue, s->x.dc, s->x.c, p.m * p.w * sizeof(float)) && !gt_error_first() &&
            ex_matmul_right(&s->x);
    s->right = s->x.c;
    s->x.c = ex_floats(p.m * p.w);
    return right;
}
static inline void ex_sized_close(ex_sized *s)
{
    ex_matmul_close(&s->x);
    free(s->right);
}

/* ---- shapes ---- */

/* The options of kernels/tuned.cl. In a list of tries, 0 means the value of the best shape so far. */
enum { EX_SIMPLE = 1, EX_REGISTERS, EX_LOCAL };
typedef struct ex_shape { int kernel, group_x, group_y, columns, rows, vector, depth, stages; } ex_shape;

typedef struct ex_tuned {
    ex_shape shape;
    char name[64];              /* "local 16x16 of 8x8 f4 k16x2": groups of 16x16 work-items with 8x8 results each,
                                   vectors of 4 floats, tiles of depth 16, two of them in local memory */
    cl_program program;
    cl_kernel kernel;           /* NULL if this device cannot run the shape */
    size_t local[2], tile[2];
} ex_tuned;

static inline ex_shape ex_shape_on(ex_shape best, ex_shape change)
{
    ex_shape s;
    const int local = (change.kernel ? change.kernel : best.kernel) == EX_LOCAL;
    s.kernel = change.kernel ? change.kernel : best.kernel;
    s.group_x = change.group_x ? change.group_x : best.group_x;
    s.group_y = change.group_y ? change.group_y : best.group_y;
    s.columns = change.columns ? change.columns : best.columns;
    s.rows = change.rows ? change.rows : best.rows;
    s.vector = change.vector ? change.vector : best.vector;
    s.depth = !local ? 0 : change.depth ? change.depth : best.depth;
    s.stages = !local ? 0 : change.stages ? change.stages : best.stages;
    return s;
}
/* Checks the rules of kernels/tuned.cl and the limits of the device. */
static inline int ex_shape_fits(ex_shape s, const gt_cl *cl)
{
    const int items = s.group_x * s.group_y, a = s.group_y * s.rows * s.depth, b = s.group_x * s.columns * s.depth;
    size_t most = 0;
    cl_ulong local = 0;
    if (s.kernel == EX_SIMPLE) return 1;
    GT_CL(clGetDeviceInfo(cl->device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof most, &most, NULL));
    GT_CL(clGetDeviceInfo(cl->device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof local, &local, NULL));
    return (size_t)items <= most && s.columns % s.vector == 0 &&
           (s.kernel == EX_REGISTERS ||
            (s.rows % s.vector == 0 && s.depth % s.vector == 0 && a % (items * s.vector) == 0 &&
             b % (items * s.vector) == 0 && sizeof(float) * (size_t)(s.stages * (a + b + 4 * s.depth)) <= local));
}
static inline void ex_tuned_close(ex_tuned *t)
{
    if (t->kernel) GT_CL(clReleaseKernel(t->kernel));
    if (t->program) GT_CL(clReleaseProgram(t->program));
    t->kernel = NULL;
    t->program = NULL;
}
/* Builds a shape. Returns 1 if it can run. */
static inline int ex_tuned_open(ex_tuned *t, ex_shape s, const gt_cl *cl)
{
    static const char *const functions[] = { "", "matmul_simple", "matmul_registers", "matmul_local" };
    char options[200] = "";
    memset(t, 0, sizeof *t);
    t->shape = s;
    strcpy(t->name, "simple");
    t->local[0] = t->tile[0] = 16;
    t->local[1] = t->tile[1] = 4;
    if (!ex_shape_fits(s, cl)) return 0;
    if (s.kernel != EX_SIMPLE) {
        t->local[0] = (size_t)s.group_x;
        t->local[1] = (size_t)s.group_y;
        t->tile[0] = t->local[0] * (size_t)s.columns;
        t->tile[1] = t->local[1] * (size_t)s.rows;
        sprintf(options, "-DGROUP_X=%d -DGROUP_Y=%d -DCOLUMNS=%d -DROWS=%d -DVECTOR=%d -DDEPTH=%d -DSTAGES=%d",
                s.group_x, s.group_y, s.columns, s.rows, s.vector, s.depth, s.stages);
        sprintf(t->name, "%s %dx%d of %dx%d f%d", functions[s.kernel] + strlen("matmul_"), s.group_x, s.group_y,
                s.columns, s.rows, s.vector);
        if (s.kernel == EX_LOCAL) sprintf(t->name + strlen(t->name), " k%dx%d", s.depth, s.stages);
    }
    t->program = gt_cl_program_file(cl, ex_kernel_file(s.kernel == EX_SIMPLE ? "matmul.cl" : "tuned.cl"), options);
    if (t->program) t->kernel = GT_CL_NEW(clCreateKernel(t->program, functions[s.kernel], GT_CL_ERR));
    return t->kernel != NULL;
}
/* Launches one product, without a wait. */
static inline void ex_tuned_run(const ex_tuned *t, const ex_sized *s, cl_event *event)
{
    const cl_uint size[3] = { (cl_uint)s->x.p.m, (cl_uint)s->x.p.n, (cl_uint)s->x.p.w };
    const cl_mem buffer[3] = { s->x.da, s->x.db, s->x.dc };
    size_t global[2];
    global[0] = (s->x.p.w + t->tile[0] - 1) / t->tile[0] * t->local[0];
    global[1] = (s->x.p.m + t->tile[1] - 1) / t->tile[1] * t->local[1];
    for (cl_uint i = 0; i < 3; i++) {
        GT_CL(clSetKernelArg(t->kernel, i, sizeof buffer[i], &buffer[i]));
        GT_CL(clSetKernelArg(t->kernel, 3 + i, sizeof size[i], &size[i]));
    }
    GT_CL(clEnqueueNDRangeKernel(s->x.queue, t->kernel, 2, NULL, global, t->local, 0, NULL, event));
}
/* Returns 1 if each element of C is that of the simple kernel, but for rounding. Else prints a message. */
static inline int ex_tuned_right(const ex_tuned *t, ex_sized *s)
{
    const size_t count = s->x.p.m * s->x.p.w;
    const double most = 1e-4 * sqrt((double)s->x.p.n);
    const float nan = (float)NAN;
    size_t i = 0;
    GT_CL(clEnqueueFillBuffer(s->x.queue, s->x.dc, &nan, sizeof nan, 0, count * sizeof nan, 0, NULL, NULL));
    ex_tuned_run(t, s, NULL);                                   /* into NaN, so that a missing element is noticed */
    if (!ex_guarded_read(s->x.queue, s->x.dc, s->x.c, count * sizeof(float))) return 0;
    while (i < count && fabs((double)s->x.c[i] - (double)s->right[i]) <= most) i++;
    return !gt_error_first() && (i == count || ex_wrong(t->name));
}

/* ---- the state of a search ---- */

enum { EX_TUNED = 64, EX_SIDES = 8 /* most sides of a comparison */ };
typedef struct ex_search {
    const ex_options *o;
    const gt_cl *cl;
    ex_tuned all[EX_TUNED];     /* shapes built so far; the first is the simple kernel */
    int built, right;           /* right: 0 if a product was wrong, or a call failed */
    ex_sized odd, size;         /* odd sizes for checks; the current sizes */
    gt_stats time[EX_TUNED];    /* device time in ns in the last comparison at these sizes; n 0: in none */
} ex_search;

/* Returns the index of a shape in `all`. At its first use it is built, and its product at odd sizes is checked. Returns
   -1 if this device cannot run it. */
static inline int ex_search_find(ex_search *s, ex_shape shape)
{
    int i = 0;
    while (i < s->built && memcmp(&s->all[i].shape, &shape, sizeof shape)) i++;
    if (i == EX_TUNED) return -1;
    if (i == s->built && ex_tuned_open(&s->all[s->built++], shape, s->cl))
        s->right = s->right && ex_tuned_right(&s->all[i], &s->odd);
    return s->all[i].kernel && s->right ? i : -1;
}
static inline double ex_search_once_ns(const ex_search *s, int i)
{
    gt_timer t = { { 0 } };
    gt_timer_start(&t);
    ex_tuned_run(&s->all[i], &s->size, NULL);
    GT_CL(clFinish(s->cl->queue));
    gt_timer_stop(&t);
    return gt_timer_ns(&t);
}
/* Chooses the sides of a comparison: the best kernel so far, and each try of this step that is right and, in one or two
   runs, takes less than 3 times as long as the fastest. Returns how many. */
static inline int ex_search_candidates(ex_search *s, const ex_shape *tries, int best, int side[EX_SIDES])
{
    double least = (ex_search_once_ns(s, best), ex_search_once_ns(s, best));
    int sides = 1, i;
    side[0] = best;
    for (i = 0; i < (s->o->quick ? 2 : EX_SIDES - 1); i++) {
        const int at = ex_search_find(s, ex_shape_on(s->all[best].shape, tries[i]));
        double ns;
        if (at < 0 || at == best || !(s->right = ex_tuned_right(&s->all[at], &s->size))) continue;
        ns = ex_search_once_ns(s, at);
        if (ns > 3 * least) ns = fmin(ns, ex_search_once_ns(s, at));    /* runs again: it may have been disturbed */
        if (ns > 3 * least) printf("    left out: %s, %.0f times as slow\n", s->all[at].name, ns / least);
        else side[sides++] = at;
        if (ns < least) least = ns;
    }
    return sides;
}
/* ---- comparisons of a search ---- */

enum { EX_LEAST_ROUNDS = 12 };
static inline const char *ex_search_comparison(const ex_search *s, const char *step)
{
    static char name[100];
    sprintf(name, "%.40s %.50s", s->size.x.p.name, step);
    return name;
}
/* Runs the sides in turn. Afterwards s->time has only their times. */
static inline void ex_search_compare(ex_search *s, const char *step, double budget_s, const int *side, int sides)
{
    double round_s = 0;
    gt_snapshot snap;
    int i;
    for (i = 0; i < sides; i++) round_s += 1e-9 * ex_search_once_ns(s, side[i]);
    budget_s = fmax(budget_s, EX_LEAST_ROUNDS * round_s);
    GT_COMPARE(ex_search_comparison(s, step), .budget_s = budget_s, .max_n = s->o->repeat,
               .precision = ex_precision(s->o, 0.005), .warmup = 1, .progress = ex_progress()) {
        for (i = 0; i < sides; i++)
            for (gt_scope v = gt_side_begin(s->all[side[i]].name); v.live; gt_side_end(&v))
                GT_SCOPE_CL(s->cl->queue, "kernel") ex_tuned_run(&s->all[side[i]], &s->size, GT_EVENT);
    }
    memset(s->time, 0, sizeof s->time);
    if (gt_snapshot_take(&snap) != GT_OK) return;
    for (i = 0; i < sides; i++) {
        const char *side_path = ex_path(ex_search_comparison(s, step), s->all[side[i]].name);
        const gt_series *x = gt_snapshot_find(&snap, ex_path(side_path, "kernel"));
        if (x) s->time[side[i]] = x->device_stats;
    }
    gt_snapshot_free(&snap);
}
/* How many times as fast a kernel is as the first side of that comparison. rounds 0: not known. */
static inline gt_ratio ex_search_gain_of(const ex_search *s, const char *step, int kernel)
{
    gt_ratio r = { 0 };
    gt_snapshot snap;
    if (gt_snapshot_take(&snap) != GT_OK) return r;
    if (gt_snapshot_compare(&snap, ex_search_comparison(s, step), s->all[kernel].name, "kernel", &r) != GT_OK)
        r.rounds = 0;
    gt_snapshot_free(&snap);
    return r;
}
/* Returns the side with the largest gain over the first one, among those whose gain is certain; or the first one. */
static inline int ex_search_fastest(const ex_search *s, const char *step, const int *side, int sides, gt_ratio *gain)
{
    int i, best = 0;
    memset(gain, 0, sizeof *gain);
    for (i = 1; i < sides; i++) {
        const gt_ratio r = ex_search_gain_of(s, step, side[i]);
        if (!r.rounds) continue;
        if (r.ci.low > 1 && r.ci.confidence >= r.wanted - 0.001 && (!best || r.ratio > gain->ratio)) best = i;
        if (best == i || (!best && (i == 1 || r.ratio > gain->ratio))) *gain = r;
    }
    return side[best];
}
static inline void ex_search_open(ex_search *s, const ex_options *o, const gt_cl *cl, cl_program program)
{
    const ex_shape simple = { EX_SIMPLE, 0, 0, 0, 0, 0, 0, 0 };
    ex_problem odd = ex_problem_at(0, 1);
    memset(s, 0, sizeof *s);
    s->o = o;
    s->cl = cl;
    odd.m = 131;
    odd.n = 77;
    odd.w = 203;
    s->right = ex_sized_open(&s->odd, odd, cl, program) && ex_matmul_edges(cl, program, "matmul_simple", 0, 1);
    s->right = ex_search_find(s, simple) == 0;
}
static inline void ex_search_close(ex_search *s)
{
    ex_sized_close(&s->odd);
    while (s->built) ex_tuned_close(&s->all[--s->built]);
}
/* Chooses sizes: the largest of the ten products for which the simple kernel takes less than 0.1 s (or the first one),
   and 4096 x 4096 x 4096 if that takes less, too. Returns how many; 0 if something failed. */
static inline int ex_search_sizes(ex_search *s, ex_problem sizes[2])
{
    ex_problem p = ex_problem_at(0, s->o->quick);
    double ns_per_flop = 0;
    int i = EX_PROBLEMS - 1;
    s->right = s->right && ex_sized_open(&s->size, p, s->cl, s->all[0].program);
    if (s->right) ns_per_flop = ex_search_once_ns(s, 0) / p.flops;
    ex_sized_close(&s->size);
    while (i && ex_problem_at(i, s->o->quick).flops * ns_per_flop > 1e8) i--;
    sizes[0] = ex_problem_at(i, s->o->quick);
    p.m = p.n = p.w = 4096;
    p.flops = 2.0 * 4096 * 4096 * 4096;
    strcpy(p.name, "4096x4096x4096");
    sizes[1] = p;
    return !s->right ? 0 : s->o->quick || p.flops * ns_per_flop > 1e8 ? 1 : 2;
}

#endif
