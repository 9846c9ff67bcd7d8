// Stamps of the only launch of each of two programs are read, which are built with options of their own. HEALTHY builds
// the same program twice, and leaves the first launch out.
/* field: unwarmed_rebuilt_twice unwarmed n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

static void *run(void *unused) {
    for (int i = 0; i < 2; i++) {
        cl_event event;
        kernel = new_kernel(new_program(i && !healthy ? "-DPASS=1" : ""));
        clFinish(queue);
        launch(&event);
        clFinish(queue);
        if (i || !healthy) printf("%.6f s\n", stamps_s(event));
    }
    return unused;
}
int main(void) { return done_behind(run); }
