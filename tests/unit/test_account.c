/* link: simcl */
/* asan: yes */
/* test_account.c - the account of random schedules against what the simulator knows, computed slowly: for each stretch
   between two instants, by the definition of the parts */
#include <float.h>
#include <pthread.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "kit_cl.h"

#include "test.h"

#include "host.h"
#include "rig.h"

enum { OFFSETS = 9, ROWS = 256, KERNELS = 4, QUEUES = 3, CUTS = 2048, GATES = 2 };

/* ---- a program that does anything, and writes the log ---- */

static gt_log_row_ rows[ROWS];
static struct { size_t call, command; int commands; } made[ROWS];       /* its place in the simulator's logs */
static size_t row_count, queue_count;
static cl_command_queue queues[QUEUES];
static cl_kernel kernels[KERNELS];
static int launched[KERNELS];
static cl_mem buffer[2];
static cl_event events[ROWS], gates[GATES];
static size_t queue_of[ROWS], gate_of[ROWS], gate_count;
static int gate_open[GATES];
static cl_program program;

static gt_log_row_ *row_begin(int what) {
    gt_log_row_ *r = &rows[row_count];
    memset(r, 0, sizeof *r);
    r->what = (unsigned char)what;
    made[row_count].call = simcl_call_count();
    made[row_count].commands = 0;
    r->before = simcl_now_ns(NULL);
    return r;
}
static void row_end(gt_log_row_ *r) {
    r->until = r->after = simcl_now_ns(NULL);
    row_count++;
}
static int is_command(size_t i) { return rows[i].what == GT_LOG_COMMAND_; }
/* A wait has returned, for the commands of a queue up to the row `last`. */
static void covered(size_t last, size_t queue) {
    for (size_t i = 0; i < last; i++)
        if (is_command(i) && !rows[i].over && queue_of[i] == queue) rows[i].over = simcl_now_ns(NULL);
}
static cl_uint some_waits(size_t queue, cl_event *list) {
    cl_uint n = 0;
    gate_of[row_count] = GATES;
    if (gate_count && dice(6) == 0) {
        gate_of[row_count] = dice((unsigned)gate_count);
        list[n++] = gates[gate_of[row_count]];
    }
    for (size_t i = 0; i < row_count && n < 3; i++)
        if (is_command(i) && queue_of[i] != queue && dice(5) == 0) list[n++] = events[i];
    return n;
}
static void enqueue(int earlier) {
    const size_t items = 64, q = dice((unsigned)queue_count), k = dice(KERNELS);
    cl_event list[4];
    const int kind = (int)dice(4);
    static char data[4096];
    gt_log_row_ *r = row_begin(earlier ? GT_LOG_EARLIER_ : GT_LOG_COMMAND_);
    const cl_uint n = earlier ? 0 : some_waits(q, list);
    cl_event *event = &events[row_count];
    const cl_event *waits = n ? list : NULL;
    cl_int code;
    queue_of[row_count] = q;
    made[row_count].commands = 1;
    made[row_count].command = simcl_command_count();
    r->copy = kind == 0;
    r->first = kind != 0 && !launched[k];
    if (kind != 0) launched[k] = 1;
    if (kind == 0)
        code = clEnqueueWriteBuffer(queues[q], buffer[dice(2)], CL_FALSE, 0, 1 + dice(sizeof data), data, n, waits,
                                    event);
    else code = clEnqueueNDRangeKernel(queues[q], kernels[k], 1, NULL, &items, NULL, n, waits, event);
    assert_int_equal(code, CL_SUCCESS);
    row_end(r);
}
static void flush_all(void) {
    for (size_t q = 0; q < queue_count; q++) {
        gt_log_row_ *r = row_begin(GT_LOG_WAIT_);
        assert_int_equal(clFlush(queues[q]), CL_SUCCESS);
        row_end(r);
    }
}
static void wait_somehow(void) {
    const size_t q = dice((unsigned)queue_count);
    const int kind = (int)dice(3);
    gt_log_row_ *r;
    size_t last;
    for (size_t i = 0; i < row_count; i++)
        if (is_command(i) && gate_of[i] < GATES && !gate_open[gate_of[i]]) return;      /* it would wait for ever */
    if (kind) flush_all();
    r = row_begin(GT_LOG_WAIT_);
    if (kind == 0) assert_int_equal(clFlush(queues[q]), CL_SUCCESS);
    else if (kind == 1) assert_int_equal(clFinish(queues[q]), CL_SUCCESS);
    for (last = row_count; kind == 2 && last > 0 && !is_command(last - 1); last--) {}
    if (kind == 2 && last) assert_int_equal(clWaitForEvents(1, &events[last - 1]), CL_SUCCESS);
    row_end(r);
    if (kind == 1) covered(row_count, q);
    if (kind == 2 && last && !rows[last - 1].over) rows[last - 1].over = simcl_now_ns(NULL);
}
static void make_something(void) {
    static const char *source = "kernel void other() {}";
    gt_log_row_ *r = row_begin(GT_LOG_SETUP_);
    cl_int code = CL_SUCCESS;
    if (dice(2)) {
        cl_program p = clCreateProgramWithSource(rig_context, 1, &source, NULL, &code);
        assert_int_equal(clBuildProgram(p, 1, &rig_device, NULL, NULL, NULL), CL_SUCCESS);
        row_end(r);
        r = row_begin(GT_LOG_CALL_);
        clReleaseProgram(p);
    } else {
        cl_mem m = clCreateBuffer(rig_context, CL_MEM_READ_WRITE, 64, NULL, &code);
        row_end(r);
        r = row_begin(GT_LOG_CALL_);
        clReleaseMemObject(m);
    }
    assert_int_equal(code, CL_SUCCESS);
    row_end(r);
}
static void gate(void) {
    cl_int code = CL_SUCCESS;
    size_t i;
    gt_log_row_ *r = row_begin(GT_LOG_CALL_);
    for (i = 0; i < gate_count && gate_open[i]; i++) {}
    if (i < gate_count) {
        assert_int_equal(clSetUserEventStatus(gates[i], CL_COMPLETE), CL_SUCCESS);
        gate_open[i] = 1;
    } else if (gate_count < GATES) {
        gates[gate_count++] = clCreateUserEvent(rig_context, &code);
        assert_int_equal(code, CL_SUCCESS);
    } else {
        return;
    }
    row_end(r);
}

/* ---- the truth: by the definition, in picoseconds ---- */

