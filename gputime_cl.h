/* gputime_cl.h - v0.2.0 - find out how long OpenCL work really takes (needs gputime.h beside it; C99, C++11)

   DO THIS in exactly one C or C++ file, and a plain #include everywhere else:
       #define GPUTIME_IMPLEMENTATION
       #include "gputime_cl.h"                     (brings gputime.h and its implementation)
   BUILD     cc -std=c99 -O2 main.c -lOpenCL

   USE       three lines around code that exists: page one of gputime.h explains scopes, findings and switches
       GT_SCOPE_CL(queue, "compute") {
           GT_CL(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, global, local, 0, NULL, GT_EVENT));
       }
       gt_report(stdout);

   THE MACROS
       GT_SCOPE_CL(queue, "name") { ... }   a phase: waits for the queue (clFinish), reads the clock, runs your code,
                                            waits again, reads the clock. The report's times are the time between the
                                            two readings, the bracket. Waits for no other queue.
       GT_EVENT                             where an enqueue call wants a cl_event *: the report then shows the device
                                            time of the command, START to END, beside the bracket, if the queue was
                                            made with CL_QUEUE_PROFILING_ENABLE (as gt_cl_open does). If a GT_SCOPE
                                            ends while the command still runs, the report has the finding `no-sync`.
                                            The C++ bindings take a cl::Event e instead; behind the call:
                                            gt_cl_event_add(e(), "name", 0)
       GT_EVENT_AS("name", bytes)           the same, with a name for the command and the bytes that the command moves
       GT_EVENT_AFTER(waits, list)          the same, with the wait list of the call: for schedules, which show the
                                            commands that ran at the same time (examples/more/schedule.h)
       GT_SCOPE_CL(GT_CL_ALL, "name") ...   a phase that waits for all open queues instead of one
       GT_CL(call)                          checks an OpenCL call: the first failure is kept, with file and line, for
                                            gt_fail and the report; returns the code of the call. Checks nothing
                                            with GPUTIME_DISABLE: programs that need the check test the code, too
       GT_CL_NEW(call), GT_CL_ERR           the same for calls that return an object (>>errors)
       GT_BATCH_CL(queue, "name") { ... }   for commands of a few microseconds: the cost of one launch as the slope
                                            between 1 and many launches
   No device yet: gt_cl_open, gt_cl_program_file, gt_cl_warm_kernel, gt_cl_fill.

   BESIDE    headers to copy beside the two, if you want them; each has a page one (examples/more):
       ceilings.h              what the device reaches at most (gt_cl_limits), how far from that a phase is, and what
                               bounds it; copy roofs.h, section.h, probes.h and lab.h with it
       costs.h                 what a launch, an event, an empty phase cost on this device; copy lab.h and section.h
                               with it
       gauge.h                 clock, power and heat of NVIDIA's devices
       align.h                 the device's clock on the host's: commands of several devices on one axis
       program_cache.h         built programs, kept in a folder
       schedule.h, frames.h    commands that ran at the same time; whether a frame fits 60 a second
       ranks.h                 programs of many processes
             Programs that nobody wants to edit: compile them with -include calls.h, and link a file that has the
             implementation (page one of examples/tools/calls.h).
             Programs that nobody compiles: gtprof runs them and prints the same from outside (README.md).

   SWITCHES  those of gputime.h, and
       environment:
             GT_DEVICE=...         for gt_cl_open: cpu, gpu, accelerator, a part of a name, an index such as 0:1, or a
                                   line of the list that `make devices` prints, from 0       (default: a GPU, else any)
       #define, before the include:
             GPUTIME_CL_EVENTS     [implementation file]  room for commands of a new thread, 43 KB     (default: 256)
   OPENCL    If cl.h was included before, or CL_TARGET_OPENCL_VERSION is set, no OpenCL macro changes. Else the version
             is set to 300, with the CL_USE_DEPRECATED_OPENCL_*_APIS macros: old calls draw no warning, newer ones are
             declared. Runs on OpenCL 1.2 devices.
   DOES NOT  wait for other queues than the one that you name (gt_cl_finish_all does), keep an event beyond the end of
             its scope, or use OpenCL where a scope is switched off.

   CONTENTS  four parts: this page; PART 2: types and functions; PART 3, >>inline: what the macros expand to; PART 4:
             the implementation; a map: the way of a command, what each section needs and gives.
             Search for PART 4 or a tag. A tag stands in part 2 before what you call, in part 4 before how that works.
       >>errors    names of codes, GT_CL
       >>device    choose a device, make a queue, or bring your own
       >>program   build from a string or a file, with the compiler's log
       >>warmup    pay first-run costs before they are timed
       >>events    GT_EVENT: device times
       >>barrier   GT_SCOPE_CL: phases
       >>batch     GT_BATCH_CL: commands of a few microseconds
       >>findings  what the rules of gputime.h ask of OpenCL
       >>seam      what other files of the kit use of the inside
   STOP HERE to use the macros above. Licence (MIT) and history stand at the end. */

#ifdef GT_CL_INTERCEPT
#error "GT_CL_INTERCEPT is gone: include calls.h (examples/tools/calls.h), or compile with -include calls.h"
#endif

#define GT_CL_COMES_
#include "gputime.h"    /* outside of the guard: a later include may ask for the implementation of both */
#undef GT_CL_COMES_

#pragma push_macro("min")
#pragma push_macro("max")
#undef min
#undef max

#ifndef GPUTIME_CL_H
#define GPUTIME_CL_H

/* ============================================================================================================
   PART 2: types and functions
   ============================================================================================================ */

#ifndef CL_VERSION_1_0
#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#undef CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#undef CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#undef CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#undef CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#undef CL_USE_DEPRECATED_OPENCL_2_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_1_APIS
#undef CL_USE_DEPRECATED_OPENCL_2_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
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

/* GT_CL(clFinish(queue)) calls this function with the call's code and returns the code. A failure is kept with the
   call, the name of the code, file and line; gt_fail and the report print the first failure. The samples of all scopes
   that are open on this thread become void. */
GT_API cl_int gt_cl_check(cl_int code, const char *call, const char *file, int line);

/* For calls that return an object, NULL after a failure:
     cl_mem m = GT_CL_NEW(clCreateBuffer(context, CL_MEM_READ_ONLY, bytes, NULL, GT_CL_ERR));
   Needs gcc, clang or C++. With other compilers pass &code, and call gt_cl_check(code, ...). */

/* ==== >>device ==== choose a device, make a queue, or bring your own ======================================== */

typedef struct gt_cl {
    int owned;                  /* 1: gt_cl_close releases context and queue */
    cl_platform_id platform;
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    cl_device_type type;
    char name[128], platform_name[128], version[128];
    double resolution_ns;       /* of device stamps, as the driver states */
    double platform_ns;         /* time of the first platform query, which loads the drivers */
    double devices_ns;          /* time to query all devices */
    double context_ns;          /* time to make the context and the queue */
    double finish_ns;           /* median of clFinish on the idle queue */
} gt_cl;

/* Opens a device, and makes a context and an in-order queue with profiling. `which` is one of:
     NULL or ""                   $GT_DEVICE; if GT_DEVICE is not set, a GPU; without a GPU, any device
     "cpu", "gpu", "accelerator"  a device of that type
     "0:1"                        the index platform:device that gt_cl_list prints
     "3"                          a number of one or two digits: that line of gt_cl_list, from 0
     other text                   a part of the name of a platform or device, or of its version, in any case ("3090")
   Errors: GT_ERR_NO_DEVICE, with a list of the devices; GT_ERR_OPENCL. *cl is then all zero. Close with gt_cl_close.
   Opening takes long: a thread of the program may open the device while others record scopes. Join that thread before
   *cl is used. Reports say how long opening took: "opened in 291 ms: platform 286 ms, devices 1 ms, context 4 ms". */
GT_API gt_status gt_cl_open(gt_cl *cl, const char *which);
/* Makes a gt_cl of a context and a queue that you have; both stay yours and must outlive *cl. After GT_ERR_OPENCL and
   GT_ERR_MEMORY *cl is all zero. */
GT_API gt_status gt_cl_attach(gt_cl *cl, cl_context context, cl_command_queue queue);
GT_API void gt_cl_close(gt_cl *cl);             /* does nothing to a zeroed or closed one */
GT_API gt_status gt_cl_list(FILE *out);         /* a line for each device: index, type, names, version */

/* ==== >>program ==== build from a string or a file, with the compiler's log ================================= */

/* Builds a program for cl->device. options: as of clBuildProgram, or NULL. name: what errors call the program. Release
   the program with clReleaseProgram. NULL after a failure: GT_ERR_BUILD with the compiler's log, GT_ERR_IO with the
   path, GT_ERR_OPENCL, GT_ERR_MEMORY. */
GT_API cl_program gt_cl_program(const gt_cl *cl, const char *source, const char *options, const char *name);
GT_API cl_program gt_cl_program_file(const gt_cl *cl, const char *path, const char *options);

/* ==== >>warmup ==== pay first-run costs before they are timed =============================================== */

/* RUNS the kernel once, with the arguments that are set, and waits. Pass the offset, global and local size that will
   be timed: PoCL compiles again for each local size, for an offset, and for very large sizes (60 to 90 ms each time).
   For several shapes call it several times. A gt_timer around a first and a second call shows the cost of a first
   launch. */
GT_API gt_status gt_cl_warm_kernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t *offset,
                                   const size_t *global, const size_t *local);
/* OVERWRITES the whole buffer with the pattern, and waits. This is the first touch of device memory, at which some
   drivers allocate. The size of the pattern is a power of two up to 128 that divides the buffer's size; else most
   drivers refuse it (GT_ERR_OPENCL). */
GT_API gt_status gt_cl_fill(cl_command_queue queue, cl_mem buffer, const void *pattern, size_t pattern_size);

/* ==== >>events ==== GT_EVENT: device times ================================================================== */

/* Each evaluation of GT_EVENT gives a new place for an event. At the end of the innermost GT_SCOPE_CL around it the kit
   reads the command's four stamps and releases the event. Device time is the union of START..END of all commands;
   gt_report_commands shows queue, submit and execution. GT_EVENT is NULL outside of scopes and where scopes are
   switched off: nothing is recorded of such commands. It is NULL without memory, too; such commands are counted
   (finding partial). Between GT_EVENT and its enqueue call no scope may begin or end. A place without an event at the
   scope's end means that the enqueue failed. Events cost time (8 us a launch were seen), which the bracket includes.
   The name of GT_EVENT_AS is a string literal; bytes 0: not known. Other commands are named by their kernel or kind, as
   "write". GT_EVENT_AFTER takes the arguments that the call has for its wait list, for schedules and the trace; calls.h
   sees wait lists itself. */

/* The function of GT_EVENT, for an event that the program has got from an enqueue call. The kit retains the event;
   yours stays yours. Hand it over right behind the call: the kit takes that for the time of the enqueue. name (NULL:
   none) must stay valid until the scope ends. GT_OK also where nothing is recorded. GT_ERR_MEMORY: no memory.
   GT_ERR_OPENCL. */
GT_API gt_status (gt_cl_event_add)(cl_event event, const char *name, double bytes);

/* ==== >>barrier ==== GT_SCOPE_CL: phases ==================================================================== */

/* GT_SCOPE_CL reads the clock in order. Use a queue from one thread at a time. A pending user event that nobody sets
   makes the phase hang. Barriers serialise a pipeline: phases need not add up to the time without phases. A phase left
   by break, return, goto or an exception waits for nothing, releases its events, and is counted. If clFinish fails, the
   error is kept and the sample is void. Where scopes are switched off, a phase does not wait. */
typedef struct gt_cl_scope {
    gt_scope scope;
    cl_command_queue queue;
    size_t first, base_;        /* index of the first log row of this phase; base_: of the phase around it */
    int complete;               /* 1: the file includes calls.h, so that all its commands are known */
    int full_;                  /* 1: the end reads all four stamps of each command, not START and END alone */
    int reads_;                 /* 1: page faults and context switches are read before and after the phase */
    uint64_t before;            /* ticks that the clFinish before the phase took */
    gt_signals_ signals_;
    uint32_t missed;            /* the thread's count of commands that nobody collected, as it was at the begin */
    /* number of this phase among the outermost phases of its device; 0: another phase is around */
    uint32_t turn;
} gt_cl_scope;

/* GT_SCOPE_CL(GT_CL_ALL, name): both barriers wait for the queues of all gt_cl that are open (gt_cl_finish_all), the
   second also for each queue that a command collected in the scope went to. The report has device times of each device.
   The function: gt_cl_scope_begin(GT_CL_ALL, name). */
#define GT_CL_ALL ((cl_command_queue)(uintptr_t)1)      /* no queue has this address */

/* The functions of GT_SCOPE_CL, for names that are not literals. The name is copied. */
GT_API gt_cl_scope gt_cl_scope_begin(cl_command_queue queue, const char *name);
GT_API void gt_cl_scope_end(gt_cl_scope *scope);    /* a second end, or NULL, does nothing */

/* Waits for the queues of all gt_cl that are open (gt_cl_open, gt_cl_attach). A failure is kept, and returned. */
GT_API gt_status gt_cl_finish_all(void);

/* ==== >>batch ==== GT_BATCH_CL: commands of a few microseconds ============================================== */

/* GT_BATCH_CL(queue, "name", .budget_s = 2, .precision = 0.01) { one launch, or a few commands }
   For work that is short against its barriers. Runs the body (a pass) once, and K times, between two barriers of the
   queue. The cost of a pass is the slope (T(K) - T(1)) / (K - 1); the cost of the barriers is the fixed part.
     After warm-up passes with a barrier each, two or more if K has to be chosen, K is 64 (or .batch): longer groups
   gain little (64 gives 0.6 % after 30 rounds). Where the quickest warm-up pass says that 25 rounds of 64 passes do
   not fit into the budget, K is the largest power of two with which they fit, at least 2. Then come rounds of T(1) and
   T(K) in random order, every fourth round with T((K + 1) / 2), which shows whether the times lie on a line. A batch
   stops as a trial does, by the interval of the slope, and spreads its rounds as that does. An error stops the batch;
   its round is void.
     Below the series of the batch stand its groups: "1 pass", "64 passes", "middle, 32 passes". A sample is the time of
   the whole group. Below a group, "enqueue" is the time until the last call of the body returned. The report and
   gt_snapshot_batch give slope and fixed part. A batch that runs again keeps K and adds to its series.
     Outside of scopes in the body GT_EVENT is NULL, since events cost time. A
   scope in the body is timed in each pass, and its cost is part of the pass. A batch ends the trial, comparison or
   batch around it, which is GT_ERR_ORDER. Where scopes are switched off the body runs once without barriers. A pending
   user event hangs as in GT_SCOPE_CL. The functions: gt_cl_batch_begin, then gt_trial_next, gt_trial_end. */
GT_API gt_trial gt_cl_batch_begin(cl_command_queue queue, gt_trial_options options);

/* The lines of a batch. GT_ERR_ARGUMENT: no batch has that path, or the batch has no round. GT_ERR_MEMORY. */
GT_API gt_status gt_snapshot_batch(const gt_snapshot *snapshot, const char *path, gt_batch *out);

/* ==== >>findings ==== what the rules of gputime.h ask of OpenCL ============================================== */

/* The table of findings stands in gputime.h, with gt_findings, and so do the rules. */

/* ==== >>seam ==== what other files of the kit use of the inside ==============================================
   No program uses these names: they change without notice. What stands in examples/more and examples/tools uses no
   other name of this file that ends in "_"; tests/tools/test_header.sh compares. This file calls calls.h by one struct,
   gt_cl_tool_hooks_.
   Functions, types and variables:
      gt_cl_aligner_, gt_cl_build_over_, gt_cl_call_log_, gt_cl_command_at_, gt_cl_command_new_,
      gt_cl_command_waits_, gt_cl_count_inside_, gt_cl_drop_from_, gt_cl_end_, gt_cl_end_of_,
      gt_cl_error_name_, gt_cl_event_at_, gt_cl_event_of_, gt_cl_harvest_, gt_cl_hash_, gt_cl_here_,
      gt_cl_host_end_, gt_cl_in_order_, gt_cl_kind_, gt_cl_last_, gt_cl_launch_, gt_cl_launch_of_,
      gt_cl_launched_, gt_cl_log_, gt_cl_log_free_, gt_cl_mine_, gt_cl_order_, gt_cl_owner_of_,
      gt_cl_process_, gt_cl_queue_device_, gt_cl_queue_new_, gt_cl_room_, gt_cl_runs_, gt_cl_settled_,
      gt_cl_shorten_, gt_cl_signals_begin_, gt_cl_stamps_, gt_cl_swap_, gt_cl_take_, gt_cl_took_,
      gt_cl_tool_hooks_, gt_cl_use_, gt_cl_use_at_, gt_cl_use_of_
   Macros and constants:
      GT_CL_ASK_, GT_CL_DRIFT_, GT_CL_NEVER_, GT_CL_TYPE_, GT_CL_VARIABLES_
*/

/* ============================================================================================================
   STOP HERE if you call types and functions too. Next comes what the macros expand to.
   PART 3: >>inline
   ============================================================================================================ */

#if GT_GNU_
#define GT_CL_NEW(call) (__extension__({ cl_int gt_code_ = (GT_CL_ENTER_(#call), CL_SUCCESS); \
    __typeof__(call) gt_object_ = (call); GT_CL_CHECK_(gt_code_, #call); gt_object_; }))
#elif defined(__cplusplus)
#define GT_CL_NEW(call) ([&] { cl_int gt_code_ = (GT_CL_ENTER_(#call), CL_SUCCESS); auto gt_object_ = (call); \
    GT_CL_CHECK_(gt_code_, #call); return gt_object_; }())
#endif
#define GT_CL_ERR (&gt_code_)
#define GT_SCOPE_CL(queue, name) GT_SCOPE_CL_AT_(GT_NAME_(gt_scope_cl_), queue, name)
#define GT_BATCH_CL(queue, ...) GT_BATCH_AT_(GT_NAME_(gt_this_batch_), (queue), __VA_ARGS__)

GT_API void gt_cl_scope_enter_(gt_cl_scope *s, cl_command_queue queue, gt_site_ *site, const char *name, int complete);
GT_API void gt_cl_scope_left_(gt_cl_scope *s);
GT_API void gt_cl_enter_(void);
GT_API cl_event *gt_cl_event_(const char *name, double bytes);
GT_API cl_event *gt_cl_event_after_(cl_event *event, cl_uint waits, const cl_event *list);

#if defined(GPUTIME_DISABLE)
#define GT_CL(call) (call)
#define GT_CL_CHECK_(code, text) ((void)(code))
#define GT_CL_ENTER_(text) ((void)0)
#define GT_EVENT ((cl_event *)NULL)
#define GT_EVENT_AFTER(waits, list) ((void)(waits), (void)(list), (cl_event *)NULL)
#define GT_EVENT_AS(name, bytes) ((void)(bytes), (cl_event *)NULL)
#define GT_SCOPE_CL_AT_(v, queue, name) for (GT_LOCAL_(int, v) = ((void)(queue), 1); v; v = 0)
#define GT_BATCH_AT_(v, queue, ...) \
    for (GT_LOCAL_(int, v) = ((void)(queue), (void)(GT_TRIAL_OPTIONS_(__VA_ARGS__)), 1); v; v = 0)
#define gt_cl_event_add(event, name, bytes) gt_cl_event_none_((event), (name), (bytes))
GT_INLINE_ gt_status gt_cl_event_none_(cl_event event, const char *name, double bytes) {
    (void)event;
    (void)name;
    (void)bytes;
    return GT_OK;
}
#define gt_cl_scope_begin(queue, name) gt_cl_scope_none_((queue), (name))
#define gt_cl_scope_end(scope) ((void)(scope))
GT_INLINE_ gt_cl_scope gt_cl_scope_none_(cl_command_queue queue, const char *name) {
    static gt_cl_scope none;
    gt_cl_scope s = none;
    s.scope = gt_scope_begin(name);
    s.queue = queue;
    return s;
}
#else
#define GT_CL(call) (GT_CL_ENTER_(#call), gt_cl_check((call), #call, __FILE__, __LINE__))
/* Decides by the text of a call whether the call may wait, builds, or moves data. The kit reads the clock before such a
   call: else it would not know the program's own code before the call, as a memcpy before clEnqueueUnmapMemObject, from
   the call. These are clFinish, clFlush, clWaitForEvents, clEnqueue... but for kernels, clBuildProgram and
   clCompileProgram. A few other calls match too; that only costs a reading of the clock. */
#define GT_CL_ENTER_(text) (sizeof(text) > 10 && ((text)[2] == 'F' || (text)[2] == 'W' || (text)[2] == 'B' || \
    (text)[2] == 'C' || ((text)[2] == 'E' && (text)[9] != 'N')) ? gt_cl_enter_() : (void)0)
#define GT_CL_CHECK_(code, text) ((void)gt_cl_check((code), text, __FILE__, __LINE__))
#define GT_EVENT gt_cl_event_(NULL, 0)
#define GT_EVENT_AFTER(waits, list) gt_cl_event_after_(gt_cl_event_(NULL, 0), (waits), (list))
#define GT_EVENT_AS(name, bytes) gt_cl_event_("" name, (bytes))
#define GT_BATCH_AT_(v, queue, ...) GT_TRIAL_AT_(v, gt_cl_batch_begin(queue, GT_TRIAL_OPTIONS_(__VA_ARGS__)))
#define GT_CL_COMPLETE_ 0   /* calls.h redefines this as 1, since it sees every command that the file enqueues */
#if defined(__cplusplus)
#define GT_SCOPE_CL_AT_(v, queue, name) \
    for (GT_LOCAL_(gt_cl_scope_guard_, v)((queue), GT_SITE_(name), GT_CL_COMPLETE_); v.phase.scope.live; \
         gt_cl_scope_end(&v.phase))
