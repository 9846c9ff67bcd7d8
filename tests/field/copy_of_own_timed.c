// START to END of a write of 1 MB that moves nothing, 30 ns, is printed. HEALTHY writes what has to move.
/* field: copy_of_own_timed implausible n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    static char bytes[BUFFER_BYTES];
    cl_ulong start = 0, end = 0;
    cl_event event;
    if (!healthy) script.device[0].write.ns = 30;
    open_warm(1000);
    memset(bytes, 1, sizeof bytes);
    const double begin_s = host_now_s();
    clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, BUFFER_BYTES, bytes, 0, NULL, &event);
    launch(NULL);
    clFinish(queue);
    printf("both: %.3f ms\n", 1e3 * (host_now_s() - begin_s));
    clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL);
    clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL);
    clReleaseEvent(event);
    printf("write: %.3f us\n", 1e-3 * (double)(end - start));
    return done();
}
