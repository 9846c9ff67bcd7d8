/* findings.c - the findings of gtprof's own: part of gtprof.c, for programs that are killed, and of layer.c, for the
   files that a program leaves at its end. wall: ns from the first sight of the process to its end */

static void gtprof_find(gt_list_ *l, const gtprof_map *m, double wall) {
    const double work = wall - m->build_ns, some = 0.05 * work;     /* a build is dear, and hides no other fault */
    double run = 0, n = 0, busy = 0;
    uint32_t i, most = 0;
    for (i = 0; i < m->activities; i++) {
        run += m->activity[i].run.sum;
        n += (double)m->activity[i].run.n;
    }
    for (i = 0; i < m->devices; i++) if (m->device[i].sum > busy) busy = m->device[i].sum;
    for (i = 0; i < GTPROF_BUILDS; i++) if (m->build[i].n > most) most = m->build[i].n;
    if (m->small >= 1000 && 2 * m->small >= m->transfers && m->small_ns > some)
        gt_finding_add_(l, NULL, GT_FINDING_SMALL_TRANSFERS,
                        "{transfers} of {of} transfers move {mean:B} on average; their calls took {calls:ns}, "
                        "{share:%} of the time",
                        GT_VALUES_(gt_n_(m->small), gt_n_(m->transfers), gt_x_(m->small_bytes / (double)m->small),
                                   gt_x_(m->small_ns), gt_x_(100 * m->small_ns / wall)));
    if (most >= 3)
        gt_finding_add_(l, NULL, GT_FINDING_BUILD_IN_LOOP, 
                        "{builds} times; all but the first took {calls:ns}, {share:%} of the time",
                        GT_VALUES_(gt_n_(most), gt_x_(m->rebuilt_ns), gt_x_(100 * m->rebuilt_ns / wall)));
    /* A wait for a command that runs for long is no loss: what counts is the rest of the wait. */
    const double lost = m->needless_ns - (n > 0 ? (double)m->needless * run / n : 0);
    if (m->needless >= 100 && 2 * m->needless >= m->commands - m->transfers && lost > some)
        gt_finding_add_(l, NULL, GT_FINDING_NEEDLESS_WAIT,
                        "{waits} times; beyond what the commands ran, these waits took {lost:ns}, {share:%} of "
                        "the time",
                        GT_VALUES_(gt_n_(m->needless), gt_x_(lost), gt_x_(100 * lost / wall)));
    if (m->blocking_reads >= 100 && m->blocking_ns > 0.1 * work && busy < 0.9 * work)
        gt_finding_add_(l, NULL, GT_FINDING_BLOCKING_READ, "{reads} times, for {calls:ns}, {share:%} of the time",
                        GT_VALUES_(gt_n_(m->blocking_reads), gt_x_(m->blocking_ns),
                                   gt_x_(100 * m->blocking_ns / wall)));
}
