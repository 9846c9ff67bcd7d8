/* gputime.h - v0.1.0 - find out how long code really takes, and when the answer is wrong (C99, C++11)

   DO THIS in exactly one C or C++ file, and a plain #include everywhere else:
       #define GPUTIME_IMPLEMENTATION
       #include "gputime.h"                        (with OpenCL: "gputime_cl.h", which brings this one)

   USE
       GT_SCOPE("load input") { read_file(); }     one sample each time it runs; scopes nest
       gt_report(stdout);                          a table of all of them, and what was wrong with them

   BUILD     cc -std=c99 main.c                    no library but the C library; nothing to initialise
   OPTIONS   GPUTIME_STATIC        [every file]            a private copy of the kit in this file     (default: off)
             GPUTIME_DISABLE       [any file]              the macros of this file leave no code      (default: off)
             GPUTIME_MAX_SAMPLES   [implementation file]   samples kept per series and thread         (default: 1048576)
             GPUTIME_MAX_DEPTH     [implementation file]   scopes inside each other that are recorded (default: 64)
             GT_CLOCK=os           [environment]           do not use the processor's counter         (default: unset)
             GT_AUDIT=0 or 1       [environment]           no signals; or look for leaks: >>findings  (default: unset)
   DOES NOT  start threads, change affinity, exit, or print unless asked.

   CONTENTS  search for the tag; each stands twice, first what you call, then how it works
       >>status      what functions return, the first error that was kept
       >>clock       where ticks come from, and how good they are
       >>timer       a stopwatch: start, stop, laps
       >>touch       first use of host memory, before it is timed
       >>series      samples of one name: where they are kept, numbers from elsewhere
       >>scope       GT_SCOPE: regions of code that are timed; GT_WORK
       >>statistics  median, its interval, quantiles, ratios; what spoils a series
       >>trial       GT_TRIAL: repeat until the answer is good enough; GT_COMPARE
       >>snapshot    what was recorded, as a copy: series, comparisons
       >>findings    what spoiled a measurement, and how to mend it
       >>report      table, CSV, runs
   Only call this? Then stop reading where it says STOP HERE. Licence (MIT) and history stand at the end. */

#ifndef GPUTIME_H
#define GPUTIME_H

#if defined(GPUTIME_STATIC) && !defined(GPUTIME_IMPLEMENTATION)
#define GPUTIME_IMPLEMENTATION
#endif

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define GPUTIME_VERSION "0.1.0"

#if defined(__GNUC__) || defined(__clang__)
#define GT_GNU_ 1
#define GT_LIKELY_(x) __builtin_expect(!!(x), 1)
#define GT_INLINE_ static inline __attribute__((always_inline, unused))
#define GT_UNUSED_ __attribute__((unused))
#define GT_THREAD_LOCAL_ __thread
#define GT_LOAD_(p) __atomic_load_n((p), __ATOMIC_ACQUIRE)
#define GT_PEEK_(p) __atomic_load_n((p), __ATOMIC_RELAXED)
#define GT_STORE_(p, v) __atomic_store_n((p), (v), __ATOMIC_RELEASE)
#define GT_POKE_(p, v) __atomic_store_n((p), (v), __ATOMIC_RELAXED)
#else /* MSVC on x86-64 and ARM64: aligned volatile accesses are single instructions, /volatile:ms orders them */
#define GT_GNU_ 0
#define GT_LIKELY_(x) (x)
#define GT_INLINE_ static __forceinline
#define GT_UNUSED_
#define GT_THREAD_LOCAL_ __declspec(thread)
#define GT_LOAD_(p) (*(p))
#define GT_PEEK_(p) (*(p))
#define GT_STORE_(p, v) ((void)(*(p) = (v)))
#define GT_POKE_(p, v) ((void)(*(p) = (v)))
#endif

#ifdef GPUTIME_STATIC
#define GT_API static GT_UNUSED_
#define GT_VAR_ static
#else
#define GT_API extern
#define GT_VAR_ extern
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ==== >>status ==== what functions return, the first error that was kept ==================================== */

/* code, value, what it says, what to do */
#define GT_STATUSES(X) \
    X(GT_OK,             0, "no error", "") \
    X(GT_ERR_MEMORY,    -1, "out of memory", "record fewer series, or lower GPUTIME_MAX_SAMPLES") \
    X(GT_ERR_ARGUMENT,  -2, "bad argument", "see the comment of the function in gputime.h or gputime_cl.h") \
    X(GT_ERR_ORDER,     -3, "call in the wrong order", "see the comment of the function in gputime.h or gputime_cl.h") \
    X(GT_ERR_CLOCK,     -4, "the clock was changed meanwhile", \
                            "call gt_reset() first, and change it outside all scopes") \
    X(GT_ERR_IO,        -5, "writing or reading a file failed", "check the path, its permissions, and the space left") \
    X(GT_ERR_OPENCL,    -6, "an OpenCL call failed", "look the code up in the OpenCL specification of that call") \
    X(GT_ERR_NO_DEVICE, -7, "no such OpenCL device", \
                            "install a driver (Debian, Ubuntu: apt-get install pocl-opencl-icd), " \
                            "or choose another: GT_DEVICE=cpu, gpu, an index like 0:0, or a part of a name") \
    X(GT_ERR_BUILD,     -8, "the OpenCL program does not build", "mend what the compiler's log names") \
    X(GT_ERR_STAMPS,    -9, "the device's stamps cannot be used", \
                            "go by the brackets: this driver's device times mislead")

typedef enum gt_status {
#define GT_X_(code, value, text, remedy) code = value,
    GT_STATUSES(GT_X_)
#undef GT_X_
    GT_STATUS_END_ = 1
} gt_status;

/* The first failure since the start or gt_reset. Strings belong to the kit and stay until gt_reset. */
typedef struct gt_error {
    gt_status status;
    int code;               /* the OpenCL code, 0 if none */
    const char *code_name;  /* its name, "" if none */
    const char *call, *file;
    int line;
    const char *detail;     /* a compiler's log, a path; "" if none */
} gt_error;

GT_API const char *gt_status_text(gt_status status);    /* never NULL */
GT_API const char *gt_status_remedy(gt_status status);  /* never NULL */
/* NULL if none was kept; not to be read while another thread calls gt_reset. Errors of OpenCL calls, programs, devices,
   trials and files of runs are kept; those of clock, timer, series, statistics, snapshots, gt_report and gt_write_csv
   are only returned. */
GT_API const gt_error *gt_error_first(void);
GT_API int gt_fail(FILE *out);                          /* prints the first error and its remedy; returns 1 */
/* Keeps an error if it is the first, and voids the samples of all scopes open on this thread. Returns `status`. */
GT_API gt_status gt_error_keep(gt_status status, int code, const char *code_name, const char *call, const char *file,
                               int line, const char *detail);

/* ==== >>clock ==== where ticks come from, and how good they are ============================================= */

/* The clock is chosen at the first tick: the processor's counter (x86-64: invariant TSC; AArch64: cntvct) if it can be
   trusted, else the operating system's monotonic clock.
   Its rate is fitted against CLOCK_MONOTONIC_RAW when the first time is asked for: from 20 ms after the first tick on,
   from the means of about 200 pairs of readings at each end; before that, by 1 ms of least squares over pairs. Only
   pairs that took no longer than 1.5 times the quickest count. What scopes cost is measured then too (about 1 ms). */
typedef struct gt_clock {
    const char *name;       /* "tsc", "cntvct", "os", or the name given to gt_clock_set */
    const char *reason;     /* why the processor's counter is not used; "" if it is */
    double hz;              /* ticks a second */
    double step_ns;         /* what a reading really steps by, which can be many ticks; of a clock of gt_clock_set 1 is
                               assumed, not measured */
    double read_ns;         /* cost of one reading, where nothing disturbs it */
    double scope_ns;        /* what an empty GT_SCOPE reads, mean */
    double exact_ns;        /* what an empty GT_SCOPE_EXACT reads, mean */
    double missed_ns;       /* the most that GT_SCOPE was seen to miss of a chain of multiplies, and a step; 0: not
                               known. It does not wait for its body: cache misses may be left out entirely */
    double fit_ms;          /* length of the interval over which hz was fitted; 0 if there was nothing to fit */
    double drift_ppm;       /* change of its rate since the fit, seen by the last report; above 50 the report warns */
} gt_clock;

GT_API gt_clock gt_clock_info(void);                /* fits the clock if that has not been done */
GT_API uint64_t gt_clock_ticks(void);               /* an exact reading: no earlier work missed, no later counted */
GT_API double gt_clock_ns(uint64_t ticks);          /* a number of ticks in ns */
/* Takes another clock: now_ns(user) gives ns and must never step back. NULL: the kit's own clock again. GT_ERR_CLOCK if
   samples were recorded since the last gt_reset (they would be in other units). Scopes that are open are void. */
GT_API gt_status gt_clock_set(uint64_t (*now_ns)(void *user), void *user, const char *name);
GT_API void gt_enable(int on);                      /* 0: scopes record nothing and wait for nothing */

/* ==== >>timer ==== a stopwatch: start, stop, laps =========================================================== */

/* gt_timer t = {0};  gt_timer_start(&t); work(); gt_timer_stop(&t);  printf("%.3f ms\n", gt_timer_ms(&t));
   Laps (start to stop) add up. Readings are exact, raw and independent of gt_enable and GPUTIME_DISABLE. One thread at
   a time. */
typedef struct gt_timer { uint64_t v_[4]; } gt_timer;   /* sum of laps, start of the running one, laps, clock */

/* Both: GT_ERR_CLOCK after gt_clock_set. On a running timer, without a start: GT_ERR_ORDER, and nothing changes. */
GT_API gt_status gt_timer_start(gt_timer *t);
GT_API gt_status gt_timer_stop(gt_timer *t);
GT_API void gt_timer_reset(gt_timer *t);        /* as {0} */
GT_API double gt_timer_ns(const gt_timer *t);   /* sum of the laps, also of one that runs; NaN after gt_clock_set */
GT_API double gt_timer_ms(const gt_timer *t);
GT_API uint64_t gt_timer_laps(const gt_timer *t);  /* laps that were stopped */

/* ==== >>touch ==== first use of host memory, before it is timed ============================================= */

/* Touches memory from the calling thread, in the first byte that it has of each page of 4096. The first touch of a page
   costs a page fault, and puts it on the NUMA node of the thread that touches.
     GT_TOUCH_READ    reads a byte a page. Memory never written stays without pages of its own (Linux shows one page of
                      zeros everywhere): later reads look fast, and later writes still fault
     GT_TOUCH_WRITE   adds 0 to a byte a page, atomically: contents stay
     GT_TOUCH_FILL    OVERWRITES all of it with zeros
   part of parts (0 of 1: all): the kit starts no thread; each of yours calls it with its own part, and later works on
   that part. Parts begin at multiples of 4096 and are as equal as can be; some are empty where there are fewer pages.
   With larger pages, a page where two parts meet goes to the one that comes first. GT_ERR_ARGUMENT, with nothing
   touched: NULL, part >= parts. */
typedef enum gt_touch_how { GT_TOUCH_READ, GT_TOUCH_WRITE, GT_TOUCH_FILL } gt_touch_how;
GT_API gt_status gt_touch(void *p, size_t bytes, gt_touch_how how, unsigned part, unsigned parts);

/* ==== >>series ==== samples of one name: where they are kept, numbers from elsewhere ======================== */

/* A series is all samples of one name under one parent, per thread; reports merge threads by name. Samples are kept in
   16 bytes each up to GPUTIME_MAX_SAMPLES; beyond that, or without memory, count, sum, minimum and maximum go on, and
   the report says so. */

/* Adds an interval that somebody else measured, in ns, under the scope that is open. Copies the name. GT_ERR_ARGUMENT
   for NULL; GT_ERR_MEMORY also where scopes are too deep; NaN and infinities are kept and counted as rejected. Switched
   off, it does nothing. */
GT_API gt_status gt_series_add(const char *name, double ns);

/* Forgets all samples, counts and the first error, in all threads, which may be recording meanwhile. Open scopes are
   void. */
GT_API void gt_reset(void);

/* What a sample knows beside its begin and length: field, unit in which it is recorded. NaN: unknown. One line here
   makes a column of the store, of snapshots and of the CSV.
     device_ns    device time: union of START..END of the collected commands; NaN: none, or unusable stamps
     commands     number of collected commands
     flops,bytes  claimed work; bytes of a command: what the command moves
     queue_ns     QUEUED to SUBMIT of the first command; of a command: its own
     submit_ns    SUBMIT to START, likewise
     span_ns      first START to last END
     before_ns    wait of the barrier before the phase
     faults, voluntary, involuntary   page faults and context switches of the process, beside a phase
     moved        1: the thread came back on another core
     cpu_us       processor time of all threads of the process, beside a phase
     complete     1: no other command ran in the phase, as far as the intercept mode sees */
#define GT_COLUMNS(X_) \
    X_(device_ns, number) X_(commands, number) X_(flops, number) X_(bytes, number) \
    X_(queue_ns, number) X_(submit_ns, number) X_(span_ns, number) X_(before_ns, ticks) \
    X_(faults, number) X_(voluntary, number) X_(involuntary, number) X_(moved, number) \
    X_(cpu_us, number) X_(complete, number)
typedef struct gt_sample {
#define GT_X_(field, unit) double field;
    GT_COLUMNS(GT_X_)
#undef GT_X_
} gt_sample;
enum {
#define GT_X_(field, unit) GT_COLUMN_##field,
    GT_COLUMNS(GT_X_)
#undef GT_X_
    GT_COLUMN_COUNT
};

/* What a series is: code, name. */
#define GT_KINDS(X_) \
    X_(GT_KIND_SCOPE,      "scope")      /* a host scope */ \
    X_(GT_KIND_PHASE,      "phase")      /* a barrier scope: times are brackets */ \
    X_(GT_KIND_TRIAL,      "trial")      /* passes of a trial */ \
    X_(GT_KIND_COMPARISON, "comparison") /* its sides are the series below */ \
    X_(GT_KIND_SIDE,       "side") \
    X_(GT_KIND_BATCH,      "batch")      /* its groups are the series below: gt_snapshot_batch */ \
    X_(GT_KIND_GROUP,      "group")      /* a sample is the time of all passes of a group */ \
    X_(GT_KIND_COMMAND,    "command")    /* collected in the scope above: START to END */ \
    X_(GT_KIND_OUTSIDE,    "outside")    /* numbers from elsewhere: gt_series_add */
typedef enum gt_kind {
#define GT_X_(code, name) code,
    GT_KINDS(GT_X_)
#undef GT_X_
    GT_KIND_COUNT
} gt_kind;
GT_API const char *gt_kind_name(gt_kind kind);      /* "scope"; "" beyond the table */

typedef struct gt_ticks_ { uint64_t begin, ticks; } gt_ticks_;      /* a sample; `ticks` may hold the bits of a double */
typedef struct gt_site_ { const char *name, *file; int line, optimised; } gt_site_;
typedef struct gt_node_ gt_node_;
typedef struct gt_thread_ gt_thread_;
typedef struct gt_device_ gt_device_;

struct gt_node_ {               /* a series of one thread; this part is what the hot path touches: one cache line */
    gt_ticks_ *next, *end;      /* where the next sample goes, and where the slow path has to step in */
    const gt_site_ *site;       /* the macro that made it; NULL if made by name */
    gt_node_ *parent, *last;    /* last: the child that ended last */
    gt_node_ *follow;           /* the sibling that began after this one last time: the guess that saves a search */
    gt_thread_ *thread;
    struct gt_series_state_ *state;
};
struct gt_thread_ {
    gt_node_ *current, *root;
    struct gt_trial_state_ *trial;  /* the one that runs */
    unsigned hidden;            /* open scopes inside `current` that are not recorded: too deep, or no memory */
    gt_thread_ *younger;        /* the list of all threads; a thread's memory outlives it */
    unsigned number;
};

/* ==== >>scope ==== GT_SCOPE: regions of code that are timed; GT_WORK ======================================== */

/* GT_SCOPE("name") { ... }         two bare readings and a store (about 20 ns); readings may overlap with neighbouring code
   GT_SCOPE_EXACT("name") { ... }   ordered readings (about 40 ns): nothing leaks in or out; for bodies below a microsecond
   The name is a literal. Scopes nest into a tree per thread. `break` and `continue` inside a scope leave the scope, not
   the reader's loop around it. A scope left by break, return, goto or a C++ exception is counted apart, never as a
   sample (compilers other than gcc, clang and C++ ones see only break; what is left open there is closed by the
   parent's end and counted as abandoned). `continue` ends a scope as reaching its end does. longjmp out of a scope is
   not noticed. A plugin that is unloaded takes the names of its scopes with it: report before. */
typedef struct gt_scope { gt_node_ *node; uint64_t begin; uint32_t state; int live; } gt_scope;

/* What the macros do, for names that are not literals and for scopes that are no blocks. Copies the name. */
GT_API gt_scope gt_scope_begin(const char *name);
GT_API void gt_scope_end(gt_scope *scope);      /* a second end is ignored; end each one before the scope around it ends */

/* Claims work for the innermost open scope, so that its rates can be reported: floating-point operations and bytes
   moved, either may be 0. Several claims in one scope add up. The kit cannot check a claim. */
GT_API void gt_work(double flops, double bytes);

/* One state word: what a scope does, in its lowest two bits; above them a count of changes, so that a scope sees one. */
#define GT_STATE_START_ 0u
#define GT_STATE_OTHER_ 1u
#define GT_STATE_OFF_ 2u
#define GT_STATE_TICK_ 3u
GT_VAR_ uint32_t gt_state_;
GT_VAR_ GT_THREAD_LOCAL_ gt_thread_ *gt_self_;

#if defined(__x86_64__) && GT_GNU_
GT_INLINE_ uint64_t gt_tick_(void) {
    uint32_t low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high) : : "memory");
    return ((uint64_t)high << 32) | low;
}
/* A fence before the reading keeps earlier work out, one after it keeps the body from starting under it
   (without that one, bodies of 13 ns and more read 9 ns short). */
GT_INLINE_ uint64_t gt_tick_begin_(void) {
    uint32_t low, high;
    __asm__ volatile("lfence\n\trdtsc\n\tlfence" : "=a"(low), "=d"(high) : : "memory");
    return ((uint64_t)high << 32) | low;
}
GT_INLINE_ uint64_t gt_tick_end_(void) {    /* rdtscp waits for all earlier instructions */
    uint32_t low, high;
    __asm__ volatile("rdtscp" : "=a"(low), "=d"(high) : : "ecx", "memory");
    return ((uint64_t)high << 32) | low;
}
#define GT_HAVE_TICK_ 1
#elif defined(__aarch64__) && GT_GNU_
GT_INLINE_ uint64_t gt_tick_(void) {
    uint64_t t;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(t) : : "memory");
    return t;
}
GT_INLINE_ uint64_t gt_tick_begin_(void) {
    uint64_t t;
    __asm__ volatile("isb\n\tmrs %0, cntvct_el0\n\tisb" : "=r"(t) : : "memory");
    return t;
}
GT_INLINE_ uint64_t gt_tick_end_(void) {
    uint64_t t;
    __asm__ volatile("isb\n\tmrs %0, cntvct_el0" : "=r"(t) : : "memory");
    return t;
}
#define GT_HAVE_TICK_ 1
#else
GT_INLINE_ uint64_t gt_tick_(void) { return 0; }
GT_INLINE_ uint64_t gt_tick_begin_(void) { return 0; }
GT_INLINE_ uint64_t gt_tick_end_(void) { return 0; }
#define GT_HAVE_TICK_ 0
#endif

/* NULL: not recorded */
GT_API gt_node_ *gt_node_enter_(const gt_site_ *site, const char *name, gt_kind kind, gt_device_ *device);
GT_API void gt_scope_begin_other_(gt_scope *s, const gt_site_ *site, int exact);
GT_API void gt_scope_end_other_(gt_scope *s);
GT_API void gt_scope_close_(gt_scope *s, uint64_t end, const gt_sample *row);       /* every end but the short one */
GT_API void gt_scope_left_(gt_scope *s);

/* How a scope works. Begin: look at the state word, guess which child comes next and check the guess, enter it, read
   the counter. End: read the counter, store begin and length, publish them by moving `next`, go back to the parent.
   Everything else (first use, another clock, a full block, claimed work, events, errors) hides behind `site`, `state`
   and `end`. The slow ways get a copy, member by member: given its own address, a compiler keeps the scope in memory
   and copies it there in one piece right after storing it in two, which costs 20 cycles, in an exact scope between its
   ticks. */
GT_INLINE_ gt_scope gt_scope_copy_(const gt_scope *s) {
    gt_scope copy;
    copy.node = s->node;
    copy.begin = s->begin;
    copy.state = s->state;
    copy.live = s->live;
    return copy;
}
GT_INLINE_ void gt_scope_enter_(gt_scope *s, const gt_site_ *site, int exact) {
    uint32_t state = GT_PEEK_(&gt_state_);
    s->live = 1;
    s->state = state;
    if (GT_LIKELY_((state & 3u) == GT_STATE_TICK_)) {
        gt_thread_ *t = gt_self_;
        gt_node_ *n = t ? t->current->last->follow : NULL;
        if (GT_LIKELY_(n && n->site == site && n->parent == t->current)) t->current = n;
        else n = gt_node_enter_(site, site->name, GT_KIND_SCOPE, NULL);
        s->node = n;
        s->begin = exact ? gt_tick_begin_() : gt_tick_();
    } else if ((state & 3u) == GT_STATE_OFF_) {
        s->node = NULL;
        s->begin = 0;
    } else {
        gt_scope other;
        gt_scope_begin_other_(&other, site, exact);
        *s = gt_scope_copy_(&other);
    }
}
GT_INLINE_ void gt_scope_leave_(gt_scope *s, int exact) {
    gt_node_ *n = s->node;
    s->live = 0;
    if (!n) {
        if ((s->state & 3u) != GT_STATE_OFF_) {
            gt_scope hidden = gt_scope_copy_(s);
            gt_scope_close_(&hidden, 0, NULL);
        }
        return;
    }
    if (GT_LIKELY_((s->state & 3u) == GT_STATE_TICK_)) {
        uint64_t end = exact ? gt_tick_end_() : gt_tick_();
        gt_ticks_ *at = n->next;
        if (GT_LIKELY_(at != n->end && n->thread->current == n && s->state == GT_PEEK_(&gt_state_))) {
            at->begin = s->begin;
            at->ticks = end - s->begin;
            GT_STORE_(&n->next, at + 1);
            n->thread->current = n->parent;
            n->parent->last = n;
        } else {
            gt_scope slow = gt_scope_copy_(s);
            gt_scope_close_(&slow, end, NULL);
        }
    } else {
        gt_scope other = gt_scope_copy_(s);
        gt_scope_end_other_(&other);
    }
}
GT_INLINE_ void gt_scope_drop_(gt_scope *s) {
    if (s->live) {
        gt_scope left = gt_scope_copy_(s);
        gt_scope_left_(&left);
    }
}

#define GT_CAT2_(a, b) a##b
#define GT_CAT_(a, b) GT_CAT2_(a, b)
/* Names the scopes of one line apart, so that they may nest there without a shadow warning. Newer compilers warn of
   __COUNTER__ in strict modes, until C2y has it: there the line must do. */
#if (defined(__clang__) && __clang_major__ < 22) || (!defined(__clang__) && defined(__GNUC__) && __GNUC__ < 16)
#define GT_NAME_(prefix) GT_CAT_(prefix, __COUNTER__)
#else
#define GT_NAME_(prefix) GT_CAT_(prefix, __LINE__)
#endif
#ifdef __OPTIMIZE__
#define GT_OPTIMISED_ 1     /* looked at where the macro stands, not in the implementation file */
#elif GT_GNU_
#define GT_OPTIMISED_ 0
#else
#define GT_OPTIMISED_ (-1)  /* this compiler does not tell */
#endif
#if GT_GNU_
#define GT_SITE_(name) (__extension__({ \
    static const gt_site_ gt_here_ = { "" name, __FILE__, __LINE__, GT_OPTIMISED_ }; &gt_here_; }))
GT_INLINE_ gt_scope gt_scope_open_(const gt_site_ *site, int exact) {
    gt_scope s;
    gt_scope_enter_(&s, site, exact);
    s.live = 1;     /* it is: so that compilers see that the body runs, and variables set there are set */
    return s;
}
#elif defined(__cplusplus)
#define GT_SITE_(name) ([]() -> const gt_site_ * { \
    static const gt_site_ gt_here_ = { "" name, __FILE__, __LINE__, GT_OPTIMISED_ }; return &gt_here_; }())
#endif

#if defined(GPUTIME_DISABLE)
#define GT_ONCE_(v) for (int v = 1; v; v = 0)
#define GT_SCOPE(name) GT_ONCE_(GT_NAME_(gt_once_))
#define GT_SCOPE_EXACT(name) GT_ONCE_(GT_NAME_(gt_once_))
#define GT_WORK(flops, bytes) ((void)(flops), (void)(bytes))
#define gt_scope_begin(name) gt_scope_none_(name)
#define gt_scope_end(scope) ((void)(scope))
GT_INLINE_ gt_scope gt_scope_none_(const char *name) { gt_scope s; s.node = NULL; s.begin = 0; s.state = 0; s.live = 0; (void)name; return s; }
#else
#if defined(__cplusplus)
#define GT_SCOPE_AT_(v, name, exact) \
    for (gt_scope_guard_ v(GT_SITE_(name), exact); v.scope.live; gt_scope_leave_(&v.scope, exact))
#elif GT_GNU_
#define GT_SCOPE_AT_(v, name, exact) \
    for (gt_scope v __attribute__((cleanup(gt_scope_drop_))) = gt_scope_open_(GT_SITE_(name), exact); v.live; \
         gt_scope_leave_(&v, exact))
#else
#define GT_SCOPE_AT_(v, name, exact) for (gt_scope v = gt_scope_begin("" name); v.live; gt_scope_end(&v))
#endif
#define GT_SCOPE(name) GT_SCOPE_AT_(GT_NAME_(gt_scope_), name, 0)
#define GT_SCOPE_EXACT(name) GT_SCOPE_AT_(GT_NAME_(gt_scope_), name, 1)
#define GT_WORK(flops, bytes) gt_work((flops), (bytes))
#endif

/* ==== >>statistics ==== median, its interval, quantiles, ratios; what spoils a series ======================= */

/* Statistics of plain arrays of doubles. Times or anything else: results have the unit of the input.
   Pure functions: no state, no random numbers, the same input gives the same bits. Arrays stay the caller's and
   are never written to. Scratch is allocated and freed inside, at most a double and a byte a sample.
   NaN and infinite samples are left out and counted, never repaired. */

/* An interval and the confidence that it really holds, 0 to 1. confidence 0: there is none, and both ends are NaN. */
typedef struct gt_interval {
    double low, high;
    double confidence;
} gt_interval;

typedef struct gt_stats {
    size_t n;                       /* samples used: the finite ones */
    size_t rejected;                /* NaN or infinite samples, left out */
    double median, mean, sd;        /* NaN for n = 0; sd (of the sample, n - 1) NaN for n < 2 */
    double min, max;                /* NaN for n = 0 */
    double p90, p99;                /* quantiles, see gt_quantile */
    int p90_is_bound, p99_is_bound; /* 1: too few samples for it (n < 36, n < 368): print it as ">=" */
    gt_interval ci;                 /* of the median, 95 %, stretched by tau, widened by tick: gt_median_interval */
    double tau;                     /* autocorrelation time, see gt_tau: n samples are worth n / tau; 1 for n < 20 */
    int ci_clamped;                 /* 1: too few independent samples: ci is the range, with less than 95 % */
    double spread;                  /* robust upper spread; sd for normal noise; at least tick, 0.1 % of median */
    double tick;                    /* as given */
} gt_stats;

/* All of the above for x[0..n), in order of measurement. tick: the clock's resolution in the unit of x, 0 if none.
   spread is 1.4826 times the median deviation of the upper half: timings are skewed, a two-sided one mixes both sides.
   GT_ERR_ARGUMENT: out is NULL, x is NULL with n > 0, or tick is negative or not finite.
   GT_ERR_MEMORY: counts, min, max, mean and sd are right, the rest is NaN or 0. */
GT_API gt_status gt_stats_of(const double *x, size_t n, double tick, gt_stats *out);

/* Quantile p (0..1) of n sorted values, type 7 of Hyndman and Fan (The American Statistician 50, 1996): linear
   between the neighbours of position (n - 1) p. NaN for n = 0 or a p outside 0..1. */
GT_API double gt_quantile(const double *sorted, size_t n, double p);

/* Interval of the median from n sorted values: interpolated order statistics of Hettmansperger and Sheather
   (Statistics & Probability Letters 4, 1986), which assume no law and hold 95 % to within 1 % from n = 6 on.
   tau >= 1 stretches the ranks by its square root (1: independent samples); tick >= 0 widens both ends by that much;
   confidence lies between 0 and 1, say 0.95.
   With fewer samples than the confidence needs (6 for 0.95), or fewer independent ones, the interval is the range of
   the samples and its confidence the smaller one that it holds, 1 - 2^(1 - n / tau). None for n < 2, fewer samples
   than tau, or arguments out of range. */
GT_API gt_interval gt_median_interval(const double *sorted, size_t n, double tau, double tick, double confidence);

/* Autocorrelation time of the median: by how much the variance of the median exceeds that of independent samples.
   Initial monotone sequence of Geyer (Statistical Science 7, 1992) on the signs of x - median, lags to min(n / 3, 200).
   At least 1; 1 for fewer than 20 finite samples, which cannot tell; NaN when memory runs out. */
GT_API double gt_tau(const double *x, size_t n);

/* How many times faster b is than a: the ratio a / b of two times. a is the base case. */
typedef struct gt_ratio {
    size_t rounds;                  /* rounds used; of unpaired series the smaller count */
    size_t tied;                    /* rounds among them where both sides took the same time (paired only) */
    size_t dropped;                 /* rounds, or unpaired samples, left out: a side not finite or not above 0 */
    double ratio;                   /* NaN if nothing is left */
    gt_interval ci;                 /* of the ratio; fewer rounds than needed: a smaller confidence, or none */
    double wanted;                  /* the confidence that was asked for */
} gt_ratio;

/* Rounds in which both sides ran once, in random order: median of the ratios of each round, by the interval of
   gt_median_interval on ln a - ln b. What slows both sides of a round, as drift does, cancels.
   GT_ERR_ARGUMENT: a pointer is NULL, or the confidence is not between 0 and 1. GT_ERR_MEMORY: counts only. */
GT_API gt_status gt_ratio_paired(const double *a, const double *b, size_t rounds, double confidence, gt_ratio *out);

/* Two series that were measured apart: ratio of the medians, with the MOVER interval of Zou and Donner (Statistics in
   Medicine 27, 2008) from the two intervals of the medians of the logarithms, each widened by tick.
   Believes that samples are independent and that nothing changed between the series: drift looks like a difference,
   so look at gt_stats.tau and the findings of both, and prefer rounds. A tick as long as an interval leaves that end
   at 0 or infinity. Errors as gt_ratio_paired, and GT_ERR_ARGUMENT for a tick that is negative or not finite. */
GT_API gt_status gt_ratio_unpaired(const double *a, size_t na, const double *b, size_t nb, double tick,
                                   double confidence, gt_ratio *out);

/* median(a) - median(b) with its interval, by MOVER as above: a net time, where b is a measured overhead.
   Errors as gt_ratio_unpaired; then, and where a side is empty, diff is NaN and ci has confidence 0. */
GT_API gt_status gt_difference(const double *a, size_t na, const double *b, size_t nb, double tick, double confidence,
                               double *diff, gt_interval *ci);

/* Cost of one launch, and what is paid once: time = fixed + launches * slope. */
typedef struct gt_slope {
    size_t rounds;                  /* rounds used */
    size_t dropped;                 /* rounds left out: a side not finite */
    double slope, fixed;            /* medians over the rounds, unit of the input */
    gt_interval slope_ci, fixed_ci;
} gt_slope;

/* From rounds that time 1 launch and k launches side by side: slope (tk - t1) / (k - 1) of each round, fixed part
   t1 - slope, and the interval of gt_median_interval for both. A clock with the resolution tick, so that a time is off
   by up to one, moves the slope by up to 2 tick / (k - 1), the fixed part by tick more; adding that is the caller's.
   GT_ERR_ARGUMENT: a pointer is NULL, k not finite or not above 1, confidence not between 0 and 1. GT_ERR_MEMORY. */
GT_API gt_status gt_slope_paired(const double *t1, const double *tk, size_t rounds, double k, double confidence,
                                 gt_slope *out);

/* What can be said of b against the base case a. */
#define GT_VERDICTS(X_)                     \
    X_(GT_NOT_SEPARATED, "not separated")   \
    X_(GT_FASTER, "faster")                 \
    X_(GT_SLOWER, "slower")                 \
    X_(GT_SAME, "same")

#define GT_VERDICT_ENUM_(code, text) code,
typedef enum gt_verdict_kind { GT_VERDICTS(GT_VERDICT_ENUM_) GT_VERDICT_COUNT } gt_verdict_kind;
#undef GT_VERDICT_ENUM_

/* GT_FASTER: the whole interval lies above 1 + threshold. GT_SLOWER: below 1 / (1 + threshold). GT_SAME: between the
   two. Anything else, and any interval that does not hold the confidence asked for, is GT_NOT_SEPARATED.
   threshold: what is practically the same; 0 means 0.01, a negative one means none. */
GT_API gt_verdict_kind gt_ratio_verdict(const gt_ratio *r, double threshold);
GT_API const char *gt_verdict_text(gt_verdict_kind verdict);

/* What a series of times shows about how it was measured. Each part says whether it fired, and the numbers that made
   it fire; they mean something only where it did. Thresholds are set such that each part fires on at most 1 % of
   healthy series from 10 samples on. Few samples hide faults: below 8 only a cold first sample and a coarse clock can
   be seen, below 20 also outliers, a long warm-up and gross drift; 100 are needed for a clean bill of health. */
typedef struct gt_diagnosis {
    size_t n;               /* finite samples; indices below count these, from 0 */
    size_t rejected;        /* NaN or infinite samples, left out */
    size_t dropped;         /* samples at the start that cold_first or warmup takes off, for all other parts */
    int fired;              /* parts that fired */
    struct {
        int fired;          /* the first sample stands alone */
        double factor;      /* of the median of the others */
    } cold_first;
    struct {
        int fired;
        size_t samples;     /* that many at the start are slower */
        double percent;     /* by this much, medians compared */
    } warmup;
    struct {
        int fired;
        double percent;     /* last third against first, or slow tail against the rest; above 0: slower */
        int is_step;        /* 1: at once, at sample `at`; 0: gradually */
        size_t at;
    } drift;
    struct {
        int fired;          /* two speeds; not looked for where drift or alternate explains them */
        double low, high;   /* centres of the modes */
        double low_share;   /* share of the samples in the lower one, 0 to 1 */
    } bimodal;
    struct {
        int fired;
        double tau, n_eff;  /* the samples are worth n_eff independent ones */
    } autocorr;
    struct {
        int fired;
        double percent;     /* samples 0, 2, 4, ... against 1, 3, 5, ... of what dropped left over */
    } alternate;
    struct {
        int fired;
        size_t count;
        double factor;             /* the worst one, of the median */
        double mean_shift_percent; /* what they do to the mean */
    } outliers;
    struct {
        int fired;
        double percent;     /* one tick, of the median */
    } coarse;
} gt_diagnosis;

/* x[0..n): times in order of measurement; tick: resolution of the clock in the same unit, 0 if none. Pure, as
   gt_stats_of; scratch: three doubles a sample.
   GT_ERR_ARGUMENT: out is NULL, x is NULL with n > 0, tick negative or not finite.
   GT_ERR_MEMORY, also for more than 2^31 - 1 finite samples: n and rejected are right, the rest is 0. */
GT_API gt_status gt_diagnose(const double *x, size_t n, double tick, gt_diagnosis *out);

/* ==== >>trial ==== GT_TRIAL: repeat until the answer is good enough; GT_COMPARE ============================= */

/* GT_TRIAL("matmul", .budget_s = 5, .precision = 0.01) { ... }
   repeats its body: first warm-up passes, which are reported apart, then passes until every phase in it (every scope;
   or the whole body where it has none) is known to the precision, or the budget is spent, or the maximum is reached;
   the report says which. It looks after 20, 30, 45, 68, ... passes at an interval of 97 %, which is printed as 95 %:
   that is the price of looking more than once. Each pass is a sample of a series with the trial's name. A body without
   scopes that is shorter than 100 steps of the clock is batched: a sample is then the time of many passes divided by
   their number (and includes about 2 ns of the loop in each). break ends the trial. A trial or comparison inside
   another is an error (GT_ERR_ORDER); its body runs once. Switched off, the body runs once.

   GT_COMPARE("tiling") { GT_SIDE("simple") { ... } GT_SIDE("tiled") { ... } }
   runs one side in each pass, in random order (two sides: ABBA or BAAB; more: reshuffled Latin squares), and gives how
   many times as fast each side is as the first, with an interval and a verdict, in whole and for each scope that both
   sides have. It stops as a trial does, when the interval of every ratio is within +-precision (then it is one of 97 %,
   called 95 %, as above; else one of 95 %). Up to 8 sides; code outside of the sides runs in each pass, and once
   before. Sides are not batched: each time includes about one empty scope, the interval is widened by the clock's step,
   and bodies under 100 steps of the clock are not separated: loop inside the side.

   The fields can be named in C and from C++20 on; before that: gt_trial_options o = gt_trial_options_of("name");
   o.budget_s = 5; gt_trial t = gt_trial_begin(o); while (gt_trial_next(&t)) { ... } gt_trial_end(&t); and that is what
   the macros do. */
#if defined(__cplusplus) && __cplusplus >= 202002L
#define GT_UNSET_ = 0
#else
#define GT_UNSET_
#endif
typedef struct gt_trial_options {
    const char *name GT_UNSET_;     /* copied */
    double budget_s GT_UNSET_;      /* 0: 10; without the warm-up */
    double precision GT_UNSET_;     /* half-width of the interval over the median; 0: 0.01 */
    double threshold GT_UNSET_;     /* comparisons: what is practically the same; 0 or less: 0.01 */
    int warmup GT_UNSET_;           /* passes (of each side); 0: 2; -1: none, and no batching */
    int max_n GT_UNSET_;            /* passes, or rounds of a comparison; 0: 1000 */
    const char *phase GT_UNSET_;    /* the name of the one whose precision counts; NULL: every one. Must outlive the trial */
    FILE *progress GT_UNSET_;       /* a line that rewrites itself, at most five times a second; NULL: none */
    int batch GT_UNSET_;            /* batches (gputime_cl.h): passes in a long group; 0: found, see GT_BATCH_CL */
} gt_trial_options;

typedef struct gt_trial { struct gt_trial_state_ *state; int passes; } gt_trial;

#ifdef __cplusplus
extern "C++" {              /* default member initialisers are no C */
#endif
GT_INLINE_ gt_trial_options gt_trial_options_of(const char *name) {
    gt_trial_options o = { name, 0, 0, 0, 0, 0, NULL, NULL, 0 };
    return o;
}
#ifdef __cplusplus
}
#endif
GT_API gt_trial gt_trial_begin(gt_trial_options options);
GT_API int gt_trial_next(gt_trial *trial);          /* 1: run the body */
GT_API void gt_trial_end(gt_trial *trial);          /* after a last gt_trial_next it does nothing; before, it says "left" */
GT_API gt_trial gt_compare_begin(gt_trial_options options);     /* then gt_trial_next, gt_trial_end */
GT_API gt_scope gt_side_begin(const char *name);    /* .live: run this side now; then gt_side_end */
GT_API void gt_side_end(gt_scope *side);

