/* link: simcl */
/* Facts about clock, power and heat of a device, which a stand-in for NVIDIA's library tells (nvml.c): what held the
   clock down is named, where nothing did nothing is said, and without the library all is unknown. */
#include <dlfcn.h>
#include <unistd.h>
#include "test.h"

#include "kit_cl.h"

#include "host.h"
#include "rig.h"

typedef struct nvml_planted {           /* of nvml.c */
    unsigned mhz, milliwatts, celsius;
    unsigned long long reasons;
    int refuses;
    unsigned calls;
} nvml_planted;
static nvml_planted *planted;

static gt_cl cl;
static void begin(void) {               /* as a new process */
    gt_cl_close(&cl);
    for (gt_device_ *d = gt_devices_; d; d = d->after) {
        free(d->gauge);
        d->gauge = NULL;
        d->gauged[0] = 0;
    }
    gt_cl_nvml_state_ = 0;
    (void)gt_cl_attach(&cl, rig_context, rig_queue);
    (void)gt_cl_gauge(cl.device);
}
static int open_with(const char *extensions) {
    simcl_script script = { 0 };
    script.device[0].extensions = extensions;
    rig_open(&script, 0);
    if (planted) *planted = (nvml_planted){ 1980, 300000, 50, 0, 0, 0 };
    begin();
    return cl.queue == NULL;
}
static int open_here(void **state) { (void)state; return open_with("cl_khr_pci_bus_info"); }
static int open_nowhere(void **state) { (void)state; return open_with(NULL); }
static int close_device(void **state) {
    (void)state;
    gt_cl_close(&cl);
    rig_close();
    return 0;
}

static void phase(const char *name) {   /* of 40 ms */
    GT_SCOPE_CL(rig_queue, "none") {}
    gt_cl_scope s = gt_cl_scope_begin(rig_queue, name);
    rig_launch(rig_queue, 4e7, GT_EVENT);
    gt_cl_scope_end(&s);
}
static void trial(const char *name, int n) {     /* a reading every third pass */
    gt_trial_options o = gt_trial_options_of(name);
    o.max_n = n;
    o.budget_s = 1000;
    o.warmup = -1;
    gt_trial t = gt_trial_begin(o);
    while (gt_trial_next(&t)) phase("work");
    gt_trial_end(&t);
}
static const char *report(void) {      /* lines that go on below are one */
    static char text[20000];
    FILE *f = tmpfile();
    assert_non_null(f);
    assert_int_equal(gt_report(f), GT_OK);
    rewind(f);
    text[fread(text, 1, sizeof text - 1, f)] = 0;

    fclose(f);
    for (char *at = text; (at = strstr(at, "\n    ")) != NULL;) memmove(at, at + 4, strlen(at + 4) + 1), *at = ' ';
    return text;
}
static gt_finding throttled(int *count) {       /* the first; *count: of them */
    gt_finding *list, found;
    size_t n;
    memset(&found, 0, sizeof found);
    assert_int_equal(gt_findings(&list, &n), GT_OK);
    *count = 0;
    for (size_t i = n; i-- > 0;) if (list[i].code == GT_FINDING_THROTTLED) found = list[i], (*count)++;
    free(list);
    return found;
}

TEST_OF(missing, without_the_library_all_is_unknown, open_here, close_device) {
    int count;
    trial("short", 10);
    assert_null(strstr(report(), "temperature"));       /* 0.4 s */
    trial("long", 40);
    assert_non_null(strstr(report(), "clock unknown, power unknown, temperature unknown; readings: "));
    assert_int_equal(throttled(&count).code, 0);
    assert_int_equal(look("long")->gauged, 0);
}
TEST_OF(missing, a_device_that_sits_nowhere_is_not_asked_for, open_nowhere, close_device) {
    trial("long", 40);
    assert_null(strstr(report(), "power"));
}
/* As older C libraries have it, dlopen needs another library than OpenCL's, so the kit must not insist on it. */
TEST_OF(missing, nothing_has_to_be_linked) {
    if (system("nm '" GT_BUILD_DIR "/tests/kit_cl.o' >/dev/null 2>&1")) skip();
    assert_int_equal(system("nm '" GT_BUILD_DIR "/tests/kit_cl.o' | grep -q ' w dlopen$'"), 0);
    assert_int_equal(system("nm '" GT_BUILD_DIR "/tests/kit_cl.o' | grep -q ' w dlsym$'"), 0);
}

