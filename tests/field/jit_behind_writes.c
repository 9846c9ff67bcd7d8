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
    char options[64];                   /* a constant of this run alone: no cache on the disk knows the kernel */
    cl_event written[2];
    open_device();
    sprintf(options, "-DRUN=%ldl", (long)time(NULL) * 1000 + (long)clock());
    kernel = new_kernel(new_program_of("kernel void work(global float *a, int loops) {\n"
                                       "    float x = a[get_global_id(0)] + (float)(RUN & 1);\n"
                                       "    for (int i = 0; i < loops; i++) x = x * 0.5f + 1.0f;\n"
                                       "    a[get_global_id(0)] = x + (float)(RUN >> 50);\n"
                                       "}\n", options));
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
