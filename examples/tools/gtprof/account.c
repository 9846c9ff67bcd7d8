/* account.c - divides the time of each thread into parts, from its first call to the end: part of layer.c

   A thread keeps the intervals of its calls and of its commands, both on the host's clock. When no command is
   outstanding, the time so far is divided. A nanosecond in which the device ran counts for the device. Otherwise it
   counts for the call that the thread was in, or, outside of calls, for the program's own code. A sleep counts as a
   call. Calls of a callback that runs inside a call are parts of that call. gtprof.h names the parts. */

enum { GTPROF_SPANS = 16384 };        /* room for intervals; pages are touched only when they are needed */
typedef struct gtprof_span {
    uint64_t from, to;          /* ticks */
    uint64_t in, out;           /* of a call: when it entered gtprof, and when it left */
    int part;                   /* of a call: the part for time in which the device was idle */
    int read, needless, small;  /* 1: a read that waits; a needless wait; a transfer of few bytes */
} gtprof_span;
/* What a thread has of its own. libgtprof.so may be loaded while the program runs, so each use of a thread's variable
   calls a function of the C library. So they are one structure, whose address is looked for once and handed down. */
typedef struct gtprof_self {
    gtprof_thread *to;
    gtprof_calls_of *sums;
    gtprof_span *call, *ran, *cold;     /* GTPROF_SPANS each; cold: first launches, from enqueue to START */
    size_t calls, rans, colds;
    size_t ready;               /* how many of `call` have been touched */
    size_t crowded;             /* the number of calls at which gtprof_relieve tries again */
    uint64_t from;              /* time before this tick is divided */
    uint64_t in, left;          /* when the current call entered gtprof (0: no call), and the one before left it */
    gtprof_outer outer;         /* the call in which a callback of this thread runs */
    uint64_t settled;           /* commands that are complete now were complete by this tick; 0: not known */
    double lost;                /* ns of the last wait in which the device was idle; of a read those at its end */
    uint64_t told_of;           /* when the timer began whose first rows are counted already */
    size_t told;                /* the first row of that timer that is not */
    int inside;                 /* 1: the thread is in an OpenCL call; */
    const void *caller;         /* where that call returns to; */
    const void *const *frame;   /* its frame on the stack, in which that address stands */
    int waited;                 /* 1: the thread has waited, so commands may be complete */
    int put_off;                /* of how many waits the work is put off */
    /* The last waits, each behind the same commands: after how many of them the thread enqueued within GTPROF_SOON_NS,
       at most GTPROF_SOONS. did, does: hashes of the commands before the last wait, and since. */
    unsigned soon;
    uint64_t did, does;
    uint64_t over;              /* when the last wait ended; 0: the thread has enqueued a command since */
    int asked;                  /* 1: clocks.c was asked for readings before the thread's first call */
    /* Since its last wait. A wait is needless if it follows a single command, the next one goes to the same queue, that
       runs them in their order, and nothing in that queue uses the program's memory. A non-blocking read or write does
       so until the wait. With mapped buffers, SVM or buffers in memory of the program, the program may use data without
       a call, so nothing is counted then. waited: the wait may be such a one, or is a read (GTPROF_READ). */
    struct { unsigned commands; int waited, in_order; cl_command_queue queue; } since;
} gtprof_self;
static __thread gtprof_self gtprof_own;
static gtprof_self *gtprof_self_here(void) {
    gtprof_self *own = &gtprof_own;
    __asm__("" : "+r"(own));    /* else the compiler looks for it at each use */
    return own;
}
static pthread_key_t gtprof_leaving;
static struct { uint64_t from, to; const void *thread; } gtprof_rans[256];      /* the last commands of all threads */
static uint32_t gtprof_ran_count;
/* Bounds on how far a device's clock is ahead of the host's, in ns. A command begins after its enqueue, and ends before
   gtprof knows that it has ended. */
static gt_ahead_ gtprof_ahead[GTPROF_DEVICES];

