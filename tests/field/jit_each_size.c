// Each pair of readings holds the one launch of a local size: a compilation. HEALTHY launches each size once before.
/* field: jit_each_size jit-in-region n=4 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

static void run(size_t group) {
    launch_sized(64, group);
    clFinish(queue);
}
int main(void) {
    compile_at_launch();
    script.device[0].new_shape.ns = 60e6;
    open_device();
    for (size_t group = 4; group <= 32; group *= 2) {
        if (healthy) run(group);
        double begin = host_now_s();
        run(group);
        printf("groups of %u: %.6f s\n", (unsigned)group, host_now_s() - begin);
    }
    return done();
}
