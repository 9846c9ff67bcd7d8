// Copies and a kernel are timed with memory that nothing has used before. HEALTHY uses all of it once before it reads
// its clock, behind another timing.
/* field: first_touch_before page-faults n=1 */
/* device: pocl */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

enum { bytes = 32 << 20 };
static char *host;
static cl_mem make(int filled) {
    cl_mem fresh = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, NULL);
    host = malloc(bytes);
    memset(host, 1, bytes);
    if (filled) clEnqueueWriteBuffer(queue, fresh, CL_TRUE, 0, bytes, host, 0, NULL, NULL);
    return fresh;
}
static void run(size_t n) {
    const size_t items = n;
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL);
    clFinish(queue);
}
int main(void) {
    double s[3], begin;
    open_warm(1);
    run(64);
    begin = host_now_s();
    for (int i = 0; i < 10; i++) run(64);
    s[0] = host_now_s() - begin;
    cl_mem copied = make(healthy);      /* behind two readings; then a third */
    begin = host_now_s();
    for (int i = 0; i < 2; i++) clEnqueueWriteBuffer(queue, copied, CL_TRUE, 0, bytes, host, 0, NULL, NULL);
    s[1] = host_now_s() - begin;
    cl_mem used = make(0);              /* behind the fourth */
    clSetKernelArg(kernel, 0, sizeof used, &used);
    if (healthy) run(bytes / sizeof(float));
    begin = host_now_s();
    for (int i = 0; i < 2; i++) run(bytes / sizeof(float));
    s[2] = host_now_s() - begin;
    printf("small: %.3f ms, copy: %.3f ms, large: %.3f ms\n", 100 * s[0], 500 * s[1], 500 * s[2]);
    clReleaseMemObject(copied);
    clReleaseMemObject(used);
    return done();
}
