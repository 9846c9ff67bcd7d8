/* alone: yes */
/* link: simcl OpenCL */
/* asan: yes */
/* tsan: yes */
/* flags: -D_DEFAULT_SOURCE */
/* Facts about warming up: on the simulated device each utility takes away exactly the scripted cost that it is for, and
   nothing else; on a real one (PoCL will do) memory holds afterwards what it should. And the pages of the host. */
#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#include "test.h"

#include "kit_cl.h"
#include "host.h"
#ifdef SIMCL
#include "simcl.h"
#define REAL 0
#else
#define REAL 1
#endif

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1             /* touches memory of its own, for each byte that is looked at */
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

/* ---- host memory ---- */

enum { PAGE = 4096 };

/* Fresh memory without pages, and never in large ones. */
static unsigned char *fresh_pages(size_t pages) {
    void *p = mmap(NULL, pages * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(p != MAP_FAILED);
    (void)madvise(p, pages * PAGE, MADV_NOHUGEPAGE);
    return p;
}
static void free_pages(unsigned char *p, size_t pages) { assert_int_equal(munmap(p, pages * PAGE), 0); }

TEST(parts_touch_every_page_exactly_once) {
    static const size_t sizes[] = {1, 2, 100, 4095, 4096, 4097, 8192, 12289, 5 * PAGE + 1, 16 * PAGE,
                                   17 * PAGE - 1, 40000, 98765};
    static const size_t skews[] = {0, 1, 64, 2048, 4095};
    static const unsigned parts[] = {1, 2, 3, 5, 7, 16, 33, 100};
    enum { MOST = 40 };
    if ((size_t)sysconf(_SC_PAGESIZE) != PAGE || SANITIZED == 2) skip();   /* valgrind leaves pages there */
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
    for (size_t k = 0; k < sizeof skews / sizeof skews[0]; k++)
    for (size_t m = 0; m < sizeof parts / sizeof parts[0]; m++)
    for (int how = GT_TOUCH_READ; how <= GT_TOUCH_FILL; how++) {
        unsigned times[MOST] = {0};
        unsigned char present[MOST];
        const size_t used = (skews[k] + sizes[i] + PAGE - 1) / PAGE;
        size_t least = MOST, most = 0;
        if (m > 3 && (i + k) % 4) continue;     /* for the time's sake */
        for (unsigned part = 0; part < parts[m]; part++) {
            unsigned char *p = fresh_pages(MOST);
            size_t mine = 0;
            assert_int_equal(gt_touch(p + PAGE + skews[k], sizes[i], (gt_touch_how)how, part, parts[m]), GT_OK);
            assert_int_equal(mincore(p, MOST * PAGE, present), 0);
            for (int page = 0; page < MOST; page++) {
                times[page] += present[page] & 1u;
                mine += present[page] & 1u;
            }
            if (mine < least) least = mine;
            if (mine > most) most = mine;
            free_pages(p, MOST);
        }
        for (size_t page = 0; page < MOST; page++) assert_int_equal(times[page], page >= 1 && page <= used);
        assert_true(most <= least + 1);         /* as equal as can be */
    }
}
TEST(reading_and_writing_leave_the_contents_and_filling_leaves_zeros) {
    enum { N = 3 * PAGE + 77 };
    unsigned char *p = malloc(N + 2);
    assert_non_null(p);
    for (int i = 0; i < N + 2; i++) p[i] = (unsigned char)(i * 7 + i / 256 + 1);
    assert_int_equal(gt_touch(p + 1, N, GT_TOUCH_READ, 0, 1), GT_OK);
    assert_int_equal(gt_touch(p + 1, N, GT_TOUCH_WRITE, 0, 1), GT_OK);
    for (int i = 0; i < N + 2; i++) assert_int_equal(p[i], (unsigned char)(i * 7 + i / 256 + 1));
    p[0] = p[N + 1] = 99;
    for (unsigned part = 0; part < 3; part++) {
        memset(p + 1, 1, N);
        assert_int_equal(gt_touch(p + 1, N, GT_TOUCH_FILL, part, 3), GT_OK);
        for (int i = 1; i <= N; i++) {          /* a part begins at a page, and ends at one */
            const uintptr_t first = (uintptr_t)(p + 1) / PAGE, pages = (uintptr_t)(p + N) / PAGE - first + 1;
            const uintptr_t page = (uintptr_t)(p + i) / PAGE - first, longer = pages % 3, each = pages / 3;
            const uintptr_t of = page < longer * (each + 1) ? page / (each + 1) : (page - longer) / each;
            assert_int_equal(p[i], of != part);
        }
    }
    assert_int_equal(p[0], 99);
    assert_int_equal(p[N + 1], 99);
    free(p);
}
TEST(arguments_that_make_no_sense_touch_nothing) {
    unsigned char byte = 5;
    assert_int_equal(gt_touch(NULL, 1, GT_TOUCH_FILL, 0, 1), GT_ERR_ARGUMENT);
    assert_int_equal(gt_touch(&byte, 1, GT_TOUCH_FILL, 0, 0), GT_ERR_ARGUMENT);
    assert_int_equal(gt_touch(&byte, 1, GT_TOUCH_FILL, 1, 1), GT_ERR_ARGUMENT);
    assert_int_equal(gt_touch(&byte, 1, GT_TOUCH_FILL, 7, 3), GT_ERR_ARGUMENT);
    assert_int_equal(gt_touch(&byte, 1, (gt_touch_how)3, 0, 1), GT_ERR_ARGUMENT);
    assert_int_equal(gt_touch(&byte, SIZE_MAX, GT_TOUCH_FILL, 0, 1), GT_ERR_ARGUMENT);
    assert_int_equal(byte, 5);
    assert_int_equal(gt_touch(NULL, 0, GT_TOUCH_FILL, 0, 1), GT_OK);
    assert_int_equal(gt_touch(&byte, 0, GT_TOUCH_FILL, 0, 1), GT_OK);
    assert_int_equal(byte, 5);
    assert_int_equal(gt_touch(&byte, 1, GT_TOUCH_FILL, 1, 2), GT_OK);   /* an empty part */
    assert_int_equal(byte, 5);
}

static long faults(void) {
    struct rusage use;
    assert_int_equal(getrusage(RUSAGE_SELF, &use), 0);
    return use.ru_minflt;
}
/* Page faults of touching: first, again, and then of writing. */
static void faults_of(gt_touch_how how, unsigned parts, size_t pages, long out[3]) {
    unsigned char *p = fresh_pages(pages);
    long before = faults();
    for (unsigned i = 0; i < parts; i++) assert_int_equal(gt_touch(p, pages * PAGE, how, i, parts), GT_OK);
    out[0] = faults() - before;
    before = faults();
    for (unsigned i = 0; i < parts; i++) assert_int_equal(gt_touch(p, pages * PAGE, how, i, parts), GT_OK);
    out[1] = faults() - before;
    before = faults();
    memset(p, 1, pages * PAGE);
    out[2] = faults() - before;
    free_pages(p, pages);
}
/* Linux reads new memory from one page of zeros, and copies it when it is written. Not every system does: on some, what
   was read can be written without a further fault. */
static long faults_of_writing_what_was_read(size_t pages) {
    volatile unsigned char *p = fresh_pages(pages);
    long before;
    for (size_t i = 0; i < pages; i++) (void)p[i * PAGE];
    before = faults();
    for (size_t i = 0; i < pages; i++) p[i * PAGE] = 1;
    before = faults() - before;
    free_pages((unsigned char *)(uintptr_t)p, pages);
    return before;
}
TEST(write_touch_takes_each_page_fault_once_and_read_touch_leaves_those_of_writing) {
    enum { PAGES = 2000 };
    long n[3], left;
#if SANITIZED
    skip();
#endif
    if ((size_t)sysconf(_SC_PAGESIZE) != PAGE || !test_faults_are_counted()) skip();
    faults_of(GT_TOUCH_WRITE, 1, 10, n);        /* the code's own pages */
    left = faults_of_writing_what_was_read(PAGES);
    if (left != PAGES) print_message("skip: here writing what was read takes %ld faults of %d\n", left, PAGES);
    for (unsigned parts = 1; parts <= 7; parts += 3) {
        faults_of(GT_TOUCH_WRITE, parts, PAGES, n);
        assert_int_equal(n[0], PAGES);
        assert_int_equal(n[1], 0);
        assert_int_equal(n[2], 0);
        faults_of(GT_TOUCH_FILL, parts, PAGES, n);
        assert_int_equal(n[0], PAGES);
        assert_int_equal(n[2], 0);
        faults_of(GT_TOUCH_READ, parts, PAGES, n);
        assert_int_equal(n[0], PAGES);
        assert_int_equal(n[1], 0);
        assert_int_equal(n[2], left);
    }
}

/* ---- device memory: contents, on any device ---- */

static gt_cl cl;

#ifdef SIMCL
static void begin_on(const simcl_script *script) {
    if (gt_self_) gt_self_->current = gt_self_->root;
    gt_enable(1);
    gt_reset();
    for (gt_device_ *d = gt_devices_; d; d = d->after) d->step_ns = d->described = 0;
    simcl_reset(script);
    assert_int_equal(gt_clock_set(simcl_now_ns, NULL, "simulated"), GT_OK);
    assert_int_equal(simcl_kernel("work", NULL, (simcl_cost){.ns = 5000}), 0);
    assert_int_equal(simcl_kernel("use", NULL, (simcl_cost){.ns = 7000}), 0);
}
#endif

static int open_device(void **state) {
    (void)state;
#ifdef SIMCL
    begin_on(NULL);
#else
    gt_reset();
#endif
    if (gt_cl_open(&cl, NULL) == GT_OK) return 0;
    gt_fail(stdout);
    return gt_error_first()->status != GT_ERR_NO_DEVICE;
}
static int close_device(void **state) {
    int failed = 0;
    (void)state;
    if (cl.queue) gt_cl_close(&cl);
#ifdef SIMCL
    failed = simcl_leaks(stderr) || simcl_misuses(NULL);
    gt_reset();
    gt_clock_set(NULL, NULL, NULL);
#endif
    return failed;
}
static void need_device(void) { if (!cl.queue) skip(); }

static cl_mem buffer_of(size_t bytes, const void *contents) {
    cl_int code;
    cl_mem m = clCreateBuffer(cl.context, CL_MEM_READ_WRITE, bytes, NULL, &code);
    assert_int_equal(code, CL_SUCCESS);
    if (contents) code = clEnqueueWriteBuffer(cl.queue, m, CL_TRUE, 0, bytes, contents, 0, NULL, NULL);
    assert_int_equal(code, CL_SUCCESS);
    return m;
}

TEST(fill_overwrites_all_of_a_buffer, open_device, close_device) {
    static const size_t sizes[] = {384, 4096, 1016, 3 * 64, 800008};
    static const size_t odd[] = {1, 15, 16, 17, 31, 4097, 65535};
    unsigned char pattern[128];
    need_device();
    for (size_t i = 0; i < sizeof pattern; i++) pattern[i] = (unsigned char)(i * 37 + 11);
    for (int i = 0; i < 12; i++) {
        const size_t size = i < 5 ? sizes[i] : odd[i - 5];
        const size_t of_pattern = i >= 5 ? 1 : (size_t)128 >> i * 3 % 8;
        unsigned char *got = malloc(size);
        cl_mem m;
        assert_non_null(got);
        memset(got, 0xEE, size);
        m = buffer_of(size, got);
        assert_int_equal(gt_cl_fill(cl.queue, m, pattern, of_pattern), GT_OK);
        assert_int_equal(clEnqueueReadBuffer(cl.queue, m, CL_TRUE, 0, size, got, 0, NULL, NULL), CL_SUCCESS);
        for (size_t k = 0; k < size; k++) if (got[k] != pattern[k % of_pattern])
            fail_msg("size %zu, pattern of %zu: byte %zu is %u", size, of_pattern, k, got[k]);
        clReleaseMemObject(m);
        free(got);
    }
    assert_null(gt_error_first());
}
TEST(fills_that_make_no_sense_are_refused_and_change_nothing, open_device, close_device) {
    static const unsigned char pattern[256] = {1, 2, 3};
    static const size_t bad[] = {0, 3, 64, 256};
    unsigned char got[96];
    cl_mem m, other;
    need_device();
    memset(got, 0xEE, sizeof got);
    m = buffer_of(sizeof got, got);
    other = buffer_of(sizeof got, got);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        /* some drivers take a pattern that OpenCL refuses */
        if (clEnqueueFillBuffer(cl.queue, other, pattern, bad[i], 0, sizeof got, 0, NULL, NULL) == CL_SUCCESS) continue;
        assert_int_equal(gt_cl_fill(cl.queue, m, pattern, bad[i]), GT_ERR_OPENCL);
        assert_non_null(gt_error_first());
        assert_string_equal(gt_error_first()->call, "clEnqueueFillBuffer in gt_cl_fill");
        assert_string_equal(gt_error_first()->code_name, "CL_INVALID_VALUE");
        gt_reset();
    }
    assert_int_equal(clEnqueueReadBuffer(cl.queue, m, CL_TRUE, 0, sizeof got, got, 0, NULL, NULL), CL_SUCCESS);
    for (size_t k = 0; k < sizeof got; k++) assert_int_equal(got[k], 0xEE);
    clReleaseMemObject(other);
    clReleaseMemObject(m);
    {
        cl_int code;
        m = clCreateBuffer(cl.context, CL_MEM_READ_ONLY, 64, NULL, &code);
        assert_int_equal(gt_cl_fill(cl.queue, m, pattern, 1), GT_OK);
        clReleaseMemObject(m);
    }
    gt_reset();
}

