// As dirty_pocl, with the call itself in GT_CL: then its return is known, and nobody sees the wait behind it.
/* field: dirty_literal dirty-start n=5 */
/* device: pocl */
#include "field.h"

int main(void) {
    const size_t items = 64, group = 16;
    open_warm(20000);
    for (int i = 0; i < 5; i++) {
        launch(NULL);
        if (healthy) clFinish(queue);
        GT_SCOPE("second") {
            GT_CL(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &group, 0, NULL, GT_EVENT));
            clFinish(queue);
        }
    }
    return done();
}
