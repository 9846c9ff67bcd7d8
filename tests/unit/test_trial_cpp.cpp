/* link: none */
/* asan: yes */
/* Facts about trials and comparisons in C++: one argument before C++20, and what an exception does to them. */
#include <stdexcept>
#include "test.h"

#define GPUTIME_IMPLEMENTATION
#include "gputime.h"
#include "host.h"

static void spend(uint64_t ns) { fake_ns += ns; }
static int anew(void **unused) {
    if (gt_self_) gt_self_->trial = NULL;
    return use_fake_clock(unused);
}

TEST(trial_takes_its_name_alone, anew) {
    int pass = 0;
    GT_TRIAL("name alone") {
        pass++;
        GT_SCOPE("phase") spend(1000);
    }
    assert_true(pass > 32);
    assert_int_equal(look("name alone/phase")->n, 30);
    assert_non_null(strstr(look("name alone")->stopped, "precision of 1.0 % reached after 30 samples"));
}
TEST(comparison_takes_its_name_alone, anew) {
    gt_ratio r;
    GT_COMPARE("compared") {
        GT_SIDE("a") spend(2000);
        GT_SIDE("b") spend(1000);
    }
    assert_int_equal(look("compared/a")->n, 30);
    assert_int_equal(gt_snapshot_compare(&shown, "compared", "b", NULL, &r), GT_OK);
    assert_int_equal(gt_ratio_outcome(&r, 0), GT_FASTER);
}
TEST(options_are_set_by_name_without_designated_initialisers, anew) {
    gt_trial_options o = gt_trial_options_of("by hand");
    o.max_n = 5;
    o.warmup = -1;
    gt_trial t = gt_trial_begin(o);
    int pass = 0;
    for (; gt_trial_next(&t); pass++) spend(1000);
    gt_trial_end(&t);
    assert_int_equal(pass, 5);
    assert_int_equal(look("by hand")->stop, GT_STOP_MAXIMUM);
}
TEST(exception_leaves_a_trial, anew) {
    int pass = 0, caught = 0;
    try {
        GT_TRIAL("throws") {
            GT_SCOPE("phase") {
                spend(1000);
                if (++pass == 6) throw std::runtime_error("planned");
            }
        }
    } catch (const std::runtime_error &) {
        caught++;
    }
    assert_int_equal(caught, 1);
    assert_int_equal(look("throws")->n, 3);
    assert_int_equal(look("throws")->left_early, 1);
    assert_int_equal(look("throws/phase")->left_early, 1);
    assert_string_equal(look("throws")->stopped, "left after 3 samples");
    GT_SCOPE("behind") spend(1);
    assert_int_equal(look("behind")->depth, 0);
    GT_TRIAL("later") spend(1000);
    assert_int_equal(look("later")->n, 30);
    assert_null(gt_error_first());
}
TEST(exception_leaves_a_side_and_its_comparison, anew) {
    int pass = 0, caught = 0;
    try {
        GT_COMPARE("throws") {
            GT_SIDE("a") spend(1000);
            GT_SIDE("b") {
                spend(1000);
                if (++pass == 6) throw 1;
            }
        }
    } catch (int) {
        caught++;
    }
    assert_int_equal(caught, 1);
    assert_int_equal(look("throws/a")->n, 3);
    assert_int_equal(look("throws/b")->n, 3);
    assert_int_equal(look("throws/b")->left_early, 1);
    GT_SCOPE("behind a side") spend(1);
    assert_int_equal(look("behind a side")->depth, 0);
    assert_true(gt_self_->trial == NULL);
}
TEST(break_leaves_a_side_and_a_trial, anew) {
    int pass = 0;
    GT_COMPARE("breaks") {
        GT_SIDE("a") spend(1000);
        GT_SIDE("b") {
            spend(1000);
            if (++pass == 6) break;
        }
    }
    assert_int_equal(pass, 6);
    assert_int_equal(look("breaks/b")->n, 3);
    assert_int_equal(look("breaks")->stop, GT_STOP_LEFT);
    GT_TRIAL("breaks too") {
        spend(1000);
        if (++pass == 12) break;
    }
    assert_int_equal(look("breaks too")->n, 3);
    assert_int_equal(look("breaks too")->depth, 0);
    assert_int_equal(look("breaks too")->stop, GT_STOP_LEFT);
}

int main() {
    return test_all(NULL, stop_looking);
}
