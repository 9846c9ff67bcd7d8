// A write that nobody waited for is in the time of a kernel; the kit gets the event that the program asked for itself.
// HEALTHY waits for the write.
/* field: dirty_added dirty-start n=10 */
/* device: sim */
#include "field.h"

int main(void) {
    static char bytes[BUFFER_BYTES];
    cl_event event;
    script.device[0].write.ns = 2e6;         /* twice the kernel */
    open_warm(1000);
    for (int i = 0; i < 10; i++) {
        clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, BUFFER_BYTES, bytes, 0, NULL, NULL);
        if (healthy) clFinish(queue);
        GT_SCOPE("kernel") {
            launch(&event);
            gt_cl_event_add(event, "work", 0);
            clFinish(queue);
        }
        clReleaseEvent(event);
    }
    return done();
}
