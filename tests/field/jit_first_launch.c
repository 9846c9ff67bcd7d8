// The first launch of a kernel is timed: PoCL compiles it then. HEALTHY launches it once before.
/* field: jit_first_launch jit-in-region n=1 */
/* device: pocl */
#include "field.h"

int main(void) {
    open_device();
    kernel = new_kernel(new_uncached_program());
    kernel_takes_us(2000);
    if (healthy) gt_cl_warm_kernel(queue, kernel, 1, NULL, &(size_t){64}, &(size_t){16});
    GT_SCOPE_CL(queue, "kernel") launch(GT_EVENT);
    return done();
}
