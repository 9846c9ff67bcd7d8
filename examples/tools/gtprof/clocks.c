/* clocks.c - libgtprof-clocks.so: tells the layer which clocks a program reads, and where it sleeps

   gtprof preloads it. Each function of clock_calls.c replaces one of the C or C++ library and does the same. It also
   tells layer.c what was read, and where the call returns to. A program may read its clock before its first OpenCL
   call, which loads the layer. So the last reading of each thread is kept until then. */
/* flags: -std=gnu11 -D_GNU_SOURCE -U_TIME_BITS -U_FILE_OFFSET_BITS -fPIC -ftls-model=initial-exec */
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <link.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>
#include <unwind.h>
#include "gtprof.h"

#define SHOWN __attribute__((visibility("default")))

static __thread int telling;            /* 1: the layer is at work; its readings and a signal handler's do not count */
static __thread gtprof_reading last, last_of_time;
static const gtprof_reading *last_reading(void) { return &last; }
static const gtprof_reading *last_seconds(void) { return &last_of_time; }
static int counts(const void *at);
static const char *line_at(const void *place);
static const void *called_in(const void *read);
SHOWN gtprof_clocks gtprof_clocks_of_program = {
    GTPROF_VERSION, 0, counts, line_at, called_in, last_reading, last_seconds, NULL, NULL, NULL, NULL, NULL
};
#include "clock_calls.c"

