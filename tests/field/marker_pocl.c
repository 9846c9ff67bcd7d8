// The event is that of a barrier behind the kernel, for each of five samples. HEALTHY asks the kernel for its own.
/* field: marker_pocl marker n=5 */
/* device: pocl */
#include "field.h"

int main(void) {
    open_warm(5000);
    for (int i = 0; i < 5; i++)
        GT_SCOPE_CL(queue, "kernel") {
            launch(healthy ? GT_EVENT : NULL);
            clEnqueueBarrierWithWaitList(queue, 0, NULL, healthy ? NULL : GT_EVENT);
        }
    return done();
}
