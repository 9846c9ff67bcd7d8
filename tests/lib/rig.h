/* rig.h - for tests of the kit on the simulated device: sets up a device with a queue and a kernel, lets the kit use
   its clock, and takes the truth about a phase from the simulator's logs. Include after test.h and the implementation.
   */
#ifndef RIG_H
#define RIG_H

#include "simcl.h"

static cl_device_id rig_device;
static cl_context rig_context;
static cl_command_queue rig_queue;
static cl_program rig_program;
static cl_kernel rig_kernel;
static uint64_t rig_start_ps;           /* when the kit began to use the clock */

static inline cl_command_queue rig_queue_new(cl_command_queue_properties more) {
    cl_int err = CL_SUCCESS;
    cl_command_queue q = clCreateCommandQueue(rig_context, rig_device, CL_QUEUE_PROFILING_ENABLE | more, &err);
    assert_int_equal(err, CL_SUCCESS);
    return q;
}

/* Starts with a fresh kit and simulator. more: properties of the queue in addition to profiling. */
static inline void rig_open(const simcl_script *script, cl_command_queue_properties more) {
    static const char *source = "kernel void work() {}";
    cl_platform_id platform;
    cl_int err = CL_SUCCESS;
    if (gt_self_) gt_self_->current = gt_self_->root;   /* closes scopes that a failed test left open */
    gt_enable(1);
    gt_reset();
    for (gt_device_ *d = gt_devices_; d; d = d->after) d->step_ns = 0;  /* the same handle may have a new resolution */
    simcl_reset(script);
    rig_start_ps = simcl_now_ps();
    assert_int_equal(gt_clock_set(simcl_now_ns, NULL, "simulated"), GT_OK);
    assert_int_equal(simcl_kernel("work", NULL, (simcl_cost){.ns = 1000}), 0);
    assert_int_equal(clGetPlatformIDs(1, &platform, NULL), CL_SUCCESS);
    assert_int_equal(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &rig_device, NULL), CL_SUCCESS);
    rig_context = clCreateContext(NULL, 1, &rig_device, NULL, NULL, &err);
    assert_int_equal(err, CL_SUCCESS);
    rig_queue = rig_queue_new(more);
    gt_cl_mine_.idle[0] = (gt_cl_idle_){rig_queue, UINT64_MAX / 20};      /* so that the kit does not measure it */
    rig_program = clCreateProgramWithSource(rig_context, 1, &source, NULL, &err);
    assert_int_equal(clBuildProgram(rig_program, 1, &rig_device, NULL, NULL, NULL), CL_SUCCESS);
    rig_kernel = clCreateKernel(rig_program, "work", &err);
    assert_int_equal(err, CL_SUCCESS);
}

/* Checks that nothing made since rig_open is left: no object, no slot, no open scope. */
static inline void rig_close(void) {
    const char *text = "";
    assert_int_equal(clReleaseKernel(rig_kernel), CL_SUCCESS);
    assert_int_equal(clReleaseProgram(rig_program), CL_SUCCESS);
    assert_int_equal(clReleaseCommandQueue(rig_queue), CL_SUCCESS);
    assert_int_equal(clReleaseContext(rig_context), CL_SUCCESS);
    assert_int_equal(simcl_leaks(stderr), 0);
    assert_int_equal(simcl_alive(), 0);
    assert_int_equal(simcl_hangs(), 0);
    assert_int_equal(simcl_misuses(&text), 0);
    assert_true(!gt_self_ || gt_self_->current == gt_self_->root);
    assert_int_equal(gt_cl_mine_.rows.used, 0);
}

/* The same if the release of one object was made to fail. */
static inline void rig_close_but_one(void) {
    clReleaseKernel(rig_kernel);
    clReleaseProgram(rig_program);
    clReleaseCommandQueue(rig_queue);
    clReleaseContext(rig_context);
    assert_int_equal(simcl_leaks(NULL), 1);
}

