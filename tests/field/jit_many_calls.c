// More calls than the log of calls keeps, so that the sample has no account, and the first launch compiles. HEALTHY
// launches once before.
/* field: jit_many_calls jit-in-region n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    compile_at_launch();
    open_device();
    kernel_takes_us(100);
    if (healthy) launch(NULL);
    clFinish(queue);
    double begin = host_now_s();
    for (int i = 0; i < 3000; i++) {
        launch(NULL);
        clFinish(queue);
    }
    printf("%.6f s\n", host_now_s() - begin);
    return done();
}
