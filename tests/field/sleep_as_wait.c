// The program sleeps until its kernel must be over, and times that. HEALTHY waits.
/* field: sleep_as_wait host-inside n=10 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    double s = 0;
    open_warm(400);
    for (int i = 0; i < 10; i++) {
        s -= host_now_s();
        launch(NULL);
        if (!healthy) clFlush(queue);
        if (!healthy) host_works_us(20000);     /* on a real device: usleep(20000) */
        clFinish(queue);
        s += host_now_s();
    }
    printf("kernel: %.3f ms\n", 100 * s);
    return done();
}
