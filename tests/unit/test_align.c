/* link: simcl OpenCL */
/* asan: yes */
/* test_align.c - device stamps on the host's clock: within the stated uncertainty, or an error */
#include "kit_cl.h"

/* A driver that takes QUEUED from another clock than START and END. */
static cl_ulong queued_early_ns;
cl_int kit_clGetEventProfilingInfo(cl_event event, cl_profiling_info what, size_t size, void *value, size_t *got) {
    cl_int code = clGetEventProfilingInfo(event, what, size, value, got);
    if (code == CL_SUCCESS && what == CL_PROFILING_COMMAND_QUEUED) *(cl_ulong *)value -= queued_early_ns;
    return code;
}
#include <math.h>
#include "test.h"

#ifdef SIMCL
#include "rig.h"
#include "laws.h"

static gt_cl cl;

static void open_aligned(const simcl_script *script, cl_command_queue_properties more) {
    rig_open(script, more);
    assert_int_equal(gt_cl_attach(&cl, rig_context, rig_queue), GT_OK);
}
static void close_aligned(void) {
    gt_cl_close(&cl);
    rig_close();
}

/* The kit's clock at an instant of the simulator's: it began with the whole ns before. */
static double kit_ns(uint64_t ps) {
    return ((double)(int64_t)(ps - rig_start_ps) + (double)(rig_start_ps % 1000)) * 1e-3;
}

static uint64_t sim_ps_after(uint64_t ps, double ns) { return ps + (uint64_t)(int64_t)(ns * 1e3); }

/* By how much an aligned stamp misses the instant at which it was taken. */
static double miss_ns(const gt_cl_alignment *a, cl_ulong stamp, uint64_t taken_ps, double *uncertainty_ns) {
    return fabs(gt_cl_align_ns(a, stamp, uncertainty_ns) - kit_ns(taken_ps));
}

/* ---- any clock, any jitter ---- */

static double between_logs(double low, double high) { return low * exp(uniform() * log(high / low)); }
static int one_in(int n) { return uniform() * n < 1; }

/* Mean a little above 1 us or far less, with a tail of up to about a millisecond; sometimes always the same. */
static simcl_cost some_cost(void) {
    simcl_cost c = {.ns = between_logs(20, 20e3)};
    const double reach_ns = between_logs(100, 1e6);
    if (one_in(6)) return c;
    c.law = one_in(2) ? SIMCL_EXPONENTIAL : SIMCL_LOGNORMAL;
    c.spread = c.law == SIMCL_EXPONENTIAL ? reach_ns / c.ns : uniform() * 1.5;
    if (c.law == SIMCL_LOGNORMAL && reach_ns > c.ns) c.ns = one_in(4) ? reach_ns : c.ns;
    return c;
}

static simcl_script some_device(void) {
    static const uint64_t steps[] = {1, 1, 10, 80, 256, 1000};
    static const int versions[] = {120, 210, 300};
    simcl_script s = {0};
    simcl_device *d = &s.device[0];
    s.seed = law_state;
    s.start_ns = (uint64_t)between_logs(1e9, 1e15);
    d->version = versions[(int)(uniform() * 3)];
    d->device_timer = one_in(2);
    d->resolution_ns = steps[(int)(uniform() * 6)];
    d->claimed_resolution_ns = one_in(5) ? steps[(int)(uniform() * 6)] : 0;
    d->drift_ppm = one_in(5) ? (one_in(2) ? 200 : -200) : 400 * uniform() - 200;
    d->offset_ns = one_in(4) ? 0
                 : one_in(2) ? (int64_t)between_logs(1, 9.1e15 - (double)s.start_ns)
                             : -(int64_t)(uniform() * ((double)s.start_ns - 0.9e9));
    d->stamps = one_in(8) ? SIMCL_SUBMIT_IS_QUEUED : SIMCL_HEALTHY;
    d->defer_submit = one_in(4);
    d->launch = some_cost();
    d->submit = some_cost();
    d->notify = some_cost();
    d->write = some_cost();
    if (one_in(2)) d->wait = some_cost();
    if (one_in(2)) d->finish = some_cost();
    return s;
}

typedef struct tally { int cases, cases_within, points, points_within, half, no_drift, fits; double *stated; } tally;

/* An alignment that knows the last call alone, and takes the device's clock to run as the host's. */
static gt_cl_alignment without_drift(gt_cl_alignment a) {
    a.anchor_[0] = a.anchor_[1];
    a.slow_ = a.fast_ = 1;
    return a;
}

