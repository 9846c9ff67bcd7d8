// The least of many is taken of a call that takes less than a step of the clock: it prints 0. HEALTHY divides the time
// of many.
/* field: clock_least_of_many coarse n=1 */
/* device: sim */
/* flags: -include calls.h -D_DEFAULT_SOURCE */
/* env: GT_REPORT=/dev/null */
#include "field.h"
#include <sys/time.h>

static double now_us(void) {
    struct timeval t;
    gettimeofday(&t, NULL);
    return 1e6 * (double)t.tv_sec + (double)t.tv_usec;
}
static void set_argument(void) {
    const cl_int loops = 1000;
    clSetKernelArg(kernel, 1, sizeof loops, &loops);
}
int main(void) {
    double least = 1e9, begin;
    open_warm(1000);
    begin = now_us();
    for (int i = 0; healthy && i < 1000; i++) set_argument();
    if (healthy) least = (now_us() - begin) / 1000;
    for (int i = 0; !healthy && i < 1000; i++) {
        begin = now_us();
        set_argument();
        const double us = now_us() - begin;
        if (us < least) least = us;
    }
    printf("to set an argument: %.3f us\n", least);
    for (int i = 0; i < 6; i++) launch(NULL);
    clFinish(queue);
    return done();
}
