/* align.h - the device's clock on the host's: when a command ran, how sure that is (beside gputime_cl.h; C99, C++11)

   DO THIS in the one file that has the implementation of gputime_cl.h, and a plain #include where you call it:
       #define GPUTIME_IMPLEMENTATION
       #include "gputime_cl.h"
       #include "align.h"
   BUILD     cc -std=c99 -O2 main.c -lOpenCL

   USE       gt_cl_alignment a;                               cl: of gt_cl_open, or your own by gt_cl_attach
             if (gt_cl_align(&cl, &a)) return gt_fail(stderr);
             printf("a stamp is known to +-%.0f ns\n", a.uncertainty_ns);

   GIVES     the time of any stamp: gt_cl_align_ns(&a, stamp, &off), in ns since the start of the kit's clock, +- off.
   REPORTS   and the trace then place the commands of this device by it: schedules of several devices have one axis, and
             parts of a time are known more closely. Stamps that lie before their enqueue count as broken.
   DOES NOT  follow a clock that is set anew; call it again now and then in a long program, which also gives the drift.
   STOP HERE to use it. The licence (MIT) is that of gputime.h. */

#include "gputime_cl.h"     /* outside of the guard: a later include may ask for the implementation */

#ifndef GT_MORE_ALIGN_H
#define GT_MORE_ALIGN_H

#ifdef __cplusplus
extern "C" {
#endif

/* What is known of a device's clock: gt_cl_align measures it. */
typedef struct gt_cl_anchor_ { cl_ulong stamp; double host_ns, low, high; } gt_cl_anchor_;
typedef struct gt_cl_alignment {
    int fitted;                 /* 0: no; 1: offset, drift within +-500 ppm assumed; 2: offset and drift */
    int tries;                  /* writes of the last call that were used */
    int broken;                 /* writes of the last call with unusable stamps */
    const char *method;         /* "clGetDeviceAndHostTimer" or "pairs"; "" if not fitted */
    double device_ns, host_ns;  /* anchor of the last call: this stamp (exact up to 2^53) was taken at that time */
    double uncertainty_ns;      /* of the anchor, +- */
    double drift_ppm;           /* how much faster the device's clock runs */
    gt_interval drift_ci;       /* bounds of the drift, ppm; confidence 1 under the assumptions above */
    double round_trip_ns;       /* of the quickest write of the last call */
    double step_ns;             /* of the stamps: as the driver states, or as the writes show if that is more */
    gt_cl_anchor_ anchor_[2];
    double slow_, fast_;        /* bounds of the device's rate outside of the anchors */
    uint32_t epoch_;
} gt_cl_alignment;

/* The time at which a stamp was taken, in ns since the start of the kit's clock (as begin_ns of a series).
   *uncertainty_ns (may be NULL) is half the length of an interval around the result that holds the truth; it grows with
   the distance from the anchors, and includes the stamp's step. NaN both: not fitted, or gt_clock_set was called. */
GT_API double gt_cl_align_ns(const gt_cl_alignment *a, cl_ulong stamp, double *uncertainty_ns);

/* Device stamps count from an instant that the driver chooses, by a clock that gains or loses against the host's.
   gt_cl_align enqueues up to 50 tiny writes one after the other (about 2 ms), each between two host ticks: QUEUED
   cannot lie before the first tick, END not behind the second. All writes together give an interval for the offset.
   The interval holds the truth if stamps mean what OpenCL says, and if neither clock gains more than 500 ppm
   on the other. clGetDeviceAndHostTimer narrows the interval on drivers where it works and agrees with the writes. A
   second call, 10 ms or more after the first, gives the drift and its bounds; the drift is then taken as constant. If
   later calls contradict a constant drift, the last two calls count; outside of them, the extremes of all drifts.
     Waits for cl->queue and measures. The kit keeps the result for the device, and copies it to *out (may be NULL; zero
   after a failure). Use the queue from one thread. After a failure the device has no alignment, also no earlier one.
   GT_ERR_ARGUMENT: no queue. GT_ERR_OPENCL: a call failed, or the queue has no profiling. GT_ERR_CLOCK: gt_clock_set
   was called meanwhile. GT_ERR_STAMPS: stamps are unusable or contradict each other. */
GT_API gt_status gt_cl_align(const gt_cl *cl, gt_cl_alignment *out);

#ifdef __cplusplus
}
#endif
#endif /* GT_MORE_ALIGN_H */

