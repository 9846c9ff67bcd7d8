/* roofs.h - theoretical rates of a device, and how near a phase comes to its ceilings (beside gputime.h; C99, C++11)

   DO THIS in the one file that has the implementation of gputime.h, and a plain #include where you call it:
       #define GPUTIME_IMPLEMENTATION
       #include "gputime.h"
       #include "roofs.h"              (needs section.h in the same folder; ceilings.h, which measures what a device
                                       reaches, includes it)
   BUILD     cc -std=c99 -O2 main.c

   USE       gt_figures card = { 1755, 1, 132, { 128, 64, 256, 64 }, 128, 2619, 5120, 2 };    of a data sheet
             printf("%.0f FLOP/s\n", gt_ceiling_of(&card, GT_CEILING_FLOAT).theory);
             gt_roof roof;                                     limits: of gt_cl_limits, ceilings.h
             if (gt_roof_of(&limits, flops, bytes, ns, &roof) == GT_OK) puts(roof.bound);

   REPORTS   have a roof for each phase with GT_WORK once the ceilings of its device are known (gt_cl_limits). JSON has
             the ceilings. Work that is claimed beyond them is a finding.
   DOES NOT  measure anything.
   STOP HERE to use it. The licence (MIT) is that of gputime.h. */

#include "gputime.h"        /* outside of the guard: a later include may ask for the implementation */
#include "section.h"        /* rows of reports */

#ifndef GT_MORE_ROOFS_H
#define GT_MORE_ROOFS_H

