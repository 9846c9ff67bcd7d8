// Two kernels, each launched for the first time and waited for, in one host scope. HEALTHY launches them once before.
/* field: jit_waited_launches jit-in-region n=1 */
/* device: sim */
/* flags: -DGT_CL_INTERCEPT */
#include "field.h"

int main(void) {
    cl_kernel each[2];
    script.device[0].first_launch.ns = 60e6;
    script.device[0].compile_where = SIMCL_BEFORE_START;
    open_device();
    each[0] = kernel;
    each[1] = new_kernel(new_program("-DOTHER"));
    for (int i = 0; healthy && i < 2; i++) gt_cl_warm_kernel(queue, each[i], 1, NULL, &(size_t){64}, &(size_t){16});
    GT_SCOPE("both")
        for (int i = 0; i < 2; i++) {
            kernel = each[i];
            launch(NULL);
            clFinish(queue);
        }
    return done();
}
