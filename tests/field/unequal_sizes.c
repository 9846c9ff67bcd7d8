// One scope for all sizes of a sweep: its median is that of the middle size. HEALTHY measures one size.
/* field: unequal_sizes unequal-work n=8 */
/* device: none */
#include "field.h"

int main(void) {
    int k;
    for (k = 0; k < 8; k++) {
        const double size = healthy ? 4 : k + 1;
        GT_SCOPE("blur") {
            GT_WORK(1000 * size, 0);
            host_works_us(300 * size);
        }
    }
    return done();
}