/* Why a trial stopped. */
#define GT_STOPS(X) \
    X(GT_STOP_NONE,      "it still runs") \
    X(GT_STOP_PRECISION, "precision reached") \
    X(GT_STOP_BUDGET,    "budget spent") \
    X(GT_STOP_MAXIMUM,   "maximum reached") \
    X(GT_STOP_LEFT,      "left") \
    X(GT_STOP_FAILED,    "an error happened, or it was switched off or reset")
typedef enum gt_stop {
#define GT_X_(code, text) code,
    GT_STOPS(GT_X_)
#undef GT_X_
    GT_STOP_COUNT
} gt_stop;
GT_API const char *gt_stop_text(gt_stop stop);

#if defined(__cplusplus) && __cplusplus < 202002L
#define GT_TRIAL_OPTIONS_(...) gt_trial_options_of(__VA_ARGS__)
#elif defined(__cplusplus)
#define GT_TRIAL_OPTIONS_(...) gt_trial_options{ .name = __VA_ARGS__ }
#else
#define GT_TRIAL_OPTIONS_(...) (gt_trial_options){ .name = __VA_ARGS__ }
#endif
#if defined(GPUTIME_DISABLE)
#define GT_TRIAL(...) GT_TRIAL_ONCE_(GT_NAME_(gt_once_trial_), GT_TRIAL_OPTIONS_(__VA_ARGS__))
#define GT_TRIAL_ONCE_(v, ...) for (int v = ((void)(__VA_ARGS__), 1); v; v = 0)
#define GT_COMPARE(...) GT_TRIAL(__VA_ARGS__)
#define GT_SIDE(name) GT_ONCE_(GT_NAME_(gt_once_side_))
#else
#define GT_TRIAL(...) GT_TRIAL_AT_(GT_NAME_(gt_trial_), gt_trial_begin, GT_TRIAL_OPTIONS_(__VA_ARGS__))
#define GT_COMPARE(...) GT_TRIAL_AT_(GT_NAME_(gt_trial_), gt_compare_begin, GT_TRIAL_OPTIONS_(__VA_ARGS__))
#define GT_SIDE(name) GT_SIDE_AT_(GT_NAME_(gt_side_), "" name)
#if defined(__cplusplus)
#define GT_TRIAL_AT_(v, begin, ...) for (gt_trial_guard_ v(begin(__VA_ARGS__)); gt_trial_next(&v.trial);)
#define GT_SIDE_AT_(v, name) for (gt_side_guard_ v(name); v.scope.live; gt_side_end(&v.scope))
#elif GT_GNU_
#define GT_TRIAL_AT_(v, begin, ...) for (gt_trial v __attribute__((cleanup(gt_trial_end))) = begin(__VA_ARGS__); gt_trial_next(&v);)
#define GT_SIDE_AT_(v, name) \
    for (gt_scope v __attribute__((cleanup(gt_scope_drop_))) = gt_side_begin(name); v.live; gt_side_end(&v))
#else
#define GT_TRIAL_AT_(v, begin, ...) for (gt_trial v = begin(__VA_ARGS__); gt_trial_next(&v);)
#define GT_SIDE_AT_(v, name) for (gt_scope v = gt_side_begin(name); v.live; gt_side_end(&v))
#endif
#endif

/* ==== >>snapshot ==== what was recorded, as a copy: series, comparisons ===================================== */

/* What is counted beside the samples of a series: field, unit, finding where there is one for the mere count, its
   sentence behind the number. One line here makes the counter, its merge over threads and its finding. */
#define GT_COUNTS(X_) \
    X_(voided, number, GT_FINDING_VOID, "samples are void")     /* a clock change, a reset or an error inside */ \
    X_(left_early, number, GT_FINDING_LEFT_EARLY, "scopes were left by break, return, goto or an exception") \
    X_(abandoned, number, GT_FINDING_ABANDONED, "scopes were still open when the scope around them ended") \
    X_(backwards, number, GT_FINDING_CLOCK_STEP, "intervals were negative and are left out")    /* of everything */ \
    X_(rejected, number, GT_FINDING_REJECTED, "numbers are not finite")     /* in n and ns, in nothing else */ \
    X_(unclaimed, number, GT_FINDING_UNCLAIMED, "samples claimed no work, others did") \
    X_(unsynced, number, GT_FINDING_NO_SYNC, "samples ended while their commands still ran") \
    X_(failed, number, GT_FINDING_FAILED_WORK, "commands failed") \
    X_(wrong_queue, number, GT_FINDING_WRONG_QUEUE, \
       "collected commands were on a queue that the scope does not wait for, or on another device") \
    X_(unprofiled, number, GT_FINDING_COUNT, "")    /* commands on a queue without profiling: no device time */ \
    X_(uncounted, number, GT_FINDING_PARTIAL, "commands found no free event slot") \
    X_(builds, number, GT_FINDING_COUNT, "")        /* programs that were compiled inside, and the time of that */ \
    X_(build_ns, ticks, GT_FINDING_COUNT, "") \
    X_(dirty, number, GT_FINDING_COUNT, "")         /* samples that began while earlier commands ran, for more than 5 % \
                                                       of their length; of host scopes at all (GT_AUDIT=1) */ \
    X_(dirty_ns, ticks, GT_FINDING_COUNT, "")          /* how long barriers before them waited */ \
    X_(leaked, number, GT_FINDING_COUNT, "")        /* GT_AUDIT=1, host scopes: queues still worked at their end */ \
    X_(leaked_ns, ticks, GT_FINDING_COUNT, "") \
    X_(kit_ns, ticks, GT_FINDING_COUNT, "")            /* the kit's own work inside these samples */

/* A copy of one merged series. Arrays have `kept` elements, thread after thread, in the order of their begin. */
typedef struct gt_series {
    const char *name;
    char *path;             /* names from the root, joined by "/" */
    int depth;              /* 0: no parent */
    gt_kind kind;
    int cold;               /* 1: the warm-up passes of a trial, or below them */
    int looked;             /* 1: in a trial, comparison or batch: ci comes from a 97 % interval, printed as 95 % */
    unsigned long passes;   /* in a sample: of a trial (times are divided by it), of a group (times are those of all);
                               of a batch: in a long group; else 1 */
    gt_stop stop;           /* of a trial, comparison or batch: why it stopped */
    char *stopped;          /* the same as a sentence; NULL: none */
    double threshold;       /* of a comparison */
    size_t n;               /* samples counted */
    size_t kept;            /* samples in the arrays; fewer than n when the cap was reached or memory ran out */
    double sum_ns, min_ns, max_ns;  /* over all n */
    double *ns, *begin_ns;
    gt_sample *row;         /* what else is known of each; NULL: no more than `plain` says */
    gt_sample plain;        /* of samples without rows: the same work in all, or nothing */
    size_t known[GT_COLUMN_COUNT];  /* samples whose GT_COLUMN_... is known */
    uint32_t *thread;       /* number of its thread, from 1 */
    unsigned threads;       /* how many took part */
    gt_stats stats;         /* of ns; with several threads, ci covers those of all of them */
    gt_stats device_stats;  /* of device_ns */
    gt_stats rest_stats;    /* of ns - device_ns: the overhead, where all samples are complete */
    double flops_per_s, bytes_per_s;    /* work over ns (the bracket, not the device time), medians; NaN: no work
                                           claimed, or not in all samples */
    gt_interval flops_ci, bytes_ci;     /* 95 %, per second */
#define GT_TYPE_number_ uint64_t
#define GT_TYPE_ticks_ double
#define GT_X_(field, unit, finding, text) GT_TYPE_##unit##_ field;
    GT_COUNTS(GT_X_)        /* what was not counted as a sample, or is less than it seems */
#undef GT_X_
    uint64_t broken[16];    /* unusable stamps by kind: gt_cl_stamp in gputime_cl.h; else 0 */
    const char *file;       /* of the scope; "" if made by name */
    int line, optimised;    /* optimised: 1, 0, or -1 if not known */
    const gt_device_ *device_;  /* that its commands ran on; NULL: not known */
    int rank_;              /* of a side or group */
    int in_ns_;             /* samples are doubles, not ticks */
    int cold_, below_cold_; /* it is cold itself; its parent is */
    int finite_;            /* min_ns and max_ns hold something */
} gt_series;

/* All that is known of a sample beside its begin and length. i < kept. */
GT_API gt_sample gt_series_sample(const gt_series *series, size_t i);

typedef struct gt_snapshot { size_t count; gt_series *series; uint64_t lost; /* scopes without memory or too deep */ } gt_snapshot;

GT_API gt_status gt_snapshot_take(gt_snapshot *out);    /* GT_ERR_MEMORY: *out is empty. Owner: you; gt_snapshot_free */
GT_API void gt_snapshot_free(gt_snapshot *snapshot);
/* By path, or by the end of one if only one fits ("compute" for "matmul/compute"); never a cold one; NULL if none or
   several. */
GT_API const gt_series *gt_snapshot_find(const gt_snapshot *snapshot, const char *path);

/* From a comparison: how many times as fast as the first side `side` is, in whole (phase NULL) or in the scope of that
   name, which must be a direct child of both sides. ci holds 95 % (with N sides: 1 - 0.05 / (N - 1) each).
   GT_ERR_ARGUMENT: no such thing; GT_ERR_MEMORY. */
GT_API gt_status gt_snapshot_compare(const gt_snapshot *snapshot, const char *comparison, const char *side, const char *phase,
                                     gt_ratio *out);

/* What a batch (GT_BATCH_CL) found, in ns. Intervals hold 95 %, those of the slope are widened by the clock's step. */
typedef struct gt_batch {
    gt_slope slope;         /* slope: a pass; fixed: what is paid once between two barriers */
    double K;               /* passes in a long group */
    gt_interval curvature;  /* by how much (K + 1) / 2 passes take longer than the line from 1 to K has it, over their
                               time: 0 is straight; confidence 0: too few such groups */
    int nonlinear;          /* 1: that interval lies beyond 5 %: passes do not cost the same */
    int launch_bound;       /* 1: the slope is at most 1.2 times enqueue_ns: a time of the host, not of the device */
    double enqueue_ns;      /* of the host, a pass, until its calls have returned; of short or long groups, whichever is
                               less; NaN: not known */
} gt_batch;
/* GT_ERR_ARGUMENT: no batch has that path, or it has no round; GT_ERR_MEMORY. */
GT_API gt_status gt_snapshot_batch(const gt_snapshot *snapshot, const char *path, gt_batch *out);

/* ==== >>findings ==== what spoiled a measurement, and how to mend it ======================================== */

/* A finding is a diagnosis drawn from a series and from what was noticed beside it. Severity:
   GT_FAULT    the number is not what its name says
   GT_WARNING  it is, but it misleads: something is in it, or it changes while one looks
   GT_NOTE     know this before you quote it
   GT_INFO     a fact about the machine
   Signals are gathered beside each phase, outside its two ticks, at about 1 us: wait of the barrier before, page faults, context
   switches, core changes (of the whole process: drivers work on threads of their own). GT_AUDIT=0 in the environment reads
   none of them. GT_AUDIT=1 also waits, before and after each host scope outside of phases, for the queues of gt_cl_open and
   gt_cl_attach, which tells work that leaks in or out without any GT_EVENT: that changes what is measured, so use it to
   find mistakes, not to publish; it hangs where a queue waits for a user event that is set behind the scope. Host scopes pay for no signal otherwise.
   code, name, severity, what it means, likely cause, remedy; in order of precedence. examples/FINDINGS.md has a paragraph on each,
   under its name. */
#define GT_FINDINGS(X) \
    X(GT_FINDING_FAILED_WORK, "failed-work", GT_FAULT, "commands or calls failed inside", \
      "their samples are void", "look for the first error; check arguments and sizes") \
    X(GT_FINDING_EVENT_BROKEN, "event-broken", GT_FAULT, "the driver's stamps cannot be", \
      "no device time of theirs is used", "trust the bracket; look for a newer driver") \
    X(GT_FINDING_EVENT_SCALE, "event-scale", GT_FAULT, "the device's stamps do not count nanoseconds", \
      "the driver gives ticks of another clock for nanoseconds; no device time is used", "trust the bracket; look for a newer driver") \
    X(GT_FINDING_CLOCK_STEP, "clock-step", GT_FAULT, "the clock stepped or changed its rate", \
      "the counter cannot be trusted on this machine", "use GT_CLOCK=os") \
    X(GT_FINDING_CPU_CLOCK, "cpu-clock", GT_FAULT, "this clock does not measure time that passes", \
      "it counts processor time: it stands still while you wait for the device", "use a monotonic clock: the kit's, or CLOCK_MONOTONIC") \
    X(GT_FINDING_WRONG_QUEUE, "wrong-queue", GT_FAULT, "commands ran on a queue or device that is not the scope's", \
      "their time is not in the bracket, or only in part; no device time in these samples", "use a GT_SCOPE_CL on that queue") \
    X(GT_FINDING_NO_SYNC, "no-sync", GT_FAULT, "samples ended while their commands still ran", \
      "the launch was timed, not the execution", "wait inside the scope: GT_SCOPE_CL(queue, name), or clFinish before its end") \
    X(GT_FINDING_IMPLAUSIBLE, "implausible", GT_FAULT, "no device is that fast", \
      "the work was skipped, removed by the compiler, or claimed wrongly", "check the result, and what GT_WORK claims") \
    X(GT_FINDING_LOST, "lost", GT_WARNING, "scopes were not recorded", \
      "no memory, or deeper than GPUTIME_MAX_DEPTH", "record fewer series") \
    X(GT_FINDING_PARTIAL, "partial", GT_WARNING, "commands found no free event slot", \
      "device time is partial", "raise GPUTIME_CL_EVENTS") \
    X(GT_FINDING_REJECTED, "rejected", GT_WARNING, "numbers are not finite", \
      "they are left out of the statistics", "look where they come from") \
    X(GT_FINDING_ABANDONED, "abandoned", GT_WARNING, "scopes were still open when the scope around them ended", \
      "they are not samples", "end each scope before the one around it") \
    X(GT_FINDING_DEBUG_BUILD, "debug-build", GT_WARNING, "code was compiled without optimisation", \
      "a debug build", "compile with -O2 before you compare anything") \
    X(GT_FINDING_DIRTY_START, "dirty-start", GT_WARNING, "earlier commands were still running when samples began", \
      "work enqueued before was not waited for; without GT_AUDIT=1 it is in the number", "wait for the queue before the scope; GT_SCOPE_CL does") \
    X(GT_FINDING_JIT_IN_REGION, "jit-in-region", GT_WARNING, "the compiler ran in the timed region", \
      "a program was built, or a kernel launched for the first time, inside", "build before; gt_cl_warm_kernel at the shape that is timed") \
    X(GT_FINDING_PAGE_FAULTS, "page-faults", GT_WARNING, "memory was touched for the first time inside", \
      "the system hands out pages at their first use", "touch it before: gt_touch, gt_cl_fill") \
    X(GT_FINDING_COLD_FIRST, "cold-first", GT_WARNING, "the first sample stands alone", \
      "something is made at first use", "run once before timing, or GT_TRIAL, which keeps the first passes apart") \
    X(GT_FINDING_WARMUP, "warmup", GT_WARNING, "the first samples are slower", \
      "still warming up", "more warm-up passes: .warmup of GT_TRIAL") \
    X(GT_FINDING_DRIFT, "drift", GT_WARNING, "the time changes while it is measured", \
      "throttling, clocks still ramping up, or a busy machine; the median describes neither end", "let the machine settle; compare with GT_COMPARE, in which drift cancels") \
    X(GT_FINDING_ALTERNATE, "alternate", GT_WARNING, "every second sample differs", \
      "double buffering or ping-pong state", "time two passes as one") \
    X(GT_FINDING_BIMODAL, "bimodal", GT_WARNING, "there are two speeds", \
      "two code paths, cores, clock states or buffers; neither is the answer", "pin the process, pre-touch buffers, or report both") \
    X(GT_FINDING_NONLINEAR, "nonlinear", GT_WARNING, "time is not linear in launches", \
      "queue depth, overlap or throttling", "do not quote a cost per launch") \
    X(GT_FINDING_LAUNCH_BOUND, "launch-bound", GT_WARNING, "the host cannot feed the device", \
      "this is enqueue time", "quote the device time, or give each launch more work") \
    X(GT_FINDING_SYNC_BOUND, "sync-bound", GT_WARNING, "most of the bracket is launch and synchronisation", \
      "too little work between two barriers", "use GT_BATCH_CL, or quote the device time") \
    X(GT_FINDING_PROFILING_TAX, "profiling-tax", GT_WARNING, "asking for events slows this down", \
      "the driver pays for stamps", "time once more without GT_EVENT, on a queue without profiling") \
    X(GT_FINDING_COARSE, "coarse", GT_WARNING, "the clock's step is too large for the interval", \
      "an interval of few steps", "time many of them in one scope and divide") \
    X(GT_FINDING_COPY_CLOUDS, "copy-clouds", GT_WARNING, "the speedup depends on what is counted", \
      "copies or other phases have their share of the whole", "quote both ratios: of the kernel alone, and with everything") \
    X(GT_FINDING_WARM_CACHE, "warm-cache", GT_WARNING, "with flushed caches it is slower", \
      "the data lay in a cache", "say that the number is for hot data, or quote both") \
    X(GT_FINDING_AUTOCORR, "autocorr", GT_NOTE, "samples repeat each other", \
      "a state that outlives a sample; the interval is widened for it", "more samples, or more time between them") \
    X(GT_FINDING_PREEMPTED, "preempted", GT_NOTE, "the system ran something else meanwhile", \
      "a busy machine", "close what else runs, or pin the process") \
    X(GT_FINDING_OUTLIERS, "outliers", GT_NOTE, "single samples stand far out", \
      "interrupts, a busy machine, rare paths; the median does not mind, the mean does", "quote the median") \
    X(GT_FINDING_TIED, "tied", GT_NOTE, "rounds in which both sides took the same time", \
      "the clock is too coarse for them", "more work in each side") \
    X(GT_FINDING_NOT_CONVERGED, "not-converged", GT_NOTE, "the precision asked for was not reached", \
      "too little time, or too much noise", "a larger .budget_s, or a quieter machine") \
    X(GT_FINDING_BETWEEN_RUNS, "between-runs", GT_NOTE, "runs differ by more than their own intervals say", \
      "memory layout, clocks, load: what one process cannot see", "quote the interval over runs") \
    X(GT_FINDING_FEW, "few", GT_NOTE, "fewer than 6 samples", \
      "no interval can be given", "repeat it: GT_TRIAL") \
    X(GT_FINDING_NOT_KEPT, "not-kept", GT_NOTE, "samples are counted in n, min, max, but not kept", \
      "median and interval are those of the first ones", "raise GPUTIME_MAX_SAMPLES, or call gt_reset between parts") \
    X(GT_FINDING_NO_PROFILING, "no-profiling", GT_NOTE, "commands were on a queue without CL_QUEUE_PROFILING_ENABLE", \
      "no device time", "make the queue with it, if its price is none") \
    X(GT_FINDING_VOID, "void", GT_NOTE, "samples are void", \
      "an error, a reset or a change of the clock happened inside", "") \
    X(GT_FINDING_LEFT_EARLY, "left-early", GT_NOTE, "scopes were left by break, return, goto or an exception", \
      "they are not samples", "") \
    X(GT_FINDING_UNCLAIMED, "unclaimed", GT_NOTE, "samples claimed no work, others did", \
      "no rate is given", "call GT_WORK in each of them") \
    X(GT_FINDING_KIT_TIME, "kit-time", GT_NOTE, "the kit's own work for the scopes inside", \
      "scopes inside have their price", "use fewer scopes inside, or believe the inner ones rather than the sum") \
    X(GT_FINDING_ENV, "env", GT_INFO, "what the machine does to timings", \
      "", "")

typedef enum gt_severity { GT_INFO, GT_NOTE, GT_WARNING, GT_FAULT } gt_severity;
typedef enum gt_finding_code {
#define GT_X_(code, name, severity, sentence, cause, remedy) code,
    GT_FINDINGS(GT_X_)
#undef GT_X_
    GT_FINDING_COUNT
} gt_finding_code;

typedef struct gt_finding {
    gt_finding_code code;
    gt_severity severity;
    const char *name, *sentence, *cause, *remedy;   /* of the table; stay */
    char path[160];         /* of the series; "" for all */
    char figures[256];      /* what was seen, with units */
} gt_finding;

GT_API const char *gt_finding_name(gt_finding_code code);  /* "no-sync"; "" beyond the table */
GT_API const char *gt_severity_text(gt_severity severity);  /* "fault", "warning", "note", "info" */
/* All findings, most serious first; where one explains another, only that one. The memory of *list is yours: free().
   GT_ERR_MEMORY: *list is NULL. */
GT_API gt_status gt_findings(gt_finding **list, size_t *count);
/* For scripts: 1 if there is an error that was kept, or a finding of that severity or a worse one, else 0. return
   gt_verdict(GT_WARNING); */
GT_API int gt_verdict(gt_severity least);
/* Tries out a clock that is not the kit's, for about 5 ms: what it says of a sleep of 2 ms (cpu-clock), whether it steps back
   (clock-step), how fine it is (coarse above 100 us). What it finds stands in the findings until gt_reset. GT_ERR_ARGUMENT for NULL. */
GT_API gt_status gt_check_clock(double (*now_s)(void), const char *name);
/* The most that the device can do, if you know it; work that claims more than 1.2 times that is implausible. 0: not known (then
   10^20 FLOP/s and 10^15 B/s, which no single device reaches). */
GT_API void gt_peak(double flops_per_s, double bytes_per_s);

/* ==== >>report ==== table, CSV, runs ======================================================================== */

/* The table of all series: first the device and the clock, then the first error if there is one, then a row each, then
   the findings. Other threads may be recording. GT_ERR_IO if writing failed, GT_ERR_MEMORY. */
GT_API gt_status gt_report(FILE *out);

/* One row a sample, after a header, as RFC 4180 has it (CRLF), the same under any locale. Columns:
     series       names from the root, joined by "/"
     thread       number of the thread, from 1, in the order of their first scopes
     sample       number in the series and thread, from 0
     begin_ns     begin on the kit's clock, since its start
     duration_ns  length as measured (of a barrier scope: the bracket time)
     device_ns    device time of the collected commands; empty: none, or the driver's stamps are not usable
     commands     number of collected commands; empty in a host scope without device times
     flops,bytes  work claimed; empty: none
     cold         1 for the warm-up passes of a trial, else 0
     kind         scope, phase, trial, comparison, batch, group (of a batch), command, outside
     queue_ns     QUEUED to SUBMIT of the first command; of a command: its own
     submit_ns    SUBMIT to START, likewise
     span_ns      first START to last END
     before_ns    how long the barrier before the phase waited
     faults,voluntary,involuntary,moved     page faults, context switches; 1 if the thread came back on another core
   A command's duration_ns is START to END; its phase's rows tell what they come to together.
   GT_ERR_IO if writing failed, GT_ERR_MEMORY. */
GT_API gt_status gt_write_csv(FILE *out);

/* Where the bracket of each phase goes, from the stamps of its collected commands: host (before the first command is queued
   and after the last ended, seen from here), queue (QUEUED to SUBMIT) and submit (SUBMIT to START) of the first command, execute (the device
   time), gaps (from the first START to the last END, when nothing ran). Medians of each, which need not add up to that of
   the bracket. Below each phase a row for each of its commands: by name (GT_EVENT_AS, kernels in the intercept mode), else
   by kind and place, as "write #2"; places beyond 16 are one row. A single command without a name has no row of its own:
   the phase tells all. GT_ERR_IO, GT_ERR_MEMORY. */
GT_API gt_status gt_report_commands(FILE *out);

/* Several processes: each appends the median of each of its series and the ratios of its comparisons to a file (CSV:
   run,series,n,median,unit; unit ns or times), and the report gives from six runs on the
   interval of the median over runs, which covers what differs from run to run, as the interval of one process does not.
   GT_ERR_IO: with the path in the error; GT_ERR_MEMORY. Lines that are no such rows are counted and skipped. */
GT_API gt_status gt_runs_append(const char *file);
GT_API gt_status gt_runs_report(FILE *out, const char *file);

/* A line that stands first in every report ("NVIDIA H100 | OpenCL 3.0"); copied, cut at 511 characters; gputime_cl.h
   sets it. */
GT_API void gt_report_about(const char *text);

#ifdef __cplusplus
}   /* extern "C" */

#ifdef GPUTIME_STATIC
namespace {                 /* each file its own, as the functions that it calls */
#endif
class gt_scope_guard_ {     /* closes a scope that an exception, return or break leaves */
public:
    gt_scope scope;
    gt_scope_guard_(const gt_site_ *site, int exact) : scope() {
        if (exact) gt_scope_enter_(&scope, site, 1);
        else gt_scope_enter_(&scope, site, 0);
        scope.live = 1;     /* it is: so that compilers see that the body runs */
    }
    ~gt_scope_guard_() { gt_scope_drop_(&scope); }
private:
    gt_scope_guard_(const gt_scope_guard_ &);
    gt_scope_guard_ &operator=(const gt_scope_guard_ &);
};
class gt_trial_guard_ {
public:
    gt_trial trial;
    explicit gt_trial_guard_(gt_trial t) : trial(t) {}
    ~gt_trial_guard_() { gt_trial_end(&trial); }
private:
    gt_trial_guard_(const gt_trial_guard_ &);
    gt_trial_guard_ &operator=(const gt_trial_guard_ &);
};
class gt_side_guard_ {
public:
    gt_scope scope;
    explicit gt_side_guard_(const char *name) : scope(gt_side_begin(name)) {}
    ~gt_side_guard_() { if (scope.live) gt_scope_left_(&scope); }
private:
    gt_side_guard_(const gt_side_guard_ &);
    gt_side_guard_ &operator=(const gt_side_guard_ &);
};
#ifdef GPUTIME_STATIC
}
#endif
#endif

#endif /* GPUTIME_H */

/* ============================================================================================================
   STOP HERE if you only call it. Below is how it works.
   ============================================================================================================ */

#if defined(GPUTIME_IMPLEMENTATION) && !defined(GPUTIME_IMPLEMENTED_)
#define GPUTIME_IMPLEMENTED_

#include <float.h>
#include <locale.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#if defined(_WIN32)
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>
#else
#include <poll.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>
#endif
#if defined(__APPLE__)
#include <mach/mach_time.h>
#elif defined(__linux__)
#include <sys/prctl.h>
#endif
#if defined(__x86_64__) && GT_GNU_
#include <cpuid.h>
#endif
#if !GT_GNU_
#include <intrin.h>
#endif

#ifndef GPUTIME_MAX_SAMPLES
#define GPUTIME_MAX_SAMPLES 1048576
#endif
#ifndef GPUTIME_MAX_DEPTH
#define GPUTIME_MAX_DEPTH 64
#endif

#ifndef GPUTIME_STATIC
uint32_t gt_state_ = 0;
GT_THREAD_LOCAL_ gt_thread_ *gt_self_ = NULL;
#endif

/* For functions of the C library that its headers hide under a strict -std=c99; a feature macro would come too late,
   and is not ours to define. */
#ifdef __cplusplus
#define GT_EXTERN_C_ extern "C"
#else
#define GT_EXTERN_C_ extern
#endif

#if GT_GNU_
#define GT_ADD_(p, v) __atomic_add_fetch((p), (v), __ATOMIC_ACQ_REL)
#else
#define GT_ADD_(p, v) ((uint32_t)_InterlockedExchangeAdd((volatile long *)(p), (long)(v)) + (uint32_t)(v))
#endif

