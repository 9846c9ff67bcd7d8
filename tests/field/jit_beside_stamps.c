// The program prints its kernels by their stamps, and a total by the clock, mostly compilation. HEALTHY: no total.
/* field: jit_beside_stamps jit-in-region n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    double begin = 0;
    compile_at_launch();
    open_device();
    print_host_code_by(CLOCK_MONOTONIC, 5000);
    if (!healthy) begin = host_now_s();
    const double kernel_s = mean_by_stamps_s();
    if (!healthy) printf("total %.6f s\n", host_now_s() - begin);
    printf("kernel %.6f s\n", kernel_s);
    if (healthy) print_host_code_by(CLOCK_MONOTONIC, 5000);
    return done();
}
