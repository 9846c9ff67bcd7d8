/* gputime_cl.h - v0.1.0 - find out how long OpenCL work really takes (needs gputime.h beside it; C99, C++11)

   DO THIS in exactly one C or C++ file, and a plain #include everywhere else:
       #define GPUTIME_IMPLEMENTATION
       #include "gputime_cl.h"                     (brings gputime.h and its implementation)

   USE       three lines around code that exists
       GT_SCOPE_CL(queue, "compute") {             wait for the queue, read the clock, your code, wait, read the clock
           GT_CL(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, global, local, 0, NULL, GT_EVENT));
       }                                           GT_EVENT: this command's device time too; GT_CL: errors are kept
       gt_report(stdout);

   BUILD     cc -std=c99 main.c -lOpenCL
   OPTIONS   those of gputime.h, and
             GPUTIME_CL_EVENTS     [implementation file]   event slots a thread starts with, 27 KB; they outlive it (default: 256)
             GT_DEVICE=...         [environment]           for gt_cl_open: an index 0:1, cpu, gpu, accelerator, a part of a name
             GT_CL_INTERCEPT       [any file]              >>intercept: OpenCL calls of the file are collected  (default: off)
             GT_CL_PROFILING=1     [environment]           with it: its queues get CL_QUEUE_PROFILING_ENABLE
   OPENCL    If CL/cl.h was included before, or CL_TARGET_OPENCL_VERSION is set, no OpenCL macro is touched. Else that is set
             to 300, and so are the CL_USE_DEPRECATED_OPENCL_*_APIS macros: old calls draw no warning, newer ones are
             declared. Runs on OpenCL 1.2 devices.
   DOES NOT  wait for other queues than the one that you name (gt_cl_finish_all does), keep an event beyond the end of its scope,
             or use OpenCL where a scope is switched off.

   CONTENTS  search for the tag; each stands twice, first what you call, then how it works
       >>errors    names of codes, GT_CL
       >>device    choose a device, make a queue, or bring your own
       >>program   build from a string or a file, with the compiler's log; a cache of binaries
       >>warmup    pay first-run costs before they are timed
       >>barrier   GT_SCOPE_CL: phases
       >>events    GT_EVENT: device times
       >>align     device stamps placed on the host's clock
       >>intercept GT_CL_INTERCEPT: the calls of a file, collected without editing it
       >>batch     GT_BATCH_CL: commands of a few microseconds
       >>costs     what measuring costs on this device
   Only call this? Then stop reading where it says STOP HERE. Licence: MIT, at the end. */

#include "gputime.h"    /* outside of the guard: a later include may ask for the implementation of both */

#ifndef GPUTIME_CL_H
#define GPUTIME_CL_H

#ifndef CL_VERSION_1_0
#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#ifndef CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#endif
#ifndef CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#endif
#ifndef CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#endif
#ifndef CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#endif
#ifndef CL_USE_DEPRECATED_OPENCL_2_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_1_APIS
#endif
#ifndef CL_USE_DEPRECATED_OPENCL_2_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#endif
#endif
#ifdef __APPLE__
#include <OpenCL/opencl.h>
#else
#include <CL/cl.h>
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ==== >>errors ==== names of codes, GT_CL =================================================================== */

GT_API const char *gt_cl_error_name(cl_int code);   /* "CL_INVALID_VALUE"; never NULL */

/* GT_CL(clFinish(queue)): returns the code. A failure is kept with the call, its code by name, file and line (the first
   one is what gt_fail and the report print), and the samples of all scopes that are open on this thread are void. */
GT_API cl_int gt_cl_check(cl_int code, const char *call, const char *file, int line);

/* cl_mem m = GT_CL_NEW(clCreateBuffer(context, CL_MEM_READ_ONLY, bytes, NULL, GT_CL_ERR)); the same for calls that
   return an object: NULL after a failure. Needs gcc, clang or C++; elsewhere pass &code and call gt_cl_check(code,
   ...). */
#if GT_GNU_
#define GT_CL_NEW(call) (__extension__({ cl_int gt_code_ = CL_SUCCESS; __typeof__(call) gt_object_ = (call); \
    GT_CL_CHECK_(gt_code_, #call); gt_object_; }))
#elif defined(__cplusplus)
#define GT_CL_NEW(call) ([&] { cl_int gt_code_ = CL_SUCCESS; auto gt_object_ = (call); \
    GT_CL_CHECK_(gt_code_, #call); return gt_object_; }())
#endif
#define GT_CL_ERR (&gt_code_)
#ifdef GPUTIME_DISABLE
#define GT_CL(call) (call)
#define GT_CL_CHECK_(code, text) ((void)(code))
#else
#define GT_CL(call) gt_cl_check((call), #call, __FILE__, __LINE__)
#define GT_CL_CHECK_(code, text) ((void)gt_cl_check((code), text, __FILE__, __LINE__))
#endif

/* ==== >>device ==== choose a device, make a queue, or bring your own ======================================== */

typedef struct gt_cl {
    int owned;                  /* 1: gt_cl_close releases context and queue */
    cl_platform_id platform;
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    cl_device_type type;
    char name[128], platform_name[128], version[128];
    double resolution_ns;       /* of device stamps, as the driver claims */
    double platform_ns;         /* time of the first platform query: drivers are loaded there */
    double devices_ns;          /* time to look at all devices */
    double context_ns;          /* time to make the context and the queue */
    double finish_ns;           /* median of clFinish on the idle queue */
} gt_cl;

/* Opens a device with a context and an in-order queue with profiling. which: NULL or "" takes $GT_DEVICE, else a GPU,
   else any device. Else an index "platform:device" as gt_cl_list prints it, "cpu", "gpu", "accelerator", or a part of
   the name of a platform or device or of its version ("pocl"), in any case. Errors: GT_ERR_NO_DEVICE, whose detail
   lists the devices that are there; GT_ERR_OPENCL. *cl is then all zero. Owner: you; gt_cl_close.
   It may run on a thread of yours, to hide its cost, while others record scopes and report: join that thread before you
   use *cl. Reports say what it took: "opened in 291 ms: platform 286 ms, devices 1 ms, context 4 ms". */
GT_API gt_status gt_cl_open(gt_cl *cl, const char *which);
/* Uses your own context and queue, which stay yours and must outlive *cl. GT_ERR_OPENCL, GT_ERR_MEMORY: *cl is then all zero. */
GT_API gt_status gt_cl_attach(gt_cl *cl, cl_context context, cl_command_queue queue);
GT_API void gt_cl_close(gt_cl *cl);             /* harmless on a zeroed or closed one */
GT_API gt_status gt_cl_list(FILE *out);         /* a line each device, its index first */

/* ==== >>program ==== build from a string or a file, with the compiler's log; a cache of binaries ============ */

/* Builds for cl->device. options: as for clBuildProgram, or NULL. name: what an error calls it. NULL after a failure:
   GT_ERR_BUILD with name and the compiler's log, GT_ERR_IO with the path, GT_ERR_OPENCL, GT_ERR_MEMORY. Owner: you;
   clReleaseProgram. */
GT_API cl_program gt_cl_program(const gt_cl *cl, const char *source, const char *options, const char *name);
GT_API cl_program gt_cl_program_file(const gt_cl *cl, const char *path, const char *options);

/* gt_cl_program with a cache: a file in a folder of yours holds the binary that the driver gave. No folder is used unless
   you name one, since it changes what is measured: a build takes 4 ms instead of 185 (and PoCL, which compiles when a
   kernel is launched first, still does).
     The file's name and its key come from source, options, the contents of the listed includes, the names and versions
   of platform, device, driver and kit. It is written whole or not at all, and checked by key, length and hash when read.
     The key and the hash guard against accidents. Against malice stands the folder: it is made for you alone (mode 0700)
   and must be that, no link, and so must the file. Where anything is not as it should be, the program is built from the
   source as ever, an unusable file is replaced, and `why` says what it was: the cache is never the reason for NULL. */
typedef struct gt_cl_cache {
    const char *folder;             /* its parent must exist */
    const char *const *includes;    /* paths of all files that the source includes, also indirectly: a source that includes
                                       is not cached without. It is yours to list them all */
    size_t include_count;
    int hit;                        /* out: 1: loaded, 0: built */
    const char *why;                /* out: why it was not loaded, or why what was built was not stored; "" */
} gt_cl_cache;
GT_API cl_program gt_cl_program_cached(const gt_cl *cl, const char *source, const char *options, const char *name, gt_cl_cache *cache);

/* ==== >>warmup ==== pay first-run costs before they are timed =============================================== */

/* Loads the drivers (the first platform query, 0.3 to 0.4 s were seen). gt_cl_open does it too. */
GT_API gt_status gt_cl_warm_runtime(void);
/* RUNS the kernel, once, with the arguments that it has, and waits. Use the offset, global and local size that will be
   timed: some drivers compile again for each local size, for an offset, and for very large sizes (PoCL: 60 to 90 ms
   each time). */
GT_API gt_status gt_cl_warm_kernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t *offset,
                                   const size_t *global, const size_t *local);
/* OVERWRITES the whole buffer with the pattern (size a power of two up to 128 bytes that divides the buffer's), and
   waits: the first touch of device memory. Some drivers allocate only then. */
GT_API gt_status gt_cl_fill(cl_command_queue queue, cl_mem buffer, const void *pattern, size_t pattern_size);

/* RUNS each kernel twice at its shape, with the arguments that it has, and says what either launch took, from an idle
   queue to an idle queue: the difference is what the first launch at that shape costs. PoCL compiles again for each
   local size, for an offset, and for very large grids, so list every shape that will be timed. Stops at the first
   failure, which is kept; what did not run has NaN. GT_ERR_ARGUMENT: shapes is NULL. */
typedef struct gt_cl_shape {
    cl_kernel kernel;
    cl_uint dimensions;
    size_t offset[3], global[3], local[3];  /* local[0] 0: the runtime's choice */
    int has_offset;                         /* 0: NULL is given as the offset */
    double first_ns, second_ns;             /* out */
} gt_cl_shape;
GT_API gt_status gt_cl_warm_shapes(cl_command_queue queue, gt_cl_shape *shapes, size_t count);

/* First use of device memory, in four ways, and waits. Which of them makes a buffer present is the driver's secret:
     GT_CL_TOUCH_FILL     OVERWRITES all of it with the pattern: clEnqueueFillBuffer
     GT_CL_TOUCH_ELEMENT  OVERWRITES its first pattern_size bytes: clEnqueueWriteBuffer
     GT_CL_TOUCH_KERNEL   OVERWRITES all of it with the pattern, by a kernel, which is built anew in each call. Not for
                          a buffer that is CL_MEM_READ_ONLY
     GT_CL_TOUCH_MIGRATE  clEnqueueMigrateMemObjects: LOSES the contents. The pattern is not used
   pattern NULL: a byte of zero. Its size: for FILL and KERNEL a power of two up to 128 that divides the buffer's, for
   ELEMENT up to the buffer's. GT_ERR_ARGUMENT, GT_ERR_BUILD, GT_ERR_OPENCL. */
typedef enum gt_cl_touch_how { GT_CL_TOUCH_FILL, GT_CL_TOUCH_ELEMENT, GT_CL_TOUCH_KERNEL, GT_CL_TOUCH_MIGRATE } gt_cl_touch_how;
GT_API gt_status gt_cl_touch(const gt_cl *cl, cl_mem buffer, gt_cl_touch_how how, const void *pattern, size_t pattern_size);

/* ==== >>barrier ==== GT_SCOPE_CL: phases ==================================================================== */

/* GT_SCOPE_CL(queue, "name") { ... }   a phase: clFinish(queue), begin, your code, clFinish(queue), end; exact readings
   Drains that one queue, so use a queue from one thread at a time, with no unset user event pending in it (that would
   hang). Commands of other queues are not waited for. Barriers serialise a pipeline: phases need not add up to the time
   without them. A phase left by break, return, goto or an exception waits for nothing, releases its events and is
   counted apart. If a clFinish fails, the error is kept and the sample is void. Switched off (gt_enable,
   GPUTIME_DISABLE): it does not wait. */
typedef struct gt_cl_scope {
    gt_scope scope;
    cl_command_queue queue;
    size_t first, rows, row_base;   /* event slots and rows in use before it; rows before the phase around */
    const gt_site_ *site;
    int complete;               /* 1: its file is in the intercept mode */
    uint64_t before;            /* how long the first clFinish waited, ticks */
    uint64_t signals_[5];
    uint32_t missed;            /* commands that had found no slot when it began */
} gt_cl_scope;

/* What the macro does, for names that are not literals. Copies the name. */
GT_API gt_cl_scope gt_cl_scope_begin(cl_command_queue queue, const char *name);
GT_API void gt_cl_scope_end(gt_cl_scope *scope);

/* Waits for the queues of all open gt_cl (opened or attached). The first failure is returned and kept. */
GT_API gt_status gt_cl_finish_all(void);

GT_API void gt_cl_scope_enter_(gt_cl_scope *s, cl_command_queue queue, const gt_site_ *site, const char *name);
GT_API void gt_cl_scope_left_(gt_cl_scope *s);

#if defined(GPUTIME_DISABLE)
#define GT_SCOPE_CL(queue, name) GT_SCOPE_CL_AT_(GT_NAME_(gt_once_cl_), queue)
#define GT_SCOPE_CL_AT_(v, queue) for (int v = ((void)(queue), 1); v; v = 0)
#define gt_cl_scope_begin(queue, name) gt_cl_scope_none_((queue), (name))
#define gt_cl_scope_end(scope) ((void)(scope))
GT_INLINE_ gt_cl_scope gt_cl_scope_none_(cl_command_queue queue, const char *name) {
    gt_cl_scope s;
    s.scope = gt_scope_none_(name);
    s.queue = queue;
    s.first = s.rows = s.row_base = 0;
    s.site = NULL;
    s.complete = 0;
    s.missed = 0;
    s.before = 0;
    return s;
}
#else
#ifdef GT_CL_INTERCEPT
#define GT_CL_COMPLETE_ 1
#else
#define GT_CL_COMPLETE_ 0
#endif
#define GT_SCOPE_CL(queue, name) GT_SCOPE_CL_AT_(GT_NAME_(gt_scope_cl_), queue, name)
#if defined(__cplusplus)
#define GT_SCOPE_CL_AT_(v, queue, name) \
    for (gt_cl_scope_guard_ v((queue), GT_SITE_(name), GT_CL_COMPLETE_); v.phase.scope.live; gt_cl_scope_end(&v.phase))
#elif GT_GNU_
#define GT_SCOPE_CL_AT_(v, queue, name) \
    for (gt_cl_scope v __attribute__((cleanup(gt_cl_scope_drop_))) = gt_cl_scope_open_((queue), GT_SITE_(name), GT_CL_COMPLETE_); \
         v.scope.live; gt_cl_scope_end(&v))
GT_INLINE_ gt_cl_scope gt_cl_scope_open_(cl_command_queue queue, const gt_site_ *site, int complete) {
    gt_cl_scope s;
    gt_cl_scope_enter_(&s, queue, site, NULL);
    s.complete = complete;
    s.scope.live = 1;
    return s;
}
GT_INLINE_ void gt_cl_scope_drop_(gt_cl_scope *s) { if (s->scope.live) gt_cl_scope_left_(s); }
#else
#define GT_SCOPE_CL_AT_(v, queue, name) \
    for (gt_cl_scope v = gt_cl_scope_begin((queue), "" name); v.scope.live; gt_cl_scope_end(&v))
#endif
#endif

/* ==== >>events ==== GT_EVENT: device times ================================================================== */

/* GT_EVENT stands where an enqueue call wants a cl_event *. Each evaluation gives a fresh slot; the kit reads the
   command's four stamps at the end of the innermost GT_SCOPE_CL around it, and releases the event: device time is the
   union of START..END, and gt_report_commands shows queue wait, submit wait and execution. In a host scope without a
   GT_SCOPE_CL around, commands that are not complete at its end are the finding no-sync, at no cost. NULL outside
   scopes, when switched off, and when no slot is free (counted: the device time is then partial). Give it to its
   enqueue call before any scope begins or ends. A slot that is still NULL at the end means that the enqueue failed.
   Asking for events has a price (8 us a launch were seen): the bracket includes it.
   GT_EVENT_AS("a", bytes): the same, and the command is called so and moves so many bytes (0: not said); the name is a
   literal. Other commands are called by kind and place, as "write #2". */
#ifdef GPUTIME_DISABLE
#define GT_EVENT ((cl_event *)NULL)
#define GT_EVENT_AS(name, bytes) ((void)(bytes), (cl_event *)NULL)
#define gt_cl_event_add(event, name, bytes) gt_cl_event_none_((event), (name), (bytes))
#else
#define GT_EVENT gt_cl_event_(NULL, 0)
#define GT_EVENT_AS(name, bytes) gt_cl_event_("" name, (bytes))
#endif
GT_API cl_event *gt_cl_event_(const char *name, double bytes);

/* An event of your own, after its enqueue, is collected as if GT_EVENT had been there: the kit takes a reference of its own,
   yours stays yours. name (NULL: none) must live until the scope ends. GT_OK also where nothing is recorded;
   GT_ERR_MEMORY: no slot is free (counted); GT_ERR_OPENCL. */
GT_API gt_status (gt_cl_event_add)(cl_event event, const char *name, double bytes);

#ifdef GPUTIME_DISABLE
GT_INLINE_ gt_status gt_cl_event_none_(cl_event event, const char *name, double bytes) {
    (void)event;
    (void)name;
    (void)bytes;
    return GT_OK;
}
#endif

/* Why stamps of a command are not used; gt_series.broken counts them by kind. */
#define GT_CL_STAMPS(X) \
    X(GT_CL_STAMP_UNTOUCHED,  0, "the driver reported success but wrote nothing") \
    X(GT_CL_STAMP_ZERO,       1, "START or END is zero") \
    X(GT_CL_STAMP_BACKWARDS,  2, "END lies before START") \
    X(GT_CL_STAMP_ORDER,      3, "QUEUED, SUBMIT, START are not in this order") \
    X(GT_CL_STAMP_HUGE,       4, "END - START is beyond 2^62 ns") \
    X(GT_CL_STAMP_REFUSED,    5, "the driver refused to tell them") \
    X(GT_CL_STAMP_INCOMPLETE, 6, "the command was not complete after clFinish") \
    X(GT_CL_STAMP_SCALE,      GT_STAMPS_SCALE_, "their clock does not run as the host's does") \
    X(GT_CL_STAMP_MISPLACED,  8, "on the host's clock, where gt_cl_align puts them, not between enqueue and the end of the phase") \
    X(GT_CL_STAMP_EARLY,      GT_STAMPS_EARLY_, "QUEUED lies before the enqueue") \
    X(GT_CL_STAMP_LONG,       GT_STAMPS_LONG_, "longer than the bracket around them")
typedef enum gt_cl_stamp {
#define GT_X_(code, value, text) code = value,
    GT_CL_STAMPS(GT_X_)
#undef GT_X_
    GT_CL_STAMP_GOOD = GT_STAMPS_GOOD_
} gt_cl_stamp;
GT_API const char *gt_cl_stamp_text(int kind);

/* ==== >>align ==== device stamps placed on the host's clock ================================================= */

/* Stamps count from an instant of the driver's choice, with a clock that runs a little faster or slower than the
   host's. gt_cl_align enqueues up to 50 tiny writes one after the other (2 ms or so), each between two host ticks: its
   QUEUED cannot lie before the first, its END not behind the second. What all tries allow together is an interval that
   holds the truth, if the driver's stamps mean what OpenCL says of them and neither clock gains more than
   GT_CL_DRIFT_PPM on the other. clGetDeviceAndHostTimer narrows it, where that works and agrees with the commands.
   From a second call on, 10 ms or more after the first, drift and its bounds are known; it is then taken as constant.
   Where calls contradict a constant one, the last two of them count, and further away all drifts that were seen. */
#define GT_CL_DRIFT_PPM 500
#define GT_CL_WANDER_PPM 10      /* by how much a drift may change (crystals warm up, NTP slews) until a command counts as misplaced */
typedef struct gt_cl_anchor_ { cl_ulong stamp; double host_ns, low, high; } gt_cl_anchor_;
typedef struct gt_cl_alignment {
    int fitted;                 /* 0: no; 1: offset, drift within +-GT_CL_DRIFT_PPM assumed; 2: offset and drift */
    int tries;                  /* that count, of the last call */
    int broken;                 /* ... whose stamps were not believed, and do not count */
    const char *method;         /* "clGetDeviceAndHostTimer" or "pairs"; "" if not fitted */
    double device_ns, host_ns;  /* the anchor, at the last call: this stamp (exact up to 2^53) is that time */
    double uncertainty_ns;      /* ... to within +- so much */
    double drift_ppm;           /* by how much the device's clock runs faster */
    gt_interval drift_ci;       /* its bounds, ppm; confidence 1: see above for what they rest on */
    double round_trip_ns;       /* the quickest try of the last call */
    double step_ns;             /* what stamps step by: the driver's claim, or what the tries show if that is more */
    gt_cl_anchor_ anchor_[2];
    double slow_, fast_;        /* the device's rate outside of these */
    uint32_t epoch_;
} gt_cl_alignment;

/* Waits for cl->queue, then measures. The result is kept for the device, and copied to *out (may be NULL; zero after a
   failure). Use that queue from one thread. GT_ERR_ARGUMENT: no queue. GT_ERR_OPENCL: a call failed, or the queue has
   no profiling. GT_ERR_CLOCK: gt_clock_set meanwhile. GT_ERR_STAMPS: stamps are broken, or contradict each other: no
   clock within GT_CL_DRIFT_PPM explains them. What was known of this device is then forgotten. */
GT_API gt_status gt_cl_align(const gt_cl *cl, gt_cl_alignment *out);
/* When a stamp was taken, in ns since the start of the kit's clock (as begin_ns of a series). *uncertainty_ns (may be
   NULL): half the length of the interval of which this is the middle. It holds the truth, wherever in its step the
   stamp was rounded down, and grows away from the anchors. NaN both: not fitted, or gt_clock_set was called since. */
GT_API double gt_cl_align_ns(const gt_cl_alignment *a, cl_ulong stamp, double *uncertainty_ns);

/* ==== >>intercept ==== GT_CL_INTERCEPT: the calls of a file, collected without editing it ==================== */

/* #define GT_CL_INTERCEPT before the include (or -DGT_CL_INTERCEPT) turns the clEnqueue*, clBuildProgram, clCompileProgram,
   clLinkProgram, clCreate* and clFinish calls that stand behind it in that file into ones that are checked as by GT_CL, and, in a
   scope, collected as by GT_EVENT and named after their kernel. What a call returns and leaves behind does not change;
   an event that it asks for it still gets. Calls by function pointer are left alone, so are markers and barriers (only
   checked: their stamps bound no work), and so are calls that other headers make. Program builds inside a scope are counted. A call
   inside GT_CL too counts its failure twice; a member called as a call is needs parentheses: (api.clFinish)(q).
   A phase of such a file in which every command found a slot is complete: its bracket minus device time is called
   overhead. That trusts you that functions it calls in other files enqueue nothing.
   GT_CL_PROFILING=1 in the environment adds CL_QUEUE_PROFILING_ENABLE to the queues that the file makes. */
GT_API cl_event *gt_cl_event_for_(const cl_event *asked, cl_kernel kernel, double bytes, cl_uint waits,
                                  const cl_event *list);
GT_API cl_int gt_cl_event_given_(cl_event *slot, cl_event *event, cl_int code, const char *call, const char *file, int line);
GT_API uint64_t gt_cl_build_begin_(void);
GT_API cl_int gt_cl_built_(uint64_t begin, cl_program program, cl_int code, const char *call, const char *file, int line);
GT_API cl_command_queue_properties gt_cl_profiling_(cl_command_queue_properties properties);

/* ==== >>batch ==== GT_BATCH_CL: commands of a few microseconds ============================================== */

/* GT_BATCH_CL(queue, "name", .budget_s = 2, .precision = 0.01) { one launch, or a few commands }
   For work that is short against its barriers. Runs its body (a pass) once, and K times, between two barriers of that
   queue, and gives the cost of a pass as the slope (T(K) - T(1)) / (K - 1), in which what is paid once per barrier
   cancels: that is the fixed part.
   First come warm-up passes with a barrier each, then K is found: the smallest power of two with T(K) >= 20 T(1), but
   at most 64 (queues hold that many, and longer groups gain little: 64 gives 0.6 % after 30 rounds), and small enough
   that 25 rounds fit into the budget; .batch sets it. Then come rounds of T(1) and T(K) in random order, every fourth
   with T((K + 1) / 2), for a look at whether it is a line. It stops as a trial does: at 20, 30, 45, ... rounds if the
   interval of the slope is within +-precision (one of 97 %, called 95 %), by budget, or by max_n rounds. break ends it
   with "left"; an error stops it, and the round that it touched is void.
   The groups are series below one of the batch's name: "1 pass", "64 passes", "middle, 32 passes"; a sample is the time
   of the whole group; below them "enqueue" is the host's part, until the last call of the body returned. The report
   gives slope and fixed part, or gt_snapshot_batch. A batch that runs again keeps its K and adds to its series.
   GT_EVENT is NULL in the body, outside of scopes in it: an event has its price, and long groups would use up the
   slots. A scope in the body is timed in each pass, and what it costs is part of the pass.
   A batch inside a trial, comparison or batch is an error (GT_ERR_ORDER); its body runs once. Switched off (gt_enable,
   GPUTIME_DISABLE): the body runs once, without barriers. A queue with unset user events hangs, as in GT_SCOPE_CL.
   Before C++20: gt_trial_options o = gt_trial_options_of("name"); ... gt_cl_batch b = gt_cl_batch_begin(queue, o);
   while (gt_cl_batch_next(&b)) { ... } gt_cl_batch_end(&b); */
typedef struct gt_cl_batch { int passes; struct gt_cl_batch_state_ *state; } gt_cl_batch;

GT_API gt_cl_batch gt_cl_batch_begin(cl_command_queue queue, gt_trial_options options);
GT_API int gt_cl_batch_next(gt_cl_batch *batch);    /* 1: run the body */
GT_API void gt_cl_batch_end(gt_cl_batch *batch);    /* after a last _next it does nothing; before, it says "left" */

#if defined(GPUTIME_DISABLE)
#define GT_BATCH_CL(queue, ...) GT_BATCH_ONCE_(GT_NAME_(gt_once_batch_), (queue), GT_TRIAL_OPTIONS_(__VA_ARGS__))
#define GT_BATCH_ONCE_(v, queue, ...) for (int v = ((void)(queue), (void)(__VA_ARGS__), 1); v; v = 0)
#else
#define GT_BATCH_CL(queue, ...) GT_BATCH_AT_(GT_NAME_(gt_batch_), (queue), GT_TRIAL_OPTIONS_(__VA_ARGS__))
#if defined(__cplusplus)
#define GT_BATCH_AT_(v, queue, ...) \
    for (gt_cl_batch_guard_ v(gt_cl_batch_begin(queue, __VA_ARGS__)); gt_cl_batch_next(&v.batch);)
#elif GT_GNU_
#define GT_BATCH_AT_(v, queue, ...) \
    for (gt_cl_batch v __attribute__((cleanup(gt_cl_batch_end))) = gt_cl_batch_begin(queue, __VA_ARGS__); \
         gt_cl_batch_next(&v);)
#else
#define GT_BATCH_AT_(v, queue, ...) for (gt_cl_batch v = gt_cl_batch_begin(queue, __VA_ARGS__); gt_cl_batch_next(&v);)
#endif
#endif

/* ==== >>costs ==== what measuring costs on this device ====================================================== */

/* Times on the host, as a phase or scope would read them, that is with about one tick read in each. In-order queues of
   the kit's own; a null kernel of one work-item. */
#define GT_CL_COSTS(X) \
    X(GT_CL_COST_TICK,         "tick read") \
    X(GT_CL_COST_SCOPE,        "empty scope") \
    X(GT_CL_COST_FINISH,       "clFinish, idle queue") \
    X(GT_CL_COST_PHASE,        "empty phase") \
    X(GT_CL_COST_LAUNCH,       "null kernel and clFinish") \
    X(GT_CL_COST_LAUNCH_EVENT, "... with an event") \
    X(GT_CL_COST_LAUNCH_PLAIN, "... queue without profiling") \
    X(GT_CL_COST_EVENT_DEVICE, "null kernel, START to END") \
    X(GT_CL_COST_BATCH,        "launch in a batch") \
    X(GT_CL_COST_BATCH_EVENT,  "... with an event in each") \
    X(GT_CL_COST_BATCH_PLAIN,  "... queue without profiling") \
    X(GT_CL_COST_READ4,        "blocking read of 4 bytes")
typedef enum gt_cl_cost_kind {
#define GT_X_(code, text) code,
    GT_CL_COSTS(GT_X_)
#undef GT_X_
    GT_CL_COST_COUNT
} gt_cl_cost_kind;
GT_API const char *gt_cl_cost_name(int kind);       /* "" if there is none */

typedef struct gt_cl_cost {
    double ns;              /* median; NaN: could not be measured (START to END: stamps that are not usable) */
    gt_interval ci;         /* 95 % */
    size_t n;
} gt_cl_cost;
typedef struct gt_cl_cost_table {
    gt_cl_cost cost[GT_CL_COST_COUNT];
    gt_cl_cost event;       /* price of an event: with one less without; medians, MOVER */
    gt_cl_cost profiling;   /* price of a profiling queue, without events */
    unsigned passes;        /* launches in a long group of the batches */
    double seconds;         /* what measuring all this took */
    char device[128];
} gt_cl_cost_table;

/* Measures them at the first call for a device, all kinds in turn, 200 rounds or 1.5 s (at least 6 rounds); later calls
   give the same again. Waits for cl->queue. Records nothing; in scopes that are open its time is shown as the kit's own.
   out may be NULL. From then on the report shows for phases the bracket without an empty phase ("net"), where that is
   worth having. GT_ERR_OPENCL, GT_ERR_BUILD, GT_ERR_MEMORY; GT_ERR_ORDER while switched off: *out is then all zero. */
GT_API gt_status gt_cl_costs(const gt_cl *cl, gt_cl_cost_table *out);
GT_API void gt_cl_costs_print(FILE *out, const gt_cl_cost_table *table);

#ifdef __cplusplus
}   /* extern "C" */

