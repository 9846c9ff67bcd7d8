// Five launches by a clock, and by the ENDs of a marker before them and of the last, read behind; 50 ms of host code
// are in between. HEALTHY has none.
/* field: stamps_behind_timer stamps-apart n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    cl_event begin, end;
    open_warm(1000);
    clEnqueueMarkerWithWaitList(queue, 0, NULL, &begin);
    clFinish(queue);
    if (!healthy) host_works_us(50000);
    double s = -host_now_s();
    for (int i = 0; i < 4; i++) launch(NULL);
    launch(&end);
    clFinish(queue);
    s += host_now_s();
    const cl_ulong from = stamp(begin, CL_PROFILING_COMMAND_END), to = stamp(end, CL_PROFILING_COMMAND_END);
    printf("five kernels: %.3f ms, by stamps %.3f ms\n", 1e3 * s, 1e-6 * (double)(to - from));
    clReleaseEvent(begin);
    clReleaseEvent(end);
    return done();
}
