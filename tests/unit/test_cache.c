/* link: simcl OpenCL */
/* asan: yes */
/* Facts about the cache of program binaries: what it keys on, that nothing but a file that is whole, of this program
   and of this user is ever loaded, and that whatever happens the program works. Built twice: the simulated device takes
   1000 spoiled files in a second or two, a real one (PoCL will do) shows with a few that results are right. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>
#include "test.h"

#include "kit_cl.h"

/* Between the kit and the files: calls that come short, are interrupted, or fail. */
static struct {
    size_t write_fails, read_fails, close_fails;        /* the nth one; with `code` */
    int code, few;                      /* few: 7 bytes at a time */
    int is_full;                        /* the system lets no file grow beyond `room` bytes */
    rlim_t room;
    size_t writes, reads, closes;
    int inherited;                      /* files that a child process would have got */
} disk;
static ssize_t write_to_full_disk(int fd, const void *from, size_t n) {
    struct rlimit all, some;
    ssize_t put;
    if (getrlimit(RLIMIT_FSIZE, &all)) return -1;
    some = all;
    some.rlim_cur = disk.room;
    if (setrlimit(RLIMIT_FSIZE, &some)) return -1;
    put = write(fd, from, n);
    return setrlimit(RLIMIT_FSIZE, &all) ? -1 : put;
}
ssize_t kit_write(int fd, const void *from, size_t n) {
    if (++disk.writes == disk.write_fails) {
        errno = disk.code;
        return -1;
    }
    return disk.is_full ? write_to_full_disk(fd, from, n) : write(fd, from, disk.few && n > 7 ? 7 : n);
}
ssize_t kit_read(int fd, void *to, size_t n) {
    if (++disk.reads == disk.read_fails) {
        errno = disk.code;
        return -1;
    }
    return read(fd, to, disk.few && n > 7 ? 7 : n);
}
int kit_close(int fd) {
    disk.inherited += !(fcntl(fd, F_GETFD) & FD_CLOEXEC);
    int result = close(fd);
    if (++disk.closes != disk.close_fails) return result;
    errno = EIO;
    return -1;
}
/* ... and the driver, asked for binaries: which of them. */
static int binaries_asked[64];
cl_int kit_clGetProgramInfo(cl_program program, cl_program_info what, size_t cap, void *to, size_t *n) {
    if (what == CL_PROGRAM_BINARIES && to)
        for (size_t i = 0; i < cap / sizeof(void *); i++) binaries_asked[i] = ((unsigned char **)to)[i] != NULL;
    return clGetProgramInfo(program, what, cap, to, n);
}
#ifdef SIMCL
#include "simcl.h"
#define REAL 0
#else
#define REAL 1
#endif

/* ---- a program whose result tells which one it is ---- */

#define RIGHT "kernel void put_right(global int *to) { to[get_global_id(0)] = 1000; }\n"
#define OTHER "kernel void put_other(global int *to) { to[get_global_id(0)] = 2000; }\n"
static const char *const options = "-Dput_right=put -Dput_other=put";
enum { ITEMS = 4, RIGHT_RESULT = 1000, OTHER_RESULT = 2000 };

static gt_cl cl;
static char scratch[256], folder[300], path[400];       /* path: of the file that is tampered with */
static cl_mem buffer;

#ifdef SIMCL
static void put(const simcl_launch *l, cl_int result) {
    for (int i = 0; i < ITEMS; i++) ((cl_int *)l->arg[0].data)[i] = result;
}
static void put_right(const simcl_launch *l) { put(l, RIGHT_RESULT); }
static void put_other(const simcl_launch *l) { put(l, OTHER_RESULT); }
static const simcl_script *next_script; /* of the device that is opened next; NULL: a healthy one */
static size_t builds_from_source(void) { return simcl_calls("clCreateProgramWithSource"); }
#endif

/* What it computes; -1: it does not work. */
static int result_of(cl_program program) {
    const size_t items = ITEMS;
    cl_int got[ITEMS] = {0, 0, 0, 0}, zero[ITEMS] = {0, 0, 0, 0}, code = CL_SUCCESS;
    cl_kernel kernel = program ? clCreateKernel(program, "put", &code) : NULL;
    if (!kernel || code != CL_SUCCESS) return -1;
    code = clEnqueueWriteBuffer(cl.queue, buffer, CL_TRUE, 0, sizeof zero, zero, 0, NULL, NULL);
    if (code == CL_SUCCESS) code = clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    if (code == CL_SUCCESS) code = clEnqueueNDRangeKernel(cl.queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL);
    if (code == CL_SUCCESS) code = clEnqueueReadBuffer(cl.queue, buffer, CL_TRUE, 0, sizeof got, got, 0, NULL, NULL);
    clReleaseKernel(kernel);
    for (int i = 1; i < ITEMS; i++) if (got[i] != got[0]) return -1;
    return code == CL_SUCCESS ? got[0] : -1;
}

