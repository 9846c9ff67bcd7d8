// The host computes between the launches of a loop while the device is idle. HEALTHY gives that a scope of its own.
/* field: host_between host-inside n=5 */
/* device: sim */
#include "field.h"

int main(void) {
    open_warm(300);
    for (int i = 0; i < 5; i++)
        GT_SCOPE_CL(queue, "solver")
            for (int k = 0; k < 10; k++) {
                launch(GT_EVENT);
                clFinish(queue);
#ifdef HEALTHY
                GT_SCOPE("check") host_works_us(900);
#else
                host_works_us(900);
#endif
            }
    return done();
}
