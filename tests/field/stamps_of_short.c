// The time of copies is END of a write less START of the read before, with 400 us of host code between, in which
// nothing was enqueued. HEALTHY has that code before, and a device that takes as long to begin a command.
/* field: stamps_of_short stamps-apart n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    static char bytes[BUFFER_BYTES];
    cl_event read, write;
    if (healthy) script.device[0].submit.ns = 400e3;
    open_warm(1000);
    if (healthy) host_works_us(400);
    clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 64, bytes, 0, NULL, &read);
    if (!healthy) host_works_us(400);
    clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, 64, bytes, 0, NULL, &write);
    const cl_ulong begin = stamp(read, CL_PROFILING_COMMAND_START);
    printf("copies: %.6f s\n", 1e-9 * (double)(stamp(write, CL_PROFILING_COMMAND_END) - begin));
    clReleaseEvent(read);
    clReleaseEvent(write);
    return done();
}
