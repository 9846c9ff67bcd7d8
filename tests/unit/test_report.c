/* link: none */
/* asan: yes */
/* flags: -D_GNU_SOURCE */
/* Facts about what is printed: the table, the findings below it, and the CSV, under any locale. */
#include <errno.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include "test.h"

#include "kit.h"
#include "host.h"

static void spend(uint64_t ns) { fake_ns += ns; }

static void record_some(void) {
    int i;
    for (i = 1; i <= 20; i++) {
        GT_SCOPE("outer") {
            spend((uint64_t)i * 1000);
            GT_SCOPE("inner, \"quoted\"") {
                GT_WORK(1.5 * i, 4);
                spend((uint64_t)i * 1500);
            }
        }
        gt_series_add("elsewhere", i * 0.1);
    }
    GT_SCOPE("long") spend(UINT64_C(123456789012345));
}

/* The column of numbers is right-aligned, so a row is found by its name at the start of a line, indented by depth. */
static char *row_of(char *text, int depth, const char *name) {
    char start[128];
    char *at = text;
    sprintf(start, "\n%*s%s", 2 * depth, "", name);
    while ((at = strstr(at, start)) != NULL && at[strlen(start)] != ' ' && at[strlen(start)] != '\n') at++;
    return at ? at + 1 : NULL;
}

/* ---- the table ---- */

