// The clock is read behind the launch, so the time lacks the begin of the execution. HEALTHY reads it before.
/* field: clock_behind_launch dirty-start n=1 */
/* device: sim */
/* flags: -DGT_CL_INTERCEPT */
/* env: GT_REPORT=/dev/null */
#include "field.h"

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
int main(void) {
    double begin = 0;
    open_warm(3000);
    if (healthy) begin = seconds();
    launch(NULL);
    if (!healthy) begin = seconds();
    clFinish(queue);
    printf("%.6f s\n", seconds() - begin);
    return done();
}
