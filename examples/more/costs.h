/* costs.h - what measuring costs on an OpenCL device: ticks, phases, launches, events (beside gputime_cl.h; C99, C++11)

   DO THIS in the one file that has the implementation of gputime_cl.h, and a plain #include where you call it:
       #define GPUTIME_IMPLEMENTATION
       #include "gputime_cl.h"
       #include "costs.h"              (needs lab.h and section.h in the same folder)
   BUILD     cc -std=c99 -O2 main.c -lOpenCL

   USE       gt_cl_cost_table costs;
             if (gt_cl_costs(&cl, &costs)) return gt_fail(stderr);
             gt_cl_costs_print(stdout, &costs);

   REPORTS   then have a table of the bracket minus an empty phase ("net"), for phases that are short enough for that.
             JSON has the costs of each device. The findings `sync-bound` and `profiling-tax` then know what a launch
             and an event cost.
   DOES NOT  add samples to the report. Open scopes show the time of the measurement as the kit's own.
   STOP HERE to use it. The licence (MIT) is that of gputime.h. */

#include "gputime_cl.h"     /* outside of the guard: a later include may ask for the implementation */
#include "lab.h"            /* what a measurement makes and releases */
#include "section.h"        /* rows and sentences of reports */

#ifndef GT_MORE_COSTS_H
#define GT_MORE_COSTS_H

#ifdef __cplusplus
extern "C" {
#endif

/* Each time includes about one reading of the clock, as the time of a phase or scope does. Queues are in order and the
   kit's own; the null kernel has one work-item. Costs "in a batch" are slopes between 1 and 64 launches. */
typedef enum gt_cl_cost_code {
    GT_CL_COST_TICK,                /* a reading of the clock */
    GT_CL_COST_SCOPE,               /* an empty GT_SCOPE */
    GT_CL_COST_FINISH,              /* clFinish of an idle queue */
    GT_CL_COST_PHASE,               /* an empty GT_SCOPE_CL */
    GT_CL_COST_LAUNCH,              /* the null kernel and clFinish */
    GT_CL_COST_LAUNCH_EVENT,        /* the same with an event */
    GT_CL_COST_LAUNCH_PLAIN,        /* the same without event, on a queue without profiling */
    GT_CL_COST_EVENT_DEVICE,        /* the null kernel's START to END */
    GT_CL_COST_BATCH,               /* a launch in a batch */
    GT_CL_COST_BATCH_EVENT,         /* the same with an event in each launch */
    GT_CL_COST_BATCH_PLAIN,         /* the same without events, on a queue without profiling */
    GT_CL_COST_READ4,               /* a blocking read of 4 bytes */
    GT_CL_COST_COUNT
} gt_cl_cost_code;

typedef struct gt_cl_cost {
    double ns;              /* median; NaN: not measured (START to END: unusable stamps) */
    gt_interval ci;         /* 95 % */
    size_t n;
} gt_cl_cost;
typedef struct gt_cl_cost_table {
    gt_cl_cost cost[GT_CL_COST_COUNT];
    gt_cl_cost event;       /* cost of an event: launches with events minus launches without, round by round */
    gt_cl_cost profiling;   /* cost of a profiling queue, without events */
    unsigned passes;        /* launches in a long group of the batches */
    double seconds;         /* how long all these measurements took */
    char device[128];
} gt_cl_cost_table;

/* The first call for a device measures all costs in turn, for 200 rounds or 1.5 s, but at least 6 rounds. Later calls
   return the same table; after gt_clock_set they measure again. Waits for cl->queue. out may be NULL. *out is all zero
   after GT_ERR_OPENCL, GT_ERR_BUILD, GT_ERR_MEMORY, and GT_ERR_ORDER (scopes are switched off). */
GT_API gt_status gt_cl_costs(const gt_cl *cl, gt_cl_cost_table *out);
GT_API void gt_cl_costs_print(FILE *out, const gt_cl_cost_table *table);

#ifdef __cplusplus
}
#endif
#endif /* GT_MORE_COSTS_H */

#if defined(GPUTIME_IMPLEMENTATION) && !defined(GT_MORE_COSTS_IMPLEMENTED_)
#define GT_MORE_COSTS_IMPLEMENTED_
GT_EXACT_MATH_

enum {
    GT_CL_COST_PASSES_ = 64,        /* launches in a long group */
    GT_CL_COST_PARTS_ = 32,         /* readings or scopes in a sample, since one is shorter than the clock's step */
    GT_CL_COST_LEAST_ = 6, GT_CL_COST_MOST_ = GT_CL_LAB_ROUNDS_
};