#ifdef GPUTIME_STATIC
namespace {
#endif
class gt_cl_scope_guard_ {
public:
    gt_cl_scope phase;
    gt_cl_scope_guard_(cl_command_queue queue, const gt_site_ *site, int complete) : phase() {
        gt_cl_scope_enter_(&phase, queue, site, NULL);
        phase.complete = complete;
        phase.scope.live = 1;
    }
    ~gt_cl_scope_guard_() { if (phase.scope.live) gt_cl_scope_left_(&phase); }
private:
    gt_cl_scope_guard_(const gt_cl_scope_guard_ &);
    gt_cl_scope_guard_ &operator=(const gt_cl_scope_guard_ &);
};
class gt_cl_batch_guard_ {
public:
    gt_cl_batch batch;
    explicit gt_cl_batch_guard_(gt_cl_batch b) : batch(b) {}
    ~gt_cl_batch_guard_() { gt_cl_batch_end(&batch); }
private:
    gt_cl_batch_guard_(const gt_cl_batch_guard_ &);
    gt_cl_batch_guard_ &operator=(const gt_cl_batch_guard_ &);
};
#ifdef GPUTIME_STATIC
}
#endif
#endif

#endif /* GPUTIME_CL_H */

/* ============================================================================================================
   STOP HERE if you only call it. Below is how it works.
   ============================================================================================================ */

#if defined(GPUTIME_IMPLEMENTATION) && !defined(GPUTIME_CL_IMPLEMENTED_)
#define GPUTIME_CL_IMPLEMENTED_
#ifdef GPUTIME_CL_INTERCEPTS_
#error "In a file with GT_CL_INTERCEPT, GPUTIME_IMPLEMENTATION must stand before its first include of gputime_cl.h."
#endif

#ifndef GPUTIME_CL_EVENTS
#define GPUTIME_CL_EVENTS 256
#endif

/* ==== >>errors, implementation ==== */

/* By number, since headers of OpenCL 1.2 do not know the newer ones. From the registry of the OpenCL 3.0 specification. */
#define GT_CL_ERRORS_(X) \
    X(CL_SUCCESS, 0) X(CL_DEVICE_NOT_FOUND, -1) X(CL_DEVICE_NOT_AVAILABLE, -2) X(CL_COMPILER_NOT_AVAILABLE, -3) \
    X(CL_MEM_OBJECT_ALLOCATION_FAILURE, -4) X(CL_OUT_OF_RESOURCES, -5) X(CL_OUT_OF_HOST_MEMORY, -6) \
    X(CL_PROFILING_INFO_NOT_AVAILABLE, -7) X(CL_MEM_COPY_OVERLAP, -8) X(CL_IMAGE_FORMAT_MISMATCH, -9) \
    X(CL_IMAGE_FORMAT_NOT_SUPPORTED, -10) X(CL_BUILD_PROGRAM_FAILURE, -11) X(CL_MAP_FAILURE, -12) \
    X(CL_MISALIGNED_SUB_BUFFER_OFFSET, -13) X(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, -14) \
    X(CL_COMPILE_PROGRAM_FAILURE, -15) X(CL_LINKER_NOT_AVAILABLE, -16) X(CL_LINK_PROGRAM_FAILURE, -17) \
    X(CL_DEVICE_PARTITION_FAILED, -18) X(CL_KERNEL_ARG_INFO_NOT_AVAILABLE, -19) X(CL_INVALID_VALUE, -30) \
    X(CL_INVALID_DEVICE_TYPE, -31) X(CL_INVALID_PLATFORM, -32) X(CL_INVALID_DEVICE, -33) X(CL_INVALID_CONTEXT, -34) \
    X(CL_INVALID_QUEUE_PROPERTIES, -35) X(CL_INVALID_COMMAND_QUEUE, -36) X(CL_INVALID_HOST_PTR, -37) \
    X(CL_INVALID_MEM_OBJECT, -38) X(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, -39) X(CL_INVALID_IMAGE_SIZE, -40) \
    X(CL_INVALID_SAMPLER, -41) X(CL_INVALID_BINARY, -42) X(CL_INVALID_BUILD_OPTIONS, -43) X(CL_INVALID_PROGRAM, -44) \
    X(CL_INVALID_PROGRAM_EXECUTABLE, -45) X(CL_INVALID_KERNEL_NAME, -46) X(CL_INVALID_KERNEL_DEFINITION, -47) \
    X(CL_INVALID_KERNEL, -48) X(CL_INVALID_ARG_INDEX, -49) X(CL_INVALID_ARG_VALUE, -50) X(CL_INVALID_ARG_SIZE, -51) \
    X(CL_INVALID_KERNEL_ARGS, -52) X(CL_INVALID_WORK_DIMENSION, -53) X(CL_INVALID_WORK_GROUP_SIZE, -54) \
    X(CL_INVALID_WORK_ITEM_SIZE, -55) X(CL_INVALID_GLOBAL_OFFSET, -56) X(CL_INVALID_EVENT_WAIT_LIST, -57) \
    X(CL_INVALID_EVENT, -58) X(CL_INVALID_OPERATION, -59) X(CL_INVALID_GL_OBJECT, -60) X(CL_INVALID_BUFFER_SIZE, -61) \
    X(CL_INVALID_MIP_LEVEL, -62) X(CL_INVALID_GLOBAL_WORK_SIZE, -63) X(CL_INVALID_PROPERTY, -64) \
    X(CL_INVALID_IMAGE_DESCRIPTOR, -65) X(CL_INVALID_COMPILER_OPTIONS, -66) X(CL_INVALID_LINKER_OPTIONS, -67) \
    X(CL_INVALID_DEVICE_PARTITION_COUNT, -68) X(CL_INVALID_PIPE_SIZE, -69) X(CL_INVALID_DEVICE_QUEUE, -70) \
    X(CL_INVALID_SPEC_ID, -71) X(CL_MAX_SIZE_RESTRICTION_EXCEEDED, -72) X(CL_PLATFORM_NOT_FOUND_KHR, -1001)

const char *gt_cl_error_name(cl_int code) {
    switch (code) {
#define GT_X_(name, value) case value: return #name;
        GT_CL_ERRORS_(GT_X_)
#undef GT_X_
        default: return "an unknown OpenCL code";
    }
}
cl_int gt_cl_check(cl_int code, const char *call, const char *file, int line) {
    if (code != CL_SUCCESS) gt_error_keep(GT_ERR_OPENCL, code, gt_cl_error_name(code), call, file, line, NULL);
    return code;
}
/* The kit's own calls: with the place in the user's program where there is one. */
static gt_status gt_cl_own_(cl_int code, const char *call, const char *file, int line) {
    return gt_cl_check(code, call, file, line) == CL_SUCCESS ? GT_OK : GT_ERR_OPENCL;
}

/* ==== >>device, implementation ==== */

typedef struct gt_cl_text_ { char *s; size_t length, room; } gt_cl_text_;
static void gt_cl_append_(gt_cl_text_ *t, const char *s) {      /* without memory the text just ends */
    size_t n = strlen(s);
    if (t->length + n + 1 > t->room) {
        size_t room = (t->length + n + 1) * 2;
        char *p = (char *)realloc(t->s, room);
        if (!p) return;
        t->s = p;
        t->room = room;
    }
    memcpy(t->s + t->length, s, n + 1);
    t->length += n;
}

static void gt_cl_string_(cl_int code, char *s, size_t size) {  /* what a query left, made printable: cut, no line breaks */
    size_t i;
    s[size - 1] = 0;
    if (code != CL_SUCCESS) strcpy(s, "?");
    for (i = 0; s[i]; i++) if ((unsigned char)s[i] < ' ') s[i] = ' ';
    while (i && s[i - 1] == ' ') s[--i] = 0;
}
static void gt_cl_platform_text_(cl_platform_id p, cl_platform_info what, char *s, size_t size) {
    memset(s, 0, size);
    gt_cl_string_(clGetPlatformInfo(p, what, size - 1, s, NULL), s, size);
}
static void gt_cl_device_text_(cl_device_id d, cl_device_info what, char *s, size_t size) {
    char full[1024];
    memset(full, 0, sizeof full);
    gt_cl_string_(clGetDeviceInfo(d, what, sizeof full - 1, full, NULL), full, sizeof full);
    memcpy(s, full, size - 1);
    s[size - 1] = 0;
}
static void gt_cl_kernel_text_(cl_kernel kernel, char *s, size_t size) {
    char full[1024];        /* of a longer one the end, in which mangled names differ; none if it cannot be told */
    size_t length;
    memset(full, 0, sizeof full);
    if (clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof full - 1, full, NULL) != CL_SUCCESS) full[0] = 0;
    length = strlen(full);
    gt_copy_(s, size, length < size ? full : full + (length - size + 1));
}
static void gt_cl_describe_(gt_cl *cl) {
    size_t resolution = 0;
    gt_cl_platform_text_(cl->platform, CL_PLATFORM_NAME, cl->platform_name, sizeof cl->platform_name);
    gt_cl_device_text_(cl->device, CL_DEVICE_NAME, cl->name, sizeof cl->name);
    gt_cl_device_text_(cl->device, CL_DEVICE_VERSION, cl->version, sizeof cl->version);
    if (clGetDeviceInfo(cl->device, CL_DEVICE_TYPE, sizeof cl->type, &cl->type, NULL) != CL_SUCCESS) cl->type = 0;
    if (clGetDeviceInfo(cl->device, CL_DEVICE_PROFILING_TIMER_RESOLUTION, sizeof resolution, &resolution, NULL) != CL_SUCCESS)
        resolution = 0;
    cl->resolution_ns = resolution ? (double)resolution : 1;
}
static const char *gt_cl_type_name_(cl_device_type type) {
    return type & CL_DEVICE_TYPE_GPU ? "gpu" : type & CL_DEVICE_TYPE_CPU ? "cpu"
         : type & CL_DEVICE_TYPE_ACCELERATOR ? "accelerator" : "other";
}

/* Calls f for each device until it returns 1. */
typedef int (*gt_cl_visit_)(gt_cl *candidate, unsigned platform, unsigned device, void *user);
static gt_status gt_cl_each_(gt_cl_visit_ f, void *user) {
    enum { MOST = 64 };
    cl_platform_id platforms[MOST];
    cl_uint np = 0, nd, i, k;
    cl_int code = clGetPlatformIDs(MOST, platforms, &np), refused = CL_SUCCESS;
    int devices_seen = 0;
    if (code != CL_SUCCESS && code != -1001)    /* -1001: the loader found no platform */
        return gt_cl_own_(code, "clGetPlatformIDs in gt_cl_open", "", 0);
    if (code != CL_SUCCESS) np = 0;
    if (np > MOST) np = MOST;
    for (i = 0; i < np; i++) {
        cl_device_id devices[MOST];
        nd = 0;
        code = clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, MOST, devices, &nd);
        if (code != CL_SUCCESS && code != CL_DEVICE_NOT_FOUND) refused = code;      /* the latter: it has none */
        if (code != CL_SUCCESS) continue;
        devices_seen = 1;
        if (nd > MOST) nd = MOST;
        for (k = 0; k < nd; k++) {
            gt_cl c;
            memset(&c, 0, sizeof c);
            c.platform = platforms[i];
            c.device = devices[k];
            gt_cl_describe_(&c);
            if (f(&c, i, k, user)) return GT_OK;
        }
    }
    return devices_seen ? GT_OK : gt_cl_own_(refused, "clGetDeviceIDs in gt_cl_open", "", 0);
}

static void gt_cl_line_(const gt_cl *c, unsigned platform, unsigned device, char *line /* of 512 */) {
    sprintf(line, "%u:%u  %-4s  %-40s  %-32s  %s\n", platform, device, gt_cl_type_name_(c->type), c->name, c->platform_name, c->version);
}
static int gt_cl_list_one_(gt_cl *c, unsigned platform, unsigned device, void *user) {
    char line[512];
    gt_cl_line_(c, platform, device, line);
    gt_cl_append_((gt_cl_text_ *)user, line);
    return 0;
}
gt_status gt_cl_list(FILE *out) {
    gt_cl_text_ t = { NULL, 0, 0 };
    gt_status status = gt_cl_each_(gt_cl_list_one_, &t);
    if (status == GT_OK && !t.length)
        status = gt_error_keep(GT_ERR_NO_DEVICE, 0, NULL, "gt_cl_list", "", 0, "No OpenCL device is there.");
    if (t.length) fputs(t.s, out);
    free(t.s);
    return status;
}

static int gt_cl_lower_(int c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; }
static int gt_cl_same_(const char *a, const char *b) {
    for (; *a && gt_cl_lower_(*a) == gt_cl_lower_(*b); a++, b++) {}
    return !*a && !*b;
}
static int gt_cl_contains_(const char *text, const char *part) {    /* in any case, ASCII */
    size_t i;
    for (; *text; text++) {
        for (i = 0; part[i] && gt_cl_lower_(text[i]) == gt_cl_lower_(part[i]); i++) {}
        if (!part[i]) return 1;
    }
    return 0;
}
typedef struct gt_cl_choice_ { const char *which; gt_cl best; int rank; gt_cl_text_ seen; } gt_cl_choice_;
static int gt_cl_choose_(gt_cl *c, unsigned platform, unsigned device, void *user) {
    gt_cl_choice_ *choice = (gt_cl_choice_ *)user;
    const char *which = choice->which;
    char index[32];
    int rank;
    gt_cl_list_one_(c, platform, device, &choice->seen);
    sprintf(index, "%u:%u", platform, device);
    if (!which[0]) rank = c->type & CL_DEVICE_TYPE_GPU ? 3 : c->type & CL_DEVICE_TYPE_ACCELERATOR ? 2 : 1;
    else if (which[0] >= '0' && which[0] <= '9' && strchr(which, ':')) rank = !strcmp(which, index);
    else if (gt_cl_same_(which, "gpu")) rank = (c->type & CL_DEVICE_TYPE_GPU) != 0;
    else if (gt_cl_same_(which, "cpu")) rank = (c->type & CL_DEVICE_TYPE_CPU) != 0;
    else if (gt_cl_same_(which, "accelerator")) rank = (c->type & CL_DEVICE_TYPE_ACCELERATOR) != 0;
    else rank = gt_cl_contains_(c->name, which) || gt_cl_contains_(c->platform_name, which) || gt_cl_contains_(c->version, which);
    if (rank > choice->rank) {
        choice->rank = rank;
        choice->best = *c;
    }
    return 0;
}
static gt_status gt_cl_find_(gt_cl *cl, const char *which) {
    gt_cl_choice_ choice;
    gt_status status;
    memset(&choice, 0, sizeof choice);
    if (!which || !which[0]) which = getenv("GT_DEVICE");
    choice.which = which ? which : "";
    status = gt_cl_each_(gt_cl_choose_, &choice);
    if (status == GT_OK && !choice.rank) {
        gt_cl_text_ detail = { NULL, 0, 0 };
        if (choice.which[0]) {
            gt_cl_append_(&detail, "No OpenCL device fits \"");
            gt_cl_append_(&detail, choice.which);
            gt_cl_append_(&detail, "\".");
        }
        gt_cl_append_(&detail, choice.seen.length ? " There are:\n" : "No OpenCL device is there.");
        if (choice.seen.length) gt_cl_append_(&detail, choice.seen.s);
        status = gt_error_keep(GT_ERR_NO_DEVICE, 0, NULL, "gt_cl_open", "", 0, detail.s);
        free(detail.s);
    }
    free(choice.seen.s);
    if (status == GT_OK) *cl = choice.best;
    return status;
}

/* Open queues, for gt_cl_finish_all. */
typedef struct gt_cl_idle_ { cl_command_queue queue; uint64_t idle; } gt_cl_idle_;   /* idle: clFinish with nothing to do, ticks */
static struct { gt_cl_idle_ *q; size_t count, room; } gt_cl_open_;
static int gt_cl_queue_add_(cl_command_queue queue, uint64_t idle) {   /* 0: no memory */
    void *p;
    gt_lock_();
    p = gt_grown_(gt_cl_open_.q, gt_cl_open_.count, &gt_cl_open_.room, sizeof *gt_cl_open_.q);
    if (p) {
        gt_cl_open_.q = (gt_cl_idle_ *)p;
        gt_cl_open_.q[gt_cl_open_.count].queue = queue;
        gt_cl_open_.q[gt_cl_open_.count++].idle = idle;
    }
    gt_unlock_();
    return p != NULL;
}
static void gt_cl_queue_drop_(cl_command_queue queue) { /* with the last one, the list's memory goes too */
    size_t i;
    gt_lock_();
    for (i = 0; i < gt_cl_open_.count && gt_cl_open_.q[i].queue != queue; i++) {}
    if (i < gt_cl_open_.count) gt_cl_open_.q[i] = gt_cl_open_.q[--gt_cl_open_.count];
    if (!gt_cl_open_.count) {
        free(gt_cl_open_.q);
        memset(&gt_cl_open_, 0, sizeof gt_cl_open_);
    }
    gt_unlock_();
}
static gt_cl_idle_ gt_cl_queue_at_(size_t i) {          /* .queue NULL: no more */
    gt_cl_idle_ q = { NULL, 0 };
    gt_lock_();
    if (i < gt_cl_open_.count) q = gt_cl_open_.q[i];
    gt_unlock_();
    return q;
}
gt_status gt_cl_finish_all(void) {
    gt_status status = GT_OK;
    cl_command_queue queue;
    size_t i;
    for (i = 0; (queue = gt_cl_queue_at_(i).queue) != NULL; i++)
        if (gt_cl_own_(clFinish(queue), "clFinish in gt_cl_finish_all", "", 0) != GT_OK) status = GT_ERR_OPENCL;
    return status;
}

