/* account.c - where the time of each thread goes, from its first call to the end: part of layer.c

   A thread keeps the intervals of its calls, and those in which its commands ran, placed on the host's clock. When
   nothing is outstanding they are divided: a nanosecond in which the device ran is the device's, else that of the call
   in which the thread was, else the program's own code's. gtprof.h names the parts. */

enum { GTPROF_SPANS = 2048 };
typedef struct gtprof_span {
    uint64_t from, to;          /* ticks */
    int part;                   /* in which the time goes that the device did not work */
    int read, needless;         /* a read that waits; a wait that was found to be needless */
} gtprof_span;
static __thread struct {
    gtprof_thread *to;
    gtprof_span *call, *ran, *cold;     /* of GTPROF_SPANS each; cold: from the enqueue to the START of a first launch */
    size_t calls, rans, colds;
    uint64_t from;              /* what was before is divided */
    uint64_t settled;           /* what is over now was over by then; 0: not known */
    double lost;                /* ns of the last wait in which the device did not work */
} gtprof_own;
static pthread_key_t gtprof_leaving;
static struct { uint64_t from, to; const void *thread; } gtprof_rans[256];      /* the last ones, of all threads */
static uint32_t gtprof_ran_count;
/* What a device's clock is ahead of the host's, ns: bounds, by commands that begin after their enqueue and are over
   before that is known. */
static struct { double low, high, at; } gtprof_ahead[GTPROF_DEVICES];

