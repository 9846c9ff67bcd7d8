/* layer.c - libgtprof.so: does what examples/tools/calls.h does, for programs that are not compiled again

   It is an OpenCL layer: the loader calls these functions in place of the driver's. It is also a libOpenCL.so.1 that
   passes all calls on to the true one, for loaders without layers. The wrappers are made from the table of calls in
   calls.h, and so is the list of exported functions (opencl.map.in). From that list come the macros of names.h, which
   send the kit's own calls to the next layer. gtprof.h says what is counted, gtprof.c prints it. */
/* flags: -std=gnu11 -D_GNU_SOURCE -DCL_TARGET_OPENCL_VERSION=300 -Wno-deprecated-declarations -fPIC */
#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <CL/cl_icd.h>
#include <CL/cl_layer.h>
#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "gtprof.h"
#include "names.h"

/* A program may have asked for a signal at an invalid operation: by feenableexcept, in Fortran or in Pascal. The layer
   computes with NaN, which is such an operation. So each function that the program's threads enter begins with this.
   What the program asked for, and the flags that it may read, come back at the function's end. */
#ifdef __x86_64__
#include <xmmintrin.h>
typedef unsigned gtprof_floats;
static inline gtprof_floats gtprof_floats_own(void) {
    const gtprof_floats was = _mm_getcsr();
    if (~was & _MM_MASK_MASK) _mm_setcsr(was | _MM_MASK_MASK);  /* to set them costs more than to look */
    return was;
}
static inline void gtprof_floats_back(const gtprof_floats *was) { if (_mm_getcsr() != *was) _mm_setcsr(*was); }
#else
#include <fenv.h>
typedef fenv_t gtprof_floats;
static inline gtprof_floats gtprof_floats_own(void) {
    fenv_t was;
    (void)feholdexcept(&was);
    return was;
}
static inline void gtprof_floats_back(const gtprof_floats *was) { (void)fesetenv(was); }
#endif
/* unused: else clang 14 warns of a variable that `cleanup` alone uses. */
#define GTPROF_FLOATS_ \
    const gtprof_floats floats_ __attribute__((cleanup(gtprof_floats_back), unused)) = gtprof_floats_own()

static cl_icd_dispatch gtprof_next, gtprof_mine;
static gtprof_map *gtprof_to;           /* where counts go; NULL: nothing is counted */
static char gtprof_path[256];           /* path of the map without its ending */
static int gtprof_plain_queues, gtprof_by_shape, gtprof_page;
static uint64_t gtprof_from, gtprof_until = UINT64_MAX, gtprof_enqueued;        /* the enqueues that are counted */
static char *gtprof_trace;              /* path of the trace; NULL: none is written */
static double gtprof_trace_most;        /* its largest size in bytes */
static double gtprof_from_ns, gtprof_until_ns;        /* the time that is counted, since the first call; 0, 0: all */
static int gtprof_in_part;              /* 1: --from or --to leaves a part out */

/* -- the kit, private to this file: the layer answers when the kit asks for environment variables, decides what
   happens at exit, and is told of commands and buffers -- */

/* A write may end the program by a signal: by SIGPIPE if the reader of a pipe has ended, by SIGXFSZ if files may not
   become so large (ulimit -f). These signals are kept from the program while gtprof writes or makes room in a file. */
typedef struct gtprof_held { sigset_t signals, was, pending; } gtprof_held;
static void gtprof_hold(gtprof_held *h) {
    sigemptyset(&h->signals);
    sigaddset(&h->signals, SIGPIPE);
    sigaddset(&h->signals, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &h->signals, &h->was);
    sigpending(&h->pending);
}
static void gtprof_let(const gtprof_held *h) {
    const struct timespec now = { 0, 0 };
    const int error = errno, signals[] = { SIGPIPE, SIGXFSZ };
    int i;
    for (i = 0; i < 2; i++) {
        sigset_t one;
        sigemptyset(&one);
        sigaddset(&one, signals[i]);
        if (!sigismember(&h->pending, signals[i])) (void)sigtimedwait(&one, NULL, &now);
    }
    pthread_sigmask(SIG_SETMASK, &h->was, NULL);
    errno = error;
}
/* Returns the file that this variable names. If several processes would write the same file, the first that asks gets
   it, and others get a name with their process number. The name stays if the program clears its environment. */
static const char *gtprof_file(const char *variable) {
    static struct { const char *variable; char name[512]; } known[4];
    const char *name = getenv(variable), *folder = getenv("GTPROF_DIR"), *slash, *dot;
    char path[512], text[32] = "";
    gtprof_held held;
    int i = 0, file;
    ssize_t n;
    while (i < 3 && known[i].variable && strcmp(known[i].variable, variable)) i++;
    if (known[i].variable) return known[i].name;
    if (!folder) return NULL;           /* this process only measures the cost of profiling */
    if (!name || strlen(name) > 480) return name;
    if (strstr(name, "%p") || !strcmp(name, "-")) {
        known[i].variable = variable;
        return strcpy(known[i].name, name);
    }
    snprintf(path, sizeof path, "%.230s/%s.of", folder, variable);
    file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file >= 0) {
        gtprof_hold(&held);
        if (write(file, text, (size_t)snprintf(text, sizeof text, "%ld", (long)getpid())) < 0) text[0] = 0;
        gtprof_let(&held);
        close(file);
    } else if ((file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)) >= 0) {     /* own, before exec? */
        n = read(file, text, sizeof text - 1);
        text[n > 0 ? n : 0] = 0;
        close(file);
    }
    slash = strrchr(name, '/');
    dot = strrchr(name, '.');
    if (!dot || (slash && dot < slash) || dot == name) dot = name + strlen(name);
    if (strtol(text, NULL, 10) == (long)getpid()) snprintf(known[i].name, sizeof known[i].name, "%s", name);
    else snprintf(known[i].name, sizeof known[i].name, "%.*s.%ld%s", (int)(dot - name), name, (long)getpid(), dot);
    known[i].variable = variable;
    return known[i].name;
}
/* A file that gtprof writes while the program runs. The program may close all descriptors, as daemons do, and open
   files of its own, which then have the same numbers. So before each use the descriptor must still be of this file. */
typedef struct gtprof_own_file { int file; dev_t device; ino_t inode; } gtprof_own_file;
static int gtprof_file_is(const gtprof_own_file *own) {
    struct stat about;
    if (!fstat(own->file, &about) && about.st_dev == own->device && about.st_ino == own->inode) return 1;
    errno = EBADF;
    return 0;
}
static ssize_t gtprof_file_write(void *own, const char *text, size_t n) {
    gtprof_held held;
    ssize_t more = 1;
    size_t done = 0;
    if (!gtprof_file_is((gtprof_own_file *)own)) return 0;
    gtprof_hold(&held);
    for (; done < n && more > 0; done += more > 0 ? (size_t)more : 0)
        more = write(((gtprof_own_file *)own)->file, text + done, n - done);
    gtprof_let(&held);
    return (ssize_t)done;
}
static int gtprof_file_seek(void *own, off64_t *at, int from) {
    if (!gtprof_file_is((gtprof_own_file *)own)) return -1;
    *at = lseek64(((gtprof_own_file *)own)->file, *at, from);
    return *at < 0 ? -1 : 0;
}
static int gtprof_file_close(void *own) {
    const int code = gtprof_file_is((gtprof_own_file *)own) ? close(((gtprof_own_file *)own)->file) : -1;
    free(own);
    return code;
}
/* Returns a stream, which closes the file; below 0: there is none. Its number is high: low ones are the program's,
   which may have been started without stdin or stdout, and then prints into the file that has their number. */
static FILE *gtprof_file_stream(int file) {
    static const cookie_io_functions_t io = { .write = gtprof_file_write, .seek = gtprof_file_seek,
                                              .close = gtprof_file_close };
    enum { HIGH = 200, BEHIND_STDERR = 3 };
    gtprof_own_file *own = file >= 0 ? (gtprof_own_file *)malloc(sizeof *own) : NULL;
    struct stat about;
    FILE *f = NULL;
    int high = file >= 0 ? fcntl(file, F_DUPFD_CLOEXEC, HIGH) : -1;
    if (high < 0 && file >= 0)                                                          /* ulimit -n */
        high = file < BEHIND_STDERR ? fcntl(file, F_DUPFD_CLOEXEC, BEHIND_STDERR) : file;
    if (file >= 0 && file != high) close(file);
    if (own && high >= 0 && !fstat(high, &about)) {
        own->file = high;
        own->device = about.st_dev;
        own->inode = about.st_ino;
        f = fopencookie(own, "w", io);
    }
    if (f) return f;
    free(own);
    if (high >= 0) close(high);
    return NULL;
}
/* Returns a stream for a pipe, a socket or a file on a disk, a write to which may end the program; for others NULL. */
static FILE *gtprof_again(int file) {
    struct stat about;
    return gtprof_file_stream(!fstat(file, &about) && !S_ISCHR(about.st_mode) ? fcntl(file, F_DUPFD_CLOEXEC, 0) : -1);
}
/* A pipe had a reader when gtprof started. If that has ended, opening the pipe would wait for ever. */
static FILE *gtprof_fopen(const char *name, const char *mode) {
    struct stat about;
    int file;
    if (mode[0] == 'r') return fopen(name, mode);
    if (stat(name, &about) || !S_ISFIFO(about.st_mode)) {
        const int how = O_WRONLY | O_CREAT | O_CLOEXEC | (mode[0] == 'a' ? O_APPEND : O_TRUNC);
        return gtprof_file_stream(open(name, how, 0666));
    }
    file = open(name, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    if (file >= 0 && fcntl(file, F_SETFL, 0)) {
        close(file);
        return NULL;
    }
    return gtprof_file_stream(file);
}
/* The program's stdout or stderr. Where a write may end the program, a stream of gtprof's own for the same file, behind
   what the program has written. */
static FILE *gtprof_stream(FILE *programs, int file) {
    static FILE *own[3];
    if (!own[file]) {
        own[file] = gtprof_again(file);
        if (own[file] && file == 2) setvbuf(own[file], NULL, _IOLBF, 0);
    }
    if (!own[file]) return programs;
    fflush(programs);
    return own[file];
}
#define fopen(name, mode) gtprof_fopen(name, mode)
static FILE *gtprof_stdout(void) { return gtprof_stream(stdout, 1); }
static FILE *gtprof_stderr(void) { return gtprof_stream(stderr, 2); }
#undef stdout
#undef stderr
#define stdout gtprof_stdout()
#define stderr gtprof_stderr()
static const char *gtprof_variable(const char *name) {
    if (!strcmp(name, "GT_REPORT")) return "gtprof";
    if (!strcmp(name, "GT_CL_PROFILING")) return gtprof_plain_queues ? "0" : "1";
    if (!strcmp(name, "GT_JSON")) return gtprof_file("GTPROF_JSON");
    if (!strcmp(name, "GT_CSV")) return gtprof_file("GTPROF_CSV");
    if (!strcmp(name, "GT_TRACE")) return gtprof_file("GTPROF_TRACE");
    return strncmp(name, "GT_", 3) ? getenv(name) : NULL;
}
static pid_t gtprof_process;            /* kept, since the kit's locks ask often, and getpid is a system call */
static void gtprof_end(void);
static uint32_t gtprof_process_is(void) { return (uint32_t)gtprof_process; }
static int gtprof_at_exit(void (*ends)(void)) {
    (void)ends;
    return atexit(gtprof_end);
}
struct gt_command;
static void gtprof_ran(const struct gt_command *r, const char *name);
static void gtprof_bytes(double more);
static const char *gtprof_output(const char *variable, const char *to, int failed);
#define GT_EXIT_OUTPUT_(variable, to, failed) gtprof_output(variable, to, failed)
#define GT_HOST_HOOKS_ { gtprof_variable, gtprof_process_is, gtprof_at_exit, gtprof_ran }
#define GPUTIME_STATIC
#define GPUTIME_MAX_SAMPLES 4096        /* per name, for the kit's findings; the maps count all */
#define GPUTIME_IMPLEMENTATION
#include "gputime.h"

/* Names the option of a file, and the file, for a message. failed: 1: it is not written, or not all of it. Rows and the
   page's timeline lie in the launcher's folder, which nobody has named. */
static const char *gtprof_output(const char *variable, const char *to, int failed) {
    const size_t folder = (size_t)(gt_last_name_(gtprof_path) - gtprof_path);
    const int own = gtprof_trace && (size_t)(gt_last_name_(gtprof_trace) - gtprof_trace) == folder &&
                    !strncmp(gtprof_trace, gtprof_path, folder);
    if (failed && gtprof_to) gtprof_to->missing = 1;
    if (!strcmp(variable, "GT_JSON")) return gt_text_("gtprof: --json: %s", to);
    if (!strcmp(variable, "GT_CSV")) return gt_text_("gtprof: --csv: %s", to);
    if (!own) return gt_text_("gtprof: --trace: %s", to);
    return gt_text_("gtprof: %s, which are written to %.*s first (TMPDIR names another folder)",
                    gtprof_page ? "the page's timelines" : "rows",
                    (int)(strstr(gtprof_path, "/gtprof.of.") - gtprof_path), gtprof_path);
}

struct gt_cl_call_;
static void gtprof_before(struct gt_cl_call_ *c);
static void gtprof_after(const struct gt_cl_call_ *c, cl_int code);
static void gtprof_leaves(void);
#define GT_CL_LEAVES_() gtprof_leaves()
#define GT_CL_BEFORE_(call) gtprof_before(call)
#define GT_CL_AFTER_(call, code) gtprof_after((call), (code))
/* An OpenCL call of a thread: when it entered gtprof (in; 0: there is no such call), which one (now), where it returns
   to, and its frame on the stack. */
typedef struct gtprof_outer {
    uint64_t in;
    double entered;
    uint32_t now;
    int inside;
    const void *caller, *const *frame;
} gtprof_outer;
#define GTPROF_FRAME_ ((const void *const *)__builtin_frame_address(0))
static gtprof_outer gtprof_tells(void);
static void gtprof_told_it(const gtprof_outer *before);
#define GT_CL_TELLS_(call) do { \
        const gtprof_outer before_ = gtprof_tells(); \
        call; \
        gtprof_told_it(&before_); \
    } while (0)
