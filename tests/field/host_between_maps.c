// A program without kernels quotes a rate of maps, and most of the time between its readings is its own memset. HEALTHY
// fills the memory between its timings.
/* field: host_between_maps host-inside n=10 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    double s = 0;
    open_device();
    for (int i = 0; i < 10; i++) {
        s -= host_now_s();
        void *at = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, BUFFER_BYTES, 0, NULL, NULL, NULL);
        if (healthy) s += host_now_s();
        memset(at, i, BUFFER_BYTES);
        host_works_us(5000);
        if (healthy) s -= host_now_s();
        clEnqueueUnmapMemObject(queue, buffer, at, 0, NULL, NULL);
        clFinish(queue);
        s += host_now_s();
        if (healthy) {      /* between two timings a program may do what it likes */
            clEnqueueUnmapMemObject(queue, buffer,
                                    clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, BUFFER_BYTES, 0, NULL,
                                                       NULL, NULL), 0, NULL, NULL);
            clFinish(queue);
            host_works_us(5000);
        }
    }
    printf("to the device: %.1f GB/s\n", 1e-8 * BUFFER_BYTES / s);
    return done();
}
