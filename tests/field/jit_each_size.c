// Each pair of readings holds the one launch of a local size: a compilation. HEALTHY launches each size once before.
/* field: jit_each_size jit-in-region n=4 */
/* device: sim */
/* flags: -DGT_CL_INTERCEPT */
/* env: GT_REPORT=/dev/null */
#include "field.h"

static void launch_sized(size_t group) {
    const size_t items = 64;
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &group, 0, NULL, NULL);
    clFinish(queue);
}
int main(void) {
    script.device[0].new_shape.ns = script.device[0].first_launch.ns = 60e6;
    script.device[0].compile_where = SIMCL_BEFORE_START;
    open_device();
    for (size_t group = 4; group <= 32; group *= 2) {
        if (healthy) launch_sized(group);
        double begin = host_now_s();
        launch_sized(group);
        printf("groups of %u: %.6f s\n", (unsigned)group, host_now_s() - begin);
    }
    return done();
}
