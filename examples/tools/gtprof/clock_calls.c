/* clock_calls.c - the functions that libgtprof-clocks.so replaces: part of clocks.c and of clocks64.c

   Where a time can have 32 bits or 64, the C library has two functions for each name. _TIME_BITS decides which of
   them a program calls when it is compiled, and so which one a definition here replaces. clocks64.c, for times of 64
   bits, sets GTPROF_TIME64. Functions without a time are in clocks.c alone, and so are those that these call: */
__attribute__((visibility("hidden"))) int is_others(const void *at);
__attribute__((visibility("hidden"))) void seen(const char *name, double says_ns, double step_ns, int steady,
                                                const void *from);
__attribute__((visibility("hidden"))) void seconds(int what, double says_s, double since_s, const void *from);
__attribute__((visibility("hidden"))) uint64_t pause_begins(void);
__attribute__((visibility("hidden"))) void pause_ends(int which, uint64_t begin, double asked, int result,
                                                      const void *from);
__attribute__((visibility("hidden"))) void limited(double limit_ns, int from_reading, const void *from);

#define FROM __builtin_return_address(0)

static double ns_of(const struct timespec *t) { return 1e9 * (double)t->tv_sec + (double)t->tv_nsec; }
static double ns_of_usage(const struct timeval *t) { return 1e9 * (double)t->tv_sec + 1e3 * (double)t->tv_usec; }

/* The C library's function of that name: for times of 64 bits __clock_gettime64, __localtime64_r,
   __clock_nanosleep_time64. */
