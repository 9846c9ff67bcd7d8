// A kernel waits for a user event that another part of the program sets after 30 ms. HEALTHY sets it before the scope.
/* field: held_pocl held n=3 */
/* device: pocl */
/* flags: -include calls.h */
#include "field.h"

int main(void) {
    const size_t items = 64, group = 16;
    open_warm(5000);
    for (int i = 0; i < 3; i++) {
        cl_event go = clCreateUserEvent(context, NULL);
        if (healthy) clSetUserEventStatus(go, CL_COMPLETE);
        GT_SCOPE_CL(queue, "kernel") {
            clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &group, 1, &go, NULL);
            if (!healthy) host_works_us(30000);
            if (!healthy) clSetUserEventStatus(go, CL_COMPLETE);
        }
        clReleaseEvent(go);
    }
    return done();
}
