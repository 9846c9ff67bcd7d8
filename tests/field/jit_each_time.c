// Each pass builds a program, and two readings of a clock hold its first launch. HEALTHY launches it once before them.
/* field: jit_each_time jit-in-region n=4 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    compile_at_launch();
    open_device();
    for (int i = 0; i < 4; i++) {
        kernel = new_kernel(new_program(NULL));
        if (healthy) launch(NULL);
        clFinish(queue);
        double begin = host_now_s();
        launch(NULL);
        clFinish(queue);
        printf("%.6f s\n", host_now_s() - begin);
    }
    return done();
}
