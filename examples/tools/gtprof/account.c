/* account.c - where the time of each thread goes, from its first call to the end: part of layer.c

   A thread keeps the intervals of its calls, and those in which its commands ran, placed on the host's clock. When
   nothing is outstanding they are divided: a nanosecond in which the device ran is the device's, else that of the call
   in which the thread was, else the program's own code's. gtprof.h names the parts. */

enum { GTPROF_SPANS = 16384 };        /* memory that nobody needs is not touched */
typedef struct gtprof_span {
    uint64_t from, to;          /* ticks; */
    uint64_t in, out;           /* of a call: when it came to gtprof, and left it */
    int part;                   /* in which the time goes that the device did not work */
    int read, needless;         /* a read that waits; a wait that was found to be needless */
} gtprof_span;
static __thread struct {
    gtprof_thread *to;
    gtprof_calls_of *sums;
    gtprof_span *call, *ran, *cold;     /* of GTPROF_SPANS each; cold: from enqueue to START of a first launch */
    size_t calls, rans, colds;
    size_t crowded;             /* from so many calls on it is worth it to look again */
    uint64_t from;              /* what was before is divided */
    uint64_t in;                /* when the call came that runs */
    uint64_t settled;           /* what is over now was over by then; 0: not known */
    double lost;                /* ns of the last wait in which the device did not work */
} gtprof_own;
static pthread_key_t gtprof_leaving;
static struct { uint64_t from, to; const void *thread; } gtprof_rans[256];      /* the last ones, of all threads */
static uint32_t gtprof_ran_count;
/* How far a device's clock is ahead of the host's, ns: bounds, by commands that begin after their enqueue and are
   over before that is known. */
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
/* Stamps become ticks, when all commands that are over have said where the device's clock may be: the return of a wait
   follows the END that it waited for, while a launch may wait for long. */
static uint64_t gtprof_tick_of(uint64_t stamp, int device) {
    const double low = gtprof_ahead[device].low, range = gtprof_ahead[device].high - low;
    const double ns = (double)stamp - low - fmin(0.5 * range, 25e3);
    return gt_clk_.start + (uint64_t)(fmax(0, ns) / gt_clk_.ns_per_tick);
}
static void gtprof_place_all(void) {
    size_t i;
    gtprof_lock();
    for (i = 0; i < gtprof_own.rans; i++) {
        gtprof_span *s = &gtprof_own.ran[i];
        if (!s->part) continue;
        s->from = gtprof_tick_of(s->from, s->part - 1);
        s->to = gtprof_tick_of(s->to, s->part - 1);
        s->part = 0;
        gtprof_rans[gtprof_ran_count % 256].from = s->from;
        gtprof_rans[gtprof_ran_count % 256].to = s->to;
        gtprof_rans[gtprof_ran_count++ % 256].thread = &gtprof_own;
    }
    for (i = 0; i < gtprof_own.colds; i++) {
        gtprof_span *s = &gtprof_own.cold[i];
        if (!s->part) continue;
        s->to = gtprof_tick_of(s->to, s->part - 1);
        s->part = 0;
        if (s->to < s->from) s->to = s->from;
        gtprof_to->cold++;
        gtprof_to->cold_ns += gt_clock_ns(s->to - s->from);
    }
    gtprof_unlock();
}
/* Adds the time in which commands of other threads ran meanwhile. */
static void gtprof_others(uint64_t from) {
    uint32_t i, n;
    gtprof_lock();
    n = gtprof_ran_count;
    for (i = 0; i < 256 && i < n && gtprof_own.rans < GTPROF_SPANS - 1; i++) {
        const uint32_t k = (n - 1 - i) % 256;
        if (gtprof_rans[k].thread == &gtprof_own || gtprof_rans[k].to <= from) continue;
        gtprof_own.ran[gtprof_own.rans].part = 0;
        gtprof_own.ran[gtprof_own.rans].from = gtprof_rans[k].from;
        gtprof_own.ran[gtprof_own.rans++].to = gtprof_rans[k].to;
    }
    gtprof_unlock();
}
/* Of [from, to], what is not divided yet, the ticks up to now in which no command ran. */
static uint64_t gtprof_idle(size_t *run, uint64_t from, uint64_t to, uint64_t now) {
    if (from < gtprof_own.from) from = gtprof_own.from;
    if (to > now) to = now;
    return to > from ? to - from - gtprof_covered(gtprof_own.ran, gtprof_own.rans, run, from, to) : 0;
}
/* When the last command in [from, to] ended; from: there was none. A device that idles before is no fault of a wait
   for several commands. run: about there. */