/* A kernel, how it is launched, and what its first two launches took, from an idle queue to an idle queue. */
typedef struct shape {
    cl_kernel kernel;
    cl_uint dimensions;
    size_t offset[3], global[3], local[3];      /* local[0] 0: NULL */
    int has_offset;                             /* 0: NULL */
    double first_ns, second_ns;
} shape;
static gt_status warm_shape(const shape *s) {
    return gt_cl_warm_kernel(cl.queue, s->kernel, s->dimensions, s->has_offset ? s->offset : NULL, s->global,
                             s->local[0] ? s->local : NULL);
}
static double timed_ns(const shape *s) {
    gt_timer t = {0};
    assert_int_equal(clFinish(cl.queue), CL_SUCCESS);
    gt_timer_start(&t);
    assert_int_equal(warm_shape(s), GT_OK);
    gt_timer_stop(&t);
    return gt_timer_ns(&t);
}
static void warm_twice(shape *s, int count) {
    gt_clock_info();
    for (int i = 0; i < count; i++) {
        s[i].first_ns = timed_ns(&s[i]);
        s[i].second_ns = timed_ns(&s[i]);
    }
}

static const char *const add_source = "kernel void work(global int *a) { atomic_inc(a + get_global_id(0)); }\n";
#ifdef SIMCL
static void add_body(const simcl_launch *l) {
    cl_int *a = l->arg[0].data;
    for (size_t i = l->offset[0]; i < l->offset[0] + l->global[0]; i++) a[i]++;
}
#endif
TEST(kernels_are_run_once_for_each_call_at_their_shape, open_device, close_device) {
    shape shapes[3];
    cl_int got[96], code, zero[96];
    cl_program program;
    cl_mem m;
    need_device();
#ifdef SIMCL
    simcl_kernel("work", add_body, (simcl_cost){.ns = 5000});
#endif
    memset(zero, 0, sizeof zero);
    memset(shapes, 0, sizeof shapes);
    m = buffer_of(sizeof zero, zero);
    program = gt_cl_program(&cl, add_source, NULL, "work");
    assert_non_null(program);
    for (int i = 0; i < 3; i++) {
        shapes[i].kernel = clCreateKernel(program, "work", &code);
        assert_int_equal(clSetKernelArg(shapes[i].kernel, 0, sizeof m, &m), CL_SUCCESS);
        shapes[i].dimensions = 1;
    }
    shapes[0].global[0] = 32;
    shapes[1].global[0] = 64;
    shapes[1].local[0] = 16;
    shapes[2].global[0] = 32;
    shapes[2].offset[0] = 64;
    shapes[2].has_offset = 1;
    shapes[1].offset[0] = 7;                    /* not meant: has_offset is 0 */
    warm_twice(shapes, 3);
    assert_int_equal(clEnqueueReadBuffer(cl.queue, m, CL_TRUE, 0, sizeof got, got, 0, NULL, NULL), CL_SUCCESS);
    for (int i = 0; i < 96; i++) assert_int_equal(got[i], i < 32 ? 4 : 2);
    for (int i = 0; i < 3; i++) {
        assert_true(shapes[i].first_ns > 0 && shapes[i].second_ns > 0);
        clReleaseKernel(shapes[i].kernel);
    }
    assert_null(gt_error_first());
    clReleaseProgram(program);
    clReleaseMemObject(m);
}

