/* ceilings.h - measures the highest rates that an OpenCL device reaches (beside gputime_cl.h; C99, C++11)

   DO THIS in the one file that has the implementation of gputime_cl.h, and a plain #include where you call it:
       #define GPUTIME_IMPLEMENTATION
       #include "gputime_cl.h"
       #include "gauge.h"              (optional: takes clock and width of the memory from NVIDIA's driver)
       #include "program_cache.h"      (optional: keeps ceilings in a folder)
       #include "ceilings.h"           (needs roofs.h in the same folder)
   BUILD     cc -std=c99 -O2 main.c -lOpenCL

   USE       gt_limits limits;                              cl: of gt_cl_open, or your own by gt_cl_attach
             if (gt_cl_limits(&cl, NULL, &limits)) return gt_fail(stderr);
             gt_limits_print(stdout, &limits);              of roofs.h, as gt_limits and gt_figures are

   REPORTS   then have a roof for each phase with GT_WORK: what bounds it, how much of that it reaches, how much faster
             it could become. Work that is claimed beyond the ceilings is a finding. JSON has the ceilings. gt_roof_of
             (roofs.h) gives the roof of any kernel.
   DOES NOT  add samples to the report. Tensor units are not measured.
   STOP HERE to use it. The licence (MIT) is that of gputime.h. */

#include "gputime_cl.h"     /* outside of the guard: a later include may ask for the implementation */
#include "roofs.h"          /* gt_limits; and what reports say of them */

#ifndef GT_MORE_CEILINGS_H
#define GT_MORE_CEILINGS_H

#ifdef __cplusplus
extern "C" {
#endif

/* Measures the ceilings of a device (GT_CEILINGS of roofs.h) in 5 to 10 s. It runs kernels of several vector widths and
   orders of access, each about 2 ms long, and takes the best one, by times between two barriers in new runs. Memory
   holds random bits. Every result is checked, and a wrong one is GT_ERR_OPENCL. Ceilings of types that the device lacks
   (half, double) stay NaN. Theory uses your figures first. Otherwise units and clock come from queries, lanes from the
   vendor's query or a table of NVIDIA's architectures, and memory from gauge.h. Nothing else is assumed.
     Later calls for the device return the same ceilings, and reports have a roofline for phases with GT_WORK. With a
   folder, later processes read the ceilings of each device and driver from there, as safely as gt_cl_program_cached
   reads programs (it needs program_cache.h). `date` says when the ceilings were measured. */
typedef struct gt_cl_limits_options {
    int again;                      /* 1: measures even if the ceilings are known */
    const char *folder;             /* where ceilings are kept; its parent must exist; NULL: nowhere */
    size_t most_bytes;              /* size of each of the three largest arrays; 0: 512 MiB on a GPU, else 256 MiB */
    gt_figures figures;             /* what you know of the device; 0: the kit queries the figure */
} gt_cl_limits_options;
/* Waits for cl->queue. Adds no samples. options NULL: all 0. out may be NULL. *out is all zero after GT_ERR_OPENCL,
   GT_ERR_BUILD, GT_ERR_MEMORY, and GT_ERR_ORDER (scopes are switched off). */
GT_API gt_status gt_cl_limits(const gt_cl *cl, const gt_cl_limits_options *options, gt_limits *out);

#ifdef __cplusplus
}
#endif
#endif /* GT_MORE_CEILINGS_H */

#if defined(GPUTIME_IMPLEMENTATION) && !defined(GT_MORE_CEILINGS_IMPLEMENTED_)
#define GT_MORE_CEILINGS_IMPLEMENTED_
GT_EXACT_MATH_

/* -- kernels -- */

/* All kernels have these parameters. In the sources "@" stands for the width of vectors, "$" for a type, "~" for the
   name, and "?" for the text in which the kernels of one source differ. In each round a work-item reads or writes the
   16 vectors of one block, and the next block is a golden section away. So nearly the whole array is visited before a
   place is visited again, whether items run one after the other or many at once. A cache helps only if it holds the
   whole array. In rows (across 16, along 1) the vectors of one item are neighbours in memory. Otherwise (across 1,
   along blocks) the vectors of neighbouring items are. Each number that is read is added to a sum whose value is
   known. */
#define GT_CL_TAKES_ "(__global const uint@ *x, __global const uint@ *z, __global uint@ *y, __global uint *sums, " \
    "uint blocks, uint rotate, uint rounds, uint across, uint along) {\n const uint i = get_global_id(0);\n"
static const char gt_cl_begin_source_[] =
    "#ifdef cl_khr_fp16\n#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n#endif\n"
    "#define SUM(v) (v)\n#define SUM2(v) ((v).s0 + (v).s1)\n#define SUM4(v) SUM2((v).lo + (v).hi)\n"
    "#define SUM8(v) SUM4((v).lo + (v).hi)\n#define SUM16(v) SUM8((v).lo + (v).hi)\n"
    "#define EACH(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11)\n"
    "#define STEP(j) x##j = x##j * a + b;\n#define ADD(j) s += x##j;\n"
    "__kernel void gt_null(void) {}\n__kernel void gt_fill" GT_CL_TAKES_
    " uint v = i + blocks;\n v = (v ^ v >> 16) * 0x85ebca6bu;\n v = (v ^ v >> 13) * 0xc2b2ae35u;\n"
    " y[i] = v ^ v >> 16;\n}\n";
