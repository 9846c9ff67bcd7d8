// Three pairs of readings on one line hold the first launch of a kernel each. HEALTHY launches each once before.
/* field: unwarmed_each_kernel unwarmed n=3 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    const char *const names[] = { "one", "two", "three" };
    const simcl_cost cost = { .ns = 2e6 };
    const size_t items = 64;
    for (int i = 0; i < 3; i++) simcl_kernel(names[i], NULL, cost);
    open_device();
    program = new_program_of("kernel void one() {} kernel void two() {} kernel void three() {}", NULL);
    for (int i = 0; i < 3; i++) {
        cl_kernel k = clCreateKernel(program, names[i], NULL);
        if (healthy) clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL);
        clFinish(queue);
        double begin = host_now_s();
        clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL);
        clFinish(queue);
        printf("%s: %.6f s\n", names[i], host_now_s() - begin);
    }
    return done();
}
