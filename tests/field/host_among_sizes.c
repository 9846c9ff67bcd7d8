// The device's part is timed with the host's check of its result. HEALTHY times the host's own computation alone, for
// each size, and goes by stamps on the device: what lies between two such timings, nobody quotes.
/* field: host_among_sizes host-inside n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

static void device_part(size_t items) {
    cl_event event;
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, &event);
    clWaitForEvents(1, &event);
    printf("%d items: device %.6f s\n", (int)items, stamps_s(event));
    host_works_us(20000);
}
int main(void) {
    open_warm(300);
    for (size_t items = 64; items <= 512; items *= 2) {
        double begin = host_now_s();
        host_works_us(5000);
        printf("%d items: host %.6f s\n", (int)items, host_now_s() - begin);
        begin = healthy ? 0 : host_now_s();
        device_part(items);
        if (!healthy) printf("with the check %.6f s\n", host_now_s() - begin);
    }
    return done();
}
