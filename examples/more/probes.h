/* probes.h - kernels and transfers that keep one unit of a device busy, and whether their results are right

   DO THIS   copy it beside ceilings.h, which includes it:
       #define GPUTIME_IMPLEMENTATION
       #include "gputime_cl.h"
       #include "probes.h"             (needs lab.h, roofs.h and section.h in the same folder)
   BUILD     cc -std=c99 -O2 main.c -lOpenCL

   USE       static gt_cl_probe_ p;
             char *text = gt_cl_limits_source_("");           of all kernels that need no extension
             gt_cl_probe_open_(&p, &cl, text, 1 << 20);
             gt_cl_shape_add_(&p, GT_CEILING_LAUNCH, p.null, 1, 0, 1);
             printf("%.0f ns\n", gt_cl_shape_ns_(&p, 0));
             gt_cl_probe_close_(&p);
             free(text);

   GIVES     a shape of each kernel or transfer (gt_cl_shape_add_), its time, and by gt_cl_shape_right_ whether what it
             has computed or moved is right.
   DOES NOT  choose between shapes, or say what a device reaches: ceilings.h does.
   STOP HERE to use it. The licence (MIT) is that of gputime.h. */

#include "gputime_cl.h"     /* outside of the guard: a later include may ask for the implementation */
#include "roofs.h"          /* the ceilings, for each of which there is a probe */
#include "lab.h"            /* what a measurement makes and releases */

#ifndef GT_MORE_PROBES_H
#define GT_MORE_PROBES_H
#endif

#if defined(GPUTIME_IMPLEMENTATION) && !defined(GT_MORE_PROBES_IMPLEMENTED_)
#define GT_MORE_PROBES_IMPLEMENTED_
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

typedef struct gt_cl_shape_ {
    int code, width;            /* code: the ceiling that it measures */
    cl_kernel kernel;           /* NULL for a transfer */
    cl_uint argument[5];        /* the kernel's parameters from blocks to along */
    size_t items;
    double amount;              /* bytes or operations in a round */
} gt_cl_shape_;
enum { GT_CL_BLOCKS_, GT_CL_ROTATE_, GT_CL_ROUNDS_, GT_CL_ACROSS_, GT_CL_ALONG_ };
typedef struct gt_cl_probe_ {
    gt_cl_lab_ lab;                     /* its queue is without profiling; the ways of its rounds are the shapes */
    const char *extensions;
    cl_kernel null, fill;
    cl_mem x, z, y, sums, pinned;
    size_t n, moved;                    /* elements of an array; elements of a transfer */
    size_t full, items, local;          /* items that fill the device; the same as a power of two; items of a group */
    uint32_t *host, *staged;            /* memory of `moved` elements; staged: in the mapped buffer `pinned` */
    gt_cl_shape_ shape[2 * GT_CL_WIDTHS_], reader;      /* the shapes to try; the kernel that sums up arrays */
    int shapes;
    uint32_t sum[64];                   /* sum[i]: sum of the first 2^i elements of x */
} gt_cl_probe_;

