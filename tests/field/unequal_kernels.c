// Two kernels of different length are launched through one helper, and their times stand in one series. HEALTHY launches
// both in each sample, as a time step does.
/* field: unequal_kernels unequal-work n=40 */
/* device: sim */
/* flags: -DGT_CL_INTERCEPT */
#include "field.h"

static void step(size_t items) {
    const size_t group = 16;
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &group, 0, NULL, NULL);
}
int main(void) {
    open_device();
    simcl_cost cost;
    memset(&cost, 0, sizeof cost);
    cost.per_unit_ns = 1e6 / 64;
    simcl_kernel("work", NULL, cost);
    kernel = new_kernel(new_program(NULL));
    for (size_t items = 64; items <= 128; items += 64)
        gt_cl_warm_kernel(queue, kernel, 1, NULL, &items, &(size_t){16});
    for (int i = 0; i < 40; i++) GT_SCOPE_CL(queue, "step") {
        if (healthy || i < 20) step(64);
        if (healthy || i >= 20) step(128);
    }
    return done();
}