typedef struct known { uint64_t call_from, call_to, start, end, held, over; int what, copy, first, blind; } known;
static known truths[ROWS];
static const simcl_command *command_of_row(size_t i) { return simcl_command_at(made[i].command); }
static void learn(void) {
    for (size_t i = 0; i < row_count; i++) {
        known *t = &truths[i];
        memset(t, 0, sizeof *t);
        t->what = rows[i].what;
        t->call_from = simcl_call_at(made[i].call)->begin_ps;
        t->call_to = simcl_call_at((i + 1 < row_count ? made[i + 1].call : simcl_call_count()) - 1)->end_ps;
        if (!made[i].commands) continue;
        const simcl_command *c = command_of_row(i);
        t->call_to = simcl_call_at(c->call)->end_ps;
        t->start = c->start_ps;
        t->end = c->end_ps;
        t->copy = rows[i].copy;
        t->first = rows[i].first;
        t->blind = c->stamps != SIMCL_HEALTHY;
        t->over = rows[i].over * 1000;
        if (gate_of[i] < GATES && t->what == GT_LOG_COMMAND_) t->held = simcl_command_of(gates[gate_of[i]])->end_ps;
    }
}
static int cut_order(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}
static int true_reason(const known *h, uint64_t at, int otherwise) {
    for (size_t i = 0; i < row_count; i++)
        if (truths[i].what == GT_LOG_EARLIER_ && truths[i].start <= at && at < truths[i].end) return GT_PART_earlier;
    return h->held > at ? GT_PART_held : h->first ? GT_PART_first : otherwise;
}
static int true_part(uint64_t at) {
    int kernel = 0, first = 0, copy = 0, setup = 0, call = 0, blind = 0, flushed = 0;
    const known *h = NULL;
    uint64_t ended = 0;
    for (size_t i = 0; i < row_count; i++) {
        const known *t = &truths[i];
        const int in = t->call_from <= at && at < t->call_to;
        setup |= in && t->what == GT_LOG_SETUP_;
        call |= in;
        if (t->what != GT_LOG_COMMAND_) continue;
        if (t->blind) {
            blind |= t->call_from <= at && at < t->over;
            continue;
        }
        if (t->start <= at && at < t->end) *(t->copy ? &copy : t->first ? &first : &kernel) = 1;
        if (t->end <= at && t->end > ended) ended = t->end;
        if (t->call_from <= at && t->start > at && (!h || t->start < h->start)) h = t;
    }
    if (kernel || first || copy) return kernel ? GT_PART_kernel : first ? GT_PART_first_run : GT_PART_copy;
    for (size_t i = 0; h && i < row_count; i++)
        flushed |= truths[i].what == GT_LOG_WAIT_ && truths[i].call_from > ended && truths[i].call_from < h->start;
    if (h && ended && h->call_from < ended && !flushed) return true_reason(h, at, GT_PART_gap);
    if (setup) return GT_PART_setup;
    if (!call) return GT_PART_host;
    if (h) return true_reason(h, at, GT_PART_launch);
    return blind ? GT_PART_unseen : GT_PART_return;
}
static void true_parts(uint64_t begin, uint64_t end, double *part) {
    static uint64_t cuts[CUTS];
    size_t n = 0;
    memset(part, 0, GT_PART_COUNT_ * sizeof *part);
    cuts[n++] = begin;
    cuts[n++] = end;
    for (size_t i = 0; i < row_count; i++) {
        const known *t = &truths[i];
        const uint64_t at[6] = { t->call_from, t->call_to, t->start, t->end, t->held, t->over };
        for (int k = 0; k < 6; k++) if (at[k] > begin && at[k] < end) cuts[n++] = at[k];
        assert_true(n + 6 < CUTS);
    }
    qsort(cuts, n, sizeof *cuts, cut_order);
    for (size_t i = 0; i + 1 < n; i++)
        if (cuts[i] < cuts[i + 1]) part[true_part(cuts[i])] += (double)(cuts[i + 1] - cuts[i]) * 1e-3;
}

/* ---- schedules ---- */

