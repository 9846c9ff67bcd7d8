// Three launches are always on their way, and each round waits for the oldest: all but the last were waited for, which
// is worth a note. HEALTHY waits for each at once.
/* field: tail_of_rounds no-sync n=200 note */
/* device: sim */
/* flags: -include calls.h */
/* env: GT_REPORT=/dev/null */
#include "field.h"

int main(void) {
    cl_event on_their_way[4];
    open_warm(1000);
    host_now_s();
    for (int i = 0; i < 200; i++) {
        launch(&on_their_way[i % 4]);
        if (healthy) clFinish(queue);
        else if (i >= 3) clWaitForEvents(1, &on_their_way[(i + 1) % 4]);
        if (i >= 3) clReleaseEvent(on_their_way[(i + 1) % 4]);
        host_now_s();
    }
    clFinish(queue);
    for (int i = 197; i < 200; i++) clReleaseEvent(on_their_way[i % 4]);
    return done();
}
