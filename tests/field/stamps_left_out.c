// Of two kernels between the same waits, the stamps of the second one alone are added up, behind a round without
// events. HEALTHY adds up both.
/* field: stamps_left_out partial n=2 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

static void *run(void *unused) {
    cl_event event[2];
    double s = 0;
    simcl_cost cost;
    const cl_int loops = 1000;
    memset(&cost, 0, sizeof cost);
    cost.ns = 2e6;
    simcl_kernel("other", NULL, cost);
    program = new_program_of("kernel void work(global float *a, int loops) {}\n"
                             "kernel void other(global float *a, int loops) {}\n", NULL);
    cl_kernel both[2] = { new_kernel(program), clCreateKernel(program, "other", NULL) };
    clSetKernelArg(both[1], 0, sizeof buffer, &buffer);
    clSetKernelArg(both[1], 1, sizeof loops, &loops);
    for (int round = 0; round < 11; round++) {
        for (int i = 0; i < 2; i++) {
            kernel = both[i];
            launch(round ? &event[i] : NULL);
        }
        clFinish(queue);
        for (int i = 0; round && i < 2; i++) {
            if (healthy || i) s += stamps_s(event[i]);
            else clReleaseEvent(event[i]);
        }
    }
    printf("kernels: %.3f ms\n", 100 * s);
    return unused;
}
int main(void) { return done_behind(run); }
