// The phase waits for one queue, and the kernel runs on another. HEALTHY waits for that one inside, too.
/* field: wrong_queue wrong-queue n=1 */
/* device: sim */
#include "field.h"

int main(void) {
    cl_command_queue other;
    open_warm(3000);
    other = new_queue(0);
    GT_SCOPE_CL(queue, "kernel") {
        launch_on(other, GT_EVENT);
        if (healthy) clFinish(other);
    }
    return done();
}
