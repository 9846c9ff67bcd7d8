// Times by clock(), which moves in steps that are longer than the work: most are 0. HEALTHY takes a finer clock.
/* field: zeros coarse n=5 */
/* device: none */
#include "field.h"

static double coarse_s(void) { return (double)(long)(host_now_s() * 100) / 100; }       /* as clock() of some systems */

int main(void) {
    for (int i = 0; i < 5; i++) {
        const double begin = healthy ? host_now_s() : coarse_s();
        host_works_us(100);
        gt_series_add("work", 1e9 * ((healthy ? host_now_s() : coarse_s()) - begin));
    }
    return done();
}
