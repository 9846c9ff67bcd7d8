// Two ways to add up are compared without optimisation, which makes them alike. HEALTHY is compiled with -O2.
/* field: debug_comparison debug-build n=10 */
/* device: none */
#ifndef HEALTHY
#pragma GCC optimize("O0")
#undef __OPTIMIZE__
#endif
#include "field.h"

int main(void) {
    volatile double keep = 0;
    int i;
    GT_COMPARE("adding", .max_n = 10) {
        GT_SIDE("in memory") for (i = 0; i < 10000; i++) keep += i;
        GT_SIDE("in a register") {
            double sum = 0;
            for (i = 0; i < 10000; i++) sum += i * keep;
            keep = sum;
        }
    }
    return done();
}
