// A kernel waits for a kernel on another queue, which still runs. HEALTHY waits for that one before: its kernel begins
// as late, since the device takes commands late, but not for the wait list.
/* field: held_over held n=3 */
/* device: sim */
/* flags: -include calls.h */
#include "field.h"

int main(void) {
    const size_t items = 64;
    script.device[0].submit.ns = 3e6;
    open_warm(1000);
    cl_command_queue other = new_queue(0);
    for (int i = 0; i < 3; i++) {
        cl_event before;
        clEnqueueNDRangeKernel(other, kernel, 1, NULL, &items, NULL, 0, NULL, &before);
        clFlush(other);
        if (healthy) clFinish(other);
        GT_SCOPE_CL(queue, "kernel") clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 1, &before, NULL);
        clReleaseEvent(before);
    }
    return done();
}
