// Only a question for the status of the command stands between the two readings of the clock: it was launched before
// the first. HEALTHY launches and waits between the two.
/* field: status_timed no-sync n=10 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    double s = 0;
    open_warm(3000);
    for (int i = 0; i < 10; i++) {
        cl_event event = NULL;
        cl_int status = 0;
        if (!healthy) launch(&event);
        s -= host_now_s();
        if (healthy) launch(&event);
        if (healthy) clWaitForEvents(1, &event);
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
        s += host_now_s();
        clFinish(queue);
        clReleaseEvent(event);
    }
    printf("kernel: %.3f ms\n", 100 * s);
    return done();
}
