// The first launches of the process are timed, and no event is passed on. HEALTHY launches the kernel once before.
/* field: unwarmed_no_event unwarmed n=2 */
/* device: sim */
#include "field.h"

int main(void) {
    const size_t items = 64;
    compile_at_launch();
    open_device();
    if (healthy) gt_cl_warm_kernel(queue, kernel, 1, NULL, &items, NULL);
    for (int i = 0; i < 2; i++)
        GT_SCOPE_CL(queue, "kernel") clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL);
    return done();
}