static simcl_script random_script(void) {
    static const uint64_t steps[] = { 1, 1, 1, 10, 32, 100, 1000 };
    simcl_script s = {0};
    simcl_device *d = &s.device[0];
    d->offset_ns = (int64_t)dice(2000000) - 1000000;
    d->drift_ppm = (double)((int)dice(201) - 100);
    d->resolution_ns = steps[dice(sizeof steps / sizeof *steps)];
    d->lanes = 1 + dice(3);
    d->copy_engine = (int)dice(2);
    d->newest_first = (int)dice(2);
    d->defer_submit = dice(4) == 0;
    d->launch = (simcl_cost){.ns = 300 + some_ns(5000)};
    d->finish = (simcl_cost){.ns = 100 + some_ns(2000)};
    d->wait = (simcl_cost){.ns = 100 + some_ns(2000)};
    d->build = (simcl_cost){.ns = 20000 + some_ns(200000)};
    d->submit = (simcl_cost){.ns = 100 + some_ns(20000)};
    d->notify = (simcl_cost){.ns = 100 + some_ns(50000)};
    d->gap = (simcl_cost){.ns = 10 + some_ns(5000)};
    d->noise = SIMCL_LOGNORMAL;
    d->noise_spread = 0.3;
    if (dice(2)) d->first_launch = (simcl_cost){.ns = some_ns(500000)};
    if (dice(2)) d->touch = (simcl_cost){.ns = some_ns(100000)};
    d->compile_where = (simcl_where)dice(3);
    d->touch_where = (simcl_where)dice(3);
    s.call = (simcl_cost){.ns = 50 + some_ns(300)};
    s.seed = dice(1u << 20);
    d->version = 210;
    d->device_timer = 1;
    return s;
}
static void open_schedule(const simcl_script *s) {
    static const char *names[KERNELS] = { "a", "b", "c", "d" };
    static const char *source = "kernel void a() {} kernel void b() {} kernel void c() {} kernel void d() {}";
    cl_int code = CL_SUCCESS;
    rig_open(s, 0);
    row_count = gate_count = 0;
    memset(launched, 0, sizeof launched);
    memset(gate_open, 0, sizeof gate_open);
    program = clCreateProgramWithSource(rig_context, 1, &source, NULL, &code);
    assert_int_equal(clBuildProgram(program, 1, &rig_device, NULL, NULL, NULL), CL_SUCCESS);
    for (int i = 0; i < KERNELS; i++) {
        assert_int_equal(simcl_kernel(names[i], NULL, (simcl_cost){.ns = 500 + some_ns(100000)}), 0);
        kernels[i] = clCreateKernel(program, names[i], &code);
    }
    queue_count = 1 + dice(QUEUES);
    for (size_t i = 0; i < queue_count; i++)
        queues[i] = rig_queue_new(dice(2) ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
    for (int i = 0; i < 2; i++) buffer[i] = clCreateBuffer(rig_context, CL_MEM_READ_WRITE, 4096, NULL, &code);
    assert_int_equal(code, CL_SUCCESS);
}
static void close_schedule(void) {
    for (size_t i = 0; i < row_count; i++) if (made[i].commands) clReleaseEvent(events[i]);
    for (size_t i = 0; i < gate_count; i++) clReleaseEvent(gates[i]);
    for (size_t i = 0; i < queue_count; i++) clReleaseCommandQueue(queues[i]);
    for (int i = 0; i < KERNELS; i++) clReleaseKernel(kernels[i]);
    for (int i = 0; i < 2; i++) clReleaseMemObject(buffer[i]);
    clReleaseProgram(program);
    rig_close();
}
/* What the kit can know of a clock: nothing but its step, or what gt_cl_align says. */
static gt_log_clock_ clock_of(const simcl_script *s, int aligned) {
    gt_log_clock_ c = { (double)s->device[0].resolution_ns, 500e-6, 1, 0, 0, NULL };
    gt_cl_alignment a;
    gt_cl cl;
    double off;
    if (!aligned) return c;
    assert_int_equal(gt_cl_attach(&cl, rig_context, rig_queue), GT_OK);
    assert_int_equal(gt_cl_align(&cl, &a), GT_OK);
    simcl_spend_ns(2e7);
    assert_int_equal(gt_cl_align(&cl, &a), GT_OK);
    gt_cl_close(&cl);
    c.stamp = (uint64_t)a.device_ns;
    const double at = gt_cl_align_ns(&a, c.stamp, &off) + (double)gt_clk_.start;
    c.low = at - off;
    c.high = at + off;
    c.drift = 1e-6 * (a.drift_ci.high > -a.drift_ci.low ? a.drift_ci.high : -a.drift_ci.low);
    return c;
}
static void end_of_schedule(void) {
    for (size_t i = 0; i < gate_count; i++) if (!gate_open[i]) gate();
    flush_all();
    for (size_t q = 0; q < queue_count; q++) {
        gt_log_row_ *r = row_begin(GT_LOG_WAIT_);
        assert_int_equal(clFinish(queues[q]), CL_SUCCESS);
        row_end(r);
        covered(row_count, q);
    }
}
static void stamps_of_rows(void) {
    for (size_t i = 0; i < row_count; i++) {
        const simcl_command *c = made[i].commands ? command_of_row(i) : NULL;
        if (!c) continue;
        if (gate_of[i] < GATES && is_command(i)) rows[i].held = simcl_command_of(gates[gate_of[i]])->end_ps / 1000;
        if (c->stamps != SIMCL_HEALTHY) continue;
        rows[i].queued = c->stamp[0];
        rows[i].start = c->stamp[2];
        rows[i].end = c->stamp[3];
    }
}
static void random_sample(size_t most) {
    size_t commands = 1 + dice((unsigned)most);
    if (dice(5) == 0) assert_int_equal(simcl_break_stamps(SIMCL_ZERO, simcl_command_count() + 2), 0);
    while (commands) {
        const unsigned what = dice(12);
        if (what < 6) {
            enqueue(0);
            commands--;
        } else if (what < 8) wait_somehow();
        else if (what == 8) make_something();
        else if (what == 9) gate();
        else simcl_spend_ns(some_ns(dice(2) ? 2000 : 200000));
    }
    if (dice(2)) simcl_spend_ns(some_ns(100000));
    end_of_schedule();
    if (dice(3) == 0) simcl_spend_ns(some_ns(50000));
}

static double ranges[2][2000];         /* of short samples with aligned clocks, ns; without, part of the sample */
static size_t range_count[2];
typedef struct verdict { int exact, within; } verdict;
static verdict one_schedule(int number) {
    static const char *const titles[] = {
#define TITLE_OF(field, title) title,
        GT_PARTS(TITLE_OF)
    };
    const simcl_script s = random_script();
    const int aligned = (int)dice(2);
    const size_t most = dice(2) ? 4 : 24;
    double part[GT_PART_COUNT_], widest = 0;
    verdict v = { 0, 1 };
    gt_account_ a;
    static gt_workroom_ room;
    gt_account_ alone;
    double sum = 0;
    open_schedule(&s);
    const gt_log_clock_ c = clock_of(&s, aligned);
    for (unsigned i = dice(3); i; i--) enqueue(1);
    gt_account_log_ log = { rows, 0, &c, 1, simcl_now_ns(NULL), 0, 0, 1, OFFSETS, NULL, NULL, 0, 0 };
    const uint64_t begin_ps = simcl_now_ps();
    random_sample(most);
    log.end = log.limit = simcl_now_ns(NULL);
    const uint64_t end_ps = simcl_now_ps();
    stamps_of_rows();
    learn();
    log.n = row_count;
    assert_int_equal(gt_account_make_(&log, &a), GT_OK);
    log.offsets = 1;                    /* without ranges, and in room that stays: the same parts */
    log.room = &room;
    assert_int_equal(gt_account_make_(&log, &alone), GT_OK);
    assert_memory_equal(alone.part, a.part, sizeof a.part);
    true_parts(begin_ps, end_ps, part);
    for (int i = 0; i < GT_PART_COUNT_; i++) {
        sum += a.part[i];
        const double range = a.most[i] - a.least[i];
        const int in = part[i] >= a.least[i] && part[i] <= a.most[i] && a.part[i] >= a.least[i] &&
                       a.part[i] <= a.most[i];
        v.within &= in;
        if (range > widest) widest = range;
        if (!in)
            print_error("schedule %d: %s is %.3f, said %.0f [%.0f, %.0f]\n", number, titles[i], part[i], a.part[i],
                        a.least[i], a.most[i]);
    }
    v.exact = sum == (double)(log.end - log.begin);
    if (aligned && most == 4 && s.device[0].resolution_ns <= 100) ranges[0][range_count[0]++] = widest;
    if (!aligned) ranges[1][range_count[1]++] = widest / (double)(log.end - log.begin);
    close_schedule();
    return v;
}
TEST(parts_of_random_schedules_are_what_the_simulator_knows) {
    const int schedules = SANITIZED ? 100 : 1000;
    int exact = 0, within = 0;
    dice_state = 20261123;
    for (int i = 0; i < schedules; i++) {
        const verdict v = one_schedule(i);
        exact += v.exact;
        within += v.within;
    }
    printf("account: %d schedules, %d exact, %d within\n", schedules, exact, within);
    for (int i = 0; i < 2; i++) gt_sort_doubles_(ranges[i], range_count[i]);
    const double short_ns = ranges[0][range_count[0] * 19 / 20], part = ranges[1][range_count[1] / 2];
    printf("widest range of a part: of up to 4 commands with aligned clocks at most %.0f ns in 95 %%; without, %.1f %% "
           "of the sample in half\n", short_ns, 100 * part);
    assert_true(short_ns <= 2000 && part <= 0.05);
    assert_int_equal(exact, schedules);
    assert_int_equal(within, schedules);
}


/* ---- samples made by hand: the cause that an order of rules can miss ---- */

/* One clock, whose stamps are the host's ticks, and calls that take 10 of them. */
static gt_account_ account_of(size_t n, uint64_t end) {
    const gt_log_clock_ clock = { 0, 0, 0, 0, 0, NULL };
    gt_account_log_ log = { rows, n, &clock, 1, 1000, end, end, 1, OFFSETS, NULL, NULL, 0, 0 };
    gt_account_ a;
    assert_int_equal(gt_account_make_(&log, &a), GT_OK);
    for (int i = 0; i < GT_PART_COUNT_; i++) assert_true(a.least[i] <= a.part[i] && a.part[i] <= a.most[i]);
    return a;
}
static gt_log_row_ row_of(int what, uint64_t before, uint64_t after, uint64_t start, uint64_t end) {
    gt_log_row_ r;
    memset(&r, 0, sizeof r);
    r.what = (unsigned char)what;
    r.before = before;
    r.after = after;
    r.start = start;
    r.end = end;
    return r;
}
TEST(a_command_that_waits_for_a_flush_behind_own_code_is_host_then_launch) {
    rows[0] = row_of(GT_LOG_COMMAND_, 1000, 1010, 11060, 12000);
    rows[1] = row_of(GT_LOG_WAIT_, 11010, 12050, 0, 0);
    const gt_account_ a = account_of(2, 12050);
    assert_int_equal(a.part[GT_PART_host], 10000);
    assert_int_equal(a.part[GT_PART_launch], 60);
    assert_int_equal(a.part[GT_PART_kernel], 940);
    assert_int_equal(a.part[GT_PART_return], 50);
}
TEST(the_second_of_two_flushes_is_no_gap) {     /* the next command was there, and nobody sent it */
    rows[0] = row_of(GT_LOG_COMMAND_, 1000, 1010, 1100, 2000);
    rows[1] = row_of(GT_LOG_WAIT_, 1010, 1020, 0, 0);
    rows[2] = row_of(GT_LOG_COMMAND_, 1020, 1030, 5100, 6000);
    rows[3] = row_of(GT_LOG_WAIT_, 5000, 6010, 0, 0);
    const gt_account_ a = account_of(4, 6010);
    assert_int_equal(a.part[GT_PART_gap], 0);
    assert_int_equal(a.part[GT_PART_host], 70 + 3000);
    assert_int_equal(a.part[GT_PART_launch], 30 + 100);
}
TEST(between_commands_that_were_there_is_a_gap_whatever_the_thread_does) {
    rows[0] = row_of(GT_LOG_COMMAND_, 1000, 1010, 1100, 2000);
    rows[1] = row_of(GT_LOG_COMMAND_, 1010, 1020, 2300, 3000);
    rows[2] = row_of(GT_LOG_SETUP_, 1990, 2100, 0, 0);
    rows[3] = row_of(GT_LOG_WAIT_, 2900, 3040, 0, 0);
    const gt_account_ a = account_of(4, 3040);
    assert_int_equal(a.part[GT_PART_gap], 300);
    assert_int_equal(a.part[GT_PART_setup], 0);
    assert_int_equal(a.part[GT_PART_return], 40);
}
TEST(a_gate_that_the_thread_opens_itself_is_held_only_while_it_is_in_a_call) {
    rows[0] = row_of(GT_LOG_COMMAND_, 1000, 1010, 4030, 5000);
    rows[0].held = 4005;
    rows[1] = row_of(GT_LOG_CALL_, 4000, 4010, 0, 0);       /* sets the event */
    rows[2] = row_of(GT_LOG_WAIT_, 4010, 5020, 0, 0);
    const gt_account_ a = account_of(3, 5020);
    assert_int_equal(a.part[GT_PART_host], 2990);
    assert_int_equal(a.part[GT_PART_held], 15);
    assert_int_equal(a.part[GT_PART_launch], 25);
}
TEST(the_previous_frame_is_earlier_once_the_thread_waits) {
    rows[0] = row_of(GT_LOG_EARLIER_, 900, 910, 950, 3000);
    rows[1] = row_of(GT_LOG_COMMAND_, 2000, 2010, 3005, 4000);
    rows[2] = row_of(GT_LOG_WAIT_, 2010, 4010, 0, 0);
    const gt_account_ a = account_of(3, 4010);
    assert_int_equal(a.part[GT_PART_host], 1000);           /* it prepared the next one meanwhile */
    assert_int_equal(a.part[GT_PART_earlier], 1000);
    assert_int_equal(a.part[GT_PART_launch], 5);
}
/* A host scope that waits in a call of no log has two rows, too: its command, and what ran before it. */
TEST(a_host_scope_of_one_command_is_no_phase_of_one) {
    const gt_log_clock_ clock = { 0, 0, 0, 0, 0, NULL };
    gt_command r;
    gt_account_ a;
    memset(&r, 0, sizeof r);
    r.before = 2000;
    r.after = 4010;
    r.stamps = GT_STAMPS_GOOD;
    r.queued = r.submit = 2005;
    r.start = 3005;
    r.end = 4000;
    const gt_log_row_ earlier = row_of(GT_LOG_EARLIER_, 0, 0, 2005, 3000);
    const gt_account_log_ log = { &earlier, 2, &clock, 1, 1000, 4010, 4010, 1, 1, NULL, &r, 1, 0 };
    assert_int_equal(gt_account_make_(&log, &a), GT_OK);
    assert_int_equal(a.part[GT_PART_host], 1000);
    assert_int_equal(a.part[GT_PART_earlier], 995);
    assert_int_equal(a.part[GT_PART_copy], 995);
}
TEST(a_first_launch_behind_a_foreign_event_is_held_first) {
    rows[0] = row_of(GT_LOG_COMMAND_, 1000, 1010, 5000, 6000);
    rows[0].first = 1;
    rows[0].held = 3000;
    rows[1] = row_of(GT_LOG_WAIT_, 1010, 6000, 0, 0);
    const gt_account_ a = account_of(2, 6000);
    assert_int_equal(a.part[GT_PART_held], 2000);
    assert_int_equal(a.part[GT_PART_first], 2000);
    assert_int_equal(a.part[GT_PART_first_run], 1000);
}
TEST(a_call_that_nobody_saw_return_is_launch_or_host) {
    rows[0] = row_of(GT_LOG_COMMAND_, 1000, 0, 3000, 4000);
    rows[1] = row_of(GT_LOG_WAIT_, 2000, 4000, 0, 0);
    const gt_account_ a = account_of(2, 4000);
    assert_int_equal(a.part[GT_PART_launch], 2000);
    assert_true(a.least[GT_PART_launch] >= 990 && a.least[GT_PART_launch] <= 1000 && a.most[GT_PART_host] >= 1000);
}
TEST(a_rate_that_is_not_known_well_moves_no_command_out_of_its_sample) {
    rows[0] = row_of(GT_LOG_COMMAND_, 2000, 7000, 13000, 101000);
    rows[0].queued = 2500;
    rows[0].until = 7000;
    rows[1] = row_of(GT_LOG_WAIT_, 24990000, 25001000, 0, 0);
    const gt_log_clock_ clock = { 1, 0.01, 1, 0, 0, NULL };       /* before the host's clock is calibrated */
    gt_account_log_ log = { rows, 2, &clock, 1, 1000, 25001000, 25001000, 1, 1, NULL, NULL, 0, 0 };
    gt_account_ a;
    assert_int_equal(gt_account_make_(&log, &a), GT_OK);
    assert_int_equal(a.part[GT_PART_kernel], 88000);
    assert_int_equal(a.early, 0);
}
/* By offsets that are tried for ranges, and so from cut to cut; and by the likely offset alone. */
TEST(a_phase_of_one_command_is_divided_like_any_other) {
    int divided = 0;
    dice_state = 20261129;
    for (int i = 0; i < 20000; i++) {
        const double tick_ns = dice(2) ? 1 : 0.37;
        const uint64_t begin = 5000, body = begin + dice(400), end = body + dice(400), call = begin + dice(200);
        const double drift = dice(2) ? 0 : 0.01;
        /* aligned to within 30 ticks, or not at all */
        const double low = dice(2) ? DBL_MAX : (double)begin;
        const gt_log_clock_ clock = { dice(2) ? 0 : 64, drift, low, (double)begin + 30, 900, NULL };
        const gt_log_row_ wait = { GT_LOG_WAIT_, 0, 0, 0, 0, 0, body, end, 0, 0, 0, 0, 0, 0 };
        gt_command r;
        gt_account_ one, any;
        if (call > body) continue;
        memset(&r, 0, sizeof r);
        r.before = call;
        r.after = dice(2) ? 0 : call + dice((unsigned)(body - call) + 1);
        r.kernel = dice(3) > 0;
        r.first_ = dice(2) & 1;
        r.stamps = dice(2) ? GT_STAMPS_GOOD : GT_STAMPS_BRIEF;
        r.start = 1000 + dice(500);
        r.queued = r.submit = r.start - dice(300);
        r.end = r.start + dice((unsigned)(end - begin) / 2 + 10);
        gt_account_log_ log = { &wait, 2, &clock, 1, begin, end, end, tick_ns, 1, NULL, &r, 1, body };
        memset(&one, 0, sizeof one);
        memset(&any, 0, sizeof any);
        const gt_status status = gt_account_make_(&log, &one);
        log.offsets = OFFSETS;
        assert_int_equal(gt_account_make_(&log, &any), status);
        if (status != GT_OK) continue;
        divided++;
        assert_memory_equal(one.part, any.part, sizeof one.part);
        assert_true(!(one.early < any.early) && !(one.early > any.early));
        assert_true(!(one.after < any.after) && !(one.after > any.after));
        assert_true(!(one.late < any.late) && !(one.late > any.late));
    }
    assert_true(divided > 5000);
}
TEST(a_kernel_shorter_than_a_step_of_its_clock_waited_as_long_as_any_other) {
    const gt_log_clock_ clock = { 0, 0, 0, 0, 0, NULL };
    gt_account_log_ log = { rows, 2, &clock, 1, 1000, 9000, 9000, 1, 1, NULL, NULL, 0, 0 };
    rows[1] = row_of(GT_LOG_WAIT_, 1010, 9000, 0, 0);
    for (uint64_t ran = 0; ran < 2; ran++) {
        gt_account_ a;
        rows[0] = row_of(GT_LOG_COMMAND_, 1000, 1010, 6000, 6000 + ran);
        assert_int_equal(gt_account_make_(&log, &a), GT_OK);
        assert_int_equal(a.part[GT_PART_launch], 5000);
        assert_int_equal(a.late, 5000);
    }
}
TEST(stamps_that_fit_no_offset_give_no_account) {
    rows[0] = row_of(GT_LOG_COMMAND_, 1000, 1010, 2000, 4000);
    rows[1] = row_of(GT_LOG_COMMAND_, 3000, 3010, 2100, 2200);      /* by the first it ran before its enqueue */
    const gt_log_clock_ clock = { 1, 0, 1, 0, 0, NULL };
    gt_account_log_ log = { rows, 2, &clock, 1, 1000, 4000, 4000, 1, OFFSETS, NULL, NULL, 0, 0 };
    gt_account_ a;
    assert_int_equal(gt_account_make_(&log, &a), GT_ERR_STAMPS);
}
/* Both places for events were taken before the calls, the second call's first: its QUEUED lies behind the next row. */
TEST(places_for_events_that_are_taken_in_the_reverse_order_move_no_command) {
    rows[0] = row_of(GT_LOG_COMMAND_, 1001, 0, 15010000, 15050000);
    rows[0].queued = 25000;
    rows[0].until = 1010;
    rows[1] = row_of(GT_LOG_COMMAND_, 1010, 26000, 15000000, 15005000);
    rows[1].queued = 2000;
    rows[1].until = 26000;
    rows[2] = row_of(GT_LOG_WAIT_, 26000, 15070000, 0, 0);
    const gt_log_clock_ clock = { 1, 500e-6, 1, 0, 0, NULL };
    gt_account_log_ log = { rows, 3, &clock, 1, 1000, 15070000, 15070000, 1, OFFSETS, NULL, NULL, 0, 0 };
    gt_account_ a;
    assert_int_equal(gt_account_make_(&log, &a), GT_OK);
    assert_true(a.part[GT_PART_launch] > 14.98e6 && a.part[GT_PART_return] < 30e3);
}
TEST(the_next_command_of_a_clock_is_known_even_if_nobody_aligned_it) {
    rows[0] = row_of(GT_LOG_COMMAND_, 1000, 1010, 20000, 20400);
    rows[1] = row_of(GT_LOG_COMMAND_, 1010, 1020, 20500, 21000);    /* the first launch of another kernel */
    rows[1].first = 1;
    rows[2] = row_of(GT_LOG_WAIT_, 1020, 30000, 0, 0);
    const gt_log_clock_ clock = { 1, 500e-6, 1, 0, 0, NULL };
    gt_account_log_ log = { rows, 3, &clock, 1, 1000, 30000, 30000, 1, OFFSETS, NULL, NULL, 0, 0 };
    gt_account_ a;
    assert_int_equal(gt_account_make_(&log, &a), GT_OK);
    assert_true(a.most[GT_PART_launch] > 18000);        /* before the first command */
    assert_true(a.most[GT_PART_first] < 10000);         /* behind it */
}
/* The account of rows whose device's clock showed 0 at the host's tick `offset`. */
static gt_account_ account_at(size_t n, uint64_t offset) {
    const gt_log_clock_ clock = { 0, 0, (double)offset, (double)offset, 0, NULL };
    gt_account_log_ log = { rows, n, &clock, 1, 1000, 9000, 9000, 1, 1, NULL, NULL, 0, 0 };
    gt_account_ a;
    assert_int_equal(gt_account_make_(&log, &a), GT_OK);
    return a;
}
/* The report joins a part that is in doubt with the one that gets its time if the offset is another one: here with that
   at offset 90, if the part has its time at offset 110. */
static void assert_joined(size_t n, int part, int with) {
    const gt_account_ a = account_at(n, 90), b = account_at(n, 110);
    gt_shares_ h;
    memset(&h, 0, sizeof h);
    const double more = b.part[part] - a.part[part], less = b.part[with] - a.part[with];
    if (more == 0 || (more > 0) == (less > 0))
        print_error("%s %+.0f, %s %+.0f\n", gt_part_names_[part], more, gt_part_names_[with], less);
    assert_true(more != 0 && (more > 0) != (less > 0));
    for (int k = 0; k < GT_PART_COUNT_; k++) {
        h.typical[k] = b.part[k];
        if (k != part && k != with && k > GT_PART_first_run)
            assert_true(gt_abs_(b.part[k] - a.part[k]) < gt_abs_(more));
    }
    h.doubtful = 1u << part;
    assert_int_equal(gt_goes_joined_(&h), 1u << part | 1u << with);
}
TEST(a_part_in_doubt_is_joined_with_the_one_that_may_have_its_time) {
    rows[0] = row_of(GT_LOG_COMMAND_, 1000, 1010, 2000, 3000);
    rows[1] = row_of(GT_LOG_WAIT_, 1010, 9000, 0, 0);
    assert_joined(2, GT_PART_launch, GT_PART_return);
    assert_joined(2, GT_PART_return, GT_PART_launch);
    rows[0].first = 1;
    assert_joined(2, GT_PART_first, GT_PART_return);
    rows[0].first = 0;
    rows[0].held = UINT64_MAX;
    assert_joined(2, GT_PART_held, GT_PART_return);
    rows[0].held = 0;
    rows[2] = row_of(GT_LOG_EARLIER_, 700, 710, 800, 2000);
    assert_joined(3, GT_PART_earlier, GT_PART_return);
    rows[2] = row_of(GT_LOG_COMMAND_, 3100, 3110, 3300, 4000);  /* enqueued before the END of the first, or behind */
    rows[1].after = 3100;
    rows[3] = row_of(GT_LOG_WAIT_, 3110, 9000, 0, 0);
    assert_joined(4, GT_PART_gap, GT_PART_launch);
}
TEST(what_ran_before_the_sample_and_behind_it_stands_beside_the_sum) {
    rows[0] = row_of(GT_LOG_COMMAND_, 0, 0, 900, 1100);     /* handed over */
    rows[1] = row_of(GT_LOG_COMMAND_, 1000, 1010, 1200, 2500);
    const gt_log_clock_ clock = { 0, 0, 0, 0, 0, NULL };
    gt_account_log_ log = { rows, 2, &clock, 1, 1000, 2000, 3000, 1, OFFSETS, NULL, NULL, 0, 0 };
    gt_account_ a;
    assert_int_equal(gt_account_make_(&log, &a), GT_OK);
    assert_int_equal(a.early, 100);
    assert_int_equal(a.after, 500);
    assert_int_equal(a.part[GT_PART_kernel], 100 + 800);
}
/* A million commands: as much time for each as for few, and little more if nobody aligned the clock. */
static double ns_each(size_t n, gt_log_clock_ clock) {
    gt_log_row_ *row = calloc(n + 1, sizeof *row);
    struct timespec from, to;
    gt_account_ a;
    double best = DBL_MAX;
    for (size_t i = 0; i < n; i++)
        row[i] = row_of(GT_LOG_COMMAND_, 1000 + 100 * i, 1050 + 100 * i, 20000 + 100 * i, 20060 + 100 * i);
    const uint64_t end = 120000 + 100 * n;
    gt_account_log_ log = { row, n, &clock, 1, 1000, end, end, 1, 3, NULL, NULL, 0, 0 };        /* as samples of many */
    for (int i = 0; i < 3; i++) {
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
        assert_int_equal(gt_account_make_(&log, &a), GT_OK);
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
        const double ns = 1e9 * (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec);
        if (ns < best) best = ns;
    }
    free(row);
    return best / (double)n;
}
TEST(a_command_costs_the_same_among_a_million) {
    const gt_log_clock_ aligned = { 0, 0, 0, 0, 0, NULL }, unknown = { 1, 0, 1, 0, 0, NULL };
    const double few = ns_each(10000, aligned), many = ns_each(SANITIZED ? 100000 : 1000000, aligned);
    const double wide = ns_each(10000, unknown);
    printf("account: %.0f ns a command of 10,000, %.0f ns of many, %.0f ns without alignment\n", few, many, wide);
    assert_true(many < 5 * few);
    assert_true(wide < 3 * few);
}

/* ---- commands in GT_CL whose events nobody collects ---- */

/* A call that waits for its own command tells how long that command may have run: no longer than the call. So does a
   wait in GT_CL behind the call. */
TEST(a_command_without_an_event_is_unseen_until_a_wait_for_it_returns) {
    enum { READ_BEHIND, WRITE_FIRST, WRITE_BETWEEN, MAP_BEHIND, WRITE_WAITED, HANDED, COLLECTED, FILLED, WAYS };
    static const char *const calls[WAYS] = { "clEnqueueReadBuffer", "clEnqueueWriteBuffer", "clEnqueueWriteBuffer",
        "clEnqueueMapBuffer", "clEnqueueWriteBuffer", "clEnqueueReadBuffer", "clEnqueueReadBuffer",
        "clEnqueueFillBuffer" };
    static char data[4096];
    const size_t items = 64, bytes = sizeof data;
    simcl_script script = {.clock_read.ns = 20};
    script.device[0].fill.ns = script.device[0].read.ns = script.device[0].write.ns = script.device[0].map.ns = 400e3;
    script.device[0].notify.ns = 100e3;
    for (int way = 0; way < WAYS; way++) {
        double hidden[8];
        cl_int code;
        rig_open(&script, 0);
        simcl_kernel("work", NULL, (simcl_cost){.ns = 300e3});
        assert_int_equal(gt_cl_warm_kernel(rig_queue, rig_kernel, 1, NULL, &items, NULL), GT_OK);
        cl_mem memory = clCreateBuffer(rig_context, CL_MEM_READ_WRITE, bytes, NULL, &code);
        for (int i = 0; i < 8; i++) {
            const size_t first = simcl_command_count();
            cl_event event = NULL;
            void *at = NULL;
            GT_SCOPE_CL(rig_queue, "phase") {
                if (way != WRITE_FIRST)
                    GT_CL(clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL, GT_EVENT));
                if (way == READ_BEHIND)
                    GT_CL(clEnqueueReadBuffer(rig_queue, memory, CL_TRUE, 0, bytes, data, 0, NULL, NULL));
                if (way == WRITE_FIRST || way == WRITE_BETWEEN)
                    GT_CL(clEnqueueWriteBuffer(rig_queue, memory, CL_TRUE, 0, bytes, data, 0, NULL, NULL));
                if (way == MAP_BEHIND)
                    at = GT_CL_NEW(clEnqueueMapBuffer(rig_queue, memory, CL_TRUE, CL_MAP_READ, 0, bytes, 0, NULL, NULL,
                                                      GT_CL_ERR));
                if (way == WRITE_WAITED) {
                    GT_CL(clEnqueueWriteBuffer(rig_queue, memory, CL_FALSE, 0, bytes, data, 0, NULL, NULL));
                    GT_CL(clFinish(rig_queue));
                }
                if (way == HANDED) {
                    GT_CL(clEnqueueReadBuffer(rig_queue, memory, CL_TRUE, 0, bytes, data, 0, NULL, &event));
                    gt_cl_event_add(event, "read", 0);
                }
                if (way == COLLECTED)
                    GT_CL(clEnqueueReadBuffer(rig_queue, memory, CL_TRUE, 0, bytes, data, 0, NULL, GT_EVENT));
                if (way == FILLED) assert_int_equal(gt_cl_fill(rig_queue, memory, data, 1), GT_OK);
                const simcl_call *call = simcl_last_call(calls[way]);
                const uint64_t ended = way == WRITE_FIRST ? 0 : simcl_command_at(first)->end_ps;
                const uint64_t from = call->begin_ps > ended ? call->begin_ps : ended;
                hidden[i] = way >= HANDED ? 0 : 1e-3 * (double)(simcl_now_ps() - from);
                if (way == WRITE_FIRST || way == WRITE_BETWEEN || way == WRITE_WAITED)
                    GT_CL(clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL, GT_EVENT));
            }
            if (event) clReleaseEvent(event);
            if (at) clEnqueueUnmapMemObject(rig_queue, memory, at, 0, NULL, NULL);
            clFinish(rig_queue);
        }
        const gt_series *s = look("phase");
        assert_int_equal(s->kept, 8);
        for (size_t i = 0; i < s->kept; i++) {
            const gt_sample one = gt_series_sample(s, i);
            if (!(gt_abs_(one.unseen_ns - hidden[i]) < 1500))
                fail_msg("way %d: %.0f ns, not %.0f", way, one.unseen_ns, hidden[i]);
            assert_true(one.launch_ns < 10e3);
            /* the barrier behind a kernel, and the call around a collected command, return late */
            assert_true(one.return_ns < (way == READ_BEHIND || way == MAP_BEHIND ? 10e3 : 210e3));
        }
        clReleaseMemObject(memory);
        rig_close();
    }
}

