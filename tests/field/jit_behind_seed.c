// The program makes a seed of a steady clock, and times by the clock of dates: nobody subtracts one from the other.
// HEALTHY prints the kernels by their stamps, and no total.
/* field: jit_behind_seed jit-in-region n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

static double dated_s(void) { return host_reads_s(CLOCK_REALTIME); }
int main(void) {
    double begin = 0;
    compile_at_launch();
    open_device();
    printf("seed %.0f\n", 1e9 * host_now_s());
    if (!healthy) begin = dated_s();
    else print_host_code_by(CLOCK_REALTIME, 5000);
    const double kernel_s = mean_by_stamps_s();
    if (!healthy) printf("total %.6f s\n", dated_s() - begin);
    printf("kernel %.6f s\n", kernel_s);
    print_host_code_by(CLOCK_REALTIME, 5000);
    return done();
}