static uint64_t gt_bits_of_(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static double gt_double_of_(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static double gt_nan_(void) { return gt_double_of_((uint64_t)0x7FF8 << 48); }
static double gt_infinity_(void) { return gt_double_of_((uint64_t)0x7FF0 << 48); }

/* By the exponent, since comparisons with themselves are optimised away under -ffast-math. */
static int gt_is_finite_(double x) { return ((gt_bits_of_(x) >> 52) & 0x7FF) != 0x7FF; }

static int gt_replace_(uint32_t *p, uint32_t from, uint32_t to) {       /* 1: it was `from`, and is `to` now */
#if GT_GNU_
    return __atomic_compare_exchange_n(p, &from, to, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
#else
    return (uint32_t)_InterlockedCompareExchange((volatile long *)p, (long)to, (long)from) == from;
#endif
}

#if defined(_WIN32)
static uint32_t gt_process_(void) { return 1; }
static void gt_yield_(void) { SwitchToThread(); }
#else
static uint32_t gt_process_(void) { return (uint32_t)getpid(); }
static void gt_yield_(void) { (void)sched_yield(); }
#endif

/* A lock is a word that holds the process of its owner, 0 if it has none. A child that was forked while another thread
   held it has no such thread, and takes it over. */
static int gt_word_try_lock_(uint32_t *word) {
    uint32_t mine = gt_process_(), owner = GT_PEEK_(word);
    return owner != mine && gt_replace_(word, owner, mine);
}
static void gt_word_lock_(uint32_t *word) {
    while (!gt_word_try_lock_(word)) gt_yield_();
}
static void gt_word_unlock_(uint32_t *word) { GT_STORE_(word, 0u); }

/* Whether this thread is inside of the kit, where a signal handler must not wait: what it interrupted may hold the
   lock. Each function that a handler may call begins with gt_busy_begin_ and gives up if that returns 0. */
static GT_THREAD_LOCAL_ volatile int gt_busy_;
static GT_UNUSED_ int gt_busy_begin_(void) {
    if (gt_busy_) return 0;
    gt_busy_ = 1;
    return 1;
}
static GT_UNUSED_ void gt_busy_end_(void) { gt_busy_ = 0; }

/* The lock of what is recorded. It is never taken between the ticks of an innermost scope: readers hold it while they
   copy, resets while they mark. */
static uint32_t gt_lock_word_;
static int gt_try_lock_(void) { return gt_word_try_lock_(&gt_lock_word_); }
static void gt_lock_(void) { gt_word_lock_(&gt_lock_word_); }
static void gt_unlock_(void) { gt_word_unlock_(&gt_lock_word_); }

/* ==== >>status, implementation ==== */

typedef struct gt_kept_error_ { gt_error error; char detail[8192], call[512], file[512], name[64]; } gt_kept_error_;
static gt_kept_error_ gt_error_;    /* written under the lock */
static uint32_t gt_errors_;         /* how many came */
static uint32_t gt_error_set_;      /* whether one is kept */

static void gt_copy_(char *to, size_t size, const char *from) {     /* cut where it does not fit; NULL is "" */
    size_t length = from ? strlen(from) : 0;
    if (length > size - 1) length = size - 1;
    if (length) memcpy(to, from, length);
    to[length] = 0;
}

/* In the table's order, that is by minus the code. */
static const char *const gt_status_texts_[][2] = {
#define GT_X_(code, value, text, remedy) { text, remedy },
    GT_STATUSES(GT_X_)
#undef GT_X_
};
static const char *gt_status_text_(gt_status status, int which, const char *otherwise) {
    const int count = (int)(sizeof gt_status_texts_ / sizeof gt_status_texts_[0]);
    return status <= 0 && status > -count ? gt_status_texts_[-(int)status][which] : otherwise;
}
const char *gt_status_text(gt_status status) { return gt_status_text_(status, 0, "unknown status"); }
const char *gt_status_remedy(gt_status status) { return gt_status_text_(status, 1, ""); }
const gt_error *gt_error_first(void) { return GT_LOAD_(&gt_error_set_) ? &gt_error_.error : NULL; }

static void gt_error_fill_(gt_kept_error_ *to, const gt_error *from) {      /* with texts of its own */
    to->error = *from;
    gt_copy_(to->name, sizeof to->name, from->code_name);
    gt_copy_(to->call, sizeof to->call, from->call);
    gt_copy_(to->file, sizeof to->file, from->file);
    gt_copy_(to->detail, sizeof to->detail, from->detail);
    to->error.code_name = to->name;
    to->error.call = to->call;
    to->error.file = to->file;
    to->error.detail = to->detail;
}
static int gt_error_copy_(gt_kept_error_ *to) {         /* 0: none is kept. No reset changes the copy */
    int set;
    gt_lock_();
    set = GT_PEEK_(&gt_error_set_) != 0;
    if (set) gt_error_fill_(to, &gt_error_.error);
    gt_unlock_();
    return set;
}

static void gt_void_open_scopes_(void);

gt_status gt_error_keep(gt_status status, int code, const char *code_name, const char *call, const char *file, int line,
                        const char *detail) {
    const gt_error e = { status, code, code_name, call, file, line, detail };
    gt_void_open_scopes_();
    (void)GT_ADD_(&gt_errors_, 1u);
    gt_lock_();
    if (!GT_PEEK_(&gt_error_set_)) {
        gt_error_fill_(&gt_error_, &e);
        GT_STORE_(&gt_error_set_, 1u);
    }
    gt_unlock_();
    return status;
}

static void gt_error_print_(FILE *out, const gt_error *e, const char *prefix) {
    const char *remedy = gt_status_remedy(e->status);
    const int cut = strlen(e->detail) == sizeof gt_error_.detail - 1;
    fprintf(out, "%s%s%s%s", prefix, e->call, e->call[0] ? ": " : "",
            e->call[0] && e->code_name[0] ? e->code_name : gt_status_text(e->status));
    if (e->code) fprintf(out, " (%d)", e->code);
    if (e->file[0]) fprintf(out, ", at %s", e->file);
    if (e->file[0] && e->line) fprintf(out, ":%d", e->line);
    fprintf(out, "\n");
    if (e->detail[0]) fprintf(out, "%s%s\n", e->detail, cut ? " [cut]" : "");
    if (remedy[0]) fprintf(out, "  -> %s\n", remedy);
}
int gt_fail(FILE *out) {
    gt_kept_error_ kept;
    if (gt_error_copy_(&kept)) gt_error_print_(out, &kept.error, "gputime: ");
    else fprintf(out, "gputime: nothing failed\n");
    return 1;
}

/* ==== >>clock, implementation ==== */

/* A reading of both clocks, after the start, and how long it took; the mean of many, and the quickest one's gap. */
typedef struct gt_reading_ { uint64_t tick, ns, gap; } gt_reading_;
typedef struct gt_pair_ { double ticks, ns; uint64_t gap; } gt_pair_;

enum { GT_CLOCK_TICK_, GT_CLOCK_OS_, GT_CLOCK_USER_ };
static struct {
    uint32_t kind;              /* which of them runs */
    uint32_t epoch;             /* how often it was changed */
    uint64_t (*now_ns)(void *);
    void *user;
    char name[64];
    const char *reason;
    uint64_t start;             /* ticks at the start: begins are counted from here */
    uint64_t start_ns;
    gt_pair_ first;             /* the first calibration endpoint */
    uint32_t fitted;            /* one of those below */
    uint32_t fitting;           /* a lock, of info and of what is measured for it */
    double ns_per_tick;
    gt_clock info;
} gt_clk_;
enum { GT_FIT_NONE_, GT_FIT_RATE_, GT_FIT_ALL_ };       /* rate: not what scopes cost, they were switched off */

#if defined(_WIN32) || defined(__APPLE__)
static uint64_t gt_scaled_(uint64_t t, uint64_t by, uint64_t over) { return t / over * by + t % over * by / over; }
#endif
#if defined(_WIN32)
static uint64_t gt_os_ns_(void) {
    LARGE_INTEGER hz, t;
    QueryPerformanceFrequency(&hz);
    QueryPerformanceCounter(&t);
    return gt_scaled_((uint64_t)t.QuadPart, 1000000000u, (uint64_t)hz.QuadPart);
}
#elif defined(__APPLE__)
static uint64_t gt_os_ns_(void) {
    mach_timebase_info_data_t b;
    mach_timebase_info(&b);
    return gt_scaled_(mach_absolute_time(), b.numer, b.denom);
}
#elif defined(__linux__) && defined(__LP64__)
/* 4 is CLOCK_MONOTONIC_RAW in the kernel's interface, 1 is CLOCK_MONOTONIC. */
typedef struct gt_timespec_ { long s, ns; } gt_timespec_;
GT_EXTERN_C_ int gt_clock_gettime_(int id, gt_timespec_ *t) __asm__("clock_gettime");
static uint64_t gt_os_ns_(void) {
    gt_timespec_ t = { 0, 0 };
    if (gt_clock_gettime_(4, &t)) gt_clock_gettime_(1, &t);
    return (uint64_t)t.s * 1000000000u + (uint64_t)t.ns;
}
#else
#ifndef CLOCK_MONOTONIC
#error gputime: this system hides clock_gettime here: compile the implementation file with -D_POSIX_C_SOURCE=200809L
#endif
static uint64_t gt_os_ns_(void) {
    struct timespec t = { 0, 0 };
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}
#endif

static uint64_t gt_now_(void) {     /* a reading of the clock that runs, scopes on or off */
    uint32_t kind = GT_LOAD_(&gt_clk_.kind);
    return kind == GT_CLOCK_TICK_ ? gt_tick_() : kind == GT_CLOCK_OS_ ? gt_os_ns_() : gt_clk_.now_ns(gt_clk_.user);
}

static const char *gt_clock_doubt_(void) {      /* why the counter is not to be trusted; NULL: it is */
    const char *env = getenv("GT_CLOCK");
    if (env && !strcmp(env, "os")) return "GT_CLOCK=os";
#if !GT_HAVE_TICK_
    return "no counter is known for this processor or compiler";
#elif defined(__APPLE__)
    return "mach_absolute_time is the counter here";
#else
#if defined(__x86_64__)
    {
        unsigned a = 0, b = 0, c = 0, d = 0;
        if (!__get_cpuid(0x80000007u, &a, &b, &c, &d) || !(d & 0x100u))
            return "the processor does not promise an invariant TSC";
        if (!__get_cpuid(0x80000001u, &a, &b, &c, &d) || !(d & (1u << 27))) return "the processor has no rdtscp";
    }
#if defined(__linux__)
    {
        int may = 0;
        if (!prctl(PR_GET_TSC, &may, 0, 0, 0) && may == PR_TSC_SIGSEGV)
            return "prctl(PR_SET_TSC) forbids reading the TSC";
    }
#endif
#endif
#if defined(__linux__)
    {   /* the kernel watches the counter and leaves it when it is not stable */
        FILE *f = fopen("/sys/devices/system/clocksource/clocksource0/current_clocksource", "r");
        char source[32];
        const char *line = f ? fgets(source, sizeof source, f) : NULL;
        if (f) fclose(f);
        if (line && strncmp(source, "tsc", 3) && strncmp(source, "arch_sys_counter", 16))
            return "the kernel's clocksource is not the processor's counter: the kernel does not trust it";
    }
#endif
    return NULL;
#endif
}

static gt_reading_ gt_read_both_(void) {
    gt_reading_ r;
    r.tick = gt_tick_();
    r.ns = gt_os_ns_();
    r.gap = gt_tick_() - r.tick;
    r.tick -= gt_clk_.start;
    r.ns -= gt_clk_.start_ns;
    return r;
}
static double gt_reading_ticks_(const gt_reading_ *r) { return (double)r->tick + 0.5 * (double)r->gap; }
static int gt_reading_counts_(const gt_reading_ *r, uint64_t quick) { return r->gap <= quick + quick / 2; }
/* One endpoint: the mean of the pairs of readings that were not disturbed; it averages the counter's step away. 200
   pairs take 7 us. quick: the quickest pair known. */
static gt_pair_ gt_pairs_(uint64_t quick) {
    enum { cold = 2, pairs = 200 };
    gt_reading_ r[pairs];       /* converted later: that would delay the next reading */
    gt_pair_ mean = { 0, 0, 0 };
    int i, used = 0;
    for (i = 0; i < pairs; i++) {
        r[i] = gt_read_both_();
        if (i >= cold && r[i].gap < quick) quick = r[i].gap;
    }
    for (i = cold; i < pairs; i++) {
        if (!gt_reading_counts_(&r[i], quick) && (used || i < pairs - 1)) continue; /* the last one, if none counts */
        mean.ticks += gt_reading_ticks_(&r[i]);
        mean.ns += (double)r[i].ns;
        used++;
    }
    mean.ticks /= used;
    mean.ns /= used;
    mean.gap = quick;
    return mean;
}

#if defined(__aarch64__)
#define GT_TICK_NAME_ "cntvct"
#else
#define GT_TICK_NAME_ "tsc"
#endif
static void gt_clock_choose_(void) {    /* the kit's own clock, and its first calibration endpoint */
    const char *doubt = gt_clock_doubt_();
    gt_copy_(gt_clk_.name, sizeof gt_clk_.name, doubt ? "os" : GT_TICK_NAME_);
    gt_clk_.reason = doubt ? doubt : "";
    gt_clk_.start_ns = gt_os_ns_();
    gt_clk_.start = doubt ? gt_clk_.start_ns : gt_tick_();
    if (!doubt) gt_clk_.first = gt_pairs_(~UINT64_C(0));
    GT_STORE_(&gt_clk_.kind, (uint32_t)(doubt ? GT_CLOCK_OS_ : GT_CLOCK_TICK_));
}
/* -- what the process went through: page faults, switches; and a short sleep -- */

enum { GT_AUDIT_NONE_, GT_AUDIT_CHEAP_, GT_AUDIT_ALL_ };
static int gt_audit_mode_;      /* $GT_AUDIT at the start */
typedef struct gt_signals_ { uint64_t faults, voluntary, involuntary, cpu_us; int core; } gt_signals_;
#if defined(__linux__) && GT_GNU_
GT_EXTERN_C_ int gt_getcpu_(void) __asm__("sched_getcpu");
#endif
#if defined(_WIN32)
#define GT_HAVE_SIGNALS_ 0
static void gt_signals_read_(gt_signals_ *s) { memset(s, 0, sizeof *s); }
static void gt_sleep_(unsigned ms) { Sleep(ms); }
#else
#define GT_HAVE_SIGNALS_ 1
static void gt_signals_read_(gt_signals_ *s) {
    struct rusage u;
    memset(s, 0, sizeof *s);
    if (getrusage(RUSAGE_SELF, &u)) return;
    s->faults = (uint64_t)u.ru_minflt + (uint64_t)u.ru_majflt;
    s->voluntary = (uint64_t)u.ru_nvcsw;
    s->involuntary = (uint64_t)u.ru_nivcsw;
    s->cpu_us = ((uint64_t)u.ru_utime.tv_sec + (uint64_t)u.ru_stime.tv_sec) * 1000000u;
    s->cpu_us += (uint64_t)u.ru_utime.tv_usec + (uint64_t)u.ru_stime.tv_usec;
#if defined(__linux__) && GT_GNU_
    s->core = gt_getcpu_();
#endif
}
static void gt_sleep_(unsigned ms) { (void)poll(NULL, 0, (int)ms); }
#endif

static uint32_t gt_running_mode_(void) {    /* in an audit every scope goes the long way */
    return GT_PEEK_(&gt_clk_.kind) == GT_CLOCK_TICK_ && gt_audit_mode_ != GT_AUDIT_ALL_ ? GT_STATE_TICK_ : GT_STATE_OTHER_;
}

static void gt_start_(void) {           /* once, atomically; microseconds */
    static uint32_t starting;
    const char *audit;
    if (GT_LOAD_(&gt_state_) & 3u) return;
    gt_word_lock_(&starting);
    if (!(GT_LOAD_(&gt_state_) & 3u)) {
        audit = getenv("GT_AUDIT");
        gt_audit_mode_ = !audit || !audit[0] ? GT_AUDIT_CHEAP_ : strcmp(audit, "0") ? GT_AUDIT_ALL_ : GT_AUDIT_NONE_;
        gt_clock_choose_();
        GT_STORE_(&gt_state_, gt_running_mode_());
    }
    gt_word_unlock_(&starting);
}
static int gt_audit_(void) {
    gt_start_();
    return gt_audit_mode_;
}

/* The counter's rate. After 20 ms two endpoints suffice (0.07 ppm over each ms); before, 1 ms of pairs with least
   squares (0.014 ppm). */
static double gt_pairs_rate_(const gt_pair_ *a, const gt_pair_ *b) { return (b->ns - a->ns) / (b->ticks - a->ticks); }
static double gt_fit_(double *fit_ms) {
    const uint64_t quick = gt_clk_.first.gap;
    gt_pair_ begin = gt_pairs_(quick), end;
    gt_reading_ r;
    double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
    uint64_t end_ns = gt_os_ns_() - gt_clk_.start_ns + 1000000;
    *fit_ms = (begin.ns - gt_clk_.first.ns) * 1e-6;
    if (*fit_ms >= 20) return gt_pairs_rate_(&gt_clk_.first, &begin);
    do {
        r = gt_read_both_();
        if (gt_reading_counts_(&r, quick)) {
            double x = gt_reading_ticks_(&r) - begin.ticks, y = (double)r.ns - begin.ns;
            n += 1;
            sx += x;
            sy += y;
            sxx += x * x;
            sxy += x * y;
        }
    } while (r.ns < end_ns || (n < 100 && r.ns < end_ns + 1000000));
    *fit_ms = 1;
    if (n >= 100) return (sxy - sx * sy / n) / (sxx - sx * sx / n);
    end = gt_pairs_(quick);     /* a machine that disturbs every pair: two endpoints */
    *fit_ms = (end.ns - begin.ns) * 1e-6;
    return gt_pairs_rate_(&begin, &end);
}

/* What a reading really steps by: the largest step > 3 of which 98 % of the differences of unevenly spaced readings are
   multiples (+-1: a counter that steps coarsely may still return strictly increasing values); the smallest difference
   where none is. */
static double gt_step_ticks_(void) {
    enum { reads = 4096 };
    static uint64_t d[reads];       /* under the fit's lock */
    uint64_t least = ~UINT64_C(0), k;
    volatile uint32_t v = 3;
    int i, j, n = 0;
    for (i = 0; i < reads; i++) {
        uint64_t a = gt_now_(), b;
        for (j = i % 48; j > 0; j--) v = v * 3u;
        b = gt_now_();
        if (b - a < 5000) d[n++] = b - a;
        if (b > a + 3 && b - a < least) least = b - a;
    }
    if (n < reads / 2 || least == ~UINT64_C(0)) {       /* coarser than all that: wait for it to move, 20 ms at most */
        uint64_t a = gt_now_(), b = a;
        for (i = 0; i < 1000000 && b == a; i++) b = gt_now_();
        return b > a ? (double)(b - a) : 1;
    }
    for (k = least + 1; k > 3; k--) {
        int multiples = 0;
        for (i = 0; i < n; i++) multiples += d[i] % k <= 1 || d[i] % k + 1 == k;
        if (multiples >= n / 100 * 98) return (double)k;
    }
    return 1;
}

static gt_thread_ *gt_thread_new_(void);
static void gt_thread_free_(gt_thread_ *t);

/* Mean of what empty scopes read, by running them on a thread record of their own; interrupted ones are left out. By
   length, not by rank: readings lie on two or three steps, and without the slowest 2 % the mean would be 0.2 ns too
   small. */
static int gt_by_size_(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}
static double gt_empty_ticks_(int exact, double step) {
    enum { scopes = 1000 };
    static const gt_site_ site = { "", "", 0, 0 };
    static uint64_t d[scopes];       /* under the fit's lock */
    gt_thread_ *mine = gt_self_, *scratch = gt_thread_new_();
    double sum = 0, longest;
    int i, n = 0;
    if (!scratch) return 0;
    gt_self_ = scratch;
    for (i = 0; i < scopes; i++) {
        gt_scope s;
        const gt_ticks_ *kept;
        if (exact) {            /* nothing may stand between the two: it would be timed (a load: 2 cycles) */
            gt_scope_enter_(&s, &site, 1);
            gt_scope_leave_(&s, 1);
        } else {
            gt_scope_enter_(&s, &site, 0);
            gt_scope_leave_(&s, 0);
        }
        kept = s.node && s.node->next ? s.node->next - 1 : NULL;
        if (kept && kept->begin == s.begin) d[n++] = kept->ticks;       /* else: switched off or void */
    }
    gt_self_ = mine;
    gt_thread_free_(scratch);
    if (n < 100) return 0;
    qsort(d, (size_t)n, sizeof d[0], gt_by_size_);
    longest = 2 * (double)d[n / 2] + 5 * step;
    for (i = 0; i < n && (double)d[i] <= longest; i++) sum += (double)d[i];
    return sum / i;
}

/* The most that an unordered scope misses of its body: it waits for nothing, and so ends before what is still in
   flight. Tried with multiplies that wait for each other, between ordered readings; of four tries the least disturbed
   one counts. */
static double gt_missed_ticks_(double plain_empty, double exact_empty) {
    double most = 0;
#if GT_HAVE_TICK_
#define GT_MULTIPLY_ { v *= v; __asm__ volatile("" : "+r"(v)); }
#define GT_MULTIPLY_4_ GT_MULTIPLY_ GT_MULTIPLY_ GT_MULTIPLY_ GT_MULTIPLY_
#define GT_MULTIPLY_8_ { GT_MULTIPLY_4_ GT_MULTIPLY_4_ }
    enum { chains = 32 };
    uint64_t v = 3, plain, exact;
    int eights, attempt, i, k;
    for (eights = 2; eights <= 64; eights *= 2) {
        double least_plain = DBL_MAX, least_exact = DBL_MAX, missed;
        for (attempt = 0; attempt < 4; attempt++) {
            for (plain = exact = 0, i = 0; i < chains; i++) {
                exact -= gt_tick_begin_();
                for (k = 0; k < eights; k++) GT_MULTIPLY_8_
                exact += gt_tick_end_();
                (void)gt_tick_begin_();
                plain -= gt_tick_();
                for (k = 0; k < eights; k++) GT_MULTIPLY_8_
                plain += gt_tick_();
            }
            if ((double)plain < least_plain) least_plain = (double)plain;
            if ((double)exact < least_exact) least_exact = (double)exact;
        }
        missed = (least_exact - least_plain) / (double)chains - (exact_empty - plain_empty);
        if (missed > most) most = missed;
    }
#undef GT_MULTIPLY_8_
#undef GT_MULTIPLY_4_
#undef GT_MULTIPLY_
#else
    (void)plain_empty;
    (void)exact_empty;
#endif
    return most;
}

static double gt_read_ticks_(void) {    /* the least of some means: the others were disturbed */
    double least = DBL_MAX;
    int i, k;
    for (k = 0; k < 8; k++) {
        uint64_t begin = gt_now_(), ticks;
        for (i = 0; i < 250; i++) gt_now_();
        ticks = gt_now_() - begin;
        if ((double)ticks / 251 < least) least = (double)ticks / 251;
    }
    return least;
}
static int gt_is_off_(void) { return (GT_PEEK_(&gt_state_) & 3u) == GT_STATE_OFF_; }
static int gt_clock_costs_(gt_clock *c) {       /* what scopes cost and miss; 0: they are switched off */
    const double ns = gt_clk_.ns_per_tick;
    double step, plain, exact;
    if (gt_clk_.kind == GT_CLOCK_USER_) return 1;
    if (gt_is_off_()) return 0;
    c->read_ns = gt_read_ticks_() * ns;
    step = gt_step_ticks_();
    plain = gt_empty_ticks_(0, step);
    exact = gt_empty_ticks_(1, step);
    c->step_ns = step * ns;
    c->scope_ns = plain * ns;
    c->exact_ns = exact * ns;
    if (gt_clk_.kind == GT_CLOCK_TICK_) c->missed_ns = (gt_missed_ticks_(plain, exact) + step) * ns;
    return plain > 0;       /* else they were switched off meanwhile */
}
static void gt_clock_rate_(gt_clock *c) {
    memset(c, 0, sizeof *c);
    c->name = gt_clk_.name;
    c->reason = gt_clk_.reason;
    gt_clk_.ns_per_tick = gt_clk_.kind == GT_CLOCK_TICK_ ? gt_fit_(&c->fit_ms) : 1;
    c->hz = 1e9 / gt_clk_.ns_per_tick;
    c->step_ns = 1;
}
static int gt_clock_is_fitted_(void) {  /* as far as is possible now */
    uint32_t fitted = GT_LOAD_(&gt_clk_.fitted);
    return fitted == GT_FIT_ALL_ || (fitted == GT_FIT_RATE_ && gt_is_off_());
}
static void gt_clock_fit_(void) {
    gt_clock *c = &gt_clk_.info;
    gt_start_();
    if (gt_clock_is_fitted_()) return;
    gt_word_lock_(&gt_clk_.fitting);
    if (!gt_clock_is_fitted_()) {
        if (GT_PEEK_(&gt_clk_.fitted) == GT_FIT_NONE_) gt_clock_rate_(c);
        GT_STORE_(&gt_clk_.fitted, (uint32_t)(gt_clock_costs_(c) ? GT_FIT_ALL_ : GT_FIT_RATE_));
    }
    gt_word_unlock_(&gt_clk_.fitting);
}

gt_clock gt_clock_info(void) {
    gt_clock info;
    gt_clock_fit_();
    gt_word_lock_(&gt_clk_.fitting);
    info = gt_clk_.info;
    gt_word_unlock_(&gt_clk_.fitting);
    return info;
}
uint64_t gt_clock_ticks(void) {
    gt_start_();
    return gt_clk_.kind == GT_CLOCK_TICK_ ? gt_tick_begin_() : gt_now_();
}
static uint64_t gt_clock_end_ticks_(void) {
    gt_start_();
    return gt_clk_.kind == GT_CLOCK_TICK_ ? gt_tick_end_() : gt_now_();
}
/* The most that so many ticks can be, ns, without waiting for the fit. */
static GT_UNUSED_ double gt_rough_ns_(uint64_t ticks) {
    uint64_t now, ns;
    if (GT_PEEK_(&gt_clk_.kind) != GT_CLOCK_TICK_) return (double)ticks * 1.001;
    if (GT_LOAD_(&gt_clk_.fitted)) return (double)ticks * gt_clk_.ns_per_tick * 1.001;
    now = gt_tick_();
    ns = gt_os_ns_();
    return (double)ticks * ((double)(ns - gt_clk_.start_ns) / (double)(now - gt_clk_.start)) * 1.01 + 1000;
}
double gt_clock_ns(uint64_t ticks) {
    gt_clock_fit_();
    return (double)ticks * gt_clk_.ns_per_tick;
}

static void gt_clock_recheck_(void) {   /* does the counter still run at the rate that was fitted? */
    gt_pair_ now;
    if (gt_clk_.kind != GT_CLOCK_TICK_ || !GT_LOAD_(&gt_clk_.fitted)) return;
    now = gt_pairs_(gt_clk_.first.gap);
    if (now.ns - gt_clk_.first.ns <= 1e7) return;
    gt_word_lock_(&gt_clk_.fitting);
    gt_clk_.info.drift_ppm = (gt_pairs_rate_(&gt_clk_.first, &now) / gt_clk_.ns_per_tick - 1) * 1e6;
    gt_word_unlock_(&gt_clk_.fitting);
}

static int gt_anything_recorded_(void);
static void gt_state_change_(uint32_t mode) {   /* a new count of changes: open scopes are void */
    uint32_t old = GT_PEEK_(&gt_state_);
    GT_STORE_(&gt_state_, ((old | 3u) + 1u) | mode);
}
gt_status gt_clock_set(uint64_t (*now_ns)(void *user), void *user, const char *name) {
    int off;
    gt_start_();
    gt_lock_();
    if (gt_anything_recorded_()) {
        gt_unlock_();
        return GT_ERR_CLOCK;
    }
    off = gt_is_off_();
    gt_state_change_(GT_STATE_OFF_);
    gt_clk_.now_ns = now_ns;
    gt_clk_.user = user;
    gt_clk_.epoch++;
    if (now_ns) {
        gt_copy_(gt_clk_.name, sizeof gt_clk_.name, name ? name : "user");
        gt_clk_.reason = "gt_clock_set";
        gt_clk_.start = now_ns(user);
        GT_STORE_(&gt_clk_.kind, (uint32_t)GT_CLOCK_USER_);
    } else {
        gt_clock_choose_();
    }
    GT_STORE_(&gt_clk_.fitted, (uint32_t)GT_FIT_NONE_);
    if (!off) gt_state_change_(gt_running_mode_());
    gt_unlock_();
    return GT_OK;
}

void gt_enable(int on) {
    gt_start_();
    gt_lock_();
    if (gt_is_off_() == !!on) gt_state_change_(on ? gt_running_mode_() : GT_STATE_OFF_);
    gt_unlock_();
}

/* ==== >>timer, implementation ==== */

#define GT_TIMER_RUNS_ (UINT64_C(1) << 63)      /* in v_[2]; v_[3] is the clock's epoch */

gt_status gt_timer_start(gt_timer *t) {
    if (t->v_[2] & GT_TIMER_RUNS_) return GT_ERR_ORDER;
    gt_start_();
    if (!t->v_[2]) t->v_[3] = gt_clk_.epoch;
    else if (t->v_[3] != gt_clk_.epoch) return GT_ERR_CLOCK;
    t->v_[2] |= GT_TIMER_RUNS_;
    t->v_[1] = gt_clock_ticks();
    return GT_OK;
}
gt_status gt_timer_stop(gt_timer *t) {
    uint64_t now = gt_clock_end_ticks_();
    if (!(t->v_[2] & GT_TIMER_RUNS_)) return GT_ERR_ORDER;
    t->v_[2] &= ~GT_TIMER_RUNS_;
    if (t->v_[3] != gt_clk_.epoch) return GT_ERR_CLOCK;
    t->v_[0] += now - t->v_[1];
    t->v_[2]++;
    return GT_OK;
}
void gt_timer_reset(gt_timer *t) { memset(t, 0, sizeof *t); }
double gt_timer_ns(const gt_timer *t) {
    uint64_t ticks = t->v_[0];
    if (t->v_[2] && t->v_[3] != gt_clk_.epoch) return gt_nan_();
    if (t->v_[2] & GT_TIMER_RUNS_) ticks += gt_clock_end_ticks_() - t->v_[1];
    return gt_clock_ns(ticks);
}
double gt_timer_ms(const gt_timer *t) { return gt_timer_ns(t) * 1e-6; }
uint64_t gt_timer_laps(const gt_timer *t) { return t->v_[2] & ~GT_TIMER_RUNS_; }

/* ==== >>touch, implementation ==== */

/* One access that writes. A load and a store would take two page faults: for the page of zeros, and for its copy. */
#if GT_GNU_
#define GT_TOUCH_ADD_0_(p) ((void)__atomic_fetch_add((p), 0, __ATOMIC_RELAXED))
#else
#define GT_TOUCH_ADD_0_(p) ((void)_InterlockedExchangeAdd8((volatile char *)(p), 0))
#endif
static size_t gt_touch_edge_(size_t pages, size_t part, size_t parts) {     /* the first page of that part */
    return pages / parts * part + (part < pages % parts ? part : pages % parts);
}
gt_status gt_touch(void *p, size_t bytes, gt_touch_how how, unsigned part, unsigned parts) {
    enum { page = 4096 };
    unsigned char *memory = (unsigned char *)p;
    size_t skew = (size_t)((uintptr_t)p % page);        /* what of the first page lies before p */
    size_t pages, first, last, at, end;
    if (part >= parts || (unsigned)how > GT_TOUCH_FILL || (bytes && (!p || bytes - 1 > UINTPTR_MAX - (uintptr_t)p)))
        return GT_ERR_ARGUMENT;
    if (!bytes) return GT_OK;
    pages = (skew + (bytes - 1)) / page + 1;
    first = gt_touch_edge_(pages, part, parts);
    last = gt_touch_edge_(pages, (size_t)part + 1, parts);
    if (first == last) return GT_OK;
    at = first ? first * page - skew : 0;
    end = last < pages ? last * page - skew : bytes;
    if (how == GT_TOUCH_FILL) {
        memset(memory + at, 0, end - at);
        return GT_OK;
    }
    for (; at < end; at += page - (skew + at) % page) {
        volatile unsigned char *byte = memory + at;
        if (how == GT_TOUCH_WRITE) GT_TOUCH_ADD_0_(byte);
        else (void)*byte;
    }
    return GT_OK;
}

/* ==== >>series, implementation ==== */

/* Samples stand in blocks, first 64, then twice as many each time up to 4096. A block is written over before its first
   use, so that no page fault falls between two ticks. Only the thread itself writes; readers see what is below `next`.
   */
typedef struct gt_block_ {
    struct gt_block_ *after;
    gt_sample *row;             /* what else is known of its samples; NULL: they are plain */
    uint64_t size;
} gt_block_;

#define GT_ALERT_WORK_   1u /* what the end of the running sample has to look at */
#define GT_ALERT_EVENTS_ 2u
#define GT_ALERT_VOID_   4u

enum { GT_PLAIN_WORK_ = 1, GT_PLAIN_NONE_ };

enum {                      /* counts beside the samples, those in ns as ticks */
#define GT_X_(field, unit, finding, text) GT_N_##field,
    GT_COUNTS(GT_X_)
#undef GT_X_
    GT_N_broken_, GT_N_ = GT_N_broken_ + 16
};

typedef struct gt_series_state_ {
    gt_ticks_ *block_end;           /* of the last block; `end` of the node comes before it when something is to be looked at */
    const char *name;
    gt_node_ *children, *youngest, *sibling;
    gt_block_ *blocks, *last_block;
    uint64_t earlier;               /* samples in the blocks before the last one */
    uint64_t freed;                 /* of these, in blocks that were freed after a reset */
    gt_kind kind;
    int cold;                       /* 1: warm-up passes */
    int in_ns;                      /* 1: `ticks` of its samples are doubles, ns */
    gt_device_ *device;             /* that its commands ran on; NULL: not known */
    uint32_t alert, depth;
    int rows;                       /* 1: every block from now on has rows */
    uint64_t count[GT_N_];
    uint64_t mark[GT_N_], mark_n;   /* counts at the last reset; readers and resets only, under the lock */
    uint64_t passes;                /* in a sample; of a batch: in a long group; 0: one */
    int rank;                       /* of a side: its place in the comparison that ran last; below a batch: what it is */
    double threshold;               /* of a comparison */
    char *stopped;                  /* of a trial or comparison: why it stopped; under the lock */
    gt_stop stop;
    struct { uint64_t resets, n, sum, min, max; } over;     /* samples that were counted but not kept; doubles' bits if in_ns */
    int plain;                      /* what samples without rows claimed: 0 no sample yet, GT_PLAIN_WORK_ or GT_PLAIN_NONE_ */
    double flops, bytes;            /* if it is GT_PLAIN_WORK_: what each of them claimed */
    double now_flops, now_bytes;    /* claimed by the one that runs */
} gt_series_state_;

/* All that is known of a device. */
struct gt_device_ {
    gt_device_ *after;
    const void *id;             /* what tells it from others */
};
static gt_device_ *gt_devices_;
static GT_UNUSED_ gt_device_ *gt_device_of_(const void *id) {       /* NULL: none, or no memory */
    gt_device_ *d;
    if (!id) return NULL;
    for (d = GT_LOAD_(&gt_devices_); d; d = d->after) if (d->id == id) return d;
    d = (gt_device_ *)calloc(1, sizeof *d);
    if (!d) return NULL;
    d->id = id;
    gt_lock_();
    d->after = gt_devices_;
    GT_STORE_(&gt_devices_, d);
    gt_unlock_();
    return d;
}

static gt_thread_ *gt_threads_, *gt_youngest_;
static uint32_t gt_thread_count_, gt_lost_, gt_lost_mark_;
static uint64_t gt_resets_;

/* What gputime_cl.h gives to this file. */
struct gt_list_;
typedef struct gt_hooks_ {
    void (*thread_begins)(void);                /* at the first scope of a thread, before its first tick */
    uint64_t (*wait_all)(int *busy);            /* waits for the queues; how long, ticks, and whether they worked */
    /* The events of a scope that is no barrier scope. row NULL: only release them. Returns 1 if it filled the row. */
    int (*scope_ends)(gt_node_ *n, uint64_t ticks, gt_sample *row);
    uint64_t (*step_ns)(void);                  /* the step of device stamps */
    const char *(*stamp_text)(int kind);
    void (*findings)(const gt_snapshot *snap, struct gt_list_ *l);
} gt_hooks_;
static const gt_hooks_ *gt_hooks_seam_;         /* NULL: gputime_cl.h is not there, or in C++ not used yet */
static const gt_hooks_ *gt_seam_(void) { return GT_PEEK_(&gt_hooks_seam_); }

const char *gt_kind_name(gt_kind kind) {
    static const char *const name[] = {
#define GT_X_(code, text) text,
        GT_KINDS(GT_X_)
#undef GT_X_
    };
    return (unsigned)kind < (unsigned)GT_KIND_COUNT ? name[kind] : "";
}

static gt_ticks_ *gt_block_samples_(gt_block_ *b) { return (gt_ticks_ *)(void *)(b + 1); }
static void gt_count_(gt_node_ *n, int what, uint64_t by) {
    uint64_t *c = &n->state->count[what];
    GT_POKE_(c, GT_PEEK_(c) + by);
}

static gt_sample gt_sample_unknown_(void) {
    gt_sample s;
#define GT_X_(field, unit) s.field = gt_nan_();
    GT_COLUMNS(GT_X_)
#undef GT_X_
    return s;
}
static gt_sample *gt_rows_new_(uint64_t size) {
    gt_sample *row = (gt_sample *)malloc((size_t)size * sizeof *row), unknown = gt_sample_unknown_();
    uint64_t i;
    for (i = 0; row && i < size; i++) row[i] = unknown;
    return row;
}

static uint64_t gt_samples_in_(gt_node_ *n) {   /* since the start, whatever was freed; by the owner or under the lock */
    gt_series_state_ *st = n->state;
    gt_ticks_ *next = GT_LOAD_(&n->next);
    uint64_t sum = st->freed;
    gt_block_ *b;
    if (!next) return sum;      /* no block, or one that is just being added */
    for (b = GT_LOAD_(&st->blocks); b; b = GT_LOAD_(&b->after)) {
        gt_ticks_ *first = gt_block_samples_(b);
        if (next >= first && next <= first + b->size) return sum + (uint64_t)(next - first);
        sum += b->size;
    }
    return sum;
}

/* After a reset, blocks of forgotten samples are freed by their owner, unless a reader is at work: then next time. */
static void gt_blocks_reclaim_(gt_node_ *n) {
    gt_series_state_ *st = n->state;
    if (!st->blocks || !gt_try_lock_()) return;
    while (st->blocks && st->freed + st->blocks->size <= st->mark_n) {
        gt_block_ *b = st->blocks;
        st->freed += b->size;
        if (b == st->last_block) {
            st->earlier += b->size;
            st->last_block = NULL;
            st->block_end = n->end = NULL;
            GT_STORE_(&n->next, (gt_ticks_ *)NULL);
        }
        GT_STORE_(&st->blocks, b->after);
        free(b->row);
        free(b);
    }
    gt_unlock_();
}

static int gt_block_add_(gt_node_ *n) {
    gt_series_state_ *st = n->state;
    uint64_t kept, forgotten = GT_PEEK_(&st->mark_n), size = st->last_block ? st->last_block->size * 2 : 64;
    gt_block_ *b;
    if (st->freed < forgotten) gt_blocks_reclaim_(n);
    kept = st->earlier + (st->last_block ? st->last_block->size : 0) - forgotten;
    if (size > 4096) size = 4096;
    if (kept >= GPUTIME_MAX_SAMPLES) return 0;
    if (size > GPUTIME_MAX_SAMPLES - kept) size = GPUTIME_MAX_SAMPLES - kept;
    b = (gt_block_ *)malloc(sizeof *b + (size_t)size * sizeof(gt_ticks_));
    if (!b) return 0;
    memset(gt_block_samples_(b), 0xff, (size_t)size * sizeof(gt_ticks_));
    b->after = NULL;
    b->size = size;
    b->row = NULL;
    if (st->rows) {
        b->row = gt_rows_new_(size);
        if (!b->row) {
            free(b);
            return 0;
        }
    }
    if (st->last_block) {
        st->earlier += st->last_block->size;
        GT_STORE_(&st->last_block->after, b);
    } else {
        GT_STORE_(&st->blocks, b);
    }
    st->last_block = b;
    st->block_end = n->end = gt_block_samples_(b) + size;
    GT_STORE_(&n->next, gt_block_samples_(b));
    return 1;
}

/* What tells the children of a series apart. */
typedef struct gt_key_ { const gt_site_ *site; const char *name; gt_kind kind; int cold, in_ns; gt_device_ *device; } gt_key_;
static gt_key_ gt_key_of_(const char *name, gt_kind kind, int cold) {
    gt_key_ key = { NULL, NULL, GT_KIND_SCOPE, 0, 0, NULL };
    key.name = name;
    key.kind = kind;
    key.cold = cold;
    key.in_ns = kind == GT_KIND_COMMAND || kind == GT_KIND_OUTSIDE;
    return key;
}
static gt_key_ gt_key_of_node_(const gt_node_ *n) {
    const gt_series_state_ *st = n->state;
    gt_key_ key = { NULL, NULL, GT_KIND_SCOPE, 0, 0, NULL };
    key.site = n->site;
    key.name = st->name;
    key.kind = st->kind;
    key.cold = st->cold;
    key.in_ns = st->in_ns;
    key.device = st->device;
    return key;
}

static gt_node_ *gt_node_new_(gt_thread_ *t, gt_node_ *parent, const gt_key_ *key) {
    gt_node_ *n = (gt_node_ *)calloc(1, sizeof *n);
    gt_series_state_ *st = (gt_series_state_ *)calloc(1, sizeof *st);
    char *copy = key->site ? NULL : (char *)malloc(strlen(key->name) + 1);
    if (!n || !st || (!key->site && !copy)) {
        free(n);
        free(st);
        free(copy);
        return NULL;
    }
    if (copy) strcpy(copy, key->name);
    st->name = key->site ? key->site->name : copy;
    st->kind = key->kind;
    st->cold = key->cold;
    st->in_ns = key->in_ns;
    st->device = key->device;
    st->rows = key->kind == GT_KIND_PHASE || key->kind == GT_KIND_COMMAND;
    st->depth = parent ? parent->state->depth + 1 : 0;
    n->site = key->site;
    n->parent = parent;
    n->thread = t;
    n->state = st;
    n->last = n->follow = n;
    if (!parent) return n;
    gt_block_add_(n);
    if (parent->state->youngest) GT_STORE_(&parent->state->youngest->state->sibling, n);
    else GT_STORE_(&parent->state->children, n);
    parent->state->youngest = n;
    return n;
}

static gt_thread_ *gt_thread_new_(void) {
    gt_thread_ *t = (gt_thread_ *)calloc(1, sizeof *t);
    gt_key_ key = gt_key_of_("", GT_KIND_SCOPE, 0);
    gt_node_ *root = t ? gt_node_new_(t, NULL, &key) : NULL;
    if (!root) {
        free(t);
        return NULL;
    }
    t->root = t->current = root;
    return t;
}
static void gt_node_free_(gt_node_ *n) {
    gt_node_ *c = n->state->children;
    gt_block_ *b = n->state->blocks;
    while (c) {
        gt_node_ *after = c->state->sibling;
        gt_node_free_(c);
        c = after;
    }
    while (b) {
        gt_block_ *after = b->after;
        free(b->row);
        free(b);
        b = after;
    }
    if (!n->site) free((void *)(uintptr_t)n->state->name);
    free(n->state->stopped);
    free(n->state);
    free(n);
}
static void gt_thread_free_(gt_thread_ *t) {    /* only of a record that no list knows */
    gt_node_free_(t->root);
    free(t);
}
static gt_thread_ *gt_thread_mine_(void) {           /* of this thread; NULL: no memory */
    if (!gt_self_) {
        gt_thread_ *t = gt_thread_new_();
        if (!t) return NULL;
        gt_lock_();
        t->number = ++gt_thread_count_;
        if (gt_youngest_) GT_STORE_(&gt_youngest_->younger, t);
        else GT_STORE_(&gt_threads_, t);
        gt_youngest_ = t;
        gt_unlock_();
        gt_self_ = t;
        if (gt_seam_()) gt_seam_()->thread_begins();
    }
    return gt_self_;
}

static void gt_charge_(gt_node_ *n, uint64_t begin) {   /* time that the kit took is shown in every open scope around */
    uint64_t ticks = gt_now_() - begin;
    for (; n; n = n->parent) gt_count_(n, GT_N_kit_ns, ticks);
}

/* Others may change their device from sample to sample. */
static int gt_is_of_one_device_(gt_kind kind) { return kind == GT_KIND_PHASE || kind == GT_KIND_COMMAND; }
static int gt_is_key_(const gt_node_ *n, const gt_key_ *key) {
    const gt_series_state_ *st = n->state;
    return n->site == key->site && st->kind == key->kind && st->cold == key->cold && st->in_ns == key->in_ns &&
           (st->device == key->device || !gt_is_of_one_device_(st->kind)) && (key->site || !strcmp(st->name, key->name));
}
static gt_node_ *gt_child_(gt_node_ *parent, const gt_key_ *key) {     /* NULL: too deep, or no memory */
    gt_node_ *n;
    if (parent->thread->hidden) return NULL;
    for (n = parent->state->children; n; n = n->state->sibling) if (gt_is_key_(n, key)) return n;
    if (parent->state->depth >= GPUTIME_MAX_DEPTH) return NULL;
    return gt_node_new_(parent->thread, parent, key);
}
static gt_node_ *gt_child_named_(gt_node_ *parent, const char *name, gt_kind kind, int cold) {
    gt_key_ key = gt_key_of_(name, kind, cold);
    return gt_child_(parent, &key);
}
gt_node_ *gt_node_enter_(const gt_site_ *site, const char *name, gt_kind kind, gt_device_ *device) {
    uint64_t begin = gt_now_();
    gt_thread_ *t = gt_thread_mine_();
    gt_key_ key = gt_key_of_(name, kind, 0);
    gt_node_ *n;
    key.site = site;
    key.device = device;
    n = t ? gt_child_(t->current, &key) : NULL;
    if (!n) {
        (void)GT_ADD_(&gt_lost_, 1u);
        if (t) t->hidden++;
        return NULL;
    }
    t->current->last->follow = n;
    gt_charge_(t->current, begin);
    t->current = n;
    return n;
}

static void gt_over_(gt_node_ *n, uint64_t value) {     /* counted, not kept */
    gt_series_state_ *st = n->state;
    int outside = st->in_ns;
    uint64_t resets = GT_PEEK_(&gt_resets_), sum = GT_PEEK_(&st->over.sum), min = GT_PEEK_(&st->over.min),
             max = GT_PEEK_(&st->over.max), count = GT_PEEK_(&st->over.n);
    if (GT_PEEK_(&st->over.resets) != resets) count = sum = 0;
    if (!outside && value >> 63) {
        gt_count_(n, GT_N_backwards, 1);
        return;
    }
    if (outside && !gt_is_finite_(gt_double_of_(value))) {
        gt_count_(n, GT_N_rejected, 1);
        return;
    }
    if (!count || (outside ? gt_double_of_(value) < gt_double_of_(min) : value < min)) min = value;
    if (!count || (outside ? gt_double_of_(value) > gt_double_of_(max) : value > max)) max = value;
    sum = outside ? gt_bits_of_(gt_double_of_(sum) + gt_double_of_(value)) : sum + value;
    GT_POKE_(&st->over.sum, sum);
    GT_POKE_(&st->over.min, min);
    GT_POKE_(&st->over.max, max);
    GT_POKE_(&st->over.n, count + 1);
    GT_STORE_(&st->over.resets, resets);
}

/* From now on each sample has a row; the earlier ones of this block get what plain samples claim. 0: no memory. */
static int gt_rows_begin_(gt_node_ *n) {
    gt_series_state_ *st = n->state;
    gt_ticks_ *s = gt_block_samples_(st->last_block);
    gt_sample *row = gt_rows_new_(st->last_block->size);
    uint64_t i;
    if (!row) return 0;
    for (i = 0; st->plain == GT_PLAIN_WORK_ && s + i < n->next; i++) {
        row[i].flops = st->flops;
        row[i].bytes = st->bytes;
    }
    st->rows = 1;
    GT_STORE_(&st->last_block->row, row);
    return 1;
}

/* Samples that all claim the same work, or none, are plain: 16 bytes each. The first that differs begins the rows.
   While plain samples claim work, each end comes by here, so that one without a claim is seen. */
static void gt_store_(gt_node_ *n, uint64_t begin, uint64_t ticks, const gt_sample *row) {
    gt_series_state_ *st = n->state;
    int claims = (st->alert & GT_ALERT_WORK_) != 0, plain = !row;
    gt_ticks_ *at;
    if (claims) gt_count_(n, GT_N_unclaimed, 1);
    if (n->next == st->block_end && !gt_block_add_(n)) {
        gt_over_(n, ticks);
        return;
    }
    at = n->next;
    if (!st->plain) {
        int first = claims && !st->earlier && at == gt_block_samples_(st->last_block);
        st->flops = st->now_flops;
        st->bytes = st->now_bytes;
        GT_STORE_(&st->plain, (int)(first ? GT_PLAIN_WORK_ : GT_PLAIN_NONE_));
    }
    if (claims != (st->plain == GT_PLAIN_WORK_)) plain = 0;
    if (claims && (st->flops != st->now_flops || st->bytes != st->now_bytes)) plain = 0;
    if (!plain && !st->last_block->row && !gt_rows_begin_(n)) {
        gt_over_(n, ticks);
        return;
    }
    at->begin = begin;
    at->ticks = ticks;
    if (st->last_block->row) {
        gt_sample *to = st->last_block->row + (at - gt_block_samples_(st->last_block));
        if (row) *to = *row;
        if (st->kind != GT_KIND_COMMAND) {      /* a command knows its bytes */
            to->flops = claims ? st->now_flops : gt_nan_();
            to->bytes = claims ? st->now_bytes : gt_nan_();
        }
    }
    GT_STORE_(&n->next, at + 1);
}

/* A command of a phase, as a series below it. */
static GT_UNUSED_ void gt_command_add_(gt_node_ *phase, const char *name, uint64_t begin, double ns, const gt_sample *row) {
    gt_node_ *n = gt_child_named_(phase, name, GT_KIND_COMMAND, 0);
    if (n) gt_store_(n, begin, gt_bits_of_(ns), row);
    else (void)GT_ADD_(&gt_lost_, 1u);
}

gt_status gt_series_add(const char *name, double ns) {
    gt_thread_ *t;
    gt_node_ *n;
    if (!name) return GT_ERR_ARGUMENT;
    gt_start_();
    if ((GT_PEEK_(&gt_state_) & 3u) == GT_STATE_OFF_) return GT_OK;
    t = gt_thread_mine_();
    n = t ? gt_child_named_(t->current, name, GT_KIND_OUTSIDE, 0) : NULL;
    if (!n) {
        (void)GT_ADD_(&gt_lost_, 1u);
        return GT_ERR_MEMORY;
    }
    gt_store_(n, gt_now_(), gt_bits_of_(ns), NULL);
    return GT_OK;
}

static gt_node_ *gt_node_next_(gt_node_ *n, const gt_node_ *root) {     /* depth first; NULL at the end */
    gt_node_ *child = GT_LOAD_(&n->state->children);
    if (child) return child;
    for (; n != root; n = n->parent) {
        gt_node_ *sibling = GT_LOAD_(&n->state->sibling);
        if (sibling) return sibling;
    }
    return NULL;
}
static int gt_anything_recorded_(void) {
    gt_thread_ *t;
    gt_node_ *n;
    for (t = GT_LOAD_(&gt_threads_); t; t = GT_LOAD_(&t->younger))
        for (n = t->root; n; n = gt_node_next_(n, t->root))
            if (gt_samples_in_(n) > n->state->mark_n ||
                (GT_PEEK_(&n->state->over.n) && GT_LOAD_(&n->state->over.resets) == GT_PEEK_(&gt_resets_))) return 1;
    return 0;
}
static struct { gt_finding f[16]; size_t count; } gt_foreign_;     /* of clocks that are not the kit's, and of gputime_cl.h; under the lock */
static uint64_t gt_scale_;      /* bits of a double: by how much a device's clock runs faster than the host's; 0: not known to */
void gt_reset(void) {
    gt_thread_ *t;
    gt_node_ *n;
    int i;
    gt_start_();
    gt_lock_();
    gt_state_change_(GT_PEEK_(&gt_state_) & 3u);
    GT_POKE_(&gt_resets_, GT_PEEK_(&gt_resets_) + 1);
    for (t = GT_LOAD_(&gt_threads_); t; t = GT_LOAD_(&t->younger))
        for (n = t->root; n; n = gt_node_next_(n, t->root)) {
            GT_POKE_(&n->state->mark_n, gt_samples_in_(n));
            for (i = 0; i < GT_N_; i++) n->state->mark[i] = GT_PEEK_(&n->state->count[i]);
            free(n->state->stopped);
            n->state->stopped = NULL;
            n->state->stop = GT_STOP_NONE;
        }
    gt_lost_mark_ = GT_PEEK_(&gt_lost_);
    gt_foreign_.count = 0;
    GT_POKE_(&gt_scale_, 0);
    GT_STORE_(&gt_error_set_, 0u);
    gt_unlock_();
}

/* ==== >>scope, implementation ==== */

static void gt_alert_(gt_node_ *n, uint32_t what) {     /* makes the end of the running sample come by gt_scope_close_ */
    n->state->alert |= what;
    n->end = n->next;
}
static void gt_alerts_done_(gt_node_ *n) {
    n->state->alert = 0;
    n->end = n->state->plain == GT_PLAIN_WORK_ && !n->state->rows ? n->next : n->state->block_end;
}
static void gt_alerts_drop_(gt_node_ *n) {
    if (n->state->alert & GT_ALERT_EVENTS_) gt_seam_()->scope_ends(n, 0, NULL);
    gt_alerts_done_(n);
}
static void gt_void_open_scopes_(void) {
    gt_node_ *n;
    if (gt_self_)
        for (n = gt_self_->current; n != gt_self_->root; n = n->parent) gt_alert_(n, GT_ALERT_VOID_);
}

void gt_work(double flops, double bytes) {
    gt_thread_ *t = gt_self_;
    gt_series_state_ *st;
    if (!t || t->hidden || t->current == t->root || (GT_PEEK_(&gt_state_) & 3u) == GT_STATE_OFF_) return;
    st = t->current->state;
    if (!(st->alert & GT_ALERT_WORK_)) st->now_flops = st->now_bytes = 0;
    st->now_flops += flops;
    st->now_bytes += bytes;
    gt_alert_(t->current, GT_ALERT_WORK_);
}

/* GT_AUDIT=1: is a queue at work where a host scope begins or ends? Of what lies in a phase the phase takes care. */
static void gt_audit_wait_(gt_node_ *n, int what, uint64_t length) {
    uint64_t ticks;
    gt_node_ *up;
    int busy = 0;
    if (gt_audit_() != GT_AUDIT_ALL_ || !gt_seam_() || !n) return;
    for (up = n; up; up = up->parent) if (up->state->kind == GT_KIND_PHASE) return;
    if (what == GT_N_leaked && n->state->alert & GT_ALERT_EVENTS_) return;      /* its events tell */
    ticks = gt_seam_()->wait_all(&busy);
    if (!busy || ticks * 20 <= length) return;
    gt_count_(n, what, 1);
    gt_count_(n, what + 1, ticks);
}
void gt_scope_begin_other_(gt_scope *s, const gt_site_ *site, int exact) {
    uint32_t state = GT_PEEK_(&gt_state_);
    s->live = 1;
    if (!(state & 3u)) {
        gt_start_();
        gt_scope_enter_(s, site, exact);
        return;
    }
    s->state = state;
    s->node = gt_self_ ? gt_self_->current->last->follow : NULL;
    if (s->node && s->node->site == site && s->node->parent == gt_self_->current) gt_self_->current = s->node;
    else s->node = gt_node_enter_(site, site->name, GT_KIND_SCOPE, NULL);
    gt_audit_wait_(s->node, GT_N_dirty, 0);
    s->begin = gt_now_();
}
void gt_scope_end_other_(gt_scope *s) {
    uint64_t end = gt_now_();
    gt_audit_wait_(s->node, GT_N_leaked, end - s->begin);
    gt_scope_close_(s, end, NULL);
}


gt_scope (gt_scope_begin)(const char *name) {
    gt_scope s;
    gt_start_();
    s.live = 1;
    s.state = GT_PEEK_(&gt_state_);
    s.node = NULL;
    s.begin = 0;
    if ((s.state & 3u) == GT_STATE_OFF_ || !name) return s;
    s.node = gt_node_enter_(NULL, name, GT_KIND_SCOPE, NULL);
    gt_audit_wait_(s.node, GT_N_dirty, 0);
    s.begin = (s.state & 3u) == GT_STATE_TICK_ ? gt_tick_() : gt_now_();
    return s;
}
void (gt_scope_end)(gt_scope *s) {
    if (s->live) gt_scope_leave_(s, 0);
}

/* Leaves the scope, and those inside it that are still open. 0: it was closed before, by the end of a scope around it. */
static int gt_scope_pop_(gt_scope *s) {
    gt_node_ *n = s->node, *c;
    gt_thread_ *t;
    s->live = 0;
    if (!n) {
        if (gt_self_ && gt_self_->hidden && (s->state & 3u) != GT_STATE_OFF_) gt_self_->hidden--;
        return 0;
    }
    t = n->thread;
    t->hidden = 0;
    for (c = t->current; c && c != n; c = c->parent) {}
    if (!c) return 0;
    for (c = t->current; c != n; c = c->parent) {
        gt_count_(c, GT_N_abandoned, 1);
        gt_alerts_drop_(c);
    }
    t->current = n->parent;
    n->parent->last = n;
    if (n->state->kind == GT_KIND_SIDE) t->current = n->parent->parent;     /* recorded below the comparison, which is no scope */
    return 1;
}
static int gt_scope_finish_(gt_scope *s, uint64_t end, uint64_t value, const gt_sample *row) {    /* 1: it is a sample */
    gt_node_ *n = s->node;
    gt_sample collected;
    int good;
    if (!gt_scope_pop_(s)) return 0;
    if (n->state->alert & GT_ALERT_EVENTS_ && gt_seam_()->scope_ends(n, end - s->begin, &collected)) row = &collected;
    good = s->state == GT_PEEK_(&gt_state_) && !(n->state->alert & GT_ALERT_VOID_);
    if (good) gt_store_(n, s->begin, value, row);
    else gt_count_(n, GT_N_voided, 1);
    gt_alerts_done_(n);
    if (s->state == GT_PEEK_(&gt_state_)) gt_charge_(n->parent, end);
    return good;
}
void gt_scope_close_(gt_scope *s, uint64_t end, const gt_sample *row) { (void)gt_scope_finish_(s, end, end - s->begin, row); }
void gt_scope_left_(gt_scope *s) {
    gt_node_ *n = s->node;
    if (!gt_scope_pop_(s)) return;
    gt_count_(n, GT_N_left_early, 1);
    gt_alerts_drop_(n);
}

/* ==== >>statistics, implementation ==== */

/* Numbers without the mathematics library: programs that embed the kit need no -lm. */

static double gt_abs_(double x) { return x < 0.0 ? -x : x; }
static double gt_larger_(double a, double b) { return a > b ? a : b; }

/* 2^k for k in -1022..1023 */
static double gt_power_of_two_(int k) { return gt_double_of_((uint64_t)(k + 1023) << 52); }

static double gt_floor_(double x) {
    double whole;
    if (!(gt_abs_(x) < 4503599627370496.0)) return x;   /* 2^52: no fraction left, or NaN */
    whole = (double)(int64_t)x;
    return whole > x ? whole - 1.0 : whole;
}

/* Newton's iteration from half the exponent, which is off by less than 7 %: each step doubles the digits, five give
   all 53 bits. */
static double gt_sqrt_(double x) {
    double root;
    int i;
    if (!(x > 0.0)) return x < 0.0 ? gt_nan_() : x;
    if (!gt_is_finite_(x)) return x;
    if (x < DBL_MIN) return gt_sqrt_(x * gt_power_of_two_(108)) * gt_power_of_two_(-54);
    root = gt_double_of_((gt_bits_of_(x) >> 1) + ((uint64_t)0x1FF8 << 48));
    for (i = 0; i < 5; i++) root = 0.5 * (root + x / root);
    return root;
}

static double gt_hypot_(double a, double b) {
    double longer = gt_larger_(gt_abs_(a), gt_abs_(b)), ratio;
    if (!(longer > 0.0) || !gt_is_finite_(longer)) return longer;
    ratio = (gt_abs_(a) > gt_abs_(b) ? gt_abs_(b) : gt_abs_(a)) / longer;
    return longer * gt_sqrt_(1.0 + ratio * ratio);
}

/* ln 2 in two parts; the upper has 21 zero bits at its end, so that a multiple of it by an exponent is exact. */
#define GT_LN2_UPPER_ 6.93147180369123816490e-01
#define GT_LN2_LOWER_ 1.90821492927058770002e-10

/* x = 2^k m with m in sqrt(1/2)..sqrt(2), f = m - 1, s = f / (2 + f):
   ln m = 2 artanh s = f - s (f - 2 s^2 (1/3 + s^2/5 + ...)). f is exact and leads, so that the error stays at about
   1 unit in the last place, near 1 too. */
static double gt_log_(double x) {
    uint64_t bits;
    int k = 0, i;
    double f, s, z, tail = 0.0;
    if (!(x > 0.0)) return x < 0.0 ? gt_nan_() : x == 0.0 ? -gt_infinity_() : x;
    if (!gt_is_finite_(x)) return x;
    if (x < DBL_MIN) {
        x *= gt_power_of_two_(54);
        k = -54;
    }
    bits = gt_bits_of_(x);
    k += (int)(bits >> 52) - 1023;
    f = gt_double_of_((bits & (((uint64_t)1 << 52) - 1)) | ((uint64_t)1023 << 52));
    if (f > 1.41421356237309504880) {
        f *= 0.5;
        k++;
    }
    f -= 1.0;
    s = f / (2.0 + f);
    z = s * s;
    for (i = 11; i >= 1; i--) tail = z * (tail + 1.0 / (2.0 * i + 1.0));
    return k * GT_LN2_UPPER_ - ((s * (f - 2.0 * tail) - k * GT_LN2_LOWER_) - f);
}

/* x = k ln 2 + r with |r| <= ln 2 / 2: Taylor's series of e^r to r^14 / 14!, below 1e-17; k goes into the exponent. */
static double gt_exp_(double x) {
    double r, tail = 0.0;
    int k, i;
    if (!(x < 709.79)) return x > 709.0 ? gt_infinity_() : x;   /* NaN stays NaN */
    if (x < -745.2) return 0.0;
    k = (int)gt_floor_(x * 1.44269504088896340736 + 0.5);
    r = (x - k * GT_LN2_UPPER_) - k * GT_LN2_LOWER_;
    for (i = 14; i >= 2; i--) tail = (tail + 1.0) * r / i;
    return (1.0 + (r + r * tail)) * gt_power_of_two_(k / 2) * gt_power_of_two_(k - k / 2);
}

/* ---- sorting ---- */

/* Whole numbers in the order of the doubles. */
static uint64_t gt_sort_key_(double x) {
    uint64_t bits = gt_bits_of_(x), sign = (uint64_t)1 << 63;
    return bits & sign ? ~bits : bits | sign;
}

/* The shift that makes the eight highest bits in which any keys differ the lowest ones; -1: all are equal. */
static int gt_digit_shift_(const double *x, size_t n) {
    uint64_t first = gt_sort_key_(x[0]), differ = 0;
    size_t i;
    int shift = 0;
    for (i = 1; i < n; i++) differ |= gt_sort_key_(x[i]) ^ first;
    if (!differ) return -1;
    while (differ >> shift > 255) shift++;
    return shift;
}

static unsigned gt_digit_(double x, int shift) { return (unsigned)(gt_sort_key_(x) >> shift) & 255u; }

/* Exchanges a value and its tag with those at i. */
static void gt_swap_(double *x, uint32_t *tags, size_t i, double *value, uint32_t *tag) {
    double held = x[i];
    x[i] = *value;
    *value = held;
    if (tags) {
        uint32_t held_tag = tags[i];
        tags[i] = *tag;
        *tag = held_tag;
    }
}

static void gt_insertion_sort_(double *x, uint32_t *tags, size_t n) {
    size_t i, j;
    for (i = 1; i < n; i++) {
        for (j = i; j > 0 && x[j] < x[j - 1]; j--) gt_swap_(x, tags, j, x + j - 1, tags ? tags + j - 1 : NULL);
    }
}

/* Puts one value after the other where it belongs, until one belongs where the first came from. */
static void gt_sort_cycle_(double *x, uint32_t *tags, size_t *next, size_t from, int shift) {
    double value = x[from];
    uint32_t tag = tags ? tags[from] : 0;
    size_t at;
    do {
        at = next[gt_digit_(value, shift)]++;
        gt_swap_(x, tags, at, &value, &tag);
    } while (at != from);
}

/* Sorts values; a tag, where there are tags, goes where its value goes. A radix sort in place, highest digit first:
   the American flag sort of McIlroy, Bostic and McIlroy (Computing Systems 6, 1993). It calls itself at most nine deep,
   since the digits of one call are used up for the next, and takes O(n) for any input. */
static void gt_sort_tagged_(double *x, uint32_t *tags, size_t n) {
    size_t next[256], end[256], begin = 0, i;
    int shift, d;
    if (n < 32) {
        gt_insertion_sort_(x, tags, n);
        return;
    }
    shift = gt_digit_shift_(x, n);
    if (shift < 0) return;
    memset(next, 0, sizeof next);
    for (i = 0; i < n; i++) next[gt_digit_(x[i], shift)]++;
    for (d = 0; d < 256; d++) {
        end[d] = begin + next[d];
        next[d] = begin;
        begin = end[d];
    }
    for (d = 0; d < 256; d++) {
        while (next[d] < end[d]) gt_sort_cycle_(x, tags, next, next[d], shift);
    }
    for (d = 0, begin = 0; d < 256; begin = end[d++]) {
        gt_sort_tagged_(x + begin, tags ? tags + begin : NULL, end[d] - begin);
    }
}

static void gt_sort_doubles_(double *x, size_t n) { gt_sort_tagged_(x, NULL, n); }

/* ---- quantiles and the interval of the median ---- */

/* Exact where both are equal, and finite where the difference is not. */
static double gt_between_(double a, double b, double part) {
    double step = b - a;
    return gt_is_finite_(step) ? a + part * step : (1.0 - part) * a + part * b;
}

double gt_quantile(const double *sorted, size_t n, double p) {
    double at;
    size_t i;
    if (n == 0 || !(p >= 0.0 && p <= 1.0)) return gt_nan_();
    at = (double)(n - 1) * p;
    i = (size_t)at;
    return i + 1 < n ? gt_between_(sorted[i], sorted[i + 1], at - (double)i) : sorted[n - 1];
}

static double gt_middle_(double a, double b) { return gt_is_finite_(a + b) ? (a + b) / 2.0 : a / 2.0 + b / 2.0; }

static double gt_median_of_sorted_(const double *sorted, size_t n) {
    if (n == 0) return gt_nan_();
    return n % 2 ? sorted[n / 2] : gt_middle_(sorted[n / 2 - 1], sorted[n / 2]);
}

/* The lower rank k + lambda of Hettmansperger and Sheather, counted from 1; 0 if the range holds less than the
   confidence. Binomial terms are taken relative to the middle one, so that no n underflows: down to where they do not
   count, then up again while their sum fits into one tail. In the paper's notation I = (tail - P(< k)) / P(k). */
static double gt_hs_rank_(size_t n, double confidence) {
    size_t middle = n / 2, j = middle;
    double term = 1.0, total = n % 2 ? 2.0 : 1.0, below = 0.0, tail, part, count = (double)n, k;
    while (j > 0 && term > 1e-40) {
        term *= (double)j / (double)(n - j + 1);
        total += 2.0 * term;
        j--;
    }
    tail = (1.0 - confidence) / 2.0 * total;
    while (j < middle && below + term <= tail * (1.0 + 1e-12)) {   /* what fits exactly must not fail by rounding */
        below += term;
        term *= (double)(n - j) / (double)(j + 1);
        j++;
    }
    if (j == 0) return 0.0;
    part = (tail - below) / term;
    k = (double)j;
    return k + (count - k) * part / (k + (count - 2.0 * k) * part);
}

static int gt_is_confidence_(double c) { return c > 0.0 && c < 1.0; }
static int gt_is_tick_(double tick) { return tick >= 0.0 && gt_is_finite_(tick); }

static gt_interval gt_no_interval_(void) {
    gt_interval none;
    none.low = none.high = gt_nan_();
    none.confidence = 0.0;
    return none;
}

/* What the range holds of n samples that are worth n / tau: it misses the median if all fell on one side of it. */
static double gt_range_confidence_(size_t n, double tau) {
    double log_two = GT_LN2_UPPER_ + GT_LN2_LOWER_;
    return gt_larger_(0.0, 1.0 - gt_exp_((1.0 - (double)n / tau) * log_two));
}

static gt_interval gt_widened_(double low, double high, double tick, double confidence) {
    gt_interval ci;
    if (!(confidence > 0.0)) return gt_no_interval_();
    ci.low = low - tick;
    ci.high = high + tick;
    ci.confidence = confidence;
    return ci;
}

gt_interval gt_median_interval(const double *sorted, size_t n, double tau, double tick, double confidence) {
    double rank, centre, held, part;
    size_t i;
    if (n < 2 || !(tau >= 1.0) || !gt_is_tick_(tick) || !gt_is_confidence_(confidence)) return gt_no_interval_();
    rank = gt_hs_rank_(n, confidence);
    centre = ((double)n + 1.0) / 2.0;
    if (rank > 0.0) rank = centre - (centre - rank) * gt_sqrt_(tau);
    if (rank < 1.0) {
        held = gt_range_confidence_(n, tau);
        return gt_widened_(sorted[0], sorted[n - 1], tick, held < confidence ? held : confidence);
    }
    i = (size_t)rank;
    if (i > n - 1) i = n - 1;
    part = rank - (double)i;
    return gt_widened_(gt_between_(sorted[i - 1], sorted[i], part),
                       gt_between_(sorted[n - i], sorted[n - i - 1], part), tick, confidence);
}

/* ---- autocorrelation time ---- */

/* Room for n doubles and a byte for each behind them; NULL when memory runs out. */
static double *gt_scratch_(size_t n) {
    const size_t one = sizeof(double) + 1;
    return n < (size_t)-1 / one ? (double *)malloc((n + 1) * one) : NULL;
}

/* Signs of x - median, as 1, 0 and -1, of the finite samples; gives their number. */
static size_t gt_signs_of_(const double *x, size_t n, double median, signed char *signs) {
    size_t i, count = 0;
    for (i = 0; i < n; i++) {
        if (gt_is_finite_(x[i])) signs[count++] = (signed char)((x[i] > median) - (x[i] < median));
    }
    return count;
}

/* Sum of s[i] s[i + lag]. Compilers make vectors of a loop with a fixed count, the longer the shorter its numbers. */
static double gt_sign_products_(const signed char *s, size_t n, size_t lag) {
    const signed char *later = s + lag;
    size_t pairs = n - lag, i, k;
    int64_t sum = 0;
    for (i = 0; i + 64 <= pairs; i += 64) {
        signed char part = 0;
        for (k = i; k < i + 64; k++) part = (signed char)(part + s[k] * later[k]);
        sum += part;
    }
    for (; i < pairs; i++) sum += s[i] * later[i];
    return (double)sum;
}

/* tau = -1 + 2 sum of pairs of neighbouring correlations, while positive and clipped to fall. 1/n makes up for the
   correlation that is lost by taking the median out. signs: room for n */
static double gt_tau_about_(const double *x, size_t n, double median, signed char *signs) {
    size_t count = gt_signs_of_(x, n, median, signs), limit = count / 3 < 200 ? count / 3 : 200, lag;
    double apart, bias, previous = 3.0, sum = 0.0;
    if (count < 20) return 1.0;
    apart = gt_sign_products_(signs, count, 0);
    bias = 1.0 / (double)count;
    for (lag = 0; lag < limit; lag += 2) {
        double even = lag == 0 ? 1.0 : bias + (apart > 0.0 ? gt_sign_products_(signs, count, lag) / apart : 0.0);
        double pair = even + bias + (apart > 0.0 ? gt_sign_products_(signs, count, lag + 1) / apart : 0.0);
        if (!(pair > 0.0)) break;
        if (pair > previous) pair = previous;
        sum += pair;
        previous = pair;
    }
    return gt_larger_(1.0, 2.0 * sum - 1.0);
}

/* ---- one series ---- */

static size_t gt_copy_finite_(const double *x, size_t n, double *to) {
    size_t i, count = 0;
    for (i = 0; i < n; i++) {
        if (gt_is_finite_(x[i])) to[count++] = x[i];
    }
    return count;
}

double gt_tau(const double *x, size_t n) {
    double *sorted, tau;
    size_t count;
    if (n < 20) return 1.0;
    sorted = gt_scratch_(n);
    if (!sorted) return gt_nan_();
    count = gt_copy_finite_(x, n, sorted);
    gt_sort_doubles_(sorted, count);
    tau = gt_tau_about_(x, n, gt_median_of_sorted_(sorted, count), (signed char *)(sorted + n));
    free(sorted);
    return tau;
}

static void gt_stats_clear_(gt_stats *s, double tick) {
    memset(s, 0, sizeof *s);
    s->median = s->mean = s->sd = s->min = s->max = s->p90 = s->p99 = s->tau = s->spread = gt_nan_();
    s->ci = gt_no_interval_();
    s->tick = tick;
}

static void gt_stats_count_(gt_stats *s, const double *x, size_t n) {
    size_t i;
    for (i = 0; i < n; i++) {
        if (!gt_is_finite_(x[i])) {
            s->rejected++;
            continue;
        }
        if (s->n == 0 || x[i] < s->min) s->min = x[i];
        if (s->n == 0 || x[i] > s->max) s->max = x[i];
        s->n++;
    }
}

/* Welford's recurrence (Technometrics 4, 1962). Samples whose squares would overflow or vanish are scaled for it. */
static void gt_stats_moments_(gt_stats *s, const double *x, size_t n) {
    double largest = gt_larger_(gt_abs_(s->min), gt_abs_(s->max)), mean = 0.0, squares = 0.0, seen = 0.0;
    double scale = largest > 1e150 ? 1e-170 : largest < 1e-140 ? 1e170 : 1.0;
    size_t i;
    if (s->n == 0) return;
    for (i = 0; i < n; i++) {
        double value = x[i] * scale, off = value - mean;
        if (!gt_is_finite_(x[i])) continue;
        seen += 1.0;
        mean += off / seen;
        squares += off * (value - mean);
    }
    s->mean = mean / scale;
    if (s->n > 1) s->sd = gt_sqrt_(squares / (seen - 1.0)) / scale;
}

static double gt_spread_(double median, double median_of_upper_half, double tick) {
    return gt_larger_(gt_larger_(1.4826 * (median_of_upper_half - median), tick), 1e-3 * median);
}

gt_status gt_stats_of(const double *x, size_t n, double tick, gt_stats *out) {
    double *sorted;
    size_t half;
    if (!out) return GT_ERR_ARGUMENT;
    gt_stats_clear_(out, tick);
    if ((!x && n > 0) || !gt_is_tick_(tick)) return GT_ERR_ARGUMENT;
    gt_stats_count_(out, x, n);
    gt_stats_moments_(out, x, n);
    out->p90_is_bound = out->n < 36;     /* n < ln 0.025 / ln p: no two-sided 95 % interval of that quantile exists */
    out->p99_is_bound = out->n < 368;
    if (out->n == 0) {
        out->tau = 1.0;
        return GT_OK;
    }
    sorted = gt_scratch_(out->n);
    if (!sorted) return GT_ERR_MEMORY;
    half = gt_copy_finite_(x, n, sorted) / 2;
    gt_sort_doubles_(sorted, out->n);
    out->median = gt_median_of_sorted_(sorted, out->n);
    out->p90 = gt_quantile(sorted, out->n, 0.90);
    out->p99 = gt_quantile(sorted, out->n, 0.99);
    out->spread = gt_spread_(out->median, gt_median_of_sorted_(sorted + half, out->n - half), tick);
    out->tau = gt_tau_about_(x, n, out->median, (signed char *)(sorted + out->n));
    out->ci = gt_median_interval(sorted, out->n, out->tau, tick, 0.95);
    out->ci_clamped = out->n >= 6 && out->ci.confidence < 0.95;
    free(sorted);
    return GT_OK;
}

/* ---- two series ---- */

typedef struct gt_centre_ {
    double median;
    gt_interval ci;
} gt_centre_;

static gt_centre_ gt_centre_of_(double *x, size_t n, double tick, double confidence) {
    gt_centre_ c;
    gt_sort_doubles_(x, n);
    c.median = gt_median_of_sorted_(x, n);
    c.ci = gt_median_interval(x, n, 1.0, tick, confidence);
    return c;
}

static void gt_ratio_clear_(gt_ratio *r, double confidence) {
    memset(r, 0, sizeof *r);
    r->ratio = gt_nan_();
    r->ci = gt_no_interval_();
    r->wanted = confidence;
}

static void gt_ratio_from_logs_(gt_ratio *r, double log_ratio, const gt_interval *ci) {
    r->ratio = gt_exp_(log_ratio);
    r->ci = *ci;
    r->ci.low = gt_exp_(ci->low);
    r->ci.high = gt_exp_(ci->high);
}

static int gt_is_time_(double x) { return x > 0.0 && gt_is_finite_(x); }

/* The interval is not stretched by tau. The order within a round is random, which makes the sign of a difference
   between equal sides a coin toss whatever the machine does meanwhile: comparisons of a thing with itself claim a
   difference in about 5 % of cases under every drift that the tests try. tau would cost 15 % of the width at 30 rounds
   to repair what is not broken. */
gt_status gt_ratio_paired(const double *a, const double *b, size_t rounds, double confidence, gt_ratio *out) {
    double *logs;
    size_t i;
    gt_centre_ centre;
    if (!out) return GT_ERR_ARGUMENT;
    gt_ratio_clear_(out, confidence);
    if ((rounds > 0 && (!a || !b)) || !gt_is_confidence_(confidence)) return GT_ERR_ARGUMENT;
    logs = gt_scratch_(rounds);
    for (i = 0; i < rounds; i++) {
        if (!gt_is_time_(a[i]) || !gt_is_time_(b[i])) {
            out->dropped++;
            continue;
        }
        if (!(a[i] < b[i]) && !(a[i] > b[i])) out->tied++;
        if (logs) logs[out->rounds] = gt_log_(a[i]) - gt_log_(b[i]);
        out->rounds++;
    }
    if (!logs) return GT_ERR_MEMORY;
    centre = gt_centre_of_(logs, out->rounds, 0.0, confidence);
    free(logs);
    gt_ratio_from_logs_(out, centre.median, &centre.ci);
    return GT_OK;
}

/* a - b: the distances of each median to the end of its interval add up as squares do. */
static gt_interval gt_mover_(const gt_centre_ *a, const gt_centre_ *b) {
    gt_interval ci;
    double diff = a->median - b->median;
    if (!(a->ci.confidence > 0.0 && b->ci.confidence > 0.0)) return gt_no_interval_();
    ci.low = diff - gt_hypot_(a->median - a->ci.low, b->ci.high - b->median);
    ci.high = diff + gt_hypot_(a->ci.high - a->median, b->median - b->ci.low);
    ci.confidence = a->ci.confidence < b->ci.confidence ? a->ci.confidence : b->ci.confidence;
    return ci;
}

static size_t gt_copy_logs_(const double *x, size_t n, double *to) {
    size_t i, count = 0;
    for (i = 0; i < n; i++) {
        if (gt_is_time_(x[i])) to[count++] = gt_log_(x[i]);
    }
    return count;
}

/* A tick is an amount of time, the interval one of logarithms. */
static void gt_widen_log_(gt_interval *ci, double tick) {
    double low = gt_exp_(ci->low) - tick;
    if (!(tick > 0.0) || !(ci->confidence > 0.0)) return;
    ci->low = low > 0.0 ? gt_log_(low) : -gt_infinity_();
    ci->high = gt_log_(gt_exp_(ci->high) + tick);
}

GT_API gt_status gt_ratio_unpaired(const double *a, size_t na, const double *b, size_t nb, double tick,
                                   double confidence, gt_ratio *out) {
    double *logs;
    size_t used_a, used_b;
    gt_centre_ ca, cb;
    gt_interval ci;
    if (!out) return GT_ERR_ARGUMENT;
    gt_ratio_clear_(out, confidence);
    if ((na > 0 && !a) || (nb > 0 && !b)) return GT_ERR_ARGUMENT;
    if (!gt_is_tick_(tick) || !gt_is_confidence_(confidence)) return GT_ERR_ARGUMENT;
    logs = gt_scratch_(na > nb ? na : nb);
    if (!logs) return GT_ERR_MEMORY;
    used_a = gt_copy_logs_(a, na, logs);
    ca = gt_centre_of_(logs, used_a, 0.0, confidence);
    used_b = gt_copy_logs_(b, nb, logs);
    cb = gt_centre_of_(logs, used_b, 0.0, confidence);
    free(logs);
    gt_widen_log_(&ca.ci, tick);
    gt_widen_log_(&cb.ci, tick);
    out->rounds = used_a < used_b ? used_a : used_b;
    out->dropped = na - used_a + (nb - used_b);
    ci = gt_mover_(&ca, &cb);
    gt_ratio_from_logs_(out, ca.median - cb.median, &ci);
    return GT_OK;
}

GT_API gt_status gt_difference(const double *a, size_t na, const double *b, size_t nb, double tick, double confidence,
                               double *diff, gt_interval *ci) {
    double *room;
    gt_centre_ ca, cb;
    if (diff) *diff = gt_nan_();
    if (ci) *ci = gt_no_interval_();
    if (!diff || !ci || (na > 0 && !a) || (nb > 0 && !b)) return GT_ERR_ARGUMENT;
    if (!gt_is_tick_(tick) || !gt_is_confidence_(confidence)) return GT_ERR_ARGUMENT;
    room = gt_scratch_(na > nb ? na : nb);
    if (!room) return GT_ERR_MEMORY;
    ca = gt_centre_of_(room, gt_copy_finite_(a, na, room), tick, confidence);
    cb = gt_centre_of_(room, gt_copy_finite_(b, nb, room), tick, confidence);
    free(room);
    *diff = ca.median - cb.median;
    *ci = gt_mover_(&ca, &cb);
    return GT_OK;
}

/* Not stretched by tau, for the reason given at gt_ratio_paired. */
GT_API gt_status gt_slope_paired(const double *t1, const double *tk, size_t rounds, double k, double confidence,
                                 gt_slope *out) {
    double *room;
    gt_centre_ centre[2];
    size_t i, used = 0;
    int part;
    if (!out) return GT_ERR_ARGUMENT;
    memset(out, 0, sizeof *out);
    out->slope = out->fixed = gt_nan_();
    out->slope_ci = out->fixed_ci = gt_no_interval_();
    if ((rounds > 0 && (!t1 || !tk)) || !(k > 1.0) || !gt_is_finite_(k)) return GT_ERR_ARGUMENT;
    if (!gt_is_confidence_(confidence)) return GT_ERR_ARGUMENT;
    room = gt_scratch_(rounds);
    if (!room) return GT_ERR_MEMORY;
    for (part = 0; part < 2; part++) {
        for (i = 0, used = 0; i < rounds; i++) {
            double slope = (tk[i] - t1[i]) / (k - 1.0);
            if (gt_is_finite_(t1[i]) && gt_is_finite_(tk[i])) room[used++] = part == 0 ? slope : t1[i] - slope;
        }
        centre[part] = gt_centre_of_(room, used, 0.0, confidence);
    }
    free(room);
    out->rounds = used;
    out->dropped = rounds - used;
    out->slope = centre[0].median;
    out->slope_ci = centre[0].ci;
    out->fixed = centre[1].median;
    out->fixed_ci = centre[1].ci;
    return GT_OK;
}

gt_verdict_kind gt_ratio_verdict(const gt_ratio *r, double threshold) {
    double above = 1.0 + (threshold < 0.0 ? 0.0 : threshold == 0.0 ? 0.01 : threshold);
    if (!r || !(r->ci.confidence > 0.0) || r->ci.confidence < r->wanted) return GT_NOT_SEPARATED;
    if (r->ci.low > above) return GT_FASTER;
    if (r->ci.high < 1.0 / above) return GT_SLOWER;
    if (r->ci.low >= 1.0 / above && r->ci.high <= above) return GT_SAME;
    return GT_NOT_SEPARATED;
}

const char *gt_verdict_text(gt_verdict_kind verdict) {
#define GT_VERDICT_TEXT_(code, text) text,
    static const char *const texts[] = { GT_VERDICTS(GT_VERDICT_TEXT_) };
#undef GT_VERDICT_TEXT_
    return (unsigned)verdict < GT_VERDICT_COUNT ? texts[verdict] : "no verdict";
}

/* -- what spoils a series, found from its numbers alone -- */

/* ---- the series on the table: sorted and ranked once, for all that follows ---- */

typedef struct gt_table_ {
    const double *source;   /* what is on the table, among samples that are not finite */
    size_t source_n, n;
    double *x;              /* the finite samples, in order of measurement */
    double *sorted;
    uint32_t *order;        /* sorted[i] is x[order[i]] */
    int32_t *ranks;         /* of each x: twice the mid-rank less its mean, a whole number from -n to n */
    double rank_squares;    /* sum of the squares of the mid-ranks less their mean */
    double tick;
    int backwards;          /* the last sample is looked at as the first: see gt_table_place_ */
} gt_table_;

static size_t gt_table_place_(const gt_table_ *t, size_t i) { return t->backwards ? t->n - 1 - i : i; }

/* Sum of the squares of n ranks without ties, less their mean. */
static double gt_rank_squares_(double n) { return (n * n * n - n) / 12.0; }

static void gt_table_rank_(gt_table_ *t) {
    size_t from, to, i;
    t->rank_squares = gt_rank_squares_((double)t->n);
    for (from = 0; from < t->n; from = to) {
        int32_t rank;
        for (to = from + 1; to < t->n && !(t->sorted[from] < t->sorted[to]); to++) {}
        rank = (int32_t)((int64_t)(from + to) - (int64_t)t->n);
        for (i = from; i < to; i++) t->ranks[t->order[i]] = rank;
        if (to - from > 1) t->rank_squares -= gt_rank_squares_((double)(to - from));
    }
}

static void gt_table_read_(gt_table_ *t) { t->n = gt_copy_finite_(t->source, t->source_n, t->x); }

static void gt_table_sort_(gt_table_ *t) {
    size_t i;
    memcpy(t->sorted, t->x, t->n * sizeof *t->x);
    for (i = 0; i < t->n; i++) t->order[i] = (uint32_t)i;
    gt_sort_tagged_(t->sorted, t->order, t->n);
    gt_table_rank_(t);
}

/* room: three doubles for each finite sample */
static gt_table_ gt_table_of_(const double *x, size_t n, size_t finite, double tick, double *room) {
    gt_table_ t;
    memset(&t, 0, sizeof t);
    t.source = x;
    t.source_n = n;
    t.tick = tick;
    t.x = room;
    t.sorted = room + finite;
    t.order = (uint32_t *)(void *)(room + 2 * finite);
    t.ranks = (int32_t *)(void *)(t.order + finite);
    gt_table_read_(&t);
    gt_table_sort_(&t);
    return t;
}

/* Takes samples off the start. What is left stays sorted. */
static void gt_table_drop_(gt_table_ *t, size_t count) {
    size_t kept = 0, passed = 0, i;
    for (; passed < count; t->source++, t->source_n--) passed += (size_t)gt_is_finite_(*t->source);
    for (i = 0; i < t->n; i++) {
        if (t->order[i] < count) continue;
        t->sorted[kept] = t->sorted[i];
        t->order[kept++] = t->order[i] - (uint32_t)count;
    }
    t->x += count;
    t->n = kept;
    gt_table_rank_(t);
}

typedef struct gt_level_ {
    double median, spread;  /* see gt_stats.spread */
} gt_level_;

/* Of samples from, from + step, ... before to; step is 1 or 2. Walks through the sorted order, past those of the part,
   to both values in the middle of the part and to both in the middle of its upper half. */
static gt_level_ gt_level_of_(const gt_table_ *t, size_t from, size_t to, size_t step, double tick) {
    uint32_t first = (uint32_t)(t->backwards ? t->n - to : from), length = (uint32_t)(to - from);
    uint32_t odd = (uint32_t)(step - 1);
    size_t n = (to - from + step - 1) / step, half = n / 2, wanted[4], passed = 0, i = 0;
    double value[4];
    gt_level_ level;
    int k;
    wanted[0] = (n - 1) / 2;
    wanted[1] = half;
    wanted[2] = half + (n - half - 1) / 2;
    wanted[3] = half + (n - half) / 2;
    for (k = 0; k < 4; k++) {
        while (passed <= wanted[k]) {
            uint32_t index = t->order[i++] - first;
            passed += (size_t)((index < length) & !(index & odd));
        }
        value[k] = t->sorted[i - 1];
    }
    level.median = gt_middle_(value[0], value[1]);
    level.spread = gt_spread_(level.median, gt_middle_(value[2], value[3]), tick);
    return level;
}

static double gt_median_of_(const gt_table_ *t, size_t from, size_t to, size_t step) {
    return gt_level_of_(t, from, to, step, 0.0).median;
}

static double gt_excess_(double a, double b) { return b > 0.0 ? a / b - 1.0 : 0.0; }

/* ---- the start: one cold sample, or a warm-up ---- */

/* Quantile p, as gt_quantile has it, of all but x[0]. */
static double gt_quantile_of_rest_(const gt_table_ *t, double p) {
    double at = ((double)t->n - 2.0) * p;
    size_t below = (size_t)at, above = below + 1, first = 0;
    while (t->order[first] != 0) first++;
    return gt_between_(t->sorted[below + (below >= first)], t->sorted[above + (above >= first)], at - (double)below);
}

/* x[0] against the rest: far above its spread, its median, and (where there are enough) its slowest 5 %, since on a
   busy machine any sample is slow now and then. Two samples cannot tell which of them is odd. */
static void gt_find_cold_first_(const gt_table_ *t, gt_diagnosis *out) {
    gt_level_ rest;
    double n = (double)t->n, first = t->x[0];
    if (t->n < 3) return;
    rest = gt_level_of_(t, 1, t->n, 1, t->tick);
    if (!(rest.median > 0.0) || !(first >= 1.25 * rest.median)) return;
    if (!(first > rest.median + 10.0 * (1.0 + 5.0 / n) * rest.spread)) return;
    if (t->n >= 20 && !(first > gt_quantile_of_rest_(t, 0.95))) return;
    out->cold_first.fired = 1;
    out->cold_first.factor = first / rest.median;
}

/* Where to cut: MSER (White, Simulation 69, 1997), the d <= n / 2 that gives the mean of the rest the smallest standard
   error. Samples are first cut off at 5 spreads above the median of the second half, or single spikes would decide. */
static size_t gt_cut_(const gt_table_ *t) {
    double best = 0.0, sum = 0.0, squares = 0.0, top;
    size_t i, half = t->n / 2, cut = 0;
    gt_level_ level = gt_level_of_(t, half, t->n, 1, 0.0);
    top = level.median + 5.0 * level.spread;
    for (i = t->n; i-- > 0;) {
        double x = t->x[gt_table_place_(t, i)], count = (double)(t->n - i), y, cost;
        y = (x < top ? x : top) - level.median;
        sum += y;
        squares += y * y;
        if (i > half) continue;
        cost = (squares - sum * sum / count) / (count * count);
        if (i == half || cost <= best) {
            best = cost;
            cut = i;
        }
    }
    return cut;
}

/* z of Mann and Whitney for the first d samples against the rest */
static double gt_head_against_rest_(const gt_table_ *t, size_t d) {
    double n = (double)t->n, head = (double)d, sum = 0.0, variance;
    size_t i;
    for (i = 0; i < d; i++) sum += t->ranks[gt_table_place_(t, i)] / 2.0;
    variance = t->rank_squares / (n - 1.0) * head * (n - head) / n;
    return sum / gt_sqrt_(gt_larger_(variance, 1e-9));
}

/* Does the series start slow? The cut proposes, a rank test and the size decide: the cut alone takes 4 of 10 healthy
   series. */
typedef struct gt_head_ {
    size_t samples;
    double excess;
    double z;               /* 0 where the size says no */
} gt_head_;

static gt_head_ gt_head_of_(const gt_table_ *t) {
    gt_head_ head;
    memset(&head, 0, sizeof head);
    if (t->n < 4) return head;
    head.samples = gt_cut_(t);
    if (head.samples < 2) return head;
    head.excess = gt_excess_(gt_median_of_(t, 0, head.samples, 1), gt_median_of_(t, head.samples, t->n, 1));
    if (head.excess >= (t->n < 20 ? 0.05 : 0.02)) head.z = gt_head_against_rest_(t, head.samples);
    return head;
}

static int gt_is_slow_(double z, size_t n) { return z > (n < 20 ? 2.6 : 3.1); }

static void gt_find_warmup_(const gt_table_ *t, gt_diagnosis *out) {
    gt_head_ head = gt_head_of_(t);
    if (!gt_is_slow_(head.z, t->n)) return;
    out->warmup.fired = 1;
    out->warmup.samples = head.samples;
    out->warmup.percent = 100.0 * head.excess;
}

/* ---- single samples ---- */

static void gt_find_outliers_(const gt_table_ *t, gt_level_ level, gt_diagnosis *out) {
    double limit = level.median + (10.0 + 2.5 * gt_log_((double)t->n)) * level.spread;
    double mean = 0.0, usual = 0.0, seen = 0.0;
    size_t i, count = 0;
    if (!(level.median > 0.0)) return;
    for (i = 0; i < t->n; i++) {
        mean += (t->x[i] - mean) / ((double)i + 1.0);
        if (t->x[i] > limit && t->x[i] >= 1.5 * level.median) {
            out->outliers.factor = gt_larger_(out->outliers.factor, t->x[i] / level.median);
            count++;
        } else {
            seen += 1.0;
            usual += (t->x[i] - usual) / seen;
        }
    }
    out->outliers.fired = count > 0;
    out->outliers.count = count;
    out->outliers.mean_shift_percent = 100.0 * gt_excess_(mean, usual);
}

/* ---- order: trend, repetition, alternation ---- */

typedef struct gt_order_ {
    double rho;             /* |rank correlation with time|, Spearman */
    double bridge;          /* Pettitt (Applied Statistics 28, 1979): largest |sum of ranks so far|, scaled */
    size_t at;              /* first sample after that */
    double lag1;            /* correlation of neighbouring ranks */
    double odd_z;           /* samples 0, 2, 4, ... against the others, Mann and Whitney */
} gt_order_;

static gt_order_ gt_order_of_(const gt_table_ *t) {
    gt_order_ o;
    double n = (double)t->n, before = 0.0, sum = 0.0, with_time = 0.0, neighbours = 0.0, evens = 0.0;
    double even_count = (double)((t->n + 1) / 2), variance;
    size_t i;
    memset(&o, 0, sizeof o);
    for (i = 0; i < t->n; i++) {
        double rank = t->ranks[i] / 2.0;
        sum += rank;
        if (gt_abs_(sum) > o.bridge) {
            o.bridge = gt_abs_(sum);
            o.at = i + 1;
        }
        with_time += rank * ((double)i - (n - 1.0) / 2.0);
        neighbours += rank * before;
        if (i % 2 == 0) evens += rank;
        before = rank;
    }
    variance = t->rank_squares / (n - 1.0);
    o.odd_z = -evens / even_count / gt_sqrt_(gt_larger_(variance * (n - even_count) / (n * even_count), 1e-9));
    if (!(t->rank_squares > 0.0)) return o;
    o.rho = gt_abs_(with_time) / gt_sqrt_(t->rank_squares * (n * n * n - n) / 12.0);
    o.bridge /= gt_sqrt_(variance * n);
    o.lag1 = neighbours / t->rank_squares;
    return o;
}

/* Two-sided critical value of a rank correlation at p = 0.001, from the expansion of Student's t (Abramowitz and
   Stegun, 26.7.5): off by 0.0003 at n = 8, less beyond. */
static double gt_correlation_limit_(size_t n) {
    double v = (double)n - 2.0, z = 3.2905267314919255, q = z * z, t;
    t = z + z * (q + 1.0) / (4.0 * v) + z * ((5.0 * q + 16.0) * q + 3.0) / (96.0 * v * v);
    t += z * (((3.0 * q + 19.0) * q + 17.0) * q - 15.0) / (384.0 * v * v * v);
    t += z * ((((79.0 * q + 776.0) * q + 1482.0) * q - 1920.0) * q - 945.0) / (92160.0 * v * v * v * v);
    return t / gt_sqrt_(t * t + v);
}

/* A line through the medians of the first and of the last third, or of 3 samples. */
typedef struct gt_thirds_ {
    double slope;           /* per sample */
    double change;          /* from the first to the last third, as a part of the first */
} gt_thirds_;

static gt_thirds_ gt_thirds_of_(const gt_table_ *t) {
    gt_thirds_ line;
    size_t third = t->n / 3 < 3 ? 3 : t->n / 3;
    double first = gt_median_of_(t, 0, third, 1), last = gt_median_of_(t, t->n - third, t->n, 1);
    line.slope = (last - first) / (double)(t->n - third);
    line.change = gt_excess_(last, first);
    return line;
}

/* What repeats itself in a series, and what order its ranks have. */
typedef struct gt_rest_ {
    gt_order_ order;
    double tau;
    double off;             /* mean distance from the median */
} gt_rest_;

/* Of x, which its owner has changed. Spoils the ranks. */
static gt_rest_ gt_rest_of_(gt_table_ *t) {
    gt_rest_ rest;
    double median;
    size_t i;
    gt_table_sort_(t);
    median = gt_median_of_sorted_(t->sorted, t->n);
    rest.order = gt_order_of_(t);
    rest.tau = gt_tau_about_(t->x, t->n, median, (signed char *)t->ranks);
    rest.off = 0.0;
    for (i = 0; i < t->n; i++) rest.off += gt_abs_(t->x[i] - median) / (double)t->n;
    return rest;
}

/* Takes out the trend, as the line or as a step at `at`, whichever leaves less autocorrelation, then puts the table
   back. The step is the better description if it leaves the smaller distances. */
static gt_rest_ gt_without_trend_(gt_table_ *t, double slope, size_t at, int *is_step) {
    size_t i, cut = at < t->n ? at : t->n - 1;
    double before = gt_median_of_(t, 0, cut, 1), after = gt_median_of_(t, cut, t->n, 1);
    double middle = ((double)t->n - 1.0) / 2.0;
    gt_rest_ line, step;
    for (i = 0; i < t->n; i++) t->x[i] -= slope * ((double)i - middle);
    line = gt_rest_of_(t);
    gt_table_read_(t);
    for (i = 0; i < t->n; i++) t->x[i] -= i < cut ? before : after;
    step = gt_rest_of_(t);
    gt_table_read_(t);
    gt_table_sort_(t);
    *is_step = step.off < line.off;
    return step.tau < line.tau ? step : line;
}

static void gt_find_alternation_(const gt_table_ *t, double odd_z, gt_diagnosis *out) {
    double even, odd;
    if (!(gt_abs_(odd_z) > 3.5)) return;
    even = gt_median_of_(t, 0, t->n, 2);
    odd = gt_median_of_(t, 1, t->n, 2);
    out->alternate.percent = 100.0 * gt_excess_(even, odd);
    out->alternate.fired = gt_abs_(out->alternate.percent) >= 1.0;
}

static void gt_drift_is_(gt_diagnosis *out, double change, int is_step, size_t at) {
    out->drift.fired = 1;
    out->drift.percent = 100.0 * change;
    out->drift.is_step = is_step;
    out->drift.at = out->dropped + at;
}

/* A slow tail is a slow head of the series played backwards. */
static gt_head_ gt_tail_of_(const gt_table_ *t) {
    gt_table_ reversed = *t;
    reversed.backwards = 1;
    return gt_head_of_(&reversed);
}

/* 20 samples or more: trend tests pay for the autocorrelation that the trend does not explain. Only what may trend is
   detrended, since taking a line out of a few distinct readings would invent correlation. Spoils the ranks. */
static void gt_find_order_(gt_table_ *t, gt_diagnosis *out) {
    gt_order_ all = gt_order_of_(t);
    gt_thirds_ line = gt_thirds_of_(t);
    gt_head_ tail = gt_tail_of_(t);
    gt_rest_ rest;
    double n = (double)t->n, z, divisor;
    int is_step = 0, trends;
    gt_find_alternation_(t, all.odd_z, out);
    if (all.bridge > 1.36) {
        rest = gt_without_trend_(t, line.slope, all.at, &is_step);
    } else {
        rest.order = all;
        rest.tau = gt_tau_about_(t->x, t->n, gt_median_of_sorted_(t->sorted, t->n), (signed char *)t->ranks);
    }
    z = (rest.order.lag1 + 1.0 / n) * gt_sqrt_(n);
    divisor = z > 1.0 ? gt_sqrt_(rest.tau) : 1.0;
    out->autocorr.tau = rest.tau;
    out->autocorr.n_eff = n / rest.tau;
    out->autocorr.fired = z > 3.09 && rest.tau >= 2.0;
    trends = all.rho / divisor > gt_correlation_limit_(t->n) || all.bridge / divisor > 1.95;
    if (trends && gt_abs_(line.change) >= 0.01) gt_drift_is_(out, line.change, is_step, all.at);
    else if (gt_is_slow_(tail.z / divisor, t->n)) gt_drift_is_(out, tail.excess, 1, t->n - tail.samples);
}

/* Fewer than 20 samples: only a trend that the ranks make plain. */
static void gt_find_gross_drift_(const gt_table_ *t, gt_diagnosis *out) {
    gt_order_ all = gt_order_of_(t);
    gt_thirds_ line = gt_thirds_of_(t);
    gt_drift_is_(out, line.change, 0, all.at);
    out->drift.fired = all.rho > gt_correlation_limit_(t->n) && gt_abs_(line.change) >= 0.01;
}

/* ---- two modes: the widest gap of m-spacings over the tighter of the tightest ones on its sides ---- */

/* Spreads each run of equal readings evenly over one tick, or every tick would be a mode. */
static void gt_spread_ties_(double *sorted, size_t n, double tick) {
    size_t i, j, from = 0;
    if (!(tick > 0.0)) return;
    for (i = 1; i <= n; i++) {
        double value = sorted[from], count = (double)(i - from);
        if (i < n && !(value < sorted[i])) continue;
        for (j = from; j < i; j++) sorted[j] = value + tick * (((double)(j - from) + 0.5) / count - 0.5);
        from = i;
    }
}

/* 99 % points of the ratio under the uniform law, the worst of those with one mode; between them linear in ln n. */
static double gt_valley_limit_(size_t n) {
    static const double sizes[] = {20, 25, 30, 40, 50, 70, 100, 150, 200, 300, 500, 700, 1000, 2000, 5000, 10000};
    static const double ratios[] = {6.31, 6.20, 6.20, 5.64, 5.30, 5.26, 4.74, 4.46, 4.16, 3.89, 3.51, 3.23, 2.95, 2.60,
                                    2.22, 2.02};
    const size_t count = sizeof sizes / sizeof *sizes;
    double at = (double)n;
    size_t i = 1;
    if (at >= sizes[count - 1]) return 1.05 * ratios[count - 1];
    while (at > sizes[i]) i++;
    at = gt_log_(at / sizes[i - 1]) / gt_log_(sizes[i] / sizes[i - 1]);
    return 1.05 * (ratios[i - 1] + at * (ratios[i] - ratios[i - 1]));
}

/* Where the spacing is largest compared with the tightest ones at least m away on either side; n if nowhere.
   room: as long as the spacings */
static size_t gt_widest_(const double *spacing, size_t n, size_t m, double *room, double *ratio) {
    size_t i, best = n;
    double before = spacing[0];
    for (i = n; i-- > 0;) room[i] = i + 1 < n && room[i + 1] < spacing[i] ? room[i + 1] : spacing[i];
    *ratio = 0.0;
    for (i = m; i + m < n; i++) {
        double found;
        if (spacing[i - m] < before) before = spacing[i - m];
        found = spacing[i] / gt_larger_(before, room[i + m]);
        if (found > *ratio) {
            *ratio = found;
            best = i;
        }
    }
    return best;
}

static size_t gt_tightest_(const double *spacing, size_t from, size_t to) {
    size_t i, best = from;
    for (i = from + 1; i < to; i++) {
        if (spacing[i] < spacing[best]) best = i;
    }
    return best;
}

static size_t gt_count_below_(const double *sorted, size_t n, double value) {
    size_t low = 0, high = n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (sorted[middle] < value) low = middle + 1;
        else high = middle;
    }
    return low;
}

/* Spoils the table. */
static void gt_find_modes_(const gt_table_ *t, double median, gt_diagnosis *out) {
    size_t m = (size_t)(gt_sqrt_((double)t->n) + 0.5), n, at, low, high, i;
    const double *sorted = t->sorted;
    double *spacing = t->x, *room = (double *)(void *)t->order, ratio, valley;     /* room: the ranks too */
    if (!(median > 0.0)) return;
    gt_spread_ties_(t->sorted, t->n, t->tick);
    if (m < 3) m = 3;
    n = t->n - m;
    for (i = 0; i < n; i++) spacing[i] = gt_larger_(sorted[i + m] - sorted[i], 1e-14 * median);     /* or rounding */
    at = gt_widest_(spacing, n, m, room, &ratio);
    if (at == n || !(ratio > gt_valley_limit_(t->n))) return;
    low = gt_tightest_(spacing, 0, at - m + 1);
    high = gt_tightest_(spacing, at + m, n);
    valley = (sorted[at] + sorted[at + m]) / 2.0;
    out->bimodal.low = (sorted[low] + sorted[low + m]) / 2.0;
    out->bimodal.high = (sorted[high] + sorted[high + m]) / 2.0;
    out->bimodal.low_share = (double)gt_count_below_(sorted, t->n, valley) / (double)t->n;
    out->bimodal.fired = out->bimodal.high - out->bimodal.low >= 0.02 * median;
}

/* ---- all of it, on a series cleared of its start ---- */

static void gt_diagnose_rest_(gt_table_ *t, gt_diagnosis *out) {
    gt_level_ level = gt_level_of_(t, 0, t->n, 1, t->tick);
    out->coarse.fired = t->tick > 0.0 && t->tick > 0.01 * level.median;
    out->coarse.percent = level.median > 0.0 ? 100.0 * t->tick / level.median : gt_infinity_();
    if (t->n < 8) return;
    gt_find_outliers_(t, level, out);
    if (t->n < 20) {
        gt_find_gross_drift_(t, out);
        return;
    }
    gt_find_order_(t, out);
    gt_find_modes_(t, level.median, out);
    if (out->drift.fired || out->alternate.fired) out->bimodal.fired = 0;
}

gt_status gt_diagnose(const double *x, size_t n, double tick, gt_diagnosis *out) {
    gt_table_ t;
    double *room;
    size_t i;
    if (!out) return GT_ERR_ARGUMENT;
    memset(out, 0, sizeof *out);
    if ((!x && n > 0) || !gt_is_tick_(tick)) return GT_ERR_ARGUMENT;
    for (i = 0; i < n; i++) out->n += (size_t)gt_is_finite_(x[i]);
    out->rejected = n - out->n;
    if (out->n == 0) return GT_OK;
    if (out->n > 0x7FFFFFFF || out->n > (size_t)-1 / 3 / sizeof *room) return GT_ERR_MEMORY;
    room = (double *)malloc(3 * out->n * sizeof *room);
    if (!room) return GT_ERR_MEMORY;
    t = gt_table_of_(x, n, out->n, tick, room);
    gt_find_cold_first_(&t, out);
    gt_find_warmup_(&t, out);
    out->dropped = out->warmup.fired ? out->warmup.samples : (size_t)out->cold_first.fired;
    if (out->dropped) gt_table_drop_(&t, out->dropped);
    gt_diagnose_rest_(&t, out);
    out->fired = out->cold_first.fired + out->warmup.fired + out->drift.fired + out->bimodal.fired +
                 out->autocorr.fired + out->alternate.fired + out->outliers.fired + out->coarse.fired;
    free(room);
    return GT_OK;
}

/* -- text: numbers that read the same under any locale; trials and reports use it -- */

/* One of 16 rooms of this thread for a short text, in turn. */
#define GT_TEXT_ROOM_ 48
static char *gt_text_room_(void) {
    static GT_THREAD_LOCAL_ char room[16][GT_TEXT_ROOM_];
    static GT_THREAD_LOCAL_ unsigned turn;
    return room[turn++ % 16];
}
static char *gt_copy_of_(const char *text) {    /* NULL: no memory */
    char *copy = (char *)malloc(strlen(text) + 1);
    return copy ? strcpy(copy, text) : NULL;
}
static void gt_point_(char *s) {
    const char *point = localeconv()->decimal_point;
    size_t length = strlen(point);
    char *at = length && strcmp(point, ".") ? strstr(s, point) : NULL;
    if (at) {
        *at = '.';
        memmove(at + 1, at + length, strlen(at + length) + 1);
    }
}
static const char *gt_fixed_(double value, int decimals, const char *unit) {
    char *text = gt_text_room_();
    size_t length;
    snprintf(text, GT_TEXT_ROOM_, gt_abs_(value) < 1e21 ? "%.*f" : "%.*e", decimals, value);
    gt_point_(text);
    length = strlen(text);
    gt_copy_(text + length, GT_TEXT_ROOM_ - length, unit);
    return text;
}
static const char *gt_digits_(double x, const char *unit) {     /* three digits and a unit */
    double a = gt_abs_(x);
    return gt_fixed_(x, a >= 99.95 || a == 0 ? 0 : a >= 9.995 ? 1 : 2, unit);
}
static const char *gt_time_(double ns) {
    double a = gt_abs_(ns);
    if (!gt_is_finite_(ns)) return "-";
    if (a < 999.5) return gt_digits_(ns, " ns");
    if (a < 999.5e3) return gt_digits_(ns * 1e-3, " us");
    if (a < 999.5e6) return gt_digits_(ns * 1e-6, " ms");
    return gt_digits_(ns * 1e-9, " s");
}
static const char *gt_rate_(double per_s, const char *unit) {
    static const char *const prefix[] = { " ", " k", " M", " G", " T", " P" };
    char full[16];
    int i = 0;
    while (per_s >= 999.5 && i < 5) {
        per_s *= 1e-3;
        i++;
    }
    snprintf(full, sizeof full, "%s%s", prefix[i], unit);
    return gt_digits_(per_s, full);
}
static const char *gt_percent_(double percent) {
    double a = gt_abs_(percent);
    return gt_fixed_(percent, a >= 9.95 || a == 0 ? 0 : a >= 0.095 ? 1 : a >= 0.00095 ? 3 : 6, " %");
}

static double gt_parse_(const char *s, const char **end) {  /* digits, a point, an exponent, under any locale; NaN: no number */
    double x = 0, scale = 1;
    int digits = 0, exponent = 0, sign = 1;
    for (; *s >= '0' && *s <= '9'; s++, digits++) x = x * 10 + (*s - '0');
    if (*s == '.') for (s++; *s >= '0' && *s <= '9'; s++, digits++) x += (*s - '0') * (scale /= 10);
    if (digits && (*s == 'e' || *s == 'E')) {
        s++;
        if (*s == '+' || *s == '-') sign = *s++ == '-' ? -1 : 1;
        for (; *s >= '0' && *s <= '9' && exponent < 400; s++) exponent = exponent * 10 + (*s - '0');
    }
    while (exponent-- > 0) x = sign > 0 ? x * 10 : x / 10;
    *end = s;
    return digits ? x : gt_nan_();
}

/* ==== >>trial, implementation ==== */

enum { GT_SIDES_ = 8 };
typedef struct gt_trial_state_ {
    gt_trial_options o;
    char *name;
    gt_thread_ *thread;
    gt_node_ *around;               /* the scope that was open when it began */
    gt_node_ *cold, *node;          /* where warm-up passes and measured passes go; of a comparison: its own node, twice */
    gt_scope pass;                  /* of a trial: the pass that runs */
    int running, compare, batched;
    int warm_left;                  /* warm-up passes to come */
    uint64_t passes_each, passes_done;  /* of a sample: passes, how many of them are over */
    uint64_t begin;                 /* of the first measured pass, ticks */
    size_t passes, next_look;
    double progress_s, worst;       /* last progress; worst half-width at the last look */
    char worst_name[64];
    int sides, selected, ran, position;     /* selected -1: sides make themselves known */
    const char *side_name[GT_SIDES_];
    gt_node_ *side[GT_SIDES_], *cold_side[GT_SIDES_];
    int order[GT_SIDES_ * GT_SIDES_];
    uint32_t random, errors;        /* errors: how many there were when it began */
    int nested;                     /* another one was begun inside */
} gt_trial_state_;

const char *gt_stop_text(gt_stop stop) {
    static const char *const text[] = {
#define GT_X_(code, words) words,
        GT_STOPS(GT_X_)
#undef GT_X_
    };
    return (unsigned)stop < (unsigned)GT_STOP_COUNT ? text[stop] : "";
}

static uint64_t gt_now_begin_(void) { return gt_running_mode_() == GT_STATE_TICK_ ? gt_tick_begin_() : gt_now_(); }
static uint64_t gt_now_end_(void) { return gt_running_mode_() == GT_STATE_TICK_ ? gt_tick_end_() : gt_now_(); }
static double gt_trial_s_(const gt_trial_state_ *st) { return (double)(gt_now_() - st->begin) * gt_clk_.ns_per_tick * 1e-9; }

static void gt_trial_free_(gt_trial_state_ *st) {
    int i;
    for (i = 0; i < st->sides; i++) free((void *)(uintptr_t)st->side_name[i]);
    free(st->name);
    free(st);
}
enum { GT_KIND_TRIAL_, GT_KIND_COMPARE_, GT_KIND_BATCH_ };
static gt_trial gt_trial_new_(gt_trial_options o, int kind) {
    gt_trial t = { NULL, 0 };
    gt_trial_state_ *st;
    gt_thread_ *thread;
    size_t length;
    gt_clock_fit_();
    if ((GT_PEEK_(&gt_state_) & 3u) == GT_STATE_OFF_) return t;
    if (!o.name) o.name = "trial";
    thread = gt_thread_mine_();
    if (thread && thread->trial) {
        thread->trial->nested = 1;
        gt_error_keep(GT_ERR_ORDER, 0, NULL, "a trial, comparison or batch inside another", "", 0, o.name);
        return t;
    }
    length = strlen(o.name) + 1;
    st = (gt_trial_state_ *)calloc(1, sizeof *st);
    if (st) st->name = (char *)malloc(length);
    if (!thread || !st || !st->name) {
        if (st) free(st->name);
        free(st);
        gt_error_keep(GT_ERR_MEMORY, 0, NULL, "gt_trial_begin", "", 0, o.name);
        return t;
    }
    memcpy(st->name, o.name, length);
    if (!(o.budget_s > 0)) o.budget_s = 10;
    if (!(o.precision > 0)) o.precision = 0.01;
    if (!(o.threshold > 0)) o.threshold = 0.01;
    if (o.max_n <= 0) o.max_n = 1000;
    st->o = o;
    st->thread = thread;
    st->around = thread->current;
    st->compare = kind == GT_KIND_COMPARE_;
    st->batched = kind == GT_KIND_BATCH_;
    st->warm_left = o.warmup < 0 ? 0 : o.warmup ? o.warmup : 2;
    st->passes_each = 1;
    st->next_look = 20;
    st->selected = -1;
    st->random = 2463534242u;
    st->errors = GT_LOAD_(&gt_errors_);
    if (st->compare) st->node = st->cold = gt_child_named_(thread->current, st->name, GT_KIND_COMPARISON, 0);
    else if (st->batched) st->cold = gt_child_named_(thread->current, st->name, GT_KIND_BATCH, 1);
    else if (st->warm_left) st->cold = gt_child_named_(thread->current, st->name, GT_KIND_TRIAL, 1);
    if (st->batched && st->cold) st->node = gt_child_named_(thread->current, st->name, GT_KIND_BATCH, 0);
    if ((kind != GT_KIND_TRIAL_ && !st->node) || (st->warm_left && !st->cold)) {
        gt_trial_free_(st);
        gt_error_keep(GT_ERR_MEMORY, 0, NULL, "gt_trial_begin", "", 0, "no memory, or deeper than GPUTIME_MAX_DEPTH");
        return t;
    }
    if (st->compare) st->node->state->threshold = o.threshold;
    thread->trial = st;
    t.state = st;
    return t;
}
gt_trial gt_trial_begin(gt_trial_options options) { return gt_trial_new_(options, GT_KIND_TRIAL_); }
gt_trial gt_compare_begin(gt_trial_options options) { return gt_trial_new_(options, GT_KIND_COMPARE_); }

/* The measured passes find their series made and their memory touched. */
static void gt_clone_children_(gt_node_ *from, gt_node_ *to) {
    gt_node_ *c;
    for (c = from->state->children; c; c = c->state->sibling) {
        gt_key_ key = gt_key_of_node_(c);
        gt_node_ *copy = gt_child_(to, &key);
        if (copy) gt_clone_children_(c, copy);
    }
}

/* -- looking -- */

/* The samples of a series since the measured passes began, in ns; NULL: none, or no memory. Owner: the caller. */
static double *gt_samples_since_(gt_node_ *n, uint64_t begin, size_t *count) {
    gt_series_state_ *st = n->state;
    uint64_t left = gt_samples_in_(n) - st->freed, forgotten = GT_PEEK_(&st->mark_n), index = st->freed;
    double *x = (double *)malloc((size_t)(left ? left : 1) * sizeof *x);
    gt_block_ *b;
    *count = 0;
    for (b = st->blocks; x && b && left; b = b->after) {
        gt_ticks_ *s = gt_block_samples_(b);
        uint64_t i, k = left < b->size ? left : b->size;
        for (i = 0; i < k; i++, index++) {
            double ns = st->in_ns ? gt_double_of_(s[i].ticks) : (double)s[i].ticks * gt_clk_.ns_per_tick;
            if (index >= forgotten && (int64_t)(s[i].begin - begin) >= 0 && gt_is_finite_(ns)) x[(*count)++] = ns;
        }
        left -= k;
    }
    return x;
}
static double gt_half_width_(const gt_interval *ci, double median) {
    return ci->confidence > 0 && median > 0 ? (ci->high - ci->low) / 2 / median : DBL_MAX;
}
#define GT_LOOK_CONFIDENCE_ 0.97
static double gt_look_(gt_node_ *n, uint64_t begin) {   /* half-width over median; -1 without samples */
    size_t count;
    double *x = gt_samples_since_(n, begin, &count), width = -1, tau;
    double step = gt_clk_.info.step_ns / (double)(n->state->passes ? n->state->passes : 1);
    gt_interval ci;
    if (n->state->kind == GT_KIND_OUTSIDE || n->state->kind == GT_KIND_COMMAND) step = 0;
    if (!x) return DBL_MAX;
    if (count) {
        tau = gt_tau(x, count);
        gt_sort_doubles_(x, count);
        ci = gt_median_interval(x, count, tau, step, GT_LOOK_CONFIDENCE_);
        width = ci.confidence >= GT_LOOK_CONFIDENCE_ - 1e-9 ? gt_half_width_(&ci, gt_median_of_sorted_(x, count)) : DBL_MAX;
    }
    free(x);
    return width;
}
static void gt_trial_worse_(gt_trial_state_ *st, double width, const char *name) {
    if (width < st->worst) return;
    st->worst = width;
    gt_copy_(st->worst_name, sizeof st->worst_name, name);
}
/* Each time of a round is off by up to one step of the clock, and so is their ratio, by what that is of both. */
static void gt_widen_ratio_(gt_ratio *r, double step_ns, double a, double b) {
    double by = a > 0 && b > 0 ? gt_exp_(step_ns / a + step_ns / b) : 1;
    r->ci.low /= by;
    r->ci.high *= by;
}
static double gt_side_ratio_width_(gt_trial_state_ *st, int side) {
    size_t na, nb;
    double *a = gt_samples_since_(st->side[0], st->begin, &na), *b = gt_samples_since_(st->side[side], st->begin, &nb), width = DBL_MAX;
    gt_ratio r;
    if (a && b && gt_ratio_paired(a, b, na < nb ? na : nb, 1 - (1 - GT_LOOK_CONFIDENCE_) / (st->sides - 1), &r) == GT_OK &&
        r.ci.confidence >= r.wanted - 1e-9 && r.ci.low > 0) {
        gt_sort_doubles_(a, na);
        gt_sort_doubles_(b, nb);
        gt_widen_ratio_(&r, gt_clk_.info.step_ns, gt_median_of_sorted_(a, na), gt_median_of_sorted_(b, nb));
        width = gt_log_(r.ci.high / r.ci.low) / 2;
    }
    free(a);
    free(b);
    return width;
}
/* Both times of a round are off by up to one step of the clock. */
static void gt_widen_slope_(gt_slope *s, double step_ns, double K) {
    double by = 2 * step_ns / (K - 1);
    s->slope_ci.low -= by;
    s->slope_ci.high += by;
    s->fixed_ci.low -= by + step_ns;
    s->fixed_ci.high += by + step_ns;
}
static double gt_slope_width_(const gt_trial_state_ *st) {      /* of a batch, whose groups of 1 and of K are side[0] and side[1] */
    size_t na, nb;
    double *a = gt_samples_since_(st->side[0], st->begin, &na), *b = gt_samples_since_(st->side[1], st->begin, &nb), width = DBL_MAX;
    gt_slope s;
    if (a && b && gt_slope_paired(a, b, na < nb ? na : nb, (double)st->passes_each, GT_LOOK_CONFIDENCE_, &s) == GT_OK &&
        s.slope_ci.confidence >= GT_LOOK_CONFIDENCE_ - 1e-9) {
        gt_widen_slope_(&s, gt_clk_.info.step_ns, (double)st->passes_each);
        width = gt_half_width_(&s.slope_ci, s.slope);
    }
    free(a);
    free(b);
    return width;
}
static void gt_trial_look_(gt_trial_state_ *st) {
    gt_node_ *n;
    int i;
    st->worst = 0;
    st->worst_name[0] = 0;
    if (st->batched) {
        gt_trial_worse_(st, gt_slope_width_(st), "the slope");
        return;
    }
    if (st->compare) {
        for (i = 1; i < st->sides; i++) gt_trial_worse_(st, gt_side_ratio_width_(st, i), st->side_name[i]);
        return;
    }
    for (n = gt_node_next_(st->node, st->node); n; n = gt_node_next_(n, st->node)) {
        int counts = n->state->kind != GT_KIND_COMMAND && (!st->o.phase || !strcmp(st->o.phase, n->state->name));
        double width = counts ? gt_look_(n, st->begin) : -1;
        if (width >= 0) gt_trial_worse_(st, width, n->state->name);
    }
    if (!st->worst_name[0]) gt_trial_worse_(st, gt_look_(st->node, st->begin), st->name);      /* no phase has run: the body as a whole */
}

static void gt_trial_progress_(gt_trial_state_ *st, int last) {
    double now = gt_trial_s_(st);
    if (!st->o.progress || !st->begin || (!last && now - st->progress_s < 0.2)) return;
    st->progress_s = now;
    if (last) {
        fprintf(st->o.progress, "\r%100s\r", "");
    } else {
        fprintf(st->o.progress, "\r%.30s: n=%lu", st->name, (unsigned long)st->passes);
        if (st->worst > 0 && st->worst < 10)
            fprintf(st->o.progress, ", %.16s %s of %s", st->worst_name, gt_percent_(100 * st->worst), gt_percent_(100 * st->o.precision));
        fprintf(st->o.progress, ", %s left   ", gt_time_((st->o.budget_s > now ? st->o.budget_s - now : 0) * 1e9));
    }
    fflush(st->o.progress);
}

/* -- stopping -- */

/* A comparison that ends in mid-round: the sides that ran in it give their sample back, so that rounds stay pairs. */
static void gt_round_undo_(gt_trial_state_ *st) {
    int k, position = st->position + (st->ran && st->warm_left <= 0);
    if (!st->compare || !st->begin) return;
    for (k = position % st->sides; k > 0; k--) {
        gt_node_ *n = st->side[st->order[position - k]];
        if (!n->state->last_block || n->next == gt_block_samples_(n->state->last_block)) continue;
        gt_lock_();
        GT_STORE_(&n->next, n->next - 1);
        gt_count_(n, GT_N_left_early, 1);
        gt_unlock_();
    }
}
static void gt_trial_sentence_(const gt_trial_state_ *st, gt_stop stop, char *text /* of 512 */) {
    const char *what = st->compare || st->batched ? "rounds" : "passes";
    unsigned long n = (unsigned long)st->passes;
    sprintf(text, "%s after %lu %s", gt_stop_text(stop), n, what);
    if (stop == GT_STOP_BUDGET) sprintf(text, "budget of %s spent after %lu %s", gt_time_(st->o.budget_s * 1e9), n, what);
    if (stop == GT_STOP_PRECISION) sprintf(text, "precision of %s reached after %lu %s", gt_percent_(100 * st->o.precision), n, what);
    if (stop == GT_STOP_LEFT && st->compare && st->selected >= 0 && !st->ran)
        sprintf(text + strlen(text), ": side '%.60s' did not run to its end", st->side_name[st->selected]);
    if ((stop == GT_STOP_BUDGET || stop == GT_STOP_MAXIMUM) && st->worst > st->o.precision && st->o.precision > 1e-6) {     /* below: none was wanted */
        sprintf(text + strlen(text), "; %.60s has not reached %s", st->worst_name, gt_percent_(100 * st->o.precision));
        if (st->worst < 10) sprintf(text + strlen(text), " (%s)", gt_percent_(100 * st->worst));
    }
    if (st->o.phase && st->worst_name[0] && !st->compare && strcmp(st->worst_name, st->o.phase))
        sprintf(text + strlen(text), "; no scope is called '%.60s': the whole was judged", st->o.phase);
}
static void gt_trial_stop_(gt_trial_state_ *st, gt_stop stop) {
    char text[512], *copy;
    gt_node_ *n;
    if (st->node && st->begin && (stop == GT_STOP_BUDGET || stop == GT_STOP_MAXIMUM)) gt_trial_look_(st);
    if (!st->node) st->node = gt_child_named_(st->around, st->name, GT_KIND_TRIAL, 0);      /* it ended in the warm-up */
    n = st->node ? st->node : st->cold;
    gt_round_undo_(st);
    gt_trial_progress_(st, 1);
    gt_trial_sentence_(st, stop, text);
    if (!n) return;
    copy = (char *)malloc(strlen(text) + 1);
    if (copy) strcpy(copy, text);
    gt_lock_();
    free(n->state->stopped);
    n->state->stopped = copy;
    n->state->stop = stop;
    gt_unlock_();
}
void gt_trial_end(gt_trial *t) {
    gt_trial_state_ *st = t->state;
    if (!st) return;
    t->state = NULL;
    t->passes = 1;
    if (st->running && st->pass.node) gt_scope_left_(&st->pass);
    gt_trial_stop_(st, GT_STOP_LEFT);
    st->thread->trial = NULL;
    gt_trial_free_(st);
}
static int gt_trial_over_(gt_trial *t, gt_stop stop) {
    gt_trial_state_ *st = t->state;
    gt_trial_stop_(st, stop);
    st->thread->trial = NULL;
    t->state = NULL;
    t->passes = 1;
    gt_trial_free_(st);
    return 0;
}
static gt_stop gt_trial_why_stop_(gt_trial_state_ *st) {
    if (st->passes >= (size_t)st->o.max_n) return GT_STOP_MAXIMUM;
    if (gt_trial_s_(st) >= st->o.budget_s) return GT_STOP_BUDGET;
    if (st->passes < st->next_look) return GT_STOP_NONE;
    st->next_look = st->next_look + (st->next_look + 1) / 2;
    gt_trial_look_(st);
    return st->worst <= st->o.precision ? GT_STOP_PRECISION : GT_STOP_NONE;
}

/* -- passes of a trial -- */

static int gt_pass_begin_(gt_trial_state_ *st) {
    gt_thread_ *thread = st->thread;
    int cold = st->warm_left > 0;
    if (!cold && !st->node) {       /* the first measured pass */
        gt_key_ key = gt_key_of_(st->name, GT_KIND_TRIAL, 0);
        key.in_ns = st->passes_each > 1;
        st->node = gt_child_(thread->current, &key);
        if (!st->node) {
            gt_error_keep(GT_ERR_MEMORY, 0, NULL, "gt_trial_next", "", 0, "no memory, or deeper than GPUTIME_MAX_DEPTH");
            return 0;
        }
        if (st->cold) gt_clone_children_(st->cold, st->node);
        st->node->state->passes = st->passes_each;
        st->begin = gt_now_();
    }
    st->passes_done = 0;
    st->pass.node = cold ? st->cold : st->node;
    st->pass.live = 1;
    st->pass.state = GT_PEEK_(&gt_state_);
    thread->current = st->pass.node;
    st->running = 1;
    st->pass.begin = gt_now_begin_();
    return 1;
}
/* Warm-up passes also find how many passes make an interval of 100 steps, if the body has no scopes. */
static void gt_batch_grow_(gt_trial_state_ *st, uint64_t ticks) {
    double ns = (double)ticks * gt_clk_.ns_per_tick, wanted = 100 * gt_clk_.info.step_ns, factor = ns > 0 ? 1.2 * wanted / ns : 10;
    if (st->cold->state->children || st->cold->state->alert & ~GT_ALERT_WORK_ || ns >= wanted || st->passes_each >= 10000000 || (st->passes_each > 1000 && !(ns > 0))) {
        if (!(ns > 0)) st->passes_each = 1;   /* a clock that stands still in the body */
        st->warm_left--;
        return;
    }
    st->passes_each = (uint64_t)((double)st->passes_each * (factor > 10 ? 10 : factor)) + 1;
}
static int gt_pass_end_(gt_trial_state_ *st, uint64_t end) {    /* 0: it is no sample */
    uint64_t ticks = end - st->pass.begin, value = ticks;
    gt_series_state_ *series = st->pass.node->state;
    st->running = 0;
    if (ticks >> 63) {              /* the clock stepped back */
        gt_count_(st->pass.node, GT_N_backwards, 1);
        if (st->warm_left > 0) st->warm_left--;
        else st->passes++;
        gt_alerts_drop_(st->pass.node);
        return gt_scope_pop_(&st->pass);
    }
    if (series->in_ns) value = gt_bits_of_((double)ticks * gt_clk_.ns_per_tick / (double)st->passes_each);
    if (st->passes_each > 1) {            /* the claims of all passes in the batch have added up */
        series->now_flops /= (double)st->passes_each;
        series->now_bytes /= (double)st->passes_each;
        if (!series->in_ns) value = ticks / st->passes_each;
    }
    if (st->warm_left > 0) {
        gt_batch_grow_(st, ticks);
        return gt_scope_finish_(&st->pass, end, value, NULL);
    }
    if (!gt_scope_finish_(&st->pass, end, value, NULL)) return 0;
    st->passes++;
    return 1;
}

/* -- passes of a comparison -- */

static uint32_t gt_random_(gt_trial_state_ *st) {       /* Marsaglia's xorshift: only for the order of sides */
    st->random ^= st->random << 13;
    st->random ^= st->random >> 17;
    st->random ^= st->random << 5;
    return st->random;
}
/* N rounds of N sides: a shuffled cyclic Latin square, rows in random order; for two sides that is ABBA or BAAB. */
static void gt_order_shuffle_(gt_trial_state_ *st) {
    int n = st->sides, p[GT_SIDES_], row[GT_SIDES_], i, k;
    for (i = 0; i < n; i++) p[i] = row[i] = i;
    for (i = n - 1; i > 0; i--) {
        int j = (int)(gt_random_(st) % (uint32_t)(i + 1)), keep = p[i];
        p[i] = p[j];
        p[j] = keep;
        j = (int)(gt_random_(st) % (uint32_t)(i + 1));
        keep = row[i];
        row[i] = row[j];
        row[j] = keep;
    }
    for (i = 0; i < n; i++) for (k = 0; k < n; k++) st->order[i * n + k] = p[(row[i] + k) % n];
}
static int gt_compare_next_(gt_trial *t) {
    gt_trial_state_ *st = t->state;
    if (!st->running) {             /* the first pass: sides make themselves known */
        st->running = 1;
        return 1;
    }
    if (st->selected < 0) {
        if (st->sides < 2) {
            gt_error_keep(GT_ERR_ARGUMENT, 0, NULL, "a comparison needs 2 to 8 sides with different names", "", 0, st->name);
            return gt_trial_over_(t, GT_STOP_FAILED);
        }
        st->warm_left *= st->sides;
    } else if (!st->ran) {          /* its body did not come by the side, or left it */
        return gt_trial_over_(t, GT_LOAD_(&gt_errors_) != st->errors ? GT_STOP_FAILED : GT_STOP_LEFT);
    } else {
        st->ran = 0;
        if (st->warm_left > 0) {
            st->warm_left--;
        } else if (++st->position % st->sides == 0) {
            gt_stop stop;
            st->passes++;
            gt_trial_progress_(st, 0);
            stop = gt_trial_why_stop_(st);
            if (stop != GT_STOP_NONE) return gt_trial_over_(t, stop);
        }
    }
    if (st->warm_left > 0) {
        st->selected = (st->sides - st->warm_left % st->sides) % st->sides;
        return 1;
    }
    if (!st->begin) {
        int i;
        for (i = 0; i < st->sides; i++) {
            st->side[i] = gt_child_named_(st->node, st->side_name[i], GT_KIND_SIDE, 0);
            if (!st->side[i]) return gt_trial_over_(t, GT_STOP_FAILED);
            st->side[i]->state->rank = i;
            if (st->cold_side[i]) gt_clone_children_(st->cold_side[i], st->side[i]);
        }
        st->begin = gt_now_();
    }
    if (st->position % (st->sides * st->sides) == 0) {
        st->position = 0;
        gt_order_shuffle_(st);
    }
    st->selected = st->order[st->position];
    return 1;
}

int gt_trial_next(gt_trial *t) {
    gt_trial_state_ *st = t->state;
    gt_thread_ *thread;
    uint64_t end;
    if (!st) return t->passes++ == 0;
    if (!st->compare && st->running) {
        int good;
        if (++st->passes_done < st->passes_each) return 1;
        end = gt_now_end_();
        good = gt_pass_end_(st, end);
        if (!good) return gt_trial_over_(t, GT_STOP_FAILED);
        gt_trial_progress_(st, 0);
        if (st->warm_left <= 0 && st->node) {
            gt_stop stop = gt_trial_why_stop_(st);
            if (stop != GT_STOP_NONE) return gt_trial_over_(t, stop);
        }
    }
    if (GT_LOAD_(&gt_errors_) != st->errors || (GT_PEEK_(&gt_state_) & 3u) == GT_STATE_OFF_) return gt_trial_over_(t, GT_STOP_FAILED);
    if (st->compare) return gt_compare_next_(t);
    if (gt_pass_begin_(st)) return 1;
    thread = st->thread;
    thread->trial = NULL;
    t->state = NULL;
    gt_trial_free_(st);
    return 0;
}

static void gt_side_known_(gt_trial_state_ *st, const char *name) {
    size_t length = strlen(name) + 1;
    char *copy;
    int i;
    for (i = 0; i < st->sides; i++)
        if (!strcmp(st->side_name[i], name)) {
            gt_error_keep(GT_ERR_ARGUMENT, 0, NULL, "two sides of a comparison with one name", "", 0, name);
            return;
        }
    copy = st->sides < GT_SIDES_ ? (char *)malloc(length) : NULL;
    if (!copy) {
        gt_error_keep(st->sides < GT_SIDES_ ? GT_ERR_MEMORY : GT_ERR_ARGUMENT, 0, NULL, "more than 8 sides, or no memory", "", 0, name);
        return;
    }
    memcpy(copy, name, length);
    st->side_name[st->sides++] = copy;
}
gt_scope gt_side_begin(const char *name) {
    gt_trial_state_ *st = gt_self_ ? gt_self_->trial : NULL;
    gt_scope s;
    gt_node_ *n;
    memset(&s, 0, sizeof s);
    if (!st || !st->compare || st->nested) {    /* switched off, inside another trial, or outside: the sides run, once each */
        s.live = 1;
        s.state = GT_STATE_OFF_;
        return s;
    }
    if (st->selected < 0) {
        gt_side_known_(st, name);
        return s;
    }
    if (st->ran || strcmp(st->side_name[st->selected], name)) return s;
    if (st->warm_left > 0) {
        n = gt_child_named_(st->node, name, GT_KIND_SIDE, 1);
        st->cold_side[st->selected] = n;
    } else {
        n = st->side[st->selected];
    }
    if (!n) return s;
    s.node = n;
    s.live = 1;
    s.state = GT_PEEK_(&gt_state_);
    n->thread->current = n;
    s.begin = gt_now_begin_();
    return s;
}
void gt_side_end(gt_scope *side) {
    uint64_t end = gt_now_end_();
    gt_node_ *n = side->node;
    if (!n) {
        side->live = 0;
        return;
    }
    if (gt_scope_finish_(side, end, end - side->begin, NULL) && n->thread->trial) n->thread->trial->ran = 1;
}

/* ==== >>snapshot, implementation ==== */

static char gt_about_[512];
static uint32_t gt_about_there_;                /* whether it says anything, for those who do not hold the lock */
static double gt_stamp_step_(void) { return gt_seam_() ? (double)gt_seam_()->step_ns() : 1; }

static void gt_about_keep_(const char *text, int only_if_none) {
    gt_lock_();
    if (!only_if_none || !gt_about_[0]) gt_copy_(gt_about_, sizeof gt_about_, text);
    GT_STORE_(&gt_about_there_, gt_about_[0] ? 1u : 0u);
    gt_unlock_();
}
void gt_report_about(const char *text) { gt_about_keep_(text, 0); }

/* -- snapshots: all threads' trees merged by name, samples copied under the lock -- */

/* Series are found by a hash of their name and what else tells them apart; place 0 is the root, which is no series. */
typedef struct gt_source_ { gt_node_ *node; unsigned thread; size_t visible, next; } gt_source_;
typedef struct gt_merged_ {
    gt_series s;
    size_t parent, child, last_child, sibling;  /* places; 0: none */
    size_t source, last_source;                 /* places + 1; 0: none */
    size_t visible;
    uint64_t hash;
} gt_merged_;
typedef struct gt_merge_ {
    gt_merged_ *series;
    gt_source_ *source;
    size_t *table, table_size;
    size_t count, room, source_count, source_room;
} gt_merge_;

static void *gt_grown_(void *p, size_t count, size_t *room, size_t size) {  /* room for one more; NULL: no memory, p lives on */
    void *q;
    size_t wanted;
    if (count < *room) return p;
    wanted = *room ? *room * 2 : 16;
    q = realloc(p, wanted * size);
    if (q) *room = wanted;
    return q;
}

static uint64_t gt_hash_text_(uint64_t hash, const char *text) {     /* FNV-1a */
    for (; *text; text++) hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return hash;
}
static uint64_t gt_merge_hash_(const gt_series_state_ *st, size_t parent) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325) ^ (uint64_t)parent * 31u ^ (uint64_t)st->kind * 5u;
    return gt_hash_text_(hash, st->name);
}
static int gt_merge_is_(const gt_merged_ *m, const gt_series_state_ *st, size_t parent, uint64_t hash) {
    const gt_series *s = &m->s;
    return m->hash == hash && m->parent == parent && s->kind == st->kind && s->cold_ == st->cold && s->in_ns_ == st->in_ns &&
           (s->device_ == st->device || !gt_is_of_one_device_(st->kind)) && !strcmp(s->name, st->name);
}
static size_t *gt_merge_slot_(const gt_merge_ *m, const gt_series_state_ *st, size_t parent, uint64_t hash) {
    size_t at = (size_t)hash & (m->table_size - 1);
    while (m->table[at] && !gt_merge_is_(&m->series[m->table[at]], st, parent, hash)) at = (at + 1) & (m->table_size - 1);
    return &m->table[at];
}
static int gt_merge_table_(gt_merge_ *m) {      /* twice as large, so that it stays half empty; 0: no memory */
    size_t size = m->table_size ? m->table_size * 2 : 64, i, at;
    size_t *table = (size_t *)calloc(size, sizeof *table);
    if (!table) return 0;
    for (i = 1; i < m->count; i++) {
        for (at = (size_t)m->series[i].hash & (size - 1); table[at]; at = (at + 1) & (size - 1)) {}
        table[at] = i;
    }
    free(m->table);
    m->table = table;
    m->table_size = size;
    return 1;
}
static void gt_series_begin_(gt_series *s, const gt_node_ *n, const gt_series *parent) {
    const gt_series_state_ *st = n->state;
    memset(s, 0, sizeof *s);
    s->name = st->name;
    s->file = n->site ? n->site->file : "";
    s->line = n->site ? n->site->line : 0;
    s->optimised = n->site ? n->site->optimised : -1;
    s->depth = parent ? parent->depth + 1 : 0;
    s->kind = st->kind;
    s->cold_ = st->cold;
    s->cold = st->cold || (parent && parent->cold);
    s->below_cold_ = parent && parent->cold;
    s->in_ns_ = st->in_ns;
    s->looked = st->kind == GT_KIND_TRIAL || st->kind == GT_KIND_COMPARISON || st->kind == GT_KIND_BATCH || (parent && parent->looked);
    s->passes = st->passes ? (unsigned long)st->passes : 1;
    s->threshold = st->threshold;
    s->rank_ = st->rank;
    s->device_ = st->device;
    s->plain = gt_sample_unknown_();
}
static size_t gt_merge_series_(gt_merge_ *m, size_t parent, gt_node_ *n) {  /* its place; 0: no memory */
    uint64_t hash = gt_merge_hash_(n->state, parent);
    size_t *slot, i = m->count;
    void *p;
    if (2 * m->count >= m->table_size && !gt_merge_table_(m)) return 0;
    slot = gt_merge_slot_(m, n->state, parent, hash);
    if (*slot) return *slot;
    if (!(p = gt_grown_(m->series, m->count, &m->room, sizeof *m->series))) return 0;
    m->series = (gt_merged_ *)p;
    memset(&m->series[i], 0, sizeof m->series[i]);
    gt_series_begin_(&m->series[i].s, n, parent ? &m->series[parent].s : NULL);
    m->series[i].hash = hash;
    m->series[i].parent = parent;
    if (m->series[parent].last_child) m->series[m->series[parent].last_child].sibling = i;
    else m->series[parent].child = i;
    m->series[parent].last_child = i;
    m->count++;
    return *slot = i;
}
static int gt_merge_source_(gt_merge_ *m, size_t series, gt_node_ *n, unsigned thread) {
    void *p = gt_grown_(m->source, m->source_count, &m->source_room, sizeof *m->source);
    gt_merged_ *to = &m->series[series];
    gt_source_ *source;
    if (!p) return 0;
    m->source = (gt_source_ *)p;
    source = &m->source[m->source_count++];
    source->node = n;
    source->thread = thread;
    source->visible = (size_t)(gt_samples_in_(n) - n->state->mark_n);
    source->next = 0;
    to->visible += source->visible;
    if (to->last_source) m->source[to->last_source - 1].next = m->source_count;
    else to->source = m->source_count;
    to->last_source = m->source_count;
    return 1;
}
static int gt_merge_tree_(gt_merge_ *m, gt_node_ *n, size_t parent, unsigned thread) {
    gt_node_ *c;
    for (c = GT_LOAD_(&n->state->children); c; c = GT_LOAD_(&c->state->sibling)) {
        size_t i = gt_merge_series_(m, parent, c);
        if (!i || !gt_merge_source_(m, i, c, thread) || !gt_merge_tree_(m, c, i, thread)) return 0;
    }
    return 1;
}

