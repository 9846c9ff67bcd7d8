// Code without optimisation stands between two readings, and a reference between two more. HEALTHY, without
// optimisation too, times the device alone: its check between the two timings is nobody's number.
/* field: debug_tie debug-build n=1 */
/* device: sim */
/* env: GT_REPORT=/dev/null */
#pragma GCC optimize("O0")
#undef __OPTIMIZE__
#include "calls.h"
#include "field.h"

int main(void) {
    static char bytes[BUFFER_BYTES];
    open_warm(1000);
    double begin = host_now_s();
    launch(NULL);
    clFinish(queue);
    if (!healthy) host_works_us(30000);
    printf("kernel %.6f s\n", host_now_s() - begin);
    clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, BUFFER_BYTES, bytes, 0, NULL, NULL);
    host_works_us(30000);
    begin = host_now_s();
    host_works_us(10);
    printf("host %.6f s\n", host_now_s() - begin);
    return done();
}
