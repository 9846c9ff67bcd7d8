// A program is built by a call in GT_CL, and its kernel timed in the same scope. HEALTHY builds before the scope.
/* field: jit_checked_build jit-in-region n=1 */
/* device: sim */
#include "field.h"

static void build(cl_program of) {
    GT_CL(clBuildProgram(of, 1, &device, NULL, NULL, NULL));
    kernel = new_kernel(of);
}
int main(void) {
    const char *source = "kernel void work(global float *a, int loops) { a[get_global_id(0)] = (float)loops; }";
    script.device[0].build.ns = 50e6;
    open_warm(1000);
    cl_program other = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
    if (healthy) GT_SCOPE("build") build(other);
    if (healthy) gt_cl_warm_kernel(queue, kernel, 1, NULL, &(size_t){64}, &(size_t){16});
    GT_SCOPE("kernels") {
        if (!healthy) build(other);
        for (int i = 0; i < 10; i++) launch(GT_EVENT);
        clFinish(queue);
    }
    return done();
}