/* ---- another thread opens the device ---- */

static uint32_t opened;
static void *open_it(void *status) {
    *(gt_status *)status = gt_cl_open(&cl, NULL);
    __atomic_store_n(&opened, 1, __ATOMIC_RELEASE);
    return NULL;
}
/* The main thread records and reports meanwhile; on a real device it also runs phases on a queue of its own. */
TEST(device_can_be_opened_on_a_thread_while_others_record_and_report, open_device, close_device) {
    gt_status status = GT_ERR_ORDER, reported;
    pthread_t thread;
    size_t n = 0;
    char *text;
#ifndef SIMCL
    cl_context context;
    cl_command_queue queue;
    cl_device_id device;
    cl_int code;
#endif
    need_device();
#ifndef SIMCL
    device = cl.device;
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    assert_int_equal(code, CL_SUCCESS);
    queue = gt_cl_queue_new_(context, device, CL_QUEUE_PROFILING_ENABLE, &code);
    assert_int_equal(code, CL_SUCCESS);
#endif
    gt_cl_close(&cl);
    assert_int_equal(gt_clock_set(NULL, NULL, NULL), GT_OK);
    for (int round = 0; round < 10; round++) {
        opened = 0;
        assert_int_equal(pthread_create(&thread, NULL, open_it, &status), 0);
        do {
            GT_SCOPE("meanwhile") n++;
#ifndef SIMCL
            GT_SCOPE_CL(queue, "phase") GT_CL(clFinish(queue));
#endif
            free(text_of(gt_report, &reported));  /* report_text() would change the environment that the thread reads */
            assert_int_equal(reported, GT_OK);
        } while (!__atomic_load_n(&opened, __ATOMIC_ACQUIRE));
        assert_int_equal(pthread_join(thread, NULL), 0);
        assert_int_equal(status, GT_OK);
        text = report_text();
        assert_non_null(strstr(text, cl.name));
        assert_non_null(strstr(text, " | opened in "));
        free(text);
        if (round < 9) gt_cl_close(&cl);
    }
    assert_int_equal(look("meanwhile")->n, n);
    assert_null(gt_error_first());
    GT_SCOPE_CL(cl.queue, "after") GT_CL(clFinish(cl.queue));
    assert_int_equal(look("after")->n, 1);
    gt_snapshot_free(&shown);
#ifndef SIMCL
    assert_int_equal(clReleaseCommandQueue(queue), CL_SUCCESS);
    assert_int_equal(clReleaseContext(context), CL_SUCCESS);
#endif
}