static const char gt_cl_memory_source_[] =
    "__kernel void gt_~_@" GT_CL_TAKES_
    " uint@ s = 0;\n for (uint r = 0; r < rounds; r++) {\n"
    "  const uint at = ((i + r * rotate) & (blocks - 1)) * across;\n"
    "#pragma unroll\n  for (uint k = 0; k < 16; k++) { const uint p = at + k * along; ?; }\n }\n"
    " sums[i] = SUM@(s);\n}\n";
static const char gt_cl_local_source_[] =
    "__kernel void gt_~_@" GT_CL_TAKES_
    " __local uint@ tile[512];\n uint@ s = 0;\n"
    " for (uint j = get_local_id(0); j < 512; j += get_local_size(0)) tile[j] = x[j & 255];\n"
    " barrier(CLK_LOCAL_MEM_FENCE);\n"
    " for (uint r = 0; r < rounds; r++) {\n  const uint at = (get_local_id(0) + r * rotate) & 255;\n"
    "#pragma unroll 16\n  for (uint k = 0; k < 256; k++) s += tile[at + k];\n }\n sums[i] = SUM@(s);\n}\n";
/* In each round twelve small integers x become 1 - x. After two rounds they have their old values, so each result is
   exact in any type. The compiler cannot know this, since 1 and -1 are parameters. Twelve independent chains keep two
   arithmetic units of a processor busy. */
static const char gt_cl_mad_source_[] =
    "#undef START\n#define START(j) $@ x##j = convert_$@(x[(i + j) & 63] >> ?);\n"
    "__kernel void gt_~_@" GT_CL_TAKES_
    " const $ a = ($)0 - ($)across, b = ($)along;\n $@ s = 0;\n EACH(START)\n#pragma unroll 8\n"
    " for (uint r = 0; r < rounds; r++) { EACH(STEP) }\n EACH(ADD)\n sums[i] = (uint)(int)SUM@(s);\n}\n";
/* In the order of GT_CEILINGS. each: bytes or operations of an item in a round, for each component of a vector. */
typedef struct gt_cl_way_ { const char *name, *type, *extension, *source, *what; double each; } gt_cl_way_;
static const gt_cl_way_ gt_cl_ways_[GT_CEILING_INT + 1] = {
    { "read", "", "", gt_cl_memory_source_, "s += x[p]", 64 },
    { "write", "", "", gt_cl_memory_source_, "y[p] = x[0] + p * 2654435761u", 64 },
    { "copy", "", "", gt_cl_memory_source_, "y[p] = x[p]", 128 },
    { "triad", "", "", gt_cl_memory_source_, "y[p] = x[p] + 3u * z[p]", 192 },
    { "local", "", "", gt_cl_local_source_, "", 1024 },
    { "mad_float", "float", "", gt_cl_mad_source_, "29", 24 },
    { "mad_double", "double", "cl_khr_fp64", gt_cl_mad_source_, "29", 24 },
    { "mad_half", "half", "cl_khr_fp16", gt_cl_mad_source_, "29", 24 },
    { "mad_uint", "uint", "", gt_cl_mad_source_, "0", 24 }
};
static const int gt_cl_widths_[2][3] = { { 1, 4, 16 }, { 1, 8, 16 } };      /* widths for memory, for arithmetic */
enum { GT_CL_WIDTHS_ = 3, GT_CL_SPOIL_ = 77, GT_CL_SENT_ = 78 };
static const double gt_cl_target_ns_ = 2e6;

typedef struct gt_cl_shape_ {
    int code, width;            /* code: the ceiling that it measures */
    cl_kernel kernel;           /* NULL for a transfer */
    cl_uint argument[5];        /* the kernel's parameters from blocks to along */
    size_t items;
    double amount;              /* bytes or operations in a round */
} gt_cl_shape_;
enum { GT_CL_BLOCKS_, GT_CL_ROTATE_, GT_CL_ROUNDS_, GT_CL_ACROSS_, GT_CL_ALONG_ };
enum { GT_CL_ROUNDS_MOST_ = 15, GT_CL_KERNELS_ = 32, GT_CL_MEMORIES_ = 5 };
typedef struct gt_cl_probe_ {
    const gt_cl *cl;
    const char *extensions;
    gt_status status;
    cl_command_queue queue;             /* without profiling */
    cl_program program;
    cl_kernel kernel[GT_CL_KERNELS_], null, fill;
    int kernels, memories;
    cl_mem memory[GT_CL_MEMORIES_];
    cl_mem x, z, y, sums, pinned;
    size_t n, moved;                    /* elements of an array; elements of a transfer */
    size_t full, items, local;          /* items that fill the device; the same as a power of two; items of a group */
    uint32_t *host, *staged;            /* memory of `moved` elements; staged: in the mapped buffer `pinned` */
    gt_cl_shape_ shape[2 * GT_CL_WIDTHS_], reader;      /* the shapes to try; the kernel that sums up arrays */
    int shapes;
    double ns[2 * GT_CL_WIDTHS_][GT_CL_ROUNDS_MOST_];       /* times of each shape, one a round */
    size_t rounds;                      /* how many rounds */
    uint32_t sum[64];                   /* sum[i]: sum of the first 2^i elements of x */
} gt_cl_probe_;

