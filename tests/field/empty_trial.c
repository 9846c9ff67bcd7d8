// A trial of an empty body, as one begins a harness. HEALTHY has work in it.
/* field: empty_trial empty-body n=30 */
/* device: none */
#include "field.h"

int main(void) {
    volatile double sum = 0;
    int i;
    GT_TRIAL("body", .budget_s = 0.2, .precision = 0.2) {
        for (i = 0; healthy && i < 100000; i++) sum += i;
    }
    return done();
}
