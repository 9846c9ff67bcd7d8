// Each of four timings has a context and a program of its own, and the program reads its clock twice more, around the
// copies, too: the launch lies between two pairs of readings. HEALTHY launches once before.
/* field: unwarmed_each_nested unwarmed n=4 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

static char bytes[4096];

int main(void) {
    load_at_launch_us(3000);
    open_device();
    for (int i = 0; i < 4; i++) {
        open_another();
        const cl_mem own = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof bytes, NULL, NULL);
        const double begin = host_now_s();
        clEnqueueWriteBuffer(queue, own, CL_TRUE, 0, sizeof bytes, bytes, 0, NULL, NULL);
        const double from = host_now_s();
        launch(NULL);
        clFinish(queue);
        const double to = host_now_s();
        clEnqueueReadBuffer(queue, own, CL_TRUE, 0, sizeof bytes, bytes, 0, NULL, NULL);
        printf("%.6f of %.6f s\n", to - from, host_now_s() - begin);
    }
    return done();
}
