// A kernel is timed with the copy of its result into memory that is used for the first time. HEALTHY reads the clock
// before the copy: what lies between two timings, of the kernel and of the host, nobody quotes.
/* field: first_touch_between page-faults n=1 */
/* device: pocl */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    enum { bytes = 32 << 20 };
    char *host = malloc(bytes);
    double sum = 0;
    open_warm(100);
    cl_mem data = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, NULL);
    clEnqueueFillBuffer(queue, data, &(char){1}, 1, 0, bytes, 0, NULL, NULL);
    clFinish(queue);
    double device = -host_now_s();
    launch(NULL);
    clFinish(queue);
    if (healthy) device += host_now_s();
    clEnqueueReadBuffer(queue, data, CL_TRUE, 0, bytes, host, 0, NULL, NULL);
    if (!healthy) device += host_now_s();
    const double begin = host_now_s();
    for (int i = 0; i < bytes; i++) sum += host[i];
    printf("device %.3f ms, host %.3f ms, sum %.0f\n", 1e3 * device, 1e3 * (host_now_s() - begin), sum);
    clReleaseMemObject(data);
    free(host);
    return done();
}
