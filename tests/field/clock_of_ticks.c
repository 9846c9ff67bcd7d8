// The time of a kernel comes from a clock that moves with the timer interrupt. HEALTHY reads CLOCK_MONOTONIC.
/* field: clock_of_ticks coarse n=10 */
/* device: sim */
/* flags: -DGT_CL_INTERCEPT -D_GNU_SOURCE */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    const clockid_t which = healthy ? CLOCK_MONOTONIC : CLOCK_MONOTONIC_COARSE;
    struct timespec begin, end;
    double ms = 0;
    open_warm(20000);
    for (int i = 0; i < 10; i++) {
        clock_gettime(which, &begin);
        launch(NULL);
        clFinish(queue);
        clock_gettime(which, &end);
        ms += 1e3 * (double)(end.tv_sec - begin.tv_sec) + 1e-6 * (double)(end.tv_nsec - begin.tv_nsec);
    }
    printf("kernel: %.3f ms\n", ms / 10);
    return done();
}
