/* gauge.h - reads clock, power and temperature of NVIDIA's devices, and what held the clock down (C99, C++11)

   DO THIS in the one file that has the implementation of gputime_cl.h, and a plain #include where you call it:
       #define GPUTIME_IMPLEMENTATION
       #include "gputime_cl.h"
       #include "gauge.h"
   BUILD     cc -std=c99 -O2 main.c -lOpenCL       (nothing more to link: NVML, the library of NVIDIA's driver, is
                                                    loaded if it is there)

   USE       gt_cl_gauge(cl.device);         after gt_cl_open; then your work
             gt_report(stdout);

   REPORTS   then say of the device "clock 1305 to 1980 MHz, power up to 650 W, temperature up to 61 °C; readings: 12",
             or "unknown". A series during which the clock was held down gets the finding `throttled` with the reason.
   DOES NOT  read during a scope or a trial's pass, more often than every 100 ms, or for more than 1 % of the time.
             Other vendors' devices are not read.
   STOP HERE to use it. The licence (MIT) is that of gputime.h. */

#include "gputime_cl.h"     /* outside of the guard: a later include may ask for the implementation */

#ifndef GT_MORE_GAUGE_H
#define GT_MORE_GAUGE_H

#ifdef __cplusplus
extern "C" {
#endif

/* Reads clock, power and temperature of the device from now on: after each phase that is in no other scope, and between
   the rounds of a trial. Does nothing for a device without a PCI address (cl_khr_pci_bus_info). Once loaded, the
   library stays loaded. GT_ERR_MEMORY. */
GT_API gt_status gt_cl_gauge(cl_device_id device);
/* Gives width and clock of the device's memory, for its theoretical ceiling. Returns 1 if they are known. Call
   gt_cl_gauge first. */
GT_API int gt_cl_gauge_memory(cl_device_id device, double *mhz, double *bits);

#ifdef __cplusplus
}
#endif
#endif /* GT_MORE_GAUGE_H */

#if defined(GPUTIME_IMPLEMENTATION) && !defined(GT_MORE_GAUGE_IMPLEMENTED_)
#define GT_MORE_GAUGE_IMPLEMENTED_
GT_EXACT_MATH_

/* Functions of NVML (docs.nvidia.com/deploy/nvml-api, "Device Queries"), which return 0 for success. A value with all
   bits set is not available (NVML_VALUE_NOT_AVAILABLE). The functions are NULL if the library is missing, or dlopen,
   which is a weak symbol as in gputime.h. Clock 1 is that of the units, 2 that of the memory. */
#define GT_CL_NVML_(X_) \
    X_(Init_v2, (void)) \
    X_(DeviceGetHandleByPciBusId_v2, (const char *bus, void **handle)) \
    X_(DeviceGetClockInfo, (void *handle, int which, unsigned *mhz)) \
    X_(DeviceGetMaxClockInfo, (void *handle, int which, unsigned *mhz)) \
    X_(DeviceGetMemoryBusWidth, (void *handle, unsigned *bits)) \
    X_(DeviceGetPowerUsage, (void *handle, unsigned *milliwatts)) \
    X_(DeviceGetTemperature, (void *handle, int sensor, unsigned *celsius)) \
    X_(DeviceGetCurrentClocksThrottleReasons, (void *handle, unsigned long long *reasons))
#define GT_CL_NVML_FIELD_(name, parameters) int (*name) parameters;
static struct { GT_CL_NVML_(GT_CL_NVML_FIELD_) } gt_cl_nvml_;
#define GT_CL_NVML_ASK_(name, parameters) (gt_cl_nvml_.name && !gt_cl_nvml_.name parameters)
/* Bits that the last call returns ("NvmlClocksEventReasons"). */
enum { GT_CL_REASONS_ = 5, GT_CL_HELD_ = 0xFC, GT_CL_SLOWED_ = 0xE8 };
static const struct { unsigned bits; const char *text; } gt_cl_reasons_[GT_CL_REASONS_] = {
    { 0x04, "power cap" }, { 0x08, "hardware slowdown" }, { 0x10, "boost in step with other devices" },
    { 0x60, "thermal slowdown" }, { 0x80, "power brake" } };
typedef struct gt_cl_gauge_state_ {     /* gt_device_.gauge */
    char bus[24];                       /* PCI address; "" once the handle was asked for */
    void *handle;                       /* NVML's handle; NULL: nothing can be read */
    /* slowest: MHz; most: MHz, W, degrees Celsius; 0: not known */
    unsigned readings, hits[GT_CL_REASONS_], slowest, most[3];
} gt_cl_gauge_state_;
static uint32_t gt_cl_gauge_lock_;

