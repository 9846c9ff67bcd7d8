// A kernel waits for a user event that the host sets late. HEALTHY sets it before the scope.
/* field: held_user_event held n=1 */
/* device: sim */
#include "field.h"

int main(void) {
    const size_t items = 64;
    cl_event go;
    open_warm(1000);
    go = clCreateUserEvent(context, NULL);
    if (healthy) clSetUserEventStatus(go, CL_COMPLETE);
    GT_SCOPE_CL(queue, "kernel") {
        clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 1, &go, GT_EVENT);
        if (!healthy) host_works_us(4000);
        if (!healthy) clSetUserEventStatus(go, CL_COMPLETE);
    }
    return done();
}
