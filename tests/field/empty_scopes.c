// A loop of scopes around a computation without a result. HEALTHY keeps the result.
/* field: empty_scopes empty-body n=20 */
/* device: none */
#include "field.h"

int main(void) {
    volatile double keep = 0;
    int i, k;
    for (k = 0; k < 20; k++) {
        GT_SCOPE("polynomial") {
            double y = 1;
            for (i = 0; i < 20000; i++) y = y * 0.999 + 1;
            if (healthy) keep = y;
        }
    }
    (void)keep;
    return done();
}
