/* schedule.h - which commands ran at the same time, which had to wait for which, does a frame fit (C99, C++11)

   DO THIS in exactly one C or C++ file, and a plain #include "schedule.h" everywhere else:
       #define GPUTIME_IMPLEMENTATION
       #include "gputime_cl.h"
       #include "schedule.h"                       (this file, copied beside the two headers)
   BUILD     cc -std=c99 -O2 main.c -lOpenCL       without OpenCL gputime.h will do, for rows of your own and frames

   USE
       gt_schedule s;
       gt_commands_keep(1000);                     from now on keeps what is known of each command
       GT_SCOPE_CL_ALL("pass") {
           GT_CL(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, global, local, 0, NULL, GT_EVENT));
       }
       gt_schedule_take("pass", GT_SAMPLE_LAST, &s);
       gt_report_schedule(stdout, &s);
       gt_schedule_free(&s);

   SCHEDULES how many commands ran at once, how much of the copies was hidden behind kernels, gaps of each queue, the
             longest chain of commands that had to wait for each other, and what more queues or faster copies could
             gain at most. GT_EVENT_AFTER(waits, list) in the place of GT_EVENT tells the kit the wait list of a call;
             the intercept mode sees wait lists itself. gt_write_dot writes the waits as a graph for Graphviz.
   FRAMES    gt_budget_of compares frame times with a deadline: misses, 99th percentile, headroom.
   DOES NOT  see commands without GT_EVENT outside the intercept mode, or waits for events that it has not seen: the
             report counts what it left out. Predict: bounds on a speedup say what cannot be exceeded, not what
             will be reached. Keep commands that ran before gt_commands_keep.
   COSTS     about 250 bytes for each kept command, and its copy at the end of its scope.

   Licence: MIT, as at the end of gputime.h. */

#include "gputime.h"

#ifndef GT_MORE_SCHEDULE_H
#define GT_MORE_SCHEDULE_H

