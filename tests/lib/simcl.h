/* simcl.h - a simulated OpenCL device whose true times are known

   WHAT IT IS    simcl.c defines the OpenCL functions. A test program is linked with simcl.o instead of -lOpenCL. The
                 program under test is unchanged, and runs in simulated time. A script in C says how the driver behaves,
                 or misbehaves. Afterwards the test can ask what truly happened, and when.

   BUILD         cc -std=c99 -D_POSIX_C_SOURCE=200809L test.c simcl.c -lcmocka -lm        (no -lOpenCL)

   USE           simcl_script s = {0};                        {0}: one healthy, fast GPU
                 s.device[0].launch.ns = 4000;                each enqueue call takes the host 4 us
                 s.device[0].drift_ppm = 100;                 the device clock runs fast
                 simcl_reset(&s);                             start anew: empty logs, no objects, no faults, first use
                 simcl_kernel("add", add_body, (simcl_cost){.per_unit_ns = 0.1});       0.1 ns a work-item
                 simcl_fail("clEnqueueNDRangeKernel", 3, CL_OUT_OF_RESOURCES);
                 ... the program under test, its clock set to simcl_now_ns ...
                 simcl_command_at(i)->end_ps, simcl_call_at(i), simcl_calls("clFinish"), simcl_leaks(stderr)

   SIMULATES     - Platforms, devices, contexts, queues (in order, out of order, several), programs, kernels, buffers
                   (also mapped and on a host pointer), events, user events, callbacks, markers, barriers, wait lists,
                   migration, reference counts, and the errors that a strict runtime returns.
                 - One clock for host and device, counted in picoseconds. The host's time passes only in API calls (by
                   their scripted cost), in waits, and in simcl_spend_ns(). So times are exact, and nothing sleeps.
                   A command is QUEUED when its enqueue call begins. SUBMIT is when that call ends, or, with
                   defer_submit, at a flush. The command arrives at the device after `submit`. START is when it has
                   arrived, a lane is free, and all that it depends on has ended (plus `gap`). END follows after its
                   duration. The host can see the END after `notify`, in a wait or in a status. With real_time the same
                   durations are spent on CLOCK_MONOTONIC, which then is simcl's clock.
                 - Data: a command does all its work at its END. If the host reads too early, it gets old data. If it
                   changes or frees memory too early, it spoils the transfer, as on a device (an address sanitizer then
                   reports the program). The memory of a new buffer is filled with 0xA5.
                 - Kernels: any source builds unless it contains `#error`. `kernel void NAME(...)` makes a kernel. The
                   address spaces and sizes of its parameters are read from the source, to check clSetKernelArg. An
                   option -DNAME=OTHER renames it. A C function that is registered for NAME does the work. The time of
                   the kernel is scripted, and does not depend on that function.
                 - A device clock with offset, drift and resolution, and stamps broken in the ways listed below.
                 - Faults: the Nth use of any call, the Nth command, the Nth allocation.
                 - Logs of every call, every command, every object that exists (with the call that made it), and every
                   misuse of a handle.

   DOES NOT      simulate images, samplers, sub-buffers, sub-devices, SVM, pipes, printf, several host threads (one
                 thread may call it), OpenCL C itself (there is no compiler), caches, contention for bandwidth between
                 commands that overlap, or two views of one buffer on two devices (there is one memory). A wait that
                 could never end (a user event that nobody sets, a queue that nobody flushed) returns
                 CL_OUT_OF_RESOURCES, and counts in simcl_hangs(). Callbacks run on the same thread, in the simcl call
                 in which their time comes. Reference counts include those of the runtime: a context counts its queues,
                 an event the queue that has yet to run it. An object that only the runtime holds is no leak; it can be
                 used but not released.

   TO ADD A MISBEHAVIOUR
                 - of stamps: add a line to SIMCL_STAMPS below, and a case to break_stamps_() of simcl.c;
                 - of time: give a simcl_cost a function (fn); for a new cost, add a field to simcl_device, and call
                   cost_() where it is due;
                 - of results: add a field to simcl_device, and an `if` between begin_() and end_() of the API function;
                 - for a further API function: add its name to SIMCL_CALLS of simcl.c, and its body beside others. */
