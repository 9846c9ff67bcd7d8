/* gputime.h - v0.2.0 - find out how long code really takes, and when the answer is wrong (C99, C++11)

   DO THIS in exactly one C or C++ file, and a plain #include everywhere else:
       #define GPUTIME_IMPLEMENTATION
       #include "gputime.h"                        (with OpenCL: "gputime_cl.h", which includes this file)
   BUILD     cc -std=c99 -O2 main.c                needs the C library alone; nothing has to be initialised

   USE
       GT_SCOPE("load input") { read_file(); }     adds one sample to "load input" each time the code runs
       gt_report(stdout);                          prints a row for each name, then what spoiled the numbers

   THE MACROS
       GT_SCOPE("name") { ... }          times a region of code: two clock readings and a store, about 40 ns.
                                         Scopes nest. The name is a string literal.
       GT_SCOPE_EXACT("name") { ... }    the same with ordered readings, about 60 ns: no earlier work is counted, no
                                         later work missed. For code that runs for less than a microsecond.
       GT_WORK(flops, bytes);            inside a scope: the work that the scope does; the report then shows FLOP/s
                                         and B/s. Either number may be 0.
       GT_TRIAL("name", .budget_s = 5, .precision = 0.01) { ... }
                                         repeats the body until the median is known to 1 % or 5 s are over, and says
                                         which. The first passes are reported apart as warm-up.
       GT_COMPARE("name") { GT_SIDE("a") { ... } GT_SIDE("b") { ... } }
                                         runs the sides in random order; the report says how many times as fast "b"
                                         is as "a", with an interval.
   A stopwatch, which adds nothing to the report, so that no finding says whether the work was over:
       gt_timer t = {0};  gt_timer_start(&t); work(); gt_timer_stop(&t);  printf("%.3f ms\n", gt_timer_ms(&t));
   A `break` or `continue` inside a scope leaves the scope, not the loop around the scope. `continue` adds a sample, as
   the closing brace does. Code that leaves a scope by break, return, goto or a C++ exception adds no sample; the
   report counts such scopes.
   C++ before C++20 has no designated initialisers: GT_TRIAL("name") works there; with options:
       gt_trial_options o = gt_trial_options_of("name"); o.budget_s = 5;
       gt_trial t = gt_trial_begin(o); while (gt_trial_next(&t)) { ... } gt_trial_end(&t);
   Everything that a macro does, a function does too: names that are not literals, code that is not a block.

   AT THE END
       gt_report(stdout);                table, warm-up, comparisons, findings
       gt_write_file("run.json", gt_write_json);   all that was measured, for gtlint and scripts; gt_write_csv: samples
       return gt_verdict(GT_WARNING);    for scripts: 1 after an error, a warning or a fault; else 0
       return gt_fail(stderr);           prints the first error and its remedy; returns 1

   FINDINGS  A number can be wrong, or mislead. The report names such numbers below the table: a code such as `no-sync`
       (the scope ended while its commands still ran), the figures, one likely cause, one remedy.
           fault      the number is not what its name says: the launch was timed, not the execution
           warning    the number misleads: a kernel was compiled inside the scope, the times drift
           note       know this before you quote the number: fewer than 6 samples
       Few samples hide faults: fewer than 8 show only a cold first sample; 100 are needed for a clean bill of health.
       examples/FINDINGS.md has a paragraph on each code: meaning, cause, remedy.

   BESIDE
       gputime_cl.h            device times of OpenCL commands: GT_SCOPE_CL and GT_EVENT
       examples/more           headers to copy if you want them: roofs.h with ceilings.h says how far a phase is from
                               what the device reaches, costs.h what measuring costs; page one of gputime_cl.h has all
       examples/tools          calls.h for OpenCL programs that you compile and do not edit (cc -include calls.h),
                               gtprof for those that you do not compile, gtlint to compare files, and for pages

   SWITCHES  (all of them: >>switches)
             GT_REPORT=1           in the environment: a report at exit, on stderr
             GT_JSON=run.json      all that was measured, at exit: for gtlint (compare, Markdown, a page), for scripts
             GT_TRACE=trace.json   a timeline for ui.perfetto.dev
             -DGPUTIME_DISABLE     the macros of this file leave no code; at run time gt_enable(0) switches them off
             -DGPUTIME_NO_EXIT     nothing is done at exit, and only what is called is linked
   DOES NOT  start threads, change affinity, exit, or print unless asked.
   COSTS     gcc 12 compiles the implementation in 4 s of a processor (-O2, Intel Xeon guest), with that of gputime_cl.h
             in 5 s: keep the implementation in a file of its own.

   CONTENTS  four parts: this page; PART 2: types and functions; PART 3, >>inline: what the macros expand to; PART 4:
             the implementation; a map: the way of a sample, how to add a finding, what each section needs and gives.
             Search for PART 4 or a tag. A tag stands in part 2 before what you call, in part 4 before how that works.
       >>scope       GT_SCOPE: regions of code that are timed; GT_WORK
       >>trial       GT_TRIAL: repeat until the answer is good enough; GT_COMPARE
       >>status      what functions return, the first error that was kept
       >>report      tables and texts
       >>timer       a stopwatch: start, stop, laps
       >>findings    what spoiled a measurement: the table of findings; part 4: the rules that decide
       >>inference   what a finding says that no call and no stamp tells: that a compiler ran, for one
       >>facts       what the judge is told of the machine: peak rates, clocks of the program's own
       >>files       JSON, CSV, trace: what other programs read
       >>clock       where ticks come from, and how good they are
       >>touch       first use of host memory, before it is timed
       >>statistics  median, its interval, quantiles, ratios; what spoils a series
       >>series      samples of one name: where samples are stored; numbers from elsewhere
       >>snapshot    what was recorded, as a copy: series, comparisons
       >>commands    what ran on devices, a row each
       >>switches    variables of the environment, #define before the include
       >>seam        what other files of the kit use of the inside
   STOP HERE to use the macros above. Licence (MIT) and history stand at the end. */

/* Macros of the program whose names are members of structs here. They come back at the end. */
#pragma push_macro("min")
#pragma push_macro("max")
#undef min
#undef max

#ifndef GPUTIME_H
#define GPUTIME_H

#if !defined(__cplusplus) && !defined(_MSC_VER) && (!defined(__STDC_VERSION__) || __STDC_VERSION__ < 199901L)
#error gputime needs C99 or C++11: compile with -std=c99 or later
#endif

#if defined(GPUTIME_STATIC) && !defined(GPUTIME_IMPLEMENTATION)
#define GPUTIME_IMPLEMENTATION
#endif

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define GPUTIME_VERSION "0.2.0"
#define GPUTIME_VERSION_NUMBER 200      /* for #if: 10000 * 0 + 100 * 2 + 0 */

/* ============================================================================================================
   PART 2: types and functions
   ============================================================================================================ */

#if defined(__GNUC__) || defined(__clang__)
#define GT_GNU_ 1
#define GT_INLINE_ static inline __attribute__((always_inline, unused))
#define GT_UNUSED_ __attribute__((unused))
/* Calls a function on the variable when its block is left, by whatever way. */
#define GT_LEAVING_(call) __attribute__((cleanup(call)))
#elif defined(_MSC_VER) && !defined(_ISO_VOLATILE) && (defined(__cplusplus) || _MSC_VER >= 1939)
#define GT_GNU_ 0
#define GT_INLINE_ static __forceinline
#define GT_UNUSED_
#define GT_LEAVING_(call)
#else
#error gputime needs gcc, clang, or Visual Studio: C++, or C from 2022 17.9 on; for ARM64 with /volatile:ms
#endif
#ifdef GPUTIME_STATIC
#define GT_API static GT_UNUSED_
#else
#define GT_API extern
#endif

/* Make an enumeration from a table: of the codes in its first column; of these with the values in its second column; of
   the codes in its second column. */
#define GT_FIRST_(code, ...) code,
#define GT_VALUED_(code, value, ...) code = value,
#define GT_SECOND_(code, text) text,

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gt_node_ gt_node_;           /* types that only the kit looks into: see part 3 */
typedef struct gt_thread_ gt_thread_;
typedef struct gt_device_ gt_device_;

/* ==== >>scope ==== GT_SCOPE: regions of code that are timed; GT_WORK ======================================== */

/* GT_SCOPE and GT_SCOPE_EXACT, see page one. The readings of a GT_SCOPE do not wait for earlier instructions, so that a
   sample can be some ns too short or too long. Each thread has a tree of scopes of its own. `continue` ends a scope as
   the closing brace does. Scopes left by break, return, goto or a C++ exception are counted: gt_series.left_early.
   Compilers without the cleanup attribute see only break; there the end of the parent closes what is open and counts it
   as abandoned. A scope left by longjmp or pthread_exit is abandoned when the scope around it or its thread ends.
   Series keep their names after a plugin was unloaded. Reports show control characters in names as "?". */
typedef struct gt_scope { gt_node_ *node; uint64_t begin; uint32_t state; int live; } gt_scope;

/* The functions of GT_SCOPE, for names that are not literals and code that is not a block. The name is copied. A scope
   that gets no memory, or lies inside too many others, is not recorded; gt_snapshot.lost counts it. A NULL name is the
   error GT_ERR_ARGUMENT. A scope ends in the thread in which it began. */
GT_API gt_scope gt_scope_begin(const char *name);
GT_API void gt_scope_end(gt_scope *scope);  /* before the scope around it ends; a second end, or NULL, does nothing */

/* The function of GT_WORK: claims floating-point operations and bytes moved for the innermost open scope. Either may be
   0; several claims in a scope add up. The kit cannot check a claim; one that is negative, infinite or NaN is kept as
   the error GT_ERR_ARGUMENT. */
GT_API void gt_work(double flops, double bytes);

/* ==== >>trial ==== GT_TRIAL: repeat until the answer is good enough; GT_COMPARE ============================= */

/* GT_TRIAL("matmul", .budget_s = 5, .precision = 0.01) { ... }
   Repeats the body: warm-up passes, reported apart, then passes until the precision is reached for every scope in the
   body (for the whole body if it has no scopes), or the budget is spent, or the maximum is reached. The report says
   which. Each pass is a sample of a series with the trial's name. The trial judges after 30, 45, 68, ... samples by an
   interval of 97 %, printed as 95 %: judging several times costs confidence. It needs 30 independent samples, and goes
   on while samples depend on each other. It spreads the first samples over a tenth of the budget, at most 1 s, and the
   later ones too while samples depend on each other: between them the body runs unrecorded, so that clocks and load
   have time to change. The report says how often. A max_n below 30, or a precision of 1e-6 or less, switches this off.
   If bodies leave work in a queue of gt_cl_open or gt_cl_attach, the trial empties the queue now and then. In other
   queues such work gathers: wait for it in the body, in GT_CL. Where GT_CL sees commands and no wait for them, the
   trial runs no passes between samples.
   A body without scopes that is shorter than 100 steps of the clock runs many times for each sample; the sample is the
   time of one pass (about 2 ns of each pass are the loop's). `break` ends the trial. Where scopes are switched off, the
   body runs once. A thread runs one trial at a time: a trial that begins ends the one before it as "left" (longjmp may
   have left it). If that one goes on all the same, the new trial stood inside it: GT_ERR_ORDER.

   GT_COMPARE("tiling") { GT_SIDE("simple") { ... } GT_SIDE("tiled") { ... } }
   Runs one of up to 8 sides in each pass, in random order (two sides: ABBA or BAAB; more: reshuffled Latin squares).
   The result is how many times as fast each side is as the first, with an interval and an outcome, for the whole side
   and for each scope that both sides have. A comparison stops as a trial does, by the intervals of all ratios. Code
   outside of the sides runs in each pass, and once before. A sample is one run of a side, with an empty scope in it;
   the interval is widened by the clock's step. Sides of less than 100 steps cannot be separated: put a loop into them.
   C++ before C++20 names options as page one shows. */
#if defined(__cplusplus) && __cplusplus >= 202002L
#define GT_UNSET_ = 0
#else
#define GT_UNSET_
#endif
typedef struct gt_trial_options {
    const char *name GT_UNSET_;     /* copied */
    double budget_s GT_UNSET_;      /* time for passes after the warm-up; 0: 10 */
    double precision GT_UNSET_;     /* half-width of the interval over the median; 0: 0.01 */
    double threshold GT_UNSET_;     /* comparisons: a difference that does not matter; 0 or less: 0.01 */
    int warmup GT_UNSET_;           /* passes (of each side), up to 1000000; 0: 2; -1: none, and a pass is a sample */
    int max_n GT_UNSET_;            /* samples, or rounds of a comparison; 0: 1000 */
    const char *phase GT_UNSET_;    /* the scope whose precision counts; NULL: all. Must outlive the trial */
    const char *flushed GT_UNSET_;  /* the side that runs with flushed caches; NULL: none. Must outlive the trial */
    FILE *progress GT_UNSET_;       /* for a line that rewrites itself up to five times a second; NULL: no line */
    int batch GT_UNSET_;            /* GT_BATCH_CL: passes in a long group; 0: the batch finds a number */
    /* set by the macros: where the trial stands, and how that file was compiled; NULL if not known */
    const struct gt_site_ *site_ GT_UNSET_;
} gt_trial_options;

typedef struct gt_trial { struct gt_trial_state_ *state; gt_thread_ *thread; int passes; } gt_trial;

#ifdef __cplusplus
extern "C++" {              /* default member initialisers are no C */
#endif
GT_INLINE_ gt_trial_options gt_trial_options_of(const char *name) {
    gt_trial_options o = { name, 0, 0, 0, 0, 0, NULL, NULL, NULL, 0, NULL };
    return o;
}
GT_INLINE_ gt_trial_options gt_trial_options_at_(gt_trial_options o, const struct gt_site_ *site) {
    o.site_ = site;
    return o;
}
#ifdef __cplusplus
}
#endif
GT_API gt_trial gt_trial_begin(gt_trial_options options);
GT_API int gt_trial_next(gt_trial *trial);          /* 1: run the body */
GT_API void gt_trial_end(gt_trial *trial);          /* before the last gt_trial_next: the trial stops as "left" */
GT_API gt_trial gt_compare_begin(gt_trial_options options);     /* then gt_trial_next, gt_trial_end */
GT_API gt_scope gt_side_begin(const char *name);    /* .live: run this side now; then gt_side_end */
GT_API void gt_side_end(gt_scope *side);

/* Why a trial, comparison or batch stopped. */
#define GT_STOPS(X_) \
    X_(GT_STOP_NONE,      "it still runs") \
    X_(GT_STOP_PRECISION, "precision reached") \
    X_(GT_STOP_BUDGET,    "budget spent") \
    X_(GT_STOP_MAXIMUM,   "maximum reached") \
    X_(GT_STOP_LEFT,      "left") \
    X_(GT_STOP_FAILED,    "an error happened")
typedef enum gt_stop { GT_STOPS(GT_FIRST_) GT_STOP_COUNT } gt_stop;

/* ==== >>status ==== what functions return, the first error that was kept ==================================== */

/* code, value, what it says, what to do */
#define GT_STATUSES(X) \
    X(GT_OK,             0, "no error", "") \
    X(GT_ERR_MEMORY,    -1, "out of memory", "record fewer series, or lower GPUTIME_MAX_SAMPLES") \
    X(GT_ERR_ARGUMENT,  -2, "bad argument", "see its comment in gputime.h or gputime_cl.h") \
    X(GT_ERR_ORDER,     -3, "call in the wrong order", "see its comment in gputime.h or gputime_cl.h") \
    X(GT_ERR_CLOCK,     -4, "the clock was changed meanwhile", \
                            "call gt_reset() first, and change it outside all scopes") \
    X(GT_ERR_IO,        -5, "a file cannot be read or written", "check the path, its permissions, and the space left") \
    X(GT_ERR_OPENCL,    -6, "an OpenCL call failed", "see in the OpenCL specification, on the page of that " \
                            "call, when it returns this code (registry.khronos.org/OpenCL)") \
    X(GT_ERR_NO_DEVICE, -7, "no such OpenCL device", \
                            "install the driver of a device that is missing (processor: apt-get install " \
                            "pocl-opencl-icd), or choose: GT_DEVICE=cpu, gpu, an index (0:0), or part of a name") \
    X(GT_ERR_BUILD,     -8, "the OpenCL program does not build", "mend what the compiler's log names") \
    X(GT_ERR_STAMPS,    -9, "the device's stamps cannot be used", \
                            "go by the brackets: this driver's device times mislead")

typedef enum gt_status { GT_STATUSES(GT_VALUED_) GT_STATUS_END_ = 1 } gt_status;

/* The first failure since the program's start or the last gt_reset. The kit owns the strings, until gt_reset. */
typedef struct gt_error {
    gt_status status;
    int code;               /* the OpenCL code; 0 if there is none */
    const char *code_name;  /* "CL_INVALID_VALUE"; "" if there is no code */
    const char *call, *file;
    int line;
    const char *detail;     /* a compiler's log, a path, what to do about the code; "": nothing more to say */
} gt_error;

/* NULL if no error was kept. The kit keeps errors of OpenCL calls, programs, devices, trials, files and reports, and a
   lack of memory for a snapshot; functions return all other errors and keep none. While a program reads the error, no
   other thread may call gt_reset. */
GT_API const gt_error *gt_error_first(void);
/* Prints the first error with its remedy, and GT_ variables whose value is not obeyed. Returns 1. */
GT_API int gt_fail(FILE *out);

/* ==== >>report ==== tables and texts ======================================================================== */

/* The report: devices, clock, the first error; a row for each series with samples, total, share of the row around it,
   mean, median ("rest": what no row below accounts for); device times, sums by kind of command, findings. Lines have at
   most 100 characters, on a terminal 112, and columns that do not fit are named below; GT_WIDE=1 prints them. Other
   threads may be recording. All functions of this section and the next: GT_ERR_IO if writing failed (a kept error; for
   stdout also a line on stderr), GT_ERR_MEMORY, GT_ERR_ARGUMENT (NULL), GT_ERR_ORDER in a signal handler that
   interrupts a report of the same thread. */
GT_API gt_status gt_report(FILE *out);

/* Two tables. The first has medians of each phase with collected commands: bracket and device time. Below each phase
   stands a row for each name of its commands, with queue (QUEUED to SUBMIT), submit (SUBMIT to START) and device time:
   the name of GT_EVENT_AS, of the kernel with calls.h, else the kind, as "write". The commands of a loop share a row.
   The second table, "the account", has all parts of a time (GT_PARTS), which sum to the sample, and how far each may be
   off. */
GT_API gt_status gt_report_commands(FILE *out);

/* The first line of every report: a text of the program, copied, up to 511 characters. */
GT_API void gt_report_about(const char *text);

/* ==== >>timer ==== a stopwatch: start, stop, laps =========================================================== */

/* gt_timer t = {0};  gt_timer_start(&t); work(); gt_timer_stop(&t);  printf("%.3f ms\n", gt_timer_ms(&t));
   A lap runs from a start to a stop; laps add up. Readings are ordered, and no overhead is subtracted. Timers run also
   where scopes are switched off. One thread at a time may use a timer. */
typedef struct gt_timer { uint64_t v_[4]; } gt_timer;   /* private: see >>timer in part 4 */

/* GT_ERR_ORDER, and nothing changes: a start of a running timer, a stop of one that does not run. GT_ERR_CLOCK:
   gt_clock_set replaced the clock. */
GT_API gt_status gt_timer_start(gt_timer *t);
GT_API gt_status gt_timer_stop(gt_timer *t);
GT_API double gt_timer_ns(const gt_timer *t);   /* sum of the laps with the running one; NaN after gt_clock_set */
GT_API double gt_timer_ms(const gt_timer *t);

/* ==== >>findings ==== what spoiled a measurement: the table of findings; part 4: the rules that decide ====== */

/* A finding names a fault of a series, with figures, a likely cause and a remedy. Page one has the severities GT_FAULT,
   GT_WARNING and GT_NOTE; GT_INFO is a fact about the machine.
   Signals of a phase are page faults, context switches and core changes of the whole process, since drivers have
   threads of their own. Reading them costs about 1 us, outside of the two clock readings. The first 256 phases of a
   series read them. Later phases shorter than 64 times that cost do so once in sixteen; only then they also ask for
   QUEUED and SUBMIT, which cost 0.4 us each with some drivers. The other phases lack these columns. A GT_SCOPE reads
   signals at its first GT_EVENT (or enqueue call of calls.h) and at its end, a timer of calls.h from its first call on:
   the first sample of a series does, and each sample that follows one longer than 64 times the cost. A scope without
   commands reads none, nor does a scope around one that began to read later.
   GT_AUDIT=0 reads no signals. GT_AUDIT=1 waits for the queues of gt_cl_open and gt_cl_attach before and after each
   GT_SCOPE outside of phases, and so finds work that leaks into or out of scopes without GT_EVENT. The waits change the
   times: find mistakes with GT_AUDIT=1, and publish other numbers. The program hangs if a queue waits for a user event
   that is set after the scope.
   The table has a line for each finding: code, name, severity, place, sentence, likely cause, remedy. A report lists
   faults before warnings before notes; of these it begins with those that spoil the largest share of a number, and
   then follows the order of the table. Places:
     EACH         any series, but no timer (GT_KIND_TIMER)
     INNERMOST    a series has the finding only if no series below has it; alone, or with one of the next two
     TIMED        timers, too; but a timer that is the gap between two timings has only faults
     AGAIN        a timer, too, if a kernel is launched first in it, and no later timing launches it with the same sizes
   The table does not say when a finding is said. GT_RULES_ in part 4 does (which fact of which series, in which case),
   with GT_FACTS_ (how much of it counts, what explains it). examples/FINDINGS.md has a paragraph on each, with its
   rules in words. To add a finding, search for TO ADD. */
enum { GT_WHERE_EACH_, GT_WHERE_INNERMOST_, GT_WHERE_TIMED_, GT_WHERE_INNERMOST_TIMED_, GT_WHERE_AGAIN_ = 4,
       GT_WHERE_INNERMOST_AGAIN_ };
#define GT_FINDINGS(X_) \
    X_(GT_FINDING_FAILED_WORK, "failed-work", GT_FAULT, TIMED, "commands or calls failed inside", \
       "samples with a failed command do not count", \
       "read the first error (GT_CL and gt_fail(stderr), or gtprof, give it); check arguments and sizes") \
    X_(GT_FINDING_EVENT_BROKEN, "event-broken", GT_FAULT, TIMED, "the driver's stamps contradict each other", \
       "the kit uses no device time of these commands", "quote the bracket; try a newer driver") \
    X_(GT_FINDING_EVENT_SCALE, "event-scale", GT_FAULT, EACH, "the device's stamps do not count nanoseconds", \
       "the driver gives ticks of another clock for nanoseconds; the kit uses no device time", \
       "quote the bracket; try a newer driver") \
    X_(GT_FINDING_CLOCK_STEP, "clock-step", GT_FAULT, EACH, "the clock stepped or changed its rate", \
       "the counter cannot be trusted on this machine", "set GT_CLOCK=os in the environment") \
    X_(GT_FINDING_NEGATIVE, "negative", GT_FAULT, EACH, "times came out below zero", \
       "the clock that measured them stepped back, or start and end were exchanged", \
       "subtract the start from the end, both of a monotonic clock") \
    X_(GT_FINDING_CPU_CLOCK, "cpu-clock", GT_FAULT, TIMED, "this clock does not measure elapsed time", \
       "the clock counts processor time, and stands still while the program waits for the device", \
       "use a monotonic clock: CLOCK_MONOTONIC (or the kit's)") \
    X_(GT_FINDING_CLOCK_UNIT, "clock-unit", GT_FAULT, EACH, "this clock does not count the unit that it should", \
       "microseconds, milliseconds or ticks stand for ns, or for seconds", \
       "convert its readings: gt_clock_set expects ns, gt_check_clock expects seconds") \
    X_(GT_FINDING_WRONG_QUEUE, "wrong-queue", GT_FAULT, EACH, \
       "commands still ran on a queue that the scope does not wait for", \
       "the number holds a part of these commands' time, or none; these samples have no device time", \
       "put a GT_SCOPE_CL on that queue; for several queues, pass GT_CL_ALL instead of one") \
    X_(GT_FINDING_NO_SYNC, "no-sync", GT_FAULT, INNERMOST_TIMED, "samples ended while commands inside still ran", \
       "the launch was timed, not the execution", \
       "wait before the time is taken: clFinish (clFlush does not wait), or GT_SCOPE_CL(queue, name)") \
    X_(GT_FINDING_MARKER, "marker", GT_FAULT, TIMED, "the event is a marker's or barrier's, not a command's", \
       "stamps of a marker show when the driver handled the marker, not how long a kernel ran", \
       "give GT_EVENT to the call that enqueues the kernel or transfer") \
    X_(GT_FINDING_IMPLAUSIBLE, "implausible", GT_FAULT, EACH, "no device is that fast", \
       "the work was skipped, removed by the compiler, or claimed wrongly", \
       "check the result, and the work that GT_WORK or GT_EVENT_AS claims") \
    X_(GT_FINDING_EMPTY_BODY, "empty-body", GT_WARNING, INNERMOST, \
       "the timed code takes hardly longer than an empty scope", \
       "the compiler removed work whose result is not used, or the body is empty", \
       "use the result (add it to a volatile, print it), or do more of it in one sample") \
    X_(GT_FINDING_UNEQUAL_WORK, "unequal-work", GT_WARNING, TIMED, "samples or sides do different work", \
       "sizes differ between samples or sides; a median or ratio over them says little", \
       "give each size its own name; let both sides do the same work, or compare rates") \
    X_(GT_FINDING_STAMPS_REFUSED, "stamps-refused", GT_WARNING, EACH, "the program asked for stamps and got none", \
       "the queue has no profiling, or the command had not ended: the variable keeps the value that it had", \
       "create the queue with CL_QUEUE_PROFILING_ENABLE, wait for the event, check what each call returns") \
    X_(GT_FINDING_STAMPS_APART, "stamps-apart", GT_WARNING, EACH, \
       "most of the time between two stamps that the program reads is not execution", \
       "the stamps are of two commands, or the first is QUEUED or SUBMIT: waits and compilation lie between them", \
       "launch each kernel once before; subtract START from END of the same command, and add such differences up") \
    X_(GT_FINDING_LOST, "lost", GT_WARNING, EACH, "scopes left no record", \
       "no memory is left, or scopes nest deeper than GPUTIME_MAX_DEPTH", \
       "record fewer series, or raise GPUTIME_MAX_DEPTH") \
    X_(GT_FINDING_PARTIAL, "partial", GT_WARNING, EACH, "commands were not collected", \
       "device time lacks these commands", \
       "compile the other files that enqueue commands with -include calls.h as well") \
    X_(GT_FINDING_REJECTED, "rejected", GT_WARNING, EACH, "numbers came out NaN or infinite", \
       "statistics leave NaN and infinities out", "find the code that produces them") \
    X_(GT_FINDING_ABANDONED, "abandoned", GT_WARNING, EACH, \
       "scopes had not ended when the enclosing scope or thread ended", \
       "such a scope adds no sample", "end each scope before the enclosing scope") \
    X_(GT_FINDING_DEBUG_BUILD, "debug-build", GT_WARNING, EACH, "the timed code is not a release build", \
       "this is a debug build", "compile with -O2 and without -fsanitize before you compare anything") \
    X_(GT_FINDING_DIRTY_START, "dirty-start", GT_WARNING, INNERMOST_TIMED, \
       "earlier commands were still running when samples began", \
       "earlier work was not waited for, or the clock was read after the launch; part of that work is in the number", \
       "wait for the queue (clFinish), take the time, and then launch; or GT_SCOPE_CL(queue, name)") \
    X_(GT_FINDING_JIT_IN_REGION, "jit-in-region", GT_WARNING, INNERMOST_AGAIN, \
       "compilation falls inside the timed region", \
       "drivers compile in a build, and many of them at a kernel's first launch, too", \
       "build, and launch each kernel once with its sizes, before the time begins (gt_cl_warm_kernel)") \
    X_(GT_FINDING_HELD, "held", GT_WARNING, INNERMOST_TIMED, "commands waited long before they began", \
       "a user event that was set late, or work on another queue, that the commands depend on", \
       "complete those events before the scope, or time that work in a scope of its own") \
    X_(GT_FINDING_HOST_INSIDE, "host-inside", GT_WARNING, INNERMOST_TIMED, \
       "most of the time is the program's own code", \
       "host code before, between or after the commands, or commands that were not collected", \
       "move that code out of what is timed, or give it a GT_SCOPE of its own inside") \
    X_(GT_FINDING_UNWARMED, "unwarmed", GT_WARNING, INNERMOST_AGAIN, \
       "these samples may hold first launches: no earlier one is known", \
       "first launches also pay for compilation, memory and clocks", \
       "launch each kernel once before its time is taken, with GT_EVENT or in GT_CL: gt_cl_warm_kernel") \
    X_(GT_FINDING_CREATED_INSIDE, "created-inside", GT_WARNING, INNERMOST_AGAIN, \
       "OpenCL objects were created in the timed region", \
       "each run creates buffers, kernels, programs or queues", "create them before the scope, and reuse them") \
    X_(GT_FINDING_PAGE_FAULTS, "page-faults", GT_WARNING, INNERMOST_TIMED, "first-touch page faults fall inside", \
       "the system provides a page of memory at its first use", \
       "do the same work once before, or write to that memory (gt_touch, gt_cl_fill)") \
    X_(GT_FINDING_COLD_FIRST, "cold-first", GT_WARNING, INNERMOST_TIMED, "the first sample stands out", \
       "the first run pays for what later runs find ready", \
       "if it does the work of the others, run the code once before; in a trial: a larger .warmup") \
    X_(GT_FINDING_WARMUP, "warmup", GT_WARNING, INNERMOST, "the first samples are slower", \
       "the machine or the program was still warming up", "run more warm-up passes: .warmup of GT_TRIAL") \
    X_(GT_FINDING_DRIFT, "drift", GT_WARNING, INNERMOST, "times change during the measurement", \
       "throttling, clocks still ramping up, or a busy machine; the median describes neither end", \
       "let the machine settle; in a comparison quote the ratio, in which drift cancels") \
    X_(GT_FINDING_THROTTLED, "throttled", GT_WARNING, EACH, "the device's clock was held down", \
       "heat or the power supply; a cooler room or another server gives other times", \
       "cool the device, wait between runs, or lock its clock lower with the vendor's tool") \
    X_(GT_FINDING_ALTERNATE, "alternate", GT_WARNING, INNERMOST, "every second sample differs", \
       "buffers or states alternate", "time two passes as one sample") \
    X_(GT_FINDING_BIMODAL, "bimodal", GT_WARNING, INNERMOST, "there are two speeds", \
       "two code paths, cores, clock states or buffers; neither speed alone is the answer", \
       "give each kind of pass a name of its own; else pin the process, touch buffers before, or quote both speeds") \
    X_(GT_FINDING_NONLINEAR, "nonlinear", GT_WARNING, EACH, "time is not linear in launches", \
       "queue depth, overlap or throttling", "do not quote a cost per launch") \
    X_(GT_FINDING_LAUNCH_BOUND, "launch-bound", GT_WARNING, EACH, "the host cannot feed the device", \
       "the slope is the time of an enqueue call", "quote the device time, or give each launch more work") \
    X_(GT_FINDING_SYNC_BOUND, "sync-bound", GT_WARNING, TIMED, "most of the time is launch and synchronisation", \
       "too little work between two barriers", "quote the device time, or use GT_BATCH_CL") \
    X_(GT_FINDING_CONTENDED, "contended", GT_WARNING, INNERMOST_TIMED, "other work ran at the same time", \
       "commands that run at once slow each other down", "time one at a time, or quote the time of all together") \
    X_(GT_FINDING_PROFILING_TAX, "profiling-tax", GT_WARNING, EACH, "events slow this work down", \
       "the driver spends time on stamps", "time without GT_EVENT too, on a queue without profiling") \
    X_(GT_FINDING_COARSE, "coarse", GT_WARNING, INNERMOST, "the clock's step is too large for the interval", \
       "a reading can be off by a step, over 1 % of the interval", "repeat the work in a loop inside, and divide") \
    X_(GT_FINDING_COPY_CLOUDS, "copy-clouds", GT_WARNING, EACH, "the speedup depends on what is counted", \
       "copies or other phases take a large part of the whole", \
       "quote both ratios: of the kernel alone, and with everything") \
    X_(GT_FINDING_NOT_THE_KERNEL, "not-the-kernel", GT_WARNING, EACH, \
       "the difference between the sides is not the kernel's", \
       "the host does other work in each pass, or one side holds a first launch or earlier work", \
       "move that out of the sides, or compare the device times alone") \
    X_(GT_FINDING_WARM_CACHE, "warm-cache", GT_WARNING, EACH, "with flushed caches it is slower", \
       "without a flush the data are in a cache", "say that the number is for cached data, or quote both") \
    X_(GT_FINDING_AUTOCORR, "autocorr", GT_NOTE, INNERMOST, "successive samples are correlated", \
       "a state lasts longer than a sample; the interval is widened for that", \
       "take more samples, or leave more time between them") \
    X_(GT_FINDING_SHORT_LOOK, "short-look", GT_NOTE, EACH, "slow changes cannot be seen", \
       "the samples cover little time, or few states of the machine", \
       "measure for longer, or with pauses: a larger .budget_s, a larger .max_n") \
    X_(GT_FINDING_PREEMPTED, "preempted", GT_NOTE, INNERMOST, "the system interrupted samples", \
       "the machine is busy", "close other programs, or pin the process") \
    X_(GT_FINDING_OUTLIERS, "outliers", GT_NOTE, INNERMOST, "single samples stand far out", \
       "interrupts, a busy machine or rare paths; they move the mean, not the median", "quote the median") \
    X_(GT_FINDING_TIED, "tied", GT_NOTE, EACH, "rounds in which both sides took the same time", \
       "the clock is too coarse for these sides", "put more work into each side") \
    X_(GT_FINDING_NOT_CONVERGED, "not-converged", GT_NOTE, EACH, "the precision asked for was not reached", \
       "too little time, or too much noise", "raise .budget_s, or use a quieter machine") \
    X_(GT_FINDING_BETWEEN_RUNS, "between-runs", GT_NOTE, EACH, "runs differ by more than their own intervals say", \
       "memory layout, clocks and load differ between processes", "quote the interval over runs") \
    X_(GT_FINDING_FEW, "few", GT_NOTE, TIMED, "fewer than 6 samples", \
       "an interval of 95 % needs 6 samples", "repeat the measurement: in a loop, or a larger .max_n of GT_TRIAL") \
    X_(GT_FINDING_NOT_KEPT, "not-kept", GT_NOTE, EACH, "samples counted in n, min and max alone", \
       "median and interval are those of the first samples", \
       "raise GPUTIME_MAX_SAMPLES, or call gt_reset between parts") \
    X_(GT_FINDING_UNSEEN, "unseen", GT_NOTE, EACH, "the kit saw no OpenCL command in host scopes", \
       "whether these scopes waited for commands is not known", \
       "pass GT_EVENT to the enqueue calls inside, or use GT_SCOPE_CL") \
    X_(GT_FINDING_NO_PROFILING, "no-profiling", GT_NOTE, INNERMOST_TIMED, \
       "commands went to a queue without CL_QUEUE_PROFILING_ENABLE", \
       "these commands have no device time", \
       "give clCreateCommandQueue CL_QUEUE_PROFILING_ENABLE; in files with calls.h GT_CL_PROFILING=1 does that") \
    X_(GT_FINDING_VOID, "void", GT_NOTE, TIMED, "samples became void", \
       "an error, a reset or a change of the clock happened inside", "") \
    X_(GT_FINDING_LEFT_EARLY, "left-early", GT_NOTE, EACH, "scopes ended by break, return, goto or an exception", \
       "such a scope adds no sample", "") \
    X_(GT_FINDING_UNCLAIMED, "unclaimed", GT_NOTE, EACH, "some samples claimed no work", \
       "the series has no rate", "call GT_WORK in every sample") \
    X_(GT_FINDING_KIT_TIME, "kit-time", GT_NOTE, EACH, "part of the time is the kit's own work", \
       "inner scopes, stamps of commands and the release of their events cost time", \
       "quote the scopes or commands inside rather than the whole, or use fewer inner scopes") \
    X_(GT_FINDING_LEAKED_EVENTS, "leaked-events", GT_NOTE, EACH, "events were never released", \
       "the driver keeps each event, and memory grows with the number of commands", \
       "call clReleaseEvent for each event that a call has returned") \
    X_(GT_FINDING_ENV, "env", GT_INFO, EACH, "what the machine does to timings", \
       "", "") \
    GT_FINDINGS_OF_A_TOOL_(X_)
#ifndef GT_FINDINGS_OF_A_TOOL_          /* lines of a tool that is built on the headers */
#define GT_FINDINGS_OF_A_TOOL_(X_)
#endif

typedef enum gt_severity { GT_INFO, GT_NOTE, GT_WARNING, GT_FAULT } gt_severity;
typedef enum gt_finding_code { GT_FINDINGS(GT_FIRST_) GT_FINDING_COUNT } gt_finding_code;

typedef struct gt_figure {      /* a number of the evidence */
    char name[16];              /* "samples", "of", "device" */
    char unit[8];               /* "ns", "%", "ppm", "B", "FLOP", "B/s", "FLOP/s"; "": a count or a ratio */
    double value;
} gt_figure;
typedef struct gt_finding {
    gt_finding_code code;
    gt_severity severity;
    const char *name, *sentence, *cause, *remedy;   /* of the table */
    char path[160];         /* of the series, or "..." and its end; "": the finding concerns all */
    char figures[256];      /* evidence, with units */
    gt_figure figure[10];   /* its numbers, in the order of the text */
    size_t figure_count;
    /* series_: number of its series in the snapshot, from 1; order_: its place before findings were sorted */
    size_t series_, order_;
    /* spoils_: the share of the series' time that the finding spoils, 0 if not known; group_: the largest share among
       findings */
    double spoils_, group_;
    int said_;              /* 1: the sentence is kept with the figures */
    int around_;            /* 1: added because a series below has this finding */
} gt_finding;

GT_API const char *gt_finding_name(gt_finding_code code);  /* "no-sync"; "" beyond the table */
/* All findings, most serious first. If one finding explains another, the list has only the first. Free *list with
   free(). *list is NULL after GT_ERR_MEMORY, GT_ERR_ARGUMENT (NULL) and GT_ERR_ORDER (as of gt_snapshot_take). */
GT_API gt_status gt_findings(gt_finding **list, size_t *count);
/* For scripts: 1 if an error was kept, or a finding has that severity or a worse one; else 0. The last line of main:
   return gt_verdict(GT_WARNING); */
GT_API int gt_verdict(gt_severity least);

/* ==== >>inference ==== what a finding says that no call and no stamp tells: that a compiler ran, for one ====== */

/* Nothing to call. Such findings have the word "inferred" in their figures, or name what was looked at: a kernel that
   starts late where it runs for the first time, while the process computes (jit-in-region); a late start while it
   computes nothing (held). Part 4 has each constant with its unit and source. With calls.h and GT_CL more is known, and
   less inferred. */

/* ==== >>facts ==== what the judge is told of the machine: peak rates, clocks of the program's own =============== */

/* Tests a clock of the program's own, for about 5 ms, and up to 1.3 s if it is coarse: what it shows for a sleep
   (findings cpu-clock, clock-unit), whether it steps back (clock-step), how fine it is (coarse above 100 us). Findings
   stay until gt_reset. GT_ERR_ARGUMENT: NULL. */
GT_API gt_status gt_check_clock(double (*now_s)(void), const char *name);
/* Peak rates of the device. Claimed work above 1.2 times the peak is the finding `implausible`. 0: not known; the limit
   is then 1.5 times the highest ceiling that was measured of the device (examples/more/ceilings.h; of bytes that in
   global memory, at any size), since other programs may have slowed that measurement. Without ceilings it is a rate
   that no such device, or no such number of processors, reaches. */
GT_API void gt_peak(double flops_per_s, double bytes_per_s);

/* ==== >>files ==== JSON, CSV, trace: what other programs read =============================================== */

/* Writes a file: gt_write_file("run.json", gt_write_json). The file gets another name beside its own until it is
   complete, so that no reader sees half of it; devices, pipes and links are written in place. %p in `file` stands for
   the number of the process, %r for its rank, %h for the host, "-" for stdout. GT_ERR_IO: the first error has the file
   and the cause; what stood there before stays. The variables GT_JSON and GT_CSV call this function when the program
   ends. */
GT_API gt_status gt_write_file(const char *file, gt_status (*write)(FILE *out));

/* Writes one JSON document: environment, devices and their costs, series with statistics, counts and samples,
   comparisons, batches, findings with their figures. tests/data/gputime.schema.json describes it; fields are only
   added as long as "schema" is the same number. `gtlint run.json` prints the program's report again, with findings
   by the rules of that gtlint. Unknown numbers are null. Bytes that are no UTF-8 become U+FFFD. A file is named by
   the last part of its path. Where a launcher says a rank (MPI, Slurm) the document has "rank": the rank, how many
   there are, the host, the job, and when begin_ns was 0 by the host's clock. GT_JSON_SAMPLES=0 leaves the samples
   out. */
GT_API gt_status gt_write_json(FILE *out);

/* Begins a trace in `file` (as GT_TRACE does); NULL ends it, as the end of the program does. Chrome's trace events, for
   ui.perfetto.dev: a track for each thread with its scopes (a slice has the parts of its sample), a track for each
   queue with its commands (queued, submitted, running), findings, and how many commands are in flight. Arrows lead from
   each enqueue call to the execution, and from each command to those of its scope that had to wait for it: by wait list
   ("waits" counts the events of the list), by a barrier, or by the order of the queue. Where calls.h or gtprof sees the
   calls, each call is a slice, and a counter has the bytes in buffers that are not released yet. The file grows with
   the program, and loads also if the program was killed. Of two processes with one file the one that began last has it:
   %p in its name stands for the process. Commands are placed by gt_cl_align, else by their enqueue calls;
   "uncertainty_ns" says how well. GT_ERR_ORDER: a trace is written already, or none is. */
GT_API gt_status gt_write_trace(const char *file);

/* A header, and a row for each sample, as RFC 4180 defines (CRLF), the same in every locale. Columns:
     series       names from the root, joined by "/"; in a name "\" stands before each "/" and "\"
     thread       number of the thread, from 1, in the order of their first scopes
     sample       number of the sample in its series and thread, from 0
     begin_ns     begin, since the start of the kit's clock; of a command its enqueue call, after gt_cl_align its START
     duration_ns  length as measured: of a phase the bracket, of a command START to END
     device_ns to bytes       columns of gt_sample; empty: unknown
     cold         1: warm-up pass of a trial; else 0
     kind         scope, phase, trial, comparison, side, batch, group, command, outside, program, timer, wait
     queue_ns to complete     columns of gt_sample
     device       number of the device, in the order of first use, and its name; empty: not known
     findings     codes of the faults and warnings of the series, with blanks between them */
GT_API gt_status gt_write_csv(FILE *out);

/* ==== >>clock ==== where ticks come from, and how good they are ============================================= */

/* The first scope chooses the clock: the processor's counter (x86-64: invariant TSC; AArch64: cntvct; 64-bit RISC-V:
   rdtime; s390x: stckf; ppc64: mftb) if it can be trusted, else the operating system's monotonic clock. AArch64 and
   s390x state the rate of their counter: a counter that is 2 % off is not trusted, and the stated rate is used if a fit
   confirms it within 100 ppm.
   The first question for a time fits the counter's rate to CLOCK_MONOTONIC_RAW. From 20 ms after the first reading on,
   the fit uses about 200 pairs of readings at each end; before that, least squares over 1 ms of pairs, or up to 15 ms
   where they scatter, which the report says. Pairs that took more than 1.5 times as long as the quickest one are left
   out. The same question measures what scopes cost (1 ms). */
typedef struct gt_clock {
    const char *name;       /* "tsc", "cntvct", "rdtime", "stckf", "mftb", "os", or the name given to gt_clock_set */
    const char *reason;     /* why the processor's counter is not used; "" if it is */
    double hz;              /* ticks per second */
    double step_ns;         /* by how much readings step, often many ticks */
    double read_ns;         /* cost of one reading, median */
    double scope_ns;        /* mean length of an empty GT_SCOPE */
    double exact_ns;        /* mean length of an empty GT_SCOPE_EXACT */
    /* the most that a GT_SCOPE around a chain of multiplications missed, and a step; 0: not known. A GT_SCOPE does not
       wait for its body: cache misses may be left out entirely */
    double missed_ns;
    double fit_ms;          /* length of the interval over which hz was fitted; 0: nothing had to be fitted */
    double drift_ppm;       /* change of the rate between the fit and the last report; above 50 the report warns */
} gt_clock;

GT_API gt_clock gt_clock_info(void);                /* fits the clock if no fit has been made */
GT_API uint64_t gt_clock_ticks(void);               /* an ordered reading: after all earlier work, before later work */
GT_API double gt_clock_ns(uint64_t ticks);          /* a number of ticks as ns */
/* Uses another clock: now_ns(user) returns ns and must never step back. NULL: the kit's own clock again. Open scopes
   become void. The clock is tested as by gt_check_clock, for 5 ms, and up to 1.3 s if it is coarse. A clock whose name
   begins with "simulated" need not follow real time: it is not tested, and its step is 1 ns. Set it before other
   threads use the kit. GT_ERR_CLOCK: samples in ticks of the old clock were recorded since the last gt_reset. */
GT_API gt_status gt_clock_set(uint64_t (*now_ns)(void *user), void *user, const char *name);
GT_API void gt_enable(int on);                      /* 0: scopes record nothing and wait for nothing */

/* ==== >>touch ==== first use of host memory, before it is timed ============================================= */

/* Touches memory from the calling thread: one byte of each page of 4096 bytes. The first touch of a page causes a page
   fault, and places the page on the NUMA node of the thread that touches it.
     GT_TOUCH_READ    reads a byte of each page. Linux maps all pages that were never written to one page of zeros:
                      later reads look fast, and the first write still faults
     GT_TOUCH_WRITE   adds 0 to a byte of each page, atomically; the contents stay
     GT_TOUCH_FILL    OVERWRITES the memory with zeros
   Memory can be divided among threads: each thread of yours touches part `part` of `parts` (0 of 1: all) and works on
   that part later. Parts begin at multiples of 4096 and are as equal as possible; with fewer pages than parts some are
   empty. GT_ERR_ARGUMENT: NULL, or part >= parts; nothing is touched. */
typedef enum gt_touch_how { GT_TOUCH_READ, GT_TOUCH_WRITE, GT_TOUCH_FILL } gt_touch_how;
GT_API gt_status gt_touch(void *p, size_t bytes, gt_touch_how how, unsigned part, unsigned parts);

/* ==== >>statistics ==== median, its interval, quantiles, ratios; what spoils a series ======================= */

/* Statistics of arrays of doubles. Results have the unit of the input. The functions have no state: the same input
   gives the same bits. They do not write to the arrays, and allocate at most a double and a byte for each sample. NaN
   and infinite samples are left out and counted. GT_ERR_ARGUMENT: a NULL pointer (to an array that is not empty), a
   tick that is negative or not finite, a confidence that is not between 0 and 1. GT_ERR_MEMORY: the counts are right,
   all other results are NaN or 0. */

/* An interval and the confidence that it holds, 0 to 1. confidence 0: no interval; both ends are NaN. */
typedef struct gt_interval {
    double low, high;
    double confidence;
} gt_interval;

typedef struct gt_stats {
    size_t n;                       /* finite samples; all results come from these */
    size_t rejected;                /* NaN or infinite samples */
    double median, mean, sd;        /* NaN for n = 0; sd (with n - 1) NaN for n < 2 */
    double min, max;                /* NaN for n = 0 */
    double p90, p99;                /* quantiles, see gt_quantile */
    int p90_is_bound, p99_is_bound; /* 1: n < 36, n < 368: too few samples; print the quantile as ">=" */
    /* of the median, 95 %: order statistics of Hettmansperger and Sheather (Statistics & Probability Letters 4, 1986),
       stretched by tau and widened by tick */
    gt_interval ci;
    /* autocorrelation time: n samples are worth n / tau independent ones (Geyer, Statistical Science 7, 1992, on
       signs); 1 for n < 20 */
    double tau;
    double spread;                  /* upper spread: the sd of normal noise; at least tick and 0.1 % of the median */
    double tick;                    /* as given */
} gt_stats;

/* Statistics of x[0..n), in the order of measurement. tick: resolution of the clock in the unit of x; 0 if there is
   none. spread is 1.4826 times the median deviation of the upper half, since timings are skewed. GT_ERR_MEMORY: min,
   max, mean and sd are right too. */
GT_API gt_status gt_stats_of(const double *x, size_t n, double tick, gt_stats *out);

/* Quantile p (0..1) of n sorted values, type 7 of Hyndman and Fan (The American Statistician 50, 1996): linear between
   the neighbours of position (n - 1) p. NaN for n = 0 and for a p outside 0..1. */
GT_API double gt_quantile(const double *sorted, size_t n, double p);

/* How many times as fast b is as a: the ratio a / b of two times. a is the base case. */
typedef struct gt_ratio {
    size_t rounds;                  /* rounds used */
    size_t tied;                    /* rounds in which both sides took the same time */
    size_t dropped;                 /* rounds left out: a time is not finite or not above 0 */
    double ratio;                   /* NaN if no round is left */
    gt_interval ci;                 /* of the ratio; with few rounds of a smaller confidence, or none */
    double wanted;                  /* the confidence that was asked for */
} gt_ratio;

/* Rounds in which both sides ran once, in random order: median of the ratios of the rounds, with the interval of the
   median of ln a - ln b. Drift slows both sides of a round and cancels. */
GT_API gt_status gt_ratio_paired(const double *a, const double *b, size_t rounds, double confidence, gt_ratio *out);

/* Cost of a pass, and a cost that is paid once: time = fixed + passes * slope. */
typedef struct gt_slope {
    size_t rounds;                  /* rounds used */
    size_t dropped;                 /* rounds left out: a time is not finite */
    double slope, fixed;            /* medians over the rounds */
    gt_interval slope_ci, fixed_ci;
} gt_slope;

/* Outcome of a comparison of b with the base case a. */
#define GT_OUTCOMES(X_)                     \
    X_(GT_NOT_SEPARATED, "not separated")   \
    X_(GT_FASTER, "faster")                 \
    X_(GT_SLOWER, "slower")                 \
    X_(GT_SAME, "same")

typedef enum gt_outcome { GT_OUTCOMES(GT_FIRST_) GT_OUTCOME_COUNT } gt_outcome;

/* GT_FASTER: the whole interval lies above 1 + threshold. GT_SLOWER: below 1 / (1 + threshold). GT_SAME: between these
   two. GT_NOT_SEPARATED: anything else, and every interval with less confidence than was asked for.
   threshold: a difference that does not matter in practice; 0 means 0.01, a negative number means none. */
GT_API gt_outcome gt_ratio_outcome(const gt_ratio *r, double threshold);

/* Faults that show in the times of a series. Each part has `fired` and the numbers that made it fire, which mean
   nothing otherwise. From 10 samples on, each part fires on at most 1 % of healthy series. Few samples hide faults:
   below 8 only a cold first sample and a coarse clock can be seen, below 20 also outliers, a long warm-up and gross
   drift; 100 are needed for a clean bill of health. */
typedef struct gt_diagnosis {
    size_t n;               /* finite samples; indices below count these, from 0 */
    size_t rejected;        /* NaN or infinite samples */
    size_t dropped;         /* samples at the start that cold_first or warmup found; other parts leave them out */
    int fired;              /* number of parts that fired */
    /* as trials judge, from ranks and from parts of the series, without the dropped samples; 1 for fewer than 20
       samples: see the finding short-look */
    double tau;
    struct {
        int fired;          /* the first sample stands out */
        double factor;      /* of the median of the others */
    } cold_first;
    struct {
        int fired;
        size_t samples;     /* number of slow samples at the start */
        double percent;     /* how much slower their median is */
    } warmup;
    struct {
        int fired;
        double percent;     /* last third against the first, or a slow tail against the rest; above 0: slower */
        int is_step;        /* 1: the change came at once, at sample `at`; 0: gradually */
        size_t at;
    } drift;
    struct {
        int fired;          /* two speeds, unless drift or alternate explains them */
        double low, high;   /* centres of the modes */
        double low_share;   /* share of the samples in the lower mode, 0 to 1 */
    } bimodal;
    struct {
        int fired;
        double tau, n_eff;  /* the samples are worth n_eff independent samples */
    } autocorr;
    struct {
        int fired;
        double percent;     /* samples 0, 2, 4, ... against 1, 3, 5, ..., counted after the dropped ones */
    } alternate;
    struct {
        int fired;
        size_t count;
        double above;              /* samples above this are outliers */
        double factor;             /* the worst outlier over the median */
        double mean_shift_percent; /* by how much the outliers move the mean */
    } outliers;
    struct {
        int fired;
        double percent;     /* a tick over the median */
    } coarse;
} gt_diagnosis;

/* x[0..n): times in the order of measurement; tick: resolution of the clock in the same unit, 0 if there is none.
   Allocates three doubles for each sample. GT_ERR_MEMORY also for more than 2^31 - 1 finite samples. */
GT_API gt_status gt_diagnose(const double *x, size_t n, double tick, gt_diagnosis *out);

/* ==== >>series ==== samples of one name: where samples are stored; numbers from elsewhere =================== */

/* A series holds the samples of one name under one parent. Each thread has series of its own; reports merge them by
   name. A sample takes 16 bytes, and 16 more if samples claim work. Beyond GPUTIME_MAX_SAMPLES samples, or without
   memory, only count, sum, minimum and maximum go on, and the report says so. The samples of a thread stay after its
   end. */

/* Adds a sample that another tool measured, in ns, below the open scope. Copies the name. NaN and infinities are kept
   and counted as rejected. Does nothing where scopes are switched off. GT_ERR_ARGUMENT: NULL. GT_ERR_MEMORY: no memory,
   or scopes are too deep. */
GT_API gt_status gt_series_add(const char *name, double ns);

/* Forgets all samples, counts and the first error, also of threads that record meanwhile. Open scopes become void. */
GT_API void gt_reset(void);

/* Columns of a sample beside its begin and length: field, unit of the recorded value. NaN: unknown. A line here makes a
   column of the store, of snapshots and of the CSV.
     device_ns      device time: length of the union of START..END of the collected commands; NaN: no usable stamps
     commands       number of collected commands
     flops, bytes   work that GT_WORK claimed; of a command: the bytes that the command moves
     queue_ns, submit_ns   of a command alone: QUEUED to SUBMIT, and SUBMIT to START. Of the samples of a scope the
                    account says how long commands waited, and why.
     late_ns        of the account: the longest time that one kernel waited to start although the kit saw nothing in its
                    way (gap, launch, first); or first_ns, if that is longer; 0 if that passed before SUBMIT. Without an
                    account: the longest time from SUBMIT to START of a first launch in which no other command ran
     kernel_ns to unseen_ns   the account: parts of the sample, that sum to it (GT_PARTS); NaN: no stamps, or some
                    that contradict each other
     doubt_ns       each part may be off by so much, +-; NaN: not tried, as in most short phases
     doubtful       a bit for each part, in their order: 1: the part has time, and may be off by a quarter of that or
                    more, and by 1 % of the sample, so that its time may be its neighbour's
     after_ns       for how long commands of a host scope ran on after its end
     before_ns      for how long commands of the sample, whose events were handed over late, had run before its begin,
                    as far as gt_cl_align tells
     faults, voluntary, involuntary   page faults and context switches of the process around a phase; NaN where they
                    were not read, as in fifteen of sixteen short phases after the first 256 of a series
     moved          1: the thread changed its core
     cpu_us         processor time of all threads of the process around a phase
     complete       1: every command of the phase was collected, as far as calls.h can see */
#define GT_COLUMNS(X_) \
    X_(device_ns, number) X_(commands, number) X_(flops, number) X_(bytes, number) \
    X_(queue_ns, number) X_(submit_ns, number) X_(late_ns, ticks) \
    X_(kernel_ns, ticks) X_(copy_ns, ticks) X_(first_run_ns, ticks) X_(gap_ns, ticks) X_(earlier_ns, ticks) \
    X_(held_ns, ticks) X_(first_ns, ticks) X_(launch_ns, ticks) X_(return_ns, ticks) X_(setup_ns, ticks) \
    X_(kit_ns, ticks) X_(host_ns, ticks) X_(unseen_ns, ticks) X_(doubt_ns, ticks) X_(doubtful, number) \
    X_(after_ns, ticks) X_(before_ns, ticks) X_(faults, number) X_(voluntary, number) X_(involuntary, number) \
    X_(moved, number) X_(cpu_us, number) X_(complete, number)
/* The parts of a sample that holds commands: code, title. They sum to the sample. Where several could claim a piece,
   the first does that applies:
     kernel, copy, first_run   a command of the sample runs on a device; first_run: a kernel, for the first time
     gap        no command runs, and the next one was enqueued before the last one ended
     setup, kit, host          the thread builds or makes objects; is in the kit; is in the program's own code
     earlier, held, first      the thread is in a call, and the next command waits: for work from before the sample or
                               of others; for an event of others; because its kernel was never launched before
     launch     the thread is in a call, and nothing is known of why the next command waits
     return     the thread is in a call, and all commands are over: the return from a wait
     unseen     the thread is in a call, and a command of which nothing is known may run; or the next command waits for
                one */
#define GT_PARTS(X_) \
    X_(kernel, "kernel") X_(copy, "copy") X_(first_run, "first run") X_(gap, "gap") X_(earlier, "earlier") \
    X_(held, "held") X_(first, "first launch") X_(launch, "launch") X_(return, "return") X_(setup, "setup") \
    X_(kit, "kit") X_(host, "host") X_(unseen, "unseen")
#define GT_COLUMN_FIELD_(field, unit) double field;
#define GT_COLUMN_CODE_(field, unit) GT_COLUMN_##field,
typedef struct gt_sample { GT_COLUMNS(GT_COLUMN_FIELD_) } gt_sample;
enum { GT_COLUMNS(GT_COLUMN_CODE_) GT_COLUMN_COUNT };

/* Kinds of series: code, name, the step of the times, facts that follow from the kind.
     SCOPE       a GT_SCOPE
     PHASE       a GT_SCOPE_CL: times are brackets
     TRIAL       passes of a GT_TRIAL
     COMPARISON  a GT_COMPARE: its sides are the series below
     BATCH       a GT_BATCH_CL: its groups are the series below; see gt_snapshot_batch
     GROUP       of a batch: a sample is the time of all passes of a group
     COMMAND     START to END of a command that the scope above collected
     OUTSIDE     numbers of gt_series_add
     PROGRAM     a whole thread, from its first OpenCL call on, where GT_REPORT is set and no scope has run
     TIMER       the time between two readings of a clock by such a program, with OpenCL calls in between
     WAIT        inside a call that waits for other processes: examples/more/ranks.h
   Steps: that of the clock, that of the clock divided by the number of passes, that of device stamps, none.
   Facts: ROW: it has a row in reports, and findings. SHAPE: the order of its samples is diagnosed. FEW: it is listed if
   it has few samples. PART: below a side, its time is part of the side's. LOOKED: it is judged while samples come in.
   DEVICE: it belongs to one device, and each sample knows its commands. DOUBLES: its samples are ns, not ticks. */
enum { GT_STEP_CLOCK_, GT_STEP_PASS_, GT_STEP_STAMP_, GT_STEP_NONE_ };
enum { GT_ROW_ = 1, GT_SHAPE_ = 2, GT_FEW_ = 4, GT_PART_ = 8, GT_LOOKED_ = 16, GT_DEVICE_ = 32, GT_DOUBLES_ = 64 };
#define GT_KINDS(X_) \
    X_(GT_KIND_SCOPE, "scope", CLOCK, GT_ROW_ | GT_SHAPE_ | GT_FEW_ | GT_PART_) \
    X_(GT_KIND_PHASE, "phase", CLOCK, GT_ROW_ | GT_SHAPE_ | GT_FEW_ | GT_PART_ | GT_DEVICE_) \
    X_(GT_KIND_TRIAL, "trial", PASS, GT_ROW_ | GT_SHAPE_ | GT_FEW_ | GT_PART_ | GT_LOOKED_) \
    X_(GT_KIND_COMPARISON, "comparison", CLOCK, GT_ROW_ | GT_SHAPE_ | GT_PART_ | GT_LOOKED_) \
    X_(GT_KIND_SIDE, "side", CLOCK, GT_ROW_ | GT_SHAPE_ | GT_FEW_ | GT_PART_) \
    X_(GT_KIND_BATCH, "batch", CLOCK, GT_ROW_ | GT_SHAPE_ | GT_FEW_ | GT_PART_ | GT_LOOKED_) \
    X_(GT_KIND_GROUP, "group", CLOCK, GT_ROW_ | GT_PART_) \
    X_(GT_KIND_COMMAND, "command", STAMP, GT_DEVICE_ | GT_DOUBLES_) \
    X_(GT_KIND_OUTSIDE, "outside", NONE, GT_ROW_ | GT_SHAPE_ | GT_FEW_ | GT_DOUBLES_) \
    X_(GT_KIND_PROGRAM, "program", CLOCK, GT_ROW_) \
    X_(GT_KIND_TIMER, "timer", CLOCK, GT_ROW_ | GT_FEW_) \
    X_(GT_KIND_WAIT, "wait", CLOCK, GT_ROW_ | GT_PART_)
typedef enum gt_kind { GT_KINDS(GT_FIRST_) GT_KIND_COUNT } gt_kind;

/* ==== >>snapshot ==== what was recorded, as a copy: series, comparisons ===================================== */

/* Counters of a series. A line here makes the counter, its sum over threads and its finding: field; unit; the finding
   that a count above 0 makes (GT_FINDING_COUNT: none); GT_SAID_ if its text is the sentence of the finding, else 0; the
   text, as in GT_RULES_; behind it, where there is one, the fact that explains it, as in GT_FACTS_. */
#define GT_COUNTS(X_) \
    /* samples with an error, a reset or a change of the clock inside */ \
    X_(voided, number, GT_FINDING_VOID, GT_SAID_, "{count#sample} became void") \
    X_(left_early, number, GT_FINDING_LEFT_EARLY, GT_SAID_, \
       "{count#scope} ended by break, return, goto or an exception") \
    X_(abandoned, number, GT_FINDING_ABANDONED, GT_SAID_, \
       "{count#scope} had not ended when the enclosing scope or thread ended") \
    X_(open, number, GT_FINDING_COUNT, 0, 0)        /* scopes that were open when the snapshot was taken */ \
    /* backwards: intervals of scopes; they are in no sum. negative: numbers of gt_series_add; they do count. \
       rejected: numbers that are in n and ns alone, not in statistics. */ \
    X_(backwards, number, GT_FINDING_CLOCK_STEP, 0, "{count#interval} came out negative: left out") \
    X_(negative, number, GT_FINDING_NEGATIVE, GT_SAID_, "{count#time} came out below zero") \
    X_(rejected, number, GT_FINDING_REJECTED, GT_SAID_, "{count#number} came out NaN or infinite") \
    X_(unclaimed, number, GT_FINDING_UNCLAIMED, GT_SAID_, "{count#sample} claimed no work, while others did") \
    X_(assumed, number, GT_FINDING_COUNT, 0, 0)     /* commands whose bytes are known by their calls alone */ \
    X_(unmoved, number, GT_FINDING_COUNT, 0, 0)     /* of `assumed`: they need not move data (host pointer) */ \
    X_(fresh, number, GT_FINDING_COUNT, 0, 0)       /* of `assumed`: the first use of a buffer of 64 KiB or more */ \
    /* In a series of a whole program this counts commands that still ran at its end (finding partial). */ \
    X_(unsynced, number, GT_FINDING_NO_SYNC, GT_SAID_, "{count#sample} ended while commands inside still ran", \
       "dirty_behind") \
    X_(tails, number, GT_FINDING_COUNT, 0, 0)       /* of `unsynced`: commands ran on for at most 5 % longer */ \
    X_(gaps, number, GT_FINDING_COUNT, 0, 0)        /* timers: samples that look like the pause between two \
                                                       timings, as they warm up or launch nothing; they began \
                                                       after an even number of clock readings; laps: after an odd */ \
    X_(laps, number, GT_FINDING_COUNT, 0, 0) \
    X_(odd, number, GT_FINDING_COUNT, 0, 0)         /* timers: samples between the two readings of a pair */ \
    X_(rounds, number, GT_FINDING_COUNT, 0, 0)      /* timers: first rounds of what a loop repeats, whose other \
                                                       rounds are samples of another timer */ \
    X_(markers, number, GT_FINDING_MARKER, 0, "{count#sample} got no other event than that of a marker or barrier") \
    X_(failed, number, GT_FINDING_FAILED_WORK, 0, "{count#command} failed") \
    /* timers: samples by a clock of processor time */ \
    X_(by_cpu_clock, number, GT_FINDING_CPU_CLOCK, 0, \
       "{count#sample}: the clock counted {counted=cpu_counted_ns:ns} while {passed=cpu_passed_ns:ns} passed") \
    X_(cpu_counted_ns, ticks, GT_FINDING_COUNT, 0, 0)   /* what that clock counted in these samples */ \
    X_(cpu_passed_ns, ticks, GT_FINDING_COUNT, 0, 0)    /* how long they took */ \
    X_(wrong_queue, number, GT_FINDING_WRONG_QUEUE, 0, \
       "{count#command} had not ended when the scope did, on a queue that the scope does not wait for") \
    X_(unprofiled, number, GT_FINDING_NO_PROFILING, GT_SAID_, \
       "{count#command} went to a queue without CL_QUEUE_PROFILING_ENABLE") \
    X_(uncounted, number, GT_FINDING_PARTIAL, 0, "{count#command} not collected for lack of memory") \
    X_(builds, number, GT_FINDING_COUNT, 0, 0)      /* programs that were built inside the scope */ \
    X_(build_ns, ticks, GT_FINDING_COUNT, 0, 0) \
    X_(created, number, GT_FINDING_COUNT, 0, 0)     /* buffers, kernels, programs, queues, contexts made inside */ \
    X_(created_ns, ticks, GT_FINDING_COUNT, 0, 0) \
    X_(foreign, number, GT_FINDING_COUNT, 0, 0)     /* waits for queues to which no collected command went */ \
    X_(foreign_ns, ticks, GT_FINDING_COUNT, 0, 0) \
    X_(dirty, number, GT_FINDING_COUNT, 0, 0)       /* samples that began on a busy queue: the wait for it took \
                                                       over 5 % of the sample. In host scopes without commands, \
                                                       and with GT_AUDIT=1 in all, any wait counts. */ \
    X_(dirty_ns, ticks, GT_FINDING_COUNT, 0, 0)     /* how long these samples waited before they began */ \
    X_(idle_end, number, GT_FINDING_COUNT, 0, 0)    /* phases that collected nothing and left the queue idle */ \
    X_(unwaited, number, GT_FINDING_COUNT, 0, 0)    /* such phases, and passes of trials and sides behind which all \
                                                       open queues were idle, in which GT_CL saw commands and no wait \
                                                       for them: perhaps they went to another queue */ \
    X_(shared, number, GT_FINDING_COUNT, 0, 0)      /* samples during which another thread used the device: it \
                                                       began a phase (in phases) or launched a kernel (in timers) */ \
    X_(unwarmed, number, GT_FINDING_COUNT, 0, 0)    /* samples with a kernel of which no earlier launch is known */ \
    X_(waves, number, GT_FINDING_COUNT, 0, 0)       /* kernels: launches that were the first after a wait */ \
    X_(other_work, number, GT_FINDING_COUNT, 0, 0)  /* samples whose kernels or sizes differ from the second's */ \
    X_(overlapped, number, GT_FINDING_COUNT, 0, 0)  /* samples whose commands ran at the same time on one device */ \
    X_(leaked, number, GT_FINDING_COUNT, 0, 0)      /* GT_AUDIT=1: host scopes that ended while queues worked */ \
    X_(leaked_ns, ticks, GT_FINDING_NO_SYNC, 0,     /* how long the queues worked on */ \
       "{samples=leaked#sample} ended while the queues were still at work, for {after=leaked_ns:ns} more in total", \
       "unsynced") \
    X_(kit_ns, ticks, GT_FINDING_COUNT, 0, 0)       /* the kit's own work inside these samples */ \
    X_(unrecorded, number, GT_FINDING_COUNT, 0, 0)  /* passes that a trial ran only to spread its samples */ \
    X_(gauged, number, GT_FINDING_COUNT, 0, 0)      /* readings of the device's clock, power and heat */ \
    X_(capped, number, GT_FINDING_COUNT, 0, 0)      /* of `gauged`: the power limit held the clock down */ \
    X_(slowed, number, GT_FINDING_COUNT, 0, 0)      /* of `gauged`: heat or the power supply held it down */

/* A copy of a series, merged over threads. Arrays have `kept` elements, thread after thread, in the order of begin. */
typedef struct gt_series {
    const char *name;       /* control characters are "?" here and in path */
    char *path;             /* names from the root, joined by "/" */
    char *key_;             /* the path as gt_write_csv prints it, with control characters as they are */
    int depth;              /* 0: no parent */
    gt_kind kind;
    const char *what;       /* of commands: the kind, as "kernel" or "read"; else "" */
    int cold;               /* 1: warm-up passes of a trial, or below a series of warm-up passes */
    int flushed;            /* 1: a side that runs with flushed caches: gt_trial_options.flushed */
    /* 1: in a trial or batch, 2: in a comparison: ci is a 97 % interval, printed as 95 %, and tau is from ranks and
       from parts of the series */
    int looked;
    /* in a sample of a trial (ns is the time of one pass) or of a group (ns is the time of all passes); of a batch: in
       a long group; else 1 */
    unsigned long passes;
    gt_stop stop;           /* of a trial, comparison or batch */
    char *stopped;          /* the reason as a sentence; NULL: none */
    int missed;             /* 1: it stopped before it reached the precision */
    double threshold;       /* of a comparison */
    size_t n;               /* samples counted */
    size_t kept;            /* samples in the arrays; fewer than n beyond GPUTIME_MAX_SAMPLES and without memory */
    double sum_ns, min_ns, max_ns;  /* of all n samples */
    double *ns, *begin_ns;
    double *column[GT_COLUMN_COUNT];    /* columns of each sample; NULL: not known of any. Use gt_series_sample */
    size_t known[GT_COLUMN_COUNT];  /* number of samples that have the column GT_COLUMN_... */
    uint32_t *thread;       /* number of the thread, from 1 */
    unsigned threads;       /* number of threads with samples */
    gt_stats stats;         /* of ns; ci covers the intervals of all threads */
    gt_stats device_stats;  /* of device_ns */
    gt_stats rest_stats;    /* of ns - device_ns: the overhead, if all samples are complete */
    /* medians of work over ns (the bracket, not the device time); NaN: a sample without claimed work */
    double flops_per_s, bytes_per_s;
    gt_interval flops_ci, bytes_ci;     /* 95 % */
#define GT_TYPE_number_ uint64_t
#define GT_TYPE_ticks_ double
#define GT_COUNT_FIELD_(field, unit, ...) GT_TYPE_##unit##_ field;
    GT_COUNTS(GT_COUNT_FIELD_)          /* the counters */
    uint64_t broken[16];    /* commands with unusable stamps, by kind */
    const char *file;       /* of the macro; "" if the scope was made by a function */
    int line, optimised;    /* optimised: 1, 0, 2 (a sanitizer's build), -1 (not known) */
    int seen_;              /* 1: the kit sees all commands that the file of this macro enqueues (GT_SEES_) */
    const gt_device_ *device_;  /* the device of the commands; NULL if not known */
    size_t below_;          /* number of series below this one; they follow in the array */
    int rank_;              /* number of a side in its comparison, or of a group in its batch, from 0 */
    int in_ns_;             /* 1: samples are ns as doubles; 0: they are ticks */
    int cold_;              /* 1: it holds warm-up passes itself; cold is also 1 below such a series */
    double step_ns_;        /* of the clock */
    double empty_ns_;       /* what an empty pass takes, in a trial with several passes in a sample */
    int stamped_;           /* 1: the program itself reads the stamps of such commands and relies on them */
    struct gt_first_ *first_;       /* the samples in which kernels were first launched, in order */
    size_t first_count_, first_room_;
    /* while the snapshot is taken: the first of the threads' series that are merged into this one */
    gt_node_ *source_;
    uint64_t codes_;        /* a bit for each kind of fault and warning that the series has */
    /* worst_: number of its worst fault or warning in the list of findings, from 1, or 0; more_: how many it has beside
       that */
    size_t worst_, more_;
} gt_series;

/* All columns of sample i, i < kept. */
GT_API gt_sample gt_series_sample(const gt_series *series, size_t i);

typedef struct gt_snapshot {
    size_t count;
    gt_series *series;      /* parents before their children */
    uint64_t lost;          /* scopes without a name or memory, or too deep */
    size_t room_;           /* how many series the array has memory for */
    gt_node_ **bucket_;     /* hash table of the series while the snapshot is taken */
    struct gt_facts_ *facts_;       /* what was known of the machine when the snapshot was taken */
} gt_snapshot;

/* Copies all that was recorded. Free *out with gt_snapshot_free. *out is empty after GT_ERR_MEMORY, GT_ERR_ARGUMENT
   (NULL), and GT_ERR_ORDER: a signal handler that interrupts a report of the same thread. */
GT_API gt_status gt_snapshot_take(gt_snapshot *out);
GT_API void gt_snapshot_free(gt_snapshot *snapshot);
/* The first series with that path: a scope and a command inside it, or two devices of a phase, can share one. Else the
   series whose path ends so ("compute" for "matmul/compute"). Warm-up passes are left out. NULL: no such series, or
   several paths end so. */
GT_API const gt_series *gt_snapshot_find(const gt_snapshot *snapshot, const char *path);

/* How many times as fast `side` is as the first side of a comparison, in whole (phase NULL) or in the scope `phase`, a
   direct child of both sides. ci has 95 % (with N sides: 1 - 0.05 / (N - 1) each). GT_ERR_ARGUMENT: there is no such
   comparison, side or scope. GT_ERR_MEMORY. */
GT_API gt_status gt_snapshot_compare(const gt_snapshot *snapshot, const char *comparison, const char *side,
                                     const char *phase, gt_ratio *out);

/* Result of a GT_BATCH_CL (gt_snapshot_batch of gputime_cl.h), in ns. Intervals have 95 %; those of the slope are
   widened by the clock's step. */
typedef struct gt_batch {
    gt_slope slope;         /* slope: cost of a pass; fixed: cost that is paid once between two barriers */
    double passes;          /* in a long group */
    /* how much longer (passes + 1) / 2 passes take than on the line between 1 and all passes, over their time; 0: a
       line; confidence 0: too few groups of that length */
    gt_interval curvature;
    int nonlinear;          /* 1: curvature lies beyond 5 %: passes do not cost the same */
    int launch_bound;       /* 1: the slope is at most 1.2 times enqueue_ns: a time of the host, not of the device */
    /* time until the calls of a pass have returned, the lesser of short and long groups; NaN: not known */
    double enqueue_ns;
} gt_batch;

/* ==== >>commands ==== what ran on devices, a row each ======================================================= */

/* The reasons for which the kit does not use the stamps of a command (the times that its event tells): index in
   gt_series.broken, which counts the commands for each reason. GOOD: all are used. EARLY, BRIEF (not asked for): all
   but QUEUED and SUBMIT are used. NONE: the command has no stamps. */
#define GT_STAMPS_(X_) \
    X_(GT_STAMPS_UNTOUCHED,  0, "the driver reported success but wrote nothing") \
    X_(GT_STAMPS_ZERO,       1, "START or END is zero") \
    X_(GT_STAMPS_BACKWARDS,  2, "END lies before START") \
    X_(GT_STAMPS_ORDER,      3, "QUEUED, SUBMIT, START are not in this order") \
    X_(GT_STAMPS_HUGE,       4, "END - START is beyond 2^62 ns") \
    X_(GT_STAMPS_REFUSED,    5, "the driver refused to tell them") \
    X_(GT_STAMPS_STILL,      6, "they lie a few ns apart whatever runs between them") \
    X_(GT_STAMPS_SCALE,      7, "their clock does not run as the host's does") \
    X_(GT_STAMPS_MISPLACED,  8, \
       "on the host's clock, where gt_cl_align puts them, not between enqueue and the end of the phase") \
    X_(GT_STAMPS_EARLY,      9, "QUEUED lies before the enqueue") \
    X_(GT_STAMPS_OLD,       10, "the command ran before the sample began") \
    X_(GT_STAMPS_LONG,      15, "longer than the bracket around them")
enum { GT_STAMPS_(GT_VALUED_) GT_STAMPS_GOOD, GT_STAMPS_NONE, GT_STAMPS_BRIEF };

/* A collected command. When its scope ends, rows become the device time of the scope, and a series for each name below
   the scope. A scope may hold millions of commands, so a row is small. */
typedef struct gt_command {
    const char *name;           /* of its series, else its kind; lives as long as its series does */
    const char *kind;           /* "kernel", "read" */
    const void *id, *queue;     /* pointers that tell commands and queues apart */
    const gt_device_ *device;
    double bytes;               /* that the command moves; 0: not known */
    uint64_t before, after;     /* host's ticks around the enqueue call; 0: not known */
    /* the device's stamps; of a merged row (count_ above 1) `queued` is how long at least one command ran (ns) */
    uint64_t queued, submit, start, end;
    uint64_t begin;             /* START as ticks of the host; 0: not known */
    const void *const *waited;  /* ids of the commands that it waited for */
    uint32_t waits;             /* how many these are, as far as the kit sees */
    uint32_t wait_at_;          /* index of its wait list in gt_cl_log_.waited */
    float doubt_ns;             /* begin may be off by so much, +- */
    uint32_t sample;            /* of the scope, counted from 0 at the start of its thread */
    const gt_node_ *scope;
    /* when its kernel was first launched, as far as known (ticks); 0 if the command runs no kernel */
    uint64_t used_;
    uint32_t count_;            /* how many commands the row stands for; above 1 if rows were merged to save memory */
    /* of a kernel: 1 plus how many waits the thread had made before; 0 if that is not known, or if the launch differs
       from the first one with its sizes only by its buffers: then it does not repeat that one */
    uint32_t wave_;
    uint32_t launch_;           /* number of its launch record in the thread's log, from 1; 0 if there is none */
    unsigned in_order : 1;      /* its queue runs one command after the other */
    unsigned barrier : 2;       /* 1: it waits for all before it in its queue; 2: all after it wait for it; 3: both */
    /* GT_STAMPS_GOOD; _EARLY, _BRIEF: but for QUEUED and SUBMIT; _NONE or a kind: not used */
    unsigned stamps : 5;
    unsigned empty : 1;         /* it does no work, as a marker */
    unsigned kernel : 1;        /* it runs a kernel */
    /* 1: no earlier launch of its kernel is known; or none from its program with its sizes, and it was late */
    unsigned first_ : 1;
    /* the program gave the event to gt_cl_event_add after the enqueue call, so that `before` is too late. 1: the
       command still ran then; 2: it had ended */
    unsigned handed_ : 2;
    unsigned map_ : 1;          /* 1: it maps or unmaps a buffer: some drivers stamp that by another clock */
    /* 1: `bytes` comes from the call, not from the program; 2: likewise, but the command need not move data; 3:
       likewise, and nothing has used its buffer before */
    unsigned assumed_ : 2;
    unsigned stamped_ : 1;      /* 1: the program itself has read its stamps */
    unsigned runs_ : 1;         /* 1: it still ran when its scope ended, and no later wait has shown that it is over */
    unsigned held_ : 1;         /* 1: it waited for an event of which the kit does not know when it was set */
    unsigned taken_ : 1;        /* 1: the kit has asked for its stamps, and no longer needs its event */
    unsigned ended_ : 1;        /* 1: its scope has ended and has counted it; the row stays for the scopes around */
    unsigned told_ : 1;         /* 1: gtprof has counted it before its timer ended */
    unsigned brief_ : 1;        /* 1: QUEUED and SUBMIT are not asked for */
    unsigned type_ : 5;         /* CL_EVENT_COMMAND_TYPE minus GT_CL_TYPE_; 0 if not known */
    unsigned behind_ : 1;       /* 1: just before it the thread enqueued a command whose event nobody collects */
    unsigned listed_over_ : 1;  /* 1: when it was enqueued, the first event of its wait list was over */
    unsigned asked_ : 1;        /* 1: the program asked for its event */
} gt_command;

/* Functions that left: a program that still calls one is told where it went. Without this it would see a missing
   symbol. */
#ifdef __has_attribute
#if __has_attribute(unavailable)
#define GT_GONE_(instead) __attribute__((unavailable(instead)))
extern gt_status gt_write_markdown(FILE *out) GT_GONE_("gtlint --markdown makes it of gt_write_json's file");
extern gt_status gt_runs_append(const char *file) GT_GONE_("gtlint --runs takes the files of gt_write_json");
extern gt_status gt_ratio_unpaired(void) GT_GONE_("gt_ratio_paired of rounds, or gtlint --compare of two programs");
#endif
#endif

/* ==== >>switches ==== variables of the environment, #define before the include ============================== */

/* In the environment; the report names values that are unknown, gtlint --environment names that are misspelt. All are
   unset at first:
       GT_REPORT=1 or a file     a report at exit, on stderr or appended to the file, if there was none by then. It has
                                 no scope that runs later: in a function given to atexit before the first scope, or in
                                 a destructor of what is older. A file that GT_JSON, GT_CSV or GT_TRACE names too does
                                 not get the report: it is printed on stderr
       GT_JSON=file              at exit: all that was measured. In the names of all these files, "-" is stdout, %p the
                                 number of the process, %r its rank as the launcher says it (MPI, Slurm; 0: none says
                                 one), %h the host. A second copy of the kit in one process (GPUTIME_STATIC, a library
                                 that hides its names) writes file.2. A pipe that nobody reads within two seconds is
                                 an error on stderr
       GT_JSON_SAMPLES=0         leaves the samples out of the JSON file
       GT_CSV=file               at exit: a row for each sample, as gt_write_csv
       GT_TRACE=file             while the program runs: a timeline for ui.perfetto.dev
       GT_MARKDOWN=file          gone: GT_JSON=run.json, then gtlint --markdown run.json
       GT_PROGRESS=1             on stderr, what trials of more than 2 s do and the time left: on a terminal a line that
                                 rewrites itself, elsewhere a line every 10 s
       GT_CLOCK=os               do not use the processor's counter
       GT_AUDIT=0 or 1           0: read no signals beside phases; 1: look for work that leaks into or out of scopes,
                                 which changes the times: >>findings
       GT_SEED=number            repeats the orders of a run in comparisons and batches
       GT_WIDE=1                 lines of the report may be longer than 100 characters, or than the terminal is wide;
                                 all findings, not ten
       GT_COLOR=always           colours of findings: always, never, auto (on a terminal alone); NO_COLOR=1 too
   #define, before the include, in the file with the implementation if nothing else is said:
       GPUTIME_STATIC            [every file] a private copy of the kit in this file
       GPUTIME_DISABLE           [any file] the macros of this file leave no code
       GPUTIME_NO_EXIT           no GT_REPORT, GT_JSON, GT_CSV, GT_TRACE: a program that prints no report links 30 to
                                 70 KB of code (gcc -ffunction-sections -Wl,--gc-sections)
       GPUTIME_MAX_SAMPLES       samples kept for each series and thread (default: 1048576)
       GPUTIME_MAX_DEPTH         scopes inside each other (default: 64)
       GPUTIME_FLAGS             the compiler's flags as a text, for JSON (default: none)
   At run time: gt_enable(0) switches all scopes off, gt_enable(1) on again. */

/* ==== >>seam ==== what other files of the kit use of the inside ==============================================
   No program uses these names: they change without notice. gputime_cl.h and what stands in examples/more and
   examples/tools use no other name of this file that ends in "_"; tests/tools/test_header.sh compares. This file calls
   gputime_cl.h by one struct, gt_hooks_, and a tool that has the kit in its own file by another, gt_host_hooks_.
   Functions, types and variables:
      gt_abs_, gt_account_log_, gt_account_row_, gt_ahead_, gt_ahead_narrow_, gt_alert_, gt_alerts_drop_,
      gt_aligned_, gt_array_free_, gt_array_grow_, gt_audits_, gt_audits_all_, gt_batch_of_, gt_because_,
      gt_bits_of_, gt_block_samples_, gt_by_size_, gt_character_, gt_child_named_, gt_child_next_,
      gt_claim_limit_, gt_clk_, gt_clock_end_ticks_, gt_clock_finding_add_, gt_clock_findings_, gt_clock_is_real_,
      gt_column_, gt_column_names_, gt_command_add_, gt_command_call_order_, gt_command_copy_, gt_command_used_,
      gt_commands_, gt_commands_give_, gt_commands_kept_by_, gt_commands_listed_, gt_commands_merge_,
      gt_common_step_, gt_copy_, gt_copy_finite_, gt_count_, gt_count_timed_, gt_counters_, gt_date_, gt_device_,
      gt_device_describe_, gt_device_facts_, gt_device_of_, gt_device_scaled_, gt_device_times_, gt_devices_,
      gt_double_of_, gt_empty_scopes_, gt_error_fill_, gt_error_keep_, gt_error_offer_, gt_errors_, gt_exit_ask_,
      gt_exit_begins_, gt_exit_failed_, gt_exit_files_, gt_exit_for_, gt_facts_, gt_fault_, gt_figures_add_,
      gt_file_mark_, gt_file_name_, gt_fill_figures_, gt_finding_add_, gt_findings_print_, gt_findings_sort_,
      gt_first_, gt_first_error_, gt_fixed_, gt_gauge_, gt_gauge_due_, gt_half_width_, gt_has_happened_,
      gt_hash_text_, gt_hooks_, gt_is_finite_, gt_is_formula_, gt_is_kind_, gt_is_off_, gt_is_other_work_,
      gt_is_traced_, gt_json_, gt_json_close_, gt_json_fields_, gt_json_head_, gt_json_object_, gt_json_open_,
      gt_json_section_, gt_keep_, gt_kinds_, gt_kit_time_, gt_larger_, gt_last_name_, gt_list_, gt_list_close_,
      gt_list_judge_, gt_list_open_, gt_lock_, gt_log_clock_, gt_log_row_, gt_marked_up_, gt_markup_,
      gt_median_interval_, gt_more_, gt_n_, gt_name_cell_, gt_nan_, gt_no_interval_, gt_node_, gt_node_enter_,
      gt_now_, gt_or_0_, gt_os_ns_, gt_outcome_texts_, gt_percent_, gt_pipe_end_, gt_place_, gt_places_,
      gt_plain_, gt_process_, gt_processors_, gt_program_hooks_, gt_rank_of_process_, gt_rate_, gt_ratio_looked_,
      gt_replace_, gt_report_of_, gt_resets_, gt_rough_ns_, gt_rows_held_, gt_said_, gt_sample_unknown_, gt_say_,
      gt_scope_close_, gt_scope_left_, gt_scope_pop_, gt_scope_rows_, gt_scopes_drop_, gt_section_,
      gt_section_add_, gt_section_maker_, gt_section_put_, gt_seed_of_trial_, gt_self_, gt_series_analyse_,
      gt_severity_text_, gt_share_text_, gt_sheet_, gt_sheet_below_, gt_sheet_cell_, gt_sheet_line_, gt_sheet_of_,
      gt_sheet_print_, gt_sheet_row_, gt_shuffle_step_, gt_signals_, gt_signals_read_, gt_site_, gt_sleep_,
      gt_smaller_, gt_some_, gt_sort_doubles_, gt_sqrt_, gt_stamp_step_, gt_stamp_text_, gt_start_, gt_state_,
      gt_stats_at_, gt_stats_by_, gt_status_text_, gt_store_, gt_stored_, gt_t_, gt_text_, gt_thread_,
      gt_thread_free_, gt_thread_mine_, gt_thread_new_, gt_threads_, gt_tick_ns_, gt_time_, gt_trace_,
      gt_trace_begin_, gt_trace_due_, gt_trace_ns_, gt_trace_takes_commands_, gt_trace_track_, gt_trial_new_,
      gt_trial_state_, gt_unlock_, gt_values_, gt_variable_, gt_variable_next_, gt_variable_value_,
      gt_variables_text_, gt_wait_, gt_waits_, gt_waits_of_, gt_word_lock_, gt_word_try_lock_, gt_word_unlock_,
      gt_workroom_, gt_workroom_of_, gt_written_, gt_x_, gt_yield_
   Macros and constants:
      GT_ACCOUNT_CLOCKS_, GT_ADD_, GT_ALERT_EVENTS_, GT_ALERT_VOID_, GT_ERROR_ANSWER_, GT_EXACT_MATH_,
      GT_EXTERN_C_, GT_FAST_, GT_FEW_, GT_FIRST_, GT_GNU_, GT_INLINE_, GT_KEEP_, GT_LATE_NS_, GT_LEAN_, GT_LOAD_,
      GT_LOCAL_, GT_LOG_CALL_, GT_LOG_COMMAND_, GT_LOG_EARLIER_, GT_LOG_FLUSH_, GT_LOG_KIT_, GT_LOG_SETUP_,
      GT_LOG_WAIT_, GT_LOOK_CONFIDENCE_, GT_N_, GT_N_broken_, GT_NAME_, GT_OPTIMISED_, GT_OWN_MATH_,
      GT_OWN_READING_, GT_PEEK_, GT_POKE_, GT_RANK_DEVICE_, GT_ROW_, GT_SEAM_COMES_, GT_SECOND_, GT_SEEN_,
      GT_SEEN_BY_, GT_SHEET_COLUMNS_, GT_SITE_, GT_STATE_OFF_, GT_STORE_, GT_TAU_NONE_, GT_THREAD_LOCAL_,
      GT_TRACE_FULL_, GT_TRIAL_AT_, GT_TRIAL_OPTIONS_, GT_UNUSED_, GT_VALUES_, GT_VARIABLE_, GT_VARIABLE_CODE_,
      GT_WEAK_
*/

/* ============================================================================================================
   STOP HERE if you call types and functions too. Next comes what the macros expand to.
   PART 3: >>inline
   ============================================================================================================ */

#if GT_GNU_
#define GT_LIKELY_(x) __builtin_expect(!!(x), 1)
typedef uint64_t gt_aligned_ __attribute__((aligned(8)));   /* 32-bit systems may align a uint64_t to 4 bytes only */
#define GT_THREAD_LOCAL_ __thread
#define GT_KEEP_(p) __asm__("" : "+r"(p))       /* the compiler cannot tell what p is, and does not find it out anew */
#define GT_LOAD_(p) __atomic_load_n((p), __ATOMIC_ACQUIRE)
#define GT_STORE_(p, v) __atomic_store_n((p), (v), __ATOMIC_RELEASE)
#if __SIZEOF_POINTER__ > 4
#define GT_PEEK_(p) __atomic_load_n((p), __ATOMIC_RELAXED)
#define GT_POKE_(p, v) __atomic_store_n((p), (v), __ATOMIC_RELAXED)
#else /* 32-bit systems, where an __atomic access to 8 bytes may need libatomic */
GT_INLINE_ void gt_peek_8_(const void *p, void *to) {
    *(uint64_t *)to = __sync_val_compare_and_swap((gt_aligned_ *)(uintptr_t)p, 0, 0);
}
GT_INLINE_ void gt_poke_8_(void *p, const void *from) {
    gt_aligned_ *at = (gt_aligned_ *)p;
    while (!__sync_bool_compare_and_swap(at, *(volatile gt_aligned_ *)at, *(const uint64_t *)from)) {}
}
#define GT_PEEK_(p) (__extension__({ \
    __typeof__(*(p) + 0) peeked_; \
    if (sizeof peeked_ > 4) gt_peek_8_((p), &peeked_); else __atomic_load((p), &peeked_, __ATOMIC_RELAXED); \
    peeked_; }))
#define GT_POKE_(p, v) (__extension__({ \
    __typeof__(*(p)) poked_ = (v); \
    if (sizeof poked_ > 4) gt_poke_8_((p), &poked_); else __atomic_store((p), &poked_, __ATOMIC_RELAXED); \
    (void)0; }))
#endif
#else /* MSVC on x86-64 and ARM64. An aligned volatile access is one instruction there, and /volatile:ms orders it. */
#define GT_LIKELY_(x) (x)
typedef uint64_t gt_aligned_;
#define GT_THREAD_LOCAL_ __declspec(thread)
#define GT_KEEP_(p) ((void)(p))
#ifdef __cplusplus
extern "C++" { template <class type> volatile type &gt_shared_(type *p) { return *p; } }
#define GT_LOAD_(p) gt_shared_(p)
#else
#define GT_LOAD_(p) (*(volatile __typeof__(*(p)) *)(p))
#endif
#define GT_PEEK_(p) GT_LOAD_(p)
#define GT_STORE_(p, v) ((void)(GT_LOAD_(p) = (v)))
#define GT_POKE_(p, v) GT_STORE_(p, v)
#endif
#ifdef GPUTIME_STATIC
#define GT_VAR_ static
#else
#define GT_VAR_ extern
#endif

/* One sample: when it began and how long it took, in ticks. In some series (gt_series_add, commands of a device)
   `ticks` holds the bits of a double instead, which is the length in ns. */
typedef struct gt_ticks_ { uint64_t begin, ticks; } gt_ticks_;
/* One use of a macro such as GT_SCOPE: its name and its place in the source. `id` is 0 until this use has run once. */
typedef struct gt_site_ { const char *name, *file; int line, optimised; uint32_t id; } gt_site_;

enum { GT_GUESSES_ = 16 };
struct gt_node_ {               /* what one thread has of a series: those fields that each sample uses */
    /* next: the address at which the next sample will be stored. end: the address at which a scope has to end the slow
       way, mostly because the block of samples is full there. */
    gt_ticks_ *next, *end;
    /* number of the macro that made the series. The address of the macro would not do: when a plugin is unloaded,
       another macro may get the same address. */
    uint32_t id;
    gt_node_ *parent;
    gt_thread_ *thread;
    struct gt_series_state_ *state;
    /* Child series that were entered last: the child of macro `id` is kept at index id % 16. The next scope looks here
       first, which saves a search. An entry is NULL if no child is kept there. */
    gt_node_ *guess[GT_GUESSES_];
};
struct gt_thread_ {
    gt_node_ *current, *root;
    struct gt_trial_state_ *trial;  /* the trial that runs in this thread, or NULL */
    /* how many open scopes inside `current` are not recorded, because they nest too deep or memory ran out */
    unsigned hidden;
    /* number of the thread that has this record now; 0 if no thread has it, because the kit made it to measure what
       scopes cost */
    unsigned number;
    uint32_t trials;            /* how many trials the thread has begun */
    gt_thread_ *younger;        /* the next record in the list of all threads; a record outlives its thread */
    /* 1: the thread has ended, and a new one may take this record; changed with the kit's lock held */
    uint32_t ended;
    struct gt_block_ *spare;    /* blocks of samples that are free to be used again */
    char *slab;                 /* memory that is cut into several blocks */
    /* slab_left: how many blocks can still be cut from `slab`. full_blocks: how many blocks of full size the thread had
       before it got its first slab. */
    unsigned slab_left, full_blocks;
    void *log;                  /* gputime_cl.h's log of the thread (gt_cl_log_); NULL before its first command */
    void *memory;               /* what to free to release this record */
};

typedef struct gt_signals_ { uint64_t faults, voluntary, involuntary, cpu_us; int core; } gt_signals_;

/* The kit's state word. Its lowest two bits say which clock scopes read, or that scopes are off. They are 0 until the
   kit starts. The other bits count how often the word has changed. Each scope keeps the word that it found at its
   begin. If the word is another one when the scope ends, the scope ends the slow way. */
#define GT_STATE_OTHER_ 1u
#define GT_STATE_OFF_ 2u
#define GT_STATE_TICK_ 3u
GT_VAR_ uint32_t gt_state_;
GT_VAR_ GT_THREAD_LOCAL_ gt_thread_ *gt_self_;

/* Three ways to read the processor's counter. gt_tick_ waits for nothing. gt_tick_begin_ has two fences. The fence
   before the reading keeps earlier work out of the measured time. The fence after it keeps the body of the scope from
   starting before the reading; without this fence bodies of 13 ns or more were measured 9 ns too short. gt_tick_end_
   waits until all earlier instructions are done, but not until their stores have reached the memory. On RISC-V the
   fence orders memory accesses only, not arithmetic. */
#if defined(__x86_64__) && GT_GNU_
#define GT_TICK_NAME_ "tsc"
#define GT_READING_(name, instructions, ...) \
    GT_INLINE_ uint64_t name(void) { \
        uint32_t low, high; \
        __asm__ volatile(instructions : "=a"(low), "=d"(high) : : __VA_ARGS__); \
        return ((uint64_t)high << 32) | low; \
    }
GT_READING_(gt_tick_, "rdtsc", "memory")
GT_READING_(gt_tick_begin_, "lfence\n\trdtsc\n\tlfence", "memory")
GT_READING_(gt_tick_end_, "rdtscp", "ecx", "memory")
#else
#define GT_READING_(name, instructions, place) \
    GT_INLINE_ uint64_t name(void) { \
        uint64_t t; \
        __asm__ volatile(instructions : place(t) : : "memory", "cc"); \
        return t; \
    }
#define GT_READINGS_(instruction, place, fence) \
    GT_READING_(gt_tick_, instruction, place) \
    GT_READING_(gt_tick_begin_, fence "\n\t" instruction "\n\t" fence, place) \
    GT_READING_(gt_tick_end_, fence "\n\t" instruction, place)
#if defined(__aarch64__) && GT_GNU_
#define GT_TICK_NAME_ "cntvct"
GT_READINGS_("mrs %0, cntvct_el0", "=r", "isb")
#elif defined(__riscv) && GT_GNU_ && __riscv_xlen == 64
#define GT_TICK_NAME_ "rdtime"
GT_READINGS_("rdtime %0", "=r", "fence")
#elif defined(__s390x__) && GT_GNU_
#define GT_TICK_NAME_ "stckf"
GT_READINGS_("stckf %0", "=Q", "bcr 15,0")
#elif defined(__powerpc64__) && GT_GNU_
#define GT_TICK_NAME_ "mftb"
GT_READINGS_("mftb %0", "=r", "isync")
#else
#define GT_TICK_NAME_ "none"
#define GT_NO_TICK_
GT_INLINE_ uint64_t gt_tick_(void) { return 0; }
GT_INLINE_ uint64_t gt_tick_begin_(void) { return 0; }
GT_INLINE_ uint64_t gt_tick_end_(void) { return 0; }
#endif
#endif

/* Enters a scope: its series becomes the current one of this thread, and is created if it does not exist yet. Returns
   the series; NULL if the scope is not recorded. */
GT_API gt_node_ *gt_node_enter_(gt_site_ *site, const char *name, gt_kind kind, gt_device_ *device);
GT_API gt_scope gt_scope_begin_other_(gt_site_ *site, const char *name, int exact);
GT_API void gt_scope_end_other_(gt_scope *s, int exact);
/* The slow way to end a scope, which can do all that the short way cannot: a full block of samples, events to collect,
   claimed work, errors. `end` is the time in ticks; `row` what else is known of the sample, or NULL. */
GT_API void gt_scope_close_(gt_scope *s, uint64_t end, const gt_sample *row);
GT_API void gt_scope_left_(gt_scope *s);

/* How a scope works. At the begin it looks at the state word, guesses the child series by the macro's id, checks the
   guess, enters the child, and reads the counter. At the end it reads the counter, stores begin and length, publishes
   them by moving `next`, and goes back to the parent. The fields `site`, `state` and `end` show if anything else has to
   be done, as at first use, with another clock, for a full block, claimed work, events, or errors. The scope then takes
   a slow way. Functions of the slow way get a copy of the scope, made member by member. If they got the scope's
   address, the compiler would keep the scope in memory. It would store the scope in two pieces and right after that
   copy it in one, which costs 20 cycles; in an exact scope these cycles would be part of the measured time. */
GT_INLINE_ gt_scope gt_scope_copy_(const gt_scope *s) {
    const gt_scope copy = { s->node, s->begin, s->state, s->live };
    return copy;
}
GT_INLINE_ void gt_scope_enter_(gt_scope *s, gt_site_ *site, int exact) {
    uint32_t state = GT_PEEK_(&gt_state_);
    s->live = 1;
    s->state = state;
    if (GT_LIKELY_((state & 3u) == GT_STATE_TICK_)) {
        gt_thread_ *t = gt_self_;
        const uint32_t id = GT_PEEK_(&site->id);
        gt_node_ *n = t ? t->current->guess[id % GT_GUESSES_] : NULL;
        if (GT_LIKELY_(n && n->id == id)) GT_POKE_(&t->current, n);
        else n = gt_node_enter_(site, site->name, GT_KIND_SCOPE, NULL);
        s->node = n;
        s->begin = exact ? gt_tick_begin_() : gt_tick_();
    } else if ((state & 3u) == GT_STATE_OFF_) {
        s->node = NULL;
        s->begin = 0;
    } else {
        const gt_scope other = gt_scope_begin_other_(site, site->name, exact);
        *s = gt_scope_copy_(&other);
    }
}
GT_INLINE_ gt_scope gt_scope_open_(gt_site_ *site, int exact) {
    gt_scope s;
    gt_scope_enter_(&s, site, exact);
    /* `live` is 1 already. It is stored again so that compilers see that the body of the scope runs. Else they would
       warn that variables which the body sets may have no value. */
    s.live = 1;
    return s;
}
GT_INLINE_ void gt_scope_leave_(gt_scope *s, int exact) {
    gt_node_ *n = s->node;
    s->live = 0;
    if (GT_LIKELY_(n && (s->state & 3u) == GT_STATE_TICK_)) {
        uint64_t end = exact ? gt_tick_end_() : gt_tick_();
        gt_ticks_ *at = n->next;
        gt_thread_ *t = n->thread;
        gt_node_ *parent = n->parent;
        if (GT_LIKELY_(at != n->end && t->current == n && s->state == GT_PEEK_(&gt_state_))) {
            at->begin = s->begin;
            at->ticks = end - s->begin;
            GT_STORE_(&n->next, at + 1);
            GT_POKE_(&t->current, parent);
        } else {
            gt_scope slow = gt_scope_copy_(s);
            gt_scope_close_(&slow, end, NULL);
        }
    } else if ((s->state & 3u) != GT_STATE_OFF_) {
        gt_scope other = gt_scope_copy_(s);
        gt_scope_end_other_(&other, exact);
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
/* GT_NAME_ gives each scope a variable name of its own. So scopes that nest on one line of the source draw no shadow
   warning. clang 22 warns of __COUNTER__ in modes before C2y. There the name is made from the line number, and
   GT_LOCAL_ switches the shadow warning off. */
#if !defined(__clang__) || __clang_major__ < 22 || (defined(__STDC_VERSION__) && __STDC_VERSION__ > 202311L)
#define GT_NAME_(prefix) GT_CAT_(prefix, __COUNTER__)
#define GT_LOCAL_(type, v) type v
#else
#define GT_NAME_(prefix) GT_CAT_(prefix, __LINE__)
#define GT_LOCAL_(type, v) \
    _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wshadow\"") \
    type v _Pragma("clang diagnostic pop")
#endif
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define GT_OPTIMISED_ 2
#endif
#endif
#ifdef GT_OPTIMISED_
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define GT_OPTIMISED_ 2     /* 2: the file is built with a sanitizer */
#elif defined(__OPTIMIZE__)
#define GT_OPTIMISED_ 1     /* 1: the compiler optimises the file that uses this macro */
#elif GT_GNU_
#define GT_OPTIMISED_ 0
#else
#define GT_OPTIMISED_ (-1)  /* not known: this compiler does not tell whether it optimises */
#endif
enum { GT_SEEN_ = 4 };
/* calls.h of examples/tools sets this to GT_SEEN_ in the files that include it. In such a file the kit sees each
   command that is enqueued. */
#define GT_SEES_ 0
#if GT_GNU_
#define GT_SITE_(name) (__extension__({ \
    static gt_site_ gt_here_ = { "" name, __FILE__, __LINE__, GT_OPTIMISED_ + GT_SEES_, 0 }; &gt_here_; }))
#elif defined(__cplusplus)
#define GT_SITE_(name) ([]() -> gt_site_ * { \
    static gt_site_ gt_here_ = { "" name, __FILE__, __LINE__, GT_OPTIMISED_ + GT_SEES_, 0 }; return &gt_here_; }())
#endif

#if defined(GPUTIME_DISABLE) || !(GT_GNU_ || defined(__cplusplus))
#define GT_SITE_OF_TRIAL_ NULL
#else
#define GT_SITE_OF_TRIAL_ GT_SITE_("")
#endif

#if defined(GPUTIME_DISABLE)
#define GT_ONCE_(v) for (GT_LOCAL_(int, v) = 1; v; v = 0)
#define GT_SCOPE(name) GT_ONCE_(GT_NAME_(gt_once_))
#define GT_SCOPE_EXACT(name) GT_ONCE_(GT_NAME_(gt_once_))
#define GT_WORK(flops, bytes) ((void)(flops), (void)(bytes))
#define gt_scope_begin(name) gt_scope_none_(name)
#define gt_scope_end(scope) ((void)(scope))
#define gt_trial_begin(...) gt_trial_none_(__VA_ARGS__)
#define gt_compare_begin(...) gt_trial_none_(__VA_ARGS__)
/* With GPUTIME_DISABLE the body of a trial runs once, and so does each side of a comparison. */
GT_INLINE_ gt_trial gt_trial_none_(gt_trial_options options) {
    const gt_trial none = { NULL, NULL, 0 };
    (void)options;
    return none;
}
GT_INLINE_ gt_scope gt_scope_none_(const char *name) {
    const gt_scope none = { NULL, 0, 0, 0 };
    (void)name;
    return none;
}
#else
#if defined(__cplusplus)
#define GT_SCOPE_AT_(v, name, exact) \
    for (GT_LOCAL_(gt_scope_guard_, v)(GT_SITE_(name), exact); v.scope.live; gt_scope_leave_(&v.scope, exact))
#elif GT_GNU_
#define GT_SCOPE_AT_(v, name, exact) \
    for (GT_LOCAL_(gt_scope, v) GT_LEAVING_(gt_scope_drop_) = gt_scope_open_(GT_SITE_(name), exact); v.live; \
         gt_scope_leave_(&v, exact))
#else
#define GT_SCOPE_AT_(v, name, exact) for (gt_scope v = gt_scope_begin("" name); v.live; gt_scope_end(&v))
#endif
#define GT_SCOPE(name) GT_SCOPE_AT_(GT_NAME_(gt_this_scope_), name, 0)
#define GT_SCOPE_EXACT(name) GT_SCOPE_AT_(GT_NAME_(gt_this_scope_), name, 1)
#define GT_WORK(flops, bytes) gt_work((flops), (bytes))
#endif

#if defined(__cplusplus) && __cplusplus < 202002L
#define GT_TRIAL_OPTIONS_(...) gt_trial_options_at_(gt_trial_options_of(__VA_ARGS__), GT_SITE_OF_TRIAL_)
#elif defined(__cplusplus)
#define GT_TRIAL_OPTIONS_(...) gt_trial_options_at_(gt_trial_options{ .name = __VA_ARGS__ }, GT_SITE_OF_TRIAL_)
#else
#define GT_TRIAL_OPTIONS_(...) (gt_trial_options){ .name = __VA_ARGS__, .site_ = GT_SITE_OF_TRIAL_ }
#endif
#if defined(GPUTIME_DISABLE)
#define GT_TRIAL(...) GT_TRIAL_ONCE_(GT_NAME_(gt_once_trial_), __VA_ARGS__)
#define GT_TRIAL_ONCE_(v, ...) for (GT_LOCAL_(int, v) = ((void)(GT_TRIAL_OPTIONS_(__VA_ARGS__)), 1); v; v = 0)
#define GT_COMPARE(...) GT_TRIAL(__VA_ARGS__)
#define GT_SIDE(name) GT_ONCE_(GT_NAME_(gt_once_side_))
#else
#define GT_TRIAL(...) GT_TRIAL_BEGIN_(GT_NAME_(gt_this_trial_), gt_trial_begin, __VA_ARGS__)
#define GT_COMPARE(...) GT_TRIAL_BEGIN_(GT_NAME_(gt_this_trial_), gt_compare_begin, __VA_ARGS__)
#define GT_TRIAL_BEGIN_(v, begin, ...) GT_TRIAL_AT_(v, begin(GT_TRIAL_OPTIONS_(__VA_ARGS__)))
#define GT_SIDE(name) GT_SIDE_AT_(GT_NAME_(gt_side_), "" name)
#if defined(__cplusplus)
#define GT_TRIAL_AT_(v, ...) for (GT_LOCAL_(gt_trial_guard_, v)(__VA_ARGS__); gt_trial_next(&v.trial);)
#define GT_SIDE_AT_(v, name) for (GT_LOCAL_(gt_scope_guard_, v)(name); v.scope.live; gt_side_end(&v.scope))
#else
#define GT_TRIAL_AT_(v, ...) \
    for (GT_LOCAL_(gt_trial, v) GT_LEAVING_(gt_trial_end) = __VA_ARGS__; gt_trial_next(&v);)
#define GT_SIDE_AT_(v, name) \
    for (GT_LOCAL_(gt_scope, v) GT_LEAVING_(gt_scope_drop_) = gt_side_begin(name); v.live; gt_side_end(&v))
#endif
#endif

#ifdef __cplusplus
}   /* extern "C" */

#ifdef GPUTIME_STATIC
/* With GPUTIME_STATIC each file has its own copy of the functions that these classes call, so the classes are the
   file's own, too. */
namespace {
#endif
class gt_scope_guard_ {     /* closes the scope when an exception, return or break leaves it */
public:
    gt_scope scope;
    gt_scope_guard_(gt_site_ *site, int exact) : scope(gt_scope_open_(site, exact)) {}
    explicit gt_scope_guard_(const char *side) : scope(gt_side_begin(side)) {}
    ~gt_scope_guard_() { gt_scope_drop_(&scope); }
};
class gt_trial_guard_ {
public:
    gt_trial trial;
    explicit gt_trial_guard_(gt_trial t) : trial(t) {}
    ~gt_trial_guard_() { gt_trial_end(&trial); }
};
#ifdef GPUTIME_STATIC
}
#endif
#endif

#endif /* GPUTIME_H */

/* ============================================================================================================
   STOP HERE unless you want to know how it works.
   PART 4: the implementation

   WORDS of the comments below
       tick         a step of the kit's clock: one count of the processor's counter; with other clocks 1 ns
       series       the samples of one name below one parent; a node is what one thread has of a series
       row          the row of a sample is all that is known of it beside begin and length (gt_sample); a row of a log
                    is one command or one call
       host scope   a GT_SCOPE; a phase is a GT_SCOPE_CL, which waits for its queue at its begin and at its end
       timer        the time between two readings of a clock by the program itself; examples/tools/calls.h finds such
                    timers in programs that nobody edits
       work         the floating-point operations and bytes that a program says, by GT_WORK, that a sample has: it
                    claims them. The kit does not count them. Rates, and times per unit of work, are made of them.
       claim        work that a scope claims is written at once to where its sample will be stored: beside its begin
                    and length, in an array of the block (gt_claims_)
       slow end     most samples end by storing 16 bytes (gt_scope_leave_). A sample that needs more, such as a row, a
                    new block or the reading of events, ends through gt_scope_close_.
       trial        GT_TRIAL, a loop that repeats its body until the median is known well enough. A comparison
                    (GT_COMPARE) is a trial with several sides; a batch (GT_BATCH_CL) one with many launches a sample.
       look         a trial may stop whenever it looks at its interval. Who looks often stops too early by luck;
                    therefore each look uses a confidence of 97 % where 95 % are wanted (GT_LOOK_CONFIDENCE_).
       finding      what the kit says of a number: a fault (the number is not what its name says), a warning (it
                    misleads), a note. Its figures are a text with the numbers that made the rule apply.
       spoils       the share of a quoted number, such as a sum, that should not be in it
       device times the times of commands on a device. A scope whose commands ran on several devices keeps those of its
                    first device in its samples, and those of others in series of their own below it.
       slice        a bar of the trace, with a begin and an end, on a track: a line of the viewer
       run          a snapshot of all that is recorded, and what is known of the machine
       the lock     gt_lock_, which guards all that is recorded

   THE WAY OF A SAMPLE from the macro to the report
       GT_SCOPE("x") { ... }       gt_scope_enter_: finds the series (gt_node_), reads the clock            >>inline
         gt_tick_                  the processor's counter; another clock: gt_scope_begin_other_     >>inline, >>clock
       the end of the block        gt_scope_leave_: reads the clock, stores begin and length (gt_ticks_), 16 bytes
         gt_scope_close_           the slow end: a full block, claimed work, events, an error                 >>scope
         gt_account_make_          divides the time of a sample with commands into its parts              >>commands
         gt_device_times_          its device time; gt_cl_collect_ of gputime_cl.h calls both             >>commands
       gt_store_                   puts sample and row into a block of the series                            >>series
       gt_run_take_                copies the series of all threads, merged by name: gt_series             >>snapshot
         gt_stats_of, gt_diagnose  median, interval; the shape of the samples                            >>statistics
       gt_list_judge_              asks the rules (GT_RULES_) of each series: gt_rules_ask_                   >>findings
       gt_report                   rows, remarks, findings as text                                           >>report
       gt_write_json               the same for programs; gt_write_csv, gt_write_trace                        >>files
   Trials, comparisons and batches (>>trial) run the program's blocks again; >>statistics says when they stop.

   TO ADD
       a finding                   a line in GT_FINDINGS (what it is called), a row in GT_RULES_ (of which series, by
                                   which fact, with which figures), and for a new fact a line in GT_FACTS_ (how much
                                   of it counts). What no sample and no counter knows yet is first a counter or a
                                   column, as below. In tests/unit/test_findings.c a program with the fault and one
                                   without it, or such a pair in tests/field; a paragraph in examples/FINDINGS.md.
                                   A case that tells two rows apart is a line in GT_CASES_, a figure that has no name
                                   yet a line in GT_NAMES_. .github/CONTRIBUTING.md has all steps
       a counter of a series       a line in GT_COUNTS, which may name its finding; gt_count_ where it happens
       a column of a sample        a line in GT_COLUMNS; its value in the row that the scope's end stores
       an error                    a line in GT_STATUSES
       a variable                  a line in GT_VARIABLES_, read by gt_variable_value_; a line in >>switches
       a file at exit              a variable; a line in gt_outputs_ with the function that writes (>>files)

   SECTIONS      needs                         gives                                                          lines
       >>status      the C library             gt_error_keep_: the first error; gt_variables_                   240
       >>clock       status                    gt_now_, ns per tick, what scopes cost; signals                  670
       >>timer       clock                     gt_timer_start to gt_timer_ms                                     30
       >>touch       status                    gt_touch; arrays in huge pages                                   100
       >>series      clock                     gt_node_enter_, gt_store_: blocks, threads; devices              890
       >>scope       series                    ends of scopes that are not the short one; gt_work               170
       >>commands    series, scope             gt_device_times_, gt_account_make_; what waits for what         1100
       >>statistics  the C library             gt_stats_of, gt_ratio_paired, gt_slope_paired_, gt_diagnose     1200
       >>trial       scope, statistics         plans of groups, their order, when to stop; number texts         860
       >>snapshot    series, statistics        gt_run_take_; comparisons and batches from it                    870
       >>facts       snapshot                  gt_check_clock; what the machine is when a run is taken          450
       >>inference   facts                     gt_late_in_, gt_held_of_, gt_has_computed_                       210
       >>findings    facts, inference          GT_FACTS_, GT_RULES_, gt_rules_ask_, gt_list_open_              1780
       >>report      findings                  gt_report, gt_report_commands                                   1070
       >>files       report                    gt_write_file, _json, _csv, _trace                              1350
   ============================================================================================================ */

#if defined(GPUTIME_IMPLEMENTATION) && !defined(GPUTIME_IMPLEMENTED_)
#define GPUTIME_IMPLEMENTED_

/* With -ffast-math compilers assume that every double is finite, but the kit uses NaN for "not known". So the
   implementation is compiled without that assumption. Newer versions of clang still assume it of parameters and
   results: see gt_is_finite_. */
#if defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ && GT_GNU_
#define GT_FINITE_ONLY_ 1
#else
#define GT_FINITE_ONLY_ 0
#endif
#if GT_FINITE_ONLY_ && defined(__clang__)
#define GT_EXACT_MATH_ _Pragma("float_control(precise, on, push)")
#define GT_OWN_MATH_ _Pragma("float_control(pop)")
#elif GT_FINITE_ONLY_
#define GT_EXACT_MATH_ _Pragma("GCC push_options") _Pragma("GCC optimize(\"no-fast-math\")")
#define GT_OWN_MATH_ _Pragma("GCC pop_options")
#else
#define GT_EXACT_MATH_
#define GT_OWN_MATH_
#endif
GT_EXACT_MATH_

#include <errno.h>
#include <float.h>
#include <locale.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#if defined(_WIN32)
#include <io.h>
#include <sys/types.h>
#include <sys/stat.h>
#else
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>
#endif
#if defined(__APPLE__)
#include <mach/mach_time.h>
#elif defined(__linux__) && defined(__x86_64__)
#include <sys/prctl.h>
#endif
#if defined(__x86_64__) && GT_GNU_
#include <cpuid.h>
#if defined(_WIN32)     /* Windows has functions of these names, so the macros of cpuid.h must go */
#undef __cpuid
#undef __cpuid_count
#endif
#endif
#if !GT_GNU_
#include <intrin.h>
#endif

#ifndef GPUTIME_MAX_SAMPLES
#define GPUTIME_MAX_SAMPLES 1048576
#endif
#ifndef GPUTIME_FLAGS
#define GPUTIME_FLAGS ""
#endif
#ifndef GPUTIME_MAX_DEPTH
#define GPUTIME_MAX_DEPTH 64
#endif

#ifndef GPUTIME_STATIC
uint32_t gt_state_ = 0;
GT_THREAD_LOCAL_ gt_thread_ *gt_self_ = NULL;
#endif

/* GT_EXTERN_C_ declares a function of the C library that the headers of this library hide with -std=c99. A feature
   macro such as _POSIX_C_SOURCE would come too late here, and only the program may define it. */
#ifdef __cplusplus
#define GT_EXTERN_C_ extern "C"
#else
#define GT_EXTERN_C_ extern
#endif

/* Functions of Windows, declared as in windows.h. Including windows.h would give the program macros such as ERROR,
   small and far. */
#if defined(_WIN32)
#define GT_WINDOWS_(type, name, parameters) GT_EXTERN_C_ __declspec(dllimport) type __stdcall name parameters
union _LARGE_INTEGER;
typedef void (__stdcall *gt_end_call_type_)(void *);
GT_WINDOWS_(int, QueryPerformanceFrequency, (union _LARGE_INTEGER *hz));
GT_WINDOWS_(int, QueryPerformanceCounter, (union _LARGE_INTEGER *t));
GT_WINDOWS_(int, SwitchToThread, (void));
GT_WINDOWS_(void, Sleep, (unsigned long ms));
GT_WINDOWS_(unsigned long, GetActiveProcessorCount, (unsigned short group));
GT_WINDOWS_(unsigned long, GetCurrentProcessId, (void));
GT_WINDOWS_(int, MoveFileExA, (const char *from, const char *to, unsigned long flags));
GT_WINDOWS_(unsigned long, FlsAlloc, (gt_end_call_type_ call));
GT_WINDOWS_(int, FlsSetValue, (unsigned long key, void *value));
GT_WINDOWS_(int, FlsFree, (unsigned long key));
#endif

#if defined(__MINGW_PRINTF_FORMAT)
#define GT_PRINTS_(format_at, values_at) __attribute__((format(__MINGW_PRINTF_FORMAT, format_at, values_at)))
#elif GT_GNU_
#define GT_PRINTS_(format_at, values_at) __attribute__((format(printf, format_at, values_at)))
#else
#define GT_PRINTS_(format_at, values_at)
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

static int gt_is_finite_bits_(uint64_t bits) { return ((bits >> 52) & 0x7FF) != 0x7FF; }
/* With -ffast-math the compiler assumes that no number is NaN or infinite. So gt_loaded_ and gt_is_finite_ then read a
   number through volatile memory, of whose content the compiler can assume nothing. */
#if GT_FINITE_ONLY_
static double gt_loaded_(uint64_t bits) {
    volatile uint64_t at = bits;
    return gt_double_of_(at);
}
#define gt_is_finite_(x) \
    (__extension__({ union { double x_; volatile uint64_t bits_; } at_; at_.x_ = (x); gt_is_finite_bits_(at_.bits_); }))
#else
static double gt_loaded_(uint64_t bits) { return gt_double_of_(bits); }
static int gt_is_finite_(double x) { return gt_is_finite_bits_(gt_bits_of_(x)); }
#endif
static double gt_nan_(void) { return gt_loaded_((uint64_t)0x7FF8 << 48); }
static double gt_infinity_(void) { return gt_loaded_((uint64_t)0x7FF0 << 48); }
static double gt_or_0_(double x) { return gt_is_finite_(x) ? x : 0; }
static double gt_abs_(double x) { return x < 0.0 ? -x : x; }
static double gt_larger_(double a, double b) { return a > b ? a : b; }
static double gt_smaller_(double a, double b) { return a < b ? a : b; }

/* Sets *p to `to` if *p is `from`, in one atomic step. Returns 1 if it has set *p, else 0. */
static int gt_replace_(uint32_t *p, uint32_t from, uint32_t to) {
#if GT_GNU_
    return __atomic_compare_exchange_n(p, &from, to, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
#else
    return (uint32_t)_InterlockedCompareExchange((volatile long *)p, (long)to, (long)from) == from;
#endif
}

/* Functions by which the kit reaches the operating system, and by which it tells a tool what happens. A tool that has
   the kit in a file of its own, such as gtprof, can replace them: it defines GT_HOST_HOOKS_, the values of this struct,
   before the include. Without that macro the kit calls the system and tells nobody. */
typedef struct gt_host_hooks_ {
    const char *(*variable)(const char *name);
    uint32_t (*process)(void);
    int (*at_exit)(void (*ends)(void));         /* registers a function that runs at exit, as atexit does */
    void (*ran)(const gt_command *row, const char *name);  /* called for each command that is over; may be NULL */
} gt_host_hooks_;
#ifndef GT_HOST_HOOKS_
static const char *gt_host_variable_(const char *name) { return getenv(name); }
#ifdef _WIN32
static uint32_t gt_host_process_(void) { return (uint32_t)GetCurrentProcessId(); }
#else
static uint32_t gt_host_process_(void) { return (uint32_t)getpid(); }
#endif
static int gt_host_at_exit_(void (*ends)(void)) { return atexit(ends); }
#define GT_HOST_HOOKS_ { gt_host_variable_, gt_host_process_, gt_host_at_exit_, NULL }
#endif
static const gt_host_hooks_ gt_asked_host_ = GT_HOST_HOOKS_;
static uint32_t gt_process_(void) { return gt_asked_host_.process(); }
#ifdef _WIN32
static void gt_yield_(void) { SwitchToThread(); }
static void gt_sleep_(unsigned ms) { Sleep(ms); }
#else
static void gt_yield_(void) { (void)sched_yield(); }
static void gt_sleep_(unsigned ms) { (void)poll(NULL, 0, (int)ms); }
#endif

/* Tries to take a lock; returns 1 if this thread has it now. A lock is a word: 0 if it is free, else the process id of
   its owner. If a process forks while another thread holds the lock, the child has no such thread, and may take the
   lock over. */
static int gt_word_try_lock_(uint32_t *word) {
    uint32_t mine = gt_process_(), owner = GT_PEEK_(word);
    return owner != mine && gt_replace_(word, owner, mine);
}
/* Takes a lock, and waits until it is free. Locks are held for a short time, so the thread first yields its processor.
   That may not be enough: a thread of higher priority keeps the processor although it yields, and the owner of the lock
   may need that very processor. So after 1000 tries the thread sleeps 1 ms before each try. */
static void gt_word_lock_(uint32_t *word) {
    enum { GT_YIELDS_ = 1000 };
    for (int tries = 0; !gt_word_try_lock_(word); tries += tries < GT_YIELDS_) {
        if (tries < GT_YIELDS_) gt_yield_();
        else gt_sleep_(1);
    }
}
static void gt_word_unlock_(uint32_t *word) { GT_STORE_(word, 0u); }

/* 1 while this thread runs a function of the kit. A signal handler that interrupts it must not wait for a lock, since
   the interrupted code may hold that lock. So each function that a handler may call begins with gt_busy_begin_, and
   gives up if that returns 0. */
static GT_THREAD_LOCAL_ volatile int gt_busy_;
static int gt_busy_begin_(void) {
    const int was = gt_busy_;
    gt_busy_ = 1;
    return !was;
}
static void gt_busy_end_(void) { gt_busy_ = 0; }

/* The kit's lock, for all that is recorded. A reader (a report, a file) holds it while it copies samples; gt_reset,
   while it marks what to forget. Both may take long. So a thread does not take this lock between the two readings of
   the clock that time an innermost scope (a scope with no other one inside). */
static uint32_t gt_lock_word_;
/* How often the lock was taken outside of reports: each time, what is recorded may have changed. */
static uint64_t gt_changes_;
static int gt_try_lock_(void) { return gt_word_try_lock_(&gt_lock_word_); }
static void gt_lock_(void) {
    gt_word_lock_(&gt_lock_word_);
    gt_changes_ += !gt_busy_;
}
static void gt_unlock_(void) { gt_word_unlock_(&gt_lock_word_); }

/* Next come the functions of other files that this file calls: those of gputime_cl.h (gt_hooks_) and those of
   examples/tools/calls.h (gt_program_hooks_). Their types come first. */
struct gt_list_;
struct gt_section_;
struct gt_commands_;
struct gt_json_;
/* Counts of kernels that first ran in some interval, mostly sample number `at` of a series. A kernel that is launched
   with other sizes counts as another kernel.
     launches   kernels that first ran in the interval
     again      how many of these also ran in a later interval, from this program object or another one of equal source
     same       how many of these ran again with the same arguments, or the same buffers
     itself     how many of these ran again from this very program object
     stamped    kernels whose stamps the program read in the interval; none if it quotes the interval, too
     between    kernels that perhaps ran between two timings by the program, in neither of them: before them it had read
                its clock an even number of times
     first      kernels whose stamps the program read for their very first launch: no other program object of equal
                source had launched them before
     later      kernels whose stamps the program read for later launches alone */
typedef struct gt_first_ { size_t at, launches, again, same, itself, stamped, between, first, later; } gt_first_;
/* What findings need to know of OpenCL. first_ns: when OpenCL was first used, in ns since the kit's start; -DBL_MAX if
   not known. queues: 1 if the kit knows an open queue. */
typedef struct gt_opencl_ { double first_ns; int queues; } gt_opencl_;
/* The place of a command's slice in the trace: the track, and when the slice begins and ends. */
typedef struct gt_trace_track_ {
    /* where the slice is drawn: process and track of the viewer; pid 0: there is no slice */
    size_t pid, tid;
    double start, end;          /* where the slice begins and ends (ns in the file) */
    /* 1: the command has no slice of its own; this is the slice of a command for which it waited */
    int passed;
} gt_trace_track_;
typedef struct gt_program_hooks_ {      /* functions of examples/tools/calls.h that this file calls */
    const struct gt_variable_ *variables;       /* environment variables of calls.h and of gputime_cl.h */
    /* finds the first launches of kernels in each sample; returns 0 if memory runs out */
    int (*first_launches)(gt_snapshot *run);
    int (*findings)(struct gt_list_ *l);    /* adds findings about the program's calls; returns 1 if it saw launches */
    /* With begins 1 this prepares a trace that begins, and returns 0 if memory runs out. With begins 0 it writes those
       calls that the trace lacks so far; the caller then holds the kit's lock. */
    int (*trace)(int begins);
    void (*ends)(void);                         /* called at exit, while drivers still work */
    void (*section)(struct gt_section_ *to, const gt_snapshot *run);    /* the section that reports get at exit */
    void (*report)(FILE *out);                  /* prints what calls.h has to add at the end of the report at exit */
    /* Writes to the slice of a command in the trace what calls.h alone knows of the command. */
    void (*arguments)(struct gt_json_ *slice, const gt_command *row);
    /* Appends to commands of a thread the markers and barriers that it enqueued between them without an event. */
    void (*marks)(struct gt_commands_ *all, const gt_thread_ *thread);
    /* Gets n commands of a thread and their places in the trace. If the wait list of one of them has the event of a
       command that came in an earlier call, this function calls `after` with the places of both. It then keeps the new
       places, and forgets the markers and barriers that the thread enqueued until then. */
    void (*slices)(const gt_command *row, size_t n, const gt_thread_ *thread, gt_trace_track_ *place,
                   void (*after)(const gt_trace_track_ *from, gt_trace_track_ *to, int listed));
} gt_program_hooks_;
typedef struct gt_hooks_ {
    void (*thread_begins)(void);                /* called before a thread reads the begin of its first scope */
    void (*thread_ends)(void);
    /* waits for all open queues and returns how many ticks that took; *busy, which is 0, becomes 1 if a queue was at
       work, and -1 if none was although GT_CL saw this thread enqueue commands, and saw no wait since */
    uint64_t (*wait_all)(int *busy);
    /* The end of a host scope calls this function, which collects the events of the scope and fills *row. It returns 1
       if it has filled *row. If `row` is NULL it only releases the events. */
    int (*scope_ends)(gt_node_ *n, uint64_t begin, uint64_t end, gt_sample *row);
    /* returns when OpenCL was first used, and sets *queues: both as in gt_opencl_ */
    double (*seen)(int *queues);
    const struct gt_variable_ *variables;
    /* returns the functions of calls.h; NULL if the program has no calls.h */
    const gt_program_hooks_ *(*program)(void);
} gt_hooks_;
#ifndef __cplusplus
static const gt_hooks_ *gt_hooks_seam_;         /* the functions of gputime_cl.h; NULL in programs without that file */
/* C++ allows one definition of a variable: if gputime_cl.h includes this file, that header has the definition. */
#elif defined(GT_CL_COMES_)
#define GT_SEAM_COMES_
namespace { extern const gt_hooks_ *gt_hooks_seam_; }
#else
namespace { const gt_hooks_ *gt_hooks_seam_; }
#endif
static const gt_hooks_ *gt_seam_(void) { return GT_PEEK_(&gt_hooks_seam_); }
static const gt_program_hooks_ *gt_program_seam_(void) { return gt_seam_() ? gt_seam_()->program() : NULL; }
/* gt_gauge_ is a function of examples/more/gauge.h, which sets this pointer; NULL in programs without that file. The
   function reads clock, power and heat of devices if a reading is due, and counts the reading in the series `n`. `last`
   is 1 when a report is made: a reading is due then if a long run has had none yet. */
typedef void gt_gauge_call_(gt_node_ *n, int last);
static gt_gauge_call_ *gt_gauge_;
static void gt_gauge_due_(gt_node_ *n, int last) {
    /* GT_LOAD_, since GT_PEEK_ cannot read a pointer to a function */
    gt_gauge_call_ *gauge = GT_LOAD_(&gt_gauge_);
    if (gauge) gauge(n, last);
}

/* Functions that write a trace (>>files) while the program runs. gt_traced_by_ is NULL if no trace is written. */
typedef struct gt_tracer_ {
    void (*full)(gt_node_ *n);                  /* called when the block of memory that gets the samples of n is full */
    /* called now and then, to write the samples of thread `t`, or of all threads if `t` is NULL; `now` is in ticks */
    void (*due)(gt_thread_ *t, uint64_t now);
    void (*commands)(const gt_command *row, size_t n, const gt_node_ *scope);
} gt_tracer_;
static const gt_tracer_ *gt_traced_by_;
static int gt_is_traced_(void) { return GT_LOAD_(&gt_traced_by_) != NULL; }
static void gt_trace_full_(gt_node_ *n) {
    const gt_tracer_ *by = GT_LOAD_(&gt_traced_by_);
    if (by) by->full(n);
}
static void gt_trace_due_(gt_thread_ *t, uint64_t now) {
    const gt_tracer_ *by = GT_LOAD_(&gt_traced_by_);
    if (by) by->due(t, now);
}
static void gt_trace_commands_(const gt_command *row, size_t n, const gt_node_ *scope) {
    const gt_tracer_ *by = GT_LOAD_(&gt_traced_by_);
    if (by) by->commands(row, n, scope);
}

/* A section that a file of examples/more adds to the report, below the device times. It is kept as data, not as a
   function: a title, a table whose first column names the rows, and sentences below the table. It is made when a
   snapshot is taken and belongs to that (JSON: "sections"). */
typedef struct gt_said_ {       /* a cell of a table, or a sentence: its text and the numbers in the text */
    char *text;
    gt_figure figure[10];
    size_t figures;
} gt_said_;
typedef struct gt_section_ {
    const struct gt_column_ *column;
    size_t columns;
    gt_said_ *cell, *sentence;          /* cell: the cells, row by row; sentence: the sentences below the table */
    size_t cells, cell_room, sentences, sentence_room;
    int full;                           /* 1: memory ran out, so that some of the section is missing */
} gt_section_;
enum { GT_SECTIONS_ = 8 };      /* how many functions can add a section to reports */
typedef void (*gt_section_maker_)(gt_section_ *to, const gt_snapshot *run);
/* Functions that make such sections, in the order in which they were added. */
static gt_section_maker_ gt_section_makers_[GT_SECTIONS_];
/* Adds a function to this list, if it is not there already. The caller holds the kit's lock. */
static GT_UNUSED_ void gt_section_add_(gt_section_maker_ maker) {
    size_t i = 0;
    while (i < GT_SECTIONS_ && gt_section_makers_[i] && gt_section_makers_[i] != maker) i++;
    if (i < GT_SECTIONS_) GT_STORE_(&gt_section_makers_[i], maker);
}

/* Functions between GT_LEAN_ and GT_FAST_ run seldom (reports, set-up). They are compiled for size, without passes of
   gcc that take long and gain little there. The other functions are compiled as the program is: those that run for each
   sample, sorting, and ranking. The attribute `cold` would not do: code of the program that calls a cold function is
   compiled for size, too. A switch makes no table: tables of all switches share a section, so that a program that uses
   one of them would link all of these functions. */
#if GT_OPTIMISED_ == 1 && defined(__clang__)
#define GT_LEAN_ _Pragma("clang attribute push(__attribute__((minsize)), apply_to = function)")
#define GT_FAST_ _Pragma("clang attribute pop")
#elif GT_OPTIMISED_ == 1 && GT_GNU_
#define GT_LEAN_ _Pragma("GCC push_options") \
    _Pragma("GCC optimize(\"Os\", \"no-expensive-optimizations\", \"no-gcse\", \"no-schedule-insns2\", \
                         \"no-tree-pre\", \"no-tree-pta\", \"no-tree-vrp\", \"no-tree-fre\", \"no-tree-ccp\", \
                         \"no-jump-tables\", \"no-tree-switch-conversion\", \"no-tree-dominator-opts\")")
#define GT_FAST_ _Pragma("GCC pop_options")
#else
#define GT_LEAN_
#define GT_FAST_
#endif

/* Gives a table a section of its own. Without -fdata-sections compilers put all tables of a file into one section, so
   that a program that uses one of them would link all of them, with the functions and texts to which they point. */
#if GT_GNU_ && defined(__ELF__)
#define GT_APART_(table) __attribute__((section(".data.rel.ro.local." #table)))
#else
#define GT_APART_(table)
#endif

/* ==== >>status, implementation ==== */
GT_LEAN_

typedef struct gt_kept_error_ { gt_error error; char detail[8192], call[512], file[512], name[64]; } gt_kept_error_;
static gt_kept_error_ gt_first_error_;    /* the error that gt_fail prints; written with the kit's lock held */
static uint32_t gt_errors_;         /* how many errors there were */
static uint32_t gt_error_set_;      /* what is kept in gt_first_error_ (GT_ERROR_...) */
/* ANSWER: not a failure, only an answer such as "there is no such device" */
enum { GT_ERROR_NONE_, GT_ERROR_ANSWER_, GT_ERROR_KEPT_ };

static uint64_t gt_hash_text_(uint64_t hash, const char *text) {     /* adds a text to a hash (FNV-1a) and returns it */
    for (; *text; text++) hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return hash;
}
/* Makes room for one more element behind the `count` elements of an array, and returns its address. Returns NULL if
   memory runs out; the array is then still valid. array: the address of the pointer to the array; *room: for how many
   elements there is memory; size: bytes of an element. */
static void *gt_more_(void *array, size_t count, size_t *room, size_t size) {
    void *p;
    memcpy(&p, array, sizeof p);
    if (count >= *room) {
        const size_t wanted = *room ? *room * 2 : 16;
        p = realloc(p, wanted * size);
        if (!p) return NULL;
        memcpy(array, &p, sizeof p);
        *room = wanted;
    }
    return (char *)p + count * size;
}
/* Copies a text, cut to `size`; NULL becomes "". Returns `to`, as gt_plain_ does. */
static char *gt_copy_(char *to, size_t size, const char *from) {
    (void)snprintf(to, size, "%s", from ? from : "");
    return to;
}
/* Returns the code point of a UTF-8 character of `bytes` bytes. */
static uint32_t gt_code_point_(const char *p, int bytes) {
    uint32_t code = (unsigned char)*p & (bytes > 1 ? 0x7fu >> bytes : 0xffu);
    while (--bytes > 0) code = code << 6 | ((unsigned char)*++p & 0x3fu);
    return code;
}
/* Returns 1 if a character is invisible: it has no width, or it changes the direction of the text around it. */
static int gt_is_unseen_(uint32_t code) {
    static const uint32_t from_to[][2] = {
        { 0x80, 0x9f }, { 0xad, 0xad }, { 0x34f, 0x34f }, { 0x61c, 0x61c }, { 0x180e, 0x180e }, { 0x200b, 0x200f },
        { 0x2028, 0x202e }, { 0x2060, 0x206f }, { 0xfeff, 0xfeff }, { 0xfff9, 0xfffb }, { 0xe0000, 0xe0fff } };
    for (size_t i = 0; i < sizeof from_to / sizeof *from_to; i++)
        if (code >= from_to[i][0] && code <= from_to[i][1]) return 1;
    return 0;
}
/* Returns how many bytes the UTF-8 character at p has. *shown gets 1 if a terminal can show it; 0 for control
   characters, invisible ones, and bytes that are no character. */
static int gt_character_(const char *p, int *shown) {
    const unsigned char *c = (const unsigned char *)p;
    int bytes = *c < 0xc2 ? 1 : *c < 0xe0 ? 2 : *c < 0xf0 ? 3 : *c < 0xf5 ? 4 : 1, i;
    for (i = 1; i < bytes && (c[i] & 0xc0) == 0x80; i++) {}
    if (i < bytes || (*c == 0xe0 && c[1] < 0xa0) || (*c == 0xed && c[1] > 0x9f) || (*c == 0xf0 && c[1] < 0x90) ||
        /* A byte that begins no valid character counts as one byte. The character may be cut off or overlong, a
           surrogate, or beyond U+10FFFF. */
        (*c == 0xf4 && c[1] > 0x8f)) bytes = 1;
    *shown = bytes > 1 ? !gt_is_unseen_(gt_code_point_(p, bytes)) : *c >= ' ' && *c < 0x7f;
    return bytes;
}
/* Makes a text fit for a terminal: characters that a terminal cannot show become "?". lines: 1 if line breaks and tabs
   stay. Bytes that are no valid character stay always, since two names may differ in those bytes alone. */
static char *gt_plain_(char *text, int lines) {
    int bytes, shown;
    for (char *c = text; *c; c += bytes) {
        bytes = gt_character_(c, &shown);
        if (shown || (bytes == 1 && (*c & 0x80)) || (lines && (*c == '\n' || *c == '\t'))) continue;
        memset(c, '?', (size_t)bytes);
    }
    return text;
}

#define GT_STATUS_TEXTS_(code, value, text, remedy) { text, remedy },
/* text and remedy of each status; the index is the status times -1 */
static const char *const gt_status_texts_[][2] GT_APART_(gt_status_texts_) = { GT_STATUSES(GT_STATUS_TEXTS_) };
static const char *gt_status_text_(gt_status status) { return gt_status_texts_[-(int)status][0]; }
const gt_error *gt_error_first(void) {
    return GT_LOAD_(&gt_error_set_) == GT_ERROR_KEPT_ ? &gt_first_error_.error : NULL;
}

static void gt_error_fill_(gt_kept_error_ *to, const gt_error *from) {      /* copies an error and its texts */
    to->error = *from;
    to->error.code_name = gt_plain_(gt_copy_(to->name, sizeof to->name, from->code_name), 0);
    to->error.call = gt_plain_(gt_copy_(to->call, sizeof to->call, from->call), 0);
    to->error.file = gt_plain_(gt_copy_(to->file, sizeof to->file, from->file), 0);
    to->error.detail = gt_plain_(gt_copy_(to->detail, sizeof to->detail, from->detail), 1);
}
/* Copies the error that is kept, so that a reset cannot change it meanwhile. Returns what it is (GT_ERROR_...). */
static uint32_t gt_error_copy_(gt_kept_error_ *to) {
    gt_lock_();
    uint32_t set = GT_PEEK_(&gt_error_set_);
    if (set) gt_error_fill_(to, &gt_first_error_.error);
    gt_unlock_();
    return set;
}

/* Keeps an error that spoils no sample. as: GT_ERROR_KEPT_ for a failure that comes after the measurement, as when a
   file cannot be written; GT_ERROR_ANSWER_ for an answer such as "there is no such device", which gt_fail prints if
   nothing else failed. Returns `status`, as gt_error_keep_ and gt_fault_ do. */
static gt_status gt_error_offer_(uint32_t as, gt_status status, int code, const char *code_name, const char *call,
                                 const char *file, int line, const char *detail) {
    const gt_error e = { status, code, code_name, call, file, line, detail };
    gt_lock_();
    if (GT_PEEK_(&gt_error_set_) < as) {        /* no error of this rank or a higher one is kept already */
        gt_error_fill_(&gt_first_error_, &e);
        GT_STORE_(&gt_error_set_, as);
    }
    gt_unlock_();
    return status;
}
static void gt_void_open_scopes_(void);
/* Keeps an error, and makes the samples of all scopes that are open on this thread void. */
static gt_status gt_error_keep_(gt_status status, int code, const char *code_name, const char *call, const char *file,
                                int line, const char *detail) {
    gt_void_open_scopes_();
    (void)GT_ADD_(&gt_errors_, 1u);
    return gt_error_offer_(GT_ERROR_KEPT_, status, code, code_name, call, file, line, detail);
}
static gt_status gt_fault_(gt_status status, const char *call, const char *detail) {
    return gt_error_keep_(status, 0, NULL, call, "", 0, detail);
}

/* 1 while this thread runs gt_write_file, which keeps errors itself, since it knows the name of the file */
static GT_THREAD_LOCAL_ int gt_in_file_;
/* Flushes `out` after a text was written, and keeps an error if that fails. If stdout failed, prints the error to
   stderr at once, since no report can show it. full: 1 if memory ran out before the whole text was written. Returns
   GT_ERR_IO, GT_ERR_MEMORY (full) or GT_OK. */
static gt_status gt_written_(FILE *out, const char *call, int full) {
    if (!fflush(out) && !ferror(out)) return full ? GT_ERR_MEMORY : GT_OK;
    if (gt_in_file_) return GT_ERR_IO;
    const char *cause = strerror(errno ? errno : EIO);
    if (out == stdout) fprintf(stderr, "gputime: %s: cannot write to stdout: %s\n", call, cause);
    return gt_error_offer_(GT_ERROR_KEPT_, GT_ERR_IO, 0, NULL, call, "", 0, cause);
}
static void gt_wrap_(FILE *out, const char *text, int column, int hang);    /* >>report */
static void gt_error_print_(FILE *out, const gt_error *e, const char *prefix) {
    const int advises = e->status == GT_ERR_OPENCL && e->detail[0];
    const char *remedy = advises ? e->detail : gt_status_texts_[-(int)e->status][1];
    const size_t length = advises ? 0 : strlen(e->detail);
    char line[1200], code[24] = "", at[24] = "";
    if (e->code) snprintf(code, sizeof code, " (%d)", e->code);
    if (e->line) snprintf(at, sizeof at, ":%d", e->line);
    snprintf(line, sizeof line, "%s%s%s%s%s%s%s", e->call, e->call[0] ? ": " : "",
             e->call[0] && e->code_name[0] ? e->code_name : gt_status_text_(e->status), code,
             e->file[0] ? ", at " : "", e->file, e->file[0] ? at : "");
    gt_wrap_(out, line, fprintf(out, "%s", prefix), 5);
    if (length) fprintf(out, "%s%s", e->detail, length == sizeof gt_first_error_.detail - 1 ? " [cut]\n"
                                                : e->detail[length - 1] == '\n' ? "" : "\n");
    if (remedy[0]) gt_wrap_(out, remedy, fprintf(out, "  -> "), 5);
}

/* -- the environment -- */

#define GT_NUMBERS_ "1 to 4294967295"
/* The environment variables that this file reads: the name without GT_, then the permitted values. The values are a
   list separated by |, or GT_NUMBERS_ for a number, or "" for any text. gputime_cl.h has a second table of this kind.
   >>switches and page one of gputime_cl.h say what each variable does. */
#define GT_VARIABLES_(X_) \
    X_(CLOCK, "os") \
    X_(AUDIT, "0|1") \
    X_(REPORT, "") \
    X_(JSON, "") \
    X_(JSON_SAMPLES, "0") \
    X_(CSV, "") \
    X_(MARKDOWN, "") \
    X_(TRACE, "") \
    X_(PROGRESS, "1") \
    X_(SEED, GT_NUMBERS_) \
    X_(WIDE, "1") \
    X_(COLOR, "auto|always|never")
typedef struct gt_variable_ { const char *name, *values; } gt_variable_;
#define GT_VARIABLE_(name, values) { "GT_" #name, values },
#define GT_VARIABLE_CODE_(name, values) GT_ENV_##name##_,
static const gt_variable_ gt_variables_[] = { GT_VARIABLES_(GT_VARIABLE_) { NULL, NULL } };
enum { GT_VARIABLES_(GT_VARIABLE_CODE_) GT_ENV_COUNT_ };
/* Returns the variable that follows v in the tables of all files of the kit; v NULL: the first one. Returns NULL behind
   the last one. */
static const gt_variable_ *gt_variable_next_(const gt_variable_ *v) {
    v = v ? v + 1 : gt_variables_;
    if (v == gt_variables_ + GT_ENV_COUNT_) v = gt_program_seam_() ? gt_program_seam_()->variables
                                             : gt_seam_() ? gt_seam_()->variables : NULL;
    return v && v->name ? v : NULL;
}

static uint32_t gt_number_of_(const char *text) {      /* returns 0 if the text is no number from 1 to 4294967295 */
    uint64_t number = 0;
    for (; *text >= '0' && *text <= '9' && number <= UINT32_MAX; text++) number = number * 10 + (uint64_t)(*text - '0');
    return *text || number > UINT32_MAX ? 0 : (uint32_t)number;
}
static int gt_variable_allows_(const gt_variable_ *v, const char *value) {
    char all[64], one[32];
    if (!strcmp(v->values, GT_NUMBERS_)) return gt_number_of_(value) > 0;
    snprintf(all, sizeof all, "|%s|", v->values);
    return !v->values[0] ||
           (!strchr(value, '|') && snprintf(one, sizeof one, "|%s|", value) < (int)sizeof one && strstr(all, one));
}
/* Returns the value of a variable; NULL if it is not set, is empty, or has a value that is not permitted (reports name
   such a value). */
static const char *gt_variable_value_(const gt_variable_ *v) {
    const char *value = gt_asked_host_.variable(v->name);
    return value && value[0] && gt_variable_allows_(v, value) ? value : NULL;
}
/* Writes a line for each variable whose value is not permitted and so ignored. Returns `to`. (gtlint reports unknown
   names.) */
static const char *gt_variables_text_(char *to, size_t size, const char *prefix) {
    const gt_variable_ *v = NULL;
    char setting[48];
    size_t used = 0;
    to[0] = 0;
    while (used < size && (v = gt_variable_next_(v)) != NULL) {
        const char *value = gt_asked_host_.variable(v->name);
        if (!value || !value[0] || gt_variable_allows_(v, value)) continue;
        snprintf(setting, sizeof setting, "%s=%s", v->name, value);
        (void)gt_plain_(setting, 0);
        used += (size_t)snprintf(to + used, size - used, "%s%s in the environment is ignored; the values are: %s\n",
                                 prefix, setting, v->values);
    }
    return to;
}

int gt_fail(FILE *out) {
    gt_kept_error_ kept;
    char ignored[4096];
    if (!out) return 1;
    if (gt_error_copy_(&kept)) gt_error_print_(out, &kept.error, "gputime: ");
    else fprintf(out, "gputime: nothing failed\n");
    fputs(gt_variables_text_(ignored, sizeof ignored, "gputime: "), out);
    return 1;
}

GT_FAST_
/* ==== >>clock, implementation ==== */

/* gt_reading_ is one reading of the processor's counter and of the system's clock (ns), both counted from the kit's
   start. `gap` says how many ticks the reading took. gt_endpoint_ is the mean of many readings, with the gap of the
   quickest one. The kit measures the counter's rate between two endpoints. */
typedef struct gt_reading_ { uint64_t tick, ns, gap; } gt_reading_;
typedef struct gt_endpoint_ { double ticks, ns; uint64_t gap; } gt_endpoint_;

enum { GT_CLOCK_TICK_, GT_CLOCK_OS_, GT_CLOCK_USER_ };
static struct {
    uint32_t kind;              /* which clock the kit uses (GT_CLOCK_...) */
    uint32_t epoch;             /* how often the kit has changed its clock */
    uint32_t process;           /* the process that began to record, at the kit's start or the last gt_reset */
    uint64_t (*now_ns)(void *);
    void *user;
    char name[64];
    const char *reason;
    const char *stands;         /* which clock stands still, as a sentence for reports; NULL if none does */
    uint64_t start;             /* the clock at the kit's start (ticks); begins of samples count from here */
    uint64_t start_ns;
    gt_endpoint_ first;             /* first reading of counter and system clock from which the rate is measured */
    uint32_t fitted;            /* how much of the calibration is done (GT_FIT_...) */
    uint32_t fitting;           /* a lock: one thread measures the clock at a time */
    double ns_per_tick;
    /* ns by which an empty scope makes the scope around it longer, without what that outer scope counts as kit_ns */
    double uncharged_ns;
    /* step of a clock that the program set with gt_clock_set; 0 for simulated clocks, which are not measured */
    double tried_step_ns;
    double pace;                /* how many times too fast that clock runs, if it has another unit or rate; else 0 */
    gt_clock info;
} gt_clk_;
/* RATE: only the counter's rate is known: nobody asked for more, or scopes were off and their costs could not be
   measured */
enum { GT_FIT_NONE_, GT_FIT_RATE_, GT_FIT_ALL_ };
/* A clock that stands still (a faked one, or that of a stopped virtual machine) must not make the kit wait for ever.
   The kit takes a clock for one that stands still if it has not moved after GT_STANDING_READINGS_ readings (20 ms or
   more) or GT_STANDING_ENDPOINTS_ endpoints of 200 readings. An endpoint takes 7 us on an idle Xeon, and 19 to 43 us on
   a virtual machine with a load of 7. So the kit gives up after 0.14 to 0.9 s. Calibrating a clock that runs needs at
   most 2,100 endpoints (15 ms). */
enum { GT_STANDING_READINGS_ = 1000000, GT_STANDING_ENDPOINTS_ = 20000 };
static const char *const gt_stands_os_ = "the system's clock stands still";

/* Before the kit reads a clock it writes this number where the answer will go. No clock can answer this number: a
   second has fewer nanoseconds. A tool that watches all readings of clocks (gtprof) finds the number there, and so
   knows that the reading is the kit's own and times nothing of the program. */
#define GT_OWN_READING_ 0x67742e6b
#if defined(_WIN32) || defined(__APPLE__)
static uint64_t gt_scaled_(uint64_t t, uint64_t by, uint64_t over) { return t / over * by + t % over * by / over; }
#endif
#if defined(_WIN32)
static uint64_t gt_os_ns_(void) {
    uint64_t hz, t;
    QueryPerformanceFrequency((union _LARGE_INTEGER *)(void *)&hz);
    QueryPerformanceCounter((union _LARGE_INTEGER *)(void *)&t);
    return gt_scaled_(t, 1000000000u, hz);
}
#elif defined(__APPLE__)
static uint64_t gt_os_ns_(void) {
    mach_timebase_info_data_t b;
    mach_timebase_info(&b);
    return gt_scaled_(mach_absolute_time(), b.numer, b.denom);
}
#elif defined(__linux__) && (defined(__LP64__) || defined(__i386__) || defined(__arm__))
/* 4 is CLOCK_MONOTONIC_RAW in the kernel's interface, 1 is CLOCK_MONOTONIC. */
typedef struct gt_timespec_ { long s, ns; } gt_timespec_;
GT_EXTERN_C_ int gt_clock_gettime_(int id, gt_timespec_ *t) __asm__("clock_gettime");
static uint64_t gt_os_ns_(void) {
    gt_timespec_ t = { 0, GT_OWN_READING_ };
    int (*now)(int, gt_timespec_ *) = gt_clock_gettime_;
    /* The empty instruction hides from the compiler which function `now` is. Else it would call the inline function
       that examples/tools/calls.h puts in its place. */
    __asm__("" : "+r"(now));
    if (now(4, &t)) {
        t.ns = GT_OWN_READING_;
        now(1, &t);
    }
    return (uint64_t)t.s * 1000000000u + (uint64_t)t.ns;
}
#else
#ifndef CLOCK_MONOTONIC
#error gputime: this system hides clock_gettime here: compile the implementation file with -D_POSIX_C_SOURCE=200809L
#endif
static uint64_t gt_os_ns_(void) {
    struct timespec t = { 0, GT_OWN_READING_ };
    int (*now)(clockid_t, struct timespec *) = clock_gettime;
    __asm__("" : "+r"(now));    /* hides the function, so that no inline function of calls.h takes its place */
    now(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}
#endif

static int gt_clock_is_real_(void) {    /* returns 0 if the program has set a simulated clock */
    return GT_PEEK_(&gt_clk_.kind) != GT_CLOCK_USER_ || gt_clk_.tried_step_ns > 0;
}
static uint64_t gt_now_(void) {     /* reads the kit's clock, even if scopes are switched off */
    uint32_t kind = GT_LOAD_(&gt_clk_.kind);
    return kind == GT_CLOCK_TICK_ ? gt_tick_() : kind == GT_CLOCK_OS_ ? gt_os_ns_() : gt_clk_.now_ns(gt_clk_.user);
}

GT_LEAN_
#if defined(__linux__)
static int gt_read_word_(const char *path, char *word /* gets up to 63 characters */) {
    FILE *f = fopen(path, "r");
    int ok = f && fgets(word, 64, f);
    if (f) fclose(f);
    if (ok) word[strcspn(word, "\r\n")] = 0;
    return ok;
}
#endif
/* Returns 1 if this clocksource of Linux is the counter of some processor. The counters of all processors are accepted
   everywhere, since under an emulator the name may be that of the host's counter. */
static GT_UNUSED_ int gt_source_is_counter_(const char *source) {
    static const char *const counters[] = { "tsc", "arch_sys_counter", "riscv_clocksource", "tod", "timebase" };
    for (size_t i = 0; i < sizeof counters / sizeof counters[0]; i++)
        if (!strncmp(source, counters[i], strlen(counters[i]))) return 1;
    return 0;
}
/* Returns why the kit cannot trust the processor's counter; NULL if it can. */
static const char *gt_clock_doubt_(void) {
    if (gt_variable_value_(&gt_variables_[GT_ENV_CLOCK_])) return "GT_CLOCK=os";
#ifdef GT_NO_TICK_
    return sizeof(void *) < 8 ? "the kit reads no counter in 32-bit programs"
                              : "no counter is known for this processor or compiler";
#elif defined(__APPLE__)
    return "mach_absolute_time is the counter here";
#else
#if defined(__x86_64__)
    unsigned a = 0, b = 0, c = 0, d = 0;
    if (!__get_cpuid(0x80000007u, &a, &b, &c, &d) || !(d & 0x100u))
        return "the processor does not promise an invariant TSC";
    if (!__get_cpuid(0x80000001u, &a, &b, &c, &d) || !(d & (1u << 27))) return "the processor has no rdtscp";
#if defined(__linux__)
    int may = 0;
    if (!prctl(PR_GET_TSC, &may, 0, 0, 0) && may == PR_TSC_SIGSEGV) return "prctl(PR_SET_TSC) forbids reading the TSC";
#endif
#endif
#if defined(__linux__)
    /* Linux watches the counter, and chooses another clocksource if the counter is not stable */
    char source[64];
    if (gt_read_word_("/sys/devices/system/clocksource/clocksource0/current_clocksource", source) &&
        !gt_source_is_counter_(source))
        return "the kernel's clocksource is not the processor's counter: the kernel does not trust it";
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
/* Reads the counter and the system's clock 200 times (7 us), and returns the mean of the undisturbed readings. The mean
   is finer than one step of the counter. quick: the fewest ticks that any reading has taken so far. */
static gt_endpoint_ gt_endpoint_read_(uint64_t quick) {
    enum { cold = 2, pairs = 200 };
    gt_reading_ r[pairs];       /* The readings are summed up later, since adding would delay the next reading. */
    gt_endpoint_ mean = { 0, 0, 0 };
    int i, used = 0;
    for (i = 0; i < pairs; i++) {
        r[i] = gt_read_both_();
        if (i >= cold && r[i].gap < quick) quick = r[i].gap;
    }
    for (i = cold; i < pairs; i++) {
        /* A disturbed reading (half longer than the quickest one) is left out. If all are, the last one counts. */
        if (r[i].gap > quick + quick / 2 && (used || i < pairs - 1)) continue;
        mean.ticks += (double)r[i].tick + 0.5 * (double)r[i].gap;
        mean.ns += (double)r[i].ns;
        used++;
    }
    mean.ticks /= used;
    mean.ns /= used;
    mean.gap = quick;
    return mean;
}

static double gt_rate_until_(const gt_endpoint_ *now) {     /* returns ns per tick since the kit's first endpoint */
    return (now->ns - gt_clk_.first.ns) / (now->ticks - gt_clk_.first.ticks);
}
static double gt_stated_hz_(void) {     /* returns the counter's rate as the processor states it; 0 if it states none */
#if defined(__aarch64__) && GT_GNU_
    uint64_t hz;
    __asm__("mrs %0, cntfrq_el0" : "=r"(hz));
    return (double)hz;
#elif defined(__s390x__)
    return 4096e6;
#else
    return 0;
#endif
}
/* Returns 1 if the counter has run at `hz` (+-2 %) since the kit first read it. Takes 10 us, or up to 1 ms if readings
   scatter. */
static int gt_runs_at_(double hz) {
    double off;
    int tries = 0;
    gt_endpoint_ now;
    do {
        now = gt_endpoint_read_(gt_clk_.first.gap);
        off = gt_rate_until_(&now) * hz * 1e-9 - 1;
    } while (!(off > -0.02 && off < 0.02) && now.ns - gt_clk_.first.ns < 1e6 && ++tries < GT_STANDING_ENDPOINTS_);
    return off > -0.02 && off < 0.02;
}

/* Returns 1 if the system's clock stands still. A clock that runs moves within a reading or two. */
static int gt_os_stands_(void) {
    const uint64_t begin = gt_os_ns_();
    int i = 0;
    while (i < GT_STANDING_READINGS_ && gt_os_ns_() == begin) i++;
    return i == GT_STANDING_READINGS_;
}
static void gt_clock_choose_(void) {    /* chooses counter or system clock, and begins the calibration */
    const char *doubt = gt_clock_doubt_();
    gt_clk_.stands = gt_os_stands_() ? gt_stands_os_ : NULL;
    if (!doubt) doubt = gt_clk_.stands;
    GT_POKE_(&gt_clk_.process, gt_process_());
    gt_clk_.start_ns = gt_os_ns_();
    gt_clk_.start = gt_tick_();
    if (!doubt) {
        gt_clk_.first = gt_endpoint_read_(~UINT64_C(0));
        if (gt_tick_() == gt_clk_.start) doubt = "the counter stands still";
        else if (gt_stated_hz_() > 0 && !gt_runs_at_(gt_stated_hz_()))
            doubt = "the counter does not run at the rate that the processor states";
    }
    if (doubt) gt_clk_.start = gt_clk_.start_ns;
    gt_copy_(gt_clk_.name, sizeof gt_clk_.name, doubt ? "os" : GT_TICK_NAME_);
    gt_clk_.reason = doubt ? doubt : "";
    GT_STORE_(&gt_clk_.kind, (uint32_t)(doubt ? GT_CLOCK_OS_ : GT_CLOCK_TICK_));
}

/* -- what the system counts of the process: page faults, context switches -- */

static double gt_processors_(void) {
    static uint32_t known;
    long n = (long)GT_PEEK_(&known);
    if (n) return (double)n;
#if defined(_WIN32)
    n = (long)GetActiveProcessorCount(0xFFFF);
#elif defined(__APPLE__)
    n = sysconf(58);    /* 58 is _SC_NPROCESSORS_ONLN, a name that _POSIX_C_SOURCE hides on macOS */
#else
    n = sysconf(_SC_NPROCESSORS_ONLN);
#endif
    if (n < 1) n = 1;
    GT_POKE_(&known, (uint32_t)n);
    return (double)n;
}

enum { GT_AUDIT_NONE_, GT_AUDIT_CHEAP_, GT_AUDIT_ALL_ };
static int gt_audit_mode_;      /* the environment variable GT_AUDIT at the kit's start, as GT_AUDIT_... */
#if defined(__linux__) && GT_GNU_
GT_EXTERN_C_ int gt_getcpu_(void) __asm__("sched_getcpu");
GT_EXTERN_C_ long gt_syscall_(long number, ...) __asm__("syscall");
#endif
#if defined(_WIN32)
static int gt_signals_read_(gt_signals_ *s) { return memset(s, 0, sizeof *s), 0; }
#else
static int gt_signals_read_(gt_signals_ *s) {      /* returns 0 if the system does not count them */
    struct rusage u;
    memset(s, 0, sizeof *s);
    u.ru_utime.tv_usec = GT_OWN_READING_;
    if (getrusage(RUSAGE_SELF, &u)) return 0;
#if defined(__APPLE__)      /* strict modes hide the names of these fields, which the struct has nevertheless */
    const long *at = (const long *)(const void *)(&u.ru_stime + 1);
    s->faults = (uint64_t)at[4] + (uint64_t)at[5];
    s->voluntary = (uint64_t)at[12];
    s->involuntary = (uint64_t)at[13];
#else
    s->faults = (uint64_t)u.ru_minflt + (uint64_t)u.ru_majflt;
    s->voluntary = (uint64_t)u.ru_nvcsw;
    s->involuntary = (uint64_t)u.ru_nivcsw;
#endif
    s->cpu_us = ((uint64_t)u.ru_utime.tv_sec + (uint64_t)u.ru_stime.tv_sec) * 1000000u;
    s->cpu_us += (uint64_t)u.ru_utime.tv_usec + (uint64_t)u.ru_stime.tv_usec;
#if defined(__linux__) && GT_GNU_
    s->core = gt_getcpu_();
#endif
    return 1;
}
#endif

/* -- the start; the counter's rate, the clock's step -- */

/* Returns the state (GT_STATE_...) for scopes that are switched on. With GT_AUDIT=1 all scopes take the slow way. */
static uint32_t gt_running_mode_(void) {
    const int tick = GT_PEEK_(&gt_clk_.kind) == GT_CLOCK_TICK_ && gt_audit_mode_ != GT_AUDIT_ALL_;
    return tick ? GT_STATE_TICK_ : GT_STATE_OTHER_;
}

/* gt_outputs_begin_ arranges the reports and files that environment variables ask for. The code that records reaches
   the code that reports by this call alone. GPUTIME_NO_EXIT leaves the call out, and so all code that reports. */
static GT_UNUSED_ void gt_outputs_begin_(void);
static void gt_start_now_(void) {       /* starts the kit at the first call of any thread; takes microseconds */
    static uint32_t starting;
    gt_word_lock_(&starting);
    if (!(GT_LOAD_(&gt_state_) & 3u)) {
        const char *audit = gt_variable_value_(&gt_variables_[GT_ENV_AUDIT_]);
        gt_audit_mode_ = !audit ? GT_AUDIT_CHEAP_ : audit[0] == '1' ? GT_AUDIT_ALL_ : GT_AUDIT_NONE_;
        gt_clock_choose_();
#ifndef GPUTIME_NO_EXIT
        gt_outputs_begin_();
#endif
        GT_STORE_(&gt_state_, gt_running_mode_());
    }
    gt_word_unlock_(&starting);
}

/* Returns the length of a tick in ns; 0 if a clock stands still, so that no time can be told. *fit_ms gets the time
   over which the length was measured. If the first endpoint (the mean of 200 readings) is 20 ms old, one new endpoint
   is enough: even endpoints that are only 1 ms apart would give the rate to 0.07 ppm. Else the function reads endpoints
   one after another, and fits the rate to them by least squares. It does so for at least 1 ms. It stops when the
   scatter of the endpoints leaves the rate uncertain by at most 0.018 ppm, or after 15 ms. A fit over 1 ms alone would
   be right to 0.15 ppm on a Xeon. The reason is that the system's clock is read between two readings of the counter,
   and the moment of that reading varies by 0.5 ns. */
static double gt_fit_(double *fit_ms) {
    const gt_endpoint_ begin = gt_endpoint_read_(gt_clk_.first.gap);
    double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0, syy = 0, x, y, slope, variance;
    *fit_ms = (begin.ns - gt_clk_.first.ns) * 1e-6;
    if (*fit_ms >= 20) return gt_rate_until_(&begin);
    do {
        const gt_endpoint_ p = gt_endpoint_read_(begin.gap);
        x = p.ticks - begin.ticks;
        y = p.ns - begin.ns;
        n += 1;
        sx += x;
        sy += y;
        sxx += x * x;
        sxy += x * y;
        syy += y * y;
        slope = (sxy - sx * sy / n) / (sxx - sx * sx / n);
        variance = (syy - sy * sy / n - slope * (sxy - sx * sy / n)) / (n - 2) / (sxx - sx * sx / n);
    } while (n < 3 || (n < (double)GT_STANDING_ENDPOINTS_ &&
                       (y < 1e6 || (y < 15e6 && variance > 1.8e-8 * 1.8e-8 * slope * slope))));
    *fit_ms = y * 1e-6;
    if (x > 0 && y >= 1e6) return slope;
    gt_clk_.stands = x > 0 ? gt_stands_os_ : "the counter stands still";
    return 0;
}

/* Returns the step of the kit's clock in ticks; 1 if no step is found. The function reads the clock in pairs, with more
   or less work between the two readings of a pair. The step is the largest number above 3 of which 98 % of the
   differences are multiples. A multiple may be off by 1, since a clock with coarse steps may still return strictly
   increasing values. Differences that are all alike show no step: they show how long a reading takes, say 1 us. d:
   memory for GT_STEP_READS_ differences. */
enum { GT_STEP_READS_ = 4096 };
static double gt_step_ticks_(uint64_t *d) {
    const int reads = GT_STEP_READS_;
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
    /* The pairs show no step: either no pair saw the clock move by more than 3 ticks, or most pairs saw it move by 5000
       or more. So the function waits until the clock moves once. */
    if (n < reads / 2 || least == ~UINT64_C(0)) {
        uint64_t a = gt_now_(), b = a;
        for (i = 0; i < GT_STANDING_READINGS_ && b == a; i++) b = gt_now_();
        return b > a ? (double)(b - a) : 1;
    }
    const int few = n - n / 100 * 98;
    for (k = least + 1; k > 3; k--) {
        const uint64_t usual = (d[n / 2] + 1) / k;
        int others = 0, same = 0;
        for (i = 0; i < n && others <= few; i++) {
            others += d[i] % k > 1 && d[i] % k + 1 != k;
            same += usual && (d[i] + 1) / k == usual;
        }
        if (others <= few && same < n - few) return (double)k;
    }
    return 1;
}

GT_FAST_
static void gt_start_(void) { if (!(GT_LOAD_(&gt_state_) & 3u)) gt_start_now_(); }
static int gt_audit_(void) {
    gt_start_();
    return gt_audit_mode_;
}
static int gt_audits_(void) { return gt_audit_() != GT_AUDIT_NONE_; }
static int gt_audits_all_(void) { return gt_audit_() == GT_AUDIT_ALL_; }
static gt_thread_ *gt_thread_new_(void);
static void gt_thread_free_(gt_thread_ *t);

/* -- what scopes cost, and what they miss -- */

static int gt_by_size_(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}
/* Runs empty scopes whose samples go to the thread record `scratch`, not to that of this thread. Returns how many
   scopes were recorded; `ticks` gets their lengths. */
static int gt_empty_scopes_(gt_thread_ *scratch, int exact, int scopes, uint64_t *ticks) {
    static gt_site_ site = { "", "", 0, -1, 0 };
    gt_thread_ *mine = gt_self_;
    int i, n = 0;
    gt_self_ = scratch;
    for (i = 0; i < scopes; i++) {
        gt_scope s;
        /* The calls get a constant each. If they got `exact`, reading this variable inside the scope would add 2 cycles
           to its time. */
        if (exact) {
            gt_scope_enter_(&s, &site, 1);
            gt_scope_leave_(&s, 1);
        } else {
            gt_scope_enter_(&s, &site, 0);
            gt_scope_leave_(&s, 0);
        }
        const gt_ticks_ *kept = s.node && s.node->next ? s.node->next - 1 : NULL;
        /* No sample was stored if it became void, or scopes are off. */
        if (kept && kept->begin == s.begin) ticks[n++] = kept->ticks;
    }
    gt_self_ = mine;
    return n;
}
/* Returns the ticks of the kit's own work that a thread's scopes have counted (kit_ns). */
static uint64_t gt_charged_(const gt_thread_ *t);
/* Returns by how many ticks an empty scope makes the scope around it longer, without what that outer scope counts as
   the kit's own work (kit_ns). The function takes the mean over 100 empty scopes nine times. It returns the least mean,
   since disturbances only add. */
static double gt_uncharged_ticks_(gt_thread_ *scratch) {
    enum { scopes = 100, rounds = 9 };
    uint64_t d[scopes];
    double least = DBL_MAX;
    for (int i = 0; i < rounds; i++) {
        const uint64_t charged = gt_charged_(scratch), begin = gt_now_();
        (void)gt_empty_scopes_(scratch, 0, scopes, d);
        const uint64_t ticks = gt_now_() - begin, kit = gt_charged_(scratch) - charged;
        const double each = ticks > kit ? (double)(ticks - kit) / (double)scopes : DBL_MAX;
        if (each < least) least = each;
    }
    return least < DBL_MAX ? least : 0;
}
/* Returns the mean length of an empty scope in ticks; 0 if not known. Scopes that were interrupted are left out: those
   longer than twice the median plus five steps of the clock. Leaving out the slowest 2 % instead would make the mean
   0.2 ns too small, since the length of an undisturbed scope is two or three steps. d: memory for 1,000 lengths. */
static double gt_empty_ticks_(int exact, double step, uint64_t *d) {
    enum { scopes = 1000 };
    gt_thread_ *scratch = gt_thread_new_();
    double sum = 0, longest;
    int i = 0, n;
    if (!scratch) return 0;
    n = gt_empty_scopes_(scratch, exact, scopes, d);
    if (!exact) gt_clk_.uncharged_ns = gt_uncharged_ticks_(scratch) * gt_clk_.ns_per_tick;
    gt_thread_free_(scratch);
    if (n >= 100) {
        qsort(d, (size_t)n, sizeof d[0], gt_by_size_);
        longest = 2 * (double)d[n / 2] + 5 * step;
        for (; i < n && (double)d[i] <= longest; i++) sum += (double)d[i];
    }
    return i ? sum / i : 0;
}

/* Returns how many ticks of its body a GT_SCOPE misses at most. It misses some because it reads the counter at its end
   without waiting, while instructions of the body are still in flight. The function measures chains of multiplications,
   each of which needs the result of the one before it. It times them once as a GT_SCOPE and once as a GT_SCOPE_EXACT
   would. Of four tries the least disturbed one counts. */
static double gt_missed_ticks_(double plain_empty, double exact_empty) {
    double most = 0;
#ifndef GT_NO_TICK_
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
#else
    (void)plain_empty;
    (void)exact_empty;
#endif
    return most;
}

static double gt_read_ticks_(void) {    /* returns how many ticks a reading of the clock takes: median of nine means */
    enum { means = 9 };
    uint64_t ticks[means];
    for (int k = 0; k < means; k++) {
        uint64_t begin = gt_now_();
        for (int i = 0; i < 250; i++) gt_now_();
        ticks[k] = gt_now_() - begin;
    }
    qsort(ticks, means, sizeof ticks[0], gt_by_size_);
    return (double)ticks[means / 2] / 251;
}
static int gt_is_off_(void) { return (GT_PEEK_(&gt_state_) & 3u) == GT_STATE_OFF_; }
GT_LEAN_
/* Measures what scopes cost and miss. Returns 0 if scopes are off, or if memory runs out. */
static int gt_clock_costs_(gt_clock *c) {
    const double ns = gt_clk_.ns_per_tick;
    const int user = gt_clk_.kind == GT_CLOCK_USER_;
    if (user && !(gt_clk_.tried_step_ns > 0)) return 1;
    if (gt_is_off_()) return 0;
    uint64_t *room = (uint64_t *)malloc(GT_STEP_READS_ * sizeof *room);
    if (!room) return 0;
    c->read_ns = gt_read_ticks_() * ns;
    double step = gt_step_ticks_(room);
    if (user && gt_clk_.tried_step_ns > 5000 && !(step > 5000 && step < gt_clk_.tried_step_ns))
        step = gt_clk_.tried_step_ns;
    double plain = gt_empty_ticks_(0, step, room);
    double exact = gt_empty_ticks_(1, step, room);
    free(room);
    c->step_ns = step * ns;
    c->scope_ns = plain * ns;
    c->exact_ns = exact * ns;
    if (gt_clk_.kind == GT_CLOCK_TICK_) c->missed_ns = (gt_missed_ticks_(plain, exact) + step) * ns;
    /* an empty scope takes 0 if gt_enable(0) was called during the measurement, or if the clock that the program set is
       coarse */
    return plain > 0 || user;
}

/* -- calibration -- */

/* Returns ns per tick. `fitted` is the measured value, `hz` the rate that the processor states. The stated rate counts
   if the two agree to 0.01 %, else the measured value does. */
static double gt_stated_or_(double fitted, double hz) {
    const double off = fitted * hz * 1e-9 - 1;
    return off > -1e-4 && off < 1e-4 ? 1e9 / hz : fitted;
}
static void gt_clock_rate_(void) {      /* measures the clock's rate, if it is not known yet */
    gt_clock *c = &gt_clk_.info;
    gt_start_();
    gt_word_lock_(&gt_clk_.fitting);
    if (GT_PEEK_(&gt_clk_.fitted) == GT_FIT_NONE_) {
        memset(c, 0, sizeof *c);
        c->name = gt_clk_.name;
        c->reason = gt_clk_.reason;
        gt_clk_.ns_per_tick = gt_clk_.kind == GT_CLOCK_TICK_ ? gt_stated_or_(gt_fit_(&c->fit_ms), gt_stated_hz_()) : 1;
        c->hz = gt_clk_.ns_per_tick > 0 ? 1e9 / gt_clk_.ns_per_tick : 0;
        c->step_ns = 1;
        GT_STORE_(&gt_clk_.fitted, (uint32_t)GT_FIT_RATE_);
    }
    gt_word_unlock_(&gt_clk_.fitting);
}
/* Returns 1 if all is measured that can be measured now. While scopes are off, that is the rate alone. */
static int gt_clock_is_fitted_(void) {
    uint32_t fitted = GT_LOAD_(&gt_clk_.fitted);
    return fitted == GT_FIT_ALL_ || (fitted == GT_FIT_RATE_ && gt_is_off_());
}
static void gt_clock_fit_(void) {
    if (gt_clock_is_fitted_()) return;
    gt_clock_rate_();
    gt_word_lock_(&gt_clk_.fitting);
    if (!gt_clock_is_fitted_() && gt_clock_costs_(&gt_clk_.info)) GT_STORE_(&gt_clk_.fitted, (uint32_t)GT_FIT_ALL_);
    gt_word_unlock_(&gt_clk_.fitting);
}

gt_clock gt_clock_info(void) {
    gt_clock_fit_();
    gt_word_lock_(&gt_clk_.fitting);
    gt_clock info = gt_clk_.info;
    gt_word_unlock_(&gt_clk_.fitting);
    return info;
}
static void gt_clock_recheck_(void) {   /* measures how far the counter's rate has drifted since it was calibrated */
    if (gt_clk_.kind != GT_CLOCK_TICK_ || !GT_LOAD_(&gt_clk_.fitted)) return;
    gt_endpoint_ now = gt_endpoint_read_(gt_clk_.first.gap);
    if (now.ns - gt_clk_.first.ns <= 1e7) return;
    gt_word_lock_(&gt_clk_.fitting);
    gt_clk_.info.drift_ppm = (gt_rate_until_(&now) / gt_clk_.ns_per_tick - 1) * 1e6;
    gt_word_unlock_(&gt_clk_.fitting);
}

/* -- another clock; scopes on and off -- */

static int gt_anything_recorded_(void);
/* Sets the lowest two bits of the kit's state word to `mode`, and counts the change in the other bits. The samples of
   all scopes that are open now thereby become void. */
static void gt_state_change_(uint32_t mode) {
    uint32_t old = GT_PEEK_(&gt_state_);
    GT_STORE_(&gt_state_, ((old | 3u) + 1u) | mode);
}
static void gt_clock_try_(double (*now_s)(void), const char *name, int stays);
static void gt_clock_findings_forget_(int stays);
gt_status gt_clock_set(uint64_t (*now_ns)(void *user), void *user, const char *name) {
    gt_start_();
    gt_trace_due_(NULL, 0);
    gt_lock_();
    if (gt_anything_recorded_()) {
        gt_unlock_();
        return GT_ERR_CLOCK;
    }
    int off = gt_is_off_();
    gt_state_change_(GT_STATE_OFF_);
    gt_clk_.now_ns = now_ns;
    gt_clk_.user = user;
    gt_clk_.epoch++;
    if (now_ns) {
        (void)gt_plain_(gt_copy_(gt_clk_.name, sizeof gt_clk_.name, name ? name : "user"), 0);
        gt_clk_.reason = "gt_clock_set";
        gt_clk_.start = now_ns(user);
        GT_STORE_(&gt_clk_.kind, (uint32_t)GT_CLOCK_USER_);
    } else {
        gt_clock_choose_();
    }
    gt_clk_.uncharged_ns = gt_clk_.tried_step_ns = gt_clk_.pace = 0;
    gt_clock_findings_forget_(1);
    GT_STORE_(&gt_clk_.fitted, (uint32_t)GT_FIT_NONE_);
    if (!off) gt_state_change_(gt_running_mode_());
    gt_unlock_();
    if (now_ns && strncmp(gt_clk_.name, "simulated", 9)) gt_clock_try_(NULL, gt_clk_.name, 1);
    return GT_OK;
}

void gt_enable(int on) {
    gt_start_();
    gt_lock_();
    if (gt_is_off_() == !!on) gt_state_change_(on ? gt_running_mode_() : GT_STATE_OFF_);
    gt_unlock_();
}

GT_FAST_
/* -- readings; ticks as ns -- */

uint64_t gt_clock_ticks(void) {
    gt_start_();
    return gt_clk_.kind == GT_CLOCK_TICK_ ? gt_tick_begin_() : gt_now_();
}
static uint64_t gt_clock_end_ticks_(void) {
    gt_start_();
    return gt_clk_.kind == GT_CLOCK_TICK_ ? gt_tick_end_() : gt_now_();
}
/* Returns the length of a tick in ns. Before the clock is calibrated it may be off by 1 %; then *rough becomes 1. */
static GT_UNUSED_ double gt_tick_ns_(int *rough) {
    /* ns per tick (the bits of a double). It is kept once 20 ms have passed, since measuring it again is slow. */
    static uint64_t known;
    double rate = gt_double_of_(GT_PEEK_(&known));
    *rough = 0;
    if (GT_PEEK_(&gt_clk_.kind) != GT_CLOCK_TICK_) return 1;
    if (GT_LOAD_(&gt_clk_.fitted)) return gt_clk_.ns_per_tick;
    *rough = 1;
    if (rate > 0) return rate;
    const gt_reading_ now = gt_read_both_();
    rate = ((double)now.ns - gt_clk_.first.ns) / ((double)now.tick - gt_clk_.first.ticks);
    if (now.ns > 20000000 && (double)now.gap * rate < 10000) GT_POKE_(&known, gt_bits_of_(rate));
    return rate;
}
/* Returns an upper bound of the length of `ticks` in ns. May be called before the clock is calibrated. */
static GT_UNUSED_ double gt_rough_ns_(uint64_t ticks) {
    int rough;
    const double ns = (double)ticks * gt_tick_ns_(&rough);
    return rough ? ns * 1.01 + 1000 : ns * 1.001;
}
/* Needs the rate alone: a stopwatch neither runs nor links the scopes by which gt_clock_fit_ measures their costs. */
double gt_clock_ns(uint64_t ticks) {
    if (GT_LOAD_(&gt_clk_.fitted) == GT_FIT_NONE_) gt_clock_rate_();
    return (double)ticks * gt_clk_.ns_per_tick;
}

/* ==== >>timer, implementation ==== */

/* The fields of a gt_timer. v_[0]: ticks of all laps; v_[1]: when the running lap began (ticks); v_[2]: number of laps,
   plus GT_TIMER_RUNS_ while the timer runs; v_[3]: number of the clock that gave the ticks (gt_clk_.epoch). */
#define GT_TIMER_RUNS_ (UINT64_C(1) << 63)

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
double gt_timer_ns(const gt_timer *t) {
    uint64_t ticks = t->v_[0];
    if (t->v_[2] && t->v_[3] != gt_clk_.epoch) return gt_nan_();
    if (t->v_[2] & GT_TIMER_RUNS_) ticks += gt_clock_end_ticks_() - t->v_[1];
    return gt_clock_ns(ticks);
}
double gt_timer_ms(const gt_timer *t) { return gt_timer_ns(t) * 1e-6; }

/* ==== >>touch, implementation ==== */

/* Touches a page of memory: adds 0 to a byte by a single access. A load and then a store would cause two page faults:
   the load would map the shared page of zeros, and the store would make a copy of that page. */
#if defined(__riscv) && GT_GNU_         /* RISC-V has no atomic add to a byte, so 0 is added to a word */
#define GT_TOUCH_ADD_0_(p) \
    ((void)__atomic_fetch_add((volatile uint32_t *)((uintptr_t)(p) & ~(uintptr_t)3), 0, __ATOMIC_RELAXED))
#elif GT_GNU_
#define GT_TOUCH_ADD_0_(p) ((void)__atomic_fetch_add((p), 0, __ATOMIC_RELAXED))
#else
#define GT_TOUCH_ADD_0_(p) ((void)_InterlockedExchangeAdd8((volatile char *)(p), 0))
#endif
/* gt_slab_new_ returns a slab: memory for several blocks of samples, one huge page where the system has them; NULL if
   the system gives no memory. Without slabs fresh memory would cost a page fault for each 4 KB, so a thread that has
   filled some blocks gets further ones from slabs. Slabs are never freed, but used again. Programs with the address
   sanitizer (GT_OPTIMISED_ 2) get none. The sanitizer does not look for pointers in slabs, and would report the rows of
   samples in them as leaks. */
#if defined(__linux__) && GT_GNU_ && (defined(__x86_64__) || defined(__aarch64__)) && GT_OPTIMISED_ != 2
/* madvise is declared here, since the system's headers hide it with -std=c99. */
GT_EXTERN_C_ int gt_madvise_(void *p, size_t bytes, int advice) __asm__("madvise");
static char *gt_slab_new_(size_t bytes) {
    /* the values of MAP_ANONYMOUS and MADV_HUGEPAGE, which -std=c99 hides, too */
    const int anonymous = 0x20, huge_page = 14;
    char *p = (char *)mmap(NULL, 2 * bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | anonymous, -1, 0);
    if (p == (char *)MAP_FAILED) return NULL;
    size_t before = (bytes - (size_t)((uintptr_t)p % bytes)) % bytes;
    if (before) munmap(p, before);
    munmap(p + before + bytes, bytes - before);
    gt_madvise_(p + before, bytes, huge_page);
    return p + before;
}
/* An array of 128 KB or more lies in huge pages, as a slab does, and takes this number of bytes. 0: it is smaller. */
static GT_UNUSED_ size_t gt_array_huge_(size_t bytes) {
    const size_t page = (size_t)2 << 20;
    return bytes < page / 16 ? 0 : (bytes + page - 1) / page * page;
}
static GT_UNUSED_ void gt_array_free_(void *p, size_t bytes) {
    if (gt_array_huge_(bytes)) munmap(p, gt_array_huge_(bytes));
    else free(p);
}
/* As realloc, for an array that grows from `had` to `bytes` bytes. Huge pages move to a new address without a copy.
   mremap is declared here with the parameters that are given to it. */
GT_EXTERN_C_ void *gt_mremap_(void *from, size_t bytes, size_t then, int how, void *to) __asm__("mremap");
static GT_UNUSED_ void *gt_array_grow_(void *p, size_t had, size_t bytes) {
    const size_t before = gt_array_huge_(had), size = gt_array_huge_(bytes);
    const int moves = 3;                /* the value of MREMAP_MAYMOVE | MREMAP_FIXED, which -std=c99 hides */
    if (!size) return realloc(p, bytes);
    if (size == before) return p;
    char *to = gt_slab_new_(size);
    if (!to) return NULL;
    if (before && gt_mremap_(p, before, before, moves, to) != to) {
        munmap(to, size);
        return NULL;
    }
    if (!before && had) memcpy(to, p, had);
    if (!before) free(p);
    return to;
}
#else
#define gt_madvise_(p, bytes, advice) ((void)(p))
#define gt_slab_new_(bytes) ((char *)NULL)
#define gt_array_free_(p, bytes) ((void)(bytes), free(p))
#define gt_array_grow_(p, had, bytes) realloc((p), (bytes))
#endif
/* Divides `pages` pages evenly among `parts` parts, and returns the number of the first page of part `part`. */
static size_t gt_touch_edge_(size_t pages, size_t part, size_t parts) {
    return pages / parts * part + (part < pages % parts ? part : pages % parts);
}
gt_status gt_touch(void *p, size_t bytes, gt_touch_how how, unsigned part, unsigned parts) {
    enum { page = 4096, populate_write = 23 };          /* the value of MADV_POPULATE_WRITE, which -std=c99 hides */
    unsigned char *memory = (unsigned char *)p;
    size_t skew = (size_t)((uintptr_t)p % page);        /* bytes of the first page that lie before p */
    if (part >= parts || (unsigned)how > GT_TOUCH_FILL || (bytes && (!p || bytes - 1 > UINTPTR_MAX - (uintptr_t)p)))
        return GT_ERR_ARGUMENT;
    if (!bytes) return GT_OK;
    size_t pages = (skew + (bytes - 1)) / page + 1;
    size_t first = gt_touch_edge_(pages, part, parts);
    size_t last = gt_touch_edge_(pages, (size_t)part + 1, parts);
    if (first == last) return GT_OK;
    size_t at = first ? first * page - skew : 0;
    size_t end = last < pages ? last * page - skew : bytes;
    if (how == GT_TOUCH_FILL) {
        memset(memory + at, 0, end - at);
        return GT_OK;
    }
    /* Linux 5.14 and later can make many pages in one call, which takes two thirds of the time of their page faults.
       Few pages are not worth it: the call waits while other threads get or free memory. A page fault does not. */
    const size_t whole = at + (page - (skew + at) % page) % page;       /* where the first whole page begins */
    if (how == GT_TOUCH_WRITE && end > whole + 16 * page)
        gt_madvise_(memory + whole, (end - whole) / page * page, populate_write);
    for (; at < end; at += page - (skew + at) % page) {
        volatile unsigned char *first_byte = memory + at;
        if (how == GT_TOUCH_WRITE) GT_TOUCH_ADD_0_(first_byte);
        else (void)*first_byte;
    }
    return GT_OK;
}

/* ==== >>series, implementation ==== */

/* Samples of a series lie in blocks of memory. The first block holds 64 samples, each later one twice as many, up to 64
   KB. The kit writes to each page of a block before the page is used, so that no page fault falls between the begin and
   the end of a sample. Only the thread itself writes samples. Readers (reports, files) see the samples below `next`.
   All else that readers see is changed with the kit's lock held, or published by a release store. */
typedef struct gt_block_ {
    struct gt_block_ *after;
    /* the other columns of each sample (gt_row_size_ doubles); NULL if the samples have none */
    double *row;
    /* flops and bytes that each sample claims; NaN where it claims nothing. Behind them stand those of the running
       sample if the block is full. NULL if no sample of the block has claimed work. */
    double *work;
    uint64_t size;              /* how many samples the block has memory for */
    uint32_t of_slab;           /* 1: the block is part of a slab (gt_slab_new_), and is never freed */
    uint32_t thread;            /* number of the thread that recorded the samples */
} gt_block_;
enum { GT_BLOCK_FIRST_ = 64, GT_BLOCK_BYTES_ = 65536, GT_BLOCK_FULL_ = (GT_BLOCK_BYTES_ - (int)sizeof(gt_block_)) / 16,
       GT_SPILL_ = 512 };

#define GT_ALERT_EVENTS_ 1u /* what the end of the running sample must handle: events, an error */
#define GT_ALERT_VOID_   2u

enum { GT_RESTS_ = 2 };

#define GT_COUNT_CODE_(field, ...) GT_N_##field,
/* Counters that a series has beside its samples. Counters of time (_ns) are kept in ticks. */
enum { GT_COUNTS(GT_COUNT_CODE_) GT_N_broken_, GT_N_ = GT_N_broken_ + 16 };

/* Sums over samples that were counted but not kept, because the series was full (GPUTIME_MAX_SAMPLES) or memory ran
   out. */
typedef struct gt_unkept_ { uint64_t n, backwards, rejected; double sum, min, max; } gt_unkept_;

/* What tells a series from the other series below the same parent, and where its macro stands. */
typedef struct gt_key_ {
    uint32_t id;                    /* the number of its macro (gt_site_); GT_ID_... if a function made it */
    const char *name, *file;        /* name of the series; file of its macro, or "" if a function made it */
    int line, optimised;
    gt_kind kind;
    /* Says which samples the series holds. 0: ordinary ones. 1: those of warm-up passes. GT_RESTS_: those of passes
       that a trial runs only to spread its samples over a longer time; reports leave this series out. */
    int cold;
    int in_ns;                      /* 1: lengths of samples are ns (doubles), not ticks */
    gt_device_ *device;             /* the device of its commands, or NULL */
    const char *what;               /* the kind of its commands, as "write"; "" if it has none */
} gt_key_;

typedef struct gt_series_state_ {
    /* end of the last block of samples. gt_node_.end is the same address, or a lower one to make scopes end the slow
       way. */
    gt_ticks_ *block_end;
    gt_key_ key;                    /* name and file are copies: a plugin that has the macro may be unloaded */
    void *memory;                   /* the allocation that holds the node and this struct */
    gt_node_ *children, *youngest, *sibling;
    gt_node_ **table;               /* a hash table of the children; NULL if they are few */
    size_t table_size, child_count;
    gt_block_ *blocks, *last_block;
    /* how many samples fit into the blocks of this series, those blocks included that gt_reset has freed */
    uint64_t room;
    uint64_t freed;                 /* how many samples lay in blocks that were freed after gt_reset */
    /* traced: how many samples, from the first one of the series on, the trace has or no longer needs. spill_traced:
       how many samples in `spill` it has. Both are changed with the kit's lock held. */
    uint64_t traced;
    size_t spill_traced;
    /* A block for samples beyond GPUTIME_MAX_SAMPLES. When this block is full its samples are added to the sums `over`.
       The next samples then overwrite them. */
    gt_block_ *spill;
    int spilling;                   /* 1: new samples go to `spill`, since `blocks` are full and get no further one */
    /* how many samples in `spill` have been added to the sums `over` already; changed with the kit's lock held */
    size_t spilled;
    gt_unkept_ over;
    uint32_t thread;                /* number of the thread that records in this series now */
    /* how many samples earlier threads have recorded here; changed with the kit's lock held */
    uint64_t others;
    uint32_t alert, depth;
    int rows;                       /* 1: new blocks keep all columns of each sample (`row`) */
    uint64_t count[GT_N_];
    /* mark: the counters at the last gt_reset; mark_n: the number of samples then; changed with the kit's lock held */
    uint64_t mark[GT_N_], mark_n;
    uint64_t passes;                /* passes that a sample of a trial has, or a long group of a batch; 0 means 1 */
    int flushed;                    /* 1: the side of a comparison that runs with flushed caches */
    uint32_t wave;                  /* gt_command.wave_ of the last command, if this is a series of commands */
    /* which kernels, with which sizes, ran in the second sample: a set with a bit for the hash of each */
    uint64_t work_bits;
    /* If this is the series of a side: the number of the side in the latest run of its comparison. If it is that of a
       group of a batch: GT_GROUP_... */
    int rank;
    double threshold;               /* of a comparison: gt_trial_options.threshold */
    char *stopped;                  /* why a trial or comparison stopped; changed with the kit's lock held */
    gt_stop stop;
    int missed;                     /* 1: the trial or comparison stopped before it was precise enough */
    /* flops and bytes that the running sample claims, as long as no sample of its block has any */
    double work[2];
    void *queue;                    /* the queue of the running phase */
    /* Of a phase: the last END in its latest sample with commands. What is enqueued later on its device starts behind
       it. */
    uint64_t ended;
    /* For snapshots, with the kit's lock held: each thread has its own node of a series. These nodes form a list; the
       first of them stands for all. */
    gt_node_ *first, *also;         /* first: the first node of that list; also: the next one */
    /* Both are set in the first node of a list alone. last: the last node of this list. same: the first node of another
       list, which comes next in the same bucket of a hash table. */
    gt_node_ *last, *same;
    size_t visible;                 /* how many samples of this node the snapshot copies */
} gt_series_state_;

/* Bounds of how fast a device's clock runs against the host's, from the stamps of one early command and of each later
   one. */
typedef struct gt_device_clock_ {
    /* When a command was last compared with the host's clock. `after` is that time in ticks; `resets` is 1 + gt_resets_
       at that time. */
    uint64_t resets, after;
    /* The early command. before, over: two readings of the host's clock (ticks), one before it and one after it. start,
       end: its stamps. */
    uint64_t before, over, start, end;
    /* low, high: the bounds. span: ns from the early command until the bounds first excluded 1 (equal speed). */
    double low, high, span;
} gt_device_clock_;

/* Bounds of how far one clock is ahead of another one (ns), as they were known `at` that time (ns); 0: never. */
typedef struct gt_ahead_ { double low, high, at; } gt_ahead_;
/* Narrows the bounds by what is known now. What was known before counts less as time passes, since two clocks drift
   apart by up to 2 ppm. If it has no upper bound (NaN), or does not fit what is known now, it does not count. */
static void gt_ahead_narrow_(gt_ahead_ *a, double low, double high, double now) {
    const double wander = 2e-6 * gt_abs_(now - a->at);
    const int fits = a->at > 0 && low - a->high <= wander && !(a->low - high > wander);
    a->low = fits ? gt_larger_(low, a->low - wander) : low;
    a->high = fits ? gt_smaller_(high, a->high + wander) : high;
    a->at = now;
}

/* A cost of measuring on a device, as examples/more/costs.h measures it. */
typedef struct gt_cost_ {
    const char *code;           /* the name of the cost in JSON; a literal */
    double ns;                  /* median of the measured times */
    gt_interval ci;
    size_t n;
} gt_cost_;
enum { GT_COSTS_ = 16 };
/* What the kit knows of a device. gputime_cl.h fills in `line` and `step_ns`. */
struct gt_device_ {
    gt_device_ *after;
    const void *id;             /* an address that tells the device from others */
    /* what reports print of the device: name, then " | " and more; changed with the kit's lock held */
    char line[512];
    /* what reports print of clock, power and heat; "" if not read; changed with the kit's lock held */
    char gauged[256];
    /* which device of its host it is (bus address, UUID), for programs of several ranks; "" if not known */
    char place[64];
    uint32_t described;         /* 1: `line` is filled in */
    uint32_t processor;         /* 1: its work runs on the processors of the host */
    uint64_t step_ns;           /* step of its stamps as the driver states it; 0 if not known */
    uint64_t scale;             /* rate of its clock divided by the host's (bits of a double); 0 if they are equal */
    uint64_t worked;            /* 1 + gt_resets_ at the time when something last ran on the device */
    gt_device_clock_ rate;      /* the rate of the device's clock; changed with the kit's lock held */
    gt_ahead_ host;             /* how far the host's clock is ahead, for traces; changed with the kit's lock held */
    /* grain: the step that the stamps of the device show; 0 if not known. Each stamp so far differs from grain_base
       by a multiple of this step. */
    uint64_t grain, grain_base;
    uint32_t grain_n;           /* the number of stamps from which `grain` was found */
    void *known;                /* examples/more/align.h: what it knows of the device's clock, or NULL */
    void *gauge;                /* examples/more/gauge.h: how to read clock, power and heat, or NULL */
    /* claims above these FLOP/s and bytes/s are taken for mistakes (bits of doubles); 0: no limit */
    uint64_t most[2];
    uint32_t turns;             /* how many phases without a phase around them have begun on the device */
    /* measured ceilings (examples/more/ceilings.h). top: FLOP/s and bytes/s; local: bytes/s of local memory; 0 if not
       known; changed with the kit's lock held */
    double top[2], local;
    /* writes all measured ceilings to JSON (examples/more/roofs.h); NULL if there are none */
    void (*limits)(struct gt_json_ *j, const void *id);
    /* what measuring costs on this device (examples/more/costs.h); changed with the kit's lock held */
    gt_cost_ cost[GT_COSTS_];
    size_t costs;
    uint64_t costs_epoch;       /* number of the clock (gt_clk_.epoch) with which the costs were measured */
};
/* gt_devices_: a list of all devices, in the order of first use; gt_device_last_: the device opened last. */
static gt_device_ *gt_devices_, *gt_device_last_;
/* Returns the record of the device with this id; makes it if there is none. Returns NULL if id is NULL, or memory runs
   out. */
static GT_UNUSED_ gt_device_ *gt_device_of_(const void *id) {
    gt_device_ *d, **end = &gt_devices_;
    if (!id) return NULL;
    for (d = GT_LOAD_(&gt_devices_); d; d = GT_LOAD_(&d->after)) if (d->id == id) return d;
    gt_lock_();
    /* searches again under the lock: another thread may have added it */
    for (; *end && (*end)->id != id; end = &(*end)->after) {}
    d = *end;
    if (!d && (d = (gt_device_ *)calloc(1, sizeof *d)) != NULL) {
        d->id = id;
        GT_STORE_(end, d);
    }
    gt_unlock_();
    return d;
}
static double gt_stamp_step_(const gt_device_ *d) {
    uint64_t ns = d ? GT_PEEK_(&d->step_ns) : 0;
    return ns ? (double)ns : 1;
}
static double gt_scale_of_(const gt_device_ *d) { return d ? gt_double_of_(GT_PEEK_(&d->scale)) : 0; }

static gt_thread_ *gt_threads_, *gt_youngest_;
static uint32_t gt_thread_count_, gt_lost_, gt_lost_mark_;
static uint64_t gt_resets_;

#define GT_KIND_(code, name, step, facts) { name, GT_STEP_##step##_, facts },
static const struct { const char *name; int step, facts; } gt_kinds_[] = { GT_KINDS(GT_KIND_) };
static int gt_is_kind_(gt_kind kind, int facts) { return (gt_kinds_[kind].facts & facts) == facts; }

static gt_ticks_ *gt_block_samples_(gt_block_ *b) { return (gt_ticks_ *)(void *)(b + 1); }
static void gt_count_(gt_node_ *n, int what, uint64_t by) {
    uint64_t *c = &n->state->count[what];
    GT_POKE_(c, GT_PEEK_(c) + by);
}
/* Returns a counter of a series as it has counted since the last gt_reset, which another thread may call now. */
static uint64_t gt_counted_(const gt_series_state_ *st, int i) {
    const uint64_t mark = GT_PEEK_(&st->mark[i]);
    return GT_PEEK_(&st->count[i]) - mark;
}

/* Adds 1 to a counter, and `ticks` to the next one. */
static void gt_count_timed_(gt_node_ *n, int what, uint64_t ticks) {
    gt_count_(n, what, 1);
    gt_count_(n, what + 1, ticks);
}
static gt_sample gt_sample_unknown_(void) {
    gt_sample s;
#define GT_COLUMN_UNKNOWN_(field, unit) s.field = gt_nan_();
    GT_COLUMNS(GT_COLUMN_UNKNOWN_)
    return s;
}
enum { GT_COMMAND_COLUMNS_ = GT_COLUMN_submit_ns + 1 };
/* Returns how many columns of gt_sample are stored for each sample. Of a command only the first columns are known. Only
   these are stored, since there are many commands. */
static size_t gt_row_size_(const gt_series_state_ *st) {
    return st->key.kind == GT_KIND_COMMAND ? (size_t)GT_COMMAND_COLUMNS_ : (size_t)GT_COLUMN_COUNT;
}
/* Returns an array of n numbers, all of them NaN: not known. Returns NULL if memory runs out. */
static double *gt_unknown_new_(size_t n) {
    double *x = (double *)malloc(n * sizeof *x);
    for (size_t i = 0; x && i < n; i++) x[i] = gt_nan_();
    return x;
}
/* Makes rows (columns of gt_sample) for `size` samples. Phases and commands bring their rows with them. For these the
   function only touches the memory, so that no page fault comes later. Returns NULL if memory runs out. */
static double *gt_rows_new_(uint64_t size, const gt_series_state_ *st) {
    const size_t each = gt_row_size_(st), all = (size_t)size * each;
    if (!gt_is_kind_(st->key.kind, GT_DEVICE_)) return gt_unknown_new_(all);
    double *rows = (double *)malloc(all * sizeof *rows);
    for (size_t i = 0; rows && i < all; i += each) rows[i] = 0;
    return rows;
}

GT_LEAN_
/* -- blocks -- */

/* Returns how many samples a series has had in blocks since the start; blocks that were freed count too. Called by the
   thread that records in the series, or with the kit's lock held. */
static uint64_t gt_samples_in_(gt_node_ *n) {
    gt_series_state_ *st = n->state;
    gt_ticks_ *next = GT_LOAD_(&n->next);
    uint64_t sum = st->freed;
    if (!next) return sum;      /* the series has no block, or the first one is just being added */
    for (gt_block_ *b = GT_LOAD_(&st->blocks); b; b = GT_LOAD_(&b->after)) {
        gt_ticks_ *first = gt_block_samples_(b);
        if (next >= first && next <= first + b->size) return sum + (uint64_t)(next - first);
        sum += b->size;
    }
    return sum;                 /* all blocks are full if the loop ends: new samples go to the spill */
}

static gt_block_ *gt_block_of_slab_(gt_thread_ *t) {    /* returns a block of full size from a slab, or NULL */
    enum { full_before = 4, in_slab = 32 };
    gt_block_ *b = t->spare;
    if (b) {
        t->spare = b->after;
        return b;
    }
    /* thread records that the kit made for itself (number 0) get no slab: they are freed, and slabs never are */
    if (!t->slab_left) {
        if (!t->number || t->full_blocks++ < full_before) return NULL;
        t->slab = gt_slab_new_((size_t)in_slab * GT_BLOCK_BYTES_);
        if (!t->slab) return NULL;
        t->slab_left = in_slab;
    }
    return (gt_block_ *)(void *)(t->slab + --t->slab_left * (size_t)GT_BLOCK_BYTES_);
}
static void gt_block_free_(gt_thread_ *t, gt_block_ *b) {
    free(b->row);
    free(b->work);
    if (b->of_slab) {
        b->after = t->spare;
        t->spare = b;
    } else {
        free(b);
    }
}
/* Makes a block for `size` samples. If the samples get rows (all columns of gt_sample), `rows` is their series, else
   NULL. Returns NULL if memory runs out. */
static gt_block_ *gt_block_new_(gt_thread_ *t, uint64_t size, const gt_series_state_ *rows) {
    const size_t bytes = sizeof(gt_block_) + (size_t)size * sizeof(gt_ticks_);
    gt_block_ *b = size == GT_BLOCK_FULL_ ? gt_block_of_slab_(t) : NULL;
    uint32_t of_slab = b != NULL;
    if (!b) b = (gt_block_ *)malloc(bytes);
    if (!b) return NULL;
    (void)gt_touch(b, bytes, GT_TOUCH_WRITE, 0, 1);
    b->after = NULL;
    b->row = rows ? gt_rows_new_(size, rows) : NULL;
    b->work = NULL;
    b->size = size;
    b->of_slab = of_slab;
    b->thread = t->number;
    if (b->row || !rows) return b;
    gt_block_free_(t, b);
    return NULL;
}

/* Frees the blocks whose samples gt_reset has forgotten. Only the thread that records in the series calls this
   function. If a reader holds the kit's lock, the function frees nothing, and the next call of it frees the blocks. */
static void gt_blocks_reclaim_(gt_node_ *n) {
    gt_series_state_ *st = n->state;
    if (!st->blocks || !gt_try_lock_()) return;
    while (st->blocks && st->freed + st->blocks->size <= st->mark_n) {
        gt_block_ *b = st->blocks;
        st->freed += b->size;
        if (b == st->last_block) {
            st->last_block = NULL;
            st->block_end = n->end = NULL;
            GT_STORE_(&n->next, (gt_ticks_ *)NULL);
        }
        GT_STORE_(&st->blocks, b->after);
        gt_block_free_(n->thread, b);
    }
    gt_unlock_();
}

/* Returns the number of the first sample that counts towards GPUTIME_MAX_SAMPLES: the first one that the present thread
   has recorded since the last gt_reset. */
static uint64_t gt_cap_from_(const gt_series_state_ *st) {
    uint64_t forgotten = GT_PEEK_(&st->mark_n);
    return forgotten > st->others ? forgotten : st->others;
}
/* Returns where the work stands that the running sample claims: two numbers, flops and bytes. */
static double *gt_claims_(const gt_node_ *n) {
    gt_series_state_ *st = n->state;
    gt_block_ *b = st->last_block;
    if (!b || !b->work) return st->work;
    return b->work + 2 * (st->spilling ? (size_t)b->size : (size_t)(n->next - gt_block_samples_(b)));
}
/* Forgets what the running sample has claimed, since it is not kept. */
static void gt_claims_forget_(const gt_node_ *n) {
    double *work = gt_claims_(n);
    work[0] = work[1] = gt_nan_();
}
/* Makes the array for what the samples of this block claim, if the running sample is the first one that does. Returns 0
   if memory runs out. */
static int gt_claims_begin_(gt_node_ *n) {
    gt_series_state_ *st = n->state;
    if (!gt_is_finite_(st->work[0])) return 1;
    GT_STORE_(&st->last_block->work, gt_unknown_new_(2 * (size_t)st->last_block->size + 2));
    if (!st->last_block->work) return 0;
    memcpy(gt_claims_(n), st->work, sizeof st->work);
    st->work[0] = st->work[1] = gt_nan_();
    return 1;
}
static int gt_block_add_(gt_node_ *n) {
    gt_series_state_ *st = n->state;
    /* What the running sample claims stands in the block before, which may be freed below. */
    const double claims[2] = { gt_claims_(n)[0], gt_claims_(n)[1] };
    uint64_t kept, size = st->last_block && st->last_block->size ? st->last_block->size * 2 : (uint64_t)GT_BLOCK_FIRST_;
    if (st->last_block) gt_trace_full_(n);
    if (st->freed < GT_PEEK_(&st->mark_n)) gt_blocks_reclaim_(n);
    kept = st->room - gt_cap_from_(st);
    if (size > GT_BLOCK_FULL_) size = GT_BLOCK_FULL_;
    if (kept >= GPUTIME_MAX_SAMPLES) return 0;
    if (size > GPUTIME_MAX_SAMPLES - kept) size = GPUTIME_MAX_SAMPLES - kept;
    gt_block_ *b = gt_block_new_(n->thread, size, st->rows ? st : NULL);
    if (!b) return 0;
    /* Until now `next` has pointed into the spill. A reader that saw the new block with this old `next` would take the
       block for full. So the lock keeps readers out until both are set. */
    if (st->spilling) gt_lock_();
    GT_STORE_(st->last_block ? &st->last_block->after : &st->blocks, b);
    st->last_block = b;
    memcpy(st->work, claims, sizeof claims);
    st->room += size;
    st->block_end = n->end = gt_block_samples_(b) + size;
    GT_STORE_(&n->next, gt_block_samples_(b));
    if (st->spilling) gt_unlock_();
    return 1;
}

GT_FAST_
/* -- samples beyond GPUTIME_MAX_SAMPLES -- */

GT_INLINE_ void gt_over_add_(gt_unkept_ *over, int in_ns, uint64_t value) {
    const double x = in_ns ? gt_double_of_(value) : (double)(int64_t)value;
    over->backwards += !in_ns && x < 0;
    over->rejected += !gt_is_finite_(x);
    if ((!in_ns && x < 0) || !gt_is_finite_(x)) return;
    if (!over->n || x < over->min) over->min = x;
    if (!over->n || x > over->max) over->max = x;
    over->sum += x;
    over->n++;
}
/* The spill of a series is a block for samples beyond GPUTIME_MAX_SAMPLES. This function adds the samples in it that it
   has not added before to the sums `over`. It is called with the kit's lock held, by the thread that records or by a
   reader. */
static void gt_spill_fold_(gt_node_ *n) {
    gt_series_state_ *st = n->state;
    gt_ticks_ *first = st->spill ? gt_block_samples_(st->spill) : NULL, *next = GT_LOAD_(&n->next), *at;
    gt_unkept_ over = st->over;
    if (!first || next < first || next > first + GT_SPILL_) return;
    for (at = first + st->spilled; at < next; at++) gt_over_add_(&over, st->key.in_ns, at->ticks);
    st->spilled = (size_t)(next - first);
    st->over = over;
}
static int gt_spill_begin_(gt_node_ *n) {       /* makes the spill, or empties it; returns 0 if memory runs out */
    gt_series_state_ *st = n->state;
    gt_block_ *b = st->spill ? st->spill : gt_block_new_(n->thread, GT_SPILL_, NULL);
    if (!b) return 0;
    gt_lock_();
    st->spill = b;
    st->spilled = st->spill_traced = 0;
    GT_STORE_(&n->next, gt_block_samples_(b));
    gt_unlock_();
    st->spilling = 1;
    st->block_end = n->end = gt_block_samples_(b) + GT_SPILL_;
    return 1;
}
/* Returns 1 if new samples go to the spill, but may go to an ordinary block again. This is so after gt_reset has made
   room below GPUTIME_MAX_SAMPLES. It is also so while memory is lacking, so that each new sample asks for a block. */
static int gt_spill_is_over_(const gt_series_state_ *st) {
    return st->spilling && st->room - gt_cap_from_(st) < GPUTIME_MAX_SAMPLES;
}
/* Makes room for one more sample, in a block or in the spill; returns 0 if memory runs out. */
static int gt_room_(gt_node_ *n) {
    gt_series_state_ *st = n->state;
    int is_over = gt_spill_is_over_(st);
    if (n->next != st->block_end && !is_over) return 1;
    if (st->spilling) {
        gt_trace_full_(n);
        gt_lock_();
        gt_spill_fold_(n);
        gt_unlock_();
    }
    if ((st->spilling && !is_over) || !gt_block_add_(n)) return gt_spill_begin_(n);
    st->spilling = 0;
    return 1;
}

/* -- series of a thread -- */

/* Ids of series that no macro made: NAMED for scopes that are opened by name, OTHER for what is not a scope. No series
   has the id 0. */
enum { GT_ID_NAMED_ = 1, GT_ID_OTHER_ };
static uint32_t gt_site_id_(gt_site_ *site) {
    static uint32_t last = GT_ID_OTHER_;
    if (GT_PEEK_(&site->id)) return GT_PEEK_(&site->id);
    gt_lock_();
    if (!GT_PEEK_(&site->id)) GT_POKE_(&site->id, ++last);
    gt_unlock_();
    return GT_PEEK_(&site->id);
}
/* Makes the key of a series. site: its macro; NULL if a function makes the series. */
static gt_key_ gt_key_of_(const gt_site_ *site, const char *name, gt_kind kind, int cold) {
    static const gt_site_ nowhere = { "", "", 0, -1, 0 };
    const gt_site_ *at = site ? site : &nowhere;
    const uint32_t id = kind == GT_KIND_SCOPE ? GT_ID_NAMED_ : GT_ID_OTHER_;
    const gt_key_ key = { id, name, at->file, at->line, at->optimised, kind, cold, gt_is_kind_(kind, GT_DOUBLES_), NULL,
                          "" };
    return key;
}

/* Returns zeroed memory that shares no cache line with other memory, so that no two threads write to one line; NULL if
   memory runs out. *memory gets the address to free. */
static void *gt_lines_new_(size_t bytes, void **memory) {
    enum { line = 64 };
    char *p = (char *)calloc(1, (bytes + line - 1) / line * line + line);
    *memory = p;
    return p ? p + (line - (uintptr_t)p % line) : NULL;
}
static gt_node_ *gt_node_new_(gt_thread_ *t, gt_node_ *parent, const gt_key_ *key) {
    size_t name_size = strlen(key->name) + 1, file_size = strlen(key->file) + 1;
    void *memory;
    gt_node_ *n = (gt_node_ *)gt_lines_new_(sizeof *n + sizeof(gt_series_state_) + name_size + file_size, &memory);
    if (!n) return NULL;
    gt_series_state_ *st = (gt_series_state_ *)(void *)(n + 1);
    st->memory = memory;
    st->key = *key;
    st->key.name = (char *)memcpy(st + 1, key->name, name_size);
    st->key.file = (char *)memcpy((char *)(st + 1) + name_size, key->file, file_size);
    st->rows = gt_is_kind_(key->kind, GT_DEVICE_);
    st->depth = parent ? parent->state->depth + 1 : 0;
    st->thread = t->number;
    n->id = key->id;
    n->parent = parent;
    n->thread = t;
    n->state = st;
    gt_claims_forget_(n);
    if (parent) gt_block_add_(n);
    return n;
}
static void gt_node_free_(gt_node_ *n) {
    gt_series_state_ *st = n->state;
    for (gt_node_ *c = st->children, *after; c; c = after) {
        after = c->state->sibling;
        gt_node_free_(c);
    }
    for (gt_block_ *b = st->blocks, *after; b; b = after) {
        after = b->after;
        gt_block_free_(n->thread, b);
    }
    free(st->spill);
    free(st->table);
    free(st->stopped);
    free(st->memory);
}

static int gt_is_alike_(const gt_key_ *a, const gt_key_ *b) {   /* returns 1 if two keys agree in all but id and name */
    return a->kind == b->kind && a->what == b->what && a->cold == b->cold && a->in_ns == b->in_ns &&
           /* A series of these kinds belongs to a fixed device. Other series forget their device at gt_reset. */
           (!gt_is_kind_(a->kind, GT_DEVICE_) || a->device == b->device);
}
static int gt_is_key_(const gt_node_ *n, const gt_key_ *key) {
    return n->id == key->id && gt_is_alike_(&n->state->key, key) &&
           (key->id > GT_ID_OTHER_ || !strcmp(n->state->key.name, key->name));
}
/* Returns the entry for a child in the hash table of its parent (`st`). If there is no child with this key, returns the
   free entry where that child would go. */
static gt_node_ **gt_children_slot_(gt_series_state_ *st, const gt_key_ *key) {
    uint64_t hash = (uint64_t)key->id * 16u + (uint64_t)key->kind;
    if (key->id <= GT_ID_OTHER_) hash = gt_hash_text_(hash, key->name);
    hash *= UINT64_C(0x9e3779b97f4a7c15);
    size_t last = st->table_size - 1, at = (size_t)(hash ^ hash >> 32) & last;
    while (st->table[at] && !gt_is_key_(st->table[at], key)) at = (at + 1) & last;
    return &st->table[at];
}
/* Makes a larger hash table if a series has many children. If memory runs out there is no table, and children are
   searched one by one. */
static void gt_children_grow_(gt_series_state_ *st) {
    if (st->child_count < 8) return;
    free(st->table);
    for (st->table_size = 32; st->table_size < 4 * st->child_count;) st->table_size *= 2;
    st->table = (gt_node_ **)calloc(st->table_size, sizeof *st->table);
    for (gt_node_ *c = st->children; c && st->table; c = c->state->sibling) *gt_children_slot_(st, &c->state->key) = c;
}
static gt_node_ *gt_child_find_(gt_series_state_ *st, const gt_key_ *key) {
    gt_node_ *n;
    if (st->table) return *gt_children_slot_(st, key);
    for (n = st->children; n && !gt_is_key_(n, key); n = n->state->sibling) {}
    return n;
}
/* Makes a child series; returns NULL if memory runs out. */
static gt_node_ *gt_child_new_(gt_node_ *parent, const gt_key_ *key) {
    gt_series_state_ *st = parent->state;
    gt_node_ *n = gt_node_new_(parent->thread, parent, key);
    if (!n) return NULL;
    if (st->youngest) GT_STORE_(&st->youngest->state->sibling, n);
    else GT_STORE_(&st->children, n);
    st->youngest = n;
    st->child_count++;
    if (st->table && 2 * st->child_count < st->table_size) *gt_children_slot_(st, key) = n;
    else gt_children_grow_(st);
    return n;
}

/* Returns how many samples a series has had; only for the thread that records in it. */
static uint64_t gt_stored_(const gt_node_ *n) {
    const gt_series_state_ *st = n->state;
    return st->room - (st->last_block && !st->spilling ? (uint64_t)(st->block_end - n->next) : 0);
}
/* A new thread may take over the record of a thread that has ended. This function is called when the new thread first
   records in a series. The samples of the new thread go to blocks of their own. */
static void gt_node_take_over_(gt_node_ *n) {
    gt_series_state_ *st = n->state;
    memset(n->guess, 0, sizeof n->guess);
    gt_lock_();
    st->others = gt_stored_(n);
    if (st->last_block && !st->spilling) {      /* the earlier thread's last block ends here */
        st->last_block->size -= st->room - st->others;
        st->room = st->others;
        st->block_end = n->end = n->next;
    }
    GT_POKE_(&st->thread, n->thread->number);
    gt_unlock_();
    if (gt_spill_is_over_(st)) n->end = n->next;
}
/* Returns the child series with this key; makes it if there is none. Returns NULL if scopes nest too deep, or memory
   runs out. */
static gt_node_ *gt_child_(gt_node_ *parent, const gt_key_ *key) {
    if (parent->thread->hidden) return NULL;
    gt_node_ *n = gt_child_find_(parent->state, key);
    if (!n) return parent->state->depth < GPUTIME_MAX_DEPTH ? gt_child_new_(parent, key) : NULL;
    if (n->state->thread != parent->thread->number) gt_node_take_over_(n);
    return n;
}
static gt_node_ *gt_child_named_(gt_node_ *parent, const char *name, gt_kind kind, int cold) {
    gt_key_ key = gt_key_of_(NULL, name, kind, cold);
    return gt_child_(parent, &key);
}

GT_LEAN_
/* -- threads -- */

static gt_thread_ *gt_thread_new_(void) {
    gt_key_ key = gt_key_of_(NULL, "", GT_KIND_SCOPE, 0);
    void *memory;
    gt_thread_ *t = (gt_thread_ *)gt_lines_new_(sizeof *t, &memory);
    gt_node_ *root = t ? gt_node_new_(t, NULL, &key) : NULL;
    if (!root) {
        free(memory);
        return NULL;
    }
    t->memory = memory;
    t->root = t->current = root;
    return t;
}
static void gt_thread_free_(gt_thread_ *t) {    /* frees a thread record that is in no list */
    gt_node_free_(t->root);
    free(t->memory);
}

static void gt_scopes_drop_(gt_thread_ *t, gt_node_ *until);
static void gt_trial_free_(struct gt_trial_state_ *st);
static void gt_thread_ended_(void *record) {    /* called by the system in a thread that ends */
    gt_thread_ *t = (gt_thread_ *)record;
    gt_scopes_drop_(t, t->root);
    t->hidden = 0;
    if (t->trial) gt_trial_free_(t->trial);
    t->trial = NULL;
    gt_trace_due_(NULL, 0);
    if (gt_seam_()) gt_seam_()->thread_ends();
    gt_self_ = NULL;
    gt_lock_();
    t->ended = 1;
    gt_unlock_();
}
/* These functions register gt_thread_ended_ with the system, which then calls it in each thread that ends. They use a
   key of thread-specific data. The functions of pthread are weak references, since a program may be linked without
   that library, and then has no threads. */
#if defined(_WIN32)
static unsigned long gt_end_key_;
static void __stdcall gt_end_call_(void *record) { if (record) gt_thread_ended_(record); }
static int gt_end_key_new_(void) { return (gt_end_key_ = FlsAlloc(gt_end_call_)) != 0xFFFFFFFFul; }
static void gt_end_key_set_(gt_thread_ *t) { (void)FlsSetValue(gt_end_key_, t); }
static void gt_end_key_delete_(void) { (void)FlsFree(gt_end_key_); }
#else
#if defined(__ELF__) && GT_GNU_
#define GT_WEAK_(name) __attribute__((weakref(#name)))
static int gt_key_create_(pthread_key_t *key, void (*ends)(void *)) GT_WEAK_(pthread_key_create);
static int gt_key_set_(pthread_key_t key, const void *value) GT_WEAK_(pthread_setspecific);
static int gt_key_delete_(pthread_key_t key) GT_WEAK_(pthread_key_delete);
static int gt_has_keys_(void) { return gt_key_create_ && gt_key_set_ && gt_key_delete_; }
#else
#define gt_key_create_ pthread_key_create
#define gt_key_set_ pthread_setspecific
#define gt_key_delete_ pthread_key_delete
static int gt_has_keys_(void) { return 1; }
#endif
static pthread_key_t gt_end_key_;
static int gt_end_key_new_(void) { return gt_has_keys_() && !gt_key_create_(&gt_end_key_, gt_thread_ended_); }
static void gt_end_key_set_(gt_thread_ *t) { (void)gt_key_set_(gt_end_key_, t); }
static GT_UNUSED_ void gt_end_key_delete_(void) { (void)gt_key_delete_(gt_end_key_); }
#endif
enum { GT_END_UNKNOWN_, GT_END_ASKED_, GT_END_NEVER_ };
static uint32_t gt_end_;
#if GT_GNU_
/* The kit may be part of a plugin. Once the plugin is unloaded, threads that end must no longer call the kit. */
__attribute__((destructor)) static void gt_unloaded_(void) {
    if (GT_PEEK_(&gt_end_) == GT_END_ASKED_) gt_end_key_delete_();
    GT_POKE_(&gt_end_, (uint32_t)GT_END_NEVER_);
}
#endif
/* Returns the record of a thread that has ended, or a new one; NULL if memory runs out. */
static gt_thread_ *gt_thread_take_(void) {
    gt_lock_();
    gt_thread_ *t = gt_threads_;
    while (t && !t->ended) t = t->younger;
    if (t) {
        t->ended = 0;
        memset(t->root->guess, 0, sizeof t->root->guess);
    } else if ((t = gt_thread_new_()) != NULL) {
        GT_STORE_(gt_youngest_ ? &gt_youngest_->younger : &gt_threads_, t);
        gt_youngest_ = t;
    }
    if (t) t->number = ++gt_thread_count_;
    if (!gt_end_) GT_POKE_(&gt_end_, (uint32_t)(gt_end_key_new_() ? GT_END_ASKED_ : GT_END_NEVER_));
    gt_unlock_();
    return t;
}
/* The process may come to have more threads than the machine has processors. `known` is 1 once this has happened;
   `involuntary` is the number of involuntary context switches of the process before that time. */
static struct { uint32_t known; uint64_t involuntary; } gt_crowd_;
static void gt_crowd_begins_(void) {
    gt_signals_ s;
    gt_signals_read_(&s);
    gt_lock_();
    if (!gt_crowd_.known) gt_crowd_.involuntary = s.involuntary;
    GT_STORE_(&gt_crowd_.known, 1u);
    gt_unlock_();
}
static gt_thread_ *gt_thread_mine_(void) {      /* returns the record of this thread; NULL if memory runs out */
    if (gt_self_) return gt_self_;
    gt_self_ = gt_thread_take_();
    if (!gt_self_) return NULL;
    if (gt_self_->number > gt_processors_() && !GT_LOAD_(&gt_crowd_.known)) gt_crowd_begins_();
    if (GT_PEEK_(&gt_end_) == GT_END_ASKED_) gt_end_key_set_(gt_self_);
    if (gt_seam_()) gt_seam_()->thread_begins();
    /* A trace needs a calibrated clock. The clock is calibrated now, since later this would happen inside a scope. */
    if (gt_is_traced_()) gt_clock_fit_();
    return gt_self_;
}

GT_FAST_
/* Adds the time since `begin` to kit_ns (the kit's own work) of n and all series around it. */
static void gt_charge_(gt_node_ *n, uint64_t begin) {
    uint64_t ticks = gt_now_() - begin;
    for (; n; n = n->parent) gt_count_(n, GT_N_kit_ns, ticks);
}
static GT_UNUSED_ void gt_kit_time_(uint64_t begin) { if (gt_self_) gt_charge_(gt_self_->current, begin); }
/* `guess` of a series holds the children that were entered last. Returns the entry for one child. The id of its macro
   chooses the entry; for a child without a macro the address of its name does. */
GT_INLINE_ gt_node_ **gt_guess_at_(gt_node_ *parent, uint32_t id, const char *name) {
    const uintptr_t at = (uintptr_t)name;
    return &parent->guess[(id > GT_ID_OTHER_ ? id : at ^ at >> 4) % GT_GUESSES_];
}
/* Making a child series counts as the kit's own time. Finding one does not: it costs less than a reading of the
   clock. */
gt_node_ *gt_node_enter_(gt_site_ *site, const char *name, gt_kind kind, gt_device_ *device) {
    gt_thread_ *t = gt_thread_mine_();
    gt_key_ key = gt_key_of_(site, name, kind, 0);
    /* A macro that is used for the first time gets its number under the kit's lock, which a report may hold. The wait
       for the lock counts as the kit's own time. */
    const int first = site && !GT_PEEK_(&site->id);
    uint64_t begin = first ? gt_now_() : 0;
    if (site) key.id = gt_site_id_(site);
    key.device = device;
    gt_node_ *n = t && !t->hidden ? gt_child_find_(t->current->state, &key) : NULL;
    if (!n || n->state->thread != t->number) {
        if (!first) begin = gt_now_();
        n = t ? gt_child_(t->current, &key) : NULL;
        if (!n) {
            (void)GT_ADD_(&gt_lost_, 1u);
            if (t) t->hidden++;
            return NULL;
        }
        gt_charge_(t->current, begin);
    }
    *gt_guess_at_(t->current, key.id, name) = n;
    GT_STORE_(&t->current, n);
    return n;
}

/* -- samples -- */

/* Gives each sample of the series a row (all columns of gt_sample) from now on. Of the earlier samples of this block
   nothing is known. Returns 0 if memory runs out. */
static int gt_rows_begin_(gt_node_ *n) {
    gt_series_state_ *st = n->state;
    double *row = gt_rows_new_(st->last_block->size, st);
    if (!row) return 0;
    st->rows = 1;
    GT_STORE_(&st->last_block->row, row);
    return 1;
}
/* Stores the row of a sample (all columns of gt_sample) if it has one. Returns 0 if memory runs out. */
static int gt_row_store_(gt_node_ *n, const gt_sample *row) {
    gt_block_ *b = n->state->last_block;
    if (!row) return 1;
    if (!b->row && !gt_rows_begin_(n)) return 0;
    double *to = b->row + (size_t)(n->next - gt_block_samples_(b)) * gt_row_size_(n->state);
    /* A copy of a size that the compiler knows takes few instructions. */
    if (n->state->key.kind == GT_KIND_COMMAND) memcpy(to, row, GT_COMMAND_COLUMNS_ * sizeof *to);
    else memcpy(to, row, sizeof *row);
    return 1;
}
static void gt_store_(gt_node_ *n, uint64_t begin, uint64_t ticks, const gt_sample *row) {
    gt_series_state_ *st = n->state;
    const int counts = gt_room_(n) && (st->spilling || (gt_claims_begin_(n) && gt_row_store_(n, row)));
    if (!counts || st->spilling) gt_claims_forget_(n);
    if (!counts) {
        gt_lock_();
        gt_over_add_(&st->over, st->key.in_ns, ticks);
        gt_unlock_();
        return;
    }
    gt_ticks_ *at = n->next;
    at->begin = begin;
    at->ticks = ticks;
    GT_STORE_(&n->next, at + 1);
    gt_trace_due_(n->thread, begin);
}

gt_status gt_series_add(const char *name, double ns) {
    if (!name) return GT_ERR_ARGUMENT;
    gt_start_();
    if (gt_is_off_()) return GT_OK;
    gt_thread_ *t = gt_thread_mine_();
    gt_node_ *n = t ? gt_child_named_(t->current, name, GT_KIND_OUTSIDE, 0) : NULL;
    if (!n) {
        (void)GT_ADD_(&gt_lost_, 1u);
        return GT_ERR_MEMORY;
    }
    if (ns < 0 && gt_is_finite_(ns)) gt_count_(n, GT_N_negative, 1);
    gt_store_(n, gt_now_(), gt_bits_of_(ns), NULL);
    return GT_OK;
}

/* Returns the series that follows n in a walk over all series below `root`, depth first; NULL behind the last one. */
static gt_node_ *gt_node_next_(gt_node_ *n, const gt_node_ *root) {
    gt_node_ *child = GT_LOAD_(&n->state->children);
    if (child) return child;
    for (; n != root; n = n->parent) {
        gt_node_ *sibling = GT_LOAD_(&n->state->sibling);
        if (sibling) return sibling;
    }
    return NULL;
}
/* Returns 1 if some series has a sample; called with the kit's lock held. */
static int gt_anything_recorded_(void) {
    for (gt_thread_ *t = GT_LOAD_(&gt_threads_); t; t = GT_LOAD_(&t->younger))
        for (gt_node_ *n = t->root; n; n = gt_node_next_(n, t->root)) {
            gt_spill_fold_(n);
            if (gt_samples_in_(n) > n->state->mark_n || n->state->over.n) return 1;
        }
    return 0;
}
static uint64_t gt_mixed_(uint64_t sum, uint64_t x) { return (sum ^ x) * UINT64_C(0x100000001b3); }
/* Returns a checksum of all that reports read: samples, counters, open scopes, and what is changed with the kit's lock
   held. Two equal checksums mean that nothing has changed in between. The function is called with the lock held, by a
   thread that makes a report. */
static uint64_t gt_recorded_(void) {
    uint64_t sum = gt_changes_ + GT_PEEK_(&gt_lost_);
    for (gt_thread_ *t = GT_LOAD_(&gt_threads_); t; t = GT_LOAD_(&t->younger)) {
        sum = gt_mixed_(sum, (uintptr_t)GT_LOAD_(&t->current));
        for (gt_node_ *n = t->root; n; n = gt_node_next_(n, t->root)) {
            const gt_series_state_ *st = n->state;
            gt_spill_fold_(n);
            sum = gt_mixed_(sum, gt_samples_in_(n) + st->over.n + st->over.backwards + st->over.rejected);
            for (int i = 0; i < GT_N_; i++) if (i != GT_N_open) sum = gt_mixed_(sum, GT_PEEK_(&st->count[i]));
        }
    }
    return sum;
}
static void gt_node_reset_(gt_node_ *n) {       /* forgets the samples of a series; called with the kit's lock held */
    gt_series_state_ *st = n->state;
    gt_spill_fold_(n);
    memset(&st->over, 0, sizeof st->over);
    GT_POKE_(&st->mark_n, gt_samples_in_(n));
    GT_POKE_(&st->count[GT_N_open], 0);
    for (int i = 0; i < GT_N_; i++) GT_POKE_(&st->mark[i], GT_PEEK_(&st->count[i]));
    free(st->stopped);
    st->stopped = NULL;
    st->stop = GT_STOP_NONE;
    if (!gt_is_kind_(st->key.kind, GT_DEVICE_)) GT_POKE_(&st->key.device, (gt_device_ *)NULL);
    if (n->thread == gt_self_ && gt_spill_is_over_(st)) n->end = n->next;
}
/* Findings about clocks of the program's own; changed with the kit's lock held. `order_` of a finding is 1 if it is
   about the clock that gt_clock_set has set. */
static struct { gt_finding f[16]; size_t count; } gt_clock_findings_;
/* Forgets findings about clocks. If `stays` is 1, these are the findings about the clock that gt_clock_set has set; if
   it is 0, all others. The function is called with the kit's lock held. */
static void gt_clock_findings_forget_(int stays) {
    size_t i, n = 0;
    for (i = 0; i < gt_clock_findings_.count; i++)
        if ((gt_clock_findings_.f[i].order_ != 0) != (stays != 0)) gt_clock_findings_.f[n++] = gt_clock_findings_.f[i];
    gt_clock_findings_.count = n;
}
static uint64_t gt_charged_(const gt_thread_ *t) { return t->root->state->count[GT_N_kit_ns]; }
void gt_reset(void) {
    gt_start_();
    gt_trace_due_(NULL, 0);        /* writes samples to the trace before they are forgotten */
    gt_lock_();
    gt_state_change_(GT_PEEK_(&gt_state_) & 3u);
    GT_POKE_(&gt_resets_, GT_PEEK_(&gt_resets_) + 1);
    GT_POKE_(&gt_clk_.process, gt_process_());
    for (gt_thread_ *t = GT_LOAD_(&gt_threads_); t; t = GT_LOAD_(&t->younger))
        for (gt_node_ *n = t->root; n; n = gt_node_next_(n, t->root)) gt_node_reset_(n);
    gt_lost_mark_ = GT_PEEK_(&gt_lost_);
    gt_clock_findings_forget_(0);
    /* Forgets what stamps have shown of each device's clock. */
    for (gt_device_ *d = GT_LOAD_(&gt_devices_); d; d = GT_LOAD_(&d->after)) {
        GT_POKE_(&d->scale, 0);
        GT_POKE_(&d->grain, 0);
        GT_POKE_(&d->grain_n, 0);
    }
    GT_STORE_(&gt_error_set_, 0u);
    gt_unlock_();
}

/* ==== >>scope, implementation ==== */

/* Makes the running sample of a series end the slow way, by gt_scope_close_, which then deals with `what`
   (GT_ALERT_...). */
static void gt_alert_(gt_node_ *n, uint32_t what) {
    n->state->alert |= what;
    n->end = n->next;
}
static void gt_alerts_done_(gt_node_ *n) {
    gt_series_state_ *st = n->state;
    st->alert = 0;
    n->end = gt_spill_is_over_(st) ? n->next : st->block_end;
}
static void gt_alerts_drop_(gt_node_ *n) {
    gt_claims_forget_(n);
    if (n->state->alert & GT_ALERT_EVENTS_) gt_seam_()->scope_ends(n, 0, 0, NULL);
    gt_alerts_done_(n);
}
static void gt_void_open_scopes_(void) {
    if (gt_self_)
        for (gt_node_ *n = gt_self_->current; n != gt_self_->root; n = n->parent) gt_alert_(n, GT_ALERT_VOID_);
}

/* Claims work for the running sample. Samples beyond GPUTIME_MAX_SAMPLES are only summed up, without their work. */
void gt_work(double flops, double bytes) {
    gt_thread_ *t = gt_self_;
    gt_node_ *n = t ? t->current : NULL;
    if (!t || t->hidden || n == t->root || gt_is_off_()) return;
    if (!(flops >= 0 && bytes >= 0 && flops <= DBL_MAX && bytes <= DBL_MAX)) {
        gt_fault_(GT_ERR_ARGUMENT, "gt_work", "a claim of work is negative, infinite or no number");
        return;
    }
    if (n->state->spilling && !gt_spill_is_over_(n->state)) return;
    double *work = gt_claims_(n);
    /* The array is made behind the end of the scope: memory costs time. */
    if (work == n->state->work) gt_alert_(n, 0);
    work[0] = gt_or_0_(work[0]) + flops;
    work[1] = gt_or_0_(work[1]) + bytes;
}

/* This function is called at the begin and the end of a host scope. With GT_AUDIT=1 it waits for all queues. If one was
   at work, and the wait took longer than a twentieth of `length` (ticks), it adds 1 to the counter `what` (GT_N_...),
   and the ticks of the wait to the next counter. Inside a phase it does nothing, since a phase waits itself. */
static void gt_audit_wait_(gt_node_ *n, int what, uint64_t length) {
    int busy = 0;
    if (!gt_audits_all_() || !gt_seam_() || !n) return;
    for (gt_node_ *up = n; up; up = up->parent) if (up->state->key.kind == GT_KIND_PHASE) return;
    /* A scope with collected commands needs no wait: their events will tell how long they ran on. */
    if (what == GT_N_leaked && n->state->alert & GT_ALERT_EVENTS_) return;
    uint64_t ticks = gt_seam_()->wait_all(&busy);
    if (busy < 1 || ticks * 20 <= length) return;
    gt_count_timed_(n, what, ticks);
}

/* Guesses the series of a scope that begins, by its id or name. If the guess is right, this series becomes the current
   one of the thread, and is returned. If it is wrong, the function returns NULL. */
GT_INLINE_ gt_node_ *gt_guess_(uint32_t id, const char *name) {
    gt_thread_ *t = gt_self_;
    gt_node_ *n = t ? *gt_guess_at_(t->current, id, name) : NULL;
    if (!n || n->id != id || (id == GT_ID_NAMED_ && strcmp(n->state->key.name, name))) return NULL;
    GT_POKE_(&t->current, n);
    return n;
}
#if GT_GNU_     /* not inlined, since gt_scope_begin would then have to save registers on its short way, too */
__attribute__((noinline))
#endif
/* Begins a scope the slow way. site: the macro; NULL if gt_scope_begin opened the scope by name. */
gt_scope gt_scope_begin_other_(gt_site_ *site, const char *name, int exact) {
    gt_scope s = { NULL, 0, 0, 1 };
    gt_start_();
    s.state = GT_PEEK_(&gt_state_);
    if (!name && (s.state & 3u) != GT_STATE_OFF_) {
        gt_fault_(GT_ERR_ARGUMENT, "gt_scope_begin", "its name is NULL");
        s.state = GT_STATE_OFF_;        /* marks the scope so that its end does nothing */
    }
    if ((s.state & 3u) == GT_STATE_OFF_) return s;
    s.node = gt_guess_(site ? GT_PEEK_(&site->id) : (uint32_t)GT_ID_NAMED_, name);
    if (!s.node) s.node = gt_node_enter_(site, name, GT_KIND_SCOPE, NULL);
    gt_audit_wait_(s.node, GT_N_dirty, 0);
    s.begin = exact ? gt_clock_ticks() : gt_now_();
    return s;
}
void gt_scope_end_other_(gt_scope *s, int exact) {
    uint64_t end = exact ? gt_clock_end_ticks_() : gt_now_();
    gt_audit_wait_(s->node, GT_N_leaked, end - s->begin);
    gt_scope_close_(s, end, NULL);
}
gt_scope (gt_scope_begin)(const char *name) {
    gt_scope s;
    s.state = GT_PEEK_(&gt_state_);
    s.node = (s.state & 3u) == GT_STATE_TICK_ && name ? gt_guess_(GT_ID_NAMED_, name) : NULL;
    if (!s.node) return gt_scope_begin_other_(NULL, name, 0);
    s.live = 1;
    s.begin = gt_tick_();
    return s;
}
void (gt_scope_end)(gt_scope *s) {
    if (s && s->live) gt_scope_leave_(s, 0);
}

/* Gives up the scopes that are still open inside the scope of the series `until`, which ends now. */
static void gt_scopes_drop_(gt_thread_ *t, gt_node_ *until) {
    for (gt_node_ *n = t->current; n != until; n = n->parent) {
        gt_count_(n, GT_N_abandoned, 1);
        gt_alerts_drop_(n);
    }
    GT_POKE_(&t->current, until);
}
/* Leaves a scope. Scopes inside it that are still open are given up, and the series around it becomes the current one
   of the thread again. Returns 1. Returns 0 if the scope was not recorded, or if it had been given up before, when a
   scope around it ended. */
static int gt_scope_pop_(gt_scope *s) {
    gt_node_ *n = s->node, *c;
    s->live = 0;
    if (!n) {
        if (gt_self_ && gt_self_->hidden && (s->state & 3u) != GT_STATE_OFF_) gt_self_->hidden--;
        return 0;
    }
    gt_thread_ *t = n->thread;
    if (t != gt_self_) gt_fault_(GT_ERR_ORDER, "gt_scope_end", "it began in another thread");
    t->hidden = 0;
    for (c = t->current; c && c != n; c = c->parent) {}
    if (!c) return 0;
    gt_scopes_drop_(t, n);
    /* The parent of a side's series is the series of the comparison, which is no scope. So the series around the
       comparison becomes the current one. */
    GT_POKE_(&t->current, n->state->key.kind == GT_KIND_SIDE ? n->parent->parent : n->parent);
    return 1;
}
/* Ends a scope whose last moment was `end` (ticks). value: the length of the scope in the unit of its series (ticks, or
   the bits of a double in ns). row: what else is known, or NULL. Returns 1 if the scope has become a sample, 0 if it is
   void. */
static int gt_scope_finish_(gt_scope *s, uint64_t end, uint64_t value, const gt_sample *row) {
    gt_node_ *n = s->node;
    gt_sample collected;
    if (!gt_scope_pop_(s)) return 0;
    if (n->state->alert & GT_ALERT_EVENTS_ && gt_seam_()->scope_ends(n, s->begin, end, &collected)) row = &collected;
    int good = s->state == GT_PEEK_(&gt_state_) && !(n->state->alert & GT_ALERT_VOID_);
    if (good) {
        gt_store_(n, s->begin, value, row);
    } else {
        gt_claims_forget_(n);
        gt_count_(n, GT_N_voided, 1);
    }
    gt_alerts_done_(n);
    if (s->state == GT_PEEK_(&gt_state_)) gt_charge_(n->parent, end);
    return good;
}
void gt_scope_close_(gt_scope *s, uint64_t end, const gt_sample *row) {
    (void)gt_scope_finish_(s, end, end - s->begin, row);
}
void gt_scope_left_(gt_scope *s) {
    gt_node_ *n = s->node;
    if (!gt_scope_pop_(s)) return;
    gt_count_(n, GT_N_left_early, 1);
    gt_alerts_drop_(n);
}

/* ==== >>commands, implementation ==== */

/* -- devices -- */

/* Sets the line by which reports describe a device, and the step of its stamps. step_ns is 0 if the kit did not open
   the device. Then a line that is set already stays, since another thread may have set it on opening the device. */
static GT_UNUSED_ void gt_device_describe_(gt_device_ *d, const char *line, double step_ns) {
    gt_lock_();
    if (step_ns > 0 || !d->described) gt_copy_(d->line, sizeof d->line, line);
    GT_STORE_(&d->described, 1u);
    if (step_ns > 0) {
        GT_POKE_(&d->step_ns, (uint64_t)step_ns);
        GT_STORE_(&gt_device_last_, d);
    }
    gt_unlock_();
}
/* Copies the name of a device: the part of its line before the first " | ". */
static void gt_device_said_(const char *line, char *name, size_t size) {
    const char *end = strstr(line, " | ");
    gt_copy_(name, size, line[0] ? line : "a device");
    if (end && (size_t)(end - line) < size) name[end - line] = 0;
}
/* Returns the largest number that divides both a and `step`; a if `step` is 0. */
static uint64_t gt_common_step_(uint64_t a, uint64_t step) {
    while (step) {
        uint64_t rest = a % step;
        a = step;
        step = rest;
    }
    return a;
}
/* Learns the step of a device's stamps from one more stamp: the step is the largest number that divides all differences
   of stamps. Called with the kit's lock held. */
static void gt_grain_add_(gt_device_ *d, uint64_t stamp) {
    uint64_t base = d->grain_n ? d->grain_base : stamp;
    GT_POKE_(&d->grain_n, d->grain_n + 1);
    d->grain_base = base;
    GT_POKE_(&d->grain, gt_common_step_(stamp > base ? stamp - base : base - stamp, d->grain));
}
static double gt_sqrt_(double x);
/* How the rate of a device's clock is found. START and END of a command lie between two readings of the host's clock,
   which are called the bracket of the command. Two commands bound the rate. From END of the first to START of the
   second at least as much time passes as between the two brackets. From START of the first to END of the second at most
   as much time passes as from the begin of the first bracket to the end of the second one. The further apart the
   commands lie, the closer are the bounds. The bounds allow for an error of 20 us (GT_RATE_NS_), since some drivers
   take stamps from several clocks. If the bounds contradict each other, a stamp was wrong or counts from another
   origin. The bounds then begin anew. */
#define GT_RATE_NS_ 2e4
/* The rate of a device's clock against the host's. If it may be within 1 % of 1, it counts as 1: clocks drift, and the
   kit's own clock may not be calibrated yet. */
#define GT_RATE_LEAST_ 0.01
/* Begins the bounds of a rate anew, with the command r as the early one. Returns 0, which means: rate not known. */
static double gt_rate_begin_(gt_device_clock_ *rate, const gt_command *r, uint64_t now) {
    GT_POKE_(&rate->resets, GT_PEEK_(&gt_resets_) + 1);
    GT_POKE_(&rate->after, now);
    rate->over = now;
    rate->before = r->before;
    rate->start = r->start;
    rate->end = r->end;
    rate->low = rate->span = 0;
    rate->high = DBL_MAX;
    return 0;
}
/* Narrows the bounds of a device's rate by the command r. Returns how many times as fast as the host's clock the
   device's clock runs; 0 if both are equally fast, or if the rate is not known. gt_rough_ns_ gives an upper bound of a
   time; `wide` times this bound is a lower bound. */
static double gt_rate_seen_(gt_device_clock_ *rate, const gt_command *r, uint64_t now) {
    double steps = 2 * gt_stamp_step_(r->device), wide = gt_rough_ns_(0) > 0 ? 0.98 : 0.997, least, x;
    if (rate->resets != GT_PEEK_(&gt_resets_) + 1 || r->end < rate->end || r->start < rate->start)
        /* There is no early command to compare with, or the device's clock has wrapped around since. */
        return gt_rate_begin_(rate, r, now);
    GT_POKE_(&rate->after, now);
    least = wide * gt_rough_ns_(r->before - rate->over) - gt_rough_ns_(0) - GT_RATE_NS_;
    x = ((double)(r->end - rate->start) - steps) / (gt_rough_ns_(now - rate->before) + GT_RATE_NS_);
    if (x > rate->low) rate->low = x;
    if (least > 0) rate->high = gt_smaller_(rate->high, ((double)(int64_t)(r->start - rate->end) + steps) / least);
    if (rate->low > rate->high) return gt_rate_begin_(rate, r, now);
    if (rate->low < 1 + GT_RATE_LEAST_ && rate->high > 1 - GT_RATE_LEAST_) return 0;
    if (!(rate->span > 0)) rate->span = gt_rough_ns_(now - rate->before);
    if (gt_rough_ns_(now - rate->before) < 1.5 * rate->span || !(rate->high < 1.25 * rate->low)) return 0;
    return gt_sqrt_(rate->low * rate->high);
}
/* Returns 1 if the device's clock is known not to count nanoseconds. The function first compares the command r with the
   host's clock, if r was enqueued after the last comparison. After 256 commands it does so once in 100,000 ticks at
   most, since a comparison takes the kit's lock. */
static GT_UNUSED_ int gt_device_scaled_(gt_device_ *d, const gt_command *r) {
    gt_device_clock_ *rate = &d->rate;
    double scale = gt_scale_of_(d);
    const uint64_t next = GT_PEEK_(&rate->after) + (GT_PEEK_(&d->grain_n) > 512 ? 100000u : 0u);
    if (r->before <= next && GT_PEEK_(&rate->resets) == GT_PEEK_(&gt_resets_) + 1) return scale > 0;
    /* If another thread holds the lock, perhaps for a report, a later command will be compared instead. */
    if (!gt_try_lock_()) return scale > 0;
    gt_grain_add_(d, r->start);
    gt_grain_add_(d, r->end);
    scale = gt_rate_seen_(rate, r, gt_now_());
    if (scale > 0) GT_POKE_(&d->scale, gt_bits_of_(scale));     /* a rate that was found stays until gt_reset */
    gt_unlock_();
    return gt_scale_of_(d) > 0;
}

/* -- rows of a thread -- */
GT_LEAN_

typedef struct gt_commands_ { gt_command *row; size_t used, room; } gt_commands_;
/* A series with this `rank` holds the device times of a host scope on a second or further device. */
enum { GT_RANK_DEVICE_ = 1 };

/* Rows of commands become samples, and are then forgotten. A file of examples/more that needs the rows themselves sets
   gt_commands_kept_by_ to a function, and to NULL when it needs no more rows. The kit calls this function with the rows
   of each scope that ends; `scope` and `sample` are set in them. It also calls it with each marker as soon as that is
   enqueued. Several threads may call the function at once, without the kit's lock. */
typedef void gt_keep_(const gt_command *rows, size_t n);
static gt_keep_ *gt_commands_kept_by_;
/* Returns 1 if whole wait lists are needed, for a trace or for gt_commands_kept_by_. */
static GT_UNUSED_ int gt_commands_listed_(void) { return GT_LOAD_(&gt_commands_kept_by_) || gt_is_traced_(); }
/* Adds a copy of a row to *to, with a wait list of its own. Returns 0 if memory runs out. */
static GT_UNUSED_ int gt_command_copy_(gt_commands_ *to, const gt_command *r) {
    gt_command *p = (gt_command *)gt_more_(&to->row, to->used, &to->room, sizeof *p);
    const void **waited = p && r->waits ? (const void **)malloc(r->waits * sizeof *waited) : NULL;
    if (!p || (r->waits && !waited)) return 0;
    *p = *r;
    p->waited = waited;
    p->used_ = to->used++;              /* in a copy used_ is the index of the row */
    if (waited) memcpy(waited, r->waited, r->waits * sizeof *waited);
    return 1;
}
/* For qsort: orders commands by their enqueue calls. */
static int gt_command_call_order_(const void *a, const void *b) {
    const gt_command *x = (const gt_command *)a, *y = (const gt_command *)b;
    if (x->before != y->before) return x->before < y->before ? -1 : 1;
    return (x->used_ > y->used_) - (x->used_ < y->used_);
}

/* An entry of an index of commands. `name` is a pointer that the command has, its event or its queue; `row` is the
   number of its row. The index is sorted by `name`, then by `row`, which is the order of the calls. */
typedef struct gt_named_ { uintptr_t name; size_t row; } gt_named_;
static int gt_named_order_(const void *a, const void *b) {
    const gt_named_ *x = (const gt_named_ *)a, *y = (const gt_named_ *)b;
    if (x->name != y->name) return x->name < y->name ? -1 : 1;
    return (x->row > y->row) - (x->row < y->row);
}
/* Returns an index of n rows, which the caller frees; NULL if memory runs out. queues: 1 to name the rows by their
   queues, 0 by their events. */
static gt_named_ *gt_named_rows_(const gt_command *rows, size_t n, int queues) {
    gt_named_ *by = (gt_named_ *)malloc((n + 1) * sizeof *by);
    for (size_t i = 0; by && i < n; i++) {
        by[i].name = (uintptr_t)(queues ? rows[i].queue : rows[i].id);
        by[i].row = i;
    }
    if (by) qsort(by, n, sizeof *by, gt_named_order_);
    return by;
}
/* Finds the row of the command with this id (its event) in an index of n rows. Several commands may have the same id.
   The function returns the last one that stands before `row`. If none does, it returns the first one that stands at
   `row` or behind. If no command has the id, it returns SIZE_MAX. */
static size_t gt_named_find_(const gt_named_ *by, size_t n, const void *id, size_t row) {
    const uintptr_t name = (uintptr_t)id;
    size_t low = 0, high = n;
    while (low < high) {                /* finds the first entry that is not less than (name, row) */
        size_t mid = low + (high - low) / 2;
        if (by[mid].name < name || (by[mid].name == name && by[mid].row < row)) low = mid + 1;
        else high = mid;
    }
    if (low && by[low - 1].name == name) return by[low - 1].row;
    return low < n && by[low].name == name ? by[low].row : SIZE_MAX;
}

/* -- which commands had to wait for which -- */

/* A wait: the command in row `to` waits for the command in row `from`. listed: 1 if the wait list of `to` says so; 0 if
   a barrier or the order of a queue does. */
struct gt_wait_ { size_t from, to; int listed; };
typedef struct gt_waits_ {
    struct gt_wait_ *wait;      /* all waits, each once, sorted by the command that waits */
    size_t n, room;
    size_t outside;             /* how many waits are for commands outside of the rows */
    int full;                   /* 1: memory ran out, so that waits are missing */
} gt_waits_;

static void gt_waits_add_(gt_waits_ *w, size_t from, size_t to, int listed) {
    struct gt_wait_ *p = w->full ? NULL : (struct gt_wait_ *)gt_more_(&w->wait, w->n, &w->room, sizeof *p);
    const struct gt_wait_ wait = { from, to, listed };
    w->full |= !p;
    if (!p) return;
    *p = wait;
    w->n++;
}
static void gt_waits_list_(gt_waits_ *w, const gt_command *row, const gt_named_ *by_id, size_t n) {
    for (size_t i = 0; i < n; i++) {
        for (uint32_t k = 0; k < row[i].waits; k++) {
            size_t from = gt_named_find_(by_id, n, row[i].waited[k], i);
            if (from != SIZE_MAX) gt_waits_add_(w, from, i, 1);
            else w->outside++;
        }
    }
}
/* Adds the waits that follow from barriers and from the order of queues. A barrier of kind 1 waits for all commands
   before it in its queue. For it the function adds waits for the last barrier of this kind and for all commands since
   that one. All commands behind a barrier of kind 2 wait for that barrier. A barrier of kind 3 is of both kinds.
   in_order: 1 if each command of an in-order queue also counts as waiting for the command before it. */
static void gt_waits_queues_(gt_waits_ *w, const gt_command *row, const gt_named_ *by_queue, size_t n, int in_order) {
    size_t since = 0, gathered = SIZE_MAX, barrier = SIZE_MAX;
    for (size_t i = 0; i < n; i++) {
        const size_t at = by_queue[i].row;
        const int kind = row[at].barrier;
        if (!i || by_queue[i].name != by_queue[i - 1].name) {
            gathered = barrier = SIZE_MAX;
            since = i;
        } else if (in_order && row[at].in_order) {
            gt_waits_add_(w, by_queue[i - 1].row, at, 0);
        }
        if (barrier != SIZE_MAX) gt_waits_add_(w, barrier, at, 0);
        if (kind & 1) {
            if (gathered != SIZE_MAX) gt_waits_add_(w, gathered, at, 0);
            for (size_t k = since; k < i; k++) gt_waits_add_(w, by_queue[k].row, at, 0);
            gathered = at;
            since = i + 1;
        }
        if (kind & 2) barrier = at;
    }
}
static int gt_wait_order_(const void *a, const void *b) {
    const struct gt_wait_ *x = (const struct gt_wait_ *)a, *y = (const struct gt_wait_ *)b;
    if (x->to != y->to) return x->to < y->to ? -1 : 1;
    if (x->from != y->from) return x->from < y->from ? -1 : 1;
    return y->listed - x->listed;
}
/* Returns which commands wait for which; the caller frees `wait` in the result. The rows must stand in the order of the
   calls. in_order: 1 if each command of an in-order queue also counts as waiting for the command before it. */
static gt_waits_ gt_waits_of_(const gt_command *rows, size_t n, int in_order) {
    gt_named_ *by_id = gt_named_rows_(rows, n, 0);
    gt_named_ *by_queue = gt_named_rows_(rows, n, 1);
    gt_waits_ w;
    memset(&w, 0, sizeof w);
    w.full = !by_id || !by_queue;
    if (!w.full) {
        gt_waits_list_(&w, rows, by_id, n);
        gt_waits_queues_(&w, rows, by_queue, n, in_order);
    }
    free(by_id);
    free(by_queue);
    if (w.n) qsort(w.wait, w.n, sizeof *w.wait, gt_wait_order_);
    const size_t all = w.n;
    w.n = 0;
    for (size_t i = 0; i < all; i++)
        if (!w.n || w.wait[w.n - 1].to != w.wait[i].to || w.wait[w.n - 1].from != w.wait[i].from)
            w.wait[w.n++] = w.wait[i];
    return w;
}

static const char *gt_stamp_text_(int kind) {
#define GT_STAMP_TEXT_(code, value, text) kind == value ? text :
    return GT_STAMPS_(GT_STAMP_TEXT_) "";
}

GT_FAST_
/* -- the end of a scope: its rows become device time, and series of commands -- */

/* The rows of a scope that ends, and what they show together. The fields from `unknown` on are filled in step by
   step. */
typedef struct gt_scope_rows_ {
    gt_node_ *scope;
    const void *queue;          /* the queue of a phase; NULL for a host scope, and for a phase of all queues */
    gt_device_ *device;         /* the device of that queue, or NULL */
    gt_commands_ *log;          /* the rows of all commands of the thread */
    /* index in `log` of the scope's first row. Among the scope's own rows stand those of phases inside it; these have
       ended_ 1. */
    size_t first;
    /* begin: when the scope began; body: when the code of a phase ended, 0 if not known (both in ticks) */
    uint64_t begin, body;
    double length_ns;           /* an upper bound of the sample's length */
    /* of a host scope: ns from its end until the stamps were read; commands may have run on in this time */
    double behind_ns;
    int unknown;                /* 1: the scope has a command of which nobody knows how long it ran */
    int work;                   /* 1: the scope has a command with stamps that does work, as a marker does not */
    uint64_t from, to;          /* the least START and the largest END of the scope's own commands on that device */
    /* sum_ns: the sum of the times from START to END of all commands. overlap_ns: how much of this sum counts a moment
       again, because several commands of one device ran at once. */
    double overlap_ns, sum_ns;
} gt_scope_rows_;

static int gt_command_used_(const gt_command *r) {
    return r->stamps == GT_STAMPS_GOOD || r->stamps == GT_STAMPS_EARLY || r->stamps == GT_STAMPS_BRIEF;
}
static gt_node_ *gt_command_node_(gt_node_ *scope, const char *name, const char *what, const gt_device_ *device) {
    gt_key_ key = gt_key_of_(NULL, name, GT_KIND_COMMAND, 0);
    if (what) key.what = what;
    key.device = (gt_device_ *)(uintptr_t)device;
    gt_node_ *n = gt_child_(scope, &key);
    if (!n) (void)GT_ADD_(&gt_lost_, 1u);
    return n;
}
static GT_UNUSED_ void gt_command_add_(gt_node_ *scope, gt_command *r, const char *name) {
    gt_node_ *n = gt_command_node_(scope, name, r->kind, r->device);
    gt_sample row = gt_sample_unknown_();
    if (gt_asked_host_.ran) gt_asked_host_.ran(r, name);
    if (!n) return;
    r->name = n->state->key.name;
    if (r->stamps == GT_STAMPS_GOOD) {
        row.queue_ns = (double)(r->submit - r->queued);
        row.submit_ns = (double)(r->start - r->submit);
    }
    if (r->bytes > 0) row.bytes = r->bytes;
    if (r->wave_ && r->wave_ != n->state->wave) gt_count_(n, GT_N_waves, 1);
    if (r->wave_) n->state->wave = r->wave_;
    if (r->assumed_) gt_count_(n, GT_N_assumed, 1);
    if (r->assumed_ > 1) gt_count_(n, r->assumed_ > 2 ? GT_N_fresh : GT_N_unmoved, 1);
    gt_store_(n, r->begin ? r->begin : r->before, gt_bits_of_((double)(r->end - r->start)), &row);
}
/* Gives the rows of a scope's own commands to a trace, and to gt_commands_kept_by_. */
static GT_UNUSED_ void gt_commands_give_(const gt_scope_rows_ *s) {
    gt_keep_ *keep = GT_LOAD_(&gt_commands_kept_by_);
    const uint32_t sample = (uint32_t)gt_stored_(s->scope);
    gt_command *row = s->log->row;
    size_t first = s->first, i;
    if (!keep && !gt_is_traced_()) return;
    /* The scope's own rows stand between the rows of phases inside it, so they are given in several pieces. */
    for (; first < s->log->used; first = i + (i == first)) {
        for (i = first; i < s->log->used && !row[i].ended_; i++) {
            row[i].scope = s->scope;
            row[i].sample = sample;
        }
        gt_trace_commands_(row + first, i - first, s->scope);
        if (keep && i > first) keep(row + first, i - first);
    }
}
static uint64_t gt_command_busy_(const gt_command *r) { return r->count_ > 1 ? r->queued : r->end - r->start; }
/* For qsort: orders commands by device, then by START. Commands without usable stamps come last. */
static int gt_command_order_(const void *a, const void *b) {
    const gt_command *x = (const gt_command *)a, *y = (const gt_command *)b;
    uintptr_t on_x = gt_command_used_(x) ? (uintptr_t)x->device : UINTPTR_MAX;
    uintptr_t on_y = gt_command_used_(y) ? (uintptr_t)y->device : UINTPTR_MAX;
    if (on_x != on_y) return on_x < on_y ? -1 : 1;
    if (x->start != y->start) return x->start < y->start ? -1 : 1;
    return (x->queued > y->queued) - (x->queued < y->queued);
}
/* Merges n rows of scopes that have ended, to save memory, and returns how many rows are left. Rows of one device that
   overlap in time become one row. Of the first `all` rows, those of one device become one row even if they do not
   overlap. All rows without usable stamps become one row. */
static GT_UNUSED_ size_t gt_commands_merge_(gt_command *row, size_t n, size_t all) {
    size_t out = n > 0, i;
    for (i = 1; i < n && gt_command_order_(&row[i - 1], &row[i]) <= 0; i++) {}
    if (i < n) qsort(row, n, sizeof *row, gt_command_order_);
    for (i = 1; i < n; i++) {
        gt_command *to = &row[out - 1], *r = &row[i];
        int used = gt_command_used_(to), same = used == gt_command_used_(r) && (!used || to->device == r->device);
        if (!same || (used && i >= all && r->start > to->end)) {
            row[out++] = *r;
            continue;
        }
        to->queued = gt_command_busy_(to);
        to->count_ += r->count_;
        if (r->end <= to->end) continue;
        to->queued += r->start > to->end ? gt_command_busy_(r) : r->end - to->end;
        to->end = r->end;
    }
    return out;
}
/* Orders pointers to rows as gt_command_order_ does, and equal rows by their place in the log. */
static int gt_command_at_order_(const void *a, const void *b) {
    const gt_command *x = *(gt_command *const *)a, *y = *(gt_command *const *)b;
    const int order = gt_command_order_(x, y);
    return order ? order : (x > y) - (x < y);
}
/* If both rows are of one command, whose event the program has handed over twice, drops the second one and returns 1.
   Its stamps show it: an address can become that of another event only when the first command is over. */
static int gt_command_drop_again_(gt_command *r, gt_command *again) {
    if (r->start != again->start || r->end != again->end || r->id != again->id) return 0;
    if (again->name && !r->ended_) r->name = again->name;
    if (again->bytes > 0) r->bytes = again->bytes;
    again->stamps = GT_STAMPS_NONE;
    again->empty = 1;
    again->count_ = 0;
    return 1;
}
/* Memory to work in, which is not freed after a use, but kept for the next one. */
typedef struct gt_workroom_ { void *at; size_t size; } gt_workroom_;
/* Returns `size` bytes; NULL if memory runs out. */
static void *gt_workroom_of_(gt_workroom_ *room, size_t size) {
    if (room->size >= size) return room->at;
    void *at = malloc(2 * size);
    if (!at) return NULL;
    free(room->at);
    room->at = at;
    room->size = 2 * size;
    return at;
}
/* Fills in device time and number of commands in *row, for one device. `by` has n commands, sorted by device; the
   device is that of the first one. Returns how many of the n commands ran on this device.
   A sample with more calls than are kept has no account. How late its first launches began is told by their stamps. */
static size_t gt_device_time_(gt_scope_rows_ *s, gt_command *const *by, size_t n, gt_sample *row) {
    const gt_command *first = *by;
    uint64_t end = 0;
    double busy = 0, sum = 0, late = 0;
    size_t i, kept = 0;
    row->commands = 0;
    for (i = 0; i < n && by[i]->device == first->device; i++) {
        if (i && gt_command_drop_again_(by[kept], by[i])) continue;
        kept = i;
        row->commands += by[i]->count_;
        const uint64_t ran = gt_command_busy_(by[i]), ready = by[i]->submit > end ? by[i]->submit : end;
        if (by[i]->first_ && by[i]->submit) late = gt_larger_(late, (double)by[i]->start - (double)ready);
        sum += (double)ran;
        if (by[i]->end <= end && i) continue;
        busy += (double)(by[i]->start >= end ? ran : by[i]->end - end);
        end = by[i]->end;
    }
    /* The device was busy for longer than the scope took, so the stamps cannot be true. The commands lose them, so that
       no phase around this scope counts them. */
    if (busy > s->length_ns + s->behind_ns + gt_stamp_step_(first->device) &&
        !(s->scope->state->alert & GT_ALERT_VOID_)) {
        gt_count_(s->scope, (int)GT_N_broken_ + GT_STAMPS_LONG, 1);
        for (size_t k = 0; k < i; k++) by[k]->stamps = GT_STAMPS_NONE;
        return i;
    }
    s->sum_ns += sum;
    s->overlap_ns += sum - busy;
    if (!s->unknown && s->work) row->device_ns = busy;
    int rough;
    if (late > 0 && !gt_is_finite_(row->late_ns) && s->scope->state->key.kind != GT_KIND_PROGRAM)
        row->late_ns = late / gt_tick_ns_(&rough);
    return i;
}
/* Returns the device whose times the samples of a host scope hold: the first device on which commands of this series
   ran. Times of other devices go to series of their own (gt_other_device_add_). Returns NULL if no command has run. */
static const gt_device_ *gt_home_of_(const gt_scope_rows_ *s) {
    gt_device_ **of = &s->scope->state->key.device, *home = GT_PEEK_(of);
    for (const gt_command *r = s->log->row + s->first; !home && r < s->log->row + s->log->used; r++)
        if (gt_command_used_(r)) home = (gt_device_ *)(uintptr_t)r->device;
    if (home != GT_PEEK_(of)) GT_POKE_(of, home);
    return home;
}
/* Stores the times of a further device of a host scope, in a series of its own below the scope. */
static void gt_other_device_add_(const gt_scope_rows_ *s, const gt_command *r, const gt_sample *row) {
    char text[96] = "on ";
    if (!gt_is_finite_(row->device_ns)) return;
    gt_lock_();                 /* another thread may be setting the device's line */
    gt_device_said_(r->device->line, text + 3, sizeof text - 3);
    gt_unlock_();
    gt_node_ *n = gt_command_node_(s->scope, text, NULL, r->device);
    if (!n) return;
    n->state->rank = GT_RANK_DEVICE_;
    gt_store_(n, r->begin ? r->begin : r->before, gt_bits_of_(row->device_ns), row);
}
/* Fills in device time and number of commands in *row, the row for the sample of a scope. Returns 0 if there was no
   command. room: memory to work in. */
static GT_UNUSED_ int gt_device_times_(gt_scope_rows_ *s, gt_workroom_ *room, gt_sample *row) {
    const gt_device_ *home = s->queue ? s->device : gt_home_of_(s);
    gt_command *const end = s->log->row + s->log->used;
    gt_command **by = (gt_command **)gt_workroom_of_(room, (s->log->used - s->first + 1) * sizeof *by);
    double all = 0, others = 0, own = 0;
    size_t n = 0, i;
    if (!by) {
        (void)gt_fault_(GT_ERR_MEMORY, "the device time of a sample", NULL);
        return s->log->used > s->first;
    }
    for (gt_command *r = s->log->row + s->first; r < end; r++) {
        if (gt_command_used_(r)) by[n++] = r;
        else all += r->count_;
    }
    for (i = 1; i < n && gt_command_order_(by[i - 1], by[i]) <= 0; i++) {}
    if (i < n) qsort(by, n, sizeof *by, gt_command_at_order_);
    for (size_t at = 0; at < n;) {
        const gt_command *first = by[at];
        if (first->device == home) {
            at += gt_device_time_(s, by + at, n - at, row);
            own = row->commands;
        } else if (s->queue) {
            others += by[at++]->count_;
        } else {
            gt_sample other = gt_sample_unknown_();
            at += gt_device_time_(s, by + at, n - at, &other);
            gt_other_device_add_(s, first, &other);
            others += other.commands;
        }
    }
    /* A phase has a device of its own. Commands of other devices count only if this device had none. */
    row->commands = all + own + (s->queue && !(own > 0) ? others : 0);
    return all + own + others > 0;
}

/* -- what kept a command waiting -- */

/* Sets held_ in the rows of those commands that waited for an event from outside of this scope. The function looks at
   the first event of each wait list alone. Mostly this is the event of the command before, or the same event as in the
   last search, so a search is short. */
static GT_UNUSED_ void gt_rows_held_(gt_scope_rows_ *s) {
    gt_command *const first = s->log->row + s->first, *const end = s->log->row + s->log->used, *at;
    const void *sought = NULL;
    int here = 0;
    for (gt_command *r = first; r < end; r++) {
        r->held_ = 0;
        if (r->ended_ || !r->waits || r->listed_over_) continue;
        if (r->waited[0] != sought) {
            sought = r->waited[0];
            for (at = r; at > first && at->id != sought;) at--;
            if (at->id != sought) for (at = r; at < end && at->id != sought;) at++;
            here = at < end;
        }
        r->held_ = !here;
    }
}

/* -- the account: where the time of a sample went -- */

#define GT_PART_CODE_(field, title) GT_PART_##field,
/* Codes of the parts of a sample's time. A set of parts is a number with one bit for each part in the set. */
enum { GT_PARTS(GT_PART_CODE_) GT_PART_COUNT_ };

/* A row of the log by which the time of a sample is divided into parts. The log says what the thread asked OpenCL for,
   and what the kit did itself.
     COMMAND  a command of the sample
     EARLIER  a command from outside of the sample that keeps a device busy during the sample
     WAIT     a wait; of a thread that calls.h sees, also a flush
     FLUSH    a flush
     CALL     another OpenCL call
     SETUP    a build, or the making of an object
     KIT      the kit's own work */
enum { GT_LOG_COMMAND_, GT_LOG_EARLIER_, GT_LOG_WAIT_, GT_LOG_FLUSH_, GT_LOG_CALL_, GT_LOG_SETUP_, GT_LOG_KIT_ };
typedef struct gt_log_row_ {
    unsigned char what;
    /* copy: 1 if the row is a command that runs no kernel. first: 1 if it is the first launch of its kernel. */
    unsigned char copy, first;
    /* How well the kit knows when the call happened. 0: it saw the call. 1: it did not; from `before` on the program's
       own code ran, and then this call. 2: like 1, and other unseen calls, such as a wait, may follow this one. */
    unsigned char loose;
    unsigned char behind;       /* of a command: gt_command.behind_ */
    unsigned char clock;        /* of a command: the number of its device's clock in the log (gt_account_log_.clock) */
    uint64_t before, after;     /* when the call began and returned (ticks of the host); `after` is 0 if not known */
    uint64_t queued, start, end;    /* stamps; `queued` is 0 if it was not read, `end` is 0 if no stamp can be used */
    uint64_t until;             /* of a command: a time (ticks) by which its call had returned; 0 if not known */
    uint64_t over;              /* when a wait for this command returned (ticks); 0 if none did */
    /* When the events were set for which a command waits, if they come from outside of the sample (ticks). UINT64_MAX
       if that time is not known; 0 if the command waits for no such event. */
    uint64_t held;
} gt_log_row_;
enum { GT_ACCOUNT_CLOCKS_ = 8 };        /* A sample with commands on more than 8 devices is not divided into parts. */
/* A device's clock, which gives stamps. It showed `stamp` when the host's clock showed a time between `low` and `high`
   (ticks). `low` is larger than `high` if nobody has aligned the two clocks. drift: how far the rate of the device's
   clock may be off, as a fraction. */
typedef struct gt_log_clock_ {
    double step_ns, drift, low, high;
    uint64_t stamp;
    const gt_device_ *of;           /* its device */
} gt_log_clock_;
typedef struct gt_account_log_ {
    const gt_log_row_ *row;
    size_t n;                   /* how many rows the log has, including those that are made from `command` */
    const gt_log_clock_ *clock;
    size_t clocks;
    /* begin, end: those of the sample. limit: a time by which all commands were over; it stands for the END of a
       command for which no wait returned. All are in ticks. */
    uint64_t begin, end, limit;
    double tick_ns;
    /* How many offsets of the device's clock are tried, an odd number. With 1 the parts are found, but not how far they
       may be off. */
    int offsets;
    gt_workroom_ *room;             /* memory to work in, kept for the next sample; NULL: none is kept */
    const gt_command *command;      /* the commands from which the first rows of the log are made */
    size_t commands;
    /* a time (ticks) by which the enqueue call of the last command had returned; 0 if not known */
    uint64_t body;
} gt_account_log_;
/* Makes the row of the log for command number i. */
static void gt_account_command_(const gt_account_log_ *log, size_t i, gt_log_row_ *to) {
    const gt_command *r = log->command + i, *last = i ? r - 1 : NULL;
    memset(to, 0, sizeof *to);
    to->what = r->empty || r->map_ || r->stamps == GT_STAMPS_OLD ? GT_LOG_CALL_ : GT_LOG_COMMAND_;
    to->copy = !r->kernel;
    to->first = r->first_ != 0;
    /* It may have waited for a command whose stamps are not known. */
    to->behind = r->behind_ || (last && last->queue == r->queue && !last->end && !last->empty && !last->map_);
    if (r->held_) to->held = UINT64_MAX;
    while (log->clock[to->clock].of != r->device) to->clock++;
    to->before = r->before;
    to->after = r->after;
    /* The kit did not see this enqueue call: the program handed the event over later. So the call returned before that
       moment, and began at some time before. */
    if (r->handed_) {
        to->before = !last ? log->begin : last->after && !last->handed_ ? last->after : last->before;
        /* START, on a clock that is aligned with the host's, or QUEUED shows that the call began before the sample. */
        if ((r->begin && r->begin < log->begin) || (r->stamps == GT_STAMPS_BRIEF && !r->brief_)) to->before = 0;
        to->after = r->before;
        to->loose = r->handed_ == 1 ? 2 : 1;
    }
    if (!to->after && to->what == GT_LOG_CALL_) to->after = to->before;
    to->until = to->after ? to->after : i + 1 < log->commands ? r[1].before : log->body;
    if (to->what == GT_LOG_CALL_ || !gt_command_used_(r)) return;
    if (r->stamps == GT_STAMPS_GOOD) to->queued = r->queued;
    to->start = r->start;
    to->end = r->end;
}
/* The parts into which a sample's time is divided, in ticks. All are whole numbers. Together they are as long as the
   sample. The true length of each part lies between its `least` and its `most`. */
typedef struct gt_account_ {
    double part[GT_PART_COUNT_];
    /* early: how long commands of the sample ran before the sample began. after: how long they ran after it ended. */
    double early, after;
    /* the longest time for which one kernel waited to start, of the parts gap, first launch and launch */
    double late;
    /* least and most of each part; set only if several offsets are tried */
    double least[GT_PART_COUNT_], most[GT_PART_COUNT_];
} gt_account_;

/* A "cut" is a moment of a sample at which one part of its time may end and another begin. `at` is this moment in ticks
   since the sample's begin, a whole number. If it comes from a stamp, it depends on the clock offset that is tried. */
typedef struct gt_account_cut_ {
    double at;
    uint32_t row;
    /* 1: something begins. -1: something ends, or an event from outside is set for which a command waits. */
    signed char step;
    unsigned char of;           /* what begins or ends at this moment (GT_IN_...) */
    unsigned char clock;        /* of a stamp: index of its device's clock in the log */
    /* Of a cut by the host's clock: 1 if a command with stamps is enqueued, 2 if a command without stamps is, 3 if a
       wait or a flush begins. 4 is like 1, but nobody saw the enqueue call: `at` comes from QUEUED. Of a cut by a
       stamp: 1 if the command waits for events from outside of the sample, plus 2 if it is behind a command whose event
       nobody collects. Else 0. */
    unsigned char mark;
} gt_account_cut_;
/* What can be going on at a moment of a sample. Each has a count in gt_account_work_.in.
     SETUP, KIT, CALL      builds; the kit's own work; OpenCL calls
     LOOSE                 1 while a call that nobody saw begin or return may be going on
     BLIND                 commands without stamps
     HELD                  commands that wait for events from outside of the sample; this count is never read
     KERNEL, FIRST, COPY   kernels; first launches of kernels; commands that run no kernel
     BUSY + i              commands from outside of the sample, on the device of clock number i */
enum { GT_IN_SETUP_, GT_IN_KIT_, GT_IN_CALL_, GT_IN_LOOSE_, GT_IN_BLIND_, GT_IN_HELD_, GT_IN_KERNEL_, GT_IN_FIRST_,
       GT_IN_COPY_, GT_IN_BUSY_ };
static int gt_cut_order_(const void *a, const void *b) {
    const gt_account_cut_ *x = (const gt_account_cut_ *)a, *y = (const gt_account_cut_ *)b;
    if (x->at < y->at || x->at > y->at) return x->at < y->at ? -1 : 1;
    if (x->step != y->step) return x->step - y->step;
    return (x->row > y->row) - (x->row < y->row);
}
static void gt_cuts_sort_(gt_account_cut_ *c, size_t n) {       /* few are far from their place */
    size_t moves = 8 * n;
    for (size_t i = 1, k = 1; i < n; k = ++i) {
        const gt_account_cut_ cut = c[i];
        for (; k && moves && gt_cut_order_(&c[k - 1], &cut) > 0; k--, moves--) c[k] = c[k - 1];
        c[k] = cut;
    }
    if (!moves) qsort(c, n, sizeof *c, gt_cut_order_);
}
/* From here on come working data, which are needed while a sample is divided into parts. Moments are in ticks since the
   begin of the sample. An offset turns a stamp of a device into such a moment. An offset is known only to lie in some
   range, so several offsets are tried. */
/* the time from the begin of an enqueue call to QUEUED, in ns, that is assumed if nothing better is known */
#define GT_ACCOUNT_LIKELY_NS_ 500
typedef struct gt_account_clock_ {
    uint64_t stamp;             /* the stamp from which the others are counted: the first one */
    /* A moment near the middle of the sample, in ticks since `stamp`. As clocks drift apart, the offset changes with
       time: here it means the offset at this moment. */
    double centre;
    /* low, high: the range in which the offset lies, as START and END of commands show it. queued_low, queued_high: the
       same range as QUEUED shows it. seen: the least offset by QUEUED if the clocks do not drift apart. */
    double low, high, queued_low, queued_high, seen;
    /* middle: the middle of the offset's range. half: half the width of this range. likely: the likely offset. now: the
       offset that is tried now. */
    double middle, half, likely, now;
    double step;                /* the step of its stamps, in ticks */
    double doubt;               /* by how many ticks a stamp may be off even if the offset is right */
    int stamps;                 /* 1: there are stamps of this clock */
} gt_account_clock_;
/* A command that is enqueued and has not started. edge: index in `edge` of the cut that is its START. host: index in
   `host` of the cut that is its enqueue call. */
typedef struct gt_account_wait_ { uint32_t edge, host; } gt_account_wait_;
typedef struct gt_account_work_ {
    const gt_account_log_ *log;
    gt_account_clock_ clock[GT_ACCOUNT_CLOCKS_];
    /* host: the cuts of the thread, most of them from the host's clock. edge: the cuts from START and END. Cuts from
       stamps stand where they lie at the offset that is tried. */
    gt_account_cut_ *host, *edge;
    uint32_t *rank;             /* for each row of the log: index in `edge` of its START */
    gt_account_wait_ *heap;     /* a heap of commands that are enqueued and not started, the earliest START first */
    size_t hosts, edges, heaps;
    double length, ticks;       /* length of the sample in ticks; ticks in a nanosecond */
    double step;                /* largest step of the stamps of all clocks, ticks */
    /* doubt: by how many ticks a stamp may be off even if the offset is right. slack: by how many ticks the time
       between a stamp and a reading of the host's clock may be off. */
    double doubt, slack;
    int likely;                 /* 1: the likely offset is tried now, which gives the parts themselves */
    int ranges;                 /* 1: also finds the least and the most of each part */
    int in[(int)GT_IN_BUSY_ + GT_ACCOUNT_CLOCKS_];      /* how many builds, calls, kernels, ... are going on now */
    int running;                /* how many commands of the sample run now */
    /* doing: the part that has the time while no command runs or waits: setup, kit, host; return stands for a call.
       loose: 1 if it is host, but may be a call that nobody saw begin or return. */
    int doing, loose;
    double ended;               /* the last END of the sample's commands so far; -DBL_MAX if none has ended */
    /* waited: for how many ticks the next command to start has waited so far, in the parts gap, first launch and
       launch. late: the longest such wait of a kernel. */
    double waited, late;
    /* index in `host` of the first wait or flush that begins behind a moment: since[0] behind `ended`, since[1] behind
       `ended` + `slack`, since[2] behind `ended` - `slack` */
    size_t since[3];
} gt_account_work_;

static double gt_floor_(double x) {     /* largest whole number up to x, which must fit into an int64_t */
    const double whole = (double)(int64_t)x;
    return whole > x ? whole - 1 : whole;
}
static double gt_account_at_(const gt_account_log_ *log, uint64_t tick) { return (double)(int64_t)(tick - log->begin); }
static double gt_account_stamp_(const gt_account_work_ *w, const gt_log_row_ *r, uint64_t stamp) {
    return gt_floor_((double)(int64_t)(stamp - w->clock[r->clock].stamp) * w->ticks + 0.5);
}
static void gt_narrow_(double *low, double *high, double l, double h) {
    if (l > *low) *low = l;
    if (h < *high) *high = h;
}
static void gt_cut_add_(gt_account_cut_ *to, double at, uint32_t i, const gt_log_row_ *r, int step, int of, int mark) {
    const gt_account_cut_ cut = { at, i, (signed char)step, (unsigned char)of, r->clock, (unsigned char)mark };
    *to = cut;
}
/* Narrows the range in which the offset of the device's clock lies, by the stamps of the command in row r of the log.
   No START may lie before the enqueue call of its command, and no END after the return of the wait that covered the
   command. QUEUED lies within the enqueue call. An enqueue call that nobody saw is assumed to come behind the row
   before it, as QUEUED is. *start and *end get the stamps, counted in ticks from the first one. */
static void gt_account_narrow_(gt_account_work_ *w, const gt_log_row_ *r, double *start, double *end) {
    const gt_account_log_ *log = w->log;
    gt_account_clock_ *k = &w->clock[r->clock];
    const double before = gt_account_at_(log, r->before), over = gt_account_at_(log, r->over ? r->over : log->limit);
    if (!k->stamps++) {
        k->stamp = r->start;
        k->centre = 0.5 * w->length - gt_larger_(before, 0);
    }
    *start = gt_account_stamp_(w, r, r->start);
    *end = gt_account_stamp_(w, r, r->end);
    const double drift = log->clock[r->clock].drift;
    const double started = drift * gt_abs_(*start - k->centre), ended = drift * gt_abs_(*end - k->centre);
    k->doubt = gt_larger_(k->doubt, gt_larger_(started, ended));
    if (r->before) k->low = gt_larger_(k->low, (r->loose ? 0 : before) - *start - started);
    if (r->loose) k->queued_low = gt_larger_(k->queued_low, gt_larger_(before, 0) - *start - started);
    k->high = gt_smaller_(k->high, over + 1 - *end + ended);
    if (!r->queued || r->what == GT_LOG_EARLIER_) return;
    const double queued = gt_account_stamp_(w, r, r->queued), off = drift * gt_abs_(queued - k->centre);
    k->seen = gt_larger_(k->seen, before - queued);
    gt_narrow_(&k->queued_low, &k->queued_high, before - queued - off,
               r->until ? gt_account_at_(log, r->until) + 1 - queued + off : DBL_MAX);
}
/* Makes the cuts of row r of the log, which is row number i: the moments at which the row's call or command begins and
   ends. */
static void gt_account_row_add_(gt_account_work_ *w, uint32_t i, const gt_log_row_ *r) {
    const gt_account_log_ *log = w->log;
    const int earlier = r->what == GT_LOG_EARLIER_, command = r->what == GT_LOG_COMMAND_;
    const int stamped = (earlier || command) && r->end, busy = GT_IN_BUSY_ + r->clock;
    const int placed = stamped && r->loose && r->queued;
    double start = 0, end_of = 0;
    if (stamped) gt_account_narrow_(w, r, &start, &end_of);
    const double before = placed ? gt_account_stamp_(w, r, r->queued) : gt_account_at_(log, r->before);
    gt_account_cut_ *to = w->host + w->hosts;
    if (earlier && !stamped) {
        gt_cut_add_(to++, before, i, r, 1, busy, 0);
        if (r->over) gt_cut_add_(to++, gt_account_at_(log, r->over), i, r, -1, busy, 0);
    } else if (!earlier) {
        const int of = r->what == GT_LOG_SETUP_ ? GT_IN_SETUP_ : r->what == GT_LOG_KIT_ ? GT_IN_KIT_ :
                       r->after && !r->loose ? GT_IN_CALL_ : GT_IN_LOOSE_;
        const uint64_t until = stamped ? r->held : r->over;
        const int sends = r->what == GT_LOG_WAIT_ || r->what == GT_LOG_FLUSH_;
        const int mark = sends ? 3 : !command ? 0 : !stamped ? 2 : placed ? 4 : 1;
        /* A call that nobody saw begin is short: its command may run from the return on. */
        const int end = of == GT_IN_LOOSE_ && r->loose > 1 ? 1 : -1, later = mark == 2 && r->loose ? 2 : 0;
        gt_cut_add_(to++, before, i, r, 1, of, mark - later);
        if (r->after) gt_cut_add_(to++, gt_account_at_(log, r->after), i, r, end, of, later);
        if (command && until && until != UINT64_MAX)
            gt_cut_add_(to++, gt_account_at_(log, until), i, r, -1, stamped ? GT_IN_HELD_ : GT_IN_BLIND_, 0);
    }
    w->hosts = (size_t)(to - w->host);
    if (!stamped) return;
    const int of = earlier ? busy : r->copy ? GT_IN_COPY_ : r->first ? GT_IN_FIRST_ : GT_IN_KERNEL_;
    const int mark = (r->held != 0) + 2 * (r->behind != 0);
    gt_cut_add_(&w->edge[w->edges++], start, i, r, 1, of, mark);
    gt_cut_add_(&w->edge[w->edges++], end_of, i, r, -1, of, mark);
}
/* Chooses the offset of a device's clock within its range. The range is widened by a step of the clock, since a stamp
   tells only within which step something happened. QUEUED is left out if it contradicts START and END. If the times of
   QUEUED contradict each other, as where two places for events were taken before the calls that got them, none lies
   before its place was taken all the same. Returns 0 if no offset fits all stamps, else 1. */
static int gt_account_place_(const gt_account_log_ *log, const gt_log_clock_ *c, gt_account_clock_ *k) {
    const double step = k->step, likely = GT_ACCOUNT_LIKELY_NS_ / log->tick_ns;
    k->low -= step;
    k->queued_low -= step;
    if (c->low <= c->high) {
        const double away = (double)(int64_t)(k->stamp - c->stamp) / log->tick_ns, from = away - (double)log->begin;
        const double drift = c->drift * gt_abs_(away + k->centre);
        gt_narrow_(&k->low, &k->high, c->low + from - drift, c->high + from + drift);
    }
    if (k->low <= -DBL_MAX) k->low = k->queued_low;
    if (k->low > k->high) return 0;
    gt_narrow_(&k->queued_low, &k->queued_high, k->low, k->high);
    const int behind = k->queued_low <= k->high;
    if (k->queued_low <= k->queued_high) gt_narrow_(&k->low, &k->high, k->queued_low, k->queued_high);
    k->half = 0.5 * (k->high - k->low);
    k->middle = k->low + k->half + 0.5 * step;
    const double least = gt_larger_(k->low, k->seen - step) + likely + 0.5 * step;
    k->likely = behind && k->half > likely ? gt_smaller_(least, k->high) : k->middle;
    k->doubt += 0.5 * step;
    return 1;
}

/* -- a heap of commands that are enqueued and have not started; the first one is the next to start -- */

static void gt_heap_add_(gt_account_work_ *w, uint32_t edge, uint32_t host) {
    const gt_account_wait_ one = { edge, host };
    size_t at = w->heaps++;
    for (; at && w->heap[(at - 1) / 2].edge > edge; at = (at - 1) / 2) w->heap[at] = w->heap[(at - 1) / 2];
    w->heap[at] = one;
}
static void gt_heap_drop_(gt_account_work_ *w) {        /* removes the command with the earliest START */
    const gt_account_wait_ last = w->heap[--w->heaps];
    size_t at = 0, next;
    while ((next = 2 * at + 1) < w->heaps) {
        next += next + 1 < w->heaps && w->heap[next + 1].edge < w->heap[next].edge;
        if (w->heap[next].edge >= last.edge) break;
        w->heap[at] = w->heap[next];
        at = next;
    }
    w->heap[at] = last;
}

/* -- a sweep over the sample at one offset -- */

static void gt_account_host_(gt_account_work_ *w, const gt_account_cut_ *c) {
    int *in = w->in;
    /* Of the calls that nobody saw begin or return only the latest one counts. */
    in[c->of] = c->of == GT_IN_LOOSE_ ? c->step > 0 : in[c->of] + c->step;
    if (c->of <= GT_IN_CALL_ && c->step > 0) in[GT_IN_LOOSE_] = 0;
    w->doing = in[GT_IN_SETUP_] ? GT_PART_setup : in[GT_IN_KIT_] ? GT_PART_kit :
               in[GT_IN_CALL_] ? GT_PART_return : GT_PART_host;
    w->loose = w->doing == GT_PART_host && in[GT_IN_LOOSE_];
    if (c->mark == 2) in[GT_IN_BLIND_]++;
    else if ((c->mark == 1 || c->mark == 4) && w->edge[w->rank[c->row]].at > c->at)
        gt_heap_add_(w, w->rank[c->row], (uint32_t)(c - w->host));
}
static void gt_account_edge_(gt_account_work_ *w, const gt_account_cut_ *c) {
    w->in[c->of] += c->step;
    if (c->of >= GT_IN_BUSY_) return;
    w->running += c->step;
    if (c->step < 0) w->ended = gt_larger_(w->ended, c->at);
    /* END stands before START if both lie at one tick. */
    if (c->of != GT_IN_COPY_) w->late = gt_larger_(w->late, w->waited);
    w->waited = 0;
    while (w->heaps && w->heap[0].edge <= (size_t)(c - w->edge)) gt_heap_drop_(w);
}
/* Returns the part that says why a command still waits at the time `at`, before its START; a gap if no reason is
   known. */
static int gt_account_why_(const gt_account_work_ *w, const gt_account_cut_ *start, double at) {
    if (w->in[GT_IN_BUSY_ + start->clock]) return GT_PART_earlier;
    if (start->mark & 1) {
        const gt_log_row_ *r = start->row < w->log->commands ? NULL : w->log->row + start->row - w->log->commands;
        if (!r || r->held == UINT64_MAX || gt_account_at_(w->log, r->held) > at) return GT_PART_held;
    }
    return start->of == GT_IN_FIRST_ ? GT_PART_first : start->mark & 2 ? GT_PART_unseen : GT_PART_gap;
}
/* Decides whether the time before `start`, when a command starts, is a gap between commands. It is one if the command
   was enqueued (at `before`) earlier than the last END so far, and if no wait or flush was entered between that END and
   `start`. Returns 1 if it is a gap, 0 if it is none, -1 if the stamps cannot tell. *is gets the answer at the offset
   that is tried. */
static int gt_account_between_(gt_account_work_ *w, double before, double start, int *is) {
    const double s = w->slack;
    *is = 0;
    if (w->ended <= -DBL_MAX || before > w->ended + s) return 0;
    const double behind[3] = { w->ended, w->ended + s, w->ended - s }, until[3] = { start, start - s, start + s };
    int flushed[3];
    for (int i = 0; i < (w->ranges ? 3 : 1); i++) {
        const gt_account_cut_ *c = w->host + w->since[i], *const end = w->host + w->hosts;
        while (c < end && (c->at <= behind[i] || c->mark != 3)) c++;
        w->since[i] = (size_t)(c - w->host);
        flushed[i] = c < end && c->at < until[i];
    }
    *is = before < w->ended && !flushed[0];
    if (!w->ranges) return *is;
    return before < w->ended - s && flushed[1] == flushed[2] ? *is : flushed[1] ? 0 : -1;
}
/* Returns the set of parts to which the time at `at` can belong, if the command `next` is the next one to start. *part
   gets the part to which it belongs at the offset that is tried. */
static uint32_t gt_account_of_one_(gt_account_work_ *w, const gt_account_wait_ *next, double at, int *part) {
    const gt_account_cut_ *start = &w->edge[next->edge];
    const int gap = gt_account_why_(w, start, at);
    int is, sure = gt_account_between_(w, w->host[next->host].at, start->at, &is), other = w->doing;
    uint32_t set = 0;
    if (other == GT_PART_return || w->loose) other = gap == GT_PART_gap ? GT_PART_launch : gap;
    if (sure) set |= 1u << gap;
    if (sure < 1) set |= 1u << other | (w->loose ? 1u << GT_PART_host : 0);
    *part = is ? gap : other;
    return set;
}
/* Returns the set of parts to which the time at `at` can belong, whichever enqueued command is the next one to start.
   This may be the first command in the heap, or any other whose START is at most `most`. The order of two stamps of one
   clock is in doubt only within a step, however uncertain the offset is. The function calls itself for the two heap
   nodes below `node`. */
static uint32_t gt_account_of_heap_(gt_account_work_ *w, size_t node, double most, double at, int *part) {
    int other;
    if (node >= w->heaps || (node && w->edge[w->heap[node].edge].at > most)) return 0;
    const uint32_t set = gt_account_of_one_(w, &w->heap[node], at, node ? &other : part);
    if (node > 30) return set;
    return set | gt_account_of_heap_(w, 2 * node + 1, most, at, &other) |
           gt_account_of_heap_(w, 2 * node + 2, most, at, &other);
}
static uint32_t gt_account_piece_(gt_account_work_ *w, double at, int *part) {
    const int *in = w->in;
    *part = w->doing;
    if (w->running) {
        *part = in[GT_IN_KERNEL_] ? GT_PART_kernel : in[GT_IN_FIRST_] ? GT_PART_first_run : GT_PART_copy;
    } else if (w->heaps) {
        const double doubt = w->log->clocks > 1 ? w->slack : w->step;
        return w->ranges ? gt_account_of_heap_(w, 0, w->edge[w->heap[0].edge].at + doubt, at, part) :
                           gt_account_of_one_(w, w->heap, at, part);
    } else {
        if (in[GT_IN_BLIND_] && (w->doing == GT_PART_return || w->loose)) *part = GT_PART_unseen;
        if (w->loose) return 1u << *part | 1u << GT_PART_return | 1u << GT_PART_host;
    }
    return 1u << *part;
}
/* The stretch of time that the sweep is in, all of which belongs to one part, and sums over all stretches so far. The
   length of a stretch is uncertain at both ends. If both ends are stamps, it is uncertain by the steps of the stamps
   alone. If one end is a stamp and the other a reading of the host's clock, it is uncertain by the offset, too. */
typedef struct gt_account_run_ {
    /* part: the part that the stretch belongs to; -1 before the first stretch. device: 1 if a stamp tells where the
       stretch begins. */
    int part, device;
    /* Sums for each part, in ticks. sure: time that surely belongs to the part. possible: time that may belong to it.
       slack: by how much the ends of its stretches are uncertain. near_ is one sum for all parts: the time that parts
       may have lost or gained where cuts lie close together. */
    double sure[GT_PART_COUNT_], possible[GT_PART_COUNT_], slack[GT_PART_COUNT_], near_;
} gt_account_run_;
static void gt_account_turn_(const gt_account_work_ *w, gt_account_run_ *run, int part, int device) {
    if (run->part >= 0) run->slack[run->part] += 2 + (device != run->device ? w->slack : device ? 2 * w->doubt : 0);
    run->part = part;
    run->device = device;
}
/* Adds the time from `at` to `next`, in which nothing begins or ends, to the part that it belongs to. device: 1 if `at`
   comes from a stamp. */
static void gt_account_add_(gt_account_work_ *w, gt_account_run_ *run, double at, double next, int device,
                            gt_account_ *out) {
    int part;
    if (at < 0 || at >= w->length) {
        if (w->likely && w->running) *(at < 0 ? &out->early : &out->after) += next - at;
        return;
    }
    const uint32_t set = gt_account_piece_(w, at, &part);
    if (w->likely) {
        out->part[part] += next - at;
        if (part == GT_PART_gap || part == GT_PART_first || part == GT_PART_launch) w->waited += next - at;
    }
    if (!w->ranges) return;
    if (part != run->part) gt_account_turn_(w, run, part, device && at > 0);
    if (set == 1u << part) run->sure[part] += next - at;
    else for (int i = 0; i < GT_PART_COUNT_; i++) if (set >> i & 1) run->possible[i] += next - at;
}
/* Adds to near_, which says how much time parts may have lost or gained where cuts lie close together. If two stamps
   lie at the same tick, a part between them that was shorter than a step of the stamps is lost. If a reading of the
   host's clock lies near a stamp, nobody knows which of the two came first. */
static void gt_account_near_(const gt_account_work_ *w, gt_account_run_ *run, size_t host, size_t edge) {
    const double at = w->edge[edge].at;
    if (edge && w->edge[edge - 1].at >= at) run->near_ += w->step;
    if ((host < w->hosts && w->host[host].at - at < w->slack) || (host && at - w->host[host - 1].at < w->slack))
        run->near_ += w->slack;
}
/* Walks through a sample from cut to cut, at the offset that is tried. The pieces of time between two cuts are added up
   for each part. */
static void gt_account_sweep_(gt_account_work_ *w, gt_account_ *out) {
    const double far_ = w->edges ? w->edge[w->edges - 1].at : 0, last = gt_larger_(w->length, far_);
    double host_at = w->hosts ? w->host[0].at : DBL_MAX, edge_at = w->edges ? w->edge[0].at : DBL_MAX;
    double at = gt_smaller_(edge_at, 0), bound = at < 0 ? 0 : w->length;
    size_t host = 0, edge = 0;
    gt_account_run_ run;
    int device = 0;
    if (w->ranges) memset(&run, 0, sizeof run);
    run.part = -1;
    while (at < last) {
        double next = gt_smaller_(host_at, edge_at);
        if (next > at) {
            next = gt_smaller_(next, bound);
            gt_account_add_(w, &run, at, next, device, out);
            at = next;
            if (at >= bound) bound = at < w->length ? w->length : last;
        } else if (host_at <= edge_at) {
            gt_account_host_(w, &w->host[host]);
            device = 0;
            /* If two cuts lie at one tick, a part between them is lost. */
            if (w->ranges) run.near_ += host && w->host[host - 1].at >= host_at;
            host_at = ++host < w->hosts ? w->host[host].at : DBL_MAX;
        } else {
            gt_account_edge_(w, &w->edge[edge]);
            device = 1;
            if (w->ranges) gt_account_near_(w, &run, host, edge);
            edge_at = ++edge < w->edges ? w->edge[edge].at : DBL_MAX;
        }
    }
    if (w->likely) out->late = w->late;
    if (!w->ranges) return;
    gt_account_turn_(w, &run, -1, device && far_ >= w->length);
    for (int i = 0; i < GT_PART_COUNT_; i++) {
        const double slack = run.slack[i] + run.near_;
        out->least[i] = gt_smaller_(out->least[i], run.sure[i] - slack);
        out->most[i] = gt_larger_(out->most[i], run.sure[i] + run.possible[i] + slack);
    }
}
/* Divides the time of a sample into parts, at one offset of each clock. shift: where the offset lies in its range, from
   -1 (the least) to 1 (the largest); NaN stands for the likely offset. */
static void gt_account_try_(gt_account_work_ *w, double shift, gt_account_ *out) {
    double by[GT_ACCOUNT_CLOCKS_];
    w->likely = !gt_is_finite_(shift);
    for (size_t i = 0; i < w->log->clocks; i++) {
        gt_account_clock_ *k = &w->clock[i];
        const double now = gt_floor_((w->likely ? k->likely : k->middle + shift * k->half) + 0.5);
        by[i] = now - k->now;
        k->now = now;
    }
    for (size_t i = 0; i < w->edges; i++) w->edge[i].at += by[w->edge[i].clock];
    for (size_t i = 0; i < w->hosts; i++) if (w->host[i].mark == 4) w->host[i].at += by[w->host[i].clock];
    gt_cuts_sort_(w->host, w->hosts);
    gt_cuts_sort_(w->edge, w->edges);
    for (size_t i = 0; i < w->edges; i++) if (w->edge[i].step > 0) w->rank[w->edge[i].row] = (uint32_t)i;
    w->heaps = w->since[0] = w->since[1] = w->since[2] = 0;
    w->ended = -DBL_MAX;
    w->waited = w->late = 0;
    memset(w->in, 0, sizeof w->in);
    w->running = w->loose = 0;
    w->doing = GT_PART_host;
    gt_account_sweep_(w, out);
}
/* Divides a phase whose log has one command, and the wait at its end. Most phases are such ones. The result is the one
   that gt_account_try_ finds from cut to cut, at the likely offset. */
static gt_status gt_account_one_(gt_account_work_ *w, const gt_log_row_ *r, gt_account_ *out) {
    const gt_account_log_ *log = w->log;
    gt_account_clock_ *k = &w->clock[r->clock];
    double start, end;
    gt_account_narrow_(w, r, &start, &end);
    if (!gt_account_place_(log, &log->clock[r->clock], k)) return GT_ERR_STAMPS;
    const double now = gt_floor_(k->likely + 0.5);
    start += now;
    end += now;

    const double call = gt_account_at_(log, r->before), body = gt_account_at_(log, log->body);
    const double back = r->after ? gt_account_at_(log, r->after) : body;
    const double from = gt_smaller_(gt_larger_(start, 0), w->length), to = gt_smaller_(gt_larger_(end, 0), w->length);
    /* the thread is in a call from `call` to `back`, and from `body` on */
    const double waited = gt_larger_(gt_smaller_(from, back) - call, 0) + gt_larger_(from - body, 0);
    const double called = r->after ? gt_larger_(back - gt_larger_(to, call), 0) : 0;
    const double returned = called + gt_larger_(w->length - gt_larger_(to, body), 0);
    out->part[r->copy ? GT_PART_copy : r->first ? GT_PART_first_run : GT_PART_kernel] = to - from;
    out->part[r->first && !r->copy ? GT_PART_first : GT_PART_launch] = waited;
    out->part[GT_PART_return] = returned;
    out->part[GT_PART_host] = w->length - (to - from) - waited - returned;
    out->early = gt_larger_(gt_smaller_(end, 0) - start, 0);
    out->after = gt_larger_(end - gt_larger_(start, w->length), 0);
    out->late = r->copy || start >= gt_larger_(end, w->length) ? 0 : waited;
    return GT_OK;
}
/* Divides the time of a sample into parts. Returns GT_ERR_STAMPS if no offset fits all of its stamps, or
   GT_ERR_MEMORY. */
static gt_status gt_account_make_(const gt_account_log_ *log, gt_account_ *out) {
    const gt_account_clock_ unknown = { 0, 0, -DBL_MAX, DBL_MAX, -DBL_MAX, DBL_MAX, -DBL_MAX, 0, 0, 0, 0, 0, 0, 0 };
    gt_workroom_ own = { NULL, 0 };
    gt_account_work_ w;
    gt_log_row_ row;
    gt_status status = GT_OK;
    const size_t n = log->n, size = n * (5 * sizeof *w.host + sizeof *w.heap + sizeof *w.rank) + 1;
    /* Part by part: of a memset of this size some compilers make a slow loop. */
#define GT_PART_NONE_(field, title) out->part[GT_PART_##field] = 0;
    GT_PARTS(GT_PART_NONE_)
    out->early = out->after = out->late = 0;
    w.log = log;
    w.length = gt_account_at_(log, log->end);
    w.ticks = 1 / log->tick_ns;
    w.step = w.doubt = w.slack = 0;
    w.hosts = w.edges = 0;
    w.ranges = log->offsets > 1;
    for (int i = 0; w.ranges && i < GT_PART_COUNT_; i++) {
        out->least[i] = w.length;
        out->most[i] = 0;
    }
    for (size_t i = 0; i < log->clocks; i++) {
        w.clock[i] = unknown;
        w.clock[i].step = log->clock[i].step_ns * w.ticks;
    }
    if (n == 2 && log->commands == 1 && log->body && log->row->before == log->body && !w.ranges) {
        gt_account_command_(log, 0, &row);
        if (row.end && !row.held && !row.loose && !row.behind) return gt_account_one_(&w, &row, out);
    }
    w.host = (gt_account_cut_ *)gt_workroom_of_(log->room ? log->room : &own, size);
    if (!w.host) return GT_ERR_MEMORY;
    w.edge = w.host + 3 * n;
    w.heap = (gt_account_wait_ *)(void *)(w.edge + 2 * n);
    w.rank = (uint32_t *)(void *)(w.heap + n);
    for (size_t c = 0, k = 0; c + k < n;) {     /* by the time of their calls: then the cuts are nearly sorted */
        const gt_log_row_ *const r = log->commands + k < n ? &log->row[k] : NULL;
        if (c < log->commands && (!r || r->what == GT_LOG_EARLIER_ || r->before >= log->command[c].before)) {
            gt_account_command_(log, c, &row);
            gt_account_row_add_(&w, (uint32_t)c++, &row);
        } else {
            gt_account_row_add_(&w, (uint32_t)(log->commands + k++), r);
        }
    }
    for (size_t i = 0; i < log->clocks; i++) {
        gt_account_clock_ *k = &w.clock[i];
        w.step = gt_larger_(w.step, k->step);
        if (k->stamps && !gt_account_place_(log, &log->clock[i], k)) status = GT_ERR_STAMPS;
        w.doubt = gt_larger_(w.doubt, k->doubt);
        w.slack = gt_larger_(w.slack, k->doubt + (w.ranges ? k->half / (log->offsets - 1) : k->half) + 1);
    }
    if (status == GT_OK) gt_account_try_(&w, gt_nan_(), out);
    for (int i = 0; status == GT_OK && w.ranges && i < log->offsets; i++)
        gt_account_try_(&w, 2.0 * i / (log->offsets - 1) - 1, out);
    for (int i = 0; status == GT_OK && w.ranges && i < GT_PART_COUNT_; i++) {
        out->least[i] = out->least[i] > 0 ? gt_floor_(out->least[i]) : 0;
        out->most[i] = out->most[i] < w.length ? gt_floor_(out->most[i]) + (out->most[i] > 0) : w.length;
    }
    free(own.at);
    return status;
}
/* Divides the time of a sample into parts, and stores them in *row; also how far off they may be, if several offsets
   are tried. queue_ns: the time from QUEUED to SUBMIT of the command that started first; 0 if not known. Returns the
   same as gt_account_make_. */
static GT_UNUSED_ gt_status gt_account_row_(const gt_account_log_ *log, double queue_ns, gt_sample *row) {
    gt_account_ a;
    const gt_status status = gt_account_make_(log, &a);
    if (status != GT_OK) return status;
#define GT_PART_TICKS_(field, title) row->field##_ns = a.part[GT_PART_##field];
    GT_PARTS(GT_PART_TICKS_)
    row->after_ns = a.after;
    row->before_ns = a.early;
    row->late_ns = gt_larger_(a.late, a.part[GT_PART_first]);
    /* A wait that was over before SUBMIT was a wait for other commands, or for a compiler inside the enqueue call. */
    if (row->late_ns * log->tick_ns <= 1.01 * queue_ns) row->late_ns = 0;
    if (log->offsets == 1) return GT_OK;
    row->doubt_ns = row->doubtful = 0;
    for (int i = 0; i < GT_PART_COUNT_; i++) {
        const double range = a.most[i] - a.least[i];
        row->doubt_ns = gt_larger_(row->doubt_ns, 0.5 * range);
        if (a.part[i] > 0 && range > 0.5 * a.part[i] && range > 0.02 * (double)(log->end - log->begin))
            row->doubtful += 1u << i;
    }
    return GT_OK;
}

/* ==== >>statistics, implementation ==== */

/* ---- sorting, and sums of products: they take most of the time of a report of a million samples ---- */

/* Returns the sort key of a double: an unsigned integer. Of two doubles, the smaller one has the smaller key. */
static uint64_t gt_sort_key_(double x) {
    uint64_t bits = gt_bits_of_(x), sign = (uint64_t)1 << 63;
    return bits & sign ? ~bits : bits | sign;
}
/* Chooses the digit by which a radix sort sorts x next. A digit is eight bits of the sort key. Its top bit is the
   highest bit in which any two keys differ. Returns by how many bits a key is shifted right so that this digit is at
   the bottom. Returns -1 if all keys are equal. */
static int gt_digit_shift_(const double *x, size_t n) {
    uint64_t first = gt_sort_key_(x[0]), differ = 0;
    int shift = 0;
    for (size_t i = 1; i < n; i++) differ |= gt_sort_key_(x[i]) ^ first;
    if (!differ) return -1;
    while (differ >> shift > 255) shift++;
    return shift;
}
static unsigned gt_digit_(double x, int shift) { return (unsigned)(gt_sort_key_(x) >> shift) & 255u; }
static void gt_swap_(double *x, uint32_t *tags, size_t i, size_t j) {
    double value = x[i];
    x[i] = x[j];
    x[j] = value;
    if (tags) {
        uint32_t tag = tags[i];
        tags[i] = tags[j];
        tags[j] = tag;
    }
}
/* Sorts the n values of x. `tags` is NULL, or an array with a number for each value; the numbers then move along with
   their values. The method is a radix sort in place that starts at the highest digit: the American flag sort of
   McIlroy, Bostic and McIlroy (Computing Systems 6, 1993). Each level of recursion sorts by one digit of eight bits.
   Calls therefore nest at most nine deep, and the time is O(n) for any input. */
static void gt_sort_tagged_(double *x, uint32_t *tags, size_t n) {
    size_t next[256], end[256], begin = 0, i, j;
    unsigned d, digit;
    if (n < 32) {
        for (i = 1; i < n; i++) {
            for (j = i; j > 0 && x[j] < x[j - 1]; j--) gt_swap_(x, tags, j, j - 1);
        }
        return;
    }
    int shift = gt_digit_shift_(x, n);
    if (shift < 0) return;
    memset(next, 0, sizeof next);
    for (i = 0; i < n; i++) next[gt_digit_(x[i], shift)]++;
    for (d = 0; d < 256; d++) {
        end[d] = begin + next[d];
        next[d] = begin;
        begin = end[d];
    }
    for (d = 0; d < 256; d++) {
        while (next[d] < end[d]) {
            digit = gt_digit_(x[next[d]], shift);
            i = next[digit]++;
            if (digit != d) gt_swap_(x, tags, i, next[d]);
        }
    }
    for (d = 0, begin = 0; d < 256; begin = end[d++])
        gt_sort_tagged_(x + begin, tags ? tags + begin : NULL, end[d] - begin);
}
static void gt_sort_doubles_(double *x, size_t n) { gt_sort_tagged_(x, NULL, n); }
/* Returns the sum of s[i] * s[i + lag], of which an autocorrelation is made. The array s holds signs: -1, 0 or 1. The
   sum of 64 of these products fits into a signed char. That lets compilers turn the inner loop into vector
   instructions. */
static double gt_sign_products_(const void *signs, size_t n, size_t lag) {
    const signed char *s = (const signed char *)signs, *later = s + lag;
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
static double gt_rank_products_(const void *ranks, size_t n, size_t lag) {
    const int32_t *r = (const int32_t *)ranks;
    double sum = 0.0;
    for (size_t i = 0; i + lag < n; i++) sum += (double)r[i] * (double)r[i + lag];
    return sum;
}

GT_LEAN_
/* ---- mathematics ---- */

/* The kit has mathematical functions of its own. Programs that include it then need not link the C library's libm
   (-lm). */
/* Returns 2 to the power k. k must lie between -1022 and 1023. */
static double gt_power_of_two_(int k) { return gt_double_of_((uint64_t)(k + 1023) << 52); }
/* Returns the square root of x, by Newton's iteration. Halving the exponent of x gives a first guess that is off by
   less than 7 %. Each step of the iteration doubles the number of right digits. After five steps all digits are
   right. */
static double gt_sqrt_(double x) {
    if (!(x > 0.0)) return x < 0.0 ? gt_nan_() : x;
    if (!gt_is_finite_(x)) return x;
    if (x < DBL_MIN) return gt_sqrt_(x * gt_power_of_two_(108)) * gt_power_of_two_(-54);
    double root = gt_double_of_((gt_bits_of_(x) >> 1) + ((uint64_t)0x1FF8 << 48));
    for (int i = 0; i < 5; i++) root = 0.5 * (root + x / root);
    return root;
}
/* The natural logarithm of 2, as the sum of two numbers. The upper number ends in 21 zero bits. Its product with an
   exponent is therefore exact. */
#define GT_LN2_UPPER_ 6.93147180369123816490e-01
#define GT_LN2_LOWER_ 1.90821492927058770002e-10

/* Returns the natural logarithm of x. The function writes x as 2^k m, where m lies between sqrt(1/2) and sqrt(2). Let f
   be m - 1, and s be f / (2 + f). Then ln m = 2 artanh s = f - s (f - 2 s^2 (1/3 + s^2/5 + ...)). The largest term of
   this sum, f, is exact. The error of the result therefore stays at about 1 unit in the last place, even near x = 1. */
static double gt_log_(double x) {
    int k = 0, i;
    double f, s, z, tail = 0.0;
    if (!(x > 0.0)) return x < 0.0 ? gt_nan_() : x == 0.0 ? -gt_infinity_() : x;
    if (!gt_is_finite_(x)) return x;
    if (x < DBL_MIN) {
        x *= gt_power_of_two_(54);
        k = -54;
    }
    uint64_t bits = gt_bits_of_(x);
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
/* Returns e^x. The function writes x as k ln 2 + r, where |r| is at most ln 2 / 2. Taylor's series gives e^r. The last
   term that is used, r^14 / 14!, is below 1e-17. Multiplying e^r by 2^k gives the result. */
static double gt_exp_(double x) {
    double nearest = x * 1.44269504088896340736 + 0.5, r, tail = 0.0;
    if (!gt_is_finite_(x)) return gt_bits_of_(x) == gt_bits_of_(-gt_infinity_()) ? 0.0 : x;
    if (x >= 709.79) return gt_infinity_();
    if (x < -745.2) return 0.0;
    int k = (int)nearest - (nearest < (int)nearest);
    r = (x - k * GT_LN2_UPPER_) - k * GT_LN2_LOWER_;
    for (int i = 14; i >= 2; i--) tail = (tail + 1.0) * r / i;
    return (1.0 + (r + r * tail)) * gt_power_of_two_(k / 2) * gt_power_of_two_(k - k / 2);
}

/* ---- quantiles and the interval of the median ---- */

/* Returns the value that lies between a and b at the fraction `part` of the way: a + part * (b - a). part is 0 to 1.
   The result is exact if a = b. It is finite even where b - a overflows. */
static double gt_between_(double a, double b, double part) {
    double step = b - a;
    return gt_is_finite_(step) ? a + part * step : (1.0 - part) * a + part * b;
}
double gt_quantile(const double *sorted, size_t n, double p) {
    if (n == 0 || !gt_is_finite_(p) || !(p >= 0.0 && p <= 1.0)) return gt_nan_();
    double at = (double)(n - 1) * p;
    size_t i = (size_t)at;
    return i + 1 < n ? gt_between_(sorted[i], sorted[i + 1], at - (double)i) : sorted[n - 1];
}
static double gt_middle_(double a, double b) { return gt_is_finite_(a + b) ? (a + b) / 2.0 : a / 2.0 + b / 2.0; }
static double gt_median_of_sorted_(const double *sorted, size_t n) {
    if (n == 0) return gt_nan_();
    return n % 2 ? sorted[n / 2] : gt_middle_(sorted[n / 2 - 1], sorted[n / 2]);
}
/* Returns the rank, counted from 1, at which the confidence interval of the median of n sorted values begins. The rank
   need not be whole: it is k + lambda of Hettmansperger and Sheather. Returns 0 if even the range of all values holds
   the median with less than the wanted confidence. The function adds up terms of the binomial distribution. Each term
   is divided by the middle one, and so no term underflows for any n. The first loop goes down from the middle until the
   terms are too small to matter. The second loop goes up again, as long as the sum of its terms fits into one tail of
   the distribution. The variable `part` is I of the paper: (tail - P(< k)) / P(k). */
static double gt_hs_rank_(size_t n, double confidence) {
    size_t middle = n / 2, j = middle;
    double term = 1.0, total = n % 2 ? 2.0 : 1.0, below = 0.0, tail, part, count = (double)n, k;
    while (j > 0 && term > 1e-40) {
        term *= (double)j / (double)(n - j + 1);
        total += 2.0 * term;
        j--;
    }
    tail = (1.0 - confidence) / 2.0 * total;
    while (j < middle && below + term <= tail * (1.0 + 1e-12)) {   /* 1e-12: rounding must not spoil an exact fit */
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
    gt_interval none = { gt_nan_(), gt_nan_(), 0.0 };
    return none;
}
static gt_interval gt_widened_(gt_interval ci, double by) {
    ci.low -= by;
    ci.high += by;
    return ci;
}
/* Returns the confidence interval of the median of n sorted values (gt_stats.ci). It holds for any distribution. From
   n = 6 on, an interval of 95 % holds the median in 95 % of cases, give or take 1 %.
     tau         the autocorrelation time, at least 1: how many samples are worth one independent sample. The ends of
                 the interval are ranks; their distance from the middle rank grows by the square root of tau
     tick        the step of the clock, at least 0, in the unit of the samples; both ends are moved out by it
     confidence  the wanted confidence, for example 0.95
   If there are too few samples for the wanted confidence (fewer than 6 for 0.95), or too few independent ones, the
   interval is the range of the samples. Its confidence is then 1 - 2^(1 - n / tau): a range misses the median only if
   all samples fall on one side of the median. There is no interval (its confidence is 0) if n < 2, if n <= tau, or if
   an argument is out of range. */
static gt_interval gt_median_interval_(const double *sorted, size_t n, double tau, double tick, double confidence) {
    const double centre = ((double)n + 1.0) / 2.0;
    gt_interval ci = gt_no_interval_();
    if (n < 2 || !(tau >= 1.0) || !gt_is_tick_(tick) || !gt_is_confidence_(confidence)) return ci;
    double rank = gt_hs_rank_(n, confidence);
    if (rank > 0.0) rank = centre - (centre - rank) * gt_sqrt_(tau);
    if (rank < 1.0) {
        double held = 1.0 - gt_exp_((1.0 - (double)n / tau) * (GT_LN2_UPPER_ + GT_LN2_LOWER_));
        if (!(held > 0.0)) return ci;
        ci.low = sorted[0];
        ci.high = sorted[n - 1];
        ci.confidence = held < confidence ? held : confidence;
    } else {
        size_t i = (size_t)rank > n - 1 ? n - 1 : (size_t)rank;
        double part = rank - (double)i;
        ci.low = gt_between_(sorted[i - 1], sorted[i], part);
        ci.high = gt_between_(sorted[n - i], sorted[n - i - 1], part);
        ci.confidence = confidence;
    }
    return gt_widened_(ci, tick);
}

/* ---- autocorrelation time ---- */

/* Returns memory for n doubles followed by n bytes. The caller frees it. Returns NULL if memory runs out. */
static double *gt_scratch_(size_t n) {
    const size_t one = sizeof(double) + 1;
    return n < (size_t)-1 / one ? (double *)malloc((n + 1) * one) : NULL;
}
/* Returns the autocorrelation time of the median. It is the variance of the median, divided by the variance that
   independent samples would give. The result is at least 1.
     s        the signs or the ranks of the samples, relative to their median
     product  a function that returns the sum of s[i] * s[i + lag]
   The time is -1 + 2 times a sum. Each of its terms is a pair of neighbouring correlations. The sum ends before the
   first pair that is not positive, and each pair counts at most as much as the pair before it. This is the initial
   monotone sequence of Geyer (Statistical Science 7, 1992). Lags go up to the smaller of n / 3 and 200. Subtracting the
   median makes each correlation smaller by about 1/n; the term 1/n makes up for that. */
static double gt_geyer_(double (*product)(const void *s, size_t n, size_t lag), const void *s, size_t n) {
    size_t limit = n / 3 < 200 ? n / 3 : 200, lag;
    double apart = product(s, n, 0), bias = 1.0 / (double)n, previous = 3.0, sum = 0.0;
    for (lag = 0; lag < limit; lag += 2) {
        double even = lag == 0 ? 1.0 : bias + (apart > 0.0 ? product(s, n, lag) / apart : 0.0);
        double pair = even + bias + (apart > 0.0 ? product(s, n, lag + 1) / apart : 0.0);
        if (!(pair > 0.0)) break;
        if (pair > previous) pair = previous;
        sum += pair;
        previous = pair;
    }
    return gt_larger_(1.0, 2.0 * sum - 1.0);
}
/* Returns the autocorrelation time of x, computed from the signs of x - median. Returns 1 if fewer than 20 samples are
   finite, since they are too few to tell. `signs` is working memory for n signs. */
static double gt_tau_about_(const double *x, size_t n, double median, signed char *signs) {
    size_t count = 0, i;
    for (i = 0; i < n; i++)
        if (gt_is_finite_(x[i])) signs[count++] = (signed char)((x[i] > median) - (x[i] < median));
    return count < 20 ? 1.0 : gt_geyer_(&gt_sign_products_, signs, count);
}

/* ---- one series ---- */

static size_t gt_copy_finite_(const double *x, size_t n, double *to) {
    size_t i, count = 0;
    for (i = 0; i < n; i++)
        if (gt_is_finite_(x[i])) to[count++] = x[i];
    return count;
}
/* Sets the counts, the range, the mean and the standard deviation in *s. Mean and deviation are computed by Welford's
   recurrence (Technometrics 4, 1962). Samples whose squares would overflow or vanish are scaled first. */
static void gt_stats_moments_(gt_stats *s, const double *x, size_t n) {
    double largest, scale, mean = 0.0, squares = 0.0, seen = 0.0;
    for (size_t i = 0; i < n; i++) {
        if (!gt_is_finite_(x[i])) continue;
        if (s->n == 0 || x[i] < s->min) s->min = x[i];
        if (s->n == 0 || x[i] > s->max) s->max = x[i];
        s->n++;
    }
    s->rejected = n - s->n;
    if (s->n == 0) return;
    largest = gt_larger_(gt_abs_(s->min), gt_abs_(s->max));
    scale = largest > 1e150 ? 1e-170 : largest < 1e-140 ? 1e170 : 1.0;
    for (size_t i = 0; i < n; i++) {
        double value = x[i] * scale, off = value - mean;
        if (!gt_is_finite_(x[i])) continue;
        seen += 1.0;
        mean += off / seen;
        squares += off * (value - mean);
    }
    s->mean = mean / scale;
    if (s->n > 1) s->sd = gt_sqrt_(squares / (seen - 1.0)) / scale;
}
/* A trial looks at the confidence interval several times while it takes samples, and stops when the interval is narrow
   enough. That makes errors likelier than at a single look. To be right in 95 % of cases at the look that stops the
   trial, each look uses a confidence of 97 %. It also uses an autocorrelation time that sees slow changes
   (gt_tau_looked_). */
#define GT_LOOK_CONFIDENCE_ 0.97
static double gt_tau_looked_(const double *x, size_t n, double *if_neighbours_agree);

static double gt_spread_(double median, double median_of_upper_half, double tick) {
    return gt_larger_(gt_larger_(1.4826 * (median_of_upper_half - median), tick), 1e-3 * median);
}
/* How tau is found, the autocorrelation time of a series (how many samples are worth one independent sample). Also
   whether the confidence interval of the median is made wider for it.
     SIGNS    tau is computed from signs (gt_tau_about_); the interval gets wider
     LOOKED   tau is computed by gt_tau_looked_, as trials do; the interval gets wider
     AGREES   tau is computed by gt_tau_looked_; the interval gets wider only if neighbouring samples are alike
     BESIDE   tau is computed by gt_tau_looked_, but the interval does not get wider
     NONE     tau is not computed: it is 1 */
typedef enum gt_tau_ { GT_TAU_SIGNS_, GT_TAU_LOOKED_, GT_TAU_AGREES_, GT_TAU_BESIDE_, GT_TAU_NONE_ } gt_tau_;
/* Does the work of gt_stats_of, with an interval of any confidence. `how` says how the autocorrelation time is
   found. */
static gt_status gt_stats_by_(const double *x, size_t n, double tick, gt_tau_ how, double confidence, gt_stats *out) {
    if (!out) return GT_ERR_ARGUMENT;
    memset(out, 0, sizeof *out);
    out->median = out->mean = out->sd = out->min = out->max = out->p90 = out->p99 = out->spread = out->tau = gt_nan_();
    out->ci = gt_no_interval_();
    out->tick = tick;
    if ((!x && n > 0) || !gt_is_tick_(tick) || !gt_is_confidence_(confidence)) return GT_ERR_ARGUMENT;
    gt_stats_moments_(out, x, n);
    /* Fewer than ln 0.025 / ln p samples have no two-sided 95 % interval of their quantile p: 36 for 0.9, 368 for
       0.99. */
    out->p90_is_bound = out->n < 36;
    out->p99_is_bound = out->n < 368;
    if (out->n == 0) {
        out->tau = 1.0;
        return GT_OK;
    }
    double *sorted = gt_scratch_(out->n), stretch = 1.0;
    if (!sorted) return GT_ERR_MEMORY;
    size_t half = gt_copy_finite_(x, n, sorted) / 2;
    gt_sort_doubles_(sorted, out->n);
    out->median = gt_median_of_sorted_(sorted, out->n);
    out->p90 = gt_quantile(sorted, out->n, 0.90);
    out->p99 = gt_quantile(sorted, out->n, 0.99);
    out->spread = gt_spread_(out->median, gt_median_of_sorted_(sorted + half, out->n - half), tick);
    if (how == GT_TAU_SIGNS_) out->tau = gt_tau_about_(x, n, out->median, (signed char *)(sorted + out->n));
    else out->tau = how == GT_TAU_NONE_ ? 1.0 : gt_tau_looked_(x, n, how == GT_TAU_AGREES_ ? &stretch : NULL);
    if (how < GT_TAU_AGREES_) stretch = out->tau;
    out->ci = gt_median_interval_(sorted, out->n, stretch, tick, confidence);
    free(sorted);
    return out->tau > 0 ? GT_OK : GT_ERR_MEMORY;
}
/* Does the work of gt_stats_of. If `looked` is 1, it uses the confidence and the autocorrelation time that trials use
   when they look whether they may stop (gt_trial_look_). */
static gt_status gt_stats_at_(const double *x, size_t n, double tick, int looked, gt_stats *out) {
    return gt_stats_by_(x, n, tick, looked ? GT_TAU_LOOKED_ : GT_TAU_SIGNS_, looked ? GT_LOOK_CONFIDENCE_ : 0.95, out);
}
gt_status gt_stats_of(const double *x, size_t n, double tick, gt_stats *out) {
    return gt_stats_at_(x, n, tick, 0, out);
}

/* ---- two series ---- */

/* What number is made of the two times a and b of a round. Two of these numbers belong to batches: the slope (time of
   one more pass) and the fixed part (time that does not depend on the number of passes). For these two, a is the time
   of one pass and b is the time of k passes. GT_AS_IT_IS_ uses a alone: a sample of one series. Results that are not
   finite are left out. */
typedef enum gt_as_ { GT_AS_IT_IS_, GT_AS_LOG_RATIO_, GT_AS_DIFFERENCE_, GT_AS_SLOPE_, GT_AS_FIXED_ } gt_as_;
static double gt_round_as_(gt_as_ as, double a, double b, double k) {
    double slope = (b - a) / (k - 1.0);
    switch (as) {
        case GT_AS_LOG_RATIO_: return gt_log_(a) - gt_log_(b);
        case GT_AS_DIFFERENCE_: return a - b;
        case GT_AS_SLOPE_: return slope;
        case GT_AS_FIXED_: return a - slope;
        default: return a;
    }
}
/* Sets *s to the statistics of a series with one number per round. gt_round_as_ makes the number from the times a[i]
   and b[i] of the round. After an error, *s may hold no more than counts and range. */
static gt_status gt_rounds_of_(gt_as_ as, const double *a, const double *b, size_t n, double k, gt_tau_ how,
                               double confidence, gt_stats *s) {
    gt_status status = gt_stats_by_(NULL, 0, 0.0, how, confidence, s);
    if (status != GT_OK || n == 0) return status;
    if (!a || !b) return GT_ERR_ARGUMENT;
    double *x = gt_scratch_(n);
    s->tau = gt_nan_();
    if (!x) return GT_ERR_MEMORY;
    for (size_t i = 0; i < n; i++) x[i] = gt_round_as_(as, a[i], b[i], k);
    status = gt_stats_by_(x, n, 0.0, how, confidence, s);
    free(x);
    return status;
}
static void gt_ratio_clear_(gt_ratio *r, double confidence) {
    memset(r, 0, sizeof *r);
    r->ratio = gt_nan_();
    r->ci = gt_no_interval_();
    r->wanted = confidence;
}
/* Does the work of gt_ratio_paired. The function also sets *tau to the autocorrelation time of the rounds, and makes
   the interval wider for it. If tau is NULL, the interval is not made wider. gt_ratio_paired needs no wider interval,
   since the two sides of a round run in random order. Between equal sides, the sign of the difference is then a coin
   toss, whatever else the machine does. In the tests, comparisons of a thing with itself find a difference in about 5 %
   of cases, under every drift that the tests try. At 30 rounds, the interval would get 15 % wider for no gain. Trials
   do ask for tau, because they look at the interval while rounds are added. The machine may be in a state that slows
   only one side, and that lasts for several rounds. Neighbouring rounds are then alike, and are worth less than
   independent rounds. */
static gt_status gt_ratio_looked_(const double *a, const double *b, size_t rounds, double confidence, gt_ratio *out,
                                  double *tau) {
    gt_stats s;
    if (!out) return GT_ERR_ARGUMENT;
    gt_ratio_clear_(out, confidence);
    gt_status status = gt_rounds_of_(GT_AS_LOG_RATIO_, a, b, rounds, 0.0, tau ? GT_TAU_AGREES_ : GT_TAU_NONE_,
                                     confidence, &s);
    if (tau) *tau = s.tau;
    if (status == GT_ERR_ARGUMENT) return status;
    for (size_t i = 0; i < rounds; i++) {
        if (!gt_is_finite_(gt_round_as_(GT_AS_LOG_RATIO_, a[i], b[i], 0.0))) continue;
        out->rounds++;
        out->tied += !(a[i] < b[i]) && !(a[i] > b[i]);
    }
    out->dropped = rounds - out->rounds;
    if (status != GT_OK || !out->rounds) return status;
    out->ratio = gt_exp_(s.median);
    out->ci = s.ci;
    if (!(s.ci.confidence > 0.0)) return GT_OK;
    out->ci.low = gt_exp_(s.ci.low);
    out->ci.high = gt_exp_(s.ci.high);
    return GT_OK;
}
gt_status gt_ratio_paired(const double *a, const double *b, size_t rounds, double confidence, gt_ratio *out) {
    return gt_ratio_looked_(a, b, rounds, confidence, out, NULL);
}
/* Sets *out to the cost of one more launch. Each round i measures two times: t1[i] of 1 launch and tk[i] of k launches.
   A round gives a slope, (tk - t1) / (k - 1), and a fixed part, t1 - slope. *out gets the median and the confidence
   interval of both. The intervals are not made wider for autocorrelation. For comparisons that is safe because their
   sides run in random order (gt_ratio_looked_). For slopes this reason does not hold: a state of the machine that lasts
   several rounds moves the slopes of all of them. But the tests show that it does no harm: with a drift of 10 % over
   the rounds, the interval holds the mean slope in 95 % of cases or more. Each time may be wrong by up to `tick`, the
   step of the clock. That moves the slope by up to 2 tick / (k - 1), and the fixed part by one `tick` more. The
   intervals are made wider by these amounts. Returns GT_ERR_ARGUMENT also if k is not finite, or not above 1. */
static gt_status gt_slope_paired_(const double *t1, const double *tk, size_t rounds, double k, double tick,
                                  double confidence, gt_slope *out) {
    gt_stats slope, fixed;
    double by = 2 * tick / (k - 1);
    gt_status status = k > 1.0 && gt_is_finite_(k) ? GT_OK : GT_ERR_ARGUMENT;
    memset(out, 0, sizeof *out);
    out->slope = out->fixed = gt_nan_();
    out->slope_ci = out->fixed_ci = gt_no_interval_();
    if (status == GT_OK) status = gt_rounds_of_(GT_AS_SLOPE_, t1, tk, rounds, k, GT_TAU_NONE_, confidence, &slope);
    if (status == GT_OK) status = gt_rounds_of_(GT_AS_FIXED_, t1, tk, rounds, k, GT_TAU_NONE_, confidence, &fixed);
    if (status != GT_OK) return status;
    out->rounds = slope.n;
    out->dropped = rounds - slope.n;
    out->slope = slope.median;
    out->slope_ci = gt_widened_(slope.ci, by);
    out->fixed = fixed.median;
    out->fixed_ci = gt_widened_(fixed.ci, by + tick);
    return GT_OK;
}
gt_outcome gt_ratio_outcome(const gt_ratio *r, double threshold) {
    double above = 1.0 + (threshold < 0.0 ? 0.0 : threshold == 0.0 ? 0.01 : threshold);
    if (!r || !(r->ci.confidence > 0.0) || r->ci.confidence < r->wanted) return GT_NOT_SEPARATED;
    if (r->ci.low > above) return GT_FASTER;
    if (r->ci.high < 1.0 / above) return GT_SLOWER;
    if (r->ci.low >= 1.0 / above && r->ci.high <= above) return GT_SAME;
    return GT_NOT_SEPARATED;
}
static const char *const gt_outcome_texts_[] = { GT_OUTCOMES(GT_SECOND_) };

GT_FAST_
/* -- what spoils a series, found from its numbers alone. The series is sorted and ranked once for all tests. -- */

typedef struct gt_ranking_ {
    const double *source;   /* the samples as given, with those that are not finite */
    size_t source_n, n;     /* counts: source_n of all samples given, n of the finite ones */
    double *room;           /* memory of the four arrays below, freed by the caller; NULL if it ran out */
    double *x;              /* the finite samples, in order of measurement */
    double *sorted;
    /* Where each sorted value stands in x: sorted[i] is x[order[i]]. */
    uint32_t *order;
    /* The rank of each value of x, less the mean rank, times two. That is a whole number between -n and n. Equal
       samples share the mean of their ranks. */
    int32_t *ranks;
    /* The sum of the squares of all ranks. Here each rank is taken less the mean rank, and is not doubled. */
    double rank_squares;
    double tick;            /* step of the clock, in the unit of x */
    int backwards;          /* 1: the series is read from its end to its begin */
} gt_ranking_;
static size_t gt_ranking_index_(const gt_ranking_ *t, size_t i) { return t->backwards ? t->n - 1 - i : i; }
/* Returns the sum of the squared distances of n different ranks from their mean. */
static double gt_rank_squares_(double n) { return (n * n * n - n) / 12.0; }
static void gt_ranking_fill_(gt_ranking_ *t) {
    size_t from, to, i;
    t->rank_squares = gt_rank_squares_((double)t->n);
    for (from = 0; from < t->n; from = to) {
        for (to = from + 1; to < t->n && !(t->sorted[from] < t->sorted[to]); to++) {}
        int32_t rank = (int32_t)((int64_t)(from + to) - (int64_t)t->n);
        for (i = from; i < to; i++) t->ranks[t->order[i]] = rank;
        if (to - from > 1) t->rank_squares -= gt_rank_squares_((double)(to - from));
    }
}
static void gt_ranking_read_(gt_ranking_ *t) { t->n = gt_copy_finite_(t->source, t->source_n, t->x); }
static void gt_ranking_sort_(gt_ranking_ *t) {
    memcpy(t->sorted, t->x, t->n * sizeof *t->x);
    for (size_t i = 0; i < t->n; i++) t->order[i] = (uint32_t)i;
    gt_sort_tagged_(t->sorted, t->order, t->n);
    gt_ranking_fill_(t);
}
static gt_ranking_ gt_ranking_of_(const double *x, size_t n, double tick) {
    gt_ranking_ t;
    memset(&t, 0, sizeof t);
    t.source = x;
    t.source_n = n;
    t.tick = tick;
    for (size_t i = 0; i < n; i++) t.n += (size_t)gt_is_finite_(x[i]);
    if (t.n <= 0x7FFFFFFF && t.n <= (size_t)-1 / 4 / sizeof *t.room)
        t.room = (double *)malloc((3 * t.n + 1) * sizeof *t.room);
    if (!t.room) return t;
    t.x = t.room;
    t.sorted = t.x + t.n;
    t.order = (uint32_t *)(void *)(t.sorted + t.n);
    t.ranks = (int32_t *)(void *)(t.order + t.n);
    gt_ranking_read_(&t);
    gt_ranking_sort_(&t);
    return t;
}
/* Returns the autocorrelation time of a series, at least 1: so many dependent samples tell as much as one independent
   sample. The function takes the larger of two values. The first comes from the ranks of the samples. The second comes
   from the means of six equal parts of the series: a state of the machine that lasts long makes these means differ more
   than independent samples would. In series of more than 12000 samples only the second value is used. There the first
   value cannot show that a series is too short: it sums over 200 lags at most, and a series of n samples is too short
   from n / 30 on (gt_is_short_look_), which is more than 400 there. */
static double gt_ranking_tau_(const gt_ranking_ *t) {
    enum { parts = 6, long_series = 12000 };
    size_t each = t->n / parts, at = t->n - parts * each, i, k;
    /* The factor 4: the array of ranks holds doubled ranks, while rank_squares is made of ranks that are not
       doubled. */
    double mean = 0.0, spread = 0.0, squares = 4.0 * t->rank_squares;
    if (t->n < 20 || !(squares > 0.0)) return 1.0;
    for (i = 0; i < parts; i++) {
        double sum = 0.0, off;
        for (k = 0; k < each; k++) sum += (double)t->ranks[at++];
        off = sum / (double)each - mean;
        mean += off / ((double)i + 1.0);
        spread += off * (sum / (double)each - mean);
    }
    spread = gt_larger_(1.0, spread * ((double)each / (parts - 1) / (squares / (double)t->n)));
    return t->n > long_series ? spread : gt_larger_(spread, gt_geyer_(&gt_rank_products_, t->ranks, t->n));
}
/* Returns 1 if a series of n samples is too short to show slow changes of the machine (finding short-look). It is too
   short if it is worth fewer than 30 independent samples. tau is its autocorrelation time. Of series of 30 independent
   samples, 0.4 % have a tau above 3.6 by chance; 0.7 % have one above 3.3. With the limit at 3.6, the false alarms of
   this test and of the tests for shapes stay below 1.5 % together. */
#define GT_SEEN_BY_ 30
static int gt_is_short_look_(size_t n, double tau) {
    return n >= 20 && tau > 3.6 && (double)n < GT_SEEN_BY_ * tau;
}
/* Removes the first `count` finite samples from the table. Sorts and ranks the other samples anew. */
static void gt_ranking_drop_(gt_ranking_ *t, size_t count) {
    for (; count; t->source++, t->source_n--) count -= (size_t)gt_is_finite_(*t->source);
    gt_ranking_read_(t);
    gt_ranking_sort_(t);
}

typedef struct gt_level_ {
    double median, spread;  /* median and spread (gt_stats.spread) of some samples */
} gt_level_;
/* Returns the median and the spread of some samples: those with the indices from, from + step, and so on below `to`.
   `step` is 1 or 2. The function goes through the sorted values and counts the wanted samples among them. It stops
   after four of them: the two in the middle (for the median) and the two in the middle of the upper half (for the
   spread). */
static gt_level_ gt_level_of_(const gt_ranking_ *t, size_t from, size_t to, size_t step, double tick) {
    uint32_t first = (uint32_t)(t->backwards ? t->n - to : from), length = (uint32_t)(to - from);
    uint32_t odd = (uint32_t)(step - 1);
    size_t n = (to - from + step - 1) / step, half = n / 2, wanted[4], passed = 0, i = 0;
    double value[4];
    gt_level_ level;
    wanted[0] = (n - 1) / 2;
    wanted[1] = half;
    wanted[2] = half + (n - half - 1) / 2;
    wanted[3] = half + (n - half) / 2;
    for (int k = 0; k < 4; k++) {
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
static double gt_median_of_(const gt_ranking_ *t, size_t from, size_t to, size_t step) {
    return gt_level_of_(t, from, to, step, 0.0).median;
}
static double gt_excess_(double a, double b) { return b > 0.0 ? a / b - 1.0 : 0.0; }

GT_LEAN_
/* ---- the start: one cold sample, or a warm-up ---- */

/* Decides whether the first sample is slow. It is slow if it lies far above the median of the other samples, and also
   many of their spreads above it. From 20 samples on, it must also lie above 95 % of the others: on a busy machine any
   sample may be slow now and then. With fewer than three samples nothing is decided, since of two nobody can tell which
   is odd. */
static void gt_diagnose_first_(const gt_ranking_ *t, gt_diagnosis *out) {
    double n = (double)t->n, first = t->x[0];
    if (t->n < 3) return;
    gt_level_ rest = gt_level_of_(t, 1, t->n, 1, t->tick);
    if (!(rest.median > 0.0) || !(first >= 1.25 * rest.median)) return;
    if (!(first > rest.median + 10.0 * (1.0 + 5.0 / n) * rest.spread)) return;
    if (t->n >= 20 && (t->ranks[0] + n - 1.0) / 2.0 <= 0.95 * (n - 2.0)) return;
    out->cold_first.fired = 1;
    out->cold_first.factor = first / rest.median;
}
/* Returns how many samples at the start look like a warm-up. The function tries each number from 0 to n / 2. It takes
   the number for which the mean of the other samples has the smallest standard error (MSER: White, Simulation 69,
   1997). Single spikes must not decide. Samples above a limit therefore count as the limit, which lies 5 spreads above
   the median of the second half. */
static size_t gt_cut_(const gt_ranking_ *t) {
    double best = 0.0, sum = 0.0, squares = 0.0, top;
    size_t i, half = t->n / 2, cut = 0;
    gt_level_ level = gt_level_of_(t, half, t->n, 1, 0.0);
    top = level.median + 5.0 * level.spread;
    for (i = t->n; i-- > 0;) {
        double x = t->x[gt_ranking_index_(t, i)], count = (double)(t->n - i), y, cost;
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
/* Compares the first d samples with the rest, by the rank test of Mann and Whitney. Returns the test's z: the distance
   from no difference, in standard deviations. It is above 0 if the first samples are slower. */
static double gt_head_against_rest_(const gt_ranking_ *t, size_t d) {
    double n = (double)t->n, head = (double)d, sum = 0.0, variance;
    for (size_t i = 0; i < d; i++) sum += t->ranks[gt_ranking_index_(t, i)] / 2.0;
    variance = t->rank_squares / (n - 1.0) * head * (n - head) / n;
    return sum / gt_sqrt_(gt_larger_(variance, 1e-9));
}
/* What the kit finds out about a slow start of a series. gt_cut_ only proposes how many samples are slow, and proposes
   some in 4 of 10 healthy series. A rank test and the size of the difference then decide. */
typedef struct gt_head_ {
    size_t samples;         /* how many samples at the start may be slow; 0 or 1: none are */
    double excess;          /* median of these samples divided by the median of the rest, less 1 */
    double z;               /* z of the rank test; 0 if the excess is too small to test */
} gt_head_;
static gt_head_ gt_head_of_(const gt_ranking_ *t) {
    gt_head_ head = { 0, 0.0, 0.0 };
    if (t->n < 4) return head;
    head.samples = gt_cut_(t);
    if (head.samples < 2) return head;
    head.excess = gt_excess_(gt_median_of_(t, 0, head.samples, 1), gt_median_of_(t, head.samples, t->n, 1));
    if (head.excess >= (t->n < 20 ? 0.05 : 0.02)) head.z = gt_head_against_rest_(t, head.samples);
    return head;
}
static int gt_is_slow_(double z, size_t n) { return z > (n < 20 ? 2.6 : 3.1); }

/* ---- single samples that are much longer than the others ---- */

static void gt_diagnose_outliers_(const gt_ranking_ *t, gt_level_ level, gt_diagnosis *out) {
    double limit = level.median + (10.0 + 2.5 * gt_log_((double)t->n)) * level.spread;
    double mean = 0.0, usual = 0.0, seen = 0.0;
    size_t i, count = 0;
    if (!(level.median > 0.0)) return;
    limit = gt_larger_(limit, 1.5 * level.median);
    out->outliers.above = limit;
    for (i = 0; i < t->n; i++) {
        mean += (t->x[i] - mean) / ((double)i + 1.0);
        if (t->x[i] > limit) {
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
    double rho;             /* Spearman's rank correlation of length and time, without its sign */
    /* The result of Pettitt's test for a step (Applied Statistics 28, 1979). The test adds up the ranks from the first
       sample on, where each rank is taken less the mean rank. It keeps the sum that is furthest from 0, without its
       sign. The unit is the standard deviation that a series without a step has. */
    double bridge;
    /* The index of the first sample after the step. The step is where the sum of ranks (`bridge`) is furthest from
       0. */
    size_t at;
    double lag1;            /* correlation of the ranks of neighbouring samples */
    /* The z of the rank test of Mann and Whitney that compares samples 0, 2, 4, ... with samples 1, 3, 5, ... */
    double odd_z;
    /* tau is the autocorrelation time from signs. off is the mean distance of the samples from their median. Only
       gt_rest_of_ sets these two. */
    double tau, off;
} gt_order_;
static double gt_neighbours_z_(double lag1, size_t n) { return (lag1 + 1.0 / (double)n) * gt_sqrt_((double)n); }
static gt_order_ gt_order_of_(const gt_ranking_ *t) {
    gt_order_ o = { 0.0, 0.0, 0, 0.0, 0.0, 0.0, 0.0 };
    double n = (double)t->n, before = 0.0, sum = 0.0, with_time = 0.0, neighbours = 0.0, evens = 0.0;
    double even_count = (double)((t->n + 1) / 2), variance;
    for (size_t i = 0; i < t->n; i++) {
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
/* Returns the autocorrelation time of x, found by gt_ranking_tau_. Returns NaN if memory runs out. if_neighbours_agree
   is NULL, or points to a second result: by how much the interval of a ratio is to be stretched. That is the same time
   if neighbouring samples are alike (the z of their correlation is above 1), else 1. gt_ratio_looked_ says why. */
static double gt_tau_looked_(const double *x, size_t n, double *if_neighbours_agree) {
    if (if_neighbours_agree) *if_neighbours_agree = 1.0;
    if (n < 20) return 1.0;
    gt_ranking_ t = gt_ranking_of_(x, n, 0.0);
    if (!t.room) return gt_nan_();
    double tau = gt_ranking_tau_(&t);
    if (if_neighbours_agree && gt_neighbours_z_(gt_order_of_(&t).lag1, t.n) > 1.0) *if_neighbours_agree = tau;
    free(t.room);
    return tau;
}
/* Returns how large the rank correlation of n independent samples may be by chance. It is the two-sided critical value
   at p = 0.001. It comes from the expansion of Student's t (Abramowitz and Stegun, 26.7.5). Its error is 0.0003 at
   n = 8, and smaller at larger n. */
static double gt_correlation_limit_(size_t n) {
    double v = (double)n - 2.0, z = 3.2905267314919255, q = z * z, t;
    t = z + z * (q + 1.0) / (4.0 * v) + z * ((5.0 * q + 16.0) * q + 3.0) / (96.0 * v * v);
    t += z * (((3.0 * q + 19.0) * q + 17.0) * q - 15.0) / (384.0 * v * v * v);
    t += z * ((((79.0 * q + 776.0) * q + 1482.0) * q - 1920.0) * q - 945.0) / (92160.0 * v * v * v * v);
    return t / gt_sqrt_(t * t + v);
}
/* The trend of a series, described in two ways. One is a line through the medians of the first and of the last third
   (each at least 3 samples). The other is a step: one level before a sample, another level from that sample on. */
typedef struct gt_trend_ {
    double slope;           /* the line: by how much it rises from sample to sample */
    double change;          /* the line: median of the last third divided by that of the first, less 1 */
    size_t at;              /* the step: index of the first sample after it */
    double before, after;   /* the step: medians of the samples before and after it */
} gt_trend_;
static gt_trend_ gt_trend_of_(const gt_ranking_ *t, size_t at) {
    gt_trend_ trend;
    size_t third = t->n / 3 < 3 ? 3 : t->n / 3;
    double first = gt_median_of_(t, 0, third, 1), last = gt_median_of_(t, t->n - third, t->n, 1);
    trend.slope = (last - first) / (double)(t->n - third);
    trend.change = gt_excess_(last, first);
    trend.at = at ? at : 1;
    trend.before = gt_median_of_(t, 0, trend.at, 1);
    trend.after = gt_median_of_(t, trend.at, t->n, 1);
    return trend;
}
/* Ranks the samples x anew, after the caller has subtracted a trend from them. Returns what order is left in the
   samples, including the fields tau and off of gt_order_. The array of ranks is lost: its memory is used for signs. */
static gt_order_ gt_rest_of_(gt_ranking_ *t) {
    gt_ranking_sort_(t);
    double median = gt_median_of_sorted_(t->sorted, t->n);
    gt_order_ rest = gt_order_of_(t);
    rest.tau = gt_tau_about_(t->x, t->n, median, (signed char *)t->ranks);
    for (size_t i = 0; i < t->n; i++) rest.off += gt_abs_(t->x[i] - median) / (double)t->n;
    return rest;
}
/* Subtracts the trend from the samples x, once as a line and once as a step. Returns the order of one of the two
   remainders: the one with the smaller autocorrelation time. *is_step gets 1 if the step describes the trend better,
   which means that it leaves smaller distances from the median. All arrays of *t but x are overwritten. */
static gt_order_ gt_without_trend_(gt_ranking_ *t, const gt_trend_ *trend, int *is_step) {
    double middle = ((double)t->n - 1.0) / 2.0;
    gt_order_ rest[2];
    for (size_t step = 0; step < 2; step++) {
        for (size_t i = 0; i < t->n; i++)
            t->x[i] -= !step ? trend->slope * ((double)i - middle) : i < trend->at ? trend->before : trend->after;
        rest[step] = gt_rest_of_(t);
        gt_ranking_read_(t);
    }
    *is_step = rest[1].off < rest[0].off;
    return rest[rest[1].tau < rest[0].tau];
}

/* ---- two modes: samples gather around two levels, and a wide gap between sorted samples separates them ---- */

/* Spreads samples of equal length evenly over one step of the clock (`tick`). Without this, each step of a coarse clock
   would look like a mode. */
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
/* Returns a limit for a ratio: the widest gap between sorted samples, divided by the narrow gaps on both sides of it
   (gt_widest_). A ratio above the limit means that the samples have two modes. The limit is 1.05 times the ratio that
   99 % of uniformly distributed series of n samples stay below. Of all distributions with one mode, the uniform one
   gives the largest ratios. Between two sizes of the table the limit is linear in ln n. */
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
/* Returns the index of the spacing that stands out most, or n if there is none. A spacing is the distance between two
   sorted samples whose indices differ by m. Each spacing is compared with two others: the narrowest one at least m
   indices before it, and the narrowest one at least m indices after it. *ratio gets the spacing divided by the wider of
   these two. `room` is working memory for n doubles. */
static size_t gt_widest_(const double *spacing, size_t n, size_t m, double *room, double *ratio) {
    size_t i, best = n;
    double before = spacing[0];
    for (i = n; i-- > 0;) room[i] = i + 1 < n && room[i + 1] < spacing[i] ? room[i + 1] : spacing[i];
    *ratio = 0.0;
    for (i = m; i + m < n; i++) {
        if (spacing[i - m] < before) before = spacing[i - m];
        double found = spacing[i] / gt_larger_(before, room[i + m]);
        if (found > *ratio) {
            *ratio = found;
            best = i;
        }
    }
    return best;
}
static size_t gt_tightest_(const double *spacing, size_t from, size_t to) {
    size_t i, best = from;
    for (i = from + 1; i < to; i++)
        if (spacing[i] < spacing[best]) best = i;
    return best;
}
/* Looks for two modes in a series. The arrays of *t are overwritten. */
static void gt_diagnose_modes_(gt_ranking_ *t, double median, gt_diagnosis *out) {
    size_t m = (size_t)(gt_sqrt_((double)t->n) + 0.5), n, at, low, high, below = 0, i;
    const double *sorted = t->sorted;
    /* Two working arrays use the memory of arrays of *t that are no longer needed. */
    double *spacing = t->x, *room = (double *)(void *)t->order, ratio, valley;
    if (!(median > 0.0)) return;
    gt_spread_ties_(t->sorted, t->n, t->tick);
    if (m < 3) m = 3;
    n = t->n - m;
    /* Spacings below 1e-14 of the median are rounding errors. */
    for (i = 0; i < n; i++) spacing[i] = gt_larger_(sorted[i + m] - sorted[i], 1e-14 * median);
    at = gt_widest_(spacing, n, m, room, &ratio);
    if (at == n || !(ratio > gt_valley_limit_(t->n))) return;
    low = gt_tightest_(spacing, 0, at - m + 1);
    high = gt_tightest_(spacing, at + m, n);
    valley = (sorted[at] + sorted[at + m]) / 2.0;
    while (below < t->n && sorted[below] < valley) below++;
    out->bimodal.low = (sorted[low] + sorted[low + m]) / 2.0;
    out->bimodal.high = (sorted[high] + sorted[high + m]) / 2.0;
    out->bimodal.low_share = (double)below / (double)t->n;
    /* Two modes within a step of the clock are one. */
    out->bimodal.fired = out->bimodal.high - out->bimodal.low >= gt_larger_(0.02 * median, t->tick);
}

/* ---- all tests, on a series without its slow start ---- */

/* Looks for drift, alternation, two modes and autocorrelation in a series whose slow start was cut off. With fewer than
   20 samples the function looks only for drift, and reports it only if the ranks show it clearly. From 20 samples on,
   the tests for drift are corrected for autocorrelation: the one that is left after the trend was subtracted. The trend
   is subtracted only if a test makes a trend likely. In a series of a few distinct values, the subtraction would itself
   create correlation. A slow end is found as a slow start of the reversed series. The arrays of *t are overwritten. */
static void gt_diagnose_order_(gt_ranking_ *t, double median, gt_diagnosis *out) {
    gt_order_ all = gt_order_of_(t), rest = all;
    gt_trend_ trend = gt_trend_of_(t, all.at);
    gt_ranking_ reversed = *t;
    double limit = gt_correlation_limit_(t->n), z, divisor;
    int changes = gt_abs_(trend.change) >= 0.01;
    out->drift.percent = 100.0 * trend.change;
    out->drift.at = out->dropped + all.at;
    if (t->n < 20) {
        out->drift.fired = changes && all.rho > limit;
        return;
    }
    reversed.backwards = 1;
    gt_head_ tail = gt_head_of_(&reversed);
    if (gt_abs_(all.odd_z) > 3.5) {
        out->alternate.percent = 100.0 * gt_excess_(gt_median_of_(t, 0, t->n, 2), gt_median_of_(t, 1, t->n, 2));
        out->alternate.fired = gt_abs_(out->alternate.percent) >= 1.0;
    }
    gt_diagnose_modes_(t, median, out);
    gt_ranking_read_(t);
    if (all.bridge > 1.36 && (trend.slope != 0.0 || trend.before != trend.after))
        rest = gt_without_trend_(t, &trend, &out->drift.is_step);
    else
        rest.tau = gt_tau_about_(t->x, t->n, median, (signed char *)t->ranks);
    z = gt_neighbours_z_(rest.lag1, t->n);
    divisor = z > 1.0 ? gt_sqrt_(rest.tau) : 1.0;
    out->autocorr.tau = rest.tau;
    out->autocorr.n_eff = (double)t->n / rest.tau;
    out->autocorr.fired = z > 3.09 && rest.tau >= 2.0;
    out->drift.fired = changes && (all.rho / divisor > limit || all.bridge / divisor > 1.95);
    if (!out->drift.fired && gt_is_slow_(tail.z / divisor, t->n)) {
        out->drift.fired = out->drift.is_step = 1;
        out->drift.percent = 100.0 * tail.excess;
        out->drift.at = out->dropped + t->n - tail.samples;
    }
    if (out->drift.fired || out->alternate.fired) out->bimodal.fired = 0;
}
gt_status gt_diagnose(const double *x, size_t n, double tick, gt_diagnosis *out) {
    gt_level_ level = { 0.0, 0.0 };
    if (!out) return GT_ERR_ARGUMENT;
    memset(out, 0, sizeof *out);
    if ((!x && n > 0) || !gt_is_tick_(tick)) return GT_ERR_ARGUMENT;
    gt_ranking_ t = gt_ranking_of_(x, n, tick);
    out->n = t.n;
    out->rejected = n - t.n;
    if (!t.room) return GT_ERR_MEMORY;
    if (t.n) {
        gt_diagnose_first_(&t, out);
        gt_head_ head = gt_head_of_(&t);
        out->warmup.fired = gt_is_slow_(head.z, t.n);
        out->warmup.samples = head.samples;
        out->warmup.percent = 100.0 * head.excess;
        out->dropped = out->warmup.fired ? out->warmup.samples : (size_t)out->cold_first.fired;
        if (out->dropped) gt_ranking_drop_(&t, out->dropped);
        level = gt_level_of_(&t, 0, t.n, 1, tick);
        out->coarse.fired = tick > 0.0 && tick > 0.01 * level.median;
        out->coarse.percent = level.median > 0.0 ? 100.0 * tick / level.median : gt_infinity_();
        out->tau = gt_ranking_tau_(&t);
    }
    if (t.n >= 8) {
        gt_diagnose_outliers_(&t, level, out);
        gt_diagnose_order_(&t, level.median, out);
    }
    out->fired = out->cold_first.fired + out->warmup.fired + out->drift.fired + out->bimodal.fired +
                 out->autocorr.fired + out->alternate.fired + out->outliers.fired + out->coarse.fired;
    free(t.room);
    return GT_OK;
}

/* ---- in which columns samples that stand out are larger than usual ones ---- */

/* Computes the mean of each column of gt_sample over some samples of a series. The parts of a sample sum to its length.
   The means of the parts therefore sum to the mean length; medians would not.
     x, n      the lengths of the samples, and how many samples there are
     mark, is  sample i is chosen if mark[i] equals `is`
     middle    1: of the chosen samples only the middle half by length counts. Of more than 1,024 samples, about 1,024
               that lie evenly among them tell where that half begins and ends; to sort a million would take longer than
               all other rules
     column    column[c][first + i] is the value of sample i in column c; column[c] is NULL if the column has no values
     mean      mean[c] gets the mean of column c; NaN if no chosen sample has a value there */
static void gt_means_of_(const double *x, const unsigned char *mark, int is, size_t n, int middle,
                         double *const *column, size_t columns, size_t first, double *mean) {
    enum { enough = 1024 };
    const uint32_t share = n > enough ? (uint32_t)(UINT32_MAX / n * enough) : UINT32_MAX;
    double some[enough], low = -DBL_MAX, high = DBL_MAX;
    size_t m = 0;
    /* multiples of the golden ratio: they lie evenly, whatever the period of the samples */
    for (size_t i = 0; middle && i < n && m < enough; i++)
        if (mark[i] == is && (uint32_t)i * UINT32_C(2654435769) <= share) some[m++] = x[i];
    if (m) {
        gt_sort_doubles_(some, m);
        low = some[m / 4];
        high = some[m - 1 - m / 4];
    }
    for (size_t c = 0; c < columns; c++) {
        double sum = 0, known = 0;
        for (size_t i = 0; column[c] && i < n; i++) {
            const double value = column[c][first + i];
            if (mark[i] != is || !(x[i] >= low && x[i] <= high) || !gt_is_finite_(value)) continue;
            sum += value;
            known++;
        }
        mean[c] = known > 0 ? sum / known : gt_nan_();
    }
}
/* Compares samples that stand out (mark 1) with usual samples (mark 0), column by column of gt_sample. Sets `usual` to
   the means of the usual samples, and `more` to how much larger the means of the samples that stand out are. Of the
   usual samples only the middle half by length counts. Of the samples that stand out all count, unless they are a
   quarter of both or more. Then only their middle half counts. count[k]: how many samples have the mark k. Returns 0 if
   one of the two groups is empty. */
static int gt_excess_of_(const double *x, const unsigned char *mark, size_t n, const size_t *count,
                         double *const *column, size_t columns, size_t first, double *usual, double *more) {
    gt_means_of_(x, mark, 0, n, 1, column, columns, first, usual);
    gt_means_of_(x, mark, 1, n, count[1] * 3 >= count[0], column, columns, first, more);
    for (size_t c = 0; c < columns; c++) more[c] -= usual[c];
    return count[0] && count[1];
}

/* -- text: numbers that read the same under any locale; trials and reports use this part -- */

/* Formats a short text, as printf does. The text is cut after 127 bytes. It stands in a ring of memory that each thread
   has for itself. Later texts of the thread overwrite it: after 9 more of full length, or after many more short
   ones. */
GT_PRINTS_(1, 2)
static char *gt_text_(const char *format, ...) {
    enum { most = 128 };
    static GT_THREAD_LOCAL_ char ring[11 * most];
    static GT_THREAD_LOCAL_ size_t next;
    char *text = ring + (next + most > sizeof ring ? 0 : next);
    va_list values;
    va_start(values, format);
    vsnprintf(text, most, format, values);
    va_end(values);
    next = (size_t)(text - ring) + strlen(text) + 1;
    return text;
}
static const char *gt_some_(double n, const char *one) {     /* returns a number with its noun: "1 pass", "2 passes" */
    return gt_text_("%.0f %s%s", n, one, n < 1 || n > 1 ? strchr("sh", one[strlen(one) - 1]) ? "es" : "s" : "");
}
static char *gt_copy_of_(const char *text) {    /* returns a copy, which the caller frees; NULL if memory runs out */
    size_t size = strlen(text) + 1;
    char *copy = (char *)malloc(size);
    return copy ? (char *)memcpy(copy, text, size) : NULL;
}
static const char *gt_point_(char *s) {     /* replaces the decimal sign of the locale by a point */
    const char *point = localeconv()->decimal_point;
    size_t length = strlen(point);
    char *at = length && strcmp(point, ".") ? strstr(s, point) : NULL;
    if (at) {
        *at = '.';
        memmove(at + 1, at + length, strlen(at + length) + 1);
    }
    return s;
}
static const char *gt_last_name_(const char *file) {    /* returns the name of a file without its folders */
    const char *last = file;
    for (; *file; file++) if (*file == '/' || *file == '\\') last = file + 1;
    return last;
}
static const char *gt_fixed_(double value, int decimals, const char *unit) {
    if (!gt_is_finite_(value)) return "-";
    return gt_point_(gt_text_(gt_abs_(value) < 1e21 ? "%.*f%s" : "%.*e%s", decimals, value, unit));
}
static const char *gt_digits_(double x, const char *unit) {     /* returns a number with three digits and its unit */
    double a = gt_abs_(x);
    return gt_fixed_(x, a >= 99.95 || a == 0 ? 0 : a >= 9.995 ? 1 : 2, unit);
}
static const char *gt_time_(double ns) {
    double a = gt_abs_(ns);
    if (a < 999.5) return gt_digits_(ns, " ns");
    if (a < 999.5e3) return gt_digits_(ns * 1e-3, " us");
    if (a < 999.5e6) return gt_digits_(ns * 1e-6, " ms");
    if (a < 999.5e12) return gt_digits_(ns * 1e-9, " s");
    return gt_point_(gt_text_("%.2e s", ns * 1e-9));
}
static const char *gt_rate_(double per_s, const char *unit) {
    static const char *const prefix[] = { " ", " k", " M", " G", " T", " P" };
    int i;
    if (per_s >= 1e21) return gt_point_(gt_text_("%.2e %s", per_s, unit));
    for (i = 0; per_s >= 999.5 && i < 5; i++) per_s *= 1e-3;
    return gt_digits_(per_s, gt_text_("%s%s", prefix[i], unit));
}
static const char *gt_percent_(double percent) {
    double a = gt_abs_(percent);
    return gt_fixed_(percent, a >= 9.95 || a == 0 ? 0 : a >= 0.095 ? 1 : a >= 0.00095 ? 3 : 6, " %");
}

/* -- figures: the numbers in the text of a finding -- */

/* The text of a finding has a pair of braces for each value. Values are taken in order. An empty pair, {}, stands for a
   text. A pair for a number holds the name of the number, and says how the number is shown:
     {name}       as a whole number
     {name#pass}  as a whole number with a noun: "1 pass", "2 passes"
     {name:ns}    as a time; {name:%} as a percentage, {name:ppm} as parts per million
     {name:x}     with three digits; {name:g} also with three digits, for numbers of any size
     {name:.1}    with as many decimals as the digit says
     {name:B/s}   with this unit; any text behind the colon that is not listed here is a unit
     {name:?}     with the unit that the value brings along
   "=from" behind a name says where the rules of findings get the value. */
/* A value that is put into a text. `is` says what it is: 'x' a number (`text` is its unit), 't' a text, 0 no value. */
typedef struct gt_value_ { char is; double x; const char *text; } gt_value_;
typedef struct gt_values_ { gt_value_ of[10]; } gt_values_;
#ifdef __cplusplus
#define GT_VALUES_(...) gt_values_{{ __VA_ARGS__ }}
#else
#define GT_VALUES_(...) (gt_values_){{ __VA_ARGS__ }}
#endif
static gt_value_ gt_in_unit_(double x, const char *unit) {
    const gt_value_ v = { 'x', x, unit };
    return v;
}
static gt_value_ gt_x_(double x) { return gt_in_unit_(x, ""); }
static gt_value_ gt_n_(uint64_t n) { return gt_x_((double)n); }
static gt_value_ gt_t_(const char *text) {
    const gt_value_ v = { 't', 0, text };
    return v;
}
/* Returns the number x as text. `shown` is what stands in the braces behind the name of the number (see "figures"
   above). */
static const char *gt_figure_text_(double x, const char *shown) {
    const char *unit = shown + 1;
    if (!shown[0]) return gt_text_("%.0f", x);
    if (shown[0] == '#') return gt_some_(x, unit);
    if (unit[0] == '.') return gt_fixed_(x, unit[1] - '0', "");
    if (!strcmp(unit, "x")) return gt_digits_(x, "");
    if (!strcmp(unit, "g")) return gt_point_(gt_text_("%.3g", x));
    if (!strcmp(unit, "ns")) return gt_time_(x);
    if (!strcmp(unit, "%")) return gt_percent_(x);
    return strcmp(unit, "ppm") ? gt_rate_(x, unit) : gt_fixed_(x, 0, " ppm");
}
/* Returns the number x as text, and stores number, name and unit in *to. If `to` is NULL, the function only makes the
   text. */
static const char *gt_figure_set_(gt_figure *to, const char *brace, double x) {
    const size_t length = strcspn(brace, "=:#");
    const char *shown = brace + strcspn(brace, ":#");
    if (to) {
        to->value = x;
        gt_copy_(to->name, length < sizeof to->name ? length + 1 : sizeof to->name, brace);
        gt_copy_(to->unit, sizeof to->unit, shown[0] == ':' && !strchr(".xg", shown[1]) ? shown + 1 : "");
    }
    return gt_figure_text_(x, shown);
}
static void gt_append_(char *to, size_t size, const char *text, size_t length) {
    const size_t used = strlen(to);
    snprintf(to + used, size - used, "%.*s", (int)length, text);
}
/* Appends `text` to the string `to`, with the next value in place of each pair of braces (see "figures" above). The
   numbers are also appended to the array `figure`. It has room for `most` numbers, and *count says how many it holds.
   Braces without a value stay visible in the string; so do values without braces. */
static void gt_fill_figures_(char *to, size_t size, gt_figure *figure, size_t *count, size_t most, const char *text,
                             const gt_values_ *values) {
    const gt_value_ *v = values->of, *end = v + sizeof values->of / sizeof *values->of;
    char brace[48];
    while (*text || (v < end && v->is)) {
        const size_t plain = strcspn(text, "{"), inside = text[plain] ? strcspn(text + plain + 1, "}") : 0;
        const char is = v < end ? v->is : 0;
        gt_append_(to, size, text, plain);
        if (!text[plain] && !is) break;
        snprintf(brace, sizeof brace - 8, "%.*s", (int)inside, text + plain + 1);
        text += plain + (text[plain] ? inside + 2 : 0);
        const int named = strcspn(brace, "=") > 0;
        const char *shown = is == (named ? 'x' : 't') ? v->text : "{}";
        char *unit = is == 'x' ? strstr(brace, ":?") : NULL;
        if (unit) gt_copy_(unit + 1, 8, v->text);
        if (is == 'x' && named) shown = gt_figure_set_(*count < most ? &figure[(*count)++] : NULL, brace, v->x);
        gt_append_(to, size, shown, strlen(shown));
        v += is != 0;
    }
    (void)gt_plain_(to, 0);
}
static void gt_figures_add_(gt_finding *f, const char *text, gt_values_ values) {
    gt_fill_figures_(f->figures, sizeof f->figures, f->figure, &f->figure_count, sizeof f->figure / sizeof *f->figure,
                     text, &values);
}

/* -- sections: rows and sentences -- */

static void gt_section_free_(gt_section_ *s) {
    for (size_t i = 0; i < s->cells; i++) free(s->cell[i].text);
    for (size_t i = 0; i < s->sentences; i++) free(s->sentence[i].text);
    free(s->cell);
    free(s->sentence);
}
/* Adds a cell (is_cell 1) or a sentence (is_cell 0) to a section of the report. A cell stays empty if it has a number
   that is not known (NaN). */
static GT_UNUSED_ void gt_section_put_(gt_section_ *s, int is_cell, const char *text, const gt_values_ *values) {
    char room[2048] = "";
    gt_said_ *to = (gt_said_ *)(is_cell ? gt_more_(&s->cell, s->cells, &s->cell_room, sizeof *to)
                                        : gt_more_(&s->sentence, s->sentences, &s->sentence_room, sizeof *to));
    s->full |= !to;
    if (!to) return;
    memset(to, 0, sizeof *to);
    gt_fill_figures_(room, sizeof room, to->figure, &to->figures, sizeof to->figure / sizeof *to->figure, text, values);
    for (size_t i = 0; is_cell && i < to->figures; i++) if (!gt_is_finite_(to->figure[i].value)) room[0] = 0;
    to->text = gt_copy_of_(room);
    s->full |= !to->text;
    *(is_cell ? &s->cells : &s->sentences) += to->text != NULL;
}
static const char *gt_width_(double share) { return share > 10 ? ">1000 %" : gt_percent_(100 * share); }

/* ==== >>trial, implementation ==== */

/* Trials (GT_TRIAL), comparisons (GT_COMPARE) and batches (GT_BATCH_CL) share this code. Each of them runs a body of
   the program many times; one run of the body is a pass. Each has a plan, which is a list of groups. A group has a
   series, and a number of passes that make one sample of this series. A round runs all groups, one after another, in
   the order that gt_round_order_ chooses. Warm-up rounds go to series of their own. gt_trial_look_ finds how well the
   answer (a median, ratio or slope) is known. gt_trial_why_stop_ decides whether that is good enough.
     trial        one group, with as many passes as the clock needs
     comparison   a group for each side; the body runs only the side whose turn it is, found by its name
     batch        groups of 1, K and (K + 1) / 2 passes, with a wait for the queue before and after each
   Rests are pauses between blocks of rounds. They spread the samples over time. In a rest the body runs on, since idle
   devices slow down, but these passes are not reported. */
enum { GT_SIDES_ = 8, GT_GROUPS_ = GT_SIDES_, GT_WARMUP_LIMIT_ = 1000000, GT_FIRST_LOOK_ = 30, GT_BLOCKS_ = 6 };
/* The kinds of groups that a batch has. Each series of a batch keeps the kind of its group in its field `rank`. */
enum { GT_GROUP_ONE_, GT_GROUP_MANY_, GT_GROUP_MIDDLE_, GT_GROUP_ENQUEUE_ };

typedef struct gt_plan_group_ {
    char *name;
    uint64_t passes;
    /* The series that get the samples of the group: cold those of the warm-up, node those of measured rounds, rest
       those of rests. */
    gt_node_ *cold, *node, *rest;
    /* Checks whether a pass left work in a queue: audits is the number of checks, leaks is how many of them found work,
       and leaked_ticks is how long (in ticks) the queues still worked then. idle is how many found all open queues
       idle behind commands for which, as far as the kit knows, nobody has waited. */
    uint64_t audits, leaks, leaked_ticks, idle;
    /* Only of a batch: a series whose samples end earlier, when the last call of the last pass has returned. The wait
       for the queue is not in them. */
    gt_node_ *enqueue;
} gt_plan_group_;
typedef struct gt_trial_state_ {
    gt_trial_options o;
    gt_kind kind;
    gt_thread_ *thread;
    gt_node_ *around;               /* the innermost scope that was open when the trial began */
    gt_node_ *node;                 /* the series of the trial itself; NULL until it is made */
    gt_plan_group_ group[GT_GROUPS_];
    int order[GT_GROUPS_];          /* indices of the groups, in the order of this round */
    /* Row 0 is an order of the sides. Row 1 says for each round where in this order the round begins. */
    int square[2][GT_SIDES_];
    /* groups is how many groups the plan has; in_round is how many of them run in this round; position is how many of
       those have ended. */
    int groups, in_round, position;
    /* selected is the index of the group whose turn it is. It is -1 in the first pass of a comparison, which finds the
       names of the sides. ran is 1 if the selected side has run. */
    int selected, ran;
    gt_scope pass;                  /* the sample that is being taken: of a pass, a side or a group */
    /* passes_each is how many passes the current sample has; passes_done is how many of them have ended. */
    uint64_t passes_each, passes_done;
    int warm_left;                  /* how many warm-up rounds are still to come */
    uint64_t many;                  /* of a batch: K, the passes in a long group; 0 until it is chosen */
    /* The length of the first pass, in ns. For a batch: of the quickest warm-up pass. 0 if not known. */
    double one_ns;
    /* Only of a batch: a function that waits until the queue is empty. It returns 0 after an error, which the kit
       keeps. */
    int (*wait)(void *queue);
    void *queue;
    /* begin is the time (in ticks) at which the measured rounds began; begun is 1 once they have begun. */
    uint64_t begin, begun;
    /* passes is how many measured rounds have ended. next_look is the number of rounds after which gt_trial_look_ is
       called next. */
    size_t passes, next_look;
    /* share is tau / n at the last look: the part of a series that one independent sample stands for. If the trial has
       several series, it is the largest of theirs. gap_s is the mean time between blocks of rounds, in s; 0 if there
       are no rests. */
    double share, gap_s;
    /* When this block of rounds began, in s since the first measured round. During a rest: when the next block
       begins. */
    double block_s;
    uint64_t unrecorded;            /* how many rounds ran in rests; they are not reported */
    uint64_t length;                /* length of the last complete sample, in ticks; not set in comparisons */
    /* How much work (in ticks) may still stand in queues, because no pass waited for it. */
    uint64_t left_ticks;
    /* spreads is 1 if rounds come in blocks with rests between them. resting is 1 during a rest, which lasts until
       block_s. pauses is how many rests there were. */
    int spreads, resting, pauses;
    /* progress_s is when the last progress message was printed, in s. worst is how badly the answer is known at the
       last look: the half-width of the widest interval, divided by its middle. */
    double progress_s, worst;
    /* progress_lines is 1 if `progress` is no terminal: each message is then a line of its own. progress_shown is 1
       once a message was printed. */
    int progress_lines, progress_shown;
    char worst_name[64];            /* the name of the series with the widest confidence interval */
    /* random is the state of the random numbers (gt_random_). errors is the number of errors (gt_errors_) when the
       trial began. */
    uint32_t random, errors;
} gt_trial_state_;

/* Returns the seed of this run of the program: all random orders are made from it. Each run has other orders, since one
   fixed order would have the same effect in all runs. The user can repeat a run by giving its seed (GT_SEED). An order
   depends on three things: the seed, the name of the trial, and how many trials its thread began before. */
static uint32_t gt_seed_of_run_(void) {
    static uint32_t seed;
    const char *given = gt_variable_value_(&gt_variables_[GT_ENV_SEED_]);
    if (!GT_LOAD_(&seed)) {
        const uint64_t now = gt_os_ns_() ^ gt_tick_() << 20 ^ (uint64_t)gt_process_() << 40;
        const uint32_t own = (uint32_t)((now * UINT64_C(0x9E3779B97F4A7C15)) >> 32);
        (void)gt_replace_(&seed, 0, given ? gt_number_of_(given) : own ? own : 1);
    }
    return GT_LOAD_(&seed);
}
/* Returns the seed of one trial. It is never 0, since from 0 gt_random_ would make only zeros. */
static uint32_t gt_seed_of_trial_(const char *name, uint32_t before) {
    const uint64_t mix = (gt_hash_text_(UINT64_C(0xcbf29ce484222325) ^ gt_seed_of_run_(), name) + before) *
                         UINT64_C(0x9E3779B97F4A7C15);
    return (uint32_t)(mix >> 32) | 1u;
}

static const char *const gt_stop_texts_[] = { GT_STOPS(GT_SECOND_) };

/* Returns how many seconds the measured rounds have taken. They are right also by a clock that counts microseconds for
   nanoseconds, so that a budget does not become 1,000 times as long. */
static double gt_trial_s_(const gt_trial_state_ *st) {
    const double pace = gt_clk_.pace > 0 ? gt_clk_.pace : 1;
    return (double)(int64_t)(gt_now_() - st->begin) * gt_clk_.ns_per_tick * 1e-9 / pace;
}
/* Returns the series that gets the next sample of a group. */
static gt_node_ *gt_group_target_(const gt_trial_state_ *st, const gt_plan_group_ *g) {
    return st->resting ? g->rest : st->begun ? g->node : g->cold;
}
static int gt_is_upset_(const gt_trial_state_ *st) {
    return GT_LOAD_(&gt_errors_) != st->errors || gt_is_off_();
}

static void gt_trial_fault_(gt_status status, gt_kind kind, const char *name, const char *detail) {
    gt_fault_(status, gt_text_("%s(\"%.100s\")", kind == GT_KIND_COMPARISON ? "GT_COMPARE"
                               : kind == GT_KIND_BATCH ? "GT_BATCH_CL" : "GT_TRIAL", name), detail);
}
static void gt_trial_free_(gt_trial_state_ *st) {
    for (int i = 0; i < st->groups; i++) free(st->group[i].name);
    free((void *)(uintptr_t)st->o.name);
    free(st);
}

/* -- judging -- */

/* Returns the lengths (in ns) of those samples of a series that began at the time `begin` (in ticks) or later. The
   caller frees the array. *count gets the number of samples. Returns NULL if memory runs out. */
static double *gt_samples_since_(gt_node_ *n, uint64_t begin, size_t *count) {
    gt_series_state_ *st = n->state;
    uint64_t left = gt_stored_(n) - st->freed, forgotten = GT_PEEK_(&st->mark_n), index = st->freed;
    double *x = (double *)malloc((size_t)(left ? left : 1) * sizeof *x);
    *count = 0;
    for (gt_block_ *b = st->blocks; x && b && left; b = b->after) {
        gt_ticks_ *s = gt_block_samples_(b);
        uint64_t i, k = left < b->size ? left : b->size;
        for (i = 0; i < k; i++, index++) {
            double ns = st->key.in_ns ? gt_double_of_(s[i].ticks) : (double)s[i].ticks * gt_clk_.ns_per_tick;
            /* A sample is left out if the clock stepped back in it. */
            if (!st->key.in_ns && s[i].ticks >> 63) continue;
            if (index >= forgotten && (int64_t)(s[i].begin - begin) >= 0 && gt_is_finite_(ns)) x[(*count)++] = ns;
        }
        left -= k;
    }
    return x;
}
/* Removes the last sample of a series, because the round of this sample did not end. */
static void gt_sample_undo_(gt_node_ *n) {
    gt_lock_();
    gt_block_ *last = n->state->last_block;
    if (last && n->next != gt_block_samples_(last) && gt_stored_(n) > n->state->mark_n) {
        GT_STORE_(&n->next, n->next - 1);
        gt_claims_forget_(n);
    }
    gt_unlock_();
}

static double gt_half_width_(const gt_interval *ci, double middle) {
    if (ci->confidence < GT_LOOK_CONFIDENCE_ - 1e-9) return DBL_MAX;
    return middle > 0 ? (ci->high - ci->low) / 2 / middle : 1e30;
}
/* Returns how badly the answer of a trial is known: the half-width of its confidence interval, divided by its middle.
   If b is NULL, the answer is the median of series a; else it is the slope or the ratio of the series a and b. Returns
   DBL_MAX if the answer is not known yet, and -1 if there are no samples. The interval is made wider, since each time
   may be off by one step of the clock. The function also raises st->share to tau / n of this series, if that is larger.
   tau / n is the part of the series that one independent sample stands for. */
static double gt_width_of_(gt_trial_state_ *st, gt_node_ *a, gt_node_ *b) {
    const gt_as_ as = !b ? GT_AS_IT_IS_ : st->kind == GT_KIND_BATCH ? GT_AS_SLOPE_ : GT_AS_LOG_RATIO_;
    const gt_tau_ how = !b ? GT_TAU_LOOKED_ : as == GT_AS_SLOPE_ ? GT_TAU_BESIDE_ : GT_TAU_AGREES_;
    const double confidence = 1 - (1 - GT_LOOK_CONFIDENCE_) / (as == GT_AS_LOG_RATIO_ ? st->groups - 1 : 1);
    const double step = gt_clk_.info.step_ns, passes = a->state->passes ? (double)a->state->passes : 1;
    size_t n, of_b = 0;
    double *x = gt_samples_since_(a, st->begin, &n), *y = b ? gt_samples_since_(b, st->begin, &of_b) : x;
    double width = x && !b ? -1 : DBL_MAX, by = step / passes;
    gt_stats s;
    if (b && of_b < n) n = of_b;
    if (x && y && n) {
        (void)gt_rounds_of_(as, x, y, n, (double)st->many, how, confidence, &s);
        if (s.n && !(s.tau / (double)s.n <= st->share)) st->share = s.tau / (double)s.n;
        gt_sort_doubles_(x, n);
        if (b) gt_sort_doubles_(y, n);
        if (as == GT_AS_SLOPE_) by = 2 * step / ((double)st->many - 1);
        if (as == GT_AS_LOG_RATIO_) by = step / gt_median_of_sorted_(x, n) + step / gt_median_of_sorted_(y, n);
        s.ci = gt_widened_(s.ci, by);
        width = gt_half_width_(&s.ci, as == GT_AS_LOG_RATIO_ ? 1 : s.median);
        if (s.ci.confidence < confidence - 1e-9) width = DBL_MAX;
    }
    free(x);
    if (b) free(y);
    return width;
}
static void gt_trial_worse_(gt_trial_state_ *st, double width, const char *name) {
    if (width < st->worst) return;
    st->worst = width;
    gt_copy_(st->worst_name, sizeof st->worst_name, name);
    (void)gt_plain_(st->worst_name, 0);
}
/* Finds how well the answer of the trial is known. Sets three fields of *st: worst (the half-width of the widest
   interval), worst_name (the series with this interval), and share (the part of a series that one independent sample
   stands for). */
static void gt_trial_look_(gt_trial_state_ *st) {
    const gt_plan_group_ *g = st->group;
    gt_node_ *n = st->node;
    st->worst = st->share = 0;
    st->worst_name[0] = 0;
    if (st->kind == GT_KIND_BATCH)
        gt_trial_worse_(st, gt_width_of_(st, g->node, g[GT_GROUP_MANY_].node), "the slope");
    for (int i = 1; st->kind == GT_KIND_COMPARISON && i < st->groups; i++)
        gt_trial_worse_(st, gt_width_of_(st, g->node, g[i].node), g[i].name);
    if (st->kind != GT_KIND_TRIAL) return;
    while ((n = gt_node_next_(n, st->node)) != NULL) {
        if (n->state->key.kind == GT_KIND_COMMAND || (st->o.phase && strcmp(st->o.phase, n->state->key.name))) continue;
        gt_trial_worse_(st, gt_width_of_(st, n, NULL), n->state->key.name);
    }
    if (!st->worst_name[0])     /* if no scope inside has run, the whole body counts */
        gt_trial_worse_(st, gt_width_of_(st, st->node, NULL), st->o.name);
}

static int gt_is_terminal_(FILE *out);
static void gt_trial_progress_of_(gt_trial_state_ *st) {        /* chooses where progress is printed, and how */
    if (st->o.progress || !gt_variable_value_(&gt_variables_[GT_ENV_PROGRESS_])) return;
    st->o.progress = stderr;
    st->progress_lines = !gt_is_terminal_(stderr);
    if (!st->progress_lines) st->progress_s = 1.8;          /* trials of less than 2 s print no message */
}
static void gt_trial_progress_(gt_trial_state_ *st, int last) {
    double now = gt_trial_s_(st), width = 100 * st->worst, wanted = 100 * st->o.precision;
    FILE *out = st->o.progress;
    if (!out || !st->begun || (!last && now - st->progress_s < (st->progress_lines ? 10 : 0.2))) return;
    st->progress_s = now;
    if (last) {
        if (!st->progress_lines && st->progress_shown) fprintf(out, "\r%100s\r", "");
    } else {
        st->progress_shown = 1;
        fprintf(out, "%s%.30s: n=%lu", st->progress_lines ? "" : "\r", gt_plain_(gt_text_("%s", st->o.name), 0),
                (unsigned long)st->passes);
        if (st->worst > 0 && st->worst < 10)
            fprintf(out, ", %.16s %s of %s", st->worst_name, gt_percent_(width), gt_percent_(wanted));
        fprintf(out, st->progress_lines ? ", %s left\n" : ", %s left   ",
                gt_time_((st->o.budget_s > now ? st->o.budget_s - now : 0) * 1e9));
    }
    fflush(out);
}

/* -- stopping -- */

/* Ends a rest (a pause between blocks of rounds). The rounds that ran in it are forgotten. */
static void gt_rest_end_(gt_trial_state_ *st) {
    if (!st->resting) return;
    st->resting = 0;
    gt_trace_due_(NULL, 0);        /* the trace gets the samples of the rest before they are forgotten */
    st->block_s = gt_trial_s_(st);
    gt_lock_();
    for (int i = 0; i < st->groups; i++)
        for (gt_node_ *n = st->group[i].rest; n; n = gt_node_next_(n, st->group[i].rest)) gt_node_reset_(n);
    gt_unlock_();
}
/* Ends a round that was interrupted. The groups that have already run in this round lose the sample that they got, so
   that all rounds are complete. `why` is the counter (GT_N_...) that counts these lost samples. */
static void gt_round_undo_(gt_trial_state_ *st, int why) {
    int i, over = st->position + st->ran;
    if (!st->begun || st->resting || over >= st->in_round) return;
    for (i = 0; i < over; i++) {
        gt_plan_group_ *g = &st->group[st->order[i]];
        gt_sample_undo_(g->node);
        if (g->enqueue) gt_sample_undo_(g->enqueue);
        gt_count_(g->node, why, 1);
    }
}
#define GT_NO_PRECISION_ 1e-6       /* a precision of this or less means: none is asked for */
static int gt_trial_missed_(const gt_trial_state_ *st, gt_stop stop) {
    return (stop == GT_STOP_BUDGET || stop == GT_STOP_MAXIMUM) && st->worst > st->o.precision &&
           st->o.precision > GT_NO_PRECISION_;
}
static void gt_trial_sentence_(const gt_trial_state_ *st, gt_stop stop, char *text, size_t size) {
    const char *how = gt_stop_texts_[stop], *side = "", *missed = "", *phase = "", *span = "", *spread = "";
    const char *wanted = gt_percent_(100 * st->o.precision);
    const int trial = st->kind == GT_KIND_TRIAL;
    if (stop == GT_STOP_BUDGET) how = gt_text_("budget of %s spent", gt_time_(st->o.budget_s * 1e9));
    if (stop == GT_STOP_FAILED && GT_LOAD_(&gt_errors_) == st->errors)
        how = gt_is_off_() ? "scopes were switched off" : "gt_reset or gt_clock_set was called inside";
    if (stop == GT_STOP_PRECISION) {
        how = gt_text_("precision of %s reached", wanted);
        span = gt_text_("; it lasted %s: changes slower than %s may be missed", gt_time_(1e9 * gt_trial_s_(st)),
                        gt_time_(1e8 * gt_trial_s_(st)));
    }
    if (st->unrecorded)
        spread = gt_text_(", spread over time by %s that were not recorded",
                          trial ? gt_some_((double)(st->unrecorded * st->group[0].passes), "more pass")
                                : gt_some_((double)st->unrecorded, "more round"));
    if (stop == GT_STOP_LEFT && st->kind == GT_KIND_COMPARISON && st->selected >= 0 && !st->ran)
        side = gt_text_(": side '%.60s' did not run to its end", st->group[st->selected].name);
    if (gt_trial_missed_(st, stop))
        missed = st->worst < DBL_MAX
            ? gt_text_("; '%.60s' has not reached %s (%s)", st->worst_name, wanted, st->worst > 10 ? ">1000 %"
                       : gt_point_(gt_text_("%.3g %%", 100 * st->worst)))
            : gt_text_("; '%.60s' has too few samples for %s", st->worst_name, wanted);
    if (st->o.phase && st->worst_name[0] && trial && strcmp(st->worst_name, st->o.phase))
        phase = gt_text_("; no scope is called '%.60s': the whole was judged", st->o.phase);
    snprintf(text, size, "%s after %s%s%s%s%s%s", how, gt_some_((double)st->passes, trial ? "sample" : "round"), spread,
             side, missed, span, phase);
}
static void gt_trial_note_stop_(gt_trial_state_ *st, gt_stop stop) {
    char text[512], *copy;
    gt_node_ *n = st->node;
    /* A trial that ended in its warm-up has no series of its own yet. */
    if (!n) n = gt_child_named_(st->around, st->o.name, GT_KIND_TRIAL, 0);
    if (!n) return;
    for (int i = 0; st->unrecorded && i < st->groups; i++)
        gt_count_(st->group[i].node, GT_N_unrecorded, st->unrecorded * st->group[i].passes);
    gt_trial_sentence_(st, stop, text, sizeof text);
    copy = gt_copy_of_(gt_plain_(text, 0));
    gt_lock_();
    free(n->state->stopped);
    n->state->stopped = copy;
    n->state->stop = stop;
    n->state->missed = gt_trial_missed_(st, stop);
    gt_unlock_();
    if (!copy) gt_fault_(GT_ERR_MEMORY, "gt_trial_next", "no memory to say why it stopped");
}
static gt_stop gt_trial_why_stop_(gt_trial_state_ *st) {
    if (st->passes >= (size_t)st->o.max_n) return GT_STOP_MAXIMUM;
    if (gt_trial_s_(st) >= st->o.budget_s) return GT_STOP_BUDGET;
    if (st->passes < st->next_look) return GT_STOP_NONE;
    st->next_look = st->next_look + (st->next_look + 1) / 2;
    gt_trial_look_(st);
    st->spreads = st->share * 1.5 * GT_SEEN_BY_ > 1;
    return st->worst <= st->o.precision && st->share * GT_SEEN_BY_ <= 1 ? GT_STOP_PRECISION : GT_STOP_NONE;
}

/* -- groups -- */

static int gt_group_add_(gt_trial_state_ *st, const char *name, uint64_t passes) {      /* returns 0 without memory */
    gt_plan_group_ *g = &st->group[st->groups];
    g->name = gt_copy_of_(name);
    g->passes = passes;
    if (g->name) st->groups++;
    return g->name != NULL;
}
static const char *gt_group_name_(uint64_t passes) { return gt_some_((double)passes, "pass"); }
/* Returns the series of a group, and makes it if it is new. Returns NULL after an error, which the kit keeps. */
static gt_node_ *gt_group_node_(const gt_trial_state_ *st, gt_node_ *parent, gt_key_ key, uint64_t passes, int rank) {
    gt_node_ *n = gt_child_(parent, &key);
    if (!n) {
        gt_fault_(GT_ERR_MEMORY, "gt_trial_next", "no memory, or deeper than GPUTIME_MAX_DEPTH");
        return NULL;
    }
    gt_lock_();
    n->state->passes = passes;
    n->state->rank = rank;
    if (key.kind == GT_KIND_SIDE && st->o.flushed) n->state->flushed = !strcmp(key.name, st->o.flushed);
    gt_unlock_();
    return n;
}
static gt_node_ *gt_group_series_(const gt_trial_state_ *st, int i, int cold) {
    const gt_plan_group_ *g = &st->group[i];
    gt_kind kind = st->kind == GT_KIND_COMPARISON ? GT_KIND_SIDE : st->kind == GT_KIND_BATCH ? GT_KIND_GROUP : st->kind;
    gt_key_ key = gt_key_of_(st->o.site_, g->name, kind, cold);
    key.in_ns |= kind == GT_KIND_TRIAL && g->passes > 1 && !cold;
    return gt_group_node_(st, kind == GT_KIND_TRIAL || !st->node ? st->around : st->node, key, g->passes, i);
}

/* Makes the series below `to` (for measured passes) like those below `from` (for warm-up passes). They are made before
   the measured passes begin, so that these find the memory of the series touched. */
static void gt_clone_children_(gt_node_ *from, gt_node_ *to) {
    for (gt_node_ *c = from->state->children; c; c = c->state->sibling) {
        gt_node_ *copy = gt_child_(to, &c->state->key);
        if (copy) gt_clone_children_(c, copy);
    }
}
enum { GT_AUDITS_ = 2 };
static void gt_leaks_count_(const gt_plan_group_ *g) {
    /* Work that passes left in a queue is counted only if more than half of the checks found some. Even an idle queue
       may once be slow to answer. */
    if (g->audits < GT_AUDITS_) return;
    if (g->idle) gt_count_(g->node, GT_N_unwaited, g->idle);
    if (g->leaks * 2 <= g->audits) return;
    gt_count_(g->node, GT_N_leaked, g->leaks);
    gt_count_(g->node, GT_N_leaked_ns, g->leaked_ticks);
}
static int gt_rounds_begin_(gt_trial_state_ *st) {      /* begins the measured rounds; returns 0 if memory runs out */
    enum { most_passes = 64, rounds = 25 };
    int batch = st->kind == GT_KIND_BATCH, i;
    if (batch) {
        /* K, the passes of a long group, is halved until the budget allows 25 rounds. */
        if (!st->many)
            for (st->many = most_passes; st->many > 2; st->many /= 2)
                if ((double)(st->many * rounds) * st->one_ns <= st->o.budget_s * 1e9) break;
        const uint64_t middle = (st->many + 1) / 2;
        if (!gt_group_add_(st, gt_group_name_(st->many), st->many)) return 0;
        if (middle > 1 && !gt_group_add_(st, gt_text_("middle, %s", gt_group_name_(middle)), middle)) return 0;
        gt_lock_();
        st->node->state->passes = st->many;
        gt_unlock_();
    }
    for (i = 0; i < st->groups; i++) {
        gt_plan_group_ *g = &st->group[i];
        g->node = gt_group_series_(st, i, 0);
        if (!g->node) return 0;
        if (!batch && g->cold) gt_clone_children_(g->cold, g->node);
        gt_leaks_count_(g);
        if (batch && i != GT_GROUP_MIDDLE_) {
            gt_key_ key = gt_key_of_(NULL, "enqueue", GT_KIND_GROUP, 0);
            g->enqueue = gt_group_node_(st, g->node, key, g->passes, GT_GROUP_ENQUEUE_);
            if (!g->enqueue) return 0;
        }
    }
    if (st->kind == GT_KIND_TRIAL) st->node = st->group[0].node;
    st->begun = 1;
    st->begin = gt_now_();
    return 1;
}

/* -- the order of a round -- */

/* Returns a random number. The generator is Marsaglia's xorshift, which is good enough to shuffle. */
static uint32_t gt_random_(uint32_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}
/* Does one step of a shuffle. The caller does a step for each index i, from the last index of `list` down to 1. */
static void gt_shuffle_step_(uint32_t *state, int *list, int i) {
    int k = (int)(gt_random_(state) % (uint32_t)(i + 1)), keep = list[i];
    list[i] = list[k];
    list[k] = keep;
}
/* Sets the order of one round of n sides. Each side must run once in each position within n rounds. The orders of n
   rounds therefore form a cyclic Latin square. Its sides are shuffled, and its rows come in random order. For two sides
   the orders of two rounds are ABBA or BAAB. */
static void gt_order_square_(gt_trial_state_ *st, int n) {
    int round = (int)(st->passes % (size_t)n), i;
    for (i = 0; i < n && !round; i++) st->square[0][i] = st->square[1][i] = i;
    for (i = n - 1; i > 0 && !round; i--) {
        gt_shuffle_step_(&st->random, st->square[0], i);
        gt_shuffle_step_(&st->random, st->square[1], i);
    }
    for (i = 0; i < n; i++) st->order[i] = st->square[0][(st->square[1][round] + i) % n];
}
/* Returns 1 if this round of a batch has a middle group, which has half as many passes as the long group. Round 2 and
   each fourth round (0, 4, 8, ...) have one. Then 20 rounds hold six middle groups, as many as a confidence interval
   needs. */
static int gt_has_middle_(size_t round) { return round % 4 == 0 || round == 2; }
static void gt_round_order_(gt_trial_state_ *st) {
    const int batch = st->kind == GT_KIND_BATCH;
    const gt_node_ *one = st->group[GT_GROUP_ONE_].node;
    st->in_round = st->groups;
    for (int i = 0; i < st->groups; i++) st->order[i] = i;
    if (!st->begun || st->resting || st->kind == GT_KIND_TRIAL) return;
    gt_order_square_(st, batch ? GT_GROUP_MIDDLE_ : st->groups);
    /* Rounds of earlier runs of this batch count, too, when the rounds with a middle group are chosen. */
    if (batch && !gt_has_middle_((size_t)(gt_stored_(one) - GT_PEEK_(&one->state->mark_n))))
        st->in_round = GT_GROUP_MIDDLE_;
}

/* -- passes -- */

/* Begins a pass. The caller sets st->pass.begin afterwards, last of all, so that the time of the pass has no work of
   the kit in it. */
static void gt_pass_enter_(gt_trial_state_ *st, gt_node_ *n) {
    st->pass.node = n;
    st->pass.live = 1;
    st->pass.state = GT_PEEK_(&gt_state_);
    GT_STORE_(&st->thread->current, n);
}
/* Chooses how many passes make one sample of a trial whose body has no scopes. Such a sample should take at least 100
   steps of the clock. The function is called after each sample of the warm-up; `ns` is how long that sample took.
   Returns 1 if a sample with more passes is to be tried, and 0 if the number is chosen. */
static int gt_passes_grow_(gt_trial_state_ *st, double ns) {
    gt_plan_group_ *g = &st->group[0];
    double wanted = 100 * gt_clk_.info.step_ns;
    double factor = ns > 0 ? 1.2 * wanted / ns : 10;
    if (g->passes == 1) st->one_ns = ns;
    if (g->cold->state->children || g->cold->state->alert || ns >= wanted ||
        g->passes >= 10000000 || (g->passes > 1000 && !(ns > 0))) {
        if (!(ns > 0) || (g->passes >= 10000000 && ns <= 2 * st->one_ns))
            /* A sample gets one pass, since the clock does not move while the body runs. */
            g->passes = 1;
        return 0;
    }
    g->passes = (uint64_t)((double)g->passes * (factor > 10 ? 10 : factor)) + 1;
    return 1;
}
/* Waits until all open queues are empty. Returns how long (in ticks) they were still at work. Returns 0 if they were
   idle. Also returns 0 if other threads have scopes, since the work may then be theirs. *busy becomes what
   gt_hooks_.wait_all says. If that is -1, passes may fill a queue that cannot be emptied here: the trial then has no
   rests. */
static uint64_t gt_unfinished_ticks_(gt_trial_state_ *st, int *busy) {
    uint32_t others = 0;
    *busy = 0;
    if (!gt_seam_()) return 0;
    gt_lock_();
    for (gt_thread_ *t = GT_LOAD_(&gt_threads_); t; t = GT_LOAD_(&t->younger)) others += t != st->thread && !t->ended;
    gt_unlock_();
    if (others) return 0;
    st->left_ticks = 0;
    const uint64_t ticks = gt_seam_()->wait_all(busy);
    if (*busy < 0) st->gap_s = 0;
    return *busy > 0 ? ticks : 0;
}
/* Checks whether a pass or a side has left work in a queue. `length` is how long (in ticks) the pass took. Checks come
   after warm-up passes, where they disturb no sample. If there are fewer than two warm-up passes, checks come after the
   first samples. If passes are known to leave work, the function also empties the queues now and then: before the work
   left in them takes a tenth of the budget. Otherwise a body that leaves work would fill its queue during rests. The
   program would then wait for that queue long after the budget is spent. */
static void gt_pass_audit_(gt_trial_state_ *st, uint64_t length) {
    gt_plan_group_ *g = &st->group[st->selected];
    const int known = st->begun && g->audits >= GT_AUDITS_;
    int busy;
    if (st->kind == GT_KIND_BATCH) return;
    if (known) st->left_ticks += g->leaked_ticks / g->audits;
    if (known ? (double)st->left_ticks * gt_clk_.ns_per_tick < 0.1e9 * st->o.budget_s
              : st->begun ? st->passes >= GT_AUDITS_ : !gt_audits_()) return;
    const uint64_t ticks = gt_unfinished_ticks_(st, &busy);
    if (known) return;
    g->audits++;
    g->idle += busy < 0;
    if (ticks * 20 > length) {
        g->leaks++;
        g->leaked_ticks += ticks;
    }
    if (st->begun) gt_leaks_count_(g);
}
/* Checks whether the work of all passes has piled up in a queue. That is so if the queues work on for the time of more
   than four passes, and for more than a twentieth of the time since the first pass. The check comes before the first
   rest and at the end of the trial. The check after a warm-up pass (gt_pass_audit_) does not find such work if a launch
   takes longer than the work that it starts. Even an idle queue takes some microseconds to answer after a long pause.
   Passes of less than 100 ns are not checked: they have enqueued nothing, since every driver takes longer to make a
   command. */
static void gt_backlog_audit_(gt_trial_state_ *st) {
    const int trial = st->kind == GT_KIND_TRIAL;
    if (st->selected < 0 || !st->begun || st->wait || !gt_audits_()) return;
    if (trial && gt_rough_ns_(st->length) < 100.0 * (double)st->passes_each) return;
    int busy;
    const uint64_t so_far = gt_now_() - st->begin, ticks = gt_unfinished_ticks_(st, &busy);
    /* For a comparison this was only to empty the queues: gt_side_end has already checked each side. */
    if (!trial || ticks <= 4 * st->length || ticks * 20 <= so_far) return;
    st->gap_s = 0;
    gt_count_timed_(st->group[st->selected].node, GT_N_leaked, ticks);
}
/* Returns the value that is stored for the sample that ends now. In a trial it is the time of one pass; else it is the
   ticks of all passes of the sample. In a trial the function also divides the work that the program claimed by the
   number of passes. */
static uint64_t gt_pass_value_(const gt_trial_state_ *st, uint64_t ticks) {
    const double passes = (double)st->passes_each;
    if (st->kind != GT_KIND_TRIAL || st->passes_each < 2) return ticks;
    double *work = gt_claims_(st->pass.node);
    for (int i = 0; i < 2; i++) work[i] /= passes;
    return st->pass.node->state->key.in_ns ? gt_bits_of_((double)ticks * gt_clk_.ns_per_tick / passes)
                                           : ticks / st->passes_each;
}
/* Returns 1 if some measured pass ended while its commands still ran, or may have left commands in another queue. */
static int gt_is_unsynced_(const gt_trial_state_ *st) {
    for (int i = 0; i < st->groups; i++)
        for (gt_node_ *n = st->group[i].node; n; n = gt_node_next_(n, st->group[i].node))
            if (gt_counted_(n->state, GT_N_unsynced) || gt_counted_(n->state, GT_N_wrong_queue) ||
                gt_counted_(n->state, GT_N_unwaited)) return 1;
    return 0;
}
/* Begins a rest (a pause between blocks of rounds) if one is due. Rests are needed because a state of the machine that
   lasts longer than the measurement cannot be seen, however many samples there are. The first samples therefore come in
   blocks of rounds. The blocks are spread over a tenth of the budget, at most 1 s. The distances between blocks are
   uneven, since even ones might keep step with a state that comes and goes. In a rest the body runs on without being
   recorded, since the clocks of an idle device slow down. Rests end once the samples are worth 45 independent ones (1.5
   times GT_SEEN_BY_). There are no rests if they would fill a queue that cannot be emptied here. */
static void gt_rest_begin_(gt_trial_state_ *st) {
    const int round = GT_FIRST_LOOK_ / GT_BLOCKS_ + st->groups - 1, block = round - round % st->groups;
    double now = gt_trial_s_(st), part;
    if (!(st->gap_s > 0) || !st->spreads || st->passes % (size_t)block) return;
    if (!st->pauses && !st->group[0].leaks) gt_backlog_audit_(st);
    if (!(now > st->block_s) || !(st->gap_s > 0) || (!st->group[0].leaks && gt_is_unsynced_(st)))
        /* No rest begins if the clock stands still, or if nobody waits for the commands. */
        return;
    part = 0.6180339887 * (double)++st->pauses;
    st->block_s += st->gap_s * (0.25 + 1.5 * (part - (double)(int)part));
    if (st->block_s > st->o.budget_s) st->block_s = st->o.budget_s;
    for (int i = 0; i < st->groups && now < st->block_s; i++)
        if (!st->group[i].rest) st->group[i].rest = gt_group_series_(st, i, GT_RESTS_);
    if (now < st->block_s) st->resting = 1;
    else st->block_s = now;
}
/* Goes on to the next group when a group of the round has ended. Returns the reason to stop, or GT_STOP_NONE. */
static gt_stop gt_round_next_(gt_trial_state_ *st) {
    st->ran = 0;
    if (++st->position < st->in_round) return GT_STOP_NONE;
    st->position = 0;
    if (!st->begun) {
        st->warm_left--;
        return GT_STOP_NONE;
    }
    gt_trial_progress_(st, 0);
    gt_gauge_due_(st->node, 0);
    if (st->resting) {
        st->unrecorded++;
        if (gt_trial_s_(st) >= st->block_s) gt_rest_end_(st);
        return GT_STOP_NONE;
    }
    st->passes++;
    gt_stop stop = gt_trial_why_stop_(st);
    if (stop == GT_STOP_NONE) gt_rest_begin_(st);
    return stop;
}
/* Returns 1 if the clock stepped back during a sample. `ticks` is the end of the sample less its begin. Returns 0 if
   somebody set another clock meanwhile. */
static int gt_is_back_(const gt_trial_state_ *st, uint64_t ticks) {
    return ticks >> 63 && st->pass.state == GT_PEEK_(&gt_state_);
}
/* Drops the pass that runs, and all samples of its round, since the times of a round belong together. Returns 0 if the
   pass was already closed. */
static int gt_pass_lose_(gt_trial_state_ *st) {
    gt_count_(st->pass.node, GT_N_backwards, 1);
    gt_alerts_drop_(st->pass.node);
    const int good = gt_scope_pop_(&st->pass);
    gt_round_undo_(st, GT_N_voided);
    if (st->in_round) st->position = st->in_round - 1;
    return good;
}
static gt_stop gt_pass_end_(gt_trial_state_ *st) {
    uint64_t enqueued = gt_clock_end_ticks_(), end = enqueued, ticks, value;
    int good, back, once_more = 0;
    if (st->wait) {
        (void)st->wait(st->queue);
        end = gt_clock_end_ticks_();
    }
    st->length = ticks = end - st->pass.begin;
    back = gt_is_back_(st, ticks);
    if (back) {
        good = gt_pass_lose_(st);
    } else {
        const double ns = (double)ticks * gt_clk_.ns_per_tick;
        value = gt_pass_value_(st, ticks);
        if (st->kind == GT_KIND_TRIAL && !st->begun) once_more = gt_passes_grow_(st, ns);
        else if (!st->begun && (!(st->one_ns > 0) || ns < st->one_ns)) st->one_ns = ns;
        good = gt_scope_finish_(&st->pass, end, value, NULL);
        if (good && st->begun && !st->resting && st->group[st->selected].enqueue)
            gt_store_(st->group[st->selected].enqueue, st->pass.begin, enqueued - st->pass.begin, NULL);
    }
    GT_STORE_(&st->thread->current, st->around);
    if (!good) return GT_STOP_FAILED;
    gt_pass_audit_(st, ticks);
    return once_more ? GT_STOP_NONE : gt_round_next_(st);
}
/* Ends a pass of a comparison. Returns the reason to stop, or GT_STOP_NONE. */
static gt_stop gt_selected_end_(gt_trial_state_ *st) {
    if (gt_is_upset_(st)) return GT_STOP_FAILED;
    if (st->selected >= 0) {
        /* The body did not reach the side that it should run, or left that side early. */
        if (!st->ran) return GT_STOP_LEFT;
        return gt_round_next_(st);
    }
    if (st->groups >= 2) return GT_STOP_NONE;
    gt_trial_fault_(GT_ERR_ARGUMENT, st->kind, st->o.name, st->groups ? "it has 1 GT_SIDE, and needs 2 to 8"
                                                                      : "it has no GT_SIDE, and needs 2 to 8");
    return GT_STOP_FAILED;
}
static gt_stop gt_group_begin_(gt_trial_state_ *st) {
    st->passes_done = 0;
    st->passes_each = 1;
    /* The first pass of a comparison runs no side. It only finds the names of the sides. */
    if (st->kind == GT_KIND_COMPARISON && !st->groups) return GT_STOP_NONE;
    if (st->warm_left <= 0 && !st->begun && !gt_rounds_begin_(st)) return GT_STOP_FAILED;
    if (!st->position) gt_round_order_(st);
    st->selected = st->order[st->position];
    gt_plan_group_ *g = &st->group[st->selected];
    st->passes_each = g->passes;
    if (!st->begun && !g->cold) g->cold = gt_group_series_(st, st->selected, 1);
    gt_node_ *n = gt_group_target_(st, g);
    if (!n) return GT_STOP_FAILED;
    /* In a comparison no sample begins here: gt_side_begin begins the sample of a side. */
    if (st->kind == GT_KIND_COMPARISON) return GT_STOP_NONE;
    gt_pass_enter_(st, n);
    if (st->wait && !st->wait(st->queue)) return GT_STOP_FAILED;
    st->pass.begin = gt_clock_ticks();
    return GT_STOP_NONE;
}

static int gt_trial_over_(gt_trial *t, gt_stop stop) {
    gt_trial_state_ *st = t->state;
    int why = st->kind == GT_KIND_BATCH && stop != GT_STOP_LEFT ? GT_N_voided : GT_N_left_early;
    if (st->pass.live && gt_scope_pop_(&st->pass)) {
        gt_count_(st->resting ? st->group[st->selected].node : st->pass.node, why, 1);
        gt_alerts_drop_(st->pass.node);
        GT_STORE_(&st->thread->current, st->around);
    }
    if (stop != GT_STOP_LEFT && stop != GT_STOP_FAILED) gt_backlog_audit_(st);
    if (st->begun && (stop == GT_STOP_BUDGET || stop == GT_STOP_MAXIMUM)) gt_trial_look_(st);
    gt_round_undo_(st, why);
    gt_rest_end_(st);
    gt_trial_progress_(st, 1);
    gt_trial_note_stop_(st, stop);
    st->thread->trial = NULL;
    t->state = NULL;
    t->passes = 1;
    gt_trial_free_(st);
    return 0;
}
/* Returns the state of a trial. Returns NULL if the trial is over. Also returns NULL, with an error, if another trial
   was begun inside this one: the other trial has ended this one. */
static gt_trial_state_ *gt_trial_of_(gt_trial *t) {
    if (!t->state || t->thread->trial == t->state) return t->state;
    t->passes = 1;
    gt_fault_(GT_ERR_ORDER, "GT_TRIAL", "another trial, comparison or batch was begun inside a trial, and ended it");
    return t->state = NULL;
}
int gt_trial_next(gt_trial *t) {
    gt_trial_state_ *st = gt_trial_of_(t);
    gt_stop stop = GT_STOP_NONE;
    if (!st) return t->passes++ == 0;
    if (st->passes_each) {
        if (++st->passes_done < st->passes_each) return 1;
        stop = st->kind == GT_KIND_COMPARISON ? gt_selected_end_(st) : gt_pass_end_(st);
    }
    if (stop == GT_STOP_NONE && gt_is_upset_(st)) stop = GT_STOP_FAILED;
    if (stop == GT_STOP_NONE) stop = gt_group_begin_(st);
    return stop == GT_STOP_NONE ? 1 : gt_trial_over_(t, stop);
}
void gt_trial_end(gt_trial *t) {
    if (gt_trial_of_(t)) (void)gt_trial_over_(t, GT_STOP_LEFT);
}

/* -- beginning -- */

/* Makes the series of the trial, and its first group if that group is already known. Returns 0 if memory runs out, or
   if scopes nest too deep. */
static int gt_trial_plan_(gt_trial_state_ *st) {
    int batch = st->kind == GT_KIND_BATCH, trial = st->kind == GT_KIND_TRIAL;
    if (!st->o.name) return 0;
    if ((batch || trial) && !gt_group_add_(st, batch ? "1 pass" : st->o.name, 1)) return 0;
    if (batch || (trial && st->warm_left > 0)) {
        st->group[0].cold = gt_child_named_(st->around, st->o.name, st->kind, 1);
        if (!st->group[0].cold) return 0;
    }
    if (!batch && st->kind != GT_KIND_COMPARISON) return 1;
    st->node = gt_child_named_(st->around, st->o.name, st->kind, 0);
    if (!st->node) return 0;
    gt_lock_();
    if (!batch) st->node->state->threshold = st->o.threshold;
    gt_unlock_();
    return 1;
}
/* Makes the state of a trial. Returns NULL if that fails. */
static gt_trial_state_ *gt_trial_state_new_(gt_trial_options o, gt_kind kind, gt_thread_ *thread) {
    gt_trial_state_ *st = (gt_trial_state_ *)calloc(1, sizeof *st);
    if (!st) return NULL;
    st->o = o;
    st->o.name = gt_copy_of_(o.name);
    st->kind = kind;
    st->thread = thread;
    st->around = thread->current;
    st->warm_left = o.warmup < 0 ? 0 : o.warmup;
    st->many = (uint64_t)o.batch;
    /* There are at least two warm-up passes, since K (the passes of a long group) is chosen by their length. */
    if (kind == GT_KIND_BATCH && !st->many && st->warm_left < 2) st->warm_left = 2;
    st->next_look = GT_FIRST_LOOK_;
    st->spreads = 1;
    if (o.max_n >= GT_FIRST_LOOK_ && o.precision > GT_NO_PRECISION_)
        st->gap_s = (o.budget_s < 10 ? o.budget_s / 10 : 1) / (GT_BLOCKS_ - 1);
    st->selected = -1;
    st->random = gt_seed_of_trial_(o.name, thread->trials++);
    gt_trial_progress_of_(st);
    st->errors = GT_LOAD_(&gt_errors_);
    if (gt_trial_plan_(st)) return st;
    gt_trial_free_(st);
    return NULL;
}
/* Looks whether a batch of this name has run here before. If so, the new batch uses the same number of passes K, so
   that all rounds belong together. Returns 0, with an error, if the program asks for another number. */
static int gt_batch_again_(gt_trial_state_ *st) {
    uint64_t before = st->node->state->passes;
    gt_node_ *c = st->node->state->children;
    while (c && gt_stored_(c) <= GT_PEEK_(&c->state->mark_n)) c = c->state->sibling;
    if (!c) return 1;
    if (st->many && st->many != before) {
        gt_trial_fault_(GT_ERR_ARGUMENT, st->kind, st->o.name, "it ran before with another number of passes: give it "
                        "another name, or call gt_reset() between them");
        return 0;
    }
    st->many = before;
    return 1;
}
/* Begins a trial, comparison or batch. If the field `state` of the result is NULL, nothing is measured and the body
   runs once. */
static gt_trial gt_trial_new_(gt_trial_options o, gt_kind kind) {
    gt_trial t = { NULL, NULL, 0 };
    gt_clock_fit_();
    if (gt_is_off_()) return t;
    if (!o.name) o.name = "trial";
    if (!(o.budget_s > 0)) o.budget_s = 10;
    if (!(o.precision > 0)) o.precision = 0.01;
    if (!(o.threshold > 0)) o.threshold = 0.01;
    if (o.max_n <= 0) o.max_n = 1000;
    if (!o.warmup) o.warmup = 2;
    if (o.warmup > GT_WARMUP_LIMIT_) {
        gt_trial_fault_(GT_ERR_ARGUMENT, kind, o.name, "it asks for more than 1000000 warm-up passes");
        return t;
    }
    t.thread = gt_thread_mine_();
    t.state = t.thread ? t.thread->trial : NULL;
    if (t.state) (void)gt_trial_over_(&t, GT_STOP_LEFT);
    t.passes = 0;
    if (t.thread) t.state = gt_trial_state_new_(o, kind, t.thread);
    if (!t.state) {
        gt_fault_(GT_ERR_MEMORY, "gt_trial_begin", "no memory, or deeper than GPUTIME_MAX_DEPTH");
        return t;
    }
    t.thread->trial = t.state;
    if (kind == GT_KIND_BATCH && !gt_batch_again_(t.state)) {
        (void)gt_trial_over_(&t, GT_STOP_FAILED);
        t.passes = 0;
    }
    return t;
}
gt_trial (gt_trial_begin)(gt_trial_options options) { return gt_trial_new_(options, GT_KIND_TRIAL); }
gt_trial (gt_compare_begin)(gt_trial_options options) { return gt_trial_new_(options, GT_KIND_COMPARISON); }

/* -- sides -- */

/* Makes a group for a side of a comparison. This happens in the first pass, when the names of the sides are found. */
static void gt_side_known_(gt_trial_state_ *st, const char *name) {
    int i = 0;
    while (i < st->groups && strcmp(st->group[i].name, name)) i++;
    if (i < st->groups)
        gt_trial_fault_(GT_ERR_ARGUMENT, st->kind, st->o.name, gt_text_("two sides have the name \"%.100s\"", name));
    else if (i == GT_SIDES_ || !gt_group_add_(st, name, 1))
        gt_trial_fault_(i == GT_SIDES_ ? GT_ERR_ARGUMENT : GT_ERR_MEMORY, st->kind, st->o.name,
                        "it has more than 8 sides, or there is no memory");
}
gt_scope gt_side_begin(const char *name) {
    gt_trial_state_ *st = gt_self_ ? gt_self_->trial : NULL;
    gt_scope s = { NULL, 0, 0, 0 };
    /* The side runs once if scopes are switched off, or if there is no comparison around it. */
    if (!st || !name || st->kind != GT_KIND_COMPARISON) {
        s.live = 1;
        s.state = GT_STATE_OFF_;
        return s;
    }
    if (st->selected < 0) {
        gt_side_known_(st, name);
        return s;
    }
    gt_plan_group_ *g = &st->group[st->selected];
    if (st->ran || strcmp(g->name, name)) return s;
    gt_pass_enter_(st, gt_group_target_(st, g));
    st->pass.begin = gt_clock_ticks();
    return st->pass;
}
void gt_side_end(gt_scope *side) {
    uint64_t end = gt_clock_end_ticks_();
    const uint64_t ticks = end - side->begin;
    gt_node_ *n = side->node;
    gt_trial_state_ *st = n ? n->thread->trial : NULL;
    side->live = 0;
    if (!n) return;
    if (st && st->pass.node == n && gt_is_back_(st, ticks)) {
        st->ran = gt_pass_lose_(st);
    } else if (gt_scope_finish_(side, end, ticks, NULL) && st) {
        st->ran = 1;
        gt_pass_audit_(st, ticks);
    }
}

/* ==== >>snapshot, implementation ==== */

static char gt_about_[512];
void gt_report_about(const char *text) {
    gt_lock_();
    gt_copy_(gt_about_, sizeof gt_about_, text);
    (void)gt_plain_(gt_about_, 0);
    gt_unlock_();
}

/* -- merging: a node is what one thread has of a series. A snapshot merges the nodes of all threads that have the same
   names. The kit's lock is held meanwhile. -- */

/* The number of entries in a hash table. A snapshot uses the table to find the nodes of one series by their name. */
enum { GT_BUCKETS_ = 1 << 16 };
static int gt_is_same_(const gt_node_ *x, const gt_node_ *y) {   /* returns 1 if two nodes belong to one series */
    const gt_series_state_ *a = x->state, *b = y->state;
    return x->parent->state->first == y->parent->state->first && gt_is_alike_(&a->key, &b->key) &&
           !strcmp(a->key.name, b->key.name);
}
/* Adds a node (what one thread has of a series) to the list of nodes of its series. */
static void gt_merge_node_(gt_snapshot *out, gt_node_ *n) {
    gt_series_state_ *st = n->state;
    uint64_t seed = (uint64_t)(uintptr_t)n->parent->state->first * 31u ^ (uint64_t)st->key.kind * 5u;
    gt_node_ *first, **bucket = &out->bucket_[gt_hash_text_(seed, st->key.name) % GT_BUCKETS_];
    for (first = *bucket; first && !gt_is_same_(first, n); first = first->state->same) {}
    GT_POKE_(&st->count[GT_N_open], 0);     /* each snapshot counts open scopes anew */
    st->visible = (size_t)(gt_samples_in_(n) - st->mark_n);
    st->also = NULL;
    st->first = first ? first : n;
    if (first) {
        first->state->last->state->also = n;
    } else {
        st->same = *bucket;
        *bucket = n;
    }
    st->first->state->last = n;
}
static void gt_series_begin_(gt_series *s, gt_node_ *n, const gt_series *parent) {
    const gt_series_state_ *st = n->state;
    memset(s, 0, sizeof *s);
    s->source_ = n;
    s->name = st->key.name;
    s->file = st->key.file;
    s->line = st->key.line;
    s->seen_ = st->key.optimised > 2;
    s->optimised = st->key.optimised - s->seen_ * GT_SEEN_;
    s->depth = parent ? parent->depth + 1 : 0;
    s->kind = st->key.kind;
    s->cold_ = st->key.cold;
    s->cold = s->cold_ || (parent && parent->cold);
    s->in_ns_ = st->key.in_ns;
    s->looked = parent ? parent->looked : 0;
    if (gt_is_kind_(st->key.kind, GT_LOOKED_)) s->looked = st->key.kind == GT_KIND_COMPARISON ? 2 : 1;
    s->passes = st->passes ? (unsigned long)st->passes : 1;
    s->threshold = st->threshold;
    s->rank_ = st->rank;
    s->flushed = st->flushed;
    s->device_ = GT_PEEK_(&st->key.device);
    s->what = st->key.what;
    s->min_ns = DBL_MAX;
    s->max_ns = -DBL_MAX;
}
static int gt_merge_series_(gt_snapshot *out, gt_node_ *n, size_t up);
/* Adds the series below a given series to the snapshot. Parents come before children, and siblings in the order in
   which they were made. Returns 0 if memory runs out.
     chain  the first node of the given series, which is linked with the nodes of other threads
     up     the number of the given series in the snapshot, counted from 1; 0 if `chain` is the roots of the threads,
            which are no series */
static int gt_merge_below_(gt_snapshot *out, gt_node_ *chain, size_t up) {
    for (gt_node_ *n = chain; n; n = n->state->also)
        for (gt_node_ *c = GT_LOAD_(&n->state->children); c; c = GT_LOAD_(&c->state->sibling))
            if (c->state->key.cold != GT_RESTS_) gt_merge_node_(out, c);
    for (gt_node_ *n = chain; n; n = n->state->also)
        for (gt_node_ *c = GT_LOAD_(&n->state->children); c; c = GT_LOAD_(&c->state->sibling))
            if (c->state->first == c && !gt_merge_series_(out, c, up)) return 0;
    return 1;
}
/* Returns a path and a name joined by "/". The caller frees the text. Returns NULL if memory runs out. `before` is the
   path, or NULL if there is none. `special` lists the characters of the name that get a "\" before them. */
static char *gt_joined_(const char *before, const char *name, const char *special) {
    size_t length = before ? strlen(before) : 0;
    char *text = (char *)malloc(length + 2 * strlen(name) + 2), *to = text + length;
    if (!text) return NULL;
    if (before) memcpy(text, before, length);
    if (before) *to++ = '/';
    for (; *name; *to++ = *name++) if (strchr(special, *name)) *to++ = '\\';
    *to = 0;
    return text;
}
static int gt_merge_series_(gt_snapshot *out, gt_node_ *n, size_t up) {
    gt_series *s = (gt_series *)gt_more_(&out->series, out->count, &out->room_, sizeof *s);
    const gt_series *parent = s && up ? &out->series[up - 1] : NULL;
    if (!s) return 0;
    size_t at = out->count++;
    gt_series_begin_(s, n, parent);
    s->path = gt_joined_(parent ? parent->path : NULL, s->name, "");
    s->key_ = gt_joined_(parent ? parent->key_ : NULL, s->name, "/\\");    /* "/" in a name becomes "\/" */
    if (!s->path || !s->key_) return 0;
    s->name = gt_plain_(s->path, 0) + strlen(s->path) - strlen(s->name);
    if (!gt_merge_below_(out, n, at + 1)) return 0;
    out->series[at].below_ = out->count - at - 1;
    return 1;
}
#define GT_DOUBLE_number_ 0
#define GT_DOUBLE_ticks_ 1
#define GT_COUNTER_(field, unit, code, ...) { #field, offsetof(gt_series, field), GT_DOUBLE_##unit##_, code },
/* The counters of a series, made from the list GT_COUNTS. Each has a name, its offset in gt_series, its type (a double
   or a uint64_t), and the finding that the kit makes if the count is above 0. */
static const struct {
    char name[16];
    size_t at;
    int is_double;
    gt_finding_code finding;
} gt_counters_[] GT_APART_(gt_counters_) = { GT_COUNTS(GT_COUNTER_) };
/* Returns the value of counter number i of a series. i is below GT_N_broken_. */
static double gt_counter_(const gt_series *s, int i) {
    const void *at = (const char *)s + gt_counters_[i].at;
    return gt_counters_[i].is_double ? *(const double *)at : (double)*(const uint64_t *)at;
}
/* What a recorded value of gt_sample is multiplied by in a snapshot. That depends on the unit of its column: ticks
   become ns, numbers stay. */
#define GT_UNIT_number_ 1
#define GT_UNIT_ticks_ ns_per_tick

/* Adds the counters of a node (what one thread has of a series) to those of the series. Returns 0 if memory runs
   out. */
static int gt_counts_merge_(gt_series *s, gt_node_ *n, double ns_per_tick) {
    gt_series_state_ *st = n->state;
    const gt_unkept_ *over = &st->over;       /* the sums over samples that were not kept */
    gt_spill_fold_(n);
    s->backwards += over->backwards;
    s->rejected += over->rejected;
    s->n += (size_t)(over->n + over->rejected);
    if (over->n) {
        const double unit = s->in_ns_ ? 1 : ns_per_tick;
        if (over->min * unit < s->min_ns) s->min_ns = over->min * unit;
        if (over->max * unit > s->max_ns) s->max_ns = over->max * unit;
        s->sum_ns += over->sum * unit;
    }
    for (int i = 0; i < GT_N_broken_; i++) {
        void *at = (char *)s + gt_counters_[i].at;
        if (gt_counters_[i].is_double) *(double *)at += (double)gt_counted_(st, i) * ns_per_tick;
        else *(uint64_t *)at += gt_counted_(st, i);
    }
    for (int i = 0; i < 16; i++) s->broken[i] += gt_counted_(st, GT_N_broken_ + i);
    if (st->key.optimised == 0 || st->key.optimised == GT_SEEN_) s->optimised = 0;
    if (st->key.optimised < 3) s->seen_ = 0;
    if (GT_PEEK_(&st->key.device)) s->device_ = GT_PEEK_(&st->key.device);
    if (!st->stopped) return 1;
    free(s->stopped);
    s->stopped = gt_copy_of_(st->stopped);
    s->stop = st->stop;
    s->missed = st->missed;
    return s->stopped != NULL;
}

/* -- samples -- */

/* Returns the device time of a sample, in ns. If the time cannot be true, the function counts the sample in `broken`
   and returns NaN. Commands cannot run longer than the sample around them. The check allows one step of the stamps, and
   0.1 % of the sample, by which the clocks of host and device may differ. */
static double gt_device_checked_(gt_series *s, double device_ns, double ns) {
    if (!gt_is_finite_(device_ns)) return device_ns;
    /* The stamps are not used: the device's clock runs at another rate than the host's. */
    if (gt_scale_of_(s->device_) > 0) {
        s->broken[GT_STAMPS_SCALE]++;
        return gt_nan_();
    }
    if (device_ns <= ns * 1.001 + gt_stamp_step_(s->device_)) return device_ns;
    s->broken[GT_STAMPS_LONG]++;
    return gt_nan_();
}
/* Returns the columns of a sample as a snapshot has them, with times in ns. If the device time of a scope is
   impossible, all values that come from the same stamps become unknown, too. If only the stamps of some commands are
   unknown, one of these may be why a kernel was late. */
static gt_sample gt_row_read_(gt_series *s, const double *from, size_t columns, double ns, double ns_per_tick) {
    gt_sample row = gt_sample_unknown_();
    memcpy(&row, from, columns * sizeof *from);
#define GT_COLUMN_READ_(field, unit) row.field *= GT_UNIT_##unit##_;
    GT_COLUMNS(GT_COLUMN_READ_)
    const double device_ns = row.device_ns;
    row.device_ns = gt_device_checked_(s, device_ns, ns);
#define GT_PART_FORGET_(field, title) row.field##_ns = gt_nan_();
    if (!gt_is_finite_(row.device_ns)) row.late_ns = gt_nan_();
    if (gt_is_finite_(device_ns) && !gt_is_finite_(row.device_ns)) {
        row.doubt_ns = row.doubtful = gt_nan_();
        GT_PARTS(GT_PART_FORGET_)
    }
    return row;
}
static double gt_cell_of_(const gt_sample *row, int column) { return ((const double *)(const void *)row)[column]; }
/* Returns the value of sample i in column c (GT_COLUMN_...), for i < kept. Returns NaN if the value is not known. */
static double gt_cell_(const gt_series *s, int c, size_t i) {
    return s->column[c] ? s->column[c][i] : gt_nan_();
}
#define GT_CELL_(s, i, field) gt_cell_((s), GT_COLUMN_##field, (i))
/* Stores x in column c (GT_COLUMN_...) of the sample that is added next. The first sample that has a value for a column
   makes the array of this column, for n samples. Returns 0 if memory runs out. */
static int gt_cell_put_(gt_series *s, int c, size_t n, double x) {
    if (!gt_is_finite_(x)) return 1;
    if (!s->column[c]) s->column[c] = gt_unknown_new_(n);
    if (!s->column[c]) return 0;
    s->column[c][s->kept] = x;
    s->known[c]++;
    return 1;
}
/* Appends the samples from..to - 1 of a block to the series, which has room for `room` samples. Returns 0 if memory
   runs out.
     row      the columns of the block's first sample; those of the next samples follow. NULL if samples have no columns
     columns  how many columns each sample has */
static int gt_samples_add_(gt_series *s, gt_block_ *b, const double *row, size_t columns, uint64_t from, uint64_t to,
                           size_t room, double ns_per_tick) {
    const gt_ticks_ *at = gt_block_samples_(b);
    const double *work = GT_LOAD_(&b->work);
    for (size_t i = (size_t)from; i < to; i++) {
        const uint64_t ticks = at[i].ticks;
        const double ns = s->in_ns_ ? gt_double_of_(ticks) : (double)(int64_t)ticks * ns_per_tick;
        if (!s->in_ns_ && ticks >> 63) {
            s->backwards++;
            continue;
        }
        s->ns[s->kept] = ns;
        s->begin_ns[s->kept] = (double)(int64_t)(at[i].begin - gt_clk_.start) * ns_per_tick;
        s->thread[s->kept] = b->thread;
        if (row) {
            const gt_sample of = gt_row_read_(s, row + i * columns, columns, ns, ns_per_tick);
            for (int c = 0; c < GT_COLUMN_COUNT; c++) if (!gt_cell_put_(s, c, room, gt_cell_of_(&of, c))) return 0;
        }
        for (int c = 0; work && c < 2; c++)
            if (!gt_cell_put_(s, (int)GT_COLUMN_flops + c, room, work[2 * i + (size_t)c])) return 0;
        s->kept++;
        s->n++;
        if (!gt_is_finite_(ns)) {
            s->rejected++;
            continue;
        }
        s->min_ns = gt_smaller_(ns, s->min_ns);
        s->max_ns = gt_larger_(ns, s->max_ns);
        s->sum_ns += ns;
    }
    return 1;
}
/* Copies the samples that a node (what one thread has of a series) got since the last gt_reset. Returns 0 if memory
   runs out. */
static int gt_source_copy_(gt_series *s, const gt_series_state_ *st, size_t room, double ns_per_tick) {
    /* Samples that were stored before the last gt_reset are skipped. */
    uint64_t index = st->freed, first = st->mark_n, last = first + st->visible;
    for (gt_block_ *b = GT_LOAD_(&st->blocks); b && index < last; b = GT_LOAD_(&b->after)) {
        const uint64_t from = index < first ? first - index : 0, to = last - index < b->size ? last - index : b->size;
        index += b->size;
        if (!gt_samples_add_(s, b, GT_LOAD_(&b->row), gt_row_size_(st), from, to, room, ns_per_tick)) return 0;
    }
    return 1;
}
/* Makes the arrays that every series has, for n samples. Returns 0 if memory runs out. */
static int gt_series_arrays_(gt_series *s, size_t n) {
    if (!n) n = 1;
    s->ns = (double *)malloc(n * sizeof *s->ns);
    s->begin_ns = (double *)malloc(n * sizeof *s->begin_ns);
    s->thread = (uint32_t *)malloc(n * sizeof *s->thread);
    return s->ns && s->begin_ns && s->thread;
}

/* The sort key of a sample. Samples are sorted by thread, and within a thread by begin. Usually they already have this
   order. They may not if several scopes of the source share one name. */
typedef struct gt_sample_time_ { double begin_ns; size_t at; uint32_t thread; } gt_sample_time_;
static int gt_sample_time_order_(const void *a, const void *b) {
    const gt_sample_time_ *x = (const gt_sample_time_ *)a, *y = (const gt_sample_time_ *)b;
    if (x->thread != y->thread) return x->thread < y->thread ? -1 : 1;
    if (x->begin_ns < y->begin_ns || x->begin_ns > y->begin_ns) return x->begin_ns < y->begin_ns ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}
static int gt_series_sort_(gt_series *s) {      /* sorts the samples of a series; returns 0 if memory runs out */
    gt_sample_time_ *place = (gt_sample_time_ *)malloc(s->kept * (sizeof *place + sizeof(double)));
    double *before = (double *)(void *)(place + s->kept);
    if (!place) return 0;
    for (size_t i = 0; i < s->kept; i++) {
        const gt_sample_time_ p = { s->begin_ns[i], i, s->thread[i] };
        place[i] = p;
    }
    qsort(place, s->kept, sizeof *place, gt_sample_time_order_);
    for (size_t i = 0; i < s->kept; i++) s->thread[i] = place[i].thread;
    for (int c = -2; c < GT_COLUMN_COUNT; c++) {
        double *x = c == -2 ? s->ns : c == -1 ? s->begin_ns : s->column[c];
        if (!x) continue;
        memcpy(before, x, s->kept * sizeof *before);
        for (size_t i = 0; i < s->kept; i++) x[i] = before[place[i].at];
    }
    free(place);
    return 1;
}
static int gt_series_is_sorted_(const gt_series *s) {
    const uint32_t *t = s->thread;
    size_t i = 1;
    while (i < s->kept && (t[i] > t[i - 1] || (t[i] == t[i - 1] && !(s->begin_ns[i] < s->begin_ns[i - 1])))) i++;
    return i >= s->kept;
}
/* Returns the index behind the last sample of a thread. `first` is the index of the thread's first sample. The samples
   of a series are sorted by thread, and so the next thread begins at the result. */
static size_t gt_thread_end_(const gt_series *s, size_t first) {
    size_t end = first;
    while (end < s->kept && s->thread[end] == s->thread[first]) end++;
    return end;
}
/* Sorts the samples of a series if they are not sorted yet, and counts its threads. Returns 0 if memory runs out. */
static int gt_series_order_(gt_series *s) {
    if (!gt_series_is_sorted_(s) && !gt_series_sort_(s)) return 0;
    s->threads = 0;
    for (size_t i = 0; i < s->kept; i = gt_thread_end_(s, i)) s->threads++;
    return 1;
}
/* Completes the column `commands` of a host scope, which says how many commands each sample ran. If some sample has a
   device time, samples without a number of commands get 0. If no sample has a device time, all numbers are removed. */
static void gt_series_commands_(gt_series *s) {
    double *commands = s->column[GT_COLUMN_commands];
    const int some = s->known[GT_COLUMN_device_ns] != 0;
    if (gt_is_kind_(s->kind, GT_DEVICE_) || !commands) return;
    for (size_t i = 0; i < s->kept; i++)
        if (!some || !gt_is_finite_(commands[i])) commands[i] = some ? 0 : gt_nan_();
    s->known[GT_COLUMN_commands] = some ? s->kept : 0;
}
/* Copies the samples of a series from all threads. Returns 0 if memory runs out. */
static int gt_series_copy_(gt_series *s, double ns_per_tick) {
    size_t visible = 0;
    for (gt_node_ *n = s->source_; n; n = n->state->also) visible += n->state->visible;
    if (!gt_series_arrays_(s, visible)) return 0;
    for (gt_node_ *n = s->source_; n; n = n->state->also) {
        if (!gt_source_copy_(s, n->state, visible, ns_per_tick)) return 0;
        if (!gt_counts_merge_(s, n, ns_per_tick)) return 0;
    }
    if (s->n == s->rejected) s->min_ns = s->max_ns = 0;
    gt_series_commands_(s);
    /* a sample that claims work has both columns; a command has its bytes alone */
    if (s->known[GT_COLUMN_flops]) s->unclaimed = s->kept - s->known[GT_COLUMN_flops];
    return 1;
}
gt_sample gt_series_sample(const gt_series *s, size_t i) {
    gt_sample row;
    for (int c = 0; c < GT_COLUMN_COUNT; c++) ((double *)(void *)&row)[c] = gt_cell_(s, c, i);
    return row;
}

/* -- statistics of a series -- */

/* Returns the step of the times of a series, in ns. Returns 0 if it is not known. step_ns is the step of the host's
   clock; stamp_ns is the step of the device's stamps. */
static double gt_series_step_(const gt_series *s, double step_ns, double stamp_ns) {
    int step = gt_kinds_[s->kind].step;
    if (step == GT_STEP_PASS_) return step_ns / (double)s->passes;
    return step == GT_STEP_NONE_ ? 0 : step == GT_STEP_STAMP_ ? stamp_ns : step_ns;
}
/* Sets *out to the statistics of the n samples from index `first` on. Trials look at some series while samples come in.
   Their interval then needs a higher confidence, and is wider. It is reported as an interval of 95 %, since it is right
   in 95 % of cases. Returns 0 if memory runs out. */
static int gt_series_stats_(const gt_series *s, size_t first, size_t n, double step_ns, gt_stats *out) {
    if (gt_stats_at_(s->ns + first, n, step_ns, s->looked, out) != GT_OK) return 0;
    if (s->looked && out->ci.confidence >= GT_LOOK_CONFIDENCE_ - 1e-9) out->ci.confidence = 0.95;
    return 1;
}
/* Sets the confidence interval of a series that has samples of several threads. An interval needs samples in one order
   of time, and only the samples of one thread have one. The function therefore computes an interval for each thread.
   The interval of the series is the smallest one that covers all of these. Returns 0 if memory runs out. */
static int gt_threads_interval_(gt_series *s, double step_ns) {
    gt_interval all = gt_no_interval_();
    size_t end;
    gt_stats one;
    for (size_t first = 0; first < s->kept; first = end) {
        end = gt_thread_end_(s, first);
        if (!gt_series_stats_(s, first, end - first, step_ns, &one)) return 0;
        if (!first) all = one.ci;
        if (one.ci.low < all.low) all.low = one.ci.low;
        if (one.ci.high > all.high) all.high = one.ci.high;
        if (one.ci.confidence < all.confidence) all.confidence = one.ci.confidence;
        if (one.tau > s->stats.tau) s->stats.tau = one.tau;
    }
    s->stats.ci = all.confidence > 0 ? all : gt_no_interval_();
    return 1;
}
static int gt_device_analyse_(gt_series *s, double step_ns, double stamp_ns) {
    const double *device = s->column[GT_COLUMN_device_ns];
    double *rest = device ? (double *)malloc(s->kept * sizeof *rest) : NULL;
    for (size_t i = 0; rest && i < s->kept; i++) rest[i] = s->ns[i] - device[i];
    const int ok = rest && gt_stats_of(device, s->kept, stamp_ns, &s->device_stats) == GT_OK &&
                   gt_stats_of(rest, s->kept, stamp_ns + step_ns, &s->rest_stats) == GT_OK;
    free(rest);
    return ok || !device;
}

/* Finds the least and the most work that samples of a series claim. `column` is GT_COLUMN_flops or GT_COLUMN_bytes.
   Returns 0 if some sample claims no work. */
static int gt_work_range_(const gt_series *s, int column, double *least, double *most) {
    if (!s->kept || s->known[column] < s->kept || s->unclaimed) return 0;
    *least = *most = gt_cell_(s, column, 0);
    for (size_t i = 1; i < s->kept; i++) {
        *least = gt_smaller_(*least, s->column[column][i]);
        *most = gt_larger_(*most, s->column[column][i]);
    }
    return *least > 0;
}
/* Sets the rate (work divided by time) of a series, and its interval. Both follow from median and interval of the time,
   by division. *per_s is NaN if some sample claims no work. Returns 0 if memory runs out. */
static int gt_rate_of_(const gt_series *s, int column, double *per_s, gt_interval *ci) {
    const gt_stats *time = &s->stats;   /* the rate follows from these if all samples claim the same work */
    double work, most, per = 1e9, *t;
    gt_stats each;
    int ok;
    *per_s = gt_nan_();
    *ci = gt_no_interval_();
    if (!gt_work_range_(s, column, &work, &most)) return 1;
    if (most > work) {
        t = (double *)malloc(s->kept * sizeof *t);
        for (size_t i = 0; t && i < s->kept; i++) t[i] = s->ns[i] * 1e-9 / gt_cell_(s, column, i);
        ok = t && gt_stats_of(t, s->kept, 0, &each) == GT_OK;
        free(t);
        if (!ok) return 0;
        time = &each;
        work = per = 1;
    }
    if (time->median > 0) *per_s = work / time->median * per;
    if (!(time->ci.confidence > 0 && time->ci.low > 0)) return 1;
    ci->low = work / time->ci.high * per;
    ci->high = work / time->ci.low * per;
    ci->confidence = time->ci.confidence;
    return 1;
}
/* Sorts the samples of a series, and computes its statistics and rates. Returns 0 if memory runs out. */
static int gt_series_analyse_(gt_series *s, double step_ns) {
    double stamp_ns = gt_stamp_step_(s->device_), step = gt_series_step_(s, step_ns, stamp_ns);
    s->step_ns_ = step_ns;
    return gt_series_order_(s) && gt_series_stats_(s, 0, s->kept, step, &s->stats) &&
           (s->threads < 2 || gt_threads_interval_(s, step)) &&
           gt_device_analyse_(s, step_ns, stamp_ns) &&
           gt_rate_of_(s, GT_COLUMN_flops, &s->flops_per_s, &s->flops_ci) &&
           gt_rate_of_(s, GT_COLUMN_bytes, &s->bytes_per_s, &s->bytes_ci);
}

/* -- the kit's own work -- */

/* Returns how long it takes to read page faults and context switches, in ns: the least of ten tries. */
static double gt_signals_cost_ns_(void) {
    gt_signals_ s;
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < 10; i++) {
        uint64_t t = gt_now_();
        (void)gt_signals_read_(&s);
        t = gt_now_() - t;
        if (t < least) least = t;
    }
    return gt_clock_ns(least);
}
/* Adds some of the kit's own work to kit_ns of each series: what scopes inside the series cost, as far as they did not
   count it when they ended. Each scope costs some ns. Each phase also reads page faults and context switches before its
   begin. A phase reads them again behind its end, but that work is counted already, like all work from there on
   (gt_charge_). */
static void gt_kit_add_(gt_snapshot *out) {
    if (!gt_clock_is_real_()) return;
    const double signals = gt_audit_mode_ != GT_AUDIT_NONE_ ? gt_signals_cost_ns_() : 0;
    for (size_t i = 0; i < out->count; i++)
        for (size_t k = i + 1; k <= i + out->series[i].below_; k++) {
            const gt_series *s = &out->series[k];
            if (s->kind == GT_KIND_SCOPE || s->kind == GT_KIND_PHASE)
                out->series[i].kit_ns += (double)s->n * gt_clk_.uncharged_ns;
            if (s->kind == GT_KIND_PHASE) out->series[i].kit_ns += (double)s->known[GT_COLUMN_faults] * signals;
        }
}

/* -- the snapshot -- */

static void gt_facts_free_(struct gt_facts_ *facts);
void gt_snapshot_free(gt_snapshot *snapshot) {
    if (!snapshot) return;
    for (size_t i = 0; i < snapshot->count; i++) {
        free(snapshot->series[i].key_);
        free(snapshot->series[i].path);
        free(snapshot->series[i].stopped);
        free(snapshot->series[i].ns);
        free(snapshot->series[i].begin_ns);
        free(snapshot->series[i].thread);
        for (int c = 0; c < GT_COLUMN_COUNT; c++) free(snapshot->series[i].column[c]);
        free(snapshot->series[i].first_);
    }
    free(snapshot->series);
    gt_facts_free_(snapshot->facts_);
    memset(snapshot, 0, sizeof *snapshot);
}
/* Copies all that was recorded into *out. The function takes the kit's lock. Returns 0 if memory runs out. */
static int gt_merge_all_(gt_snapshot *out) {
    gt_node_ *roots = NULL, **end = &roots;
    gt_lock_();
    gt_clock_recheck_();
    for (gt_thread_ *t = GT_LOAD_(&gt_threads_); t; t = GT_LOAD_(&t->younger)) {
        *end = t->root;
        end = &t->root->state->also;
        *end = NULL;
        t->root->state->first = roots;
    }
    int ok = gt_merge_below_(out, roots, 0);
    for (gt_thread_ *t = GT_LOAD_(&gt_threads_); t; t = GT_LOAD_(&t->younger))
        for (gt_node_ *n = GT_LOAD_(&t->current); n != t->root; n = n->parent) GT_POKE_(&n->state->count[GT_N_open], 1);
    for (size_t i = 0; ok && i < out->count; i++) ok = gt_series_copy_(&out->series[i], gt_clk_.ns_per_tick);
    out->lost = GT_PEEK_(&gt_lost_) - gt_lost_mark_;
    gt_unlock_();
    return ok;
}
static int gt_facts_take_(gt_snapshot *run);
/* Takes a snapshot. The caller has called gt_busy_begin_. Returns 0 if memory runs out. */
static int gt_run_take_(gt_snapshot *out) {
    memset(out, 0, sizeof *out);
    gt_clock_fit_();
    out->bucket_ = (gt_node_ **)calloc(GT_BUCKETS_, sizeof *out->bucket_);
    int ok = out->bucket_ && gt_merge_all_(out);
    free(out->bucket_);
    for (size_t i = 0; ok && i < out->count; i++) ok = gt_series_analyse_(&out->series[i], gt_clk_.info.step_ns);
    gt_kit_add_(out);
    if (ok && gt_facts_take_(out)) return 1;
    gt_snapshot_free(out);
    return 0;
}
/* The thread that writes reports and files while the process ends, given by the address of its gt_self_. NULL if no
   thread does so now. */
static const void *gt_exit_thread_;
static int gt_is_exiting_(void) { return gt_exit_thread_ == (const void *)&gt_self_; }
gt_status gt_snapshot_take(gt_snapshot *out) {
    if (!out) return GT_ERR_ARGUMENT;
    if (!gt_busy_begin_()) return GT_ERR_ORDER;
    const int taken = gt_run_take_(out);
    gt_busy_end_();
    return taken ? GT_OK : gt_error_offer_(GT_ERROR_KEPT_, GT_ERR_MEMORY, 0, NULL, __func__, "", 0, NULL);
}

const gt_series *gt_snapshot_find(const gt_snapshot *snapshot, const char *path) {
    const gt_series *found = NULL;
    size_t length = strlen(path);
    for (size_t i = 0; i < snapshot->count; i++) {
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

/* Returns the child of `parent` that comes after `child`. If `child` is NULL, returns the first child. Returns NULL if
   there is none. */
static const gt_series *gt_child_next_(const gt_series *parent, const gt_series *child) {
    const gt_series *next = child ? child + child->below_ + 1 : parent + 1;
    return next <= parent + parent->below_ ? next : NULL;
}
/* Works like gt_child_next_, but skips warm-up passes and series without samples. */
static const gt_series *gt_child_kept_(const gt_series *parent, const gt_series *child) {
    do child = gt_child_next_(parent, child);
    while (child && (child->cold || !child->kept));
    return child;
}

/* -- comparisons -- */

/* Returns the child series with the given name. If `name` is NULL, returns the first child (of a comparison: the first
   side). Returns NULL if no such child has samples. */
static const gt_series *gt_below_(const gt_series *parent, const char *name) {
    const gt_series *s = NULL, *first = NULL;
    while ((s = gt_child_kept_(parent, s)) != NULL)
        if ((!name || !strcmp(s->name, name)) && (!first || s->rank_ < first->rank_)) first = s;
    return first;
}
static int gt_sides_(const gt_series *comparison) {
    int n = 0;
    for (const gt_series *s = gt_child_kept_(comparison, NULL); s; s = gt_child_kept_(comparison, s)) n++;
    return n;
}
/* Returns an array with a time (in ns) for each sample of a side of a comparison. The caller frees it. If `phase` is
   NULL, it is the time of the sample itself. Else it is the time of that phase inside the sample. Returns NULL if
   memory runs out. */
static double *gt_side_times_(const gt_series *side, const gt_series *phase) {
    double *x = (double *)malloc((side->kept ? side->kept : 1) * sizeof *x);
    size_t k = 0;
    for (size_t i = 0; x && i < side->kept; i++) {
        double begin = side->begin_ns[i], end = begin + side->ns[i];
        x[i] = phase ? 0 : side->ns[i];
        for (; phase && k < phase->kept && phase->thread[k] <= side->thread[i]; k++) {
            if (phase->thread[k] < side->thread[i]) continue;
            if (!(phase->begin_ns[k] < end)) break;
            if (phase->begin_ns[k] >= begin) x[i] += phase->ns[k];
        }
    }
    return x;
}
/* Returns the confidence with which the intervals of a trial, comparison or batch are computed. It is
   GT_LOOK_CONFIDENCE_ (0.97) if the trial stopped because an interval was narrow enough, else 0.95. */
static double gt_stop_confidence_(const gt_series *s) {
    return s->stop == GT_STOP_PRECISION ? GT_LOOK_CONFIDENCE_ : 0.95;
}
/* Returns the confidence of the interval of each side of a comparison. It rises with the number of sides, so that all
   intervals together are right as often as a single one would be. */
static double gt_confidence_of_(const gt_series *comparison) {
    return 1 - (1 - gt_stop_confidence_(comparison)) / (gt_sides_(comparison) - 1);
}
static gt_status gt_compare_sides_(const gt_series *comparison, const gt_series *side, const char *phase,
                                   gt_ratio *out, double *tau /* NULL: not wanted */) {
    const gt_series *base = gt_below_(comparison, NULL);
    const gt_series *pa = phase ? gt_below_(base, phase) : base, *pb = phase ? gt_below_(side, phase) : side;
    double own_tau;
    size_t rounds = base->kept < side->kept ? base->kept : side->kept;
    gt_status status = GT_ERR_MEMORY;
    if (!pa || !pb) return GT_ERR_ARGUMENT;
    double *a = gt_side_times_(base, phase ? pa : NULL);
    double *b = gt_side_times_(side, phase ? pb : NULL);
    if (a && b)
        status = gt_ratio_looked_(a, b, rounds, gt_confidence_of_(comparison), out, tau ? tau : &own_tau);
    free(a);
    free(b);
    if (status != GT_OK) return status;
    const double step = pa->step_ns_, of_a = pa->stats.median, of_b = pb->stats.median;
    const double by = of_a > 0 && of_b > 0 ? gt_exp_(step / of_a + step / of_b) : 1;
    /* The interval is made wider, since each time of a round may be off by one step of the clock. */
    out->ci.low /= by;
    out->ci.high *= by;
    if (out->ci.confidence >= out->wanted - 1e-9)
        out->ci.confidence = out->wanted = 1 - 0.05 / (gt_sides_(comparison) - 1);
    return GT_OK;
}
gt_status gt_snapshot_compare(const gt_snapshot *snap, const char *comparison, const char *side, const char *phase,
                              gt_ratio *out) {
    const gt_series *c = gt_snapshot_find(snap, comparison);
    const gt_series *s = c && c->kind == GT_KIND_COMPARISON ? gt_below_(c, side) : NULL;
    gt_ratio_clear_(out, 0);
    if (!s || s == gt_below_(c, NULL)) return GT_ERR_ARGUMENT;
    return gt_compare_sides_(c, s, phase, out, NULL);
}

/* -- batches -- */

/* Returns the series of a group of a batch, chosen by its kind (`rank`, a GT_GROUP_...) and its number of passes (0 for
   any number). If threads chose different numbers of passes, returns the group with most samples. Returns NULL if no
   such group has samples. */
static const gt_series *gt_group_(const gt_series *parent, int rank, unsigned long passes) {
    const gt_series *s = NULL, *most = NULL;
    while ((s = gt_child_next_(parent, s)) != NULL) {
        if (s->kind != GT_KIND_GROUP || s->rank_ != rank || !s->kept || (passes && s->passes != passes)) continue;
        if (!most || s->kept > most->kept) most = s;
    }
    return most;
}
/* Pairs the samples of a batch into rounds, thread by thread. Returns the number of rounds.
     one, many  the series of groups with 1 pass and with many passes
     middle     the series of middle groups; NULL if there are none
     t1, tn     get a time per round: t1 that of the group of 1 pass, tn that of the group of many passes
     bend       gets a fraction per middle group: by how much its time lies above the line through the other two groups,
                divided by its time
     bends      *bends gets the number of values in `bend` */
static size_t gt_batch_rounds_(const gt_series *one, const gt_series *many, const gt_series *middle, double *t1,
                               double *tn, double *bend, size_t *bends) {
    const double at = middle ? (double)(middle->passes - 1) / (double)(many->passes - 1) : 0;
    /* n is the number of rounds. k and m are indices of samples in `one` and `middle`. round is the number of the round
       in its thread. */
    size_t n = 0, k = 0, m = 0, round = 0;
    *bends = 0;
    for (size_t i = 0; i < many->kept; i++, round++) {
        const uint32_t thread = many->thread[i];
        if (i && many->thread[i - 1] != thread) round = 0;
        while (k < one->kept && one->thread[k] < thread) k++;
        while (middle && m < middle->kept && middle->thread[m] < thread) m++;
        if (k == one->kept || one->thread[k] != thread) continue;
        t1[n] = one->ns[k++];
        tn[n] = many->ns[i];
        if (middle && gt_has_middle_(round) && m < middle->kept && middle->thread[m] == thread) {
            const double t = middle->ns[m++];
            if (t > 0) bend[(*bends)++] = (t - t1[n] - at * (tn[n] - t1[n])) / t;
        }
        n++;
    }
    return n;
}
/* Returns how long the enqueue calls of one pass took, in ns. Returns NaN if that is not known. */
static double gt_enqueue_ns_(const gt_series *group) {
    const gt_series *s = gt_group_(group, GT_GROUP_ENQUEUE_, 0);
    return s ? s->stats.median / (double)s->passes : gt_nan_();
}
/* Sets the slope of a batch, from all its rounds. Also sets the curvature, if the batch has middle groups. */
static gt_status gt_batch_lines_(const gt_series *b, const gt_series *one, const gt_series *many, gt_batch *out) {
    const gt_series *middle = gt_group_(b, GT_GROUP_MIDDLE_, (many->passes + 1) / 2);
    double confidence = gt_stop_confidence_(b), step = b->step_ns_;
    double *t1 = (double *)malloc((2 * many->kept + (middle ? middle->kept : 0)) * sizeof *t1);
    double *tn = t1 + many->kept, *bend = tn + many->kept;
    size_t bends;
    if (!t1) return GT_ERR_MEMORY;
    size_t n = gt_batch_rounds_(one, many, middle, t1, tn, bend, &bends);
    gt_status status = gt_slope_paired_(t1, tn, n, out->passes, step, confidence, &out->slope);
    if (out->slope.slope_ci.confidence >= confidence - 1e-9)
        out->slope.slope_ci.confidence = out->slope.fixed_ci.confidence = 0.95;
    out->slope.dropped += one->kept - n;
    if (bends) {
        gt_sort_doubles_(bend, bends);
        out->curvature = gt_median_interval_(bend, bends, 1, 3 * step / middle->stats.median, 0.95);
    }
    free(t1);
    return status;
}
/* Sets *out to the result of a batch. Returns GT_ERR_ARGUMENT if b is NULL, if b is no batch, or if it has no round. */
static gt_status gt_batch_of_(const gt_series *b, gt_batch *out) {
    int batch = b && b->kind == GT_KIND_BATCH;
    const gt_series *one = batch ? gt_group_(b, GT_GROUP_ONE_, 0) : NULL;
    const gt_series *many = batch ? gt_group_(b, GT_GROUP_MANY_, 0) : NULL;
    memset(out, 0, sizeof *out);
    out->slope.slope = out->slope.fixed = out->enqueue_ns = gt_nan_();
    out->slope.slope_ci = out->slope.fixed_ci = out->curvature = gt_no_interval_();
    if (!one || !many || many->passes < 2) return GT_ERR_ARGUMENT;
    out->passes = (double)many->passes;
    gt_status status = gt_batch_lines_(b, one, many, out);
    if (status == GT_ERR_MEMORY) return status;
    if (out->curvature.confidence > 0.949)
        out->nonlinear = out->curvature.low > 0.05 || out->curvature.high < -0.05;
    /* Of long groups and groups of 1 pass, the shorter time counts. In long groups, calls may wait until a full queue
       has room, and that wait is time of the device. */
    out->enqueue_ns = gt_smaller_(gt_enqueue_ns_(one), gt_enqueue_ns_(many));
    out->launch_bound = out->slope.slope <= 1.2 * out->enqueue_ns;
    return status;
}

/* -- what a comparison saves, by parts -- */

static const char *const gt_part_names_[] = {
#define GT_PART_NAME_(field, title) title,
    GT_PARTS(GT_PART_NAME_)
};
/* Returns the sum of a column of gt_sample over the samples of a series. Unknown values are left out. */
static double gt_column_sum_(const gt_series *s, int column) {
    double sum = 0;
    for (size_t i = 0; s->known[column] && i < s->kept; i++) sum += gt_or_0_(gt_cell_(s, column, i));
    return sum;
}
/* How much a side of a comparison saves against the first side, in ns per round. `parts` says what is compared: 0 is
   the whole time of a round; else each bit stands for one part of the time. `ns` is the median of the differences in
   all rounds. Because medians do not add up, the parts need not sum to the whole. The whole is the first row of
   gt_savings_. */
typedef struct gt_saved_ { uint32_t parts; double ns; gt_interval ci; } gt_saved_;
typedef struct gt_savings_ { gt_saved_ of[GT_PART_COUNT_ + 1]; size_t rows; } gt_savings_;
enum { GT_DEVICE_PARTS_ = 1 << GT_PART_kernel | 1 << GT_PART_copy | 1 << GT_PART_first_run };

/* Returns the name of a set of parts: for example "device", "launch" or "launch|return". Three parts or more are called
   "elsewhere", unless they are the parts of the device's work. */
static const char *gt_parts_text_(uint32_t parts) {
    const uint32_t behind = parts & (parts - 1);    /* the set of parts without its first one */
    int first = 0, last = 0;
    if (parts == GT_DEVICE_PARTS_) return "device";
    if (behind & (behind - 1)) return "elsewhere";
    while (!(parts >> first & 1u)) first++;
    while (behind >> last & ~1u) last++;
    return behind ? gt_text_("%s|%s", gt_part_names_[first], gt_part_names_[last]) : gt_part_names_[first];
}
/* Returns a set of parts of the time, with a part added if the set holds only one. The time of these parts is in doubt,
   since stamps are placed on the host's clock only to within some error. The added part is the one that the time may
   belong to instead. For the parts return and gap (between two commands) it is launch. For every other part it is
   return, above all for those before the device's work: earlier, held, first launch, launch. */
static uint32_t gt_parts_in_doubt_(uint32_t parts) {
    if (!parts || parts & (parts - 1)) return parts;
    return parts | 1u << (parts & (1u << GT_PART_gap | 1u << GT_PART_return) ? GT_PART_launch : GT_PART_return);
}
static void gt_parts_sum_(const gt_series *s, uint32_t parts, size_t n, double *to) {
    for (size_t i = 0; i < n; i++) {
        to[i] = parts ? 0 : s->ns[i];
        for (int k = 0; k < GT_PART_COUNT_; k++)
            if (parts >> k & 1u) to[i] += gt_cell_(s, GT_COLUMN_kernel_ns + k, i);
    }
}
static int gt_is_saved_(const gt_saved_ *v) {       /* returns 1 if the saving is more than chance */
    return v->ci.confidence > 0 && (v->ci.low > 0 || v->ci.high < 0);
}
static gt_saved_ gt_saved_of_(const gt_series *c, const gt_series *base, const gt_series *side, uint32_t parts,
                              size_t n, double *room) {
    gt_saved_ v = { parts, gt_nan_(), gt_no_interval_() };
    gt_stats d;
    gt_parts_sum_(base, parts, n, room);
    gt_parts_sum_(side, parts, n, room + n);
    if (gt_rounds_of_(GT_AS_DIFFERENCE_, room, room + n, n, 0, GT_TAU_NONE_, gt_confidence_of_(c), &d) != GT_OK)
        return v;
    v.ns = d.median;
    v.ci = gt_widened_(d.ci, c->step_ns_);
    return v;
}
static int gt_saved_order_(const void *a, const void *b) {
    const double x = gt_abs_(((const gt_saved_ *)a)->ns), y = gt_abs_(((const gt_saved_ *)b)->ns);
    return (x < y) - (x > y);
}
/* Sets *out to what a side of a comparison saves against the first side, by parts of the time. Stamps are placed on the
   host's clock only to within an error (doubt_ns), which differs between sides. The parts next to the device's work may
   therefore be off by the errors of both sides. Parts that cannot be told apart are joined. Returns 0 if the times of a
   side are not divided into parts, or if memory runs out. */
static int gt_savings_of_(const gt_series *c, const gt_series *base, const gt_series *side, gt_savings_ *out) {
    const size_t n = base->kept < side->kept ? base->kept : side->kept;
    const int known = base->known[GT_COLUMN_kernel_ns] * 2 > n && side->known[GT_COLUMN_kernel_ns] * 2 > n;
    double *room = known ? (double *)malloc(2 * n * sizeof *room) : NULL, doubt, least = 0;
    uint32_t joined = 0;
    gt_saved_ v[GT_PART_COUNT_];
    memset(out, 0, sizeof *out);
    if (!room) return 0;
    doubt = gt_or_0_(gt_column_sum_(base, GT_COLUMN_doubt_ns) / (double)base->known[GT_COLUMN_doubt_ns]) +
            gt_or_0_(gt_column_sum_(side, GT_COLUMN_doubt_ns) / (double)side->known[GT_COLUMN_doubt_ns]);
    out->of[out->rows++] = gt_saved_of_(c, base, side, 0, n, room);
    for (int k = GT_PART_first_run; k < GT_PART_COUNT_; k++) {
        v[k] = gt_saved_of_(c, base, side, k == GT_PART_first_run ? (uint32_t)GT_DEVICE_PARTS_ : 1u << k, n, room);
        if (gt_is_saved_(&v[k])) least = gt_larger_(least, 0.05 * gt_abs_(v[k].ns));
    }
    for (int k = GT_PART_first_run; k < GT_PART_COUNT_; k++) {
        if (!gt_is_saved_(&v[k]) || gt_abs_(v[k].ns) < least) continue;
        v[k].ci = gt_widened_(v[k].ci, k == GT_PART_first_run ? 0 : doubt);
        if (gt_is_saved_(&v[k])) out->of[out->rows++] = v[k];
        else joined |= 1u << k;
    }
    joined = gt_parts_in_doubt_(joined);
    if (joined) {           /* parts that cannot be told apart share one row */
        for (size_t i = out->rows; i-- > 1;) if (out->of[i].parts & joined) out->of[i] = out->of[--out->rows];
        out->of[out->rows] = gt_saved_of_(c, base, side, joined, n, room);
        out->rows += (size_t)gt_is_saved_(&out->of[out->rows]);
    }
    free(room);
    qsort(out->of + 1, out->rows - 1, sizeof *out->of, gt_saved_order_);
    return 1;
}

/* ==== >>facts, implementation ==== */

/* The peak rates that the program gave to gt_peak: first FLOP/s, then bytes/s. Each is stored as the bits of a
   double. */
static uint64_t gt_peaks_[2];

void gt_peak(double flops_per_s, double bytes_per_s) {
    gt_lock_();
    GT_POKE_(&gt_peaks_[0], gt_bits_of_(flops_per_s));
    GT_POKE_(&gt_peaks_[1], gt_bits_of_(bytes_per_s));
    gt_unlock_();
}

#define GT_FINDING_(code, name, severity, where, ...) { name, severity, GT_WHERE_##where##_, __VA_ARGS__ },
static const struct {
    char name[20];
    gt_severity severity;
    int where;
    const char *sentence, *cause, *remedy;
} gt_findings_table_[] GT_APART_(gt_findings_table_) = { GT_FINDINGS(GT_FINDING_) };
const char *gt_finding_name(gt_finding_code code) {
    return (unsigned)code < (unsigned)GT_FINDING_COUNT ? gt_findings_table_[code].name : "";
}
static GT_UNUSED_ const char *gt_severity_text_(gt_severity severity) {
    static const char *const text[] = { "info", "note", "warning", "fault" };
    return (unsigned)severity < 4u ? text[severity] : "";
}

/* -- clocks of the program: what is wrong with them -- */

static void gt_clock_finding_add_(gt_finding_code code, const char *who, int stays, const char *text,
                                  gt_values_ values) {
    size_t i;
    gt_lock_();
    for (i = 0; i < gt_clock_findings_.count; i++)
        if (gt_clock_findings_.f[i].code == code && !strcmp(gt_clock_findings_.f[i].path, who)) break;
    if (i == gt_clock_findings_.count &&
        gt_clock_findings_.count < sizeof gt_clock_findings_.f / sizeof gt_clock_findings_.f[0]) {
        gt_finding *f = &gt_clock_findings_.f[gt_clock_findings_.count++];
        f->code = code;
        f->order_ = (size_t)stays;
        gt_copy_(f->path, sizeof f->path, who);
        f->figures[0] = 0;
        f->figure_count = 0;
        gt_figures_add_(f, text, values);
        (void)gt_plain_(f->path, 0);
    }
    gt_unlock_();
}
/* What a clock did while the kit read it again and again. Times are in ns. The system's clock tells ns, span and own;
   the clock under test tells says and step.
     ns     for how long the kit read the clock
     span   a part of that time
     says   by how much the clock under test advanced in `span`
     own    how long no other program had the processor
     step   the smallest step forwards of the clock under test; 0 if it made none
     moves  how often the clock under test stepped forwards
     back   how often the clock under test stepped backwards */
typedef struct gt_spin_ { double says, ns, span, own, step; unsigned long moves, back; } gt_spin_;
static double gt_try_read_(double (*now_s)(void)) {     /* reads a clock, in ns; now_s NULL: the kit's clock */
    return now_s ? now_s() * 1e9 : (double)(int64_t)(gt_now_() - gt_clk_.start);
}
/* Reads a clock for at least 3 ms, and until the program has had the processor for 1 ms. Most clocks have moved six
   times by then. A clock that has not is read until the program has had the processor for 60 ms. In any case reading
   ends after 1.2 s; that is how long a clock that never moves is read. `span` begins and ends at readings before which
   no other program had the processor. Returns zeros if the system's clock stands still. */
static gt_spin_ gt_spin_with_(double (*now_s)(void)) {
    gt_spin_ t = { 0, 0, 0, 0, 0, 0, 0 };
    const uint64_t begin = gt_os_ns_();
    double last = gt_try_read_(now_s), first = last, from = 0;
    if (gt_os_stands_()) return t;
    while (t.ns < 3e6 || (t.ns < 1.2e9 && (t.own < 1e6 || !t.moves || (t.moves < 6 && t.own < 6e7)))) {
        const double now = gt_try_read_(now_s), ns = (double)(gt_os_ns_() - begin);
        if (ns - t.ns < 5e5) {
            if (!(t.own > 0)) {
                first = now;
                from = ns;
            }
            t.own += ns - t.ns;
            t.says = now - first;
            t.span = ns - from;
        }
        t.ns = ns;
        t.back += now < last;
        t.moves += now > last;
        if (now > last && (!(t.step > 0) || now - last < t.step)) t.step = now - last;
        last = now;
    }
    return t;
}
/* Returns 1 if a clock ran slower or faster in a sleep than the system's clock, by more than `by` (0.05: 5 %) and a
   step of the clock. The sleep lasted `least` to `most` ns, and the clock advanced by `says` in it. */
static int gt_is_off_by_(const gt_spin_ *t, double by, double says, double least, double most) {
    return !(says + t->step > (1 - by) * least && says - t->step < (1 + by) * most);
}
/* Returns 1 if a clock counts in another unit than seconds, or at another rate than it should. A clock of this kind is
   wrong by the same factor in two cases: while the program computes (t), and during a sleep (least, most, says: as
   above). A clock of processor time is also wrong during a sleep, but counts in seconds. While the program computes, it
   is wrong by at most the number of processors, and by another factor than in the sleep. */
static int gt_is_other_unit_(const gt_spin_ *t, double says, double least, double most) {
    const double awake = t->says / t->span;
    if (t->moves < 4 || says < 4 * t->step) return 0;
    if (awake < 1.1 * says / least && awake > 0.9 * says / most && gt_is_off_by_(t, 0.05, says, least, most)) return 1;
    return awake < 2 * says / least && awake > 0.5 * says / most &&
           (says < 0.1 * least || says > 1.2 * gt_processors_() * most) &&
           !(t->says > 0.5 * t->own && t->says < 2 * t->own);
}
/* Compares a clock with the system's clock during a sleep, and adds findings that say what is wrong with the clock.
   Each reading of the clock stands between two readings of the system's clock. An interruption is therefore not taken
   for an error of the clock. The sleep is longer for a coarse clock, so that it has many steps. `stays` is 1 if the
   clock is the one that the program gave to gt_clock_set; its findings then outlive gt_reset. */
static void gt_clock_try_(double (*now_s)(void), const char *name, int stays) {
    gt_spin_ spin = gt_spin_with_(now_s);
    if (!(spin.ns > 0)) return;         /* the system's clock stands still, so nothing can be compared with it */
    const double apart = spin.ns / (double)(spin.moves ? spin.moves : 1);
    uint64_t t[4];
    t[0] = gt_os_ns_();
    double says = -gt_try_read_(now_s);
    t[1] = gt_os_ns_();
    gt_sleep_(spin.moves && apart < 100e3 ? 2 : 60);
    t[2] = gt_os_ns_();
    says += gt_try_read_(now_s);
    t[3] = gt_os_ns_();
    const double least = (double)(t[2] - t[1]), most = (double)(t[3] - t[0]);
    /* unit is 1 if the clock counts in another unit or at another rate; its steps are then in that unit, too. */
    int unit = gt_is_other_unit_(&spin, says, least, most);
    if (stays) gt_clk_.tried_step_ns = spin.step > 0 ? spin.step : spin.ns;
    if (stays && unit) gt_clk_.pace = says / least;
    if (unit)
        gt_clock_finding_add_(GT_FINDING_CLOCK_UNIT, name, stays, "it runs {factor:g} times as fast as the system's "
                              "clock", GT_VALUES_(gt_x_(says / least)));
    else if (gt_is_off_by_(&spin, spin.back ? 0.5 : 0.05, says, least, most))
        gt_clock_finding_add_(GT_FINDING_CPU_CLOCK, name, stays, "it says {says:ns} for a sleep of {sleep:ns}",
                              GT_VALUES_(gt_x_(says), gt_x_(least)));
    if (spin.back)
        gt_clock_finding_add_(GT_FINDING_CLOCK_STEP, name, stays, "it stepped back {back#time} in {span:ns}",
                              GT_VALUES_(gt_n_(spin.back), gt_x_(spin.ns)));
    if (!unit && (!spin.moves || spin.step > 100e3))
        gt_clock_finding_add_(GT_FINDING_COARSE, name, stays,
                              spin.moves ? "its smallest step is {step:ns}" : "it did not move in {span:ns}",
                              GT_VALUES_(gt_x_(spin.moves ? spin.step : spin.ns)));
}
gt_status gt_check_clock(double (*now_s)(void), const char *name) {
    if (!now_s) return GT_ERR_ARGUMENT;
    gt_clock_try_(now_s, name ? name : "a clock", 0);
    return GT_OK;
}

/* -- what state the machine was in when a run was taken -- */

/* A number in a struct that the kit also writes to files: its name in the files, its offset in the struct, and its
   type, an int or a double. */
typedef struct gt_place_ { const char *name; size_t at; int is_int; } gt_place_;
static double gt_placed_(const void *of, const gt_place_ *p) {
    const void *at = (const char *)of + p->at;
    return p->is_int ? *(const int *)at : *(const double *)at;
}
#define GT_PLACE_OF_(type, name, field) { #name, offsetof(type, field), sizeof ((type *)0)->field == sizeof(int) },

typedef struct gt_device_facts_ {
    const gt_device_ *is;       /* the device; NULL: all work whose device is not known */
    /* The FLOP/s and bytes/s above which the kit takes a program's claim for a mistake; 0 if not known. */
    double most[2];
    /* The highest rates that were measured on the device: top is FLOP/s and bytes/s; local is bytes/s of local memory.
       0 if not measured. */
    double top[2], local;
    /* How many times as fast as the host's clock the device's clock runs. 0 if both are equally fast, or if it is not
       known. */
    double scale;
    /* The step of the device's stamps, in ns. It is the step that stamps have shown; if none is known, the driver's
       statement. */
    double stamp_ns;
    /* worked is 1 if something ran on the device since the last gt_reset. processor is 1 if the host's processors do
       the work of the device. */
    int worked, processor;
    gt_cost_ event;             /* what an event costs; its `n` is 0 if not measured */
    char gauged[256];           /* clock, power and heat of the device, as read; "" if nothing */
    char line[776];             /* what reports print of it; the name ends before the first " | " */
} gt_device_facts_;
#define GT_DEVICE_PLACE_(name, field) GT_PLACE_OF_(gt_device_facts_, name, field)
#define GT_DEVICE_FACTS_(X_) \
    X_(most_flops_per_s, most[0]) X_(most_bytes_per_s, most[1]) X_(top_flops_per_s, top[0]) \
    X_(top_bytes_per_s, top[1]) X_(local_bytes_per_s, local) X_(clock_scale, scale) X_(stamp_ns, stamp_ns) \
    X_(worked, worked) X_(processor, processor)
static const gt_place_ gt_device_places_[] = { GT_DEVICE_FACTS_(GT_DEVICE_PLACE_) { NULL, 0, 0 } };

/* What findings and the report need to know beside the series. All of it is read once, when a snapshot is taken; after
   that nobody asks the machine or OpenCL. GT_RUN_FACTS_ lists those of the numbers that the kit also writes to
   files. */
typedef struct gt_facts_ {
    gt_clock clock;
    int clock_kind;
    int is_real;                /* 1: the clock is not simulated */
    const char *stands;         /* which clock stands still, as a sentence; NULL if none does */
    int audit;                  /* the environment variable GT_AUDIT, as GT_AUDIT_... */
    /* processors is the number of processors. load is the load average; 0 if it is at most that number, or not
       known. */
    double processors, load;
    double fault_ns;            /* what a page fault costs, ns */
    /* How often the process was interrupted since it has had more threads than the machine has processors. -1 if not
       known. */
    double switches;
    double peak[2];             /* the rates given to gt_peak: FLOP/s, bytes/s */
    double seed;
    /* What the process may use; each is 0 or 1. tiles: it may use tile instructions of the processor. accelerator: it
       has mapped a device file. driver: it has loaded an OpenCL driver. */
    int tiles, accelerator, driver;
    int worked;                 /* 1: something ran on a device since the last gt_reset */
    int hooked;                 /* 1: the program has gputime_cl.h, which gives the next two fields */
    gt_opencl_ cl;
    int launches_seen;          /* 1: the program has calls.h, and that file saw launches */
    /* 1: the file calls.h saw no reading of stamps, and no launch between two readings of a clock. It cannot see
       readings by instructions such as rdtsc. */
    int untimed;
    int listed;                 /* 1: reports also list commands and accounts: calls.h, at exit */
    /* The state of the machine that changes timings, as text (gt_machine_text_). */
    char machine[160];
    /* about is the text of gt_report_about. ignored is remarks on environment variables, each on a line of its own. */
    char about[512], ignored[1024];
    int failed;                 /* 1: `error` holds the first error that the kit kept */
    gt_kept_error_ error;
    gt_finding clock_finding[sizeof gt_clock_findings_.f / sizeof gt_clock_findings_.f[0]];
    size_t clock_findings;
    /* Sections of the report. The first section without cells and sentences ends the list. */
    gt_section_ section[GT_SECTIONS_];
    gt_finding *told;           /* findings of calls.h; they belong to this struct */
    size_t told_count;
    int last;                   /* index in `device` of the device that was opened last */
    /* devices is how many elements the array `device` has. device[0] stands for work whose device is not known. */
    size_t devices;
    gt_device_facts_ device[1];
} gt_facts_;
#define GT_RUN_PLACE_(name, field) GT_PLACE_OF_(gt_facts_, name, field)
#define GT_RUN_FACTS_(X_) \
    X_(clock_kind, clock_kind) X_(is_real, is_real) X_(audit, audit) X_(processors, processors) X_(load, load) \
    X_(fault_ns, fault_ns) X_(switches, switches) X_(peak_flops_per_s, peak[0]) X_(peak_bytes_per_s, peak[1]) \
    X_(tiles, tiles) X_(accelerator, accelerator) X_(driver, driver) X_(worked, worked) X_(hooked, hooked) \
    X_(opencl_from_ns, cl.first_ns) X_(queues, cl.queues) X_(launches_seen, launches_seen) X_(untimed, untimed) \
    X_(listed, listed) X_(last_device, last)
static const gt_place_ gt_run_places_[] = { GT_RUN_FACTS_(GT_RUN_PLACE_) { NULL, 0, 0 } };
#define GT_CLOCK_PLACE_(field) GT_PLACE_OF_(gt_clock, field, field)
static const gt_place_ gt_clock_places_[] = {
    GT_CLOCK_PLACE_(hz) GT_CLOCK_PLACE_(step_ns) GT_CLOCK_PLACE_(read_ns) GT_CLOCK_PLACE_(scope_ns)
    GT_CLOCK_PLACE_(exact_ns) GT_CLOCK_PLACE_(missed_ns) GT_CLOCK_PLACE_(fit_ms) GT_CLOCK_PLACE_(drift_ppm)
    { NULL, 0, 0 } };
#define GT_SERIES_PLACE_(name, field) GT_PLACE_OF_(gt_series, name, field)
/* What files hold of a series beside its statistics, counters and samples. */
#define GT_SERIES_FACTS_(X_) \
    X_(looked, looked) X_(stop, stop) X_(missed, missed) X_(threshold, threshold) X_(rank, rank_) \
    X_(warmup, cold_) X_(seen, seen_) X_(stamped, stamped_) X_(empty_ns, empty_ns_) X_(in_ns, in_ns_)
static const gt_place_ gt_series_places_[] = { GT_SERIES_FACTS_(GT_SERIES_PLACE_) { NULL, 0, 0 } };
static const struct { const gt_place_ *run, *clock, *device, *series; } gt_places_ = {
    gt_run_places_, gt_clock_places_, gt_device_places_, gt_series_places_ };

/* Returns the load average. Returns 0 if it is at most the number of processors, or not known. */
static double gt_load_now_(void) {
#if defined(__linux__)
    unsigned whole, part;
    char word[64];
    if (gt_audits_() && gt_read_word_("/proc/loadavg", word) &&
        sscanf(word, "%u.%2u ", &whole, &part) == 2 && whole + part / 100.0 > gt_processors_())
        return whole + part / 100.0;
#endif
    return 0;
}
/* Returns the cost of a page fault on fresh memory, in ns; measures it once. The kit takes the least of eight
   measurements, since others may have the processor during some of them. */
static double gt_fault_cost_(void) {
    static double ns;
    enum { pages = 32 };
    gt_signals_ a, b;
    double best = DBL_MAX;
    if (gt_clk_.kind == GT_CLOCK_USER_) return 1000;
    if (ns > 0) return ns;
    /* so large that the C library asks the system for fresh memory */
    volatile unsigned char *p = (volatile unsigned char *)malloc((size_t)33 << 20);
    for (size_t i = 0; p && i < 8; i++) {
        gt_signals_read_(&a);
        uint64_t t = gt_now_();
        for (size_t k = 0; k < pages; k++) p[(i * pages + k) * 4096] = 1;
        t = gt_now_() - t;
        gt_signals_read_(&b);
        if (b.faults - a.faults >= pages / 2) best = gt_smaller_(best, gt_clock_ns(t) / (double)(b.faults - a.faults));
    }
    free((void *)(uintptr_t)p);
    ns = best < DBL_MAX ? best : 1000;
    return ns;
}
/* Looks through /proc/self/maps, the list of files that the process has mapped. Sets `accelerator` to 1 if one of them
   is a device file, or if the list does not exist. Something other than the processors may then do the work of an
   OpenCL device. Sets `driver` to 1 if a file of the list is an OpenCL driver. Each name in `part` is a piece of the
   file names of some drivers: those of PoCL, AMD and Intel, of Mesa, of NVIDIA, and of Intel's GPUs. */
static void gt_mapped_look_(gt_facts_ *facts) {
    static const char *const part[] = { "ocl", "OpenCL", "opencl", "igdrcl" };
    FILE *f = NULL;
    char line[512];
#if defined(__linux__)
    f = fopen("/proc/self/maps", "r");
#endif
    facts->accelerator = !f;
    while (f && fgets(line, sizeof line, f)) {
        const char *name = strrchr(line, '/');
        const int device = strstr(line, " /dev/") && !strstr(line, " /dev/zero") && !strstr(line, " /dev/shm/");
        facts->accelerator |= device || strstr(line, "anon_inode:");
        if (!name || !strstr(name, ".so") || !strncmp(name, "/libOpenCL.so", 13)) continue;
        for (size_t i = 0; i < sizeof part / sizeof *part; i++) facts->driver |= strstr(name, part[i]) != NULL;
    }
    if (f) fclose(f);
}
/* Returns 1 if the process may use tile instructions, which do 16 times as much work. A process must ask the system
   before it may use them. Returns 1 also if it is not known whether the process has asked. */
static int gt_has_tiles_(void) {
#if defined(__linux__) && defined(__x86_64__) && GT_GNU_
    enum { arch_prctl = 158, get_permissions = 0x1022, tile_data = 1 << 18 };
    uint64_t allowed = 0;
    return !gt_syscall_(arch_prctl, get_permissions, &allowed) && (allowed & tile_data);
#else
    return 1;
#endif
}
/* Returns how long a pass with an empty body takes in a trial, in ns. Each sample of this trial has `passes` passes.
   The result is the shortest of nine tries. Returns 0 if memory runs out. */
static double gt_empty_pass_ns_(uint64_t passes) {
    gt_thread_ thread;
    gt_trial_state_ *st = (gt_trial_state_ *)calloc(1, sizeof *st);
    uint64_t least = UINT64_MAX, ticks;
    int i;
    memset(&thread, 0, sizeof thread);
    for (i = 0; st && i < 9; i++) {
        gt_trial t = { st, &thread, 0 };
        ticks = gt_clock_ticks();
        thread.trial = st;
        st->passes_each = passes + 1;
        st->passes_done = 0;
        for (uint64_t k = 0; k < passes; k++) (void)gt_trial_next(&t);
        ticks = gt_clock_end_ticks_() - ticks;
        if (ticks < least) least = ticks;
    }
    free(st);
    return i ? (double)least * gt_clk_.ns_per_tick / (double)passes : 0;
}
/* Writes to `to` which state of the machine changes timings: a virtual machine, the frequency governor, turbo; and
   whether the process was forked from one that had recorded samples, which both have then. Each of these texts follows
   a "; ". */
static void gt_machine_text_(char *to, size_t size) {
    const char *virtual_text = "", *governor = "", *turbo = "", *forked = "";
#if defined(__linux__)
    char word[64];
    governor = "; processor frequency unknown";
    if (gt_read_word_("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", word))
        governor = gt_text_("; frequency governor %.40s", word);
    if (gt_read_word_("/sys/devices/system/cpu/intel_pstate/no_turbo", word) && word[0] == '0') turbo = "; turbo on";
#endif
#if defined(__x86_64__) && GT_GNU_
    unsigned a = 0, b = 0, c = 0, d = 0;
    if (__get_cpuid(1u, &a, &b, &c, &d) && c >> 31) virtual_text = "; a virtual machine";
#endif
    if (gt_process_() != GT_PEEK_(&gt_clk_.process))
        forked = gt_text_("; forked: process %u has the samples of before the fork, too",
                          (unsigned)GT_PEEK_(&gt_clk_.process));
    snprintf(to, size, "%s%s%s%s", virtual_text, governor, turbo, forked);
}
static size_t gt_costs_known_(const gt_device_ *d) { return d->costs_epoch == gt_clk_.epoch ? d->costs : 0; }
static void gt_device_facts_take_(gt_device_facts_ *f, const gt_device_ *d) {
    /* The driver states the step of its stamps, which may be wrong; `grain` is the step that they show. This one counts
       if it is the smaller one. It also counts if it is at least 100 ns and six stamps or more show it: a few stamps
       may be multiples of a small step by chance, but hardly of a large one. */
    const double grain = d ? (double)GT_PEEK_(&d->grain) : 0, step = gt_stamp_step_(d);
    f->is = d;
    const int shown = grain > 0 && (grain < step || (grain >= 100 && GT_PEEK_(&d->grain_n) >= 6));
    f->stamp_ns = shown ? grain : step;
    f->scale = gt_scale_of_(d);
    for (int what = 0; what < 2; what++) f->most[what] = d ? gt_double_of_(GT_PEEK_(&d->most[what])) : 0;
    gt_lock_();
    if (d) memcpy(f->top, d->top, sizeof f->top);
    f->local = d ? d->local : 0;
    for (size_t i = 0; d && i < gt_costs_known_(d); i++)
        if (!strcmp(d->cost[i].code, "GT_CL_COST_EVENT")) f->event = d->cost[i];
    gt_copy_(f->gauged, sizeof f->gauged, d ? d->gauged : "");
    if (d) snprintf(f->line, sizeof f->line, "%s%s%s", d->line, f->gauged[0] ? " | " : "", f->gauged);
    gt_unlock_();
    f->worked = d && GT_PEEK_(&d->worked) == GT_PEEK_(&gt_resets_) + 1;
    f->processor = d && GT_PEEK_(&d->processor);
    if (f->processor && !gt_has_tiles_()) f->most[0] /= 16;
}
static gt_facts_ *gt_facts_new_(void) {         /* returns facts of devices and clocks; NULL without memory */
    size_t n = 1;
    for (const gt_device_ *d = GT_LOAD_(&gt_devices_); d; d = GT_LOAD_(&d->after)) n++;
    gt_facts_ *f = (gt_facts_ *)calloc(1, sizeof *f + n * sizeof f->device[0]);
    if (!f) return NULL;
    gt_device_facts_take_(&f->device[f->devices++], NULL);
    for (const gt_device_ *d = GT_LOAD_(&gt_devices_); d && f->devices < n; d = GT_LOAD_(&d->after)) {
        if (d == GT_LOAD_(&gt_device_last_)) f->last = (int)f->devices;
        gt_device_facts_take_(&f->device[f->devices], d);
        f->worked |= f->device[f->devices++].worked;
    }
    gt_lock_();
    memcpy(f->clock_finding, gt_clock_findings_.f, sizeof f->clock_finding);
    f->clock_findings = gt_clock_findings_.count;
    gt_copy_(f->about, sizeof f->about, gt_about_);
    gt_unlock_();
    return f;
}
static void gt_facts_free_(gt_facts_ *f) {
    for (int i = 0; f && i < GT_SECTIONS_; i++) gt_section_free_(&f->section[i]);
    if (f) free(f->told);
    free(f);
}
static void gt_sections_take_(gt_snapshot *run) {
    gt_section_ *to = run->facts_->section;
    for (int i = 0; i < GT_SECTIONS_ && GT_LOAD_(&gt_section_makers_[i]); i++) {
        gt_section_makers_[i](to, run);
        to += to->cells || to->sentences;
    }
}
/* Reads the facts of a snapshot into run->facts_. The series of the snapshot are already complete. Returns 0 if memory
   runs out. */
static int gt_facts_take_(gt_snapshot *run) {
    gt_gauge_due_(NULL, 1);
    gt_facts_ *f = run->facts_ = gt_facts_new_();
    const gt_hooks_ *hooks = gt_seam_();
    gt_signals_ now;
    int faults = 0;
    if (!f) return 0;
    f->clock = gt_clock_info();
    f->clock_kind = (int)GT_PEEK_(&gt_clk_.kind);
    f->is_real = gt_clock_is_real_();
    f->stands = gt_clk_.stands;
    f->audit = (int)gt_audit_();
    f->seed = (double)gt_seed_of_run_();
    f->failed = gt_error_copy_(&f->error) == GT_ERROR_KEPT_;
    (void)gt_variables_text_(f->ignored, sizeof f->ignored, "");
    f->processors = gt_processors_();
    f->load = gt_load_now_();
    for (int what = 0; what < 2; what++) f->peak[what] = gt_double_of_(GT_PEEK_(&gt_peaks_[what]));
    f->tiles = gt_has_tiles_();
    gt_mapped_look_(f);
    gt_machine_text_(f->machine, sizeof f->machine);
    f->switches = -1;
    if (f->audit != GT_AUDIT_NONE_ && GT_LOAD_(&gt_crowd_.known)) {
        gt_signals_read_(&now);
        f->switches = (double)(int64_t)(now.involuntary - gt_crowd_.involuntary);
    }
    for (gt_series *s = run->series; s && s < run->series + run->count; s++) {
        faults |= s->known[GT_COLUMN_faults] > 0;
        if (s->kind == GT_KIND_TRIAL && s->passes > 1 && s->n >= 10 && f->clock_kind != GT_CLOCK_USER_)
            s->empty_ns_ = gt_empty_pass_ns_(s->passes);
    }
    f->fault_ns = faults ? gt_fault_cost_() : 1000;
    f->hooked = hooks != NULL;
    if (hooks) f->cl.first_ns = hooks->seen(&f->cl.queues);
    gt_sections_take_(run);
    return !gt_program_seam_() || gt_program_seam_()->first_launches(run);
}

/* ==== >>inference, implementation ==== */

/* The functions of this section infer facts that no call and no stamp tells. Examples: that a compiler ran, or that the
   time between two readings of the program's clock was a warm-up. A finding that rests on an inferred fact says
   "inferred" in its figures, and says from what. The functions look only at what was recorded. */

/* What a rule knows about a fact of a series, beside whether the fact holds. Rules print it in findings. */
typedef struct gt_seen_ {
    double n, of;               /* the fact holds in n of `of` samples; of is 0 if it is not about samples */
    size_t at;                  /* index of the sample in which the fact weighs most */
    /* most is how much the fact weighs in sample `at`. ns is how much time it spoils in all samples; 0 if not known. */
    double most, ns;
    /* The share that the fact has of the time of sample `at`, or of the sum of all samples. gt_first_use_ needs it. */
    double part;
    size_t inferred;            /* in how many of the n samples the fact is inferred */
    /* The series that gets the finding. NULL means: the series about which the rule was asked. */
    const gt_series *where;
    double x[6];                /* more figures, which rules call x0, x1, ... (GT_NAMES_) */
    /* t is texts, which rules call t0, t1, ... unit is the unit that replaces "?" in the text of a rule. */
    const char *t[3], *unit;
} gt_seen_;
static void gt_hit_(gt_seen_ *z, size_t i, double x) {      /* notes that a fact holds in sample i, with weight x */
    z->n++;
    z->ns += x;
    if (!(x > z->most)) return;
    z->most = x;
    z->at = i;
}
static gt_first_ gt_new_of_(const gt_series *s, size_t i) {  /* returns what is known of first launches in sample i */
    const gt_first_ none = { 0, 0, 0, 0, 0, 0, 0, 0, 0 };
    size_t low = 0, high = s->first_count_;
    while (low < high) {
        const size_t mid = low + (high - low) / 2;
        if (s->first_[mid].at < i) low = mid + 1;
        else high = mid;
    }
    return low < s->first_count_ && s->first_[low].at == i ? s->first_[low] : none;
}
/* Returns 1 if a sample with these first launches lies between two pairs of readings, and the program reads the stamps
   of all of them: it quotes these, and no time between two readings. */
static int gt_is_stamped_between_(gt_first_ found) {
    return found.between && found.stamped == found.launches;
}
/* Returns how serious it is that sample i of a timer contains the first use of a kernel or of an OpenCL program. A
   timer is the time between two readings of the program's own clock. Nobody knows whether the program uses this time as
   a result.
     GT_INFO   the first use spoils nothing: no kernel was new in the sample, or the sample was a warm-up, or the
               program reads the stamps of what ran
     GT_NOTE   the sample may be a warm-up, since it is the only one, and the OpenCL program object runs again later;
               or the program also reads the stamps of what ran, and the first use takes less than half of the sample;
               or the program builds there itself and reads the stamps of all launches, the first ones too, as with a
               clock around everything
     severity  the value of the parameter `severity`, in all other cases
   `part` is the share of the sample that the first use takes. `own` is 1 if most samples first use an OpenCL program
   object of their own. A sample then counts as a warm-up only of samples that run the same object again. In a sweep,
   each launch has other arguments and buffers, and so the first launch is no warm-up of the others. */
static gt_severity gt_first_use_(const gt_series *s, size_t i, double part, int own, gt_severity severity) {
    const gt_first_ found = gt_new_of_(s, i);
    const int stamped = found.stamped == found.launches, only = s->kept < 2;
    const size_t again = own ? found.itself : found.again, same = own ? 0 : found.same;
    if (!found.launches || gt_is_stamped_between_(found) || (found.between && again) || (same && !only)) return GT_INFO;
    return (only && found.itself) || (stamped && (part < 0.5 || (s->builds && !found.later))) ? GT_NOTE : severity;
}
/* Returns 1 if most samples of a timer first launch kernels of an OpenCL program object that no later sample launches:
   each sample has a build, and perhaps a context, of its own. A sample that perhaps lies between two timings counts,
   too: it warms up neither of them. */
static int gt_is_each_new_(const gt_series *s) {
    size_t n = 0;
    for (size_t i = 0; s->kind == GT_KIND_TIMER && i < s->first_count_; i++)
        n += s->first_[i].launches > s->first_[i].itself;
    return s->kept > 1 && n * 2 > s->kept;
}
static int gt_begins_(const gt_series *s, size_t i) { return !i || s->thread[i] != s->thread[i - 1]; }
/* The next six limits decide whether a compiler ran while a kernel waited to start (between its stamps SUBMIT and
   START). They were measured in two runs of tests/bench/bench_late.c, on PoCL 3.1 with two processors and a load of 15
   to 100.
                                                               first run   second run
     1,000 launches of a known kernel: median of the waits      0.003 ms     0.009 ms
       the wait that 99.9 % of them stayed below                0.022 ms     0.042 ms
       the longest wait                                         0.028 ms       2.1 ms
     25 launches of new kernels: the shortest wait                 43 ms        63 ms
       median of the waits                                         43 ms       105 ms
       part of a wait in which the process computed, at least       37 %         17 %
     second launches of these kernels: the longest wait          0.06 ms       4.3 ms */
/* A wait of this length or more shows a compiler: 5 ms, in ns. Kernels that had run before waited at most 4.3 ms; new
   kernels waited at least 43 ms. */
#define GT_LATE_NS_ 5e6
/* A wait of this length or more (1 ms, in ns) shows a compiler if the process computed meanwhile. Of the known kernels,
   99.9 % waited less than 0.05 ms. A shorter wait shows none: the first launch after a pause can wait 0.1 to 0.8 ms,
   and computes all that time. */
#define GT_LATE_COMPUTED_NS_ 1e6
/* A wait shows a compiler only if it is longer than 5 times the usual wait of the series. In the two runs above, 99.9 %
   of the kernels that had run before waited less than 7 times and less than 5 times the median. */
#define GT_LATE_TIMES_ 5.0
/* Processor time from which on a compiler has run, however long the wait was: 10 ms, in ns. That is a quarter of the
   shortest wait for a compiler (43 ms). */
#define GT_COMPILES_NS_ 1e7
/* How long another program has the processor for each interruption: 4 ms, in ns. In 8 runs of a program that copied and
   polled, at a load of 13 to 14 on two processors, it was up to 2.2 ms (Linux). A program that computes all the time
   waits for each of the others: 21 ms in the mean of 806 interruptions at that load. */
#define GT_SLICE_NS_ 4e6
/* In a wait of less than 20 ms, a compiler computes for at least this share of the time. The smallest share in the
   first run was 37 %. */
#define GT_COMPILES_PART_ 0.3
/* In a longer wait, a compiler computes for at least this share of the time. The smallest share in the second run was
   17 %. */
#define GT_COMPILES_PART_LONG_ 0.05
/* Returns what is usual in a column of a series: the median, or the smaller one of two values. Returns 0 if fewer than
   two samples have a value, or for a timer, of which each sample may compile its own kernel; NaN without memory. */
static double gt_usual_of_(const gt_series *s, int column) {
    const double *x = s->kind == GT_KIND_TIMER ? NULL : s->column[column];
    gt_stats of;
    (void)gt_stats_of(x, x ? s->kept : 0, 0, &of);
    return of.n > 2 ? of.median : of.n > 1 ? of.min : 0;
}
/* What is usual for the samples of a series, in ns: how late a kernel starts, and how much processor time a sample
   takes. A value is below 0 until it is asked for. */
typedef struct gt_usual_ { double late, cpu; } gt_usual_;
/* Returns 1 if the process computed during a wait of `ns` in sample i: the sample used enough processor time beyond
   what it takes without a compiler. Without one it takes the usual processor time of the series, but not more than all
   processors can take in the device time. Where nothing is known to be usual, it takes the device time. Returns 0 if
   the process did not compute. A long wait needs a smaller share of processor time, for two reasons. Some compilers are
   separate processes, and on a busy machine other programs take the processor. But on a busy machine any sample may
   wait, and some take more processor time than others. There, a sample behind the first one needs as much as a compiler
   takes. Returns -1 if it is not known. One case of this: the processor time is enough only if nothing is subtracted,
   and some kernel was new. An execution can last longer than the processor time that it takes: on a busy machine, and
   on some devices always. Another case: it is enough only if the program's own code, or a build, has not taken it. */
static int gt_has_computed_(const gt_facts_ *facts, const gt_series *s, size_t i, double ns, gt_usual_ *usual) {
    if (usual->cpu < 0) usual->cpu = 1000 * gt_usual_of_(s, GT_COLUMN_cpu_us);
    const double all = 1000 * GT_CELL_(s, i, cpu_us), device = gt_or_0_(GT_CELL_(s, i, device_ns));
    const double plain = usual->cpu > 0 ? gt_smaller_(usual->cpu, facts->processors * device) : device;
    const double own = gt_or_0_(GT_CELL_(s, i, host_ns)) + gt_or_0_(GT_CELL_(s, i, setup_ns));
    const double part = (ns < 4 * GT_LATE_NS_ ? GT_COMPILES_PART_ : GT_COMPILES_PART_LONG_) * ns, cpu = all - plain;
    const double least = facts->load > 0 && !gt_begins_(s, i) ? GT_COMPILES_NS_ : gt_smaller_(part, GT_COMPILES_NS_);
    if (facts->clock_kind == GT_CLOCK_USER_ || !gt_is_finite_(all)) return -1;
    if (cpu < least && all >= least && s->unwarmed && (cpu < 0 || facts->load > 0)) return -1;
    return cpu >= least && all - gt_smaller_(plain, device) - own < least ? -1 : cpu >= least;
}
static int gt_is_loaded_(const gt_facts_ *facts) { return facts->is_real && facts->load > 0; }
/* Returns 1 if series s had warm-up passes. Warm-up passes are a series of their own. */
static int gt_is_warmed_(const gt_snapshot *run, const gt_series *s) {
    const gt_series *c = run->series, *end = run->series + run->count;
    while (c < end && !(c->cold && c->kept && !strcmp(c->path, s->path))) c++;
    return c < end;
}
/* Returns how late a kernel of sample i started because it was compiled then, in ns. Returns 0 if no kernel was
   compiled.
     share, least  the delay has to be at least `least` ns, and more than this share of the sample
   A sample of a timer may be the warm-up of a later sample. If the timer has several samples, the delay therefore has
   to be at least 20 ms. */
static double gt_late_in_(const gt_snapshot *run, const gt_series *s, size_t i, double share, double least,
                          gt_usual_ *usual) {
    const int timer = s->kind == GT_KIND_TIMER, each = timer && s->kept > 1;
    double late = gt_or_0_(GT_CELL_(s, i, late_ns)), held = gt_or_0_(GT_CELL_(s, i, held_ns));
    if (held > late && !(GT_CELL_(s, i, complete) > 0) && gt_begins_(s, i) &&
        held > GT_LATE_TIMES_ * gt_usual_of_(s, GT_COLUMN_held_ns) &&
        gt_has_computed_(run->facts_, s, i, held, usual) > 0) late = held;
    if (late < (each ? 4 * GT_LATE_NS_ : least) || late <= share * s->ns[i]) return 0;
    const int computed = gt_has_computed_(run->facts_, s, i, late, usual);
    /* On a busy machine a known kernel may be late, too. Beside other threads it waits for theirs, which compute. */
    const int beside = s->shared * 2 > s->n || (computed < 0 && gt_is_loaded_(run->facts_));
    if (!computed || (!timer && !s->unwarmed && beside)) return 0;
    if (!each && (computed < 0 || late < 4 * GT_LATE_NS_) && (!gt_begins_(s, i) || gt_is_warmed_(run, s))) return 0;
    if (s->kept < 2 && computed < 0 && late < GT_LATE_NS_) return 0;
    if (usual->late < 0) usual->late = gt_usual_of_(s, GT_COLUMN_late_ns);
    return late > GT_LATE_TIMES_ * usual->late ? late : 0;
}
/* Finds the samples in which a command waited for an event that others had to complete. Returns how many of these
   samples count. A wait that the file calls.h saw always counts. Other waits are inferred from the fact that the
   process computed nothing meanwhile. A busy machine can cause a few of those. They count only if more than half of all
   samples have one. */
static double gt_held_of_(const gt_facts_ *facts, const gt_series *s, double share, double least, gt_seen_ *z) {
    gt_usual_ usual = { -1, -1 };
    for (size_t i = 0; s->known[GT_COLUMN_held_ns] && i < s->kept; i++) {
        double held = gt_or_0_(GT_CELL_(s, i, held_ns)), late = gt_or_0_(GT_CELL_(s, i, late_ns));
        const int known = GT_CELL_(s, i, complete) > 0;
        const int computed = gt_has_computed_(facts, s, i, gt_larger_(late, held), &usual);
        if (late >= (s->kept > 1 ? 1 : 4) * GT_LATE_NS_ && !computed) held = gt_larger_(late, held);
        else if (!known && !computed && held < (s->kept > 2 ? GT_LATE_COMPUTED_NS_ : GT_LATE_NS_)) continue;
        if (held < least || held <= share * s->ns[i] || (!known && computed > 0)) continue;
        z->inferred += !known || held <= late;
        gt_hit_(z, i, held);
    }
    return z->n - (z->inferred * 2 <= s->kept ? (double)z->inferred : 0);
}
/* Returns how long after the begin of sample i its first command was enqueued, in ns. Returns the length of the sample
   if it has none. */
static double gt_until_first_ns_(const gt_series *s, size_t i) {
    double ns = s->ns[i];
    for (const gt_series *c = gt_child_next_(s, NULL); c; c = gt_child_next_(s, c)) {
        if (c->kind != GT_KIND_COMMAND) continue;
        for (size_t k = 0; k < c->kept; k++)
            if (c->begin_ns[k] >= s->begin_ns[i]) ns = gt_smaller_(ns, c->begin_ns[k] - s->begin_ns[i]);
    }
    return ns;
}

/* ==== >>findings, implementation ==== */

/* -- the list -- */

/* A snapshot (a copy of all series) with its findings. Reports and files are made from it. */
typedef struct gt_list_ {
    gt_snapshot snap;
    const gt_series *end;       /* points behind the last series of `snap` */
    /* f: the findings. spare: a finding outside of the list, which gt_finding_add_ returns if memory runs out. */
    gt_finding *f, spare;
    size_t count, room;
    uint64_t codes;    /* a bit for each kind of fault or warning: 1 if the run as a whole has a finding of this kind */
    int full;                   /* 1: memory ran out, so that findings are missing */
    /* the snapshot that the kit keeps for later reports, if this list is a copy of it; otherwise NULL */
    struct gt_judged_ *judged;
} gt_list_;
#define GT_SET_BACK_ "this clock can be set back", "use a monotonic clock: CLOCK_MONOTONIC (or the kit's)"
static void gt_because_(gt_finding *f, const char *cause, const char *remedy) {
    if (cause) f->cause = cause;
    if (remedy) f->remedy = remedy;
}
/* Returns a new place in the list of findings. If memory runs out, returns `spare`, which is not in the list. */
static gt_finding *gt_finding_new_(gt_list_ *l) {
    gt_finding *f = (gt_finding *)gt_more_(&l->f, l->count, &l->room, sizeof *f);
    l->full |= !f;
    l->count += f != NULL;
    return f ? f : &l->spare;
}
static void gt_finding_words_(gt_finding *f) {      /* takes from the table what it says of such findings */
    f->severity = gt_findings_table_[f->code].severity;
    f->name = gt_findings_table_[f->code].name;
    f->sentence = gt_findings_table_[f->code].sentence;
    gt_because_(f, gt_findings_table_[f->code].cause, gt_findings_table_[f->code].remedy);
}
/* Adds a finding of the series s, or of the whole run if s is NULL. Returns the finding; if memory runs out, returns
   `spare`, which is not in the list. */
static gt_finding *gt_finding_add_(gt_list_ *l, const gt_series *s, gt_finding_code code, const char *text,
                                   gt_values_ values) {
    gt_finding *f = gt_finding_new_(l);
    memset(f, 0, sizeof *f);
    f->code = code;
    gt_finding_words_(f);
    f->series_ = s ? (size_t)(s - l->snap.series) + 1 : 0;
    const char *const path = s ? s->path : "", *end = path;
    if (strlen(path) >= sizeof f->path) end += strlen(path) + 4 - sizeof f->path;
    while (((unsigned char)*end & 0xc0) == 0x80) end++;     /* a cut character of UTF-8 */
    (void)snprintf(f->path, sizeof f->path, "%s%s", end > path ? "..." : "", end);
    gt_figures_add_(f, text, values);
    return f;
}

/* -- facts: what rules ask of a series, a thread's samples, a side, the run -- */

/* The table of facts about a series or a run. Each row has, in this order:
     its name
     how often the fact must hold, or how much time it must take, before it counts:
       SAMPLE_(share, least, part)  In a sample the fact takes more than `share` of the sample's time, and at least
                                    `least` (ns, or page faults). This is so in at least `part` of the samples.
       SUM_(share)                  The fact takes more than `share` of the sum of the series.
       IN_(part)                    The fact holds in at least `part` of the samples.
       ANY_                         The fact counts whenever it holds.
     other facts, or cases, that explain it: if one of these holds, this one is not reported; 0 if there are none
     words for the fact
     an expression that tells whether it holds (s: the series; of: a gt_of_; z: a gt_seen_ to fill in)
   Example: SAMPLE_(0.2, 5e4, 0.1), "late" in the row "held". That fact counts if at least a tenth of the samples lost
   more than 20 % of their time to it, and at least 50 us. It is not reported if the fact "late" holds.
   Each counter of GT_COUNTS is a fact, too. It holds if the counter is above 0. A counter of time also says how much
   time the fact spoils. */
#define GT_FACTS_(X_) \
    X_(late, SAMPLE_(0.05, GT_LATE_COMPUTED_NS_, 0), 0, "a kernel started late, and the process used processor " \
       "time beyond the usual, or may have (a compiler is inferred); 5 times as late as is usual, not before SUBMIT " \
       "alone; a single sample by 5 ms where that use is not certain", gt_late_of_(of, z)) \
    X_(built, ANY_, "late", "programs were built inside, for more than 5 % of the median; of a build in GT_CL the " \
       "time before the first command is taken", gt_built_of_(of, z)) \
    X_(made, SUM_(0.05), 0, "objects were created inside, beside commands", \
       s->known[GT_COLUMN_commands] && gt_count_seen_(of, GT_N_created_ns, z)) \
    X_(overlapping, IN_(0.5), 0, "its commands ran at the same time on one device", \
       gt_count_seen_(of, GT_N_overlapped, z)) \
    X_(beside, IN_(0.5), "overlapping", "another thread began a phase on the device, or launched in a timer", \
       gt_count_seen_(of, GT_N_shared, z)) \
    X_(unlisted, SUM_(0.01), 0, "the queue worked for commands that were not collected; none that was had gone there", \
       gt_count_seen_(of, GT_N_foreign_ns, z)) \
    X_(new_launches, IN_(0.5), "late built", "samples launch a kernel of which no earlier launch is known; in " \
       "timings, one that runs fewer than ten times, or whose first launch takes 5 % of the sample", \
       gt_count_seen_(of, GT_N_unwarmed, z)) \
    X_(held, SAMPLE_(0.2, 5e4, 0.1), "late", "calls.h saw a command wait for an event of others; or one was late by " \
       "1 ms (in one or two samples 5 ms) while the process used no processor time, which is inferred, and must be " \
       "so in more than half of the samples", gt_in_(z, gt_held_of_(of->facts, s, of->share, of->least, z), s->kept)) \
    X_(dirty, SAMPLE_(0.05, 5e3, 0.1), 0, "a command waited for work from before the sample (\"earlier\" " \
       "of its account), or a barrier or wait did, which no account has (`dirty`)", gt_dirty_of_(of, z)) \
    X_(uncollected, SAMPLE_(0.05, 5e3, 0.1), "beside", \
       "commands in GT_CL without GT_EVENT took part of the time (\"unseen\" of its account)", \
       gt_samples_(of, z, GT_COLUMN_unseen_ns, NULL)) \
    X_(host, SAMPLE_(0.5, 2e4, 0.5), "built made", "no command ran, and no scope inside shows " \
       "why; of timers, where a kernel ran, or the program launches none; inferred where the process used less " \
       "processor time than that share, and interruptions can be the rest: 4 ms for each program that shares it", \
       !gt_has_rows_inside_(s) && gt_host_of_(of, z)) \
    X_(bound, SAMPLE_(0.5, 0, 0.5), 0, "launch, gaps between commands and returns from waits, below 0.5 ms a " \
       "command", gt_samples_(of, z, GT_COLUMN_device_ns, gt_bound_in_)) \
    X_(waited, SAMPLE_(0.5, GT_LAUNCH_NS_, 0.5), "late built new_launches held unlisted uncollected beside bound", \
       "launch, gaps between commands and returns from waits, in which no map ran, for no known cause", \
       gt_samples_(of, z, GT_COLUMN_device_ns, gt_idle_in_)) \
    X_(faults, SAMPLE_(0.05, 16, 0), 0, "page faults cost that share of it, in 5 % of the samples or in the " \
       "first; where a kernel was compiled, a quarter of the device's work", gt_faults_of_(of, z)) \
    X_(tax, SUM_(0.03), 0, "the events of its commands cost time (gt_cl_costs)", gt_tax_of_(of, z)) \
    X_(throttled, IN_(0.1), 0, "the device's clock was held down, in two readings or more", \
       gt_in_(z, (double)(s->slowed + s->capped), (size_t)s->gauged) && z->n >= 2) \
    X_(launched, ANY_, 0, "no kernel ran six times, and the program takes no times of launches; or half of the " \
       "launches or more are the first with their sizes, and it reads their stamps", gt_launched_few_(of, z)) \
    X_(fresh, IN_(1), 0, "the program reads stamps of such commands, and each is the first use of its buffer", \
       s->stamped_ && gt_count_seen_(of, GT_N_fresh, z)) \
    X_(pairs, ANY_, "late", "first launches, or the first pair, take far longer, and 20 % of the rest; of commands " \
       "where the program reads such stamps", (s->kind != GT_KIND_COMMAND || s->stamped_) && gt_pairs_of_(s, z)) \
    X_(unkept, ANY_, 0, "samples were counted alone", gt_in_(z, (double)(s->n - s->kept), 0)) \
    X_(stamps, ANY_, 0, "stamps of commands cannot be right", gt_stamps_of_(of, z)) \
    X_(zero_claims, ANY_, 0, "each sample claims 0 FLOP and 0 B, as a division of integers gives", \
       s->known[GT_COLUMN_flops] && !s->unclaimed && \
       !(gt_column_sum_(s, GT_COLUMN_flops) + gt_column_sum_(s, GT_COLUMN_bytes) > 0)) \
    X_(claim, ANY_, 0, "more is claimed than can be, or a copy moved nothing", \
       gt_claim_of_(of, z, 1) || gt_claim_of_(of, z, 0)) \
    X_(claims, ANY_, 0, "samples claim work that differs by more than 5 %", \
       gt_claims_in_(s, z) && gt_is_other_work_(z->x[0], z->x[1])) \
    X_(empty, ANY_, "unfinished", "10 samples or more take hardly longer than nothing: a scope less than 1.2 times " \
       "as long, a trial or side 3 times", s->n >= 10 && gt_is_empty_(of, z) && gt_spoils_(z, s->sum_ns)) \
    X_(zeros, ANY_, 0, "the median is 0", s->stats.n && !(s->stats.median < 0) && !(s->stats.median > 0)) \
    X_(equal, ANY_, 0, "all numbers are equal, and not 0", s->stats.n && !(s->min_ns < s->max_ns) && s->max_ns > 0) \
    X_(stamp_step, ANY_, 0, "the median of device times is below 10 steps of the stamps", \
       gt_device_known_(s) && s->device_stats.median < 10 * gt_facts_of_(of->facts, s)->stamp_ns) \
    X_(missed, ANY_, 0, "it stopped before the precision was reached", s->missed) \
    X_(fed, ANY_, 0, "a pass takes at most 1.2 times what its enqueue calls take", \
       of->batch.launch_bound) \
    X_(curved, ANY_, 0, "the time of half of the passes lies 5 % or more off the line", \
       of->batch.nonlinear) \
    X_(below, ANY_, "curved", "a group of passes has a fixed part below zero, by 5 % of a pass or more", \
       of->batch.slope.fixed_ci.confidence > 0.949 && \
       of->batch.slope.fixed_ci.high < -0.05 * of->batch.slope.slope) \
    X_(unit, ANY_, 0, "numbers are a thousandth, a millionth or a billionth of the time since the one before", \
       s->kind == GT_KIND_OUTSIDE && gt_unit_of_(s, z)) \
    X_(idle_end, IN_(0.5), 0, "the queue was idle when a body ended that collected no command", \
       gt_count_seen_(of, GT_N_idle_end, z)) \
    /* facts about the samples of one thread */ \
    X_(others, ANY_, 0, "two samples or more, over 5 %, launch other kernels or sizes", gt_has_other_work_(s)) \
    X_(first, ANY_, "late built others ramp faults_explain", "of three samples or more the first stands out; " \
       "it is 1.25 times the median of the others or more, and more than 10 of their spreads (of few, 27) above it", \
       gt_shape_of_(of, z, of->h->d.cold_first.fired, GT_FINDING_COLD_FIRST)) \
    X_(warmup, ANY_, "others ramp", "the first samples are slower", \
       gt_shape_of_(of, z, of->h->d.warmup.fired, GT_FINDING_WARMUP)) \
    X_(drift, ANY_, "others ramp", "the last third, or a slow tail, differs from the rest", \
       gt_shape_of_(of, z, of->h->d.drift.fired || gt_is_ramp_(of->h), GT_FINDING_DRIFT)) \
    X_(alternate, ANY_, "others", "every second sample differs", \
       gt_shape_of_(of, z, of->h->d.alternate.fired, GT_FINDING_ALTERNATE)) \
    X_(modes, ANY_, "others", "there are two speeds", \
       gt_shape_of_(of, z, of->h->d.bimodal.fired, GT_FINDING_BIMODAL)) \
    X_(autocorr, ANY_, "others modes ramp", "successive samples are correlated", of->h->d.autocorr.fired) \
    X_(short_look, ANY_, "modes autocorr alternate drift", "the effective sample size is below 30, or a " \
       "trial spent its time or its samples before the 30th", \
       gt_is_short_(of, z, of->h->first, of->h->n, of->h->d.tau) || \
       (s->kept < GT_FIRST_LOOK_ && (s->stop == GT_STOP_BUDGET || s->stop == GT_STOP_MAXIMUM))) \
    X_(outliers, ANY_, "late built others", "single samples stand out, and move the mean by 0.5 %", \
       gt_shape_of_(of, z, of->h->d.outliers.mean_shift_percent >= 0.5, GT_FINDING_OUTLIERS)) \
    X_(tick, ANY_, 0, "a step of the clock is more than 1 % of the median", \
       of->h->d.coarse.fired && gt_kinds_[s->kind].step != GT_STEP_NONE_) \
    /* facts about a side of a comparison */ \
    X_(side_claims, ANY_, 0, "both sides claim work, which differs by more than 5 %", gt_side_claims_(of, z)) \
    X_(short_side, ANY_, 0, "the rounds have an effective sample size below 30, or are fewer than 30", \
       gt_is_short_(of, z, 0, of->whole.rounds, of->tau) || \
       (of->whole.rounds >= 2 && of->whole.rounds < GT_FIRST_LOOK_)) \
    X_(tied, IN_(0.2), 0, "both sides took the same time", gt_in_(z, (double)of->whole.tied, of->whole.rounds)) \
    X_(flushed, ANY_, 0, "with flushed caches it is 10 % slower or more, beyond chance", \
       s->flushed && of->whole.ci.high < 1 / 1.1) \
    X_(nothing, ANY_, 0, "a side shows no command, in a program that uses OpenCL, and takes a thousandth of the " \
       "other's time (a tenth, if a command failed or a phase was idle), or a hundredth of its kernels' time", \
       gt_does_nothing_(of, z)) \
    X_(missing, ANY_, "nothing", "a side has parts that the first side, or another with kernels, has not, 20 % of it " \
       "or more; or the first has such; kernels against host code do not count", gt_missing_of_(of, z)) \
    X_(saved, ANY_, "nothing missing", "half or more of the difference is host code, set-up, a first launch or " \
       "earlier work", \
       gt_saved_beside_(of, z)) \
    X_(differs, ANY_, "nothing missing saved", \
       "the ratio of a part of 20 % or more differs from that of the whole by 20 %", \
       gt_part_differs_(of, z)) \
    X_(made_beside, ANY_, 0, "a side makes objects in each pass, and the first makes none, or the other way round", \
       gt_made_beside_(of, z)) \
    /* facts about the run */ \
    X_(debug, ANY_, 0, "code around a scope was compiled without optimisation, or for a sanitizer", \
       gt_worst_(of, z, gt_is_debug_)) \
    X_(rate, ANY_, 0, "the counter's rate has changed by more than 50 ppm", gt_abs_(of->facts->clock.drift_ppm) > 50) \
    X_(stands, ANY_, 0, "the system's clock stands still", \
       of->facts->stands && of->facts->clock_kind != GT_CLOCK_USER_) \
    X_(lost, ANY_, 0, "scopes left no record", gt_in_(z, (double)of->l->snap.lost, 0)) \
    X_(kit, ANY_, 0, "the kit's own work is more than 1 % of a series", \
       gt_worst_(of, z, gt_kit_share_) && gt_spoils_(z, z->where->kit_ns)) \
    X_(crowd, ANY_, 0, "while the repeated series with the most time ran, on average more threads than processors " \
       "were in scopes, and they were interrupted, 6 times and 20 more a second", gt_crowd_of_(of, z)) \
    X_(few, ANY_, 0, "a series has fewer than 6 samples", gt_worst_(of, z, gt_is_few_)) \
    X_(machine, ANY_, 0, "something is known of the machine", of->facts->machine[0] || gt_is_loaded_(of->facts)) \
    X_(unseen, ANY_, 0, "host scopes in which no command was seen, since OpenCL was first used", \
       gt_unseen_of_(of, z))

/* Cases are facts that either apply or not, and need no limit. Some tell the variants of a rule apart; others explain a
   fact. Their expressions look at z, which holds what was seen of that fact. Each row has the name of the case, words
   for it, and an expression that tells whether it applies. */
#define GT_CASES_(X_) \
    X_(always, "", 1) \
    X_(never, "", 0) \
    X_(not_own, "half of that or more lies before the first command of a scope, or it is inferred, on a busy machine", \
       (s->kind != GT_KIND_PHASE && gt_until_first_ns_(s, z->at) > 0.5 * z->most) || gt_is_load_to_blame_(of, z)) \
    X_(by_load, "it is inferred, on a busy machine", gt_is_load_to_blame_(of, z)) \
    X_(stamps_read, "the program reads stamps", gt_new_of_(s, 0).first > 0) \
    X_(untimed, "it reads no stamps, and no clock around a launch, as far as the kit sees", of->facts->untimed) \
    X_(whole, "of a whole program, since a library may have launched them", s->kind == GT_KIND_PROGRAM) \
    X_(by_gt_cl, "the kit sees launches by GT_CL and gt_cl_warm_kernel alone", !of->facts->launches_seen) \
    X_(six, "from 6 samples on", s->n >= 6) \
    X_(may_be_load, "the device is a processor, which other programs use, too; or the machine is busy", \
       gt_facts_of_(of->facts, s)->processor || gt_is_loaded_(of->facts)) \
    X_(threads, "of several threads", s->n > 1) \
    X_(tails, "all ended within 5 % of the time measured", s->tails >= s->unsynced) \
    X_(unfinished, "more than 5 % of the samples ended before their work, or queues were still at work behind one", \
       (s->unsynced - s->tails + s->wrong_queue) * 20 > s->kept || s->leaked) \
    X_(ramp, "in no trial, times shrink or grow all the way, by half or more", !s->looked && gt_is_ramp_(of->h)) \
    X_(dirty_behind, "it is a pause between two timings, and a timing is dirty-start by what the pause left", \
       gt_is_gap_(s) && gt_is_timing_dirty_(of->l)) \
    X_(gap_or_lap, "it lies between two timings, or each of several is followed by its kernel", \
       gt_is_gap_(s) || (s->n > 1 && s->laps == s->n)) \
    X_(nearly, "by under 25 %", gt_spoils_(z, gt_abs_(s->cpu_counted_ns - s->cpu_passed_ns)) && 4 * z->ns < s->sum_ns) \
    X_(user_clock, "by gt_clock_set", of->facts->clock_kind == GT_CLOCK_USER_) \
    X_(os_clock, "by the system's clock", of->facts->clock_kind == GT_CLOCK_OS_) \
    X_(scale, "by their scale", of->i == GT_STAMPS_SCALE) \
    X_(old_stamps, "from before the sample", of->i == GT_STAMPS_OLD) \
    X_(long_stamps, "longer than the scope", of->i == GT_STAMPS_LONG) \
    X_(early_stamps, "only QUEUED is wrong", of->i == GT_STAMPS_EARLY) \
    X_(early_few, "fewer than 1 % of the commands", \
       (double)s->broken[GT_STAMPS_EARLY] < 0.01 * gt_column_sum_(s, GT_COLUMN_commands)) \
    X_(unmoved, "the memory is the buffer's own", s->unmoved > 0) \
    X_(assumed, "bytes that calls.h takes from a call", s->assumed > 0) \
    X_(unread, "the program neither reads stamps of such commands nor times these alone", !s->stamped_ && z->x[3] < 1) \
    X_(local, "local memory would serve so many", \
       !strcmp(z->unit, "B/s") && of->facts->peak[1] <= 0 && \
       z->x[0] <= 1.5 * gt_facts_of_(of->facts, s)->local) \
    X_(in_fewer, "in half of a timer's samples or fewer, with one more for each first round of what a loop repeats; " \
       "or its only sample launches a kernel first, and may be a warm-up", \
       s->kind == GT_KIND_TIMER && (z->n * 2 <= (double)(s->kept + s->rounds) || \
       (s->kept == 1 && gt_new_of_(s, 0).launches && \
       gt_first_use_(s, 0, 1, of->own, GT_WARNING) < GT_WARNING))) \
    X_(twice, "the slowest takes twice as long as the fastest", gt_has_other_work_(s) && s->max_ns > 2 * s->min_ns) \
    X_(incomplete, "not every command was collected", !gt_is_complete_(s)) \
    X_(power_alone, "the power limit alone holds it", s->slowed * 10 < s->gauged) \
    X_(singles, "single samples alone", !(of->h->d.warmup.fired || of->h->d.drift.fired || \
       of->h->d.alternate.fired || of->h->d.bimodal.fired)) \
    X_(faults_explain, "page faults are worth a quarter of the excess", \
       of->found[GT_IS_faults_] && gt_are_faults_(of)) \
    X_(queued, "the process used no more processor time than in the others, on a busy machine; or below 50 us, which " \
       "the kit's own first event can take", \
       (of->h->carries > 0 && gt_is_loaded_(of->facts) && 1000 * of->h->more[GT_COLUMN_cpu_us] < 0.05 * z->most) || \
       (s->known[GT_COLUMN_commands] && z->most < 5e4)) \
    X_(interrupted, "most of those samples were interrupted, did not compute longer, and most of their excess is no " \
       "first launch, no build and no wait for an event of others", gt_were_interrupted_(of->h)) \
    X_(little, "it spoils less than 5 % of the sum, on a busy machine", \
       gt_is_loaded_(of->facts) && z->ns < 0.05 * s->sum_ns) \
    X_(at_once, "at once", of->h->d.drift.is_step) \
    X_(timed, "of times by a clock", gt_kinds_[s->kind].step != GT_STEP_NONE_) \
    X_(ratio, "one is in a comparison, and the kit saw no command and no queue of the whole program", \
       z->x[1] > 1 && !(z->x[0] > 0) && !of->facts->cl.queues)

/* -- rules: the findings that facts make -- */

/* Figures that the texts of rules can name, as in {samples}. The form {making=created_ns:ns} prints the figure
   created_ns and calls it `making`. Texts can also name the counters of a series. In the expressions, s is the series
   that gets the finding. */
#define GT_NAMES_(X_) \
    X_(count, z->n) X_(samples, z->n) X_(of, z->of) X_(sample, z->at + 1) X_(most, z->most) X_(spoils, z->ns) \
    X_(length, s->ns[z->at]) X_(n, s->n) X_(kept, s->kept) X_(sum, s->sum_ns) X_(median, s->stats.median) \
    X_(device, s->device_stats.median) X_(busy, s->kind == GT_KIND_PHASE ? s->dirty_ns : z->ns) \
    X_(faults_known, s->known[GT_COLUMN_faults]) X_(x0, z->x[0]) X_(x1, z->x[1]) X_(x2, z->x[2]) \
    X_(scale, gt_facts_of_(of->facts, s)->scale) X_(stamp, gt_facts_of_(of->facts, s)->stamp_ns) \
    X_(cores, of->facts->processors) \
    X_(switches, of->facts->switches) X_(ppm, of->facts->clock.drift_ppm) \
    X_(kit, 100 * gt_smaller_(s->kit_ns / s->sum_ns, 1)) \
    X_(factor, of->h->d.cold_first.factor) X_(shaped, of->h->n) \
    X_(warming, of->h->d.warmup.samples) X_(warmup, of->h->d.warmup.percent) X_(step_at, of->h->d.drift.at) \
    X_(drift, gt_abs_(of->h->d.drift.percent)) X_(alternate, gt_abs_(of->h->d.alternate.percent)) \
    X_(low, of->h->d.bimodal.low) X_(low_share, 100 * of->h->d.bimodal.low_share) X_(high, of->h->d.bimodal.high) \
    X_(high_share, 100 - 100 * of->h->d.bimodal.low_share) X_(worth, of->h->d.autocorr.n_eff) \
    X_(outliers, of->h->d.outliers.count) X_(outlier, of->h->d.outliers.factor) \
    X_(shift, of->h->d.outliers.mean_shift_percent) X_(step, of->h->step_ns) \
    X_(whole, of->whole.ratio) X_(flushed, 100 / of->whole.ratio - 100) \
    X_(enqueue, of->batch.enqueue_ns) X_(slope, of->batch.slope.slope) X_(passes, of->batch.passes) \
    X_(half_passes, (double)(size_t)(of->batch.passes + 1) / 2) \
    X_(bend_least, 100 * gt_larger_(of->batch.curvature.low, -of->batch.curvature.high)) \
    X_(bend_most, 100 * gt_larger_(of->batch.curvature.high, -of->batch.curvature.low))
#define GT_TEXTS_(X_) \
    X_(t0, z->t[0]) X_(t1, z->t[1]) X_(t2, z->t[2]) X_(about, of->h->about) X_(stopped, s->stopped) \
    X_(base, gt_text_("%.60s", of->base->name)) X_(name, gt_text_("%.60s", s->name)) \
    X_(other, gt_text_("%.60s", (s == of->base ? of->s : of->base)->name)) \
    X_(machine, of->facts->machine + 2 * (of->facts->machine[0] != 0)) \
    X_(slower, of->h->d.drift.percent > 0 ? "slower" : "faster") \
    X_(gauged, (s->device_ ? gt_facts_of_(of->facts, s) : &of->facts->device[of->facts->last])->gauged) \
    X_(bent, of->batch.curvature.low > 0 ? "more" : "less") \
    X_(compiled, s->optimised ? "for a sanitizer, which checks each access" : "without optimisation") \
    X_(kept_out, s->kind == GT_KIND_PHASE || of->facts->audit == GT_AUDIT_ALL_ ? "number leaves that time out" \
       : 2 * z->n < z->of ? "median leaves that time out" : "number includes that time") \
    X_(device_of, s->kind == GT_KIND_TIMER ? " (the program's code between the calls counts as launch)" \
       : gt_is_complete_(s) ? "" : " (collected commands)") \
    X_(kernel, gt_kernel_in_(s)) \
    X_(stands, of->facts->stands) X_(place, gt_text_("%.110s:%d", gt_last_name_(s->file), s->line))

/* What a rule is asked about (GT_OF_...), and for which kinds of series it is asked (GT_ON_...: a bit for each
   kind). */
enum { GT_OF_SERIES_, GT_OF_STAMPS_, GT_OF_SHAPE_, GT_OF_SIDE_, GT_OF_RUN_ };
enum { GT_ON_COMMANDS_ = 1 << GT_KIND_COMMAND, GT_ON_CLAIMS_ = (1 << GT_KIND_COUNT) - 1,
       GT_ON_ALL_ = GT_ON_CLAIMS_ & ~GT_ON_COMMANDS_,
       GT_ON_PHASES_ = 1 << GT_KIND_PHASE, GT_ON_TIMERS_ = 1 << GT_KIND_TIMER, GT_ON_PROGRAMS_ = 1 << GT_KIND_PROGRAM,
       GT_ON_SCOPES_ = 1 << GT_KIND_TRIAL | 1 << GT_KIND_SIDE | 1 << GT_KIND_SCOPE, GT_ON_BATCHES_ = 1 << GT_KIND_BATCH,
       GT_ON_OUTSIDE_ = 1 << GT_KIND_OUTSIDE, GT_ON_COMPARISONS_ = 1 << GT_KIND_COMPARISON,
       GT_ON_PARTS_ = GT_ON_ALL_ & ~GT_ON_PROGRAMS_, GT_ON_UNTIMED_ = GT_ON_ALL_ & ~GT_ON_TIMERS_,
       GT_ON_SHAPED_ = GT_ON_PHASES_ | GT_ON_SCOPES_ | GT_ON_COMPARISONS_ | GT_ON_BATCHES_ | GT_ON_OUTSIDE_ };
/* What else a rule does:
     SAID     The report prints the figures without the sentence, since they say the same.
     LOADED   On a busy machine the rule adds the load to the figures, and names it as the cause.
     CARRIED  The rule names as the cause the part of the time that makes those samples differ.
     AROUND   A scope around the series gets the finding, too, if it has fewer than six samples and the finding is more
              than 5 % of its sum.
     MORE     The rule adds how many other series have the finding.
     OF_ALL   The finding belongs to no series.
     WARNS    The finding is a warning, whatever the table GT_FINDINGS says. */
enum { GT_SAID_ = 1, GT_LOADED_ = 2, GT_CARRIED_ = 4, GT_AROUND_ = 8, GT_OF_ALL_ = 16, GT_WARNS_ = 32, GT_MORE_ = 64 };

/* Texts that several rules use. */
#define GT_OWN_POINTER_ \
    "the memory was there already, as with a map by processors or CL_MEM_USE_HOST_PTR, or the driver copies later", \
    "quote no rate of this command"
#define GT_NO_FAKES_ "run it without tools that fake or stop the time (faketime, a paused virtual machine)"
#define GT_SHORT_SAYS_ "{samples#sample} in {span=x0:ns}, effective sample size {worth=x1:x}: changes slower than " \
                       "{seen=x2:ns} cannot be seen"
/* The rules that make findings. Of the rules about one fact, only the first that applies is used. Each row has, in this
   order:
     the finding, and the name of this variant of it
     what the rule is asked about, for which kinds of series, about which fact
     the case in which the rule applies
     the case in which the finding is only a note (it also is one if it spoils less than GT_NEGLIGIBLE_)
     what else the rule does
     the texts: figures (0: those of the row above), sentence, cause, remedy (0, or none: those of GT_FINDINGS)
   A row stands behind the rows of the facts that explain its fact.
   After these rows come the rules for the counters of GT_COUNTS, one for each. */
#define GT_RULES_(X_) \
    X_(JIT_IN_REGION, "a late kernel", SERIES, ALL, late, always, never, GT_AROUND_, \
       "{=t0}about {late=most:ns} of the {length:ns} of sample {sample} passed before {=kernel} started, which ran " \
       "for the first time (inferred); such samples: {samples} of {of}", "a kernel ran late, as if compiled") \
    X_(JIT_IN_REGION, "builds", SERIES, PARTS, built, always, never, 0, \
       "{builds#build} inside, up to {building=most:ns} of {sum:ns}", "a program was built inside", 0, \
       "build before the time begins, once for all samples") \
    X_(CREATED_INSIDE, "", SERIES, PARTS, made, always, never, 0, \
       "{objects=created#object} created inside, {making=created_ns:ns} of {sum:ns}") \
    X_(HELD, "", SERIES, ALL, held, always, by_load, GT_LOADED_, \
       "in {samples} of {of} samples a command waited, for up to {wait=most:ns} of {length:ns}") \
    X_(HOST_INSIDE, "", SERIES, ALL, host, always, not_own, GT_LOADED_, \
       "in {samples} of {of} samples, up to {host=most:ns} of {length:ns} with no command running") \
    X_(UNWARMED, "a program that reads stamps", SERIES, PROGRAMS, launched, stamps_read, never, 0, \
       "{ran=x1:ns} of kernel {=t0}, in {runs=x0#launch} ({kernels=count#kernel}); how much of it is due to first " \
       "launches is not known: none ran six times at one size", \
       "the stamps that the program reads are of first launches", 0, \
       "launch each kernel with its sizes once before, and read only stamps of later launches") \
    X_(UNWARMED, "a program", SERIES, PROGRAMS, launched, always, untimed, 0, 0, \
       "among so few launches the first ones weigh too much, and times of the whole program include them", 0, \
       "launch each kernel six times or more, and leave the first out of what you quote") \
    X_(UNWARMED, "copies by their stamps", SERIES, COMMANDS, fresh, always, never, 0, \
       "{samples#command}, each the first use of its buffer; the median is {median:ns}", \
       "the stamps that the program reads are of first uses, which also pay for memory", 0, \
       "copy once before, and read only stamps of later copies") \
    X_(COLD_FIRST, "of timings", SERIES, TIMERS, pairs, always, always, 0, \
       "{samples} of {of=n}, with first launches or the first of all: mean {mean=x0:ns}, mean of the others " \
       "{others=x1:ns}", "first launches stand out", 0, \
       "leave what is launched first out of a sum or mean, or launch each kernel with its sizes once before") \
    X_(COLD_FIRST, "by their stamps", SERIES, COMMANDS, pairs, always, always, 0, 0) \
    X_(UNWARMED, "without calls.h", SERIES, ALL, new_launches, by_gt_cl, never, 0, \
       "in {samples=unwarmed} of {of=n} samples the first known launch of a kernel", \
       "this may hold the first launch: no earlier one is known", \
       "first launches also pay for compilation, memory and clocks; later scopes may hold first launches of other " \
       "kernels (compile with -include calls.h to see them)") \
    X_(UNWARMED, "", SERIES, ALL, new_launches, always, never, 0, 0) \
    X_(CONTENDED, "commands", SERIES, UNTIMED, overlapping, six, never, 0, \
       "in {samples} of {of} samples commands ran at the same time on one device") \
    X_(CONTENDED, "threads on a device", SERIES, ALL, beside, six, never, 0, \
       "in {samples} of {of} samples another thread used the device", 0, \
       "kernels of several threads wait for each other, or run at once and slow each other down", \
       "time one thread at a time, or quote the time of all together") \
    X_(PARTIAL, "ends of threads", SERIES, PROGRAMS, n_unsynced, always, threads, 0, \
       "{count#command} still ran when their thread or the program ended", 0, 0, \
       "let each thread wait for its commands: clFinish before its end") \
    X_(NO_SYNC, "tails", SERIES, ALL, n_unsynced, tails, always, GT_SAID_, \
       "{count#sample} ended while commands inside still ran", 0, \
       "what still ran ended within 5 % of the time measured; samples without a pause between them are judged as one", \
       "wait for the queue (clFinish) before the time is taken, if 5 % matter") \
    X_(NO_SYNC, "gaps and laps", SERIES, ALL, n_unsynced, gap_or_lap, always, GT_SAID_, 0, 0, \
       "commands were timed without a wait, or the next timing begins while they run", \
       "wait for the queue (clFinish) before the next time is taken") \
    X_(NO_SYNC, "a phase", SERIES, PHASES, n_unsynced, always, never, GT_SAID_, 0, 0, \
       "this driver's barrier does not wait: a launch was timed, or a part of the execution", \
       "wait for the commands' events inside the phase; look for a newer driver") \
    X_(CLOCK_UNIT, "numbers of gt_series_add", SERIES, OUTSIDE, unit, always, never, GT_WARNS_, \
       "{samples} of {of} numbers are the time since the one before, divided by {unit=x0:.0}", 0, 0, \
       "convert them: gt_series_add expects ns") \
    X_(CLOCK_STEP, "a clock of the program's own", SERIES, ALL, n_backwards, user_clock, never, 0, \
       "{count#interval} came out negative: left out", 0, GT_SET_BACK_) \
    X_(CLOCK_STEP, "the system's clock", SERIES, ALL, n_backwards, os_clock, never, 0, 0, 0, \
       "the system's clock was set back", GT_NO_FAKES_) \
    X_(NOT_KEPT, "", SERIES, ALL, unkept, always, never, GT_SAID_, \
       "{count#sample} counted in n, min and max alone") \
    X_(EVENT_SCALE, "", STAMPS, ALL, stamps, scale, never, 0, \
       "the device's clock runs {factor=scale:x} times as fast as the host's") \
    X_(EVENT_BROKEN, "of earlier commands", STAMPS, ALL, stamps, old_stamps, never, 0, \
       "{commands=count#command} with stamps that cannot be right: {=t0}", \
       "these events are of earlier commands", "the kit uses no device time of these", \
       "pass gt_cl_event_add only events of commands that the scope enqueued") \
    X_(EVENT_BROKEN, "longer than the scope", STAMPS, ALL, stamps, long_stamps, never, 0, 0, 0, \
       "or the events are of commands from before the scope: the kit uses no device time of these", \
       "quote the bracket; pass gt_cl_event_add only events of commands that the scope enqueued") \
    X_(EVENT_BROKEN, "only QUEUED", STAMPS, ALL, stamps, early_stamps, early_few, 0, 0, 0, \
       "the report has the device time of these commands, and not how long they waited") \
    X_(EVENT_BROKEN, "", STAMPS, ALL, stamps, always, never, 0, 0) \
    X_(UNCLAIMED, "claims of 0", SERIES, ALL, zero_claims, always, never, GT_SAID_, \
       "claims of 0 FLOP and 0 B in each of {samples=n} samples", 0, \
       "a division of integers, or sizes that are not set yet; the series has no rate", \
       "compute claims with doubles (2.0 * n), where the sizes are known") \
    X_(CPU_CLOCK, "nearly as fast", SERIES, ALL, n_by_cpu_clock, nearly, never, GT_WARNS_, \
       "{count#sample}: the clock counted {counted=cpu_counted_ns:ns} while {passed=cpu_passed_ns:ns} passed", 0, \
       "the clock counts processor time, of which the process used about as much as passed, in this run") \
    X_(DIRTY_START, "a phase", SERIES, PHASES, dirty, always, always, GT_SAID_, \
       "in {samples} of {of} samples the queue was still busy at the start, for {busy:ns} in total; the {=kept_out}", \
       0, "work enqueued before was not waited for", "nothing; without the barrier that time would be in the number") \
    X_(DIRTY_START, "", SERIES, PARTS, dirty, always, never, GT_SAID_, 0) \
    X_(PARTIAL, "", SERIES, ALL, unlisted, always, whole, GT_SAID_, \
       "the queue worked for {unseen=foreign_ns:ns} on commands that were not collected, {times=foreign#time}") \
    X_(PARTIAL, "commands without GT_EVENT", SERIES, PHASES, uncollected, always, never, GT_SAID_, \
       "in {samples} of {of} samples commands without GT_EVENT took part of the time, {unseen=spoils:ns} in " \
       "total", 0, "the device time lacks commands that got no GT_EVENT", "pass GT_EVENT to each command of it") \
    X_(IMPLAUSIBLE, "a copy that moved nothing", SERIES, CLAIMS, claim, unmoved, unread, GT_WARNS_, \
       "{commands=unmoved#command} of a median of {median:ns}", "the command moved no data", GT_OWN_POINTER_) \
    X_(IMPLAUSIBLE, "bytes of a call", SERIES, CLAIMS, claim, assumed, unread, GT_WARNS_, \
       "{moved=x2:B} in {median:ns}", "the command moved no data", GT_OWN_POINTER_) \
    X_(IMPLAUSIBLE, "as fast as local memory", SERIES, CLAIMS, claim, local, never, GT_WARNS_, \
       "{claimed=x0:?} are claimed; the {=t0} is {limit=x1:?}", \
       "global memory and its caches are not that fast, at any size", \
       "the claim is too large, or it counts what local memory and registers served", \
       "claim each byte once that global memory moves") \
    X_(IMPLAUSIBLE, "", SERIES, CLAIMS, claim, always, never, 0, 0) \
    X_(PAGE_FAULTS, "", SERIES, ALL, faults, always, in_fewer, GT_AROUND_, \
       "{faults=x0#page fault} in sample {sample}, worth about {cost=most:ns} of its {length=x1:ns}{=t0}; so in " \
       "{samples} of {of=faults_known} samples") \
    X_(COARSE, "stamps", SERIES, ALL, stamp_step, always, never, 0, \
       "the device time is {device:ns}, one step of its stamps {step=stamp:ns}") \
    X_(UNEQUAL_WORK, "claims of samples", SERIES, SHAPED, claims, always, never, 0, \
       "the samples claim {least=x0:?} to {most=x1:?} each") \
    X_(COARSE, "times of 0", SERIES, OUTSIDE, zeros, always, never, 0, \
       "the median of {samples=n#time} is 0", 0, 0, "measure with a finer clock: CLOCK_MONOTONIC (or the kit's)") \
    X_(COARSE, "equal times", SERIES, OUTSIDE, equal, six, never, 0, \
       "all {samples=n#time} are {median:ns}", "a constant, or a clock whose steps hide all differences", \
       "the interval of ±0 % means nothing", "add each time as it was measured, by a finer clock") \
    X_(UNEQUAL_WORK, "kernels of timings", SERIES, TIMERS, n_other_work, twice, always, 0, \
       "{samples} of {of} samples launch other kernels or sizes than the second sample") \
    X_(SYNC_BOUND, "timings", SERIES, TIMERS, bound, always, always, 0, \
       "in {samples} of {of} samples; the median is {median:ns}, of which {device:ns} on the device{=device_of}", \
       0, 0, "for the kernel or copy alone, quote its device time, or wait once after many of them and divide") \
    X_(SYNC_BOUND, "of which not all commands are known", SERIES, PARTS, bound, incomplete, never, 0, \
       0, 0, "too little work between two barriers, or commands that were not collected", \
       "first pass GT_EVENT to each enqueue call; if this remains, use GT_BATCH_CL, or quote the device time") \
    X_(SYNC_BOUND, "", SERIES, PARTS, bound, always, never, 0, 0) \
    X_(HELD, "for no known cause", SERIES, UNTIMED, waited, incomplete, may_be_load, 0, \
       "in {samples} of {of} samples, for up to {wait=most:ns} of {length:ns}", \
       "most of the time no known command ran", \
       "not known: work of another queue or program, an event that was set late, commands without GT_EVENT, or a " \
       "busy machine", \
       "wait for all queues before (GT_CL_ALL), give each command GT_EVENT; if this remains, quote the device time") \
    X_(PROFILING_TAX, "", SERIES, PHASES, tax, always, never, 0, \
       "{events=x0:ns} for the events of {commands=x1#command}, {share=x2:%} of the median") \
    X_(THROTTLED, "the power limit", SERIES, ALL, throttled, power_alone, always, 0, \
       "in {readings=samples} of {of} readings; of the whole run: {=gauged}", 0, \
       "the work draws all the power that the device may draw", \
       "quote the device's power limit beside the time; a device with another limit needs another time") \
    X_(THROTTLED, "heat or the supply", SERIES, ALL, throttled, always, never, 0, 0) \
    X_(NOT_CONVERGED, "", SERIES, ALL, missed, always, never, 0, "{=stopped}") \
    X_(LAUNCH_BOUND, "", SERIES, BATCHES, fed, always, never, 0, \
       "the host needs {enqueue:ns} to enqueue a pass, and a pass takes {pass=slope:ns}") \
    X_(NONLINEAR, "half of the passes", SERIES, BATCHES, curved, always, never, 0, \
       "{passes=half_passes} passes take {least=bend_least:%} to {most=bend_most:%} {=bent} than a straight line " \
       "from 1 to {of=passes} passes predicts") \
    X_(NONLINEAR, "one pass", SERIES, BATCHES, below, always, never, 0, \
       "each of many passes takes {pass=slope:ns}, one alone less", 0, \
       "queue depth, other programs, throttling, or a queue that the batch does not wait for", \
       "pass the queue of the calls to GT_BATCH_CL; else do not quote a cost per launch") \
    X_(UNSEEN, "idle phases", SERIES, PHASES, idle_end, always, never, 0, \
       "in {samples} of {of} samples the queue was idle when the body ended", "the kit saw no command of the phase", \
       "the body itself waited, or it enqueued nothing on that queue, or its calls failed", \
       "pass GT_EVENT to the enqueue calls inside, and check them with GT_CL") \
    X_(EMPTY_BODY, "", SERIES, SCOPES, empty, always, never, 0, \
       "{median:ns}; an empty body takes up to {empty=x0:ns} here") \
    /* rules about the samples of one thread */ \
    X_(UNEQUAL_WORK, "kernels", SHAPE, SHAPED, others, always, singles, 0, \
       "{samples=other_work} of {of=n} samples launch other kernels or sizes than the second sample") \
    X_(COLD_FIRST, "", SHAPE, SHAPED, first, always, queued, GT_SAID_ | GT_CARRIED_ | GT_AROUND_, \
       "{=about}the first sample is {factor:x} times the rest") \
    X_(WARMUP, "", SHAPE, SHAPED, warmup, always, little, GT_SAID_ | GT_CARRIED_ | GT_LOADED_, \
       "{=about}the first {samples=warming} of {of=shaped} samples are {slower=warmup:%} slower") \
    X_(DRIFT, "at once", SHAPE, SHAPED, drift, at_once, little, GT_SAID_ | GT_CARRIED_ | GT_LOADED_, \
       "{=about}{by=drift:%} {=slower} from the first to the last third, in one step, at sample {sample=step_at}") \
    X_(DRIFT, "gradually", SHAPE, SHAPED, drift, always, little, GT_SAID_ | GT_CARRIED_ | GT_LOADED_, \
       "{=about}{by=drift:%} {=slower} from the first to the last third, gradually") \
    X_(ALTERNATE, "", SHAPE, SHAPED, alternate, always, never, GT_SAID_ | GT_CARRIED_, \
       "{=about}every second sample differs by {by=alternate:%}") \
    X_(BIMODAL, "", SHAPE, SHAPED, modes, always, little, GT_CARRIED_ | GT_LOADED_, \
       "{=about}{low:ns} ({low=low_share:%}) and {high:ns} ({high=high_share:%})") \
    X_(AUTOCORR, "", SHAPE, SHAPED, autocorr, always, never, GT_SAID_, \
       "{=about}{samples=shaped#sample} with an effective sample size of {worth:x}: they are correlated") \
    X_(SHORT_LOOK, "", SHAPE, SHAPED, short_look, timed, never, GT_SAID_, GT_SHORT_SAYS_) \
    X_(SHORT_LOOK, "numbers from elsewhere", SHAPE, SHAPED, short_look, always, never, GT_SAID_, \
       "{samples#sample}, effective sample size {worth=x1:x}: changes slower than {seen=x2:x} samples cannot be " \
       "seen") \
    X_(PREEMPTED, "", SHAPE, SHAPED, outliers, interrupted, never, GT_CARRIED_, \
       "{=about}{samples=outliers} of {of=shaped} samples, up to {factor=outlier:x} times the median; the mean moves " \
       "by {mean=shift:%}") \
    X_(OUTLIERS, "", SHAPE, SHAPED, outliers, always, never, GT_SAID_ | GT_CARRIED_, 0) \
    X_(COARSE, "", SHAPE, SHAPED, tick, always, never, 0, "its times step by {step:ns}; the median is {median:ns}") \
    /* rules about a side against the first side */ \
    X_(UNEQUAL_WORK, "claims of sides", SIDE, ALL, side_claims, always, never, 0, \
       "{=base} claims {first=x0:?}, {=name} {side=x1:?}{=t0}") \
    X_(SHORT_LOOK, "sides", SIDE, ALL, short_side, always, never, GT_SAID_, GT_SHORT_SAYS_) \
    X_(TIED, "", SIDE, ALL, tied, always, never, GT_SAID_, \
       "in {rounds=samples} of {of} rounds both sides took the same time") \
    X_(WARM_CACHE, "", SIDE, ALL, flushed, always, never, 0, \
       "with flushed caches {slower=flushed:%} slower than {=base}") \
    X_(IMPLAUSIBLE, "a side without commands", SIDE, ALL, nothing, always, never, GT_WARNS_, \
       "{times=x0:.0} times as fast as {=other}, and the kit saw no command in it", "a side may have done nothing", \
       "its calls failed, or nobody waits for what it launched", \
       "check its calls with GT_CL, pass GT_EVENT to them, and check its result") \
    X_(COPY_CLOUDS, "parts of one side", SIDE, ALL, missing, always, never, 0, \
       "{=t0}: {share=x0:%} of {=t1}, and {=t2} has none") \
    X_(NOT_THE_KERNEL, "", SIDE, ALL, saved, always, never, 0, \
       "of {difference=x0:ns} a round that {=name} {=t0}, {part=x1:ns} are {=t1}") \
    X_(COPY_CLOUDS, "a part against the whole", SIDE, ALL, differs, always, never, 0, \
       "{part=x0:.3} times as fast in {=t0} alone, {whole:.3} with everything") \
    X_(CREATED_INSIDE, "each pass of a side", SIDE, ALL, made_beside, always, never, 0, \
       "{objects=created#object} created in {passes=n#pass}, and {=other} creates none") \
    /* rules about the run */ \
    X_(DEBUG_BUILD, "", RUN, ALL, debug, always, never, GT_OF_ALL_, \
       "the code around {=place} was compiled {=compiled}") \
    X_(CLOCK_STEP, "the counter's rate", RUN, ALL, rate, always, never, 0, \
       "the counter's rate has changed by {by=ppm:ppm} since it was fitted") \
    X_(CPU_CLOCK, "the system's clock", RUN, ALL, stands, always, never, 0, \
       "{=stands}: no time can be told", 0, "the system's clock does not move", GT_NO_FAKES_) \
    X_(LOST, "", RUN, ALL, lost, always, never, GT_SAID_, "{count#scope} left no record") \
    X_(KIT_TIME, "", RUN, ALL, kit, always, never, GT_SAID_ | GT_MORE_, \
       "{kit:%} of its time is the kit's own work for what is inside") \
    X_(CONTENDED, "threads", RUN, ALL, crowd, always, never, 0, \
       "on average {threads=x0:.1} threads were in scopes at once, on {processors=cores#processor}; interrupted " \
       "{interrupted=switches#time}", 0, \
       "there are more working threads than processors, so they wait for each other", \
       "time with no more threads than processors, or quote the time of all together") \
    X_(FEW, "", RUN, ALL, few, always, never, GT_MORE_, "n={samples=kept}") \
    X_(ENV, "", RUN, ALL, machine, always, never, GT_LOADED_, "{=machine}") \
    X_(UNSEEN, "sides", RUN, ALL, unseen, ratio, never, GT_MORE_ | GT_WARNS_, \
       "a command in none of {samples=n#sample}", 0, \
       "whether the sides waited for their commands is not known: this may be a ratio of launches", \
       "pass GT_EVENT to the enqueue calls inside, use GT_SCOPE_CL there, or call gt_cl_attach before") \
    X_(UNSEEN, "host scopes", RUN, ALL, unseen, always, never, GT_MORE_, 0)

#define GT_IS_(name, ...) GT_IS_##name##_,
#define GT_IS_COUNTER_(field, ...) GT_IS_n_##field##_,
enum { GT_FACTS_(GT_IS_) GT_IS_COUNT_, GT_IS_BEFORE_ = GT_IS_COUNT_ - 1, GT_COUNTS(GT_IS_COUNTER_)
       GT_CASES_(GT_IS_) GT_IS_END_ };

/* -- what a rule looks at, and what it sees there -- */

/* The samples of one thread in a series, in the order of time, and what the kit finds of them. */
typedef struct gt_shape_ {
    double *ns;             /* the times of the whole series, or its times per unit of work; another owns the array */
    const char *unit;       /* words for the unit of the times if the times are divided by the work, else "" */
    /* The text with which findings about these samples begin, as in "thread 2: per unit of work: "; it is often empty.
       It names the thread if there are several, and says whether the times are divided by the work. */
    char about[96];
    size_t first, n;        /* first: the index in `ns` of the thread's first sample; n: how many samples it has */
    double step_ns;
    gt_diagnosis d;
    /* For each column of gt_sample (each value that the kit measures of a sample): `usual` is its mean over usual
       samples; `more` is by how much larger its mean is over samples that stand out. A value that is not known is
       NaN. */
    double usual[GT_COLUMN_COUNT], more[GT_COLUMN_COUNT];
    /* by how many ns a sample that stands out is longer than a usual one, by the sum of its parts; NaN if not known */
    double excess;
    /* most: the index of the largest part in `more`. carries: the same index if this part makes at least half of
       `excess`, otherwise -1. joined: 1 if the part `most` is launch or return, and half of it may belong to the other
       of these two, since the offset of the device's clock is not known well enough. */
    int most, carries, joined;
} gt_shape_;
/* What a rule is asked about: a run, one of its series, or a part of a series (the samples of a thread, a side). */
typedef struct gt_of_ {
    gt_list_ *l;
    const gt_facts_ *facts;
    const gt_series *s;             /* the series; NULL if the rule is asked about the run */
    /* If s is a side of a comparison, c is that comparison, and base is its first side. Otherwise both are NULL. */
    const gt_series *base, *c;
    gt_ratio whole;                 /* of a side: how many times as fast as the first side it is */
    gt_shape_ *h;                   /* the samples of one thread of s; NULL: all samples of s */
    int i;    /* the kind of unusable stamps (GT_STAMPS_...), for a rule that is asked about one */
    double tau;                     /* the autocorrelation time (in rounds) of the rounds from which `whole` is made */
    /* two limits of a fact, as its row in GT_FACTS_ states them: see SAMPLE_ and SUM_ there; 0 without */
    double share, least;
    int own;                        /* 1: most samples launch kernels of an OpenCL program that no other sample uses */
    gt_batch batch;
    /* found: for each fact, 1 if it holds and is reported. told: for each kind of finding, 1 if s has such a
       finding. */
    unsigned char found[GT_IS_END_], told[GT_FINDING_COUNT];
} gt_of_;
static int gt_in_(gt_seen_ *z, double n, size_t of) {
    z->n = n;
    z->of = (double)of;
    return n > 0;
}
static int gt_spoils_(gt_seen_ *z, double ns) {
    z->ns = ns;
    return 1;
}
/* Counts the samples in which an amount is more than the share of->share of the sample's length, and at least
   of->least. The amount is what `amount` returns; if `amount` is NULL, it is the value of `column` (GT_COLUMN_...). If
   no sample has a value in that column, none counts. Nor does a sample with a command whose stamps are not known. */
static int gt_samples_(const gt_of_ *of, gt_seen_ *z, int column, double (*amount)(const gt_series *s, size_t i)) {
    for (size_t i = 0; of->s->known[column] && i < of->s->kept; i++) {
        const double x = amount ? amount(of->s, i) : gt_cell_(of->s, column, i);
        const int stamped = gt_is_finite_(gt_cell_(of->s, GT_COLUMN_device_ns, i));
        if (stamped && x > of->share * of->s->ns[i] && x >= of->least) gt_hit_(z, i, x);
    }
    return gt_in_(z, z->n, of->s->kept);
}
/* Finds the samples at whose begin the queue still held earlier commands. They show it by their part `earlier`, the
   time in which earlier commands ran. If no sample does, the counter `dirty` may show it: that counter also covers
   waits before a phase began, and waits in scopes that have no commands. */
static int gt_dirty_of_(const gt_of_ *of, gt_seen_ *z) {
    const gt_series *s = of->s;
    if (gt_samples_(of, z, GT_COLUMN_earlier_ns, NULL)) return 1;
    /* the clFinish before a phase keeps that time out of the phase */
    z->ns = s->kind == GT_KIND_PHASE ? 0 : s->dirty_ns;
    return s->n && gt_in_(z, (double)s->dirty, s->n) &&
           s->dirty_ns * (double)s->n >= of->share * s->sum_ns * (double)s->dirty;
}
static const gt_device_facts_ *gt_facts_of_(const gt_facts_ *facts, const gt_series *s) {
    for (size_t i = 0; i < facts->devices; i++) if (facts->device[i].is == s->device_) return &facts->device[i];
    return &facts->device[0];
}
/* Returns 1 if the device time of a series is known for more than half of the samples. If it is known for fewer, these
   do not stand for all. */
static int gt_device_known_(const gt_series *s) { return s->device_stats.n * 2 > s->kept; }
/* Returns 1 if a timer (the time between two readings of the program's clock) seems to be a pause between two timings.
   Most programs read their clock at the begin and at the end of what they time, so that every second interval is a
   pause. Nobody quotes a pause, so that only its faults are reported. */
static int gt_is_gap_(const gt_series *s) { return s->gaps && s->gaps + 1 >= s->n; }

static int gt_is_timing_dirty_(gt_list_ *l);       /* below: it asks a fact by the limits of its row */

/* -- what was counted -- */

/* Returns 1 if there is a finding about the clock of gt_clock_set. The kit checks stamps by that clock. */
static int gt_is_clock_wrong_(const gt_facts_ *facts) {
    size_t i = 0;
    while (i < facts->clock_findings && !facts->clock_finding[i].order_) i++;
    return i < facts->clock_findings;
}
/* Returns 1 if some commands have unusable stamps of the kind of->i (GT_STAMPS_...). Stamps that are too long are not
   reported if their clock has a wrong rate, which explains them, nor stamps that the driver refuses where a command has
   failed: the commands behind it did not run. The kinds from GT_STAMPS_SCALE on are found by comparing with the host's
   clock. They do not count if that clock itself is wrong. */
static int gt_stamps_of_(const gt_of_ *of, gt_seen_ *z) {
    if ((of->i == GT_STAMPS_LONG && of->s->broken[GT_STAMPS_SCALE]) ||
        (of->i == GT_STAMPS_REFUSED && of->s->failed) ||
        (of->i >= GT_STAMPS_SCALE && gt_is_clock_wrong_(of->facts))) return 0;
    z->t[0] = gt_stamp_text_(of->i);
    return gt_in_(z, (double)of->s->broken[of->i], 0);
}
static int gt_saw_commands_(const gt_series *s) {
    return s->known[GT_COLUMN_commands] || s->unsynced || s->unprofiled || s->markers || s->wrong_queue;
}

/* -- what samples hold and should not hold -- */

/* Finds what page faults cost, and the sample in which they cost most. The kit assumes that one thread had them one
   after another; several threads may in fact have had them at the same time.
   The cost counts as a part of that sample. If a compiler ran in the series, some faults are the compiler's own; then
   the cost counts as a part of the sample's device time. In that case faults are reported only if they can be a quarter
   of the device time. On a busy machine the processor time may be shorter than the device time: then a quarter of the
   processor time is enough. */
static int gt_faults_of_(const gt_of_ *of, gt_seen_ *z) {
    const gt_series *s = of->s;
    const int compiled = of->found[GT_IS_late_] || of->found[GT_IS_built_];
    for (size_t i = 0; s->known[GT_COLUMN_faults] && i < s->kept; i++) {
        const double length = compiled ? gt_or_0_(GT_CELL_(s, i, device_ns)) : s->ns[i];
        const double cpu = 1000 * GT_CELL_(s, i, cpu_us), busy = compiled ? gt_smaller_(cpu, length) : length;
        const double n = gt_or_0_(GT_CELL_(s, i, faults)), cost = n * of->facts->fault_ns;
        if (n < of->least || length <= of->share * s->ns[i]) continue;
        if (cost <= (compiled ? 0.25 : of->share) * busy) continue;
        gt_hit_(z, i, gt_smaller_(cost, length));
        if (z->at != i) continue;
        z->x[0] = n;
        z->x[1] = length;
    }
    z->t[0] = compiled ? " on the device" : "";
    return gt_in_(z, z->n, s->kept) && (z->n * 20 >= (double)s->known[GT_COLUMN_faults] || !z->at);
}
/* Returns 1 if builds of OpenCL programs took more than 5 % of the median of a series. The builds are compared with one
   sample and not with the sum of all: other samples make a build no shorter. Returns 0 for a scope without commands of
   which at least 80 % is builds: somebody uses this scope to time builds. */
static int gt_built_of_(gt_of_ *of, gt_seen_ *z) {
    const gt_series *s = of->s;
    z->ns = z->most = s->build_ns;
    z->part = z->ns / s->sum_ns;
    of->own |= s->n > 1 && s->builds * 2 > s->n;
    return z->most > 0.05 * s->stats.median &&
           (gt_saw_commands_(s) || z->most < 0.8 * s->sum_ns);
}
/* Finds the samples in which a kernel was compiled, but for warm-ups. If most samples run a program of their own, most
   must have compiled; else they found what an earlier one had compiled. */
static int gt_late_of_(const gt_of_ *of, gt_seen_ *z) {
    const gt_series *s = of->s;
    gt_usual_ usual = { -1, -1 };
    for (size_t i = 0; s->known[GT_COLUMN_late_ns] && i < s->kept; i++) {
        const double late = gt_late_in_(&of->l->snap, s, i, of->share, of->least, &usual);
        if (late > 0 && (s->kind != GT_KIND_TIMER || gt_first_use_(s, i, 0, of->own, GT_WARNING) > GT_INFO))
            gt_hit_(z, i, late);
    }
    if (!gt_in_(z, z->n, s->kept) || (of->own && z->n * 2 <= z->of)) return 0;
    z->ns += s->build_ns;           /* building a program is a first use, too */
    z->part = z->most / s->ns[z->at] + s->build_ns / s->sum_ns;
    z->t[0] = s->build_ns > 0 ? gt_text_("builds took %s of %s; ", gt_time_(s->build_ns), gt_time_(s->sum_ns)) : "";
    return 1;
}
/* Returns how long host code ran in sample i (ns). A sample of a timer without a kernel may be a pause between two
   timings, in which a program may do what it likes. For such a sample the function returns 0. But if the program
   launches no kernel at all and reads its clock in pairs, the sample is a timing, and its host code counts. */
static double gt_host_in_(const gt_series *s, size_t i) {
    const double kernels_ns = gt_or_0_(GT_CELL_(s, i, kernel_ns)) + gt_or_0_(GT_CELL_(s, i, first_run_ns));
    return s->kind == GT_KIND_TIMER && kernels_ns <= 0 && s->odd < s->n ? 0 : gt_or_0_(GT_CELL_(s, i, host_ns));
}
/* Finds the samples that are mostly the program's own code. Code that runs takes no longer than the processor time of
   the process. What is beyond that is a sleep of the program, or other programs had the processor. Each interruption
   lets each that shares the processor run for one of the system's time slices of a few ms. If these can explain
   what is beyond, and the rest is no such share of the sample, that it is the program's own code is inferred. */
static int gt_host_of_(const gt_of_ *of, gt_seen_ *z) {
    const int is = gt_samples_(of, z, GT_COLUMN_host_ns, gt_host_in_);
    const double slice = GT_SLICE_NS_ * gt_larger_(of->facts->load / of->facts->processors, 1);
    for (size_t i = 0; is && i < of->s->kept; i++) {
        const double host = gt_host_in_(of->s, i), cpu = 1000 * GT_CELL_(of->s, i, cpu_us);
        const double beyond = host - cpu, slices = slice * GT_CELL_(of->s, i, involuntary);
        z->inferred += host > of->share * of->s->ns[i] && cpu <= of->share * of->s->ns[i] && beyond <= slices;
    }
    return is;
}
static int gt_has_rows_inside_(const gt_series *s) {
    const gt_series *c = gt_child_next_(s, NULL);
    while (c && (!c->n || !gt_is_kind_(c->kind, GT_ROW_))) c = gt_child_next_(s, c);
    return c != NULL;
}
/* If launching and waiting take more than this for each command (ns), other commands or a set-up may be in that time.
   Below this limit the time counts as that of launches. */
#define GT_LAUNCH_NS_ 5e5
static int gt_is_complete_(const gt_series *s) { return s->known[GT_COLUMN_complete] == s->kept; }
/* Returns how long launching and waiting took in sample i (ns). */
static double gt_waiting_in_(const gt_series *s, size_t i) {
    const gt_sample r = gt_series_sample(s, i);
    return r.gap_ns + r.launch_ns + r.return_ns + r.unseen_ns;
}
/* The same, but at most the time in which no command ran: the work of a map counts as waiting in its call. NaN: there
   is no account. */
static double gt_idle_in_(const gt_series *s, size_t i) {
    const double waiting = gt_waiting_in_(s, i), idle = s->ns[i] - gt_or_0_(gt_series_sample(s, i).device_ns);
    return idle < waiting ? idle : waiting;
}
/* How long launching and waiting took, without waits that have other causes. Returns 0 if more than GT_LAUNCH_NS_ is
   left for each command: the rest may then hold other commands or a set-up. Returns 0 also for a timer with more than
   three commands: it is a loop, with code of the program in it. */
static double gt_bound_in_(const gt_series *s, size_t i) {
    const gt_sample r = gt_series_sample(s, i);
    const int timer = s->kind == GT_KIND_TIMER;
    double rest = gt_waiting_in_(s, i);
    if (gt_or_0_(r.late_ns) >= GT_LATE_COMPUTED_NS_) rest -= r.late_ns;
    const int is = !(timer && r.commands > 3) && rest - (timer ? r.launch_ns : 0) < GT_LAUNCH_NS_ * r.commands;
    return is ? rest : 0;
}
static int gt_tax_of_(const gt_of_ *of, gt_seen_ *z) {
    const gt_series *s = of->s;
    const gt_device_facts_ *d = gt_facts_of_(of->facts, s);
    z->x[1] = s->kept ? gt_or_0_(GT_CELL_(s, s->kept - 1, commands)) : 0;
    z->x[0] = d->event.ns * z->x[1];
    z->x[2] = 100 * z->x[0] / s->stats.median;
    z->ns = z->x[0] * (double)s->n;
    return d->event.ci.low > 0;
}

/* -- launches -- */

/* Returns 1 if the program does not repeat its kernels. There are two ways to show that. Each kernel ran fewer than
   six times, and none ran between two readings of the program's clock (a timer): then the program is timed as a whole,
   or by stamps. Or half of all launches or more were the first of their kernel and sizes, and the program read their
   stamps (found.first): each size once, beside a kernel that it compares with at each.
   Returns 0 in three other cases: a kernel was launched more than twice as the first launch after a wait, on the
   buffers of its first launch, so that the program repeats it on purpose; some launches were not collected
   (`unsynced`); the program read stamps of later launches, but of no first launch (found.later), so that it leaves
   first launches out. */
static int gt_launched_few_(const gt_of_ *of, gt_seen_ *z) {
    const gt_first_ found = gt_new_of_(of->s, 0);
    size_t few = found.first || !found.later, all = 0;
    for (const gt_series *c = of->l->snap.series, *in = c; c < of->l->end; c++) {
        if (c->kind != GT_KIND_COMMAND) in = c;
        /* some of the commands of this series were not collected */
        if (c->unsynced) return 0;
        if (!c->n || strcmp(c->what, "kernel")) continue;
        few &= c->n <= 5 && c->waves <= 2 && in->kind != GT_KIND_TIMER;
        all += c->n;
        if (in == of->s || (in->kind == GT_KIND_TIMER && !(z->n > 0))) z->n++;
        if (c->sum_ns < z->x[1]) continue;
        z->t[0] = c->name;
        z->x[0] = (double)c->n;
        z->x[1] = c->sum_ns;
    }
    return z->n > 0 && (few || 2 * found.first >= all);
}
static int gt_has_other_work_(const gt_series *s) { return s->other_work > 1 && s->other_work * 20 > s->n; }
/* Finds the timings that take far longer than the others and hold first launches of what later timings launch again. If
   there is no such timing, the function takes the first timing. The kit does not know whether the program leaves these
   timings out of its result. */
static int gt_pairs_of_(const gt_series *s, gt_seen_ *z) {
    const double times = s->n < 6 ? 5 : 2;
    double cold = 0, least = DBL_MAX;
    size_t n = 0, like_it = 0;
    for (size_t i = 0; i < s->kept; i++) {
        if (s->ns[i] <= times * s->min_ns || !gt_new_of_(s, i).again) continue;
        if (!n++) z->at = i;
        cold += s->ns[i];
        least = gt_smaller_(least, s->ns[i]);
    }
    if (s->kept < 2 || (!n && gt_has_other_work_(s))) return 0;
    if (!n) cold = least = s->ns[n++];
    z->x[0] = cold / (double)n;
    z->x[1] = n < s->n ? (s->sum_ns - cold) / (double)(s->n - n) : DBL_MAX;      /* x1: the mean of the other timings */
    z->ns = cold - (double)n * z->x[1];
    for (size_t i = 0; i < s->kept; i++) like_it += s->ns[i] * times > least;
    z->n = (double)n;
    return (like_it - n) * 20 <= s->kept && z->ns >= 0.2 * z->x[1] * (double)s->n;
}

/* -- work -- */

/* Returns a rate that no claim of work can exceed. A claim above it is a mistake. what: 0 for FLOP/s, 1 for bytes/s.
   For the host the rate is that of all processors at 6 GHz. Each has two units of 512 bits that multiply and add half
   precision, and gets 192 bytes a cycle from its cache. A host scope may wait for a device, so that the highest limit
   of host and devices counts. */
static double gt_claim_limit_(const gt_facts_ *facts, const gt_series *s, int what) {
    static const double none[] = { 1e20, 1e15 };
    double most = gt_facts_of_(facts, s)->most[what];
    if (s->device_) return most > 0 ? most : none[what];
    double host = 6e9 * facts->processors * (what ? 192 : facts->tiles ? 2048 : 128);
    if (!facts->is_real) return none[what];
    for (size_t i = 1; i < facts->devices; i++) {
        most = facts->device[i].most[what];
        if (!(most > 0)) return none[what];
        host = gt_larger_(host, most);
    }
    return facts->devices < 2 && facts->accelerator ? none[what] : host;
}
static int gt_claim_of_(const gt_of_ *of, gt_seen_ *z, int what) {
    const gt_series *s = of->s, *in = s;
    const double peak = of->facts->peak[what], top = gt_facts_of_(of->facts, s)->top[what];
    /* `in` becomes the scope around the command. Outside of timers, only its stamps can tell a program the time. */
    while (in->kind == GT_KIND_COMMAND) in--;
    z->x[0] = what ? s->bytes_per_s : s->flops_per_s;
    z->unit = what ? "B/s" : "FLOP/s";
    z->x[1] = peak > 0 ? peak : top > 0 ? top : gt_claim_limit_(of->facts, s, what);
    z->x[2] = 1e-9 * z->x[0] * s->stats.median;
    /* x3: 1 if six or more of these commands are timed alone: the program reads its clock in pairs, launches no kernel,
       and its timings hold hardly anything else, whether one of these commands each or a loop of them */
    z->x[3] = s->n >= 6 && in->odd >= in->n && in->device_stats.mean * (double)in->n <= 2 * s->sum_ns;
    z->t[0] = peak > 0 ? "peak" : top > 0 ? "highest ceiling" : "most that can be";
    const double most = z->x[1] * (peak > 0 ? 1.2 : top > 0 ? 1.5 : 1);
    return (s->unmoved && (in->kind != GT_KIND_PROGRAM || s->stamped_)) || z->x[0] > most;
}
/* Finds the least and the most work that samples of a series claim, and stores both in z->x[0] and z->x[1]. Work means
   flops, or bytes if no flops are claimed. Returns 1 plus the index of the column of gt_sample that has the work.
   Returns 0 if not all samples claim work. */
static int gt_claims_in_(const gt_series *s, gt_seen_ *z) {
    const int flops = GT_CELL_(s, 0, flops) > 0;
    const int column = flops ? GT_COLUMN_flops : GT_COLUMN_bytes;
    z->unit = flops ? "FLOP" : "B";
    return gt_work_range_(s, column, &z->x[0], &z->x[1]) ? 1 + column : 0;
}
static int gt_is_other_work_(double least, double most) { return most > 1.05 * least; }
/* Returns 1 if two series of a comparison claim other work: two sides, or scopes of one name in both. */
static int gt_claims_differ_(const gt_series *a, const gt_series *b, gt_seen_ *z) {
    gt_seen_ side;
    const int claims = gt_claims_in_(a, z);
    if (!claims || gt_claims_in_(b, &side) != claims) return 0;
    const int differ = gt_is_other_work_(z->x[1], side.x[0]) || gt_is_other_work_(side.x[1], z->x[0]);
    z->x[1] = side.x[0];
    return differ;
}
/* Returns the times of a series divided by the work of each sample, if the work varies and the times follow it. They
   follow it if ln of the time rises with ln of the work with a slope of 0.7 to 1.3. The unit of work is the geometric
   mean of the works. Returns NULL if the times themselves shall be used. The caller frees the result. *unit: becomes
   words for the figures of findings. */
static double *gt_time_per_work_(const gt_series *s, const char **unit) {
    double n = (double)s->kept, w = 0, t = 0, ww = 0, wt = 0;
    gt_seen_ z;
    const int claims = gt_claims_in_(s, &z);
    *unit = "";
    if (!claims || !gt_is_other_work_(z.x[0], z.x[1]) || !(s->min_ns > 0)) return NULL;
    for (size_t i = 0; i < s->kept; i++) {
        double x = gt_log_(gt_cell_(s, claims - 1, i) / z.x[0]), y = gt_log_(s->ns[i] / s->min_ns);
        w += x / n;
        t += y / n;
        ww += x * x / n;
        wt += x * y / n;
    }
    const int follow = gt_abs_((wt - w * t) / (ww - w * w) - 1) <= 0.3;
    double *each = follow ? (double *)malloc(s->kept * sizeof *each) : NULL;
    for (size_t i = 0; each && i < s->kept; i++)
        each[i] = s->ns[i] / (gt_cell_(s, claims - 1, i) / z.x[0]) * gt_exp_(w);
    if (each) *unit = "per unit of work: ";
    else if (!follow) *unit = "times do not follow the work, and are taken as they are: ";
    return each;
}

/* -- what nothing takes -- */

/* Returns 1 if samples take hardly longer than an empty body, whose time is stored in z->x[0] (ns). For scopes the
   limit is lower (1.2 times that time, not 3 times). Their clock readings overlap with the code around them, so that a
   short body takes no longer than an empty one. */
static int gt_is_empty_(const gt_of_ *of, gt_seen_ *z) {
    const gt_series *s = of->s;
    const gt_clock *clock = &of->facts->clock;
    z->x[0] = s->passes > 1 ? s->empty_ns_
            : s->kind == GT_KIND_SCOPE ? gt_larger_(clock->scope_ns, clock->exact_ns) : clock->exact_ns;
    return s->stats.median < (s->kind == GT_KIND_SCOPE ? 1.2 : 3) * z->x[0];
}

/* -- the shape of one thread's samples -- */

#define GT_ALONE_ "if the first run does other work, time it under a name of its own; else run it once before"
#define GT_BEFORE_ "wait for earlier commands before the scope, and launch each kernel once before timing"
/* For each part of the time, in the order of GT_PARTS: the cause that makes samples longer in this part, and the remedy
   if only the first sample is longer. A remedy that is NULL means that of the table GT_FINDINGS. */
static const struct { const char *cause, *remedy; } gt_parts_because_[GT_PART_COUNT_] GT_APART_(gt_parts_because_) = {
    { "the execution itself was longer: the first touch of memory on the device, its clock, or other work", GT_ALONE_ },
    { "copies were longer: the first touch of memory, or other work on the bus", GT_ALONE_ },
    { "kernels ran for the first time", GT_ALONE_ },
    { "the device waited longer between commands that were there already", NULL },
    { "the device had other work to do first, from before or of other threads", GT_BEFORE_ },
    { "commands waited for events of others", GT_BEFORE_ },
    { "kernels were launched for the first time, and may have been compiled then", GT_BEFORE_ },
    { "commands took longer to reach the device: the driver, or a busy processor", GT_BEFORE_ },
    { "the wait returned late: the driver slept, copied or cleaned up, or another program had the processor", NULL },
    { "programs were built, or objects made", NULL },
    { "the kit's own work", NULL },
    { "the program's own code took longer", NULL },
    { "commands that nobody collected may have run", NULL } };

/* Tells to which group sample i of a thread belongs, for a shape that the samples have (a drift, outliers, ...).
   Returns 1 if the sample stands out, 0 if it is a usual one, 2 if it lies between these, 3 if it belongs to another
   shape. */
static int gt_stands_out_(const gt_shape_ *h, gt_finding_code shape, size_t i) {
    const gt_diagnosis *d = &h->d;
    const size_t n = h->n - d->dropped, at = i - d->dropped;
    const int slower = d->drift.percent > 0, by_step = d->drift.is_step;
    if (shape == GT_FINDING_COLD_FIRST) return i == 0;
    if (shape == GT_FINDING_WARMUP) return i < d->warmup.samples;
    if (i < d->dropped) return 3;
    switch (shape) {
        case GT_FINDING_DRIFT:
            if (by_step ? i >= d->drift.at : at * 3 >= n * 2) return slower;
            return by_step || at * 3 < n ? !slower : 2;
        case GT_FINDING_ALTERNATE: return (at % 2 == 0) == (d->alternate.percent > 0);
        case GT_FINDING_BIMODAL: return h->ns[h->first + i] > 0.5 * (d->bimodal.low + d->bimodal.high);
        default: return h->ns[h->first + i] > d->outliers.above;
    }
}
/* Finds the part of the time that makes samples stand out in a shape (a drift, outliers, ...). It is the part with at
   least half of the excess, the time by which these samples are longer. The function stores the parts of the excess in
   of->h. The parts of the device count as one, which is stored in the first of them. mark: for each sample, what
   gt_stands_out_ says; count: how often it says 0, 1, 2, 3. */
static void gt_carries_(gt_of_ *of, const unsigned char *mark, const size_t *count) {
    gt_shape_ *h = of->h;
    const gt_series *s = of->s;
    double *part = &h->more[GT_COLUMN_kernel_ns], all = 0;
    int most = 0;
    (void)gt_excess_of_(h->ns + h->first, mark, h->n, count, s->column, GT_COLUMN_COUNT, h->first, h->usual, h->more);
    for (int c = 0; h->ns != s->ns && c < GT_COLUMN_COUNT; c++) h->more[c] = gt_nan_();
    part[GT_PART_kernel] += part[GT_PART_copy] + part[GT_PART_first_run];
    part[GT_PART_copy] = part[GT_PART_first_run] = 0;
    for (int k = 0; k < GT_PART_COUNT_; k++) all += part[k];
    h->excess = all > 0 ? all : gt_nan_();
    for (int k = 1; k < GT_PART_COUNT_; k++) if (part[k] > part[most]) most = k;
    const double doubt = h->usual[GT_COLUMN_doubt_ns] + gt_or_0_(h->more[GT_COLUMN_doubt_ns]);
    h->joined = (most == GT_PART_launch || most == GT_PART_return) && doubt > 0.5 * part[most];
    if (h->joined) {
        const double both = part[GT_PART_launch] + part[GT_PART_return];
        part[GT_PART_launch] = part[GT_PART_return] = 0;
        part[most] = both;
    }
    h->most = most;
    h->carries = part[most] >= 0.5 * h->excess ? most : -1;
}
/* Fills in z for a shape that was found. z->ns becomes the time that the shape adds: the excess of a sample that stands
   out over a usual one, times a number of samples. That number is the smaller of two (the samples that stand out, the
   usual ones), plus half of the samples between these. The function also finds the part of the time that causes the
   shape. */
static int gt_shape_of_(gt_of_ *of, gt_seen_ *z, int found, gt_finding_code shape) {
    gt_shape_ *h = of->h;
    double *x = h->ns + h->first, usual, more;
    size_t count[4] = { 0, 0, 0, 0 };
    if (!found) return 0;
    unsigned char *mark = (unsigned char *)malloc(h->n);
    of->l->full |= !mark;
    if (!mark) return 0;
    for (size_t i = 0; i < h->n; i++) count[mark[i] = (unsigned char)gt_stands_out_(h, shape, i)]++;
    if (gt_excess_of_(x, mark, h->n, count, &x, 1, 0, &usual, &more))
        z->ns = more * (gt_smaller_((double)count[0], (double)count[1]) + (double)count[2] / 2);
    z->most = z->ns;
    z->at = h->first;
    gt_carries_(of, mark, count);
    free(mark);
    return 1;
}
/* Returns 1 if page faults explain why samples stand out: the faults cost at least a quarter of the excess (the time by
   which these samples are longer). A quarter is enough, since threads that fault at the same time also wait for each
   other. */
static int gt_are_faults_(const gt_of_ *of) {
    return of->h->more[GT_COLUMN_faults] * of->facts->fault_ns > 0.25 * of->h->excess;
}
/* Returns 1 if the processor time of the samples that stand out explains why they are longer. */
static int gt_have_computed_(const gt_shape_ *h) { return 1000 * h->more[GT_COLUMN_cpu_us] > 0.9 * h->excess; }
/* Returns 1 if other programs may be the cause of a finding, since the machine is busy. They are not the cause if the
   longer samples used that much more processor time themselves. They are not the cause either if the kit knows for what
   most samples waited, and did not infer it. */
static int gt_is_load_to_blame_(const gt_of_ *of, const gt_seen_ *z) {
    return gt_is_loaded_(of->facts) && (z->of <= 0 || z->inferred * 2 > of->s->kept) &&
           !(of->h && gt_have_computed_(of->h));
}
/* Returns 1 if the samples that stand out were interrupted more often than the usual ones, and did not compute for
   longer. A longer sample is interrupted more often, whatever makes it longer. So an interruption is not the cause if
   most of the excess is a first launch, a build, or a wait for an event of others. */
static int gt_were_interrupted_(const gt_shape_ *h) {
    enum { caused = 1 << GT_PART_held | 1 << GT_PART_first | 1 << GT_PART_setup };
    if (h->carries >= 0 && caused >> h->carries & 1) return 0;
    return h->more[GT_COLUMN_involuntary] >= 0.5 && !gt_have_computed_(h);
}
/* Adds to the figures of a shape which part of the time makes its samples longer, and which other parts have 20 % of
   the excess. Also adds whether these samples have more page faults, or were interrupted more often. If the first of
   these parts is not the device's work, also adds whether the process computed in it. */
static void gt_carried_add_(const gt_of_ *of, gt_finding *f) {
    const gt_shape_ *h = of->h;
    const double *part = &h->more[GT_COLUMN_kernel_ns], all = h->excess;
    const double cpu = 1000 * h->more[GT_COLUMN_cpu_us];
    if (!(all > 0)) return;
    gt_figures_add_(f, "; {excess:%} of the excess is {}",
                    GT_VALUES_(gt_x_(gt_smaller_(100 * part[h->most] / all, 100)),
                               gt_t_(h->joined ? "launch|return" : h->most ? gt_part_names_[h->most] : "device")));
    for (int k = 0; k < GT_PART_COUNT_; k++)
        if (k != h->most && part[k] > 0.2 * all)
            gt_figures_add_(f, ", {next:%} {}", GT_VALUES_(gt_x_(100 * part[k] / all),
                                                           gt_t_(k ? gt_part_names_[k] : "device")));
    if (gt_are_faults_(of))
        gt_figures_add_(f, ", with {faults} more page faults", GT_VALUES_(gt_x_(h->more[GT_COLUMN_faults])));
    else if (gt_were_interrupted_(h))
        gt_figures_add_(f, "{}", GT_VALUES_(gt_t_(", and those samples were interrupted")));
    else if (h->most > 0 && of->facts->is_real)
        gt_figures_add_(f, "{}", GT_VALUES_(gt_t_(cpu > 0.5 * all   ? "; most of it is processor time"
                                                  : cpu < 0.1 * all ? "; little of it is processor time" : "")));
}
/* Returns 1 if the work of a loop shrinks or grows, as in the factorisation of a matrix. The samples are divided into
   six parts. From each part to the next the time must change by at least 3 %, always in the same direction, and by half
   in all. A machine alone does not cause this: a clock rate that rises settles soon, and heat changes less. */
static int gt_is_ramp_(const gt_shape_ *h) {
    enum { parts = 6 };
    gt_stats part[parts];
    const size_t n = h->n / parts;
    for (size_t i = 0; i < parts; i++) (void)gt_stats_of(h->ns + h->first + i * n, n, 0, &part[i]);
    const double by = gt_log_(part[parts - 1].median / part[0].median);
    int is = n > 1 && gt_abs_(by) > gt_log_(1.5);
    for (size_t i = 1; i < parts; i++)
        is &= gt_log_(part[i].median / part[i - 1].median) * (by > 0 ? 1 : -1) > gt_log_(1.03);
    return is;
}
/* Returns 1 if the n samples from `first` on are too few to show slow changes. tau is their autocorrelation time. */
static int gt_is_short_(const gt_of_ *of, gt_seen_ *z, size_t first, size_t n, double tau) {
    const gt_series *s = of->s;
    z->n = (double)n;
    z->x[0] = gt_kinds_[s->kind].step != GT_STEP_NONE_
        ? s->begin_ns[first + n - 1] + s->ns[first + n - 1] - s->begin_ns[first] : (double)n;
    z->x[1] = (double)n / tau;
    /* x2: the slowest change that can be seen, since the samples cover it 30 times */
    z->x[2] = z->x[0] / GT_SEEN_BY_;
    return gt_is_short_look_(n, tau);
}
/* Returns the step of the clock that measured numbers of gt_series_add. The kit needs it since values that are one step
   apart could look like two speeds. The step is the least difference between different values, if there are at most
   half as many different values as numbers. Otherwise returns 0. */
static double gt_grid_(const double *x, size_t n) {
    double *sorted = gt_scratch_(n), least = gt_infinity_();
    size_t distinct = 1;
    if (!sorted) return 0;
    n = gt_copy_finite_(x, n, sorted);
    gt_sort_doubles_(sorted, n);
    for (size_t i = 1; i < n; i++) {
        const double by = sorted[i] - sorted[i - 1];
        distinct += by > 0;
        if (by > 0) least = gt_smaller_(least, by);
    }
    free(sorted);
    return distinct > 1 && distinct * 2 <= n ? least : 0;
}

/* -- comparisons -- */

/* Returns the part of a side that follows the part p, or the first part if p is NULL. Returns NULL behind the last
   part. The parts of a side are the scopes directly inside it. If `kinds` is 1 (for two sides that both launch
   kernels), they are its series of commands, which are compared by their kind: the first word of `what`. */
static const gt_series *gt_side_part_(const gt_series *side, const gt_series *p, int kinds) {
    for (p = p ? p + 1 : side + 1; p <= side + side->below_; p++)
        if (p->kept && (kinds ? p->kind == GT_KIND_COMMAND && p->rank_ != GT_RANK_DEVICE_
                                          : p->depth == side->depth + 1 && gt_is_kind_(p->kind, GT_PART_))) return p;
    return NULL;
}
/* Returns 1 if a side and the first side, or scopes of one name in both, claim other work. z->t[0] gets words for the
   scope. */
static int gt_side_claims_(const gt_of_ *of, gt_seen_ *z) {
    z->t[0] = "";
    if (gt_claims_differ_(of->base, of->s, z)) return 1;
    for (const gt_series *p = NULL, *first; (p = gt_side_part_(of->s, p, 0)) != NULL;) {
        z->t[0] = gt_text_(" in %.60s", p->name);
        if ((first = gt_below_(of->base, p->name)) != NULL && gt_claims_differ_(first, p, z)) return 1;
    }
    return 0;
}
/* Returns the name of a part: of a scope its own, of commands their kind. */
static const char *gt_part_name_(const gt_series *part) {
    return part->kind == GT_KIND_COMMAND ? part->what : part->name;
}
/* Returns how many ns the parts of that name take in a pass of a side. */
static double gt_part_ns_(const gt_series *side, const char *name, int kinds) {
    const size_t length = kinds ? strcspn(name, " ") : strlen(name) + 1;
    double sum = 0;
    for (const gt_series *p = NULL; (p = gt_side_part_(side, p, kinds)) != NULL;)
        if (!strncmp(gt_part_name_(p), name, length)) sum += p->stats.median * (double)p->n / (double)side->n;
    return sum;
}
static double gt_kernels_ns_(const gt_series *side) { return gt_part_ns_(side, "kernel", 1); }
static int gt_has_scopes_(const gt_series *side) { return gt_side_part_(side, NULL, 0) != NULL; }
static int gt_launch_both_(const gt_series *a, const gt_series *b) {
    return gt_kernels_ns_(a) > 0 && gt_kernels_ns_(b) > 0;
}
/* Returns 1 if a side has parts that the other side lacks, and these take more than 20 % of its time. If `kinds` is 1
   and one of the sides maps buffers, no command counts as missing, since a mapped buffer needs no copy. Nor does a part
   with kernels count against a side of host code: the two are what is compared. */
static int gt_is_missing_(gt_seen_ *z, const gt_series *side, const gt_series *other, int kinds) {
    char names[128] = "";
    double sum = 0;
    if (kinds && gt_part_ns_(side, "map", 1) + gt_part_ns_(other, "map", 1) > 0) return 0;
    for (const gt_series *p = NULL; (p = gt_side_part_(side, p, kinds)) != NULL;) {
        const char *name = gt_part_name_(p);
        if (gt_part_ns_(other, name, kinds) > 0 || (kinds && strstr(names, name))) continue;
        if (gt_kernels_ns_(p) > 0 && !(gt_kernels_ns_(other) > 0)) continue;
        sum += gt_part_ns_(side, name, kinds);
        gt_append_(names, sizeof names, gt_text_("%s%.50s", names[0] ? ", " : "", name), 100);
    }
    z->where = side;
    z->ns = sum * (double)side->n;
    z->x[0] = 100 * sum / side->stats.median;
    z->t[0] = gt_text_("%.115s", names);
    z->t[1] = gt_text_("%.40s", side->name);
    z->t[2] = gt_text_("%.40s", other->name);
    return sum > 0.2 * side->stats.median;
}
static int gt_lacks_(gt_seen_ *z, const gt_series *side, const gt_series *other) {
    const int both = gt_launch_both_(side, other);
    return ((!both || gt_has_scopes_(other)) && gt_is_missing_(z, side, other, 0)) ||
           (both && gt_is_missing_(z, side, other, 1));
}
/* Returns 1 if a side is faster or slower than the first side mostly because of parts of the time that have nothing to
   do with its kernels. */
static int gt_saved_beside_(const gt_of_ *of, gt_seen_ *z) {
    enum { beside = 1 << GT_PART_first | 1 << GT_PART_setup | 1 << GT_PART_earlier | 1 << GT_PART_host };
    gt_savings_ v;
    (void)gt_savings_of_(of->c, of->base, of->s, &v);
    if (v.rows < 2 || !gt_is_saved_(&v.of[0])) return 0;
    z->x[0] = gt_abs_(v.of[0].ns);
    z->x[1] = gt_abs_(v.of[1].ns);
    z->t[0] = v.of[0].ns > 0 ? "saves" : "takes more";
    z->t[1] = gt_parts_text_(v.of[1].parts);
    return !(v.of[1].parts & ~(uint32_t)beside) && v.of[1].ns / v.of[0].ns >= 0.5;
}
/* Returns 1 if the ratio of a part of a side differs from the ratio of the whole side by 20 %. Stores in z->x[0] and
   z->t[0] the ratio and the name of the part that differs most. */
static int gt_part_differs_(const gt_of_ *of, gt_seen_ *z) {
    const gt_series *side = of->s, *base = of->base;
    const int kinds = !gt_has_scopes_(side) && gt_launch_both_(base, side);
    const double whole = of->whole.ratio;
    z->x[0] = whole;
    for (const gt_series *p = NULL; (p = gt_side_part_(side, p, kinds)) != NULL;) {
        gt_ratio part;
        const double ns = gt_part_ns_(side, gt_part_name_(p), kinds);
        part.ratio = kinds ? gt_part_ns_(base, p->what, 1) / ns : gt_nan_();
        if (!kinds) (void)gt_compare_sides_(of->c, side, p->name, &part, NULL);
        if (ns <= 0.2 * side->stats.median || !(part.ratio > 0)) continue;
        if (gt_abs_(gt_log_(part.ratio / whole)) <= gt_abs_(gt_log_(z->x[0] / whole))) continue;
        z->x[0] = part.ratio;
        z->t[0] = gt_text_("%.60s", gt_part_name_(p));
    }
    return z->x[0] > 1.2 * whole || z->x[0] < whole / 1.2;
}
/* Returns 1 if a side or the first side lacks parts of the other. Of the other sides those count that launch kernels,
   too. */
static int gt_missing_of_(const gt_of_ *of, gt_seen_ *z) {
    if (gt_lacks_(z, of->s, of->base) || gt_lacks_(z, of->base, of->s)) return 1;
    for (const gt_series *o = NULL; (o = gt_child_kept_(of->c, o)) != NULL;)
        if (gt_launch_both_(of->s, o) && gt_lacks_(z, of->s, o)) return 1;
    return 0;
}
static int gt_made_beside_(const gt_of_ *of, gt_seen_ *z) {
    const gt_series *s = of->s->created ? of->s : of->base, *o = s == of->s ? of->base : of->s;
    z->where = s;
    return gt_launch_both_(s, o) && !o->created && s->created >= s->n && s->created_ns <= 0.05 * s->sum_ns;
}

/* -- the run -- */

static double gt_is_debug_(const gt_series *s) { return s->n && !(s->optimised & 1); }
/* Finds the series with the largest `amount`; the first one, if several are equal. Counts the series in which `amount`
   is above 0, and returns 1 if there are any. */
static int gt_worst_(const gt_of_ *of, gt_seen_ *z, double (*amount)(const gt_series *)) {
    double largest = 0;
    for (const gt_series *s = of->l->snap.series; s < of->l->end; s++) {
        const double x = amount(s);
        z->n += x > 0;
        if (x > largest) z->where = s;
        largest = gt_larger_(x, largest);
    }
    return z->n > 0;
}
/* Returns the kit's own work in a series as a share of its time; 0 if the share is 1 % or less. */
static double gt_kit_share_(const gt_series *s) {
    /* If many runs of this series gave no sample, the share is not known: kit_ns includes the kit's work in those runs,
       but sum_ns does not include their time. */
    if (s->cold || !(s->sum_ns > 0) || (s->left_early + s->voided + s->abandoned) * 10 > s->n) return 0;
    return s->kit_ns > 0.01 * s->sum_ns ? s->kit_ns / s->sum_ns : 0;
}
static double gt_is_few_(const gt_series *s) {
    int kernels = s->unsynced > 0;
    if (s->cold || !gt_is_kind_(s->kind, GT_FEW_) || !s->kept || s->kept >= 6 || gt_is_gap_(s)) return 0;
    for (const gt_series *c = gt_child_next_(s, NULL); c; c = gt_child_next_(s, c)) {
        if (gt_is_kind_(c->kind, GT_LOOKED_)) return 0;     /* people quote the trial or batch inside */
        /* If a series inside has few samples itself, that series gets the finding, and this one does not. */
        if (gt_is_kind_(c->kind, GT_ROW_) && c->kept && c->kept < 6) return 0;
        kernels |= !strcmp(c->what, "kernel");
    }
    /* The function returns 1, which weighs less than 2, for a timer that has only copies: it may be a pause between two
       timings. */
    return s->kind != GT_KIND_TIMER || kernels ? 2 : 1;
}
static double gt_outermost_ns_(const gt_series *s) {
    return !s->depth && gt_is_kind_(s->kind, GT_SHAPE_) && s->kind != GT_KIND_OUTSIDE ? s->sum_ns : 0;
}
static double gt_repeated_ns_(const gt_series *s) { return s->n >= 6 ? gt_outermost_ns_(s) : 0; }
/* Returns 1 if threads in scopes compete for processors. The function looks at the time in which the repeated series
   with the largest sum runs. In that time, on average, more threads than processors must be in scopes, and these must
   be interrupted. Threads that only wait in their scopes, for a disk or a device, are not interrupted. Timers and
   programs say nothing here: a timer lasts from one reading of the clock to the next, whatever its thread does. */
static int gt_crowd_of_(const gt_of_ *of, gt_seen_ *z) {
    double begin = DBL_MAX, end = -DBL_MAX, all = 0;
    if (!gt_worst_(of, z, gt_repeated_ns_) || !of->facts->is_real) return 0;
    for (size_t i = 0; i < z->where->kept; i++) {
        begin = gt_smaller_(begin, z->where->begin_ns[i]);
        end = gt_larger_(end, z->where->begin_ns[i] + z->where->ns[i]);
    }
    for (const gt_series *s = of->l->snap.series; s < of->l->end; s++)
        for (size_t i = 0; gt_outermost_ns_(s) > 0 && i < s->kept; i++)
            all += gt_larger_(0, gt_smaller_(end, s->begin_ns[i] + s->ns[i]) - gt_larger_(begin, s->begin_ns[i]));
    z->x[0] = all / (end - begin);
    return z->x[0] > of->facts->processors && of->facts->switches >= 6 + 20e-9 * (end - begin);
}

/* Returns 1 if numbers of gt_series_add hardly are ns: four of five are a thousandth, a millionth or a billionth of the
   time since the number before, less at most 5 % for what the program does in between. Then z->x[0] is 1e3, 1e6 or
   1e9. */
static int gt_unit_of_(const gt_series *s, gt_seen_ *z) {
    for (double unit = 1e3; unit < 2e9; unit *= 1e3) {
        size_t n = 0;
        for (size_t i = 1; i < s->kept; i++) {
            const double share = unit * s->ns[i] / (s->begin_ns[i] - s->begin_ns[i - 1]);
            n += share > 0.95 && share < 1.001;
        }
        z->x[0] = unit;
        if (n >= 6 && n * 5 > s->kept * 4) return gt_in_(z, (double)n, s->kept);
    }
    return 0;
}

/* -- what the kit did not see, where OpenCL is used or may be -- */

/* Returns 1 if the function `is` returns 1 for s or for a series below s. */
static int gt_is_any_(const gt_series *s, int (*is)(const gt_series *s)) {
    for (const gt_series *k = s; k <= s + s->below_; k++) if (is(k)) return 1;
    return 0;
}
/* Returns 1 if the kit saw no command in a scope, although OpenCL was in use by then. The scope must be an innermost
   one. Trials and sides wait for all queues that the kit knows, so that they count only if no queue is known, or if
   their commands may have gone to another queue. A scope that made objects of OpenCL does not count. */
static int gt_is_scope_unseen_(const gt_series *s, const gt_opencl_ *cl) {
    const int repeated = s->kind == GT_KIND_TRIAL || s->kind == GT_KIND_SIDE;
    size_t late = 0;
    for (size_t i = 0; i < s->kept; i++) late += s->begin_ns[i] + s->ns[i] > cl->first_ns;
    return (s->kind == GT_KIND_SCOPE || (repeated && (!cl->queues || s->unwaited))) && !s->cold && !s->seen_ &&
           !gt_has_rows_inside_(s) && !s->created && !gt_saw_commands_(s) && late;
}
/* Returns the series around s, or NULL. */
static const gt_series *gt_around_(const gt_list_ *l, const gt_series *s) {
    const gt_series *o = s;
    while (o > l->snap.series && o->depth >= s->depth) o--;
    return o->depth < s->depth ? o : NULL;
}
static int gt_uses_opencl_(const gt_facts_ *f) {
    return f->hooked && (f->worked || f->cl.first_ns > -DBL_MAX || f->cl.queues || f->driver);
}
static int gt_meant_commands_(const gt_series *s) { return s->failed || s->idle_end * 2 > s->n; }
static int gt_did_collect_(const gt_series *s) { return gt_column_sum_(s, GT_COLUMN_commands) > 0; }
/* Returns 1 if the faster of two sides seems to have done nothing. The kit saw no command in it, and it is so fast that
   no host code does the work of the other. Less is enough if an idle phase, or a command that failed, says that
   commands were meant. */
static int gt_does_nothing_(const gt_of_ *of, gt_seen_ *z) {
    const int faster = of->whole.ratio > 1;
    const gt_series *side = faster ? of->s : of->base, *other = faster ? of->base : of->s;
    const int least = gt_is_any_(side, gt_meant_commands_) ? 10 : 1000;
    z->where = side;
    z->x[0] = faster ? of->whole.ratio : 1 / of->whole.ratio;
    return gt_uses_opencl_(of->facts) && !gt_is_any_(side, gt_did_collect_) &&
           (z->x[0] > least || gt_kernels_ns_(other) > 100 * side->stats.median);
}
/* Counts the scopes in which the kit saw no command, and which are not inside a phase. If one side of a comparison has
   commands and another has none, the other side is host code, and nothing is missing there. Stores in z->where the
   first of these scopes that is in a comparison; if none is, simply the first. z->x[0] is above 0 if the kit saw
   commands anywhere; z->x[1] is 2 if one of the scopes is in a comparison, otherwise 1. */
static int gt_unseen_of_(const gt_of_ *of, gt_seen_ *z) {
    const gt_facts_ *f = of->facts;
    /* c is the last comparison. Series before `over` are inside a phase, or in a side of host code. */
    const gt_series *c = NULL, *over = of->l->snap.series;
    if (!gt_uses_opencl_(f)) return 0;
    for (const gt_series *s = of->l->snap.series; s < of->l->end; s++) {
        if (s->kind == GT_KIND_COMPARISON) c = s;
        const int in = c && s <= c + c->below_, saw = gt_is_any_(s, gt_saw_commands_);
        const int host = s->kind == GT_KIND_SIDE && !saw && !s->unwaited && gt_is_any_(c, gt_saw_commands_);
        z->x[0] += saw;
        if (s < over) continue;
        if (s->kind == GT_KIND_PHASE || host) over = s + s->below_ + 1;
        if (s < over || !gt_is_scope_unseen_(s, &f->cl)) continue;
        if (1 + in > z->x[1]) z->where = s;
        z->x[1] = gt_larger_(z->x[1], 1 + in);
        z->n++;
    }
    return z->n > 0;
}

/* Returns the name of the kernel that a series launched, if there is only one. Returns "a kernel" if there are several,
   or if the name is not known. */
static const char *gt_kernel_in_(const gt_series *s) {
    const char *name = NULL;
    for (const gt_series *c = gt_child_next_(s, NULL); c; c = gt_child_next_(s, c))
        if (!strcmp(c->what, "kernel"))
            name = name || !strcmp(c->name, c->what) ? "a kernel" : c->name;
    return name ? name : "a kernel";
}

/* -- the tables as arrays -- */

/* Returns 1 if counter i of a series is above 0. Stores in z->ns the time that the counted events spoil, if it is
   known. */
static int gt_count_seen_(const gt_of_ *of, int i, gt_seen_ *z) {
    const gt_series *s = of->s;
    const double count = gt_counter_(s, i);
    if (gt_counters_[i].is_double) z->ns = count;
    if (i == GT_N_unsynced && s->known[GT_COLUMN_after_ns] >= s->unsynced)
        z->ns = gt_column_sum_(s, GT_COLUMN_after_ns);
    return gt_in_(z, count, gt_counters_[i].is_double ? 0 : s->n);
}
/* The table of facts as an array: first the facts, then the counters, then the cases. No array has the words for facts
   and cases, nor the names of variants. Only examples/FINDINGS.md needs these, and tests/lib/rules.c takes them from
   the tables. */
#define GT_ANY_ 0, 0, 0, 0
#define GT_IN_(part) 0, 0, 0, part
#define GT_SUM_(share) 1, share, 0, 0
#define GT_SAMPLE_(share, least, part) 0, share, least, part
#define GT_CASE_ROW_(name, words, is) { #name, 0, GT_ANY_ },
#define GT_FACT_ROW_(name, much, by, words, holds) { #name, by, GT_##much },
#define GT_COUNTER_BY_(code, also, text, by, ...) by
#define GT_COUNTER_FACT_(field, unit, ...) { #field, GT_COUNTER_BY_(__VA_ARGS__, 0, 0), GT_ANY_ },
/* of_sum: 1 if `share` is of the sum of a series, 0 if it is of each sample */
typedef struct gt_fact_ { char name[16]; const char *by; int of_sum; double share, least, in; } gt_fact_;
static const gt_fact_ gt_facts_table_[] GT_APART_(gt_facts_table_) = {
    GT_FACTS_(GT_FACT_ROW_) GT_COUNTS(GT_COUNTER_FACT_) GT_CASES_(GT_CASE_ROW_) };

/* Two functions are made from the tables above. One tells whether a fact holds or a case applies; the other returns the
   value of a name. */
#define GT_FACT_(name, much, by, words, holds) case GT_IS_##name##_: return holds;
#define GT_CASE_(name, words, is) case GT_IS_##name##_: return is;
static int gt_is_fact_(int fact, gt_of_ *of, gt_seen_ *z) {
    const gt_series *s = of->s;
    switch (fact) {
        GT_FACTS_(GT_FACT_)
        GT_CASES_(GT_CASE_)
        default: return gt_count_seen_(of, fact - GT_IS_COUNT_, z);
    }
}
/* Returns 1 if a fact holds to the extent that its row in GT_FACTS_ asks for. *z becomes what was seen of it. */
static int gt_holds_(int fact, gt_of_ *of, gt_seen_ *z) {
    const gt_fact_ *row = &gt_facts_table_[fact];
    memset(z, 0, sizeof *z);
    of->share = row->share;
    of->least = row->least;
    return gt_is_fact_(fact, of, z) && z->n >= row->in * z->of &&
           (!row->of_sum || z->ns > row->share * of->s->sum_ns);
}
#define GT_WORD_(name, ...) #name,
#define GT_NAME_IS_(name, value) GT_NAME_##name##_,
enum { GT_NAMES_(GT_NAME_IS_) GT_TEXTS_(GT_NAME_IS_) GT_NAME_COUNT_ };
#define GT_NUMBER_(name, value) case GT_NAME_##name##_: return gt_in_unit_((double)(value), z->unit);
#define GT_TEXT_(name, value) case GT_NAME_##name##_: return gt_t_(value);
static gt_value_ gt_value_named_(int which, const gt_of_ *of, const gt_seen_ *z) {
    const gt_series *s = z->where ? z->where : of->s;
    switch (which) {
        GT_NAMES_(GT_NUMBER_)
        GT_TEXTS_(GT_TEXT_)
        default: return gt_x_(gt_counter_(s, which - GT_NAME_COUNT_));
    }
}
static const char gt_names_[][16] GT_APART_(gt_names_) = {
    GT_NAMES_(GT_WORD_) GT_TEXTS_(GT_WORD_) GT_COUNTS(GT_WORD_) };

typedef struct gt_rule_ {
    gt_finding_code code;
    int of, kinds, fact, when, note, also;
    const char *text, *sentence, *cause, *remedy;
} gt_rule_;
#define GT_FOUR_(text, sentence, cause, remedy, ...) text, sentence, cause, remedy
#define GT_RULE_(code, variant, of, kinds, fact, when, note, also, ...) \
    { GT_FINDING_##code, GT_OF_##of##_, GT_ON_##kinds##_, GT_IS_##fact##_, GT_IS_##when##_, GT_IS_##note##_, also, \
      GT_FOUR_(__VA_ARGS__, 0, 0, 0, 0) },
#define GT_COUNT_RULE_(field, unit, code, also, ...) \
    { code, GT_OF_SERIES_, GT_ON_ALL_, GT_IS_n_##field##_, GT_IS_always_, GT_IS_never_, also, \
      GT_FIRST_(__VA_ARGS__, 0) 0, 0, 0 },
static const gt_rule_ gt_rules_[] GT_APART_(gt_rules_) = { GT_RULES_(GT_RULE_) GT_COUNTS(GT_COUNT_RULE_) };

/* -- how rules are asked -- */

static int gt_is_word_(const char *name, const char *text, size_t length) {     /* 1: `text` begins with that word */
    return !strncmp(name, text, length) && !name[length];
}
/* Returns 1 if another fact explains the fact that was seen (z). The names in `by` are facts and cases. One of these
   facts must hold, or one of these cases must apply. */
static int gt_is_explained_(gt_of_ *of, gt_seen_ *z, const char *by) {
    for (size_t length; by && *by; by += length + (by[length] == ' ')) {
        length = strcspn(by, " ");
        for (int k = 0; k < GT_IS_END_; k++) {
            if (!gt_is_word_(gt_facts_table_[k].name, by, length)) continue;
            if (of->found[k] || (k >= GT_IS_always_ && gt_is_fact_(k, of, z))) return 1;
        }
    }
    return 0;
}
/* Returns the values that a rule's text names in braces, in the order of the braces. The texts stand in the table of
   rules, so that each name is known, and there are at most ten. */
static gt_values_ gt_values_of_(const gt_of_ *of, const gt_seen_ *z, const char *text) {
    gt_values_ v;
    size_t n = 0;
    memset(&v, 0, sizeof v);
    while ((text = strchr(text, '{')) != NULL) {
        const size_t shown = strcspn(++text, "=:#}");
        const char *from = text[shown] == '=' ? text + shown + 1 : text;
        int i = 0;
        while (!gt_is_word_(gt_names_[i], from, strcspn(from, ":#}"))) i++;
        v.of[n++] = gt_value_named_(i, of, z);
    }
    return v;
}
/* Adds the load average to the figures of a finding, and names the busy machine as its cause. */
static void gt_load_add_(const gt_of_ *of, gt_finding *f) {
    gt_figures_add_(f, "{}load average {load:.1} on {cores#core}",
                    GT_VALUES_(gt_t_(f->figures[0] ? ", at a " : ""), gt_x_(of->facts->load),
                               gt_x_(of->facts->processors)));
    if (of->s)
        gt_because_(f, "samples that share a core with other programs, or with other threads of this one, are slower",
                    "close other programs, and run no more threads than there are cores; only then look for "
                    "throttling, two code paths or clock states");
}
/* A fault or warning that spoils less than this share of the sum of its series becomes a note. Two ratios that differ
   by 1 % count as the same, too. A limit of 0.1 % would add warnings that change no answer: of page faults that cost
   0.26 ms of 30 ms (tests/field/dirty_added.c), of a drift by 1.3 % from one end of a series to the other. */
#define GT_NEGLIGIBLE_ 0.01
/* Notes which share of the sum of its series a finding spoils. If that is less than GT_NEGLIGIBLE_, a fault or warning
   becomes a note. This is the only place where that happens. */
static void gt_spoils_add_(gt_finding *f, const gt_series *s, double ns) {
    if (!(ns > 0)) return;
    const int fits = f->figure_count < sizeof f->figure / sizeof f->figure[0];
    f->spoils_ = gt_smaller_(ns / s->sum_ns, 1);
    (void)gt_figure_set_(fits ? &f->figure[f->figure_count++] : NULL, "spoils:ns", ns);
    if (f->spoils_ < GT_NEGLIGIBLE_) f->severity = GT_NOTE;
}
/* Adds a finding of the series s also to those series around s that have few samples. The excess of a single sample
   spoils no median of many samples. But it spoils the number of a series with few samples that holds it. */
static void gt_around_add_(gt_list_ *l, const gt_series *s, gt_finding_code code, gt_severity severity,
                           const gt_seen_ *z) {
    for (const gt_series *o = s; s->n >= 6 && (o = gt_around_(l, o)) != NULL;) {
        if (!o->n || o->n >= 6 || z->most <= 0.05 * o->sum_ns) continue;
        gt_finding *f = gt_finding_add_(l, o, code, "{excess:ns} of its {sum:ns} are due to sample {sample} of {}",
                                        GT_VALUES_(gt_x_(z->most), gt_x_(o->sum_ns), gt_n_(z->at + 1),
                                                   gt_t_(gt_text_("%.60s", s->name))));
        f->severity = severity;
        f->around_ = 1;
        gt_spoils_add_(f, o, z->most);
    }
}
/* Returns 1 if the finding of a rule is reported for a series. The function may lower *severity. For a timer the kit
   does not know which readings of its clock the program subtracts from each other. So only two sorts of findings are
   reported for a timer: those that spoil any pair of readings, and first uses, unless the pair of readings was a
   warm-up. A gap between two pairs has faults alone. So has a single time between two pairs, if the program reads the
   stamps of what it launches there. */
static int gt_is_said_of_(const gt_of_ *of, const gt_rule_ *r, const gt_seen_ *z, const gt_series *s,
                          gt_severity *severity) {
    const int where = gt_findings_table_[r->code].where;
    if (!s || s->kind != GT_KIND_TIMER) return 1;
    if (where & GT_WHERE_AGAIN_) *severity = gt_first_use_(s, z->at, z->part, of->own, *severity);
    const int gap = gt_is_gap_(s) || (s->kept < 2 && gt_is_stamped_between_(gt_new_of_(s, 0)));
    return (where & GT_WHERE_TIMED_ && !(gap && gt_findings_table_[r->code].severity < GT_FAULT)) ||
           (where & GT_WHERE_AGAIN_ && *severity > GT_INFO);
}
static void gt_rule_add_(gt_of_ *of, const gt_rule_ *r, gt_seen_ *z) {
    const gt_series *s = r->also & GT_OF_ALL_ ? NULL : z->where ? z->where : of->s;
    gt_severity severity = gt_findings_table_[r->code].severity;
    of->told[r->code] = 1;
    if (!gt_is_said_of_(of, r, z, s, &severity)) return;
    const gt_rule_ *says = r;
    while (!says->text) says--;
    gt_finding *f = gt_finding_add_(of->l, s, r->code, says->text, gt_values_of_(of, z, says->text));
    const int loaded = r->also & GT_LOADED_ && gt_is_load_to_blame_(of, z);
    if (r->also & GT_WARNS_) severity = GT_WARNING;
    if (gt_is_fact_(r->note, of, z)) severity = GT_NOTE;
    f->severity = severity;
    f->said_ = (r->also & GT_SAID_) != 0;
    if (r->sentence) f->sentence = r->sentence;
    if (loaded) gt_load_add_(of, f);
    if (r->also & GT_CARRIED_) {
        gt_carried_add_(of, f);
        const int carries = loaded ? -1 : of->h->carries;
        if (carries >= 0) gt_because_(f, gt_parts_because_[carries].cause,
                                      r->code == GT_FINDING_COLD_FIRST ? gt_parts_because_[carries].remedy : NULL);
    }
    gt_because_(f, r->cause, r->remedy);
    if (r->also & GT_MORE_ && z->n > 1) gt_figures_add_(f, "; {series} more series", GT_VALUES_(gt_x_(z->n - 1)));
    gt_spoils_add_(f, s, z->ns);
    if (r->also & GT_AROUND_ && (!of->h || of->h->ns == s->ns)) gt_around_add_(of->l, s, r->code, severity, z);
}
static gt_of_ gt_of_series_(gt_list_ *l, const gt_series *s) {      /* s: the series to judge; NULL: the run */
    gt_of_ of;
    memset(&of, 0, sizeof of);
    of.l = l;
    of.facts = l->snap.facts_;
    of.s = s;
    of.own = s && gt_is_each_new_(s);
    return of;
}
/* Returns 1 if the program began to time something while earlier commands still ran. */
static int gt_is_timing_dirty_(gt_list_ *l) {
    gt_seen_ z;
    for (const gt_series *s = l->snap.series; s < l->end; s++) {
        gt_of_ of = gt_of_series_(l, s);
        if (!gt_is_gap_(s) && gt_holds_(GT_IS_dirty_, &of, &z)) return 1;
    }
    return 0;
}
/* Applies the rules that are asked about `what` (GT_OF_...), and adds their findings. Of the rules about one fact, only
   the first that applies is used. If another fact explains that fact, no finding is added, and the explained fact
   explains no others. If the series already has a finding, it is not added again for the samples of a thread. */
static void gt_rules_ask_(gt_of_ *of, int what) {
    const int kind = 1 << (of->s ? of->s->kind : 0);
    const gt_rule_ *end = gt_rules_ + sizeof gt_rules_ / sizeof *gt_rules_;
    unsigned char done[GT_IS_END_] = { 0 };
    gt_seen_ z;
    int is = 0, asked = GT_IS_END_;
    for (const gt_rule_ *r = gt_rules_; r < end; r++) {
        if (r->of != what || !(r->kinds & kind) || done[r->fact]) continue;
        if (r->fact != asked) is = gt_holds_(r->fact, of, &z);
        asked = r->fact;
        if (!is || !gt_is_fact_(r->when, of, &z)) continue;
        done[r->fact] = 1;
        if (gt_is_explained_(of, &z, gt_facts_table_[r->fact].by)) continue;
        of->found[r->fact] = 1;
        if (r->code != GT_FINDING_COUNT && (what != GT_OF_SHAPE_ || !of->told[r->code])) gt_rule_add_(of, r, &z);
    }
}
static void gt_rules_shape_(gt_of_ *of, gt_shape_ *h) {
    const gt_series *s = of->s;
    const double *x = h->ns + h->first;
    gt_of_ thread = *of;
    if (h->n < 2) return;
    h->step_ns = gt_kinds_[s->kind].step == GT_STEP_NONE_ ? gt_grid_(x, h->n)
                                                          : gt_series_step_(s, of->facts->clock.step_ns, 0);
    if (gt_diagnose(x, h->n, h->step_ns, &h->d) != GT_OK) {
        of->l->full = 1;
        return;
    }
    snprintf(h->about, sizeof h->about, "%s", s->threads < 2 ? h->unit
             : gt_text_("thread %lu: %s", (unsigned long)s->thread[h->first], h->unit));
    thread.h = h;
    gt_rules_ask_(&thread, GT_OF_SHAPE_);
    memcpy(of->told, thread.told, sizeof of->told);
}
static void gt_rules_series_(gt_list_ *l, const gt_series *s) {
    gt_of_ of = gt_of_series_(l, s);
    gt_shape_ h;
    (void)gt_batch_of_(s, &of.batch);
    gt_rules_ask_(&of, GT_OF_SERIES_);
    for (of.i = 0; of.i < 16; of.i++) if (s->broken[of.i]) gt_rules_ask_(&of, GT_OF_STAMPS_);
    /* where samples end before their work, their times have a shape of their own */
    if (!gt_is_kind_(s->kind, GT_SHAPE_) || gt_is_fact_(GT_IS_unfinished_, &of, NULL)) return;
    memset(&h, 0, sizeof h);
    double *each = gt_time_per_work_(s, &h.unit);
    for (h.ns = each ? each : s->ns; h.first < s->kept; h.first += h.n) {
        h.n = gt_thread_end_(s, h.first) - h.first;
        gt_rules_shape_(&of, &h);
    }
    free(each);
}
static void gt_rules_side_(gt_list_ *l, const gt_series *s) {
    gt_of_ of = gt_of_series_(l, s);
    of.c = gt_around_(l, s);
    of.base = of.c ? gt_below_(of.c, NULL) : NULL;
    if (!of.base || s == of.base) return;
    (void)gt_compare_sides_(of.c, s, NULL, &of.whole, &of.tau);
    if (of.whole.rounds) gt_rules_ask_(&of, GT_OF_SIDE_);
}
/* Adds the findings about clocks that are not the kit's own. The kit tried these clocks while the run was recorded
   (>>facts). If the program timed samples with a clock of processor time, their series have that finding already. It
   then gets the clock's name. */
static void gt_clocks_tell_(gt_list_ *l) {
    for (size_t i = 0; i < l->snap.facts_->clock_findings; i++) {
        const gt_finding *from = &l->snap.facts_->clock_finding[i], *end = l->f + l->count;
        gt_finding *f = l->f;
        while (f < end && (f->code != from->code || !f->series_)) f++;
        if (f < end && f->code == GT_FINDING_CPU_CLOCK && !from->order_) {
            gt_figures_add_(f, "; {}", GT_VALUES_(gt_t_(from->path)));
            continue;
        }
        f = gt_finding_new_(l);
        *f = *from;
        if (f->cause && f->cause[0]) continue;      /* a finding that comes from gtprof already has its words */
        gt_finding_words_(f);
        if (f->code == GT_FINDING_COARSE) f->remedy = "use a finer clock: CLOCK_MONOTONIC (or the kit's)";
        if (f->code == GT_FINDING_CLOCK_STEP) gt_because_(f, GT_SET_BACK_);
        if (f->code == GT_FINDING_DEBUG_BUILD) f->remedy = "build the kernels without that option";
    }
}
static void gt_findings_all_(gt_list_ *l) {
    for (const gt_series *s = l->snap.series; s < l->end; s++) {
        if (s->kind == GT_KIND_SIDE && !s->cold) gt_rules_side_(l, s);
        if (!s->cold) gt_rules_series_(l, s);
    }
    gt_of_ run = gt_of_series_(l, NULL);
    gt_rules_ask_(&run, GT_OF_RUN_);
    gt_clocks_tell_(l);
    for (size_t i = 0; i < run.facts->told_count; i++) *gt_finding_new_(l) = run.facts->told[i];
}

/* -- the list in its order -- */

/* Returns 1 if a series below the series of f has the same finding. Only kinds with GT_WHERE_INNERMOST_ are looked for.
   Findings stand in the order of their series, parents first. Findings that were added because of a series inside
   (`around_` is 1) do not count. */
static int gt_is_below_too_(const gt_list_ *l, const gt_finding *f) {
    if (!f->series_ || f->around_ || !(gt_findings_table_[f->code].where & GT_WHERE_INNERMOST_)) return 0;
    const size_t last = f->series_ + l->snap.series[f->series_ - 1].below_;
    for (const gt_finding *g = f + 1; g < l->f + l->count && g->series_ <= last; g++)
        if (g->code == f->code && g->series_ > f->series_) return 1;
    return 0;
}
/* Returns how much of a quoted number a finding spoils: a share from 0 to 1. If this is not known, a fault counts as 1,
   and a warning or note as 0. */
static double gt_spoilt_(const gt_finding *f) {
    return f->spoils_ > 0 ? f->spoils_ : f->severity == GT_FAULT;
}
/* Compares two findings by their words: severity, code, cause. Returns 0 if these are the same; the report then prints
   the words once for both. */
static int gt_finding_alike_(const gt_finding *x, const gt_finding *y) {
    if (x->severity != y->severity) return x->severity > y->severity ? -1 : 1;
    if (x->code != y->code) return x->code < y->code ? -1 : 1;
    return strcmp(x->cause, y->cause);
}
static int gt_finding_order_(const void *a, const void *b) {
    const gt_finding *x = (const gt_finding *)a, *y = (const gt_finding *)b;
    const int alike = gt_finding_alike_(x, y);
    const double more = gt_spoilt_(y) - gt_spoilt_(x), group = y->group_ - x->group_;
    if (x->severity == y->severity && (group > 0 || group < 0)) return group > 0 ? 1 : -1;
    if (alike) return alike;
    return more > 0 || more < 0 ? (more > 0 ? 1 : -1) : (x->order_ > y->order_) - (x->order_ < y->order_);
}
/* Drops each finding that a series below has, too, and sorts the others. The most serious findings come first; of
   these, the ones that spoil the largest share of a number. Findings with the same words stand side by side. */
static void gt_findings_sort_(gt_list_ *l) {
    size_t n = 0;
    for (size_t i = 0; i < l->count; i++) {
        if (gt_is_below_too_(l, &l->f[i])) continue;
        l->f[n] = l->f[i];
        l->f[n].group_ = 0;
        l->f[n].order_ = n;
        n++;
    }
    l->count = n;
    /* The list is sorted twice. Findings with the same words must stand together before the worst of each group is
       known. */
    for (int twice = 0; l->count && twice < 2; twice++) {
        qsort(l->f, l->count, sizeof *l->f, gt_finding_order_);
        for (gt_finding *f = l->f; f < l->f + l->count; f++)
            f->group_ = f > l->f && !gt_finding_alike_(f - 1, f) ? f[-1].group_ : gt_spoilt_(f);
    }
}
typedef char gt_codes_are_bits_[GT_FINDING_ENV < 64 ? 1 : -1];
/* Collects the faults and warnings that a file states beside each number: those of the number's series, and those of
   the whole run. Findings that a tool has added are left out. */
static void gt_codes_set_(gt_list_ *l) {
    for (const gt_finding *f = l->f; f < l->f + l->count; f++) {
        uint64_t *codes = f->series_ ? &l->snap.series[f->series_ - 1].codes_
                        : !f->path[0] || !strcmp(f->path, l->snap.facts_->clock.name) ? &l->codes : NULL;
        if (codes && f->severity >= GT_WARNING && f->code <= GT_FINDING_ENV) *codes |= UINT64_C(1) << f->code;
    }
}
/* Notes in each series which of its faults and warnings is the worst, and how many more it has. The list is already
   sorted. */
static void gt_worst_set_(gt_list_ *l) {
    for (size_t i = l->count; i-- > 0;) {
        gt_series *s = l->f[i].series_ ? &l->snap.series[l->f[i].series_ - 1] : NULL;
        if (!s || l->f[i].severity < GT_WARNING) continue;
        s->more_ += s->worst_ != 0;
        s->worst_ = i + 1;
    }
}
static uint64_t gt_codes_of_(const gt_list_ *l, const gt_series *s) {
    const gt_series *around = s->kind == GT_KIND_COMMAND ? gt_around_(l, s) : NULL;
    /* a series of commands has the findings of the scope around it */
    return l->codes | (around ? around : s)->codes_;
}
static void gt_list_end_(gt_list_ *l) {
    l->end = l->snap.count ? l->snap.series + l->snap.count : l->snap.series;
}
/* Makes the findings of the snapshot l->snap. The function looks at nothing else, so that a snapshot that was read from
   a file gives the same findings. carried: 1 if the list has its findings already, sorted. */
static void gt_list_judge_(gt_list_ *l, int carried) {
    gt_list_end_(l);
    if (!carried) gt_findings_all_(l);
    gt_codes_set_(l);
    if (!carried) gt_findings_sort_(l);
    gt_worst_set_(l);
}
/* Puts the findings that calls.h has made into the facts of the snapshot. For this calls.h uses the list of findings,
   which is empty before and after. */
static void gt_told_take_(gt_list_ *l) {
    const gt_program_hooks_ *program = gt_program_seam_();
    gt_facts_ *facts = l->snap.facts_;
    if (!program || !facts->hooked) return;
    gt_list_end_(l);
    facts->launches_seen = program->findings(l);
    facts->told = l->f;
    facts->told_count = l->count;
    l->f = NULL;
    l->count = l->room = 0;
}

/* -- which run is judged -- */

/* The kit keeps the snapshot whose findings were made last, until something new is recorded. So report, files and
   verdict are made from the same findings. readers: how many functions use the snapshot, plus one while it is kept.
   mark: the value of gt_recorded_() when the snapshot was taken. last: 1 if it was taken at the program's exit. */
typedef struct gt_judged_ { gt_list_ list; uint64_t mark; uint32_t readers; int last; } gt_judged_;
static gt_judged_ *gt_judged_last_;     /* the snapshot that is kept, or NULL; changed only with the kit's lock held */
static void gt_judged_leave_(gt_judged_ *j) {   /* called when a function no longer uses j; the last one frees it */
    gt_lock_();
    const int unread = j && !--j->readers;
    gt_unlock_();
    if (!unread) return;
    free(j->list.f);
    gt_snapshot_free(&j->list.snap);
    free(j);
}
/* Takes a snapshot, makes its findings, and keeps both for later. Returns NULL if memory runs out. In a program with
   calls.h, snapshots are kept only at the exit: the mark does not change when calls.h counts something. */
static gt_judged_ *gt_judged_new_(uint64_t mark) {
    gt_judged_ *j = (gt_judged_ *)calloc(1, sizeof *j);
    if (!j || !gt_run_take_(&j->list.snap)) {
        free(j);
        return NULL;
    }
    gt_told_take_(&j->list);
    gt_list_judge_(&j->list, 0);
    j->list.judged = j;
    j->mark = mark;
    j->readers = 1;
    j->last = gt_is_exiting_();
    gt_lock_();
    if (!gt_judged_last_ && !j->list.full && (j->last || !gt_program_seam_())) {
        gt_judged_last_ = j;
        j->readers++;
    }
    gt_unlock_();
    return j;
}
/* Gets a snapshot of what is recorded now, with its findings. This is the kept snapshot if nothing was recorded since,
   and otherwise a new one. The thread counts as busy until it calls gt_list_close_. */
static gt_status gt_list_open_(gt_list_ *l) {
    if (!gt_busy_begin_()) return GT_ERR_ORDER;
    gt_lock_();
    const uint64_t mark = gt_recorded_();
    gt_judged_ *j = gt_judged_last_;
    const int same = j && (j->mark == mark || (j->last && gt_is_exiting_()));
    if (same) j->readers++;
    else gt_judged_last_ = NULL;
    gt_unlock_();
    if (!same) {
        gt_judged_leave_(j);
        j = gt_judged_new_(mark);
    }
    if (j) *l = j->list;
    else gt_busy_end_();
    return j ? GT_OK : GT_ERR_MEMORY;
}
static gt_status gt_list_close_(gt_list_ *l) {
    const gt_status status = l->full ? GT_ERR_MEMORY : GT_OK;
    gt_judged_leave_(l->judged);
    gt_busy_end_();
    return status;
}

/* -- what programs ask -- */

gt_status gt_findings(gt_finding **list, size_t *count) {
    gt_list_ l;
    if (list) *list = NULL;
    if (count) *count = 0;
    gt_status status = list && count ? gt_list_open_(&l) : GT_ERR_ARGUMENT;
    if (status != GT_OK) return status;
    gt_finding *copy = l.count && !l.full ? (gt_finding *)malloc(l.count * sizeof *copy) : NULL;
    l.full |= l.count && !copy;
    if (copy) memcpy(copy, l.f, l.count * sizeof *copy);
    *list = copy;
    *count = copy ? l.count : 0;
    return gt_list_close_(&l);
}
int gt_verdict(gt_severity least) {
    gt_list_ l;
    int bad = gt_error_first() != NULL;
    if (gt_list_open_(&l) != GT_OK) return 1;
    for (size_t i = 0; i < l.count; i++) bad = bad || l.f[i].severity >= least;
    return gt_list_close_(&l) != GT_OK || bad;
}

/* ==== >>report, implementation ==== */

/* -- lines of reports: at most 100 characters in a file; on a terminal as many as it is wide, but at most 112; any
   number with GT_WIDE=1 -- */

#if defined(_WIN32)
static int gt_is_terminal_(FILE *out) { return _isatty(_fileno(out)); }
static int gt_terminal_columns_(FILE *out) { return !out; }
#else
#if defined(__linux__) && GT_GNU_
GT_EXTERN_C_ int gt_fileno_(FILE *out) __asm__("fileno");       /* declared here, since -std=c99 hides it */
#else
#define gt_fileno_ fileno
#endif
/* These two keep errno: it says why an earlier write failed. */
static int gt_is_terminal_(FILE *out) {
    const int error = errno, is = isatty(gt_fileno_(out));
    errno = error;
    return is;
}
/* Returns the width of the terminal `out`; 0 if it is no terminal, or its width is not known. */
static int gt_terminal_columns_(FILE *out) {
    struct winsize is;
    const int error = errno, columns = ioctl(gt_fileno_(out), TIOCGWINSZ, &is) ? 0 : is.ws_col;
    errno = error;
    return columns;
}
#endif
static int gt_is_wide_(void) { return gt_variable_value_(&gt_variables_[GT_ENV_WIDE_]) != NULL; }
static int gt_line_room_(FILE *out) {   /* returns how many characters a line of the report on `out` may have */
    if (gt_is_wide_()) return 1 << 20;
    const int columns = gt_terminal_columns_(out);
    return columns < 40 ? 100 : columns < 112 ? columns : 112;
}
static int gt_characters_(const char *text) {
    int n = 0, shown;
    for (; *text; n++) text += gt_character_(text, &shown);
    return n;
}
static const char *gt_skip_(const char *text, int characters) {
    int shown;
    while (characters-- > 0 && *text) text += gt_character_(text, &shown);
    return text;
}
/* Prints the characters from `text` up to `end`. Prints "?" for each character that would control a terminal or cannot
   be seen. */
static void gt_show_(FILE *out, const char *text, const char *end) {
    int bytes, shown;
    const char *at = text;
    for (; at < end; at += bytes) {
        bytes = gt_character_(at, &shown);
        if (shown) continue;
        fwrite(text, 1, (size_t)(at - text), out);
        putc('?', out);
        text = at + bytes;
    }
    fwrite(text, 1, (size_t)(end - text), out);
}
/* Prints a name. If it has more than `most` characters, its middle is left out, since names differ at their end as
   often as at their begin. */
static void gt_show_cut_(FILE *out, const char *text, int most) {
    int all = gt_characters_(text);
    gt_show_(out, text, gt_skip_(text, all > most ? (most - 1) / 2 : all));
    if (all <= most) return;
    fputs("\xe2\x80\xa6", out);
    gt_show_(out, gt_skip_(text, all - most / 2), text + strlen(text));
}
struct gt_sheet_;
/* Functions that write the lines and tables of a report in another form. The pointer gt_marked_up_ is NULL if the
   report is plain text. gtlint sets it to functions that write Markdown. word: the severity of a finding, or "" for
   other lines. t->text: the cells of a table. */
typedef struct gt_markup_ {
    void (*line)(FILE *out, const char *word, const char *text);
    void (*table)(FILE *out, const struct gt_sheet_ *t);
} gt_markup_;
static const gt_markup_ *gt_marked_up_;

/* Returns the last space of a text up to `end`: there a line may be broken. If `united` is 1, a space between a number
   and its unit, as in "97 %", is not taken. Returns `text` if there is no space to break at. */
static const char *gt_space_before_(const char *text, const char *end, int united) {
    while (end > text && (*end != ' ' || (united && end[-1] >= '0' && end[-1] <= '9'))) end--;
    return end;
}
/* Prints a text and folds it at spaces, so that it fits the lines of the report. The first line begins at `column`. The
   later ones are indented by `hang` spaces. */
static void gt_wrap_(FILE *out, const char *text, int column, int hang) {
    const int room = gt_line_room_(out);
    if (gt_marked_up_) {
        gt_marked_up_->line(out, "", text);
        return;
    }
    while (gt_characters_(text) > room - column) {
        const char *most = gt_skip_(text, room - column), *end = gt_space_before_(text, most, 1);
        if (end == text) end = gt_space_before_(text, most, 0);
        if (end == text) end = most;
        gt_show_(out, text, end);
        fprintf(out, "\n%*s", hang, "");
        column = hang;
        for (text = end; *text == ' '; text++) {}
    }
    gt_show_(out, text, text + strlen(text));
    putc('\n', out);
}
GT_PRINTS_(3, 4)
static void gt_say_(FILE *out, int hang, const char *format, ...) {     /* prints a text, cut after 2047 bytes */
    char text[2048];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    gt_wrap_(out, text, 0, hang);
}

enum { GT_ENDS_AS_WRITTEN_ = 0x8000 };      /* the value of _O_BINARY on Windows */
/* Sets how line ends are written, which matters only on Windows. Returns the setting before. */
static int gt_line_ends_(FILE *out, int mode) {
#if defined(_WIN32)
    if (!fflush(out)) return _setmode(_fileno(out), mode);
#endif
    (void)out;
    return mode;
}
/* Returns 1 if the report on `out` gets colours. GT_COLOR=always or GT_COLOR=never decides that. Without GT_COLOR, and
   with GT_COLOR=auto, a terminal gets colours unless NO_COLOR is set (no-color.org). */
static int gt_is_coloured_(FILE *out) {
    const char *how = gt_variable_value_(&gt_variables_[GT_ENV_COLOR_]), *none = getenv("NO_COLOR");
    if (how && !strcmp(how, "always")) return 1;
    return !(how && !strcmp(how, "never")) && !(none && none[0]) && gt_is_terminal_(out);
}
/* Returns 1 if `out` is a terminal that can show UTF-8 characters. */
static int gt_can_draw_(FILE *out) {
    static const char *const names[] = { "LC_ALL", "LC_CTYPE", "LANG" };
    const char *is = NULL;
    for (int i = 0; i < 3 && !(is && is[0]); i++) is = getenv(names[i]);
    return is && (strstr(is, "UTF-8") || strstr(is, "utf8")) && gt_is_terminal_(out);
}

/* -- tables: all cells of a table are collected before it is printed; a column is as wide as its widest cell, and two
   spaces stand between columns -- */

/* A column of a table. least: the least width; a negative value means that text is aligned to the left. spare: decides
   which columns are left out if a line is too short for all. Columns with the highest `spare` are left out first; a
   column with 0 always stays. A column without text is always left out. */
typedef struct gt_column_ { const char *title; int least, spare; } gt_column_;
enum { GT_SHEET_COLUMNS_ = 20, GT_NAME_LEAST_ = 26 };
typedef struct gt_sheet_ {
    const gt_column_ *columns;
    int count;
    /* The cells one behind the other, each with a 0 at its end. A cell "\n" ends a row. Behind a cell "\t" stands a
       line of text that is printed below the row. */
    char *text;
    size_t length, room, rows;
    int column;                 /* the index of the column to which the next cell will belong */
    int full;                   /* 1: memory ran out, so that cells are missing */
    int width[GT_SHEET_COLUMNS_];       /* the widths of the columns in characters; a column without text has 0 */
} gt_sheet_;

static gt_sheet_ gt_sheet_of_(const gt_column_ *columns, size_t count) {
    gt_sheet_ t;
    memset(&t, 0, sizeof t);
    t.columns = columns;
    t.count = (int)count;
    return t;
}
static void gt_sheet_put_(gt_sheet_ *t, const char *text) {
    size_t size = strlen(text) + 1, room = t->length + size > t->room ? 2 * (t->room + size) : t->room;
    char *p = room > t->room ? (char *)realloc(t->text, room) : t->text;
    t->full |= !p;
    if (!p) return;
    t->text = p;
    t->room = room;
    memcpy(p + t->length, text, size);
    t->length += size;
}
static void gt_sheet_cell_(gt_sheet_ *t, const char *text) {
    int *width = &t->width[t->column++], wide = gt_characters_(text);
    size_t i = t->length;
    if (wide > *width) *width = wide;
    gt_sheet_put_(t, text);
    for (; i + 1 < t->length; i++) if ((unsigned char)t->text[i] < ' ') t->text[i] = '?';
}
/* Adds a text to the row for each column that has none yet, and ends the row. text: NULL if the row ends early. */
static void gt_sheet_row_(gt_sheet_ *t, const char *text, ...) {
    va_list texts;
    va_start(texts, text);
    if (text) gt_sheet_cell_(t, text);
    while (text && t->column < t->count) gt_sheet_cell_(t, va_arg(texts, const char *));
    va_end(texts);
    gt_sheet_put_(t, "\n");
    t->column = 0;
    t->rows++;
}
/* Adds a line of text below a row of the table. The line makes no column wider. */
static GT_UNUSED_ void gt_sheet_line_(gt_sheet_ *t, const char *text) {
    gt_sheet_put_(t, "\t");
    gt_sheet_put_(t, text);
}
/* Sets the widths of the columns so that a row fits into `room` characters. If not all columns fit, some are left out;
   if that is not enough, names in the first column are cut. Returns the titles of the columns that are left out. */
static const char *gt_sheet_fit_(gt_sheet_ *t, int room) {
    const char *gone = "";
    /* the first column is at least as wide as its title */
    int all = 0, least = gt_characters_(t->columns[0].title);
    if (t->width[0] > least) least = t->width[0];
    if (least > GT_NAME_LEAST_) least = GT_NAME_LEAST_;
    for (int i = 0; i < t->count; i++) {
        int title = gt_characters_(t->columns[i].title), want = abs(t->columns[i].least);
        if (i && !t->width[i] && t->rows) continue;
        if (t->width[i] < title) t->width[i] = title;
        if (t->width[i] < want) t->width[i] = want;
        if (i) all += t->width[i] += 2;
    }
    while (all + least > room) {
        int worst = 0;
        for (int i = 1; i < t->count; i++)
            if (t->width[i] && t->columns[i].spare > t->columns[worst].spare) worst = i;
        if (!worst) break;
        all -= t->width[worst];
        t->width[worst] = 0;
        if (t->columns[worst].title[0])
            gone = gt_text_("%s%s%s", gone, gone[0] ? ", " : "", t->columns[worst].title);
    }
    if (t->width[0] > room - all) t->width[0] = room - all > 8 ? room - all : 8;
    return gone;
}
/* Prints a cell of a table. Spaces that belong behind a cell are printed only when another cell follows in its line.
   owed: how many spaces the cells before have left to print. Returns how many spaces are left to print now. */
static int gt_cell_print_(FILE *out, const gt_sheet_ *t, int i, const char *text, int owed) {
    int wide = gt_characters_(text), width = t->width[i], rest = wide < width ? width - wide : 0, lead = rest;
    if (!width || !wide) return owed + width;
    if (!i || t->columns[i].least < 0) lead = i ? 2 : 0;
    fprintf(out, "%*s", owed + lead, "");
    gt_show_cut_(out, text, i ? wide : width);
    return rest - lead;
}
/* Prints a table and frees it. Returns 1 if memory ran out while the table was made. */
static int gt_sheet_print_(FILE *out, gt_sheet_ *t) {
    const char *cell = t->text, *end = cell ? cell + t->length : NULL;
    int i, owed = 0, titled = 0;
    if (t->full) fprintf(out, "\ngputime: not enough memory for all of this table\n\n");
    if (gt_marked_up_) {
        gt_marked_up_->table(out, t);
        free(t->text);
        return t->full;
    }
    const char *gone = gt_sheet_fit_(t, gt_line_room_(out));
    for (i = 0; i < t->count; i++) titled |= t->columns[i].title[0] != 0;
    for (i = 0; titled && i < t->count; i++) owed = gt_cell_print_(out, t, i, t->columns[i].title, owed);
    if (titled) putc('\n', out);
    for (i = owed = 0; cell < end; cell += strlen(cell) + 1) {
        if (*cell == '\n') {
            putc('\n', out);
            i = owed = 0;
        } else if (*cell == '\t') {
            cell += 2;
            gt_wrap_(out, cell, 0, 4);
        } else {
            owed = gt_cell_print_(out, t, i++, cell, owed);
        }
    }
    if (gone[0]) gt_say_(out, 4, "columns left out: %s (GT_WIDE=1 shows them)", gone);
    free(t->text);
    return t->full;
}
/* Prints an empty line and then the table. If the table has no rows, prints nothing. Returns the number of its rows. */
static size_t gt_sheet_below_(FILE *out, gt_sheet_ *t) {
    if (t->rows) putc('\n', out);
    if (t->rows) gt_sheet_print_(out, t);
    return t->rows;
}

static void gt_name_cell_(gt_sheet_ *t, int depth, const char *name, const char *more) {
    char text[512];
    size_t length = strlen(name), most = sizeof text - 100;
    int cut = length > most;    /* a name far longer than a line is cut, perhaps inside a character of several bytes */
    snprintf(text, sizeof text, "%*s%.*s%s%.60s", depth > 8 ? 16 : 2 * depth, "", (int)(cut ? most / 2 : length), name,
             cut ? name + length - most / 2 : "", more);
    gt_sheet_cell_(t, text);
}

/* Prints a section of the report, which has a table and sentences. Returns 1 if memory ran out. */
static int gt_section_show_(FILE *out, const gt_section_ *s) {
    gt_sheet_ t = gt_sheet_of_(s->column, s->columns);
    for (size_t i = 0; i < s->cells; i++) {
        if (!t.column) gt_name_cell_(&t, 0, s->cell[i].text, "");
        else gt_sheet_cell_(&t, s->cell[i].text);
        if (t.column == t.count) gt_sheet_row_(&t, NULL);
    }
    (void)gt_sheet_below_(out, &t);
    for (size_t i = 0; i < s->sentences; i++) gt_say_(out, 4, "%s", s->sentence[i].text);
    return s->full || t.full;
}

/* -- comparisons, batches -- */

/* The state of a loop over the ratios of the comparison c. Each side (except the first, `base`) has a ratio to the
   first side. Then follow the ratios of those of its phases that the first side has, too. phase: NULL if the ratio `r`
   is that of the whole side. */
typedef struct gt_ratio_cursor_ { const gt_series *c, *base, *side, *phase; gt_ratio r; } gt_ratio_cursor_;
static gt_ratio_cursor_ gt_ratios_of_(const gt_series *c) {
    gt_ratio_cursor_ p;
    memset(&p, 0, sizeof p);
    p.c = c;
    p.base = gt_below_(c, NULL);
    return p;
}
static int gt_ratio_next_(gt_ratio_cursor_ *p) {   /* moves the loop to the next ratio; returns 0 after the last one */
    do {
        p->phase = p->side ? gt_child_kept_(p->side, p->phase) : NULL;
        if (!p->phase) p->side = gt_child_kept_(p->c, p->side);
        if (!p->side) return 0;
    } while (p->side == p->base || (p->phase && !gt_is_kind_(p->phase->kind, GT_ROW_)) ||
             gt_compare_sides_(p->c, p->side, p->phase ? p->phase->name : NULL, &p->r, NULL) != GT_OK);
    return 1;
}
/* Returns the name of the worst fault among the findings of two series a and b and of the series below them. Returns ""
   if they have no fault. */
static const char *gt_fault_of_(const gt_list_ *l, const gt_series *a, const gt_series *b) {
    for (size_t i = 0; i < l->count && l->f[i].severity == GT_FAULT; i++) {
        const gt_series *s = l->snap.series + l->f[i].series_ - 1;
        if (l->f[i].series_ && ((s >= a && s <= a + a->below_) || (s >= b && s <= b + b->below_))) return l->f[i].name;
    }
    return "";
}
/* Returns a text that says how many rounds a comparison needs until its interval has the confidence that was asked for.
   If the comparison has had that many rounds, the text says "more rounds". In this case neighbouring rounds depend on
   each other, so that the number is not known. */
static const char *gt_undecided_text_(const gt_ratio *r) {
    size_t n = 2;
    while (!(gt_hs_rank_(n, r->wanted) > 0)) n++;
    return gt_text_(", not decided: n=%zu, %s needs %s", r->rounds, gt_fixed_(100 * r->wanted, 1, " %"),
                    n > r->rounds ? gt_some_((double)n, "round") : "more rounds");
}
/* Returns a text with the interval and the outcome of a ratio. The text says that the sides differ if 1 is not in the
   interval. If part of the interval is within the threshold, the sides may differ by less than the threshold. */
static const char *gt_decided_text_(const gt_ratio *r, double threshold) {
    const gt_outcome v = gt_ratio_outcome(r, threshold);
    const int same = v == GT_SAME, differ = !same && (r->ci.low > 1 || r->ci.high < 1);
    const double by = v == GT_FASTER ? r->ratio - 1 : v == GT_SLOWER ? 1 / r->ratio - 1 : threshold;
    return gt_text_(" [%s, %s]  %s%s%s, n=%zu", gt_fixed_(r->ci.low, 3, ""), gt_fixed_(r->ci.high, 3, ""),
                    same ? "the same within " : gt_outcome_texts_[v], differ ? " by " : "",
                    same || differ ? gt_percent_(100 * by) : "", r->rounds);
}
/* Adds a line of text below the ratio of a side. The line says what the side saves, and in which parts of the time.
   Example: "saves 412 us a round [405 us, 420 us]: device 405 us [398 us, 411 us]". */
static void gt_savings_add_(gt_sheet_ *t, const gt_ratio_cursor_ *p) {
    char text[600] = "";
    gt_savings_ v;
    if (!gt_savings_of_(p->c, p->base, p->side, &v) || v.rows < 2) return;
    const int saves = v.of[0].ns > 0;
    for (size_t i = 0; i < v.rows; i++) {
        const gt_saved_ *of = &v.of[i];
        gt_append_(text, sizeof text, !i ? "      " : i < 2 ? ": " : ", ", 9);
        gt_append_(text, sizeof text, i ? gt_parts_text_(of->parts) : saves ? "saves" : "takes", 120);
        gt_append_(text, sizeof text, gt_text_(" %s%s [%s, %s]", gt_time_(saves ? of->ns : -of->ns),
                                               i ? "" : saves ? " a round" : " more a round",
                                               gt_time_(saves ? of->ci.low : -of->ci.high),
                                               gt_time_(saves ? of->ci.high : -of->ci.low)), 120);
    }
    gt_sheet_line_(t, text);
}
static void gt_ratio_add_(gt_sheet_ *t, const gt_list_ *l, const gt_ratio_cursor_ *p) {
    const gt_ratio *r = &p->r;
    const char *fault = gt_fault_of_(l, p->side, p->base);
    gt_name_cell_(t, p->phase ? 2 : 1, (p->phase ? p->phase : p->side)->name, "");
    gt_sheet_row_(t, gt_text_("%s times as fast%s%s%s%s", gt_fixed_(r->ratio, 3, ""),
                              r->ci.confidence < r->wanted ? gt_undecided_text_(r)
                                                           : gt_decided_text_(r, p->c->threshold),
                              r->tied * 5 >= r->rounds && r->rounds ? gt_text_(", %zu tied", r->tied) : "",
                              fault[0] ? "; fault: " : "", fault));
    if (!p->phase) gt_savings_add_(t, p);
}
/* Prints why a trial stopped. titled: 1 if the line above already shows the name of the trial. */
static void gt_stopped_print_(FILE *out, const gt_series *s, int titled) {
    if (!s->stopped) return;
    if (!titled) putc('\n', out);
    gt_say_(out, 4, "%s%s stopped: %s", titled ? " " : s->path, titled ? "" : ":", s->stopped);
}
static void gt_comparison_print_(FILE *out, const gt_list_ *l, const gt_series *c) {
    static const gt_column_ columns[] = { { "", -30, 0 }, { "", -1, 0 } };
    gt_sheet_ t = gt_sheet_of_(columns, 2);
    gt_ratio_cursor_ p = gt_ratios_of_(c);
    int sides = gt_sides_(c);
    if (sides >= 2) {
        putc('\n', out);
        gt_say_(out, 4, "%s: speed relative to %s, median of the rounds (random order), %s intervals, this process",
                c->path, p.base->name, gt_fixed_(100 - 5.0 / (sides - 1), 1, " %"));
        while (gt_ratio_next_(&p)) gt_ratio_add_(&t, l, &p);
        gt_sheet_print_(out, &t);
    }
    gt_stopped_print_(out, c, sides >= 2);
}

static const char *gt_interval_text_(const gt_interval *ci) {
    return ci->confidence > 0.949 ? gt_text_(" [%s, %s]", gt_time_(ci->low), gt_time_(ci->high)) : "";
}
static void gt_batch_print_(FILE *out, const gt_series *s) {
    gt_batch b;
    int known = gt_batch_of_(s, &b) == GT_OK;
    if (known) {
        putc('\n', out);
        const gt_interval fixed = b.slope.fixed_ci;
        const int below = fixed.confidence > 0.949 && fixed.high < 0, seen = below || !(fixed.low <= 0);
        gt_say_(out, 4, "%s: %s per pass%s, plus %s per group%s%s", s->path, gt_time_(b.slope.slope),
                gt_interval_text_(&b.slope.slope_ci), seen ? gt_time_(b.slope.fixed) : "nothing measurable",
                gt_interval_text_(&fixed), below ? ": time is not linear in passes" : "");
        gt_say_(out, 4, "  slope and fixed part of groups of 1 and %.0f passes, each between two barriers, n=%zu",
                b.passes, b.slope.rounds);
    }
    gt_stopped_print_(out, s, known);
}

/* -- what took the time -- */

static void gt_series_cell_(gt_sheet_ *t, const gt_series *s) {
    const char *passes = s->kind == GT_KIND_TRIAL && s->passes > 1 ? gt_text_(" /%lu", s->passes) : "";
    gt_name_cell_(t, s->depth, s->name, s->threads > 1 ? gt_text_("%s [%u threads]", passes, s->threads) : passes);
}
static const char *gt_share_text_(double part, double all) {
    double percent = 100 * part / all;
    if (!(all > 0) || !gt_is_finite_(part)) return "";
    return percent < 0.05 && percent > 0 ? "<0.1 %" : gt_fixed_(percent, gt_abs_(percent) < 9.95 && part != 0, " %");
}

/* Returns 1 if anything but warm-up has happened in a series since the last gt_reset: a sample, or an event that a
   finding counts. */
static int gt_has_happened_(const gt_series *s) {
    if (s->cold || !gt_is_kind_(s->kind, GT_ROW_)) return 0;
    for (int i = 0; i < GT_N_broken_; i++)
        if (gt_counters_[i].finding != GT_FINDING_COUNT && gt_counter_(s, i) > 0) return 1;
    for (int i = 0; i < 16; i++) if (s->broken[i]) return 1;
    return s->n > 0;
}

/* Returns 1 if the time of a series is part of the time of the series around it. This is not so for commands, nor for
   numbers that gt_series_add has added. */
static int gt_is_in_total_(const gt_series *s) {
    return s->n && gt_is_kind_(s->kind, GT_ROW_) && s->kind != GT_KIND_OUTSIDE;
}
static double gt_total_(const gt_series *s) {
    return s->sum_ns * (s->kind == GT_KIND_TRIAL ? (double)s->passes : 1);
}

typedef struct gt_rows_ {
    gt_sheet_ t;
    const gt_list_ *l;              /* the list of findings, worst first */
    /* Each is 1 if some row of the table has this: `shares` a share of the row around it, `rests` a row "rest" below
       it, `intervals` an interval. */
    int shares, rests, intervals;
    /* How many passes a sample has in the first row whose samples have more than one pass. It is 0 if there is no such
       row. */
    unsigned long passes;
} gt_rows_;

/* Returns 1 if the time of a series is a sum over several threads that do different things. */
static int gt_is_sum_(const gt_series *s) {
    return s->kind == GT_KIND_PROGRAM && s->threads > 1;
}
static void gt_row_add_(gt_rows_ *r, const gt_series *s, double around) {
    const gt_stats *stats = &s->stats;
    const int times = s->n > s->rejected, each = times && !gt_is_sum_(s), known = each && stats->ci.confidence > 0.949;
    const char *share = times && gt_is_in_total_(s) ? gt_share_text_(gt_total_(s), around) : "";
    r->shares |= share[0] != 0;
    r->intervals |= known;
    if (s->kind == GT_KIND_TRIAL && s->passes > 1 && !r->passes) r->passes = s->passes;
    gt_series_cell_(&r->t, s);
    gt_sheet_row_(&r->t, s->n ? gt_text_("%zu", s->n) : "", times ? gt_time_(gt_total_(s)) : "", share,
                  each ? gt_time_(s->sum_ns / (double)(s->n - s->rejected)) : "", each ? gt_time_(stats->median) : "",
                  known && stats->median > 0 ? gt_width_((stats->ci.high - stats->ci.low) / 2 / stats->median)
                  : each ? "-" : "",
                  each ? gt_time_(s->min_ns) : "", times ? gt_time_(s->max_ns) : "",
                  !s->worst_ ? "" : s->more_ ? gt_text_("%s +%zu", r->l->f[s->worst_ - 1].name, s->more_)
                                             : r->l->f[s->worst_ - 1].name);
}
static void gt_rest_add_(gt_rows_ *r, const gt_series *s, const char *name, size_t n, double total, double whole) {
    gt_name_cell_(&r->t, s->depth + 1, name, "");
    gt_sheet_row_(&r->t, n ? gt_text_("%zu", n) : "", gt_time_(total), gt_share_text_(total, whole), "", "", "", "",
                  "", "");
}
/* Adds the row of the series s and the rows below it. For the time of s that is in no row below it, two more rows may
   follow: one for warm-up passes of a trial, and one called "rest" if that is at least 0.5 %.
   Some run of s may have given no sample. The rows below s still hold the parts of that run, so that they do not sum to
   the time of s. In this case `whole` is NaN, the rows below s get no share, and there is no rest. */
static void gt_rows_add_(gt_rows_ *r, const gt_series *s, double around) {
    uint64_t outside = s->voided + s->left_early + s->abandoned + s->open + s->backwards + s->rejected;
    double whole = gt_is_in_total_(s) && !outside ? gt_total_(s) : gt_nan_(), parts = 0, cold = 0;
    size_t colds = 0;
    if (!gt_is_any_(s, gt_has_happened_)) return;
    gt_row_add_(r, s, around);
    for (const gt_series *c = gt_child_next_(s, NULL); c; c = gt_child_next_(s, c)) {
        gt_rows_add_(r, c, whole);
        if (!gt_is_in_total_(c)) continue;
        if (!c->cold) parts += gt_total_(c);
        else if (s->kind != GT_KIND_COMPARISON) cold += gt_total_(c);   /* comparisons hold no warm-up */
        if (c->cold) colds += c->n;
    }
    double rest = whole - parts - cold;
    if (cold > 0 && rest < whole) gt_rest_add_(r, s, "warm-up", colds, cold, whole);
    if (!(parts + cold > 0) || !(gt_abs_(rest) >= 0.005 * whole)) return;
    gt_rest_add_(r, s, "rest", 0, rest, whole);
    r->rests = 1;
}
static void gt_rows_print_(FILE *out, gt_list_ *l) {
    static const gt_column_ columns[] = {
        { "", -24, 0 }, { "n", 5, 0 }, { "total", 7, 0 }, { "share", 5, 1 }, { "mean", 7, 2 }, { "median", 7, 0 },
        { "±95 %", 6, 0 }, { "min", 7, 3 }, { "max", 7, 4 }, { "finding", -7, 0 } };
    const gt_series *s;
    double all = 0;
    size_t roots = 0;
    const gt_series *program = NULL;
    gt_rows_ r;
    memset(&r, 0, sizeof r);
    r.t = gt_sheet_of_(columns, sizeof columns / sizeof *columns);
    r.l = l;
    for (s = l->snap.series; s < l->end; s++) if (s->kind == GT_KIND_PROGRAM) program = s;
    for (s = l->snap.series; s < l->end; s += s->below_ + 1) {
        if (s->cold || !gt_is_in_total_(s)) continue;
        /* if there is a series for the whole program, its time already holds that of all other series */
        if (!program || s == program) all += gt_total_(s);
        roots++;
    }
    /* A series whose scope still runs is printed, too, since scopes inside it may have ended. */
    for (s = l->snap.series; s < l->end; s += s->below_ + 1)
        gt_rows_add_(&r, s, roots > 1 ? all : gt_nan_());
    l->full |= gt_sheet_print_(out, &r.t);
#ifdef GPUTIME_DISABLE
    const char *empty = "scopes are switched off: GPUTIME_DISABLE";
#else
    const char *empty = "no scope has ended yet";
#endif
    if (!r.t.rows) fprintf(out, "(%s)\n", empty);
    if (r.shares || r.intervals) fprintf(out, "\n");
    if (r.shares)
        gt_say_(out, 4, "share: part of the total of the enclosing row%s%s.", roots < 2 ? "" : program
                ? "; at the top, of the program" : "; at the top, of all such rows",
                r.rests ? "; rest: time of a row outside the rows below it" : "");
    if (r.intervals)
        gt_say_(out, 4, "±95 %%: half the width of the median's 95 %% interval, within this process; over several "
                        "processes: gtlint --runs.%s",
                r.passes ? gt_text_(" /%lu: a sample is the mean of %lu passes.", r.passes, r.passes) : "");
}

/* -- what ran on devices -- */

static const char *gt_rates_text_(const gt_series *s) {
    int flops = gt_is_finite_(s->flops_per_s), bytes = gt_is_finite_(s->bytes_per_s);
    return gt_text_("%s%s%s", flops ? gt_rate_(s->flops_per_s, "FLOP/s") : "", flops && bytes ? "  " : "",
                    bytes ? gt_rate_(s->bytes_per_s, "B/s") : "");
}
/* Writes the device time of a scope as text. If its commands ran on further devices, the text also has the device time
   of each of these. */
static void gt_device_text_(const gt_list_ *l, const gt_series *s, char *text, size_t size) {
    double least = DBL_MAX, most = 0;
    const gt_series *p = NULL;
    text[0] = 0;
    for (size_t i = 0; gt_device_known_(s) && i < s->kept; i++) {
        const double n = GT_CELL_(s, i, commands);
        if (n < least) least = n;
        if (n > most) most = n;
    }
    if (gt_device_known_(s))
        snprintf(text, size, "%s (%s%.0f)", gt_time_(s->device_stats.median),
                 least < most ? gt_text_("%.0f..", least) : "", most);
    while (strlen(text) < 80 && (p = gt_child_next_(s, p)) != NULL) {
        if (p->kind != GT_KIND_COMMAND || p->rank_ != GT_RANK_DEVICE_ || !p->kept) continue;
        gt_append_(text, size, gt_text_("%s + %s (%.0f)", text[0] ? "" : "-",
                                        gt_facts_of_(l->snap.facts_, p)->scale > 0 ? "-" : gt_time_(p->stats.median),
                                        gt_or_0_(GT_CELL_(p, p->kept - 1, commands))), 100);
    }
}
static int gt_has_device_(const gt_series *s) {
    if (s->cold || !gt_is_kind_(s->kind, GT_ROW_) || !s->n || gt_is_sum_(s)) return 0;
    return gt_device_known_(s) || gt_rates_text_(s)[0];
}

/* -- where the time goes -- */

/* Where the time of a series goes (ns). typical: the parts of a typical sample, which is the mean of the samples
   between the two quartiles of length. mean: the parts of the mean of all samples. */
typedef struct gt_shares_ {
    double typical[GT_PART_COUNT_], mean[GT_PART_COUNT_], typical_ns, mean_ns;
    uint32_t doubtful;          /* a bit for each part: 1 if the part's time is in doubt in most samples */
    size_t n;                   /* how many samples of the series are divided into parts */
} gt_shares_;
static int gt_has_account_(const gt_series *s) {
    return !s->cold && gt_is_kind_(s->kind, GT_ROW_) && !gt_is_sum_(s) && s->known[GT_COLUMN_kernel_ns] * 2 > s->kept;
}
/* Finds where the time of a series goes. Returns 1 if that is known, 0 if the samples of the series are not divided
   into parts, -1 if memory runs out. */
static int gt_shares_of_(const gt_series *s, gt_shares_ *out) {
    unsigned char *mark = gt_has_account_(s) ? (unsigned char *)malloc(s->kept) : NULL;
    size_t doubts = 0, doubtful[GT_PART_COUNT_] = { 0 };
    memset(out, 0, sizeof *out);
    if (!mark) return gt_has_account_(s) ? -1 : 0;
    for (size_t i = 0; i < s->kept; i++) {
        const double doubt = GT_CELL_(s, i, doubtful);
        const int known = gt_is_finite_(GT_CELL_(s, i, kernel_ns)), tried = known && gt_is_finite_(doubt);
        mark[i] = !known;
        out->n += (size_t)known;
        doubts += (size_t)tried;
        for (int k = 0; tried && k < GT_PART_COUNT_; k++) doubtful[k] += (uint32_t)doubt >> k & 1u;
    }
    double *const *part = s->column + GT_COLUMN_kernel_ns;
    gt_means_of_(s->ns, mark, 0, s->kept, 1, part, GT_PART_COUNT_, 0, out->typical);
    gt_means_of_(s->ns, mark, 0, s->kept, 0, part, GT_PART_COUNT_, 0, out->mean);
    free(mark);
    for (int k = 0; k < GT_PART_COUNT_; k++) {
        out->typical_ns += out->typical[k];
        out->mean_ns += out->mean[k];
        if (doubtful[k] * 2 > doubts) out->doubtful |= 1u << k;
    }
    return out->typical_ns > 0;
}
/* Writes the shares of n parts as whole numbers that sum exactly to `whole`, for example to 100 %. x: the sizes of the
   parts; all: the sum of these sizes. The shares are first rounded down. What is then left of `whole` goes to the parts
   that lost most by the rounding. A document that somebody changed may hold a part that is no share of `all`. */
static void gt_shares_round_(const double *x, int n, double all, int whole, int *share) {
    int left = whole;
    for (int i = 0; i < n; i++) left -= share[i] = (int)gt_smaller_(gt_larger_(whole * x[i] / all, 0), whole);
    for (; left > 0 && left <= n; left--) {
        int at = 0;
        for (int i = 1; i < n; i++)
            if (whole * x[i] / all - share[i] > whole * x[at] / all - share[at]) at = i;
        share[at]++;
    }
}
#define GT_GOES_LEAST_ 0.02    /* a part that is a smaller share of its row than this is added to the rest of the row */
/* Returns a set of parts, a bit for each: the parts of a row that cannot be told apart, since the border between them
   is in doubt. */
static uint32_t gt_goes_joined_(const gt_shares_ *h) {
    uint32_t set = 0;
    for (int k = GT_PART_gap; k < GT_PART_COUNT_; k++)
        if (h->doubtful >> k & 1u && h->typical[k] > GT_GOES_LEAST_ * h->typical_ns) set |= 1u << k;
    return gt_parts_in_doubt_(set);
}
/* What a row of "where the time goes" shows: the time of the device (the sum of its parts, at index 0), each later
   part, and the rest. Parts that cannot be told apart are shown as one sum, which stands at the index of the first of
   them. That index is stored in *first. */
enum { GT_GOES_REST_ = GT_PART_COUNT_, GT_GOES_COUNT_ };
static void gt_goes_sum_(const double *part, uint32_t joined, double *to, int *first) {
    memset(to, 0, GT_GOES_COUNT_ * sizeof *to);
    for (*first = 0; joined && !(joined >> *first & 1u);) ++*first;
    for (int k = 0; k < GT_PART_COUNT_; k++) to[joined >> k & 1u ? *first : k <= GT_PART_first_run ? 0 : k] += part[k];
}
static const char *gt_goes_title_(int at, uint32_t joined) {
    return gt_parts_text_(!at ? (uint32_t)GT_DEVICE_PARTS_ : joined >> at & 1u ? joined : 1u << at);
}
/* Returns a text that says which parts make the mean of all samples longer than a typical sample, and by how much: "170
   us: return". A second part is named if it makes at least a quarter of the difference. Returns "" if the mean is
   hardly longer. */
static const char *gt_longer_text_(const gt_shares_ *h, uint32_t joined) {
    double more[GT_GOES_COUNT_], typical[GT_GOES_COUNT_];
    const double excess = h->mean_ns - h->typical_ns;
    int most = 0, next = -1, first;
    if (h->n < 4 || excess < 0.03 * h->typical_ns) return "";
    gt_goes_sum_(h->mean, joined, more, &first);
    gt_goes_sum_(h->typical, joined, typical, &first);
    for (int i = 0; i < GT_GOES_REST_; i++) more[i] -= typical[i];
    for (int i = 0; i < GT_GOES_REST_; i++) if (more[i] > more[most]) most = i;
    for (int i = 0; i < GT_GOES_REST_; i++)
        if (i != most && more[i] > 0.25 * excess && (next < 0 || more[i] > more[next])) next = i;
    return gt_text_("%s: %s%s%s", gt_time_(excess), gt_goes_title_(most, joined), next < 0 ? "" : ", ",
                    next < 0 ? "" : gt_goes_title_(next, joined));
}
/* Returns a bar of eight characters that shows the parts x (ns) of a row as shares of `all`. Parts that cannot be told
   apart are drawn like the rest. */
static const char *gt_goes_bar_(const double *x, uint32_t joined, double all) {
    static const char *const block[] = { "\xe2\x96\x88", "\xe2\x96\x93", "\xe2\x96\x92", "\xe2\x96\x91",
                                         "\xc2\xb7" };
    /* the index, for each part, of the character above that draws the part */
    static const unsigned char look[GT_GOES_COUNT_] = { 0, 0, 0, 1, 1, 1, 1, 1, 2, 3, 3, 3, 4, 4 };
    double of[5] = { 0, 0, 0, 0, 0 };
    int eighths[5];
    const char *bar = "";
    for (int i = 0; i < GT_GOES_COUNT_; i++) of[joined >> i & 1u ? 4 : look[i]] += x[i];
    gt_shares_round_(of, 5, all, 8, eighths);
    for (int i = 0; i < 5; i++) while (eighths[i]-- > 0) bar = gt_text_("%s%s", bar, block[i]);
    return bar;
}
/* Adds the cells of a row of "where the time goes". shown: the set of parts that have a column. Small parts, and parts
   without a column, are added to the rest. most[k]: becomes the largest share that part k has in any row. bar: 1 to
   draw a bar. */
static void gt_goes_cells_(gt_sheet_ *t, const gt_shares_ *h, uint32_t shown, double *most, int bar) {
    const uint32_t joined = gt_goes_joined_(h);
    double x[GT_GOES_COUNT_];
    int percent[GT_GOES_COUNT_], first;
    gt_goes_sum_(h->typical, joined, x, &first);
    const uint32_t shared = shown >> first & 1u ? joined & shown : 0;
    for (int i = GT_PART_gap; i < GT_GOES_REST_; i++) {
        most[i] = gt_larger_(most[i], x[i] / h->typical_ns);
        if (shown >> i & 1u && x[i] >= GT_GOES_LEAST_ * h->typical_ns) continue;
        x[GT_GOES_REST_] += x[i];
        x[i] = 0;
    }
    gt_shares_round_(x, GT_GOES_COUNT_, h->typical_ns, 100, percent);
    gt_sheet_cell_(t, gt_time_(h->typical_ns));
    gt_sheet_cell_(t, bar ? gt_goes_bar_(x, joined, h->typical_ns) : "");
    for (int i = 0; i < GT_GOES_COUNT_; i += i ? 1 : GT_PART_gap) {     /* the parts of the device share index 0 */
        const char *mark = shared >> i & 1u ? "*" : "";
        gt_sheet_cell_(t, !i || percent[i] ? gt_text_("%d %%%s", percent[i], mark) : mark);
    }
    gt_sheet_row_(t, gt_longer_text_(h, joined));
}
static void gt_goes_print_(FILE *out, gt_list_ *l) {
    static const gt_column_ columns[] = {
        { "where the time goes", -24, 0 }, { "typical", 7, 0 }, { "", -8, 0 }, { "device", 6, 0 }, { "gap", 4, 1 },
        { "earlier", 7, 1 }, { "held", 4, 1 }, { "first launch", 12, 1 }, { "launch", 6, 1 }, { "return", 6, 1 },
        { "setup", 5, 1 }, { "kit", 4, 1 }, { "host", 4, 1 }, { "unseen", 6, 1 }, { "rest", 4, 0 },
        { "mean is longer by", -17, 0 } };
    gt_shares_ *h = (gt_shares_ *)calloc(l->snap.count + 1, sizeof *h);
    const int bar = gt_can_draw_(out) && gt_line_room_(out) >= 100;
    int whole = 1, joined = 0, least = 1;
    uint32_t shown = ~0u;
    gt_sheet_ t = gt_sheet_of_(columns, sizeof columns / sizeof *columns), tried;
    for (size_t i = 0; h && i < l->snap.count; i++) {
        const int known = gt_shares_of_(&l->snap.series[i], &h[i]);
        l->full |= known < 0;
        h[i].n = known > 0 ? h[i].n : 0;
        whole &= known <= 0 || gt_is_complete_(&l->snap.series[i]);
        joined |= known > 0 && gt_goes_joined_(&h[i]);
    }
    l->full |= !h;
    /* This loop leaves out columns until the others fit into a line. The column with the smallest part goes first. */
    while (h && least) {
        double most[GT_PART_COUNT_] = { 0 };
        free(t.text);
        t = gt_sheet_of_(columns, sizeof columns / sizeof *columns);
        for (const gt_series *s = l->snap.series; s < l->end; s++) {
            const gt_shares_ *of = &h[s - l->snap.series];
            if (!gt_is_any_(s, gt_has_account_)) continue;
            gt_series_cell_(&t, s);
            if (of->n) gt_goes_cells_(&t, of, shown, most, bar);
            else gt_sheet_row_(&t, NULL);
        }
        tried = t;
        least = 0;
        if (gt_marked_up_ || !gt_sheet_fit_(&tried, gt_line_room_(out))[0]) break;
        for (int k = GT_PART_gap; k < GT_PART_COUNT_; k++)
            if (t.width[1 + k] && (!least || most[k] < most[least])) least = k;
        shown &= ~(1u << least);
    }
    free(h);
    l->full |= t.full;
    if (!gt_sheet_below_(out, &t)) return;
    gt_say_(out, 4, "typical: mean of the samples between the quartiles, and its parts; device: a collected command "
                    "ran; launch: waiting for one to start%s; return: all had ended, the wait had not returned%s%s%s. "
                    "All parts, and how far they may be off: gt_report_commands.",
            whole ? "" : ", or for a command that was not collected",
            t.width[1 + GT_PART_kit] ? "; kit: the kit worked, or waited at the begin and end of scopes inside" : "",
            t.width[1 + GT_PART_unseen] ? "; unseen: a command that was not collected may have run" : "",
            joined ? "; *: the columns so marked share one number in this row, or one with the rest, since the border "
                     "between them is not known" : "");
    if (t.width[2])
        gt_say_(out, 4, "bar: \xe2\x96\x88 device, \xe2\x96\x93 launch, \xe2\x96\x92 return, \xe2\x96\x91 host, setup "
                        "and kit, \xc2\xb7 rest%s.", joined ? ", and what cannot be told apart" : "");
}

/* Returns as text the median of a column of the samples (a field of gt_sample). Only samples with a value there
   count. */
static const char *gt_median_text_(gt_sheet_ *t, const gt_series *s, int column) {
    const double *x = s->column[column];
    gt_stats known;
    const int ok = gt_stats_of(x, x ? s->kept : 0, 0, &known) == GT_OK;
    t->full |= !ok;
    return gt_time_(known.median);
}
static int gt_has_stamps_(const gt_series *s) {
    return !s->cold && !gt_is_sum_(s) && (s->known[GT_COLUMN_device_ns] || s->known[GT_COLUMN_queue_ns]);
}
/* Prints the medians of scopes with commands. If `all` is 1, also prints those of each command, with its stamps.
   Returns the number of printed rows. */
static size_t gt_medians_print_(FILE *out, gt_list_ *l, int all) {
    static const gt_column_ columns[] = {
        { "medians", -24, 0 }, { "n", 5, 0 }, { "total", 7, 0 }, { "bracket", 7, 1 }, { "queue", 7, 0 },
        { "submit", 7, 0 }, { "device", 7, 0 }, { "rate", -4, 0 } };
    gt_sheet_ t = gt_sheet_of_(columns, sizeof columns / sizeof *columns);
    int (*has)(const gt_series *) = all ? gt_has_stamps_ : gt_has_device_;
    for (const gt_series *s = l->snap.series; s < l->end; s++) {
        char device[128];
        if (!gt_is_any_(s, has)) continue;
        gt_series_cell_(&t, s);
        if (!has(s)) {
            gt_sheet_row_(&t, NULL);
            continue;
        }
        const int command = s->kind == GT_KIND_COMMAND, stamped = s->known[GT_COLUMN_queue_ns] > 0;
        if (command) gt_copy_(device, sizeof device, gt_time_(s->stats.median));
        else gt_device_text_(l, s, device, sizeof device);
        gt_sheet_row_(&t, all ? gt_text_("%zu", s->n) : "", all ? gt_time_(s->sum_ns) : "",
                      command ? "" : gt_time_(s->stats.median),
                      stamped ? gt_median_text_(&t, s, GT_COLUMN_queue_ns) : "",
                      stamped ? gt_median_text_(&t, s, GT_COLUMN_submit_ns) : "", device, gt_rates_text_(s));
    }
    l->full |= t.full;
    if (!gt_sheet_below_(out, &t)) return 0;
    gt_say_(out, 4, "%s%sNothing is subtracted; medians of a row need not add up.%s",
            t.width[6] ? "device: time while a collected command ran, START to END (commands per sample). " : "",
            all ? "total: sum of the brackets of a scope, or of START to END of a command; queue: QUEUED to SUBMIT, "
                  "submit: SUBMIT to START, both of a command. " : "",
            !t.width[7] ? "" : all ? " Rates: work over the bracket, or over START to END of a command."
                                   : " Rates: work over the bracket.");
    return t.rows;
}

/* Sums over all commands of one kind on one device: their number, their time (ns), their bytes. first: the first series
   of commands of this kind. */
typedef struct gt_sum_ { const gt_series *first; size_t n; double ns, bytes; } gt_sum_;
static void gt_kinds_print_(FILE *out, gt_list_ *l) {
    static const gt_column_ columns[] = { { "commands by kind", -24, 0 }, { "n", 5, 0 }, { "total", 7, 0 },
                                          { "share", 5, 0 }, { "mean", 7, 0 }, { "rate", 9, 0 } };
    gt_sheet_ t = gt_sheet_of_(columns, sizeof columns / sizeof *columns);
    gt_sum_ *sum = (gt_sum_ *)calloc(l->snap.count + 1, sizeof *sum);
    size_t count = 0, i;
    char name[64] = "";
    double all = 0;
    int devices = 0;
    l->full |= !sum;
    for (const gt_series *s = l->snap.series; sum && s < l->end; s++) {
        if (s->cold || s->kind != GT_KIND_COMMAND || s->rank_ == GT_RANK_DEVICE_ || !s->n) continue;
        for (i = 0; i < count && (sum[i].first->what != s->what || sum[i].first->device_ != s->device_); i++) {}
        if (i == count) sum[count++].first = s;
        sum[i].n += s->n;
        sum[i].ns += s->sum_ns;
        sum[i].bytes += s->known[GT_COLUMN_bytes] < s->n ? gt_nan_() : gt_column_sum_(s, GT_COLUMN_bytes);
        devices |= s->device_ != sum[0].first->device_;
        all += s->sum_ns;
    }
    for (i = 0; i < count; i++) {
        const gt_sum_ k = sum[i];
        if (devices) gt_device_said_(gt_facts_of_(l->snap.facts_, k.first)->line, name, sizeof name);
        gt_name_cell_(&t, 0, k.first->what, devices ? gt_text_(", %.60s", name) : "");
        gt_sheet_row_(&t, gt_text_("%zu", k.n), gt_time_(k.ns), gt_share_text_(k.ns, all), gt_time_(k.ns / (double)k.n),
                      k.bytes > 0 && k.ns > 0 ? gt_rate_(1e9 * k.bytes / k.ns, "B/s") : "");
    }
    free(sum);
    l->full |= t.full;
    if (gt_sheet_below_(out, &t))
        gt_say_(out, 4, "Sums of START to END, and their shares: commands that run at the same time count in full.");
}

/* -- the report -- */

/* A report prints at most this number of lines that are alike. If there are more, it prints a single one, which says
   how many more there are. */
enum { GT_ALIKE_ = 3 };
static const char *gt_alike_text_(size_t more, const char *how) {
    return more >= GT_ALIKE_ ? gt_text_("; and %zu more, %s", more, how) : "";
}
/* Returns 1 if a series holds the warm-up passes of a trial or of a side of a comparison. The report shows these passes
   in a line of their own. */
static int gt_is_warmup_(const gt_series *s) { return s->cold_ && s->kept; }
static void gt_cold_print_(FILE *out, const gt_list_ *l, int lines) {
    const gt_series *longest = NULL;
    size_t all = 0;
    for (const gt_series *s = l->snap.series; s < l->end; s++) {
        if (!gt_is_warmup_(s)) continue;
        all++;
        if (!longest || s->ns[0] > longest->ns[0]) longest = s;
    }
    for (const gt_series *s = l->snap.series; s < l->end; s++) {
        const gt_series *p = NULL;
        char parts[1024] = "";
        if (!gt_is_warmup_(s) || (all > GT_ALIKE_ && s != longest)) continue;
        while (strlen(parts) < sizeof parts - 160 && (p = gt_child_next_(s, p)) != NULL)
            if (p->kept && gt_is_kind_(p->kind, GT_ROW_))
                gt_append_(parts, sizeof parts, gt_text_(", %.100s %s", p->name, gt_time_(p->ns[0])), 127);
        if (!lines++) fprintf(out, "\n");
        gt_say_(out, 4, "%s: warm-up, %s: first %s%s%s%s", s->path, gt_some_((double)s->n, "pass"),
                gt_time_(s->ns[0]), parts, s->kept > 1 ? gt_text_("; last %s", gt_time_(s->ns[s->kept - 1])) : "",
                gt_alike_text_(all - 1, "with shorter first passes"));
    }
}

/* Prints the line that describes a device. Returns 0 if the device has no line. */
static int gt_device_print_(FILE *out, const gt_device_facts_ *d) {
    if (d->line[0]) gt_say_(out, 4, "%s", d->line);
    return d->line[0] != 0;
}
/* Prints which clock the kit reads. Also prints how much scopes add to times, and how much of a time they miss, if that
   is 1 % of the shortest median of a host scope or more. */
static void gt_clock_print_(FILE *out, const gt_list_ *l) {
    const gt_clock *c = &l->snap.facts_->clock;
    double host = DBL_MAX;
    for (const gt_series *s = l->snap.series; s < l->end; s++) {
        if (!gt_has_happened_(s) || !s->kept || s->in_ns_ || s->kind == GT_KIND_PHASE) continue;
        host = gt_smaller_(s->stats.median, host);
    }
    gt_say_(out, 4, "clock %s %s%s, step %s%s", c->name, gt_rate_(c->hz, "Hz"), c->fit_ms > 2 && c->fit_ms < 20
            ? gt_text_(" (fitted for %s: readings scatter)", gt_time_(1e6 * c->fit_ms)) : "", gt_time_(c->step_ns),
            c->read_ns > 0 ? gt_text_(", read %s", gt_time_(c->read_ns)) : "");
    if (c->reason[0]) gt_say_(out, 4, "the processor's counter is not used: %s", c->reason);
    if (c->scope_ns > 0 && host < 100 * c->scope_ns)
        gt_say_(out, 4, "an empty GT_SCOPE reads %s, GT_SCOPE_EXACT %s", gt_time_(c->scope_ns),
                gt_time_(c->exact_ns));
    if (c->missed_ns > 0 && host < 100 * gt_larger_(c->missed_ns, 2 * c->read_ns))
        gt_say_(out, 4, "GT_SCOPE reads up to %s short (more where loads miss the caches) or %s long",
                gt_time_(c->missed_ns), gt_time_(2 * c->read_ns));
}
static void gt_head_print_(FILE *out, const gt_list_ *l) {
    const gt_facts_ *facts = l->snap.facts_;
    const gt_series *s = l->snap.series;
    int devices = 0;
    if (facts->about[0]) gt_say_(out, 4, "%s", facts->about);
    for (const gt_device_facts_ *d = facts->device; d < facts->device + facts->devices; d++)
        if (d->worked) devices += gt_device_print_(out, d);
    if (!devices) gt_device_print_(out, &facts->device[facts->last]);
    gt_clock_print_(out, l);
    if (facts->audit == GT_AUDIT_ALL_)
        gt_say_(out, 4, "GT_AUDIT=1: scopes also wait for queues that they would otherwise not wait for: use these "
                        "times to find mistakes, and do not quote them");
    fputs(facts->ignored, out);
    if (!facts->failed) return;
    gt_error e = facts->error.error;
    /* A path with a line number is that of a source file: only its last name is printed. */
    if (e.line) e.file = gt_last_name_(e.file);
    gt_error_print_(out, &e, "\nFAILED: ");
    while (s < l->end && !s->n) s++;
    if (facts->error.error.status != GT_ERR_IO && s < l->end)
        fprintf(out, "The numbers below were complete before the error, or are not affected by it.\n");
}
/* Prints the findings. Findings of the same code and cause share a paragraph. It shows three faults or warnings, with
   the cause below them, or one note, with the cause behind it. The further ones of a paragraph are only counted. All
   faults are printed, but of other findings only as many as make ten paragraphs. Of the rest, only the codes are named.
   The finding not-converged is left out, since the line "stopped" of the trial tells the same. */
enum { GT_FINDINGS_SHOWN_ = 10 };
static void gt_findings_print_(FILE *out, const gt_list_ *l) {
    static const char *const colours[] = { "0", "36", "33", "1;31" };
    const int coloured = gt_is_coloured_(out);
    enum { hang = 11 };     /* the column in which the text begins; the severity stands before it */
    size_t k, groups = 0, left = 0;
    char codes[400] = "";
    if (l->count) fprintf(out, "\nfindings\n");
    for (size_t i = 0; i < l->count; i = k) {
        const gt_finding *first = &l->f[i], *f;
        const char *word = gt_severity_text_(first->severity), *more = "";
        const size_t most = first->severity > GT_NOTE ? 3 : 1;
        char why[640] = "", line[1200];
        for (k = i; k < l->count && !gt_finding_alike_(first, &l->f[k]);) k++;
        if (first->code == GT_FINDING_NOT_CONVERGED) continue;
        if (groups++ >= GT_FINDINGS_SHOWN_ && !gt_is_wide_() && first->severity < GT_FAULT) {
            left += k - i;
            if (!strstr(codes, first->name))
                gt_append_(codes, sizeof codes, gt_text_("%s%s", codes[0] ? ", " : "", first->name), 100);
            continue;
        }
        if (first->cause[0])
            snprintf(why, sizeof why, "%s%s%s%s%s", first->said_ ? "" : first->sentence, first->said_ ? "" : ": ",
                     first->cause, first->remedy[0] ? " -> " : "", first->remedy);
        if (most < 2 && k > i + 1) more = gt_text_(*first->path ? " and %zu more" : "%zu such", k - i - !!*first->path);
        for (f = first; f < l->f + k && f < first + most; f++) {
            snprintf(line, sizeof line, "%s%s%s%s: %s%s%s", f->path, more, f->path[0] || more[0] ? ": " : "", f->name,
                     f->figures, most == 1 && why[0] ? ": " : "", most == 1 ? why : "");
            if (gt_marked_up_) {
                gt_marked_up_->line(out, word, line);
                continue;
            }
            if (coloured)
                fprintf(out, "  \033[%sm%s\033[0m%*s", colours[f->severity], word, 9 - (int)strlen(word), "");
            else fprintf(out, "  %-9s", word);
            gt_wrap_(out, line, hang, hang);
        }
        if (most == 1) continue;
        if (k - i > most) gt_say_(out, hang, "%*s%s: %zu more of these", hang, "", first->name, k - i - most);
        gt_say_(out, hang + 4, "%*s%s", hang + 4, "", why);
    }
    if (left) gt_say_(out, hang, "  and %zu more: %s (GT_WIDE=1 shows all)", left, codes);
}
static void gt_few_print_(FILE *out, const gt_list_ *l) {
    size_t few = 0, least = 100;
    for (const gt_series *s = l->snap.series; s < l->end; s++) {
        if (s->cold || !gt_is_kind_(s->kind, GT_FEW_ | GT_SHAPE_) || s->kept < 2 || s->kept >= 100) continue;
        few++;
        if (s->kept < least) least = s->kept;
    }
    if (!few) return;
    if (!l->count) fprintf(out, "\n");
    gt_say_(out, 4, "%zu series %s 2 to 99 samples (fewest: %zu): too few to find %s.", few, few > 1 ? "have" : "has",
            least, least < 8 ? "anything but a cold first sample"
            : least < 20     ? "anything but cold starts, outliers and gross drift"
                             : "drift under 10 %, or a second speed in under a third of the samples");
    if (least < 20 && least >= 6)
        fprintf(out, "Intervals of fewer than 20 samples assume that each sample is independent of the one before.\n");
}
static int gt_is_stopped_(const gt_series *s) { return s->kind == GT_KIND_TRIAL && s->stopped && !s->cold; }
static void gt_remarks_print_(FILE *out, const gt_list_ *l) {
    const gt_series *s;
    /* how many trials stopped for this reason and are not printed yet; second index: 1 for trials that were not precise
       enough */
    size_t alike[GT_STOP_COUNT][2] = { { 0, 0 } };
    int lines = 0;
    for (s = l->snap.series; s < l->end; s++) if (gt_is_stopped_(s)) alike[s->stop][s->missed != 0]++;
    for (s = l->snap.series; s < l->end; s++) {
        size_t *all = gt_is_stopped_(s) ? &alike[s->stop][s->missed != 0] : NULL;
        if (!all || !*all) continue;
        if (!lines++) fprintf(out, "\n");
        gt_say_(out, 4, "%s: stopped: %s%s", s->path, s->stopped, gt_alike_text_(*all - 1, "for the same reason"));
        if (*all > GT_ALIKE_) *all = 0;
    }
    gt_cold_print_(out, l, lines);
    for (s = l->snap.series; s < l->end; s++) if (s->kind == GT_KIND_COMPARISON) gt_comparison_print_(out, l, s);
    for (s = l->snap.series; s < l->end; s++) if (s->kind == GT_KIND_BATCH && !s->cold) gt_batch_print_(out, s);
    for (s = l->snap.series; s < l->end && s->kind != GT_KIND_COMPARISON && s->kind != GT_KIND_BATCH; s++) {}
    if (s < l->end) gt_say_(out, 0, "the order is random: GT_SEED=%.0f repeats it", l->snap.facts_->seed);
}

/* -- all that is known of commands -- */

/* Prints a table that shows where the time of each series goes, with all parts of the time. */
static void gt_accounts_print_(FILE *out, gt_list_ *l) {
    static const gt_column_ columns[] = { { "the account", -24, 0 }, { "typical", 7, 0 }, { "mean", 7, 0 },
                                          { "share", 5, 0 }, { "±", 6, 0 } };
    gt_sheet_ t = gt_sheet_of_(columns, sizeof columns / sizeof *columns);
    gt_shares_ h;
    for (const gt_series *s = l->snap.series; s < l->end; s++) {
        const int known = gt_shares_of_(s, &h);
        t.full |= known < 0;
        if (known <= 0) continue;
        gt_name_cell_(&t, 0, s->path, "");
        gt_sheet_row_(&t, gt_time_(h.typical_ns), gt_time_(h.mean_ns), "",
                      s->known[GT_COLUMN_doubt_ns] ? gt_median_text_(&t, s, GT_COLUMN_doubt_ns) : "");
        for (int k = 0; k < GT_PART_COUNT_; k++) {
            if (!(h.mean[k] > 0)) continue;
            gt_name_cell_(&t, 1, gt_part_names_[k], h.doubtful >> k & 1u ? " ?" : "");
            gt_sheet_row_(&t, gt_time_(h.typical[k]), gt_time_(h.mean[k]),
                          gt_percent_(100 * h.typical[k] / h.typical_ns), "");
        }
    }
    if (gt_sheet_below_(out, &t))
        gt_say_(out, 4, "Parts sum to the sample. kernel, copy, first run: a collected command ran; gap: between two "
                        "commands, the second of which was enqueued already; host: the program's own code. In an "
                        "OpenCL call: earlier: the device ran other work; held: the command waited for another event; "
                        "first launch, launch: the command had not started; return: all had ended; unseen: commands "
                        "that were not collected may have run. typical: mean of the samples between the quartiles of "
                        "length; ±: how far a part of a sample may be off; ?: the part may belong to its neighbour.");
    l->full |= t.full;
}
static void gt_commands_print_(FILE *out, gt_list_ *l) {
    const size_t rows = gt_medians_print_(out, l, 1);
    double unprofiled = 0;
    for (const gt_series *s = l->snap.series; s < l->end; s++) unprofiled += (double)s->unprofiled;
    if (!rows) fputs("\n", out);
    if (!rows && unprofiled > 0)
        gt_say_(out, 4, "(%s on queues without profiling: no device times)", gt_some_(unprofiled, "command"));
    else if (!rows)
        gt_say_(out, 4, "(no command was collected inside a scope: pass GT_EVENT to the enqueue calls, or compile "
                        "them with -include calls.h)");
    gt_accounts_print_(out, l);
}

/* -- the report of a run -- */

/* Prints the report of a run whose findings are already made. The function reads nothing but the data of that run, so
   that a run from a file gives the same report. */
static void gt_report_of_(FILE *out, gt_list_ *l) {
    gt_head_print_(out, l);
    fprintf(out, "\n");
    gt_rows_print_(out, l);
    gt_remarks_print_(out, l);
    gt_goes_print_(out, l);
    (void)gt_medians_print_(out, l, 0);
    for (int i = 0; i < GT_SECTIONS_; i++) l->full |= gt_section_show_(out, &l->snap.facts_->section[i]);
    gt_kinds_print_(out, l);
    gt_findings_print_(out, l);
    gt_few_print_(out, l);
    if (l->snap.facts_->listed) gt_commands_print_(out, l);
    if (l->full) fprintf(out, "\ngputime: not enough memory for all of this report\n");
}
static uint32_t gt_reported_;       /* 1: the program has printed a report */
/* Takes a snapshot of the run, makes its findings, and prints both by the function `print`. call: the name of the
   public function, which errors show. */
static gt_status gt_run_print_(FILE *out, const char *call, void (*print)(FILE *out, gt_list_ *l)) {
    gt_list_ l;
    gt_status status = out ? gt_list_open_(&l) : GT_ERR_ARGUMENT;
    if (status == GT_ERR_MEMORY && print == gt_report_of_) fprintf(out, "gputime: not enough memory for a report\n");
    if (status != GT_OK) return status;
    errno = 0;          /* a write that fails sets it, maybe long before the last one */
    print(out, &l);
    return gt_written_(out, call, gt_list_close_(&l) != GT_OK);
}
gt_status gt_report(FILE *out) {
    gt_status status = gt_run_print_(out, __func__, gt_report_of_);
    if (status == GT_OK || status == GT_ERR_IO) GT_POKE_(&gt_reported_, 1u);
    return status;
}

gt_status gt_report_commands(FILE *out) { return gt_run_print_(out, __func__, gt_commands_print_); }

/* ==== >>files, implementation ==== */

/* -- CSV -- */

#define GT_COLUMN_NAME_(field, unit) #field,
static const char *const gt_column_names_[] = { "thread", "begin_ns", "duration_ns", GT_COLUMNS(GT_COLUMN_NAME_) };

/* Returns x as text, with as few digits as are needed to read exactly x again; "" if x is not finite. `to` has room for
   40 characters. Behind the point the function makes digits until what is left is less than half a step of x (Steele
   and White, PLDI 1990). This is exact, since the fraction of a number from 1 to 2^53 has at most 52 bits. */
static const char *gt_exact_(char *to, double x) {
    const uint64_t bits = gt_bits_of_(x), mantissa = (bits & (~UINT64_C(0) >> 12)) | UINT64_C(1) << 52;
    const int e = (int)(bits >> 52) - 1023;
    char *end = to + 17;
    to[0] = 0;
    if (!gt_is_finite_bits_(bits)) return to;
    if (e < 0 || e > 51) {      /* the rare cases: x is 0 or negative, very small or very large */
        for (int digits = 15; digits <= 17; digits++) {
            snprintf(to, 40, "%.*g", digits, x);
            if (gt_bits_of_(strtod(to, NULL)) == bits) break;
        }
        return gt_point_(to);
    }
    uint64_t whole = mantissa >> (52 - e), fraction = mantissa << (12 + e), half = UINT64_C(1) << (11 + e);
    char *begin = end;
    do *--begin = (char)('0' + whole % 10); while ((whole /= 10) > 0);
    if (fraction) *end++ = '.';
    while (fraction >= half && 0 - fraction >= half) {
        const uint64_t low = (fraction & UINT32_MAX) * 10, high = (fraction >> 32) * 10 + (low >> 32);
        *end++ = (char)('0' + (high >> 32));
        fraction = high << 32 | (low & UINT32_MAX);
        half = half > UINT64_MAX / 10 ? UINT64_MAX : half * 10;
    }
    end[-1] = (char)(end[-1] + (fraction > UINT64_MAX / 2));
    *end = 0;
    return begin;
}
/* Returns 1 if a spreadsheet would take a name for a formula. The CSV file puts an apostrophe before such a name, even
   if the name already begins with one. */
static int gt_is_formula_(const char *name) {
    name += strspn(name, "' \t\r\n");
    return *name && strchr("=+-@", *name);
}
/* Writes a name between quotes. A quote inside the name is written twice. */
static void gt_csv_name_(FILE *out, const char *s) {
    fputs(gt_is_formula_(s) ? "\"'" : "\"", out);
    for (; *s; s++) {
        if (*s == '"') putc('"', out);
        putc(*s, out);
    }
    putc('"', out);
}
/* Returns the number of the device of a series: 1 for the device that was used first, and so on. Returns NaN if the
   device is not known. */
static double gt_device_number_(const gt_list_ *l, const gt_series *s) {
    const size_t at = (size_t)(gt_facts_of_(l->snap.facts_, s) - l->snap.facts_->device);
    return at ? (double)at : gt_nan_();
}
static void gt_csv_series_(FILE *out, const gt_list_ *l, const gt_series *s) {
    const uint64_t codes = gt_codes_of_(l, s);
    char device[96] = "", name[64], room[40], seen[1024] = "";
    for (int c = 0; c <= GT_FINDING_ENV; c++)
        if (codes >> c & 1) gt_append_(seen, sizeof seen, gt_text_(" %s", gt_findings_table_[c].name), 40);
    if (s->device_) {
        gt_device_said_(gt_facts_of_(l->snap.facts_, s)->line, name, sizeof name);
        snprintf(device, sizeof device, "%.0f %s", gt_device_number_(l, s), name);
    }
    for (size_t k = 0, number = 0; k < s->kept; k++) {
        number = k && s->thread[k] == s->thread[k - 1] ? number + 1 : 0;
        gt_csv_name_(out, s->key_);
        fprintf(out, ",%lu,%zu,%s", (unsigned long)s->thread[k], number, gt_exact_(room, s->begin_ns[k]));
        fprintf(out, ",%s", gt_exact_(room, s->ns[k]));
        for (int c = 0; c < GT_COLUMN_COUNT; c++) {
            if (c == GT_COLUMN_queue_ns) fprintf(out, ",%d,%s", s->cold, gt_kinds_[s->kind].name);
            fprintf(out, ",%s", gt_exact_(room, gt_cell_(s, c, k)));
        }
        putc(',', out);
        if (device[0]) gt_csv_name_(out, device);
        fprintf(out, ",%s\r\n", seen + (seen[0] != 0));
    }
}
static void gt_csv_of_(FILE *out, gt_list_ *l) {
    const char *const *const names = gt_column_names_ + 3;
    int ends = gt_line_ends_(out, GT_ENDS_AS_WRITTEN_);
    fprintf(out, "series,thread,sample,begin_ns,duration_ns");
    for (int c = 0; c < GT_COLUMN_COUNT; c++)
        fprintf(out, "%s,%s", c == GT_COLUMN_queue_ns ? ",cold,kind" : "", names[c]);
    fprintf(out, ",device,findings\r\n");
    for (const gt_series *s = l->snap.series; s < l->end; s++) gt_csv_series_(out, l, s);
    (void)gt_line_ends_(out, ends);
}
gt_status gt_write_csv(FILE *out) { return gt_run_print_(out, __func__, gt_csv_of_); }

/* -- JSON: one writer for the document of gt_write_json and for traces -- */

/* A JSON document or a trace that is being written. Its text is collected in `text`. When `text` is full, it is written
   to `out`. */
typedef struct gt_json_ {
    FILE *out;
    char *text;
    size_t used, room;
    int lines;                  /* each element down to this depth of nesting begins a new line */
    /* depth: how deep the present element is nested. next: 1 if a comma must be written before the next element. */
    int depth, next;
    int cause;                  /* errno of the first failure, 0, or GT_TRACE_FULL_ */
    const gt_list_ *list;       /* the run that is written as a document; NULL if a trace is written */
} gt_json_;

static void gt_json_flush_(gt_json_ *j) {
    if (j->used && !j->cause && fwrite(j->text, 1, j->used, j->out) != j->used) j->cause = errno ? errno : EIO;
    j->used = 0;
}
static void gt_json_put_(gt_json_ *j, const char *text, size_t n) {
    for (size_t part; n; n -= part, text += part) {
        if (j->used == j->room) gt_json_flush_(j);
        part = n < j->room - j->used ? n : j->room - j->used;
        memcpy(j->text + j->used, text, part);
        j->used += part;
    }
}
static void gt_json_raw_(gt_json_ *j, const char *text) { gt_json_put_(j, text, strlen(text)); }
/* Writes a string. Characters that cannot be seen are escaped. So is "<", so that the document can stand inside a page
   of HTML. */
static void gt_json_string_(gt_json_ *j, const char *s, size_t length) {
    const char *end = s + length;
    int bytes, shown;
    unsigned code;
    gt_json_put_(j, "\"", 1);
    for (; s < end; s += bytes) {
        bytes = gt_character_(s, &shown);
        if (*s == '"' || *s == '\\') gt_json_put_(j, "\\", 1);
        if (bytes == 1 && *s & 0x80) gt_json_raw_(j, "\xef\xbf\xbd");
        else if (shown && *s != '<') gt_json_put_(j, s, (size_t)bytes);
        else {
            code = (unsigned)gt_code_point_(s, bytes);
            if (code > 0xffff) gt_json_raw_(j, gt_text_("\\u%04x", 0xd7c0 + (code >> 10)));
            gt_json_raw_(j, gt_text_("\\u%04x", code > 0xffff ? 0xdc00 | (code & 0x3ff) : code));
        }
    }
    gt_json_put_(j, "\"", 1);
}
/* Begins an element: a field of an object, or an element of a list if key is NULL. */
static void gt_json_next_(gt_json_ *j, const char *key) {
    if (j->next) gt_json_put_(j, ",", 1);
    if (j->depth && j->depth <= j->lines) gt_json_put_(j, "\n  ", (size_t)j->depth + 1);
    if (key) gt_json_string_(j, key, strlen(key));
    if (key) gt_json_put_(j, ":", 1);
    j->next = 1;
}
static void gt_json_open_(gt_json_ *j, const char *key, const char *bracket) {
    gt_json_next_(j, key);
    gt_json_raw_(j, bracket);
    j->depth++;
    j->next = 0;
}
/* Ends an object or a list. When the outermost one ends, the rest of the text goes to the file. */
static void gt_json_close_(gt_json_ *j, const char *bracket) {
    if (--j->depth < j->lines && j->next) gt_json_put_(j, "\n ", (size_t)j->depth + 1);
    gt_json_raw_(j, bracket);
    j->next = 1;
    if (!j->depth) gt_json_flush_(j);
}
static void gt_json_word_(gt_json_ *j, const char *key, const char *word) {
    gt_json_next_(j, key);
    gt_json_raw_(j, word);
}
/* Writes x with all the digits that a reader needs to get exactly x again. Writes null if x is NaN or infinite. */
static void gt_json_number_(gt_json_ *j, const char *key, double x) {
    char room[40];
    gt_json_word_(j, key, gt_is_finite_(x) ? gt_exact_(room, x) : "null");
}
static void gt_json_text_(gt_json_ *j, const char *key, const char *text) {
    gt_json_next_(j, key);
    gt_json_string_(j, text, strlen(text));
}
static void gt_trace_time_(gt_json_ *j, const char *key, double ns);
static void gt_json_object_(gt_json_ *j, const char *key, const char *format, ...);
static void gt_json_values_(gt_json_ *j, const char *format, va_list values) {
    char name[32];
    for (; *format; format += strspn(format, " ")) {
        const gt_interval *ci;
        const char *text, *key = name;
        double x;
        snprintf(name, sizeof name, "%.*s", (int)strcspn(format, ":"), format);
        format += strlen(name) + 2;
        if (name[0] == '*') key = va_arg(values, const char *);
        switch (format[-1]) {
        case 'n':
            x = va_arg(values, double);
            gt_json_word_(j, key, gt_is_finite_(x) ? gt_point_(gt_text_("%.15g", x)) : "null");
            break;
        case 'x': gt_json_number_(j, key, va_arg(values, double)); break;
        case 't': gt_trace_time_(j, key, va_arg(values, double)); break;
        case 'b': gt_json_word_(j, key, va_arg(values, int) ? "true" : "false"); break;
        case 'i':
            ci = va_arg(values, const gt_interval *);
            if (!(ci->confidence > 0)) gt_json_word_(j, key, "null");
            else gt_json_object_(j, key, "low:n high:n confidence:n", ci->low, ci->high, ci->confidence);
            break;
        default:
            text = va_arg(values, const char *);
            if (format[-1] == 's' || (text && text[0])) gt_json_text_(j, key, text);
            else gt_json_word_(j, key, "null");
        }
    }
}
/* Writes fields into the JSON object that was opened last. `format` names their keys, with a space between them. "*"
   instead of a key means that the key is the next value, a text; if it is NULL, an element of a list is written. A
   colon and a letter behind each key say how its value is written, as in "name:s count:n":
     s  text                                   b  int, as true or false
     k  text; null for NULL and ""             i  const gt_interval *; null if its confidence is 0
     n  double with 15 digits; null for NaN    t  double: ns of the trace's clock, written in us
     x  double with all its digits; null for NaN */
static void gt_json_fields_(gt_json_ *j, const char *format, ...) {
    va_list values;
    va_start(values, format);
    gt_json_values_(j, format, values);
    va_end(values);
}
static void gt_json_object_(gt_json_ *j, const char *key, const char *format, ...) {
    va_list values;
    va_start(values, format);
    gt_json_open_(j, key, "{");
    gt_json_values_(j, format, values);
    gt_json_close_(j, "}");
    va_end(values);
}

/* -- the document -- */

#ifndef GT_COMPILER_
#if defined(__clang__)
#define GT_COMPILER_ "clang " __clang_version__
#elif GT_GNU_
#define GT_COMPILER_ "gcc " __VERSION__
#else
#define GT_COMPILER_ "cl"
#endif
#endif
#ifdef __cplusplus
#define GT_LANGUAGE_ "C++ %ld", (long)__cplusplus
#elif defined(__STDC_VERSION__)
#define GT_LANGUAGE_ "C %ld", (long)__STDC_VERSION__
#else
#define GT_LANGUAGE_ "C %d", 0
#endif
/* Returns the present date and time in UTC. If SOURCE_DATE_EPOCH is set (seconds, up to the year 9999), returns that
   time instead, so that the same file can be made again byte by byte. */
static const char *gt_date_(void) {
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    const double asked = epoch && epoch[0] ? strtod(epoch, NULL) : -1;
    const double s = asked >= 0 && asked < 253402300800.0 ? asked : (double)time(NULL);
    long day = (long)(s / 86400), second = (long)(s - 86400.0 * (double)day);
    day += 719468;    /* the next lines invert days_from_civil of Howard Hinnant, in which a year begins in March */
    long era = day / 146097;
    day -= era * 146097;
    long year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
    day -= 365 * year + year / 4 - year / 100;
    long month = (5 * day + 2) / 153;
    day -= (153 * month + 2) / 5;
    month = month < 10 ? month + 3 : month - 9;
    return gt_text_("%04ld-%02ld-%02ldT%02ld:%02ld:%02ldZ", year + 400 * era + (month < 3), month, day + 1,
                    second / 3600, second / 60 % 60, second % 60);
}

/* -- ranks: processes of one program that a launcher has started -- */

/* Environment variables by which a launcher tells three things: the rank of the process, how many ranks there are, and
   which run this is. The lines are for Open MPI; for MPICH, Intel MPI and Cray; for MVAPICH; PALS; Flux; launchers that
   speak PMIx; and Slurm. Slurm must be the last. Another launcher may start its ranks by daemons that are tasks of
   Slurm; in such a rank Slurm's variables give the numbers of the daemons. */
static const struct { const char *rank, *ranks, *job, *step; } gt_launchers_[] = {
    { "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "PMIX_NAMESPACE", NULL },
    { "PMI_RANK", "PMI_SIZE", "PMI_JOBID", NULL },
    { "MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE", "MPIRUN_ID", NULL },
    { "PALS_RANKID", "PALS_SIZE", "PALS_APID", NULL },
    { "FLUX_TASK_RANK", "FLUX_JOB_SIZE", "FLUX_JOB_ID", NULL },
    { "PMIX_RANK", NULL, "PMIX_NAMESPACE", NULL },
    { "SLURM_PROCID", "SLURM_STEP_NUM_TASKS", "SLURM_JOB_ID", "SLURM_STEP_ID" } };
/* What a launcher says of this process. A field is NULL if the launcher does not say it. */
typedef struct gt_rank_ { const char *rank, *ranks, *job, *step; char host[65]; } gt_rank_;
static const char *gt_whole_number_(const char *variable) {
    const char *value = variable ? getenv(variable) : NULL;
    const size_t digits = value ? strspn(value, "0123456789") : 0;
    return digits && digits < 10 && !value[digits] ? value : NULL;
}
/* Copies the name of the host, up to its first dot. A character that the name of a file may not have becomes "_". */
static void gt_host_(char *name, size_t size) {
#if defined(_WIN32)
    const char *is = getenv("COMPUTERNAME");
#else
    struct utsname about;
    const char *is = uname(&about) < 0 ? NULL : about.nodename;
#endif
    gt_copy_(name, size, is && is[0] ? is : "unknown");
    name[strcspn(name, ".")] = 0;
    for (; *name; name++)
        if (!strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", *name)) *name = '_';
}
static gt_rank_ gt_rank_of_process_(void) {
    gt_rank_ r = { NULL, NULL, NULL, NULL, "" };
    for (size_t i = 0; !r.rank && i < sizeof gt_launchers_ / sizeof *gt_launchers_; i++) {
        r.rank = gt_whole_number_(gt_launchers_[i].rank);
        if (!r.rank) continue;
        r.ranks = gt_whole_number_(gt_launchers_[i].ranks);
        r.job = gt_launchers_[i].job ? getenv(gt_launchers_[i].job) : NULL;
        r.step = gt_launchers_[i].step ? getenv(gt_launchers_[i].step) : NULL;
    }
    gt_host_(r.host, sizeof r.host);
    return r;
}
/* Writes the rank of the process, if it has one. In the JSON, start_ns is the time at which begin_ns was 0. It is a
   time of the clock that all processes of a host share (CLOCK_MONOTONIC_RAW on Linux). ended: how the process ended;
   NULL if it ended by exit, or still runs. */
static void gt_json_rank_(gt_json_ *j, const char *ended) {
    const gt_rank_ r = gt_rank_of_process_();
    if (!r.rank) return;
    gt_json_object_(j, "rank", "rank:n ranks:n host:s job:k start_ns:n ended:k", (double)atol(r.rank),
                    r.ranks ? (double)atol(r.ranks) : gt_nan_(), r.host,
                    gt_text_("%.60s%s%.20s", r.job ? r.job : "", r.step ? "." : "", r.step ? r.step : ""),
                    (double)gt_clk_.start_ns, ended);
}
static void gt_json_head_(gt_json_ *j, const char *ended) {
    const gt_facts_ *facts = j->list ? j->list->snap.facts_ : NULL;     /* NULL: gtprof tells of a killed program */
    const gt_clock c = facts ? facts->clock : gt_clock_info();
    const gt_variable_ *v = NULL;
    gt_json_fields_(j, "schema:n kit:s date:s about:k compiler:s language:s flags:k", 1.0, GPUTIME_VERSION, gt_date_(),
                    facts ? facts->about : gt_about_, GT_COMPILER_, gt_text_(GT_LANGUAGE_), GPUTIME_FLAGS);
    /* only variables with a fixed set of values are written, so that no names of files appear */
    gt_json_open_(j, "settings", "{");
    while ((v = gt_variable_next_(v)) != NULL)
        if (v->values[0] && gt_variable_value_(v)) gt_json_text_(j, v->name, gt_variable_value_(v));
    gt_json_close_(j, "}");
    gt_json_number_(j, "seed", (double)gt_seed_of_run_());
    gt_json_rank_(j, ended);
    gt_json_open_(j, "clock", "{");
    gt_json_fields_(j, "name:s reason:k", c.name, c.reason);
    for (const gt_place_ *p = gt_places_.clock; p->name; p++) gt_json_number_(j, p->name, gt_placed_(&c, p));
    gt_json_close_(j, "}");
}

/* -- what a document holds -- */

static void gt_json_error_(gt_json_ *j) {
    const gt_error *e = &j->list->snap.facts_->error.error;
    if (!j->list->snap.facts_->failed) gt_json_word_(j, "error", "null");
    else
        gt_json_object_(j, "error", "status:s call:k code:k number:n file:k line:n detail:k",
                        gt_status_text_(e->status), e->call, e->code_name, (double)e->code, gt_last_name_(e->file),
                        (double)e->line, e->detail);
}
static void gt_json_costs_(gt_json_ *j, const gt_device_ *d) {
    gt_cost_ cost[GT_COSTS_];
    gt_lock_();
    const size_t count = gt_costs_known_(d);
    memcpy(cost, d->cost, sizeof cost);
    gt_unlock_();
    gt_json_open_(j, "costs", "[");
    for (size_t i = 0; i < count; i++)
        gt_json_object_(j, NULL, "name:s ns:x interval:i n:n", cost[i].code, cost[i].ns, &cost[i].ci,
                        (double)cost[i].n);
    gt_json_close_(j, "]");
}
/* Writes facts that a reader of the file needs to find the same findings. Opens the object `state`. In it the function
   writes each value of the structure *of that the table p names, unless it is 0. The caller closes the object. */
static void gt_json_state_(gt_json_ *j, const gt_place_ *p, const void *of) {
    gt_json_open_(j, "state", "{");
    for (; p->name; p++) {
        const double x = gt_placed_(of, p);
        if (x < 0 || x > 0) gt_json_number_(j, p->name, x);
    }
}
/* Writes the devices. Reports describe a device by a line: its name, then other texts, with " | " between them. Here
   each of these texts becomes a field. */
static void gt_json_devices_(gt_json_ *j) {
    const gt_facts_ *facts = j->list->snap.facts_;
    gt_json_open_(j, "devices", "[");
    for (const gt_device_facts_ *f = facts->device + 1; f < facts->device + facts->devices; f++) {
        char line[sizeof f->line], *part = line, *bar;
        gt_copy_(line, sizeof line, f->line);
        gt_json_open_(j, NULL, "{");
        for (; part; part = bar ? bar + 3 : NULL) {
            bar = strstr(part, " | ");
            if (bar) *bar = 0;
            if (part != line) gt_json_text_(j, NULL, part);
            else gt_json_fields_(j, "name:k", part);
            if (part == line) gt_json_open_(j, "facts", "[");
        }
        gt_json_close_(j, "]");
        if (f->is->place[0]) gt_json_text_(j, "place", f->is->place);
        gt_json_number_(j, "step_ns", gt_stamp_step_(f->is));
        gt_json_costs_(j, f->is);
        if (GT_LOAD_(&f->is->limits)) f->is->limits(j, f->is->id);
        gt_json_state_(j, gt_places_.device, f);
        /* aligned: 1 if the begin of a command is its START on the host's clock, 0 if it is the time of its enqueue
           call */
        gt_json_fields_(j, "aligned:n gauged:k", GT_LOAD_(&f->is->known) ? 1.0 : 0.0, f->gauged);
        gt_json_close_(j, "}");
        gt_json_close_(j, "}");
    }
    gt_json_close_(j, "]");
}
static void gt_json_stats_(gt_json_ *j, const char *key, const gt_stats *s) {
    if (!s->n) gt_json_word_(j, key, "null");
    else
        gt_json_object_(j, key, "n:n median:n mean:n sd:n min:n max:n p90:n p99:n tau:n spread:n tick:n p90_is_bound:b "
                        "p99_is_bound:b interval:i", (double)s->n, s->median, s->mean, s->sd, s->min, s->max, s->p90,
                        s->p99, s->tau, s->spread, s->tick, s->p90_is_bound, s->p99_is_bound, &s->ci);
}
/* Writes those parts of a time that are longer than 0 (ns). */
static void gt_json_means_(gt_json_ *j, const char *key, const double *part) {
    gt_json_open_(j, key, "{");
    for (int k = 0; k < GT_PART_COUNT_; k++)
        if (part[k] > 0) gt_json_number_(j, gt_column_names_[GT_COLUMN_kernel_ns + k + 3], part[k]);
    gt_json_close_(j, "}");
}
static void gt_json_account_(gt_json_ *j, const gt_series *s) {
    gt_shares_ h;
    const int known = gt_shares_of_(s, &h);
    if (known < 0 && !j->cause) j->cause = ENOMEM;
    if (known <= 0) {
        gt_json_word_(j, "account", "null");
        return;
    }
    gt_json_open_(j, "account", "{");
    gt_json_means_(j, "typical", h.typical);
    gt_json_means_(j, "mean", h.mean);
    gt_json_close_(j, "}");
}
static void gt_json_samples_(gt_json_ *j, const gt_series *s) {
    gt_json_open_(j, "samples", "{");
    for (int c = -3; c < GT_COLUMN_COUNT; c++) {
        if (c >= 0 && !s->known[c]) continue;
        gt_json_open_(j, gt_column_names_[c + 3], "[");
        for (size_t i = 0; i < s->kept; i++)
            gt_json_number_(j, NULL, c == -3 ? s->thread[i] : c == -2 ? s->begin_ns[i] : c == -1 ? s->ns[i]
                                     : gt_cell_(s, c, i));
        gt_json_close_(j, "]");
    }
    gt_json_close_(j, "}");
}
static void gt_json_series_state_(gt_json_ *j, const gt_series *s) {
    int broken = 0;
    gt_json_state_(j, gt_places_.series, s);
    for (int i = 0; i < 16; i++) broken |= s->broken[i] > 0;
    if (broken) gt_json_open_(j, "broken", "[");
    for (int i = 0; broken && i < 16; i++) gt_json_number_(j, NULL, (double)s->broken[i]);
    if (broken) gt_json_close_(j, "]");
    if (s->first_count_) gt_json_open_(j, "first_launches", "[");
    for (size_t i = 0; i < s->first_count_; i++) {
        const gt_first_ *n = &s->first_[i];
        gt_json_object_(j, NULL, "at:n launches:n again:n same:n itself:n stamped:n between:n first:n later:n",
                        (double)n->at, (double)n->launches, (double)n->again, (double)n->same,
                        (double)n->itself, (double)n->stamped, (double)n->between, (double)n->first, (double)n->later);
    }
    if (s->first_count_) gt_json_close_(j, "]");
    gt_json_close_(j, "}");
}
static void gt_json_series_(gt_json_ *j, const gt_series *s) {
    const uint64_t codes = gt_codes_of_(j->list, s);
    gt_json_open_(j, NULL, "{");
    gt_json_fields_(j, "series:s kind:s command:k file:k stopped:k cold:b flushed:b device:n optimised:n line:n "
                    "depth:n threads:n passes:n n:n kept:n", s->key_, gt_kinds_[s->kind].name, s->what,
                    gt_last_name_(s->file), s->stopped, s->cold, s->flushed, gt_device_number_(j->list, s),
                    s->optimised < 0 ? gt_nan_() : s->optimised, (double)s->line, (double)s->depth, (double)s->threads,
                    (double)s->passes, (double)s->n, (double)s->kept);
    gt_json_fields_(j, "sum_ns:x min_ns:x max_ns:x", s->sum_ns, s->n > s->rejected ? s->min_ns : gt_nan_(),
                    s->n > s->rejected ? s->max_ns : gt_nan_());
    gt_json_open_(j, "counts", "{");            /* counters that are 0 are left out of the file */
    for (int c = 0; c < GT_N_broken_; c++)
        if (gt_counter_(s, c) > 0) gt_json_number_(j, gt_counters_[c].name, gt_counter_(s, c));
    gt_json_close_(j, "}");
    gt_json_fields_(j, "flops_per_s:n bytes_per_s:n flops_interval:i bytes_interval:i", s->flops_per_s, s->bytes_per_s,
                    &s->flops_ci, &s->bytes_ci);
    gt_json_stats_(j, "duration", &s->stats);
    gt_json_stats_(j, "device_time", &s->device_stats);
    gt_json_stats_(j, "elsewhere", &s->rest_stats);
    gt_json_account_(j, s);
    gt_json_series_state_(j, s);
    gt_json_open_(j, "findings", "[");
    for (int c = 0; c <= GT_FINDING_ENV; c++)
        if (codes >> c & 1) gt_json_text_(j, NULL, gt_findings_table_[c].name);
    gt_json_close_(j, "]");
    if (!gt_variable_value_(&gt_variables_[GT_ENV_JSON_SAMPLES_])) gt_json_samples_(j, s);
    gt_json_close_(j, "}");
}
static void gt_json_savings_(gt_json_ *j, const gt_ratio_cursor_ *p) {
    gt_savings_ v;
    if (p->phase || !gt_savings_of_(p->c, p->base, p->side, &v)) return;
    gt_json_open_(j, "saves", "{");
    gt_json_fields_(j, "ns:n interval:i", v.of[0].ns, &v.of[0].ci);
    gt_json_open_(j, "parts", "[");
    for (size_t i = 1; i < v.rows; i++)
        gt_json_object_(j, NULL, "part:s ns:n interval:i", gt_parts_text_(v.of[i].parts), v.of[i].ns, &v.of[i].ci);
    gt_json_close_(j, "]");
    gt_json_close_(j, "}");
}
static void gt_json_ratios_(gt_json_ *j, const gt_series *s) {
    gt_ratio_cursor_ p = gt_ratios_of_(s);
    const gt_ratio *r = &p.r;
    while (s->kind == GT_KIND_COMPARISON && gt_ratio_next_(&p)) {
        gt_json_open_(j, NULL, "{");
        gt_json_fields_(j, "comparison:s base:s side:s scope:k ratio:n interval:i outcome:s threshold:n rounds:n "
                        "tied:n dropped:n", s->key_, p.base->key_, p.side->key_, p.phase ? p.phase->key_ : NULL,
                        r->ratio, &r->ci, gt_outcome_texts_[gt_ratio_outcome(r, s->threshold)], s->threshold,
                        (double)r->rounds, (double)r->tied, (double)r->dropped);
        gt_json_savings_(j, &p);
        gt_json_close_(j, "}");
    }
}
static void gt_json_batch_(gt_json_ *j, const gt_series *s) {
    gt_batch b;
    if (s->kind != GT_KIND_BATCH || s->cold || gt_batch_of_(s, &b) != GT_OK) return;
    gt_json_object_(j, NULL, "batch:s pass_ns:n pass_interval:i fixed_ns:n fixed_interval:i passes:n rounds:n "
                    "enqueue_ns:n curvature:i", s->key_, b.slope.slope, &b.slope.slope_ci, b.slope.fixed,
                    &b.slope.fixed_ci, b.passes, (double)b.slope.rounds, b.enqueue_ns, &b.curvature);
}
static void gt_json_figures_(gt_json_ *j, const gt_figure *f, size_t n) {
    gt_json_open_(j, "numbers", "[");
    for (size_t i = 0; i < n; i++)
        gt_json_object_(j, NULL, "name:s value:x unit:k", f[i].name, f[i].value, f[i].unit[0] ? f[i].unit : NULL);
    gt_json_close_(j, "]");
}
static void gt_json_said_(gt_json_ *j, const gt_said_ *s) {
    gt_json_open_(j, NULL, "{");
    gt_json_text_(j, "text", s->text);
    gt_json_figures_(j, s->figure, s->figures);
    gt_json_close_(j, "}");
}
/* Writes a section that a file of examples/more adds to the report: its title, columns, rows and sentences. A column
   has a name. Three fields say how the report prints it: on which side its text is aligned, its least width, and
   `spare`. If a line is too long, the column with the highest `spare` is left out first. */
static void gt_json_section_(gt_json_ *j, const gt_section_ *s) {
    gt_json_open_(j, NULL, "{");
    gt_json_text_(j, "title", s->columns ? s->column[0].title : "");
    gt_json_open_(j, "columns", "[");
    for (size_t c = 0; c < s->columns; c++)
        gt_json_object_(j, NULL, "name:s align:s width:n spare:n", s->column[c].title,
                        s->column[c].least < 0 ? "left" : "right", (double)abs(s->column[c].least),
                        (double)s->column[c].spare);
    gt_json_close_(j, "]");
    gt_json_open_(j, "rows", "[");
    for (size_t i = 0; i < s->cells; i++) {
        if (i % s->columns == 0) gt_json_open_(j, NULL, "[");
        gt_json_said_(j, &s->cell[i]);
        if ((i + 1) % s->columns == 0) gt_json_close_(j, "]");
    }
    gt_json_close_(j, "]");
    gt_json_open_(j, "sentences", "[");
    for (size_t i = 0; i < s->sentences; i++) gt_json_said_(j, &s->sentence[i]);
    gt_json_close_(j, "]");
    gt_json_close_(j, "}");
}
static void gt_json_sections_(gt_json_ *j) {
    const gt_section_ *s = j->list->snap.facts_->section;
    if (!s->cells && !s->sentences) return;
    gt_json_open_(j, "sections", "[");
    for (int i = 0; i < GT_SECTIONS_ && (s[i].cells || s[i].sentences); i++) gt_json_section_(j, &s[i]);
    gt_json_close_(j, "]");
}
/* Writes a list of findings. clocks: 1 if the findings are about clocks that the program reads itself. Each then has a
   field "runs", which says whether its clock is the one that gt_clock_set has set. */
static void gt_json_findings_(gt_json_ *j, const char *key, const gt_finding *f, size_t count, int clocks) {
    const gt_series *of = j->list->snap.series;
    gt_json_open_(j, key, "[");
    for (const gt_finding *end = f + count; f < end; f++) {
        gt_json_open_(j, NULL, "{");
        gt_json_fields_(j, "code:s severity:s series:k figures:k", f->name ? f->name : gt_finding_name(f->code),
                        gt_severity_text_(f->severity), f->series_ ? of[f->series_ - 1].key_ : f->path, f->figures);
        gt_json_figures_(j, f->figure, f->figure_count);
        gt_json_fields_(j, "sentence:s cause:k remedy:k said:b at:n spoils:x", f->sentence ? f->sentence : "", f->cause,
                        f->remedy, f->said_, (double)f->series_, f->spoils_ > 0 ? f->spoils_ : gt_nan_());
        if (clocks) gt_json_fields_(j, "runs:b", f->order_ != 0);
        gt_json_close_(j, "}");
    }
    gt_json_close_(j, "]");
}
/* Writes facts that findings and the report need and that no series holds. With them a reader of the file finds the
   same findings as the program. */
static void gt_json_facts_(gt_json_ *j) {
    const gt_facts_ *f = j->list->snap.facts_;
    gt_json_state_(j, gt_places_.run, f);
    gt_json_fields_(j, "machine:k stands:k ignored:k", f->machine, f->stands, f->ignored);
    uint64_t broken = 0;
    for (const gt_series *s = j->list->snap.series; s < j->list->end; s++)
        for (int i = 0; i < 16; i++) broken |= s->broken[i];
    /* This list is filled if some stamps are unusable. It tells what each kind of unusable stamps means. */
    gt_json_open_(j, "stamps", "[");
    for (int i = 0; i < 16 && broken; i++) gt_json_text_(j, NULL, gt_stamp_text_(i));
    gt_json_close_(j, "]");
    gt_json_findings_(j, "clocks", f->clock_finding, f->clock_findings, 1);
    gt_json_findings_(j, "told", f->told, f->told_count, 0);
    gt_json_close_(j, "}");
}
static void gt_json_each_(gt_json_ *j, const char *key, void (*write)(gt_json_ *j, const gt_series *s)) {
    gt_json_open_(j, key, "[");
    for (const gt_series *s = j->list->snap.series; s < j->list->end; s++) write(j, s);
    gt_json_close_(j, "]");
}
static void gt_json_of_(FILE *out, gt_list_ *l) {      /* writes a run and its findings */
    char room[4096];
    gt_json_ j = { out, room, 0, sizeof room, 2, 0, 0, 0, l };
    gt_json_open_(&j, NULL, "{");
    gt_json_head_(&j, NULL);
    gt_json_error_(&j);
    gt_json_number_(&j, "lost", (double)l->snap.lost);
    gt_json_facts_(&j);
    gt_json_devices_(&j);
    gt_json_each_(&j, "series", gt_json_series_);
    gt_json_each_(&j, "comparisons", gt_json_ratios_);
    gt_json_each_(&j, "batches", gt_json_batch_);
    gt_json_sections_(&j);
    gt_json_findings_(&j, "findings", l->f, l->count, 0);
    gt_json_close_(&j, "}\n");
}
gt_status gt_write_json(FILE *out) { return gt_run_print_(out, __func__, gt_json_of_); }

/* -- files -- */

#if defined(_WIN32)
typedef struct _stat gt_stat_type_;
#define gt_stat_ _stat
#define GT_IS_FILE_(about) (((about).st_mode & _S_IFMT) == _S_IFREG)
static int gt_is_link_(const char *file) { return !file; }
static int gt_rename_(const char *from, const char *to) { return !MoveFileExA(from, to, 1); /* 1: may replace */ }
static void gt_parts_clear_(const char *file) { (void)file; }
#define gt_file_open_ fopen
#else
#if defined(__linux__) && GT_GNU_       /* -std=c99 hides these functions */
GT_EXTERN_C_ ssize_t gt_readlink_(const char *file, char *to, size_t size) __asm__("readlink");
GT_EXTERN_C_ int gt_kill_(int process, int signal) __asm__("kill");
#else
#define gt_readlink_ readlink
#define gt_kill_ kill
#endif
typedef struct stat gt_stat_type_;
#define gt_stat_ stat
#define GT_IS_FILE_(about) S_ISREG((about).st_mode)
static int gt_is_link_(const char *file) {
    char to[1];
    return gt_readlink_(file, to, sizeof to) >= 0;
}
static int gt_rename_(const char *from, const char *to) { return rename(from, to); }
/* Removes temporary files that killed processes have left beside a file. Nobody can see whether a process of another
   machine or container still runs. So a temporary file of the last minute is kept. */
static void gt_parts_clear_(const char *file) {
    const char *slash = strrchr(file, '/'), *last = slash ? slash + 1 : file;
    const size_t folder = (size_t)(last - file), length = strlen(last), size = folder + length + 32;
    char *path = (char *)malloc(size);
    if (path) snprintf(path, size, "%.*s.", (int)folder, file);
    DIR *all = path ? opendir(path) : NULL;
    for (struct dirent *e; all && (e = readdir(all)) != NULL;) {
        const char *number = e->d_name + length + 1;
        gt_stat_type_ about;
        if (strncmp(e->d_name, last, length) || e->d_name[length] != '.') continue;
        const size_t digits = strspn(number, "0123456789");
        if (!digits || digits > 9 || strcmp(number + digits, ".part")) continue;
        snprintf(path, size, "%.*s%s", (int)folder, file, e->d_name);
        if (!stat(path, &about) && difftime(time(NULL), about.st_mtime) > 60 && gt_kill_(atoi(number), 0) &&
            errno == ESRCH) remove(path);
    }
    if (all) closedir(all);
    free(path);
}
/* Opens a pipe to write. Whoever does that waits until somebody reads the pipe: this function two seconds at most.
   Returns the number of the open file; -1 if that fails, and errno is ENXIO if nobody reads the pipe. */
static int gt_pipe_end_(const char *name) {
    int end;
    for (int tries = 0; (end = open(name, O_WRONLY | O_NONBLOCK)) < 0 && errno == ENXIO && tries < 200; tries++)
        gt_sleep_(10);
    return end;
}
static FILE *gt_file_open_(const char *name, const char *how) {     /* as fopen, but see gt_pipe_end_ */
    gt_stat_type_ about;
    if (stat(name, &about) || !S_ISFIFO(about.st_mode)) return fopen(name, how);
    const int end = gt_pipe_end_(name);
    if (end < 0) return NULL;
    FILE *f = fopen(name, how);
    close(end);
    return f;
}
#endif
/* Returns 1 if a new file may replace this one: it is a regular file, or does not exist. A device, a pipe or a link is
   not replaced; the kit writes to it. */
static int gt_is_replaceable_(const char *file) {
    gt_stat_type_ about;
    if (gt_is_link_(file)) return 0;
    return gt_stat_(file, &about) ? errno == ENOENT : GT_IS_FILE_(about);
}
/* Returns the text that replaces %p (process id), %r (rank) or %h (host) in the name of a file. Returns NULL for any
   other letter. */
static const char *gt_file_letter_(char letter) {
    const gt_rank_ r = gt_rank_of_process_();
    if (letter == 'p') return gt_text_("%u", (unsigned)gt_process_());
    if (letter == 'r') return gt_text_("%s", r.rank ? r.rank : "0");
    return letter == 'h' ? gt_text_("%s", r.host) : NULL;
}
/* Returns the name of a file: `pattern` with %p, %r and %h replaced, and `end` behind it. The caller frees the name.
   Returns NULL if memory runs out. */
static char *gt_file_name_(const char *pattern, const char *end) {
    const size_t size = strlen(pattern) + strlen(end) + 8 * sizeof(((gt_rank_ *)NULL)->host);
    char *name = (char *)malloc(size);
    size_t used = 0;
    for (const char *part; name && *pattern; pattern++) {
        part = *pattern == '%' ? gt_file_letter_(pattern[1]) : NULL;
        if (part && used + strlen(part) + strlen(pattern) + strlen(end) < size) {
            used += (size_t)sprintf(name + used, "%s", part);
            pattern++;
        } else {
            name[used++] = *pattern;
        }
    }
    if (name) strcpy(name + used, end);
    return name;
}
static gt_status gt_file_failed_(const char *what, const char *file, int cause) {
    return gt_error_offer_(GT_ERROR_KEPT_, GT_ERR_IO, 0, NULL, what, file, 0, cause ? strerror(cause) : "");
}
/* Lets the function `write` write to f, and closes f. *status: becomes what `write` returned. Returns the errno of the
   first failure, or 0. */
static int gt_file_fill_(FILE *f, gt_status (*write)(FILE *out), gt_status *status) {
    int cause = 0;
    errno = 0;
    gt_in_file_ = 1;
    *status = write(f);
    gt_in_file_ = 0;
    if (*status == GT_ERR_IO || fflush(f) || ferror(f)) cause = errno ? errno : EIO;
    if (fclose(f) && !cause) cause = errno ? errno : EIO;
    return cause;
}
gt_status gt_write_file(const char *file, gt_status (*write)(FILE *out)) {
    gt_status status = GT_ERR_MEMORY;
    int cause = 0;
    if (!file || !write) return GT_ERR_ARGUMENT;
    if (!strcmp(file, "-")) return write(stdout);
    char *name = gt_file_name_(file, "");
    char *beside = gt_file_name_(file, gt_text_(".%u.part", (unsigned)gt_process_()));
    if (name && beside) {
        const int inside = !gt_is_replaceable_(name);
        if (!inside) gt_parts_clear_(name);
        FILE *f = gt_file_open_(inside ? name : beside, "wb");
        cause = f ? gt_file_fill_(f, write, &status) : errno;
        if (f && !inside && !cause && status == GT_OK && gt_rename_(beside, name)) cause = errno ? errno : EIO;
        if (!inside && (cause || status != GT_OK)) remove(beside);
        if (cause) status = gt_file_failed_("gt_write_file", name, cause);
    }
    free(beside);
    free(name);
    if (cause) errno = cause;
    return status;
}

/* -- trace -- */

/* The trace is written while the program runs. Samples are written when their block of memory is full, and every 100
   ms. Commands are written when their scope ends. Each write adds whole lines and the closing bracket of the list. The
   next write overwrites that bracket, so that the file is complete even if the program is killed. A thread holds the
   kit's lock while it writes. */
/* GT_TRACE_FULL_: the cause that a trace ended, where it has reached its largest size; others are values of errno. */
enum { GT_TRACE_ROOM_ = 1 << 16, GT_TRACE_NAME_ = 10240, GT_TRACE_LANES_ = 4, GT_TRACE_FULL_ = -1 };
typedef struct gt_trace_queue_ {
    const void *queue;
    /* Commands of one queue can overlap in time. A trace then draws them one below the other, on several lanes. Each
       number is the time at which the last command on one lane ends (ns on the time axis of the file). */
    uint64_t lane[GT_TRACE_LANES_];
} gt_trace_queue_;
static struct {
    /* j: the trace. head: the text with which every event of the series that is written now begins. */
    gt_json_ j, head;
    char *file;
    int seeks;                  /* 1: the end of the file can be overwritten, since the file is no pipe */
    double most_bytes;          /* the largest size of a file that can be overwritten; 0: any */
    uint32_t process;
    unsigned threads;           /* how many threads have already got a name in the file */
    uint32_t epoch;             /* the number of the clock (gt_clk_.epoch) whose times are written now */
    /* base: the time in the file (ns) at which the times of this clock begin. most: the latest time in the file
       (ns). */
    double base, most;
    /* when the kit last looked for samples to write, in ticks of the clock with the number last_epoch */
    uint64_t last;
    uint32_t last_epoch;
    size_t arrows;
    gt_trace_queue_ *queue;
    size_t queues, room;
} gt_trace_;

static double gt_trace_ns_(uint64_t ticks) {
    const double ns = (double)(int64_t)(ticks - gt_clk_.start) * gt_clk_.ns_per_tick;
    if (gt_trace_.epoch != gt_clk_.epoch) gt_trace_.base = gt_trace_.most;
    gt_trace_.epoch = gt_clk_.epoch;
    return gt_trace_.base + (ns > 0 ? ns : 0);
}
/* Writes a time of `ns` nanoseconds as microseconds, such as "1234.567". The text ends just before `end`. Returns the
   begin of the text. */
static char *gt_trace_us_(char *end, uint64_t ns) {
    uint32_t part = (uint32_t)(ns % 1000);
    *--end = (char)('0' + part % 10);
    *--end = (char)('0' + part / 10 % 10);
    *--end = (char)('0' + part / 100);
    *--end = '.';
    for (ns /= 1000; ns > UINT32_MAX; ns /= 10) *--end = (char)('0' + ns % 10);
    for (part = (uint32_t)ns; part > 9; part /= 10) *--end = (char)('0' + part % 10);
    *--end = (char)('0' + part);
    return end;
}
static void gt_trace_time_(gt_json_ *j, const char *key, double ns) {
    char text[32], *at = gt_trace_us_(text + 31, (uint64_t)(ns + 0.5));
    text[31] = 0;
    gt_json_word_(j, key, at);
    if (ns > gt_trace_.most) gt_trace_.most = ns;
}
/* After a failed write: ends the list where it ended before that write, and writes blanks over what came behind.
   Removes a file that cannot be mended. If none of that write came into the file, nothing has to be mended. */
static void gt_trace_mend_(FILE *out, long from) {
    int lost = fseek(out, 0, SEEK_END) != 0;
    const long end = lost ? 0 : ftell(out);
    lost |= fseek(out, from, SEEK_SET) || !from || fputs("\n]\n", out) < 0;
    for (long at = from + 3; at < end && !lost; at++) lost = fputc(' ', out) < 0;
    lost |= fflush(out) != 0 && (!from || end > from + 3);
    if (lost && gt_trace_.file && gt_is_replaceable_(gt_trace_.file)) remove(gt_trace_.file);
}
/* Writes the collected text of the trace to the file. After a failure nothing more is traced; the function that closes
   the trace returns the error. */
static void gt_trace_flush_(void) {
    gt_json_ *j = &gt_trace_.j;
    if (!j->used) return;
    const long from = gt_trace_.seeks && !j->cause ? ftell(j->out) : -1;
    if (gt_trace_.seeks) gt_json_raw_(j, "\n]\n");
    if (gt_trace_.most_bytes > 0 && from >= 0 && (double)from + (double)j->used > gt_trace_.most_bytes)
        j->cause = GT_TRACE_FULL_;
    errno = 0;
    gt_json_flush_(j);
    if (!j->cause && (fflush(j->out) || (gt_trace_.seeks && fseek(j->out, -3, SEEK_CUR))))
        j->cause = errno ? errno : EIO;
    if (!j->cause) return;
    GT_STORE_(&gt_traced_by_, (const gt_tracer_ *)NULL);       /* who sees that nothing is traced sees the cause */
    if (from >= 0) gt_trace_mend_(j->out, from);
}
static void gt_trace_threads_(unsigned number);
/* Begins an event of the trace: writes all that stands before the event's times. A very long name is cut. head: a
   writer that gets the text instead of the trace; NULL to write to the trace. cat: the category, or NULL. Returns the
   writer with which the caller goes on with the event. */
static gt_json_ *gt_trace_begin_(gt_json_ *head, const char *how, size_t pid, size_t tid, const char *name,
                                 const char *cat) {
    gt_json_ *j = head ? head : &gt_trace_.j;
    size_t length = strlen(name);
    if (j->room - j->used < j->room / 2) gt_trace_flush_();
    if (pid == 1) gt_trace_threads_((unsigned)tid);
    gt_json_open_(j, NULL, "{");
    gt_json_fields_(j, "ph:s pid:n tid:n", how, (double)pid, (double)tid);
    gt_json_next_(j, "name");
    gt_json_string_(j, name, length < GT_TRACE_NAME_ ? length : (size_t)GT_TRACE_NAME_);
    if (cat) gt_json_text_(j, "cat", cat);
    return j;
}
/* Writes to the trace the name of a process, or of one of its tracks. what: "process_name" or "thread_name". */
static void gt_trace_name_(const char *what, size_t pid, size_t tid, const char *name) {
    gt_json_ *j = gt_trace_begin_(NULL, "M", pid, tid, what, NULL);
    gt_json_object_(j, "args", "name:s", name);
    gt_json_close_(j, "}");
}
/* Writes the parts of a sample's time as arguments of the sample's slice in the trace: ,"args":{"kernel_ns":12345} */
static void gt_trace_parts_(gt_json_ *j, const gt_sample *row, double ns_per_tick) {
    const char *before = ",\"args\":{";
    for (int c = GT_COLUMN_kernel_ns; c <= GT_COLUMN_unseen_ns; c++) {
        const double ns = gt_cell_of_(row, c) * ns_per_tick;
        if (!(ns >= 0.5)) continue;
        const char *text = gt_text_("%s\"%s\":%.0f", before, gt_column_names_[c + 3], ns);
        gt_json_put_(j, text, strlen(text));
        before = ",";
    }
    if (before[1]) return;
    gt_json_put_(j, "}", 1);
}
/* Writes the names of threads to the trace: of all that have none yet, up to thread `number`. */
static void gt_trace_threads_(unsigned number) {
    while (gt_trace_.threads < number) {
        const unsigned next = ++gt_trace_.threads;
        gt_trace_name_("thread_name", 1, next, gt_text_("thread %u", next));
    }
}
static void gt_trace_samples_(gt_node_ *n, const gt_ticks_ *at, const gt_ticks_ *end, const gt_sample *row) {
    gt_json_ *j = &gt_trace_.j, *head = &gt_trace_.head;
    const double rate = gt_clk_.ns_per_tick, base = gt_trace_ns_(gt_clk_.start) + 0.5;
    char text[64], *c;
    head->used = 0;
    head->depth = head->next = 1;
    gt_trace_begin_(head, "X", 1, n->state->thread, n->state->key.name,
                    n->state->key.cold == GT_RESTS_ ? "unrecorded"
                    : n->state->key.cold            ? "warm-up" : gt_kinds_[n->state->key.kind].name);
    gt_json_next_(head, "ts");
    for (const gt_ticks_ *first = at; at < end; at++) {
        const double ticks = (double)(int64_t)(at->begin - gt_clk_.start);
        const uint64_t begin = (uint64_t)(base + ticks * rate);
        const uint64_t over = (uint64_t)(base + (ticks + (double)at->ticks) * rate);
        if (at->ticks >> 63) continue;          /* the clock stepped back: the series leaves out this sample, too */
        if (j->room - j->used < head->used + 1024) gt_trace_flush_();
        gt_json_put_(j, head->text, head->used);
        c = gt_trace_us_(text + sizeof text, over - begin) - 7;
        memcpy(c, ",\"dur\":", 7);
        c = gt_trace_us_(c, begin);
        gt_json_put_(j, c, (size_t)(text + sizeof text - c));
        if (row) gt_trace_parts_(j, row + (at - first), rate);
        gt_json_put_(j, "}", 1);
        gt_trace_.most = gt_larger_((double)over, gt_trace_.most);
    }
}
/* Writes to the trace those samples of a series that are not in the file yet. */
static void gt_trace_series_(gt_node_ *n) {
    gt_series_state_ *st = n->state;
    uint64_t before = st->freed;
    const uint64_t all = gt_samples_in_(n);
    gt_ticks_ *next = GT_LOAD_(&n->next), *first = st->spill ? gt_block_samples_(st->spill) : NULL;
    if (!next || !n->parent || gt_is_kind_(st->key.kind, GT_DOUBLES_)) return;
    /* gt_reset has written the samples that stand before its mark; only such samples are in blocks that were freed */
    if (st->traced < st->mark_n) st->traced = st->mark_n;
    for (gt_block_ *b = GT_LOAD_(&st->blocks); b && st->traced < all; b = GT_LOAD_(&b->after)) {
        const gt_ticks_ *at = gt_block_samples_(b);
        /* This block has a gt_sample for each sample. Blocks of series of commands have fewer, but for such series the
           function has already returned. */
        const gt_sample *row = (const gt_sample *)(const void *)GT_LOAD_(&b->row);
        const uint64_t end = before + b->size < all ? before + b->size : all, from = st->traced - before;
        if (st->traced < end) gt_trace_samples_(n, at + from, at + (end - before), row ? row + from : NULL);
        if (st->traced < end) st->traced = end;
        before += b->size;
    }
    if (!first || next < first || next > first + GT_SPILL_) return;
    gt_trace_samples_(n, first + st->spill_traced, next, NULL);
    st->spill_traced = (size_t)(next - first);
}
static void gt_trace_thread_(gt_thread_ *t) {
    for (gt_node_ *n = t->root; n; n = gt_node_next_(n, t->root)) gt_trace_series_(n);
    gt_trace_flush_();
}
/* Takes the kit's lock and returns 1 if this process writes a trace and ticks can be turned into ns. Otherwise returns
   0 and takes no lock. */
static int gt_trace_lock_(void) {
    if (!gt_is_traced_() || gt_trace_.process != gt_process_()) return 0;
    gt_clock_fit_();
    gt_lock_();
    if (gt_is_traced_() && GT_PEEK_(&gt_clk_.fitted) != GT_FIT_NONE_) return 1;
    gt_unlock_();
    return 0;
}
static void gt_trace_takes_full_(gt_node_ *n) {
    if (!n->thread->number || !gt_trace_lock_()) return;
    gt_trace_series_(n);
    gt_unlock_();
}
static void gt_trace_takes_due_(gt_thread_ *t, uint64_t now) {
    if (GT_PEEK_(&gt_trace_.last_epoch) != gt_clk_.epoch) {
        GT_POKE_(&gt_trace_.last_epoch, gt_clk_.epoch);
        GT_POKE_(&gt_trace_.last, now);
    }
    if (t && (!t->number || gt_rough_ns_(now - GT_PEEK_(&gt_trace_.last)) < 1e8)) return;
    if (!gt_trace_lock_()) return;
    GT_POKE_(&gt_trace_.last, gt_now_());
    if (gt_program_seam_()) gt_program_seam_()->trace(0);
    if (t) gt_trace_thread_(t);
    else for (t = GT_LOAD_(&gt_threads_); t; t = GT_LOAD_(&t->younger)) gt_trace_thread_(t);
    gt_unlock_();
}
/* Returns the number by which the trace knows the queue of a command. A viewer shows the queue as a process with this
   number, which has a track for each lane. The number is at least 2. Returns 0 if memory runs out. */
static size_t gt_trace_queue_of_(const gt_command *r) {
    char name[81];
    size_t i = 0;
    while (i < gt_trace_.queues && gt_trace_.queue[i].queue != r->queue) i++;
    if (i < gt_trace_.queues) return i + 2;
    gt_trace_queue_ *q = (gt_trace_queue_ *)gt_more_(&gt_trace_.queue, i, &gt_trace_.room, sizeof *q);
    if (!q) return 0;
    memset(q, 0, sizeof *q);
    q->queue = r->queue;
    gt_trace_.queues++;
    gt_device_said_(r->device->line, name, sizeof name);
    gt_trace_name_("process_name", i + 2, 0,
                   gt_text_("queue %zu%s: %s", i + 1, r->in_order ? "" : " (out of order)", name));
    for (size_t lane = 1; lane <= GT_TRACE_LANES_; lane++)
        gt_trace_name_("thread_name", i + 2, lane, gt_text_("running %zu", lane));
    return i + 2;
}
/* Writes one event of a pair. `how` says which: "b" begins and "e" ends a stretch of time; "s" begins and "f" ends an
   arrow. */
static void gt_trace_half_(const char *how, size_t pid, size_t tid, const char *what, double ns, const char *command) {
    gt_json_ *j = gt_trace_begin_(NULL, how, pid, tid, what, what);
    gt_json_fields_(j, "id:n ts:t", (double)gt_trace_.arrows, ns);
    if (how[0] == 'f') gt_json_text_(j, "bp", "e");
    if (command) gt_json_object_(j, "args", how[0] == 'b' ? "command:s" : "", command);
    gt_json_close_(j, "}");
}
static void gt_trace_wait_(size_t pid, const char *what, const char *name, double from, double to) {
    gt_trace_half_("b", pid, 0, what, from, name);
    gt_trace_half_("e", pid, 0, what, to, name);
}
/* Writes a command to the trace. start: its START (ns in the file). off: how far START may be off (ns); NaN if not
   known. *place: becomes the track and the times at which the command is drawn as a slice. */
static void gt_trace_command_(const gt_command *r, unsigned thread, double start, double off, gt_trace_track_ *place) {
    const size_t pid = gt_trace_queue_of_(r);
    const double asked = gt_trace_ns_(r->before), end = start + (double)(r->end - r->start);
    const double submit = start - (double)(r->start - r->submit), queued = submit - (double)(r->submit - r->queued);
    const int good = r->stamps == GT_STAMPS_GOOD;
    size_t lane = 0;
    if (!pid) return;
    gt_trace_.arrows++;
    while (lane < GT_TRACE_LANES_ - 1 && gt_trace_.queue[pid - 2].lane[lane] > (uint64_t)(start + 0.5)) lane++;
    if (good && queued > 0) {
        gt_trace_wait_(pid, "queued", r->name, queued, submit);
        gt_trace_wait_(pid, "submitted", r->name, submit, start);
    }
    /* More commands run at the same time than there are lanes, so that this one is not drawn as a slice. */
    if (gt_trace_.queue[pid - 2].lane[lane] > (uint64_t)(start + 0.5)) {
        gt_trace_wait_(pid, "running", r->name, start, end);
        return;
    }
    gt_trace_.queue[pid - 2].lane[lane] = (uint64_t)(end + 0.5);
    const gt_trace_track_ here = { pid, lane + 1, start, end, 0 };
    *place = here;
    gt_json_ *j = gt_trace_begin_(NULL, "X", pid, lane + 1, r->name, r->kind);
    gt_json_fields_(j, "ts:t dur:t", start, (double)((uint64_t)(end + 0.5) - (uint64_t)(start + 0.5)));
    gt_json_open_(j, "args", "{");
    gt_json_fields_(j, "uncertainty_ns:n bytes:n waits:n queued_ns:n submitted_ns:n", off,
                    r->bytes > 0 ? r->bytes : gt_nan_(), (double)r->waits,
                    good ? (double)(r->submit - r->queued) : gt_nan_(),
                    good ? (double)(r->start - r->submit) : gt_nan_());
    if (gt_program_seam_()) gt_program_seam_()->arguments(j, r);
    gt_json_close_(j, "}");
    gt_json_close_(j, "}");
    if (!r->before || asked > start) return;
    gt_trace_half_("s", 1, thread, "enqueue", asked, NULL);
    gt_trace_half_("f", pid, lane + 1, "enqueue", start, NULL);
}
/* Writes to the trace how many commands of a thread are in flight: enqueued, but not over. edge: an array of n moments
   at which this number changes. At an enqueue `step` is -1, at the end of a command 1, so that the enqueue comes first
   when moments of one time are sorted. */
static void gt_trace_flight_(unsigned thread, gt_account_cut_ *edge, size_t n) {
    int flying = 0;
    gt_cuts_sort_(edge, n);
    for (size_t i = 0; i < n; i++) {
        flying -= edge[i].step;
        gt_json_ *j = gt_trace_begin_(NULL, "C", 1, thread, gt_text_("commands in flight, thread %u", thread), NULL);
        gt_json_fields_(j, "ts:t", edge[i].at);
        gt_json_object_(j, "args", "commands:n", (double)flying);
        gt_json_close_(j, "}");
    }
}
/* Writes an arrow from the end of a command to the START of another command that had to wait for it. A barrier or a
   marker has no slice. It takes over the slice of the last command for which it waited. */
static void gt_trace_after_(const gt_trace_track_ *p, gt_trace_track_ *to, int listed) {
    const char *why = listed && !p->passed ? "wait" : "order";
    if (!p->pid) return;
    if (!to->pid || (to->passed && to->end < p->end)) {
        *to = *p;
        to->passed = 1;
    } else if (!to->passed && p->start <= to->start) {
        const double at = gt_larger_(p->start, p->end - 1);      /* viewers want the arrow to begin inside the slice */
        gt_trace_.arrows++;
        gt_trace_half_("s", p->pid, p->tid, why, at < to->start ? at : to->start, NULL);
        gt_trace_half_("f", to->pid, to->tid, why, to->start, NULL);
    }
}
static void gt_trace_waits_(const gt_command *row, size_t n, const gt_thread_ *thread, gt_trace_track_ *place) {
    const gt_waits_ waits = gt_waits_of_(row, n, 1);
    if (gt_program_seam_()) gt_program_seam_()->slices(row, n, thread, place, gt_trace_after_);
    for (size_t i = 0; i < waits.n; i++)
        gt_trace_after_(&place[waits.wait[i].from], &place[waits.wait[i].to], waits.wait[i].listed);
    free(waits.wait);
}
/* Returns the *n commands r of a thread in the order of their calls, with the markers and barriers that calls.h has
   seen between them. *n: becomes the number of all these together. The caller frees the returned memory. Returns
   NULL if memory runs out. */
static gt_command *gt_trace_rows_(const gt_command *r, size_t *n, const gt_thread_ *thread) {
    gt_commands_ all = { (gt_command *)malloc(*n * sizeof *r), *n, *n };
    if (!all.row) return NULL;
    memcpy(all.row, r, *n * sizeof *r);
    if (gt_program_seam_()) gt_program_seam_()->marks(&all, thread);
    *n = all.used;
    qsort(all.row, *n, sizeof *r, gt_command_call_order_);
    return all.row;
}
/* Writes the commands of a scope to the trace. If the clock of a device is not aligned with the host's, the function
   shifts all commands of that device by the same time. After the shift no command is queued before its enqueue call
   began, or after that call returned. Of several such times it takes the one that fits earlier scopes, too. */
static void gt_trace_takes_commands_(const gt_command *row, size_t n, const gt_node_ *scope) {
    const unsigned thread = scope->thread->number;
    gt_device_ *placed = NULL;
    if (!thread || !n || !gt_trace_lock_()) return;
    gt_command *all = gt_trace_rows_(row, &n, scope->thread);
    const gt_command *end = all ? all + n : NULL;
    gt_account_cut_ *edge = (gt_account_cut_ *)malloc(2 * n * sizeof *edge), *at = edge;
    gt_trace_track_ *place = (gt_trace_track_ *)calloc(n, sizeof *place);
    for (const gt_command *r = all; all && edge && place && r < end; r++) {
        double low = 0, high = gt_nan_(), off = r->doubt_ns;
        if (!gt_command_used_(r)) continue;
        const double asked = gt_trace_ns_(r->before);
        for (const gt_command *k = r; !r->begin && r->device != placed && k < end; k++) {
            const int good = k->stamps == GT_STAMPS_GOOD;       /* START may be later than the call's return */
            const double stamp = (double)(good ? k->queued : k->start);
            const double before = gt_trace_ns_(k->before) - stamp, after = gt_trace_ns_(k->after) - stamp;
            if (!gt_command_used_(k) || k->device != r->device) continue;
            if (k == r || before > low) low = before;
            if (good && k->after && !(after >= high)) high = after;
        }
        if (!r->begin && r->device != placed) {
            placed = (gt_device_ *)(uintptr_t)r->device;
            gt_ahead_narrow_(&placed->host, low, high, asked);
        }
        if (!r->begin) off = placed->host.high > placed->host.low ? placed->host.high - placed->host.low : gt_nan_();
        const double start = r->begin ? gt_trace_ns_(r->begin) : placed->host.low + (double)r->start;
        if (start < 0) continue;
        gt_trace_command_(r, thread, start, off, &place[r - all]);
        /* A command is in flight from its enqueue on. If its START lies before that, which is possible since an aligned
           clock may be off, it is in flight from START on. */
        const gt_account_cut_ from = { r->before && asked < start ? asked : start, 0, -1, 0, 0, 0 };
        const gt_account_cut_ to = { start + (double)(r->end - r->start), 0, 1, 0, 0, 0 };
        *at++ = from;
        *at++ = to;
    }
    if (edge) gt_trace_flight_(thread, edge, (size_t)(at - edge));
    if (all && place) gt_trace_waits_(all, n, scope->thread, place);
    free(all);
    free(edge);
    free(place);
    gt_unlock_();
}

static const gt_tracer_ gt_tracer_here_ GT_APART_(gt_tracer_here_) = {
    gt_trace_takes_full_, gt_trace_takes_due_, gt_trace_takes_commands_ };
static gt_status gt_trace_open_(const char *pattern) {
    gt_status status = GT_ERR_MEMORY;
    char *file = gt_file_name_(pattern, ""), *room = (char *)malloc(2 * GT_TRACE_ROOM_);
    const int all = file && room && (!gt_program_seam_() || gt_program_seam_()->trace(1));
    /* Another process that writes to a file of this name goes on with that file, which then has no name. */
    if (all && strcmp(file, "-") && gt_is_replaceable_(file)) remove(file);
    FILE *out = all ? strcmp(file, "-") ? gt_file_open_(file, "wb") : stdout : NULL;
    if (out) {
        gt_lock_();
        memset(&gt_trace_, 0, sizeof gt_trace_);
        gt_trace_.file = file;
        gt_trace_.seeks = out != stdout && !fseek(out, 0, SEEK_CUR);
        gt_trace_.process = gt_process_();
        gt_trace_.epoch = gt_trace_.last_epoch = gt_clk_.epoch;
        const gt_json_ j = { out, room, 0, GT_TRACE_ROOM_, 1, 0, 0, 0, NULL };
        gt_trace_.j = gt_trace_.head = j;
        gt_trace_.head.text += GT_TRACE_ROOM_;
        gt_trace_.last = gt_now_();
        /* the host's clock may be another one than during the last trace */
        for (gt_device_ *d = GT_LOAD_(&gt_devices_); d; d = GT_LOAD_(&d->after)) d->host.at = 0;
        gt_json_open_(&gt_trace_.j, NULL, "[");
        gt_trace_name_("process_name", 1, 0, gt_text_("process %u", (unsigned)gt_process_()));
        GT_STORE_(&gt_traced_by_, &gt_tracer_here_);
        gt_trace_flush_();
        gt_unlock_();
        return GT_OK;
    }
    if (all) status = GT_ERR_IO;
    free(file);
    free(room);
    return status;
}
/* Writes each finding to the trace, at the time of the first sample of the finding's series. */
static void gt_trace_findings_(const gt_list_ *l) {
    for (const gt_finding *f = l->f; f < l->f + l->count; f++) {
        const gt_series *s = f->series_ ? &l->snap.series[f->series_ - 1] : NULL;
        const int placed = s && s->kept;
        gt_json_ *j = gt_trace_begin_(NULL, "i", 1, placed ? s->thread[0] : 1,
                                      gt_text_("%s: %s", gt_severity_text_(f->severity), f->name), NULL);
        gt_json_fields_(j, "ts:t s:s", placed ? gt_trace_.base + s->begin_ns[0] : gt_trace_.most, placed ? "t" : "g");
        gt_json_object_(j, "args", "series:s figures:s cause:s remedy:s", f->path, f->figures, f->cause, f->remedy);
        gt_json_close_(j, "}");
    }
}
static gt_status gt_trace_close_(void) {
    gt_list_ l;
    if (!gt_trace_.file || gt_trace_.process != gt_process_()) return GT_ERR_ORDER;
    gt_trace_due_(NULL, 0);
    gt_status status = gt_list_open_(&l);
    if (status == GT_ERR_ORDER) return status;
    gt_lock_();
    if (status == GT_OK && gt_is_traced_()) gt_trace_findings_(&l);
    if (!gt_trace_.seeks) gt_json_raw_(&gt_trace_.j, "\n]\n");
    if (gt_is_traced_()) gt_trace_flush_();
    const int all = gt_is_traced_() || gt_trace_.j.cause == GT_TRACE_FULL_;
    int cause = all ? 0 : gt_trace_.j.cause ? gt_trace_.j.cause : EIO;
    GT_POKE_(&gt_traced_by_, (const gt_tracer_ *)NULL);
    if (gt_trace_.j.out != stdout && fclose(gt_trace_.j.out) && !cause) cause = errno ? errno : EIO;
    free(gt_trace_.file);
    free(gt_trace_.j.text);
    free(gt_trace_.queue);
    memset(&gt_trace_, 0, sizeof gt_trace_);
    gt_unlock_();
    if (status == GT_OK) (void)gt_list_close_(&l);
    errno = cause;
    return cause ? GT_ERR_IO : status;
}
#ifndef GT_EXIT_OUTPUT_             /* gtprof defines it: it names its options, and notes what failed */
#define GT_EXIT_OUTPUT_(variable, to, failed) gt_text_("gputime: %s=%s", variable, to)
#endif
/* Prints the error of an output that was written at exit. errno says why it failed. */
static void gt_exit_failed_(const char *variable, const char *to, gt_status status) {
    const char *what = status == GT_ERR_IO ? "cannot be written: " : gt_status_text_(status);
    const char *why = status != GT_ERR_IO ? "" : errno == ENXIO ? "nobody reads this pipe" : strerror(errno);
    fprintf(stderr, "%s: %s%s\n", GT_EXIT_OUTPUT_(variable, to, 1), what, why);
}

/* -- a file for each copy of the kit -- */

/* Returns the name of the file that copy `number` of the kit writes: for run.json the second copy writes run.2.json.
   The caller frees the name; NULL means that memory ran out. A program may hold several copies of the kit that do not
   know each other: with GPUTIME_STATIC, or in a library that hides its names. All of them read the same environment
   variables. */
static char *gt_numbered_(const char *pattern, int number) {
    const char *last = gt_last_name_(pattern), *dot = strrchr(last, '.');
    const size_t size = strlen(pattern) + 16;
    char *name = (char *)malloc(size);
    if (!dot || dot == last) dot = last + strlen(last);
    if (name) snprintf(name, size, "%.*s%s%s", (int)(dot - pattern), pattern,
                       number > 1 ? gt_text_(".%d", number) : "", dot);
    return name;
}
/* Returns a number that changes when somebody writes to the file. Returns 0 if there is no regular file of this
   name. */
static uint64_t gt_file_mark_(const char *pattern) {
    char *name = pattern && strcmp(pattern, "-") ? gt_file_name_(pattern, "") : NULL;
    gt_stat_type_ is;
    const int there = name && !gt_stat_(name, &is) && GT_IS_FILE_(is);
    free(name);
    if (!there) return 0;
    return gt_hash_text_(1, gt_text_("%.0f %.0f %.0f %.0f", (double)is.st_dev, (double)is.st_ino, (double)is.st_size,
                                     (double)is.st_mtime)) | 1;
}
/* Returns 1 if another copy of the kit in this process writes the trace of this name. Its file exists from the start,
   and its first lines name the process that writes it. */
static int gt_is_own_trace_(const char *pattern) {
    char *name = gt_file_mark_(pattern) ? gt_file_name_(pattern, "") : NULL, head[256];
    FILE *f = name ? fopen(name, "rb") : NULL;
    const size_t length = f ? fread(head, 1, sizeof head - 1, f) : 0;
    head[length] = 0;
    if (f) fclose(f);
    free(name);
    return strstr(head, gt_text_("\"process %u\"", (unsigned)gt_process_())) != NULL;
}
static void gt_trace_ask_(void) {       /* called when the kit starts: begins the trace that GT_TRACE asks for */
    const char *to = gt_variable_value_(&gt_variables_[GT_ENV_TRACE_]);
    char *name = to ? gt_numbered_(to, 1) : NULL;
    for (int number = 2; name && gt_is_own_trace_(name); number++) {
        free(name);
        name = gt_numbered_(to, number);
    }
    if (to && gt_trace_open_(name ? name : to) != GT_OK) gt_exit_failed_("GT_TRACE", to, GT_ERR_IO);
    free(name);
}

/* -- at exit -- */

enum { GT_OUTPUTS_ = 2, GT_COPIES_ = 8 };
static const struct { int variable; gt_status (*write)(FILE *out); } gt_outputs_[GT_OUTPUTS_] GT_APART_(gt_outputs_) = {
    { GT_ENV_JSON_, gt_write_json }, { GT_ENV_CSV_, gt_write_csv } };
/* Returns where the report at exit shall go (GT_REPORT); NULL if no report is wanted. */
static const char *gt_exit_report_(void) {
    const char *to = gt_variable_value_(&gt_variables_[GT_ENV_REPORT_]);
    return to && strcmp(to, "0") ? to : NULL;
}
static uint32_t gt_exit_for_;       /* the id of the process in which gt_exit_ will run at exit; 0 if none */
/* Files that already existed at the start under a name that output will get: their marks (see gt_file_mark_), for each
   copy number. If a mark has changed at exit, somebody else has written that file in the meantime. */
static uint64_t gt_found_[GT_OUTPUTS_][GT_COPIES_];
static void gt_exit_look_(void) {
    for (size_t i = 0; i < GT_OUTPUTS_; i++) {
        const char *to = gt_variable_value_(&gt_variables_[gt_outputs_[i].variable]);
        for (int k = 0; to && k < GT_COPIES_; k++) {
            char *name = gt_numbered_(to, k + 1);
            gt_found_[i][k] = gt_file_mark_(name);
            free(name);
        }
    }
}
static gt_status gt_exit_write_(size_t output, const char *to) {
    gt_status status = GT_ERR_MEMORY;
    for (int k = 0, ours = 0; !ours; k++) {
        char *name = gt_numbered_(to, k + 1);
        const uint64_t is = gt_file_mark_(name);
        ours = !name || !is || (k < GT_COPIES_ && is == gt_found_[output][k]);
        if (ours && name) status = gt_write_file(name, gt_outputs_[output].write);
        if (ours && k && status == GT_OK)
            fprintf(stderr, "%s: another copy of the kit, variable or process has written that file; this one wrote "
                            "%s\n", GT_EXIT_OUTPUT_(gt_variables_[gt_outputs_[output].variable].name, to, 0), name);
        const int cause = errno;
        free(name);
        errno = cause;
    }
    return status;
}
static void gt_exit_files_(void) {
    /* Errors of these files are printed on stderr. They are not kept for the report: the state from before is restored
       below. */
    const uint32_t kept = GT_PEEK_(&gt_error_set_);
    char trace[256] = "";
    if (gt_trace_.file) gt_copy_(trace, sizeof trace, gt_trace_.file);
    if (trace[0] && gt_trace_close_() == GT_ERR_IO) gt_exit_failed_("GT_TRACE", trace, GT_ERR_IO);
    for (size_t i = 0; i < GT_OUTPUTS_; i++) {
        const gt_variable_ *v = &gt_variables_[gt_outputs_[i].variable];
        const char *to = gt_variable_value_(v);
        const gt_status status = to ? gt_exit_write_(i, to) : GT_OK;
        if (status != GT_OK) gt_exit_failed_(v->name, to, status);
    }
    GT_STORE_(&gt_error_set_, kept);
    const char *gone = gt_variable_value_(&gt_variables_[GT_ENV_MARKDOWN_]);
    if (gone)
        fprintf(stderr, "gputime: GT_MARKDOWN=%s: Markdown is made from JSON: set GT_JSON=run.json, then "
                        "gtlint --markdown run.json\n", gone);
}
/* Begins what is done at exit: only once, and not in forked children. Returns 1 with the kit's lock taken. If a signal
   handler called exit while the lock was held, the function waits a second and returns 0: then nothing is written. */
static int gt_exit_begins_(void) {
    const uint64_t begin = gt_os_ns_();
    if (!gt_replace_(&gt_exit_for_, gt_process_(), 0)) return 0;
    while (!gt_try_lock_()) {
        if (gt_os_ns_() - begin > 1000000000u) return 0;
        gt_yield_();
    }
    return 1;
}
/* Returns the variable that names the same file as GT_REPORT=to, or NULL. The report is appended to its file, and would
   spoil what was written there. */
static const char *gt_exit_clash_(const char *to) {
    static const int others[] = { GT_ENV_JSON_, GT_ENV_CSV_, GT_ENV_TRACE_ };
    const uint64_t is = gt_file_mark_(to);
    for (size_t i = 0; is && i < sizeof others / sizeof *others; i++)
        if (gt_file_mark_(gt_variable_value_(&gt_variables_[others[i]])) == is) return gt_variables_[others[i]].name;
    return NULL;
}
static void gt_exit_(void) {    /* writes all files and the report */
    const char *to = gt_exit_report_();
    if (!gt_exit_begins_()) return;
    if (gt_program_seam_() && !GT_PEEK_(&gt_reported_)) gt_section_add_(gt_program_seam_()->section);
    gt_unlock_();
    if (gt_program_seam_()) gt_program_seam_()->ends();
    gt_exit_thread_ = &gt_self_;
    gt_exit_files_();
    const int report = to && !GT_PEEK_(&gt_reported_);
    const int named = report && strcmp(to, "1") && strcmp(to, "-");
    const char *clash = named ? gt_exit_clash_(to) : NULL;
    if (clash) fprintf(stderr, "gputime: GT_REPORT=%s: %s names this file too, so the report stands here\n", to, clash);
    char *name = named && !clash ? gt_file_name_(to, "") : NULL;
    FILE *out = !report ? NULL : name ? gt_file_open_(name, "a") : strcmp(to, "-") ? stderr : stdout;
    int bad = !out || gt_report(out) == GT_ERR_IO;
    gt_exit_thread_ = NULL;
    if (!report) return;
    if (out && !bad && gt_program_seam_()) gt_program_seam_()->report(out);
    if (out && (out == stderr || out == stdout ? fflush(out) : fclose(out))) bad = 1;
    free(name);
    if (bad) gt_exit_failed_("GT_REPORT", to, GT_ERR_IO);
}
/* Registers gt_exit_ to run at exit, if some output is wanted. The function may be called again. What was registered
   last runs first, so that gt_exit_ then runs before drivers end that were loaded in the meantime. */
static void gt_exit_ask_(void) {
    int asked = gt_exit_report_() || gt_trace_.file         /* a trace counts as wanted output, even if it has failed */
                || gt_variable_value_(&gt_variables_[GT_ENV_MARKDOWN_]);
    for (size_t i = 0; i < GT_OUTPUTS_; i++)
        asked |= gt_variable_value_(&gt_variables_[gt_outputs_[i].variable]) != NULL;
    if (asked && !gt_asked_host_.at_exit(gt_exit_)) GT_POKE_(&gt_exit_for_, gt_process_());
}
gt_status gt_write_trace(const char *file) {
    gt_start_();
    if (file && gt_trace_.file) return GT_ERR_ORDER;
    const gt_status status = file ? gt_trace_open_(file) : gt_trace_close_();
    if (status == GT_ERR_IO) (void)gt_file_failed_("gt_write_trace", file ? file : "the trace", errno);
    if (file) gt_exit_ask_();
    return status;
}
static void gt_outputs_begin_(void) {
    gt_trace_ask_();
    gt_exit_look_();
    gt_exit_ask_();
}

GT_FAST_

GT_OWN_MATH_
#endif /* GPUTIME_IMPLEMENTED_ */

#pragma pop_macro("min")
#pragma pop_macro("max")

/* ------------------------------------------------------------------------------------------------------------
   History
     0.1.0  first version
     0.2.0  tools and laboratory are files of their own. Names that are gone (those of gputime_cl.h stand at its end),
            and what to write now:
              gt_ratio_verdict, gt_verdict_kind,    gt_ratio_outcome, gt_outcome, GT_OUTCOMES (gt_verdict is the
              GT_VERDICTS                           exit code)
              gt_timer_us, gt_timer_s               gt_timer_ns
              gt_runs_report, gt_runs_append        gtlint --runs RUN.json...: of each process the file of GT_JSON
              gt_write_markdown, GT_MARKDOWN        gtlint --markdown RUN.json
              gt_ratio_unpaired                     gt_ratio_paired of rounds; gtlint --compare of two programs
              gt_tau, gt_median_interval            tau and ci of gt_stats
              gt_difference, gt_slope_paired        what gt_cl_costs and gt_snapshot_batch give
              gt_status_text, gt_status_remedy,     gt_fail prints all of these
              gt_error_keep
              gt_severity_text, gt_stop_text,       what gt_report prints; gt_series.stopped
              gt_kind_name, gt_verdict_text
              gt_command.waited as one identifier   a list of gt_command.waits identifiers
              gt_timer_reset                        t = (gt_timer){0}
              gt_timer_laps                         gone
              gt_series.row                         gt_series_sample
            The same names in files of their own:
              gt_schedule_take, gt_write_dot        examples/more/schedule.h
              gt_budget_of                          examples/more/frames.h
              gt_roof_of                            examples/more/roofs.h

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
