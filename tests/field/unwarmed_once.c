// One launch, the first in the process, is quoted. HEALTHY launches the kernel once before, checked by GT_CL.
/* field: unwarmed_once unwarmed n=1 */
/* device: sim */
#include "field.h"

int main(void) {
    const size_t items = 64;
    open_device();
    if (healthy) {
        GT_CL(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
        GT_CL(clFinish(queue));
    }
    GT_SCOPE_CL(queue, "kernel") GT_CL(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, GT_EVENT));
    return done();
}
