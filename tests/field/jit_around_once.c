// The program prints its kernels by their stamps, and the time in all. It reads its clock for that alone, so it quotes
// what holds the build of its program. HEALTHY: no such clock.
/* field: jit_around_once jit-in-region n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    double begin = 0;
    compile_at_launch();
    open_device();
    if (!healthy) begin = host_now_s();
    kernel = new_kernel(new_program(NULL));
    const double kernel_s = mean_by_stamps_s();
    if (!healthy) printf("in all %.6f s\n", host_now_s() - begin);
    printf("kernel %.6f s\n", kernel_s);
    return done();
}
