// The first reading of a clock comes before the first OpenCL call, the second behind a launch. HEALTHY reads it later.
/* field: clock_first_of_all jit-in-region n=1 */
/* device: pocl */
/* flags: -DGT_CL_INTERCEPT */
/* env: GT_REPORT=/dev/null */
#include "field.h"

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
int main(void) {
    double begin = healthy ? 0 : seconds();
    open_warm(1000);
    if (healthy) begin = seconds();
    launch(NULL);
    clFinish(queue);
    printf("%.6f s\n", seconds() - begin);
    return done();
}
