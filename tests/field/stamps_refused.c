// START and END of kernels on a queue without profiling: the calls fail, unread. HEALTHY makes it with profiling.
/* field: stamps_refused stamps-refused n=10 */
/* device: sim */
/* flags: -include calls.h */
#include "field.h"

int main(void) {
    cl_ulong start = 0, end = 0, sum = 0;
    open_warm(1000);
    cl_command_queue plain = clCreateCommandQueue(context, device, healthy ? CL_QUEUE_PROFILING_ENABLE : 0, NULL);
    for (int i = 0; i < 10; i++) {
        cl_event event;
        launch_on(plain, &event);
        clWaitForEvents(1, &event);
        clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL);
        clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL);
        clReleaseEvent(event);
        sum += end - start;
    }
    printf("%.3f ms\n", 1e-7 * (double)sum);
    clReleaseCommandQueue(plain);
    return done();
}
