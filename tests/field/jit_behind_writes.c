// The first launch of a kernel is timed, and waits for two writes that were enqueued before: PoCL compiles the kernel
// then, and the writes are over long before. HEALTHY launches the kernel once before.
/* field: jit_behind_writes jit-in-region n=1 */
/* device: pocl */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null GT_WIDE=1 */
#include "field.h"

int main(void) {
    static float host[64];
    const size_t items = 64, group = 16;
    cl_event written[2];
    open_device();
    kernel = new_kernel(new_uncached_program());
    kernel_takes_us(2000);
    if (healthy) launch_sized(items, group);
    clFinish(queue);
    for (int i = 0; i < 2; i++)
        clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, sizeof host, host, 0, NULL, &written[i]);
    const double begin = host_now_s();
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &group, 2, written, NULL);
    clFinish(queue);
    printf("%.6f s\n", host_now_s() - begin);
    for (int i = 0; i < 2; i++) clReleaseEvent(written[i]);
    return done();
}
