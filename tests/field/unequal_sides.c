// Two sides of a comparison, of which one does half the work. HEALTHY gives both the same.
/* field: unequal_sides unequal-work n=10 */
/* device: none */
#include "field.h"

int main(void) {
    const double less = healthy ? 1000 : 500;
    GT_COMPARE("layout", .max_n = 10) {
        GT_SIDE("rows") {
            GT_WORK(2000 * 1000, 0);
            host_works_us(1000);
        }
        GT_SIDE("columns") {
            GT_WORK(2000 * less, 0);
            host_works_us(less);
        }
    }
    return done();
}
