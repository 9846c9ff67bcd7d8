// The kit is given the clock of processor time, and times a pause. HEALTHY gives it a clock of time that passes.
/* field: clock_of_cpu cpu-clock n=1 */
/* device: none */
#include "field.h"

static uint64_t now_ns(void *unused) {
    struct timespec t;
    (void)unused;
    clock_gettime(healthy ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

int main(void) {
    const struct timespec pause = {0, 5000000};
    gt_clock_set(now_ns, NULL, "processor time");
    GT_SCOPE("pause") nanosleep(&pause, NULL);
    return done();
}
