// The program's own clock around each short kernel: most of its "kernel time" is launch and wait. HEALTHY waits once
// for all of them.
/* field: sync_bound_timer sync-bound n=100 note */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    double sum = 0;
    script.device[0].submit.ns = 9000;
    open_warm(2.1);
    for (int i = 0; i < 100; i++) {
        double begin = host_now_s();
        for (int k = 0; k < (healthy ? 20 : 1); k++) launch(NULL);
        clFinish(queue);
        sum += host_now_s() - begin;
    }
    printf("kernel time: %.3f us\n", 1e6 * sum / (healthy ? 2000 : 100));
    return done();
}
