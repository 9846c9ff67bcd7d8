// Two launches in one host scope, each waited for at once; the first is the first of all. HEALTHY launches once before.
/* field: jit_waited_launches jit-in-region n=1 */
/* device: sim */
/* flags: -include calls.h */
#include "field.h"

int main(void) {
    compile_at_launch();
    open_device();
    if (healthy) gt_cl_warm_kernel(queue, kernel, 1, NULL, &(size_t){64}, &(size_t){16});
    GT_SCOPE("both")
        for (int i = 0; i < 2; i++) {
            launch(NULL);
            clFinish(queue);
        }
    return done();
}