static int gt_cl_probe_ok_(gt_cl_probe_ *p, cl_int code, const char *call) {
    char text[80];
    snprintf(text, sizeof text, "%s in gt_cl_limits", call);
    if (gt_cl_check(code, text, "", 0) != CL_SUCCESS) p->status = GT_ERR_OPENCL;
    return p->status == GT_OK;
}
/* Makes an object unless something has failed before. gt_cl_probe_close_ releases it. */
static cl_kernel gt_cl_probe_make_kernel_(gt_cl_probe_ *p, const char *name) {
    cl_int code = CL_SUCCESS;
    cl_kernel kernel = p->status == GT_OK ? clCreateKernel(p->program, name, &code) : NULL;
    return gt_cl_probe_ok_(p, code, "clCreateKernel") ? p->kernel[p->kernels++] = kernel : NULL;
}
static cl_mem gt_cl_probe_memory_(gt_cl_probe_ *p, cl_mem_flags how, size_t count) {       /* room for count numbers */
    cl_int code = CL_SUCCESS;
    cl_mem memory = p->status == GT_OK ? clCreateBuffer(p->cl->context, CL_MEM_READ_WRITE | how,
                                                        count * sizeof(uint32_t), NULL, &code) : NULL;
    return gt_cl_probe_ok_(p, code, "clCreateBuffer") ? p->memory[p->memories++] = memory : NULL;
}
static void gt_cl_probe_begin_(gt_cl_probe_ *p, const char *source) {
    cl_int code = CL_SUCCESS;
    if (!gt_cl_probe_ok_(p, clFinish(p->cl->queue), "clFinish")) return;
    p->queue = gt_cl_queue_new_(p->cl->context, p->cl->device, 0, &code);
    if (!gt_cl_probe_ok_(p, code, "clCreateCommandQueue")) return;
    p->program = gt_cl_program(p->cl, source, "-cl-mad-enable", "gt_cl_limits");
    if (!p->program)
        p->status = gt_error_first() && gt_error_first()->status == GT_ERR_BUILD ? GT_ERR_BUILD : GT_ERR_OPENCL;
    p->null = gt_cl_probe_make_kernel_(p, "gt_null");
}
static void gt_cl_probe_close_(gt_cl_probe_ *p) {
    if (p->queue) gt_cl_probe_ok_(p, clFinish(p->queue), "clFinish");
    while (p->memories) gt_cl_probe_ok_(p, clReleaseMemObject(p->memory[--p->memories]), "clReleaseMemObject");
    while (p->kernels) gt_cl_probe_ok_(p, clReleaseKernel(p->kernel[--p->kernels]), "clReleaseKernel");
    if (p->program) gt_cl_probe_ok_(p, clReleaseProgram(p->program), "clReleaseProgram");
    if (p->queue) gt_cl_probe_ok_(p, clReleaseCommandQueue(p->queue), "clReleaseCommandQueue");
}

static uint32_t gt_cl_mix_(uint32_t v) {        /* the end of MurmurHash3, as gt_fill has it */
    v = (v ^ v >> 16) * UINT32_C(0x85ebca6b);
    v = (v ^ v >> 13) * UINT32_C(0xc2b2ae35);
    return v ^ v >> 16;
}
static uint32_t gt_cl_mixed_(size_t n, uint32_t seed, int bits) {       /* their sum, each without its last bits */
    uint32_t sum = 0;
    for (size_t i = 0; i < n; i++) sum += gt_cl_mix_((uint32_t)i + seed) >> bits;
    return sum;
}
static int gt_cl_has_(const gt_cl_way_ *w, const char *extensions) { return strstr(extensions, w->extension) != NULL; }
static size_t gt_cl_expand_(char *to, size_t at, const char *from, const gt_cl_way_ *w, int width) {
    for (; *from; from++) {
        if (*from == '@') at += width > 1 ? (size_t)sprintf(to + at, "%d", width) : 0;
        else if (*from == '?') at = gt_cl_expand_(to, at, w->what, w, width);
        else if (*from == '$' || *from == '~') at += (size_t)sprintf(to + at, "%s", *from == '$' ? w->type : w->name);
        else to[at++] = *from;
    }
    to[at] = 0;
    return at;
}
static char *gt_cl_limits_source_(const char *extensions) {         /* returns NULL without memory */
    char *text = (char *)malloc(1 << 16);
    size_t at = text ? gt_cl_expand_(text, 0, gt_cl_begin_source_, NULL, 1) : 0;
    for (int i = 0; text && i <= GT_CEILING_INT; i++)
        for (int w = 0; w < GT_CL_WIDTHS_ && gt_cl_has_(&gt_cl_ways_[i], extensions); w++)
            at = gt_cl_expand_(text, at, gt_cl_ways_[i].source, &gt_cl_ways_[i],
                               gt_cl_widths_[i > GT_CEILING_LOCAL][w]);
    return text;
}

/* -- a launch or a transfer -- */

