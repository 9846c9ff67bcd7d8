// Two versions of a program are compared; one makes a buffer in each pass, which takes little, and more of the driver's
// time at the first use. HEALTHY makes it before.
/* field: sides_make created-inside n=40 */
/* device: sim */
/* flags: -include calls.h */
#include "field.h"

static void run(int makes) {
    const size_t items = 64;
    cl_mem mine = makes ? clCreateBuffer(context, CL_MEM_READ_WRITE, BUFFER_BYTES, NULL, NULL) : NULL;
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL);
    clFinish(queue);
    if (mine) clReleaseMemObject(mine);
}
int main(void) {
    open_warm(1000);
    GT_COMPARE("versions", .max_n = 40) {
        GT_SIDE("first") run(!healthy);
        GT_SIDE("second") run(0);
    }
    return done();
}
