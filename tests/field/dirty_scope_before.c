// The scope before did not wait for its kernel: its time is in this one. HEALTHY waits in both.
/* field: dirty_scope_before dirty-start n=1 */
/* device: sim */
#include "field.h"

int main(void) {
    open_warm(300);
    GT_SCOPE("first") {
        launch(GT_EVENT);
        if (healthy) clFinish(queue);
    }
    GT_SCOPE("second") {
        launch(GT_EVENT);
        clFinish(queue);
    }
    return done();
}
