/* 27_command_buffers.c - what does a launch cost that was recorded before?

   WHAT IT SHOWS   A loop that launches the same kernels again and again tells the driver the same things each time. A
                   command buffer (cl_khr_command_buffer) records them once. Later one call enqueues all of them. Each
                   is timed twice: until the calls have returned, which is what the host pays, and until the kernels are
                   over. The launches count themselves: none may be lost. Without the extension the program says so.
   WHAT TO SEE     microseconds a launch, for the host and in all, by calls and from a command buffer; how often a
                   recording must be used before it pays */

#include "lib/common.h"

enum { LAUNCHES = 500 };

/* As the extension has them, which headers know from 2022 on. Some change a type of pointers that are NULL here. */
typedef struct _cl_command_buffer_khr *commands;
typedef commands (CL_API_CALL *create_fn)(cl_uint, const cl_command_queue *, const cl_ulong *, cl_int *);
typedef cl_int (CL_API_CALL *record_fn)(commands, cl_command_queue, const void *, cl_kernel, cl_uint, const size_t *,
                                        const size_t *, const size_t *, cl_uint, const cl_uint *, cl_uint *, void **);
typedef cl_int (CL_API_CALL *of_buffer_fn)(commands);
typedef cl_int (CL_API_CALL *enqueue_fn)(cl_uint, cl_command_queue *, commands, cl_uint, const cl_event *, cl_event *);
static struct { create_fn create; record_fn record; of_buffer_fn finalize, release; enqueue_fn enqueue; } api;

static int find(const gt_cl *cl, const char *name, void *function)
{
    void *p = clGetExtensionFunctionAddressForPlatform(cl->platform, name);
    memcpy(function, &p, sizeof p);         /* a pointer to data, which C does not convert to one to a function */
    return p != NULL;
}
static int available(const gt_cl *cl)
{
    char extensions[16384] = "";
    return !clGetDeviceInfo(cl->device, CL_DEVICE_EXTENSIONS, sizeof extensions, extensions, NULL) &&
           strstr(extensions, "cl_khr_command_buffer") && find(cl, "clCreateCommandBufferKHR", &api.create) &&
           find(cl, "clCommandNDRangeKernelKHR", &api.record) && find(cl, "clFinalizeCommandBufferKHR", &api.finalize)
           && find(cl, "clReleaseCommandBufferKHR", &api.release) &&
           find(cl, "clEnqueueCommandBufferKHR", &api.enqueue);
}
static commands record(const gt_cl *cl, cl_kernel kernel)
{
    const size_t one = 1;
    commands c = GT_CL_NEW(api.create(1, &cl->queue, NULL, GT_CL_ERR));
    int i;
    for (i = 0; i < LAUNCHES && c; i++)
        GT_CL(api.record(c, NULL, NULL, kernel, 1, NULL, &one, NULL, 0, NULL, NULL, NULL));
    if (c) GT_CL(api.finalize(c));
    return c;
}
static void calls(const gt_cl *cl, cl_kernel kernel)
{
    const size_t one = 1;
    int i;
    for (i = 0; i < LAUNCHES; i++)
        GT_CL(clEnqueueNDRangeKernel(cl->queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
}
static void timed(const gt_cl *cl, cl_kernel kernel, commands recorded, const char *name)
{
    gt_cl_scope all = gt_cl_scope_begin(cl->queue, name);
    GT_SCOPE("enqueue") {
        if (recorded) GT_CL(api.enqueue(0, NULL, recorded, 0, NULL, NULL));
        else calls(cl, kernel);
    }
    gt_cl_scope_end(&all);
}
/* So many launches more were made: has each of all counted itself once? */
static int none_lost(const gt_cl *cl, cl_mem x, cl_uint more)
{
    static cl_uint all;
    cl_uint n = 0;
    GT_CL(clEnqueueReadBuffer(cl->queue, x, CL_TRUE, 0, sizeof n, &n, 0, NULL, NULL));
    all += more;
    return n == all || ex_wrong("a launch was lost, or one was made twice");
}

int main(int argc, char **argv)
{
    static const ex_about about = { "27_command_buffers", "Launches a small kernel 500 times, by calls and from a "
        "command buffer.", "device quick repeat budget csv", 5, 1, NULL };
    static const ex_claim claims[] = {
        { "the host pays less for recorded launches: calls take it over 1.1 times as long", "by calls/enqueue", EX_OVER,
          1.1, "recorded/enqueue", 1 },
        { "recorded launches are over sooner: by calls they take over 1.1 times as long", "by calls", EX_OVER, 1.1,
          "recorded", 1 },
        { "a recording costs less than 10 times the calls that it replaces", "record", EX_UNDER, 10,
          "by calls/enqueue", 1 }
    };
    static const char *const rows[] = { "by calls", "recorded" };
    ex_options o = ex_options_read(argc, argv, &about);
    const cl_uint zero = 0;
    int right = 0, has = 0, i;
    cl_kernel count;
    cl_mem x;
    gt_cl cl;
    cl_program program = ex_open(&o, &cl, "null.cl");

    if (!program) return 1;
    count = GT_CL_NEW(clCreateKernel(program, "count", GT_CL_ERR));
    x = GT_CL_NEW(clCreateBuffer(cl.context, CL_MEM_READ_WRITE, sizeof zero, NULL, GT_CL_ERR));
    if (count && x && GT_CL(clSetKernelArg(count, 0, sizeof x, &x)) == CL_SUCCESS) {
        has = available(&cl);
        gt_cl_fill(cl.queue, x, &zero, sizeof zero);
        calls(&cl, count);                              /* late compilation */
        right = none_lost(&cl, x, LAUNCHES);
    }
    while (right && ex_more(&o, claims, has ? EX_COUNT(claims) : 0)) {
        commands recorded = NULL;
        if (has) GT_SCOPE("record") recorded = record(&cl, count);
        for (i = 0; i < 1 + has; i++) {
            const int from_buffer = has && (i + o.rounds) % 2;
            timed(&cl, count, from_buffer ? recorded : NULL, rows[from_buffer]);
        }
        if (recorded) GT_CL(api.release(recorded));
        right = none_lost(&cl, x, (cl_uint)(1 + has) * LAUNCHES);
    }
    if (!has) printf("This device has no command buffers (cl_khr_command_buffer): calls are timed alone.\n");
    printf("%d launches; medians, us a launch    for the host       in all\n", LAUNCHES);
    for (i = 0; i < 1 + has; i++)
        printf("%-33s %15.3f %12.3f\n", rows[i], 1e3 * ex_ms(ex_path(rows[i], "enqueue")) / (double)LAUNCHES,
               1e3 * ex_ms(rows[i]) / (double)LAUNCHES);
    if (has) {
        const double saved = ex_ms("by calls") - ex_ms("recorded");
        printf("recording: %.3f us a launch", 1e3 * ex_ms("record") / (double)LAUNCHES);
        if (saved > 0) printf("; it pays from the use number %.0f on", ceil(ex_ms("record") / saved));
        printf("\n");
    }
    printf("\n");
    ex_report(claims, EX_COUNT(claims));
    if (x) GT_CL(clReleaseMemObject(x));
    if (count) GT_CL(clReleaseKernel(count));
    return ex_close(&o, &cl, program, right);
}