TEST_OF(there, values_that_are_not_available_are_unknown, open_here, close_device) {
    *planted = (nvml_planted){ ~0u, ~0u, ~0u, 0, 0, 0 };
    trial("long", 40);
    assert_non_null(strstr(report(), "clock unknown, power unknown, temperature unknown; readings: "));
}
TEST_OF(there, all_that_held_the_clock_down_fits, open_here, close_device) {
    planted->reasons = 0xFC;
    trial("long", 400);
    assert_non_null(strstr(report(), ", boost in step with other devices: "));
    assert_non_null(strstr(report(), ", power brake: "));
}
TEST_OF(there, what_held_the_clock_down_is_named, open_here, close_device) {
    static const struct { unsigned bit; const char *text; int severity; } reasons[] = {
        { 0x04, "power cap", GT_NOTE }, { 0x08, "hardware slowdown", GT_WARNING },
        { 0x10, "boost in step with other devices", GT_NOTE }, { 0x20, "thermal slowdown", GT_WARNING },
        { 0x40, "thermal slowdown", GT_WARNING }, { 0x80, "power brake", GT_WARNING } };
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
        int count;
        gt_finding f;
        gt_reset();
        begin();
        planted->reasons = reasons[i].bit;
        planted->mhz = 1305;
        trial("series", 20);
        f = throttled(&count);
        assert_int_equal(count, 1);
        assert_string_equal(f.path, "series");
        assert_int_equal(f.severity, reasons[i].severity);
        assert_non_null(strstr(f.figures, reasons[i].text));
        assert_true(strstr(f.figures, "in 6 of 6 readings") || strstr(f.figures, "in 7 of 7 readings"));
        assert_non_null(strstr(report(), "clock 1305 MHz, power up to 300 W, temperature up to 50 °C; readings: "));
    }
}
/* Idle, clocks that somebody set, and a bit that is not known yet. */
TEST_OF(there, where_nothing_held_it_nothing_is_said, open_here, close_device) {
    static const unsigned long long reasons[] = { 0, 1, 2, 0x100, 0x8000000ull };
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
        int count;
        gt_reset();
        begin();
        planted->reasons = reasons[i];
        trial("series", 20);
        (void)throttled(&count);
        assert_int_equal(count, 0);
        assert_in_range(look("series")->gauged, 6, 7);
        assert_true(strstr(report(), "readings: 6\n") || strstr(report(), "readings: 7\n"));
    }
}
TEST_OF(there, once_is_not_enough_and_the_range_is_said, open_here, close_device) {
    int count;
    trial("before", 10);
    planted->reasons = 0x08;
    planted->mhz = 1000;
    planted->milliwatts = 650400;
    trial("once", 3);
    *planted = (nvml_planted){ 1980, 300000, 61, 0, 0, 0 };
    trial("after", 10);
    (void)throttled(&count);
    assert_int_equal(count, 0);
    assert_int_equal(look("once")->slowed, 1);
    assert_non_null(strstr(report(), "clock 1000 to 1980 MHz, power up to 650 W, temperature up to 61 °C; "));
    assert_non_null(strstr(report(), "hardware slowdown: 1"));
}
/* Of phases without a trial too, but never inside of another scope's time. */
TEST_OF(there, readings_are_in_nobodys_time, open_here, close_device) {
    int count;
    planted->reasons = 0x40;
    for (int i = 0; i < 30; i++) phase("alone");
    assert_true(look("alone")->gauged + look("none")->gauged >= 8);
    assert_true(throttled(&count).severity == GT_WARNING);
    planted->calls = 0;
    GT_SCOPE("around") for (int i = 0; i < 30; i++) phase("inside");
    assert_int_equal(planted->calls, 0);
    assert_int_equal(look("inside")->gauged, 0);
}
TEST_OF(there, what_is_not_supported_is_unknown, open_here, close_device) {
    int count;
    planted->refuses = 1;
    trial("series", 40);
    (void)throttled(&count);
    assert_int_equal(count, 0);
    assert_non_null(strstr(report(), "clock unknown, power unknown, temperature unknown; readings: "));
    planted->refuses = 2;
    begin();
    trial("series", 40);
    assert_null(((gt_cl_gauge_state_ *)gt_device_of_(rig_device)->gauge)->handle);
}
/* A device may be read in vain at times, as while it is reset. Such a reading is no clock of 0 MHz. */
TEST_OF(there, a_reading_in_vain_is_no_clock, open_here, close_device) {
    planted->refuses = 1;
    trial("in vain", 3);
    planted->refuses = 0;
    trial("good", 6);
    planted->refuses = 1;
    trial("in vain again", 6);
    assert_non_null(strstr(report(), " clock 1980 MHz, power up to 300 W, temperature up to 50 °C; readings: "));
}
/* A report of a long run that has none reads once; later ones do not, since the device is idle then. */
TEST_OF(there, a_long_run_without_a_reading_gets_one, open_here, close_device) {
    GT_SCOPE("around") for (int i = 0; i < 3; i++) phase("inside");
    assert_null(strstr(report(), "MHz,"));
    GT_SCOPE("around") for (int i = 0; i < 30; i++) phase("inside");
    assert_non_null(strstr(report(), "clock 1980 MHz, power up to 300 W, temperature up to 50 °C; readings: 1\n"));
    assert_non_null(strstr(report(), "readings: 1\n"));
}
/* 2 x 2619 MHz x 5120 bit / 8: the 3.35 TB/s of the data sheet of an H100. */
TEST_OF(there, memory_has_a_theory, open_here, close_device) {
    gt_figures f;
    gt_ceiling c;
    memset(&f, 0, sizeof f);
    assert_true(gt_cl_gauge_memory(cl.device, &f.memory_mhz, &f.memory_bits));
    f.transfers = 2;
    gt_cl_figures_(cl.device, "", &f);
    c = gt_ceiling_of(&f, GT_CEILING_COPY);
    assert_number(c.theory, 2619e6 * 5120 * 2 / 8);
    assert_string_equal(c.formula, "1 x 5120 bit x 2619 MHz x 2 / 8");
}

