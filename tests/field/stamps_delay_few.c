// A mean of SUBMIT to START of five launches, of which the first one waits for its compilation: too few for one that is
// left out. HEALTHY launches once before.
/* field: stamps_delay_few stamps-apart n=5 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    open_cold();
    printf("mean delay: %.3f us\n", mean_delay_us(5));
    return done();
}
