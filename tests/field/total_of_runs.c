// A simulation prints the least time of a step. It does its steps ten at a time, each of these times with a reading of
// its own before: what lies between two of these readings may hold first launches, which is said in a note. HEALTHY
// does one step before.
/* field: total_of_runs jit-in-region n=1 note */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null GT_WIDE=1 */
#include "field.h"

static double least_s = 1;
__attribute__((noinline)) static void step(void) {
    const double begin = host_now_s();
    launch(NULL);
    clFinish(queue);
    const double s = host_now_s() - begin;
    if (s < least_s) least_s = s;
}
int main(void) {
    open_cold();
    for (int k = 0; k < 6; k++) {
        printf("%.3f s\n", host_now_s());
        for (int i = 0; i < 10; i++) step();
        host_works_us(1);
    }
    printf("step: %.6f s\n", least_s);
    return done();
}
