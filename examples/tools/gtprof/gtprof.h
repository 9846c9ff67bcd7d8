/* gtprof.h - what the layer (layer.c) counts and the launcher (gtprof.c) prints

   Each process has a file PID.map in the launcher's folder. It holds one gtprof_map and is mapped into the process, so
   that the counts survive SIGKILL, a crash or _exit. The findings come from the kit inside the process. The layer
   writes them to PID.txt now and then, and at a regular end together with the objects that were never released. At the
   end of this file stands what the preloaded library (clocks.c) tells the layer. */
#ifndef GTPROF_H
#define GTPROF_H

#include <math.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

enum { GTPROF_EXACT = 255, GTPROF_OCTAVES = 44, GTPROF_PARTS = 64, GTPROF_BUCKETS = GTPROF_OCTAVES * GTPROF_PARTS,
       GTPROF_ACTIVITIES = 512, GTPROF_OTHERS = 32, GTPROF_CALLS = 144 + GTPROF_OTHERS, GTPROF_DEVICES = 16,
       GTPROF_RUNS = 512, GTPROF_ERRORS = 16, GTPROF_BUILDS = 64, GTPROF_THREADS = 16, GTPROF_QUEUES = 32,
       GTPROF_SMALL = 4096 /* bytes */, GTPROF_SIZES = 48, GTPROF_VERSION = 15 };

/* On other processors libgtprof.so cannot be libOpenCL.so.1, only a layer. */
#if defined(__x86_64__) || defined(__i386__) || defined(__aarch64__)
#define GTPROF_STANDS_IN 1
#else
#define GTPROF_STANDS_IN 0
#endif
#define GTPROF_OWN_READING 0x67742e6b   /* GT_OWN_READING_: the kit in the program reads a clock for itself */
#define GTPROF_POPULATE 23              /* MADV_POPULATE_WRITE, which old headers lack; fails before Linux 5.14 */
#define GTPROF_PLACE "gtprof"           /* the file of each call, with line 0, for the kit: the true one is not known */

/* Findings that only a tool can make; findings.c makes them. They are further rows of GT_FINDINGS (gputime.h). */
#define GT_FINDINGS_OF_A_TOOL_(X_) \
    X_(GT_FINDING_SMALL_TRANSFERS, "small-transfers", GT_NOTE, EACH, "many transfers move few bytes", \
       "each call costs as much as thousands of bytes", \
       "put values that belong together into one buffer, and move that in one call") \
    X_(GT_FINDING_BUILD_IN_LOOP, "build-in-loop", GT_NOTE, EACH, "the same source is built again and again", \
       "the program builds where it should launch", "build once, and keep the program and its kernels") \
    X_(GT_FINDING_NEEDLESS_WAIT, "needless-wait", GT_NOTE, EACH, \
       "the program waits after each command and reads nothing", \
       "the device idles until the host has enqueued the next command", \
       "wait once, before results are read: the commands of a queue run in their order") \
    X_(GT_FINDING_BLOCKING_READ, "blocking-read", GT_NOTE, EACH, \
       "the program waits in reads, and meanwhile gives the device nothing to do", \
       "clEnqueueReadBuffer with CL_TRUE returns after the transfer", \
       "read with CL_FALSE and an event, enqueue the next work, and wait for the event where the data are used") \
    X_(GT_FINDING_HOST_BOUND, "host-bound", GT_NOTE, EACH, "the device has nothing to do for most of the time", \
       "the program runs its own code, outside OpenCL", \
       "profile that code, or enqueue work before it so that the device works meanwhile") \
    X_(GT_FINDING_BUILD_BOUND, "build-bound", GT_NOTE, EACH, "builds take much of the program's time", \
       "sources are compiled in each run", \
       "keep binaries (clGetProgramInfo, CL_PROGRAM_BINARIES), and build only kernels that are launched") \
    X_(GT_FINDING_COLD_LAUNCH, "cold-launch", GT_NOTE, EACH, "first launches wait long before they start", \
       "drivers compile for a device or a size at the first launch", \
       "launch each kernel with its sizes once before the time that matters, and keep sizes the same") \
    X_(GT_FINDING_TRANSFER_BOUND, "transfer-bound", GT_NOTE, EACH, \
       "copies and fills take more of the time than kernels", \
       "data move between host and device for little work", \
       "keep data on the device, move less, or let copies and kernels overlap") \
    X_(GT_FINDING_ONE_WORK_ITEM, "one-work-item", GT_NOTE, EACH, "kernels run with a single work-item", \
       "one item uses one lane of the device", "launch as many work-items as there is independent work") \
    X_(GT_FINDING_CRASH_IN_CALL, "crash-in-call", GT_NOTE, EACH, "the program was killed inside an OpenCL call", \
       "an argument is wrong (a pointer, size or kernel), the stack is full, or the driver has a bug", \
       "check the arguments of that call, try a larger stack (ulimit -s), and run with another OpenCL implementation")

