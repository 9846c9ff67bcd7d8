/* link: simcl */
/* asan: yes */
/* test_mistakes.c - mistakes of users that drew no word, or one that sent them to the wrong place: what the report then
   says, and that it names the remedy; on the simulated device and its clock */
#include "kit_cl.h"
#include "test.h"
#include "rig.h"
#include "host.h"

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
TEST(scope_that_may_hold_what_the_one_before_left_is_a_warning, open_it, close_it) {
    for (int i = 0; i < 10; i++) unwaited_then(1, "behind");
    assert_true(told(GT_FINDING_UNSEEN, "behind")->severity == GT_NOTE);
    gt_reset();
    for (int i = 0; i < 10; i++) unwaited_then(0, "behind");
    assert_true(told(GT_FINDING_UNSEEN, "behind")->severity == GT_WARNING);
    assert_non_null(strstr(told(GT_FINDING_UNSEEN, "behind")->figures, "of first, 10 of 10 samples ended while"));
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
TEST(event_that_was_released_blames_the_release_and_no_driver, open_it) {
    gt_cl_scope s = gt_cl_scope_begin(rig_queue, "phase");
    cl_event *event = GT_EVENT;
    rig_launch(rig_queue, 2e5, event);
    clFinish(rig_queue);
    clReleaseEvent(*event);
    gt_cl_scope_end(&s);
    assert_null(told(GT_FINDING_EVENT_BROKEN, "phase"));
    assert_non_null(told(GT_FINDING_VOID, "phase"));
    assert_non_null(strstr(report(), "release an event of your own behind the scope"));
    gt_reset();
    free(list);
    list = NULL;
}
TEST(report_of_an_error_alone_speaks_of_no_numbers, open_it, close_it) {
    (void)GT_CL(clFinish(NULL));
    assert_null(strstr(report(), "The numbers below"));
}

int main(void) { return test_all(NULL, NULL); }