#ifndef SIMCL_H
#define SIMCL_H

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#include <CL/cl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SIMCL_DEVICES 4                 /* at most, over all platforms */
#define SIMCL_NEVER UINT64_MAX          /* an instant that has not come */

/* ---- costs: how long something takes ----------------------------------------------------------------------------- */

typedef enum simcl_law {        /* the factor f on a cost; z is normal(0,1), u uniform(0,1), e exponential(1) */
    SIMCL_FIXED,                        /* f = 1 */
    SIMCL_UNIFORM,                      /* f = 1 + spread (2u - 1) */
    SIMCL_NORMAL,                       /* f = 1 + spread z, never below 0 */
    SIMCL_LOGNORMAL,                    /* f = exp(spread z); its median is 1 */
    SIMCL_EXPONENTIAL,                  /* f = 1 + spread e; its minimum is 1 */
    SIMCL_TWO_MODES,                    /* f = 1 or 1 + spread, either as likely */
    SIMCL_SPIKES                        /* f = 1, one time in a hundred 1 + spread */
} simcl_law;

/* A time of (ns + per_unit_ns * units) * factor. In a script, a cost that is all zero means the default, given beside
   the field. SIMCL_NOTHING means no time at all. */
typedef struct simcl_cost {
    double ns;
    double per_unit_ns;                 /* units are bytes, or work-items of a kernel */
    simcl_law law;
    double spread;
    double (*fn)(double units, double now_s, void *user);   /* if set, gives the ns; now_s: seconds since simcl_reset */
    void *user;
} simcl_cost;

#ifdef __cplusplus
#define SIMCL_NOTHING simcl_cost()
#else
#define SIMCL_NOTHING ((simcl_cost){.ns = -1})
#endif

typedef enum simcl_where {              /* where an extra cost of a first use is paid */
    SIMCL_IN_ENQUEUE,                   /* by the host, in the enqueue call */
    SIMCL_BEFORE_START,                 /* between SUBMIT and START */
    SIMCL_IN_EXECUTION                  /* between START and END */
} simcl_where;

/* ---- stamps: the ways in which a driver lies --------------------------------------------------------------------- */

#define SIMCL_STAMPS(X) \
    X(HEALTHY,              "the device clock at the true instants") \
    X(UNTOUCHED,            "CL_SUCCESS, but nothing is written") \
    X(ZERO,                 "all four are zero") \
    X(ZERO_END,             "END alone is zero") \
    X(SWAPPED,              "START and END exchanged: END before START") \
    X(WRAP_32,              "32 bits of nanoseconds") \
    X(WRAP_36,              "36 bits of nanoseconds") \
    X(SCALED_UP,            "125/3 times too large") \
    X(SCALED_DOWN,          "125/3 times too small: ticks of 24 MHz taken for nanoseconds") \
    X(SUBMIT_AFTER_START,   "SUBMIT one step after START") \
    X(SUBMIT_BEFORE_QUEUED, "SUBMIT one step before QUEUED") \
    X(START_BEFORE_QUEUED,  "START one step before QUEUED") \
    X(MARKER_EARLY,         "SUBMIT, START and END of a marker or barrier are its QUEUED; others are healthy") \
    X(ONE_NS_APART,         "each 1 ns after the one before") \
    X(STILL_FROM_SUBMIT,    "QUEUED and END are true, START and SUBMIT 1 and 2 ns before END") \
    X(HUGE_DIFFERENCE,      "END - START above 2^62") \
    X(LONGER_THAN_BRACKET,  "END one second late") \
    X(QUEUED_EARLY,         "QUEUED and SUBMIT one second early") \
    X(SUBMIT_IS_QUEUED,     "SUBMIT equals QUEUED: crude, not wrong") \
    X(FROZEN,               "all four equal QUEUED: the clock stands still")