/* Without the line about the machine, whose load changes from one report to the next. */
static char *report_of_samples(void) {
    char *text = report_text(), *env = strstr(text, " env: "), *line = env;
    if (!env) return text;
    while (line > text && line[-1] != '\n') line--;
    env = strchr(env, '\n');
    assert_non_null(env);
    memmove(line, env + 1, strlen(env));
    return text;
}
TEST(same_samples_give_the_same_report_to_the_byte, use_fake_clock) {
    char *first, *again, *second;
    record_some();
    first = report_of_samples();
    again = report_of_samples();
    gt_reset();
    fake_ns = 1000000000;
    assert_int_equal(gt_clock_set(read_fake_clock, NULL, "simulated"), GT_OK);
    record_some();
    second = report_of_samples();
    assert_string_equal(first, again);
    assert_string_equal(first, second);
    free(first);
    free(again);
    free(second);
}
TEST(row_holds_count_median_minimum_and_maximum, use_fake_clock) {
    char *text, *row;
    record_some();
    text = report_text();
    row = row_of(text, 1, "inner, \"quoted\"");
    assert_non_null(row);
    *strchr(row, '\n') = 0;
    assert_non_null(strstr(row, " 20 "));
    assert_non_null(strstr(row, " 15.8 us"));
    assert_non_null(strstr(row, " 1.50 us"));
    assert_non_null(strstr(row, " 30.0 us"));
    assert_non_null(strstr(row, " 315 us"));        /* in all */
    row = row_of(row + strlen(row) + 1, 1, "inner, \"quoted\"");
    assert_non_null(row);
    *strchr(row, '\n') = 0;
    assert_non_null(strstr(row, "1.00 MFLOP/s"));
    free(text);
}
TEST(head_says_which_clock_and_its_figures, use_fake_clock) {
    char *text;
    gt_report_about("a line about the device");
    text = report_text();
    assert_int_equal(strncmp(text, "a line about the device\n", 24), 0);
    assert_non_null(strstr(text, "clock simulated 1.00 GHz, step 1.00 ns"));
    assert_non_null(strstr(text, "gt_clock_set"));
    gt_report_about("");
    free(text);
}
TEST(head_about_own_clock_states_its_error_band, use_own_clock) {
    gt_clock c = gt_clock_info();
    char *text = report_text();
    int i;
    assert_non_null(strstr(text, c.name));
    assert_null(strstr(text, "an empty GT_SCOPE reads"));      /* nothing was measured that it would spoil */
    free(text);
    for (i = 0; i < 9; i++) GT_SCOPE("empty") {}        /* the first one may take long, as in an emulator */
    text = report_text();
    assert_non_null(strstr(text, "read "));
    assert_non_null(strstr(text, "an empty GT_SCOPE reads"));
    assert_int_equal(strstr(text, "GT_SCOPE reads up to ") != NULL, !c.reason[0]);  /* else no counter is read */
    assert_int_equal(strstr(text, " short") && strstr(text, " long"), !c.reason[0]);
    free(text);
}
#if GT_OPTIMISED_ == 1
/* What the machine is like is no fault of the series. */
static int only_env_is_found(const char *text) {
    const char *found = strstr(text, "\nfindings\n");
    return !found || (!strncmp(found + 10, "  info     env: ", 16) && !strstr(found + 17, "\n  "));
}
#endif
TEST(healthy_series_have_no_findings, use_fake_clock) {
    int i;
    char *text;
    for (i = 1; i <= 20; i++) GT_SCOPE("healthy") spend(100000u + (unsigned)(i * 7919 % 100));
    text = report_text();
#if GT_OPTIMISED_ == 1
    assert_true(only_env_is_found(text));
#else
    assert_non_null(strstr(text, "debug-build"));
#endif
    assert_null(strstr(text, "FAILED"));
    free(text);
}
TEST(code_compiled_without_optimisation_is_a_finding, use_fake_clock) {
    static gt_site_ site = { "slow code", "slow.c", 77, 0, 0 };
    gt_scope s;
    char *text;
    gt_scope_enter_(&s, &site, 0);
    spend(100000);
    gt_scope_leave_(&s, 0);
    text = report_text();
    assert_non_null(strstr(text, "debug-build"));
#if GT_OPTIMISED_ == 1         /* else the first place of many is named */
    assert_non_null(strstr(text, "slow.c:77"));
#endif
    free(text);
}
TEST(first_error_stands_before_the_table, use_fake_clock) {
    char *text, *error, *row;
    GT_SCOPE("complete before") spend(100000);
    GT_SCOPE("void by it")
        gt_error_keep_(GT_ERR_OPENCL, -5, "CL_OUT_OF_RESOURCES", "clFinish(queue)", "user.c", 42, "the detail");
    text = report_text();
    error = strstr(text, "clFinish(queue)");
    row = row_of(text, 0, "complete before");
    assert_non_null(error);
    assert_non_null(row);
    assert_true(error < row);
    assert_non_null(strstr(text, "CL_OUT_OF_RESOURCES"));
    assert_non_null(strstr(text, "user.c:42"));
    assert_non_null(strstr(text, "the detail"));
    assert_non_null(strstr(text, "The numbers below were complete before the error, or are not affected by it.\n"));
    assert_non_null(strstr(text, "void by it: void: 1 "));
    free(text);
}
static gt_status fail_to(FILE *out) { return gt_fail(out) == 1 ? GT_OK : GT_ERR_IO; }
TEST(gt_fail_prints_error_and_remedy_and_returns_1, use_fake_clock) {
    gt_status status;
    char *text;
    gt_error_keep_(GT_ERR_IO, 0, NULL, NULL, NULL, 0, NULL);
    text = text_of(fail_to, &status);
    assert_int_equal(status, GT_OK);
    assert_non_null(strstr(text, gt_status_text_(GT_ERR_IO)));
    assert_non_null(strstr(text, gt_status_texts_[-(int)GT_ERR_IO][1]));
    free(text);
}
TEST(each_status_has_a_text_and_each_error_a_remedy, use_fake_clock) {
    for (int i = GT_ERR_STAMPS; i <= GT_OK; i++) {
        assert_true(gt_status_text_((gt_status)i)[0] != 0);
        assert_true((gt_status_texts_[-i][1][0] != 0) == (i != GT_OK));
    }
}
TEST(report_taken_inside_a_scope_names_the_parents_of_its_rows, use_fake_clock) {
    char *text = NULL;
    GT_SCOPE("other") {
        spend(100000);
        GT_SCOPE("other child") spend(5);
    }
    GT_SCOPE("still open") {
        GT_SCOPE("ended child") spend(100000);
        text = report_text();
    }
    assert_non_null(row_of(text, 0, "still open"));
    assert_non_null(row_of(text, 1, "ended child"));
    assert_true(row_of(text, 0, "still open") < row_of(text, 1, "ended child"));
    free(text);
}
/* First: what has run once stays known. */
TEST_OF(first, empty_report_says_so, use_fake_clock) {
    char *text = report_text();
    assert_non_null(strstr(text, "no scope has ended yet"));
    free(text);
}

/* ---- a finding for each count ---- */

