// A clock times the reference on the host; each kernel is quoted by stamps of its first launch. HEALTHY: of the second.
/* field: unwarmed_beside_clock unwarmed n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

static void *run(void *unused) {
    for (size_t items = 64; items <= 256; items *= 2) {
        const size_t group = 16;
        const double begin = host_now_s();
        host_works_us(500);
        printf("host: %.6f s\n", host_now_s() - begin);
        print_sized_by_stamps(items, group);
    }
    return unused;
}
int main(void) { return done_behind(run); }