static double gtprof_at(uint64_t ticks) {       /* ns since the kit's start */
    return ticks >= gt_clk_.start ? (double)gtprof_scaled(ticks - gt_clk_.start, 0) : 0;
}
static int gtprof_by_from(const void *a, const void *b) {
    const uint64_t x = ((const gtprof_span *)a)->from, y = ((const gtprof_span *)b)->from;
    return (x > y) - (x < y);
}
/* Sorts intervals and joins those that overlap. Returns how many are left. */
static size_t gtprof_joined(gtprof_span *s, size_t n) {
    size_t i = 1, k = 0;
    while (i < n && s[i - 1].from <= s[i].from) i++;
    if (i < n) qsort(s, n, sizeof *s, gtprof_by_from);
    if (n < 2) return n;
    for (i = 1; i < n; i++) {
        if (s[i].from > s[k].to) s[++k] = s[i];
        else if (s[i].to > s[k].to) s[k].to = s[i].to;
    }
    return k + 1;
}
/* How many ticks of [from, to] the sorted intervals cover. *at: the first that can matter; it only moves forward. */
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
/* Converts a stamp to ticks, once the bounds on the device's clock are known. The offset is taken near the lower bound:
   a wait returns soon after END, while a launch may stand in the queue for long before START. */
static uint64_t gtprof_tick_of(uint64_t stamp, int device) {
    const double low = gtprof_ahead[device].low, range = gtprof_ahead[device].high - low;
    const double ns = (double)stamp - low - fmin(0.5 * range, 25e3);
    return gt_clk_.start + (uint64_t)(fmax(0, ns) / gt_clk_.ns_per_tick);
}
static void gtprof_place_all(gtprof_self *own) {
    size_t i;
    gtprof_lock();
    for (i = 0; i < own->rans; i++) {
        gtprof_span *s = &own->ran[i];
        if (!s->part) continue;
        s->from = gtprof_tick_of(s->from, s->part - 1);
        s->to = gtprof_tick_of(s->to, s->part - 1);
        s->part = 0;
        gtprof_rans[gtprof_ran_count % 256].from = s->from;
        gtprof_rans[gtprof_ran_count % 256].to = s->to;
        gtprof_rans[gtprof_ran_count++ % 256].thread = own;
    }
    for (i = 0; i < own->colds; i++) {
        gtprof_span *s = &own->cold[i];
        if (!s->part) continue;
        s->to = gtprof_tick_of(s->to, s->part - 1);
        s->part = 0;
        if (s->to < s->from) s->to = s->from;
        gtprof_to->cold++;
    }
    gtprof_unlock();
}
/* Adds the intervals in which commands of other threads ran. */
static void gtprof_others(gtprof_self *own, uint64_t from) {
    uint32_t i, n;
    gtprof_lock();
    n = gtprof_ran_count;
    for (i = 0; i < 256 && i < n && own->rans < GTPROF_SPANS - 1; i++) {
        const uint32_t k = (n - 1 - i) % 256;
        if (gtprof_rans[k].thread == own || gtprof_rans[k].to <= from) continue;
        own->ran[own->rans].part = 0;
        own->ran[own->rans].from = gtprof_rans[k].from;
        own->ran[own->rans++].to = gtprof_rans[k].to;
    }
    gtprof_unlock();
}
/* How many ticks of [from, to] no command covered. */
static uint64_t gtprof_idle(const gtprof_self *own, size_t *run, uint64_t from, uint64_t to) {
    return to > from ? to - from - gtprof_covered(own->ran, own->rans, run, from, to) : 0;
}
/* When the last command in [from, to] ended; returns `from` if there was none. The time after it is what a wait for
   several commands loses: gaps before it are not the fault of the wait. run: where to begin in the sorted intervals. */
