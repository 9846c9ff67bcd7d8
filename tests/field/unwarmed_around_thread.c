// As unwarmed_by_thread, where the thread that reads the clock calls nothing of OpenCL in between.
/* field: unwarmed_around_thread unwarmed n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

static void *launches(void *unused) {
    for (int i = 0; i < 16; i++) launch(NULL);
    clFinish(queue);
    return unused;
}
int main(void) {
    const float image = 1;
    compile_at_launch();
    open_device();
    clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, sizeof image, &image, 0, NULL, NULL);
    if (healthy) run_in_a_thread(launches);
    double s = -host_now_s();
    run_in_a_thread(launches);
    s += host_now_s();
    printf("16 launches: %.3f ms\n", 1e3 * s);
    return done();
}
