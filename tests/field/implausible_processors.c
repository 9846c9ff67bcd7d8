// On two cores a kernel claims 1.42 TB/s, which no caches of two cores give. HEALTHY claims what it moves.
/* field: implausible_processors implausible n=1 */
/* device: sim */
#include "field.h"

int main(void) {
    script.device[0].type = CL_DEVICE_TYPE_CPU;
    script.device[0].compute_units = 2;
    open_warm(1000);
    GT_SCOPE_CL(queue, "kernel") {
        launch(GT_EVENT);
        GT_WORK(1e6, healthy ? 5e7 : 1.42e9);
    }
    return done();
}
