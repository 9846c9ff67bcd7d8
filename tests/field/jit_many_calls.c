// More calls than the log of calls keeps, so that the sample has no account, and the first launch compiles. HEALTHY
// launches once before.
/* field: jit_many_calls jit-in-region n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) { return done_with_launches(3000); }
