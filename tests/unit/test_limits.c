/* link: simcl */
/* asan: yes */
/* Facts about ceilings on the simulated device: what gt_cl_limits measures is what the script says, whatever kernel
   calculates wrongly is found, the file is read or not; and what the arithmetic of limits gives. */
#include <sys/stat.h>
#include <unistd.h>
#include "test.h"

#include "kit_cl.h"

#include "host.h"
#include "rig.h"
#include "through.h"

/* ---- the kernels of the kit, and how long they take ---- */

enum { READ, WRITE, COPY, TRIAD, OPS };
static const double bandwidth[OPS] = { 400e9, 300e9, 350e9, 380e9 };    /* far from caches; 4 times that below 300 KB */
static const double local_rate = 5e12, float_rate = 10e12, half_rate = 16e12, int_rate = 4e12, link_rate = 1e8;
static const char *broken;              /* the kernel that calculates wrongly; NULL: none */

static cl_uint number(const simcl_launch *l, int i) {
    cl_uint v;
    memcpy(&v, l->arg[4 + i].data, sizeof v);
    return v;
}
static int width_of(const char *name) {
    const char *digits = strrchr(name, '_') + 1;
    return digits[0] ? atoi(digits) : 1;
}
static int is_broken(const simcl_launch *l) { return broken && !strncmp(l->name, broken, strlen(broken)); }
static int op_of(const char *name) {
    return !strncmp(name, "gt_read", 7) ? READ : !strncmp(name, "gt_write", 8) ? WRITE :
           !strncmp(name, "gt_copy", 7) ? COPY : TRIAD;
}
/* Vectors of 4 in the order of items are the best shape; the others reach a half. */
static double memory_ns(double items, double now_s, void *user) {
    static const int arrays[OPS] = { 1, 1, 2, 3 };
    const simcl_launch *l = simcl_launch_timed();
    const int op = op_of(l->name), width = width_of(l->name);
    const double each = 64.0 * width * arrays[op], rate = bandwidth[op] * (each * number(l, 0) < 300e3 ? 4 : 1);
    (void)now_s, (void)user;
    return 1e9 * each * items * number(l, 2) / (rate * (width == 4 && number(l, 4) > 1 ? 1 : 0.5));
}
static double local_ns(double items, double now_s, void *user) {
    const simcl_launch *l = simcl_launch_timed();
    const int width = width_of(l->name);
    (void)now_s, (void)user;
    return 1e9 * 1024.0 * width * items * number(l, 2) / (width == 4 ? local_rate : 0.7 * local_rate);
}
static double mad_ns(double items, double now_s, void *user) {
    const simcl_launch *l = simcl_launch_timed();
    const int width = width_of(l->name);
    const double rate = strstr(l->name, "float") ? float_rate : strstr(l->name, "half") ? half_rate : int_rate;
    (void)now_s, (void)user;
    return 1e9 * 24.0 * width * items * number(l, 2) / (width == 8 ? rate : 0.8 * rate);
}
static void fill(const simcl_launch *l) {
    cl_uint *y = l->arg[2].data, seed = number(l, 0);
    for (size_t i = 0; i < l->global[0]; i++) y[i] = gt_cl_mix_((cl_uint)i + seed);
}
static size_t elements(const simcl_launch *l) { return (size_t)number(l, 0) * 16 * (size_t)width_of(l->name); }
static void read_all(const simcl_launch *l) {       /* the sum of all is that of the first item here */
    const cl_uint *x = l->arg[0].data;
    cl_uint *sums = l->arg[3].data, sum = 0;
    for (size_t i = 0, n = elements(l); i < n; i++) sum += x[i];
    memset(sums, 0, l->global[0] * sizeof *sums);
    sums[0] = sum * number(l, 2) * (cl_uint)(l->global[0] / number(l, 0)) + (cl_uint)is_broken(l);
}
static void change(const simcl_launch *l) {
    const cl_uint *x = l->arg[0].data, *z = l->arg[1].data;
    cl_uint *y = l->arg[2].data;
    const int op = op_of(l->name), width = width_of(l->name);
    const size_t n = is_broken(l) ? 0 : elements(l);
    for (size_t i = 0; i < n; i++)
        y[i] = op == WRITE ? x[i % (size_t)width] + (cl_uint)(i / (size_t)width) * 2654435761u
               : op == COPY ? x[i] : x[i] + 3 * z[i];
}
static void local(const simcl_launch *l) {
    const cl_uint *x = l->arg[0].data;
    cl_uint *sums = l->arg[3].data, sum = 0;
    for (int i = 0, n = 256 * width_of(l->name); i < n; i++) sum += x[i];
    sum = sum * number(l, 2) + (cl_uint)is_broken(l);
    for (size_t i = 0; i < l->global[0]; i++) sums[i] = sum;
}
static void mad(const simcl_launch *l) {        /* step by step, of the 64 items that differ */
    const cl_uint *in = l->arg[0].data, width = (cl_uint)width_of(l->name), steps = number(l, 2) % 2;
    const int bits = strstr(l->name, "uint") ? 0 : 29;
    cl_uint *sums = l->arg[3].data;
    for (cl_uint item = 0; item < 64; item++) {
        sums[item] = (cl_uint)is_broken(l);
        for (cl_uint j = 0; j < 12 * width; j++) {
            cl_uint x = in[((item + j / width) & 63) * width + j % width] >> bits;
            for (cl_uint r = 0; r < steps; r++) x = number(l, 4) - x * number(l, 3);
            sums[item] += x;
        }
    }
    for (size_t i = 64; i < l->global[0]; i++) sums[i] = sums[i & 63];
}
static void register_kernels(void) {
    static const struct { const char *name; simcl_body body; double (*ns)(double, double, void *); } kinds[] = {
        { "gt_read_", read_all, memory_ns }, { "gt_write_", change, memory_ns }, { "gt_copy_", change, memory_ns },
        { "gt_triad_", change, memory_ns }, { "gt_local_", local, local_ns }, { "gt_mad_float_", mad, mad_ns },
        { "gt_mad_half_", mad, mad_ns }, { "gt_mad_uint_", mad, mad_ns } };
    static const char *const widths[] = { "", "4", "8", "16" };
    static char names[sizeof kinds / sizeof *kinds][4][24];
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        for (size_t w = 0; w < 4; w++) {
            sprintf(names[i][w], "%s%s", kinds[i].name, widths[w]);
            assert_int_equal(simcl_kernel(names[i][w], kinds[i].body, (simcl_cost){ .fn = kinds[i].ns }), 0);
        }
    assert_int_equal(simcl_kernel("gt_fill", fill, (simcl_cost){ .ns = 1000 }), 0);
    assert_int_equal(simcl_kernel("gt_null", NULL, (simcl_cost){ .ns = 4600 }), 0);
}