typedef struct gt_cl_bench_ {
    gt_cl_lab_ lab;                 /* its times: of each kind, then of event and profiling */
    gt_thread_ *thread;             /* records its scopes and phases apart from all that is reported, */
    gt_cl_log_ log;                 /* and its commands */
    cl_command_queue at;            /* the queue of the current kind */
    int events;                     /* 1: its launches have events */
    int many_first;                 /* 1: the long group of a batch comes first */
    cl_kernel null;
    cl_mem memory;
    cl_event event[GT_CL_COST_PASSES_];
    uint32_t value;
} gt_cl_bench_;

static int gt_cl_bench_ok_(gt_cl_bench_ *m, cl_int code, const char *call) {
    return gt_cl_lab_ok_(&m->lab, code, call);
}
static void gt_cl_bench_open_(gt_cl_bench_ *m, const gt_cl *cl) {
    m->thread = gt_thread_new_();
    if (!m->thread) m->lab.status = GT_ERR_MEMORY;
    gt_cl_lab_open_(&m->lab, cl, "gt_cl_costs", 1, "__kernel void gt_null(void) {}", NULL);
    m->null = gt_cl_lab_kernel_(&m->lab, "gt_null");
    m->memory = gt_cl_lab_memory_(&m->lab, 0, sizeof m->value);
    if (!m->memory) return;
    const cl_command_queue queue = m->lab.queue[1];
    const size_t bytes = sizeof m->value;
    (void)gt_cl_bench_ok_(m, clEnqueueWriteBuffer(queue, m->memory, CL_TRUE, 0, bytes, &m->value, 0, NULL, NULL),
                          "clEnqueueWriteBuffer");
}
static void gt_cl_bench_close_(gt_cl_bench_ *m) {
    gt_cl_lab_close_(&m->lab);
    if (m->thread) gt_thread_free_(m->thread);
    gt_cl_log_free_(&m->log);
}

/* -- one sample of each kind, in ns; NaN if there is none -- */

static double gt_cl_bench_reads_(gt_cl_bench_ *m) {     /* the reading at the end counts too */
    const uint64_t begin = gt_clock_ticks();
    (void)m;
    for (int i = 1; i < GT_CL_COST_PARTS_; i++) (void)gt_now_();
    return gt_clock_ns(gt_clock_ticks() - begin) / (double)GT_CL_COST_PARTS_;
}
static double gt_cl_bench_scopes_(gt_cl_bench_ *m) {
    uint64_t ticks[GT_CL_COST_PARTS_], sum = 0;
    const int n = gt_empty_scopes_(m->thread, 0, GT_CL_COST_PARTS_, ticks);
    for (int i = 0; i < n; i++) sum += ticks[i];
    return n ? gt_clock_ns(sum) / n : gt_nan_();
}
static void gt_cl_bench_swap_(gt_cl_bench_ *m) {        /* what this thread records goes there, and back */
    gt_thread_ *thread = gt_self_;
    const gt_cl_log_ log = gt_cl_mine_;
    gt_self_ = m->thread;
    gt_cl_mine_ = m->log;
    m->thread = thread;
    m->log = log;
}
static double gt_cl_bench_phase_(gt_cl_bench_ *m) {
    const uint32_t errors = GT_LOAD_(&gt_errors_);
    gt_cl_bench_swap_(m);
    gt_cl_scope s = gt_cl_scope_begin(m->at, "empty phase");
    gt_cl_scope_end(&s);
    const gt_node_ *n = s.scope.node;
    const int kept = n && n->next && n->next[-1].begin == s.scope.begin;        /* else it became void */
    const double ns = kept ? gt_clock_ns(n->next[-1].ticks) : gt_nan_();
    gt_cl_bench_swap_(m);
    if (GT_LOAD_(&gt_errors_) != errors) m->lab.status = GT_ERR_OPENCL;
    return ns;
}
/* START to END. NaN if the stamps are not usable, or give more than the host's time around the command. */
static double gt_cl_bench_device_ns_(const gt_cl_bench_ *m, double around_ns) {
    gt_command r;
    memset(&r, 0, sizeof r);
    r.brief_ = 1;
    if (!m->event[0] || gt_cl_stamps_(m->event[0], &r) != GT_STAMPS_GOOD) return gt_nan_();
    const double ran_ns = (double)(r.end - r.start);
    return ran_ns > around_ns * 1.001 + m->lab.cl->resolution_ns ? gt_nan_() : ran_ns;
}
/* Enqueues `count` launches, all with an event or all without. */
static cl_int gt_cl_bench_launches_(gt_cl_bench_ *m, int count, cl_event *event) {
    const size_t one = 1;
    cl_int code = CL_SUCCESS;
    for (int i = 0; i < count && code == CL_SUCCESS; i++)
        code = clEnqueueNDRangeKernel(m->at, m->null, 1, NULL, &one, NULL, 0, NULL, event ? &event[i] : NULL);
    return code == CL_SUCCESS ? clFinish(m->at) : code;
}
/* The time of `count` launches with a clFinish. count 0: clFinish of an idle queue; READ_: a blocking read. Except for
   the idle queue, a launch that is not timed comes first, so that the driver's threads are awake for each kind. */
