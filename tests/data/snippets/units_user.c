/* A unit of a larger program: UNIT is 1 or 2. */
#include "gputime.h"
#include "units.h"
#include "units_print.h"

#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)
#define TEXT2(x) #x
#define TEXT(x) TEXT2(x)

void JOIN(unit, UNIT)(void) {
    GT_SCOPE("unit" TEXT(UNIT)) { }
    GT_SCOPE("shared") { }
}
void JOIN(JOIN(unit, UNIT), _print)(void) { print_series(" | "); }