static uint64_t gtprof_last_end(gtprof_self *own, size_t run, uint64_t from, uint64_t to) {
    uint64_t end = from;
    while (run && own->ran[run - 1].to > from) run--;
    for (; run < own->rans && own->ran[run].from < to; run++)
        if (own->ran[run].to > end) end = own->ran[run].to;
    return end < to ? end : to;
}
/* Keeps only the intervals that end after `now`. Returns how many. */
static size_t gtprof_later(gtprof_span *s, size_t n, uint64_t now) {
    size_t i, k = 0;
    for (i = 0; i < n; i++) if (s[i].to > now || s[i].out > now) s[k++] = s[i];
    return k;
}
/* Divides the time up to `now` into the parts. */
static void gtprof_divide_until(gtprof_self *own, uint64_t now) {
    gtprof_thread *t = own->to;
    gtprof_span *const both = own->cold;
    uint64_t rest, busy, part[GTPROF_PARTS_OF_TIME] = { 0 };
    double small = 0, blocking = 0, needless = 0;
    size_t i, run = 0, any = 0, n = own->colds;
    if (__atomic_load_n(&gtprof_to->threads, __ATOMIC_RELAXED) > 1) gtprof_others(own, own->from);
    own->rans = gtprof_joined(own->ran, own->rans);
    for (i = 0; n && i < own->rans && n < GTPROF_SPANS; i++) both[n++] = own->ran[i];
    n = gtprof_joined(both, n);
    const gtprof_span *const ran = own->ran;
    const size_t calls = own->calls, rans = own->rans;
    const uint64_t since = own->from;
    busy = gtprof_covered(ran, rans, &run, since, now);
    rest = now - since - busy;
    part[GTPROF_DEVICE] = busy;
    for (i = run = 0; i < calls && own->call[i].in < now; i++) {
        const gtprof_span *c = &own->call[i];
        uint64_t begin = c->in, from = c->from, to = c->to, end = c->out;
        if (begin < since || end > now) {
            begin = begin > since ? begin : since;
            from = from > since ? from : since;
            to = to < now ? to : now;
            end = end < now ? end : now;
        }
        uint64_t all = end > begin ? end - begin : 0, idle = to > from ? to - from : 0, cold = 0;
        while (run < rans && ran[run].to <= begin) run++;
        if (run < rans && ran[run].from < end) {        /* a device ran meanwhile */
            const uint64_t before = gtprof_idle(own, &run, begin, from < end ? from : end);
            idle = gtprof_idle(own, &run, from, to);
            all = before + idle + gtprof_idle(own, &run, to > begin ? to : begin, end);
        }
        if (n && c->part != GTPROF_BUILD && c->part != GTPROF_SLEEPS && to > from)
            cold = idle - (to - from - gtprof_covered(both, n, &any, from, to));
        if (cold > idle) cold = 0;
        part[GTPROF_COLD] += cold;
        part[c->part] += idle - cold;
        part[GTPROF_KIT] += all - idle;
        rest -= all < rest ? all : rest;
        if (c->small) small += gtprof_ns(idle - cold);
        if (c->part != GTPROF_WAIT) continue;
        own->lost = gtprof_ns(!c->read ? idle - cold : to > from ? to - gtprof_last_end(own, run, from, to) : 0);
        if (c->read) blocking += own->lost;
        if (c->needless) needless += own->lost;
    }
    if (small + blocking + needless > 0) {
        gtprof_lock();
        gtprof_to->small_ns += small;
        gtprof_to->blocking_lost += blocking;
        gtprof_to->needless_lost += needless;
        gtprof_unlock();
    }
    part[GTPROF_HOST] += rest;
    for (i = 0; i < GTPROF_PARTS_OF_TIME; i++) if (part[i]) t->part[i] += gtprof_ns(part[i]);
    t->to = gtprof_when(now);
}
/* The same, of what --from and --to choose. */
static void gtprof_divide(gtprof_self *own, uint64_t now) {
    const uint64_t from = __atomic_load_n(&gtprof_part_from, __ATOMIC_RELAXED);
    const uint64_t to = __atomic_load_n(&gtprof_part_to, __ATOMIC_RELAXED);
    if (own->outer.in && own->outer.in < now) now = own->outer.in;      /* that call has yet to return */
    if (!own->to || now <= own->from) return;
    gtprof_place_all(own);
    if (own->from < from) own->from = from < now ? from : now;
    if (own->from < now && own->from < to) gtprof_divide_until(own, now < to ? now : to);
    if (own->calls && own->call[own->calls - 1].out <= now) own->calls = 0;     /* calls end in their order */
    else own->calls = gtprof_later(own->call, own->calls, now);
    own->rans = gtprof_later(own->ran, own->rans, now);
    own->colds = 0;
    own->crowded = 0;
    own->from = now;
}
static uint64_t gtprof_faults(void) {       /* page faults of the process so far; 0: not known */
    gt_signals_ s;
    return gt_signals_read_(&s) ? s.faults : 0;
}
/* The page faults since `before` are gtprof's own: the open timer has none of them. */
static void gtprof_faults_end(uint64_t before) { gt_cl_mine_.then.faults += gtprof_faults() - before; }
/* Touches memory for more calls. A program that polls makes thousands of them in one timer. Others need few: each page
   that is touched first takes microseconds. Returns 0: no more room. */
