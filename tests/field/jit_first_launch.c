// The first launch of a kernel is timed: PoCL compiles it then. HEALTHY launches it once before.
/* field: jit_first_launch jit-in-region n=1 */
/* device: pocl */
#include "field.h"

int main(void) {
    /* a constant of this run alone, so that no cache on the disk knows the kernel */
    char options[64];
    open_device();
    sprintf(options, "-DRUN=%ldl", (long)time(NULL) * 1000 + (long)clock());
    kernel = new_kernel(new_program_of("kernel void work(global float *a, int loops) {\n"
                                       "    float x = a[get_global_id(0)] + (float)(RUN & 1);\n"
                                       "    for (int i = 0; i < loops; i++) x = x * 0.5f + 1.0f;\n"
                                       "    a[get_global_id(0)] = x + (float)(RUN >> 50);\n"
                                       "}\n", options));
    kernel_takes_us(2000);
    if (healthy) gt_cl_warm_kernel(queue, kernel, 1, NULL, &(size_t){64}, &(size_t){16});
    GT_SCOPE_CL(queue, "kernel") launch(GT_EVENT);
    return done();
}