#elif GT_GNU_
#define GT_SCOPE_CL_AT_(v, queue, name) \
    for (GT_LOCAL_(gt_cl_scope, v) __attribute__((cleanup(gt_cl_scope_drop_))) = \
             *gt_cl_scope_open_(&v, (queue), GT_SITE_(name), GT_CL_COMPLETE_); v.scope.live; gt_cl_scope_end(&v))
/* Opens a phase where it stands, so that the macro copies *s to itself, which compilers leave out. Another copy would
   take part of the measured time. */
GT_INLINE_ gt_cl_scope *gt_cl_scope_open_(gt_cl_scope *s, cl_command_queue queue, gt_site_ *site, int complete) {
    gt_cl_scope_enter_(s, queue, site, NULL, complete);
    s->scope.live = 1;
    return s;
}
GT_INLINE_ void gt_cl_scope_drop_(gt_cl_scope *s) { if (s->scope.live) gt_cl_scope_left_(s); }
#else
#define GT_SCOPE_CL_AT_(v, queue, name) \
    for (gt_cl_scope v = gt_cl_scope_begin((queue), "" name); v.scope.live; gt_cl_scope_end(&v))
#endif
#endif

#ifdef __cplusplus
}   /* extern "C" */

#ifdef GPUTIME_STATIC
namespace {
#endif
class gt_cl_scope_guard_ {
public:
    gt_cl_scope phase;
    gt_cl_scope_guard_(cl_command_queue queue, gt_site_ *site, int complete) : phase() {
        gt_cl_scope_enter_(&phase, queue, site, NULL, complete);
        phase.scope.live = 1;
    }
    ~gt_cl_scope_guard_() { if (phase.scope.live) gt_cl_scope_left_(&phase); }
};
#ifdef GPUTIME_STATIC
}
#endif
#endif

#endif /* GPUTIME_CL_H */

/* ============================================================================================================
   STOP HERE unless you want to know how it works.
   PART 4: the implementation

   WORDS of the comments below; part 4 of gputime.h has more
       collected    a command is collected if the kit got its event; its scope then has its device time
       log, row     each thread has a log with a row for each command (gt_command), and for each call of OpenCL
       event        of row i: where the enqueue call of that command has put it
       stamps       the times QUEUED, SUBMIT, START and END of a command, by the device's clock
       program's series   in a program with calls.h and without scopes: the series that stands for a whole thread

   THE WAY OF A COMMAND from its enqueue to the report
       GT_EVENT                    gt_cl_event_: a row in the log, the clock beside the call                 >>events
       the end of the scope        gt_cl_scope_end: clFinish, then the end tick                             >>barrier
         gt_cl_collect_            resolves the rows of the scope, by the steps that follow                  >>events
         gt_cl_take_               reads the four stamps into the row; each unusable stamp
                                   is counted by kind (GT_STAMPS_)                                           >>events
         gt_cl_judged_             are they believed? align.h looks where they lie on the host's clock       >>events
         gt_cl_account_            gives rows and calls to gt_account_row_: the parts of the sample          >>events
         gt_device_times_          the device time of the sample                              >>commands of gputime.h
         gt_cl_rows_               each command becomes a sample of a series of its name                     >>events
   From there on a command goes the way of a sample, drawn in part 4 of gputime.h.

   TO ADD
       a kind of unusable stamps   a line in GT_STAMPS_; the rule stands in >>events

   SECTIONS    needs               gives                                                                       lines
       >>errors    status          gt_cl_check; names of codes, and what to do about them                        100
       >>device    errors          gt_cl_open, gt_cl_attach; open queues; what a report says of a device         350
       >>program   device          gt_cl_program, from source or file                                             70
       >>warmup    errors          gt_cl_warm_kernel, gt_cl_fill                                                  30
       >>events    commands        the log, stamps that are believed or not, the end of a scope, its account    1470
       >>barrier   events          gt_cl_scope_begin, gt_cl_scope_end; waits for queues                          150
       >>batch     barrier, trial  gt_cl_batch_begin                                                              30
       >>findings  events          when OpenCL was used first; the hooks of gputime.h                             30
   ============================================================================================================ */

#if defined(GPUTIME_IMPLEMENTATION) && !defined(GPUTIME_CL_IMPLEMENTED_)
#define GPUTIME_CL_IMPLEMENTED_
GT_EXACT_MATH_
#ifdef GT_CALLS_REPLACES_
#error "In a file with calls.h, GPUTIME_IMPLEMENTATION must stand before the first include of calls.h."
#endif

#ifndef GPUTIME_CL_EVENTS
#define GPUTIME_CL_EVENTS 256
#endif

/* ==== >>errors, implementation ==== */
GT_LEAN_

enum { GT_CL_NO_PLATFORM_ = -1001 };    /* the loader found no platform: there is no driver */
/* Names of the error codes 0 to -19 and -30 to -72. They stand here by number, since headers of OpenCL 1.2 lack the
   newer ones. Source: the registry of the OpenCL 3.0 specification. */
static const char *gt_cl_error_name_(cl_int code) {
    static const char *const names[] = {
        "CL_SUCCESS", "CL_DEVICE_NOT_FOUND", "CL_DEVICE_NOT_AVAILABLE", "CL_COMPILER_NOT_AVAILABLE",
        "CL_MEM_OBJECT_ALLOCATION_FAILURE", "CL_OUT_OF_RESOURCES", "CL_OUT_OF_HOST_MEMORY",
        "CL_PROFILING_INFO_NOT_AVAILABLE", "CL_MEM_COPY_OVERLAP", "CL_IMAGE_FORMAT_MISMATCH",
        "CL_IMAGE_FORMAT_NOT_SUPPORTED", "CL_BUILD_PROGRAM_FAILURE", "CL_MAP_FAILURE",
        "CL_MISALIGNED_SUB_BUFFER_OFFSET", "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST",
        "CL_COMPILE_PROGRAM_FAILURE", "CL_LINKER_NOT_AVAILABLE", "CL_LINK_PROGRAM_FAILURE",
        "CL_DEVICE_PARTITION_FAILED", "CL_KERNEL_ARG_INFO_NOT_AVAILABLE", "CL_INVALID_VALUE",
        "CL_INVALID_DEVICE_TYPE", "CL_INVALID_PLATFORM", "CL_INVALID_DEVICE", "CL_INVALID_CONTEXT",
        "CL_INVALID_QUEUE_PROPERTIES", "CL_INVALID_COMMAND_QUEUE", "CL_INVALID_HOST_PTR", "CL_INVALID_MEM_OBJECT",
        "CL_INVALID_IMAGE_FORMAT_DESCRIPTOR", "CL_INVALID_IMAGE_SIZE", "CL_INVALID_SAMPLER", "CL_INVALID_BINARY",
        "CL_INVALID_BUILD_OPTIONS", "CL_INVALID_PROGRAM", "CL_INVALID_PROGRAM_EXECUTABLE", "CL_INVALID_KERNEL_NAME",
        "CL_INVALID_KERNEL_DEFINITION", "CL_INVALID_KERNEL", "CL_INVALID_ARG_INDEX", "CL_INVALID_ARG_VALUE",
        "CL_INVALID_ARG_SIZE", "CL_INVALID_KERNEL_ARGS", "CL_INVALID_WORK_DIMENSION", "CL_INVALID_WORK_GROUP_SIZE",
        "CL_INVALID_WORK_ITEM_SIZE", "CL_INVALID_GLOBAL_OFFSET", "CL_INVALID_EVENT_WAIT_LIST", "CL_INVALID_EVENT",
        "CL_INVALID_OPERATION", "CL_INVALID_GL_OBJECT", "CL_INVALID_BUFFER_SIZE", "CL_INVALID_MIP_LEVEL",
        "CL_INVALID_GLOBAL_WORK_SIZE", "CL_INVALID_PROPERTY", "CL_INVALID_IMAGE_DESCRIPTOR",
        "CL_INVALID_COMPILER_OPTIONS", "CL_INVALID_LINKER_OPTIONS", "CL_INVALID_DEVICE_PARTITION_COUNT",
        "CL_INVALID_PIPE_SIZE", "CL_INVALID_DEVICE_QUEUE", "CL_INVALID_SPEC_ID", "CL_MAX_SIZE_RESTRICTION_EXCEEDED"
    };
    if (code <= 0 && code > -20) return names[-code];
    if (code <= -30 && code > -73) return names[-code - 10];
    return code == GT_CL_NO_PLATFORM_ ? "CL_PLATFORM_NOT_FOUND_KHR" : "an unknown OpenCL code";
}
/* Returns " in OCL_ICD_VENDORS=... (unset it)" if this variable tells the loader where to look for drivers; else "". */
static const char *gt_cl_vendors_(void) {
    const char *folder = getenv("OCL_ICD_VENDORS");
    return folder && folder[0] ? gt_text_(" in OCL_ICD_VENDORS=%.200s (unset it)", folder) : "";
}
/* What to do about the error codes that programs get most. Other codes get no advice: the specification says all that
   is known. */
#define GT_CL_REMEDIES(X_) \
    X_(-4, "release buffers that are no longer needed, or make them smaller: the device has no memory for this one") \
    X_(-5, "look for a kernel that reads or writes outside its buffers, or that needs more registers or local memory " \
           "than the device has: try smaller work-groups") \
    X_(-30, "compare sizes, offsets, flags and pointers of the call with the buffer: one is NULL, 0, or too large") \
    X_(-34, "check what clCreateContext has returned: the context is NULL or was released") \
    X_(-36, "check what the call that created the queue has returned: the queue is NULL or was released") \
    X_(-38, "check what clCreateBuffer has returned: the buffer is NULL, was released, or belongs to another context") \
    X_(-45, "check what clBuildProgram has returned: the program was not built for this device") \
    X_(-46, "compare the name with the kernels of the source: the program has no kernel of that name") \
    X_(-48, "check what clCreateKernel has returned: the kernel is NULL or was released") \
    X_(-49, "count the kernel's parameters from 0: there is no parameter of that number") \
    X_(-51, "give clSetKernelArg the size of the argument: sizeof(cl_mem) of a buffer, else that of the value") \
    X_(-52, "call clSetKernelArg for each parameter of the kernel before the launch") \
    X_(-53, "launch the kernel with 1, 2 or 3 dimensions") \
    X_(-54, "choose a local size that divides the global size and is at most the kernel's CL_KERNEL_WORK_GROUP_SIZE, " \
            "or pass NULL") \
    X_(-58, "release your own events after the scope, and never those of GT_EVENT, which the kit releases: this one " \
            "was released, or the call that should have created it failed") \
    X_(-61, "choose a size above 0 and up to CL_DEVICE_MAX_MEM_ALLOC_SIZE")
static const char *gt_cl_remedy_(cl_int code, const char *call) {
    if (code == -30 && !strncmp(call, "clGet", 5))
        return "give the query room for its answer: a number of entries above 0, or a size that is large enough";
    switch (code) {
#define GT_CL_REMEDY_CASE_(value, text) case value: return text;
        GT_CL_REMEDIES(GT_CL_REMEDY_CASE_)
        case GT_CL_NO_PLATFORM_:
            return gt_text_("install a driver (Debian, Ubuntu: apt-get install pocl-opencl-icd): the loader finds "
                            "none%s", gt_cl_vendors_());
        default: return "";
    }
}
static void gt_cl_call_checked_(cl_int code, const char *call);
/* Looks at the code that an OpenCL call has returned. Success: notes that the call was made. Failure: keeps the error.
   CL_DEVICE_NOT_FOUND is neither, but an answer: many programs first ask for a GPU, and go on without one. */
cl_int gt_cl_check(cl_int code, const char *call, const char *file, int line) {
    gt_cl_call_checked_(code, call);
    if (code == CL_DEVICE_NOT_FOUND)
        (void)gt_error_offer_(GT_ERROR_ANSWER_, GT_ERR_OPENCL, code, gt_cl_error_name_(code), call, file, line, NULL);
    else if (code != CL_SUCCESS)
        (void)gt_error_keep_(GT_ERR_OPENCL, code, gt_cl_error_name_(code), call, file, line,
                             gt_cl_remedy_(code, call));
    return code;
}
/* Checks the code of a call that the kit itself made. `call` is its name in errors: "clFinish in gt_cl_fill". Returns
   1; if the call failed, keeps the error and returns 0. */
static int gt_cl_ok_(cl_int code, const char *call) { return gt_cl_check(code, call, "", 0) == CL_SUCCESS; }
static gt_status gt_cl_status_(cl_int code, const char *call) { return gt_cl_ok_(code, call) ? GT_OK : GT_ERR_OPENCL; }
/* Like gt_cl_ok_, for a call that the kit made for the scope n: errors name the file and line of that scope. n may be
   NULL. */
static int gt_cl_ok_in_(const gt_node_ *n, cl_int code, const char *call) {
    return code == CL_SUCCESS ||
           gt_cl_check(code, call, n ? n->state->key.file : "", n ? n->state->key.line : 0) == CL_SUCCESS;
}
/* Asks the driver for a property of an object. Returns 1 if `value` has the answer; else `value` may hold anything. */
#define GT_CL_ASK_(kind, object, what, value) \
    (clGet##kind##Info((object), (what), sizeof(value), &(value), NULL) == CL_SUCCESS)

/* ==== >>device, implementation ==== */

/* The environment variables that this file reads, without the prefix GT_. gputime.h has a table of the same form. */
#define GT_CL_VARIABLES_(X_) \
    X_(DEVICE, "")
static const gt_variable_ gt_cl_variables_[] = { GT_CL_VARIABLES_(GT_VARIABLE_) { NULL, NULL } };
enum { GT_CL_VARIABLES_(GT_VARIABLE_CODE_) };

/* Asks the driver for a text, of the device (of_device 1) or of its platform (0). `to` gets it as one line, cut to
   `size`, without blanks at the end; "?" if the driver does not answer. */
static void gt_cl_copy_text_(const gt_cl *cl, int of_device, cl_uint what, char *to, size_t size) {
    char full[1024] = "";
    size_t i;
    const cl_int code = of_device ? clGetDeviceInfo(cl->device, what, sizeof full - 1, full, NULL)
                                  : clGetPlatformInfo(cl->platform, what, sizeof full - 1, full, NULL);
    gt_copy_(to, size, code == CL_SUCCESS ? full : "?");
    for (i = 0; to[i]; i++) if ((unsigned char)to[i] < ' ') to[i] = ' ';
    (void)gt_plain_(to, 0);
    while (i && to[i - 1] == ' ') to[--i] = 0;
}
static cl_int gt_cl_describe_(gt_cl *cl, cl_platform_id platform /* NULL: not known yet */, cl_device_id device) {
    size_t step = 0;
    cl_int code = CL_SUCCESS;
    memset(cl, 0, sizeof *cl);
    cl->device = device;
    cl->platform = platform;
    if (!platform) code = clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof cl->platform, &cl->platform, NULL);
    if (code != CL_SUCCESS) return code;
    gt_cl_copy_text_(cl, 0, CL_PLATFORM_NAME, cl->platform_name, sizeof cl->platform_name);
    gt_cl_copy_text_(cl, 1, CL_DEVICE_NAME, cl->name, sizeof cl->name);
    gt_cl_copy_text_(cl, 1, CL_DEVICE_VERSION, cl->version, sizeof cl->version);
    if (!GT_CL_ASK_(Device, device, CL_DEVICE_TYPE, cl->type)) cl->type = 0;
    if (!GT_CL_ASK_(Device, device, CL_DEVICE_PROFILING_TIMER_RESOLUTION, step)) step = 0;
    cl->resolution_ns = step ? (double)step : 1;
    return CL_SUCCESS;
}
static const char *gt_cl_type_name_(cl_device_type type) {
    return type & CL_DEVICE_TYPE_GPU ? "gpu" : type & CL_DEVICE_TYPE_CPU ? "cpu"
         : type & CL_DEVICE_TYPE_ACCELERATOR ? "accelerator" : "other";
}

static int gt_cl_lower_(int c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; }
/* Returns 1 if `part` occurs in `text`; ignores case. */
static int gt_cl_contains_(const char *text, const char *part) {
    size_t n = 0;
    for (; *text && part[n]; text++)
        for (n = 0; part[n] && gt_cl_lower_(part[n]) == gt_cl_lower_(text[n]);) n++;
    return !part[n];
}
static int gt_cl_same_(const char *a, const char *b) { return strlen(a) == strlen(b) && gt_cl_contains_(a, b); }
/* Returns how well a device fits `which`, the text by which the user chooses a device. A larger number is a better fit;
   0 means that the device does not fit. index: the device's "platform:device", as in "0:1". number: the device's line
   in the list of devices, from 0. A `which` of one or two digits is such a line. A longer number is looked for in the
   device's names. */
static int gt_cl_rank_(const gt_cl *c, const char *which, const char *index, const char *number) {
    const size_t digits = strspn(which, "0123456789");
    if (!which[0]) return c->type & CL_DEVICE_TYPE_GPU ? 3 : c->type & CL_DEVICE_TYPE_ACCELERATOR ? 2 : 1;
    if (digits && which[digits] == ':') return !strcmp(which, index);
    if (digits && !which[digits] && digits < 3) return !strcmp(which, number);
    if (gt_cl_same_(which, "gpu") || gt_cl_same_(which, "cpu") || gt_cl_same_(which, "accelerator"))
        return gt_cl_same_(which, gt_cl_type_name_(c->type));
    return gt_cl_contains_(c->name, which) || gt_cl_contains_(c->platform_name, which) ||
           gt_cl_contains_(c->version, which);
}

/* The state of a loop over all OpenCL devices. The loop writes the list of devices, and finds the device that fits the
   user's choice best. */
enum { GT_CL_LISTED_ = 64 };        /* the most platforms that are listed; also the most devices of one platform */
typedef struct gt_cl_walk_ {
    const char *which;
    FILE *out;                  /* the file to which the list is printed; NULL if it is not printed */
    char list[sizeof gt_first_error_.detail];
    char barren[300];           /* names of platforms that offer no device */
    unsigned count;
    int rank;                   /* how well the device `best` fits the user's choice; 0 if no device fits */
    gt_cl best;
} gt_cl_walk_;
static void gt_cl_visit_(gt_cl_walk_ *w, const gt_cl *c, unsigned platform, unsigned device) {
    const size_t length = strlen(w->list);
    char index[32], number[16], line[512];
    sprintf(index, "%u:%u", platform, device);
    sprintf(number, "%u", w->count++);
    sprintf(line, "%s  %-4s  %-40s  %-32s  %s\n", index, gt_cl_type_name_(c->type), c->name, c->platform_name,
            c->version);
    gt_copy_(w->list + length, sizeof w->list - length, line);
    if (w->out) fputs(line, w->out);
    int rank = gt_cl_rank_(c, w->which, index, number);
    if (rank <= w->rank) return;
    w->rank = rank;
    w->best = *c;
}
static void gt_cl_barren_(gt_cl_walk_ *w, cl_platform_id platform) {
    const size_t used = strlen(w->barren);
    char name[128] = "";
    (void)clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name - 1, name, NULL);
    snprintf(w->barren + used, sizeof w->barren - used, "%s%.120s", used ? ", " : "", name[0] ? name : "?");
}
static gt_status gt_cl_walk_all_(gt_cl_walk_ *w, const char *which, FILE *out) {
    cl_platform_id platforms[GT_CL_LISTED_];
    cl_device_id devices[GT_CL_LISTED_];
    cl_uint platform_count = 0, device_count = 0;
    cl_int refused = CL_SUCCESS, code = clGetPlatformIDs(GT_CL_LISTED_, platforms, &platform_count);
    gt_cl c;
    memset(w, 0, sizeof *w);
    w->which = which;
    w->out = out;
    if (code == GT_CL_NO_PLATFORM_) return GT_OK;
    if (!gt_cl_ok_(code, "clGetPlatformIDs in gt_cl_open")) return GT_ERR_OPENCL;
    for (cl_uint i = 0; i < platform_count && i < GT_CL_LISTED_; i++) {
        code = clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, GT_CL_LISTED_, devices, &device_count);
        if (code != CL_SUCCESS && code != CL_DEVICE_NOT_FOUND) refused = code;
        if (code == CL_DEVICE_NOT_FOUND) gt_cl_barren_(w, platforms[i]);
        for (cl_uint k = 0; code == CL_SUCCESS && k < device_count && k < GT_CL_LISTED_; k++) {
            (void)gt_cl_describe_(&c, platforms[i], devices[k]);
            gt_cl_visit_(w, &c, i, k);
        }
    }
    return w->list[0] ? GT_OK : gt_cl_status_(refused, "clGetDeviceIDs in gt_cl_open");
}
static gt_status gt_cl_none_(const gt_cl_walk_ *w, const char *call, const char *before) {
    char text[sizeof w->list + 1024];
    snprintf(text, sizeof text, "%s%s%s%s", before, w->list[0] ? "There are:\n"
             : w->barren[0] ? "No OpenCL device was found on any of these platforms: " : "No OpenCL device was found: ",
             w->list[0] ? w->list : w->barren[0] ? w->barren
             : gt_text_("the OpenCL loader found no driver%s.", gt_cl_vendors_()),
             w->barren[0] && !w->list[0] ? ". PoCL has none if it cannot write to its cache folder "
                                           "(POCL_CACHE_DIR, else ~/.cache/pocl)." : "");
    return gt_fault_(GT_ERR_NO_DEVICE, call, text);
}
gt_status gt_cl_list(FILE *out) {
    gt_cl_walk_ w;
    gt_status status = gt_cl_walk_all_(&w, "", out);
    if (status != GT_OK || w.list[0]) return status;
    return gt_cl_none_(&w, "gt_cl_list", "");
}
static gt_status gt_cl_find_(gt_cl *cl, const char *which) {
    gt_cl_walk_ w;
    if (!which || !which[0]) which = gt_variable_value_(&gt_cl_variables_[GT_ENV_DEVICE_]);
    if (!which) which = "";
    gt_status status = gt_cl_walk_all_(&w, which, NULL);
    *cl = w.best;
    if (status != GT_OK || w.rank) return status;
    return gt_cl_none_(&w, "gt_cl_open", which[0] ? gt_text_("No OpenCL device matches \"%.90s\". ", which) : "");
}

