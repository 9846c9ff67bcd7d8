// The kit is given a clock that moves every 4 ms, as CLOCK_MONOTONIC_COARSE does. HEALTHY gives the fine one.
/* field: clock_coarse coarse n=1 */
/* device: none */
#include "field.h"

static uint64_t now_ns(void *unused) {
    struct timespec t;
    (void)unused;
    clock_gettime(CLOCK_MONOTONIC, &t);
    if (!healthy) t.tv_nsec = t.tv_nsec / 4000000 * 4000000;
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

int main(void) {
    gt_clock_set(now_ns, NULL, "CLOCK_MONOTONIC_COARSE");
    GT_SCOPE("work") host_works_us(5000);
    return done();
}
