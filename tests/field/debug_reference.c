// A reference on the host, timed in code without optimisation, against a kernel: the speedup is that of the compiler.
// HEALTHY is compiled with -O2.
/* field: debug_reference debug-build n=6 */
/* device: sim */
/* env: GT_REPORT=/dev/null */
#ifndef HEALTHY
#pragma GCC optimize("O0")
#undef __OPTIMIZE__
#endif
#include "calls.h"
#include "field.h"

int main(void) {
    double host = 0, both = 0, begin;
    open_warm(1000);
    for (int i = 0; i < 6; i++) {
        begin = host_now_s();
        host_works_us(5000);
        host += host_now_s() - begin;
        begin = host_now_s();
        launch(NULL);
        clFinish(queue);
        both += host_now_s() - begin;
    }
    printf("speedup %.1f\n", host / both);
    return done();
}
