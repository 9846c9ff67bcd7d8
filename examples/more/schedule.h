/* schedule.h - which commands ran at the same time, which had to wait for which, and what bounds the whole (C99, C++11)

   DO THIS in exactly one C or C++ file, and a plain #include "schedule.h" everywhere else:
       #define GPUTIME_IMPLEMENTATION
       #include "gputime_cl.h"
       #include "schedule.h"                       (this file, copied beside the two headers)
   BUILD     cc -std=c99 -O2 main.c -lOpenCL       without OpenCL gputime.h will do, for rows of your own

   USE
       gt_schedule s;
       gt_commands_keep(1000);                     from now on keeps what is known of each command
       GT_SCOPE_CL(GT_CL_ALL, "pass") {
           GT_CL(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, global, local, 0, NULL, GT_EVENT));
       }
       gt_schedule_take("pass", GT_SAMPLE_LAST, &s);
       gt_report_schedule(stdout, &s);
       gt_schedule_free(&s);

   SHOWS     how many commands ran at once, how much of the copies was hidden behind kernels, gaps of each queue, the
             longest chain of commands that had to wait for each other, and what more queues or faster copies could
             gain at most. GT_EVENT_AFTER(waits, list) instead of GT_EVENT tells the kit the wait list of a call;
             calls.h sees wait lists by itself. gt_write_dot writes the waits as a graph for Graphviz.
   DOES NOT  see commands that neither GT_EVENT nor calls.h has collected, or waits for events of such commands; the
             report counts what it left out. It does not predict: a bound on the speedup cannot be exceeded, but need
             not be reached. It does not keep commands that ran before gt_commands_keep.
   COSTS     about 250 bytes for each kept command, and its copy at the end of its scope.

   Licence: MIT, as at the end of gputime.h. */

#include "gputime.h"        /* outside of the guard: a later include may ask for the implementation */

#ifndef GT_MORE_SCHEDULE_H
#define GT_MORE_SCHEDULE_H

