// Two batches by one difference of stamps, with host code between. HEALTHY adds up both batches, and a look in between.
/* field: stamps_of_batches stamps-apart n=2 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

static cl_ulong stamp(cl_event event, cl_profiling_info which) {
    cl_ulong t = 0;
    clGetEventProfilingInfo(event, which, sizeof t, &t, NULL);
    clReleaseEvent(event);
    return t;
}
int main(void) {
    cl_ulong ns = 0;
    open_warm(1000);
    for (int batch = 0; batch < 2; batch++) {
        cl_event begin, end;
        clEnqueueMarkerWithWaitList(queue, 0, NULL, &begin);
        clFinish(queue);
        for (int i = 0; i < 5; i++) launch(NULL);
        clEnqueueMarkerWithWaitList(queue, 0, NULL, &end);
        clFinish(queue);
        if (healthy || batch == 1) ns += stamp(end, CL_PROFILING_COMMAND_END);
        else clReleaseEvent(end);
        if (healthy || batch == 0) ns -= stamp(begin, healthy ? CL_PROFILING_COMMAND_END : CL_PROFILING_COMMAND_START);
        else clReleaseEvent(begin);
        (void)gt_verdict(GT_WARNING);
        host_works_us(50000);
    }
    printf("a kernel: %.3f ms\n", 1e-7 * (double)ns);
    return done();
}