/* Makes pages that are written next, in one call. A page fault for each takes several times as long. */
static inline void gtprof_pages(void *from, size_t bytes) {
    const size_t page = (uintptr_t)from % 4096;
    (void)madvise((char *)from - page, bytes + page, GTPROF_POPULATE);
}

/* Durations in ns. */
typedef struct gtprof_stat { uint64_t n; double sum, least, most; } gtprof_stat;
/* The durations of a gtprof_stat one by one. The first 255 are kept, which gives an exact median. If there are more,
   all are counted in buckets, 64 for each power of two: their median is off by 0.8 % at most. Most stats have fewer,
   and nobody touches their buckets. */
typedef struct gtprof_few { double value[GTPROF_EXACT]; } gtprof_few;
typedef struct gtprof_many { uint32_t bucket[GTPROF_BUCKETS]; } gtprof_many;

static inline void gtprof_count(gtprof_many *many, double ns) {
    const double one = ns < 1 ? 1 : ns;
    uint64_t at;                        /* of a double: exponent and the first six bits behind it */
    memcpy(&at, &one, sizeof at);
    at = (at >> 46) - 1023 * GTPROF_PARTS;
    many->bucket[at < GTPROF_BUCKETS ? at : GTPROF_BUCKETS - 1]++;
}
static inline void gtprof_add(gtprof_stat *s, gtprof_few *few, gtprof_many *many, double ns) {
    int i;
    if (s->n == GTPROF_EXACT) for (i = 0; i < GTPROF_EXACT; i++) gtprof_count(many, few->value[i]);
    if (s->n < GTPROF_EXACT) few->value[s->n] = ns;
    else gtprof_count(many, ns);
    if (!s->n || ns < s->least) s->least = ns;
    if (!s->n || ns > s->most) s->most = ns;
    s->sum += ns;
    s->n++;
}

typedef struct gtprof_activity {        /* the commands of one name on one device */
    char name[128], kind[32];           /* "add", "kernel" */
    int device;
    double bytes, bytes_ns;             /* sums over commands whose bytes are known: bytes, START to END */
    uint64_t single;                    /* launches of one work-item */
    uint64_t stamped;                   /* commands with all four stamps */
    double queued, submitted;           /* sums over these: QUEUED to SUBMIT, SUBMIT to START */
    double first_wait, first_idle;      /* QUEUED to START of the first of these; the part with an idle device */
    gtprof_stat run, call;              /* START to END; the call that enqueued the command */
    gtprof_few few_runs, few_calls;     /* the same one by one */
    gtprof_many runs, calls;
} gtprof_activity;

typedef struct gtprof_call {            /* time.most is 0 if such calls are counted and not timed */
    char name[48];
    uint64_t blocked, failed;
    double other;                       /* ns: time as one of the "other OpenCL calls" (GTPROF_CALL) */
    gtprof_stat time;
} gtprof_call;

/* Copies of 2^i to 2^(i+1) - 1 bytes, by direction. Fills copy nothing, and whether a map copies is not known. */
enum { GTPROF_TO_DEVICE, GTPROF_TO_HOST, GTPROF_WITHIN, GTPROF_WAYS };
typedef struct gtprof_copies { uint64_t n; double bytes, ns; } gtprof_copies;

