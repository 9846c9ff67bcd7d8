// Host code is timed, and a device part with its build. HEALTHY goes by stamps of a second launch there: the build of
// the last one lies behind all readings.
/* field: jit_build_behind jit-in-region n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

static double kernel_by_stamps_s(const char *source) {
    cl_event event;
    kernel = new_kernel(new_program_of(source, NULL));
    launch(NULL);
    clFinish(queue);
    launch(&event);
    clFinish(queue);
    return stamps_s(event);
}
int main(void) {
    static const char *const sources[] = { "kernel void work(global float *a, int n) { a[0] = 1; }",
                                           "kernel void work(global float *a, int n) { a[0] = 2; }" };
    compile_at_launch();
    script.device[0].build.ns = 200e6;
    open_device();
    srand((unsigned)clock());       /* another clock: it begins nothing that the next one ends */
    for (int i = 0; i < (healthy ? 2 : 1); i++) {
        print_host_code_by(CLOCK_MONOTONIC, 5000);
        const double begin = healthy ? 0 : host_now_s();
        const double s = kernel_by_stamps_s(sources[i]);
        printf("kernel %.6f s\n", healthy ? s : host_now_s() - begin);
    }
    return done();
}
