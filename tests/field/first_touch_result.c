// The time of a copy to the host has the first use of the array that it goes to. HEALTHY clears that array before.
/* field: first_touch_result page-faults n=1 */
/* device: pocl */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    enum { bytes = 32 << 20 };
    char *host = malloc(bytes);
    open_warm(100);
    cl_mem data = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, NULL);
    clEnqueueFillBuffer(queue, data, &(char){1}, 1, 0, bytes, 0, NULL, NULL);
    clFinish(queue);
    if (healthy) memset(host, 2, bytes);
    double begin = host_now_s();
    clEnqueueReadBuffer(queue, data, CL_TRUE, 0, bytes, host, 0, NULL, NULL);
    printf("%.3f GB/s of %d\n", 1e-9 * bytes / (host_now_s() - begin), host[bytes - 1]);
    clReleaseMemObject(data);
    free(host);
    return done();
}
