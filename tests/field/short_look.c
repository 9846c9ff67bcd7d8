// Ten passes in a row, quoted with an interval. HEALTHY lets the trial run until it knows.
/* field: short_look short-look n=10 */
/* device: none */
#include "field.h"

int main(void) {
    GT_TRIAL("work", .max_n = healthy ? 0 : 10, .budget_s = 1, .precision = 0.05) host_works_us(200);
    return done();
}