#ifdef SIMCL
/* ---- costs, on the simulated device, to the picosecond ---- */

/* Everything that a first run pays, each with a figure of its own, so that none can stand for another. */
static simcl_script paying(simcl_where where, size_t touch_page) {
    simcl_script s = {0};
    s.first_platform.ns = 286e6;
    s.context.ns = 4e6;
    s.device[0].build = (simcl_cost){.ns = 926e6};
    s.device[0].build_binary = (simcl_cost){.ns = 3e6};
    s.device[0].first_launch.ns = 39.6e6;
    s.device[0].new_shape.ns = 75e6;
    s.device[0].large_grid = 100000;
    s.device[0].compile_where = where;
    s.device[0].touch.per_unit_ns = 2.5;
    s.device[0].touch_where = where;
    s.device[0].touch_page = touch_page;
    return s;
}
static void begin_paying(simcl_where where, size_t touch_page) {
    simcl_script s = paying(where, touch_page);
    begin_on(&s);
    assert_int_equal(gt_cl_open(&cl, NULL), GT_OK);
}
static void end_paying(void) {
    gt_cl_close(&cl);
    assert_int_equal(simcl_leaks(stderr), 0);
    assert_int_equal(simcl_misuses(NULL), 0);
    assert_int_equal(simcl_hangs(), 0);
}
static void check_close(double got, double expected, const char *what, const char *file, int line) {     /* in ns */
    if (got - expected < 0.5 && expected - got < 0.5) return;
    print_error("%s is %.3f, not %.3f\n", what, got, expected);
    _fail(file, line);
}
#define CLOSE(got, expected) check_close((got), (expected), #got, __FILE__, __LINE__)

