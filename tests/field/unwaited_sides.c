// Kernels of 1 ms and 3 ms are compared, and nobody waits for them: both launches take the same. HEALTHY waits.
/* field: unwaited_sides no-sync n=20 */
/* device: sim */
#include "field.h"

static void run(double us) {
    kernel_takes_us(us);
    launch(NULL);
    if (healthy) GT_CL(clFinish(queue));
}
int main(void) {
    gt_cl cl;
    open_warm(1400);
    gt_cl_attach(&cl, context, queue);
    GT_COMPARE("kernels", .max_n = 20) {
        GT_SIDE("short") run(1000);
        GT_SIDE("long") run(3000);
    }
    return done();
}
