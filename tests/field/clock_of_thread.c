// The time of a kernel is that of the thread on its processor, which waits meanwhile. HEALTHY reads CLOCK_MONOTONIC.
/* field: clock_of_thread cpu-clock n=10 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    open_warm(20000);
    print_kernel_by(healthy ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID);
    return done();
}