static int gt_cl_shape_bind_(gt_cl_probe_ *p, const gt_cl_shape_ *s, cl_mem x, cl_mem y) {
    const cl_mem memory[4] = { x, p->z, y, p->sums };
    cl_int code = CL_SUCCESS;
    for (cl_uint i = 0; i < 9 && code == CL_SUCCESS; i++)
        code = i < 4 ? clSetKernelArg(s->kernel, i, sizeof memory[i], &memory[i])
                     : clSetKernelArg(s->kernel, i, sizeof s->argument[i - 4], &s->argument[i - 4]);
    return gt_cl_probe_ok_(p, code, "clSetKernelArg");
}
static cl_int gt_cl_shape_move_(const gt_cl_probe_ *p, int code) {
    const int to = code < GT_CEILING_FROM_PAGEABLE, how = (code - GT_CEILING_TO_PAGEABLE) % 3;
    const size_t bytes = p->moved * sizeof *p->host;
    uint32_t *host = how == 1 ? p->staged : p->host;
    cl_int result = CL_SUCCESS;
    if (how < 2) return to ? clEnqueueWriteBuffer(p->queue, p->y, CL_TRUE, 0, bytes, host, 0, NULL, NULL)
                           : clEnqueueReadBuffer(p->queue, p->y, CL_TRUE, 0, bytes, host, 0, NULL, NULL);
    void *at = clEnqueueMapBuffer(p->queue, p->y, CL_TRUE, to ? CL_MAP_WRITE : CL_MAP_READ, 0, bytes, 0, NULL, NULL,
                                  &result);
    if (result != CL_SUCCESS) return result;
    memcpy(to ? at : host, to ? host : at, bytes);
    result = clEnqueueUnmapMemObject(p->queue, p->y, at, 0, NULL, NULL);
    return result == CL_SUCCESS ? clFinish(p->queue) : result;
}
static cl_int gt_cl_shape_launch_(const gt_cl_probe_ *p, cl_kernel kernel, size_t items, size_t local) {
    const cl_int code = clEnqueueNDRangeKernel(p->queue, kernel, 1, NULL, &items, &local, 0, NULL, NULL);
    return code == CL_SUCCESS ? clFinish(p->queue) : code;
}
static double gt_cl_shape_run_(gt_cl_probe_ *p, const gt_cl_shape_ *s, cl_mem x, cl_mem y) {
    const size_t local = p->local < s->items ? p->local : s->items;
    if (p->status != GT_OK || (s->code <= GT_CEILING_INT && !gt_cl_shape_bind_(p, s, x, y))) return gt_nan_();
    const uint64_t begin = gt_clock_ticks();
    const cl_int code = s->kernel ? gt_cl_shape_launch_(p, s->kernel, s->items, local) : gt_cl_shape_move_(p, s->code);
    const double ns = gt_clock_ns(gt_clock_ticks() - begin);
    return gt_cl_probe_ok_(p, code, "a launch or transfer") ? ns : gt_nan_();
}
static double gt_cl_shape_ns_(gt_cl_probe_ *p, int i) {
    return gt_cl_shape_run_(p, &p->shape[i], p->x, p->y);
}
static void gt_cl_probe_fill_(gt_cl_probe_ *p, cl_mem y, uint32_t seed) {       /* writes random bits */
    gt_cl_shape_ s;
    memset(&s, 0, sizeof s);
    s.kernel = p->fill;
    s.items = p->n;
    s.argument[GT_CL_BLOCKS_] = seed;
    (void)gt_cl_shape_run_(p, &s, y, y);
}

/* -- is the result right? -- */

static uint32_t gt_cl_probe_sums_(gt_cl_probe_ *p, size_t items) {
    uint32_t sum = 0, *sums = (uint32_t *)malloc(items * sizeof *sums);
    if (!sums) p->status = GT_ERR_MEMORY;
    else (void)gt_cl_probe_ok_(p, clEnqueueReadBuffer(p->queue, p->sums, CL_TRUE, 0, items * sizeof *sums,
                                                      sums, 0, NULL, NULL), "clEnqueueReadBuffer");
    for (size_t i = 0; p->status == GT_OK && i < items; i++) sum += sums[i];
    free(sums);
    return sum;
}
static uint32_t gt_cl_probe_total_(gt_cl_probe_ *p, size_t n) {         /* the sum of n elements of y */
    gt_cl_shape_ s = p->reader;
    s.items = n / (16 * (size_t)s.width);
    s.argument[GT_CL_BLOCKS_] = (cl_uint)s.items;
    s.argument[GT_CL_ROUNDS_] = 1;
    if (s.argument[GT_CL_ALONG_] > 1) s.argument[GT_CL_ALONG_] = (cl_uint)s.items;
    (void)gt_cl_shape_run_(p, &s, p->y, p->x);
    return gt_cl_probe_sums_(p, s.items);
}
static int gt_cl_shape_right_(gt_cl_probe_ *p, const gt_cl_shape_ *s) {
    const uint32_t items = (uint32_t)s->items, width = (uint32_t)s->width, blocks = s->argument[GT_CL_BLOCKS_];
    const uint32_t rounds = s->argument[GT_CL_ROUNDS_];
    const size_t n = (size_t)blocks * 16 * width;
    uint32_t sum = 0, x = 0;
    for (int i = 0; i < 64; i++) if (n == (size_t)1 << i) x = p->sum[i];
    if (s->code == GT_CEILING_LAUNCH) return 1;
    if (s->code >= GT_CEILING_FROM_PAGEABLE) {
        for (size_t i = 0; i < p->moved; i++) sum += s->code == GT_CEILING_FROM_PINNED ? p->staged[i] : p->host[i];
        return sum == gt_cl_mixed_(p->moved, GT_CL_SPOIL_, 0);
    }
    if (s->code >= GT_CEILING_TO_PAGEABLE)
        return gt_cl_probe_total_(p, p->moved) == gt_cl_mixed_(p->moved, GT_CL_SENT_, 0);
    sum = s->code == GT_CEILING_READ || s->code >= GT_CEILING_LOCAL ? gt_cl_probe_sums_(p, s->items)
                                                                    : gt_cl_probe_total_(p, n);
    switch (s->code) {
    case GT_CEILING_READ: return sum == items / blocks * rounds * x;
    case GT_CEILING_WRITE:
        return sum == 16 * blocks * gt_cl_mixed_(width, 0, 0) +
                      UINT32_C(2654435761) * width * (8 * blocks) * (16 * blocks - 1);
    case GT_CEILING_COPY: return sum == x;
    case GT_CEILING_TRIAD:      /* z[i] is x[i + 1] */
        return sum == x + 3 * (x + gt_cl_mix_((uint32_t)n) - gt_cl_mix_(0));
    case GT_CEILING_LOCAL: return sum == items * rounds * gt_cl_mixed_((size_t)256 * width, 0, 0);
    default:            /* each number is used 12 times by 64 items */
        x = items / 64 * 12 * gt_cl_mixed_((size_t)64 * width, 0, atoi(gt_cl_ways_[s->code].what));
        return sum == (rounds == 1 ? items * 12 * width - x : x);
    }
}

