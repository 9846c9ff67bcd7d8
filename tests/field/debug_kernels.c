// The kernels are built without optimisation. HEALTHY builds them as they are shipped.
/* field: debug_kernels debug-build n=10 */
/* device: sim */
#include "field.h"

int main(void) {
    gt_cl cl;
    open_warm(1000);
    gt_cl_attach(&cl, context, queue);
    kernel = new_kernel(gt_cl_program(&cl, "kernel void work(global float *a, int loops) { }\n",
                                      healthy ? "-cl-fast-relaxed-math" : "-cl-opt-disable", "work.cl"));
    launch(NULL);
    for (int i = 0; i < 10; i++) GT_SCOPE_CL(queue, "kernel") launch(GT_EVENT);
    gt_cl_close(&cl);
    return done();
}