/* ---- commands without stamps ---- */

static void open_used(void) {           /* the kernel was launched before */
    const size_t items = 64;
    rig_open(NULL, 0);
    assert_int_equal(gt_cl_warm_kernel(rig_queue, rig_kernel, 1, NULL, &items, NULL), GT_OK);
}

/* The rest of the sample is divided all the same: what is not known stands before the command behind it. */
TEST(a_command_without_stamps_leaves_the_rest_of_its_sample) {
    gt_finding *list;
    size_t count;
    for (int way = 0; way < 2; way++) {
        rig_open(NULL, 0);
        cl_command_queue plain = clCreateCommandQueue(rig_context, rig_device, 0, NULL);
        for (int i = 0; i < 5; i++) {
            if (way == 0) assert_int_equal(simcl_break_stamps(SIMCL_ZERO, simcl_command_count() + 2), 0);
            GT_SCOPE("scope") {
                rig_launch(rig_queue, 1e6, GT_EVENT);
                if (way) GT_CL(clFinish(rig_queue));
                rig_launch(way ? plain : rig_queue, 1e6, GT_EVENT);
                if (way) GT_CL(clFinish(plain));
                rig_launch(rig_queue, 1e6, GT_EVENT);
                GT_CL(clFinish(rig_queue));
                simcl_spend_ns(2e6);
            }
        }
        const gt_series *s = look("scope");
        for (size_t i = 0; i < s->kept; i++) {
            const gt_sample one = gt_series_sample(s, i);
            assert_true(gt_abs_(one.kernel_ns + one.first_run_ns - 2e6) < 20e3 && gt_abs_(one.host_ns - 2e6) < 20e3);
            assert_true(gt_abs_(one.unseen_ns - 1e6) < 20e3);
        }
        assert_int_equal(gt_findings(&list, &count), GT_OK);
        for (size_t i = 0; i < count; i++)
            assert_true(list[i].code != GT_FINDING_PARTIAL && list[i].code != GT_FINDING_SYNC_BOUND);
        free(list);
        clReleaseCommandQueue(plain);
        rig_close();
    }
}

