// The second sample does twice the work of the first. HEALTHY does the same in both.
/* field: unequal_twice unequal-work n=2 */
/* device: none */
#include "field.h"

int main(void) {
    int k;
    for (k = 0; k < 2; k++) {
        const double rows = healthy ? 100 : 100 * (k + 1);
        GT_SCOPE("rows") {
            GT_WORK(0, 4096 * rows);
            host_works_us(3 * rows);
        }
    }
    return done();
}
