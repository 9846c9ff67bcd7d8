// START to END of writes into new buffers is printed as a rate: memory is made inside. HEALTHY writes into a buffer
// that was written before. It reads no stamps of its one write into a new buffer, which takes no longer.
/* field: stamps_of_fresh unwarmed n=6 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    static char bytes[BUFFER_BYTES];
    double writes_s = 0;
    script.device[0].touch.ns = healthy ? 0 : 20e6;
    script.device[0].touch_where = SIMCL_IN_EXECUTION;
    memset(bytes, 1, sizeof bytes);
    open_warm(1000);
    cl_mem first = clCreateBuffer(context, CL_MEM_READ_WRITE, BUFFER_BYTES, NULL, NULL);
    const double first_s = host_now_s();
    if (healthy) clEnqueueWriteBuffer(queue, first, CL_TRUE, 0, BUFFER_BYTES, bytes, 0, NULL, NULL);
    const double begin_s = host_now_s();
    printf("first: %.3f ms\n", 1e3 * (begin_s - first_s));
    for (int i = 0; i < 6; i++) {
        cl_event event;
        cl_mem to = healthy ? buffer : clCreateBuffer(context, CL_MEM_READ_WRITE, BUFFER_BYTES, NULL, NULL);
        launch(NULL);
        clEnqueueWriteBuffer(queue, to, CL_FALSE, 0, BUFFER_BYTES, bytes, 0, NULL, &event);
        clFinish(queue);
        writes_s += stamps_s(event);
        if (!healthy) clReleaseMemObject(to);
    }
    printf("all: %.3f ms\n", 1e3 * (host_now_s() - begin_s));
    printf("to the device: %.1f GB/s\n", 6e-9 * BUFFER_BYTES / writes_s);
    clReleaseMemObject(first);
    return done();
}
