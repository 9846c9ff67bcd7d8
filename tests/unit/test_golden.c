/* link: simcl */
/* asan: yes */
/* test_golden.c - the files of a simulated program are those of tests/data, to the byte, under any locale

   What a machine or a compiler adds of its own is taken out: the finding about the machine, the compiler, the number of
   the process. GOLDEN=write build/tests/test_golden writes the files anew. */
#include "kit_cl.h"

#include <locale.h>
#include "test.h"

#include "host.h"
#include "rig.h"

static void let_pass(double us) { simcl_spend_ns(1e3 * us); }

/* Host scopes, phases with commands, a batch, a comparison, a trial, names with care, faults. */
static void run_program(void) {
    const size_t items = 64;
    cl_int err = CL_SUCCESS;
    char data[4096] = "";
    rig_open(NULL, 0);
    if (gt_self_) gt_self_->trials = 0;         /* orders are those of a program that begins */
    gt_report_about("a simulated program");
    cl_mem buffer = clCreateBuffer(rig_context, CL_MEM_READ_WRITE, sizeof data, NULL, &err);
    assert_int_equal(err, CL_SUCCESS);
    simcl_kernel("work", NULL, (simcl_cost){.ns = 25000});
    for (int i = 0; i < 12; i++) {
        GT_SCOPE("step, \"quoted\" / <b>|\n") {
            let_pass(3 + i % 3);
            GT_SCOPE_CL(rig_queue, "compute") {
                GT_WORK(1e6, 4096);
                GT_CL(clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL, GT_EVENT));
                GT_CL(clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL, GT_EVENT));
            }
            GT_SCOPE_CL(rig_queue, "read")
                GT_CL(clEnqueueReadBuffer(rig_queue, buffer, CL_FALSE, 0, sizeof data, data, 0, NULL,
                                          GT_EVENT_AS("back", sizeof data)));
        }
        gt_series_add("elsewhere \xe2\x82\xac\xff", 1000.5 + i);
    }
    GT_SCOPE("launch alone")
        GT_CL(clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL, GT_EVENT));
    clFinish(rig_queue);
    GT_COMPARE("sides", .max_n = 8, .budget_s = 1) {
        GT_SIDE("a") let_pass(20);
        GT_SIDE("b") let_pass(10);
    }
    GT_BATCH_CL(rig_queue, "batch", .max_n = 8, .batch = 4, .budget_s = 1)
        GT_CL(clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
    clReleaseMemObject(buffer);
}

/* ---- what belongs to the machine ---- */

static char *read_whole(const char *file) {     /* NULL: it is not there */
    FILE *f = fopen(file, "rb");
    size_t size = 0;
    char *text = (char *)calloc(1, 1 << 22);
    assert_non_null(text);
    if (f) size = fread(text, 1, (1 << 22) - 1, f);
    if (f) fclose(f);
    if (f && size) return text;
    free(text);
    return NULL;
}
static void cut(char *text, const char *from, const char *to) {     /* what lies behind each `from` and before `to` */
    char *at = text, *end;
    while ((at = strstr(at, from)) != NULL) {
        at += strlen(from);
        end = strstr(at, to);
        assert_non_null(end);
        memmove(at, end, strlen(end) + 1);
    }
}
static void drop(char *text, const char *field) {       /* its line */
    char line[64], *at;
    snprintf(line, sizeof line, "\n  \"%s\":", field);
    at = strstr(text, line);
    if (at) memmove(at, at + 1 + strcspn(at + 1, "\n"), strlen(at + 1 + strcspn(at + 1, "\n")) + 1);
}
static void take_out_the_machine(char *text) {
    static const char *const facts[] = { "processors", "machine", "tiles", "accelerator", "driver" };
    cut(text, ",\n  {\"code\":\"env\"", "\n");
    cut(text, ",\n {\"ph\":\"i\",\"pid\":1,\"tid\":1,\"name\":\"info: env\"", "\n");
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) drop(text, facts[i]);
    cut(text, "\"compiler\":\"", "\"");
    cut(text, "\"name\":\"process ", "\"");
}

/* ---- golden files ---- */

static const struct { const char *name; gt_status (*write)(FILE *); } goldens[] = {
    { "golden.json", gt_write_json }, { "golden.csv", gt_write_csv }, { "golden.trace.json", NULL } };
enum { GOLDENS = 3 };