static void expect_finding(const char *line) {
    char *text = report_text();
    if (!strstr(text, line)) print_error("no line \"%s\" in\n%s\n", line, text);
    assert_non_null(strstr(text, "\nfindings\n"));
    assert_non_null(strstr(text, line));
    free(text);
}
TEST(left_early_is_a_finding, use_fake_clock) {
    int i;
    for (i = 0; i < 3; i++) GT_SCOPE("leaves") {
        spend(100000);
        if (i) break;
    }
    expect_finding("leaves: left-early: 2 ");
}
TEST(abandoned_is_a_finding, use_fake_clock) {
    GT_SCOPE("abandons") {
        gt_scope_begin("orphan");
        spend(100000);
    }
    expect_finding("abandons/orphan: abandoned: 1 ");
}
TEST(void_is_a_finding, use_fake_clock) {
    GT_SCOPE("voided") gt_reset();
    expect_finding("voided: void: 1 ");
}
TEST(backwards_clock_is_a_finding, use_fake_clock) {
    GT_SCOPE("backwards") fake_ns -= 5;
    GT_SCOPE("backwards") fake_ns += 5000;
    expect_finding("backwards: clock-step: 1 ");
}
TEST(coarse_clock_is_a_finding, use_fake_clock) {
    int i;
    for (i = 0; i < 10; i++) GT_SCOPE("short") spend(20);
    expect_finding("short: coarse: ");
}
TEST(time_of_the_kit_is_a_finding, use_fake_clock) {
    fake_step_ns = 50;
    GT_SCOPE("many inside") {
        gt_scope a = gt_scope_begin("a"), b;
        gt_scope_end(&a);
        b = gt_scope_begin("b");
        gt_scope_end(&b);
    }
    expect_finding("many inside: kit-time: ");
}
static void dive(int depth) {
    GT_SCOPE("dive") {
        spend(1);
        if (depth > 1) dive(depth - 1);
    }
}
TEST(lost_scopes_are_a_finding, use_fake_clock) {
    dive(GPUTIME_MAX_DEPTH + 5);
    expect_finding("lost: 5 ");
}

/* ---- CSV ---- */

enum { COLUMNS = 39, ROWS = 200, CELL = 96 };
typedef struct csv { size_t rows; char cell[ROWS][COLUMNS][CELL]; } csv;

/* Reads what RFC 4180 allows and nothing else: CRLF, quotes around what needs them, quotes inside doubled. */
static void parse(const char *text, csv *table) {
    const char *p = text;
    table->rows = 0;
    while (*p) {
        size_t column = 0;
        assert_true(table->rows < ROWS);
        for (;;) {
            char *out = table->cell[table->rows][column];
            char *last = out + CELL - 1;
            if (*p == '"') {
                for (p++; *p != '"' || p[1] == '"'; p++) {
                    assert_true(*p != 0);
                    if (*p == '"') p++;
                    assert_true(out < last);
                    *out++ = *p;
                }
                p++;
            } else {
                for (; *p != ',' && *p != '\r'; p++) {
                    assert_true(*p != 0 && *p != '"' && *p != '\n');
                    assert_true(out < last);
                    *out++ = *p;
                }
            }
            *out = 0;
            column++;
            if (*p != ',') break;
            p++;
            assert_true(column < COLUMNS);
        }
        assert_int_equal(column, COLUMNS);
        assert_true(p[0] == '\r' && p[1] == '\n');
        p += 2;
        table->rows++;
    }
}
static csv table;

