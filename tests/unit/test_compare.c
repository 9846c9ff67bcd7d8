/* link: simcl */
/* asan: yes */
/* test_compare.c - what comparisons claim on a device whose true times are known: differences that are there, none that
   are not, in an order that drift cannot spoil */
#include "kit_cl.h"

#include <math.h>
#include <pthread.h>
#include "test.h"

#include "host.h"
#include "rig.h"
#include "laws.h"

/* Each rig begins later than the one before, as time does. */
static void open_rig(simcl_script s) {
    static uint64_t starts;
    if (gt_self_) gt_self_->trial = NULL;       /* a test that failed in a comparison has left it open */
    s.start_ns = ++starts * UINT64_C(100000000000);
    rig_open(&s, 0);
}
static int healthy(void **unused) {
    (void)unused;
    open_rig((simcl_script){.no_log = 1});
    return 0;
}
static int closed(void **unused) {
    (void)unused;
    rig_close();
    return stop_looking(NULL);
}

static const gt_series *look_at_comparison(void) {
    size_t i;
    (void)look("");
    for (i = 0; i < shown.count; i++) if (shown.series[i].kind == GT_KIND_COMPARISON) return &shown.series[i];
    fail();
    return NULL;
}
static void assert_reported(const char *text, int is_there) {
    char *report = report_text();
    if ((strstr(report, text) != NULL) != is_there)
        print_error("'%s' %s the report:\n%s", text, is_there ? "is not in" : "stands in", report);
    assert_int_equal(strstr(report, text) != NULL, is_there);
    free(report);
}
/* Whether the report has a line of that side or phase with a ratio, and in it `text`. */
static int has_verdict(const char *name, const char *text) {
    char *report = report_text(), *line, *end;
    int found = 0;
    for (line = strstr(report, ", median of the rounds (random order)"); line && (line = strchr(line, '\n')) != NULL;) {
        while (*line == '\n' || *line == ' ') line++;
        end = strchr(line, '\n');
        if (end) *end = 0;
        if (!strncmp(line, name, strlen(name)) && line[strlen(name)] == ' ' && strstr(line, " times as fast"))
            found |= strstr(line, text) != NULL;
        if (end) *end = '\n';
    }
    if (!found && *text) print_error("no verdict '%s' for %s:\n%s", text, name, report);
    free(report);
    return found;
}
/* The scopes that follow a comparison stand where it stood. */
static void assert_at_the_root(void) {
    GT_SCOPE("behind it") simcl_spend_ns(10);
    assert_int_equal(look("behind it")->depth, 0);
    assert_string_equal(look("behind it")->path, "behind it");
    assert_true(gt_self_->current == gt_self_->root);
    assert_null(gt_self_->trial);
}

/* ---- true differences ---- */

#define KERNEL_NS 100000.0
/* The device of all figures below: 2 % noise on each duration, 10 % slower from the first to the last of 100 rounds. */
static void open_drifting(size_t trial) {
    simcl_script s = {.no_log = 1, .seed = 7919 * trial + 1};
    s.device[0].noise = SIMCL_NORMAL;
    s.device[0].noise_spread = 0.02;
    s.device[0].slower_per_s = 0.1 / (2 * 102 * 1.05 * KERNEL_NS * 1e-9);
    open_rig(s);
}
static void run_kernel(double ns) {
    GT_SCOPE_CL(rig_queue, "compute") rig_launch(rig_queue, ns, GT_EVENT);
}
static gt_ratio compared(double first_ns, double second_ns, double precision, gt_stop *stop) {
    gt_snapshot snap;
    gt_ratio r;
    GT_COMPARE("pair", .max_n = 100, .precision = precision, .budget_s = 0.3) {
        GT_SIDE("first") run_kernel(first_ns);
        GT_SIDE("second") run_kernel(second_ns);
    }
    assert_int_equal(gt_snapshot_take(&snap), GT_OK);
    assert_int_equal(gt_snapshot_compare(&snap, "pair", "second", NULL, &r), GT_OK);
    *stop = gt_snapshot_find(&snap, "pair")->stop;
    gt_snapshot_free(&snap);
    return r;
}
/* What a side takes beside its kernel: launch, notification, what the kit asks for. */
static double rest_of_a_side(void) {
    double ns;
    open_rig((simcl_script){.no_log = 1});
    GT_COMPARE("rest", .max_n = 2) {
        GT_SIDE("a") run_kernel(KERNEL_NS);
        GT_SIDE("b") run_kernel(KERNEL_NS);
    }
    ns = look("rest/a")->ns[1] - KERNEL_NS;
    rig_close();
    return ns;
}
TEST(difference_of_3_percent_is_found_under_noise_and_drift, start_counting, stop_looking) {
    enum { TRIALS = 600 / THINNER };
    const double rest = rest_of_a_side(), kernel = 1.05 * KERNEL_NS;    /* in the middle of the drift */
    size_t t, right = 0, wrong = 0, covered = 0;
    assert_true(rest > 1000 && rest < 10000);
    for (t = 0; t < TRIALS; t++) {
        const int faster = t % 2 == 0;
        const double more = (1.03 * kernel + rest) / (kernel + rest), true_ratio = faster ? more : 1 / more;
        gt_stop stop;
        gt_ratio r;
        gt_outcome verdict;
        open_drifting(t);
        r = compared(faster ? 1.03 * KERNEL_NS : KERNEL_NS, faster ? KERNEL_NS : 1.03 * KERNEL_NS, 1e-9, &stop);
        rig_close();
        assert_int_equal(r.rounds, 100);
        assert_int_equal(stop, GT_STOP_MAXIMUM);
        verdict = gt_ratio_outcome(&r, 0);
        right += verdict == (faster ? GT_FASTER : GT_SLOWER);
        wrong += verdict == (faster ? GT_SLOWER : GT_FASTER);
        covered += r.ci.low <= true_ratio && true_ratio <= r.ci.high;
    }
    printf("compare: 3 %% difference found in %.2f %% of %d trials\n", 100.0 * (double)right / TRIALS, TRIALS);
    assert_true(100 * right >= 99 * TRIALS);
    assert_int_equal(wrong, 0);
    covers("compare, ratio of 3 %", 100, covered, TRIALS, 93, 97);
    assert_int_equal(out_of_band, 0);
}
TEST(a_thing_against_itself_differs_in_5_percent_of_intervals_and_in_fewer_verdicts, start_counting, stop_looking) {
    enum { TRIALS = 4000 / THINNER };
    size_t t, excludes = 0, verdicts = 0;
    for (t = 0; t < TRIALS; t++) {
        gt_stop stop;
        gt_ratio r;
        gt_outcome verdict;
        open_drifting(t);
        r = compared(KERNEL_NS, KERNEL_NS, 1e-9, &stop);
        rig_close();
        assert_int_equal(r.rounds, 100);
        excludes += r.ci.low > 1 || r.ci.high < 1;
        verdict = gt_ratio_outcome(&r, 0);
        verdicts += verdict == GT_FASTER || verdict == GT_SLOWER;
    }
    printf("compare: A/A excludes 1 in %.2f %%, faster or slower in %.2f %% of %d trials\n",
           100.0 * (double)excludes / TRIALS, 100.0 * (double)verdicts / TRIALS, TRIALS);
    covers("compare, A/A", 100, TRIALS - excludes, TRIALS, 93.5, 96.5);
    assert_true(verdicts < excludes);
    assert_int_equal(out_of_band, 0);
}
/* Wherever it stopped: at once, somewhere, or never. */
TEST(a_thing_against_itself_that_stops_by_precision_covers_too, start_counting, stop_looking) {
    enum { TRIALS = 1500 / THINNER };
    static const double precision[] = {0.02, 0.01, 0.008, 0.007};
    size_t t, i;
    for (i = 0; i < COUNT(precision); i++) {
        size_t holds = 0, reached = 0;
        char what[80];
        for (t = 0; t < TRIALS; t++) {
            gt_stop stop;
            gt_ratio r;
            open_drifting(10000 * (i + 1) + t);
            r = compared(KERNEL_NS, KERNEL_NS, precision[i], &stop);
            rig_close();
            holds += r.ci.low <= 1 && 1 <= r.ci.high;
            reached += stop == GT_STOP_PRECISION;
        }
        sprintf(what, "compare, A/A to %g %%, reached in %.0f %%", 100 * precision[i],
                100.0 * (double)reached / TRIALS);
        covers(what, 0, holds, TRIALS, 93.5, 98.5);
    }
    assert_int_equal(out_of_band, 0);
}
TEST(control_of_blocks_claims_differences_that_are_drift, start_counting, stop_looking) {
    enum { TRIALS = 100 / THINNER };
    size_t t, claims = 0;
    int i;
    for (t = 0; t < TRIALS; t++) {
        double diff;
        gt_interval ci;
        const gt_series *a, *b;
        open_drifting(t);
        for (i = 0; i < 100; i++) GT_SCOPE("A") run_kernel(KERNEL_NS);
        for (i = 0; i < 100; i++) GT_SCOPE("B") run_kernel(KERNEL_NS);
        a = look("A");
        b = gt_snapshot_find(&shown, "B");
        assert_int_equal(gt_cl_lab_difference_(a->ns, a->n, b->ns, b->n, 0, 0.95, &diff, &ci), GT_OK);
        claims += ci.low > 0 || ci.high < 0;
        rig_close();
    }
    control("A/A as AAA..BBB under 10 % drift claims a difference", claims, TRIALS, 90, 100);
    assert_int_equal(out_of_band, 0);
}

