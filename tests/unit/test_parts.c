/* link: simcl */
/* test_parts.c - which part of a time makes the difference: between the samples of a series, and between the sides of a
   comparison. Causes are planted on the simulated device, in one part at a time; what is named is compared. */
#define GPUTIME_MAX_SAMPLES 4096
#include "kit_cl.h"
#include "simcl.h"

#include <math.h>
#include "test.h"

#include "laws.h"
#include "rig.h"

/* ---- phases of one kernel, whose parts have noise of their own ---- */

enum { DEVICE, LAUNCH, RETURN, HOST, CAUSES };
static const char *const causes[CAUSES] = { "device", "launch", "return", "host" };
static const double usual_ns[CAUSES] = { 80e3, 20e3, 25e3, 15e3 };
static double part_ns[CAUSES];

static double launch_ns(double units, double now_s, void *user) {
    (void)units, (void)now_s, (void)user;
    return part_ns[LAUNCH];
}
static double return_ns(double units, double now_s, void *user) {
    (void)units, (void)now_s, (void)user;
    return part_ns[RETURN];
}
static void draw_parts(int cause, double more_ns) {
    for (int k = 0; k < CAUSES; k++) part_ns[k] = usual_ns[k] * law_lnexp() / 100 + (k == cause ? more_ns : 0);
}
static void open_parts(size_t run, int aligned) {
    static uint64_t starts;
    const size_t items = 64;
    gt_cl_alignment a;
    simcl_script s;
    gt_cl cl;
    memset(&s, 0, sizeof s);
    s.no_log = 1;
    s.start_ns = ++starts * UINT64_C(1000000000000);
    s.device[0].offset_ns = 12345;
    s.device[0].submit.fn = launch_ns;
    s.device[0].notify.fn = return_ns;
    seed(1000 * run + 29);
    for (int k = 0; k < CAUSES; k++) part_ns[k] = 100;
    rig_open(&s, 0);
    memset(&cl, 0, sizeof cl);
    cl.device = rig_device;
    cl.context = rig_context;
    cl.queue = rig_queue;
    if (aligned) assert_int_equal(gt_cl_align(&cl, &a), GT_OK);
    draw_parts(CAUSES, 0);
    assert_int_equal(gt_cl_warm_kernel(rig_queue, rig_kernel, 1, NULL, &items, NULL), GT_OK);
}
static void one_phase(void) {
    GT_SCOPE_CL(rig_queue, "phase") {
        simcl_spend_ns(part_ns[HOST]);
        rig_launch(rig_queue, part_ns[DEVICE], GT_EVENT);
    }
}

/* ---- shapes ---- */

enum { SAMPLES = 100, RUNS = 20 };
typedef struct shape {
    const char *name;
    double (*more_ns)(size_t i);
} shape;
static double cold(size_t i) { return i ? 0 : 600e3; }
static double warming(size_t i) { return i < 12 ? 50e3 : 0; }
static double drifting(size_t i) { return 60e3 * (double)i / SAMPLES; }
static double quicker(size_t i) { return 60e3 * (double)(SAMPLES - i) / SAMPLES; }
static double stepping(size_t i) { return i < 60 ? 0 : 30e3; }
static double tail(size_t i) { return i < 85 ? 0 : 40e3; }
static double alternating(size_t i) { return i % 2 ? 15e3 : 0; }
static double two_modes(size_t i) { return (i * 7919 + i * i) % 100 < 40 ? 60e3 : 0; }
static double outlying(size_t i) { return i % 33 == 20 ? 700e3 : 0; }
static const shape shapes[] = {
    {"cold first", cold}, {"warming up", warming},      {"drift", drifting},      {"faster", quicker},
    {"step", stepping},   {"alternation", alternating}, {"two modes", two_modes}, {"outliers", outlying},
    {"long tail", tail},
};
/* What stands behind the figures: "88 % of the excess is return". joined: that may be "launch|return". A late start of
   the first kernel has a finding of its own. */
static int names(const gt_finding *f, int cause, int joined) {
    const char *at = strstr(f->figures, " of the excess is ");
    if (f->code == GT_FINDING_JIT_IN_REGION) return cause == LAUNCH && strstr(f->figures, "before a kernel started");
    if (!at) return 0;
    at += strlen(" of the excess is ");
    if (joined && (cause == LAUNCH || cause == RETURN) && !strncmp(at, "launch|return", 13)) return 1;
    return !strncmp(at, causes[cause], strlen(causes[cause])) && at[strlen(causes[cause])] != '|';
}
/* In how many runs the finding is there and has the part; of a shape that may look like another one, any finding. */
static int named_in(const shape *s, int cause, int aligned) {
    int named = 0;
    for (size_t run = 0; run < RUNS; run++) {
        gt_finding *list;
        size_t count;
        int found = 0;
        open_parts(run, aligned);
        for (size_t i = 0; i < SAMPLES; i++) {
            draw_parts(cause, s->more_ns(i));
            one_phase();
        }
        assert_int_equal(gt_findings(&list, &count), GT_OK);
        for (size_t i = 0; i < count; i++) found |= names(&list[i], cause, !aligned);
        if (!found)
            for (size_t i = 0; i < count; i++) print_message("    %s: %s\n", list[i].name, list[i].figures);
        named += found;
        free(list);
        rig_close();
    }
    return named;
}
TEST(what_makes_samples_longer_is_named) {
    int right = 1;
    for (int aligned = 1; aligned >= 0; aligned--)
        for (size_t k = 0; k < COUNT(shapes); k++)
            for (int cause = 0; cause < CAUSES; cause++) {
                const int named = named_in(&shapes[k], cause, aligned);
                print_message("%s, %s%s: named in %d of %d\n", shapes[k].name, causes[cause],
                              aligned ? "" : ", clocks not aligned", named, RUNS);
                right &= named * 20 >= RUNS * 19;
            }
    assert_true(right);
}

