// Earlier work in the queue was not waited for, so the host scope holds it too. HEALTHY waits.
/* field: dirty_earlier_kernel dirty-start n=1 */
/* device: sim */
#include "field.h"

int main(void) {
    open_warm(3000);
    GT_CL(launch(NULL));
    if (healthy) clFinish(queue);
    GT_SCOPE("second") {
        GT_CL(launch(GT_EVENT));
        clFinish(queue);
    }
    return done();
}
