/* link: simcl */
/* asan: yes */
/* test_mistakes.c - mistakes of users that drew no word, or one that sent them to the wrong place: what the report then
   says, and that it names the remedy; on the simulated device and its clock */
#include "kit_cl.h"
#include "test.h"
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>
#include <time.h>
#include "rig.h"
#include "host.h"
#include "lone.h"

static gt_finding *list;
static size_t listed;
static int open_it(void **state) {
    static uint64_t starts;
    simcl_script s = {.no_log = 1, .start_ns = ++starts * UINT64_C(1000000000000)};
    (void)state;
    rig_open(&s, 0);
    return 0;
}
static int close_it(void **state) {
    (void)state;
    free(list);
    list = NULL;
    listed = 0;
    gt_reset();
    rig_close();
    return 0;
}
/* NULL: it is not told of that path. */
static const gt_finding *told(gt_finding_code code, const char *path) {
    free(list);
    assert_int_equal(gt_findings(&list, &listed), GT_OK);
    for (size_t i = 0; i < listed; i++)
        if (list[i].code == code && !strcmp(list[i].path, path)) return &list[i];
    return NULL;
}
static const char *report(void) {
    static char text[16384];
    FILE *f = fmemopen(text, sizeof text, "w");
    assert_non_null(f);
    assert_int_equal(gt_report(f), GT_OK);
    fclose(f);
    return text;
}

/* ---- commands that nobody waited for ---- */

static void unwaited_then(int waits, const char *name) {
    gt_scope s = gt_scope_begin("first");
    rig_launch(rig_queue, 1e6, GT_EVENT);
    if (waits) clFinish(rig_queue);
    gt_scope_end(&s);
    s = gt_scope_begin(name);
    rig_launch(rig_queue, 2e5, NULL);
    clFinish(rig_queue);
    gt_scope_end(&s);
}
TEST(scope_that_left_commands_to_the_next_one_has_the_fault, open_it, close_it) {
    for (int waits = 0; waits < 2; waits++) {
        gt_reset();
        for (int i = 0; i < 10; i++) unwaited_then(waits, "behind");
        assert_true(told(GT_FINDING_UNSEEN, "behind")->severity == GT_NOTE);
        assert_int_equal(told(GT_FINDING_NO_SYNC, "first") != NULL, !waits);
    }
}

/* ---- handles that are none ---- */

TEST(phase_of_no_queue_blames_the_queue_and_no_driver, open_it, close_it) {
    gt_cl_scope s = gt_cl_scope_begin(NULL, "phase");
    rig_launch(rig_queue, 2e5, GT_EVENT);
    gt_cl_scope_end(&s);
    clFinish(rig_queue);
    assert_null(told(GT_FINDING_NO_SYNC, "phase"));
    assert_non_null(told(GT_FINDING_VOID, "phase"));
    assert_non_null(strstr(report(), "the queue is NULL or was released"));
}
TEST(phase_that_could_not_wait_tells_nothing_of_its_queue, open_it, close_it) {
    GT_SCOPE_CL(NULL, "phase") rig_launch(rig_queue, 2e5, NULL);
    clFinish(rig_queue);
    assert_non_null(told(GT_FINDING_VOID, "phase"));
    assert_null(told(GT_FINDING_UNSEEN, "phase"));      /* "in 1 of 0 samples the queue was idle" */
}
TEST(end_of_no_phase_does_nothing, open_it, close_it) {
    gt_cl_scope s = gt_cl_scope_begin(rig_queue, "phase");
    gt_cl_scope_end(NULL);
    gt_cl_scope_end(&s);
    gt_cl_scope_end(&s);
    gt_cl_scope_end(NULL);
    assert_null(gt_error_first());
    assert_null(strstr(report(), "FAILED"));
    assert_non_null(strstr(report(), "phase                         1"));
}
TEST(event_that_was_released_blames_the_release_and_no_driver, open_it) {
    gt_cl_scope s = gt_cl_scope_begin(rig_queue, "phase");
    cl_event *event = GT_EVENT;
    rig_launch(rig_queue, 2e5, event);
    clFinish(rig_queue);
    clReleaseEvent(*event);
    gt_cl_scope_end(&s);
    assert_null(told(GT_FINDING_EVENT_BROKEN, "phase"));
    assert_non_null(told(GT_FINDING_VOID, "phase"));
    assert_non_null(strstr(report(), "release your own events after the scope"));
    gt_reset();
    free(list);
    list = NULL;
}
TEST(report_of_an_error_alone_speaks_of_no_numbers, open_it, close_it) {
    (void)GT_CL(clFinish(NULL));
    assert_null(strstr(report(), "The numbers below"));
}

