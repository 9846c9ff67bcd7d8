// Host code is timed, and a device part with its build. HEALTHY goes by stamps of a second launch there: the build of
// the last one lies behind all readings.
/* field: jit_build_behind jit-in-region n=2 */
/* device: sim */
/* flags: -DGT_CL_INTERCEPT */
/* env: GT_REPORT=/dev/null */
#include "field.h"

static void host_alone(void) {
    const double begin = host_now_s();
    host_works_us(5000);
    printf("host %.6f s\n", host_now_s() - begin);
}
static double kernel_by_stamps_s(void) {
    cl_ulong from = 0, to = 0;
    cl_event event;
    kernel = new_kernel(new_program(NULL));
    launch(NULL);
    clFinish(queue);
    launch(&event);
    clFinish(queue);
    clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof from, &from, NULL);
    clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof to, &to, NULL);
    clReleaseEvent(event);
    return 1e-9 * (double)(to - from);
}
int main(void) {
    script.device[0].first_launch.ns = 60e6;
    script.device[0].compile_where = SIMCL_BEFORE_START;
    script.device[0].build.ns = 200e6;
    open_device();
    srand((unsigned)clock());       /* another clock: it begins nothing that the next one ends */
    for (int i = 0; i < 2; i++) {
        host_alone();
        const double begin = healthy ? 0 : host_now_s();
        const double s = kernel_by_stamps_s();
        printf("kernel %.6f s\n", healthy ? s : host_now_s() - begin);
    }
    return done();
}
