// Each of four timings has a context and a program of its own, as one that compares devices or options has. The first
// launch takes 3 ms in its enqueue call, as on a GPU whose driver loads the kernel there. HEALTHY launches once before.
/* field: unwarmed_each_context unwarmed n=4 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    load_at_launch_us(3000);
    open_device();
    for (int i = 0; i < 4; i++) print_launch_of_another();
    return done();
}