#ifdef __cplusplus
extern "C" {
#endif

/* Ceilings: the highest rates of a device. Each has a code, a name, a unit, and the kind of commands that it bounds.
   gt_cl_limits of examples/more/ceilings.h measures them. Units: BYTES and FLOPS are per second; NS. */
#define GT_CEILINGS(X_) \
    X_(GT_CEILING_READ,          "global read",             BYTES, "kernel") \
    X_(GT_CEILING_WRITE,         "global write",            BYTES, "kernel") \
    X_(GT_CEILING_COPY,          "global copy",             BYTES, "kernel") \
    X_(GT_CEILING_TRIAD,         "global triad",            BYTES, "kernel") \
    X_(GT_CEILING_LOCAL,         "local memory",            BYTES, "") \
    X_(GT_CEILING_FLOAT,         "multiply-add float",      FLOPS, "kernel") \
    X_(GT_CEILING_DOUBLE,        "multiply-add double",     FLOPS, "") \
    X_(GT_CEILING_HALF,          "multiply-add half",       FLOPS, "") \
    X_(GT_CEILING_INT,           "multiply-add int",        FLOPS, "") \
    X_(GT_CEILING_TO_PAGEABLE,   "host to device pageable", BYTES, "write") \
    X_(GT_CEILING_TO_PINNED,     "host to device pinned",   BYTES, "write") \
    X_(GT_CEILING_TO_MAPPED,     "host to device mapped",   BYTES, "write") \
    X_(GT_CEILING_FROM_PAGEABLE, "device to host pageable", BYTES, "read") \
    X_(GT_CEILING_FROM_PINNED,   "device to host pinned",   BYTES, "read") \
    X_(GT_CEILING_FROM_MAPPED,   "device to host mapped",   BYTES, "read") \
    X_(GT_CEILING_LAUNCH,        "launch latency",          NS,    "")
typedef enum gt_ceiling_code { GT_CEILINGS(GT_FIRST_) GT_CEILING_COUNT } gt_ceiling_code;
typedef struct gt_ceiling {
    double measured;        /* the fastest sample of the best kernel, since other work can only slow a device down; NaN
                               if not known */
    gt_interval ci;         /* from the slow end of the median's 95 % interval to `measured` */
    double theory;          /* NaN if not known */
    char formula[100];      /* the formula of `theory` with its numbers; else which figures are not known */
} gt_ceiling;
enum { GT_LIMIT_SIZES = 16 };
typedef struct gt_limits {
    char device[128], date[24];         /* date: when the ceilings were measured */
    double seconds;                     /* how long the measurement took, with all builds */
    char conditions[160];               /* clock, power, temperature at its end, what held the clock down; "": none */
    gt_ceiling ceiling[GT_CEILING_COUNT];
    int sizes;
    double bytes[4][GT_LIMIT_SIZES], rate[4][GT_LIMIT_SIZES];   /* for read, write, copy, triad: bytes of all arrays,
                                                                   the largest first, and B/s; rate[i][0]: ceiling */
} gt_limits;

/* Figures of a device, from its data sheet. 0: not known; ceilings that need the figure are then not known either. */
typedef struct gt_figures {
    double mhz, devices, units;     /* devices: how many on the card; units: compute units of one device */
    double lanes[4];                /* multiply-adds per unit and cycle: float, double, half, int */
    double local_bytes;             /* bytes of local memory per unit and cycle */
    double memory_mhz, memory_bits, transfers;      /* transfers: per cycle; 2 for memory of double data rate */
} gt_figures;
/* The theoretical ceiling with its formula: clock x devices x units x lanes x 2 operations, devices x bits x clock x
   transfers / 8. Ceilings without a formula, and formulas without a figure, are NaN. */
GT_API gt_ceiling gt_ceiling_of(const gt_figures *figures, gt_ceiling_code code);
/* Prints a line for each ceiling, and a table of bandwidths by size. */
GT_API gt_status gt_limits_print(FILE *out, const gt_limits *limits);

/* The roofline of Williams, Waterman and Patterson (Communications of the ACM 52, 2009). Work runs at most at the
   multiply-add rate in float, and at most at intensity (operations per byte) times bandwidth. The bandwidth is the
   highest that was measured for read, write, copy and triad, down to the next size below `bytes`, since data of that
   size may lie in a cache. Once gt_cl_limits was called, reports have a roof for each phase with GT_WORK. */
typedef struct gt_roof {
    double intensity;       /* FLOP/B; NaN without operations or without bytes */
    double attainable;      /* FLOP/s; B/s for work without operations */
    double share;           /* rate reached / attainable; above 1: data came from a cache, or the claim is too large */
    double to_win;          /* at most how many times as fast it can become; no kernel is faster than an empty launch */
    const char *bound;      /* "memory", "arithmetic", "launch", "transfer" */
} gt_roof;
/* Computes the roof of a kernel that did this work in `ns`. GT_ERR_ARGUMENT: NULL, no work, or an unknown ceiling. */
GT_API gt_status gt_roof_of(const gt_limits *limits, double flops, double bytes, double ns, gt_roof *out);

#ifdef __cplusplus
}
#endif
#endif /* GT_MORE_ROOFS_H */

#if defined(GPUTIME_IMPLEMENTATION) && !defined(GT_MORE_ROOFS_IMPLEMENTED_)
#define GT_MORE_ROOFS_IMPLEMENTED_
GT_EXACT_MATH_

#define GT_UNIT_BYTES_ "GB/s", 1e9
#define GT_UNIT_FLOPS_ "GFLOP/s", 1e9
#define GT_UNIT_NS_ "us", 1e3
#define GT_CEILING_(code, name, unit, what) { name, GT_UNIT_##unit##_, what },
static const struct { const char *name, *unit; double scale; const char *what; } gt_ceilings_[] = {
    GT_CEILINGS(GT_CEILING_)
};
/* -- theory, and the table -- */

