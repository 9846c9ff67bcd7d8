// Two kernels are timed, and each time holds a check by the host. HEALTHY checks behind the reading of the clock,
// before the other kernel is warmed up.
/* field: host_before_warm_up host-inside n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

static void check(void) {
    static float result[64];
    clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof result, result, 0, NULL, NULL);
    host_works_us(40000);
}
static double ten_s(void) {
    launch(NULL);
    clFinish(queue);
    const double begin = host_now_s();
    for (int i = 0; i < 10; i++) launch(NULL);
    clFinish(queue);
    if (!healthy) check();
    const double end = host_now_s();
    if (healthy) check();
    return end - begin;
}
int main(void) {
    open_device();
    cl_kernel other = new_kernel(new_program_of("kernel void work(global float *a, int n) { a[n % 64] = 1; }", NULL));
    const double s = ten_s();
    kernel = other;
    printf("kernels: %.3f ms and %.3f ms\n", 100 * s, 100 * ten_s());
    return done();
}
