// A function reads the clock for each line that the program prints, which holds the time since the line before: the
// first launch is in one. HEALTHY makes a date of what it reads, as a logger does, and prints the least time of a
// kernel.
/* field: jit_beside_log jit-in-region n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null GT_WIDE=1 */
#include <sys/time.h>
#include "field.h"

__attribute__((noinline)) static void say(const char *what) {
    static double before;
    struct timeval t;
    gettimeofday(&t, NULL);
    const double now = (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
    if (healthy) {
        const struct tm *date = localtime(&t.tv_sec);
        printf("%02d:%02d:%02d %s\n", date->tm_hour, date->tm_min, date->tm_sec, what);
    } else {
        printf("%.6f s: %s\n", now - before, what);
    }
    before = now;
}
int main(void) {
    double least = 1;
    say("begins");
    compile_at_launch();
    open_device();
    say("has a device");
    kernel = new_kernel(new_program(NULL));
    say("has a program");
    for (int i = 0; i < 5; i++) {
        cl_event event;
        launch_on(queue, &event);
        clFinish(queue);
        const double s = stamps_s(event);
        if (s < least) least = s;
    }
    say("has launched");
    printf("kernel: %.6f s\n", least);
    say("ends");
    return done();
}