/* The calls of a thread. */
typedef struct gtprof_calls_of {
    char name[16];                      /* the thread's name in the system */
    uint64_t calls, commands, blocked;
    double ns, blocked_ns;              /* time in all calls, and in calls that wait */
} gtprof_calls_of;

typedef struct gtprof_queue {           /* a queue, or several that had the same address one after the other */
    uint64_t key, commands, launches;
    uint64_t waits;                     /* waits for the queue or one of its events, with blocking copies; a wait counts
                                           only if a command was enqueued since the wait before */
    uint64_t waited;                    /* the number of its commands at the last wait */
    uint64_t copies;                    /* 1: a copy that uses the program's memory may still run */
    uint64_t timed;                     /* commands whose time is known; */
    double ns;                          /* their sum, START to END */
} gtprof_queue;

/* When a device was busy. The last intervals are kept, sorted and without overlap; earlier ones are in the sums. */
typedef struct gtprof_device {
    uint64_t key;
    char line[256], place[64];          /* place: tells it from equal devices of the host, as a PCI address; or "" */
    struct { uint64_t from, to; } run[GTPROF_RUNS];
    uint32_t runs, late;                /* runs: intervals kept; late: commands too old to be sorted in */
    double busy, gap_sum, gap_most, sum;        /* sum: times of all commands; more than busy if some overlapped */
    uint64_t gaps, end;
} gtprof_device;

/* Moves the first n intervals into the sums. */
static inline void gtprof_sum(gtprof_device *d, uint32_t n) {
    uint32_t i;
    for (i = 0; i < n; i++) {
        const double gap = d->end ? (double)(d->run[i].from - d->end) : 0;
        d->busy += (double)(d->run[i].to - d->run[i].from);
        d->gaps += d->end != 0;
        d->gap_sum += gap;
        if (gap > d->gap_most) d->gap_most = gap;
        d->end = d->run[i].to;
    }
    d->runs -= n;
    memmove(d->run, d->run + n, d->runs * sizeof *d->run);
}

/* The parts of a thread's time. DEVICE: a device ran. Otherwise the thread was here: BUILD, it built programs; COLD, it
   waited or called while a first launch had not started; SETUP, it asked for platforms and devices or made objects;
   WAIT, it waited; CALL, another OpenCL call; KIT, gtprof itself; HOST, the program's own code; SLEEP, usleep and the
   like. */
enum { GTPROF_DEVICE, GTPROF_BUILD, GTPROF_COLD, GTPROF_SETUP, GTPROF_WAIT, GTPROF_CALL, GTPROF_KIT, GTPROF_HOST,
       GTPROF_SLEEPS, GTPROF_PARTS_OF_TIME };
typedef struct gtprof_thread {
    double from, to;                    /* ns of CLOCK_MONOTONIC: the time that is divided */
    double part[GTPROF_PARTS_OF_TIME];
    double entered;                     /* ns of CLOCK_MONOTONIC: when its last call began */
    uint32_t now;                       /* 1 + id of the call that the thread is in; 0: none */
} gtprof_thread;

