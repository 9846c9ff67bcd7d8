/* clocks.h - raw readings of six clocks; example 05 compares them */

#ifndef EX_CLOCKS_H
#define EX_CLOCKS_H

#include "common.h"

#include <sys/time.h>
#include <time.h>

#if defined(__x86_64__) && GT_GNU_
static uint64_t read_tsc(void)
{
    uint32_t low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high) : : "memory");
    return (uint64_t)high << 32 | low;
}
static uint64_t read_cpuid_tsc(void)    /* no instruction passes cpuid; a virtual machine then calls the hypervisor */
{
    uint32_t low, high;
    __asm__ volatile("cpuid\n\trdtsc" : "=a"(low), "=d"(high) : "a"(0), "c"(0) : "rbx", "memory");
    return (uint64_t)high << 32 | low;
}
#else
static uint64_t read_tsc(void) { return 0; }
static uint64_t read_cpuid_tsc(void) { return 0; }
#endif
static uint64_t read_clock(void) { return (uint64_t)clock(); }
static uint64_t read_monotonic(void)
{
    struct timespec t;
    return clock_gettime(CLOCK_MONOTONIC, &t) ? 0 : (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}
static uint64_t read_wall(void)
{
    struct timeval t;
    return gettimeofday(&t, NULL) ? 0 : (uint64_t)t.tv_sec * 1000000u + (uint64_t)t.tv_usec;
}
static uint64_t set_back_us;            /* simulates an administrator or NTP that sets the clock back */
static uint64_t read_set_back(void) { return read_wall() - set_back_us; }


static double cpuinfo_mhz(void)         /* clock of the first processor; 0 if not known */
{
    char line[256];
    double mhz = 0;
    FILE *f = fopen("/proc/cpuinfo", "r");
    while (f && !(mhz > 0) && fgets(line, sizeof line, f))
        if (!strncmp(line, "cpu MHz", 7) && strchr(line, ':')) mhz = strtod(strchr(line, ':') + 1, NULL);
    if (f) fclose(f);
    return mhz;
}

#endif