static void check_cell(const char *cell, double expected) {
    char *end;
    double got = strtod(cell, &end);
    if (isnan(expected)) {
        assert_string_equal(cell, "");
        return;
    }
    assert_true(*cell && !*end);
    if (fabs(got - expected) > 1e-12 * fabs(expected)) print_error("cell \"%s\" is not %.17g\n", cell, expected);
    assert_true(fabs(got - expected) <= 1e-12 * fabs(expected));
}
static void check_table_against_snapshot(void) {    /* under the C locale */
    size_t i, k, row = 1;
    look("");
    assert_string_equal(table.cell[0][0], "series");
    assert_string_equal(table.cell[0][9], "cold");
    for (i = 0; i < shown.count; i++) {
        const gt_series *s = &shown.series[i];
        for (k = 0; k < s->kept; k++, row++) {
            char (*cell)[CELL] = table.cell[row];
            assert_true(row < table.rows);
            assert_string_equal(cell[0], s->key_);
            check_cell(cell[1], s->thread[k]);
            check_cell(cell[2], (double)k);
            check_cell(cell[3], s->begin_ns[k]);
            check_cell(cell[4], s->ns[k]);
            assert_string_equal(cell[5], "");
            assert_string_equal(cell[6], "");
            check_cell(cell[7], s->known[GT_COLUMN_flops] ? gt_series_sample(s, k).flops : (double)NAN);
            check_cell(cell[8], s->known[GT_COLUMN_bytes] ? gt_series_sample(s, k).bytes : (double)NAN);
            assert_string_equal(cell[9], "0");
            assert_string_equal(cell[10], s->kind == GT_KIND_OUTSIDE ? "outside" : "scope");
            assert_string_equal(cell[11], "");
        }
    }
    assert_int_equal(row, table.rows);
    assert_true(row > 40);
}
TEST(csv_reads_back_as_the_snapshot, use_fake_clock) {
    char *text;
    gt_scope s;
    record_some();
    s = gt_scope_begin("two\nlines, \"and quotes\"\r\n");
    spend(7);
    gt_scope_end(&s);
    s = gt_scope_begin("");
    gt_scope_end(&s);
    text = csv_text();
    parse(text, &table);
    check_table_against_snapshot();
    free(text);
}
TEST(csv_has_the_columns_that_the_header_documents, use_fake_clock) {
    char *text = csv_text();
    assert_string_equal(text, "series,thread,sample,begin_ns,duration_ns,device_ns,commands,flops,bytes,cold,kind,"
                              "queue_ns,submit_ns,"
                              "late_ns,kernel_ns,copy_ns,first_run_ns,gap_ns,earlier_ns,held_ns,first_ns,"
                              "launch_ns,return_ns,setup_ns,kit_ns,host_ns,unseen_ns,doubt_ns,doubtful,"
                              "after_ns,before_ns,faults,voluntary,involuntary,moved,cpu_us,complete,device,findings"
                              "\r\n");
    free(text);
}
TEST(csv_leaves_empty_what_is_not_a_number, use_fake_clock) {
    char *text;
    gt_series_add("not finite", NAN);
    gt_series_add("not finite", INFINITY);
    text = csv_text();
    parse(text, &table);
    assert_int_equal(table.rows, 3);
    assert_string_equal(table.cell[1][4], "");
    assert_string_equal(table.cell[2][4], "");
    free(text);
}

/* A report says how busy the machine is: it is compared with one from before and one from after. */
TEST(any_locale_gives_the_same_report_and_csv_to_the_byte, use_fake_clock) {
    char *before, *plain_csv, *report, *text, *after, number[16];
    int tries = 0, is_steady;
    record_some();
    plain_csv = csv_text();
    do {
        before = report_text();
        if (!decimal_comma()) {
            free(before);
            free(plain_csv);
            print_message("no locale with a decimal comma, and none can be made with localedef\n");
            skip();
        }
        sprintf(number, "%.1f", 1.5);
        report = report_text();
        text = csv_text();
        setlocale(LC_ALL, "C");
        after = report_text();
        assert_string_equal(number, "1,5");
        assert_string_equal(text, plain_csv);
        is_steady = !strcmp(before, after);
        if (is_steady) assert_string_equal(report, before);
        free(before);
        free(report);
        free(text);
        free(after);
    } while (!is_steady && ++tries < 50);
    assert_true(is_steady);
    free(plain_csv);
}

/* ---- writing that fails ---- */

TEST(full_device_is_an_io_error, use_fake_clock) {
    FILE *full = fopen("/dev/full", "w");
    if (!full) skip();
    record_some();
    assert_int_equal(gt_verdict(GT_FAULT), 0);
    assert_int_equal(gt_report(full), GT_ERR_IO);
    fclose(full);
    assert_non_null(gt_error_first());
    assert_string_equal(gt_error_first()->call, "gt_report");
    assert_string_equal(gt_error_first()->detail, strerror(ENOSPC));
    assert_int_equal(gt_verdict(GT_FAULT), 1);
    full = fopen("/dev/full", "w");
    assert_non_null(full);
    assert_int_equal(gt_write_csv(full), GT_ERR_IO);
    fclose(full);
    assert_string_equal(gt_error_first()->call, "gt_report");       /* the first is kept */
}
static ssize_t takes_nothing(void *unused, const char *bytes, size_t size) {     /* and sets no errno */
    (void)unused;
    (void)bytes;
    (void)size;
    return 0;
}
TEST(error_from_before_a_report_is_not_why_it_fails, use_fake_clock) {
    cookie_io_functions_t functions = { NULL, takes_nothing, NULL, NULL };
    FILE *f = fopencookie(NULL, "w", functions);
    assert_non_null(f);
    setvbuf(f, NULL, _IONBF, 0);
    record_some();
    errno = EPERM;
    assert_int_equal(gt_report(f), GT_ERR_IO);
    fclose(f);
    assert_non_null(gt_error_first());
    assert_string_equal(gt_error_first()->detail, strerror(EIO));
}
TEST(file_that_is_not_for_writing_is_an_io_error, use_fake_clock) {
    FILE *file = fopen(GT_SOURCE_DIR "/gputime.h", "r");
    assert_non_null(file);
    record_some();
    assert_int_equal(gt_report(file), GT_ERR_IO);
    assert_int_equal(gt_write_csv(file), GT_ERR_IO);
    fclose(file);
}

