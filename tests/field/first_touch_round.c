// Laps of a loop that copies its input, takes the time of a kernel and then swaps buffers. The copy of the first round
// lies behind a reading before the loop, in a timer of its own, and is the first use of its buffer. It is one of ten
// rounds, so that this is said in a note. HEALTHY copies once before.
/* field: first_touch_round page-faults n=1 note */
/* device: pocl */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    enum { bytes = 32 << 20 };
    char *host = malloc(bytes);
    double kernel_s = 0;
    open_warm(100);
    memset(host, 1, bytes);
    cl_mem fresh = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, NULL);
    if (healthy) clEnqueueWriteBuffer(queue, fresh, CL_TRUE, 0, bytes, host, 0, NULL, NULL);
    double lap = host_now_s();
    for (int i = 0; i < 10; i++) {
        clEnqueueWriteBuffer(queue, fresh, CL_TRUE, 0, bytes, host, 0, NULL, NULL);
        lap = host_now_s();
        launch(NULL);
        clFinish(queue);
        kernel_s += host_now_s() - lap;
        lap = host_now_s();
        clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    }
    printf("kernel %.3f ms\n", 100 * kernel_s);
    clReleaseMemObject(fresh);
    free(host);
    return done();
}
