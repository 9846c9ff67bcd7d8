// The time of a loop is the START of a marker behind it less the END of a marker before it, with the host's work
// between. HEALTHY does that with two neighbours, which is the pause between them.
/* field: stamps_of_starts stamps-apart n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

static void mark(cl_event *event) {
    if (healthy) launch(event);
    else clEnqueueMarkerWithWaitList(queue, 0, NULL, event);
    clFinish(queue);
}
int main(void) {
    cl_event begin, end;
    open_warm(1000);
    for (int i = 0; i < 6; i++) launch(NULL);
    mark(&begin);
    for (int i = 0; i < 6; i++) {
        if (!healthy) launch(NULL);
        clFinish(queue);
        host_works_us(10000);
    }
    mark(&end);
    const cl_ulong from = stamp(begin, CL_PROFILING_COMMAND_END);
    printf("%.6f s\n", 1e-9 * (double)(stamp(end, CL_PROFILING_COMMAND_START) - from));
    clReleaseEvent(begin);
    clReleaseEvent(end);
    return done();
}
