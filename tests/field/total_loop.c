// A loop launches and reads back; only the reads are timed one by one, but the total is quoted, too, and holds the
// first launch. HEALTHY launches once before.
/* field: total_loop jit-in-region n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    static char bytes[BUFFER_BYTES];
    double reads_s = 0;
    open_cold();
    const double begin = host_now_s();
    for (int i = 0; i < 100; i++) {
        launch(NULL);
        clFinish(queue);
        const double from = host_now_s();
        clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, BUFFER_BYTES, bytes, 0, NULL, NULL);
        reads_s += host_now_s() - from;
    }
    const double total_s = host_now_s() - begin;
    printf("total %.6f s, of which reads %.6f s\n", total_s, reads_s);
    return done();
}