gt_ceiling gt_ceiling_of(const gt_figures *f, gt_ceiling_code code) {
    const int memory = code <= GT_CEILING_TRIAD, local = code == GT_CEILING_LOCAL;
    const double devices = f->devices > 0 ? f->devices : 0, lanes = memory || local || code > GT_CEILING_INT ? 0
                         : f->lanes[code - GT_CEILING_FLOAT];
    gt_ceiling c;
    memset(&c, 0, sizeof c);
    c.measured = c.ci.low = c.ci.high = gt_nan_();
    if (memory) {
        c.theory = 1e6 * f->memory_mhz * devices * f->memory_bits * f->transfers / 8;
        snprintf(c.formula, sizeof c.formula, "%.10g x %.10g bit x %.10g MHz x %.10g / 8", devices, f->memory_bits,
                 f->memory_mhz, f->transfers);
    } else {
        c.theory = 1e6 * f->mhz * devices * f->units * (local ? f->local_bytes : 2 * lanes);
        snprintf(c.formula, sizeof c.formula, local ? "%.10g MHz x %.10g x %.10g units x %.10g B" :
                 "%.10g MHz x %.10g x %.10g units x %.10g lanes x 2", f->mhz, devices, f->units,
                 local ? f->local_bytes : lanes);
    }
    if (c.theory > 0) return c;
    c.theory = gt_nan_();
    snprintf(c.formula, sizeof c.formula, "%s", memory ? "the memory's clock and width are not known"
             : code > GT_CEILING_INT ? "" : f->mhz > 0 && f->units > 0 ? "lanes of a unit are not known"
             : "clock or units are not known");
    return c;
}
/* Prints the line of a ceiling; missing figures are "unknown". */
static void gt_ceiling_print_(FILE *out, int code, const gt_ceiling *c) {
    const double unit = gt_ceilings_[code].scale;
    const char *name = gt_ceilings_[code].unit;
    char line[300];
    fprintf(out, "ceiling: %s measured ", gt_ceilings_[code].name);
    fputs(gt_is_finite_(c->measured) ? gt_fill_(line, sizeof line, "{measured:x} {}",
                                                GT_VALUES_(gt_x_(c->measured / unit), gt_t_(name))) : "unknown", out);
    if (c->ci.confidence > 0)
        fputs(gt_fill_(line, sizeof line, " [{low:x}, {high:x}]", GT_VALUES_(gt_x_(c->ci.low / unit),
                                                                             gt_x_(c->ci.high / unit))), out);
    fputs(", theoretical ", out);
    fputs(gt_is_finite_(c->theory) ? gt_fill_(line, sizeof line, "{theory:x} {}",
                                              GT_VALUES_(gt_x_(c->theory / unit), gt_t_(name))) : "unknown", out);
    fprintf(out, "%s%s%s\n", c->formula[0] ? " (" : "", c->formula, c->formula[0] ? ")" : "");
}
gt_status gt_limits_print(FILE *out, const gt_limits *l) {
    char line[200];
    if (!out || !l) return GT_ERR_ARGUMENT;
    fprintf(out, "%s\nconditions at its end: %s%s\n", gt_fill_(line, sizeof line,
            "ceilings of {}, measured {} in {took:ns}", GT_VALUES_(gt_t_(l->device), gt_t_(l->date),
            gt_x_(1e9 * l->seconds))), l->conditions, l->conditions[0] ? ""
            : "unknown (gauge.h reads clock, power and heat, of NVIDIA's devices alone)");
    fputs("measured: the best seen; in brackets: from there to the slow end of the median's 95 % interval\n", out);
    for (int i = 0; i < GT_CEILING_COUNT; i++) gt_ceiling_print_(out, i, &l->ceiling[i]);
    for (int i = 0; i < 4 && l->sizes; i++) {
        fprintf(out, "%s, GB/s by size:", gt_ceilings_[i].name);
        for (int k = 0; k < l->sizes; k++)
            fprintf(out, "%s%s", gt_fill_(line, sizeof line, " {size:B} {rate:x}",
                                          GT_VALUES_(gt_x_(l->bytes[i][k]), gt_x_(1e-9 * l->rate[i][k]))),
                    k + 1 < l->sizes ? "," : "\n");
    }
    return gt_written_(out, __func__, 0);
}

/* -- roofs -- */

/* The highest ceiling in that unit for that kind of commands. For kernels it looks down to the next size below `bytes`.
   what NULL: for all commands, also in theory. Local memory is left out, since claims are about global memory and its
   caches. Returns 0 if not known. */