#ifdef __cplusplus
extern "C" {
#endif

/* Keeps the rows of the next `most` collected commands of all threads (about 250 bytes each). Otherwise a row is
   dropped once it has been added to its series. Commands beyond `most` are only counted. Rows kept earlier are dropped;
   0 keeps none. */
GT_API void gt_commands_keep(size_t most);

/* A command in a schedule. */
typedef struct gt_scheduled {
    const char *name, *kind;        /* owned by the kit, valid until gt_commands_keep or gt_reset is called */
    const void *queue;
    size_t queue_number;            /* from 1, in the order of the queues' first START */
    size_t row;                     /* number of the call that enqueued it, from 0 */
    int kernel;                     /* 1: it runs a kernel; 0: it copies, fills or maps */
    double start_ns, end_ns;        /* START and END, counted from the START of the first command */
    double idle_ns;                 /* how long its queue ran nothing before it; NaN: it is the queue's first command */
    double slack_ns;                /* how much later it could end without making the longest chain longer */
} gt_scheduled;

/* How commands ran, and how they could have run. Two commands overlap where both lie between START and END. */
enum { GT_RUNNING_COUNT = 9 };
typedef struct gt_schedule {
    gt_scheduled *command;          /* in the order of START; owned by the caller: gt_schedule_free */
    size_t n, queues;               /* number of commands, without markers and barriers; number of queues */
    int devices;                    /* 1: one device; 2: several */
    size_t dropped;                 /* commands left out: unusable stamps, or several devices that are not aligned */
    size_t lost;                    /* commands that were not kept: too many, or no memory */
    int several;                    /* 1: made of all samples of a scope; what ran between samples counts as idle */
    size_t outside;                 /* waits left out: for user events, and for commands outside this schedule */
    size_t reordered;               /* commands that began before an earlier command of their queue */
    double span_ns;                 /* from the first START to the last END */
    double busy_ns, sum_ns;         /* time while any command ran (length of the union); sum of the commands' lengths */
    double kernel_ns, copy_ns;      /* time while any kernel ran; while any other command ran */
    double running_ns[GT_RUNNING_COUNT];    /* [i]: time while i commands ran; the last: 8 or more. Sum: span_ns */
    double kernels_ns, copies_ns;   /* time while two or more kernels ran; while two or more other commands ran */
    double hidden_ns;               /* time while a kernel and another command ran */
    double doubt_ns;                /* a smaller difference between times does not tell their order: the step of the
                                       stamps; with several devices also the error of their alignment */
    size_t doubtful;                /* pairs of commands, one after the other in time, that overlap by less than that */
    double critical_ns;             /* the longest chain of commands in which each had to wait for the one before, by
                                       wait list, barrier, or in-order queue: no schedule of these is shorter */
    double waits_ns;                /* the longest chain by wait lists and barriers alone: a queue for each command */
    double computing_ns;            /* the longest chain if copies, fills and maps took no time */
    struct gt_scheduled_queue *queue;       /* for the report: what is known of each queue */
    struct gt_wait_ *wait;          /* for gt_write_dot: which command waits for which, by gt_scheduled.row */
    size_t waits;
} gt_schedule;

/* Makes a schedule of the kept commands of the scope of that name; scope NULL: of all scopes. sample: the number of one
   sample (from 0); GT_SAMPLE_LAST; or GT_SAMPLES_ALL, which also takes the commands of scopes inside that scope.
   GT_ERR_ARGUMENT: no command of such a scope is kept, or commands wait for each other in a circle (the error names
   one of them). GT_ERR_MEMORY. */
enum { GT_SAMPLE_LAST = -1, GT_SAMPLES_ALL = -2 };
GT_API gt_status gt_schedule_take(const char *scope, long sample, gt_schedule *out);
/* Makes a schedule of your own rows, which stand in the order of the calls that enqueued the commands. Takes
   O(n log n) steps, and O(n) for each queue. */
GT_API gt_status gt_schedule_of(const gt_command *rows, size_t n, gt_schedule *out);
GT_API void gt_schedule_free(gt_schedule *s);
/* Prints the schedule: concurrency, queues, the critical path, and what more queues or faster copies could gain. */
GT_API gt_status gt_report_schedule(FILE *out, const gt_schedule *s);
/* Writes which command waits for which as a graph for Graphviz (`dot -Tsvg`). The critical path is drawn bold. */
GT_API gt_status gt_write_dot(FILE *out, const gt_schedule *s);

#ifdef __cplusplus
}
#endif

#endif /* GT_MORE_SCHEDULE_H */

#if defined(GPUTIME_IMPLEMENTATION) && !defined(GT_MORE_SCHEDULE_IMPLEMENTED_)
#define GT_MORE_SCHEDULE_IMPLEMENTED_
GT_EXACT_MATH_

/* -- kept commands -- */

/* Rows of all threads. The kit's lock guards them. Each row owns its wait list. */
static struct { gt_commands_ rows; size_t most, lost; } gt_kept_;

static void gt_schedule_keep_(const gt_command *rows, size_t n) {
    int no_memory = 0;
    gt_lock_();
    for (size_t i = 0; gt_kept_.most && i < n; i++) {
        const int fits = gt_kept_.rows.used < gt_kept_.most;
        if (fits && gt_command_copy_(&gt_kept_.rows, &rows[i])) continue;
        no_memory |= fits;
        gt_kept_.lost++;
    }
    gt_unlock_();
    if (no_memory) gt_fault_(GT_ERR_MEMORY, "gt_commands_keep", "not all commands are kept");
}
void gt_commands_keep(size_t most) {
    gt_lock_();
    for (size_t i = 0; i < gt_kept_.rows.used; i++) free((void *)(uintptr_t)gt_kept_.rows.row[i].waited);
    free(gt_kept_.rows.row);
    memset(&gt_kept_, 0, sizeof gt_kept_);
    gt_kept_.most = most;
    gt_unlock_();
    GT_STORE_(&gt_commands_kept_by_, most ? gt_schedule_keep_ : NULL);
}

