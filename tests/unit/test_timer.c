/* alone: yes */
/* link: none */
/* Facts about gt_timer, most of them against a clock that the test moves. */
#include "test.h"

#include "kit.h"
#include "host.h"

static unsigned long laps_of(const gt_timer *t) { return (unsigned long)(t->v_[2] & ~GT_TIMER_RUNS_); }

static void lap(gt_timer *t, uint64_t ns) {
    assert_int_equal(gt_timer_start(t), GT_OK);
    fake_ns += ns;
    assert_int_equal(gt_timer_stop(t), GT_OK);
}

TEST(fresh_timer_is_zero, use_fake_clock) {
    gt_timer t = {0};
    assert_number(gt_timer_ns(&t), 0);
    assert_int_equal(laps_of(&t), 0);
}
TEST(lap_is_exact_and_reads_in_both_units, use_fake_clock) {
    gt_timer t = {0};
    lap(&t, 1500000000);
    assert_number(gt_timer_ns(&t), 1500000000);
    assert_true(gt_timer_ms(&t) > 1499.999999 && gt_timer_ms(&t) < 1500.000001);
}
TEST(laps_add_up_and_pauses_do_not_count, use_fake_clock) {
    gt_timer t = {0};
    lap(&t, 7);
    fake_ns += 1000;
    lap(&t, 0);
    lap(&t, 35);
    fake_ns += 1000;
    assert_number(gt_timer_ns(&t), 42);
    assert_int_equal(laps_of(&t), 3);
}
TEST(elapsed_while_running_holds_laps_and_the_running_one, use_fake_clock) {
    gt_timer t = {0};
    lap(&t, 10);
    gt_timer_start(&t);
    fake_ns += 3;
    assert_number(gt_timer_ns(&t), 13);
    fake_ns += 4;
    assert_number(gt_timer_ns(&t), 17);
    assert_int_equal(laps_of(&t), 1);
    assert_int_equal(gt_timer_stop(&t), GT_OK);
    assert_number(gt_timer_ns(&t), 17);
    assert_int_equal(laps_of(&t), 2);
}
TEST(stop_before_start_is_an_error_and_adds_nothing, use_fake_clock) {
    gt_timer t = {0};
    assert_int_equal(gt_timer_stop(&t), GT_ERR_ORDER);
    fake_ns += 5;
    assert_number(gt_timer_ns(&t), 0);
    assert_int_equal(laps_of(&t), 0);
    lap(&t, 8);
    fake_ns += 5;
    assert_int_equal(gt_timer_stop(&t), GT_ERR_ORDER);
    assert_number(gt_timer_ns(&t), 8);
    assert_int_equal(laps_of(&t), 1);
}
TEST(start_while_running_is_an_error_and_the_first_start_counts, use_fake_clock) {
    gt_timer t = {0};
    gt_timer_start(&t);
    fake_ns += 5;
    assert_int_equal(gt_timer_start(&t), GT_ERR_ORDER);
    fake_ns += 6;
    assert_int_equal(gt_timer_stop(&t), GT_OK);
    assert_number(gt_timer_ns(&t), 11);
    assert_int_equal(laps_of(&t), 1);
}
TEST(clock_changed_within_a_lap_is_an_error_and_adds_nothing, use_fake_clock) {
    gt_timer t = {0};
    gt_timer_start(&t);
    fake_ns += 5;
    assert_int_equal(gt_clock_set(read_fake_clock, NULL, "simulated, another"), GT_OK);
    assert_int_equal(gt_timer_stop(&t), GT_ERR_CLOCK);
    assert_int_equal(laps_of(&t), 0);
    assert_int_equal(gt_timer_stop(&t), GT_ERR_ORDER);
    lap(&t, 9);
    assert_number(gt_timer_ns(&t), 9);
}
/* Laps of two clocks have no common unit: no number is made of them. */
TEST(laps_of_another_clock_are_neither_converted_nor_added_to, use_fake_clock) {
    gt_timer t = {0};
    double ns;
    gt_clock_set(NULL, NULL, NULL);
    gt_timer_start(&t);
    gt_timer_stop(&t);
    assert_true(gt_timer_ns(&t) >= 0);
    assert_int_equal(gt_clock_set(read_fake_clock, NULL, "simulated"), GT_OK);
    assert_int_equal(gt_timer_start(&t), GT_ERR_CLOCK);
    ns = gt_timer_ns(&t);
    assert_true(ns != ns);
    memset(&t, 0, sizeof t);
    lap(&t, 3);
    assert_number(gt_timer_ns(&t), 3);
}
TEST(timers_do_not_know_of_each_other, use_fake_clock) {
    gt_timer a = {0}, b = {0};
    gt_timer_start(&a);
    fake_ns += 1;
    gt_timer_start(&b);
    fake_ns += 2;
    gt_timer_stop(&a);
    fake_ns += 4;
    gt_timer_stop(&b);
    assert_number(gt_timer_ns(&a), 3);
    assert_number(gt_timer_ns(&b), 6);
}
TEST(neither_gt_enable_nor_gt_reset_touches_a_timer, use_fake_clock) {
    gt_timer t = {0};
    gt_enable(0);
    gt_timer_start(&t);
    fake_ns += 5;
    gt_reset();
    assert_int_equal(gt_timer_stop(&t), GT_OK);
    gt_enable(1);
    assert_number(gt_timer_ns(&t), 5);
}
TEST(timer_around_a_scope_is_not_shorter_than_it, use_fake_clock) {
    gt_timer t = {0};
    fake_step_ns = 1;
    gt_timer_start(&t);
    GT_SCOPE("inside") { fake_ns += 100; }
    gt_timer_stop(&t);
    assert_true(look("inside")->sum_ns >= 100);
    assert_true(gt_timer_ns(&t) >= look("inside")->sum_ns);
}
TEST(real_elapsed_time_grows_while_running, use_own_clock) {
    gt_timer t = {0};
    double last = -1;
    int i;
    gt_timer_start(&t);
    for (i = 0; i < 1000; i++) {
        double now = gt_timer_ns(&t);
        assert_true(now >= last);
        last = now;
    }
    assert_true(last > 0);
    gt_timer_stop(&t);
    assert_true(gt_timer_ns(&t) >= last);
}

int main(void) {
    return test_all(NULL, stop_looking);
}
