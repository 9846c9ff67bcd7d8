// START to END of kernels on two queues are added up, though they run at once on the lanes of the device, each slower.
// HEALTHY launches all on one queue.
/* field: stamps_at_once contended n=8 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    cl_event event[8];
    cl_ulong ns = 0;
    script.device[0].lanes = 2;
    open_warm(1000);
    cl_command_queue other = healthy ? queue : new_queue(CL_QUEUE_PROFILING_ENABLE);
    for (int i = 0; i < 8; i++) launch_on(i % 2 ? other : queue, &event[i]);
    clFinish(queue);
    clFinish(other);
    for (int i = 0; i < 8; i++) {
        ns += stamp(event[i], CL_PROFILING_COMMAND_END) - stamp(event[i], CL_PROFILING_COMMAND_START);
        clReleaseEvent(event[i]);
    }
    printf("kernels: %.3f ms\n", 1e-6 * (double)ns);
    return done();
}