/* ---- arguments, signals, widths ---- */

TEST(ten_long_texts_stay_whole_and_so_do_many_short_ones) {
    const char *text[60];
    char expected[16];
    for (int begin = 0; begin < 40; begin++) {
        (void)gt_text_("%*d", 1 + begin, 0);        /* wherever the ring stands */
        for (int i = 0; i < 10; i++) text[i] = gt_text_("%127d", i);
        for (int i = 0; i < 10; i++) assert_int_equal(strlen(text[i]) == 127 ? atoi(text[i]) : -1, i);
        for (int i = 0; i < 60; i++) text[i] = gt_text_("%d us", i);
        for (int i = 0; i < 60; i++) {
            sprintf(expected, "%d us", i);
            assert_string_equal(text[i], expected);
        }
    }
    assert_int_equal(strlen(gt_text_("%200d", 1)), 127);
}
TEST(null_is_an_error_value, use_fake_clock) {
    gt_finding *list;
    size_t count;
    record_some();
    assert_int_equal(gt_report(NULL), GT_ERR_ARGUMENT);
    assert_int_equal(gt_report_commands(NULL), GT_ERR_ARGUMENT);
    assert_int_equal(gt_write_csv(NULL), GT_ERR_ARGUMENT);
    assert_int_equal(gt_snapshot_take(NULL), GT_ERR_ARGUMENT);
    assert_int_equal(gt_findings(NULL, &count), GT_ERR_ARGUMENT);
    assert_int_equal(gt_findings(&list, NULL), GT_ERR_ARGUMENT);
    assert_null(list);
    free(report_text());
}

/* A write to this file calls a report, as a signal handler would that comes while the report is written. */
static gt_status inner[5];
static ssize_t report_again(void *unused, const char *bytes, size_t size) {
    gt_finding *list;
    gt_snapshot snap;
    size_t count;
    (void)unused;
    (void)bytes;
    inner[0] = gt_report(stdout);
    inner[1] = gt_report_commands(stdout);
    inner[2] = gt_write_csv(stdout);
    inner[3] = gt_findings(&list, &count);
    inner[4] = gt_snapshot_take(&snap);
    return (ssize_t)size;
}
TEST(report_during_a_report_of_the_same_thread_is_an_error_value, use_fake_clock) {
    cookie_io_functions_t functions = { NULL, report_again, NULL, NULL };
    FILE *f = fopencookie(NULL, "w", functions);
    int i;
    assert_non_null(f);
    setvbuf(f, NULL, _IONBF, 0);
    record_some();
    assert_int_equal(gt_report(f), GT_OK);
    for (i = 0; i < 5; i++) assert_int_equal(inner[i], GT_ERR_ORDER);
    fclose(f);
    free(report_text());
}

/* Two spaces between any two cells of a row, whatever stands in them. */
TEST(cells_of_a_row_never_touch, use_fake_clock) {
    char *text, *row;
    int i;
    for (i = 0; i < 20; i++) gt_series_add("wide", i % 2 ? 1e23 : 1e22);
    for (i = 0; i < 20; i++) gt_series_add("a name that is wider than the column \xc3\xbc", 1e9 + i * 1e-6);
    text = report_text();
    row = strstr(text, "\nwide ");
    assert_non_null(row);
    *strchr(row + 1, '\n') = 0;
    assert_int_equal(strcspn(strstr(row, "20") + 2, " "), 0);
    assert_non_null(strstr(row, " s  "));
    for (row = strstr(row, " s"); row; row = strstr(row + 1, " s")) assert_true(!row[2] || !strncmp(row + 2, "  ", 2));
    free(text);
}

/* ---- a hundred columns, whatever happens; and what a terminal gets to see ---- */

