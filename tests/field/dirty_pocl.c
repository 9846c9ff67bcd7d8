// Earlier work in the queue was not waited for, in every repetition. HEALTHY waits.
/* field: dirty_pocl dirty-start n=5 */
/* device: pocl */
#include "field.h"

int main(void) {
    open_warm(20000);
    for (int i = 0; i < 5; i++) {
        launch(NULL);
        if (healthy) clFinish(queue);
        GT_SCOPE("second") {
            launch(GT_EVENT);
            clFinish(queue);
        }
    }
    return done();
}
