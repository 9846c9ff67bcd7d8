/* What the units of tests/tools/test_units.sh know of each other. Built as C and as C++. */
#ifndef UNITS_H
#define UNITS_H

#ifdef __cplusplus
extern "C" {
#endif
void unit1(void);
void unit2(void);
void unit1_print(void);     /* with GPUTIME_STATIC: what that unit's own recorder holds */
void unit2_print(void);
#ifdef __cplusplus
}
#endif

#endif
