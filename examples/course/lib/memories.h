/* memories.h - for example 19: in which cache of the device, or in its memory, data of a size lie

   Define _GNU_SOURCE before the include (names of caches in sysconf). */

#ifndef EX_MEMORIES_H
#define EX_MEMORIES_H

#include "common.h"

#include <unistd.h>

enum { EX_MEMORIES = 4 };
static const char *const ex_memories[EX_MEMORIES] = { "L1", "L2", "L3", "memory" };

/* The size of each cache of the device in bytes; 0 if not known. For a processor, caches of all cores are added up. For
   other devices the driver names one cache. */
static void ex_caches(const gt_cl *cl, double *bytes)
{
    cl_device_type type = 0;
    cl_ulong cache = 0;
    cl_uint units = 1;
    clGetDeviceInfo(cl->device, CL_DEVICE_TYPE, sizeof type, &type, NULL);
    clGetDeviceInfo(cl->device, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE, sizeof cache, &cache, NULL);
    clGetDeviceInfo(cl->device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL);
    bytes[0] = bytes[2] = 0;
    bytes[1] = (double)cache;
#ifdef _SC_LEVEL3_CACHE_SIZE
    if (type & CL_DEVICE_TYPE_CPU) {
        bytes[0] = (double)units * (double)sysconf(_SC_LEVEL1_DCACHE_SIZE);
        bytes[1] = (double)units * (double)sysconf(_SC_LEVEL2_CACHE_SIZE);
        bytes[2] = (double)sysconf(_SC_LEVEL3_CACHE_SIZE);      /* shared by all cores, often by other guests */
    }
#endif
}
static int ex_memory_of(const double *cache, double bytes)     /* returns its index in ex_memories */
{
    int i = 0;
    while (i < EX_MEMORIES - 1 && bytes > cache[i]) i++;
    return i;
}

#endif
