// All kernels go through one helper that waits and takes the time; its mean is over two sizes. HEALTHY times one size.
/* field: unequal_timings unequal-work n=20 note */
/* device: sim */
/* flags: -DGT_CL_INTERCEPT */
/* env: GT_REPORT=/dev/null */
#include "field.h"

static double timed_s(size_t items) {
    const size_t group = 16;
    const double begin = host_now_s();
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &group, 0, NULL, NULL);
    clFinish(queue);
    return host_now_s() - begin;
}
int main(void) {
    double sum = 0;
    open_device();
    simcl_cost cost;
    memset(&cost, 0, sizeof cost);
    cost.per_unit_ns = 1e6 / 64;
    simcl_kernel("work", NULL, cost);
    kernel = new_kernel(new_program(NULL));
    for (size_t items = 64; items <= 256; items += 192)
        gt_cl_warm_kernel(queue, kernel, 1, NULL, &items, &(size_t){16});
    for (int i = 0; i < 20; i++) sum += timed_s(healthy || i < 10 ? 64 : 256);
    printf("kernel: %.3f ms\n", 1e3 * sum / 20);
    return done();
}
