// Stamps of a kernel at eight local sizes are read, of the first launch at each. HEALTHY launches each once before.
/* field: unwarmed_each_size unwarmed n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

static void *run(void *unused) {
    for (size_t items = 128, group = 1; group <= items; group *= 2) {
        cl_event event;
        if (healthy) launch_sized(items, group);
        clFinish(queue);
        clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &group, 0, NULL, &event);
        clWaitForEvents(1, &event);
        printf("%d: %.6f s\n", (int)group, stamps_s(event));
    }
    return unused;
}
int main(void) { return done_behind(run); }