#if defined(GPUTIME_IMPLEMENTATION) && !defined(GT_MORE_ALIGN_IMPLEMENTED_)
#define GT_MORE_ALIGN_IMPLEMENTED_
GT_EXACT_MATH_
GT_LEAN_

/* D(t) is what the device's clock, unrounded, would read at time t of the host. A try is a command between the times h0
   and h1 of the host, with the stamps QUEUED = high and END = low. So D(h0) <= high + step, and D(h1) >= low. D runs at
   a rate of 1 +- GT_CL_DRIFT_, so a try also bounds D at other times, less narrowly. The anchor is the time at which
   all tries together bound D most narrowly. */
enum { GT_CL_ALIGN_TRIES_ = 50, GT_CL_ALIGN_LEAST_ = 4, GT_CL_ALIGN_TIMED_ = 20 };
typedef struct gt_cl_try_ { double h0, h1, low, high, start; } gt_cl_try_;  /* h: ns of the kit; else stamp - base */
typedef struct gt_cl_tries_ {
    gt_cl_try_ t[GT_CL_ALIGN_TRIES_ + GT_CL_ALIGN_TIMED_];
    int n, events, broken;      /* tries; how many of these were commands; commands whose stamps are not believed */
    int kind;                   /* GT_STAMPS_... of the last broken one */
    cl_ulong base, claimed;     /* END of the first try (an alignment write); the stamps' step that the driver states */
    uint64_t step;              /* the step that the stamps show */
    cl_ulong longest;           /* the longest time from QUEUED to END */
    double trip;                /* the least h1 - h0 */
} gt_cl_tries_;
typedef struct gt_cl_known_ {   /* gt_device_.known: what was measured by the clock of this epoch */
    gt_cl_alignment aligned;    /* fitted 0: there is none */
    uint32_t epoch;
    int n;              /* how many anchors (moments on both clocks) `raw` has: the first call's and the last call's */
    gt_cl_anchor_ raw[2];
    int bent;                   /* 1: the drift has changed; least, most: bounds of all drifts before */
    double least, most;
} gt_cl_known_;
static int gt_cl_aligned_(const gt_device_ *d, gt_cl_alignment *out) {   /* 0: it was not, by the clock in use */
    if (!GT_LOAD_(&d->known)) return 0;
    gt_lock_();
    *out = ((const gt_cl_known_ *)d->known)->aligned;
    gt_unlock_();
    return out->fitted && out->epoch_ == gt_clk_.epoch;
}
static double gt_cl_since_(cl_ulong stamp, cl_ulong base) { return (double)(int64_t)(stamp - base); }
/* Returns the time at which a clock shows y. It shows y0 at t0, and y1 at t1; it runs at the rate `before` earlier than
   t0, and at the rate `behind` later than t1. */
static double gt_cl_align_when_(double y, double t0, double y0, double t1, double y1, double before, double behind) {
    if (y <= y0) return t0 + (y - y0) / before;
    if (y >= y1) return t1 + (y - y1) / behind;
    return t0 + (y - y0) * ((t1 - t0) / (y1 - y0));
}
double gt_cl_align_ns(const gt_cl_alignment *a, cl_ulong stamp, double *uncertainty_ns) {
    const gt_cl_anchor_ *p = &a->anchor_[0], *q = &a->anchor_[1];
    if (!a->fitted || a->epoch_ != gt_clk_.epoch) {
        if (uncertainty_ns) *uncertainty_ns = gt_nan_();
        return gt_nan_();
    }
    double y = gt_cl_since_(stamp, p->stamp), gap = gt_cl_since_(q->stamp, p->stamp);
    double early = gt_cl_align_when_(y, p->host_ns, p->high, q->host_ns, gap + q->high, a->slow_, a->fast_);
    double late = gt_cl_align_when_(y + a->step_ns, p->host_ns, p->low, q->host_ns, gap + q->low, a->fast_, a->slow_);
    if (uncertainty_ns) *uncertainty_ns = 0.5 * (late - early);
    return early + 0.5 * (late - early);
}

