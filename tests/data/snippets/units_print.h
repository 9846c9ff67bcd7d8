/* Prints each series that holds something as NAME:COUNT, in the order of names. */
#ifndef UNITS_PRINT_H
#define UNITS_PRINT_H

#include <string.h>

static inline void print_series(const char *first) {
    static const char *const names[] = { "main", "shared", "unit1", "unit2" };
    gt_snapshot snap;
    const char *before = first;
    size_t i, k;
    if (gt_snapshot_take(&snap) != GT_OK) return;
    for (k = 0; k < sizeof names / sizeof names[0]; k++)
        for (i = 0; i < snap.count; i++)
            if (!strcmp(snap.series[i].path, names[k]) && snap.series[i].n) {
                printf("%s%s:%lu", before, names[k], (unsigned long)snap.series[i].n);
                before = " ";
            }
    gt_snapshot_free(&snap);
}

#endif
