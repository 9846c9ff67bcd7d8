// A host array is written for the first time between two readings of a clock, behind many launches, each with an event.
// HEALTHY has written it before. The kit's own memory for these events is no memory that the program uses first.
/* field: first_touch_events page-faults n=1 */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

enum { LAUNCHES = 200, BLOCK_BYTES = 256, BYTES = 64 << 20 };
static cl_event event[LAUNCHES];
static void *block[2 * LAUNCHES];

int main(void) {
    char *host = malloc(BYTES);
    open_warm(3.5);
    if (healthy) memset(host, 1, BYTES);
    for (int i = 0; i < 2 * LAUNCHES; i++)      /* the driver gets memory for its events that has been written */
        if ((block[i] = malloc(BLOCK_BYTES)) != NULL) memset(block[i], 1, BLOCK_BYTES);
    for (int i = 0; i < 2 * LAUNCHES; i++) free(block[i]);
    const double begin = host_now_s();
    for (int i = 0; i < LAUNCHES; i++) launch(&event[i]);
    clFinish(queue);
    memset(host, 2, BYTES);
    printf("%.6f s\n", host_now_s() - begin);
    for (int i = 0; i < LAUNCHES; i++) clReleaseEvent(event[i]);
    free(host);
    return done();
}