static int gtprof_counts(void);
static int gtprof_commands_alone;       /* 1: the trace is for rows of commands, and has no calls */
#define GT_CL_COUNTS_(traced) (gtprof_counts() && !((traced) && gtprof_commands_alone))
static void gtprof_clip(uint64_t *begin, uint64_t *end);
#define GT_CL_PART_(begin, end) gtprof_clip((begin), (end))
#define GT_CL_LEVEL_(more) gtprof_bytes(more)
static const char *gtprof_timing_name(int id, const void *read);
#define GT_CL_TIMING_NAME_(id, place) gtprof_timing_name(id, place)
#define GT_CL_SEES_CLOCKS_ (gtprof_to && gtprof_to->clocks)
#define GT_CL_FORWARD_
#include "gputime_cl.h"
#include "../calls.h"
#include "../calls.h"          /* included again for its wrappers */
#include "../../more/section.h"
#include "findings.c"

/* Calls that the table in calls.h lacks. */
enum { gtprof_id_command_buffer = GT_CL_CALL_COUNT_, gtprof_id_usm_copy, gtprof_id_usm_fill, gtprof_id_pause,
       GTPROF_IDS = gtprof_id_pause + GTPROF_PAUSES };
static const char *const gtprof_names[] = {
#define GT_X_(shape, name, ...) #name,
    GT_CL_CALLS_ALL_(GT_X_)
#undef GT_X_
    "clEnqueueCommandBufferKHR", "clEnqueueMemcpyINTEL", "clEnqueueMemFillINTEL", "usleep", "sleep", "nanosleep",
    "clock_nanosleep", "sched_yield"
};
_Static_assert(sizeof gtprof_names / sizeof *gtprof_names == GTPROF_IDS, "a name for each call");
_Static_assert(GTPROF_IDS + GTPROF_OTHERS <= GTPROF_CALLS, "room for each call in the map");
_Static_assert(GTPROF_OWN_READING == GT_OWN_READING_, "clocks.c knows the kit's own readings");

/* -- what is counted -- */

static double gtprof_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}
static void gtprof_lock(void) { while (__atomic_exchange_n(&gtprof_to->lock, 1u, __ATOMIC_ACQUIRE)) gt_yield_(); }
static void gtprof_unlock(void) { __atomic_store_n(&gtprof_to->lock, 0u, __ATOMIC_RELEASE); }

static uint64_t gtprof_first;           /* gtprof_to->begin as ticks */
static int64_t gtprof_tick_length;      /* in ns, times 2^40; gtprof_open sets it */
/* Ticks as ns, times 2^bits. By whole numbers: a product of doubles is inexact, and the flag that says so would have to
   be taken back at each call's end (GTPROF_FLOATS_), which takes 50 ns. */
static int64_t gtprof_scaled(uint64_t ticks, int bits) {
#ifdef __SIZEOF_INT128__
    __extension__ typedef __int128 wide;
    return (int64_t)(((wide)(int64_t)ticks * gtprof_tick_length) >> (40 - bits));
#else                                   /* 32 bits */
    return (int64_t)((double)(int64_t)ticks * (double)gtprof_tick_length * ldexp(1, bits - 40));
#endif
}
static double gtprof_ns(uint64_t ticks) { return (double)gtprof_scaled(ticks, 10) * 0x1p-10; }
static double gtprof_when(uint64_t at) {                        /* in the map */
    return gtprof_to->begin + (double)gtprof_scaled(at - gtprof_first, 0);
}
static uint64_t gtprof_part_from, gtprof_part_to = UINT64_MAX;  /* the time that --from and --to choose, in ticks */
/* The part begins, unless it begins later by the clock; it ends, unless it has ended. UINT64_MAX: not yet. */
static void gtprof_part_begins(uint64_t at) {
    const uint64_t by_clock = gtprof_first + (uint64_t)(gtprof_from_ns / gt_clk_.ns_per_tick);
    if (by_clock > at) at = by_clock;
    __atomic_store_n(&gtprof_part_from, at, __ATOMIC_RELAXED);
    if (!gtprof_to) return;
    gtprof_to->part_from = at < UINT64_MAX ? gtprof_to->begin + gt_clock_ns(at - gtprof_first) : HUGE_VAL;
}
static void gtprof_part_ends(uint64_t at) {
    if (at >= gtprof_part_to) return;
    __atomic_store_n(&gtprof_part_to, at, __ATOMIC_RELAXED);
    if (gtprof_to) gtprof_to->part_to = gtprof_to->begin + gt_clock_ns(at - gtprof_first);
}
static void gtprof_clip(uint64_t *begin, uint64_t *end) {
    const uint64_t from = __atomic_load_n(&gtprof_part_from, __ATOMIC_RELAXED);
    const uint64_t to = __atomic_load_n(&gtprof_part_to, __ATOMIC_RELAXED);
    if (*begin < from) *begin = from;
    if (*end > to) *end = to;
}
#include "account.c"

static gtprof_queue *gtprof_queue_of(const void *queue) {       /* the caller holds the lock */
    const uint64_t key = (uint64_t)(uintptr_t)queue;
    uint32_t i = 0;
    while (i < gtprof_to->queues && gtprof_to->queue[i].key != key) i++;
    if (i == GTPROF_QUEUES) i--;
    if (i == gtprof_to->queues) gtprof_to->queue[gtprof_to->queues++].key = key;
    return &gtprof_to->queue[i];
}
static void gtprof_waited_for(gtprof_queue *q) {                /* likewise */
    q->waits += q->commands > q->waited;
    q->waited = q->commands;
    q->copies = 0;
}
static uint32_t gtprof_shared;          /* number of mapped regions and SVM allocations */
/* Counts what a call that succeeded says of the program's habits. The caller holds the lock. */
static void gtprof_habits(gtprof_self *own, const gt_cl_call_ *c) {
    const int reads = c->does == GT_CL_READS_ || c->does == GT_CL_MAPS_, copies = reads || c->does == GT_CL_WRITES_;
    gtprof_queue *const q = c->queue ? gtprof_queue_of(c->queue) : NULL;
    if (c->does <= GT_CL_UNMAPS_) {
        const uint32_t shared = __atomic_load_n(&gtprof_shared, __ATOMIC_RELAXED) + GT_PEEK_(&gt_cl_objects_.hosts);
        if (own->since.waited == 1 && !reads && !shared) gtprof_was_needless(own);
        own->since.waited = 0;
        own->since.commands++;
        if (c->does == GT_CL_MAPS_) __atomic_add_fetch(&gtprof_shared, 1, __ATOMIC_RELAXED);
        if (c->does == GT_CL_UNMAPS_ && __atomic_load_n(&gtprof_shared, __ATOMIC_RELAXED))
            __atomic_sub_fetch(&gtprof_shared, 1, __ATOMIC_RELAXED);
        if (q && copies && !c->blocks) q->copies = 1;
        if (q) q->commands++;
        if (q) q->launches += c->kernel != NULL;
    }
    if (copies && c->bytes > 0) {
        gtprof_to->transfers++;
        if (c->bytes <= GTPROF_SMALL) {
            gtprof_to->small++;
            gtprof_to->small_bytes += c->bytes;
            gtprof_was_small(own);
        }
    }
    if (!c->blocks) return;
    gtprof_to->blocking_reads += (uint64_t)reads;
    own->since.waited = reads ? GTPROF_READ
                      : c->does == GT_CL_WAITS_ && own->since.commands == 1 && own->since.in_order &&
                        !gtprof_queue_of(own->since.queue)->copies;
    own->since.commands = 0;
    if (q) gtprof_waited_for(q);
}
static int gtprof_is_in_part(void) {
    const uint64_t n = __atomic_load_n(&gtprof_enqueued, __ATOMIC_RELAXED);
    double ns;
    if (n < gtprof_from || n > gtprof_until) return 0;
    if (!(gtprof_until_ns > 0)) return 1;
    ns = gt_clock_ns(gt_clock_ticks() - gtprof_first);
    return ns >= gtprof_from_ns && ns <= gtprof_until_ns;
}
/* Returns whether --from and --to include this moment. */
static int gtprof_counts(void) { return !gtprof_in_part || gtprof_is_in_part(); }
static int gtprof_part(int id, int does, int blocks) {
    if (id >= gtprof_id_pause) return GTPROF_SLEEPS;
    if (does == GT_CL_BUILDS_) return GTPROF_BUILD;
    if (blocks) return GTPROF_WAIT;
    if (does != GT_CL_MAKES_ && does != GT_CL_OTHER_) return GTPROF_CALL;
    return does == GT_CL_MAKES_ || id == GT_CL_CALL_clGetPlatformIDs_ || id == GT_CL_CALL_clGetDeviceIDs_ ||
           id == GT_CL_CALL_clCreateKernelsInProgram_ ? GTPROF_SETUP : GTPROF_CALL;
}
static void gtprof_trace_look(void) {   /* keeps when the trace has reached its largest size */
    if (gt_is_traced_() || gtprof_to->traced > 0 || gt_trace_.j.cause != GT_TRACE_FULL_) return;
    gtprof_to->traced = gtprof_now() - gtprof_to->begin;
}
/* A program that is killed, or ends by _exit, leaves what its trace has in the file. So the rest is written behind
   calls, if 50 times as long have passed as that took at least: where the machine is busy, or the clock is measured
   before the first time, it takes longer. */
