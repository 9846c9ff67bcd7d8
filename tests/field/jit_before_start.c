// A driver compiles between SUBMIT and START of the first launch. HEALTHY launches the kernel once before.
/* field: jit_before_start jit-in-region n=1 */
/* device: sim */
#include "field.h"

int main(void) {
    script.device[0].first_launch.ns = 40e6;
    script.device[0].compile_where = SIMCL_BEFORE_START;
    open_device();
    if (healthy) gt_cl_warm_kernel(queue, kernel, 1, NULL, &(size_t){64}, &(size_t){16});
    GT_SCOPE_CL(queue, "kernel") launch(GT_EVENT);
    return done();
}