static char *narrow_text(void) {
    gt_status status;
    char *text = text_of(gt_report, &status);
    assert_int_equal(status, GT_OK);
    return text;
}
static void assert_lines_fit(const char *text) {
    const char *line = text, *end;
    for (; *line; line = end + 1) {
        end = strchr(line, '\n');
        assert_non_null(end);
        int wide = 0;
        for (const char *p = line; p < end; p++) wide += ((unsigned char)*p & 0xc0) != 0x80;
        if (wide > 100) print_error("%d columns: %.*s\n", wide, (int)(end - line), line);
        assert_true(wide <= 100);
    }
}
static gt_scope long_scope(int level, char last) {
    char name[200];
    memset(name, 'x', sizeof name);
    name[0] = (char)('a' + level);
    name[sizeof name - 2] = last;
    name[sizeof name - 1] = 0;
    return gt_scope_begin(name);
}
static void assert_says(const char *what, int is_there) {
    char *text = narrow_text();
    if ((strstr(text, what) != NULL) != is_there)
        print_error("%s: '%s'\n%s", is_there ? "missing" : "there", what, text);
    assert_int_equal(strstr(text, what) != NULL, is_there);
    free(text);
}
/* The row names the worst finding and counts the others; the maximum goes first, and the report says so. */
TEST(columns_and_findings_that_the_table_has_no_room_for_are_named, use_fake_clock) {
    for (int i = 0; i < 20; i++) gt_series_add("theirs", i ? 1e6 + i : 9e6);
    assert_says(" cold-first\n", 1);
    assert_says("      max  finding\n", 1);
    assert_says("left out", 0);
    gt_series_add("theirs", NAN);
    assert_says(" cold-first +1\n", 1);
    GT_SCOPE("a name that is longer than its column, which is as wide as that") spend(5000);
    GT_SCOPE("another") spend(5000);
    assert_says("      min  finding\n", 1);
    assert_says("\ncolumns left out: max (GT_WIDE=1 shows them)\n", 1);
    setenv("GT_WIDE", "1", 1);
    assert_says("      max  finding\n", 1);
    assert_says("left out", 0);
    unsetenv("GT_WIDE");
}
TEST(samples_that_are_means_have_a_legend, use_fake_clock) {
    char legend[80];
    GT_TRIAL("short", .max_n = 20) spend(7);
    char *text = narrow_text(), *row = strstr(text, "\nshort /");
    assert_non_null(row);
    const unsigned long passes = strtoul(row + 8, NULL, 10);
    assert_true(passes > 1);
    free(text);
    sprintf(legend, "/%lu: a sample is the mean of %lu passes.\n", passes, passes);
    assert_says(legend, 1);
    gt_reset();
    GT_TRIAL("long", .max_n = 20) spend(7000);
    assert_says("mean of", 0);
}
TEST(file_that_failed_spoils_no_number, use_fake_clock) {
    GT_SCOPE("before") spend(100);
    assert_int_equal(gt_write_file("/nowhere/at/all.json", gt_write_json), GT_ERR_IO);
    assert_says("FAILED: gt_write_file: a file cannot be read or written, at /nowhere/at/all.json\n", 1);
    assert_says("The numbers below", 0);
}
TEST(error_of_a_long_call_is_folded, use_fake_clock) {
    static const char call[] = "clEnqueueNDRangeKernel(queue_of_the_device, kernel, 2, NULL, global_size, "
                               "local_size, 0, NULL, NULL)";
    gt_status status;
    char *text;
    gt_error_keep_(GT_ERR_CLOCK, -36, "CL_INVALID_COMMAND_QUEUE", call, "main.c", 42, NULL);
    text = text_of(fail_to, &status);
    assert_lines_fit(text);
    assert_non_null(strstr(text, ": CL_INVALID_COMMAND_QUEUE (-36), at main.c:42\n"));
    free(text);
}
TEST(no_line_is_wider_than_a_hundred_columns, use_fake_clock) {
    int i, k;
    gt_report_about("a line about the device that is far longer than a hundred columns, since the driver has a lot to "
                    "say about a machine whose name is very long as well");
    for (i = 0; i < 100000; i++) gt_series_add("many", i % 1000 ? 1 + i % 7 : 1e16);
    for (i = 0; i < 3; i++) {
        gt_scope s[12];
        for (k = 0; k < 12; k++) s[k] = long_scope(k, (char)('p' + i));
        GT_WORK(1.5e30, 2.5e30);
        spend(i ? 7 : UINT64_C(987654321987654));
        for (k = 12; k-- > 0;) gt_scope_end(&s[k]);
        GT_SCOPE("leaves") break;
        gt_series_add("rejected number of a long name that goes on and on until the line is full", NAN);
    }
    GT_COMPARE("a comparison with a long name that goes on and on until the line is full", .max_n = 8) {
        GT_SIDE("one side with a long name that goes on and on until the line is full") spend(UINT64_C(1000000000000));
        GT_SIDE("another side with a long name that goes on and on until the line is full") spend(7);
    }
    GT_TRIAL("a trial with a long name that goes on and on until the line is full", .max_n = 9) spend(1);
    char *text = narrow_text();
    assert_lines_fit(text);
    assert_non_null(strstr(text, "1.00e+09 s"));        /* seconds beside nanoseconds */
    free(text);
    gt_report_about("");
}
TEST(names_alike_in_their_begins_are_told_apart, use_fake_clock) {
    for (int i = 0; i < 2; i++) {
        gt_scope s = long_scope(0, i ? 'q' : 'p');
        spend(1000);
        gt_scope_end(&s);
    }
    char *text = narrow_text();
    assert_non_null(strstr(text, "xxxp  "));
    assert_non_null(strstr(text, "xxxq  "));
    assert_non_null(strstr(text, "\naxxx"));
    free(text);
}
TEST(nothing_that_a_terminal_would_obey_is_printed, use_fake_clock) {
    static const char *const names[] = { "red \033[31m", "two\nlines", "\n", "\tline", "c1 \xc2\x9b""31m",
                                         "raw \x9b""1m", "bell \a", "cut \xe2\x80" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        gt_scope s = gt_scope_begin(names[i]), below = gt_scope_begin("inner");
        spend(100000);
        gt_scope_end(&below);
        gt_scope_end(&s);
        gt_series_add(names[i], NAN);
    }
    char *text = narrow_text();
    for (const char *p = text; *p; p++) {
        assert_true((unsigned char)*p >= ' ' || *p == '\n');
        if (p > text) assert_false((unsigned char)*p == 0x9b && (unsigned char)p[-1] != 0xe2);
    }
    assert_non_null(row_of(text, 0, "red ?[31m"));
    assert_non_null(row_of(text, 0, "two?lines"));
    assert_non_null(strstr(text, "\nc1 ?"));
    free(text);
}
TEST(severities_are_coloured_on_request_and_on_a_terminal_only, use_fake_clock) {
    GT_SCOPE("backwards") fake_ns -= 5;
    char *text = narrow_text();
    assert_null(strchr(text, '\033'));
    assert_non_null(strstr(text, "\n  fault    backwards: clock-step: 1 "));
    free(text);
    setenv("GT_COLOR", "always", 1);
    setenv("NO_COLOR", "1", 1);
    text = narrow_text();
    assert_non_null(strstr(text, "\n  \033[1;31mfault\033[0m    backwards: clock-step: 1 "));
    free(text);
    unsetenv("GT_COLOR");
    unsetenv("NO_COLOR");
}
static const char *row_text(char *text, int depth, const char *name) {
    static char row[256];
    const char *at = row_of(text, depth, name);
    assert_non_null(at);
    snprintf(row, sizeof row, "%.*s", (int)strcspn(at, "\n"), at);
    return row;
}
static void assert_row(char *text, int depth, const char *name, const char *part) {
    const char *row = row_text(text, depth, name);
    if (!strstr(row, part)) print_error("no \"%s\" in: %s\n", part, row);
    assert_non_null(strstr(row, part));
}
TEST(totals_shares_and_rests_are_exact, use_fake_clock) {
    for (int i = 0; i < 10; i++)
        GT_SCOPE("frame") {
            spend(200000);
            GT_SCOPE("load") spend(100000);
            for (int k = 0; k < 4; k++) GT_SCOPE("draw") spend(i ? 150000 : 250000);
            gt_series_add("from elsewhere", 5e6);
        }
    GT_SCOPE("whole") GT_SCOPE("all of it") spend(1000000);
    char *text = narrow_text();
    assert_row(text, 0, "frame", "  10  9.40 ms   90 %   940 us   900 us");
    assert_row(text, 1, "load", "  10  1.00 ms   11 %   100 us   100 us");
    assert_row(text, 1, "draw", "  40  6.40 ms   68 %   160 us   150 us");
    assert_row(text, 1, "rest", "      2.00 ms   21 %");
    assert_row(text, 0, "whole", "   1  1.00 ms  9.6 %");
    assert_row(text, 1, "from elsewhere", "  10  50.0 ms         5.00 ms");
    assert_null(strstr(strstr(text, "rest ") + 1, "\n  rest "));       /* the other row leaves none */
    assert_lines_fit(text);
    free(text);
}
TEST(parent_without_a_sample_is_a_name, use_fake_clock) {
    char *text = NULL;
    GT_SCOPE("still open") {
        GT_SCOPE("child") spend(100000);
        text = narrow_text();
    }
    assert_string_equal(row_text(text, 0, "still open"), "still open");
    free(text);
}