enum { GT_CL_COST_READ_ = -1 };
static double gt_cl_bench_time_(gt_cl_bench_ *m, int count, double *device_ns /* of one launch; or NULL */) {
    static const char launch[] = "a launch of the null kernel";
    cl_int code;
    memset(m->event, 0, sizeof m->event);
    if (m->lab.status != GT_OK || (count && !gt_cl_bench_ok_(m, gt_cl_bench_launches_(m, 1, NULL), launch)))
        return gt_nan_();
    const uint64_t begin = gt_clock_ticks();
    if (count >= 0) code = gt_cl_bench_launches_(m, count, m->events ? m->event : NULL);
    else code = clEnqueueReadBuffer(m->at, m->memory, CL_TRUE, 0, sizeof m->value, &m->value, 0, NULL, NULL);
    const double ns = gt_clock_ns(gt_clock_ticks() - begin);
    int ok = gt_cl_bench_ok_(m, code, count > 0 ? launch : count ? "clEnqueueReadBuffer" : "clFinish");
    if (ok && device_ns) *device_ns = gt_cl_bench_device_ns_(m, ns);
    for (int i = 0; i < count; i++)
        if (m->event[i]) ok &= gt_cl_bench_ok_(m, clReleaseEvent(m->event[i]), "clReleaseEvent");
    return ok ? ns : gt_nan_();
}
static double gt_cl_bench_finish_(gt_cl_bench_ *m) { return gt_cl_bench_time_(m, 0, NULL); }
static double gt_cl_bench_read4_(gt_cl_bench_ *m) { return gt_cl_bench_time_(m, GT_CL_COST_READ_, NULL); }
static double gt_cl_bench_launch_(gt_cl_bench_ *m) { return gt_cl_bench_time_(m, 1, NULL); }
static double gt_cl_bench_launched_(gt_cl_bench_ *m) {
    double ns = gt_nan_();
    (void)gt_cl_bench_time_(m, 1, &ns);
    return ns;
}
static double gt_cl_bench_batch_(gt_cl_bench_ *m) {      /* the long group comes first every second time */
    const double first = gt_cl_bench_time_(m, m->many_first ? GT_CL_COST_PASSES_ : 1, NULL);
    const double second = gt_cl_bench_time_(m, m->many_first ? 1 : GT_CL_COST_PASSES_, NULL);
    return (m->many_first ? first - second : second - first) / (double)(GT_CL_COST_PASSES_ - 1);
}
static const struct {
    const char *code, *name;
    double (*measure)(gt_cl_bench_ *m);
    int profiling, events;
    double parts;                   /* the step of a sample is the clock's step divided by this */
} gt_cl_cost_ways_[GT_CL_COST_COUNT] = {        /* in the order of gt_cl_cost_code */
    { "GT_CL_COST_TICK",         "tick read",                   gt_cl_bench_reads_,    1, 0, GT_CL_COST_PARTS_ },
    { "GT_CL_COST_SCOPE",        "empty scope",                 gt_cl_bench_scopes_,   1, 0, GT_CL_COST_PARTS_ },
    { "GT_CL_COST_FINISH",       "clFinish, idle queue",        gt_cl_bench_finish_,   1, 0, 1 },
    { "GT_CL_COST_PHASE",        "empty phase",                 gt_cl_bench_phase_,    1, 0, 1 },
    { "GT_CL_COST_LAUNCH",       "null kernel and clFinish",    gt_cl_bench_launch_,   1, 0, 1 },
    { "GT_CL_COST_LAUNCH_EVENT", "... with an event",           gt_cl_bench_launch_,   1, 1, 1 },
    { "GT_CL_COST_LAUNCH_PLAIN", "... queue without profiling", gt_cl_bench_launch_,   0, 0, 1 },
    { "GT_CL_COST_EVENT_DEVICE", "null kernel, START to END",   gt_cl_bench_launched_, 1, 1, 1 },
    { "GT_CL_COST_BATCH",        "launch in a batch",           gt_cl_bench_batch_,    1, 0, 31.5 },
    { "GT_CL_COST_BATCH_EVENT",  "... with an event in each",   gt_cl_bench_batch_,    1, 1, 31.5 },
    { "GT_CL_COST_BATCH_PLAIN",  "... queue without profiling", gt_cl_bench_batch_,    0, 0, 31.5 },
    { "GT_CL_COST_READ4",        "blocking read of 4 bytes",    gt_cl_bench_read4_,    1, 0, 1 }
};