/* ---- a device without ceilings ---- */

static gt_cl cl;
static gt_cl_limits_options options;
static void forget(void) {              /* as a new process */
    for (gt_limits_known_ *k; (k = gt_limits_first_) != NULL; free(k)) gt_limits_first_ = k->next;
    for (gt_device_ *d = gt_devices_; d; d = d->after) {
        d->limits = NULL;
        d->top[0] = d->top[1] = d->local = 0;
        free(d->gauge);
        d->gauge = NULL;
    }
}
static int open_with(const char *extensions) {
    simcl_script script = { 0 };
    broken = NULL;
    memset(&options, 0, sizeof options);
    options.most_bytes = 1 << 19;
    script.device[0].read = (simcl_cost){ .per_unit_ns = 1e9 / link_rate };
    script.device[0].write = script.device[0].map = script.device[0].read;
    script.device[0].extensions = extensions;
    rig_open(&script, 0);
    register_kernels();
    forget();
    return gt_cl_attach(&cl, rig_context, rig_queue) != GT_OK;
}
static int open_device(void **state) { (void)state; return open_with(NULL); }
static int open_half(void **state) { (void)state; return open_with("cl_khr_fp16 cl_khr_pci_bus_info"); }
static int find_device(const char *bus, void **handle) { (void)bus, *handle = &cl; return 0; }
static int read_clock(void *handle, int which, unsigned *mhz) {
    (void)handle, *mhz = which == 1 ? 1500 : 1000;
    return 0;
}
static int read_width(void *handle, unsigned *bits) { (void)handle, *bits = 256; return 0; }
static int close_device(void **state) {
    (void)state;
    gt_cl_close(&cl);
    gt_cl_nvml_state_ = 0;
    forget();
    rig_close();
    return stop_looking(state);
}

