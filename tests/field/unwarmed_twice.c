// Two launches, the first in the process. HEALTHY warms up with a scope of its own, thrice.
/* field: unwarmed_twice unwarmed n=2 */
/* device: sim */
#include "field.h"

int main(void) {
    open_device();
    for (int i = 0; healthy && i < 3; i++) GT_SCOPE_CL(queue, "warm-up") launch(GT_EVENT);
    for (int i = 0; i < 2; i++) GT_SCOPE_CL(queue, "kernel") launch(GT_EVENT);
    return done();
}