/* -- the best of several shapes -- */

/* Adds a shape to try. blocks: 0 for a kernel without arrays. */
static void gt_cl_shape_add_(gt_cl_probe_ *p, int code, cl_kernel kernel, int width, size_t blocks, int rows) {
    gt_cl_shape_ *s = &p->shape[p->shapes++];
    memset(s, 0, sizeof *s);
    s->code = code;
    s->kernel = kernel;
    s->width = width;
    s->items = blocks ? p->items / 32 : p->full;      /* with more items, two could share a cache line */
    if (s->items < blocks) s->items = blocks;
    s->argument[GT_CL_BLOCKS_] = (cl_uint)blocks;
    s->argument[GT_CL_ACROSS_] = blocks && rows ? 16 : 1;
    s->argument[GT_CL_ALONG_] = blocks && !rows ? (cl_uint)blocks : 1;
    const cl_uint unit = blocks && !rows ? 32 : 1;      /* neighbouring items use whole cache lines */
    s->argument[GT_CL_ROTATE_] = ((cl_uint)(0.618 * (double)blocks) / unit | 1) * unit;
    s->argument[GT_CL_ROUNDS_] = 1;
    if (code <= GT_CEILING_INT) s->amount = (double)s->items * width * gt_cl_ways_[code].each;
}
/* Increases the rounds until a launch is long enough. The first launch is not timed. */
static void gt_cl_shape_grow_(gt_cl_probe_ *p, int i) {
    gt_cl_shape_ *s = &p->shape[i];
    (void)gt_cl_shape_ns_(p, i);
    for (cl_uint *rounds = &s->argument[GT_CL_ROUNDS_]; s->code <= GT_CEILING_INT && p->status == GT_OK;) {
        double ns = gt_cl_shape_ns_(p, i);
        if (!(ns < gt_cl_target_ns_) || *rounds >= 1 << 20) break;
        do *rounds *= 2; while (*rounds < 1 << 20 && (ns *= 2) < gt_cl_target_ns_);
    }
}
/* Measures all shapes in rounds. Each round begins with another shape. */
static void gt_cl_probe_rounds_(gt_cl_probe_ *p, double budget_s, size_t least, size_t most) {
    const uint64_t begin = gt_clock_ticks();
    const size_t shapes = (size_t)p->shapes;
    for (p->rounds = 0; p->status == GT_OK && p->rounds < most; p->rounds++) {
        if (p->rounds >= least && gt_clock_ns(gt_clock_ticks() - begin) >= 1e9 * budget_s) return;
        for (size_t i = 0; i < shapes && p->status == GT_OK; i++) {
            const size_t shape = (i + p->rounds) % shapes;
            p->ns[shape][p->rounds] = gt_cl_shape_ns_(p, (int)shape);
        }
        gt_gauge_due_(NULL, 0);         /* reads the gauge now, while the device is warm */
    }
}
static gt_stats gt_cl_shape_stats_(gt_cl_probe_ *p, int i) {
    gt_stats s;
    memset(&s, 0, sizeof s);
    if (p->status == GT_OK) p->status = gt_stats_of(p->ns[i], p->rounds, gt_clock_info().step_ns, &s);
    return s;
}
/* Moves the best shape to the first place, and measures it again for the figures in c. */
static void gt_cl_probe_best_(gt_cl_probe_ *p, gt_ceiling *c) {
    double most = 0;
    gt_cl_probe_fill_(p, p->y, GT_CL_SPOIL_);
    for (int i = 0; i < p->shapes; i++) gt_cl_shape_grow_(p, i);
    if (p->shapes > 1) gt_cl_probe_rounds_(p, 0.3, 3, 5);
    for (int i = 0; i < p->shapes && p->shapes > 1; i++) {
        const double rate = p->shape[i].amount * p->shape[i].argument[GT_CL_ROUNDS_] / gt_cl_shape_stats_(p, i).min;
        if (!(rate > most)) continue;
        most = rate;
        p->shape[0] = p->shape[i];
    }
    p->shapes = 1;
    gt_cl_probe_rounds_(p, 0.1, 6, GT_CL_ROUNDS_MOST_);
    const gt_cl_shape_ *s = &p->shape[0];
    const gt_stats t = gt_cl_shape_stats_(p, 0);
    const double amount = 1e9 * s->amount * s->argument[GT_CL_ROUNDS_];       /* 0: the ceiling is a time in ns */
    c->measured = amount > 0 ? amount / t.min : t.min;
    c->ci.confidence = t.ci.confidence;
    c->ci.low = amount > 0 ? amount / t.ci.high : t.min;
    c->ci.high = amount > 0 ? c->measured : t.ci.high;
    if (s->code == GT_CEILING_READ) p->reader = *s;
    if (p->status == GT_OK && !gt_cl_shape_right_(p, s) && p->status == GT_OK) {
        char text[80];
        snprintf(text, sizeof text, "%s: the result is wrong", gt_ceilings_[s->code].name);
        p->status = gt_fault_(GT_ERR_OPENCL, "gt_cl_limits", text);
    }
}
static void gt_cl_probe_kernel_(gt_cl_probe_ *p, gt_limits *l, int code) {
    gt_ceiling c = l->ceiling[code];
    const int memory = code <= GT_CEILING_TRIAD;
    for (int w = 0; w < GT_CL_WIDTHS_ && p->status == GT_OK; w++) {
        const int width = gt_cl_widths_[code > GT_CEILING_LOCAL][w];
        char name[40];
        snprintf(name, sizeof name, width > 1 ? "gt_%s_%d" : "gt_%s_", gt_cl_ways_[code].name, width);
        cl_kernel k = gt_cl_probe_make_kernel_(p, name);
        if (!k) return;
        gt_cl_shape_add_(p, code, k, width, memory ? p->n / 64 / (size_t)width : 0, 1);
        if (memory) gt_cl_shape_add_(p, code, k, width, p->n / 64 / (size_t)width, 0);
    }
    gt_cl_probe_best_(p, memory ? &c : &l->ceiling[code]);
    const gt_cl_shape_ best = p->shape[0];
    for (l->sizes *= !memory; memory && p->status == GT_OK && l->sizes < GT_LIMIT_SIZES; l->sizes++) {
        const size_t n = p->n >> l->sizes;
        if (n < 1 << 13) break;
        p->shapes = 0;
        gt_cl_shape_add_(p, code, best.kernel, best.width, n / 16 / (size_t)best.width,
                         best.argument[GT_CL_ACROSS_] > 1);
        gt_cl_probe_best_(p, &c);
        if (!l->sizes) l->ceiling[code] = c;
        l->bytes[code][l->sizes] = (double)n * gt_cl_ways_[code].each / 16;
        l->rate[code][l->sizes] = c.measured;
    }
}
static void gt_cl_probe_all_(gt_cl_probe_ *p, gt_limits *l) {
    gt_cl_probe_fill_(p, p->x, 0);
    gt_cl_probe_fill_(p, p->z, 1);
    for (size_t i = 0, power = 0; i < p->n; power++) {
        if (power) p->sum[power] = p->sum[power - 1];
        for (; i < (size_t)1 << power; i++) p->sum[power] += gt_cl_mix_((uint32_t)i);
    }
    for (int code = 0; code < GT_CEILING_COUNT && p->status == GT_OK; code++) {
        p->shapes = 0;
        if (code <= GT_CEILING_INT) {
            if (gt_cl_has_(&gt_cl_ways_[code], p->extensions)) gt_cl_probe_kernel_(p, l, code);
            continue;
        }
        gt_cl_shape_add_(p, code, code == GT_CEILING_LAUNCH ? p->null : NULL, 1, 0, 1);
        p->shape[0].amount = code < GT_CEILING_LAUNCH ? 4.0 * (double)p->moved : 0;
        p->shape[0].items = 1;
        for (size_t i = 0; i < p->moved; i++)
            p->host[i] = p->staged[i] = code < GT_CEILING_FROM_PAGEABLE ? gt_cl_mix_((uint32_t)i + GT_CL_SENT_) : 0;
        gt_cl_probe_best_(p, &l->ceiling[code]);
    }
}

