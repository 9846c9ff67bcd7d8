/* sections.c - the tables of gtprof's report as sections of a run, for the JSON document, for gtlint and for the page.
   It is part of layer.c, for programs that end by exit, and of gtprof.c, for others, whose sections have no run. What
   was counted is in gtprof_to; NULL: nothing was. gtprof_wall: ns from the load of the layer to the end so far. */

static void gtprof_shares_section(gt_section_ *to, const gt_snapshot *run) {
    static const gt_column_ columns[] = { { "the whole program", -40, 0 }, { "share", 6, 0 }, { "time", 8, 0 } };
    const double wall = gtprof_to ? gtprof_wall() : 0;
    gtprof_share share[GTPROF_SHARES];
    uint32_t k;
    int i;
    (void)run;
    to->column = columns;
    to->columns = sizeof columns / sizeof *columns;
    if (!gtprof_to || !gtprof_shares(gtprof_to, wall, share)) return;
    for (i = 0; i < GTPROF_SHARES; i++)
        if (share[i].ns > 0)
            gt_section_row_(to, share[i].name, "{share:%}|{time:ns}",
                            GT_VALUES_(gt_x_(100 * share[i].ns / wall), gt_x_(share[i].ns)));
    gt_section_say_(to,
                    "{time:ns} {}, with {builds#build} and {first#first launch}.",
                    GT_VALUES_(gt_x_(wall), gt_t_(gtprof_wall_text(gtprof_to)), gt_n_(gtprof_to->builds),
                               gt_n_(gtprof_to->cold)));
    for (k = 0; k < gtprof_to->devices; k++) {
        gtprof_device d = gtprof_to->device[k];
        gtprof_sum(&d, d.runs);
        gt_section_say_(to, "{}{} was busy for {}{busy:ns}, {share:%} of the time; between its commands it idled for "
                        "{idle:ns} in {gaps#gap}, the longest {longest:ns}.",
                        GT_VALUES_(gt_t_(gtprof_device_name(&d)), gt_t_(gtprof_device_text(gtprof_to, k)),
                                   gt_t_(gtprof_at_least(gtprof_to, &d)), gt_x_(d.busy), gt_x_(100 * d.busy / wall),
                                   gt_x_(d.gap_sum), gt_n_(d.gaps), gt_x_(d.gap_most)));
    }
}
static void gtprof_first_section(gt_section_ *to, const gt_snapshot *run) {
    static const gt_column_ columns[] = { { "first uses of kernels", -40, 0 }, { "call", 8, 0 }, { "waited", 8, 0 },
                                          { "ran", 8, 0 }, { "later: call", 8, 1 }, { "later: waited", 8, 1 },
                                          { "later: ran", 8, 1 } };
    uint32_t i;
    (void)run;
    to->column = columns;
    to->columns = sizeof columns / sizeof *columns;
    if (!gtprof_to || gtprof_to->part_from > 0) return;         /* first uses may have been before */
    gt_section_say_(to, "Waits overlap: launches that were enqueued together wait for the same first one.",
                    GT_VALUES_(gt_t_("")));
    for (i = 0; i < gtprof_to->activities; i++) {
        const gtprof_activity *a = &gtprof_to->activity[i];
        const gtprof_uses f = gtprof_uses_of(a);
        if (strcmp(a->kind, "kernel")) continue;
        gt_section_row_(to, gt_text_("%s%s", a->name, gtprof_device_text(gtprof_to, (uint32_t)a->device)),
                        "{call:ns}|{waited:ns}|{ran:ns}|{later_call:ns}|{later_waited:ns}|{later_ran:ns}",
                        GT_VALUES_(gt_x_(f.call), gt_x_(f.wait), gt_x_(f.ran), gt_x_(f.later_call),
                                   gt_x_(f.later_wait), gt_x_(f.later_ran)));
    }
}
static void gtprof_calls_section(gt_section_ *to, const gt_snapshot *run) {
    static const gt_column_ columns[] = { { "API calls", -40, 0 }, { "share", 6, 0 }, { "total", 8, 0 }, { "n", 6, 0 },
                                          { "median", 8, 0 }, { "max", 8, 1 }, { "blocked", 7, 2 },
                                          { "failed", 6, 3 } };
    const gtprof_call *list[GTPROF_CALLS];
    uint32_t i, n = 0;
    (void)run;
    to->column = columns;
    to->columns = sizeof columns / sizeof *columns;
    for (i = 0; gtprof_to && i < gtprof_to->calls && i < GTPROF_CALLS; i++)
        if (gtprof_to->call[i].time.n) list[n++] = &gtprof_to->call[i];
    if (gtprof_to) gtprof_lock();       /* other threads may go on */
    qsort(list, n, sizeof *list, gtprof_by_time);
    if (gtprof_to) gtprof_unlock();
    if (gtprof_to && gtprof_to->threads > 1)
        gt_section_say_(to, "Times are sums over {threads} threads, so shares can exceed 100 %.",
                        GT_VALUES_(gt_n_(gtprof_to->threads)));
    for (i = 0; i < n; i++) {
        const gtprof_call *c = list[i];
        const double unknown = c->time.most > 0 ? 0 : gt_nan_();
        gt_section_row_(to, c->name, "{share:%}|{total:ns}|{n}|{median:ns}|{max:ns}|{blocked}|{failed}",
                        GT_VALUES_(gt_x_(unknown + 100 * c->time.sum / gtprof_wall()), gt_x_(unknown + c->time.sum),
                                   gt_n_(c->time.n),
                                   gt_x_(unknown + gtprof_call_median(gtprof_to, (uint32_t)(c - gtprof_to->call))),
                                   gt_x_(unknown + c->time.most),
                                   gt_x_(c->blocked ? (double)c->blocked : gt_nan_()),
                                   gt_x_(c->failed ? (double)c->failed : gt_nan_())));
    }
}
static void gtprof_copies_section(gt_section_ *to, const gt_snapshot *run) {
    static const gt_column_ columns[] = { { "copies by size", -40, 0 }, { "n", 6, 0 }, { "bytes", 8, 0 },
                                          { "time", 8, 0 }, { "rate", 9, 0 } };
    static const gt_series any;         /* of no device: the fastest of all counts */
    int way, i;
    to->column = columns;
    to->columns = sizeof columns / sizeof *columns;
    if (gtprof_to && run) gtprof_to->most_bytes_per_s = gt_claim_limit_(run->facts_, &any, 1);
    for (way = 0; gtprof_to && way < GTPROF_WAYS; way++) {
        for (i = 0; i < GTPROF_SIZES; i++) {
            const gtprof_copies *c = &gtprof_to->copies[way][i];
            if (!c->n) continue;
            gt_section_row_(to, gtprof_copies_name(way, i), "{n}|{bytes:B}|{time:ns}|{}",
                            GT_VALUES_(gt_n_(c->n), gt_x_(c->bytes), gt_x_(c->ns),
                                       gt_t_(gtprof_copies_rate(gtprof_to, c))));
        }
    }
}
static void gtprof_threads_section(gt_section_ *to, const gt_snapshot *run) {
    static const gt_column_ columns[] = { { "calls by thread", -40, 0 }, { "calls", 8, 0 }, { "total", 8, 0 },
                                          { "waits", 6, 0 }, { "in waits", 8, 0 }, { "commands", 8, 0 } };
    uint32_t i;
    (void)run;
    to->column = columns;
    to->columns = sizeof columns / sizeof *columns;
    for (i = 0; gtprof_to && gtprof_to->threads > 1 && i < GTPROF_THREADS; i++) {
        const gtprof_calls_of *c = &gtprof_to->caller[i];
        if (!c->calls) continue;
        gt_section_row_(to, gtprof_caller_name(gtprof_to, i),
                        "{calls}|{total:ns}|{waits}|{waited:ns}|{commands}",
                        GT_VALUES_(gt_n_(c->calls), gt_x_(c->ns), gt_n_(c->blocked), gt_x_(c->blocked_ns),
                                   gt_n_(c->commands)));
    }
}
static void gtprof_queues_section(gt_section_ *to, const gt_snapshot *run) {
    static const gt_column_ columns[] = { { "queues", -40, 0 }, { "commands", 8, 0 }, { "launches", 8, 0 },
                                          { "waits", 6, 0 }, { "time of its commands", 8, 0 } };
    uint32_t i, n = 0;
    (void)run;
    to->column = columns;
    to->columns = sizeof columns / sizeof *columns;
    for (i = 0; gtprof_to && gtprof_to->queues > 1 && i < gtprof_to->queues && i < GTPROF_QUEUES; i++) {
        const gtprof_queue *q = &gtprof_to->queue[i];
        if (!q->commands) continue;
        gt_section_row_(to, gtprof_queue_name(i, ++n), "{commands}|{launches}|{waits}|{time:ns}",
                        GT_VALUES_(gt_n_(q->commands), gt_n_(q->launches), gt_n_(q->waits),
                                   gt_x_(q->timed ? q->ns : gt_nan_())));
    }
}
static const gt_section_maker_ gtprof_sections[] = {
    gtprof_shares_section, gtprof_first_section, gtprof_calls_section,
    gtprof_copies_section, gtprof_threads_section, gtprof_queues_section
};
enum { GTPROF_SECTIONS = sizeof gtprof_sections / sizeof *gtprof_sections };