#ifdef __cplusplus
extern "C" {
#endif

/* From now on keeps the rows of up to `most` collected commands of all threads (about 250 bytes each), which are
   otherwise folded into their series and forgotten. Later commands are counted. 0: keeps none; forgets those kept. */
GT_API void gt_commands_keep(size_t most);

/* A command in a schedule. */
typedef struct gt_scheduled {
    const char *name, *kind;        /* owned by the kit, until gt_commands_keep and gt_reset */
    const void *queue;
    size_t queue_number;            /* from 1, in the order of the queues' first START */
    size_t row;                     /* its place in the order of the calls that enqueued the commands, from 0 */
    int kernel;                     /* 1: it runs a kernel; 0: it copies, fills or maps */
    double start_ns, end_ns;        /* START and END; 0: START of the first command */
    double idle_ns;                 /* how long its queue had nothing to run before it; NaN: it is the queue's first */
    double slack_ns;                /* by how much it could end later without making the longest chain longer */
} gt_scheduled;

/* How commands ran, and how they could have run. Two commands overlap where both lie between START and END. */
enum { GT_RUNNING_COUNT = 9 };
typedef struct gt_schedule {
    gt_scheduled *command;          /* in the order of START; owned by the caller: gt_schedule_free */
    size_t n, queues;               /* markers and barriers are not among the commands */
    int devices;                    /* 2: several */
    size_t dropped;                 /* commands left out: stamps unusable, or of several devices and not aligned */
    size_t lost;                    /* commands that were not kept: too many, or no memory */
    int several;                    /* 1: of GT_SAMPLES_ALL of a scope: what ran between its samples counts as idle */
    size_t outside;                 /* waits for user events and commands of other scopes: left out, as reports say */
    size_t reordered;               /* commands that began before an earlier command of their queue */
    double span_ns;                 /* from the first START to the last END */
    double busy_ns, sum_ns;         /* some command ran (length of the union); sum of the lengths */
    double kernel_ns, copy_ns;      /* some kernel ran; some other command ran */
    double running_ns[GT_RUNNING_COUNT];    /* so many commands ran; the last: 8 or more. They add up to span_ns */
    double kernels_ns, copies_ns;   /* two kernels or more ran; two other commands or more */
    double hidden_ns;               /* a kernel ran, and another command as well */
    double doubt_ns;                /* times that differ by less may be in another order: the step of the stamps, and
                                       the alignment where several devices ran */
    size_t doubtful;                /* pairs of neighbours in time that overlap by less */
    double critical_ns;             /* longest chain of commands of which each had to wait for the one before: by wait
                                       list, barrier, or the order of an in-order queue. Less is impossible */
    double waits_ns;                /* the same by wait lists and barriers alone: as if each command had a queue */
    double computing_ns;            /* the longest chain if copies, fills and maps took no time */
    struct gt_wait_ *waits_;        /* who waits for whom, by gt_scheduled.row */
    size_t waits_count_;
} gt_schedule;

/* Of the kept commands of the scope of that name, NULL: of all scopes. sample: of that sample (from 0), GT_SAMPLE_LAST,
   or GT_SAMPLES_ALL with all commands that the scope's sub-scopes collected too. GT_ERR_ARGUMENT: no command is kept
   for such a scope, or commands wait for each other in a circle (the error has their names). GT_ERR_MEMORY. */
enum { GT_SAMPLE_LAST = -1, GT_SAMPLES_ALL = -2 };
GT_API gt_status gt_schedule_take(const char *scope, long sample, gt_schedule *out);
/* Of rows of your own, in the order of the calls that enqueued the commands. O(n log n). */
GT_API gt_status gt_schedule_of(const gt_command *rows, size_t n, gt_schedule *out);
GT_API void gt_schedule_free(gt_schedule *s);
/* Prints the schedule: concurrency, queues, the critical path, and what more queues or faster copies could gain. */
GT_API gt_status gt_report_schedule(FILE *out, const gt_schedule *s);
/* Writes who waits for whom as a graph for Graphviz (`dot -Tsvg`); the critical path is drawn bold. */
GT_API gt_status gt_write_dot(FILE *out, const gt_schedule *s);

/* Frames against a deadline. */
typedef struct gt_budget {
    gt_stats frame;                 /* of the frame times, ns */
    double deadline_ns;
    size_t missed;                  /* frames that took longer; of quantised ones, two periods of the display or more */
    size_t longest_run;             /* of missed frames one after the other */
    double headroom;                /* 1 - p99 / deadline: what is left of the deadline at the 99th percentile; the
                                       most that may be left where frame.p99_is_bound */
    int fits;                       /* 1: no frame was missed; 0: some were */
    int quantised;                  /* 1: nine frames in ten last a multiple of the deadline, +-5 %: the loop waits
                                       for the display, and its rate does not show how long the work takes */
} gt_budget;
GT_API gt_status gt_budget_of(const double *frame_ns, size_t n, double deadline_ns, gt_budget *out);
GT_API gt_status gt_report_budget(FILE *out, const char *name, const gt_budget *b);

#ifdef __cplusplus
}
#endif

#endif /* GT_MORE_SCHEDULE_H */

#if defined(GPUTIME_IMPLEMENTATION) && !defined(GT_MORE_SCHEDULE_IMPLEMENTED_)
#define GT_MORE_SCHEDULE_IMPLEMENTED_
GT_EXACT_MATH_

/* -- kept commands -- */

/* Rows that somebody asked to keep, of all threads; under the lock. Each has a wait list of its own. */
static struct { gt_commands_ rows; size_t most, lost; } gt_kept_;
static void gt_command_keep_(const gt_command *r) {     /* under the lock */
    static const gt_error full = { GT_ERR_MEMORY, 0, NULL, "gt_commands_keep", "", 0, "not all commands are kept" };
    const int fits = gt_kept_.rows.used < gt_kept_.most;
    if (fits && gt_command_copy_(&gt_kept_.rows, r)) return;
    if (fits) gt_error_take_(&full, GT_ERROR_KEPT_);
    gt_kept_.lost++;
}
static void gt_commands_keep_(const gt_command *rows, size_t n) {
    for (size_t i = 0; i < n; i++) gt_command_keep_(&rows[i]);
}
void gt_commands_keep(size_t most) {
    gt_lock_();
    gt_commands_drop_(&gt_kept_.rows, NULL);
    free(gt_kept_.rows.row);
    memset(&gt_kept_, 0, sizeof gt_kept_);
    gt_kept_.most = most;
    GT_STORE_(&gt_commands_keeper_, most ? gt_commands_keep_ : NULL);
    gt_unlock_();
}