static double elapsed_ns(uint64_t from_ps) { return (double)(simcl_now_ps() - from_ps) * 1e-3; }

TEST(opening_says_what_its_parts_took) {
    const simcl_call *platform, *context, *queue;
    char *text;
    begin_paying(SIMCL_IN_ENQUEUE, 0);
    platform = simcl_call_at(0);
    context = simcl_last_call("clCreateContext");
    queue = simcl_last_call("clCreateCommandQueue");
    assert_string_equal(platform->name, "clGetPlatformIDs");
    CLOSE(cl.platform_ns, (double)(platform->end_ps - platform->begin_ps) * 1e-3);
    CLOSE(cl.platform_ns, 286e6 + 100);
    CLOSE(cl.context_ns, (double)(queue->end_ps - context->begin_ps) * 1e-3);
    CLOSE(cl.context_ns, 4e6 + 200);
    CLOSE(cl.devices_ns, (double)(context->begin_ps - platform->end_ps) * 1e-3);
    text = report_text();
    assert_non_null(strstr(text, " | opened in 290 ms: platform 286 ms, devices "));
    assert_non_null(strstr(text, ", context 4.0"));
    free(text);
    end_paying();
}
TEST(attached_queue_was_not_opened) {
    gt_cl mine;
    char *text;
    begin_paying(SIMCL_IN_ENQUEUE, 0);
    assert_int_equal(gt_cl_attach(&mine, cl.context, cl.queue), GT_OK);
    text = report_text();
    assert_non_null(strstr(text, " | idle clFinish "));
    assert_null(strstr(text, "opened in"));
    free(text);
    gt_cl_close(&mine);
    end_paying();
}
static cl_kernel kernel_of(cl_program program, const char *name) {
    cl_int code;
    cl_kernel k = clCreateKernel(program, name, &code);
    assert_int_equal(code, CL_SUCCESS);
    return k;
}
static double run_shape_ns(const shape *s) {
    const uint64_t begin = simcl_now_ps();
    const size_t *offset = s->has_offset ? s->offset : NULL, *local = s->local[0] ? s->local : NULL;
    int code = clEnqueueNDRangeKernel(cl.queue, s->kernel, s->dimensions, offset, s->global, local, 0, NULL, NULL);
    assert_int_equal(code, CL_SUCCESS);
    assert_int_equal(clFinish(cl.queue), CL_SUCCESS);
    return elapsed_ns(begin);
}
static double extra_of_first_run_ns(const shape *s) {
    const double first = run_shape_ns(s);
    return first - run_shape_ns(s);
}
/* The device compiles for the first launch, and again for each local size, an offset and a large grid: seven shapes of
   one kernel, one of another, and one that is of no new kind. What each pays comes from the rule, not from the kit. */
