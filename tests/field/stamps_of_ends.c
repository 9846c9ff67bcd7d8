// The time of a kernel is its END less the END of the write before, with the building of its program between. HEALTHY
// builds before it writes.
/* field: stamps_of_ends stamps-apart n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

static double ends_apart_s(cl_event from, cl_event to) {
    const cl_ulong begin = stamp(from, CL_PROFILING_COMMAND_END);
    return 1e-9 * (double)(stamp(to, CL_PROFILING_COMMAND_END) - begin);
}
int main(void) {
    static char bytes[BUFFER_BYTES];
    cl_event write, run, read;
    open_warm(1000);
    for (int i = 0; i < 6; i++) launch(NULL);
    if (healthy) host_works_us(20000);          /* stands for the compiler */
    clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, BUFFER_BYTES, bytes, 0, NULL, &write);
    if (!healthy) host_works_us(20000);
    launch(&run);
    clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, BUFFER_BYTES, bytes, 0, NULL, &read);
    const double reads = ends_apart_s(run, read), runs = ends_apart_s(write, run);
    printf("kernel: %.6f s, read: %.6f s\n", runs, reads);
    clReleaseEvent(write);
    clReleaseEvent(run);
    clReleaseEvent(read);
    return done();
}
