// Far more launches than the kit holds events, and the first one compiles. HEALTHY launches once before.
/* field: jit_many_launches jit-in-region n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) { return done_with_launches(2000); }
