// Stamps come in steps of 1 us though the driver claims 1 ns: 1.4 us reads 1 us. HEALTHY times 100 us.
/* field: stamps_coarse coarse n=5 */
/* device: sim */
#include "field.h"

int main(void) {
    script.device[0].resolution_ns = 1000;
    script.device[0].claimed_resolution_ns = 1;
    script.device[0].submit.ns = 300;
    script.device[0].notify.ns = 100;
    script.device[0].launch.ns = 250;
    open_warm(healthy ? 137.3 : 1.4);
    for (int i = 0; i < 5; i++) GT_SCOPE_CL(queue, "kernel") launch(GT_EVENT);
    return done();
}