static double gt_cl_bench_sample_(gt_cl_lab_ *lab, size_t kind, size_t round) {
    gt_cl_bench_ *m = (gt_cl_bench_ *)(void *)lab;      /* its first member */
    m->many_first = round % 2 != 0;
    m->at = lab->queue[gt_cl_cost_ways_[kind].profiling];
    m->events = gt_cl_cost_ways_[kind].events;
    return gt_cl_cost_ways_[kind].measure(m);
}
static size_t gt_cl_bench_rounds_(gt_cl_bench_ *m) {        /* returns how many; one before is warm-up */
    (void)gt_cl_lab_rounds_(&m->lab, gt_cl_bench_sample_, GT_CL_COST_COUNT, 0, 1, 1);
    return gt_cl_lab_rounds_(&m->lab, gt_cl_bench_sample_, GT_CL_COST_COUNT, 1.5, GT_CL_COST_LEAST_, GT_CL_COST_MOST_);
}
static gt_cl_cost gt_cl_bench_cost_(gt_cl_bench_ *m, size_t way, size_t n, double step_ns) {
    const gt_stats s = gt_cl_lab_stats_(&m->lab, way, n, step_ns);
    const gt_cl_cost cost = { s.median, s.ci, s.n };
    return cost;
}
static gt_cl_cost gt_cl_bench_price_(gt_cl_bench_ *m, int of, int with, int without, size_t n) {
    double (*x)[GT_CL_LAB_ROUNDS_] = m->lab.ns;
    for (size_t i = 0; i < n; i++) x[GT_CL_COST_COUNT + of][i] = x[with][i] - x[without][i];
    return gt_cl_bench_cost_(m, (size_t)(GT_CL_COST_COUNT + of), n, gt_clock_info().step_ns);
}
static void gt_cl_bench_table_(gt_cl_bench_ *m, size_t n, gt_cl_cost_table *t) {
    const gt_cl *cl = m->lab.cl;
    for (size_t i = 0; i < GT_CL_COST_COUNT; i++) {
        const double step_ns = i == GT_CL_COST_EVENT_DEVICE ? cl->resolution_ns : gt_clock_info().step_ns;
        t->cost[i] = gt_cl_bench_cost_(m, i, n, step_ns / gt_cl_cost_ways_[i].parts);
    }
    t->event = gt_cl_bench_price_(m, 0, GT_CL_COST_LAUNCH_EVENT, GT_CL_COST_LAUNCH, n);
    t->profiling = gt_cl_bench_price_(m, 1, GT_CL_COST_LAUNCH, GT_CL_COST_LAUNCH_PLAIN, n);
    t->passes = GT_CL_COST_PASSES_;
    memcpy(t->device, cl->name, sizeof t->device);
}
/* Makes the costs known to reports, findings and files. */
static void gt_cl_bench_tell_(gt_cl_bench_ *m, const gt_cl_cost_table *t) {
    gt_device_ *d = gt_device_of_((const void *)m->lab.cl->device);
    if (!d) m->lab.status = GT_ERR_MEMORY;
    if (!d) return;
    gt_lock_();
    d->costs = GT_CL_COST_COUNT + 2;
    for (int i = 0; i < GT_CL_COST_COUNT + 2; i++) {
        const gt_cl_cost *c = i < GT_CL_COST_COUNT ? &t->cost[i] : i == GT_CL_COST_COUNT ? &t->event : &t->profiling;
        d->cost[i].code = i < GT_CL_COST_COUNT ? gt_cl_cost_ways_[i].code
                        : i == GT_CL_COST_COUNT ? "GT_CL_COST_EVENT" : "GT_CL_COST_PROFILING";
        d->cost[i].ns = c->ns;
        d->cost[i].ci = c->ci;
        d->cost[i].n = c->n;
    }
    d->costs_epoch = gt_clk_.epoch;
    gt_unlock_();
}

