/* calllog.c - --call-log: a line for each OpenCL call, with its arguments. Part of layer.c */

static FILE *gtprof_log;                /* NULL without --call-log */
static int gtprof_log_lost;             /* 1: a line could not be written; stderr has a message */

/* An argument or a result. gtprof_log_value knows the kinds; value holds the bits. */
typedef struct gtprof_arg { char kind; uintptr_t value; } gtprof_arg;
#define GTPROF_ARG_(x) \
    { _Generic((x), cl_int: 'i', cl_uint: 'u', unsigned long: 'z', const size_t *: 's', const char *: 't', \
               cl_kernel: 'k', default: 'p'), (uintptr_t)(x) }
#define GTPROF_A0_
#define GTPROF_A1_ GTPROF_ARG_(p1)
#define GTPROF_A2_ GTPROF_A1_, GTPROF_ARG_(p2)
#define GTPROF_A3_ GTPROF_A2_, GTPROF_ARG_(p3)
#define GTPROF_A4_ GTPROF_A3_, GTPROF_ARG_(p4)
#define GTPROF_A5_ GTPROF_A4_, GTPROF_ARG_(p5)
#define GTPROF_A6_ GTPROF_A5_, GTPROF_ARG_(p6)
#define GTPROF_A7_ GTPROF_A6_, GTPROF_ARG_(p7)
#define GTPROF_A8_ GTPROF_A7_, GTPROF_ARG_(p8)
#define GTPROF_A9_ GTPROF_A8_, GTPROF_ARG_(p9)
#define GTPROF_A10_ GTPROF_A9_, GTPROF_ARG_(p10)
#define GTPROF_A11_ GTPROF_A10_, GTPROF_ARG_(p11)
#define GTPROF_WAITED_ GTPROF_ARG_(waits), GTPROF_ARG_(list), GTPROF_ARG_(event)

static void gtprof_log_failed(const char *pattern) {
    gtprof_to->missing = 1;
    fprintf(stderr, "gtprof: --call-log: %s: cannot be written: %s\n", pattern, strerror(errno));
}
static void gtprof_log_open(void) {
    const char *pattern = gtprof_file("GTPROF_LOG");
    char *name;
    if (!pattern || !*pattern) return;
    if (!strcmp(pattern, "-")) {                        /* the program's stderr, with its own buffer */
        gtprof_log = stderr;
        return;
    }
    name = gt_file_name_(pattern, "");
    gtprof_log = name ? fopen(name, "we") : NULL;
    if (!gtprof_log) gtprof_log_failed(pattern);
    else setvbuf(gtprof_log, NULL, _IOLBF, 0);          /* so that the last line before a crash is written */
    free(name);
}
/* How many sizes an argument points to; 0 if not known. */
static unsigned gtprof_log_sizes(const char *call, const gtprof_arg *arg) {
    if (!strcmp(call, "clEnqueueNDRangeKernel")) return arg[2].value <= 3 ? (unsigned)arg[2].value : 0;
    return !strncmp(call, "clEnqueue", 9) && (strstr(call, "Image") || strstr(call, "Rect")) ? 3 : 0;
}
static void gtprof_log_value(const char *call, const gtprof_arg *arg, const gtprof_arg *a) {
    const size_t *sizes = (const size_t *)a->value;
    const unsigned n = a->kind == 's' && sizes ? gtprof_log_sizes(call, arg) : 0;
    char text[64] = "";
    unsigned i;
    if (a->kind == 'k' && strncmp(call, "clRelease", 9))
        (void)clGetKernelInfo((cl_kernel)a->value, CL_KERNEL_FUNCTION_NAME, sizeof text, text, NULL);
    if (a->kind == 'i') fprintf(gtprof_log, "%d", (int)a->value);
    else if (a->kind == 'u' || a->kind == 'z') fprintf(gtprof_log, "%lu", (unsigned long)a->value);
    else if (!a->value) fprintf(gtprof_log, "NULL");
    else if (a->kind == 't') {
        (void)gt_plain_(gt_copy_(text, sizeof text, (const char *)a->value), 0);
        fprintf(gtprof_log, "\"%s\"", text);
    } else if (n) {
        for (i = 0; i < n; i++) fprintf(gtprof_log, "%s%lu", i ? ", " : "[", (unsigned long)sizes[i]);
        fputs("]", gtprof_log);
    } else if (text[0]) fprintf(gtprof_log, "%s", text);
    else fprintf(gtprof_log, "0x%lx", (unsigned long)a->value);
}
/* Prints the value that clSetKernelArg sets as a number, up to 8 bytes. Returns 0 for more bytes or other calls. */
static int gtprof_log_set(const char *call, const gtprof_arg *arg) {
    uint64_t value = 0;
    if (strcmp(call, "clSetKernelArg") || !arg[3].value || arg[2].value > sizeof value) return 0;
    memcpy(&value, (const void *)arg[3].value, (size_t)arg[2].value);
    fprintf(gtprof_log, "&0x%llx", (unsigned long long)value);
    return 1;
}
static void gtprof_log_begin(const char *call, uint64_t begin) {
    flockfile(gtprof_log);
    fprintf(gtprof_log, "%.6f ms  thread %ld  %s(", 1e-6 * gt_clock_ns(begin - gtprof_first), (long)gettid(), call);
}
static void gtprof_log_end(double took) {
    fprintf(gtprof_log, "  %s\n", gt_time_(took));
    if (ferror(gtprof_log) && gtprof_log != stderr && !gtprof_log_lost) {
        gtprof_log_lost = 1;
        gtprof_log_failed(gtprof_file("GTPROF_LOG"));
    }
    funlockfile(gtprof_log);
}
/* Writes a line such as "12.345000 ms  thread 77  clFinish(0x55d0) = CL_SUCCESS  1.20 ms". said: the result, then the
   arguments. */
static void gtprof_log_call(const char *call, uint64_t begin, const gtprof_arg *said, size_t n) {
    const gtprof_arg *const arg = said + 1, result = *said;
    const double took = gt_clock_ns(gt_clock_ticks() - begin);
    const int before = errno;           /* the program's value, restored at the end */
    size_t i;
    if (!gtprof_counts()) return;
    gtprof_log_begin(call, begin);
    for (i = 0; i < n - 1; i++) {
        if (i) fputs(", ", gtprof_log);
        if (i != 3 || !gtprof_log_set(call, arg)) gtprof_log_value(call, arg, &arg[i]);
    }
    if (result.kind == 'i') fprintf(gtprof_log, ") = %s", gt_cl_error_name_((cl_int)result.value));
    else fprintf(gtprof_log, ") = 0x%lx", (unsigned long)result.value);
    gtprof_log_end(took);
    errno = before;
}
/* Writes a line such as "12.345000 ms  thread 77  usleep(1000) = 0  1.06 ms". */
static void gtprof_log_pause(int which, uint64_t begin, double asked, int result) {
    const double took = gt_clock_ns(gt_clock_ticks() - begin);
    if (!gtprof_log || !gtprof_counts()) return;
    gtprof_log_begin(gtprof_names[gtprof_id_pause + which], begin);
    if (which == GTPROF_USLEEP || which == GTPROF_SLEEP) fprintf(gtprof_log, "%.0f", asked);
    else if (which != GTPROF_SCHED_YIELD) fprintf(gtprof_log, "%.9f s", 1e-9 * asked);
    fprintf(gtprof_log, ") = %d", result);
    gtprof_log_end(took);
}
