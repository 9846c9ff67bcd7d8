// Times the first copy to a buffer and the only launch of a kernel that the driver has compiled before. Nothing follows
// that this time could have warmed up: its page faults are a warning. HEALTHY copies and launches once before.
/* field: first_touch_compiled_once page-faults n=1 */
/* device: pocl */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) { return done_with_compiled_kernel(0); }