/* -- the order that commands must keep: a graph, whose nodes are numbered by the calls that enqueued them -- */

typedef struct gt_graph_ {
    const gt_command *row;
    size_t n;
    gt_waits_ waits;
    size_t *first;              /* command i has the waits from first[i] up to first[i + 1], exclusive */
    size_t *left;               /* how many of the commands that wait for command i are not in `order` yet */
    size_t *order;              /* all commands, each before those that it waits for */
    double *early, *late;       /* earliest end of each command; its latest end */
} gt_graph_;

/* Sorts the commands by Kahn's algorithm (Communications of the ACM 5, 1962), from the end: it begins with those that
   no command waits for. Returns how many it could sort: fewer than all if some wait for each other in a circle. */
static size_t gt_graph_sort_(gt_graph_ *g) {
    size_t done = 0;
    for (size_t i = 0; i < g->n; i++) if (!g->left[i]) g->order[done++] = i;
    for (size_t at = 0; at < done; at++) {
        for (size_t e = g->first[g->order[at]]; e < g->first[g->order[at] + 1]; e++) {
            const size_t from = g->waits.wait[e].from;
            if (!--g->left[from]) g->order[done++] = from;
        }
    }
    return done;
}
/* Makes the graph. in_order 1: a command also waits for the one before it in an in-order queue. */
static gt_status gt_graph_open_(gt_graph_ *g, const gt_command *rows, size_t n, int in_order) {
    size_t i = 0, done;
    memset(g, 0, sizeof *g);
    g->row = rows;
    g->n = n;
    g->waits = gt_waits_of_(rows, n, in_order);
    g->first = (size_t *)calloc(3 * n + 1, sizeof *g->first);
    g->early = (double *)malloc((2 * n + 1) * sizeof *g->early);
    if (g->waits.full || !g->first || !g->early) return GT_ERR_MEMORY;

    g->left = g->first + n + 1;
    g->order = g->left + n;
    g->late = g->early + n;
    for (const struct gt_wait_ *w = g->waits.wait; w < g->waits.wait + g->waits.n; w++) {
        g->first[w->to + 1]++;
        g->left[w->from]++;
    }
    for (size_t k = 0; k < n; k++) g->first[k + 1] += g->first[k];
    done = gt_graph_sort_(g);
    if (done == n) return GT_OK;
    while (!g->left[i]) i++;
    return gt_fault_(GT_ERR_ARGUMENT, "gt_schedule_of",
                     gt_text_("%zu of %zu commands wait for each other in a circle, one is \"%.40s\"", n - done, n,
                              rows[i].name ? rows[i].name : rows[i].kind));
}
static double gt_graph_length_(const gt_command *r, int kernels_alone) {
    return r->kernel || !kernels_alone ? (double)(r->end - r->start) : 0;
}
/* Returns the length of the longest chain, and fills in each command's earliest and latest end, by the critical path
   method of Kelley and Walker (1959). */
static double gt_graph_longest_(gt_graph_ *g, int kernels_alone) {
    double longest = 0;
    for (size_t i = g->n; i-- > 0;) {
        const size_t at = g->order[i];
        double begin = 0;
        for (size_t e = g->first[at]; e < g->first[at + 1]; e++)
            if (g->early[g->waits.wait[e].from] > begin) begin = g->early[g->waits.wait[e].from];
        g->early[at] = begin + gt_graph_length_(&g->row[at], kernels_alone);
        if (g->early[at] > longest) longest = g->early[at];
    }
    for (size_t i = 0; i < g->n; i++) g->late[i] = longest;
    for (size_t i = 0; i < g->n; i++) {
        const size_t at = g->order[i];
        const double begin = g->late[at] - gt_graph_length_(&g->row[at], kernels_alone);
        for (size_t e = g->first[at]; e < g->first[at + 1]; e++)
            if (begin < g->late[g->waits.wait[e].from]) g->late[g->waits.wait[e].from] = begin;
    }
    return longest;
}
/* Fills in the longest chains, the slack and the waits. A second call replaces them all but waits_ns. */
static gt_status gt_schedule_graph_(const gt_command *rows, size_t n, int in_order, gt_schedule *s) {
    gt_graph_ g;
    gt_status status = gt_graph_open_(&g, rows, n, in_order);
    if (status == GT_OK) {
        s->computing_ns = gt_graph_longest_(&g, 1);
        s->critical_ns = gt_graph_longest_(&g, 0);
        for (gt_scheduled *c = s->command; c < s->command + s->n; c++) c->slack_ns = g.late[c->row] - g.early[c->row];
    }
    if (!in_order) s->waits_ns = s->critical_ns;
    free(g.first);
    free(g.early);
    free(s->wait);
    s->wait = g.waits.wait;
    s->waits = g.waits.n;
    s->outside = g.waits.outside;
    return status;
}

