// Eight timings of two sizes by turns: the first of each size holds a compilation. HEALTHY launches both once before.
/* field: cold_two_sizes cold-first n=8 note */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

static void run(int i) {
    launch_sized(64, i % 2 ? 32 : 16);
    clFinish(queue);
}
int main(void) {
    compile_at_launch();
    script.device[0].new_shape.ns = 60e6;
    open_device();
    for (int i = 0; healthy && i < 2; i++) run(i);
    for (int i = 0; i < 8; i++) {
        double begin = host_now_s();
        run(i);
        printf("%.6f s\n", host_now_s() - begin);
    }
    return done();
}
