// As unwarmed_each_context, with one more reading before: the program also times the whole loop, so that the number of
// readings does not tell which of them begin a timing of a launch. HEALTHY launches once before each timing.
/* field: unwarmed_in_total unwarmed n=4 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    load_at_launch_us(3000);
    open_device();
    const double all = host_now_s();
    for (int i = 0; i < 4; i++) print_launch_of_another();
    printf("%.6f s in all\n", host_now_s() - all);
    return done();
}
