/* link: none */
/* asan: yes */
/* Facts about schedules: overlap, gaps and the longest chain against a computation that looks at each nanosecond and
   each pair of commands; circles, unknown commands, several devices; frames against a deadline. Seeded. */
#include <math.h>
#include <time.h>
#include "test.h"

#include "kit.h"

#include "laws.h"
#include "host.h"
#include "schedules.h"

static char events[COMMANDS], queues[QUEUES];
static size_t below(size_t n) { return (size_t)(uniform() * (double)n); }
static gt_command command_of(size_t i, size_t queue, uint64_t start, uint64_t end) {
    gt_command r;
    memset(&r, 0, sizeof r);
    r.name = r.kind = i % 3 ? "kernel" : "write";
    r.kernel = i % 3 != 0;
    r.id = &events[i];
    r.queue = &queues[queue];
    r.stamps = GT_STAMPS_GOOD;
    r.queued = r.submit = r.start = start;
    r.end = end;
    r.count_ = 1;
    r.waited = lists[i];
    return r;
}
static size_t random_schedule(void) {
    size_t n = 1 + below(COMMANDS), queues_used = 1 + below(QUEUES), i, w;
    const int in_order[2] = {below(2) != 0, below(2) != 0};     /* of even and of odd queues */
    for (i = 0; i < n; i++) {
        const size_t queue = below(queues_used);
        const uint64_t start = below(LENGTH);
        rows[i] = command_of(i, queue, start, start + below(40));
        rows[i].in_order = in_order[queue % 2] != 0;
        if (!rows[i].in_order && !below(7)) {
            rows[i].barrier = 3u & (unsigned)(below(3) + 1);
            rows[i].empty = 1;
            rows[i].kernel = 0;
            rows[i].start = rows[i].end = 0;
        }
        rows[i].waits = i ? (uint32_t)below(WAITS) : 0;
        for (w = 0; w < rows[i].waits; w++) lists[i][w] = &events[below(i)];
    }
    return n;
}

TEST(random_schedules_equal_a_slow_computation) {
    const int schedules = SANITIZED ? 50 : 1000;
    int at, exact = 0, chains = 0;
    size_t most = 0;
    seed(20261122);
    for (at = 0; at < schedules; at++) {
        const size_t n = random_schedule();
        gt_schedule s;
        size_t k;
        assert_int_equal(gt_schedule_of(rows, n, &s), GT_OK);
        assert_int_equal(s.dropped + s.outside, 0);
        assert_ran_as_computed(&s, n);
        for (k = 0; k < GT_RUNNING_COUNT; k++) if (s.running_ns[k] > 0 && k > most) most = k;
        exact++;
        assert_waited_as_computed(&s, n);
        chains++;
        gt_schedule_free(&s);
    }
    printf("overlap: %d schedules, %d exact\n", schedules, exact);
    printf("graph: %d schedules, %d exact\n", schedules, chains);
    assert_true(most > 2);
}

TEST(gaps_are_those_of_each_queue) {
    gt_schedule s;
    rows[0] = command_of(1, 0, 100, 200);
    rows[1] = command_of(2, 1, 120, 130);
    rows[2] = command_of(4, 0, 150, 180);       /* inside the first of its queue */
    rows[3] = command_of(5, 0, 260, 300);
    rows[4] = command_of(7, 1, 125, 140);       /* begins before row 1 has ended */
    assert_int_equal(gt_schedule_of(rows, 5, &s), GT_OK);
    assert_int_equal(s.queues, 2);
    assert_true(isnan(s.command[0].idle_ns) && isnan(s.command[1].idle_ns));
    assert_number(s.command[2].idle_ns, 0);
    assert_number(s.command[3].idle_ns, 0);
    assert_number(s.command[4].idle_ns, 60);
    assert_int_equal(s.reordered, 0);
    gt_schedule_free(&s);
    rows[3].start = 90;                          /* enqueued last on its queue, and began first */
    assert_int_equal(gt_schedule_of(rows, 5, &s), GT_OK);
    assert_int_equal(s.reordered, 2);
    gt_schedule_free(&s);
}

