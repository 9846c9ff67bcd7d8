/* For tests of gputime.h: a fake clock that moves only when a test moves it, and a view of what was recorded. Include
   after test.h and the implementation. */
#ifndef HOST_H
#define HOST_H

#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <sys/resource.h>

static uint64_t fake_ns;        /* the time of the fake clock */
static uint64_t fake_step_ns;   /* how far each reading moves it */

static inline uint64_t read_fake_clock(void *user) {
    uint64_t now = fake_ns;
    (void)user;
    fake_ns += fake_step_ns;
    return now;
}

/* Sets up a fresh kit. Scopes that a failed test left open are closed here. */
static inline int use_fake_clock(void **state) {
    (void)state;
    if (gt_self_) gt_self_->current = gt_self_->root;
    gt_enable(1);
    gt_reset();
    fake_ns = 1000000000;
    fake_step_ns = 0;
    return gt_clock_set(read_fake_clock, NULL, "simulated") != GT_OK;
}
static inline int use_own_clock(void **state) {
    (void)state;
    if (gt_self_) gt_self_->current = gt_self_->root;
    gt_enable(1);
    gt_reset();
    return gt_clock_set(NULL, NULL, NULL) != GT_OK;
}

/* What was recorded, at the last call of `look`. A path that never ran gives an empty series. */
static gt_snapshot shown;

static inline const gt_series *look(const char *path) {
    static gt_series nothing;
    const gt_series *series;
    gt_snapshot_free(&shown);
    assert_int_equal(gt_snapshot_take(&shown), GT_OK);
    series = gt_snapshot_find(&shown, path);
    return series ? series : &nothing;
}
static inline int stop_looking(void **state) {
    (void)state;
    gt_snapshot_free(&shown);
    return 0;
}

/* As on a full disk, no file can grow beyond `room` bytes: writes fail. Returns the limit of before. */
static inline rlim_t let_files_grow_to(rlim_t room) {
    struct rlimit limit;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    const rlim_t was = limit.rlim_cur;
    limit.rlim_cur = room;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    return was;
}

/* Times of a fake clock are whole numbers, so they are compared exactly. A NaN fails. */
static inline void check_number(double got, double expected, const char *what, const char *file, int line) {
    if (got >= expected && got <= expected) return;
    print_error("%s is %.17g, not %.17g\n", what, got, expected);
    _fail(file, line);
}
#define assert_number(got, expected) check_number((double)(got), (double)(expected), #got, __FILE__, __LINE__)

/* Returns the text that `print` writes to a file. The caller frees it. */
static inline char *text_of(gt_status (*print)(FILE *), gt_status *status) {
    FILE *file = tmpfile();
    char *text;
    long size;
    assert_non_null(file);
    *status = print(file);
    size = ftell(file);
    assert_true(size >= 0);
    rewind(file);
    text = (char *)calloc((size_t)size + 1, 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, (size_t)size, file), (size_t)size);
    fclose(file);
    return text;
}
static inline char *report_text(void) {    /* wide, so that no sentence is wrapped */
    gt_status status;
    char *text;
    setenv("GT_WIDE", "1", 1);
    text = text_of(gt_report, &status);
    unsetenv("GT_WIDE");
    assert_int_equal(status, GT_OK);
    return text;
}
static inline char *csv_text(void) {
    gt_status status;
    char *text = text_of(gt_write_csv, &status);
    assert_int_equal(status, GT_OK);
    return text;
}

/* Sets a locale with a decimal comma: one that is installed, or one made here. Returns 0 if neither works. */
static inline int decimal_comma(void) {
    static const char *const installed[] = { "de_DE.UTF-8", "de_DE.utf8", "de_DE", "fr_FR.UTF-8" };
    size_t i;
    FILE *source;
    for (i = 0; i < sizeof installed / sizeof installed[0]; i++)
        if (setlocale(LC_ALL, installed[i]) && *localeconv()->decimal_point == ',') return 1;
    char command[1200], *folder = strdup(test_file(""));
    source = fopen(test_file("comma.locale"), "w");
    if (!source || !folder) return 0;
    fputs("comment_char %\nescape_char /\nLC_NUMERIC\ndecimal_point \"<U002C>\"\nthousands_sep \"\"\ngrouping -1\n"
          "END LC_NUMERIC\n", source);
    fclose(source);
    snprintf(command, sizeof command, "localedef -c -i '%scomma.locale' -f ANSI_X3.4-1968 '%scomma' >/dev/null 2>&1",
             folder, folder);
    if (system(command) < 0) return 0;
    setenv("LOCPATH", folder, 1);
    free(folder);
    return (setlocale(LC_ALL, "comma") || setlocale(LC_NUMERIC, "comma")) && *localeconv()->decimal_point == ',';
}
/* Returns what `gtlint --runs` prints about files whose names begin with `file`. *status: its exit status. The caller
   frees the text. */
static inline char *lint_runs(const char *file, int *status) {
    char command[400];
    size_t size = 0, room = 4096, got;
    char *text = (char *)malloc(room + 1);
    FILE *f;
    assert_non_null(text);
    snprintf(command, sizeof command, "'%s/examples/gtlint' --runs '%s'*", GT_BUILD_DIR, file);
    fflush(stdout);
    f = popen(command, "r");
    assert_non_null(f);
    while ((got = fread(text + size, 1, room - size, f)) > 0) {
        size += got;
        if (size == room) text = (char *)realloc(text, (room *= 2) + 1);
        assert_non_null(text);
    }
    text[size] = 0;
    got = (size_t)pclose(f);
    *status = WEXITSTATUS((int)got);
    return text;
}

#endif
