// Launch, read and the wait for both are timed one after the other: the wait holds the compilation. HEALTHY has
// launched once before, and times all as one.
/* field: unwarmed_in_later_wait unwarmed n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    static char bytes[BUFFER_BYTES];
    open_cold();
    memset(bytes, 1, sizeof bytes);
    const double begin = host_now_s();
    launch(NULL);
    const double launched = healthy ? begin : host_now_s();
    clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, BUFFER_BYTES, bytes, 0, NULL, NULL);
    const double sent = healthy ? begin : host_now_s();
    clFinish(queue);
    const double end = host_now_s();
    printf("launch: %.6f s, read: %.6f s, wait: %.6f s\n", launched - begin, sent - launched, end - sent);
    return done();
}