typedef struct outcome { int hit, result; const char *why; } outcome;
static outcome run_cached(const char *source, const char *build_options, gt_cl_cache *cache) {
    outcome o = {-1, -1, NULL};
    cl_program program;
    cache->hit = -1;
    cache->why = NULL;
    program = gt_cl_program_cached(&cl, source, build_options, "test", cache);
    o.hit = cache->hit;
    o.why = cache->why ? cache->why : "(NULL)";
    o.result = result_of(program);
    if (program) clReleaseProgram(program);
    return o;
}
static outcome run(const char *source, const char *in_folder) {
    gt_cl_cache cache = {in_folder, NULL, 0, 0, NULL};
    return run_cached(source, options, &cache);
}
static void check(outcome o, int hit, const char *why, const char *file, int line) {
    const int said = strstr(o.why, why) && (why[0] || !o.why[0]);
    if (o.hit == hit && o.result == RIGHT_RESULT && said && !gt_error_first()) return;
    print_error("hit %d, result %d, why \"%s\"; expected hit %d, why \"%s\"\n", o.hit, o.result, o.why, hit, why);
    if (gt_error_first()) gt_fail(stderr);
    _fail(file, line);
}
#define assert_built(o, why) check((o), 0, (why), __FILE__, __LINE__)
#define assert_loaded(o) check((o), 1, "", __FILE__, __LINE__)

/* ---- files ---- */

static void remove_all(const char *name) {      /* a file, a link, or a folder with what is in it */
    struct stat st;
    DIR *d;
    if (lstat(name, &st)) return;
    if (!S_ISDIR(st.st_mode)) {
        (void)unlink(name);
        return;
    }
    (void)chmod(name, 0700);
    if ((d = opendir(name)) != NULL) {
        struct dirent *e;
        while ((e = readdir(d)) != NULL) {
            char inside[800];
            if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..")) continue;
            (void)snprintf(inside, sizeof inside, "%s/%s", name, e->d_name);
            remove_all(inside);
        }
        closedir(d);
    }
    (void)rmdir(name);
}
/* How many there are in a folder; the name of one of them with its path. */
static int files_in(const char *name, char *one /* of 400, or NULL */) {
    struct dirent *e;
    DIR *d = opendir(name);
    int n = 0;
    if (!d) return -1;
    while ((e = readdir(d)) != NULL) {
        if (e->d_name[0] == '.') continue;
        n++;
        if (one) (void)snprintf(one, 400, "%.120s/%.255s", name, e->d_name);
    }
    closedir(d);
    return n;
}
typedef struct bytes { size_t n; unsigned char *at; } bytes;
static bytes load(const char *name) {
    bytes b = {0, NULL};
    FILE *f = fopen(name, "rb");
    long size;
    assert_non_null(f);
    assert_int_equal(fseek(f, 0, SEEK_END), 0);
    size = ftell(f);
    assert_true(size >= 0);
    rewind(f);
    b.n = (size_t)size;
    b.at = calloc(b.n + 1, 1);
    assert_non_null(b.at);
    assert_int_equal(fread(b.at, 1, b.n, f), b.n);
    fclose(f);
    return b;
}
static void save(const char *name, const void *at, size_t n, mode_t mode) {
    int fd;
    remove_all(name);
    fd = open(name, O_WRONLY | O_CREAT | O_EXCL, 0600);
    assert_true(fd >= 0);
    assert_true(write(fd, at, n) == (ssize_t)n);
    assert_int_equal(close(fd), 0);
    assert_int_equal(chmod(name, mode), 0);
}

/* ---- before and after each test ---- */

static int next_fd(void) {              /* what the next file that is opened would get: grows where one is left open */
    int fd = dup(1);
    return close(fd) ? -1 : fd;
}
static int fd_at_start;
static int start(void **state) {
    (void)state;
    fd_at_start = next_fd();
    memset(&disk, 0, sizeof disk);
    gt_reset();
    remove_all(folder);
    return 0;
}
static int stop(void **state) {
    (void)state;
    remove_all(folder);
    if (next_fd() != fd_at_start) print_error("a file was left open\n");
    return gt_error_first() || next_fd() != fd_at_start;
}
static int open_device(void **state) {
    cl_int code;
    (void)state;
#ifdef SIMCL
    simcl_reset(next_script);
    next_script = NULL;
    simcl_kernel("put_right", put_right, (simcl_cost){.ns = 1000});
    simcl_kernel("put_other", put_other, (simcl_cost){.ns = 1000});
#endif
    if (gt_cl_open(&cl, NULL) != GT_OK) {
        gt_fail(stdout);
        return gt_error_first()->status != GT_ERR_NO_DEVICE;
    }
    if (REAL) print_message("device: %s, %s\n", cl.name, cl.platform_name);
    buffer = clCreateBuffer(cl.context, CL_MEM_READ_WRITE, ITEMS * sizeof(cl_int), NULL, &code);
    return code != CL_SUCCESS;
}
static int close_device(void **state) {
    (void)state;
    if (!cl.queue) return 0;
    clReleaseMemObject(buffer);
    gt_cl_close(&cl);
#ifdef SIMCL
    if (simcl_leaks(stderr) || simcl_misuses(NULL)) return 1;
#endif
    return 0;
}
#ifdef SIMCL
static void open_on(const simcl_script *script) {
    next_script = script;
    assert_int_equal(open_device(NULL), 0);
}
#endif
static void need_device(void) { if (!cl.queue) skip(); }

/* ---- healthy ---- */