/* -- the device -- */

/* How many multiply-adds a unit finishes in a cycle, for NVIDIA's compute capabilities. Source: the table "Throughput
   of Native Arithmetic Instructions" in the CUDA C++ Programming Guide. 0: the table lacks it. */
static const struct { cl_uint capability; double lanes[4]; } gt_cl_lanes_[] = {
    { 30, { 192, 8, 0, 32 } }, { 35, { 192, 64, 0, 32 } }, { 37, { 192, 64, 0, 32 } }, { 50, { 128, 4, 0, 0 } },
    { 52, { 128, 4, 0, 0 } }, { 53, { 128, 4, 256, 0 } }, { 60, { 64, 32, 128, 0 } }, { 61, { 128, 4, 2, 0 } },
    { 62, { 128, 4, 256, 0 } }, { 70, { 64, 32, 128, 64 } }, { 72, { 64, 32, 128, 64 } }, { 75, { 64, 2, 128, 64 } },
    { 80, { 64, 32, 256, 64 } }, { 86, { 128, 2, 256, 64 } }, { 89, { 128, 2, 128, 64 } }, { 90, { 128, 64, 256, 64 } }
};
enum { GT_CL_MAJOR_NV_ = 0x4000, GT_CL_MINOR_NV_ = 0x4001, GT_CL_SIMDS_AMD_ = 0x4040, GT_CL_SIMD_WIDTH_AMD_ = 0x4041,
       GT_CL_SIMD_ISSUE_AMD_ = 0x4042 };        /* from cl_nv_... and cl_amd_device_attribute_query */
