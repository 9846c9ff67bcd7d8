// A program that reads no clock quotes the stamps of a kernel's first launch. HEALTHY launches it once before.
/* field: unwarmed_stamps unwarmed n=1 */
/* device: sim */
/* flags: -DGT_CL_INTERCEPT */
/* env: GT_REPORT=/dev/null */
#include "field.h"
#include <pthread.h>

static void *run(void *unused) {
    cl_event event;
    cl_ulong begin = 0, end = 0;
    if (healthy) launch(NULL);
    clFinish(queue);
    launch(&event);
    clFinish(queue);
    clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof begin, &begin, NULL);
    clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL);
    clReleaseEvent(event);
    printf("%.6f s\n", 1e-9 * (double)(end - begin));
    return unused;
}
int main(void) {
    pthread_t thread;           /* its row is complete when the thread ends: before the report */
    open_device();
    pthread_create(&thread, NULL, run, NULL);
    pthread_join(thread, NULL);
    return done();
}
