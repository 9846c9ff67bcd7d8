// The sum of an array that nobody uses: the compiler removes the loop. HEALTHY prints the sum.
/* field: empty_unused_sum empty-body n=30 */
/* device: none */
#include "field.h"

static float x[1 << 14];

int main(void) {
    double sum = 0, last = 0;
    int i;
    for (i = 0; i < 1 << 14; i++) x[i] = (float)i;
    GT_TRIAL("sum", .budget_s = 0.2, .precision = 0.2) {
        double one = 0;
        for (i = 0; i < 1 << 14; i++) one += x[i];
        if (healthy) last = one;
        if (healthy) sum += last;
    }
    if (healthy) printf("sum %g\n", sum);
    return done();
}
