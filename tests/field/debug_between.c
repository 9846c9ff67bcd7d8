// Code without optimisation stands between the calls of a loop that is timed. HEALTHY, without optimisation too, has
// hardly any code there: its reference is not timed.
/* field: debug_between debug-build n=6 */
/* device: sim */
/* env: GT_REPORT=/dev/null */
#pragma GCC optimize("O0")
#undef __OPTIMIZE__
#include "calls.h"
#include "field.h"

int main(void) {
    double sum = 0, begin;
    open_warm(1000);
    for (int i = 0; i < 6; i++) {
        begin = host_now_s();
        for (int k = 0; k < 10; k++) {
            launch(NULL);
            clFinish(queue);
            host_works_us(healthy ? 10 : 1000);
        }
        sum += host_now_s() - begin;
        host_works_us(20000);
    }
    printf("steps: %.3f ms\n", 1e3 * sum / 6);
    return done();
}
