// The device's clock runs 40 % slow: 599 us for 1 ms. HEALTHY: it drifts by 100 ppm, as clocks do.
/* field: clock_slow event-scale n=5 */
/* device: sim */
#include "field.h"

int main(void) {
    script.device[0].drift_ppm = healthy ? 100 : -401000;
    open_warm(1000);
    for (int i = 0; i < 5; i++) GT_SCOPE_CL(queue, "kernel") launch(GT_EVENT);
    return done();
}
