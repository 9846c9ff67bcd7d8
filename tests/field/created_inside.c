// Each sample makes a buffer, with its content, and drops it. HEALTHY times the making apart, where it is meant.
/* field: created_inside created-inside n=10 */
/* device: pocl */
/* flags: -include calls.h */
#include "field.h"

static char content[16 * BUFFER_BYTES];
static cl_mem made(void) {
    return clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof content, content, NULL);
}
int main(void) {
    memset(content, 1, sizeof content);
    open_warm(1000);
    for (int i = 0; i < 10; i++) {
        cl_mem mine = NULL;
        if (healthy) GT_SCOPE("make") mine = made();
        GT_SCOPE_CL(queue, "step") {
            if (!healthy) mine = made();
            launch(NULL);
        }
        clReleaseMemObject(mine);
    }
    return done();
}
