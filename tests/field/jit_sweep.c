// The first point of a sweep over buffers holds the compilation: each launch has arguments of its own, so that it is no
// warm-up of the others. HEALTHY launches once before.
/* field: jit_sweep jit-in-region n=10 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    open_cold();
    for (int i = 0; i < 10; i++) {
        const cl_int loops = 1000 * (i + 1);
        cl_mem data = clCreateBuffer(context, CL_MEM_READ_WRITE, (size_t)1024 << i, NULL, NULL);
        clSetKernelArg(kernel, 0, sizeof data, &data);
        clSetKernelArg(kernel, 1, sizeof loops, &loops);
        const double begin = host_now_s();
        launch(NULL);
        clFinish(queue);
        printf("%d KiB: %.6f s\n", 1 << i, host_now_s() - begin);
        clReleaseMemObject(data);
    }
    return done();
}