static void gtprof_trace_write(uint64_t now) {
    static uint64_t due, least = UINT64_MAX;
    uint64_t was = __atomic_load_n(&due, __ATOMIC_RELAXED), took;
    if (now < was) return;
    if (!__atomic_compare_exchange_n(&due, &was, UINT64_MAX, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) return;
    now = gt_clock_ticks();
    gt_trace_due_(NULL, 0);
    took = gt_clock_ticks() - now;
    if (was && took < least) least = took;
    __atomic_store_n(&due, was ? now + 50 * least : 1, __ATOMIC_RELEASE);
    gtprof_trace_look();
}
static const gtprof_self *gtprof_ender; /* the thread that ran gtprof_end; */
static int gtprof_late;                 /* 1: a call of it came later */
static void gtprof_failed(int id, cl_int code) {        /* the caller holds the lock */
    int i;
    gtprof_to->call[id].failed++;
    for (i = 0; i < GTPROF_ERRORS; i++) {
        if (gtprof_to->error[i].n && (gtprof_to->error[i].call != (uint32_t)id || gtprof_to->error[i].code != code))
            continue;
        gtprof_to->error[i].call = (uint32_t)id;
        gtprof_to->error[i].code = code;
        if (!gtprof_to->error[i].n++) gt_copy_(gtprof_to->error[i].name, 48, gt_cl_error_name_(code));
        return;
    }
}
static void gtprof_note(gtprof_self *own, const gt_cl_call_ *c, cl_int code) {
    gtprof_map *const to = gtprof_to;
    gtprof_call *const call = &to->call[c->id];
    const double ns = gtprof_ns(c->ticks);
    const int enqueued = code == CL_SUCCESS && c->does <= GT_CL_UNMAPS_, blocks = c->blocks;
    if (own == __atomic_load_n(&gtprof_ender, __ATOMIC_RELAXED)) gtprof_late = 1;
    if (!(to->traced_from > 0)) to->traced_from = gtprof_at(c->begin);
    if (blocks) own->settled = c->begin + c->ticks;
    if (blocks) own->waited = 1;
    const int part = gtprof_part(c->id, c->does, blocks);
    gtprof_spent(own, part, blocks && (c->does == GT_CL_READS_ || c->does == GT_CL_MAPS_), c->begin, c->ticks);
    if (!gtprof_counts()) return;
    if (enqueued && c->queue && c->queue != own->since.queue) {
        own->since.queue = c->queue;
        own->since.in_order = gt_cl_in_order_(c->queue);
        own->since.waited = 0;
    }
    gtprof_lock();
    gtprof_add(&call->time, &to->few_took[c->id], &to->took[c->id], ns);
    if (part == GTPROF_CALL) call->other += ns;
    if (blocks) call->blocked++;
    if (own->sums && c->id < gtprof_id_pause) {
        own->sums->calls++;
        own->sums->ns += ns;
        if (blocks) own->sums->blocked++;
        if (blocks) own->sums->blocked_ns += ns;
        if (enqueued) own->sums->commands++;
    }
    to->last = gtprof_when(c->begin + c->ticks);
    if (enqueued) __atomic_store_n(&to->commands, to->commands + 1, __ATOMIC_RELAXED);     /* gtprof_look reads it */
    if (code != CL_SUCCESS) gtprof_failed(c->id, code);
    else if (blocks || (enqueued && c->queue)) gtprof_habits(own, c);
    gtprof_unlock();
}
/* Counts a call that the table lacks, and that enqueued a copy of so many bytes (queue; NULL: none). */
static void gtprof_moved(int id, int does, cl_command_queue queue, int blocks, double bytes, uint64_t begin,
                         cl_int code) {
    const uint64_t ticks = gt_clock_ticks() - begin;
    gt_cl_trace_call_ call;
    gt_cl_call_ c;
    if (!gtprof_to) return;
    gt_cl_call_begin_(&c, id, does, GTPROF_PLACE, 0, 0);
    c.queue = queue;
    c.blocks = blocks;
    c.bytes = bytes;
    c.begin = begin;
    c.ticks = ticks;
    gtprof_note(gtprof_self_here(), &c, code);
    gt_cl_trace_clear_(&call);
    call.name = gtprof_names[id];
    call.begin = begin;
    call.ticks = ticks;
    call.code = code;
    gt_cl_trace_call_add_(&call);
}
static void gtprof_called(int id, int does, uint64_t begin, cl_int code) {
    gtprof_moved(id, does, NULL, 0, 0, begin, code);
}

#include "readings.c"

/* A callback begins, maybe inside a call of its thread: calls that it makes are then inside that call. Returns what
   gtprof_told_it needs when the callback ends. */
static gtprof_outer gtprof_tells(void) {
    gtprof_self *const own = gtprof_self_here();
    const gtprof_outer before = own->outer;
    const gtprof_outer outer = { own->in, own->to ? own->to->entered : 0, own->to ? own->to->now : 0, own->inside,
                                 own->caller, own->frame };
    own->outer = outer;
    own->inside = 0;
    return before;
}
static void gtprof_told_it(const gtprof_outer *before) {
    gtprof_self *const own = gtprof_self_here();
    own->inside = own->outer.inside;
    own->caller = own->outer.caller;
    own->frame = own->outer.frame;
    own->outer = *before;
}

/* Counts memory: an object of that many bytes was made, or, if negative, released. Sub-buffers do not count. */
static void gtprof_bytes(double more) {
    if (!gtprof_to) return;
    gtprof_lock();
    gtprof_to->bytes += more;
    gtprof_to->objects += more > 0 ? 1 : -(uint64_t)1;
    if (gtprof_to->bytes > gtprof_to->bytes_peak) gtprof_to->bytes_peak = gtprof_to->bytes;
    if (gtprof_to->objects > gtprof_to->objects_peak) gtprof_to->objects_peak = gtprof_to->objects;
    gtprof_unlock();
}
/* Adds an interval in which the device was busy, and joins it with those that it overlaps. */
static void gtprof_busy(gtprof_device *d, uint64_t from, uint64_t to) {
    uint32_t i = d->runs, k;
    d->sum += (double)(to - from);
    if (d->runs == GTPROF_RUNS) {       /* full: moves the older half into the sums */
        gtprof_sum(d, GTPROF_RUNS / 2);
        i = d->runs;
    }
    if (from < d->end) {
        d->late++;
        from = d->end;
        if (to <= from) return;
    }
    while (i && d->run[i - 1].from > to) i--;           /* skips intervals that begin later */
    for (k = i; k && d->run[k - 1].to >= from; k--) {   /* joins those that it touches */
        if (d->run[k - 1].from < from) from = d->run[k - 1].from;
        if (d->run[k - 1].to > to) to = d->run[k - 1].to;
    }
    if (i < d->runs) memmove(&d->run[k + 1], &d->run[i], (d->runs - i) * sizeof *d->run);
    d->run[k].from = from;
    d->run[k].to = to;
    d->runs -= i - k;
    d->runs++;
}
static int gtprof_device_of(const gt_device_ *of) {
    const uint64_t key = (uint64_t)(uintptr_t)of;
    uint32_t i;
    for (i = 0; i < gtprof_to->devices && gtprof_to->device[i].key != key; i++) {}
    if (i == GTPROF_DEVICES) return GTPROF_DEVICES - 1;
    if (i == gtprof_to->devices) {
        gtprof_to->device[i].key = key;
        gt_copy_(gtprof_to->device[i].line, sizeof gtprof_to->device[i].line, of->line);
        gt_copy_(gtprof_to->device[i].place, sizeof gtprof_to->device[i].place, of->place);
        gtprof_to->devices++;
    }
    return (int)i;
}
/* Returns whether the folder has room for one more name. */
static int gtprof_has_room(uint32_t i) {
    char path[sizeof gtprof_path + 8];
    gtprof_held held;
    int file, full;
    snprintf(path, sizeof path, "%s.map", gtprof_path);
    file = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0) return 0;
    gtprof_hold(&held);
    full = posix_fallocate(file, (off_t)(offsetof(gtprof_map, activity) + i * sizeof(gtprof_activity)),
                           sizeof(gtprof_activity));
    gtprof_let(&held);
    close(file);
    if (!full) gtprof_pages(&gtprof_to->activity[i], offsetof(gtprof_activity, runs));
    return !full;
}
/* Kernels that were launched with one work-item. Their names live as long as the process. */
static struct { const char *name; uint64_t n; } gtprof_single[64];
static void gtprof_launched_single(const char *kernel) {
    cl_uint i;
    gtprof_lock();
    for (i = 0; i < 64 && gtprof_single[i].name && strcmp(gtprof_single[i].name, kernel); i++) {}
    if (i < 64) {
        gtprof_single[i].name = kernel;
        gtprof_single[i].n++;
    }
    gtprof_unlock();
}
static void gtprof_copied(const gt_command *r) {
    const int way = !strncmp(r->kind, "write", 5) ? GTPROF_TO_DEVICE : !strncmp(r->kind, "read", 4) ? GTPROF_TO_HOST
                  : !strncmp(r->kind, "copy", 4)  ? GTPROF_WITHIN    : GTPROF_WAYS;
    int octave;
    gtprof_copies *c;
    if (way == GTPROF_WAYS) return;
    (void)frexp(r->bytes, &octave);
    c = &gtprof_to->copies[way][octave <= GTPROF_SIZES ? octave - 1 : GTPROF_SIZES - 1];
    c->n++;
    c->bytes += r->bytes;
    c->ns += (double)(r->end - r->start);
}
/* Returns which activity this is; the number of activities: a new one. Names and kinds live as long as the process. */
static uint32_t gtprof_activity_of(const char *name, const char *kind, int device) {
    static struct { const char *name, *kind; int device; uint32_t at; } known[64];
    const size_t k = gt_cl_hash_((uint64_t)(uintptr_t)name ^ (uint64_t)(uintptr_t)kind, 6);
    const gtprof_activity *a = gtprof_to->activity;
    uint32_t i = 0;
    if (known[k].name == name && known[k].kind == kind && known[k].device == device) return known[k].at;
    while (i < gtprof_to->activities &&
           (a[i].device != device || strncmp(a[i].name, name, sizeof a->name - 1) || strcmp(a[i].kind, kind))) i++;
    if (i == gtprof_to->activities) return i;
    known[k].name = name;
    known[k].kind = kind;
    known[k].device = device;
    return known[k].at = i;
}
/* For how long a device ran no earlier command before `start`, from `queued` on. */
static double gtprof_idle_before(const gtprof_device *d, uint64_t queued, uint64_t start) {
    uint64_t busy = d->end;
    uint32_t i = d->runs;
    while (i > 0 && d->run[i - 1].from >= start) i--;
    if (i > 0) busy = d->run[i - 1].to;
    return busy >= start ? 0 : (double)(start - (busy > queued ? busy : queued));
}
/* Counts a command that is complete and has plausible stamps. */
static void gtprof_ran(const gt_command *r, const char *name) {
    gtprof_activity *a = NULL;
    gtprof_queue *q;
    uint32_t i, k;
    int device;
    if (!gtprof_to || !r->device || r->told_) return;
    gt_cl_over_add_(r);
    gtprof_lock();
    device = gtprof_device_of(r->device);
    i = gtprof_activity_of(name, r->kind, device);
    if (i < gtprof_to->activities || (i < GTPROF_ACTIVITIES && gtprof_has_room(i))) {
        a = &gtprof_to->activity[i];
        if (i == gtprof_to->activities) {
            gt_copy_(a->name, sizeof a->name, name);
            gt_copy_(a->kind, sizeof a->kind, r->kind);
            a->device = device;
            gtprof_to->activities++;
        }
        gtprof_add(&a->run, &a->few_runs, &a->runs, (double)(r->end - r->start));
        for (k = 0; r->kernel && k < 64 && gtprof_single[k].name; k++)
            if (!strcmp(gtprof_single[k].name, name)) a->single = gtprof_single[k].n;
        if (r->after > r->before) gtprof_add(&a->call, &a->few_calls, &a->calls, gtprof_ns(r->after - r->before));
        if (r->bytes > 0) {
            a->bytes += r->bytes;
            a->bytes_ns += (double)(r->end - r->start);
        }
        if (r->stamps == GT_STAMPS_GOOD) {
            if (!a->stamped++) {
                a->first_wait = (double)(r->start - r->queued);
                a->first_idle = gtprof_idle_before(&gtprof_to->device[device], r->queued, r->start);
            }
            a->queued += (double)(r->submit - r->queued);
            a->submitted += (double)(r->start - r->submit);
        }
    } else {
        gtprof_to->full++;
    }
    if (!r->kernel && r->bytes >= 1) gtprof_copied(r);
    gtprof_busy(&gtprof_to->device[device], r->start, r->end);
    q = gtprof_queue_of(r->queue);
    q->ns += (double)(r->end - r->start);
    q->timed++;
    gtprof_unlock();
    gtprof_placed(gtprof_self_here(), r, device);
}
/* -- commands that still ran when their thread ended: another thread, or the end of the process, finds them over -- */

