/* For make portable: makes the kit believe that Visual Studio compiles it, or with LIKE_CLANG_CL that clang does in
   its place. What the C library and OpenCL declare comes first, as another compiler's. */
#ifdef _MSC_VER         /* headers of mingw-w64, without what stands in other places there */
#undef _MSC_VER
#define __GNUC__ 4
#include <_mingw.h>
#undef __MINGW_IMPORT
#define __MINGW_IMPORT extern
#endif
#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#ifdef _WIN32
#include <io.h>
#else
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#endif
#undef __GNUC__
#undef __MINGW32__
#undef __MINGW64__
#undef __MINGW_PRINTF_FORMAT
#define _MSC_VER 1940
#ifndef LIKE_CLANG_CL
#undef __clang__
#undef __forceinline
#define __forceinline inline
#endif
