// Between two readings of its clock the program also computes on the host for most of the time. HEALTHY reads before.
/* field: host_in_timer host-inside n=10 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    double s = 0;
    open_warm(500);
    for (int i = 0; i < 10; i++) {
        s -= host_now_s();
        launch(NULL);
        clFinish(queue);
        if (!healthy) host_works_us(30000);
        s += host_now_s();
        if (healthy) host_works_us(30000);
    }
    printf("kernel: %.3f ms\n", 100 * s);
    return done();
}