static int gtprof_ready(gtprof_self *own) {
    const size_t more = own->ready ? own->ready : GTPROF_SPANS / 64;
    uint64_t before;
    if (own->ready == GTPROF_SPANS) return 0;
    before = gtprof_faults();
    (void)gt_touch(own->call + own->ready, more * sizeof *own->call, GT_TOUCH_WRITE, 0, 1);
    own->ready += more;
    gtprof_faults_end(before);
    return 1;
}
/* Adds a call that has returned. */
static void gtprof_spent(gtprof_self *own, int part, int read, uint64_t from, uint64_t ticks) {
    gtprof_span *c;
    if (!own->to) return;
    while (own->calls && own->call[own->calls - 1].from >= from) own->calls--;  /* inside it */
    if (own->calls == own->ready && !gtprof_ready(own)) return;
    c = &own->call[own->calls++];
    c->in = own->in && own->in < from ? own->in : from;
    c->from = from;
    c->to = c->out = from + ticks;
    c->part = part;
    c->read = read;
    c->needless = c->small = 0;
}
/* Counts the time of the current call up to `now` for gtprof, except the time in the driver. */
static void gtprof_holds(gtprof_self *own, uint64_t now) {
    const uint64_t in = own->in;
    gtprof_span *c = own->calls ? &own->call[own->calls - 1] : NULL;
    if (c && c->in == in) {
        c->out = now;
        return;
    }
    gtprof_spent(own, GTPROF_KIT, 0, own->from > in ? own->from : in, 0);        /* the call was divided */
    c = own->calls ? &own->call[own->calls - 1] : NULL;
    if (c && c->part == GTPROF_KIT) c->to = c->out = now;
}
/* Returns whether the thread is in an OpenCL call. A program may leave a call by longjmp, as from a signal handler.
   Then the frame of that call lies further down the stack than a later frame, or other functions have written over
   it. */
static int gtprof_is_inside(gtprof_self *own, const void *const *frame) {
    if (!own->inside || (frame < own->frame && own->frame[1] == own->caller)) return own->inside;
    own->inside = 0;
    own->in = 0;
    memset(&own->outer, 0, sizeof own->outer);
    if (own->to) own->to->now = 0;
    return 0;
}
/* A call begins. If it never returns, what is noted here tells the launcher of it. */
static void gtprof_enters(gtprof_self *own, uint32_t id) {
    own->in = gt_now_();
    own->to->entered = gtprof_when(own->in);
    own->to->now = 1 + id;
}
static void gtprof_left(gtprof_self *own) {
    own->left = gt_now_();
    gtprof_holds(own, own->left);
    own->in = own->outer.in;
    own->to->entered = own->outer.entered;
    own->to->now = own->outer.now;
}
static void gtprof_divide_now(gtprof_self *own) {
    const uint64_t now = gt_now_();
    if (own->in) gtprof_holds(own, now);
    gtprof_divide(own, now);
}
/* Reads and releases the program's commands that are complete. They stand in the log before those of an open timer.
   runs: 1 if the last one was just enqueued. About that the driver is not asked: it would look at the device. */
