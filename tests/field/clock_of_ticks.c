// The time of a kernel comes from a clock that moves with the timer interrupt. HEALTHY reads CLOCK_MONOTONIC.
/* field: clock_of_ticks coarse n=10 */
/* device: sim */
/* flags: -include calls.h -D_GNU_SOURCE */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    open_warm(20000);
    print_kernel_by(healthy ? CLOCK_MONOTONIC : CLOCK_MONOTONIC_COARSE);
    return done();
}
