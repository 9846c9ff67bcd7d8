// The first reading of a clock comes before the first OpenCL call, the second behind a launch. HEALTHY reads it later.
/* field: clock_first_of_all jit-in-region n=1 */
/* device: pocl */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    double begin = healthy ? 0 : host_now_s();
    open_warm(1000);
    if (healthy) begin = host_now_s();
    launch(NULL);
    clFinish(queue);
    printf("%.6f s\n", host_now_s() - begin);
    return done();
}
