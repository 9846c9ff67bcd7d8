// Times the first copy to a buffer and the first launch of a kernel that the driver has compiled before, as from its
// cache on the disk. The kernel then runs in a loop, so that this first time may be a warm-up: its page faults are a
// note, though no compiler ran in it. HEALTHY copies and launches once before.
/* field: first_touch_compiled page-faults n=1 note */
/* device: pocl */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) { return done_with_compiled_kernel(10); }
