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
static void another(void) {             /* one after the other: the simulated device is for one thread at a time */
    pthread_t thread;
    pthread_create(&thread, NULL, launches, NULL);
    pthread_join(thread, NULL);
}
int main(void) {
    double s = 0;
    open_warm(1000);
    for (int i = 0; i < 10; i++) {
        if (healthy) another();
        if (healthy) clFinish(queue);
        s -= host_now_s();
        if (!healthy) another();
        launch(NULL);
        clFinish(queue);
        s += host_now_s();
    }
    printf("kernel: %.3f ms\n", 100 * s);
    return done();
}