static void *true_function(const char *name) {
#ifdef GTPROF_TIME64
    const int length = (int)strcspn(name, "_"), again = !strcmp(name + length, "_r");
    char text[64];
    snprintf(text, sizeof text, "__%.*s%s64%s", again ? length : (int)strlen(name), name,
             strcmp(name, "clock_nanosleep") ? "" : "_time", again ? "_r" : "");
    name = text;
#endif
    return dlsym(RTLD_NEXT, name);
}
/* Finds the C library's function. It is found at first use, since other constructors may call it before ours. */
#define TRUE_(type, name, takes, ...) \
    static type (*name##_found) takes; \
    type (*name##_is) takes = __atomic_load_n(&name##_found, __ATOMIC_RELAXED); \
    if (!name##_is) { \
        void *p_ = true_function(#name); \
        memcpy(&name##_is, &p_, sizeof p_); \
        __atomic_store_n(&name##_found, name##_is, __ATOMIC_RELAXED); \
    } \
    if (!name##_is) __VA_ARGS__

#ifdef GTPROF_TIME64
enum { system_clock = SYS_clock_gettime64 };
#else
enum { system_clock = SYS_clock_gettime };
#endif
/* dlsym may allocate, and the allocator may read the clock. Such a reading is a system call. */
static int true_clock(clockid_t id, struct timespec *t) {
    static int (*clock_found)(clockid_t, struct timespec *);
    static __thread int looking;
    int (*clock_is)(clockid_t, struct timespec *) = __atomic_load_n(&clock_found, __ATOMIC_RELAXED);
    if (!clock_is && !looking) {
        looking = 1;
        void *p = true_function("clock_gettime");
        memcpy(&clock_is, &p, sizeof p);
        __atomic_store_n(&clock_found, clock_is, __ATOMIC_RELAXED);
        looking = 0;
    }
    return clock_is ? clock_is(id, t) : (int)syscall(system_clock, id, t);
}
/* -- clocks -- */

SHOWN int clock_gettime(clockid_t id, struct timespec *t) {
    const struct timespec *to = t;
    __asm__("" : "+r"(to));     /* <time.h> says that it is never NULL; the call answers NULL with an error */
    const int own = to && to->tv_nsec == GTPROF_OWN_READING;
    const int code = true_clock(id, t);
    if (code || own || is_others(FROM)) return code;
    struct timespec step = { 0, 0 };
    const char *name = id == CLOCK_PROCESS_CPUTIME_ID ? "CLOCK_PROCESS_CPUTIME_ID"
                     : id == CLOCK_THREAD_CPUTIME_ID ? "CLOCK_THREAD_CPUTIME_ID" : NULL;
    if (!name && id != CLOCK_REALTIME && id != CLOCK_MONOTONIC && !clock_getres(id, &step) &&
        (step.tv_sec || step.tv_nsec > 100000)) name = "a coarse clock of clock_gettime";
    seen(name, ns_of(t), name ? ns_of(&step) : 0, id != CLOCK_REALTIME, FROM);
    return code;
}
SHOWN int gettimeofday(struct timeval *restrict t, void *restrict zone) {
    TRUE_(int, gettimeofday, (struct timeval *, void *), return -1;)
    const struct timeval *to = t;
    __asm__("" : "+r"(to));     /* <sys/time.h> says that it is never NULL; the call takes NULL all the same */
    const int code = gettimeofday_is(t, zone);
    seen(NULL, to ? ns_of_usage(to) : 0, 1e3, 0, FROM);
    return code;
}
SHOWN int timespec_get(struct timespec *t, int base) {
    TRUE_(int, timespec_get, (struct timespec *, int), return 0;)
    const int code = timespec_get_is(t, base);
    seen(NULL, code ? ns_of(t) : 0, 0, 0, FROM);
    return code;
}
SHOWN int getrusage(__rusage_who_t who, struct rusage *u) {
    TRUE_(int, getrusage, (int, struct rusage *), return -1;)
    const int own = u && u->ru_utime.tv_usec == GTPROF_OWN_READING;
    const int code = getrusage_is((int)who, u);
    if (!code && !own && who != RUSAGE_CHILDREN)
        seen("getrusage()", ns_of_usage(&u->ru_utime) + ns_of_usage(&u->ru_stime), 0, 0, FROM);
    return code;
}
SHOWN time_t time(time_t *t) {
    TRUE_(time_t, time, (time_t *), return (time_t)-1;)
    const time_t says = time_is(t);
    seconds(GTPROF_SECONDS_READ, (double)says, 0, FROM);
    return says;
}
SHOWN double difftime(time_t to, time_t from) {
    seconds(GTPROF_SECONDS_APART, (double)to, (double)from, FROM);
    return (double)to - (double)from;
}
#define DATE_(type, name, takes, gives) \
    SHOWN type name takes { \
        TRUE_(type, name, takes, return NULL;) \
        seconds(GTPROF_SECONDS_NAMED, (double)*t, 0, FROM); \
        return name##_is gives; \
    }
DATE_(struct tm *, localtime, (const time_t *t), (t))
DATE_(struct tm *, gmtime, (const time_t *t), (t))
DATE_(char *, ctime, (const time_t *t), (t))
DATE_(struct tm *, localtime_r, (const time_t *restrict t, struct tm *restrict to), (t, to))
DATE_(struct tm *, gmtime_r, (const time_t *restrict t, struct tm *restrict to), (t, to))
DATE_(char *, ctime_r, (const time_t *restrict t, char *restrict to), (t, to))
/* -- pauses -- */

/* asked: of an argument that the system has read, where it is a pointer */
#define PAUSE_(type, name, which, takes, gives, missing, asked) \
    SHOWN type name takes { \
        TRUE_(type, name, takes, return missing;) \
        const uint64_t begin = pause_begins(); \
        const type result = name##_is gives; \
        pause_ends(which, begin, asked, (int)result, FROM); \
        return result; \
    }
PAUSE_(int, nanosleep, GTPROF_NANOSLEEP, (const struct timespec *t, struct timespec *left), (t, left), -1,
       result ? 0 : ns_of(t))
PAUSE_(int, clock_nanosleep, GTPROF_CLOCK_NANOSLEEP,
       (clockid_t id, int flags, const struct timespec *t, struct timespec *left), (id, flags, t, left), ENOSYS,
       result ? 0 : ns_of(t))

/* -- waits with a limit -- */

/* dlsym may find the version for condition variables as they were before glibc 2.3.2. Newer architectures have none of
   these two versions. */
SHOWN int pthread_cond_timedwait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m,
                                 const struct timespec *restrict at) {
    static int (*found)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
    int (*is)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *) = __atomic_load_n(&found, __ATOMIC_RELAXED);
    if (!is) {
        void *p = NULL;
#ifndef GTPROF_TIME64
        p = dlvsym(RTLD_NEXT, "pthread_cond_timedwait", "GLIBC_2.3.2");
#endif
        if (!p) p = true_function("pthread_cond_timedwait");
        memcpy(&is, &p, sizeof is);
        __atomic_store_n(&found, is, __ATOMIC_RELAXED);
    }
    if (!is) return ENOSYS;
    limited(ns_of(at), 0, FROM);
    return is(c, m, at);
}
SHOWN int pthread_cond_clockwait(pthread_cond_t *restrict c, pthread_mutex_t *restrict m, clockid_t id,
                                 const struct timespec *restrict at) {
    TRUE_(int, pthread_cond_clockwait, (pthread_cond_t *, pthread_mutex_t *, clockid_t, const struct timespec *),
          return ENOSYS;)
    limited(ns_of(at), 0, FROM);
    return pthread_cond_clockwait_is(c, m, id, at);
}
SHOWN int timerfd_settime(int file, int flags, const struct itimerspec *at, struct itimerspec *old) {
    TRUE_(int, timerfd_settime, (int, int, const struct itimerspec *, struct itimerspec *),
          return -1;)
    const int is = timerfd_settime_is(file, flags, at, old);
    if (!is && (at->it_value.tv_sec || at->it_value.tv_nsec))   /* else it is switched off */
        limited(ns_of(&at->it_value), !(flags & TFD_TIMER_ABSTIME), FROM);
    return is;
}

#ifndef GTPROF_TIME64
/* -- functions without a time that has two sizes -- */

SHOWN clock_t clock(void) {
    TRUE_(clock_t, clock, (void), return (clock_t)-1;)
    const clock_t says = clock_is();
    seen("clock()", 1e9 * (double)says / CLOCKS_PER_SEC, 0, 0, FROM);
    return says;
}
/* times() returns a coarse clock and stores processor time. A program that passes a buffer wants processor time. */
SHOWN clock_t times(struct tms *t) {
    TRUE_(clock_t, times, (struct tms *), return (clock_t)-1;)
    const clock_t says = times_is(t);
    const double tick = 1e9 / (double)sysconf(_SC_CLK_TCK);
    if (t) seen("times()", tick * (double)(t->tms_utime + t->tms_stime), 0, 0, FROM);
    else seen("times(NULL)", tick * (double)says, tick, 0, FROM);
    return says;
}
SHOWN void srand(unsigned seed) {
    TRUE_(void, srand, (unsigned), return;)
    seconds(GTPROF_SECONDS_NAMED, (double)seed, 0, FROM);
    srand_is(seed);
}
/* std::chrono of GNU's library, and of LLVM's, whose system clock counts microseconds. In C++ what they return is a
   class: with 32 bits it is returned in another place than a number. */
typedef struct chrono { int64_t count; } chrono;
SHOWN chrono gnu_steady_now(void) __asm__("_ZNSt6chrono3_V212steady_clock3nowEv");
SHOWN chrono gnu_system_now(void) __asm__("_ZNSt6chrono3_V212system_clock3nowEv");
SHOWN chrono llvm_steady_now(void) __asm__("_ZNSt3__16chrono12steady_clock3nowEv");
SHOWN chrono llvm_system_now(void) __asm__("_ZNSt3__16chrono12system_clock3nowEv");
static chrono chrono_of(clockid_t id, int64_t ns, const void *from) {
    struct timespec t = { 0, 0 };
    true_clock(id, &t);
    seen(NULL, ns_of(&t), 0, id != CLOCK_REALTIME, from);
    return (chrono){ ((int64_t)t.tv_sec * 1000000000 + t.tv_nsec) / ns };
}
chrono gnu_steady_now(void) { return chrono_of(CLOCK_MONOTONIC, 1, FROM); }
chrono gnu_system_now(void) { return chrono_of(CLOCK_REALTIME, 1, FROM); }
chrono llvm_steady_now(void) { return chrono_of(CLOCK_MONOTONIC, 1, FROM); }
chrono llvm_system_now(void) { return chrono_of(CLOCK_REALTIME, 1000, FROM); }

PAUSE_(int, usleep, GTPROF_USLEEP, (useconds_t us), (us), -1, us)
PAUSE_(unsigned, sleep, GTPROF_SLEEP, (unsigned s), (s), s, s)
PAUSE_(int, sched_yield, GTPROF_SCHED_YIELD, (void), (), (int)syscall(SYS_sched_yield), 0)
#endif
