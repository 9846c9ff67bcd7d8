// Two kernels, each with buffers of its own and a timer made as an object: it reads the clock when it is made, and
// twice at the end of each lap. The mean of the laps leaves the first ones out. The reading that makes the second timer
// stands behind the first loop, but the program gives up the buffers before it: nobody times that, so that the time
// from the first timer's making to the second's is said in a note. HEALTHY launches each kernel once before.
/* field: total_next jit-in-region n=1 note */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

enum { LAPS = 10 };
static double lap_s[LAPS];
static double next_lap_s(double *from, double now_s) {
    const double lap = now_s - *from;
    *from = host_now_s();
    return lap;
}
static void print_mean_of_late_laps(void) {
    double sum = 0;
    for (int i = 2; i < LAPS; i++) sum += lap_s[i];
    printf("%.6f s\n", sum / (LAPS - 2));
}
static void makes_kernel(cl_program of) {
    buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, BUFFER_BYTES, NULL, NULL);
    kernel = new_kernel(of);
    if (!healthy) return;
    launch(NULL);
    clFinish(queue);
}
static double laps(double from) {
    for (int i = 0; i < LAPS; i++) {
        launch(NULL);
        clFinish(queue);
        lap_s[i] = next_lap_s(&from, host_now_s());
    }
    print_mean_of_late_laps();
    clReleaseKernel(kernel);
    clReleaseMemObject(buffer);
    return from;
}
int main(void) {
    open_cold();
    cl_program second = new_program("-DSECOND");
    makes_kernel(program);
    laps(host_now_s());
    const double begin = host_now_s();
    makes_kernel(second);
    laps(begin);
    return done();
}
