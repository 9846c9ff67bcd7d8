// A copy into a buffer that nothing has used before is quoted as the bandwidth. HEALTHY copies once before.
/* field: first_touch_copy page-faults n=1 */
/* device: pocl */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    enum { bytes = 32 << 20 };
    char *host = malloc(bytes);
    open_warm(100);
    memset(host, 1, bytes);
    cl_mem fresh = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, NULL);
    if (healthy) clEnqueueWriteBuffer(queue, fresh, CL_TRUE, 0, bytes, host, 0, NULL, NULL);
    double begin = host_now_s();
    clEnqueueWriteBuffer(queue, fresh, CL_TRUE, 0, bytes, host, 0, NULL, NULL);
    printf("%.3f GB/s\n", 1e-9 * bytes / (host_now_s() - begin));
    clReleaseMemObject(fresh);
    free(host);
    return done();
}
