// A clock times the reference on the host; kernels are quoted by stamps of first launches at three sizes. A second pass
// builds the program anew and repeats them. HEALTHY launches each once before.
/* field: unwarmed_two_passes unwarmed n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

static void *run(void *unused) {
    for (size_t i = 0, items = 64, group = 16; i < 6; i++, items = items < 256 ? 2 * items : 64) {
        const double begin = host_now_s();
        host_works_us(500);
        printf("host: %.6f s\n", host_now_s() - begin);
        kernel = new_kernel(new_program(""));
        print_sized_by_stamps(items, group);
    }
    return unused;
}
int main(void) { return done_behind(run); }