static uint64_t monotonic_ns(void) {
    struct timespec t = { 0, 0 };
    true_clock(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* -- which readings are the program's -- */

/* A reading counts for the program unless it returns to a library whose name begins with one of these, or to a driver.
   A driver is a module with the function by which OpenCL's loader asks for platforms. Readings by std::chrono count for
   the code that calls it. */
static const char *const others[] = {
    "ld-linux", "libc.so", "libc-2", "libm.so", "libpthread", "librt", "libdl.so", "libstdc++", "libc++", "libgcc_s",
    "libOpenCL", "libgtprof", "libLLVM", "libclang", "libhwloc", "libpocl", "libcuda", "libnvidia", "libigdfcl",
    "libigc", "libze_", "libamd", "libhsa", "libdrm", "libgallium", "libffi"
};
static int begins(const char *name, const char *const *with, size_t n) {
    while (n && strncmp(name, with[n - 1], strlen(with[n - 1]))) n--;
    return n != 0;
}
enum { PLACES = 4096 };
/* counts: 0 not yet known, 1 no, 2 yes, 3 Python, 4 Java or Mono, 5 Ruby, 6 a module with a loop of events */
static struct { const void *at; uint32_t counts; } place[PLACES];

#include "python.c"

static int is_driver(const char *path, const struct link_map *map) {
    void *module = dlopen(path, RTLD_LAZY | RTLD_NOLOAD | RTLD_LOCAL);
    void *asked = module ? dlsym(module, "clIcdGetPlatformIDsKHR") : NULL, *found = NULL;
    Dl_info info;
    if (module) dlclose(module);
    return asked && dladdr1(asked, &info, &found, RTLD_DL_LINKMAP) && found == (const void *)map;
}
/* Java's machine also reads clocks for itself, when it compiles or collects. A reading of the program comes straight
   from code outside of all modules, which is made at run time, or through one of the functions for it. One of processor
   time, which the program asks its machine for, comes through another function of the machine (w->inside). */
extern const char __ehdr_start[] __attribute__((visibility("hidden")));     /* where this library begins */
static _Unwind_Reason_Code look_for_java(struct _Unwind_Context *at, void *to) {
    static const char *const names[] = { "JVM_NanoTime", "JVM_CurrentTimeMillis", "JVM_GetNanoTimeAdjustment" };
    static const void *found[sizeof names / sizeof *names];
    struct walk *w = (struct walk *)to;
    const void *ip = (const void *)_Unwind_GetIP(at), *begins = (const void *)_Unwind_GetRegionStart(at), *java;
    Dl_info in;
    size_t i;
    if (!dladdr(ip, &in)) {
        w->found = w->left + w->inside > 0;
        return _URC_END_OF_STACK;
    }
    if (in.dli_fbase == (const void *)__ehdr_start) return _URC_NO_REASON;
    for (i = 0; i < sizeof names / sizeof *names; i++) {
        java = __atomic_load_n(&found[i], __ATOMIC_RELAXED);
        if (!java) __atomic_store_n(&found[i], java = dlsym(RTLD_DEFAULT, names[i]), __ATOMIC_RELAXED);
        if (java && java == begins) w->found = 1;
    }
    return w->found || !w->left-- ? _URC_END_OF_STACK : _URC_NO_REASON;
}
static int java_reads_for_program(int processor_time) {
    struct walk w = { 2, 0, 0 };
    w.inside = processor_time;
    _Unwind_Backtrace(look_for_java, &w);
    return w.found;
}
/* A library that waits for events reads the clock around its wait, and where it is told when to call the program, which
   it does between such readings. They are not the program's. Such a library, or program as node, has one of these
   functions. */
static const char *const loops[] = {
    "g_main_loop_run", "g_main_context_iteration", "g_main_context_prepare", "g_main_context_check",
    "g_main_context_dispatch", "g_application_run", "g_closure_invoke", "gtk_main", "gtk_main_iteration_do",
    "uv_run", "event_base_loop", "ev_run", "Tcl_DoOneEvent", "SDL_PumpEvents", "SDL_WaitEventTimeout",
    "g_timeout_add_full", "event_add", "Tcl_CreateTimerHandler", "_ZN7QObject10startTimerEiN2Qt9TimerTypeE",
    "_ZN12QApplication4execEv", "_ZN15QGuiApplication4execEv", "_ZN16QCoreApplication4execEv",
    "_ZN16QCoreApplication13processEventsE6QFlagsIN10QEventLoop17ProcessEventsFlagEE",
    "_ZN10QEventLoop4execE6QFlagsINS_17ProcessEventsFlagEE",
    "_ZN10QEventLoop13processEventsE6QFlagsINS_17ProcessEventsFlagEE"
};
enum { LOOPS = sizeof loops / sizeof *loops };
static const void *loop_begin[2 * LOOPS];       /* where the code of each begins, in two versions of a library */
/* base: where the module begins. The answers are kept, since to look for many names in many libraries takes long. */
enum { MODULES = 256 };
static const void *modules[2][MODULES];         /* without such a function; with one */
static int has_loop(const char *path, const void *base) {
    static uint32_t n[2];
    void *module;
    uint32_t i, k, found = 0;
    for (i = 0; i < 2 * MODULES; i++)
        if (__atomic_load_n(&modules[i % 2][i / 2], __ATOMIC_ACQUIRE) == base) return (int)(i % 2);
    module = dlopen(path[0] ? path : NULL, RTLD_LAZY | RTLD_NOLOAD | RTLD_LOCAL);
    for (i = 0; module && i < LOOPS; i++) {
        const void *f = dlsym(module, loops[i]), *begins;
        Dl_info about;
        if (!f || !dladdr(f, &about) || about.dli_fbase != base) continue;
        found = 1;
        begins = __atomic_load_n(&loop_begin[i], __ATOMIC_RELAXED);
        k = begins && begins != f ? i + LOOPS : i;
        __atomic_store_n(&loop_begin[k], f, __ATOMIC_RELEASE);
    }
    if (module) dlclose(module);
    i = __atomic_fetch_add(&n[found], 1, __ATOMIC_RELAXED) % MODULES;
    __atomic_store_n(&modules[found][i], base, __ATOMIC_RELEASE);
    return (int)found;
}
static uint32_t known(const void *at);
/* Looks for a function of loops[] outwards from the reading, through modules that have one: code of any other calls a
   function that reads the clock. Functions of gtprof and of the C library come first. */
static _Unwind_Reason_Code look_for_loop(struct _Unwind_Context *at, void *to) {
    struct walk *w = (struct walk *)to;
    const uint32_t is = known((const void *)_Unwind_GetIP(at));
    const void *begins = (const void *)_Unwind_GetRegionStart(at);
    int i;
    w->inside |= is == 6;
    if (is != 6 && (w->inside || is != 1)) return _URC_END_OF_STACK;
    for (i = 0; i < 2 * LOOPS && !w->found; i++)
        w->found = begins && begins == __atomic_load_n(&loop_begin[i], __ATOMIC_ACQUIRE);
    return w->found || !--w->left ? _URC_END_OF_STACK : _URC_NO_REASON;
}
static int loop_reads(void) {
    struct walk w = { 64, 0, 0 };
    _Unwind_Backtrace(look_for_loop, &w);
    return w.found;
}
/* Mono's machine compiles a function when it is called first, and reads the clock around that. It reads for the program
   as Java's does. It is the module with this function, which may be the program. */
static int is_mono(const void *base) {
    const void *function = dlsym(RTLD_DEFAULT, "mono_get_root_domain");
    Dl_info in;
    return function && dladdr(function, &in) && in.dli_fbase == base;
}
/* Returns 2 if this code is the program's, 3 if it is Python's, 4 if it is Java's or Mono's machine, 5 if it is Ruby's,
   6 if its module has a loop of events, else 1. Code outside of all modules is the program's: it is made at run time,
   as by Java. */
static uint32_t look_at(const void *at) {
    struct link_map *map;
    void *found = NULL;
    const char *name;
    uint32_t is;
    Dl_info info;
    if (!dladdr1(at, &info, &found, RTLD_DL_LINKMAP) || !found) return 2;
    map = (struct link_map *)found;
    name = strrchr(map->l_name, '/') ? strrchr(map->l_name, '/') + 1 : map->l_name;
    if (!strncmp(name, "libjvm", 6) || is_mono(info.dli_fbase)) return 4;
    if (!strncmp(name, "libruby", 7)) return 5;
    if (begins(name, others, sizeof others / sizeof *others)) return 1;
    if (map->l_name[0] && is_driver(map->l_name, map)) return 1;        /* no name: the program itself */
    is = whose(&info);
    return is == 2 && has_loop(map->l_name, info.dli_fbase) ? 6 : is;
}
/* Returns whose this code is, as look_at does. The answer is kept in a table. */
static uint32_t known(const void *at) {
    size_t i = (size_t)(((uintptr_t)at * UINT64_C(0x9e3779b97f4a7c15)) >> 52), tries = 0;
    for (; tries < PLACES; tries++, i = (i + 1) % PLACES) {
        const void *was = __atomic_load_n(&place[i].at, __ATOMIC_ACQUIRE);
        uint32_t is = __atomic_load_n(&place[i].counts, __ATOMIC_ACQUIRE);
        if (was == at && is) return is;
        if (was && was != at) continue;
        is = look_at(at);
        if (!was && !__atomic_compare_exchange_n(&place[i].at, &was, at, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED) &&
            was != at) continue;
        __atomic_store_n(&place[i].counts, is, __ATOMIC_RELEASE);
        return is;
    }
    return look_at(at);
}
static int counts(const void *at) { return known(at) > 1; }
/* Whether this is known to be code of another library: most readings are a driver's, and must cost it little. */
int is_others(const void *at) {
    const size_t i = (size_t)(((uintptr_t)at * UINT64_C(0x9e3779b97f4a7c15)) >> 52);
    return __atomic_load_n(&place[i].at, __ATOMIC_ACQUIRE) == at &&
           __atomic_load_n(&place[i].counts, __ATOMIC_RELAXED) == 1;
}

/* Returns where the function with this code returns to; NULL: not known. To look for that takes 0.6 us, which lie in
   the interval that the reading begins. So the thread keeps the last answers: on x86 the address to return to lies on
   the stack. If the function reads the clock at the same depth of the stack, it lies in the same place. A thread that
   had to look often waits in a loop, and looks no more. */
struct caller { const void *of, *found, *const *at, *depth; int left; };
static _Unwind_Reason_Code look_for_caller(struct _Unwind_Context *at, void *to) {
    struct caller *c = (struct caller *)to;
    const void *ip = (const void *)_Unwind_GetIP(at);
    if (!c->of) {
        c->found = ip;
        c->at = (const void *const *)_Unwind_GetCFA(at) - 1;
    }
    if (ip == c->of) c->of = NULL;
    return c->found || !c->left-- ? _URC_END_OF_STACK : _URC_NO_REASON;
}
static const void *caller_of(const void *of) {
    static __thread unsigned asked;
    static __thread struct caller kept[8];
    struct caller *const k = &kept[((uintptr_t)of ^ (uintptr_t)of >> 3) % 8];
    const void *const depth = __builtin_frame_address(0);
    struct caller c = { of, NULL, NULL, depth, 6 };
    if (k->of == of && k->depth == depth && *k->at == k->found) return k->found;
    if (asked++ < 100000) _Unwind_Backtrace(look_for_caller, &c);
#if defined(__x86_64__) || defined(__i386__)
    k->of = c.found && *c.at == c.found ? of : NULL;
    k->found = c.found;
    k->at = c.at;
    k->depth = depth;
#endif
    return c.found;
}
/* Reports a reading. name: NULL for a clock that measures elapsed time. step_ns: 0 for a clock of processor time, and
   for one of elapsed time with steps of nanoseconds. steady: as in gtprof_reading. */
void seen(const char *name, double says_ns, double step_ns, int steady, const void *from) {
    void (*read)(const gtprof_reading *) = __atomic_load_n(&gtprof_clocks_of_program.read, __ATOMIC_ACQUIRE);
    const int error = errno;
    gtprof_reading r = { name, says_ns, step_ns, 0, steady, from, NULL, 0, { 0, 0, 0 } };
    if (telling) return;
    telling = 1;
    const uint32_t is = known(from);
    if (is == 3) r.from = reads_in(from);
    else if ((is == 2 || is == 6) && !name && read) r.caller = caller_of(from);
    /* Ruby's collector measures itself by this clock, between any two calls of the program. */
    const int collects = is == 5 && name && !strcmp(name, "CLOCK_PROCESS_CPUTIME_ID");
    if (is < 2 || !r.from || collects || (is == 4 && !java_reads_for_program(name != NULL)) ||
        (is == 6 && loop_reads())) {
        telling = 0;
        errno = error;
        return;
    }
    if (read) {
        read(&r);
    } else {
        r.at = monotonic_ns();
        memcpy(r.reads, last.reads, sizeof r.reads);
        r.reads[name ? 1 : 2 * steady]++;
        if (!name && !last.name && last.from == r.from) r.dated_ns = last.dated_ns;
        last = r;
    }
    telling = 0;
    errno = error;
}
/* Reports what happened with a value of time(): it was read, subtracted, or made into a date or a seed. */
void seconds(int what, double says_s, double since_s, const void *from) {
    void (*told)(int, double, double, const void *) =
        __atomic_load_n(&gtprof_clocks_of_program.seconds, __ATOMIC_ACQUIRE);
    const int error = errno;
    if (telling) return;
    telling = 1;
    if (!counts(from)) {
        /* the reading of a library */
    } else if (told) {
        told(what, says_s, since_s, from);
    } else if (what == GTPROF_SECONDS_READ) {
        last_of_time.says_ns = 1e9 * says_s;
        last_of_time.from = from;
        last_of_time.at = monotonic_ns();
    } else if (what == GTPROF_SECONDS_NAMED) {
        if (fabs(1e9 * says_s - last_of_time.says_ns) < 1) last_of_time.at = 0;
        else if (last.at && !last.name && !last.steady && says_s > 1e9) last.dated_ns = (double)monotonic_ns();
    }
    telling = 0;
    errno = error;
}
uint64_t pause_begins(void) {
    uint64_t (*begin)(void) = __atomic_load_n(&gtprof_clocks_of_program.pause_begins, __ATOMIC_ACQUIRE);
    return begin && !telling ? begin() : 0;
}
void pause_ends(int which, uint64_t begin, double asked, int result, const void *from) {
    const int error = errno;
    if (!begin || telling) return;
    telling = 1;
    if (counts(from)) gtprof_clocks_of_program.pause_ends(which, begin, asked, result);
    telling = 0;
    errno = error;
}
/* Reports a wait with a limit, for which the program may have read a clock. A loop of events has no readings that
   count. */
void limited(double limit_ns, int from_reading, const void *from) {
    void (*told)(double, int) = __atomic_load_n(&gtprof_clocks_of_program.limited, __ATOMIC_ACQUIRE);
    const int error = errno;
    if (telling || !told) return;
    telling = 1;
    if (known(from) == 2) told(limit_ns, from_reading);
    telling = 0;
    errno = error;
}
static char folder[256];                /* gtprof's; the program may clear its environment */
/* The C library calls this again where `left` calls dlopen. */
__attribute__((constructor)) static void loaded(void) {
    const char *is = getenv("GTPROF_DIR");
    gtprof_clocks_of_program.born_ns = monotonic_ns();
    if (is) snprintf(folder, sizeof folder, "%s", is);
}

/* -- programs that the layer did not get into: a link PID.why says to gtprof which library of OpenCL they have. To make
   one writes into no file, which could end the program by a signal (ulimit -f) -- */

__attribute__((destructor)) static void left(void) {
    static const char *const drivers[] = { "libpocl.", "libnvidia-opencl.", "libigdrcl.", "libamdocl", "libintelocl.",
                                           "libMesaOpenCL.", "libRusticlOpenCL.", "libmali" };
    const char *loader = NULL, *driver = NULL;
    struct link_map *map = NULL;
    void *program = dlopen(NULL, RTLD_LAZY);
    char path[512], text[PATH_MAX];
    if (!folder[0] || gtprof_clocks_of_program.read || !program || dlinfo(program, RTLD_DI_LINKMAP, &map)) return;
    for (; map; map = map->l_next) {
        const char *name = strrchr(map->l_name, '/') ? strrchr(map->l_name, '/') + 1 : map->l_name;
        if (!strncmp(name, "libOpenCL.", 10)) loader = map->l_name;
        else if (begins(name, drivers, sizeof drivers / sizeof *drivers) || is_driver(map->l_name, map))
            driver = map->l_name;
    }
    if (!loader && !driver) return;
    snprintf(path, sizeof path, "%.230s/%ld.why", folder, (long)getpid());
    snprintf(text, sizeof text, "%s%.4000s", !getenv("GTPROF_DIR") ? "emptied " : loader ? "loader " : "driver ",
             loader ? loader : driver);
    if (symlink(text, path)) return;        /* then gtprof does not say it */
}
