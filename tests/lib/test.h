/* Each test program begins with this file: it includes cmocka, defines TEST, and sets SANITIZED to 1 under a sanitizer,
   to 2 under valgrind. */
#ifndef TEST_H
#define TEST_H

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __cplusplus
extern "C" {
#endif
#include <cmocka.h>
#ifdef __cplusplus
}
#endif

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#if !defined(SANITIZED) && (defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__))
#define SANITIZED 1
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

/* The path of a file that a test writes. Each program has its own folder, since several run at once. If started by
   hand, it makes one in the build folder, also for programs that it starts; where a test failed, the folder stays. */
__attribute__((unused)) static char test_own_folder[512];
__attribute__((unused)) static const char *test_file(const char *name) {
    static char path[4][1024];
    static int next;
    const char *folder = getenv("GT_TEST_FOLDER");
    if (!folder) {
        snprintf(test_own_folder, sizeof test_own_folder, "%s/by_hand_XXXXXX", GT_BUILD_DIR);
        folder = mkdtemp(test_own_folder);
        if (!folder || setenv("GT_TEST_FOLDER", folder, 1)) abort();
    }
    snprintf(path[next++ % 4], sizeof *path, "%s/%s", folder, name);
    return path[(next - 1) % 4];
}
/* Removes a folder with all that is in it. */
__attribute__((unused)) static void test_folder_remove(const char *folder) {
    DIR *d = opendir(folder);
    struct dirent *e;
    while (d && (e = readdir(d)) != NULL) {
        char path[1024];
        struct stat st;
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..")) continue;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (lstat(path, &st) == 0 && S_ISDIR(st.st_mode)) test_folder_remove(path);
        else remove(path);
    }
    if (d) closedir(d);
    rmdir(folder);
}
__attribute__((unused)) static void test_own_folder_remove(void) {
    if (!test_own_folder[0]) return;
    test_folder_remove(test_own_folder);
    unsetenv("GT_TEST_FOLDER");
    test_own_folder[0] = 0;
}

/* A test is written once, and needs no list:

       TEST(name) { ... }      TEST(name, setup) { ... }      TEST(name, setup or NULL, teardown) { ... }

   test_all runs all tests of a file in the order of its lines. test_group runs those of TEST_OF(group, name, ...). */
typedef struct test_entry {
    struct CMUnitTest test;
    const char *group;
    int line;
    struct test_entry *next;
} test_entry;
static test_entry *test_entries;

#define TEST(...) TEST_IN_(tests, __VA_ARGS__, NULL, NULL, 0)
#define TEST_OF(group, ...) TEST_IN_(group, __VA_ARGS__, NULL, NULL, 0)
#define TEST_IN_(group, name, setup, teardown, ...) \
    static void name(void **state); \
    TEST_ADD_(group, name, name, setup, teardown) \
    static void name(__attribute__((unused)) void **state)
#define TEST_ADD_(group, name, function, setup, teardown) \
    __attribute__((constructor)) static void test_add_##group##_##name(void) { \
        static test_entry entry = { { #name, function, setup, teardown, NULL }, #group, __LINE__, NULL }; \
        test_add(&entry); \
    }

__attribute__((unused)) static void test_add(test_entry *entry) {
    test_entry **at = &test_entries;
    while (*at && (*at)->line < entry->line) at = &(*at)->next;
    entry->next = *at;
    *at = entry;
}
__attribute__((unused)) static int test_group(const char *group, CMFixtureFunction setup,
                                                CMFixtureFunction teardown) {
    static struct CMUnitTest tests[256];
    const test_entry *e;
    size_t count = 0;
    for (e = test_entries; e; e = e->next) {
        if (strcmp(e->group, group)) continue;
        if (count == sizeof tests / sizeof *tests) abort();
        tests[count++] = e->test;
    }
    const int failed = _cmocka_run_group_tests(group, tests, count, setup, teardown);
    if (!failed) test_own_folder_remove();
    return failed;
}
__attribute__((unused)) static int test_all(CMFixtureFunction setup, CMFixtureFunction teardown) {
    return test_group("tests", setup, teardown);
}

/* Comparisons have the same order in each run. */
__attribute__((constructor)) static void test_seed(void) { setenv("GT_SEED", "13", 0); }

/* Random numbers below n, the same in each run, by Marsaglia's xorshift (Journal of Statistical Software 8, 2003). */
__attribute__((unused)) static uint64_t test_random_state = 88172645463325252u;
__attribute__((unused)) static size_t test_below(size_t n) {
    test_random_state ^= test_random_state << 13;
    test_random_state ^= test_random_state >> 7;
    test_random_state ^= test_random_state << 17;
    return (size_t)(test_random_state >> 11) % n;
}

/* The path of this program, to start it again. Under valgrind /proc/self/exe is valgrind, but readlink gives the
   program. */
__attribute__((unused)) static const char *test_program(void) {
    static char path[512];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    path[length > 0 ? length : 0] = 0;
    return path;
}

/* On some systems getrusage never counts a page fault. This is tested by touching new memory. */
__attribute__((unused)) static int test_faults_are_counted(void) {
    enum { BYTES = 8 << 20, STEP = 4096 };      /* an allocation of this size gets new pages */
    static int counted = -1;
    struct rusage before, after;
    volatile char *fresh;
    size_t i;
    if (counted >= 0) return counted;
    fresh = (volatile char *)malloc(BYTES);
    if (!fresh) abort();
    getrusage(RUSAGE_SELF, &before);
    for (i = 0; i < BYTES; i += STEP) fresh[i] = 1;
    getrusage(RUSAGE_SELF, &after);
    free((void *)(uintptr_t)fresh);
    counted = after.ru_minflt > before.ru_minflt;
    if (!counted) print_message("skip: this system counts no page faults\n");
    return counted;
}

#ifndef FULL        /* make test-full */
#define FULL 0
#endif

#ifndef THIN        /* make config=valgrind */
#define THIN SANITIZED
#endif

/* How many times fewer cases are tried than in a full run: rates are then known to 2 % instead of 1 %. A sanitizer
   needs still fewer cases, and each takes longer. */
enum { THINNER = THIN ? 40 : FULL ? 1 : 4 };

#endif
