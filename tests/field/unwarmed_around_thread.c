// As unwarmed_by_thread, where the thread that reads the clock calls nothing of OpenCL in between.
/* field: unwarmed_around_thread unwarmed n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    const float image = 1;
    compile_at_launch();
    open_device();
    clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, sizeof image, &image, 0, NULL, NULL);
    if (healthy) launch_in_a_thread(16);
    double s = -host_now_s();
    launch_in_a_thread(16);
    s += host_now_s();
    printf("16 launches: %.3f ms\n", 1e3 * s);
    return done();
}
