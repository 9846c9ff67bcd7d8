// A write from the buffer's own memory moves nothing on a processor; its rate looks likely. HEALTHY runs on a GPU,
// which has the data in memory of its own.
/* field: copy_of_host_ptr implausible n=10 note */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    static char bytes[BUFFER_BYTES];
    double s = 0;
    script.device[0].type = healthy ? CL_DEVICE_TYPE_GPU : CL_DEVICE_TYPE_CPU;
    open_warm(1000);
    cl_mem own = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, BUFFER_BYTES, bytes, NULL);
    for (int i = 0; i < 10; i++) {
        s -= host_now_s();
        clEnqueueWriteBuffer(queue, own, CL_FALSE, 0, BUFFER_BYTES, bytes, 0, NULL, NULL);
        launch(NULL);
        clFinish(queue);
        s += host_now_s();
    }
    printf("both: %.3f ms\n", 100 * s);
    return done();
}
