// The program works on a mapped buffer inside the scope: that time is its own, not that of the map or of the wait.
// HEALTHY works on it outside.
/* field: host_before_unmap host-inside n=20 */
/* device: sim */
#include "field.h"

int main(void) {
    open_warm(1000);
    for (int i = 0; i < 20; i++) {
        void *bytes = NULL;
        GT_SCOPE("kernel, map") {
            launch(GT_EVENT);
            bytes = GT_CL_NEW(clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, BUFFER_BYTES, 0, NULL,
                                                 GT_EVENT, GT_CL_ERR));
            if (!healthy) host_works_us(2000);
            (void)GT_CL(clEnqueueUnmapMemObject(queue, buffer, bytes, 0, NULL, NULL));
            (void)GT_CL(clFinish(queue));
        }
        if (healthy) host_works_us(2000);
    }
    return done();
}
