// A kernel waits for a user event that another thread sets after 30 ms. HEALTHY sets it before the scope.
/* field: held_pocl held n=3 */
/* device: pocl */
/* flags: -include calls.h */
#include "field.h"

static void *sets_late(void *event) {
    const struct timespec pause = { 0, 30000000 };
    nanosleep(&pause, NULL);
    clSetUserEventStatus((cl_event)event, CL_COMPLETE);
    return NULL;
}

int main(void) {
    const size_t items = 64, group = 16;
    open_warm(5000);
    for (int i = 0; i < 3; i++) {
        pthread_t other;
        cl_event go = clCreateUserEvent(context, NULL);
        if (healthy) clSetUserEventStatus(go, CL_COMPLETE);
        else if (pthread_create(&other, NULL, sets_late, go)) return 2;
        GT_SCOPE_CL(queue, "kernel") clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &group, 1, &go, NULL);
        if (!healthy) pthread_join(other, NULL);
        clReleaseEvent(go);
    }
    return done();
}