/* ---- other threads ---- */

static gt_cl *closed_meanwhile;
cl_int kit_clFinish(cl_command_queue queue) {
    gt_cl *cl = closed_meanwhile;
    closed_meanwhile = NULL;
    if (cl) gt_cl_close(cl);
    return clFinish(queue);
}
TEST(queue_that_another_thread_closes_meanwhile_keeps_no_other_from_being_waited_for, open_it, close_it) {
    gt_cl cl[3];
    cl_event event;
    cl_int status = CL_QUEUED;
    for (int i = 0; i < 3; i++) {
        cl_command_queue q = rig_queue_new(0);
        assert_int_equal(gt_cl_attach(&cl[i], rig_context, q), GT_OK);
    }
    cl_command_queue mine[3] = {cl[0].queue, cl[1].queue, cl[2].queue};
    rig_launch(mine[2], 1e6, &event);
    closed_meanwhile = &cl[0];          /* as another thread would, while the first one is waited for */
    assert_int_equal(gt_cl_finish_all(), GT_OK);
    clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
    for (int i = 1; i < 3; i++) gt_cl_close(&cl[i]);
    clFinish(mine[2]);
    clReleaseEvent(event);
    for (int i = 0; i < 3; i++) assert_int_equal(clReleaseCommandQueue(mine[i]), CL_SUCCESS);
    assert_int_equal(status, CL_COMPLETE);
}
static void *ends_a_phase(void *phase) {
    GT_SCOPE_CL(rig_queue, "own") {
        rig_launch(rig_queue, 2e5, GT_EVENT);
        gt_cl_scope_end((gt_cl_scope *)phase);
    }
    return NULL;
}
TEST(phase_that_another_thread_ends_is_an_error_and_has_none_of_its_commands, open_it, close_it) {
    pthread_t thread;
    for (int elsewhere = 0; elsewhere < 2; elsewhere++) {
        gt_reset();
        gt_cl_scope s = gt_cl_scope_begin(rig_queue, "handed on");
        rig_launch(rig_queue, 1e6, GT_EVENT);
        if (!elsewhere) gt_cl_scope_end(&s);
        assert_int_equal(pthread_create(&thread, NULL, ends_a_phase, &s), 0);
        assert_int_equal(pthread_join(thread, NULL), 0);
        assert_int_equal(gt_error_first() != NULL, elsewhere);
        assert_int_equal(strstr(report(), "it began in another thread") != NULL, elsewhere);
        gt_snapshot snap;
        assert_int_equal(gt_snapshot_take(&snap), GT_OK);
        const gt_series *phase = gt_snapshot_find(&snap, "handed on");
        assert_int_equal(phase->n, 1);
        assert_int_equal(phase->device_stats.n, !elsewhere);
        gt_snapshot_free(&snap);
        gt_cl_drop_from_(0);         /* the event of the command that no scope has */
    }
}
/* A process that is stopped (SIGSTOP, a debugger) holds a lock for long. */
static uint32_t got_lock;
static void *takes_lock(void *unused) {
    gt_cl_objects_lock_();
    GT_STORE_(&got_lock, 1u);
    return unused;
}
TEST(lock_of_the_objects_is_kept_however_long_it_is_held) {
    const struct timespec pause = {1, 300000000};
    pthread_t thread;
    got_lock = 0;
    gt_cl_objects_lock_();
    assert_int_equal(pthread_create(&thread, NULL, takes_lock, NULL), 0);
    nanosleep(&pause, NULL);
    const uint32_t got = GT_LOAD_(&got_lock);
    gt_cl_objects_unlock_();
    pthread_join(thread, NULL);
    gt_cl_objects_unlock_();
    assert_int_equal(got, 0);
}
/* A forked child has no other thread of its parent: nobody gives the lock back. */
TEST(lock_of_the_objects_is_taken_over_by_a_forked_child) {
    int status = 0;
    gt_cl_objects_lock_();
    const pid_t child = fork();
    if (!child) {
        (void)alarm(20);
        gt_cl_objects_lock_();
        gt_cl_objects_unlock_();
        _exit(7);
    }
    gt_cl_objects_unlock_();
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 7);
}
static cl_event asked_event;
static void *asks_for_references(void *count) {
    const cl_int code = clGetEventInfo(asked_event, CL_EVENT_REFERENCE_COUNT, sizeof(cl_uint), count, NULL);
    gt_cl_call_ c;
    gt_cl_call_begin_(&c, GT_CL_CALL_clGetEventInfo_, GT_CL_ASKS_, "", 0, 0);
    c.object = asked_event;
    c.what = CL_EVENT_REFERENCE_COUNT;
    c.result = count;
    c.size = sizeof(cl_uint);
    gt_cl_before_(&c);
    (void)gt_cl_after_(&c, code);
    return NULL;
}
TEST(references_of_an_event_are_those_of_the_program_whichever_thread_asks, open_it, close_it) {
    cl_uint mine = 0, other = 0;
    pthread_t thread;
    gt_cl_scope s = gt_cl_scope_begin(rig_queue, "phase");
    cl_event *event = GT_EVENT;
    rig_launch(rig_queue, 1e5, event);
    clFinish(rig_queue);
    asked_event = *event;
    (void)asks_for_references(&mine);
    assert_int_equal(pthread_create(&thread, NULL, asks_for_references, &other), 0);
    pthread_join(thread, NULL);
    gt_cl_scope_end(&s);
    assert_int_equal(other, mine);
}
/* At exit, in a process of its own: a thread that still runs has its slots as they were. */
static uint32_t slots_are_there, main_has_ended;
static size_t room_before, room_after;
static void *has_slots(void *unused) {
    (void)gt_cl_program_node_();
    room_before = gt_cl_mine_.rows.room;
    GT_STORE_(&slots_are_there, 1u);
    while (!GT_LOAD_(&main_has_ended)) gt_yield_();
    room_after = gt_cl_mine_.rows.room;
    return unused;
}
static int ends_beside_a_thread(void) {
    pthread_t thread;
    GT_POKE_(&gt_exit_for_, 1u);
    GT_POKE_(&gt_cl_process_.scoped, 0u);
    if (pthread_create(&thread, NULL, has_slots, NULL)) return 1;
    while (!GT_LOAD_(&slots_are_there)) gt_yield_();
    gt_cl_programs_end_();
    GT_STORE_(&main_has_ended, 1u);
    pthread_join(thread, NULL);
    CHECK(room_before > 0);
    CHECK_EQUAL(room_after, room_before);
    return 0;
}
TEST(exit_leaves_the_slots_of_threads_that_still_run) { lone_run(ends_beside_a_thread, 20); }

