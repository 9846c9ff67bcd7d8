// The kit is given a clock of microseconds, and takes them for nanoseconds. HEALTHY converts them.
/* field: clock_in_us clock-unit n=1 */
/* device: none */
#include "field.h"

static uint64_t now(void *unused) {
    struct timespec t;
    (void)unused;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return ((uint64_t)t.tv_sec * 1000000u + (uint64_t)t.tv_nsec / 1000u) * (healthy ? 1000u : 1u);
}

int main(void) {
    gt_clock_set(now, NULL, "their clock");
    GT_SCOPE("work") host_works_us(5000);
    return done();
}