/* -- the order that commands must have -- */

/* Kahn's algorithm (Communications of the ACM 5, 1962). Returns how many commands could be put in order: fewer than
   all if some wait for each other. */
static size_t gt_graph_sort_(gt_graph_ *g) {
    size_t done = 0, at = 0;
    free(g->next);
    g->next = g->full ? NULL : (size_t *)malloc((g->waits + 1) * sizeof *g->next);
    g->full |= !g->next;
    if (g->full) return 0;
    memset(g->first, 0, (2 * g->n + 1) * sizeof *g->first);     /* and left */
    for (size_t e = 0; e < g->waits; e++) g->first[g->wait[e].from]++;
    for (size_t i = 1; i <= g->n; i++) g->first[i] += g->first[i - 1];     /* where the part of each ends */
    for (size_t e = g->waits; e-- > 0; g->left[g->wait[e].to]++) g->next[--g->first[g->wait[e].from]] = g->wait[e].to;
    for (size_t i = 0; i < g->n; i++) if (!g->left[i]) g->order[done++] = i;
    for (; at < done; at++)
        for (size_t e = g->first[g->order[at]]; e < g->first[g->order[at] + 1]; e++)
            if (!--g->left[g->next[e]]) g->order[done++] = g->next[e];
    return done;
}
static double gt_graph_length_(const gt_command *r, int kernels_alone) {
    return r->kernel || !kernels_alone ? (double)(r->end - r->start) : 0;
}
/* The longest chain, and with it earliest and latest ends: the critical path method of Kelley and Walker (1959). */
static double gt_graph_longest_(gt_graph_ *g, int kernels_alone) {
    double longest = 0;
    for (size_t i = 0; i < g->n; i++) g->early[i] = 0;
    for (size_t i = 0; i < g->n; i++) {                    /* early: until here its earliest begin */
        const size_t at = g->order[i];
        g->early[at] += gt_graph_length_(&g->row[at], kernels_alone);
        longest = gt_larger_(longest, g->early[at]);
        for (size_t e = g->first[at]; e < g->first[at + 1]; e++)
            g->early[g->next[e]] = gt_larger_(g->early[g->next[e]], g->early[at]);
    }
    for (size_t i = g->n; i-- > 0;) {
        const size_t at = g->order[i];
        g->late[at] = longest;
        for (size_t e = g->first[at]; e < g->first[at + 1]; e++) {
            double begin = g->late[g->next[e]] - gt_graph_length_(&g->row[g->next[e]], kernels_alone);
            if (begin < g->late[at]) g->late[at] = begin;
        }
    }
    return longest;
}
static gt_status gt_graph_circle_(const gt_graph_ *g, size_t done) {
    char text[200];
    size_t i = 0;
    while (!g->left[i]) i++;
    snprintf(text, sizeof text, "%zu of %zu commands wait for each other in a circle, one is \"%.80s\"", g->n - done,
             g->n, g->row[i].name ? g->row[i].name : g->row[i].kind);
    return gt_fault_(GT_ERR_ARGUMENT, "gt_schedule", text);
}
/* Slack and the longest chains. Without the order of queues first: what waits in a circle then, does so with it too. */
static gt_status gt_schedule_graph_(const gt_command *rows, size_t n, gt_schedule *out) {
    gt_status status = GT_OK;
    gt_graph_ g;
    gt_graph_open_(&g, rows, n, &out->outside);
    size_t done = gt_graph_sort_(&g);
    if (!g.full && done == n) {
        out->waits_ns = gt_graph_longest_(&g, 0);
        gt_graph_in_order_(&g);
        done = gt_graph_sort_(&g);
    }
    if (g.full) {
        status = GT_ERR_MEMORY;
    } else if (done < n) {
        status = gt_graph_circle_(&g, done);
    } else {
        out->computing_ns = gt_graph_longest_(&g, 1);
        out->critical_ns = gt_graph_longest_(&g, 0);
        for (size_t i = 0; i < out->n; i++)
            out->command[i].slack_ns = g.late[out->command[i].row] - g.early[out->command[i].row];
    }
    out->waits_count_ = g.waits;
    out->waits_ = gt_graph_close_(&g);
    return status;
}

