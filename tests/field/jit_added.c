// A first launch is timed; the kit gets the event that the program asked for itself. HEALTHY launches once before.
/* field: jit_added jit-in-region n=1 */
/* device: sim */
#include "field.h"

int main(void) {
    cl_event event;
    compile_at_launch();
    open_device();
    if (healthy) gt_cl_warm_kernel(queue, kernel, 1, NULL, &(size_t){64}, &(size_t){16});
    GT_SCOPE_CL(queue, "kernel") {
        launch(&event);
        gt_cl_event_add(event, "work", 0);
    }
    clReleaseEvent(event);
    return done();
}
