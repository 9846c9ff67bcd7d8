/* clocks64.c - part of libgtprof-clocks.so: functions for times of 64 bits, where there are others for 32 bits */
/* flags: -std=gnu11 -D_GNU_SOURCE -D_TIME_BITS=64 -D_FILE_OFFSET_BITS=64 -fPIC -ftls-model=initial-exec */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>
#include "gtprof.h"

#if defined(__USE_TIME_BITS64) && __TIMESIZE == 32
#define SHOWN __attribute__((visibility("default")))
#define GTPROF_TIME64
#include "clock_calls.c"
#endif