static double gt_highest_(const gt_limits *l, const char *unit, const char *what, double bytes) {
    double best = 0;
    for (int i = 0; i < GT_CEILING_COUNT; i++) {
        const gt_ceiling *c = &l->ceiling[i];
        const int sizes = i <= GT_CEILING_TRIAD ? l->sizes : 0;
        if (strcmp(gt_ceilings_[i].unit, unit) || (what && strcmp(gt_ceilings_[i].what, what))) continue;
        if (i == GT_CEILING_LOCAL || !gt_is_finite_(c->measured)) continue;
        best = gt_larger_(gt_larger_(c->measured, what ? 0 : gt_or_0_(c->theory)), best);
        for (int k = 1; k < sizes && l->bytes[i][k - 1] > 1.01 * bytes; k++) best = gt_larger_(l->rate[i][k], best);
    }
    return best;
}
static gt_status gt_roof_at_(const gt_limits *l, const char *what, double flops, double bytes, double ns,
                              gt_roof *out) {
    const double launch = l->ceiling[GT_CEILING_LAUNCH].measured;
    const double memory = bytes > 0 ? 1e9 * bytes / gt_highest_(l, "GB/s", what, bytes) : 0;
    const double arithmetic = flops > 0 ? 1e9 * flops / l->ceiling[GT_CEILING_FLOAT].measured : 0;
    const double least = gt_larger_(memory, arithmetic);
    memset(out, 0, sizeof *out);
    if (!gt_is_finite_(memory) || !gt_is_finite_(arithmetic) || !(least > 0) || !(ns > 0)) return GT_ERR_ARGUMENT;
    out->intensity = flops > 0 && bytes > 0 ? flops / bytes : gt_nan_();
    out->attainable = 1e9 * (flops > 0 ? flops : bytes) / least;
    out->share = least / ns;
    out->to_win = ns / (launch > least ? launch : least);
    out->bound = launch > least ? "launch" : arithmetic > memory ? "arithmetic"
               : strcmp(what, "kernel") ? "transfer" : "memory";
    return GT_OK;
}
gt_status gt_roof_of(const gt_limits *l, double flops, double bytes, double ns, gt_roof *out) {
    return l && out ? gt_roof_at_(l, "kernel", flops, bytes, ns, out) : GT_ERR_ARGUMENT;
}
/* The measured ceilings of each device. The kit's lock guards them. */
typedef struct gt_limits_known_ {
    struct gt_limits_known_ *next;
    const void *device;
    gt_limits limits;
} gt_limits_known_;
static gt_limits_known_ *gt_limits_first_;
static int gt_limits_of_(const void *device, gt_limits *out) {      /* returns 0 if not known */
    gt_lock_();
    const gt_limits_known_ *k = gt_limits_first_;
    while (k && k->device != device) k = k->next;
    if (k) *out = k->limits;
    gt_unlock_();
    return k != NULL;
}
/* Computes the roof of a phase with work, by the kind of its commands if they have one kind. Returns 0 if none. */
static int gt_series_roof_(const gt_series *s, const gt_series *end, gt_roof *out) {
    const char *what = NULL;
    const double ns = s->stats.median, flops = s->flops_per_s, bytes = s->bytes_per_s;
    gt_limits l;
    if (s->cold || s->kind == GT_KIND_COMMAND || !s->kept || !s->device_ || !gt_limits_of_(s->device_->id, &l))
        return 0;
    for (const gt_series *c = s + 1; c < end && c->depth > s->depth; c++)
        if (c->kind == GT_KIND_COMMAND && c->depth == s->depth + 1)
            what = !what || !strcmp(what, c->what) ? c->what : "kernel";
    if (gt_roof_at_(&l, what ? what : "kernel", 1e-9 * ns * gt_or_0_(flops), 1e-9 * ns * gt_or_0_(bytes), ns, out) !=
        GT_OK) return 0;
    if (s->device_stats.n * 2 > s->kept && s->device_stats.median < 0.5 * ns) out->bound = "launch";
    return 1;
}
/* Writes the section of phases with work, compared with the ceilings of their devices. */
static void gt_roofs_section_(gt_section_ *to, const gt_snapshot *run) {
    static const gt_column_ columns[] = { { "limits", -24, 0 }, { "FLOP/B", 6, 0 }, { "attainable", 10, 0 },
                                          { "share", 5, 0 }, { "bound by", -8, 0 }, { "to win, at most", -15, 0 } };
    gt_roof r;
    to->column = columns;
    to->columns = sizeof columns / sizeof *columns;
    for (const gt_series *s = run->series; s < run->series + run->count; s++) {
        char text[160];
        if (!gt_series_roof_(s, run->series + run->count, &r)) continue;
        snprintf(text, sizeof text, "{intensity:x}|{attainable:%s}|{share:%%}|{}|%s",
                 s->flops_per_s > 0 ? "FLOP/s" : "B/s", r.to_win > 1.05 ? "{win:x} times faster"
                 : r.share > 1.05 ? "nothing: cached, or claimed too high" : "nothing");
        gt_section_row_(to, s->path, text, GT_VALUES_(gt_x_(r.intensity), gt_x_(r.attainable), gt_x_(100 * r.share),
                                                      gt_t_(r.bound), gt_x_(r.to_win)));
    }
}

