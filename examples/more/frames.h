/* frames.h - compares frame times with a deadline: do frames fit 60 a second? (beside gputime.h; C99, C++11)

   DO THIS in exactly one C or C++ file, and a plain #include "frames.h" everywhere else:
       #define GPUTIME_IMPLEMENTATION
       #include "gputime_cl.h"                     (or gputime.h: no OpenCL is needed)
       #include "frames.h"                         (this file, copied beside the headers)
   BUILD     cc -std=c99 -O2 main.c -lOpenCL

   USE
       double frame_ns[3] = { 15e6, 16e6, 21e6 };
       gt_budget budget;
       gt_budget_of(frame_ns, 3, 1e9 / 60, &budget);
       gt_report_budget(stdout, "game", &budget);

   GIVES     missed frames, the longest run of them, the 99th percentile, the headroom below the deadline. It also says
             whether the loop waits for the display, which rounds frames up to whole periods.
   DOES NOT  time frames. It takes any times in their order, for example those of a gt_timer.

   Licence: MIT, as at the end of gputime.h. */

#include "gputime.h"        /* outside of the guard: a later include may ask for the implementation */

#ifndef GT_MORE_FRAMES_H
#define GT_MORE_FRAMES_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gt_budget {
    gt_stats frame;                 /* statistics of the frame times, ns */
    double deadline_ns;
    size_t missed;                  /* frames over the deadline; if quantised, frames of two periods or more */
    size_t longest_run;             /* most missed frames in a row */
    double headroom;                /* 1 - p99 / deadline: the part of the deadline that is left at the 99th percentile;
                                       an upper bound if frame.p99_is_bound */
    int fits;                       /* 1: no frame was missed; 0: some were, or are NaN or infinite */
    int quantised;                  /* 1: nine frames in ten last a multiple of the deadline, +-5 %: the loop waits
                                       for the display, and its rate does not show how long the work takes */
} gt_budget;
GT_API gt_status gt_budget_of(const double *frame_ns, size_t n, double deadline_ns, gt_budget *out);
GT_API gt_status gt_report_budget(FILE *out, const char *name, const gt_budget *b);

#ifdef __cplusplus
}
#endif

#endif /* GT_MORE_FRAMES_H */

#if defined(GPUTIME_IMPLEMENTATION) && !defined(GT_MORE_FRAMES_IMPLEMENTED_)
#define GT_MORE_FRAMES_IMPLEMENTED_
GT_EXACT_MATH_

gt_status gt_budget_of(const double *frame_ns, size_t n, double deadline_ns, gt_budget *out) {
    size_t run = 0, whole = 0;
    if (out) memset(out, 0, sizeof *out);
    if (!out || !(deadline_ns > 0) || !gt_is_finite_(deadline_ns)) return GT_ERR_ARGUMENT;
    out->deadline_ns = deadline_ns;
    gt_status status = gt_stats_of(frame_ns, n, 0, &out->frame);
    for (size_t i = 0; status == GT_OK && i < n; i++) {
        const double frames = frame_ns[i] / deadline_ns, nearest = frames < 1e9 ? (double)(long)(frames + 0.5) : 0;
        whole += nearest > 0 && frames > nearest - 0.05 && frames < nearest + 0.05;
    }
    out->quantised = out->frame.n >= 10 && (double)whole >= 0.9 * (double)out->frame.n;
    for (size_t i = 0; status == GT_OK && i < n; i++) {
        if (!gt_is_finite_(frame_ns[i])) continue;
        run = frame_ns[i] > deadline_ns * (out->quantised ? 1.5 : 1) ? run + 1 : 0;
        out->missed += run > 0;
        if (run > out->longest_run) out->longest_run = run;
    }
    out->headroom = 1 - out->frame.p99 / deadline_ns;
    out->fits = out->frame.n && !out->missed && !out->frame.rejected;
    return status;
}
gt_status gt_report_budget(FILE *out, const char *name, const gt_budget *b) {
    if (!out || !name || !b || !(b->deadline_ns > 0)) return GT_ERR_ARGUMENT;
    if (!b->frame.n) {
        gt_say_(out, 4, "%s: no frame was measured; the deadline is %s", name, gt_time_(b->deadline_ns));
        return gt_written_(out, __func__, 0);
    }
    gt_say_(out, 4, "%s: fits %s fps: %s; p50 %s, p90 %s%s, p99 %s%s of %s; %zu of %zu frames missed, %zu in a row; "
                    "headroom %s%s", name, gt_fixed_(1e9 / b->deadline_ns, 1, ""),
            b->fits ? "yes" : "no", gt_time_(b->frame.median),
            b->frame.p90_is_bound ? ">= " : "", gt_time_(b->frame.p90), b->frame.p99_is_bound ? ">= " : "",
            gt_time_(b->frame.p99), gt_time_(b->deadline_ns), b->missed, b->frame.n, b->longest_run,
            b->frame.p99_is_bound ? "<= " : "", gt_percent_(100 * b->headroom));
    if (b->frame.rejected)
        gt_say_(out, 4, "%s: left out, since NaN or infinite: %zu of %zu", name, b->frame.rejected,
                b->frame.n + b->frame.rejected);
    if (b->quantised)
        gt_say_(out, 4, "%s: frames last multiples of %s: the loop waits for the display, so that its frame rate does "
                        "not show how long the work takes", name, gt_time_(b->deadline_ns));
    return gt_written_(out, __func__, 0);
}
GT_OWN_MATH_
#endif /* GT_MORE_FRAMES_IMPLEMENTED_ */

/* PRIVATE NAMES of the kit that this file uses
     status      gt_written_
     numbers     gt_is_finite_
     texts       gt_say_, gt_time_, gt_fixed_, gt_percent_
     compiler    GT_EXACT_MATH_, GT_OWN_MATH_ (no -ffast-math in between) */