/* A queue that gt_cl_open or gt_cl_attach has registered. gt_cl_finish_all waits for all of these queues. */
typedef struct gt_cl_idle_ {
    cl_command_queue queue;
    uint64_t idle;              /* how long clFinish takes on this queue when it is empty (ticks) */
} gt_cl_idle_;
static struct { gt_cl_idle_ *q; size_t count, room; } gt_cl_open_queues_;
/* Adds a queue to the list of open queues; returns 0 if memory runs out. */
static int gt_cl_queue_add_(gt_cl_idle_ queue) {
    gt_lock_();
    gt_cl_idle_ *p = (gt_cl_idle_ *)gt_more_(&gt_cl_open_queues_.q, gt_cl_open_queues_.count, &gt_cl_open_queues_.room,
                                             sizeof *p);
    if (p) *p = queue;
    gt_cl_open_queues_.count += p != NULL;
    gt_unlock_();
    return p != NULL;
}
static void gt_cl_queue_drop_(cl_command_queue queue) { /* removes the queue from the list of open queues */
    size_t i;
    gt_lock_();
    for (i = 0; i < gt_cl_open_queues_.count && gt_cl_open_queues_.q[i].queue != queue; i++) {}
    if (i < gt_cl_open_queues_.count) gt_cl_open_queues_.q[i] = gt_cl_open_queues_.q[--gt_cl_open_queues_.count];
    gt_unlock_();
}
/* Returns the open queue with index i; .queue is NULL behind the last one. */
static gt_cl_idle_ gt_cl_queue_at_(size_t i) {
    gt_cl_idle_ q = { NULL, 0 };
    gt_lock_();
    if (i < gt_cl_open_queues_.count) q = gt_cl_open_queues_.q[i];
    gt_unlock_();
    return q;
}

static void gt_cl_hooks_(void);
static void gt_cl_room_(size_t wanted);
static void gt_cl_launched_(cl_kernel kernel);

/* Measures how long clFinish takes on this queue, which must be empty. Stores the median of 11 calls in *idle
   (ticks). */
static cl_int gt_cl_idle_ticks_(cl_command_queue queue, uint64_t *idle) {
    enum { times = 11 };
    uint64_t ticks[times];
    cl_int code = CL_SUCCESS;
    for (int i = 0; i < times && code == CL_SUCCESS; i++) {
        uint64_t t = gt_now_();
        code = clFinish(queue);
        ticks[i] = gt_now_() - t;
    }
    if (code == CL_SUCCESS) qsort(ticks, times, sizeof ticks[0], gt_by_size_);
    *idle = code == CL_SUCCESS ? ticks[times / 2] : 0;
    return code;
}
/* Notes in d->place where a device sits: its address on the bus (cl_khr_pci_bus_info) and its UUID
   (cl_khr_device_uuid). Two parts of a divided device have the same address, but different UUIDs. The processors of a
   host count as one device. A program of several ranks (MPI) needs this to tell whether two ranks share a device. In
   other programs the function does nothing. */
static void gt_cl_place_(gt_device_ *d, const gt_cl *cl) {
    cl_uint bus[4];
    unsigned char uuid[16];
    char text[sizeof d->place] = "";
    if (!gt_rank_of_process_().rank) return;
    if (cl->type & CL_DEVICE_TYPE_CPU) strcpy(text, "processors");
    else {
        if (GT_CL_ASK_(Device, cl->device, 0x410F, bus))
            sprintf(text, "%04x:%02x:%02x.%x", bus[0] & 0xFFFFu, bus[1] & 255u, bus[2] & 255u, bus[3] & 7u);
        const int known = GT_CL_ASK_(Device, cl->device, 0x106A, uuid);
        const size_t used = strlen(text);
        for (size_t i = 0; known && i < sizeof uuid; i++) sprintf(text + used + 2 * i, "%02x", uuid[i]);
    }
    gt_lock_();
    memcpy(d->place, text, sizeof text);
    gt_unlock_();
}
/* Writes the line by which reports describe a device. The function also notes the step of the device's stamps, and the
   rates that no claimed work can exceed. opening: the end of the line, with the times that clFinish and the opening of
   the device took. It is "" if gt_cl_open did not open the device. */
static void gt_cl_note_(gt_device_ *d, const gt_cl *cl, const char *opening) {
    char text[512];
    cl_uint units = 0, mhz = 0;
    sprintf(text, "%.100s | %.80s | %.60s%.200s", cl->name, cl->version, cl->platform_name, opening);
    gt_device_describe_(d, text, opening[0] ? cl->resolution_ns : 0);
    GT_POKE_(&d->processor, (uint32_t)((cl->type & CL_DEVICE_TYPE_CPU) != 0));
    GT_POKE_(&d->step_ns, (uint64_t)cl->resolution_ns);
    gt_cl_place_(d, cl);
    if (!cl->type || !GT_CL_ASK_(Device, cl->device, CL_DEVICE_MAX_COMPUTE_UNITS, units) ||
        !GT_CL_ASK_(Device, cl->device, CL_DEVICE_MAX_CLOCK_FREQUENCY, mhz)) return;
    /* These are upper limits of FLOP/s and of bytes a second. No device with this many compute units and this clock
       comes near them, so that a claim above a limit is a mistake. A compute unit with tensor units does 8192
       operations a cycle; the limit is twice that. gt_claim_limit_ has the limits of devices that are processors, and
       gt_device_facts_take_ asks whether these may use tile instructions. Some drivers state the clock of an idle
       processor: the kit assumes that a processor runs at 3 GHz or more. */
    const int cpu = GT_PEEK_(&d->processor) != 0;
    const double cycles = 1e6 * (double)units * (double)(cpu && mhz < 3000 ? 3000 : mhz);
    GT_POKE_(&d->most[0], gt_bits_of_(cycles * (cpu ? 2048 : 16384)));
    GT_POKE_(&d->most[1], gt_bits_of_(cycles * (cpu ? 192 : 1024)));
}
/* Returns the kit's record of the device that a queue belongs to. Returns NULL if the driver does not name the device,
   or if memory runs out. */
static gt_device_ *gt_cl_queue_device_(cl_command_queue queue) {
    cl_device_id id = NULL;
    gt_cl cl;
    if (!GT_CL_ASK_(CommandQueue, queue, CL_QUEUE_DEVICE, id)) return NULL;
    gt_device_ *d = gt_device_of_((const void *)id);
    if (d && !(GT_LOAD_(&d->described) && GT_PEEK_(&d->step_ns)) && gt_cl_describe_(&cl, NULL, id) == CL_SUCCESS)
        gt_cl_note_(d, &cl, "");
    if (d) GT_POKE_(&d->worked, GT_PEEK_(&gt_resets_) + 1);
    return d;
}
/* Registers a device that gt_cl_open or gt_cl_attach has opened. From now on reports describe the device in their first
   lines, and gt_cl_finish_all waits for its queue. */
static gt_status gt_cl_introduce_(gt_cl *cl) {
    const char *opened = "";
    gt_device_ *d = gt_device_of_((const void *)cl->device);
    gt_cl_idle_ queue = { cl->queue, 0 };
    if (!gt_cl_ok_(gt_cl_idle_ticks_(cl->queue, &queue.idle), "clFinish in gt_cl_open")) return GT_ERR_OPENCL;
    if (!d || !gt_cl_queue_add_(queue)) return gt_fault_(GT_ERR_MEMORY, "gt_cl_open or gt_cl_attach", NULL);
    cl->finish_ns = gt_clock_ns(queue.idle);
    if (cl->owned)
        opened = gt_text_(" | opened in %.20s: platform %.20s, devices %.20s, context %.20s",
                          gt_time_(cl->platform_ns + cl->devices_ns + cl->context_ns), gt_time_(cl->platform_ns),
                          gt_time_(cl->devices_ns), gt_time_(cl->context_ns));
    gt_cl_note_(d, cl, gt_text_(" | idle clFinish %.20s%s", gt_time_(cl->finish_ns), opened));
    gt_cl_hooks_();
    /* Memory for commands is allocated now if this thread has run scopes. Otherwise its first scope allocates it. */
    if (gt_self_) gt_cl_room_(GPUTIME_CL_EVENTS);
    return GT_OK;
}

#if GT_GNU_
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#endif
static cl_command_queue gt_cl_queue_new_(cl_context context, cl_device_id device, cl_command_queue_properties how,
                                         cl_int *code) {
    /* The kit uses this deprecated call, since OpenCL 1.2 lacks the newer one. */
    return clCreateCommandQueue(context, device, how, code);
}
#if GT_GNU_
#pragma GCC diagnostic pop
#endif

static gt_status gt_cl_connect_(gt_cl *cl) {     /* makes the context and the queue of *cl */
    const cl_context_properties properties[3] = { CL_CONTEXT_PLATFORM, (cl_context_properties)cl->platform, 0 };
    uint64_t begin = gt_clock_ticks();
    cl_int code = CL_SUCCESS;
    cl->context = clCreateContext(properties, 1, &cl->device, NULL, NULL, &code);
    if (!gt_cl_ok_(code, "clCreateContext in gt_cl_open")) return GT_ERR_OPENCL;
    cl->owned = 1;
    cl->queue = gt_cl_queue_new_(cl->context, cl->device, CL_QUEUE_PROFILING_ENABLE, &code);
    if (!gt_cl_ok_(code, "clCreateCommandQueue in gt_cl_open")) return GT_ERR_OPENCL;
    cl->context_ns = gt_clock_ns(gt_clock_ticks() - begin);
    return GT_OK;
}
gt_status gt_cl_open(gt_cl *cl, const char *which) {
    uint64_t begin = gt_clock_ticks();
    cl_uint platforms = 0;
    /* the first query takes long: it makes the OpenCL loader load all drivers */
    cl_int code = clGetPlatformIDs(0, NULL, &platforms);
    gt_cl c;
    memset(cl, 0, sizeof *cl);
    if (code != GT_CL_NO_PLATFORM_ && !gt_cl_ok_(code, "clGetPlatformIDs in gt_cl_open")) return GT_ERR_OPENCL;
    uint64_t loaded = gt_clock_ticks();
    gt_status status = gt_cl_find_(&c, which);
    if (status != GT_OK) return status;
    c.devices_ns = gt_clock_ns(gt_clock_ticks() - loaded);
    c.platform_ns = gt_clock_ns(loaded - begin);
    status = gt_cl_connect_(&c);
    if (status == GT_OK) status = gt_cl_introduce_(&c);
    if (status != GT_OK) gt_cl_close(&c);
    *cl = c;
    return status;
}
gt_status gt_cl_attach(gt_cl *cl, cl_context context, cl_command_queue queue) {
    cl_device_id device = NULL;
    gt_cl c;
    memset(cl, 0, sizeof *cl);
    if (!gt_cl_ok_(clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof device, &device, NULL),
                   "clGetCommandQueueInfo in gt_cl_attach") ||
        !gt_cl_ok_(gt_cl_describe_(&c, NULL, device), "clGetDeviceInfo in gt_cl_attach")) return GT_ERR_OPENCL;
    c.context = context;
    c.queue = queue;
    gt_status status = gt_cl_introduce_(&c);
    if (status == GT_OK) *cl = c;
    return status;
}
void gt_cl_close(gt_cl *cl) {
    if (cl->queue) gt_cl_queue_drop_(cl->queue);
    if (cl->owned && cl->queue) gt_cl_ok_(clReleaseCommandQueue(cl->queue), "clReleaseCommandQueue in gt_cl_close");
    if (cl->owned) gt_cl_ok_(clReleaseContext(cl->context), "clReleaseContext in gt_cl_close");
    memset(cl, 0, sizeof *cl);
}

/* ==== >>program, implementation ==== */

/* Called when a build has returned `code`. Adds the finding debug-build if the options make the kernels slow. If the
   build failed, keeps an error with what the compiler says. name: the file that builds the program, at that line; if
   line is -1, the name of the program. */
static void gt_cl_build_over_(cl_program program, cl_int code, const char *options, const char *name, int line) {
    char detail[sizeof gt_first_error_.detail + 64], *log = NULL;
    cl_device_id device[65] = { NULL }, *d = device;
    size_t size = 0;
    if (options && strstr(options, "-cl-opt-disable"))
        gt_clock_finding_add_(GT_FINDING_DEBUG_BUILD, line < 0 ? name : gt_text_("%.180s:%d", name, line), 0,
                              "its kernels were built with {}", GT_VALUES_(gt_t_("-cl-opt-disable")));
    if (code == CL_SUCCESS) return;
    (void)clGetProgramInfo(program, CL_PROGRAM_DEVICES, sizeof device - sizeof *device, device, NULL);
    /* devices of the context for which the program was not built have no log */
    while (*d && (clGetProgramBuildInfo(program, *d, CL_PROGRAM_BUILD_LOG, 0, NULL, &size) || size < 2)) d++;
    if (*d) log = (char *)calloc(size + 1, 1);
    if (log && clGetProgramBuildInfo(program, *d, CL_PROGRAM_BUILD_LOG, size, log, NULL) != CL_SUCCESS) log[0] = 0;
    snprintf(detail, sizeof detail, "%s: the compiler %s%s", name, log && log[0] ? "says:\n" : "left no log",
             log ? log : "");
    gt_error_keep_(GT_ERR_BUILD, code, gt_cl_error_name_(code), "clBuildProgram", name, line < 0 ? 0 : line, detail);
    free(log);
}
static void gt_cl_count_inside_(int what, uint64_t ticks);
cl_program gt_cl_program(const gt_cl *cl, const char *source, const char *options, const char *name) {
    cl_int code = CL_SUCCESS;
    cl_program program = clCreateProgramWithSource(cl->context, 1, &source, NULL, &code);
    if (gt_cl_check(code, "clCreateProgramWithSource", name, 0) != CL_SUCCESS) return NULL;
    if (!name) name = "a program from a string";
    uint64_t begin = gt_clock_ticks();
    code = clBuildProgram(program, 1, &cl->device, options, NULL, NULL);
    gt_cl_count_inside_(GT_N_builds, gt_clock_ticks() - begin);
    gt_cl_build_over_(program, code, options, name, -1);
    if (code == CL_SUCCESS) return program;
    clReleaseProgram(program);
    return NULL;
}
/* Returns the text of a file; the caller frees it. After an error, which is kept for gt_fail, returns NULL. */
static char *gt_cl_file_text_(const char *path) {
    char *text = NULL, *more, part[4096];
    size_t length = 0, n = 0;
    FILE *f = fopen(path, "rb");
    while (f && (n = fread(part, 1, sizeof part, f)) > 0 && (more = (char *)realloc(text, length + n + 1)) != NULL) {
        memcpy(more + length, part, n);
        length += n;
        more[length] = 0;
        text = more;
    }
    /* `good` means that the file was read to its end, is not empty, and holds no zero byte */
    const int good = f && !n && length && !ferror(f) && strlen(text) == length;
    if (f) fclose(f);
    if (good) return text;
    free(text);
    gt_error_keep_(f && n ? GT_ERR_MEMORY : GT_ERR_IO, 0, NULL, !f ? "fopen" : n ? "realloc" : "fread", path, 0,
                   !f ? "This OpenCL source cannot be opened." :
                   n ? NULL : "This OpenCL source cannot be read as a text.");
    return NULL;
}
cl_program gt_cl_program_file(const gt_cl *cl, const char *path, const char *options) {
    char *source = gt_cl_file_text_(path);
    cl_program program = source ? gt_cl_program(cl, source, options, path) : NULL;
    free(source);
    return program;
}

/* ==== >>warmup, implementation ==== */

gt_status gt_cl_warm_kernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t *offset,
                            const size_t *global, const size_t *local) {
    cl_event *event = gt_cl_event_(NULL, 0);
    gt_cl_launched_(kernel);
    cl_int code = clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, 0, NULL, event);
    if (!gt_cl_ok_(code, "clEnqueueNDRangeKernel in gt_cl_warm_kernel")) return GT_ERR_OPENCL;
    gt_cl_enter_();
    return gt_cl_status_(clFinish(queue), "clFinish in gt_cl_warm_kernel");
}

#ifndef CL_VERSION_1_2      /* the program included CL/cl.h as OpenCL 1.1, which lacks this declaration */
GT_EXTERN_C_ cl_int CL_API_CALL clEnqueueFillBuffer(cl_command_queue, cl_mem, const void *, size_t, size_t, size_t,
                                                    cl_uint, const cl_event *, cl_event *);
#endif
gt_status gt_cl_fill(cl_command_queue queue, cl_mem buffer, const void *pattern, size_t pattern_size) {
    size_t size = 0;
    cl_int code = clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof size, &size, NULL);
    if (!gt_cl_ok_(code, "clGetMemObjectInfo in gt_cl_fill")) return GT_ERR_OPENCL;
    cl_event *event = gt_cl_event_(NULL, (double)size);
    code = clEnqueueFillBuffer(queue, buffer, pattern, pattern_size, 0, size, 0, NULL, event);
    if (!gt_cl_ok_(code, "clEnqueueFillBuffer in gt_cl_fill")) return GT_ERR_OPENCL;
    gt_cl_enter_();
    return gt_cl_status_(clFinish(queue), "clFinish in gt_cl_fill");
}

GT_FAST_
/* ==== >>events, implementation ==== */

/* The kit assumes that the host's clock and the device's clock drift apart by at most 500 parts in a million. */
#define GT_CL_DRIFT_ 500e-6
/* Functions of examples/more/align.h that this file calls. They are NULL until the program has aligned the clock of a
   device with the host's clock. */
static struct {
    /* Converts the START stamp of a command to the host's clock, if the command's device was aligned. Stores the result
       as `begin` in the command's row. over: when the scope had ended (ticks). Returns 0 if the converted time cannot
       be right, because it lies before the enqueue of the command or after `over`. */
    int (*placed)(gt_command *r, uint64_t over);
    /* Writes the offset and the drift of the device's clock into *k, if the device was aligned. tick_ns: the length of
       a tick of the host's clock, in ns. */
    void (*clock)(const gt_device_ *device, double tick_ns, gt_log_clock_ *k);
} gt_cl_aligner_;

/* What the kit knows of commands that still ran when the latest sample of this thread ended. Several samples of one
   timer share one such record if each begins right where the one before ended. The record then holds the number of
   these samples, and the sum of their lengths. */
typedef struct gt_cl_tail_ {
    const void *queue;          /* the queue of a command that still ran when the sample ended; NULL if all were over */
    const gt_device_ *device;   /* the device of that queue */
    gt_node_ *node;
    uint64_t over;              /* when the latest sample ended (ticks) */
    /* how many samples ended before their commands did; set to 0 when it has been added to the counter
       gt_series.tails */
    uint64_t samples;
    uint64_t resets;            /* how often gt_reset had been called when the latest sample ended */
    /* length_ns: the sum of the lengths of the samples that share this record. ns: how long the last command ran on
       after its sample had ended. */
    double length_ns, ns;
    int runs;                   /* 1: the commands may still run, so that the kit does not know `ns` yet */
} gt_cl_tail_;
/* What calls.h knows of a kernel launch. Launches of the same kernel with the same sizes and arguments share one
   record. */
typedef struct gt_cl_launch_ {
    const char *kernel_name;    /* the kernel's name, a copy that outlives the kernel; NULL if it is not known */
    uint64_t work;              /* a hash of program, kernel name and sizes; 0 if one of them is not known */
    /* Two hashes of the kernel's arguments. For the first hash a buffer argument counts by its size, for the second one
       by its identity. A hash that is not known is 0. */
    uint64_t given[2];
    /* the three global sizes, then the three local ones, for a trace; a size that is not known or not given is 0 */
    size_t sizes[6];
} gt_cl_launch_;
/* The log of a thread has one list with a row for each command, and another with a row for each OpenCL call. Both are
   in the order of time. A scope owns all rows that were added since the scope began, so that the last rows belong to
   the innermost scope. When a scope ends, the kit reads the stamps of its commands. If the scope was a phase inside
   another phase, its rows stay in the log for the outer phase. Otherwise they are dropped. In a program without scopes
   the log begins with the rows of commands that are over. */