/* -- what ran: a walk over all STARTs (step 1) and ENDs (step -1). A command that ends at the tick at which another one
   begins does not overlap with it -- */

typedef struct gt_moment_ { double ns; int kernel, step; } gt_moment_;
static int gt_moment_order_(const void *a, const void *b) {
    const gt_moment_ *x = (const gt_moment_ *)a, *y = (const gt_moment_ *)b;
    if (x->ns < y->ns || x->ns > y->ns) return x->ns < y->ns ? -1 : 1;
    return x->step - y->step;
}
static void gt_schedule_walk_(gt_schedule *s, gt_moment_ *edge) {
    int running[2] = { 0, 0 };          /* others, kernels */
    double last = 0;
    for (size_t i = 0; i < s->n; i++) {
        const gt_scheduled *c = &s->command[i];
        const gt_moment_ start = { c->start_ns, c->kernel, 1 }, end = { c->end_ns, c->kernel, -1 };
        edge[2 * i] = start;
        edge[2 * i + 1] = end;
        s->sum_ns += c->end_ns - c->start_ns;
    }
    qsort(edge, 2 * s->n, sizeof *edge, gt_moment_order_);
    for (size_t i = 0; i < 2 * s->n; running[edge[i].kernel] += edge[i].step, last = edge[i++].ns) {
        const double part = edge[i].ns - last;
        if (!(part > 0)) continue;      /* ENDs sort first, so a command of no length counts -1 at this moment */
        const int all = running[0] + running[1];
        s->running_ns[all < GT_RUNNING_COUNT ? all : GT_RUNNING_COUNT - 1] += part;
        s->span_ns += part;
        if (all) s->busy_ns += part;
        if (running[1]) s->kernel_ns += part;
        if (running[0]) s->copy_ns += part;
        if (running[1] > 1) s->kernels_ns += part;
        if (running[0] > 1) s->copies_ns += part;
        if (running[0] && running[1]) s->hidden_ns += part;
    }
}

/* -- what ran in each queue -- */

typedef struct gt_scheduled_queue {
    const void *id;
    size_t n, early;                /* number of commands; of those that began before an earlier one of the queue */
    size_t latest;                  /* the highest row so far */
    double ended_ns, work_ns, idle_ns;
    const gt_scheduled *gap;        /* the command after the longest gap; NULL: no gap */
} gt_scheduled_queue;

/* Numbers the queues in the order of their first START, sums up each, and counts overlaps too short to be certain. */
static void gt_schedule_queues_(gt_schedule *s) {
    for (gt_scheduled *c = s->command; c < s->command + s->n; c++) {
        gt_scheduled_queue *q = s->queue;
        const double both_ns = c > s->command ? c[-1].end_ns - c->start_ns : 0;     /* of neighbours in time */
        s->doubtful += both_ns > 0 && both_ns < s->doubt_ns && c->end_ns - c->start_ns > both_ns;
        while (q->n && q->id != c->queue) q++;
        c->queue_number = (size_t)(q - s->queue) + 1;
        q->id = c->queue;
        if (q->n++) {
            c->idle_ns = c->start_ns > q->ended_ns ? c->start_ns - q->ended_ns : 0;
            q->idle_ns += c->idle_ns;
            if (c->idle_ns > (q->gap ? q->gap->idle_ns : 0)) q->gap = c;
        } else {
            c->idle_ns = gt_nan_();
            s->queues++;
        }
        q->work_ns += c->end_ns - c->start_ns;
        if (c->end_ns > q->ended_ns) q->ended_ns = c->end_ns;
        q->early += c->row < q->latest;
        s->reordered += c->row < q->latest;
        if (c->row > q->latest) q->latest = c->row;
    }
}

