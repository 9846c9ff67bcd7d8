/* 11_mapped.c - explicit copies or mapped buffers: where is the copy that nobody wrote?

   WHAT YOU LEARN   Map a buffer instead of copying it, and the copy is still there, unless host and device share
                    memory: the driver makes it when you map, when you unmap, or while the kernel runs. Only barriers
                    around each step show where. A wrapper like array_view of C++ AMP unmaps inside the call that
                    launches: there, copy-in is timed as the kernel.
   EXPECTED OUTPUT  c = a + b in four ways, a row for each step of each way; the kit's report; claims

   Each way: the host writes a and b, the device adds, the host sums c. The ways take turns in random order. */

#include "common.h"

enum { EXPLICIT, USE_HOST, ALLOC_HOST, VIEW, WAYS, STEPS = 7 };
static const char *const names[WAYS] = { "explicit", "use host ptr", "alloc host ptr", "as array_view" };
static const char *const steps[STEPS] = {
    "map to write", "host writes", "copy-in or unmap", "compute", "copy-out or map", "host reads", "unmap"
};

typedef struct way {
    cl_command_queue queue;
    cl_kernel add;
    cl_mem m[3];                /* a, b, c */
    float *host[3];             /* EXPLICIT: blocks of its own; else what the buffers are mapped to */
    void *own[3];               /* host memory to be freed */
    size_t n;
    int mapped;
    double sum;                 /* of c, as the host read it */
} way;

static int way_open(way *w, const gt_cl *cl, cl_program program, size_t n, int which)
{
    static const cl_mem_flags flags_of[WAYS] = { 0, CL_MEM_USE_HOST_PTR, CL_MEM_ALLOC_HOST_PTR, CL_MEM_USE_HOST_PTR };
    const cl_uint count = (cl_uint)n;
    const size_t bytes = n * sizeof(float);
    cl_uint i;
    w->queue = cl->queue;
    w->n = n;
    w->mapped = which != EXPLICIT;
    w->add = GT_CL_NEW(clCreateKernel(program, "add_float", GT_CL_ERR));
    if (!w->add || GT_CL(clSetKernelArg(w->add, 3, sizeof count, &count))) return 0;
    for (i = 0; i < 3; i++) {
        const cl_mem_flags access = i < 2 ? CL_MEM_READ_ONLY : CL_MEM_WRITE_ONLY;
        if (which != ALLOC_HOST) {      /* page-aligned, as drivers want it that use the host's memory where it is */
            if (posix_memalign(&w->own[i], 4096, bytes)) {
                fprintf(stderr, "out of memory\n");
                return 0;
            }
            gt_touch(w->own[i], bytes, GT_TOUCH_FILL, 0, 1);
            w->host[i] = (float *)w->own[i];
        }
        w->m[i] = GT_CL_NEW(clCreateBuffer(cl->context, access | flags_of[which], bytes,
                                           which == EXPLICIT ? NULL : w->own[i], GT_CL_ERR));
        if (!w->m[i] || GT_CL(clSetKernelArg(w->add, i, sizeof w->m[i], &w->m[i]))) return 0;
    }
    return 1;
}

static void map(way *w, int i, cl_map_flags how)
{
    w->host[i] = (float *)GT_CL_NEW(clEnqueueMapBuffer(w->queue, w->m[i], CL_FALSE, how, 0, w->n * sizeof(float), 0,
                                                       NULL, GT_EVENT, GT_CL_ERR));
}
static void unmap(way *w, int i) { GT_CL(clEnqueueUnmapMemObject(w->queue, w->m[i], w->host[i], 0, NULL, GT_EVENT)); }

static void hand_over(way *w)
{
    const size_t bytes = w->n * sizeof(float);
    int i;
    for (i = 0; i < 2; i++) {
        if (w->mapped) unmap(w, i);
        else GT_CL(clEnqueueWriteBuffer(w->queue, w->m[i], CL_FALSE, 0, bytes, w->host[i], 0, NULL, GT_EVENT));
    }
}