static uint64_t gtprof_last_end(size_t run, uint64_t from, uint64_t to) {
    uint64_t end = from;
    while (run && gtprof_own.ran[run - 1].to > from) run--;
    for (; run < gtprof_own.rans && gtprof_own.ran[run].from < to; run++)
        if (gtprof_own.ran[run].to > end) end = gtprof_own.ran[run].to;
    return end < to ? end : to;
}
/* Leaves what is later than now. */
static size_t gtprof_later(gtprof_span *s, size_t n, uint64_t now) {
    size_t i, k = 0;
    for (i = 0; i < n; i++) if (s[i].to > now || s[i].out > now) s[k++] = s[i];
    return k;
}
/* All up to now goes into the parts. */
static void gtprof_divide(uint64_t now) {
    gtprof_thread *t = gtprof_own.to;
    gtprof_span *const both = gtprof_own.cold;
    uint64_t rest, busy;
    size_t i, run = 0, any = 0, n = gtprof_own.colds;
    if (!t || now <= gtprof_own.from) return;
    gtprof_place_all();
    if (gtprof_to->threads > 1) gtprof_others(gtprof_own.from);
    gtprof_own.rans = gtprof_joined(gtprof_own.ran, gtprof_own.rans);
    for (i = 0; n && i < gtprof_own.rans && n < GTPROF_SPANS; i++) both[n++] = gtprof_own.ran[i];
    n = gtprof_joined(both, n);
    busy = gtprof_covered(gtprof_own.ran, gtprof_own.rans, &run, gtprof_own.from, now);
    rest = now - gtprof_own.from - busy;
    t->part[GTPROF_DEVICE] += gt_clock_ns(busy);
    for (i = run = 0; i < gtprof_own.calls && gtprof_own.call[i].in < now; i++) {
        const gtprof_span *c = &gtprof_own.call[i];
        const uint64_t kit = gtprof_idle(&run, c->in, c->from, now), idle = gtprof_idle(&run, c->from, c->to, now);
        const uint64_t all = kit + idle + gtprof_idle(&run, c->to, c->out, now);
        const uint64_t from = c->from > gtprof_own.from ? c->from : gtprof_own.from, to = c->to < now ? c->to : now;
        uint64_t cold = 0;
        if (n && c->part != GTPROF_BUILD && to > from)
            cold = idle - (to - from - gtprof_covered(both, n, &any, from, to));
        if (cold > idle) cold = 0;
        t->part[GTPROF_COLD] += gt_clock_ns(cold);
        t->part[c->part] += gt_clock_ns(idle - cold);
        t->part[GTPROF_KIT] += gt_clock_ns(all - idle);
        rest -= all < rest ? all : rest;
        if (c->part != GTPROF_WAIT) continue;
        gtprof_own.lost = gt_clock_ns(idle - cold);
        if (c->read && to > from) gtprof_to->blocking_lost += gt_clock_ns(to - gtprof_last_end(run, from, to));
        if (c->needless) gtprof_to->needless_lost += gtprof_own.lost;
    }
    t->part[GTPROF_HOST] += gt_clock_ns(rest);
    t->to = gtprof_to->begin + gtprof_at(now) - gtprof_at(gtprof_first);
    gtprof_own.calls = gtprof_later(gtprof_own.call, gtprof_own.calls, now);
    gtprof_own.rans = gtprof_later(gtprof_own.ran, gtprof_own.rans, now);
    gtprof_own.colds = 0;
    gtprof_own.crowded = 0;
    gtprof_own.from = now;
}
static void gtprof_spent(int part, int read, uint64_t from, uint64_t ticks) {   /* a call is over */
    gtprof_span *c;
    if (!gtprof_own.to || gtprof_own.calls == GTPROF_SPANS) return;
    c = &gtprof_own.call[gtprof_own.calls++];
    c->in = gtprof_own.in && gtprof_own.in < from ? gtprof_own.in : from;
    c->from = from;
    c->to = c->out = from + ticks;
    c->part = part;
    c->read = read;
    c->needless = 0;
}
/* Up to now, what is not the driver's of the call that came last is gtprof's. */
static void gtprof_holds(uint64_t now) {
    const uint64_t in = gtprof_own.in;
    gtprof_span *c = gtprof_own.calls ? &gtprof_own.call[gtprof_own.calls - 1] : NULL;
    if (c && c->in == in) {
        c->out = now;
        return;
    }
    gtprof_spent(GTPROF_KIT, 0, gtprof_own.from > in ? gtprof_own.from : in, 0);        /* it is divided already */
    c = gtprof_own.calls ? &gtprof_own.call[gtprof_own.calls - 1] : NULL;
    if (c && c->part == GTPROF_KIT) c->to = c->out = now;
}
static void gtprof_left(void) {
    gtprof_holds(gt_clock_ticks());
    gtprof_own.in = 0;
}
static void gtprof_divide_now(void) {
    const uint64_t now = gt_clock_ticks();
    if (gtprof_own.in) gtprof_holds(now);
    gtprof_divide(now);
}
/* Commands of the program itself that are over are read and released. They stand before those of a timer that is open,
   which are released at its end. */