#if defined(GT_WEAK_)
static void *gt_cl_dlopen_(const char *file, int how) GT_WEAK_(dlopen);
static void *gt_cl_dlsym_(void *library, const char *name) GT_WEAK_(dlsym);
#endif
static int gt_cl_nvml_state_;           /* 0: no device needs it; 1: not tried yet; 2: cannot be opened; 3: open */
static void gt_cl_nvml_open_(void) {
#if defined(GT_WEAK_)
#define GT_CL_NVML_GET_(name, types) p = gt_cl_dlsym_(library, "nvml" #name); memcpy(&gt_cl_nvml_.name, &p, sizeof p);
    void *library = gt_cl_dlopen_ && gt_cl_dlsym_ ? gt_cl_dlopen_("libnvidia-ml.so.1", 1 /* RTLD_LAZY */) : NULL, *p;
    if (library) { GT_CL_NVML_(GT_CL_NVML_GET_) }
#endif
    GT_POKE_(&gt_cl_nvml_state_, GT_CL_NVML_ASK_(Init_v2, ()) ? 3 : 2);
}
static void gt_cl_gauge_new_(gt_device_ *d, cl_device_id device) {
    cl_uint at[4];                      /* domain, bus, device, function */
    char extensions[1 << 14];
    memset(extensions, 0, sizeof extensions);
    if (GT_LOAD_(&d->gauge) ||
        clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, sizeof extensions - 1, extensions, NULL) != CL_SUCCESS ||
        !strstr(extensions, "cl_khr_pci_bus_info") || !GT_CL_ASK_(Device, device, 0x410F, at)) return;
    gt_cl_gauge_state_ *g = (gt_cl_gauge_state_ *)calloc(1, sizeof *g);
    if (g) sprintf(g->bus, "%08x:%02x:%02x.%x", at[0], at[1] & 255u, at[2] & 255u, at[3] & 7u);
    GT_STORE_(&d->gauge, (void *)g);
    if (!GT_PEEK_(&gt_cl_nvml_state_)) GT_POKE_(&gt_cl_nvml_state_, 1);
}
static void gt_cl_gauge_find_(gt_cl_gauge_state_ *g) {        /* finds the handle; the caller holds the lock */
    if (gt_cl_nvml_state_ == 1) gt_cl_nvml_open_();
    if (g->bus[0] && gt_cl_nvml_state_ == 3)
        (void)GT_CL_NVML_ASK_(DeviceGetHandleByPciBusId_v2, (g->bus, &g->handle));
    g->bus[0] = 0;
}
static const char *gt_cl_figure_(unsigned x, const char *unit) { return x ? gt_text_("%u %s", x, unit) : "unknown"; }
/* Reads once, and returns the reasons. Power (a mean over a second) and temperature keep their highest reading, since
   both still rise in short runs. */
static unsigned long long gt_cl_gauge_read_(gt_device_ *d, gt_cl_gauge_state_ *g) {
    unsigned now[3] = { 0, 0, 0 }, *most = g->most;
    unsigned long long why = 0;
    char text[sizeof d->gauged];
    if (g->handle) {
        (void)GT_CL_NVML_ASK_(DeviceGetClockInfo, (g->handle, 1, &now[0]));
        (void)GT_CL_NVML_ASK_(DeviceGetPowerUsage, (g->handle, &now[1]));
        (void)GT_CL_NVML_ASK_(DeviceGetTemperature, (g->handle, 0, &now[2]));
        (void)GT_CL_NVML_ASK_(DeviceGetCurrentClocksThrottleReasons, (g->handle, &why));
    }
    for (int i = 0; i < 3; i++) if (now[i] == ~0u) now[i] = 0;
    now[1] /= 1000;
    g->readings++;
    if (now[0] && (!g->slowest || now[0] < g->slowest)) g->slowest = now[0];
    for (int i = 0; i < 3; i++) if (now[i] > most[i]) most[i] = now[i];
    int used = snprintf(text, sizeof text, "clock %s%s, power %s%s, temperature %s%s; readings: %u",
                        g->slowest < most[0] ? gt_text_("%u to ", g->slowest) : "",
                        gt_cl_figure_(most[0], "MHz"), most[1] ? "up to " : "", gt_cl_figure_(most[1], "W"),
                        most[2] ? "up to " : "", gt_cl_figure_(most[2], "°C"), g->readings);
    for (int i = 0; i < GT_CL_REASONS_; i++) {
        g->hits[i] += (why & gt_cl_reasons_[i].bits) != 0;
        if (g->hits[i] && used < (int)sizeof text)
            used += snprintf(text + used, sizeof text - (size_t)used, ", %s: %u", gt_cl_reasons_[i].text,
                             g->hits[i]);
    }
    gt_lock_();
    gt_copy_(d->gauged, sizeof d->gauged, text);
    gt_unlock_();
    return why;
}
/* Reads at most every 100 ms, and for at most 1 % of the time. A report is made when devices are already idle. So it
   reads only if a run of more than a second has no reading yet. */
