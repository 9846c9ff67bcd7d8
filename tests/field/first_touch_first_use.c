// Times its set-up: a build, the first copy to a buffer, the first launch of a kernel that then runs in a loop. Whether
// the set-up is quoted or is a warm-up is not known, so that its first uses are notes: the compilation and the page
// faults. HEALTHY copies once before.
/* field: first_touch_first_use page-faults n=1 note */
/* device: pocl */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    enum { bytes = 128 << 20 };
    char *host = malloc(bytes);
    open_device();
    memset(host, 1, bytes);
    cl_mem fresh = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, NULL);
    if (healthy) clEnqueueWriteBuffer(queue, fresh, CL_TRUE, 0, bytes, host, 0, NULL, NULL);
    double begin = host_now_s();
    kernel = new_kernel(new_uncached_program());
    clEnqueueWriteBuffer(queue, fresh, CL_TRUE, 0, bytes, host, 0, NULL, NULL);
    launch(NULL);
    clFinish(queue);
    printf("set-up %.6f s\n", host_now_s() - begin);
    begin = host_now_s();
    for (int i = 0; i < 10; i++) launch(NULL);
    clFinish(queue);
    printf("kernel %.6f s\n", 0.1 * (host_now_s() - begin));
    clReleaseMemObject(fresh);
    free(host);
    return done();
}
