// As unwarmed_each_context, with one more reading before: the program also times the whole loop, so that the number of
// readings does not tell which of them begin a timing of a launch. HEALTHY launches once before each timing.
/* field: unwarmed_in_total unwarmed n=4 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    script.device[0].first_launch.ns = 3e6;
    script.device[0].compile_where = SIMCL_IN_ENQUEUE;
    open_device();
    const double all = host_now_s();
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
    printf("%.6f s in all\n", host_now_s() - all);
    return done();
}