static void gt_limits_write_(struct gt_json_ *j, const void *id) {      /* as fields of a device in JSON */
    gt_limits l;
    if (!gt_limits_of_(id, &l)) return;
    gt_json_fields_(j, "limits_date:s", l.date);
    gt_json_open_(j, "ceilings", "[");
    for (int i = 0; i < GT_CEILING_COUNT; i++)
        gt_json_object_(j, NULL, "name:s unit:s measured:n interval:i theory:n formula:s", gt_ceilings_[i].name,
                        i == GT_CEILING_LAUNCH ? "ns" : gt_ceilings_[i].unit + 1, l.ceiling[i].measured,
                        &l.ceiling[i].ci, l.ceiling[i].theory, l.ceiling[i].formula);
    gt_json_close_(j, "]");
}
/* Makes the ceilings of a device known to reports, findings and files. */
static GT_UNUSED_ gt_status gt_device_limits_set_(const void *id, const gt_limits *l) {
    gt_device_ *d = gt_device_of_(id);
    gt_lock_();
    gt_limits_known_ *k = gt_limits_first_;
    while (k && k->device != id) k = k->next;
    if (!k && (k = (gt_limits_known_ *)calloc(1, sizeof *k)) != NULL) {
        k->next = gt_limits_first_;
        k->device = id;
        gt_limits_first_ = k;
    }
    if (k) k->limits = *l;
    if (k && d) {
        d->top[0] = gt_highest_(l, "GFLOP/s", NULL, 0);
        d->top[1] = gt_highest_(l, "GB/s", NULL, 0);
        d->local = l->ceiling[GT_CEILING_LOCAL].measured;
        GT_STORE_(&d->limits, &gt_limits_write_);
    }
    gt_section_add_(gt_roofs_section_);
    gt_unlock_();
    return k && d ? GT_OK : GT_ERR_MEMORY;
}
GT_OWN_MATH_
#endif /* GT_MORE_ROOFS_IMPLEMENTED_ */

/* PRIVATE NAMES of the kit that this file uses
     devices     gt_device_, gt_device_of_ (to findings and files), gt_lock_, gt_unlock_, GT_STORE_
     files       gt_json_, gt_json_fields_, gt_json_open_, gt_json_object_, gt_json_close_
     section     gt_section_, gt_section_add_, gt_column_
     texts       GT_VALUES_, gt_x_, gt_t_, gt_written_
     numbers     gt_nan_, gt_is_finite_, gt_or_0_, gt_larger_
     compiler    GT_EXACT_MATH_, GT_OWN_MATH_ (no -ffast-math in between), GT_UNUSED_, GT_FIRST_ */