typedef struct gt_cl_costs_of_ {        /* the costs of a device */
    struct gt_cl_costs_of_ *next;
    cl_device_id device;
    uint32_t epoch;                     /* changes with gt_clock_set */
    gt_cl_cost_table table;
    double empty[GT_CL_COST_MOST_];     /* samples of an empty phase */
    size_t n;                           /* how many */
} gt_cl_costs_of_;
static gt_cl_costs_of_ *gt_cl_costs_known_;      /* the kit's lock guards it; none is ever removed */
static const gt_cl_costs_of_ *gt_cl_costs_find_(const void *device) {   /* NULL if not measured by this clock */
    gt_lock_();
    const gt_cl_costs_of_ *k = gt_cl_costs_known_;
    while (k && ((const void *)k->device != device || k->epoch != gt_clk_.epoch)) k = k->next;
    gt_unlock_();
    return k;
}

/* -- net times: what phases take beside an empty one -- */

/* The net time of a series: its bracket minus an empty phase on its device, with half the width of the interval.
   Returns 0 if there is nothing to subtract, or less than 1 %; -1 if the result is not meaningful. */
static int gt_cl_net_of_(const gt_series *s, double step_ns, double *net, double *half) {
    const int phase = s->kind == GT_KIND_PHASE && s->kept && !s->cold && s->device_;
    const gt_cl_costs_of_ *k = phase ? gt_cl_costs_find_(s->device_->id) : NULL;
    const double empty = k ? k->table.cost[GT_CL_COST_PHASE].ns : 0;
    gt_interval ci;
    if (!k || empty < 0.01 * s->stats.median) return 0;
    const gt_status status = gt_cl_lab_difference_(s->ns, s->kept, k->empty, k->n, step_ns, 0.95, net, &ci);
    *half = (ci.high - ci.low) / 2;
    return status != GT_OK || !(ci.confidence > 0.949) || !(*half <= 0.1 * *net) || !(*net >= 2 * empty) ? -1 : 1;
}
static void gt_cl_net_legend_(gt_section_ *to, int refused) {
    char text[512] = "", part[64];
    size_t used = 0;
    int devices = 0;
    gt_lock_();
    for (const gt_cl_costs_of_ *k = gt_cl_costs_known_; k; k = k->next) devices += k->epoch == gt_clk_.epoch;
    for (const gt_cl_costs_of_ *k = gt_cl_costs_known_; k && used < 300; k = k->next) {
        if (k->epoch != gt_clk_.epoch) continue;
        (void)gt_fill_(part, sizeof part, "{empty:ns}, n={n}",
                       GT_VALUES_(gt_x_(k->table.cost[GT_CL_COST_PHASE].ns), gt_x_((double)k->n)));
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s%s%s", used ? "; " : "", part,
                                 devices > 1 ? ", " : "", devices > 1 ? k->table.device : "");
    }
    gt_unlock_();
    gt_section_say_(to, "net: bracket minus what an empty phase reads ({}), where that is 1 % or more.",
                    GT_VALUES_(gt_t_(text)));
    if (refused)
        gt_section_say_(to, "no: the difference is under twice that, or not known to 10 %; use GT_BATCH_CL, which "
                            "subtracts nothing.", GT_VALUES_(gt_t_("")));
}
static void gt_cl_net_section_(gt_section_ *to, const gt_snapshot *run) {
    static const gt_column_ columns[] = { { "without an empty phase", -24, 0 }, { "bracket", 7, 0 }, { "net", 7, 0 } };
    const double step_ns = gt_clock_info().step_ns;
    double net, half;
    int refused = 0;
    to->column = columns;
    to->columns = sizeof columns / sizeof *columns;
    for (const gt_series *s = run->series; s < run->series + run->count; s++) {
        const int known = gt_cl_net_of_(s, step_ns, &net, &half);
        refused |= known < 0;
        if (known) gt_section_row_(to, s->path, known < 0 ? "{bracket:ns}|no" : "{bracket:ns}|{net:ns} ±{half:%}",
                                   GT_VALUES_(gt_x_(s->stats.median), gt_x_(net), gt_x_(100 * half / net)));
    }
    if (to->cells) gt_cl_net_legend_(to, refused);
}

