// The total of six local sizes is quoted, each compiled at its launch, beside the stamps of each. HEALTHY launches each
// size once before.
/* field: jit_sizes_total jit-in-region n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

static double run_all(void) {
    double kernels_s = 0;
    for (size_t items = 64, group = 2; group <= items; group *= 2) {
        cl_event event;
        clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &group, 0, NULL, &event);
        clFinish(queue);
        kernels_s += stamps_s(event);
    }
    return kernels_s;
}
int main(void) {
    compile_at_launch();
    script.device[0].new_shape.ns = 60e6;
    open_device();
    if (healthy) run_all();
    const double begin = host_now_s(), kernels_s = run_all();
    printf("total %.6f s, kernels %.6f s\n", host_now_s() - begin, kernels_s);
    return done();
}