/* ---- the order ---- */

typedef struct turn { double begin; int side; } turn;
static int turn_order(const void *a, const void *b) {
    const turn *x = (const turn *)a, *y = (const turn *)b;
    return (x->begin > y->begin) - (x->begin < y->begin);
}
/* Which side ran in each pass of the comparison of that name, by its place in `names`. Owner: the caller. */
static turn *turns_of(const char *comparison, const char *const *names, int sides, size_t *count) {
    turn *turns;
    int i;
    size_t k, n = 0;
    char path[64];
    sprintf(path, "%s/%s", comparison, names[0]);
    turns = (turn *)calloc(look(path)->n * (size_t)sides + 1, sizeof *turns);
    assert_non_null(turns);
    for (i = 0; i < sides; i++) {
        const gt_series *s;
        sprintf(path, "%s/%s", comparison, names[i]);
        s = gt_snapshot_find(&shown, path);
        assert_non_null(s);
        assert_int_equal(s->n, gt_snapshot_find(&shown, comparison)->stop == GT_STOP_MAXIMUM ? s->kept : 0);
        for (k = 0; k < s->kept; k++) turns[n++] = (turn){s->begin_ns[k], i};
    }
    qsort(turns, n, sizeof *turns, turn_order);
    *count = n;
    return turns;
}
TEST(two_sides_run_as_abba_or_baab_either_as_often, healthy, closed) {
    static const char *const names[] = {"a", "b"};
    size_t n, i, starts[2] = {0, 0}, same = 0;
    turn *t;
    GT_COMPARE("order", .max_n = 2000, .precision = 1e-9, .budget_s = 1e6) {
        GT_SIDE("a") simcl_spend_ns(1000 + 50 * uniform());
        GT_SIDE("b") simcl_spend_ns(1000 + 50 * uniform());
    }
    t = turns_of("order", names, 2, &n);
    assert_int_equal(n, 4000);
    for (i = 0; i < n; i += 4) {
        assert_int_equal(t[i].side + t[i + 1].side, 1);         /* each round has both */
        assert_int_equal(t[i + 2].side, t[i + 1].side);         /* each pair of rounds is mirrored */
        assert_int_equal(t[i + 3].side, t[i].side);
        starts[t[i].side]++;
        same += i > 0 && t[i].side == t[i - 4].side;
    }
    assert_in_range(starts[0], 440, 560);                       /* of 1000, 3.8 sigma */
    assert_in_range(same, 440, 560);                            /* and not by turns, either */
    free(t);
}
static void more_sides_run_as_latin_squares_that_are_shuffled(int sides) {
    static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h"};
    size_t n, i, rounds = 0, changed = 0, missing = 0, pairs[8][8] = {{0}};
    turn *t;
    int round, place, side, other;
    char name[32];
    sprintf(name, "%d sides", sides);
    GT_COMPARE(name, .max_n = 60 * sides, .precision = 1e-9, .budget_s = 1e6) {
        GT_SIDE("a") simcl_spend_ns(1000 + 50 * uniform());
        GT_SIDE("b") simcl_spend_ns(1000 + 50 * uniform());
        GT_SIDE("c") simcl_spend_ns(1000 + 50 * uniform());
        if (sides == 8) {
            GT_SIDE("d") simcl_spend_ns(1000 + 50 * uniform());
            GT_SIDE("e") simcl_spend_ns(1000 + 50 * uniform());
            GT_SIDE("f") simcl_spend_ns(1000 + 50 * uniform());
            GT_SIDE("g") simcl_spend_ns(1000 + 50 * uniform());
            GT_SIDE("h") simcl_spend_ns(1000 + 50 * uniform());
        }
    }
    t = turns_of(name, names, sides, &n);
    assert_int_equal(n, 60 * sides * sides);
    for (i = 0; i < n; i += (size_t)(sides * sides)) {
        unsigned in_place[8] = {0};
        for (round = 0; round < sides; round++) {
            unsigned in_round = 0;
            for (place = 0; place < sides; place++) {
                side = t[i + (size_t)(round * sides + place)].side;
                in_round |= 1u << side;
                in_place[place] |= 1u << side;
            }
            assert_int_equal(in_round, (1u << sides) - 1);
            rounds++;
        }
        for (place = 0; place < sides; place++) assert_int_equal(in_place[place], (1u << sides) - 1);
        for (place = 0; place < sides * sides && i > 0; place++)
            if (t[i + (size_t)place].side != t[i + (size_t)place - (size_t)(sides * sides)].side) {
                changed++;
                break;
            }
        for (place = 0; place + 1 < sides; place++) pairs[t[i + (size_t)place].side][t[i + (size_t)place + 1].side]++;
    }
    assert_int_equal(rounds, 60 * sides);
    assert_true(changed > 40);
    /* Any side follows any other at some time: of the 56 pairs of eight sides, chance leaves one out in 3 % of the
       runs. */
    for (side = 0; side < sides; side++)
        for (other = 0; other < sides; other++) missing += side != other && !pairs[side][other];
    assert_true(missing <= 2);
    free(t);
}
/* Which sides ran in two comparisons of this program, as a process of its own prints them: with that seed, or without
   one ("-"). Then what its report and its JSON say of the seed. */