static void gt_counts_merge_(gt_series *s, gt_node_ *n, double ns_per_tick) {
    gt_series_state_ *st = n->state;
    uint64_t count[GT_N_];
    int i;
    for (i = 0; i < GT_N_; i++) count[i] = GT_PEEK_(&st->count[i]) - st->mark[i];
#define GT_SUM_number_(field, by) s->field += by;
#define GT_SUM_ticks_(field, by) s->field += (double)by * ns_per_tick;
#define GT_X_(field, unit, finding, text) GT_SUM_##unit##_(field, count[GT_N_##field])
    GT_COUNTS(GT_X_)
#undef GT_X_
#undef GT_SUM_ticks_
#undef GT_SUM_number_
    for (i = 0; i < 16; i++) s->broken[i] += count[GT_N_broken_ + i];
    if (GT_LOAD_(&st->over.resets) == GT_PEEK_(&gt_resets_) && GT_PEEK_(&st->over.n)) {
        uint64_t sum = GT_PEEK_(&st->over.sum), min = GT_PEEK_(&st->over.min), max = GT_PEEK_(&st->over.max);
        double low = s->in_ns_ ? gt_double_of_(min) : (double)min * ns_per_tick;
        double high = s->in_ns_ ? gt_double_of_(max) : (double)max * ns_per_tick;
        if (!s->finite_ || low < s->min_ns) s->min_ns = low;
        if (!s->finite_ || high > s->max_ns) s->max_ns = high;
        s->finite_ = 1;
        s->sum_ns += s->in_ns_ ? gt_double_of_(sum) : (double)sum * ns_per_tick;
        s->n += (size_t)GT_PEEK_(&st->over.n);
    }
    if (n->site && n->site->optimised == 0) s->optimised = 0;
    if (GT_PEEK_(&st->device)) s->device_ = GT_PEEK_(&st->device);
    if (st->stopped) {
        free(s->stopped);
        s->stopped = gt_copy_of_(st->stopped);
        s->stop = st->stop;
    }
}

