// Each test times the fill of a buffer of its own, which is its first use. HEALTHY fills it before, times nine fills,
// and reads a clock around each test, as a framework does.
/* field: first_touch_framework page-faults n=4 */
/* device: pocl */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

static cl_mem data;
enum { bytes = 32 << 20 };
static void fill(void) {
    clEnqueueFillBuffer(queue, data, &(char){1}, 1, 0, bytes, 0, NULL, NULL);
    clFinish(queue);
}
static void test(void) {
    double sum = 0;
    cl_command_queue own = clCreateCommandQueue(context, device, 0, NULL);
    data = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, NULL);
    for (int i = 0; i < (healthy ? 9 : 1); i++) {
        if (healthy) fill();
        const double begin = host_now_s();
        fill();
        sum += host_now_s() - begin;
    }
    printf("fill: %.3f ms\n", 1e3 * sum / (healthy ? 9 : 1));
    clReleaseMemObject(data);
    clReleaseCommandQueue(own);
}
int main(void) {
    open_warm(100);
    for (int i = 0; i < 4; i++) {
        const double begin = healthy ? host_now_s() : 0;
        test();
        if (healthy) printf("test %d: %.3f ms\n", i, 1e3 * (host_now_s() - begin));
    }
    return done();
}