/* A drift may change by so much (crystals warm up, NTP slews). Stamps that lie wrong by no more are believed. */
#define GT_CL_WANDER_ (10 * 1e-6)
/* As gt_cl_aligner_.placed. */
static int gt_cl_placed_(gt_command *r, uint64_t over) {
    gt_cl_alignment a;
    double start_off, end_off;
    if (!gt_cl_aligned_(r->device, &a)) return 1;
    double start = gt_cl_align_ns(&a, r->start, &start_off), end = gt_cl_align_ns(&a, r->end, &end_off);
    if (!gt_is_finite_(start) || !gt_is_finite_(end)) return 1;
    double slack = GT_CL_WANDER_ * gt_abs_(start - a.host_ns);
    if (end - end_off - slack > gt_clock_ns(over - gt_clk_.start)) return 0;
    if (!r->handed_ && start + start_off + slack < gt_clock_ns(r->before - gt_clk_.start)) return 0;
    if (start > 0) r->begin = gt_clk_.start + (uint64_t)(start / gt_clk_.ns_per_tick);
    r->doubt_ns = (float)start_off;
    return 1;
}
/* As gt_cl_aligner_.clock. */
static void gt_cl_clock_place_(const gt_device_ *device, double tick_ns, gt_log_clock_ *k) {
    gt_cl_alignment a;
    double off;
    if (!gt_cl_aligned_(device, &a)) return;
    const double slow = 1 - a.slow_, fast = a.fast_ - 1;
    k->drift = gt_larger_(slow, fast) + GT_CL_WANDER_;
    k->stamp = (uint64_t)a.device_ns;
    const double at = gt_cl_align_ns(&a, k->stamp, &off);
    k->low = (double)gt_clk_.start + (at - off) / tick_ns;
    k->high = (double)gt_clk_.start + (at + off) / tick_ns;
}

/* Returns what is known of a device's clock. If nothing is known, returns NULL (make 0), or makes an empty entry (make
   1) and returns that; NULL: no memory. The caller holds the lock. */
static gt_cl_known_ *gt_cl_known_of_(const gt_device_ *device, int make) {
    gt_device_ *d = (gt_device_ *)(uintptr_t)device;
    gt_cl_known_ *k = d ? (gt_cl_known_ *)GT_LOAD_(&d->known) : NULL;
    if (d && !k && make && (k = (gt_cl_known_ *)calloc(1, sizeof *k)) != NULL) GT_STORE_(&d->known, (void *)k);
    if (!k || k->epoch == gt_clk_.epoch) return k;
    if (!make) return NULL;
    memset(k, 0, sizeof *k);
    k->epoch = gt_clk_.epoch;
    return k;
}

static double gt_cl_align_stamp_(gt_cl_tries_ *g, cl_ulong stamp) {      /* returns stamp - base; finds the step, too */
    g->step = gt_common_step_(stamp > g->base ? stamp - g->base : g->base - stamp, g->step);
    return gt_cl_since_(stamp, g->base);
}

static gt_status gt_cl_unaligned_(cl_device_id device, const char *why) {
    const gt_device_ *d = gt_device_of_((const void *)device);
    char detail[200];
    gt_lock_();
    gt_cl_known_ *k = gt_cl_known_of_(d, 0);
    if (k) k->n = k->bent = k->aligned.fitted = 0;
    gt_unlock_();
    sprintf(detail, "The device's clock cannot be aligned with the host's: %.120s.", why);
    return gt_fault_(GT_ERR_STAMPS, "gt_cl_align", detail);
}

