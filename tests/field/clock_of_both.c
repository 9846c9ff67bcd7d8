// The time of a kernel is that of the process on its processors. HEALTHY takes the time that passes beside it.
/* field: clock_of_both cpu-clock n=10 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

static double now_ms(clockid_t which) {
    struct timespec t = {0, 0};
    clock_gettime(which, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}
int main(void) {
    double cpu = 0, passed = 0;
    open_warm(20000);
    for (int i = 0; i < 10; i++) {
        if (healthy) passed -= now_ms(CLOCK_MONOTONIC);
        cpu -= now_ms(CLOCK_PROCESS_CPUTIME_ID);
        launch(NULL);
        clFinish(queue);
        cpu += now_ms(CLOCK_PROCESS_CPUTIME_ID);
        if (healthy) passed += now_ms(CLOCK_MONOTONIC);
    }
    printf("kernel: %.3f ms, processors %.3f ms\n", passed / 10, cpu / 10);
    return done();
}