static int print_orders(const char *given, const char *file) {
    char *report, *said, *end;
    FILE *f = fopen(file, "w");
    if (!f) return 1;
    if (strcmp(given, "-")) setenv("GT_SEED", given, 1);
    else unsetenv("GT_SEED");
    use_fake_clock(NULL);
    for (int comparison = 0; comparison < 2; comparison++) {
        GT_COMPARE(comparison ? "two" : "one", .max_n = 40, .precision = 1e-9) {
            GT_SIDE("a") { fputc('a', f); fake_ns += 100; }
            GT_SIDE("b") { fputc('b', f); fake_ns += 100; }
        }
        fputc('\n', f);
    }
    report = report_text();
    said = strstr(report, "GT_SEED=");
    end = said ? strchr(said, ' ') : NULL;
    if (end) fprintf(f, "%.*s\n", (int)(end - said), said);
    free(report);
    return fclose(f) || gt_write_file(test_file("seed.json"), gt_write_json) != GT_OK;
}
typedef struct orders { char one[200], two[200], said[64]; } orders;
static orders orders_of(const char *given) {
    orders o = { "", "", "" };
    char command[2048];
    FILE *f;
    snprintf(command, sizeof command, "'%s' '%s' '%s'", test_program(), given, test_file("orders.txt"));
    assert_int_equal(system(command), 0);
    f = fopen(test_file("orders.txt"), "r");
    assert_non_null(f);
    assert_non_null(fgets(o.one, sizeof o.one, f));
    assert_non_null(fgets(o.two, sizeof o.two, f));
    if (!fgets(o.said, sizeof o.said, f)) o.said[0] = 0;
    fclose(f);
    assert_true(strlen(o.one) > 80);
    return o;
}
TEST(orders_differ_between_comparisons_and_between_processes) {
    const orders first = orders_of("-"), second = orders_of("-");
    assert_string_not_equal(first.one, first.two);
    assert_string_not_equal(first.one, second.one);
    assert_string_not_equal(first.two, second.two);
}
TEST(seed_repeats_the_orders_of_a_run_and_its_report_and_json_name_it) {
    const orders first = orders_of("-");
    orders again;
    char text[4096], *at = strchr(first.said, '=');
    FILE *f;
    assert_non_null(at);
    at[strcspn(at, "\n")] = 0;
    again = orders_of(at + 1);
    assert_string_equal(again.one, first.one);
    assert_string_equal(again.two, first.two);
    f = fopen(test_file("seed.json"), "r");
    assert_non_null(f);
    text[fread(text, 1, sizeof text - 1, f)] = 0;
    fclose(f);
    at[0] = ':';
    assert_non_null(strstr(text, "\"seed\":"));
    assert_non_null(strstr(text, at));
    assert_string_not_equal(orders_of("7").one, orders_of("8").one);
}
TEST(three_sides_run_as_latin_squares, healthy, closed) {
    more_sides_run_as_latin_squares_that_are_shuffled(3);
}
TEST(eight_sides_run_as_latin_squares, healthy, closed) {
    more_sides_run_as_latin_squares_that_are_shuffled(8);
}

/* ---- what counts ---- */