static gt_cl_try_ *gt_cl_try_between_(gt_cl_tries_ *g, uint64_t h0, uint64_t h1) {
    gt_cl_try_ *t = &g->t[g->n];
    t->h0 = gt_clock_ns(h0 - gt_clk_.start);
    t->h1 = gt_clock_ns(h1 - gt_clk_.start) + gt_clk_.info.step_ns;
    return t;
}
/* Adds a try of gt_cl_align to g: the stamps s of a write, and the host's clock before it (h0) and after it (h1), in
   ticks. Stamps that are not believed are counted, and are no error here. */
static void gt_cl_try_add_(gt_cl_tries_ *g, const gt_command *s, int kind, uint64_t h0, uint64_t h1) {
    gt_cl_try_ *t = gt_cl_try_between_(g, h0, h1);
    double trip = t->h1 - t->h0;
    if (kind == GT_STAMPS_GOOD && (double)(s->end - s->start) > trip * (1 + GT_CL_DRIFT_) + (double)g->claimed)
        kind = GT_STAMPS_LONG;
    if (kind != GT_STAMPS_GOOD) {
        g->kind = kind;
        g->broken++;
        return;
    }
    if (!g->n) g->base = s->end;
    if (!g->n || trip < g->trip) g->trip = trip;
    if (s->end - s->queued > g->longest) g->longest = s->end - s->queued;
    t->low = gt_cl_align_stamp_(g, s->end);
    t->start = gt_cl_align_stamp_(g, s->start);
    t->high = gt_cl_align_stamp_(g, s->queued);
    g->n++;
}
/* Waits for the command of a try. polls: how often its event is queried before the wait: some drivers are slow to tell
   the end to queries, others to waits. Returns the code of the call or command that failed, else CL_SUCCESS. */
static cl_int gt_cl_try_wait_(const gt_cl *cl, const cl_event *event, int polls) {
    cl_int state = CL_QUEUED, code = polls ? clFlush(cl->queue) : CL_SUCCESS;
    for (; polls && code == CL_SUCCESS && state > CL_COMPLETE; polls--)
        code = clGetEventInfo(*event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL);
    if (code == CL_SUCCESS && state > CL_COMPLETE) return clWaitForEvents(1, event);
    return code == CL_SUCCESS && state < 0 ? state : code;
}
static gt_status gt_cl_try_event_(const gt_cl *cl, cl_mem buffer, gt_cl_tries_ *g, int polls) {
    static const cl_uint zero = 0;
    cl_event event = NULL;
    gt_command row;
    gt_status status = GT_OK;
    uint64_t h0 = gt_clock_ticks();
    int kind;
    cl_int code = clEnqueueWriteBuffer(cl->queue, buffer, CL_FALSE, 0, sizeof zero, &zero, 0, NULL, &event);
    if (gt_cl_check(code, "clEnqueueWriteBuffer in gt_cl_align", "", 0) != CL_SUCCESS) return GT_ERR_OPENCL;
    code = gt_cl_try_wait_(cl, &event, polls);
    uint64_t h1 = gt_clock_ticks();
    memset(&row, 0, sizeof row);
    if (gt_cl_check(code, "waiting for a write in gt_cl_align", "", 0) != CL_SUCCESS) status = GT_ERR_OPENCL;
    else if ((kind = gt_cl_stamps_(event, &row)) == GT_STAMPS_REFUSED)
        status = gt_cl_unaligned_(cl->device, gt_stamp_text_(kind));
    else if (kind >= 0) gt_cl_try_add_(g, &row, kind, h0, h1);
    else
        status = gt_error_keep_(GT_ERR_OPENCL, CL_PROFILING_INFO_NOT_AVAILABLE, "CL_PROFILING_INFO_NOT_AVAILABLE",
                               "clGetEventProfilingInfo in gt_cl_align", "", 0,
                               "To align a device takes a queue with CL_QUEUE_PROFILING_ENABLE.");
    if (gt_cl_check(clReleaseEvent(event), "clReleaseEvent in gt_cl_align", "", 0) != CL_SUCCESS) return GT_ERR_OPENCL;
    return status;
}
static gt_status gt_cl_try_all_(const gt_cl *cl, gt_cl_tries_ *g) {
    cl_int code = CL_SUCCESS;
    gt_status status = GT_OK;
    uint64_t begin = 0;
    if (gt_cl_check(clFinish(cl->queue), "clFinish in gt_cl_align", "", 0) != CL_SUCCESS) return GT_ERR_OPENCL;
    cl_mem buffer = clCreateBuffer(cl->context, CL_MEM_READ_WRITE, sizeof(cl_uint), NULL, &code);
    if (gt_cl_check(code, "clCreateBuffer in gt_cl_align", "", 0) != CL_SUCCESS) return GT_ERR_OPENCL;
    for (int i = 0; status == GT_OK && i < GT_CL_ALIGN_TRIES_; i++) {
        status = gt_cl_try_event_(cl, buffer, g, i & 1 ? 1000 : 0);
        if (!i) begin = gt_clock_ticks();       /* behind the first try, which may take long */
        if (i + 1 >= GT_CL_ALIGN_LEAST_ && gt_clock_ns(gt_clock_ticks() - begin) > 4e6) break;
    }
    g->events = g->n;
    if (gt_cl_check(clReleaseMemObject(buffer), "clReleaseMemObject in gt_cl_align", "", 0) != CL_SUCCESS)
        return GT_ERR_OPENCL;
    return status;
}
#if GT_GNU_ && defined(__ELF__)     /* declared here, since headers may be too old; NULL: the loader is too old */
GT_EXTERN_C_ cl_int gt_cl_timer_(cl_device_id device, cl_ulong *on_device, cl_ulong *on_host)
    __asm__("clGetDeviceAndHostTimer") __attribute__((weak));
