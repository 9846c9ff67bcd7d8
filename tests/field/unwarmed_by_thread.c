// A thread for each launch, started and joined between two readings of the clock: the first launch of all is in the
// time that the program prints. HEALTHY has launched once before.
/* field: unwarmed_by_thread unwarmed n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    const float image = 1;
    compile_at_launch();
    open_device();
    if (healthy) launch_in_a_thread(1);
    double s = -host_now_s();
    for (int i = 0; i < 16; i++) {
        clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, sizeof image, &image, 0, NULL, NULL);
        launch_in_a_thread(1);
    }
    s += host_now_s();
    printf("16 images: %.3f ms\n", 1e3 * s);
    return done();
}
