// A mean of START to END of 12 launches, of which the first one holds its compilation: 60 ms beside 1 ms. A note: the
// program may leave it out. HEALTHY launches once before.
/* field: cold_stamps cold-first n=12 note */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

enum { launches = 12 };
static cl_event event[launches];
static void *run(void *unused) {
    kernel_takes_us(1000);
    if (healthy) launch(NULL);
    for (int i = 0; i < launches; i++) launch(&event[i]);
    clFinish(queue);
    return unused;
}
int main(void) {
    double sum = 0;
    script.device[0].first_launch.ns = 60e6;
    script.device[0].compile_where = SIMCL_IN_EXECUTION;
    open_device();
    run_in_a_thread(run);
    for (int i = 0; i < launches; i++) sum += stamps_s(event[i]);
    printf("mean: %.6f s\n", sum / launches);
    return done();
}
