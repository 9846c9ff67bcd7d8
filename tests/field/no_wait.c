// The launch is timed, and nobody waits for the kernel; HEALTHY waits.
/* field: no_wait no-sync n=1 */
/* device: sim */
#include "field.h"

int main(void) {
    open_warm(3000);
    GT_SCOPE("kernel") {
        launch(GT_EVENT);
#ifdef HEALTHY
        clFinish(queue);
#endif
    }
    return done();
}
