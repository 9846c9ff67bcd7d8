// Ten launches, and the event of the first alone: the device time lacks nine. HEALTHY passes GT_EVENT to each.
/* field: partial_events partial n=6 */
/* device: sim */
#include "field.h"

int main(void) {
    open_warm(1000);
    for (int k = 0; k < 6; k++)
        GT_SCOPE_CL(queue, "ten kernels")
            for (int i = 0; i < 10; i++) launch(healthy || !i ? GT_EVENT : NULL);
    return done();
}