typedef enum simcl_stamps {
#define SIMCL_STAMP_ENUM_(name, text) SIMCL_##name,
    SIMCL_STAMPS(SIMCL_STAMP_ENUM_)
#undef SIMCL_STAMP_ENUM_
    SIMCL_STAMP_KINDS
} simcl_stamps;

const char *simcl_stamps_name(simcl_stamps kind);       /* "WRAP_32" */
const char *simcl_stamps_text(simcl_stamps kind);       /* "32 bits of nanoseconds" */

/* Breaks the stamps of commands that end from now on. nth = 0: of all commands; else only of the nth command since the
   reset, counted from 1. The last rule wins. Returns 0, or -1 if there are 32 rules already. */
int simcl_break_stamps(simcl_stamps kind, size_t nth);

/* Returns the offset_ns for which the device clock is a multiple of 2^bits at that time of the host's clock. */
int64_t simcl_offset_for_wrap(int bits, uint64_t host_ns);

/* ---- the script -------------------------------------------------------------------------------------------------- */

typedef struct simcl_device {
    const char *name;                   /* "simcl device N"; texts must live until the next reset */
    const char *extensions;             /* ""; with cl_khr_pci_bus_info it sits at 0:41:3.0 */
    cl_device_type type;                /* GPU */
    int version;                        /* 120; 210 and 300 say so in the version texts, and nothing else */
    cl_uint compute_units;              /* 16 */
    size_t max_group;                   /* work-items in a group: 1024 */
    cl_ulong memory_bytes;              /* of all buffers together: 8 GiB */
    cl_ulong alloc_bytes;               /* of one buffer: 2 GiB */

    /* clock */
    int64_t offset_ns;                  /* device clock less host clock, at the reset */
    double drift_ppm;                   /* how much faster it runs; exact to 0.001 ppm */
    uint64_t resolution_ns;             /* stamps are multiples of it, rounded down: 1 */
    uint64_t claimed_resolution_ns;     /* what CL_DEVICE_PROFILING_TIMER_RESOLUTION says: the truth */
    simcl_stamps stamps;                /* HEALTHY; simcl_break_stamps() wins over it */
    int device_timer;                   /* clGetDeviceAndHostTimer works; else CL_INVALID_OPERATION, as is common */

    /* order */
    unsigned lanes;                     /* commands that can run at once, from whatever queue: 1 */
    int copy_engine;                    /* transfers have as many lanes again, of their own */
    int newest_first;                   /* an out-of-order queue begins with its newest command that can start */
    int defer_submit;                   /* commands wait for a flush, a finish, or a wait in their queue */

    /* manners */
    int no_profiling, no_out_of_order;  /* such queues are refused: CL_INVALID_QUEUE_PROPERTIES */
    int stamps_without_profiling;       /* a queue without profiling answers all the same */
    int stamps_of_another;              /* a command that a user event holds back, and a map that moves nothing, answer
                                           START and END of the command that ended last, and 0 as QUEUED and SUBMIT */
    int finish_returns_early;           /* clFinish waits for nothing */
    int finish_reports_failure;         /* clFinish returns the status of the first failed command since the last one */

    /* costs to the host, all in the call */
    simcl_cost build;                   /* clBuildProgram from source, per byte: 1 ms */
    simcl_cost build_binary;            /* ... from a binary: 100 us */
    simcl_cost launch;                  /* any enqueue call: 2 us */
    simcl_cost event_extra;             /* more if an event is asked for: nothing */
    simcl_cost profiling_extra;         /* more if the queue has profiling: nothing */
    simcl_cost finish;                  /* clFinish, before it waits: 200 ns */
    simcl_cost wait;                    /* clWaitForEvents, before it waits: 200 ns */

    /* latencies */
    simcl_cost submit;                  /* SUBMIT until START is possible: 1 us */
    simcl_cost notify;                  /* END until the host can see it: 1 us */
    simcl_cost gap;                     /* end of what a command waited for until its START: nothing */

    /* durations, START to END */
    simcl_cost kernel;                  /* of kernels registered with an all-zero cost, or not at all: 10 us */
    simcl_cost read, write, map;        /* 1 us and 0.1 ns a byte (10 GB/s) */
    simcl_cost copy, fill;              /* 1 us and 0.01 ns a byte */
    simcl_cost marker;                  /* marker and barrier; they take no lane: nothing */
    simcl_law noise;                    /* of all these durations, on top of their own law */
    double noise_spread;
    double slower_per_s;                /* durations grow: times 1 + slower_per_s * seconds since the reset */
    double (*slowdown)(double start_s, void *user);         /* any other factor of the time since the reset */
    void *slowdown_user;

    /* first uses */
    simcl_cost first_launch;            /* of a kernel of a program: nothing */
    simcl_cost new_shape;               /* a further local size, offset (or none) or large grid of it: nothing */
    simcl_where compile_where;
    size_t large_grid;                  /* work-items from which a grid is a shape of its own: none is */
    simcl_cost touch;                   /* first use of device memory, per byte: nothing */
    simcl_where touch_where;
    size_t touch_page;                  /* bytes that one touch makes present: the whole buffer */
} simcl_device;

