// The same in a host scope that waits, and among three samples. HEALTHY launches the kernel once before.
/* field: jit_host_scope jit-in-region n=3 */
/* device: sim */
#include "field.h"

int main(void) {
    script.device[0].first_launch.ns = 40e6;
    script.device[0].compile_where = SIMCL_BEFORE_START;
    open_device();
    if (healthy) {
        launch(NULL);
        clFinish(queue);
    }
    for (int i = 0; i < 3; i++)
        GT_SCOPE("kernel") {
            launch(GT_EVENT);
            clFinish(queue);
        }
    return done();
}
