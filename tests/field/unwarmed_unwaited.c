// The first launch of a kernel is compiled in its call, and nobody waits for the short kernel: the number is the
// compiler's time. HEALTHY launches the kernel before, and waits.
/* field: unwarmed_unwaited unwarmed n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    load_at_launch_us(20000);
    open_device();
    kernel_takes_us(10);
    if (healthy) launch(NULL);
    clFinish(queue);
    const double begin = host_now_s();
    launch(NULL);
    if (healthy) clFinish(queue);
    printf("kernel %.6f s\n", host_now_s() - begin);
    clFinish(queue);
    return done();
}
