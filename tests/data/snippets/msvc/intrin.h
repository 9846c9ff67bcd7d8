/* What Visual Studio has there, as far as the kit uses it: see as_msvc.h beside. For Windows clang has these itself. */
#ifdef _WIN32
long long _InterlockedExchangeAdd64(volatile long long *p, long long v);
#else
static inline int _InterlockedExchangeAdd(volatile void *p, long v) {
    return __sync_fetch_and_add((volatile int *)p, (int)v);
}
static inline int _InterlockedCompareExchange(volatile void *p, long to, long from) {
    return __sync_val_compare_and_swap((volatile int *)p, (int)from, (int)to);
}
#define _InterlockedExchangeAdd8 __sync_fetch_and_add
#define _InterlockedExchangeAdd64 __sync_fetch_and_add
#endif
