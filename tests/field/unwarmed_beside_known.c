// At each of four local sizes a kernel is launched once, beside the plain one with which it is compared. Stamps of all
// are read: most are of first launches. HEALTHY launches each once before.
/* field: unwarmed_beside_known unwarmed n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

static void *run(void *unused) {
    for (size_t group = 8; group <= 64; group *= 2) {
        print_sized_by_stamps(256, 4);
        print_sized_by_stamps(256, group);
    }
    return unused;
}
int main(void) { return done_behind(run); }
