// The stamps of three launches are printed, each of other buffers: none repeats the first one, which nobody warmed.
// HEALTHY launches once before.
/* field: unwarmed_other_buffers unwarmed n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

static void *run(void *unused) {
    if (healthy) launch(NULL);
    cl_mem other[3];
    for (int i = 0; i < 3; i++) {
        other[i] = clCreateBuffer(context, CL_MEM_READ_WRITE, BUFFER_BYTES, NULL, NULL);
        clSetKernelArg(kernel, 0, sizeof other[i], &other[i]);
        print_stamped_launch();
    }
    for (int i = 0; i < 3; i++) clReleaseMemObject(other[i]);
    return unused;
}
int main(void) { return done_behind(run); }
