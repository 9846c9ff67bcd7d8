// Two versions of a program are compared with the host and so with each other; one writes its buffer in each pass,
// the other has both from before. HEALTHY writes in both.
/* field: sides_write copy-clouds n=40 */
/* device: sim */
/* flags: -include calls.h */
#include "field.h"

static char content[BUFFER_BYTES];
static void run(int writes) {
    const size_t items = 64;
    if (writes) clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, sizeof content, content, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof content, content, 0, NULL, NULL);
}
int main(void) {
    open_warm(100);
    GT_COMPARE("versions", .max_n = 40) {
        GT_SIDE("host") host_works_us(10000);
        GT_SIDE("first") run(1);
        GT_SIDE("second") run(healthy);
    }
    return done();
}
