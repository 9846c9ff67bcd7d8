// A kernel is launched, and memory used for the first time, between two timings of host code; the program reads the
// stamps of that kernel. HEALTHY does no more. A clock that is read around both makes it a timing with first uses.
/* field: first_touch_stamped page-faults n=1 */
/* device: pocl */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    enum { bytes = 64 << 20 };
    char *host = malloc(bytes);
    cl_event event;
    double begin = 0;
    open_device();
    kernel_takes_us(1000);
    print_host_code_by(CLOCK_MONOTONIC, 2000);
    if (!healthy) begin = host_now_s();
    launch(&event);
    memset(host, healthy + 1, bytes);
    clFinish(queue);
    if (!healthy) printf("all %.6f s\n", host_now_s() - begin);
    printf("kernel %.6f s\n", stamps_s(event));
    print_host_code_by(CLOCK_MONOTONIC, 2000);
    printf("of %d\n", host[bytes - 1]);
    free(host);
    return done();
}
