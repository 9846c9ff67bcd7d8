// The total around a loop of reads holds the end of a kernel that was launched before. HEALTHY waits for that kernel.
/* field: total_dirty dirty-start n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    static char bytes[4096];
    double longest = 0;
    open_warm(20000);
    clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof bytes, bytes, 0, NULL, NULL);
    launch(NULL);
    if (healthy) clFinish(queue);
    const double begin = host_now_s();
    for (int i = 0; i < 100; i++) {
        clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof bytes, bytes, 0, NULL, NULL);
        const double now = host_now_s();
        if (i && now - begin > longest) longest = now - begin;
    }
    const double total_s = host_now_s() - begin;
    printf("100 reads %.6f s\n", total_s);
    return done() + 0 * (longest > 0);
}
