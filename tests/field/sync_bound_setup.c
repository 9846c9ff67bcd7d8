// A clFinish after each of 2000 short kernels in a host scope. HEALTHY waits once, and the scope begins with a set-up
// that takes most of it: no launch.
/* field: sync_bound_setup sync-bound n=1 */
/* device: sim */
#include "field.h"

int main(void) {
    script.device[0].submit.ns = 9000;
    open_warm(2.1);
    GT_SCOPE("kernels") {
        if (healthy) host_works_us(500e3);
        for (int i = 0; i < 2000; i++) {
            launch(GT_EVENT);
            if (!healthy) clFinish(queue);
        }
        clFinish(queue);
    }
    return done();
}
