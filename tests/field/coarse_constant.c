// The time that a frame shall take is added, not the time that it took. HEALTHY adds what it took.
/* field: coarse_constant coarse n=10 */
/* device: none */
#include "field.h"

int main(void) {
    for (int i = 0; i < 10; i++) {
        const double begin = host_now_s(), budget_ns = 1e9 / 600;
        host_works_us(1000);
        gt_series_add("frame", healthy ? 1e9 * (host_now_s() - begin) : budget_ns);
    }
    return done();
}