/* Launches a kernel of that duration. */
static inline void rig_launch(cl_command_queue q, double ns, cl_event *event) {
    const size_t items = 64;
    assert_int_equal(simcl_kernel("work", NULL, ns > 0 ? (simcl_cost){.ns = ns} : SIMCL_NOTHING), 0);
    assert_int_equal(clEnqueueNDRangeKernel(q, rig_kernel, 1, NULL, &items, NULL, 0, NULL, event), CL_SUCCESS);
}

/* ---- random scripts ---- */

static uint32_t dice_state;
static inline unsigned dice(unsigned sides) {
    dice_state = dice_state * 1664525u + 1013904223u;
    return (dice_state >> 8) % sides;
}
static inline double some_ns(double most) { return most * (1 + dice(9999)) / 10000; }

/* A queue that takes `depth` commands at the price `cheap`; more commands cost the host `dear`. */
static struct { size_t depth, finishes, commands; double cheap, dear; } bounded;
static inline double launch_into_a_queue(double units, double now_s, void *user) {
    (void)units;
    (void)now_s;
    (void)user;
    if (simcl_calls("clFinish") != bounded.finishes) {
        bounded.finishes = simcl_calls("clFinish");
        bounded.commands = 0;
    }
    return bounded.commands++ < bounded.depth ? bounded.cheap : bounded.dear;
}

/* ---- truth ---- */

/* A position in the logs. Two marks enclose what belongs to a scope. */
typedef struct mark { size_t calls, commands; } mark;
static inline mark mark_now(void) { return (mark){simcl_call_count(), simcl_command_count()}; }

typedef struct truth {
    uint64_t begin_ps, end_ps;          /* when the barrier before it ended, and the barrier after it */
    double device_ns, host_device_ns;   /* union of its commands, by the device's clock and by the host's */
    double stamped_ns;                  /* the same union by correct stamps */
    uint32_t commands, islands;         /* islands: stretches without a gap; stamps measure each to one step */
} truth;

typedef struct piece { uint64_t from_ps, to_ps, from_ns, to_ns; } piece;
static inline int piece_order(const void *a, const void *b) {
    const piece *x = a, *y = b;
    return (x->from_ps > y->from_ps) - (x->from_ps < y->from_ps);
}

/* The union of all commands: each instant counts once, however many commands ran. */
static inline uint64_t stamped_union(const piece *p, size_t n) {
    uint64_t sum = 0, at = 0;
    for (;;) {
        uint64_t next = UINT64_MAX;
        int inside = 0;
        for (size_t i = 0; i < n; i++) {
            if (p[i].from_ns > at && p[i].from_ns < next) next = p[i].from_ns;
            if (p[i].to_ns > at && p[i].to_ns < next) next = p[i].to_ns;
        }
        if (next == UINT64_MAX) return sum;
        for (size_t i = 0; i < n; i++) inside |= p[i].from_ns <= at && p[i].to_ns >= next;
        if (inside) sum += next - at;
        at = next;
    }
}

static inline truth truth_of_commands(mark from, mark to) {
    static piece pieces[4096];
    truth t = {0, 0, 0, 0, 0, 0, 0};
    uint64_t reached = 0, sum_ps = 0;
    size_t n = 0;
    for (size_t i = from.commands; i < to.commands && n < 4096; i++) {
        const simcl_command *c = simcl_command_at(i);
        pieces[n++] = (piece){simcl_device_ps(c->device, c->start_ps), simcl_device_ps(c->device, c->end_ps),
                              simcl_device_ns(c->device, c->start_ps), simcl_device_ns(c->device, c->end_ps)};
    }
    t.commands = (uint32_t)n;
    t.stamped_ns = (double)stamped_union(pieces, n);
    t.host_device_ns = (double)simcl_union_ps(from.commands, n, 0, SIMCL_NEVER) * 1e-3;
    qsort(pieces, n, sizeof *pieces, piece_order);
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || pieces[i].from_ps > reached) {
            t.islands++;
            reached = pieces[i].from_ps;
        }
        if (pieces[i].to_ps > reached) {
            sum_ps += pieces[i].to_ps - reached;
            reached = pieces[i].to_ps;
        }
    }
    t.device_ns = (double)sum_ps * 1e-3;
    return t;
}

