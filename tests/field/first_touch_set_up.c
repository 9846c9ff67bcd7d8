// Sets up between two timings, of its own code and of a build: makes a buffer, copies to it for the first time, makes a
// program. A clock that is read before that copy makes it a timing with first uses. HEALTHY times no copy.
/* field: first_touch_set_up page-faults n=1 */
/* device: pocl */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    enum { bytes = 32 << 20 };
    const char *source = "kernel void other(global float *a) { a[0] = 1; }";
    char *host = malloc(bytes);
    open_warm(100);
    double begin = host_now_s();
    memset(host, 1, bytes);
    printf("host %.6f s\n", host_now_s() - begin);
    cl_mem fresh = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, NULL);
    if (!healthy) begin = host_now_s();
    clEnqueueWriteBuffer(queue, fresh, CL_TRUE, 0, bytes, host, 0, NULL, NULL);
    cl_program other = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
    double end = host_now_s();
    if (!healthy) printf("copy %.6f s\n", end - begin);
    clBuildProgram(other, 1, &device, NULL, NULL, NULL);
    printf("build %.6f s\n", host_now_s() - end);
    clReleaseProgram(other);
    clReleaseMemObject(fresh);
    free(host);
    return done();
}
