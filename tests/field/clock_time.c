// Seconds of time() are no clock for 5 ms. HEALTHY checks a fine one.
/* field: clock_time coarse n=1 */
/* device: none */
#include "field.h"

static double now_s(void) { return healthy ? host_now_s() : (double)time(NULL); }

int main(void) {
    gt_check_clock(now_s, "their clock");
    GT_SCOPE("work") host_works_us(5000);
    return done();
}
