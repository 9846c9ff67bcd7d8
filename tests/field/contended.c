// Two kernels of an out-of-order queue run at once on the lanes of a device: each is slower. HEALTHY: one after the
// other.
/* field: contended contended n=6 */
/* device: sim */
#include "field.h"

int main(void) {
    script.device[0].lanes = 2;
    open_warm(1000);
    if (!healthy) queue = new_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    for (int i = 0; i < 6; i++)
        GT_SCOPE_CL(queue, "both") {
            launch(GT_EVENT);
            launch(GT_EVENT);
        }
    return done();
}