static void gtprof_harvest(int runs) {
    gt_cl_log_ *mine = &gt_cl_mine_;
    if (!mine->program || mine->rows.used <= mine->done + (size_t)runs) return;
    if (gt_cl_owner_of_(mine->rows.row[mine->done].scope) != mine->program) return;
    gt_cl_harvest_(mine->program, (size_t)runs);
}
static size_t gtprof_told(gtprof_self *own) {       /* the first row that is not counted */
    const gt_cl_log_ *mine = &gt_cl_mine_;
    const gt_scope *s = &gt_cl_timing_.scope;
    return s->live && own->told_of == s->begin && own->told > mine->done ? own->told : mine->done;
}
/* Counts the commands of an open timer that are complete: the program may be killed before the timer ends. That takes
   time of the timer, so it is only done if that is a small part, or if the timer runs for long. */
enum { GTPROF_TELLS_NS = 2000, GTPROF_TELLS_PART = 20, GTPROF_TELLS_AFTER = 20000000 };
static void gtprof_tell(gtprof_self *own) {
    const gt_scope *s = &gt_cl_timing_.scope;
    gt_commands_ *c = &gt_cl_mine_.rows;
    size_t i = gtprof_told(own), first;
    double open_ns;
    if (!s->live || i >= c->used) return;
    open_ns = gt_rough_ns_(gt_clock_ticks() - s->begin);
    if (open_ns < GTPROF_TELLS_AFTER &&
        open_ns < (double)(c->used - gt_cl_mine_.done) * GTPROF_TELLS_NS * GTPROF_TELLS_PART) return;
    gt_cl_harvest_(s->node, 0);
    for (first = c->used; i < c->used; i++) {
        gt_command *r = &c->row[i];
        const char *name = r->name && r->name[0] ? r->name : gt_cl_launch_of_(r)->kernel_name;
        if (!r->taken_ && first == c->used) first = i;
        if (!r->taken_ || r->told_ || !gt_command_used_(r)) continue;
        gtprof_ran(r, name && name[0] ? name : r->kind);
        r->told_ = 1;
    }
    own->told_of = s->begin;
    own->told = first;
}
/* Makes room if many calls are not divided yet: divides up to the first command that is not complete. If too many calls
   are left, pairs of neighbours become one. */
