// The first of sixteen launches takes 230 us in its enqueue call, as on a GPU whose driver loads the kernel there: two
// thirds of the time. HEALTHY launches once before.
/* field: unwarmed_in_call unwarmed n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    load_at_launch_us(230);
    open_device();
    kernel_takes_us(7);
    if (healthy) launch(NULL);
    clFinish(queue);
    const double begin = host_now_s();
    for (int i = 0; i < 16; i++) launch(NULL);
    clFinish(queue);
    printf("%.6f s\n", host_now_s() - begin);
    return done();
}