static struct {
    gt_command row;
    cl_event event;
    const char *name;
    unsigned thread;            /* its number: the next thread gets the record of one that has ended */
    uint32_t state;
} gtprof_left_over[256];
enum { GTPROF_LEFT_NONE, GTPROF_LEFT_TAKEN, GTPROF_LEFT_KEPT };         /* TAKEN: a thread works on it */
static uint32_t gtprof_lefts;           /* how many there are */
static void gtprof_leaves(void) {       /* the calling thread ends */
    const gt_cl_log_ *mine = &gt_cl_mine_;
    size_t i, k = 0;
    if (!gtprof_to || GT_PEEK_(&gt_cl_process_.exiting)) return;
    for (i = gtprof_told(gtprof_self_here()); i < mine->rows.used; i++) {
        gt_command *r = &mine->rows.row[i];
        const cl_event event = *gt_cl_event_at_(i);
        if (r->told_ || r->taken_ || !event || !gt_cl_runs_(event)) continue;
        while (k < 256 && !gt_replace_(&gtprof_left_over[k].state, GTPROF_LEFT_NONE, GTPROF_LEFT_TAKEN)) k++;
        if (k == 256 || clRetainEvent(event) != CL_SUCCESS) return;
        gtprof_left_over[k].row = *r;
        gtprof_left_over[k].event = event;
        gtprof_left_over[k].name = r->name && r->name[0] ? r->name : gt_cl_launch_of_(r)->kernel_name;
        gtprof_left_over[k].thread = gt_self_->number;
        r->told_ = 1;
        (void)GT_ADD_(&gtprof_lefts, 1u);
        GT_STORE_(&gtprof_left_over[k].state, (uint32_t)GTPROF_LEFT_KEPT);
    }
}
static void gtprof_left_look(void) {    /* counts those that are over */
    cl_command_queue queue;
    cl_command_type type;
    size_t k;
    if (!GT_PEEK_(&gtprof_lefts)) return;
    for (k = 0; k < 256; k++) {
        if (!gt_replace_(&gtprof_left_over[k].state, GTPROF_LEFT_KEPT, GTPROF_LEFT_TAKEN)) continue;
        gt_command *const r = &gtprof_left_over[k].row;
        const cl_event event = gtprof_left_over[k].event;
        const char *const name = gtprof_left_over[k].name;
        if (gt_cl_runs_(event)) {
            GT_STORE_(&gtprof_left_over[k].state, (uint32_t)GTPROF_LEFT_KEPT);
            continue;
        }
        r->brief_ = 0;
        if (gt_cl_stamps_(event, r) == GT_STAMPS_GOOD && GT_CL_ASK_(Event, event, CL_EVENT_COMMAND_QUEUE, queue) &&
            GT_CL_ASK_(Event, event, CL_EVENT_COMMAND_TYPE, type)) {
            r->stamps = GT_STAMPS_GOOD;
            r->queue = (const void *)queue;
            r->device = gt_cl_queue_device_(queue);
            r->kind = gt_cl_kind_(type);
            r->name = name && name[0] ? name : r->kind;
            r->id = (const void *)event;
            r->kernel = 0;                      /* sizes and wait lists were kept by the thread */
            r->launch_ = 0;
            r->waits = 0;
            gtprof_ran(r, r->name);
            if (gt_is_traced_()) {              /* a thread that runs now may have the record of the one that ended */
                gt_thread_ thread = { .number = gtprof_left_over[k].thread };
                const gt_node_ scope = { .thread = &thread };
                gt_trace_takes_commands_(r, 1, &scope);
            }
        }
        (void)clReleaseEvent(event);
        (void)GT_ADD_(&gtprof_lefts, (uint32_t)-1);
        GT_STORE_(&gtprof_left_over[k].state, (uint32_t)GTPROF_LEFT_NONE);
    }
}

/* -- the end -- */

/* How long the device worked in a timing (median); of several devices each: "121 us + 233 us". */
static const char *gtprof_timer_device(const gt_snapshot *all, size_t timer) {
    const gt_series *s = &all->series[timer], *p = NULL;
    const char *text = s->known[GT_COLUMN_device_ns] ? gt_time_(s->device_stats.median) : "";
    while ((p = gt_child_next_(s, p)) != NULL)
        if (p->rank_ == GT_RANK_DEVICE_ && p->kept) text = gt_text_("%s + %s", text, gt_time_(p->stats.median));
    return text;
}
/* Writes the program's timers: how often and how long each ran, and how much of that the device worked. */
static void gtprof_print_timers(FILE *out, const gt_snapshot *all) {
    size_t i;
    for (i = 0; i < all->count; i++) {
        const gt_series *s = &all->series[i];
        if (s->kind == GT_KIND_TIMER && s->n)
            fprintf(out, "timer\t%s\t%lu\t%.0f\t%.0f\t%.0f\t%.0f\t%s\n", s->path, (unsigned long)s->n, s->sum_ns,
                    s->stats.median, s->min_ns, s->max_ns, gtprof_timer_device(all, i));
    }
}
/* Writes PID.txt. Objects that exist at the end were never released. */
static gt_status gtprof_print(FILE *out) {
    gt_list_ l;
    size_t i;
    const int judged = gt_list_open_(&l) == GT_OK;
    for (i = 0; judged && i < l.count; i++) {
        const gt_finding *f = &l.f[i];
        size_t k;
        if (f->severity == GT_INFO) continue;
        fprintf(out, "finding\t%d\t%s\t%s\t%s\t%s\t%s\t%s\t%llx\t", (int)f->severity, f->path, f->name, f->figures,
                f->said_ ? "" : f->sentence, f->cause, f->remedy,       /* the figures may contain the sentence */
                (unsigned long long)gt_bits_of_(f->spoils_));
        for (k = 0; k < f->figure_count; k++)       /* as bits, which do not depend on the locale */
            fprintf(out, "%s|%s|%llx;", f->figure[k].name, f->figure[k].unit,
                    (unsigned long long)gt_bits_of_(f->figure[k].value));
        fprintf(out, "\n");
    }
    if (judged) gtprof_print_timers(out, &l.snap);
    if (judged) (void)gt_list_close_(&l);
    gtprof_print_places(out);
    if (GT_PEEK_(&gt_cl_process_.exiting)) gt_cl_objects_print_(out);
    return GT_OK;
}
static void gtprof_write(void) {
    char path[sizeof gtprof_path + 8];
    snprintf(path, sizeof path, "%s.txt", gtprof_path);
    gt_write_file(path, gtprof_print);
}
/* Programs in Go end without exit of the C library. Go's linker leaves a note in them. */
static int gtprof_is_in_go;
static int gtprof_look_for_go(struct dl_phdr_info *program, size_t size, void *to) {
    const ElfW(Phdr) *part = program->dlpi_phdr, *const end = part + program->dlpi_phnum;
    (void)size;
    for (; part < end; part++)
        if (part->p_type == PT_NOTE &&
            memmem((const char *)program->dlpi_addr + part->p_vaddr, part->p_memsz, "Go\0", 4)) *(int *)to = 1;
    return 1;           /* the program is the first module; no other one is looked at */
}
/* Writes PID.txt early, for programs that will be killed. It does so after a wait, if since the last time a second has
   passed, and 200 times as long as writing took. A program in Go has no later time for it. There the first wait counts,
   and so does a reading of stamps, which it may print. Each of the two (at) has times of its own. Findings about few
   launches must not be older than the next one: of the first commands, each is looked at when its stamps are read. */
enum { GTPROF_AT_WAIT, GTPROF_AT_STAMP, GTPROF_FEW = 8 };
static uint32_t gtprof_looking;         /* 1: a thread writes PID.txt */
static void gtprof_look(int at) {
    static double due[2];               /* ns since the load of the layer */
    const double now = gt_rough_ns_(gt_now_() - gtprof_first), least = gtprof_is_in_go ? 0 : 1e9;
    if (__atomic_exchange_n(&gtprof_looking, 1u, __ATOMIC_ACQUIRE)) return;
    const uint64_t n = __atomic_load_n(&gtprof_to->commands, __ATOMIC_RELAXED);
    if (now > fmax(due[at], least) || (at == GTPROF_AT_STAMP && n <= GTPROF_FEW && n != gtprof_to->looked_at)) {
        gtprof_to->looked = gtprof_now();
        gtprof_to->looked_at = n;
        gtprof_write();
        due[at] = now + fmax(least, 200 * (gt_rough_ns_(gt_clock_ticks() - gtprof_first) - now));
    }
    __atomic_store_n(&gtprof_looking, 0u, __ATOMIC_RELEASE);
}
static double gtprof_wall(void) {
    return gtprof_wall_until(gtprof_to, gtprof_to->ended ? gtprof_to->end : gtprof_now());
}
#include "sections.c"
/* Lets files say what ran: the command line, with the last parts of paths. */
static void gtprof_about(void) {
    char line[512] = "", text[512] = "";
    const int file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    const ssize_t n = file >= 0 ? read(file, line, sizeof line - 1) : 0;
    size_t used = 0;
    const char *at;
    if (file >= 0) close(file);
    for (at = line; at < line + n; at += strlen(at) + 1) {
        const char *last = strrchr(at, '/');
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", used ? " " : "",
                                 last && last[1] ? last + 1 : at);
        if (used >= sizeof text) break;
    }
    gt_report_about(text);
}
/* For --html: writes the document for the page. */
static void gtprof_page_write(void) {
    const char *name = strrchr(gtprof_path, '/');
    char path[512];
    snprintf(path, sizeof path, "%.*s/%s, process %s.json", (int)(name - gtprof_path), gtprof_path,
             gtprof_to->program, strcmp(name + strlen(name) - 2, ".0") ? name + 1
                                 : gt_text_("%.*s", (int)strlen(name) - 3, name + 1));
    if (gtprof_page) gt_write_file(path, gt_write_json);
}
static uint64_t gtprof_json_mark;       /* of the document that was written; 0: of none */
/* Writes the files that the user asked for. gtprof's findings join those of the kit about all series. */
static void gtprof_files(void) {
    gt_list_ own;
    char *const trace = gt_trace_.file;
    memset(&own, 0, sizeof own);
    gtprof_find(&own, gtprof_to, gtprof_wall());
    for (; own.count && gt_clock_findings_.count < sizeof gt_clock_findings_.f / sizeof *gt_clock_findings_.f;)
        gt_clock_findings_.f[gt_clock_findings_.count++] = own.f[--own.count];
    free(own.f);
    gtprof_about();
    gt_trace_due_(NULL, 0);
    gtprof_trace_look();
    gt_trace_.file = NULL;              /* it stays open for the calls that still come */
    gt_exit_files_();
    gt_trace_.file = trace;
    gtprof_json_mark = gt_file_mark_(gtprof_file("GTPROF_JSON"));
    gtprof_page_write();
    gtprof_write();
    fflush(stdout);
}
/* Runs once, in the process that began (not in its children): at exit, in clDeinitLayer, or when the library ends. */
static void gtprof_end(void) {
    GTPROF_FLOATS_;
    const uint64_t now = gtprof_to ? gt_clock_ticks() : 0;      /* the program's time ends here */
    int tries = 0;
    if (!gtprof_to || !gt_exit_begins_()) return;
    gt_unlock_();
    /* A signal handler calls exit, and has interrupted gtprof itself, maybe where it got memory: who asks for memory
       then waits for ever. The launcher says what was counted, as it does of a program that is killed. */
    if (gt_cl_mine_.changing) return;
    gtprof_to->end = gtprof_to->begin + gt_clock_ns(now - gtprof_first);
    /* In a signal handler the lock may be that of the code below it. */
    for (tries = 0; __atomic_load_n(&gtprof_to->lock, __ATOMIC_RELAXED) && tries < 100; tries++) gt_sleep_(1);
    if (tries == 100) gtprof_unlock();
    if (!gt_cl_ends_inside_()) gtprof_left_look();
    gt_cl_programs_end_();
    gtprof_self_here()->outer.in = 0;   /* the program may end in a callback */
    gtprof_divide(gtprof_self_here(), now);
    gtprof_to->ended = 1;
    __atomic_store_n(&gtprof_ender, gtprof_self_here(), __ATOMIC_RELAXED);
    /* From now on no other thread writes. One that does so now may be this very thread, in a signal handler. */
    for (tries = 0; __atomic_exchange_n(&gtprof_looking, 1u, __ATOMIC_ACQUIRE) && tries < 2000; tries++) gt_sleep_(1);
    gtprof_files();
}