/* A stamp taken then, aligned; 1: within what is stated. */
static int judge_at(const gt_cl_alignment *a, uint64_t ps, tally *t) {
    const cl_ulong stamp = simcl_device_ns(0, ps);
    const gt_cl_alignment plain = without_drift(*a);
    double stated, miss = miss_ns(a, stamp, ps, &stated);
    double plain_stated, plain_miss = miss_ns(&plain, stamp, ps, &plain_stated);
    int good = miss <= stated;
    t->points++;
    t->points_within += good;
    t->half += miss <= 0.5 * stated;
    t->no_drift += plain_miss <= plain_stated;
    if (!good && t->points - t->points_within < 10)
        print_error("fitted %d: missed by %.1f ns, stated %.1f ns\n", a->fitted, miss, stated);
    return good;
}

static int judge_case(tally *t) {
    gt_cl_alignment a;
    const uint64_t first_ps = simcl_now_ps();
    uint64_t then_ps;
    double length_ns = between_logs(11e6, 100e9);
    int within = 1, calls = 2 + one_in(2), i, k;
    assert_int_equal(gt_cl_align(&cl, &a), GT_OK);
    assert_int_equal(a.fitted, 1);
    for (k = -2; k <= 4; k++) within &= judge_at(&a, sim_ps_after(first_ps, k * 250e6 * uniform()), t);
    for (i = 1; i < calls; i++) {
        simcl_spend_ns(length_ns);
        then_ps = simcl_now_ps();
        assert_int_equal(gt_cl_align(&cl, &a), GT_OK);
        assert_int_equal(a.fitted, 2);
        if (!(a.drift_ci.low <= 200 && a.drift_ci.high >= -200)) within = 0;
        t->stated[t->fits++] = a.uncertainty_ns;
        for (k = 0; k < 8; k++) within &= judge_at(&a, sim_ps_after(first_ps, length_ns * i * uniform()), t);
        for (k = 0; k < 8; k++) within &= judge_at(&a, sim_ps_after(then_ps, length_ns * 3 * uniform()), t);
        within &= judge_at(&a, simcl_now_ps(), t);
    }
    /* a command, as the driver stamps it */
    rig_launch(rig_queue, 25e3, NULL);
    clFinish(rig_queue);
    for (k = 2; k < 4; k++) {
        const simcl_command *c = simcl_command_at(simcl_command_count() - 1);
        double stated, miss = miss_ns(&a, c->stamp[k], k == 2 ? c->start_ps : c->end_ps, &stated);
        within &= miss <= stated;
    }
    return within;
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

TEST(aligned_stamps_are_within_the_stated_uncertainty) {
    enum { CASES = 3000 / THINNER };
    tally t = {0};
    t.stated = malloc(2 * CASES * sizeof *t.stated);
    assert_non_null(t.stated);
    seed(61);
    for (t.cases = 0; t.cases < CASES; t.cases++) {
        const simcl_script s = some_device();
        const int out_of_order = one_in(3);
        open_aligned(&s, out_of_order ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
        simcl_spend_ns(between_logs(1e3, 1e9));
        t.cases_within += judge_case(&t);
        close_aligned();
    }
    qsort(t.stated, (size_t)t.fits, sizeof *t.stated, by_value);
    printf("align: %d cases, %.2f %% within the stated uncertainty (%d stamps, %.2f %%)\n", t.cases,
           100.0 * t.cases_within / t.cases, t.points, 100.0 * t.points_within / t.points);
    printf("align: median stated uncertainty %.2f us, 90 %% below %.1f us\n", t.stated[t.fits / 2] * 1e-3,
           t.stated[t.fits * 9 / 10] * 1e-3);
    printf("control: align: half the uncertainty %.2f %%, drift ignored %.2f %% of the stamps\n", 
           100.0 * t.half / t.points, 100.0 * t.no_drift / t.points);
    free(t.stated);
    assert_true(t.cases_within >= 0.99 * t.cases);
    assert_true(t.half < 0.95 * t.points);
    assert_true(t.no_drift < 0.9 * t.points);
}

TEST(drift_lies_within_its_bounds_and_they_narrow_with_time) {
    double before = 1000;
    gt_cl_alignment a;
    simcl_script s = {0};
    s.device[0].drift_ppm = -137.5;
    open_aligned(&s, 0);
    assert_int_equal(gt_cl_align(&cl, &a), GT_OK);
    assert_true(a.drift_ppm == 0 && a.drift_ci.low == -500 && a.drift_ci.high == 500);
    for (int i = 0; i < 4; i++) {
        simcl_spend_ns(15e6 * pow(30, i));
        assert_int_equal(gt_cl_align(&cl, &a), GT_OK);
        assert_true(a.fitted == 2 && a.drift_ci.low <= -137.5 && a.drift_ci.high >= -137.5);
        assert_true(a.drift_ppm >= a.drift_ci.low && a.drift_ppm <= a.drift_ci.high);
        assert_true(a.drift_ci.high - a.drift_ci.low < before / 2);
        before = a.drift_ci.high - a.drift_ci.low;
    }
    assert_true(before < 0.1);
    close_aligned();
}

TEST(drift_bounds_never_widen_while_the_rate_is_constant) {
    simcl_script s = {0};
    gt_cl_alignment a, before;
    s.device[0].notify = s.device[0].launch = (simcl_cost){.ns = 500, .law = SIMCL_EXPONENTIAL, .spread = 400};
    open_aligned(&s, 0);
    assert_int_equal(gt_cl_align(&cl, &before), GT_OK);
    for (int i = 0; i < 40; i++, before = a) {
        simcl_spend_ns(20e6);
        assert_int_equal(gt_cl_align(&cl, &a), GT_OK);
        assert_true(a.drift_ci.low >= before.drift_ci.low && a.drift_ci.high <= before.drift_ci.high);
    }
    close_aligned();
}

TEST(calls_too_close_to_each_other_fit_no_drift) {
    gt_cl_alignment a;
    open_aligned(NULL, 0);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(gt_cl_align(&cl, &a), GT_OK);
        assert_int_equal(a.fitted, 1);
    }
    simcl_spend_ns(1e7);
    assert_int_equal(gt_cl_align(&cl, &a), GT_OK);
    assert_int_equal(a.fitted, 2);
    close_aligned();
}

TEST(uncertainty_grows_away_from_the_anchors) {
    gt_cl_alignment a;
    double at[5], u;
    open_aligned(NULL, 0);
    for (int fitted = 1; fitted <= 2; fitted++) {
        uint64_t ps;
        simcl_spend_ns(1e9);
        assert_int_equal(gt_cl_align(&cl, &a), GT_OK);
        assert_int_equal(a.fitted, fitted);
        ps = simcl_now_ps();
        for (int i = 0; i < 5; i++) (void)gt_cl_align_ns(&a, simcl_device_ns(0, sim_ps_after(ps, i * 3e8)), &at[i]);
        for (int i = 1; i < 5; i++) assert_true(at[i] > at[i - 1]);
        if (fitted == 1) assert_true(at[4] > 1.19e9 * 500e-6 && at[4] < 1.3e9 * 500e-6);
        (void)gt_cl_align_ns(&a, simcl_device_ns(0, ps - 6000000000000), &u);
        assert_true(u > at[0]);
        assert_true(gt_cl_align_ns(&a, a.anchor_[1].stamp, &u) == a.host_ns && u == a.uncertainty_ns);
    }
    close_aligned();
}

/* Doubles hold whole numbers up to 2^53; stamps go up to 2^64. */
TEST(the_largest_stamps_lose_nothing) {
    gt_cl_alignment a, b;
    simcl_script s = {0};
    s.device[0].drift_ppm = 33;
    open_aligned(&s, 0);
    for (int i = 0; i < 2; i++, simcl_spend_ns(2e9)) assert_int_equal(gt_cl_align(&cl, &a), GT_OK);
    b = a;
    for (int i = 0; i < 2; i++) b.anchor_[i].stamp += UINT64_MAX - 5000000000000u;
    for (int i = 0; i < 300; i++) {
        const cl_ulong stamp = a.anchor_[0].stamp - 1000000000u + (cl_ulong)i * 17000001u;
        double u, v, x = gt_cl_align_ns(&a, stamp, &u);
        double y = gt_cl_align_ns(&b, stamp + (UINT64_MAX - 5000000000000u), &v);
        assert_true(x == y && u == v);
    }
    close_aligned();
}

TEST(neighbouring_stamps_keep_their_order) {
    gt_cl_alignment a;
    simcl_script s = {0};
    double before = -1e18;
    s.device[0].drift_ppm = 180;
    open_aligned(&s, 0);
    for (int i = 0; i < 2; i++, simcl_spend_ns(2e9)) assert_int_equal(gt_cl_align(&cl, &a), GT_OK);
    for (int k = 0; k < 2; k++) {
        for (cl_ulong stamp = a.anchor_[k].stamp - 3000; stamp < a.anchor_[k].stamp + 3000; stamp++) {
            double at = gt_cl_align_ns(&a, stamp, NULL);
            assert_true(at > before);
            before = at;
        }
    }
    close_aligned();
}

/* ---- a host clock that is bent: the rate between the two changes ---- */

static uint64_t bend_ns;
static int64_t bend;                    /* by one part in so many */
static uint64_t bent(uint64_t now) {
    return now > bend_ns ? now + (uint64_t)((int64_t)(now - bend_ns) / bend) : now;
}
static uint64_t bent_now_ns(void *user) { return bent(simcl_now_ns(user)); }

static void rate_changes_by_100_ppm(int sign) {
    gt_cl_alignment a;
    uint64_t start_ns, ps;
    double u, x;
    open_aligned(NULL, 0);
    start_ns = simcl_now_ns(NULL);
    bend_ns = start_ns + 4000000000u;
    bend = sign * 10000;
    assert_int_equal(gt_clock_set(bent_now_ns, NULL, "simulated, bent"), GT_OK);
    for (int i = 0; i < 5; i++) {           /* at 0, 2, 4, 6 and 8 s */
        assert_int_equal(gt_cl_align(&cl, &a), GT_OK);
        simcl_spend_ns((double)(start_ns + (uint64_t)(i + 1) * 2000000000u - simcl_now_ns(NULL)) + 1e5);
        if (i == 2) assert_true(a.drift_ci.low > -1 && a.drift_ci.high < 1);
    }
    assert_true(sign * a.drift_ppm > -101 && sign * a.drift_ppm < -99 && a.drift_ci.high - a.drift_ci.low < 1);
    ps = simcl_now_ps();
    for (int i = -9; i <= 3; i++) {
        const uint64_t at_ps = sim_ps_after(ps, i * 1.1e9);
        x = gt_cl_align_ns(&a, simcl_device_ns(0, at_ps), &u) - (double)(bent(at_ps / 1000) - start_ns);
        if (!(fabs(x) <= u)) print_error("%d: missed by %.0f ns, stated %.0f ns\n", i, x, u);
        assert_true(fabs(x) <= u);
    }
    close_aligned();
}
TEST(where_the_rate_changes_the_last_calls_count_and_earlier_times_are_less_certain) {
    rate_changes_by_100_ppm(1);
    rate_changes_by_100_ppm(-1);
}

/* ---- clGetDeviceAndHostTimer ---- */

static gt_cl_alignment with_timer(int version, int works, simcl_stamps stamps, size_t *asked) {
    gt_cl_alignment a;
    simcl_script s = {0};
    s.device[0].version = version;
    s.device[0].device_timer = works;
    s.device[0].stamps = stamps;
    s.device[0].notify.ns = 20e3;
    open_aligned(&s, 0);
    assert_int_equal(gt_cl_align(&cl, &a), GT_OK);
    *asked = simcl_calls("clGetDeviceAndHostTimer");
    close_aligned();
    return a;
}
TEST(drivers_timer_narrows_the_uncertainty_where_it_works) {
    size_t asked;
    gt_cl_alignment pairs = with_timer(300, 0, SIMCL_HEALTHY, &asked), timer;
    assert_int_equal(asked, 1);
    assert_string_equal(pairs.method, "pairs");
    timer = with_timer(210, 1, SIMCL_HEALTHY, &asked);
    assert_true(asked > 4);
    assert_string_equal(timer.method, "clGetDeviceAndHostTimer");
    assert_true(timer.uncertainty_ns < 0.1 * pairs.uncertainty_ns);
    assert_true(timer.tries > pairs.tries);
}
TEST(devices_before_2_1_are_never_asked_for_their_timer) {
    size_t asked;
    gt_cl_alignment a = with_timer(120, 1, SIMCL_HEALTHY, &asked);
    assert_int_equal(asked, 0);
    assert_string_equal(a.method, "pairs");
}
TEST(timer_of_another_clock_than_the_stamps_is_not_believed) {
    size_t asked;
    gt_cl_alignment pairs = with_timer(300, 0, SIMCL_HEALTHY, &asked), a = with_timer(300, 1, SIMCL_WRAP_36, &asked);
    assert_true(asked > 4);
    assert_string_equal(a.method, "pairs");
    assert_true(a.tries == pairs.tries && a.uncertainty_ns == pairs.uncertainty_ns);
}

/* ---- stamps that lie ---- */

/* What an alignment may say when all stamps are broken so: nothing, or the truth of stamps that are broken so too. */
static int may_be_aligned(simcl_stamps kind) {
    return kind == SIMCL_HEALTHY || kind == SIMCL_WRAP_32 || kind == SIMCL_WRAP_36 || kind == SIMCL_MARKER_EARLY ||
           kind == SIMCL_SUBMIT_IS_QUEUED || kind == SIMCL_QUEUED_EARLY ||  /* the latter by START, the next by END */
           kind == SIMCL_STILL_FROM_SUBMIT;
}
static void assert_next_command_is_placed_right(const gt_cl_alignment *a, const char *what) {
    const simcl_command *c;
    double stated, miss;
    rig_launch(rig_queue, 300e3, NULL);
    clFinish(rig_queue);
    c = simcl_command_at(simcl_command_count() - 1);
    for (int k = c->stamps == SIMCL_STILL_FROM_SUBMIT ? 3 : 2; k < 4; k++) {
        miss = miss_ns(a, c->stamp[k], k == 2 ? c->start_ps : c->end_ps, &stated);
        if (!(miss <= stated)) print_error("%s: missed by %.0f ns, stated %.0f ns\n", what, miss, stated);
        assert_true(miss <= stated);
    }
}
TEST(broken_stamps_are_an_error_and_never_a_wrong_number) {
    int refused = 0, told = 0;
    seed(7);
    for (int round = 0; round < 12; round++) for (int kind = 0; kind < (int)SIMCL_STAMP_KINDS; kind++) {
        gt_cl_alignment a;
        simcl_script s = some_device();
        gt_status status;
        s.device[0].stamps = (simcl_stamps)kind;
        s.device[0].offset_ns = simcl_offset_for_wrap(36, s.start_ns) + 1000000000;    /* no wrap while it is tried */
        s.device[0].drift_ppm = 0;
        s.device[0].launch.ns += 2000;
        open_aligned(&s, 0);
        for (int i = 0; i < 2; i++, simcl_spend_ns(20e6)) {
            status = gt_cl_align(&cl, &a);
            if (status != GT_OK) break;
            assert_next_command_is_placed_right(&a, simcl_stamps_name((simcl_stamps)kind));
        }
        if ((status == GT_OK) != may_be_aligned((simcl_stamps)kind))
            print_error("%s: %s\n", simcl_stamps_name((simcl_stamps)kind), gt_status_text_(status));
        assert_int_equal(status == GT_OK, may_be_aligned((simcl_stamps)kind));
        if (status == GT_OK) {
            told++;
        } else {
            refused++;
            assert_int_equal(status, GT_ERR_STAMPS);
            assert_int_equal(a.fitted, 0);
            assert_true(gt_error_first() && gt_error_first()->status == GT_ERR_STAMPS);
            assert_non_null(strstr(gt_error_first()->detail, "cannot be aligned"));
            assert_false(gt_cl_aligned_(gt_device_of_(rig_device), &a));
        }
        close_aligned();
    }
    printf("align: of %d devices with stamps that lie none was placed wrongly, %d refused\n", told + refused, refused);
}

/* What one look at one command shows. */
static int shows(simcl_stamps kind) {
    return !may_be_aligned(kind) && kind != SIMCL_SCALED_DOWN && kind != SIMCL_ONE_NS_APART && kind != SIMCL_FROZEN;
}
TEST(one_broken_command_is_left_out_and_counted_or_an_error) {
    for (int kind = 0; kind < (int)SIMCL_STAMP_KINDS; kind++) for (size_t nth = 1; nth <= 20; nth += 6) {
        gt_cl_alignment a;
        gt_status status;
        open_aligned(NULL, 0);
        assert_int_equal(simcl_break_stamps((simcl_stamps)kind, nth), 0);
        status = gt_cl_align(&cl, &a);
        if (status == GT_OK) assert_next_command_is_placed_right(&a, simcl_stamps_name((simcl_stamps)kind));
        else assert_int_equal(status, GT_ERR_STAMPS);
        if (shows((simcl_stamps)kind)) assert_true(status == GT_OK && a.broken == 1 && a.tries == 49);
        close_aligned();
    }
}

TEST(clock_that_wraps_or_runs_away_between_two_calls_is_an_error) {
    for (int i = 0; i < 4; i++) {
        gt_cl_alignment a;
        simcl_script s = {0};
        s.start_ns = 1000000000000u;
        if (i < 2) s.device[0].stamps = i ? SIMCL_WRAP_36 : SIMCL_WRAP_32;
        if (i < 2) s.device[0].offset_ns = simcl_offset_for_wrap(i ? 36 : 32, s.start_ns + 1000000000u);
        else s.device[0].drift_ppm = i == 2 ? 520 : -520;
        open_aligned(&s, 0);
        assert_int_equal(gt_cl_align(&cl, &a), GT_OK);
        simcl_spend_ns(2e9);
        assert_int_equal(gt_cl_align(&cl, &a), GT_ERR_STAMPS);
        assert_int_equal(a.fitted, 0);
        assert_non_null(strstr(gt_error_first()->detail, "between two calls"));
        assert_false(gt_cl_aligned_(gt_device_of_(rig_device), &a));
        assert_int_equal(gt_cl_align(&cl, &a), GT_OK);      /* it starts anew */
        assert_int_equal(a.fitted, 1);
        close_aligned();
    }
}
TEST(clock_that_wraps_or_races_within_one_call_is_an_error) {
    uint64_t opened_ns;
    open_aligned(NULL, 0);
    opened_ns = simcl_now_ns(NULL);
    close_aligned();
    for (int i = 0; i < 4; i++) {
        gt_cl_alignment a;
        simcl_script s = {0};
        s.device[0].version = 300;
        s.device[0].device_timer = i & 1;
        if (i < 2) s.device[0].stamps = SIMCL_WRAP_32;
        if (i < 2) s.device[0].offset_ns = simcl_offset_for_wrap(32, opened_ns + 130000u);
        else s.device[0].drift_ppm = i == 2 ? 1e5 : -1e5;
        open_aligned(&s, 0);
        assert_int_equal(gt_cl_align(&cl, &a), GT_ERR_STAMPS);
        close_aligned();
    }
}

TEST(queued_of_another_clock_is_not_used) {
    static const cl_ulong early_ns[] = {3000, 10000, 50000, 1000000, 1000000000};
    simcl_script s = {0};
    for (size_t i = 0; i < 2 * COUNT(early_ns); i++) {
        gt_cl_alignment a;
        if (i >= COUNT(early_ns)) s.device[0].notify = (simcl_cost){.ns = 500, .law = SIMCL_EXPONENTIAL, .spread = 40};
        open_aligned(&s, 0);
        queued_early_ns = early_ns[i % COUNT(early_ns)];
        assert_int_equal(gt_cl_align(&cl, &a), GT_OK);
        queued_early_ns = 0;
        assert_true(a.broken == 0 && a.tries > 40);
        assert_next_command_is_placed_right(&a, "QUEUED is early");
        close_aligned();
    }
}

/* ---- failures ---- */

static int is_release(const char *name) { return !strncmp(name, "clRelease", 9); }

/* The nth use of a call fails, of those that the second gt_cl_align makes; 0: it makes fewer. */
static int fail_once(const char *name, size_t nth) {
    simcl_script s = {0};
    gt_cl_alignment first, again, a;
    size_t before;
    gt_status status;
    s.device[0].version = 300;
    s.device[0].device_timer = 1;
    open_aligned(&s, 0);
    assert_int_equal(gt_cl_align(&cl, &first), GT_OK);
    simcl_spend_ns(20e6);
    before = simcl_calls(name);
    assert_int_equal(simcl_fail(name, before + nth, CL_OUT_OF_RESOURCES), 0);
    status = gt_cl_align(&cl, &a);
    if (!simcl_faults_fired()) {
        assert_int_equal(status, GT_OK);
        close_aligned();
        return 0;
    }
    if (!strcmp(name, "clGetDeviceAndHostTimer")) {     /* done without */
        assert_int_equal(status, GT_OK);
        assert_null(gt_error_first());
    } else {
        assert_int_equal(status, strcmp(name, "clGetEventProfilingInfo") ? GT_ERR_OPENCL : GT_ERR_STAMPS);
        assert_int_equal(a.fitted, 0);
        assert_non_null(gt_error_first());
        assert_non_null(strstr(gt_error_first()->call, "gt_cl_align"));
        assert_int_equal(gt_error_first()->status, status);
        if (status == GT_ERR_OPENCL) assert_int_equal(gt_error_first()->code, CL_OUT_OF_RESOURCES);
        if (status == GT_ERR_OPENCL) {                  /* what was known stays */
            assert_true(gt_cl_aligned_(gt_device_of_(rig_device), &again));
            assert_memory_equal(&again, &first, sizeof first);
        }
    }
    gt_cl_close(&cl);
    if (is_release(name)) {     /* a release that failed has released nothing */
        rig_close_but_one();
    } else {
        rig_close();
    }
    return 1;
}
TEST(any_call_that_fails_is_an_error_without_a_leak) {
    const char *names[64];
    gt_cl_alignment a;
    simcl_script s = {0};
    size_t count, uses[64], tried = 0, i, nth;
    s.device[0].version = 300;
    s.device[0].device_timer = 1;
    open_aligned(&s, 0);
    assert_int_equal(gt_cl_align(&cl, &a), GT_OK);
    count = simcl_names(names, 64);
    for (i = 0; i < count && i < 64; i++) uses[i] = simcl_calls(names[i]);
    simcl_spend_ns(20e6);
    assert_int_equal(gt_cl_align(&cl, &a), GT_OK);
    for (i = 0; i < count && i < 64; i++) uses[i] = simcl_calls(names[i]) - uses[i];
    close_aligned();
    for (i = 0; i < count && i < 64; i++)
        for (nth = 1; nth <= uses[i]; nth += nth < 12 ? 1 : 7) tried += (size_t)fail_once(names[i], nth);
    assert_true(tried > 90);
}
TEST(command_that_fails_or_memory_that_lacks_is_an_error_without_a_leak) {
    for (size_t nth = 1; nth <= 60; nth++) {
        gt_cl_alignment a;
        gt_status status;
        open_aligned(NULL, 0);
        if (nth <= 50) simcl_fail_command(nth, -9999);
        else simcl_fail_alloc(nth - 50);
        status = gt_cl_align(&cl, &a);
        assert_int_equal(status, simcl_faults_fired() ? GT_ERR_OPENCL : GT_OK);
        if (nth <= 51) assert_int_equal(simcl_faults_fired(), 1);
        if (nth <= 50)
            assert_int_equal(gt_error_first()->code, nth & 1 ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : -9999);
        close_aligned();
    }
}

TEST(queue_without_profiling_is_an_error_that_says_so) {
    cl_command_queue plain;
    cl_int err;
    gt_cl_alignment a;
    gt_cl other;
    open_aligned(NULL, 0);
    plain = clCreateCommandQueue(rig_context, rig_device, 0, &err);
    assert_int_equal(gt_cl_attach(&other, rig_context, plain), GT_OK);
    assert_int_equal(gt_cl_align(&other, &a), GT_ERR_OPENCL);
    assert_int_equal(gt_error_first()->code, CL_PROFILING_INFO_NOT_AVAILABLE);
    assert_non_null(strstr(gt_error_first()->detail, "CL_QUEUE_PROFILING_ENABLE"));
    gt_cl_close(&other);
    clReleaseCommandQueue(plain);
    close_aligned();
}

TEST(without_an_alignment_numbers_are_not_made_up) {
    gt_cl_alignment a;
    gt_cl none;
    double u = 0;
    memset(&none, 0, sizeof none);
    assert_int_equal(gt_cl_align(&none, &a), GT_ERR_ARGUMENT);
    assert_int_equal(a.fitted, 0);
    assert_string_equal(a.method, "");
    assert_int_equal(gt_cl_align(NULL, NULL), GT_ERR_ARGUMENT);
    assert_true(isnan(gt_cl_align_ns(&a, 5, &u)) && isnan(u));
    open_aligned(NULL, 0);
    assert_false(gt_cl_aligned_(gt_device_of_(rig_device), &a));
    assert_int_equal(gt_cl_align(&cl, NULL), GT_OK);        /* kept all the same */
    assert_true(gt_cl_aligned_(gt_device_of_(rig_device), &a));
    assert_true(!isnan(gt_cl_align_ns(&a, 5, NULL)));
    assert_int_equal(gt_clock_set(simcl_now_ns, NULL, "simulated, another"), GT_OK);
    assert_true(isnan(gt_cl_align_ns(&a, 5, &u)) && isnan(u));
    assert_false(gt_cl_aligned_(gt_device_of_(rig_device), &a));
    close_aligned();
}

static int calls_until_change;
static uint64_t changing_now_ns(void *user) {
    if (calls_until_change && !--calls_until_change) gt_clk_.epoch++;       /* as another thread's gt_clock_set would */
    return simcl_now_ns(user);
}
TEST(clock_that_is_changed_meanwhile_is_an_error) {
    gt_cl_alignment a;
    open_aligned(NULL, 0);
    assert_int_equal(gt_clock_set(changing_now_ns, NULL, "simulated, changing"), GT_OK);
    calls_until_change = 40;
    assert_int_equal(gt_cl_align(&cl, &a), GT_ERR_CLOCK);
    assert_int_equal(a.fitted, 0);
    close_aligned();
}

TEST(each_device_has_an_alignment_of_its_own) {
    gt_cl_alignment a[2], kept;
    cl_device_id both[2];
    cl_platform_id platform;
    simcl_script s = {0};
    gt_cl other;
    s.devices = 2;
    s.device[1].offset_ns = 77777777777;
    open_aligned(&s, 0);
    assert_int_equal(clGetPlatformIDs(1, &platform, NULL), CL_SUCCESS);
    assert_int_equal(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 2, both, NULL), CL_SUCCESS);
    assert_int_equal(gt_cl_open(&other, "0:1"), GT_OK);
    assert_int_equal(gt_cl_align(&cl, &a[0]), GT_OK);
    assert_int_equal(gt_cl_align(&other, &a[1]), GT_OK);
    assert_true(a[1].device_ns - a[0].device_ns > 77e9);
    for (int i = 0; i < 2; i++) {
        assert_true(gt_cl_aligned_(gt_device_of_(both[i]), &kept));
        assert_memory_equal(&kept, &a[i], sizeof kept);
    }
    gt_cl_close(&other);
    close_aligned();
}

