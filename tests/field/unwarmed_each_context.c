// Each of four timings has a context and a program of its own, as one that compares devices or options has. The first
// launch takes 3 ms in its enqueue call, as on a GPU whose driver loads the kernel there. HEALTHY launches once before.
/* field: unwarmed_each_context unwarmed n=4 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    script.device[0].first_launch.ns = 3e6;
    script.device[0].compile_where = SIMCL_IN_ENQUEUE;
    open_device();
    for (int i = 0; i < 4; i++) {
        context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
        queue = new_queue(0);
        kernel = new_kernel(new_program(NULL));
        if (healthy) launch(NULL);
        clFinish(queue);
        const double begin = host_now_s();
        launch(NULL);
        clFinish(queue);
        printf("%.6f s\n", host_now_s() - begin);
    }
    return done();
}
