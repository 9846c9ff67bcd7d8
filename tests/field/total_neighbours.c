// The least of eight times of each of five kernels, by loops one behind the other. One of the loops is timed as a
// whole, too, and that total holds a first launch. HEALTHY prints the least alone, which leaves first launches out.
/* field: total_neighbours jit-in-region n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null GT_WIDE=1 */
#include "field.h"

/* each use reads the clock in places of its own */
#define NOW_S(s) do { \
    struct timespec t_; \
    clock_gettime(CLOCK_MONOTONIC, &t_); \
    (s) = (double)t_.tv_sec + 1e-9 * (double)t_.tv_nsec; \
} while (0)
#define LEAST_OF(k) do { \
    double least = 1, begin, end; \
    for (int i = 0; i < 8; i++) { \
        NOW_S(begin); \
        kernel = of[k]; \
        host_works_us(1); \
        launch(NULL); \
        clFinish(queue); \
        NOW_S(end); \
        if (end - begin < least) least = end - begin; \
    } \
    printf("kernel %d: %.6f s\n", k, least); \
} while (0)

int main(void) {
    enum { kernels = 5 };
    cl_kernel of[kernels];
    double from = 0, to = 0;
    compile_at_launch();
    open_device();
    for (int i = 0; i < kernels; i++) {
        char source[64];
        snprintf(source, sizeof source, "kernel void work(global float *a, int n) { a[0] = %d; }", i);
        of[i] = new_kernel(new_program_of(source, NULL));
    }
    LEAST_OF(0);
    LEAST_OF(1);
    if (!healthy) NOW_S(from);
    LEAST_OF(2);
    if (!healthy) NOW_S(to);
    printf("loop 2: %.6f s\n", to - from);
    LEAST_OF(3);
    LEAST_OF(4);
    return done();
}
