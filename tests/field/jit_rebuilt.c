// Each pass builds a program with options of its own, and times its first launch. HEALTHY builds the same one each
// time: the driver has kept it, and the program leaves the first pass out.
/* field: jit_rebuilt jit-in-region n=5 */
/* device: pocl */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"
#include <unistd.h>

int main(void) {
    const long salt = (long)time(NULL);     /* so that no driver has it from a run before */
    double sum = 0;
    open_warm(100);
    for (int i = 0; i < 5; i++) {
        char options[80];
        snprintf(options, sizeof options, "-DSALT=%ld%ld%d", salt, (long)getpid(), healthy ? 0 : i);
        kernel = new_kernel(new_program(options));
        clFinish(queue);
        double begin = host_now_s();
        launch(NULL);
        clFinish(queue);
        const double took = host_now_s() - begin;
        if (i) sum += took;
    }
    printf("%.6f s\n", sum / 4);
    return done();
}
