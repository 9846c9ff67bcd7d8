// A host scope launches a kernel and shows no event: whether it waited, nobody knows. HEALTHY shows it.
/* field: unseen unseen n=10 */
/* device: sim */
#include "field.h"

int main(void) {
    open_warm(1000);
    for (int i = 0; i < 10; i++) {
        GT_SCOPE("kernel") {
            launch(healthy ? GT_EVENT : NULL);
            clFinish(queue);
        }
        GT_SCOPE_CL(queue, "again") launch(GT_EVENT);
    }
    return done();
}
