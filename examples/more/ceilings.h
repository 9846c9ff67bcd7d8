/* ceilings.h - measures the highest rates that an OpenCL device reaches (beside gputime_cl.h; C99, C++11)

   DO THIS in the one file that has the implementation of gputime_cl.h, and a plain #include where you call it:
       #define GPUTIME_IMPLEMENTATION
       #include "gputime_cl.h"
       #include "gauge.h"              (optional: takes clock and width of the memory from NVIDIA's driver)
       #include "program_cache.h"      (optional: keeps ceilings in a folder)
       #include "ceilings.h"           (needs roofs.h, section.h, probes.h and lab.h in the same folder)
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
#include "probes.h"         /* the kernels and transfers that are measured */

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

/* -- the best of several shapes -- */

#define GT_CL_TARGET_NS_ 2e6     /* a launch takes at least so long */
/* Increases the rounds until a launch is long enough. The first launch is not timed. */
static void gt_cl_shape_grow_(gt_cl_probe_ *p, int i) {
    gt_cl_shape_ *s = &p->shape[i];
    (void)gt_cl_shape_ns_(p, i);
    for (cl_uint *rounds = &s->argument[GT_CL_ROUNDS_]; s->code <= GT_CEILING_INT && p->lab.status == GT_OK;) {
        double ns = gt_cl_shape_ns_(p, i);
        if (!(ns < GT_CL_TARGET_NS_) || *rounds >= 1 << 20) break;
        do *rounds *= 2; while (*rounds < 1 << 20 && (ns *= 2) < GT_CL_TARGET_NS_);
    }
}
static double gt_cl_shape_sample_(gt_cl_lab_ *lab, size_t shape, size_t round) {
    (void)round;
    return gt_cl_shape_ns_((gt_cl_probe_ *)(void *)lab, (int)shape);    /* its first member */
}
/* Measures the first `shapes` shapes in rounds. Returns how many rounds. */
static size_t gt_cl_probe_rounds_(gt_cl_probe_ *p, int shapes, double budget_s, size_t least, size_t most) {
    return gt_cl_lab_rounds_(&p->lab, gt_cl_shape_sample_, (size_t)shapes, budget_s, least, most);
}
static gt_stats gt_cl_shape_stats_(gt_cl_probe_ *p, int i, size_t rounds) {
    return gt_cl_lab_stats_(&p->lab, (size_t)i, rounds, gt_clock_info().step_ns);
}
/* Moves the best shape to the first place, and measures it again for the figures in c. */
static void gt_cl_probe_best_(gt_cl_probe_ *p, gt_ceiling *c) {
    double most = 0;
    size_t rounds = 0;
    gt_cl_probe_fill_(p, p->y, GT_CL_SPOIL_);
    for (int i = 0; i < p->shapes; i++) gt_cl_shape_grow_(p, i);
    if (p->shapes > 1) rounds = gt_cl_probe_rounds_(p, p->shapes, 0.3, 3, 5);
    for (int i = 0; i < p->shapes && p->shapes > 1; i++) {
        const double rate = p->shape[i].amount * p->shape[i].argument[GT_CL_ROUNDS_] /
                            gt_cl_shape_stats_(p, i, rounds).min;
        if (!(rate > most)) continue;
        most = rate;
        p->shape[0] = p->shape[i];
    }
    p->shapes = 1;
    rounds = gt_cl_probe_rounds_(p, 1, 0.1, 6, 15);
    const gt_cl_shape_ *s = &p->shape[0];
    const gt_stats t = gt_cl_shape_stats_(p, 0, rounds);
    const double amount = 1e9 * s->amount * s->argument[GT_CL_ROUNDS_];       /* 0: the ceiling is a time in ns */
    c->measured = amount > 0 ? amount / t.min : t.min;
    c->ci.confidence = t.ci.confidence;
    c->ci.low = amount > 0 ? amount / t.ci.high : t.min;
    c->ci.high = amount > 0 ? c->measured : t.ci.high;
    if (s->code == GT_CEILING_READ) p->reader = *s;
    if (p->lab.status == GT_OK && !gt_cl_shape_right_(p, s) && p->lab.status == GT_OK) {
        char text[80];
        snprintf(text, sizeof text, "%s: the result is wrong", gt_ceilings_[s->code].name);
        p->lab.status = gt_fault_(GT_ERR_OPENCL, "gt_cl_limits", text);
    }
}
static void gt_cl_probe_kernel_(gt_cl_probe_ *p, gt_limits *l, int code) {
    gt_ceiling c = l->ceiling[code];
    const int memory = code <= GT_CEILING_TRIAD;
    for (int w = 0; w < GT_CL_WIDTHS_ && p->lab.status == GT_OK; w++) {
        const int width = gt_cl_widths_[code > GT_CEILING_LOCAL][w];
        char name[40];
        snprintf(name, sizeof name, width > 1 ? "gt_%s_%d" : "gt_%s_", gt_cl_ways_[code].name, width);
        cl_kernel k = gt_cl_lab_kernel_(&p->lab, name);
        if (!k) return;
        gt_cl_shape_add_(p, code, k, width, memory ? p->n / 64 / (size_t)width : 0, 1);
        if (memory) gt_cl_shape_add_(p, code, k, width, p->n / 64 / (size_t)width, 0);
    }
    gt_cl_probe_best_(p, memory ? &c : &l->ceiling[code]);
    const gt_cl_shape_ best = p->shape[0];
    for (l->sizes *= !memory; memory && p->lab.status == GT_OK && l->sizes < GT_LIMIT_SIZES; l->sizes++) {
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
    for (int code = 0; code < GT_CEILING_COUNT && p->lab.status == GT_OK; code++) {
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
    p->extensions = extensions;
    if (!most_bytes) most_bytes = (size_t)(cl->type & CL_DEVICE_TYPE_GPU ? 512 : 256) << 20;
    gt_cl_probe_open_(p, cl, source, most_bytes);
    if (p->lab.status == GT_OK) gt_cl_probe_all_(p, l);
    gt_cl_probe_close_(p);
    memcpy(l->device, cl->name, sizeof l->device);
    const gt_device_ *d = gt_device_of_((const void *)cl->device);
    gt_lock_();
    gt_copy_(l->conditions, sizeof l->conditions, d ? d->gauged : "");
    gt_unlock_();
    snprintf(l->date, sizeof l->date, "%.23s", gt_date_());
    l->seconds = gt_clock_ns(gt_clock_ticks() - begin) * 1e-9;
    const gt_status status = p->lab.status;
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
    (void)gt_clock_info();
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
     devices     gt_device_, gt_device_of_, gt_copy_, GT_CL_ASK_
     errors      gt_fault_, gt_is_off_, gt_lock_, gt_unlock_
     clock       gt_kit_time_, gt_date_
     compiler    GT_EXACT_MATH_, GT_OWN_MATH_ (no -ffast-math in between) */