static void gt_cl_figures_(cl_device_id device, const char *extensions, gt_figures *f) {
    cl_uint units = 0, mhz = 0, a = 0, b = 0, c = 0;
    if (!(f->units > 0) && GT_CL_ASK_(Device, device, CL_DEVICE_MAX_COMPUTE_UNITS, units)) f->units = units;
    if (!(f->mhz > 0) && GT_CL_ASK_(Device, device, CL_DEVICE_MAX_CLOCK_FREQUENCY, mhz)) f->mhz = mhz;
    if (!(f->devices > 0)) f->devices = 1;
    if (strstr(extensions, "cl_nv_device_attribute_query") && GT_CL_ASK_(Device, device, GT_CL_MAJOR_NV_, a) &&
        GT_CL_ASK_(Device, device, GT_CL_MINOR_NV_, b))
        for (size_t i = 0; i < sizeof gt_cl_lanes_ / sizeof gt_cl_lanes_[0]; i++)
            for (int k = 0; k < 4 && gt_cl_lanes_[i].capability == 10 * a + b; k++)
                if (!(f->lanes[k] > 0)) f->lanes[k] = gt_cl_lanes_[i].lanes[k];
    if (!(f->local_bytes > 0) && a >= 5) f->local_bytes = 128;      /* 32 banks of 32 bits, by the same guide */
    if (!(f->lanes[0] > 0) && strstr(extensions, "cl_amd_device_attribute_query") &&
        GT_CL_ASK_(Device, device, GT_CL_SIMDS_AMD_, a) && GT_CL_ASK_(Device, device, GT_CL_SIMD_WIDTH_AMD_, b) &&
        GT_CL_ASK_(Device, device, GT_CL_SIMD_ISSUE_AMD_, c)) f->lanes[0] = (double)a * b * c;
}
static void gt_cl_probe_open_(gt_cl_probe_ *p, size_t most_bytes) {
    cl_ulong memory = 0, alloc = 0;
    cl_uint units = 1;
    cl_int code = CL_SUCCESS;
    if (!GT_CL_ASK_(Device, p->cl->device, CL_DEVICE_GLOBAL_MEM_SIZE, memory) ||
        !GT_CL_ASK_(Device, p->cl->device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, alloc) ||
        !GT_CL_ASK_(Device, p->cl->device, CL_DEVICE_MAX_COMPUTE_UNITS, units) ||
        !GT_CL_ASK_(Device, p->cl->device, CL_DEVICE_MAX_WORK_GROUP_SIZE, p->local))
        (void)gt_cl_probe_ok_(p, CL_INVALID_DEVICE, "clGetDeviceInfo");
    for (p->n = 1 << 14; 8 * p->n <= most_bytes && 64 * p->n <= memory && 8 * p->n <= alloc;) p->n *= 2;
    p->full = 2048 * (size_t)units;     /* NVIDIA's units run up to 2048 items at once */
    for (p->items = 256; p->items < p->full && 16 * p->items < p->n;) p->items *= 2;
    if (p->local > 64) p->local = 64;
    p->moved = p->n < 8 << 20 ? p->n : 8 << 20;
    p->fill = gt_cl_probe_make_kernel_(p, "gt_fill");
    p->x = gt_cl_probe_memory_(p, 0, p->n);
    p->z = gt_cl_probe_memory_(p, 0, p->n);
    p->y = gt_cl_probe_memory_(p, 0, p->n);
    p->sums = gt_cl_probe_memory_(p, 0, p->n / 16 + p->items + p->full);
    p->pinned = gt_cl_probe_memory_(p, CL_MEM_ALLOC_HOST_PTR, p->moved);
    if (p->pinned)
        p->staged = (uint32_t *)clEnqueueMapBuffer(p->queue, p->pinned, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                                   4 * p->moved, 0, NULL, NULL, &code);
    if (!gt_cl_probe_ok_(p, code, "clEnqueueMapBuffer")) p->staged = NULL;
    p->host = (uint32_t *)malloc(4 * p->moved);
    if (!p->host) p->status = GT_ERR_MEMORY;
}

/* Reads (writes 0) or writes the ceilings of this device and driver. Returns 0 if it fails; the program then measures,
   or goes on without the file. */