enum { SHAPES = 9 };
static const double extra_ns[SHAPES] = {39.6e6, 75e6, 75e6, 75e6, 75e6, 75e6, 75e6, 39.6e6, 0};
static void fill_shapes(shape *s, cl_kernel one, cl_kernel other) {
    static const size_t local[SHAPES] = {0, 64, 128, 0, 64, 0, 64, 0, 128};
    memset(s, 0, SHAPES * sizeof *s);
    for (int i = 0; i < SHAPES; i++) {
        s[i].kernel = i == 7 ? other : one;
        s[i].dimensions = i == 2 || i == 8 ? 2 : 1;
        s[i].global[0] = i == 5 || i == 6 ? 1 << 20 : i == 8 ? 512 : 256;
        s[i].global[1] = 2;
        s[i].local[0] = local[i];
        s[i].local[1] = 1;
        s[i].has_offset = i == 3 || i == 4;
        s[i].offset[0] = 32;
    }
}
TEST(warm_kernel_takes_the_compilers_cost_away_shape_by_shape) {
    static const simcl_where wheres[3] = {SIMCL_IN_ENQUEUE, SIMCL_BEFORE_START, SIMCL_IN_EXECUTION};
    for (int where = 0; where < 3; where++) {
        shape s[SHAPES], late;
        cl_program program;
        size_t commands;
        begin_paying(wheres[where], 0);
        program = gt_cl_program(&cl, "kernel void work() {}\nkernel void use() {}\n", NULL, "two");
        fill_shapes(s, kernel_of(program, "work"), kernel_of(program, "use"));
        commands = simcl_command_count();
        warm_twice(s, SHAPES);
        assert_int_equal(simcl_command_count() - commands, 2 * SHAPES);
        for (int i = 0; i < SHAPES; i++) {
            const double asked_ns = i == 0 || i == 7 ? 200 : 0;     /* the kit asks for a new kernel's name, context */
            CLOSE(s[i].first_ns - s[i].second_ns, extra_ns[i] + asked_ns);
            CLOSE(s[i].second_ns, run_shape_ns(&s[i]) + 100);   /* and it stays so; the kit asks for the device */
        }
        late = s[1];
        late.local[0] = 32;                     /* one that was not listed still pays */
        CLOSE(extra_of_first_run_ns(&late), 75e6);
        clReleaseKernel(s[0].kernel);
        clReleaseKernel(s[7].kernel);
        clReleaseProgram(program);
        end_paying();
    }
}
TEST(warm_kernel_takes_away_that_of_its_shape_alone) {
    for (int warmed = 0; warmed < SHAPES; warmed++) {
        shape s[SHAPES], *w;
        double first, again;
        cl_program program;
        begin_paying(SIMCL_IN_ENQUEUE, 0);
        program = gt_cl_program(&cl, "kernel void work() {}\nkernel void use() {}\n", NULL, "two");
        fill_shapes(s, kernel_of(program, "work"), kernel_of(program, "use"));
        w = &s[warmed];
        assert_int_equal(gt_cl_warm_kernel(cl.queue, w->kernel, w->dimensions, w->has_offset ? w->offset : NULL,
                                           w->global, w->local[0] ? w->local : NULL), GT_OK);
        first = run_shape_ns(&s[warmed]);
        again = run_shape_ns(&s[warmed]);
        CLOSE(first, again);
        if (warmed == 0) CLOSE(extra_of_first_run_ns(&s[1]), 75e6);
        if (warmed == 1) CLOSE(extra_of_first_run_ns(&s[7]), 39.6e6);
        clReleaseKernel(s[0].kernel);
        clReleaseKernel(s[7].kernel);
        clReleaseProgram(program);
        end_paying();
    }
}
TEST(cached_program_saves_the_build_and_not_the_first_launch) {
    char folder[] = "/tmp/gputime-warm-XXXXXX", file[200];
    gt_cl_cache cache = {folder, NULL, 0, 0, NULL};
    double built, loaded;
    assert_non_null(mkdtemp(folder));
    begin_paying(SIMCL_IN_ENQUEUE, 0);
    for (int i = 0; i < 2; i++) {
        static const char *const source = "kernel void work() {}\n";
        shape s;
        gt_cl_key_ key;
        uint64_t begin = simcl_now_ps();
        cl_program program = gt_cl_program_cached(&cl, source, NULL, "work", &cache);
        *(i ? &loaded : &built) = elapsed_ns(begin);
        assert_non_null(program);
        assert_int_equal(cache.hit, i);
        memset(&s, 0, sizeof s);
        s.kernel = kernel_of(program, "work");
        s.dimensions = 1;
        s.global[0] = 64;
        CLOSE(extra_of_first_run_ns(&s), 39.6e6);
        clReleaseKernel(s.kernel);
        clReleaseProgram(program);
        assert_null(gt_cl_key_of_(&cl, source, NULL, &cache, &key));
        (void)snprintf(file, sizeof file, "%s/%016llx%016llx.clbin", folder, (unsigned long long)key.a,
                       (unsigned long long)key.b);
        if (i) assert_int_equal(unlink(file), 0);
    }
    assert_int_equal(rmdir(folder), 0);
    assert_true(built > 926e6 && built < 926e6 + 5000);         /* the rest: calls of 100 ns */
    assert_true(loaded > 3e6 && loaded < 3e6 + 5000);
    end_paying();
}

