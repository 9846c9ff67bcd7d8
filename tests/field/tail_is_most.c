// What is launched last still runs when the time is taken, for as long again. HEALTHY waits.
/* field: tail_is_most no-sync n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    open_warm(1000);
    double begin = host_now_s();
    host_works_us(1000);
    launch(NULL);
    if (healthy) clFinish(queue);
    printf("kernel: %.6f s\n", host_now_s() - begin);
    clFinish(queue);
    return done();
}