TEST(work_outside_of_the_sides_runs_in_each_pass_and_does_not_count, healthy, closed) {
    int outside = 0, a = 0, b = 0;
    const gt_series *s;
    GT_COMPARE("outside", .max_n = 15) {
        outside++;
        simcl_spend_ns(50000);
        GT_SIDE("a") {
            a++;
            simcl_spend_ns(1000);
        }
        simcl_spend_ns(70000);
        GT_SIDE("b") {
            b++;
            simcl_spend_ns(2000);
        }
        simcl_spend_ns(90000);
    }
    assert_int_equal(a, 17);
    assert_int_equal(b, 17);
    assert_int_equal(outside, 1 + a + b);
    s = look("outside/a");
    assert_int_equal(s->n, 15);
    assert_number(s->min_ns, 1000);
    assert_number(s->max_ns, 1000);
    assert_number(look("outside/b")->min_ns, 2000);
    assert_number(look("outside/b")->max_ns, 2000);
    assert_at_the_root();
}
TEST(scope_outside_of_the_sides_is_beside_the_comparison, healthy, closed) {
    GT_SCOPE("around") {
        GT_COMPARE("within", .max_n = 5) {
            GT_SCOPE("prepare") simcl_spend_ns(100);
            GT_SIDE("a") GT_SCOPE("phase") simcl_spend_ns(1000);
            GT_SIDE("b") GT_SCOPE("phase") simcl_spend_ns(2000);
        }
    }
    assert_int_equal(look("around/prepare")->n, 15);
    assert_int_equal(look("around/within/a/phase")->n, 5);
    assert_int_equal(look("around/within/b")->n, 5);
    assert_int_equal(look("around")->n, 1);
    assert_at_the_root();
}
TEST(warm_up_passes_of_each_side_are_apart, healthy, closed) {
    int a = 0, b = 0;
    size_t i, cold = 0;
    GT_COMPARE("warm", .warmup = 3, .max_n = 10, .precision = 1e-9) {
        GT_SIDE("a") simcl_spend_ns(++a <= 3 ? 9000 : 1000);
        GT_SIDE("b") simcl_spend_ns(++b <= 3 ? 9000 : 1000);
    }
    assert_int_equal(a, 13);
    assert_int_equal(b, 13);
    assert_number(look("warm/a")->max_ns, 1000);
    assert_number(look("warm/b")->max_ns, 1000);
    for (i = 0; i < shown.count; i++)
        if (shown.series[i].cold && !strncmp(shown.series[i].path, "warm/", 5)) {
            cold++;
            assert_int_equal(shown.series[i].n, 3);
            assert_number(shown.series[i].min_ns, 9000);
        }
    assert_int_equal(cold, 2);
    assert_reported("warm/a: warm-up, 3 passes: first 9.00 us", 1);
    a = b = 0;
    GT_COMPARE("not warm", .warmup = -1, .max_n = 4) {
        GT_SIDE("a") simcl_spend_ns(1000 + ++a);
        GT_SIDE("b") simcl_spend_ns(1000 + ++b);
    }
    assert_int_equal(a, 4);
    assert_int_equal(b, 4);
    assert_number(look("not warm/a")->min_ns, 1001);
}
TEST(it_stops_as_a_trial_does_and_counts_rounds, healthy, closed) {
    GT_COMPARE("precise") {
        GT_SIDE("a") simcl_spend_ns(1000 + 3 * uniform());
        GT_SIDE("b") simcl_spend_ns(2000 + 3 * uniform());
    }
    assert_int_equal(look("precise")->stop, GT_STOP_PRECISION);
    assert_non_null(strstr(look("precise")->stopped, "precision of 1.0 % reached after "));
    assert_in_range(look("precise/a")->n, 30, 68);      /* at one of its first three looks */
    assert_int_equal(look("precise/b")->n, look("precise/a")->n);
    GT_COMPARE("poor", .budget_s = 0.001) {
        GT_SIDE("a") simcl_spend_ns(10000 + 5000 * uniform());
        GT_SIDE("b") simcl_spend_ns(20000 + 5000 * uniform());
    }
    assert_int_equal(look("poor")->stop, GT_STOP_BUDGET);
    assert_in_range(look("poor/a")->n, 28, 31);
    assert_int_equal(look("poor/a")->n, look("poor/b")->n);
    assert_reported("stopped: budget of 1.00 ms spent after ", 1);
    assert_reported(" rounds; 'b' has not reached 1.0 % (", 1);
    assert_int_equal(look("poor")->kind, GT_KIND_COMPARISON);
    assert_int_not_equal(look("poor")->kind, GT_KIND_TRIAL);
}
/* Of three sides the interval of each ratio has to be as short. */
TEST(every_ratio_must_reach_the_precision, healthy, closed) {
    GT_COMPARE("three", .max_n = 60) {
        GT_SIDE("a") simcl_spend_ns(1000 + 3 * uniform());
        GT_SIDE("b") simcl_spend_ns(1000 + 3 * uniform());
        GT_SIDE("c") simcl_spend_ns(1000 + 900 * uniform());
    }
    assert_int_equal(look("three")->stop, GT_STOP_MAXIMUM);
    assert_non_null(strstr(look("three")->stopped, "; 'c' has not reached 1.0 % ("));
}

/* ---- ratios ---- */