TEST(a_circle_is_an_error_with_a_name) {
    gt_schedule s;
    size_t i;
    gt_reset();
    for (i = 0; i < 4; i++) rows[i] = command_of(i + 1, i, 10 * i, 10 * i + 5);
    rows[1].waits = rows[2].waits = 1;
    rows[1].name = "blur";
    lists[2][0] = rows[2].id;
    lists[3][0] = rows[1].id;
    assert_int_equal(gt_schedule_of(rows, 4, &s), GT_ERR_ARGUMENT);
    assert_null(s.command);
    assert_non_null(strstr(gt_error_first()->detail, "2 of 4 commands wait for each other in a circle"));
    assert_non_null(strstr(gt_error_first()->detail, "blur"));
    gt_reset();
}
TEST(a_wait_for_an_unknown_command_is_counted) {
    gt_schedule s;
    rows[0] = command_of(1, 0, 0, 10);
    rows[1] = command_of(2, 1, 5, 20);
    rows[1].waits = 2;
    lists[2][0] = rows[0].id;
    lists[2][1] = &lists;
    assert_int_equal(gt_schedule_of(rows, 2, &s), GT_OK);
    assert_int_equal(s.outside, 1);
    assert_number(s.critical_ns, 25);
    gt_schedule_free(&s);
}
/* An event may get the address of an earlier one: the one enqueued last counts. */
TEST(an_address_that_comes_again_is_the_latest_command) {
    gt_schedule s;
    rows[0] = command_of(1, 0, 0, 100);
    rows[1] = command_of(1, 1, 0, 10);
    rows[2] = command_of(2, 2, 20, 30);
    rows[3] = command_of(1, 3, 0, 500);
    rows[2].waits = 1;
    lists[2][0] = rows[0].id;
    assert_int_equal(gt_schedule_of(rows, 3, &s), GT_OK);
    assert_number(s.critical_ns, 100);
    assert_number(s.command[2].slack_ns, 80);
    gt_schedule_free(&s);
    assert_int_equal(gt_schedule_of(rows, 4, &s), GT_OK);
    assert_number(s.critical_ns, 500);
    gt_schedule_free(&s);
}
TEST(unusable_stamps_are_left_out_and_counted) {
    gt_schedule s;
    rows[0] = command_of(1, 0, 0, 100);
    rows[1] = command_of(2, 0, 0, 10);
    rows[1].stamps = GT_STAMPS_NONE;
    assert_int_equal(gt_schedule_of(rows, 2, &s), GT_OK);
    assert_int_equal(s.n, 1);
    assert_int_equal(s.dropped, 1);
    assert_number(s.busy_ns, 100);
    gt_schedule_free(&s);
    assert_int_equal(gt_schedule_of(rows, 0, &s), GT_OK);
    assert_int_equal(s.n, 0);
    assert_int_equal(gt_report_schedule(stdout, &s), GT_OK);
    gt_schedule_free(&s);
    assert_int_equal(gt_schedule_of(NULL, 1, &s), GT_ERR_ARGUMENT);
    assert_int_equal(gt_schedule_of(rows, 1, NULL), GT_ERR_ARGUMENT);
    gt_reset();
    assert_int_equal(gt_schedule_take("no such scope", GT_SAMPLE_LAST, &s), GT_ERR_ARGUMENT);
    assert_non_null(strstr(gt_error_first()->detail, "(GT_EVENT, or calls.h)"));
    gt_reset();
}
/* The clocks of two devices have nothing in common but the host's. */
TEST(several_devices_are_placed_on_the_clock_of_the_host) {
    static gt_device_ devices[2];
    gt_schedule s;
    assert_int_equal(use_fake_clock(NULL), 0);      /* a tick is a nanosecond */
    rows[0] = command_of(1, 0, 5000, 5100);
    rows[1] = command_of(2, 1, 70, 270);
    rows[0].device = &devices[0];
    rows[1].device = &devices[1];
    rows[0].begin = 1000;
    assert_int_equal(gt_schedule_of(rows, 2, &s), GT_OK);
    assert_int_equal(s.dropped, 1);
    gt_schedule_free(&s);
    rows[1].begin = 1050;
    rows[1].doubt_ns = 60;
    assert_int_equal(gt_schedule_of(rows, 2, &s), GT_OK);
    assert_int_equal(s.devices, 2);
    assert_number(s.running_ns[2], 50);
    assert_number(s.span_ns, 250);
    assert_number(s.doubt_ns, 60);
    assert_int_equal(s.doubtful, 1);
    gt_schedule_free(&s);
    assert_int_equal(use_own_clock(NULL), 0);
}

static gt_schedule printed;
static gt_status print_dot(FILE *out) { return gt_write_dot(out, &printed); }
static gt_status print_schedule(FILE *out) { return gt_report_schedule(out, &printed); }
TEST(the_report_names_what_bounds_the_schedule) {
    gt_status status;
    char *text;
    rows[0] = command_of(3, 0, 0, 1000000);             /* a write, then a kernel that waits for it, */
    rows[1] = command_of(4, 1, 1000000, 9000000);
    rows[1].waits = 1;
    rows[1].name = "blur";
    lists[4][0] = rows[0].id;
    rows[2] = command_of(6, 0, 1000000, 2000000);       /* and a write beside the kernel */
    assert_int_equal(gt_schedule_of(rows, 3, &printed), GT_OK);
    text = text_of(print_schedule, &status);
    assert_int_equal(status, GT_OK);
    print_message("%s\n", text);
    assert_non_null(strstr(text, "3 commands on 2 queues: 9.00 ms"));
    assert_non_null(strstr(text, "50 % of the copies"));
    assert_non_null(strstr(text, "  queue 1                       2      0"));      /* none was early */
    assert_non_null(strstr(text, "critical path: 9.00 ms of 9.00 ms, of which 89 % is \"blur\""));
    assert_non_null(strstr(text, "bounds on the speedup: 1.00 if"));
    assert_non_null(strstr(text, "1.12 if copies took no time"));
    free(text);
    rows[2].name = "say \"hi\"\033";
    gt_schedule_free(&printed);
    assert_int_equal(gt_schedule_of(rows, 3, &printed), GT_OK);
    text = text_of(print_dot, &status);
    assert_int_equal(status, GT_OK);
    assert_non_null(strstr(text, "    c0 -> c1;\n"));
    assert_non_null(strstr(text, "c1 [shape=box, style=bold, label=\"blur\\nqueue 2, 8.00 ms\"];\n"));
    assert_non_null(strstr(text, "c2 [shape=box, label=\"say \\\"hi\\\"?\\nqueue 1, 1.00 ms\"];\n"));
    free(text);
    gt_schedule_free(&printed);
}

