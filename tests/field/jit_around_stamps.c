// The program prints its kernels by their stamps. The clock that a framework of tests reads around set-up and test
// holds the build of the program, too, which is said in a note: who builds inside knows that. HEALTHY: no such clock.
/* field: jit_around_stamps jit-in-region n=1 note */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    double begin = 0;
    compile_at_launch();
    open_device();
    if (!healthy) {
        begin = host_now_s();
        printf("set-up %.6f s\n", host_now_s() - begin);
        begin = host_now_s();
    }
    kernel = new_kernel(new_program(NULL));
    const double kernel_s = mean_by_stamps_s();
    if (!healthy) printf("test %.6f s\n", host_now_s() - begin);
    printf("kernel %.6f s\n", kernel_s);
    return done();
}
