// The number that is quoted is that of the scope around all steps, and the first step compiles. HEALTHY launches once
// before.
/* field: outer_scope jit-in-region n=1 */
/* device: sim */
#include "field.h"

int main(void) {
    compile_at_launch();
    open_device();
    if (healthy) gt_cl_warm_kernel(queue, kernel, 1, NULL, &(size_t){64}, &(size_t){16});
    GT_SCOPE("all steps")
        for (int i = 0; i < 500; i++)
            GT_SCOPE_CL(queue, "step") launch(GT_EVENT);
    return done();
}
