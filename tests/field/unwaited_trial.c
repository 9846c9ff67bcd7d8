// A trial of a launch: 450 ns for a kernel of 1.4 ms. HEALTHY waits for the kernel.
/* field: unwaited_trial no-sync n=30 */
/* device: sim */
#include "field.h"

int main(void) {
    gt_cl cl;
    open_warm(1400);
    gt_cl_attach(&cl, context, queue);
    GT_TRIAL("kernel", .budget_s = 0.2) {
        launch(NULL);
        if (healthy) GT_CL(clFinish(queue));
    }
    return done();
}
