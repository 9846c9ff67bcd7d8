// The clock is read behind the launch, so the time lacks the begin of the execution. HEALTHY reads it before.
/* field: clock_behind_launch dirty-start n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    double begin = 0;
    open_warm(3000);
    if (healthy) begin = host_now_s();
    launch(NULL);
    if (!healthy) begin = host_now_s();
    clFinish(queue);
    printf("%.6f s\n", host_now_s() - begin);
    return done();
}
