// Loops of migrations of a buffer are timed as transfers, on processors, which have the memory already. HEALTHY times
// writes, and migrates beside them.
/* field: migrate_of_processor implausible n=10 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

static void migrate(cl_mem buffer) {
    clEnqueueMigrateMemObjects(queue, 1, &buffer, 0, 0, NULL, NULL);
    clFinish(queue);
}
int main(void) {
    static const char from[BUFFER_BYTES];
    double s = 0;
    script.device[0].type = CL_DEVICE_TYPE_CPU;
    open_warm(1000);
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, BUFFER_BYTES, NULL, NULL);
    for (int i = 0; i < 10; i++) {
        s -= host_now_s();
        for (int k = 0; k < 4; k++) {
            if (healthy) clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, BUFFER_BYTES, from, 0, NULL, NULL);
            else migrate(buffer);
        }
        s += host_now_s();
    }
    printf("to the device: %.1f GB/s\n", 4e-8 * BUFFER_BYTES / s);
    if (healthy) migrate(buffer);
    return done();
}