static char page[1 << 16];
static const char *written(gt_status (*write)(FILE *out)) {
    FILE *f = fmemopen(page, sizeof page, "w");
    assert_int_equal(write(f), GT_OK);
    fclose(f);
    return page;
}
static gt_limits printed;
static gt_status print_limits(FILE *out) { return gt_limits_print(out, &printed); }

TEST(ceilings_are_those_of_the_script, open_device, close_device) {
    const simcl_command *last = NULL;
    gt_limits l;
    assert_int_equal(gt_cl_limits(&cl, &options, &l), GT_OK);
    assert_string_equal(l.conditions, "");
    printed = l;
    assert_non_null(strstr(written(print_limits), "\nconditions at its end: unknown (gauge.h reads "));
    for (int op = 0; op < OPS; op++) assert_true(is_near(l.ceiling[op].measured / bandwidth[op], 1, 0.02));
    assert_true(is_near(l.ceiling[GT_CEILING_LOCAL].measured / local_rate, 1, 0.02));
    assert_true(is_near(l.ceiling[GT_CEILING_FLOAT].measured / float_rate, 1, 0.02));
    assert_true(is_near(l.ceiling[GT_CEILING_INT].measured / int_rate, 1, 0.02));
    for (int i = GT_CEILING_TO_PAGEABLE; i < GT_CEILING_LAUNCH; i++)
        assert_true(is_near(l.ceiling[i].measured / link_rate, 1, 0.02));
    for (size_t i = simcl_command_count(); !last || strcmp(last->name, "gt_null");) last = simcl_command_at(--i);
    assert_true(is_near(l.ceiling[GT_CEILING_LAUNCH].measured, 1e-3 * (double)(last->seen_ps - last->queued_ps), 300));
    for (int i = 0; i < GT_CEILING_COUNT; i++) {
        const gt_ceiling *c = &l.ceiling[i];
        if (i == GT_CEILING_DOUBLE || i == GT_CEILING_HALF) assert_false(gt_is_finite_(c->measured));
        else assert_true(c->ci.low <= c->measured && c->measured <= c->ci.high && c->ci.confidence > 0.949);
        assert_false(gt_is_finite_(c->theory));        /* the device does not tell its lanes */
        assert_int_equal(c->formula[0] != 0, i <= GT_CEILING_INT);
    }
    assert_true(l.sizes >= 3);          /* the smallest arrays are nearer */
    assert_true(is_near(l.rate[READ][0] / bandwidth[READ], 1, 0.02));
    assert_true(is_near(l.rate[READ][l.sizes - 1] / bandwidth[READ], 4, 0.08));
}
TEST(a_wrong_result_gives_no_ceilings, open_device, close_device) {
    static const char *const kernels[] = { "gt_read_4", "gt_write_4", "gt_copy_4", "gt_triad_4", "gt_local_4",
                                           "gt_mad_float_8", "gt_mad_uint_8" };
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
        gt_limits l;
        broken = kernels[i];
        gt_reset();
        assert_int_equal(gt_cl_limits(&cl, &options, &l), GT_ERR_OPENCL);
        assert_non_null(strstr(gt_error_first()->detail, "wrong"));
        assert_false(l.ceiling[READ].measured > 0);
    }
    gt_reset();
}
TEST(calls_that_fail_leave_nothing_behind, open_device, close_device) {
    static const struct { const char *call; size_t nth; } faults[] = {
        { "clCreateBuffer", 3 }, { "clCreateBuffer", 5 }, { "clCreateKernel", 5 }, { "clSetKernelArg", 100 },
        { "clEnqueueNDRangeKernel", 40 }, { "clFinish", 70 }, { "clEnqueueReadBuffer", 3 }, { "clEnqueueMapBuffer", 1 },
        { "clEnqueueMapBuffer", 4 }, { "clBuildProgram", 1 } };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        const simcl_call *last = simcl_last_call(faults[i].call);
        const size_t before = last ? last->nth : 0, fired = simcl_faults_fired();
        gt_reset();
        assert_int_equal(simcl_fail(faults[i].call, before + faults[i].nth, CL_OUT_OF_RESOURCES), 0);
        if (gt_cl_limits(&cl, &options, NULL) == GT_OK) fail_msg("%s %zu", faults[i].call, faults[i].nth);
        assert_int_equal(simcl_faults_fired(), fired + 1);
    }
    gt_reset();
}

