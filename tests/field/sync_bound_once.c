// A kernel of a microsecond is timed alone: most is launch and waiting. HEALTHY gives it 200 us of work.
/* field: sync_bound_once sync-bound n=1 */
/* device: sim */
#include "field.h"

int main(void) {
    script.device[0].launch.ns = 8000;
    script.device[0].submit.ns = 8000;
    script.device[0].notify.ns = 5000;
    open_warm(healthy ? 200 : 2.1);
    GT_SCOPE_CL(queue, "kernel") launch(GT_EVENT);
    return done();
}