/* ---- sides ---- */

/* From here on calls are seen: a bare call cannot be told from the program's own code. */
#include "calls.h"

enum { ROUNDS = 40, CASES = 400 };
static void one_side(void) {
    const size_t items = 64;
    simcl_spend_ns(part_ns[HOST]);
    assert_int_equal(simcl_kernel("work", NULL, (simcl_cost){.ns = part_ns[DEVICE]}), 0);
    assert_int_equal(clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL, NULL), CL_SUCCESS);
    assert_int_equal(clFinish(rig_queue), CL_SUCCESS);
}
static void compare_with(int cause, double more_ns) {
    GT_COMPARE("sides", .max_n = ROUNDS, .precision = 1e-9) {
        GT_SIDE("a") {
            draw_parts(cause, more_ns);
            one_side();
        }
        GT_SIDE("b") {
            draw_parts(CAUSES, 0);
            one_side();
        }
    }
}
static int is_part_of(int cause, uint32_t parts) {
    static const uint32_t bit[CAUSES] = { GT_DEVICE_PARTS_, 1 << GT_PART_launch, 1 << GT_PART_return,
                                          1 << GT_PART_host };
    return (parts & bit[cause]) == bit[cause];
}
static int is_told(gt_finding_code code) {
    gt_finding *list;
    size_t count, told = 0;
    assert_int_equal(gt_findings(&list, &count), GT_OK);
    for (size_t i = 0; i < count; i++) told += list[i].code == code;
    free(list);
    return told > 0;
}
TEST(what_a_side_saves_is_named_with_an_interval_that_holds_it) {
    for (int aligned = 1; aligned >= 0; aligned--) {
        int named = 0, held = 0, alone = 0, first = 0, wrong = 0;
        for (size_t run = 0; run < CASES; run++) {
            const int cause = (int)(run % CAUSES);
            const double share = 0.01 + 0.19 * (double)(run / CAUSES) / (CASES / CAUSES - 1), ns = share * 140e3;
            gt_snapshot snap;
            gt_savings_ v;
            open_parts(run, aligned);
            compare_with(cause, ns);
            assert_int_equal(gt_snapshot_take(&snap), GT_OK);
            const gt_series *c = gt_snapshot_find(&snap, "sides");
            assert_int_equal(gt_savings_of_(c, gt_snapshot_find(&snap, "sides/a"), gt_snapshot_find(&snap, "sides/b"),
                                            &v), 1);
            for (size_t i = 1; i < v.rows; i++) {
                if (!is_part_of(cause, v.of[i].parts)) continue;
                named++;
                first += i == 1;
                held += v.of[i].ci.low <= ns && ns <= v.of[i].ci.high;
                alone += v.rows == 2;
            }
            gt_snapshot_free(&snap);
            wrong += share > 0.04 && is_told(GT_FINDING_NOT_THE_KERNEL) != (cause == HOST);
            rig_close();
        }
        print_message("of %d comparisons%s the part is named in %d, first in %d, alone in %d; its interval holds the "
                      "truth in %d\n", CASES, aligned ? "" : ", clocks not aligned,", named, first, alone, held);
        assert_true(held * 20 >= CASES * 19 && first * 20 >= CASES * 19 && alone * 20 >= CASES * 17);
        assert_int_equal(wrong, 0);
    }
}

