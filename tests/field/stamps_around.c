// The time with copies is END of a read less START of a write, of the kernel END less START, read in that order; the
// transfer is what is left, host code included. HEALTHY adds up both copies.
/* field: stamps_around stamps-apart n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    static char bytes[BUFFER_BYTES];
    cl_event write, first, last, read;
    open_warm(1000);
    clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, BUFFER_BYTES, bytes, 0, NULL, &write);
    host_works_us(20000);
    launch(&first);
    launch(&last);
    clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, BUFFER_BYTES, bytes, 0, NULL, &read);
    /* the starts are read first, also by the mended program */
    const cl_ulong write_start = stamp(write, CL_PROFILING_COMMAND_START);
    const cl_ulong start = stamp(healthy ? read : first, CL_PROFILING_COMMAND_START);
    const cl_ulong end = stamp(healthy ? write : last, CL_PROFILING_COMMAND_END);
    const cl_ulong read_end = stamp(read, CL_PROFILING_COMMAND_END);
    printf("transfer: %.3f ms\n", 1e-6 * (double)(healthy ? (end - write_start) + (read_end - start)
                                                          : (read_end - write_start) - (end - start)));
    clReleaseEvent(write);
    clReleaseEvent(first);
    clReleaseEvent(last);
    clReleaseEvent(read);
    return done();
}
