/* As macOS shows it where _POSIX_C_SOURCE is defined: see mach/mach_time.h beside. */
#include <sys/time.h>
#define RUSAGE_SELF 0
struct rusage { struct timeval ru_utime, ru_stime; long ru_opaque[14]; };
int getrusage(int who, struct rusage *usage);