/* -- samples -- */

/* Commands cannot run longer than the bracket around them: but for one step of their stamps and 0.1 % by which clocks
   may differ. */
#define GT_STAMP_SCALE_ 7
#define GT_STAMP_EARLY_ 9
#define GT_STAMP_LONG_ 15
static double gt_device_checked_(gt_series *s, double device_ns, double ns) {
    double step = gt_stamp_step_();
    if (gt_is_finite_(device_ns) && GT_PEEK_(&gt_scale_)) {     /* found out since then */
        s->broken[GT_STAMP_SCALE_]++;
        return gt_nan_();
    }
    if (!gt_is_finite_(device_ns) || device_ns <= ns * 1.001 + step) return device_ns;
    s->broken[GT_STAMP_LONG_]++;
    return gt_nan_();
}
/* A row as snapshots have it: times in ns, and no parts of a device time that is not used. */
static gt_sample gt_row_read_(gt_series *s, const gt_sample *from, double ns, double ns_per_tick) {
    gt_sample row = *from;
#define GT_READ_number_(field)
#define GT_READ_ticks_(field) row.field *= ns_per_tick;
#define GT_X_(field, unit) GT_READ_##unit##_(field)
    GT_COLUMNS(GT_X_)
#undef GT_X_
#undef GT_READ_ticks_
#undef GT_READ_number_
    row.device_ns = gt_device_checked_(s, row.device_ns, ns);
    if (s->kind != GT_KIND_COMMAND && !gt_is_finite_(row.device_ns)) row.queue_ns = row.submit_ns = row.span_ns = gt_nan_();
    return row;
}
static double gt_cell_of_(const gt_sample *row, int column) { return ((const double *)(const void *)row)[column]; }
static void gt_known_add_(gt_series *s, const gt_sample *row, size_t n) {
    int c;
    for (c = 0; c < GT_COLUMN_COUNT; c++) if (gt_is_finite_(gt_cell_of_(row, c))) s->known[c] += n;
}
static void gt_sample_add_(gt_series *s, const gt_ticks_ *at, const gt_sample *row, uint32_t thread, double ns_per_tick) {
    double ns = s->in_ns_ ? gt_double_of_(at->ticks) : (double)at->ticks * ns_per_tick;
    if (!s->in_ns_ && at->ticks >> 63) {
        s->backwards++;
        return;
    }
    s->ns[s->kept] = ns;
    s->begin_ns[s->kept] = (double)(int64_t)(at->begin - gt_clk_.start) * ns_per_tick;
    s->thread[s->kept] = thread;
    if (s->row) {
        s->row[s->kept] = gt_row_read_(s, row, ns, ns_per_tick);
        gt_known_add_(s, &s->row[s->kept], 1);
    }
    if (gt_is_finite_(ns)) {
        if (!s->finite_ || ns < s->min_ns) s->min_ns = ns;
        if (!s->finite_ || ns > s->max_ns) s->max_ns = ns;
        s->sum_ns += ns;
        s->finite_ = 1;
    } else {
        s->rejected++;
    }
    s->kept++;
    s->n++;
}
static gt_sample gt_plain_of_(const gt_series_state_ *st) {     /* what samples without a row claim */
    gt_sample plain = gt_sample_unknown_();
    if (GT_LOAD_(&st->plain) == GT_PLAIN_WORK_) {
        plain.flops = st->flops;
        plain.bytes = st->bytes;
    }
    return plain;
}
static void gt_source_copy_(gt_series *s, const gt_source_ *src, double ns_per_tick) {  /* the samples since the last reset */
    gt_series_state_ *st = src->node->state;
    uint64_t index = st->freed, first = st->mark_n, last = first + src->visible;
    gt_sample plain = gt_plain_of_(st);
    gt_block_ *b;
    for (b = GT_LOAD_(&st->blocks); b && index < last; b = GT_LOAD_(&b->after)) {
        const gt_ticks_ *at = gt_block_samples_(b);
        const gt_sample *row = GT_LOAD_(&b->row);
        uint64_t i;
        for (i = 0; i < b->size && index < last; i++, index++)
            if (index >= first) gt_sample_add_(s, &at[i], row ? &row[i] : &plain, src->thread, ns_per_tick);
    }
}
/* Whether its samples need rows of their own: some have them, or two threads claim different work. */
static int gt_needs_rows_(const gt_merge_ *m, const gt_merged_ *g) {
    size_t k;
    gt_sample first = gt_sample_unknown_();
    int seen = 0;
    for (k = g->source; k; k = m->source[k - 1].next) {
        const gt_series_state_ *st = m->source[k - 1].node->state;
        gt_sample plain = gt_plain_of_(st);
        const gt_block_ *b;
        if (!m->source[k - 1].visible) continue;
        for (b = GT_LOAD_(&st->blocks); b; b = GT_LOAD_(&b->after)) if (GT_LOAD_(&b->row)) return 1;
        if (seen && memcmp(&plain, &first, sizeof first)) return 1;
        first = plain;
        seen = 1;
    }
    return 0;
}
static int gt_series_arrays_(gt_series *s, size_t n, int rows) {
    if (!n) n = 1;
    s->ns = (double *)malloc(n * sizeof *s->ns);
    s->begin_ns = (double *)malloc(n * sizeof *s->begin_ns);
    s->thread = (uint32_t *)malloc(n * sizeof *s->thread);
    if (rows) s->row = (gt_sample *)malloc(n * sizeof *s->row);
    return s->ns && s->begin_ns && s->thread && (s->row || !rows);
}

