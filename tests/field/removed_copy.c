// Nobody reads what is copied, so that the compiler removes the copy. HEALTHY reads a part of it.
/* field: removed_copy implausible n=5 */
/* device: none */
#include "field.h"

enum { BYTES = 4 << 20 };

int main(void) {
    static volatile char seen;
    char *from = malloc(BYTES), *to = malloc(BYTES);
    if (!from || !to) return 2;
    memset(from, 1, BYTES);
    memset(to, 2, BYTES);
    for (int i = 0; i < 5; i++)
        GT_SCOPE("copy") {
            if (healthy) {
                memcpy(to, from, BYTES);
                seen = to[i];
            } else {
                char *local = malloc(BYTES);
                memcpy(local, from, BYTES);
                free(local);
            }
            GT_WORK(0, 2.0 * BYTES);
        }
    free(from);
    free(to);
    return done();
}
