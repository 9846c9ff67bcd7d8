// The claimed work needs more operations than the device's units can begin. HEALTHY claims what the kernel does.
/* field: implausible_device implausible n=1 */
/* device: sim */
#include "field.h"

int main(void) {
    open_warm(1000);
    GT_SCOPE_CL(queue, "kernel") {
        launch(GT_EVENT);
        GT_WORK(healthy ? 1e9 : 1e15, 0);
    }
    return done();
}