/* Thread after thread, in the order of their begin. Samples come so, unless several sites have one name. */
typedef struct gt_place_ { double begin_ns; size_t at; uint32_t thread; } gt_place_;
static int gt_place_order_(const void *a, const void *b) {
    const gt_place_ *x = (const gt_place_ *)a, *y = (const gt_place_ *)b;
    if (x->thread != y->thread) return x->thread < y->thread ? -1 : 1;
    if (x->begin_ns < y->begin_ns || x->begin_ns > y->begin_ns) return x->begin_ns < y->begin_ns ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}
static int gt_series_sort_(gt_series *s) {      /* 0: no memory */
    gt_series old = *s;
    gt_place_ *place = (gt_place_ *)malloc(s->kept * sizeof *place);
    size_t i;
    int ok = place && gt_series_arrays_(s, s->kept, s->row != NULL);
    for (i = 0; ok && i < s->kept; i++) {
        place[i].begin_ns = old.begin_ns[i];
        place[i].thread = old.thread[i];
        place[i].at = i;
    }
    if (ok) qsort(place, s->kept, sizeof *place, gt_place_order_);
    for (i = 0; ok && i < s->kept; i++) {
        s->ns[i] = old.ns[place[i].at];
        s->begin_ns[i] = place[i].begin_ns;
        s->thread[i] = place[i].thread;
        if (s->row) s->row[i] = old.row[place[i].at];
    }
    free(place);
    free(old.ns);
    free(old.begin_ns);
    free(old.thread);
    free(old.row);
    return ok;
}
static int gt_series_is_sorted_(const gt_series *s) {
    size_t i;
    for (i = 1; i < s->kept; i++)
        if (s->thread[i] < s->thread[i - 1] || (s->thread[i] == s->thread[i - 1] && s->begin_ns[i] < s->begin_ns[i - 1])) return 0;
    return 1;
}
/* Of a host scope the number of commands is worth having where some sample has a device time; then no command is 0. */
static void gt_series_commands_(gt_series *s) {
    int some = s->known[GT_COLUMN_device_ns] != 0;
    size_t i;
    if (s->kind == GT_KIND_PHASE || s->kind == GT_KIND_COMMAND || !s->row) return;
    for (i = 0; i < s->kept; i++)
        if (!some || !gt_is_finite_(s->row[i].commands)) s->row[i].commands = some ? 0 : gt_nan_();
    s->known[GT_COLUMN_commands] = some ? s->kept : 0;
}
static int gt_series_copy_(const gt_merge_ *m, gt_merged_ *g, double ns_per_tick) {     /* under the lock; 0: no memory */
    gt_series *s = &g->s;
    size_t i, k;
    if (!gt_series_arrays_(s, g->visible, gt_needs_rows_(m, g))) return 0;
    for (k = g->source; k; k = m->source[k - 1].next) {
        if (!s->row && m->source[k - 1].visible) s->plain = gt_plain_of_(m->source[k - 1].node->state);
        gt_source_copy_(s, &m->source[k - 1], ns_per_tick);
        gt_counts_merge_(s, m->source[k - 1].node, ns_per_tick);
    }
    if (!gt_series_is_sorted_(s) && !gt_series_sort_(s)) return 0;
    for (i = 0; i < s->kept; i++) s->threads += !i || s->thread[i] != s->thread[i - 1];
    if (!s->row) gt_known_add_(s, &s->plain, s->kept);
    gt_series_commands_(s);
    if (s->kind == GT_KIND_COMMAND || !(s->known[GT_COLUMN_flops] || s->known[GT_COLUMN_bytes])) s->unclaimed = 0;
    else s->unclaimed = s->n > s->unclaimed ? s->n - s->unclaimed : 0;      /* until here it counted those with a claim */
    return 1;
}
gt_sample gt_series_sample(const gt_series *s, size_t i) { return s->row ? s->row[i] : s->plain; }

/* Of a series that was looked at while it grew: the wider interval, called 95 %. */
static int gt_looked_interval_(const gt_series *s, size_t first, size_t n, double step_ns, gt_stats *stats) {
    double *sorted;
    gt_interval ci;
    if (!s->looked || !(stats->ci.confidence > 0.949)) return 1;
    sorted = (double *)malloc(n * sizeof *sorted);
    if (!sorted) return 0;
    n = gt_copy_finite_(s->ns + first, n, sorted);
    gt_sort_doubles_(sorted, n);
    ci = gt_median_interval(sorted, n, stats->tau, step_ns, GT_LOOK_CONFIDENCE_);
    free(sorted);
    stats->ci = ci;
    if (ci.confidence >= GT_LOOK_CONFIDENCE_ - 1e-9) stats->ci.confidence = 0.95;
    return 1;
}

/* A rate is work over time: median and interval are those of the time for one unit of work, turned round. */
static int gt_rate_of_(const gt_series *s, int column, double *per_s, gt_interval *ci) {
    size_t i;
    double *t, first = gt_nan_();
    gt_stats stats;
    int ok, same = 1;
    *per_s = gt_nan_();
    *ci = gt_no_interval_();
    if (!s->known[column] || s->unclaimed || !s->kept) return 1;
    for (i = 0; i < (s->row ? s->kept : 1); i++) {
        double work = gt_cell_of_(s->row ? &s->row[i] : &s->plain, column);
        if (!gt_is_finite_(work) || !(work > 0)) return 1;
        if (!i) first = work;
        same = same && !(work < first) && !(work > first);
    }
    if (same) {             /* the same work in all: the interval of the time, whatever it took to get it */
        *per_s = s->stats.median > 0 ? first / s->stats.median * 1e9 : gt_nan_();
        if (s->stats.ci.confidence > 0 && s->stats.ci.low > 0) {
            ci->low = first / s->stats.ci.high * 1e9;
            ci->high = first / s->stats.ci.low * 1e9;
            ci->confidence = s->stats.ci.confidence;
        }
        return 1;
    }
    t = (double *)malloc(s->kept * sizeof *t);
    if (!t) return 0;
    for (i = 0; i < s->kept; i++) t[i] = s->ns[i] * 1e-9 / gt_cell_of_(&s->row[i], column);
    ok = gt_stats_of(t, s->kept, 0, &stats) == GT_OK;
    free(t);
    if (ok && stats.median > 0) *per_s = 1 / stats.median;
    if (ok && stats.ci.confidence > 0 && stats.ci.low > 0) {
        ci->low = 1 / stats.ci.high;
        ci->high = 1 / stats.ci.low;
        ci->confidence = stats.ci.confidence;
    }
    return ok;
}

/* The step of the clock that its times are from; 0: not known. */
static double gt_series_step_(const gt_series *s, double step_ns, double stamp_ns) {
    if (s->kind == GT_KIND_OUTSIDE) return 0;
    if (s->kind == GT_KIND_COMMAND) return stamp_ns;
    return s->kind == GT_KIND_TRIAL ? step_ns / (double)s->passes : step_ns;
}
static int gt_series_analyse_(gt_series *s, double step_ns) {
    double *work = (double *)malloc((s->kept ? s->kept : 1) * sizeof *work);
    size_t i, first = 0;
    double stamp = gt_stamp_step_();
    double step = gt_series_step_(s, step_ns, stamp);
    int ok = work && gt_stats_of(s->ns, s->kept, step, &s->stats) == GT_OK;
    ok = ok && gt_looked_interval_(s, 0, s->kept, step, &s->stats);
    if (ok && s->threads > 1) {     /* an interval needs one ordered series: it covers those of all threads, so the median of all too */
        gt_interval all = gt_no_interval_();
        for (i = 1; i <= s->kept; i++) {
            gt_stats one;
            if (i < s->kept && s->thread[i] == s->thread[first]) continue;
            ok = ok && gt_stats_of(s->ns + first, i - first, step, &one) == GT_OK;
            ok = ok && gt_looked_interval_(s, first, i - first, step, &one);
            if (!ok) break;
            if (!first) all = one.ci;
            if (one.ci.low < all.low) all.low = one.ci.low;
            if (one.ci.high > all.high) all.high = one.ci.high;
            if (one.ci.confidence < all.confidence) all.confidence = one.ci.confidence;
            if (one.tau > s->stats.tau) s->stats.tau = one.tau;
            first = i;
        }
        s->stats.ci = all.confidence > 0 ? all : gt_no_interval_();
    }
    if (ok && s->known[GT_COLUMN_device_ns]) {
        size_t n = 0;
        for (i = 0; i < s->kept; i++) if (gt_is_finite_(s->row[i].device_ns)) work[n++] = s->row[i].device_ns;
        ok = gt_stats_of(work, n, stamp, &s->device_stats) == GT_OK;
        n = 0;
        for (i = 0; i < s->kept; i++) if (gt_is_finite_(s->row[i].device_ns)) work[n++] = s->ns[i] - s->row[i].device_ns;
        ok = ok && gt_stats_of(work, n, stamp + step_ns, &s->rest_stats) == GT_OK;
    }
    free(work);
    ok = ok && gt_rate_of_(s, GT_COLUMN_flops, &s->flops_per_s, &s->flops_ci);
    return ok && gt_rate_of_(s, GT_COLUMN_bytes, &s->bytes_per_s, &s->bytes_ci);
}

static char *gt_path_of_(const char *up, const char *name) {    /* NULL: no memory */
    size_t length = up ? strlen(up) + 1 : 0;
    char *path = (char *)malloc(length + strlen(name) + 1);
    if (!path) return NULL;
    if (up) sprintf(path, "%s/", up);
    strcpy(path + length, name);
    return path;
}
/* Puts children behind their parents, keeping the order of siblings, and makes the paths. */
static int gt_snapshot_order_(gt_merge_ *m, size_t parent, gt_snapshot *out) {
    size_t i;
    for (i = m->series[parent].child; i; i = m->series[i].sibling) {
        gt_series *s = &m->series[i].s;
        s->path = gt_path_of_(parent ? m->series[parent].s.path : NULL, s->name);
        if (!s->path) return 0;
        out->series[out->count++] = *s;
        if (!gt_snapshot_order_(m, i, out)) return 0;
    }
    return 1;
}

static void gt_series_free_(gt_series *s) {
    free(s->path);
    free(s->stopped);
    free(s->ns);
    free(s->begin_ns);
    free(s->thread);
    free(s->row);
}
void gt_snapshot_free(gt_snapshot *snapshot) {
    size_t i;
    for (i = 0; i < snapshot->count; i++) gt_series_free_(&snapshot->series[i]);
    free(snapshot->series);
    memset(snapshot, 0, sizeof *snapshot);
}
/* Copies what was recorded, under the lock. 0: no memory. */
static int gt_merge_all_(gt_merge_ *m, gt_snapshot *out) {
    double ns_per_tick = gt_clk_.ns_per_tick;
    gt_thread_ *t;
    size_t i;
    int ok;
    m->series = (gt_merged_ *)calloc(16, sizeof *m->series);
    m->room = 16;
    m->count = 1;
    ok = m->series != NULL;
    gt_lock_();
    gt_clock_recheck_();
    for (t = GT_LOAD_(&gt_threads_); ok && t; t = t->younger) ok = gt_merge_tree_(m, t->root, 0, t->number);
    for (i = 1; ok && i < m->count; i++) ok = gt_series_copy_(m, &m->series[i], ns_per_tick);
    out->lost = GT_PEEK_(&gt_lost_) - gt_lost_mark_;
    gt_unlock_();
    return ok;
}
gt_status gt_snapshot_take(gt_snapshot *out) {
    gt_merge_ m;
    size_t i;
    int ok;
    memset(&m, 0, sizeof m);
    memset(out, 0, sizeof *out);
    gt_clock_fit_();
    ok = gt_merge_all_(&m, out);
    for (i = 1; ok && i < m.count; i++) ok = gt_series_analyse_(&m.series[i].s, gt_clk_.info.step_ns);
    if (ok) {
        out->series = (gt_series *)malloc(m.count * sizeof *out->series);
        ok = out->series && gt_snapshot_order_(&m, 0, out);
    }
    if (!ok) {
        for (i = 1; i < m.count; i++) gt_series_free_(&m.series[i].s);
        free(out->series);
        memset(out, 0, sizeof *out);
    }
    free(m.series);
    free(m.source);
    free(m.table);
    return ok ? GT_OK : GT_ERR_MEMORY;
}

const gt_series *gt_snapshot_find(const gt_snapshot *snapshot, const char *path) {
    const gt_series *found = NULL;
    size_t i, length = strlen(path);
    for (i = 0; i < snapshot->count; i++) {
        const gt_series *s = &snapshot->series[i];
        size_t have = strlen(s->path);
        if (s->cold || have < length || strcmp(s->path + (have - length), path)) continue;
        if (have == length) return s;
        if (s->path[have - length - 1] != '/') continue;
        if (found) return NULL;
        found = s;
    }
    return found;
}

/* -- comparisons -- */

/* The child of that name, or without one the side that stands first; not a cold one; NULL: none has samples. */
static const gt_series *gt_below_(const gt_snapshot *snap, const gt_series *parent, const char *name) {
    const gt_series *s, *end = snap->series + snap->count, *first = NULL;
    for (s = parent + 1; s < end && s->depth > parent->depth; s++)
        if (s->depth == parent->depth + 1 && !s->cold && s->kept && (!name || !strcmp(s->name, name)) && (!first || s->rank_ < first->rank_))
            first = s;
    return first;
}
static int gt_sides_(const gt_snapshot *snap, const gt_series *comparison) {
    const gt_series *s, *end = snap->series + snap->count;
    int n = 0;
    for (s = comparison + 1; s < end && s->depth > comparison->depth; s++) n += s->depth == comparison->depth + 1 && !s->cold && s->kept;
    return n;
}
/* For each sample of a side, the time that the phase took in it; without a phase, its own. NULL: no memory. Owner: the
   caller. */
static double *gt_side_times_(const gt_series *side, const gt_series *phase) {
    double *x = (double *)malloc((side->kept ? side->kept : 1) * sizeof *x);
    size_t i, k = 0;
    for (i = 0; x && i < side->kept; i++) {
        x[i] = phase ? 0 : side->ns[i];
        for (; phase && k < phase->kept && (phase->thread[k] < side->thread[i] || (phase->thread[k] == side->thread[i] &&
               phase->begin_ns[k] < side->begin_ns[i] + side->ns[i])); k++)
            if (phase->thread[k] == side->thread[i] && phase->begin_ns[k] >= side->begin_ns[i]) x[i] += phase->ns[k];
    }
    return x;
}
static gt_status gt_compare_sides_(const gt_snapshot *snap, const gt_series *comparison, const gt_series *side, const char *phase,
                                   gt_ratio *out) {
    const gt_series *base = gt_below_(snap, comparison, NULL), *pa = NULL, *pb = NULL;
    double each = 1.0 / (gt_sides_(snap, comparison) - 1), *a, *b;
    double confidence = comparison->stop == GT_STOP_PRECISION ? GT_LOOK_CONFIDENCE_ : 0.95;     /* looking costs only where it decided */
    gt_status status = GT_ERR_MEMORY;
    if (phase) {
        pa = gt_below_(snap, base, phase);
        pb = gt_below_(snap, side, phase);
        if (!pa || !pb) return GT_ERR_ARGUMENT;
    }
    a = gt_side_times_(base, pa);
    b = gt_side_times_(side, pb);
    if (a && b) status = gt_ratio_paired(a, b, base->kept < side->kept ? base->kept : side->kept, 1 - (1 - confidence) * each, out);
    free(a);
    free(b);
    if (status == GT_OK)
        gt_widen_ratio_(out, gt_clk_.info.step_ns, pa ? pa->stats.median : base->stats.median, pb ? pb->stats.median : side->stats.median);
    if (status == GT_OK && out->ci.confidence >= out->wanted - 1e-9) out->ci.confidence = out->wanted = 1 - 0.05 * each;
    return status;
}
gt_status gt_snapshot_compare(const gt_snapshot *snap, const char *comparison, const char *side, const char *phase, gt_ratio *out) {
    const gt_series *c = gt_snapshot_find(snap, comparison), *s = c && c->kind == GT_KIND_COMPARISON ? gt_below_(snap, c, side) : NULL;
    memset(out, 0, sizeof *out);
    out->ratio = gt_nan_();
    out->ci = gt_no_interval_();
    if (!s || s == gt_below_(snap, c, NULL)) return GT_ERR_ARGUMENT;
    return gt_compare_sides_(snap, c, s, phase, out);
}
/* -- batches -- */

enum { GT_GROUP_ONE_, GT_GROUP_MANY_, GT_GROUP_MIDDLE_, GT_GROUP_ENQUEUE_ };     /* ranks below a batch */

/* Of that rank directly below; with several (threads that chose another K) the one with most samples; NULL: none has any. */
static const gt_series *gt_group_(const gt_snapshot *snap, const gt_series *parent, int rank, unsigned long passes) {
    const gt_series *s, *end = snap->series + snap->count, *most = NULL;
    for (s = parent + 1; s < end && s->depth > parent->depth; s++)
        if (s->depth == parent->depth + 1 && s->kind == GT_KIND_GROUP && s->rank_ == rank && s->kept && (!passes || s->passes == passes) &&
            (!most || s->kept > most->kept)) most = s;
    return most;
}
/* Rounds 0, 2, 4, 8, 12, 16, 20, ... have a middle group: every fourth, and one more, so that 20 rounds give the six that an
   interval needs. */
