/* five_points.h - for example 06: five points in time of a launch, after "2.2 Timing Kernel Functions" */

#ifndef EX_FIVE_POINTS_H
#define EX_FIVE_POINTS_H

#include "common.h"

/* Prints the points of a series with one launch in each sample. unawaited: the path of the same launches without a
   wait. Returns the ratio of the host's time to the device's (confidence 0: not known). */
static gt_interval five_points(const char *path, const char *unawaited)
{
    gt_snapshot s;
    gt_stats part[4] = { { 0 } };
    int p = 0;
    if (gt_snapshot_take(&s) != GT_OK) return part[3].ci;
    const gt_series *x = gt_snapshot_find(&s, path);
    double *us = x && x->known[GT_COLUMN_device_ns] == x->n ? (double *)malloc((x->kept + 1) * sizeof *us) : NULL;
    for (; us && p < 4; p++) {              /* medians, which one disturbed sample does not change */
        for (size_t i = 0; i < x->kept; i++) {
            const gt_sample k = gt_series_sample(x, i);
            const double launch = k.first_ns + k.launch_ns, rest = x->ns[i] - launch - k.device_ns;
            us[i] = p == 3 ? x->ns[i] / k.device_ns : 1e-3 * (p == 0 ? launch : p == 1 ? k.device_ns : rest);
        }
        if (gt_stats_of(us, x->kept, 0, &part[p]) != GT_OK) break;
    }
    if (p == 4)
        printf("the five points of a launch (%s; medians)\n\n"
               "  1 ----------------- 2 ================= 4 ---------------- 5      3: control is back\n"
               "  the host launches   START               END                the host knows\n"
               "      %10.1f us %15.1f us %16.1f us            %.1f us behind 1\n"
               "  wanted: 2 to 4; a clock of the host gets 1 to 5 with a wait, 1 to 3 without one (other launches)\n\n",
               x->name, part[0].median, part[1].median, part[2].median, 1e3 * ex_ms(unawaited));
    free(us);
    gt_snapshot_free(&s);
    return part[3].ci;
}

#endif