TEST(a_command_without_stamps_is_none_without_an_event) {
    gt_finding *list;
    size_t count;
    open_used();
    cl_command_queue plain = clCreateCommandQueue(rig_context, rig_device, 0, NULL);
    for (int i = 0; i < 10; i++)
        GT_SCOPE_CL(rig_queue, "phase") {
            rig_launch(rig_queue, 1e6, GT_EVENT);
            GT_CL(clFinish(rig_queue));
            rig_launch(plain, 1e6, GT_EVENT);
            GT_CL(clFinish(plain));
        }
    assert_true(gt_abs_(gt_series_sample(look("phase"), 9).unseen_ns - 1e6) < 20e3);
    assert_int_equal(gt_findings(&list, &count), GT_OK);
    for (size_t i = 0; i < count; i++) assert_true(list[i].code != GT_FINDING_PARTIAL);
    free(list);
    clReleaseCommandQueue(plain);
    rig_close();
}

/* ---- events that are handed over ---- */

/* Nobody saw these enqueue calls: QUEUED tells when they began. The second launch comes behind 2 ms of the program's
   own code; without a wait before it the first kernel runs beside half of that. */
TEST(host_code_before_a_launch_that_is_handed_over_is_host) {
    enum { RIGHT_BEHIND, AFTER_ITS_WAIT, BOTH_AT_THE_END, BOTH_WAITED_FOR, WITHOUT_WAIT, WAYS };
    for (int run = 0; run < 2 * WAYS; run++) {
        const int way = run / 2, phase = run % 2;
        const double host_ns = way == WITHOUT_WAIT ? 1e6 : 2e6;
        open_used();
        for (int i = 0; i < 8; i++) {
            cl_event event[2];
            gt_cl_scope p = {0};
            gt_scope s = {0};
            if (phase) p = gt_cl_scope_begin(rig_queue, "phase");
            else s = gt_scope_begin("scope");
            rig_launch(rig_queue, 1e6, &event[0]);
            if (way == RIGHT_BEHIND || way == WITHOUT_WAIT) gt_cl_event_add(event[0], NULL, 0);
            if (way == WITHOUT_WAIT) clFlush(rig_queue);
            else clFinish(rig_queue);
            if (way == AFTER_ITS_WAIT) gt_cl_event_add(event[0], NULL, 0);
            simcl_spend_ns(2e6);
            rig_launch(rig_queue, 1e6, &event[1]);
            if (way == AFTER_ITS_WAIT || way == BOTH_WAITED_FOR) clFinish(rig_queue);
            if (way == BOTH_AT_THE_END || way == BOTH_WAITED_FOR) gt_cl_event_add(event[0], NULL, 0);
            gt_cl_event_add(event[1], NULL, 0);
            clFinish(rig_queue);
            if (phase) gt_cl_scope_end(&p);
            else gt_scope_end(&s);
            for (int k = 0; k < 2; k++) clReleaseEvent(event[k]);
        }
        const gt_series *s = look(phase ? "phase" : "scope");
        for (size_t i = 0; i < s->kept; i++) {
            const gt_sample one = gt_series_sample(s, i);
            if (!(gt_abs_(one.host_ns - host_ns) < 20e3) || !(gt_abs_(one.kernel_ns - 2e6) < 20e3))
                fail_msg("way %d, %d: host %.0f ns, kernel %.0f ns", way, phase, one.host_ns, one.kernel_ns);
        }
        rig_close();
    }
}
/* It ran before the phase, whose barrier waited for it. */
TEST(a_command_from_before_its_phase_is_old_in_the_first_sample_too) {
    open_used();
    for (int i = 0; i < 3; i++) {
        cl_event event;
        rig_launch(rig_queue, 1e6, &event);
        GT_SCOPE_CL(rig_queue, "phase") {
            gt_cl_event_add(event, NULL, 0);
            rig_launch(rig_queue, 1e6, GT_EVENT);
        }
        clReleaseEvent(event);
    }
    const gt_series *s = look("phase");
    assert_int_equal(s->broken[GT_STAMPS_OLD], 3);
    assert_int_equal(s->broken[GT_STAMPS_LONG], 0);
    rig_close();
}
TEST(a_pending_user_event_is_no_command) {
    for (int phase = 0; phase < 2; phase++) {
        cl_int code;
        open_used();
        cl_event user = clCreateUserEvent(rig_context, &code);
        gt_cl_scope p = {0};
        gt_scope h = {0};
        if (phase) p = gt_cl_scope_begin(rig_queue, "phase");
        else h = gt_scope_begin("scope");
        gt_cl_event_add(user, NULL, 0);
        rig_launch(rig_queue, 1e6, GT_EVENT);
        clFinish(rig_queue);
        if (phase) gt_cl_scope_end(&p);
        else gt_scope_end(&h);
        const gt_series *s = look(phase ? "phase" : "scope");
        assert_int_equal(s->wrong_queue, 0);
        assert_int_equal(s->unsynced, 0);
        assert_true(gt_abs_(gt_series_sample(s, 0).device_ns - 1e6) < 1);
        assert_true(gt_abs_(gt_series_sample(s, 0).kernel_ns - 1e6) < 1e3);
        assert_int_equal(clSetUserEventStatus(user, CL_COMPLETE), CL_SUCCESS);
        clReleaseEvent(user);
        rig_close();
    }
}