static double middle_of(const double *x, size_t n) {
    gt_stats stats;
    assert_int_equal(gt_stats_of(x, n, 0, &stats), GT_OK);
    return stats.median;
}
/* That of the pairs, and wider by what one step of the clock (here 1 ns) is of both medians. */
static void assert_ratio(const gt_ratio *got, const double *a, double a_median, const double *b, double b_median,
                         size_t rounds, double confidence, double called) {
    const double wider = exp(1 / a_median + 1 / b_median);
    double tau;         /* where neighbours happen to agree, the interval is stretched by it */
    gt_ratio r, plain;
    assert_int_equal(gt_ratio_paired(a, b, rounds, confidence, &plain), GT_OK);
    assert_int_equal(gt_ratio_looked_(a, b, rounds, confidence, &r, &tau), GT_OK);
    assert_number(got->ratio, plain.ratio);
    assert_true(r.ci.low <= plain.ci.low * (1 + 1e-12) && r.ci.high >= plain.ci.high * (1 - 1e-12));
    assert_true(is_near(got->ci.low, r.ci.low / wider, 1e-9));
    assert_true(is_near(got->ci.high, r.ci.high * wider, 1e-9));
    assert_int_equal(got->rounds, r.rounds);
    assert_int_equal(got->tied, r.tied);
    assert_int_equal(got->dropped, r.dropped);
    assert_true(is_near(got->ci.confidence, called, 1e-12));
    assert_true(is_near(got->wanted, called, 1e-12));
}
TEST(ratio_is_that_of_the_rounds, healthy, closed) {
    const gt_series *a, *b, *c;
    gt_ratio r;
    GT_COMPARE("fixed", .max_n = 40, .precision = 1e-9) {
        GT_SIDE("a") simcl_spend_ns(1000 + 100 * uniform());
        GT_SIDE("b") simcl_spend_ns(900 + 150 * uniform());
    }
    a = look("fixed/a");
    b = gt_snapshot_find(&shown, "fixed/b");
    assert_int_equal(gt_snapshot_compare(&shown, "fixed", "b", NULL, &r), GT_OK);
    /* its count did not hang on what it saw */
    assert_ratio(&r, a->ns, middle_of(a->ns, a->n), b->ns, middle_of(b->ns, b->n), 40, 0.95, 0.95);
    GT_COMPARE("until", .precision = 0.03) {
        GT_SIDE("a") simcl_spend_ns(1000 + 100 * uniform());
        GT_SIDE("b") simcl_spend_ns(900 + 150 * uniform());
    }
    assert_int_equal(look("until")->stop, GT_STOP_PRECISION);
    a = look("until/a");
    b = gt_snapshot_find(&shown, "until/b");
    assert_int_equal(gt_snapshot_compare(&shown, "until", "b", NULL, &r), GT_OK);
    /* the price of looking */
    assert_ratio(&r, a->ns, middle_of(a->ns, a->n), b->ns, middle_of(b->ns, b->n), a->n, 0.97, 0.95);
    GT_COMPARE("three", .max_n = 40, .precision = 1e-9) {
        GT_SIDE("a") simcl_spend_ns(1000 + 100 * uniform());
        GT_SIDE("b") simcl_spend_ns(900 + 150 * uniform());
        GT_SIDE("c") simcl_spend_ns(500 + 150 * uniform());
    }
    a = look("three/a");
    c = gt_snapshot_find(&shown, "three/c");
    assert_int_equal(gt_snapshot_compare(&shown, "three", "c", NULL, &r), GT_OK);
    assert_ratio(&r, a->ns, middle_of(a->ns, a->n), c->ns, middle_of(c->ns, c->n), 40, 0.975, 0.975);
}
/* Round k takes 1000 k and 2000 k ns, but for those in which the clock steps back in one side. */
static int stepping_round[2];
static void step_or_spend(int side) {
    const int k = ++stepping_round[side], back = side == 0 ? k == 9 : k == 6 || k == 14;
    fake_ns += back ? (uint64_t)-7 : (uint64_t)(1000 * (side + 1) * k);
    if (back) stepping_round[0] = stepping_round[1] = k;        /* the round is over */
}
TEST(rounds_stay_whole_where_the_clock_steps_back_in_a_side, use_fake_clock, stop_looking) {
    const gt_series *one, *two;
    gt_ratio r;
    stepping_round[0] = stepping_round[1] = 0;
    GT_COMPARE("steps back", .max_n = 40, .precision = 1e-9) {
        GT_SIDE("one") step_or_spend(0);
        GT_SIDE("two") step_or_spend(1);
    }
    (void)look("");
    one = gt_snapshot_find(&shown, "steps back/one");
    two = gt_snapshot_find(&shown, "steps back/two");
    assert_non_null(one);
    assert_non_null(two);
    assert_int_equal(one->backwards + two->backwards, 3);
    assert_int_equal(one->kept, 40 - 3);
    assert_int_equal(two->kept, 40 - 3);
    for (size_t i = 0; i < one->kept; i++) assert_number(two->ns[i], 2 * one->ns[i]);
    assert_int_equal(gt_snapshot_compare(&shown, "steps back", "two", NULL, &r), GT_OK);
    assert_int_equal(r.rounds, 40 - 3);
    assert_float_equal(r.ratio, 0.5, 1e-6);
    assert_true(gt_self_->current == gt_self_->root);
    assert_null(gt_self_->trial);
}
TEST(coarse_clock_widens_the_interval, healthy, closed) {
    gt_ratio r;
    (void)gt_clock_info();
    gt_clk_.info.step_ns = 100;
    GT_COMPARE("coarse", .max_n = 40) {
        GT_SIDE("a") simcl_spend_ns(2000);
        GT_SIDE("b") simcl_spend_ns(1000);
    }
    assert_int_equal(look("coarse")->stop, GT_STOP_MAXIMUM);    /* 15 % of doubt are not 1 % */
    assert_int_equal(gt_snapshot_compare(&shown, "coarse", "b", NULL, &r), GT_OK);
    gt_clk_.info.step_ns = 1;
    assert_number(r.ratio, 2);
    assert_true(is_near(r.ci.low, 2 / exp(0.15), 1e-9));
    assert_true(is_near(r.ci.high, 2 * exp(0.15), 1e-9));
}
TEST(phases_of_both_sides_have_ratios_of_their_own, healthy, closed) {
    gt_ratio r;
    int i;
    GT_COMPARE("phases", .max_n = 30, .precision = 1e-9) {
        GT_SIDE("a") {
            GT_SCOPE_CL(rig_queue, "compute") rig_launch(rig_queue, 40000, GT_EVENT);
            GT_SCOPE("copy") simcl_spend_ns(10000 + 10 * uniform());
            GT_SCOPE("only a") simcl_spend_ns(100);
        }
        GT_SIDE("b") {
            for (i = 0; i < 4; i++) GT_SCOPE_CL(rig_queue, "compute") rig_launch(rig_queue, 5000, GT_EVENT);
            GT_SCOPE("copy") simcl_spend_ns(10000 + 10 * uniform());
            GT_SCOPE("only b") GT_SCOPE("deeper") simcl_spend_ns(100);
        }
    }
    (void)look("phases");
    assert_int_equal(gt_snapshot_compare(&shown, "phases", "b", "compute", &r), GT_OK);
    {   /* all four of a pass are the phase of that round */
        const gt_series *a = gt_snapshot_find(&shown, "phases/a/compute");
        const gt_series *b = gt_snapshot_find(&shown, "phases/b/compute");
        double sum[30];
        assert_int_equal(a->n, 30);
        assert_int_equal(b->n, 120);
        for (i = 0; i < 30; i++) sum[i] = b->ns[4 * i] + b->ns[4 * i + 1] + b->ns[4 * i + 2] + b->ns[4 * i + 3];
        assert_ratio(&r, a->ns, middle_of(a->ns, a->n), sum, middle_of(b->ns, b->n), 30, 0.95, 0.95);
        assert_true(r.ratio > 1.1 && r.ratio < 2);
    }
    assert_int_equal(gt_snapshot_compare(&shown, "phases", "b", "copy", &r), GT_OK);
    assert_true(is_near(r.ratio, 1, 0.002));
    assert_int_equal(gt_ratio_outcome(&r, 0), GT_SAME);
    assert_int_equal(gt_snapshot_compare(&shown, "phases", "b", "only a", &r), GT_ERR_ARGUMENT);
    assert_true(isnan(r.ratio));
    assert_int_equal(gt_snapshot_compare(&shown, "phases", "b", "only b", &r), GT_ERR_ARGUMENT);
    assert_int_equal(gt_snapshot_compare(&shown, "phases", "b", "deeper", &r), GT_ERR_ARGUMENT);
    assert_int_equal(gt_snapshot_compare(&shown, "phases", "a", NULL, &r), GT_ERR_ARGUMENT);
    assert_int_equal(gt_snapshot_compare(&shown, "phases", "c", NULL, &r), GT_ERR_ARGUMENT);
    assert_int_equal(gt_snapshot_compare(&shown, "phases/a", "compute", NULL, &r), GT_ERR_ARGUMENT);
    assert_int_equal(gt_snapshot_compare(&shown, "nothing", "b", NULL, &r), GT_ERR_ARGUMENT);
    assert_true(has_verdict("b", "faster by "));
    assert_true(has_verdict("compute", "faster by "));
    assert_true(has_verdict("copy", "the same within 1.0 %, n=30"));
    assert_false(has_verdict("only a", ""));
    assert_false(has_verdict("only b", ""));
    assert_false(has_verdict("a", ""));
}
TEST(report_says_one_of_four_verdicts_with_ratio_and_interval, healthy, closed) {
    GT_COMPARE("verdicts", .max_n = 40, .precision = 1e-9) {
        GT_SIDE("base") simcl_spend_ns(floor(100000 + 1000 * uniform()));
        GT_SIDE("twice") simcl_spend_ns(floor(50000 + 500 * uniform()));
        GT_SIDE("half") simcl_spend_ns(floor(200000 + 2000 * uniform()));
        GT_SIDE("like it") simcl_spend_ns(floor(100000 + 1000 * uniform()));
        GT_SIDE("who knows") simcl_spend_ns(floor(60000 + 100000 * uniform()));
        GT_SIDE("a little") simcl_spend_ns(floor(99000 + 1000 * uniform()));
    }
    assert_reported("\nverdicts: speed relative to base, median of the rounds (random order), 99.0 % intervals, this "
                    "process\n", 1);
    assert_true(has_verdict("twice", "2.0"));
    assert_true(has_verdict("twice", "]  faster by 10"));
    assert_true(has_verdict("half", "0.50"));
    assert_true(has_verdict("half", "]  slower by "));
    assert_true(has_verdict("like it", "]  the same within 1.0 %, n=40"));
    assert_true(has_verdict("who knows", "]  not separated, n=40"));
    assert_true(has_verdict("a little", "]  not separated by 1.0 %, n=40"));
    assert_false(has_verdict("base", ""));
    assert_reported("\n  stopped: maximum reached after 40 rounds\n", 1);
    assert_reported("significant", 0);
}
TEST(too_few_rounds_decide_nothing_and_say_how_many_would, healthy, closed) {
    GT_COMPARE("few", .max_n = 4) {
        GT_SIDE("a") simcl_spend_ns(100000);
        GT_SIDE("b") simcl_spend_ns(50000);
    }
    GT_COMPARE("six", .max_n = 6) {
        GT_SIDE("a") simcl_spend_ns(100000);
        GT_SIDE("b") simcl_spend_ns(50000);
        GT_SIDE("c") simcl_spend_ns(25000);
        GT_SIDE("d") simcl_spend_ns(12500);
    }
    assert_reported("2.000 times as fast, not decided: n=4, 95.0 % needs 6 rounds\n", 1);
    assert_true(has_verdict("d", "8.000 times as fast, not decided: n=6, 98.3 % needs 7 rounds"));
}
TEST(what_is_practically_the_same_is_an_option, healthy, closed) {
    GT_COMPARE("lenient", .max_n = 30, .threshold = 0.05) {
        GT_SIDE("a") simcl_spend_ns(103000 + 10 * uniform());
        GT_SIDE("b") simcl_spend_ns(100000 + 10 * uniform());
    }
    assert_true(is_near(look("lenient")->threshold, 0.05, 1e-12));
    assert_reported("]  the same within 5.0 %, n=", 1);
    GT_COMPARE("strict", .max_n = 30, .threshold = 0.001) {
        GT_SIDE("a") simcl_spend_ns(100500 + 10 * uniform());
        GT_SIDE("b") simcl_spend_ns(100000 + 10 * uniform());
    }
    assert_reported("]  faster by 0.5 %, n=", 1);
}
TEST(ties_are_told, healthy, closed) {
    gt_ratio r;
    GT_COMPARE("tied", .max_n = 30, .precision = 1e-9) {
        GT_SIDE("a") simcl_spend_ns(1000);
        GT_SIDE("b") simcl_spend_ns(1000);
    }
    (void)look("tied");
    assert_int_equal(gt_snapshot_compare(&shown, "tied", "b", NULL, &r), GT_OK);
    assert_int_equal(r.tied, 30);
    assert_reported(", n=30, 30 tied\n", 1);
}

