// The program asks every 10 ms whether its kernel is over, and times that. HEALTHY waits.
/* field: poll_as_wait host-inside n=10 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    double s = 0;
    open_warm(400);
    for (int i = 0; i < 10; i++) {
        cl_event event = NULL;
        cl_int status = CL_QUEUED;
        s -= host_now_s();
        launch(&event);
        if (healthy) clWaitForEvents(1, &event);
        while (!healthy && status > CL_COMPLETE) {
            host_works_us(10000);               /* on a real device: usleep(10000) */
            clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
        }
        s += host_now_s();
        clReleaseEvent(event);
    }
    printf("kernel: %.3f ms\n", 100 * s);
    return done();
}