static void compute(way *w)
{
    const size_t local = 64, global = (w->n + 63) / 64 * 64;
    GT_CL(clEnqueueNDRangeKernel(w->queue, w->add, 1, NULL, &global, &local, 0, NULL, GT_EVENT));
}

static void get_back(way *w)
{
    const size_t bytes = w->n * sizeof(float);
    if (w->mapped) map(w, 2, CL_MAP_READ);
    else GT_CL(clEnqueueReadBuffer(w->queue, w->m[2], CL_FALSE, 0, bytes, w->host[2], 0, NULL, GT_EVENT));
}

static void once(way *w, const float *a, const float *b, int view)
{
    size_t i;
    if (w->mapped && !gt_error_first()) GT_SCOPE_CL(w->queue, "map to write") {
        map(w, 0, CL_MAP_WRITE_INVALIDATE_REGION);
        map(w, 1, CL_MAP_WRITE_INVALIDATE_REGION);
    }
    if (gt_error_first()) return;
    GT_SCOPE_CL(w->queue, "host writes") {
        memcpy(w->host[0], a, w->n * sizeof *a);
        memcpy(w->host[1], b, w->n * sizeof *b);
    }
    if (!view) GT_SCOPE_CL(w->queue, "copy-in or unmap") hand_over(w);
    GT_SCOPE_CL(w->queue, "compute") {
        if (view) hand_over(w);         /* no barrier behind it: whoever times this call times both */
        compute(w);
    }
    GT_SCOPE_CL(w->queue, "copy-out or map") get_back(w);
    if (gt_error_first()) return;
    w->sum = 0;
    GT_SCOPE_CL(w->queue, "host reads") for (i = 0; i < w->n; i++) w->sum += (double)w->host[2][i];
    if (w->mapped) GT_SCOPE_CL(w->queue, "unmap") unmap(w, 2);
}

static int way_right(way *w, const float *a, const float *b, const char *name)     /* what it left, against the host */
{
    double sum = 0;
    size_t i;
    get_back(w);
    if (GT_CL(clFinish(w->queue)) || gt_error_first()) return 0;
    for (i = 0; i < w->n && w->host[2][i] == a[i] + b[i]; i++) sum += (double)w->host[2][i];
    if (w->mapped) unmap(w, 2);
    if (i == w->n && sum == w->sum) return 1;
    printf("WRONG RESULT: %s, element %lu\n", name, (unsigned long)i);
    return 0;
}

static void way_close(way *w)
{
    int i, idle = !w->queue || clFinish(w->queue) == CL_SUCCESS;     /* else commands may still use the memory */
    for (i = 0; i < 3; i++) {
        if (w->m[i]) GT_CL(clReleaseMemObject(w->m[i]));
        if (idle) free(w->own[i]);
    }
    if (w->add) GT_CL(clReleaseKernel(w->add));
}

static const gt_series *step(const gt_snapshot *s, int which, const char *name)     /* NULL: all of it */
{
    char path[80];
    sprintf(path, "mapped/%s%s%s", names[which], name ? "/" : "", name ? name : "");
    return gt_snapshot_find(s, path);
}

static void print_table(const gt_snapshot *s)
{
    int w, i;
    printf("medians, ms        ");
    for (w = 0; w < WAYS; w++) printf(" %15s", names[w]);
    for (i = 0; i <= STEPS; i++) {
        printf("\n  %-17s", i < STEPS ? steps[i] : "all");
        for (w = 0; w < WAYS; w++) {
            const gt_series *x = step(s, w, i < STEPS ? steps[i] : NULL);
            if (x && x->n) printf(" %15.3f", x->stats.median * 1e-6);
            else printf(" %15s", i == 2 ? "in compute" : "-");
        }
    }
    printf("\n\n");
}