static void gtprof_relieve(gtprof_self *own) {
    uint64_t until, faults;
    size_t i, k = 0;
    if (own->calls < GTPROF_SPANS * 3 / 4 || own->calls < own->crowded) return;
    const gt_commands_ *rows = &gt_cl_mine_.rows;
    until = gt_clock_ticks();
    faults = gtprof_faults();
    gtprof_harvest(0);
    gtprof_tell(own);
    if (rows->used > gtprof_told(own)) until = rows->row[gtprof_told(own)].before;
    gtprof_divide(own, until);
    gtprof_faults_end(faults);
    if (own->calls < GTPROF_SPANS / 2) return;
    for (i = 0; i < own->calls; i++) {
        gtprof_span *c = &own->call[i], *before = k ? &own->call[k - 1] : NULL;
        if (i % 2 && before && before->part == c->part && before->read == c->read && !before->needless &&
            before->small == c->small) {
            before->to = c->to;
            before->out = c->out;
        } else {
            own->call[k++] = *c;
        }
    }
    own->calls = k;
    own->crowded = k + GTPROF_SPANS / 16;         /* so as not to try at each call if few can be joined */
}
static void gtprof_settle(gtprof_self *own, int runs);
static void gtprof_thread_leaves(void *unused) {
    GTPROF_FLOATS_;
    gtprof_self *const own = gtprof_self_here();
    (void)unused;
    gt_cl_log_begins_();
    gtprof_settle(own, 0);      /* it may be put off */
    gt_cl_log_ends_();
    if (gtprof_to) gtprof_divide(own, gt_clock_ticks());
    free(own->call);
    memset(own, 0, sizeof *own);
}
/* Called at the first call of a thread. */
static void gtprof_thread_comes(gtprof_self *own) {
    uint32_t i;
    gtprof_span *s;
    if (own->from || !gtprof_to) return;
    own->from = gt_clock_ticks();
    i = __atomic_fetch_add(&gtprof_to->threads, 1, __ATOMIC_RELAXED);
    own->sums = &gtprof_to->caller[i < GTPROF_THREADS ? i : GTPROF_THREADS - 1];
    if (i < GTPROF_THREADS) (void)prctl(PR_GET_NAME, own->sums->name);
    s = i < GTPROF_THREADS ? (gtprof_span *)calloc(3 * GTPROF_SPANS, sizeof *s) : NULL;
    if (!s) return;
    own->call = s;
    own->ran = s + GTPROF_SPANS;
    own->cold = s + 2 * GTPROF_SPANS;
    own->to = &gtprof_to->thread[i];
    if (!i) own->from = gtprof_first;
    own->to->from = gtprof_when(own->from);
    (void)pthread_setspecific(gtprof_leaving, own);
}
/* The last wait, if its time is not divided yet; else NULL. */
static gtprof_span *gtprof_last_wait(const gtprof_self *own) {
    size_t i = own->calls;
    while (i && own->call[i - 1].part != GTPROF_WAIT) i--;
    return i ? &own->call[i - 1] : NULL;
}
/* Marks the last wait as needless. The caller holds the lock. */
static void gtprof_was_needless(gtprof_self *own) {
    gtprof_span *const wait = gtprof_last_wait(own);
    gtprof_to->needless++;
    if (wait) wait->needless = 1;
    else gtprof_to->needless_lost += own->lost;
}
/* The program reads a clock or stamps: the last wait may end what it measures, and is needed. So is a read that it
   times, which it does at once: a result that it has to work with first is another matter. */
enum { GTPROF_SOON_NS = 20000, GTPROF_READ = 2 };
static void gtprof_was_measured(gtprof_self *own, uint64_t now) {
    const int timed = own->since.waited == GTPROF_READ && gtprof_ns(now - own->left) < GTPROF_SOON_NS;
    gtprof_span *const wait = timed ? gtprof_last_wait(own) : NULL;
    own->since.waited = 0;
    if (!timed) return;
    gtprof_lock();
    gtprof_to->blocking_reads--;
    if (wait) wait->read = 0;
    else gtprof_to->blocking_lost -= own->lost;
    gtprof_unlock();
}
/* Marks the last call as a transfer of few bytes. */
static void gtprof_was_small(gtprof_self *own) {
    if (own->calls) own->call[own->calls - 1].small = 1;
}
/* Takes a command that is complete: it narrows the bounds on the device's clock, and its interval is kept. */
static void gtprof_placed(gtprof_self *own, const gt_command *r, int device) {
    const double now = gtprof_at(own->settled > r->before ? own->settled : gt_now_());
    const double high = (double)r->start - gtprof_at(r->before), low = (double)r->end - now;
    gtprof_span s;
    if (!own->to || !r->before || r->map_) return;
    gtprof_lock();
    gt_ahead_narrow_(&gtprof_ahead[device], low, high, now);
    gtprof_unlock();
    memset(&s, 0, sizeof s);
    s.from = r->start;
    s.to = r->end;
    s.part = device + 1;
    if (own->rans == GTPROF_SPANS) gtprof_place_all(own);
    if (own->rans == GTPROF_SPANS) own->rans = gtprof_joined(own->ran, own->rans);
    if (own->rans > GTPROF_SPANS * 3 / 4) gtprof_divide(own, own->ran[own->rans / 2].to);
    if (own->rans == GTPROF_SPANS) return;      /* in a callback nothing is divided behind the call around it */
    own->ran[own->rans++] = s;
    if (!r->first_ || !r->kernel || own->colds == GTPROF_SPANS) return;
    s.to = r->start;
    s.from = r->before;
    own->cold[own->colds++] = s;
}