/* The launch call takes 20 us, and so SUBMIT is late: nothing was pending before. */
TEST(a_launch_in_gt_cl_whose_event_is_handed_over_waits_for_nothing_earlier) {
    const size_t items = 64;
    simcl_script script = {0};
    script.device[0].launch.ns = 20e3;
    rig_open(&script, 0);
    for (int i = 0; i < 8; i++) {
        cl_event event = NULL;
        GT_SCOPE("scope") {
            GT_CL(clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL, &event));
            gt_cl_event_add(event, NULL, 0);
            GT_CL(clFinish(rig_queue));
        }
        clReleaseEvent(event);
    }
    const gt_series *s = look("scope");
    assert_int_equal(s->kept, 8);
    for (size_t i = 0; i < s->kept; i++) assert_int_equal(gt_series_sample(s, i).earlier_ns, 0);
    rig_close();
}

/* ---- another thread ---- */

static void *leaves_a_kernel(void *unused) {
    GT_SCOPE_CL(rig_queue, "other") {}
    rig_launch(rig_queue, 1e6, NULL);
    clFlush(rig_queue);
    return unused;
}
TEST(what_a_phase_waits_for_beside_another_thread_is_unseen) {
    gt_finding *list;
    size_t count;
    int contended = 0;
    open_used();
    for (int i = 0; i < 12; i++) {
        GT_SCOPE_CL(rig_queue, "phase") {
            pthread_t thread;
            assert_int_equal(pthread_create(&thread, NULL, leaves_a_kernel, NULL), 0);
            pthread_join(thread, NULL);
            rig_launch(rig_queue, 1e6, GT_EVENT);
        }
    }
    const gt_series *s = look("phase");
    for (size_t i = 0; i < s->kept; i++) {
        assert_true(gt_abs_(gt_series_sample(s, i).unseen_ns - 1e6) < 20e3);
        assert_int_equal(gt_series_sample(s, i).launch_ns, 0);
    }
    assert_int_equal(gt_findings(&list, &count), GT_OK);
    for (size_t i = 0; i < count; i++) {
        contended |= list[i].code == GT_FINDING_CONTENDED;
        assert_true(list[i].code != GT_FINDING_PARTIAL);        /* not for want of GT_EVENT */
    }
    free(list);
    assert_true(contended);
    rig_close();
}

