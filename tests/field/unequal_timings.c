// All kernels go through one helper that waits and takes the time; its mean is over two sizes. HEALTHY times one size.
/* field: unequal_timings unequal-work n=20 note */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

static double timed_s(size_t items) {
    const double begin = host_now_s();
    launch_sized(items, 16);
    clFinish(queue);
    return host_now_s() - begin;
}
int main(void) {
    double sum = 0;
    open_sized(64, 256);
    for (int i = 0; i < 20; i++) sum += timed_s(healthy || i < 10 ? 64 : 256);
    printf("kernel: %.3f ms\n", 1e3 * sum / 20);
    return done();
}
