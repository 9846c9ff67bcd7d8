// A host scope that waits for its kernel also computes on the host for most of its time. HEALTHY computes behind it.
/* field: host_in_scope host-inside n=10 */
/* device: sim */
#include "field.h"

int main(void) {
    open_warm(500);
    for (int i = 0; i < 10; i++) {
        GT_SCOPE("step") {
            launch(GT_EVENT);
            clFinish(queue);
            if (!healthy) host_works_us(30000);
        }
        if (healthy) host_works_us(30000);
    }
    return done();
}
