// As jit_each_time, in the second of two loops; one more reading begins the time of both. In the first loop each kernel
// is launched before its timing. HEALTHY does so in the second one, too.
/* field: jit_behind_loop jit-in-region n=3 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

static void prepare(int warm) {
    kernel = new_kernel(new_program(NULL));
    if (warm) launch(NULL);
    clFinish(queue);
}
int main(void) {
    compile_at_launch();
    open_device();
    const double all = host_now_s();
    for (int i = 0; i < 4; i++) {
        prepare(1);
        const double begin = host_now_s();
        launch(NULL);
        clFinish(queue);
        printf("%.6f s\n", host_now_s() - begin);
    }
    launch(NULL);
    clFinish(queue);
    for (int i = 0; i < 4; i++) {
        const double begin = host_now_s();
        launch(NULL);
        clFinish(queue);
        printf("%.6f s\n", host_now_s() - begin);
        clFlush(queue);
        if (i < 3) prepare(healthy);
    }
    printf("%.6f s in all\n", host_now_s() - all);
    return done();
}
