// Between two timings a buffer is made and filled for the first time, and a kernel that ran before runs once with the
// rest, as a warm-up. A clock that is read before all that makes it a part of the timing. HEALTHY reads it behind.
/* field: first_touch_warmed page-faults n=1 */
/* device: pocl */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    enum { bytes = 32 << 20 };
    open_warm(100);
    double begin = host_now_s();
    launch(NULL);
    clFinish(queue);
    printf("first %.6f s\n", host_now_s() - begin);
    if (!healthy) begin = host_now_s();
    cl_mem fresh = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, NULL);
    clEnqueueFillBuffer(queue, fresh, &(char){1}, 1, 0, bytes, 0, NULL, NULL);
    launch(NULL);
    clFinish(queue);
    if (healthy) begin = host_now_s();
    launch(NULL);
    clFinish(queue);
    printf("second %.6f s\n", host_now_s() - begin);
    clReleaseMemObject(fresh);
    return done();
}