TEST(a_hundred_thousand_commands_take_less_than_a_second) {
    const size_t n = 100000;
    gt_command *many = (gt_command *)malloc(n * sizeof *many);
    static const void *wait[1];
    gt_schedule s;
    size_t i;
    clock_t begin;
    for (i = 0; i < n; i++) {
        many[i] = command_of(i % COMMANDS, i % QUEUES, 10 * i, 10 * i + 35);
        many[i].id = many + i;
        many[i].in_order = i % QUEUES < 4;
        many[i].barrier = i % 100 == 7 ? 3 : i % 16 == 13;     /* one queue: every second waits for all before */
        many[i].waits = i > 0;
        many[i].waited = wait;
    }
    wait[0] = many;
    begin = clock();
    assert_int_equal(gt_schedule_of(many, n, &s), GT_OK);
    printf("schedule of 100000 commands: %.2f s of processor time\n", (double)(clock() - begin) / CLOCKS_PER_SEC);
    assert_true(THIN || clock() - begin < CLOCKS_PER_SEC);
    gt_schedule_free(&s);
    free(many);
}

/* -- frames -- */

static gt_budget told;
static gt_status print_budget(FILE *out) { return gt_report_budget(out, "frame", &told); }
TEST(frames_are_held_against_the_deadline) {
    double frame[400];
    gt_budget b;
    size_t i;
    for (i = 0; i < 400; i++) frame[i] = 10e6 + (double)(i % 10) * 1e5;
    assert_int_equal(gt_budget_of(frame, 400, 1e9 / 60, &b), GT_OK);
    assert_int_equal(b.fits, 1);
    assert_int_equal(b.missed, 0);
    assert_int_equal(b.quantised, 0);
    assert_int_equal(b.frame.p99_is_bound, 0);
    assert_true(b.headroom > 0.3 && b.headroom < 0.4);
    frame[5] = frame[6] = frame[7] = frame[100] = 20e6;
    assert_int_equal(gt_budget_of(frame, 400, 1e9 / 60, &b), GT_OK);
    assert_int_equal(b.fits, 0);
    assert_int_equal(b.missed, 4);
    assert_int_equal(b.longest_run, 3);
    assert_int_equal(gt_budget_of(frame + 8, 30, 1e9 / 60, &b), GT_OK);
    assert_int_equal(b.frame.p99_is_bound, 1);
    assert_int_equal(b.fits, 1);
    frame[9] = NAN;
    assert_int_equal(gt_budget_of(frame + 8, 30, 1e9 / 60, &b), GT_OK);
    assert_int_equal(b.missed, 0);
    assert_int_equal(b.fits, 0);
    told = b;
    gt_status status;
    char *text = text_of(print_budget, &status);
    assert_int_equal(status, GT_OK);
    assert_non_null(strstr(text, "fits 60.0 fps: no;"));
    assert_non_null(strstr(text, "frame: left out, since NaN or infinite: 1 of 30"));
    free(text);
    assert_int_equal(gt_budget_of(frame, 0, 1e9 / 60, &b), GT_OK);
    assert_int_equal(b.fits, 0);
    assert_int_equal(gt_budget_of(frame, 4, 0, &b), GT_ERR_ARGUMENT);
}
/* A loop that waits for the display: its frames last one or two periods, whatever the work takes. */
TEST(a_loop_that_waits_for_the_display_is_seen) {
    double frame[100];
    gt_budget b;
    size_t i;
    for (i = 0; i < 100; i++) frame[i] = 1e9 / 60 * (i % 4 ? 1 : 2) + (double)(i % 7) * 2e4;
    assert_int_equal(gt_budget_of(frame, 100, 1e9 / 60, &b), GT_OK);
    assert_int_equal(b.quantised, 1);
    assert_int_equal(b.missed, 25);
    assert_int_equal(b.longest_run, 1);
    assert_int_equal(gt_report_budget(stdout, "frame", &b), GT_OK);
}

int main(void) {
    return test_all(NULL, NULL);
}
