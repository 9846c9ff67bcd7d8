/* roofs.h - what a device reaches in theory, and how far a phase is from what it reaches (beside gputime.h; C99, C++11)

   DO THIS in the one file that has the implementation of gputime.h, and a plain #include where you call it:
       #define GPUTIME_IMPLEMENTATION
       #include "gputime.h"
       #include "roofs.h"              (ceilings.h, which measures what a device reaches, includes it)
   BUILD     cc -std=c99 -O2 main.c

   USE       gt_figures card = { 1755, 1, 132, { 128, 64, 256, 64 }, 128, 2619, 5120, 2 };    of a data sheet
             printf("%.0f FLOP/s\n", gt_ceiling_of(&card, GT_CEILING_FLOAT).theory);
             gt_roof roof;                                     limits: of gt_cl_limits, ceilings.h
             if (gt_roof_of(&limits, flops, bytes, ns, &roof) == GT_OK) puts(roof.bound);

   REPORTS   have a roof for each phase with GT_WORK once the ceilings of its device are known (gt_cl_limits); JSON has
             the ceilings, and work that is claimed beyond them is a finding.
   DOES NOT  measure anything.
   STOP HERE to use it. The licence (MIT) is that of gputime.h. */

#include "gputime.h"        /* outside of the guard: a later include may ask for the implementation */

#ifndef GT_MORE_ROOFS_H
#define GT_MORE_ROOFS_H

#ifdef __cplusplus
extern "C" {
#endif

/* What a device reaches at most: code, name, unit, kind of the commands that the ceiling bounds. gt_cl_limits of
   examples/more/ceilings.h measures them. Units: BYTES a second, FLOPS a second, NS. */
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
    double measured;        /* quickest sample of the best of several shapes, since other work can only slow a device
                               down; NaN: not known */
    gt_interval ci;         /* from the slow end of the median's 95 % interval to `measured` */
    double theory;          /* NaN: not known */
    char formula[100];      /* of theory, with its numbers; else the figures that are not known */
} gt_ceiling;
enum { GT_LIMIT_SIZES = 16 };
typedef struct gt_limits {
    char device[128], date[24];         /* date: of the measurement */
    double seconds;                     /* duration of the measurement, with all builds */
    char conditions[160];               /* clock, power and heat at its end, what held the clock down; "unknown" */
    gt_ceiling ceiling[GT_CEILING_COUNT];
    int sizes;
    double bytes[4][GT_LIMIT_SIZES], rate[4][GT_LIMIT_SIZES];   /* of read, write, copy, triad: bytes of all arrays,
                                                                   falling, and B/s; the first is the ceiling */
} gt_limits;

/* Figures of a device, from its data sheet. 0: not known; ceilings that need the figure are then not known either. */
typedef struct gt_figures {
    double mhz, devices, units;     /* devices: on the card; units: of a device */
    double lanes[4];                /* results of multiply-add a unit and cycle: float, double, half, int */
    double local_bytes;             /* a unit and cycle */
    double memory_mhz, memory_bits, transfers;      /* transfers: a cycle; 2 for memory of double data rate */
} gt_figures;
/* The theoretical ceiling with its formula: clock x devices x units x lanes x 2 operations, devices x bits x clock x
   transfers / 8. Ceilings without a formula, and formulas without a figure, are NaN. */
GT_API gt_ceiling gt_ceiling_of(const gt_figures *figures, gt_ceiling_code code);
/* A line for each ceiling, a table of the sizes. */
GT_API gt_status gt_limits_print(FILE *out, const gt_limits *limits);

/* The roofline of Williams, Waterman and Patterson (Communications of the ACM 52, 2009): work runs at no more than the
   multiply-add rate in float, and at no more than intensity (operations for each byte) times bandwidth. The bandwidth
   is the greatest measured for read, write, copy and triad down to the next size below `bytes`, since data of that size
   may lie in a cache. Once gt_cl_limits was called, reports have a roof for each phase with GT_WORK. */
