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
static void another(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, launches, NULL);
    pthread_join(thread, NULL);
}
int main(void) {
    const float image = 1;
    compile_at_launch();
    open_device();
    clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, sizeof image, &image, 0, NULL, NULL);
    if (healthy) another();
    double s = -host_now_s();
    another();
    s += host_now_s();
    printf("16 launches: %.3f ms\n", 1e3 * s);
    return done();
}
