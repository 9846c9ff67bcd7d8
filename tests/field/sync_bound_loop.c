// A clFinish after each of many short kernels. HEALTHY waits once for all of them.
/* field: sync_bound_loop sync-bound n=100 */
/* device: sim */
/* flags: -include calls.h */
#include "field.h"

int main(void) {
    script.device[0].submit.ns = 9000;
    open_warm(2.1);
    if (!healthy) for (int i = 0; i < 100; i++) GT_SCOPE_CL(queue, "step") launch(NULL);
    else for (int i = 0; i < 10; i++) GT_SCOPE_CL(queue, "steps") for (int k = 0; k < 20; k++) launch(NULL);
    return done();
}