/* Asks the driver for its own pairs of times. Devices before OpenCL 2.1 are never asked: their drivers need not know
   the call. */
static void gt_cl_try_timer_(const gt_cl *cl, gt_cl_tries_ *g) {
    const char *v = cl->version;
    if (!gt_cl_timer_ || strncmp(v, "OpenCL ", 7) || v[8] != '.' || v[7] < '2' || (v[7] == '2' && v[9] < '1')) return;
    for (int i = 0; i < GT_CL_ALIGN_TIMED_; i++) {
        cl_ulong on_device = 0, on_host = 0;
        uint64_t h0 = gt_clock_ticks();
        cl_int code = gt_cl_timer_(cl->device, &on_device, &on_host);
        gt_cl_try_ *t = gt_cl_try_between_(g, h0, gt_clock_ticks());
        if (code != CL_SUCCESS) return;
        t->low = t->high = t->start = gt_cl_since_(on_device, g->base);
        g->n++;
    }
}
#else
static void gt_cl_try_timer_(const gt_cl *cl, gt_cl_tries_ *g) { (void)cl; (void)g; }
#endif

/* Returns the anchor (a moment on both clocks) that the first n tries give. by_start: START takes the place of QUEUED.
   If `high` of the anchor is below `low`, the tries contradict each other. */
static gt_cl_anchor_ gt_cl_anchor_of_(const gt_cl_tries_ *g, int n, int by_start, double step) {
    gt_cl_anchor_ best = { 0, 0, 0, 0 };
    for (int k = 0; k < 2 * n; k++) {
        double at = k & 1 ? g->t[k / 2].h1 : g->t[k / 2].h0, low = -DBL_MAX, high = DBL_MAX;
        for (int i = 0; i < n; i++) {
            const gt_cl_try_ *t = &g->t[i];
            double from = at - t->h0, to = at - t->h1;
            double h = (by_start ? t->start : t->high) + step + from + gt_abs_(from) * GT_CL_DRIFT_;
            double l = t->low + to - gt_abs_(to) * GT_CL_DRIFT_;
            if (h < high) high = h;
            if (l > low) low = l;
        }
        if (k && high - low >= best.high - best.low) continue;
        best.host_ns = at;
        best.low = low;
        best.high = high;
    }
    if (best.high < best.low) return best;
    double middle = 0.5 * (best.low + best.high);
    best.stamp = g->base + (cl_ulong)(int64_t)middle;
    best.low -= (double)(int64_t)middle;
    best.high -= (double)(int64_t)middle;
    return best;
}

