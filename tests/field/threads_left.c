// A thread launches a kernel and ends; the program takes the time when it has ended. HEALTHY waits for the kernel.
/* field: threads_left no-sync n=6 */
/* device: pocl */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"
#include <pthread.h>

static void *launches(void *unused) {
    launch(NULL);
    clFlush(queue);
    return unused;
}
int main(void) {
    double s = 0;
    open_warm(100000);
    kernel_takes_us(100000);
    for (int i = 0; i < 6; i++) {
        pthread_t thread;
        s -= host_now_s();
        pthread_create(&thread, NULL, launches, NULL);
        pthread_join(thread, NULL);
        if (healthy) clFinish(queue);
        s += host_now_s();
        clFinish(queue);
    }
    printf("kernel: %.3f ms\n", 1e3 * s / 6);
    return done();
}
