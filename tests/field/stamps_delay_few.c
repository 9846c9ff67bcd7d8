// A mean of SUBMIT to START of five launches, of which the first one waits for its compilation: too few for one that is
// left out. HEALTHY launches once before.
/* field: stamps_delay_few stamps-apart n=5 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    cl_ulong sum = 0;
    open_cold();
    for (int i = 0; i < 5; i++) {
        cl_event event;
        launch(&event);
        clWaitForEvents(1, &event);
        sum += stamp(event, CL_PROFILING_COMMAND_START) - stamp(event, CL_PROFILING_COMMAND_SUBMIT);
        clReleaseEvent(event);
    }
    printf("mean delay: %.3f us\n", 2e-4 * (double)sum);
    return done();
}
