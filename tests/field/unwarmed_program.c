// Three launches and one wait, by a clock that the kit does not see: the first one is in the time. HEALTHY waits for
// each, as a best of three does. Its kernel is made anew each time.
/* field: unwarmed_program unwarmed n=1 note */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

static void *run(void *unused) {
    for (int i = 0; i < 3; i++) {
        clReleaseKernel(kernel);
        kernel = new_kernel(program);
        launch(NULL);
        if (healthy) clFinish(queue);
    }
    clFinish(queue);
    return unused;
}
int main(void) { return done_behind(run); }
