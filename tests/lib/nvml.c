/* A stand-in for NVIDIA's libnvidia-ml.so.1, for test_gauge.c: one device at 0:41:3.0, whose readings the test plants.
   Prototypes by docs.nvidia.com/deploy/nvml-api. */
#include <string.h>

typedef struct nvml_planted {
    unsigned mhz, milliwatts, celsius;
    unsigned long long reasons;
    int refuses;            /* 1: readings are not supported; 2: there is no such device */
    unsigned calls;
} nvml_planted;
extern nvml_planted planted;
nvml_planted planted = {1980, 100000, 40, 0, 0, 0};

enum { DONE, INVALID = 2, UNSUPPORTED = 3, NOT_FOUND = 6 };
#define CALL(name, parameters) int nvml##name parameters; int nvml##name parameters
static char device;

static int answer(void *handle, unsigned *to, unsigned value) {
    planted.calls++;
    if (handle != &device) return INVALID;
    if (planted.refuses) return UNSUPPORTED;
    *to = value;
    return DONE;
}
CALL(Init_v2, (void)) { return DONE; }
CALL(DeviceGetHandleByPciBusId_v2, (const char *bus, void **handle)) {
    if (planted.refuses == 2 || strcmp(bus, "00000000:41:03.0") != 0) return NOT_FOUND;
    *handle = &device;
    return DONE;
}
CALL(DeviceGetClockInfo, (void *handle, int which, unsigned *mhz)) {
    return which == 1 ? answer(handle, mhz, planted.mhz) : INVALID;
}
CALL(DeviceGetMaxClockInfo, (void *handle, int which, unsigned *mhz)) {
    return which == 2 ? answer(handle, mhz, 2619) : INVALID;
}
CALL(DeviceGetMemoryBusWidth, (void *handle, unsigned *bits)) { return answer(handle, bits, 5120); }
CALL(DeviceGetPowerUsage, (void *handle, unsigned *milliwatts)) {
    return answer(handle, milliwatts, planted.milliwatts);
}
CALL(DeviceGetTemperature, (void *handle, int sensor, unsigned *celsius)) {
    return sensor ? INVALID : answer(handle, celsius, planted.celsius);
}
CALL(DeviceGetCurrentClocksThrottleReasons, (void *handle, unsigned long long *reasons)) {
    unsigned low = 0;
    const int code = answer(handle, &low, (unsigned)planted.reasons);
    if (code == DONE) *reasons = low;
    return code;
}
