// Timed in a build for the address sanitizer. HEALTHY does not define what such a build defines.
/* field: sanitized debug-build n=1 */
/* device: none */
#ifndef HEALTHY
#define __SANITIZE_ADDRESS__ 1
#endif
#include "field.h"

int main(void) {
    GT_SCOPE("work") host_works_us(500);
    return done();
}