/* ---- one judgement for all that is made from a run ---- */

static int judged;      /* how often a run was taken, to be judged: then its sections are made */
static void count_section(gt_section_ *to, const gt_snapshot *run) {
    (void)to;
    (void)run;
    judged++;
}
static int count_judgements(void **state) {
    gt_lock_();
    gt_section_add_(count_section);
    gt_unlock_();
    return use_fake_clock(state);
}
/* Makes a report, a verdict, the findings and two files. Returns how many runs were judged for all of them. */
static int judgements(void) {
    gt_finding *list;
    size_t count;
    FILE *out = tmpfile();
    const int before = judged;
    assert_non_null(out);
    assert_int_equal(gt_report(out), GT_OK);
    (void)gt_verdict(GT_WARNING);
    assert_int_equal(gt_findings(&list, &count), GT_OK);
    free(list);
    assert_int_equal(gt_write_json(out), GT_OK);
    assert_int_equal(gt_write_csv(out), GT_OK);
    fclose(out);
    return judged - before;
}
static void *record_one(void *unused) {
    (void)unused;
    GT_SCOPE("outer") spend(1000);
    return NULL;
}
static double slow_clock(void) { return 0; }
TEST(run_is_judged_once_until_something_is_recorded, count_judgements) {
    pthread_t other;
    record_some();
    assert_int_equal(judgements(), 1);
    assert_int_equal(judgements(), 0);
    GT_SCOPE("outer") spend(1000);
    assert_int_equal(judgements(), 1);
    gt_series_add("elsewhere", 1);
    assert_int_equal(judgements(), 1);
    assert_int_equal(pthread_create(&other, NULL, record_one, NULL), 0);
    assert_int_equal(pthread_join(other, NULL), 0);
    assert_int_equal(judgements(), 1);
    GT_SCOPE("outer") assert_int_equal(judgements(), 1);        /* a scope is open */
    assert_int_equal(judgements(), 1);
    gt_peak(1e9, 1e9);
    assert_int_equal(judgements(), 1);
    gt_report_about("batch 7");
    assert_int_equal(judgements(), 1);
    gt_error_keep_(GT_ERR_ARGUMENT, 0, NULL, "a call", "", 0, "");
    assert_int_equal(judgements(), 1);
    assert_int_equal(gt_check_clock(slow_clock, "slow"), GT_OK);
    assert_int_equal(judgements(), 1);
    gt_peak(0, 0);
    gt_report_about("");
    gt_reset();
    assert_int_equal(judgements(), 1);
    assert_int_equal(judgements(), 0);
}
/* What is counted, and not kept, is recorded too. */
TEST(samples_beyond_the_most_are_judged, count_judgements) {
    static const size_t most = 4;
    const size_t before = kit_max_samples;
    kit_max_samples = most;
    for (int i = 0; i < 5; i++) {
        for (size_t k = 0; k < 2 * most; k++) GT_SCOPE("many") spend(1000);
        assert_int_equal(judgements(), 1);
        assert_int_equal(judgements(), 0);
    }
    kit_max_samples = before;
}
static char *text_of_run(gt_status (*write)(FILE *out)) {
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    assert_int_equal(write(out), GT_OK);
    fclose(out);
    return text;
}
TEST(kept_run_says_what_a_new_one_says, count_judgements) {
    static gt_status (*const all[])(FILE *out) = { gt_report, gt_write_csv };
    record_some();
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        char *kept, *taken;
        gt_report_about("one line");
        judgements();
        kept = text_of_run(all[i]);
        gt_report_about("one line");    /* as it was, but it may have changed */
        taken = text_of_run(all[i]);
        assert_string_equal(kept, taken);
        free(kept);
        free(taken);
    }
    gt_report_about("");
}
TEST(findings_are_the_programs_own, count_judgements) {
    gt_finding *one, *two;
    size_t n, m;
    GT_SCOPE("a few") spend(1000);
    assert_int_equal(gt_findings(&one, &n), GT_OK);
    assert_true(n > 0);
    memset(one, 0xff, n * sizeof *one);
    free(one);
    assert_int_equal(gt_findings(&two, &m), GT_OK);
    assert_int_equal(m, n);
    assert_true(two[0].name[0] >= 'a' && two[0].name[0] <= 'z');
    free(two);
}

int main(void) {
    return test_group("first", NULL, stop_looking) + test_all(NULL, stop_looking);
}
