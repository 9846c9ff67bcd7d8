// Two batches by one difference of stamps, with host code between. HEALTHY adds up both batches, and a look in between.
/* field: stamps_of_batches stamps-apart n=2 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

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
        if (healthy || batch == 0) ns -= stamp(begin, healthy ? CL_PROFILING_COMMAND_END : CL_PROFILING_COMMAND_START);
        clReleaseEvent(begin);
        clReleaseEvent(end);
        (void)gt_verdict(GT_WARNING);
        host_works_us(50000);
    }
    printf("a kernel: %.3f ms\n", 1e-7 * (double)ns);
    return done();
}
