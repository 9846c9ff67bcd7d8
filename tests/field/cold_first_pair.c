// The mean of 20 pairs of readings holds the first launch (a note: some leave it out). HEALTHY launches once before.
/* field: cold_first_pair cold-first n=20 note */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    double sum = 0;
    open_cold();
    for (int i = 0; i < 20; i++) {
        double begin = host_now_s();
        launch(NULL);
        clFinish(queue);
        sum += host_now_s() - begin;
    }
    printf("mean %.6f s\n", sum / 20);
    return done();
}