typedef struct gtprof_map {
    uint32_t version, ended, lock, hidden;      /* hidden: queues for which gtprof switched profiling on */
    char program[128];
    int stand_in, clocks;               /* clocks: 1 if the program's readings of clocks are seen */
    double begin, last, end;            /* ns of CLOCK_MONOTONIC: load of the layer, last call, exit */
    double part_from, part_to;          /* the same: what --from and --to choose; by default from 0 to infinity */
    double traced_from;                 /* the begin of the first call, as the trace has it, ns */
    double looked;                      /* when PID.txt was last written before the end; 0: never */
    uint64_t looked_at;                 /* how many commands were enqueued then */
    uint32_t missing;                   /* 1: a file that an option names could not be written */
    double traced;                      /* ns after begin, when the trace reached its largest size; 0: it did not */
    uint64_t commands;
    double bytes, bytes_peak;           /* in memory objects that exist */
    uint64_t objects, objects_peak;
    struct { uint32_t call; int32_t code; uint64_t n; char name[48]; } error[GTPROF_ERRORS];
    /* facts for the four findings */
    uint64_t small, transfers;          /* copies between host and device whose bytes are known */
    double small_bytes, small_ns;       /* small_ns: of their calls, while the device was idle */
    uint64_t needless, blocking_reads;
    double needless_lost, blocking_lost;        /* ns of these waits in which the device was idle */
    uint64_t cold;                      /* first launches */
    uint32_t threads;
    gtprof_thread thread[GTPROF_THREADS];
    gtprof_calls_of caller[GTPROF_THREADS];               /* likewise; the last one is for all other threads */
    gtprof_copies copies[GTPROF_WAYS][GTPROF_SIZES];
    double most_bytes_per_s;            /* the finding implausible says of a faster copy that it moved nothing */
    struct { uint64_t key; uint32_t n; } build[GTPROF_BUILDS];
    uint64_t builds, rebuilt;           /* rebuilt: builds of the same source, options and devices */
    double build_ns, rebuilt_ns;
    uint32_t calls, activities, devices, queues, full;  /* full: commands that were left out for want of room */
    gtprof_queue queue[GTPROF_QUEUES];  /* sorted by their first commands; the last one is for all others */
    gtprof_device device[GTPROF_DEVICES];
    gtprof_call call[GTPROF_CALLS];
    gtprof_few few_took[GTPROF_CALLS];          /* call[i].time one by one; */
    gtprof_many took[GTPROF_CALLS];             /* pages that nobody touches cost nothing */
    gtprof_activity activity[GTPROF_ACTIVITIES];
} gtprof_map;

/* A reading of a clock, as clocks.c tells the layer. */
typedef struct gtprof_reading {
    const char *name;           /* name of a clock that is coarse or counts processor time; NULL for other clocks */
    double says_ns, step_ns;    /* its value and its step; step 0: processor time, or elapsed time in ns */
    /* Of a clock without a name, before the layer is loaded: when the last reading in this place became a date, as `at`
       says it; 0: none did. */
    double dated_ns;
    int steady;                 /* 1: the clock counts from no date */
    const void *from, *caller;  /* where the call returns to; and the function that made the call, NULL: not known */
    uint64_t at;                /* ns of CLOCK_MONOTONIC; set only before the layer is loaded, like reads */
    uint32_t reads[3];          /* readings of this thread so far, as gt_cl_timing_.reads_of counts them */
} gtprof_reading;
enum { GTPROF_USLEEP, GTPROF_SLEEP, GTPROF_NANOSLEEP, GTPROF_CLOCK_NANOSLEEP, GTPROF_SCHED_YIELD, GTPROF_PAUSES };
/* What the program did with a value of time(): read it, subtracted it, made it a date or a seed. */
enum { GTPROF_SECONDS_READ, GTPROF_SECONDS_APART, GTPROF_SECONDS_NAMED };
typedef struct gtprof_clocks {
    uint32_t version;
    uint64_t born_ns;                                   /* ns of CLOCK_MONOTONIC when the program began */
    int (*counts)(const void *at);                      /* returns 1 if this is code of the program */
    const char *(*line)(const void *place);             /* returns the file and line of a place in Python; or NULL */
    const void *(*called)(const void *read);            /* at the first call after this reading in Python: returns a
                                                           place that says more of the timer; or NULL */
    const gtprof_reading *(*last)(void);                /* this thread's last before the layer; at is 0 if none */
    const gtprof_reading *(*last_seconds)(void);        /* the same for time() */
    /* set by the layer */
    void (*read)(const gtprof_reading *r);
    void (*seconds)(int what, double says_s, double since_s, const void *from);
    uint64_t (*pause_begins)(void);                     /* returns 0 if the end need not be told */
    /* asked: how long, as the program says it: us of usleep, s of sleep, else ns */
    void (*pause_ends)(int which, uint64_t begin, double asked, int result);
    void (*limited)(double limit_ns, int from_reading);         /* as gt_cl_wait_limited_ */
} gtprof_clocks;

#endif
