// The second of two kernels in a phase is compiled there. HEALTHY launches both once before.
/* field: jit_second_kernel jit-in-region n=1 */
/* device: sim */
#include "field.h"

int main(void) {
    cl_kernel first, second;
    compile_at_launch();
    open_device();
    first = kernel;
    second = new_kernel(new_program(NULL));
    launch(NULL);
    kernel = second;
    if (healthy) launch(NULL);
    clFinish(queue);
    GT_SCOPE_CL(queue, "both") {
        kernel = first;
        launch(GT_EVENT);
        kernel = second;
        launch(GT_EVENT);
    }
    return done();
}