/* ---- many ---- */

static double add_events_s(size_t n) {     /* of one: the least of three tries */
    double least = 1e9;
    for (int try = 0; try < 3; try++) {
        static cl_event event[16384];
        gt_cl_scope s = gt_cl_scope_begin(rig_queue, "many");
        for (size_t i = 0; i < n; i++) rig_launch(rig_queue, 100, &event[i]);
        clFinish(rig_queue);
        const double begin = lone_seconds(CLOCK_THREAD_CPUTIME_ID);
        for (size_t i = 0; i < n; i++) assert_int_equal(gt_cl_event_add(event[i], NULL, 0), GT_OK);
        const double one = (lone_seconds(CLOCK_THREAD_CPUTIME_ID) - begin) / (double)n;
        if (one < least) least = one;
        gt_cl_scope_end(&s);
        for (size_t i = 0; i < n; i++) clReleaseEvent(event[i]);
    }
    return least;
}
TEST(one_event_more_costs_the_same_however_many_there_are, open_it, close_it) {
    if (SANITIZED) skip();      /* what a sanitizer adds to each event would hide it */
    const double few = add_events_s(500), many = add_events_s(16000);
    /* More memory is touched for more events; a search through all of them would take 32 times as long. */
    if (many > 6 * few) fail_msg("%.2f us each of 500, %.2f us of 16000", 1e6 * few, 1e6 * many);
}
TEST(first_launch_is_known_behind_however_many_others, open_it, close_it) {
    for (uintptr_t i = 1; i <= 5000; i++) (void)gt_cl_used_(i << 6, gt_clock_ticks());
    gt_cl_scope s = gt_cl_scope_begin(rig_queue, "phase");
    rig_launch(rig_queue, 1e5, GT_EVENT);
    gt_cl_scope_end(&s);
    assert_non_null(told(GT_FINDING_UNWARMED, "phase"));
}

int main(void) { return test_all(NULL, NULL); }
