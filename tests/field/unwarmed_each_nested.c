// Each of four timings has a context and a program of its own, and the program reads its clock twice more, around the
// copies, too: the launch lies between two pairs of readings. HEALTHY launches once before.
/* field: unwarmed_each_nested unwarmed n=4 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

static char bytes[4096];

int main(void) {
    script.device[0].first_launch.ns = 3e6;
    script.device[0].compile_where = SIMCL_IN_ENQUEUE;
    open_device();
    for (int i = 0; i < 4; i++) {
        context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
        queue = new_queue(0);
        kernel = new_kernel(new_program(NULL));
        const cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof bytes, NULL, NULL);
        if (healthy) launch(NULL);
        clFinish(queue);
        const double begin = host_now_s();
        clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, sizeof bytes, bytes, 0, NULL, NULL);
        const double from = host_now_s();
        launch(NULL);
        clFinish(queue);
        const double to = host_now_s();
        clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof bytes, bytes, 0, NULL, NULL);
        printf("%.6f of %.6f s\n", to - from, host_now_s() - begin);
    }
    return done();
}
