// Each of eight passes builds a program with options of its own, and reads the stamps of its only launch. HEALTHY
// builds the same one each time: the driver has kept it, so that its kernel was launched before.
/* field: unwarmed_rebuilt unwarmed n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

static void *run(void *unused) {
    for (int i = 0; i < 8; i++) {
        char options[20];
        snprintf(options, sizeof options, "-DPASS=%d", healthy ? 0 : i);
        kernel = new_kernel(new_program(options));
        print_stamped_launch();
    }
    return unused;
}
int main(void) { return done_behind(run); }
