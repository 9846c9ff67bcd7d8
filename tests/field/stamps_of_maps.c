// QUEUED to END stands for the execution of kernels, which is right within 5 %, and of maps behind 8 ms of other work,
// which run for 1 us. HEALTHY reads START to END of the maps.
/* field: stamps_of_maps stamps-apart n=8 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

static double ms_of(cl_event event, cl_profiling_info from) {
    cl_ulong begin = 0, end = 0;
    clGetEventProfilingInfo(event, from, sizeof begin, &begin, NULL);
    clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL);
    clReleaseEvent(event);
    return 1e-6 * (double)(end - begin);
}
int main(void) {
    double map = 0, kernels = 0;
    open_warm(8000);
    for (int i = 0; i < 8; i++) {
        cl_event event[2];
        launch(NULL);           /* earlier work, behind which the map waits */
        void *at = clEnqueueMapBuffer(queue, buffer, CL_FALSE, CL_MAP_WRITE, 0, 64, 0, NULL, &event[0], NULL);
        clEnqueueUnmapMemObject(queue, buffer, at, 0, NULL, NULL);
        clFinish(queue);
        kernel_takes_us(190000);
        launch(&event[1]);
        clFinish(queue);
        kernel_takes_us(8000);
        map += ms_of(event[0], healthy ? CL_PROFILING_COMMAND_START : CL_PROFILING_COMMAND_QUEUED);
        kernels += ms_of(event[1], CL_PROFILING_COMMAND_QUEUED);
    }
    printf("map %.3f ms, kernel %.3f ms\n", map / 8, kernels / 8);
    return done();
}
