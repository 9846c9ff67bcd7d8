// A host scope times a warm kernel, and every time the first use of the buffer that it writes. HEALTHY keeps the
// buffer.
/* field: first_touch_scope page-faults n=3 */
/* device: pocl */
#include "field.h"

int main(void) {
    enum { bytes = 32 << 20 };
    const size_t items = bytes / sizeof(cl_float);
    cl_mem fresh;
    open_warm(0.1);
    for (int i = -1; i < 3; i++) {
        if (i < 0 || !healthy) {
            fresh = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, NULL);
            clSetKernelArg(kernel, 0, sizeof fresh, &fresh);
        }
        if (i < 0) {
            gt_cl_warm_kernel(queue, kernel, 1, NULL, &items, &(size_t){16});
            continue;
        }
        GT_SCOPE("kernel") {
            GT_CL(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &(size_t){16}, 0, NULL, GT_EVENT));
            GT_CL(clFinish(queue));
        }
    }
    return done();
}
