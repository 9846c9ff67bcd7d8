// A time is the begin minus the end, exchanged by mistake. HEALTHY subtracts them the right way round.
/* field: negative_once negative n=1 */
/* device: none */
#include "field.h"

int main(void) {
    const double begin = host_now_s();
    host_works_us(200);
    const double end = host_now_s();
    gt_series_add("work", 1e9 * (healthy ? end - begin : begin - end));
    return done();
}
