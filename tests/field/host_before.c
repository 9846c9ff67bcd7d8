// The phase also generates the input. HEALTHY does that before.
/* field: host_before host-inside n=1 */
/* device: sim */
#include "field.h"

int main(void) {
    open_warm(1000);
    if (healthy) host_works_us(5000);
    GT_SCOPE_CL(queue, "kernel") {
        if (!healthy) host_works_us(5000);
        launch(GT_EVENT);
    }
    return done();
}