TEST_OF(tests, second_process_would_load_what_the_first_built, start, stop) {
    struct stat st;
    need_device();
    assert_built(run(RIGHT, folder), "not there yet");
    assert_int_equal(stat(folder, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0700);
    assert_int_equal(files_in(folder, path), 1);
    assert_int_equal(lstat(path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
    assert_loaded(run(RIGHT, folder));
    assert_loaded(run(RIGHT, folder));
#ifdef SIMCL
    {
        size_t before = builds_from_source();
        assert_loaded(run(RIGHT, folder));
        assert_int_equal(builds_from_source(), before);
    }
#endif
}
TEST_OF(tests, no_child_process_gets_its_files, start, stop) {
    need_device();
    assert_built(run(RIGHT, folder), "not there yet");
    assert_loaded(run(RIGHT, folder));
    assert_true(disk.closes > 3);
    assert_int_equal(disk.inherited, 0);
}
TEST_OF(tests, folder_may_end_with_slashes, start, stop) {
    char name[320];
    need_device();
    (void)snprintf(name, sizeof name, "%s//", folder);
    assert_built(run(RIGHT, name), "not there yet");
    assert_loaded(run(RIGHT, folder));
}
TEST_OF(tests, without_a_folder_it_just_builds, start, stop) {
    need_device();
    assert_built(run(RIGHT, NULL), "no folder is named");
    assert_built(run(RIGHT, ""), "no folder is named");
    assert_int_equal(files_in(folder, NULL), -1);
}
TEST_OF(tests, build_that_fails_is_an_error_and_stores_nothing, start, stop) {
    gt_cl_cache cache = {folder, NULL, 0, 0, NULL};
    need_device();
    assert_null(gt_cl_program_cached(&cl, "#error no\n", NULL, "a broken one", &cache));
    assert_int_equal(cache.hit, 0);
    assert_non_null(gt_error_first());
    assert_int_equal(gt_error_first()->status, GT_ERR_BUILD);
    assert_non_null(strstr(gt_error_first()->detail, "a broken one"));
    assert_int_equal(files_in(folder, NULL), 0);
    gt_reset();
}

/* ---- the key ---- */

TEST_OF(tests, source_and_options_are_in_the_key, start, stop) {
    gt_cl_cache cache = {folder, NULL, 0, 0, NULL};
    need_device();
    assert_built(run(RIGHT, folder), "not there yet");
    assert_built(run(RIGHT " ", folder), "not there yet");
    assert_built(run_cached(RIGHT, "-Dput_right=put", &cache), "not there yet");
    assert_int_equal(run(OTHER, folder).result, OTHER_RESULT);
    assert_int_equal(files_in(folder, NULL), 4);
    assert_int_equal(run(OTHER, folder).hit, 1);
    assert_int_equal(run(OTHER, folder).result, OTHER_RESULT);
    assert_loaded(run(RIGHT, folder));
    assert_int_equal(files_in(folder, NULL), 4);
}
/* Text that moves from one part of the key to the next is another key. */
TEST_OF(tests, parts_of_the_key_do_not_run_into_each_other, start, stop) {
    gt_cl_key_ a, b;
    gt_cl_cache cache = {folder, NULL, 0, 0, NULL};
    need_device();
    assert_null(gt_cl_key_of_(&cl, "ab", "c", &cache, &a));
    assert_null(gt_cl_key_of_(&cl, "a", "bc", &cache, &b));
    assert_true(a.a != b.a && a.b != b.b);
    assert_null(gt_cl_key_of_(&cl, "ab", "c", &cache, &b));
    assert_true(a.a == b.a && a.b == b.b);
}
#ifdef SIMCL
TEST_OF(tests, device_and_its_versions_are_in_the_key, start, stop) {
    static const char *const names[2] = {"one device", "another device"};
    char seen[4][400];
    for (int i = 0; i < 4; i++) {
        simcl_script s = {0};
        s.device[0].name = names[i % 2];
        s.device[0].version = i < 2 ? 120 : 300;
        assert_int_equal(close_device(NULL), 0);
        open_on(&s);
        remove_all(folder);
        assert_built(run(RIGHT, folder), "not there yet");
        assert_int_equal(files_in(folder, seen[i]), 1);
        for (int k = 0; k < i; k++) assert_string_not_equal(seen[i], seen[k]);
    }
    assert_int_equal(close_device(NULL), 0);
    assert_int_equal(open_device(NULL), 0);
}
TEST_OF(tests, driver_that_does_not_tell_its_version_is_not_cached, start, stop) {
    need_device();
    simcl_fail("clGetDeviceInfo", 3 + simcl_calls("clGetDeviceInfo"), CL_OUT_OF_RESOURCES);
    assert_built(run(RIGHT, folder), "does not give");
    assert_int_equal(files_in(folder, NULL), -1);
    simcl_fail("clGetPlatformInfo", 2 + simcl_calls("clGetPlatformInfo"), CL_OUT_OF_RESOURCES);
    assert_built(run(RIGHT, folder), "does not give");
}
#endif

TEST_OF(tests, source_that_includes_is_recognised_however_it_is_written, start, stop) {
    static const char *const yes[] = {
        "#include \"a.h\"\n", "  #  include <a.h>\n", "int x;\n#\tinclude \"a.h\"", "#/* why */include \"a.h\"",
        "%:include \"a.h\"",
        "\?\?=include \"a.h\"", "#\\\ninclude \"a.h\"", "#inc\\\nlude \"a.h\"", "#inc\\\r\nlude \"a.h\"",
        "#include_next <a.h>",
        "#import \"a.h\"", "#embed \"a.h\"", "kernel void k() {}\n/**/ # /**/ /**/ include \"a.h\"",
        "#define A B\n#include A",
        "x # y\n#include A"};
    static const char *const no[] = {
        "", "kernel void include() {}", "// this includes nothing\n", "#define include 1\n", "#pragma once\n",
        "a %: b include",
        "# /* not closed include", "#ifdef A\n#endif\ninclude", "#inclose", "# \n include"};
    for (size_t i = 0; i < sizeof yes / sizeof yes[0]; i++)
        if (!gt_cl_includes_(yes[i], NULL)) fail_msg("not recognised: %s", yes[i]);
    for (size_t i = 0; i < sizeof no / sizeof no[0]; i++)
        if (gt_cl_includes_(no[i], "-cl-mad-enable -I /x")) fail_msg("taken for an include: %s", no[i]);
    assert_true(gt_cl_includes_("", "-include a.h"));
    assert_true(gt_cl_includes_("", "-w -imacros a.h"));
}
/* The simulated compiler reads no files: there the included file is a comment to it. */
TEST_OF(tests, included_files_must_be_listed_and_their_contents_are_in_the_key, start, stop) {
    static const char source[] = "#include \"put.h\"\n#ifndef PUT\n#define PUT 0\n#endif\n"
                                 "kernel void put_right(global int *to) { to[get_global_id(0)] = PUT; }\n";
    char header[400], missing[400], build_options[600];
    const char *includes[2];
    gt_cl_cache cache = {folder, NULL, 0, 0, NULL};
    outcome o;
    need_device();
    (void)snprintf(header, sizeof header, "%s/put.h", scratch);
    (void)snprintf(missing, sizeof missing, "%s/missing.h", scratch);
    (void)snprintf(build_options, sizeof build_options, "%s -I %s", options, scratch);
    includes[0] = header;
    includes[1] = missing;
    save(header, "#define PUT 1000\n", 17, 0600);
    assert_built(run_cached(source, build_options, &cache), "list them");
    assert_int_equal(files_in(folder, NULL), -1);

    cache.includes = includes;
    cache.include_count = 2;
    assert_built(run_cached(source, build_options, &cache), "cannot be read");
    assert_int_equal(files_in(folder, NULL), -1);
    cache.include_count = 1;
    assert_built(run_cached(source, build_options, &cache), "not there yet");
    assert_loaded(run_cached(source, build_options, &cache));

    save(header, "#define PUT 1001\n", 17, 0600);
    o = run_cached(source, build_options, &cache);
    assert_int_equal(o.hit, 0);
#ifndef SIMCL
    assert_int_equal(o.result, 1001);
#endif
    assert_int_equal(files_in(folder, NULL), 2);
    save(header, "#define PUT 1000\n", 17, 0600);
    assert_loaded(run_cached(source, build_options, &cache));

    includes[0] = scratch;              /* a folder can be opened, and not read */
    assert_built(run_cached(source, build_options, &cache), "cannot be read");
    includes[0] = NULL;
    assert_built(run_cached(source, build_options, &cache), "cannot be read");
    remove_all(header);
}
#ifdef SIMCL
static double change_include(double units, double now_s, void *path_of_it) {       /* while the compiler runs */
    (void)units;
    (void)now_s;
    save(path_of_it, "#define PUT 1001\n", 17, 0600);
    return 1000;
}
TEST_OF(tests, include_that_changes_while_it_is_built_is_not_stored, start, stop) {
    char header[400];
    const char *includes[1] = {header};
    gt_cl_cache cache = {folder, includes, 1, 0, NULL};
    simcl_script s = {0};
    (void)snprintf(header, sizeof header, "%s/put.h", scratch);
    save(header, "#define PUT 1000\n", 17, 0600);
    assert_int_equal(close_device(NULL), 0);
    s.device[0].build.fn = change_include;
    s.device[0].build.user = header;
    open_on(&s);
    assert_built(run_cached("#include \"put.h\"\n" RIGHT, options, &cache), "changed meanwhile");
    assert_int_equal(files_in(folder, NULL), 0);
    assert_int_equal(close_device(NULL), 0);
    assert_int_equal(open_device(NULL), 0);
    remove_all(header);
}
#endif

/* ---- what is no cache file of this program and user ---- */

static bytes good_file, other_file;     /* as they were written; the latter holds another program */
static char elsewhere[400];             /* a good file outside the folder */

static gt_cl_head_ head_of(const bytes *b) {
    gt_cl_head_ head;
    memcpy(&head, b->at, sizeof head);
    return head;
}
static const char *write_changed(bytes b, const gt_cl_head_ *head, size_t n, const char *why) {
    memcpy(b.at, head, sizeof *head);
    save(path, b.at, n, 0600);
    return why;
}
static bytes copy_of(const bytes *b, size_t room) {
    bytes c = {b->n, calloc(b->n + room, 1)};
    assert_non_null(c.at);
    memcpy(c.at, b->at, b->n);
    return c;
}

enum { FLIP = 10, CUT, LONGER, HEADER, FORGED, FOREIGN, LINKED, OPEN_TO_OTHERS, NO_FILE };
/* Spoils the file at `path` in the kind's way, a different one each time. Returns a part of what `why` must say. */
static const char *tamper(int kind) {
    bytes b = copy_of(&good_file, 4096);
    gt_cl_head_ head = head_of(&b);
    const size_t payload = b.n - sizeof head, at = test_below(b.n);
    const char *why = "refused";
    switch (kind) {
    case FLIP:
        b.at[at] ^= (unsigned char)(1u << test_below(8));
        save(path, b.at, b.n, 0600);
        break;
    case CUT:
        save(path, b.at, test_below(4) ? at : test_below(sizeof head + 1), 0600);
        break;
    case LONGER:
        save(path, b.at, b.n + 1 + test_below(4095), 0600);
        why = "length";
        break;
    case HEADER:                        /* each field, where the rest is right */
        switch (test_below(6)) {
        case 0: head.magic[test_below(8)] ^= 32; why = write_changed(b, &head, b.n, "of this version"); break;
        case 1: head.format += 1 + test_below(1000); why = write_changed(b, &head, b.n, "of this version"); break;
        case 2:
            head.key.a ^= (uint64_t)1 << test_below(64);
            why = write_changed(b, &head, b.n, "another program");
            break;
        case 3: head.length = test_below(2) ? UINT64_MAX - test_below(100) : (uint64_t)1 << test_below(64);
                if (head.length == payload) head.length++;
                why = write_changed(b, &head, b.n, "length"); break;
        case 4: head.hash.b ^= (uint64_t)1 << test_below(64); why = write_changed(b, &head, b.n, "contents"); break;
        default: head.length = payload - 1 - test_below(payload - 1);   /* shorter, and a file as long as it says */
                 why = write_changed(b, &head, sizeof head + (size_t)head.length, "contents"); break;
        }
        break;
    case FORGED:                        /* key, length and hash are right: the driver must refuse it */
        if (test_below(2)) b.at[sizeof head + test_below(16)] ^= (unsigned char)(1u << test_below(7));
        else b.n = sizeof head + 1 + test_below(16);
        head.length = b.n - sizeof head;
        head.hash = gt_cl_key_with_(gt_cl_key_start_, b.at + sizeof head, (size_t)head.length);
        why = write_changed(b, &head, b.n, "driver");
        break;
    case FOREIGN:
        if (test_below(4)) {
            save(path, other_file.at, other_file.n, 0600);
            why = "another program";
        } else {                        /* and something that was never one */
            for (size_t i = 0; i < b.n; i++) b.at[i] = (unsigned char)(test_below(2) ? test_below(256) : 0);
            save(path, b.at, test_below(b.n), 0600);
        }
        break;
    case LINKED:
        remove_all(path);
        switch (test_below(4)) {
        case 0: assert_int_equal(symlink(elsewhere, path), 0); why = "link"; break;
        case 1: assert_int_equal(link(elsewhere, path), 0); why = "not yours alone"; break;
        case 2: assert_int_equal(symlink(path, path), 0); why = "link"; break;
        default: assert_int_equal(symlink("/dev/zero", path), 0); why = "link"; break;
        }
        break;
    case OPEN_TO_OTHERS: {
        static const mode_t modes[] = {0622, 0666, 0777, 0620, 0602, 0660, 0606};
        if (geteuid() == 0 && test_below(3) == 0) {
            save(path, b.at, b.n, 0600);
            assert_int_equal(chown(path, 12345, 12345), 0);
        } else {
            save(path, b.at, b.n, modes[test_below(7)]);
        }
        why = "not yours alone";
        break;
    }
    default:                            /* what stands there is no file */
        remove_all(path);
        if (test_below(2)) {
            assert_int_equal(mkfifo(path, 0600), 0);
            why = "not a regular file";
        } else {
            assert_int_equal(mkdir(path, 0700), 0);
            why = "remove it";          /* it cannot be replaced either */
        }
    }
    free(b.at);
    return why;
}

static struct { int tampered, refused, right; } sum;
/* Runs the program over what was tampered with. */
static void count(outcome o, const char *why) {
    sum.tampered++;
    sum.refused += o.hit == 0 && strstr(o.why, why);
    sum.right += o.result == RIGHT_RESULT;
    if (o.hit != 0 || !strstr(o.why, why) || o.result != RIGHT_RESULT)
        print_error("hit %d, result %d, why \"%s\" instead of \"%s\"\n", o.hit, o.result, o.why, why);
}
static void prepare_files(void) {
    assert_int_equal(run(OTHER, folder).result, OTHER_RESULT);
    assert_int_equal(files_in(folder, path), 1);
    other_file = load(path);
    remove_all(path);
    assert_built(run(RIGHT, folder), "not there yet");
    assert_int_equal(files_in(folder, path), 1);
    good_file = load(path);
    assert_true(good_file.n > sizeof(gt_cl_head_) + 16);
    (void)snprintf(elsewhere, sizeof elsewhere, "%s/elsewhere", scratch);
    save(elsewhere, good_file.at, good_file.n, 0600);
}
static void forget_files(void) {
    free(good_file.at);
    free(other_file.at);
    remove_all(elsewhere);
}

/* Folders that are not one's own: built, and nothing in them is read or changed. */
static void tamper_with_folder(int kind) {
    static const mode_t modes[] = {0755, 0770, 0777, 0701, 0710, 0704, 0740, 01777};
    char real[400], before[400] = "", after[400] = "";
    const char *why = "not yours alone";
    struct stat a, b;
    (void)snprintf(real, sizeof real, "%s/real", scratch);
    save(path, good_file.at, good_file.n, 0600);
    switch (kind % 4) {
    case 0: assert_int_equal(chmod(folder, modes[test_below(8)]), 0); break;
    case 1:                             /* a link to a good one, with or without a slash behind it */
        assert_int_equal(rename(folder, real), 0);
        assert_int_equal(symlink(real, folder), 0);
        why = "link";
        break;
    case 2:
        if (geteuid() == 0) {
            assert_int_equal(chown(folder, 12345, 12345), 0);
            break;
        }
        /* fall through */
    default:
        assert_int_equal(rename(folder, real), 0);
        save(folder, "", 0, 0600);
        why = "no folder";
    }
    assert_int_equal(lstat(folder, &a), 0);
    files_in(folder, before);
    {
        char slash[320];
        (void)snprintf(slash, sizeof slash, "%s/", folder);
        count(run(RIGHT, test_below(2) ? slash : folder), why);
    }
    files_in(folder, after);
    assert_string_equal(before, after);
    assert_int_equal(lstat(folder, &b), 0);
    assert_true(a.st_ino == b.st_ino && a.st_mode == b.st_mode);
    if (!strcmp(why, "not yours alone")) {
        assert_int_equal(chown(folder, geteuid(), getegid()), 0);
        assert_int_equal(chmod(folder, 0700), 0);
    } else {
        remove_all(folder);
        assert_int_equal(rename(real, folder), 0);
    }
}

TEST_OF(tests, spoiled_files_are_never_loaded_and_the_program_is_right_all_the_same, start, stop) {
#ifdef SIMCL
    static const int times[] = {350, 100, 50, 120, 60, 80, 80, 80, 40};     /* of each kind; and 40 folders */
    const int folders = 40;
#else
    static const int times[] = {8, 4, 2, 6, 0, 4, 4, 4, 2};     /* no forgery: a driver may do with it what it likes */
    const int folders = 8;
#endif
    need_device();
    prepare_files();
    for (int kind = FLIP; kind <= NO_FILE; kind++) {
        for (int i = 0; i < times[kind - FLIP]; i++) {
            const char *why = tamper(kind);
            count(run(RIGHT, folder), why);
            if (!strcmp(why, "remove it")) remove_all(path);
            else if (i < 3) assert_loaded(run(RIGHT, folder));          /* it was replaced by a good one */
            assert_true(files_in(folder, NULL) == (strcmp(why, "remove it") != 0));
        }
    }
    for (int i = 0; i < folders; i++) tamper_with_folder(i);
    assert_loaded(run(RIGHT, folder));
    {
        bytes b = load(elsewhere);      /* what was linked to is what it was */
        assert_true(b.n == good_file.n && !memcmp(b.at, good_file.at, b.n));
        free(b.at);
    }
    forget_files();
    printf("cache: %d tampered, %d refused, %d right\n", sum.tampered, sum.refused, sum.right);
#ifdef SIMCL
    assert_int_equal(sum.tampered, 1000);
#endif
    assert_int_equal(sum.refused, sum.tampered);
    assert_int_equal(sum.right, sum.tampered);
}
#ifdef SIMCL
TEST_OF(tests, binary_that_the_driver_does_not_build_is_replaced, start, stop) {
    assert_built(run(RIGHT, folder), "not there yet");
    simcl_fail("clBuildProgram", 1 + simcl_calls("clBuildProgram"), CL_BUILD_PROGRAM_FAILURE);
    assert_built(run(RIGHT, folder), "driver rejects");
    assert_loaded(run(RIGHT, folder));
    simcl_fail("clCreateProgramWithBinary", 1 + simcl_calls("clCreateProgramWithBinary"), CL_INVALID_BINARY);
    assert_built(run(RIGHT, folder), "driver rejects");
    assert_loaded(run(RIGHT, folder));
}
TEST_OF(tests, driver_without_binaries_leaves_nothing, start, stop) {
    for (size_t nth = 1; nth <= 4; nth++) {
        simcl_fail("clGetProgramInfo", nth + simcl_calls("clGetProgramInfo"), CL_OUT_OF_HOST_MEMORY);
        assert_built(run(RIGHT, folder), "no binary");
        assert_int_equal(files_in(folder, NULL), 0);
    }
    assert_built(run(RIGHT, folder), "not there yet");
    assert_int_equal(files_in(folder, NULL), 1);
}
TEST_OF(tests, context_of_several_devices_stores_the_binary_of_its_own, start, stop) {
    simcl_script s = {0};
    cl_device_id devices[3];
    gt_cl_cache cache = {folder, NULL, 0, 0, NULL};
    cl_platform_id platform;
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    gt_cl third;
    cl_int code;
    assert_int_equal(close_device(NULL), 0);
    s.devices = 3;
    simcl_reset(&s);
    assert_int_equal(clGetPlatformIDs(1, &platform, NULL), CL_SUCCESS);
    assert_int_equal(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 3, devices, NULL), CL_SUCCESS);
    context = clCreateContext(NULL, 3, devices, NULL, NULL, &code);
    queue = gt_cl_queue_new_(context, devices[2], CL_QUEUE_PROFILING_ENABLE, &code);
    assert_int_equal(gt_cl_attach(&third, context, queue), GT_OK);
    for (int i = 0; i < 2; i++) {
        program = gt_cl_program_cached(&third, RIGHT, options, "test", &cache);
        assert_non_null(program);
        assert_int_equal(cache.hit, i);
        clReleaseProgram(program);
    }
    for (int i = 0; i < 3; i++) assert_int_equal(binaries_asked[i], i == 2);
    gt_cl_close(&third);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    assert_int_equal(simcl_leaks(stderr), 0);
    assert_int_equal(open_device(NULL), 0);
}
#endif

/* ---- disks that fail ---- */

TEST_OF(tests, full_disk_leaves_the_program_and_no_file, start, stop) {
    static const rlim_t rooms[] = {0, 1, 40, sizeof(gt_cl_head_), sizeof(gt_cl_head_) + 1, sizeof(gt_cl_head_) + 20};
    void (*before)(int) = signal(SIGXFSZ, SIG_IGN);
    need_device();
    disk.is_full = 1;
    for (size_t i = 0; i < sizeof rooms / sizeof rooms[0]; i++) {
        disk.room = rooms[i];
        assert_built(run(RIGHT, folder), "check the space left");
        assert_int_equal(files_in(folder, NULL), 0);
    }
    disk.is_full = 0;
    (void)signal(SIGXFSZ, before);
    assert_built(run(RIGHT, folder), "not there yet");
}
TEST_OF(tests, failing_writes_and_closes_leave_no_file, start, stop) {
    need_device();
    for (size_t nth = 1; nth <= 2; nth++) {
        memset(&disk, 0, sizeof disk);
        disk.write_fails = nth;
        disk.code = ENOSPC;
        assert_built(run(RIGHT, folder), "check the space left");
        assert_int_equal(files_in(folder, NULL), 0);
    }
    memset(&disk, 0, sizeof disk);
    disk.close_fails = 1;
    assert_built(run(RIGHT, folder), "check the space left");
    assert_int_equal(files_in(folder, NULL), 0);
    memset(&disk, 0, sizeof disk);
    assert_built(run(RIGHT, folder), "not there yet");
    for (size_t nth = 1; nth <= 2; nth++) {
        memset(&disk, 0, sizeof disk);
        disk.read_fails = nth;
        disk.code = EIO;
        assert_built(run(RIGHT, folder), "cannot be read");
    }
}
TEST_OF(tests, short_and_interrupted_calls_are_gone_on_with, start, stop) {
    need_device();
#ifdef SIMCL
    disk.few = 1;
#endif
    disk.write_fails = 2;
    disk.code = EINTR;
    assert_built(run(RIGHT, folder), "not there yet");
    disk.read_fails = 2;
    assert_loaded(run(RIGHT, folder));
    assert_true(disk.writes > 2 && disk.reads > 2);
}
/* First: it knows how many were written. */
TEST_OF(first, leftovers_of_a_process_of_the_same_number_are_no_obstacle, start, stop) {
    char left[500];
    need_device();
    assert_built(run(RIGHT, folder), "not there yet");
    assert_int_equal(files_in(folder, path), 1);
    remove_all(path);
    for (unsigned long i = 0; i < 12; i++) {
        (void)snprintf(left, sizeof left, "%s.%ld.%lu", path, (long)getpid(), i);
        save(left, "left", 4, 0600);
    }
    assert_built(run(RIGHT, folder), "not there yet");
    assert_loaded(run(RIGHT, folder));
}

/* In a child, as somebody who is not root, who may write everywhere. Its exit status, which is what() or 2. */
static int in_child(int (*what)(void), int as_nobody) {
    int status = -1;
    pid_t child;
    fflush(stdout);
    fflush(stderr);
    child = fork();
    if (child == 0) {
        if (as_nobody && geteuid() == 0 && seteuid(65534)) _exit(2);
        _exit(what());
    }
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status)) return -1;
    return WEXITSTATUS(status);
}
#ifdef SIMCL
static int build_in_a_folder_without_a_right_to_write(void) {
    outcome o = run(RIGHT, folder);
    return o.hit == 0 && o.result == RIGHT_RESULT && strstr(o.why, "no file can be made in the folder") ? 0 : 1;
}
static int build_in_a_folder_without_a_right_to_enter(void) {
    outcome o = run(RIGHT, folder);
    return o.hit == 0 && o.result == RIGHT_RESULT && strstr(o.why, "cannot be opened") ? 0 : 1;
}
static int build_in_a_folder_that_cannot_be_made(void) {
    outcome o = run(RIGHT, folder);
    return o.hit == 0 && o.result == RIGHT_RESULT && strstr(o.why, "cannot be ") ? 0 : 1;
}
TEST_OF(tests, folders_that_may_not_be_written_entered_or_made_leave_the_program, start, stop) {
    uid_t user = geteuid() ? geteuid() : 65534;
    assert_int_equal(chmod(scratch, 0711), 0);
    assert_int_equal(mkdir(folder, 0700), 0);
    assert_int_equal(chmod(folder, 0500), 0);
    assert_int_equal(chown(folder, user, getegid()), 0);
    assert_int_equal(in_child(build_in_a_folder_without_a_right_to_write, 1), 0);
    assert_int_equal(files_in(folder, NULL), 0);
    assert_int_equal(chmod(folder, 0), 0);
    assert_int_equal(in_child(build_in_a_folder_without_a_right_to_enter, 1), 0);
    remove_all(folder);
    assert_int_equal(chmod(scratch, 0555), 0);
    assert_int_equal(in_child(build_in_a_folder_that_cannot_be_made, 1), 0);
    assert_int_equal(files_in(folder, NULL), -1);
    assert_int_equal(chmod(scratch, 0700), 0);
}
#endif
TEST_OF(tests, folder_whose_parent_is_missing_or_a_file_leaves_the_program, start, stop) {
    char name[400];
    need_device();
    (void)snprintf(name, sizeof name, "%s/no/such/folder", scratch);
    assert_built(run(RIGHT, name), "its parent must exist");
    assert_built(run(RIGHT, "/dev/null/cache"), "no folder");
    assert_built(run(RIGHT, "/dev/full"), "no folder");
    {
        static char endless[10000];
        memset(endless, 'x', sizeof endless - 1);
        assert_built(run(RIGHT, endless), "not cached");
        endless[4000] = 0;
        assert_built(run(RIGHT, endless), "not cached");
    }
}

