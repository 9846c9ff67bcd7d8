// A program is built and launched between two readings of a clock, and nobody waits for its short kernel: the number is
// the build. HEALTHY builds and launches before.
/* field: jit_unwaited jit-in-region n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

static void built_and_launched(void) {
    kernel = new_kernel(new_program("-DOTHER"));
    launch(NULL);
}
int main(void) {
    script.device[0].build.ns = 200e6;
    open_warm(1000);
    if (healthy) built_and_launched();
    clFinish(queue);
    const double begin = host_now_s();
    if (!healthy) built_and_launched();
    if (healthy) launch(NULL);
    if (healthy) clFinish(queue);
    printf("kernel %.6f s\n", host_now_s() - begin);
    clFinish(queue);
    return done();
}
