// A program of tests, each with a context of its own: the time of all tests holds builds and first launches, which is
// said in a note. The kernels are printed by their stamps. HEALTHY reads no clock.
/* field: total_of_tests jit-in-region n=1 note */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

static double now_s(void) { return healthy ? 0 : host_now_s(); }
static double kernel_of_test_s(void) {
    double sum = 0;
    context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    queue = new_queue(0);
    buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, BUFFER_BYTES, NULL, NULL);
    kernel = new_kernel(new_program(NULL));
    for (int i = 0; i < 9; i++) {
        cl_event event;
        launch_on(queue, &event);
        clFinish(queue);
        const double s = stamps_s(event);
        if (i) sum += s;
    }
    return sum / 8;
}
int main(void) {
    compile_at_launch();
    open_device();
    const double begin = now_s();
    for (int i = 0; i < 3; i++) {
        const double from = now_s(), kernel_s = kernel_of_test_s();
        printf("test %d: kernel %.6f s, in all %.6f s\n", i, kernel_s, now_s() - from);
    }
    printf("all tests: %.6f s\n", now_s() - begin);
    return done();
}
