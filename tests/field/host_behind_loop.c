// A read back is timed together with the check of what was read. HEALTHY times neither: they come behind its loop of
// timings, in a total alone.
/* field: host_behind_loop host-inside n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    static char bytes[BUFFER_BYTES];
    double write_s = 0, begin = 0;
    open_warm(1000);
    if (healthy) begin = host_now_s();
    for (int i = 0; i < 10; i++) {
        const double from = host_now_s();
        clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, BUFFER_BYTES, bytes, 0, NULL, NULL);
        write_s += host_now_s() - from;
    }
    if (!healthy) begin = host_now_s();
    clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, BUFFER_BYTES, bytes, 0, NULL, NULL);
    host_works_us(30000);
    printf("write %.3f ms, %s %.3f ms\n", 100 * write_s, healthy ? "in all" : "read", 1000 * (host_now_s() - begin));
    return done();
}
