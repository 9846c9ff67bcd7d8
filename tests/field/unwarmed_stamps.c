// A program that reads no clock quotes the stamps of a kernel's first launch. HEALTHY launches it once before.
/* field: unwarmed_stamps unwarmed n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

static void *run(void *unused) {
    cl_event event;
    if (healthy) launch(NULL);
    clFinish(queue);
    launch(&event);
    clFinish(queue);
    printf("%.6f s\n", stamps_s(event));
    return unused;
}
int main(void) { return done_behind(run); }
