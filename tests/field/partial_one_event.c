// GT_EVENT stands before a loop, so that three launches put their events into one place: the report has the last one
// alone. HEALTHY writes it in each launch.
/* field: partial_one_event partial n=10 */
/* device: sim */
#include "field.h"

int main(void) {
    const size_t items = 64;
    open_warm(1000);
    for (int i = 0; i < 10; i++) GT_SCOPE_CL(queue, "three kernels") {
        cl_event *event = GT_EVENT;
        for (int k = 0; k < 3; k++) {
            if (healthy && k > 0) event = GT_EVENT;
            (void)GT_CL(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, event));
        }
    }
    return done();
}