/* The truth about a phase, if nothing else happened between the marks. Its barriers are the first and the last clFinish
   between them. */
static inline truth truth_of(mark from, mark to) {
    truth t = truth_of_commands(from, to);
    for (size_t i = from.calls; i < to.calls; i++) {
        const simcl_call *c = simcl_call_at(i);
        if (strcmp(c->name, "clFinish")) continue;
        if (!t.begin_ps) t.begin_ps = c->end_ps;
        t.end_ps = c->end_ps;
    }
    return t;
}

/* Checks that the phase contains all of its own work, and no earlier work of the queue. Returns NULL, or what is
   wrong. */
static inline const char *untrue_order(const truth *t, mark from, mark to) {
    const simcl_command *mine = from.commands < to.commands ? simcl_command_at(from.commands) : NULL;
    for (size_t i = 0; mine && i < simcl_command_count(); i++) {
        const simcl_command *c = simcl_command_at(i);
        if (c->queue != mine->queue) continue;
        if (i < from.commands && c->seen_ps > t->begin_ps) return "earlier work of its queue is in it";
        if (i >= to.commands && c->queued_ps < t->end_ps) return "later work of its queue is in it";
        if (i < from.commands || i >= to.commands) continue;
        if (c->queued_ps < t->begin_ps || c->start_ps < t->begin_ps) return "its own work began before it";
        if (c->seen_ps > t->end_ps) return "its own work ended after it";
    }
    return NULL;
}

static inline int is_near(double got, double expected, double tolerance) {
    return got >= expected - tolerance && got <= expected + tolerance;      /* false for NaN */
}

/* Checks that sample i of a phase agrees with what happened between the marks. Returns NULL, or what is wrong. */
static inline const char *untrue(const gt_series *s, size_t i, mark from, mark to, const simcl_device *d) {
    const truth t = truth_of(from, to);
    const double bracket_ns = (double)(t.end_ps - t.begin_ps) * 1e-3;
    const double step = (double)(d->resolution_ns ? d->resolution_ns : 1);
    const double tolerance = step * t.islands + 1e-3, drift = (d->drift_ppm < 0 ? -d->drift_ppm : d->drift_ppm) * 1e-6;
    if (!s || i >= s->kept || s->kind != GT_KIND_PHASE) return "there is no such sample";
    if (!is_near(s->ns[i], bracket_ns, 1)) return "bracket";
    if (!is_near(s->begin_ns[i], (double)(t.begin_ps - rig_start_ps) * 1e-3, 1)) return "begin";
    if (!s->known[GT_COLUMN_commands] || gt_series_sample(s, i).commands != t.commands) return "number of commands";
    if (t.commands) {
        double device_ns = s->known[GT_COLUMN_device_ns] ? gt_series_sample(s, i).device_ns : -1;
        if (!is_near(device_ns, t.stamped_ns, 0)) return "device time is not that of the stamps";
        if (!is_near(device_ns, t.device_ns, tolerance)) return "device time";
        double overhead_ns = bracket_ns - t.host_device_ns, drifted_ns = drift * t.host_device_ns;
        if (!is_near(s->ns[i] - device_ns, overhead_ns, 1 + tolerance + drifted_ns)) return "overhead";
    }
    return untrue_order(&t, from, to);
}

/* Returns NULL, or what spoiled the series. */
static inline const char *spoiled(const gt_series *s) {
    if (!s) return "there is no such series";
    for (int i = 0; i < 16; i++) if (s->broken[i]) return gt_stamp_text_(i);
    return s->voided ? "void" : s->left_early ? "left early" : s->abandoned ? "abandoned" : s->backwards ? "backwards"
         : s->unsynced ? "not synchronised" : s->failed ? "failed" : s->wrong_queue ? "wrong queue" : s->unprofiled
             ? "no profiling"
         : s->uncounted ? "no slot" : s->rejected ? "rejected" : NULL;
}

#endif