/* 18 blocks of memory have room for 33 million rows, which is 6 GB. */
enum { GT_CL_BLOCKS_MOST_ = 18, GT_CL_LIVE_MOST_ = 16384 };
typedef struct gt_cl_log_ {     /* the fields that every launch needs stand first, so that they share cache lines */
    /* The rows of commands. rows.room says for how many rows, and for how many of their events, there is memory. */
    gt_commands_ rows;
    /* When this number of rows is used, the kit must write to the memory of the next rows, to take the page faults of
       their first use. */
    size_t full;
    /* when this number of rows is used, the kit must release events of finished commands, or allocate memory */
    size_t crowded;
    /* the kit has already written to the memory of this number of rows, so that they cause no page fault */
    size_t touched;
    /* the events of the rows; their blocks never move, since OpenCL's enqueue calls write the events into them */
    cl_event *event[GT_CL_BLOCKS_MOST_];
    /* How many blocks of events there are. The first block holds GPUTIME_CL_EVENTS events. Each further block holds as
       many as all blocks before it together. */
    int blocks;
    uint32_t changing;          /* not 0: this thread may change its rows, so that no other thread may copy them */
    /* how many rows at the begin of the log belong to commands that are over (only in a program without scopes) */
    size_t done;
    /* the first row in which gt_cl_harvest_ looks for a command that is over; earlier rows keep their events until
       their scopes end */
    size_t looked;
    /* the series to which commands belong in a thread without scopes; NULL if there is none */
    gt_node_ *program;
    /* a queue with commands that no scope collects and that nobody has waited for; NULL if there is none */
    const void *pending;
    uint64_t pending_at;        /* when GT_CL saw the first of these commands (ticks) */
    /* seen: 1 if calls.h sees the OpenCL calls of this thread. built: 1 if calls.h has already counted the latest
       build. given: how many addresses for events GT_EVENT has given that no call inside GT_CL has got since, nor
       has a scope ended. addressed: 1 if it has ever given one. */
    uint16_t seen, given, built, addressed;
    uint32_t waves;             /* how many calls of this thread have waited for commands to end */
    /* the number of commands that no scope collected; if it grows during a phase, some commands of the phase are not
       known */
    uint32_t missed;
    uint64_t reading;           /* how long the latest reading of page faults and context switches took (ticks) */
    /* page faults and context switches when the scope `reader` (the next field) began */
    gt_signals_ then;
    /* the open host scope or timer for which the kit has read the field `then`; NULL if there is none */
    const gt_node_ *reader;
    /* four numbers: how long clFinish takes on each of the four queues that gt_cl_idle_of_ has measured last, if the
       queue is idle */
    gt_cl_idle_ idle[4];
    /* the events in the wait lists of all commands; each row says which of them belong to its command */
    const void **waited;
    size_t waits, wait_room;
    gt_cl_launch_ *launch;      /* the records that calls.h keeps of kernel launches; the rows refer to them */
    size_t launches, launch_room;
    size_t base;                /* index of the first row of the innermost open phase */
    gt_cl_tail_ left;
    uint64_t pause;             /* the pause between the latest sample of a timer and the one before (ticks) */
    uint64_t begin;             /* when the sample of the series `program` began (ticks) */
    /* the log of calls: a row for each OpenCL call that the kit saw, and for each piece of the kit's own work, in order
       of time */
    gt_log_row_ *call;
    size_t calls, call_room;
    uint64_t calls_from;        /* the time (ticks) from which on no call is missing in the log of calls */
    /* the number of the clock that gave the ticks of all logged calls: the kit can change its clock during a run */
    uint32_t calls_epoch;
    /* how many queues gt_cl_idle_of_ has measured in this thread; the next one is stored in idle[idles % 4] */
    unsigned idles;
    uint64_t entered;           /* when the OpenCL call that runs inside GT_CL now began (ticks); 0 if not known */
    /* memory that is kept and used again each time a sample is divided into parts: `log` holds its calls, `room` the
       rest */
    gt_workroom_ log, room;
} gt_cl_log_;
static GT_THREAD_LOCAL_ gt_cl_log_ gt_cl_mine_;
static struct {
    /* 1: the program had a phase, or a command in a scope. From then on no series stands for the whole program. */
    uint32_t scoped;
    uint32_t exiting;           /* 1: the program is ending, and no command is collected any more */
    uint32_t turns;             /* counts begins and ends of waits for queues, in all threads, if there is calls.h */
} gt_cl_process_;

struct gt_cl_use_;
/* Functions of examples/tools/calls.h that this file calls. The pointer gt_cl_tool_ leads to them. It is NULL in a
   program without calls.h. In C++ it is NULL until calls.h has seen the first OpenCL call. */
typedef struct gt_cl_tool_hooks_ {
    gt_program_hooks_ program;                  /* functions of calls.h that gputime.h calls */
    /* returns the series that stands for a thread without scopes; NULL if there is none */
    gt_node_ *(*program_node)(void);
    void (*scope_begins)(void);    /* called when a scope begins in a thread that has a series for the whole program */
    void (*timer_ends)(void);    /* called when a timer has ended in a thread that has a series for the whole program */
    void (*thread_ends)(void);
    /* returns the name of a kernel, as a text that stays valid after the kernel is released; NULL if it is not known */
    const char *(*kernel_name)(cl_kernel kernel);
    /* Called when a kernel is launched with sizes that are new; the kit's lock is held. work: the new entry for this
       kernel and these sizes in the table of first uses. */
    void (*work_begins)(struct gt_cl_use_ *work, const gt_command *launch);
    /* Called for a kernel launch inside a timer, when that timer ends. before: when the launch was enqueued (ticks). */
    void (*work_taken)(const gt_command *launch, uint64_t before);
    gt_command *(*command_of)(cl_event event);  /* returns the log row of the command with this event, or NULL */
    void (*sent)(const void *queue);    /* called at each enqueue; queue is NULL if it is not known */
    /* Called when the program has waited for the queue. ticks: how long the wait took. since: gt_cl_process_.turns when
       the wait began. Returns 1 if the queue was at work although the kit had seen no command for it. */
    int (*drained)(const void *queue, uint32_t since, uint64_t ticks);
    /* notes whether the commands that still ran when the latest sample ended are over by now */
    void (*tail_look)(void);
    /* Called when a timer ends. Sorts the rows from `first` on, so that the rows of commands that still run stand in
       front. Returns the index of the first row behind those. Adds the launches that still run and are the first of
       their kernels to both counts. */
    size_t (*run_on)(size_t first, size_t *launches, size_t *firsts);
    /* called when a sample of the series n has ended, whose rows begin at index `first` */
    void (*worked)(gt_node_ *n, size_t first);
    /* Called in a program without scopes when commands that are over have become samples. firsts: 1 if some were the
       first launches of their kernels. */
    void (*program_rows)(int firsts);
} gt_cl_tool_hooks_;
static const gt_cl_tool_hooks_ *gt_cl_tool_;
/* Returns the series that stands for a whole program without scopes. calls.h makes this series. Returns NULL if there
   is none. */
static gt_node_ *gt_cl_program_node_(void) {
    return gt_cl_mine_.program || !gt_cl_tool_ ? gt_cl_mine_.program : gt_cl_tool_->program_node();
}
/* Returns the innermost open scope. If no scope is open, the function returns the series that stands for the whole
   program. It returns NULL if that series does not exist either. */
static gt_node_ *gt_cl_here_(void) {
    return gt_self_ && gt_self_->current != gt_self_->root ? gt_self_->current : gt_cl_program_node_();
}

/* Returns the address at which the event of row i is stored. */
static cl_event *gt_cl_event_of_(const gt_cl_log_ *log, size_t i) {
    int b = log->blocks - 1;
    size_t from = b ? log->rows.room / 2 : 0;           /* the last block holds as many as all others together */
    while (i < from) from = --b ? from / 2 : 0;
    return &log->event[b][i - from];
}
static cl_event *gt_cl_event_at_(size_t i) { return gt_cl_event_of_(&gt_cl_mine_, i); }
static const gt_cl_launch_ *gt_cl_launch_of_(const gt_command *r) {
    static const gt_cl_launch_ unknown = { NULL, 0, { 0, 0 }, { 0, 0, 0, 0, 0, 0 } };
    return r->launch_ ? &gt_cl_mine_.launch[r->launch_ - 1] : &unknown;
}
/* Returns the row of the command that was enqueued last. Returns NULL if there is none, or if the scope of that command
   has ended. */
static gt_command *gt_cl_last_(void) {
    const gt_commands_ *c = &gt_cl_mine_.rows;
    return c->used && !c->row[c->used - 1].ended_ ? &c->row[c->used - 1] : NULL;
}
static size_t gt_cl_hash_(uint64_t key, int bits) {
    return (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> (64 - bits));
}

/* -- the log of OpenCL calls and of the kit's own work: it decides into which parts a sample's time is divided -- */

enum { GT_CL_CALLS_MOST_ = 4096, GT_CL_CALLS_OUTSIDE_ = 64, GT_CL_POLL_TICKS_ = 1000 };
static void gt_cl_account_lost_(void) { (void)gt_fault_(GT_ERR_MEMORY, "the account of a sample", NULL); }
/* Drops all logged calls if the kit has changed its clock since they were logged. */
static void gt_cl_calls_begin_(gt_cl_log_ *mine) {
    if (mine->calls_epoch == gt_clk_.epoch) return;
    mine->calls = 0;
    mine->calls_from = 0;
    mine->calls_epoch = gt_clk_.epoch;
}
/* Adds a call that ran from `before` to `after` (ticks) to the log of calls. A program that polls makes many calls of
   kind GT_LOG_CALL_ right after each other: these share one row. When the log is full, its earlier half is dropped.
   While no scope is open, few calls are kept: the next sample begins behind most of them.
   loose: 1 if the call may have begun later than `before`. Nothing is logged before the first scope of a thread. At
   that time there is no sample to divide yet, and nobody would free the log. */
static void gt_cl_call_log_(int what, uint64_t before, uint64_t after, int loose) {
    gt_cl_log_ *mine = &gt_cl_mine_;
    GT_KEEP_(mine);
    gt_cl_calls_begin_(mine);
    gt_log_row_ *last = mine->calls ? &mine->call[mine->calls - 1] : NULL;
    if (last && what == GT_LOG_CALL_ && last->what == what && before - last->after < GT_CL_POLL_TICKS_) {
        last->after = after;
        return;
    }
    if (mine->calls && mine->calls % GT_CL_CALLS_OUTSIDE_ == 0 &&
        (mine->calls == GT_CL_CALLS_MOST_ || !gt_self_ || gt_self_->current == gt_self_->root)) {
        const size_t left = mine->calls == GT_CL_CALLS_MOST_ ? mine->calls / 2 : GT_CL_CALLS_OUTSIDE_ / 4;
        mine->calls_from = mine->call[mine->calls - left - 1].after;
        memmove(mine->call, mine->call + mine->calls - left, left * sizeof *mine->call);
        mine->calls = left;
    }
    const int full = mine->calls == mine->call_room, begun = mine->rows.room > 0;
    if (!begun || (full && !gt_more_(&mine->call, mine->calls, &mine->call_room, sizeof *mine->call))) {
        mine->calls_from = after;
        if (begun) gt_cl_account_lost_();
        return;
    }
    const gt_log_row_ call = { (unsigned char)what, 0, 0, (unsigned char)loose, 0, 0, before, after, 0, 0, 0, 0, 0, 0 };
    mine->call[mine->calls++] = call;
}
/* Adds 1 to the counter `what` (GT_N_...) of every open scope. Also adds `ticks` to the counter behind that one, which
   sums up times. If no scope is open, the function does both in the series that stands for the whole program. A build,
   or the making of an object, took these ticks until now: it gets a row in the log of calls, unless calls.h sees this
   thread, which makes the row itself. */
static void gt_cl_count_inside_(int what, uint64_t ticks) {
    gt_node_ *n = gt_cl_here_();
    if (n && ticks && what != (int)GT_N_foreign && !gt_cl_mine_.seen) {
        const uint64_t now = gt_now_();
        gt_cl_call_log_(GT_LOG_SETUP_, now - ticks, now, 0);
    }
    for (; n && n->parent; n = n->parent) gt_count_timed_(n, what, ticks);
}

/* -- launches that are known -- */

enum { GT_CL_USE_BITS_ = 9, GT_CL_BARE_ = 1 };
/* An entry tells when something was first used, as far as the kit saw it. The thing is a kernel, a context, or (in
   programs without scopes) a kernel with its sizes. The field `key` tells which. For a kernel the key is the address of
   its handle or of its name; for a context, its address. For a kernel with its sizes it is a number that calls.h makes
   (see GT_CL_WORK_ there). GT_CL_BARE_, which no pointer equals, is the key for all launches inside GT_CL whose events
   the kit does not collect. */
typedef struct gt_cl_use_ {
    uintptr_t key;              /* what was used (see above); 0: the entry is free */
    uint64_t first;             /* when the key was first used (ticks) */
    /* only for a kernel with sizes: when it was last launched inside a timer, or by a thread that reads no clock, which
       another thread may time (ticks); 0 if never */
    uint64_t last;
    /* stamped: only in an entry for a kernel at one global and local size: 1 if the program itself has read stamps of
       one of these launches. between: 1 if the first launch lies between two timings of the program, since the program
       had read its clock an even number of times before that launch */
    uint32_t stamped, between;
    /* of: stamps that the program itself has read. Bit 0 is set if it has read those of the first launch, bit 1 if it
       has read those of a later one. more: how many launches came after the first one, up to 256 */
    uint32_t of, more;
    /* given: the hashes of the arguments of the first launch (see gt_cl_launch_.given). same: when a launch with one of
       these two hashes was last made (ticks). */
    uint64_t given[2], same;
    /* name: of the kernel. Of the first launch: wave: see gt_command.wave_; asked: 1 if the program asked for its event
       or for that of a later launch outside of timers, 2 if it gave a list of events to wait for, 3 if both. */
    const char *name;
    uint32_t wave, asked;
} gt_cl_use_;
/* A hash table of the entries above. Entries never move. When the table is nearly full, the kit makes a second one of
   twice the size, and new entries are put there. */
typedef struct gt_cl_uses_ {
    struct gt_cl_uses_ *older;
    int bits;                   /* the table has 2^bits entries */
    size_t count;
    gt_cl_use_ use[1];
} gt_cl_uses_;
static gt_cl_uses_ *gt_cl_uses_last_;       /* the newest table; NULL before the first use */
static uint32_t gt_cl_uses_epoch_;
/* Returns the entry of a key in a table. If the key has no entry yet, returns the free entry where it would be put. */
static gt_cl_use_ *gt_cl_use_in_(gt_cl_uses_ *t, uintptr_t key) {
    size_t i = gt_cl_hash_(key, t->bits);
    uintptr_t there;
    while ((there = GT_LOAD_(&t->use[i].key)) != 0 && there != key) i = (i + 1) & (((size_t)1 << t->bits) - 1);
    return &t->use[i];
}
static gt_cl_use_ *gt_cl_use_find_(uintptr_t key) {     /* returns the entry of the key in any table, or NULL */
    for (gt_cl_uses_ *t = GT_LOAD_(&gt_cl_uses_last_); t; t = t->older) {
        gt_cl_use_ *u = gt_cl_use_in_(t, key);
        if (GT_LOAD_(&u->key) == key) return u;
    }
    return NULL;
}
/* Lets a caller loop over the entries of all tables. Returns entry number i, counted through all tables; the entry may
   be a free one. Returns NULL behind the last entry. */
static gt_cl_use_ *gt_cl_use_at_(size_t i) {
    gt_cl_uses_ *t = GT_LOAD_(&gt_cl_uses_epoch_) == gt_clk_.epoch ? GT_LOAD_(&gt_cl_uses_last_) : NULL;
    for (; t && i >> t->bits; t = t->older) i -= (size_t)1 << t->bits;
    return t ? &t->use[i] : NULL;
}
/* Returns a free entry for a new key, or NULL if memory runs out. The caller holds the kit's lock, and then sets the
   key. */
static gt_cl_use_ *gt_cl_use_new_(uintptr_t key) {
    gt_cl_uses_ *t = gt_cl_uses_last_;
    if (!t || t->count >= (size_t)3 << (t->bits - 2)) {
        const int bits = t ? t->bits + 1 : GT_CL_USE_BITS_;
        gt_cl_uses_ *more = (gt_cl_uses_ *)calloc(1, sizeof *t + (((size_t)1 << bits) - 1) * sizeof t->use[0]);
        if (!more) return NULL;
        more->older = t;
        more->bits = bits;
        GT_STORE_(&gt_cl_uses_last_, more);
        t = more;
    }
    t->count++;
    return gt_cl_use_in_(t, key);
}
#define GT_CL_NEVER_ UINT64_MAX
/* Returns the entry of a key in any table. If the key has none, makes one that has `tick` as the time of the first use.
   If `tick` is GT_CL_NEVER_, makes none and returns NULL. launch: the launch, if the key stands for a kernel with
   sizes; otherwise NULL. */
static gt_cl_use_ *gt_cl_use_of_(uintptr_t key, uint64_t tick, const gt_command *launch) {
    gt_cl_use_ *u = gt_cl_use_find_(key);
    /* Most calls find an entry without the lock. */
    if (GT_LOAD_(&gt_cl_uses_epoch_) == gt_clk_.epoch && (u || tick == GT_CL_NEVER_)) return u;
    gt_lock_();
    for (gt_cl_uses_ *t = gt_cl_uses_last_; t && gt_cl_uses_epoch_ != gt_clk_.epoch; t = t->older) {
        /* All entries are cleared: their ticks come from a clock that the kit no longer uses. */
        for (size_t i = 0; !(i >> t->bits); i++) GT_POKE_(&t->use[i].key, 0);
        t->count = 0;
    }
    GT_STORE_(&gt_cl_uses_epoch_, gt_clk_.epoch);
    u = gt_cl_use_find_(key);
    if (!u && tick != GT_CL_NEVER_ && (u = gt_cl_use_new_(key)) != NULL) {
        GT_POKE_(&u->first, tick);
        GT_POKE_(&u->last, tick);
        GT_POKE_(&u->same, tick);
        if (launch && gt_cl_tool_) gt_cl_tool_->work_begins(u, launch);
        GT_STORE_(&u->key, key);
    }
    gt_unlock_();
    return u;
}
/* Returns when the thing of this key was first used (ticks). If the kit knows of no use, it notes `tick` as the first
   one and returns `tick`. With GT_CL_NEVER_ as `tick` the function only looks: it notes nothing and returns
   GT_CL_NEVER_ if there was no use. Returns 0 if the key is 0, or if memory runs out. */
static uint64_t gt_cl_used_(uintptr_t key, uint64_t tick) {
    const gt_cl_use_ *u = key ? gt_cl_use_of_(key, tick, NULL) : NULL;
    return u ? GT_PEEK_(&u->first) : key && tick == GT_CL_NEVER_ ? tick : 0;
}
/* Returns when GT_CL first saw such a launch, whose event nobody collects (ticks); GT_CL_NEVER_ if there was none. */
static uint64_t gt_cl_bare_first_(void) { return gt_cl_used_(GT_CL_BARE_, GT_CL_NEVER_); }
/* Notes that the program launches this kernel now. If this is the first use of the kernel, or of its context, the table
   of first uses gets an entry. */
static void gt_cl_launched_(cl_kernel kernel) {
    const uint64_t now = gt_clock_ticks();
    cl_context context = NULL;
    if (GT_CL_ASK_(Kernel, kernel, CL_KERNEL_CONTEXT, context)) (void)gt_cl_used_((uintptr_t)context, now);
    if (gt_cl_used_((uintptr_t)kernel, now) == now && gt_cl_tool_)
        (void)gt_cl_used_((uintptr_t)gt_cl_tool_->kernel_name(kernel), now);
}
/* Returns 1 if the source text of a call (the argument of GT_CL) shows that the call waits for commands. In the text
   CL_TRUE may appear as 1, if a macro around the call has expanded it. */
static int gt_cl_text_waits_(const char *call, int enqueue) {
    const char *what = enqueue ? call + 9 : call;
    if (enqueue && *what == 'N') return 0;      /* NDRangeKernel, as most calls are */
    if (!enqueue && (!strncmp(call, "clFinish", 8) || !strncmp(call, "clWait", 6))) return 1;
    if (strstr(call, "CL_TRUE")) return 1;
    if (strncmp(what, "Read", 4) && strncmp(what, "Write", 5) && strncmp(what, "Map", 3)) return 0;
    const char *third = strchr(what, '(');
    for (int i = 1; third && i < 3; i++) third = strchr(third + 1, ',');
    return third && !strncmp(third + 1 + (third[1] == ' '), "1,", 2);
}
/* Called just before an OpenCL call that may wait or builds. Notes the time at which the call begins. */
void gt_cl_enter_(void) { gt_cl_mine_.entered = !gt_is_off_() ? gt_now_() : 0; }
/* Logs a call inside GT_CL; does nothing if calls.h logs this thread's calls. entered: when the call began (ticks). If
   that is 0, it began at some time after the thread's last call or enqueue that the kit knows. */
static void gt_cl_seen_call_(int what, uint64_t entered) {
    const gt_cl_log_ *mine = &gt_cl_mine_;
    const gt_command *r = gt_cl_last_();
    const uint64_t call = mine->calls ? mine->call[mine->calls - 1].after : 0;
    const uint64_t enqueue = r ? r->after ? r->after : r->before : 0, last = call > enqueue ? call : enqueue;
    if (!mine->seen && !gt_is_off_()) gt_cl_call_log_(what, entered ? entered : last, gt_now_(), !entered);
}
/* Notes that the enqueue call of the latest command has now returned, and which event it gave. */
static void gt_cl_returned_(void) {
    gt_command *r = gt_cl_last_();
    if (r && !r->id) r->id = (const void *)*gt_cl_event_at_(gt_cl_mine_.rows.used - 1);
    if (r && r->id && !r->after && gt_clock_is_real_()) r->after = gt_now_();
}
/* Returns the scope n itself if it is a phase. Otherwise returns the nearest phase around n, or NULL if there is
   none. */
