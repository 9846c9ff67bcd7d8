// timespec_get around a launch that nobody waits for. HEALTHY waits.
/* field: clock_of_c11 no-sync n=10 */
/* device: sim */
/* flags: -include calls.h -std=c11 */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    struct timespec begin, end;
    double ms = 0;
    open_warm(20000);
    for (int i = 0; i < 10; i++) {
        timespec_get(&begin, TIME_UTC);
        launch(NULL);
        if (healthy) clFinish(queue);
        timespec_get(&end, TIME_UTC);
        ms += 1e3 * (double)(end.tv_sec - begin.tv_sec) + 1e-6 * (double)(end.tv_nsec - begin.tv_nsec);
        clFinish(queue);
    }
    printf("kernel: %.3f ms\n", ms / 10);
    return done();
}
