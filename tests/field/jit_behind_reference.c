// The clock around a first launch has calls inside that fail and cost no work: the copy of an object that was never
// made counts a reference of it (clRetainProgram of NULL). The time is as wrong as without these calls. HEALTHY has
// launched the kernel once before.
/* field: jit_behind_reference jit-in-region n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    open_cold();
    const double begin = host_now_s();
    const int failed = clRetainProgram(NULL) != CL_SUCCESS && clReleaseKernel(NULL) != CL_SUCCESS;
    launch(NULL);
    clFinish(queue);
    printf("kernel %.6f s; references that failed: %d\n", host_now_s() - begin, failed);
    return done();
}