/* -- before and after each call of the table -- */

static int gtprof_outside(void) {       /* returns 1 if this command is not counted */
    const uint64_t n = __atomic_add_fetch(&gtprof_enqueued, 1, __ATOMIC_RELAXED);
    if (n > 1 && n == gtprof_from) gtprof_part_begins(gt_clock_ticks());
    if (n == gtprof_until + 1) gtprof_part_ends(gt_clock_ticks());
    return !gtprof_counts();
}
/* After a wait: reads and releases commands that are complete, so that the file has them. runs: 1 if the last command
   was enqueued since. */
static void gtprof_settle(gtprof_self *own, int runs) {
    const gt_commands_ *const rows = &gt_cl_mine_.rows;
    size_t first;
    if (!own->waited) return;
    own->waited = own->put_off = 0;
    if (!gtprof_to || GT_PEEK_(&gt_cl_process_.exiting)) return;
    gtprof_harvest(runs);
    gtprof_tell(own);
    first = gtprof_told(own);
    if (rows->used == first) gtprof_divide_now(own);
    else if (first < rows->used && own->settled && rows->row[first].before > own->settled)
        gtprof_divide(own, own->in);    /* put off: all that was enqueued before that wait is over */
    own->settled = 0;
    gtprof_left_look();
    gtprof_look(GTPROF_AT_WAIT);
}
/* While a program that waits for each command is between two of them, the device idles, and threads of drivers fall
   asleep: to wake one up takes microseconds. So what a short wait of such a program leaves to be done is put off until
   the thread has enqueued its next command. It is such a program if it has done the same 1000 times, and has enqueued
   within GTPROF_SOON_NS nearly each time.
   Most of the time of what is left goes into loading code that the driver's has displaced from the processor's caches.
   So of a program that has waited often, what several waits leave is done together: of one wait for each
   GTPROF_PUT_OFF_OF waits so far, of GTPROF_PUT_OFF at most. If the program is killed in between, only these have no
   time. Several threads need each other's commands soon, to divide their time: there it is done behind the next
   command. */
enum { GTPROF_SHORT_NS = 100000, GTPROF_LATE = 16, GTPROF_SOONS = 1000 + 4 * GTPROF_LATE,
       GTPROF_PUT_OFF = 8, GTPROF_PUT_OFF_OF = 3000 };
static int gtprof_put_off_most(const gtprof_self *own) {
    const uint64_t of = own->sums ? own->sums->blocked / GTPROF_PUT_OFF_OF : 0;
    if (of < 1 || __atomic_load_n(&gtprof_to->threads, __ATOMIC_RELAXED) > 1) return 1;
    return of < GTPROF_PUT_OFF ? (int)of : GTPROF_PUT_OFF;
}
static int gtprof_puts_off(gtprof_self *own, const gt_cl_call_ *c) {
    const int enqueues = c->does <= GT_CL_UNMAPS_, most = gtprof_put_off_most(own);
    if (enqueues && own->over) {
        const int late = gtprof_ns(c->begin - own->over) > GTPROF_SOON_NS;
        if (late) own->soon -= own->soon < GTPROF_LATE ? own->soon : GTPROF_LATE;
        else own->soon += own->soon < GTPROF_SOONS;
        own->over = 0;
    }
    if (enqueues) own->does = 31 * own->does + (c->kernel ? (uint64_t)(uintptr_t)c->kernel : (uint64_t)c->id);
    if (c->blocks) {
        if (own->does != own->did) own->soon = 0;
        own->did = own->does;
        own->does = 0;
        own->over = c->begin + c->ticks;
        const int puts_off = own->put_off < most && own->soon >= 1000 && gtprof_ns(c->ticks) < GTPROF_SHORT_NS;
        own->put_off = puts_off ? own->put_off + 1 : 0;
    }
    return own->put_off && (c->blocks || !enqueues || own->put_off < most);
}
/* Counts a build, and whether the same source was built before for the same devices. */
static void gtprof_built(const gt_cl_call_ *c) {
    const cl_program program = (cl_program)(uintptr_t)c->object;
    const cl_device_id *devices = (const cl_device_id *)c->value;
    const double ns = gt_clock_ns(c->ticks);
    cl_context context = NULL;
    size_t size = 0;
    char *source;
    uint64_t key;
    int i;
    if (!gtprof_counts()) return;
    clGetProgramInfo(program, CL_PROGRAM_SOURCE, 0, NULL, &size);
    clGetProgramInfo(program, CL_PROGRAM_CONTEXT, sizeof context, &context, NULL);
    source = size > 1 ? (char *)calloc(1, size + 1) : NULL;
    if (source) clGetProgramInfo(program, CL_PROGRAM_SOURCE, size, source, NULL);
    key = gt_hash_text_((uint64_t)(uintptr_t)context + 1, source ? source : "");
    key = gt_hash_text_(key, c->text ? c->text : "");
    for (i = 0; devices && i < (int)c->count; i++) key = 31 * key + (uint64_t)(uintptr_t)devices[i];
    gtprof_lock();
    gtprof_to->builds++;
    gtprof_to->build_ns += ns;
    for (i = 0; source && i < GTPROF_BUILDS; i++) {
        if (gtprof_to->build[i].n && gtprof_to->build[i].key != key) continue;
        gtprof_to->build[i].key = key;
        if (gtprof_to->build[i].n++) {
            gtprof_to->rebuilt++;
            gtprof_to->rebuilt_ns += ns;
        }
        break;
    }
    gtprof_unlock();
    free(source);
}

static void gtprof_made_queue(gtprof_self *own, const gt_cl_call_ *c) {
    if (c->hides) (void)GT_ADD_(&gtprof_to->hidden, 1u);
    own->since.queue = NULL;          /* the address may have been another queue's */
    (void)gt_cl_queue_device_((cl_command_queue)(uintptr_t)c->object);  /* a sub-device may be released later */
}
/* A wait for events counts once for each run of events of one queue. */
static void gtprof_waited_for_events(const gt_cl_call_ *c) {
    cl_command_queue queue = NULL, last = NULL;
    cl_uint i;
    for (i = 0; i < c->waits; i++, last = queue) {
        if (clGetEventInfo(c->list[i], CL_EVENT_COMMAND_QUEUE, sizeof queue, &queue, NULL) != CL_SUCCESS || !queue ||
            queue == last) continue;
        gtprof_lock();
        gtprof_waited_for(gtprof_queue_of(queue));
        gtprof_unlock();
    }
}
/* GTPROF_OWN: the folder of a program that is not trusted. A loader calls whatever function a queue or an event names,
   and such a program can make some of its own: what no driver's function does is not counted. Drivers are files
   elsewhere. */
static const char *gtprof_own_folder;
static void *gtprof_address(const void *function);
static int gtprof_is_drivers(const gt_cl_call_ *c) {
    static const size_t at[] = {
#define GT_X_(shape, name, ...) offsetof(cl_icd_dispatch, name),
        GT_CL_CALLS_ALL_(GT_X_)
#undef GT_X_
    };
    const void *object = c->queue ? (const void *)c->queue : c->waits && c->list ? (const void *)c->list[0] : NULL;
    static const void *known[8];
    const void *table;
    Dl_info about;
    char path[PATH_MAX];
    size_t i;
    if (!object) return 1;
    memcpy(&table, object, sizeof table);
    if (!dladdr(gtprof_address((const char *)table + at[c->id]), &about)) return 0;
    for (i = 0; i < 8 && known[i]; i++) if (known[i] == about.dli_fbase) return 1;
    if (i == 8 || !realpath(about.dli_fname, path) || !strncmp(path, "/dev/", 5) || !strncmp(path, "/proc/", 6) ||
        !strncmp(path, gtprof_own_folder, strlen(gtprof_own_folder))) return 0;
    known[i] = about.dli_fbase;
    return 1;
}
static void gtprof_before(gt_cl_call_ *c) {
    gtprof_self *const own = gtprof_self_here();
    c->own = own;
    gtprof_clock_earlier(own);
    gtprof_thread_comes(own);
    if (own->to && !own->to->now) gtprof_enters(own, (uint32_t)c->id);   /* its first call came without */
    if (c->does <= GT_CL_UNMAPS_) c->outside = gtprof_outside();
    if (gtprof_own_folder && gtprof_to && !gtprof_to->stand_in &&
        (c->does <= GT_CL_UNMAPS_ || c->does == GT_CL_WAITS_) && !gtprof_is_drivers(c)) c->outside = 1;
    if (c->id != GT_CL_CALL_clReleaseCommandQueue_ && c->id != GT_CL_CALL_clReleaseContext_) return;
    own->waited = 1;            /* reads commands now: some drivers cannot release events without their queue */
    gtprof_settle(own, 0);
}
static void gtprof_after(const gt_cl_call_ *c, cl_int code) {
    gtprof_self *const own = (gtprof_self *)c->own;
    if (!gtprof_to) return;
    if (c->id == GT_CL_CALL_clGetEventProfilingInfo_) gtprof_was_measured(own, c->begin);
    gtprof_note(own, c, code);
    if (c->does == GT_CL_WAITS_ && !c->queue && code == CL_SUCCESS && gtprof_counts()) gtprof_waited_for_events(c);
    if (c->does == GT_CL_BUILDS_ && !c->kind) gtprof_built(c);
    if (c->object && c->kind == GT_CL_OBJECT_cl_command_queue_ && c->does == GT_CL_MAKES_) gtprof_made_queue(own, c);
    const int runs = c->does <= GT_CL_UNMAPS_ && !c->blocks && c->row && c->row == c->log->rows.used;
    if (c->does <= GT_CL_SETS_ && !gtprof_puts_off(own, c)) gtprof_settle(own, runs);
    if (gtprof_trace) gtprof_trace_write(c->begin + c->ticks);
    gtprof_relieve(own);
    if (gtprof_is_in_go && c->id == GT_CL_CALL_clGetEventProfilingInfo_) gtprof_look(GTPROF_AT_STAMP);
}

/* -- wrappers with OpenCL's types around those of the kit -- */

#include "calllog.c"

