// A mean of SUBMIT to START, in which the first launch waits for its compilation (a note: some leave it out). HEALTHY
// launches once before.
/* field: stamps_delay stamps-apart n=20 note */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    cl_ulong from = 0, to = 0, sum = 0;
    open_cold();
    for (int i = 0; i < 20; i++) {
        cl_event event;
        launch(&event);
        clWaitForEvents(1, &event);
        clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_SUBMIT, sizeof from, &from, NULL);
        clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof to, &to, NULL);
        clReleaseEvent(event);
        sum += to - from;
    }
    printf("mean delay: %.3f us\n", 5e-5 * (double)sum);
    return done();
}
