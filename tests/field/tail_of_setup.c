// What is launched last still runs when the time is taken, for 1 % of it: a note. HEALTHY waits.
/* field: tail_of_setup no-sync n=1 note */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    open_warm(1000);
    double begin = host_now_s();
    host_works_us(100000);
    launch(NULL);
    if (healthy) clFinish(queue);
    printf("set-up: %.6f s\n", host_now_s() - begin);
    clFinish(queue);
    return done();
}
