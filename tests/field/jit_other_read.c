// A pair of clock readings holds a first launch and a read; a later one a read alone. HEALTHY launches once before.
/* field: jit_other_read jit-in-region n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

static void read_back(void) {
    static char bytes[BUFFER_BYTES];
    clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, BUFFER_BYTES, bytes, 0, NULL, NULL);
}
int main(void) {
    compile_at_launch();
    open_device();
    if (healthy) launch(NULL);
    read_back();
    double begin = host_now_s();
    launch(NULL);
    read_back();
    double middle = host_now_s();
    read_back();
    printf("%.6f s, read again %.6f s\n", middle - begin, host_now_s() - middle);
    return done();
}