typedef struct simcl_script {
    int real_time;                      /* spend the durations on CLOCK_MONOTONIC; start_ns is then its value */
    uint64_t start_ns;                  /* what the clock says at the reset: 1000 s */
    uint64_t seed;                      /* of every law */
    cl_uint platforms;                  /* 1 */
    cl_uint devices;                    /* on each platform: 1; device[] goes through the platforms in order */
    int no_platform, no_device;         /* none at all: -1001, CL_DEVICE_NOT_FOUND */
    int any_kernel;                     /* kernels without a body are no error: they do nothing */
    int no_log;                         /* keep counts alone, for millions of commands */
    simcl_cost call;                    /* any call that has no cost of its own: 100 ns */
    simcl_cost clock_read;              /* simcl_now_ns(), after the value was taken: nothing */
    simcl_cost first_platform;          /* the first clGetPlatformIDs, more: nothing */
    simcl_cost context;                 /* a context, more: nothing */
    simcl_device device[SIMCL_DEVICES];
} simcl_script;

void simcl_reset(const simcl_script *script);   /* copies it; NULL: all defaults. Kernel bodies stay registered. */
simcl_script simcl_like_h100(void);                     /* figures measured on real drivers */
simcl_script simcl_like_pocl(void);

/* ---- time -------------------------------------------------------------------------------------------------------- */

uint64_t simcl_now_ns(void *unused);                    /* the host's clock, in the shape that the kit's clock wants */
uint64_t simcl_now_ps(void);
void simcl_spend_ns(double ns);                         /* the host computes for so long; the device goes on */
uint64_t simcl_device_ps(unsigned device, uint64_t host_ps);    /* device clock before it is rounded */
uint64_t simcl_device_ns(unsigned device, uint64_t host_ps);    /* ... as a healthy stamp */

/* ---- kernels ----------------------------------------------------------------------------------------------------- */

typedef struct simcl_argument {
    void *data;                         /* buffer: its memory; scalar: a copy of the value; local: zeroed memory */
    size_t bytes;
    int is_buffer;
} simcl_argument;

typedef struct simcl_launch {
    const char *name;
    cl_uint dims;
    size_t offset[3], global[3], local[3];      /* unused dimensions 0, 1, 1; local is 0 where the runtime may choose */
    cl_uint args;
    const simcl_argument *arg;
} simcl_launch;

typedef void (*simcl_body)(const simcl_launch *launch);

/* Registers what kernel `name` does (NULL: nothing) and how long it takes, in place of an earlier registration. Returns
   0, or -1 without memory. */