typedef struct gt_roof {
    double intensity;       /* FLOP/B; NaN without one of both */
    double attainable;      /* FLOP/s; of work without operations, B/s */
    double share;           /* rate reached / attainable; above 1: data came from a cache, or the claim is too large */
    double to_win;          /* the kernel can become at most so many times as fast here: no kernel beats a launch */
    const char *bound;      /* "memory", "arithmetic", "launch", "transfer" */
} gt_roof;
/* The roof of a kernel that did this work in ns. GT_ERR_ARGUMENT: NULL, no work, or an unknown ceiling. */
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

static const char *gt_ceiling_text_(int code, double x) {
    return gt_is_finite_(x) ? gt_digits_(x / gt_ceilings_[code].scale, gt_text_(" %s", gt_ceilings_[code].unit))
                            : "unknown";
}
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
gt_status gt_limits_print(FILE *out, const gt_limits *l) {
    int i, k;
    if (!out || !l) return GT_ERR_ARGUMENT;
    fprintf(out, "ceilings of %s, measured %s in %s\nconditions: %s\n", l->device, l->date, gt_time_(1e9 * l->seconds),
            l->conditions);
    for (i = 0; i < GT_CEILING_COUNT; i++) {
        const gt_ceiling *c = &l->ceiling[i];
        fprintf(out, "ceiling: %s measured %s", gt_ceilings_[i].name, gt_ceiling_text_(i, c->measured));
        if (c->ci.confidence > 0)
            fprintf(out, " [%s, %s]", gt_digits_(c->ci.low / gt_ceilings_[i].scale, ""),
                    gt_digits_(c->ci.high / gt_ceilings_[i].scale, ""));
        fprintf(out, ", theoretical %s%s%s%s\n", gt_ceiling_text_(i, c->theory), c->formula[0] ? " (" : "", c->formula,
                c->formula[0] ? ")" : "");
    }
    for (i = 0; i < 4 && l->sizes; i++) {
        fprintf(out, "%s, GB/s by size:", gt_ceilings_[i].name);
        for (k = 0; k < l->sizes; k++)
            fprintf(out, " %s %s%s", gt_rate_(l->bytes[i][k], "B"), gt_digits_(1e-9 * l->rate[i][k], ""),
                    k + 1 < l->sizes ? "," : "\n");
    }
    return gt_written_(out, __func__, 0);
}

/* -- roofs -- */

/* The greatest ceiling in that unit that was measured for such commands, of kernels down to the next size below; of all
   commands (NULL) also in theory. Local memory apart: claims are of global memory and its caches. 0: not known. */
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
static int gt_limits_of_(const gt_device_ *d, gt_limits *out) {     /* 0: not known */
    gt_lock_();
    const int known = d && d->limits;
    if (known) *out = *(const gt_limits *)d->limits;
    gt_unlock_();
    return known;
}
/* Of a phase with work: by the kind of its commands, if all are of one. 0: there is none. */
static int gt_series_roof_(const gt_series *s, gt_roof *out) {
    const gt_series *c = NULL;
    const char *what = NULL;
    const double ns = s->stats.median;
    gt_limits l;
    if (s->cold || !gt_is_kind_(s->kind, GT_ROW_) || !s->kept || !gt_limits_of_(s->device_, &l)) return 0;
    while ((c = gt_child_next_(s, c)) != NULL)
        if (c->kind == GT_KIND_COMMAND) what = !what || !strcmp(what, c->what) ? c->what : "kernel";
    if (gt_roof_at_(&l, what ? what : "kernel", 1e-9 * ns * gt_or_0_(s->flops_per_s),
                    1e-9 * ns * gt_or_0_(s->bytes_per_s), ns, out) != GT_OK) return 0;
    if (s->device_stats.n * 2 > s->kept && s->device_stats.median < 0.5 * ns) out->bound = "launch";
    return 1;
}