static void write_all(const char *end) {
    char file[512];
    for (int i = 0; i < GOLDENS; i++) {
        snprintf(file, sizeof file, "%s.%s", test_file(goldens[i].name), end);
        if (!goldens[i].write) assert_int_equal(gt_write_trace(file), GT_OK);
    }
    run_program();
    for (int i = 0; i < GOLDENS; i++) {
        snprintf(file, sizeof file, "%s.%s", test_file(goldens[i].name), end);
        assert_int_equal(goldens[i].write ? gt_write_file(file, goldens[i].write) : gt_write_trace(NULL), GT_OK);
    }
    rig_close();
}
static void check_all(const char *end) {
    char file[512], *got, *expected;
    for (int i = 0; i < GOLDENS; i++) {
        snprintf(file, sizeof file, "%s.%s", test_file(goldens[i].name), end);
        got = read_whole(file);
        assert_non_null(got);
        take_out_the_machine(got);
        snprintf(file, sizeof file, "%s/%s", GT_TEST_DATA, goldens[i].name);
        if (getenv("GOLDEN")) {
            FILE *f = fopen(file, "wb");
            assert_non_null(f);
            fputs(got, f);
            fclose(f);
        }
        expected = read_whole(file);
        assert_non_null(expected);
        size_t at = 0;
        while (got[at] && got[at] == expected[at]) at++;
        if (got[at] != expected[at])
            print_error("%s differs from byte %lu on:\n%.200s\nexpected:\n%.200s\n", file, (unsigned long)at,
                        got + (at > 60 ? at - 60 : 0), expected + (at > 60 ? at - 60 : 0));
        assert_string_equal(got, expected);
        free(got);
        free(expected);
    }
}
TEST(files_are_those_of_the_data_folder_in_every_locale) {
    static const char *const locales[] = { "C", "C.UTF-8", "comma" };
    if (GT_OPTIMISED_ != 1 || FLT_EVAL_METHOD != 0) skip();     /* another build is a finding; an x87 rounds less */
    for (int i = 0; i < 3; i++) {
        char number[16];
        if (i == 2 && !decimal_comma()) {
            print_message("no locale with a decimal comma\n");
            skip();
        }
        if (i < 2) setlocale(LC_ALL, locales[i]);
        sprintf(number, "%.1f", 1.5);
        assert_string_equal(number, i < 2 ? "1.5" : "1,5");
        write_all(locales[i]);
        setlocale(LC_ALL, "C");
        check_all(locales[i]);
    }
}
TEST(files_pass_their_readers) {
    char command[1600];
    if (system("python3 -c 'import jsonschema' 2>/dev/null")) {
        print_message("no python3 with jsonschema: make deps\n");
        skip();
    }
    write_all("own");
    snprintf(command, sizeof command,
             "python3 '%s/tests/lib/files.py' schema '%s' && python3 '%s/tests/lib/files.py' trace "
             "'%s'", GT_SOURCE_DIR, test_file("golden.json.own"), GT_SOURCE_DIR, test_file("golden.trace.json.own"));
    assert_int_equal(system(command), 0);
}

/* ---- the trace tells the truth ---- */

/* Another process has the same file open, and goes on with it. */
TEST(trace_holds_nothing_that_another_process_writes_to_a_file_of_its_name) {
    const char *file = test_file("shared.json");
    simcl_script script = simcl_like_h100();
    FILE *other = fopen(file, "wb");
    char *text;
    assert_non_null(other);
    rig_open(&script, 0);
    assert_int_equal(gt_write_trace(file), GT_OK);
    GT_SCOPE("scope") {}
    for (int i = 0; i < 9999; i++) fputs("OTHER\n", other);
    assert_int_equal(fclose(other), 0);
    assert_int_equal(gt_write_trace(NULL), GT_OK);
    text = read_whole(file);
    assert_non_null(text);
    assert_null(strstr(text, "OTHER"));
    assert_non_null(strstr(text, "\n]\n"));
    free(text);
    rig_close();
}

/* Starts a trace, and fills it. From the start, or else from the middle on, no file may grow beyond `room` bytes.
   Returns its text; NULL: there is no file. */
