/* schedules.h - random commands, and the schedule that must result, computed in a slow and simple way: for each
   nanosecond which commands run, for each pair of commands which must wait for the other. Include after test.h, the
   implementation and host.h. */
#ifndef SCHEDULES_H
#define SCHEDULES_H

enum { COMMANDS = 96, WAITS = 6, QUEUES = 8, LENGTH = 1200 };

/* Times are whole nanoseconds; events and queues are arbitrary addresses. Rows are in the order of their enqueue
   calls. */
static gt_command rows[COMMANDS];
static const void *lists[COMMANDS][WAITS];

typedef struct figures {
    double span, busy, sum, kernel, copy, kernels, copies, hidden, running[GT_RUNNING_COUNT];
} figures;
static inline void each_nanosecond(size_t n, figures *f) {
    uint64_t t, first = UINT64_MAX, last = 0;
    size_t i;
    for (i = 0; i < n; i++) {
        if (rows[i].empty) continue;
        if (rows[i].start < first) first = rows[i].start;
        if (rows[i].end > last) last = rows[i].end;
        f->sum += (double)(rows[i].end - rows[i].start);
    }
    f->span = last > first ? (double)(last - first) : 0;
    for (t = first; t < last; t++) {
        size_t kernels = 0, copies = 0, all;
        for (i = 0; i < n; i++) {
            if (t < rows[i].start || t >= rows[i].end) continue;
            kernels += rows[i].kernel != 0;
            copies += !rows[i].kernel;
        }
        all = kernels + copies;
        f->running[all < GT_RUNNING_COUNT ? all : GT_RUNNING_COUNT - 1]++;
        f->busy += all > 0;
        f->kernel += kernels > 0;
        f->copy += copies > 0;
        f->kernels += kernels > 1;
        f->copies += copies > 1;
        f->hidden += kernels && copies;
    }
}
static inline int waits_for(size_t i, size_t j, int by_order) {     /* j was enqueued before i */
    size_t k;
    uint32_t w;
    for (w = 0; w < rows[i].waits; w++) if (rows[i].waited[w] == rows[j].id) return 1;
    if (rows[i].queue != rows[j].queue) return 0;
    if (by_order && rows[i].in_order) return 1;
    if (rows[i].barrier & 1 || rows[j].barrier & 2) return 1;
    for (k = j + 1; k < i; k++) if (rows[k].queue == rows[i].queue && rows[k].barrier == 3) return 1;
    return 0;
}
static inline double longest_chain(size_t n, int by_order, int kernels_alone, double *slack) {
    double before[COMMANDS], behind[COMMANDS], length[COMMANDS], longest = 0;
    size_t i, j;
    for (i = 0; i < n; i++) length[i] = kernels_alone && !rows[i].kernel ? 0 : (double)(rows[i].end - rows[i].start);
    for (i = 0; i < n; i++) {
        for (before[i] = 0, j = 0; j < i; j++)
            if (waits_for(i, j, by_order) && before[j] + length[j] > before[i]) before[i] = before[j] + length[j];
        if (before[i] + length[i] > longest) longest = before[i] + length[i];
    }
    for (i = n; i-- > 0;) {
        for (behind[i] = 0, j = i + 1; j < n; j++)
            if (waits_for(j, i, by_order) && behind[j] + length[j] > behind[i]) behind[i] = behind[j] + length[j];
        if (slack) slack[i] = longest - before[i] - length[i] - behind[i];
    }
    return longest;
}

static inline void assert_ran_as_computed(const gt_schedule *s, size_t n) {
    figures f;
    size_t k;
    memset(&f, 0, sizeof f);
    each_nanosecond(n, &f);
    assert_number(s->span_ns, f.span);
    assert_number(s->busy_ns, f.busy);
    assert_number(s->sum_ns, f.sum);
    assert_number(s->kernel_ns, f.kernel);
    assert_number(s->copy_ns, f.copy);
    assert_number(s->kernels_ns, f.kernels);
    assert_number(s->copies_ns, f.copies);
    assert_number(s->hidden_ns, f.hidden);
    for (k = 0; k < GT_RUNNING_COUNT; k++) assert_number(s->running_ns[k], f.running[k]);
}
static inline void assert_waited_as_computed(const gt_schedule *s, size_t n) {
    double slack[COMMANDS];
    size_t i;
    assert_number(s->critical_ns, longest_chain(n, 1, 0, slack));
    assert_number(s->waits_ns, longest_chain(n, 0, 0, NULL));
    assert_number(s->computing_ns, longest_chain(n, 1, 1, NULL));
    for (i = 0; i < s->n; i++) assert_number(s->command[i].slack_ns, slack[s->command[i].row]);
}

#endif