/* -- schedules -- */

static int gt_scheduled_order_(const void *a, const void *b) {
    const gt_scheduled *x = (const gt_scheduled *)a, *y = (const gt_scheduled *)b;
    if (x->start_ns < y->start_ns || x->start_ns > y->start_ns) return x->start_ns < y->start_ns ? -1 : 1;
    return (x->row > y->row) - (x->row < y->row);
}
/* Puts the commands on one axis of time: the device's, or the host's if several devices ran. Copies the rows of the
   graph to `kept`: these commands, and markers and barriers, which take no time. Returns how many it copied. */
static size_t gt_schedule_rows_(const gt_command *rows, size_t n, gt_command *kept, gt_schedule *s) {
    const gt_command *first = NULL;
    uint64_t from = UINT64_MAX;
    size_t used = 0;
    for (size_t i = 0; i < n; i++) {
        if (rows[i].empty || !gt_command_used_(&rows[i])) continue;
        if (!first) first = &rows[i];
        s->devices = rows[i].device != first->device || s->devices > 1 ? 2 : 1;
    }
    const int several = s->devices > 1;
    for (size_t i = 0; i < n; i++) {
        gt_command r = rows[i];
        if (r.empty) r.start = r.end = 0;
        else if (!several) r.begin = r.start;
        if (!r.empty && (!gt_command_used_(&r) || r.end < r.start || (several && !r.begin))) {
            s->dropped++;
            continue;
        }
        if (!r.empty && r.begin < from) from = r.begin;
        kept[used++] = r;
    }
    for (size_t i = 0; i < used; i++) {
        const gt_command *r = &kept[i];
        const double start_ns = several ? gt_clock_ns(r->begin - from) : (double)(r->begin - from);
        const double end_ns = start_ns + (double)(r->end - r->start), step_ns = gt_stamp_step_(r->device);
        const gt_scheduled c = { r->name ? r->name : r->kind, r->kind, r->queue, 0, i, r->kernel != 0, start_ns, end_ns,
                                 0, 0 };
        if (r->empty) continue;
        if (step_ns > s->doubt_ns) s->doubt_ns = step_ns;
        if (several && r->doubt_ns > s->doubt_ns) s->doubt_ns = r->doubt_ns;
        s->command[s->n++] = c;
    }
    return used;
}
gt_status gt_schedule_of(const gt_command *rows, size_t n, gt_schedule *out) {
    gt_status status = GT_ERR_MEMORY;
    if (out) memset(out, 0, sizeof *out);
    if (!out || (!rows && n)) return GT_ERR_ARGUMENT;
    gt_command *kept = (gt_command *)malloc((n + 1) * sizeof *kept);
    gt_moment_ *edge = (gt_moment_ *)malloc((2 * n + 1) * sizeof *edge);
    out->command = (gt_scheduled *)malloc((n + 1) * sizeof *out->command);
    out->queue = (gt_scheduled_queue *)calloc(n + 1, sizeof *out->queue);
    if (kept && edge && out->command && out->queue) {
        const size_t used = gt_schedule_rows_(rows, n, kept, out);
        qsort(out->command, out->n, sizeof *out->command, gt_scheduled_order_);
        gt_schedule_walk_(out, edge);
        gt_schedule_queues_(out);
        /* First without the order of queues: a circle of waits in that graph is in the other one, too. */
        status = gt_schedule_graph_(kept, used, 0, out);
        if (status == GT_OK) status = gt_schedule_graph_(kept, used, 1, out);
    }
    free(edge);
    free(kept);
    if (status == GT_ERR_MEMORY) gt_fault_(status, "gt_schedule_of", "");
    if (status != GT_OK) gt_schedule_free(out);
    return status;
}
void gt_schedule_free(gt_schedule *s) {
    if (!s) return;
    free(s->command);
    free(s->queue);
    free(s->wait);
    memset(s, 0, sizeof *s);
}