/* ---- types that no device here has ---- */

TEST(half_is_measured_where_the_device_has_it, open_half, close_device) {
    gt_limits l;
    memset(&gt_cl_nvml_, 0, sizeof gt_cl_nvml_);                /* a vendor's library that says little */
    gt_cl_nvml_.DeviceGetHandleByPciBusId_v2 = find_device;
    gt_cl_nvml_.DeviceGetClockInfo = gt_cl_nvml_.DeviceGetMaxClockInfo = read_clock;
    gt_cl_nvml_.DeviceGetMemoryBusWidth = read_width;
    gt_cl_nvml_state_ = 3;
    assert_int_equal(gt_cl_gauge(cl.device), GT_OK);
    assert_int_equal(gt_cl_limits(&cl, &options, &l), GT_OK);
    assert_non_null(strstr(l.conditions, "clock 1500 MHz, power unknown, temperature unknown; readings: "));
    assert_number(l.ceiling[GT_CEILING_COPY].theory, 64e9);     /* 2 x 1000 MHz x 256 bit / 8 */
    assert_true(is_near(l.ceiling[GT_CEILING_HALF].measured / half_rate, 1, 0.02));
    assert_false(gt_is_finite_(l.ceiling[GT_CEILING_DOUBLE].measured));
    broken = "gt_mad_half_8";
    options.again = 1;
    assert_int_equal(gt_cl_limits(&cl, &options, &l), GT_ERR_OPENCL);
    gt_reset();
}
/* The source that a device with all types gets, compiled for the processor. */
TEST(multiply_add_kernels_are_right_in_all_types) {
    static const char *const types[] = { "half", "float", "double", "uint" }, *const widths[] = { "", "8", "16" };
    char command[2000], source[300], program[300];
    FILE *out;
#if !defined(__x86_64__)
    print_message("skip: half in software is for x86-64\n");
    skip();
#endif
    if (system("clang --version >/dev/null 2>&1")) {
        print_message("skip: no clang\n");
        skip();
    }
    snprintf(source, sizeof source, "%s", test_file("limits.cl"));
    snprintf(program, sizeof program, "%s", test_file("mad_host"));
    out = fopen(source, "w");
    assert_non_null(out);
    for (int i = 0; i < 12; i++)
        fprintf(out, i % 3 ? "#define convert_%s%s(x) __builtin_convertvector(x, %s%s)\n"
                           : "#define convert_%s%s(x) (%s%s)(x)\n", types[i / 3], widths[i % 3], types[i / 3],
                widths[i % 3]);
    char *text = gt_cl_limits_source_("cl_khr_fp64 cl_khr_fp16");
    fputs(text, out);
    free(text);
    assert_int_equal(fclose(out), 0);
    snprintf(command, sizeof command, "clang -O1 -target x86_64-linux-gnu -x cl -cl-std=CL1.2 -c '%s' -o '%s.o' && "
             "clang -O1 -target x86_64-linux-gnu '%s.o' '%s' -o '%s' -lm && '%s'", source, program, program,
             GT_SOURCE_DIR "/tests/lib/mad_host.c", program, program);
    assert_int_equal(system(command), 0);
}

