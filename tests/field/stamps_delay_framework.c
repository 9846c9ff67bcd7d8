// A mean of SUBMIT to START, in which the first launch waits for its compilation (a note: some leave it out). A
// framework of tests reads its clock around the build and all launches, so they lie in an interval that goes on.
// HEALTHY launches once before.
/* field: stamps_delay_framework stamps-apart n=20 note */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    compile_at_launch();
    open_device();
    printf("started at %.6f s\n", host_now_s());
    const double begin = host_now_s();
    kernel = new_kernel(new_program(NULL));
    if (healthy) launch(NULL);
    clFinish(queue);
    const double delay_us = mean_delay_us(20);
    printf("test %.6f s\n", host_now_s() - begin);
    printf("mean delay: %.3f us\n", delay_us);
    return done();
}