static void gtprof_harvest(void) {
    gt_cl_log_ *mine = &gt_cl_mine_;
    if (mine->program && mine->rows.used > mine->done && gt_cl_owner_of_(&mine->rows.row[mine->done]) == mine->program)
        gt_cl_harvest_(mine->program);
}
/* Where many calls are not divided yet: up to the first command that is not over. Of more than there is room for two
   that follow each other become one. */
static void gtprof_relieve(void) {
    const gt_cl_log_ *mine = &gt_cl_mine_;
    uint64_t until = gt_clock_ticks();
    size_t i, k = 0;
    if (gtprof_own.calls < GTPROF_SPANS * 3 / 4 || gtprof_own.calls < gtprof_own.crowded) return;
    gtprof_harvest();
    if (mine->rows.used > mine->done) until = mine->rows.row[mine->done].before;
    gtprof_divide(until);
    if (gtprof_own.calls < GTPROF_SPANS / 2) return;
    for (i = 0; i < gtprof_own.calls; i++) {
        gtprof_span *c = &gtprof_own.call[i], *before = k ? &gtprof_own.call[k - 1] : NULL;
        if (i % 2 && before && before->part == c->part && before->read == c->read && !before->needless) {
            before->to = c->to;
            before->out = c->out;
        } else {
            gtprof_own.call[k++] = *c;
        }
    }
    gtprof_own.calls = k;
    gtprof_own.crowded = k + GTPROF_SPANS / 16;         /* not at each call, where few become one */
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
    gtprof_own.sums = &gtprof_to->caller[i < GTPROF_THREADS ? i : GTPROF_THREADS - 1];
    if (i < GTPROF_THREADS) (void)prctl(PR_GET_NAME, gtprof_own.sums->name);
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
/* The last wait was needless. */
static void gtprof_was_needless(void) {
    size_t i = gtprof_own.calls;
    while (i && gtprof_own.call[i - 1].part != GTPROF_WAIT) i--;
    if (i) gtprof_own.call[i - 1].needless = 1;
    else gtprof_to->needless_lost += gtprof_own.lost;
}
/* A command is over, on this device. */
static void gtprof_placed(const gt_command *r, int device) {
    const double now = gtprof_at(gtprof_own.settled ? gtprof_own.settled : gt_clock_ticks());
    const double high = (double)r->start - gtprof_at(r->before), low = (double)r->end - now;
    double wander;
    gtprof_span s;
    if (!gtprof_own.to || !r->before || r->map_) return;
    gtprof_lock();
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
    gtprof_unlock();
    memset(&s, 0, sizeof s);
    s.from = r->start;
    s.to = r->end;
    s.part = device + 1;
    if (gtprof_own.rans == GTPROF_SPANS) gtprof_place_all();
    if (gtprof_own.rans == GTPROF_SPANS) gtprof_own.rans = gtprof_joined(gtprof_own.ran, gtprof_own.rans);
    if (gtprof_own.rans > GTPROF_SPANS * 3 / 4) gtprof_divide(gtprof_own.ran[gtprof_own.rans / 2].to);
    gtprof_own.ran[gtprof_own.rans++] = s;
    if (!r->first_ || !r->kernel || gtprof_own.colds == GTPROF_SPANS) return;
    s.to = r->start;
    s.from = r->before;
    gtprof_own.cold[gtprof_own.colds++] = s;
}
