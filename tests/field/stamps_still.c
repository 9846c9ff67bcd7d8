// A driver whose stamps lie a nanosecond apart whatever runs. HEALTHY has a driver that reads its clock.
/* field: stamps_still event-broken n=1 */
/* device: sim */
#include "field.h"

int main(void) {
    script.device[0].stamps = healthy ? SIMCL_HEALTHY : SIMCL_ONE_NS_APART;
    open_warm(1000);
    GT_SCOPE_CL(queue, "kernel") launch(GT_EVENT);
    return done();
}
