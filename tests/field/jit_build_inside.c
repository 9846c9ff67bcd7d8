// A program is built in the timed region. HEALTHY builds it before.
/* field: jit_build_inside jit-in-region n=1 */
/* device: sim */
/* flags: -include calls.h */
#include "field.h"

int main(void) {
    open_warm(1000);
    if (healthy) kernel = new_kernel(new_program("-DOTHER"));
    if (healthy) GT_SCOPE("warm up") { launch(NULL); clFinish(queue); }
    GT_SCOPE_CL(queue, "step") {
        if (!healthy) kernel = new_kernel(new_program("-DOTHER"));
        launch(NULL);
    }
    return done();
}
