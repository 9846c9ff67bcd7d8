// A kernel waits for a kernel on another queue, whose time is in the bracket. HEALTHY waits for that queue before.
/* field: held_other_queue held n=3 */
/* device: sim */
/* flags: -include calls.h */
#include "field.h"

int main(void) {
    const size_t items = 64;
    cl_command_queue other;
    open_warm(1000);
    other = new_queue(0);
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
