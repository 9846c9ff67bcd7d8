// The clock that is read before and behind each launch makes a date of the time, and nobody waits for the launches.
// HEALTHY waits, and prints the least time, as this program does: the first launch compiles.
/* field: unwaited_dates no-sync n=20 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include <sys/time.h>
#include "field.h"

__attribute__((noinline)) static double now_s(void) {
    struct timeval t;
    struct tm date;
    gettimeofday(&t, NULL);
    if (!gmtime_r(&t.tv_sec, &date)) abort();
    return 3600 * date.tm_hour + 60 * date.tm_min + date.tm_sec + 1e-6 * (double)t.tv_usec;
}
int main(void) {
    double least = 1;
    compile_at_launch();
    open_device();
    kernel = new_kernel(new_program(NULL));
    for (int i = 0; i < 20; i++) {
        const double begin = now_s();
        launch(NULL);
        if (healthy) clFinish(queue);
        const double s = now_s() - begin;
        if (s < least) least = s;
        clFinish(queue);
    }
    printf("kernel: %.6f s\n", least);
    return done();
}