#if defined(GT_MORE_PROGRAM_CACHE_IMPLEMENTED_) && defined(GT_CL_NO_LINK_)
static int gt_cl_limits_file_(const gt_cl *cl, const char *source, const gt_cl_limits_options *o, gt_limits *l,
                              int writes) {
    gt_cl_cache none;
    gt_cl_key_ key;
    unsigned char *data = NULL;
    size_t length = 0;
    char name[64], layout[80];
    int in = -1;
    memset(&none, 0, sizeof none);
    snprintf(layout, sizeof layout, "%.0f bytes, %zu of a table", (double)o->most_bytes, sizeof *l);
    if (!o->folder || gt_cl_key_of_(cl, source, layout, &none, &key) || gt_cl_folder_(o->folder, &in)) return 0;
    sprintf(name, "%016llx%016llx.limits", (unsigned long long)key.a, (unsigned long long)key.b);
    const int done = writes ? !gt_cl_file_write_(in, name, &key, l, sizeof *l)
                            : !gt_cl_file_read_(in, name, &key, &data, &length) && length == sizeof *l;
    if (done && !writes) memcpy(l, data, sizeof *l);
    free(data);
    close(in);
    return done;
}
#else
#define gt_cl_limits_file_(cl, source, o, l, writes) 0
#endif
static gt_status gt_cl_limits_measure_(const gt_cl *cl, const char *source, const char *extensions, size_t most_bytes,
                                       gt_limits *l) {
    const uint64_t begin = gt_clock_ticks();
    gt_cl_probe_ *p = (gt_cl_probe_ *)calloc(1, sizeof *p);
    if (!p) return GT_ERR_MEMORY;
    p->cl = cl;
    p->extensions = extensions;
    gt_cl_probe_begin_(p, source);
    if (!most_bytes) most_bytes = (size_t)(cl->type & CL_DEVICE_TYPE_GPU ? 512 : 256) << 20;
    if (p->status == GT_OK) gt_cl_probe_open_(p, most_bytes);
    if (p->status == GT_OK) gt_cl_probe_all_(p, l);
    if (p->staged) (void)clEnqueueUnmapMemObject(p->queue, p->pinned, p->staged, 0, NULL, NULL);
    gt_cl_probe_close_(p);
    free(p->host);
    memcpy(l->device, cl->name, sizeof l->device);
    gt_device_gauged_((const void *)cl->device, l->conditions, sizeof l->conditions);
    snprintf(l->date, sizeof l->date, "%.23s", gt_date_());
    l->seconds = gt_clock_ns(gt_clock_ticks() - begin) * 1e-9;
    const gt_status status = p->status;
    free(p);
    return status;
}
gt_status gt_cl_limits(const gt_cl *cl, const gt_cl_limits_options *options, gt_limits *out) {
    gt_cl_limits_options o;
    gt_limits l;
    gt_status status = GT_OK;
    char extensions[1 << 14];
    memset(extensions, 0, sizeof extensions);
    memset(&o, 0, sizeof o);
    memset(&l, 0, sizeof l);
    if (options) o = *options;
    if (out) memset(out, 0, sizeof *out);
    gt_clock_fit_();
    if (gt_is_off_()) return gt_fault_(GT_ERR_ORDER, "gt_cl_limits while switched off", NULL);
#if !defined(GT_MORE_PROGRAM_CACHE_IMPLEMENTED_)
    if (o.folder)
        return gt_fault_(GT_ERR_ARGUMENT, "gt_cl_limits",
                         "A folder needs program_cache.h, included before ceilings.h.");
#endif
    const uint64_t begin = gt_clock_ticks();
    (void)clGetDeviceInfo(cl->device, CL_DEVICE_EXTENSIONS, sizeof extensions - 1, extensions, NULL);
#if defined(GT_MORE_GAUGE_IMPLEMENTED_)
    if (!(o.figures.memory_mhz > 0) && !(o.figures.memory_bits > 0) &&
        gt_cl_gauge_memory(cl->device, &o.figures.memory_mhz, &o.figures.memory_bits))
        o.figures.transfers = 2;        /* double data rate */
#endif
    gt_cl_figures_(cl->device, extensions, &o.figures);
    char *source = gt_cl_limits_source_(extensions);
    if (!source) status = GT_ERR_MEMORY;
    else if (o.again || (!gt_limits_of_((const void *)cl->device, &l) &&
                         !gt_cl_limits_file_(cl, source, &o, &l, 0))) {
        memset(&l, 0, sizeof l);
        for (int i = 0; i < GT_CEILING_COUNT; i++) l.ceiling[i] = gt_ceiling_of(&o.figures, (gt_ceiling_code)i);
        status = gt_cl_limits_measure_(cl, source, extensions, o.most_bytes, &l);
        if (status == GT_OK) (void)gt_cl_limits_file_(cl, source, &o, &l, 1);
    }
    free(source);
    for (int i = 0; i < GT_CEILING_COUNT && status == GT_OK; i++) {     /* theory by the figures of this call */
        const gt_ceiling theory = gt_ceiling_of(&o.figures, (gt_ceiling_code)i);
        l.ceiling[i].theory = theory.theory;
        memcpy(l.ceiling[i].formula, theory.formula, sizeof theory.formula);
    }
    if (status == GT_OK) status = gt_device_limits_set_((const void *)cl->device, &l);
    if (status == GT_OK && out) *out = l;
    if (status == GT_ERR_MEMORY) gt_fault_(GT_ERR_MEMORY, "gt_cl_limits", NULL);
    gt_kit_time_(begin);
    return status;
}
GT_OWN_MATH_
#endif /* GT_MORE_CEILINGS_IMPLEMENTED_ */

/* PRIVATE NAMES of the kit that this file uses
     devices     gt_device_gauged_, gt_gauge_due_, gt_cl_queue_new_, GT_CL_ASK_
     errors      gt_fault_, gt_is_off_
     clock       gt_clock_fit_, gt_kit_time_, gt_date_
     compiler    GT_EXACT_MATH_, GT_OWN_MATH_ (no -ffast-math in between)
     numbers     gt_nan_ */