static void gt_cl_hooks_(void);
static void gt_cl_room_(size_t wanted);
static void gt_cl_uncollected_(void);

static void gt_cl_about_(const gt_cl *cl, char *text /* of 512 */) {
    sprintf(text, "%.100s | %.80s | %.60s", cl->name, cl->version, cl->platform_name);
}
static void gt_cl_opened_(const gt_cl *cl, char *text) {
    strcat(text, " | opened in ");
    strcat(text, gt_time_(cl->platform_ns + cl->devices_ns + cl->context_ns));
    strcat(strcat(text, ": platform "), gt_time_(cl->platform_ns));
    strcat(strcat(text, ", devices "), gt_time_(cl->devices_ns));
    strcat(strcat(text, ", context "), gt_time_(cl->context_ns));
}
static cl_int gt_cl_idle_ticks_(cl_command_queue queue, uint64_t *idle) {     /* median of a clFinish with nothing to do */
    enum { N = 11 };
    uint64_t ticks[N];
    cl_int code = CL_SUCCESS;
    int i;
    for (i = 0; i < N && code == CL_SUCCESS; i++) {
        uint64_t t = gt_now_();
        code = clFinish(queue);
        ticks[i] = gt_now_() - t;
    }
    if (code == CL_SUCCESS) qsort(ticks, N, sizeof ticks[0], gt_by_size_);
    *idle = code == CL_SUCCESS ? ticks[N / 2] : 0;
    return code;
}
/* What every report says first. */
static gt_status gt_cl_introduce_(gt_cl *cl) {
    char text[512];
    uint64_t idle;
    gt_device_ *d;
    if (gt_cl_own_(gt_cl_idle_ticks_(cl->queue, &idle), "clFinish in gt_cl_open", "", 0) != GT_OK) return GT_ERR_OPENCL;
    if (!gt_cl_queue_add_(cl->queue, idle)) return gt_error_keep(GT_ERR_MEMORY, 0, NULL, "gt_cl_open or gt_cl_attach", "", 0, NULL);
    cl->finish_ns = gt_clock_ns(idle);
    gt_cl_about_(cl, text);
    sprintf(text + strlen(text), " | empty barrier %.20s", gt_time_(cl->finish_ns));
    if (cl->owned) gt_cl_opened_(cl, text);
    if ((d = gt_device_of_((const void *)cl->device)) != NULL) gt_device_describe_(d, text, cl->resolution_ns);
    gt_cl_hooks_();
    if (gt_self_) gt_cl_room_(GPUTIME_CL_EVENTS);   /* a thread that only opens a device needs no slots */
    return GT_OK;
}

#if GT_GNU_
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#endif
static cl_command_queue gt_cl_queue_new_(cl_context context, cl_device_id device, cl_command_queue_properties how, cl_int *code) {
    return clCreateCommandQueue(context, device, how, code);    /* its successor does not exist in 1.2 */
}
#if GT_GNU_
#pragma GCC diagnostic pop
#endif

gt_status gt_cl_open(gt_cl *cl, const char *which) {
    cl_context_properties properties[3] = { CL_CONTEXT_PLATFORM, 0, 0 };
    cl_int code = CL_SUCCESS;
    uint64_t t0, t1, t2;
    gt_cl c;
    memset(cl, 0, sizeof *cl);
    memset(&c, 0, sizeof c);
    t0 = gt_clock_ticks();
    if (gt_cl_warm_runtime() != GT_OK) return GT_ERR_OPENCL;
    t1 = gt_clock_ticks();
    {
        gt_status status = gt_cl_find_(&c, which);
        if (status != GT_OK) return status;
    }
    t2 = gt_clock_ticks();
    c.platform_ns = gt_clock_ns(t1 - t0);
    c.devices_ns = gt_clock_ns(t2 - t1);
    properties[1] = (cl_context_properties)c.platform;
    t0 = gt_clock_ticks();
    c.context = clCreateContext(properties, 1, &c.device, NULL, NULL, &code);
    if (gt_cl_own_(code, "clCreateContext in gt_cl_open", "", 0) != GT_OK) return GT_ERR_OPENCL;
    c.queue = gt_cl_queue_new_(c.context, c.device, CL_QUEUE_PROFILING_ENABLE, &code);
    if (gt_cl_own_(code, "clCreateCommandQueue in gt_cl_open", "", 0) != GT_OK) {
        clReleaseContext(c.context);
        return GT_ERR_OPENCL;
    }
    c.context_ns = gt_clock_ns(gt_clock_ticks() - t0);
    c.owned = 1;
    {
        gt_status status = gt_cl_introduce_(&c);
        if (status != GT_OK) gt_cl_close(&c);
        *cl = c;
        return status;
    }
}
gt_status gt_cl_attach(gt_cl *cl, cl_context context, cl_command_queue queue) {
    cl_int code;
    gt_status status;
    gt_cl c;
    memset(cl, 0, sizeof *cl);
    memset(&c, 0, sizeof c);
    code = clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof c.device, &c.device, NULL);
    if (gt_cl_own_(code, "clGetCommandQueueInfo in gt_cl_attach", "", 0) != GT_OK) return GT_ERR_OPENCL;
    code = clGetDeviceInfo(c.device, CL_DEVICE_PLATFORM, sizeof c.platform, &c.platform, NULL);
    if (gt_cl_own_(code, "clGetDeviceInfo in gt_cl_attach", "", 0) != GT_OK) return GT_ERR_OPENCL;
    c.context = context;
    c.queue = queue;
    gt_cl_describe_(&c);
    status = gt_cl_introduce_(&c);
    if (status == GT_OK) *cl = c;
    return status;
}
void gt_cl_close(gt_cl *cl) {
    if (cl->queue) gt_cl_queue_drop_(cl->queue);
    if (cl->owned) {
        gt_cl_own_(clReleaseCommandQueue(cl->queue), "clReleaseCommandQueue in gt_cl_close", "", 0);
        gt_cl_own_(clReleaseContext(cl->context), "clReleaseContext in gt_cl_close", "", 0);
    }
    memset(cl, 0, sizeof *cl);
}

/* ==== >>program, implementation ==== */

static void gt_cl_build_failed_(cl_device_id device, cl_program program, cl_int code, const char *name, int line) {
    gt_cl_text_ detail = { NULL, 0, 0 };
    size_t size = 0;
    char *log = NULL;
    if (!name) name = "a program from a string";
    if (clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size) == CL_SUCCESS && size)
        log = (char *)calloc(size + 1, 1);
    if (log && clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log, NULL) != CL_SUCCESS) log[0] = 0;
    gt_cl_append_(&detail, name);
    gt_cl_append_(&detail, log && log[0] ? ": the compiler says:\n" : ": the compiler left no log");
    if (log) gt_cl_append_(&detail, log);
    gt_error_keep(GT_ERR_BUILD, code, gt_cl_error_name(code), "clBuildProgram", name, line, detail.s);
    free(detail.s);
    free(log);
}
static void gt_cl_count_build_(uint64_t begin) {     /* in every open scope: a compiler ran inside */
    uint64_t ticks = gt_clock_ticks() - begin;
    gt_node_ *n;
    if (gt_self_)
        for (n = gt_self_->current; n != gt_self_->root; n = n->parent) {
            gt_count_(n, GT_N_builds, 1);
            gt_count_(n, GT_N_build_ns, ticks);
        }
}
cl_program gt_cl_program(const gt_cl *cl, const char *source, const char *options, const char *name) {
    cl_int code = CL_SUCCESS;
    uint64_t begin;
    cl_program program = clCreateProgramWithSource(cl->context, 1, &source, NULL, &code);
    if (gt_cl_own_(code, "clCreateProgramWithSource", name, 0) != GT_OK) return NULL;
    begin = gt_clock_ticks();
    code = clBuildProgram(program, 1, &cl->device, options, NULL, NULL);
    gt_cl_count_build_(begin);
    if (code == CL_SUCCESS) return program;
    gt_cl_build_failed_(cl->device, program, code, name, 0);
    clReleaseProgram(program);
    return NULL;
}
static char *gt_cl_file_text_(const char *path) {   /* NULL: the error is kept; owner: the caller */
    gt_cl_text_ t = { NULL, 0, 0 };
    char part[4096 + 1];
    size_t n;
    int bad = 0;
    FILE *f = fopen(path, "rb");
    if (!f) {
        gt_error_keep(GT_ERR_IO, 0, NULL, "fopen", path, 0, "This OpenCL source cannot be opened.");
        return NULL;
    }
    while ((n = fread(part, 1, sizeof part - 1, f)) > 0) {
        size_t before = t.length;
        part[n] = 0;
        gt_cl_append_(&t, part);
        if (t.length != before + n) {       /* a zero byte, or no memory */
            bad = 1;
            break;
        }
    }
    bad = bad || ferror(f) || !t.s;
    fclose(f);
    if (!bad) return t.s;
    free(t.s);
    gt_error_keep(GT_ERR_IO, 0, NULL, "fread", path, 0, "This OpenCL source cannot be read as a text.");
    return NULL;
}
cl_program gt_cl_program_file(const gt_cl *cl, const char *path, const char *options) {
    char *source = gt_cl_file_text_(path);
    cl_program program = source ? gt_cl_program(cl, source, options, path) : NULL;
    free(source);
    return program;
}

/* The cache. What it needs of the system hides from a strict -std=c99 in part: the names behind asm are the C library's,
   as that of clock_gettime in gputime.h. */
#if defined(__linux__) && GT_GNU_
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __cplusplus
extern "C" {
#endif
extern int gt_openat_(int folder, const char *name, int flags, ...) __asm__("openat");
extern int gt_renameat_(int from, const char *old_name, int to, const char *new_name) __asm__("renameat");
extern int gt_unlinkat_(int folder, const char *name, int flags) __asm__("unlinkat");
#ifdef __cplusplus
}
#endif
#if defined(O_NOFOLLOW) && defined(O_DIRECTORY)
#define GT_CL_NO_LINK_ O_NOFOLLOW
#define GT_CL_FOLDER_ O_DIRECTORY
#elif defined(__O_NOFOLLOW) && defined(__O_DIRECTORY)
#define GT_CL_NO_LINK_ __O_NOFOLLOW
#define GT_CL_FOLDER_ __O_DIRECTORY
#endif
#elif defined(__unix__) || defined(__APPLE__)
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#if defined(O_NOFOLLOW) && defined(O_DIRECTORY) && defined(AT_FDCWD)
#define GT_CL_NO_LINK_ O_NOFOLLOW
#define GT_CL_FOLDER_ O_DIRECTORY
#define gt_openat_ openat
#define gt_renameat_ renameat
#define gt_unlinkat_ unlinkat
#endif
#endif

#ifndef GT_CL_NO_LINK_
cl_program gt_cl_program_cached(const gt_cl *cl, const char *source, const char *options, const char *name, gt_cl_cache *cache) {
    cache->hit = 0;
    cache->why = "not cached: this system has not the calls that the cache needs";
    return gt_cl_program(cl, source, options, name);
}
#else

typedef struct gt_cl_key_ { uint64_t a, b; } gt_cl_key_;    /* two 64-bit hashes of FNV's kind, unlike each other */
static gt_cl_key_ gt_cl_key_begin_(void) {
    gt_cl_key_ k = { UINT64_C(0xcbf29ce484222325), UINT64_C(0x9ae16a3b2f90404f) };
    return k;
}
static void gt_cl_key_add_(gt_cl_key_ *k, const void *p, size_t n) {
    const unsigned char *c = (const unsigned char *)p;
    uint64_t a = k->a, b = k->b;
    for (; n; n--, c++) {
        a = (a ^ *c) * UINT64_C(0x100000001b3);
        b = ((b << 31 | b >> 33) ^ *c) * UINT64_C(0x9e3779b97f4a7c15);
    }
    k->a = a;
    k->b = b;
}

enum { GT_CL_CACHE_FORMAT_ = 1, GT_CL_CACHE_MOST_ = 1 << 28 };      /* no binary or include is larger: 256 MiB */
typedef struct gt_cl_head_ { char magic[8]; uint64_t format; gt_cl_key_ key; uint64_t length; gt_cl_key_ hash; } gt_cl_head_;

static void gt_cl_key_text_(gt_cl_key_ *k, const char *s) {
    const uint64_t n = s ? strlen(s) : 0;
    gt_cl_key_add_(k, &n, sizeof n);
    if (s) gt_cl_key_add_(k, s, (size_t)n);
}
static int gt_cl_key_file_(gt_cl_key_ *k, const char *path) {       /* 0: it cannot be read */
    char part[4096];
    uint64_t sum = 0;
    size_t n;
    int good;
    FILE *f = path ? fopen(path, "rb") : NULL;
    if (!f) return 0;
    gt_cl_key_text_(k, path);
    for (; sum <= GT_CL_CACHE_MOST_ && (n = fread(part, 1, sizeof part, f)) > 0; sum += n) gt_cl_key_add_(k, part, n);
    gt_cl_key_add_(k, &sum, sizeof sum);
    good = sum <= GT_CL_CACHE_MOST_ && !ferror(f);
    fclose(f);
    return good;
}

/* Does it include files? A directive can be spread over lines, and begin with a digraph or a trigraph. Better a
   false yes, for a comment that looks like one, than a false no. */
static const char *gt_cl_skip_(const char *s) {     /* blanks, ends of continued lines, comments */
    for (;;) {
        if (*s == ' ' || *s == '\t' || *s == '\v' || *s == '\f') s++;
        else if (s[0] == '\\' && s[1] == '\n') s += 2;
        else if (s[0] == '\\' && s[1] == '\r' && s[2] == '\n') s += 3;
        else if (s[0] == '/' && s[1] == '*' && strstr(s + 2, "*/")) s = strstr(s + 2, "*/") + 2;
        else return s;
    }
}
static int gt_cl_includes_(const char *source, const char *options) {
    static const char *const words[3] = { "include", "import", "embed" };
    const char *s, *p, *w;
    int i;
    if (options && (!strncmp(options, "-i", 2) || strstr(options, " -i"))) return 1;    /* -include, -imacros of some compilers */
    for (s = source; *s; s++) {
        if (*s != '#' && strncmp(s, "%:", 2) && strncmp(s, "\?\?=", 3)) continue;
        for (i = 0; i < 3; i++) {
            p = gt_cl_skip_(s + (*s == '#' ? 1 : *s == '%' ? 2 : 3));
            for (w = words[i]; *w && *p == *w; w++) p = gt_cl_skip_(p + 1);
            if (!*w) return 1;
        }
    }
    return 0;
}

/* Functions below that return a text say why not; NULL: all is well. */
static const char *gt_cl_key_of_(const gt_cl *cl, const char *source, const char *options, const gt_cl_cache *cache, gt_cl_key_ *k) {
    static const cl_platform_info of_platform[2] = { CL_PLATFORM_NAME, CL_PLATFORM_VERSION };
    static const cl_device_info of_device[3] = { CL_DEVICE_NAME, CL_DEVICE_VERSION, CL_DRIVER_VERSION };
    const unsigned char bits = (unsigned char)(8 * sizeof(void *));
    char text[1024];
    size_t i;
    *k = gt_cl_key_begin_();
    gt_cl_key_text_(k, GPUTIME_VERSION);
    gt_cl_key_add_(k, &bits, 1);
    gt_cl_key_text_(k, source);
    gt_cl_key_text_(k, options);
    for (i = 0; i < 5; i++) {
        cl_int code;
        memset(text, 0, sizeof text);
        code = i < 2 ? clGetPlatformInfo(cl->platform, of_platform[i], sizeof text - 1, text, NULL)
                     : clGetDeviceInfo(cl->device, of_device[i - 2], sizeof text - 1, text, NULL);
        if (code != CL_SUCCESS) return "not cached: the driver does not tell all names and versions";
        gt_cl_key_text_(k, text);
    }
    if (!cache->include_count && gt_cl_includes_(source, options)) return "not cached: the source includes files; list them";
    for (i = 0; i < cache->include_count; i++)
        if (!gt_cl_key_file_(k, cache->includes[i])) return "not cached: a listed include cannot be read";
    return NULL;
}

static const char *gt_cl_folder_(const char *name, int *folder) {
    char path[4096];
    struct stat st;
    size_t n = name ? strlen(name) : 0;
    if (!n || n >= sizeof path) return "not cached: no folder is named";
    while (n > 1 && name[n - 1] == '/') n--;    /* else a link would be followed */
    memcpy(path, name, n);
    path[n] = 0;
    (void)mkdir(path, 0700);
    *folder = open(path, O_RDONLY | GT_CL_FOLDER_ | GT_CL_NO_LINK_);
    if (*folder < 0)
        return errno == ENOENT ? "not cached: the folder cannot be made; its parent must exist, and be yours to write in"
                               : "not cached: the folder is a link, is no folder, or cannot be opened; name one of your own";
    if (!fstat(*folder, &st) && st.st_uid == geteuid() && !(st.st_mode & 077)) return NULL;
    close(*folder);
    *folder = -1;
    return "not cached: the folder is not yours alone; name another, or chown it to yourself and chmod it to 700";
}

static int gt_cl_read_all_(int fd, void *to, size_t n) {
    char *at = (char *)to;
    while (n) {
        const ssize_t got = read(fd, at, n);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return 0;
        at += got;
        n -= (size_t)got;
    }
    return 1;
}
static int gt_cl_write_all_(int fd, const void *from, size_t n) {
    const char *at = (const char *)from;
    while (n) {
        const ssize_t put = write(fd, at, n);
        if (put < 0 && errno == EINTR) continue;
        if (put <= 0) return 0;
        at += put;
        n -= (size_t)put;
    }
    return 1;
}
static gt_cl_key_ gt_cl_hash_(const void *p, size_t n) {
    gt_cl_key_ k = gt_cl_key_begin_();
    gt_cl_key_add_(&k, p, n);
    return k;
}

static const char *gt_cl_file_read_(int fd, const gt_cl_key_ *key, unsigned char **binary, size_t *length) {
    gt_cl_head_ head;
    gt_cl_key_ hash;
    struct stat st;
    if (fstat(fd, &st) || !S_ISREG(st.st_mode)) return "refused: no regular file";
    if (st.st_uid != geteuid() || st.st_nlink > 1 || st.st_mode & 022)  /* no name any more: it was replaced since the open */
        return "refused: the file is not yours alone";
    if (st.st_size <= (long)sizeof head || st.st_size > GT_CL_CACHE_MOST_) return "refused: the file's size cannot be";
    if (!gt_cl_read_all_(fd, &head, sizeof head)) return "refused: the file cannot be read";
    if (memcmp(head.magic, "gt_clbin", 8) || head.format != GT_CL_CACHE_FORMAT_) return "refused: no cache file of this version";
    if (memcmp(&head.key, key, sizeof *key)) return "refused: the file holds another program";
    if (head.length != (uint64_t)st.st_size - sizeof head) return "refused: the file has not the length that it states";
    *length = (size_t)head.length;
    *binary = (unsigned char *)malloc(*length);
    if (!*binary) return "not loaded: out of memory";
    if (!gt_cl_read_all_(fd, *binary, *length)) return "refused: the file cannot be read";
    hash = gt_cl_hash_(*binary, *length);
    return memcmp(&head.hash, &hash, sizeof hash) ? "refused: the file's contents are not those that were written" : NULL;
}
static cl_program gt_cl_from_binary_(const gt_cl *cl, const char *options, const unsigned char *binary, size_t length) {
    cl_int refused = CL_SUCCESS, code = CL_SUCCESS;
    cl_program program = clCreateProgramWithBinary(cl->context, 1, &cl->device, &length, &binary, &refused, &code);
    if (code != CL_SUCCESS || !program) return NULL;
    if (refused == CL_SUCCESS && clBuildProgram(program, 1, &cl->device, options, NULL, NULL) == CL_SUCCESS) return program;
    clReleaseProgram(program);
    return NULL;
}
static const char *gt_cl_load_(const gt_cl *cl, const char *options, int folder, const char *file, const gt_cl_key_ *key,
                               cl_program *program) {
    unsigned char *binary = NULL;
    const char *why;
    size_t length = 0;
    int fd = gt_openat_(folder, file, O_RDONLY | O_NONBLOCK | GT_CL_NO_LINK_);      /* a pipe would block */
    if (fd < 0) return errno == ENOENT ? "not there yet" : "refused: the file is a link, or cannot be opened";
    why = gt_cl_file_read_(fd, key, &binary, &length);
    close(fd);
    if (!why && !(*program = gt_cl_from_binary_(cl, options, binary, length))) why = "refused: the driver does not take the binary";
    free(binary);
    return why;
}

static const char *gt_cl_file_write_(int folder, const char *file, const gt_cl_key_ *key, const void *binary, size_t length) {
    static uint32_t number;
    gt_cl_head_ head = { { 'g', 't', '_', 'c', 'l', 'b', 'i', 'n' }, GT_CL_CACHE_FORMAT_, { 0, 0 }, 0, { 0, 0 } };
    char temporary[128];
    int fd = -1, tries, good;
    head.key = *key;
    head.length = length;
    head.hash = gt_cl_hash_(binary, length);
    for (tries = 0; fd < 0 && tries < 16; tries++) {    /* one that a process of this number left behind may stand there */
        sprintf(temporary, "%s.%ld.%lu", file, (long)getpid(), (unsigned long)GT_ADD_(&number, 1u));
        fd = gt_openat_(folder, temporary, O_WRONLY | O_CREAT | O_EXCL | GT_CL_NO_LINK_, 0600);
        if (fd < 0 && errno != EEXIST) break;
    }
    if (fd < 0) return "not stored: no file can be made in the folder";
    good = gt_cl_write_all_(fd, &head, sizeof head) && gt_cl_write_all_(fd, binary, length);
    if (close(fd)) good = 0;
    if (good && !gt_renameat_(folder, temporary, folder, file)) return NULL;
    (void)gt_unlinkat_(folder, temporary, 0);
    return good ? "not stored: what stands in the file's place cannot be replaced; remove it"
                : "not stored: the file could not be written; check the space left";
}
static const char *gt_cl_store_(const gt_cl *cl, cl_program program, int folder, const char *file, const gt_cl_key_ *key) {
    enum { MOST = 64 };
    cl_device_id devices[MOST];
    size_t sizes[MOST];
    unsigned char *binaries[MOST];
    const char *why = "not stored: the driver gives no binary";
    cl_uint n = 0, i;
    memset(binaries, 0, sizeof binaries);
    if (clGetProgramInfo(program, CL_PROGRAM_NUM_DEVICES, sizeof n, &n, NULL) != CL_SUCCESS || !n || n > MOST) return why;
    if (clGetProgramInfo(program, CL_PROGRAM_DEVICES, n * sizeof devices[0], devices, NULL) != CL_SUCCESS) return why;
    if (clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, n * sizeof sizes[0], sizes, NULL) != CL_SUCCESS) return why;
    for (i = 0; i < n && devices[i] != cl->device; i++) {}
    if (i == n || !sizes[i] || sizes[i] > GT_CL_CACHE_MOST_ - sizeof(gt_cl_head_)) return why;
    binaries[i] = (unsigned char *)malloc(sizes[i]);
    if (!binaries[i]) return "not stored: out of memory";
    memset(binaries[i], 0, sizes[i]);
    if (clGetProgramInfo(program, CL_PROGRAM_BINARIES, n * sizeof binaries[0], binaries, NULL) == CL_SUCCESS)
        why = gt_cl_file_write_(folder, file, key, binaries[i], sizes[i]);
    free(binaries[i]);
    return why;
}

