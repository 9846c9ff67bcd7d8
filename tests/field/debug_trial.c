// A trial in code without optimisation. HEALTHY is compiled with -O2.
/* field: debug_trial debug-build n=10 */
/* device: none */
#ifndef HEALTHY
#pragma GCC optimize("O0")
#undef __OPTIMIZE__
#endif
#include "field.h"

int main(void) {
    volatile double sum = 0;
    int i;
    GT_TRIAL("sum", .max_n = 10) for (i = 0; i < 10000; i++) sum += i;
    return done();
}