static gt_node_ *gt_cl_phase_around_(gt_node_ *n) {
    while (n && n->state->key.kind != GT_KIND_PHASE) n = n->parent;
    return n;
}
/* Returns the innermost scope, n or one around it, whose sample needs the commands inside it: a phase, or a scope that
   has commands of its own by now. Returns NULL if there is none. The program needs no rows of scopes that have
   ended. */
static const gt_node_ *gt_cl_needs_(const gt_node_ *n) {
    while (n && n->state->key.kind != GT_KIND_PHASE && !(n->state->alert & GT_ALERT_EVENTS_)) n = n->parent;
    return n && n->state->key.kind != GT_KIND_PROGRAM ? n : NULL;
}
/* Returns the scope that will collect a command: the innermost phase in which the command was enqueued. If there is no
   such phase, returns the innermost host scope. */
static gt_node_ *gt_cl_owner_of_(const gt_node_ *scope) {
    gt_node_ *n = (gt_node_ *)(uintptr_t)scope, *phase = gt_cl_phase_around_(n);
    return phase ? phase : n;
}
/* Notes that the program has waited for `queue` (NULL: for a queue that is not known). No command is pending there now.
   Returns 1 if one was pending until now. If the innermost open scope has commands of its own, the note is not made,
   and mine->pending stays as it is: the end of the scope needs it. */
static int gt_cl_settled_(const void *queue) {
    gt_cl_log_ *mine = &gt_cl_mine_;
    const gt_command *last = gt_cl_last_();
    const gt_node_ *owner = last ? gt_cl_owner_of_(last->scope) : NULL;
    const void *pending = mine->pending;
    if (mine->left.runs && gt_cl_tool_) gt_cl_tool_->tail_look();
    if (owner && owner->state->key.kind != GT_KIND_PROGRAM && owner == gt_self_->current) return 0;
    if (!queue || queue == pending || pending == (const void *)GT_CL_ALL) mine->pending = NULL;
    return mine->pending != pending;
}
/* Called when a wait inside GT_CL has returned, whose row is the last one in the log of calls. The function counts the
   wait if it was for commands from before this pass of a trial. It was so if it took over 50 us (as in calls.h), if the
   kit had seen such commands and no wait between them and the pass, and if the pass itself had enqueued none since its
   wait before this one. */
static void gt_cl_waited_old_(void) {
    const struct gt_trial_state_ *trial = gt_self_ ? gt_self_->trial : NULL;
    const gt_log_row_ *const log = gt_cl_mine_.call;
    size_t i = gt_cl_mine_.calls - 1;
    const uint64_t ticks = log[i].after - log[i].before, begin = trial ? trial->pass.begin : 0;
    int waited = 0;     /* 1: the pass has waited before, for what stands before that in the log */
    if (!begin || trial->pass.node != gt_self_->current || gt_rough_ns_(ticks) <= 50000 ||
        (gt_cl_last_() && gt_cl_last_()->before > begin)) return;
    while (i-- > 0 && (log[i].after > begin ? waited || log[i].what != GT_LOG_COMMAND_ : log[i].what > GT_LOG_WAIT_))
        waited |= log[i].what == GT_LOG_WAIT_;
    if (i < gt_cl_mine_.calls && log[i].what == GT_LOG_COMMAND_ && log[i].after <= begin)
        gt_count_timed_(gt_self_->current, GT_N_dirty, ticks);
}
/* Called when the OpenCL call inside a GT_CL has returned `code`. If the call succeeded, the function records it if it
   is a build, a wait, or an enqueue with or without GT_EVENT. It ignores all other calls. */
static void gt_cl_call_checked_(cl_int code, const char *call) {
    const uint64_t entered = gt_cl_mine_.entered;       /* when the call began (ticks); 0 if not known */
    const int enqueue = !strncmp(call, "clEnqueue", 9);
    const size_t given = gt_cl_mine_.given;
    const int by_name = given && (strstr(call, "GT_EVENT") || strstr(call, "gt_cl_event_"));
    size_t left = 0;
    for (size_t i = gt_cl_mine_.rows.used, looks = 8; i > 0 && looks > 0 && left < given; looks--)
        left += !*gt_cl_event_at_(--i) && !gt_cl_mine_.rows.row[i].taken_;
    /* A function may hand on the addresses that its caller gives it. The call that got one has put an event there. That
       was this call, unless its own text has NULL or &event as the event: then it was one outside of GT_CL. The text of
       a call that the kit itself made has no arguments. */
    const char *const event = by_name || left == given ? NULL : strchr(call, '(') ? strrchr(call, ',') : call;
    const int takes = by_name || (event && !strstr(event, "NULL") && !strstr(event, "nullptr") &&
                                  !strstr(event, " 0)") && !strchr(event, '&'));
    gt_cl_mine_.entered = 0;
    gt_cl_mine_.given = by_name ? 0 : (uint16_t)left;
    if (code != CL_SUCCESS) return;
    if (!enqueue && (!strncmp(call, "clBuild", 7) || !strncmp(call, "clCompile", 9) || !strncmp(call, "clLink", 6))) {
        if (!gt_cl_mine_.built) gt_cl_count_inside_(GT_N_builds, entered ? gt_now_() - entered : 0);
        gt_cl_mine_.built = 0;
    }
    const int waits = gt_cl_text_waits_(call, enqueue), orders = enqueue &&
                      (!strncmp(call + 9, "Marker", 6) || !strncmp(call + 9, "Barrier", 7));
    const int bare = enqueue && !takes && !gt_cl_mine_.seen && !orders;
    if (orders && !takes) gt_cl_seen_call_(GT_LOG_CALL_, entered);
    if (!strncmp(call, "clFlush", 7)) gt_cl_seen_call_(GT_LOG_FLUSH_, entered);
    /* Where GT_EVENT is NULL by itself, nothing is divided. With a `?` before it, the program itself gave NULL. */
    if (bare && (!strstr(call, "GT_EVENT") || strchr(call, '?'))) gt_cl_seen_call_(GT_LOG_COMMAND_, entered);
    if (waits) {
        gt_cl_seen_call_(GT_LOG_WAIT_, entered);
        if (gt_cl_mine_.calls && !gt_cl_mine_.seen) gt_cl_waited_old_();
        (void)gt_cl_settled_(NULL);
    } else if (bare) {
        if (!gt_cl_mine_.pending) gt_cl_mine_.pending_at = gt_now_();
        gt_cl_mine_.pending = (const void *)GT_CL_ALL;
        if (!strncmp(call + 9, "NDRangeKernel(", 14)) (void)gt_cl_used_(GT_CL_BARE_, gt_now_());
    }
    if (enqueue && takes) gt_cl_returned_();
}
/* Returns 1 if GT_CL has seen this thread enqueue commands, and no wait for them since. */
static int gt_cl_is_unwaited_(void) { return gt_cl_mine_.pending == (const void *)GT_CL_ALL; }

/* -- rows of commands -- */

/* Writes to the memory of the next rows now. Without this the first use of a row could cause a page fault between the
   two clock readings around an enqueue. The log may have room for many more rows: the function does this for so few
   that they are still in the processor's caches when they are used. */
static void gt_cl_touch_(void) {
    gt_cl_log_ *mine = &gt_cl_mine_;
    const size_t used = mine->rows.used, next = used + 1024 + used / 512, from = mine->touched;
    if (from < next) mine->touched = next < mine->rows.room ? next : mine->rows.room;
    mine->full = mine->crowded < mine->touched ? mine->crowded : mine->touched;
    if (from == mine->touched) return;
    (void)gt_touch(mine->rows.row + from, (mine->touched - from) * sizeof *mine->rows.row, GT_TOUCH_WRITE, 0, 1);
}
/* Allocates memory until the log has room for `wanted` rows and their events. If memory runs out, the log has room for
   fewer. */
static void gt_cl_room_(size_t wanted) {
    gt_cl_log_ *mine = &gt_cl_mine_;
    gt_commands_ *c = &mine->rows;
    gt_cl_hooks_();
    while (c->room < wanted && mine->blocks < GT_CL_BLOCKS_MOST_) {
        const size_t more = c->room ? c->room : GPUTIME_CL_EVENTS;
        cl_event *event = (cl_event *)gt_array_grow_(NULL, 0, more * sizeof *event);
        void *row = event ? gt_array_grow_(c->row, c->room * sizeof *c->row, (c->room + more) * sizeof *c->row) : NULL;
        if (!row) gt_array_free_(event, more * sizeof *event);
        if (!row) return;
        c->row = (gt_command *)row;
        mine->event[mine->blocks++] = event;
        if (mine->crowded == c->room) mine->crowded += more;
        c->room += more;
        gt_cl_touch_();
    }
}
static void gt_cl_log_free_(gt_cl_log_ *log) {
    for (size_t n = log->rows.room; log->blocks; log->blocks--)         /* each block but the first doubled the room */
        gt_array_free_(log->event[log->blocks - 1], (n -= log->blocks > 1 ? n / 2 : 0) * sizeof(cl_event));
    gt_array_free_(log->rows.row, log->rows.room * sizeof *log->rows.row);
    free(log->waited);
    free(log->launch);
    free(log->call);
    free(log->log.at);
    free(log->room.at);
    memset(log, 0, sizeof *log);
}
/* Returns the index of the first row that belongs to a scope. The rows of the scope, and of scopes inside it, stand at
   the end of the log. */
static size_t gt_cl_first_of_(const gt_node_ *n) {
    size_t first = gt_cl_mine_.rows.used;
    for (; first > gt_cl_mine_.done; first--) {
        const gt_node_ *in = gt_cl_mine_.rows.row[first - 1].scope;
        while (in && in != n) in = in->parent;
        if (!in) break;
    }
    return first;
}
/* Drops all rows of the log behind the first `used` ones. Then sets `crowded`, the number of used rows from which the
   kit releases events of finished commands or allocates memory. live: how many of the remaining rows still have an
   event. */
static void gt_cl_used_up_to_(size_t used, size_t live) {
    gt_cl_log_ *mine = &gt_cl_mine_;
    const size_t next = used + live + GT_CL_LIVE_MOST_;
    mine->rows.used = used;
    mine->crowded = mine->rows.room < next ? mine->rows.room : next;
    gt_cl_touch_();
    if (mine->looked > used) mine->looked = used;
    if (!used) mine->waits = mine->launches = 0;
}
static void gt_cl_swap_(size_t i, size_t k) {
    if (i == k) return;
    gt_command *row = gt_cl_mine_.rows.row, keep = row[i];
    cl_event *one = gt_cl_event_at_(i), *other = gt_cl_event_at_(k), event = *one;
    row[i] = row[k];
    row[k] = keep;
    *one = *other;
    *other = event;
}

static void gt_cl_harvest_(gt_node_ *owner, size_t leave);
static void gt_cl_signals_begin_(const gt_node_ *n);
/* Called at each new phase, and at the first command of a host scope. From then on the kit no longer records the whole
   program as a series. */
static void gt_cl_scope_begins_(void) {
    GT_POKE_(&gt_cl_process_.scoped, 1u);
    if (gt_cl_mine_.program) gt_cl_tool_->scope_begins();
}
/* Returns the scope to which a command belongs that is enqueued now. Returns NULL if the command is not recorded.
   outside: 1 if a command outside of all scopes shall belong to the series that stands for the whole program. */
static gt_node_ *gt_cl_scope_of_new_(int outside) {
    if (gt_is_off_() || GT_PEEK_(&gt_cl_process_.exiting)) return NULL;
    if (!gt_self_ || gt_self_->current == gt_self_->root) return outside ? gt_cl_program_node_() : NULL;
    gt_node_ *n = gt_self_->current;
    const gt_command *last = gt_cl_last_();
    if (gt_self_->hidden) return NULL;
    if (last && last->scope == n) return n;     /* The steps below are needed only at the first command of a scope. */
    const gt_kind kind = n->state->key.kind;
    if (kind == GT_KIND_BATCH || kind == GT_KIND_GROUP) return NULL;
    gt_cl_hooks_();
    GT_STORE_(&gt_self_->log, (void *)&gt_cl_mine_);
    if (kind != GT_KIND_TIMER) gt_cl_scope_begins_();
    gt_node_ *const owner = gt_cl_owner_of_(n);
    if (owner->state->key.kind != GT_KIND_PHASE && !(owner->state->alert & GT_ALERT_EVENTS_)) gt_cl_signals_begin_(n);
    gt_alert_(owner, GT_ALERT_EVENTS_);
    if (owner != n) gt_alert_(n, GT_ALERT_EVENTS_);
    return n;
}
/* Logs that the kit itself has worked from `begin` (ticks) until now. Every open scope counts this time as the kit's
   own. If `owner` is the series that stands for the whole program, that series counts the time instead; it may be
   NULL. */
static void gt_cl_took_(gt_node_ *owner, uint64_t begin) {
    const uint64_t now = gt_now_();
    gt_cl_call_log_(GT_LOG_KIT_, begin, now, 0);
    if (owner && owner == gt_cl_mine_.program) gt_count_(owner, GT_N_kit_ns, now - begin);
    else gt_kit_time_(begin);
}
/* Adds a row for a command to the log and returns it. The pointer is valid until the next row is added. Returns NULL if
   the command is not recorded, or if memory runs out. outside: 1 if a command outside of all scopes gets a row, too. */
static gt_command *gt_cl_command_new_(int outside, const char *name, double bytes) {
    static gt_command empty;    /* a copy: a memset of this size is "rep stos" with some compilers, which takes 30 ns */
    gt_cl_log_ *mine = &gt_cl_mine_;
    GT_KEEP_(mine);
    gt_commands_ *c = &mine->rows;
    gt_node_ *n = gt_cl_scope_of_new_(outside);
    if (gt_cl_tool_) gt_cl_tool_->sent(NULL);
    if (!n) return NULL;
    if (c->used >= mine->full) {
        gt_node_ *const owner = gt_cl_owner_of_(n);
        const uint64_t begin = gt_now_();
        if (c->used >= mine->crowded) {
            gt_cl_harvest_(owner, 0);
        } else {
            gt_cl_touch_();
            gt_cl_took_(owner, begin);
        }
        if (c->used == c->room) {
            gt_count_(owner, GT_N_uncounted, 1);
            mine->missed++;
            return NULL;
        }
    }
    gt_command *r = &c->row[c->used];
    *gt_cl_event_of_(mine, c->used++) = NULL;
    *r = empty;
    r->scope = n;
    r->name = name;
    r->bytes = bytes;
    return r;
}
/* Returns the row of a command. event: the address in the log where the event of the command is stored. Returns NULL if
   the log has no such address. */
static gt_command *gt_cl_command_at_(const cl_event *event) {
    const gt_cl_log_ *mine = &gt_cl_mine_;
    for (int b = mine->addressed ? mine->blocks : 0; b-- > 0;) {    /* the last block holds most events */
        const size_t size = (size_t)GPUTIME_CL_EVENTS << (b ? b - 1 : 0);
        const uintptr_t away = (uintptr_t)event - (uintptr_t)mine->event[b];
        if (away < size * sizeof *event) return &mine->rows.row[(b ? size : 0) + away / sizeof *event];
    }
    return NULL;
}
cl_event *gt_cl_event_(const char *name, double bytes) {
    gt_command *r = gt_cl_command_new_(0, name, bytes);
    if (!r) return NULL;
    gt_cl_mine_.given++;
    gt_cl_mine_.addressed = 1;
    r->before = gt_now_();
    return gt_cl_event_at_(gt_cl_mine_.rows.used - 1);
}
/* Copies the wait list of a command (the events for which it waits) to the log, and notes in the command's row where
   the copy stands. The whole list is needed only for a trace or a schedule. If neither is made, the function copies
   only the first event. */
static void gt_cl_command_waits_(gt_command *r, cl_uint waits, const cl_event *list) {
    gt_cl_log_ *mine = &gt_cl_mine_;
    const cl_uint n = !waits || !list ? 0 : gt_commands_listed_() ? waits : 1;
    if (mine->rows.used == mine->done + 1) mine->waits = 0;     /* the wait lists of earlier commands can be dropped */
    r->waits = 0;
    r->wait_at_ = (uint32_t)mine->waits;
    for (cl_uint i = 0; i < n; i++) {
        const void **to = (const void **)gt_more_(&mine->waited, mine->waits, &mine->wait_room, sizeof *to);
        if (!to) return;
        *to = (const void *)list[i];
        mine->waits++;
        r->waits++;
    }
}
cl_event *gt_cl_event_after_(cl_event *event, cl_uint waits, const cl_event *list) {
    gt_command *r = gt_cl_command_at_(event);
    if (r) gt_cl_command_waits_(r, waits, list);
    return event;
}
/* Returns 1 if a command is not over yet. Returns 0 if it is over, or if the driver does not say. */
static int gt_cl_runs_(cl_event event) {
    cl_int status = CL_COMPLETE;
    return GT_CL_ASK_(Event, event, CL_EVENT_COMMAND_EXECUTION_STATUS, status) && status > CL_COMPLETE;
}
/* Returns the row of the command that has this event. Returns NULL if the kit does not know the event; otherwise the
   program has given it to the kit before. The function looks at the last 8 rows, and then asks calls.h, which keeps a
   table of its own. */
static gt_command *gt_cl_command_of_(cl_event event) {
    const gt_commands_ *c = &gt_cl_mine_.rows;
    const size_t least = c->used < 8 ? 0 : c->used - 8;
    for (size_t i = event ? c->used : least; i-- > least;)
        if (*gt_cl_event_at_(i) == event && !c->row[i].ended_) return &c->row[i];
    return event && gt_cl_mine_.seen && gt_cl_tool_ ? gt_cl_tool_->command_of(event) : NULL;
}
gt_status (gt_cl_event_add)(cl_event event, const char *name, double bytes) {
    uint32_t missed = gt_cl_mine_.missed;
    cl_ulong end = 0;
    gt_command *r = gt_cl_command_of_(event);
    if (r) {
        if (name) r->name = name;
        if (bytes > 0) r->bytes = bytes;
        return GT_OK;
    }
    r = gt_cl_command_new_(0, name, bytes);
    if (!r) return gt_cl_mine_.missed == missed ? GT_OK : GT_ERR_MEMORY;
    if (!gt_cl_ok_in_(NULL, clRetainEvent(event), "clRetainEvent in gt_cl_event_add")) {
        gt_cl_mine_.rows.used--;
        return GT_ERR_OPENCL;
    }
    *gt_cl_event_at_(gt_cl_mine_.rows.used - 1) = event;
    /* END tells that the command is over. Asking for the status would take longer (14 ns with PoCL). */
    r->handed_ = GT_CL_ASK_(EventProfiling, event, CL_PROFILING_COMMAND_END, end) && end ? 2u : 1u;
    size_t i = gt_cl_mine_.calls, least = i < 16 ? 0 : i - 16;
    while (i > least && gt_cl_mine_.call[i - 1].what != GT_LOG_COMMAND_) i--;
    /* GT_CL has logged this launch as one whose event nobody collects. That is no longer true. */
    if (i > least) gt_cl_mine_.call[i - 1].what = GT_LOG_CALL_;
    r->before = gt_now_();
    return GT_OK;
}

/* Reads the stamps of a command (the four times that its event tells) into its row, and checks their order. Of a row
   with brief_ it reads only START and END, since reading one stamp can take 0.4 us (NVIDIA); only END, if the row has
   START already. Returns GT_STAMPS_GOOD if they are in order, or the GT_STAMPS_... that tells what is wrong. Returns -1
   if there are no stamps, because the queue has no profiling or the command still runs. A command that a user event
   holds back can have START and END of an earlier one, and 0 as QUEUED (NVIDIA): then the status tells. */
static int gt_cl_stamps_(cl_event event, gt_command *r) {
    static const cl_profiling_info what[4] = { CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT,
                                               CL_PROFILING_COMMAND_START, CL_PROFILING_COMMAND_END };
    const cl_ulong untouched = (cl_ulong)UINT64_C(0xa5a5a5a5a5a5a5a5);
    cl_ulong t[4] = { 0, 0, r->brief_ ? r->start : 0, 0 };
    for (int i = !r->brief_ ? 0 : r->start ? 3 : 2; i < 4; i++) {
        t[i] = untouched;
        cl_int code = clGetEventProfilingInfo(event, what[i], sizeof t[i], &t[i], NULL);
        if (code == CL_PROFILING_INFO_NOT_AVAILABLE) return -1;
        if (code != CL_SUCCESS) return GT_STAMPS_REFUSED;
        if (t[i] == untouched) return GT_STAMPS_UNTOUCHED;
    }
    if (!t[2] || !t[3] || (!r->brief_ && !t[0] && gt_cl_runs_(event))) return GT_STAMPS_ZERO;
    if (t[3] < t[2]) return GT_STAMPS_BACKWARDS;
    if (t[3] - t[2] > (cl_ulong)1 << 62) return GT_STAMPS_HUGE;
    /* if QUEUED and SUBMIT were not read, both are 0 here, and only the order of the others matters */
    if (t[1] < t[0] || t[2] < t[1]) return GT_STAMPS_ORDER;
    r->queued = t[0];
    r->submit = t[1];
    r->start = t[2];
    r->end = t[3];
    return GT_STAMPS_GOOD;
}

/* -- what a command is -- */

/* OpenCL's types of commands are this number plus 1 to 31, except those of extensions */
enum { GT_CL_TYPE_ = 0x11EF };
/* Returns the name that reports give to a type of command ("read", "kernel"). Some headers of OpenCL 1.2 lack names of
   newer types, so that this file writes types as numbers. */
