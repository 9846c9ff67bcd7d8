/* 28_occupancy.c - how many work-items does a processor of the device have at hand?

   WHAT IT SHOWS   Each work-item waits for memory nearly all of the time, so that a GPU needs many of them at once. The
                   groups on a processor (a compute unit) share its local memory: the more a group reserves, the fewer
                   groups fit (the occupancy falls), and the longer the kernel takes, although none does more. Small
                   groups leave lanes empty. A processor with caches for each thread, as PoCL's, has no such limit: it
                   takes one group after the other.
   WHAT TO SEE     ms at four local sizes, each with what it needs of local memory, a quarter, and nearly all; what the
                   device allows at most */

#include "lib/common.h"

enum { SIZES = 4, RESERVES = 3, STEPS = 16 };
static const size_t sizes[SIZES] = { 1, 16, 64, 256 };
static const char *const reserves[RESERVES] = { "needed", "a quarter", "nearly all" };
static const ex_claim claims[] = {
    { "groups that reserve nearly all local memory keep others away: over 1.5 times as long", "16 nearly all", EX_OVER,
      1.5, "16 needed", 1 },
    { "larger groups make up for that: with 256 items it takes under 0.7 times as long", "256 nearly all", EX_UNDER,
      0.7, "16 nearly all", 1 },
    { "groups of one item waste the device: over 2 times as long as groups of 64", "1 needed", EX_OVER, 2, "64 needed",
      1 }
};
typedef struct links { size_t n; cl_uint *host; cl_mem next, y; cl_kernel kernel; cl_command_queue queue; } links;

static const char *name_of(size_t local, int reserve)
{
    static char name[16][40];
    static int next;
    char *text = name[next++ % 16];
    sprintf(text, "%lu %s", (unsigned long)local, reserves[reserve]);
    return text;
}
static cl_uint link_of(cl_uint i) { return 1664525u * i + 1013904223u; }       /* modulo n, a power of two */

static int links_open(links *x, const gt_cl *cl, cl_program program)
{
    const cl_uint n = (cl_uint)x->n, steps = STEPS;
    cl_uint i;
    x->queue = cl->queue;
    x->host = (cl_uint *)ex_floats(x->n);
    for (i = 0; i < n; i++) x->host[i] = link_of(i) & (n - 1);
    x->next = GT_CL_NEW(clCreateBuffer(cl->context, CL_MEM_READ_ONLY, 4 * x->n, NULL, GT_CL_ERR));
    x->y = GT_CL_NEW(clCreateBuffer(cl->context, CL_MEM_READ_WRITE, 4 * x->n, NULL, GT_CL_ERR));
    x->kernel = GT_CL_NEW(clCreateKernel(program, "follow", GT_CL_ERR));
    if (!x->next || !x->y || !x->kernel) return 0;
    GT_CL(clEnqueueWriteBuffer(x->queue, x->next, CL_TRUE, 0, 4 * x->n, x->host, 0, NULL, NULL));
    GT_CL(clSetKernelArg(x->kernel, 0, sizeof x->next, &x->next));
    GT_CL(clSetKernelArg(x->kernel, 1, sizeof x->y, &x->y));
    GT_CL(clSetKernelArg(x->kernel, 3, sizeof steps, &steps));
    return !gt_error_first();
}
/* One launch for n elements, into memory that holds nothing; looks at each element, also behind these. So many links
   are a product and a sum. */
static int launch(const links *x, cl_uint n, size_t local, size_t bytes, const char *name)
{
    const cl_uint none = 0xffffffff, mask = (cl_uint)x->n - 1;
    cl_uint sum = 0, factor = 1, i, wrong = 0;
    for (i = 0; i < STEPS; i++) sum = link_of(sum), factor *= 1664525u;
    gt_cl_fill(x->queue, x->y, &none, sizeof none);
    GT_CL(clSetKernelArg(x->kernel, 2, sizeof n, &n));
    GT_CL(clSetKernelArg(x->kernel, 4, bytes, NULL));
    gt_cl_scope timed = gt_cl_scope_begin(x->queue, name);
    GT_CL(clEnqueueNDRangeKernel(x->queue, x->kernel, 1, NULL, &x->n, &local, 0, NULL, GT_EVENT));
    gt_cl_scope_end(&timed);
    GT_CL(clEnqueueReadBuffer(x->queue, x->y, CL_TRUE, 0, 4 * x->n, x->host, 0, NULL, NULL));
    for (i = 0; i < x->n; i++) {
        const cl_uint l = i % (cl_uint)local, mirror = i - l + (cl_uint)local - 1 - l;
        wrong += x->host[i] != (i >= n ? none : mirror >= n ? mirror : (factor * mirror + sum) & mask);
    }
    return !wrong || ex_wrong(name);
}
int main(int argc, char **argv)
{
    static const ex_about about = { "28_occupancy", "Follows links through memory, in groups of four sizes that "
        "reserve more or less local memory.", "device quick repeat budget csv", 8, 1.5, NULL };
    ex_options o = ex_options_read(argc, argv, &about);
    size_t most = 0, own = 0;
    cl_ulong local = 0;
    int right = 0, i, k;
    links x;
    gt_cl cl;
    cl_program program = ex_open(&o, &cl, "local.cl");

    if (!program) return 1;
    memset(&x, 0, sizeof x);
    x.n = (size_t)1 << (o.quick ? 17 : 20);
    right = links_open(&x, &cl, program);
    if (right) {
        GT_CL(clGetDeviceInfo(cl.device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof local, &local, NULL));
        GT_CL(clGetKernelWorkGroupInfo(x.kernel, cl.device, CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most, NULL));
        GT_CL(clGetKernelWorkGroupInfo(x.kernel, cl.device, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, sizeof own,
                                       &own, NULL));
    }
    right = right && launch(&x, (cl_uint)x.n - 5, 16, 64, "edges");
    for (k = 0; right && (!k || ex_more(&o, claims, EX_COUNT(claims))); k++) {
        for (i = 0; i < SIZES * RESERVES; i++) {
            const size_t size = sizes[i % SIZES], reserve[RESERVES] = { 4 * size, local / 4, local / 16 * 15 };
            if (size <= most)       /* a larger group would be refused */
                right = launch(&x, (cl_uint)x.n, size, reserve[i / SIZES], name_of(size, i / SIZES)) && right;
        }
        if (!k) gt_reset();                             /* not counted: late compilation for each local size */
    }
    printf("local memory: %lu KiB; a group of this kernel: up to %lu items, best a multiple of %lu\n"
           "medians, ms     %15s %15s %15s\n", (unsigned long)local >> 10, (unsigned long)most, (unsigned long)own,
           reserves[0], reserves[1], reserves[2]);
    for (i = 0; i < SIZES; i++) {
        printf("groups of %-5lu", (unsigned long)sizes[i]);
        for (k = 0; k < RESERVES; k++) printf(" %15s", ex_ms_text(name_of(sizes[i], k)));
        printf("\n");
    }
    printf("\n");
    ex_report(claims, EX_COUNT(claims));
    if (x.next) GT_CL(clReleaseMemObject(x.next));
    if (x.y) GT_CL(clReleaseMemObject(x.y));
    if (x.kernel) GT_CL(clReleaseKernel(x.kernel));
    free(x.host);
    return ex_close(&o, &cl, program, right);
}
