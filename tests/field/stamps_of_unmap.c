// START to END of unmaps, in which nothing moves on processors, is printed as the rate of a transfer. HEALTHY writes.
/* field: stamps_of_unmap implausible n=6 */
/* device: pocl */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    static char bytes[BUFFER_BYTES];
    double moves_s = 0;
    open_warm(1000);
    memset(bytes, 1, sizeof bytes);     /* its pages exist before they are timed */
    const double begin_s = host_now_s();
    for (int i = 0; i < 6; i++) {
        cl_event event;
        launch(NULL);
        if (healthy) clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, BUFFER_BYTES, bytes, 0, NULL, &event);
        else {
            void *at = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, BUFFER_BYTES, 0, NULL, NULL,
                                          NULL);
            clEnqueueUnmapMemObject(queue, buffer, at, 0, NULL, &event);
        }
        clFinish(queue);
        moves_s += stamps_s(event);
    }
    printf("all: %.3f ms\n", 1e3 * (host_now_s() - begin_s));
    printf("to the device: %.1f GB/s\n", 6e-9 * BUFFER_BYTES / moves_s);
    return done();
}
