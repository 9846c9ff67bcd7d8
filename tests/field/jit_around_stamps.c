// The program prints its kernels by their stamps. The clock that a framework of tests reads around set-up and test
// holds the build of the program, too, which is said in a note: who builds inside knows that. HEALTHY: no such clock.
/* field: jit_around_stamps jit-in-region n=1 note */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    double kernel_s = 0, begin = 0;
    compile_at_launch();
    open_device();
    if (!healthy) {
        begin = host_now_s();
        printf("set-up %.6f s\n", host_now_s() - begin);
        begin = host_now_s();
    }
    kernel = new_kernel(new_program(NULL));
    for (int i = 0; i < 11; i++) {
        cl_event event;
        launch_on(queue, &event);
        clWaitForEvents(1, &event);
        const double s = stamps_s(event);
        if (i) kernel_s += s;
    }
    if (!healthy) printf("test %.6f s\n", host_now_s() - begin);
    printf("kernel %.6f s\n", kernel_s / 10);
    return done();
}
