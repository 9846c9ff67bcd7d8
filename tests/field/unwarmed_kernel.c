// Another kernel of the program ran before, this one never did. HEALTHY launches it too.
/* field: unwarmed_kernel unwarmed n=1 */
/* device: pocl */
/* flags: -include calls.h */
#include "field.h"

int main(void) {
    const char *both = "kernel void work(global float *a, int loops) { a[get_global_id(0)] = loops; }\n"
                       "kernel void other(global float *a) {\n"
                       "    float x = a[get_global_id(0)];\n"
                       "    for (int i = 0; i < 2000000; i++) x = x * 0.5f + 1.0f;\n"
                       "    a[get_global_id(0)] = x;\n"
                       "}\n";
    const size_t items = 64;
    cl_kernel other;
    open_device();
    program = new_program_of(both, NULL);
    kernel = new_kernel(program);
    other = clCreateKernel(program, "other", NULL);
    clSetKernelArg(other, 0, sizeof buffer, &buffer);
    for (int i = 0; i < 2; i++) {
        clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL);
        if (healthy) clEnqueueNDRangeKernel(queue, other, 1, NULL, &items, NULL, 0, NULL, NULL);
    }
    clFinish(queue);
    /* compiled, but never run by a launch that the kit sees: as a cache of the driver would have it */
    if (!healthy) (clEnqueueNDRangeKernel)(queue, other, 1, NULL, &items, NULL, 0, NULL, NULL);
    (clFinish)(queue);
    GT_SCOPE_CL(queue, "other") clEnqueueNDRangeKernel(queue, other, 1, NULL, &items, NULL, 0, NULL, NULL);
    return done();
}