/* Whether a row belongs to the scope of that name; deep: or to one inside it. */
static int gt_schedule_has_(const gt_command *r, const char *scope, int deep) {
    const gt_node_ *n = r->scope;
    for (; n && n->state && strcmp(n->state->key.name, scope) != 0; n = deep ? n->parent : NULL) {}
    return n && n->state;
}
gt_status gt_schedule_take(const char *scope, long sample, gt_schedule *out) {
    const int deep = sample == GT_SAMPLES_ALL, last = sample == GT_SAMPLE_LAST && scope;
    gt_status status = GT_ERR_MEMORY;
    char text[240];
    size_t n = 0, lost, kept;
    if (out) memset(out, 0, sizeof *out);
    if (!out || sample < GT_SAMPLES_ALL) return GT_ERR_ARGUMENT;
    gt_lock_();
    gt_command *wanted = (gt_command *)malloc((gt_kept_.rows.used + 1) * sizeof *wanted);
    for (size_t i = gt_kept_.rows.used; wanted && i-- > 0;) {
        const gt_command *r = &gt_kept_.rows.row[i];
        if (scope && !gt_schedule_has_(r, scope, deep)) continue;
        if (scope && sample >= 0 && r->sample != (uint64_t)sample) continue;
        if (last && n && (r->scope != wanted->scope || r->sample != wanted->sample)) continue;
        wanted[n++] = *r;
    }
    lost = gt_kept_.lost;
    kept = gt_kept_.rows.used;
    gt_unlock_();

    if (wanted && !n) {
        snprintf(text, sizeof text, "no command is kept for \"%.80s\": %s", scope ? scope : "any scope",
                 kept ? "only of others: give the scope's name without the scopes around it, and one of its samples"
                      : "call gt_commands_keep first, and collect the commands (GT_EVENT, or calls.h)");
        status = gt_fault_(GT_ERR_ARGUMENT, "gt_schedule_take", text);
    } else if (wanted) {
        qsort(wanted, n, sizeof *wanted, gt_command_call_order_);
        status = gt_schedule_of(wanted, n, out);
    }
    if (!wanted) gt_fault_(status, "gt_schedule_take", "");
    free(wanted);
    out->lost = lost;
    out->several = scope && deep;
    return status;
}

/* -- the schedule as text -- */

