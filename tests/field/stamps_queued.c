// QUEUED to END stands for the execution, though the launch waits for its compilation. HEALTHY reads START and END.
/* field: stamps_queued stamps-apart n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    cl_ulong from = 0, to = 0;
    cl_event event;
    compile_at_launch();
    open_device();
    for (int i = 0; i < 6; i++) launch(NULL);
    launch_on(queue, &event);
    clWaitForEvents(1, &event);
    clGetEventProfilingInfo(event, healthy ? CL_PROFILING_COMMAND_START : CL_PROFILING_COMMAND_QUEUED, sizeof from,
                            &from, NULL);
    clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof to, &to, NULL);
    clReleaseEvent(event);
    printf("kernel: %.3f us\n", 1e-3 * (double)(to - from));
    return done();
}