/* Narrows the bounds of the drift (*least, *most) by two anchors (moments on both clocks), and then each anchor's
   bounds by the other. Returns 0 if the anchors contradict each other. */
static int gt_cl_drift_of_(gt_cl_anchor_ *a, gt_cl_anchor_ *b, double *least, double *most) {
    double length = b->host_ns - a->host_ns, gain = gt_cl_since_(b->stamp, a->stamp) - length, x;
    if ((x = (gain + b->low - a->high) / length) > *least) *least = x;
    if ((x = (gain + b->high - a->low) / length) < *most) *most = x;
    if (*least > *most) return 0;
    if ((x = gain + b->high - *least * length) < a->high) a->high = x;
    if ((x = gain + b->low - *most * length) > a->low) a->low = x;
    if ((x = a->high + *most * length - gain) < b->high) b->high = x;
    if ((x = a->low + *least * length - gain) > b->low) b->low = x;
    return 1;
}
/* Returns 1 if one straight line can go through the bounds of three anchors, that is, if the drift may be constant. */
static int gt_cl_in_line_(const gt_cl_anchor_ *a, const gt_cl_anchor_ *m, const gt_cl_anchor_ *b) {
    double w = (m->host_ns - a->host_ns) / (b->host_ns - a->host_ns);
    double y = w * gt_cl_since_(b->stamp, a->stamp) - gt_cl_since_(m->stamp, a->stamp);
    return y + a->high + w * (b->high - a->high) >= m->low && y + a->low + w * (b->low - a->low) <= m->high;
}
/* Adds an anchor (a moment on both clocks) to what is known of a device, and fills *a. Returns 0 if it
   contradicts what is known. */
static int gt_cl_align_add_(gt_cl_known_ *d, gt_cl_alignment *a, const gt_cl_anchor_ *now) {
    double was_least = d->aligned.drift_ci.low * 1e-6, was_most = d->aligned.drift_ci.high * 1e-6;
    double least = -GT_CL_DRIFT_, most = GT_CL_DRIFT_;
    if (d->n == 2 && gt_cl_in_line_(&d->raw[0], &d->raw[1], now)) {
        least = was_least;
        most = was_most;
    } else if (d->n == 2) {
        if (!d->bent || was_least < d->least) d->least = was_least;
        if (!d->bent || was_most > d->most) d->most = was_most;
        d->bent = 1;
        d->raw[0] = d->raw[1];
    }
    a->anchor_[0] = d->n ? d->raw[0] : *now;
    a->anchor_[1] = *now;
    if (d->n && !gt_cl_drift_of_(&a->anchor_[0], &a->anchor_[1], &least, &most)) return 0;
    a->fitted = now->host_ns - a->anchor_[0].host_ns >= 1e7 ? 2 : 1;
    a->drift_ci.low = least * 1e6;
    a->drift_ci.high = most * 1e6;
    a->drift_ci.confidence = 1;
    a->drift_ppm = a->fitted == 2 ? 0.5e6 * (least + most) : 0;
    a->slow_ = 1 + (d->bent && d->least < least ? d->least : least);
    a->fast_ = 1 + (d->bent && d->most > most ? d->most : most);
    d->raw[d->n ? 1 : 0] = *now;
    d->n = d->n ? 2 : 1;
    a->device_ns = (double)now->stamp;
    a->host_ns = gt_cl_align_ns(a, now->stamp, &a->uncertainty_ns);
    return 1;
}
/* Finds the anchor *now that all tries give, and writes into *a what else they show. Returns why the tries cannot be
   believed; NULL: they can. */
