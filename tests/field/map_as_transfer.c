// A map of memory that the processor has already is timed as a transfer. HEALTHY times a read.
/* field: map_as_transfer implausible n=10 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    static char bytes[BUFFER_BYTES], to[BUFFER_BYTES];
    double s = 0;
    script.device[0].type = CL_DEVICE_TYPE_CPU;
    open_warm(1000);
    cl_mem own = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, BUFFER_BYTES, bytes, NULL);
    for (int i = 0; i < 10; i++) {
        void *at = NULL;
        s -= host_now_s();
        if (healthy) clEnqueueReadBuffer(queue, own, CL_TRUE, 0, BUFFER_BYTES, to, 0, NULL, NULL);
        else at = clEnqueueMapBuffer(queue, own, CL_TRUE, CL_MAP_READ, 0, BUFFER_BYTES, 0, NULL, NULL, NULL);
        s += host_now_s();
        if (at) clEnqueueUnmapMemObject(queue, own, at, 0, NULL, NULL);
        clFinish(queue);
    }
    printf("from the device: %.1f GB/s\n", 1e-8 * BUFFER_BYTES / s);
    return done();
}