/* ---- the file ---- */

static char folder[300];
static int file_is(const char *command) {
    char text[700];
    snprintf(text, sizeof text, "%s '%s'/*.limits", command, folder);
    return system(text) == 0;
}
TEST(ceilings_are_kept_for_the_device_and_driver, open_device, close_device) {
    gt_limits first, second;
    size_t commands;
    snprintf(folder, sizeof folder, "%s", test_file("limits_of_a_test"));
    (void)file_is("rm -f");
    options.folder = folder;
    assert_int_equal(gt_cl_limits(&cl, &options, &first), GT_OK);
    assert_true(file_is("test -s"));
    forget();
    commands = simcl_command_count();
    assert_int_equal(gt_cl_limits(&cl, &options, &second), GT_OK);
    assert_int_equal(simcl_command_count(), commands);          /* read, not measured */
    assert_memory_equal(&first, &second, sizeof first);
    assert_int_equal(strlen(second.date), 20);
    options.figures.lanes[0] = 128;                             /* your figures count anew */
    options.figures.mhz = 1000;
    assert_int_equal(gt_cl_limits(&cl, &options, &second), GT_OK);
    assert_number(second.ceiling[GT_CEILING_FLOAT].theory, 1e9 * 16 * 128 * 2);
    options.again = 1;
    assert_int_equal(gt_cl_limits(&cl, &options, &second), GT_OK);
    assert_true(simcl_command_count() > commands);
    options.again = 0;
    forget();
    assert_true(file_is("truncate -s -1"));                     /* damaged: measured anew, and written */
    commands = simcl_command_count();
    assert_int_equal(gt_cl_limits(&cl, &options, &second), GT_OK);
    assert_true(simcl_command_count() > commands);
    assert_true(file_is("rm"));
    assert_int_equal(rmdir(folder), 0);
}

/* ---- what follows from ceilings ---- */

static char claimed[256];       /* its figures */
static gt_severity claimed_as;
static int is_implausible(double flops, double bytes, double ns) {
    gt_finding *list = NULL;
    size_t count = 0;
    int found = 0;
    gt_reset();
    for (int i = 0; i < 6; i++) {
        gt_cl_scope s = gt_cl_scope_begin(rig_queue, "claims");
        gt_work(flops, bytes);
        rig_launch(rig_queue, ns, GT_EVENT);
        gt_cl_scope_end(&s);
    }
    assert_int_equal(gt_findings(&list, &count), GT_OK);
    for (size_t i = 0; i < count; i++) {
        if (list[i].code != GT_FINDING_IMPLAUSIBLE) continue;
        snprintf(claimed, sizeof claimed, "%s", list[i].figures);
        claimed_as = list[i].severity;
        found = 1;
    }
    free(list);
    return found;
}
TEST(twice_the_ceiling_is_implausible, open_device, close_device) {
    const double ns = 1e7, s = 1e-9 * ns, most = 4 * bandwidth[READ];   /* global memory, at the quickest size */
    assert_false(is_implausible(2 * float_rate * s, 0, ns));    /* nobody knows better */
    assert_int_equal(gt_cl_limits(&cl, &options, NULL), GT_OK);
    assert_true(is_implausible(2 * float_rate * s, 0, ns));
    assert_true(is_implausible(0, 2 * local_rate * s, ns));
    assert_int_equal(claimed_as, GT_FAULT);
    assert_true(is_implausible(0, 2 * most * s, ns));           /* local memory is quicker */
    assert_int_equal(claimed_as, GT_WARNING);
    assert_non_null(strstr(claimed, "; the highest ceiling is 1.6"));
    assert_false(is_implausible(0.99 * float_rate * s, 0.99 * most * s, ns));
    gt_peak(4 * float_rate, 0);                                 /* the user knows better */
    assert_false(is_implausible(2 * float_rate * s, 0, ns));
    assert_true(is_implausible(5 * float_rate * s, 0, ns));
    assert_non_null(strstr(claimed, "; the peak is "));
    gt_peak(0, 0);
    gt_reset();
}
/* A kernel that keeps a tile in local memory, and a program that counts a byte each time it is used. Up to 1.5 times
   what global memory and its caches reach, nothing is known against a count; above that local memory may have served
   what was counted, but no global memory; above what local memory reaches nothing could. Through the file it is the
   same. */