/* ---- what goes wrong ---- */

static void assert_argument_error(const char *word) {
    assert_non_null(gt_error_first());
    assert_int_equal(gt_error_first()->status, GT_ERR_ARGUMENT);
    assert_true(strstr(gt_error_first()->call, word) || strstr(gt_error_first()->detail, word));
    assert_reported(word, 1);
    assert_reported("nan", 0);
}
TEST(one_side_is_an_error, healthy, closed) {
    int a = 0;
    GT_COMPARE("one") GT_SIDE("a") a++;
    assert_int_equal(a, 0);
    assert_argument_error("it has 1 GT_SIDE, and needs 2 to 8");
    assert_argument_error("GT_COMPARE(\"one\")");
    assert_int_equal(look("one")->stop, GT_STOP_FAILED);
    gt_reset();
    GT_COMPARE("none at all") a++;
    assert_int_equal(a, 1);
    assert_argument_error("it has no GT_SIDE, and needs 2 to 8");
    assert_at_the_root();
}
TEST(side_that_is_named_twice_is_an_error, healthy, closed) {
    int ran = 0;
    GT_COMPARE("twice") {
        GT_SIDE("a") ran++;
        GT_SIDE("b") ran++;
        GT_SIDE("a") ran++;
    }
    assert_int_equal(ran, 0);
    assert_argument_error("two sides have the name \"a\"");
    assert_string_equal(gt_error_first()->call, "GT_COMPARE(\"twice\")");
    assert_at_the_root();
    gt_reset();
    GT_COMPARE("twice the same") {
        GT_SIDE("a") ran++;
        GT_SIDE("a") ran++;
    }
    assert_int_equal(ran, 0);
    assert_int_equal(gt_error_first()->status, GT_ERR_ARGUMENT);
}
TEST(nine_sides_are_an_error, healthy, closed) {
    int ran = 0;
    GT_COMPARE("nine") {
        GT_SIDE("1") ran++;
        GT_SIDE("2") ran++;
        GT_SIDE("3") ran++;
        GT_SIDE("4") ran++;
        GT_SIDE("5") ran++;
        GT_SIDE("6") ran++;
        GT_SIDE("7") ran++;
        GT_SIDE("8") ran++;
        GT_SIDE("9") ran++;
    }
    assert_int_equal(ran, 0);
    assert_argument_error("8 sides");
    assert_at_the_root();
}
TEST(side_that_goes_missing_ends_it_and_is_named, healthy, closed) {
    int pass = 0;
    GT_COMPARE("missing", .max_n = 29) {
        pass++;
        GT_SIDE("present") simcl_spend_ns(1000);
        if (pass < 30) GT_SIDE("absent") simcl_spend_ns(1000);
    }
    assert_true(pass >= 30 && pass < 34);
    assert_int_equal(look("missing")->stop, GT_STOP_LEFT);
    assert_non_null(strstr(look("missing")->stopped, "'absent'"));
    assert_int_equal(look("missing/present")->n, look("missing/absent")->n);
    assert_int_equal(look("missing/absent")->n, (size_t)(pass - 1 - 4 - 1) / 2);
    assert_at_the_root();
}
TEST(side_left_by_break_ends_it_and_is_named, healthy, closed) {
    int b = 0;
    GT_COMPARE("break", .max_n = 29) {
        GT_SIDE("a") simcl_spend_ns(1000);
        GT_SIDE("b") GT_SCOPE("phase") {
            simcl_spend_ns(1000);
        }
        GT_SIDE("c") {
            simcl_spend_ns(1000);
            if (++b == 12) break;
        }
    }
    assert_int_equal(b, 12);
    assert_int_equal(look("break")->stop, GT_STOP_LEFT);
    assert_non_null(strstr(look("break")->stopped, "'c'"));
    assert_int_equal(look("break/c")->n, 9);
    assert_int_equal(look("break/c")->left_early, 1);
    assert_int_equal(look("break/a")->n, 9);
    assert_int_equal(look("break/b")->n, 9);
    assert_at_the_root();
}
static int returns_from_a_side(void) {
    int b = 0;
    GT_COMPARE("return", .max_n = 29) {
        GT_SIDE("a") simcl_spend_ns(1000);
        GT_SIDE("b") {
            simcl_spend_ns(1000);
            if (++b == 12) return b;
        }
    }
    return 0;
}
TEST(side_left_by_return_ends_it_too, healthy, closed) {
    assert_int_equal(returns_from_a_side(), 12);
    assert_int_equal(look("return")->stop, GT_STOP_LEFT);
    assert_int_equal(look("return/b")->n, 9);
    assert_int_equal(look("return/a")->n, 9);
    assert_int_equal(look("return/b")->left_early, 1);
    assert_at_the_root();
}
/* Wherever it ends, in mid-round or behind one: rounds stay pairs, also those of what comes later. What a pass claimed
   that is in no round is in no later pass. */
