// A launch without an event, by a bare call, still runs when a host scope begins. HEALTHY waits for it.
/* field: dirty_unseen dirty-start n=6 */
/* device: sim */
#include "field.h"

int main(void) {
    const size_t items = 64;
    open_warm(1000);
    for (int k = 0; k < 6; k++) {
        clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL);
        if (healthy) clFinish(queue);
        GT_SCOPE("kernel") {
            clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, GT_EVENT);
            clFinish(queue);
        }
    }
    return done();
}
