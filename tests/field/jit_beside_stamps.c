// The program prints its kernels by their stamps, and a total by the clock, mostly compilation. HEALTHY: no total.
/* field: jit_beside_stamps jit-in-region n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

static void host_alone(void) {
    const double begin = host_now_s();
    host_works_us(5000);
    printf("host %.6f s\n", host_now_s() - begin);
}
int main(void) {
    double sum = 0, begin = 0;
    compile_at_launch();
    open_device();
    host_alone();
    if (!healthy) begin = host_now_s();
    for (int i = 0; i < 11; i++) {
        cl_ulong from = 0, to = 0;
        cl_event event;
        launch_on(queue, &event);
        clWaitForEvents(1, &event);
        clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof from, &from, NULL);
        clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof to, &to, NULL);
        clReleaseEvent(event);
        if (i) sum += 1e-9 * (double)(to - from);
    }
    if (!healthy) printf("total %.6f s\n", host_now_s() - begin);
    printf("kernel %.6f s\n", sum / 10);
    if (healthy) host_alone();
    return done();
}
