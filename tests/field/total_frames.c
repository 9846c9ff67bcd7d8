// Frames a second, with the time since the start; each frame reads the clock for what it draws. The first frame
// compiles. HEALTHY draws one frame before the start.
/* field: total_frames jit-in-region n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

static void frame(void) {
    const float angle = (float)host_now_s();
    clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, sizeof angle, &angle, 0, NULL, NULL);
    launch(NULL);
    clFinish(queue);
}
int main(void) {
    compile_at_launch();
    open_device();
    if (healthy) frame();
    const double begin = host_now_s();
    for (int k = 1; k <= 3; k++) {
        for (int i = 0; i < 30; i++) frame();
        printf("%.1f frames a second\n", 30 * k / (host_now_s() - begin));
    }
    return done();
}
