// The device's clock runs 3 % slow. HEALTHY: it is as slow as 400 ppm, which no one quotes.
/* field: clock_3_percent event-scale n=20 */
/* device: sim */
#include "field.h"

int main(void) {
    script.device[0].drift_ppm = healthy ? -400 : -30000;
    open_warm(1000);
    for (int i = 0; i < 20; i++) GT_SCOPE_CL(queue, "kernel") launch(GT_EVENT);
    return done();
}