static int gt_cl_probe_ok_(gt_cl_probe_ *p, cl_int code, const char *call) {
    return gt_cl_lab_ok_(&p->lab, code, call);
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
static GT_UNUSED_ char *gt_cl_limits_source_(const char *extensions) {         /* returns NULL without memory */
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
    if (how < 2) return to ? clEnqueueWriteBuffer(p->lab.queue[0], p->y, CL_TRUE, 0, bytes, host, 0, NULL, NULL)
                           : clEnqueueReadBuffer(p->lab.queue[0], p->y, CL_TRUE, 0, bytes, host, 0, NULL, NULL);
    void *at = clEnqueueMapBuffer(p->lab.queue[0], p->y, CL_TRUE, to ? CL_MAP_WRITE : CL_MAP_READ, 0, bytes, 0, NULL,
                                  NULL, &result);
    if (result != CL_SUCCESS) return result;
    memcpy(to ? at : host, to ? host : at, bytes);
    result = clEnqueueUnmapMemObject(p->lab.queue[0], p->y, at, 0, NULL, NULL);
    return result == CL_SUCCESS ? clFinish(p->lab.queue[0]) : result;
}
static cl_int gt_cl_shape_launch_(const gt_cl_probe_ *p, cl_kernel kernel, size_t items, size_t local) {
    const cl_int code = clEnqueueNDRangeKernel(p->lab.queue[0], kernel, 1, NULL, &items, &local, 0, NULL, NULL);
    return code == CL_SUCCESS ? clFinish(p->lab.queue[0]) : code;
}
static double gt_cl_shape_run_(gt_cl_probe_ *p, const gt_cl_shape_ *s, cl_mem x, cl_mem y) {
    const size_t local = p->local < s->items ? p->local : s->items;
    if (p->lab.status != GT_OK || (s->code <= GT_CEILING_INT && !gt_cl_shape_bind_(p, s, x, y))) return gt_nan_();
    const uint64_t begin = gt_clock_ticks();
    const cl_int code = s->kernel ? gt_cl_shape_launch_(p, s->kernel, s->items, local) : gt_cl_shape_move_(p, s->code);
    const double ns = gt_clock_ns(gt_clock_ticks() - begin);
    return gt_cl_probe_ok_(p, code, "a launch or transfer") ? ns : gt_nan_();
}
static GT_UNUSED_ double gt_cl_shape_ns_(gt_cl_probe_ *p, int i) {
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

/* Makes queue, program, kernels and arrays. Arrays have up to most_bytes each. */
static GT_UNUSED_ void gt_cl_probe_open_(gt_cl_probe_ *p, const gt_cl *cl, const char *source, size_t most_bytes) {
    cl_ulong memory = 0, alloc = 0;
    cl_uint units = 1;
    cl_int code = CL_SUCCESS;
    gt_cl_lab_open_(&p->lab, cl, "gt_cl_limits", 0, source, "-cl-mad-enable");
    if (p->lab.status != GT_OK) return;
    if (!GT_CL_ASK_(Device, cl->device, CL_DEVICE_GLOBAL_MEM_SIZE, memory) ||
        !GT_CL_ASK_(Device, cl->device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, alloc) ||
        !GT_CL_ASK_(Device, cl->device, CL_DEVICE_MAX_COMPUTE_UNITS, units) ||
        !GT_CL_ASK_(Device, cl->device, CL_DEVICE_MAX_WORK_GROUP_SIZE, p->local))
        (void)gt_cl_probe_ok_(p, CL_INVALID_DEVICE, "clGetDeviceInfo");
    for (p->n = 1 << 14; 8 * p->n <= most_bytes && 64 * p->n <= memory && 8 * p->n <= alloc;) p->n *= 2;
    p->full = 2048 * (size_t)units;     /* NVIDIA's units run up to 2048 items at once */
    for (p->items = 256; p->items < p->full && 16 * p->items < p->n;) p->items *= 2;
    if (p->local > 64) p->local = 64;
    p->moved = p->n < 8 << 20 ? p->n : 8 << 20;
    p->null = gt_cl_lab_kernel_(&p->lab, "gt_null");
    p->fill = gt_cl_lab_kernel_(&p->lab, "gt_fill");
    p->x = gt_cl_lab_memory_(&p->lab, 0, 4 * p->n);
    p->z = gt_cl_lab_memory_(&p->lab, 0, 4 * p->n);
    p->y = gt_cl_lab_memory_(&p->lab, 0, 4 * p->n);
    p->sums = gt_cl_lab_memory_(&p->lab, 0, 4 * (p->n / 16 + p->items + p->full));
    p->pinned = gt_cl_lab_memory_(&p->lab, CL_MEM_ALLOC_HOST_PTR, 4 * p->moved);
    if (p->pinned)
        p->staged = (uint32_t *)clEnqueueMapBuffer(p->lab.queue[0], p->pinned, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                                   4 * p->moved, 0, NULL, NULL, &code);
    if (!gt_cl_probe_ok_(p, code, "clEnqueueMapBuffer")) p->staged = NULL;
    p->host = (uint32_t *)malloc(4 * p->moved);
    if (!p->host) p->lab.status = GT_ERR_MEMORY;
    gt_cl_probe_fill_(p, p->x, 0);
    gt_cl_probe_fill_(p, p->z, 1);
    for (size_t i = 0, power = 0; i < p->n; power++) {
        if (power) p->sum[power] = p->sum[power - 1];
        for (; i < (size_t)1 << power; i++) p->sum[power] += gt_cl_mix_((uint32_t)i);
    }
}
static GT_UNUSED_ void gt_cl_probe_close_(gt_cl_probe_ *p) {
    if (p->staged) (void)clEnqueueUnmapMemObject(p->lab.queue[0], p->pinned, p->staged, 0, NULL, NULL);
    gt_cl_lab_close_(&p->lab);
    free(p->host);
}
/* Adds a shape to try. blocks: 0 for a kernel without arrays. */
static GT_UNUSED_ void gt_cl_shape_add_(gt_cl_probe_ *p, int code, cl_kernel kernel, int width, size_t blocks,
                                        int rows) {
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

/* -- is the result right? -- */

static uint32_t gt_cl_probe_sums_(gt_cl_probe_ *p, size_t items) {
    uint32_t sum = 0, *sums = (uint32_t *)malloc(items * sizeof *sums);
    if (!sums) p->lab.status = GT_ERR_MEMORY;
    else (void)gt_cl_probe_ok_(p, clEnqueueReadBuffer(p->lab.queue[0], p->sums, CL_TRUE, 0, items * sizeof *sums,
                                                      sums, 0, NULL, NULL), "clEnqueueReadBuffer");
    for (size_t i = 0; p->lab.status == GT_OK && i < items; i++) sum += sums[i];
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
static GT_UNUSED_ int gt_cl_shape_right_(gt_cl_probe_ *p, const gt_cl_shape_ *s) {
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
GT_OWN_MATH_
#endif /* GT_MORE_PROBES_IMPLEMENTED_ */

/* PRIVATE NAMES of the kit that this file uses
     devices     GT_CL_ASK_
     compiler    GT_UNUSED_, GT_EXACT_MATH_, GT_OWN_MATH_ (no -ffast-math in between)
     numbers     gt_nan_ */