/* -- what ran: a walk over all STARTs (1) and ENDs (-1): who ends when another begins does not run beside it -- */

static int gt_schedule_walk_(gt_schedule *s) {          /* 0: no memory */
    gt_edge_ *edge = (gt_edge_ *)malloc((2 * s->n + 1) * sizeof *edge);
    int running[2] = { 0, 0 };          /* others, kernels */
    double last = 0;
    if (!edge) return 0;
    for (size_t i = 0; i < s->n; i++) {
        const gt_scheduled *c = &s->command[i];
        const gt_edge_ start = { c->start_ns, c->kernel, 1 }, end = { c->end_ns, c->kernel, -1 };
        edge[2 * i] = start;
        edge[2 * i + 1] = end;
        s->sum_ns += c->end_ns - c->start_ns;
    }
    qsort(edge, 2 * s->n, sizeof *edge, gt_edge_order_);
    for (size_t i = 0; i < 2 * s->n; running[edge[i].kernel] += edge[i].step, last = edge[i++].ns) {
        const double part = edge[i].ns - last;
        if (!(part > 0)) continue;      /* within a moment, a command that took no time ends before it begins */
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
    free(edge);
    return 1;
}
/* Gaps of each queue, in the order of START; what began before an earlier call of its queue; doubtful neighbours. */
static int gt_schedule_queues_(gt_schedule *s) {        /* 0: no memory */
    gt_named_ *by = gt_named_rows_(&s->command->queue, sizeof *s->command, s->n);
    gt_scheduled *all = s->command;
    double ended = 0;
    size_t latest = 0, number = 0;
    if (!by) return 0;
    for (size_t i = 0; i < s->n; i++) {
        const int first = gt_named_begins_(by, i);
        gt_scheduled *c = &all[by[i].row];
        s->queues += (size_t)first;
        c->idle_ns = first ? gt_nan_() : gt_larger_(0, c->start_ns - ended);
        s->reordered += !first && c->row < latest;
        ended = first ? c->end_ns : gt_larger_(ended, c->end_ns);
        latest = first || c->row > latest ? c->row : latest;
    }
    for (size_t i = 0; i < s->n; i++) if (!gt_is_finite_(all[i].idle_ns)) all[i].queue_number = ++number;
    for (size_t i = 0; i < s->n; i++)
        if (!all[by[i].row].queue_number) all[by[i].row].queue_number = all[by[i - 1].row].queue_number;
    free(by);
    for (size_t i = 1; i < s->n; i++) {
        double both = s->command[i - 1].end_ns - s->command[i].start_ns;
        s->doubtful += both > 0 && both < s->doubt_ns && s->command[i].end_ns - s->command[i].start_ns > both;
    }
    return 1;
}

/* -- schedules -- */

static int gt_scheduled_order_(const void *a, const void *b) {
    const gt_scheduled *x = (const gt_scheduled *)a, *y = (const gt_scheduled *)b;
    if (x->start_ns < y->start_ns || x->start_ns > y->start_ns) return x->start_ns < y->start_ns ? -1 : 1;
    return (x->row > y->row) - (x->row < y->row);
}
/* Puts the commands on one axis: their device's, or the host's where several devices ran. Returns the rows of the
   graph: those commands, and markers and barriers, which take no time. */
static gt_command *gt_schedule_rows_(const gt_command *rows, size_t n, gt_schedule *s, size_t *used) {
    gt_command *kept = (gt_command *)malloc((n + 1) * sizeof *kept);
    const gt_command *first = NULL;
    uint64_t from = UINT64_MAX;
    if (!kept) return NULL;
    for (size_t i = 0; i < n; i++) {
        if (rows[i].empty || !gt_command_used_(&rows[i])) continue;
        if (!first) first = &rows[i];
        s->devices = rows[i].device != first->device || s->devices > 1 ? 2 : 1;
    }
    for (size_t i = 0; i < n; i++) {
        const gt_command *r = &rows[i];
        gt_scheduled *c = &s->command[s->n];
        const uint64_t start = s->devices > 1 ? r->begin : r->start;
        if (!r->empty && (!gt_command_used_(r) || r->end < r->start || (s->devices > 1 && !r->begin))) {
            s->dropped++;
            continue;
        }
        kept[*used] = *r;
        if (r->empty) kept[*used].start = kept[*used].end = 0;
        ++*used;
        if (r->empty) continue;
        s->doubt_ns = gt_larger_(s->doubt_ns, gt_larger_(gt_stamp_step_(r->device), s->devices > 1 ? r->doubt_ns : 0));
        if (start < from) from = start;
        c->name = r->name ? r->name : r->kind;
        c->kind = r->kind;
        c->queue = r->queue;
        c->kernel = r->kernel != 0;
        c->row = *used - 1;
        s->n++;
    }
    for (size_t i = 0; i < s->n; i++) {
        gt_scheduled *c = &s->command[i];
        const gt_command *r = &kept[c->row];
        c->start_ns = s->devices > 1 ? gt_clock_ns(r->begin - from) : (double)(r->start - from);
        c->end_ns = c->start_ns + (double)(r->end - r->start);
    }
    return kept;
}
gt_status gt_schedule_of(const gt_command *rows, size_t n, gt_schedule *out) {
    gt_status status = GT_ERR_MEMORY;
    gt_command *kept = NULL;
    size_t used = 0;
    if (out) memset(out, 0, sizeof *out);
    if (!out || (!rows && n)) return GT_ERR_ARGUMENT;
    out->command = (gt_scheduled *)calloc(n + 1, sizeof *out->command);
    if (out->command) kept = gt_schedule_rows_(rows, n, out, &used);
    if (kept) {
        qsort(out->command, out->n, sizeof *out->command, gt_scheduled_order_);
        if (gt_schedule_walk_(out) && gt_schedule_queues_(out)) status = gt_schedule_graph_(kept, used, out);
    }
    free(kept);
    if (status != GT_OK) gt_schedule_free(out);
    return status;
}
void gt_schedule_free(gt_schedule *s) {
    if (!s) return;
    free(s->command);
    free(s->waits_);
    memset(s, 0, sizeof *s);
}

/* A kept command belongs to the scope of that name, or in GT_SAMPLES_ALL to a scope below it. */
static int gt_schedule_wants_(const gt_command *r, const char *scope, long sample) {
    const gt_node_ *n = r->scope;
    if (!scope) return 1;
    for (; n && n->state && strcmp(n->state->key.name, scope) != 0; n = sample == GT_SAMPLES_ALL ? n->parent : NULL) {}
    return n && n->state && (sample < 0 || r->sample == (uint64_t)sample);
}
gt_status gt_schedule_take(const char *scope, long sample, gt_schedule *out) {
    const gt_command *last = NULL;
    gt_status status;
    char text[240];
    size_t n = 0;
    if (out) memset(out, 0, sizeof *out);
    if (!out || sample < GT_SAMPLES_ALL) return GT_ERR_ARGUMENT;
    gt_lock_();
    const gt_command *row = gt_kept_.rows.row;
    size_t lost = gt_kept_.lost;
    gt_command *wanted = (gt_command *)malloc((gt_kept_.rows.used + 1) * sizeof *wanted);
    for (size_t i = gt_kept_.rows.used; sample == GT_SAMPLE_LAST && scope && !last && i-- > 0;)
        if (gt_schedule_wants_(&row[i], scope, sample)) last = &row[i];
    for (size_t i = 0; wanted && i < gt_kept_.rows.used; i++) {
        if (!gt_schedule_wants_(&row[i], scope, sample)) continue;
        if (!last || (row[i].scope == last->scope && row[i].sample == last->sample)) wanted[n++] = row[i];
    }
    gt_unlock_();
    if (wanted) qsort(wanted, n, sizeof *wanted, gt_command_kept_order_);
    if (wanted && !n) {
        snprintf(text, sizeof text, "no command is kept for \"%.80s\": call gt_commands_keep first, and collect the "
                                    "commands (GT_EVENT, or GT_CL_INTERCEPT)", scope ? scope : "any scope");
        status = gt_fault_(GT_ERR_ARGUMENT, "gt_schedule_take", text);
    } else {
        status = wanted ? gt_schedule_of(wanted, n, out) : GT_ERR_MEMORY;
        if (status == GT_ERR_MEMORY) gt_error_offer_(GT_ERROR_KEPT_, status, 0, NULL, "gt_schedule_take", "", 0, NULL);
    }
    out->lost = lost;
    out->several = scope && sample == GT_SAMPLES_ALL;
    free(wanted);
    return status;
}

/* -- the schedule as text -- */

static void gt_schedule_running_(FILE *out, const gt_schedule *s) {
    static const gt_column_ columns[] = { { "at the same time", -26, 0 }, { "time", 7, 0 }, { "share", 6, 0 } };
    gt_sheet_ t = gt_sheet_of_(columns, 3);
    for (int i = 0; i < GT_RUNNING_COUNT; i++) {
        if (!(s->running_ns[i] > 0)) continue;
        gt_sheet_row_(&t, i == GT_RUNNING_COUNT - 1 ? gt_text_("  %d or more commands", i)
                                                      : gt_text_("  %s", gt_some_(i, "command")),
                      gt_time_(s->running_ns[i]), gt_share_text_(s->running_ns[i], s->span_ns));
    }
    (void)gt_sheet_below_(out, &t);
    if (s->copy_ns > 0 && s->kernel_ns > 0)
        gt_say_(out, 4, "kernels ran for %s, copies for %s; %s of the copies' time was hidden behind kernels (%s)",
                gt_time_(s->kernel_ns), gt_time_(s->copy_ns), gt_share_text_(s->hidden_ns, s->copy_ns),
                gt_time_(s->hidden_ns));
    if (s->kernels_ns > 0 || s->copies_ns > 0)
        gt_say_(out, 4, "two kernels or more ran at once for %s, two copies or more for %s", gt_time_(s->kernels_ns),
                gt_time_(s->copies_ns));
}
static void gt_schedule_queues_print_(FILE *out, const gt_schedule *s) {
    static const gt_column_ columns[] = { { "queues", -26, 0 }, { "n", 5, 0 }, { "early", 5, 0 }, { "work", 7, 0 },
                                          { "idle", 7, 0 }, { "longest", 7, 0 }, { "  before", -10, 0 } };
    gt_sheet_ t = gt_sheet_of_(columns, 7);
    const gt_scheduled *end = s->command + s->n;
    for (const gt_scheduled *first = s->command; first < end && t.rows < 16; first++) {
        const gt_scheduled *gap = NULL;
        double work = 0, idle = 0;
        size_t n = 0, early = 0, latest = 0;
        if (gt_is_finite_(first->idle_ns)) continue;
        for (const gt_scheduled *c = first; c < end; c++) {
            if (c->queue != first->queue) continue;
            n++;
            early += c->row < latest;
            latest = c->row > latest ? c->row : latest;
            work += c->end_ns - c->start_ns;
            if (c == first) continue;
            idle += c->idle_ns;
            if (c->idle_ns > 0 && (!gap || c->idle_ns > gap->idle_ns)) gap = c;
        }
        gt_sheet_row_(&t, gt_text_("  queue %zu", first->queue_number), gt_number_(n), gt_number_(early),
                      gt_time_(work), gt_time_(idle), gap ? gt_time_(gap->idle_ns) : "", gap ? gap->name : "");
    }
    (void)gt_sheet_below_(out, &t);
    gt_say_(out, 4, "early: began before an earlier command of the queue: it ran out of order; work: sum of START to "
                    "END; idle: after the first START, time without a command of the queue; longest: of these gaps, "
                    "before the command of that name");
}
/* What the longest chain consists of; what makes the schedule shorter, and what cannot. */
static void gt_schedule_chain_(FILE *out, const gt_schedule *s) {
    const double slack = 1e-9 * s->critical_ns;
    const gt_scheduled *most = NULL, *k, *end = s->command + s->n;
    double longest = 0, sum;
    for (const gt_scheduled *c = s->command; c < end; c++) {
        for (k = c->slack_ns <= slack ? s->command : c;
             k < c && !(k->slack_ns <= slack && !strcmp(k->name, c->name)); k++) {}
        if (k != c || !(c->slack_ns <= slack)) continue;        /* summed already */
        for (sum = 0; k < end; k++)
            if (k->slack_ns <= slack && !strcmp(k->name, c->name)) sum += k->end_ns - k->start_ns;
        if (sum > longest) {
            longest = sum;
            most = c;
        }
    }
    putc('\n', out);
    if (!most || !(s->critical_ns > 0)) return;
    gt_say_(out, 4, "critical path: %s of %s, of which %s is \"%.60s\"", gt_time_(s->critical_ns), gt_time_(s->span_ns),
            gt_share_text_(longest, s->critical_ns), most->name);
    gt_say_(out, 4, "bounds on the speedup: %s if nothing waited without need; %s if also each command had a queue of "
                    "its own (wait lists and barriers alone); %s if copies took no time",
            gt_fixed_(s->span_ns / s->critical_ns, 2, ""), gt_fixed_(s->span_ns / s->waits_ns, 2, ""),
            s->computing_ns > 0 ? gt_fixed_(s->span_ns / s->computing_ns, 2, "") : "none");
}
static void gt_schedule_commands_(FILE *out, const gt_schedule *s) {
    static const gt_column_ columns[] = { { "commands", -26, 0 }, { "queue", 5, 0 }, { "start", 7, 0 }, { "end", 7, 0 },
                                          { "length", 7, 0 }, { "idle", 7, 1 }, { "slack", 7, 0 } };
    gt_sheet_ t = gt_sheet_of_(columns, 7);
    for (const gt_scheduled *c = s->command; c < s->command + s->n && t.rows < 40; c++)
        gt_sheet_row_(&t, gt_text_("  %.100s", c->name), gt_number_(c->queue_number), gt_time_(c->start_ns),
                      gt_time_(c->end_ns), gt_time_(c->end_ns - c->start_ns),
                      gt_is_finite_(c->idle_ns) ? gt_time_(c->idle_ns) : "", gt_time_(c->slack_ns));
    (void)gt_sheet_below_(out, &t);
    if (s->n > t.rows) gt_say_(out, 4, "and %s", gt_some_((double)(s->n - t.rows), "more command"));
    gt_say_(out, 4, "slack: by how much the command could end later without making the longest chain longer");
}
gt_status gt_report_schedule(FILE *out, const gt_schedule *s) {
    if (!out || !s) return GT_ERR_ARGUMENT;
    gt_say_(out, 4, "%s on %s%s: %s from the first START to the last END, busy for %s (%s)",
            gt_some_((double)s->n, "command"), gt_some_((double)s->queues, "queue"),
            s->devices > 1 ? " of several devices" : "", gt_time_(s->span_ns), gt_time_(s->busy_ns),
            gt_share_text_(s->busy_ns, s->span_ns));
    if (s->dropped)
        gt_say_(out, 4, "%s left out: stamps are unusable%s", gt_some_((double)s->dropped, "command"),
                s->devices > 1 ? ", or a device's clock is not aligned: call gt_cl_align" : "");
    if (s->several) gt_say_(out, 4, "all samples of a scope: what ran between them counts as idle");
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
static void gt_dot_text_(FILE *out, const char *text) {     /* between quotes; nothing that a terminal would obey */
    for (; *text; text++)
        fprintf(out, *text == '"' || *text == '\\' ? "\\%c" : "%c", (unsigned char)*text < ' ' ? '?' : *text);
}
gt_status gt_write_dot(FILE *out, const gt_schedule *s) {
    if (!out || !s) return GT_ERR_ARGUMENT;
    fprintf(out, "digraph schedule {\n    rankdir=LR; node [shape=point];     // a point: a marker or a barrier\n");
    for (size_t i = 0; i < s->n; i++) {
        const gt_scheduled *c = &s->command[i];
        const char *bold = c->slack_ns <= 1e-9 * s->critical_ns ? ", style=bold" : "";
        fprintf(out, "    c%zu [shape=box%s, label=\"", c->row, bold);
        gt_dot_text_(out, gt_text_("%.100s", c->name));
        fprintf(out, "\\nqueue %zu, %s\"];\n", c->queue_number, gt_time_(c->end_ns - c->start_ns));
    }
    for (size_t i = 0; i < s->waits_count_; i++)
        fprintf(out, "    c%zu -> c%zu;\n", s->waits_[i].from, s->waits_[i].to);
    fprintf(out, "}\n");
    return gt_written_(out, __func__, 0);
}

/* -- frames -- */

gt_status gt_budget_of(const double *frame_ns, size_t n, double deadline_ns, gt_budget *out) {
    size_t run = 0, whole = 0;
    if (out) memset(out, 0, sizeof *out);
    if (!out || !(deadline_ns > 0) || !gt_is_finite_(deadline_ns)) return GT_ERR_ARGUMENT;
    out->deadline_ns = deadline_ns;
    gt_status status = gt_stats_of(frame_ns, n, 0, &out->frame);
    for (size_t i = 0; status == GT_OK && i < n; i++) {
        double frames = frame_ns[i] / deadline_ns;
        whole += frames > 0.5 && frames < 1e9 && gt_abs_(frames - (double)(long)(frames + 0.5)) < 0.05;
    }
    out->quantised = out->frame.n >= 10 && (double)whole >= 0.9 * (double)out->frame.n;
    for (size_t i = 0; status == GT_OK && i < n; i++) {
        if (!gt_is_finite_(frame_ns[i])) continue;
        run = frame_ns[i] > deadline_ns * (out->quantised ? 1.5 : 1) ? run + 1 : 0;
        out->missed += run > 0;
        if (run > out->longest_run) out->longest_run = run;
    }
    out->headroom = 1 - out->frame.p99 / deadline_ns;
    out->fits = out->frame.n && !out->missed;
    return status;
}
gt_status gt_report_budget(FILE *out, const char *name, const gt_budget *b) {
    if (!out || !name || !b || !(b->deadline_ns > 0)) return GT_ERR_ARGUMENT;
    gt_say_(out, 4, "%s: fits %s fps: %s; p50 %s, p90 %s%s, p99 %s%s of %s; %zu of %zu frames missed, %zu in a row; "
                    "headroom %s%s", name, gt_fixed_(1e9 / b->deadline_ns, 1, ""),
            b->fits ? "yes" : b->frame.n ? "no" : "no frame", gt_time_(b->frame.median),
            b->frame.p90_is_bound ? ">= " : "", gt_time_(b->frame.p90), b->frame.p99_is_bound ? ">= " : "",
            gt_time_(b->frame.p99), gt_time_(b->deadline_ns), b->missed, b->frame.n, b->longest_run,
            b->frame.p99_is_bound ? "<= " : "", gt_percent_(100 * b->headroom));
    if (b->quantised)
        gt_say_(out, 4, "%s: frames last multiples of %s: the loop waits for the display, so that its frame rate does "
                        "not show how long the work takes", name, gt_time_(b->deadline_ns));
    return gt_written_(out, __func__, 0);
}
GT_OWN_MATH_
#endif /* GT_MORE_SCHEDULE_IMPLEMENTED_ */

/* PRIVATE NAMES of the kit that this file uses
     rows        gt_commands_keeper_ (who gets them), gt_commands_, gt_command_copy_, gt_commands_drop_,
                 gt_command_kept_order_, gt_command_used_, gt_stamp_step_, gt_node_ (scope and name of a row)
     waits       gt_graph_, gt_graph_open_, gt_graph_in_order_, gt_graph_close_, gt_wait_, gt_named_, gt_named_rows_,
                 gt_named_begins_, gt_edge_, gt_edge_order_
     errors      gt_fault_, gt_error_offer_, gt_error_take_, GT_ERROR_KEPT_, gt_lock_, gt_unlock_, GT_STORE_
     compiler    GT_EXACT_MATH_, GT_OWN_MATH_ (no -ffast-math in between)
     numbers     gt_abs_, gt_larger_, gt_is_finite_, gt_nan_
     tables      gt_column_, gt_sheet_, gt_sheet_of_, gt_sheet_row_, gt_sheet_below_, gt_written_
     texts       gt_say_, gt_text_, gt_time_, gt_fixed_, gt_number_, gt_percent_, gt_share_text_, gt_some_ */