cl_program gt_cl_program_cached(const gt_cl *cl, const char *source, const char *options, const char *name, gt_cl_cache *cache) {
    gt_cl_key_ key, again;
    cl_program program = NULL;
    const char *why, *not_stored = NULL;
    char file[64];
    int folder = -1;
    why = gt_cl_key_of_(cl, source, options, cache, &key);
    if (!why) why = gt_cl_folder_(cache->folder, &folder);
    if (folder >= 0) {
        sprintf(file, "%016llx%016llx.clbin", (unsigned long long)key.a, (unsigned long long)key.b);
        why = gt_cl_load_(cl, options, folder, file, &key, &program);
    }
    cache->hit = program != NULL;
    if (!program) program = gt_cl_program(cl, source, options, name);
    if (folder >= 0 && program && !cache->hit) {
        if (gt_cl_key_of_(cl, source, options, cache, &again) || memcmp(&again, &key, sizeof key))
            not_stored = "not stored: a listed include changed meanwhile";
        else
            not_stored = gt_cl_store_(cl, program, folder, file, &key);
    }
    if (folder >= 0) close(folder);
    cache->why = not_stored ? not_stored : why ? why : "";
    return program;
}
#endif

/* ==== >>warmup, implementation ==== */

gt_status gt_cl_warm_runtime(void) {
    cl_uint n = 0;
    cl_int code = clGetPlatformIDs(0, NULL, &n);
    return code == -1001 ? GT_OK : gt_cl_own_(code, "clGetPlatformIDs in gt_cl_open", "", 0);
}
gt_status gt_cl_warm_kernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t *offset,
                            const size_t *global, const size_t *local) {
    cl_int code = clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, 0, NULL, gt_cl_event_(NULL, 0));
    if (gt_cl_own_(code, "clEnqueueNDRangeKernel in gt_cl_warm_kernel", "", 0) != GT_OK) return GT_ERR_OPENCL;
    return gt_cl_own_(clFinish(queue), "clFinish in gt_cl_warm_kernel", "", 0);
}
static cl_int gt_cl_fill_all_(cl_command_queue queue, cl_mem buffer, const void *pattern, size_t pattern_size, size_t size) {
#ifdef CL_VERSION_1_2
    return clEnqueueFillBuffer(queue, buffer, pattern, pattern_size, 0, size, 0, NULL, gt_cl_event_(NULL, (double)size));
#else                       /* you included CL/cl.h for OpenCL 1.1: from the host */
    unsigned char *all = (unsigned char *)malloc(size);
    size_t i;
    cl_int code;
    if (!all) return CL_OUT_OF_HOST_MEMORY;
    for (i = 0; i < size; i++) all[i] = ((const unsigned char *)pattern)[i % pattern_size];
    code = clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, size, all, 0, NULL, gt_cl_event_(NULL, (double)size));
    free(all);
    return code;
#endif
}
gt_status gt_cl_fill(cl_command_queue queue, cl_mem buffer, const void *pattern, size_t pattern_size) {
    size_t size = 0;
    cl_int code = clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof size, &size, NULL);
    if (gt_cl_own_(code, "clGetMemObjectInfo in gt_cl_fill", "", 0) != GT_OK) return GT_ERR_OPENCL;
    code = gt_cl_fill_all_(queue, buffer, pattern, pattern_size, size);
    if (gt_cl_own_(code, "clEnqueueFillBuffer in gt_cl_fill", "", 0) != GT_OK) return GT_ERR_OPENCL;
    return gt_cl_own_(clFinish(queue), "clFinish in gt_cl_fill", "", 0);
}

static gt_status gt_cl_launch_(cl_command_queue queue, const gt_cl_shape *s, double *ns) {
    uint64_t begin, end;
    cl_int code;
    if (gt_cl_own_(clFinish(queue), "clFinish in gt_cl_warm_shapes", "", 0) != GT_OK) return GT_ERR_OPENCL;
    begin = gt_clock_ticks();
    code = clEnqueueNDRangeKernel(queue, s->kernel, s->dimensions, s->has_offset ? s->offset : NULL, s->global,
                                  s->local[0] ? s->local : NULL, 0, NULL, NULL);
    if (gt_cl_own_(code, "clEnqueueNDRangeKernel in gt_cl_warm_shapes", "", 0) != GT_OK) return GT_ERR_OPENCL;
    code = clFinish(queue);
    end = gt_clock_ticks();
    if (gt_cl_own_(code, "clFinish in gt_cl_warm_shapes", "", 0) != GT_OK) return GT_ERR_OPENCL;
    *ns = gt_clock_ns(end - begin);
    return GT_OK;
}
gt_status gt_cl_warm_shapes(cl_command_queue queue, gt_cl_shape *shapes, size_t count) {
    size_t i;
    if (!shapes && count) return gt_error_keep(GT_ERR_ARGUMENT, 0, NULL, "gt_cl_warm_shapes", "", 0, "shapes is NULL.");
    gt_clock_ns(0);             /* the clock's fit, so that it does not fall between two launches */
    gt_cl_uncollected_();       /* what it launches is in no phase's device time */
    for (i = 0; i < count; i++) shapes[i].first_ns = shapes[i].second_ns = gt_nan_();
    for (i = 0; i < count; i++) {
        if (gt_cl_launch_(queue, &shapes[i], &shapes[i].first_ns) != GT_OK) return GT_ERR_OPENCL;
        if (gt_cl_launch_(queue, &shapes[i], &shapes[i].second_ns) != GT_OK) return GT_ERR_OPENCL;
    }
    return GT_OK;
}

/* 16 bytes a work-item, the rest byte by byte. The pattern fills 128 bytes, by value: no other memory is touched. */
static gt_status gt_cl_touch_kernel_(const gt_cl *cl, cl_mem buffer, const unsigned char *pattern, size_t pattern_size, size_t size) {
    static const char *const source =
        "kernel void gt_cl_touch(global uint *to, ulong size, uint16 a, uint16 b) {\n"
        "    ulong i = get_global_id(0), at;\n"
        "    uint all[32];\n"
        "    vstore16(a, 0, all);\n"
        "    vstore16(b, 1, all);\n"
        "    if (16 * i + 16 <= size) vstore4(vload4(i % 8, all), i, to);\n"
        "    else for (at = 16 * i; at < size; at++) ((global uchar *)to)[at] = ((uchar *)all)[at % 128];\n"
        "}\n";
    unsigned char all[128];
    size_t i, items = (size / 16 / 256 + 1) * 256;
    cl_ulong bytes = size;
    cl_int code = CL_SUCCESS;
    gt_status status = GT_ERR_OPENCL;
    cl_kernel kernel;
    cl_program program = gt_cl_program(cl, source, NULL, "the kernel of gt_cl_touch");
    if (!program) return GT_ERR_BUILD;
    for (i = 0; i < sizeof all; i++) all[i] = pattern[i % pattern_size];
    kernel = clCreateKernel(program, "gt_cl_touch", &code);
    if (gt_cl_own_(code, "clCreateKernel in gt_cl_touch", "", 0) == GT_OK) {
        code = clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
        if (code == CL_SUCCESS) code = clSetKernelArg(kernel, 1, sizeof bytes, &bytes);
        if (code == CL_SUCCESS) code = clSetKernelArg(kernel, 2, 64, all);
        if (code == CL_SUCCESS) code = clSetKernelArg(kernel, 3, 64, all + 64);
        if (gt_cl_own_(code, "clSetKernelArg in gt_cl_touch", "", 0) == GT_OK) {
            code = clEnqueueNDRangeKernel(cl->queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL);
            status = gt_cl_own_(code, "clEnqueueNDRangeKernel in gt_cl_touch", "", 0);
            if (status == GT_OK) status = gt_cl_own_(clFinish(cl->queue), "clFinish in gt_cl_touch", "", 0);
        }
        if (gt_cl_own_(clReleaseKernel(kernel), "clReleaseKernel in gt_cl_touch", "", 0) != GT_OK) status = GT_ERR_OPENCL;
    }
    if (gt_cl_own_(clReleaseProgram(program), "clReleaseProgram in gt_cl_touch", "", 0) != GT_OK) status = GT_ERR_OPENCL;
    return status;
}
static gt_status gt_cl_touch_migrate_(const gt_cl *cl, cl_mem buffer) {
#ifdef CL_VERSION_1_2
    cl_int code = clEnqueueMigrateMemObjects(cl->queue, 1, &buffer, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED, 0, NULL, NULL);
    if (gt_cl_own_(code, "clEnqueueMigrateMemObjects in gt_cl_touch", "", 0) != GT_OK) return GT_ERR_OPENCL;
    return gt_cl_own_(clFinish(cl->queue), "clFinish in gt_cl_touch", "", 0);
#else
    (void)cl;
    (void)buffer;
    return gt_error_keep(GT_ERR_ARGUMENT, 0, NULL, "gt_cl_touch", "", 0, "You included CL/cl.h for OpenCL 1.1, which cannot migrate.");
#endif
}
static const char *gt_cl_touch_doubt_(cl_mem_flags flags, gt_cl_touch_how how, size_t pattern_size, size_t size) {  /* NULL: none */
    if (how == GT_CL_TOUCH_MIGRATE) return NULL;
    if (how == GT_CL_TOUCH_ELEMENT) return pattern_size && pattern_size <= size ? NULL : "The pattern is empty or longer than the buffer.";
    if (!pattern_size || pattern_size > 128 || pattern_size & (pattern_size - 1) || size % pattern_size)
        return "The pattern's size is no power of two up to 128 that divides the buffer's.";
    return how == GT_CL_TOUCH_KERNEL && flags & CL_MEM_READ_ONLY ? "No kernel may write a CL_MEM_READ_ONLY buffer." : NULL;
}
gt_status gt_cl_touch(const gt_cl *cl, cl_mem buffer, gt_cl_touch_how how, const void *pattern, size_t pattern_size) {
    static const unsigned char zero = 0;
    size_t size = 0;
    cl_mem_flags flags = 0;
    const char *doubt;
    cl_int code = clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof size, &size, NULL);
    if (code == CL_SUCCESS) code = clGetMemObjectInfo(buffer, CL_MEM_FLAGS, sizeof flags, &flags, NULL);
    if (gt_cl_own_(code, "clGetMemObjectInfo in gt_cl_touch", "", 0) != GT_OK) return GT_ERR_OPENCL;
    gt_cl_uncollected_();
    if (!pattern) {
        pattern = &zero;
        pattern_size = 1;
    }
    doubt = gt_cl_touch_doubt_(flags, how, pattern_size, size);
    if (doubt) return gt_error_keep(GT_ERR_ARGUMENT, 0, NULL, "gt_cl_touch", "", 0, doubt);
    switch (how) {
    case GT_CL_TOUCH_FILL:
        code = gt_cl_fill_all_(cl->queue, buffer, pattern, pattern_size, size);
        if (gt_cl_own_(code, "clEnqueueFillBuffer in gt_cl_touch", "", 0) != GT_OK) return GT_ERR_OPENCL;
        return gt_cl_own_(clFinish(cl->queue), "clFinish in gt_cl_touch", "", 0);
    case GT_CL_TOUCH_ELEMENT:
        code = clEnqueueWriteBuffer(cl->queue, buffer, CL_TRUE, 0, pattern_size, pattern, 0, NULL, NULL);
        return gt_cl_own_(code, "clEnqueueWriteBuffer in gt_cl_touch", "", 0);
    case GT_CL_TOUCH_KERNEL: return gt_cl_touch_kernel_(cl, buffer, (const unsigned char *)pattern, pattern_size, size);
    case GT_CL_TOUCH_MIGRATE: return gt_cl_touch_migrate_(cl, buffer);
    }
    return gt_error_keep(GT_ERR_ARGUMENT, 0, NULL, "gt_cl_touch", "", 0, "There is no such way to touch.");
}

/* ==== >>events, implementation ==== */

/* Commands of one thread whose events the kit holds. They stand as scopes are nested: the last ones belong to the
   innermost. At the end of its scope each becomes a row of `rows`; what a phase leaves there is for a phase around. */
typedef struct gt_cl_slot_ {
    cl_event event;
    gt_node_ *owner;
    cl_ulong queued, submit, start, end;
    const char *name;           /* NULL: by kind */
    cl_kernel kernel;           /* whose name it takes; NULL: none. The slot holds a reference */
    double bytes;
    uint64_t before, after;     /* ticks around its enqueue; after: 0 where it is not known */
    int handed;                 /* 1: the event was handed over, so its enqueue was earlier than `before` */
    cl_uint waits;              /* how many events it waited for, and the first of them */
    cl_event waited;
} gt_cl_slot_;
typedef struct gt_cl_slots_ {
    size_t used, room;
    gt_cl_slot_ *slot;
    uint32_t missed;            /* commands of which no scope knows */
    gt_cl_idle_ idle;
    gt_commands_ rows;
    size_t row_base;            /* where those of the innermost open phase begin */
} gt_cl_slots_;
static GT_THREAD_LOCAL_ gt_cl_slots_ gt_cl_mine_;
static int gt_cl_aligned_(cl_device_id device, gt_cl_alignment *out);

static void gt_cl_room_(size_t wanted) {    /* outside all ticks; never shrinks; without memory it stays as it is */
    gt_cl_slot_ *p;
    if (wanted <= gt_cl_mine_.room) return;
    p = (gt_cl_slot_ *)realloc(gt_cl_mine_.slot, wanted * sizeof *p);
    if (!p) return;
    memset(p + gt_cl_mine_.room, 0, (wanted - gt_cl_mine_.room) * sizeof *p);
    gt_cl_mine_.slot = p;
    gt_cl_mine_.room = wanted;
}
static void gt_cl_uncollected_(void) { gt_cl_mine_.missed++; }    /* the phases around are not complete */

static gt_node_ *gt_cl_phase_around_(gt_node_ *n) {     /* the innermost one, n itself counted; NULL: none */
    while (n && n->state->kind != GT_KIND_PHASE) n = n->parent;
    return n;
}

static gt_cl_slot_ *gt_cl_slot_new_(void) {     /* NULL: none is wanted, or none is free */
    gt_node_ *owner;
    gt_cl_slot_ *slot;
    if (!gt_self_ || gt_self_->hidden || gt_self_->current == gt_self_->root) return NULL;
    if ((GT_PEEK_(&gt_state_) & 3u) == GT_STATE_OFF_) return NULL;
    owner = gt_self_->current;
    if (owner->state->kind == GT_KIND_BATCH || owner->state->kind == GT_KIND_GROUP) return NULL;
    gt_cl_hooks_();
    if (gt_cl_phase_around_(owner)) owner = gt_cl_phase_around_(owner);
    gt_alert_(owner, GT_ALERT_EVENTS_);
    if (gt_cl_mine_.used == gt_cl_mine_.room) {
        gt_count_(owner, GT_N_uncounted, 1);
        gt_cl_uncollected_();
        return NULL;
    }
    slot = &gt_cl_mine_.slot[gt_cl_mine_.used++];
    memset(slot, 0, sizeof *slot);
    slot->owner = owner;
    return slot;
}
static gt_cl_slot_ *gt_cl_slot_at_(const cl_event *event) {     /* NULL: that is none */
    uintptr_t at = (uintptr_t)event - (uintptr_t)gt_cl_mine_.slot;
    return event && at < gt_cl_mine_.used * sizeof(gt_cl_slot_) ? &gt_cl_mine_.slot[at / sizeof(gt_cl_slot_)] : NULL;
}
cl_event *gt_cl_event_(const char *name, double bytes) {
    gt_cl_slot_ *slot = gt_cl_slot_new_();
    if (!slot) return NULL;
    slot->name = name;
    slot->bytes = bytes;
    slot->before = gt_now_();
    return &slot->event;
}
gt_status (gt_cl_event_add)(cl_event event, const char *name, double bytes) {
    uint32_t missed = gt_cl_mine_.missed;
    gt_cl_slot_ *slot = gt_cl_slot_new_();
    if (!slot) return gt_cl_mine_.missed == missed ? GT_OK : GT_ERR_MEMORY;
    slot->name = name;
    slot->bytes = bytes;
    if (gt_cl_own_(clRetainEvent(event), "clRetainEvent in gt_cl_event_add", "", 0) != GT_OK) {
        gt_cl_mine_.used--;
        return GT_ERR_OPENCL;
    }
    slot->event = event;
    slot->before = gt_now_();
    slot->handed = 1;
    return GT_OK;
}

const char *gt_cl_stamp_text(int kind) {
    switch (kind) {
#define GT_X_(code, value, text) case value: return text;
        GT_CL_STAMPS(GT_X_)
#undef GT_X_
        default: return "";
    }
}

/* The four stamps, believed only if a check of this one command finds nothing. */
static int gt_cl_stamps_(gt_cl_slot_ *slot) {
    static const cl_profiling_info what[4] = { CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT,
                                               CL_PROFILING_COMMAND_START, CL_PROFILING_COMMAND_END };
    const cl_ulong untouched = (cl_ulong)UINT64_C(0xa5a5a5a5a5a5a5a5);
    cl_ulong t[4];
    int i;
    for (i = 0; i < 4; i++) {
        cl_int code;
        t[i] = untouched;
        code = clGetEventProfilingInfo(slot->event, what[i], sizeof t[i], &t[i], NULL);
        if (code == CL_PROFILING_INFO_NOT_AVAILABLE) return -1;
        if (code != CL_SUCCESS) return GT_CL_STAMP_REFUSED;
        if (t[i] == untouched) return GT_CL_STAMP_UNTOUCHED;
    }
    if (!t[2] || !t[3]) return GT_CL_STAMP_ZERO;
    if (t[3] < t[2]) return GT_CL_STAMP_BACKWARDS;
    if (t[3] - t[2] > (cl_ulong)1 << 62) return GT_CL_STAMP_HUGE;
    if (t[1] < t[0] || t[2] < t[1]) return GT_CL_STAMP_ORDER;
    slot->queued = t[0];
    slot->submit = t[1];
    slot->start = t[2];
    slot->end = t[3];
    return GT_CL_STAMP_GOOD;
}

/* -- devices -- */

/* So that reports can name a device that nobody has opened. */
static void gt_cl_meet_device_(gt_device_ *d, cl_device_id id) {
    char text[512];
    gt_cl cl;
    if (!d || GT_LOAD_(&d->described)) return;
    memset(&cl, 0, sizeof cl);
    cl.device = id;
    if (clGetDeviceInfo(id, CL_DEVICE_PLATFORM, sizeof cl.platform, &cl.platform, NULL) != CL_SUCCESS) return;
    gt_cl_describe_(&cl);
    gt_cl_about_(&cl, text);
    gt_device_describe_(d, text, 0);
}
static gt_device_ *gt_cl_queue_device_(cl_command_queue queue) {    /* NULL: not known */
    cl_device_id id = NULL;
    gt_device_ *d;
    if (clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof id, &id, NULL) != CL_SUCCESS) return NULL;
    d = gt_device_of_((const void *)id);
    gt_cl_meet_device_(d, id);
    gt_device_worked_(d);
    return d;
}
static void gt_cl_resolution_(gt_device_ *d) {  /* of a device that was not opened through the kit */
    cl_device_id id = (cl_device_id)(uintptr_t)d->id;
    size_t ns = 0;
    if (GT_PEEK_(&d->step_ns)) return;
    if (clGetDeviceInfo(id, CL_DEVICE_PROFILING_TIMER_RESOLUTION, sizeof ns, &ns, NULL) != CL_SUCCESS) ns = 1;
    GT_POKE_(&d->step_ns, (uint64_t)(ns ? ns : 1));
}

/* -- what a command is -- */

static cl_command_type gt_cl_type_(cl_event event) {    /* 0: not known */
    cl_command_type type = 0;
    return clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL) == CL_SUCCESS ? type : 0;
}
static int gt_cl_is_marker_(cl_event event) {   /* or a barrier: it bounds no work */
    cl_command_type type = gt_cl_type_(event);
    return type == 0x11FE || type == 0x1205;
}
static const char *gt_cl_kind_(cl_event event) {    /* by number: the newest are not in the headers of OpenCL 1.2 */
    static const char *const first[] = {        /* from 0x11F0 */
        "ndrange", "task", "native", "read", "write", "copy", "read image", "write image", "copy image",
        "copy image to buffer", "copy buffer to image", "map", "map image", "unmap", "marker" };
    static const char *const later[] = {        /* from 0x1201 */
        "read rect", "write rect", "copy rect", "command", "barrier", "migrate", "fill", "fill image", "svm free",
        "svm copy", "svm fill", "svm map", "svm unmap", "svm migrate" };
    cl_command_type type = gt_cl_type_(event);
    if (type >= 0x11F0 && type - 0x11F0 < sizeof first / sizeof *first) return first[type - 0x11F0];
    return type >= 0x1201 && type - 0x1201 < sizeof later / sizeof *later ? later[type - 0x1201] : "command";
}
/* The name of a command, place `place` of `all` in its scope; 0: it has none, and the scope's row tells all. */
static int gt_cl_name_(const gt_cl_slot_ *slot, int place, int all, char *name /* of 128 */) {
    enum { GT_CL_NAMED_ = 16 };
    name[0] = 0;
    if (slot->name) gt_copy_(name, 128, slot->name);
    else if (slot->kernel) gt_cl_kernel_text_(slot->kernel, name, 128);
    else if (all == 1) return 0;
    if (!name[0] && place <= GT_CL_NAMED_) sprintf(name, "%.60s #%d", gt_cl_kind_(slot->event), place);
    else if (!name[0]) sprintf(name, "#%d and later", GT_CL_NAMED_ + 1);
    return 1;
}

/* -- the end of a scope -- */

/* A scope that ends, at `over`. queue NULL: it is no barrier scope. */
typedef struct gt_cl_end_ {
    gt_node_ *n;
    const char *file;
    int line;
    cl_command_queue queue;
    uint64_t over;
    cl_command_queue asked;     /* and the device of this queue, so that it is asked for once */
    gt_device_ *answer;
    int unsynced;
} gt_cl_end_;

static void gt_cl_slot_drop_(gt_cl_slot_ *slot) {   /* its references */
    const gt_site_ *site = slot->owner->site;
    const char *file = site ? site->file : "";
    int line = site ? site->line : 0;
    if (slot->event) gt_cl_own_(clReleaseEvent(slot->event), "clReleaseEvent of a GT_EVENT", file, line);
    if (slot->kernel) gt_cl_own_(clReleaseKernel(slot->kernel), "clReleaseKernel of an intercepted call", file, line);
    slot->event = NULL;
    slot->kernel = NULL;
}
static void gt_cl_broken_(gt_node_ *n, int kind) { gt_count_(n, (int)GT_N_broken_ + kind, 1); }

/* Where gt_cl_align knows the device's clock: a command that lies outside of its enqueue and the end of its scope is
   not believed; of others the row begins with START. */
