/* findings.c - the findings that only gtprof makes. It is part of layer.c, for the files that a program writes at its
   end, and of gtprof.c, for programs that are killed. wall: ns from the load of the layer to the end of the process, or
   of the part of it that --from and --to choose. */

static double gtprof_wall_until(const gtprof_map *m, double end) {
    return gt_larger_(0, gt_smaller_(end, m->part_to) - gt_larger_(m->begin, m->part_from));
}
static const char *gtprof_wall_text(const gtprof_map *m) {
    return m->part_from > 0 || m->part_to < HUGE_VAL ? "in the part that --from and --to choose"
                                                     : "from the first OpenCL call to the end";
}

/* Returns the name of the call that a thread was in when the process ended; NULL: none. */
static const char *gtprof_call_now(const gtprof_map *m, const gtprof_thread *t) {
    return !m->ended && t->now && t->now <= m->calls ? m->call[t->now - 1].name : NULL;
}
/* The thread that stands for the program: the one that spent most time in OpenCL. Returns NULL if none called it. */
static const gtprof_thread *gtprof_busiest(const gtprof_map *m) {
    const gtprof_thread *best = NULL;
    double most = 0;
    uint32_t i, k;
    for (i = 0; i < m->threads && i < GTPROF_THREADS; i++) {
        const gtprof_thread *t = &m->thread[i];
        double ns = gtprof_call_now(m, t) ? gt_larger_(0, m->end - t->entered) : 0;
        for (k = 0; k < GTPROF_HOST; k++) ns += t->part[k];
        if (best && !(ns > most)) continue;
        best = t;
        most = ns;
    }
    return best;
}
/* Whether a command computes: a kernel, a function of the host, or a buffer of commands. Others copy or fill. */
static int gtprof_computes(const gtprof_activity *a) {
    return !strcmp(a->kind, "kernel") || !strcmp(a->kind, "native") || !strcmp(a->kind, "command");
}
/* Fills and copies from one buffer or image to another stay on the device. */
static int gtprof_stays(const gtprof_activity *a) {
    return !strncmp(a->kind, "fill", 4) || !strncmp(a->kind, "copy", 4) || !strcmp(a->kind, "svm fill");
}
/* Sums the times of all commands that compute, or of all others. */
static double gtprof_ran_in(const gtprof_map *m, int computes) {
    double sum = 0;
    uint32_t i;
    for (i = 0; i < m->activities; i++)
        if (gtprof_computes(&m->activity[i]) == computes) sum += m->activity[i].run.sum;
    return sum;
}
static double gtprof_share_of_kernels(const gtprof_map *m) {
    const double kernels = gtprof_ran_in(m, 1), rest = gtprof_ran_in(m, 0);
    return kernels + rest > 0 ? kernels / (kernels + rest) : 0;
}
/* The name in a line such as "NAME | OpenCL 3.0 | ...". */
static const char *gtprof_device_name(const gtprof_device *d) {
    const char *bar = strstr(d->line, " | ");
    return gt_text_("%.*s", bar ? (int)(bar - d->line) : (int)strlen(d->line), d->line);
}
/* Tells several devices of a program apart. */
static const char *gtprof_device_text(const gtprof_map *m, uint32_t i) {
    return m->devices > 1 ? gt_text_(" [%u]", i) : "";
}
static double gtprof_median(const gtprof_stat *s, const gtprof_few *few, const gtprof_many *many) {
    double value[GTPROF_EXACT];
    uint64_t before = 0, half = (s->n + 1) / 2;
    size_t i = 0;
    if (!s->n) return (double)NAN;
    if (s->n <= GTPROF_EXACT) {
        memcpy(value, few->value, sizeof value);
        gt_sort_doubles_(value, (size_t)s->n);
        return gt_quantile(value, (size_t)s->n, 0.5);
    }
    while (i < GTPROF_BUCKETS - 1 && before + many->bucket[i] < half) before += many->bucket[i++];
    return ldexp(1 + ((double)(i % GTPROF_PARTS) + 0.5) / GTPROF_PARTS, (int)(i / GTPROF_PARTS));
}
static double gtprof_call_median(const gtprof_map *m, uint32_t i) {
    return gtprof_median(&m->call[i].time, &m->few_took[i], &m->took[i]);
}
/* The first command of a name beside later ones, ns: the call that enqueued it, QUEUED to START, the part of that in
   which the device was idle, START to END. Later ones: medians, of waits the mean. NaN if not known. */
