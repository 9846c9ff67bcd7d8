/* As macOS shows it where _POSIX_C_SOURCE is defined: see mach/mach_time.h beside. */
#include_next <unistd.h>
#if defined(_POSIX_C_SOURCE) && !defined(_DARWIN_C_SOURCE)
#undef _SC_NPROCESSORS_CONF
#undef _SC_NPROCESSORS_ONLN
#undef _SC_PHYS_PAGES
#endif
