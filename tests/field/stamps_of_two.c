// The time of copies is END of a read less START of a write, with other work between. HEALTHY adds up both copies.
/* field: stamps_of_two stamps-apart n=2 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    static char bytes[BUFFER_BYTES];
    cl_event write, read;
    cl_ulong ns = 0;
    open_warm(1000);
    clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, BUFFER_BYTES, bytes, 0, NULL, &write);
    launch(NULL);
    clFinish(queue);
    host_works_us(20000);
    clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, BUFFER_BYTES, bytes, 0, NULL, &read);
    for (int i = 0; i < 2; i++) {       /* either is read first */
        if (i) ns += stamp(healthy ? write : read, CL_PROFILING_COMMAND_END);
        ns -= stamp(write, CL_PROFILING_COMMAND_START);
        if (!i) ns += stamp(healthy ? write : read, CL_PROFILING_COMMAND_END);
        if (healthy) ns -= stamp(read, CL_PROFILING_COMMAND_START);
        if (healthy) ns += stamp(read, CL_PROFILING_COMMAND_END);
    }
    printf("copies: %.3f ms\n", 0.5e-6 * (double)ns);
    clReleaseEvent(write);
    clReleaseEvent(read);
    return done();
}