/* ---- what it costs ---- */

TEST(it_takes_some_milliseconds) {
    simcl_script s[3] = {{0}, simcl_like_h100(), {0}};
    s[2].device[0].notify.ns = 1e6;
    for (int i = 0; i < 3; i++) {
        gt_cl_alignment a;
        uint64_t begin_ns;
        open_aligned(&s[i], 0);
        begin_ns = simcl_now_ns(NULL);
        assert_int_equal(gt_cl_align(&cl, &a), GT_OK);
        assert_true(simcl_now_ns(NULL) - begin_ns < 6500000);
        assert_true(a.tries >= 4 && a.tries <= 50);
        assert_true(a.round_trip_ns < (i == 2 ? 1100e3 : 100e3) && a.uncertainty_ns < a.round_trip_ns);
        close_aligned();
    }
}
TEST(it_waits_for_earlier_work_first) {
    simcl_script s = {0};
    s.device[0].lanes = 4;
    open_aligned(&s, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    rig_launch(rig_queue, 5e6, NULL);
    assert_int_equal(gt_cl_align(&cl, NULL), GT_OK);
    assert_true(simcl_command_at(1)->queued_ps >= simcl_command_at(0)->seen_ps);
    close_aligned();
}

int main(void) {
    return test_all(NULL, NULL);
}

#else

/* A real device: its truth is not known, but a command runs within its enqueue call and its wait. */
TEST(commands_of_a_real_device_lie_between_enqueue_and_end) {
    static const cl_uint value = 7;
    gt_cl_alignment a;
    cl_mem buffer;
    cl_int code;
    gt_cl cl;
    if (gt_cl_open(&cl, NULL) != GT_OK) {
        print_message("no OpenCL device\n");
        skip();
    }
    buffer = clCreateBuffer(cl.context, CL_MEM_READ_WRITE, 1 << 20, NULL, &code);
    assert_int_equal(code, CL_SUCCESS);
    for (int round = 0; round < 5; round++) {
        uint64_t begin = gt_clock_ticks();
        gt_status status = gt_cl_align(&cl, &a);
        if (status == GT_ERR_STAMPS) {
            gt_fail(stdout);
            clReleaseMemObject(buffer);
            gt_cl_close(&cl);
            skip();
        }
        assert_int_equal(status, GT_OK);
        assert_int_equal(a.fitted, round ? 2 : 1);
        for (int i = 0; i < 50; i++) {
            const double h0 = gt_clock_ns(gt_clock_ticks() - gt_clk_.start);
            double h1, start, end, u, v;
            cl_ulong s = 0, e = 0;
            cl_event event;
            code = clEnqueueFillBuffer(cl.queue, buffer, &value, sizeof value, 0, 1 << 20, 0, NULL, &event);
            assert_int_equal(code, CL_SUCCESS);
            assert_int_equal(clWaitForEvents(1, &event), CL_SUCCESS);
            h1 = gt_clock_ns(gt_clock_ticks() - gt_clk_.start);
            code = clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof s, &s, NULL);
            assert_int_equal(code, CL_SUCCESS);
            code = clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof e, &e, NULL);
            assert_int_equal(code, CL_SUCCESS);
            assert_int_equal(clReleaseEvent(event), CL_SUCCESS);
            start = gt_cl_align_ns(&a, s, &u);
            end = gt_cl_align_ns(&a, e, &v);
            if (!(start + u >= h0 && end - v <= h1))
                print_error("from %.0f to %.0f ns; aligned %.0f +- %.0f to %.0f +- %.0f\n", h0, h1, start, u, end, v);
            assert_true(start + u >= h0 && end - v <= h1);
        }
        while (gt_clock_ns(gt_clock_ticks() - begin) < 30e6) clFinish(cl.queue);
    }
    printf("align: %s, %s, %d tries, +- %.0f ns, drift %.1f ppm (%.1f to %.1f)\n", cl.name, a.method, a.tries,
           a.uncertainty_ns, a.drift_ppm, a.drift_ci.low, a.drift_ci.high);
    clReleaseMemObject(buffer);
    gt_cl_close(&cl);
}

int main(void) {
    return test_all(NULL, NULL);
}
#endif
