/* Runs a scope of its own and UNITS other units, then prints what the recorders hold. */
#ifdef TWICE                    /* the recipe that includes first and implements later, in one file */
#undef GPUTIME_IMPLEMENTATION
#include "gputime.h"
#include "gputime.h"
#define GPUTIME_IMPLEMENTATION
#include "gputime.h"
#endif
#include "gputime.h"
#include "units.h"
#include "units_print.h"

int main(void) {
    GT_SCOPE("main") { }
    GT_SCOPE("shared") { }
#if UNITS >= 1
    unit1();
#endif
#if UNITS >= 2
    unit2();
#endif
    print_series("");
#ifdef GPUTIME_STATIC
#if UNITS >= 1
    unit1_print();
#endif
#if UNITS >= 2
    unit2_print();
#endif
#endif
    printf("\n");
    return 0;
}