/* ---- two processes ---- */

enum { ROUNDS = 200 };
static int race(unsigned seed) {        /* the child's exit status */
    test_random_state += seed * 7919u;
#ifdef SIMCL
    for (int i = 0; i < ROUNDS; i++) {
        outcome o = run(RIGHT, folder);
        if (o.result != RIGHT_RESULT || gt_error_first()) return 1;
        if (!o.hit && strcmp(o.why, "not there yet")) {
            fprintf(stderr, "%s\n", o.why);
            return 2;
        }
        if (test_below(2)) (void)unlink(path);
    }
    return 0;
#else
    outcome o;
    if (open_device(NULL)) return 3;
    for (int i = 0; i < 3; i++) {
        o = run(RIGHT, folder);
        if (o.result != RIGHT_RESULT || gt_error_first()) return 1;
        if (!o.hit && strcmp(o.why, "not there yet")) return 2;
    }
    return o.hit ? 0 : 4;
#endif
}
static void two_processes_that_write_the_same_key_both_get_it_right(void) {
    pid_t child[2];
    int status;
#ifdef SIMCL
    assert_built(run(RIGHT, folder), "not there yet");
    assert_int_equal(files_in(folder, path), 1);
#endif
    fflush(stdout);
    for (unsigned i = 0; i < 2; i++) {
        child[i] = fork();
        assert_true(child[i] >= 0);
        if (child[i] == 0) _exit(race(i + 1));
    }
    for (int i = 0; i < 2; i++) {
        assert_int_equal(waitpid(child[i], &status, 0), child[i]);
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), 0);
    }
}
#ifdef SIMCL
TEST_OF(alone, two_processes_with_one_key_get_it_right_and_leave_one_file, start, stop) {
    two_processes_that_write_the_same_key_both_get_it_right();
    (void)run(RIGHT, folder);
    assert_int_equal(files_in(folder, NULL), 1);
    assert_loaded(run(RIGHT, folder));
}
#else
static int device_is_there;
/* Before this process uses OpenCL, since drivers do not survive a fork. */
TEST_OF(alone, two_processes_with_one_key_get_it_right_and_leave_one_file, start, stop) {
    if (!device_is_there) skip();
    two_processes_that_write_the_same_key_both_get_it_right();
    assert_int_equal(files_in(folder, NULL), 1);
}
static int look_for_a_device(void) {    /* in a child, for the same reason */
    gt_cl c;
    int status = gt_cl_open(&c, NULL) == GT_OK ? 0 : gt_error_first()->status == GT_ERR_NO_DEVICE ? 77 : 1;
    if (status == 0) gt_cl_close(&c);
    return status;
}
#endif

int main(void) {
    int failed;
    strcpy(scratch, "/tmp/gputime-cache-XXXXXX");
    if (!mkdtemp(scratch)) {
        perror(scratch);
        return 1;
    }
    (void)snprintf(folder, sizeof folder, "%s/cache", scratch);
    {
        char drivers[300];              /* PoCL's own cache begins empty, and ends with this */
        (void)snprintf(drivers, sizeof drivers, "%s/pocl", scratch);
        (void)mkdir(drivers, 0700);
        (void)setenv("POCL_CACHE_DIR", drivers, 1);
    }
#ifdef SIMCL
    failed = test_group("first", open_device, close_device);
    failed += test_group("tests", open_device, close_device);
    failed += test_group("alone", open_device, close_device);
#else
    device_is_there = in_child(look_for_a_device, 0) != 77;
    failed = test_group("alone", NULL, NULL);
    failed += test_group("first", open_device, close_device);
    failed += test_group("tests", open_device, close_device);
#endif
    remove_all(scratch);
    return failed;
}
