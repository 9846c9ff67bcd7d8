/* link: none */
/* asan: yes */
/* Facts about scopes in C++: what an exception does to them, and that break, continue, return and goto mean what
   they mean in C. */
#include <stdexcept>
#include <vector>
#include "test.h"

#define GPUTIME_IMPLEMENTATION
#include "gputime.h"
#include "host.h"

static void spend(uint64_t ns) { fake_ns += ns; }

TEST_OF(tests, scope_is_as_long_as_its_body, use_fake_clock) {
    GT_SCOPE("outer") {
        spend(1);
        GT_SCOPE_EXACT("inner") { spend(2); }
    }
    assert_number(look("outer")->sum_ns, 3);
    assert_number(look("outer/inner")->sum_ns, 2);
    assert_int_equal(look("outer")->left_early, 0);
}
TEST_OF(tests, exception_leaves_the_scope_and_is_no_sample, use_fake_clock) {
    int caught = 0;
    for (int i = 0; i < 3; i++) {
        try {
            GT_SCOPE("throws") {
                spend(1);
                if (i == 1) throw std::runtime_error("planned");
            }
        } catch (const std::runtime_error &) {
            caught++;
        }
    }
    assert_int_equal(caught, 1);
    assert_int_equal(look("throws")->n, 2);
    assert_number(look("throws")->sum_ns, 2);
    assert_int_equal(look("throws")->left_early, 1);
    assert_int_equal(look("throws")->abandoned, 0);
}
static void throw_from(int depth) {
    GT_SCOPE("level") {
        if (!depth) throw depth;
        throw_from(depth - 1);
    }
}
static void exception_through_many_scopes_leaves_each_and_the_next_is_at_the_root(void **);
TEST_ADD_(own, exception_through_many_scopes_leaves_each_and_the_next_is_at_the_root,
          exception_through_many_scopes_leaves_each_and_the_next_is_at_the_root, use_own_clock, NULL)
TEST_OF(tests, exception_through_many_scopes_leaves_each_and_the_next_is_at_the_root, use_fake_clock) {
    try {
        throw_from(3);
    } catch (int) {
    }
    GT_SCOPE("after") { spend(1); }
    assert_int_equal(look("level")->left_early, 1);
    assert_int_equal(look("level/level")->left_early, 1);
    assert_int_equal(look("level/level/level/level")->left_early, 1);
    assert_int_equal(look("level/level/level/level")->n, 0);
    assert_int_equal(look("after")->depth, 0);
    assert_int_equal(look("after")->n, 1);
}
TEST_OF(tests, exception_caught_inside_the_scope_leaves_only_what_it_passed, use_fake_clock) {
    GT_SCOPE("catches") {
        try {
            GT_SCOPE("passed") { throw 1; }
        } catch (int) {
            spend(7);
        }
    }
    assert_int_equal(look("catches")->n, 1);
    assert_number(look("catches")->sum_ns, 7);
    assert_int_equal(look("catches")->left_early, 0);
    assert_int_equal(look("catches/passed")->left_early, 1);
}
static int returns_early(bool early) {
    GT_SCOPE("returns") {
        std::vector<int> keeps(10, 1);
        if (early) return keeps[3];
    }
    return 0;
}
TEST_OF(tests, break_continue_return_and_goto_mean_what_they_mean_in_c, use_fake_clock) {
    int pass = 0;
    for (int i = 0; i < 4; i++) {
        GT_SCOPE("loop") {
            if (i == 1) break;
            if (i == 2) continue;
            spend(1);
        }
        pass++;
    }
    assert_int_equal(pass, 4);
    assert_int_equal(look("loop")->n, 3);
    assert_int_equal(look("loop")->left_early, 1);
    assert_int_equal(returns_early(true), 1);
    assert_int_equal(returns_early(false), 0);
    assert_int_equal(look("returns")->n, 1);
    assert_int_equal(look("returns")->left_early, 1);
    pass = 0;
again:
    GT_SCOPE("jumps") {
        if (!pass++) goto again;
    }
    assert_int_equal(look("jumps")->n, 1);
    assert_int_equal(look("jumps")->left_early, 1);
}
template <typename T> static T twice(T x) {
    T sum = T();
    GT_SCOPE("template") { sum = x + x; }
    return sum;
}
struct with_scope_in_constructor {
    with_scope_in_constructor() {
        GT_SCOPE("constructor") { spend(5); }
    }
};
TEST_OF(tests, lambdas_templates_and_constructors_can_hold_scopes, use_fake_clock) {
    auto body = [](uint64_t ns) { GT_SCOPE("lambda") { GT_WORK(2, 3); spend(ns); } };
    with_scope_in_constructor object;
    body(1);
    body(2);
    assert_int_equal(twice(2), 4);
    assert_true(twice(2.5) > 4.9);
    assert_int_equal(look("lambda")->n, 2);
    assert_number(look("lambda")->sum_ns, 3);
    assert_number(gt_series_sample(look("lambda"), 1).flops, 2);
    assert_int_equal(look("template")->n, 2);
    assert_int_equal(look("constructor")->n, 1);
    (void)object;
}
TEST_OF(tests, function_form_and_descriptors_work, use_fake_clock) {
    gt_timer t = {0};
    assert_int_equal(gt_timer_start(&t), GT_OK);
    gt_scope s = gt_scope_begin("by name");
    spend(4);
    gt_scope_end(&s);
    assert_int_equal(gt_timer_stop(&t), GT_OK);
    assert_number(gt_timer_ns(&t), 4);
    assert_number(look("by name")->sum_ns, 4);
}

int main() {
    return test_group("tests", NULL, stop_looking)
         + test_group("own", NULL, stop_looking);
}