static size_t gt_middle_round_(size_t index) { return index < 2 ? 2 * index : 4 * (index - 1); }
static GT_UNUSED_ int gt_has_middle_(size_t round) { return round % 4 == 0 || round == 2; }

static size_t gt_thread_part_(const gt_series *s, uint32_t thread, size_t *first) {      /* how many samples are its, and where */
    size_t n = 0;
    *first = 0;
    while (*first < s->kept && s->thread[*first] != thread) (*first)++;
    while (*first + n < s->kept && s->thread[*first + n] == thread) n++;
    return n;
}
/* Fills t1 and tK with the rounds, thread by thread, and bend with what the middle groups are off the line by. */
static size_t gt_batch_rounds_(const gt_series *one, const gt_series *many, const gt_series *middle, double *t1, double *tK,
                               double *bend, size_t *bends) {
    size_t i, k, n = 0, first[3], count[3];
    double at = middle ? (double)(middle->passes - 1) / (double)(many->passes - 1) : 0;
    *bends = 0;
    for (i = 0; i < many->kept; i += count[1]) {
        count[1] = gt_thread_part_(many, many->thread[i], &first[1]);
        count[0] = gt_thread_part_(one, many->thread[i], &first[0]);
        count[2] = middle ? gt_thread_part_(middle, many->thread[i], &first[2]) : 0;
        for (k = 0; k < count[0] && k < count[1]; k++) {
            t1[n + k] = one->ns[first[0] + k];
            tK[n + k] = many->ns[first[1] + k];
        }
        for (k = 0; k < count[2]; k++) {
            size_t round = gt_middle_round_(k);
            double t = middle->ns[first[2] + k];
            if (round < count[0] && round < count[1] && t > 0)
                bend[(*bends)++] = (t - t1[n + round] - at * (tK[n + round] - t1[n + round])) / t;
        }
        n += count[0] < count[1] ? count[0] : count[1];
    }
    return n;
}
static double gt_enqueue_ns_(const gt_snapshot *snap, const gt_series *group) {     /* a pass; NaN: not known */
    const gt_series *s = gt_group_(snap, group, GT_GROUP_ENQUEUE_, 0);
    return s ? s->stats.median / (double)s->passes : gt_nan_();
}
static void gt_batch_clear_(gt_batch *out) {
    memset(out, 0, sizeof *out);
    out->slope.slope = out->slope.fixed = out->enqueue_ns = gt_nan_();
    out->slope.slope_ci = out->slope.fixed_ci = out->curvature = gt_no_interval_();
}
static gt_status gt_batch_of_(const gt_snapshot *snap, const gt_series *b, gt_batch *out) {
    const gt_series *one = gt_group_(snap, b, GT_GROUP_ONE_, 0), *many = gt_group_(snap, b, GT_GROUP_MANY_, 0), *middle;
    double confidence = b->stop == GT_STOP_PRECISION ? GT_LOOK_CONFIDENCE_ : 0.95;  /* looking costs only where it decided */
    double step = gt_clk_.info.step_ns, *x, other;
    size_t n, bends;
    gt_status status;
    gt_batch_clear_(out);
    if (!one || !many || many->passes < 2) return GT_ERR_ARGUMENT;
    out->K = (double)many->passes;
    middle = gt_group_(snap, b, GT_GROUP_MIDDLE_, (many->passes + 1) / 2);
    n = middle ? middle->kept : 0;
    x = (double *)malloc((2 * many->kept + n) * sizeof *x);
    if (!x) return GT_ERR_MEMORY;
    n = gt_batch_rounds_(one, many, middle, x, x + many->kept, x + 2 * many->kept, &bends);
    status = gt_slope_paired(x, x + many->kept, n, out->K, confidence, &out->slope);
    if (status == GT_OK && out->slope.slope_ci.confidence >= confidence - 1e-9) {
        gt_widen_slope_(&out->slope, step, out->K);
        out->slope.slope_ci.confidence = out->slope.fixed_ci.confidence = 0.95;
    }
    out->slope.dropped += one->kept - n;
    if (bends) {
        gt_sort_doubles_(x + 2 * many->kept, bends);
        out->curvature = gt_median_interval(x + 2 * many->kept, bends, 1, 3 * step / middle->stats.median, 0.95);
    }
    free(x);
    if (out->curvature.confidence > 0.949) out->nonlinear = out->curvature.low > 0.05 || out->curvature.high < -0.05;
    out->enqueue_ns = gt_enqueue_ns_(snap, many);
    other = gt_enqueue_ns_(snap, one);      /* a queue that is full makes the host wait in long groups: that is the device's time */
    if (other < out->enqueue_ns) out->enqueue_ns = other;
    out->launch_bound = out->slope.slope <= 1.2 * out->enqueue_ns;
    return status;
}
gt_status gt_snapshot_batch(const gt_snapshot *snap, const char *path, gt_batch *out) {
    const gt_series *b = gt_snapshot_find(snap, path);
    gt_batch_clear_(out);
    return b && b->kind == GT_KIND_BATCH ? gt_batch_of_(snap, b, out) : GT_ERR_ARGUMENT;
}
/* ==== >>findings, implementation ==== */

static uint64_t gt_peak_flops_, gt_peak_bytes_;     /* bits of doubles */

void gt_peak(double flops_per_s, double bytes_per_s) {
    GT_POKE_(&gt_peak_flops_, gt_bits_of_(flops_per_s));
    GT_POKE_(&gt_peak_bytes_, gt_bits_of_(bytes_per_s));
}

/* -- the list -- */

typedef struct gt_about_finding_ { const char *name; gt_severity severity; const char *sentence, *cause, *remedy; } gt_about_finding_;
static const gt_about_finding_ gt_about_findings_[] = {
#define GT_X_(code, name, severity, sentence, cause, remedy) { name, severity, sentence, cause, remedy },
    GT_FINDINGS(GT_X_)
#undef GT_X_
};
const char *gt_finding_name(gt_finding_code code) {
    return (unsigned)code < (unsigned)GT_FINDING_COUNT ? gt_about_findings_[code].name : "";
}
const char *gt_severity_text(gt_severity severity) {
    static const char *const text[] = { "info", "note", "warning", "fault" };
    return (unsigned)severity < 4u ? text[severity] : "";
}

typedef struct gt_list_ { gt_finding *f; size_t count, room; int full; } gt_list_;
#if GT_GNU_
__attribute__((format(printf, 4, 5)))
#endif
static void gt_find_(gt_list_ *l, const gt_series *s, gt_finding_code code, const char *figures, ...) {
    const gt_about_finding_ *about = &gt_about_findings_[code];
    va_list values;
    gt_finding *f;
    void *p = gt_grown_(l->f, l->count, &l->room, sizeof *l->f);
    if (!p) {
        l->full = 1;
        return;
    }
    l->f = (gt_finding *)p;
    f = &l->f[l->count++];
    f->code = code;
    f->severity = about->severity;
    f->name = about->name;
    f->sentence = about->sentence;
    f->cause = about->cause;
    f->remedy = about->remedy;
    gt_copy_(f->path, sizeof f->path, s ? s->path : "");
    va_start(values, figures);
    vsnprintf(f->figures, sizeof f->figures, figures, values);
    va_end(values);
}
static void gt_find_count_(gt_list_ *l, const gt_series *s, uint64_t count, gt_finding_code code, const char *what) {
    if (count) gt_find_(l, s, code, "%llu %s", (unsigned long long)count, what);
}

/* -- what was counted -- */

static gt_finding *gt_found_last_(const gt_list_ *l) { return l->full || !l->count ? NULL : &l->f[l->count - 1]; }

static void gt_find_stamps_(gt_list_ *l, const gt_series *s) {
    double scale = gt_double_of_(GT_PEEK_(&gt_scale_));
    gt_finding *f;
    int i;
    for (i = 0; i < 16; i++) {
        if (!s->broken[i]) continue;
        if (i == GT_STAMP_SCALE_) {
            gt_find_(l, s, GT_FINDING_EVENT_SCALE, "the device's clock runs %s times as fast as the host's", gt_digits_(scale, ""));
        } else if (i != GT_STAMP_LONG_ || !s->broken[GT_STAMP_SCALE_]) {    /* of that clock too, before it was found out */
            gt_find_(l, s, GT_FINDING_EVENT_BROKEN, "%llu commands have stamps that cannot be: %s",
                     (unsigned long long)s->broken[i], gt_seam_() ? gt_seam_()->stamp_text(i) : "");
            f = gt_found_last_(l);
            if (i == GT_STAMP_EARLY_ && f) f->cause = "their waits are not told; their device time is";
        }
    }
}
static void gt_find_counted_(gt_list_ *l, const gt_series *s) {
#define GT_FIND_number_(field, finding, text) \
    if (finding != GT_FINDING_COUNT) gt_find_count_(l, s, s->field, finding, text);
#define GT_FIND_ticks_(field, finding, text)
#define GT_X_(field, unit, finding, text) GT_FIND_##unit##_(field, finding, text)
    GT_COUNTS(GT_X_)
#undef GT_X_
#undef GT_FIND_ticks_
#undef GT_FIND_number_
    gt_find_count_(l, s, s->n - s->kept, GT_FINDING_NOT_KEPT, "samples are counted in n, min, max, but not kept");
    gt_find_stamps_(l, s);
    if (!s->unsynced && s->leaked)
        gt_find_(l, s, GT_FINDING_NO_SYNC, "%llu samples ended while the queues were still at work, for %s more in sum",
                 (unsigned long long)s->leaked, gt_time_(s->leaked_ns));
}

/* -- what is in it that should not be -- */

static double gt_fault_ns_(void) {  /* what a page fault costs here, on fresh memory; measured when it is first asked for */
    static double ns;
    enum { PAGES = 256 };
    gt_signals_ a, b;
    const size_t bytes = (size_t)33 << 20;      /* beyond what C libraries keep for reuse, so that it is fresh */
    volatile unsigned char *p;
    uint64_t t;
    size_t i;
    if (ns > 0) return ns;
    ns = 1000;
    p = (volatile unsigned char *)malloc(bytes);
    if (!p) return ns;
    gt_signals_read_(&a);
    t = gt_now_();
    for (i = 0; i < PAGES; i++) p[i * 4096] = 1;
    t = gt_now_() - t;
    gt_signals_read_(&b);
    if (b.faults - a.faults >= PAGES / 2 && gt_clk_.kind != GT_CLOCK_USER_) ns = gt_clock_ns(t) / (double)(b.faults - a.faults);
    free((void *)(uintptr_t)p);
    return ns;
}
static double gt_faults_(const gt_series *s, size_t i) {     /* 0: none, or not known */
    double faults = s->row ? s->row[i].faults : 0;
    return gt_is_finite_(faults) ? faults : 0;
}
/* Samples whose faults are 16 or more and cost more than 5 % of them. */
static size_t gt_find_faults_(gt_list_ *l, const gt_series *s) {
    size_t i, hit = 0, at = 0;
    double most = 0, cost;
    if (!s->known[GT_COLUMN_faults]) return 0;
    for (i = 0; i < s->kept; i++) hit += gt_faults_(s, i) >= 16;
    if (!hit) return 0;
    cost = gt_fault_ns_();
    for (i = hit = 0; i < s->kept; i++) {
        double faults = gt_faults_(s, i);
        if (faults < 16 || faults * cost <= 0.05 * s->ns[i]) continue;
        hit++;
        if (!(faults > most)) continue;
        most = faults;
        at = i;
    }
    if (!hit || (hit * 20 < s->kept && at > 0)) return 0;
    cost *= most;           /* of one thread: several fault at once */
    gt_find_(l, s, GT_FINDING_PAGE_FAULTS, "%.0f page faults in a sample, worth about %s of its %s, in %lu of %lu samples", most,
             cost < s->ns[at] ? gt_time_(cost) : "all", gt_time_(s->ns[at]), (unsigned long)hit, (unsigned long)s->kept);
    return hit;
}
/* Compared with one sample, not with their sum: many others do not make it less. */
static int gt_built_inside_(const gt_series *s) { return s->builds && s->build_ns > 0.05 * s->stats.median; }
static void gt_find_dirty_(gt_list_ *l, const gt_series *s) {
    gt_finding *f;
    if (!s->dirty || s->dirty * 10 < s->n) return;
    gt_find_(l, s, GT_FINDING_DIRTY_START, "in %llu of %llu samples the queue was still busy at the begin, for %s in sum; the %s kept that out",
             (unsigned long long)s->dirty, (unsigned long long)s->n, gt_time_(s->dirty_ns), s->kind == GT_KIND_PHASE ? "barrier" : "audit");
    f = gt_found_last_(l);
    if (s->kind != GT_KIND_PHASE || !f) return;
    f->severity = GT_NOTE;      /* the phase is right; the program around it may not know */
    f->cause = "work enqueued before was not waited for";
    f->remedy = "nothing here; without the barrier it would be in the number";
}
static void gt_find_inside_(gt_list_ *l, const gt_series *s) {
    double flops = gt_double_of_(GT_PEEK_(&gt_peak_flops_)), bytes = gt_double_of_(GT_PEEK_(&gt_peak_bytes_));
    flops = flops > 0 ? 1.2 * flops : 1e20;
    bytes = bytes > 0 ? 1.2 * bytes : 1e15;
    gt_find_dirty_(l, s);
    if (gt_built_inside_(s))
        gt_find_(l, s, GT_FINDING_JIT_IN_REGION, "%llu %s built inside, %s of %s", (unsigned long long)s->builds,
                 s->builds == 1 ? "program was" : "programs were", gt_time_(s->build_ns), gt_time_(s->sum_ns));
    if (s->bytes_per_s > bytes) gt_find_(l, s, GT_FINDING_IMPLAUSIBLE, "%s are claimed", gt_rate_(s->bytes_per_s, "B/s"));
    else if (s->flops_per_s > flops) gt_find_(l, s, GT_FINDING_IMPLAUSIBLE, "%s are claimed", gt_rate_(s->flops_per_s, "FLOP/s"));
}

/* -- what its shape tells -- */

static double gt_device_ns_(const gt_series *s, size_t i) { return s->row ? s->row[i].device_ns : gt_nan_(); }

/* What the process computed in the first sample, beyond what it does in the others and what page faults cost. While others run, or
   the device is waited for in sleep, it computes nothing. */
static double gt_first_cpu_ns_(const gt_series *s, size_t first, size_t n) {
    double sum = 0, faults = gt_faults_(s, first);
    size_t i;
    for (i = first + 1; i < first + n; i++) if (gt_is_finite_(s->row[i].cpu_us)) sum += s->row[i].cpu_us;
    return 1000 * (s->row[first].cpu_us - sum / (double)(n - 1)) - (faults >= 16 ? faults * gt_fault_ns_() : 0);
}
/* The first sample stands alone: why? If its host side does, and the process computed there, something was made: on most drivers
   the kernel, on some the memory of a buffer. A compiler may be a process of its own in part, and others may have run. */
static void gt_find_first_(gt_list_ *l, const gt_series *s, size_t first, const gt_diagnosis *d, const char *of) {
    double excess = s->ns[first] - s->ns[first] / d->cold_first.factor, device = gt_device_ns_(s, first), host, cpu = 0;
    char outside[64] = "", computed[64] = "";
    gt_finding *f;
    host = gt_is_finite_(device) ? s->ns[first] - device - s->rest_stats.median : 0;
    if (host > 0 && host < 1.5 * excess)
        snprintf(outside, sizeof outside, ", %s of the excess outside of the device time", gt_percent_(100 * host / excess));
    if (host > 0.5 * excess && host > 1e5 && host > 3 * s->rest_stats.median && !s->builds && gt_is_finite_(s->row[first].cpu_us))
        cpu = gt_first_cpu_ns_(s, first, d->n);
    if (cpu > 1e5 && cpu > 0.05 * host) snprintf(computed, sizeof computed, "; the process computed for %s: inferred", gt_time_(cpu));
    gt_find_(l, s, computed[0] ? GT_FINDING_JIT_IN_REGION : GT_FINDING_COLD_FIRST, "%sthe first sample is %s times the rest%s%s", of,
             gt_digits_(d->cold_first.factor, ""), outside, computed);
    f = gt_found_last_(l);
    if (computed[0] && f) f->cause = "a kernel was launched, or memory of the device used, for the first time inside";
}
/* Of one thread's samples. */
typedef struct gt_shape_ {
    const gt_series *s;
    size_t first, n;
    double step_ns;
    gt_stats own;
    gt_diagnosis d;
    char of[32];            /* which thread, where there are several */
    int *seen;              /* codes that were found in an earlier thread's */
} gt_shape_;
static int gt_first_of_code_(const gt_shape_ *h, gt_finding_code code) { return h->seen[code] ? 0 : (h->seen[code] = 1); }

/* A third of all samples is no start. The cut may lie behind the last slow one, so those count that are slow. */
static void gt_find_trend_(gt_list_ *l, const gt_shape_ *h) {
    const gt_diagnosis *d = &h->d;
    char at[48] = "gradually";
    size_t i, slow = 0;
    for (i = h->first; d->warmup.fired && i < h->first + d->warmup.samples; i++)
        slow += h->s->ns[i] > h->own.median * (1 + d->warmup.percent / 200);
    if (d->warmup.fired && gt_first_of_code_(h, GT_FINDING_WARMUP))
        gt_find_(l, h->s, slow * 3 > h->n ? GT_FINDING_DRIFT : GT_FINDING_WARMUP, "%sthe first %lu of %lu samples are %s slower", h->of,
                 (unsigned long)d->warmup.samples, (unsigned long)h->n, gt_percent_(d->warmup.percent));
    if (!d->drift.fired || slow * 3 > h->n || !gt_first_of_code_(h, GT_FINDING_DRIFT)) return;
    if (d->drift.is_step) snprintf(at, sizeof at, "at once, at sample %lu", (unsigned long)d->drift.at);
    gt_find_(l, h->s, GT_FINDING_DRIFT, "%s%s %s from the first to the last third, %s", h->of, gt_percent_(gt_abs_(d->drift.percent)),
             d->drift.percent > 0 ? "slower" : "faster", at);
}
static void gt_find_speeds_(gt_list_ *l, const gt_shape_ *h) {
    const gt_diagnosis *d = &h->d;
    if (d->alternate.fired && gt_first_of_code_(h, GT_FINDING_ALTERNATE))
        gt_find_(l, h->s, GT_FINDING_ALTERNATE, "%severy second sample differs by %s", h->of, gt_percent_(gt_abs_(d->alternate.percent)));
    if (d->bimodal.fired && gt_first_of_code_(h, GT_FINDING_BIMODAL))
        gt_find_(l, h->s, GT_FINDING_BIMODAL, "%s%s (%s) and %s (%s)", h->of, gt_time_(d->bimodal.low), gt_percent_(100 * d->bimodal.low_share),
                 gt_time_(d->bimodal.high), gt_percent_(100 - 100 * d->bimodal.low_share));
    if (d->autocorr.fired && !d->bimodal.fired && gt_first_of_code_(h, GT_FINDING_AUTOCORR))
        gt_find_(l, h->s, GT_FINDING_AUTOCORR, "%s%lu samples are worth %s independent ones", h->of, (unsigned long)h->n,
                 gt_digits_(d->autocorr.n_eff, ""));
}
static size_t gt_interrupted_(const gt_shape_ *h) {     /* samples that stand out and were */
    size_t i, hit = 0;
    if (h->n < 8 || !h->s->known[GT_COLUMN_involuntary]) return 0;
    for (i = h->first; i < h->first + h->n; i++) {
        double switches = h->s->row[i].involuntary;
        hit += h->s->ns[i] > h->own.median + 5 * h->own.spread && gt_is_finite_(switches) && switches > 0;
    }
    return hit;
}
static void gt_find_single_(gt_list_ *l, const gt_shape_ *h) {
    const gt_diagnosis *d = &h->d;
    size_t hit = gt_interrupted_(h), explained = hit + (gt_built_inside_(h->s) ? (size_t)h->s->builds : 0);
    if (hit * 100 >= h->n && gt_first_of_code_(h, GT_FINDING_PREEMPTED))
        gt_find_(l, h->s, GT_FINDING_PREEMPTED, "%s%lu of %lu samples stand out and were interrupted", h->of, (unsigned long)hit, (unsigned long)h->n);
    if (d->outliers.fired && d->outliers.mean_shift_percent >= 0.5 && d->outliers.count > explained && gt_first_of_code_(h, GT_FINDING_OUTLIERS))
        gt_find_(l, h->s, GT_FINDING_OUTLIERS, "%s%lu of %lu samples, up to %s times the median; the mean moves by %s", h->of,
                 (unsigned long)d->outliers.count, (unsigned long)h->n, gt_digits_(d->outliers.factor, ""), gt_percent_(d->outliers.mean_shift_percent));
    if (d->coarse.fired && h->s->kind != GT_KIND_OUTSIDE && gt_first_of_code_(h, GT_FINDING_COARSE))
        gt_find_(l, h->s, GT_FINDING_COARSE, "one step of the clock (%s) is %s of the median", gt_time_(h->step_ns), gt_percent_(d->coarse.percent));
}
static void gt_find_shape_(gt_list_ *l, gt_shape_ *h, int faulty) {
    if (h->n < 2) return;
    h->own = h->s->stats;
    if (gt_diagnose(h->s->ns + h->first, h->n, h->step_ns, &h->d) != GT_OK ||
        (h->s->threads > 1 && gt_stats_of(h->s->ns + h->first, h->n, h->step_ns, &h->own) != GT_OK)) {
        l->full = 1;
        return;
    }
    if (h->s->threads > 1) snprintf(h->of, sizeof h->of, "thread %lu: ", (unsigned long)h->s->thread[h->first]);
    if (h->d.cold_first.fired && !(faulty && gt_faults_(h->s, h->first) >= 16) && !gt_built_inside_(h->s) &&
        gt_first_of_code_(h, GT_FINDING_COLD_FIRST)) gt_find_first_(l, h->s, h->first, &h->d, h->of);
    gt_find_trend_(l, h);
    gt_find_speeds_(l, h);
    gt_find_single_(l, h);
}
/* Samples that claim different work are no repetitions: their shape tells of the work. */
static int gt_work_varies_(const gt_series *s) {
    size_t i;
    for (i = 1; s->row && i < s->kept; i++) {
        const gt_sample *a = &s->row[0], *b = &s->row[i];
        if (a->flops < b->flops || a->flops > b->flops || a->bytes < b->bytes || a->bytes > b->bytes) return 1;
    }
    return 0;
}
/* Numbers from elsewhere come in the steps of their own clock, which would look like speeds: the least difference between
   neighbours, where half of the numbers or more are not alone with their value; else 0. */
static double gt_grid_(const double *x, size_t n) {
    double *sorted = (double *)malloc((n ? n : 1) * sizeof *sorted), least = 0;
    size_t i, distinct = 1;
    if (!sorted) return 0;
    n = gt_copy_finite_(x, n, sorted);
    gt_sort_doubles_(sorted, n);
    for (i = 1; i < n; i++) {
        double by = sorted[i] - sorted[i - 1];
        if (!(by > 0)) continue;
        distinct++;
        if (!(least > 0) || by < least) least = by;
    }
    free(sorted);
    return distinct * 2 <= n ? least : 0;
}
/* Some drivers' stamps lie a few ns apart whatever runs; others are coarse. 1: a finding was made of it. */
static int gt_find_stamp_step_(gt_list_ *l, const gt_series *s) {
    double stamp = gt_stamp_step_();
    if (!s->known[GT_COLUMN_device_ns]) return 0;
    if (s->device_stats.max <= 20 && s->stats.median > 1000 && stamp <= 10) {
        gt_find_(l, s, GT_FINDING_EVENT_BROKEN, "by their stamps all commands take at most %s, in brackets of %s",
                 gt_time_(s->device_stats.max), gt_time_(s->stats.median));
    } else if (s->device_stats.n * 2 > s->kept && s->device_stats.median < 10 * stamp) {
        gt_find_(l, s, GT_FINDING_COARSE, "the device time is %s, one step of its stamps %s", gt_time_(s->device_stats.median), gt_time_(stamp));
        return 1;
    }
    return 0;
}
static void gt_find_in_series_(gt_list_ *l, const gt_series *s, double step_ns) {
    int seen[GT_FINDING_COUNT], faulty;
    size_t i, first = 0;
    memset(seen, 0, sizeof seen);
    gt_find_counted_(l, s);
    gt_find_inside_(l, s);
    faulty = gt_find_faults_(l, s) != 0;
    seen[GT_FINDING_COARSE] = gt_find_stamp_step_(l, s);
    if ((s->unsynced + s->leaked + s->wrong_queue) * 20 > s->kept) return;      /* then the number is not what it says: no advice on its shape */
    if (s->kind == GT_KIND_GROUP || gt_work_varies_(s)) return;     /* the batch tells, or the work does */
    for (i = 1; i <= s->kept; i++) {
        gt_shape_ shape;
        if (i < s->kept && s->thread[i] == s->thread[first]) continue;
        memset(&shape, 0, sizeof shape);
        shape.s = s;
        shape.first = first;
        shape.n = i - first;
        shape.seen = seen;
        shape.step_ns = s->kind == GT_KIND_OUTSIDE ? gt_grid_(s->ns + first, shape.n) : gt_series_step_(s, step_ns, 0);
        gt_find_shape_(l, &shape, faulty);
        first = i;
    }
}

/* -- what concerns several series -- */

static void gt_find_kit_(gt_list_ *l, const gt_snapshot *snap) {    /* the kit's own work, where it is more than 1 % */
    const gt_series *worst = NULL;
    size_t i, count = 0;
    char text[256];
    for (i = 0; i < snap->count; i++) {
        const gt_series *s = &snap->series[i];
        if (s->cold || !(s->sum_ns > 0) || s->kit_ns <= 0.01 * s->sum_ns) continue;
        if ((s->left_early + s->voided + s->abandoned) * 10 > s->n) continue;       /* it is counted for those too, and sum_ns is not */
        count++;
        if (!worst || s->kit_ns * worst->sum_ns > worst->kit_ns * s->sum_ns) worst = s;
    }
    if (!worst) return;
    sprintf(text, "%.20s of it is the kit's own work for the scopes inside it", gt_percent_(100 * worst->kit_ns / worst->sum_ns));
    if (count > 1) sprintf(text + strlen(text), "; between 1 %% and that in %lu more series", (unsigned long)(count - 1));
    gt_find_(l, worst, GT_FINDING_KIT_TIME, "%s", text);
}
static void gt_find_few_(gt_list_ *l, const gt_snapshot *snap) {
    const gt_series *first = NULL;
    size_t i, count = 0;
    char text[256];
    for (i = 0; i < snap->count; i++) {
        const gt_series *s = &snap->series[i];
        if (s->cold || s->kind == GT_KIND_COMMAND || s->kind == GT_KIND_COMPARISON || s->kind == GT_KIND_GROUP || !s->kept || s->kept >= 6) continue;
        if (i + 1 < snap->count && snap->series[i + 1].depth > s->depth && snap->series[i + 1].kind != GT_KIND_COMMAND) continue;   /* what is inside tells */
        if (!count++) first = s;
    }
    if (!first) return;
    sprintf(text, "n=%lu", (unsigned long)first->kept);
    if (count > 1) sprintf(text + strlen(text), "; %lu more series have fewer than 6 samples", (unsigned long)(count - 1));
    gt_find_(l, first, GT_FINDING_FEW, "%s", text);
}
static void gt_find_unprofiled_(gt_list_ *l, const gt_snapshot *snap) {     /* said once */
    uint64_t sum = 0;
    size_t i;
    for (i = 0; i < snap->count; i++) sum += snap->series[i].unprofiled;
    gt_find_count_(l, NULL, sum, GT_FINDING_NO_PROFILING, "commands were on a queue without CL_QUEUE_PROFILING_ENABLE");
}
static void gt_find_in_batch_(gt_list_ *l, const gt_snapshot *snap, const gt_series *s) {
    gt_batch b;
    char text[256];
    if (gt_batch_of_(snap, s, &b) != GT_OK) return;
    if (b.launch_bound) {
        sprintf(text, "the host needs %.20s to enqueue a pass, ", gt_time_(b.enqueue_ns));
        sprintf(text + strlen(text), "and a pass takes %.20s", gt_time_(b.slope.slope));
        gt_find_(l, s, GT_FINDING_LAUNCH_BOUND, "%s", text);
    }
    if (b.nonlinear) {
        int more = b.curvature.low > 0;
        sprintf(text, "%lu passes take %.20s", (unsigned long)(b.K + 1) / 2, gt_percent_(more ? 100 * b.curvature.low : -100 * b.curvature.high));
        sprintf(text + strlen(text), " to %.20s %s than a straight line from 1 to %.0f passes says", gt_percent_(more ? 100 * b.curvature.high : -100 * b.curvature.low),
                more ? "more" : "less", b.K);
        gt_find_(l, s, GT_FINDING_NONLINEAR, "%s", text);
    }
}
static void gt_find_in_trial_(gt_list_ *l, const gt_series *s) {
    if (!s->cold && s->stopped && strstr(s->stopped, " has not reached ")) gt_find_(l, s, GT_FINDING_NOT_CONVERGED, "%s", s->stopped);
}
/* Phases of a side that the other one has not, where they are more than 20 % of it. */
static int gt_find_missing_(gt_list_ *l, const gt_snapshot *snap, const gt_series *side, const gt_series *other) {
    const gt_series *p, *end = snap->series + snap->count;
    char text[256], names[128];
    double sum = 0;
    names[0] = 0;
    for (p = side + 1; p < end && p->depth > side->depth; p++) {
        if (p->depth != side->depth + 1 || p->kind == GT_KIND_COMMAND || p->kind == GT_KIND_OUTSIDE || !p->kept || gt_below_(snap, other, p->name)) continue;
        sum += p->stats.median;
        if (strlen(names) < 60) sprintf(names + strlen(names), "%s%.50s", names[0] ? ", " : "", p->name);
    }
    if (!(sum > 0.2 * side->stats.median)) return 0;
    sprintf(text, "%.115s: %.20s of %.40s, and %.40s has none", names, gt_percent_(100 * sum / side->stats.median), side->name, other->name);
    gt_find_(l, side, GT_FINDING_COPY_CLOUDS, "%s", text);
    return 1;
}
/* The whole against the phase that differs from it most; a side called "flushed" against the base. */
static void gt_find_in_side_(gt_list_ *l, const gt_snapshot *snap, const gt_series *c, const gt_series *side) {
    const gt_series *base = gt_below_(snap, c, NULL), *p, *end = snap->series + snap->count;
    gt_ratio whole, part;
    const char *name = "";
    char text[256];
    double most;
    if (gt_compare_sides_(snap, c, side, NULL, &whole) != GT_OK || !whole.rounds) return;
    most = whole.ratio;
    if (whole.tied * 5 >= whole.rounds) {
        sprintf(text, "%lu of %lu rounds", (unsigned long)whole.tied, (unsigned long)whole.rounds);
        gt_find_(l, side, GT_FINDING_TIED, "%s", text);
    }
    if (!strcmp(side->name, "flushed") && whole.ci.confidence > 0 && whole.ci.high < 1 / 1.1) {
        sprintf(text, "with flushed caches %.20s slower than %.60s", gt_percent_(100 / whole.ratio - 100), base->name);
        gt_find_(l, side, GT_FINDING_WARM_CACHE, "%s", text);
    }
    if (gt_find_missing_(l, snap, side, base) || gt_find_missing_(l, snap, base, side)) return;
    for (p = side + 1; p < end && p->depth > side->depth; p++) {
        if (p->depth != side->depth + 1 || p->kind == GT_KIND_COMMAND || p->kind == GT_KIND_OUTSIDE || !p->kept || p->stats.median <= 0.2 * side->stats.median) continue;
        if (gt_compare_sides_(snap, c, side, p->name, &part) != GT_OK || !part.rounds) continue;
        if (gt_abs_(gt_log_(part.ratio / whole.ratio)) <= gt_abs_(gt_log_(most / whole.ratio))) continue;
        most = part.ratio;
        name = p->name;
    }
    if (most > 1.2 * whole.ratio || most < whole.ratio / 1.2) {
        sprintf(text, "%.20s times as fast in %.60s alone, ", gt_fixed_(most, 3, ""), name);
        sprintf(text + strlen(text), "%.20s with everything", gt_fixed_(whole.ratio, 3, ""));
        gt_find_(l, side, GT_FINDING_COPY_CLOUDS, "%s", text);
    }
}
static void gt_find_in_comparison_(gt_list_ *l, const gt_snapshot *snap, const gt_series *c) {
    const gt_series *base = gt_below_(snap, c, NULL), *s, *end = snap->series + snap->count;
    if (!base) return;
    for (s = c + 1; s < end && s->depth > c->depth; s++)
        if (s->depth == c->depth + 1 && s != base && !s->cold && s->kept) gt_find_in_side_(l, snap, c, s);
}
static int gt_read_word_(const char *path, char *word /* of 64 */) {
    FILE *f = fopen(path, "r");
    int ok = f && fgets(word, 64, f);
    if (f) fclose(f);
    if (ok) word[strcspn(word, "\r\n")] = 0;
    return ok;
}
static void gt_find_machine_(gt_list_ *l) {
    char text[256] = "", word[64];
#if defined(__x86_64__) && GT_GNU_
    unsigned a = 0, b = 0, c = 0, d = 0;
    if (__get_cpuid(1u, &a, &b, &c, &d) && c >> 31) strcat(text, "a virtual machine; ");
#endif
#if defined(__linux__)
    if (gt_read_word_("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", word))
        sprintf(text + strlen(text), "frequency governor %.40s; ", word);
    else
        strcat(text, "processor frequency unknown; ");
    if (gt_read_word_("/sys/devices/system/cpu/intel_pstate/no_turbo", word) && word[0] == '0') strcat(text, "turbo on; ");
    if (gt_audit_() != GT_AUDIT_NONE_ && gt_read_word_("/proc/loadavg", word) && strchr(word, ' ')) {
        const char *behind;
        double load = gt_parse_(word, &behind);
        long cores = sysconf(_SC_NPROCESSORS_ONLN);
        if (cores > 0 && load > (double)cores) sprintf(text + strlen(text), "load average %.20s on %ld cores; ", gt_fixed_(load, 1, ""), cores);
    }
#else
    (void)gt_read_word_;
    (void)word;
#endif
    if (!text[0]) return;
    text[strlen(text) - 2] = 0;
    gt_find_(l, NULL, GT_FINDING_ENV, "%s", text);
}
static void gt_find_general_(gt_list_ *l, const gt_snapshot *snap, const gt_clock *clock) {
    char text[256];
    size_t i;
    for (i = 0; i < snap->count && (snap->series[i].optimised || !snap->series[i].n); i++) {}
    if (i < snap->count) {
        sprintf(text, "the code around %.180s:%d was compiled without optimisation", snap->series[i].file, snap->series[i].line);
        gt_find_(l, NULL, GT_FINDING_DEBUG_BUILD, "%s", text);
    }
    if (clock->drift_ppm > 50 || clock->drift_ppm < -50) {
        sprintf(text, "the counter's rate has changed by %.20s since it was fitted", gt_fixed_(clock->drift_ppm, 0, " ppm"));
        gt_find_(l, NULL, GT_FINDING_CLOCK_STEP, "%s", text);
    }
    gt_find_count_(l, NULL, snap->lost, GT_FINDING_LOST, "scopes were not recorded");
    gt_find_unprofiled_(l, snap);
    gt_find_kit_(l, snap);
    gt_find_few_(l, snap);
    gt_find_machine_(l);
    gt_lock_();
    for (i = 0; i < gt_foreign_.count; i++) {
        gt_find_(l, NULL, gt_foreign_.f[i].code, "%s", gt_foreign_.f[i].figures);
        if (l->full) continue;
        gt_copy_(l->f[l->count - 1].path, sizeof l->f[0].path, gt_foreign_.f[i].path);
        if (gt_foreign_.f[i].code == GT_FINDING_COARSE) l->f[l->count - 1].remedy = "use a finer clock: the kit's, or CLOCK_MONOTONIC";
    }
    gt_unlock_();
}

/* A cause that a series inside has too is told there. */
static int gt_told_inside_(const gt_list_ *l, size_t at) {
    size_t i, length = strlen(l->f[at].path);
    gt_finding_code code = l->f[at].code;
    if (!length || !(code == GT_FINDING_NO_SYNC || code == GT_FINDING_COARSE || (code >= GT_FINDING_DIRTY_START && code <= GT_FINDING_BIMODAL) ||
                     (code >= GT_FINDING_AUTOCORR && code <= GT_FINDING_OUTLIERS))) return 0;     /* counts are not contained in each other */
    for (i = 0; i < l->count; i++)
        if (i != at && l->f[i].code == code && !strncmp(l->f[i].path, l->f[at].path, length) && l->f[i].path[length] == '/') return 1;
    return 0;
}
static int gt_worse_(const gt_finding *a, const gt_finding *b) {    /* whether a stands before b */
    return a->severity != b->severity ? a->severity > b->severity : a->code < b->code;
}
static void gt_list_order_(gt_list_ *l) {   /* by insertion: the order of series stays */
    size_t i, k, n = 0;
    unsigned char *told = (unsigned char *)calloc(l->count ? l->count : 1, 1);
    for (i = 0; told && i < l->count; i++) told[i] = (unsigned char)gt_told_inside_(l, i);
    for (i = 0; i < l->count; i++) if (!told || !told[i]) l->f[n++] = l->f[i];
    l->count = n;
    free(told);
    for (i = 1; i < l->count; i++) {
        gt_finding held = l->f[i];
        for (k = i; k > 0 && gt_worse_(&held, &l->f[k - 1]); k--) l->f[k] = l->f[k - 1];
        l->f[k] = held;
    }
}
static gt_status gt_findings_of_(const gt_snapshot *snap, gt_list_ *l) {
    gt_clock clock = gt_clock_info();
    size_t i;
    memset(l, 0, sizeof *l);
    for (i = 0; i < snap->count; i++) {
        const gt_series *s = &snap->series[i];
        if (s->kind != GT_KIND_COMMAND && !s->cold) gt_find_in_series_(l, s, clock.step_ns);
        else if (s->failed && s->cold) gt_find_count_(l, s, s->failed, GT_FINDING_FAILED_WORK, "commands failed");
        gt_find_in_trial_(l, s);
        if (s->kind == GT_KIND_COMPARISON) gt_find_in_comparison_(l, snap, s);
        if (s->kind == GT_KIND_BATCH && !s->cold) gt_find_in_batch_(l, snap, s);
    }
    gt_find_general_(l, snap, &clock);
    if (gt_seam_()) gt_seam_()->findings(snap, l);
    gt_list_order_(l);
    return l->full ? GT_ERR_MEMORY : GT_OK;
}
gt_status gt_findings(gt_finding **list, size_t *count) {
    gt_snapshot snap;
    gt_list_ l;
    gt_status status;
    *list = NULL;
    *count = 0;
    if (gt_snapshot_take(&snap) != GT_OK) return GT_ERR_MEMORY;
    status = gt_findings_of_(&snap, &l);
    gt_snapshot_free(&snap);
    if (status != GT_OK) {
        free(l.f);
        return status;
    }
    *list = l.f;
    *count = l.count;
    return GT_OK;
}
int gt_verdict(gt_severity least) {
    gt_finding *list;
    size_t count, i;
    int bad = gt_error_first() != NULL;
    if (gt_findings(&list, &count) != GT_OK) return 1;
    for (i = 0; i < count; i++) bad = bad || list[i].severity >= least;
    free(list);
    return bad;
}