/* Claims that a takes over `least` times as long as b. */
static void claim(const char *what, const gt_series *a, const gt_series *b, double least)
{
    gt_ratio r;
    if (!ex_paired(a, b, &r) || r.ci.confidence < 0.95)
        ex_claim(what, EX_CANNOT_BE_TOLD, "too few rounds");
    else
        ex_claim(what, ex_ratio_above(&r, least),
                 "%.3f ms against %.3f ms: %.3g times, %.0f %% interval %.3g to %.3g, n=%lu; asked: over %.3g",
                 a->stats.median * 1e-6, b->stats.median * 1e-6, r.ratio, 100 * r.ci.confidence, r.ci.low, r.ci.high,
                 (unsigned long)r.rounds, least);
}

static void claims(const gt_snapshot *s)
{
    const char *in = steps[2], *run = steps[3], *out = steps[4];
    claim("unmapping pays for a copy-in: it takes over half as long as an explicit one", step(s, USE_HOST, in),
          step(s, EXPLICIT, in), 0.5);
    claim("mapping pays for a copy-out: it takes over half as long as an explicit one", step(s, USE_HOST, out),
          step(s, EXPLICIT, out), 0.5);
    claim("the kernel pays for the way to memory that the host allocated", step(s, ALLOC_HOST, run),
          step(s, EXPLICIT, run), 1.1);
    claim("as array_view unmaps, copy-in cannot be told apart from the kernel and is timed with it", step(s, VIEW, run),
          step(s, USE_HOST, run), 1.1);
    claim("in all, mapped buffers are faster than explicit copies", step(s, EXPLICIT, NULL), step(s, ALLOC_HOST, NULL),
          1.01);
}

int main(int argc, char **argv)
{
    ex_options o = ex_parse(argc, argv, "c = a + b with explicit copies and with mapped buffers, step by step.");
    const size_t n = (size_t)(o.quick ? 1 : 8) << 20;
    const double budget_s = ex_budget(&o, 8, 1), precision = ex_precision(&o, 0.01);
    float *a = ex_floats(n), *b = ex_floats(n);
    int right = 1, open = 0, i;
    cl_program program;
    gt_snapshot s;
    way w[WAYS];
    gt_cl cl;

    memset(w, 0, sizeof w);
    ex_random(a, n, 1);
    ex_random(b, n, 2);
    if (gt_cl_open(&cl, o.device)) return gt_fail(stderr);
    program = gt_cl_program_file(&cl, GT_KERNEL_DIR "/vector.cl", NULL);
    while (program && open < WAYS && way_open(&w[open], &cl, program, n, open)) open++;
    if (open == WAYS) {         /* two passes of each way warm up: memory, and what is compiled late */
        GT_COMPARE("mapped", .budget_s = budget_s, .precision = precision, .max_n = o.repeat,
                   .progress = ex_progress_file()) {
            GT_SIDE("explicit") once(&w[EXPLICIT], a, b, 0);
            GT_SIDE("use host ptr") once(&w[USE_HOST], a, b, 0);
            GT_SIDE("alloc host ptr") once(&w[ALLOC_HOST], a, b, 0);
            GT_SIDE("as array_view") once(&w[VIEW], a, b, 1);
        }
        for (i = 0; i < WAYS && !gt_error_first(); i++) right &= way_right(&w[i], a, b, names[i]);
    }
    printf("c = a + b, %lu Mi float each\n\n", (unsigned long)(n >> 20));
    if (gt_snapshot_take(&s) == GT_OK) {
        print_table(&s);
        gt_report(stdout);
        printf("\n");
        claims(&s);
        gt_snapshot_free(&s);
    }
    for (i = 0; i < WAYS; i++) way_close(&w[i]);
    if (program) GT_CL(clReleaseProgram(program));
    gt_cl_close(&cl);
    free(a);
    free(b);
    return ex_end(&o, right && open == WAYS);
}