static const char *gt_cl_kind_(cl_command_type type) {
    /* Kinds are compared by address, so each kind must be one object. */
    static const char kernel[] = "kernel", other[] = "command";
    static const char *const kinds[] = { other, kernel, kernel, "native", "read", "write", "copy", "read image",
        "write image", "copy image", "copy image to buffer", "copy buffer to image", "map", "map image", "unmap",
        "marker", other, other, "read rect", "write rect", "copy rect", other, "barrier", "migrate", "fill",
        "fill image", "svm free", "svm copy", "svm fill", "svm map", "svm unmap", "svm migrate" };
    return type - GT_CL_TYPE_ < 32u ? kinds[type - GT_CL_TYPE_] : other;
}
static int gt_cl_is_map_(cl_command_type type) {        /* returns 1 if the command maps or unmaps memory */
    return (type >= 0x11FB && type <= 0x11FD) || type == 0x120C || type == 0x120D;
}

/* -- the end of a scope -- */

/* The working data of the functions that collect the commands of a scope at its end. The field rows.begin is
   GT_CL_NEVER_ if no launch of the scope may count as the first one of its kernel. */
typedef struct gt_cl_end_ {
    gt_scope_rows_ rows;
    /* when the scope ended (ticks); in a host scope, the time at which the kit looked at its commands */
    uint64_t over;
    /* the queue about which the driver was asked last; `answer` and `in_order` hold what the driver said of it */
    cl_command_queue asked;
    gt_device_ *answer;
    const void *used;           /* the queue whose context, the next field, the driver was asked for last */
    cl_context context;    /* a kernel whose name is not known has this key in the table of first uses (gt_cl_user_) */
    /* whether the queue in the field `asked` runs its commands in order: 1 if it does, 0 if not, -1 if the driver was
       not asked yet */
    int in_order;
    /* how many commands of the scope still run; at the end of the program, map commands are not counted */
    size_t unsynced;
    const void *left;    /* left: the queue of a command that still runs, or NULL. left_on: the device of that queue. */
    const gt_device_ *left_on;
    /* the time from QUEUED to SUBMIT (ns) of the command that started first, of those that the scope itself made; 0:
       not known */
    uint64_t queue_ns;
    /* launches: how many launches were made of kernels that were first used in this scope. firsts: how many launches
       were first ones (gt_command.first_). */
    size_t launches, firsts;
    /* own: 1 if the scope has commands of its own. work: 1 if one of these is not a marker or barrier, or if scopes
       inside have commands. brief: 1 if rows get brief_, those of maps excepted.
       over_now: 1 if the kit has already asked whether the command that it looks at now is over, and it is; then `kind`
       is set, too */
    int own, work, brief, over_now;
    /* type: OpenCL's type of the command that the kit looks at now. kind: what is wrong with the stamps of that command
       (GT_STAMPS_...), or -1 if it has none. */
    cl_command_type type;
    int kind;
} gt_cl_end_;
/* Fills in *e, the working data for a scope that ends. queue: the queue of a phase; NULL for a host scope, and also for
   a phase of all queues. */
static void gt_cl_end_of_(gt_cl_end_ *e, gt_node_ *n, cl_command_queue queue, uint64_t begin, uint64_t over,
                          size_t first, double length_ns) {
    static gt_cl_end_ empty;
    *e = empty;
    e->rows.scope = n;
    e->rows.queue = (const void *)queue;
    e->rows.device = e->answer = queue ? n->state->key.device : NULL;
    e->rows.log = &gt_cl_mine_.rows;
    e->rows.first = first;
    e->rows.begin = begin;
    e->rows.length_ns = length_ns;
    e->rows.unknown = queue && !e->answer;
    e->over = over;
    e->asked = e->answer ? queue : NULL;
    e->in_order = -1;
}

static void gt_cl_release_(size_t i, const gt_node_ *owner) {  /* releases the event of row i, if it has one */
    cl_event *event = gt_cl_event_at_(i);
    if (*event) gt_cl_ok_in_(owner, clReleaseEvent(*event), "clReleaseEvent of a GT_EVENT");
    *event = NULL;
}
static void gt_cl_void_(gt_node_ *n) { if (n->state->key.kind != GT_KIND_PROGRAM) gt_alert_(n, GT_ALERT_VOID_); }
static void gt_cl_broken_(gt_node_ *n, int kind) { gt_count_(n, (int)GT_N_broken_ + kind, 1); }

/* Returns 1 if the stamps of a command lie too close together to be true. A real command takes over 20 ns from QUEUED
   to END. A kernel runs for over 20 ns, and so does a command that moves 1000 bytes or more. Any other command runs for
   over 2 ns, unless it may have nothing to do. Equal START and END prove nothing: the device's clock may have coarser
   steps than the driver says. With a clock that is known to have coarse steps the function returns 0. */
static int gt_cl_is_still_(const gt_command *r, cl_command_type type, double most_ns) {
    const int idle = gt_cl_is_map_(type) ||
                     /* clEnqueueMigrateMemObjects, SVMMigrateMem, SVMFree */
                     type == 0x1206 || type == 0x120E || type == 0x1209;
    if (r->empty || most_ns <= 1000 || gt_stamp_step_(r->device) > 10) return 0;
    const uint64_t ran = r->end - r->start;
    return r->end - r->queued <= 20 || (!idle && ran && ran <= (r->kernel || r->bytes >= 1000 ? 20u : 2u));
}
/* Returns 1 if a command of a phase ran before the running sample began: it started before a command of an earlier
   sample ended. The device's clock may also have wrapped around, so that the command is the one to compare with now. */
static int gt_cl_is_old_(const gt_node_ *phase, const gt_command *r) {
    if (r->start >= phase->state->ended || gt_stored_(phase) <= GT_PEEK_(&phase->state->mark_n)) return 0;
    phase->state->ended = r->end;
    return 1;
}
/* Checks the stamps of a command, and returns what they are good for. If something is wrong with them, counts and
   returns that. Of the values that it can return:
     SCALE   the stamps' clock runs too fast or too slowly. Map commands are not checked: some drivers stamp them by
             another clock
     EARLY   QUEUED lies long before the enqueue. START and END fit, and are used
     BRIEF   only START and END are used, because QUEUED was not read or lies before the begin of the scope */
