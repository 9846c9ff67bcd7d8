// Argument, launch and wait are timed one after the other: the wait holds the compilation. HEALTHY has launched once
// before, and times launch and wait as one.
/* field: unwarmed_in_wait unwarmed n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    open_cold();
    const cl_int loops = 100;
    const double start = host_now_s();
    clSetKernelArg(kernel, 1, sizeof loops, &loops);
    const double begin = host_now_s();
    launch(NULL);
    const double sent = healthy ? begin : host_now_s();
    clFinish(queue);
    const double end = host_now_s();
    printf("argument: %.6f s, launch: %.6f s, wait: %.6f s\n", begin - start, sent - begin, end - sent);
    return done();
}
