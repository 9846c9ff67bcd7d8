// A program is built between two readings, and its kernel runs there. HEALTHY builds behind one timing and before
// others.
/* field: jit_begin_before_setup jit-in-region n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    static char bytes[BUFFER_BYTES];
    const int passes = healthy ? 11 : 1;
    double sum = 0, begin;
    compile_at_launch();
    script.device[0].build.ns = 200e6;
    open_device();
    begin = host_now_s();
    host_works_us(5000);
    printf("host %.6f s\n", host_now_s() - begin);
    if (!healthy) begin = host_now_s();
    kernel = new_kernel(new_program(NULL));
    clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, BUFFER_BYTES, bytes, 0, NULL, NULL);
    for (int i = 0; i < passes; i++) {
        if (healthy) begin = host_now_s();
        launch(NULL);
        clFinish(queue);
        const double took = host_now_s() - begin;
        if (i || !healthy) sum += took;     /* the first of several is left out */
    }
    printf("device %.6f s\n", sum / (healthy ? 10 : 1));
    return done();
}
