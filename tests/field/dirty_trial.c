// Each pass of a trial has a queue of its own. Before or after its own kernel it waits for an event of the pass before.
// HEALTHY waits for that kernel where it was launched.
/* field: dirty_trial dirty-start n=10 */
/* device: sim */
#include "field.h"

static void run(const char *name, int before) {
    const cl_command_queue behind = queue;
    cl_event event = clCreateUserEvent(context, NULL);
    clSetUserEventStatus(event, CL_COMPLETE);
    GT_TRIAL(name, .max_n = 10) {
        const cl_command_queue own = new_queue(0);
        kernel_takes_us(1000);
        if (before) GT_CL(clWaitForEvents(1, &event));
        launch_on(own, NULL);
        GT_CL(clFinish(own));
        if (!before) GT_CL(clWaitForEvents(1, &event));
        clReleaseEvent(event);
        clReleaseCommandQueue(own);
        kernel_takes_us(5000);
        launch_on(behind, &event);
        if (healthy) GT_CL(clFinish(behind));
    }
    clReleaseEvent(event);
    clFinish(behind);
}
int main(void) {
    script.device[0].lanes = 2;
    open_warm(5000);
    run("before", 1);
    run("after", 0);
    return done();
}
