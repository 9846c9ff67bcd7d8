// A pipeline over three queues begins while a kernel of before still runs on one. HEALTHY waits: commands that wait for
// those of another queue are submitted late for all that.
/* field: dirty_pipeline dirty-start n=12 */
/* device: pocl */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null GT_CL_PROFILING=1 */
#include "field.h"

int main(void) {
    enum { parts = 8 };
    static char bytes[BUFFER_BYTES];
    const size_t items = 1 << 18, one = 64;
    cl_event wrote[parts], ran[parts], read[parts];
    cl_command_queue q[3];
    open_warm(1);
    for (int i = 0; i < 3; i++) q[i] = new_queue(0);
    for (int pass = 0; pass < 12; pass++) {
        if (!healthy) {
            kernel_takes_us(50000);
            clEnqueueNDRangeKernel(q[0], kernel, 1, NULL, &one, NULL, 0, NULL, NULL);
            kernel_takes_us(1);
        }
        double begin = host_now_s();
        for (int i = 0; i < parts; i++) {
            clEnqueueWriteBuffer(q[0], buffer, CL_FALSE, 0, BUFFER_BYTES, bytes, 0, NULL, &wrote[i]);
            clEnqueueNDRangeKernel(q[1], kernel, 1, NULL, &items, NULL, 1, &wrote[i], &ran[i]);
            clEnqueueReadBuffer(q[2], buffer, CL_FALSE, 0, BUFFER_BYTES, bytes, 1, &ran[i], &read[i]);
        }
        for (int i = 0; i < 3; i++) clFinish(q[i]);
        printf("%.6f s\n", host_now_s() - begin);
        for (int i = 0; i < parts; i++) {
            clReleaseEvent(wrote[i]);
            clReleaseEvent(ran[i]);
            clReleaseEvent(read[i]);
        }
    }
    return done();
}
