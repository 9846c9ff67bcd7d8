// The scope before did not wait for its kernel, and this one launches on another queue of the same device, which is
// busy. HEALTHY waits in both.
/* field: dirty_other_queue dirty-start n=1 */
/* device: sim */
#include "field.h"

int main(void) {
    open_warm(300);
    cl_command_queue other = new_queue(0);
    GT_SCOPE("first") {
        launch(GT_EVENT);
        if (healthy) clFinish(queue);
    }
    GT_SCOPE("second") {
        launch_on(other, GT_EVENT);
        clFinish(other);
    }
    return done();
}
