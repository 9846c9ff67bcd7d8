// Only clFlush stands between the two readings of the clock: what it is to send was launched before the first.
// HEALTHY launches and waits between the two.
/* field: flush_timed no-sync n=10 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    double s = 0;
    open_warm(3000);
    for (int i = 0; i < 10; i++) {
        if (!healthy) launch(NULL);
        s -= host_now_s();
        if (healthy) launch(NULL);
        if (healthy) clFinish(queue);
        else clFlush(queue);
        s += host_now_s();
        clFinish(queue);
    }
    printf("kernel: %.3f ms\n", 100 * s);
    return done();
}
