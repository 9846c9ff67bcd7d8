// Two kernels of different length are launched through one helper, and their times stand in one series. HEALTHY
// launches both in each sample, as a time step does.
/* field: unequal_kernels unequal-work n=40 */
/* device: sim */
/* flags: -include calls.h */
#include "field.h"

int main(void) {
    open_sized(64, 128);
    for (int i = 0; i < 40; i++) GT_SCOPE_CL(queue, "step") {
        if (healthy || i < 20) launch_sized(64, 16);
        if (healthy || i >= 20) launch_sized(128, 16);
    }
    return done();
}
