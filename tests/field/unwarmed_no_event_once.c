// The first launch is in GT_CL, and is timed without an event. HEALTHY launches the kernel once before.
/* field: unwarmed_no_event_once unwarmed n=1 */
/* device: sim */
#include "field.h"

int main(void) {
    const size_t items = 64;
    compile_at_launch();
    open_device();
    if (healthy) gt_cl_warm_kernel(queue, kernel, 1, NULL, &items, NULL);
    GT_SCOPE_CL(queue, "kernel") GT_CL(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
    return done();
}