static void gt_schedule_running_(FILE *out, const gt_schedule *s) {
    static const gt_column_ columns[] = { { "commands at once", -26, 0 }, { "time", 7, 0 }, { "share", 6, 0 } };
    gt_sheet_ t = gt_sheet_of_(columns, 3);
    for (int i = 0; i < GT_RUNNING_COUNT; i++) {
        if (!(s->running_ns[i] > 0)) continue;
        gt_sheet_row_(&t, i == GT_RUNNING_COUNT - 1 ? gt_text_("  %d or more commands", i)
                                                      : gt_text_("  %s", gt_some_(i, "command")),
                      gt_time_(s->running_ns[i]), gt_percent_(100 * s->running_ns[i] / s->span_ns));
    }
    (void)gt_sheet_below_(out, &t);
    if (s->copy_ns > 0 && s->kernel_ns > 0)
        gt_say_(out, 4, "kernels ran for %s, copies for %s; %s of the copies' time was hidden behind kernels (%s)",
                gt_time_(s->kernel_ns), gt_time_(s->copy_ns), gt_percent_(100 * s->hidden_ns / s->copy_ns),
                gt_time_(s->hidden_ns));
    if (s->kernels_ns > 0 || s->copies_ns > 0)
        gt_say_(out, 4, "two kernels or more ran at once for %s, two copies or more for %s", gt_time_(s->kernels_ns),
                gt_time_(s->copies_ns));
}
static void gt_schedule_queues_print_(FILE *out, const gt_schedule *s) {
    static const gt_column_ columns[] = { { "queues", -26, 0 }, { "n", 5, 0 }, { "early", 5, 0 }, { "work", 7, 0 },
                                          { "idle", 7, 0 }, { "longest", 7, 0 }, { "  before", -10, 0 } };
    gt_sheet_ t = gt_sheet_of_(columns, 7);
    for (const gt_scheduled_queue *q = s->queue; q < s->queue + s->queues && t.rows < 16; q++)
        gt_sheet_row_(&t, gt_text_("  queue %zu", t.rows + 1), gt_text_("%zu", q->n), gt_text_("%zu", q->early),
                      gt_time_(q->work_ns), gt_time_(q->idle_ns), q->gap ? gt_time_(q->gap->idle_ns) : "",
                      q->gap ? q->gap->name : "");
    (void)gt_sheet_below_(out, &t);
    gt_say_(out, 4, "early: commands that began before an earlier command of the queue; work: sum of START to END; "
                    "idle: time in which the queue ran no command, after its first; longest: the longest such gap; "
                    "before: the command that follows it");
}
static int gt_is_critical_(const gt_schedule *s, const gt_scheduled *c) { return c->slack_ns <= 1e-9 * s->critical_ns; }
/* Prints which name takes most of the longest chain, and the bounds on the speedup. */
static void gt_schedule_chain_(FILE *out, const gt_schedule *s) {
    const gt_scheduled *most = NULL, *k, *end = s->command + s->n;
    double longest = 0, sum;
    for (const gt_scheduled *c = s->command; c < end; c++) {
        if (!gt_is_critical_(s, c)) continue;
        for (k = s->command; !gt_is_critical_(s, k) || strcmp(k->name, c->name) != 0; k++) {}
        if (k < c) continue;            /* summed already */
        for (sum = 0; k < end; k++)
            if (gt_is_critical_(s, k) && !strcmp(k->name, c->name)) sum += k->end_ns - k->start_ns;
        if (sum > longest) {
            longest = sum;
            most = c;
        }
    }
    putc('\n', out);
    if (!most || !(s->critical_ns > 0)) return;
    gt_say_(out, 4, "critical path: %s of %s, of which %s is \"%.60s\"", gt_time_(s->critical_ns), gt_time_(s->span_ns),
            gt_percent_(100 * longest / s->critical_ns), most->name);
    gt_say_(out, 4, "bounds on the speedup: %s if no command waited needlessly; %s if also each command had a queue of "
                    "its own (wait lists and barriers alone); %s if copies took no time",
            gt_fixed_(s->span_ns / s->critical_ns, 2, ""), gt_fixed_(s->span_ns / s->waits_ns, 2, ""),
            s->computing_ns > 0 ? gt_fixed_(s->span_ns / s->computing_ns, 2, "") : "none");
}
static void gt_schedule_commands_(FILE *out, const gt_schedule *s) {
    static const gt_column_ columns[] = { { "commands", -26, 0 }, { "queue", 5, 0 }, { "start", 7, 0 }, { "end", 7, 0 },
                                          { "length", 7, 0 }, { "idle", 7, 1 }, { "slack", 7, 0 } };
    gt_sheet_ t = gt_sheet_of_(columns, 7);
    for (const gt_scheduled *c = s->command; c < s->command + s->n && t.rows < 40; c++)
        gt_sheet_row_(&t, gt_text_("  %.100s", c->name), gt_text_("%zu", c->queue_number), gt_time_(c->start_ns),
                      gt_time_(c->end_ns), gt_time_(c->end_ns - c->start_ns),
                      gt_is_finite_(c->idle_ns) ? gt_time_(c->idle_ns) : "", gt_time_(c->slack_ns));
    (void)gt_sheet_below_(out, &t);
    if (s->n > t.rows) gt_say_(out, 4, "and %s", gt_some_((double)(s->n - t.rows), "more command"));
    gt_say_(out, 4, "slack: how much later the command could end without making the longest chain longer");
}
gt_status gt_report_schedule(FILE *out, const gt_schedule *s) {
    if (!out || !s) return GT_ERR_ARGUMENT;
    gt_say_(out, 4, "%s on %s%s: %s from the first START to the last END, busy for %s (%s)",
            gt_some_((double)s->n, "command"), gt_some_((double)s->queues, "queue"),
            s->devices > 1 ? " of several devices" : "", gt_time_(s->span_ns), gt_time_(s->busy_ns),
            gt_percent_(100 * s->busy_ns / s->span_ns));
    if (s->dropped)
        gt_say_(out, 4, "%s left out: unusable stamps%s", gt_some_((double)s->dropped, "command"),
                s->devices > 1 ? ", or a device whose clock is not aligned: call gt_cl_align" : "");
    if (s->several) gt_say_(out, 4, "all samples of a scope: time between samples counts as idle");
    if (s->lost) gt_say_(out, 4, "%s not kept: raise gt_commands_keep", gt_some_((double)s->lost, "command"));
    if (s->outside)
        gt_say_(out, 4, "%s for commands that are not among these (user events, other scopes, not collected) "
                        "left out: the critical path may be longer", gt_some_((double)s->outside, "wait"));
    if (s->doubtful)
        gt_say_(out, 4, "%s shorter than the clocks can tell (%s)", gt_some_((double)s->doubtful, "overlap"),
                gt_time_(s->doubt_ns));
    if (!s->n) return gt_written_(out, __func__, 0);
    gt_schedule_running_(out, s);
    gt_schedule_queues_print_(out, s);
    gt_schedule_chain_(out, s);
    gt_schedule_commands_(out, s);
    return gt_written_(out, __func__, 0);
}
static void gt_dot_text_(FILE *out, const char *text) {     /* escapes quotes, and takes out control characters */
    for (; *text; text++)
        fprintf(out, *text == '"' || *text == '\\' ? "\\%c" : "%c", (unsigned char)*text < ' ' ? '?' : *text);
}
gt_status gt_write_dot(FILE *out, const gt_schedule *s) {
    if (!out || !s) return GT_ERR_ARGUMENT;
    fprintf(out, "digraph schedule {\n    rankdir=LR; node [shape=point];     // a point: a marker or a barrier\n");
    for (size_t i = 0; i < s->n; i++) {
        const gt_scheduled *c = &s->command[i];
        fprintf(out, "    c%zu [shape=box%s, label=\"", c->row, gt_is_critical_(s, c) ? ", style=bold" : "");
        gt_dot_text_(out, gt_text_("%.100s", c->name));
        fprintf(out, "\\nqueue %zu, %s\"];\n", c->queue_number, gt_time_(c->end_ns - c->start_ns));
    }
    for (size_t i = 0; i < s->waits; i++)
        fprintf(out, "    c%zu -> c%zu;\n", s->wait[i].from, s->wait[i].to);
    fprintf(out, "}\n");
    return gt_written_(out, __func__, 0);
}

GT_OWN_MATH_
#endif /* GT_MORE_SCHEDULE_IMPLEMENTED_ */

/* PRIVATE NAMES of the kit that this file uses
     rows        gt_commands_kept_by_ (hands rows to this file), gt_commands_, gt_command_copy_,
                 gt_command_call_order_, gt_command_used_, gt_node_, gt_stamp_step_
     waits       gt_waits_of_ (which command had to wait for which), gt_waits_, gt_wait_
     status      gt_fault_, gt_written_, gt_lock_, gt_unlock_, GT_STORE_
     compiler    GT_EXACT_MATH_, GT_OWN_MATH_ (no -ffast-math in between)
     numbers     gt_is_finite_, gt_nan_
     tables      gt_column_, gt_sheet_, gt_sheet_of_, gt_sheet_row_, gt_sheet_below_
     texts       gt_say_, gt_text_, gt_time_, gt_fixed_, gt_percent_, gt_some_ */
