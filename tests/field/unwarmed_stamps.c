// A program that reads no clock quotes the stamps of a kernel's first launch. HEALTHY launches it once before.
/* field: unwarmed_stamps unwarmed n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

static void *run(void *unused) {
    if (healthy) launch(NULL);
    print_stamped_launch();
    return unused;
}
int main(void) { return done_behind(run); }
