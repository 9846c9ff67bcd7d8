// Two kernels in a context and queue of the program's own are compared, with no event and no wait: a ratio of two
// launches. HEALTHY puts a phase into each side.
/* field: unseen_sides unseen n=20 warning */
/* device: pocl */
#include "field.h"

static void run(int loops) {
    const size_t items = 1 << 14;
    clSetKernelArg(kernel, 1, sizeof loops, &loops);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, healthy ? GT_EVENT : NULL);
}
int main(void) {
    open_device();
    GT_COMPARE("kernels", .max_n = 20) {
        GT_SIDE("short") {
            if (healthy) GT_SCOPE_CL(queue, "run") run(1000);
            else run(1000);
        }
        GT_SIDE("long") {
            if (healthy) GT_SCOPE_CL(queue, "run") run(3000);
            else run(3000);
        }
    }
    clFinish(queue);
    return done();
}