/* First use by a kernel that takes the whole buffer. */
static double use_ns(cl_kernel kernel, cl_mem m) {
    shape s;
    memset(&s, 0, sizeof s);
    s.kernel = kernel;
    s.dimensions = 1;
    s.global[0] = 64;
    assert_int_equal(clSetKernelArg(kernel, 0, sizeof m, &m), CL_SUCCESS);
    return run_shape_ns(&s);
}
/* The first use of a buffer: by the kit's fill, and what a program may try in its place. */
enum { FILL, ELEMENT, MIGRATE, TOUCHES };
static void touch(int how, cl_mem m, const void *pattern, size_t size) {
    if (how == FILL) assert_int_equal(gt_cl_fill(cl.queue, m, pattern, size), GT_OK);
    if (how == ELEMENT)
        assert_int_equal(clEnqueueWriteBuffer(cl.queue, m, CL_TRUE, 0, size, pattern, 0, NULL, NULL), CL_SUCCESS);
    if (how == MIGRATE)
        assert_int_equal(clEnqueueMigrateMemObjects(cl.queue, 1, &m, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED,
                                                    0, NULL, NULL), CL_SUCCESS);
    if (how == MIGRATE) assert_int_equal(clFinish(cl.queue), CL_SUCCESS);
}
TEST(device_touches_take_the_cost_of_their_pages_away_and_nothing_else) {
    static const simcl_where wheres[3] = {SIMCL_IN_ENQUEUE, SIMCL_BEFORE_START, SIMCL_IN_EXECUTION};
    enum { BYTES = 10 * PAGE + 256 };
    for (int how = -1; how < TOUCHES; how++)       /* -1: not at all */
    for (int where = 0; where < 3; where++)
    for (int by_page = 0; by_page < 2; by_page++) {
        const size_t present = how < 0 ? 0 : how == ELEMENT && by_page ? PAGE : BYTES;
        shape other;
        cl_mem m, never;
        cl_program program;
        cl_kernel kernel;
        double warm;
        begin_paying(wheres[where], by_page ? PAGE : 0);
        program = gt_cl_program(&cl, "kernel void use(global int *a) {}\n", NULL, "use");
        kernel = kernel_of(program, "use");
        m = buffer_of(BYTES, NULL);
        warm = use_ns(kernel, m);               /* first launch and first use of this buffer, out of the way */
        warm = use_ns(kernel, m);
        clReleaseMemObject(m);

        m = buffer_of(BYTES, NULL);
        never = buffer_of(BYTES, NULL);
        if (how >= 0) touch(how, m, "abcd", 4);
        CLOSE(use_ns(kernel, m), warm + 2.5 * (double)(BYTES - present));
        CLOSE(use_ns(kernel, m), warm);
        CLOSE(use_ns(kernel, never), warm + 2.5 * BYTES);       /* another buffer still pays */
        memset(&other, 0, sizeof other);
        other.kernel = kernel;
        other.dimensions = 1;
        other.global[0] = 64;
        other.local[0] = 32;
        CLOSE(extra_of_first_run_ns(&other), 75e6);       /* and so does another shape */
        clReleaseMemObject(m);
        clReleaseMemObject(never);
        clReleaseKernel(kernel);
        clReleaseProgram(program);
        end_paying();
    }
}
TEST(filling_waits_for_what_it_began) {
    cl_mem m;
    begin_paying(SIMCL_IN_EXECUTION, 0);
    m = buffer_of(1 << 20, NULL);
    assert_int_equal(gt_cl_fill(cl.queue, m, "abcd", 4), GT_OK);
    assert_int_equal(simcl_command_count(), 1);
    assert_true(simcl_command_at(0)->seen_ps <= simcl_now_ps());
    clReleaseMemObject(m);
    end_paying();
}

