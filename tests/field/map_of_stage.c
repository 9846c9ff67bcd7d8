// A program that launches kernels times the stages of its loop; one is a map, which moves nothing on a processor. That
// is said in a note, since the time of the stage is right. HEALTHY reads.
/* field: map_of_stage implausible n=10 note */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    static char bytes[BUFFER_BYTES], to[BUFFER_BYTES];
    double map_s = 0, kernel_s = 0;
    script.device[0].type = CL_DEVICE_TYPE_CPU;
    open_warm(1000);
    cl_mem own = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, BUFFER_BYTES, bytes, NULL);
    clEnqueueReadBuffer(queue, own, CL_TRUE, 0, BUFFER_BYTES, to, 0, NULL, NULL);
    for (int i = 0; i < 10; i++) {
        void *at = to;
        map_s -= host_now_s();
        if (healthy) clEnqueueReadBuffer(queue, own, CL_TRUE, 0, BUFFER_BYTES, to, 0, NULL, NULL);
        else at = clEnqueueMapBuffer(queue, own, CL_TRUE, CL_MAP_READ, 0, BUFFER_BYTES, 0, NULL, NULL, NULL);
        map_s += host_now_s();
        memset(at, i, BUFFER_BYTES);
        if (!healthy) clEnqueueUnmapMemObject(queue, own, at, 0, NULL, NULL);
        clFinish(queue);
        kernel_s -= host_now_s();
        launch(NULL);
        clFinish(queue);
        kernel_s += host_now_s();
    }
    printf("map: %.3f ms, kernel: %.3f ms\n", 100 * map_s, 100 * kernel_s);
    return done();
}