typedef struct gtprof_uses { double call, wait, idle, ran, later_call, later_wait, later_ran; } gtprof_uses;
static gtprof_uses gtprof_uses_of(const gtprof_activity *a) {
    const double none = (double)NAN, others = (double)a->stamped - 1;
    const gtprof_uses f = {
        a->call.n ? a->few_calls.value[0] : none, a->stamped ? a->first_wait : none, a->stamped ? a->first_idle : none,
        a->run.n ? a->few_runs.value[0] : none,
        a->call.n > 2 ? gtprof_median(&a->call, &a->few_calls, &a->calls) : none,
        others > 1 ? gt_larger_(0, a->queued + a->submitted - a->first_wait) / others : none,
        a->run.n > 2 ? gtprof_median(&a->run, &a->few_runs, &a->runs) : none
    };
    return f;
}
/* Names a row of copies, as "to the device, 4 to 8 KiB". */
static const char *gtprof_copies_name(int way, int octave) {
    static const char *const ways[] = { "to the device", "to the host", "on the device" };
    static const char *const units[] = { "B", "KiB", "MiB", "GiB", "TiB" };
    const int from = octave / 10, to = (octave + 1) / 10;
    if (!octave) return gt_text_("%s, 1 B", ways[way]);
    return gt_text_("%s, %d %s%sto %d %s", ways[way], 1 << octave % 10, from == to ? "" : units[from],
                    from == to ? "" : " ", 1 << (octave + 1) % 10, units[to]);
}
/* The rate of a row of copies, or that none can be that fast. */
static const char *gtprof_copies_rate(const gtprof_map *m, const gtprof_copies *c) {
    const double rate = c->ns > 0 ? 1e9 * c->bytes / c->ns : 0;
    return m->most_bytes_per_s > 0 && rate > m->most_bytes_per_s ? "moved none" : rate > 0 ? gt_rate_(rate, "B/s") : "";
}
/* Names a thread: its number in the order of first calls, and its name. */
static const char *gtprof_caller_name(const gtprof_map *m, uint32_t i) {
    char name[sizeof m->caller[i].name];
    size_t k;
    if (m->threads > GTPROF_THREADS && i == GTPROF_THREADS - 1) return gt_text_("threads from %u on", i + 1);
    gt_copy_(name, sizeof name, m->caller[i].name);
    for (k = 0; name[k]; k++) if ((unsigned char)name[k] < ' ' || name[k] == 127) name[k] = '?';
    return gt_text_("thread %u (%s)", i + 1, name);
}
/* Names a queue: its number among those that have commands. */
static const char *gtprof_queue_name(uint32_t i, uint32_t n) {
    return gt_text_(i + 1 < GTPROF_QUEUES ? "queue %u" : "queues from %u on", n);
}
/* How many command buffers were enqueued. Their commands have no events, so gtprof does not see them. */
static uint64_t gtprof_command_buffers(const gtprof_map *m) {
    uint32_t i;
    for (i = 0; i < m->calls && i < GTPROF_CALLS; i++)
        if (!strcmp(m->call[i].name, "clEnqueueCommandBufferKHR")) return m->call[i].time.n - m->call[i].failed;
    return 0;
}
/* How many commands have no device time. */
static double gtprof_untimed(const gtprof_map *m) {
    double timed = (double)m->full;
    uint32_t i;
    for (i = 0; i < m->activities; i++) timed += (double)m->activity[i].run.n;
    return gt_larger_(0, (double)m->commands - timed);
}
/* Returns 1 if there are so many that nobody knows when the device idled. */
static int gtprof_is_untimed(const gtprof_map *m) { return gtprof_untimed(m) > 0.05 * (double)m->commands; }
/* Stands before a busy time that lacks some commands. */
static const char *gtprof_at_least(const gtprof_map *m, const gtprof_device *d) {
    return d->late || gtprof_untimed(m) > 0 ? "at least " : "";
}
static int gtprof_by_time(const void *a, const void *b) {
    const gtprof_call *x = *(const gtprof_call *const *)a, *y = *(const gtprof_call *const *)b;
    return (x->time.sum < y->time.sum) - (x->time.sum > y->time.sum);
}
enum { GTPROF_SHARES = 10 };
typedef struct gtprof_share { const char *name; double ns; } gtprof_share;
static int gtprof_by_share(const void *a, const void *b) {
    const gtprof_share *x = (const gtprof_share *)a, *y = (const gtprof_share *)b;
    return (x->ns < y->ns) - (x->ns > y->ns);
}
/* What the share of other calls is called: with the name of one that takes most of it, if the share is worth a look. */
static const char *gtprof_others_name(const gtprof_map *m, double ns, double wall) {
    static char name[80];
    double all = 0;
    uint32_t i, most = 0;
    for (i = 0; i < m->calls && i < GTPROF_CALLS; i++) {
        all += m->call[i].other;
        if (m->call[i].other > m->call[most].other) most = i;
    }
    snprintf(name, sizeof name, "other OpenCL calls");
    if (ns > 0.05 * wall && m->call[most].other > 0.5 * all)
        snprintf(name, sizeof name, "other OpenCL calls, mostly %s", m->call[most].name);
    return name;
}
/* The time that is in no part of the thread. */
static double gtprof_rest(const gtprof_thread *t, double wall) {
    double known = 0;
    int i;
    for (i = 0; i < GTPROF_PARTS_OF_TIME; i++) known += t->part[i];
    return gt_larger_(0, wall - known);
}
/* How long the thread ran its own code. It did so before its first call and after its last one, too. */
static double gtprof_own_code(const gtprof_map *m, const gtprof_thread *t, double wall) {
    return t->part[GTPROF_HOST] + (m->ended && t->to >= t->from ? gtprof_rest(t, wall) : 0);
}
/* Lists where the time went from the first call to the end, the largest share first. Returns 0 if no thread called. */
static int gtprof_shares(const gtprof_map *m, double wall, gtprof_share *to) {
    static char now[96];
    const gtprof_thread *t = gtprof_busiest(m);
    const double kernels = gtprof_share_of_kernels(m);
    double unknown, inside = 0;
    if (!t || !(wall > 0)) return 0;
    if (gtprof_call_now(m, t)) inside = gt_larger_(m->begin, m->part_from) + wall - t->entered;
    snprintf(now, sizeof now, "in %s, which did not return", inside > 0 ? gtprof_call_now(m, t) : "");
    const gtprof_share all[GTPROF_SHARES] = {
        { "kernels", t->part[GTPROF_DEVICE] * kernels }, { "copies and fills", t->part[GTPROF_DEVICE] * (1 - kernels) },
        { "first use and builds", t->part[GTPROF_BUILD] + t->part[GTPROF_COLD] + t->part[GTPROF_SETUP] },
        { "waits while the device was idle", t->part[GTPROF_WAIT] },
        { gtprof_others_name(m, t->part[GTPROF_CALL], wall), t->part[GTPROF_CALL] },
        { "the program's own code", gtprof_own_code(m, t, wall) }, { "gtprof", t->part[GTPROF_KIT] },
        { "sleeps", t->part[GTPROF_SLEEPS] }, { now, 0 }, { "not known", 0 }
    };
    memcpy(to, all, sizeof all);
    if (gtprof_is_untimed(m))
        to[3].name = "waits and device work, which cannot be told apart";
    else if (gtprof_command_buffers(m))
        to[3].name = "waits while nothing ran, or a command buffer";
    unknown = gtprof_rest(t, wall) + t->part[GTPROF_HOST] - to[5].ns;
    to[GTPROF_SHARES - 2].ns = gt_larger_(0, gt_smaller_(unknown, inside));
    to[GTPROF_SHARES - 1].ns = unknown - to[GTPROF_SHARES - 2].ns;
    qsort(to, GTPROF_SHARES, sizeof *to, gtprof_by_share);
    return 1;
}
/* Finds what takes most of the time. others: 1 if another finding already says why launches take long. */
static void gtprof_find_causes(gt_list_ *l, const gtprof_map *m, double wall, int others) {
    enum { some = 1000000000 };         /* ns: less is not worth a finding */
    const gtprof_thread *t = gtprof_busiest(m);
    double kernels, copies, called, launches = 0, single = 0, single_ns = 0, stays = 0;
    uint32_t i;
    if (!t) return;
    kernels = t->part[GTPROF_DEVICE] * gtprof_share_of_kernels(m);
    copies = t->part[GTPROF_DEVICE] - kernels;
    const double host = gtprof_own_code(m, t, wall);
    called = t->part[GTPROF_WAIT] + t->part[GTPROF_CALL];
    for (i = 0; i < m->activities; i++) {
        const gtprof_activity *a = &m->activity[i];
        if (!strcmp(a->kind, "kernel")) launches += (double)a->run.n;
        if (gtprof_stays(a)) stays += a->run.sum;
        if (!a->single || a->single < a->run.n) continue;
        single += (double)a->run.n;
        single_ns += a->run.sum;
    }
    if (host > 0.5 * wall && host > some && m->commands >= 10 && !gtprof_is_untimed(m))
        gt_finding_add_(l, NULL, GT_FINDING_HOST_BOUND,
                        "{host:ns}, {share:%} of the time, in its own code while the device idled",
                        GT_VALUES_(gt_x_(host), gt_x_(100 * host / wall)));
    if (t->part[GTPROF_BUILD] > 0.3 * wall && t->part[GTPROF_BUILD] > some && m->rebuilt < 2)
        gt_finding_add_(l, NULL, GT_FINDING_BUILD_BOUND, "{builds#build} took {calls:ns}, {share:%} of the time",
                        GT_VALUES_(gt_n_(m->builds), gt_x_(t->part[GTPROF_BUILD]),
                                   gt_x_(100 * t->part[GTPROF_BUILD] / wall)));
    if (t->part[GTPROF_COLD] > 0.1 * wall && t->part[GTPROF_COLD] > some)
        gt_finding_add_(l, NULL, GT_FINDING_COLD_LAUNCH,
                        "{launches#first launch}; before their START, calls and waits took {late:ns} while the "
                        "device was idle, {share:%} of the time",
                        GT_VALUES_(gt_n_(m->cold), gt_x_(t->part[GTPROF_COLD]),
                                   gt_x_(100 * t->part[GTPROF_COLD] / wall)));
    if (copies > 0.3 * wall && copies > 2 * kernels && copies > some) {
        gt_finding *f = gt_finding_add_(
            l, NULL, GT_FINDING_TRANSFER_BOUND,
            "copies and fills run for {copies:ns}, {share:%} of the time, kernels for {kernels:ns}",
            GT_VALUES_(gt_x_(copies), gt_x_(100 * copies / wall), gt_x_(kernels)));
        if (2 * stays > gtprof_ran_in(m, 0))
            gt_because_(f, "fills, and copies from one buffer to another, take most of that: little moves between host "
                           "and device", "fill and copy less, or let the kernels that use the data do it");
    }
    if (single_ns > 0.1 * wall && single_ns > some)
        gt_finding_add_(l, NULL, GT_FINDING_ONE_WORK_ITEM,
                        "{launches#launch} with one work-item ran for {single:ns}, {share:%} of the time",
                        GT_VALUES_(gt_x_(single), gt_x_(single_ns), gt_x_(100 * single_ns / wall)));
    if (!others && launches >= 1000 && kernels > 0 && called > kernels && called > 0.3 * wall) {
        gt_finding *f = gt_finding_add_(
            l, NULL, GT_FINDING_LAUNCH_BOUND,
            "{launches} launches ran for {kernels:ns} in all; calls and waits took {calls:ns} beyond that, {share:%} "
            "of the time", GT_VALUES_(gt_x_(launches), gt_x_(kernels), gt_x_(called), gt_x_(100 * called / wall)));
        f->severity = GT_NOTE;
        f->sentence = "launches take longer than what they launch";
        gt_because_(f, "each has a fixed cost: the call, the way to the device, the wait",
                    "give each launch more work, or wait once for many, unless launches are what you measure");
    }
}
/* Sorts need to know of gtprof's own findings which share of the time they are about; a crash comes first. */
static void gtprof_weigh(gt_list_ *l) {
    gt_finding *f;
    size_t k;
    for (f = l->f; f < l->f + l->count; f++) {
        if (f->path[0]) continue;               /* the kit's, of a timer or a series */
        for (k = 0; k < f->figure_count; k++)
            if (!strcmp(f->figure[k].name, "share")) f->spoils_ = gt_smaller_(1, f->figure[k].value / 100);
        if (f->code == GT_FINDING_CRASH_IN_CALL) f->spoils_ = 1;
    }
}
static void gtprof_find(gt_list_ *l, const gtprof_map *m, double wall) {
    const double some = 0.05 * wall;
    const int untimed = gtprof_is_untimed(m);
    const char *const sums = m->threads > 1 ? gt_text_(", as a sum over %u threads", m->threads) : "";
    const size_t before = l->count;
    uint32_t i, most = 0;
    for (i = 0; i < GTPROF_BUILDS; i++) if (m->build[i].n > most) most = m->build[i].n;
    if (!untimed && m->small >= 1000 && 2 * m->small >= m->transfers && m->small_ns > some)
        gt_finding_add_(l, NULL, GT_FINDING_SMALL_TRANSFERS,
                        "{transfers} of {of} transfers move {mean:B} on average; while the device was idle, their "
                        "calls took {calls:ns}, {share:%} of the time{}",
                        GT_VALUES_(gt_n_(m->small), gt_n_(m->transfers), gt_x_(m->small_bytes / (double)m->small),
                                   gt_x_(m->small_ns), gt_x_(100 * m->small_ns / wall), gt_t_(sums)));
    if (most >= 3)
        gt_finding_add_(l, NULL, GT_FINDING_BUILD_IN_LOOP,
                        "{builds#time}; all but the first took {calls:ns}, {share:%} of the time{}",
                        GT_VALUES_(gt_n_(most), gt_x_(m->rebuilt_ns), gt_x_(100 * m->rebuilt_ns / wall),
                                   gt_t_(sums)));
    /* A wait loses nothing while the device works. Only the rest of the wait counts. */
    if (!untimed && m->needless >= 100 && 2 * m->needless >= m->commands - m->transfers && m->needless_lost > some)
        gt_finding_add_(l, NULL, GT_FINDING_NEEDLESS_WAIT,
                        "{waits#time}; while the device was idle, these waits took {lost:ns}, {share:%} of the time{}",
                        GT_VALUES_(gt_n_(m->needless), gt_x_(m->needless_lost), gt_x_(100 * m->needless_lost / wall),
                                   gt_t_(sums)));
    if (!untimed && m->blocking_reads >= 100 && m->blocking_lost > some)
        gt_finding_add_(l, NULL, GT_FINDING_BLOCKING_READ,
                        "{reads#time}; while the device was idle, these reads took {lost:ns}, {share:%} of the time{}",
                        GT_VALUES_(gt_n_(m->blocking_reads), gt_x_(m->blocking_lost),
                                   gt_x_(100 * m->blocking_lost / wall), gt_t_(sums)));
    gtprof_find_causes(l, m, wall, l->count > before);
    gtprof_weigh(l);
}