static int gt_cl_costs_keep_(const gt_cl_bench_ *m, size_t n, const gt_cl_cost_table *t) {     /* 0 without memory */
    gt_cl_costs_of_ *k = (gt_cl_costs_of_ *)calloc(1, sizeof *k);
    if (!k) return 0;
    k->device = m->lab.cl->device;
    k->epoch = gt_clk_.epoch;
    k->table = *t;
    memcpy(k->empty, m->lab.ns[GT_CL_COST_PHASE], sizeof k->empty);
    k->n = n;
    gt_lock_();
    gt_cl_costs_of_ **end = &gt_cl_costs_known_;
    while (*end) end = &(*end)->next;
    *end = k;
    gt_section_add_(gt_cl_net_section_);
    gt_unlock_();
    return 1;
}
gt_status gt_cl_costs(const gt_cl *cl, gt_cl_cost_table *out) {
    gt_cl_cost_table table;
    (void)gt_clock_info();
    const gt_cl_costs_of_ *known = gt_cl_costs_find_((const void *)cl->device);
    memset(&table, 0, sizeof table);
    if (out) *out = known ? known->table : table;
    if (known) return GT_OK;
    if (gt_is_off_()) return gt_fault_(GT_ERR_ORDER, "gt_cl_costs while switched off", NULL);
    gt_cl_bench_ *m = (gt_cl_bench_ *)calloc(1, sizeof *m);
    if (!m) return gt_fault_(GT_ERR_MEMORY, "gt_cl_costs", NULL);
    const uint64_t begin = gt_clock_ticks();
    gt_cl_bench_open_(m, cl);
    const size_t n = gt_cl_bench_rounds_(m);
    if (m->lab.status == GT_OK) gt_cl_bench_table_(m, n, &table);
    gt_cl_bench_close_(m);
    table.seconds = gt_clock_ns(gt_clock_ticks() - begin) * 1e-9;
    if (m->lab.status == GT_OK) gt_cl_bench_tell_(m, &table);
    if (m->lab.status == GT_OK && !gt_cl_costs_keep_(m, n, &table)) m->lab.status = GT_ERR_MEMORY;
    const gt_status status = m->lab.status;
    free(m);
    if (status == GT_OK && out) *out = table;
    if (status == GT_ERR_MEMORY) gt_fault_(GT_ERR_MEMORY, "gt_cl_costs", NULL);
    gt_kit_time_(begin);
    return status;
}

static void gt_cl_cost_print_(FILE *out, const char *name, const gt_cl_cost *c) {
    const double ns[3] = { c->n ? c->ns : gt_nan_(), c->ci.low, c->ci.high };
    char text[16];
    fprintf(out, "  %-36s", name);
    for (int i = 0; i < 3; i++)
        fprintf(out, "%10s", i && !(c->ci.confidence > 0.949) ? "-"
                : gt_fill_(text, sizeof text, "{x:ns}", GT_VALUES_(gt_x_(ns[i]))));
    fprintf(out, "%5zu\n", c->n);
}
void gt_cl_costs_print(FILE *out, const gt_cl_cost_table *t) {
    fprintf(out, "cost of measuring, %s\n  %-36s%10s%10s%10s%5s\n", t->device, "", "median", "", "95 %", "n");
    for (int i = 0; i < GT_CL_COST_COUNT; i++) gt_cl_cost_print_(out, gt_cl_cost_ways_[i].name, &t->cost[i]);
    gt_cl_cost_print_(out, "price of an event", &t->event);
    gt_cl_cost_print_(out, "price of a profiling queue", &t->profiling);
    fprintf(out, "  in a batch: slope between 1 and %u launches\n", t->passes);
}
GT_OWN_MATH_
#endif /* GT_MORE_COSTS_IMPLEMENTED_ */

/* PRIVATE NAMES of the kit that this file uses
     aside       gt_thread_, gt_thread_new_, gt_thread_free_, gt_self_, gt_cl_log_, gt_cl_log_free_, gt_cl_mine_,
                 gt_node_, gt_empty_scopes_ (scopes that are recorded apart)
     devices     gt_device_, gt_device_of_, gt_cl_stamps_
     section     gt_section_, gt_section_add_, gt_column_
     errors      gt_fault_, gt_errors_, gt_is_off_, gt_lock_, gt_unlock_, GT_LOAD_
     clock       gt_now_, gt_clk_, gt_kit_time_
     compiler    GT_EXACT_MATH_, GT_OWN_MATH_ (no -ffast-math in between)
     texts       gt_nan_, GT_VALUES_, gt_x_, gt_t_ */