/* What finding, report and JSON ask for. */
static double gt_roofs_top_(const gt_device_ *d, int bytes, double *local) {
    gt_limits l;
    if (!gt_limits_of_(d, &l)) return 0;
    *local = l.ceiling[GT_CEILING_LOCAL].measured;
    return gt_highest_(&l, bytes ? "GB/s" : "GFLOP/s", NULL, 0);
}
/* Phases with work, against the ceilings of their devices. */
static void gt_roofs_print_(FILE *out, gt_list_ *l) {
    static const gt_column_ columns[] = { { "limits", -24, 0 }, { "FLOP/B", 6, 0 }, { "attainable", 10, 0 },
                                          { "share", 5, 0 }, { "bound by", -8, 0 }, { "to win, at most", -15, 0 } };
    gt_sheet_ t = gt_sheet_of_(columns, sizeof columns / sizeof *columns);
    gt_roof r;
    for (const gt_series *s = l->snap.series; s < l->end; s++) {
        if (!gt_series_roof_(s, &r)) continue;
        gt_name_cell_(&t, 0, s->path, "");
        gt_sheet_row_(&t, gt_is_finite_(r.intensity) ? gt_digits_(r.intensity, "") : "",
                      gt_rate_(r.attainable, s->flops_per_s > 0 ? "FLOP/s" : "B/s"), gt_percent_(100 * r.share),
                      r.bound, r.to_win > 1.05 ? gt_text_("%s times faster", gt_digits_(r.to_win, ""))
                      : r.share > 1.05 ? "nothing: cached, or claimed too high" : "nothing");
    }
    l->full |= t.full;
    (void)gt_sheet_below_(out, &t);
}
static void gt_json_ceilings_(gt_json_ *j, const gt_device_ *d) {       /* none: nobody has measured them */
    gt_limits l;
    if (!gt_limits_of_(d, &l)) return;
    gt_json_text_(j, "limits_date", l.date);
    gt_json_open_(j, "ceilings", "[");
    for (int i = 0; i < GT_CEILING_COUNT; i++) {
        const gt_ceiling *c = &l.ceiling[i];
        gt_json_object_(j, NULL, "name:s unit:s measured:n interval:i theory:n formula:s", gt_ceilings_[i].name,
                        i == GT_CEILING_LAUNCH ? "ns" : gt_ceilings_[i].unit + 1, c->measured, &c->ci, c->theory,
                        c->formula);
    }
    gt_json_close_(j, "]");
}

/* The ceilings of a device are known from now on. */
static GT_UNUSED_ gt_status gt_device_limits_set_(const void *id, const gt_limits *l) {
    static const gt_roofs_ here = { gt_roofs_top_, gt_json_ceilings_ };
    static gt_section_ section = { gt_roofs_print_, NULL };
    gt_device_ *d = gt_device_of_(id);
    gt_limits *mine = d ? (gt_limits *)malloc(sizeof *mine) : NULL;
    if (!mine) return GT_ERR_MEMORY;
    *mine = *l;
    gt_lock_();
    free(d->limits);
    d->limits = mine;
    GT_POKE_(&gt_roofs_there_, &here);
    gt_section_add_(&section);
    gt_unlock_();
    return GT_OK;
}
GT_OWN_MATH_
#endif /* GT_MORE_ROOFS_IMPLEMENTED_ */

/* PRIVATE NAMES of the kit that this file uses
     devices     gt_device_, gt_device_of_, gt_lock_, gt_unlock_, GT_POKE_
     hooks       gt_roofs_, gt_roofs_there_, gt_section_, gt_section_add_
     series      gt_list_, gt_child_next_, gt_is_kind_, GT_ROW_
     tables      gt_column_, gt_sheet_, gt_sheet_of_, gt_sheet_row_, gt_sheet_below_, gt_name_cell_
     JSON        gt_json_, gt_json_open_, gt_json_close_, gt_json_text_, gt_json_object_
     numbers     gt_nan_, gt_is_finite_, gt_or_0_, gt_larger_
     texts       gt_text_, gt_time_, gt_digits_, gt_rate_, gt_percent_, gt_written_
     compiler    GT_EXACT_MATH_, GT_OWN_MATH_ (no -ffast-math in between), GT_UNUSED_, GT_FIRST_ */
