// Of forty launches the last still run when the time is taken, for 1 % of it: a note. The next launches fill the kit's
// slots before anybody waits. HEALTHY waits.
/* field: tail_of_many no-sync n=1 note */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    open_warm(25);
    double begin = host_now_s();
    host_works_us(100000);
    for (int i = 0; i < 40; i++) launch(NULL);
    if (healthy) clFinish(queue);
    printf("set-up: %.6f s\n", host_now_s() - begin);
    for (int i = 0; i < 300; i++) {
        launch(NULL);
        host_works_us(25);
    }
    (clFinish)(queue);
    return done();
}