static double gtprof_at(uint64_t ticks) {       /* ns since the start */
    return ticks >= gt_clk_.start ? gt_clock_ns(ticks - gt_clk_.start) : 0;
}
static int gtprof_by_from(const void *a, const void *b) {
    const uint64_t x = ((const gtprof_span *)a)->from, y = ((const gtprof_span *)b)->from;
    return (x > y) - (x < y);
}
/* In order, and apart. */
static size_t gtprof_joined(gtprof_span *s, size_t n) {
    size_t i, k = 0;
    if (n < 2) return n;
    qsort(s, n, sizeof *s, gtprof_by_from);
    for (i = 1; i < n; i++) {
        if (s[i].from > s[k].to) s[++k] = s[i];
        else if (s[i].to > s[k].to) s[k].to = s[i].to;
    }
    return k + 1;
}
/* Ticks of [from, to] that these cover; *at: the first that may. */
static uint64_t gtprof_covered(const gtprof_span *s, size_t n, size_t *at, uint64_t from, uint64_t to) {
    uint64_t sum = 0;
    size_t i;
    while (*at < n && s[*at].to <= from) ++*at;
    for (i = *at; i < n && s[i].from < to; i++) {
        const uint64_t a = s[i].from > from ? s[i].from : from, b = s[i].to < to ? s[i].to : to;
        if (b > a) sum += b - a;
    }
    return sum;
}
/* What other threads' commands ran meanwhile. */
static void gtprof_others(uint64_t from) {
    uint32_t i, n;
    gtprof_lock();
    n = gtprof_ran_count;
    for (i = 0; i < 256 && i < n && gtprof_own.rans < GTPROF_SPANS; i++) {
        const uint32_t k = (n - 1 - i) % 256;
        if (gtprof_rans[k].thread == &gtprof_own || gtprof_rans[k].to <= from) continue;
        gtprof_own.ran[gtprof_own.rans].from = gtprof_rans[k].from;
        gtprof_own.ran[gtprof_own.rans++].to = gtprof_rans[k].to;
    }
    gtprof_unlock();
}
/* All up to now goes into the parts. */
static void gtprof_divide(uint64_t now) {
    gtprof_thread *t = gtprof_own.to;
    uint64_t rest, busy;
    size_t i, k = 0, run = 0, any = 0, n;
    gtprof_span *both = gtprof_own.cold;
    if (!t || now <= gtprof_own.from) return;
    if (gtprof_to->threads > 1) gtprof_others(gtprof_own.from);
    gtprof_own.rans = gtprof_joined(gtprof_own.ran, gtprof_own.rans);
    for (n = gtprof_own.colds; n && k < gtprof_own.rans && n < GTPROF_SPANS; k++) both[n++] = gtprof_own.ran[k];
    n = gtprof_joined(both, n);
    busy = gtprof_covered(gtprof_own.ran, gtprof_own.rans, &run, gtprof_own.from, now);
    rest = now - gtprof_own.from - busy;
    t->part[GTPROF_DEVICE] += gt_clock_ns(busy);
    for (i = run = 0; i < gtprof_own.calls; i++) {
        const gtprof_span *c = &gtprof_own.call[i];
        const uint64_t from = c->from > gtprof_own.from ? c->from : gtprof_own.from, to = c->to < now ? c->to : now;
        uint64_t idle, cold = 0;
        if (to <= from) continue;
        idle = to - from - gtprof_covered(gtprof_own.ran, gtprof_own.rans, &run, from, to);
        if (n && c->part != GTPROF_BUILD) cold = idle - (to - from - gtprof_covered(both, n, &any, from, to));
        if (cold > idle) cold = 0;
        t->part[GTPROF_COLD] += gt_clock_ns(cold);
        t->part[c->part] += gt_clock_ns(idle - cold);
        rest -= idle < rest ? idle : rest;
        if (c->part != GTPROF_WAIT) continue;
        gtprof_own.lost = gt_clock_ns(idle - cold);
        if (c->read) gtprof_to->blocking_lost += gtprof_own.lost;
        if (c->needless) gtprof_to->needless_lost += gtprof_own.lost;
    }
    t->part[GTPROF_HOST] += gt_clock_ns(rest);
    t->to = gtprof_to->begin + gtprof_at(now) - gtprof_at(gtprof_first);
    gtprof_own.calls = gtprof_own.rans = gtprof_own.colds = 0;
    gtprof_own.from = now;
}
static void gtprof_thread_leaves(void *unused) {
    (void)unused;
    if (gtprof_to) gtprof_divide(gt_clock_ticks());
    free(gtprof_own.call);
    memset(&gtprof_own, 0, sizeof gtprof_own);
}
/* At the first call of a thread. */
static void gtprof_thread_comes(uint64_t now) {
    uint32_t i;
    gtprof_span *s;
    if (gtprof_own.from || !gtprof_to) return;
    gtprof_own.from = now;
    i = __atomic_fetch_add(&gtprof_to->threads, 1, __ATOMIC_RELAXED);
    s = i < GTPROF_THREADS ? (gtprof_span *)calloc(3 * GTPROF_SPANS, sizeof *s) : NULL;
    if (!s) return;
    gtprof_own.call = s;
    gtprof_own.ran = s + GTPROF_SPANS;
    gtprof_own.cold = s + 2 * GTPROF_SPANS;
    gtprof_own.to = &gtprof_to->thread[i];
    if (!i) gtprof_own.from = gtprof_first;
    gtprof_own.to->from = gtprof_to->begin + gtprof_at(gtprof_own.from) - gtprof_at(gtprof_first);
    (void)pthread_setspecific(gtprof_leaving, &gtprof_own);
}
/* A call is over. */
static void gtprof_spent(int part, int read, uint64_t from, uint64_t ticks) {
    gtprof_span *c = gtprof_own.calls ? &gtprof_own.call[gtprof_own.calls - 1] : NULL;
    if (!gtprof_own.to) return;
    if (gtprof_own.calls == GTPROF_SPANS) gtprof_divide(from);
    c = &gtprof_own.call[gtprof_own.calls++];
    c->from = from;
    c->to = from + ticks;
    c->part = part;
    c->read = read;
    c->needless = 0;
}
/* The last wait was needless. */
static void gtprof_was_needless(void) {
    size_t i = gtprof_own.calls;
    while (i && gtprof_own.call[i - 1].part != GTPROF_WAIT) i--;
    if (i) gtprof_own.call[i - 1].needless = 1;
    else gtprof_to->needless_lost += gtprof_own.lost;
}
/* A command is over, on this device; the lock is held. */
static void gtprof_placed(const gt_command *r, int device) {
    const double now = gtprof_at(gtprof_own.settled ? gtprof_own.settled : gt_clock_ticks());
    const double high = (double)r->start - gtprof_at(r->before), low = (double)r->end - now;
    double from, wander;
    gtprof_span s;
    if (!gtprof_own.to || !r->before || r->map_) return;
    wander = 2e-6 * (now - gtprof_ahead[device].at);
    if (!(gtprof_ahead[device].at > 0) || gtprof_ahead[device].low - wander > high ||
        gtprof_ahead[device].high + wander < low) {
        gtprof_ahead[device].low = low;
        gtprof_ahead[device].high = high;
    } else {
        gtprof_ahead[device].low = fmax(low, gtprof_ahead[device].low - wander);
        gtprof_ahead[device].high = fmin(high, gtprof_ahead[device].high + wander);
    }
    gtprof_ahead[device].at = now;
    from = (double)r->start - 0.5 * (gtprof_ahead[device].low + gtprof_ahead[device].high);
    memset(&s, 0, sizeof s);
    s.from = gt_clk_.start + (uint64_t)(fmax(0, from) / gt_clk_.ns_per_tick);
    s.to = s.from + (uint64_t)((double)(r->end - r->start) / gt_clk_.ns_per_tick);
    if (gtprof_own.rans == GTPROF_SPANS) gtprof_own.rans = gtprof_joined(gtprof_own.ran, gtprof_own.rans);
    if (gtprof_own.rans < GTPROF_SPANS) gtprof_own.ran[gtprof_own.rans++] = s;
    gtprof_rans[gtprof_ran_count % 256].from = s.from;
    gtprof_rans[gtprof_ran_count % 256].to = s.to;
    gtprof_rans[gtprof_ran_count++ % 256].thread = &gtprof_own;
    if (!r->first_ || !r->kernel || s.from <= r->before || gtprof_own.colds == GTPROF_SPANS) return;
    gtprof_to->cold++;
    gtprof_to->cold_ns += gt_clock_ns(s.from - r->before);
    s.to = s.from;
    s.from = r->before;
    gtprof_own.cold[gtprof_own.colds++] = s;
}
