// The total around a loop of timings holds the first launch; the mean of these may leave it out. HEALTHY launches once
// before.
/* field: total_pairs jit-in-region n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    double last = 0;
    open_cold();
    const double begin = host_now_s();
    for (int i = 0; i < 100; i++) {
        const double from = host_now_s();
        launch(NULL);
        clFinish(queue);
        last = host_now_s() - from;
    }
    const double total_s = host_now_s() - begin;
    printf("total %.6f s, the last one %.6f s\n", total_s, last);
    return done();
}
