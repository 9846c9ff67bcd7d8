// A program times a copy, and then two threads that launch kernels. HEALTHY runs such a thread once before, between two
// timings, as a warm-up: the thread that reads the clock launches nothing.
/* field: unwarmed_between_threads unwarmed n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    const float image = 1;
    compile_at_launch();
    open_device();
    double s = -host_now_s();
    clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, sizeof image, &image, 0, NULL, NULL);
    s += host_now_s();
    printf("copy: %.3f ms\n", 1e3 * s);
    if (healthy) launch_in_a_thread(16);
    for (int i = 0; i < 2; i++) {
        s = -host_now_s();
        launch_in_a_thread(16);
        s += host_now_s();
        printf("16 launches: %.3f ms\n", 1e3 * s);
    }
    return done();
}