static char *trace_on_a_full_disk(const char *file, rlim_t room, int from_start) {
    rlim_t all = RLIM_INFINITY;
    rig_open(NULL, 0);
    if (from_start) all = let_files_grow_to(room);
    assert_int_equal(gt_write_trace(file), GT_OK);
    for (int i = 0; i < 10000; i++) {
        if (i == 5000 && !from_start) all = let_files_grow_to(room);
        GT_SCOPE("a scope of the trace") {}
    }
    assert_int_equal(gt_write_trace(NULL), GT_ERR_IO);
    assert_int_equal(errno, EFBIG);
    let_files_grow_to(all);
    rig_close();
    return read_whole(file);
}
TEST(a_trace_on_a_full_disk_can_be_read_up_to_there) {
    static const struct { rlim_t room; int from_start, scopes; } cases[] = {
        { 40000, 1, 0 }, { 100000, 1, 1 }, { 200001, 1, 1 }, { 0, 0, 1 } };
    const char *file = test_file("full.json");
    char command[1200];
    snprintf(command, sizeof command, "python3 -m json.tool '%s' >/dev/null", file);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = trace_on_a_full_disk(file, cases[i].room, cases[i].from_start);
        const char *end = text ? strstr(text, "\n]\n") : NULL;
        assert_non_null(end);
        assert_int_equal(end[-1], '}');
        assert_int_equal(strspn(end + 3, " "), strlen(end + 3));
        assert_int_equal(strstr(text, "a scope of the trace") != NULL, cases[i].scopes);
        if (!system("command -v python3 >/dev/null")) assert_int_equal(system(command), 0);
        free(text);
    }
    assert_null(trace_on_a_full_disk(file, 2, 1));      /* it would hold nothing that can be read */
}

/* The number behind `key` of the nth event that has `what`, in ns; -1: there is none. */
static double event_ns(const char *text, const char *what, int nth, const char *key) {
    const char *line = text;
    for (; (line = strchr(line, '\n')) != NULL; line++) {
        const char *end = strchr(line + 1, '\n'), *found = strstr(line, what), *at = strstr(line, key);
        if (!end || !found || found > end || nth--) continue;
        return at && at < end ? 1e3 * strtod(at + strlen(key), NULL) : -1;
    }
    return -1;
}
TEST(commands_stand_where_they_ran) {
    const char *file = test_file("truth.json");
    const size_t items = 64;
    simcl_script script = simcl_like_h100();
    const simcl_command *c;
    double off, start, end;
    char *text;
    int found = 0;
    for (int aligned = 0; aligned < 2; aligned++) {
        rig_open(&script, 0);
        simcl_kernel("work", NULL, (simcl_cost){.ns = 30000});
        if (aligned) {
            gt_cl cl;
            gt_cl_alignment a;
            memset(&cl, 0, sizeof cl);
            assert_int_equal(gt_cl_attach(&cl, rig_context, rig_queue), GT_OK);
            assert_int_equal(gt_cl_align(&cl, &a), GT_OK);
            gt_cl_close(&cl);
        }
        assert_int_equal(gt_write_trace(file), GT_OK);
        assert_int_equal(gt_write_trace(file), GT_ERR_ORDER);
        mark from = mark_now();
        for (int i = 0; i < 5; i++)
            GT_SCOPE_CL(rig_queue, "phase")
                for (int k = 0; k < 3; k++)
                    GT_CL(clEnqueueNDRangeKernel(rig_queue, rig_kernel, 1, NULL, &items, NULL, 0, NULL, GT_EVENT));
        mark to = mark_now();
        assert_int_equal(gt_write_trace(NULL), GT_OK);
        assert_int_equal(gt_write_trace(NULL), GT_ERR_ORDER);
        text = read_whole(file);
        assert_non_null(text);
        assert_int_equal(to.commands - from.commands, 15);
        for (size_t i = from.commands; i < to.commands; i++, found++) {
            int nth = (int)(i - from.commands);
            c = simcl_command_at(i);
            start = event_ns(text, "\"cat\":\"kernel\"", nth, "\"ts\":");
            end = start + event_ns(text, "\"cat\":\"kernel\"", nth, "\"dur\":");
            off = 1e-3 * event_ns(text, "\"cat\":\"kernel\"", nth, "\"uncertainty_ns\":");
            if (off <= 0) off = 5000;   /* not known: by the enqueue call, which takes less */
            assert_true(aligned ? off < 5000 : 1);
            assert_true(is_near(start, (double)(c->start_ps - rig_start_ps) * 1e-3, off + 1000));
            assert_true(is_near(end, (double)(c->end_ps - rig_start_ps) * 1e-3, off + 2000));
        }
        free(text);
        rig_close();
    }
    assert_int_equal(found, 30);
}

int main(void) {
    setenv("SOURCE_DATE_EPOCH", "1234567890", 1);
    setenv("GT_AUDIT", "0", 1);         /* signals are of the machine */
    return test_all(NULL, NULL);
}
