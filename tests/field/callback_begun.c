// The clock is read in a callback that OpenCL calls when the kernel begins. HEALTHY asks for one when it is over.
/* field: callback_begun no-sync n=20 */
/* device: pocl */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

static volatile double end;
static void CL_CALLBACK done_then(cl_event event, cl_int status, void *unused) {
    (void)event;
    (void)status;
    (void)unused;
    end = host_now_s();
}
static void *run(void *unused) {
    const size_t items = 64;
    double s = 0;
    launch(NULL);
    clFinish(queue);
    for (int i = 0; i < 20; i++) {
        cl_event event, go = clCreateUserEvent(context, NULL);
        clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 1, &go, &event);
        clSetEventCallback(event, healthy ? CL_COMPLETE : CL_RUNNING, done_then, NULL);
        clFlush(queue);
        const double begin = host_now_s();
        clSetUserEventStatus(go, CL_COMPLETE);
        clFinish(queue);
        s += end - begin;
        clReleaseEvent(event);
        clReleaseEvent(go);
    }
    printf("kernel: %.3f ms\n", 1e3 * s / 20);
    return unused;
}
int main(void) { return done_behind(run); }
