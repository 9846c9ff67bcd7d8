// The event is that of a marker behind the kernel. HEALTHY asks the kernel for its own.
/* field: marker_event marker n=1 */
/* device: sim */
#include "field.h"

int main(void) {
    open_warm(1000);
    GT_SCOPE_CL(queue, "kernel") {
        launch(healthy ? GT_EVENT : NULL);
        clEnqueueMarkerWithWaitList(queue, 0, NULL, healthy ? NULL : GT_EVENT);
    }
    return done();
}
