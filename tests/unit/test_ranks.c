/* test_ranks.c - the clocks of ranks that MPI starts: are they aligned as well as examples/more/ranks.h says? The ranks
   are simulated, with clocks whose true offsets are known, behind the two calls of MPI that measure round trips. */
/* link: none */
/* flags: -Itests/lib/one_rank -DMPI_OF_TEST */
#define GPUTIME_STATIC
#define GPUTIME_IMPLEMENTATION
#include "gputime.h"
#include "ranks.h"
#include "one_rank/mpi.c"
#include "test.h"

#include <math.h>

enum { CASES = 1000, CHECKS = 5 };

/* All times are of the true clock, ns; rank 0's clock shows it. */
static struct {
    double now;
    double offset, rate;        /* the rank's clock shows (true + offset) * rate */
    double least, more;         /* a message takes `least`, and more, which is skewed; the way back has another least */
    double back;
    int question;               /* 1: the next message is the answer */
    int jumps;                  /* 1: the rank's clock steps in the middle */
} world;
static uint32_t seed = 1;
static double uniform(void) {
    seed = seed * 1664525u + 1013904223u;
    return ((double)(seed >> 8) + 0.5) / 16777216.0;
}
static double shown_by_rank(double at) { return (at + world.offset) * world.rate; }

static uint64_t simulated(void *user) {
    (void)user;
    world.now += 20;
    return (uint64_t)world.now;
}
static double message(double least) { return least - world.more * log(uniform()); }

int PMPI_Send(const void *data, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
    (void)data, (void)n, (void)type, (void)to, (void)tag, (void)comm;
    return MPI_SUCCESS;
}
/* The answer: the question's way, the rank's two readings, the way back. */
int PMPI_Recv(void *data, int n, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status *status) {
    double *answer = (double *)data;
    (void)n, (void)type, (void)from, (void)tag, (void)comm, (void)status;
    world.now += message(world.least);
    answer[0] = shown_by_rank(world.now);
    world.now += 30;
    answer[1] = shown_by_rank(world.now);
    world.now += message(world.back);
    if (world.jumps && uniform() < 0.05) world.offset += 1e6;
    return MPI_SUCCESS;
}
static gt_ranks_point_ measured(void) {
    gt_ranks_point_ point;
    gt_ranks_ask_(1, GT_RANKS_TRIPS_, &point);
    return point;
}
static void new_world(void) {
    const double trip = 1e3 * pow(100, uniform());      /* 1 to 100 us */
    world.offset = 2e9 * uniform() - 1e9;
    world.rate = 1 + 1e-4 * uniform() - 5e-5;
    world.least = trip * (0.2 + 0.6 * uniform());
    world.back = trip - world.least;
    world.more = trip * uniform();
    world.jumps = 0;
}

static void clocks_are_aligned_within_the_bound_that_is_stated(void **state) {
    int within = 0, tight = 0, narrow = 0;
    (void)state;
    assert_int_equal(gt_clock_set(simulated, NULL, "simulated"), GT_OK);
    for (int i = 0; i < CASES; i++) {
        gt_ranks_point_ point[2];
        double worst = 0, trip, begin, end;
        int all = 1;
        new_world();
        trip = world.least + world.back;
        begin = world.now;
        point[0] = measured();
        world.now += 1e9 * (1 + 99 * uniform());
        point[1] = measured();
        end = world.now;
        for (int k = 0; k < CHECKS; k++) {
            const double at = begin + (end - begin) * uniform(), by = shown_by_rank(at);
            const gt_ranks_point_ is = gt_ranks_point_at_(point, 2, by);
            const double start = (double)gt_clk_.start;
            all &= fabs(by + is.offset - (at - start)) <= is.bound + 1;     /* 1 ns: readings are whole ns */
            worst = fmax(worst, is.bound);
        }
        within += all;
        tight += worst < trip + 200;            /* half the quickest trip, its skew, and what two clocks drift */
        narrow += worst < 0.5 * trip + 1000 + world.more;
    }
    assert_true(within >= CASES * 99 / 100);
    assert_true(tight >= CASES * 95 / 100);
    assert_true(narrow >= CASES * 99 / 100);
    assert_int_equal(gt_clock_set(NULL, NULL, NULL), GT_OK);
}
static void beyond_the_points_the_bound_grows_with_time(void **state) {
    const gt_ranks_point_ point[2] = { { 0, 10, 5 }, { 1e9, 20, 7 } };
    (void)state;
    assert_true(fabs(gt_ranks_point_at_(point, 2, 0.5e9).offset - 15) < 1e-9);
    assert_true(fabs(gt_ranks_point_at_(point, 2, 0.5e9).bound - 6) < 1e-9);
    assert_true(fabs(gt_ranks_point_at_(point, 2, 2e9).offset - 20) < 1e-9);
    assert_true(fabs(gt_ranks_point_at_(point, 2, 2e9).bound - (7 + 1e5)) < 1e-3);
    assert_true(fabs(gt_ranks_point_at_(point, 2, -1e9).bound - (5 + 1e5)) < 1e-3);
    assert_true(gt_ranks_point_at_(point, 1, 3e9).bound > 2e5);
    assert_true(gt_ranks_point_at_(point, 0, 3e9).bound > 1e300);
}
static void several_points_are_joined_one_by_one(void **state) {
    const gt_ranks_point_ point[3] = { { 0, 0, 1 }, { 100, 100, 1 }, { 200, 0, 1 } };
    (void)state;
    assert_true(fabs(gt_ranks_point_at_(point, 3, 50).offset - 50) < 1e-9);
    assert_true(fabs(gt_ranks_point_at_(point, 3, 100).offset - 100) < 1e-9);
    assert_true(fabs(gt_ranks_point_at_(point, 3, 150).offset - 50) < 1e-9);
}
static void a_clock_that_steps_has_no_bound(void **state) {
    (void)state;
    assert_int_equal(gt_clock_set(simulated, NULL, "simulated"), GT_OK);
    for (int i = 0; i < 20; i++) {
        new_world();
        world.jumps = 1;
        gt_ranks_point_ point = measured();
        assert_true(point.bound > 1e300 || point.bound < 1e5);      /* it may not have stepped */
        if (i == 0) assert_true(point.bound > 1e300);
    }
    assert_int_equal(gt_clock_set(NULL, NULL, NULL), GT_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clocks_are_aligned_within_the_bound_that_is_stated),
        cmocka_unit_test(beyond_the_points_the_bound_grows_with_time),
        cmocka_unit_test(several_points_are_joined_one_by_one),
        cmocka_unit_test(a_clock_that_steps_has_no_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
