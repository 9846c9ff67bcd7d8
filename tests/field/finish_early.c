// clFinish returns before the kernel has ended: a launch is timed. HEALTHY has a driver that waits.
/* field: finish_early no-sync n=1 */
/* device: sim */
#include "field.h"

int main(void) {
    script.device[0].finish_returns_early = !healthy;
    open_warm(1000);
    host_works_us(5000);
    GT_SCOPE_CL(queue, "kernel") launch(GT_EVENT);
    return done();
}
