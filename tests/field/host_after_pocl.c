// The phase also checks the result on the host. HEALTHY checks outside.
/* field: host_after_pocl host-inside n=3 */
/* device: pocl */
#include "field.h"

int main(void) {
    static char bytes[BUFFER_BYTES];
    open_warm(5000);
    memset(bytes, 1, sizeof bytes);
    for (int i = 0; i < 3; i++) {
        GT_SCOPE_CL(queue, "step") {
            launch(GT_EVENT);
            clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, BUFFER_BYTES, bytes, 0, NULL, GT_EVENT);
            if (!healthy) host_works_us(60000);
        }
        if (healthy) host_works_us(60000);
    }
    return done();
}
