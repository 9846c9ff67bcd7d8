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
    if (f->code == GT_FINDING_JIT_IN_REGION) return cause == LAUNCH && strstr(f->figures, "until a kernel started");
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

int main(void) { return test_all(NULL, NULL); }