TEST(comparison_left_at_any_pass_leaves_whole_rounds, healthy, closed) {
    int last, behind;
    for (behind = 0; behind < 2; behind++)
        for (last = 1; last < 16; last++) {
            int pass = 0, i;
            size_t k;
            const gt_series *a, *b;
            gt_reset();
            for (i = 0; i < 2; i++) {
                pass = 0;
                GT_COMPARE("left", .warmup = -1, .max_n = 6, .precision = 1e-9) {
                    if (!behind && i == 0 && pass == last) break;
                    GT_SIDE("a") {
                        GT_WORK(5, 0);
                        simcl_spend_ns(1000 + pass);
                    }
                    GT_SIDE("b") {
                        GT_WORK(7, 0);
                        simcl_spend_ns(2000 + pass);
                    }
                    if (behind && i == 0 && pass == last) break;
                    pass++;
                }
            }
            a = look("left/a");
            b = gt_snapshot_find(&shown, "left/b");
            assert_non_null(b);
            if (a->n != b->n) print_error("left %s pass %d: %lu and %lu samples\n", behind ? "behind" : "before", last,
                                          (unsigned long)a->n, (unsigned long)b->n);
            assert_int_equal(a->n, b->n);
            assert_true(a->n >= 6);
            for (k = 0; k < a->n; k++) {        /* passes of one round are neighbours */
                double apart = (b->ns[k] - 2000) - (a->ns[k] - 1000);
                assert_true(is_near(fabs(apart), 1, 0.01));
                assert_true(is_near(gt_series_sample(a, k).flops, 5, 0));
                assert_true(is_near(gt_series_sample(b, k).flops, 7, 0));
            }
        }
    assert_at_the_root();
}
TEST(error_in_a_side_ends_it_and_its_sample_is_void, healthy, closed) {
    int b = 0;
    GT_COMPARE("fails", .max_n = 29) {
        GT_SIDE("a") run_kernel(1000);
        GT_SIDE("b") {
            run_kernel(1000);
            if (++b == 12) simcl_fail("clEnqueueNDRangeKernel", 0, CL_OUT_OF_RESOURCES);
            if (b == 12) GT_SCOPE_CL(rig_queue, "fails") {
                const size_t items = 64;
                GT_CL(clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL, GT_EVENT));
            }
        }
    }
    assert_int_equal(b, 12);
    assert_int_equal(look("fails")->stop, GT_STOP_FAILED);
    assert_int_equal(look("fails/b")->n, 9);
    assert_int_equal(look("fails/b")->voided, 1);
    assert_int_equal(look("fails/a")->n, 9);
    assert_reported("stopped: an error happened", 1);
    assert_reported("FAILED: ", 1);
    assert_at_the_root();
}
/* No scope is open there whose sample could be void. */
TEST(error_outside_of_the_sides_ends_it_too, healthy, closed) {
    int pass = 0;
    GT_COMPARE("fails outside") {
        if (++pass == 12) gt_error_keep_(GT_ERR_IO, 0, NULL, "fopen", "data", 0, NULL);
        GT_SIDE("a") simcl_spend_ns(1000);
        GT_SIDE("b") simcl_spend_ns(1000);
    }
    assert_int_equal(pass, 12);
    assert_int_equal(look("fails outside")->stop, GT_STOP_FAILED);
    assert_int_equal(look("fails outside/a")->n, look("fails outside/b")->n);
    assert_int_equal(look("fails outside/a")->n, 3);
    gt_reset();
    GT_COMPARE("fails outside", .max_n = 5) {
        GT_SIDE("a") simcl_spend_ns(1000);
        GT_SIDE("b") simcl_spend_ns(1000);
    }
    assert_int_equal(look("fails outside/b")->n, 5);
    assert_at_the_root();
}
TEST(switched_off_in_it_it_ends, healthy, closed) {
    int b = 0;
    GT_COMPARE("switched off", .max_n = 29) {
        GT_SIDE("a") simcl_spend_ns(1000);
        GT_SIDE("b") {
            simcl_spend_ns(1000);
            if (++b == 12) gt_enable(0);
        }
    }
    gt_enable(1);
    assert_int_equal(b, 12);
    assert_int_equal(look("switched off")->stop, GT_STOP_FAILED);
    assert_int_equal(look("switched off/a")->n, 9);
    assert_int_equal(look("switched off/b")->n, 9);
    assert_at_the_root();
}
TEST(switched_off_each_side_runs_once, healthy, closed) {
    int a = 0, b = 0;
    gt_enable(0);
    GT_COMPARE("off") {
        GT_SIDE("a") a++;
        GT_SIDE("b") b++;
    }
    gt_enable(1);
    assert_int_equal(a, 1);
    assert_int_equal(b, 1);
    (void)look("off");
    assert_null(gt_snapshot_find(&shown, "off"));
}
TEST(side_outside_of_a_comparison_runs, healthy, closed) {
    int a = 0;
    GT_SIDE("a") a++;
    GT_TRIAL("no comparison", .max_n = 3, .warmup = -1) GT_SIDE("a") {
        a++;
        simcl_spend_ns(1000);
    }
    assert_int_equal(a, 4);
    assert_null(gt_error_first());
}
TEST(comparison_in_a_side_ends_the_one_around_and_is_an_error, healthy, closed) {
    int a = 0, b = 0, outer = 0;
    GT_COMPARE("outer") {
        GT_SIDE("a") {
            outer++;
            simcl_spend_ns(1000);
            GT_COMPARE("inner", .max_n = 4, .warmup = -1) {
                GT_SIDE("a") a++;
                GT_SIDE("b") b++;
            }
        }
        GT_SIDE("b") simcl_spend_ns(1000);
    }
    assert_int_equal(outer, 1);
    assert_int_equal(a, 4);
    assert_int_equal(b, 4);
    assert_int_equal(gt_error_first()->status, GT_ERR_ORDER);
    assert_at_the_root();
}
TEST(after_a_reset_only_what_came_later_is_compared, healthy, closed) {
    gt_ratio r;
    GT_COMPARE("again", .max_n = 20) {
        GT_SIDE("old base") simcl_spend_ns(1000);
        GT_SIDE("old side") simcl_spend_ns(2000);
        GT_SIDE("b") simcl_spend_ns(3000);
    }
    gt_reset();
    assert_reported("again", 0);
    GT_COMPARE("again", .max_n = 20) {
        GT_SIDE("a") simcl_spend_ns(4000 + 5 * uniform());
        GT_SIDE("b") simcl_spend_ns(1000 + 5 * uniform());
    }
    assert_reported("\nagain: speed relative to a, median of the rounds", 1);
    assert_reported("old", 0);
    assert_reported("nan", 0);
    (void)look("again");
    assert_int_equal(gt_snapshot_compare(&shown, "again", "b", NULL, &r), GT_OK);
    assert_true(is_near(r.ratio, 4, 0.02));
    assert_true(is_near(r.wanted, 0.95, 1e-12));
    assert_int_equal(look_at_comparison()->kind, GT_KIND_COMPARISON);
}
/* A comparison of the same name goes on where the last one was, and the first side of the later one is the base. */
TEST(later_comparison_of_the_same_name_appends, healthy, closed) {
    int i;
    gt_ratio r;
    for (i = 0; i < 2; i++)
        GT_COMPARE("appends", .max_n = 15, .precision = 1e-9) {
            GT_SIDE("a") simcl_spend_ns(4000 + 5 * uniform());
            GT_SIDE("b") simcl_spend_ns(1000 + 5 * uniform());
        }
    assert_int_equal(look("appends/a")->n, 30);
    assert_int_equal(gt_snapshot_compare(&shown, "appends", "b", NULL, &r), GT_OK);
    assert_int_equal(r.rounds, 30);
}

