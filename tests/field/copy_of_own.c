// A write of 1 MB takes 30 ns, since nothing moves; a time of it alone is not printed. HEALTHY: the bytes have to move.
/* field: copy_of_own implausible n=10 note */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    static char bytes[BUFFER_BYTES];
    double s = 0;
    if (!healthy) script.device[0].write.ns = 30;
    open_warm(1000);
    for (int i = 0; i < 10; i++) {
        s -= host_now_s();
        clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, BUFFER_BYTES, bytes, 0, NULL, NULL);
        launch(NULL);
        clFinish(queue);
        s += host_now_s();
    }
    printf("both: %.3f ms\n", 100 * s);
    return done();
}