static void gt_cl_gauge_due_(gt_node_ *n, int last) {
    static uint64_t at, pause;
    if (GT_PEEK_(&gt_cl_nvml_state_) < (last ? 1 : 3)) return;
    const uint64_t begin = gt_now_();
    gt_device_ *d = GT_LOAD_(&gt_devices_);
    if (last ? !(gt_clock_ns(begin - gt_clk_.start) > 1e9) : begin - GT_PEEK_(&at) < GT_PEEK_(&pause)) return;
    if (!gt_word_try_lock_(&gt_cl_gauge_lock_)) return;         /* another thread is reading */
    for (; d; d = GT_LOAD_(&d->after)) {
        gt_cl_gauge_state_ *g = (gt_cl_gauge_state_ *)GT_LOAD_(&d->gauge);
        if (g && last) gt_cl_gauge_find_(g);
        if (!g || (last ? g->readings > 0 : !g->handle)) continue;
        const unsigned long long why = gt_cl_gauge_read_(d, g);
        if (n) gt_count_(n, GT_N_gauged, 1);
        if (n && why & GT_CL_HELD_) gt_count_(n, why & GT_CL_SLOWED_ ? GT_N_slowed : GT_N_capped, 1);
    }
    const uint64_t end = gt_now_();
    GT_POKE_(&at, end);
    GT_POKE_(&pause, (uint64_t)gt_larger_(1e8 / gt_clk_.ns_per_tick, 100.0 * (double)(end - begin)));
    gt_word_unlock_(&gt_cl_gauge_lock_);
    gt_kit_time_(begin);
}

gt_status gt_cl_gauge(cl_device_id device) {
    gt_device_ *d = gt_device_of_((const void *)device);
    if (!d) return gt_fault_(GT_ERR_MEMORY, "gt_cl_gauge", NULL);
    gt_word_lock_(&gt_cl_gauge_lock_);
    gt_cl_gauge_new_(d, device);
    gt_cl_gauge_state_ *g = (gt_cl_gauge_state_ *)d->gauge;
    if (g) gt_cl_gauge_find_(g);
    gt_word_unlock_(&gt_cl_gauge_lock_);
    if (g) GT_POKE_(&gt_gauge_, &gt_cl_gauge_due_);
    return GT_OK;
}
int gt_cl_gauge_memory(cl_device_id device, double *mhz, double *bits) {
    unsigned clock = 0, width = 0;
    gt_device_ *d = gt_device_of_((const void *)device);
    const gt_cl_gauge_state_ *g = d ? (const gt_cl_gauge_state_ *)GT_LOAD_(&d->gauge) : NULL;
    if (!g || !g->handle || !GT_CL_NVML_ASK_(DeviceGetMemoryBusWidth, (g->handle, &width)) ||
        !GT_CL_NVML_ASK_(DeviceGetMaxClockInfo, (g->handle, 2, &clock)) || width == ~0u || clock == ~0u) return 0;
    *mhz = clock;
    *bits = width;
    return 1;
}
GT_OWN_MATH_
#endif /* GT_MORE_GAUGE_IMPLEMENTED_ */

/* PRIVATE NAMES of the kit that this file uses
     devices     gt_device_, gt_devices_, gt_device_of_, GT_CL_ASK_
     readings    gt_gauge_ (who reads), gt_node_, gt_count_ (of a series), gt_kit_time_
     clock       gt_now_, gt_clk_
     errors      gt_fault_, gt_lock_, gt_unlock_, gt_word_lock_, gt_word_try_lock_, gt_word_unlock_
     atomics     GT_LOAD_, GT_PEEK_, GT_POKE_, GT_STORE_; GT_WEAK_ (a function that may be missing)
     compiler    GT_EXACT_MATH_, GT_OWN_MATH_ (no -ffast-math in between)
     texts       gt_text_, gt_copy_, gt_larger_ */
