// A phase waits for its own queue alone. A kernel that was left in another queue keeps the device from its copy.
// HEALTHY waits for that queue before. A map, whose work the account has as return, is not held up.
/* field: held_behind_queue held n=5 */
/* device: sim */
#include "field.h"

int main(void) {
    static char bytes[BUFFER_BYTES];
    script.device[0].map.ns = 2e6;
    open_warm(5000);
    memset(bytes, 1, sizeof bytes);
    cl_command_queue other = new_queue(0);
    for (int i = 0; i < 5; i++) {
        launch(NULL);
        (void)GT_CL(healthy ? clFinish(queue) : clFlush(queue));
        GT_SCOPE_CL(other, "write")
            (void)GT_CL(clEnqueueWriteBuffer(other, buffer, CL_TRUE, 0, BUFFER_BYTES, bytes, 0, NULL, GT_EVENT));
        clFinish(queue);
        void *mapped = NULL;
        GT_SCOPE_CL(queue, "map")
            mapped = clEnqueueMapBuffer(queue, buffer, CL_FALSE, CL_MAP_READ, 0, BUFFER_BYTES, 0, NULL, GT_EVENT, NULL);
        clEnqueueUnmapMemObject(queue, buffer, mapped, 0, NULL, NULL);
    }
    return done();
}
