// A host scope inside a phase ends before its kernel does: it shows the launch. HEALTHY makes it a phase of its own.
/* field: inner_scope no-sync n=3 */
/* device: sim */
#include "field.h"

int main(void) {
    open_warm(3000);
    for (int i = 0; i < 3; i++)
        GT_SCOPE_CL(queue, "frame") {
#ifdef HEALTHY
            GT_SCOPE_CL(queue, "kernel A") launch(GT_EVENT);
#else
            GT_SCOPE("kernel A") launch(GT_EVENT);
#endif
        }
    return done();
}