static unsigned gt_cl_judged_(gt_command *r, const gt_cl_end_ *e) {
    double most = gt_rough_ns_(e->over - r->before) + gt_stamp_step_(r->device);
    /* the latest time (ticks) at which the command can have ended */
    const uint64_t ended = r->handed_ > 1 ? r->before : e->over;
    int (*placed)(gt_command *, uint64_t) = GT_LOAD_(&gt_cl_aligner_.placed);
    int kind = e->kind;
    if (kind < 0) {
        gt_count_(e->rows.scope, GT_N_unprofiled, r->device != NULL);
        return GT_STAMPS_NONE;
    }
    /* A user event belongs to no device and has no stamps. Where a map or an unmap has nothing to move, NVIDIA answers
       0, or 0 as QUEUED with START and END of an earlier command. */
    /* early: the command was enqueued before the scope began. Of a phase of its queue: it was over by then. */
    const int early = r->handed_ && !r->brief_ && (double)(r->end - r->queued) >
                                                  gt_rough_ns_(ended - e->rows.begin) + gt_stamp_step_(r->device);
    const int zero = kind == GT_STAMPS_ZERO || (kind == GT_STAMPS_GOOD && !r->brief_ && !r->queued);
    if (!r->device || (zero && gt_cl_is_map_(e->type))) return GT_STAMPS_NONE;
    if (kind == GT_STAMPS_GOOD) {
        if (gt_cl_is_still_(r, e->type, most))
            kind = GT_STAMPS_STILL;
        else if (!r->handed_ && !gt_cl_is_map_(e->type) && gt_device_scaled_(e->answer, r))
            kind = GT_STAMPS_SCALE;
        else if ((early && r->queue == e->rows.queue) ||
                 (r->handed_ && r->device == e->rows.device && gt_cl_is_old_(e->rows.scope, r)))
            kind = GT_STAMPS_OLD;
        else if (placed && !placed(r, e->over))
            kind = GT_STAMPS_MISPLACED;
        else if (r->brief_ || early)
            return GT_STAMPS_BRIEF;
        else if (!r->handed_ && (double)(r->end - r->start) <= most && (double)(r->start - r->queued) > most + 1e5)
            kind = GT_STAMPS_EARLY;
    }
    if (kind != GT_STAMPS_GOOD) gt_cl_broken_(e->rows.scope, kind);
    return (unsigned)kind;
}
/* Returns 1 if the queue is in order; 1 also if the driver does not say. */
static int gt_cl_in_order_(cl_command_queue queue) {
    cl_command_queue_properties p = 0;
    return !GT_CL_ASK_(CommandQueue, queue, CL_QUEUE_PROPERTIES, p) || !(p & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
}
/* A host scope asks for its commands after its end. Returns 1 if a command that is over by now ended after the scope:
   its stamps, all later than r->before, are further apart than that is from the end of the scope. 5 us are left to
   drivers that stamp QUEUED by another clock than END. */
static int gt_cl_outlived_(const gt_command *r, const gt_cl_end_ *e) {
    const double took = (double)(r->end - (r->brief_ ? r->start : r->queued)) * (1 - GT_CL_DRIFT_) - 5e3;
    return e->kind == GT_STAMPS_GOOD && !e->rows.queue && !e->over_now && !r->handed_ && !r->map_ &&
           e->rows.begin <= r->before &&
           took > e->rows.length_ns - gt_rough_ns_(r->before - e->rows.begin) + 2 * gt_stamp_step_(e->answer) &&
           took < gt_rough_ns_(gt_now_() - r->before);
}
/* Asks the event of a command for the command's queue and status, and notes the answers. Returns 1 if the command is
   over and did not fail; then the stamps were read, and e->kind is set. For a queue that the phase has waited for, the
   function reads the stamps first. Good stamps show that the command is over, and on some drivers asking for the status
   takes as long as reading a stamp. If e->over_now is 1 the stamps were already read. */
static int gt_cl_ran_(cl_event event, gt_command *r, gt_cl_end_ *e) {
    cl_int status = CL_COMPLETE, code = CL_SUCCESS;
    cl_command_queue queue = (cl_command_queue)(uintptr_t)r->queue;
    if (!queue) code = clGetEventInfo(event, CL_EVENT_COMMAND_QUEUE, sizeof queue, &queue, NULL);
    if (!e->over_now) e->kind = queue && queue == e->rows.queue ? gt_cl_stamps_(event, r) : -1;
    if (code == CL_SUCCESS && e->kind != GT_STAMPS_GOOD)
        code = clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
    gt_cl_ok_in_(e->rows.scope, code, "clGetEventInfo of a GT_EVENT");
    if (!queue && status > CL_COMPLETE) status = CL_COMPLETE;   /* of a user event, for which nothing runs */
    if (code == CL_SUCCESS && status == CL_COMPLETE && e->kind < 0 && (e->over_now || queue != e->rows.queue))
        e->kind = gt_cl_stamps_(event, r);
    if (code == CL_SUCCESS && queue && queue != e->asked) {
        e->answer = gt_cl_queue_device_(queue);
        e->asked = e->answer ? queue : NULL;
        e->in_order = -1;
    }
    if (queue && e->in_order < 0 && gt_commands_listed_()) e->in_order = gt_cl_in_order_(queue);
    r->queue = (const void *)queue;
    r->device = queue ? e->answer : NULL;
    r->in_order = e->in_order > 0;
    if (code != CL_SUCCESS || (queue && !r->device)) {
        /* CL_INVALID_EVENT means that the program has released an event that the kit owns. */
        if (code != CL_INVALID_EVENT) gt_cl_broken_(e->rows.scope, GT_STAMPS_REFUSED);
    } else if (status < 0) {
        gt_cl_ok_in_(e->rows.scope, status, "a command collected by GT_EVENT");
        /* This line makes the sample void. gt_cl_ok_in_ makes only samples of open scopes void, and a host scope is
           already closed here. */
        gt_cl_void_(e->rows.scope);
        gt_count_(e->rows.scope, GT_N_failed, 1);
    } else if (status != CL_COMPLETE && e->rows.queue && (const void *)queue != e->rows.queue) {
        gt_count_(e->rows.scope, GT_N_wrong_queue, 1);
    } else if (status != CL_COMPLETE || gt_cl_outlived_(r, e)) {
        /* The command still runs, or ran when its scope ended. In a phase this means that the driver's clFinish did not
           wait for it. */
        e->unsynced += e->rows.scope->state->key.kind != GT_KIND_PROGRAM || !gt_cl_is_map_(e->type);
        r->runs_ = 1;
        e->left = r->queue;
        e->left_on = r->device;
        if (e->rows.scope->state->key.kind == GT_KIND_TIMER) r->scope = gt_cl_mine_.program;
    } else {
        return 1;
    }
    return 0;
}
/* Returns what the field `barrier` of a gt_command becomes for a marker (`marker` is 1) or a barrier. waits: how many
   events its wait list has. */
static unsigned gt_cl_order_(int marker, cl_uint waits) { return (marker ? 0u : 2u) | !waits; }
/* Returns the key by which the table of first uses knows a launched kernel: the address of the kernel's name. If the
   name is not known, the key is the context of the launch, since two contexts share no kernels. Returns 0 if neither is
   known. (0x11D4 is CL_EVENT_CONTEXT of OpenCL 1.1.) */
static uintptr_t gt_cl_user_(cl_event event, const gt_command *r, const char *name, gt_cl_end_ *e) {
    if (name) return (uintptr_t)name;
    if (r->queue != e->used && !GT_CL_ASK_(Event, event, 0x11D4, e->context)) e->context = NULL;
    e->used = r->queue;
    return (uintptr_t)e->context;
}
/* Completes the row of a command with what its event tells: type, queue, status, stamps. Also notes in the row when the
   kernel was first launched, and whether this is its first launch. */
static void gt_cl_take_(gt_command *r, cl_event event, gt_cl_end_ *e) {
    const int timer = e->rows.scope->state->key.kind == GT_KIND_TIMER;
    cl_command_type type = GT_CL_TYPE_ + r->type_;
    if (!r->type_ && !GT_CL_ASK_(Event, event, CL_EVENT_COMMAND_TYPE, type)) type = 0;
    const int orders = type == 0x11FE || type == 0x1205;        /* a marker or a barrier */
    e->type = type;
    /* Another event than the call gave: the address of GT_EVENT was used again, and hid the command that had it. */
    if (r->id && r->id != (const void *)event) r->behind_ = 1;
    r->id = (const void *)event;
    r->kind = gt_cl_kind_(type);
    r->count_ = 1;
    if (orders) r->barrier = gt_cl_order_(type == 0x11FE, r->waits) & 3u;
    /* These bits are written together: a processor reads several bits late if they were just written one by one. */
    r->stamps = GT_STAMPS_NONE;
    r->empty = orders || type == 0x1204;        /* or a user event: these do no work */
    r->kernel = type == 0x11F0 || type == 0x11F1;
    r->map_ = gt_cl_is_map_(type) != 0;
    r->brief_ = r->brief_ || (e->brief && !r->map_);    /* only QUEUED tells that a map has stamps of another command */
    r->runs_ = 0;
    if (gt_cl_ran_(event, r, e)) r->stamps = gt_cl_judged_(r, e) & 31u;
    r->taken_ = !timer || !r->runs_;
    const gt_cl_launch_ *const launch = gt_cl_launch_of_(r);
    if (r->kernel && (launch->kernel_name || gt_cl_bare_first_() >= e->rows.begin))
        r->used_ = gt_cl_used_(gt_cl_user_(event, r, launch->kernel_name, e), r->before);
    const uint64_t work = launch->work;
    if (timer && work) gt_cl_tool_->work_taken(r, r->before);
    r->first_ = r->used_ && r->used_ == r->before;
    /* If a launch was late and is the first of its program, with these sizes, it also counts as a first one: drivers
       compile for programs, and for sizes. */
    if (work && r->stamps == GT_STAMPS_GOOD && r->start >= r->submit + (uint64_t)GT_LATE_NS_ &&
        gt_cl_used_((uintptr_t)work, GT_CL_NEVER_) == r->before) r->first_ = 1;
}
/* Completes the rows of a scope with what their events tell. Rows without an event are counted and dropped: their
   enqueue call failed, or was never made. */
static void gt_cl_take_all_(gt_cl_end_ *e, size_t first) {
    gt_commands_ *c = &gt_cl_mine_.rows;
    size_t to = first;
    for (size_t i = first; i < c->used; i++) {
        gt_command *r = &c->row[i];
        const cl_event event = *gt_cl_event_at_(i);
        if (!r->taken_ && !event) {
            gt_count_(e->rows.scope, GT_N_failed, 1);
            gt_cl_void_(e->rows.scope);
            continue;
        }
        if (!r->taken_) gt_cl_take_(r, event, e);
        gt_cl_swap_(to++, i);
    }
    if (to < c->used) gt_cl_used_up_to_(to, 0);
}
/* Sums up the rows of a scope in *e. The sums tell which sorts of commands the scope has, and how many launches; how
   many of these are first ones; the least START and the largest END. Of a phase these are of commands on its own
   device, since another device has another clock. */
static void gt_cl_sum_(gt_cl_end_ *e) {
    gt_scope_rows_ *s = &e->rows;
    for (size_t i = s->first; i < s->log->used; i++) {
        gt_command *r = &s->log->row[i];
        const int used = gt_command_used_(r), home = used && (!s->device || r->device == s->device);
        s->unknown |= !used && !r->empty;
        s->work |= used && (r->ended_ || !r->empty);
        e->work |= r->ended_ || !r->empty;
        if (r->ended_) continue;
        if (home && (!s->to || r->start < s->from)) {
            s->from = r->start;
            e->queue_ns = r->stamps == GT_STAMPS_GOOD ? r->submit - r->queued : 0;
        }
        if (home && r->end > s->to) s->to = r->end;
        r->waited = gt_cl_mine_.waited + r->wait_at_;
        e->launches += r->used_ && r->used_ >= s->begin;
        e->firsts += r->first_;
        e->own = 1;
    }
}

/* -- launches, waits -- */

/* Looks at the commands whose rows stand from `first_row` on. Returns 1 if they can have run at the same time, because
   they went to several queues, or to one queue that is out of order. Their stamps do not prove it: some drivers give
   overlapping stamps on a queue in order, too. */
static int gt_cl_can_overlap_(size_t first_row) {
    size_t i = first_row, end = gt_cl_mine_.rows.used;
    const gt_command *first = gt_cl_mine_.rows.row + i;
    while (i < end && gt_cl_mine_.rows.row[i].queue == first->queue) i++;
    if (i < end) return 1;
    /* The driver may be asked about the queue only if a row still has its event. Otherwise the program may have
       released the queue. */
    for (i = first_row; i < end && !*gt_cl_event_at_(i); i++) {}
    return i < end && !gt_cl_in_order_((cl_command_queue)(uintptr_t)first->queue);
}
/* Called when a sample has ended whose rows begin at `first`. Notes in the thread's gt_cl_tail_ whether some of the
   sample's commands still run. */
static void gt_cl_tail_begin_(const gt_cl_end_ *e, size_t first) {
    gt_cl_tail_ *left = &gt_cl_mine_.left;
    if (e->rows.scope->state->key.kind != GT_KIND_TIMER || left->node != e->rows.scope ||
        gt_rough_ns_(gt_cl_mine_.pause) > 0.05 * e->rows.length_ns + 2 * gt_rough_ns_(0)) {
        while (gt_cl_mine_.program && first > gt_cl_mine_.done) gt_cl_mine_.rows.row[--first].runs_ = 0;
        memset(left, 0, sizeof *left);
    }
    left->node = e->rows.scope;
    left->over = e->over;
    left->length_ns += e->rows.length_ns;
    left->samples += e->unsynced != 0;
    left->resets = GT_PEEK_(&gt_resets_);
    left->ns = 0;
    left->queue = e->left;
    left->device = e->left_on;
    left->runs |= e->left != NULL;
}
/* -- the account of a sample that ends -- */

/* A command that had to wait for an event counts as held up only if more than this time (ns) passed before its
   START. */
#define GT_CL_HELD_NS_ 50000
/* Returns what the kit knows of a device's clock: the length of its steps. If the program has called gt_cl_align,
   also the offset and the drift against the host's clock. tick_ns, rough: as of gt_tick_ns_. */
static gt_log_clock_ gt_cl_clock_of_(const gt_device_ *device, double tick_ns, int rough) {
    gt_log_clock_ k = { gt_stamp_step_(device), GT_CL_DRIFT_ + (rough ? 0.01 : 0), 1, 0, 0, device };
    if (!rough && device && GT_LOAD_(&gt_cl_aligner_.clock)) gt_cl_aligner_.clock(device, tick_ns, &k);
    return k;
}
/* A command that runs late may have waited for other commands that were in its queue before its scope began. The kit
   assumes this if the command waited longer than one of these limits (ns).
     GT_CL_EARLIER_NS_          limits the time from QUEUED to SUBMIT if such earlier commands are known to exist
     GT_CL_EARLIER_USED_NS_     limits the same time if the sample before used the queue or the device
     GT_CL_EARLIER_UNKNOWN_NS_  limits the same time if nothing is known of earlier commands
     GT_CL_EARLIER_START_NS_    limits the time from QUEUED to START if earlier commands are known to exist; that time
                                must also be longer than the share GT_CL_EARLIER_SHARE_ of the sample
   Source: 4,000 launches into an idle queue (tests/bench/bench_late.c, PoCL 3.1, two processors under a load of 10).
   The time from QUEUED to SUBMIT was 0.0001 ms in the median, below 0.0005 ms for 99 % of the launches, 0.005 ms at
   most. The time from QUEUED to START was 0.003 ms in the median, below 0.29 ms for 99 %, 29 ms at most. */
enum { GT_CL_EARLIER_NS_ = 5000, GT_CL_EARLIER_USED_NS_ = 100000, GT_CL_EARLIER_UNKNOWN_NS_ = 200000,
       GT_CL_EARLIER_START_NS_ = 500000 };
#define GT_CL_EARLIER_SHARE_ 0.2
/* Returns the command of a host scope that had to wait for commands from before the scope, or NULL if none had to. *to
   becomes a log row that stands for these earlier commands; it begins at QUEUED of the returned command. If calls.h
   sees the thread, it must have seen that earlier commands were left. Otherwise a late SUBMIT is enough. fresh: 1 if a
   kernel is new. Its late START then tells nothing, since a new kernel may wait for its compiler. ahead: 1 if a command
   of the scope itself, which nobody collects, may be what it waited for. */
static const gt_command *gt_cl_earlier_(const gt_scope_rows_ *s, int fresh, int ahead, gt_log_row_ *to) {
    const gt_cl_log_ *mine = &gt_cl_mine_;
    const gt_cl_tail_ *left = &mine->left;
    const gt_command *const first = s->log->row + s->first, *const end = s->log->row + s->log->used;
    const gt_command *r = first;
    if (s->queue || r == end || gt_audits_all_()) return NULL;
    while (r < end && mine->pending != (const void *)GT_CL_ALL && !(r->queue && r->queue == mine->pending)) r++;
    /* of a command whose event was handed over, what came before it may not be known at all */
    const int pending = r < end && (mine->pending_at <= s->begin || (r->handed_ && !ahead));
    if (!pending) r = first;
    const double late = r->stamps == GT_STAMPS_GOOD ? (double)(r->start - r->queued) : 0;
    const int tells = r->stamps == GT_STAMPS_GOOD && !r->waits && (pending || (!mine->seen && !ahead));
    double waited = tells ? (double)(r->submit - r->queued) - gt_rough_ns_(end[-1].before - r->before) : 0;
    int some = pending && mine->pending_at <= s->begin ? GT_CL_EARLIER_NS_ : GT_CL_EARLIER_UNKNOWN_NS_;
    if (left->queue && (first->queue == left->queue || (first->device == left->device && !first->waits))) {
        waited = gt_larger_(waited, left->runs ? DBL_MAX : left->ns - gt_rough_ns_(s->begin - left->over));
        if (!pending) some = left->samples ? GT_CL_EARLIER_NS_ : GT_CL_EARLIER_USED_NS_;
    }
    if (pending && !fresh && late > gt_larger_(GT_CL_EARLIER_SHARE_ * s->length_ns, GT_CL_EARLIER_START_NS_))
        waited = late;
    /* The command before may be of a scope around this one, which has not asked for its stamps yet. */
    if (s->first > mine->done && !first[-1].taken_) {
        gt_command last = first[-1];
        const int over = gt_cl_stamps_(*gt_cl_event_at_(s->first - 1), &last) == GT_STAMPS_GOOD && last.end <= r->start;
        if (over) waited = gt_larger_(waited, (double)last.end - (double)r->queued);
        if (over) some = GT_CL_EARLIER_NS_;
    }
    if (waited > late) waited = late;
    if (!(waited > some)) return NULL;
    memset(to, 0, sizeof *to);
    to->what = GT_LOG_EARLIER_;
    to->start = r->queued;
    to->end = r->queued + (uint64_t)waited;
    return r;
}
/* Returns 1 if a kernel of a phase must have waited for an event although its wait list is not known. Two things show
   this: the kernel started long after its SUBMIT, and at its START the code of the phase still ran. */
static int gt_cl_is_held_up_(const gt_command *r, const gt_scope_rows_ *s) {
    if (!r->kernel || r->after || !s->body || r->stamps != GT_STAMPS_GOOD) return 0;
    return (double)(r->start - r->submit) > GT_CL_HELD_NS_ &&
           gt_rough_ns_(r->before - s->begin) + (double)(r->start - r->queued) <= gt_rough_ns_(s->body - s->begin);
}
/* Returns the first command of a host scope that is over although nobody has seen a wait for it. From the return of its
   enqueue call on, the program may be in such a wait. Returns `last` if there is no such command. waited: when the
   latest wait that the kit saw began (ticks). A call that lasted at least as long as its own command counts as a wait,
   too: a blocking copy lasts so long. */
static const gt_command *gt_cl_unwaited_(const gt_command *first, const gt_command *last, uint64_t waited) {
    for (const gt_command *r = first; r < last; r++)
        if (r->before > waited && r->after && r->stamps == GT_STAMPS_GOOD &&
            (double)(r->end - r->queued) <= gt_rough_ns_(r->after - r->before)) waited = r->before;
    while (first < last && (first->before <= waited || !first->after || first->handed_ || first->ended_)) first++;
    return first;
}
/* Divides the time of a sample into parts (device, launch, return, ...) by its commands and calls, and stores the parts
   in *row. A sample gets no parts if some of its rows were merged, or if it has no usable stamp.
   For some samples *row also gets how far off each part may be: the function divides the sample again, with the
   device's clock shifted. It does so for the first five samples, then for one in five, and from 256 samples on for one
   in 16. Of samples with more than 64 rows only one in 64 is divided again after the first five. Phases that read only
   START and END never are. */
static void gt_cl_account_(const gt_cl_end_ *e, uint64_t end, int fresh, gt_sample *row) {
    gt_cl_log_ *mine = &gt_cl_mine_;
    const gt_scope_rows_ *s = &e->rows;
    gt_command *const first = s->log->row + s->first, *const last = s->log->row + s->log->used;
    /* At most `offsets` offsets are tried. If a log has fewer than `many` rows, the memory to work in is kept for the
       next sample. */
    enum { offsets = 9, many = 4096 };
    gt_log_clock_ clock[GT_ACCOUNT_CLOCKS_];
    /* ahead: 1 if a command is behind one whose event nobody collects */
    int rough, stamped = 0, ahead = 0;
    const double tick_ns = gt_tick_ns_(&rough);
    gt_account_log_ log = { NULL, 0, clock, 0, s->begin, end, s->queue ? end : e->over, tick_ns, 1, NULL, first,
                            (size_t)(last - first), s->body };
    /* waited: when the latest wait that the kit saw began. wait: the first wait behind the call that is looked at.
       next: the command behind that call. */
    uint64_t waited = 0;
    const gt_log_row_ *wait = NULL;
    gt_command *next = last;
    gt_cl_calls_begin_(mine);
    if (mine->calls_from > s->begin || s->scope->state->alert & GT_ALERT_VOID_) return;
    gt_log_row_ *const to = (gt_log_row_ *)gt_workroom_of_(&mine->log, (mine->calls + 3) * sizeof *to);
    gt_log_row_ *at = to + mine->calls, *behind = at;
    if (!to) {
        gt_cl_account_lost_();
        return;
    }
    for (gt_command *r = first; r < last; r++) {
        size_t k = 0;
        if (r->count_ > 1) return;
        while (k < log.clocks && clock[k].of != r->device) k++;
        if (k == GT_ACCOUNT_CLOCKS_) return;
        if (k == log.clocks) clock[log.clocks++] = gt_cl_clock_of_(r->device, tick_ns, rough);
        stamped |= !r->empty && gt_command_used_(r) && r->end;
        r->held_ = (r->held_ && (double)(r->start - r->queued) > GT_CL_HELD_NS_) || gt_cl_is_held_up_(r, s);
    }
    for (size_t i = mine->calls; i-- > 0 && mine->call[i].after > s->begin;) {
        if (mine->call[i].before >= end) continue;
        *--at = mine->call[i];
        if (at->before < s->begin) at->before = s->begin;
        if (at->what == GT_LOG_WAIT_ && at->before > waited) waited = at->before;
        while (next > first && next[-1].before > at->before) next--;
        if (at->what == GT_LOG_WAIT_) wait = at;
        if (at->what == GT_LOG_COMMAND_ && wait && wait->before <= (next < last ? next->before : at->after)) {
            at->over = wait->after;
        } else if (at->what == GT_LOG_COMMAND_ && next < last) {
            /* The kit assumes that it is over before the next collected command starts. */
            at->what = GT_LOG_CALL_;
            ahead = next->behind_ = 1;
        }
    }
    log.row = at;
    const gt_log_row_ barrier = { GT_LOG_WAIT_, 0, 0, 0, 0, 0, s->body, end, 0, 0, 0, 0, 0, 0 };
    if (s->body) *behind++ = barrier;
    const gt_command *bare = s->queue || mine->seen ? last : gt_cl_unwaited_(first, last, waited);
    const gt_log_row_ unseen = { GT_LOG_CALL_, 0, 0, 1, 0, 0, bare < last ? bare->after : end, end, 0, 0, 0, 0, 0, 0 };
    if (bare < last) *behind++ = unseen;
    const gt_command *late = gt_cl_earlier_(s, fresh, ahead, behind);
    while (late && clock[behind->clock].of != late->device) behind->clock++;
    log.n = log.commands + (size_t)(behind + (late != NULL) - log.row);
    if (log.n < many) log.room = &mine->room;
    const uint64_t stored = gt_stored_(s->scope) - GT_PEEK_(&s->scope->state->mark_n);
    const uint64_t each = log.n > 64 ? 64 : stored < 256 ? 5 : 16;
    log.offsets = e->brief || (stored > 4 && stored % each) ? 1 : log.n > 16 ? 3 : offsets;
    if (stamped && gt_account_row_(&log, (double)e->queue_ns, row) == GT_ERR_MEMORY) gt_cl_account_lost_();
}
/* Returns 1 if a command becomes a sample of a series. A command does not if its stamps are unusable, or if an error
   has made the sample of its scope void. Nor does it if the command would be longer than its scope, or if all commands
   of a phase together would be longer than the phase. Then no stamp can be believed. */
static int gt_cl_believed_(const gt_scope_rows_ *s, const gt_command *r) {
    double most = s->length_ns + s->behind_ns + gt_stamp_step_(r->device);
    if (!gt_command_used_(r) || s->scope->state->alert & GT_ALERT_VOID_ || (double)(r->end - r->start) > most) return 0;
    return !s->queue || (double)(s->to - s->from) <= most;
}
/* Adds a sample for each command of a scope whose stamps are believed. The sample goes to a series below the scope.
   That series has the name that the program gave the command, or else the kernel's name, or else the kind of the
   command ("write"). The function also releases the events of all commands of the scope that are over. If there is a
   trace, it gets the rows. Then the rows are marked: from now on only the scopes around this one need them. */
static void gt_cl_rows_(const gt_scope_rows_ *s) {
    for (size_t i = s->first; i < s->log->used; i++) {
        gt_command *r = &s->log->row[i];
        const char *name = r->name && r->name[0] ? r->name : gt_cl_launch_of_(r)->kernel_name;
        if (r->ended_ || !r->taken_) continue;
        r->name = r->kind;
        if (gt_cl_believed_(s, r)) gt_command_add_(s->scope, r, name && name[0] ? name : r->kind);
        gt_cl_release_(i, s->scope);
    }
    gt_commands_give_(s);
    for (size_t i = s->first; i < s->log->used; i++) {
        gt_command *r = &s->log->row[i];
        if (!r->ended_ && r->taken_) r->scope = gt_cl_mine_.program ? s->scope : s->scope->parent;
        r->ended_ |= r->taken_;
    }
}
/* Collects the commands of a scope that has ended: asks their events, and fills *row, the row of the sample, with what
   they tell. The scope began at `begin` and took `ticks`. In the log its commands begin at the index `first`. body:
   when the program's code in the scope was over and the clFinish at its end began (ticks); 0 for a host scope. queue,
   over and brief have the meaning that they have in gt_cl_end_. Returns 0 if the scope had no command. */
static int gt_cl_collect_(gt_node_ *n, size_t first, cl_command_queue queue, uint64_t begin, uint64_t ticks,
                          uint64_t over, uint64_t body, int brief, gt_sample *row) {
    gt_cl_log_ *mine = &gt_cl_mine_;
    const int program = n->state->key.kind == GT_KIND_PROGRAM, timer = n->state->key.kind == GT_KIND_TIMER;
    gt_cl_end_ e;
    gt_scope_rows_ *s = &e.rows;
    *row = gt_sample_unknown_();
    row->commands = 0;
    if (mine->rows.used <= first) return 0;
    gt_cl_end_of_(&e, n, queue, program ? GT_CL_NEVER_ : begin, over, first, gt_rough_ns_(ticks));
    s->body = body;
    e.brief = brief && !gt_commands_listed_();
    gt_cl_take_all_(&e, first);
    if (!queue && gt_clock_is_real_()) s->behind_ns = gt_larger_(0, gt_rough_ns_(gt_now_() - begin) - s->length_ns);
    const size_t run_on = timer && e.unsynced ? gt_cl_tool_->run_on(first, &e.launches, &e.firsts) - first : 0;
    s->first += run_on;
    gt_cl_sum_(&e);
    if (queue && s->to) n->state->ended = s->to;
    /* Commands that still run at the exit of a program do not make its device time unknown. A finding reports them. */
    s->unknown = !program && (s->unknown || run_on);
    /* fresh: 1 if new kernels were launched in this scope, on average fewer than ten times each */
    const int fresh = e.launches && e.launches < 10 * e.firsts;
    if (e.own && !e.work) gt_count_(n, GT_N_markers, 1);
    const int any = gt_device_times_(s, &mine->room, row) || run_on;
    if (!program) {
        gt_rows_held_(s);
        gt_cl_account_(&e, begin + ticks, fresh, row);
        mine->pending = NULL;
        mine->given = 0;
    }
    if (fresh || row->first_ns > 0.05 * (double)ticks) gt_count_(n, GT_N_unwarmed, 1);
    if (!program && s->overlap_ns > 0.2 * s->sum_ns && gt_cl_can_overlap_(s->first) &&
        /* It is no surprise that the commands of a phase of all queues overlap: this is not counted. */
        !(n->state->key.kind == GT_KIND_PHASE && !n->state->queue))
        gt_count_(n, GT_N_overlapped, 1);
    if (!program) gt_cl_tail_begin_(&e, first);
    if (e.unsynced && !(n->state->alert & GT_ALERT_VOID_)) gt_count_(n, GT_N_unsynced, program ? e.unsynced : 1);
    if (gt_cl_tool_ && !program) gt_cl_tool_->worked(n, first);
    gt_cl_rows_(s);
    row->commands += (double)run_on;
    return any;
}
GT_LEAN_
/* Saves memory if the log has more than `most` rows from index `base` on. Only rows whose scopes have ended are merged.
   Their earlier half becomes one row for each device. In the other half, rows whose times overlap become one, and if no
   command is outstanding, all rows of a device: later commands start after these have ended. The rows of open scopes
   move up. */
static void gt_cl_shorten_(size_t base, size_t most) {
    gt_commands_ *c = &gt_cl_mine_.rows;
    size_t ended = base, i;
    if (c->used <= base + most) return;
    for (i = base; i < c->used; i++) if (c->row[i].ended_) gt_cl_swap_(i, ended++);
    size_t to = base + gt_commands_merge_(c->row + base, ended - base, (ended - base) / (ended < c->used ? 2 : 1));
    if (gt_cl_mine_.done > to) gt_cl_mine_.done = to;
    for (i = ended; i < c->used; i++) gt_cl_swap_(to++, i);
    gt_cl_used_up_to_(to, i - ended);
}
/* Of a program without scopes: rows of commands that are over go to their series, and move to the front. */
static void gt_cl_program_rows_of_(gt_cl_end_ *e) {
    gt_cl_log_ *mine = &gt_cl_mine_;
    const size_t first = mine->done, all = mine->rows.used;
    for (size_t i = first; i < all; i++) {
        const gt_command *r = &mine->rows.row[i];
        if (r->taken_ && r->scope == e->rows.scope) gt_cl_swap_(i, mine->done++);
    }
    mine->rows.used = mine->done;
    e->rows.first = first;
    gt_cl_sum_(e);
    gt_cl_rows_(&e->rows);
    mine->rows.used = all;
    gt_cl_tool_->program_rows(e->firsts > 0);
}
/* Reads the events of those commands of the scope `owner` that are over, and releases them. A scope with many commands
   would hold too many events otherwise. If 16 commands of one queue that follow each other still run, the commands
   behind them are not asked. leave: so many of the last rows are not looked at. The time for all this counts as the
   kit's own. */
static void gt_cl_harvest_(gt_node_ *owner, size_t leave) {
    gt_cl_log_ *mine = &gt_cl_mine_;
    GT_KEEP_(mine);
    gt_commands_ *c = &mine->rows;
    const int program = owner == mine->program, phase = owner->state->key.kind == GT_KIND_PHASE;
    const uint64_t begin = gt_now_();
    size_t i = program || mine->looked < mine->done ? mine->done : mine->looked, live = 0, run = 0;
    const void *queue = NULL;
    gt_cl_end_ e;
    /* Looks whether commands of the last sample still run. Their events tell this, so the kit must look before it
       releases events. */
    if (mine->left.runs && gt_cl_tool_) gt_cl_tool_->tail_look();
    gt_cl_end_of_(&e, owner, phase ? (cl_command_queue)owner->state->queue : NULL, 0, begin, i, DBL_MAX);
    mine->looked = c->used;
    for (; i + leave < c->used; i++) {
        gt_command *r = &c->row[i];
        const cl_event event = *gt_cl_event_of_(mine, i);
        if (r->taken_ || gt_cl_owner_of_(r->scope) != owner) continue;
        if (r->queue != queue) run = 0;
        queue = r->queue;
        const int asks = event && (!queue || run < 16 || c->used >= mine->crowded);
        e.kind = asks ? gt_cl_stamps_(event, r) : -1;
        e.over_now = asks && (e.kind == GT_STAMPS_GOOD || !gt_cl_runs_(event));
        run = e.over_now ? 0 : run + 1;
        /* The command is over now, or was so before this function began. */
        if (e.over_now && r->handed_ < 2) e.over = gt_now_();
        if (e.over_now) gt_cl_take_(r, event, &e);
        if (r->taken_ && !program) gt_cl_release_(i, owner);
        if (!r->taken_ && !live++) mine->looked = i;
    }
    if (program) gt_cl_program_rows_of_(&e);
    if (c->used * 2 > c->room) gt_cl_room_(c->room + 1);
    gt_cl_used_up_to_(c->used, live);
    gt_cl_took_(owner, begin);
}
/* Drops the rows from `first` on, which no scope needs. Commands that no scope has collected may still run, so that a
   phase around them counts as not complete. A scope around them whose own commands come later gets no account. */
static void gt_cl_drop_from_(size_t first) {
    if (first < gt_cl_mine_.rows.used) gt_cl_mine_.calls_from = gt_cl_mine_.rows.row[first].before;
    for (size_t i = first; i < gt_cl_mine_.rows.used; i++) {
        if (gt_cl_mine_.rows.row[i].ended_) continue;
        gt_cl_release_(i, gt_cl_mine_.rows.row[i].scope);
        gt_cl_mine_.missed++;
    }
    if (gt_cl_mine_.done > first) gt_cl_mine_.done = first;
    gt_cl_used_up_to_(first, 0);
}
enum { GT_COMMANDS_MOST_ = 1 << 16 };   /* the log keeps at most this number of rows until the outermost phase ends */
/* Called when the scope n has ended, whose rows begin at `first`. If a scope around n needs the rows, they are kept for
   it. Otherwise they are dropped. */
static void gt_cl_leave_(const gt_node_ *n, size_t first) {
    const gt_commands_ *c = &gt_cl_mine_.rows;
    const int keep = c->used < first || gt_cl_needs_(n->parent);
    if (keep) gt_cl_shorten_(gt_cl_mine_.base, GT_COMMANDS_MOST_);
    if (keep) gt_cl_used_up_to_(c->used, 0);
    else gt_cl_drop_from_(first);
}
/* Allocates memory for the commands of the next sample. If this sample used more than half of the rows, the log gets
   room for twice as many, until it has room for 65536 rows. */
static void gt_cl_grow_(size_t used) {
    const size_t room = gt_cl_mine_.rows.room;
    gt_cl_room_(used * 2 > room && room < 65536 ? room * 2 : GPUTIME_CL_EVENTS);
}
/* Ends a scope inside a phase: from now on the commands of the scope belong to the scope around it. look: 1 to look
   whether one of the commands still runs. If so, the sample counts for the finding no-sync. */
static void gt_cl_inner_end_(gt_node_ *n, int look) {
    int running = 0;
    for (size_t i = gt_cl_first_of_(n); i < gt_cl_mine_.rows.used; i++) {
        gt_command *r = &gt_cl_mine_.rows.row[i];
        const cl_event event = *gt_cl_event_at_(i);
        if (r->ended_) continue;
        running = running || (look && event && gt_cl_runs_(event));
        r->scope = n->parent;
        gt_alert_(n->parent, GT_ALERT_EVENTS_);
    }
    if (running) gt_count_(n, GT_N_unsynced, 1);
}
/* Returns 1 if a sample is so long that reading more about it costs little. It must be as long as 64 readings of page
   faults and context switches; with GT_AUDIT=0, 64 us. In long phases the kit reads all four stamps of each command. */
static int gt_cl_is_long_(uint64_t ticks) {
    return gt_audits_() ? ticks >= 64 * gt_cl_mine_.reading : gt_rough_ns_(ticks) >= 64e3;
}
/* Returns 1 if the next sample of a series is measured in full. The kit then reads page faults and context switches
   (two system calls of 0.5 us or more) and all four stamps of each command. Measured in full are the first `first`
   samples of a series, each sample after a long one, the first sample in each block of memory, and with GT_AUDIT=1
   every sample. In phases one in sixteen of the other samples is added, at irregular distances. When new samples are
   only counted, not kept, none is measured in full, except with GT_AUDIT=1. */
static int gt_cl_in_full_(const gt_node_ *n, uint64_t first) {
    const uint64_t i = gt_stored_(n) - GT_PEEK_(&n->state->mark_n);
    if (i < first || gt_audits_all_() || !n->state->last_block) return 1;
    if (n->state->spilling) return 0;
    return n->next == gt_block_samples_(n->state->last_block) || gt_cl_is_long_(n->next[-1].ticks) ||
           (first > 1 && (uint32_t)i * 0x9e3779b9u >> 28 == 0);
}
/* Reads page faults, context switches and the core for the host scope or timer n. The reading takes place at the first
   command or call of n, inside the time that n measures. So it is done only for those few samples for which
   gt_cl_in_full_ returns 1. If a scope inside n reads them too, n gets none of these values. */
static void gt_cl_signals_begin_(const gt_node_ *n) {
    if (gt_cl_mine_.reader == n) gt_cl_mine_.reader = NULL;
    if (!gt_audits_() || !gt_cl_in_full_(n, 1)) return;
    const uint64_t took = gt_now_();
    if (!gt_signals_read_(&gt_cl_mine_.then)) return;
    gt_cl_mine_.reading = gt_now_() - took;
    gt_cl_mine_.reader = n;
}
static void gt_cl_signals_end_(const gt_signals_ *then, const gt_signals_ *now, gt_sample *row) {
    if (now->cpu_us < then->cpu_us) return;     /* the process was forked since, and counts from 0 */
    row->moved = now->core != then->core;
    row->faults = (double)(now->faults - then->faults);
    row->voluntary = (double)(now->voluntary - then->voluntary);
    row->involuntary = (double)(now->involuntary - then->involuntary);
    row->cpu_us = (double)(now->cpu_us - then->cpu_us);
}
/* Ends a host scope, and fills *row with what its commands tell. If row is NULL, a scope of any kind is given up
   without a sample. Returns 1 if *row was filled. */
static int gt_cl_host_end_(gt_node_ *n, uint64_t begin, uint64_t end, gt_sample *row) {
    const int program = n->state->key.kind == GT_KIND_PROGRAM;
    const int reads = gt_cl_mine_.reader == n;
    int filled = 0;
    gt_signals_ now;
    if (reads) {                /* page faults are read before the kit's own work adds some */
        gt_signals_read_(&now);
        gt_cl_mine_.reader = NULL;
    }
    /* The phase around a host scope collects its commands. Those of a scope that is given up go to the next one. */
    if (row ? gt_cl_phase_around_(n->parent) != NULL : gt_cl_needs_(n->parent) != NULL) {
        gt_cl_inner_end_(n, row != NULL);
        return 0;
    }
    const size_t first = program ? 0 : gt_cl_first_of_(n), used = gt_cl_mine_.rows.used;
    if (row) filled = gt_cl_collect_(n, first, NULL, begin, end - begin, gt_now_(), 0, 0, row);
    if (row && reads) gt_cl_signals_end_(&gt_cl_mine_.then, &now, row);
    gt_cl_grow_(used - first);
    if (gt_cl_mine_.program && n->state->key.kind == GT_KIND_TIMER) gt_cl_tool_->timer_ends();
    else gt_cl_leave_(n, first);
    return filled;
}
static void gt_cl_thread_begin_(void) { gt_cl_room_(GPUTIME_CL_EVENTS); }

static void gt_cl_thread_end_(void) {
    if (gt_cl_tool_) gt_cl_tool_->thread_ends();
    gt_lock_();                 /* the log is freed under the lock: another thread may be copying it */
    if (gt_self_) GT_STORE_(&gt_self_->log, NULL);
    gt_unlock_();
    gt_cl_drop_from_(0);
    gt_cl_log_free_(&gt_cl_mine_);
}
/* Returns 1 if a queue was at work when clFinish began. The wait must have taken over 5 us and over ten times as long
   as on the idle queue (`idle`, ticks). A shorter wait proves nothing: after a sleep clFinish takes some us on an idle
   queue, too. */
static int gt_cl_was_busy_(uint64_t waited, uint64_t idle) { return waited > 10 * idle && gt_rough_ns_(waited) > 5000; }
/* Waits for all open queues. During a wait the function holds a reference to its queue, since another thread may close
   it. The last queue comes first: if one is closed meanwhile, the last one takes its place, and that was waited for.
   call: how errors name the wait, "clFinish in ...". The function adds the ticks of the waits to *sum, and sets *busy
   to 1 if one of the queues was at work; both are NULL where nobody asks. */
static gt_status gt_cl_finish_each_(const char *call, uint64_t *sum, int *busy) {
    gt_status status = GT_OK;
    gt_lock_();
    for (size_t i = gt_cl_open_queues_.count; i-- > 0;) {
        const gt_cl_idle_ q = gt_cl_open_queues_.q[i];
        cl_int code = clRetainCommandQueue(q.queue);
        gt_unlock_();
        if (code != CL_SUCCESS) return gt_cl_status_(code, gt_text_("clRetainCommandQueue %s", call + 9));
        uint64_t t = gt_now_();
        if (!gt_cl_ok_(clFinish(q.queue), call)) status = GT_ERR_OPENCL;
        t = gt_now_() - t;
        if (sum && gt_cl_was_busy_(t, q.idle)) *busy = 1;
        if (sum) *sum += t;
        code = clReleaseCommandQueue(q.queue);
        if (code != CL_SUCCESS) status = gt_cl_status_(code, gt_text_("clReleaseCommandQueue %s", call + 9));
        gt_lock_();
        if (i > gt_cl_open_queues_.count) i = gt_cl_open_queues_.count;
    }
    gt_unlock_();
    return status;
}
gt_status gt_cl_finish_all(void) {
    return gt_cl_finish_each_("clFinish in gt_cl_finish_all", NULL, NULL);
}
static uint64_t gt_cl_audit_wait_(int *busy) {
    const int sent = gt_cl_is_unwaited_();
    uint64_t sum = 0;
    (void)gt_cl_finish_each_("clFinish in gt_scope_begin, gt_scope_end or gt_trial_next", &sum, busy);
    if (sent && !*busy) *busy = -1;
    return sum;
}

GT_FAST_
/* ==== >>barrier, implementation ==== */

/* Waits for the queue of a phase. A phase of GT_CL_ALL waits for all open queues, and for the queues of the commands
   whose rows stand from `first` on. call: how errors name the wait. Returns 0 if the clFinish of a single queue
   failed. */
static int gt_cl_barrier_(const gt_cl_scope *s, size_t first, const char *call) {
    gt_cl_mine_.pending = NULL;
    if (s->queue != GT_CL_ALL) return gt_cl_ok_in_(s->scope.node, clFinish(s->queue), call);
    (void)gt_cl_finish_all();
    for (; first < gt_cl_mine_.rows.used; first++) {
        cl_event event = *gt_cl_event_at_(first);
        cl_command_queue queue = NULL;
        if (event && gt_cl_runs_(event) && GT_CL_ASK_(Event, event, CL_EVENT_COMMAND_QUEUE, queue) && queue)
            (void)gt_cl_ok_in_(s->scope.node, clFinish(queue), call);
    }
    return 1;
}
/* Counts the begin of a wait in gt_cl_process_.turns, which calls.h alone reads. Returns the new count. */
static uint32_t gt_cl_turn_(void) { return gt_cl_tool_ ? GT_ADD_(&gt_cl_process_.turns, 1u) : 0; }
/* Returns how many ticks the clFinish of a phase takes when its queues are idle; 0 if that is not known. If neither
   gt_cl_open nor gt_cl_attach has measured the queue, the function measures it now. The thread remembers four of the
   queues that it measured. */
static uint64_t gt_cl_idle_of_(const gt_cl_scope *s) {
    const int all = s->queue == GT_CL_ALL;
    gt_cl_idle_ *idle = gt_cl_mine_.idle, q;
    uint64_t sum = 0;
    for (int i = 0; !all && i < 4; i++) if (idle[i].queue == s->queue) return idle[i].idle;
    for (size_t i = 0; (q = gt_cl_queue_at_(i)).queue != NULL && q.queue != s->queue; i++) sum += q.idle;
    if (all) return sum;
    if (!q.queue && !gt_cl_ok_in_(s->scope.node, gt_cl_idle_ticks_(s->queue, &q.idle), "clFinish when idle")) return 0;
    q.queue = s->queue;
    idle[gt_cl_mine_.idles++ % 4] = q;
    return q.idle;
}
/* Called for a phase none of whose commands was collected. If its queue was idle at the end, the function adds 1 to the
   phase's counter idle_end, and, if GT_CL has seen commands and no wait for them (`sent` is 1), to the counter
   `unwaited`. If the queue was at work, the phase may be the first work in the context of its queue. Then the function
   adds 1 to the counter `unwarmed`. Only one phase of each context is counted like this. To remember that, the function
   gives the table of first uses an entry whose key is the address of the context plus 2. */
static void gt_cl_uncollected_(const gt_cl_scope *s, int idle, int sent) {
    const uint64_t begin = s->scope.begin;
    cl_context context = NULL;
    if (idle) gt_count_(s->scope.node, GT_N_idle_end, 1);
    if (idle && sent) gt_count_(s->scope.node, GT_N_unwaited, 1);
    if (idle || s->queue == GT_CL_ALL || gt_cl_bare_first_() < begin ||
        !GT_CL_ASK_(CommandQueue, s->queue, CL_QUEUE_CONTEXT, context) ||
        gt_cl_used_((uintptr_t)context, GT_CL_NEVER_) < begin) return;
    if (gt_cl_used_((uintptr_t)context + 2, begin) == begin) gt_count_(s->scope.node, GT_N_unwarmed, 1);
}
void gt_cl_scope_enter_(gt_cl_scope *s, cl_command_queue queue, gt_site_ *site, const char *name, int complete) {
    gt_scope *scope = &s->scope;
    const int all = queue == GT_CL_ALL;
    static gt_cl_scope empty;
    gt_start_();
    *s = empty;
    scope->live = 1;
    scope->state = GT_PEEK_(&gt_state_);
    s->queue = queue;
    s->complete = complete;
    if ((scope->state & 3u) == GT_STATE_OFF_) return;
    gt_cl_room_(GPUTIME_CL_EVENTS);
    gt_cl_scope_begins_();
    const int outermost = !gt_cl_phase_around_(gt_self_ ? gt_self_->current : NULL);
    /* Phases that were given up may have left rows behind: these are dropped. */
    while (gt_cl_mine_.rows.used && !gt_cl_last_() && !gt_cl_needs_(gt_self_->current)) gt_cl_mine_.rows.used--;
    gt_device_ *device = all ? NULL : gt_cl_queue_device_(queue);
    scope->node = gt_node_enter_(site, site ? site->name : name, GT_KIND_PHASE, device);
    if (device && outermost && scope->node) s->turn = GT_ADD_(&device->turns, 1u);
    if (scope->node) scope->node->state->queue = all ? NULL : (void *)queue;
    s->first = gt_cl_mine_.rows.used;
    s->base_ = gt_cl_mine_.base;
    gt_cl_mine_.base = s->first;
    s->missed = gt_cl_mine_.missed;
    if (scope->node && !scope->node->parent->parent) gt_cl_mine_.calls = 0;
    s->full_ = scope->node && gt_cl_in_full_(scope->node, 256);
    s->reads_ = s->full_ && gt_audits_();
    const uint32_t turn = gt_cl_turn_();
    const uint64_t waited = gt_now_();
    if (gt_cl_barrier_(s, s->first, "clFinish before the scope") && scope->node && !device && !all)
        gt_cl_broken_(scope->node, GT_STAMPS_REFUSED);
    if (!all && gt_cl_tool_) (void)gt_cl_tool_->drained((const void *)queue, turn, 0);
    const uint64_t read = s->reads_ ? gt_now_() : 0;
    if (s->reads_) s->reads_ = gt_signals_read_(&s->signals_);
    scope->begin = gt_clock_ticks();
    s->before = (s->reads_ ? read : scope->begin) - waited;
    if (s->reads_) gt_cl_mine_.reading = scope->begin - read;
    if (scope->node && scope->node->parent->parent) gt_cl_call_log_(GT_LOG_KIT_, waited, scope->begin, 0);
}
gt_cl_scope (gt_cl_scope_begin)(cl_command_queue queue, const char *name) {
    gt_cl_scope s;
    gt_cl_scope_enter_(&s, queue, NULL, name ? name : "", 0);
    return s;
}
void (gt_cl_scope_end)(gt_cl_scope *s) {
    if (!s || !s->scope.live) return;
    gt_scope *scope = &s->scope;
    gt_node_ *n = scope->node, *c;
    gt_sample row;
    gt_signals_ now;
    int audit = gt_audits_(), all = s->queue == GT_CL_ALL;
    if (!n) {           /* scopes are switched off, or this one is not recorded */
        gt_scope_close_(scope, 0, NULL);
        return;
    }
    const uint32_t turn = gt_cl_turn_();
    const int sent = gt_cl_is_unwaited_();      /* the barrier is a wait */
    uint64_t body = gt_now_();
    (void)gt_cl_barrier_(s, s->first, "clFinish after the scope");
    uint64_t end = gt_clock_end_ticks_();
    if (s->reads_) (void)gt_signals_read_(&now);  /* page faults are read before the kit's own work adds some */
    if (s->complete && !all && gt_cl_tool_ && gt_cl_tool_->drained((const void *)s->queue, turn, end - body))
        gt_count_timed_(n, GT_N_foreign, end - body);
    if (audit && !all && s->before * 20 > end - scope->begin && gt_cl_was_busy_(s->before, gt_cl_idle_of_(s)))
        gt_count_timed_(n, GT_N_dirty, s->before);
    if (audit && gt_cl_mine_.rows.used == s->first && !s->complete && s->missed == gt_cl_mine_.missed &&
        !(n->state->alert & GT_ALERT_VOID_))        /* a clFinish that failed did not wait */
        gt_cl_uncollected_(s, gt_rough_ns_(end - body) <= 1000 + 3 * gt_rough_ns_(gt_cl_idle_of_(s)), sent);
    const int shared = s->turn && n->state->key.device && GT_LOAD_(&n->state->key.device->turns) != s->turn;
    if (shared) gt_count_(n, GT_N_shared, 1);
    /* Nobody knows how long its commands waited for those of the other thread. */
    for (size_t i = s->first; shared && i < gt_cl_mine_.rows.used; i++) gt_cl_mine_.rows.row[i].behind_ = 1;
    for (c = gt_self_ ? gt_self_->current : NULL; c && c != n; c = c->parent) {}
    if (c) {            /* scopes inside this one that are still open are given up */
        gt_scopes_drop_(n->thread, n);
        gt_cl_mine_.base = s->base_;
    } else {            /* this scope was given up when a scope around it ended, or it began in another thread */
        s->first = (size_t)-1;
    }
    size_t used = gt_cl_mine_.rows.used;
    const int brief = !s->full_ && !gt_cl_is_long_(end - scope->begin);
    gt_cl_collect_(n, s->first, all ? NULL : s->queue, scope->begin, end - scope->begin, end, body, brief, &row);
    if (s->reads_) gt_cl_signals_end_(&s->signals_, &now, &row);
    if (s->complete && s->missed == gt_cl_mine_.missed) row.complete = 1;
    /* the kit may not know all commands of this phase, and then it does not know all commands of a phase around it */
    if (!s->complete) gt_cl_mine_.missed++;
    n->state->alert &= ~GT_ALERT_EVENTS_;
    gt_cl_grow_(used);
    gt_cl_leave_(n, s->first);
    gt_scope_close_(scope, end, &row);
    if (n->parent->parent) gt_cl_call_log_(GT_LOG_KIT_, body, gt_now_(), 0);
    /* reads the device's clock rate and temperature here, where nothing is timed */
    if (!n->parent->parent && !n->thread->trial) gt_gauge_due_(n, 0);
}
void gt_cl_scope_left_(gt_cl_scope *s) {
    gt_node_ *n = s->scope.node;
    gt_scope_left_(&s->scope);
    if (!n) return;
    gt_cl_mine_.base = s->base_;
    gt_cl_leave_(n, s->first);
}

/* ==== >>batch, implementation ==== */
GT_LEAN_

static int gt_cl_group_wait_(void *queue) {
    return gt_cl_ok_(clFinish((cl_command_queue)queue), "clFinish around a group of GT_BATCH_CL");
}
gt_status gt_snapshot_batch(const gt_snapshot *snap, const char *path, gt_batch *out) {
    return gt_batch_of_(gt_snapshot_find(snap, path), out);
}

gt_trial gt_cl_batch_begin(cl_command_queue queue, gt_trial_options options) {
    gt_trial b = { NULL, NULL, 0 };
    if (options.batch < 0 || options.batch == 1) {
        gt_fault_(GT_ERR_ARGUMENT, "gt_cl_batch_begin", "batch must be 0 or at least 2");
        return b;
    }
    options.phase = NULL;
    b = gt_trial_new_(options, GT_KIND_BATCH);
    if (!b.state) return b;     /* scopes are off, or memory ran out: the body runs once */
    b.state->wait = gt_cl_group_wait_;
    b.state->queue = queue;
    gt_cl_hooks_();
    /* commands of a batch are not collected, so that a phase around the batch does not know all of its commands */
    gt_cl_mine_.missed++;
    (void)gt_cl_queue_device_(queue);       /* makes the device known, so that the report names it */
    return b;
}

/* ==== >>findings, implementation ==== */

/* Returns when the program first used anything of OpenCL (ns since the kit's start); -DBL_MAX if that is not known.
   *queues becomes 1 if a queue is open, else 0. */
static double gt_cl_seen_(int *queues) {
    uint64_t first = GT_CL_NEVER_;
    gt_lock_();
    const gt_cl_use_ *u;
    for (size_t i = 0; (u = gt_cl_use_at_(i)) != NULL; i++)
        if (u->key > GT_CL_BARE_ && u->first < first) first = u->first;
    gt_unlock_();
    *queues = gt_cl_queue_at_(0).queue != NULL;
    return first != GT_CL_NEVER_ ? gt_clock_ns(first - gt_clk_.start) : -DBL_MAX;
}
/* -- the seam to gputime.h -- */

static const gt_program_hooks_ *gt_cl_program_hooks_(void) { return gt_cl_tool_ ? &gt_cl_tool_->program : NULL; }
static const gt_hooks_ gt_cl_seam_ = { &gt_cl_thread_begin_, &gt_cl_thread_end_, &gt_cl_audit_wait_,
                                       &gt_cl_host_end_, &gt_cl_seen_, gt_cl_variables_,
                                       &gt_cl_program_hooks_ };
static void gt_cl_hooks_(void) { GT_POKE_(&gt_hooks_seam_, &gt_cl_seam_); }
#ifndef __cplusplus
static const gt_hooks_ *gt_hooks_seam_ = &gt_cl_seam_;
#elif defined(GT_SEAM_COMES_)
namespace { const gt_hooks_ *gt_hooks_seam_ = &gt_cl_seam_; }
/* Here the same source file has already implemented gputime.h. The hooks are set before main, or at the first call. */
#else
static GT_UNUSED_ const int gt_cl_hooked_ = (gt_cl_hooks_(), 1);
#endif

GT_FAST_
GT_OWN_MATH_
#endif /* GPUTIME_CL_IMPLEMENTED_ */

#pragma pop_macro("min")
#pragma pop_macro("max")

/* ------------------------------------------------------------------------------------------------------------
   History
     0.1.0  first version
     0.2.0  tools and laboratory are files of their own. Names that are gone (those of gputime.h stand at its end),
            and what to write now:
              GT_CL_INTERCEPT                       calls.h (examples/tools): include it, or compile with -include
              GT_SCOPE_CL_ALL(name)                 GT_SCOPE_CL(GT_CL_ALL, name)
              GT_CL_ALL_QUEUES                      GT_CL_ALL
              gt_cl_batch, _next, _end              gt_trial, gt_trial_next, gt_trial_end
              gt_cl_warm_shapes, gt_cl_shape        gt_cl_warm_kernel, once for each shape
              gt_cl_touch, gt_cl_touch_how          gt_cl_fill; other ways of touching: examples/course/09_data_warmup.c
              gt_cl_error_name                      gt_fail prints it
              gt_cl_stamp, gt_cl_stamp_text,        what gt_report prints; GT_JSON
              GT_CL_STAMPS
              gt_cl_cost_kind, gt_cl_cost_name,     gt_cl_cost_code, gt_cl_costs_print: examples/more/costs.h
              GT_CL_COSTS
              gt_cl_warm_runtime, GT_CL_DRIFT_PPM,  gone: gt_cl_align says what drift it assumes
              GT_CL_WANDER_PPM
            The same names in files of their own:
              gt_cl_limits                          examples/more/ceilings.h
              gt_cl_costs                           examples/more/costs.h
              gt_cl_program_cached                  examples/more/program_cache.h
              gt_cl_gauge                           examples/more/gauge.h
              gt_cl_align, gt_cl_align_ns           examples/more/align.h

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
