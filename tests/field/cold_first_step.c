// The mean of 20 time steps holds the first launch (a note: some leave it out); the number of the step is an argument,
// and two buffers change places. HEALTHY launches once before.
/* field: cold_first_step cold-first n=20 note */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    double sum = 0;
    compile_at_launch();
    open_device();
    cl_mem data[2] = { buffer, clCreateBuffer(context, CL_MEM_READ_WRITE, BUFFER_BYTES / 2, NULL, NULL) };
    if (healthy) launch(NULL);
    clFinish(queue);
    for (int i = 0; i < 20; i++) {
        clSetKernelArg(kernel, 0, sizeof *data, &data[i % 2]);
        clSetKernelArg(kernel, 1, sizeof i, &i);
        const double begin = host_now_s();
        launch(NULL);
        clFinish(queue);
        sum += host_now_s() - begin;
    }
    printf("mean %.6f s\n", sum / 20);
    return done();
}
