// A map of a buffer is timed as a transfer, on processors, which have the memory already. HEALTHY times a read, and
// maps beside it.
/* field: map_of_processor implausible n=10 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    static char to[BUFFER_BYTES];
    double s = 0;
    script.device[0].type = CL_DEVICE_TYPE_CPU;
    open_warm(1000);
    cl_mem pinned = clCreateBuffer(context, CL_MEM_ALLOC_HOST_PTR, BUFFER_BYTES, NULL, NULL);
    for (int i = 0; i < 10; i++) {
        s -= host_now_s();
        if (healthy) clEnqueueReadBuffer(queue, pinned, CL_TRUE, 0, BUFFER_BYTES, to, 0, NULL, NULL);
        else {
            void *at = clEnqueueMapBuffer(queue, pinned, CL_TRUE, CL_MAP_READ, 0, BUFFER_BYTES, 0, NULL, NULL, NULL);
            clEnqueueUnmapMemObject(queue, pinned, at, 0, NULL, NULL);
            clFinish(queue);
        }
        s += host_now_s();
    }
    printf("from the device: %.1f GB/s\n", 1e-8 * BUFFER_BYTES / s);
    if (healthy) {
        void *at = clEnqueueMapBuffer(queue, pinned, CL_TRUE, CL_MAP_WRITE, 0, BUFFER_BYTES, 0, NULL, NULL, NULL);
        clEnqueueUnmapMemObject(queue, pinned, at, 0, NULL, NULL);
        clFinish(queue);
    }
    return done();
}