#define GTPROF_OPEN_(...) __VA_ARGS__
#define GTPROF_SAID_(name, begin, result, ...) \
    if (begin) {            /* 0: not logged */ \
        const gtprof_arg said_[] = { GTPROF_ARG_(result), __VA_ARGS__ }; \
        gtprof_log_call(name, begin, said_, sizeof said_ / sizeof *said_); \
    }
#define GTPROF_IS_(type, name, takes, said, ...) \
    static type CL_API_CALL gtprof_##name takes { \
        GTPROF_FLOATS_; \
        gtprof_self *const own_ = gtprof_self_here(); \
        const int outer_ = gtprof_is_inside(own_, GTPROF_FRAME_); \
        const uint64_t begin_ = gtprof_log && !outer_ ? gt_clock_ticks() : 0; \
        type result_; \
        own_->inside = 1; \
        if (!outer_) own_->caller = __builtin_return_address(0); \
        if (!outer_) own_->frame = GTPROF_FRAME_; \
        if (own_->to && !outer_) gtprof_enters(own_, GT_CL_CALL_##name##_); \
        result_ = gt_##name##_(__VA_ARGS__); \
        own_->inside = outer_; \
        if (own_->in && !outer_) gtprof_left(own_); \
        GTPROF_SAID_(#name, begin_, result_, GTPROF_OPEN_ said) \
        return result_; \
    }
#define GTPROF_AT_ GTPROF_PLACE, 0, 0
#define GTPROF_CODE(name, does, count, types, says) \
    GTPROF_IS_(cl_int, name, (GT_CL_P##count##_ types), (GTPROF_A##count##_), GTPROF_AT_, GT_CL_N##count##_)
#define GTPROF_COMMAND(name, does, count, types, says) \
    GTPROF_IS_(cl_int, name, (GT_CL_COMMAND_TAKES_(count, types)), (GTPROF_A##count##_, GTPROF_WAITED_), \
               GTPROF_AT_, GT_CL_N##count##_, waits, list, event)
#define GTPROF_MAP(name, does, count, types, says) \
    GTPROF_IS_(void *, name, (GT_CL_COMMAND_TAKES_(count, types), cl_int *result), \
               (GTPROF_A##count##_, GTPROF_WAITED_), GTPROF_AT_, GT_CL_N##count##_, waits, list, event, result)
#define GTPROF_MAKER(name, does, count, types, says, type) \
    GTPROF_IS_(type, name, (GT_CL_P##count##_ types, cl_int *result), (GTPROF_A##count##_), GTPROF_AT_, \
               GT_CL_N##count##_, result)
#define GTPROF_QUEUE(name, does, count, types, says, plain, type) GTPROF_MAKER(name, does, count, types, says, type)
#define GTPROF_PLAIN(name, does, count, types, says) \
    GTPROF_IS_(cl_int, name, (GT_CL_P##count##_ types), (GTPROF_A##count##_), GT_CL_N##count##_)
#define GTPROF_ASKED GTPROF_PLAIN
#define GTPROF_LENT GTPROF_COMMAND
#define GTPROF_FOREIGN GTPROF_MAKER
#define GTPROF_OWN(...)
#define GT_X_(shape, name, ...) GTPROF_##shape(name, __VA_ARGS__)
GT_CL_CALLS_ALL_(GT_X_)
#undef GT_X_

static void *CL_API_CALL gtprof_clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t size, cl_uint align) {
    GTPROF_FLOATS_;
    const uint64_t begin = gt_clock_ticks();
    void *p = clSVMAlloc(context, flags, size, align);
    if (p) __atomic_add_fetch(&gtprof_shared, 1, __ATOMIC_RELAXED);
    gtprof_called(GT_CL_CALL_clSVMAlloc_, GT_CL_OTHER_, begin, p ? CL_SUCCESS : CL_OUT_OF_RESOURCES);
    GTPROF_SAID_("clSVMAlloc", gtprof_log ? begin : 0, p, GTPROF_ARG_(context), GTPROF_ARG_(flags), GTPROF_ARG_(size),
                 GTPROF_ARG_(align))
    return p;
}
static void CL_API_CALL gtprof_clSVMFree(cl_context context, void *p) {
    GTPROF_FLOATS_;
    const uint64_t begin = gt_clock_ticks();
    clSVMFree(context, p);
    if (p) __atomic_sub_fetch(&gtprof_shared, 1, __ATOMIC_RELAXED);
    gtprof_called(GT_CL_CALL_clSVMFree_, GT_CL_OTHER_, begin, CL_SUCCESS);
    GTPROF_SAID_("clSVMFree", gtprof_log ? begin : 0, CL_SUCCESS, GTPROF_ARG_(context), GTPROF_ARG_(p))
}
/* --by-shape: makes a name of a kernel and its sizes. Names are never freed. */
static const char *gtprof_shape(const char *kernel, cl_uint n, const size_t *global, const size_t *local) {
    const char *shape;
    char text[128], sizes[64] = "", *end = sizes;
    cl_uint i;
    for (i = 0; i < n && i < 3; i++) end += snprintf(end, 20, "%s%lu", i ? "x" : "", (unsigned long)global[i]);
    end = text + snprintf(text, sizeof text, "%.60s %s", kernel, sizes);
    for (i = 0; local && i < n && i < 3; i++)
        if (end < text + 100) end += snprintf(end, 20, "%s%lu", i ? "x" : " by ", (unsigned long)local[i]);
    gt_cl_objects_lock_();
    shape = gt_cl_stays_(text, 0);
    gt_cl_objects_unlock_();
    return shape;
}
/* The thread's last launch has one work-item alone, or its sizes are part of its name. */
static void gtprof_shaped_is(cl_uint n, const size_t *global, const size_t *local, int single) {
    gt_cl_log_begins_();
    gt_command *const r = gt_cl_last_();
    const char *const name = r ? gt_cl_launch_of_(r)->kernel_name : NULL;
    if (name && single) gtprof_launched_single(name);
    if (gtprof_by_shape && name && !r->name) r->name = gtprof_shape(name, n, global, local);
    gt_cl_log_ends_();
}
static cl_int CL_API_CALL gtprof_shaped(cl_command_queue queue, cl_kernel kernel, cl_uint n, const size_t *offset,
                                        const size_t *global, const size_t *local, cl_uint waits, const cl_event *list,
                                        cl_event *event) {
    GTPROF_FLOATS_;
    gtprof_self *const own = gtprof_self_here();
    const int outer = gtprof_is_inside(own, GTPROF_FRAME_);
    const uint64_t begin = gtprof_log && !outer ? gt_clock_ticks() : 0;
    cl_int code;
    if (!outer) own->caller = __builtin_return_address(0);
    if (!outer) own->frame = GTPROF_FRAME_;
    own->inside = 1;
    if (own->to && !outer) gtprof_enters(own, GT_CL_CALL_clEnqueueNDRangeKernel_);
    code = gt_clEnqueueNDRangeKernel_(GTPROF_PLACE, 0, 0, queue, kernel, n, offset, global, local, waits, list, event);
    own->inside = outer;
    if (own->in && !outer) gtprof_left(own);
    if (code == CL_SUCCESS && global) {         /* NULL: nothing runs */
        size_t items = 1;
        cl_uint i;
        for (i = 0; i < n && i < 3; i++) items *= global[i];
        if (items == 1 || gtprof_by_shape) gtprof_shaped_is(n, global, local, items == 1);
    }
    GTPROF_SAID_("clEnqueueNDRangeKernel", begin, code, GTPROF_ARG_(queue), GTPROF_ARG_(kernel), GTPROF_ARG_(n),
                 GTPROF_ARG_(offset), GTPROF_ARG_(global), GTPROF_ARG_(local), GTPROF_WAITED_)
    return code;
}

/* -- functions of extensions, which bypass layers: each has wrappers for up to four drivers -- */

typedef cl_command_queue (CL_API_CALL *gtprof_make_queue)(cl_context, cl_device_id, const cl_queue_properties *,
                                                          cl_int *);
typedef cl_int (CL_API_CALL *gtprof_run_buffer)(cl_uint, cl_command_queue *, void *, cl_uint, const cl_event *,
                                                cl_event *);
typedef cl_int (CL_API_CALL *gtprof_copy_usm)(cl_command_queue, cl_bool, void *, const void *, size_t, cl_uint,
                                              const cl_event *, cl_event *);
typedef cl_int (CL_API_CALL *gtprof_fill_usm)(cl_command_queue, void *, const void *, size_t, size_t, cl_uint,
                                              const cl_event *, cl_event *);
static gtprof_make_queue gtprof_make_queues[4];
static gtprof_run_buffer gtprof_run_buffers[4];
static gtprof_copy_usm gtprof_copies_usm[4];
static gtprof_fill_usm gtprof_fills_usm[4];

static cl_command_queue gtprof_queue_by(gtprof_make_queue by, cl_context context, cl_device_id device,
                                        const cl_queue_properties *list, cl_int *result) {
    GTPROF_FLOATS_;
    gt_cl_call_ c;
    gt_cl_call_begin_(&c, GT_CL_CALL_clCreateCommandQueueWithProperties_, GT_CL_MAKES_, GTPROF_PLACE, 0, 0);
    cl_int code = CL_SUCCESS;
    cl_command_queue made;
    c.properties = list;
    c.hides = gt_cl_profiling_list_(list) != list;
    c.kind = GT_CL_OBJECT_cl_command_queue_;
    gt_cl_before_(&c);
    made = by(context, device, gt_cl_profiling_list_(list), &code);
    if (!made && c.hides) {
        c.hides = 0;
        made = by(context, device, list, &code);
    }
    if (result) *result = code;
    c.object = (const void *)made;
    (void)gt_cl_after_(&c, code);
    return made;
}
/* Keeps a command that was enqueued at `begin`. event: the program's, or gtprof's own, which is then released. */
static void gtprof_keep(const char *name, double bytes, uint64_t begin, cl_event event, int is_own) {
    gt_cl_log_begins_();
    gt_command *const r = gt_cl_command_new_(1, name, bytes);
    if (r && (is_own || clRetainEvent(event) == CL_SUCCESS)) {
        r->before = begin;
        *gt_cl_event_at_(gt_cl_mine_.rows.used - 1) = event;
    } else if (is_own) {
        clReleaseEvent(event);
    }
    gt_cl_log_ends_();
}
static cl_int gtprof_buffer_by(gtprof_run_buffer by, cl_uint n, cl_command_queue *queues, void *buffer, cl_uint waits,
                               const cl_event *list, cl_event *event) {
    GTPROF_FLOATS_;
    const uint64_t begin = gt_clock_ticks();
    cl_event own = NULL, *to = event ? event : &own;
    const cl_int code = gtprof_outside() ? by(n, queues, buffer, waits, list, event)
                                         : by(n, queues, buffer, waits, list, to);
    gtprof_self_here()->since.commands++;
    gtprof_called(gtprof_id_command_buffer, GT_CL_WORKS_, begin, code);
    GTPROF_SAID_("clEnqueueCommandBufferKHR", gtprof_log ? begin : 0, code, GTPROF_ARG_(n), GTPROF_ARG_(queues),
                 GTPROF_ARG_(buffer), GTPROF_WAITED_)
    if (code == CL_SUCCESS && *to) gtprof_keep("command buffer", 0, begin, *to, to == &own);
    return code;
}
static cl_int gtprof_usm_copy_by(gtprof_copy_usm by, cl_command_queue queue, cl_bool blocks, void *target,
                                 const void *source, size_t size, cl_uint waits, const cl_event *list,
                                 cl_event *event) {
    GTPROF_FLOATS_;
    const uint64_t begin = gt_clock_ticks();
    cl_event own = NULL, *to = gtprof_outside() || event ? event : &own;
    const cl_int code = by(queue, blocks, target, source, size, waits, list, to);
    gtprof_moved(gtprof_id_usm_copy, GT_CL_READS_, queue, blocks != CL_FALSE, (double)size, begin, code);
    GTPROF_SAID_("clEnqueueMemcpyINTEL", gtprof_log ? begin : 0, code, GTPROF_ARG_(queue), GTPROF_ARG_(blocks),
                 GTPROF_ARG_(target), GTPROF_ARG_(source), GTPROF_ARG_(size), GTPROF_WAITED_)
    if (code == CL_SUCCESS && to && *to) gtprof_keep("usm copy", (double)size, begin, *to, to == &own);
    return code;
}
static cl_int gtprof_usm_fill_by(gtprof_fill_usm by, cl_command_queue queue, void *target, const void *pattern,
                                 size_t pattern_size, size_t size, cl_uint waits, const cl_event *list,
                                 cl_event *event) {
    GTPROF_FLOATS_;
    const uint64_t begin = gt_clock_ticks();
    cl_event own = NULL, *to = gtprof_outside() || event ? event : &own;
    const cl_int code = by(queue, target, pattern, pattern_size, size, waits, list, to);
    gtprof_moved(gtprof_id_usm_fill, GT_CL_WORKS_, queue, 0, (double)size, begin, code);
    GTPROF_SAID_("clEnqueueMemFillINTEL", gtprof_log ? begin : 0, code, GTPROF_ARG_(queue), GTPROF_ARG_(target),
                 GTPROF_ARG_(pattern), GTPROF_ARG_(pattern_size), GTPROF_ARG_(size), GTPROF_WAITED_)
    if (code == CL_SUCCESS && to && *to) gtprof_keep("usm fill", (double)size, begin, *to, to == &own);
    return code;
}
#define GTPROF_EACH_(X_) X_(0) X_(1) X_(2) X_(3)
#define X_(i) \
    static cl_command_queue CL_API_CALL gtprof_queue_##i(cl_context context, cl_device_id device, \
                                                         const cl_queue_properties *list, cl_int *result) { \
        return gtprof_queue_by(gtprof_make_queues[i], context, device, list, result); \
    } \
    static cl_int CL_API_CALL gtprof_buffer_##i(cl_uint n, cl_command_queue *queues, void *buffer, cl_uint waits, \
                                                const cl_event *list, cl_event *event) { \
        return gtprof_buffer_by(gtprof_run_buffers[i], n, queues, buffer, waits, list, event); \
    } \
    static cl_int CL_API_CALL gtprof_copy_##i(cl_command_queue queue, cl_bool blocks, void *target, \
                                              const void *source, size_t size, cl_uint waits, const cl_event *list, \
                                              cl_event *event) { \
        return gtprof_usm_copy_by(gtprof_copies_usm[i], queue, blocks, target, source, size, waits, list, event); \
    } \
    static cl_int CL_API_CALL gtprof_fill_##i(cl_command_queue queue, void *target, const void *pattern, \
                                              size_t pattern_size, size_t size, cl_uint waits, const cl_event *list, \
                                              cl_event *event) { \
        return gtprof_usm_fill_by(gtprof_fills_usm[i], queue, target, pattern, pattern_size, size, waits, list, \
                                  event); \
    }
GTPROF_EACH_(X_)
#undef X_
#define X_(i) gtprof_queue_##i,
static const gtprof_make_queue gtprof_queues[] = { GTPROF_EACH_(X_) };
#undef X_
#define X_(i) gtprof_buffer_##i,
static const gtprof_run_buffer gtprof_buffers[] = { GTPROF_EACH_(X_) };
#undef X_
#define X_(i) gtprof_copy_##i,
static const gtprof_copy_usm gtprof_copying[] = { GTPROF_EACH_(X_) };
#undef X_
#define X_(i) gtprof_fill_##i,
static const gtprof_fill_usm gtprof_filling[] = { GTPROF_EACH_(X_) };
#undef X_
/* by: the functions of up to four drivers; mine: gtprof's, in their order. */
static const struct { const char *name; void *by; const void *mine; } gtprof_extensions[] = {
    { "clCreateCommandQueueWithPropertiesKHR", gtprof_make_queues, gtprof_queues },
    { "clEnqueueCommandBufferKHR", gtprof_run_buffers, gtprof_buffers },
    { "clEnqueueMemcpyINTEL", gtprof_copies_usm, gtprof_copying },
    { "clEnqueueMemFillINTEL", gtprof_fills_usm, gtprof_filling } };

/* Converts a pointer to a function into one to data. Both have the same size on all systems with layers. */
static void *gtprof_address(const void *function) {
    void *p;
    memcpy(&p, function, sizeof p);
    return p;
}
/* Other functions of extensions are counted and not timed, since nobody here knows their types: a few instructions
   count and jump on. They have the rows behind those of all other calls. A child of fork counts nowhere. */
#ifdef __x86_64__
__attribute__((visibility("hidden"), used)) uint64_t *gtprof_other_n[GTPROF_OTHERS];
__attribute__((visibility("hidden"), used)) void *gtprof_other_to[GTPROF_OTHERS];
__attribute__((visibility("hidden"))) extern char gtprof_other_code[];
enum { GTPROF_OTHER_CODE = 32 };        /* bytes for each */
_Static_assert(GTPROF_OTHERS == 32, "the same number stands behind .rept");
__asm__(".pushsection .text\n.balign 32\ngtprof_other_code:\n.set gtprof_i, 0\n.rept 32\n"
        "    movq gtprof_other_n+8*gtprof_i(%rip), %r11\n    lock incq (%r11)\n"
        "    jmp *gtprof_other_to+8*gtprof_i(%rip)\n.balign 32\n.set gtprof_i, gtprof_i + 1\n.endr\n.popsection\n");
static void gtprof_others_leave(void) {
    static uint64_t nowhere;
    for (int i = 0; i < GTPROF_OTHERS; i++) gtprof_other_n[i] = &nowhere;
}
static void *gtprof_other(const char *name, void *p) {
    int i = 0, row = 0;
    if (!gtprof_to || gtprof_in_part) return p;
    gtprof_lock();
    while (i < GTPROF_OTHERS && gtprof_other_to[i] && gtprof_other_to[i] != p) i++;
    if (i < GTPROF_OTHERS && !gtprof_other_to[i]) {
        gt_copy_(gtprof_to->call[GTPROF_IDS + i].name, sizeof gtprof_to->call->name, name);
        while (strcmp(gtprof_to->call[GTPROF_IDS + row].name, gtprof_to->call[GTPROF_IDS + i].name)) row++;
        gtprof_other_n[i] = &gtprof_to->call[GTPROF_IDS + row].time.n;
        gtprof_other_to[i] = p;
        gtprof_to->calls = (uint32_t)(GTPROF_IDS + i + 1);
    }
    gtprof_unlock();
    return i < GTPROF_OTHERS ? gtprof_other_code + GTPROF_OTHER_CODE * i : p;
}
#else
static void gtprof_others_leave(void) {}
static void *gtprof_other(const char *name, void *p) { return (void)name, p; }
#endif
static void *gtprof_found(int id, uint64_t begin, const char *name, void *p) {
    static const struct { const char *name; size_t at; } known[] = {
#define X_(name) { #name, offsetof(cl_icd_dispatch, name) },
        GTPROF_NAMES_(X_)
#undef X_
    };
    size_t i, k = 0;
    gtprof_called(id, GT_CL_OTHER_, begin, CL_SUCCESS);
    if (!p) return p;
    for (i = 0; i < sizeof known / sizeof *known; i++) {
        void *const mine = gtprof_address((const char *)&gtprof_mine + known[i].at);
        if (mine && !strcmp(known[i].name, name)) return mine;      /* NULL: the loader lacks it */
    }
    for (i = 0; i < sizeof gtprof_extensions / sizeof *gtprof_extensions; i++)
        if (!strcmp(gtprof_extensions[i].name, name)) break;
    for (; i < sizeof gtprof_extensions / sizeof *gtprof_extensions && k < 4; k++) {
        char *const by = (char *)gtprof_extensions[i].by + k * sizeof p;
        if (!gtprof_address(by)) memcpy(by, &p, sizeof p);
        if (gtprof_address(by) == p)
            return gtprof_address((const char *)gtprof_extensions[i].mine + k * sizeof p);
    }
    return gtprof_other(name, p);
}
static void *CL_API_CALL gtprof_clGetExtensionFunctionAddress(const char *name) {
    GTPROF_FLOATS_;
    const uint64_t begin = gt_clock_ticks();
    void *p = gtprof_found(GT_CL_CALL_clGetExtensionFunctionAddress_, begin, name, clGetExtensionFunctionAddress(name));
    GTPROF_SAID_("clGetExtensionFunctionAddress", gtprof_log ? begin : 0, p, GTPROF_ARG_(name))
    return p;
}
static void *CL_API_CALL gtprof_clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char *name) {
    GTPROF_FLOATS_;
    const uint64_t begin = gt_clock_ticks();
    void *p = gtprof_found(GT_CL_CALL_clGetExtensionFunctionAddressForPlatform_, begin, name,
                           clGetExtensionFunctionAddressForPlatform(platform, name));
    GTPROF_SAID_("clGetExtensionFunctionAddressForPlatform", gtprof_log ? begin : 0, p, GTPROF_ARG_(platform),
                 GTPROF_ARG_(name))
    return p;
}

/* -- start -- */

static void gtprof_child(void) {
    gtprof_to = NULL;
    gtprof_others_leave();
    memset(gtprof_self_here(), 0, sizeof(gtprof_self));          /* the map is the parent's */
    gtprof_log = NULL;
    gtprof_process = getpid();
}
static void gtprof_options(const char *text) {
    char link[sizeof gtprof_path + 8];  /* says to gtprof where the trace of this process is */
    gtprof_plain_queues = strstr(text, "plain") != NULL;
    gtprof_by_shape = strstr(text, "shape") != NULL;
    gtprof_page = strstr(text, "page") != NULL;
    gtprof_commands_alone = strstr(text, "commands") != NULL;
    if (strstr(text, "from=")) gtprof_from = strtoull(strstr(text, "from=") + 5, NULL, 10);
    if (strstr(text, "to=")) gtprof_until = strtoull(strstr(text, "to=") + 3, NULL, 10);
    gtprof_own_folder = getenv("GTPROF_OWN") ? strdup(getenv("GTPROF_OWN")) : NULL;
    if (strstr(text, "size=")) gtprof_trace_most = 1e6 * strtod(strstr(text, "size=") + 5, NULL);
    if (strstr(text, "after=")) gtprof_from_ns = strtod(strstr(text, "after=") + 6, NULL);
    if (strstr(text, "before=")) gtprof_until_ns = strtod(strstr(text, "before=") + 7, NULL);
    if (!(gtprof_from_ns > 0) && isinf(gtprof_until_ns)) gtprof_until_ns = 0;
    gtprof_in_part = gtprof_from > 0 || gtprof_until < UINT64_MAX || gtprof_until_ns > 0;
    text = gtprof_file("GTPROF_TRACE");
    gtprof_trace = text ? gt_file_name_(text, "") : NULL;
    if (!gtprof_page || !gtprof_trace) return;
    snprintf(link, sizeof link, "%.*s.trace", (int)(strrchr(gtprof_path, '.') - gtprof_path), gtprof_path);
    if (symlink(gtprof_trace, link)) return;            /* then the page has no timeline of this process */
}
static void gtprof_open(int stand_in) {
    GTPROF_FLOATS_;
    const char *folder = getenv("GTPROF_DIR"), *options = getenv("GTPROF_OPTIONS");
    char path[sizeof gtprof_path + 8];
    gtprof_held held;
    void *p;
    int file = -1, i;
    gtprof_process = getpid();
    if (gtprof_to || !folder) return;
    for (i = 0; i < 100 && file < 0; i++) {     /* after exec, the process number has been used before */
        snprintf(gtprof_path, sizeof gtprof_path, "%.230s/%ld.%d", folder, (long)gtprof_process, i);
        snprintf(path, sizeof path, "%s.map", gtprof_path);
        file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    }
    if (file < 0) return;
    /* On a full disk, touching the map would end the program by SIGBUS. So its pages are allocated now, and those of
       activities when they are needed. */
    gtprof_hold(&held);
    p = ftruncate(file, sizeof *gtprof_to) || posix_fallocate(file, 0, offsetof(gtprof_map, took[GTPROF_IDS]))
            ? MAP_FAILED : mmap(NULL, sizeof *gtprof_to, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    gtprof_let(&held);
    if (p == MAP_FAILED && ftruncate(file, 0)) unlink(path);    /* an empty file tells gtprof of the failure */
    close(file);
    if (p == MAP_FAILED) return;
    gtprof_pages(p, offsetof(gtprof_map, few_took[GTPROF_IDS]));
    gtprof_options(options ? options : "");
    gtprof_to = (gtprof_map *)p;
    gtprof_to->stand_in = stand_in;
    gt_plain_(gt_copy_(gtprof_to->program, sizeof gtprof_to->program, program_invocation_short_name), 0);
    gtprof_to->calls = GTPROF_IDS;
    for (i = 0; i < GTPROF_IDS; i++) gt_copy_(gtprof_to->call[i].name, sizeof gtprof_to->call[i].name, gtprof_names[i]);
    gtprof_to->version = GTPROF_VERSION;
    (void)pthread_key_create(&gtprof_leaving, gtprof_thread_leaves);
    (void)pthread_atfork(NULL, NULL, gtprof_child);
    (void)dl_iterate_phdr(gtprof_look_for_go, &gtprof_is_in_go);
    (void)gt_clock_info();      /* measures the clock's rate now, and begins the trace */
    /* No viewer opens a larger one, and a folder in memory would fill it. */
    gt_trace_.most_bytes = gtprof_trace_most;
    gtprof_tick_length = (int64_t)(gt_clk_.ns_per_tick * 0x1p40);
    gtprof_clock_here();
    gtprof_to->begin = gtprof_to->last = gtprof_now();
    gtprof_first = gt_clock_ticks();
    gtprof_to->part_to = HUGE_VAL;
    if (gtprof_from > 1 || gtprof_from_ns > 0) gtprof_part_begins(gtprof_from > 1 ? UINT64_MAX : gtprof_first);
    if (gtprof_until_ns > 0 && gtprof_until_ns < HUGE_VAL)
        gtprof_part_ends(gtprof_first + (uint64_t)(gtprof_until_ns / gt_clk_.ns_per_tick));
    gtprof_log_open();
}
static void gtprof_fill(void) {
    GTPROF_FLOATS_;
    int i;
    gt_start_();
    gt_lock_();
    /* Documents have sections. What the launcher prints comes from the map. */
    for (i = 0; i < GTPROF_SECTIONS && (gtprof_page || getenv("GTPROF_JSON")); i++) gt_section_add_(gtprof_sections[i]);
    gt_unlock_();
    gtprof_mine = gtprof_next;
#define GT_X_(shape, name, ...) if (gtprof_next.name) gtprof_mine.name = gtprof_##name;
    GT_CL_CALLS_ALL_(GT_X_)
#undef GT_X_
    gtprof_mine.clEnqueueNDRangeKernel = gtprof_shaped;
}

/* -- as a layer -- */

CL_API_ENTRY cl_int CL_API_CALL clGetLayerInfo(cl_layer_info what, size_t size, void *value, size_t *size_ret) {
    static const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
    static const char name[] = "gtprof";
    const void *from = what == CL_LAYER_API_VERSION ? (const void *)&version : name;
    const size_t length = what == CL_LAYER_API_VERSION ? sizeof version : sizeof name;
    if (what != CL_LAYER_API_VERSION && what != CL_LAYER_NAME) return CL_INVALID_VALUE;
    if (value && size < length) return CL_INVALID_VALUE;
    if (value) memcpy(value, from, length);
    if (size_ret) *size_ret = length;
    return CL_SUCCESS;
}
CL_API_ENTRY cl_int CL_API_CALL clInitLayer(cl_uint entries, const cl_icd_dispatch *target, cl_uint *entries_ret,
                                            const cl_icd_dispatch **layer) {
    const cl_uint own = sizeof gtprof_mine / sizeof gtprof_mine.clFinish;
    Dl_info loader;
    if (!target || !entries_ret || !layer) return CL_INVALID_VALUE;
    if (gtprof_next.clFinish) return CL_INVALID_VALUE;          /* the list of layers names it twice */
    if (entries > own) entries = own;
    memcpy(&gtprof_next, target, entries * sizeof gtprof_next.clFinish);
    /* Keeps libOpenCL loaded: a program may close it before the report is made. */
    if (dladdr(gtprof_address(&gtprof_next.clFinish), &loader))
        (void)dlopen(loader.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
    gtprof_open(0);
    gtprof_fill();
    *layer = &gtprof_mine;
    *entries_ret = entries;
    return CL_SUCCESS;
}
/* Functions that Debian's headers do not have yet. */
CL_API_ENTRY cl_int CL_API_CALL clInitLayerWithProperties(cl_uint entries, const cl_icd_dispatch *target,
                                                          cl_uint *entries_ret, const cl_icd_dispatch **layer,
                                                          const cl_properties *properties);
CL_API_ENTRY cl_int CL_API_CALL clDeinitLayer(void);
CL_API_ENTRY cl_int CL_API_CALL clInitLayerWithProperties(cl_uint entries, const cl_icd_dispatch *target,
                                                          cl_uint *entries_ret, const cl_icd_dispatch **layer,
                                                          const cl_properties *properties) {
    if (properties && properties[0]) return CL_INVALID_PROPERTY;
    return clInitLayer(entries, target, entries_ret, layer);
}
CL_API_ENTRY cl_int CL_API_CALL clDeinitLayer(void) {
    gtprof_end();
    return CL_SUCCESS;
}
/* Functions that were registered before gtprof_end, such as destructors of static objects, have now run, and may have
   released objects. Of threads that still run nothing is written again: the driver ends meanwhile, and they may
   crash. */
__attribute__((destructor)) static void gtprof_unloaded(void) {
    gtprof_end();
    if (!gtprof_to || !gtprof_to->ended) return;
    if (gt_trace_.file && gt_write_trace(NULL) == GT_ERR_IO)
        gt_exit_failed_("GT_TRACE", gt_text_("%s%s", gt_file_mark_(gtprof_trace) ? "the rest of " : "", gtprof_trace),
                        GT_ERR_IO);
    if (!gtprof_late) return;
    if (gtprof_json_mark && gtprof_json_mark == gt_file_mark_(gtprof_file("GTPROF_JSON")))
        gt_write_file(gtprof_file("GTPROF_JSON"), gt_write_json);
    gtprof_page_write();
    gtprof_write();
}

/* -- the cost of profiling, which the launcher measures in a process of its own -- */

enum { GTPROF_ROUNDS = 25, GTPROF_WRITES = 64 };
static double gtprof_writes(cl_command_queue queue, cl_mem m) {     /* returns ns each, or below 0 if a call failed */
    const uint64_t begin = gt_clock_ticks();
    cl_int code = CL_SUCCESS, value = 1;
    int i;
    for (i = 0; i < GTPROF_WRITES; i++)
        code |= clEnqueueWriteBuffer(queue, m, CL_FALSE, 0, sizeof value, &value, 0, NULL, NULL);
    code |= clFinish(queue);
    return code == CL_SUCCESS ? gt_clock_ns(gt_clock_ticks() - begin) / GTPROF_WRITES : -1;
}
/* Measures the cost of profiling for a small write, with a 95 % interval. Rounds run in pairs, on a queue with and on
   one without profiling. Returns 0 if it fails. */
CL_API_ENTRY int gtprof_price(const char *device, double *ns, double *low, double *high);
CL_API_ENTRY int gtprof_price(const char *device, double *ns, double *low, double *high) {
    double off[GTPROF_ROUNDS], with = 0, without = 0;
    gt_cl cl;
    cl_command_queue plain;
    cl_mem m;
    cl_int code;
    int i;
    if (gt_cl_open(&cl, device) != GT_OK) return 0;
    plain = clCreateCommandQueue(cl.context, cl.device, 0, &code);
    m = clCreateBuffer(cl.context, CL_MEM_READ_WRITE, 64, NULL, &code);
    for (i = -3; plain && m && i < GTPROF_ROUNDS && with >= 0 && without >= 0; i++) {   /* three are warm-up */
        if (i % 2) with = gtprof_writes(cl.queue, m);
        without = gtprof_writes(plain, m);
        if (i % 2 == 0) with = gtprof_writes(cl.queue, m);
        if (i >= 0) off[i] = with - without;
    }
    if (m) clReleaseMemObject(m);
    if (plain) clReleaseCommandQueue(plain);
    gt_cl_close(&cl);
    if (i < GTPROF_ROUNDS || with < 0 || without < 0) return 0;
    gt_sort_doubles_(off, GTPROF_ROUNDS);
    *ns = off[GTPROF_ROUNDS / 2];
    *low = off[7];              /* sign test: the 8th and 18th of 25 hold the median with 95.7 % */
    *high = off[17];
    return 1;
}

/* -- as libOpenCL.so.1: each exported function jumps to where gtprof_at_... points -- */

#if GTPROF_STANDS_IN
#ifdef __x86_64__
#define GTPROF_JUMP_(name) "    jmp *gtprof_at_" name "(%rip)\n"
#elif defined(__i386__)
#define GTPROF_JUMP_(name) "    call 1f\n1:  popl %ecx\n    jmp *gtprof_at_" name " - 1b(%ecx)\n"
#else
#define GTPROF_JUMP_(name) \
    "    adrp x16, gtprof_at_" name "\n    ldr x16, [x16, :lo12:gtprof_at_" name "]\n    br x16\n"
#endif
#define X_(name) \
    __attribute__((visibility("hidden"), used)) void *gtprof_at_##name; \
    __asm__(".pushsection .text\n.globl " #name "\n.type " #name ", %function\n" #name ":\n" GTPROF_JUMP_(#name) \
            ".size " #name ", . - " #name "\n.popsection\n");
GTPROF_NAMES_(X_)
#undef X_
static cl_int gtprof_missing(void) { return CL_INVALID_OPERATION; }
/* Opens the loader that this library stands in for. Links to it stand beside the name by which this library was found,
   for a program that has cleared its environment, and for one that asks for libOpenCL.so: this may be another. */
static void *gtprof_real(void) {
    const char *path = getenv("GTPROF_REAL"), *name;
    char beside[PATH_MAX];
    Dl_info here;
    if (dladdr(&gtprof_next, &here) && !strncmp(name = gt_last_name_(here.dli_fname), "libOpenCL", 9)) {
        const int unversioned = !strcmp(name, "libOpenCL.so");
        snprintf(beside, sizeof beside, "%.*sreal%s", (int)(name - here.dli_fname), here.dli_fname,
                 unversioned ? ".so" : "");
        if (unversioned || !path) path = beside;
    }
    return path ? dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) : NULL;
}
__attribute__((constructor)) static void gtprof_loaded(void) {
    void *const real = gtprof_real(), *p;
    cl_int (*missing)(void) = gtprof_missing;
    if (!real) return;
#define X_(name) \
    p = dlsym(real, #name); \
    memcpy(&gtprof_next.name, &p, sizeof p);
    GTPROF_NAMES_(X_)
#undef X_
    gtprof_open(1);
    gtprof_fill();
#define X_(name) \
    gtprof_at_##name = gtprof_address(&gtprof_mine.name); \
    if (!gtprof_at_##name) gtprof_at_##name = gtprof_address(&missing);
    GTPROF_NAMES_(X_)
#undef X_
}
#endif
