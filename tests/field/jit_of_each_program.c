// Two variants are timed once, each with a program object of its own, of equal source. That the second one is warm is
// no reason to take the first, which holds the compilation, for a warm-up. HEALTHY warms the first, too.
/* field: jit_of_each_program jit-in-region n=1 */
/* device: pocl */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"
#include <unistd.h>

static void prepare(int warm) {
    char options[80];       /* of this run alone, so that no cache on the disk knows the kernel */
    snprintf(options, sizeof options, "-DSALT=%ld%ld", (long)time(NULL) / 100, (long)getpid());
    kernel = new_kernel(new_program(options));
    for (int i = 0; warm && i < 2; i++) launch(NULL);
    clFinish(queue);
}
int main(void) {
    static char bytes[BUFFER_BYTES];
    open_warm(100);
    clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, BUFFER_BYTES, bytes, 0, NULL, NULL);
    prepare(healthy);
    const double begin = host_now_s();
    clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, BUFFER_BYTES, bytes, 0, NULL, NULL);
    launch(NULL);
    clFinish(queue);
    printf("write and kernel: %.6f s\n", host_now_s() - begin);
    prepare(1);
    const double again = host_now_s();
    launch(NULL);
    clFinish(queue);
    printf("kernel: %.6f s\n", host_now_s() - again);
    return done();
}