int simcl_kernel(const char *name, simcl_body body, simcl_cost duration);
/* In the fn of a kernel's cost, returns the launch whose time is asked for. Buffers must not be read there. Elsewhere
   returns NULL. */
const simcl_launch *simcl_launch_timed(void);
void simcl_forget_kernels(void);

/* ---- faults ------------------------------------------------------------------------------------------------------ */

/* Makes the nth use of that call since the reset (0: every use) return `code` and have no effect. Returns 0, or -1 if
   there is no such call or 64 are set. clGetExtensionFunctionAddressForPlatform, which has no code, returns NULL. */
int simcl_fail(const char *call, size_t nth, cl_int code);
/* Makes the nth command since the reset take its time, do nothing, and end with that status < 0. */
int simcl_fail_command(size_t nth, cl_int status);
void simcl_fail_alloc(size_t nth);                      /* the nth allocation for an object fails; 0: none */
size_t simcl_faults_fired(void);                        /* of all three kinds, since the reset */

/* ---- truth ------------------------------------------------------------------------------------------------------- */

typedef struct simcl_command {
    size_t index;                       /* in the log, from 0, in the order of the enqueue calls */
    cl_command_type type;
    const char *name;                   /* kernel, else ""; stays valid (without a body: while its program lives) */
    unsigned device;
    size_t queue;                       /* serial number of the queue, from 1 */
    size_t call;                        /* index of the enqueue call in the log of calls */
    size_t bytes, items;                /* of a transfer; of a kernel */
    uint64_t queued_ps, submit_ps, start_ps, end_ps;    /* the truth, on the host's clock; SIMCL_NEVER: not yet */
    uint64_t seen_ps;                   /* from when the host can know that it ended */
    cl_int status;                      /* CL_QUEUED, CL_SUBMITTED, CL_RUNNING, CL_COMPLETE or a negative code */
    simcl_stamps stamps;                /* how the stamps were broken */
    cl_ulong stamp[4];                  /* what the driver says: QUEUED, SUBMIT, START, END */
} simcl_command;

typedef struct simcl_call {
    const char *name;
    size_t nth;                         /* use of that call since the reset, from 1 */
    uint64_t begin_ps, end_ps;          /* end is SIMCL_NEVER while it lasts */
    cl_int result;
    int faulted;                        /* by simcl_fail */
} simcl_call;

size_t simcl_command_count(void);
const simcl_command *simcl_command_at(size_t index);    /* NULL: no such, or no_log; valid until the next call */
const simcl_command *simcl_command_of(cl_event event);  /* NULL: no such event; user events have only status and end */
size_t simcl_call_count(void);
const simcl_call *simcl_call_at(size_t index);
const simcl_call *simcl_last_call(const char *name);    /* NULL: never used */
size_t simcl_calls(const char *name);                   /* uses of one call since the reset; unknown names: 0 */
size_t simcl_names(const char **names, size_t cap);     /* calls used since the reset; returns how many there are */
size_t simcl_hangs(void);                               /* waits that could never have ended */

/* simcl_union_ps: the length of the union of START..END of commands [first, first + count) of the log, within an
   interval (its time grows with the square of count). simcl_running: how many of them ran at any time in that interval;
   a command that ends when the interval begins does not count. */
uint64_t simcl_union_ps(size_t first, size_t count, uint64_t from_ps, uint64_t to_ps);
size_t simcl_running(size_t first, size_t count, uint64_t from_ps, uint64_t to_ps);

/* ---- accounting -------------------------------------------------------------------------------------------------- */

/* Runs all enqueued commands to their ends. Then counts the objects that the program made or retained and did not
   release, and prints them (out may be NULL). */
size_t simcl_leaks(FILE *out);
size_t simcl_alive(void);               /* objects that exist now, for whatever reason */

/* Counts handles that were used after their release, or released too often. text (may be NULL) gets the last one in
   words, or "". */
size_t simcl_misuses(const char **text);

#ifdef __cplusplus
}
#endif
#endif