/* ---- calls that fail ---- */

enum { FILLING, WARMING, WAYS };
typedef struct failing { shape shape; cl_mem m; cl_program program; } failing;
static gt_status do_way(int way, failing *f) {
    return way == WARMING ? warm_shape(&f->shape) : gt_cl_fill(cl.queue, f->m, "abcd", 4);
}
static void begin_failing(failing *f) {
    begin_on(NULL);
    assert_int_equal(gt_cl_open(&cl, NULL), GT_OK);
    memset(f, 0, sizeof *f);
    f->m = buffer_of(4096, NULL);
    f->program = gt_cl_program(&cl, "kernel void work() {}\n", NULL, "work");
    f->shape.kernel = kernel_of(f->program, "work");
    f->shape.dimensions = 1;
    f->shape.global[0] = 64;
}
static void end_failing(failing *f) {
    clReleaseKernel(f->shape.kernel);
    clReleaseProgram(f->program);
    clReleaseMemObject(f->m);
    gt_cl_close(&cl);
}
/* Each call that each way makes, failed in turn: an error that names it, nothing left behind. */
TEST(each_call_that_fails_is_kept_by_name_and_nothing_leaks) {
    size_t tried = 0;
    for (int way = 0; way < WAYS; way++) {
        const char *names[64];
        size_t calls = 0, nth[64];
        failing f;
        begin_failing(&f);
        {
            const size_t from = simcl_call_count();
            assert_int_equal(do_way(way, &f), GT_OK);
            for (size_t i = from; i < simcl_call_count() && calls < 64; i++) {
                names[calls] = simcl_call_at(i)->name;
                nth[calls++] = simcl_call_at(i)->nth;
            }
        }
        end_failing(&f);
        assert_true(calls >= 2 && calls < 64);
        for (size_t i = 0; i < calls; i++) {
            const int releases = !strncmp(names[i], "clRelease", 9);
            int status;
            begin_failing(&f);
            assert_int_equal(simcl_fail(names[i], nth[i], CL_OUT_OF_RESOURCES), 0);
            status = do_way(way, &f);
            if (status == GT_OK && !strncmp(names[i], "clGet", 5)) {    /* what launch that was is not known, no more */
                end_failing(&f);
                continue;
            }
            assert_true(status < 0);
            assert_int_equal(simcl_faults_fired(), 1);
            assert_non_null(gt_error_first());
            assert_int_equal(gt_error_first()->code, CL_OUT_OF_RESOURCES);
            if (!strstr(gt_error_first()->call, names[i])
                || (!strstr(gt_error_first()->call, " in gt_") && !gt_error_first()->file[0]))
                fail_msg("way %d: %s failed, the error names %s", way, names[i], gt_error_first()->call);
            end_failing(&f);
            assert_int_equal(simcl_leaks(releases ? NULL : stderr), releases);      /* what could not be released */
            assert_int_equal(simcl_misuses(NULL), 0);
            gt_reset();
            tried++;
        }
    }
    assert_int_equal(tried, 5);
}
#endif

int main(void) {
    return test_all(NULL, NULL);
}
