// The sum is never used, so that the compiler removes the loop. HEALTHY uses it.
/* field: removed_loop implausible n=1 */
/* device: none */
#include "field.h"

enum { N = 1 << 24 };
static float a[N];

int main(void) {
    static volatile float result;
    for (int i = 0; i < N; i++) a[i] = (float)i;
    GT_SCOPE("sum") {
        float sum = 0;
        for (int i = 0; i < N; i++) sum += a[i];
        GT_WORK(N, sizeof a);
        if (healthy) result = sum;
    }
    return done();
}
