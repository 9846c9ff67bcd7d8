/* As macOS shows it where _POSIX_C_SOURCE is defined: see mach/mach_time.h beside. */
#include_next <sys/mman.h>
#if defined(_POSIX_C_SOURCE) && !defined(_DARWIN_C_SOURCE)
#undef MAP_ANON
#undef MAP_ANONYMOUS
#undef MADV_NORMAL
#undef MADV_WILLNEED
#endif