TEST(side_runs_with_flushed_caches_if_the_option_names_it, healthy, closed) {
    int by_option;
    for (by_option = 0; by_option < 2; by_option++) {
        gt_reset();
        GT_COMPARE("caches", .max_n = 5, .flushed = by_option ? "flushed" : NULL) {
            GT_SIDE("base") run_kernel(KERNEL_NS);
            GT_SIDE("flushed") run_kernel(2 * KERNEL_NS);
        }
        assert_int_equal(look("caches/base")->flushed, 0);
        assert_int_equal(look("caches/flushed")->flushed, by_option);
    }
}

/* ---- sides that do not wait ---- */

enum { LONG_MS = 2 };
static size_t launched;
static void launch_only(int collected) {
    rig_launch(rig_queue, LONG_MS * 1e6, collected ? GT_EVENT : NULL);
    launched++;
}
/* Until the queue is empty again, s. known: gt_cl_attach has named the queue. */
static double time_without_waits(int trial, int known, int collected, int warmup) {
    gt_cl cl;
    if (known) assert_int_equal(gt_cl_attach(&cl, rig_context, rig_queue), GT_OK);
    const uint64_t begin = simcl_now_ns(NULL);
    launched = 0;
    const int most = known ? 100000 : 100;  /* what the kit cannot wait for is bounded by the rounds alone */
    if (trial) GT_TRIAL("trial", .budget_s = 2, .warmup = warmup, .max_n = most) launch_only(collected);
    else GT_COMPARE("sides", .budget_s = 2, .warmup = warmup, .max_n = most) {
        GT_SIDE("one") launch_only(collected);
        GT_SIDE("two") launch_only(collected);
    }
    assert_int_equal(clFinish(rig_queue), CL_SUCCESS);
    if (known) gt_cl_close(&cl);
    return (double)(simcl_now_ns(NULL) - begin) * 1e-9;
}
static void *record(void *unused) {
    GT_SCOPE("thread") simcl_spend_ns(10);
    return unused;
}
/* The body returns after 2 us, its kernel ends after 2 ms: 0.2 s of passes would fill the queue for minutes. */
TEST(bodies_that_do_not_wait_keep_to_the_budget_and_are_said_not_to_wait, healthy, closed) {
    for (int i = 0; i < 12; i++) {
        gt_finding *list;
        size_t count, found = 0;
        const int known = i % 3 != 2, collected = i % 3 != 1, warmup = i < 6 ? 0 : -1;
        gt_reset();
        if (i == 3) {               /* from here on it is not the only thread that ever recorded */
            pthread_t thread;
            assert_int_equal(pthread_create(&thread, NULL, record, NULL), 0);
            pthread_join(thread, NULL);
        }
        const double s = time_without_waits(i / 3 % 2, known, collected, warmup);
        if (s > 4) print_error("case %d: %lu launches, %.1f s\n", i, (unsigned long)launched, s);
        assert_true(s < 4);
        assert_true(launched >= 30);
        assert_int_equal(gt_findings(&list, &count), GT_OK);
        for (size_t k = 0; k < count; k++) found += list[k].code == GT_FINDING_NO_SYNC;
        free(list);
        if (!found) print_error("case %d: nothing says that it does not wait\n", i);
        assert_true(found > 0);
    }
}

int main(int count, char **words) {
    if (count == 3) return print_orders(words[1], words[2]);
    seed(3);
    return test_all(NULL, stop_looking);
}