/* As if the time of one part had passed in another part. */
static void exchange(gt_series *s, int a, int b) {
    double *column = s->column[a];
    const size_t known = s->known[a];
    s->column[a] = s->column[b], s->known[a] = s->known[b];
    s->column[b] = column, s->known[b] = known;
}
TEST(a_saving_in_doubt_is_joined_with_the_part_that_may_have_its_time) {
    static const int parts[][2] = { { GT_PART_launch, GT_PART_return }, { GT_PART_earlier, GT_PART_return },
                                    { GT_PART_held, GT_PART_return },   { GT_PART_first, GT_PART_return },
                                    { GT_PART_gap, GT_PART_launch } };
    for (size_t k = 0; k < COUNT(parts); k++) {
        const int part = GT_COLUMN_kernel_ns + parts[k][0], launch = GT_COLUMN_launch_ns;
        gt_snapshot snap;
        gt_savings_ v;
        size_t joined = 0;
        open_parts(3, 0);
        compare_with(LAUNCH, 10e3);
        assert_int_equal(gt_snapshot_take(&snap), GT_OK);
        for (size_t i = 0; i < snap.count; i++) {
            gt_series *const one = &snap.series[i];
            exchange(one, launch, part);
            for (size_t j = 0; one->column[GT_COLUMN_doubt_ns] && j < one->kept; j++)
                one->column[GT_COLUMN_doubt_ns][j] = 10e3;
        }
        assert_int_equal(gt_savings_of_(gt_snapshot_find(&snap, "sides"), gt_snapshot_find(&snap, "sides/a"),
                                        gt_snapshot_find(&snap, "sides/b"), &v), 1);
        for (size_t i = 1; i < v.rows; i++) {
            print_message("%s: %.1f us\n", gt_parts_text_(v.of[i].parts), v.of[i].ns / 1e3);
            joined += v.of[i].parts == (1u << parts[k][0] | 1u << parts[k][1]);
        }
        assert_int_equal(joined, 1);
        gt_snapshot_free(&snap);
        rig_close();
    }
}

static char *text_of(gt_status (*write)(FILE *out)) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    assert_int_equal(write(out), GT_OK);
    assert_int_equal(fclose(out), 0);
    return text;
}
TEST(what_a_side_saves_stands_below_its_ratio) {
    for (int cause = 0; cause < CAUSES; cause++) {
        open_parts(3, 1);
        compare_with(cause, 60e3);
        char *text = text_of(gt_report);
        const char *line = strstr(text, " times as fast"), *part;
        assert_non_null(line = line ? strstr(line, "\n      saves ") : NULL);
        print_message("%.*s\n", (int)strcspn(line + 1, "\n"), line + 1);
        assert_true(fabs(strtod(line + 13, NULL) - 60) < 3);
        assert_non_null(part = strstr(line, "]: "));
        assert_int_equal(strncmp(part + 3, causes[cause], strlen(causes[cause])), 0);
        free(text);
        text = text_of(gt_write_json);
        assert_non_null(part = strstr(text, "\"saves\":{\"ns\":"));
        assert_non_null(part = strstr(part, "\"parts\":[{\"part\":\""));
        assert_int_equal(strncmp(part + 18, causes[cause], strlen(causes[cause])), 0);
        free(text);
        rig_close();
    }
}

/* ---- beside the sum ---- */

TEST(what_ran_before_its_sample_stands_beside_it) {
    const double ran_ns = 100e3;
    gt_snapshot snap;
    cl_event event;
    open_parts(7, 1);
    rig_launch(rig_queue, ran_ns, &event);
    assert_int_equal(clFlush(rig_queue), CL_SUCCESS);
    simcl_spend_ns(70e3);
    GT_SCOPE("late") {
        assert_int_equal(gt_cl_event_add(event, NULL, 0), GT_OK);
        assert_int_equal(clWaitForEvents(1, &event), CL_SUCCESS);
        simcl_spend_ns(90e3);       /* no sample is shorter than its device time, all of it */
    }
    assert_int_equal(gt_snapshot_take(&snap), GT_OK);
    const gt_sample row = gt_series_sample(gt_snapshot_find(&snap, "late"), 0);
    print_message("of %.0f ns %.0f before, %.0f inside\n", ran_ns, row.before_ns, row.kernel_ns);
    assert_true(row.before_ns > 20e3 && fabs(row.before_ns + row.kernel_ns - ran_ns) < 2e3);
    gt_snapshot_free(&snap);
    assert_int_equal(clReleaseEvent(event), CL_SUCCESS);
    rig_close();
}

/* ---- trace ---- */

TEST(parts_in_a_trace_sum_to_the_slice) {
    char file[] = "/tmp/test_parts_XXXXXX", line[2000];
    const int fd = mkstemp(file);
    size_t slices = 0;
    assert_true(fd >= 0);
    assert_int_equal(close(fd), 0);
    open_parts(5, 1);
    assert_int_equal(gt_write_trace(file), GT_OK);
    for (size_t i = 0; i < 30; i++) {
        draw_parts(CAUSES, 0);
        one_phase();
    }
    assert_int_equal(gt_write_trace(NULL), GT_OK);
    FILE *in = fopen(file, "r");
    assert_non_null(in);
    while (fgets(line, sizeof line, in)) {
        const char *at = strstr(line, "\"name\":\"phase\""), *length = strstr(line, "\"dur\":");
        const char *parts = strstr(line, "\"args\":{");
        double sum = 0;
        int known = 0;
        if (!at || !length) continue;
        assert_non_null(parts);
        for (at = parts; (at = strstr(at, "_ns\":")) != NULL; known++) sum += strtod(at += 5, NULL);
        assert_true(known >= 4);
        assert_true(fabs(sum - 1000 * strtod(length + 6, NULL)) <= known);
        slices++;
    }
    assert_int_equal(slices, 30);
    assert_int_equal(fclose(in), 0);
    assert_int_equal(remove(file), 0);
    rig_close();
}

int main(void) { return test_all(NULL, NULL); }
