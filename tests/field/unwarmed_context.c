// Kernels of one context are warm, and one of another is timed at its first launch. HEALTHY launches that once before.
/* field: unwarmed_context unwarmed n=1 */
/* device: sim */
#include "field.h"

int main(void) {
    const size_t items = 64;
    open_warm(1000);
    GT_SCOPE("warm") {
        clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, GT_EVENT);
        clFinish(queue);
    }
    context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    queue = new_queue(0);
    program = new_program(NULL);
    kernel = new_kernel(program);
    if (healthy) gt_cl_warm_kernel(queue, kernel, 1, NULL, &items, NULL);
    GT_SCOPE("other context") {
        clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, GT_EVENT);
        clFinish(queue);
    }
    return done();
}
