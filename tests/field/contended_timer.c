// Another thread's kernel runs between two readings of the clock, on the same queue, before the program's own kernel.
// HEALTHY has joined that thread and waited before the first reading.
/* field: contended_timer contended n=10 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

static void *launches(void *unused) {
    (void)unused;
    kernel_takes_us(9000);
    launch(NULL);
    kernel_takes_us(1000);
    return NULL;
}
int main(void) {
    double s = 0;
    open_warm(1000);
    for (int i = 0; i < 10; i++) {
        /* one after the other: the simulated device is for one thread at a time */
        if (healthy) run_in_a_thread(launches);
        if (healthy) clFinish(queue);
        s -= host_now_s();
        if (!healthy) run_in_a_thread(launches);
        launch(NULL);
        clFinish(queue);
        s += host_now_s();
    }
    printf("kernel: %.3f ms\n", 100 * s);
    return done();
}
