// Each pass times a kernel by two clocks, that of the time that passes and that of the process: they are read together.
// The time has the write of a new buffer in it. HEALTHY writes before, between two timings, which nobody quotes.
/* field: first_touch_both_clocks page-faults n=6 */
/* device: pocl */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

static double passed, cpu;
static void add(double sign) {
    passed += sign * host_reads_s(CLOCK_MONOTONIC);
    cpu += sign * host_reads_s(CLOCK_PROCESS_CPUTIME_ID);
}
int main(void) {
    enum { bytes = 16 << 20 };
    char *const host = memset(malloc(bytes), 1, bytes);
    open_warm(1000);
    for (int i = 0; i < 6; i++) {
        cl_mem data = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, NULL);
        if (!healthy) add(-1);
        clEnqueueWriteBuffer(queue, data, CL_TRUE, 0, bytes, host, 0, NULL, NULL);
        if (healthy) add(-1);
        launch(NULL);
        clFinish(queue);
        add(1);
        clReleaseMemObject(data);
    }
    printf("%.3f ms, processors %.3f ms\n", 1e3 * passed / 6, 1e3 * cpu / 6);
    free(host);
    return done();
}
