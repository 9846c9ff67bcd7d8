// The program makes a seed of a steady clock, and times by the clock of dates: nobody subtracts one from the other.
// HEALTHY prints the kernels by their stamps, and no total.
/* field: jit_behind_seed jit-in-region n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

static double dated_s(void) { return host_reads_s(CLOCK_REALTIME); }
static void host_alone(void) {
    const double begin = dated_s();
    host_works_us(5000);
    printf("host %.6f s\n", dated_s() - begin);
}
int main(void) {
    double sum = 0, begin = 0;
    compile_at_launch();
    open_device();
    printf("seed %.0f\n", 1e9 * host_now_s());
    if (!healthy) begin = dated_s();
    else host_alone();
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
    if (!healthy) printf("total %.6f s\n", dated_s() - begin);
    printf("kernel %.6f s\n", sum / 10);
    host_alone();
    return done();
}