TEST(bytes_that_no_cache_could_serve_are_claimed_wrongly, open_device, close_device) {
    const double ns = 1e7, s = 1e-9 * ns, cached = 4 * bandwidth[READ];
    const struct { double rate, peak; int is; gt_severity severity; const char *cause; } cases[] = {
        { 0.9 * cached, 0, 0, GT_INFO, NULL }, { 1.4 * cached, 0, 0, GT_INFO, NULL },
        { 1.6 * cached, 0, 1, GT_WARNING, "counts what local memory and registers served" },
        { 1.4 * local_rate, 0, 1, GT_WARNING, "counts what local memory and registers served" },
        { 1.6 * local_rate, 0, 1, GT_FAULT, "the work was skipped" },
        { 1.6 * cached, 2 * cached, 0, GT_INFO, NULL }, { 1.6 * cached, cached, 1, GT_FAULT, "the work was skipped" } };
    assert_int_equal(gt_cl_limits(&cl, &options, NULL), GT_OK);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        gt_list_ l;
        gt_peak(0, cases[i].peak);
        assert_int_equal(is_implausible(0, cases[i].rate * s, ns), cases[i].is);
        assert_int_equal(gt_list_open_(&l), GT_OK);
        for (size_t k = 0; k < l.count; k++) {
            if (l.f[k].code != GT_FINDING_IMPLAUSIBLE) continue;
            assert_int_equal(l.f[k].severity, cases[i].severity);
            assert_non_null(strstr(l.f[k].cause, cases[i].cause));
        }
        assert_int_equal(through_differs(&l), 0);
        gt_list_close_(&l);
    }
    gt_peak(0, 0);
    gt_reset();
}
static const char *report(void) { return written(gt_report); }
TEST(reports_say_what_bounds_a_phase, open_device, close_device) {
    const double mb = 1e6;
    static char data[1 << 20];
    cl_int err;
    assert_false(is_implausible(2e9, 400 * mb, 1e7));           /* 5 FLOP/B: 40 of 400 GB/s */
    assert_null(strstr(report(), "attainable"));
    assert_null(strstr(written(gt_write_json), "ceilings"));
    assert_int_equal(gt_cl_limits(&cl, &options, NULL), GT_OK);
    assert_false(is_implausible(2e9, 400 * mb, 1e7));
    assert_non_null(strstr(report(), "2.00 TFLOP/s   10 %  memory  "));
    assert_non_null(strstr(page, "9.99 times faster"));
    assert_non_null(strstr(written(gt_write_json),
                           "\"ceilings\":[{\"name\":\"global read\",\"unit\":\"B/s\",\"measured\":39"));
    assert_non_null(strstr(page, "\"sections\":[\n"
                                 "  {\"title\":\"limits\",\"columns\":[{\"name\":\"limits\",\"align\":\"left\""));
    assert_non_null(strstr(page, "[{\"text\":\"claims\",\"numbers\":[]},"
                                 "{\"text\":\"5.00\",\"numbers\":[{\"name\":\"intensity\","));
    assert_non_null(strstr(page, "{\"text\":\"9.99 times faster\",\"numbers\":[{\"name\":\"win\",\"value\":9.9"));
    assert_false(is_implausible(0, 8000 * mb, 1e7));            /* twice what memory reaches, and a cache exceeds */
    assert_non_null(strstr(report(), "200 %  memory    nothing: cached, or claimed too high"));
    assert_false(is_implausible(50e9, 400 * mb, 1e7));          /* 125 FLOP/B: half of 10 TFLOP/s */
    assert_non_null(strstr(report(), "50 %  arithmetic  "));
    assert_false(is_implausible(1e6, 0, 2e3));                  /* 0.1 us of work */
    assert_non_null(strstr(report(), "launch"));
    gt_reset();
    cl_mem buffer = clCreateBuffer(rig_context, CL_MEM_READ_WRITE, sizeof data, NULL, &err);
    GT_SCOPE_CL(rig_queue, "send") {
        GT_WORK(0, sizeof data);
        clEnqueueWriteBuffer(rig_queue, buffer, CL_FALSE, 0, sizeof data, data, 0, NULL, GT_EVENT);
    }
    clReleaseMemObject(buffer);
    assert_non_null(strstr(report(), "transfer"));
    gt_reset();
}
TEST(a_roof_is_the_lesser_of_both) {
    gt_limits l;
    gt_roof r;
    memset(&l, 0, sizeof l);
    for (int i = 0; i < GT_CEILING_COUNT; i++) l.ceiling[i].measured = gt_nan_();
    assert_int_equal(gt_roof_of(&l, 1e9, 1e9, 1e6, &r), GT_ERR_ARGUMENT);       /* nothing is known: no default */
    l.ceiling[GT_CEILING_FLOAT].measured = 1e13;
    assert_int_equal(gt_roof_of(&l, 1e9, 1e9, 1e6, &r), GT_ERR_ARGUMENT);
    assert_int_equal(gt_roof_of(&l, 1e9, 0, 1e6, &r), GT_OK);
    assert_number(r.attainable, 1e13);
    assert_true(is_near(r.share, 0.1, 1e-12));
    l.ceiling[GT_CEILING_COPY].measured = 1e12;
    assert_int_equal(gt_roof_of(&l, 1e9, 1e9, 2e6, &r), GT_OK);
    assert_number(r.intensity, 1);
    assert_true(is_near(r.attainable / 1e12, 1, 1e-12) && is_near(r.share, 0.5, 1e-12) && is_near(r.to_win, 2, 1e-12));
    assert_string_equal(r.bound, "memory");
    l.ceiling[GT_CEILING_LAUNCH].measured = 1.5e6;
    assert_int_equal(gt_roof_of(&l, 1e9, 1e9, 2e6, &r), GT_OK);
    assert_string_equal(r.bound, "launch");
    assert_true(is_near(r.to_win, 4.0 / 3, 1e-12));
    assert_int_equal(gt_roof_of(&l, 0, 0, 2e6, &r), GT_ERR_ARGUMENT);
    assert_int_equal(gt_roof_of(NULL, 1, 1, 1, &r), GT_ERR_ARGUMENT);
}
/* The card of the course: 2 GK104 at 745 MHz, 8 units of 192 lanes each, 256 bits at 2500 MHz. */
TEST(theory_of_a_tesla_k10) {
    const gt_figures k10 = { 745, 2, 8, { 192, 0, 0, 0 }, 0, 2500, 256, 2 };
    gt_figures less = k10;
    const gt_ceiling arithmetic = gt_ceiling_of(&k10, GT_CEILING_FLOAT), memory = gt_ceiling_of(&k10, GT_CEILING_READ);
    assert_number(arithmetic.theory, 4577280000000.0);
    assert_string_equal(arithmetic.formula, "745 MHz x 2 x 8 units x 192 lanes x 2");
    assert_number(memory.theory, 320e9);
    assert_string_equal(memory.formula, "2 x 256 bit x 2500 MHz x 2 / 8");
    assert_true(is_near(arithmetic.theory / memory.theory, 14.3, 0.05));
    less.lanes[0] = 0;
    assert_false(gt_is_finite_(gt_ceiling_of(&less, GT_CEILING_FLOAT).theory));
    assert_string_equal(gt_ceiling_of(&less, GT_CEILING_FLOAT).formula, "lanes of a unit are not known");
    assert_false(gt_is_finite_(gt_ceiling_of(&k10, GT_CEILING_DOUBLE).theory));
    assert_false(gt_is_finite_(gt_ceiling_of(&k10, GT_CEILING_LAUNCH).theory));
}

int main(void) { return test_all(NULL, NULL); }