static const char *gt_cl_anchor_find_(const gt_cl *cl, gt_cl_tries_ *g, gt_cl_alignment *a, gt_cl_anchor_ *now) {
    const cl_ulong step = g->claimed > g->step ? g->claimed : g->step;
    if (g->broken * 4 > g->n) return gt_stamp_text_(g->kind);
    if (g->longest <= 3 && g->trip > 2 * (double)(g->step > 3 ? g->step : 3))
        return "it stands still while a command waits and runs";
    *now = gt_cl_anchor_of_(g, g->events, 0, (double)step);
    int by_start = now->high < now->low;    /* QUEUED may come from another clock than START and END */
    if (by_start) *now = gt_cl_anchor_of_(g, g->events, 1, (double)step);
    if (now->high < now->low) return "stamps of some milliseconds contradict each other";
    a->method = "pairs";
    gt_cl_try_timer_(cl, g);
    gt_cl_anchor_ all = gt_cl_anchor_of_(g, g->n, by_start, (double)step);
    if (all.high < all.low) g->n = g->events;       /* the driver's pairs contradict the events: use events alone */
    if (g->n > g->events) {
        *now = all;
        a->method = "clGetDeviceAndHostTimer";
    }
    a->tries = g->n;
    a->broken = g->broken;
    a->round_trip_ns = g->trip;
    a->step_ns = (double)step;
    return NULL;
}
static gt_status gt_cl_align_keep_(cl_device_id device, gt_cl_alignment *a, const gt_cl_anchor_ *now) {
    gt_device_ *d = gt_device_of_((const void *)device);
    int added = 1;
    gt_lock_();
    gt_cl_known_ *k = gt_cl_known_of_(d, 1);
    if (k && k->n && now->host_ns <= k->raw[k->n - 1].host_ns) *a = k->aligned;  /* another thread has a newer one */
    else added = k && gt_cl_align_add_(k, a, now);
    if (added) k->aligned = *a;
    GT_STORE_(&gt_cl_aligner_.clock, &gt_cl_clock_place_);
    GT_STORE_(&gt_cl_aligner_.placed, &gt_cl_placed_);
    gt_unlock_();
    if (!k) return gt_fault_(GT_ERR_MEMORY, "gt_cl_align", NULL);
    return added ? GT_OK : gt_cl_unaligned_(device, "between two calls it gained or lost more than any clock would");
}
gt_status gt_cl_align(const gt_cl *cl, gt_cl_alignment *out) {
    gt_cl_alignment a;
    gt_cl_tries_ g;
    gt_cl_anchor_ now;
    memset(&a, 0, sizeof a);
    a.method = "";
    if (out) *out = a;
    if (!cl || !cl->queue) return gt_fault_(GT_ERR_ARGUMENT, "gt_cl_align", "There is no queue.");
    memset(&g, 0, sizeof g);
    g.claimed = (cl_ulong)cl->resolution_ns;
    (void)gt_clock_info();
    a.epoch_ = gt_clk_.epoch;
    gt_cl_mine_.missed++;       /* a phase around is not complete: these writes are not collected */
    gt_status status = gt_cl_try_all_(cl, &g);
    if (status != GT_OK) return status;
    const char *doubt = gt_cl_anchor_find_(cl, &g, &a, &now);
    if (doubt) return gt_cl_unaligned_(cl->device, doubt);
    if (a.epoch_ != gt_clk_.epoch)
        return gt_fault_(GT_ERR_CLOCK, "gt_cl_align", "gt_clock_set was called meanwhile.");
    status = gt_cl_align_keep_(cl->device, &a, &now);
    if (status == GT_OK && out) *out = a;
    return status;
}
GT_FAST_
GT_OWN_MATH_
#endif /* GT_MORE_ALIGN_IMPLEMENTED_ */

/* PRIVATE NAMES of the kit that this file uses
     stamps      gt_cl_stamps_, gt_stamp_text_, gt_common_step_, GT_CL_DRIFT_, gt_abs_, gt_larger_
     commands    gt_cl_aligner_, gt_log_clock_
     devices     gt_device_, gt_device_of_, gt_cl_mine_ (a phase around is not complete)
     clock       gt_clk_
     values      gt_nan_, gt_is_finite_
     errors      gt_fault_, gt_error_keep_
     atomics     gt_lock_, gt_unlock_, GT_LOAD_, GT_STORE_
     compiler    GT_EXACT_MATH_, GT_OWN_MATH_ (no -ffast-math in between), GT_LEAN_, GT_FAST_, GT_GNU_, GT_EXTERN_C_ */