/* ---- calls in GT_CL ---- */

/* The kit does not read the clock before a launch: what lies before it is the program's own code, not its command. */
TEST(host_code_before_a_launch_without_an_event_is_host) {
    open_used();
    for (int i = 0; i < 8; i++)
        GT_SCOPE("scope") {
            const size_t items = 64;
            rig_launch(rig_queue, 1e6, GT_EVENT);
            GT_CL(clFinish(rig_queue));
            simcl_spend_ns(2e6);
            GT_CL(clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
            GT_CL(clFinish(rig_queue));
            simcl_spend_ns(2e6);
        }
    const gt_series *s = look("scope");
    for (size_t i = 0; i < s->kept; i++) {
        const gt_sample one = gt_series_sample(s, i);
        assert_true(gt_abs_(one.host_ns - 4e6) < 20e3 && gt_abs_(one.unseen_ns - 1e6) < 20e3);
    }
    rig_close();
}
TEST(a_barrier_is_a_call_and_no_host_code) {
    simcl_script script = {.call.ns = 200e3};
    rig_open(&script, 0);
    for (int i = 0; i < 3; i++)
        GT_SCOPE("scope") {
            rig_launch(rig_queue, 1e5, GT_EVENT);
            GT_CL(clFinish(rig_queue));
            GT_CL(clEnqueueBarrierWithWaitList(rig_queue, 0, NULL, NULL));
        }
    const simcl_call *call = simcl_last_call("clEnqueueBarrierWithWaitList");
    const double took_ns = 1e-3 * (double)(call->end_ps - call->begin_ps);
    printf("a barrier took %.0f us, host %.0f us\n", took_ns / 1e3, gt_series_sample(look("scope"), 2).host_ns / 1e3);
    assert_true(took_ns > 1e3 && gt_series_sample(look("scope"), 2).host_ns < 0.5 * took_ns);
    rig_close();
}
TEST(a_flush_is_a_call_and_no_host_code_and_no_wait) {
    simcl_script script = {.call.ns = 200e3};
    rig_open(&script, 0);
    for (int i = 0; i < 3; i++)
        GT_SCOPE("scope") {
            rig_launch(rig_queue, 1e6, GT_EVENT);
            GT_CL(clFlush(rig_queue));
            simcl_spend_ns(2e6);
            rig_launch(rig_queue, 1e6, GT_EVENT);
            GT_CL(clFinish(rig_queue));
            GT_CL(clFlush(rig_queue));
        }
    const gt_sample one = gt_series_sample(look("scope"), 2);
    printf("host %.0f us, gap %.0f us\n", one.host_ns / 1e3, one.gap_ns / 1e3);
    assert_true(one.host_ns > 1.1e6 && one.host_ns < 1.3e6 && gt_abs_(one.kernel_ns - 2e6) < 20e3);
    rig_close();
}
/* The child of a fork goes on with the phase; its processor time and page faults count from 0. */
TEST(a_phase_that_ends_in_a_forked_child_knows_no_page_faults) {
    int status = -1;
    open_used();
    gt_cl_scope p = gt_cl_scope_begin(rig_queue, "phase");
    rig_launch(rig_queue, 1e6, GT_EVENT);
    const pid_t child = fork();
    gt_cl_scope_end(&p);
    const gt_sample one = gt_series_sample(look("phase"), 0);
    const int counted = one.faults >= 0 || one.cpu_us >= 0 || one.voluntary >= 0;
    if (!child) _exit(counted || !(gt_abs_(one.kernel_ns - 1e6) < 1e3));
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_true(gt_abs_(one.kernel_ns - 1e6) < 1e3);
    rig_close();
}

int main(void) { return test_all(NULL, NULL); }
