/* findings.c - the findings of gtprof's own: part of gtprof.c, for programs that are killed, and of layer.c, for the
   files that a program leaves at its end. wall: ns from the first sight of the process to its end */

/* The thread that speaks for the program: in OpenCL for the longest time. NULL: none called. */
static const gtprof_thread *gtprof_busiest(const gtprof_map *m) {
    const gtprof_thread *best = NULL;
    double most = 0;
    uint32_t i;
    for (i = 0; i < m->threads && i < GTPROF_THREADS; i++) {
        const gtprof_thread *t = &m->thread[i];
        const double ns = t->to - t->from - t->part[GTPROF_HOST];
        if (best && !(ns > most)) continue;
        best = t;
        most = ns;
    }
    return best;
}
/* Sums over all commands: of kernels and of the rest, which moves or fills. */
static double gtprof_ran_in(const gtprof_map *m, int kernels) {
    double sum = 0;
    uint32_t i;
    for (i = 0; i < m->activities; i++)
        if ((strcmp(m->activity[i].kind, "kernel") == 0) == kernels) sum += m->activity[i].run.sum;
    return sum;
}
static double gtprof_share_of_kernels(const gtprof_map *m) {
    const double kernels = gtprof_ran_in(m, 1), rest = gtprof_ran_in(m, 0);
    return kernels + rest > 0 ? kernels / (kernels + rest) : 0;
}
/* The big causes, each from a tenth of the time on at least. */
static void gtprof_find_causes(gt_list_ *l, const gtprof_map *m, double wall) {
    const gtprof_thread *t = gtprof_busiest(m);
    double kernels, copies, launches = 0, single = 0, single_ns = 0;
    uint32_t i;
    if (!t || wall < 5e7) return;
    kernels = t->part[GTPROF_DEVICE] * gtprof_share_of_kernels(m);
    copies = t->part[GTPROF_DEVICE] - kernels;
    for (i = 0; i < m->activities; i++) {
        const gtprof_activity *a = &m->activity[i];
        if (!strcmp(a->kind, "kernel")) launches += (double)a->run.n;
        if (!a->single || a->single < a->run.n) continue;
        single += (double)a->run.n;
        single_ns += a->run.sum;
    }
    if (t->part[GTPROF_HOST] > 0.5 * wall && m->commands >= 10)
        gt_finding_add_(l, NULL, GT_FINDING_HOST_BOUND, "%s, %s of the time, in code of its own in which the device idles",
                        gt_time_(t->part[GTPROF_HOST]), gt_share_text_(t->part[GTPROF_HOST], wall));
    if (t->part[GTPROF_BUILD] > 0.3 * wall)
        gt_finding_add_(l, NULL, GT_FINDING_BUILD_BOUND, "%s took %s, %s of the time", gt_some_((double)m->builds, "build"),
                        gt_time_(t->part[GTPROF_BUILD]), gt_share_text_(t->part[GTPROF_BUILD], wall));
    if (t->part[GTPROF_COLD] > 0.1 * wall)
        gt_finding_add_(l, NULL, GT_FINDING_COLD_LAUNCH, "%s took %s, %s of the time, from the enqueue to START",
                        gt_some_((double)m->cold, "first launch"), gt_time_(t->part[GTPROF_COLD]),
                        gt_share_text_(t->part[GTPROF_COLD], wall));
    if (copies > 0.3 * wall && copies > 2 * kernels)
        gt_finding_add_(l, NULL, GT_FINDING_TRANSFER_BOUND, "copies and fills run for %s, %s of the time, kernels for %s",
                        gt_time_(copies), gt_share_text_(copies, wall), gt_time_(kernels));
    if (single_ns > 0.1 * wall)
        gt_finding_add_(l, NULL, GT_FINDING_ONE_WORK_ITEM, "%s of one work-item ran for %s, %s of the time",
                        gt_some_(single, "launch"), gt_time_(single_ns), gt_share_text_(single_ns, wall));
    if (launches >= 1000 && kernels > 0 && t->part[GTPROF_WAIT] + t->part[GTPROF_CALL] > kernels &&
        t->part[GTPROF_WAIT] + t->part[GTPROF_CALL] > 0.3 * wall)
        gt_finding_add_(l, NULL, GT_FINDING_LAUNCH_BOUND,
                        "%.0f launches ran for %s in all; their calls and waits took %s beyond that, %s of the time",
                        launches, gt_time_(kernels), gt_time_(t->part[GTPROF_WAIT] + t->part[GTPROF_CALL]),
                        gt_share_text_(t->part[GTPROF_WAIT] + t->part[GTPROF_CALL], wall))->severity = GT_NOTE;
}
static void gtprof_find(gt_list_ *l, const gtprof_map *m, double wall) {
    const double some = 0.05 * wall;
    uint32_t i, most = 0;
    gtprof_find_causes(l, m, wall);
    for (i = 0; i < GTPROF_BUILDS; i++) if (m->build[i].n > most) most = m->build[i].n;
    if (m->small >= 1000 && 2 * m->small >= m->transfers && m->small_ns > some)
        gt_finding_add_(l, NULL, GT_FINDING_SMALL_TRANSFERS,
                        "%lu of %lu transfers move %s on average; their calls took %s, %s of the time",
                        (unsigned long)m->small, (unsigned long)m->transfers,
                        gt_rate_(m->small_bytes / (double)m->small, "B"), gt_time_(m->small_ns),
                        gt_share_text_(m->small_ns, wall));
    if (most >= 3)
        gt_finding_add_(l, NULL, GT_FINDING_BUILD_IN_LOOP, "%lu times; all but the first took %s, %s of the time",
                        (unsigned long)most, gt_time_(m->rebuilt_ns), gt_share_text_(m->rebuilt_ns, wall));
    /* A wait in which the device works is no loss: what counts is the rest of the wait. */
    if (m->needless >= 100 && 2 * m->needless >= m->commands - m->transfers && m->needless_lost > some)
        gt_finding_add_(l, NULL, GT_FINDING_NEEDLESS_WAIT,
                        "%lu times; beyond what the commands ran, these waits took %s, %s "
                        "of the time", (unsigned long)m->needless, gt_time_(m->needless_lost),
                        gt_share_text_(m->needless_lost, wall));
    if (m->blocking_reads >= 100 && m->blocking_lost > some)
        gt_finding_add_(l, NULL, GT_FINDING_BLOCKING_READ,
                        "%lu times; beyond what the device worked meanwhile, these reads took %s, %s of the time",
                        (unsigned long)m->blocking_reads, gt_time_(m->blocking_lost),
                        gt_share_text_(m->blocking_lost, wall));
}