static int gt_cl_placed_(const gt_cl_slot_ *slot, gt_command *r, uint64_t over) {
    gt_cl_alignment a;
    double start, end, start_off, end_off, slack;
    if (!gt_cl_aligned_((cl_device_id)(uintptr_t)r->device->id, &a)) return 1;
    start = gt_cl_align_ns(&a, slot->start, &start_off);
    end = gt_cl_align_ns(&a, slot->end, &end_off);
    if (!gt_is_finite_(start) || !gt_is_finite_(end)) return 1;
    slack = GT_CL_WANDER_PPM * 1e-6 * gt_abs_(start - a.host_ns);
    if (end - end_off - slack > gt_clock_ns(over - gt_clk_.start)) return 0;
    if (!slot->handed && start + start_off + slack < gt_clock_ns(slot->before - gt_clk_.start)) return 0;
    if (start > 0) r->begin = gt_clk_.start + (uint64_t)(start / gt_clk_.ns_per_tick);
    return 1;
}
/* QUEUED long before the enqueue, though START to END is no longer than there was time for. */
static int gt_cl_is_early_(const gt_cl_slot_ *slot, double most_ns) {
    if (slot->handed || (double)(slot->end - slot->start) > most_ns) return 0;
    return (double)(slot->start - slot->queued) > most_ns + 1e5;
}
/* What its stamps are worth: GT_STAMPS_GOOD_ or _EARLY_, else why they are not used, which is counted. */
static int gt_cl_judged_(gt_cl_slot_ *slot, gt_command *r, const gt_cl_end_ *e) {
    gt_device_ *d = (gt_device_ *)(uintptr_t)r->device;
    double most_ns = gt_rough_ns_(e->over - slot->before) + gt_stamp_step_(d);
    int kind = gt_cl_stamps_(slot);
    if (kind < 0) {
        gt_count_(e->n, GT_N_unprofiled, 1);
        return GT_STAMPS_NONE_;
    }
    if (!d) return GT_STAMPS_NONE_;     /* of a user event */
    r->queued = slot->queued;
    r->submit = slot->submit;
    r->start = slot->start;
    r->end = slot->end;
    r->busy_ = slot->end - slot->start;
    if (kind == GT_CL_STAMP_GOOD && gt_device_scaled_(d, r, slot->handed)) kind = GT_CL_STAMP_SCALE;
    if (kind == GT_CL_STAMP_GOOD && !gt_cl_placed_(slot, r, e->over)) kind = GT_CL_STAMP_MISPLACED;
    if (kind == GT_CL_STAMP_GOOD && gt_cl_is_early_(slot, most_ns)) kind = GT_CL_STAMP_EARLY;
    if (kind != GT_CL_STAMP_GOOD) gt_cl_broken_(e->n, kind);
    return kind;
}
/* Its status and its queue. 1: its stamps can be asked for. */
static int gt_cl_ran_(const gt_cl_slot_ *slot, gt_command *r, gt_cl_end_ *e) {
    cl_int status = CL_COMPLETE, code;
    cl_command_queue queue = NULL;
    code = clGetEventInfo(slot->event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
    gt_cl_own_(code, "clGetEventInfo for the status of a GT_EVENT", e->file, e->line);
    if (code == CL_SUCCESS) code = clGetEventInfo(slot->event, CL_EVENT_COMMAND_QUEUE, sizeof queue, &queue, NULL);
    if (code == CL_SUCCESS && queue && queue != e->asked) {
        e->answer = gt_cl_queue_device_(queue);
        e->asked = e->answer ? queue : NULL;
    }
    r->queue = (const void *)queue;
    r->device = queue ? e->answer : NULL;
    if (code != CL_SUCCESS || (queue && !r->device)) {
        gt_cl_broken_(e->n, GT_CL_STAMP_REFUSED);
    } else if (status < 0) {
        gt_cl_own_(status, "a command collected by GT_EVENT", e->file, e->line);
        gt_alert_(e->n, GT_ALERT_VOID_);    /* a host scope is closed already */
        gt_count_(e->n, GT_N_failed, 1);
    } else if (e->queue && queue != e->queue) {
        gt_count_(e->n, GT_N_wrong_queue, 1);
    } else if (status != CL_COMPLETE && e->queue) {
        gt_cl_broken_(e->n, GT_CL_STAMP_INCOMPLETE);
    } else if (status != CL_COMPLETE) {
        e->unsynced = 1;
    } else {
        return 1;
    }
    return 0;
}
/* Makes a row of an event. 0: the enqueue failed, or never happened. */
static int gt_cl_take_(gt_cl_slot_ *slot, gt_command *r, gt_cl_end_ *e) {
    if (!slot->event) {
        gt_cl_slot_drop_(slot);
        gt_count_(e->n, GT_N_failed, 1);
        gt_alert_(e->n, GT_ALERT_VOID_);
        return 0;
    }
    memset(r, 0, sizeof *r);
    r->id = (const void *)slot->event;
    r->kind = r->name = gt_commands_kept_() ? gt_cl_kind_(slot->event) : "";
    r->bytes = slot->bytes;
    r->before = slot->before;
    r->after = slot->after;
    r->waits = slot->waits;
    r->waited = (const void *)slot->waited;
    r->stamps = GT_STAMPS_NONE_;
    r->count_ = 1;
    if (!gt_cl_ran_(slot, r, e)) return 1;
    if (r->device) gt_cl_resolution_(e->answer);
    r->stamps = gt_cl_judged_(slot, r, e);
    if (gt_command_used_(r) && r->busy_ <= 20) r->empty = gt_cl_is_marker_(slot->event);
    return 1;
}
/* When all are taken: their series, and their events go. */
static void gt_cl_rows_(size_t first, const gt_fold_ *f) {
    gt_command *r = gt_cl_mine_.rows.row + f->fresh;
    int place = 0, all = (int)(gt_cl_mine_.used - first);
    char name[128];
    for (; first < gt_cl_mine_.used; first++) {
        gt_cl_slot_ *slot = &gt_cl_mine_.slot[first];
        if (!slot->event) continue;
        place++;
        if (gt_fold_believes_(f, r) && gt_cl_name_(slot, place, all, name)) gt_command_add_(f, r, name);
        gt_cl_slot_drop_(slot);
        r++;
    }
}
/* The end of a scope of so many ticks: takes its events, slot `first` and later, and the rows that phases inside it
   have left, `row_first` and later. 0: there was no command. */
static int gt_cl_collect_(gt_node_ *n, size_t first, size_t row_first, cl_command_queue queue, uint64_t ticks,
                          uint64_t over, gt_sample *row) {
    gt_cl_slots_ *mine = &gt_cl_mine_;
    gt_cl_end_ e = { NULL, "", 0, NULL, 0, NULL, NULL, 0 };
    gt_fold_ f = { NULL, 0, NULL, 0, 0, 0, 0, 0, 0, 0 };
    size_t i, pending = mine->used > first ? mine->used - first : 0;
    *row = gt_sample_unknown_();
    row->commands = 0;
    if (!pending && mine->rows.used <= row_first) return 0;
    e.n = f.scope = n;
    e.file = n->site ? n->site->file : "";
    e.line = n->site ? n->site->line : 0;
    e.over = over;
    e.queue = queue;
    if (queue && (e.answer = n->state->device) != NULL) e.asked = queue;
    if (queue && !e.answer) f.unknown = 1;
    if (!gt_commands_room_(&mine->rows, pending)) {
        gt_count_(n, GT_N_uncounted, pending);
        f.unknown = 1;
        for (i = first; i < mine->used; i++) gt_cl_slot_drop_(&mine->slot[i]);
        mine->used = first;
    }
    f.own = queue ? e.answer : NULL;
    f.phase = queue != NULL;
    f.first = row_first;
    f.fresh = mine->rows.used;
    for (i = first; i < mine->used; i++)
        mine->rows.used += (size_t)gt_cl_take_(&mine->slot[i], &mine->rows.row[mine->rows.used], &e);
    f.length_ns = gt_rough_ns_(ticks);
    gt_fold_look_(&mine->rows, &f);
    gt_cl_rows_(first, &f);
    mine->used = first;
    if (e.unsynced) gt_count_(n, GT_N_unsynced, 1);
    return gt_fold_end_(&mine->rows, &f, row);
}
static void gt_cl_drop_from_(size_t first) {    /* events that no scope collects: they may run on in a phase around */
    while (gt_cl_mine_.used > first) {
        gt_cl_slot_drop_(&gt_cl_mine_.slot[--gt_cl_mine_.used]);
        gt_cl_uncollected_();
    }
}
/* Rows from `first` on go, or wait for the end of a phase around. */
static void gt_cl_leave_(const gt_node_ *n, size_t first) {
    gt_commands_ *rows = &gt_cl_mine_.rows;
    if (gt_cl_phase_around_(n->parent)) gt_commands_shorten_(rows, gt_cl_mine_.row_base);
    else if (rows->used > first) rows->used = first;
}
/* Twice as many slots as were in use, for the next time. */
static void gt_cl_grow_(size_t used) {
    gt_cl_room_(used * 2 > gt_cl_mine_.room && gt_cl_mine_.room < 65536 ? gt_cl_mine_.room * 2 : GPUTIME_CL_EVENTS);
}
/* Host scopes, and scopes of any kind that are given up (row NULL). */
static int gt_cl_host_end_(gt_node_ *n, uint64_t ticks, gt_sample *row) {
    size_t used = gt_cl_mine_.used, first = used, rows = gt_cl_mine_.rows.used;
    int filled = 0;
    while (first && gt_cl_mine_.slot[first - 1].owner == n) first--;
    if (row) {
        filled = gt_cl_collect_(n, first, rows, NULL, ticks, gt_now_(), row);
        gt_cl_mine_.rows.used = rows;
    }
    gt_cl_drop_from_(first);
    gt_cl_grow_(used);
    return filled;
}
static void gt_cl_thread_begin_(void) { gt_cl_room_(GPUTIME_CL_EVENTS); }
/* A queue was at work when clFinish took ten times as long as it does with nothing to do, and more than 5 us: the first one after
   a sleep takes a few. */
static int gt_cl_was_busy_(uint64_t waited, uint64_t idle) { return waited > 10 * idle && gt_rough_ns_(waited) > 5000; }
static uint64_t gt_cl_audit_wait_(int *busy) {  /* its failures are kept by the next barrier */
    uint64_t sum = 0;
    gt_cl_idle_ q;
    size_t i;
    for (i = 0; (q = gt_cl_queue_at_(i)).queue != NULL; i++) {
        uint64_t t = gt_now_();
        (void)clFinish(q.queue);
        t = gt_now_() - t;
        if (gt_cl_was_busy_(t, q.idle)) *busy = 1;
        sum += t;
    }
    return sum;
}
static void gt_cl_findings_(const gt_snapshot *snap, gt_list_ *l);
static const gt_hooks_ gt_cl_seam_ = { &gt_cl_thread_begin_, &gt_cl_audit_wait_, &gt_cl_host_end_, &gt_cl_stamp_text,
                                       &gt_cl_findings_ };
#ifdef __cplusplus      /* no second declaration may initialise it here, and the kit has no constructors */
static void gt_cl_hooks_(void) { GT_POKE_(&gt_hooks_seam_, &gt_cl_seam_); }
#else
static const gt_hooks_ *gt_hooks_seam_ = &gt_cl_seam_;
static void gt_cl_hooks_(void) {}
#endif

/* ==== >>align, implementation ==== */

/* D(t) is what the device's clock would read, unrounded, at time t of the host. A try says D(h0) <= high + step and
   D(h1) >= low. That D runs at 1 +- GT_CL_DRIFT_ carries both to any other time. The narrowest one is the anchor. */
#define GT_CL_DRIFT_ (GT_CL_DRIFT_PPM * 1e-6)
enum { GT_CL_ALIGN_TRIES_ = 50, GT_CL_ALIGN_LEAST_ = 4, GT_CL_ALIGN_TIMED_ = 20, GT_CL_ALIGN_PLACES_ = 8 };
typedef struct gt_cl_try_ { double h0, h1, low, high, start; } gt_cl_try_;  /* kit's clock, ns; stamps less base */
typedef struct gt_cl_tries_ {
    gt_cl_try_ t[GT_CL_ALIGN_TRIES_ + GT_CL_ALIGN_TIMED_];
    int n, events, broken;
    int kind;                   /* gt_cl_stamp of the last broken one */
    cl_ulong base, step, claimed;
    cl_ulong longest;           /* QUEUED to END */
    double trip;                /* the quickest one */
} gt_cl_tries_;
static struct gt_cl_place_ {
    cl_device_id device;
    uint32_t epoch;
    int n;                      /* anchors as measured: the first and the last call's */
    gt_cl_anchor_ raw[2];
    int bent;                   /* its rate has changed: least and most, of all spans that were given up */
    double least, most;
    gt_cl_alignment known;
} gt_cl_aligned_table_[GT_CL_ALIGN_PLACES_];
static uint32_t gt_cl_aligned_count_;   /* of all calls that found a place there */

static double gt_cl_since_(cl_ulong stamp, cl_ulong base) { return (double)(int64_t)(stamp - base); }
static double gt_cl_host_ns_(uint64_t tick) { return gt_clock_ns(tick - gt_clk_.start); }
static cl_ulong gt_cl_align_divisor_(cl_ulong x, cl_ulong y, cl_ulong b) {    /* the greatest of b and x - y */
    cl_ulong a = x > y ? x - y : y - x;
    while (b) {
        cl_ulong rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* The place of a device; one is made if add is set. Locked. */
static struct gt_cl_place_ *gt_cl_place_of_(cl_device_id device, int add) {
    struct gt_cl_place_ *d;
    const uint32_t most = GT_CL_ALIGN_PLACES_;
    uint32_t i, used = gt_cl_aligned_count_ < most ? gt_cl_aligned_count_ : most;
    for (i = 0; i < used; i++) {
        d = &gt_cl_aligned_table_[i];
        if (d->device != device) continue;
        if (d->epoch == gt_clk_.epoch) return d;
        break;
    }
    if (!add) return NULL;
    if (i == used) {
        i = gt_cl_aligned_count_ % most;
        GT_STORE_(&gt_cl_aligned_count_, gt_cl_aligned_count_ + 1);
    }
    d = &gt_cl_aligned_table_[i];
    memset(d, 0, sizeof *d);
    d->device = device;
    d->epoch = gt_clk_.epoch;
    return d;
}
static gt_status gt_cl_unaligned_(cl_device_id device, const char *why) {
    struct gt_cl_place_ *d;
    char detail[200];
    gt_lock_();
    d = gt_cl_place_of_(device, 0);
    if (d) d->n = d->bent = 0;
    gt_unlock_();
    sprintf(detail, "The device's clock cannot be aligned with the host's: %.120s.", why);
    return gt_error_keep(GT_ERR_STAMPS, 0, NULL, "gt_cl_align", "", 0, detail);
}

/* One try, between the ticks h0 and h1. Stamps that are not believed are counted, and are no error here. */
static void gt_cl_try_add_(gt_cl_tries_ *g, const gt_cl_slot_ *s, int kind, uint64_t h0, uint64_t h1) {
    gt_cl_try_ *t = &g->t[g->n];
    double trip;
    t->h0 = gt_cl_host_ns_(h0);
    t->h1 = gt_cl_host_ns_(h1) + gt_clk_.info.step_ns;
    trip = t->h1 - t->h0;
    if (kind == GT_CL_STAMP_GOOD && (double)(s->end - s->start) > trip * (1 + GT_CL_DRIFT_) + (double)g->claimed)
        kind = GT_CL_STAMP_LONG;
    if (kind != GT_CL_STAMP_GOOD) {
        g->kind = kind;
        g->broken++;
        return;
    }
    if (!g->n) g->base = s->end;
    if (!g->n || trip < g->trip) g->trip = trip;
    if (s->end - s->queued > g->longest) g->longest = s->end - s->queued;
    t->low = gt_cl_since_(s->end, g->base);
    t->start = gt_cl_since_(s->start, g->base);
    t->high = gt_cl_since_(s->queued, g->base);
    g->step = gt_cl_align_divisor_(s->end, g->base, g->step);
    g->step = gt_cl_align_divisor_(s->start, g->base, g->step);
    g->step = gt_cl_align_divisor_(s->queued, g->base, g->step);
    g->n++;
}
/* polls: how often to ask whether it is done before waiting: either is slow to notice with some drivers. */
static gt_status gt_cl_try_event_(const gt_cl *cl, cl_mem buffer, gt_cl_tries_ *g, int polls) {
    static const cl_uint zero = 0;
    gt_cl_slot_ slot;
    gt_status status;
    cl_int code, state = CL_QUEUED;
    uint64_t h0, h1;
    int kind;
    memset(&slot, 0, sizeof slot);
    h0 = gt_clock_ticks();
    code = clEnqueueWriteBuffer(cl->queue, buffer, CL_FALSE, 0, sizeof zero, &zero, 0, NULL, &slot.event);
    if (gt_cl_own_(code, "clEnqueueWriteBuffer in gt_cl_align", "", 0) != GT_OK) return GT_ERR_OPENCL;
    if (polls) code = clFlush(cl->queue);
    for (; polls && code == CL_SUCCESS && state > CL_COMPLETE; polls--)
        code = clGetEventInfo(slot.event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL);
    if (code == CL_SUCCESS && state > CL_COMPLETE) code = clWaitForEvents(1, &slot.event);
    h1 = gt_clock_ticks();
    if (code == CL_SUCCESS && state < 0) code = state;
    status = gt_cl_own_(code, "waiting for a write in gt_cl_align", "", 0);
    if (status == GT_OK) {
        kind = gt_cl_stamps_(&slot);
        if (kind < 0)
            status = gt_error_keep(GT_ERR_OPENCL, CL_PROFILING_INFO_NOT_AVAILABLE, "CL_PROFILING_INFO_NOT_AVAILABLE",
                                   "clGetEventProfilingInfo in gt_cl_align", "", 0,
                                   "To align a device takes a queue with CL_QUEUE_PROFILING_ENABLE.");
        else if (kind == GT_CL_STAMP_REFUSED) status = gt_cl_unaligned_(cl->device, gt_cl_stamp_text(kind));
        else gt_cl_try_add_(g, &slot, kind, h0, h1);
    }
    code = clReleaseEvent(slot.event);
    if (gt_cl_own_(code, "clReleaseEvent in gt_cl_align", "", 0) != GT_OK) status = GT_ERR_OPENCL;
    return status;
}
static gt_status gt_cl_try_all_(const gt_cl *cl, gt_cl_tries_ *g) {
    cl_int code = CL_SUCCESS;
    gt_status status = gt_cl_own_(clFinish(cl->queue), "clFinish in gt_cl_align", "", 0);
    cl_mem buffer = NULL;
    uint64_t begin = 0;
    int i;
    if (status == GT_OK) buffer = clCreateBuffer(cl->context, CL_MEM_READ_WRITE, sizeof(cl_uint), NULL, &code);
    if (gt_cl_own_(code, "clCreateBuffer in gt_cl_align", "", 0) != GT_OK) status = GT_ERR_OPENCL;
    for (i = 0; status == GT_OK && i < GT_CL_ALIGN_TRIES_; i++) {
        status = gt_cl_try_event_(cl, buffer, g, i & 1 ? 1000 : 0);
        if (!i) begin = gt_clock_ticks();       /* the first one also pays for first use */
        if (i + 1 >= GT_CL_ALIGN_LEAST_ && gt_clock_ns(gt_clock_ticks() - begin) > 4e6) break;
    }
    g->events = g->n;
    if (buffer) code = clReleaseMemObject(buffer);
    if (buffer && gt_cl_own_(code, "clReleaseMemObject in gt_cl_align", "", 0) != GT_OK) status = GT_ERR_OPENCL;
    return status;
}
#if GT_GNU_ && defined(__ELF__)     /* by name, whatever version the headers are for; NULL in an older loader */
#ifdef __cplusplus
extern "C"
#endif
cl_int gt_cl_timer_(cl_device_id device, cl_ulong *on_device, cl_ulong *on_host) __asm__("clGetDeviceAndHostTimer")
    __attribute__((weak));
/* The driver's own pairs of times; never asked of devices before 2.1, whose drivers need not know the call. */
static void gt_cl_try_timer_(const gt_cl *cl, gt_cl_tries_ *g) {
    const char *v = cl->version;
    int i;
    if (!gt_cl_timer_ || strncmp(v, "OpenCL ", 7) || v[8] != '.' || v[7] < '2' || (v[7] == '2' && v[9] < '1')) return;
    for (i = 0; i < GT_CL_ALIGN_TIMED_; i++) {
        gt_cl_try_ *t = &g->t[g->n];
        cl_ulong on_device = 0, on_host = 0;
        uint64_t h0 = gt_clock_ticks(), h1;
        cl_int code = gt_cl_timer_(cl->device, &on_device, &on_host);
        h1 = gt_clock_ticks();
        if (code != CL_SUCCESS) return;
        t->h0 = gt_cl_host_ns_(h0);
        t->h1 = gt_cl_host_ns_(h1) + gt_clk_.info.step_ns;
        t->low = t->high = t->start = gt_cl_since_(on_device, g->base);
        g->n++;
    }
}
#else
static void gt_cl_try_timer_(const gt_cl *cl, gt_cl_tries_ *g) { (void)cl; (void)g; }
#endif

/* The anchor that the first n tries give. Its high is below its low: they contradict each other. */
static gt_cl_anchor_ gt_cl_anchor_of_(const gt_cl_tries_ *g, int n, int by_start, double step) {
    gt_cl_anchor_ best = { 0, 0, 0, 0 };
    double middle;
    int k, i;
    for (k = 0; k < 2 * n; k++) {
        double at = k & 1 ? g->t[k / 2].h1 : g->t[k / 2].h0, low = -DBL_MAX, high = DBL_MAX;
        for (i = 0; i < n; i++) {
            const gt_cl_try_ *t = &g->t[i];
            double from = at - t->h0, to = at - t->h1;
            double h = (by_start ? t->start : t->high) + step + from + (from < 0 ? -from : from) * GT_CL_DRIFT_;
            double l = t->low + to - (to < 0 ? -to : to) * GT_CL_DRIFT_;
            if (h < high) high = h;
            if (l > low) low = l;
        }
        if (k && high - low >= best.high - best.low) continue;
        best.host_ns = at;
        best.low = low;
        best.high = high;
    }
    if (best.high < best.low) return best;
    middle = 0.5 * (best.low + best.high);
    best.stamp = g->base + (cl_ulong)(int64_t)middle;
    best.low -= (double)(int64_t)middle;
    best.high -= (double)(int64_t)middle;
    return best;
}

/* What two anchors leave of the drifts from *least to *most, and then of each other. 0: they contradict. */
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
/* Whether a straight line goes through three. */
static int gt_cl_in_line_(const gt_cl_anchor_ *a, const gt_cl_anchor_ *m, const gt_cl_anchor_ *b) {
    double w = (m->host_ns - a->host_ns) / (b->host_ns - a->host_ns);
    double y = w * gt_cl_since_(b->stamp, a->stamp) - gt_cl_since_(m->stamp, a->stamp);
    return y + a->high + w * (b->high - a->high) >= m->low && y + a->low + w * (b->low - a->low) <= m->high;
}
/* Adds an anchor to what is known of a device. 0: it contradicts that. */
static int gt_cl_align_add_(struct gt_cl_place_ *d, gt_cl_alignment *a, const gt_cl_anchor_ *now) {
    double was_least = d->known.drift_ci.low * 1e-6, was_most = d->known.drift_ci.high * 1e-6;
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
static int gt_cl_aligned_(cl_device_id device, gt_cl_alignment *out) {   /* 0: none */
    struct gt_cl_place_ *d;
    int there;
    if (!GT_LOAD_(&gt_cl_aligned_count_)) return 0;
    gt_lock_();
    d = gt_cl_place_of_(device, 0);
    there = d && d->n;
    if (there) *out = d->known;
    gt_unlock_();
    return there;
}

gt_status gt_cl_align(const gt_cl *cl, gt_cl_alignment *out) {
    gt_cl_alignment a;
    gt_cl_tries_ g;
    gt_cl_anchor_ now, all;
    gt_status status;
    cl_ulong step;
    int added = 1, by_start;
    if (out) memset(out, 0, sizeof *out);
    if (out) out->method = "";
    if (!cl || !cl->queue) return gt_error_keep(GT_ERR_ARGUMENT, 0, NULL, "gt_cl_align", "", 0, "There is no queue.");
    memset(&a, 0, sizeof a);
    memset(&g, 0, sizeof g);
    g.claimed = (cl_ulong)cl->resolution_ns;
    gt_clock_fit_();
    a.epoch_ = gt_clk_.epoch;
    gt_cl_mine_.missed++;       /* a phase around is not complete: these writes are not collected */
    status = gt_cl_try_all_(cl, &g);
    if (status != GT_OK) return status;
    if (g.broken * 4 > g.n) return gt_cl_unaligned_(cl->device, gt_cl_stamp_text(g.kind));
    step = g.claimed > g.step ? g.claimed : g.step;
    if (g.longest <= 3 && g.trip > 2 * (double)(g.step > 3 ? g.step : 3))
        return gt_cl_unaligned_(cl->device, "it stands still while a command waits and runs");
    now = gt_cl_anchor_of_(&g, g.events, 0, (double)step);
    by_start = now.high < now.low;      /* QUEUED may come from another clock than START and END */
    if (by_start) now = gt_cl_anchor_of_(&g, g.events, 1, (double)step);
    if (now.high < now.low) return gt_cl_unaligned_(cl->device, "stamps of some milliseconds contradict each other");
    a.method = "pairs";
    gt_cl_try_timer_(cl, &g);
    if (g.n > g.events) {
        all = gt_cl_anchor_of_(&g, g.n, by_start, (double)step);
        if (all.high >= all.low) {
            now = all;
            a.method = "clGetDeviceAndHostTimer";
        } else {
            g.n = g.events;     /* another clock: it is not believed */
        }
    }
    if (a.epoch_ != gt_clk_.epoch) return gt_error_keep(GT_ERR_CLOCK, 0, NULL, "gt_cl_align", "", 0, "gt_clock_set was called meanwhile.");
    a.tries = g.n;
    a.broken = g.broken;
    a.round_trip_ns = g.trip;
    a.step_ns = (double)step;
    gt_lock_();
    {
        struct gt_cl_place_ *d = gt_cl_place_of_(cl->device, 1);
        if (d->n && now.host_ns <= d->raw[d->n - 1].host_ns) a = d->known;      /* another thread was quicker */
        else added = gt_cl_align_add_(d, &a, &now);
        if (added) d->known = a;
    }
    gt_unlock_();
    if (!added) return gt_cl_unaligned_(cl->device, "between two calls it gained or lost more than any clock would");
    if (out) *out = a;
    return GT_OK;
}

/* The time at which a clock shows y, that goes through two points, and before and behind them at these rates. */
static double gt_cl_align_when_(double y, double t0, double y0, double t1, double y1, double before, double behind) {
    if (y <= y0) return t0 + (y - y0) / before;
    if (y >= y1) return t1 + (y - y1) / behind;
    return t0 + (y - y0) * ((t1 - t0) / (y1 - y0));
}
double gt_cl_align_ns(const gt_cl_alignment *a, cl_ulong stamp, double *uncertainty_ns) {
    const gt_cl_anchor_ *p = &a->anchor_[0], *q = &a->anchor_[1];
    double y, gap, early, late;
    if (!a->fitted || a->epoch_ != gt_clk_.epoch) {
        if (uncertainty_ns) *uncertainty_ns = gt_nan_();
        return gt_nan_();
    }
    y = gt_cl_since_(stamp, p->stamp);
    gap = gt_cl_since_(q->stamp, p->stamp);
    early = gt_cl_align_when_(y, p->host_ns, p->high, q->host_ns, gap + q->high, a->slow_, a->fast_);
    late = gt_cl_align_when_(y + a->step_ns, p->host_ns, p->low, q->host_ns, gap + q->low, a->fast_, a->slow_);
    if (uncertainty_ns) *uncertainty_ns = 0.5 * (late - early);
    return early + 0.5 * (late - early);
}

/* ==== >>intercept, implementation ==== */

/* A slot for a command; NULL: none is free, or GT_EVENT has given one already. Either gets what the call says. */
cl_event *gt_cl_event_for_(const cl_event *asked, cl_kernel kernel, double bytes, cl_uint waits, const cl_event *list) {
    gt_cl_slot_ *slot = gt_cl_slot_at_(asked);
    cl_event *event = NULL;
    if (!slot) {
        event = gt_cl_event_(NULL, 0);
        if (!event) return NULL;
        slot = gt_cl_slot_at_(event);
    }
    slot->waits = list ? waits : 0;
    if (slot->waits) slot->waited = list[0];
    if (slot->name) return event;
    slot->bytes = bytes;
    if (kernel && clRetainKernel(kernel) == CL_SUCCESS) slot->kernel = kernel;
    return event;       /* a kernel that cannot be retained: the enqueue call will say why */
}
/* After the call: the user gets the event that he asked for, with a reference of his own. */
cl_int gt_cl_event_given_(cl_event *slot, cl_event *event, cl_int code, const char *call, const char *file, int line) {
    gt_cl_slot_ *at = gt_commands_kept_() ? gt_cl_slot_at_(slot ? slot : event) : NULL;
    if (at) at->after = gt_now_();
    (void)gt_cl_check(code, call, file, line);
    if (!slot || code != CL_SUCCESS || !event || !*slot) return code;
    *event = *slot;
    if (gt_cl_own_(clRetainEvent(*slot), "clRetainEvent for an event that the program asked for", file, line) != GT_OK)
        *slot = NULL;           /* his alone */
    return code;
}
/* A program cannot be built again while somebody holds a kernel of it: those commands are called by kind and place. */
uint64_t gt_cl_build_begin_(void) {
    size_t i;
    for (i = 0; i < gt_cl_mine_.used; i++) {
        gt_cl_slot_ *slot = &gt_cl_mine_.slot[i];
        if (slot->kernel) gt_cl_own_(clReleaseKernel(slot->kernel), "clReleaseKernel of an intercepted call", "", 0);
        slot->kernel = NULL;
    }
    return gt_clock_ticks();
}
cl_int gt_cl_built_(uint64_t begin, cl_program program, cl_int code, const char *call, const char *file, int line) {
    cl_device_id device[64];
    size_t size = 0;
    if (begin) gt_cl_count_build_(begin);
    if ((code == CL_BUILD_PROGRAM_FAILURE || code == -15 || code == -17) && program &&      /* build, compile, link */
        clGetProgramInfo(program, CL_PROGRAM_DEVICES, sizeof device, device, &size) == CL_SUCCESS && size)
        gt_cl_build_failed_(device[0], program, code, file, line);
    else
        (void)gt_cl_check(code, call, file, line);
    return code;
}
cl_command_queue_properties gt_cl_profiling_(cl_command_queue_properties properties) {
    const char *wanted = getenv("GT_CL_PROFILING");
    return wanted && !strcmp(wanted, "1") ? properties | CL_QUEUE_PROFILING_ENABLE : properties;
}

/* ==== >>barrier, implementation ==== */

static void gt_cl_barrier_(const gt_cl_scope *s, const char *which) {   /* its failure voids the sample, as any kept error does */
    gt_cl_own_(clFinish(s->queue), which, s->site ? s->site->file : "", s->site ? s->site->line : 0);
}
/* Whether the barrier before waited longer than an idle queue does, which is tried out once for each queue. */
static int gt_cl_dirty_(const gt_cl_scope *s, uint64_t ticks) {
    gt_cl_idle_ *idle = &gt_cl_mine_.idle, q;
    size_t i;
    if (s->before * 20 <= ticks) return 0;
    if (idle->queue != s->queue) {
        for (i = 0; (q = gt_cl_queue_at_(i)).queue != NULL && q.queue != s->queue; i++) {}
        idle->queue = s->queue;
        idle->idle = q.idle;
        if (!q.queue && gt_cl_own_(gt_cl_idle_ticks_(s->queue, &idle->idle), "clFinish on the idle queue", s->site ? s->site->file : "",
                                   s->site ? s->site->line : 0) != GT_OK) idle->queue = NULL;
    }
    return idle->queue && gt_cl_was_busy_(s->before, idle->idle);
}
static void gt_cl_signals_begin_(gt_cl_scope *s) {
    gt_signals_ now;
    gt_signals_read_(&now);
    s->signals_[0] = now.faults;
    s->signals_[1] = now.voluntary;
    s->signals_[2] = now.involuntary;
    s->signals_[3] = (uint64_t)now.core;
    s->signals_[4] = now.cpu_us;
}
static void gt_cl_signals_end_(const gt_cl_scope *s, const gt_signals_ *now, gt_sample *row) {
    row->moved = (uint64_t)now->core != s->signals_[3];
    row->faults = (double)(now->faults - s->signals_[0]);
    row->voluntary = (double)(now->voluntary - s->signals_[1]);
    row->involuntary = (double)(now->involuntary - s->signals_[2]);
    row->cpu_us = (double)(now->cpu_us - s->signals_[4]);
    row->before_ns = (double)s->before;
}
void gt_cl_scope_enter_(gt_cl_scope *s, cl_command_queue queue, const gt_site_ *site, const char *name) {
    gt_scope *scope = &s->scope;
    gt_device_ *device;
    uint64_t waited;
    gt_start_();
    scope->live = 1;
    scope->node = NULL;
    scope->begin = 0;
    scope->state = GT_PEEK_(&gt_state_);
    s->queue = queue;
    s->site = site;
    s->first = s->rows = s->row_base = 0;
    s->complete = 0;
    s->missed = 0;
    s->before = 0;
    if ((scope->state & 3u) == GT_STATE_OFF_) return;
    gt_cl_hooks_();
    gt_cl_room_(GPUTIME_CL_EVENTS);
    if (!gt_cl_phase_around_(gt_self_ ? gt_self_->current : NULL))
        gt_cl_mine_.rows.used = gt_cl_mine_.row_base = 0;       /* those of a phase that was abandoned */
    device = gt_cl_queue_device_(queue);
    scope->node = gt_node_enter_(site, site ? site->name : name, GT_KIND_PHASE, device);
    if (scope->node && !device) gt_cl_broken_(scope->node, GT_CL_STAMP_REFUSED);
    s->first = gt_cl_mine_.used;
    s->rows = gt_cl_mine_.rows.used;
    s->row_base = gt_cl_mine_.row_base;
    gt_cl_mine_.row_base = s->rows;
    s->missed = gt_cl_mine_.missed;
    waited = gt_now_();
    gt_cl_barrier_(s, "clFinish before the scope");
    if (gt_audit_() != GT_AUDIT_NONE_) {
        s->before = gt_now_() - waited;
        if (GT_HAVE_SIGNALS_) gt_cl_signals_begin_(s);
    }
    scope->begin = (scope->state & 3u) == GT_STATE_TICK_ ? gt_tick_begin_() : gt_now_();
}
gt_cl_scope (gt_cl_scope_begin)(cl_command_queue queue, const char *name) {
    gt_cl_scope s;
    gt_cl_scope_enter_(&s, queue, NULL, name ? name : "");
    return s;
}
/* Scopes inside it that are still open are given up. 0: it has been given up itself, by the end of a scope around. */
static int gt_cl_inside_abandoned_(const gt_node_ *n) {
    gt_node_ *c;
    for (c = n->thread->current; c && c != n; c = c->parent) {}
    if (!c) return 0;
    for (c = n->thread->current; c != n; c = c->parent) gt_alerts_drop_(c);
    return 1;
}
void (gt_cl_scope_end)(gt_cl_scope *s) {
    gt_scope *scope = &s->scope;
    gt_node_ *n = scope->node;
    gt_sample row;
    gt_signals_ now;
    uint64_t end;
    size_t used;
    int audit = gt_audit_() != GT_AUDIT_NONE_;
    if (!scope->live) return;
    if (!n) {           /* switched off, or not recorded */
        gt_scope_close_(scope, 0, NULL);
        return;
    }
    gt_cl_barrier_(s, "clFinish after the scope");
    end = (scope->state & 3u) == GT_STATE_TICK_ ? gt_tick_end_() : gt_now_();
    if (audit) gt_signals_read_(&now);      /* before the kit's own work */
    if (audit && gt_cl_dirty_(s, end - scope->begin)) {
        gt_count_(n, GT_N_dirty, 1);
        gt_count_(n, GT_N_dirty_ns, s->before);
    }
    if (gt_cl_inside_abandoned_(n)) gt_cl_mine_.row_base = s->row_base;
    else s->first = s->rows = (size_t)-1;
    used = gt_cl_mine_.used;
    gt_cl_collect_(n, s->first, s->rows, s->queue, end - scope->begin, end, &row);
    if (GT_HAVE_SIGNALS_ && audit) gt_cl_signals_end_(s, &now, &row);
    if (s->complete && s->missed == gt_cl_mine_.missed) row.complete = 1;
    if (!s->complete) gt_cl_mine_.missed++;     /* for a phase around: who knows what was enqueued in here */
    n->state->alert &= ~GT_ALERT_EVENTS_;
    gt_cl_leave_(n, s->rows);
    gt_cl_grow_(used);
    gt_scope_close_(scope, end, &row);
}
void gt_cl_scope_left_(gt_cl_scope *s) {
    gt_node_ *n = s->scope.node;
    gt_scope_left_(&s->scope);
    if (!n) return;
    gt_cl_mine_.row_base = s->row_base;
    gt_cl_leave_(n, s->rows);
}

/* ==== >>batch, implementation ==== */

/* A batch is a trial (options, looks, progress, why it stopped) whose passes come in groups. Nothing of a round is stored before
   its last group is over, so that rounds stay whole. */
enum { GT_CL_WARM_, GT_CL_CHOOSE_, GT_CL_ROUNDS_ };
enum { GT_CL_MOST_PASSES_ = 64, GT_CL_TRIES_ = 2 };
struct gt_cl_batch_state_ {
    gt_trial trial;
    cl_command_queue queue;
    int stage, running;
    uint64_t size, done;        /* passes of the group that runs or comes next, and how many of them are over */
    double one_ns, least_ns;    /* choosing K: T(1); the least of this size */
    int tries;
    gt_node_ *enqueue[2];
    struct { uint64_t size, begin, enqueued, end; } group[3];   /* by what it is: GT_GROUP_ONE_, ... */
    int order[3], count, position, flip;    /* of the round: which groups, how many of them are over */
    size_t round;               /* how many are stored, those of earlier runs counted */
};
typedef struct gt_cl_batch_state_ gt_cl_batch_state_;

static gt_node_ *gt_cl_group_node_(gt_node_ *parent, uint64_t passes, int rank) {      /* NULL: no memory, or too deep */
    char name[64];
    gt_node_ *n;
    sprintf(name, "%s%lu pass%s", rank == GT_GROUP_MIDDLE_ ? "middle, " : "", (unsigned long)passes, passes == 1 ? "" : "es");
    n = gt_child_named_(parent, rank == GT_GROUP_ENQUEUE_ ? "enqueue" : name, GT_KIND_GROUP, 0);
    if (!n) {
        gt_error_keep(GT_ERR_MEMORY, 0, NULL, "gt_cl_batch_next", "", 0, "no memory, or deeper than GPUTIME_MAX_DEPTH");
        return NULL;
    }
    n->state->passes = passes;
    n->state->rank = rank;
    return n;
}
static int gt_cl_rounds_begin_(gt_cl_batch_state_ *s) {     /* K is known; 0: no memory */
    gt_trial_state_ *st = s->trial.state;
    int i;
    s->group[GT_GROUP_ONE_].size = 1;
    s->group[GT_GROUP_MANY_].size = st->passes_each;
    s->group[GT_GROUP_MIDDLE_].size = (st->passes_each + 1) / 2;
    for (i = 0; i < 3; i++) if (s->group[i].size > 1 || i == GT_GROUP_ONE_) {
        st->side[i] = gt_cl_group_node_(st->node, s->group[i].size, i);
        if (st->side[i] && i < 2) s->enqueue[i] = gt_cl_group_node_(st->side[i], s->group[i].size, GT_GROUP_ENQUEUE_);
        if (!st->side[i] || (i < 2 && !s->enqueue[i])) return 0;
    }
    st->node->state->passes = st->passes_each;
    s->round = (size_t)(gt_samples_in_(st->side[GT_GROUP_ONE_]) - GT_PEEK_(&st->side[GT_GROUP_ONE_]->state->mark_n));
    s->stage = GT_CL_ROUNDS_;
    st->begin = gt_now_();
    return 1;
}
static void gt_cl_round_order_(gt_cl_batch_state_ *s) {     /* two rounds are ABBA or BAAB */
    s->flip = s->trial.state->passes % 2 ? !s->flip : (int)(gt_random_(s->trial.state) >> 16 & 1);
    s->order[0] = s->flip ? GT_GROUP_MANY_ : GT_GROUP_ONE_;
    s->order[1] = s->flip ? GT_GROUP_ONE_ : GT_GROUP_MANY_;
    s->order[2] = GT_GROUP_MIDDLE_;
    s->count = gt_has_middle_(s->round) && s->trial.state->side[GT_GROUP_MIDDLE_] ? 3 : 2;
}
static void gt_cl_round_store_(gt_cl_batch_state_ *s) {
    gt_trial_state_ *st = s->trial.state;
    int i;
    for (i = 0; i < s->count; i++) {
        int which = s->order[i];
        uint64_t begin = s->group[which].begin;
        gt_store_(st->side[which], begin, s->group[which].end - begin, NULL);
        if (which != GT_GROUP_MIDDLE_) gt_store_(s->enqueue[which], begin, s->group[which].enqueued - begin, NULL);
        gt_alerts_done_(st->side[which]);
    }
    s->round++;
}
static void gt_cl_round_drop_(gt_cl_batch_state_ *s, int why) {     /* those of its groups that are over */
    for (; s->position > 0; s->position--) {
        gt_node_ *n = s->trial.state->side[s->order[s->position - 1]];
        gt_count_(n, why, 1);
        gt_alerts_done_(n);
    }
}

static int gt_cl_batch_over_(gt_cl_batch *b, gt_stop stop) {
    gt_cl_batch_state_ *s = b->state;
    gt_trial_state_ *st = s->trial.state;
    int why = stop == GT_STOP_LEFT ? GT_N_left_early : GT_N_voided;
    if (s->running && gt_scope_pop_(&st->pass)) {
        gt_count_(st->pass.node, why, 1);
        gt_alerts_drop_(st->pass.node);
        st->thread->current = st->around;
    }
    gt_cl_round_drop_(s, why);
    gt_trial_over_(&s->trial, stop);
    free(s);
    b->state = NULL;
    b->passes = 1;
    return 0;
}

/* A batch of that name has run here before: K stays, so that its rounds belong together. 0: another one is asked for. */
static int gt_cl_batch_again_(gt_cl_batch_state_ *s) {
    gt_trial_state_ *st = s->trial.state;
    gt_node_ *c;
    for (c = st->node->state->children; c; c = c->state->sibling)
        if (gt_samples_in_(c) > GT_PEEK_(&c->state->mark_n)) {
            uint64_t K = st->node->state->passes;
            if (st->o.batch && (uint64_t)st->o.batch != K) {
                gt_error_keep(GT_ERR_ARGUMENT, 0, NULL, "a batch that ran before with another number of passes", "", 0,
                              "give it another name, or call gt_reset() between them");
                return 0;
            }
            st->o.batch = (int)K;
            return 1;
        }
    return 1;
}
gt_cl_batch gt_cl_batch_begin(cl_command_queue queue, gt_trial_options options) {
    gt_cl_batch b = { 0, NULL };
    gt_cl_batch_state_ *s;
    if (options.batch < 0 || options.batch == 1) {
        gt_error_keep(GT_ERR_ARGUMENT, 0, NULL, "gt_cl_batch_begin", "", 0, "batch must be 0 or at least 2");
        return b;
    }
    s = (gt_cl_batch_state_ *)calloc(1, sizeof *s);
    if (!s) {
        gt_error_keep(GT_ERR_MEMORY, 0, NULL, "gt_cl_batch_begin", "", 0, options.name);
        return b;
    }
    options.phase = NULL;
    s->trial = gt_trial_new_(options, GT_KIND_BATCH_);
    if (!s->trial.state) {      /* switched off, inside another, no memory: the body runs once */
        free(s);
        return b;
    }
    gt_cl_hooks_();
    gt_cl_mine_.missed++;       /* its commands are not collected: a phase around it is not complete */
    (void)gt_cl_queue_device_(queue);       /* so that the report names it */
    s->queue = queue;
    s->size = 1;
    b.state = s;
    if (!gt_cl_batch_again_(s)) {
        gt_cl_batch_over_(&b, GT_STOP_FAILED);
        b.passes = 0;
    }
    return b;
}

/* Twice each size, the quicker one counts. 0: no memory. */
static int gt_cl_choose_k_(gt_cl_batch_state_ *s, double ns) {
    gt_trial_state_ *st = s->trial.state;
    if (!s->tries || ns < s->least_ns) s->least_ns = ns;
    if (++s->tries < GT_CL_TRIES_) return 1;
    s->tries = 0;
    if (s->size == 1) {
        s->one_ns = s->least_ns;
    } else if (s->least_ns >= 20 * s->one_ns || s->size >= GT_CL_MOST_PASSES_ || 25 * 2 * s->least_ns > st->o.budget_s * 1e9) {
        st->passes_each = s->size;
        return gt_cl_rounds_begin_(s);
    }
    s->size *= 2;
    return 1;
}
static int gt_cl_group_begin_(gt_cl_batch_state_ *s) {      /* 0: it failed; the kept error says why */
    gt_trial_state_ *st = s->trial.state;
    gt_node_ *n;
    if (s->stage == GT_CL_WARM_ && st->warm_left <= 0) {
        s->stage = GT_CL_CHOOSE_;
        st->passes_each = (uint64_t)st->o.batch;
        if (st->o.batch && !gt_cl_rounds_begin_(s)) return 0;
    }
    if (s->stage == GT_CL_ROUNDS_) {
        if (!s->position) gt_cl_round_order_(s);
        n = st->side[s->order[s->position]];
        s->size = s->group[s->order[s->position]].size;
    } else {
        n = s->stage == GT_CL_WARM_ ? st->cold : gt_cl_group_node_(st->cold, s->size, GT_GROUP_ONE_);
    }
    if (!n) return 0;
    st->pass.node = n;
    st->pass.live = 1;
    st->pass.state = GT_PEEK_(&gt_state_);
    st->thread->current = n;
    s->running = 1;
    s->done = 0;
    if (gt_cl_own_(clFinish(s->queue), "clFinish before a group of GT_BATCH_CL", "", 0) != GT_OK) return 0;
    st->pass.begin = gt_now_begin_();
    return 1;
}
/* The last pass of a group is over. */
static gt_stop gt_cl_group_end_(gt_cl_batch_state_ *s) {
    gt_trial_state_ *st = s->trial.state;
    gt_node_ *n = st->pass.node;
    uint64_t enqueued = gt_now_end_(), end;
    int good, back;
    gt_cl_own_(clFinish(s->queue), "clFinish after a group of GT_BATCH_CL", "", 0);
    end = gt_now_end_();
    s->running = 0;
    if (!gt_scope_pop_(&st->pass)) return GT_STOP_FAILED;
    st->thread->current = st->around;
    good = st->pass.state == GT_PEEK_(&gt_state_) && !(n->state->alert & GT_ALERT_VOID_);
    back = (int)((end - st->pass.begin) >> 63);
    if (!good || back) {
        gt_count_(n, good ? GT_N_backwards : GT_N_voided, 1);
        gt_alerts_done_(n);
        if (!good) return GT_STOP_FAILED;
    }
    if (s->stage == GT_CL_ROUNDS_) {
        int which = s->order[s->position++];
        s->group[which].begin = st->pass.begin;
        s->group[which].enqueued = enqueued;
        s->group[which].end = end;
        if (back) {             /* the round is lost */
            s->position--;
            gt_cl_round_drop_(s, GT_N_voided);
        } else if (s->position < s->count) {
            return GT_STOP_NONE;
        } else {
            gt_cl_round_store_(s);
        }
        s->position = 0;
        st->passes++;
        gt_trial_progress_(st, 0);
        gt_charge_(st->around, end);
        return gt_trial_why_stop_(st);
    }
    if (!back) gt_store_(n, st->pass.begin, end - st->pass.begin, NULL);
    gt_alerts_done_(n);
    gt_charge_(st->around, end);
    if (s->stage == GT_CL_WARM_) st->warm_left--;
    else if (!gt_cl_choose_k_(s, back ? DBL_MAX : (double)(end - st->pass.begin) * gt_clk_.ns_per_tick)) return GT_STOP_FAILED;
    return GT_STOP_NONE;
}
int gt_cl_batch_next(gt_cl_batch *b) {
    gt_cl_batch_state_ *s = b->state;
    gt_stop stop = GT_STOP_NONE;
    if (!s) return b->passes++ == 0;
    if (s->running) {
        if (++s->done < s->size) return 1;
        stop = gt_cl_group_end_(s);
    }
    if (stop == GT_STOP_NONE && (GT_LOAD_(&gt_errors_) != s->trial.state->errors || (GT_PEEK_(&gt_state_) & 3u) == GT_STATE_OFF_))
        stop = GT_STOP_FAILED;
    if (stop == GT_STOP_NONE && !gt_cl_group_begin_(s)) stop = GT_STOP_FAILED;
    return stop == GT_STOP_NONE ? 1 : gt_cl_batch_over_(b, stop);
}
void gt_cl_batch_end(gt_cl_batch *b) {
    if (b->state) gt_cl_batch_over_(b, GT_STOP_LEFT);
}

/* ==== >>costs, implementation ==== */

const char *gt_cl_cost_name(int kind) {
    static const char *const name[] = {
#define GT_X_(code, text) text,
        GT_CL_COSTS(GT_X_)
#undef GT_X_
    };
    return (unsigned)kind < (unsigned)GT_CL_COST_COUNT ? name[kind] : "";
}

enum { GT_CL_COST_ROUNDS_ = 200, GT_CL_COST_LEAST_ = 6, GT_CL_COST_PASSES_ = 64, GT_CL_COST_SCOPES_ = 32, GT_CL_COST_READS_ = 31 };
typedef struct gt_cl_bench_ {
    const gt_cl *cl;
    cl_command_queue queue, plain;      /* with and without profiling */
    cl_program program;
    cl_kernel kernel;
    cl_mem buffer;
    gt_thread_ *scratch;                /* scopes and phases are recorded here, where nobody looks */
    gt_cl_slots_ slots;
    double *x[GT_CL_COST_COUNT];
    size_t n[GT_CL_COST_COUNT];
    cl_event event[GT_CL_COST_PASSES_];
    uint32_t value;
    gt_status status;
} gt_cl_bench_;

static int gt_cl_bench_ok_(gt_cl_bench_ *m, cl_int code, const char *call) {
    if (gt_cl_own_(code, call, "", 0) == GT_OK) return 1;
    m->status = GT_ERR_OPENCL;
    return 0;
}
static void gt_cl_bench_add_(gt_cl_bench_ *m, int kind, double ns) {
    if (m->n[kind] < GT_CL_COST_ROUNDS_) m->x[kind][m->n[kind]++] = ns;
}
static double gt_cl_bench_ns_(uint64_t begin, uint64_t end) { return (double)(int64_t)(end - begin) * gt_clk_.ns_per_tick; }

static void gt_cl_bench_open_(gt_cl_bench_ *m) {
    cl_int code = CL_SUCCESS;
    int i;
    for (i = 0; i < GT_CL_COST_COUNT; i++) if (!(m->x[i] = (double *)malloc(GT_CL_COST_ROUNDS_ * sizeof(double)))) m->status = GT_ERR_MEMORY;
    m->scratch = gt_thread_new_();
    if (!m->scratch || m->status != GT_OK) {
        m->status = gt_error_keep(GT_ERR_MEMORY, 0, NULL, "gt_cl_costs", "", 0, NULL);
        return;
    }
    if (!gt_cl_bench_ok_(m, clFinish(m->cl->queue), "clFinish in gt_cl_costs")) return;
    m->queue = gt_cl_queue_new_(m->cl->context, m->cl->device, CL_QUEUE_PROFILING_ENABLE, &code);
    if (!gt_cl_bench_ok_(m, code, "clCreateCommandQueue in gt_cl_costs")) return;
    m->plain = gt_cl_queue_new_(m->cl->context, m->cl->device, 0, &code);
    if (!gt_cl_bench_ok_(m, code, "clCreateCommandQueue in gt_cl_costs")) return;
    m->program = gt_cl_program(m->cl, "__kernel void gt_null(void) {}", NULL, "the null kernel of gt_cl_costs");
    if (!m->program) {
        m->status = gt_error_first() && gt_error_first()->status == GT_ERR_BUILD ? GT_ERR_BUILD : GT_ERR_OPENCL;
        return;
    }
    m->kernel = clCreateKernel(m->program, "gt_null", &code);
    if (!gt_cl_bench_ok_(m, code, "clCreateKernel in gt_cl_costs")) return;
    m->buffer = clCreateBuffer(m->cl->context, CL_MEM_READ_WRITE, sizeof m->value, NULL, &code);
    if (!gt_cl_bench_ok_(m, code, "clCreateBuffer in gt_cl_costs")) return;
    gt_cl_bench_ok_(m, clEnqueueWriteBuffer(m->queue, m->buffer, CL_TRUE, 0, sizeof m->value, &m->value, 0, NULL, NULL),
                    "clEnqueueWriteBuffer in gt_cl_costs");
}
static void gt_cl_bench_close_(gt_cl_bench_ *m) {
    int i;
    if (m->queue) gt_cl_bench_ok_(m, clFinish(m->queue), "clFinish in gt_cl_costs");
    if (m->plain) gt_cl_bench_ok_(m, clFinish(m->plain), "clFinish in gt_cl_costs");
    if (m->buffer) gt_cl_bench_ok_(m, clReleaseMemObject(m->buffer), "clReleaseMemObject in gt_cl_costs");
    if (m->kernel) gt_cl_bench_ok_(m, clReleaseKernel(m->kernel), "clReleaseKernel in gt_cl_costs");
    if (m->program) gt_cl_bench_ok_(m, clReleaseProgram(m->program), "clReleaseProgram in gt_cl_costs");
    if (m->queue) gt_cl_bench_ok_(m, clReleaseCommandQueue(m->queue), "clReleaseCommandQueue in gt_cl_costs");
    if (m->plain) gt_cl_bench_ok_(m, clReleaseCommandQueue(m->plain), "clReleaseCommandQueue in gt_cl_costs");
    if (m->scratch) gt_thread_free_(m->scratch);
    free(m->slots.slot);
    for (i = 0; i < GT_CL_COST_COUNT; i++) free(m->x[i]);
}

static void gt_cl_bench_reads_(gt_cl_bench_ *m) {       /* the reading at the end counts too */
    uint64_t begin = gt_now_begin_(), end;
    int i;
    for (i = 0; i < GT_CL_COST_READS_; i++) (void)gt_now_();
    end = gt_now_end_();
    gt_cl_bench_add_(m, GT_CL_COST_TICK, gt_cl_bench_ns_(begin, end) / (double)(GT_CL_COST_READS_ + 1));
}
/* The mean of a few, since readings lie on the steps of the clock. */
static void gt_cl_bench_scopes_(gt_cl_bench_ *m) {
    static const gt_site_ site = { "", "", 0, -1 };
    gt_thread_ *mine = gt_self_;
    double sum = 0;
    int i, n = 0;
    gt_self_ = m->scratch;
    for (i = 0; i < GT_CL_COST_SCOPES_; i++) {
        gt_scope s;
        const gt_ticks_ *kept;
        gt_scope_enter_(&s, &site, 0);
        gt_scope_leave_(&s, 0);
        kept = s.node && s.node->next ? s.node->next - 1 : NULL;
        if (!kept || kept->begin != s.begin) continue;
        sum += (double)kept->ticks * gt_clk_.ns_per_tick;
        n++;
    }
    gt_self_ = mine;
    if (n) gt_cl_bench_add_(m, GT_CL_COST_SCOPE, sum / n);
}
/* A phase as any other, with a thread record and event slots of its own in place of the thread's. */
static void gt_cl_bench_phase_(gt_cl_bench_ *m) {
    static const gt_site_ site = { "", "", 0, -1 };
    gt_thread_ *mine = gt_self_;
    gt_cl_slots_ slots = gt_cl_mine_;
    gt_cl_scope s;
    gt_node_ *n;
    uint32_t errors = GT_LOAD_(&gt_errors_);
    gt_self_ = m->scratch;
    gt_cl_mine_ = m->slots;
    gt_cl_scope_enter_(&s, m->queue, &site, NULL);
    n = s.scope.node;
    gt_cl_scope_end(&s);
    m->slots = gt_cl_mine_;
    gt_cl_mine_ = slots;
    gt_self_ = mine;
    if (GT_LOAD_(&gt_errors_) != errors) m->status = GT_ERR_OPENCL;
    else if (n && n->next && n->next[-1].begin == s.scope.begin)
        gt_cl_bench_add_(m, GT_CL_COST_PHASE, (double)n->next[-1].ticks * gt_clk_.ns_per_tick);
}
static void gt_cl_bench_finish_(gt_cl_bench_ *m) {
    uint64_t begin = gt_now_begin_(), end;
    cl_int code = clFinish(m->queue);
    end = gt_now_end_();
    if (gt_cl_bench_ok_(m, code, "clFinish in gt_cl_costs")) gt_cl_bench_add_(m, GT_CL_COST_FINISH, gt_cl_bench_ns_(begin, end));
}
/* A launch that is not timed, so that each kind finds the driver's threads as awake as any other. */
static int gt_cl_bench_wake_(gt_cl_bench_ *m, cl_command_queue queue) {
    const size_t one = 1;
    cl_int code = clEnqueueNDRangeKernel(queue, m->kernel, 1, NULL, &one, NULL, 0, NULL, NULL);
    if (code == CL_SUCCESS) code = clFinish(queue);
    return gt_cl_bench_ok_(m, code, "a launch of the null kernel in gt_cl_costs");
}
static void gt_cl_bench_read_(gt_cl_bench_ *m) {
    uint64_t begin, end;
    cl_int code;
    if (!gt_cl_bench_wake_(m, m->queue)) return;
    begin = gt_now_begin_();
    code = clEnqueueReadBuffer(m->queue, m->buffer, CL_TRUE, 0, sizeof m->value, &m->value, 0, NULL, NULL);
    end = gt_now_end_();
    if (gt_cl_bench_ok_(m, code, "clEnqueueReadBuffer in gt_cl_costs")) gt_cl_bench_add_(m, GT_CL_COST_READ4, gt_cl_bench_ns_(begin, end));
}
/* So many null kernels and a clFinish; NaN: it failed. device_ns: of the first, where its stamps can be believed. */
static double gt_cl_bench_launches_(gt_cl_bench_ *m, cl_command_queue queue, int count, int events, double *device_ns) {
    const size_t one = 1;
    uint64_t begin, end;
    cl_int code = CL_SUCCESS, released = CL_SUCCESS;
    double ns;
    int i;
    for (i = 0; i < count; i++) m->event[i] = NULL;
    if (!gt_cl_bench_wake_(m, queue)) return gt_nan_();
    begin = gt_now_begin_();
    for (i = 0; i < count && code == CL_SUCCESS; i++)
        code = clEnqueueNDRangeKernel(queue, m->kernel, 1, NULL, &one, NULL, 0, NULL, events ? &m->event[i] : NULL);
    if (code == CL_SUCCESS) code = clFinish(queue);
    end = gt_now_end_();
    ns = gt_cl_bench_ns_(begin, end);
    if (device_ns && m->event[0] && code == CL_SUCCESS) {
        cl_ulong t[2] = { 0, 0 };
        if (clGetEventProfilingInfo(m->event[0], CL_PROFILING_COMMAND_START, sizeof t[0], &t[0], NULL) == CL_SUCCESS &&
            clGetEventProfilingInfo(m->event[0], CL_PROFILING_COMMAND_END, sizeof t[1], &t[1], NULL) == CL_SUCCESS &&
            t[0] && t[1] >= t[0] && (double)(t[1] - t[0]) <= ns * 1.001 + m->cl->resolution_ns) *device_ns = (double)(t[1] - t[0]);
    }
    for (i = 0; i < count; i++) if (m->event[i]) {
        cl_int c = clReleaseEvent(m->event[i]);
        if (c != CL_SUCCESS) released = c;
    }
    if (!gt_cl_bench_ok_(m, code, "a launch of the null kernel in gt_cl_costs")) return gt_nan_();
    return gt_cl_bench_ok_(m, released, "clReleaseEvent in gt_cl_costs") ? ns : gt_nan_();
}
static void gt_cl_bench_batch_(gt_cl_bench_ *m, int kind, cl_command_queue queue, int events, int flip) {
    double first = gt_cl_bench_launches_(m, queue, flip ? GT_CL_COST_PASSES_ : 1, events, NULL), second = gt_nan_();
    if (m->status == GT_OK) second = gt_cl_bench_launches_(m, queue, flip ? 1 : GT_CL_COST_PASSES_, events, NULL);
    if (m->status == GT_OK) gt_cl_bench_add_(m, kind, (flip ? first - second : second - first) / (double)(GT_CL_COST_PASSES_ - 1));
}
static void gt_cl_bench_kind_(gt_cl_bench_ *m, int kind, int flip) {
    double ns = gt_nan_(), device = gt_nan_();
    switch (kind) {
        case GT_CL_COST_TICK: gt_cl_bench_reads_(m); return;
        case GT_CL_COST_SCOPE: gt_cl_bench_scopes_(m); return;
        case GT_CL_COST_FINISH: gt_cl_bench_finish_(m); return;
        case GT_CL_COST_PHASE: gt_cl_bench_phase_(m); return;
        case GT_CL_COST_LAUNCH: ns = gt_cl_bench_launches_(m, m->queue, 1, 0, NULL); break;
        case GT_CL_COST_LAUNCH_EVENT: ns = gt_cl_bench_launches_(m, m->queue, 1, 1, &device); break;
        case GT_CL_COST_LAUNCH_PLAIN: ns = gt_cl_bench_launches_(m, m->plain, 1, 0, NULL); break;
        case GT_CL_COST_BATCH: gt_cl_bench_batch_(m, kind, m->queue, 0, flip); return;
        case GT_CL_COST_BATCH_EVENT: gt_cl_bench_batch_(m, kind, m->queue, 1, flip); return;
        case GT_CL_COST_BATCH_PLAIN: gt_cl_bench_batch_(m, kind, m->plain, 0, flip); return;
        case GT_CL_COST_READ4: gt_cl_bench_read_(m); return;
        default: return;        /* START to END comes with the launch that has an event */
    }
    if (m->status != GT_OK) return;
    gt_cl_bench_add_(m, kind, ns);
    if (gt_is_finite_(device)) gt_cl_bench_add_(m, GT_CL_COST_EVENT_DEVICE, device);
}
static void gt_cl_bench_run_(gt_cl_bench_ *m) {
    enum { WARM = 2 };          /* rounds that do not count: first launches compile */
    uint64_t begin = gt_now_();
    uint32_t random = 1;
    int round, kind, order[GT_CL_COST_COUNT];
    for (kind = 0; kind < GT_CL_COST_COUNT; kind++) order[kind] = kind;
    for (round = -WARM; round < GT_CL_COST_ROUNDS_; round++) {
        if (!round) {
            memset(m->n, 0, sizeof m->n);
            begin = gt_now_();
        }
        if (round >= GT_CL_COST_LEAST_ && gt_cl_bench_ns_(begin, gt_now_()) > 1.5e9) return;
        for (kind = GT_CL_COST_COUNT - 1; kind > 0; kind--) {      /* no kind always follows the same other one */
            int other, keep = order[kind];
            random = random * 1664525u + 1013904223u;
            other = (int)((random >> 8) % (uint32_t)(kind + 1));
            order[kind] = order[other];
            order[other] = keep;
        }
        for (kind = 0; kind < GT_CL_COST_COUNT; kind++) {
            gt_cl_bench_kind_(m, order[kind], round & 1);
            if (m->status != GT_OK) return;
        }
    }
}

static int gt_cl_bench_stats_(const gt_cl_bench_ *m, int kind, gt_cl_cost *out) {
    double step = gt_clk_.info.step_ns, tick = step;
    gt_stats stats;
    if (kind == GT_CL_COST_TICK) tick = step / (double)(GT_CL_COST_READS_ + 1);
    if (kind == GT_CL_COST_SCOPE) tick = step / (double)GT_CL_COST_SCOPES_;
    if (kind == GT_CL_COST_EVENT_DEVICE) tick = m->cl->resolution_ns;
    if (kind == GT_CL_COST_BATCH || kind == GT_CL_COST_BATCH_EVENT || kind == GT_CL_COST_BATCH_PLAIN) tick = 2 * step / (double)(GT_CL_COST_PASSES_ - 1);
    if (gt_stats_of(m->x[kind], m->n[kind], tick, &stats) != GT_OK) return 0;
    out->ns = stats.median;
    out->ci = stats.ci;
    out->n = stats.n;
    return 1;
}
static int gt_cl_bench_less_(const gt_cl_bench_ *m, int a, int b, gt_cl_cost *out) {
    out->n = m->n[a] < m->n[b] ? m->n[a] : m->n[b];
    return gt_difference(m->x[a], m->n[a], m->x[b], m->n[b], gt_clk_.info.step_ns, 0.95, &out->ns, &out->ci) == GT_OK;
}
static void gt_cl_bench_table_(gt_cl_bench_ *m, gt_cl_cost_table *t) {
    int i, ok = 1;
    for (i = 0; i < GT_CL_COST_COUNT; i++) ok = ok && gt_cl_bench_stats_(m, i, &t->cost[i]);
    ok = ok && gt_cl_bench_less_(m, GT_CL_COST_LAUNCH_EVENT, GT_CL_COST_LAUNCH, &t->event);
    ok = ok && gt_cl_bench_less_(m, GT_CL_COST_LAUNCH, GT_CL_COST_LAUNCH_PLAIN, &t->profiling);
    t->passes = GT_CL_COST_PASSES_;
    memcpy(t->device, m->cl->name, sizeof t->device);
    ok = ok && gt_net_of_(m->x[GT_CL_COST_PHASE], m->n[GT_CL_COST_PHASE], t->cost[GT_CL_COST_PHASE].ns, (const void *)m->cl->device);
    if (!ok) m->status = gt_error_keep(GT_ERR_MEMORY, 0, NULL, "gt_cl_costs", "", 0, NULL);
}

typedef struct gt_cl_known_ { struct gt_cl_known_ *after; cl_device_id device; uint64_t epoch; gt_cl_cost_table table; } gt_cl_known_;
static gt_cl_known_ *gt_cl_known_list_;         /* a device each; another clock measures anew */
static int gt_cl_costs_known_(cl_device_id device, gt_cl_cost_table *out) {
    gt_cl_known_ *k;
    gt_lock_();
    for (k = gt_cl_known_list_; k && !(k->device == device && k->epoch == gt_clk_.epoch); k = k->after) {}
    if (k && out) *out = k->table;
    gt_unlock_();
    return k != NULL;
}
static gt_status gt_cl_costs_keep_(cl_device_id device, const gt_cl_cost_table *table) {
    gt_cl_known_ *k;
    gt_lock_();
    for (k = gt_cl_known_list_; k && k->device != device; k = k->after) {}
    if (!k && (k = (gt_cl_known_ *)malloc(sizeof *k)) != NULL) {
        k->after = gt_cl_known_list_;
        gt_cl_known_list_ = k;
    }
    if (k) {
        k->device = device;
        k->epoch = gt_clk_.epoch;
        k->table = *table;
    }
    gt_unlock_();
    return k ? GT_OK : gt_error_keep(GT_ERR_MEMORY, 0, NULL, "gt_cl_costs", "", 0, NULL);
}
/* What the costs of a device say of the phases on it. */
static void gt_cl_find_costs_(gt_list_ *l, const gt_series *s, const gt_cl_cost_table *t, const void *device) {
    const gt_cl_cost *null = &t->cost[GT_CL_COST_LAUNCH_EVENT], *event = &t->event;
    double commands = s->kept && s->row ? s->row[s->kept - 1].commands : 0, tax = event->ns * commands;
    char text[256];
    if (s->kind != GT_KIND_PHASE || s->cold || !gt_is_finite_(commands) || !(commands > 0)) return;
    if (!s->device_ || s->device_->id != device) return;
    if (s->stats.median < 10 * null->ns) {
        sprintf(text, "the median is %.20s, that of a null kernel ", gt_time_(s->stats.median));
        strcat(text, gt_time_(null->ns));
        gt_find_(l, s, GT_FINDING_SYNC_BOUND, "%s", text);
    }
    if (event->ci.confidence > 0.949 && event->ci.low > 0 && tax > 0.03 * s->stats.median) {
        sprintf(text, "%.20s for the events of %.0f commands, ", gt_time_(tax), commands);
        sprintf(text + strlen(text), "%.20s of the median", gt_percent_(100 * tax / s->stats.median));
        gt_find_(l, s, GT_FINDING_PROFILING_TAX, "%s", text);
    }
}
static void gt_cl_findings_(const gt_snapshot *snap, gt_list_ *l) {
    size_t i;
    gt_cl_known_ *k;
    gt_lock_();             /* what is in the list stays in it */
    k = gt_cl_known_list_;
    gt_unlock_();
    for (; k; k = k->after)
        for (i = 0; k->epoch == gt_clk_.epoch && i < snap->count; i++) gt_cl_find_costs_(l, &snap->series[i], &k->table, (const void *)k->device);
}
gt_status gt_cl_costs(const gt_cl *cl, gt_cl_cost_table *out) {
    gt_cl_bench_ m;
    gt_cl_cost_table table;
    uint64_t begin;
    if (out) memset(out, 0, sizeof *out);
    gt_clock_fit_();
    if (gt_cl_costs_known_(cl->device, out)) return GT_OK;
    if ((GT_PEEK_(&gt_state_) & 3u) == GT_STATE_OFF_)
        return gt_error_keep(GT_ERR_ORDER, 0, NULL, "gt_cl_costs while switched off", "", 0, NULL);
    begin = gt_now_();
    memset(&m, 0, sizeof m);
    memset(&table, 0, sizeof table);
    m.cl = cl;
    gt_cl_bench_open_(&m);
    if (m.status == GT_OK) gt_cl_bench_run_(&m);
    if (m.status == GT_OK) gt_cl_bench_table_(&m, &table);
    gt_cl_bench_close_(&m);
    table.seconds = gt_cl_bench_ns_(begin, gt_now_()) * 1e-9;
    if (m.status == GT_OK) m.status = gt_cl_costs_keep_(cl->device, &table);
    if (m.status == GT_OK && out) *out = table;
    if (gt_self_) gt_charge_(gt_self_->current, begin);
    return m.status;
}

static void gt_cl_cost_print_(FILE *out, const char *name, const gt_cl_cost *c) {
    fprintf(out, "  %-34s", name);
    gt_cell_(out, gt_time_(c->n ? c->ns : gt_nan_()), 12);
    gt_cell_(out, c->ci.confidence > 0.949 ? gt_time_(c->ci.low) : "-", 12);
    gt_cell_(out, c->ci.confidence > 0.949 ? gt_time_(c->ci.high) : "-", 12);
    fprintf(out, "%6lu\n", (unsigned long)c->n);
}
void gt_cl_costs_print(FILE *out, const gt_cl_cost_table *t) {
    int i;
    fprintf(out, "cost of measuring, %s\n%-36s%12s%24s%6s\n", t->device, "", "median", "95 %", "n");
    for (i = 0; i < GT_CL_COST_COUNT; i++) gt_cl_cost_print_(out, gt_cl_cost_name(i), &t->cost[i]);
    gt_cl_cost_print_(out, "price of an event", &t->event);
    gt_cl_cost_print_(out, "price of a profiling queue", &t->profiling);
    fprintf(out, "  in a batch: slope between 1 and %u launches\n", t->passes);
}

#endif /* GPUTIME_CL_IMPLEMENTED_ */

/* ------------------------------------------------------------------------------------------------------------
   GT_CL_INTERCEPT: what replaces the calls of your file. It stands here, since the implementation must not meet it.
   ------------------------------------------------------------------------------------------------------------ */

#if defined(GT_CL_INTERCEPT) && !defined(GPUTIME_DISABLE) && !defined(GPUTIME_CL_INTERCEPTS_)
#define GPUTIME_CL_INTERCEPTS_
#if GT_GNU_
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#pragma GCC diagnostic ignored "-Wshadow"   /* names that your file has before this include */
#endif
#define GT_CL_LIST_(...) __VA_ARGS__
/* Ends in (..., cl_uint waits, const cl_event *list, cl_event *event). */
#define GT_CL_ENQUEUE_(function, kernel, bytes, parameters, arguments) \
    GT_INLINE_ cl_int gt_##function##_(const char *file, int line, GT_CL_LIST_ parameters, cl_uint waits, \
                                       const cl_event *list, cl_event *event) { \
        cl_event *mine = gt_cl_event_for_(event, kernel, (double)(bytes), waits, list); \
        cl_int code = function(GT_CL_LIST_ arguments, waits, list, mine ? mine : event); \
        return gt_cl_event_given_(mine, event, code, #function, file, line); \
    }
#define GT_CL_MAP_(function, bytes, parameters, arguments) \
    GT_INLINE_ void *gt_##function##_(const char *file, int line, GT_CL_LIST_ parameters, cl_uint waits, \
                                      const cl_event *list, cl_event *event, cl_int *result) { \
        cl_event *mine = gt_cl_event_for_(event, NULL, (double)(bytes), waits, list); \
        cl_int code = CL_SUCCESS; \
        void *p = function(GT_CL_LIST_ arguments, waits, list, mine ? mine : event, &code); \
        if (result) *result = code; \
        (void)gt_cl_event_given_(mine, event, code, #function, file, line); \
        return p; \
    }
#define GT_CL_CREATE_(type, function, parameters, arguments) \
    GT_INLINE_ type gt_##function##_(const char *file, int line, GT_CL_LIST_ parameters, cl_int *result) { \
        cl_int code = CL_SUCCESS; \
        type object = function(GT_CL_LIST_ arguments, &code); \
        if (result) *result = code; \
        (void)gt_cl_check(code, #function, file, line); \
        return object; \
    }
typedef void (CL_CALLBACK *gt_cl_built_callback_)(cl_program, void *);
typedef void (CL_CALLBACK *gt_cl_context_callback_)(const char *, const void *, size_t, void *);

GT_CL_ENQUEUE_(clEnqueueNDRangeKernel, k, 0, (cl_command_queue q, cl_kernel k, cl_uint dimensions, const size_t *offset,
    const size_t *global, const size_t *local), (q, k, dimensions, offset, global, local))
GT_CL_ENQUEUE_(clEnqueueTask, k, 0, (cl_command_queue q, cl_kernel k), (q, k))
GT_CL_ENQUEUE_(clEnqueueNativeKernel, NULL, 0, (cl_command_queue q, void (CL_CALLBACK *f)(void *), void *args,
    size_t bytes, cl_uint count, const cl_mem *memory, const void **places), (q, f, args, bytes, count, memory, places))
GT_CL_ENQUEUE_(clEnqueueReadBuffer, NULL, n, (cl_command_queue q, cl_mem m, cl_bool blocking, size_t offset, size_t n,
    void *p), (q, m, blocking, offset, n, p))
GT_CL_ENQUEUE_(clEnqueueWriteBuffer, NULL, n, (cl_command_queue q, cl_mem m, cl_bool blocking, size_t offset, size_t n,
    const void *p), (q, m, blocking, offset, n, p))
GT_CL_ENQUEUE_(clEnqueueCopyBuffer, NULL, n, (cl_command_queue q, cl_mem from, cl_mem to, size_t from_offset,
    size_t to_offset, size_t n), (q, from, to, from_offset, to_offset, n))
#define GT_CL_VOLUME_(r) ((r) ? (double)(r)[0] * (double)(r)[1] * (double)(r)[2] : 0)
#define GT_CL_RECT_ size_t row, size_t slice, size_t host_row, size_t host_slice
GT_CL_ENQUEUE_(clEnqueueReadBufferRect, NULL, GT_CL_VOLUME_(r), (cl_command_queue q, cl_mem m, cl_bool blocking,
    const size_t *origin, const size_t *host_origin, const size_t *r, GT_CL_RECT_, void *p), (q, m, blocking, origin,
    host_origin, r, row, slice, host_row, host_slice, p))
GT_CL_ENQUEUE_(clEnqueueWriteBufferRect, NULL, GT_CL_VOLUME_(r), (cl_command_queue q, cl_mem m, cl_bool blocking,
    const size_t *origin, const size_t *host_origin, const size_t *r, GT_CL_RECT_, const void *p), (q, m, blocking,
    origin, host_origin, r, row, slice, host_row, host_slice, p))
GT_CL_ENQUEUE_(clEnqueueCopyBufferRect, NULL, GT_CL_VOLUME_(r), (cl_command_queue q, cl_mem from, cl_mem to,
    const size_t *origin, const size_t *host_origin, const size_t *r, GT_CL_RECT_), (q, from, to, origin, host_origin,
    r, row, slice, host_row, host_slice))
GT_CL_ENQUEUE_(clEnqueueReadImage, NULL, 0, (cl_command_queue q, cl_mem m, cl_bool blocking, const size_t *origin,
    const size_t *region, size_t row, size_t slice, void *p), (q, m, blocking, origin, region, row, slice, p))
GT_CL_ENQUEUE_(clEnqueueWriteImage, NULL, 0, (cl_command_queue q, cl_mem m, cl_bool blocking, const size_t *origin,
    const size_t *region, size_t row, size_t slice, const void *p), (q, m, blocking, origin, region, row, slice, p))
GT_CL_ENQUEUE_(clEnqueueCopyImage, NULL, 0, (cl_command_queue q, cl_mem from, cl_mem to, const size_t *from_origin,
    const size_t *to_origin, const size_t *region), (q, from, to, from_origin, to_origin, region))
GT_CL_ENQUEUE_(clEnqueueCopyImageToBuffer, NULL, 0, (cl_command_queue q, cl_mem from, cl_mem to, const size_t *origin,
    const size_t *region, size_t offset), (q, from, to, origin, region, offset))
GT_CL_ENQUEUE_(clEnqueueCopyBufferToImage, NULL, 0, (cl_command_queue q, cl_mem from, cl_mem to, size_t offset,
    const size_t *origin, const size_t *region), (q, from, to, offset, origin, region))
GT_CL_ENQUEUE_(clEnqueueUnmapMemObject, NULL, 0, (cl_command_queue q, cl_mem m, void *p), (q, m, p))
GT_CL_MAP_(clEnqueueMapBuffer, n, (cl_command_queue q, cl_mem m, cl_bool blocking, cl_map_flags flags, size_t offset,
    size_t n), (q, m, blocking, flags, offset, n))
GT_CL_MAP_(clEnqueueMapImage, 0, (cl_command_queue q, cl_mem m, cl_bool blocking, cl_map_flags flags,
    const size_t *origin, const size_t *region, size_t *row, size_t *slice), (q, m, blocking, flags, origin, region,
    row, slice))
#ifdef CL_VERSION_1_2
GT_CL_ENQUEUE_(clEnqueueFillBuffer, NULL, n, (cl_command_queue q, cl_mem m, const void *pattern, size_t pattern_size,
    size_t offset, size_t n), (q, m, pattern, pattern_size, offset, n))
GT_CL_ENQUEUE_(clEnqueueFillImage, NULL, 0, (cl_command_queue q, cl_mem m, const void *colour, const size_t *origin,
    const size_t *region), (q, m, colour, origin, region))
GT_CL_ENQUEUE_(clEnqueueMigrateMemObjects, NULL, 0, (cl_command_queue q, cl_uint count, const cl_mem *memory,
    cl_mem_migration_flags flags), (q, count, memory, flags))
GT_CL_CREATE_(cl_mem, clCreateImage, (cl_context c, cl_mem_flags flags, const cl_image_format *format,
    const cl_image_desc *image, void *p), (c, flags, format, image, p))
GT_CL_CREATE_(cl_program, clCreateProgramWithBuiltInKernels, (cl_context c, cl_uint n, const cl_device_id *devices,
    const char *names), (c, n, devices, names))
GT_INLINE_ cl_int gt_clCompileProgram_(const char *file, int line, cl_program program, cl_uint n, const cl_device_id *devices,
                                       const char *options, cl_uint headers, const cl_program *header, const char **names,
                                       gt_cl_built_callback_ notify, void *user) {
    uint64_t begin = gt_cl_build_begin_();
    cl_int code = clCompileProgram(program, n, devices, options, headers, header, names, notify, user);
    return gt_cl_built_(begin, program, code, "clCompileProgram", file, line);
}
GT_INLINE_ cl_program gt_clLinkProgram_(const char *file, int line, cl_context c, cl_uint n, const cl_device_id *devices,
                                        const char *options, cl_uint programs, const cl_program *program,
                                        gt_cl_built_callback_ notify, void *user, cl_int *result) {
    uint64_t begin = gt_cl_build_begin_();
    cl_int code = CL_SUCCESS;
    cl_program linked = clLinkProgram(c, n, devices, options, programs, program, notify, user, &code);
    if (result) *result = code;
    (void)gt_cl_built_(begin, linked, code, "clLinkProgram", file, line);
    return linked;
}
#endif
#ifdef CL_VERSION_2_0
GT_CL_ENQUEUE_(clEnqueueSVMMemcpy, NULL, n, (cl_command_queue q, cl_bool blocking, void *to, const void *from,
    size_t n), (q, blocking, to, from, n))
GT_CL_ENQUEUE_(clEnqueueSVMMemFill, NULL, n, (cl_command_queue q, void *p, const void *pattern, size_t pattern_size,
    size_t n), (q, p, pattern, pattern_size, n))
GT_CL_ENQUEUE_(clEnqueueSVMMap, NULL, n, (cl_command_queue q, cl_bool blocking, cl_map_flags flags, void *p, size_t n),
    (q, blocking, flags, p, n))
GT_CL_ENQUEUE_(clEnqueueSVMUnmap, NULL, 0, (cl_command_queue q, void *p), (q, p))
typedef void (CL_CALLBACK *gt_cl_free_callback_)(cl_command_queue, cl_uint, void **, void *);
GT_CL_ENQUEUE_(clEnqueueSVMFree, NULL, 0, (cl_command_queue q, cl_uint n, void **places, gt_cl_free_callback_ notify,
    void *user), (q, n, places, notify, user))
GT_CL_CREATE_(cl_mem, clCreatePipe, (cl_context c, cl_mem_flags flags, cl_uint packet, cl_uint packets,
    const cl_pipe_properties *list), (c, flags, packet, packets, list))
GT_CL_CREATE_(cl_sampler, clCreateSamplerWithProperties, (cl_context c, const cl_sampler_properties *list), (c, list))
GT_INLINE_ cl_command_queue gt_clCreateCommandQueueWithProperties_(const char *file, int line, cl_context c, cl_device_id device,
                                                                   const cl_queue_properties *list, cl_int *result) {
    cl_queue_properties copy[32];
    cl_int code = CL_SUCCESS;
    cl_command_queue queue;
    size_t i, n = 0, at = 0;
    for (i = 0; list && list[i] && n < 28; i += 2) {
        if (list[i] == CL_QUEUE_PROPERTIES) at = n + 1;
        copy[n++] = list[i];
        copy[n++] = list[i + 1];
    }
    if (!at) {
        at = n + 1;
        copy[n++] = CL_QUEUE_PROPERTIES;
        copy[n++] = 0;
    }
    copy[at] = gt_cl_profiling_(copy[at]);
    copy[n] = 0;
    queue = clCreateCommandQueueWithProperties(c, device, (list && list[i]) || !copy[at] ? list : copy, &code);
    if (result) *result = code;
    (void)gt_cl_check(code, "clCreateCommandQueueWithProperties", file, line);
    return queue;
}
#endif
#ifdef CL_VERSION_2_1
GT_CL_ENQUEUE_(clEnqueueSVMMigrateMem, NULL, 0, (cl_command_queue q, cl_uint n, const void **places,
    const size_t *sizes, cl_mem_migration_flags flags), (q, n, places, sizes, flags))
GT_CL_CREATE_(cl_program, clCreateProgramWithIL, (cl_context c, const void *il, size_t n), (c, il, n))
#endif
#ifdef CL_VERSION_3_0
GT_CL_CREATE_(cl_mem, clCreateBufferWithProperties, (cl_context c, const cl_mem_properties *list, cl_mem_flags flags,
    size_t n, void *p), (c, list, flags, n, p))
GT_CL_CREATE_(cl_mem, clCreateImageWithProperties, (cl_context c, const cl_mem_properties *list, cl_mem_flags flags,
    const cl_image_format *format, const cl_image_desc *image, void *p), (c, list, flags, format, image, p))
#endif
GT_CL_CREATE_(cl_command_queue, clCreateCommandQueue, (cl_context c, cl_device_id device,
    cl_command_queue_properties properties), (c, device, gt_cl_profiling_(properties)))
GT_CL_CREATE_(cl_context, clCreateContext, (const cl_context_properties *properties, cl_uint n,
    const cl_device_id *devices, gt_cl_context_callback_ notify, void *user), (properties, n, devices, notify, user))
GT_CL_CREATE_(cl_context, clCreateContextFromType, (const cl_context_properties *properties, cl_device_type type,
    gt_cl_context_callback_ notify, void *user), (properties, type, notify, user))
GT_CL_CREATE_(cl_mem, clCreateBuffer, (cl_context c, cl_mem_flags flags, size_t n, void *p), (c, flags, n, p))
GT_CL_CREATE_(cl_mem, clCreateSubBuffer, (cl_mem m, cl_mem_flags flags, cl_buffer_create_type type, const void *info),
    (m, flags, type, info))
GT_CL_CREATE_(cl_program, clCreateProgramWithSource, (cl_context c, cl_uint n, const char **text,
    const size_t *lengths), (c, n, text, lengths))
GT_CL_CREATE_(cl_program, clCreateProgramWithBinary, (cl_context c, cl_uint n, const cl_device_id *devices,
    const size_t *lengths, const unsigned char **binaries, cl_int *each), (c, n, devices, lengths, binaries, each))
GT_CL_CREATE_(cl_kernel, clCreateKernel, (cl_program program, const char *name), (program, name))
GT_CL_CREATE_(cl_event, clCreateUserEvent, (cl_context c), (c))
GT_CL_CREATE_(cl_sampler, clCreateSampler, (cl_context c, cl_bool normalized, cl_addressing_mode addressing,
    cl_filter_mode filter), (c, normalized, addressing, filter))
GT_CL_CREATE_(cl_mem, clCreateImage2D, (cl_context c, cl_mem_flags flags, const cl_image_format *format, size_t width,
    size_t height, size_t pitch, void *p), (c, flags, format, width, height, pitch, p))
GT_CL_CREATE_(cl_mem, clCreateImage3D, (cl_context c, cl_mem_flags flags, const cl_image_format *format, size_t width,
    size_t height, size_t depth, size_t pitch, size_t slice, void *p), (c, flags, format, width, height, depth, pitch,
    slice, p))
GT_INLINE_ cl_int gt_clBuildProgram_(const char *file, int line, cl_program program, cl_uint n, const cl_device_id *devices,
                                     const char *options, gt_cl_built_callback_ notify, void *user) {
    uint64_t begin = gt_cl_build_begin_();
    cl_int code = clBuildProgram(program, n, devices, options, notify, user);
    return gt_cl_built_(begin, program, code, "clBuildProgram", file, line);
}
#if GT_GNU_
#pragma GCC diagnostic pop
#endif

#define clEnqueueNDRangeKernel(...) gt_clEnqueueNDRangeKernel_(__FILE__, __LINE__, __VA_ARGS__)
#define clEnqueueTask(...) gt_clEnqueueTask_(__FILE__, __LINE__, __VA_ARGS__)
#define clEnqueueNativeKernel(...) gt_clEnqueueNativeKernel_(__FILE__, __LINE__, __VA_ARGS__)
#define clEnqueueReadBuffer(...) gt_clEnqueueReadBuffer_(__FILE__, __LINE__, __VA_ARGS__)
#define clEnqueueWriteBuffer(...) gt_clEnqueueWriteBuffer_(__FILE__, __LINE__, __VA_ARGS__)
#define clEnqueueCopyBuffer(...) gt_clEnqueueCopyBuffer_(__FILE__, __LINE__, __VA_ARGS__)
#define clEnqueueReadBufferRect(...) gt_clEnqueueReadBufferRect_(__FILE__, __LINE__, __VA_ARGS__)
#define clEnqueueWriteBufferRect(...) gt_clEnqueueWriteBufferRect_(__FILE__, __LINE__, __VA_ARGS__)
#define clEnqueueCopyBufferRect(...) gt_clEnqueueCopyBufferRect_(__FILE__, __LINE__, __VA_ARGS__)
#define clEnqueueReadImage(...) gt_clEnqueueReadImage_(__FILE__, __LINE__, __VA_ARGS__)
#define clEnqueueWriteImage(...) gt_clEnqueueWriteImage_(__FILE__, __LINE__, __VA_ARGS__)
#define clEnqueueCopyImage(...) gt_clEnqueueCopyImage_(__FILE__, __LINE__, __VA_ARGS__)
#define clEnqueueCopyImageToBuffer(...) gt_clEnqueueCopyImageToBuffer_(__FILE__, __LINE__, __VA_ARGS__)
#define clEnqueueCopyBufferToImage(...) gt_clEnqueueCopyBufferToImage_(__FILE__, __LINE__, __VA_ARGS__)
#define clEnqueueUnmapMemObject(...) gt_clEnqueueUnmapMemObject_(__FILE__, __LINE__, __VA_ARGS__)
#define clEnqueueMapBuffer(...) gt_clEnqueueMapBuffer_(__FILE__, __LINE__, __VA_ARGS__)
#define clEnqueueMapImage(...) gt_clEnqueueMapImage_(__FILE__, __LINE__, __VA_ARGS__)
#define clFinish(...) gt_cl_check(clFinish(__VA_ARGS__), "clFinish", __FILE__, __LINE__)
#define clCreateKernelsInProgram(...) \
    gt_cl_check(clCreateKernelsInProgram(__VA_ARGS__), "clCreateKernelsInProgram", __FILE__, __LINE__)
#define clCreateCommandQueue(...) gt_clCreateCommandQueue_(__FILE__, __LINE__, __VA_ARGS__)
#define clCreateContext(...) gt_clCreateContext_(__FILE__, __LINE__, __VA_ARGS__)
#define clCreateContextFromType(...) gt_clCreateContextFromType_(__FILE__, __LINE__, __VA_ARGS__)
#define clCreateBuffer(...) gt_clCreateBuffer_(__FILE__, __LINE__, __VA_ARGS__)
#define clCreateSubBuffer(...) gt_clCreateSubBuffer_(__FILE__, __LINE__, __VA_ARGS__)
#define clCreateProgramWithSource(...) gt_clCreateProgramWithSource_(__FILE__, __LINE__, __VA_ARGS__)
#define clCreateProgramWithBinary(...) gt_clCreateProgramWithBinary_(__FILE__, __LINE__, __VA_ARGS__)
#define clCreateKernel(...) gt_clCreateKernel_(__FILE__, __LINE__, __VA_ARGS__)
#define clCreateUserEvent(...) gt_clCreateUserEvent_(__FILE__, __LINE__, __VA_ARGS__)
#define clCreateSampler(...) gt_clCreateSampler_(__FILE__, __LINE__, __VA_ARGS__)
#define clCreateImage2D(...) gt_clCreateImage2D_(__FILE__, __LINE__, __VA_ARGS__)
#define clCreateImage3D(...) gt_clCreateImage3D_(__FILE__, __LINE__, __VA_ARGS__)
#define clEnqueueMarker(...) gt_cl_check(clEnqueueMarker(__VA_ARGS__), "clEnqueueMarker", __FILE__, __LINE__)
#define clEnqueueBarrier(...) gt_cl_check(clEnqueueBarrier(__VA_ARGS__), "clEnqueueBarrier", __FILE__, __LINE__)
#define clEnqueueWaitForEvents(...) \
    gt_cl_check(clEnqueueWaitForEvents(__VA_ARGS__), "clEnqueueWaitForEvents", __FILE__, __LINE__)
#define clBuildProgram(...) gt_clBuildProgram_(__FILE__, __LINE__, __VA_ARGS__)
#ifdef CL_VERSION_1_2
#define clEnqueueFillBuffer(...) gt_clEnqueueFillBuffer_(__FILE__, __LINE__, __VA_ARGS__)
#define clEnqueueFillImage(...) gt_clEnqueueFillImage_(__FILE__, __LINE__, __VA_ARGS__)
#define clEnqueueMigrateMemObjects(...) gt_clEnqueueMigrateMemObjects_(__FILE__, __LINE__, __VA_ARGS__)
#define clEnqueueMarkerWithWaitList(...) \
    gt_cl_check(clEnqueueMarkerWithWaitList(__VA_ARGS__), "clEnqueueMarkerWithWaitList", __FILE__, __LINE__)
#define clEnqueueBarrierWithWaitList(...) \
    gt_cl_check(clEnqueueBarrierWithWaitList(__VA_ARGS__), "clEnqueueBarrierWithWaitList", __FILE__, __LINE__)
#define clCreateImage(...) gt_clCreateImage_(__FILE__, __LINE__, __VA_ARGS__)
#define clCreateProgramWithBuiltInKernels(...) gt_clCreateProgramWithBuiltInKernels_(__FILE__, __LINE__, __VA_ARGS__)
#define clCreateSubDevices(...) gt_cl_check(clCreateSubDevices(__VA_ARGS__), "clCreateSubDevices", __FILE__, __LINE__)
#define clCompileProgram(...) gt_clCompileProgram_(__FILE__, __LINE__, __VA_ARGS__)
#define clLinkProgram(...) gt_clLinkProgram_(__FILE__, __LINE__, __VA_ARGS__)
#endif
#ifdef CL_VERSION_2_0
#define clEnqueueSVMMemcpy(...) gt_clEnqueueSVMMemcpy_(__FILE__, __LINE__, __VA_ARGS__)
#define clEnqueueSVMMemFill(...) gt_clEnqueueSVMMemFill_(__FILE__, __LINE__, __VA_ARGS__)
#define clEnqueueSVMMap(...) gt_clEnqueueSVMMap_(__FILE__, __LINE__, __VA_ARGS__)
#define clEnqueueSVMUnmap(...) gt_clEnqueueSVMUnmap_(__FILE__, __LINE__, __VA_ARGS__)
#define clEnqueueSVMFree(...) gt_clEnqueueSVMFree_(__FILE__, __LINE__, __VA_ARGS__)
#define clCreatePipe(...) gt_clCreatePipe_(__FILE__, __LINE__, __VA_ARGS__)
#define clCreateSamplerWithProperties(...) gt_clCreateSamplerWithProperties_(__FILE__, __LINE__, __VA_ARGS__)
#define clCreateCommandQueueWithProperties(...) gt_clCreateCommandQueueWithProperties_(__FILE__, __LINE__, __VA_ARGS__)
#endif
#ifdef CL_VERSION_2_1
#define clEnqueueSVMMigrateMem(...) gt_clEnqueueSVMMigrateMem_(__FILE__, __LINE__, __VA_ARGS__)
#define clCreateProgramWithIL(...) gt_clCreateProgramWithIL_(__FILE__, __LINE__, __VA_ARGS__)
#endif
#ifdef CL_VERSION_3_0
#define clCreateBufferWithProperties(...) gt_clCreateBufferWithProperties_(__FILE__, __LINE__, __VA_ARGS__)
#define clCreateImageWithProperties(...) gt_clCreateImageWithProperties_(__FILE__, __LINE__, __VA_ARGS__)
#endif
#endif

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