/* -- clocks that are not the kit's -- */

static void gt_foreign_add_(gt_finding_code code, const char *who, const char *figures) {
    size_t i;
    gt_lock_();
    for (i = 0; i < gt_foreign_.count && (gt_foreign_.f[i].code != code || strcmp(gt_foreign_.f[i].path, who)); i++) {}
    if (i == gt_foreign_.count && gt_foreign_.count < sizeof gt_foreign_.f / sizeof gt_foreign_.f[0]) {
        gt_finding *f = &gt_foreign_.f[gt_foreign_.count++];
        f->code = code;
        gt_copy_(f->path, sizeof f->path, who);
        gt_copy_(f->figures, sizeof f->figures, figures);
    }
    gt_unlock_();
}
static uint64_t gt_true_ns_(void) { return gt_os_ns_(); }      /* of the system, whatever clock the kit was given */
gt_status gt_check_clock(double (*now_s)(void), const char *name) {
    double a, b, last, step = 0, says;
    uint64_t t[4], begin;
    unsigned long back = 0;
    char text[256];
    if (!now_s) return GT_ERR_ARGUMENT;
    if (!name) name = "a clock";
    begin = gt_true_ns_();
    for (last = now_s(); gt_true_ns_() - begin < 3000000u; last = b) {
        b = now_s();
        if (b < last) back++;
        if (b > last && (!(step > 0) || b - last < step)) step = b - last;
    }
    t[0] = gt_true_ns_();       /* whoever is interrupted between two readings must not blame the clock */
    a = now_s();
    t[1] = gt_true_ns_();
    gt_sleep_(step > 0 && step < 500e-6 ? 2 : 60);      /* some of few steps count by 16 ms */
    t[2] = gt_true_ns_();
    b = now_s();
    t[3] = gt_true_ns_();
    says = (b - a) * 1e9;
    if (!(says > 0.5 * (double)(t[2] - t[1]) && says < 1.5 * (double)(t[3] - t[0]))) {
        sprintf(text, "it says %.20s for a sleep of ", gt_time_(says));
        strcat(text, gt_time_((double)(t[2] - t[1])));
        gt_foreign_add_(GT_FINDING_CPU_CLOCK, name, text);
    }
    if (back) {
        sprintf(text, "it stepped back %lu times in 3 ms", back);
        gt_foreign_add_(GT_FINDING_CLOCK_STEP, name, text);
    }
    if (!(step > 0) || step > 100e-6) {
        if (step > 0) sprintf(text, "its smallest step is %.20s", gt_time_(step * 1e9));
        else strcpy(text, "it did not move in 3 ms");
        gt_foreign_add_(GT_FINDING_COARSE, name, text);
    }
    return GT_OK;
}

/* ==== >>report, implementation ==== */

static void gt_verdict_print_(FILE *out, const char *side, const char *phase, const gt_ratio *r, double threshold) {
    gt_verdict_kind v = gt_ratio_verdict(r, threshold);
    char what[160];
    sprintf(what, "%s%.60s", phase ? "  " : "", phase ? phase : side);
    fprintf(out, "  %-28s %s times as fast", what, gt_fixed_(r->ratio, 3, ""));
    if (r->ci.confidence > 0) fprintf(out, " [%s, %s]", gt_fixed_(r->ci.low, 3, ""), gt_fixed_(r->ci.high, 3, ""));
    if (v == GT_SAME) fprintf(out, "  the same within %s", gt_percent_(100 * threshold));
    else if (v == GT_NOT_SEPARATED) fprintf(out, "  not separated");
    else fprintf(out, "  %s by %s", gt_verdict_text(v), gt_percent_(100 * (v == GT_FASTER ? r->ratio - 1 : 1 / r->ratio - 1)));
    fprintf(out, ", n=%lu", (unsigned long)r->rounds);
    if (r->tied * 5 >= r->rounds && r->rounds) fprintf(out, ", %lu tied: the clock is too coarse", (unsigned long)r->tied);
    fprintf(out, "\n");
}
static void gt_comparison_print_(FILE *out, const gt_snapshot *snap, const gt_series *c) {
    const gt_series *base = gt_below_(snap, c, NULL), *s, *p, *end = snap->series + snap->count;
    gt_ratio r;
    if (!base || gt_sides_(snap, c) < 2) {
        if (c->stopped) fprintf(out, "\n%s: stopped: %s\n", c->path, c->stopped);
        return;
    }
    fprintf(out, "\n%s: against %s, rounds in random order, intervals of %s, for this process\n", c->path, base->name,
            gt_fixed_(100 - 5.0 / (gt_sides_(snap, c) > 1 ? gt_sides_(snap, c) - 1 : 1), 1, " %"));
    for (s = c + 1; s < end && s->depth > c->depth; s++) {
        if (s->depth != c->depth + 1 || s == base || s->cold || !s->kept) continue;
        if (gt_compare_sides_(snap, c, s, NULL, &r) != GT_OK) continue;
        gt_verdict_print_(out, s->name, NULL, &r, c->threshold);
        for (p = s + 1; p < end && p->depth > s->depth; p++)
            if (p->depth == s->depth + 1 && p->kind != GT_KIND_COMMAND && gt_below_(snap, base, p->name) && gt_compare_sides_(snap, c, s, p->name, &r) == GT_OK)
                gt_verdict_print_(out, s->name, p->name, &r, c->threshold);
    }
    if (c->stopped) fprintf(out, "  stopped: %s\n", c->stopped);
}

static void gt_interval_print_(FILE *out, const gt_interval *ci) {
    if (!(ci->confidence > 0.949)) return;
    fprintf(out, " [%s,", gt_time_(ci->low));
    fprintf(out, " %s]", gt_time_(ci->high));
}
static void gt_batch_print_(FILE *out, const gt_snapshot *snap, const gt_series *s) {
    gt_batch b;
    if (gt_batch_of_(snap, s, &b) == GT_OK) {
        fprintf(out, "\n%s: %s a pass", s->path, gt_time_(b.slope.slope));
        gt_interval_print_(out, &b.slope.slope_ci);
        fprintf(out, ", %s once", gt_time_(b.slope.fixed));
        gt_interval_print_(out, &b.slope.fixed_ci);
        fprintf(out, "\n  slope and fixed part of groups of 1 and %.0f passes, each between two barriers, n=%lu\n", b.K, (unsigned long)b.slope.rounds);
        if (s->stopped) fprintf(out, "  stopped: %s\n", s->stopped);
    } else if (s->stopped) {
        fprintf(out, "\n%s: stopped: %s\n", s->path, s->stopped);
    }
}

static void gt_cell_(FILE *out, const char *text, int width) {  /* right-aligned by characters, not bytes: UTF-8 */
    int length = 0;
    const char *p;
    for (p = text; *p; p++) length += ((unsigned char)*p & 0xc0) != 0x80;
    fprintf(out, "%*s%s", width > length ? width - length : 0, "", text);
}

/* -- the table -- */

static void gt_rates_(const gt_series *s, char *text) {
    text[0] = 0;
    if (gt_is_finite_(s->flops_per_s)) strcat(text, gt_rate_(s->flops_per_s, "FLOP/s"));
    if (gt_is_finite_(s->flops_per_s) && gt_is_finite_(s->bytes_per_s)) strcat(text, "  ");
    if (gt_is_finite_(s->bytes_per_s)) strcat(text, gt_rate_(s->bytes_per_s, "B/s"));
    if (!text[0]) strcpy(text, "-");
}

/* What an empty phase reads, measured by gputime_cl.h on a device (any pointer tells it from others). */
static struct { double *x; size_t n; double median; const void *device; uint64_t epoch; int several; } gt_net_;
static GT_UNUSED_ int gt_net_of_(const double *x, size_t n, double median, const void *device) {    /* copies; 0: no memory */
    double *copy = (double *)malloc((n ? n : 1) * sizeof *copy);
    if (!copy) return 0;
    memcpy(copy, x, n * sizeof *copy);
    gt_lock_();
    gt_net_.several = gt_net_.x && gt_net_.epoch == gt_clk_.epoch && (gt_net_.several || gt_net_.device != device);
    free(gt_net_.x);
    gt_net_.x = copy;
    gt_net_.n = n;
    gt_net_.median = median;
    gt_net_.device = device;
    gt_net_.epoch = gt_clk_.epoch;
    gt_unlock_();
    return 1;
}
static int gt_net_known_(void) { return gt_net_.x && gt_net_.epoch == gt_clk_.epoch; }
/* Bracket minus empty phase: 1 and the text; 0 and "no" where it is not worth having. */
static int gt_net_text_(const gt_series *s, double step_ns, char *text /* of 64 */) {
    double net, half;
    gt_interval ci;
    gt_status status;
    gt_lock_();
    status = gt_difference(s->ns, s->kept, gt_net_.x, gt_net_.n, step_ns, 0.95, &net, &ci);
    gt_unlock_();
    half = (ci.high - ci.low) / 2;
    strcpy(text, "no");
    if (status != GT_OK || !(ci.confidence > 0.949) || !(half <= 0.1 * net) || !(net >= 2 * gt_net_.median)) return 0;
    sprintf(text, "%s ±", gt_time_(net));
    strcat(text, gt_percent_(100 * half / net));
    return 1;
}
static void gt_net_legend_(FILE *out, int refused) {
    fprintf(out, "net: bracket minus what an empty phase reads (%s", gt_time_(gt_net_.median));
    fprintf(out, ", n=%lu), and the half-width of its interval.\n", (unsigned long)gt_net_.n);
    if (refused)
        fprintf(out, "no: under twice that, or not known to 10 %%: nothing is subtracted; use GT_BATCH_CL, which needs no subtraction\n");
}

static double gt_half_width_percent_(const gt_stats *s) {
    return s->ci.confidence > 0 && s->median > 0 ? 50 * (s->ci.high - s->ci.low) / s->median : gt_nan_();
}

/* A few samples that happened to have one do not stand for the others. */
static int gt_device_known_(const gt_series *s) { return s->device_stats.n && s->device_stats.n * 2 > s->kept; }

typedef struct gt_columns_ { int name, device, rate, complete, net, refused; double step_ns; } gt_columns_;  /* complete: every phase with a device time is */

static void gt_row_print_(FILE *out, const gt_series *s, gt_columns_ *c) {
    char name[160];
    double percent = gt_half_width_percent_(&s->stats);
    int pad = 2 * s->depth;
    if (pad > 40) pad = 40;
    sprintf(name, "%*s%.60s", pad, "", s->name);
    if (s->kind == GT_KIND_TRIAL && s->passes > 1) sprintf(name + strlen(name), " /%lu", s->passes);
    if (s->threads > 1) sprintf(name + strlen(name), " [%u threads]", s->threads);
    fprintf(out, "%s%*s", name, (int)strlen(name) < c->name ? c->name - (int)strlen(name) : 0, "");
    fprintf(out, "%9lu", (unsigned long)s->n);
    gt_cell_(out, gt_time_(s->stats.median), 10);
    gt_cell_(out, gt_is_finite_(percent) && s->stats.ci.confidence > 0.949 ? gt_percent_(percent) : "-", 9);
    gt_cell_(out, s->finite_ ? gt_time_(s->min_ns) : "-", 10);
    gt_cell_(out, s->finite_ ? gt_time_(s->max_ns) : "-", 10);
    if (c->net) {
        char net[64] = "-";
        if (s->kind == GT_KIND_PHASE && s->kept && (!s->device_ || s->device_->id == gt_net_.device) && !gt_net_text_(s, c->step_ns, net)) c->refused = 1;
        gt_cell_(out, net, 18);
    }
    if (c->device) {
        char device[64] = "-";
        if (gt_device_known_(s)) {
            double least = DBL_MAX, most = 0;
            size_t i;
            for (i = 0; i < s->kept; i++) {
                if (s->row[i].commands < least) least = s->row[i].commands;
                if (s->row[i].commands > most) most = s->row[i].commands;
            }
            strcpy(device, gt_time_(s->device_stats.median));
            if (least < most) sprintf(device + strlen(device), " (%.0f..%.0f)", least, most);
            else sprintf(device + strlen(device), " (%.0f)", most);
        }
        gt_cell_(out, device, 15);
        gt_cell_(out, gt_device_known_(s) ? gt_time_(s->rest_stats.median) : "-", 13);
    }
    if (c->rate) {
        char rates[128];
        gt_rates_(s, rates);
        fprintf(out, "  %s", rates);
    }
    fprintf(out, "\n");
}

static int gt_any_broken_(const gt_series *s) {
    int i;
    for (i = 0; i < 16; i++) if (s->broken[i]) return 1;
    return 0;
}
static int gt_series_silent_(const gt_series *s) {  /* nothing to print a row for: nothing happened in it since the reset, or warm-up */
    if (s->cold || s->kind == GT_KIND_COMMAND) return 1;
    return !s->n && !s->voided && !s->left_early && !s->abandoned && !s->backwards && !s->unsynced && !s->failed && !s->wrong_queue &&
           !s->uncounted && !gt_any_broken_(s);
}

/* Series i, or the first below it that is not silent; snap->count: none. */
static size_t gt_first_told_(const gt_snapshot *snap, size_t i, int (*silent)(const gt_series *)) {
    size_t k = i;
    do {
        if (!silent(&snap->series[k])) return k;
    } while (++k < snap->count && snap->series[k].depth > snap->series[i].depth);
    return snap->count;
}

/* What the warm-up passes of a trial or side took, first pass first: they are no samples, and not hidden. */
static void gt_cold_print_(FILE *out, const gt_snapshot *snap) {
    const gt_series *s, *p, *end = snap->series + snap->count;
    for (s = snap->series; s < end; s++) {
        if (!s->cold || !s->kept || s->below_cold_) continue;
        fprintf(out, "%s: warm-up, %lu passes: first %s", s->path, (unsigned long)s->n, gt_time_(s->ns[0]));
        for (p = s + 1; p < end && p->depth > s->depth; p++)
            if (p->depth == s->depth + 1 && p->kept && p->kind != GT_KIND_COMMAND) fprintf(out, ", %s %s", p->name, gt_time_(p->ns[0]));
        if (s->kept > 1) fprintf(out, "; last %s", gt_time_(s->ns[s->kept - 1]));
        fprintf(out, "\n");
    }
}

static double gt_signals_cost_ns_(void) {       /* before and after: twice; the quickest of some, which nobody interrupted */
    gt_signals_ s;
    uint64_t least = UINT64_MAX;
    int i;
    for (i = 0; i < 10; i++) {
        uint64_t t = gt_now_();
        gt_signals_read_(&s);
        gt_signals_read_(&s);
        t = gt_now_() - t;
        if (t < least) least = t;
    }
    return gt_clock_ns(least);
}
static void gt_head_print_(FILE *out, const gt_clock *c, const gt_snapshot *snap) {
    size_t i;
    char about[sizeof gt_about_];
    gt_lock_();                 /* another thread may be opening a device */
    memcpy(about, gt_about_, sizeof about);
    gt_unlock_();
    if (about[0]) fprintf(out, "%s\n", about);
    fprintf(out, "clock %s %s", c->name, gt_rate_(c->hz, "Hz"));
    fprintf(out, ", step %s", gt_time_(c->step_ns));
    if (c->read_ns > 0) fprintf(out, ", read %s", gt_time_(c->read_ns));
    if (c->scope_ns > 0) {
        fprintf(out, " | an empty scope reads %s", gt_time_(c->scope_ns));
        fprintf(out, ", exact %s", gt_time_(c->exact_ns));
        if (c->missed_ns > 0) {
            fprintf(out, ";\nunordered scopes read up to %s short", gt_time_(c->missed_ns));
            fprintf(out, " (more where loads miss the caches) or %s long", gt_time_(2 * c->read_ns));
        }
    }
    fprintf(out, "\n");
    if (c->reason[0]) fprintf(out, "the processor's counter is not used: %s\n", c->reason);
    for (i = 0; i < snap->count && !(snap->series[i].known[GT_COLUMN_faults] && !snap->series[i].cold); i++) {}
    if (i < snap->count) fprintf(out, "reading signals takes %s a phase, outside of its ticks\n", gt_time_(gt_signals_cost_ns_()));
    if (gt_audit_() == GT_AUDIT_ALL_) fprintf(out, "GT_AUDIT=1: scopes wait for queues that they would not wait for: these times are for finding mistakes\n");
}

static void gt_findings_print_(FILE *out, const gt_list_ *l, const gt_snapshot *snap) {
    size_t i, k, few = 0, least = 100;
    if (l->count) fprintf(out, "\nfindings\n");       /* what a trial did not reach stands behind "stopped" */
    for (i = 0; i < l->count; i = k) {      /* of one code, three; the rest are counted */
        for (k = i; k < l->count && l->f[k].code == l->f[i].code && l->f[k].severity == l->f[i].severity; k++) {
            const gt_finding *f = &l->f[k];
            if (k - i >= 3 || f->code == GT_FINDING_NOT_CONVERGED) continue;
            fprintf(out, "  %s: %s: %s\n", f->path[0] ? f->path : "all", f->name, f->figures);
        }
        if (l->f[i].code == GT_FINDING_NOT_CONVERGED) continue;
        if (k - i > 3) fprintf(out, "  %s: %lu more of these\n", l->f[i].name, (unsigned long)(k - i - 3));
        if (l->f[i].cause[0]) fprintf(out, "      %s%s%s\n", l->f[i].cause, l->f[i].remedy[0] ? " -> " : "", l->f[i].remedy);
    }
    for (i = 0; i < snap->count; i++) {
        const gt_series *s = &snap->series[i];
        if (s->cold || s->kind == GT_KIND_COMMAND || s->kind == GT_KIND_COMPARISON || s->kind == GT_KIND_GROUP || s->kept < 2 || s->kept >= 100) continue;
        few++;
        if (s->kept < least) least = s->kept;
    }
    if (few)
        fprintf(out, "%sSeries with fewer than 100 samples: %lu, the least %lu; not to be seen there: %s.\n", l->count ? "" : "\n",
                (unsigned long)few, (unsigned long)least,
                least < 8 ? "all but a cold first sample" : least < 20 ? "all but cold starts, outliers and gross drift"
                          : "drift under 10 %, a second speed in under a third of the samples");
}

gt_status gt_report(FILE *out) {
    static const char *const legend[] = {
        "elsewhere: bracket minus device, that is launch, submission, notification, and commands that were not collected",
        "overhead: bracket minus device, that is launch, submission, notification; every command was collected" };
    gt_snapshot snap;
    gt_columns_ c = { 24, 0, 0, 1, 0, 0, 0 };
    gt_list_ list;
    gt_clock clock;
    gt_kept_error_ kept;
    const gt_error *e = gt_error_copy_(&kept) ? &kept.error : NULL;
    int trials = 0, several;
    size_t i;
    if (gt_snapshot_take(&snap) != GT_OK) {
        fprintf(out, "gputime: no memory for a report\n");
        return GT_ERR_MEMORY;
    }
    clock = gt_clock_info();
    gt_head_print_(out, &clock, &snap);
    if (e) {
        gt_error_print_(out, e, "\nFAILED: ");
        fprintf(out, "Below is what was complete before it, or not touched by it.\n");
    }
    for (i = 0; i < snap.count; i++) {
        const gt_series *s = &snap.series[i];
        int width = 2 * s->depth + (int)(strlen(s->name) > 60 ? 60 : strlen(s->name)) + (s->kind == GT_KIND_TRIAL && s->passes > 1 ? 9 : 0) + (s->threads > 1 ? 14 : 0);
        if (width > c.name) c.name = width;
        if (s->kind == GT_KIND_COMMAND) continue;
        if (gt_device_known_(s) && !s->cold) c.device = 1;
        if (s->kind == GT_KIND_PHASE && s->kept && !s->cold && gt_net_known_()) c.net = 1;
        if (gt_device_known_(s) && !s->cold && s->known[GT_COLUMN_complete] < s->kept) c.complete = 0;
        if ((s->known[GT_COLUMN_flops] || s->known[GT_COLUMN_bytes]) && !s->cold) c.rate = 1;
    }
    several = c.net && gt_net_.several;
    if (several) c.net = 0;
    c.step_ns = clock.step_ns;
    fprintf(out, "\n%*s%9s%10s", c.name, "", "n", "median");
    gt_cell_(out, "±95 %", 9);
    fprintf(out, "%10s%10s", "min", "max");
    if (c.net) fprintf(out, "%18s", "net");
    if (c.device) fprintf(out, "%15s%13s", "device", c.complete ? "overhead" : "elsewhere");
    fprintf(out, "%s\n", c.rate ? "  rate" : "");
    for (i = 0; i < snap.count; i++)        /* one that still runs is shown for the sake of what is below it */
        if (gt_first_told_(&snap, i, gt_series_silent_) < snap.count) gt_row_print_(out, &snap.series[i], &c);
    if (!snap.count) fprintf(out, "(no scope has run yet)\n");
    for (i = 0; i < snap.count; i++)
        if (snap.series[i].kind == GT_KIND_TRIAL && snap.series[i].stopped && !snap.series[i].cold)
            fprintf(out, "%s%s: stopped: %s\n", trials++ ? "" : "\n", snap.series[i].path, snap.series[i].stopped);
    gt_cold_print_(out, &snap);
    for (i = 0; i < snap.count; i++) if (snap.series[i].kind == GT_KIND_COMPARISON) gt_comparison_print_(out, &snap, &snap.series[i]);
    for (i = 0; i < snap.count; i++) if (snap.series[i].kind == GT_KIND_BATCH && !snap.series[i].cold) gt_batch_print_(out, &snap, &snap.series[i]);
    if (c.device)
        fprintf(out, "\ndevice: union of START..END of the collected commands (how many a sample);\n%s.\n"
                "Times are raw: nothing is subtracted. Rates are work over the bracket. Opened up: gt_report_commands.\n", legend[c.complete]);
    if (c.net || several) fprintf(out, "%s", c.device ? "" : "\n");
    if (c.net) gt_net_legend_(out, c.refused);
    if (several) fprintf(out, "net: what an empty phase reads was measured on two devices: nothing is subtracted.\n");
    fprintf(out, "%sIntervals speak for this process; for several: gt_runs_append.\n", c.device || c.net || several ? "" : "\n");
    if (gt_findings_of_(&snap, &list) != GT_OK) fprintf(out, "\ngputime: no memory for all findings\n");
    gt_findings_print_(out, &list, &snap);
    free(list.f);
    gt_snapshot_free(&snap);
    return fflush(out) || ferror(out) ? GT_ERR_IO : GT_OK;
}

/* -- opened up: where the brackets go -- */

/* A part of the brackets, and its median over the samples where it is known. */
static double gt_part_host_(const gt_series *s, size_t i) { return s->ns[i] - s->row[i].queue_ns - s->row[i].submit_ns - s->row[i].span_ns; }
static double gt_part_queue_(const gt_series *s, size_t i) { return s->row[i].queue_ns; }
static double gt_part_submit_(const gt_series *s, size_t i) { return s->row[i].submit_ns; }
static double gt_part_gaps_(const gt_series *s, size_t i) { return s->row[i].span_ns - s->row[i].device_ns; }
static double gt_part_median_(const gt_series *s, double (*part)(const gt_series *s, size_t i), double *room) {
    size_t i, n = 0;
    for (i = 0; i < s->kept; i++) {
        double x = part(s, i);
        if (gt_is_finite_(x)) room[n++] = x;
    }
    gt_sort_doubles_(room, n);
    return gt_median_of_sorted_(room, n);
}
static int gt_series_unopened_(const gt_series *s) { return s->cold || !s->known[GT_COLUMN_queue_ns]; }
static void gt_opened_row_(FILE *out, const gt_series *s, int width, double *room) {
    char rates[128];
    int pad = 2 * s->depth > 40 ? 40 : 2 * s->depth;
    fprintf(out, "%*s%-*.60s", pad, "", width - pad, s->name);
    fprintf(out, "%9lu", (unsigned long)s->n);
    gt_cell_(out, s->kind == GT_KIND_COMMAND ? "" : gt_time_(s->stats.median), 10);
    gt_cell_(out, s->kind == GT_KIND_COMMAND ? "" : gt_time_(gt_part_median_(s, gt_part_host_, room)), 10);
    gt_cell_(out, gt_time_(gt_part_median_(s, gt_part_queue_, room)), 10);
    gt_cell_(out, gt_time_(gt_part_median_(s, gt_part_submit_, room)), 10);
    gt_cell_(out, gt_time_(s->kind == GT_KIND_COMMAND ? s->stats.median : s->device_stats.median), 10);
    gt_cell_(out, s->kind == GT_KIND_COMMAND ? "" : gt_time_(gt_part_median_(s, gt_part_gaps_, room)), 10);
    gt_rates_(s, rates);
    fprintf(out, "  %s\n", s->kind == GT_KIND_COMMAND ? rates : "");
}
gt_status gt_report_commands(FILE *out) {
    gt_snapshot snap;
    size_t i, most = 1, rows = 0;
    double *room;
    int width = 24;
    if (gt_snapshot_take(&snap) != GT_OK) return GT_ERR_MEMORY;
    for (i = 0; i < snap.count; i++) {
        const gt_series *s = &snap.series[i];
        int wide = 2 * s->depth + (int)(strlen(s->name) > 60 ? 60 : strlen(s->name));
        if (wide > width) width = wide;
        if (s->kept > most) most = s->kept;
    }
    room = (double *)malloc(most * sizeof *room);
    if (!room) {
        gt_snapshot_free(&snap);
        return GT_ERR_MEMORY;
    }
    fprintf(out, "%*s%9s%10s%10s%10s%10s%10s%10s  rate\n", width, "", "n", "bracket", "host", "queue", "submit", "execute", "gaps");
    for (i = 0; i < snap.count; i++) {
        const gt_series *s = &snap.series[i];
        size_t k = gt_first_told_(&snap, i, gt_series_unopened_);
        if (k == snap.count) continue;
        if (k == i) gt_opened_row_(out, s, width, room);
        else fprintf(out, "%*s%.60s\n", 2 * s->depth > 40 ? 40 : 2 * s->depth, "", s->name);
        rows++;
    }
    if (!rows) fprintf(out, "(no command was collected: GT_EVENT, on a queue with CL_QUEUE_PROFILING_ENABLE)\n");
    free(room);
    gt_snapshot_free(&snap);
    return fflush(out) || ferror(out) ? GT_ERR_IO : GT_OK;
}

/* -- runs: medians of several processes -- */

static gt_status gt_file_failed_(const char *what, const char *file) { return gt_error_keep(GT_ERR_IO, 0, NULL, what, file, 0, NULL); }

static void gt_csv_name_(FILE *out, const char *s) {    /* always quoted; quotes inside are doubled */
    putc('"', out);
    for (; *s; s++) {
        if (*s == '"') putc('"', out);
        putc(*s, out);
    }
    putc('"', out);
}

static void gt_run_write_(FILE *f, uint64_t run, const char *path, const char *what, size_t n, double median, const char *unit) {
    char number[48], name[512], *c;
    if (!(median > 0) || !gt_is_finite_(median)) return;    /* nothing that an interval could be made of */
    sprintf(number, "%.15g", median);
    gt_point_(number);
    sprintf(name, "%.300s%.200s", path, what);
    for (c = name; *c; c++) if (*c == '\n' || *c == '\r') *c = ' ';
    fprintf(f, "%llu,", (unsigned long long)run);
    gt_csv_name_(f, name);
    fprintf(f, ",%lu,%s,%s\r\n", (unsigned long)n, number, unit);
}
static void gt_run_ratios_(FILE *f, uint64_t run, const gt_snapshot *snap, const gt_series *c) {
    const gt_series *base = gt_below_(snap, c, NULL), *s, *p, *end = snap->series + snap->count;
    char what[160];
    gt_ratio r;
    for (s = base ? c + 1 : end; s < end && s->depth > c->depth; s++) {
        if (s->depth != c->depth + 1 || s == base || s->cold || !s->kept) continue;
        sprintf(what, ": %.60s as fast as %.60s", s->name, base->name);
        if (gt_compare_sides_(snap, c, s, NULL, &r) == GT_OK && r.rounds) gt_run_write_(f, run, c->path, what, r.rounds, r.ratio, "times");
        for (p = s + 1; p < end && p->depth > s->depth; p++) {
            if (p->depth != s->depth + 1 || p->kind == GT_KIND_COMMAND || gt_compare_sides_(snap, c, s, p->name, &r) != GT_OK || !r.rounds) continue;
            sprintf(what, "/%.40s: %.40s as fast as %.40s", p->name, s->name, base->name);
            gt_run_write_(f, run, c->path, what, r.rounds, r.ratio, "times");
        }
    }
}

/* All rows of a run leave in one write, as long as they fit: processes may append at once. */
#define GT_RUN_ROOM_ ((size_t)1 << 20)
static int gt_last_byte_(const char *file) {    /* EOF: no such file, or an empty one */
    FILE *f = fopen(file, "rb");
    int last = EOF;
    if (!f) return EOF;
    if (!fseek(f, -1, SEEK_END)) last = getc(f);
    fclose(f);
    return last;
}
gt_status gt_runs_append(const char *file) {
    gt_snapshot snap;
    gt_batch b;
    uint64_t run = gt_os_ns_() ^ (gt_now_() << 20);     /* tells processes apart, no more */
    size_t i;
    char *room;
    int last, bad;
    FILE *f;
    if (!file) return GT_ERR_ARGUMENT;
    room = (char *)malloc(GT_RUN_ROOM_);
    last = gt_last_byte_(file);
    f = fopen(file, "ab");
    if (!f) {
        free(room);
        return gt_file_failed_("fopen in gt_runs_append", file);
    }
    if (!room || setvbuf(f, room, _IOFBF, GT_RUN_ROOM_) || gt_snapshot_take(&snap) != GT_OK) {
        fclose(f);
        free(room);
        return GT_ERR_MEMORY;
    }
    if (last != EOF && last != '\n') fprintf(f, "\r\n");      /* a process ended within its last row */
    if (last == EOF) fprintf(f, "run,series,n,median,unit\r\n");
    for (i = 0; i < snap.count; i++) {
        const gt_series *s = &snap.series[i];
        if (!s->cold && s->kind != GT_KIND_COMMAND && s->kept) gt_run_write_(f, run, s->path, "", s->n, s->stats.median, "ns");
        if (s->kind == GT_KIND_COMPARISON) gt_run_ratios_(f, run, &snap, s);
        if (s->kind == GT_KIND_BATCH && !s->cold && gt_batch_of_(&snap, s, &b) == GT_OK) gt_run_write_(f, run, s->path, ": a pass", b.slope.rounds, b.slope.slope, "ns");
    }
    gt_snapshot_free(&snap);
    bad = ferror(f);
    if (fclose(f)) bad = 1;
    free(room);
    return bad ? gt_file_failed_("writing in gt_runs_append", file) : GT_OK;
}

typedef struct gt_run_ { char *series; double median; int times; size_t order; } gt_run_;
static int gt_run_order_(const void *a, const void *b) {
    const gt_run_ *x = (const gt_run_ *)a, *y = (const gt_run_ *)b;
    int c = strcmp(x->series, y->series);
    return c ? c : (x->order > y->order) - (x->order < y->order);
}
/* One row; 0: it is none. The name is unquoted in place. */
static int gt_run_parse_(char *line, gt_run_ *r) {
    char *from = strchr(line, ','), *to;
    const char *end;
    if (!from || from[1] != '"') return 0;
    for (r->series = to = from + 1, from += 2; *from && (*from != '"' || from[1] == '"'); from++) {
        if (*from == '"') from++;
        *to++ = *from;
    }
    if (*from != '"' || from[1] != ',') return 0;
    *to = 0;
    from = strchr(from + 2, ',');
    if (!from) return 0;
    r->median = gt_parse_(from + 1, &end);
    r->times = !strncmp(end, ",times", 6);
    if (!r->times && strncmp(end, ",ns", 3)) return 0;
    end += r->times ? 6 : 3;
    return gt_is_finite_(r->median) && r->median > 0 && (!strcmp(end, "\r\n") || !strcmp(end, "\n"));
}
static const char *gt_run_value_(const gt_run_ *r, double x) { return r->times ? gt_fixed_(x, 3, " x") : gt_time_(x); }
/* One line, its newline with it. bad: it was too long, has a zero byte, or no newline at its end. 0: the file has ended. */
static int gt_line_(FILE *f, char *line, size_t size, int *bad) {
    size_t n = 0;
    int c;
    *bad = 0;
    while ((c = getc(f)) != EOF) {
        if (!c || n + 2 > size) *bad = 1;
        else line[n++] = (char)c;
        if (c == '\n') break;
    }
    line[n] = 0;
    if (c == EOF) *bad = 1;
    return c != EOF || n > 0;
}
/* Runs that are further apart than three times what the interval of this one says. */
static void gt_runs_differ_(FILE *out, const gt_snapshot *snap, const gt_run_ *r, size_t n, const gt_stats *runs) {
    const gt_series *s = r->times ? NULL : gt_snapshot_find(snap, r->series);
    double half = s && s->stats.ci.confidence > 0.949 ? (s->stats.ci.high - s->stats.ci.low) / 2 : 0;
    if (n < 3 || !(half > 0) || !((runs->max - runs->min) / 2 > 3 * half)) return;
    fprintf(out, "  between-runs: +-%s over runs", gt_time_((runs->max - runs->min) / 2));
    fprintf(out, ", +-%s within this one: %s -> %s\n", gt_time_(half), gt_about_findings_[GT_FINDING_BETWEEN_RUNS].cause,
            gt_about_findings_[GT_FINDING_BETWEEN_RUNS].remedy);
}
static void gt_runs_print_(FILE *out, const gt_run_ *r, size_t n, const gt_snapshot *snap) {
    double *x = (double *)malloc(n * sizeof *x);
    gt_stats stats;
    size_t i;
    for (i = 0; x && i < n; i++) x[i] = r[i].median;
    if (!x || gt_stats_of(x, n, 0, &stats) != GT_OK) {
        free(x);
        return;
    }
    fprintf(out, "%-56s %5lu", r[0].series, (unsigned long)n);
    gt_cell_(out, gt_run_value_(r, stats.median), 12);
    if (n >= 6) {
        gt_cell_(out, gt_run_value_(r, stats.ci.low), 12);
        gt_cell_(out, gt_run_value_(r, stats.ci.high), 12);
    } else {
        gt_cell_(out, "needs 6 runs", 24);
    }
    gt_cell_(out, gt_percent_(100 * (stats.max - stats.min) / stats.median), 12);
    fprintf(out, "\n");
    gt_runs_differ_(out, snap, r, n, &stats);
    free(x);
}
gt_status gt_runs_report(FILE *out, const char *file) {
    char line[1024];
    gt_run_ *runs = NULL, r;
    gt_snapshot snap;
    size_t n = 0, room = 0, i, first = 0, skipped = 0;
    gt_status status = GT_OK;
    int bad = 0;
    FILE *f = fopen(file, "rb");
    if (!f) return gt_file_failed_("fopen in gt_runs_report", file);
    while (status == GT_OK && gt_line_(f, line, sizeof line, &bad)) {
        void *p;
        char *name;
        if (!strcmp(line, "run,series,n,median,unit\r\n") || (!bad && !line[strspn(line, "\r\n")])) continue;
        if (bad || !gt_run_parse_(line, &r)) {
            skipped++;
            continue;
        }
        p = gt_grown_(runs, n, &room, sizeof *runs);
        if (p) runs = (gt_run_ *)p;
        name = p ? (char *)malloc(strlen(r.series) + 1) : NULL;
        if (name) {
            runs[n].series = strcpy(name, r.series);
            runs[n].median = r.median;
            runs[n].times = r.times;
            runs[n].order = n;
            n++;
        } else {
            status = GT_ERR_MEMORY;
        }
    }
    if (ferror(f)) status = gt_file_failed_("reading in gt_runs_report", file);
    fclose(f);
    if (status == GT_OK) status = gt_snapshot_take(&snap);
    if (status == GT_OK) {
        if (n) qsort(runs, n, sizeof *runs, gt_run_order_);
        fprintf(out, "%-56s %5s%12s%24s%12s\n", "series", "runs", "median", "95 % over runs", "max - min");
        for (i = 1; i <= n; i++)
            if (i == n || strcmp(runs[i].series, runs[first].series)) {
                gt_runs_print_(out, runs + first, i - first, &snap);
                first = i;
            }
        if (skipped) fprintf(out, "%lu lines were no rows of medians and are left out\n", (unsigned long)skipped);
        if (fflush(out) || ferror(out)) status = GT_ERR_IO;
        gt_snapshot_free(&snap);
    }
    for (i = 0; i < n; i++) free(runs[i].series);
    free(runs);
    return status;
}

/* -- CSV -- */

static void gt_csv_cell_(FILE *out, double value) {
    char text[48] = "";
    if (gt_is_finite_(value)) sprintf(text, "%.15g", value);
    gt_point_(text);
    fprintf(out, ",%s", text);
}
static void gt_csv_sample_(FILE *out, const gt_series *s, size_t i, size_t number) {
    gt_sample row = gt_series_sample(s, i);
    int c;
    gt_csv_name_(out, s->path);
    fprintf(out, ",%lu,%lu,%s", (unsigned long)s->thread[i], (unsigned long)number, gt_fixed_(s->begin_ns[i], 3, ""));
    gt_csv_cell_(out, s->ns[i]);
    for (c = 0; c < GT_COLUMN_COUNT; c++) {
        if (c == GT_COLUMN_queue_ns) fprintf(out, ",%d,%s", s->cold, gt_kind_name(s->kind));
        gt_csv_cell_(out, gt_cell_of_(&row, c));
    }
    fprintf(out, "\r\n");
}
gt_status gt_write_csv(FILE *out) {
    static const char *const names[] = {
#define GT_X_(field, unit) #field,
        GT_COLUMNS(GT_X_)
#undef GT_X_
    };
    gt_snapshot snap;
    size_t i, k, number = 0;
    int c;
    if (gt_snapshot_take(&snap) != GT_OK) return GT_ERR_MEMORY;
    fprintf(out, "series,thread,sample,begin_ns,duration_ns");
    for (c = 0; c < GT_COLUMN_COUNT; c++) fprintf(out, "%s,%s", c == GT_COLUMN_queue_ns ? ",cold,kind" : "", names[c]);
    fprintf(out, "\r\n");
    for (i = 0; i < snap.count; i++) {
        const gt_series *s = &snap.series[i];
        for (k = 0; k < s->kept; k++) {
            number = k && s->thread[k] == s->thread[k - 1] ? number + 1 : 0;
            gt_csv_sample_(out, s, k, number);
        }
    }
    gt_snapshot_free(&snap);
    return fflush(out) || ferror(out) ? GT_ERR_IO : GT_OK;
}

#endif /* GPUTIME_IMPLEMENTED_ */

/* ------------------------------------------------------------------------------------------------------------
   History
     0.1.0  first version

   Licence (MIT)
     Copyright (c) 2026 the gputime authors

     Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
     documentation files (the "Software"), to deal in the Software without restriction, including without limitation
     the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and
     to permit persons to whom the Software is furnished to do so, subject to the following conditions:

     The above copyright notice and this permission notice shall be included in all copies or substantial portions of
     the Software.

     THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO
     THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
     AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF
     CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS
     IN THE SOFTWARE.
   ------------------------------------------------------------------------------------------------------------ */