/* Again as a process that finds the stand-in where it looks for the library. */
int main(int argc, char **argv) {
    char command[1500], folder[500], path[4000];
    const char *others = getenv("LD_LIBRARY_PATH");
    int failed;
    if (argc > 1) {
        void *library = dlopen("libnvidia-ml.so.1", RTLD_NOW);
        planted = library ? dlsym(library, "planted") : NULL;
        if (planted) return test_group("there", NULL, NULL);
        printf("skip: no stand-in for the library: %s\n", dlerror());
        return 1;
    }
    failed = test_group("missing", NULL, NULL);
    snprintf(folder, sizeof folder, "%s", test_file("nvml"));
    snprintf(command, sizeof command, "mkdir -p '%s' && ${CC:-cc} -shared -fPIC -Wl,-soname,libnvidia-ml.so.1 -o "
             "'%s/libnvidia-ml.so.1' '%s/tests/lib/nvml.c'", folder, folder, GT_SOURCE_DIR);
    if (system(command)) return 1;
    snprintf(path, sizeof path, "%s%s%s", folder, others ? ":" : "", others ? others : "");
    assert_int_equal(setenv("LD_LIBRARY_PATH", path, 1), 0);
    if (!failed) execl(test_program(), argv[0], "again", (char *)NULL);
    return 1;
}
